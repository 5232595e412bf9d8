"""[13.10, 13.27, 13.28] Losses, breakthrough and pursuit, condition by condition."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import FRANCE
from frente.games.tscw.rules.ch13_results import Advance, Breakthrough, Losses, barrier, no_stay, onward, pursuit
from frente.games.tscw.state.position import MOVED, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    battle,
    empty,
    hexn,
    kill,
    now,
    offered,
    own,
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

DIVISIONS = [f"r-div{n}" for n in (3, 4, 6, 10, 12, 14, 15, 34, 35, 40, 42, 43, 44, 45)]


def advance(p: Tscw, target: str, hexes: int, *names: str, pursuers: tuple[str, ...] = ()) -> Advance:
    return Advance(p.board.side[unit(p, (*names, *pursuers)[0])], hexn(p, target), hexes,
                   [unit(p, n) for n in names], [unit(p, n) for n in pursuers])


def ways(p: Tscw, f: Advance, name: str, left: int) -> list[str]:
    u = unit(p, name)
    return [p.board.names[h] for h in onward(p, f, u, p.hex[u], left, False)]


# -- losses


@pytest.mark.rule("13.10b", "13.10a")
def test_a_unit_alone_takes_all_steps_without_being_asked() -> None:
    for left, expect in ((1, ("2712", 1)), (2, ("deadpile", 1)), (0, ("2712", 2))):
        p = empty(turn=9)
        put(p, "2712", "r-div12")
        run(p, Losses(REP, [unit(p, "r-div12")], left, False))
        assert not p.choices()
        assert (where(p, "r-div12"), p.steps[unit(p, "r-div12")]) == expect


@pytest.mark.rule("13.10b", "13.12g", "13.10a")
def test_step_by_step_among_those_who_are_left() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-bde2", "r-bde3", "r-bde4", "r-hq-cen")
    put(p, "2713", "r-div3")
    run(p, Losses(REP, [unit(p, n) for n in ("r-bde2", "r-bde3", "r-bde4", "r-hq-cen")], 2, False))
    assert args(p, "lose") == ["r-bde2", "r-bde3", "r-bde4"]
    assert (rules(p, "lose:r-hq-cen"), rules(p, "lose:r-div3")) == (["13.12g"], ["13.10a"])
    play(p, "lose:r-bde2")
    assert args(p, "lose") == ["r-bde3", "r-bde4"]
    assert rules(p, "lose:r-bde2") == ["13.10a"], "it is gone"
    play(p, "lose:r-bde3")
    assert not p.choices(), "two steps and no more"
    q = empty(turn=9)
    put(q, "2712", "r-div12", "r-bde2")
    put(q, "2711", "r-bde3")
    run(q, Losses(REP, [unit(q, n) for n in ("r-div12", "r-bde2", "r-bde3")], 1, False))
    assert args(q, "lose") == ["r-bde3", "r-div12"], "the full division shields those stacked with it"
    assert reasons(q, "lose:r-bde2") == [("13.10b", "two-steps-first")]


@pytest.mark.rule("7.40a")
def test_town_defense_takes_colonial_steps_first() -> None:
    p = empty(turn=4)
    put(p, "2508", "n-cst", "n-asn", "n-pls")
    run(p, Losses(NAT, [unit(p, n) for n in ("n-cst", "n-asn", "n-pls")], 1, True))
    assert args(p, "lose") == ["n-asn", "n-cst"]
    assert rules(p, "lose:n-pls") == ["7.40a"]


# -- who advances


@pytest.mark.rule("13.28a")
def test_who_may_pursue() -> None:
    p = empty(turn=9)
    put(p, "3512", "n-div11")
    put(p, "3612", "r-b1")
    put(p, "3611", "r-s1")
    put(p, "3710", "r-cav1")
    kill(p, "r-cav2")
    names = ("r-b1", "r-s1")
    assert pursuit(p, battle(p, REP, "3512", *names)) == [unit(p, "r-cav1")], "it is next to one of the attackers"
    put(p, "3709", "r-cav1")
    assert pursuit(p, battle(p, REP, "3512", *names)) == []
    put(p, "3710", "r-div12")
    assert pursuit(p, battle(p, REP, "3512", *names)) == [], "neither cavalry nor tanks"


@pytest.mark.rule("13.27a", "7.8c")
def test_those_who_are_left_break_through_and_not_among_republicans() -> None:
    def broken(spare: int, *dead: str, fight: bool = False, held: bool = False) -> list[list[str]]:
        p = empty(turn=9)
        put(p, "2711", "n-div11", "n-div12", "n-hq-n")
        kill(p, *dead)
        if held:
            put(p, "2712", "r-div12")
        f = battle(p, NAT, "2712", "n-div11", "n-div12", "n-hq-n")
        f.losses = [0, 3, 0, spare]
        f.fight = fight
        p.stack = []
        Breakthrough().auto(f, p)
        return [[p.board.uid[u] for u in x.units] for x in p.stack if isinstance(x, Advance)]
    assert broken(2) == [["n-div11", "n-div12"]], "the headquarters stays"
    assert broken(2, "n-div11") == [["n-div12"]]
    assert broken(2, "n-div11", "n-div12", "n-hq-n") == []
    assert broken(0) == broken(2, held=True) == broken(2, fight=True) == []


# -- where to


@pytest.mark.rule("12.4", "13.27b", "7.11c")
def test_what_bars_an_advance() -> None:
    p = empty(turn=14)
    put(p, "3117", "i-lt")
    f = advance(p, "3218", 2, "i-lt")
    u = unit(p, "i-lt")

    def bar(t: str) -> str:
        return barrier(p, f, u, hexn(p, "3117"), hexn(p, t))[0]
    p.duty[u] = FRANCE
    assert [p.board.france[hexn(p, x)] for x in ("3117", "3116", "3018")] == [4, 4, 5]
    assert (bar("3116"), bar("3018")) == ("", ""), "no nearer to France"
    assert barrier(p, f, u, hexn(p, "3018"), hexn(p, "3117"))[0] == "7.11c"
    p.duty[u] = 0
    assert barrier(p, f, u, hexn(p, "3018"), hexn(p, "3117"))[0] == ""
    put(p, "3018", "r-hq-cen")
    put(p, "3017", "n-div11")
    assert (bar("3018"), bar("3017")) == ("", ""), "a headquarters alone, and a friend"
    put(p, "3018", "r-div12")
    assert bar("3018") == "12.4"


@pytest.mark.rule("9.2a", "12.10c", "12.10b")
def test_where_an_advance_may_not_end() -> None:
    p = empty(turn=9)
    put(p, "2712", *DIVISIONS[:6])
    f = advance(p, "2812", 1, DIVISIONS[0])
    u, h = unit(p, DIVISIONS[0]), hexn(p, "2712")
    assert no_stay(p, f, u, h) == ("", ""), "six divisions, itself among them"
    put(p, "2812", "r-bde2")
    assert no_stay(p, f, unit(p, "r-bde2"), h)[0] == "9.2a", "no room for a seventh"
    put(p, "2712", DIVISIONS[6])
    assert no_stay(p, f, u, h)[0] == "9.2a"
    q = empty(turn=9)
    put(q, "3612", "r-b1", "r-b2")
    g = advance(q, "3611", 1, "r-b1", "r-b2")
    assert no_stay(q, g, unit(q, "r-b1"), hexn(q, "3611")) == ("", ""), "abroad already"
    g.unit, g.start = unit(q, "r-b1"), hexn(q, "3613")
    assert no_stay(q, g, unit(q, "r-b1"), hexn(q, "3611")) == ("12.10c", "northern-limit"), "it came from home"


@pytest.mark.rule("13.27b", "13.27c", "13.28b", "9.2a")
def test_a_full_hex_is_entered_only_by_whoever_can_go_on() -> None:
    p = empty(turn=9)
    put(p, "3021", *DIVISIONS[:7])       # too many to come back to
    put(p, "3022", *DIVISIONS[7:13])     # the emptied hex is full by now
    for place, name in (("3023", "n-div11"), ("2921", "n-div12"), ("3121", "n-div13")):
        put(p, place, name)
    f = advance(p, "3022", 2, DIVISIONS[0])
    assert ways(p, f, DIVISIONS[0], 2) == ["3022"], "on to 3122"
    assert ways(p, f, DIVISIONS[0], 1) == []
    put(p, "3122", "n-div14")
    assert ways(p, f, DIVISIONS[0], 2) == [], "enemies all round"


@pytest.mark.rule("13.27c", "13.28b", "13.27b")
def test_attackers_enter_the_emptied_hex_first_and_pursuers_some_time() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div12", "r-cav1")
    f = advance(p, "2813", 2, "r-div12", pursuers=("r-cav1",))     # the first neighbour of 2712
    assert ways(p, f, "r-div12", 2) == ["2813"]
    assert sorted(ways(p, f, "r-cav1", 2)) == ["2713", "2812", "2813"], "by way of hexes next to it as well"
    assert ways(p, f, "r-cav1", 1) == ["2813"]
    assert ways(p, f, "r-cav1", 0) == []


# -- the questions


@pytest.mark.rule("13.27b", "13.27c", "13.27d", "13.28a")
def test_units_advance_one_after_another_each_once_and_each_through_the_emptied_hex() -> None:
    p = empty(turn=9)
    own(p, REP, "2911", "2812", "2811")
    put(p, "2712", "r-div12", "r-div3", "r-div11")
    run(p, advance(p, "2812", 2, "r-div12", "r-div3", "r-div11"))
    before = p.barrier
    play(p, "unit:r-div12")
    assert p.barrier > before
    assert p.state[unit(p, "r-div12")] & MOVED
    assert args(p, "hex") == ["2812"], "the emptied hex first"
    assert rules(p, "stop") == ["13.28b"]
    assert rules(p, "hex:2711") == ["13.27c"]
    play(p, "hex:2812")
    assert set(args(p, "hex")) >= {"2911", "2811", "2711"}
    play(p, "hex:2911")
    assert (question(p), where(p, "r-div12")) == ("ChooseAdvance", "2911"), "two hexes, and the next may go"
    assert args(p, "unit") == ["r-div11", "r-div3"]
    assert reasons(p, "unit:r-div12") == [("13.27b", "already-advanced")], "each once"
    play(p, "unit:r-div3")
    assert args(p, "hex") == ["2812"]
    play(p, "hex:2812", "stop")
    assert (question(p), where(p, "r-div3")) == ("ChooseAdvance", "2812")
    assert args(p, "unit") == ["r-div11"]
    play(p, "done")
    assert not p.choices()


@pytest.mark.rule("13.27b", "13.28a", "13.27c", "15.3c")
def test_why_a_unit_does_not_advance() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-div12", "r-btb", "r-hq-cen", "r-div3", "r-tk1")
    put(p, "2206", "r-arm1")             # a major river on the way
    run(p, Advance(REP, hexn(p, "2812"), 1, [unit(p, "r-div12"), unit(p, "r-div11")], [unit(p, "r-arm1")]))
    assert args(p, "unit") == ["r-div12"]
    assert rules(p, "unit:r-btb") == ["15.3c"]
    assert reasons(p, "unit:r-hq-cen") == [("13.27b", "hq-stays")]
    assert rules(p, "unit:r-div3") == rules(p, "unit:r-tk1") == ["13.28a"], "neither attacked nor pursues"
    assert rules(p, "unit:r-arm1") == ["13.27c"], "too far off"


@pytest.mark.rule("4.2a", "13.27b", "9.2a")
def test_an_advance_into_madrid_ends_the_game_and_a_full_hex_is_named() -> None:
    p = empty(turn=6)
    put(p, "2812", "n-cst", "n-asn")
    run(p, advance(p, "2712", 2, "n-cst", "n-asn"))
    play(p, "unit:n-cst", "hex:2712")
    assert reason(p) == "madrid"
    assert p.stack == []
    q = empty(turn=9)
    put(q, "2712", "r-div11", "r-cav1")
    put(q, "2711", *DIVISIONS[:6])
    put(q, "2612", "n-div11")
    run(q, advance(q, "2812", 2, "r-div11", pursuers=("r-cav1",)))
    play(q, "unit:r-div11", "hex:2812")
    assert rules(q, "hex:2711") == ["9.2a"]
    play(q, "stop", "unit:r-cav1")
    assert reasons(q, "hex:2611") == [("13.27b", "not-adjacent")], "not next to it"
    assert rules(q, "hex:2612") == ["12.4"]
    assert rules(q, "hex:2613") == ["13.28b"], "it must enter the emptied hex"
    assert now(q).left == 2
    assert "hex:2812" in offered(q)
