"""The drawn map and the board for the screen: they show what the data say, and nothing else."""
from __future__ import annotations

import copy
import itertools
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from frente.cli.play.textmap import TextMap, spots
from frente.draw import chart, labels, playlines, water
from frente.draw.geometry import RADIUS, Sheet
from frente.draw.hexmap import svg
from frente.draw.routes import Net
from frente.games.guadalajara import GAME
from frente.games.guadalajara.show import cartography
from frente.games.guadalajara.state.board import SIDES
from frente.games.guadalajara.state.position import Guadalajara
from frente.geo.hexgrid import Hex, Point
from frente.kernel.catalog import GAMES

GROUND = cartography.OWN.read("map")
TERRAIN = cartography.OWN.read("terrain")
TABLES = cartography.OWN.read("tables")
STYLE = cartography.OWN.read("style")
MAP = cartography.chart()
SHEET = Sheet(MAP)
SVG = "{http://www.w3.org/2000/svg}"
THEME = MAP.look.theme


@cache
def drawn(theme: str = "light", legend: bool = True) -> str:
    return svg(MAP, theme, legend=legend)


@cache
def root() -> ET.Element:
    return ET.fromstring(drawn())


@cache
def streams() -> list[water.Stream]:
    return water.streams(SHEET, [at for at, _, _ in net().bridges()])


@cache
def net() -> Net:
    return Net(SHEET)


@cache
def board() -> dict[str, Any]:
    return GAME.picture(start())


@cache
def start() -> Guadalajara:
    return GAME.start("1", GAME.settled({}))


def at(name: str) -> Hex:
    found = MAP.place(name)
    assert found is not None, name
    return found


def words() -> list[str]:
    return ["".join(n.itertext()) for n in root().iter(f"{SVG}text")]


def marked(name: str) -> list[str]:
    return [n.attrib[f"data-{name}"] for n in root().iter() if f"data-{name}" in n.attrib]


def gap(p: Point, line: list[Point]) -> float:
    """Distance from a point to a line."""
    best = math.inf
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / (dx * dx + dy * dy or 1)))
        best = min(best, math.dist(p, (ax + t * dx, ay + t * dy)))
    return best


# -- the ground


def test_a_printed_number_counts_columns_from_the_left_and_rows_from_the_bottom() -> None:
    assert MAP.number((1, 35)) == "1.01"
    assert MAP.place("18.03") == (18, 33)
    assert all(MAP.place(MAP.number(h)) == h for h in MAP.grid.hexes())
    for other in ("18.3", "018.03", "1803", "Brihuega", "a.b", "1.2.3", ""):
        assert MAP.place(other) is None, other


def test_even_columns_stand_half_a_hex_higher() -> None:
    (_, odd), (_, even) = (SHEET.centre(at(name)) for name in ("1.10", "2.10"))
    assert odd - even == pytest.approx(SHEET.pitch / 2)


def test_every_hex_is_drawn_with_the_ground_of_the_data() -> None:
    assert len(MAP.terrain) == len(TERRAIN["hex"]) == 62 * 35
    for h in TERRAIN["hex"]:
        ground = h["ground"] if "village" in h else h["terrain"]
        assert MAP.terrain[at(h["id"])] == ground
        assert MAP.elevation[at(h["id"])] == h["elev"]


def test_every_hex_carries_its_number_once_inside_its_own_border() -> None:
    (numbers,) = (n for n in root().iter(f"{SVG}g") if n.get("class") == "numbers")
    assert sorted("".join(n.itertext()) for n in numbers) == sorted(h["id"] for h in TERRAIN["hex"])
    for n in numbers:
        column, row = at("".join(n.itertext()))
        spot = float(n.attrib["x"]), float(n.attrib["y"]) - 3
        near = [(column, row), *MAP.grid.neighbours(column, row)]
        assert min(near, key=lambda h: math.dist(SHEET.centre(h), spot)) == (column, row)


def test_the_grid_draws_every_hexside_once() -> None:
    columns = {n.attrib["id"]: n.attrib["d"] for n in root().iter(f"{SVG}path") if n.get("id", "").startswith("column")}
    (grid,) = (n for n in root().iter(f"{SVG}g") if n.get("class") == "grid")
    found: list[frozenset[tuple[int, int]]] = []
    for n in grid:
        shift = float(n.get("x", 0))
        for x, y, steps in re.findall(r"M([-\d.]+) ([-\d.]+)l([-\d. ]+)", n.get("d") or columns[n.attrib["href"][1:]]):
            p = float(x) + shift, float(y)
            moves = list(map(float, steps.split()))
            for dx, dy in zip(moves[::2], moves[1::2]):
                q = p[0] + dx, p[1] + dy
                found.append(frozenset((round(a / 2), round(b / 2)) for a, b in (p, q)))
                p = q
    sides = {frozenset((round(px / 2), round(py / 2)) for px, py in pair) for h in MAP.grid.hexes()
             for pair in itertools.pairwise([*SHEET.corners(h), SHEET.corners(h)[0]])}
    assert len(found) == len(sides)


def test_rivers_run_along_their_hexsides() -> None:
    for row in STYLE["river"]:
        lines = [s.line for s in streams() if s.river.name in (row["shown"], "")]
        for side in TERRAIN["hexside"]:
            if side["river"] == row["id"]:
                middle = SHEET.middle(at(side["a"]), at(side["b"]))
                every = lines if row["id"] in ("henares", "tajuna") else [s.line for s in streams()]
                assert min(gap(middle, line) for line in every) < 14, side


def test_every_river_bears_its_name() -> None:
    rows = {r["id"]: r["name"] for r in TERRAIN["river"]}
    for row in STYLE["river"]:
        assert row["shown"] == f"Río {rows.pop(row['id'])}"
        assert row["shown"] in words()
    assert not rows


def test_the_tajuna_leaves_the_map_and_comes_back() -> None:
    parts = [r for r in MAP.rivers if r.name in ("Río Tajuña", "") and r.width == 1.4]
    assert len(parts) == 2
    assert sum(len(r.sides) for r in parts) == sum(s["river"] == "tajuna" for s in TERRAIN["hexside"])


def test_every_way_is_drawn_in_its_class_across_the_middle_of_its_hexsides() -> None:
    for link in TERRAIN["link"]:
        a, b = at(link["a"]), at(link["b"])
        if link["class"] == "railway":
            continue
        kind = cartography.KINDS[link["class"]]
        assert net().kinds[frozenset((a, b))] == kind
        lines = [s.line for s in net().stretches if s.kind == kind and link["way"] in s.ids]
        assert min(gap(SHEET.middle(a, b), line) for line in lines) < 1, link


def test_the_railway_passes_beside_the_middle_of_its_hexsides() -> None:
    ((name, line),) = playlines.rails(SHEET, net())
    links = [x for x in TERRAIN["link"] if x["class"] == "railway"]
    assert name == "railway"
    assert len(links) == len(GROUND["railway"]["hexes"]) - 1
    assert all(gap(SHEET.middle(at(x["a"]), at(x["b"])), line) < playlines.ASIDE + 1 for x in links)


def test_there_is_a_bridge_where_a_way_crosses_a_river_and_nowhere_else() -> None:
    found = sorted((round(x), round(y)) for (x, y), _, _ in net().bridges())
    sides = [s for s in TERRAIN["hexside"] if s.get("bridge", "railway") != "railway"]
    middles = [SHEET.middle(at(s["a"]), at(s["b"])) for s in sides]
    assert found == sorted((round(x), round(y)) for x, y in middles)


# -- villages and lines


def test_every_village_has_its_name_and_its_points() -> None:
    names = marked("name")
    for p in GROUND["place"]:
        assert names.count(p["name"]) == 1
    points = {MAP.number(o.place): o.points for o in MAP.objectives}
    assert points == {p["hex"]: p["vp"] for p in GROUND["place"] if p["vp"]}
    assert len(marked("objective")) == len(points)


def test_no_name_lies_on_another() -> None:
    taken = labels.obstacles(SHEET, net(), streams(), water.front_lines(SHEET))
    playlines.mark_taken(SHEET, taken, [line for _, line in playlines.rails(SHEET, net())], playlines.boundaries(SHEET))
    placed = labels.Labels(SHEET, taken, streams()).placed
    assert len(placed) == len(GROUND["place"]) + len(STYLE["area"])
    for p, q in itertools.combinations(placed, 2):
        (ax, ay, bx, by), (cx, cy, dx, dy) = p.box(), q.box()
        assert bx <= cx or dx <= ax or by <= cy or dy <= ay, (p.lines, q.lines)
    for p in placed:
        x0, y0, x1, y1 = p.box()
        assert min(x0, y0 + 4, SHEET.width - x1, SHEET.height + 4 - y1) > 0, p.lines


def test_the_start_line_runs_between_its_printed_ends_and_parts_the_sides() -> None:
    east, _ = cartography.sectors(GROUND, MAP.grid)
    assert all(a not in east and b in east for a, b in MAP.front)
    touched = {MAP.number(h) for side in MAP.front for h in side}
    assert set(GROUND["start_line"]["ends"]) <= touched
    assert len(SHEET.chain(MAP.front)) == 1


def test_the_separation_line_follows_the_badiel_and_ends_at_the_start_line() -> None:
    east, south = cartography.sectors(GROUND, MAP.grid)
    assert all(a in south and b not in south and not {a, b} & east for a, b in MAP.boundary)
    badiel = {frozenset((at(s["a"]), at(s["b"]))) for s in TERRAIN["hexside"] if s["river"] == "badiel"}
    drawn_line = {frozenset(side) for side in MAP.boundary}
    assert len(drawn_line & badiel) > 60
    (line,) = SHEET.chain(MAP.boundary)
    front = [p for part in SHEET.chain(MAP.front) for p in part]
    assert min(math.dist(line[0], p) for p in front) < 1 or min(math.dist(line[-1], p) for p in front) < 1


def test_entries_stand_at_their_hexes_with_all_hexes_of_their_area() -> None:
    areas = {e.letter: e for e in MAP.entries if e.hexes}
    for a in GROUND["entry_area"]:
        entry = areas.pop(a["id"])
        assert MAP.number(entry.place) == a["road_hex"]
        assert entry.side == "republican"
        assert [MAP.number(h) for h in entry.hexes] == a["hexes"]
    assert not areas
    by_letter: dict[str, set[str]] = {}
    for e in MAP.entries:
        by_letter.setdefault(e.letter, set()).add(MAP.number(e.place))
    sources = GROUND["supply_sources"]
    assert by_letter["S"] == set(sources["spanish"])
    assert by_letter["I"] == set(sources["italian"])
    assert by_letter["3"] == {"4.16"}
    assert by_letter[""] == set(sources["republican"]) - {a["road_hex"] for a in GROUND["entry_area"]}
    assert sorted(marked("entry")) == sorted(e.letter for e in MAP.entries)


def test_the_hills_of_brihuega_bear_the_sign_of_the_observer() -> None:
    assert [MAP.number(mark.place) for mark in MAP.marks] == GROUND["brihuega"]["hills"]
    assert len(marked("mark")) == 7


# -- the picture


def test_the_same_data_give_the_same_bytes() -> None:
    assert chart.svg(cartography.chart()) == drawn()


def test_the_map_of_the_browser_stays_small() -> None:
    assert len(drawn("auto", legend=False).encode()) < 800_000


def test_light_and_dark_differ_in_colours_only() -> None:
    light, dark = drawn(), drawn("dark")
    assert light != dark
    assert "var(--" not in light + dark
    assert re.sub(r"#[0-9a-f]{6}", "#", light) == re.sub(r"#[0-9a-f]{6}", "#", dark)


def test_the_needle_shows_true_north() -> None:
    """One step up the map is 27.57 degrees west of north."""
    east, north = GROUND["grid"]["east"][1], GROUND["grid"]["north"][1]
    assert math.degrees(math.atan2(-east, north)) == pytest.approx(MAP.turn, abs=0.1)
    assert f"rotate({MAP.turn:g})" in drawn()


def test_the_margin_says_what_the_map_rests_on() -> None:
    sources = dict(MAP.legend.provenance)
    assert list(sources) == ["text", "geography", "play-aid", "estimate"]
    for kind in ("text", "geography", "estimate"):
        assert f"{sum(h['by'] == kind for h in TERRAIN['hex'])} hexes" in sources[kind]
    assert "GeoNames" in sources["geography"]
    assert "not the printed map" in sources["estimate"]


def test_the_terrain_table_has_the_figures_of_the_data() -> None:
    cells = {row.gloss: row.cells for row in MAP.legend.rows}
    assert cells["Wooded hills"] == ("3", "6", "no", "×2", "1 col.")
    assert cells["Main road"][:3] == ("½", "½", "¼")
    assert cells["River side"] == ("all", "no", "no", "att. 1/3", "–")
    tables = copy.deepcopy(TABLES)
    next(x for x in tables["terrain"]["hex"] if x["id"] == "woods")["foot"] = 5
    changed = cartography.hexmap(GROUND, TERRAIN, tables, STYLE)
    assert next(r for r in changed.legend.rows if r.gloss == "Woods").cells[0] == "5"


def test_a_pack_changes_ground_and_sources() -> None:
    terrain = copy.deepcopy(TERRAIN)
    row = next(h for h in terrain["hex"] if h["id"] == "30.20")
    assert row["terrain"] != "woods"
    row |= {"terrain": "woods", "by": "pack"}
    changed = cartography.chart({"map": GROUND, "terrain": terrain, "tables": TABLES})
    assert changed.terrain[at("30.20")] == "woods"
    assert dict(changed.legend.provenance)["pack"] == "Terrain of 1 hex."
    assert "pack" not in dict(MAP.legend.provenance)


def test_unknown_ground_is_refused_in_one_sentence() -> None:
    marsh = replace(MAP, terrain=MAP.terrain | {(1, 1): "marsh"})
    with pytest.raises(ValueError, match=r"no \[terrain\.marsh\]; it knows open, hills"):
        svg(marsh)


# -- the board for the screen


def test_spaces_lie_where_the_map_draws_them_and_know_their_neighbours() -> None:
    b = start().board
    spaces = board()["spaces"]
    assert [s["id"] for s in spaces] == b.names
    for h, s in enumerate(spaces):
        x, y = SHEET.centre(at(s["id"]))
        assert math.dist((s["x"], s["y"]), (x, y)) < 0.1
        assert len(s["corners"]) == 6
        assert {n for n in s["neighbours"] if n} == {b.names[n] for n in b.nb[h]}
        assert s["terrain"] == [b.terrain[h]]
    width, height = board()["field"][2:]
    assert (width, height) == MAP.grid.size(RADIUS)


def test_routes_and_water_of_a_space_stand_in_the_direction_of_the_neighbour() -> None:
    spaces = {s["id"]: s for s in board()["spaces"]}
    brihuega = spaces["18.03"]
    side = dict(zip(brihuega["neighbours"], zip(brihuega["routes"], brihuega["water"])))
    assert side["18.02"] == ("track", "bridge")
    assert side["18.04"] == ("road", "")
    assert side["19.03"] == ("", "river")
    torija = dict(zip(spaces["3.08"]["neighbours"], spaces["3.08"]["routes"]))
    assert torija["4.08"] == "main-road"
    assert brihuega["printed"][0] == {"kind": "village", "name": "Brihuega", "points": 4, "from": "text"}


def test_entries_on_the_screen_say_whether_the_book_names_them() -> None:
    found = {s["id"]: m for s in board()["spaces"] for m in s["printed"] if m["kind"] == "entry"}
    assert {name for name, m in found.items() if m["from"] == "text"} == {"59.01", "62.16", "52.23", "4.16"}
    assert [name for name, m in found.items() if not m["source"]] == ["4.16"]


def test_the_terminal_knows_the_printed_numbers() -> None:
    ground = TextMap(MAP, list(SIDES))
    view = GAME.view(start(), None)
    shown = ground.draw(view, ground.around(spots(MAP, ["18.03", "off-map"])), {"18.04"}, {"18.03"}).plain
    assert "@o=" in shown                # here, a village on a road
    assert "*" in shown


def test_every_kind_of_unit_has_a_sign_and_every_counter_a_short_name() -> None:
    known = {"infantry", "cavalry", "artillery", "tank"} | set(MAP.look.signs)
    for u in board()["units"]:
        assert u["symbol"] in known, u
        assert 0 < len(u["short"]) <= 6, u


def test_tracks_and_boxes_are_those_of_the_game() -> None:
    view = GAME.view(start(), None)
    assert {(t["id"], t["side"]) for t in board()["tracks"]} == {(t["id"], t["side"]) for t in view.tracks}
    boxes = {x["id"] for x in board()["boxes"]}
    assert {p["at"] for p in view.pieces} <= boxes | set(start().board.names)
    texts = GAME.texts("en").entries
    assert all(x["title_key"] in texts for x in [*board()["boxes"], *board()["tracks"]])


def test_the_schedule_names_every_reinforcement_once() -> None:
    b = start().board
    named = [u for row in board()["schedule"] for u in row["units"]]
    due = [b.uid[u] for u in range(b.units) if b.used[u] and 0 < b.arrives[u] <= 11 and not b.group[u]]
    assert sorted(named) == sorted(due)
    assert [t["n"] for t in board()["turns"]] == list(range(1, 12))


def test_the_theme_names_only_what_the_game_has() -> None:
    assert tuple(MAP.look.sides) == tuple(SIDES)
    assert set(THEME["phases"]) <= {*GAME.frames, "Exploitation"}     # a Movement Phase of its own name
    assert set(THEME["overlays"]) == set(GAME.overlays())
    assert set(THEME["keys"]) <= set(THEME["overlays"])
    assert set(THEME["boxes"]) == {x["id"] for x in board()["boxes"]}
    assert set(THEME["primary"]) <= set(board()["verbs"])
    assert THEME["columns"] == TABLES["combat"]["columns"]
    texts = GAME.texts("en").entries
    told = {*THEME["marches"], *[x[k] for x in THEME["rolls"] for k in ("die", "told")]}
    assert all(any(key.split(".")[-1] == name for key in texts) for name in told)
    assert {x["during"] for x in THEME["rolls"]} <= set(GAME.frames)
    assert THEME["score"]["track"] in {t["id"] for t in board()["tracks"]}
    assert GAME.slug in GAMES
