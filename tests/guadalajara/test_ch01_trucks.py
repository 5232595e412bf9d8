"""[1.16] Trucks: loading, driving, unloading, and what becomes of them."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_trucks import Drive, Trucks
from frente.games.guadalajara.state.board import MP, NAT, REP
from frente.games.guadalajara.state.position import DEAD, DG
from tests.guadalajara.lay import (
    at,
    drill,
    hexes,
    lawful,
    left,
    loaded,
    offered,
    play,
    put,
    rules,
    run,
    step,
    unit,
    units,
    where,
)

ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"


@pytest.mark.rule("1.16b.2", "1.16a.3")
def test_loading_and_unloading_cost_2_of_the_trucks_allowance() -> None:
    p = drill([ROAD])
    put(p, "n-tor-iv", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1")
    assert left(p) == [10]
    play(p, "hex:31.06", "hex:32.06", "unload")
    assert where(p, "n-truck-ctv-1") == where(p, "n-tor-iv") == "32.06"
    assert p.wheels[NAT][at(p, "32.06")] == 1
    assert lawful(p)


@pytest.mark.rule("1.16b.4")
def test_an_unloaded_passenger_does_not_move_on_its_own_any_more() -> None:
    p = drill([ROAD])
    put(p, "n-tor-iv", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    put(p, "n-bis-iv", "40.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1", "hex:31.06", "unload")
    assert rules(p, "unit:n-tor-iv") == ["scs.mov.1"]


@pytest.mark.rule("1.16b.6")
def test_a_unit_may_stay_loaded() -> None:
    p = drill([ROAD])
    put(p, "n-tor-iv", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1", "hex:31.06", "stop")
    assert p.aboard[unit(p, "n-tor-iv")] == unit(p, "n-truck-ctv-1")


@pytest.mark.rule("1.16a.1", "1.16b.1", "1.16a.5")
def test_trucks_carry_one_unit_each_of_the_right_kind_and_those_of_littorio_only_their_own() -> None:
    p = drill()
    for name in ("n-tor-iv", "n-lit-1-1", "n-hq-fn", "n-truck-lit-1", "n-truck-ctv-1"):
        put(p, name, "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert units(offered(p), "load") == ["n-truck-ctv-1"]
    assert rules(p, "load:n-truck-lit-1") == ["1.16a.5"]
    play(p, "stop", "unit:n-lit-1-1")
    assert units(offered(p), "load") == ["n-truck-ctv-1", "n-truck-lit-1"]
    play(p, "load:n-truck-lit-1")
    assert rules(p, "load:n-truck-ctv-1") == ["R41"]
    play(p, "stop", "unit:n-hq-fn")
    assert rules(p, "load:n-truck-ctv-1") == ["1.16a.1"]
    assert rules(p, "load:n-truck-lit-1") == ["1.16b.1"]


@pytest.mark.rule("gen.6b")
def test_trucks_of_one_kind_are_alike_and_one_stands_for_all() -> None:
    p = drill()
    for name in ("n-tor-iv", "n-truck-ctv-1", "n-truck-ctv-2"):
        put(p, name, "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert units(offered(p), "load") == ["n-truck-ctv-1"]
    assert rules(p, "load:n-truck-ctv-2") == ["gen.6b"]


@pytest.mark.rule("1.16a.4")
def test_a_loaded_truck_does_not_come_next_to_an_enemy() -> None:
    p = drill([ROAD])
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "30.05")
    put(p, "r-dmi-48", "32.07", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    near = [w for w in hexes(offered(p)) if p.beside_enemy(NAT, at(p, w))]
    assert near == []
    q = drill([ROAD])
    put(q, "n-tor-iv", "31.06")
    put(q, "r-dmi-48", "33.07", state=DG)
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv")
    assert "hex:32.06" in offered(q)
    loaded(q, "n-bis-iv", "n-truck-ctv-1", "31.06")
    play(q, "stop", "unit:n-bis-iv")
    assert rules(q, "hex:32.06") == ["1.16a.4"]


@pytest.mark.rule("1.16b.3")
def test_no_loading_in_the_exploitation_phase_but_unloading() -> None:
    p = drill([ROAD])
    u = put(p, "n-lit-1-1", "30.05")
    put(p, "n-truck-lit-1", "30.05")
    p.state[u] |= 16
    run(p, Movement(NAT, True))
    play(p, "unit:n-lit-1-1")
    assert rules(p, "load:n-truck-lit-1") == ["1.16b.3"]
    q = drill([ROAD])
    v = loaded(q, "n-lit-1-1", "n-truck-lit-1", "30.05")
    q.state[v] |= 16
    run(q, Movement(NAT, True))
    play(q, "unit:n-lit-1-1", "hex:31.06")
    assert "unload" in offered(q)


@pytest.mark.rule("1.16a.9", "1.16a.8")
def test_a_truck_that_has_moved_is_not_used_again_and_a_loaded_one_is_not_lifted() -> None:
    from frente.games.guadalajara.rules.ch01_trucks import empty_trucks

    p = drill([ROAD])
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "31.06")
    put(p, "n-truck-ctv-1", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1", "hex:31.06")
    assert empty_trucks(p, NAT) == []
    play(p, "unload")
    assert step(p) == "ChooseUnit"       # no headquarters to drive to
    play(p, "unit:n-bis-iv")
    assert rules(p, "load:n-truck-ctv-1") == ["1.16a.9"]
    assert empty_trucks(p, NAT) == [unit(p, "n-truck-ctv-1")]


@pytest.mark.rule("1.16a.9")
def test_an_emptied_truck_drives_on_toward_the_nearest_headquarters_only() -> None:
    p = drill([ROAD])
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "34.07")
    put(p, "n-hq-fn", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:35.08", "unload")
    assert step(p) == "DriveBack"
    assert "hex:34.07" in offered(p)
    assert rules(p, "hex:36.08") == ["1.16a.9"]
    play(p, "hex:34.07", "hex:33.07", "stop")
    assert (where(p, "n-truck-ctv-1"), where(p, "n-tor-iv")) == ("33.07", "35.08")
    assert lawful(p)


@pytest.mark.rule("1.16e.1")
def test_empty_trucks_die_when_an_enemy_walks_in_without_a_combat() -> None:
    p = drill()
    put(p, "n-truck-ctv-1", "31.06")
    put(p, "r-dmi-48", "30.05")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", "hex:31.06")
    assert where(p, "n-truck-ctv-1") == str(DEAD)
    assert step(p) == "March"


@pytest.mark.rule("1.16b.4", "1.1a")
def test_nobody_gets_off_where_there_is_no_room_to_stay() -> None:
    p = drill([ROAD])
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "30.05")
    for name in ("n-bis-iv", "n-buf-iv", "n-impl-v"):
        put(p, name, "31.06")            # full
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06")
    assert "unload" not in offered(p)
    assert rules(p, "unload") == ["1.1a"]
    q = drill([ROAD])                    # five steps there: a reduced battalion on its feet is the sixth
    u = loaded(q, "n-tor-iv", "n-truck-ctv-1", "30.05")
    q.steps[u] = 1
    for name, steps in (("n-bis-iv", 2), ("n-buf-iv", 2), ("n-impl-v", 1)):
        put(q, name, "31.06", steps=steps)
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:31.06")
    assert rules(q, "stop") == ["1.1a"]  # on its truck it counts two
    play(q, "unload")
    assert sum(q.value(v) for v in q.stack_at(at(q, "31.06"))) == 6


@pytest.mark.rule("1.1a", "1.16a.2")
def test_a_unit_that_fills_its_hex_by_loading_has_to_drive_off() -> None:
    p = drill([ROAD])
    for name, steps in (("n-bis-iv", 2), ("n-buf-iv", 2), ("n-impl-v", 1), ("n-tor-iv", 1)):
        put(p, name, "30.05", steps=steps)
    put(p, "n-truck-ctv-1", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "load:n-truck-ctv-1")
    assert rules(p, "stop") == ["1.1a"]
    assert rules(p, "reserve:n-tor-iv") == ["1.1a"]
    play(p, "hex:31.06", "stop")
    q = drill([ROAD])                    # with room enough it may wait on its truck
    for name, steps in (("n-bis-iv", 2), ("n-buf-iv", 2), ("n-tor-iv", 1)):
        put(q, name, "30.05", steps=steps)
    put(q, "n-truck-ctv-1", "30.05")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "load:n-truck-ctv-1")
    assert {"stop", "reserve:n-tor-iv"} <= set(offered(q))


@pytest.mark.rule("1.16a.8")
def test_a_loaded_truck_unloads_and_is_lifted_with_2_points_less() -> None:
    p = drill([ROAD], truck_teleport="anywhere")
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "34.07")
    put(p, "n-bis-iv", "30.05")
    put(p, "n-buf-iv", "32.06")
    put(p, "r-dmi-48", "32.07", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "unload")
    assert step(p) == "PlaceTruck"
    assert hexes(offered(p)) == ["30.05"]                    # not beside the enemy
    play(p, "hex:30.05")
    assert rules(p, "unit:n-tor-iv") == ["scs.mov.1"]
    play(p, "unit:n-bis-iv", "load:n-truck-ctv-1")
    assert left(p) == [8]                # 12, less 2 for unloading and 2 for loading
    assert rules(p, "reserve:n-bis-iv") == ["1.16c"]         # it did not begin the phase with this truck
    assert lawful(p)
    q = drill([ROAD], truck_teleport="anywhere")             # once it has driven it is not lifted any more
    loaded(q, "n-tor-iv", "n-truck-ctv-1", "34.07")
    put(q, "n-bis-iv", "30.05")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:35.08", "unload")
    assert step(q) == "ChooseUnit"
    assert where(q, "n-truck-ctv-1") == "35.08"


@pytest.mark.rule("1.16a.9", "1.10c.2")
def test_an_emptied_truck_pays_double_on_interdicted_roads() -> None:
    for markers, spent in (([], 0.5), (["33.07"], 1)):
        p = drill([ROAD])
        loaded(p, "n-tor-iv", "n-truck-ctv-1", "34.07")
        put(p, "n-hq-fn", "30.05")
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", "hex:35.08", "unload")
        p.markers, p.flipped, p.shown = [at(p, x) for x in markers], [1] * len(markers), [1] * len(markers)
        drive = p.stack[-1]
        assert isinstance(drive, Drive)
        had = drive.left
        play(p, "hex:34.07")
        assert (had - drive.left) / MP == spent


@pytest.mark.parametrize(("hidden", "asked"), [(False, "ChooseUnit"), (True, "PlaceTruck")])
@pytest.mark.rule("1.16a.7", "scs.fog")
def test_where_stacks_are_hidden_no_missing_question_tells_that_a_truck_has_nobody_to_carry(
        hidden: bool, asked: str) -> None:
    p = drill([ROAD], truck_teleport="anywhere", hidden_stacks=hidden)
    put(p, "n-bis-iv", "30.05")
    put(p, "n-truck-lit-1", "32.06")     # for Littorio alone, of which nobody is here
    run(p, Movement(NAT), Trucks(NAT, [unit(p, "n-truck-lit-1")]))
    assert step(p) == asked
    if hidden:
        assert offered(p) == ["pass"]
        play(p, "pass")
        assert step(p) == "ChooseUnit"


@pytest.mark.parametrize(("hidden", "asked"), [(False, "ChooseUnit"), (True, "DriveBack")])
@pytest.mark.rule("1.16a.9", "scs.fog")
def test_where_stacks_are_hidden_no_missing_question_tells_that_no_headquarters_is_near(
        hidden: bool, asked: str) -> None:
    p = drill([ROAD], hidden_stacks=hidden)
    put(p, "n-bis-iv", "30.05")
    loaded(p, "n-tor-iv", "n-truck-ctv-1", "34.07")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:35.08", "unload")
    assert step(p) == asked
    if hidden:
        assert offered(p) == ["stop"]
        play(p, "stop")
        assert where(p, "n-truck-ctv-1") == "35.08"
