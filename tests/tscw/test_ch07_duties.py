"""[7.22, 7.33, 7.34, 7.35b] Compulsory offensives and orders."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import measure, objectives
from frente.games.tscw.rules.ch07_events import take_effect as play_chit
from frente.games.tscw.rules.ch15_optional import AlcazarDie
from frente.games.tscw.rules.sequence import clear_table
from frente.games.tscw.state.position import (
    GONE,
    LATER,
    Tscw,
)
from tests.tscw.chits import chit
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    before,
    called,
    empty,
    fighting,
    hexn,
    moving,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    start,
    unit,
    where,
)


def drive(turn: int = 5) -> Tscw:
    p = empty(turn=turn)
    own(p, NAT, "2509", "2510", "2610", "2609", "2508", "2507")
    put(p, "2509", "n-cst", "n-asn", "n-tel", "n-sdb", "n-bar", "n-dsr", "n-brt")
    put(p, "3110", "n-pjt")
    put(p, "3117", "n-urt")
    put(p, "2712", "r-mod")
    play_chit(p, chit(p, "madrid"))
    return p


@pytest.mark.rule("7.22a")
def test_units_worth_fifteen_steps_must_go_as_near_to_madrid_as_they_can_and_attack() -> None:
    p = called(drive(), NAT)
    assert question(p) == "NameUnits"
    play(p, *[f"unit:n-{x}" for x in ("cst", "asn", "tel", "sdb", "bar", "dsr", "brt")])
    assert question(p) == "NameUnits", "fourteen steps so far"
    play(p, "unit:n-pjt")
    assert question(p) == "ChooseMove"
    assert "pass" not in offered(p)
    assert rules(p, "pass") == ["7.22a"]
    play(p, next(w for w in offered(p) if w.endswith("n-cst")))
    assert "stop" not in offered(p), "it must go"
    assert rules(p, "stop") == ["7.22a"]
    while "stop" not in offered(p):
        play(p, next(w for w in offered(p) if w.startswith("hex")))
    play(p, "stop")
    assert p.board.apart[hexn(p, where(p, "n-cst"))][p.board.madrid] == 1
    fighting(p, NAT)
    p.duty[unit(p, "n-cst")] = 1
    p.reask()
    assert "pass" not in offered(p)
    play(p, f"attack:{args(p, 'attack')[0]}")
    assert "go" not in offered(p)
    play(p, "unit:n-cst")
    assert "go" in offered(p)
    late = empty(turn=7)
    play_chit(late, chit(late, "madrid"))
    assert late.call_madrid == 0
    taken = empty(turn=5)
    own(taken, NAT, "2712")
    play_chit(taken, chit(taken, "madrid"))
    assert taken.call_madrid == 0


@pytest.mark.rule("7.22b")
def test_the_drive_on_madrid_lasts_two_turns_and_ends_with_its_fall() -> None:
    p = drive(turn=6)
    assert p.call_madrid == 7
    p.turn = 7
    assert question(called(p, NAT)) == "NameUnits"
    p.turn = 8
    clear_table(p)
    assert p.chit[chit(p, "madrid")] == GONE
    assert question(called(p, NAT)) == "ChooseMove"
    q = drive(turn=5)
    enter(q, unit(q, "n-cst"), hexn(q, "2712"))
    assert q.call_madrid == 0


def oviedo(*names: str) -> Tscw:
    p = empty(turn=3)
    put(p, "3608", "n-og")
    put(p, "3707", *names)
    play_chit(p, chit(p, "oviedo-offensive"))
    return p


@pytest.mark.rule("7.33a")
def test_four_columns_or_divisions_must_attack_oviedo() -> None:
    p = oviedo("r-am1", "r-am2", "r-am3", "r-am4", "r-am5")
    assert (p.offensive, p.quota) == (3, 4)
    assert objectives(p) == [hexn(p, "3608")]
    called(p, REP)
    assert question(p) == "NameUnits"
    play(p, "unit:r-am1", "unit:r-am2", "unit:r-am3", "unit:r-am4")
    assert question(p) == "ChooseMove"
    assert measure(p, 3, hexn(p, "3707")) == 0
    fighting(p, REP)
    assert offered(p) == ["attack:3608"]
    assert rules(p, "pass") == ["7.33a"]
    play(p, "attack:3608", "unit:r-am1", "unit:r-am2", "unit:r-am3")
    assert "go" not in offered(p)
    assert rules(p, "go") == ["7.33a"]
    play(p, "unit:r-am5", "go")
    assert p.quota == 0
    few = oviedo("r-am1", "r-am2")
    fighting(few, REP)
    play(few, "attack:3608", "unit:r-am1", "unit:r-am2", "go")
    assert question(few) != "ChooseAttackers", "as many as can"


@pytest.mark.rule("7.33b")
def test_no_offensive_without_a_nationalist_oviedo_and_neighbours() -> None:
    p = empty(turn=3)
    put(p, "3613", "r-bm1")
    play_chit(p, chit(p, "oviedo-offensive"))
    assert p.offensive == 0
    q = empty(turn=3)
    own(q, REP, "3608")
    put(q, "3707", "r-am1")
    play_chit(q, chit(q, "oviedo-offensive"))
    assert q.offensive == 0


@pytest.mark.rule("7.33a", "13.13")
def test_mandatory_offensives_and_determination_are_extensions_apart() -> None:
    p = empty(turn=3, mandatory_offensives=True)
    put(p, "3219", "r-asc")
    put(p, "3218", "n-vrn")
    play_chit(p, chit(p, "mandatory-huesca"))
    assert (p.offensive, p.quota) == (3, 3)
    for offensives, determination, out in ((False, False, [GONE, GONE]), (True, False, [LATER, GONE]),
                                           (False, True, [GONE, LATER])):
        q = start(mandatory_offensives=offensives, republican_determination=determination)
        assert [q.chit[chit(q, name)] for name in ("mandatory-vitoria", "republican-determination")] == out


@pytest.mark.rule("7.34a")
def test_on_to_the_alcazar_from_turn_three_while_it_holds_out() -> None:
    for turn, expect in ((1, 0), (2, 0), (3, 1)):
        p = empty(turn=turn)
        play_chit(p, chit(p, "on-to-alcazar"))
        assert p.call_alcazar == expect
    fallen = empty(turn=3)
    fallen.alcazar = 0
    play_chit(fallen, chit(fallen, "on-to-alcazar"))
    assert fallen.call_alcazar == 0


@pytest.mark.rule("7.34b")
def test_six_steps_with_three_colonial_columns_must_go_to_toledo() -> None:
    p = empty(turn=3)
    put(p, "2305", "n-ccr", "n-cst", "n-asn", "n-tel")
    put(p, "3110", "n-pjt")
    play_chit(p, chit(p, "on-to-alcazar"))
    called(p, NAT)
    assert args(p, "unit") == ["n-asn", "n-cst", "n-tel"], "three Colonial columns first"
    play(p, "unit:n-asn", "unit:n-cst", "unit:n-tel")
    assert question(p) == "ChooseMove", "six steps"
    assert "pass" not in offered(p)
    q = empty(turn=3)
    put(q, "2305", "n-ccr", "n-cst")
    put(q, "3110", "n-pjt", "n-fg", "n-gcb", "n-mnt")
    play_chit(q, chit(q, "on-to-alcazar"))
    called(q, NAT)
    play(q, "unit:n-cst")
    assert {"n-ccr", "n-fg"} <= set(args(q, "unit")), "others stand in"


@pytest.mark.rule("7.34b")
def test_a_unit_that_strays_is_told_the_order_it_has() -> None:
    p = empty(turn=3)
    put(p, "2305", "n-cst", "n-asn", "n-tel")
    play_chit(p, chit(p, "on-to-alcazar"))
    called(p, NAT)
    play(p, "unit:n-asn", "unit:n-cst", "unit:n-tel")
    assert rules(p, "unit:n-cst") == ["7.34b"], "a march brings it nearer"
    play(p, "march:n-cst")
    assert rules(p, "stop") == ["7.34b"]


@pytest.mark.rule("7.34c")
def test_the_order_is_repeated_until_toledo_is_taken_or_the_alcazar_falls() -> None:
    p = empty(turn=3)
    put(p, "2509", "n-cst")
    own(p, NAT, "2509")
    play_chit(p, chit(p, "on-to-alcazar"))
    p.turn = 4
    assert question(called(p, NAT)) == "NameUnits"
    enter(p, unit(p, "n-cst"), hexn(p, "2510"))
    assert p.call_alcazar == 0
    q = empty(turn=4)
    q.call_alcazar = 1
    run(q, before("AlcazarDie"))
    assert q.call_alcazar == 0


@pytest.mark.rule("7.34d")
def test_relieving_the_alcazar_costs_the_republic_a_point_once() -> None:
    p = empty(turn=3)
    put(p, "2509", "n-cst")
    enter(p, unit(p, "n-cst"), hexn(p, "2510"))
    assert p.morale == 70, "1 for the Alcázar, 1 for the city"
    assert p.alcazar == 0
    enter(p, unit(p, "n-cst"), hexn(p, "2509"))
    enter(p, unit(p, "n-cst"), hexn(p, "2510"))
    assert p.morale == 70
    q = empty(turn=5)
    q.alcazar = 0
    put(q, "2509", "n-cst")
    enter(q, unit(q, "n-cst"), hexn(q, "2510"))
    assert q.morale == 71, "nothing to relieve"


@pytest.mark.rule("7.34e", "15.2b")
def test_without_the_siege_rule_the_alcazar_falls_on_turn_four_without_a_die() -> None:
    for turn, holds in ((3, 1), (4, 0)):
        p = empty(turn=turn)
        run(p, before("AlcazarDie"))
        assert p.alcazar == holds
        assert p.morale == 72
    assert AlcazarDie.rule == "15.2b"


@pytest.mark.rule("7.35b")
def test_a_division_or_three_brigades_must_come_to_barcelona_and_stay() -> None:
    p = empty(turn=9)
    p.unrest = 9
    put(p, "3023", "r-div60")
    put(p, "3122", "r-div72", "r-bde2", "r-bde3", "r-bde4")
    put(p, "2712", "r-div11")
    called(p, REP)
    assert question(p) == "NameUnits"
    assert "r-div11" not in args(p, "unit"), "it cannot reach Barcelona"
    play(p, "unit:r-bde2")
    assert args(p, "unit") == ["r-bde3", "r-bde4"]
    play(p, "unit:r-bde3", "unit:r-bde4")
    assert question(p) == "ChooseMove"
    assert "pass" not in offered(p)
    q = empty(turn=9)
    q.unrest = 9
    put(q, "3023", "r-div60")
    called(q, REP)
    play(q, "unit:r-div60")
    assert "pass" in offered(q)
    play(q, "unit:r-div60", "hex:3123")
    assert "stop" not in offered(q), "it must be there at the end of its move"
    assert rules(q, "stop") == ["7.35b"]
    far = empty(turn=9)
    far.unrest = 9
    put(far, "2712", "r-div11")
    assert question(called(far, REP)) == "ChooseMove", "nobody can reach it: ignored"
    assert "unit:r-div11" in offered(moving(far, REP))
