"""Overruns of computer players: weak stacks in the way are ridden down in the middle of a move."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.games.guadalajara.captain.odds import prospect, strength
from frente.games.guadalajara.captain.plan import DETOUR, Plan, Way
from frente.games.guadalajara.captain.survey import Reach
from frente.games.guadalajara.rules.ch01_move import panicked, static
from frente.games.guadalajara.rules.ch01_overrun import OVERRUN_GROUND, OVERRUN_WHEELS
from frente.games.guadalajara.rules.ch01_steps import ZOC
from frente.games.guadalajara.state.board import FOOT, MP
from frente.games.guadalajara.state.position import ASTRAY, DG, IN_ZOC, MOVED, RELEASED, RESERVE, Guadalajara

SURE: Final = 0.65                       # least chance to empty the hex: a failed overrun ends the move
CHANCE: Final = 0.4                      # and where no regular attack can follow


class Overrun(NamedTuple):
    """A hex to be overrun, from where, and who goes along."""

    value: float
    t: int
    a: int
    units: list[int]


def may(p: Guadalajara, u: int, exploit: bool) -> bool:
    b = p.board
    bad = DG | ASTRAY | MOVED | (0 if p.opt.overrun_from_zoc else IN_ZOC)
    if p.hex[u] < 0 or p.state[u] & bad or p.aboard[u] >= 0 or panicked(p, u) or static(p, u):
        return False
    if (exploit and not p.state[u] & RELEASED) or (not exploit and p.state[u] & RESERVE):
        return False
    return bool(b.attack[u][p.steps[u]]) and not b.gun[u] and not b.hq[u]


def overrun(p: Guadalajara, plan: Plan, u: int, reach: Reach, moved: bool, exploit: bool) -> Overrun | None:
    """The best overrun a unit can make, alone or with those of its stack."""
    b = p.board
    if not may(p, u, exploit):
        return None
    side = plan.side
    kind = p.moves_as(u)
    flat = 2 * MP if kind == FOOT else OVERRUN_WHEELS
    company: list[int] = []
    if not moved:
        company = [v for v in p.stack_at(p.hex[u]) if v != u and b.nation[v] == b.nation[u] and may(p, v, exploit)
                   and p.moves_as(v) == kind and p.allowance(v) >= p.allowance(u) and p.began[v] == p.began[u]
                   and v not in plan.prey]
    way = Way(p, plan, u, reach)
    best: Overrun | None = None
    for a, left in sorted(reach.left.items()):
        if left < flat + (ZOC if p.zone[1 - side][a] else 0) or (a != reach.start and p.room([u], a)):
            continue
        near = b.nb[a]
        for i in range(len(near)):
            t = near[i]
            if p.holder(t) != 1 - side or b.storm[a][i] > OVERRUN_GROUND or not b.open[b.nation[u]][t]:
                continue
            if not b.cost[kind][a][i]:
                continue
            found = storming(p, plan, u, company, a, t, exploit, DETOUR * way.aside(t, t))
            if found is not None and (best is None or found.value > best.value + 0.05):
                best = found
    return best


def storming(p: Guadalajara, plan: Plan, u: int, company: list[int], a: int, t: int,
             exploit: bool, aside: float) -> Overrun | None:
    """As few units as make it safe; aside: what leaving its way for it costs each of them."""
    prize = plan.prize(p, t)
    units = [u]
    power = strength(p, u, a, t)
    best: Overrun | None = None
    for v in [-1, *company]:
        if v >= 0:
            units.append(v)
            power += strength(p, v, a, t)
            if a != p.hex[u] and p.room(units, a):
                break
        seen = prospect(p, plan.side, t, units, power, prize)
        worth = seen.value - aside * len(units)
        if worth > plan.style.bold and (seen.cleared >= SURE or (
                (exploit or plan.attacks) and seen.cleared >= CHANCE)):
            value = worth - 0.1 * len(units)
            if best is None or value > best.value:
                best = Overrun(value, t, a, units[1:])
            if seen.cleared >= SURE:
                break
    return best
