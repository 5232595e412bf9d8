"""[11, 12, 10.2a] Operational and march movement, hex by hex: choose a unit, let others join, step, split, stop.

`toll` is the one place that says whether a step is legal and what it costs, `halt` the one place that says whether a
move may end in a hex: the offer, the refusal with its reason, the reach shown to players and the paths of the computer
all come from them.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from frente.games.tscw.rules.ch04_victory import enter, judge_madrid, over
from frente.games.tscw.rules.ch07_duties import RULE, measure
from frente.games.tscw.rules.ch10_supply import fed, lifted_network, links, matters, net_of, overlay
from frente.games.tscw.state.board import ASTURIAN, BY_EVENT, FAR, HQ, MAJOR, MOTOR, NAT, REP, SANTANDER, TRAIN
from frente.games.tscw.state.frames import STOP
from frente.games.tscw.state.position import EVACUATED, FIT, INTACT, LANDED, MOVED, OOS, Tscw, refusal
from frente.kernel.flow import Act, Choices, Fact, Frame, Refusal, Side, play
from frente.kit.search import Walk
from frente.kit.steps import Listed

# Refusals of a step, as negative tolls.
ENEMY: Final = -1
HALTED: Final = -2
LOCKED: Final = -3
EXPOSED: Final = -4
NO_RAIL: Final = -5
SHORT: Final = -6
# Refusals of a stop, and of a step after which no stop is left.
UNFED: Final = -7
ABROAD: Final = -8
PARTIES: Final = -9
ASTRAY: Final = -10
REASONS: Final[dict[int, tuple[str, str]]] = {
    ENEMY: ("12.4", "enemy-there"), HALTED: ("11.2", "halted-by-zone"), LOCKED: ("11.5", "zone-to-zone"),
    EXPOSED: ("12.11b", "march-next-to-enemy"), NO_RAIL: ("15.3", "train-needs-rail"), SHORT: ("2.11", "not-enough-mp"),
    UNFED: ("10.2a", "out-of-supply-there"), ABROAD: ("12.10a", "northern-limit"),
    PARTIES: ("15.7.2b", "parties-apart"), ASTRAY: ("7.22a", "duty-elsewhere")}
NORTH_LIMITS: Final = (0, 4, 2, 2)       # steps abroad: Asturian, Basque, Santander (12.10a-c)
LIMIT_RULES: Final = ("", "12.10a", "12.10c", "12.10b")


# -- one step


def toll(p: Tscw, u: int, a: int, i: int, left: int, first: bool, march: bool) -> int:
    """[2.11, 11.2, 11.5, 12.3, 12.4, 12.11b, 12.19a, 12.25, 15.3] Cost of a unit's step from hex *a* over its side *i*,
    or a negative reason.

    first: the unit has not moved yet, so that it may spend everything on one hex (12.3) and may leave an enemy zone.
    """
    b = p.board
    side = b.side[u]
    foe = 1 - side
    t = b.nb[a][i]
    v = p.top[t]
    friend = v >= 0 and b.side[v] == side
    if v >= 0 and not friend and (b.type[u] == HQ or p.fighters(t)):
        return ENEMY
    full = p.full[foe]
    if full[a]:
        if not first:
            return HALTED
        if full[t]:
            return LOCKED
    if march and not friend and p.near[foe][t]:
        return EXPOSED
    kind = b.type[u]
    if kind == TRAIN and t not in b.rail[a]:
        return NO_RAIL
    cls = b.cost_class[u]
    cost = b.cost[cls][a][i]
    if side == NAT and p.fort[t] == INTACT:
        cost += b.fort_cost
    if cls >= MOTOR and b.river[a][i] == MAJOR:
        cost += p.opt.motor_river
    if cost > left:
        return left if first and left > 0 else SHORT
    return cost


def stack_toll(p: Tscw, units: Sequence[int], a: int, i: int, left: int, first: bool, march: bool) -> int:
    """[12.5, 12.7, R162] A stack pays what the most hindered of its units would pay."""
    worst = 0
    for u in units:
        cost = toll(p, u, a, i, left, first, march)
        if cost < 0:
            return cost
        worst = max(worst, cost)
    return worst


def points(p: Tscw, units: Sequence[int], march: bool) -> int:
    """[12.7, 12.11a] The movement factor of the slowest unit, twice when marching."""
    least = min([p.allowance(u) for u in units])
    return 2 * least if march else least


# -- one stop


def halt(p: Tscw, units: tuple[int, ...], start: int, t: int, taken: list[int], goal: int) -> int:
    """[7.11c, 7.22a, 7.34b, 7.35b, 10.2a, 12.10a, 15.7.2b] Whether units that moved from *start* may end in hex *t*,
    having taken some hexes on the way: 0 or a reason."""
    if measure(p, p.duty[units[0]], t) > goal:
        return ASTRAY
    b = p.board
    if b.northern[t] and limited(p, units, start, t):
        return ABROAD
    if p.opt.politics and quarrel(p, units, t):
        return PARTIES
    if p.opt.strict_oos:
        for u in units:
            net = net_of(p, u, t)
            known = lifted_network(p, net, units)
            if fed(known, b.type[u], t):
                continue
            if p.state[u] & OOS and b.town[t]:
                continue                 # [R74, 10.7]
            same = not p.lift_old and not (matters(p, b.side[u], t, taken) and links(p, net, known, t, taken))
            if same or not fed(overlay(p, net, units, t, taken), b.type[u], t):
                return UNFED
    return 0


def limited(p: Tscw, units: Sequence[int], start: int, t: int) -> bool:
    """[12.10, R90] More Asturian, Basque or Santander steps abroad in the North than allowed."""
    b = p.board
    for nation in range(ASTURIAN, SANTANDER + 1):
        home = b.home[nation]
        if b.region[t] == home or (b.northern[start] and b.region[start] != home):
            continue                     # at home, or abroad already when the move began
        coming = sum([p.steps[u] for u in units if p.folk[u] == nation and b.turn[u] != BY_EVENT])
        if coming and not released(p, home) and coming + abroad(p, nation, units) > NORTH_LIMITS[nation]:
            return True
    return False


def abroad(p: Tscw, nation: int, moving: Sequence[int]) -> int:
    """Steps of a northern nationality now in the other two northern regions, those on the move left out."""
    b = p.board
    total = 0
    for u in b.ground[REP]:
        h = p.hex[u]
        if h >= 0 and p.folk[u] == nation and b.northern[h] and b.region[h] != b.home[nation] \
                and b.turn[u] != BY_EVENT and u not in moving:
            total += p.steps[u]
    return total


def released(p: Tscw, region: int) -> bool:
    """[12.10d] All hexes of the region are Nationalist."""
    return all(p.control[h] == NAT for h in range(p.board.size) if p.board.region[h] == region)


def at_odds(p: Tscw, u: int, v: int) -> bool:
    """[15.7.2] Two columns of parties that do not stand together."""
    if not (p.column(u) and p.column(v)):
        return False
    one, other = p.board.code[u], p.board.code[v]
    if not one or not other or one == other:
        return False
    if "A" in (one, other):
        return "POUM" not in (one, other)
    return "C" in (one, other)


def quarrel(p: Tscw, units: Sequence[int], t: int) -> bool:
    """[15.7.2b, 15.7.2c, R136] Ending stacked with a column of a hostile party."""
    for v in p.stack_at(t):
        for u in units:
            if v not in units and at_odds(p, u, v):
                return True
    return False


# -- looking ahead


class Walking(Walk):
    """[7.22a, 10.2a, 11.2, 12.2a, 12.3, 12.11a] Every hex to which units can come from *start*, and the way there."""

    def __init__(self, p: Tscw, units: tuple[int, ...], start: int, left: int, first: bool, march: bool) -> None:
        super().__init__(p.board.nb)
        self.p = p
        self.units = units
        self.march = march
        self.go(start, left, 0, first)

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        return stack_toll(self.p, self.units, a, i, left, first, self.march)


def way_on(p: Tscw, units: tuple[int, ...], start: int, t: int, left: int, march: bool, goal: int,
           taken: list[int]) -> int:
    """[7.22a, 10.2a, 11.2, 12.10a] 0 if units entering *t* can end there or further on, else why they could not end in
    *t*."""
    reason = halt(p, units, start, t, taken, goal)
    if not reason:
        return 0
    if p.full[1 - p.board.side[units[0]]][t]:
        return reason                    # [11.2] it would have to stop there
    w = Walking(p, units, t, left, False, march)
    for x in w.seen:
        if x != t and not halt(p, units, start, x, [*taken, *w.way(x)], goal):
            return 0
    return reason


def reach(p: Tscw, u: int, march: bool) -> dict[int, tuple[int, list[int]]]:
    """Hexes where a unit may end a move from where it stands, with the points left and the way."""
    units = (u,)
    start = p.hex[u]
    w = Walking(p, units, start, points(p, units, march), True, march)
    goal = goal_of(p, u, p.duty[u])
    found: dict[int, tuple[int, list[int]]] = {}
    for t in w.seen:
        way = w.way(t)
        if t == start or not halt(p, units, start, t, way, goal):
            found[t] = (w.left[t], way)
    return found


def goal_of(p: Tscw, u: int, kind: int) -> int:
    """[7.11c, 7.22a, 7.33a, 7.34b, 7.35b, R59] How near to the goal of an obligation a unit can come, by either kind of
    movement; FAR without one."""
    if not kind:
        return FAR
    if not mobile(p, u):
        return measure(p, kind, p.hex[u])
    best = nearest(p, u, False, kind)
    if p.state[u] & FIT:
        best = min(best, nearest(p, u, True, kind))
    return best


def nearest(p: Tscw, u: int, march: bool, kind: int) -> int:
    """[7.11c, 7.22a, 7.33a, 7.34b, 7.35b] The least measure of an obligation among the hexes where a unit may end, its
    own included."""
    units = (u,)
    start = p.hex[u]
    w = Walking(p, units, start, points(p, units, march), True, march)
    best = FAR
    for t in sorted(w.seen):
        m = measure(p, kind, t)
        if m < best and (t == start or not halt(p, units, start, t, w.way(t), FAR)):
            best = m
    return best


# -- who may move


def mobile(p: Tscw, u: int) -> bool:
    """[2.11, 12.2b, 12.9b, 14.7c] Whether a unit may move at all in this phase."""
    return p.hex[u] >= 0 and not p.state[u] & (MOVED | LANDED | EVACUATED) and p.allowance(u) > 0


def way_out(p: Tscw, side: Side, h: int) -> bool:
    """[11.5, 12.4] Whether some hex next to *h* can be entered at all; supply and points are looked at step by step."""
    full = p.full[1 - side]
    return any((p.holder(n) == side or not p.fighters(n)) and not (full[h] and full[n]) for n in p.board.nb[h])


def unit_refusals(p: Tscw, u: int, side: Side, march: bool) -> list[Refusal]:
    """Every rule that keeps a unit from moving now."""
    b = p.board
    found: list[Refusal] = []
    if b.side[u] != side:
        return [refusal(p, "12.1b", "not-your-unit", u)]
    if p.hex[u] < 0:
        return [refusal(p, "12.1a", "not-on-map", u)]
    if p.state[u] & MOVED:
        found.append(refusal(p, "12.2b", "already-moved", u))
    if p.state[u] & LANDED:
        found.append(refusal(p, "14.7c", "landed-this-turn", u))
    if p.state[u] & EVACUATED:
        found.append(refusal(p, "12.9b", "evacuated-this-turn", u))
    if not p.allowance(u):
        found.append(refusal(p, "2.11", "cannot-move-at-all", u))
    if march:
        found += march_refusals(p, u)    # [10.3a, 12.11a]
    if not found and not way_out(p, side, p.hex[u]):
        found.append(refusal(p, "11.5", "nowhere-to-go", u))
    if not found and p.duty[u]:
        found.append(refusal(p, RULE[p.duty[u]], "duty-by-other-move", u))     # [7.22a, 7.34b]
    return found


def march_refusals(p: Tscw, u: int) -> list[Refusal]:
    """[12.11a] Judged when the movement phase began."""
    if p.state[u] & FIT:
        return []
    if p.board.motor[u]:
        return [refusal(p, "12.11a", "motorized-no-march", u)]
    if p.state[u] & OOS:
        return [refusal(p, "10.3a", "unsupplied-no-march", u)]
    return [refusal(p, "12.11a", "began-next-to-enemy", u)]


def prepare(p: Tscw, side: Side) -> None:
    """[12.11a, R73] At the start of a movement phase: who may march."""
    for u in p.board.ground[side]:
        p.state[u] &= ~(MOVED | FIT)
        if p.hex[u] >= 0 and marches(p, u):
            p.state[u] |= FIT


def marches(p: Tscw, u: int) -> bool:
    """[12.11a] Whether a unit on the map could march if the movement phase began now."""
    b = p.board
    return not b.motor[u] and not p.state[u] & OOS and not p.near[1 - b.side[u]][p.hex[u]]


# -- frames and steps


@dataclass
class Move(Frame):
    """[12.5, 12.6] The move of a unit, or of a stack that goes together."""

    side: Side
    units: list[int]
    march: bool
    start: int                           # hex
    goal: int                            # how near to the goal of an obligation it must end
    spent: int = 0
    moved: bool = False


def companions(p: Tscw, f: Move) -> list[int]:
    """[7.22a, 12.5, 12.11a] Units of the same hex that may still join; one with an obligation goes alone (R162)."""
    if f.moved or p.duty[f.units[0]]:
        return []
    found: list[int] = []
    for v in p.stack_at(f.start):
        if v not in f.units and mobile(p, v) and not p.duty[v] and (not f.march or p.state[v] & FIT):
            found.append(v)
    return sorted(found)


def step_reason(p: Tscw, f: Move, i: int) -> int:
    """[2.11, 7.11c, 7.22a, 10.2a, 11.2, 11.5, 12.1a, 12.4] Cost of the next step over side *i*, or why it is not
    offered."""
    units = tuple(f.units)
    a = p.hex[units[0]]
    left = points(p, units, f.march) - f.spent
    cost = stack_toll(p, units, a, i, left, not f.moved, f.march)
    if cost < 0:
        return cost
    t = p.board.nb[a][i]
    reason = way_on(p, units, f.start, t, left - cost, f.march, f.goal, [t])
    return reason if reason else cost


def stop_reason(p: Tscw, f: Move) -> int:
    """[7.11c, 7.22a, 10.2a, 12.2a] 0 if the units may end their move here: a unit that has not moved may stay, unless
    an order calls it away."""
    here = p.hex[f.units[0]]
    if not f.moved:
        return ASTRAY if measure(p, p.duty[f.units[0]], here) > f.goal else 0
    return halt(p, tuple(f.units), f.start, here, [], f.goal)


def splitters(p: Tscw, f: Move) -> list[int]:
    """[10.2a, 12.6] Units that may split off here: they must be able to stop or go on by themselves."""
    if not f.moved or len(f.units) < 2:
        return []
    found: list[int] = []
    h = p.hex[f.units[0]]
    for v in f.units:
        left = points(p, [v], f.march) - f.spent
        if not way_on(p, (v,), f.start, h, left, f.march, f.goal, []):
            found.append(v)
    return found


class MoveOn(Listed[Move, Tscw]):
    """[12.1a, 12.2a] From hex to hex while points last, no enemy zone stops it and a legal end remains."""

    rule = "12.1a"
    verbs = ("hex", "join", "split", "stop")

    def ask(self, f: Move, p: Tscw) -> Choices:
        b = p.board
        a = p.hex[f.units[0]]
        nb = b.nb[a]
        found = [b.hex_acts[nb[i]] for i in range(len(nb)) if step_reason(p, f, i) > 0]
        found += [b.join_acts[v] for v in companions(p, f)]      # [12.5]
        found += [b.split_acts[v] for v in splitters(p, f)]      # [12.6]
        # Asked even if it can only stop: whether it could go on may depend on what the enemy does not see.
        if not found or not stop_reason(p, f):
            found.append(STOP)
        return {f.side: found}

    def do(self, f: Move, p: Tscw, side: Side, act: Act) -> bool:
        b = p.board
        if act == STOP:
            finish(f, p)
            return True
        if act.verb == "join":
            f.units.append(act.arg)      # [12.5]
            return False
        if act.verb == "split":          # [12.6]
            f.units.remove(act.arg)
            p.call(Move(f.side, [act.arg], f.march, f.start, f.goal, f.spent, True))
            return False
        a = p.hex[f.units[0]]
        i = b.nb[a].index(act.arg)
        f.spent += stack_toll(p, f.units, a, i, points(p, f.units, f.march), not f.moved, f.march)
        f.moved = True
        for u in f.units:
            enter(p, u, act.arg)
            if over(p):
                return True
        if p.events is not None:
            p.tell("12.1a", "stepped", {"units": ", ".join([b.uid[u] for u in f.units]), "hex": b.title(act.arg),
                                        "left": max(0, points(p, f.units, f.march) - f.spent)}, side)
        return False

    def why(self, f: Move, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        u = f.units[0]
        a = p.hex[u]
        if act == STOP:
            return [step_refusal(p, f, a, stop_reason(p, f))]    # [7.22a, 10.2a]
        if act.verb == "join":
            return join_refusals(p, f, act.arg)                  # [12.5]
        if act.verb == "split":
            if act.arg in f.units and f.moved and len(f.units) > 1:
                return [step_refusal(p, f, a, UNFED)]
            return [refusal(p, "12.6", "cannot-split", act.arg)]
        if act.arg not in b.nb[a]:
            return [refusal(p, "12.1a", "not-adjacent", u, act.arg)]
        reason = step_reason(p, f, b.nb[a].index(act.arg))
        return [] if reason > 0 else [step_refusal(p, f, act.arg, reason)]     # [10.2a, 11.2, 11.5, 12.4, 12.11b]


def join_refusals(p: Tscw, f: Move, v: int) -> list[Refusal]:
    if p.board.side[v] != f.side or p.hex[v] != p.hex[f.units[0]]:
        return [refusal(p, "12.5", "not-stacked", v)]
    if v in f.units:
        return [refusal(p, "12.5", "already-chosen", v)]
    if f.moved:
        return [refusal(p, "12.5", "must-start-together", v)]
    if p.duty[f.units[0]] or p.duty[v]:
        return [refusal(p, "R162", "duty-moves-alone", v)]
    found = unit_refusals(p, v, f.side, f.march)
    return found or [refusal(p, "12.5", "not-stacked", v)]


def step_refusal(p: Tscw, f: Move, h: int, reason: int) -> Refusal:
    """[10.2a, 11.2, 11.5, 12.4, 12.11b] What is said of a step or a stop that is refused."""
    rule, key = REASONS[reason]
    u = f.units[0]
    if reason == ABROAD:
        rule = LIMIT_RULES[p.folk[u]] or rule                    # [12.10a-12.10c]
    elif reason == ASTRAY:
        rule = RULE[p.duty[u]]           # [7.22a, 7.34b]
    facts: dict[str, Fact] = {"unit": p.board.uid[u], "hex": p.board.title(h),
                              "left": points(p, f.units, f.march) - f.spent}
    return Refusal(rule, key, facts)


def finish(f: Move, p: Tscw) -> None:
    """[4.2a, 12.2b] The move is over; none of its units moves again in this phase."""
    for u in f.units:
        p.state[u] |= MOVED
    if f.side == NAT:
        judge_madrid(p)


play(Move, MoveOn())


