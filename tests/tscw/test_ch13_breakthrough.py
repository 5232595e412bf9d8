"""[13.27 to 13.29] Breakthrough, advance and pursuit."""
from __future__ import annotations

import pytest

from frente.games.tscw.ch13_odds import (
    attack_parts,
    defence_parts,
    result,
    worth,
)
from frente.games.tscw.ch13_results import Advance, pursuit
from frente.games.tscw.position import (
    FOUGHT,
    MOVED,
    Tscw,
)
from tests.tscw.fight import shoot
from tests.tscw.lay import (
    NAT,
    REP,
    battle,
    empty,
    fighting,
    flag,
    hexn,
    kill,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    unit,
    where,
)

# -- breakthrough


EBRO = ("r-div35", "r-div46", "r-div60", "r-div45", "r-bde2", "r-bde3", "r-bde5", "r-bde70")


def ebro() -> Tscw:
    p = empty(turn=15)
    own(p, NAT, "2919", "2918", "2819", "2818", "2820", "2720", "2719", "3018", "3019")
    put(p, "2919", "n-div50")
    put(p, "2920", *EBRO[:4], "r-hq-ebr")
    put(p, "3020", *EBRO[4:])
    put(p, "3021", "r-cav2", "r-arm3")
    return p


@pytest.mark.rule("13.27a", "13.27b", "13.27c", "13.27d")
def test_the_breakthrough_at_the_ebro() -> None:
    p = ebro()
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in EBRO], "unit:r-hq-ebr", "go")
    f = now(p)
    assert worth(attack_parts(p, f)) // worth(defence_parts(p, f)) >= 6
    shoot(p, 6)
    assert where(p, "n-div50") == "deadpile"
    assert question(p) == "ChooseAdvance"
    assert now(p).hexes >= 2
    assert "unit:r-hq-ebr" not in offered(p)
    assert rules(p, "unit:r-hq-ebr") == ["13.27b"]
    assert "done" in offered(p)
    play(p, "unit:r-div35")
    assert offered(p) == ["hex:2919"], "the attacked hex first"
    assert rules(p, "hex:2820") in (["13.27c"], ["12.4"])
    play(p, "hex:2919")
    assert "stop" in offered(p)
    play(p, "hex:2918")
    assert where(p, "r-div35") == "2918"
    assert p.control[hexn(p, "2918")] == REP


@pytest.mark.rule("13.28a", "13.28b")
def test_the_pursuit_at_the_ebro() -> None:
    p = ebro()
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in EBRO], "unit:r-hq-ebr", "go")
    assert sorted(p.board.uid[u] for u in now(p).pursuers) == ["r-arm3", "r-cav2"]
    shoot(p, 6)
    while question(p) == "TakeLosses":
        play(p, offered(p)[0])
    play(p, "unit:r-cav2")
    assert "hex:2920" in offered(p)
    play(p, "hex:2920")
    assert "stop" not in offered(p), "it must enter the emptied hex"
    assert rules(p, "stop") == ["13.28b"]
    play(p, "hex:2919")
    for mark in (MOVED, FOUGHT):
        q = ebro()
        flag(q, mark, "r-cav2")
        assert pursuit(q, battle(q, REP, "2919", *EBRO)) == [unit(q, "r-arm3")]
    r = ebro()
    put(r, "3121", "n-div51")
    assert pursuit(r, battle(r, REP, "2919", *EBRO)) == [], "next to an enemy"
    s = ebro()
    put(s, "3122", "r-cav2")
    assert pursuit(s, battle(s, REP, "2919", *EBRO)) == [unit(s, "r-arm3")], "too far away"


@pytest.mark.rule("13.28a")
def test_a_unit_that_has_advanced_does_not_pursue_again() -> None:
    p = ebro()
    kill(p, "n-div50")
    run(p, Advance(REP, hexn(p, "2919"), 2, [], [unit(p, "r-cav2")]))
    play(p, "unit:r-cav2", "hex:2920", "hex:2919")
    put(p, "3021", "r-cav2")
    assert pursuit(p, battle(p, REP, "2919", *EBRO)) == [unit(p, "r-arm3")]


@pytest.mark.rule("12.10c", "15.7.2b")
def test_an_advance_keeps_to_the_northern_limits_and_the_quarrels_of_parties() -> None:
    p = empty(turn=9)
    put(p, "3613", "r-b1", "r-b2")
    put(p, "3711", "r-b3")
    run(p, Advance(REP, hexn(p, "3612"), 1, [unit(p, "r-b1")], []))
    assert not p.choices()
    kill(p, "r-b3")
    run(p, Advance(REP, hexn(p, "3612"), 2, [unit(p, "r-b1"), unit(p, "r-b2")], []))
    play(p, "unit:r-b1", "hex:3612", "stop")
    assert not p.choices(), "two steps are abroad: nobody may follow"
    assert where(p, "r-b1") == "3612"
    for option in (True, False):
        q = empty(turn=3, political_columns=option)
        put(q, "3119", "r-drt")
        put(q, "3117", "r-mrx")
        run(q, Advance(REP, hexn(q, "3118"), 2, [unit(q, "r-drt")], []))
        play(q, "unit:r-drt", "hex:3118")
        assert ("hex:3117" in offered(q)) != option


def test_an_exact_elimination_gives_no_advance_unless_agreed() -> None:
    for option in (True, False):
        p = empty(turn=3, advance_on_exact=option)
        own(p, NAT, "2508")
        put(p, "2509", "r-uri")
        put(p, "2508", "n-cst", "n-asn")
        fighting(p, NAT)
        play(p, "attack:2509", "unit:n-cst", "unit:n-asn", "go")
        f = now(p)
        face = next(d for d in range(1, 7) if result(p, f, d)[1] >= 1)
        exact = result(p, f, face)[1] == 1
        shoot(p, face)
        while question(p) == "TakeLosses":
            play(p, offered(p)[0])
        assert (question(p) == "ChooseAdvance") == (option or not exact)


def test_an_advance_stops_at_full_stacks_and_enemies() -> None:
    p = ebro()
    put(p, "2918", "n-div51")
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    p.box(unit(p, "n-div50"), -2)
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    play(p, "unit:r-div60", "hex:2919")
    assert "hex:2918" not in offered(p)
    assert rules(p, "hex:2918") == ["12.4"]
