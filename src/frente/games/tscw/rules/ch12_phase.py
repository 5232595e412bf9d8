"""[12.2, 12.9, 7.21] The movement phase: one unit after another, deserters in between; evacuation through France."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_chits import LAST_DESERTION, chit_refusal, hand, held, spend
from frente.games.tscw.rules.ch07_duties import RULE, measure
from frente.games.tscw.rules.ch12_movement import Move, goal_of, mobile, nearest, unit_refusals, way_out
from frente.games.tscw.rules.ch15_optional import Scout, can_scout
from frente.games.tscw.state.board import BRIGADE, DIVISION, FAR, NAT, REP
from frente.games.tscw.state.frames import DONE
from frente.games.tscw.state.position import DEAD, EVACUATED, FIT, Tscw, refusal
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, play
from frente.kit.steps import Listed

DESERTERS: Final = ("0-1-3", "0-1-4", "1-1-4")               # 7.21a
PASSAGE: Final = 6                       # brigades, a division counting three (12.9a)


@dataclass
class Movement(Frame):
    """[12.2b] One side moves units, one move after another."""

    side: Side
    watch: bool = True                   # the Nationalist may ask for deserters now


# -- deserters


def deserters(p: Tscw) -> list[int]:
    """[7.21a, R58, R163] Weak Republican columns next to a Nationalist unit that the Nationalist can see."""
    return [u for u in p.on_map(REP) if p.top[p.hex[u]] == u and p.column(u)
            and p.near[NAT][p.hex[u]] and p.printed(u) in DESERTERS]


class Desertion(Listed[Movement, Tscw]):
    """[7.21a] Between two Republican moves; asked of a Nationalist who holds any chit at all."""

    rule = "7.21a"
    verbs = ("desert", "pass")

    def ask(self, f: Movement, p: Tscw) -> Choices:
        if f.side != REP or not f.watch or p.turn > LAST_DESERTION or not hand(p, NAT):
            return {}
        found = deserters(p)
        if not found:
            return {}
        acts = [Act("desert", u) for u in found] if held(p, NAT, "desertion") >= 0 else []
        return {NAT: [*acts, PASS]}

    def do(self, f: Movement, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            f.watch = False
            return True
        spend(p, NAT, held(p, NAT, "desertion"))
        p.tell("7.21a", "deserted", {"unit": p.board.uid[act.arg], "hex": p.board.title(p.hex[act.arg])})
        p.box(act.arg, DEAD)
        return False                     # [7.3b] he may hold another

    def why(self, f: Movement, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if held(p, NAT, "desertion") < 0:
            return [chit_refusal(p, "desertion")]
        return [refusal(p, "7.21a", "no-deserter", act.arg)]


# -- moves


def modes(p: Tscw, u: int) -> tuple[bool, bool, bool]:
    """[7.11c, 7.22a, 7.34b, R59] Whether a unit may go by operational movement and by march, and whether it owes a move
    to an obligation."""
    here = measure(p, p.duty[u], p.hex[u])
    if not here:
        return (True, p.state[u] & FIT > 0, False)
    plain = nearest(p, u, False, p.duty[u])
    quick = nearest(p, u, True, p.duty[u]) if p.state[u] & FIT else FAR
    best = min(plain, quick)
    return (plain == best, quick == best, best < here)


def debts(p: Tscw, side: Side) -> list[int]:
    """[7.11c, 7.22a, 7.33a, 7.34b] Units with an obligation that can still come nearer to its goal."""
    return [u for u in p.board.ground[side] if goal_of(p, u, p.duty[u]) < measure(p, p.duty[u], p.hex[u])]


class ChooseMove(Listed[Movement, Tscw]):
    """[12.2b, 12.11a] All, some or none of the units, in any order, by operational movement or march."""

    rule = "12.2b"
    verbs = ("unit", "march", "scout", "pass")

    def ask(self, f: Movement, p: Tscw) -> Choices:
        b = p.board
        side = f.side
        found: list[Act] = []
        owed = False
        free: dict[int, bool] = {}
        for u in b.ground[side]:
            h = p.hex[u]
            if not mobile(p, u):
                continue
            if h not in free:
                free[h] = way_out(p, side, h)
            if not free[h]:
                continue
            plain, quick, owes = modes(p, u)
            owed = owed or owes          # [7.11c, 7.22a, 7.34b]
            if plain:
                found.append(b.unit_acts[u])
            if quick:
                found.append(b.march_acts[u])
        if side == REP:                  # [15.1a]
            found += [Act("scout", u) for u in b.hqs[REP] if can_scout(p, u)]
        if not owed:                     # [7.11c, 7.22a]
            found.append(PASS)
        return {side: found}

    def do(self, f: Movement, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return f.close()
        if act.verb == "scout":          # [15.1a]
            p.call(Scout(act.arg))
            return False
        u = act.arg
        f.watch = True                   # [7.21a]
        f.at = 0
        p.call(Move(side, [u], act.verb == "march", p.hex[u], goal_of(p, u, p.duty[u])))
        return False

    def why(self, f: Movement, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act == PASS:
            owing = debts(p, side)
            facts: dict[str, Fact] = {"units": ", ".join([p.board.uid[u] for u in owing])}
            return [Refusal(RULE[p.duty[owing[0]]], "units-owed", facts)]
        if act.verb == "scout":
            return [refusal(p, "15.1a", "cannot-scout", act.arg)]
        return unit_refusals(p, act.arg, side, act.verb == "march")


play(Movement, Desertion(), ChooseMove())


# -- evacuation


@dataclass
class Evacuation(Frame):
    """[12.9] Once a match, at the start of the Republican movement phase."""

    side: Side
    units: list[int] = field(default_factory=list)


def weight(p: Tscw, u: int) -> int:
    """[12.9a] In brigades."""
    return 3 if p.size(u) == DIVISION else 1


def passage_refusal(p: Tscw, f: Evacuation, u: int) -> tuple[str, str]:
    """[12.9, R89]"""
    b = p.board
    if b.side[u] != REP:
        return ("12.9c", "not-your-unit")
    if p.hex[u] < 0 or not b.border[p.hex[u]]:
        return ("12.9b", "not-at-french-border")
    if p.hex[u] == b.jonquera:
        return ("12.9b", "already-there")
    if p.size(u) not in (BRIGADE, DIVISION):             # a column is neither until it is converted
        return ("12.9a", "only-divisions-and-brigades")
    if sum([weight(p, v) for v in f.units]) + weight(p, u) > PASSAGE:
        return ("12.9a", "passage-full")
    return ("", "")                      # [9.1a] whether 3425 is full matters at the end of the phase


class Evacuate(Listed[Evacuation, Tscw]):
    """[12.9] Divisions and brigades next to France appear at 3425; all at once, in one turn of the match."""

    rule = "12.9a"
    verbs = ("unit", "done")

    def ask(self, f: Evacuation, p: Tscw) -> Choices:
        b = p.board
        if f.side != REP or (p.france_used and not f.units) or p.control[b.jonquera] != REP:
            return {}
        if not any(b.border[h] and p.holder(h) == REP and h != b.jonquera for h in range(b.size)):
            return {}
        found = [b.unit_acts[u] for u in b.ground[REP] if not passage_refusal(p, f, u)[0]]
        return {REP: [*found, DONE]}

    def do(self, f: Evacuation, p: Tscw, side: Side, act: Act) -> bool:
        if act == DONE:
            return True
        u = act.arg
        f.units.append(u)
        p.france_used = 1
        enter(p, u, p.board.jonquera)
        p.state[u] |= EVACUATED
        p.reveal()
        p.tell("12.9b", "evacuated", {"unit": p.board.uid[u]})
        return False

    def why(self, f: Evacuation, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        rule, key = passage_refusal(p, f, act.arg)
        return [refusal(p, rule, key, act.arg)]


play(Evacuation, Evacuate())
