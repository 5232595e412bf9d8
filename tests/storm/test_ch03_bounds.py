"""[3] Where supply, control and morale end: every condition of a rule missing once."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch03_general import cut_routes, in_supply, judge, judge_all, supplied
from frente.games.storm.rules.ch03_morale import AIR, ATTACKED, STAMPEDE_LINE, STAMPEDE_SHOCK, who_tests
from frente.games.storm.state.board import NAT, REP
from tests.storm.lay import (
    area,
    choose,
    dice,
    empty,
    go,
    impulses,
    lose,
    own,
    play,
    put,
    told,
    unit,
    where,
)

# -- supply


@pytest.mark.rule("3.3a", "3.3b", "3.3c")
def test_each_side_draws_supply_from_its_own_sources_and_nobody_from_the_others() -> None:
    p = empty()
    nat, rep = supplied(p, NAT), supplied(p, REP)
    assert [nat[area(p, x)] for x in ("1", "2", "3", "4", "5", "6", "AA")] == [False] * 3 + [True] * 3 + [False]
    assert [rep[area(p, x)] for x in ("1", "2", "3", "4", "5", "6", "AA")] == [True] * 3 + [False] * 3 + [True]


@pytest.mark.rule("3.3c")
def test_each_box_is_a_source_by_itself() -> None:
    for box, place in (("4", "H"), ("5", "B"), ("6", "E")):
        p = empty()
        own(p, REP, "D")
        own(p, NAT, place)
        assert supplied(p, NAT)[area(p, place)], box
    for box, place in (("1", "H"), ("2", "X"), ("3", "G")):
        p = empty()
        own(p, NAT, *[p.board.names[a] for a in range(38) if p.board.names[a] != place])
        assert supplied(p, REP)[area(p, place)], box


@pytest.mark.rule("3.3d")
def test_any_supplied_neighbour_feeds_a_unit_in_an_enemy_area_and_one_without_supply_does_not() -> None:
    for way in (("C", "M", "N"), ("C", "J", "O")):           # into EE by its first and by its second neighbour
        p = empty()
        own(p, NAT, *way)
        assert in_supply(p, NAT, area(p, "EE"), supplied(p, NAT))
        own(p, REP, "C")
        assert not in_supply(p, NAT, area(p, "EE"), supplied(p, NAT))


@pytest.mark.rule("10c")
def test_a_route_is_cut_by_a_supplied_nationalist_normal_area_and_by_nothing_else() -> None:
    p = empty()
    own(p, NAT, "H", "U")                                    # U by H and box 4
    assert cut_routes(p, supplied(p, NAT)) == [True, False, False, False]
    own(p, REP, "H")
    assert cut_routes(p, supplied(p, NAT)) == [False] * 4    # not in supply
    q = empty()
    own(q, NAT, "H", "S", "T", "BB", "KK")
    assert cut_routes(q, supplied(q, NAT)) == [True, False, False, False]    # T; the suburb KK cuts no road
    own(q, REP, "T", "BB")
    assert cut_routes(q, supplied(q, NAT)) == [False] * 4


# -- control


@pytest.mark.rule("3.5.1a", "3.5.1c")
def test_an_area_left_empty_stays_with_its_owner() -> None:
    for side, name, origin, goal in ((REP, "r-largo", "C", "J"), (NAT, "n-leg-1", "D", "6")):
        p = empty()
        put(p, origin, name)
        impulses(p, side)
        choose(p, "move", origin, [name])
        go(p, goal)
        assert p.control[area(p, origin)] == side
        assert p.won == [0, 0]


@pytest.mark.rule("3.5.1a", "2h")
def test_boxes_are_left_and_entered_and_never_change_hands() -> None:
    for side, name, box, goal in ((REP, "r-largo", "1", "U"), (NAT, "n-leg-1", "4", "A"), (NAT, "n-leg-1", "6", "D")):
        p = empty()
        put(p, box, name)
        impulses(p, side)
        choose(p, "move", box, [name])
        go(p, goal)
        assert where(p, name) == goal
        assert p.control[38:] == [REP] * 3 + [NAT] * 3


@pytest.mark.rule("3.5.1a", "9.4.1.C9b")
def test_control_is_looked_at_in_every_area_the_first_included() -> None:
    p = empty()
    put(p, "A", "n-leg-1", "r-bernal")
    lose(p, "r-bernal")
    judge_all(p)
    assert p.control[area(p, "A")] == NAT
    assert p.won == [0, 1]


@pytest.mark.rule("3.4.1d")
def test_a_suburb_that_stays_contested_raises_nothing() -> None:
    p = empty()
    own(p, NAT, "EE")
    put(p, "FF", "n-leg-1", "n-leg-4", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "FF", ["n-leg-1"])
    go(p, "EE")
    assert p.morale == 2                                     # one Nationalist unit is still there


@pytest.mark.rule("3.4.1d")
def test_moves_among_own_suburbs_raise_nothing() -> None:
    p = empty()
    put(p, "FF", "r-largo", "r-mena", "r-nelken")
    put(p, "4", "n-leg-1", "n-leg-4")
    impulses(p, REP)
    for name, other in (("r-largo", "n-leg-1"), ("r-mena", "n-leg-4")):
        choose(p, "move", "FF", [name])
        go(p, "DD")
        assert p.morale == 2
        choose(p, "move", "4", [other])
        go(p, "A")
    assert p.was == [0] * 38


@pytest.mark.rule("3.4.1d", "3.5b")
def test_what_was_contested_is_kept_until_it_is_so_no_more() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo")
    judge(p, area(p, "FF"))
    assert p.was[area(p, "FF")] == 1
    lose(p, "n-leg-1")
    judge(p, area(p, "FF"))
    judge(p, area(p, "FF"))
    assert (p.was[area(p, "FF")], p.morale) == (0, 1)        # once


@pytest.mark.rule("3.4.1d")
def test_by_the_other_reading_only_a_withdrawal_is_worth_nothing() -> None:
    p = empty(urban_bonus_on_withdrawal=False)
    put(p, "FF", "n-leg-1", "r-largo")
    lose(p, "n-leg-1")
    judge(p, area(p, "FF"))
    assert p.morale == 1                                     # thrown out, not withdrawn
    q = empty(urban_bonus_on_withdrawal=False)
    own(q, NAT, "FF")
    put(q, "FF", "n-leg-1", "r-largo")
    put(q, "EE", "n-leg-4")
    own(q, NAT, "EE")
    impulses(q, NAT)
    choose(q, "move", "FF", ["n-leg-1"])
    go(q, "EE")
    assert (q.control[area(q, "FF")], q.morale) == (REP, 1)  # it changes hands: the second description of the rule


@pytest.mark.rule("12.2k")
def test_republican_moves_in_and_out_of_madrid_do_not_wake_its_garrison() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto", "r-bm3")
    impulses(p, REP)
    choose(p, "move", "AA", ["r-bm3"])
    go(p, "II")
    assert p.freed == 0
    assert p.frozen(unit(p, "r-asalto"))


@pytest.mark.rule("12.1h")
def test_the_rivers_are_opened_once() -> None:
    p = empty()
    events = told(p)
    put(p, "FF", "n-leg-1", "r-largo")
    judge(p, area(p, "FF"))
    judge(p, area(p, "FF"))
    assert [e.key for e in events].count("rivers-opened") == 1
    assert p.rivers_open


@pytest.mark.rule("12.1h", "12.1g")
def test_a_foothold_is_as_many_units_in_an_urban_area_and_at_least_one() -> None:
    for place, nat, rep, opened in (("FF", 1, 1, True), ("FF", 1, 2, False), ("FF", 2, 1, True), ("FF", 0, 0, False),
                                    ("FF", 1, 0, True), ("C", 2, 1, False)):
        p = empty()
        put(p, place, *("n-leg-1", "n-leg-4")[:nat], *("r-largo", "r-mena")[:rep])
        judge(p, area(p, place))
        assert p.rivers_open is opened, (place, nat, rep)


# -- who tests


@pytest.mark.rule("3.4.2i", "3.4.2j", "11.1f")
def test_after_the_council_only_the_test_after_an_air_attack_is_spared() -> None:
    p = empty()
    p.council = True
    put(p, "C", "r-largo", "r-acero")
    put(p, "FF", "r-mena")
    line, shock = unit(p, "r-largo"), unit(p, "r-acero")
    assert who_tests(p, area(p, "C"), AIR) == []             # vector T11
    assert who_tests(p, area(p, "C"), ATTACKED) == [line]
    assert set(who_tests(p, area(p, "C"), STAMPEDE_SHOCK)) == {line, shock}
    assert who_tests(p, area(p, "FF"), STAMPEDE_LINE) == [unit(p, "r-mena")]


@pytest.mark.rule("3.4.2k")
def test_shock_units_of_a_suburb_never_test_and_its_line_units_only_by_chit() -> None:
    p = empty()
    put(p, "FF", "r-largo", "r-acero", "r-art-getafe")
    a = area(p, "FF")
    assert who_tests(p, a, STAMPEDE_SHOCK) == who_tests(p, a, ATTACKED) == []
    assert who_tests(p, a, STAMPEDE_LINE) == [unit(p, "r-largo")]
    assert who_tests(p, a, AIR) == [unit(p, "r-largo"), unit(p, "r-art-getafe")]


@pytest.mark.rule("3.4.2f", "3.4.2g", "3.4.2h", "3.4.2l")
def test_four_stands_five_and_six_run_and_seven_is_lost() -> None:
    for die, place in ((4, "C"), (5, "J"), (6, "J"), (7, "eliminated")):
        p = empty()
        p.morale = 0 if die < 7 else 1
        own(p, NAT, "B", "L", "M")                           # only J is left to run to
        put(p, "C", "n-leg-1", "r-largo")
        impulses(p, NAT)
        choose(p, "attack", "C", ["n-leg-1"])
        dice(p, min(die, 6))
        assert where(p, "r-largo") == place, die


@pytest.mark.rule("3.4.2l", "9.4.1.C2a", "9.4.1.C2b")
def test_without_anybody_who_tests_the_combat_goes_on() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-acero")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    play(p, "done")
    dice(p, 3, 3)
    assert where(p, "r-acero") == "C"
