"""[6.2, 9.2] Reinforcements whose printed hex has not room for all of them: who enters first."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.tscw import GAME
from frente.games.tscw.show.knowledge import facts
from frente.games.tscw.state.position import Tscw
from frente.kernel.views import SeatView
from tests.tscw.lay import NAT, REP, administration, args, empty, offered, play, put, question, rules, wait, where


def madrid(room: int, *names: str) -> Tscw:
    """Madrid with room for so many divisions, and units that enter there."""
    p = empty(turn=9)
    put(p, "2712", *("r-div11", "r-div12", "r-div13", "r-div14", "r-div23", "r-div32")[:6 - room])
    wait(p, *names)
    return administration(p, REP)


@pytest.mark.rule("6.2b", "9.2a")
def test_the_owner_decides_who_enters_in_the_printed_hex_when_it_fills_up() -> None:
    p = madrid(1, "r-div7", "r-div8", "r-cav2")
    assert (question(p), set(offered(p))) == ("PlaceReinforcements", {"unit:r-div7", "unit:r-div8", "unit:r-cav2"})
    assert "unit" not in facts(p, REP, set())
    assert rules(p, "hex:2712") == ["6.2b"], "first who, then where"
    play(p, "unit:r-div8")
    assert where(p, "r-div8") == "2712"
    assert facts(p, REP, set())["unit"] == "r-div7"
    assert "2712" not in args(p, "hex"), "the others enter near by"
    assert rules(p, "unit:r-cav2") == ["6.2b"]


@pytest.mark.rule("6.2b", "9.2a")
def test_half_a_place_is_left_for_those_who_fit_into_it() -> None:
    p = madrid(1, "r-div7", "r-cav2")
    play(p, "unit:r-cav2")
    assert where(p, "r-cav2") == "2712"
    assert "2712" not in args(p, "hex"), "a division needs a whole one"


@pytest.mark.rule("6.2a")
def test_with_room_for_all_or_a_choice_of_hexes_nobody_is_asked_who_comes_first() -> None:
    p = madrid(3, "r-div7", "r-div8", "r-cav2")
    assert question(p) != "PlaceReinforcements"
    assert {where(p, name) for name in ("r-div7", "r-div8", "r-cav2")} == {"2712"}
    q = madrid(0, "r-div7", "r-div8")
    assert args(q, "unit") == [], "neither finds room there"
    assert len(args(q, "hex")) > 1


@pytest.mark.rule("6.2b", "9.2b")
def test_of_two_headquarters_the_owner_chooses_the_one_that_gets_the_printed_hex() -> None:
    p = empty(turn=13)
    wait(p, "n-hq-glc", "n-hq-arg", "n-div50")
    administration(p, NAT)
    assert args(p, "unit") == ["n-hq-arg", "n-hq-glc"]
    play(p, "unit:n-hq-arg")
    assert (where(p, "n-hq-arg"), where(p, "n-div50")) == ("3117", "3117")
    assert "3117" not in args(p, "hex")
    q = empty(turn=13)
    wait(q, "n-hq-glc", "n-div50")
    administration(q, NAT)
    assert (where(q, "n-hq-glc"), where(q, "n-div50")) == ("3117", "3117")


def test_the_computer_lets_its_best_units_in_first() -> None:
    p = madrid(1, "r-cav2", "r-div7")
    act = opponent("captain", GAME).choose(SeatView(GAME, p, REP), Random(1))
    assert p.board.uid[act.arg] == "r-div7"
