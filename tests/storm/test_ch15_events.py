"""[15] The event chits."""
from __future__ import annotations

from typing import Any

import pytest

from frente.flow import CHANCE
from frente.games.storm.board import (
    N3,
    N8A,
    N8B,
    NAT,
    R3A,
    R3B,
    R4A,
    R4B,
    R6,
    REP,
)
from frente.games.storm.ch09_bombardment import Bombardment, chit_targets
from frente.games.storm.ch09_combat import intensity, worth
from frente.games.storm.ch09_losses import Losses
from frente.games.storm.position import Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    go,
    held,
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
    where,
)


def losses(p: Storm) -> int:
    return next((f.points for f in p.stack if isinstance(f, Losses)), 0)


def attack(*chits: str, place: str = "FF", nat: tuple[str, ...] = ("n-leg-1", "n-leg-4"),
           rep: tuple[str, ...] = ("r-acero", "r-largo"), turn: int = 5, **options: Any) -> Storm:
    """A Nationalist attack with the first unit named, up to the first question after its declaration."""
    p = empty(turn=turn, **options)
    put(p, place, *nat, *rep)
    hold(p, *chits)
    impulses(p, NAT)
    return choose(p, "attack", place, [nat[0]])


def republican_attack(*chits: str, rep: tuple[str, ...] = ("r-acero", "r-bm1a"),
                      nat: tuple[str, ...] = ("n-leg-1",)) -> Storm:
    p = empty(turn=5)
    own(p, NAT, "C")
    put(p, "C", *rep, *nat)
    hold(p, *chits)
    impulses(p, REP)
    return choose(p, "attack", "C", [rep[0]])


def crossing(*chits: str, kind: str = "move", units: tuple[str, ...] = ("n-leg-1",), **options: Any) -> Storm:
    p = empty(turn=5, **options)
    own(p, NAT, "A")
    put(p, "A", *units)
    put(p, "I", "r-acero", "r-largo")
    hold(p, *chits)
    impulses(p, NAT)
    choose(p, kind, "A", list(units))
    return play(p, "area:I")


# -- common rules


@pytest.mark.rule("15.0a", "15.0c", "15.N1")
def test_a_bombardment_by_chit_needs_no_artillery_and_is_2d6_plus_4() -> None:
    p = empty()
    own(p, NAT, "N")
    put(p, "N", "n-leg-1")
    put(p, "EE", "r-libertad", "r-leones")                   # defence 5, terrain 4
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    assert (question(p), asked(p)) == ("NameTargetPoint", [REP])             # B6: named by the Republican
    play(p, "point:r-libertad")
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


@pytest.mark.rule("15.R6")
def test_under_durruti_anarchists_are_shock_units_for_tests_and_intensity_too() -> None:
    from frente.games.storm.ch03_morale import ATTACKED, STAMPEDE_SHOCK, who_tests

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


# -- Nationalist chits


@pytest.mark.rule("15.N1")
def test_nationalist_reserve_artillery_needs_a_unit_in_or_next_to_the_target() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "C", "r-libertad")
    put(p, "T", "r-covadonga")
    put(p, "H", "r-mangada")                                 # next to box 4 only: a box is no area
    put(p, "4", "n-leg-5")
    assert [p.board.names[t] for t in chit_targets(p, NAT, 14)] == ["C"]
    assert [p.board.names[t] for t in chit_targets(p, NAT, 15)] == ["C", "H", "T"]


@pytest.mark.rule("15.N2a", "15.N2b")
def test_nationalist_air_names_the_point_unit_and_survivors_test_also_in_the_suburbs() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "FF", "r-largo", "r-mena", "r-acero")
    hold(p, "N2")
    impulses(p, NAT)
    play(p, "chit:N2")
    assert (question(p), asked(p)) == ("NameTargetPoint", [NAT])             # B7
    play(p, "point:r-largo")
    dice(p, 1, 1)
    assert question(p) == "RollTests"
    assert p.stack[-1].modifier == 2 + 1 - 1 - 1             # type: ignore[attr-defined]
    assert p.stack[-1].units == [unit(p, "r-mena"), unit(p, "r-largo")]      # type: ignore[attr-defined]
    q = empty()
    put(q, "D", "n-leg-1")
    put(q, "AA", "r-largo")
    hold(q, "N2")
    impulses(q, NAT)
    play(q, "chit:N2")
    dice(q, 1, 1)
    assert asked(q) == [REP]                                 # never in AA


@pytest.mark.rule("15.N3")
def test_surprise_prevents_counter_attack_and_defensive_fire() -> None:
    p = attack("N3")
    play(p, "chit:N3")
    assert question(p) == "AttackDice"
    q = crossing("N3")
    assert asked(q) == [NAT]
    play(q, "chit:N3")
    assert N3 not in (now(q).effects if question(q) != "Declare" else [])
    assert where(q, "n-leg-1") == "I"                        # vector F7: unhurt
    r = republican_attack("N3")
    assert question(r) == "CounterAttack"                    # not in a Republican impulse
    assert asked(r) == [NAT]


@pytest.mark.rule("15.N4a")
def test_engineers_take_the_terrain_away() -> None:
    p = attack("N4")
    play(p, "chit:N4a", "done")
    events = told(p)
    dice(p, 6, 6)
    assert next(e for e in events if e.key == "attack-result").facts["defence"] == 5


@pytest.mark.rule("15.N4b")
def test_engineers_cancel_a_fortification_just_played_in_either_window() -> None:
    p = attack("N4", "R4")
    play(p, "pass", "chit:R4a", "chit:N4b")                  # vector C-10
    assert R4A not in now(p).effects
    q = attack("N4", "R4")
    assert rules(q, "chit:N4b") == ["15.N4b"]
    play(q, "pass", "pass", "unit:r-acero")
    play(q, "chit:R4b")
    assert asked(q) == [NAT]
    play(q, "chit:N4b")
    assert R4B not in now(q).effects


@pytest.mark.rule("15.N5")
def test_the_fifth_column_turns_up_to_a_die_of_units_in_one_area_spent() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "C", "r-libertad", "r-thaelmann5")
    put(p, "B", "r-uribarri")
    hold(p, "N5")
    impulses(p, NAT)
    play(p, "chit:N5")
    dice(p, 3)
    assert "r-bm31" not in args(p, "unit")                   # in a box
    play(p, "unit:r-libertad")
    assert args(p, "unit") == ["r-thaelmann5"]
    assert rules(p, "unit:r-uribarri") == ["15.N5"]
    play(p, "stop")                                          # up to that many
    assert spent(p, "r-libertad", "r-thaelmann5", "r-uribarri", "n-leg-1") == [True, False, False, False]
    assert asked(p) == [REP]


def strife(*units: str, sp: int = 0) -> Storm:
    p = empty()
    put(p, "C", *units)
    p.strife = True
    p.sp = [sp, 0]
    impulses(p, REP)
    return choose(p, "move", "C", list(units))


@pytest.mark.rule("15.N6a", "15.N6b")
def test_strife_splits_communists_and_anarchists_on_four_or_more() -> None:
    p = strife("r-libertad", "r-thaelmann5", "r-cnt-juv")    # vector I7
    assert question(p) == "StrifeDie"
    dice(p, 5)
    play(p, "keep:communists")
    go(p, "J")
    assert where(p, "r-cnt-juv") == "C"
    assert spent(p, "r-libertad", "r-thaelmann5", "r-cnt-juv") == [True, True, False]
    q = strife("r-libertad", "r-cnt-juv")
    dice(q, 3)
    go(q, "J")
    assert where(q, "r-libertad") == where(q, "r-cnt-juv") == "J"        # 1 to 3: nothing happens
    r = strife("r-ib11a", "r-cnt-juv")
    assert question(r) == "StrifeDie"                        # International Brigades too
    s = empty()
    put(s, "D", "n-leg-1")
    hold(s, "N6")
    impulses(s, NAT)
    play(s, "chit:N6")
    assert s.strife
    assert s.gone[kind(s, "N6")] == 1


@pytest.mark.rule("15.N6c")
def test_strife_touches_no_other_factions_and_no_counter_attack_and_gives_the_price_back() -> None:
    p = strife("r-libertad", "r-largo", "r-mena")
    assert question(p) == "StepOn"                           # no anarchists: no die
    names = ["r-libertad", "r-thaelmann5", "r-cnt-juv", "r-largo", "r-mena", "r-ferrov"]
    q = strife(*names, sp=1)
    assert q.sp == [0, 0]
    dice(q, 6)
    play(q, "keep:anarchists")
    assert q.sp == [1, 0]                                    # four are left
    assert [q.board.uid[u] for u in now(q).units] == ["r-cnt-juv", "r-largo", "r-mena", "r-ferrov"]
    r = attack(rep=("r-acero", "r-durruti1"))
    r.strife = True
    play(r, "unit:r-acero", "unit:r-durruti1")
    assert question(r) != "StrifeDie"


@pytest.mark.rule("15.N6a")
def test_strife_lasts_for_the_turn() -> None:
    from tests.storm.lay import before, run

    p = empty()
    p.strife = True
    run(p, before("ReturnPhase"))
    assert not p.strife


@pytest.mark.rule("15.N7")
def test_durrutis_death_removes_his_chit_wherever_it_is_and_ends_its_effect() -> None:
    for place in ("hand", "pool", "played"):
        p = empty(turn=6)
        put(p, "D", "n-leg-1")
        k = kind(p, "R6")
        {"hand": p.hand, "pool": p.pool, "played": p.played}[place][k] = 1
        p.since[k] = 3
        p.durruti = 1
        hold(p, "N7")
        impulses(p, NAT)
        play(p, "chit:N7")
        assert (p.hand[k], p.pool[k], p.played[k], p.gone[k], p.durruti) == (0, 0, 0, 1, 0)
        assert p.gone[kind(p, "N7")] == 1
    assert p.board.enters[kind(p, "N7")] == 6


@pytest.mark.rule("15.N8a")
def test_stampede_makes_line_units_test_in_the_suburbs_and_never_in_madrid() -> None:
    p = attack("N8", rep=("r-largo", "r-art-getafe", "r-acero"))
    assert args(p, "chit") == ["N8a"]
    play(p, "chit:N8a")
    assert N8A in now(p).effects
    assert question(p) == "RollTests"
    assert p.stack[-1].units == [unit(p, "r-largo")]         # type: ignore[attr-defined]
    q = attack("N8", place="AA", rep=("r-largo",))
    assert question(q) != "PlayEvents"


@pytest.mark.rule("15.N8b")
def test_stampede_makes_shock_units_test_in_a_normal_area_besides_the_others() -> None:
    p = attack("N8", place="C", rep=("r-acero", "r-largo"))
    assert args(p, "chit") == ["N8b"]
    play(p, "chit:N8b")
    assert question(p) == "RollTests"
    assert set(p.stack[-1].units) == {unit(p, "r-acero"), unit(p, "r-largo")}            # type: ignore[attr-defined]


def flight(near: bool = True) -> Storm:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "n-leg-5", "r-acero", "r-art-getafe")
    put(p, "B", "r-uribarri")
    if near:
        own(p, NAT, "N")
        put(p, "N", "n-leg-6")
    hold(p, "N9", "R1", "R5")
    impulses(p, NAT)
    return p


@pytest.mark.rule("15.N9a", "15.N9c")
def test_the_flight_of_the_government_forbids_attacks_for_three_republican_impulses() -> None:
    p = flight()
    play(p, "chit:N9")
    assert p.gone[kind(p, "N9")] == 1
    assert rules(p, "attack:C") == ["15.N9a"]
    assert not {"bombard:C", "assault:C", "chit:R1"} & set(offered(p))
    assert {"move:C", "chit:R5c"} <= set(offered(p))         # moving and other chits stay allowed
    for left, mover in ((2, "n-leg-1"), (1, "n-leg-4"), (0, "")):
        play(p, "pass")                                      # a pass counts
        assert p.flight == left
        if mover:
            choose(p, "move", "D", [mover])
            go(p, "6")
    impulses(p, REP)
    assert "attack:C" in offered(p)


@pytest.mark.rule("15.N9b")
def test_the_government_flees_only_with_the_enemy_at_the_gates() -> None:
    p = flight(near=False)
    assert rules(p, "chit:N9") == ["15.N9b"]
    assert "chit:N9" in offered(flight())


@pytest.mark.rule("15.N9c")
def test_the_flight_runs_on_into_the_next_turn_and_allows_counter_attacks() -> None:
    from tests.storm.lay import before, run

    for option, left in ((False, 2), (True, 0)):
        p = empty(flight_expires_with_turn=option)
        p.flight = 2
        run(p, before("ReturnPhase"))
        assert p.flight == left
    q = attack()
    q.flight = 3
    assert args(q, "unit") == ["r-acero"]


@pytest.mark.rule("15.N10a")
def test_teresa_rolls_the_own_attack_dice_again() -> None:
    p = attack("N10")
    play(p, "done")
    dice(p, 1, 1)
    assert (question(p), asked(p)) == ("PlayEvents", [NAT])
    play(p, "chit:N10a")
    assert asked(p) == [CHANCE]
    events = told(p)
    dice(p, 6, 5)
    assert next(e for e in events if e.key == "attack-result").facts["total"] == 11 + 2
    assert held(p, NAT) == []


@pytest.mark.rule("15.N10b")
def test_teresa_makes_the_republican_roll_his_attack_again() -> None:
    p = republican_attack("N10")
    play(p, "done")
    dice(p, 6, 6)
    assert asked(p) == [NAT]
    assert args(p, "chit") == ["N10b"]
    play(p, "chit:N10b")
    events = told(p)
    dice(p, 2, 1)
    assert next(e for e in events if e.key == "attack-result").facts["total"] == 3 + 1


@pytest.mark.rule("15.N10c")
def test_teresa_makes_defensive_fire_roll_again() -> None:
    p = crossing("N10")
    dice(p, 6, 6)
    assert asked(p) == [NAT]
    play(p, "chit:N10c")
    events = told(p)
    dice(p, 1, 2)                                            # 3 + 1 - 6: nothing
    assert next(e for e in events if e.key == "fire-losses").facts["losses"] == 0
    assert where(p, "n-leg-1") == "I"


@pytest.mark.rule("15.N11b", "15.R5d")
def test_molas_effort_turns_nationalist_units_fresh() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4", spent=True)
    put(p, "4", "n-leg-5", spent=True)
    hold(p, "N11")
    impulses(p, NAT)
    play(p, "chit:N11b")
    dice(p, 2)
    play(p, "unit:n-leg-5", "unit:n-leg-1")                  # in a box too
    assert spent(p, "n-leg-1", "n-leg-4", "n-leg-5") == [False, True, False]
    play(p, "pass")
    assert "move:D" in offered(p)                            # they may act this turn


@pytest.mark.rule("15.N12")
def test_alfereces_stand_by_a_legion_or_moroccan_point_unit() -> None:
    p = republican_attack("N12", nat=("n-leg-1",))
    play(p, "done")
    assert args(p, "chit") == ["N12"]
    play(p, "chit:N12")
    events = told(p)
    dice(p, 3, 3)
    assert next(e for e in events if e.key == "attack-result").facts["defence"] == 6 + 1 + 3
    q = republican_attack("N12", nat=("n-argel",))
    play(q, "done")
    assert question(q) == "AttackDice"                       # an army unit is not helped
    r = crossing("N12")
    play(r, "chit:N12")
    events = told(r)
    dice(r, 5, 5)                                            # 10 + 1 - 6 - 3 = 2
    assert next(e for e in events if e.key == "fire-losses").facts["losses"] == 2
    s = crossing("N12", alfereces_vs_defensive_fire=False)
    assert question(s) == "FireDice"


def test_a_bombardment_frame_is_what_a_chit_opens() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "r-largo", "r-mena")
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    assert isinstance(p.stack[-1], Bombardment)
    assert area(p, "D") == p.stack[-1].target


@pytest.mark.rule("15.N10a")
def test_dice_are_rolled_again_only_once_in_a_combat() -> None:
    p = attack("N10", "N10", same_title_once_per_turn=False)
    play(p, "done")
    dice(p, 1, 1)
    play(p, "chit:N10a")
    events = told(p)
    dice(p, 1, 2)
    assert any(e.key == "attack-result" for e in events)     # the new roll stands, although a second chit is held


@pytest.mark.rule("15.R6", "6f")
def test_durruti_is_played_only_if_a_combat_can_follow() -> None:
    p = empty(turn=5)
    put(p, "C", "r-cnt-juv", "n-leg-1")                      # nobody to assault, but somebody to attack
    hold(p, "R6")
    impulses(p, REP)
    assert "attack:C" not in offered(p)
    play(p, "chit:R6")
    assert offered(p) == ["attack:C"]
    q = empty(turn=5)
    put(q, "C", "r-cnt-juv", spent=True)
    put(q, "C", "n-leg-1", "r-largo")
    hold(q, "R6")
    impulses(q, REP)
    assert rules(q, "chit:R6") == ["6f"]                     # the anarchists are Spent
    r = empty(turn=5)
    put(r, "C", "r-cnt-juv")
    hold(r, "R6")
    impulses(r, REP)
    assert rules(r, "chit:R6") == ["6f"]                     # no enemy near


@pytest.mark.rule("15.N6a")
def test_without_the_chit_the_parties_act_together() -> None:
    p = empty()
    put(p, "C", "r-libertad", "r-cnt-juv")
    impulses(p, REP)
    choose(p, "move", "C", ["r-libertad", "r-cnt-juv"])
    assert question(p) == "StepOn"
