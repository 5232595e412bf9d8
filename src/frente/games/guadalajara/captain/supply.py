"""Headquarters of computer players: where they feed most of those who need it."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.places import LANE, OFF_PLAN, crowd, effort
from frente.games.guadalajara.captain.plan import DECISIVE, Plan
from frente.games.guadalajara.captain.stance import short
from frente.games.guadalajara.captain.survey import Reach
from frente.games.guadalajara.rules.ch01_supply import closed, direct, hq_range
from frente.games.guadalajara.state.board import FOOT, INDEPENDENT, ITALIAN, MP, NAT, STACK
from frente.games.guadalajara.state.position import Guadalajara
from frente.kit.scs.ground import steps

CLOSE: Final = 0.5                       # what a movement point behind the foremost battalion costs a headquarters
GARRISON: Final = 1.6                    # need of those who hold a village that somebody may come for
KEY: Final = 6.0                         # and of those who hold one that decides the scenario
LEAD: Final = 4.0                        # movement points behind the spearhead that halve the need of supply
FED: Final = 4.0                         # worth of feeding a unit in full need
ROAD: Final = 1.0                        # price of standing in the road
LOST: Final = 20.0                       # price of standing alone where the enemy can come
LOOK: Final = 25                         # hexes whose traces are reckoned out


def need_of_supply(p: Guadalajara, plan: Plan, v: int) -> float:
    """The spearhead before the rear, fighters before guns."""
    b = p.board
    if b.near_line[p.hex[v]]:
        return 0.05                      # [1.6b.2] needs no headquarters
    k = plan.errand.get(v, -1)
    if k < 0 or plan.errands[k].mine:
        if k >= 0 and p.hex[v] == plan.goals[k].h and plan.errands[k].need > 0:
            return KEY if short(p) and plan.goals[k].value >= DECISIVE else GARRISON
        return 0.3 if b.attack[v][p.steps[v]] else 0.1
    if v in plan.prey:
        return 1.0
    return LEAD / (LEAD + plan.field(p, plan.goals[k].h, FOOT, b.nation[v])[p.hex[v]] / MP)


def headquarters(p: Guadalajara, plan: Plan, u: int, reach: Reach) -> int:
    """A headquarters: within range of as many of those it feeds as it can, the spearhead first, and behind them."""
    b = p.board
    fed: list[tuple[int, float]] = []
    for v in b.fighters[plan.side]:
        if p.hex[v] >= 0 and v != u and b.nation[v] == b.nation[u] and b.division[v] in (INDEPENDENT, b.division[u]):
            t = plan.prey.get(v, -1)     # whoever takes a village stays in it
            fed.append((t if t >= 0 and b.vp[t] else p.hex[v], need_of_supply(p, plan, v)))
    span = hq_range(p, u)
    far, front = effort(p, plan, u)
    found: list[tuple[float, float, int]] = []
    for h in sorted(reach.left):
        if h != p.hex[u] and p.room([u], h):
            continue
        value = -plan.threat[h] / 5 - CLOSE * max(0, far[h] - front) / MP
        if h in plan.lane:
            value -= LANE
        elif b.has_road[h]:
            value -= ROAD                # [2.5]
        if p.beside_enemy(plan.side, h):
            value -= 10.0
        elif p.top[h] < 0 and plan.threat[h]:
            value -= LOST                # to whoever comes by
        if h == p.hex[u] and crowd(p, h) > STACK:
            value -= OFF_PLAN
        near = 0.0
        for x, weight in fed:
            d = b.distance(h, x)
            near += weight * (FED if d <= span else -0.3 * (d - span))
        found.append((value + near, value, h))
    found.sort(reverse=True)
    if plan.side != NAT or b.nation[u] != ITALIAN:
        return found[0][2]
    bars = closed(p, NAT)
    best = found[0][2]
    most = -1e9
    for _, value, h in found[:LOOK]:
        if not direct(p, ITALIAN, h):
            value -= OFF_PLAN            # [1.6b.1] it feeds nobody if nobody feeds it
        trace = steps(b.nb, h, bars, span)
        for x, weight in fed:
            if x == h or min(trace[n] for n in b.nb[x]) + 1 <= span:
                value += weight * FED
            else:
                value -= weight * 0.3 * max(0, b.distance(h, x) - span)
        if value > most:
            best, most = h, value
    return best
