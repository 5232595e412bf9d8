"""[7.2 to 7.5] Fixing, parley, taking hold, destruction."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder
from frente.games.heralds.rules.ch05_negotiation import talk_parts
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import Talk
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import FIRE
from tests.heralds.battle import in_e
from tests.heralds.lay import (
    args,
    before,
    dice,
    empty,
    flags,
    handle,
    hold,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    rules,
    run,
    side_of,
    space,
    top,
    unit,
    up,
    where,
    why,
)

# -- fix


@pytest.mark.rule("7.2a")
def test_a_fix_needs_half_as_many_units() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1", "112bm-2", "112bm-3")
    put(p, "E1", "70bm-1")               # not counted
    moving(p, PCE, 5, "18bm-1")
    assert rules(p, "fix:E") == ["7.2a"]
    p.put(unit(p, "112bm-3"), space(p, "D"))
    moving(p, PCE, 5, "18bm-1")
    assert "fix:E" in offered(p)
    assert rules(p, "fix:E1") == ["R92"]
    q = empty()                          # a leader alone is nobody to fix
    put(q, "E", "18bm-1", "mera")
    moving(q, PCE, 5, "18bm-1")
    assert "assault:E" in offered(q)
    assert [r.key for r in why(q, "fix:E")] == ["no-enemy-there"]


@pytest.mark.rule("7.2b")
def test_a_fix_costs_like_an_assault_and_ends_the_activation() -> None:
    p = empty()
    put(p, "VICALVARO", "18bm-1", "8carab-1")
    moving(p, PCE, 9, "18bm-1")
    play(p, "fix:VICALVARO")
    assert now(p).credit == 7
    dice(p, 5)                           # 5 + 1 + 1
    assert flags(p, p.fixed, "18bm-1", "8carab-1") == [1, 1]
    assert p.choices() == {}


@pytest.mark.rule("7.2c")
def test_a_fix_ends_when_one_side_leaves_or_with_the_turn() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1")
    for n in ("18bm-1", "112bm-1"):
        p.fixed[unit(p, n)] = 1
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:E1")                   # into a compound is out of the square
    assert flags(p, p.fixed, "18bm-1", "112bm-1") == [0, 0]
    r = empty()                          # its partner's departure frees a stack, whoever else is there
    put(r, "E", "18bm-1", "44bm-1", "44bm-2", "112bm-1")
    for n in ("18bm-1", "44bm-1", "112bm-1"):
        r.fixed[unit(r, n)] = 1
    moving(r, PCE, 5, "44bm-2")
    play(r, "move:E1")                   # not fixed itself: nothing changes
    assert flags(r, r.fixed, "18bm-1", "44bm-1", "112bm-1") == [1, 1, 1]
    moving(r, PCE, 5, "44bm-1")
    play(r, "move:E1")
    assert flags(r, r.fixed, "18bm-1", "44bm-1", "112bm-1") == [1, 0, 1]
    moving(r, PCE, 5, "18bm-1")
    put(r, "E", "44bm-2")
    play(r, "move:F")
    while question(r) != "Acting":
        play(r, "pass")
    assert flags(r, r.fixed, "18bm-1", "112bm-1") == [0, 0]
    q = empty()
    put(q, "E", "18bm-1")
    q.fixed[unit(q, "18bm-1")] = 1
    run(q, before("MarkersUpdate"))
    assert q.fixed[unit(q, "18bm-1")] == 0


@pytest.mark.rule("7.2d", "7.3b", "5.2.2o1")
def test_fixed_pawns_have_no_initiative_in_assaults_and_less_in_parley() -> None:
    p = in_e(("18bm-1",), ("70bm-1",))
    play(p, "assault:E")
    play(p, "add")
    assert top(p, Assault).diff == 3
    f = Talk(PCE, 2, unit(p, "70bm-1"), unit(p, "ascanio"), parley=True)
    put(p, "E", "ascanio")
    assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -2
    f.parley = False
    assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -3


@pytest.mark.rule("7.3b", "7.2d", "5.2.2o1")
def test_neutral_pawns_count_as_fixed_in_a_parley_and_only_there() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1")
    neutral(p, "E", "44bm-1", "hq-8d")
    for name, printed in (("44bm-1", 2), ("hq-8d", 5)):
        f = Talk(PCE, 1, unit(p, name), unit(p, "ascanio"), parley=True)
        assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == 1 - printed
        f.parley = False
        assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -printed
    put(p, "E", "70bm-1")
    f = Talk(PCE, 2, unit(p, "70bm-1"), unit(p, "ascanio"), parley=True)
    assert {k: n for n, _, k in talk_parts(p, f)}["talk-target"] == -3   # an enemy who is not fixed keeps his


# -- parley


@pytest.mark.rule("7.3a", "7.3b", "5.2.2l")
def test_a_led_stack_parleys_after_contact_with_its_own_people_only() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "70bm-1", "conesa")
    neutral(p, "E", "44bm-1")
    up(p, "E", "conesa")
    moving(p, PCE, 9, "18bm-1")
    assert rules(p, "parley:70bm-1") == ["7.3a"]         # nobody speaks
    moving(p, PCE, 9, "ascanio", "18bm-1")
    assert {"parley:70bm-1", "parley:44bm-1"} <= set(offered(p))
    q = p.clone()
    play(p, "parley:70bm-1")
    assert now(p).credit == 8
    assert question(p) == "EngageDie"
    dice(p, 6)
    assert question(p) == "TalkDie"      # Conesa is not in the stack
    dice(p, 6)
    assert side_of(p, "70bm-1") == NEUTRAL
    play(q, "parley:44bm-1")             # a neutral counts as fixed
    assert question(q) == "TalkDie"
    dice(q, 6)
    assert side_of(q, "44bm-1") == PCE


@pytest.mark.rule("7.3a", "7.3b", "7.1.1a", "5.2.2n")
def test_a_parley_with_those_in_a_compound_costs_a_point_and_needs_no_contact_roll() -> None:
    p = empty()
    put(p, "CANILLEJAS", "ascanio", "18bm-1")
    put(p, "JACA", "70bm-1", "hq-centro")
    neutral(p, "VILLA_ELOISA", "bueno")
    moving(p, PCE, 2, "ascanio", "18bm-1")
    assert rules(p, "parley:bueno") == ["7.3a"]          # not in this square
    play(p, "parley:70bm-1")
    assert now(p).credit == 1
    assert question(p) == "TalkDie"
    dice(p, 1)                           # fails
    assert p.ip[CND] == 1
    play(p, "again")
    assert now(p).credit == 1            # a second attempt at a compound is free
    dice(p, 6)                           # 6 + 5 - 3 + 1 - 2
    assert side_of(p, "70bm-1") == NEUTRAL
    assert question(p) == "Acting"
    q = empty()                          # who talks to the porter of a neutral seat does not attack it
    put(q, "B", "ascanio", "18bm-1")
    put(q, "B3", "hq-65d")
    neutral(q, "B3", "syn-soc")
    moving(q, PCE, 2, "ascanio", "18bm-1")
    play(q, "parley:hq-65d")
    assert q.will[PCE] == 4


@pytest.mark.rule("7.3c", "8g", "8f", "5.2.2o1")
def test_a_first_failure_gives_a_point_and_a_second_fixes_the_stack() -> None:
    p = empty()
    put(p, "E", "calvo", "g-1", "70bm-1")
    moving(p, PCE, 9, "calvo", "g-1")
    play(p, "parley:70bm-1")
    p.fixed[unit(p, "calvo")] = 1        # 3 - 1 against 3, +1 for his rank
    dice(p, 6, 1)
    assert p.ip[CND] == 1                # not two, although the result was 1
    assert offered(p) == ["again", "stop"]
    q, r = p.clone(), p.clone()
    play(p, "again")
    dice(p, 2)
    assert p.ip[CND] == 1
    assert p.fixed[unit(p, "g-1")] == 1
    play(r, "again")
    dice(r, 1)                           # a backfire like that of any negotiation
    assert r.ip[CND] == 2
    assert p.choices() == {}
    play(q, "stop")
    assert question(q) == "Acting"
    s = empty()                          # outside downtown a second attempt costs a point, as a follow-on does
    put(s, "VICALVARO", "calvo", "g-1", "8carab-1")
    moving(s, PCE, 3, "calvo", "g-1")
    play(s, "parley:8carab-1")
    dice(s, 6, 1)
    play(s, "again")
    assert now(s).credit == 0


@pytest.mark.rule("13i", "7.3b")
def test_in_a_parley_of_turn_1_the_cnd_pays_nothing_for_its_helpers() -> None:
    for points in (3, 0):
        p = empty(turn=1)
        put(p, "E", "ascanio", "18bm-1", "70bm-1")
        up(p, "E", "otero")
        p.ap = [points, 3]
        moving(p, PCE, 9, "ascanio", "18bm-1")
        play(p, "parley:70bm-1")
        dice(p, 6)
        assert question(p) == "Helpers"
        play(p, "helper:otero")
        dice(p, 1)
        assert p.ap[CND] == points
        assert top(p, Talk).foes == 1


# -- taking hold and destroying


@pytest.mark.rule("2.3.3c")
def test_a_hidden_piece_steps_out_of_a_compound_that_the_enemy_takes_hold_of() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "E1", "pedrero", "dieguez")
    moving(p, PCE, 5, "18bm-1")
    play(p, "hold:E1")
    assert where(p, "pedrero") == "E"
    assert p.hid[unit(p, "pedrero")] == 1
    assert where(p, "dieguez") == "E1"


@pytest.mark.rule("7.4a")
def test_taking_hold_of_a_compound() -> None:
    p = empty()
    put(p, "G", "18bm-1")
    put(p, "G3", "70bm-1")
    hold(p, CND, "G4")
    neutral(p, "G1", "70bm-2")
    moving(p, PCE, 3, "18bm-1")
    assert rules(p, "hold:G3") == ["R94"]                # the enemy is inside
    assert rules(p, "hold:G1") == ["R94"]                # a neutral combat unit
    assert rules(p, "hold:H1") == ["7.4a"]
    play(p, "hold:G2")
    assert p.marker[space(p, "G2")] == PCE
    assert now(p).credit == 2
    play(p, "hold:G4")                   # the enemy guard is driven off first
    assert now(p).credit == 0
    assert p.marker[space(p, "G4")] == PCE
    assert rules(p, "hold:G2") != []
    q = empty()                          # nothing to hold, or to destroy, in ruins; a closed bridge is held by nobody
    put(q, "G", "18bm-1")
    put(q, "ARGANDA", "45bm-1")
    q.state[space(q, "G3")] = FIRE
    moving(q, PCE, 3, "18bm-1")
    assert rules(q, "hold:G3") == ["R94"]
    assert rules(q, "destroy:G3") == ["4.5.4b"]
    moving(q, PCE, 3, "45bm-1")
    assert rules(q, "hold:ARGANDA_BRIDGE") == ["R94"]


@pytest.mark.rule("7.5a", "7.5b", "11.2e")
def test_intentional_destruction() -> None:
    p = empty()
    put(p, "G", "70bm-1")
    moving(p, CND, 5, "70bm-1")
    play(p, "destroy:G1")
    assert offered(p) == [f"points:{n}" for n in range(1, 6)]
    play(p, "points:3")
    assert p.will[CND] == 3              # in any case
    assert now(p).credit == 2
    q = p.clone()
    dice(p, 3)
    assert p.state[space(p, "G1")] == FIRE
    dice(q, 2)
    assert q.state[space(q, "G1")] == 0
    r = empty()                          # an ammo depot helps
    put(r, "E", "70bm-1")
    moving(r, CND, 5, "70bm-1")
    play(r, "destroy:E1", "points:1")
    dice(r, 3)
    assert r.state[space(r, "E1")] == FIRE
    put(r, "G", "70bm-2")
    put(r, "G1", "18bm-1")
    moving(r, CND, 5, "70bm-2")
    assert rules(r, "destroy:G1") == ["R95"]


@pytest.mark.rule("6.1a", "7.1.8b")
def test_a_stack_that_leaves_its_burning_compound_by_two_ways_is_no_stack_any_more() -> None:
    p = empty()
    put(p, "J1", "70bm-1", "70bm-2")
    moving(p, CND, 9, "70bm-1", "70bm-2")
    play(p, "destroy:J1", "points:5")
    dice(p, 1, 1, 1)                     # destroyed; both are damaged and loyal
    play(p, "to:J", "to:L")
    assert now(p).units == [unit(p, "70bm-1")]
    play(p, "move:A")
    assert (where(p, "70bm-1"), where(p, "70bm-2")) == ("A", "L")


@pytest.mark.rule("11.3a", "11.2j")
def test_an_advance_that_ends_the_game_ends_it() -> None:
    p = empty(turn=5)
    put(p, "D", "18bm-1")
    put(p, "E1", "mera")
    p.will[CND] = 1
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:E1")
    dice(p, 6, 1)                        # Mera dies, no fire
    play(p, "go:E")
    assert p.result == PCE
    assert p.choices() == {}


@pytest.mark.rule("7.1.6e", "7.1a")
def test_defenders_without_combat_units_are_swept_away() -> None:
    p = empty()
    put(p, "B", "18bm-1")
    put(p, "B3", "hq-65d", "gutierrez")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:B3")
    assert where(p, "hq-65d") == "eliminated"
    dice(p, 5)                           # Gutierrez dies
    dice(p, 1)                           # one collateral check
    play(p, "go:B3")
    assert where(p, "18bm-1") == "B3"
    q = empty()                          # a guard alone is simply removed
    put(q, "B", "18bm-1")
    hold(q, CND, "B3")
    moving(q, PCE, 5, "18bm-1")
    play(q, "assault:B3")
    dice(q, 1)
    assert q.marker[space(q, "B3")] == -1
    assert handle(q, "18bm-1") == "18bm-1"


@pytest.mark.rule("7.1.6e", "7.1.2a")
def test_a_lone_leader_in_a_square_is_reckoned_with_once() -> None:
    p = empty()
    put(p, "E", "18bm-1", "mera", "pedrero")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:E", "pass")         # a fifth columnist could be there
    dice(p, 6, 5)                        # engaged; Mera lives
    play(p, "stay")
    dice(p, 4)                           # the hidden Pedrero lives
    play(p, "stay")
    assert question(p) == "Acting"
    assert where(p, "mera") == where(p, "pedrero") == "E"
    assert p.hid[unit(p, "pedrero")] == 1


@pytest.mark.rule("9.5d", "11.2d")
def test_a_neutral_seat_is_paid_for_once_whoever_is_with_it() -> None:
    p = empty()                          # the neutral headquarters joins the CND, and the seat is assaulted with it
    put(p, "B", "18bm-1")
    neutral(p, "B3", "hq-65d", "syn-soc")
    moving(p, PCE, 5, "18bm-1")
    play(p, "strike:hq-65d")
    assert p.will[PCE] == 3
    assert where(p, "hq-65d") == "eliminated"


@pytest.mark.rule("9.4a", "7b")
def test_an_attack_on_the_air_headquarters_brings_the_aviation_in() -> None:
    p = empty()
    put(p, "RES_LEV", "18bm-1")
    neutral(p, "RES_LEV", "hq-fare", "fare-air")
    moving(p, PCE, 5, "18bm-1")
    play(p, "strike:hq-fare")
    assert side_of(p, "hq-fare") == side_of(p, "fare-air") == CND


@pytest.mark.rule("7b", "11.2d", "11.2j")
def test_a_neutral_attacked_from_the_next_square_may_take_its_own_for_the_other_side() -> None:
    p = empty()
    put(p, "CIUDAD_LINEAL", "112bm-1")
    neutral(p, "C1", "44bm-1")           # nobody else is in C
    moving(p, CND, 5, "112bm-1")
    play(p, "strike:44bm-1")
    assert (side_of(p, "44bm-1"), p.held[space(p, "C")]) == (PCE, PCE)
    assert p.will == [3, 4]              # at once, though the pawn may not live through the assault
    q = empty()                          # one of the CND's own in the square, and the square is nobody's
    put(q, "CIUDAD_LINEAL", "112bm-1")
    put(q, "C", "70bm-1")
    neutral(q, "C1", "44bm-1")
    moving(q, CND, 5, "112bm-1")
    play(q, "strike:44bm-1")
    assert (side_of(q, "44bm-1"), q.held[space(q, "C")], q.will) == (PCE, CND, [4, 4])


@pytest.mark.rule("7b", "9.5d", "11.2d")
def test_neutrals_that_join_in_a_compound_put_the_attackers_own_hidden_man_out_whoever_is_with_them() -> None:
    for first, joins, stays in (("hq-65d", "hq-65d", "44bm-1"), ("hq-8d", "112bm-1", "hq-8d")):
        p = empty()
        put(p, "E", "18bm-1")
        neutral(p, "E1", joins, stays)       # one might be the attacker's own and stays neutral
        put(p, "E1", "dieguez")
        assert p.hid[unit(p, "dieguez")] == 1
        moving(p, PCE, 5, "18bm-1")
        play(p, f"strike:{first}")           # all neutrals there are attacked with the first of them
        assert (side_of(p, joins), side_of(p, stays)) == (CND, NEUTRAL)
        assert where(p, "dieguez") == "E"


@pytest.mark.rule("9.5d", "11.2d")
def test_assaulting_the_seat_of_a_neutral_syndicate_costs_will() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    neutral(p, "D3", "syn-pce")
    moving(p, CND, 5, "112bm-1")
    play(p, "strike:syn-pce")
    assert p.will[CND] == 3
    assert where(p, "syn-pce") == "eliminated"
    q = empty()                          # no penalty once it has taken sides
    put(q, "D", "112bm-1")
    put(q, "D3", "syn-pce")
    moving(q, CND, 5, "112bm-1")
    play(q, "assault:D3")
    assert q.will[CND] == 4


@pytest.mark.rule("7.4a")
def test_a_stack_inside_a_compound_leaves_a_guard_there() -> None:
    p = empty()
    put(p, "JACA", "44bm-1", "44bm-2")
    moving(p, PCE, 2, "44bm-1", "44bm-2")
    assert args(p, "hold") == ["JACA"]
    play(p, "hold:JACA", "move:CANILLEJAS")
    assert compound_holder(p, space(p, "JACA")) == PCE   # the guard stays
    assert now(p).credit == 0
    q = empty()                          # without one nobody does
    put(q, "JACA", "44bm-1", "44bm-2")
    moving(q, PCE, 2, "44bm-1", "44bm-2")
    play(q, "move:CANILLEJAS")
    assert compound_holder(q, space(q, "JACA")) == NOBODY
    r = empty()                          # from one compound no other is taken hold of
    put(r, "B1", "44bm-1")
    moving(r, PCE, 2, "44bm-1")
    assert args(r, "hold") == ["B1"]
    assert rules(r, "hold:B2") == ["7.4a"]
    assert rules(r, "hold:A1") == ["7.4a"]
