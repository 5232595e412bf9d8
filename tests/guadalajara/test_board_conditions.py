"""[1.20a, 2.6a, 2.8b.5, 3.1, scs.fog, scs.zoc] Lines, zones and lists by scenario, one condition at a time."""
from __future__ import annotations

from copy import deepcopy

import pytest

from frente.games.guadalajara.rules.ch01_supply import traced
from frente.games.guadalajara.state.board import ALL, ITALIAN, MP, NAT, REP, REPUBLICAN, SPANISH, Board
from frente.games.guadalajara.state.position import DG, OFF_MAP, Guadalajara
from tests.guadalajara.lay import at, drill, empty, loaded, options, put, puts, tables

A = "30.05"
RING = {"29.05", "29.06", "30.04", "30.06", "31.05", "31.06"}
ROAD_FROM_52_23 = ["40.17", "40.18", "41.19", "42.18", "43.19", "44.18", "45.19", "46.19", "47.19", "48.19", "49.20",
                   "50.20", "50.21", "51.22", "51.23", "52.23"]


@pytest.mark.rule("2.6a.3")
@pytest.mark.parametrize(("scenario", "road"), [(1, ROAD_FROM_52_23), (2, ROAD_FROM_52_23), (3, []), (4, [])])
def test_the_road_from_52_23_belongs_to_scenarios_1_and_2(scenario: int, road: list[str]) -> None:
    b = empty(scenario=scenario).board
    assert [b.names[h] for h in range(b.size) if b.corridor[h]] == road


@pytest.mark.rule("2.6a.1", "2.6a.2", "2.6a.3")
@pytest.mark.parametrize(("scenario", "place", "want"), [
    (1, "24.13", (True, False, True)), (1, "24.14", (True, True, False)), (1, "52.23", (True, True, True)),
    (2, "24.13", (True, False, True)), (2, "24.14", (False, False, False)), (2, "52.23", (False, False, True)),
    (3, "24.13", (False, False, False)), (3, "24.14", (True, True, False)), (3, "52.23", (True, True, False)),
    (4, "24.13", (True, False, True)), (4, "24.14", (False, False, False)), (4, "52.23", (False, False, False))])
def test_which_sector_is_open_to_whom(scenario: int, place: str, want: tuple[bool, bool, bool]) -> None:
    p = empty(scenario=scenario)
    assert tuple(p.board.open[n][at(p, place)] for n in (REPUBLICAN, SPANISH, ITALIAN)) == want


@pytest.mark.rule("1.20a")
@pytest.mark.parametrize(("foot", "points"), [(2, 2), (3, 3), ("all", 0), ("no", 0)])
def test_what_the_ground_costs_who_overruns_it_and_closed_ground_more_than_any_unit_has(foot: int | str, points: int
                                                                                      ) -> None:
    data = deepcopy(tables())
    next(x for x in data["tables"]["terrain"]["hex"] if x["id"] == "woods")["foot"] = foot
    next(h for h in data["terrain"]["hex"] if h["id"] == "30.06")["terrain"] = "woods"
    data["terrain"]["hexside"] = []
    b = Board(data, 1, options({}))
    a = b.index[A]
    assert b.storm[a][b.toward(a, b.index["30.06"])] == (points * MP if points else ALL)


@pytest.mark.rule("2.2a", "3.1a", "scn.1.hdr")
@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_each_side_sets_up_its_own_units_and_none_that_arrive_later(scenario: int) -> None:
    b = empty(scenario=scenario).board
    for side, letter in ((NAT, "n"), (REP, "r")):
        order = b.setup_order[side]
        assert {b.uid[u][0] for u in order} == {letter}
        assert {b.arrives[u] for u in order} == {0}
        assert all(u in order for u in b.of[side] if b.used[u] and b.arrives[u] == 0)


# -- zones


def ring(p: Guadalajara, side: int) -> set[str]:
    return {p.board.names[h] for h in range(p.board.size) if p.zone[side][h]}


@pytest.mark.rule("2.8b.5", "scs.zoc.1")
@pytest.mark.parametrize(("scenario", "turn", "name", "place", "exerts"), [
    (1, 1, "r-dmi-48", A, False), (1, 2, "r-dmi-48", A, True), (1, 1, "r-dmi-48", "30.25", True),
    (1, 1, "n-tor-iv", A, True), (2, 1, "r-dmi-48", A, False), (4, 1, "r-dmi-48", A, True)])
def test_republican_zones_in_the_south_on_turn_1(scenario: int, turn: int, name: str, place: str, exerts: bool) -> None:
    p = drill(scenario=scenario, turn=turn)
    u = put(p, name, place)
    assert p.exerts(u) is exerts
    assert len(ring(p, p.board.side[u])) == (6 if exerts else 0)


@pytest.mark.rule("scs.zoc.1", "1.7a.4", "1.16b.5")
@pytest.mark.parametrize(("name", "plain", "strict"), [
    ("n-tor-iv", True, True), ("n-hq-fn", True, False), ("n-arty-ctv-2", True, False), ("n-tk-3-crs", False, False),
    ("n-gen-crs", False, False)])
def test_whose_zone_counts(name: str, plain: bool, strict: bool) -> None:
    for option, want in ((True, plain), (False, strict)):
        p = drill(support_units_zoc=option)
        u = put(p, name, A)
        assert p.exerts(u) is want
        p.mark(u, DG)
        assert not p.exerts(u)
    q = drill()
    v = loaded(q, "n-tor-iv", "n-truck-ctv-1", A)
    assert not q.exerts(v)
    q.unload(v)
    assert q.exerts(v)
    assert ring(q, NAT) == RING


@pytest.mark.rule("scs.zoc.1")
def test_a_zone_that_comes_cuts_a_line_of_supply_found_before() -> None:
    p = drill(mains=["1.07 2.07 3.08 4.08 5.09"])
    whole = list(traced(p, REPUBLICAN))
    put(p, "n-tor-iv", "4.07")
    assert list(traced(p, REPUBLICAN)) != whole
    p.box(p.board.uindex["n-tor-iv"], OFF_MAP)
    assert list(traced(p, REPUBLICAN)) == whole


# -- who stops where


@pytest.mark.rule("1.11b", "1.12b", "1.1a", "1.11a.1", "2.6b")
@pytest.mark.parametrize(("there", "group", "want"), [
    ((), ("n-tor-iv",), ""), ((), ("n-tk-3-crs",), "1.11b"), ((), ("n-gen-crs",), "1.12b"),
    ((), ("n-tk-3-crs", "n-gen-crs"), "1.11b"),
    (("n-tor-iv",), ("n-tk-3-crs",), ""), (("n-tor-iv",), ("n-gen-crs",), ""), ((), ("n-tor-iv", "n-tk-3-crs"), ""),
    (("n-tk-3-crs",), ("n-gen-crs",), "1.11b"), (("n-tk-3-crs",), ("n-tor-iv",), ""), ((), ("n-hq-fn",), ""),
    (("n-tor-iv", "n-bis-iv"), ("n-buf-iv",), ""), (("n-tor-iv", "n-bis-iv", "n-buf-iv"), ("n-lup-v",), "1.1a"),
    (("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-lup-v"), ("n-tk-3-crs",), ""),
    (("n-tor-iv", "n-tk-3-crs"), ("n-lf-crs",), "1.11a.1"), (("n-6-vic-sot",), ("n-tor-iv",), "2.6b")])
def test_room(there: tuple[str, ...], group: tuple[str, ...], want: str) -> None:
    p = drill()
    puts(p, A, *there)
    units = puts(p, "40.05", *group)
    assert p.room(units, at(p, A)) == want
