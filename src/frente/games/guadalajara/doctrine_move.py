"""Movement of computer players: who goes next, and where to."""
from __future__ import annotations

from typing import Final

from frente.flow import PASS, Act, Side
from frente.games.guadalajara.board import FOOT, MOTOR, MP, NAT, STACK
from frente.games.guadalajara.ch01_handling import HANDLING, MODE, UNLOAD
from frente.games.guadalajara.ch01_move import Move, Movement, budget, group, purse
from frente.games.guadalajara.ch01_movement import STOP
from frente.games.guadalajara.doctrine_overrun import overrun
from frente.games.guadalajara.doctrine_pack import pack
from frente.games.guadalajara.doctrine_plan import PACE, Plan
from frente.games.guadalajara.doctrine_survey import FAR, Reach, defence_at
from frente.games.guadalajara.doctrine_trucks import boards, ride, walks
from frente.games.guadalajara.position import Guadalajara

OFF_PLAN: Final = 99.0
CANDIDATES: Final = 4                    # units that are looked at for an empty village
TOUCH: Final = 4.0                       # movement points that touching an enemy costs on the first day
CLOSE: Final = 0.5                       # what a movement point behind the foremost battalion costs a headquarters
LEAD: Final = 4.0                        # movement points behind the spearhead that halve the need of supply
BEHIND: Final = 2.0                      # movement points that guns stay behind the foremost battalion


# -- the phase


def muster(p: Guadalajara, side: Side, plan: Plan, units: list[int], exploit: bool) -> None:
    """The order of march: the line from the front to the rear, headquarters before armour and guns fill the roads."""
    b = p.board
    line = [u for u in units if not b.escorted[u] and not b.gun[u] and not b.hq[u]]
    plan.assign(p, line)
    plan.takers = claims(p, plan, line, exploit)
    if plan.style.packs and not exploit:
        pack(p, side, plan, [u for u in line if u not in plan.takers])
    order: list[tuple[int, int, int]] = []
    for u in line:
        k = plan.errand.get(u, -1)
        far = plan.field(p, plan.goals[k].h, FOOT, b.nation[u])[p.hex[u]] if k >= 0 else FAR
        opens = k >= 0 and plan.goals[k].h == b.brihuega and not p.taken     # [1.17a.1]
        first = opens or u in plan.posts or u in plan.takers
        order.append((0 if first else 1, far, u))
    order.sort()
    plan.queue = [u for _, _, u in order] + [u for u in units if b.hq[u]] + [u for u in units if b.escorted[u]] + [
        u for u in units if b.gun[u] and not b.train[u]]


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
            far = plan.field(p, h, FOOT if p.moves_as(u) != MOTOR else MOTOR, b.nation[u])[p.hex[u]]
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
    f = p.stack[-1]
    assert isinstance(f, Movement)
    units = [a.arg for a in acts if a.verb == "unit"]
    if plan.taken != p.taken:            # [1.17a.2] the way west is open: everything is to be thought over
        plan.rethink(p)
    if plan.queue is None:
        muster(p, side, plan, units, f.exploit)
    offered = set(units)
    while plan.queue:
        u = plan.queue.pop(0)
        if u not in offered:
            continue
        path = route(p, plan, u, budget(p, u), False, f.exploit)
        if path or plan.over >= 0 or shifts_face(p, plan, u, f.exploit) or (p.aboard[u] >= 0 and walks(p, plan, u)):
            plan.mover = u
            plan.path = path
            return p.board.unit_acts[u]
        if not plan.queue and plan.again:
            plan.queue, plan.again = plan.again, []
    if PASS in acts:
        return PASS
    return acts[0]


def march(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.stack[-1]
    assert isinstance(f, Move)
    units = group(f, p)
    u = units[0]
    if plan.mover != u:
        plan.mover = u
        plan.path = route(p, plan, u, purse(f, u), f.moved, f.exploit)
    if not f.moved and MODE in acts and shifts_face(p, plan, u, f.exploit):
        plan.mover = -1                  # another face, other ways
        return MODE
    if not f.moved and not f.exploit and boards(p, plan, u):
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
        if not f.moved:
            for a in acts:
                if a.verb == "with" and p.board.escorted[a.arg]:
                    return a             # nobody leaves armour alone
    elif plan.over >= 0:
        storm = Act("overrun", plan.over)
        plan.over = -1
        if storm in acts:
            plan.mover = -1              # and on from there
            return storm
    if UNLOAD in acts and walks(p, plan, u):
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
    if u in plan.takers:
        h = plan.goals[plan.errand[u]].h
        if h in reach.left and h != here and not p.room([u], h):
            return reach.path(h)
    if plan.style.packs and u not in plan.prey:
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


def crowd(p: Guadalajara, h: int) -> int:
    total = 0
    v = p.top[h]
    while v >= 0:
        total += p.value(v)
        v = p.below[v]
    return total


def destination(p: Guadalajara, plan: Plan, u: int, reach: Reach, exploit: bool) -> int:
    """For a unit of the line: its post beside the hex it attacks, or a place on the way to its goal."""
    b = p.board
    here = p.hex[u]
    if not exploit and u in plan.prey:
        t = plan.prey[u]
        n = plan.posts[u]
        if n in reach.left and (n == here or not p.room([u], n)):
            return n
        other = [x for x in b.nb[t] if x in reach.left and (x == here or not p.room([u], x))]
        if other:
            return other[0]
    k = plan.errand.get(u, -1)
    if k < 0:
        k = plan.nearest(p, u)
        if k < 0:
            return here
    kind = FOOT if p.moves_as(u) != MOTOR else MOTOR
    far = plan.field(p, plan.goals[k].h, kind, b.nation[u])
    best = here
    least = 1e9
    eve = p.turn == 1 and b.surprise and not exploit and plan.side == NAT
    for h in sorted(reach.left):
        if far[h] >= FAR or (h != here and p.room([u], h)):
            continue
        cost = far[h] / MP + plan.fear * danger(p, plan, u, h)
        if eve and h != here and p.beside_enemy(plan.side, h):
            cost += TOUCH                # [2.8c] who touches nobody goes on in the Exploitation Phase
        if p.aboard[u] >= 0:
            cost = PACE / MP * min(ride(p, plan, u, h, reach.left[h]))
            if reach.left[h] < HANDLING:
                cost += plan.threat[h]   # nobody wants to be caught on his truck
        if h == here and crowd(p, h) > STACK:
            cost += OFF_PLAN             # over the limit: somebody has to go
        if cost < least:
            best, least = h, cost
    return best


def danger(p: Guadalajara, plan: Plan, u: int, h: int) -> float:
    """How much too strong the enemy is for what would stand in a hex, in movement points."""
    threat = plan.threat[h]
    if not threat:
        return 0.0
    units = [v for v in p.stack_at(h) if v != u]
    units.append(u)
    odds = threat / max(1.0, defence_at(p, units, h))
    return min(3.0, max(0.0, odds - 1.0))


def beside_friends(p: Guadalajara, plan: Plan, u: int, reach: Reach) -> int:
    """Armour and engineers: the stack that has most to attack, else the most forward one."""
    b = p.board
    prey = {n: t for v, t in plan.prey.items() for n in [p.hex[v]] if n >= 0 and t in b.nbset[n]}
    best = p.hex[u]
    most = -1e9
    far, _ = effort(p, plan, u)
    for h in sorted(reach.left):
        if h != p.hex[u] and (p.top[h] < 0 or p.room([u], h)):
            continue
        value = -far[h] / MP
        if h in prey:
            value += 10.0 + plan.prize(p, prey[h])
        if value > most:
            best, most = h, value
    return best


def far_from_goals(p: Guadalajara, plan: Plan, h: int, nation: int) -> float:
    """Points to the most inviting goal, in movement points, less what it is worth."""
    least = 99.0
    for e in plan.errands:
        if not e.mine or e.need > 0:
            far = plan.field(p, e.goal.h, FOOT, nation)[h]
            if far < FAR:
                least = min(least, far / MP - 2 * plan.value(p, e.goal, nation))
    return least


def effort(p: Guadalajara, plan: Plan, u: int) -> tuple[list[int], int]:
    """Distances to the main goal of a unit's division, or of all, and how far the foremost battalion is from it."""
    b = p.board
    mine = [v for v in b.fighters[plan.side] if v in plan.errand and p.hex[v] >= 0 and b.nation[v] == b.nation[u]]
    mine = [v for v in mine if b.division[v] == b.division[u]] or mine
    attacking = [v for v in mine if not plan.errands[plan.errand[v]].mine] or mine
    if not attacking:
        return [0] * b.size, 0
    weight: dict[int, float] = {}
    for v in attacking:
        k = plan.errand[v]
        weight[k] = weight.get(k, 0.0) + plan.value(p, plan.goals[k], b.nation[u])
    best = max(sorted(weight), key=weight.__getitem__)
    far = plan.field(p, plan.goals[best].h, FOOT, b.nation[u])
    return far, min(far[p.hex[v]] for v in attacking if plan.errand[v] == best)


def need_of_supply(p: Guadalajara, plan: Plan, v: int) -> float:
    """The spearhead before the rear, fighters before guns."""
    b = p.board
    k = plan.errand.get(v, -1)
    if k < 0 or plan.errands[k].mine:
        return 0.15 if b.attack[v][p.steps[v]] else 0.05
    return LEAD / (LEAD + plan.field(p, plan.goals[k].h, FOOT, b.nation[v])[p.hex[v]] / MP)


def firing_place(p: Guadalajara, plan: Plan, u: int, reach: Reach) -> int:
    """Guns: where they can fire they stay; else they follow the line to its goals and keep out of the enemy's way."""
    here = p.hex[u]
    if p.face[u] == 0 and has_target(p, plan, u) and crowd(p, here) <= STACK:
        return here
    best = here
    least = 1e9
    far, front = effort(p, plan, u)
    for h in sorted(reach.left):
        if h != here and p.room([u], h):
            continue
        cost = abs((far[h] - front) / MP - BEHIND) + plan.threat[h] / 4
        if p.beside_enemy(plan.side, h):
            cost += 6.0
        if p.board.has_road[h] and h != here:
            cost += 1.5                  # roads are for those who march
        if p.top[h] >= 0 and h != here:
            cost -= 1.0
        if h == here and crowd(p, h) > STACK:
            cost += OFF_PLAN
        if cost < least:
            best, least = h, cost
    return best


def has_target(p: Guadalajara, plan: Plan, u: int) -> bool:
    """Whether a gun has an enemy in range that somebody can see."""
    b = p.board
    for v in b.fighters[1 - plan.side]:
        t = p.hex[v]
        if t >= 0 and b.open[b.nation[u]][t] and b.distance(p.hex[u], t) <= b.range[u][0] and p.beside_enemy(
                1 - plan.side, t):
            return True
    return False


def headquarters(p: Guadalajara, plan: Plan, u: int, reach: Reach) -> int:
    """A headquarters: within range of as many of its units as it can, behind them."""
    b = p.board
    mine = [p.hex[v] for v in b.fighters[plan.side] if p.hex[v] >= 0 and v != u
            and (b.division[v] == b.division[u] or not b.division[v]) and b.nation[v] == b.nation[u]]
    own = [(p.hex[v], need_of_supply(p, plan, v)) for v in b.fighters[plan.side]
           if p.hex[v] >= 0 and v != u and b.division[v] == b.division[u]]
    span = b.hq_range[u] - 1
    best = p.hex[u]
    most = -1e9
    far, front = effort(p, plan, u)
    for h in sorted(reach.left):
        if h != p.hex[u] and p.room([u], h):
            continue
        value = -plan.threat[h] / 5 - CLOSE * max(0, far[h] - front) / MP
        if p.beside_enemy(plan.side, h):
            value -= 10.0
        for x, weight in own:
            d = b.distance(h, x)
            value += weight * (3.0 - d * 0.25 if d <= span else -0.3 * (d - span))
        for x in mine:
            value += 0.3 if b.distance(h, x) <= span else 0.0
        if h == p.hex[u] and crowd(p, h) > STACK:
            value -= OFF_PLAN
        if value > most:
            best, most = h, value
    return best


def shifts_face(p: Guadalajara, plan: Plan, u: int, exploit: bool) -> bool:
    """Guns go over to fire when an enemy is in range, and to march when none is."""
    b = p.board
    if not b.two_faced[u] or exploit:
        return False
    return has_target(p, plan, u) == (p.face[u] == 1)


ANSWERS: Final = {"ChooseUnit": choose_unit, "March": march}
