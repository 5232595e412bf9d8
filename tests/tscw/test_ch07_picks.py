"""[7.5-7.41] What the chits take, bring and change: whom, for how long, and whom not."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_chits import ChitPull, enter_chits, pool
from frente.games.tscw.rules.ch07_events import (
    ANSCHLUSS,
    BALEARIC,
    CONVOY,
    CRISIS_AIR,
    CRISIS_STEPS,
    GUERRILLA,
    ITALIANS,
    UNREST_AIR,
    Picking,
    Rolling,
    air_withdrawn,
    basque_surrender,
    casado,
    foreign_volunteers,
    judged,
    picks,
)
from frente.games.tscw.state.position import (
    AWAITED,
    EVENT,
    GONE,
    IN_HAND,
    IN_POOL,
    NEW,
    REMOVED,
    Tscw,
)
from frente.kernel.flow import CHANCE, Act, Event
from tests.tscw.chits import air, chit, draw, state
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    dice,
    empty,
    hold,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    run,
    told,
    unit,
    where,
    why,
)


def picking(p: Tscw, side: int, what: int, left: int) -> Tscw:
    return run(p, Picking(side, what, left, judged(p, side)))


def come_out(p: Tscw, c: int) -> list[Event]:
    """A chit is drawn; what is told."""
    events: list[Event] = []
    p.events = events
    p.apply(CHANCE, Act("draw", c))
    p.events = None
    return events


# -- who leaves, and until when


@pytest.mark.rule("7.5", "7.11a", "7.11b", "7.18", "7.7a")
def test_when_those_who_leave_come_back() -> None:
    for what, side, left, name, due in ((ANSCHLUSS, NAT, 1, "g-lk1", 10), (CRISIS_AIR, NAT, 1, "g-lk1", 10),
                                        (CRISIS_STEPS, NAT, 2, "n-div11", 11), (GUERRILLA, NAT, 2, "n-div11", 10),
                                        (BALEARIC, REP, 1, "r-grm", 11)):
        p = empty(turn=9)
        p.czech = 8
        air(p, "g-lk1")
        put(p, "3110", "n-div11")
        put(p, "3118", "r-grm")
        before = p.barrier
        picking(p, side, what, left)
        f = now(p)
        play(p, "unit:" + name)
        assert (where(p, name), p.due[unit(p, name)]) == ("away", due)
        assert (f.chosen, f.left) == ([unit(p, name)], 0)
        assert p.barrier > before
        assert not p.choices(), "nobody is asked for a hex"


@pytest.mark.rule("7.35d")
def test_any_air_unit_but_the_northern_one_stays_over_barcelona() -> None:
    p = empty(turn=9)
    air(p, "r-air1", "r-air2", "r-air-n")
    picking(p, REP, UNREST_AIR, 1)
    assert args(p, "unit") == ["r-air1", "r-air2"]


@pytest.mark.rule("7.7a", "7.11b", "7.18")
def test_the_first_counters_of_both_sides_may_have_to_leave_too() -> None:
    p = empty(turn=5)
    put(p, "3118", "r-mng", "r-div11")
    picking(p, REP, BALEARIC, 3)
    assert args(p, "unit") == ["r-mng"], "columns in Aragón and Catalonia"
    put(p, "3110", "n-gec", "n-cav1", "n-agc", "n-hq-n")
    picking(p, NAT, CRISIS_STEPS, 2)
    assert args(p, "unit") == ["n-agc", "n-cav1", "n-gec"], "of any kind but headquarters, two steps at most"
    picking(p, NAT, GUERRILLA, 2)
    assert args(p, "unit") == ["n-gec"]
    put(p, "3010", "n-hsc")
    picking(p, NAT, GUERRILLA, 2)
    assert args(p, "unit") == ["n-gec", "n-hsc"], "foot alone"


@pytest.mark.rule("7.18")
def test_the_guerrilla_takes_exactly_two_steps() -> None:
    p = empty(turn=9)
    put(p, "3110", "n-div11", "n-div12", "n-gec")
    found = picks(p, Picking(NAT, GUERRILLA, 2, judged(p, NAT)))
    assert found == [unit(p, "n-div11"), unit(p, "n-div12")], "a lone single step does not do"
    put(p, "3110", "n-blg")
    found = picks(p, Picking(NAT, GUERRILLA, 2, judged(p, NAT)))
    assert [p.board.uid[u] for u in found] == ["n-gec", "n-blg", "n-div11", "n-div12"]
    assert picks(p, Picking(NAT, GUERRILLA, 1, judged(p, NAT))) == [unit(p, "n-gec"), unit(p, "n-blg")]
    q = empty(turn=9)
    put(q, "3110", "n-gec", "n-div11")
    assert picks(q, Picking(NAT, GUERRILLA, 2, judged(q, NAT))) == [unit(q, "n-div11")], "one of each"


@pytest.mark.rule("7.18", "7.7a", "7.10c")
def test_those_in_supply_go_first() -> None:
    p = empty(turn=5)
    own_all(p, NAT)
    own(p, REP, "3023", "3123", "3122", "3118", "2712")
    put(p, "3023", "r-grm")
    put(p, "3118", "r-mng")
    draw(p, "balearic-landings", REP)
    assert args(p, "unit") == ["r-grm"], "3118 is cut off"
    r = empty(turn=5)
    own_all(r, NAT)
    own(r, REP, "2318", "2317", "1817")
    put(r, "2317", "r-grm")
    put(r, "1817", "r-mng")
    draw(r, "balearic-landings", REP)
    assert args(r, "unit") == ["r-grm"], "of the two in Valencia 1817 is cut off"
    q = empty(turn=9)
    put(q, "3110", "n-div11", "i-lt")
    put(q, "2312", "n-div12", "i-xxiiim")
    draw(q, "guerrilla", REP)
    assert (asked(q), args(q, "unit")) == ([NAT], ["i-lt", "n-div11"])
    q.stack = []
    foreign_volunteers(q)
    q.settle()
    assert (asked(q), args(q, "unit")) == ([NAT], ["i-lt"])


@pytest.mark.rule("7.4a", "7.5", "7.18", "7.41")
def test_a_chit_is_compulsory_except_the_convoy() -> None:
    p = empty(turn=9)
    air(p, "g-lk1")
    put(p, "3110", "n-div11")
    put(p, "2712", "r-div11")
    picking(p, NAT, ANSCHLUSS, 1)
    assert offered(p) == ["unit:g-lk1"]
    assert [(r.rule, r.key) for r in why(p, "done")] == [("7.5", "chit-is-compulsory")]
    assert [r.key for r in why(p, "unit:n-div11")] == ["does-not-fit-chit"]
    assert [r.key for r in why(p, "unit:r-div11")] == ["not-your-unit"]
    q = empty(turn=3)
    q.hex[unit(q, "n-brt")], q.due[unit(q, "n-brt")] = AWAITED, 4
    picking(q, NAT, CONVOY, 1)
    assert offered(q) == ["unit:n-brt", "done"]
    play(q, "done")
    assert (q.choices(), where(q, "n-brt")) == ({}, "awaited")


# -- Italians


@pytest.mark.rule("7.10c")
def test_a_dead_division_stands_for_a_living_one_a_dead_brigade_does_not() -> None:
    p = empty(turn=14)
    kill(p, "i-fn", "i-lt")
    picking(p, NAT, ITALIANS, 1)
    assert (where(p, "i-lt"), where(p, "i-fn")) == ("removed", "deadpile")
    picking(p, NAT, ITALIANS, 1)
    assert where(p, "i-fn") == "deadpile", "no division is left"
    q = empty(turn=14)
    kill(q, "i-lt")
    picking(q, NAT, GUERRILLA, 2)
    assert where(q, "i-lt") == "deadpile", "only Foreign Volunteers asks for Italians"


@pytest.mark.rule("7.10a", "7.10b")
def test_internationals_that_are_out_of_the_game_stay_out() -> None:
    p = empty(turn=14)
    own_all(p, REP)
    p.box(unit(p, "r-int-t"), REMOVED)
    put(p, "2712", "r-int-gi", "r-mng")
    foreign_volunteers(p)
    assert (where(p, "r-int-t"), where(p, "r-int-gi"), where(p, "r-mng")) == ("removed", "deadpile", "2712")
    assert p.steps[unit(p, "r-int-gi")] == 1


@pytest.mark.rule("7.11a")
def test_the_nationalist_gives_up_one_more_air_unit() -> None:
    p = empty(turn=15)
    air(p, "g-lk1", "g-lk2")
    p.czech = 14
    p.stack = []
    air_withdrawn(p)
    p.settle()
    assert asked(p) == [NAT]
    play(p, "unit:g-lk1")
    assert not p.choices(), "one"


# -- units that come


@pytest.mark.rule("7.41")
def test_the_convoy_brings_a_column_at_once() -> None:
    p = empty(turn=3)
    p.hex[unit(p, "n-brt")], p.due[unit(p, "n-brt")] = AWAITED, 4
    picking(p, NAT, CONVOY, 1)
    play(p, "unit:n-brt")
    assert (question(p), args(p, "hex")) == ("PickHex", ["1607"])
    assert reasons(p, "hex:2712") == [("7.41", "not-an-entry-hex")]
    play(p, "hex:1607")
    assert (where(p, "n-brt"), p.state[unit(p, "n-brt")]) == ("1607", NEW)
    assert not p.choices()


@pytest.mark.rule("7.6b", "7.6c")
def test_four_volunteers_take_over_hexes_that_the_basques_leave() -> None:
    p = empty(turn=9)
    for name in ("r-basque-a", "r-basque-b", "r-basque-c", "r-basque-d"):
        p.hex[unit(p, name)] = EVENT
    put(p, "3613", "r-b1", "r-b2")
    put(p, "3614", "r-b3", "r-b4", "r-b5")
    p.stack = []
    basque_surrender(p)
    assert now(p).left == 4
    p.settle()
    play(p, "unit:r-basque-a")
    assert args(p, "hex") == ["3613", "3614"]
    play(p, "hex:3613", "unit:r-basque-b")
    assert args(p, "hex") == ["3614"], "an empty hex first"
    play(p, "hex:3614", "unit:r-basque-c")
    assert args(p, "hex") == ["3613", "3614"], "one more in each"
    play(p, "hex:3613", "unit:r-basque-d")
    assert args(p, "hex") == ["3614"], "3613 has been left by two only"
    play(p, "hex:3614")
    assert not p.choices()
    assert p.state[unit(p, "r-basque-a")] == NEW
    for units, left in ((("r-b1",), 1), (("r-b1", "r-b2", "r-b3"), 3), ((), 0)):
        q = empty(turn=9)
        put(q, "3613", *units)
        q.stack = []
        basque_surrender(q)
        assert now(q).left == left


# -- larger events


@pytest.mark.rule("7.8b", "7.8c", "7.8d")
def test_infighting_needs_three_republicans_within_two_hexes_of_a_republican_madrid() -> None:
    for place, third, expect in (("2512", True, 18), ("2512", False, 0), ("2412", True, 0)):
        p = empty(turn=18)
        put(p, place, "r-mng")
        put(p, "2712", "r-div11", *(["r-div12"] if third else []))
        before = p.barrier
        casado(p)
        assert (p.infighting, p.casado, p.fleet) == (expect, 18, 0)
        assert p.barrier > before
    q = empty(turn=18)
    put(q, "2713", "r-mng", "r-div11", "r-div12")
    own(q, NAT, "2712")
    casado(q)
    assert q.infighting == 0
    r = empty(turn=9)
    draw(r, "negrin", REP)
    assert (r.casado, r.fleet) == (0, 1), "another chit"


@pytest.mark.rule("7.16", "7.36")
def test_what_the_dice_of_gernika_and_of_the_ships_do_and_what_is_told() -> None:
    for name, die, by, rule in (("gernika", 3, 0, "7.16"), ("gernika", 4, 1, "7.16"), ("german-ships", 2, 1, "7.36"),
                                ("german-ships", 3, 0, "7.36"), ("german-ships", 4, 0, "7.36"),
                                ("german-ships", 5, -1, "7.36")):
        p = empty(turn=9)
        run(p, Rolling(chit(p, name)))
        events = told(p, f"die:{die}")
        assert (p.morale, p.gernika) == (72 + by, int(name == "gernika"))
        kind = p.board.chit_kind[chit(p, name)]
        assert p.ledger == ([[9, by, 5 + kind, -1]] if by else []), "what did not change is not entered"
        assert {e.rule for e in events} == {rule}


@pytest.mark.rule("7.36", "7.2d", "7.16")
def test_gernika_without_effect_is_void_and_calls_up_the_ships_all_the_same() -> None:
    p = empty(turn=9)
    own(p, NAT, "3614")
    hold(p, "german-ships")
    c = chit(p, "gernika")
    p.chit[c] = IN_POOL
    run(p, ChitPull(REP))
    play(p, "pull")
    events = come_out(p, c)
    keys = [e.key for e in events]
    assert "chit-void" in keys
    assert [e.facts["side"] for e in events if e.key == "chit-played"] == ["republican"]
    assert (question(p), state(p, "german-ships")) == ("EventDie", GONE)
    dice(p, 3)
    assert not p.choices()


# -- pools and hands


@pytest.mark.rule("7.2a", "7.3a", "7.1")
def test_each_pool_holds_its_own_chits_from_the_first_to_the_last() -> None:
    p = empty(turn=9)
    p.chit = [IN_POOL] * p.board.chits
    nat, rep = pool(p, NAT), pool(p, REP)
    assert chit(p, "anschluss") in nat
    assert chit(p, "town-defense") in rep
    assert not set(nat) & set(rep)
    assert (len(nat), len(rep)) == (26, 37)


@pytest.mark.rule("7.21a", "7.21b", "7.1", "7.2d")
def test_deserters_not_yet_drawn_stay_in_the_pool_and_are_void_when_drawn() -> None:
    p = empty(turn=6)
    c = chit(p, "desertion")
    p.chit[c] = IN_POOL
    before = p.barrier
    enter_chits(p)
    assert (p.chit[c], p.barrier) == (IN_POOL, before)
    run(p, ChitPull(NAT))
    play(p, "pull")
    events = come_out(p, c)
    assert [e.key for e in events] == ["chit-void"]
    assert p.chit[c] == GONE
    q = empty(turn=6)
    hold(q, "desertion")
    before = q.barrier
    enter_chits(q)
    assert (state(q, "desertion") == IN_HAND, q.barrier > before) == (False, True)
