"""The reconstruction: order of battle, tables, map and terrain agree with the rulebook and with each other."""
from __future__ import annotations

import math
import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.data.check import NAMES, check
from frente.games.guadalajara.data.shape import KEYS
from frente.games.guadalajara.state.board import DATA, FOOT, MOTOR, MP
from frente.games.guadalajara.state.boards import _BOARDS, KEPT
from frente.kernel.packs import DataError, load_tables
from tests.guadalajara.lay import tables

Hex = tuple[int, int]
T = tables()
M, E, U, B = T["map"], T["terrain"], T["units"]["unit"], T["tables"]
W, H = 62, 35
ALL = [(c, r) for c in range(1, W + 1) for r in range(1, H + 1)]
ARMOUR = {"tank", "flamethrower-tank", "armoured-car"}
START = {int(k): v for k, v in M["start_line"]["first_nationalist_row"].items()}
SPLIT = {int(k): v for k, v in M["separation_line"]["last_south_row"].items()}
VILLAGES = {"village", "minor-village", "palacio"}


def hx(name: str) -> Hex:
    a, b = name.split(".")
    return int(a), int(b)


def hexes(names: Iterable[str]) -> list[Hex]:
    return [hx(x) for x in names]


def nb(h: Hex) -> list[Hex]:
    steps = M["grid"]["neighbours_even" if h[0] % 2 == 0 else "neighbours_odd"]
    return [(h[0] + a, h[1] + b) for a, b in steps]


def on(h: Hex) -> bool:
    return 1 <= h[0] <= W and 1 <= h[1] <= H


def dist(a: Hex, b: Hex) -> int:
    across = abs(a[0] - b[0])
    along = abs(2 * a[1] + (a[0] % 2 == 0) - 2 * b[1] - (b[0] % 2 == 0))
    return across + max(0, (along - across) // 2)


def east(h: Hex) -> bool:
    return h[0] in START and h[1] >= START[h[0]]


def south(h: Hex) -> bool:
    return bool(h[1] <= SPLIT[h[0]])


def chained(line: Sequence[Hex]) -> bool:
    return all(b in nb(a) for a, b in zip(line, line[1:], strict=False))


def pair(x: dict[str, Any]) -> frozenset[Hex]:
    return frozenset((hx(x["a"]), hx(x["b"])))


GROUND = {hx(x["id"]): x for x in E["hex"]}
LINKS = {pair(x): x for x in E["link"] if x["class"] != "railway"}
RIVERS = {pair(x): x for x in E["hexside"]}
TOWNS = {p["id"]: p for p in M["place"]}


# -- the whole


def test_the_data_pass_their_own_check() -> None:
    assert check(T) == []


def test_every_datum_says_where_it_comes_from() -> None:
    kinds = {"text", "geography", "estimate", "play-aid"}
    assert all(u["source"] in kinds and u["steps_source"] in kinds for u in U)
    assert all(x["by"] in kinds for key in ("hex", "link", "hexside", "way", "river", "feature") for x in E[key])
    assert all(x["hex_provenance"] in kinds and x["vp_provenance"] in kinds for x in M["place"])
    assert all(x["provenance"] in kinds for key in ("road", "river", "entry_area") for x in M[key])
    assert all(t["provenance"] in kinds for t in B.values())


def test_the_engine_uses_the_grid_of_the_map_file() -> None:
    board = GAME.start("1", GAME.settled({})).board
    for h in ((10, 10), (11, 11), (1, 1), (62, 35), (18, 3)):
        i = board.index[f"{h[0]}.{h[1]:02d}"]
        assert {board.at[n] for n in board.nb[i]} == {x for x in nb(h) if on(x)}
    for a, b in (((1, 1), (62, 35)), ((18, 3), (16, 3)), ((30, 5), (41, 20))):
        assert board.distance(board.index[f"{a[0]}.{a[1]:02d}"], board.index[f"{b[0]}.{b[1]:02d}"]) == dist(a, b)


# -- counters


@pytest.mark.parametrize(("scenario", "side", "want"), [
    (1, "republican", (84, 6, 16)), (1, "nationalist", (103, 20, 22)), (2, "republican", (37, 6, 7)),
    (2, "nationalist", (62, 12, 6)), (3, "republican", (23, 0, 1)), (3, "nationalist", (25, 0, 6)),
    (4, "republican", (43, 6, 12)), (4, "nationalist", (61, 17, 12))])
def test_units_trucks_and_markers_of_a_scenario(scenario: int, side: str, want: tuple[int, int, int]) -> None:
    there = [u for u in U if u["side"] == side and any(e["scenario"] == scenario for e in u["entry"])]
    trucks = sum(u["kind"] == "truck" for u in there)
    markers = sum(m["count"] for m in T["units"]["reserve_markers"] if (m["scenario"], m["side"]) == (scenario, side))
    assert (len(there) - trucks, trucks, markers) == want


def test_counters_are_what_the_rules_need() -> None:
    assert len({u["id"] for u in U}) == len(U) == 213
    assert all(any(e["scenario"] == 1 for e in u["entry"]) for u in U)
    assert all(u["steps"] == 1 for u in U if u["kind"] == "artillery")
    assert all(u["steps"] == 2 for u in U if any(e.get("steps") == 1 for e in u["entry"]))
    assert all(("attack_drm" in u) == (u["kind"] in ARMOUR | {"flamethrower-engineers"}) for u in U)
    assert {u["id"] for u in U if u.get("anti_tank")} == {u["id"] for u in U if u.get("range") == 3} | {"n-at-crs"}
    banderas = Counter(u["parent"] for u in U if u["faction"] == "italian-volunteer" and u["kind"] == "infantry")
    assert banderas == Counter(dict.fromkeys(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"], 3))
    names = Counter(u["designation"].split("/")[0] for u in U
                    if u["kind"] == "infantry" and u["parent"] and u["division"] != "Lit")
    assert {n for n, c in names.items() if c > 1} == {"Ura", "Temp", "Ardi", "Tha"}


def test_split_factors_agree_with_the_printed_ones() -> None:
    for u in U:
        f = u.get("factors", "")
        if m := re.fullmatch(r"(\d+)-(\d+)-(\d+)", f):
            assert (u["attack"], u["defence"], u["movement"]) == tuple(map(int, m.groups()))
        elif m := re.fullmatch(r"\+(\d)/(-\d)-(\d+)", f):
            assert (u["attack_drm"], u["defence_drm"], u["movement"]) == tuple(map(int, m.groups()))
        elif m := re.fullmatch(r"\((\d+)\)-(\d)-(\d+|rr)", f):
            assert u.get("barrage", u.get("supply_range")) == int(m[1])
        else:
            assert u["kind"] == "truck"


def test_the_morale_of_scenario_4_matches_the_steps_missing() -> None:
    for division, want in (("FN", 6), ("PN", 6), ("DLV", 5)):
        units = [u for u in U if u["division"] == division and u["kind"] != "truck"]
        there = sum(e.get("steps", u["steps"]) for u in units for e in u["entry"] if e["scenario"] == 4)
        assert sum(u["steps"] for u in units) - there == want


# -- tables


def worth(code: str) -> int:
    if code == "NE":
        return 0
    m = re.match(r".(\d?)(?:r(\d))?", code)
    assert m is not None
    return (1 if code[0] == "D" else -1) * (int(m[1] or 0) + int(m[2] or 0))


def test_the_combat_tables_are_ladders_that_never_fall() -> None:
    c = B["combat"]
    assert c["columns"] == ["1:2", "1:1", "2:1", "3:1", "4:1"]
    assert all(r["results"] == c["ladder"][k:k + 5] and r["roll"] == k for k, r in enumerate(c["rows"]))
    for ladder in (c["ladder"], c["house"]["ladder"]):
        values = [worth(x) for x in ladder]
        assert values == sorted(values)
        assert "NE" in ladder
    raw = c["raw"]["columns_from_roll_0"]
    assert raw[0] == c["ladder"][:13]
    assert all(len(x) == 13 for x in raw)


def test_the_barrage_tables_cover_all_and_never_fall() -> None:
    rank = {"NE": 0, "DG": 1, "1": 2, "2": 3, "3": 4}
    for t in (B["barrage"], B["barrage"]["house"]):
        assert [b[0] for b in t["columns"][1:]] == [a[1] + 1 for a in t["columns"][:-1]]
        grid = [[rank[x] for x in r["results"]] for r in t["rows"]]
        assert all(r == sorted(r) for r in grid)
        assert all(a[i] <= b[i] for a, b in zip(grid, grid[1:], strict=False) for i in range(6))


def test_tank_rolls_stay_on_the_table() -> None:
    tanks = [u for u in U if u["kind"] in ARMOUR]
    rolls = [die + a["attack_drm"] + d["defence_drm"] + cover for a in tanks for d in tanks
             if a["side"] != d["side"] for die in (1, 6) for cover in (-1, 0)]
    rows = B["tank_vs_tank"]["rows"]
    assert rows[0]["rolls"][0] <= min(rolls)
    assert max(rolls) <= rows[-1]["rolls"][1]
    assert {m["faction"] for m in B["reconstitution"]["modifiers"]} == {
        u["faction"] for u in U if u["kind"] == "infantry"}


# -- map


def test_lines_roads_and_rivers_are_chains_on_the_map() -> None:
    for r in [M["main_road"], M["railway"], *M["road"], *M["river"], *E["way"]]:
        line = hexes(r["hexes"])
        assert all(map(on, line))
        cuts = sum(b not in nb(a) for a, b in zip(line, line[1:], strict=False))
        assert cuts == (1 if r.get("id") == "tajuna" else 0)
    assert set(M["main_road"]["text_hexes"]) <= set(M["main_road"]["hexes"])
    assert chained(hexes(M["scenario4_front"]["republican_line"]))
    assert all(south(h) for h in hexes(M["scenario4_front"]["republican_line"]))


def test_places_lie_where_the_fit_and_the_lines_put_them() -> None:
    g = M["grid"]
    for p in M["place"]:
        h = hx(p["hex"])
        x, y = 0.8660 * h[0], h[1] + (0.5 if h[0] % 2 == 0 else 0)
        e = g["east"][0] * x + g["east"][1] * y + g["east"][2]
        n = g["north"][0] * x + g["north"][1] * y + g["north"][2]
        away = math.hypot((p["lon"] - g["origin"]["lon"]) * g["origin"]["km_per_degree_lon"] - e,
                          (p["lat"] - g["origin"]["lat"]) * g["origin"]["km_per_degree_lat"] - n)
        assert away < 0.8
        assert abs(away - p["residual_km"]) < 0.06
        assert (p["sector"] == "south", p["owner"] == "nationalist") == (south(h), east(h))
    assert len({p["hex"] for p in M["place"]}) == len(M["place"])
    fixed = {"torija": "3.08", "brihuega": "18.03", "jadraque": "23.22", "cogolludo": "10.30"}
    assert {n: TOWNS[n]["hex"] for n in fixed} == fixed


def test_village_points_add_up() -> None:
    total = Counter({s: sum(p["vp"] for p in M["place"] if p["sector"] == s) for s in ("north", "south")})
    assert total == {"north": 22, "south": 32}
    assert all(p["vp"] == 0 for p in M["place"] if p["owner"] == "nationalist")


def test_brihuega_and_its_hills() -> None:
    b = M["brihuega"]
    centre = hx(b["hex"])
    assert all(dist(centre, hx(h)) == 2 for h in [*b["hills"], b["retreat_hex"]])
    assert set(nb(centre)) == set(hexes(["18.04", "18.02", "17.03", "17.04", "19.03", "19.04"]))
    assert all(GROUND[hx(h)]["terrain"] == "hills" for h in b["hills"])
    assert all(GROUND[hx(h)]["elev"] >= GROUND[centre]["elev"] + 40 for h in b["hills"])


def test_sources_and_entry_areas_lie_on_the_proper_side() -> None:
    s = M["supply_sources"]
    assert not any(east(hx(h)) for h in s["republican"])
    assert all(east(hx(h)) and not south(hx(h)) for h in s["spanish"])
    assert all(east(hx(h)) and south(hx(h)) for h in s["italian"])
    areas = {a["id"]: a for a in M["entry_area"]}
    assert sorted(areas) == list("ABCDE")
    assert all(hx(h)[0] == 1 or hx(h)[1] == 1 for a in areas.values() for h in a["hexes"])
    assert all((max(hx(h)[0] for h in a["hexes"]) < 13) == a["west_of_column_13"] for a in areas.values())
    assert [south(hx(areas[x]["hexes"][0])) for x in "ABCDE"] == [False, True, True, True, True]


def test_set_ups_leave_room_and_supply() -> None:
    board = {s: GAME.start(str(s), GAME.settled({})).board for s in (1, 2, 3, 4)}
    for s, b in board.items():
        for side in (0, 1):
            order = b.setup_order[side]
            assert all(b.choice[u] for u in order), s
            for u in order:
                group = [v for v in order if set(b.choice[v]) <= set(b.choice[u])]
                assert sum(b.bulk[v][b.start_steps[v]] for v in group) <= 6 * len(b.choice[u])


# -- terrain


def test_every_hex_has_ground_and_villages_are_the_places() -> None:
    assert set(GROUND) == set(ALL)
    assert Counter(x["terrain"] for x in E["hex"]) == E["about"]["counts"]
    assert {x["place"]: (x["id"], x["terrain"]) for x in E["hex"] if "place" in x} == {
        p["id"]: (p["hex"], p["size"]) for p in M["place"]}
    assert all(("place" in x) == (x["terrain"] in VILLAGES) for x in E["hex"])


def test_links_are_the_ways_of_both_files_and_form_one_net() -> None:
    rank = {"main-road": 0, "road": 1, "track": 2}
    best: dict[frozenset[Hex], int] = {}
    for w in [{**M["main_road"], "class": "main-road"}, *M["road"], *E["way"]]:
        line = hexes(w["hexes"])
        for step in zip(line, line[1:], strict=False):
            best[frozenset(step)] = min(best.get(frozenset(step), 9), rank[w["class"]])
    assert {e: rank[x["class"]] for e, x in LINKS.items()} == best
    seen = {(62, 16)}
    queue = deque(seen)
    while queue:
        x = queue.popleft()
        for y in nb(x):
            if y not in seen and frozenset((x, y)) in LINKS:
                seen.add(y)
                queue.append(y)
    assert seen == {h for e in LINKS for h in e}
    assert all(hx(p["hex"]) in seen for p in M["place"])


def test_rivers_run_along_hexsides_with_bridges_where_ways_cross() -> None:
    rails = {pair(x) for x in E["link"] if x["class"] == "railway"}
    assert len(RIVERS) == len(E["hexside"])
    assert {e for e, x in RIVERS.items() if "bridge" in x} == {e for e in RIVERS if e in LINKS or e in rails}
    for river in E["river"]:
        sides = [x for x in E["hexside"] if x["river"] == river["id"]]
        assert [x["n"] for x in sides] == list(range(1, river["hexsides"] + 1))
        assert not {x["a"] for x in sides} & {x["b"] for x in sides}
    split = {frozenset((h, n)) for h in ALL for n in nb(h) if on(n) and south(h) and not south(n)}
    assert {pair(x) for x in E["hexside"] if x["river"] == "badiel"} <= split


def test_the_alcarria_is_a_plateau_with_wooded_slopes() -> None:
    road = [GROUND[h] for h in hexes(M["main_road"]["hexes"])]
    assert sum(x["terrain"] in VILLAGES | {"open"} for x in road) >= 50
    assert all(x["elev"] > GROUND[(18, 3)]["elev"] for x in road[2:])
    tajuna = [h for x in E["hexside"] if x["river"] == "tajuna" for h in pair(x)]
    assert all(GROUND[h]["terrain"] in VILLAGES | {"hills", "wooded-hills"} for h in tajuna)


# -- faults of packs


def fault(tmp_path: Path, name: str, text: str) -> str:
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as wrong:
        load_tables(DATA, NAMES, tmp_path, keys=KEYS, check=check)
    return str(wrong.value)


@pytest.mark.parametrize(("name", "text", "reason"), [
    ("units", '[[unit]]\nid = "n-tor-iv"\nsteps = 3\n', "steps must be"),
    ("units", '[[unit]]\nid = "n-arty-iv"\nsteps = 2\n', "n-arty-iv"),
    ("terrain", '[[hex]]\nid = "18.03"\nterrain = "swamp"\n', "terrain must be"),
    ("map", '[[place]]\nid = "torija"\nhex = "99.08"\n', "99.08 is not on the map"),
    ("tables", "[attrition]\nrows = [{ rolls = [2, 7], steps_lost = 1 }]\n", "begin at 1")])
def test_a_wrong_pack_is_told_what_is_wrong(tmp_path: Path, name: str, text: str, reason: str) -> None:
    assert reason in fault(tmp_path, name, text)


def test_a_server_with_games_under_many_options_keeps_only_some_boards_in_memory() -> None:
    games = [GAME.start(s.id, GAME.settled({"crt": crt, "barrage": barrage}))
             for s in GAME.scenarios for crt in ("ladder", "house") for barrage in ("play_aid", "house")]
    assert len(games) > KEPT == len(_BOARDS)
    assert len({id(p.board) for p in games}) == len(games)                   # those in play are not lost
    assert all(p.choices() for p in games)


# -- the pace of the roads, against the days that the historical notes tell


def marched(kind: int, start: str) -> dict[str, float]:
    """What it costs to get from a hex to every other on an empty map, in movement points."""
    b = GAME.start("1", GAME.settled({})).board
    best = {b.index[start]: 0}
    queue = [(0, b.index[start])]
    while queue:
        spent, h = heappop(queue)
        for i, n in enumerate(b.nb[h]):
            cost = b.cost[kind][h][i]
            if cost and spent + cost < best.get(n, 9999):
                best[n] = spent + cost
                heappush(queue, (best[n], n))
    return {b.names[h]: cost / MP for h, cost in best.items()}


@pytest.mark.rule("1.3a", "2.8c")
def test_on_8_march_columns_reach_alaminos_and_hontanares_with_two_phases_and_nobody_brihuega() -> None:
    far = marched(FOOT, "46.15")         # the foremost group sets up within 2 of 46.16, MA 6, twice on turn 1
    assert (far["36.08"], far["33.08"]) == (10, 12)
    assert far["18.03"] == 22.5


@pytest.mark.rule("1.3a", "1.16a.3")
def test_on_9_march_lorries_reach_the_south_of_muduex_and_the_outskirts_of_brihuega() -> None:
    assert marched(MOTOR, "62.16")["14.11"] == 12            # 48 hexes of the main road
    assert marched(MOTOR, "38.13")["20.04"] == 10.25
    assert marched(FOOT, "36.08")["36.03"] == 6              # the 2nd division takes Masegoso on foot


@pytest.mark.rule("1.3a")
@pytest.mark.parametrize(("way", "foot", "tank", "motorised"), [
    ("main-road", 0.5, 0.5, 0.25), ("road", 1, 1, 0.5), ("track", 1, 2, 2)])
def test_what_a_hex_of_road_costs(way: str, foot: float, tank: float, motorised: float) -> None:
    row = next(x for x in B["terrain"]["way"] if x["id"] == way)
    assert (row["foot"], row["tank"], row["motorised"]) == (foot, tank, motorised)


@pytest.mark.rule("1.8a.1", "1.3b")
@pytest.mark.parametrize(("gun", "face"), [
    ("r-art-13", (5, 5, 12, "motorised")), ("r-art-14", (5, 7, 12, "motorised")),
    ("r-art-12", (4, 3, 12, "motorised")), ("r-art-7", (3, 3, 8, "motorised"))])
def test_republican_guns_move_on_wheels(gun: str, face: tuple[int, int, int, str]) -> None:
    f = next(u for u in U if u["id"] == gun)["move_face"]
    assert (f["barrage"], f["range"], f["movement"], f["movement_kind"]) == face


# -- printed numbers of the tables


@pytest.mark.rule("1.18a", "1.18b", "4.7a", "1.9b", "1.12d.1", "1.17c", "1.10a.1", "2.3c.1", "1.10b.1", "1.10c.1",
                  "1.10c.2", "1.14b", "1.14c", "1.14d.1", "1.15b", "2.7c.1", "2.7d.5", "2.7d.6", "4.4a")
def test_numbers_that_the_book_prints() -> None:
    c = B["combat"]
    assert (c["columns"][0], c["columns"][-1]) == ("1:2", "4:1")
    assert (c["worse_than_first_column"], c["better_than_last_column"]) == ("A2r2", "4:1")
    assert c["intensive_ne"] == "A1r1D1r1"
    drms = {x["id"]: x for x in c["modifier"]}
    assert (drms["flamethrower-engineers"]["drm_attack"], drms["flamethrower-engineers"]["drm_defence"]) == (3, -3)
    assert (drms["anti-tank"]["drm"], drms["brihuega-overlooked"]["drm"], drms["air-point"]["shift"]) == (-1, 2, 1)
    assert drms["out-of-supply"]["strength"] == 0.5
    assert next(x for x in B["barrage"]["shifts"] if x["id"] == "unspotted-spanish")["left"] == 2
    assert B["air_points"]["barrage_per_point"] == 5
    assert (B["interdiction"]["radius"], B["interdiction"]["road_cost_factor"]) == (2, 2)
    assert {x["faction"]: x["drm"] for x in B["reconstitution"]["modifiers"] if x["provenance"] == "text"} == {
        "communist": -1, "international": -1, "spanish-army": -1, "italian-volunteer": 1, "italian-army": 0,
        "popular-army": 0, "anarchist": 0}
    assert (B["reconstitution"]["returns_with_steps"], B["reconstitution"]["headquarters_delay"]) == (1, 1)
    assert (B["tank_repair"]["repaired_on"], B["tank_repair"]["returns_with_steps"]) == ([5, 6], 1)
    panic = B["panic"]
    assert (panic["threshold"], panic["retreat_bonus"], panic["headquarters_range_change"]) == (11, 1, -2)
    assert (B["variable_reinforcements"]["early_on"], B["variable_reinforcements"]["late_on"]) == (6, 1)
    assert B["after_combat_tank"]["anti_tank_drm"] == 1
    village = next(x for x in B["terrain"]["hex"] if x["id"] == "village")
    assert (village["defence"], village["house_defence"]) == (2, 2)


@pytest.mark.rule("3.1b", "2.2b", "scn.1.vp.5", "2.6a.3", "2.9", "1.17a.1", "1.17b.1", "1.17d", "gen.1")
def test_hexes_that_the_book_names() -> None:
    assert {n: TOWNS[n]["hex"] for n in ("torija", "brihuega", "jadraque", "cogolludo")} == {
        "torija": "3.08", "brihuega": "18.03", "jadraque": "23.22", "cogolludo": "10.30"}
    assert (M["sudden_death"]["exit_hex"], M["sudden_death"]["battalions"]) == ("1.07", 9)
    assert M["start_line"]["ends"] == ["19.35", "62.05"]
    assert M["brihuega"]["hills"] == ["16.03", "16.04", "17.05", "18.05", "19.05", "18.01", "19.02"]
    assert (M["brihuega"]["retreat_hex"], M["brihuega"]["italian_limit_column"]) == ("20.03", 16)
    assert [x["hex"] for x in M["nationalist_entry"]] == ["62.16", "52.23"]
    assert [x["hex"] for x in M["republican_hex_entry"]] == ["4.16"]
    assert next(a for a in M["entry_area"] if a["id"] == "E")["hexes"] == ["59.01"]
    assert {x["id"] for x in E["hex"] if x["by"] == "text"} == {
        "3.08", "10.30", "18.03", "23.22", "16.03", "16.04", "17.05", "18.01", "18.05", "19.02", "19.05"}
    assert all(M["grid"][k] == v for k, v in (("km_per_hex", 1), ("columns", 62), ("rows", 35)))
