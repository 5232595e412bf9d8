"""[7.35b, 14.1] Political unrest: those whom only trains or ships can bring to Barcelona travel there."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.tscw import GAME
from frente.games.tscw.state.position import Tscw
from frente.kernel.views import SeatView
from tests.tscw.lay import REP, args, offered, own, play, put, question, rules, travelling, where
from tests.tscw.lay import empty as bare


def unrest(**places: str) -> Tscw:
    """Units, by name with _ for -, and their hexes, on the turn of the revolt; nobody travels by sea."""
    p = bare(turn=7)
    p.unrest = 7
    p.sea[REP] = p.board.sea_limit[7][REP]
    for name, h in places.items():
        put(p, h, name.replace("_", "-"))
    return p


@pytest.mark.rule("7.35b")
def test_a_division_that_only_the_railway_can_bring_to_barcelona_must_take_it() -> None:
    p = travelling(unrest(r_div11="2318", r_div35="2712", r_drt="2712"), REP)
    assert set(offered(p)) == {"rail:r-div11", "rail:r-div35"}, "either of the two, no column"
    assert rules(p, "pass") == ["7.35b"]
    assert rules(p, "rail:r-drt") == ["7.35b"], "after them"
    play(p, "rail:r-div11")
    assert offered(p) == ["hex:3023"]
    assert rules(p, "hex:2717") == ["7.35b"]
    play(p, "hex:3023")
    assert {"pass", "rail:r-div35", "rail:r-drt"} <= set(offered(p)), "the others are free again"
    assert "rail:r-div11" not in offered(p)


@pytest.mark.rule("7.35b")
def test_without_unrest_or_with_a_garrison_at_hand_nobody_must_travel() -> None:
    p = unrest(r_div11="2318")
    p.unrest = 6
    assert {"pass", "rail:r-div11"} <= set(offered(travelling(p, REP))), "that was last turn"
    q = travelling(unrest(r_div11="2318", r_div60="3122"), REP)
    assert {"pass", "rail:r-div11"} <= set(offered(q)), "r-div60 can march there"
    play(q, "rail:r-div11")
    assert len(args(q, "hex")) > 1, "anywhere"
    r = travelling(unrest(r_div11="2318", r_div60="3023"), REP)
    assert "pass" in offered(r), "one is there"
    s = unrest(r_div11="2318")
    s.rail[REP] = s.board.rail_limit[7][REP]
    assert question(travelling(s, REP)) == "", "there are no trains left"
    t = unrest(r_div11="2318")
    own(t, 1, "3021", "3022", "2921", "3121", "3122")
    assert "pass" in offered(travelling(t, REP)), "the railway is cut"


@pytest.mark.rule("7.35b")
def test_the_only_garrison_at_hand_does_not_travel_elsewhere() -> None:
    p = travelling(unrest(r_div60="3023", r_div11="2318"), REP)
    assert rules(p, "rail:r-div60") == ["7.35b"]
    play(p, "rail:r-div11", "hex:3023")
    assert "rail:r-div60" in offered(p), "now there is another"
    q = travelling(unrest(r_gen124_1="3023", r_gen124_2="3023", r_gen124_3="3023", r_bde2="3023"), REP)
    assert {"rail:r-gen124-1", "rail:r-bde2"} <= set(offered(q)), "four brigades can spare one"
    play(q, "rail:r-bde2", "hex:2712")
    assert rules(q, "rail:r-gen124-1") == ["7.35b"]


@pytest.mark.rule("7.35b")
def test_three_brigades_may_come_together_and_two_need_not() -> None:
    p = travelling(unrest(r_gen124_1="2318", r_gen124_2="2318", r_gen124_3="2318"), REP)
    assert "pass" not in offered(p)
    play(p, "rail:r-gen124-1", "hex:3023", "rail:r-gen124-2", "hex:3023")
    assert offered(p) == ["rail:r-gen124-3"]
    assert "pass" in offered(travelling(unrest(r_gen124_1="2318", r_gen124_2="2318"), REP)), "too few"
    q = unrest(r_gen124_1="2318", r_gen124_2="2318", r_gen124_3="2318")
    q.rail[REP] = q.board.rail_limit[7][REP] - 2
    assert "pass" in offered(travelling(q, REP)), "there are trains for two only"


@pytest.mark.rule("7.35b")
def test_ships_bring_the_garrison_as_well_as_trains() -> None:
    p = unrest(r_div11="2318")
    p.sea[REP], p.rail[REP] = 0, p.board.rail_limit[7][REP]
    travelling(p, REP)
    assert offered(p) == ["sea:r-div11"], "no train is left, one ship is"
    play(p, "sea:r-div11", "hex:3023")
    assert where(p, "r-div11") == "3023"
    for trains, ships, owed in ((2, 1, True), (2, 0, False), (1, 1, False), (3, 0, True)):
        q = unrest(r_gen124_1="2318", r_gen124_2="2318", r_gen124_3="2318")
        q.sea[REP], q.rail[REP] = 1 - ships, q.board.rail_limit[7][REP] - trains
        assert ("pass" not in offered(travelling(q, REP))) == owed, f"{trains} trains and {ships} ships for three"


@pytest.mark.rule("7.35b")
def test_brigades_at_hand_count_towards_the_three() -> None:
    for trains, owed in ((2, True), (1, False)):
        p = unrest(r_gen124_1="3023", r_gen124_2="2318", r_gen124_3="2318")
        p.rail[REP] = p.board.rail_limit[7][REP] - trains
        travelling(p, REP)
        assert ("pass" not in offered(p)) == owed, "two more are wanted"
    q = travelling(unrest(r_gen124_1="3023", r_gen124_2="2318"), REP)
    assert "pass" in offered(q), "there is no third"
    r = unrest(r_gen124_1="2318", r_gen124_2="2318", r_gen124_3="2712", r_div11="2318")
    r.rail[REP] = r.board.rail_limit[7][REP] - 1
    assert offered(travelling(r, REP)) == ["rail:r-div11"], "one train: only the division is enough by itself"


def test_the_computer_sends_somebody_to_barcelona() -> None:
    p = travelling(unrest(r_div11="2318"), REP)
    captain = opponent("captain", GAME)
    for _ in range(2):
        p.apply(REP, captain.choose(SeatView(GAME, p, REP), Random(1)))
    assert where(p, "r-div11") == "3023"
