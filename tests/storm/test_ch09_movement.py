"""[9, 9.2] Impulses and movement."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch09_movement import March, allowance, toll
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Impulses
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    fill,
    go,
    hold,
    impulses,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    spent,
    unit,
    where,
)


def cost(p: Storm, side: int, a: str, t: str, left: int = 9, first: bool = True, n: int = 1, guns: bool = False) -> int:
    b = p.board
    i = b.nb[area(p, a)].index(area(p, t))
    return toll(p, side, n, guns, area(p, a), i, left, first)


def left(p: Storm) -> int:
    return next(f.left for f in p.stack if isinstance(f, March))


# -- impulses


@pytest.mark.rule("9b", "9d")
def test_an_impulse_is_an_activation_of_one_area_or_a_chit_or_a_pass() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-art-105a")
    put(p, "C", "r-libertad")
    put(p, "D", "r-largo")
    hold(p, "N6")
    impulses(p, NAT)
    assert {"move:D", "attack:D", "assault:D", "bombard:D", "chit:N6", "pass"} <= set(offered(p))
    assert rules(p, "move:C") == ["9b"]


@pytest.mark.rule("9c")
def test_two_passes_in_a_row_end_the_phase_and_a_pass_alone_binds_nobody() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "A", "r-bernal")
    impulses(p, REP)
    play(p, "pass")
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert "move:A" in offered(p, REP)                       # vector I5
    play(p, "pass", "pass")
    assert p.choices() == {}                                 # vector I6


@pytest.mark.rule("9c", "9g")
def test_the_phase_ends_when_nobody_is_fresh_unless_chits_may_follow() -> None:
    for option, over in ((False, True), (True, False)):
        p = empty(chits_after_last_unit=option)
        put(p, "D", "n-leg-1")
        put(p, "A", "r-bernal", spent=True)
        hold(p, "R5")
        impulses(p, NAT, bystanders=False)
        choose(p, "move", "D", ["n-leg-1"])
        go(p, "C")
        assert (p.choices() == {}) == over                   # vector I8
    q = empty()                                              # vector I9
    put(q, "D", "n-leg-1")
    put(q, "A", "r-bernal", spent=True)
    hold(q, "R5")
    impulses(q, REP, bystanders=False)
    assert "chit:R5a" in offered(q, REP)


@pytest.mark.rule("9g")
def test_a_pass_is_always_allowed_also_within_a_series_and_ends_it() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "A", "r-bernal")
    impulses(p, NAT, series=3)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert asked(p) == [NAT]
    assert "pass" in offered(p)
    play(p, "pass")
    assert asked(p) == [REP]
    assert next(f for f in p.stack if isinstance(f, Impulses)).run == 0


@pytest.mark.rule("9h")
def test_all_units_come_from_one_place_and_do_the_same() -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "D", "n-leg-1")
    put(p, "C", "n-leg-4")
    impulses(p, NAT)
    play(p, "move:D")
    assert rules(p, "unit:n-leg-4") == ["9h"]
    assert rules(p, "done") == ["9h"]
    play(p, "unit:n-leg-1")
    assert question(p) == "StepOn"                           # nobody else could join


@pytest.mark.rule("9e")
def test_more_than_five_units_cost_one_point_however_many() -> None:
    legion = ["n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8", "n-leg-9"]
    p = empty()
    put(p, "D", *legion)
    impulses(p, NAT)
    play(p, "move:D", *[f"unit:{n}" for n in legion[:5]])
    assert question(p) == "StepOn"                           # vector M16: no point, no sixth unit
    q = empty()
    put(q, "D", *legion)
    q.sp = [0, 1]
    impulses(q, NAT)
    choose(q, "move", "D", legion)
    assert q.sp == [0, 0]
    r = empty()
    put(r, "D", *legion)
    r.sp = [0, 1]
    impulses(r, NAT)
    choose(r, "move", "D", legion[:5])
    assert r.sp == [0, 1]                                    # five cost nothing


# -- movement


@pytest.mark.rule("9.2a")
def test_fresh_units_of_one_area_are_chosen_and_a_point_unit_is_named_at_a_hostile_crossing() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4")
    put(p, "I", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1", "n-leg-4"])
    play(p, "area:I")
    assert question(p) == "NameCrossingPoint"
    assert args(p, "point") == ["n-leg-1", "n-leg-4"]
    assert rules(p, "point:n-leg-5") == ["9.2a"]
    play(p, "point:n-leg-4")
    assert now(p).point == unit(p, "n-leg-4")
    q = empty()                                              # nobody to fire: no point unit
    own(q, NAT, "A")
    put(q, "A", "n-leg-1", "n-leg-4")
    impulses(q, NAT)
    choose(q, "move", "A", ["n-leg-1", "n-leg-4"])
    play(q, "area:I")
    assert question(q) != "NameCrossingPoint"


@pytest.mark.rule("9.2b")
def test_all_units_move_together() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    put(p, "D", "n-leg-1", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1", "n-leg-4"])
    play(p, "area:C")
    assert where(p, "n-leg-1") == where(p, "n-leg-4") == "C"
    play(p, "area:M", "stop")
    assert where(p, "n-leg-1") == where(p, "n-leg-4") == "M"


@pytest.mark.rule("9.2c")
def test_a_stack_is_as_fast_as_its_slowest_member() -> None:
    p = empty()
    assert allowance(p, [unit(p, "n-leg-1"), unit(p, "n-art-105a")]) == 2            # vector M9
    assert allowance(p, [unit(p, "n-leg-1"), unit(p, "n-cav-calatrava")]) == 3
    put(p, "D", "n-cav-calatrava", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava", "n-leg-1"])
    play(p, "area:C")
    assert rules(p, "area:M") == ["9.2d"]                    # 2 of 3 points used


@pytest.mark.rule("9.2d", "9.2e", "9.2f", "9.2g")
def test_the_cost_of_a_step() -> None:
    p = empty()
    own(p, NAT, "A", "B", "J", "I", "C")
    assert cost(p, NAT, "A", "B") == 1                       # M1: river between friendly areas
    assert cost(p, NAT, "C", "M") == 2                       # M2
    own(p, REP, "I")
    assert cost(p, NAT, "A", "I") == 3                       # M3
    own(p, NAT, "I")
    put(p, "B", "r-uribarri")
    assert cost(p, NAT, "C", "B") == 2                       # M4: friendly, contested
    put(p, "A", "r-bernal")
    assert cost(p, NAT, "A", "B") == 3                       # M5: both contested, river free
    own(p, REP, "I")
    put(p, "I", "r-rosal")
    assert cost(p, NAT, "A", "I") == 4                       # M6
    own(p, REP, "M")
    put(p, "M", "r-izqrep", "n-leg-1")
    assert cost(p, NAT, "M", "C") == 2                       # M7: +1 in all, although enemy-held and contested
    own(p, REP, "B")
    assert cost(p, NAT, "B", "A") == 4                       # leaving, entering and the river
    p.put(unit(p, "r-bernal"), area(p, "J"))
    assert cost(p, NAT, "B", "A") == 3                       # M7 across a river: nobody is in the way
    assert cost(p, NAT, "6", "D") == 1                       # M13
    assert cost(p, NAT, "6", "E") == 2


@pytest.mark.rule("9.2g")
def test_a_river_costs_more_only_if_one_bank_is_the_enemys() -> None:
    p = empty()
    own(p, NAT, "A", "H")
    assert cost(p, NAT, "A", "J") == 3
    own(p, NAT, "J")
    assert cost(p, NAT, "A", "J") == 1
    assert cost(p, NAT, "H", "A") == 1


@pytest.mark.rule("9.2h", "9.5a")
def test_crossing_towards_a_held_enemy_area_draws_fire_and_other_steps_do_not() -> None:
    for place, guard, fire in (("I", "r-largo", True), ("I", "", False), ("H", "r-largo", False)):
        p = empty()
        own(p, NAT, "A")
        put(p, "A", "n-leg-1")
        if guard:
            put(p, place, guard)
        impulses(p, NAT)
        choose(p, "move", "A", ["n-leg-1"])
        play(p, f"area:{place}")
        assert (question(p) == "FireDice") == fire


@pytest.mark.rule("9.2i")
def test_a_step_from_enemy_area_to_enemy_area_is_forbidden_at_any_price() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-libertad")
    impulses(p, NAT)
    choose(p, "move", "C", ["n-leg-1"])
    assert rules(p, "area:M") == ["9.2i"]                    # vector M8
    assert "area:D" in offered(p)


@pytest.mark.rule("9.2j")
def test_one_area_can_always_be_entered() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "r-bernal", "n-art-105a", "n-leg-1")
    put(p, "I", "r-rosal", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "A", ["n-art-105a"])                   # 2 MP
    assert cost(p, NAT, "A", "I", 2, True, guns=True) == 4
    assert "area:I" in offered(p)                            # vector M10
    play(p, "area:I")
    assert question(p) == "Declare"                          # and no further
    assert cost(p, NAT, "A", "I", 2, False) < 0


@pytest.mark.rule("9.2k")
def test_artillery_enters_an_enemy_area_only_where_a_friend_already_is() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-art-105a")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1", "n-art-105a"])
    assert rules(p, "area:C") == ["9.2k"]                    # vector M11
    q = empty()
    put(q, "D", "n-art-105a")
    put(q, "C", "n-leg-1", "r-libertad")
    impulses(q, NAT)
    choose(q, "move", "D", ["n-art-105a"])
    assert "area:C" in offered(q)


@pytest.mark.rule("9.2l")
def test_units_that_moved_are_spent() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "C")
    assert spent(p, "n-leg-1", "n-leg-4") == [True, False]


@pytest.mark.rule("9.2m")
def test_a_move_enters_at_least_one_area() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    assert rules(p, "stop") == ["9.2m"]
    q = empty()
    own(q, NAT, "M")
    put(q, "M", "n-leg-1")
    for place in ("C", "J", "L", "N", "P"):
        own(q, NAT, place)
        fill(q, place, NAT, 10)
    impulses(q, NAT)
    assert rules(q, "move:M") == ["9.2m"]                    # every neighbour is full


@pytest.mark.rule("9.2n")
def test_enemy_units_do_not_stop_a_move() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    put(p, "C", "n-leg-4", "r-libertad")                     # contested, friendly
    put(p, "D", "n-cav-calatrava")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava"])
    play(p, "area:C")
    assert left(p) == 2
    assert "area:M" in offered(p)


@pytest.mark.rule("3.5.1a")
def test_a_fast_stack_takes_two_empty_areas_and_a_slower_one_stops_unless_the_option_stops_both() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    play(p, "area:C")
    assert rules(p, "area:M") == ["9.2d"]                    # vector M15
    q = empty(stop_on_capture=True)
    put(q, "D", "n-cav-calatrava")
    impulses(q, NAT)
    choose(q, "move", "D", ["n-cav-calatrava"])
    play(q, "area:C")
    assert question(q) == "Declare"                          # it had to stop


@pytest.mark.rule("12.1g", "12.3f")
def test_the_nationalist_does_not_cross_manzanares_or_jarama_without_a_foothold() -> None:
    for scenario in ("drive", "campaign"):
        p = empty(scenario)
        own(p, NAT, "Q", "F", "A")
        put(p, "Q", "n-leg-1")
        put(p, "F", "n-leg-4")
        put(p, "A", "n-leg-5")
        impulses(p, NAT)
        assert cost(p, NAT, "Q", "Y") < 0                    # vector M17
        assert cost(p, NAT, "F", "G") < 0
        assert cost(p, NAT, "A", "J") > 0                    # the Guadarrama is never closed
        assert cost(p, REP, "Y", "Q") > 0
        choose(p, "move", "Q", ["n-leg-1"])
        assert rules(p, "area:Y") == ["12.1g"]


@pytest.mark.rule("12.1g", "12.1h")
def test_a_foothold_with_as_many_units_opens_the_rivers_for_good() -> None:
    from frente.games.storm.rules.ch03_general import judge

    p = empty()
    own(p, NAT, "GG")
    put(p, "GG", "n-leg-1", "r-largo", "r-mena")
    judge(p, area(p, "GG"))
    assert not p.rivers_open                                 # vector M19: 1 to 2
    assert cost(p, NAT, "GG", "HH") < 0
    put(p, "GG", "n-leg-4")
    judge(p, area(p, "GG"))
    assert p.rivers_open
    p.put(unit(p, "n-leg-4"), area(p, "P"))
    judge(p, area(p, "GG"))
    assert p.rivers_open                                     # for good
    q = empty()
    judge(q, area(q, "FF"))
    assert not q.rivers_open                                 # vector M18: 0 to 0 is no foothold


@pytest.mark.rule("12.1h")
def test_a_rebuilt_unit_can_be_the_foothold_that_opens_the_rivers() -> None:
    from frente.games.storm.rules.ch08_replacements import replacement_phase
    from tests.storm.lay import lose, run

    p = empty()
    own(p, NAT, "GG")
    put(p, "GG", "n-leg-1", "r-largo", "r-mena")
    lose(p, "n-argel", "n-victoria")
    run(p, replacement_phase(p, NAT))
    play(p, "rebuild:n-argel", "area:GG")
    assert p.rivers_open                                     # 2 to 2
    assert cost(p, NAT, "GG", "HH") == 4                     # and let them cross


@pytest.mark.rule("12.2m")
def test_scenario_2_has_no_closed_rivers() -> None:
    p = empty("corunna", 10)
    own(p, NAT, "Q")
    assert cost(p, NAT, "Q", "Y") == 3


@pytest.mark.rule("9.5a", "9.5c", "9.5j")
def test_after_defensive_fire_spent_units_stay_and_the_others_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    own(p, NAT, "A", "J")
    put(p, "A", "n-cav-calatrava", "n-cav-numancia")
    put(p, "I", "r-largo")
    monkeypatch.setattr(p.board, "move", [6] * p.board.units)            # no unit of the game is fast enough
    impulses(p, NAT)
    choose(p, "move", "A", ["n-cav-calatrava", "n-cav-numancia"])
    play(p, "area:I", "point:n-cav-calatrava")
    dice(p, 2, 3)                                            # 5 - 4 = 1 loss: the point unit is turned
    assert spent(p, "n-cav-calatrava", "n-cav-numancia") == [True, False]
    assert where(p, "n-cav-calatrava") == "I"
    assert now(p).units == [unit(p, "n-cav-numancia")]
    assert left(p) == 3
    assert args(p, "area") == ["A", "J"]
    play(p, "area:J", "stop")
    assert (where(p, "n-cav-calatrava"), where(p, "n-cav-numancia")) == ("I", "J")
    assert spent(p, "n-cav-numancia") == [True]


@pytest.mark.rule("3.2c", "9.2k")
def test_units_are_named_only_as_long_as_the_stack_can_go_somewhere() -> None:
    p = empty()
    put(p, "M", "n-leg-1", "n-leg-4")
    for place in ("M", "C", "J", "L", "N", "P"):
        own(p, NAT, place)
    for place in ("C", "J", "L", "N", "P"):
        fill(p, place, NAT, 9)
    impulses(p, NAT)
    play(p, "move:M")
    assert args(p, "unit") == ["n-leg-1", "n-leg-4"]
    play(p, "unit:n-leg-1")
    assert question(p) == "StepOn"                           # two would fit nowhere
    q = empty()
    own(q, NAT, "M")
    put(q, "M", "n-leg-1", "n-leg-4", "n-art-105a")          # nothing but empty enemy areas around
    impulses(q, NAT)
    play(q, "move:M")
    assert args(q, "unit") == ["n-leg-1", "n-leg-4"]
    assert rules(q, "unit:n-art-105a") == ["9.2k"]


@pytest.mark.rule("9.4.3b")
def test_an_assault_takes_only_as_many_units_as_fit_where_the_enemy_is() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-libertad")
    p.sp = [0, 1]
    fill(p, "C", NAT, 9)
    impulses(p, NAT)
    play(p, "assault:D", "unit:n-leg-1")
    assert rules(p, "unit:n-leg-4") == ["9.4.3b"]
    assert set(offered(p)) == {"prepare", "done"}


@pytest.mark.rule("9c")
def test_a_player_without_fresh_units_and_chits_passes_by_himself() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "A", "r-bernal", spent=True)
    impulses(p, NAT, bystanders=False)
    choose(p, "move", "D", ["n-leg-1"])
    go(p, "6")
    assert asked(p) == [NAT]
    q = empty()
    put(q, "D", "n-leg-1", "n-leg-4")
    put(q, "A", "r-bernal", spent=True)
    hold(q, "R1")                                            # a chit is held: he is asked, whatever it is
    impulses(q, NAT, bystanders=False)
    choose(q, "move", "D", ["n-leg-1"])
    go(q, "6")
    assert asked(q) == [REP]
