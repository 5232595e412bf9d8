"""Where rules end: cases in which one must not apply, and places where two of them meet."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch03_general import judge_all
from frente.games.storm.rules.ch07_reinforcements import Placing
from frente.games.storm.rules.ch08_replacements import replacement_phase
from frente.games.storm.rules.ch09_fire import strength
from frente.games.storm.rules.ch09_losses import Losses, Retreat, refuges
from frente.games.storm.rules.ch09_movement import toll
from frente.games.storm.rules.ch11_special import council_modifiers
from frente.games.storm.state.board import LINE, NAT, REP
from frente.games.storm.state.frames import Impulse
from frente.games.storm.state.position import AWAITED, Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    before,
    choose,
    dice,
    empty,
    go,
    hold,
    impulses,
    lose,
    now,
    offered,
    own,
    play,
    printed,
    put,
    question,
    rules,
    run,
    spent,
    unit,
    where,
    why,
)

# -- 3, 4: control, morale, phases


@pytest.mark.rule("3.4.1d")
def test_an_empty_suburb_taken_back_raises_morale_and_an_empty_normal_area_does_not() -> None:
    for place, origin, level in (("GG", "FF", 1), ("N", "O", 2)):
        p = empty()
        own(p, NAT, place)
        put(p, origin, "r-largo")
        impulses(p, REP)
        choose(p, "move", origin, ["r-largo"])
        go(p, place)
        assert p.control[area(p, place)] == REP
        assert p.morale == level


@pytest.mark.rule("3.4.1d")
def test_a_nationalist_suburb_in_which_nobody_is_left_is_not_cleared() -> None:
    p = empty()
    own(p, NAT, "FF")
    put(p, "FF", "n-leg-1", "r-largo")
    lose(p, "n-leg-1", "r-largo")
    judge_all(p)
    assert p.control[area(p, "FF")] == NAT
    assert p.morale == 2


@pytest.mark.rule("3.5.1b")
def test_areas_without_supply_change_hands_together_and_do_not_help_each_other() -> None:
    p = empty()
    own(p, NAT, "AA", "FF", "HH")                            # around LL, all without Nationalist supply
    run(p, before("ControlPhase"))
    assert [p.control[area(p, x)] for x in ("AA", "FF", "HH")] == [REP, REP, REP]
    assert p.control[area(p, "LL")] == NAT                   # cut off when the phase began, whatever came free in it


@pytest.mark.rule("3.4.1d", "3.5.1b")
def test_a_suburb_lost_in_phase_4a_raises_nobodys_morale() -> None:
    p = empty()
    p.morale = 0
    own(p, NAT, "AA", "FF", "HH")                            # held, so that only LL changes hands
    for place, name in (("AA", "n-leg-1"), ("FF", "n-leg-4"), ("HH", "n-leg-5")):
        put(p, place, name)
    run(p, before("ControlPhase"))
    assert p.control[area(p, "LL")] == NAT
    assert p.morale == 1                                     # only the drop of phase 4b


@pytest.mark.rule("3.3d", "4.4e")
def test_a_unit_in_an_enemy_area_next_to_a_supplied_one_recovers_unless_the_option_forbids_it() -> None:
    for option in (False, True):
        p = empty(supply_needs_own_area=option)
        put(p, "C", "n-leg-1", "r-libertad", spent=True)     # Republican; D next to it is Nationalist and supplied
        run(p, before("Recovery"))
        assert spent(p, "n-leg-1", "r-libertad") == [option, False]          # vector S1


@pytest.mark.rule("12.3i")
def test_in_the_pause_the_nationalist_income_is_double_and_after_it_single_again(
        monkeypatch: pytest.MonkeyPatch) -> None:
    for start, end, points in ((7, 0, [4, 6]), (7, 9, [4, 3]), (0, 0, [4, 3])):
        p = empty("campaign", 9)
        monkeypatch.setattr(p.board, "income", [[4] * 16, [3] * 16])
        p.pause_start, p.pause_end = start, end
        put(p, "D", "n-leg-1")
        run(p, before("SupportPoints"))
        assert p.sp == points


@pytest.mark.rule("4.2a", "12.2i")
def test_only_scenario_2_collects_nothing_on_its_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty("drive", 1)
    monkeypatch.setattr(p.board, "income", [[3] * 16, [5] * 16])
    put(p, "D", "n-leg-1")
    run(p, before("SupportPoints"))
    assert p.sp == [3, 5]
    q = empty("corunna", 10)
    put(q, "E", "n-leg-1")
    run(q, before("SupportPoints"))
    assert q.sp == [0, 0]


@pytest.mark.rule("4.2e", "7c")
def test_the_nationalist_rolls_for_his_column_before_the_republican_places_his_units() -> None:
    p = empty(turn=4)
    p.at[unit(p, "r-enciso")] = p.at[unit(p, "n-req-alc")] = AWAITED
    run(p, before("ReinforcementPhase"))
    assert question(p) == "RadaDie"
    dice(p, 6)
    assert (question(p), asked(p)) == ("PlaceUnits", [REP])


# -- 7, 8: arrivals and rebuilding


@pytest.mark.rule("7b")
def test_with_every_letter_blocked_the_distance_is_measured_from_any_of_them() -> None:
    p = empty(turn=4)
    own(p, NAT, "CC", "AA")
    run(p, Placing(REP, [unit(p, "r-enciso")]))              # CC or AA
    assert set(args(p, "area")) == {"T", "BB", "DD", "EE", "HH", "II", "KK", "LL"}


@pytest.mark.rule("8c")
def test_a_line_unit_and_a_shock_unit_of_one_faction_are_no_pair() -> None:
    p = empty()
    lose(p, "r-libertad", "r-acero")
    run(p, replacement_phase(p, REP))
    assert p.choices() == {}


# -- 9: impulses and movement


@pytest.mark.rule("9g", "15.R7")
def test_an_extra_impulse_is_played_although_nobody_is_fresh_any_more() -> None:
    p = empty(turn=5)
    own(p, NAT, "C")
    put(p, "C", "r-acero")
    put(p, "C", "n-leg-1", "r-largo", spent=True)
    hold(p, "R7", "R5")
    impulses(p, REP, bystanders=False)
    choose(p, "attack", "C", ["r-acero"])
    dice(p, 3, 3)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    play(p, "chit:R7")
    assert (question(p), asked(p)) == ("Declare", [REP])
    assert play(p.clone(), "pass").choices() == {}
    play(p, "chit:R5c")
    assert p.choices() == {}                                 # then the end is looked at, and nobody is Fresh
    q = empty(turn=5)                                        # without the extra impulse it is over at once
    own(q, NAT, "C")
    put(q, "C", "r-acero")
    put(q, "C", "n-leg-1", spent=True)
    hold(q, "R7", "R5")
    impulses(q, REP, bystanders=False)
    choose(q, "attack", "C", ["r-acero"])
    dice(q, 3, 3)
    while question(q) in ("TakeLosses", "RetreatUnits"):
        play(q, offered(q)[0])
    play(q, "pass")
    assert q.choices() == {}


@pytest.mark.rule("12.1h")
def test_a_foothold_won_by_a_retreat_opens_the_rivers_for_the_next_unit() -> None:
    p = empty()
    own(p, NAT, "DD", "LL")
    put(p, "DD", "n-leg-5", "r-mena", "r-ferrov")            # 1 to 2: no foothold yet
    put(p, "FF", "n-leg-1", "n-leg-4", "r-largo", "r-nelken", "r-aguilas")
    run(p, Retreat(NAT, [unit(p, "n-leg-1"), unit(p, "n-leg-4")]))
    assert where(p, "n-leg-1") == "DD"                       # the Manzanares barred the way to LL
    assert p.rivers_open
    assert where(p, "n-leg-4") == "LL"                       # 2 to 2 in DD: now the better shelter is open


@pytest.mark.rule("12.1g")
def test_a_fight_in_a_normal_area_opens_no_river() -> None:
    p = empty()
    own(p, NAT, "Q")
    put(p, "Q", "n-leg-1", "n-leg-4", "r-acero")
    impulses(p, NAT)
    choose(p, "attack", "Q", ["n-leg-1", "n-leg-4"])
    play(p, "done")
    dice(p, 6, 6)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    assert not p.rivers_open
    q, y = area(p, "Q"), area(p, "Y")
    assert toll(p, NAT, 1, False, q, p.board.nb[q].index(y), 9, True) < 0


@pytest.mark.rule("12.2k")
def test_what_happens_outside_madrid_leaves_its_garrison_frozen() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto")
    put(p, "FF", "r-largo")
    own(p, NAT, "GG")
    put(p, "GG", "n-leg-1")
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")                                       # a suburb is bombarded
    dice(p, 1, 1)
    impulses(p, NAT)
    choose(p, "move", "GG", ["n-leg-1"])
    go(p, "FF")                                              # and entered
    assert p.frozen(unit(p, "r-asalto"))


@pytest.mark.rule("12.1h")
def test_a_foothold_held_only_until_the_attacker_takes_his_losses_opens_the_rivers() -> None:
    p = empty()
    put(p, "FF", "n-leg-1")
    put(p, "FF", "r-cnt-juv", "r-cnt-ferrer", spent=True)    # 1 to 2, defence 4
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "point:r-cnt-juv")
    p.board.terrain[area(p, "FF")] = 0                       # so that a low roll hurts both
    try:
        dice(p, 1, 2)                                        # 5 - 4 = 1 for B; IL 4, so 1 for A
        while question(p) in ("TakeLosses", "RetreatUnits"):
            play(p, offered(p)[0])
    finally:
        p.board.terrain[area(p, "FF")] = 4
    assert p.count(NAT, area(p, "FF")) == 0
    assert p.count(REP, area(p, "FF")) == 1
    assert p.rivers_open                                     # 1 to 1 for a moment


@pytest.mark.rule("9e", "5c")
def test_six_units_cost_a_point_in_an_attack_and_in_an_assault_too() -> None:
    legion = ["n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7", "n-leg-8"]
    for kind_of, place in (("attack", "D"), ("assault", "C")):
        for points in (0, 1):
            p = empty()
            put(p, "D", *legion)
            put(p, place, "r-acero")
            p.sp = [0, points]
            impulses(p, NAT)
            play(p, f"{kind_of}:D", *[f"unit:{n}" for n in legion[:5]])
            if not points:
                assert question(p) == "NamePoint"            # no point, no sixth unit
                continue
            play(p, f"unit:{legion[5]}")
            assert question(p) == "NamePoint"
            assert p.sp == [0, 0]


@pytest.mark.rule("9.2j")
def test_a_step_that_costs_more_than_there_is_uses_everything_up() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    put(p, "D", "n-art-105a", "r-largo")
    put(p, "C", "n-leg-1", "r-libertad")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-art-105a"])                   # 2 points
    play(p, "area:C")                                        # 3: from one contested area to another
    assert question(p) == "Declare"                          # M would cost 2


@pytest.mark.rule("9.7e")
def test_after_an_assault_over_several_areas_the_last_one_left_is_where_to_go_back() -> None:
    p = empty()
    own(p, NAT, "P", "N")
    put(p, "P", "n-leg-1", "n-leg-4")
    put(p, "GG", "r-bm1a", "r-acero")
    impulses(p, NAT)
    choose(p, "assault", "P", ["n-leg-1", "n-leg-4"])
    play(p, "area:N", "area:GG", "unit:r-bm1a", "unit:r-acero", "point:r-bm1a")
    dice(p, 2, 4)                                            # IL 5+1+3 = 9: 3 losses on two Spent attackers
    assert where(p, "n-leg-4") == "N"                        # and not P, where they started


@pytest.mark.rule("3.5.1a", "9.2n")
def test_the_option_that_stops_a_stack_on_capture_lets_it_pass_its_own_areas() -> None:
    p = empty(stop_on_capture=True)
    own(p, NAT, "C")
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    play(p, "area:C")
    assert "area:M" in offered(p)


@pytest.mark.rule("9.5b")
def test_every_three_units_without_a_factor_fire_with_one() -> None:
    p = empty()
    zeros = [u for u in p.board.of[REP] if p.board.type[u] == LINE and not p.board.attack[u]]
    for n, fire in ((2, 0), (3, 1), (5, 1), (6, 2)):
        for u in zeros[:n]:
            put(p, "I", p.board.uid[u])
        assert sum(x[0] for x in strength(p, Impulse(NAT), area(p, "I"))) == fire


@pytest.mark.rule("9.4.3a", "9.4.1b")
def test_a_shock_unit_without_a_factor_does_not_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    printed(monkeypatch, p, {"n-leg-4": (0, 6)})
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "r-largo")
    impulses(p, NAT)
    play(p, "assault:D", "unit:n-leg-1")
    assert question(p) == "StepOn"


@pytest.mark.rule("9.4.1.C6b")
def test_artillery_leads_a_counter_attack_only_if_nothing_else_makes_it() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero", "r-art-getafe", "r-libertad")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "unit:r-acero", "unit:r-art-getafe", "done")
    assert question(p) == "AttackDice"
    assert now(p).bpoint == unit(p, "r-acero")


@pytest.mark.rule("9.2a")
def test_a_point_unit_that_no_longer_moves_is_replaced_at_the_next_crossing(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "I", "r-largo")
    put(p, "J", "r-octubre1")
    monkeypatch.setattr(p.board, "move", [9] * p.board.units)
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1", "n-leg-4", "n-leg-5"])
    play(p, "area:I", "point:n-leg-4")
    dice(p, 3, 4)                                            # 7 - 6 = 1: the point unit stays behind, Spent
    play(p, "area:A", "area:J")
    assert question(p) == "NameCrossingPoint"
    assert args(p, "point") == ["n-leg-1", "n-leg-5"]


@pytest.mark.rule("3.4.1d", "3.5.1a", "9.5e")
def test_a_crossing_into_a_suburb_that_is_thrown_back_by_fire_raises_morale_at_once() -> None:
    p = empty()
    own(p, NAT, "LL")
    p.rivers_open = True
    put(p, "LL", "n-leg-1")
    put(p, "FF", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "LL", ["n-leg-1"])
    play(p, "area:FF")
    dice(p, 4, 4)                                            # 8 - 6 = 2: turned and back
    assert where(p, "n-leg-1") == "LL"
    assert p.morale == 1


@pytest.mark.rule("9.3h", "3.5.1a")
def test_a_contested_area_passes_to_the_side_whose_bombardment_empties_it() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-largo")
    put(p, "D", "n-art-105a", "n-art-75a")
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a", "n-art-75a"])
    dice(p, 6, 6)
    assert where(p, "r-largo") == "eliminated"
    assert p.control[area(p, "C")] == NAT
    assert p.won == [0, 1]


@pytest.mark.rule("12.2k")
def test_an_area_with_nobody_but_the_frozen_garrison_is_not_activated() -> None:
    p = empty("corunna", 10)
    put(p, "AA", "r-asalto")
    impulses(p, REP)
    assert rules(p, "move:AA") == ["12.2k"]


@pytest.mark.rule("9.4.3b", "3.5.1a")
def test_an_assault_may_take_an_empty_area_on_its_way_unless_the_option_stops_it(
        monkeypatch: pytest.MonkeyPatch) -> None:
    for option in (False, True):
        p = empty(stop_on_capture=option)
        put(p, "D", "n-leg-1")
        put(p, "M", "r-izqrep")
        monkeypatch.setattr(p.board, "move", [4] * p.board.units)        # no shock unit of the game is fast enough
        impulses(p, NAT)
        assert ("assault:D" in offered(p)) is not option
        if not option:
            choose(p, "assault", "D", ["n-leg-1"])
            play(p, "area:C")
            assert p.control[area(p, "C")] == NAT
            play(p, "area:M")
            assert question(p) == "RollTests"
        else:
            put(p, "C", "r-libertad")                        # somebody to fight in C: there it stops
            put(p, "K", "r-ferrov")                          # behind E, which is empty
            impulses(p, NAT)
            choose(p, "assault", "D", ["n-leg-1"])
            assert rules(p, "area:E") == ["9.4.3b"]
            play(p, "area:C")
            assert question(p) == "RollTests"


@pytest.mark.rule("11.1b")
def test_a_suburb_in_nationalist_hands_is_no_normal_area_at_the_gates() -> None:
    p = empty("campaign", 4)
    own(p, NAT, "FF")
    assert [m[:2] for m in council_modifiers(p)] == [(1, "11.1d")]
    own(p, NAT, "N")
    assert [m[:2] for m in council_modifiers(p)] == [(1, "11.1b"), (1, "11.1d")]
    own(p, REP, "N")
    own(p, NAT, "M")                                         # normal, and next to no suburb
    assert [m[:2] for m in council_modifiers(p)] == [(1, "11.1d")]


@pytest.mark.rule("12.3l")
def test_it_is_the_pause_that_is_named_when_it_alone_forbids_an_assault_or_a_bombardment() -> None:
    p = empty("campaign", 7)
    p.pause_start = 7
    put(p, "D", "n-leg-1", "n-art-105a")
    put(p, "C", "r-largo")
    hold(p, "N2")
    impulses(p, NAT)
    for word, place in (("assault:D", "C"), ("bombard:D", "C")):
        assert [(r.rule, r.facts["area"]) for r in why(p, word)] == [("12.3l", place)]
    assert rules(p, "chit:N2") == ["12.3l"]
    q = empty("campaign", 7)                                 # nobody near: the pause has nothing to do with it
    q.pause_start = 7
    put(q, "D", "n-leg-1", "n-art-105a")
    hold(q, "N2")
    impulses(q, NAT)
    assert (rules(q, "assault:D"), rules(q, "bombard:D"), rules(q, "chit:N2")) == (["9.4.3b"], ["9.3a"], ["15.N2a"])


@pytest.mark.rule("12.3l")
def test_the_pause_does_not_keep_the_republican_from_fighting() -> None:
    p = empty("campaign", 7)
    p.pause_start = 7
    put(p, "D", "n-leg-1", "r-acero", "r-art-getafe")
    put(p, "C", "r-bm1a")
    hold(p, "R1")
    impulses(p, REP)
    assert {"attack:D", "assault:C", "bombard:D", "chit:R1"} <= set(offered(p))


@pytest.mark.rule("9.6j", "9.6l")
def test_artillery_is_refused_for_what_really_keeps_it_from_being_eliminated() -> None:
    def asked_about_guns(points: int, *lines: str) -> Storm:
        p = empty()
        names = ["r-bernal", "r-art-getafe", "r-art-camp", *lines]
        put(p, "C", *names)
        return run(p, Losses(REP, [unit(p, n) for n in names], points))

    p = asked_about_guns(5)
    play(p, "eliminate:r-bernal")                            # no other unit is left, but only two points are
    assert rules(p, "eliminate:r-art-getafe") == ["9.6j"]
    q = asked_about_guns(8, "r-mena")
    play(q, "eliminate:r-bernal")                            # the other line unit cannot go as well: 3 + 3 + 3
    assert rules(q, "eliminate:r-art-getafe") == ["9.6l"]


@pytest.mark.rule("9.4.3b")
def test_an_assault_without_an_enemy_in_reach_is_refused_as_that() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "N", "r-largo")
    impulses(p, NAT)
    assert [(r.rule, r.key) for r in why(p, "assault:D")] == [("9.4.3b", "no-battle-there")]
    assert "move:D" in offered(p)                            # it has somewhere to go


@pytest.mark.rule("9.7e", "9.7f")
def test_refuges_of_a_full_starting_area_are_none() -> None:
    p = empty()
    for u in [x for x in p.board.of[NAT] if p.board.uid[x] != "n-leg-1"][:10]:
        put(p, "D", p.board.uid[u])
    assert refuges(p, NAT, area(p, "C"), area(p, "D")) == []             # R62: it cannot take the unit
