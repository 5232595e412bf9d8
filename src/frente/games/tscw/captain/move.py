"""Movement: each unit in turn to the best place it can reach, weak ones first so that strong ones are free to go."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.line import Line, covered
from frente.games.tscw.captain.plan import Plan, score
from frente.games.tscw.rules.ch07_duties import MADRID, TOLEDO, Naming, measure
from frente.games.tscw.rules.ch09_stacking import fits
from frente.games.tscw.rules.ch12_movement import Move, reach
from frente.games.tscw.rules.ch13_results import Advance, no_stay, onward
from frente.games.tscw.rules.ch14_strategic import VERBS, Strategic, goals
from frente.games.tscw.state.board import HQ
from frente.games.tscw.state.frames import DONE, STOP
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import PASS, Act, Side

BETTER: Final = 0.01                     # a move must promise this
SIGHT: Final = 3                         # hexes at which the order of a stack matters
CONTACT: Final = 6                       # hexes at which a unit may come up to the enemy in one turn


def choose_move(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """Unit after unit; those that had better stay are not asked again."""
    verbs: dict[int, list[Act]] = {}
    for act in acts:
        if act.verb in ("unit", "march"):
            verbs.setdefault(act.arg, []).append(act)
    ranked = sorted([(rank(p, u), u) for u in verbs if u not in plan.seen])
    plan.line = Line(p, side, plan.survey)
    for _, u in ranked:
        plan.seen.add(u)
        found = best_move(p, plan, u, verbs[u], False)
        if found is not None:
            return found
    if PASS in acts:
        return PASS
    for u in sorted(verbs):              # an obligation is left over
        if p.duty[u]:
            found = best_move(p, plan, u, verbs[u], True)
            if found is not None:
                return found
    return None


def rank(p: Tscw, u: int) -> int:
    """Obligations first, headquarters last."""
    if p.duty[u]:
        return -1
    return 99 if p.board.type[u] == HQ else p.attack(u)


def best_move(p: Tscw, plan: Plan, u: int, acts: list[Act], forced: bool) -> Act | None:
    here = p.hex[u]
    best = -999.0 if forced or p.duty[u] else score(p, plan, u, here) + BETTER
    if p.halves[here] > 6 and not fits(p, u, here):
        best = -999.0
    found: Act | None = None
    for act in acts:
        for t, (_, way) in reach(p, u, act.verb == "march").items():
            if t == here or not fits(p, u, t):
                continue
            value = score(p, plan, u, t)
            if p.duty[u]:
                value -= 20.0 * measure(p, p.duty[u], t)
            if value > best:
                best = value
                found = act
                plan.way = way
    return found


def move_on(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Move)
    if plan.way:
        act = p.board.hex_acts[plan.way.pop(0)]
        if act in acts:
            return act
        plan.way = []
    if STOP in acts:
        return STOP
    return best_hex(p, plan, f.units[0], [a for a in acts if a.verb == "hex"])


def best_hex(p: Tscw, plan: Plan, u: int, acts: list[Act]) -> Act | None:
    best = -9999.0
    found: Act | None = None
    for act in acts:
        value = score(p, plan, u, act.arg)
        if value > best:
            best = value
            found = act
    return found


def order_stacks(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """A weak counter on top of a stack that can stand an attack, a strong one where it has to look strong."""
    for act in acts:
        if act == PASS:
            continue
        u = act.arg
        h = p.hex[u]
        if plan.survey.foe[h] > SIGHT or p.board.type[u] == HQ:
            continue
        stack = [v for v in p.stack_at(h) if p.board.type[v] != HQ]
        sound = sum([p.defence(v) for v in stack]) >= plan.w["move.share"] * plan.survey.threat[h]
        best = stack[0]
        for v in stack:
            if p.defence(v) < p.defence(best) if sound else p.defence(v) > p.defence(best):
                best = v
        if u == best and p.defence(u) != p.defence(p.top[h]):
            return act
    return PASS


# -- rail and sea


def choose_traveller(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    best = 0.5 if PASS in acts else -9999.0      # [7.35b] somebody has to go
    found = PASS
    for act in acts:
        if act == PASS:
            continue
        u = act.arg
        here = score(p, plan, u, p.hex[u])
        for t in goals(p, u, VERBS.index(act.verb), False):
            if act.verb == "land" and not p.board.town[t]:
                continue                 # without a town it would starve there (10.7)
            gain = score(p, plan, u, t) - here
            if gain > best:
                best = gain
                found = act
                plan.goal = t
    return found


def choose_goal(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Strategic)
    act = p.board.hex_acts[plan.goal] if plan.goal >= 0 else PASS
    plan.goal = -1
    return act if act in acts else best_hex(p, plan, f.unit, acts)


# -- advances


def choose_advance(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """Into the hex that was cleared or through it, as long as somebody stands better there."""
    f = p.frame(Advance)
    plan.line = Line(p, side, plan.survey)
    best = 0.0
    found = DONE
    for act in acts:
        if act.verb != "unit":
            continue
        u = act.arg
        here = score(p, plan, u, p.hex[u])
        for h, way in ends_of_advance(p, f, u).items():
            gain = score(p, plan, u, h) - here
            if gain > best:
                best = gain
                found = act
                plan.way = way
    return found


def ends_of_advance(p: Tscw, f: Advance, u: int) -> dict[int, list[int]]:
    """[13.27b, 13.28b] By hex in which an advance of a unit may end: the way there."""
    found: dict[int, list[int]] = {}
    queue: list[tuple[int, bool, list[int]]] = [(p.hex[u], False, [])]
    for a, through, way in queue:            # grows while it is walked
        for t in onward(p, f, u, a, f.hexes - len(way), through):
            if t not in way:
                on = [*way, t]
                been = through or t == f.target
                if been and t not in found and not no_stay(p, f, u, t)[0]:
                    found[t] = on
                queue.append((t, been, on))
    return found


def advance_on(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Advance)
    if plan.way:
        meant = p.board.hex_acts[plan.way.pop(0)]
        if meant in acts:
            return meant
        plan.way = []
    act = best_hex(p, plan, f.unit, [a for a in acts if a.verb == "hex"])
    if act is None or (STOP in acts and score(p, plan, f.unit, p.hex[f.unit]) >= score(p, plan, f.unit, act.arg)):
        return STOP
    return act


# -- obligations


def name_units(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """Who leaves no ground of worth open; for a drive on Madrid or Toledo, who will not come to stand alone before it.
    """
    f = p.frame(Naming)
    best = 9999.0
    found = acts[0]
    for act in acts:
        u = act.arg
        h = p.hex[u]
        far = measure(p, f.kind, h)
        cost = 10.0 * far - p.attack(u)
        if f.kind in (MADRID, TOLEDO):
            cost = 3.0 * max(0, CONTACT - far) + 0.5 * far + 6.0 * p.near[1 - side][h]
        if not any(v != u and not p.duty[v] and p.board.type[v] != HQ for v in p.stack_at(h)):
            cost += 15.0 * plan.survey.value[h] * max(0.2, plan.line.alarm[h])
        cost += 5.0 * covered(p, side, plan.survey, u, h)
        if cost < best:
            best = cost
            found = act
    return found
