"""[15] Event chits: common rules, Republican chits."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm.rules.ch09_bombardment import chit_targets
from frente.games.storm.rules.ch09_combat import intensity, worth
from frente.games.storm.state.board import (
    N8B,
    NAT,
    R3A,
    R3B,
    R4B,
    R6,
    REP,
)
from frente.games.storm.state.position import Storm
from tests.storm.chits import attack, crossing, losses, republican_attack
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    go,
    hold,
    impulses,
    kind,
    lose,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    spent,
    told,
    unit,
)

# -- common rules


@pytest.mark.rule("15.0a", "15.0c", "15.N1")
def test_a_bombardment_by_chit_needs_no_artillery_and_is_2d6_plus_4() -> None:
    p = empty()
    own(p, NAT, "N")
    put(p, "N", "n-leg-1")
    put(p, "EE", "r-wadras", "r-leones")                     # defence 5, terrain 4
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    assert (question(p), asked(p)) == ("NameTargetPoint", [REP])             # B6: named by the Republican
    play(p, "point:r-wadras")
    dice(p, 6, 3)
    assert losses(p) == 4
    assert spent(p, "n-leg-1") == [False]
    assert p.sp == [0, 0]


@pytest.mark.rule("15.0a")
def test_a_chit_bombards_the_own_area_with_two_dice_too() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "r-largo")
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    dice(p, 6, 6)
    assert question(p) != "BombardmentDice"


@pytest.mark.rule("15.0c")
def test_a_target_must_hold_an_enemy_and_boxes_are_no_targets() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "1", "r-largo")
    hold(p, "N2")
    impulses(p, NAT, bystanders=False)
    assert "chit:N2" not in offered(p)
    assert rules(p, "chit:N2") == ["15.N2a"]
    put(p, "C", "r-mena")
    assert [p.board.names[t] for t in chit_targets(p, NAT, 15)] == ["C"]


@pytest.mark.rule("15.0b")
def test_a_chit_with_several_effects_is_played_for_one_of_them() -> None:
    p = empty()
    put(p, "C", "r-largo", spent=True)
    lose(p, "r-nelken", "r-ferrov")
    hold(p, "R5")
    impulses(p, REP)
    assert {"chit:R5a", "chit:R5b", "chit:R5c"} <= set(offered(p))
    play(p, "chit:R5c")
    assert p.morale == 1
    assert spent(p, "r-largo") == [True]
    assert asked(p) == [NAT]


@pytest.mark.rule("15.0d")
def test_in_a_window_player_a_speaks_first_and_both_until_they_decline() -> None:
    p = attack("N3", "N4", "R4", "R8", place="C", rep=("r-acero", "r-largo"))
    assert (question(p), asked(p)) == ("PlayEvents", [NAT])
    play(p, "chit:N4a")
    assert asked(p) == [REP]
    play(p, "chit:R8a")
    assert asked(p) == [NAT]
    play(p, "pass")
    assert asked(p) == [REP]
    play(p, "chit:R4a")                                      # several titles in one combat
    assert asked(p) == [NAT]
    play(p, "pass")
    assert question(p) == "CounterAttack"                    # the Republican has nothing left to say


# -- Republican chits


@pytest.mark.rule("15.R1")
def test_reserve_artillery_reaches_own_units_areas_and_the_next_and_the_enemy_names_the_point_unit() -> None:
    p = empty()
    put(p, "C", "r-largo")
    own(p, NAT, "L", "E", "M")
    put(p, "L", "n-leg-1", "n-argel")
    put(p, "E", "n-leg-4")                                   # not next to a Republican unit
    hold(p, "R1")
    impulses(p, REP)
    play(p, "chit:R1")
    assert question(p) == "NameTargetPoint"                  # L is the only target
    assert asked(p) == [NAT]


@pytest.mark.rule("15.R2")
def test_republican_air_reaches_everything_names_the_point_unit_and_causes_no_test() -> None:
    p = empty(turn=3)
    own(p, NAT, "E")
    put(p, "E", "n-leg-4", "n-argel")
    hold(p, "R2")
    impulses(p, REP)
    play(p, "chit:R2")
    assert (question(p), asked(p)) == ("NameTargetPoint", [REP])
    play(p, "point:n-leg-4")
    dice(p, 1, 1)
    assert asked(p) == [NAT]                                 # no test, the impulse is over
    assert p.board.enters[kind(p, "R2")] == 3


@pytest.mark.rule("15.R3", "15.R3a")
def test_tanks_add_three_to_an_attack() -> None:
    p = republican_attack("R3")
    play(p, "done", "chit:R3a")
    events = told(p)
    dice(p, 3, 3)
    assert next(e for e in events if e.key == "attack-result").facts["total"] == 6 + 1 + 3
    q = republican_attack("R3")
    play(q, "done")
    assert args(q, "chit") == ["R3a"]                        # the other uses do not fit an own attack
    assert p.board.enters[kind(p, "R3")] == 3


@pytest.mark.rule("15.R3", "15.R3b")
def test_tanks_add_three_to_the_intensity_of_a_counter_attack_and_to_nothing_without_one() -> None:
    p = attack("R3")
    play(p, "unit:r-acero")
    play(p, "chit:R3b")
    assert R3B in now(p).effects
    assert worth(intensity(p, now(p))) == 5 + 1 + 3
    q = attack("R3")
    play(q, "done")                                          # no counter-attack
    assert question(q) == "AttackDice"
    assert R3A not in now(q).effects


@pytest.mark.rule("15.R3c")
def test_tanks_add_three_to_defensive_fire() -> None:
    p = crossing("R3")
    play(p, "chit:R3c")
    events = told(p)
    dice(p, 2, 3)                                            # 5 + 1 + 3 - 6 = 3
    assert next(e for e in events if e.key == "fire-losses").facts["losses"] == 3


@pytest.mark.rule("15.R4a")
def test_fortification_doubles_the_terrain_for_republican_defenders() -> None:
    p = attack("R4")
    play(p, "chit:R4a", "done")
    events = told(p)
    dice(p, 6, 6)
    assert next(e for e in events if e.key == "attack-result").facts["defence"] == 5 + 4 + 4
    q = republican_attack("R4")
    assert question(q) == "CounterAttack"                    # not in a Republican impulse
    play(q, "done")
    assert question(q) == "AttackDice"


@pytest.mark.rule("15.R4b")
def test_fortification_keeps_counter_attackers_fresh() -> None:
    p = attack("R4")
    play(p, "pass", "unit:r-acero", "chit:R4b")
    assert R4B in now(p).effects
    dice(p, 1, 1)
    assert spent(p, "r-acero", "n-leg-1")[0] is False
    q = attack("R4")
    play(q, "pass", "done")
    assert "chit:R4b" not in offered(q)                      # nobody counter-attacks
    assert rules(q, "chit:R4b") == ["15.R4b"]


@pytest.mark.rule("15.R5", "15.R5a", "15.R5d")
def test_no_pasaran_turns_up_to_a_die_of_units_fresh_and_they_may_act_again() -> None:
    p = empty()
    own(p, NAT, "D", "B", "J", "L", "M")
    put(p, "C", "r-largo", "r-mena", "r-ferrov", spent=True)             # out of supply, and turned all the same
    hold(p, "R5")
    impulses(p, REP)
    assert rules(p, "move:C") == ["1.1d"]
    play(p, "chit:R5a")
    dice(p, 2)
    play(p, "unit:r-largo")
    assert rules(p, "unit:r-largo") == ["15.R5a"]
    play(p, "unit:r-ferrov")
    assert spent(p, "r-largo", "r-mena", "r-ferrov") == [False, True, False]
    assert asked(p) == [NAT]                                 # two were all
    play(p, "pass")
    assert "move:C" in offered(p)
    assert p.gone[kind(p, "R5")] == 0                        # not removed


@pytest.mark.rule("15.R5a", "15.R5b", "15.N5")
def test_a_use_without_any_effect_is_not_offered() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "1", "r-largo")                                   # Fresh, and in no area
    hold(p, "R5", "N5")
    impulses(p, REP)
    assert args(p, "chit") == ["R5c"]
    assert rules(p, "chit:R5a") == ["15.R5a"]
    assert rules(p, "chit:R5b") == ["15.R5b"]
    play(p, "pass")
    assert rules(p, "chit:N5") == ["15.N5"]


@pytest.mark.rule("15.R5b")
def test_no_pasaran_rebuilds_as_in_a_replacement_phase() -> None:
    p = empty()
    lose(p, "r-largo", "r-nelken", "r-ferrov", "r-aguilas", "r-bm1a", "r-bm1b")
    hold(p, "R5")
    impulses(p, REP)
    play(p, "chit:R5b")
    play(p, "rebuild:r-largo", "with:r-nelken", "area:C")
    assert set(args(p, "rebuild")) == {"r-ferrov", "r-aguilas"}          # no shock unit besides
    play(p, "rebuild:r-ferrov", "area:C")
    assert asked(p) == [NAT]


@pytest.mark.rule("15.R5c")
def test_no_pasaran_raises_morale_by_one_level() -> None:
    p = empty()
    hold(p, "R5")
    put(p, "C", "r-largo")
    impulses(p, REP)
    play(p, "chit:R5c")
    assert p.morale == 1


def durruti(**options: Any) -> Storm:
    p = empty(turn=5, **options)
    own(p, NAT, "D", "L")
    put(p, "C", "r-cnt-juv", "r-cnt-mora")
    put(p, "D", "n-leg-1")
    hold(p, "R6")
    impulses(p, REP)
    return p


@pytest.mark.rule("15.R6")
def test_durruti_makes_anarchists_shock_units_with_a_factor_for_this_impulse_and_the_next() -> None:
    p = durruti()
    assert "assault:C" not in offered(p)
    play(p, "chit:R6")
    assert offered(p) == ["assault:C"]                       # a combat must follow
    assert rules(p, "move:C") == ["6f"]
    assert rules(p, "pass") == ["6f"]
    choose(p, "assault", "C", ["r-cnt-juv"])
    play(p, "area:D", "done")
    dice(p, 6, 6)
    while asked(p) != [NAT] or question(p) != "Declare":
        play(p, offered(p)[0])
    assert p.durruti == 1                                    # through the Nationalist impulse between
    assert p.factor(unit(p, "r-cnt-mora")) == 1
    assert p.shock(unit(p, "r-cnt-mora"))
    assert not p.shock(unit(p, "r-libertad"))
    play(p, "pass")
    assert p.durruti == 1
    play(p, "pass")
    assert p.durruti == 0
    assert p.factor(unit(p, "r-cnt-mora")) == 0
    assert p.board.enters[kind(p, "R6")] == 5


@pytest.mark.rule("15.R6")
def test_by_the_other_reading_durruti_lasts_through_the_next_impulse_of_either_player() -> None:
    p = durruti(durruti_next_own_impulse=False)
    play(p, "chit:R6")
    choose(p, "assault", "C", ["r-cnt-juv"])
    play(p, "area:D", "done")
    dice(p, 6, 6)
    while asked(p) != [NAT] or question(p) != "Declare":
        play(p, offered(p)[0])
    play(p, "pass")
    assert p.durruti == 0
    q = durruti()
    assert q.factor(unit(q, "r-durruti1")) == 1
    q.durruti = 2
    assert R6 not in now(q).effects
    assert q.factor(unit(q, "r-durruti1")) == 1              # a printed factor is kept


@pytest.mark.rule("15.R6", "3.4.2i", "9.4.1.C3", "9.4.1.C4e")
def test_under_durruti_anarchists_are_shock_units_for_tests_and_intensity_too() -> None:
    from frente.games.storm.rules.ch03_morale import ATTACKED, STAMPEDE_SHOCK, who_tests

    p = empty(turn=5)
    put(p, "C", "r-cnt-juv", "r-largo", "n-leg-1", "n-leg-4")
    a = area(p, "C")
    assert who_tests(p, a, ATTACKED) == [unit(p, "r-cnt-juv"), unit(p, "r-largo")]
    p.durruti = 1
    assert who_tests(p, a, ATTACKED) == [unit(p, "r-largo")]
    assert unit(p, "r-cnt-juv") in who_tests(p, a, STAMPEDE_SHOCK)
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    dice(p, 1)
    assert question(p) == "CounterAttack"                    # it may counter-attack
    assert args(p, "unit") == ["r-cnt-juv"]
    assert worth(intensity(p, now(p))) == 5                  # a shock unit is there: no C4e


@pytest.mark.rule("15.R7")
def test_captured_plans_give_a_second_impulse_after_an_attack() -> None:
    p = republican_attack("R7")
    play(p, "done")
    dice(p, 3, 3)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    assert (question(p), asked(p)) == ("PlayEvents", [REP])
    play(p, "chit:R7")
    assert (question(p), asked(p)) == ("Declare", [REP])     # any kind of impulse
    assert "move:C" in offered(p)
    play(p, "pass")
    assert asked(p) == [NAT]


@pytest.mark.rule("15.R7")
def test_captured_plans_do_not_follow_a_move_unless_the_option_allows_it() -> None:
    for option, wanted in ((False, [NAT]), (True, [REP])):
        p = empty(plans_after_any_impulse=option)
        put(p, "C", "r-largo")
        hold(p, "R7")
        impulses(p, REP)
        choose(p, "move", "C", ["r-largo"])
        go(p, "J")
        assert asked(p) == wanted


@pytest.mark.rule("15.R7", "9.5g")
def test_captured_plans_follow_an_assault_that_defensive_fire_put_an_end_to() -> None:
    for cancelled in (True, False):                          # given up, or nobody is left to lead it
        p = empty(turn=5)
        own(p, NAT, "I")
        put(p, "A", *(["r-acero", "r-bm1a"] if cancelled else ["r-acero"]))
        put(p, "I", "n-leg-1")
        hold(p, "R7")
        impulses(p, REP)
        choose(p, "assault", "A", ["r-acero", "r-bm1a"] if cancelled else ["r-acero"])
        play(p, "area:I")
        dice(p, 2, 2)                                        # 4 + 2 - 5 = 1: the point unit is turned
        if cancelled:
            play(p, "cancel")
        assert (question(p), asked(p), args(p, "chit")) == ("PlayEvents", [REP], ["R7"])
        play(p, "chit:R7")
        assert (question(p), asked(p)) == ("Declare", [REP])


@pytest.mark.rule("15.R7")
def test_captured_plans_follow_neither_a_bombardment_nor_a_chit_nor_a_pass() -> None:
    for word in ("bombard:C", "chit:R5c", "pass"):
        p = empty(turn=5)
        put(p, "C", "r-art-getafe", "n-leg-1", "r-largo")
        hold(p, "R7", "R5")
        impulses(p, REP)
        play(p, word)
        if word == "bombard:C":
            play(p, "unit:r-art-getafe")
            dice(p, 1, 1, 1)
        assert (question(p), asked(p)) == ("Declare", [NAT])


@pytest.mark.rule("15.R8", "15.R8a")
def test_miaja_cancels_the_test_of_c2() -> None:
    p = attack("R8", place="C", rep=("r-largo", "r-mena"))
    play(p, "chit:R8a")
    assert question(p) != "RollTests"
    assert p.gone[kind(p, "R8")] == 1
    q = attack("R8", place="FF", rep=("r-largo", "r-mena"))
    assert question(q) != "PlayEvents"                       # no test to cancel in the suburbs
    r = attack("R8", "N8", place="C", rep=("r-acero", "r-largo"))
    play(r, "chit:N8b", "chit:R8a")
    assert N8B not in now(r).effects                         # the whole test, Stampede included
    assert question(r) != "RollTests"


@pytest.mark.rule("15.R8b")
def test_miaja_cancels_a_stampede_and_leaves_the_ordinary_test() -> None:
    p = attack("R8", "N8", place="C", rep=("r-acero", "r-largo"))
    play(p, "chit:N8b")
    assert {"chit:R8a", "chit:R8b"} <= set(offered(p))
    play(p, "chit:R8b")
    while question(p) == "PlayEvents":
        play(p, "pass")
    assert question(p) == "RollTests"
    assert p.stack[-1].units == [unit(p, "r-largo")]         # type: ignore[attr-defined]
    q = attack("R8", place="C", rep=("r-acero", "r-largo"))
    assert rules(q, "chit:R8b") == ["15.R8b"]                # nothing to cancel
