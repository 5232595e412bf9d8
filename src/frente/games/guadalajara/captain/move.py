"""Movement of computer players: who goes next, and where to."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.overrun import overrun
from frente.games.guadalajara.captain.pack import pack, post_guards, supports
from frente.games.guadalajara.captain.places import (
    beside_friends,
    destination,
    effort,
    firing_place,
    shifts_face,
)
from frente.games.guadalajara.captain.plan import SEED, SOMEBODY, Errand, Plan
from frente.games.guadalajara.captain.supply import headquarters
from frente.games.guadalajara.captain.survey import FAR, Reach, field, gait
from frente.games.guadalajara.captain.trucks import boards, walks
from frente.games.guadalajara.captain.way_out import leavers
from frente.games.guadalajara.rules.ch01_handling import MODE, UNLOAD
from frente.games.guadalajara.rules.ch01_move import Move, Movement, budget, group, purse
from frente.games.guadalajara.rules.ch01_movement import EXIT, STOP
from frente.games.guadalajara.state.board import FOOT, ITALIAN, MOTOR, NAT, REP, STACK
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import PASS, Act, Side

BLOCKED: Final = 0.4                     # share of its march that a unit must make to be free
SWEEPERS: Final = 3                      # battalions that are kept for each enemy on the road to Brihuega
CANDIDATES: Final = 4                    # units that are looked at for an empty village


# -- the phase


def muster(p: Guadalajara, side: Side, plan: Plan, units: list[int], exploit: bool) -> None:
    """The order of march: the line from the front to the rear, headquarters before armour and guns fill the roads."""
    b = p.board
    line = [u for u in units if not b.escorted[u] and not b.gun[u] and not b.hq[u]]
    plan.out = set() if exploit else leavers(p, plan, line)
    line = [u for u in line if u not in plan.out]
    plan.riders = dash(p, plan, line, exploit)
    plan.kept = set() if exploit else garrison(p, plan, [u for u in line if u not in plan.riders])
    plan.assign(p, [u for u in line if u not in plan.riders and u not in plan.kept])
    plan.takers = claims(p, plan, line, exploit)
    plan.lane = lane(p, plan)
    if plan.style.packs and not exploit:
        busy = plan.takers | plan.riders | plan.kept | sweepers(p, plan, line)
        helpers = post_guards(p, plan, supports(p, plan, units))
        pack(p, side, plan, [u for u in line if u not in busy and not plan.sentry(p, u)], helpers)
    order: list[tuple[int, int, int]] = []
    for u in line:
        k = plan.errand.get(u, -1)
        far = plan.field(p, plan.goals[k].h, FOOT, b.nation[u])[p.hex[u]] if k >= 0 else FAR
        opens = k >= 0 and plan.goals[k].h == b.brihuega and not p.taken     # [1.17a.1]
        leads = opens or u in plan.posts or u in plan.takers or u in plan.kept
        if exploit and plan.lane and u not in plan.riders:
            leads = overrun(p, plan, u, Reach(p, u, budget(p, u), False, True), False, True) is not None
        order.append((-1 if u in plan.riders and not exploit else 0 if leads else 1, far, u))
    order.sort()
    armour = [u for u in units if b.escorted[u] and p.moves_as(u) != FOOT]
    if not plan.attacks or side != NAT:  # [2.5] where roads do not jam, armour waits for everybody
        first, rest, armour = [u for _, _, u in order], [], []
    else:                                # and where they do, it goes before those who are behind it
        first = [u for rank, _, u in order if rank <= 0] + [u for u in armour if u in plan.posts]
        column = [(far, u) for rank, far, u in order if rank > 0]
        column += [(effort(p, plan, u)[0][p.hex[u]], u) for u in armour if u not in plan.posts]
        rest = [u for _, u in sorted(column)]
    plan.queue = sorted(plan.out) + first + rest + [u for u in units if b.hq[u]] + [
        u for u in units if b.escorted[u] and u not in armour] + [u for u in units if b.gun[u] and not b.train[u]]


def garrison(p: Guadalajara, plan: Plan, line: list[int]) -> set[int]:
    """Who holds, and everybody on the last day, fills his villages before he thinks of attacks: with those who are
    nearest, as many as are needed and fit."""
    b = p.board
    found: set[int] = set()
    if not plan.style.garrison or (plan.attacks and p.turn < b.last_turn):
        return found
    for e, k in sorted([(e, k) for k, e in enumerate(plan.errands)], key=worthy):
        h = e.goal.h
        if not e.mine or e.need <= 0 or (plan.attacks and (e.need <= SOMEBODY or e.goal.value < SEED)):
            continue                     # an attacker looks back only where somebody comes for what counts
        near: list[tuple[int, int, int]] = []
        for u in line:
            if u not in found and b.open[b.nation[u]][h] and b.attack[u][p.steps[u]]:
                far = plan.field(p, h, gait(p, u), b.nation[u])[p.hex[u]]
                if far <= p.allowance(u):
                    near.append((far, -b.defence[u][p.steps[u]], u))
        room = STACK - sum([p.value(v) for v in p.stack_at(h) if v not in line])
        got = 0.0
        for far, less, u in sorted(near):
            if got >= e.need:
                break
            if p.value(u) <= room and (not far or h in Reach(p, u, budget(p, u), False, False).left):
                room -= p.value(u)
                got -= less
                found.add(u)
                plan.errand[u] = k
    return found


def worthy(errand: tuple[Errand, int]) -> tuple[float, int]:
    """The villages that decide first."""
    return -errand[0].goal.value, errand[1]


def dash(p: Guadalajara, plan: Plan, line: list[int], exploit: bool) -> set[int]:
    """[1.17a.1] Italians with trucks go for Brihuega while nobody has been there: it opens the way to all of them."""
    b = p.board
    found: set[int] = set()
    goal = plan.village(b.brihuega)
    if p.taken or goal < 0 or plan.side != NAT or p.top[b.brihuega] >= 0:
        return found
    places: dict[int, list[int]] = {}
    for u in line:
        if p.aboard[u] >= 0 and b.nation[u] == ITALIAN:
            plan.errand[u] = goal
            found.add(u)
        elif not exploit and b.nation[u] == ITALIAN and b.infantry[u] and p.wheels[NAT][p.hex[u]] and (
                not p.beside_enemy(NAT, p.hex[u])):
            places.setdefault(p.hex[u], []).append(u)
    for h in sorted(places):
        best = sorted([(-b.attack[u][p.steps[u]], u) for u in places[h]])
        for _, u in best[:p.wheels[NAT][h]]:
            plan.errand[u] = goal
            found.add(u)
    return found


def lane(p: Guadalajara, plan: Plan) -> set[int]:
    """[2.5] The road that those who race to Brihuega will take: nobody should stand in it."""
    b = p.board
    found: set[int] = set()
    if not plan.riders:
        return found
    almadrones = b.town["almadrones"]                # a garrison there bars the main road
    if p.holder(almadrones) == REP:
        far = field(p, NAT, b.brihuega, MOTOR, ITALIAN, True, almadrones)
    else:
        far = plan.field(p, b.brihuega, MOTOR, ITALIAN)
    for u in sorted(plan.riders):
        h = p.hex[u]
        while h != b.brihuega and far[h] < FAR:
            h = min(b.nb[h], key=far.__getitem__)
            if h in found:
                break
            found.add(h)
    return found


def sweepers(p: Guadalajara, plan: Plan, line: list[int]) -> set[int]:
    """[2.8c, 1.16a.4] On the first day some keep their hands free to ride down whoever bars the road to Brihuega."""
    b = p.board
    found: set[int] = set()
    if p.turn > 1 or not b.surprise:
        return found
    barred = [h for h in sorted({p.hex[u] for u in b.fighters[REP] if p.hex[u] >= 0})
              if h not in b.main_road and not plan.lane.isdisjoint([h, *b.nb[h]])]
    for t in barred:
        far = field(p, NAT, t, FOOT, ITALIAN)
        near = sorted([(far[p.hex[u]], u) for u in line if b.infantry[u] and u not in plan.riders and u not in found])
        for _, u in near[:SWEEPERS]:
            plan.errand[u] = plan.village(b.brihuega)
            found.add(u)
    return found


def claims(p: Guadalajara, plan: Plan, line: list[int], exploit: bool) -> set[int]:
    """Units that can walk into an enemy village this turn and have nothing better to do: one for each."""
    b = p.board
    found: set[int] = set()
    for k, e in enumerate(plan.errands):
        h = e.goal.h
        if e.mine or p.top[h] >= 0:
            continue
        near: list[tuple[bool, int, int]] = []
        for u in line:
            if u in found or not b.open[b.nation[u]][h] or plan.on_guard(p, u):
                continue
            if u in plan.seeds and plan.goals[plan.errand[u]].value > e.goal.value:
                continue                 # it is on its way to something better
            far = plan.field(p, h, gait(p, u), b.nation[u])[p.hex[u]]
            if far <= p.allowance(u):
                near.append((plan.errand.get(u, -1) != k, b.attack[u][p.steps[u]], u))
        near.sort()
        for _, _, u in near[:CANDIDATES]:
            if h in Reach(p, u, budget(p, u), False, exploit).left:
                found.add(u)
                plan.errand[u] = k
                break
    return found


def choose_unit(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Movement)
    units = [a.arg for a in acts if a.verb == "unit"]
    if plan.taken != p.taken:            # [1.17a.2] the way west is open: everything is to be thought over
        plan.rethink(p)
    if plan.queue is None:
        muster(p, side, plan, units, f.exploit)
    offered = set(units)
    for u in plan.again:                 # is the road clear by now?
        if u in offered and arrives(p, plan, u, route(p, plan, u, budget(p, u), False, f.exploit)):
            plan.again.remove(u)
            plan.queue = [u, *(plan.queue or [])]
            break
    while plan.queue or plan.again:
        if not plan.queue:
            plan.queue, plan.again = plan.again, []
        u = plan.queue.pop(0)
        if u not in offered:
            continue
        path = route(p, plan, u, budget(p, u), False, f.exploit)
        if f.exploit and p.aboard[u] >= 0 and u not in plan.held and not arrives(p, plan, u, path):
            plan.held.add(u)             # those on foot may clear the road
            plan.again.append(u)
            continue
        if plan.over < 0 and waits(p, plan, u, path) and Act("reserve", u) in acts:
            return Act("reserve", u)
        if path or plan.over >= 0 or u in plan.out or shifts_face(p, plan, u, f.exploit) or (
                p.aboard[u] >= 0 and walks(p, plan, u, f.exploit)):
            plan.mover = u
            plan.path = path
            return p.board.unit_acts[u]
    if PASS in acts:
        return PASS
    return acts[0]


def arrives(p: Guadalajara, plan: Plan, u: int, path: list[int]) -> bool:
    k = plan.errand.get(u, -1)
    return k >= 0 and bool(path) and path[-1] == plan.goals[k].h


def waits(p: Guadalajara, plan: Plan, u: int, path: list[int]) -> bool:
    """Whether a unit of an attacker whose way is blocked had better wait until the combats have opened it (1.13)."""
    k = plan.errand.get(u, -1)
    if not plan.attacks or k < 0 or plan.errands[k].mine or u in plan.prey or u in plan.takers:
        return False
    far = plan.field(p, plan.goals[k].h, FOOT, p.board.nation[u])
    here = far[p.hex[u]]
    there = far[path[-1]] if path else here
    return FAR > here > p.allowance(u) * BLOCKED > here - there


def march(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Move)
    units = group(f, p)
    u = units[0]
    if plan.mover != u:
        plan.mover = u
        plan.path = route(p, plan, u, purse(f, u), f.moved, f.exploit)
    alone = not f.moved and len(units) == 1
    if alone and MODE in acts and shifts_face(p, plan, u, f.exploit):
        plan.mover = -1                  # another face, other ways
        return MODE
    if alone and not f.exploit and boards(p, plan, u):
        for a in acts:
            if a.verb == "load":
                plan.mover = -1          # other ways on wheels
                return a
    if not f.moved:
        for v in plan.group:
            if Act("with", v) in acts:
                return Act("with", v)
    if plan.path:
        act = p.board.hex_acts[plan.path[0]]
        if act in acts:
            plan.path.pop(0)
            return act
    elif plan.over >= 0:
        storm = Act("overrun", plan.over)
        if storm in acts:
            plan.over = -1
            plan.mover = -1              # and on from there
            return storm
    if u in plan.out and EXIT in acts:
        return EXIT
    if not f.moved and (plan.path or plan.over >= 0):
        for a in acts:
            if a.verb == "with" and p.board.escorted[a.arg]:
                return a                 # nobody leaves armour alone
    plan.over = -1
    if UNLOAD in acts and walks(p, plan, u, f.exploit):
        return UNLOAD
    if STOP in acts:
        return STOP
    return onward(p, plan, u, acts)


def onward(p: Guadalajara, plan: Plan, u: int, acts: list[Act]) -> Act:
    """Where a unit goes that may not stay where it is: to room, and near."""
    for a in acts:
        if a.verb == "hex" and not p.room([u], a.arg):
            return a
    return acts[0]


# -- where a unit goes


def route(p: Guadalajara, plan: Plan, u: int, left: int, moved: bool, exploit: bool) -> list[int]:
    b = p.board
    if b.train[u]:
        return []
    reach = Reach(p, u, left, moved, exploit)
    here = p.hex[u]
    plan.over = -1
    plan.group = []
    if u in plan.out:
        return reach.path(b.exit_hex) if b.exit_hex in reach.left else []
    if plan.sentry(p, u) and here == plan.goals[plan.errand[u]].h:
        return []
    if u in plan.takers:
        h = plan.goals[plan.errand[u]].h
        if h in reach.left and h != here and not p.room([u], h):
            return reach.path(h)
    if plan.style.packs and u not in plan.prey and not plan.sentry(p, u):
        raid = overrun(p, plan, u, reach, moved, exploit)
        if raid is not None:
            plan.over = raid.t
            plan.group = raid.units
            return reach.path(raid.a)
    if b.escorted[u]:
        best = beside_friends(p, plan, u, reach)
    elif b.gun[u]:
        best = firing_place(p, plan, u, reach)
    elif b.hq[u]:
        best = headquarters(p, plan, u, reach)
    else:
        best = destination(p, plan, u, reach, exploit)
    return reach.path(best) if best != here else []


ANSWERS: Final = {"ChooseUnit": choose_unit, "March": march}
