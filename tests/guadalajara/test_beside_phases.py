"""[1.13, 2.2, 2.6, 2.7, 3.1, 3.5, 4.2-4.6, scn] Set-up, arrivals, morale and options: the case beside the rule."""
from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_combat import sector
from frente.games.guadalajara.rules.ch01_reserve import into_reserve, reservable
from frente.games.guadalajara.rules.ch02_morale import Rout, lift, waiting
from frente.games.guadalajara.rules.ch03_arrivals import (
    ArrivalRoll,
    Arrivals,
    OpenPhase,
    Reinforcements,
    callable_group,
    enter,
    entry_refusals,
    home_hexes,
    withdraw,
)
from frente.games.guadalajara.rules.ch04_screen import Screen, screens, veiled
from frente.games.guadalajara.rules.sequence import PlaceTrucks, prepare, unveil
from frente.games.guadalajara.rules.victory import road_free
from frente.games.guadalajara.show.fog import laid_open
from frente.games.guadalajara.state.board import FN, ITALIAN, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    AWAITED,
    DEAD,
    DG,
    EMERGENCY,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    WITHDRAWN,
)
from frente.kernel.flow import Act
from tests.guadalajara.lay import (
    at,
    box,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    start,
    step,
    unit,
    where,
)

A, T = "30.05", "31.06"


# -- reserve and fog


@pytest.mark.rule("2.8b.3", "1.13a.3")
@pytest.mark.parametrize(("surprise", "turn", "free"), [(True, 1, False), (False, 1, True), (True, 2, True)])
def test_only_the_surprised_republican_has_no_reserve(surprise: bool, turn: int, free: bool) -> None:
    p = drill(scenario=3, turn=turn, scn3_surprise=surprise)
    u = put(p, "r-cav-xii", "20.25")
    assert reservable(p, REP) == ([u] if free else [])


@pytest.mark.rule("1.13a.3", "scs.fog")
@pytest.mark.parametrize(("hidden", "shown"), [(False, 0), (True, 1)])
def test_a_reserve_marker_shows_something_only_where_stacks_are_hidden(hidden: bool, shown: int) -> None:
    p = drill(hidden_stacks=hidden)
    u = put(p, "r-cav-xii", A)
    into_reserve(p, u)
    assert (p.barrier, p.state[u]) == (shown, RESERVE)


@pytest.mark.rule("scs.fog", "4.6c")
def test_a_column_that_is_raided_and_a_combat_that_is_declared_lie_open() -> None:
    p = drill(hidden_stacks=True)
    u, v = puts(p, A, "n-tor-iv", "n-brs-crs")
    w = put(p, "r-dmi-48", T)
    p.stack = [Raid([u, v], at(p, A), True, True)]
    assert laid_open(p) == set()         # no marker that anybody knows of lies there
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    assert laid_open(p) == {u, v}
    p.flipped = [1]
    assert laid_open(p) == set()         # it has attacked before
    p.stack = [Raid([u, v], at(p, A), True, True, marker=0)]
    assert laid_open(p) == {u, v}        # it attacks now
    p.stack = [Attack(REP, at(p, A), [w])]
    assert laid_open(p) == set()         # nobody has been told yet whom it strikes
    p.stack = [Attack(REP, at(p, A), [w], defenders=[u])]
    assert laid_open(p) == {u, w}


# -- sectors


@pytest.mark.rule("2.6a.1", "4.3a.2")
def test_the_loose_line_is_loose_for_spaniards_only() -> None:
    p = drill(separation_line="loose")
    north, south = "30.14", "30.13"
    assert [p.board.south[at(p, h)] for h in (north, south)] == [False, True]
    assert not sector(p, put(p, "n-tor-iv", south), at(p, north))
    assert sector(p, put(p, "n-8-bai-sot", south), at(p, south))
    p.box(unit(p, "n-8-bai-sot"), RETURNING)
    assert not sector(p, put(p, "n-8-bai-sot", north), at(p, south))


@pytest.mark.rule("2.6a.1")
def test_the_corner_of_the_map_is_home_to_italians() -> None:
    b = empty(1).board
    assert (b.names[0], b.home[ITALIAN][0]) == ("1.01", 0)


# -- the way back


@pytest.mark.rule("2.2d", "1.14d.2")
def test_one_unit_of_the_division_is_enough_to_bar_the_eastern_edge() -> None:
    p = drill()
    u = box(p, "n-int-vi", RETURNING, 2)
    edge = home_hexes(p, u)
    assert edge
    assert all(p.board.front[h] and p.board.east[h] and p.board.south[h] for h in edge)
    put(p, "n-ardi-vi", A)               # the first counter of its division
    assert home_hexes(p, u) == []
    put(p, "n-hq-fn", A)
    assert home_hexes(p, u) == sorted([at(p, A), *p.board.nb[at(p, A)]])


# -- options


@pytest.mark.rule("4.2a.1")
def test_every_hex_of_cavalry_is_asked() -> None:
    p = drill(cavalry_screen=True)
    put(p, "n-tor-iv", A)
    put(p, "r-cav-xii", T)
    put(p, "r-cav-12-div", "30.06")
    run(p, Screen(REP, [at(p, T), at(p, "30.06")], at(p, A)))
    play(p, "pass")
    assert step(p) == "SlipAway"
    assert "hex:30.08" in offered(p)
    play(p, "hex:30.08")
    assert (where(p, "r-cav-xii"), where(p, "r-cav-12-div")) == (T, "30.08")
    assert p.choices() == {}


@pytest.mark.rule("scs.within")
def test_every_hex_of_the_list_is_offered() -> None:
    p = start(1)
    play(p, "pass")                      # the mode of the gun that had one hex only
    assert (step(p), offered(p)) == ("Deploy", ["hex:36.08", "hex:35.14"])


# -- what comes and goes


@pytest.mark.rule("3.1c")
def test_the_dead_are_not_withdrawn_and_who_walks_leaves_no_truck() -> None:
    p = drill()
    u = next(u for u in range(p.board.units) if p.board.withdraws[u])
    name, p.turn = p.board.uid[u], p.board.withdraws[u]
    p.hex[u] = DEAD
    withdraw(p)
    assert p.hex[u] == DEAD
    put(p, name, A)
    withdraw(p)
    assert (p.hex[u], sum(p.wheels[NAT]), sum(p.wheels[REP])) == (WITHDRAWN, 0, 0)


@pytest.mark.rule("4.4a", "4.4b")
def test_dice_are_for_those_awaited_and_trucks_follow_their_own_list() -> None:
    p = drill(variable_reinforcements=True, turn=2)
    u = box(p, "r-pas-35", AWAITED, 3)
    box(p, "r-dmi-48", OFF_MAP, 3)
    other, own = box(p, "r-truck-rep-1", AWAITED, 3), box(p, "r-truck-rep-4", AWAITED, 3)
    f = Reinforcements()
    OpenPhase().auto(f, p)
    assert f.dice == [u]
    ArrivalRoll().do(f, p, -1, Act("die", 6))
    assert (p.due[u], p.due[own], p.due[other]) == (2, 2, 3)


@pytest.mark.rule("3.1d.1", "3.1d.2")
def test_a_group_is_called_once_and_by_its_own_number() -> None:
    p = drill(turn=6)
    u, v = box(p, "r-jh-1", EMERGENCY), box(p, "r-mg-3", EMERGENCY)
    assert [callable_group(p, g) for g in (5, 6)] == [True, True]
    run(p, Reinforcements())
    play(p, "activate:5")
    assert [callable_group(p, g) for g in (5, 6)] == [False, True]
    assert (p.hex[u], p.due[u], p.hex[v]) == (AWAITED, 6, EMERGENCY)
    assert rules(p, "activate:5") == ["3.1d.2"]
    p.turn = 5
    assert not callable_group(p, 6)


@pytest.mark.rule("2.2b", "2.2c", "2.2d", "3.1b", "1.14d.2")
def test_every_nation_has_its_own_way_back() -> None:
    p = drill()
    b = p.board
    spanish = home_hexes(p, box(p, "n-8-bai-sot", RETURNING, 2))
    assert at(p, "23.22") not in spanish
    assert all(b.front[h] and b.east[h] and not b.south[h] for h in spanish)
    p.last[at(p, "23.22")] = p.last[at(p, "10.30")] = NAT
    assert sorted({*home_hexes(p, unit(p, "n-8-bai-sot"))} - {*spanish}) == sorted([at(p, "10.30"), at(p, "23.22")])
    put(p, "n-hq-dlv", A)
    assert at(p, A) in home_hexes(p, box(p, "n-tor-iv", RETURNING, 2))
    box(p, "r-dmi-48", RETURNING, 2)
    box(p, "n-hq-fn", RETURNING, 2)
    for name, rule in (("n-8-bai-sot", "2.2b"), ("n-tor-iv", "2.2d"), ("n-hq-fn", "1.14d.2"), ("r-dmi-48", "3.1b")):
        assert [r.rule for r in entry_refusals(p, unit(p, name), at(p, "40.05"), {})] == [rule]


@pytest.mark.rule("scn.3.nat.arr", "scn.1.rep.T5x.01", "2.7b.2", "2.7b.3")
@pytest.mark.parametrize(("name", "place", "exploit", "line", "state"), [
    ("n-gal", A, False, "strict", RELIEF), ("n-gal", "30.20", False, "strict", 0), ("n-gal", A, False, "none", 0),
    ("n-tor-iv", A, False, "strict", 0), ("n-tor-iv", A, True, "strict", RELEASED),
    ("n-truck-ctv-1", A, True, "strict", 0)])
def test_what_a_unit_brings_along(name: str, place: str, exploit: bool, line: str, state: int) -> None:
    p = drill(separation_line=line)
    p.morale[FN] = 3
    p.board = copy(p.board)
    p.board.to_village = [x == "n-gal" for x in p.board.uid]
    u = box(p, name, AWAITED, 2)
    f = Arrivals(NAT, exploit, [u])
    enter(f, p, u, at(p, place))
    assert (p.state[u], where(p, name), f.gun) == (state, place, -1)
    enter(f, p, box(p, "n-int-vi", AWAITED, 2), at(p, T))
    assert p.morale[FN] == 3
    enter(f, p, box(p, "n-aud-vi", RETURNING, 2), at(p, T))
    assert p.morale[FN] == 2
    enter(f, p, box(p, "n-hq-fn", RETURNING, 2), at(p, T))
    assert p.morale[FN] == 2


# -- phases


@pytest.mark.rule("2.8c")
@pytest.mark.parametrize(("side", "turn", "state", "near", "ready"), [
    (NAT, 1, 0, False, True), (REP, 1, 0, False, False), (NAT, 2, 0, False, False), (NAT, 1, DG, False, False),
    (NAT, 1, 0, True, False)])
def test_italians_are_ready_on_turn_1(side: int, turn: int, state: int, near: bool, ready: bool) -> None:
    p = drill(turn=turn)
    u, v = put(p, "n-ardi-vi", A, state=state), put(p, "n-8-bai-sot", "30.20")
    if near:
        put(p, "r-dmi-48", T)
    prepare(p, side)
    assert (bool(p.state[u] & RELEASED), p.state[v]) == (ready, 0)


@pytest.mark.rule("4.3a.1")
@pytest.mark.parametrize(("line", "turn", "north", "loose"), [
    ("loose", 6, 3, True), ("strict", 6, 3, False), ("loose", 5, 3, False), ("loose", 6, 4, False)])
def test_when_the_line_loosens(line: str, turn: int, north: int, loose: bool) -> None:
    p = drill(separation_line=line, turn=turn)
    for name, h in zip(("r-dmi-48", "r-gc", "r-gal", "r-din")[:north], ("10.20", "11.20", "12.20", "13.20"),
                       strict=False):
        put(p, name, h)
    p.crossed = [1]
    PlaceTrucks().auto(PlayerTurn(NAT), p)
    assert (p.loose, p.crossed) == (loose, [])


@pytest.mark.rule("4.6b", "4.6c", "scs.fog")
@pytest.mark.parametrize(("option", "shown"), [
    ("", 0), ("secret_rolls", 1), ("secret_off_map", 1), ("hidden_stacks", 1), ("hidden_interdiction", 0)])
def test_what_an_arrival_tells_depends_on_what_is_secret(option: str, shown: int) -> None:
    secrets: dict[str, Any] = {option: True} if option else {}
    p = drill(**secrets)
    unveil(p)
    assert p.barrier == shown


@pytest.mark.rule("scn.1.vp.5")
@pytest.mark.parametrize(("places", "free"), [
    ({}, True), ({"r-dmi-48": "1.07"}, False), ({"r-dmi-48": "1.08"}, False),
    ({"r-dmi-48": "1.08", "n-tor-iv": "1.07", "n-bis-iv": "2.07"}, True)])
def test_the_main_road_is_free_to_its_last_hex(places: dict[str, str], free: bool) -> None:
    p = drill()
    for name, h in places.items():
        put(p, name, h)
    assert road_free(p) is free


@pytest.mark.rule("2.7e.2", "2.7e.4")
def test_who_runs_and_on_which_truck() -> None:
    p = drill()
    u, gone = put(p, "n-int-vi", A), box(p, "n-aud-vi", DEAD)
    east = put(p, "n-inf-vii", "60.10")
    f = Rout(FN, [u, gone, east], [at(p, A)] * 3, [])
    assert waiting(f, p) == [u]
    f.ran = [u]
    assert waiting(f, p) == []
    put(p, "n-truck-ctv-1", T)
    assert lift(p, u) == -1              # it is elsewhere
    t = put(p, "n-truck-ctv-2", A)
    assert (lift(p, u), lift(p, put(p, "n-arty-vi", A))) == (t, -1)
    p.load(u, t)
    assert (lift(p, u), lift(p, put(p, "n-ardi-vi", A))) == (-1, -1)


@pytest.mark.rule("4.2a.1", "scs.fog")
def test_cavalry_alone_screens_and_hides_somebody_only_on_top() -> None:
    p = drill(cavalry_screen=True, hidden_stacks=True)
    foot, horse = puts(p, A, "n-tor-iv", "n-cav-pdv-1")
    h = at(p, A)
    put(p, "r-cav-xii", "30.06")
    assert screens(p, NAT, [foot, horse], h) == [at(p, "30.06")]
    assert screens(p, NAT, [horse], h) == []
    assert not veiled(p, NAT, h)
    put(p, "r-gc", "30.06")
    assert screens(p, NAT, [foot], h) == []
    assert not veiled(p, NAT, h)         # who lies on top is no cavalry
    put(p, "r-cav-xii", "30.06")
    assert veiled(p, NAT, h)
    assert screens(p, NAT, [foot], h) == []
