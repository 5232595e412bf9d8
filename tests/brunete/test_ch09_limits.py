"""[9] Movement: refusals with their reasons, full hexes, entries, the first counters of a side; the infiltration."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import ADJUSTMENT, EARLY, EXTRA, Move, Movement, reach
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import AWAITED, OFF_MAP, UNSUPPLIED, Brunete
from tests.brunete.beaten import LETTERS
from tests.brunete.lay import (
    along,
    at,
    before,
    box,
    drill,
    hexes,
    offered,
    own,
    play,
    put,
    reasons,
    run,
    told,
    unit,
    units,
    where,
)

BRUNETE = "2111"
AROUND = ("2110", "2112", "2011", "2012", "2211", "2212")
DIVISION = ("r-1-1", "r-1-2", "r-9-1", "r-9-2", "r-100-1", "r-100-2")


def left(p: Brunete) -> int:
    return next(f for f in p.stack if isinstance(f, Move)).left


def crowd(p: Brunete, place: str, *names: str) -> Brunete:
    for name in names:
        put(p, name, place)
    return p


# -- who moves


@pytest.mark.rule("9.1", "9.2")
def test_the_first_counter_of_a_side_moves_once_and_the_enemy_not_at_all() -> None:
    p = drill()
    put(p, "r-101-1", "2010")
    put(p, "r-16-1", "2014")
    put(p, "n-71-150-1", "2610")
    run(p, Movement(REP))
    assert offered(p) == ["unit:r-101-1", "unit:r-16-1", "pass"]
    assert reasons(p, "unit:n-71-150-1") == [("9.1", "not-your-unit")]
    assert reasons(p, "unit:r-3-1") == [("6.1a", "not-on-map")]
    play(p, "unit:r-101-1", "hex:2009", "stop")
    assert offered(p) == ["unit:r-16-1", "pass"]
    assert reasons(p, "unit:r-101-1") == [("9.1", "already-moved")]
    play(p, "pass")
    assert p.choices() == {}                                 # the step is over
    run(p, Movement(REP))
    assert offered(p) == ["unit:r-101-1", "unit:r-16-1", "pass"]     # and next time all may move again
    run(p, Movement(NAT))
    assert units(offered(p)) == ["n-71-150-1"]


@pytest.mark.rule("9.1")
def test_without_a_unit_that_can_move_nobody_is_asked_and_what_did_not_come_in_waits() -> None:
    p = drill()
    crowd(p, "2010", "n-gar-1")
    u = box(p, "n-71-150-1", OFF_MAP)                        # no entry hex was named for it
    assert run(p, Movement(NAT)).choices() == {}
    p.entry[u] = at(p, "0606")
    run(p, Movement(NAT))
    assert units(offered(p)) == ["n-71-150-1"]
    play(p, "pass")
    assert (p.hex[u], p.entry[u]) == (OFF_MAP, -1)


@pytest.mark.rule("9.2")
def test_a_unit_with_one_way_out_may_move_and_one_with_none_says_so() -> None:
    p = drill(rivers=[f"2010/{h}" for h in ("2009", "2109", "2110", "2011", "1910", "1909")])
    put(p, "r-tk5-1", "2010")
    put(p, "r-16-1", "2014")
    run(p, Movement(REP))
    assert reasons(p, "unit:r-tk5-1") == [("9.2", "nowhere-to-go")]
    for way in ("2009", "2109", "2110", "2011", "1910", "1909"):
        q = drill(rivers=[f"2010/{h}" for h in ("2009", "2109", "2110", "2011", "1910", "1909") if h != way])
        put(q, "r-tk5-1", "2010")
        run(q, Movement(REP))
        assert offered(q) == ["unit:r-tk5-1", "pass"]
        play(q, "unit:r-tk5-1")
        assert hexes(offered(q)) == [way]
        assert set(reach(q, unit(q, "r-tk5-1"))) >= {at(q, "2010"), at(q, way)}


@pytest.mark.rule("9.7a")
@pytest.mark.parametrize(("turn", "held"), [(1, True), (2, False)])
def test_the_infiltrators_are_held_back_on_turn_one_alone(turn: int, held: bool) -> None:
    p = drill(turn=turn)
    put(p, "r-1-1", "2010")
    put(p, "r-16-1", "2014")
    run(p, Movement(REP))
    assert reasons(p, "unit:r-1-1") == ([("9.7a", "infiltration-only")] if held else [])
    assert "unit:r-16-1" in offered(p)


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("place", "near"), [("2901", True), ("2801", False), ("3308", True), ("3309", False)])
def test_each_of_the_two_towns_wakes_all_three_units_once(place: str, near: bool) -> None:
    """2901 is four hexes from Las Rozas alone, 3308 from Majadahonda alone."""
    p = drill()
    for name, town in (("n-11-1", "3302"), ("n-11-2", "3304"), ("n-11-3", "3304")):
        put(p, name, town)
    put(p, "r-101-1", place)
    put(p, "r-16-1", place)
    events = told(p)
    run(p, Movement(REP))
    play(p, "unit:r-101-1", "stop")
    assert p.released == near
    play(p, "unit:r-16-1", "stop")
    assert len([e for e in events if e.key == "released"]) == int(near)
    run(p, Movement(NAT))
    assert units(offered(p)) == (["n-11-1", "n-11-2", "n-11-3"] if near else [])


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("option", "place", "wakes"), [
    ("within_4", "2902", True), ("within_4", "3002", True), ("within_4", "2802", False),
    ("exactly_4", "2902", True), ("exactly_4", "3102", False), ("exactly_4", "2802", False)])
def test_four_hexes_or_fewer_or_exactly_four_by_option(option: str, place: str, wakes: bool) -> None:
    """R29; 2902 is four hexes from both towns, 3002 and 3102 are nearer to one of them, 2802 is five from both."""
    p = drill(release_distance=option)
    put(p, "n-11-1", "3302")
    put(p, "r-101-1", place)
    run(p, Movement(REP))
    play(p, "unit:r-101-1", "stop")
    assert p.released == wakes


@pytest.mark.rule("9.6")
def test_only_the_three_named_units_are_frozen_and_only_in_their_towns() -> None:
    p = drill()
    put(p, "n-11-1", "3302")
    put(p, "n-11-2", "3305")
    put(p, "n-13-1", "3117")                                 # where it starts, but nobody froze it there
    run(p, Movement(NAT))
    assert units(offered(p)) == ["n-11-2", "n-13-1"]
    assert reasons(p, "unit:n-11-1") == [("9.6", "frozen")]


# -- occasions


@pytest.mark.rule("2.20", "6.1a")
def test_the_extra_step_is_for_the_extra_arrivals_alone() -> None:
    p = drill(turn=7)
    box(p, "n-cav-1", AWAITED, due=7)
    box(p, "n-t26", AWAITED, due=8)                          # awaited, but not of them
    box(p, "n-guadarrama-14", OFF_MAP)
    put(p, "n-13-1", "2010")
    run(p, Movement(NAT, EXTRA))
    assert units(offered(p)) == ["n-cav-1"]
    assert reasons(p, "unit:n-13-1") == [("2.20", "only-arrivals-move")]
    assert reasons(p, "unit:n-t26") == [("6.1a", "not-on-map")]
    assert reasons(p, "unit:n-guadarrama-14") == [("6.1a", "not-on-map")]


@pytest.mark.rule("9.7e", "6.1a")
def test_early_arrivals_are_those_due_on_turn_one() -> None:
    p = drill(turn=1)
    box(p, "n-13-2", AWAITED, due=1)
    box(p, "n-13-6", AWAITED, due=2)
    put(p, "n-13-1", "2010")
    run(p, Movement(NAT, EARLY))
    assert units(offered(p)) == ["n-13-2"]
    assert reasons(p, "unit:n-13-6") == [("6.1a", "not-on-map")]
    assert reasons(p, "unit:n-13-1") == [("9.7e", "only-arrivals-move")]


@pytest.mark.rule("9.7e", "6.1j")
def test_early_arrivals_have_half_their_points_once_on_the_road_or_off_it() -> None:
    """R31: 4 of 8, no bonus on the road and no second halving beside it."""
    for entry, rest in (("3412", 3), ("3413", 3)):
        p = drill(roads=["3412 3312 3212 3112 3012 2912"], turn=1)
        box(p, "n-13-2", AWAITED, due=1)
        run(p, Movement(NAT, EARLY))
        play(p, "unit:n-13-2", f"hex:{entry}")
        assert left(p) == rest
    p = drill(roads=["3412 3312 3212 3112 3012 2912"], turn=1)
    box(p, "n-13-2", AWAITED, due=1)
    run(p, Movement(NAT, EARLY))
    play(p, "unit:n-13-2", "hex:3412", "hex:3312", "hex:3212", "hex:3112")
    assert where(p, "n-13-2") == "3112"
    assert not any(isinstance(f, Move) for f in p.stack)     # four points, four hexes


@pytest.mark.rule("2.19", "9.1")
def test_the_adjustment_move_counts_units_and_leaves_out_those_beside_the_map() -> None:
    p = drill(turn=8)
    put(p, "r-101-1", "2010")
    put(p, "r-16-1", "2014")
    put(p, "r-3-1", "2018")
    box(p, "r-68-1", OFF_MAP, due=1)
    run(p, Movement(REP, ADJUSTMENT, 2))
    assert units(offered(p)) == ["r-101-1", "r-16-1", "r-3-1"]
    assert reasons(p, "unit:r-68-1") == [("6.1a", "not-on-map")]
    play(p, "unit:r-101-1", "stop", "unit:r-16-1", "stop")
    assert p.choices() == {}                                 # two dice of units are not three


@pytest.mark.rule("2.19", "11.1a", "3.6")
def test_halvings_round_down_one_after_the_other() -> None:
    """A reduced, unsupplied unit has 3 of its 6 points, and 1 where those are halved once more."""
    p = drill(turn=8)
    put(p, "r-16-1", "2010", steps=1, state=UNSUPPLIED)
    run(p, Movement(REP, ADJUSTMENT, 2))
    play(p, "unit:r-16-1")
    assert left(p) == 1
    q = drill(turn=2, slow_xviii_corps=True)
    put(q, "r-16-1", "2010", steps=1, state=UNSUPPLIED)
    run(q, Movement(REP))
    play(q, "unit:r-16-1")
    assert left(q) == 1
    r = drill(turn=2)
    put(r, "r-16-1", "2010", steps=1, state=UNSUPPLIED)
    run(r, Movement(REP))
    play(r, "unit:r-16-1")
    assert left(r) == 3


# -- full hexes


@pytest.mark.rule("1.1i", "1.1k")
@pytest.mark.parametrize(("points", "may"), [(1, False), (2, True)])
def test_a_full_hex_is_passed_if_there_is_a_way_on_and_not_entered_otherwise(points: int, may: bool) -> None:
    """R24: the way on must be within the points left."""
    p = drill(turn=8)
    crowd(p, "2009", "r-16-1", "r-16-2")
    put(p, "r-3-1", "2010", steps=1 if points == 1 else 2, state=UNSUPPLIED)     # 6 or 8 points, 3 or 4, 1 or 2
    run(p, Movement(REP, ADJUSTMENT, 3))
    play(p, "unit:r-3-1")
    assert left(p) == points
    assert ("hex:2009" in offered(p)) == may
    assert reasons(p, "hex:2009") == ([] if may else [("R24", "no-room-no-way-on")])
    assert "hex:2011" in offered(p)


@pytest.mark.rule("1.1i")
def test_a_hex_with_room_in_an_enemy_zone_is_entered_and_a_full_one_is_not() -> None:
    p = drill()
    put(p, "n-13-1", "2108")
    put(p, "r-16-1", "2009")
    put(p, "r-3-1", "2011")
    run(p, Movement(REP))
    play(p, "unit:r-3-1", "hex:2010")
    assert "hex:2009" in offered(p)                          # one unit leaves room for another
    put(p, "r-16-2", "2009")
    p.reask()
    assert "hex:2009" not in offered(p)
    assert reasons(p, "hex:2009") == [("1.1i", "no-room-to-halt")]


@pytest.mark.rule("1.1i", "9.2")
def test_an_enemy_stack_is_refused_as_an_enemy_however_many_stand_there() -> None:
    p = drill()
    crowd(p, "2009", "n-13-1", "n-13-7")
    put(p, "r-3-1", "2010")
    run(p, Movement(REP))
    play(p, "unit:r-3-1")
    assert reasons(p, "hex:2009") == [("R25", "enemy-there")]
    assert reasons(p, "hex:2014") == [("9.2", "not-adjacent")]
    put(p, "n-13-6", "2109")             # whose zone reaches there
    assert reasons(p, "hex:2009") == [("R25", "enemy-there")]


@pytest.mark.rule("1.1i")
@pytest.mark.parametrize(("option", "passes"), [("at_check", True), ("continuous", False)])
def test_where_supply_counts_at_once_nobody_passes_a_full_hex(option: str, passes: bool) -> None:
    """R24: zones may change on the way, so no way on is sure. The unit has enemies on either side."""
    p = drill(supply_effects=option, roads=[" ".join(f"14{r:02d}" for r in range(1, 9))])
    crowd(p, "1404", "r-16-1", "r-16-2")
    u = put(p, "r-3-1", "1405", steps=1)                     # 6 points: too few to go round
    for name, place in (("n-gar-1", "1304"), ("n-gar-2", "1305"), ("n-gar-3", "1504"), ("n-gar-4", "1505")):
        put(p, name, place, state=UNSUPPLIED)
    run(p, Movement(REP))
    assert (at(p, "1403") in reach(p, u)) == passes
    assert at(p, "1406") in reach(p, u)
    play(p, "unit:r-3-1")
    assert ("hex:1404" in offered(p)) == passes
    assert reasons(p, "hex:1404") == ([] if passes else [("R24", "no-room-no-way-on")])


@pytest.mark.rule("9.2", "1.1i")
def test_reach_is_every_hex_with_room_at_the_least_cost() -> None:
    p = drill(hills=["2009", "2109"], rivers=["2010/2011"])
    crowd(p, "2012", "r-16-1", "r-16-2")
    u = put(p, "r-3-1", "2010", steps=1, state=UNSUPPLIED)   # 3 points
    found = reach(p, u)
    assert {h: found.get(at(p, h)) for h in ("2010", "2009", "2110", "2011", "2012", "2008", "1910", "2007")} == {
        "2010": 3, "2009": 1, "2110": 2, "2011": 1, "2012": None, "2008": 0, "1910": 2, "2007": None}
    put(p, "n-13-1", "2112")                                 # its zone ends a move
    found = reach(p, u)
    assert {h: found.get(at(p, h)) for h in ("2111", "2211", "2212", "2112")} == {
        "2111": 1, "2211": 1, "2212": 0, "2112": None}


# -- the road bonus


LONG = "1401 1301 1201 1101 1001 1002 1003 1004 1005 1006 1007 0907 0807 0706 0707 0708 0709 0710 0711"


@pytest.mark.rule("tet.road", "tet.path")
def test_a_move_that_met_an_enemy_zone_has_no_bonus_even_if_the_zone_is_gone() -> None:
    """R26: with supply that counts at once, entering the zone may cut off the unit that exerts it."""
    p = drill(supply_effects="continuous", roads=[LONG])
    own(p, REP, *(h for h in LETTERS if h != "0606"))
    put(p, "n-150-1", "0705")                                # lives on L, 0606
    put(p, "r-16-1", "1003")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", *[f"hex:{h}" for h in ("1004", "1005", "1006", "1007", "0907", "0807", "0706")])
    assert p.state[unit(p, "n-150-1")] & UNSUPPLIED          # no zone is left to stop him
    assert left(p) == 1
    play(p, "hex:0707")
    assert not any(isinstance(f, Move) for f in p.stack)     # eight hexes, and no ninth


@pytest.mark.rule("tet.road", "8.2c")
@pytest.mark.parametrize(("marker", "far"), [("", 11), ("1401", 6), ("1403", 5), ("1405", 5), ("1501", 9)])
def test_an_arrival_by_road_keeps_its_bonus_beside_a_friend_and_loses_it_by_interdiction(
        marker: str, far: int) -> None:
    """8 + 3 points; a marker on the road takes the 3 and makes two or three hexes dearer, one beside it only that."""
    road = [f"14{r:02d}" for r in range(1, 15)]
    p = drill(roads=[" ".join(road)])
    u = box(p, "r-16-1", OFF_MAP)
    p.entry[u] = at(p, "1401")
    put(p, "r-3-1", "1501")
    if marker:
        p.interdiction[NAT].append(at(p, marker))
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert along(p, road) == far


# -- entries


@pytest.mark.rule("6.1c", "6.1e", "6.1i")
def test_the_wish_to_hold_b_first_binds_the_republic_alone() -> None:
    """R36"""
    p = drill(turn=9, north_edge_requires_B=True)
    for name in ("r-101-1", "n-13-7", "n-cav-1"):
        box(p, name, OFF_MAP)
    run(p, Reinforcements(REP))
    play(p, "unit:r-101-1")
    assert hexes(offered(p)) == ["1401"]
    run(p, Reinforcements(NAT))
    play(p, "unit:n-13-7")
    assert len(hexes(offered(p))) == 30
    play(p, "hex:3412", "unit:n-cav-1")
    assert hexes(offered(p)) == sorted(LETTERS)


@pytest.mark.rule("10.4.1r")
@pytest.mark.parametrize(("side", "name", "out", "foes", "back"), [
    (NAT, "n-13-7", "3418", ["3418"], ["3318", "3417"]),     # a corner of two own edges
    (NAT, "n-13-7", "3401", ["3401"], ["3402"]),             # a corner with the enemy's edge
    (REP, "r-16-1", "0601", ["0601"], ["0701"]),             # the first hex of the edge
    (REP, "r-16-1", "0601", ["0601", "0701"], ["0801"]),
    (REP, "r-16-1", "3401", ["3401"], ["3301"]),
    (NAT, "n-13-7", "0610", [], ["0610"]),
    (NAT, "n-13-7", "0610", ["0610"], ["0609", "0611"])])
def test_a_unit_comes_back_by_its_exit_hex_or_the_nearest_of_the_same_edge(
        side: int, name: str, out: str, foes: list[str], back: list[str]) -> None:
    p = drill()
    u = box(p, name, OFF_MAP)
    p.exit[u] = at(p, out)
    for foe, place in zip(("r-3-1", "r-3-2") if side == NAT else ("n-150-1", "n-150-2"), foes):
        put(p, foe, place)
    run(p, Reinforcements(side))
    play(p, f"unit:{name}")
    assert hexes(offered(p)) == back


@pytest.mark.rule("10.4.1r")
def test_by_option_it_comes_back_anywhere_on_the_same_edges() -> None:
    p = drill(reentry_hex="any_of_own_edge")
    u = box(p, "n-13-7", OFF_MAP)
    p.exit[u] = at(p, "3401")                                # the corner: only its eastern edge is Nationalist
    run(p, Reinforcements(NAT))
    play(p, "unit:n-13-7")
    assert hexes(offered(p)) == [f"34{r:02d}" for r in range(1, 19)]


@pytest.mark.rule("6.1b", "6.1j", "8.2b")
@pytest.mark.parametrize(("steps", "ground", "rest"), [
    (1, "hill", 0), (1, "clear", 1), (2, "hill", 1), (2, "clear", 2)])
def test_an_entry_hex_is_paid_to_the_last_point(steps: int, ground: str, rest: int) -> None:
    """A reduced unit has 3 points off the road, a full one 4; under interdiction a hill costs 3."""
    p = drill(hills=["0608"] if ground == "hill" else [])
    u = box(p, "n-150-1", OFF_MAP, steps=steps)
    p.entry[u] = at(p, "0608")
    p.interdiction[REP].append(at(p, "0608"))
    run(p, Movement(NAT))
    events = told(p)
    play(p, "unit:n-150-1", "hex:0608")
    assert [e.facts["left"] for e in events if e.key == "entered"] == [rest]


@pytest.mark.rule("6.1b", "1.1i", "6.1l")
def test_a_full_entry_hex_is_passed_if_there_is_a_way_on() -> None:
    p = drill()
    crowd(p, "0608", "n-150-2", "n-150-3")
    u = box(p, "n-150-1", OFF_MAP)
    p.entry[u] = at(p, "0608")
    q = p.clone()
    run(p, Movement(NAT))
    play(p, "unit:n-150-1", "hex:0608")
    assert "stop" not in offered(p)
    assert left(p) == 3
    put(q, "r-16-1", "0708")                                 # now the hex lies in an enemy zone
    run(q, Movement(NAT))
    assert "unit:n-150-1" not in offered(q)
    assert reasons(q, "unit:n-150-1") == [("9.2", "nowhere-to-go")]
    r = drill(supply_effects="continuous")
    crowd(r, "0608", "n-150-2", "n-150-3")
    v = box(r, "n-150-1", OFF_MAP)
    r.entry[v] = at(r, "0608")
    assert "unit:n-150-1" not in offered(run(r, Movement(NAT)))


@pytest.mark.rule("6.1a", "6.1b", "6.1l")
def test_the_entry_hex_that_was_named_binds_unless_the_enemy_has_taken_it() -> None:
    p = drill()
    u = box(p, "n-v-navarre-1", OFF_MAP)
    p.entry[u] = at(p, "3404")
    crowd(p, "3405", "n-13-1", "n-13-7")
    put(p, "r-16-1", "3306")                                 # 3405 is full and in its zone
    run(p, Movement(NAT))
    play(p, "unit:n-v-navarre-1")
    assert offered(p) == ["hex:3404"]
    assert reasons(p, "hex:3403") == [("6.1a", "entry-chosen")]
    assert reasons(p, "hex:3412") == [("6.1a", "not-its-entry")]
    put(p, "r-3-1", "3404")
    p.reask()
    assert offered(p) == ["hex:3403"]
    assert reasons(p, "hex:3404") == [("6.1l", "enemy-there")]
    assert reasons(p, "hex:3405") == [("1.1i", "no-room-to-halt")]


@pytest.mark.rule("6.1b", "6.1l", "10.4.1r")
def test_a_unit_that_comes_in_under_an_enemy_zone_stops_and_forgets_its_exit() -> None:
    p = drill()
    u = box(p, "n-150-1", OFF_MAP)
    p.exit[u] = p.entry[u] = at(p, "0608")
    put(p, "r-16-1", "0708")
    run(p, Movement(NAT))
    play(p, "unit:n-150-1", "hex:0608")
    assert where(p, "n-150-1") == "0608"
    assert not any(isinstance(f, Move) for f in p.stack)     # no step further
    assert p.exit[u] == -1


@pytest.mark.rule("9.2", "tet.road")
def test_a_unit_on_the_map_begins_with_its_own_points_and_one_that_came_in_keeps_what_is_left() -> None:
    p = drill(roads=["1401 1402 1403"])
    put(p, "r-16-1", "2010")
    u = box(p, "r-3-1", OFF_MAP)
    p.entry[u] = at(p, "1501")                               # off the road: 4 points, 1 for the hex
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert left(p) == 8
    play(p, "stop", "unit:r-3-1", "hex:1501")
    assert left(p) == 3


# -- infiltration


def night(names: tuple[str, ...] = DIVISION, hills: tuple[str, ...] = ()) -> Brunete:
    p = drill(turn=1, hills=list(hills))
    for name in names:
        put(p, name, BRUNETE)
    return run(p, Infiltration())


def pool(p: Brunete) -> int:
    return next(f for f in p.stack if isinstance(f, Infiltration)).pool


@pytest.mark.rule("9.7b", "9.7c", "9.7d")
@pytest.mark.parametrize(("die", "dice"), [(1, 2), (4, 2), (5, 1), (6, 1)])
def test_the_first_die_says_how_many_dice_of_points_follow(die: int, dice: int) -> None:
    p = play(night(), f"die:{die}")
    for _ in range(dice):
        assert type(p.step()).__name__ == "InfiltrationPoints"
        play(p, "die:6")
    assert type(p.step()).__name__ == "InfiltrationMove"
    assert pool(p) == 6 * dice


@pytest.mark.rule("9.7c", "9.7f")
@pytest.mark.parametrize("clear", AROUND)
def test_the_points_that_clear_brunete_look_at_every_neighbour(clear: str) -> None:
    """Two units leave for the one clear hex, two for hills: 1 + 1 + 2 + 2."""
    p = play(night(hills=tuple(h for h in AROUND if h != clear)), "die:1", "die:1", "die:1")
    assert pool(p) == 6


@pytest.mark.rule("9.7c", "9.7f")
@pytest.mark.parametrize(("pool", "may"), [(5, False), (6, True)])
def test_a_cheap_hex_is_not_taken_from_those_who_still_have_to_leave_brunete(pool: int, may: bool) -> None:
    """Three must leave, for 1 + 1 + 2; the unit already outside would take one of the two cheap places."""
    p = drill(turn=1, hills=["2112", "2011", "2012", "2211", "2212"])
    put(p, "r-1-1", "2109")
    for name in DIVISION[1:]:
        put(p, name, BRUNETE)
    run(p, before(Infiltration([1], pool, [0] * 6), "InfiltrationMove"))
    play(p, "unit:r-1-1")
    assert "hex:2108" in offered(p)
    assert reasons(p, "hex:2110") == ([] if may else [("9.7f", "points-needed-to-clear")])


@pytest.mark.rule("9.7a", "9.7c", "9.7f")
def test_every_refusal_of_the_infiltration_names_its_reason() -> None:
    p = night()
    put(p, "n-gar-1", "2110")
    play(p, "die:1", "die:1", "die:3")                       # 4 points
    assert reasons(p, "unit:r-16-1") == [("9.7a", "only-infiltrators")]
    assert reasons(p, "pass") == [("9.7f", "brunete-overstacked")]
    assert reasons(p, "hex:2112") == [("9.7c", "choose-unit-first")]
    assert reasons(p, "stop") == [("9.7c", "choose-unit-first")]
    play(p, "unit:r-1-1")
    assert reasons(p, "unit:r-1-2") == [("9.7c", "finish-move-first")]
    assert reasons(p, "pass") == [("9.7c", "finish-move-first")]
    assert reasons(p, "stop") == [("9.7c", "no-step-yet")]
    assert reasons(p, "hex:2110") == [("R25", "enemy-there")]
    assert reasons(p, "hex:2015") == [("9.2", "not-adjacent")]
    play(p, "hex:2112")                                      # the last spare point is gone: the unit stops
    assert reasons(p, "unit:r-1-1") == [("9.7c", "nowhere-to-go")]


@pytest.mark.rule("9.7f")
def test_points_needed_to_clear_brunete_are_kept_and_said_so() -> None:
    p = play(night(), "die:1", "die:1", "die:4")             # 5 points, 4 clear it
    play(p, "unit:r-1-1", "hex:2110", "hex:2109")            # the spare one: the unit stops by itself
    assert reasons(p, "hex:2108") == [("9.7c", "choose-unit-first")]
    q = play(night(hills=("2110",)), "die:1", "die:1", "die:3", "unit:r-1-1")
    assert reasons(q, "hex:2110") == [("9.7f", "points-needed-to-clear")]            # a hill costs 2 of the 4
    assert reasons(q, "hex:2112") == []


@pytest.mark.rule("9.7f")
@pytest.mark.parametrize("last", [DIVISION[:3], DIVISION[3:]])
def test_brunete_is_overstacked_by_any_three_of_the_division(last: tuple[str, ...]) -> None:
    p = play(night(last), "die:1", "die:6", "die:6")
    assert "pass" not in offered(p)
    q = play(night(last[:2]), "die:1", "die:6", "die:6")
    assert "pass" in offered(q)


@pytest.mark.rule("9.7c")
@pytest.mark.parametrize("way", AROUND)
def test_a_unit_goes_on_while_any_neighbour_is_open(way: str) -> None:
    """The rest of the ring is held by the enemy; only one hex is free, in whichever direction."""
    p = drill(turn=1)
    put(p, "r-1-1", BRUNETE)
    for name, place in zip(("n-gar-1", "n-gar-2", "n-gar-3", "n-gar-4", "n-gar-5"), (h for h in AROUND if h != way)):
        put(p, name, place, state=UNSUPPLIED)                # no zones
    run(p, Infiltration())
    play(p, "die:1", "die:6", "die:6", "unit:r-1-1")
    assert hexes(offered(p)) == [way]
    play(p, f"hex:{way}")
    assert BRUNETE in hexes(offered(p))


@pytest.mark.rule("9.6", "9.7c")
@pytest.mark.parametrize("stops", [True, False])
def test_an_infiltrating_unit_that_ends_four_hexes_from_the_towns_wakes_them(stops: bool) -> None:
    p = drill(turn=1)
    put(p, "r-1-1", "2808")                                  # as if it had come so far
    put(p, "n-11-2", "3304")
    run(p, Infiltration())
    play(p, "die:1", "die:6" if stops else "die:1", "die:6" if stops else "die:2", "unit:r-1-1", "hex:2908")
    if stops:
        assert not p.released
        play(p, "hex:2907", "hex:2906", "stop")
    else:
        play(p, "hex:2907", "hex:2906", "hex:2905")          # four points: it stops by itself
    assert p.released
