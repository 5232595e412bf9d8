"""[7.11c, 7.22, 7.33-7.35] Orders of chits: who may be named for them, and who is left alone."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import ASSAULT, FRANCE, MADRID, TOLEDO, able_to_attack, measure, objectives
from frente.games.tscw.rules.ch10_supply import judge
from frente.games.tscw.state.position import (
    OOS,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    called,
    empty,
    flag,
    hexn,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    unit,
)


def judged(p: Tscw, side: int) -> Tscw:
    judge(p, side)
    return called(p, side)


@pytest.mark.rule("7.22a")
def test_no_headquarters_garrison_or_unit_in_morocco_is_named_for_madrid() -> None:
    p = empty(turn=5)
    p.call_madrid = 6
    put(p, "3608", "n-og")
    put(p, "3110", "n-pjt", "n-hq-n")
    put(p, "1107", "n-cst")
    put(p, "2712", "r-mod")
    judged(p, NAT)
    assert args(p, "unit") == ["n-pjt"]
    for name in ("n-og", "n-hq-n", "n-cst"):
        assert rules(p, f"unit:{name}") == ["7.22a"]
    assert rules(p, "unit:r-mod") == ["7.22a"]
    play(p, "unit:n-pjt")
    assert question(p) == "ChooseMove", "fewer than fifteen steps: all there are"
    assert p.duty[unit(p, "n-pjt")] == MADRID


@pytest.mark.rule("7.22a", "7.34b")
def test_two_orders_are_covered_by_different_units() -> None:
    p = empty(turn=5)
    p.call_madrid = 6
    p.call_alcazar = 1
    put(p, "2305", "n-cst", "n-asn", "n-tel", "n-sdb", "n-bar", "n-dsr", "n-brt", "n-gal", "n-ceb", "n-cr", "n-l")
    put(p, "2712", "r-mod")
    judged(p, NAT)
    for name in ("cst", "asn", "tel", "sdb", "bar", "dsr", "brt", "gal"):
        play(p, f"unit:n-{name}")
    assert question(p) == "NameUnits", "now those for Toledo"
    assert args(p, "unit") == ["n-ceb", "n-cr", "n-l"]
    assert rules(p, "unit:n-cst") == ["7.34b"]
    play(p, "unit:n-ceb", "unit:n-cr", "unit:n-l")
    assert question(p) == "ChooseMove"
    assert {p.duty[unit(p, f"n-{n}")] for n in ("ceb", "cr", "l")} == {TOLEDO}


@pytest.mark.rule("7.34b", "7.34c")
def test_colonial_columns_without_supply_need_not_be_among_the_three_and_a_fallen_alcazar_calls_nobody() -> None:
    p = empty(turn=3)
    p.call_alcazar = 1
    put(p, "2305", "n-cst", "n-ccr", "n-pls", "n-mnz")
    put(p, "1809", "n-asn", "n-tel")
    own_all(p, NAT)
    own(p, REP, *[p.board.names[h] for h in p.board.nb[hexn(p, "1809")]], "2712", "2510")
    put(p, "1908", "r-cm")
    judged(p, NAT)
    flag(p, OOS, "n-asn", "n-tel")
    p.reask()
    assert args(p, "unit") == ["n-cst"]
    play(p, "unit:n-cst")
    assert question(p) == "NameUnits"
    assert {"n-ccr", "n-pls", "n-mnz"} <= set(args(p, "unit"))
    q = empty(turn=3)
    q.call_alcazar = 1
    q.alcazar = 0
    put(q, "2305", "n-cst")
    assert question(judged(q, NAT)) == "ChooseMove"


@pytest.mark.rule("7.11c")
def test_every_italian_ground_unit_is_under_orders_in_the_crisis_and_nobody_else() -> None:
    for turn, bound in ((14, True), (15, True), (16, False)):
        p = empty(turn=turn)
        p.czech = 14
        put(p, "3311", "i-lt", "n-hq-ctv", "n-div11")
        judged(p, NAT)
        assert (p.duty[unit(p, "i-lt")] == FRANCE) == (p.duty[unit(p, "n-hq-ctv")] == FRANCE) == bound
        assert p.duty[unit(p, "n-div11")] == 0


@pytest.mark.rule("7.33a")
def test_units_too_far_away_are_not_named_and_without_an_attack_factor_nobody_is() -> None:
    def laid(*names: str) -> Tscw:
        p = empty(turn=3)
        p.offensive, p.quota, p.target = 3, 4, hexn(p, "3608")
        put(p, "3608", "n-og")
        put(p, "3707", *names)
        put(p, "3613", "r-bm1")
        put(p, "2712", "r-nvz")
        return judged(p, REP)
    p = laid("r-am1", "r-am2", "r-hq-cen", "r-gen124-1")
    assert args(p, "unit") == ["r-am1", "r-am2"], "columns and divisions"
    assert rules(p, "unit:r-bm1") == ["7.33a"]
    play(p, "unit:r-am1", "unit:r-am2")
    assert question(p) == "ChooseMove", "as many as there are"
    q = empty(turn=3)
    q.offensive, q.quota, q.target = 3, 4, hexn(q, "3608")
    put(q, "3608", "n-og")
    put(q, "3707", "r-nvz")
    assert q.attack(unit(q, "r-nvz")) == 0
    assert question(judged(q, REP)) == "ChooseMove"
    q.offensive = 2
    put(q, "3707", "r-am1")
    assert question(judged(q, REP)) == "ChooseMove", "the order was for another turn"


@pytest.mark.rule("7.33a")
def test_the_goals_of_the_offensive_are_oviedo_and_combat_units_next_to_it() -> None:
    p = empty(turn=3)
    p.target = hexn(p, "3608")
    put(p, "3608", "n-og")
    put(p, "3508", "n-aln")
    put(p, "3507", "n-hq-n")
    put(p, "3408", "n-lpt")
    put(p, "3707", "r-am1")
    assert {p.board.names[h] for h in objectives(p)} == {"3608", "3508"}


@pytest.mark.rule("7.35b")
def test_for_barcelona_a_division_alone_or_three_brigades_and_no_columns() -> None:
    def laid(*names: str) -> Tscw:
        p = empty(turn=9)
        p.unrest = 9
        put(p, "3122", *names)
        return judged(p, REP)
    p = laid("r-div60", "r-gen124-1", "r-gen124-2", "r-drt", "r-hq-est")
    assert args(p, "unit") == ["r-div60"], "two brigades are too few"
    play(p, "unit:r-div60")
    assert question(p) == "ChooseMove"
    q = laid("r-div60", "r-gen124-1", "r-gen124-2", "r-gen124-3", "r-bde2", "r-alp")
    assert args(q, "unit") == ["r-bde2", "r-div60", "r-gen124-1", "r-gen124-2", "r-gen124-3"]
    play(q, "unit:r-gen124-1", "unit:r-gen124-2", "unit:r-gen124-3")
    assert question(q) == "ChooseMove", "three are enough"
    assert question(laid("r-gen124-1", "r-gen124-2")) == "ChooseMove", "nobody can do it"
    r = empty(turn=9)
    r.unrest = 8
    put(r, "3122", "r-div60")
    assert question(judged(r, REP)) == "ChooseMove"


@pytest.mark.rule("7.22a")
def test_orders_are_taken_up_anew_each_turn() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt")
    p.duty[unit(p, "n-pjt")] = MADRID
    judged(p, NAT)
    assert p.duty[unit(p, "n-pjt")] == 0
    assert "pass" in offered(p)


@pytest.mark.rule("7.33a")
def test_one_attack_factor_anywhere_is_enough_for_an_offensive() -> None:
    p = empty(turn=5)
    put(p, "2712", "r-hq-cen")
    assert not able_to_attack(p), "a headquarters does not carry an attack"
    put(p, "2712", "r-nvz")
    assert p.printed(unit(p, "r-nvz")).startswith("0-")
    assert not able_to_attack(p)
    put(p, "2318", "r-div11")
    assert able_to_attack(p)
    q = empty(turn=5)
    put(q, "2712", "r-div11")
    assert able_to_attack(q), "the only one"


@pytest.mark.rule("7.11c")
def test_without_a_crisis_italians_go_where_they_like_from_the_first_turn_on() -> None:
    for turn in (1, 2, 12):
        p = empty(turn=turn)
        put(p, "3110", "i-lt")
        judged(p, NAT)
        assert p.duty[unit(p, "i-lt")] == 0, turn
    q = empty(turn=12)
    q.czech = 12
    put(q, "3110", "i-lt")
    judged(q, NAT)
    assert q.duty[unit(q, "i-lt")] == FRANCE


@pytest.mark.rule("7.33a")
def test_next_to_one_of_the_objectives_is_near_enough() -> None:
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, 4, hexn(p, "3608")
    put(p, "3608", "n-ceb")
    own(p, NAT, "3708")
    put(p, "3708", "n-asn")
    both = set(p.board.nb[hexn(p, "3608")]) & set(p.board.nb[hexn(p, "3708")])
    assert hexn(p, "3507") not in both
    assert [measure(p, ASSAULT, hexn(p, x)) for x in ("3609", "3507", "3405")] == [0, 0, 1]


@pytest.mark.rule("7.22a", "7.34b")
def test_who_has_been_named_is_not_named_again() -> None:
    p = empty(turn=5)
    p.call_madrid = 6
    put(p, "3110", "n-pjt", "n-rad", "n-hq-n")
    put(p, "2712", "r-mod")
    judged(p, NAT)
    play(p, "unit:n-pjt")
    assert reasons(p, "unit:n-pjt") == [("7.22a", "already-named")]
    assert reasons(p, "unit:n-hq-n") == [("7.22a", "unfit-for-duty")]
    assert reasons(p, "unit:r-mod") == [("7.22a", "not-your-unit")]
