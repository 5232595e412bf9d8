"""Where computer players put units: battalions on their way, armour with company, guns and headquarters behind."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.odds import dread
from frente.games.guadalajara.captain.plan import PACE, Plan
from frente.games.guadalajara.captain.survey import FAR, Reach, defence_at, gait
from frente.games.guadalajara.captain.trucks import ride
from frente.games.guadalajara.rules.ch01_handling import HANDLING
from frente.games.guadalajara.state.board import FOOT, ITALIAN, MP, NAT, STACK
from frente.games.guadalajara.state.position import Guadalajara

OFF_PLAN: Final = 99.0                   # a hex over the stacking limit
TOUCH: Final = 4.0                       # movement points that touching an enemy costs on the first day
LANE: Final = 2.0                        # movement points that standing in the way of the trucks costs
ASIDE: Final = 1.0                       # and standing in any road, for Italians (2.5)
IDLE: Final = 15.0                       # price of company that does not fight, for armour
ALONE: Final = 4.0                       # price of a place without a battalion, for guns
BEHIND: Final = 2.0                      # movement points that guns stay behind the foremost battalion


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
    far = plan.field(p, plan.goals[k].h, gait(p, u), b.nation[u])
    best = here
    least = 1e9
    goal = plan.goals[k].h
    fear = plan.fear * (1.0 + dread(p, [u]))
    clear = b.nation[u] == ITALIAN and not exploit and p.turn > 1 and plan.attacks
    eve = p.turn == 1 and b.surprise and not exploit and plan.side == NAT
    for h in sorted(reach.left):
        if far[h] >= FAR or (h != here and p.room([u], h)):
            continue
        cost = far[h] / MP
        if h != goal or u not in plan.kept:          # whoever has to hold a village stands in it
            cost += fear * danger(p, plan, u, h)
        if p.aboard[u] < 0 and (h in plan.lane or (clear and b.has_road[h] and h != goal)):
            cost += LANE if h in plan.lane else ASIDE
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
    """Armour and engineers: with those whose attack they help, else the most forward stack."""
    b = p.board
    post = plan.posts.get(u, -1)
    if post in reach.left and (post == p.hex[u] or (p.top[post] >= 0 and not p.room([u], post))):
        return post
    best = p.hex[u]
    most = -1e9
    far, _ = effort(p, plan, u)
    for h in sorted(reach.left):
        if h != p.hex[u] and (p.top[h] < 0 or p.room([u], h)):
            continue
        value = -far[h] / MP
        if not any(b.attack[v][p.steps[v]] for v in p.stack_at(h)):
            value -= IDLE                # nobody there to attack with
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
        if p.board.has_road[h]:
            cost += 5.0                  # [2.5] roads are for those who march
        if not any(p.board.infantry[v] for v in p.stack_at(h)):
            cost += ALONE                # the first battalion that comes by would have them
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


def shifts_face(p: Guadalajara, plan: Plan, u: int, exploit: bool) -> bool:
    """Guns go over to fire when an enemy is in range, and to march when none is."""
    b = p.board
    if not b.two_faced[u] or exploit:
        return False
    return has_target(p, plan, u) == (p.face[u] == 1)
