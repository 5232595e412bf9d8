"""The board of Heralds of Defeat as a drawing and as data for a screen."""
from __future__ import annotations

import copy
import itertools
import math
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from frente.draw import chart, export, streetmap, streetplates
from frente.draw import faces as counters
from frente.draw.streetblocks import area, clip, faces, inset, inside
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.streetnames import SIZES, Names
from frente.draw.streetsigns import BUILDINGS, RESOURCES
from frente.games.heralds import GAME
from frente.games.heralds.show import cartography, picture
from frente.games.heralds.state.board import SIDES, load_board
from frente.geo.streetdata import StreetMap
from frente.kernel.components import PawnFace

SVG = "{http://www.w3.org/2000/svg}"
MAP = cartography.chart()
GROUND = cartography.OWN.read("board")
STYLE = cartography.OWN.read("style")
LOOKS = cartography.OWN.read("looks")
PAWNS = cartography.OWN.read("pawns")
BOARD = load_board()
Box = tuple[float, float, float, float]


@cache
def drawn(theme: str = "light") -> str:
    return chart.svg(MAP, theme)


@cache
def tree() -> ET.Element:
    return ET.fromstring(drawn())


def words(svg: str) -> set[str]:
    return {"".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")}


def changed(**tables: Any) -> StreetMap:
    own = {"board": GROUND, "pawns": PAWNS, "style": STYLE, "looks": LOOKS} | tables
    return cartography.streetmap(own["board"], own["pawns"], own["style"], own["looks"])


def apart(a: Box, b: Box, gap: float = 0.0) -> bool:
    return a[2] + gap <= b[0] or b[2] + gap <= a[0] or a[3] + gap <= b[1] or b[3] + gap <= a[1]


def boxes() -> dict[str, Box]:
    """All squares and plates."""
    found = {q.id: streetplates.box(q) for q in MAP.squares}
    return found | {c.id: streetplates.box(c) for c in MAP.compounds if c.plate}


def near(p: tuple[float, float], line: Any) -> float:
    return min(math.dist(p, q) for q in line)


# -- what is there


def test_every_square_and_compound_of_the_data_has_its_place_on_the_board() -> None:
    spaces = [n.attrib["data-space"] for n in tree().iter() if "data-space" in n.attrib]
    plates = [c["id"] for c in GROUND["compound"] if c["kind"] != "marker_site"]
    assert sorted(spaces) == sorted([*(s["id"] for s in GROUND["square"]), *plates])
    shown = words(drawn())
    for row in [*STYLE["square"], *STYLE["compound"]]:
        assert row["shown"] in shown
    assert set("ABCDEFGHJKL") <= shown
    assert {c for c in plates if len(c) == 2} <= shown


def test_every_route_is_drawn_from_square_to_square_through_its_compounds() -> None:
    routes = {n.attrib["data-route"] for n in tree().iter() if "data-route" in n.attrib}
    assert routes == {r["id"] for r in GROUND["route"]}
    at = {q.id: (q.x, q.y) for q in MAP.squares} | {c.id: (c.x, c.y) for c in MAP.compounds}
    for road, row in zip(MAP.roads, GROUND["route"]):
        assert road.line[0] == at[row["from"]]
        assert road.line[-1] == at[row["to"]]
        cuts = [road.line.index(at[name]) for name in row["via"]]
        assert cuts == sorted(cuts), "in the order of travel"


def test_railways_run_beside_the_routes_that_have_them() -> None:
    rails = {n.attrib["data-rail"] for n in tree().iter() if "data-rail" in n.attrib}
    assert rails == {r["id"] for r in GROUND["route"] if r["rail"]}


def test_every_resource_has_its_sign_and_critical_ones_are_marked() -> None:
    signs = {n.attrib["data-resource"]: n for n in tree().iter() if "data-resource" in n.attrib}
    assert set(signs) == {r["id"] for r in GROUND["resource"]}
    for row in GROUND["resource"]:
        rings = signs[row["id"]].findall(f"{SVG}circle")
        assert (len(rings) == 3) == row["critical"]
        assert row["type"] in RESOURCES


def test_the_worth_of_squares_is_that_of_the_rules() -> None:
    names = BOARD.names
    assert {q.id for q in MAP.squares if q.points} == {names[a] for a in [*BOARD.key_squares, BOARD.alcala]}
    assert {q.id for q in MAP.squares if q.will == 1} == {names[a] for a in BOARD.will_squares}
    assert {q.id for q in MAP.squares if q.will == 2} == {names[BOARD.square_g]}


def test_bridges_show_how_they_start() -> None:
    starts = {c.id: c.start for c in MAP.compounds if c.kind == "bridge"}
    assert starts == {c["id"]: c["start"] for c in GROUND["compound"] if c["kind"] == "bridge"}
    for name in starts:
        bridge = next(c for c in MAP.compounds if c.id == name)
        jarama = next(r for r in MAP.rivers if r.name == "Río Jarama")
        assert near((bridge.x, bridge.y), jarama.line) < 4, "over the river"


def test_tracks_hold_the_boxes_of_the_data_and_will_falls_to_the_left() -> None:
    tracks = {t.id: t for t in MAP.tracks}
    will = [int(b.id) for b in tracks["will"].boxes]
    assert will == sorted(b["box"] for b in GROUND["will_track"]["boxes"])
    assert [b.id for b in tracks["turn"].boxes] == [str(t["turn"]) for t in GROUND["turn_track"]["turns"]]
    assert len(tracks["count"].boxes) == GROUND["generic_track"]["max"] + 1
    for track in MAP.tracks:
        for a, b in itertools.pairwise(track.boxes):
            assert a.x + a.width < b.x
        assert track.boxes[-1].x + track.boxes[-1].width <= MAP.width
        assert all(MAP.height < b.y and b.y + b.height < MAP.height + MAP.band for b in track.boxes)


def test_the_legend_is_the_chart_of_movement_costs() -> None:
    costs = dict(MAP.legend.costs)
    assert costs["downtown"] == ("0* / 1", "1 / 2", "0 / 1")
    assert costs["other compound"] == ("0", "2", "–")
    ground = copy.deepcopy(GROUND)
    row = next(r for r in ground["move_cost"] if r["from"] == r["to"] == "downtown" and r["status"] == "hard")
    row["cost"] = 7
    assert dict(changed(board=ground).legend.costs)["downtown"][0] == "0* / 7"


def test_the_legend_says_what_is_text_geography_and_estimate() -> None:
    sources = dict(MAP.legend.provenance)
    for kind in ("text", "geography", "estimate"):
        count = sum(r["provenance"] == kind for r in GROUND["route"])
        assert str(count) in sources[kind]
    assert "not the printed board" in sources["estimate"]
    assert "pack" not in sources
    ground = copy.deepcopy(GROUND)
    ground["route"][3]["provenance"] = "pack"
    assert dict(changed(board=ground).legend.provenance)["pack"] == "r04."


def test_every_hint_of_the_style_says_where_it_comes_from() -> None:
    for kind in ("square", "compound", "route", "river", "park", "landmark", "words"):
        for row in STYLE[kind]:
            assert row["from"] in ("text", "geography", "estimate"), row
    assert {r["id"] for r in STYLE["route"]} == {r["id"] for r in GROUND["route"]}
    assert {s["id"] for s in STYLE["square"]} == {s["id"] for s in GROUND["square"]}
    for row in STYLE["compound"]:
        assert row["sign"] in {"bridge", *BUILDINGS}


def test_every_bend_of_a_route_names_all_its_compounds() -> None:
    via = {r["id"]: r["via"] for r in GROUND["route"]}
    for row in STYLE["route"]:
        assert [b for b in row["bends"] if isinstance(b, str)] == via[row["id"]]


# -- nothing covers anything else


def test_no_square_or_plate_covers_another_and_all_lie_inside_the_frame() -> None:
    for (a, first), (b, second) in itertools.combinations(boxes().items(), 2):
        assert apart(first, second, 3), (a, b)
    for name, (x0, y0, x1, y1) in boxes().items():
        assert min(x0, y0, MAP.width - x1, MAP.height - y1) > 4, name


def test_no_route_runs_under_a_space_it_does_not_serve() -> None:
    for road in MAP.roads:
        own = {*road.ends, *road.via}
        for name, (x0, y0, x1, y1) in boxes().items():
            if name not in own:
                assert not any(x0 < x < x1 and y0 < y < y1 for x, y in road.line), (road.id, name)


def test_no_two_routes_cross_except_where_they_share_a_space() -> None:
    for a, b in itertools.combinations(MAP.roads, 2):
        shared = {*a.ends, *a.via} & {*b.ends, *b.via}
        at = [(x0, y0, x1, y1) for name, (x0, y0, x1, y1) in boxes().items() if name in shared]
        free = [p for p in a.line if not any(x0 <= p[0] <= x1 and y0 <= p[1] <= y1 for x0, y0, x1, y1 in at)]
        assert not free or min(near(p, b.line) for p in free[1:-1] or free) > 5, (a.id, b.id)


def test_no_name_or_sign_covers_another() -> None:
    names = [p.box() for p in [*streetplates.names(MAP), *streetmap.sights(MAP)]]
    signs = streetplates.marks(MAP)
    for a, b in itertools.combinations([*names, *(sign for _, sign in signs)], 2):
        assert apart(a, b), (a, b)
    sites = {c.id: c.parent for c in MAP.compounds if not c.plate}
    for (owner, sign), (name, other) in itertools.product(signs, boxes().items()):
        assert sites.get(owner, owner) == name or apart(sign, other), (owner, name)
    for label, other in itertools.product(names, boxes().values()):
        assert apart(label, other), (label, other)


def test_every_name_along_a_curve_finds_room_and_covers_no_space_no_road_and_no_other_name() -> None:
    placed = Names(MAP, streetmap.taken(MAP))
    assert placed.missing == []
    wanted = [r.name for r in MAP.roads] + [r.name for r in MAP.rivers] + [w.text for w in MAP.words]
    assert {w for w in wanted if w} <= {n.words for n in placed.placed}
    for name in placed.placed:
        if name.css == "green":
            continue
        for x, y in name.dots():
            assert all(apart((x, y, x, y), b) for b in boxes().values()), name.words
            assert all(near((x, y), road.line) > 3.5 for road in MAP.roads), name.words
    for a, b in itertools.combinations(placed.placed, 2):
        gap = (SIZES[a.css] + SIZES[b.css]) * 0.4
        assert min(near(p, b.dots()) for p in a.dots()) > gap, (a.words, b.words)


def test_squares_keep_their_bearing_from_the_puerta_del_sol() -> None:
    at = {q.id: (q.x, q.y) for q in MAP.squares}
    sol = next(s for s in GROUND["square"] if s["id"] == "G")
    for row in GROUND["square"]:
        if row["id"] == "G":
            continue
        east = (row["lon"] - sol["lon"]) * math.cos(math.radians(sol["lat"]))
        true = math.atan2(row["lat"] - sol["lat"], east)
        drawn_at = math.atan2(at["G"][1] - at[row["id"]][1], at[row["id"]][0] - at["G"][0])
        off = abs((true - drawn_at + math.pi) % (2 * math.pi) - math.pi)
        assert off < math.radians(45), row["id"]


# -- the ground


def test_the_roads_cut_the_sheet_into_faces_that_cover_it_once() -> None:
    rings = faces(MAP)
    shared = sum(n - 1 for n in {leg: sum(leg in [x[:2] for x in r.legs] for r in MAP.roads)
                                 for r in MAP.roads for leg in [x[:2] for x in r.legs]}.values())
    nodes = {name for road in MAP.roads for a, b, _ in road.legs for name in (a, b)}
    legs = sum(len(road.legs) for road in MAP.roads) - shared
    assert len(rings) == legs - len(nodes) + 2, "Euler"
    whole = (MAP.width + 80) * (MAP.height + 80)
    assert sum(abs(area(r)) for r in rings) == pytest.approx(whole, rel=0.002)


def test_what_is_clipped_lies_in_both_and_what_is_inset_lies_inside() -> None:
    cell = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    ring = [(5.0, -5.0), (15.0, -5.0), (15.0, 5.0), (5.0, 5.0)]
    assert abs(area(clip(ring, cell))) == pytest.approx(25)
    assert clip([(20.0, 20.0), (30.0, 20.0), (30.0, 30.0)], cell) == []
    assert abs(area(inset(cell, 2))) == pytest.approx(36)
    assert inset(cell, 6) == []
    assert inside((5, 5), cell)
    assert not inside((5, 11), cell)


# -- the picture


def test_the_same_data_give_the_same_bytes() -> None:
    assert chart.svg(cartography.chart()) == drawn()


def test_the_dark_picture_differs_only_in_colour() -> None:
    colour = re.compile(r"#[0-9a-f]{6}")
    dark = drawn("dark")
    assert dark != drawn()
    assert colour.sub("", dark) == colour.sub("", drawn())
    assert STREET_PALETTE["paper"][1] in dark
    assert STREET_PALETTE["paper"][0] not in dark


def test_the_automatic_picture_carries_both_palettes_and_becomes_the_light_png() -> None:
    auto = chart.svg(MAP, "auto", legend=False)
    assert "prefers-color-scheme:dark" in auto
    for pair in STREET_PALETTE.values():
        assert all(colour in auto for colour in pair)
    assert export.png(auto, 240) == export.png(chart.svg(MAP, "light", legend=False), 240)


def test_the_picture_refers_to_nothing_outside_itself_and_runs_nothing() -> None:
    tags = {node.tag.removeprefix(SVG) for node in tree().iter()}
    assert not tags & {"script", "image", "foreignObject", "use", "a", "filter"}
    assert not re.findall(r"@import|@font-face|javascript:|\son\w+=|url\(", drawn())
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', drawn()))
    assert "var(--" not in drawn()


def test_without_its_legend_the_picture_is_what_a_screen_shows() -> None:
    plain = chart.svg(MAP, legend=False)
    view = [float(x) for x in ET.fromstring(plain).attrib["viewBox"].split()]
    assert view == picture.of(BOARD, GAME.words(start()), GAME.kinds())["viewBox"]
    assert "WHAT THIS BOARD RESTS ON" not in words(plain)
    assert "WILL TO FIGHT" in words(plain)


def test_a_printed_board_holds_pawns_of_fifteen_millimetres(tmp_path: Path) -> None:
    export.write(drawn(), tmp_path / "board.pdf")
    data = (tmp_path / "board.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert b"Cabin-Bold" in data
    assert b"EBGaramond12-Italic" in data
    for compound in MAP.compounds:
        if compound.plate:
            assert min(compound.room.width, compound.room.height) * streetmap.MM > 15
    for square in MAP.squares:
        assert min(square.room.width, square.room.height) * streetmap.MM > 15


# -- pawns


def pawn(name: str, side: str) -> PawnFace:
    return cartography.pawn(next(r for r in PAWNS["pawn"] if r["id"] == name), side, LOOKS, STYLE["formations"])


def test_the_back_of_a_pawn_tells_nothing_but_its_faction() -> None:
    hidden = [row for row in PAWNS["pawn"] if any(x["status"] == "hidden" for x in row["place"])]
    for faction in SIDES:
        backs = {counters.svg(pawn(row["id"], "back"), MAP.look) for row in hidden if row["reverse"].lower() == faction}
        assert len(backs) == 1
    assert counters.svg(pawn("decoy-cnd", "back"), MAP.look) != counters.svg(pawn("decoy-pce", "back"), MAP.look)


def test_factions_can_be_told_apart_without_colour() -> None:
    grey = re.compile(r"#[0-9a-f]{6}|var\(--[a-z0-9-]+\)")
    assert len({grey.sub("", counters.svg(pawn("112bm", side), MAP.look)) for side in ("neutral", "cnd", "pce")}) == 3


def test_the_examples_of_the_legend_are_drawn_with_their_values() -> None:
    texts = words(drawn())
    for face, caption in MAP.legend.pawns:
        assert caption in texts
        assert {face.name, *(str(x) for x in face.values.values() if type(x) is int and x >= 0)} - {"", "0"} <= {
            *texts, *(x.lstrip("+") for x in texts)}, caption


# -- for a screen


def start() -> Any:
    return GAME.start(GAME.scenarios[0].id, GAME.settled({}))


@cache
def screen() -> dict[str, Any]:
    return picture.of(BOARD, GAME.words(start()), GAME.kinds())


def test_every_space_has_an_outline_a_room_and_its_neighbours() -> None:
    spaces = {x["id"]: x for x in screen()["spaces"]}
    assert list(spaces) == BOARD.names
    for name, space in spaces.items():
        xs, ys = [p[0] for p in space["corners"]], [p[1] for p in space["corners"]]
        w, h = space["room"]["width"] / 2, space["room"]["height"] / 2
        assert min(xs) + w <= space["x"] <= max(xs) - w, name
        assert min(ys) + h <= space["y"] <= max(ys) - h, name
        assert set(space["neighbours"]) <= set(spaces)
        assert space["from"] in ("text", "geography", "estimate")
    assert spaces["B1"]["parent"] == "B"
    assert spaces["B"]["inside"] == ["B1", "B2", "B3", "B4", "B5"]


def test_the_screen_knows_units_boxes_and_tracks_by_the_names_of_the_view() -> None:
    view = GAME.view(start(), None)
    units = {x["id"]: x for x in screen()["units"]}
    assert list(units) == [p["id"] for p in view.pieces]
    for piece in view.pieces:
        unit = units[piece["id"]]
        assert (unit["name"], unit["side"], unit["symbol"], unit["formation"]) == (
            piece["name"], piece["side"], piece["symbol"], piece["formation"])
    assert {p["at"] for p in view.pieces} <= {*BOARD.names, *(x["id"] for x in screen()["boxes"])}
    assert [(x["id"], x["side"]) for x in screen()["tracks"]] == [(t["id"], t["side"]) for t in view.tracks]


def test_handles_of_a_side_are_described_alike() -> None:
    for side in SIDES:
        alike = [{k: v for k, v in x.items() if k != "id"} for x in screen()["units"]
                 if x["kind"] == "handle" and x["side"] == side]
        assert len(alike) == 14
        assert all(x == alike[0] for x in alike)
    names = [x["id"] for x in screen()["pieces"]]
    assert names == sorted(names), "in an order that says nothing"


def test_lines_of_routes_end_in_their_squares() -> None:
    at = {x["id"]: x["corners"] for x in screen()["spaces"]}
    for route in screen()["routes"]:
        for end, (x, y) in zip(route["ends"], (route["line"][0], route["line"][-1])):
            (x0, y0), (x1, y1) = at[end][0], at[end][2]
            assert x0 < x < x1
            assert y0 < y < y1
