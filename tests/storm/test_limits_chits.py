"""[15] Event chits where they must not help, and where two of them meet."""
from __future__ import annotations

import pytest

from frente.games.storm.state.board import NAT, R4A, REP
from tests.storm.chits import attack, crossing, republican_attack
from tests.storm.lay import (
    args,
    asked,
    before,
    choose,
    dice,
    empty,
    hold,
    impulses,
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
    told,
    unit,
)


@pytest.mark.rule("15.R3", "15.R3b", "15.R3c")
def test_tanks_never_help_the_enemys_counter_attack_or_fire() -> None:
    p = republican_attack("R3")
    play(p, "unit:n-leg-1")                                  # the Nationalist counter-attacks
    assert args(p, "chit") == ["R3a"]
    assert rules(p, "chit:R3b") == ["15.R3b"]
    q = empty(turn=5)
    own(q, NAT, "I")
    put(q, "A", "r-largo")
    put(q, "I", "n-leg-1")
    hold(q, "R3", "N10")
    impulses(q, REP)
    choose(q, "move", "A", ["r-largo"])
    play(q, "area:I")
    assert question(q) == "FireDice"                         # the Nationalist fires: no Tanks for him
    dice(q, 1, 1)
    assert question(q) != "PlayEvents"                       # and Teresa does not roll his own fire again


@pytest.mark.rule("15.N4a", "15.N8a", "15.N8b")
def test_engineers_and_stampede_have_no_place_in_a_republican_attack() -> None:
    p = republican_attack("N4", "N8")
    assert question(p) == "CounterAttack"


@pytest.mark.rule("15.N4b")
def test_engineers_cancel_a_fortification_at_once_or_later_before_the_dice() -> None:
    p = attack("N4", "R4", "R3")
    play(p, "pass", "chit:R4b", "pass")                      # not answered at once
    play(p, "unit:r-acero")
    assert (question(p), asked(p), args(p, "chit")) == ("PlayEvents", [NAT], ["N4a", "N4b"])
    play(p, "chit:N4b")
    assert now(p).effects == []
    play(p, "pass")
    dice(p, 3, 3)
    assert spent(p, "r-acero") == [True]                     # not saved any more


@pytest.mark.rule("15.N4b", "15.R8b")
def test_of_two_fortifications_the_last_one_is_cancelled_and_of_two_chits_the_one_that_is_meant() -> None:
    p = attack("N4", "R4", "R4", same_title_once_per_turn=False)
    play(p, "pass", "chit:R4a", "pass", "chit:R4b", "chit:N4b")
    assert now(p).effects == [R4A]
    q = attack("N8", "R8", "R4", place="C", rep=("r-acero", "r-largo"))
    play(q, "chit:N8b", "chit:R4a", "chit:R8b")
    assert now(q).effects == [R4A]


@pytest.mark.rule("15.N8a", "15.N8b", "15.R8a")
def test_a_stampede_needs_units_to_run_and_comes_too_late_after_miaja() -> None:
    assert question(attack("N8", place="C", rep=("r-largo", "r-mena"))) == "RollTests"       # no shock units
    assert question(attack("N8", place="FF", rep=("r-acero", "r-art-getafe"))) != "PlayEvents"
    p = attack("N8", "R8", place="C", rep=("r-acero", "r-largo"))
    play(p, "pass", "chit:R8a")
    assert question(p) == "CounterAttack"                    # the whole test is off: nobody is asked again


@pytest.mark.rule("15.R4b", "15.N3")
def test_fortification_saves_no_counter_attackers_after_a_surprise() -> None:
    p = attack("N3", "R4")
    play(p, "chit:N3")
    assert rules(p, "chit:R4b") == ["15.R4b"]
    assert "chit:R4a" in offered(p)


@pytest.mark.rule("15.N10a", "15.N10b")
def test_teresa_is_played_for_the_roll_that_was_made() -> None:
    p = attack("N10")
    play(p, "done")
    dice(p, 1, 1)
    assert args(p, "chit") == ["N10a"]
    assert rules(p, "chit:N10b") == ["15.N10b"]


@pytest.mark.rule("15.N12")
def test_alfereces_stand_by_moroccans_too() -> None:
    p = republican_attack("N12", nat=("n-reg-te2",))
    play(p, "done")
    assert args(p, "chit") == ["N12"]
    q = crossing("N12", units=("n-reg-te2",))
    assert args(q, "chit") == ["N12"]


@pytest.mark.rule("15.R6")
def test_the_effect_of_durruti_ends_with_the_turn() -> None:
    p = empty(turn=5)
    p.durruti = 1
    run(p, before("ReturnPhase"))
    assert p.durruti == 0


@pytest.mark.rule("15.R1", "15.N1")
def test_a_reserve_bombardment_of_a_contested_area_still_lets_the_enemy_name_the_point_unit() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-largo", "r-mena")
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    assert (question(p), asked(p)) == ("NameTargetPoint", [REP])


@pytest.mark.rule("15.0d")
def test_who_has_passed_is_asked_again_when_the_other_has_played() -> None:
    p = attack("N3", "R4", "R8", place="C", rep=("r-acero", "r-largo"))
    play(p, "pass", "chit:R4a", "pass")                      # Nationalist, Republican, Nationalist
    assert (question(p), asked(p)) == ("PlayEvents", [REP])
    play(p, "chit:R8a")
    assert (question(p), asked(p)) == ("PlayEvents", [NAT])


@pytest.mark.rule("15.N12")
def test_alfereces_played_against_fire_add_nothing_to_the_republican_defence() -> None:
    p = crossing("N12", kind="assault")
    play(p, "chit:N12")
    dice(p, 1, 1)
    dice(p, 1)                                               # the line unit stands
    play(p, "done")
    events = told(p)
    dice(p, 6, 6)
    facts = next(e for e in events if e.key == "attack-result").facts
    assert facts["defence"] == 5 + 2                         # r-acero in broken ground


@pytest.mark.rule("6f", "15.N10c")
def test_by_the_strict_reading_teresa_does_not_touch_fire_on_a_plain_move() -> None:
    p = crossing("N10", combat_events_on_plain_moves=False)
    dice(p, 1, 1)
    assert question(p) == "Declare"


@pytest.mark.rule("15.N9a", "15.R6")
def test_the_flight_of_the_government_binds_only_the_republican_and_forbids_durruti_too() -> None:
    p = empty(turn=5)
    put(p, "C", "n-leg-1", "r-cnt-juv", "r-acero")
    hold(p, "R6", "N1")
    p.flight = 3
    impulses(p, NAT)
    assert {"attack:C", "chit:N1"} <= set(offered(p))
    play(p, "pass")
    assert rules(p, "attack:C") == ["15.N9a"]
    assert rules(p, "chit:R6") == ["15.N9a"]


@pytest.mark.rule("12.2k", "15.R6")
def test_durruti_does_not_wake_the_garrison() -> None:
    p = empty("corunna", 10)
    own(p, NAT, "CC")
    put(p, "AA", "r-cnt-ferrer")
    put(p, "CC", "n-leg-1")
    hold(p, "R6")
    impulses(p, REP)
    assert rules(p, "chit:R6") == ["6f"]
    p.freed = 1
    impulses(p, REP)
    assert "chit:R6" in offered(p)


@pytest.mark.rule("15.N9b")
def test_a_suburb_in_nationalist_hands_drives_the_government_out_and_a_distant_area_does_not() -> None:
    for place, fits in (("FF", True), ("M", False)):
        p = empty()
        own(p, NAT, place)
        put(p, place, "n-leg-1")
        hold(p, "N9")
        impulses(p, NAT)
        assert ("chit:N9" in offered(p)) == fits


@pytest.mark.rule("15.R6")
def test_durruti_takes_nothing_from_a_stronger_anarchist(monkeypatch: pytest.MonkeyPatch) -> None:
    p = empty(turn=5)
    printed(monkeypatch, p, {"r-durruti1": (2, 5)})
    p.durruti = 1
    assert (p.factor(unit(p, "r-durruti1")), p.factor(unit(p, "r-cnt-juv"))) == (2, 1)


@pytest.mark.rule("15.R2", "15.N2b")
def test_republican_units_do_not_test_because_of_their_own_aircraft() -> None:
    p = empty(turn=3)
    put(p, "C", "n-leg-1", "r-largo")
    hold(p, "R2")
    impulses(p, REP)
    play(p, "chit:R2")
    dice(p, 1, 1)
    assert (question(p), asked(p)) == ("Declare", [NAT])


@pytest.mark.rule("15.R8a")
def test_miaja_cancels_a_test_that_only_a_stampede_causes() -> None:
    p = attack("R8", "N8", place="FF", rep=("r-acero", "r-largo"))
    play(p, "chit:N8a")
    assert {"chit:R8a", "chit:R8b"} <= set(offered(p))
    play(p, "chit:R8a")
    assert question(p) == "CounterAttack"


@pytest.mark.rule("15.N12")
def test_alfereces_have_no_part_in_a_nationalist_attack_or_in_his_own_fire() -> None:
    p = attack("N12")
    play(p, "done")
    assert question(p) == "AttackDice"
    q = empty(turn=5)
    own(q, NAT, "I")
    put(q, "A", "r-largo")
    put(q, "I", "n-leg-1")
    hold(q, "N12")
    impulses(q, REP)
    choose(q, "move", "A", ["r-largo"])
    play(q, "area:I")
    assert question(q) == "FireDice"


@pytest.mark.rule("15.R7")
def test_captured_plans_follow_an_assault_too() -> None:
    p = empty(turn=5)
    put(p, "C", "r-acero")
    put(p, "D", "n-leg-1")
    hold(p, "R7")
    impulses(p, REP)
    choose(p, "assault", "C", ["r-acero"])
    play(p, "area:D", "done")
    dice(p, 4, 4)
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    assert args(p, "chit") == ["R7"]
