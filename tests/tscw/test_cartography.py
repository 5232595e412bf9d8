"""The map of The Spanish Civil War as a drawing and as data for a screen."""
from __future__ import annotations

import copy
import itertools
import json
import math
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from frente.draw import chart, export, theatremargin, theatremarks
from frente.draw.geometry import walk
from frente.draw.theatreground import Relief
from frente.draw.theatreinks import THEATRE_PALETTE
from frente.draw.theatrelines import Net
from frente.draw.theatrenames import Box, Names
from frente.games.tscw import GAME
from frente.games.tscw.show import cartography, picture
from frente.games.tscw.state.board import NATIONS, NET_CENTRE, NET_NAT, NET_NORTH, SIDES, TYPES, load_board
from frente.geo.theatredata import RADIUS, TheatreMap, around

SVG = "{http://www.w3.org/2000/svg}"
MAP = cartography.chart()
GROUND = cartography.OWN.read("places")
CHARTS = cartography.OWN.read("charts")
STYLE = cartography.OWN.read("style")
PLAN = cartography.OWN.read("plan")
BOARD = load_board()
NET = Net(MAP)


_DRAWN: dict[tuple[str, bool], str] = {}


def drawn(theme: str = "light", legend: bool = True) -> str:
    if (theme, legend) not in _DRAWN:
        _DRAWN[theme, legend] = chart.svg(MAP, theme, legend)
    return _DRAWN[theme, legend]


@cache
def tree() -> ET.Element:
    return ET.fromstring(drawn())


@cache
def names(legend: bool = True) -> Names:
    return Names(MAP, NET, theatremargin.panels(MAP) if legend else [])


@cache
def relief() -> Relief:
    return Relief(MAP, NET)


@cache
def screen() -> dict[str, Any]:
    p = GAME.start("campaign", GAME.settled({}))
    return picture.of(BOARD, GAME.words(p), GAME.kinds())


def tagged(attribute: str) -> list[str]:
    return [n.attrib[attribute] for n in tree().iter() if attribute in n.attrib]


def words(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def changed(**tables: Any) -> TheatreMap:
    own = {"places": GROUND, "charts": CHARTS, "style": STYLE, "plan": PLAN} | tables
    return cartography.theatre(own["places"], own["charts"], own["style"], own["plan"])


def cover(a: Box, b: Box, by: float = 1.0) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > by and min(a[3], b[3]) - max(a[1], b[1]) > by


def near(p: tuple[float, float], points: list[tuple[float, float]]) -> float:
    return min(math.dist(p, q) for q in points)


def number_boxes(found: Names) -> list[Box]:
    return [(x - 10, y - 6.5, x + 10, y) for x, y in found.numbers.values()]


# -- what is there


def test_every_hex_of_the_game_shows_its_number_once() -> None:
    numbers = [n.text for n in tree().iter(f"{SVG}text") if n.attrib.get("class") == "num"]
    assert sorted(str(n) for n in numbers) == sorted(BOARD.names)


def test_every_place_is_marked_and_named_in_its_hex() -> None:
    assert sorted(tagged("data-place")) == sorted(p["name"] for p in GROUND["place"])
    assert sorted(tagged("data-name")) == sorted(" ".join(p.shown) for p in MAP.places)
    for place in MAP.places:
        assert math.dist(place.at, MAP.frame.centre(place.hex)) < RADIUS * 0.5


def test_morale_supply_ports_and_forts_are_marked_where_the_rules_have_them() -> None:
    assert sorted(tagged("data-morale")) == sorted(BOARD.names[h] for h in range(BOARD.size) if BOARD.morale[h])
    sources = [h for net in (NET_NAT, NET_CENTRE, NET_NORTH) for h in BOARD.sources[net]]
    assert sorted(tagged("data-source")) == sorted(BOARD.names[h] for h in sources)
    assert sorted(tagged("data-port")) == sorted(BOARD.names[h] for h in range(BOARD.size) if BOARD.port[h])
    assert sorted(tagged("data-fort")) == sorted(BOARD.names[h] for line in BOARD.lines for h in line)
    signs = {n.attrib["data-morale"]: "".join(n.itertext()) for n in tree().iter() if "data-morale" in n.attrib}
    assert signs["2712"] == "–7"
    assert signs["1607"] == "+3"


def test_madrid_that_can_be_lost_and_sevilla_that_can_be_won_differ_in_shape() -> None:
    lost, won = theatremarks.morale(0, 0, -7), theatremarks.morale(0, 0, 3)
    assert "a9 9" in lost
    assert "a9 9" not in won, "a disc is round, an octagon is not"


def test_every_river_of_the_data_runs_along_its_hexsides() -> None:
    assert sorted(tagged("data-river")) == sorted(r["name"] for r in GROUND["river"])
    for river, line in zip(MAP.rivers, NET.rivers):
        course = walk(line, 2.0)
        for a, b in river.sides:
            (ax, ay), (bx, by) = MAP.frame.side(a, b)
            assert near(((ax + bx) / 2, (ay + by) / 2), course) < 15, river.name


def test_tributaries_meet_the_river_they_flow_into() -> None:
    courses = {r.name: line for r, line in zip(MAP.rivers, NET.rivers)}
    for small, big in (("Segre", "Ebro"), ("Genil", "Guadalquivir"), ("Pisuerga", "Duero"), ("Ebro (upper)", "Ebro")):
        assert near(courses[small][-1], walk(courses[big], 2.0)) < 3, small


def test_rivers_that_end_near_the_coast_run_into_the_sea() -> None:
    courses = {r.name: line for r, line in zip(MAP.rivers, NET.rivers)}
    for name in ("Ebro (lower)", "Guadalquivir", "Júcar", "Turia", "Segura", "Miño"):
        assert not relief().on_land(*courses[name][-1]), name


def test_a_name_stands_nearer_to_its_own_place_than_to_another_that_it_could_be_taken_for() -> None:
    for legend in (True, False):
        for place in MAP.places:
            box = names(legend).towns[place.name].box()
            own, other = gap(place.at, box), min(gap(p.at, box) for p in MAP.places if p is not place)
            assert other > min(own, 30), place.name


def gap(p: tuple[float, float], box: Box) -> float:
    return math.hypot(max(box[0] - p[0], 0.0, p[0] - box[2]), max(box[1] - p[1], 0.0, p[1] - box[3]))


def test_great_rivers_are_drawn_wide_and_others_thin() -> None:
    groups = {n.attrib.get("id"): n for n in tree().iter(f"{SVG}g")}
    wide = {n.attrib["data-river"] for n in groups["t-wide"]}
    assert wide == {r["name"] for r in GROUND["river"] if r["class"] == "major"}


def test_railways_pass_every_hex_of_their_line_and_end_beyond_the_frontier() -> None:
    at = {p.hex: p.at for p in MAP.places if p.kind != "mark"}
    track = [q for line in NET.rails for q in walk(line, 3.0)]
    for line in MAP.railways:
        for a, b in zip(line.hexes, line.hexes[1:]):
            (ax, ay), (bx, by) = MAP.frame.side(a, b)
            assert near(((ax + bx) / 2, (ay + by) / 2), track) < 3, line.name
        for h in line.hexes:
            assert near(at.get(h, MAP.frame.centre(h)), track) < (3 if h in at else 12), line.name
    assert sum(1 for line in MAP.railways if line.beyond) == sum(1 for r in GROUND["rail"] if "continues_into" in r)


def test_the_front_of_july_1936_has_the_republic_on_its_left() -> None:
    control = {h.id: h.control for h in MAP.hexes}
    for line in NET.fronts:
        k = len(line) // 2
        (ax, ay), (bx, by) = line[k], line[k + 1]
        n = math.hypot(bx - ax, by - ay)
        spot = ax + (by - ay) / n * 20, ay - (bx - ax) / n * 20
        assert control[min(control, key=lambda h: math.dist(MAP.frame.centre(h), spot))] == "republican"


def test_every_hex_of_the_game_has_ground_and_every_place_stands_on_land() -> None:
    for h in MAP.hexes:
        x, y = MAP.frame.centre(h.id)
        spots = [(x + a, y + b) for a in range(-36, 37, 6) for b in range(-36, 37, 6) if math.hypot(a, b) < 38]
        assert sum(relief().on_land(*p) for p in spots) > 0.3 * len(spots), h.id
    for place in MAP.places:
        assert relief().on_land(*place.at), place.name


def test_the_strait_lies_under_water() -> None:
    for a, b in MAP.straits:
        (ax, ay), (bx, by) = MAP.frame.side(a, b)
        assert not relief().on_land((ax + bx) / 2, (ay + by) / 2)


def test_mountains_stand_higher_than_rough_ground_and_this_higher_than_plains() -> None:
    fields = relief()
    height: dict[str, list[float]] = {"mountain": [], "rough": [], "clear": []}
    for h in MAP.hexes:
        x, y = MAP.frame.centre(h.id)
        i, j = round((y - fields.samples.ys[0]) / 5), round((x - fields.samples.xs[0]) / 5)
        if h.terrain in height:
            height[h.terrain].append(float(fields.crest[i, j]))
            assert (fields.foot[i, j] > 0.5) == (h.terrain != "clear"), h.id
            assert (fields.high[i, j] > 0.5) == (h.terrain == "mountain"), h.id
    m, r, c = (sum(v) / len(v) for v in height.values())
    assert m > r + 0.2
    assert r > c + 0.2


# -- nothing covers anything


@pytest.mark.parametrize("legend", [True, False])
def test_no_name_number_or_sign_covers_another(legend: bool) -> None:
    found = names(legend)
    towns = [p.box() for p in found.towns.values()]
    signs = theatremarks.badge_boxes(MAP)
    places = theatremarks.place_boxes(MAP)
    numbers = number_boxes(found)
    letters = [b for r in found.regions for b in r.boxes()]
    for group in (towns, numbers, signs):
        assert not [1 for a, b in itertools.combinations(group, 2) if cover(a, b, 3 if group is signs else 0)]
    for a, b in itertools.combinations((towns, signs, numbers, letters), 2):
        assert not [1 for x in a for y in b if cover(x, y, 1.5)]
    for group in (towns, numbers):
        assert not [1 for x in group for y in places if cover(x, y, 1.5)]


def test_names_of_rivers_and_ranges_keep_off_towns_and_signs() -> None:
    found = names()
    closed = [*(p.box() for p in found.towns.values()), *theatremarks.badge_boxes(MAP)]
    for name, line in [*found.rivers, *found.ranges]:
        for x, y in line:
            assert not [1 for b in closed if cover((x - 4, y - 10, x + 4, y + 2), b)], name
    assert {"Ebro", "Tajo", "Duero", "Guadiana", "Guadalquivir"} <= {name for name, _ in found.rivers}
    assert {name for name, _ in found.ranges} == set(STYLE["ranges"].values())


def test_names_of_regions_stand_in_their_region() -> None:
    regions = {h.id: h.region for h in MAP.hexes}
    for word, spaced in zip([w for w in MAP.words if w.region], names().regions):
        middles = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in spaced.boxes()]
        inside = [regions[min(regions, key=lambda h: math.dist(MAP.frame.centre(h), p))] == word.region
                  for p in middles]
        assert sum(inside) >= 0.8 * len(inside), word.text


def test_panels_cover_no_hex_of_the_game_and_no_name() -> None:
    for box in theatremargin.panels(MAP):
        for h in MAP.hexes:
            assert not [1 for x, y in MAP.frame.corners(h.id) if box[0] < x < box[2] and box[1] < y < box[3]], h.id
        assert not [1 for p in names().towns.values() if cover(p.box(), box)]


# -- tracks, legend, provenance


def test_the_legend_states_costs_and_effects_of_the_charts() -> None:
    rows = {r.kind: r.cells for r in MAP.legend.rows}
    assert rows["mountain"] == ("3 · 3 · 4 · 4", "2 ◂")
    assert rows["major_river"] == ("+2 · 2 · 3 · 3", "1 ◂")
    assert rows["town"] == ("–", "–1")
    other = copy.deepcopy(CHARTS)
    other["movement_cost"]["mountain"]["foot"] = 5
    other["terrain_combat"]["town"] = {"shift": 1, "drm": 0}
    rows = {r.kind: r.cells for r in changed(charts=other).legend.rows}
    assert rows["mountain"][0] == "5 · 3 · 4 · 4"
    assert rows["town"] == ("–", "1 ◂")


def test_the_record_of_turns_shows_dates_points_and_capacities() -> None:
    assert [t.number for t in MAP.turns] == list(range(1, 20))
    assert MAP.turns[6].date == "mar–abr"
    row, moves = CHARTS["resource_points"][6], CHARTS["strategic_movement"][6]
    assert MAP.turns[6].cells == (
        f"{row['republican']} · {row['northern']}", f"{row['nationalist']} · {row['italian']}",
        f"{moves['republican_rail']} · {moves['nationalist_rail']}",
        f"{moves['republican_sea']} · {moves['nationalist_sea']}")
    assert {t.number for t in MAP.turns if t.forts} == set(BOARD.line_turn)


def test_the_ruler_of_morale_shows_start_and_limits() -> None:
    morale = CHARTS["morale"]
    assert MAP.morale.start == morale["start"]
    assert [n for n, _ in MAP.morale.marks] == [morale["nationalist_win_at_or_below"], morale["casado_at_or_below"]]


def test_the_legend_says_what_is_text_geography_and_estimate() -> None:
    said = dict(MAP.legend.provenance)
    assert f"14 of {len(GROUND['place'])}" in said["text"]
    assert "Natural Earth" in said["geography"]
    assert f"{BOARD.size} hexes" in said["estimate"]
    assert "no survey" in said["relief"]
    assert "pack" not in said


def test_a_data_pack_is_drawn_and_owned_up_to() -> None:
    ground = copy.deepcopy(GROUND)
    place = next(p for p in ground["place"] if p["name"] == "Trujillo")
    place["hex"], place["source"] = 2308, "pack"
    found = changed(places=ground)
    moved = next(p for p in found.places if p.name == "Trujillo")
    assert math.dist(moved.at, found.frame.centre(2308)) < 0.1
    assert dict(found.legend.provenance)["pack"] == "Trujillo."


def test_the_plan_knows_every_place_and_range_of_the_data() -> None:
    assert {name: row[0] for name, row in PLAN["place"].items()} == {p["name"]: p["hex"] for p in GROUND["place"]}
    assert set(PLAN["range"]) == {r["name"] for r in GROUND["range"]}


# -- the picture as a file


def test_the_same_map_gives_the_same_bytes() -> None:
    assert chart.svg(cartography.chart()) == drawn()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_literal_in_light_and_dark(theme: str) -> None:
    assert "var(--" not in drawn(theme)


def test_auto_carries_both_palettes_and_every_colour_is_known() -> None:
    svg = drawn("auto", False)
    assert "prefers-color-scheme:dark" in svg
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", svg)) <= set(THEATRE_PALETTE) | set(MAP.look.palette())


def test_the_picture_for_the_browser_is_small_and_shows_nothing_that_changes_in_play() -> None:
    svg = drawn("auto", False)
    assert len(svg.encode()) < 720_000
    for css in ("control", "front", "panels", "turns"):
        assert f'class="{css}"' in drawn()
        assert f'class="{css}"' not in svg


def test_every_reference_inside_the_picture_has_its_target() -> None:
    targets = re.findall(r'\bid="([^"]+)"', drawn())
    assert len(targets) == len(set(targets))
    used = set(re.findall(r'href="#([^"]+)"', drawn())) | set(re.findall(r"url\(#([^)]+)\)", drawn()))
    assert used <= set(targets)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="sepia"):
        chart.svg(MAP, "sepia")


@pytest.mark.parametrize("theme", [0, 1])
def test_print_can_be_read_on_every_ground(theme: int) -> None:
    for ink, grounds, wanted in (
            ("ink", ("paper", "hill1", "hill2", "panel"), 4.5), ("waterink", ("sea", "shallow"), 4.0),
            ("soft", ("panel", "margin", "paper"), 3.4), ("rail", ("paper", "hill2"), 4.0),
            ("purpleink", ("purple",), 4.5), ("yellowink", ("yellow",), 4.5)):
        for ground in grounds:
            found = contrast(THEATRE_PALETTE[ink][theme], THEATRE_PALETTE[ground][theme])
            assert found > wanted, (ink, ground, found)


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (c / 12.92 if c < 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_pictures_can_be_written(tmp_path: Path) -> None:
    export.write(drawn(), tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == drawn()
    export.write(drawn(), tmp_path / "map.png", 300)
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


# -- the board for a screen


def test_the_screen_uses_the_units_of_the_drawing() -> None:
    box = re.search(r'viewBox="([^"]+)"', drawn("auto", False))
    assert box is not None
    left, top, width, height = [float(x) for x in box[1].split()]
    assert [left, top, width] == pytest.approx(screen()["viewBox"][:3], abs=0.1)
    assert screen()["viewBox"][3] > height, "room for the buttons below the sheet"
    for space in screen()["spaces"]:
        assert (space["x"], space["y"]) == pytest.approx(MAP.frame.centre(int(space["id"])), abs=0.01)
        assert len(space["corners"]) == 6


def test_spaces_tell_neighbours_rivers_and_railways_as_the_rules_have_them() -> None:
    for h, space in enumerate(screen()["spaces"]):
        assert space["id"] == BOARD.names[h]
        assert [n for n in space["neighbours"] if n] == [BOARD.names[n] for n in BOARD.nb[h]]
        for n, ground in zip(space["neighbours"], around(int(space["id"]))):
            assert n in (None, str(ground))
        assert {n for n, r in zip(space["neighbours"], space["routes"]) if r} == {BOARD.names[n] for n in BOARD.rail[h]}
        wet = dict(zip(BOARD.nb[h], BOARD.river[h]))
        assert [w for n, w in zip(space["neighbours"], space["water"]) if n] == [
            ("", "river", "major-river")[wet[n]] for n in BOARD.nb[h]]


def test_what_is_printed_in_a_hex_has_a_provenance() -> None:
    spaces = {s["id"]: s for s in screen()["spaces"]}
    for space in spaces.values():
        for mark in space["printed"]:
            assert mark["from"] in ("text", "geography", "estimate")
    madrid = {m["kind"]: m for m in spaces["2712"]["printed"]}
    assert madrid["morale"] == {"kind": "morale", "points": -7, "from": "text"}
    assert {m["kind"] for m in spaces["3613"]["printed"]} == {"city", "morale", "supply", "port", "fort"}
    assert spaces["2919"]["printed"] == []


def test_every_track_and_box_a_view_speaks_of_is_described() -> None:
    view = GAME.view(GAME.start("campaign", GAME.settled({})), 0)
    assert {(t["id"], t["side"]) for t in screen()["tracks"]} == {(t["id"], t["side"]) for t in view.tracks}
    texts = GAME.texts()
    for row in [*screen()["tracks"], *screen()["boxes"]]:
        assert row["title_key"] in texts


def test_every_counter_is_described_and_every_arm_and_nationality_has_its_look() -> None:
    board = screen()
    assert [u["id"] for u in board["units"]] == BOARD.uid
    assert set(MAP.look.signs) == set(TYPES)
    stripes = cartography.OWN.read("style")["stripes"]
    assert set(stripes) == set(NATIONS)
    drawn_alike = [tuple(row) for row in stripes.values()]
    assert len(set(drawn_alike)) == len(drawn_alike)


def test_the_schedule_lists_who_comes_and_goes_and_the_points_of_each_turn() -> None:
    rows = screen()["schedule"]
    first = [r for r in rows if r["turn"] == 6 and r["side"] == "republican" and r.get("fate") == "leaves"]
    assert {"r-mng", "r-mod"} <= set(first[0]["units"])
    points = {r["support"]: r["change"] for r in rows if r["turn"] == 7 and "support" in r}
    assert points == {f"points-{k}": v for k, v in CHARTS["resource_points"][6].items() if k != "turn" and v}
    turns = screen()["turns"]
    assert [t["n"] for t in turns] == list(range(1, 20))
    assert (turns[0]["start"], turns[0]["end"]) == ("1936-07-01", "1936-07-31")
    assert (turns[11]["start"], turns[11]["end"]) == ("1938-01-01", "1938-02-28")


def area(ring: list[list[float]]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]))) / 2


def test_hexes_on_the_coast_tell_which_part_of_them_is_land() -> None:
    spaces = {s["id"]: s for s in screen()["spaces"]}
    whole = area(spaces["2712"]["corners"])
    assert "land" not in spaces["2712"], "Madrid lies inland"
    coast = [s for s in spaces.values() if "land" in s]
    shares = {s["id"]: sum(area(ring) for ring in s["land"]) / whole for s in coast}
    assert len(coast) > 60
    assert all(0 < share < 1.001 for share in shares.values())
    assert sum(share < 0.9 for share in shares.values()) > 40
    for space in spaces.values():
        xs, ys = [c[0] for c in space["corners"]], [c[1] for c in space["corners"]]
        for ring in space.get("land", []):
            assert all(min(xs) - 0.01 <= x <= max(xs) + 0.01 and min(ys) - 0.01 <= y <= max(ys) + 0.01 for x, y in ring)


def test_the_board_is_plain_data() -> None:
    assert json.loads(json.dumps(screen())) == screen()


def test_the_theme_names_only_what_there_is() -> None:
    theme = MAP.look.theme
    assert tuple(MAP.look.sides) == tuple(SIDES)
    assert set(theme["overlays"]) == set(theme["keys"]) == set(GAME.overlays())
    assert len(set(theme["keys"].values())) == len(theme["keys"])
    assert set(theme["phases"]) <= set(GAME.frames)
    texts = GAME.texts()
    for box in theme["boxes"]:
        assert f"box.{box}" in texts
    assert theme["secret"] == ["*"], "own stacks lie open to their owner alone, whatever is asked"
    assert {id for ids in theme["points"].values() for id in ids} <= {t["id"] for t in screen()["tracks"]}
    for name in [*theme["card"]["pieces"], *theme["card"]["sums"], *theme["card"]["charts"], *theme["card"]["chances"]]:
        assert f"card.{name}" in texts
    assert set(theme["primary"]) <= set(screen()["verbs"])
