"""The way out by 1.07: nine Italian battalions that leave by it win the campaign at once if the main road is free."""
from __future__ import annotations

from frente.games.guadalajara.captain.plan import PACE, Plan
from frente.games.guadalajara.captain.survey import Reach, field
from frente.games.guadalajara.rules.ch01_move import budget
from frente.games.guadalajara.rules.victory import road_free
from frente.games.guadalajara.state.board import FOOT, ITALIAN, NAT
from frente.games.guadalajara.state.position import Guadalajara


def near_the_way_out(p: Guadalajara, turns: int) -> list[int]:
    """[scn.1.vp.5] Italian battalions that could be there in so many turns, the nearest first."""
    b = p.board
    if b.scenario != 1 or not p.taken:   # [1.17a.1]
        return []
    far = field(p, NAT, b.exit_hex, FOOT, ITALIAN)
    near = [(far[p.hex[u]], u) for u in b.fighters[NAT] if p.hex[u] >= 0 and b.nation[u] == ITALIAN and b.infantry[u]]
    return [u for gone, u in sorted(near) if gone <= turns * PACE]


def leavers(p: Guadalajara, plan: Plan, line: list[int]) -> set[int]:
    """[scn.1.vp.5, R116] As many as are wanting, if all of them can be gone before the enemy moves; else nobody."""
    b = p.board
    need = b.exits_needed - p.exited
    if plan.side != NAT or not road_free(p):
        return set()
    found: list[int] = []
    for u in near_the_way_out(p, 1):
        alone = not any(b.escorted[v] for v in p.stack_at(p.hex[u]))         # nobody leaves armour alone
        if len(found) < need and u in line and alone and p.aboard[u] < 0:
            left = Reach(p, u, budget(p, u), False, False).left
            if left.get(b.exit_hex, -1) >= b.leave[p.moves_as(u)][b.exit_hex]:
                found.append(u)
    return set(found) if len(found) == need else set()
