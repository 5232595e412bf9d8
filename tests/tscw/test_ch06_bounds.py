"""[6] Where reinforcements and resource points end: what may not enter, and what no point pays for."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_administration import expected
from frente.games.tscw.rules.ch06_points import barred, brigade, cap, income, kinds_for
from frente.games.tscw.state.board import CONVERT, DIVISION, WITHDRAW
from frente.games.tscw.state.position import (
    DEAD,
    NEW,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    before,
    empty,
    entries,
    flag,
    hexn,
    kill,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    wait,
    where,
)

SIX = ("r-div12", "r-div14", "r-div34", "r-div35", "r-div45", "r-div46")


def spending(p: Tscw, side: int, *rp: int) -> Tscw:
    p.rp = list(rp)
    return administration(p, side, "SpendPoints")


# -- entry


@pytest.mark.rule("6.2b", "9.2a")
def test_a_full_entry_hex_sends_the_reinforcement_to_a_hex_near_by() -> None:
    p = empty(turn=7)
    wait(p, "r-div11", "r-hq-cen")
    put(p, "2712", *SIX)
    assert "2712" not in entries(p, "r-div11")
    assert "2713" in entries(p, "r-div11")
    assert entries(p, "r-hq-cen") == ["2712"], "a headquarters takes no room"
    put(p, "2712", "r-hq-ext")
    assert "2712" not in entries(p, "r-hq-cen"), "but there is one already"
    kill(p, "r-div46")
    assert entries(p, "r-div11") == ["2712"]


@pytest.mark.rule("6.2d", "9.2a")
def test_full_towns_and_towns_of_the_north_are_closed_to_central_units_without_a_hex() -> None:
    p = empty(turn=6)
    put(p, "2318", *SIX)
    found = entries(p, "r-bde4")
    assert "2318" not in found
    assert "2712" in found
    assert not {"3707", "3710", "3613", "3608"} & set(found)
    assert entries(p, "r-bde4", "2318") == found, "a hex freed by a withdrawal must have room too"
    own(p, NAT, "2712")
    assert "2712" not in entries(p, "r-bde4")
    q = empty(turn=6)
    own_all(q, NAT)
    assert "3613" in entries(q, "n-gen244-1"), "the Nationalist may use any town"
    own(q, REP, "3613")
    assert "3613" not in entries(q, "n-gen244-1")


@pytest.mark.rule("6.2e", "6.4c")
def test_generic_brigades_raised_with_northern_points_enter_near_the_north() -> None:
    p = empty(turn=9)
    kill(p, "r-gen124-1")
    put(p, "3707", *SIX)
    spending(p, REP, 0, 1, 0, 0)
    play(p, "rebuild-north:r-gen124-1")
    found = args(p, "hex")
    assert "3613" in found
    assert not {"2712", "3023", "3707"} & set(found)
    assert all(p.control[hexn(p, x)] == REP for x in found)


@pytest.mark.rule("6.2c", "6.8a", "6.9b")
@pytest.mark.parametrize("name", ["r-mng", "r-grm"])
def test_a_column_that_waits_past_its_turn_is_removed_or_enters_converted(name: str) -> None:
    for late in (False, True):
        p = empty()
        u = unit(p, name)
        p.turn = p.board.fate_turn[u] - (not late)
        wait(p, name)
        own_all(p, NAT)
        administration(p, REP)
        assert (where(p, name) == "removed") == (late and p.board.fate[u] == WITHDRAW)
        assert p.conv[u] == (late and p.board.fate[u] == CONVERT)


@pytest.mark.rule("6.3", "10.3c")
def test_entry_gives_supply_for_the_turn_but_no_shelter_from_attrition() -> None:
    p = empty(turn=7)
    own_all(p, NAT)
    put(p, "2812", "r-div11")
    flag(p, NEW, "r-div11")
    run(p, before("Attrition"))
    assert where(p, "r-div11") == "deadpile"


@pytest.mark.rule("6.9a", "9.1a", "9.1b")
def test_conversion_may_overstack_a_hex_and_the_excess_is_lost_at_the_end_of_the_phase() -> None:
    b = empty().board
    large = [u for u in b.ground[REP] if b.fate[u] == CONVERT and b.new_size[u] == DIVISION]
    turn = b.fate_turn[large[0]]
    one, other = [b.uid[u] for u in large if b.fate_turn[u] == turn][:2]
    for late in (False, True):
        p = empty(turn=turn - (not late))
        put(p, "2712", *SIX[:5], one, other)
        administration(p, REP)
        while p.choices() and question(p) != "TakeOff":
            play(p, "done")
        assert (question(p) == "TakeOff") == late
        if late:
            play(p, f"lose:{other}")
            assert where(p, other) == "deadpile"
            assert p.halves[hexn(p, "2712")] == 12


# -- points


@pytest.mark.rule("6.4a", "6.4c")
def test_without_points_of_its_kind_nothing_is_rebuilt() -> None:
    p = empty(turn=9)
    kill(p, "r-div14", "r-bde2", "r-a1", "r-gen124-1")
    spending(p, REP, 0, 1, 5, 5)
    assert args(p, "rebuild") == ["r-a1"]
    assert args(p, "rebuild-north") == ["r-gen124-1"], "only generic brigades change their allegiance"
    assert rules(p, "rebuild:r-div14") == ["6.4c"]
    assert rules(p, "rebuild-north:r-bde2") == ["R159"]
    spending(p, REP, 1, 0, 5, 5)
    assert args(p, "rebuild") == ["r-bde2", "r-div14", "r-gen124-1"]
    assert args(p, "rebuild-north") == []
    q = empty(turn=9)
    kill(q, "i-pn", "n-div11")
    spending(q, NAT, 9, 9, 0, 1)
    assert args(q, "rebuild") == ["i-pn"]
    spending(q, NAT, 9, 9, 1, 0)
    assert args(q, "rebuild") == ["n-div11"]


@pytest.mark.rule("6.4b")
def test_the_second_brigade_of_a_point_is_the_last_and_must_be_a_one_step_infantry_brigade() -> None:
    p = empty(turn=9)
    kill(p, "r-bde2", "r-bde3", "r-bde4", "r-div14", "r-cav1", "r-alp", "r-int-d")
    spending(p, REP, 1, 0, 0, 0)
    play(p, "rebuild:r-bde2")
    if question(p) == "PlaceRebuilt":
        play(p, "hex:2712")
    assert p.rp[0] == 0
    assert args(p, "rebuild") == ["r-bde3", "r-bde4"], "no division, horse, battalion or two-step brigade"
    play(p, "rebuild:r-bde3")
    if question(p) == "PlaceRebuilt":
        play(p, "hex:2712")
    assert question(p) != "SpendPoints", "two brigades, then the point is used up"
    q = empty(turn=9)
    kill(q, "r-bde2", "r-a1")
    spending(q, REP, 1, 0, 0, 0)
    play(q, "rebuild:r-bde2")
    if question(q) == "PlaceRebuilt":
        play(q, "hex:2712")
    assert args(q, "rebuild") == [], "nor does it serve the North"


@pytest.mark.rule("6.2c", "6.6b")
def test_a_unit_with_nowhere_to_enter_is_not_rebuilt() -> None:
    p = empty(turn=9)
    kill(p, "r-div14", "r-bde2")
    home = p.board.entry[unit(p, "r-div14")]
    own(p, NAT, *[p.board.names[h] for h in p.board.within[home]])
    spending(p, REP, 3, 0, 0, 0)
    assert "r-div14" not in args(p, "rebuild")
    assert rules(p, "rebuild:r-div14") == ["6.2c"]


@pytest.mark.rule("6.4b")
def test_which_units_come_two_for_a_point() -> None:
    p = empty(turn=9)
    one = {n: brigade(p, unit(p, n)) for n in
           ("r-bde2", "r-gen124-1", "r-int-d", "r-cav1", "r-tk1", "r-alp", "r-div14", "r-mng", "n-gen244-1")}
    assert one == {"r-bde2": True, "r-gen124-1": True, "r-int-d": False, "r-cav1": False, "r-tk1": False,
                   "r-alp": False, "r-div14": False, "r-mng": False, "n-gen244-1": False}
    small = [u for u in p.board.ground[REP] if p.board.type[u] == 8 and p.board.fate[u] == 2
             and p.board.new_size[u] == 4]
    assert small
    assert not brigade(p, small[0])
    p.convert(small[0])
    assert brigade(p, small[0]), "the EPR side of a column is a brigade like others"
    large = unit(p, "r-grm")
    p.convert(large)
    assert not brigade(p, large), "its EPR side is a division"


@pytest.mark.rule("6.4d")
def test_only_arrow_brigades_may_use_either_kind_and_they_use_italian_points_first() -> None:
    p = empty(turn=9)
    put(p, "3311", "i-fa", "i-lt", steps=1)
    spending(p, NAT, 0, 0, 1, 1)
    play(p, "replenish:i-fa")
    assert p.rp == [0, 0, 1, 0]
    assert args(p, "replenish") == []
    assert rules(p, "replenish:i-lt") == ["6.4c"]


@pytest.mark.rule("6.4f")
def test_each_side_is_capped_in_its_own_phase() -> None:
    p = empty(turn=9)
    p.rp = [12, 12, 12, 12]
    cap(p, NAT)
    assert p.rp == [12, 12, 10, 10]
    cap(p, REP)
    assert p.rp == [10, 10, 10, 10]


@pytest.mark.rule("6.5")
def test_what_may_be_restored_and_what_not() -> None:
    p = empty(turn=9)
    assert not barred(p, unit(p, "r-b1")), "before the surrender"
    p.basque_end = 1
    assert barred(p, unit(p, "r-b1"))
    assert barred(p, unit(p, "r-basque-a"))
    assert not barred(p, unit(p, "r-a1"))
    assert barred(p, unit(p, "n-og")), "the garrison of Oviedo"
    q = empty(turn=9, internationals_rebuildable=False)
    assert not barred(q, unit(q, "r-int-d")), "the volunteers have not been withdrawn"
    q.volunteers = 9
    assert barred(q, unit(q, "r-int-d"))
    assert not barred(q, unit(q, "r-bde2"))


@pytest.mark.rule("6.4c", "6.5")
def test_german_ground_units_use_nationalist_points_only_if_agreed() -> None:
    for option in (True, False):
        p = empty(turn=9, nationalist_rp_for_lk=option)
        assert barred(p, unit(p, "g-lkf")) != option
        assert kinds_for(p, unit(p, "g-lkf")) == ([2] if option else [])
        assert barred(p, unit(p, "n-cst")), "no use for others"


@pytest.mark.rule("6.6a")
def test_only_reduced_two_step_units_in_supply_are_replenished_save_those_just_entered() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    put(p, "2712", "r-bde2", "r-mng")
    put(p, "2613", "r-div12", steps=1)
    kill(p, "r-div14")
    own_all(p, NAT)
    own(p, REP, "2712", "2613")
    spending(p, REP, 3, 0, 0, 0)
    assert args(p, "replenish") == []
    assert rules(p, "replenish:r-div11") == rules(p, "replenish:r-div14") == rules(p, "replenish:r-bde2") == ["6.6a"]
    flag(p, NEW, "r-div12")
    spending(p, REP, 3, 0, 0, 0)
    assert args(p, "replenish") == ["r-div12"], "entry gives supply"


@pytest.mark.rule("6.13b")
def test_northern_points_stay_republican_while_one_capital_or_one_unit_is_left() -> None:
    chart = empty().board.income[11]
    for lost, place, mine in ((("3707", "3710"), "", True), (("3707", "3710", "3613"), "3606", True),
                              (("3707", "3710", "3613"), "", False)):
        p = empty(turn=11)
        own(p, NAT, *lost)
        put(p, "2712", "r-div11")
        if place:
            put(p, place, "r-basque-a")
        income(p, NAT)
        income(p, REP)
        assert (p.rp[1] == chart[1]) == mine
        assert (p.rp[2] == chart[2]) == mine


@pytest.mark.rule("7.19")
def test_the_submarines_take_no_northern_or_nationalist_point() -> None:
    p = empty(turn=9)
    p.submarines = 1
    income(p, NAT)
    assert p.submarines == 1
    income(p, REP)
    assert p.rp[:2] == [1, 1], "2 and 1 by the chart; one Republican point is sunk"


@pytest.mark.rule("7.15b")
def test_earmarked_points_are_used_first_where_they_may_be_and_never_in_the_north() -> None:
    p = empty(turn=18)
    put(p, "3023", "r-div11", steps=1)
    put(p, "3707", "r-a1", steps=1)
    p.purchase = 1
    spending(p, REP, 1, 0, 0, 0)
    assert args(p, "replenish") == ["r-div11"]
    play(p, "replenish:r-div11")
    assert (p.purchase, p.rp[0]) == (0, 1)
    q = empty(turn=18)
    own(q, NAT, *[q.board.names[h] for h in range(q.board.size) if q.board.row[h] in (24, 25)])
    put(q, "2318", "r-div11", steps=1)
    q.purchase = 1
    spending(q, REP, 1, 0, 0, 0)
    play(q, "replenish:r-div11")
    assert (q.purchase, q.rp[0]) == (1, 0), "there is no line to Valencia"


@pytest.mark.rule("6.2a")
def test_nobody_comes_before_his_turn_and_the_dead_do_not_come_by_themselves() -> None:
    p = empty(turn=6)
    wait(p, "r-div11", "r-bde2")
    kill(p, "r-div14")
    assert [p.board.uid[u] for u in expected(p, REP)] == ["r-bde2"]
    assert p.hex[unit(p, "r-div14")] == DEAD
    p.turn = 7
    assert {p.board.uid[u] for u in expected(p, REP)} == {"r-div11", "r-bde2"}
    assert offered(administration(p, REP))
