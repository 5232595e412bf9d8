"""[1.6, 1.13, 1.15b, 1.16, 3.5c, 4.6] Bounds of supply, reserves, trucks and loading: each condition missing once."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch01_reserve import has_marker, reservable, reserve_refusals
from frente.games.guadalajara.rules.ch01_supply import (
    Supply,
    Survey,
    closed,
    direct,
    hq_range,
    path_from_hq,
    surrounded,
    traced,
)
from frente.games.guadalajara.rules.ch01_trucks import Drive, Trucks, empty_trucks, place_refusals, places, rear
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    DISABLED,
    HANDLED,
    MOVED,
    OFF_MAP,
    RELEASED,
    RESERVE,
    RETURNING,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel.flow import EVERYONE
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    box,
    denied,
    dice,
    drill,
    empty,
    hexes,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
)

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07 35.08"


# -- supply


@pytest.mark.rule("scs.sup.1", "scs.zoc.3")
def test_what_blocks_a_trace() -> None:
    p = drill(scenario=2)
    put(p, "r-dmi-48", T)
    put(p, "n-tor-iv", A)
    bars = closed(p, NAT)
    assert (bars[at(p, T)], bars[at(p, A)], bars[at(p, "30.07")]) == (True, False, True)
    assert bars[at(p, "30.25")]          # outside the area
    assert not bars[at(p, "40.05")]
    mine = closed(p, REP)
    assert (mine[at(p, T)], mine[at(p, A)], mine[at(p, "30.04")]) == (False, True, True)
    put(p, "r-dmi-48", T, state=DG)
    assert not closed(p, NAT)[at(p, "30.07")]                # no zone


@pytest.mark.rule("1.6a.2", "1.6a.1")
@pytest.mark.parametrize(("counts", "hexes_", "want"), [(True, 4, True), (True, 5, False), (False, 5, True)])
def test_four_hexes_off_the_road(counts: bool, hexes_: int, want: bool) -> None:
    p = drill(offroad_count_includes_own_hex=counts)
    b = p.board
    source = next(h for h in b.sources[0] if b.area_of[h] == "B")
    far = traced(p, 0)
    h = next(x for x in range(b.size) if far[x] == hexes_ and x not in b.sources[0])
    assert direct(p, 0, h) is want
    assert direct(p, 0, source)
    put(p, "n-tor-iv", b.names[h])
    assert traced(p, 0)[h] > hexes_      # what was reckoned before is forgotten when somebody moves


@pytest.mark.rule("1.6b.3", "2.7d.6", "1.7a.6")
def test_the_range_of_a_headquarters() -> None:
    p = drill()
    fn, dlv = put(p, "n-hq-fn", A), put(p, "n-hq-dlv", T)
    had = hq_range(p, dlv)
    assert hq_range(p, fn) == 7
    p.panic[FN] = 1
    assert (hq_range(p, fn), hq_range(p, dlv)) == (5, had)
    p.state[fn] |= DG
    assert hq_range(p, fn) == 5


@pytest.mark.rule("1.6b.1", "1.6a.1", "1.6b.6", "1.6b.3")
def test_who_is_supplied_by_which_headquarters() -> None:
    p = drill(["62.16 61.16 60.15 59.15 58.14 57.14 56.13 55.13 54.12 53.12 52.11 51.11 50.10 49.10 48.09 47.09 46.08 "
               "45.08 44.07 43.07 42.06 41.06 40.05"])
    put(p, "n-hq-fn", "40.05")
    mine, other, free = put(p, "n-int-vi", "34.05"), put(p, "n-lu-ix", "34.05"), put(p, "n-tor-iv", "34.05")
    s = Survey(p, NAT)
    assert [s.supplied(u) for u in (mine, other, free)] == [True, False, True]
    assert s.supplied(unit(p, "n-hq-fn"))
    far = put(p, "n-aud-vi", "32.05")
    assert not Survey(p, NAT).supplied(far)                  # eight hexes
    near = put(p, "n-aud-vi", "33.05")
    assert Survey(p, NAT).supplied(near)
    q = drill()                          # a headquarters that is not supplied itself supplies nobody
    put(q, "n-hq-fn", "20.05")
    u = put(q, "n-int-vi", "20.05")
    assert not Survey(q, NAT).supplied(u)


@pytest.mark.rule("1.6a.3", "1.6d.1", "scs.sup.2", "1.6d.2")
def test_the_second_failure_rolls_stack_by_stack() -> None:
    p = drill()
    first, second = put(p, "n-tor-iv", "20.05"), put(p, "n-bis-iv", "22.05", state=UNSUPPLIED)
    third = put(p, "n-buf-iv", "24.05", state=UNSUPPLIED)
    run(p, Supply(NAT))
    assert p.state[first] & UNSUPPLIED
    assert step(p) == "AttritionRoll"
    dice(p, 6)
    assert (p.steps[second], p.steps[third]) == (0, 2)
    assert step(p) == "AttritionRoll"    # the next stack
    dice(p, 1)
    assert (p.steps[third], p.steps[first], step(p)) == (2, 2, "")
    run(p, Supply(REP))
    assert p.state[first] & UNSUPPLIED   # only the own side is judged


@pytest.mark.rule("1.6d.2")
def test_a_stack_with_every_way_barred_is_surrounded() -> None:
    p = empty()
    put(p, "r-dmi-48", "30.05")
    assert not surrounded(p, at(p, "30.05"), 0, REP)
    for h, name in zip(p.board.nb[at(p, "30.05")], ("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-impl-v", "n-lup-v",
        "n-ard-v"),
                       strict=True):
        put(p, name, p.board.names[h])
    assert surrounded(p, at(p, "30.05"), 0, REP)


@pytest.mark.rule("1.14a.4")
def test_a_volunteer_needs_a_way_from_a_headquarters_of_his_own() -> None:
    p = drill()
    u, free = unit(p, "n-int-vi"), unit(p, "n-tor-iv")
    h = at(p, A)
    assert not path_from_hq(p, u, h)     # no headquarters at all
    put(p, "n-hq-pn", "50.05")
    assert (path_from_hq(p, u, h), path_from_hq(p, free, h)) == (False, True)
    put(p, "n-hq-fn", "50.06")
    assert path_from_hq(p, u, h)
    put(p, "r-dmi-48", A, state=DG)
    assert path_from_hq(p, u, h)         # the enemy in the hex itself does not count


# -- reserves


@pytest.mark.rule("1.13.1", "1.13a.2", "1.13a.3", "1.13b", "1.16a.6", "2.8b.3", "3.5c", "1.13a.4")
@pytest.mark.parametrize(("name", "place", "state", "turn", "due", "want"), [
    ("r-gar-xii", A, 0, 2, 0, []), ("r-dmi-48", A, 0, 2, 0, ["1.13a.2"]), ("r-gar-xii", A, MOVED, 2, 0, ["1.13a.3"]),
    ("r-gar-xii", A, DG, 2, 0, ["1.13a.3"]), ("r-gar-xii", A, RESERVE, 2, 0, ["1.13b"]),
    ("r-gar-xii", A, 0, 1, 0, ["2.8b.3"]),
    ("r-gar-xii", A, ASTRAY, 2, 0, ["R37"]), ("r-truck-rep-1", A, 0, 2, 0, ["1.16a.6"]),
    ("n-lit-1-1", A, 0, 2, 0, ["1.13.1"]),
    ("r-gar-xii", "off", 0, 2, 2, []), ("r-gar-xii", "off", 0, 2, 3, ["1.13a.3"]),
    ("r-gar-xii", "back", 0, 2, 2, ["1.13a.3"])])
def test_who_may_go_into_reserve(name: str, place: str, state: int, turn: int, due: int, want: list[str]) -> None:
    p = drill(turn=turn)
    if place == A:
        u = put(p, name, A, state=state)
    else:
        u = box(p, name, OFF_MAP if place == "off" else RETURNING, due)
    assert [r.rule for r in reserve_refusals(p, REP, u)] == want
    assert (u in reservable(p, REP)) is (not want)


@pytest.mark.rule("1.13a.3", "1.13a.2", "1.16c")
def test_beside_an_enemy_nobody_waits_and_a_passenger_needs_no_band() -> None:
    p = drill()
    u = put(p, "r-gar-xii", A)
    put(p, "n-tor-iv", T, state=DG)
    assert [r.rule for r in reserve_refusals(p, REP, u)] == ["1.13a.3"]
    assert reservable(p, REP) == []
    v = loaded(p, "r-dmi-48", "r-truck-rep-1", "40.05")
    assert reserve_refusals(p, REP, v) == []
    assert reservable(p, REP) == [v]


@pytest.mark.rule("1.13.1", "1.13a.4")
def test_one_marker_for_a_stack_one_for_each_unit_off_the_map() -> None:
    p = drill()
    p.pool = [0, 1]
    first, second, apart = put(p, "r-gar-xii", A), put(p, "r-am-xii", A), put(p, "r-ea-xi", "40.05")
    assert reservable(p, REP) == sorted([first, second, apart])
    p.state[first] |= RESERVE
    assert p.reserves_used(REP) == 1
    assert reservable(p, REP) == [second]                    # under the same marker
    assert (has_marker(p, REP, second), has_marker(p, REP, apart)) == (True, False)
    assert [r.rule for r in reserve_refusals(p, REP, apart)] == ["1.13.1"]
    p.state[second] |= RESERVE
    assert p.reserves_used(REP) == 1
    for u in (first, second):
        p.box(u, OFF_MAP)
        p.due[u] = 2
        p.state[u] |= RESERVE
    assert p.reserves_used(REP) == 2
    p.state[first] |= RELEASED
    assert p.reserves_used(REP) == 1
    assert p.reserves_used(NAT) == 0
    p.pool = [0, 0]
    assert reservable(p, REP) == []


@pytest.mark.rule("1.13a.3", "4.6b")
@pytest.mark.parametrize(("secret", "place", "only"), [(True, "off", REP), (True, A, EVERYONE),
    (False, "off", EVERYONE)])
def test_a_reserve_off_the_map_is_told_to_its_owner_where_that_is_secret(secret: bool, place: str, only: int) -> None:
    p = drill(secret_off_map=secret)
    u = put(p, "r-gar-xii", A) if place == A else box(p, "r-gar-xii", OFF_MAP, 2)
    put(p, "r-dmi-48", "40.05")
    run(p, Movement(REP))
    events = told(p)
    play(p, "reserve:r-gar-xii")
    assert p.state[u] & RESERVE
    assert [e.only for e in events if e.key == "in-reserve-now"] == [only]


# -- loading


@pytest.mark.rule("1.16b.1", "1.16b.2", "1.16b.3", "1.16a.1", "1.16a.5", "1.16a.9", "gen.6b", "2.8b.1")
def test_each_loading_refused_has_its_reason() -> None:
    def asked_of(p: Guadalajara, name: str, truck: str, exploit: bool = False) -> list[str]:
        run(p, Movement(p.board.side[unit(p, name)], exploit))
        play(p, f"unit:{name}")
        found = rules(p, f"load:{truck}")
        assert (f"load:{truck}" in offered(p)) is (not found)
        assert denied(p) == []
        return found

    def stand(name: str, truck: str, place: str = A, turn: int = 2) -> Guadalajara:
        p = drill(turn=turn)
        put(p, name, A, state=RELEASED)
        put(p, truck, place)
        return p

    assert asked_of(stand("n-tor-iv", "n-truck-ctv-1"), "n-tor-iv", "n-truck-ctv-1") == []
    assert asked_of(stand("n-tor-iv", "n-truck-ctv-1", "31.06"), "n-tor-iv", "n-truck-ctv-1") == ["1.16b.1"]
    assert asked_of(stand("n-tor-iv", "n-truck-lit-1"), "n-tor-iv", "n-truck-lit-1") == ["1.16a.5"]
    assert asked_of(stand("n-hq-fn", "n-truck-ctv-1"), "n-hq-fn", "n-truck-ctv-1") == ["1.16a.1"]
    assert asked_of(stand("n-tor-iv", "n-truck-ctv-1"), "n-tor-iv", "n-truck-ctv-1", True) == ["1.16b.3"]
    p = stand("n-tor-iv", "n-truck-ctv-1")
    p.state[unit(p, "n-truck-ctv-1")] |= MOVED
    assert asked_of(p, "n-tor-iv", "n-truck-ctv-1") == ["1.16a.9"]
    q = stand("n-tor-iv", "n-truck-ctv-1")
    put(q, "n-truck-ctv-2", A)
    assert asked_of(q, "n-tor-iv", "n-truck-ctv-2") == ["gen.6b"]
    r = stand("n-tor-iv", "n-truck-ctv-1")
    loaded(r, "n-bis-iv", "n-truck-ctv-2", A)
    assert asked_of(r, "n-tor-iv", "n-truck-ctv-2") == ["1.16b.1"]
    s = stand("n-tor-iv", "n-truck-ctv-1")
    s.state[unit(s, "n-tor-iv")] |= HANDLED
    assert asked_of(s, "n-tor-iv", "n-truck-ctv-1") == ["R41"]
    t = stand("r-dmi-48", "r-truck-rep-1")
    assert asked_of(t, "r-dmi-48", "r-truck-rep-1") == []
    assert rules(t, "load:n-truck-ctv-1") == ["1.16b.1"]     # not of this side, not here


@pytest.mark.rule("1.16b.2", "2.8b.1", "1.16a.8")
@pytest.mark.parametrize(("turn", "state", "want"), [(2, 0, 10), (1, 0, 4), (2, HANDLED, 8)])
def test_points_after_loading(turn: int, state: int, want: int) -> None:
    p = drill(turn=turn)
    put(p, "r-dmi-48", A)
    t = put(p, "r-truck-rep-1", A)
    p.state[t] |= state                  # it has unloaded before it was lifted
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", "load:r-truck-rep-1")
    assert left(p) == [want]
    assert p.state[unit(p, "r-dmi-48")] & HANDLED


@pytest.mark.rule("1.16b.2", "1.16b.4", "1.8a.2")
def test_what_a_unit_may_do_besides_stepping() -> None:
    p = drill([ROAD])
    puts(p, A, "n-arty-ctv-2")
    run(p, Movement(NAT))
    play(p, "unit:n-arty-ctv-2")
    assert "mode" in offered(p)
    assert rules(p, "unload") == ["1.16b.2"]
    play(p, "mode")
    assert (p.face[unit(p, "n-arty-ctv-2")], left(p)) == (1, [12])
    assert rules(p, "mode") == ["1.8a.2"]                    # once
    q = drill()
    put(q, "n-arty-ctv-2", A)
    run(q, Movement(NAT))
    play(q, "unit:n-arty-ctv-2", "hex:31.06")
    assert rules(q, "mode") == ["1.8a.2"]                    # not after moving
    r = drill()
    put(r, "n-arty-lit", A, state=RELEASED)
    run(r, Movement(NAT, True))
    play(r, "unit:n-arty-lit")
    assert rules(r, "mode") == ["1.8a.2"]                    # not in exploitation
    assert "mode" not in offered(r)
    s = drill()
    put(s, "n-tor-iv", A)
    run(s, Movement(NAT))
    play(s, "unit:n-tor-iv")
    assert rules(s, "mode") == ["1.8a.1"]


@pytest.mark.rule("1.16b.2", "1.16a.9", "1.16a.8", "1.16b.3", "1.16b.4")
@pytest.mark.parametrize(("exploit", "moves", "truck_state", "next_"), [
    (False, False, HANDLED, "PlaceTruck"), (False, True, MOVED, ""), (True, False, MOVED, ""), (True, True, MOVED, "")])
def test_an_emptied_truck_is_lifted_before_it_has_driven_and_in_movement_only(exploit: bool, moves: bool,
                                                                              truck_state: int, next_: str) -> None:
    p = drill([ROAD], truck_teleport="anywhere")
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", "34.07")
    p.state[u] |= RELEASED
    put(p, "n-bis-iv", "40.05")
    run(p, Movement(NAT, exploit))
    play(p, "unit:n-tor-iv")
    if moves:
        play(p, "hex:33.07")
    play(p, "unload")
    t = unit(p, "n-truck-ctv-1")
    assert (p.aboard[u], p.cargo[t]) == (-1, -1)
    assert p.state[u] & (HANDLED | MOVED) == HANDLED | MOVED
    assert p.state[t] & (HANDLED | MOVED) == truck_state
    if next_:
        assert step(p) == next_


# -- empty trucks


@pytest.mark.rule("1.16a.7")
def test_where_an_empty_truck_may_be_placed() -> None:
    p = drill(truck_teleport="anywhere")
    t = put(p, "n-truck-ctv-1", "50.05")
    put(p, "n-tor-iv", A)
    loaded(p, "n-bis-iv", "n-truck-ctv-2", "33.05")          # rides already
    put(p, "n-hq-fn", "35.05")           # cannot be carried
    put(p, "n-8-bai-sot", "24.20")       # a Spaniard, and over the line
    put(p, "n-buf-iv", "37.05")
    put(p, "r-dmi-48", "37.06", state=DG)
    assert [p.board.names[h] for h in places(p, NAT, t)] == [A]
    for h, want in ((A, []), ("33.05", ["1.16a.7"]), ("35.05", ["1.16a.7"]), ("37.05", ["R40"]), ("50.05", ["1.16a.7"]),
                    ("24.20", ["1.16a.7"])):
        assert [r.rule for r in place_refusals(p, NAT, t, at(p, h))] == want, h
    assert empty_trucks(p, NAT) == [t]
    run(p, Trucks(NAT, [t]))
    assert (asked(p), offered(p), denied(p)) == ([NAT], [f"hex:{A}", "pass"], [])
    assert rules(p, "hex:35.05") == ["1.16a.7"]
    play(p, f"hex:{A}")
    assert (where(p, "n-truck-ctv-1"), step(p)) == (A, "")
    q = drill()                          # by default the place must be in supply
    t = put(q, "n-truck-ctv-1", "50.05")
    put(q, "n-tor-iv", "20.05")
    assert [r.rule for r in place_refusals(q, NAT, t, at(q, "20.05"))] == ["R40"]
    assert places(q, NAT, t) == []


@pytest.mark.rule("1.16a.7")
def test_trucks_are_asked_for_one_after_another_and_those_without_a_place_stay() -> None:
    p = drill(truck_teleport="anywhere")
    first, second, lit = put(p, "n-truck-ctv-1", "50.05"), put(p, "n-truck-ctv-2", "51.05"), put(p, "n-truck-lit-1",
        "52.05")
    put(p, "n-tor-iv", A)
    run(p, Trucks(NAT, [lit, first, second]))
    play(p, "pass")                      # the Littorio's finds nobody and is passed over
    assert step(p) == "PlaceTruck"
    play(p, f"hex:{A}")
    assert [p.hex[t] for t in (lit, first, second)] == [at(p, "52.05"), at(p, "50.05"), at(p, A)]
    assert step(p) == ""


@pytest.mark.rule("1.16a.9")
def test_an_emptied_truck_drives_only_nearer_and_as_far_as_it_can_pay() -> None:
    p = drill()
    t = put(p, "n-truck-ctv-1", A)
    put(p, "n-hq-fn", "36.05")
    put(p, "n-hq-lit", "20.05")
    assert sorted(p.board.names[h] for h in rear(p, t)) == ["20.05", "36.05"]
    assert [p.board.names[h] for h in rear(p, put(p, "n-truck-lit-1", A))] == ["20.05"]
    assert at(p, "1.07") in rear(p, put(p, "r-truck-rep-1", "10.05"))        # Republican sources
    run(p, Drive(NAT, t, 24))
    assert (asked(p), hexes(offered(p)), denied(p)) == ([NAT], ["31.05", "31.06"], [])
    assert rules(p, "hex:29.05") == rules(p, "hex:40.05") == ["1.16a.9"]
    play(p, "hex:31.06")
    assert (where(p, "n-truck-ctv-1"), step(p)) == ("31.06", "")             # three points: one hex
    run(p, Drive(NAT, t, 23))
    assert step(p) == ""
    q = drill()
    t = put(q, "n-truck-ctv-1", A)
    put(q, "n-hq-fn", "36.05")
    run(q, Drive(NAT, t, 100))
    play(q, "stop")
    assert (where(q, "n-truck-ctv-1"), step(q)) == (A, "")


# -- repair


@pytest.mark.rule("1.15b")
@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True), (6, True)])
def test_each_disabled_tank_rolls_once_a_turn(die: int, back: bool) -> None:
    p = drill()
    for name in ("n-tk-3-crs", "n-tk-4-crs"):
        box(p, name, DISABLED)
    put(p, "n-tk-1-crs", A)
    put(p, "n-tor-iv", A)
    box(p, "r-tk-1-bt", DISABLED)
    p.stack = []
    run(p, before(PlayerTurn(NAT), "TankRepair"))
    assert step(p) == "TankRepair"
    dice(p, die)
    assert step(p) == "TankRepair"       # the second one
    dice(p, 1)
    assert step(p) != "TankRepair"
    u = unit(p, "n-tk-3-crs")
    assert (p.hex[u], p.due[u] == 3, p.steps[u]) == ((RETURNING, True, 1) if back else (DISABLED, False, 2))
    assert where(p, "r-tk-1-bt") == where(p, "n-tk-4-crs") == str(DISABLED)


@pytest.mark.rule("scs.mov.1")
def test_a_phase_ends_when_its_owner_says_so() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    f = Movement(NAT)
    run(p, f)
    assert offered(p) == ["unit:n-tor-iv", "pass"]
    play(p, "pass")
    assert (step(p), where(p, "n-tor-iv")) == ("", A)
    assert not isinstance(p.stack[-1] if p.stack else None, Move)
