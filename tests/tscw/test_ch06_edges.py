"""[6] Withdrawals, entry and breakdowns, condition by condition: whom they touch, where, and whom not."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_administration import (
    CallReinforcements,
    Withdraw,
    expected,
    rivals,
    settle_in,
)
from frente.games.tscw.rules.ch06_breakdown import breakable, classes, fitting, stock, whole_of
from frente.games.tscw.rules.ch06_entry import entry_hexes
from frente.games.tscw.state.board import ASTURIAN, BASQUE, NORTHERN, SANTANDER
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    AWAITED,
    AWAY,
    BASE,
    BROKEN,
    DEAD,
    NEW,
    POOL,
    REMOVED,
    Tscw,
)
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    box,
    empty,
    entries,
    hexn,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reasons,
    rules,
    told,
    unit,
    wait,
    where,
    why,
)


def withdraw(p: Tscw, side: int) -> list[str]:
    """What is told of the withdrawals and conversions of a side."""
    p.events = []
    p.stack = []
    Withdraw().auto(Administration(side), p)
    found = [e.key for e in p.events]
    p.events = None
    return found


def names(p: Tscw, units: list[int]) -> list[str]:
    return [p.board.uid[u] for u in units]


# -- withdrawals


@pytest.mark.rule("6.8a", "6.9a", "2.13")
def test_a_column_is_converted_once_and_then_stays() -> None:
    p = empty(turn=7)
    put(p, "3023", "r-drt")
    assert withdraw(p, REP).count("column-converted") > 0
    assert p.conv[unit(p, "r-drt")] == 1
    p.turn = 8
    assert withdraw(p, REP).count("column-converted") == 6, "those of turn 8"
    assert (where(p, "r-drt"), p.conv[unit(p, "r-drt")]) == ("3023", 1)
    q = empty(turn=7)
    q.box(unit(q, "r-len"), REMOVED)
    withdraw(q, REP)
    assert q.conv[unit(q, "r-len")] == 0, "out of the game"


@pytest.mark.rule("7.10a", "6.8a")
def test_late_internationals_leave_in_the_republican_part() -> None:
    for side, expect in ((NAT, "2712"), (REP, "deadpile")):
        p = empty(turn=15)
        p.volunteers = 14
        put(p, "2712", "r-int-t")
        withdraw(p, side)
        assert where(p, "r-int-t") == expect


@pytest.mark.rule("7.11a", "8.3a")
def test_air_units_that_are_due_come_to_their_bases() -> None:
    for name, side, place, fallen, expect in (
            ("g-lk1", NAT, AWAY, 0, BASE), ("r-air1", REP, AWAITED, 0, BASE), ("r-air2", REP, AWAITED, 1, BASE),
            ("r-air-n", REP, AWAY, 0, BASE), ("r-air-n", REP, AWAY, 1, REMOVED), ("r-air1", REP, REMOVED, 0, REMOVED)):
        p = empty(turn=9)
        p.hex[unit(p, name)], p.due[unit(p, name)] = place, 9
        p.north_fallen = fallen
        withdraw(p, side)
        assert p.hex[unit(p, name)] == expect
    q = empty(turn=9)
    q.hex[unit(q, "g-lk1")], q.due[unit(q, "g-lk1")] = AWAY, 10
    withdraw(q, NAT)
    assert q.hex[unit(q, "g-lk1")] == AWAY


@pytest.mark.rule("6.10")
def test_only_the_nationalist_is_asked_for_the_garrison_of_oviedo() -> None:
    for side in (NAT, REP):
        p = empty(turn=9)
        put(p, "3608", "n-og")
        administration(p, side, "OviedoGarrison")
        assert (question(p) == "OviedoGarrison") is (side == NAT)


# -- reinforcements


@pytest.mark.rule("6.2a")
def test_the_first_counter_of_the_list_arrives_too_and_arrivals_are_shown() -> None:
    p = empty(turn=3)
    f = Administration(NAT)
    before = p.barrier
    CallReinforcements().auto(f, p)
    assert (f.queue, p.barrier) == ([], before)
    wait(p, "n-gec")
    assert expected(p, NAT) == [unit(p, "n-gec")]
    CallReinforcements().auto(f, p)
    assert (f.queue, p.barrier > before) == ([unit(p, "n-gec")], True)


@pytest.mark.rule("6.2b", "9.2a")
def test_who_competes_for_the_room_in_one_hex() -> None:
    def rival(filled: int, *queue: str, hq: bool = False) -> list[str]:
        p = empty(turn=11)
        put(p, "2318", *[f"r-div{n}" for n in (3, 4, 6, 10, 12, 14)][:filled])
        if hq:
            put(p, "2318", "r-hq-cen")
        wait(p, *queue)
        return names(p, rivals(p, Administration(REP, [], [unit(p, n) for n in queue])))
    assert rival(5, "r-div40", "r-hq-lev", "r-div66", "r-div35") == ["r-div40", "r-div66"], "room for one division"
    assert rival(4, "r-div40", "r-div66") == [], "room for two"
    assert rival(6, "r-div40", "r-div66") == [], "no room: they enter near by"
    assert rival(0, "r-hq-lev", "r-hq-mnv", "r-div40") == ["r-hq-lev", "r-hq-mnv"], "one headquarters in a hex"
    assert rival(0, "r-hq-lev", "r-hq-mnv", hq=True) == [], "both enter near by"


@pytest.mark.rule("6.2a", "6.2b")
def test_the_owner_says_who_takes_the_last_place() -> None:
    p = empty(turn=11)
    put(p, "2318", *[f"r-div{n}" for n in (3, 4, 6, 10, 12)])
    wait(p, "r-div40", "r-div66")
    administration(p, REP, "CallReinforcements")
    assert (question(p), args(p, "unit")) == ("PlaceReinforcements", ["r-div40", "r-div66"])
    assert reasons(p, "unit:r-div35") == [("6.2b", "enters-in-turn")]
    assert [(r.rule, r.key) for r in why(p, "hex:2318")] == [("6.2b", "choose-entry-first")], "who, before where"
    play(p, "unit:r-div66")
    assert where(p, "r-div66") == "2318", "there is no choice of a hex"
    assert question(p) == "PlaceReinforcements"
    assert "2418" in args(p, "hex"), "the other one enters near by"
    before = p.barrier
    assert reasons(p, "pass") == [("6.2a", "must-enter")]
    assert rules(p, "hex:2712") == ["6.2b"]
    play(p, "hex:2418")
    assert (where(p, "r-div40"), p.barrier, p.state[unit(p, "r-div40")]) == ("2418", before, NEW)
    assert question(p) != "PlaceReinforcements"


@pytest.mark.rule("6.2d", "6.2a")
def test_two_places_are_a_choice_and_the_next_in_the_queue_shows_something() -> None:
    p = empty(turn=6)
    own_all(p, NAT)
    own(p, REP, "3023", "2318")
    wait(p, "r-bde2", "r-bde3")
    administration(p, REP, "CallReinforcements")
    assert args(p, "hex") == ["2318", "3023"]
    before = p.barrier
    play(p, "hex:3023")
    assert (where(p, "r-bde2"), p.barrier > before) == ("3023", True)
    assert args(p, "hex") == ["2318", "3023"]
    f = now(p)
    assert (f.queue, f.called) == ([unit(p, "r-bde3")], False)


@pytest.mark.rule("6.2d", "6.3", "6.11b")
def test_a_place_left_by_a_unit_withdrawn_is_used_up_once() -> None:
    p = empty(turn=9)
    f = Administration(REP, [hexn(p, "2612"), hexn(p, "2712")])
    p.events = []
    settle_in(p, f, unit(p, "r-bde2"), hexn(p, "2612"))
    assert f.freed == [hexn(p, "2712")]
    settle_in(p, f, unit(p, "r-bde3"), hexn(p, "2712"))
    assert f.freed == [hexn(p, "2712")], "a city has room anyway"
    settle_in(p, f, unit(p, "r-gen124-1"), hexn(p, "2613"))
    settle_in(p, f, unit(p, "r-div75"), hexn(p, "2613"))
    assert f.freed == [hexn(p, "2712")]
    assert p.due[unit(p, "r-bde2")] == 9
    found = [e.rule for e in p.events if e.key == "unit-enters"]
    assert found == ["6.2a", "6.2a", "6.2a", "6.11b"], "the last one by mobilization"


# -- where


@pytest.mark.rule("7.7b", "6.2a")
def test_the_way_back_from_the_balearics_is_for_republicans() -> None:
    p = empty(turn=9)
    box(p, AWAY, "r-grm", "n-div11")
    assert entries(p, "r-grm") == ["2318", "3023"]
    own(p, NAT, "2510")
    assert entries(p, "n-div11") == ["2510"], "Toledo, where it came from"
    own(p, NAT, "3023")
    found = entries(p, "r-grm")
    assert found[0] == "2318"
    assert found[1:] == ["2921", "3021", "3022", "3121", "3122", "3123", "3124", "3222", "3223", "3224"], \
        "round Barcelona"


@pytest.mark.rule("6.2e")
def test_northern_units_enter_within_two_hexes_of_their_region() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    u = unit(p, "r-gen124-1")
    inside = {}
    for folk in (ASTURIAN, BASQUE, SANTANDER, NORTHERN):
        p.folk[u] = folk
        found = {p.board.names[h] for h in entry_hexes(p, u, [])}
        inside[folk] = [x in found for x in ("3705", "3306", "3206", "3615", "3413", "3710", "3311", "2712")]
    assert inside == {
        ASTURIAN: [True, True, False, False, False, True, False, False],
        BASQUE: [False, False, False, True, True, False, False, False],
        SANTANDER: [False, False, False, False, True, True, True, False],
        NORTHERN: [True, True, False, True, True, True, True, False]}


@pytest.mark.rule("6.2d", "6.2e", "6.2a")
def test_units_without_a_hex_enter_in_towns_of_their_own_zone() -> None:
    p = empty(turn=9)
    assert entries(p, "n-vng")[0] == "1008", "Tetuán, the first of all"
    own_all(p, REP)
    found = entries(p, "r-bde2")
    assert "2712" in found
    assert not {"3613", "3707", "3710"} & set(found), "not in the North, though the land is one"


# -- breakdowns


@pytest.mark.rule("6.14.1a", "6.14.1b", "6.14.2", "6.14a")
def test_which_units_fall_apart_into_what() -> None:
    p = empty(turn=9)
    assert classes(p, unit(p, "r-div11")) == ["2-3-4", "1-2-4", "1-2-4"]
    assert classes(p, unit(p, "r-div12")) == ["1-1-4", "1-2-4", "1-2-4"]
    assert classes(p, unit(p, "n-div11")) == ["2-4-4", "2-4-4"]
    assert [classes(p, unit(p, n)) for n in ("r-div13", "n-nav1", "n-cav1", "i-lt", "r-hq-cen", "n-div14")] == [[]] * 6


@pytest.mark.rule("6.14.1c")
def test_generic_brigades_come_before_numbered_ones_of_the_same_nationality() -> None:
    p = empty(turn=12)
    box(p, POOL, "r-gen124-1", "r-gen124-2")
    kill(p, "r-bde4", "r-b6", "r-int-t")
    free = stock(p, REP)
    div, basque = unit(p, "r-div12"), unit(p, "r-b1")
    assert names(p, fitting(p, div, "1-2-4", free, [])) == ["r-gen124-1", "r-gen124-2", "r-bde4"]
    assert names(p, fitting(p, basque, "1-2-4", free, [])) == ["r-gen124-1", "r-gen124-2", "r-b6"]
    assert names(p, fitting(p, div, "1-2-4", free, [unit(p, "r-gen124-1")])) == ["r-gen124-2", "r-bde4"]


@pytest.mark.rule("6.14a", "6.14b")
def test_what_may_be_broken_down() -> None:
    for dead in (False, True):
        p = empty(turn=12, breakdown_in_deadpile=dead)
        box(p, POOL, "r-gen114-1", "r-gen124-1", "r-gen124-2")
        put(p, "2712", "r-div12")
        put(p, "2711", "r-div3", steps=1)
        kill(p, "r-div4", "r-div13")
        box(p, BROKEN, "r-div6")
        free = stock(p, REP)
        found = [breakable(p, REP, unit(p, n), free) for n in ("r-div12", "r-div3", "r-div4", "r-div13", "r-div6")]
        assert found == [True, False, dead, False, False]
        assert not breakable(p, NAT, unit(p, "r-div12"), free), "not his"
        assert not breakable(p, REP, unit(p, "r-div12"), free[:2]), "a part is missing"


@pytest.mark.rule("6.14a", "6.14.1a")
def test_what_may_be_put_together_again() -> None:
    p = empty(turn=12, allow_recombination=True)
    box(p, BROKEN, "r-div12")
    div = unit(p, "r-div12")
    put(p, "2712", "r-gen114-1", "r-gen124-1", "r-gen124-2")
    assert names(p, whole_of(p, div)) == ["r-gen114-1", "r-gen124-1", "r-gen124-2"]
    assert whole_of(p, unit(p, "r-div13")) == [], "of no class"
    p.folk[unit(p, "r-gen124-2")] = BASQUE
    assert whole_of(p, div) == [], "a Basque among them"
    put(p, "2712", "r-bde4")
    assert sorted(names(p, whole_of(p, div))) == ["r-bde4", "r-gen114-1", "r-gen124-1"]
    administration(p, REP, "BreakDown")
    assert "combine:r-div12" in offered(p)
    play(p, "combine:r-div12")
    assert (where(p, "r-div12"), p.steps[div]) == ("2712", 2)
    assert [where(p, n) for n in ("r-gen114-1", "r-gen124-1", "r-bde4")] == ["generic", "generic", "deadpile"]
    assert question(p) == "BreakDown", "another may follow"
    q = empty(turn=12, allow_recombination=True)
    box(q, BROKEN, "r-div12")
    put(q, "2712", "r-gen114-1", "r-gen124-1", "r-gen234-1")
    assert whole_of(q, div) == [], "one of another class"
    put(q, "2711", "r-gen124-2")
    assert whole_of(q, div) == [], "not in the same hex"


@pytest.mark.rule("6.14a", "6.14b", "6.14.1a", "6.14.2")
def test_why_a_division_is_not_broken_down() -> None:
    p = empty(turn=12)
    box(p, POOL, "r-gen114-1", "r-gen124-1", "r-gen124-2")
    put(p, "2712", "r-div12", "r-div13")
    put(p, "2711", "r-div3", steps=1)
    kill(p, "r-div4")
    administration(p, REP, "BreakDown")
    assert (asked(p), offered(p)) == ([REP], ["break:r-div12", "done"])
    assert rules(p, "break:r-div3") == ["6.14b"]
    assert rules(p, "break:r-div4") == rules(p, "break:r-div6") == ["6.14a"], "not on the map"
    assert rules(p, "break:r-div13") == ["6.14.1a"], "of no class"
    assert rules(p, "break:n-div11") == ["6.14a"], "not his"
    assert rules(p, "combine:r-div12") == ["R37"]
    events = told(p, "break:r-div12")
    assert "broken-down" in [e.key for e in events]
    assert [(where(p, n), p.steps[unit(p, n)]) for n in ("r-gen114-1", "r-gen124-1", "r-gen124-2")] == [("2712", 1)] * 3
    assert (where(p, "r-div12"), question(p)) == ("broken-down", "BreakDown")
    assert offered(p) == ["done"]
    assert rules(p, "break:r-div12") == ["6.14a"]
    play(p, "done")
    assert question(p) != "BreakDown"
    q = empty(turn=12, breakdown_in_deadpile=True)
    kill(q, "r-div4")
    box(q, POOL, "r-gen114-1", "r-gen124-1", "r-gen124-2")
    administration(q, REP, "BreakDown")
    assert rules(q, "break:r-div6") == ["6.14a"], "neither on the map nor lost"
    play(q, "break:r-div4")
    assert [q.hex[unit(q, n)] for n in ("r-gen114-1", "r-gen124-1", "r-gen124-2")] == [DEAD] * 3
    r = empty(turn=12)
    kill(r, "r-div12")
    administration(r, REP, "BreakDown")
    assert question(r) != "BreakDown", "nobody on the map"


@pytest.mark.rule("6.9a", "11.1b", "11.6")
def test_a_column_converted_off_the_map_takes_no_room_and_has_no_zone() -> None:
    p = empty(turn=9)
    kill(p, "r-per")
    p.convert(unit(p, "r-per"))
    assert p.conv[unit(p, "r-per")] == 1
    assert [sum(x) for x in (p.halves, *p.full, *p.weak, *p.near)] == [0] * 7
    put(p, "2812", "r-grm")
    assert (p.full[REP][hexn(p, "2712")], p.weak[REP][hexn(p, "2712")]) == (0, 1)
    p.convert(unit(p, "r-grm"))
    assert (p.full[REP][hexn(p, "2712")], p.weak[REP][hexn(p, "2712")]) == (1, 0)
