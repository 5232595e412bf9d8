"""The drawn map: everything in the data is on it, and a change in the data changes it."""

from __future__ import annotations

import copy
import itertools
import math
import re
import struct
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from frente.draw import areamap, chart, export
from frente.draw.geometry import RADIUS
from frente.draw.hexmap import MM_PER_HEX, svg
from frente.draw.palette import PALETTE
from frente.games.brunete.data.shape import KEYS, NAMES
from frente.games.brunete.show import cartography
from frente.geo.hexgrid import POINTY, Grid, Hex, from_table, label, parse
from frente.geo.mapdata import HexMap, chain
from frente.kernel.packs import Tables, load_tables

GROUND = cartography.OWN.read("map")
TABLES = cartography.OWN.read("tables")
STYLE = cartography.OWN.read("style")
MAP = cartography.chart()
SVG = "{http://www.w3.org/2000/svg}"


@cache
def picture_of(theme: str) -> str:
    return svg(MAP, theme)


def light() -> str:
    return picture_of("light")


def drawn(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def words(picture: str) -> list[str]:
    return ["".join(node.itertext()) for node in drawn(picture).iter(f"{SVG}text")]


def marked(picture: str, name: str) -> list[str]:
    """Values of a data attribute, in the order drawn."""
    return [node.attrib[f"data-{name}"] for node in drawn(picture).iter() if f"data-{name}" in node.attrib]


def points(d: str) -> list[tuple[float, float]]:
    """The points of a path of straight lines, as this drawing writes them."""
    found: list[tuple[float, float]] = []
    for start, rest in re.findall(r"M([-\d. ]+)l([-\d. ]*)", d):
        x, y = map(float, start.split())
        found.append((x, y))
        steps = list(map(float, rest.split()))
        for dx, dy in zip(steps[::2], steps[1::2]):
            x, y = x + dx, y + dy
            found.append((x, y))
    return found


def gap(p: tuple[float, float], line: list[tuple[float, float]]) -> float:
    """Distance from a point to a line."""
    best = math.inf
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / (dx * dx + dy * dy or 1)))
        best = min(best, math.dist(p, (ax + t * dx, ay + t * dy)))
    return best


def middle(grid: Grid, a: Hex, b: Hex) -> tuple[float, float]:
    (px, py), (qx, qy) = grid.side(a, b, RADIUS)
    return (px + qx) / 2, (py + qy) / 2


def with_terrain(place: str, terrain: str) -> HexMap:
    ground = copy.deepcopy(GROUND)
    next(h for h in ground["hex"] if h["id"] == place)["terrain"] = terrain
    return cartography.chart({"map": ground, "tables": TABLES})


# -- what is on the map


def test_the_picture_is_well_formed_and_names_the_game() -> None:
    root = drawn(light())
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Brunete: 6 – 25 de julio de 1937"
    assert "BRUNETE" in words(light())


def test_every_playable_hex_carries_its_number_once() -> None:
    numbers = [w for w in words(light()) if re.fullmatch(r"\d{4}", w)]
    assert sorted(numbers) == sorted(h["id"] for h in GROUND["hex"])


def test_each_number_stands_inside_its_own_hex() -> None:
    for node in drawn(light()).iter(f"{SVG}text"):
        if node.get("class") == "num":
            at = float(node.attrib["x"]), float(node.attrib["y"]) - 3
            place = parse("".join(node.itertext()))
            near = min(MAP.grid.hexes(), key=lambda h: math.dist(MAP.grid.centre(h[0], h[1], RADIUS), at))
            assert near == place


def test_every_town_has_houses_and_a_name() -> None:
    towns = [p["name"] for p in GROUND["place"] if p["kind"] == "town"]
    assert marked(light(), "town") == towns
    assert set(towns) <= set(marked(light(), "name"))


def test_every_vertex_has_its_mark_name_and_height() -> None:
    vertices = [p["name"] for p in GROUND["place"] if p["kind"] == "vertex"]
    assert len(marked(light(), "vertex")) == len(vertices)
    text = words(light())
    for row in STYLE["vertex"]:
        assert row["name"] in vertices
        assert row.get("shown", row["name"]) in [*text, ""]
        assert str(row["metres"]) in text


def test_every_river_is_drawn_along_its_hexsides_and_named() -> None:
    root = drawn(light())
    for river in GROUND["river"]:
        name = f"Río {river['name']}"
        assert name in words(light())
        (shape,) = (n for n in root.iter() if n.get("data-river") == name)
        ring = points(shape.attrib["d"])
        for a, b in river["sides"]:
            if river["id"] == "aulencia" and {a, b} == {"2508", "2608"}:
                continue  # below the confluence the water is the Guadarrama
            assert gap(middle(MAP.grid, parse(a), parse(b)), ring) < 14, (a, b)


def test_every_route_crosses_the_middle_of_its_hexsides() -> None:
    lines: dict[str, list[list[tuple[float, float]]]] = {}
    for node in drawn(light()).iter():
        for route in node.get("data-route", "").split():
            lines.setdefault(route, []).append(points(node.attrib["d"]))
    for route in GROUND["route"]:
        for a, b in itertools.pairwise(route["hexes"]):
            at = middle(MAP.grid, parse(a), parse(b))
            assert min(gap(at, line) for line in lines[route["id"]]) < 1, (route["id"], a, b)


def test_a_stretch_shared_by_a_road_and_a_path_is_drawn_as_road() -> None:
    ground = copy.deepcopy(GROUND)
    ground["route"].append({"id": "R99", "class": "path", "hexes": ["2112", "2113"]})
    root = drawn(svg(cartography.chart({"map": ground, "tables": TABLES})))
    (roads,) = (n for n in root.iter() if n.get("class") == "roads")
    assert any("R99" in n.get("data-route", "") for n in roads)
    (paths,) = (n for n in root.iter() if n.get("class") == "paths")
    assert not any("R99" in n.get("data-route", "") for n in paths)


def test_there_is_a_bridge_where_the_data_says_so_and_nowhere_else() -> None:
    (bridges,) = (n for n in drawn(light()).iter() if n.get("class") == "bridges")
    moves = [re.findall(r"translate\(([\d.]+) ([\d.]+)\)", n.attrib["transform"])[0] for n in bridges]
    got = sorted((float(x), float(y)) for x, y in moves)
    want = sorted(middle(MAP.grid, *map(parse, b["hexes"])) for b in GROUND["bridge"])
    assert len(got) == len(want)
    for p, q in zip(got, want):
        assert p == pytest.approx(q, abs=0.1)


def test_every_objective_is_framed_and_shows_its_points() -> None:
    assert marked(light(), "objective") == [o["hex"] for o in GROUND["objective"]]
    shown = ["".join(n.itertext()) for n in drawn(light()).iter(f"{SVG}text") if n.get("class") == "vp"]
    assert shown == [str(o["vp"]) for o in GROUND["objective"] if o["vp"]]


def test_every_entry_letter_has_its_arrow_and_says_where_the_road_leads() -> None:
    assert marked(light(), "entry") == [e["letter"] for e in GROUND["entry"]]
    text = words(light())
    for row in STYLE["leads"]:
        assert row["to"] in text
    assert {e["letter"] for e in GROUND["entry"]} <= set(text)


def test_the_front_runs_between_the_sides_that_the_data_names() -> None:
    fronts = [points(n.attrib["d"]) for n in drawn(light()).iter(f"{SVG}path") if n.get("class") == "front"]
    assert len(fronts) == 2
    for a, b in GROUND["front_line"]["sides"]:
        own, other = (MAP.grid.centre(parse(h)[0], parse(h)[1], RADIUS) for h in (a, b))
        for line in fronts:
            assert gap(middle(MAP.grid, parse(a), parse(b)), line) < 20
        solid, dashed = fronts
        assert gap(own, solid) < gap(own, dashed) or gap(other, solid) > gap(other, dashed), "solid is the owner's"


def test_the_legend_is_the_terrain_table() -> None:
    text = words(light())
    for row, spoken in zip(MAP.legend.rows, STYLE["legend"]):
        assert row.name == spoken["name"]
        assert row.name in text
    cells = {row.kind: row.cells for row in MAP.legend.rows}
    assert cells["hill"] == ("2", "3", "1 ◂")
    assert cells["river"] == ("+1", "bridge / +1", "CF –1")
    assert cells["road"] == ("1 (+3)", "1 (+5)", "–")
    tables = copy.deepcopy(TABLES)
    tables["terrain"]["hill"]["infantry"] = 4
    legend = cartography.chart({"map": GROUND, "tables": tables}).legend
    assert next(r for r in legend.rows if r.kind == "hill").cells[0] == "4"


def test_the_legend_says_what_is_text_geography_and_estimate() -> None:
    text = " ".join(words(light()))
    for kind in ("text", "geography", "estimate"):
        count = sum(h["terrain_from"] == kind for h in GROUND["hex"])
        assert str(count) in dict(MAP.legend.provenance)[kind]
        assert dict(MAP.legend.provenance)[kind].split(";")[0] in text
    assert "not the printed map" in dict(MAP.legend.provenance)["estimate"]


def test_terrain_from_a_pack_is_declared_in_the_legend() -> None:
    assert "pack" not in dict(MAP.legend.provenance)
    ground = copy.deepcopy(GROUND)
    ground["hex"][0].update(terrain="forest", terrain_from="pack")
    assert dict(cartography.chart({"map": ground, "tables": TABLES}).legend.provenance)["pack"] == "Terrain of 1 hex."


def test_every_hint_of_the_style_says_where_it_comes_from() -> None:
    for kind in ("town", "vertex", "river", "height", "leads", "area"):
        for row in STYLE[kind]:
            sources = [value for key, value in row.items() if key == "from" or key.endswith("_from")]
            assert sources, row
            assert set(sources) <= {"text", "geography", "estimate"}, row
    names = {p["name"] for p in GROUND["place"]}
    assert {row["name"] for kind in ("town", "vertex") for row in STYLE[kind]} == names


def test_no_name_covers_another() -> None:
    from frente.draw import labels, routes, water
    from frente.draw.geometry import Sheet

    sheet_ = Sheet(MAP)
    net = routes.Net(sheet_)
    rivers = water.streams(sheet_, [at for at, _, _ in net.bridges()])
    taken = labels.obstacles(sheet_, net, rivers, water.front_lines(sheet_))
    boxes = [p.box() for p in labels.Labels(sheet_, taken, rivers).placed]
    for a, b in itertools.combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)


# -- what changes it


def test_the_same_data_give_the_same_bytes() -> None:
    assert svg(cartography.chart()) == light()


def test_the_terrain_of_one_hex_changes_the_drawing() -> None:
    assert MAP.terrain[20, 12] == "clear"
    assert len({light(), svg(with_terrain("2012", "hill")), svg(with_terrain("2012", "forest"))}) == 3


def test_terrain_without_a_drawing_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"look\.toml has no \[terrain\.marsh\]; it knows clear, hill, forest$"):
        svg(with_terrain("2012", "marsh"))


def test_hex_numbers_and_legend_can_be_left_out() -> None:
    plain = svg(MAP, numbers=False, legend=False)
    assert not [w for w in words(plain) if re.fullmatch(r"\d{4}", w)]
    assert "BRUNETE" not in words(plain)
    tall, short = (float(drawn(s).attrib["height"].removesuffix("mm")) for s in (light(), plain))
    assert short < tall


def test_the_dark_picture_differs_only_in_colour() -> None:
    dark = picture_of("dark")
    colour = re.compile(r"#[0-9a-f]{6}")
    assert dark != light()
    assert colour.sub("", dark) == colour.sub("", light())
    assert PALETTE["paper"][1] in dark
    assert PALETTE["paper"][0] not in dark


def test_the_automatic_picture_carries_both_palettes() -> None:
    auto = picture_of("auto")
    assert "prefers-color-scheme:dark" in auto
    assert "var(--" not in light()
    for pair in PALETTE.values():
        assert all(colour in auto for colour in pair)


def test_a_map_is_drawn_by_the_painter_of_its_kind() -> None:
    assert chart.svg(cartography.chart()) == light()
    assert chart.svg(cartography.chart({"map": GROUND, "tables": TABLES}), legend=False) == svg(MAP, legend=False)


def test_the_colours_of_other_kinds_of_maps_are_not_carried_along() -> None:
    assert "--route:" not in picture_of("auto")


def test_roads_are_bridged_exactly_where_they_cross_water() -> None:
    river = [(0.0, 0.0), (10.0, 0.0), (20.0, 10.0)]
    assert areamap.crossings([(5.0, -5.0), (5.0, 5.0)], river) == [(5.0, 0.0, 90.0)]
    assert areamap.crossings([(0.0, 2.0), (10.0, 3.0)], river) == []
    assert len(areamap.crossings([(5.0, -5.0), (5.0, 12.0), (18.0, 2.0)], river)) == 2


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ValueError, match='no theme is called "sepia"'):
        svg(MAP, "sepia")


def test_the_picture_refers_to_nothing_outside_itself_and_runs_nothing() -> None:
    for theme in ("light", "auto"):
        picture = picture_of(theme)
        tags = {node.tag.removeprefix(SVG) for node in drawn(picture).iter()}
        assert not tags & {"script", "image", "foreignObject", "use", "a", "filter"}
        assert not re.findall(r"@import|@font-face|javascript:|\son\w+=", picture)
        assert "url(" not in picture
        assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', picture))
        assert re.findall(r"https?://[^\"' ]+", picture) == ["http://www.w3.org/2000/svg"]


# -- the other reading of the grid


@cache
def pointy() -> Tables:
    """The pack that lays pointy-top hexes over the same ground."""
    return load_tables(cartography.OWN.data, NAMES, Path(__file__).parents[1] / "packs" / "brunete-grid-b", keys=KEYS)


def test_the_map_can_be_drawn_on_pointy_top_hexes() -> None:
    ground = pointy()["map"]
    assert ground["grid"]["orientation"] == POINTY
    picture = svg(cartography.chart({"map": ground, "tables": pointy()["tables"]}))
    numbers = [w for w in words(picture) if re.fullmatch(r"\d{4}", w)]
    assert sorted(numbers) == sorted(h["id"] for h in ground["hex"])
    for kind in ("town", "vertex", "river", "entry", "edge"):
        assert marked(picture, kind) == marked(light(), kind)
    assert marked(picture, "objective") == [o["hex"] for o in ground["objective"]]
    assert set(" ".join(marked(picture, "route")).split()) == {r["id"] for r in ground["route"]}


@pytest.mark.parametrize("reading", ["flat", "pointy"])
def test_real_places_fall_in_the_hexes_the_data_give_them(reading: str) -> None:
    ground = GROUND if reading == "flat" else pointy()["map"]
    origin = cartography.chart({"map": ground, "tables": TABLES}).graticule
    assert origin is not None
    grid = from_table(ground["grid"])
    for place in ground["place"]:
        if "lat" in place:
            x = (place["lon"] - origin.west) * origin.km_per_lon
            y = (origin.north - place["lat"]) * origin.km_per_lat
            near = min(grid.hexes(), key=lambda h: math.dist(grid.centre(h[0], h[1], 1 / math.sqrt(3)), (x, y)))
            assert label(near) == place["hex"], place["name"]


def test_rivers_flow_from_source_to_mouth() -> None:
    for river in MAP.rivers:
        first, last = (middle(MAP.grid, *river.sides[k]) for k in (0, -1))
        assert first[1] < last[1], "all three rivers of the map flow south"
        assert len(chain(MAP.grid, river.sides)) == 1, "and without a break"


# -- files


def test_a_png_has_the_width_asked_for_and_the_shape_of_the_map(tmp_path: Path) -> None:
    export.write(picture_of("auto"), tmp_path / "map.png", 900)
    data = (tmp_path / "map.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    box = list(map(float, drawn(light()).attrib["viewBox"].split()))
    assert width == 900
    assert height == pytest.approx(900 * box[3] / box[2], abs=1)
    assert len(data) > 200_000, "a picture, not an empty sheet"


def test_a_png_of_the_automatic_theme_is_the_light_one(tmp_path: Path) -> None:
    for name, theme in (("a", "auto"), ("b", "light"), ("c", "dark")):
        export.write(picture_of(theme), tmp_path / f"{name}.png", 300)
    a, b, c = ((tmp_path / f"{name}.png").read_bytes() for name in "abc")
    assert a == b
    assert b != c


def test_a_pdf_has_the_printed_size_and_the_faces_of_the_map(tmp_path: Path) -> None:
    export.write(light(), tmp_path / "map.pdf")
    data = (tmp_path / "map.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    (box,) = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", data)
    _, _, width, height = map(float, box.split())
    shape = list(map(float, drawn(light()).attrib["viewBox"].split()))
    mm = MM_PER_HEX / (RADIUS * math.sqrt(3))
    assert width == pytest.approx(shape[2] * mm / 25.4 * 72, abs=1)
    assert height == pytest.approx(shape[3] * mm / 25.4 * 72, abs=1)
    assert height / 72 * 25.4 < 420, "the sheet fits on A2"
    assert b"Cabin-Bold" in data
    assert b"EBGaramond12-Italic" in data
    assert b"DejaVu" not in data


def test_an_svg_file_is_the_picture_itself(tmp_path: Path) -> None:
    export.write(light(), tmp_path / "MAP.SVG")
    assert (tmp_path / "MAP.SVG").read_text(encoding="utf-8") == light()


@pytest.mark.parametrize("name", ["map.gif", "map", "svg"])
def test_an_unknown_kind_of_file_is_refused_and_the_three_kinds_are_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.svg, \.png or \.pdf"):
        export.write(light(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "map.svg"
    target.write_text("old", encoding="utf-8")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        export.write(light(), target)
    assert target.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["map.svg"]


def test_the_faces_come_with_their_licences() -> None:
    faces = {p.name.split("-")[0] for p in export.FONTS.glob("*.otf")}
    assert faces == {"Cabin", "EBGaramond12"}
    for licence in ("OFL-Cabin.txt", "OFL-EBGaramond.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (export.FONTS / licence).read_text(encoding="utf-8")
