"""[1.8a.2, 1.16b, 3.4b, R165] Units that load, turn their guns, drive, get off and are dropped as one stack."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import MOVED, RESERVE
from tests.guadalajara.lay import (
    drill,
    lawful,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    units,
    where,
)

ROAD = "40.05 39.05 38.04 37.04 36.03"


@pytest.mark.rule("1.16b.1", "1.16b.2", "1.16a.3", "gen.6b")
def test_units_that_load_in_this_phase_drive_as_one_stack() -> None:
    p = drill([ROAD], turn=5)
    puts(p, "40.05", "n-tor-iv", "n-bis-iv", "n-truck-ctv-1", "n-truck-ctv-2")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1", "with:n-bis-iv", "load:n-truck-ctv-2")
    assert left(p) == [10, 10]           # 12, less 2 for loading, each
    assert p.aboard[unit(p, "n-bis-iv")] == unit(p, "n-truck-ctv-2")
    assert rules(p, "unload") == ["R41"]
    play(p, "hex:39.05", "hex:38.04")
    assert [where(p, x) for x in ("n-tor-iv", "n-bis-iv", "n-truck-ctv-1", "n-truck-ctv-2")] == ["38.04"] * 4
    assert lawful(p)


@pytest.mark.rule("1.16b.1")
def test_each_truck_takes_one_unit_and_the_last_to_join_gets_on_first() -> None:
    p = drill([ROAD], turn=5)
    puts(p, "40.05", "n-tor-iv", "n-bis-iv", "n-truck-ctv-1")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "load:n-truck-ctv-1")
    assert [p.aboard[unit(p, x)] for x in ("n-tor-iv", "n-bis-iv")] == [-1, unit(p, "n-truck-ctv-1")]
    assert units(offered(p), "load") == []
    assert rules(p, "load:n-truck-ctv-1") == ["1.16b.1"]     # it is full
    q = drill([ROAD], turn=5)            # whoever cannot ride is passed over
    puts(q, "40.05", "n-tor-iv", "n-hq-fn", "n-truck-ctv-1")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "with:n-hq-fn", "load:n-truck-ctv-1")
    assert q.cargo[unit(q, "n-truck-ctv-1")] == unit(q, "n-tor-iv")
    r = drill([ROAD], turn=5)            # and nobody else gets on
    puts(r, "40.05", "n-hq-fn", "n-hq-pn", "n-truck-ctv-1")
    run(r, Movement(NAT))
    play(r, "unit:n-hq-fn", "with:n-hq-pn")
    assert rules(r, "load:n-truck-ctv-1") == ["1.16a.1"]


@pytest.mark.rule("1.16b.2", "1.16b.4", "1.11b")
def test_the_passengers_of_a_column_with_a_tank_get_off_and_the_tank_stops_or_goes_on() -> None:
    p = drill([ROAD], turn=5)
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "40.05")
    put(p, "n-tk-3-crs", "40.05")
    put(p, "n-bis-iv", "38.04")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-tk-3-crs", "hex:39.05")
    assert rules(p, "drop:n-tk-3-crs") == ["1.11b"]          # not alone, while the lorry drives on
    play(p, "unload")
    assert (p.aboard[unit(p, "n-tor-iv")], where(p, "n-tor-iv")) == (-1, "39.05")
    assert {"stop", "hex:38.04"} <= set(offered(p))          # asked for the tank
    on = play(p.clone(), "hex:38.04", "stop")
    assert (where(on, "n-tk-3-crs"), where(on, "n-tor-iv")) == ("38.04", "39.05")
    play(p, "stop")
    assert (where(p, "n-tk-3-crs"), where(p, "n-tor-iv")) == ("39.05", "39.05")
    assert rules(p, "unit:n-tor-iv") == rules(p, "unit:n-tk-3-crs") == ["scs.mov.1"]
    assert lawful(on)
    assert lawful(p)


@pytest.mark.rule("1.16b.2")
def test_nobody_gets_off_without_2_points_or_without_a_truck() -> None:
    for points, want in ((2, []), (1.875, ["1.16b.2"])):
        p = drill([ROAD], turn=5)
        loaded(p, "n-tor-iv", "n-truck-ctv-1", "40.05")
        loaded(p, "n-bis-iv", "n-truck-ctv-2", "40.05")
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", "with:n-bis-iv")
        move = p.stack[-1]
        assert isinstance(move, Move)
        move.left[1] = int((points + 0.5) * 8)               # the road takes a half
        play(p, "hex:39.05")
        assert rules(p, "unload") == rules(p, "alight:n-bis-iv") == want
        assert ("unload" in offered(p), "alight:n-bis-iv" in offered(p)) == (not want, not want)
        assert rules(p, "alight:n-tor-iv") == []
    q = drill([ROAD], turn=5)
    puts(q, "40.05", "n-tor-iv", "n-bis-iv")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "with:n-bis-iv", "hex:39.05")
    assert rules(q, "unload") == rules(q, "alight:n-bis-iv") == ["1.16b.2"]


@pytest.mark.rule("1.16b.2", "1.16b.4", "1.16a.9")
def test_a_battalion_dropped_from_a_convoy_may_get_off_where_it_stays() -> None:
    p = drill([ROAD], turn=5)
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "40.05")
    loaded(p, "n-bis-iv", "n-truck-ctv-2", "40.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv")
    assert rules(p, "alight:n-bis-iv") == ["R165"]           # it need not come along
    play(p, "hex:39.05", "alight:n-bis-iv")
    assert (p.aboard[unit(p, "n-bis-iv")], where(p, "n-bis-iv"), where(p, "n-truck-ctv-2")) == (-1, "39.05", "39.05")
    assert p.state[unit(p, "n-truck-ctv-2")] & MOVED
    play(p, "hex:38.04")
    assert (where(p, "n-tor-iv"), where(p, "n-bis-iv")) == ("38.04", "39.05")
    assert rules(p, "alight:n-tor-iv") == ["R165"]           # the last one unloads
    play(p, "unload")
    assert step(p) == ""                 # nobody is left to move
    assert lawful(p)


@pytest.mark.rule("1.16b.2", "1.1a")
def test_a_battalion_gets_off_where_its_steps_have_room_though_the_column_has_not() -> None:
    p = drill([ROAD], turn=5)
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "40.05")
    u = loaded(p, "n-bis-iv", "n-truck-ctv-2", "40.05")
    p.steps[u] = 1
    puts(p, "39.05", "n-buf-iv", "n-impl-v")
    put(p, "n-lup-v", "39.05", steps=1)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "hex:39.05")
    assert rules(p, "unload") == ["1.1a"]                    # 5 steps there, 3 on the lorries
    assert rules(p, "alight:n-tor-iv") == rules(p, "drop:n-bis-iv") == ["1.1a"]
    play(p, "alight:n-bis-iv", "hex:38.04", "stop")
    assert where(p, "n-bis-iv") == "39.05"


@pytest.mark.rule("1.8a.2", "1.8a.1")
def test_two_guns_turn_and_move_together() -> None:
    p = drill([ROAD], turn=5)
    puts(p, "40.05", "n-arty-ctv-2", "n-arty-ctv-3")
    run(p, Movement(NAT))
    play(p, "unit:n-arty-ctv-2", "mode", "with:n-arty-ctv-3", "mode")
    assert [p.face[unit(p, f"n-arty-ctv-{i}")] for i in (2, 3)] == [1, 1]
    assert left(p) == [12, 12]
    assert rules(p, "mode") == ["1.8a.2"]                    # each of them once
    play(p, "hex:39.05", "hex:38.04")
    assert rules(p, "mode") == ["1.8a.2"]
    assert [where(p, f"n-arty-ctv-{i}") for i in (2, 3)] == ["38.04", "38.04"]
    q = drill([ROAD], turn=5)            # or only the last to join
    puts(q, "40.05", "n-arty-ctv-2", "n-arty-ctv-3")
    run(q, Movement(NAT))
    play(q, "unit:n-arty-ctv-2", "with:n-arty-ctv-3", "mode")
    assert [q.face[unit(q, f"n-arty-ctv-{i}")] for i in (2, 3)] == [0, 1]
    r = drill([ROAD], turn=5)            # infantry has one face
    puts(r, "40.05", "n-tor-iv", "n-bis-iv")
    run(r, Movement(NAT))
    assert rules(play(r, "unit:n-tor-iv", "with:n-bis-iv"), "mode") == ["1.8a.1"]


@pytest.mark.rule("1.13a.3", "1.16c")
def test_of_a_group_one_that_loaded_may_go_into_reserve_and_the_others_move() -> None:
    p = drill([ROAD], turn=5)
    puts(p, "40.05", "n-tor-iv", "n-bis-iv", "n-truck-ctv-1")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "load:n-truck-ctv-1")
    assert rules(p, "reserve:n-tor-iv") == ["1.16c"]         # on foot
    play(p, "reserve:n-bis-iv")
    assert p.state[unit(p, "n-bis-iv")] & RESERVE
    play(p, "hex:39.05")
    assert (where(p, "n-tor-iv"), where(p, "n-bis-iv")) == ("39.05", "40.05")
    assert rules(p, "reserve:n-tor-iv") == ["1.13a.3"]


@pytest.mark.rule("1.16a.8")
def test_a_column_that_has_not_driven_gets_off_and_its_trucks_are_lifted() -> None:
    p = drill([ROAD], turn=5, truck_teleport="anywhere")
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "40.05")
    loaded(p, "n-bis-iv", "n-truck-ctv-2", "40.05")
    put(p, "n-buf-iv", "36.03")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "unload")
    assert step(p) == "PlaceTruck"
    play(p, "hex:36.03", "hex:36.03")
    assert [where(p, f"n-truck-ctv-{i}") for i in (1, 2)] == ["36.03", "36.03"]


@pytest.mark.rule("1.16a.1", "3.4b.1", "3.4b.3")
def test_the_railway_battalion_is_infantry_and_rides_on_trucks_but_stays_by_the_line() -> None:
    line = "30.25 31.26 32.26 33.27 34.27"
    p = drill([line], rails=[line])
    put(p, "r-rrbn", "30.25")
    put(p, "r-truck-rep-1", "30.25")
    run(p, Movement(REP))
    play(p, "unit:r-rrbn")
    assert left(p) == [10]               # twice 5, along the rails
    play(p, "load:r-truck-rep-1")
    assert left(p) == [10]               # 12 of the truck, less 2: nothing is doubled
    play(p, "hex:31.26", "hex:31.25")
    assert rules(p, "hex:31.24") == ["3.4b.1"]
    play(p, "unload")
    assert (where(p, "r-rrbn"), p.aboard[unit(p, "r-rrbn")]) == ("31.25", -1)
