"""[7.34e, 10, 15] Where the optional rules end: who scouts, is rolled for, is fed by the border or by his landing."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch10_supply import judge, starves, supplied
from frente.games.tscw.rules.ch15_optional import ColumnRolls, can_scout
from frente.games.tscw.state.position import DEAD, LANDED, OOS
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    before,
    box,
    dice,
    empty,
    flag,
    hexn,
    moving,
    now,
    own,
    own_all,
    play,
    put,
    question,
    run,
    unit,
    why,
)


@pytest.mark.rule("15.1a")
def test_a_headquarters_sees_two_hexes_far_on_every_side_and_nothing_from_the_deadpile() -> None:
    p = empty(turn=14, reconnaissance=True)
    put(p, "2812", "r-hq-cen")
    put(p, "2611", "n-div11")            # the lowest number within two hexes
    put(p, "3013", "n-div12")            # the highest
    put(p, "2511", "n-div13")            # three hexes away
    put(p, "2711", "r-div11")            # its own side
    moving(p, REP)
    play(p, "scout:r-hq-cen")
    assert args(p, "hex") == ["2611", "3013"]
    q = empty(turn=14, reconnaissance=True)
    own_all(q, NAT)
    for place, name in (("3711", "n-div11"), ("3804", "n-div12"), ("3710", "n-div13")):      # the last of the map
        put(q, place, name)
    box(q, DEAD, "r-hq-cen")
    assert not can_scout(q, unit(q, "r-hq-cen"))
    put(q, "3709", "r-hq-cen")
    assert can_scout(q, unit(q, "r-hq-cen"))


@pytest.mark.rule("15.7.1a", "15.7.1b")
def test_each_refusal_of_a_column_roll_has_its_own_reason() -> None:
    p = empty(turn=3, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-smr")
    put(p, "2711", "r-brc")
    run(p, ColumnRolls())
    assert [(r.rule, r.key) for r in why(p, "group:2911")] == [("15.7.1b", "no-columns-there")]
    assert [(r.rule, r.key) for r in why(p, "roll:r-alm")] == [("15.7.1a", "no-column-to-roll")]
    assert [(r.rule, r.key) for r in why(p, "cast")] == [("15.7.1b", "no-group")]
    play(p, "group:2812")
    assert [(r.rule, r.key) for r in why(p, "group:2812")] == [("15.7.1b", "no-columns-there")]
    assert [(r.rule, r.key) for r in why(p, "done")] == [("15.7.1b", "finish-the-group")]
    play(p, "cast")
    dice(p, 6)
    assert [p.rolled[unit(p, n)] for n in ("r-grm", "r-smr", "r-brc")] == [10, 10, 0]
    play(p, "roll:r-brc")
    dice(p, 6)
    assert [p.rolled[unit(p, n)] for n in ("r-grm", "r-smr", "r-brc")] == [10, 10, 11]
    assert now(p).group == []


@pytest.mark.rule("15.9")
def test_the_border_feeds_nobody_but_republicans() -> None:
    p = empty(turn=13, pyrenees_supply=True)
    put(p, "3419", "r-div43")
    own_all(p, NAT)
    p.pyrenees = hexn(p, "3419") + 1
    assert supplied(p, unit(p, "r-div43"))
    q = empty(turn=13, pyrenees_supply=True)
    own_all(q, REP)
    put(q, "3419", "n-div12")
    q.pyrenees = hexn(q, "3419") + 1
    assert not supplied(q, unit(q, "n-div12"))


@pytest.mark.rule("10.3c", "14.7c")
def test_with_its_option_a_landing_spares_those_who_have_landed_and_nobody_else() -> None:
    p = empty(turn=9, landed_supplied_first_turn=True)
    own_all(p, REP)
    put(p, "2219", "n-div11")
    assert starves(p, unit(p, "n-div11"))
    flag(p, LANDED, "n-div11")
    assert not starves(p, unit(p, "n-div11"))
    q = empty(turn=9)
    own_all(q, REP)
    put(q, "2219", "n-div11")
    flag(q, LANDED, "n-div11")
    assert starves(q, unit(q, "n-div11"))


@pytest.mark.rule("10.1", "10.2b")
def test_supply_is_judged_of_units_on_the_map_alone() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    put(p, "2712", "r-div11")
    box(p, DEAD, "r-div12")
    judge(p, REP)
    assert (p.state[unit(p, "r-div11")], p.state[unit(p, "r-div12")]) == (OOS, 0)


@pytest.mark.rule("7.34e")
@pytest.mark.parametrize(("turn", "alcazar", "siege", "told"), [
    (3, 1, False, []), (4, 1, False, ["alcazar-fallen"]), (5, 1, False, ["alcazar-fallen"]), (4, 0, False, []),
    (4, 1, True, [])])
def test_the_alcazar_falls_by_itself_on_turn_4_if_it_still_stands(
        turn: int, alcazar: int, siege: bool, told: list[str]) -> None:
    p = empty(turn=turn, alcazar_siege=siege)
    own(p, REP, "2510")
    p.alcazar = alcazar
    p.call_alcazar = 1
    p.events = []
    f = before("AlcazarDie")
    run(p, f)
    assert [e.key for e in p.events if e.key == "alcazar-fallen"] == told
    assert p.call_alcazar == (0 if told else 1)


@pytest.mark.rule("15.9")
def test_with_nobody_left_on_the_border_nobody_is_named_any_more() -> None:
    p = empty(turn=13, pyrenees_supply=True)
    put(p, "2712", "r-div11")
    p.pyrenees = hexn(p, "3419") + 1
    run(p, before("NamePyrenees"))
    assert question(p) != "NamePyrenees"
    assert p.pyrenees == 0
