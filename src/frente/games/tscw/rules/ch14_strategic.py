"""[14] Strategic movement: by rail, by sea, and landings on the enemy coast."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import (
    BARCELONA,
    BRIGADES,
    FAR_OFF,
    FRANCE,
    czech_turns,
    enough,
    garrisons,
    measure,
)
from frente.games.tscw.rules.ch09_stacking import fits
from frente.games.tscw.rules.ch10_supply import fed, firm, matters, net_of, overlay, without
from frente.games.tscw.rules.ch12_movement import limited, marches, mobile, nearest, quarrel
from frente.games.tscw.state.board import ATLANTIC, CANTABRIAN, CTV, HQ, MEDITERRANEAN, NAT, REP, TRAIN
from frente.games.tscw.state.position import LANDED, OOS, TRAVELLED, Tscw, refusal
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, play
from frente.kit.steps import Listed

BY_RAIL: Final = 0
BY_SEA: Final = 1
LANDING: Final = 2
VERBS: Final = ("rail", "sea", "land")
OPEN_SEAS: Final = ((MEDITERRANEAN,), (CANTABRIAN, ATLANTIC, MEDITERRANEAN))     # 14.5, 14.6
OPEN_COASTS: Final = ((MEDITERRANEAN,), (CANTABRIAN, MEDITERRANEAN))             # 14.7b


def rail_cost(p: Tscw, u: int) -> int:
    """[14.8]"""
    return 2 if p.board.type[u] == HQ else 1


def capacity(p: Tscw, side: Side, how: int) -> int:
    """[14.3, 14.5, 14.6] What is left of the limit of the turn."""
    if how == BY_RAIL:
        return p.board.rail_limit[p.turn][side] - p.rail[side]
    return p.board.sea_limit[p.turn][side] - p.sea[side]


def strays(p: Tscw, u: int, t: int) -> bool:
    """[7.11c, R51] An Italian unit that would come nearer to France during the Czech Crisis."""
    return czech_turns(p) and p.folk[u] == CTV and measure(p, FRANCE, t) > measure(p, FRANCE, p.hex[u])


def ends_well(p: Tscw, u: int, t: int) -> bool:
    """[7.11c, 9.2a, 10.2a, 12.10a, 12.10c, 14.2a, 14.4b, 15.7.2b] Whether a unit may end a strategic move in a friendly
    hex."""
    start = p.hex[u]
    if not fits(p, u, t) or (p.board.northern[t] and limited(p, [u], start, t)):
        return False
    if p.opt.politics and quarrel(p, [u], t):
        return False
    if strays(p, u, t):
        return False                     # [7.11c]
    net = net_of(p, u, t)
    kind = p.board.type[u]
    if not p.opt.strict_oos or firm(p, net).reach[t] or fed(without(p, net, u), kind, t):
        return True
    return matters(p, p.board.side[u], t, []) and fed(overlay(p, net, (u,), t, []), p.board.type[u], t)


def rail_hexes(p: Tscw, u: int, first: bool) -> list[int]:
    """[14.2a, 14.2b, R120, R121] Where a unit can be taken by rail; with *first* one hex is enough."""
    b = p.board
    side = b.side[u]
    foe = 1 - side
    start = p.hex[u]
    seen = {start}
    queue = [start]
    found: list[int] = []
    for a in queue:
        for n in b.rail[a]:
            if n in seen:
                continue
            seen.add(n)
            own = p.control[n] == side
            holder = p.holder(n)
            if holder == foe or (not own and not p.opt.rail_enemy):
                continue
            if ends_well(p, u, n):
                found.append(n)
                if first:
                    return found
            if own and (holder == side or not p.near[foe][n]):
                queue.append(n)
    return sorted(found)


def sea_hexes(p: Tscw, u: int, first: bool) -> list[int]:
    """[14.4b, 14.5, 14.6, R124] Friendly coastal towns and cities in seas open to the side."""
    b = p.board
    side = b.side[u]
    found: list[int] = []
    for h in b.towns:
        if b.port[h] in OPEN_SEAS[side] and p.control[h] == side and h != p.hex[u] and p.holder(h) != 1 - side \
                and ends_well(p, u, h):
            found.append(h)
            if first:
                return found
    return found


def landing_hexes(p: Tscw, u: int, first: bool) -> list[int]:
    """[7.11c, 14.7a, 14.7b, R126] Enemy-controlled coastal hexes without enemy combat units."""
    b = p.board
    side = b.side[u]
    found: list[int] = []
    for h in range(b.size):
        if b.coast[h] in OPEN_COASTS[side] and p.control[h] == 1 - side and not p.fighters(h) and not strays(p, u, h):
            found.append(h)
            if first:
                return found
    return found


def refusal_of(p: Tscw, side: Side, u: int, how: int) -> tuple[str, str]:
    """The first rule that keeps a unit from a kind of strategic movement, whatever the goal."""
    b = p.board
    if b.side[u] != side:
        return ("14.1", "not-your-unit")
    h = p.hex[u]
    if h < 0:
        return ("14.1", "not-on-map")
    if p.state[u] & TRAVELLED:
        return ("R155", "already-travelled")
    if p.state[u] & OOS:
        return ("10.3a", "unsupplied-no-travel")
    if not p.allowance(u):
        return ("2.11", "cannot-move-at-all")
    if how == BY_RAIL:
        if not b.rail[h]:
            return ("14.2a", "not-on-rail")
        return ("14.3", "no-rail-left") if capacity(p, side, how) < rail_cost(p, u) else ("", "")
    if b.type[u] == HQ:
        return ("14.8", "hq-not-by-sea")
    if b.type[u] == TRAIN:
        return ("15.3", "train-needs-rail")                  # [R131]
    if b.port[h] not in OPEN_SEAS[side]:
        return ("14.5" if side == REP else "14.4b", "not-in-port")
    if capacity(p, side, how) < 1:
        return ("14.6" if side == NAT else "14.5", "no-ships-left")
    if how == LANDING and p.sea[side]:
        return ("14.7a", "landing-needs-all-ships")
    return ("", "")


def goals(p: Tscw, u: int, how: int, first: bool) -> list[int]:
    if how == BY_RAIL:
        return rail_hexes(p, u, first)
    return sea_hexes(p, u, first) if how == BY_SEA else landing_hexes(p, u, first)


# -- the garrison of Barcelona


def at_hand(p: Tscw, u: int) -> bool:
    """[7.35b] Whether a unit is in Barcelona or can come there by its own movement later in the turn."""
    b = p.board
    if p.hex[u] == b.barcelona:
        return True
    if b.apart[p.hex[u]][b.barcelona] >= FAR_OFF or not mobile(p, u):
        return False
    return not nearest(p, u, False, BARCELONA) or (marches(p, u) and not nearest(p, u, True, BARCELONA))


def to_barcelona(p: Tscw, side: Side, u: int, how: int) -> bool:
    return not refusal_of(p, side, u, how)[0] and p.board.barcelona in goals(p, u, how, False)


def summoned(p: Tscw, side: Side) -> tuple[list[int], bool]:
    """[7.35b, R63] Units that may travel to Barcelona only, and whether one of them must travel now.

    Those who must go before others: what else travels can do so afterwards all the same.
    """
    if side != REP or p.unrest != p.turn:
        return ([], False)
    able = [u for u in p.on_map(REP) if garrisons(p, u)]
    near = [u for u in able if at_hand(p, u)]
    if enough(p, near):
        return ([u for u in near if not enough(p, [v for v in near if v != u])], False)
    distant = [u for u in able if u not in near
               and (to_barcelona(p, side, u, BY_RAIL) or to_barcelona(p, side, u, BY_SEA))]
    whole = [u for u in distant if enough(p, [u])]
    places = capacity(p, side, BY_RAIL) + capacity(p, side, BY_SEA)
    if len(near) + places >= BRIGADES and enough(p, [*near, *distant]):
        return (distant, True)
    return (whole, bool(whole))


@dataclass
class Strategic(Frame):
    """[5.2.A5] One side's strategic movement."""

    side: Side
    unit: int = -1
    how: int = 0


class ChooseTraveller(Listed[Strategic, Tscw]):
    """[7.35b, 14.1, 14.2a, 14.3, 14.4b, 14.5, 14.6, 14.7a, R155] A unit and the way it goes; always asked while there
    is capacity."""

    rule = "14.1"
    verbs = ("rail", "sea", "land", "pass")

    def ask(self, f: Strategic, p: Tscw) -> Choices:
        side = f.side
        if capacity(p, side, BY_RAIL) <= 0 and capacity(p, side, BY_SEA) <= 0:
            return {}
        found: list[Act] = []
        bound, now = summoned(p, side)
        for u in bound:
            for how in (BY_RAIL, BY_SEA):
                if to_barcelona(p, side, u, how):
                    found.append(Act(VERBS[how], u))
        if now:
            return {side: found}
        for u in p.board.ground[side]:
            if u in bound:
                continue
            for how in (BY_RAIL, BY_SEA, LANDING):
                if not refusal_of(p, side, u, how)[0] and goals(p, u, how, True):
                    found.append(Act(VERBS[how], u))
        found.append(PASS)
        return {side: found}

    def do(self, f: Strategic, p: Tscw, side: Side, act: Act) -> bool:
        if act == PASS:
            return f.close()
        f.unit = act.arg
        f.how = VERBS.index(act.verb)
        return True

    def auto(self, f: Strategic, p: Tscw) -> None:
        f.close()

    def why(self, f: Strategic, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        bound, now = summoned(p, side)
        if now:
            return [Refusal("7.35b", "garrison-owed", {})]
        if act.arg in bound:
            return [refusal(p, "7.35b", "garrison-kept", act.arg)]
        rule, key = refusal_of(p, side, act.arg, VERBS.index(act.verb))
        if not rule:
            rule, key = ("14.2a", "no-way-there") if act.verb == "rail" else ("14.4b", "no-way-there")
        return [refusal(p, rule, key, act.arg)]


class ChooseGoal(Listed[Strategic, Tscw]):
    """[7.35b, 14.2a, 14.3, 14.4b, 14.5, 14.6, 14.7a, 14.7c] Where it goes."""

    rule = "14.2a"
    verbs = ("hex",)

    def ask(self, f: Strategic, p: Tscw) -> Choices:
        found = goals(p, f.unit, f.how, False)
        home = p.board.barcelona
        if f.unit in summoned(p, f.side)[0]:                 # who can come there this way
            found = [home]
        return {f.side: [p.board.hex_acts[h] for h in found]}

    def do(self, f: Strategic, p: Tscw, side: Side, act: Act) -> bool:
        u = f.unit
        b = p.board
        p.state[u] |= TRAVELLED
        if f.how == BY_RAIL:
            p.rail[side] += rail_cost(p, u)
        elif f.how == BY_SEA:
            p.sea[side] += 1
        else:
            p.sea[side] = b.sea_limit[p.turn][side]          # [14.7a] the whole capacity
            p.state[u] |= LANDED
        rule = "14.2a" if f.how == BY_RAIL else "14.4b" if f.how == BY_SEA else "14.7a"
        p.tell(rule, "travelled", {"unit": b.uid[u], "hex": b.title(act.arg)}, side)
        enter(p, u, act.arg)
        f.unit = -1
        f.at = 0
        return False

    def why(self, f: Strategic, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        h = act.arg
        if f.unit in summoned(p, side)[0]:
            return [refusal(p, "7.35b", "garrison-kept", f.unit)]
        if f.how == LANDING:
            if b.coast[h] not in OPEN_COASTS[side]:
                return [refusal(p, "14.7b", "not-that-coast", f.unit, h)]
            return [refusal(p, "14.7a", "no-landing-there", f.unit, h)]
        if p.control[h] != side:
            return [refusal(p, "14.2a" if f.how == BY_RAIL else "R125", "not-friendly", f.unit, h)]
        if f.how == BY_SEA and b.port[h] not in OPEN_SEAS[side]:
            return [refusal(p, "14.5", "not-in-port", f.unit, h)]
        if not fits(p, f.unit, h):
            return [refusal(p, "9.2a", "stack-full", f.unit, h)]
        return [refusal(p, "14.2b" if f.how == BY_RAIL else "14.4b", "no-way-there", f.unit, h)]


play(Strategic, ChooseTraveller(), ChooseGoal())
