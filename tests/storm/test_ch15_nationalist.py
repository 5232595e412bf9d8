"""[15] The Nationalist event chits."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch09_bombardment import Bombardment, chit_targets
from frente.games.storm.state.board import (
    N3,
    N8A,
    NAT,
    R4A,
    R4B,
    REP,
)
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE
from tests.storm.chits import attack, crossing, republican_attack
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


@pytest.mark.rule("15.N4a", "15.0d")
def test_engineers_may_also_wait_for_the_counter_attack_and_not_for_the_dice() -> None:
    p = attack("N4")
    play(p, "pass", "unit:r-acero")
    assert (question(p), asked(p), args(p, "chit")) == ("PlayEvents", [NAT], ["N4a"])
    play(p, "chit:N4a")
    events = told(p)
    dice(p, 6, 6)
    assert next(e for e in events if e.key == "attack-result").facts["defence"] == 5
    q = attack("N4", "N10")
    play(q, "pass", "done", "pass")
    dice(q, 6, 6)
    assert (question(q), asked(q), args(q, "chit")) == ("PlayEvents", [NAT], ["N10a"])
    assert rules(q, "chit:N4a") == ["6f"]
    r = attack("N4", "N4", same_title_once_per_turn=False)
    play(r, "chit:N4a", "done")
    assert question(r) == "AttackDice"                       # in force already


@pytest.mark.rule("15.N4a", "15.N4b", "15.R4a")
def test_engineers_answer_a_late_fortification_by_either_of_their_uses() -> None:
    for use, defence in (("N4a", 5), ("N4b", 9)):
        p = attack("N4", "R4")
        play(p, "pass", "pass", "done", "pass", "chit:R4a")  # both wait for the window before the dice
        assert args(p, "chit") == ["N4a", "N4b"]
        play(p, f"chit:{use}")
        events = told(p)
        dice(p, 6, 6)
        assert next(e for e in events if e.key == "attack-result").facts["defence"] == defence


@pytest.mark.rule("15.N4b")
def test_engineers_cancel_a_fortification_just_played_in_either_window() -> None:
    p = attack("N4", "R4")
    play(p, "pass", "chit:R4a", "chit:N4b")                  # vector C-10
    assert R4A not in now(p).effects
    q = attack("N4", "R4")
    assert rules(q, "chit:N4b") == ["15.N4b"]
    play(q, "pass", "pass", "unit:r-acero", "pass")
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
