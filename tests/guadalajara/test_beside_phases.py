"""[1.13, 2.2, 2.6, 2.7, 3.1, 3.5, 4.2-4.6, scn] Set-up, arrivals, morale and options: the case beside the rule."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_combat import sector
from frente.games.guadalajara.rules.ch01_reserve import into_reserve, reservable
from frente.games.guadalajara.rules.ch03_arrivals import home_hexes
from frente.games.guadalajara.rules.ch04_screen import Screen
from frente.games.guadalajara.show.fog import laid_open
from frente.games.guadalajara.state.board import ITALIAN, REP
from frente.games.guadalajara.state.position import RESERVE, RETURNING
from tests.guadalajara.lay import (
    at,
    box,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
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
    p.stack = [Raid([u, v], at(p, A), True, False)]
    assert laid_open(p) == {u, v}
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
