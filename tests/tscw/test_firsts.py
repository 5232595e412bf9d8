"""The first counter, chit, town and hex of the lists are treated as all others are."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch06_points import north_lost
from frente.games.tscw.rules.ch07_chits import enter_chits
from frente.games.tscw.rules.ch07_duties import ASSAULT, MADRID
from frente.games.tscw.rules.ch07_events import casado
from frente.games.tscw.rules.ch09_stacking import crowded
from frente.games.tscw.rules.ch10_supply import judge, link_zones
from frente.games.tscw.rules.ch13_targets import must
from frente.games.tscw.rules.ch14_strategic import BY_SEA, LANDING, goals
from frente.games.tscw.rules.ch15_optional import RollForColumns, unrolled
from frente.games.tscw.rules.sequence import Attrition, OpenTurn
from frente.games.tscw.state.frames import Phase, Turn
from frente.games.tscw.state.position import FIT, IN_POOL, LATER, MOVED, OOS
from tests.tscw.chits import chit
from tests.tscw.lay import (
    NAT,
    REP,
    called,
    empty,
    entries,
    hexn,
    kill,
    moving,
    offered,
    own,
    own_all,
    put,
    reason,
    unit,
    where,
)


@pytest.mark.rule("12.1a", "12.11a", "5.2.B")
def test_the_first_columns_move_and_march() -> None:
    for side, name in ((REP, "r-mng"), (NAT, "n-gec")):
        p = empty(turn=3)
        put(p, "2714" if side == REP else "3110", name)
        moving(p, side)
        assert p.state[unit(p, name)] & FIT
        assert {f"unit:{name}", f"march:{name}"} <= set(offered(p))


@pytest.mark.rule("10.1", "10.2b", "10.3c", "5.2.D2")
def test_the_first_columns_are_judged_and_starve() -> None:
    for side, name, place in ((REP, "r-mng", "2714"), (NAT, "n-gec", "2912")):
        p = empty(turn=3)
        own_all(p, 1 - side)
        put(p, place, name)
        judge(p, side)
        assert p.state[unit(p, name)] & OOS
        Attrition().auto(Turn(), p)
        assert where(p, name) == "deadpile"


@pytest.mark.rule("8.6b", "15.7.1a", "7.22a", "7.33a")
def test_what_the_first_columns_were_marked_with_is_cleared() -> None:
    p = empty(turn=5, column_attack_rolls=True)
    put(p, "2712", "r-mng")
    put(p, "3110", "n-gec")
    first, other = unit(p, "r-mng"), unit(p, "n-gec")
    p.state[first] |= MOVED
    OpenTurn().auto(Turn(), p)
    assert not p.state[first] & MOVED
    p.rolled[first] = 9
    RollForColumns().auto(Phase(REP), p)
    assert p.rolled[first] == 0
    assert unrolled(p) == [first]
    p.duty[first], p.duty[other] = ASSAULT, MADRID
    called(p, REP)
    assert (p.duty[first], p.duty[other]) == (0, MADRID)
    called(p, NAT)
    assert p.duty[other] == 0


@pytest.mark.rule("7.22a")
def test_the_first_column_owes_its_attack_too() -> None:
    p = empty(turn=5)
    own(p, NAT, "2711")
    put(p, "2711", "n-gec")
    put(p, "2712", "r-per")
    t = hexn(p, "2712")
    assert must(p, NAT, [t]) == []
    p.duty[unit(p, "n-gec")] = MADRID
    assert must(p, NAT, [t]) == [t]


@pytest.mark.rule("7.8c")
def test_the_first_column_is_one_of_three_round_madrid() -> None:
    for more, turn in ((("r-per", "r-mod"), 18), (("r-per",), 0)):
        p = empty(turn=18)
        put(p, "2712", "r-mng", *more)
        casado(p)
        assert p.infighting == turn


@pytest.mark.rule("4.3a")
@pytest.mark.parametrize("held", [("1305", "1511"), ("1511", "3702"), ("1305", "3702")])
def test_any_three_cities_do(held: tuple[str, str]) -> None:
    p = empty(turn=8)
    own(p, REP, *held)
    put(p, "2618", "r-div11")
    enter(p, unit(p, "r-div11"), hexn(p, "2617"))
    assert (reason(p), p.result) == ("three-cities", REP)


@pytest.mark.rule("6.13b")
def test_the_north_is_lost_with_all_three_capitals_and_its_last_unit() -> None:
    capitals = ("3710", "3707", "3613")
    for missing in capitals:
        p = empty(turn=9)
        own(p, NAT, *[x for x in capitals if x != missing])
        assert not north_lost(p), f"{missing} is Republican"
    p = empty(turn=9)
    own(p, NAT, *capitals)
    assert north_lost(p)
    put(p, "3711", "r-a1")
    own(p, NAT, *capitals)
    assert not north_lost(p), "a northern unit is left"
    kill(p, "r-a1")
    assert north_lost(p)


@pytest.mark.rule("7.1")
def test_the_first_chit_enters_on_its_turn() -> None:
    for turn, place in ((12, LATER), (13, IN_POOL), (14, IN_POOL)):
        p = empty(turn=turn)
        c = chit(p, "anschluss")
        p.chit[c] = LATER
        enter_chits(p)
        assert p.chit[c] == place


@pytest.mark.rule("13.21b")
def test_the_first_headquarters_may_link_the_zones() -> None:
    for place, linked in (("2508", 1), ("2408", 0)):
        p = empty(turn=5)
        p.linked = 0
        own_all(p, NAT)
        own(p, REP, *[p.board.names[h] for h in p.board.towns if p.board.row[h] > 24])
        put(p, place, "n-hq-ctv")
        link_zones(p)
        assert p.linked == linked


@pytest.mark.rule("9.1a", "9.1b", "6.2d", "14.4b", "14.7a")
def test_the_first_hex_and_the_first_town_lie_in_morocco() -> None:
    p = empty(turn=9)
    assert [p.board.names[x] for x in (0, p.board.towns[0])] == ["1007", "1008"]
    put(p, "1007", *[f"n-div{n}" for n in (11, 12, 13, 14, 15, 22)])
    assert crowded(p, NAT) == []
    put(p, "1007", "n-div31")
    assert crowded(p, NAT) == [hexn(p, "1007")]
    assert "1008" in entries(p, "n-bpe"), "linked with Ceuta"
    put(p, "1305", "n-div17")
    assert hexn(p, "1008") in goals(p, unit(p, "n-div17"), BY_SEA, False)
    q = empty(turn=9)
    put(q, "2318", "r-div11")
    assert hexn(q, "1007") in goals(q, unit(q, "r-div11"), LANDING, False)
