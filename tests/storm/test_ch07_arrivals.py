"""[7, 3.2] Arrivals for which there is not room enough: who comes first."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.storm import GAME
from frente.games.storm.rules.ch07_reinforcements import Placing
from frente.games.storm.show.knowledge import facts
from frente.games.storm.state.board import REP
from frente.games.storm.state.position import AWAITED, Storm
from frente.kernel.views import SeatView
from tests.storm.lay import args, empty, fill, offered, play, rules, run, unit, where


def crowd(free: int, *names: str) -> Storm:
    """Madrid with so many places left, and units that arrive there."""
    p = empty(turn=4)
    for name in names:
        p.at[unit(p, name)] = AWAITED
    fill(p, "AA", REP, 10 - free)
    return run(p, Placing(REP, [unit(p, name) for name in names]))


@pytest.mark.rule("7b", "3.2c")
def test_the_owner_decides_who_takes_the_last_places_of_an_area() -> None:
    p = crowd(2, "r-bm3", "r-campesino", "r-graficas")
    assert set(offered(p)) == {"unit:r-bm3", "unit:r-campesino", "unit:r-graficas"}
    assert rules(p, "area:AA") == ["7b"], "first who, then where"
    play(p, "unit:r-graficas")
    assert where(p, "r-graficas") == "AA"
    assert set(args(p, "unit")) == {"r-bm3", "r-campesino"}
    assert rules(p, "unit:r-bueno") == ["7b"], "it does not arrive now"
    play(p, "unit:r-campesino")
    assert where(p, "r-campesino") == "AA"
    assert "AA" not in args(p, "area"), "the last one goes to the nearest open area"
    assert rules(p, "unit:r-bm3") == ["7b"]


@pytest.mark.rule("7b")
def test_where_there_is_room_for_all_nobody_is_asked_who_comes_first() -> None:
    p = crowd(3, "r-bm3", "r-campesino", "r-graficas")
    assert p.choices() == {}
    assert {where(p, name) for name in ("r-bm3", "r-campesino", "r-graficas")} == {"AA"}
    q = crowd(1, "r-bueno", "r-bm3")
    assert (where(q, "r-bueno"), where(q, "r-bm3")) == ("HH", "AA"), "they arrive in different areas"


@pytest.mark.rule("7b")
def test_a_unit_with_a_choice_of_areas_competes_for_the_crowded_one_too() -> None:
    p = crowd(1, "r-bm3", "r-enciso")                        # AA; CC or AA
    play(p, "unit:r-enciso")
    assert set(args(p, "area")) == {"AA", "CC"}
    play(p, "area:CC")
    assert where(p, "r-bm3") == "AA"
    q = crowd(1, "r-bm3", "r-enciso")
    play(q, "unit:r-enciso", "area:AA")
    assert "AA" not in args(q, "area")


def test_the_page_is_told_which_unit_arrives_only_when_that_is_settled() -> None:
    p = crowd(1, "r-bm3", "r-enciso")
    assert "unit" not in facts(p)
    play(p, "unit:r-enciso")
    assert (facts(p)["unit"], facts(p)["waiting"]) == ("r-enciso", 2)


def test_the_computer_gives_the_last_places_to_its_best_units() -> None:
    p = crowd(1, "r-graficas", "r-campesino")
    act = opponent("captain", GAME).choose(SeatView(GAME, p, REP), Random(1))
    assert p.board.uid[act.arg] == "r-campesino"
