"""[1.6, 1.13, 1.16, 1.17, 2.6, 2.7, scs.adv, scs.ret] Handling, advances, retreats: the case beside the rule."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_handling import first_alike, hold_refusals, leaving_refusals, no_exit, turns
from frente.games.guadalajara.rules.ch01_move import Move
from frente.games.guadalajara.rules.ch01_overrun import storm_refusals
from frente.games.guadalajara.rules.ch01_reserve import into_reserve, reservable, reserve_refusals
from frente.games.guadalajara.rules.ch01_results import barred, hurt, longer
from frente.games.guadalajara.rules.ch01_retreat import ACROSS, WITH_ROOM, Retreat, astray, back, passable
from frente.games.guadalajara.rules.ch01_trucks import Drive, drive_cost, empty_trucks, places
from frente.games.guadalajara.state.board import MP, NAT, REP
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DISABLED,
    FROM_EAST,
    HANDLED,
    MOVED,
    OFF_MAP,
    RELIEF,
    RETURNING,
    UNSUPPLIED,
    Guadalajara,
)
from tests.guadalajara.lay import (
    at,
    box,
    drill,
    empty,
    loaded,
    offered,
    put,
    puts,
    rules,
    run,
    told,
    unit,
)

A, T = "30.05", "31.06"


def going(p: Guadalajara, *names: str, moved: bool = False, exploit: bool = False) -> Move:
    found = [unit(p, x) for x in names]
    return Move(p.board.side[found[0]], found, [6 * MP] * len(found), exploit, moved)


# -- handling


@pytest.mark.rule("1.8a.2", "1.13a.3", "1.16c")
@pytest.mark.parametrize(("moved", "exploit", "free"), [
    (False, False, True), (True, False, False), (False, True, False)])
def test_guns_turn_and_wait_before_they_move_and_not_in_exploitation(moved: bool, exploit: bool, free: bool) -> None:
    p = drill()
    u = put(p, "n-arty-lit", A)
    f = going(p, "n-arty-lit", moved=moved, exploit=exploit)
    assert turns(f, p, u) is free
    p.state[u] = HANDLED
    assert not turns(f, p, u)
    assert [r.rule for r in hold_refusals(f, p, [u], u)] == ([] if free else ["1.13a.3"])


@pytest.mark.rule("gen.6b")
def test_the_first_empty_truck_of_the_hex_stands_for_the_others() -> None:
    p = drill()
    put(p, "n-truck-ctv-1", T)           # elsewhere
    loaded(p, "n-tor-iv", "n-truck-ctv-2", A)
    put(p, "n-truck-ctv-3", A, state=MOVED)
    t, s = put(p, "n-truck-ctv-4", A), put(p, "n-truck-ctv-5", A)
    assert (first_alike(p, s), first_alike(p, put(p, "n-truck-lit-1", A))) == (t, unit(p, "n-truck-lit-1"))


@pytest.mark.rule("3.5d", "scn.1.vp.5")
def test_only_italian_infantry_leaves_by_107_and_in_scenario_1() -> None:
    for scenario, names, rule in ((1, ("n-tor-iv",), ""), (4, ("n-tor-iv",), "3.5d"), (1, ("n-hq-fn",), "3.5d"),
                                  (1, ("n-8-bai-sot",), "3.5d"), (1, ("n-tor-iv", "n-hq-fn"), "3.5d")):
        p = drill(scenario=scenario)
        units = puts(p, "1.07", *names)
        assert no_exit(going(p, *names), p, units)[0] == rule


@pytest.mark.rule("3.5a.1", "scs.zoc.2")
@pytest.mark.parametrize(("cost", "found"), [("on_exit", ["scs.mov.1"]), ("on_enter", [])])
def test_leaving_a_zone_by_the_edge_costs_what_leaving_it_costs(cost: str, found: list[str]) -> None:
    p = drill(ezoc_cost=cost)
    u, v = puts(p, "1.07", "r-gc", "r-dmi-48")
    put(p, "n-tor-iv", "1.08")
    f = Move(REP, [u, v], [2 * MP, 6 * MP], False, True)
    assert [r.rule for r in leaving_refusals(f, p, [u, v])] == found


@pytest.mark.rule("1.16a.7")
def test_trucks_off_the_map_or_with_a_load_are_not_lifted_and_go_to_nobody_off_the_map() -> None:
    p = drill(truck_teleport="anywhere")
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    box(p, "n-truck-ctv-2", RETURNING)
    t = put(p, "n-truck-ctv-3", T)
    assert empty_trucks(p, NAT) == [t]
    box(p, "n-bis-iv", RETURNING)
    assert places(p, NAT, t) == []
    puts(p, "40.05", "n-buf-iv", "n-impl-v")
    assert places(p, NAT, t) == [at(p, "40.05")]             # once


@pytest.mark.rule("1.16a.9")
def test_an_emptied_truck_drives_nearer_to_a_headquarters_or_not_at_all() -> None:
    p = drill(roads=["29.05 30.05 31.06"])
    t = put(p, "n-truck-ctv-1", A)
    f = Drive(NAT, t, 4 * MP)
    ahead, astern = (p.board.toward(at(p, A), at(p, h)) for h in (T, "29.05"))
    assert (drive_cost(f, p, ahead), drive_cost(f, p, astern)) == (0, 0)     # there is no headquarters
    put(p, "n-hq-dlv", "40.05")
    assert (drive_cost(f, p, ahead), drive_cost(f, p, astern)) == (MP // 2, 0)
    run(p, f)
    assert f"hex:{T}" in offered(p)
    assert (rules(p, "hex:29.05"), rules(p, "hex:50.05"), rules(p, "stop")) == (["1.16a.9"], ["1.16a.9"], [])


@pytest.mark.rule("1.13a.2", "1.13a.3", "3.5c", "4.6b")
def test_who_goes_into_reserve_off_the_map() -> None:
    p = drill(secret_off_map=True)
    due, late, back_soon = (box(p, "r-cav-xii", OFF_MAP, 2), box(p, "r-ea-xi", OFF_MAP, 3),
                            box(p, "r-cdp-xi", RETURNING, 2))
    plain = put(p, "r-gc", A)
    rider = loaded(p, "r-dmi-48", "r-truck-rep-1", "20.05")
    assert reservable(p, REP) == sorted([due, rider])
    assert [bool(reserve_refusals(p, REP, u)) for u in (due, late, back_soon, plain, rider)] == [
        False, True, True, True, False]
    assert [r.rule for r in reserve_refusals(p, REP, plain)] == ["1.13a.2"]
    events = told(p)
    into_reserve(p, due)
    into_reserve(p, rider)
    assert [e.only for e in events] == [REP, -2]


# -- overruns and advances


@pytest.mark.rule("scn.3.nat.arr", "2.6a.1")
@pytest.mark.parametrize(("state", "late", "named"), [
    (RELIEF, "static", True), (ASTRAY, "static", True), (RELIEF, "free", False), (0, "static", False)])
def test_who_has_to_come_back_or_to_stand_overruns_nobody(state: int, late: str, named: bool) -> None:
    p = drill(late_spanish_south=late)
    u = put(p, "n-gal", A, state=state)
    put(p, "r-gc", T)
    found = [r.rule for r in storm_refusals(going(p, "n-gal"), p, [u], at(p, T)) if r.key == "must-come-back"]
    assert ("R37" in found) is named


@pytest.mark.rule("2.6a.1", "2.6a.2", "1.17a.1", "scs.adv.1")
@pytest.mark.parametrize(("name", "place", "target", "state", "taken", "found"), [
    ("n-tor-iv", A, T, 0, False, []), ("n-tor-iv", "30.13", "30.14", 0, False, ["R64"]),
    ("n-8-bai-sot", "30.14", "30.13", 0, False, ["R64"]), ("n-8-bai-sot", "30.12", "30.13", 0, False, []),
    ("n-tor-iv", "16.05", "15.05", 0, False, ["1.17a.1"]), ("n-tor-iv", "16.05", "15.05", 0, True, []),
    ("n-tor-iv", "17.05", "16.05", 0, False, []), ("n-tor-iv", "20.05", "19.05", FROM_EAST, True, ["1.17a.1"]),
    ("n-tor-iv", "20.05", "19.05", 0, True, []), ("n-tor-iv", "21.05", "20.05", FROM_EAST, True, []),
    ("n-8-bai-sot", "16.20", "15.20", 0, False, []), ("r-gc", "16.05", "15.05", 0, False, []),
    ("r-rrbn", A, T, 0, False, ["scs.mov.1"])])
def test_what_bars_an_advance(name: str, place: str, target: str, state: int, taken: bool, found: list[str]) -> None:
    p = drill()
    p.taken = taken
    u = put(p, name, place, state=state)
    p.taken = taken
    f = Attack(p.board.side[u], at(p, target), [u])
    assert [r.rule for r in barred(f, p, u)] == found


@pytest.mark.rule("3.4b.1", "scs.adv.1")
def test_the_railway_battalion_advances_along_its_line_and_a_tank_over_no_river() -> None:
    p = drill(rails=[f"{A} {T}"], rivers=["29.05/30.05"])
    u, tank = puts(p, A, "r-rrbn", "r-tk-1-bt")
    assert barred(Attack(REP, at(p, T), [u]), p, u) == []
    assert [r.rule for r in barred(Attack(REP, at(p, "29.05"), [tank]), p, tank)] == ["scs.mov.1"]


@pytest.mark.rule("1.11f.2", "1.11h")
@pytest.mark.parametrize(("steps", "disabled", "left", "there"), [
    (0, False, 2, True), (1, False, 1, True), (1, True, 1, False), (2, True, 0, False), (3, False, 0, False)])
def test_what_a_tank_suffers(steps: int, disabled: bool, left: int, there: bool) -> None:
    p = drill()
    u = put(p, "n-tk-3-crs", A)
    hurt(p, u, steps, disabled, "1.11h")
    assert (p.steps[u], p.hex[u] >= 0, p.hex[u] == DISABLED) == (left, there, disabled and left > 0)


@pytest.mark.rule("1.6c.2", "2.7d.5")
@pytest.mark.parametrize(("state", "panic", "steps", "hexes", "only", "n"), [
    (0, 0, 1, 1, False, 1), (UNSUPPLIED, 0, 1, 0, False, 1), (UNSUPPLIED, 0, 1, 0, True, 0),
    (UNSUPPLIED, 0, 0, 0, False, 0), (UNSUPPLIED, 0, 0, 1, True, 2), (0, 1, 1, 0, False, 0), (0, 1, 0, 1, False, 2),
    (UNSUPPLIED, 1, 1, 2, False, 4)])
def test_how_far_a_stack_retreats(state: int, panic: int, steps: int, hexes: int, only: bool, n: int) -> None:
    p = drill(oos_retreat="only_on_retreat" if only else "on_any_result")
    u = put(p, "n-int-vi", A, state=state)
    v = put(p, "n-tor-iv", A)
    p.panic[2] = panic
    for units in ([u, v], [v, u]):
        assert longer(p, units, steps, hexes) == n


# -- retreats


@pytest.mark.rule("scs.ret.1", "scs.ret.2", "2.6a.1")
def test_where_a_retreat_may_pass() -> None:
    p = drill()
    u = put(p, "n-tor-iv", "30.13")
    f = Retreat(NAT, [], 1, at(p, "30.13"), [u])

    def may(place: str, level: int, k: int = 1) -> bool:
        return passable(f, p, [u], at(p, "30.13"), p.board.toward(at(p, "30.13"), at(p, place)), k, level)

    assert (may("30.12", WITH_ROOM), may("30.14", WITH_ROOM), may("30.14", ACROSS)) == (True, False, True)
    assert (may("30.12", ACROSS), may("30.12", WITH_ROOM, 2)) == (True, False)
    f.spared = at(p, "30.12")
    assert not may("30.12", WITH_ROOM)
    q = empty(2)
    v = put(q, "n-tor-iv", "30.13")
    g = Retreat(NAT, [], 1, at(q, "30.13"), [v])
    i = q.board.toward(at(q, "30.13"), at(q, "30.14"))
    assert not passable(g, q, [v], at(q, "30.13"), i, 1, ACROSS)             # no part of this scenario


@pytest.mark.rule("2.6a.1", "2.6a.2", "4.3a.2")
@pytest.mark.parametrize(("name", "place", "line", "state"), [
    ("n-tor-iv", "30.14", "strict", ASTRAY), ("n-tor-iv", "30.13", "strict", 0), ("n-tor-iv", "30.14", "loose", ASTRAY),
    ("n-8-bai-sot", "30.13", "strict", ASTRAY), ("n-8-bai-sot", "30.13", "loose", 0)])
def test_who_is_astray_after_a_retreat(name: str, place: str, line: str, state: int) -> None:
    p = drill(separation_line=line)
    u = put(p, name, place)
    astray(Retreat(NAT, [], 1, at(p, place), [u]), p, [u])
    assert p.state[u] == state


@pytest.mark.rule("scs.ret.3")
@pytest.mark.parametrize(("enemy", "friend", "owed"), [(False, False, 0), (True, False, 1), (True, True, 0)])
def test_a_zone_costs_a_step_unless_a_friend_is_there(enemy: bool, friend: bool, owed: int) -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    if enemy:
        put(p, "r-dmi-48", "32.06")
    if friend:
        put(p, "n-bis-iv", T)
    f = Retreat(NAT, [], 1, at(p, A), [u])
    back(f, p, at(p, T))
    assert (p.hex[u], len(p.stack)) == (at(p, T), owed)
