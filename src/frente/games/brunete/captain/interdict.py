"""Interdiction: the road by which the enemy would come to a goal that is held too weakly, closed from the air (8.2)."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.plan import Plan
from frente.games.brunete.captain.survey import Treks
from frente.games.brunete.rules.ch09_movement import NORMAL
from frente.games.brunete.state.board import GARRISON
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side

GOALS: Final = 2                         # that are looked at, the dearest first
AROUND: Final = 2                        # hexes round a goal in which a marker can lie


def barred_road(p: Brunete, side: Side, plan: Plan) -> tuple[float, int]:
    """What the best marker saves, and its hex."""
    survey = plan.survey()
    goals = [(-g.value, g.hex) for g in plan.outlook().keep if survey.threat[g.hex] > 0.0]
    best = 0.0
    where = -1
    for value, h in sorted(goals)[:GOALS]:
        coming = [u for u in p.board.of[1 - side] if comes(p, survey.treks, u, h)]
        if all(p.board.distance(p.hex[u], h) <= AROUND for u in coming):
            continue                     # nobody keeps them out
        before = risk(p, plan, h, coming)
        for m in markers(p, side, h):
            q = p.clone()
            q.interdiction[side].append(m)
            treks = Treks(q)
            saved = -value * (before - risk(q, plan, h, [u for u in coming if comes(q, treks, u, h)]))
            if saved > best:
                best, where = saved, m
    return best, where


def markers(p: Brunete, side: Side, h: int) -> list[int]:
    """Hexes of roads and paths before a goal that no marker lies on: they cost a movement point and the road bonus."""
    b = p.board
    near = [x for x in range(b.size) if b.distance(x, h) <= AROUND and b.routed[x]]
    return [x for x in near if x not in p.interdiction[side] and (p.top[x] < 0 or b.side[p.top[x]] == side)]


def comes(p: Brunete, treks: Treks, u: int, h: int) -> bool:
    """Whether an enemy unit can be in a goal in its next move, or beside it."""
    b = p.board
    if p.hex[u] < 0 or b.type[u] == GARRISON or (b.frozen[u] and not p.released):
        return False
    ends = treks.on_map(u, NORMAL).ends
    return any(x in ends for x in (h, *b.nb[h]))


def risk(p: Brunete, plan: Plan, h: int, coming: list[int]) -> float:
    """Chance that a goal is lost to those who come, roughly: for certain where nobody stands in it."""
    power = sum([max(1, p.combat_factor(u)) for u in coming])
    guard = plan.w["line.garrison"] * sum([p.defence_factor(u) for u in p.stack_at(h)])
    return power / (power + guard) if power else 0.0
