"""The captain of the Republic and the roads to Madrid: an area into which the enemy can walk is as good as lost."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.storm import GAME
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, PASS
from frente.kernel.views import SeatView
from tests.storm.lay import area, empty, impulses, own, put, question


def beside(road: str, foe: str, scenario: str, turn: int, guarded: bool) -> Storm:
    """Two Nationalist units beside a road area, five Republican ones in and before Madrid, and perhaps one in it."""
    p = empty(scenario, turn=turn)
    p.rivers_open = True
    p.sp = [4, 4]
    own(p, NAT, "D", foe)
    put(p, foe, "n-leg-1", "n-caz-serrallo")
    put(p, "KK", "r-bernal", "r-presid", "r-leones")
    put(p, "AA", "r-asalto", "r-ib11a")
    if guarded:
        put(p, road, "r-libertad")
    return impulses(p, REP, bystanders=False)


def all_impulses(p: Storm) -> Storm:
    """Those of the Republic; the Nationalist passes."""
    captain = opponent("captain", GAME)
    rng = Random(1)
    turn = p.turn
    while p.turn == turn and p.choices() and any(type(f).__name__ == "Impulses" for f in p.stack):
        side = min(p.choices())
        if side == CHANCE:
            p.apply(side, rng.choice(p.choices()[side]))
        elif side == NAT and question(p) == "Declare" and PASS in p.choices()[side]:
            p.apply(side, PASS)
        else:
            p.apply(side, captain.choose(SeatView(GAME, p, side), rng))
    return p


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize(("road", "foe", "scenario", "turn"), [
    ("X", "JJ", "corunna", 12), ("X", "JJ", "campaign", 8), ("T", "CC", "corunna", 12)])
def test_no_road_is_left_empty_beside_the_enemy_while_there_are_units_to_hold_it(
        road: str, foe: str, scenario: str, turn: int, guarded: bool) -> None:
    p = all_impulses(beside(road, foe, scenario, turn, guarded))
    assert p.n[area(p, road)] > 0        # of the Republic's units


def test_madrid_is_not_left_empty_beside_the_enemy() -> None:
    p = empty("campaign", turn=8)
    p.rivers_open = True
    own(p, NAT, "D", "KK")
    put(p, "KK", "n-leg-1", "n-caz-serrallo")
    put(p, "AA", "r-asalto", "r-ib11a")
    put(p, "W", "r-bernal")
    impulses(p, REP, bystanders=False)
    assert all_impulses(p).n[p.board.madrid] > 0
