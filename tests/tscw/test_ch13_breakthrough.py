"""[13.27 to 13.29] Breakthrough, advance and pursuit."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch13_odds import (
    attack_parts,
    defence_parts,
    result,
    table_column,
    worth,
)
from frente.games.tscw.rules.ch13_results import Advance, pursuit
from frente.games.tscw.state.position import (
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
    reasons,
    rules,
    run,
    unit,
    where,
)

# -- breakthrough


EBRO = ("r-div35", "r-div11", "r-div43", "r-div60", *[f"r-gen234-{n}" for n in range(1, 4)],
        *[f"r-gen124-{n}" for n in range(1, 7)])


def ebro() -> Tscw:
    """The example of 13.27: four divisions and nine brigades, with a headquarters 36 factors."""
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
    assert (worth(attack_parts(p, f)), worth(defence_parts(p, f))) == (36, 5)
    assert p.board.columns[table_column(p, f)] == "7:1"
    shoot(p, 5)
    assert where(p, "n-div50") == "deadpile"
    assert question(p) == "ChooseAdvance"
    assert now(p).hexes == 2, "0/4 against two steps"
    assert "unit:r-hq-ebr" not in offered(p)
    assert reasons(p, "unit:r-hq-ebr") == [("13.27b", "hq-stays")]
    assert "done" in offered(p)
    play(p, "unit:r-div35")
    assert offered(p) == ["hex:2919"], "the attacked hex first"
    assert rules(p, "hex:2820") == ["13.27c"]
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
    shoot(p, 5)
    play(p, "unit:r-cav2")
    assert "hex:2920" in offered(p)
    play(p, "hex:2920")
    assert "stop" not in offered(p), "it must enter the emptied hex"
    assert rules(p, "stop") == ["13.28b"]
    play(p, "hex:2919")
    assert where(p, "r-cav2") == "2919"
    play(p, "unit:r-arm3", "hex:2920", "hex:2919")
    assert where(p, "r-arm3") == "2919", "an ordinary river"
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
    run(p, Advance(REP, hexn(p, "3612"), 1, [unit(p, "r-b1"), unit(p, "r-b2")], []))
    play(p, "unit:r-b1", "hex:3612")
    assert not p.choices(), "two steps are abroad: nobody may follow"
    assert where(p, "r-b1") == "3612"
    for option in (True, False):
        q = empty(turn=3, political_columns=option)
        put(q, "3119", "r-drt")
        put(q, "3117", "r-mrx")
        run(q, Advance(REP, hexn(q, "3118"), 2, [unit(q, "r-drt")], []))
        play(q, "unit:r-drt", "hex:3118")
        assert ("hex:3117" in offered(q)) != option


@pytest.mark.rule("12.10c", "13.27b")
def test_the_northern_limit_holds_where_an_advance_ends_and_not_on_the_way() -> None:
    p = empty(turn=9)
    own(p, NAT, "3512", "3612")
    put(p, "3711", "r-b1")                                   # two Basque steps are abroad
    put(p, "3613", "r-b2")
    run(p, Advance(REP, hexn(p, "3612"), 2, [unit(p, "r-b2")], []))
    play(p, "unit:r-b2", "hex:3612")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["12.10c"]
    assert "hex:3512" in offered(p), "outside the North there is no limit"
    assert rules(p, "hex:3611") == ["12.10c"]
    play(p, "hex:3512")
    assert where(p, "r-b2") == "3512"
    q = empty(turn=9)
    own(q, NAT, "3612")
    put(q, "3711", "r-b1")
    put(q, "3613", "r-b2")
    run(q, Advance(REP, hexn(q, "3612"), 1, [unit(q, "r-b2")], []))
    assert not q.choices(), "it would have to stay there"


@pytest.mark.rule("15.7.2b", "13.27b")
def test_an_advance_passes_a_column_of_a_hostile_party_but_does_not_end_with_it() -> None:
    for hexes in (1, 2):
        p = empty(turn=3, political_columns=True)
        own(p, NAT, "3117", "3116")
        put(p, "3118", "r-mrx")
        put(p, "3117", "r-drt")
        run(p, Advance(REP, hexn(p, "3117"), hexes, [unit(p, "r-mrx")], []))
        assert bool(p.choices()) == (hexes == 2)
    play(p, "unit:r-mrx", "hex:3117")
    assert rules(p, "stop") == ["15.7.2b"]
    play(p, "hex:3116")
    assert where(p, "r-mrx") == "3116"


@pytest.mark.rule("9.2a", "13.27b", "13.28b")
def test_an_advance_and_a_pursuit_pass_a_full_stack_but_do_not_end_there() -> None:
    crowd = ("r-div3", "r-div11", "r-div12", "r-div13", "r-div14", "r-div23")
    for hexes in (1, 2):
        p = empty(turn=15)
        own(p, NAT, "2919", "2918")
        put(p, "2919", *crowd)
        put(p, "2920", "r-div35")
        run(p, Advance(REP, hexn(p, "2919"), hexes, [unit(p, "r-div35")], []))
        assert bool(p.choices()) == (hexes == 2)
    play(p, "unit:r-div35", "hex:2919")
    assert rules(p, "stop") == ["9.2a"]
    play(p, "hex:2918")
    assert where(p, "r-div35") == "2918"
    q = empty(turn=15)
    own(q, NAT, "2919")
    put(q, "2920", *crowd)
    put(q, "3021", "r-cav2")
    run(q, Advance(REP, hexn(q, "2919"), 2, [], [unit(q, "r-cav2")]))
    play(q, "unit:r-cav2", "hex:2920")
    assert rules(q, "stop") == ["13.28b"], "the emptied hex comes first"
    play(q, "hex:2919")
    assert where(q, "r-cav2") == "2919"


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


@pytest.mark.rule("12.4", "13.27b", "13.27c")
def test_an_advance_stops_at_full_stacks_and_enemies() -> None:
    p = ebro()
    put(p, "2918", "n-div51")
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    p.box(unit(p, "n-div50"), -2)
    run(p, Advance(REP, hexn(p, "2919"), 3, [unit(p, "r-div60")], []))
    play(p, "unit:r-div60", "hex:2919")
    assert "hex:2918" not in offered(p)
    assert rules(p, "hex:2918") == ["12.4"]
