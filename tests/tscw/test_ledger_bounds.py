"""What players are reminded of, row by row: who comes and goes, what points are good for, what is still to be done."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.tscw.show import ledger
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    AWAITED,
    AWAY,
    REMOVED,
    Tscw,
)
from tests.tscw.lay import NAT, REP, before, box, empty, hexn, kill, moving, own, own_all, put, run, unit

Told = tuple[str, str, str, str, list[str]]


def told(rows: list[dict[str, Any]]) -> list[Told]:
    return [(r["key"], r["rule"], r["state"], r["value"], r["units"]) for r in rows]


def due(p: Tscw, turn: int, where: int, *names: str) -> None:
    for name in names:
        p.hex[unit(p, name)] = where
        p.due[unit(p, name)] = turn


# -- who comes and goes


@pytest.mark.rule("6.2a", "6.4e", "6.8a", "6.9a")
def test_the_schedule_tells_of_the_next_turn_and_of_those_who_wait() -> None:
    p = empty(turn=6)
    due(p, 6, AWAITED, "n-nav1", "r-bde3")
    due(p, 7, AWAITED, "n-nav2", "r-bde4")
    due(p, 7, AWAY, "n-nav3", "r-bde5")
    due(p, 8, AWAITED, "n-nav4", "r-bde6")
    put(p, "2812", "r-dlr", "r-tyl", "r-hz", "r-vlb", "r-exe")
    put(p, "2911", "n-blg", "n-cay", "n-gec")
    p.convert(unit(p, "r-tyl"))
    box(p, REMOVED, "r-vlb", "n-cay", "r-tb")
    for name in ("r-ort", "r-drt", "r-asc", "r-ryn", "r-len", "r-mrx", "r-mc", "r-cm", "r-jm", "r-gra", "r-alm", "r-em",
                 "r-cr1", "r-jub", "r-mlg", "r-cr2", "n-ltr", "n-la", "n-ol", "n-iru", "n-av", "n-sln"):
        box(p, REMOVED, name)
    rep: list[Told] = [
        ("arrivals-now", "6.2a", "", "1", ["r-bde3"]), ("arrivals", "6.2a", "", "2", ["r-bde4", "r-bde5"]),
        ("departures", "6.8a", "", "1", ["r-hz"]), ("conversions", "6.9a", "", "1", ["r-dlr"]),
        ("income", "6.4e", "", "+2", []), ("income", "6.4e", "", "+1", [])]
    nat: list[Told] = [
        ("arrivals-now", "6.2a", "", "1", ["n-nav1"]), ("arrivals", "6.2a", "", "2", ["n-nav2", "n-nav3"]),
        ("departures", "6.8a", "", "1", ["n-blg"]), ("income", "6.4e", "", "+3", []), ("income", "6.4e", "", "+2", [])]
    assert told(ledger.schedule(p, REP)) == told(ledger.schedule(p, None)) == [*rep, *nat]
    assert told(ledger.schedule(p, NAT)) == [*nat, *rep], "the viewer's own first"
    assert {r["facts"].get("turn") for r in ledger.schedule(p, REP)} == {None, 7}
    assert [r["facts"].get("kind") for r in ledger.schedule(p, REP) if r["key"] == "income"] == [
        "republican", "northern", "nationalist", "italian"]


@pytest.mark.rule("6.2a", "6.4e")
def test_after_the_last_turn_nobody_comes_and_where_nothing_is_due_nothing_is_told() -> None:
    p = empty(turn=7, last=7)
    due(p, 7, AWAITED, "r-bde3")
    due(p, 8, AWAITED, "r-bde4")
    assert told(ledger.schedule(p, REP)) == [("arrivals-now", "6.2a", "", "1", ["r-bde3"])]
    q = empty(turn=12)
    assert {r["key"] for r in ledger.schedule(q, REP)} == {"income"}


# -- one's own administration


def at(p: Tscw, side: int, step: str) -> Administration:
    f = Administration(side)
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    run(p, before("NamePyrenees"), f)
    return f


@pytest.mark.rule("6.4c", "6.4f", "6.6a", "6.6b")
def test_points_are_told_with_what_they_could_restore() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div12", steps=1)
    put(p, "2712", "r-div13")
    kill(p, "r-bde2", "r-div14")
    p.rp = [10, 11, 4, 5]
    f = at(p, REP, "SpendPoints")
    assert told(ledger.spending(p, f)) == [
        ("points-left", "6.4c", "now", "10", []), ("points-over", "6.4f", "warn", "11", []),
        ("replenishable", "6.6a", "now", "2", ["r-div11", "r-div12"]),
        ("rebuildable", "6.6b", "now", "2", ["r-bde2", "r-div14"])]
    assert [r["facts"]["limit"] for r in ledger.spending(p, f)[:2]] == [10, 10]
    q = empty(turn=9)
    put(q, "2911", "n-div11", steps=1)
    q.rp = [3, 3, 2, 0]
    g = at(q, NAT, "SpendPoints")
    assert told(ledger.spending(q, g)) == [
        ("points-left", "6.4c", "now", "2", []), ("replenishable", "6.6a", "now", "1", ["n-div11"])]
    early = Administration(NAT)
    assert [r["state"] for r in ledger.spending(q, early)] == ["todo", "todo"]
    early.unit = unit(q, "n-div12")
    assert [r["state"] for r in ledger.spending(q, early)] == ["now", "now"], "one is being placed"
    q.rp = [3, 3, 0, 0]
    assert ledger.spending(q, g) == []
    g.credit = [2]
    assert ledger.spending(q, g) == [], "half a point mends no division"


@pytest.mark.rule("6.6b", "6.4c")
def test_a_generic_brigade_that_only_the_north_can_raise_is_told_too() -> None:
    p = empty(turn=9)
    generic = next(p.board.uid[u] for u in p.board.ground[REP] if p.board.turn[u] == 99)
    kill(p, generic)
    p.rp = [0, 1, 0, 0]
    assert told(ledger.spending(p, at(p, REP, "SpendPoints"))) == [
        ("points-left", "6.4c", "now", "1", []), ("rebuildable", "6.6b", "now", "1", [generic])]


@pytest.mark.rule("5.2.A4", "6.2a", "6.2c", "6.8a", "6.10", "6.14a")
def test_the_tasks_of_an_administration_and_how_far_they_are() -> None:
    p = empty(turn=9)
    put(p, "3608", "n-og")
    f = at(p, NAT, "OviedoGarrison")
    assert told(ledger.tasks(p, f)) == [
        ("withdrawals", "6.8a", "done", "", []), ("garrison", "6.10", "now", "", []),
        ("reinforcements", "6.2a", "todo", "", [])]
    f.at += 1
    assert [r["key"] for r in ledger.tasks(p, f)] == ["withdrawals", "reinforcements"]
    q = empty(turn=9)
    due(q, 9, AWAITED, "r-bde2", "r-bde3")
    g = at(q, REP, "CallReinforcements")
    assert told(ledger.tasks(q, g))[1] == ("reinforcements", "6.2a", "now", "2", ["r-bde2", "r-bde3"])
    g.queue.pop()
    assert told(ledger.tasks(q, g))[1:] == [("reinforcements", "6.2a", "now", "1", ["r-bde2"])]
    g.queue = []
    g.at += 1
    assert told(ledger.tasks(q, g))[1:] == [
        ("reinforcements", "6.2a", "done", "", []), ("held-back", "6.2c", "", "2", ["r-bde2", "r-bde3"])]
    assert "garrison" not in [r["key"] for r in ledger.tasks(q, Administration(REP))]


@pytest.mark.rule("5.2.A4", "6.14a")
def test_divisions_that_could_be_broken_down_are_listed() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11", "r-div12")
    put(p, "2712", "r-div13", steps=1)
    for u in p.board.ground[REP]:
        if p.board.turn[u] == 99:
            p.hex[u] = -5
    f = at(p, REP, "BreakDown")
    assert told(ledger.tasks(p, f))[-1] == ("breakdowns", "6.14a", "now", "2", ["r-div11", "r-div12"])
    kill(p, "r-div11", "r-div12")
    assert "breakdowns" not in [r["key"] for r in ledger.tasks(p, f)]


# -- orders


@pytest.mark.rule("7.11c", "7.22a", "7.33a", "7.34b", "7.35b")
def test_orders_are_listed_while_they_are_in_force() -> None:
    def orders(p: Tscw, viewer: int | None = None) -> list[tuple[str, str, str, str]]:
        return [(r["key"], r["rule"], r["side"], r["space"]) for r in ledger.orders(p, viewer)]
    p = moving(empty(turn=8), NAT)
    assert orders(p) == []
    p.call_madrid = 8
    p.call_alcazar = 1
    p.czech = p.unrest = p.offensive = 8
    p.target, p.quota = hexn(p, "3117"), 2
    assert orders(p) == [
        ("order-madrid", "7.22a", "nationalist", "2712"), ("order-toledo", "7.34b", "nationalist", "2510"),
        ("order-crisis", "7.11c", "nationalist", ""), ("order-barcelona", "7.35b", "republican", "3023"),
        ("order-offensive", "7.33a", "republican", "3117")]
    p.turn = 9
    assert orders(p) == [("order-toledo", "7.34b", "nationalist", "2510"), ("order-crisis", "7.11c", "nationalist", "")]
    p.alcazar = 0
    assert [x[0] for x in orders(p)] == ["order-crisis"], "the Alcázar is no more"


# -- victory


@pytest.mark.rule("4.1a", "4.1b", "4.2a", "4.3a", "6.11a", "17.2a", "17.2b")
def test_every_way_to_win_is_told_with_how_near_it_is() -> None:
    def wins(p: Tscw) -> list[tuple[str, str, str, str, str]]:
        return [(r["key"], r["rule"], r["state"], r["value"], r["side"]) for r in ledger.victory(p)]
    p = empty(turn=6, last=7)
    put(p, "2812", "n-gec")
    put(p, "2711", "n-hq-n")
    put(p, "2713", "r-mod")
    assert wins(p) == [
        ("win-ring", "17.2a", "", "1/3", "nationalist"), ("win-madrid-held", "17.2b", "", "", "republican"),
        ("win-madrid", "4.2a", "", "", "nationalist"), ("win-prizes", "4.3a", "", "0/3", "republican")]
    p.turn = 7
    assert [x[0] for x in wins(p)] == ["win-ring", "win-madrid-held", "win-prizes"]
    q = empty(turn=14)
    own(q, REP, "1607", "2617")
    assert wins(q) == [
        ("win-morale", "4.1a", "", "72", "nationalist"), ("win-endurance", "4.1b", "", "", "republican"),
        ("win-prizes", "4.3a", "", "2/3", "republican"), ("mobilization-open", "6.11a", "", "-6", "republican")]
    for morale, state in ((31, ""), (30, "warn")):
        q.morale = morale
        assert wins(q)[0][2:4] == (state, str(morale))
    q.mobilization = 14
    assert "mobilization-open" not in [x[0] for x in wins(q)]
    assert "mobilization-open" not in [x[0] for x in wins(empty(turn=13))]


# -- supply


@pytest.mark.rule("10.3b", "10.3c", "10.7")
def test_own_units_without_supply_are_told_with_what_it_means() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3118", "2712", "2615")
    put(p, "3118", "r-div12")
    put(p, "2712", "r-div13", "r-bde2")
    moving(p, REP)
    assert told(ledger.supply(p, REP)) == [
        ("starving", "10.3c", "warn", "1", ["r-div12"]), ("besieged", "10.7", "", "2", ["r-bde2", "r-div13"])]
    assert ledger.supply(p, NAT) == ledger.supply(p, None) == []
    q = moving(empty(turn=9), REP)
    put(q, "2812", "r-div12")
    q.state[unit(q, "r-div12")] |= 1
    assert told(ledger.supply(q, REP)) == [("halved", "10.3b", "", "1", ["r-div12"])], "cut off when it was judged"
