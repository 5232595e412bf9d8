"""The reconstruction keeps every constraint of the rulebook, and faults in data are named."""
from __future__ import annotations

import datetime
import math
import string
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from frente.games.storm.data.check import KEYS, NAMES, check
from frente.games.storm.state.board import DATA
from frente.kernel.packs import Tables, load_tables

TABLES = load_tables(DATA, NAMES, None, keys=KEYS)
M, C, T = TABLES["areas"], TABLES["counters"], TABLES["track"]
A: dict[str, dict[str, Any]] = {a["id"]: a for a in M["area"]}
B: dict[str, dict[str, Any]] = {b["id"]: b for b in M["box"]}
NB: dict[str, dict[str, str]] = {i: {x["to"]: x["river"] for x in a["neighbours"]} for i, a in A.items()}
URBAN = {i for i, a in A.items() if a["kind"] == "urban"}
NORMAL = set(A) - URBAN
LETTERS = [*string.ascii_uppercase, *(2 * c for c in string.ascii_uppercase[:12])]
UNITS: list[dict[str, Any]] = C["unit"]
Pair = tuple[str, str]
Spot = tuple[float, float]


def pair(a: str, b: str) -> Pair:
    return (a, b) if LETTERS.index(a) < LETTERS.index(b) else (b, a)


EDGES = {pair(a, b) for a in A for b in NB[a]}
RING: dict[str, list[Spot]] = {i: [(p[0], p[1]) for p in a["outline"]] for i, a in A.items()}
RING["box2"] = [(p[0], p[1]) for p in M["box2_land"]["outline"]]
SEGMENTS: dict[frozenset[Spot], set[str]] = defaultdict(set)
VERTICES: dict[Spot, set[str]] = defaultdict(set)
for _name, _ring in RING.items():
    for _p, _q in zip(_ring, _ring[1:] + _ring[:1]):
        SEGMENTS[frozenset((_p, _q))].add(_name)
    for _p in _ring:
        VERTICES[_p].add(_name)


def reached(start: str, barred: list[str], within: set[str]) -> set[str]:
    seen, queue = {start}, [start]
    for a in queue:
        for t, river in NB[a].items():
            if t not in seen and river not in barred and t in within:
                seen.add(t)
                queue.append(t)
    return seen


def supplied(side: str, control: dict[str, str]) -> set[str]:
    seen = {a for b in B.values() if b["owner"] == side for a in b["links"] if control[a] == side}
    if side == "republican" and control["AA"] == side:
        seen.add("AA")
    queue = sorted(seen)
    for a in queue:
        for t in NB[a]:
            if t not in seen and control[t] == side:
                seen.add(t)
                queue.append(t)
    return seen


def inside(lon: float, lat: float, ring: list[Spot]) -> bool:
    found = False
    for i in range(len(ring)):
        (x1, y1), (x2, y2) = ring[i], ring[i - 1]
        if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
            found = not found
    return found


def test_the_shipped_data_is_sound() -> None:
    assert check(TABLES) == []


def test_every_file_says_what_is_stated_inferred_and_estimated() -> None:
    for name in NAMES:
        assert set(TABLES[name]["provenance"]) == {"stated", "inferred", "estimate"}


# -- area-map


def test_areas_are_lettered_a_to_z_and_aa_to_ll() -> None:
    assert list(A) == LETTERS


def test_borders_are_those_of_the_outlines_and_corners_do_not_count() -> None:
    assert all(len(owners) <= 2 for owners in SEGMENTS.values())
    drawn = {pair(*sorted(owners)) for owners in SEGMENTS.values() if len(owners) == 2 and "box2" not in owners}
    assert drawn == EDGES
    touching = {pair(a, b) for owners in VERTICES.values() for a in owners for b in owners
                if a < b and "box2" not in (a, b)} - EDGES
    assert touching == {pair(*c["areas"]) for c in M["corner"]}
    assert ("M", "O") in touching
    assert ("A", "H") in EDGES


def crosses(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    if {a, b} & {c, d}:
        return False
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(p: Spot, q: Spot, r: Spot) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def test_the_map_is_plane() -> None:
    lines = [tuple(s) for s in SEGMENTS]
    assert not any(crosses(*lines[i], *lines[j]) for i in range(len(lines)) for j in range(i))
    assert len(VERTICES) - len(SEGMENTS) + len(RING) + 1 == 2
    assert len(EDGES) <= 3 * len(A) - 6


def test_every_place_lies_in_its_area() -> None:
    assert [p["name"] for i, a in A.items() for p in a["places"] if not inside(p["lon"], p["lat"], RING[i])] == []


# -- river-sides


def off(p: Spot, a: list[float], b: list[float]) -> float:
    kx, ky = M["map"]["km_per_degree"]["lon"], M["map"]["km_per_degree"]["lat"]
    px, py, ax, ay, bx, by = p[0] * kx, p[1] * ky, a[0] * kx, a[1] * ky, b[0] * kx, b[1] * ky
    t = max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)))
    return math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))


def test_river_borders_follow_the_rivers() -> None:
    course = {r["id"]: r["waypoints"] for r in M["river"]}
    for segment, owners in SEGMENTS.items():
        if len(owners) == 2 and "box2" not in owners:
            a, b = owners
            if NB[a][b]:
                way = course[NB[a][b]]
                for p in segment:
                    assert min(off(p, way[i], way[i + 1]) for i in range(len(way) - 1)) < 0.3


def test_five_suburbs_and_no_more_lie_on_the_near_bank() -> None:
    near = reached("D", M["map"]["restricted_rivers"], set(A))
    assert near & URBAN == {"CC", "DD", "EE", "FF", "GG"}
    assert not {"AA", "G", "Z"} & near
    assert {"manzanares", "jarama"} <= {r for row in NB.values() for r in row.values()}


# -- terrain-modifiers, urban-areas, boxes


def test_terrain_is_never_zero_and_highest_in_madrid() -> None:
    assert min(a["terrain"] for a in A.values()) == 1
    assert [i for i, a in A.items() if a["terrain"] == 5] == ["AA"]


def test_the_urban_areas_form_one_block() -> None:
    assert len(URBAN) == 12
    assert reached("AA", [], URBAN) == URBAN


def test_everything_is_supplied_at_the_start_of_scenario_1() -> None:
    control = {i: a["start_control"] for i, a in A.items()}
    assert supplied("republican", control) == set(A) - {"D"}
    assert supplied("nationalist", control) == {"D"}


# -- supply-routes


def test_a_route_drawn_over_its_waypoints_crosses_its_areas() -> None:
    assert len(M["supply_route"]) == 4
    for r in M["supply_route"]:
        seen: list[str] = []
        for a, b in zip(r["waypoints"], r["waypoints"][1:]):
            for k in range(61):
                lat = a["lat"] + (b["lat"] - a["lat"]) * k / 60
                lon = a["lon"] + (b["lon"] - a["lon"]) * k / 60
                here = next((i for i in A if inside(lon, lat, RING[i])), None)
                if here and seen[-1:] != [here]:
                    seen.append(here)
        assert seen == r["areas"]
    normal = [a for r in M["supply_route"] for a in r["normal_areas"]]
    assert len(set(normal)) == len(normal)


# -- scn2-colours


def test_the_front_of_scenario_2_leaves_everybody_supplied_and_in_touch() -> None:
    control = {i: a["scn2_control"] for i, a in A.items()}
    colour = {i: a["scn2_colour"] for i, a in A.items()}
    for side in ("nationalist", "republican"):
        assert supplied(side, control) == {a for a in A if control[a] == side}
    for a in A:
        if colour[a] in ("brown", "green"):
            assert any(control[t] == "nationalist" for t in NB[a])
        elif colour[a] == "blue":
            assert any(control[t] == "republican" for t in NB[a])
        elif a in NORMAL:
            assert not any(colour[t] == "black" and control[t] != control[a] for t in NB[a])


# -- counters and setup-codes


def test_the_counter_mix() -> None:
    sides = Counter(u["side"] for u in UNITS)
    assert sides == {"nationalist": 60, "republican": 80}
    anarchists = [u for u in UNITS if u["faction"] == "anarchist"]
    assert all(u["type"] == "line" for u in anarchists)
    strength = Counter(u["attack"] for u in anarchists)
    assert strength[0] > strength[1] > 0 == strength[2]
    assert sum(1 for u in UNITS if u["turn"] == "rada") >= 2
    groups = Counter((u["faction"], u["type"]) for u in UNITS if u["type"] != "artillery")
    assert [k for k, n in groups.items() if n < 2] == [("republican", "shock")]


def factors(*words: str, side: str = "nationalist") -> set[tuple[int, int]]:
    """Attack and defence of the units whose names begin with one of the words."""
    found = [u for u in UNITS if u["side"] == side and u["name"].startswith(words) and u["type"] != "artillery"]
    assert found, words
    return {(u["attack"], u["defence"]) for u in found}


@pytest.mark.rule("8e", "8g")
def test_units_that_can_form_a_pair_differ_in_attack_and_in_defence_as_the_rule_supposes() -> None:
    def differing(faction: str, kind: str) -> tuple[bool, bool]:
        own = {(u["attack"], u["defence"]) for u in UNITS if (u["faction"], u["type"]) == (faction, kind)}
        return len({a for a, _ in own}) > 1, any(a == b and d != e for a, d in own for b, e in own)

    assert differing("legion", "shock") == (True, False)
    assert differing("moroccan", "shock") == (True, True)
    assert differing("army", "line") == (True, True)
    assert differing("anarchist", "line") == (True, True)
    assert differing("communist", "shock") == (True, True)


def test_nationalist_factors_follow_size_and_age() -> None:
    """The method of docs/games/storm.md: defence by the size of the unit, attack by its age."""
    assert factors("I Bandera", "IV Bandera", "V Bandera", "VI Bandera") == {(2, 6)}     # 700 men, from before the war
    assert factors("VII Bandera", "VIII Bandera", "IX Bandera") == {(1, 6)}              # raised in the autumn
    assert factors("I Tabor T", "I Tabor M", "I Tabor C", "I Tabor A", "I Tabor L", "II Tabor", "III Tabor") == {
        (2, 5), (1, 4)}                                      # 600 men; Tiradores de Ifni are 411
    assert factors("IV Tabor") == {(1, 5)}
    assert factors("Mehal-la", "I Tabor Tiradores") == {(1, 4)}
    assert factors("Cazadores") == {(1, 6)}                  # 1,016 men
    assert factors("Batallón") == {(1, 5)}
    assert factors("Caballería") == {(1, 4), (0, 4)}
    assert factors("Carros CV") == {(1, 4)}
    assert factors("Carros Pz") == {(1, 5)}
    assert factors("Tercio del", "Tercio de Cristo", "Tercio Virgen") == {(1, 5)}
    assert factors("Tercio de Navarra") == {(1, 6)}
    assert factors("Bandera de") == {(0, 4), (1, 4), (1, 5)}


def test_the_scale_of_factors() -> None:
    foot = [u for u in UNITS if u["type"] != "artillery"]
    assert {u["defence"] for u in foot} == {4, 5, 6}         # 9.3, 9.5: two dice against a bare factor
    assert {u["attack"] for u in foot} == {0, 1, 2}          # 9.4.1: two dice and a stack of five against DV and IL
    assert Counter(u["side"] for u in foot if not u["attack"]) == {"republican": 41, "nationalist": 3}   # 9.5b
    militia = [u for u in foot if u["side"] == "republican" and u["type"] == "line" and not u["attack"]]
    assert {u["defence"] for u in militia if u["faction"] != "anarchist"} == {5}
    assert {u["defence"] for u in militia if u["faction"] == "anarchist"} == {4, 5}


def test_columns_that_the_mixed_brigades_had_absorbed_are_crossed_out_in_scenario_2() -> None:
    codes = Counter(u["scn2"] for u in UNITS if u["side"] == "republican")
    assert codes == {"cross": 26, "free": 39, "AA": 9, "track": 6}


def test_nationalists_start_in_d_or_their_boxes_and_republicans_elsewhere() -> None:
    for u in UNITS:
        if u["turn"] == 0:
            assert (u["areas"][0] in ("D", "4", "5", "6")) == (u["side"] == "nationalist")
    assert max(Counter(x for u in UNITS if u["turn"] == 0 for x in u["areas"] if x in A).values()) <= 10


# -- turn-track, morale-track, support-track


def test_the_calendar_puts_the_dated_events_into_their_turns() -> None:
    turns = T["turn"]
    assert all((b["start"] - a["end"]).days == 1 for a, b in zip(turns, turns[1:]))
    for (year, month, day), n in (((1936, 10, 28), 3), ((1936, 10, 29), 3), ((1936, 11, 14), 5), ((1936, 11, 20), 6),
                                  ((1936, 11, 23), 7), ((1936, 12, 14), 10)):
        date = datetime.date(year, month, day)
        assert next(t["n"] for t in turns if t["start"] <= date <= t["end"]) == n
    assert (turns[10]["sp_nationalist"], turns[10]["sp_republican"]) == (4, 2)


def test_the_tracks_reach_what_the_scenarios_need() -> None:
    assert T["support_track"]["last"] >= 14


# -- faults


def broken(name: str, *path: Any, value: Any) -> Tables:
    """The shipped data with one value changed."""
    tables = load_tables(DATA, NAMES, None, keys=KEYS)
    place: Any = tables[name]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return tables


def index(name: str) -> int:
    return list(A).index(name)


def unit(name: str) -> int:
    return [u["id"] for u in UNITS].index(name)


def faults() -> Iterator[tuple[Tables, str]]:
    yield broken("areas", "area", 0, "terrain", value=-1), "terrain"
    yield broken("areas", "box", 0, "owner", value="nationalist"), "box 1 must be republican"
    yield broken("areas", "area", 0, "neighbours", value=A["A"]["neighbours"][:1]), "does not name the same border"
    yield broken("areas", "area", 0, "neighbours", 0, "river", value=""), "does not name the same border"
    yield broken("areas", "area", index("C"), "start_control", value="nationalist"), "only D, is Nationalist"
    yield broken("areas", "area", index("AA"), "kind", value="normal"), "urban"
    yield broken("areas", "area", index("E"), "scn2_control", value="republican"), "E must be nationalist"
    yield broken("areas", "supply_route", value=M["supply_route"][:3]), "there must be 4 supply routes"
    yield broken("areas", "supply_route", 0, "areas", value=["AA", "T", "U"]), "leaps from AA to T"
    yield broken("areas", "supply_route", 0, "normal_areas", value=["T"]), "normal areas of the corunna route"
    yield broken("areas", "box", 3, "links", value=["H"]), "box 4 does not name its link to A"
    yield broken("counters", "unit", unit("n-art-105a"), "attack", value=1), "takes no attack factor"
    yield broken("counters", "unit", unit("n-leg-1"), "faction", value="anarchist"), "cannot be anarchist"
    yield broken("counters", "unit", unit("n-leg-1"), "areas", value=["1"]), "enemy box"
    yield broken("counters", "unit", unit("n-leg-1"), "areas", value=["C"]), "an enemy area"
    yield broken("counters", "unit", unit("n-leg-1"), "areas", value=["D", "4"]), "one box or one or more areas"
    yield broken("counters", "unit", unit("n-leg-1"), "scn2", value="track"), "differ"
    yield broken("counters", "unit", unit("n-leg-9"), "scn2", value="cross"), "Republican only"
    yield broken("counters", "chit", 0, "remove_when_played", value=True), "not as the rules say"
    yield broken("counters", "chit", 1, "from_turn", value=1), "not as the rules say"
    yield broken("counters", "chit", value=C["chit"][1:]), "the chits must be"
    yield broken("track", "turn", value=T["turn"][:14]), "the turns must be 1 to 15"
    yield broken("track", "morale", value=T["morale"][:4]), "the morale levels must be"
    yield broken("values", "bombardment", "bonus", value=[1, 3]), "a bonus for each number of batteries"
    yield broken("values", "rada", value={"nine": 3}), "is not a turn"


@pytest.mark.parametrize("tables, reason", list(faults()), ids=lambda x: x if isinstance(x, str) else "")
def test_a_fault_is_named_with_its_reason(tables: Tables, reason: str) -> None:
    found = check(tables)
    assert any(reason in str(problem) for problem in found), found
    assert all(problem.file.endswith(".toml") and problem.line > 0 for problem in found)
