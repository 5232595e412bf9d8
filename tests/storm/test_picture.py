"""The drawn map and the board for the screen: they show what the data say, and nothing else."""
from __future__ import annotations

import copy
import itertools
import json
import math
import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

import plan_areas
from frente.draw import areamap, chart
from frente.draw.areaground import inside
from frente.draw.palette import AREA_PALETTE
from frente.games.storm import GAME
from frente.games.storm.show import cartography, picture
from frente.games.storm.state.board import AREAS, FACTIONS, load_board

GROUND = cartography.OWN.read("areas")
STYLE = cartography.OWN.read("style")
MAP = cartography.chart()
ROWS = {a["id"]: a for a in GROUND["area"]}
SHAPES = {a.id: a.ring for a in MAP.areas}
SVG = "{http://www.w3.org/2000/svg}"
THEME = MAP.look.theme


@cache
def drawn(theme: str = "light", legend: bool = True) -> str:
    return areamap.svg(MAP, theme, legend)


def marked(name: str, text: str | None = None) -> list[str]:
    """Values of a data attribute, in the order drawn."""
    return [n.attrib[f"data-{name}"] for n in ET.fromstring(text or drawn()).iter() if f"data-{name}" in n.attrib]


def words(text: str | None = None) -> list[str]:
    return ["".join(n.itertext()) for n in ET.fromstring(text or drawn()).iter(f"{SVG}text")]


def sides(ring: tuple[tuple[float, float], ...]) -> set[frozenset[tuple[float, float]]]:
    return {frozenset(pair) for pair in zip(ring, (*ring[1:], ring[0]))}


def long(line: set[frozenset[tuple[float, float]]]) -> float:
    return sum(math.dist(*side) for side in line)


# -- the plan


def test_the_plan_is_what_the_script_makes_of_the_data() -> None:
    assert (cartography.OWN.data / "plan.toml").read_text(encoding="utf-8") == plan_areas.made()


@pytest.mark.rule("2c")
def test_areas_share_a_border_on_the_map_exactly_if_they_are_adjacent() -> None:
    for a, b in itertools.combinations(ROWS, 2):
        near = any(n["to"] == b for n in ROWS[a]["neighbours"])
        shared = long(sides(SHAPES[a]) & sides(SHAPES[b]))
        assert near == (shared > 25), (a, b, shared)
        assert near or shared == 0, (a, b, shared)
    assert sum(len(row["neighbours"]) for row in ROWS.values()) == 2 * 91


def test_areas_that_only_meet_at_a_corner_meet_in_one_point_under_a_ring() -> None:
    corner = {frozenset(c["areas"]) for c in GROUND["corner"]}
    for a, b in itertools.combinations(ROWS, 2):
        common = set(SHAPES[a]) & set(SHAPES[b])
        near = any(n["to"] == b for n in ROWS[a]["neighbours"])
        assert (frozenset((a, b)) in corner) == (bool(common) and not near), (a, b)
        if frozenset((a, b)) in corner:
            assert len(common) == 1
            assert common <= set(MAP.corners)
    assert len(MAP.corners) == len(set(MAP.corners))


@pytest.mark.rule("2b")
def test_rivers_run_along_the_borders_the_data_name_and_no_others() -> None:
    assert [river.id for river in MAP.rivers] == ["guadarrama", "manzanares", "jarama"]
    for arc in MAP.arcs:
        if len(arc.beside) == 2 and cartography.BEYOND not in arc.beside:
            a, b = arc.beside
            assert arc.river == next(n["river"] for n in ROWS[a]["neighbours"] if n["to"] == b)
    for river in MAP.rivers:
        stretches = {side for arc in MAP.arcs if arc.river == river.id for side in sides(arc.line)}
        whole = {frozenset(pair) for pair in itertools.pairwise(river.line)}
        assert whole <= stretches
        assert len(whole) == len(river.line) - 1


@pytest.mark.rule("2g")
def test_each_supply_route_runs_through_its_areas_and_no_other() -> None:
    assert len(MAP.routes) == len(GROUND["supply_route"]) == 4
    for route, row in zip(MAP.routes, GROUND["supply_route"]):
        assert route.id == row["id"]
        line = [p for a, b in itertools.pairwise(route.line)
                for p in ((a[0] + (b[0] - a[0]) * t / 8, a[1] + (b[1] - a[1]) * t / 8) for t in range(8))]
        seen = {k for k, ring in SHAPES.items() if sum(inside(ring, x, y) for x, y in line) > 2}
        assert seen == set(row["areas"])


def test_the_shapes_fill_the_frame_and_none_lies_over_another() -> None:
    rings = [*SHAPES.values(), MAP.beyond]
    assert sum(plan_areas.measures(ring)[0] for ring in rings) == pytest.approx(MAP.width * MAP.height, rel=1e-6)
    for x in range(11, int(MAP.width), 37):
        for y in range(13, int(MAP.height), 41):
            assert sum(inside(ring, x, y) for ring in rings) == 1, (x, y)


def test_name_and_pieces_have_their_own_room_inside_each_area() -> None:
    for a in MAP.areas:
        (px, py), room = a.plate, a.room
        plate = (px - a.plate_width / 2, py - 20, px + a.plate_width / 2, py + 20)
        block = (room.x - room.width / 2, room.y - room.height / 2, room.x + room.width / 2, room.y + room.height / 2)
        for x0, y0, x1, y1 in (plate, block):
            assert all(inside(a.ring, x, y) for x in (x0, (x0 + x1) / 2, x1) for y in (y0, (y0 + y1) / 2, y1)), a.id
        apart = plate[2] <= block[0] or block[2] <= plate[0] or plate[3] <= block[1] or block[3] <= plate[1]
        assert apart, a.id
        assert room.width * room.height >= 10 * 30 ** 2, f"{a.id} has no room for ten pieces"


# -- the picture


def test_every_area_box_and_link_is_drawn_and_named() -> None:
    assert marked("area") == list(ROWS)
    assert marked("box") == [b["id"] for b in GROUND["box"]]
    assert sorted(marked("link")) == sorted([x for b in GROUND["box"] for x in b["links"]] + ["", ""])
    text = words()
    for a in MAP.areas:
        assert a.id in text
        assert set(a.name) <= set(text)


def test_rivers_routes_bridges_and_places_are_drawn() -> None:
    assert marked("river") == [r["id"] for r in GROUND["river"]]
    assert marked("route") == [r["id"] for r in GROUND["supply_route"]]
    assert {"manzanares", "jarama", "guadarrama"} == set(marked("bridge"))
    for name in (*STYLE["rivers"].values(), *STYLE["routes"].values()):
        assert name in words()
    towns = {p["name"] for a in GROUND["area"] if a["kind"] == "normal" for p in a["places"]}
    quiet = set(STYLE["places"]["peaks"]) | set(STYLE["places"]["unmarked"])
    assert set(marked("town")) == towns - quiet
    assert set(marked("peak")) == set(STYLE["places"]["peaks"])


def test_the_printed_sheet_has_title_turns_tracks_and_factions() -> None:
    text = words()
    assert "STORM OVER MADRID" in text
    assert marked("turn") == [str(n) for n in range(1, 16)]
    assert marked("faction") == list(STYLE["faction"])
    assert {"Se desmorona", "Mala", "Frágil", "Firme", "Buena"} <= set(text)
    assert "12–18 oct" in text


def test_the_sheet_for_the_screen_has_the_boxes_but_not_the_margin() -> None:
    plain = drawn("light", legend=False)
    assert marked("box", plain) == [b["id"] for b in GROUND["box"]]
    assert "STORM OVER MADRID" not in words(plain)
    assert marked("turn", plain) == []


def test_the_dark_picture_differs_only_in_colour() -> None:
    colour = re.compile(r"#[0-9a-f]{6}")
    assert drawn("dark") != drawn()
    assert colour.sub("", drawn("dark")) == colour.sub("", drawn())
    assert AREA_PALETTE["paper"][1] in drawn("dark")


def test_the_same_data_give_the_same_bytes_and_nothing_from_elsewhere() -> None:
    assert areamap.svg(cartography.chart()) == drawn()
    text = drawn("auto")
    assert not re.search(r"<script|<image|<foreignObject|\son\w+=", text)
    assert re.findall(r'(?:href|src)="([^#][^"]*)"', text) == []
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_names_of_places_stand_inside_the_frame() -> None:
    for node in ET.fromstring(drawn()).iter(f"{SVG}text"):
        if node.get("class") in ("spot", "summit"):
            assert 0 < float(node.attrib["x"]) < MAP.width
            assert 8 < float(node.attrib["y"]) < MAP.height


def test_a_data_pack_changes_the_drawing() -> None:
    ground = copy.deepcopy(GROUND)
    next(a for a in ground["area"] if a["id"] == "K")["terrain"] = 9
    changed = cartography.chart({"areas": ground, "track": cartography.OWN.read("track")})
    assert "+9" in words(areamap.svg(changed, legend=False))
    assert "+9" not in words()


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ValueError, match='no theme is called "sepia"'):
        chart.svg(MAP, "sepia")


# -- the board for the screen


@pytest.fixture(scope="module")
def board() -> dict[str, Any]:
    return GAME.picture(GAME.start("drive", GAME.settled({})))


def test_spaces_are_the_areas_and_boxes_with_links_both_ways(board: dict[str, Any]) -> None:
    spaces = {s["id"]: s for s in board["spaces"]}
    assert list(spaces) == load_board().names
    assert len(spaces) == AREAS + 6
    for s in spaces.values():
        assert all(s["id"] in spaces[other]["neighbours"] for other in s["neighbours"])


def test_spaces_lie_exactly_where_the_map_draws_them(board: dict[str, Any]) -> None:
    for s in board["spaces"]:
        if s["id"] in SHAPES:
            assert [tuple(c) for c in s["corners"]] == list(SHAPES[s["id"]])
        ring = [(float(x), float(y)) for x, y in s["corners"]]
        assert inside(ring, s["x"], s["y"]), s["id"]
    x, y, w, h = board["viewBox"]
    assert (x, y) == (-areamap.SIDE, -areamap.TOP)
    assert all(x < cx < x + w and y < cy < y + h for s in board["spaces"] for cx, cy in s["corners"])


def test_every_piece_place_track_and_verb_of_a_view_is_on_the_board(board: dict[str, Any]) -> None:
    units = {u["id"]: u for u in board["units"]}
    places = {s["id"] for s in board["spaces"]} | {b["id"] for b in board["boxes"]} | {"unused"}
    tracks = {(t["id"], t["side"]) for t in board["tracks"]} | {("vp", "nationalist")}
    for scenario in GAME.scenarios:
        view = GAME.view(GAME.start(scenario.id, GAME.settled({})), 0)
        for piece in view.pieces:
            assert piece["at"] in places
            assert units[piece["id"]]["side"] == piece["side"]
        assert {(t["id"], t["side"]) for t in view.tracks} <= tracks
        assert {word.partition(":")[0] for word in view.acts} <= set(board["verbs"])


def test_every_unit_has_a_short_name_and_every_faction_a_flag(board: dict[str, Any]) -> None:
    assert set(STYLE["short"]) == set(load_board().uid)
    assert all(0 < len(u["short"]) <= 9 for u in board["units"])
    flags = {name: row["flag"] for name, row in STYLE["faction"].items()}
    assert set(flags) == set(FACTIONS)
    patterns = {re.sub("#[0-9a-f]{6}", "", json.dumps(flag)) for flag in flags.values()}
    assert len(patterns) == len(FACTIONS), "flags differ without their colours"


def test_the_schedule_names_every_unit_that_comes_later_once(board: dict[str, Any]) -> None:
    b = load_board()
    coming = [u for row in board["schedule"] for u in row.get("units", [])]
    assert sorted(coming) == sorted(b.uid[u] for u in range(b.units) if 1 < b.turn[u] <= b.last)


def test_provenance_counts_every_area(board: dict[str, Any]) -> None:
    assert sum(board["provenance"].values()) == AREAS
    assert [s["id"] for s in board["spaces"] if s["from"] == "text"] == list(picture.NAMED)


# -- the theme: data, no code


def test_the_theme_names_only_what_the_game_has(board: dict[str, Any]) -> None:
    texts = GAME.texts()
    view = GAME.view(GAME.start("drive", GAME.settled({})), 0)
    assert tuple(MAP.look.sides) == tuple(GAME.sides)
    assert set(THEME["phases"]) | {THEME["turn"]} <= set(GAME.frames)
    assert {x["during"] for x in THEME["rolls"]} <= set(GAME.frames)
    assert {key for x in THEME["rolls"] for key in (x["die"], x["told"])} <= set(texts.entries)
    assert set(THEME["overlays"]) == set(GAME.overlays()) == set(THEME["keys"])
    assert {THEME["points"], *THEME["gauges"], THEME["score"]["track"]} <= {t["id"] for t in view.tracks}
    assert THEME["score"]["win"] == load_board().vp_needed
    assert set(THEME["boxes"]) <= {b["id"] for b in board["boxes"]}
    assert set(THEME["primary"]) | {THEME["halt"]} <= set(board["verbs"])
    assert all(f"state.{x}" in texts for x in (*THEME["chips"], THEME["reverse"]))
    assert {f"{x['own']}-{side}" for x in THEME["hands"] for side in GAME.sides} <= set(view.hands)
    assert set(THEME["secret"]) | set(THEME["private"]) <= set(texts.entries)
    parts = ("pieces", "sums", "charts", "facts", "chances")
    bare = {name for part in parts for name in THEME["card"][part] if f"card.{name}" not in texts}
    assert bare == {"dice"}              # its value says itself what it is: two dice
