"""[7.11c, 7.22, 7.33, 7.34, 7.35b, R59-R61] Obligations: units named before anything moves, and where they must end.

An obligation is a measure of hexes that a named unit must make as small as it can. What cannot be done lapses.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from frente.games.tscw.state.board import BRIGADE, COLONIAL, CTV, DIVISION, HQ, NAT, REP
from frente.games.tscw.state.position import (
    OOS,
    Tscw,
    refusal,
)
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Listed

# Obligations of a unit.
MADRID: Final = 1
TOLEDO: Final = 2
ASSAULT: Final = 3
BARCELONA: Final = 4
FRANCE: Final = 5

MADRID_STEPS: Final = 15                 # 7.22a
TOLEDO_STEPS: Final = 6                  # 7.34b
COLONIALS: Final = 3                     # 7.34b
SAFE: Final = 7                          # hexes from France (7.11c)
BRIGADES: Final = 3                      # 7.35b
FAR_OFF: Final = 13                      # hexes: a cavalry march, the fastest there is, has 12 points
RULE: Final = ("", "7.22a", "7.34b", "7.33a", "7.35b", "7.11c")


def measure(p: Tscw, kind: int, h: int) -> int:
    """[7.11c, 7.22a, 7.33a, 7.34b, 7.35b] How far a hex is from fulfilling an obligation; the least in reach is
    enough."""
    b = p.board
    if kind == MADRID:
        return b.apart[h][b.madrid]
    if kind == TOLEDO:
        return b.apart[h][b.toledo]
    if kind == ASSAULT:
        return 0 if any(h in b.nb[t] for t in objectives(p)) else 1
    if kind == BARCELONA:
        return 0 if h == b.barcelona else 1
    if kind == FRANCE:
        return max(0, SAFE - b.france[h])
    return 0


def czech_turns(p: Tscw) -> bool:
    """[7.11c, R51] The Italians must keep away from France on the turn of the crisis and the next."""
    return p.czech > 0 and p.turn < p.czech + 2


def czech_lasts(p: Tscw) -> bool:
    """[R46] The crisis is in effect until its aircraft are back, in A.IV two turns later: after that turn's chits."""
    return p.czech > 0 and p.turn <= p.czech + 2


def objectives(p: Tscw) -> list[int]:
    """[7.33a] Hexes a compulsory Republican offensive may attack: its goal and Nationalist units next to it."""
    b = p.board
    goal = p.target
    return [h for h in [goal, *b.nb[goal]] if p.holder(h) == NAT and p.fighters(h)]


@dataclass
class Naming(Frame):
    """A side names the units of one obligation."""

    side: Side
    kind: int
    units: list[int]


def drafted(p: Tscw, u: int) -> bool:
    """[7.22a, 7.33a, 7.34b, 7.35b] Any ground combat unit on the peninsula that can move and has no other
    obligation."""
    b = p.board
    h = p.hex[u]
    return h >= 0 and b.type[u] != HQ and p.allowance(u) > 0 and not p.duty[u] \
        and b.regions[b.region[h]] != "Morocco (Protectorate)"


def colonials(p: Tscw, f: Naming) -> int:
    """[7.34b, R61] Colonial columns still to be named."""
    if f.kind != TOLEDO:
        return 0
    named = 0
    free = 0
    for u in p.board.ground[NAT]:
        if p.folk[u] == COLONIAL:
            if p.duty[u] == TOLEDO:
                named += 1
            elif drafted(p, u) and not p.state[u] & OOS:
                free += 1
    return max(0, min(COLONIALS - named, free))


def wanted(p: Tscw, f: Naming) -> list[int]:
    """Who may be named next; empty when the obligation is covered as far as it can be."""
    b = p.board
    steps = sum([p.steps[u] for u in f.units])
    if f.kind == MADRID:
        if steps >= MADRID_STEPS:
            return []
        return [u for u in b.ground[NAT] if drafted(p, u)]
    if f.kind == TOLEDO:
        if colonials(p, f):
            return [u for u in b.ground[NAT] if p.folk[u] == COLONIAL and drafted(p, u) and not p.state[u] & OOS]
        if steps >= TOLEDO_STEPS:
            return []
        return [u for u in b.ground[NAT] if drafted(p, u)]
    if f.kind == ASSAULT:
        if len(f.units) >= p.quota:
            return []
        return [u for u in b.ground[REP] if drafted(p, u) and (p.column(u) or p.size(u) == DIVISION)
                and b.apart[p.hex[u]][p.target] < FAR_OFF and comes(p, u, ASSAULT)]
    if f.kind == BARCELONA:
        return garrison(p, f)
    return []


def garrison(p: Tscw, f: Naming) -> list[int]:
    """[7.35b, R63] A division, or three EPR brigades, that can be in Barcelona; nobody if neither can."""
    b = p.board
    if (f.units and p.size(f.units[0]) == DIVISION) or len(f.units) >= BRIGADES:
        return []
    able = [u for u in b.ground[REP] if drafted(p, u) and garrisons(p, u)
            and b.apart[p.hex[u]][b.barcelona] < FAR_OFF and comes(p, u, BARCELONA)]
    brigades = [u for u in able if p.size(u) == BRIGADE]
    if f.units:
        return brigades
    if len(brigades) < BRIGADES:
        return [u for u in able if p.size(u) == DIVISION]
    return able


def garrisons(p: Tscw, u: int) -> bool:
    """[7.35b] A unit of the kinds that Barcelona asks for."""
    return p.size(u) in (BRIGADE, DIVISION)


def enough(p: Tscw, units: Sequence[int]) -> bool:
    """[7.35b] A division, or three brigades."""
    sizes = [p.size(u) for u in units]
    return DIVISION in sizes or len(sizes) >= BRIGADES


def comes(p: Tscw, u: int, kind: int) -> bool:
    """[7.33a, 7.35b] Whether a unit can end where the obligation wants it."""
    from frente.games.tscw.rules.ch12_movement import goal_of

    return goal_of(p, u, kind) == 0


class NameUnits(Listed[Naming, Tscw]):
    """[7.22a, 7.33a, 7.34b, 7.35b] One by one until the chit is satisfied or nobody is left."""

    rule = "7.22a"
    verbs = ("unit",)

    def ask(self, f: Naming, p: Tscw) -> Choices:
        found = wanted(p, f)
        return {f.side: [p.board.unit_acts[u] for u in found]} if found else {}

    def do(self, f: Naming, p: Tscw, side: Side, act: Act) -> bool:
        f.units.append(act.arg)
        p.reveal()                       # who can still be asked shows something of who stands where
        p.duty[act.arg] = f.kind
        p.tell(RULE[f.kind], "unit-named", {"unit": p.board.uid[act.arg]}, side)
        return False

    def why(self, f: Naming, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if p.board.side[u] != side:
            return [refusal(p, RULE[f.kind], "not-your-unit", u)]
        if p.duty[u]:
            return [refusal(p, RULE[f.kind], "already-named", u)]
        return [refusal(p, RULE[f.kind], "unfit-for-duty", u)]


play(Naming, NameUnits())


def assign(p: Tscw, side: Side) -> None:
    """[7.11c, 7.22a, 7.33a, 7.34b, 7.34c, 7.35b] At the start of a movement phase: clear old obligations and ask for
    the units of those in force."""
    b = p.board
    p.reveal()                           # whether anybody is asked may show something of who stands where
    for u in b.ground[side]:
        p.duty[u] = 0
    if side == NAT:
        if czech_turns(p):               # [7.11c, R51] every Italian ground unit, without being asked
            for u in b.ground[NAT]:
                if p.folk[u] == CTV and p.hex[u] >= 0:
                    p.duty[u] = FRANCE
        if p.call_alcazar and p.alcazar:
            p.call(Naming(NAT, TOLEDO, []))
        if p.call_madrid >= p.turn:
            p.call(Naming(NAT, MADRID, []))
    else:
        if p.unrest == p.turn:
            p.call(Naming(REP, BARCELONA, []))
        if p.offensive == p.turn and objectives(p) and able_to_attack(p):
            p.call(Naming(REP, ASSAULT, []))


def able_to_attack(p: Tscw) -> bool:
    """[7.33a, R60] Without a single attack factor there is nothing to fulfil."""
    return any(p.attack(u) > 0 and p.board.type[u] != HQ for u in p.on_map(REP))


