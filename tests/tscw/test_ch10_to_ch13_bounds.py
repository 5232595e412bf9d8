"""[10-13] Supply, refusals of moves, evacuation and battles: what is marked, shown and said at the bounds."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import overrun
from frente.games.tscw.rules.ch10_supply import network, staffs
from frente.games.tscw.rules.ch12_phase import Evacuation
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch13_results import Advance
from frente.games.tscw.rules.sequence import Attrition, SupplyCheck
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import EVACUATED, FOUGHT, LANDED, MOVED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    empty,
    flag,
    hexn,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    reasons,
    rules,
    run,
    unit,
    where,
)


@pytest.mark.rule("10.2b", "5.2.A5")
def test_both_sides_are_judged_and_madrid_is_looked_at() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3118")
    put(p, "3118", "r-div11")
    put(p, "3311", "n-div11")
    flag(p, OOS, "n-div11")
    SupplyCheck().auto(Turn(), p)
    assert (p.state[unit(p, "r-div11")], p.state[unit(p, "n-div11")]) == (OOS, 0)
    q = empty(turn=6)
    own_all(q, REP)
    put(q, "1511", "n-div11")
    SupplyCheck().auto(Turn(), q)
    assert q.state[unit(q, "n-div11")] == OOS
    own_all(q, NAT)
    put(q, "2712", "n-cst")
    SupplyCheck().auto(Turn(), q)
    assert reason(q) == "madrid"


@pytest.mark.rule("10.3c", "5.2.D2")
def test_who_starves_lies_in_the_deadpile_with_one_step() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3118")
    put(p, "3118", "r-div11")
    put(p, "3311", "n-div11")
    Attrition().auto(Turn(), p)
    assert (where(p, "r-div11"), p.steps[unit(p, "r-div11")]) == ("deadpile", 1)
    assert (where(p, "n-div11"), p.steps[unit(p, "n-div11")]) == ("3311", 2)


@pytest.mark.rule("10.6b")
def test_a_headquarters_feeds_its_own_hex_and_the_six_around_it() -> None:
    p = empty(turn=9)
    put(p, "2713", "r-hq-cen")
    h = hexn(p, "2713")
    reach = network(p, 1).reach
    assert reach[h]
    fed = staffs(p, REP, reach)
    assert {x for x in range(p.board.size) if fed[x]} == {h, *p.board.nb[h]}
    assert not any(staffs(p, REP, reach, (unit(p, "r-hq-cen"),))), "on the move it feeds nobody"
    assert not any(staffs(p, REP, [False] * p.board.size)), "nor without supply"
    assert not any(staffs(p, NAT, reach))


@pytest.mark.rule("11.5", "12.2b", "12.9b", "14.7c")
def test_every_reason_why_a_unit_does_not_move_is_told_and_the_zones_only_if_there_is_no_other() -> None:
    p = empty(turn=9)
    own(p, NAT, "2812")
    put(p, "2812", "n-gen244-1")
    ring = [p.board.names[h] for h in p.board.nb[hexn(p, "2812")]]
    own(p, REP, *ring)
    put(p, ring[0], "r-bde2")
    put(p, ring[2], "r-bde3")
    put(p, ring[4], "r-bde4")
    moving(p, NAT)
    assert rules(p, "unit:n-gen244-1") == ["11.5"]
    flag(p, MOVED | LANDED | EVACUATED, "n-gen244-1")
    p.reask()
    assert rules(p, "unit:n-gen244-1") == ["12.2b", "14.7c", "12.9b"]


@pytest.mark.rule("12.9a", "12.9b")
def test_an_evacuation_that_is_done_is_not_asked_for_again() -> None:
    p = empty(turn=15)
    put(p, "3420", "r-div43")
    run(p, Evacuation(REP))
    assert offered(p) == ["unit:r-div43", "done"]
    play(p, "done")
    assert not p.choices()
    assert where(p, "r-div43") == "3420"


@pytest.mark.rule("13.12h")
def test_an_overrun_headquarters_is_lost_in_the_open() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen")
    put(p, "2911", "n-div11")
    before = p.barrier
    overrun(p, NAT, hexn(p, "2812"), unit(p, "n-div11"))
    assert (where(p, "r-hq-cen"), p.steps[unit(p, "r-hq-cen")]) == ("deadpile", 1)
    assert p.barrier > before
    before = p.barrier
    overrun(p, NAT, hexn(p, "2911"), unit(p, "n-div11"))
    overrun(p, NAT, hexn(p, "2711"), unit(p, "n-div11"))
    assert (where(p, "n-div11"), p.barrier) == ("2911", before), "neither friends nor empty hexes"


@pytest.mark.rule("13.2", "13.5", "13.24", "13.3b")
def test_attackers_are_chosen_in_battles_between_the_sides_only() -> None:
    def asked(fight: bool) -> str:
        p = empty(turn=18)
        put(p, "2712", "r-bde4")
        put(p, "2711", "r-div11")
        put(p, "2812", "n-div11")
        run(p, Attack(NAT, hexn(p, "2712"), [unit(p, "r-div11")] if fight else [], fight=fight))
        assert (p.state[unit(p, "r-div11")] & FOUGHT > 0) is fight
        return question(p)
    assert (asked(False), asked(True)) == ("ChooseAttackers", "BattleDie")


def advance(p: Tscw, target: str, hexes: int, *names: str) -> Tscw:
    return run(p, Advance(p.board.side[unit(p, names[0])], hexn(p, target), hexes, [unit(p, n) for n in names], []))


@pytest.mark.rule("13.27b", "13.27c", "13.28b")
def test_what_is_said_of_a_wrong_advance() -> None:
    p = empty(turn=11)
    put(p, "2911", "n-div11")
    put(p, "2811", "n-div13", "n-div14", "n-div15", "n-div16", "n-div21", "n-div22")
    advance(p, "2812", 2, "n-div11")
    play(p, "unit:n-div11")
    assert now(p).start == hexn(p, "2911")
    assert p.state[unit(p, "n-div11")] & MOVED
    assert args(p, "hex") == ["2812"]
    assert rules(p, "hex:2811") == ["13.27c"], "the emptied hex first, whether or not there is room"
    assert reasons(p, "hex:2712") == [("13.27b", "not-adjacent")], "not next to it"
    assert rules(p, "stop") == ["13.28b"], "it has not entered the hex yet"
    assert rules(p, "hex:2812") == []
    play(p, "hex:2812")
    assert rules(p, "stop") == []
    assert rules(p, "hex:2811") == ["9.2a"]
