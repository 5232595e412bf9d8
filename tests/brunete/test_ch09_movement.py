"""[9.1-9.3, 9.6, tet.*, 11.1a] Movement and the terrain table."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch09_movement import Move, Movement, reach
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP, load_board
from frente.games.brunete.state.position import OFF_MAP, UNSUPPLIED, Brunete
from frente.kernel.flow import Act
from tests.brunete.fight import aftermath_of, anyhow, attack, declare, fight
from tests.brunete.lay import (
    along,
    at,
    bare,
    drill,
    drill_board,
    empty,
    hexes,
    offered,
    play,
    put,
    rules,
    run,
    tables,
    unit,
    units,
)

DOWN = [f"20{row:02d}" for row in range(2, 19)]              # straight south
ROAD = " ".join(["2001", *DOWN])


def left(p: Brunete) -> int:
    """Points left to the unit on the move."""
    top = p.stack[-1]
    assert isinstance(top, Move)
    return top.left


def cost(p: Brunete, name: str, start: str, to: str) -> int:
    """What one step costs, or -1 if it is not offered."""
    put(p, name, start)
    run(p, Movement(p.board.side[unit(p, name)]))
    play(p, f"unit:{name}")
    had = left(p)
    if f"hex:{to}" not in offered(p):
        return -1
    step = p.step()
    play(p, f"hex:{to}")
    return had - left(p) if p.stack and p.step() is step else had


def marched(p: Brunete, name: str, start: str, places: list[str], steps: int = 0, state: int = 0) -> int:
    """How many hexes a unit gets along a line."""
    put(p, name, start, steps, state)
    run(p, Movement(p.board.side[unit(p, name)]))
    play(p, f"unit:{name}")
    return along(p, places)


# -- 9.1 to 9.3


@pytest.mark.rule("9.1")
def test_a_player_moves_all_some_or_none_of_his_units_in_any_order_each_once() -> None:
    p = drill()
    for name, place in (("r-16-1", "2010"), ("r-108-1", "2210"), ("r-tk5-1", "2410")):
        put(p, name, place)
    put(p, "n-13-1", "3010")
    run(p, Movement(REP))
    assert units(offered(p)) == ["r-108-1", "r-16-1", "r-tk5-1"]
    assert "pass" in offered(p)                              # none at all
    play(p, "unit:r-tk5-1", "hex:2409", "stop", "unit:r-16-1", "hex:2009", "stop")       # corps in any order
    assert offered(p) == ["unit:r-108-1", "pass"]
    assert rules(p, "unit:r-16-1") == ["9.1"]                # it has moved
    assert rules(p, "unit:n-13-1") == ["9.1"]                # not his
    play(p, "pass")
    assert p.hex[unit(p, "r-108-1")] == at(p, "2210")
    run(p, Movement(REP))
    assert "unit:r-16-1" in offered(p)                       # the next movement is a new one


@pytest.mark.rule("9.1")
def test_a_unit_may_stop_anywhere_on_its_way() -> None:
    p = drill()
    put(p, "r-16-1", "2002")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2003", "stop")
    assert p.hex[unit(p, "r-16-1")] == at(p, "2003")


@pytest.mark.rule("9.2")
def test_units_pay_for_every_hex_and_stop_when_their_points_are_spent() -> None:
    p = drill()
    assert marched(p, "r-16-1", "2001", DOWN) == 8
    assert marched(p, "r-cav18", "2001", DOWN) == 10
    assert marched(p, "r-tk5-1", "2001", DOWN) == 10
    assert marched(drill(hills=DOWN), "r-16-1", "2001", DOWN) == 4
    q = drill(hills=["2009"])
    put(q, "r-16-1", "2001")
    run(q, Movement(REP))
    play(q, "unit:r-16-1", *[f"hex:{h}" for h in DOWN[:7]])  # 7 of 8
    assert rules(q, "hex:2009") == ["9.2"]                   # two are too many
    assert "hex:2108" in offered(q)
    assert rules(q, "hex:2012") == ["9.2"]                   # one hex at a time


@pytest.mark.rule("9.2")
def test_there_is_no_minimum_move_and_nobody_leaves_the_map() -> None:
    """R32"""
    ring = ["2008", "2010", "1908", "1909", "2108", "2109"]
    p = drill(hills=ring, rivers=[f"2009/{h}" for h in ring])
    put(p, "r-16-1", "2009", steps=1, state=UNSUPPLIED)      # 3 points: a hill across a river, no more
    run(p, Movement(REP))
    assert units(offered(p)) == ["r-16-1"]
    p.interdiction = [[], [at(p, "2009")]]                   # 4 to pay
    run(p, Movement(REP))
    assert offered(p) == []
    q = drill()
    put(q, "r-16-1", "2001")
    run(q, Movement(REP))
    play(q, "unit:r-16-1")
    assert hexes(offered(q)) == ["1901", "2002", "2101"]
    assert "exit" not in offered(q)


@pytest.mark.rule("9.3")
def test_movement_obeys_zones_supply_and_the_fewer_points_of_a_reduced_unit() -> None:
    assert marched(drill(), "r-16-1", "2001", DOWN) == 8
    assert marched(drill(), "r-16-1", "2001", DOWN, steps=1) == 6
    assert marched(drill(), "r-16-1", "2001", DOWN, state=UNSUPPLIED) == 4
    assert marched(drill(), "r-16-1", "2001", DOWN, steps=1, state=UNSUPPLIED) == 3
    p = drill()
    put(p, "n-13-1", "2006")
    assert marched(p, "r-16-1", "2001", DOWN) == 4           # 2005 lies next to the enemy


# -- terrain


@pytest.mark.rule("tet.clear")
@pytest.mark.parametrize("name", ["r-16-1", "r-cav18", "r-tk5-1"])
def test_clear_ground_costs_every_unit_one_point_and_shelters_nobody(name: str) -> None:
    assert cost(drill(), name, "2010", "2009") == 1
    assert shelter(drill()) == 0


@pytest.mark.rule("tet.hill")
@pytest.mark.parametrize(("name", "points"), [("r-16-1", 2), ("r-cav18", 3), ("r-tk5-1", 3)])
def test_a_hill_costs_infantry_two_and_tanks_and_cavalry_three(name: str, points: int) -> None:
    assert cost(drill(hills=["2009"]), name, "2010", "2009") == points
    assert cost(drill(hills=["2010"]), name, "2010", "2009") == 1        # what counts is the hex entered


@pytest.mark.rule("tet.forest")
@pytest.mark.parametrize(("name", "points"), [("r-16-1", 2), ("r-cav18", 3), ("r-tk5-1", 3)])
def test_a_forest_costs_infantry_two_and_tanks_and_cavalry_three(name: str, points: int) -> None:
    assert cost(drill(forests=["2009"]), name, "2010", "2009") == points
    assert cost(drill(forests=["2010"]), name, "2010", "2009") == 1


def shelter(p: Brunete) -> int:
    """Columns a defender in 2009 gains from the ground."""
    put(p, "n-13-1", "2009")
    put(p, "r-16-1", "2010")
    declare(p, "r-16-1")
    return -attack(p).shifts


@pytest.mark.rule("tet.hill", "tet.forest", "tet.vertex", "tet.town")
def test_hill_forest_vertex_and_town_each_shift_an_attack_one_column_to_the_left() -> None:
    assert shelter(drill(hills=["2009"])) == 1
    assert shelter(drill(forests=["2009"])) == 1
    assert shelter(drill(vertices=["2009"])) == 1
    assert shelter(drill(towns=["2009"])) == 1
    assert shelter(drill(hills=["2010"], towns=["2010"])) == 0           # where the attacker stands is nothing
    assert shelter(drill(roads=["2009 2010"], rivers=["2009/2008"])) == 0


@pytest.mark.rule("tet.vertex", "tet.town")
@pytest.mark.parametrize("name", ["r-16-1", "r-cav18"])
def test_a_vertex_or_town_costs_what_the_other_terrain_of_its_hex_costs(name: str) -> None:
    hill = 2 if name == "r-16-1" else 3
    assert cost(drill(vertices=["2009"]), name, "2010", "2009") == 1
    assert cost(drill(vertices=["2009"], hills=["2009"]), name, "2010", "2009") == hill
    assert cost(drill(towns=["2009"]), name, "2010", "2009") == 1
    assert cost(drill(towns=["2009"], forests=["2009"]), name, "2010", "2009") == hill


@pytest.mark.rule("tet.objective")
def test_an_objective_costs_what_its_terrain_costs_and_has_no_effect_on_combat() -> None:
    board = load_board()
    objectives = [*[h for h, _ in board.purple], *board.yellow, *board.vertices]
    assert len(objectives) == 12
    for place in [board.names[h] for h in objectives]:
        beside = drill()
        start = next(beside.board.names[n] for n in beside.board.nb[at(beside, place)])
        assert cost(drill(), "r-16-1", start, place) == 1
        assert cost(drill(hills=[place]), "r-16-1", start, place) == 2
        p = drill()
        put(p, "n-13-1", place)
        put(p, "r-16-1", start)
        declare(p, "r-16-1", target=place)
        assert attack(p).shifts == 0


@pytest.mark.rule("tet.entry")
def test_a_lettered_hex_costs_what_its_terrain_costs_and_has_no_effect_on_combat() -> None:
    assert cost(drill(), "r-16-1", "1402", "1401") == 1
    assert cost(drill(hills=["1401"]), "r-16-1", "1402", "1401") == 2
    p = drill()
    put(p, "n-13-1", "1401")
    put(p, "r-16-1", "1402")
    declare(p, "r-16-1", target="1401")
    assert attack(p).shifts == 0


@pytest.mark.rule("tet.front")
def test_the_initial_front_line_changes_neither_movement_nor_combat() -> None:
    front = {tuple(side) for side in tables()["map"]["front_line"]["sides"]}
    for inside, outside in (("1303", "1304"), ("1403", "1404"), ("2302", "2402")):
        assert (inside, outside) in front
        assert cost(drill(), "r-16-1", inside, outside) == 1
        assert cost(drill(hills=[outside]), "r-16-1", inside, outside) == 2
    q = drill()
    put(q, "n-13-1", "1404")
    put(q, "r-16-1", "1403")                                 # an attack across the line
    declare(q, "r-16-1", target="1404")
    assert attack(q).shifts == 0


@pytest.mark.rule("tet.prohibited")
def test_the_zone_that_is_not_played_on_cannot_be_entered() -> None:
    p = empty()
    assert "0510" not in p.board.index
    put(p, "n-13-1", "0610")
    run(p, Movement(NAT))
    play(p, "unit:n-13-1")
    assert hexes(offered(p)) == ["0609", "0611", "0709", "0710"]
    names = GAME.words(p).vocabulary["hex"]
    assert names is not None
    assert not any(name.startswith(("01", "02", "03", "04", "05")) for name in names)


# -- rivers


@pytest.mark.rule("tet.river")
@pytest.mark.parametrize("name", ["r-16-1", "r-cav18"])
def test_crossing_a_river_costs_one_more_unless_a_road_or_path_crosses_it(name: str) -> None:
    river = ["2009/2010"]
    assert cost(drill(rivers=river), name, "2010", "2009") == 2
    assert cost(drill(rivers=river), name, "2009", "2010") == 2          # both ways
    assert cost(drill(rivers=river, roads=["2009 2010"]), name, "2010", "2009") == 1
    assert cost(drill(rivers=river, paths=["2009 2010"]), name, "2010", "2009") == 1
    assert cost(drill(rivers=["2008/2009"]), name, "2010", "2009") == 1  # another side of the hex
    apart = drill(rivers=river, roads=["2009 2109", "2010 2110"])
    assert cost(apart, name, "2010", "2009") == 2            # roads in both hexes, but none over this side (R27)


@pytest.mark.rule("tet.rivertank")
@pytest.mark.parametrize("name", ["r-tk5-1", "n-tank-1"])
def test_a_tank_crosses_a_river_only_by_road_or_path(name: str) -> None:
    p = drill(rivers=["2009/2010"])
    assert cost(p, name, "2010", "2009") == -1
    assert rules(p, "hex:2009") == ["tet.rivertank"]
    assert cost(drill(rivers=["2009/2010"], roads=["2009 2010"]), name, "2010", "2009") == 1
    assert cost(drill(rivers=["2009/2010"], paths=["2009 2010"]), name, "2010", "2009") == 1
    assert cost(drill(rivers=["2009/2010"]), name, "2010", "2109") == 1  # round the end of it


@pytest.mark.rule("tet.hill", "tet.river", "tet.rivertank", "4.1a")
def test_the_iv_navarre_brigade_crosses_the_perales() -> None:
    """X2"""
    p = drill(hills=["2009", "2008", "2007", "2209", "2208", "2207", "2409"],
              rivers=["2009/2010", "2208/2209", "2409/2410"])
    put(p, "n-iv-navarre-1", "2010")                         # A
    put(p, "n-cav-1", "2210")                                # B
    put(p, "n-iv-navarre-2", "2410")                         # C
    put(p, "n-tank-1", "2209")
    put(p, "r-16-1", "2408")
    run(p, Movement(NAT))
    play(p, "unit:n-iv-navarre-1", "hex:2009")
    assert left(p) == 8 - 3
    play(p, "hex:2008", "hex:2007")
    assert left(p) == 1
    play(p, "stop", "unit:n-cav-1", "hex:2209", "hex:2208", "hex:2207")          # 3 + 4 + 3: all of its 10
    assert p.hex[unit(p, "n-cav-1")] == at(p, "2207")
    play(p, "unit:n-iv-navarre-2", "hex:2409")
    assert type(p.step()).__name__ == "ChooseUnit"           # in an enemy zone: the other 5 points are lost
    play(p, "unit:n-tank-1")
    assert rules(p, "hex:2208") == ["tet.rivertank"]


# -- roads and paths


@pytest.mark.rule("tet.road")
def test_a_road_costs_one_point_a_hex_whatever_else_is_there() -> None:
    p = drill(roads=["2009 2010"], hills=["2009"])
    assert cost(p, "r-16-1", "2010", "2009") == 1
    assert cost(p, "r-cav18", "2010", "2009") == 1
    assert cost(p, "r-16-1", "2008", "2009") == 2            # not along the road: the hill counts (R27)


@pytest.mark.rule("tet.road")
@pytest.mark.parametrize(("name", "far"), [("r-16-1", 11), ("r-cav18", 15), ("r-tk5-1", 15)])
def test_a_move_all_along_a_road_has_three_points_more_or_five_for_tanks_and_cavalry(name: str, far: int) -> None:
    assert marched(drill(roads=[ROAD]), name, "2001", DOWN) == far
    assert marched(drill(roads=[ROAD], hills=DOWN), name, "2001", DOWN) == far


@pytest.mark.rule("tet.road")
def test_the_road_bonus_is_for_a_move_that_never_leaves_the_road() -> None:
    p = drill(roads=[ROAD])
    put(p, "r-16-1", "2101")                                 # beside the road
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2002")
    assert along(p, DOWN[1:]) == 7                           # 8 in all
    assert marched(drill(roads=[ROAD]), "r-16-1", "2001", [*DOWN[:8], "2109"]) == 8      # none to leave it with
    broken = ROAD.replace("2005 2006", "2005|2006").split("|")
    assert marched(drill(roads=broken), "r-16-1", "2001", DOWN) == 8     # a gap in the road


@pytest.mark.rule("tet.road")
def test_the_road_bonus_is_lost_by_entering_or_leaving_an_enemy_zone() -> None:
    p = drill(roads=[ROAD])
    put(p, "n-13-1", "1901")                                 # next to the start
    assert marched(p, "r-16-1", "2001", DOWN[1:]) == 0
    assert marched(p, "r-16-1", "2001", DOWN) == 1           # zone to zone: 2002 touches 1901
    q = drill(roads=[ROAD])
    put(q, "n-13-1", "2101")
    assert marched(q, "r-16-1", "2003", DOWN[2:]) == 11      # it starts clear of the zone
    assert marched(q, "r-16-2", "2002", DOWN[1:]) == 8       # it leaves the zone, and has no bonus however far it goes
    r = drill(roads=[ROAD])
    put(r, "n-13-1", "2111")                                 # zone over 2011 and 2012
    assert marched(r, "r-16-1", "2001", DOWN) == 9           # the tenth hex cannot be entered on the bonus
    assert marched(r, "r-16-1", "2003", DOWN[2:]) == 8       # on its own points it may: 2011, and stop


@pytest.mark.rule("tet.road")
def test_the_bonus_is_not_halved_without_supply() -> None:
    """R26"""
    assert marched(drill(roads=[ROAD]), "r-16-1", "2001", DOWN, state=UNSUPPLIED) == 4 + 3
    assert marched(drill(roads=[ROAD]), "r-16-1", "2001", DOWN, steps=1) == 6 + 3


@pytest.mark.rule("tet.path")
def test_a_path_costs_one_point_a_hex_whatever_else_is_there() -> None:
    p = drill(paths=["2009 2010"], forests=["2009"])
    assert cost(p, "r-16-1", "2010", "2009") == 1
    assert cost(p, "r-cav18", "2010", "2009") == 1
    assert cost(p, "r-16-1", "2008", "2009") == 2


@pytest.mark.rule("tet.path")
@pytest.mark.parametrize(("name", "far"), [("r-16-1", 10), ("r-cav18", 13), ("r-tk5-1", 13)])
def test_a_move_all_along_a_path_or_a_mix_has_two_points_more_or_three(name: str, far: int) -> None:
    """R5"""
    assert marched(drill(paths=[ROAD]), name, "2001", DOWN) == far
    road, path = " ".join(["2001", *DOWN[:5]]), " ".join(DOWN[4:])
    assert marched(drill(roads=[road], paths=[path]), name, "2001", DOWN) == far
    assert marched(drill(paths=[road], roads=[path]), name, "2001", DOWN) == far
    road, path = " ".join(["2001", *DOWN[:far]]), " ".join(DOWN[far - 1:])
    assert marched(drill(roads=[road], paths=[path]), name, "2001", DOWN) == far         # a road would lead further


@pytest.mark.rule("tet.path")
def test_the_path_bonus_is_lost_by_an_enemy_zone_or_a_step_across_country() -> None:
    p = drill(paths=[ROAD])
    put(p, "n-13-1", "2111")
    assert marched(p, "r-16-1", "2001", DOWN) == 9
    q = drill(paths=[ROAD])
    put(q, "n-13-1", "2101")
    assert marched(q, "r-16-2", "2002", DOWN[1:]) == 8       # it leaves the zone
    broken = ROAD.replace("2005 2006", "2005|2006").split("|")
    assert marched(drill(paths=broken), "r-16-1", "2001", DOWN) == 8


@pytest.mark.rule("tet.road")
def test_interdiction_of_the_road_to_brunete() -> None:
    """X6, R26, R28"""
    board = load_board()
    road = next(r["hexes"] for r in tables()["map"]["route"] if "Lijar" in r["name"])
    lijar = board.names[board.place("Lijar")]
    assert road.index(lijar) == 5                            # the sixth hex of the road from A
    for interdicted, far in ((False, 11), (True, 6)):
        p = bare(board)
        p.box(unit(p, "r-32-1"), OFF_MAP)
        p.steps[unit(p, "r-32-1")] = 2
        p.entry[unit(p, "r-32-1")] = at(p, "1401")
        if interdicted:
            p.interdiction = [[], [at(p, lijar)]]
        run(p, Movement(REP))
        play(p, "unit:r-32-1")
        assert along(p, road) == far
    assert p.hex[unit(p, "r-32-1")] == at(p, lijar)


# -- obstacles


def test_an_enemy_hex_is_never_entered() -> None:
    """R25"""
    p = drill()
    put(p, "n-13-1", "2010", state=UNSUPPLIED)
    put(p, "r-16-1", "2009")
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert "2010" not in hexes(offered(p))
    assert rules(p, "hex:2010") == ["R25"]


def test_where_a_unit_may_end_is_what_its_steps_allow() -> None:
    p = drill(hills=["2008"], rivers=["2009/2010"])
    u = put(p, "r-16-1", "2010", steps=1, state=UNSUPPLIED)  # 3 points
    put(p, "r-3-1", "2011")
    put(p, "r-3-2", "2011")
    found = {p.board.names[h]: points for h, points in reach(p, u).items()}
    assert (found["2009"], found["2010"], found["2013"]) == (1, 3, 0)
    assert "2011" not in found                               # full
    assert "2008" not in found                               # 1 point left, a hill costs 2


# -- frozen units


def garrisons(**options: Any) -> Brunete:
    p = drill(turn=2, **options)
    for name, place in (("n-11-1", "3302"), ("n-11-2", "3304"), ("n-11-3", "3304"), ("n-13-1", "3110")):
        put(p, name, place)
    return p


def moves(p: Brunete) -> list[str]:
    run(p, Movement(NAT))
    return units(offered(p))


@pytest.mark.rule("9.6")
def test_the_units_of_las_rozas_and_majadahonda_do_not_move_until_a_republican_ends_four_hexes_away() -> None:
    p = garrisons()
    assert moves(p) == ["n-13-1"]
    assert rules(p, "unit:n-11-1") == ["9.6"]
    put(p, "r-16-1", "2702")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2802", "stop")               # five hexes from Las Rozas
    assert not p.released
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2902", "stop")               # four
    assert p.released
    assert moves(p) == ["n-11-1", "n-11-2", "n-11-3", "n-13-1"]          # all of them, at once
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2802", "hex:2702", "stop")
    assert moves(p) == ["n-11-1", "n-11-2", "n-11-3", "n-13-1"]          # and for good


@pytest.mark.rule("9.6")
def test_a_unit_of_the_towns_that_was_bombed_away_and_recovered_comes_in_like_any_other() -> None:
    p = garrisons()
    p.box(unit(p, "n-11-2"), OFF_MAP)
    p.entry[unit(p, "n-11-2")] = at(p, "3405")
    assert moves(p) == ["n-11-2", "n-13-1"]
    play(p, "unit:n-11-2", "hex:3405", "stop", "pass")
    assert moves(p) == ["n-11-2", "n-13-1"]                  # and those in the towns stay where they are


@pytest.mark.rule("9.6")
def test_the_frozen_units_stay_frozen_if_a_unit_only_passes_or_a_nationalist_comes_near() -> None:
    p = garrisons()
    put(p, "r-16-1", "2803")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2902", "hex:2802", "stop")   # through, not to
    assert not p.released
    run(p, Movement(NAT))
    play(p, "unit:n-13-1", "hex:3109", "hex:3108", "hex:3107", "stop")
    assert not p.released
    put(p, "r-16-1", "2905")                                 # Majadahonda counts as well
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2904", "stop")
    assert p.released


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("reading", "released"), [("within_4", True), ("exactly_4", False)])
def test_nearer_than_four_counts_too_unless_the_option_says_exactly(reading: str, released: bool) -> None:
    """R29"""
    p = garrisons(release_distance=reading)
    put(p, "r-16-1", "2902")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:3003", "stop")               # three hexes from both towns
    assert p.board.distance(at(p, "3003"), at(p, "3302")) == 3
    assert p.board.distance(at(p, "3003"), at(p, "3304")) == 3
    assert p.released == released
    q = garrisons(release_distance=reading)
    put(q, "r-16-1", "2802")
    run(q, Movement(REP))
    play(q, "unit:r-16-1", "hex:2902", "stop")
    assert q.released


@pytest.mark.rule("9.6")
def test_an_advance_that_ends_near_the_towns_wakes_them_and_frozen_units_still_have_zones() -> None:
    """R29"""
    p = garrisons()
    assert p.zone[NAT][at(p, "3202")]
    put(p, "n-gar-4", "2902")
    put(p, "r-16-1", "2803")
    put(p, "r-16-2", "2803")
    fight(p, 6, "r-16-1", "r-16-2", target="2902")
    anyhow(p, "unit:r-16-1")
    assert not p.released
    play(p, "unit:r-16-1", "hex:2902", "stop")
    assert p.released


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("place", "wakes"), [("2802", True), ("2702", False)])
def test_a_retreat_that_ends_near_the_towns_wakes_them(place: str, wakes: bool) -> None:
    """R29"""
    p = garrisons()
    put(p, "r-16-1", place)                                  # five hexes from Las Rozas, or six
    east = str(int(place) + 100)
    put(p, "n-13-7", str(int(place) - 100))
    aftermath_of(p, ["n-13-7"], ["r-16-1"], retreat=1, side=NAT, target=place)
    assert not p.released
    play(p, f"hex:{east}")
    assert p.released == wakes


@pytest.mark.rule("9.6")
def test_the_frozen_units_defend_and_may_be_attacked() -> None:
    p = garrisons(release_distance="exactly_4")
    put(p, "r-16-1", "3202")
    run(p, Combat(REP))
    assert "hex:3302" in offered(p)
    declare(p, "r-16-1", target="3302")
    assert attack(p).defenders == [unit(p, "n-11-1")]


# -- the slow XVIII Corps


@pytest.mark.rule("11.1a")
@pytest.mark.parametrize(("option", "turn", "name", "far"), [
    (True, 2, "r-16-1", 4), (True, 2, "r-tk18-1", 5), (True, 2, "r-101-1", 8), (True, 1, "r-16-1", 8),
    (True, 3, "r-16-1", 8), (False, 2, "r-16-1", 8),
])
def test_by_option_the_xviii_corps_moves_at_half_its_points_on_turn_two(
        option: bool, turn: int, name: str, far: int) -> None:
    p = drill(turn=turn, slow_xviii_corps=option)
    assert marched(p, name, "2001", DOWN) == far


@pytest.mark.rule("11.1a")
def test_the_slow_corps_keeps_its_road_bonus_in_full() -> None:
    """R81"""
    p = drill(roads=[ROAD], turn=2, slow_xviii_corps=True)
    assert marched(p, "r-16-1", "2001", DOWN) == 4 + 3
    assert marched(p, "r-16-1", "2001", DOWN, state=UNSUPPLIED) == 2 + 3


def test_an_act_on_a_hex_that_is_not_adjacent_is_refused_with_its_reason() -> None:
    p = bare(drill_board((), (), (), (), (), (), ()))
    put(p, "r-16-1", "2010")
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert Act("hex", at(p, "2012")) not in p.choices()[REP]
    assert rules(p, "hex:2012") == ["9.2"]
