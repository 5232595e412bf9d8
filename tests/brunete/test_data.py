"""The map of Brunete 1937 against what the rulebook and the ground say.

Both readings of the grid are tested where a fact does not depend on the reading; hex numbers as literals are those of
the game's own map, except the ten that the rulebook prints.
"""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise

import pytest

from frente.games.brunete.data.check import check
from tests.brunete.ground import OTHER, OWN, Ground, apart, block, join, split

BOTH = pytest.mark.parametrize("ground", [OWN, OTHER], ids=["own grid", "other grid"])
TOWNS = {
    "Valdemorillo": "1401", "Navalagamella": "0904", "Quijorna": "1509", "Villanueva de la Cañada": "2107",
    "Villanueva del Pardillo": "2403", "Las Rozas": "3302", "Majadahonda": "3304", "Boadilla del Monte": "3311",
    "Villaviciosa de Odón": "3117", "Sevilla la Nueva": "1818", "Brunete": "2111", "Villafranca del Castillo": "2607",
    "Perales de Milla": "1112",
}  # fmt: skip
VERTICES = {
    "Castillo": "2507", "Los Llanos": "1407", "Mosquito": "2911", "Romanillos": "2908", "Perales": "1111",
    "Lijar": "1804", "Southeast of Brunete 1": "2213", "Southeast of Brunete 2": "2314",
}  # fmt: skip
PRINTED = ["1302", "1402", "1502", "1602", "1701", "1702", "1802", "1901", "1205", "1209"]
RIVERS = {
    "perales": """
        0616/0716 0617/0716 0617/0717 0617/0618 0715/0816 0715/0716 0801/0901 0802/0901 0815/0915 0815/0816 0901/0902
        0902/1002 0912/1013 0913/1013 0913/1014 0914/1014 0914/1015 0914/0915 1002/1003 1003/1102 1003/1103 1004/1103
        1004/1104 1005/1104 1011/1111 1012/1111 1012/1112 1012/1013 1104/1105 1105/1205 1105/1206 1106/1206 1106/1207
        1107/1207 1107/1208 1108/1208 1108/1209 1109/1209 1109/1210 1110/1210 1110/1211 1110/1111""",
    "aulencia": """
        1901/2001 1901/2002 1902/2002 2002/2003 2003/2102 2003/2103 2004/2103 2103/2104 2104/2204 2204/2205 2205/2304
        2205/2305 2206/2305 2305/2306 2306/2406 2406/2407 2407/2506 2407/2507 2408/2507 2507/2508 2508/2608""",
    "guadarrama": """
        2507/2608 2508/2608 2508/2609 2509/2609 2509/2610 2510/2610 2510/2611 2511/2611 2513/2614 2514/2614 2515/2616
        2516/2616 2605/2705 2606/2705 2606/2706 2607/2706 2607/2707 2607/2608 2611/2612 2612/2711 2612/2712 2613/2712
        2613/2713 2613/2614 2614/2615 2615/2714 2615/2715 2615/2616 2616/2617 2617/2716 2617/2717 2618/2717 2618/2718
        2701/2801 2701/2802 2702/2802 2702/2803 2703/2803 2703/2804 2704/2804 2704/2805 2704/2705""",
}
ROUTES = {
    "R1 road": "1401 1501 1602 1603 1703 1804 1904 2005 2006 2007 2107 2108 2109 2110 2111 2112 2113 2114 2015 2016 "
    "2017 1917 1818",
    "R2 road": "3417 3317 3217 3117 3017 2916 2817 2716 2616 2515 2415 2314 2313 2213 2112 2111 2012 1912 1813 1713 "
    "1613 1513 1414 1314 1215 1114 1015 0915 0816 0715 0615",
    "R3 road": "3412 3311 3212 3111 3012 2911 2811 2711 2611 2511 2411 2311 2212 2111",
    "R4 road": "1509 1610 1710 1811 1911 2012 2111",
    "R5 road": "1509 1609 1708 1809 1908 2008 2107",
    "R6 road": "1401 1301 1302 1203 1103 1104 1005 0904 0805 0705 0606",
    "R7 road": "2107 2207 2306 2305 2304 2404 2403 2502 2603 2703 2804 2903 3004 3104 3204 3304 3405",
    "R8 path": "2107 2207 2307 2408 2507 2607 2706 2806 2906 3006 3105 3205 3304",
    "R9 road": "3301 3302 3403",
    "R10 road": "3302 3303 3304 3305 3306 3307 3308 3309 3310 3311 3312 3213 3214 3215 3216 3116 3117 3218",
    "R11 road": "2401 2402 2403",
    "R12 path": "0904 1005 1006 1106 1207 1208 1308 1409 1509",
    "R13 path": "1509 1410 1310 1211 1111 1112 1012 0911 0812 0711 0611",
    "R14 path": "1818 1718 1618 1518 1418 1318 1218 1118",
    "R15 road": "3001 3101 3202 3302",
    "R16 path": "2618 2617 2516 2515",
}
BRIDGES = """
    2616/2515 0816/0715 2611/2511 1104/1005 2306/2305 2703/2804 2408/2507 2607/2706 1106/1207 1112/1012 2507/2608"""
ZONES = {
    "11": "C-E", "Guadarrama": "C-E", "13": "E-J", "71": "K-L", "IV Navarre": "K-L", "150": "J-L", "V Navarre": "C-D",
}  # fmt: skip
LETTERS = {
    "A": "1401", "B": "2401", "C": "3403", "D": "3405", "E": "3412", "F": "3417",
    "G": "3218", "H": "2618", "I": "1818", "J": "1118", "K": "0615", "L": "0606",
}  # fmt: skip


def sides(text: str) -> set[frozenset[str]]:
    return {frozenset(pair.split("/")) for pair in text.split()}


# --- grid, hexes, places


@BOTH
def test_the_data_have_no_fault(ground: Ground) -> None:
    assert check(ground.tables) == []


@pytest.mark.rule("1.1d")
@BOTH
def test_a_hex_is_a_kilometre_and_the_map_about_18_by_25_kilometres(ground: Ground) -> None:
    (west, east), (north, south) = ground.grid["playable_columns"], ground.grid["playable_rows"]
    across, down = (0.8660, 1.0) if ground.flat else (1.0, 0.8660)
    assert ground.grid["km_per_hex"] == 1.0
    assert (east - west + 1) * across == pytest.approx(25, abs=0.5)
    assert (south - north + 1) * down == pytest.approx(18, abs=0.5)
    assert all(apart(ground.centre(a), ground.centre(b)) == pytest.approx(1, abs=0.001) for a in ground.hex
               for b in ground.near(a))  # fmt: skip


@BOTH
def test_neighbours_see_each_other_and_only_the_edge_has_fewer_than_six(ground: Ground) -> None:
    edge = set(ground.perimeter())
    assert all(a in ground.near(b) for a in ground.hex for b in ground.near(a))
    assert {a for a in ground.hex if len(ground.near(a)) < 6} == edge


@pytest.mark.rule("tet.prohibited")
def test_columns_1_to_5_are_no_part_of_the_field() -> None:
    assert (OWN.grid["columns"], OWN.grid["rows"]) == (34, 18)
    assert OWN.map["non_playable"]["columns"] == [1, 5]
    assert set(OWN.hex) == set(block(6, 34, 1, 18))
    assert OWN.tables["tables"]["terrain"]["non_playable"] == {"mp": "prohibited"}


@BOTH
def test_the_ten_printed_hex_numbers_are_playable_and_hold_the_counters_printed_for_them(ground: Ground) -> None:
    printed = {hex_id: len(units) for hex_id, units in ground.start().items() if hex_id in PRINTED}
    tank = {"1302", "1402", "1502", "1602", "1702", "1802"}
    assert printed == {h: 1 if h in ("1205", "1209") else 2 + (h in tank) for h in PRINTED}


@pytest.mark.rule("1.2.1a")
@BOTH
def test_the_map_shows_clear_hill_forest_vertex_river_road_path_and_town(ground: Ground) -> None:
    assert set(ground.terrain.values()) == {"clear", "hill", "forest"}
    assert {river["name"] for river in ground.map["river"]} == {"Guadarrama", "Aulencia", "Perales"}
    assert {route["class"] for route in ground.map["route"]} == {"road", "path"}
    assert {name for name, at in ground.place.items() if ground.hex[at].get("town") == name} == set(TOWNS)
    assert {name for name, at in ground.place.items() if ground.hex[at].get("vertex") == name} == set(VERTICES)


def test_towns_and_vertices_lie_in_their_hexes() -> None:
    assert OWN.place == TOWNS | VERTICES


@BOTH
def test_coordinates_fall_in_the_hex_of_their_place(ground: Ground) -> None:
    known = [place for place in ground.map["place"] if "lat" in place]
    assert len(known) == 19
    assert {p["name"]: ground.at(p["lat"], p["lon"]) for p in known} == {p["name"]: p["hex"] for p in known}


@BOTH
def test_every_region_is_used_and_every_terrain_says_where_it_comes_from(ground: Ground) -> None:
    assert {entry["region"] for entry in ground.hex.values()} == {region["id"] for region in ground.map["region"]}
    assert {entry["terrain_from"] for entry in ground.hex.values()} == {"text", "geography", "estimate"}


# --- rivers, routes, bridges


@pytest.mark.parametrize("river", ["guadarrama", "aulencia", "perales"])
def test_a_river_runs_along_its_hexsides(river: str) -> None:
    assert {side for side, names in OWN.river.items() if river in names} == sides(RIVERS[river])


@BOTH
def test_rivers_follow_their_courses_in_one_unbroken_line(ground: Ground) -> None:
    for river in ground.map["river"]:
        listed = {frozenset(side) for side in river["sides"]}
        assert listed == ground.crossings(river["course"]), river["id"]
        queue = deque([next(iter(listed))])
        seen = set(queue)
        while queue:
            side = queue.popleft()
            for other in listed - seen:  # two sides of one corner: three hexes that all touch
                three = side | other
                if len(three) == 3 and all(a == b or b in ground.near(a) for a in three for b in three):
                    seen.add(other)
                    queue.append(other)
        assert seen == listed, river["id"]


def test_roads_and_paths_run_as_listed() -> None:
    given = {f"{route['id']} {route['class']}": " ".join(route["hexes"]) for route in OWN.map["route"]}
    assert {name: given[name] for name in ROUTES} == ROUTES
    assert set(given) - set(ROUTES) == {"R17 path", "R18 path"}


@BOTH
def test_routes_go_from_hex_to_neighbouring_hex_and_never_twice_through_one(ground: Ground) -> None:
    for route in ground.map["route"]:
        assert all(b in ground.near(a) for a, b in pairwise(route["hexes"])), route["id"]
        assert len(set(route["hexes"])) == len(route["hexes"]), route["id"]


@BOTH
def test_a_bridge_is_where_a_route_crosses_a_river(ground: Ground) -> None:
    assert set(ground.bridges) == {side for side in ground.steps if side in ground.river}
    for side, bridge in ground.bridges.items():
        assert bridge["river"] in ground.river[side]
        assert side <= set(ground.routes[bridge["route"]]["hexes"])
        assert bridge["class"] == ground.routes[bridge["route"]]["class"]


@BOTH
def test_the_perales_can_be_crossed_in_several_places_and_the_guadarrama_on_the_boadilla_road(ground: Ground) -> None:
    assert Counter(bridge["river"] for bridge in ground.bridges.values())["perales"] >= 2
    assert [b["river"] for b in ground.map["bridge"] if b["route"] == "R3"] == ["guadarrama"]


def test_bridges_lie_where_listed() -> None:
    assert set(OWN.bridges) == sides(BRIDGES)


# --- letters, arcs, front line, objectives


@pytest.mark.rule("1.2.1c")
@BOTH
def test_every_letter_from_a_to_l_marks_the_edge_hex_where_a_road_or_path_ends(ground: Ground) -> None:
    assert sorted(ground.entry) == list("ABCDEFGHIJKL")
    marked = {entry["entry"]: hex_id for hex_id, entry in ground.hex.items() if "entry" in entry}
    assert marked == {letter: entry["hex"] for letter, entry in ground.entry.items()}
    edge = ground.perimeter()
    for letter, entry in ground.entry.items():
        assert entry["hex"] in edge, letter
        assert entry["routes"], letter
        for route in entry["routes"]:
            hexes = ground.routes[route]["hexes"]
            assert entry["hex"] in (hexes[0], hexes[-1]), letter
        assert entry["supply_source"] is True
    ends = {(r["id"], h) for r in ground.map["route"] for h in (r["hexes"][0], r["hexes"][-1]) if h in edge}
    assert {route for route, end in ends if end not in marked.values()} == {"R9", "R13", "R15"}  # no letter is left


def test_letters_lie_in_their_hexes() -> None:
    assert {letter: entry["hex"] for letter, entry in OWN.entry.items()} == LETTERS


@BOTH
def test_a_and_b_are_republican_and_north_and_the_rest_runs_clockwise(ground: Ground) -> None:
    assert {k: (e["side"], e["edge"] == "north") for k, e in ground.entry.items()} == {
        letter: ("republican", True) if letter in "AB" else ("nationalist", False) for letter in "ABCDEFGHIJKL"
    }
    ring = ground.perimeter()
    order = [ring.index(ground.entry[letter]["hex"]) for letter in "ABCDEFGHIJKL"]
    assert order == sorted(order)
    assert [k for k, e in ground.entry.items() if e["start_control"] == "republican"] == ["A"]
    assert all(ground.hex[e["hex"]]["control"] == e["start_control"] for e in ground.entry.values())


@pytest.mark.rule("6.1k")
@BOTH
def test_entry_zones_are_the_stretches_of_edge_between_their_letters(ground: Ground) -> None:
    ring = ground.perimeter()
    for first, last in ("AB", "CE", "EJ", "KL", "JL", "CD"):
        here, there = ring.index(ground.entry[first]["hex"]), ring.index(ground.entry[last]["hex"])
        assert ground.arc[f"{first}-{last}"] == ring[here : there + 1]
    assert ground.arc["C-L-letters"] == [ground.entry[letter]["hex"] for letter in "CDEFGHIJKL"]
    for unit in ground.tables["units"]["unit"]:
        if "arc" in unit:
            wanted = "A-B" if unit["side"] == "republican" else ZONES.get(unit.get("division", ""), "C-L-letters")
            assert unit["arc"] == wanted, unit["id"]


@pytest.mark.rule("tet.front")
@BOTH
def test_the_front_line_parts_the_start_areas_and_has_no_effect(ground: Ground) -> None:
    republican = {h for h, entry in ground.hex.items() if entry["control"] == "republican"}
    border = {(a, b) for a in republican for b in ground.near(a) if b not in republican}
    assert {tuple(side) for side in ground.map["front_line"]["sides"]} == border
    effect = ground.tables["tables"]["terrain"]["front_line"]
    assert effect == {"mp": "other terrain", "columns_left": 0, "defensive": False}


def test_the_republican_area_is_the_north_east_of_the_perales() -> None:
    republican = {h for h, entry in OWN.hex.items() if entry["control"] == "republican"}
    assert republican == set(block(11, 19, 1, 3) + block(20, 23, 1, 2))


@BOTH
def test_the_republican_area_lies_east_of_the_perales_in_one_piece_and_leaves_out_b_and_brunete(ground: Ground) -> None:
    republican = {h for h, entry in ground.hex.items() if entry["control"] == "republican"}
    valdemorillo = ground.place["Valdemorillo"]

    def inside(a: str, b: str) -> bool:
        return b in republican and "perales" not in ground.river.get(frozenset((a, b)), set())

    assert all(ground.distance(h, valdemorillo, inside) is not None for h in republican)
    assert ground.entry["B"]["hex"] not in republican
    assert ground.place["Brunete"] not in republican


@pytest.mark.rule("1.2.1b")
@BOTH
def test_purple_and_yellow_towns_and_the_three_yellow_dashed_vertices_are_the_objectives(ground: Ground) -> None:
    colours = {o["name"]: (o["colour"], o["vp"]) for o in ground.map["objective"]}
    assert colours == {
        "Brunete": ("purple", 2),
        "Quijorna": ("purple", 1),
        "Villanueva de la Cañada": ("purple", 1),
        "Villanueva del Pardillo": ("purple", 1),
        "Villafranca del Castillo": ("purple", 1),
        "Las Rozas": ("yellow", 1),
        "Boadilla del Monte": ("yellow", 1),
        "Villaviciosa de Odón": ("yellow", 1),
        "Sevilla la Nueva": ("yellow", 1),
        "Romanillos": ("yellow-dashed", 0),
        "Mosquito": ("yellow-dashed", 0),
        "Los Llanos": ("yellow-dashed", 0),
    }
    marked = {h: (e["objective"], e["vp"]) for h, e in ground.hex.items() if "objective" in e}
    assert marked == {ground.place[name]: value for name, value in colours.items()}
    vertices = {ground.place[name] for name in ("Romanillos", "Mosquito", "Los Llanos")}
    assert set(ground.map["vertex_group"]["hexes"]) == vertices
    assert ground.map["vertex_group"]["vp"] == 1


@BOTH
def test_the_fifth_purple_town_can_be_chosen_among_three_or_none(ground: Ground) -> None:
    assert ground.map["fifth_purple"] == {
        "default": "villafranca_del_castillo",
        "choices": {
            "villafranca_del_castillo": ground.place["Villafranca del Castillo"],
            "perales_de_milla": ground.place["Perales de Milla"],
            "valdemorillo": ground.place["Valdemorillo"],
            "none": "",
        },
    }


# --- terrain


def share(ground: Ground, hexes: list[str], *kinds: str) -> float:
    return sum(ground.terrain[h] in kinds for h in hexes) / len(hexes)


@BOTH
def test_the_castillo_is_forest_and_vertex_and_four_hexes_round_brunete_are_clear(ground: Ground) -> None:
    castle = ground.place["Castillo"]
    assert ground.terrain[castle] == "forest"
    assert ground.hex[castle]["vertex"] == "Castillo"
    assert sum(ground.terrain[h] == "clear" for h in ground.near(ground.place["Brunete"])) >= 4


def test_the_north_west_and_the_banks_of_the_perales_are_broken_ground() -> None:
    foothills = [h for h in block(6, 16, 1, 6) if h not in OWN.towns]
    assert share(OWN, foothills, "hill", "forest") == 1
    assert share(OWN, foothills, "hill") > 0.7
    banks = list({h for side, names in OWN.river.items() if "perales" in names for h in side} - OWN.towns)
    assert share(OWN, banks, "hill", "forest") == 1
    assert share(OWN, banks, "hill") >= 0.75


def test_ridges_and_woods_lie_where_the_ground_has_them() -> None:
    assert share(OWN, block(13, 15, 6, 7), "hill") == 1  # Los Llanos
    assert share(OWN, block(28, 30, 7, 11), "hill", "forest") == 1  # Romanillos and Mosquito
    assert share(OWN, block(28, 30, 7, 11), "hill") > 0.5
    assert share(OWN, block(28, 32, 8, 10), "hill", "forest") == 1  # woods of Romanillos and Boadilla
    assert share(OWN, block(28, 32, 8, 10), "forest") > 0.5
    assert share(OWN, block(24, 26, 6, 7), "forest") == 1  # the triangle of the two rivers
    assert share(OWN, block(28, 30, 14, 16), "forest") == 1  # woods of Villaviciosa
    assert share(OWN, ["2109", "2209", "1517", "1617", "1717"], "forest") == 1  # north of Brunete, west of Sevilla


def test_no_obstacle_lies_between_quijorna_and_the_two_vertices_south_east_of_brunete() -> None:
    plain = [*block(15, 22, 10, 14), "2313", "2314"]
    assert share(OWN, plain, "clear") == 1
    assert not [side for side in OWN.river if side <= set(plain)]
    for vertex in ("2213", "2314"):
        column, row = split(vertex)
        assert column > 21
        assert row > 11
        assert "vertex" in OWN.hex[vertex]


@BOTH
def test_the_way_from_brunete_is_open_to_sevilla_and_hard_to_the_other_yellow_objectives(ground: Ground) -> None:
    brunete = ground.place["Brunete"]
    cost = {n: ground.cross_country(brunete, ground.place[n]) for n in TOWNS | VERTICES}
    steps = {n: ground.distance(brunete, ground.place[n]) or 0 for n in TOWNS | VERTICES}
    assert cost["Sevilla la Nueva"] == steps["Sevilla la Nueva"]
    hard = ["Villaviciosa de Odón", "Boadilla del Monte", "Mosquito", "Romanillos"]
    assert all(cost[name] > steps[name] for name in hard)


@BOTH
def test_half_the_ground_is_open_a_third_hill_and_the_rest_wood(ground: Ground) -> None:
    assert 0.40 <= share(ground, list(ground.hex), "clear") <= 0.60
    assert 0.25 <= share(ground, list(ground.hex), "hill") <= 0.40
    assert 0.12 <= share(ground, list(ground.hex), "forest") <= 0.25


def test_the_south_is_open_and_the_east_broken() -> None:
    assert share(OWN, block(15, 23, 12, 17), "hill", "forest") < 0.15
    assert share(OWN, block(26, 32, 7, 16), "hill", "forest") > 0.60


# --- the worked examples need this ground


@BOTH
def test_lijar_is_the_sixth_road_hex_from_a_and_brunete_is_beyond_eleven(ground: Ground) -> None:
    road = ground.routes["R1"]["hexes"]
    lijar = ground.place["Lijar"]
    assert road[0] == ground.entry["A"]["hex"]
    assert road[5] == lijar
    assert lijar in ground.near(road[4])
    assert lijar not in ground.near(road[3])
    assert road.index(ground.place["Brunete"]) >= 10
    assert ground.place["Villanueva de la Cañada"] in road[: road.index(ground.place["Brunete"])]


@BOTH
def test_with_lijar_interdicted_eight_movement_points_from_a_end_there(ground: Ground) -> None:
    lijar, left, end = ground.place["Lijar"], 8, ""
    for hex_id in ground.routes["R1"]["hexes"]:
        cost = 2 if hex_id == lijar or hex_id in ground.near(lijar) else 1
        if cost > left:
            break
        left, end = left - cost, hex_id
    assert (end, left) == (lijar, 0)


@BOTH
def test_the_castillo_has_wet_bridged_and_dry_sides_as_the_combat_example_needs(ground: Ground) -> None:
    castle, villafranca, mosquito = (ground.place[n] for n in ("Castillo", "Villafranca del Castillo", "Mosquito"))
    rivers = {h: ground.river.get(frozenset((castle, h)), set()) for h in ground.near(castle)}
    x, y = ground.centre(castle)
    south = [h for h in rivers if ground.centre(h)[1] > y + 0.4]
    east = [h for h, names in rivers.items() if "guadarrama" in names and ground.centre(h)[0] > x]
    dry = [h for h, names in rivers.items() if not names]
    assert any("aulencia" in rivers[h] for h in south)
    assert any("aulencia" in rivers[h] and frozenset((castle, h)) in ground.bridges for h in rivers)
    over = [h for h in east if frozenset((castle, h)) in ground.bridges]
    assert len(over) == 1  # the tank goes on over the Guadarrama by road or path
    further = [h for h in ground.near(over[0]) if h not in ground.near(castle) and ground.centre(h)[0] > x + 1]
    towards = ground.distance(over[0], mosquito) or 0
    assert any((ground.distance(h, mosquito) or 0) < towards for h in further)
    assert any(h != villafranca and frozenset((h, villafranca)) in ground.steps for h in dry)


def hill_chain(ground: Ground, wet_step: int) -> list[list[str]]:
    """Three hills in a row towards the north-east, the river without a bridge before one of them."""
    chains: list[list[str]] = []
    for start in ground.hex:
        paths = [[start]]
        for step in range(3):
            longer: list[list[str]] = []
            for path in paths:
                here = path[-1]
                x, y = ground.centre(here)
                for there in ground.near(here):
                    side = frozenset((here, there))
                    wet = "perales" in ground.river.get(side, set()) and side not in ground.bridges
                    north_east = ground.centre(there)[0] > x and ground.centre(there)[1] < y
                    fits = wet if step == wet_step else ground.dry(here, there)
                    if north_east and fits and ground.terrain[there] == "hill":
                        longer.append([*path, there])
            paths = longer
        chains += paths
    return chains


@BOTH
def test_three_hills_in_a_row_cross_the_perales_at_the_costs_of_the_movement_example(ground: Ground) -> None:
    terrain = ground.tables["tables"]["terrain"]
    river = terrain["river"]["extra_mp"]
    assert hill_chain(ground, 0)
    assert 3 * terrain["hill"]["infantry"] + river == 7
    assert hill_chain(ground, 1)
    assert 3 * terrain["hill"]["cavalry"] + river == 10
    assert terrain["hill"]["infantry"] + river == 3


def test_the_supply_example_can_be_laid_out_at_a_bridge_of_the_perales() -> None:
    ground = OWN
    behind: set[str] = set()  # roads joined to K or L without a bridge
    queue = deque([ground.entry["K"]["hex"], ground.entry["L"]["hex"]])
    while queue:
        here = queue.popleft()
        if here not in behind:
            behind.add(here)
            roads = [there for there in ground.near(here) if frozenset((here, there)) in ground.steps]
            queue.extend([there for there in roads if frozenset((here, there)) not in ground.bridges])
    infantry, cavalry = hill_chain(ground, 0), hill_chain(ground, 1)
    layouts = 0
    for side, bridge in ground.bridges.items():
        for far in side if bridge["river"] == "perales" else ():
            (near,) = side - {far}
            column, row = split(far)
            north = join(column, row - 1)
            if near not in behind or ground.terrain.get(north) != "hill":
                continue
            for third in ground.near(north):
                if ground.dry(third, north) or frozenset((third, north)) in ground.bridges or third == near:
                    continue
                for second in cavalry:  # three hexes from the bridge hex, so in supply once it is taken
                    close = (ground.distance(second[0], third) or 0) <= 3
                    if not close or ground.distance(second[3], far, ground.dry, 3) is None:
                        continue
                    layouts += sum(
                        first[0] not in (second[0], third)
                        and (ground.distance(first[0], second[0]) or 0) <= 3
                        and ground.distance(first[3], far, ground.dry, 3) is None
                        for first in infantry
                    )
    assert layouts > 0


# --- the start position


@BOTH
def test_every_hex_of_the_set_up_is_in_supply_except_infiltrated_brunete(ground: Ground) -> None:
    found = {hex_id: ground.supplied(hex_id, units[0]["side"]) for hex_id, units in ground.start().items()}
    assert [hex_id for hex_id, hexes in found.items() if hexes is None] == [ground.place["Brunete"]]


@BOTH
def test_taking_villanueva_de_la_canada_opens_the_road_from_a_to_brunete(ground: Ground) -> None:
    brunete, canada = ground.place["Brunete"], ground.place["Villanueva de la Cañada"]
    assert ground.supplied(brunete, "republican") is None
    assert ground.supplied(brunete, "republican", {canada}) == 0


@BOTH
def test_nationalist_towns_and_letters_are_linked_to_their_sources_at_the_start(ground: Ground) -> None:
    towns = [ground.place[name] for name in TOWNS if name not in ("Valdemorillo", "Brunete")]
    assert all(ground.supplied(h, "nationalist") is not None for h in towns)
    assert all(ground.supplied(ground.entry[letter]["hex"], "nationalist") == 0 for letter in "CDEFGHIJKL")


@BOTH
def test_no_republican_unit_starts_within_four_hexes_of_the_frozen_towns(ground: Ground) -> None:
    frozen = [ground.place["Las Rozas"], ground.place["Majadahonda"]]
    starts = [h for h, units in ground.start().items() if units[0]["side"] == "republican"]
    assert min(ground.distance(a, b) or 0 for a in starts for b in frozen) > 4
