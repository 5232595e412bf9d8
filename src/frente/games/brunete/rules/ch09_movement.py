"""[4.1, 6.1, 9, tet.*] Movement, hex by hex: choose a unit, step, step, stop.

`toll` is the one place that says whether a step is legal and what it costs: the offer, the refusal with its
reason, the reach shown to players and the paths of the computer all come from it.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from frente.games.brunete.state.board import REP, ROAD
from frente.games.brunete.state.position import AWAITED, MOVED, Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.search import Walk

STOP: Final = Act("stop")

# Occasions of movement.
NORMAL: Final = 0
ADJUSTMENT: Final = 1                    # 2.19
EXTRA: Final = 2                         # 2.20
EARLY: Final = 3                         # 9.7e

# Refusals of a step, as negative tolls.
ENEMY: Final = -1
HALTED: Final = -2
RIVER: Final = -3
SHORT: Final = -4
FULL: Final = -5
FULL_HALT: Final = -6
REASONS: Final[dict[int, tuple[str, str]]] = {
    ENEMY: ("R25", "enemy-there"), HALTED: ("4.1a", "halted-by-zone"), RIVER: ("tet.rivertank", "tank-needs-bridge"),
    SHORT: ("9.2", "not-enough-mp"), FULL: ("R24", "no-room-no-way-on"), FULL_HALT: ("1.1i", "no-room-to-halt")}


def interdicted(p: Brunete, side: Side, h: int) -> int:
    """[8.2b-d] 0 no, 1 the hex costs 1 MP more, 2 and the road bonus is lost: a marker's hex or next to it."""
    found = 0
    for m in p.interdiction[1 - side]:
        if m == h or h in p.board.nb[m]:
            if p.board.routed[m]:
                return 2
            found = 1
    return found


def raw_toll(p: Brunete, u: int, a: int, i: int, left: int, mode: int, moved: bool) -> int:
    """[4.1a, 8.2b, 8.2c, 9.2, tet.road, tet.path, tet.rivertank] Cost of a step of unit *u* from hex *a* over side *i*.

    Or a negative reason; stacking is not looked at.

    left: movement points without any bonus, below 0 while a road bonus is being used up; mode: the route followed
    by the whole move so far (ROAD, PATH, or 0 once the bonus is out of reach); moved: not the first step.
    """
    b = p.board
    side = b.side[u]
    t = b.nb[a][i]
    v = p.top[t]
    if v >= 0 and b.side[v] != side:
        return ENEMY
    zone = p.zone[1 - side]
    if moved and zone[a]:
        return HALTED
    cost = b.cost[b.type[u]][a][i]
    if not cost:
        return RIVER
    hostile_air = interdicted(p, side, t) if p.interdiction[1 - side] else 0
    if hostile_air:
        cost += 1
    if cost > left and (zone[t] or hostile_air == 2 or cost > left + b.bonus[b.type[u]][min(mode, b.route[a][i])]):
        return SHORT
    return cost


def mode_after(p: Brunete, u: int, a: int, i: int, mode: int) -> int:
    """[tet.road, tet.path, 8.2c, R5, R26, R28] What is left of the claim to a road bonus after a step."""
    b = p.board
    t = b.nb[a][i]
    if p.zone[1 - b.side[u]][t] or interdicted(p, b.side[u], t) == 2:
        return 0
    return min(mode, b.route[a][i])


@mypyc_attr(allow_interpreted_subclasses=True)      # players of the past have one of their own
class Marching(Walk):
    """[9.2] Every hex a unit can get to; room in a hex is another matter."""

    def __init__(self, p: Brunete, u: int) -> None:
        super().__init__(p.board.nb, ROAD + 1)          # a mode is the route kept to so far
        self.p = p
        self.u = u

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        return raw_toll(self.p, self.u, a, i, left, mode, not first)

    def mode_after(self, a: int, i: int, mode: int) -> int:
        return mode_after(self.p, self.u, a, i, mode)

    def stops(self, t: int) -> bool:
        return self.p.fits(self.u, t)


class Roomy(Marching):
    """[R19] With continuous supply nobody relies on getting on from a hex without room."""

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        return super().toll(a, i, left, mode, first) if self.p.fits(self.u, self.nb[a][i]) else FULL


def marching(p: Brunete, u: int) -> Marching:
    return Roomy(p, u) if p.opt.continuous_supply else Marching(p, u)


def toll(p: Brunete, u: int, a: int, i: int, left: int, mode: int, moved: bool) -> int:
    """[1.1i, 1.1k, R24] As raw_toll, and refusing a hex where the unit would have to stop above the stacking limit."""
    cost = raw_toll(p, u, a, i, left, mode, moved)
    if cost > 0:
        t = p.board.nb[a][i]
        if not p.fits(u, t):
            if p.zone[1 - p.board.side[u]][t]:
                return FULL_HALT
            # With continuous supply zones may change on the way, so nobody relies on getting out again.
            if p.opt.continuous_supply or not way_on(p, u, t, left - cost, mode_after(p, u, a, i, mode)):
                return FULL
    return cost


def way_on(p: Brunete, u: int, h: int, left: int, mode: int) -> bool:
    """[1.1i, R24] Whether a unit passing through a full hex can still reach one where it may stop."""
    return Marching(p, u).finds(h, left, mode, False)


def reach(p: Brunete, u: int, occasion: int = NORMAL) -> dict[int, int]:
    """Hexes where a unit on the map may end its move, with the most points it can have left there."""
    w = marching(p, u)
    w.go(p.hex[u], budget(p, u, occasion), first_mode(p, u, occasion))
    return {h: w.left[s] for h, s in w.best().items() if p.fits(u, h)}


def budget(p: Brunete, u: int, occasion: int) -> int:
    """[3.6, 2.19, 9.7e, 11.1a] Movement points for one move, before any road bonus."""
    if occasion == EARLY:
        return p.board.move[u][p.steps[u]] // 2
    points = p.allowance(u)
    if p.opt.slow_xviii_corps and p.turn == 2 and p.board.corps[u] == "XVIII":
        points = max(1, points // 2)
    return max(1, points // 2) if occasion == ADJUSTMENT else points


def bonus_allowed(p: Brunete, occasion: int) -> bool:
    """[2.19, 2.20, 9.7e, R8, R9, R31]"""
    if occasion == ADJUSTMENT:
        return p.opt.adjustment_road_bonus
    if occasion == EXTRA:
        return p.opt.turn7_extra_road_bonus
    return occasion == NORMAL


def first_mode(p: Brunete, u: int, occasion: int) -> int:
    """[tet.road, tet.path, 8.2c, 2.19, R26] The claim to a road bonus of a unit about to move from its hex."""
    side = p.board.side[u]
    h = p.hex[u]
    barred = not bonus_allowed(p, occasion) or p.zone[1 - side][h] or interdicted(p, side, h) == 2
    return 0 if barred else ROAD         # of which nothing is left after a step off the roads


# -- entering the map


def entry_arc(p: Brunete, u: int) -> list[int]:
    """[6.1c-i, 10.4.1r] Hexes by which a unit may come in, whoever stands there now."""
    b = p.board
    if p.exit[u] >= 0:
        return reentry(p, u)
    arc = b.arcs[b.arc[u]]
    if b.hex_b not in arc or p.controls(REP, b.hex_b):
        return arc
    if p.opt.north_edge_requires_b:
        return arc[:1]
    return [h for h in arc if h != b.hex_b]


def reentry(p: Brunete, u: int) -> list[int]:
    """[10.4.1r, R69] The exit hex, else the nearest free hexes of the same edge."""
    b = p.board
    side = b.side[u]
    own = [e for e in b.edges[p.exit[u]] if (e == "north") == (side == REP)]
    line = [h for h in range(b.size) if any(e in b.edges[h] for e in own)]
    free = [h for h in line if p.holder(h) != 1 - side]
    if p.opt.reentry_any:
        return free
    near = min([b.distance(h, p.exit[u]) for h in free], default=0)
    return [h for h in free if b.distance(h, p.exit[u]) == near]


def entry_toll(p: Brunete, u: int, h: int, occasion: int) -> int:
    """[6.1b, 6.1j, 6.1l, 1.1i, 8.2b, R34] Cost of the entry hex, or a negative reason."""
    b = p.board
    side = b.side[u]
    if p.holder(h) == 1 - side:
        return ENEMY
    air = interdicted(p, side, h)
    cost = (1 if b.entry_route[h] else b.ground[b.type[u]][h]) + (1 if air else 0)
    left = entry_budget(p, u, h, occasion)
    if cost > left:
        return SHORT
    if not p.fits(u, h):
        if p.zone[1 - side][h]:
            return FULL_HALT
        if p.opt.continuous_supply or not way_on(p, u, h, left - cost, entry_mode(p, u, h, occasion)):
            return FULL
    return cost


def entry_budget(p: Brunete, u: int, h: int, occasion: int) -> int:
    """[6.1j] Half the points for a hex that is not entered by road or path; 9.7e halves only once (R31)."""
    points = budget(p, u, occasion)
    return points if p.board.entry_route[h] or occasion == EARLY else max(1, points // 2)


def entry_mode(p: Brunete, u: int, h: int, occasion: int) -> int:
    """[tet.road, tet.path, 8.2c, R26] The claim to a road bonus of a unit that comes in by a hex."""
    side = p.board.side[u]
    if not bonus_allowed(p, occasion) or p.zone[1 - side][h] or interdicted(p, side, h) == 2:
        return 0
    return p.board.entry_route[h]


def open_entries(p: Brunete, u: int, occasion: int) -> list[int]:
    """[6.1a, 6.1l, R35] Entry hexes that can be used now; the one chosen among the reinforcements binds until lost."""
    chosen = p.entry[u]
    if chosen >= 0 and p.holder(chosen) != 1 - p.board.side[u]:
        arc = [chosen]
    else:
        arc = entry_arc(p, u)
    return [h for h in arc if entry_toll(p, u, h, occasion) > 0]


# -- who may move


def unit_refusals(p: Brunete, u: int, side: Side, occasion: int) -> list[Refusal]:
    """[9.1, 9.2] Every rule that keeps a unit from moving now."""
    b = p.board
    found: list[Refusal] = []
    who: dict[str, Fact] = {"unit": b.uid[u]}
    if b.side[u] != side:
        found.append(Refusal("9.1", "not-your-unit", who))
    if p.hex[u] < 0 and not entering(p, u, occasion):
        found.append(Refusal("6.1a", "not-on-map", who))
    if p.state[u] & MOVED:
        found.append(Refusal("9.1", "already-moved", who))
    elif p.hex[u] >= 0 and occasion in (EXTRA, EARLY):
        found.append(Refusal("2.20" if occasion == EXTRA else "9.7e", "only-arrivals-move", who))
    if not b.move[u][p.steps[u]]:
        found.append(Refusal("1.2.2k", "cannot-move-at-all", who))
    if frozen(p, u):
        found.append(Refusal("9.6", "frozen", who))
    if held_back(p, u):
        found.append(Refusal("9.7a", "infiltration-only", who))
    if not found and not can_step(p, u, occasion):
        found.append(Refusal("9.2", "nowhere-to-go", who))
    return found


def frozen(p: Brunete, u: int) -> bool:
    """[9.6] A unit of Las Rozas or Majadahonda that has not left its town; bombed away and recovered it is free."""
    return p.board.frozen[u] and not p.released and p.hex[u] == p.board.setup[u]


def held_back(p: Brunete, u: int) -> bool:
    """[9.7a] The infiltrating division does not move in the normal movement step of turn 1."""
    return p.turn == 1 and u in p.board.infiltrators


def entering(p: Brunete, u: int, occasion: int) -> bool:
    """[6.1a, 2.20, 9.7e] Whether a unit beside the map takes part in this occasion."""
    if occasion == NORMAL:
        return p.entry[u] >= 0
    if occasion == EXTRA:
        return p.hex[u] == AWAITED and p.board.extra[u]
    return occasion == EARLY and p.due[u] == 1


def may_move(p: Brunete, u: int, occasion: int) -> bool:
    """[9.1, 1.2.2k, 9.6, 9.7a] The same tests as unit_refusals for a unit of the moving side, stopping at the first."""
    b = p.board
    if p.state[u] & MOVED or (p.hex[u] < 0 and not entering(p, u, occasion)):
        return False
    if not b.move[u][p.steps[u]] or frozen(p, u) or held_back(p, u):
        return False
    return can_step(p, u, occasion)


def can_step(p: Brunete, u: int, occasion: int) -> bool:
    """[9.2, 2.20, 9.7e]"""
    if p.hex[u] < 0:
        return bool(open_entries(p, u, occasion))
    if occasion in (EXTRA, EARLY):
        return False                     # these occasions are for units that come in
    a = p.hex[u]
    left = budget(p, u, occasion)
    mode = first_mode(p, u, occasion)
    return any(toll(p, u, a, i, left, mode, False) > 0 for i in range(len(p.board.nb[a])))


def release(p: Brunete, u: int) -> None:
    """[9.6, R29] A Republican unit that ends near Las Rozas or Majadahonda wakes their garrisons."""
    if p.released or p.board.side[u] != REP:
        return
    for town in p.board.frozen_towns:
        d = p.board.distance(p.hex[u], town)
        if d == 4 if p.opt.release_exactly else d <= 4:
            p.released = True
            p.tell("9.6", "released", {"unit": p.board.uid[u]})
            return


# -- frames and steps


@dataclass
class Movement(Frame):
    """One occasion on which a side moves units, one after another, in any order [9.1]."""

    side: Side
    occasion: int = NORMAL
    left: int = 999                      # units that may still move [2.19]


@dataclass
class Move(Frame):
    """The move of one unit."""

    side: Side
    unit: int
    occasion: int
    left: int = 0                        # points left without bonus
    mode: int = 0                        # claim to the road bonus
    moved: bool = False


class ChooseUnit(Step[Movement, Brunete]):
    """[9.1, 2.19] All, some or none of the units, in any order."""

    rule = "9.1"
    verbs = ("unit", "pass")

    def ask(self, f: Movement, p: Brunete) -> Choices:
        if f.left <= 0:
            return {}
        acts = p.board.unit_acts
        occasion = f.occasion
        found = [acts[u] for u in p.board.of[f.side] if may_move(p, u, occasion)]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Movement, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            close_movement(f, p)
            return True
        f.left -= 1
        p.call(Move(side, act.arg, f.occasion))
        return False

    def auto(self, f: Movement, p: Brunete) -> None:
        close_movement(f, p)

    def why(self, f: Movement, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        return unit_refusals(p, act.arg, side, f.occasion) if act.verb == "unit" else []


def close_movement(f: Movement, p: Brunete) -> None:
    """[9.1, 6.1a, R35] Moved marks go, and units that did not come in wait beside the map."""
    for u in p.board.of[f.side]:
        p.state[u] &= ~MOVED
        p.entry[u] = -1


class Enter(Step[Move, Brunete]):
    """[6.1b, 6.1j, 6.1l, 10.4.1r] A unit from off the map pays for its entry hex."""

    rule = "6.1b"
    verbs = ("hex",)

    def ask(self, f: Move, p: Brunete) -> Choices:
        if p.hex[f.unit] >= 0:
            return {}
        found = open_entries(p, f.unit, f.occasion)
        return {f.side: [p.board.hex_acts[h] for h in found]}

    def do(self, f: Move, p: Brunete, side: Side, act: Act) -> bool:
        u = f.unit
        cost = entry_toll(p, u, act.arg, f.occasion)
        f.left = entry_budget(p, u, act.arg, f.occasion) - cost
        f.mode = entry_mode(p, u, act.arg, f.occasion)
        f.moved = True
        p.exit[u] = -1
        p.put(u, act.arg)
        p.tell("6.1b", "entered", {"unit": p.board.uid[u], "hex": p.board.names[act.arg], "left": max(0, f.left)})
        return True

    def auto(self, f: Move, p: Brunete) -> None:
        """[9.2] A unit on the map begins its move."""
        f.left = budget(p, f.unit, f.occasion)
        f.mode = first_mode(p, f.unit, f.occasion)

    def why(self, f: Move, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if act.arg not in entry_arc(p, f.unit):
            return [Refusal("6.1a", "not-its-entry", {"unit": p.board.uid[f.unit], "hex": p.board.names[act.arg]})]
        if p.entry[f.unit] >= 0 and p.entry[f.unit] != act.arg and p.holder(p.entry[f.unit]) != 1 - side:
            return [Refusal("6.1a", "entry-chosen", {"hex": p.board.names[p.entry[f.unit]]})]
        cost = entry_toll(p, f.unit, act.arg, f.occasion)
        return [] if cost > 0 else [entry_refusal(p, f.unit, act.arg, cost, f.left)]


def entry_refusal(p: Brunete, u: int, h: int, reason: int, left: int) -> Refusal:
    """[6.1b, 6.1l] As step_refusal; an enemy in an entry hex is a matter of its own rule."""
    found = step_refusal(p, u, h, reason, left)
    return Refusal("6.1l", found.key, found.facts) if reason == ENEMY else found


def step_refusal(p: Brunete, u: int, h: int, reason: int, left: int) -> Refusal:
    rule, key = REASONS[reason]
    return Refusal(rule, key, {"unit": p.board.uid[u], "hex": p.board.names[h], "left": left})


class March(Step[Move, Brunete]):
    """[9.1, 9.2, 1.1i, 4.1a-e, tet.road] Step from hex to hex while points last and no enemy zone stops the unit."""

    rule = "9.2"
    verbs = ("hex", "stop")

    def ask(self, f: Move, p: Brunete) -> Choices:
        u = f.unit
        a = p.hex[u]
        nb = p.board.nb[a]
        acts = p.board.hex_acts
        found = [acts[nb[i]] for i in range(len(nb)) if toll(p, u, a, i, f.left, f.mode, f.moved) > 0]
        if not found:
            return {}
        if p.fits(u, a):
            found.append(STOP)
        return {f.side: found}

    def do(self, f: Move, p: Brunete, side: Side, act: Act) -> bool:
        u = f.unit
        if act == STOP:
            finish(f, p)
            return True
        a = p.hex[u]
        i = p.board.nb[a].index(act.arg)
        f.left -= raw_toll(p, u, a, i, f.left, f.mode, f.moved)
        f.mode = mode_after(p, u, a, i, f.mode)
        f.moved = True
        p.put(u, act.arg)
        if p.events is not None:
            p.tell("9.2", "stepped", {"unit": p.board.uid[u], "hex": p.board.names[act.arg], "left": max(0, f.left)})
        return False

    def auto(self, f: Move, p: Brunete) -> None:
        finish(f, p)

    def why(self, f: Move, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        return march_refusals(p, f.unit, f.left, f.mode, f.moved, act)


def march_refusals(p: Brunete, u: int, left: int, mode: int, moved: bool, act: Act) -> list[Refusal]:
    """[9.2, 1.1i] What keeps a unit from a step, or from stopping where it is."""
    a = p.hex[u]
    if act == STOP:
        return [] if p.fits(u, a) else [step_refusal(p, u, a, FULL_HALT, left)]
    if act.arg not in p.board.nb[a]:
        return [Refusal("9.2", "not-adjacent", {"unit": p.board.uid[u], "hex": p.board.names[act.arg]})]
    cost = toll(p, u, a, p.board.nb[a].index(act.arg), left, mode, moved)
    return [] if cost > 0 else [step_refusal(p, u, act.arg, cost, left)]


def finish(f: Move, p: Brunete) -> None:
    """[9.1, 9.6]"""
    p.mark(f.unit, MOVED)
    release(p, f.unit)


play(Movement, ChooseUnit())
play(Move, Enter(), March())
