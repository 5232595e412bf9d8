"""[15] The optional rules."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch08_air import air_refusal
from frente.games.tscw.rules.ch10_supply import supplied
from frente.games.tscw.rules.ch12_movement import at_odds
from frente.games.tscw.rules.ch13_odds import attack_parts, defence_parts, drm_parts, firsts, shift_parts, worth
from frente.games.tscw.rules.ch13_results import Advance
from frente.games.tscw.rules.ch15_optional import ColumnRolls, Scout
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    BASE,
    SPENT,
    UNUSED,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    battle,
    before,
    dice,
    empty,
    fighting,
    hexn,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    run,
    start,
    travelling,
    unit,
    values,
    where,
)

# -- 15


@pytest.mark.rule("15.1a")
def test_a_republican_headquarters_may_reconnoitre_once_a_turn_from_turn_14() -> None:
    for turn, option in ((13, True), (14, True), (14, False)):
        p = empty(turn=turn, reconnaissance=option)
        put(p, "2812", "r-hq-cen", "r-div11")
        put(p, "2911", "n-div11", "n-div12")
        moving(p, REP)
        assert ("scout:r-hq-cen" in offered(p)) == (turn == 14 and option)
    p = empty(turn=14, reconnaissance=True)
    put(p, "2812", "r-hq-cen", "r-div11")
    put(p, "2911", "n-div11", "n-div12")
    put(p, "3110", "n-div13")
    moving(p, REP)
    play(p, "scout:r-hq-cen")
    assert args(p, "hex") == ["2911"]
    assert reasons(p, "hex:3110") == [("15.1a", "out-of-sight")]
    play(p, "hex:2911")
    dice(p, 3)
    assert question(p) == "ChooseMove"
    assert "scout:r-hq-cen" not in offered(p)


@pytest.mark.rule("15.1b", "15.1a")
def test_a_one_tells_the_defence_factors_to_the_republican_alone() -> None:
    for face in (1, 2):
        p = empty(turn=14, reconnaissance=True)
        put(p, "2812", "r-hq-cen")
        put(p, "2911", "n-div11", "n-div12")
        run(p, Scout(unit(p, "r-hq-cen")))
        play(p, "hex:2911")
        p.stack.insert(0, Turn())
        p.stack[0].at = len(p.stack[0].steps()) - 1
        dice(p, face)
        assert p.recon == ([[hexn(p, "2911"), 16]] if face == 1 else [])
    q = moving(empty(turn=14, reconnaissance=True), REP)
    q.recon = [[hexn(q, "2911"), 16]]
    assert GAME.view(q, REP).facts["scouted"] == {"Segovia 2911": 16}
    assert "scouted" not in GAME.view(q, NAT).facts


@pytest.mark.rule("15.2a")
def test_toledo_without_a_garrison_makes_the_alcazar_harder_to_take() -> None:
    for option, falls in (("2", False), ("0", True)):
        p = empty(turn=1, alcazar_siege=True, alcazar_empty_bonus=option)
        run(p, before("AlcazarDie"))
        dice(p, 1)
        assert (p.alcazar == 0) == falls
    q = empty(turn=1, alcazar_siege=True)
    put(q, "2510", "r-pvr")
    run(q, before("AlcazarDie"))
    dice(q, 1)
    assert q.alcazar == 0


@pytest.mark.rule("15.2b")
@pytest.mark.parametrize(("turn", "most"), [(1, 1), (3, 1), (4, 3), (5, 5), (9, 5)])
def test_the_alcazar_falls_on_a_die_of(turn: int, most: int) -> None:
    fallen = []
    for face in range(1, 7):
        p = empty(turn=turn, alcazar_siege=True)
        put(p, "2510", "r-pvr")
        run(p, before("AlcazarDie"))
        dice(p, face)
        assert question(p) != "AlcazarDie", "one die a turn"
        if p.alcazar == 0:
            fallen.append(face)
    assert fallen == [1, 2, 3, 4, 5][:most]


@pytest.mark.rule("15.2c", "15.2d")
def test_its_fall_gives_a_point_and_its_relief_by_a_supplied_unit_costs_one() -> None:
    p = empty(turn=1, alcazar_siege=True)
    put(p, "2510", "r-pvr")
    run(p, before("AlcazarDie"))
    dice(p, 1)
    assert p.morale == 73
    q = empty(turn=3, alcazar_siege=True)
    put(q, "2509", "n-cst")
    own(q, NAT, "2509", "2508")
    enter(q, unit(q, "n-cst"), hexn(q, "2510"))
    assert q.alcazar == 0
    assert q.morale == 70, "1 for the Alcázar, 1 for the city"
    r = empty(turn=3, alcazar_siege=True)
    own_all(r, REP)
    put(r, "2509", "n-cst")
    enter(r, unit(r, "n-cst"), hexn(r, "2510"))
    assert r.alcazar == 1, "not by an unsupplied unit"


@pytest.mark.rule("15.3", "15.3b")
def test_the_armoured_train_fights_along_its_rails_with_infantry() -> None:
    assert where(start(), "r-btb") == "unused"
    assert where(start(armored_train=True), "r-btb") == "awaited"
    p = empty(turn=9, armored_train=True)
    own(p, NAT, "2711")
    put(p, "2711", "n-div11")
    put(p, "2712", "r-btb", "r-bde2")
    assert p.board.madrid in p.board.rail[hexn(p, "2711")]
    assert worth(attack_parts(p, battle(p, REP, "2711", "r-btb", "r-bde2"))) == 4
    assert worth(attack_parts(p, battle(p, REP, "2711", "r-btb"))) == 0, "no infantry with it"
    assert worth(defence_parts(p, battle(p, NAT, "2712", "n-div11"))) == 5
    put(p, "2713", "r-bde3")
    assert worth(attack_parts(p, battle(p, REP, "2711", "r-btb", "r-bde3"))) == 2, "infantry elsewhere is no escort"
    put(p, "2712", "r-grm", conv=1)
    put(p, "2713", "r-bde2")
    assert worth(attack_parts(p, battle(p, REP, "2711", "r-btb", "r-grm"))) == 4, "a converted column is infantry"
    put(p, "2713", "r-grm")
    put(p, "2712", "r-mod")
    assert worth(defence_parts(p, battle(p, NAT, "2712", "n-div11"))) == 2, "a column is not"
    put(p, "2713", "r-mod")
    put(p, "2712", "r-bde2")
    own(p, NAT, "2812")
    put(p, "2812", "n-div12")
    assert worth(attack_parts(p, battle(p, REP, "2812", "r-btb", "r-bde2"))) == 2, "no railway there"


@pytest.mark.rule("15.3")
def test_the_armoured_train_supports_one_battle_a_turn() -> None:
    p = empty(turn=9, armored_train=True)
    own(p, NAT, "2711")
    put(p, "2711", "n-div11")
    put(p, "2712", "r-btb", "r-bde2", "r-bde3", "r-div11")
    fighting(p, REP)
    play(p, "attack:2711")
    assert "unit:r-btb" in offered(p)
    fighting(p, NAT)
    play(p, "attack:2712", "unit:n-div11", "go")
    fighting(p, REP)
    play(p, "attack:2711")
    assert "unit:r-btb" not in offered(p), "it has defended"
    assert rules(p, "unit:r-btb") == ["15.3"]
    run(p, Turn())
    fighting(p, REP)
    play(p, "attack:2711")
    assert "unit:r-btb" in offered(p), "a new turn"
    q = empty(turn=9, armored_train=True)
    own(q, NAT, "2812")
    put(q, "2812", "n-div12")
    put(q, "2712", "r-btb", "r-bde2")
    fighting(q, NAT)
    play(q, "attack:2712", "unit:n-div12", "go")
    assert not q.state[unit(q, "r-btb")] & SPENT, "no railway there, so it took no part"


@pytest.mark.rule("15.3")
def test_the_armoured_train_goes_by_rail_and_not_by_sea() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2318", "r-btb", "r-bde2")
    travelling(p, REP)
    assert {"rail:r-btb", "sea:r-bde2"} <= set(offered(p))
    assert "sea:r-btb" not in offered(p)
    assert rules(p, "sea:r-btb") == rules(p, "land:r-btb") == ["15.3"]


@pytest.mark.rule("7.11c")
def test_no_italian_journey_leads_towards_france_during_the_crisis() -> None:
    def goals(turn: int, word: str) -> list[str]:
        p = empty(turn=15)
        p.czech = turn
        put(p, "1305", "i-lt", "n-div11")
        own(p, NAT, "3425")
        travelling(p, NAT)
        play(p, word)
        return args(p, "hex")
    assert "3225" not in goals(14, "land:i-lt")
    assert "1414" in goals(14, "land:i-lt")
    assert "3225" in goals(14, "land:n-div11")
    assert "3225" in goals(13, "land:i-lt"), "the crisis is over"


@pytest.mark.rule("15.3c")
def test_the_armoured_train_never_advances() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-btb", "r-bde2")
    run(p, Advance(REP, hexn(p, "2711"), 2, [unit(p, "r-bde2")], []))
    assert rules(p, "unit:r-btb") == ["15.3c"]
    from frente.games.tscw.rules.ch13_results import Breakthrough
    f = battle(p, REP, "2711", "r-btb", "r-bde2")
    f.losses = [0, 2, 0, 1]
    p.stack = [f]
    Breakthrough().auto(f, p)
    assert now(p).units == [unit(p, "r-bde2")]


@pytest.mark.rule("15.4")
def test_german_and_italian_aircraft_keep_away_from_france_in_1938() -> None:
    def at(turn: int, name: str, option: bool = True, target: str = "3418") -> str:
        p = empty(turn=turn, aircraft_near_france=option)
        p.hex[unit(p, name)] = BASE
        return air_refusal(p, NAT, unit(p, name), hexn(p, target), [], [])[0]
    assert at(12, "g-lk1") == at(12, "i-al1") == "15.4"
    assert at(11, "g-lk1") == at(12, "n-bah1") == at(12, "g-lk1", False) == ""
    assert at(12, "g-lk1", target="2911") == ""


@pytest.mark.rule("15.5", "15.5b")
def test_the_first_italian_battles_go_badly() -> None:
    p = empty(turn=7, enter_the_italians=True)
    own(p, NAT, "2814")
    put(p, "2814", "i-lt")
    put(p, "2713", "r-div14")
    f = battle(p, NAT, "2713", "i-lt")
    f.first = firsts(p, f)
    assert values(shift_parts(p, f))["15.5"] == -1
    p.italians_attack = 1
    assert firsts(p, f) == 0
    g = battle(p, REP, "2814", "r-div14")
    g.first = firsts(p, g)
    assert values(shift_parts(p, g))["15.5b"] == 1
    q = empty(turn=7)
    own(q, NAT, "2814")
    put(q, "2814", "i-lt")
    put(q, "2713", "r-div14")
    fighting(q, NAT)
    assert firsts(q, battle(q, NAT, "2713", "i-lt")) == 0, "only with the rule"


@pytest.mark.rule("15.6")
def test_the_first_soviet_aircraft_or_tanks_shift_a_column() -> None:
    p = empty(turn=7, russians_are_coming=True)
    put(p, "2812", "r-div11", "r-tk1")
    put(p, "2911", "n-div11")
    plain = battle(p, REP, "2911", "r-div11")
    assert firsts(p, plain) == 0
    plain.air = [unit(p, "r-air1")]
    assert firsts(p, plain) == 0, "two factors only"
    plain.air = [unit(p, "r-air2")]
    assert firsts(p, plain) == 4
    tanks = battle(p, REP, "2911", "r-tk1")
    tanks.first = firsts(p, tanks)
    assert values(shift_parts(p, tanks))["15.6"] == 1
    defence = battle(p, NAT, "2812", "n-div11")
    defence.first = firsts(p, defence)
    assert values(shift_parts(p, defence))["15.6"] == -1
    p.russians = 1
    assert firsts(p, tanks) == 0


def columns(**options: Any) -> Tscw:
    p = empty(turn=3, column_attack_rolls=True, **options)
    put(p, "2812", "r-grm", "r-smr")
    put(p, "2711", "r-brc")
    put(p, "2911", "n-nvc")
    return run(p, ColumnRolls())


@pytest.mark.rule("15.7.1a")
@pytest.mark.parametrize(("face", "drm"), [(1, None), (2, -1), (3, -1), (4, 0), (5, 0), (6, 1)])
def test_a_column_must_be_rolled_for_before_it_may_attack(face: int, drm: int | None) -> None:
    p = columns()
    play(p, "roll:r-grm")
    dice(p, face)
    play(p, "done")
    fighting(p, REP)
    if drm is None:
        assert rules(p, "attack:2911") == ["R113"]
        return
    play(p, "attack:2911")
    assert args(p, "unit") == ["r-grm"]
    assert rules(p, "unit:r-smr") == ["15.7.1a"], "not rolled for"
    f = battle(p, REP, "2911", "r-grm")
    assert values(drm_parts(p, f)).get("15.7.1a", 0) == drm


@pytest.mark.rule("15.7.1b")
@pytest.mark.parametrize(("face", "rolled"), [(6, 10), (4, 9), (2, 1), (1, 1)])
def test_a_group_is_rolled_for_at_minus_one(face: int, rolled: int) -> None:
    p = columns()
    play(p, "group:2812", "group:2711", "cast")
    dice(p, face)
    assert {p.rolled[unit(p, n)] for n in ("r-grm", "r-smr", "r-brc")} == {rolled}
    assert args(p, "roll") == []


@pytest.mark.rule("15.7.2a")
def test_columns_have_political_codes_until_they_are_converted() -> None:
    p = empty(political_columns=True)
    code = {n: p.board.code[unit(p, n)] for n in ("r-drt", "r-mrx", "r-len", "r-mc", "r-bm1", "r-mng")}
    assert code == {"r-drt": "A", "r-mrx": "C", "r-len": "POUM", "r-mc": "CN", "r-bm1": "BN", "r-mng": ""}


@pytest.mark.rule("15.7.2b", "15.7.2c")
@pytest.mark.parametrize(("one", "other", "apart"), [
    ("r-drt", "r-mrx", True), ("r-drt", "r-mc", True), ("r-drt", "r-len", False), ("r-drt", "r-mng", False),
    ("r-mrx", "r-len", True), ("r-mrx", "r-mc", True), ("r-mrx", "r-bm1", True), ("r-mrx", "r-mng", False),
    ("r-len", "r-mc", False)])
def test_hostile_parties_neither_stack_nor_attack_together(one: str, other: str, apart: bool) -> None:
    p = empty(turn=3, political_columns=True)
    assert at_odds(p, unit(p, one), unit(p, other)) == apart
    put(p, "3119", one)
    put(p, "3118", other)
    own(p, NAT, "3117")
    put(p, "3117", "n-sp")
    p.folk[unit(p, "r-bm1")] = 0
    moving(p, REP)
    play(p, f"unit:{one}")
    allowed = "hex:3118" in offered(p)
    if allowed:
        play(p, "hex:3118")
        allowed = "stop" in offered(p)
    assert allowed != apart
    put(p, "3118", one)
    fighting(p, REP)
    play(p, "attack:3117", f"unit:{one}")
    assert (f"unit:{other}" in offered(p)) != apart
    if apart:
        assert rules(p, f"unit:{other}") in (["15.7.2b"], ["15.7.2c"])


@pytest.mark.rule("15.7.2d")
def test_conversion_ends_the_quarrels_and_nationalists_have_none() -> None:
    p = empty(turn=7, political_columns=True)
    assert at_odds(p, unit(p, "r-drt"), unit(p, "r-mrx"))
    p.convert(unit(p, "r-drt"))
    assert not at_odds(p, unit(p, "r-drt"), unit(p, "r-mrx"))
    assert not any(p.board.code[u] for u in p.board.of[NAT])


@pytest.mark.rule("15.8")
def test_the_internationals_return_with_a_point_on_turn_18() -> None:
    for option, played, extra in ((True, 16, 1), (True, 0, 0), (False, 16, 0)):
        p = empty(turn=18, return_of_internationals=option)
        p.volunteers = played
        run(p, before("ResourcePoints"))
        assert p.rp[0] == 1 + extra, "1 by the chart"


@pytest.mark.rule("15.9")
def test_the_border_feeds_one_stack() -> None:
    p = empty(turn=15, pyrenees_supply=True)
    own_all(p, NAT)
    put(p, "3420", "r-div43")
    put(p, "3419", "r-bde2", "r-bde3", "r-bde4")
    put(p, "3418", "r-div31", "r-bde5")
    own(p, NAT, "3418")
    p.control[hexn(p, "3418")] = REP
    run(p, before("NamePyreneesAgain"))
    assert asked(p) == [REP]
    assert args(p, "hex") == ["3419", "3420"]
    assert reasons(p, "hex:3418") == [("15.9", "not-a-border-stack")]
    play(p, "hex:3420")
    assert where(p, "r-div43") == "3420"
    assert where(p, "r-bde2") == "deadpile"
    assert supplied(p, unit(p, "r-div43"))
    q = empty(turn=15)
    own_all(q, NAT)
    put(q, "3420", "r-div43")
    run(q, before("NamePyreneesAgain"))
    assert where(q, "r-div43") == "deadpile"


@pytest.mark.rule("15.10")
def test_the_border_post_may_bring_a_northern_point() -> None:
    for face, extra in ((1, 1), (2, 1), (3, 0)):
        p = administration(empty(turn=3, border_post=True), REP)
        assert question(p) == "BorderPost"
        dice(p, face)
        assert p.rp[1] == extra
    lost = empty(turn=3, border_post=True)
    own(lost, NAT, "3615")
    assert question(administration(lost, REP)) != "BorderPost"
    assert question(administration(empty(turn=3), REP)) != "BorderPost"
    assert question(administration(empty(turn=1, border_post=True), REP)) != "BorderPost"


def test_counters_of_unused_rules_stay_away() -> None:
    p = start()
    assert p.hex[p.board.train] == UNUSED
