"""[3] Supply lines and what it means to be without one."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch03_supply import check_supply, supply_lines
from frente.games.brunete.rules.ch05_command import Replacement
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Segment
from frente.games.brunete.state.position import OFF_MAP, RETREATED, UNSUPPLIED, Brunete
from tests.brunete.fight import attack, declare
from tests.brunete.lay import asked, at, before, box, drill, offered, own, play, put, rules, run, start, unit

ROAD_FROM_A = "1401 1402 1403 1404 1405 1406"
ROAD_FROM_K = "0615 0715 0815 0915 1015 1115 1215 1315"
# The whole western bank of a river between columns 12 and 13, north and south of the bridge 1215/1315.
RIVER = [side for row in range(10, 18) for side in (f"12{row}/13{row - 1:02d}", f"12{row}/13{row}")]


def supplied(p: Brunete, name: str) -> bool:
    """Whether a check now would find a line for the unit."""
    u = unit(p, name)
    return supply_lines(p, p.board.side[u])[p.hex[u]] >= 0


def fed(p: Brunete, *places: str, name: str = "r-16-1") -> list[bool]:
    """The same for one unit put into hex after hex."""
    found = []
    for place in places:
        put(p, name, place)
        found.append(supplied(p, name))
    return found


# -- the line


@pytest.mark.rule("3.1")
def test_a_unit_needs_at_most_three_hexes_to_a_road_or_path_that_leads_to_a_source() -> None:
    p = drill(roads=[ROAD_FROM_A])
    assert fed(p, "1406", "1407", "1408", "1409", "1410") == [True, True, True, True, False]      # R16
    p = drill(paths=[ROAD_FROM_A])
    assert fed(p, "1409", "1410") == [True, False]           # a path does as well
    p = drill(roads=["1403 1404 1405 1406"])
    assert fed(p, "1406", "1409") == [False, False]          # a road that does not reach the source


@pytest.mark.rule("3.1")
def test_a_unit_within_three_hexes_of_the_source_needs_no_road() -> None:
    p = drill()
    assert fed(p, "1401", "1404", "1405") == [True, True, False]


@pytest.mark.rule("3.1")
def test_the_road_itself_may_be_as_long_as_it_likes() -> None:
    p = drill(roads=["1401 " + " ".join(f"14{row:02d}" for row in range(2, 19))])
    assert fed(p, "1418", "1718", "1818") == [True, True, False]


@pytest.mark.rule("3.2")
def test_any_terrain_lets_a_line_through_but_a_hex_with_enemies_does_not() -> None:
    p = drill(roads=[ROAD_FROM_A], hills=["1407"], forests=["1408"])
    assert fed(p, "1409") == [True]
    put(p, "n-13-1", "1404", state=UNSUPPLIED)               # without supply it has no zone: the hex itself is shut
    assert fed(p, "1409") == [False]
    put(p, "n-13-1", "1307", state=UNSUPPLIED)               # beside the line
    assert fed(p, "1409") == [True]


@pytest.mark.rule("3.2", "4.2a", "4.2b")
def test_an_enemy_zone_cuts_the_line_unless_a_friendly_unit_stands_in_the_hex() -> None:
    p = drill(roads=[ROAD_FROM_A])
    put(p, "n-13-1", "1304")                                 # zone over 1404 and 1405 of the road
    assert fed(p, "1409") == [False]
    put(p, "r-3-1", "1404")
    assert fed(p, "1409") == [False]                         # 1405 is still shut
    put(p, "r-3-2", "1405")
    assert fed(p, "1409") == [True]
    p.mark(unit(p, "n-13-1"), RETREATED)
    p.box(unit(p, "r-3-1"), OFF_MAP)
    assert fed(p, "1409") == [True]                          # a unit without zone cuts nothing


@pytest.mark.rule("3.2")
def test_the_hex_of_the_unit_itself_may_lie_in_an_enemy_zone() -> None:
    """R18"""
    p = drill(roads=[ROAD_FROM_A])
    put(p, "n-13-1", "1408")
    assert fed(p, "1407") == [True]
    assert fed(p, "1509") == [False]                         # its line would have to pass the zone


@pytest.mark.rule("3.2")
def test_the_line_crosses_a_river_only_where_a_road_or_path_does_and_by_that_road() -> None:
    p = drill(roads=[ROAD_FROM_K], rivers=RIVER)
    assert fed(p, "1215", "1315", "1313", name="n-150-1") == [True, True, True]  # over the bridge
    p = drill(roads=[ROAD_FROM_K.rsplit(" ", 1)[0]], rivers=RIVER)
    assert fed(p, "1215", "1315", "1314", name="n-150-1") == [True, False, False]        # no bridge
    p = drill(paths=[ROAD_FROM_K], rivers=RIVER)
    assert fed(p, "1315", name="n-150-1") == [True]


@pytest.mark.rule("3.2")
def test_a_line_across_country_may_use_a_bridge_whose_road_is_cut_elsewhere() -> None:
    """R17"""
    p = drill(roads=["0615 0715 0815 0915 1015", "1215 1315"], rivers=RIVER)     # a gap at 1115
    assert fed(p, "1215", "1315", "1314", name="n-150-1") == [True, True, False]
    p = drill(roads=["0615 0715 0815 0915 1015"], rivers=RIVER)
    assert fed(p, "1215", "1315", name="n-150-1") == [True, False]


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("taken", [True, False])
def test_units_beyond_the_perales_are_supplied_if_the_bridgehead_is_taken(taken: bool) -> None:
    """X3"""
    p = drill(roads=[ROAD_FROM_K], rivers=RIVER)
    put(p, "n-iv-navarre-1", "1310")                         # A, five hexes from the road
    put(p, "n-cav-1", "1413")                                # B
    put(p, "n-iv-navarre-2", "1314")                         # C, beside the bridgehead
    if taken:
        put(p, "n-iv-navarre-3", "1315")
    else:
        put(p, "r-16-1", "1315")
    assert not supplied(p, "n-iv-navarre-1")
    assert supplied(p, "n-cav-1") == taken
    assert supplied(p, "n-iv-navarre-2") == taken


# -- sources


@pytest.mark.rule("3.3")
def test_the_republican_sources_are_a_and_b_while_he_controls_them() -> None:
    p = drill()
    assert fed(p, "1403", "2403") == [True, False]           # B starts outside his control
    own(p, REP, "2401")
    assert fed(p, "1403", "2403") == [True, True]
    put(p, "n-13-1", "2301")                                 # next to B
    assert not supplied(p, "r-16-1")
    put(p, "r-3-1", "2401")
    assert fed(p, "2501") == [True]                          # occupied, it is a source in spite of the zone (R15)
    own(p, NAT, "1401")
    assert fed(p, "1403") == [False]


@pytest.mark.rule("3.3", "3.4")
def test_nobody_is_supplied_by_a_source_of_the_other_side() -> None:
    p = drill()
    own(p, REP, "3403")
    own(p, NAT, "1401")
    assert fed(p, "3403") == [False]
    assert fed(p, "1402", name="n-13-1") == [False]


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("letter", "CDEFGHIJKL")
def test_the_nationalist_sources_are_c_to_l_while_he_controls_them(letter: str) -> None:
    p = drill()
    b = p.board
    place = next(b.names[h] for h in range(b.size) if b.letter[h] == letter)
    for h in range(b.size):
        if b.letter[h] and b.names[h] != place:
            p.last[h] = REP
    assert fed(p, place, name="n-13-1") == [True]
    p.box(unit(p, "n-13-1"), OFF_MAP)
    own(p, REP, place)
    far = supply_lines(p, NAT)
    assert far[at(p, place)] < 0


# -- the check


@pytest.mark.rule("3.5")
def test_supply_is_found_or_lost_at_the_check_of_ones_own_segment_and_stays_until_the_next() -> None:
    p = drill(roads=[ROAD_FROM_A])
    cut, fine = put(p, "r-16-1", "2012"), put(p, "r-16-2", "1406", state=UNSUPPLIED)
    enemy = put(p, "n-13-1", "2014")
    run(p, before(Segment(NAT), "SupplyCheck"))
    assert not p.state[cut] & UNSUPPLIED                     # the enemy's check is not theirs
    assert p.state[enemy] & UNSUPPLIED
    run(p, before(Segment(REP), "SupplyCheck"))
    assert p.state[cut] & UNSUPPLIED
    assert not p.state[fine] & UNSUPPLIED
    p.put(cut, at(p, "1405"))
    assert p.state[cut] & UNSUPPLIED                         # back on the road, but not yet checked
    run(p, before(Segment(REP), "SupplyCheck"))
    assert not p.state[cut] & UNSUPPLIED


@pytest.mark.rule("3.5")
def test_retreated_enemies_have_their_zones_back_when_supply_is_checked() -> None:
    """R19"""
    p = drill(roads=[ROAD_FROM_A])
    u = put(p, "r-16-1", "1406")
    put(p, "n-13-1", "1303", state=RETREATED)
    run(p, before(Segment(REP), "CombatStep"))
    assert p.choices() == {}
    assert p.state[u] & UNSUPPLIED


@pytest.mark.rule("3.5")
def test_the_check_uses_the_supply_state_of_the_enemy_as_it_stands() -> None:
    """R19"""
    p = drill(roads=[ROAD_FROM_A])
    u = put(p, "r-16-1", "1406")
    put(p, "n-13-1", "1304", state=UNSUPPLIED)
    check_supply(p, REP)
    assert not p.state[u] & UNSUPPLIED
    p.unmark(unit(p, "n-13-1"), UNSUPPLIED)
    check_supply(p, REP)
    assert p.state[u] & UNSUPPLIED


@pytest.mark.rule("3.5")
@pytest.mark.parametrize(("effects", "marked"), [("at_check", False), ("continuous", True)])
def test_by_option_supply_counts_at_once_as_the_board_changes(effects: str, marked: bool) -> None:
    """R19"""
    p = drill(supply_effects=effects)
    mover = put(p, "r-16-1", "1404")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:1405")                       # four hexes from A
    assert bool(p.state[mover] & UNSUPPLIED) == marked
    play(p, "hex:1404")
    assert not p.state[mover] & UNSUPPLIED


@pytest.mark.rule("3.5")
def test_on_the_first_turn_everybody_starts_supplied_and_arrivals_are_supplied_until_their_first_check() -> None:
    """R20"""
    p = start()
    assert not any(state & UNSUPPLIED for state in p.state)
    q = drill(turn=3)
    box(q, "n-150-1", OFF_MAP)
    q.entry[unit(q, "n-150-1")] = at(q, "0610")
    put(q, "r-16-1", "0711", state=UNSUPPLIED)               # it stands by, without a zone
    run(q, Movement(NAT))
    play(q, "unit:n-150-1", "hex:0610", "stop")
    assert not q.state[unit(q, "n-150-1")] & UNSUPPLIED


# -- effects


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(("name", "steps", "halved", "whole"), [
    ("n-13-1", 2, (3, 3, 4), (7, 7, 8)),                     # X20: 7-8
    ("n-71-11-1", 2, (2, 2, 4), (5, 5, 8)),                  # 5-8
    ("n-71-11-1", 1, (1, 1, 3), (2, 2, 6)),                  # 2-6
    ("n-gar-1", 1, (0, 2, 0), (0, 4, 0)),                    # 0-4-0
    ("n-gar-4", 1, (0, 1, 0), (0, 2, 0)),                    # 0-2-0
    ("r-cav18", 1, (2, 2, 5), (5, 5, 10)),                   # 5-10
    ("r-tk5-1", 1, (0, 1, 5), (0, 2, 10)),                   # +1/2/10
    ("n-tank-1", 1, (1, 1, 5), (2, 2, 10)),                  # 2-10
])
def test_without_supply_factors_and_points_are_halved_with_a_minimum_of_one(
        name: str, steps: int, halved: tuple[int, ...], whole: tuple[int, ...]) -> None:
    p = drill()
    u = put(p, name, "2010", steps, state=UNSUPPLIED)
    assert (p.combat_factor(u), p.defence_factor(u), p.allowance(u)) == halved
    p.unmark(u, UNSUPPLIED)
    assert (p.combat_factor(u), p.defence_factor(u), p.allowance(u)) == whole


@pytest.mark.rule("3.6")
def test_a_factor_of_one_is_not_halved_to_nothing() -> None:
    p = drill()
    u = put(p, "n-gar-1", "2010", state=UNSUPPLIED)
    board = p.board
    kept = board.defence[u], board.attack[u], board.move[u]
    try:
        board.defence[u], board.attack[u], board.move[u] = [0, 1], [0, 1], [0, 1]
        assert (p.combat_factor(u), p.defence_factor(u), p.allowance(u)) == (1, 1, 1)
    finally:
        board.defence[u], board.attack[u], board.move[u] = kept


@pytest.mark.rule("3.6", "9.3")
def test_a_unit_without_supply_marches_half_as_far_and_defends_half_as_well() -> None:
    p = drill()
    put(p, "r-16-1", "2002", state=UNSUPPLIED)
    put(p, "n-13-1", "2009", state=UNSUPPLIED)
    put(p, "r-3-1", "2010")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2003", "hex:2004", "hex:2005", "hex:2006")
    assert "unit:r-3-1" in offered(p)                        # its 4 points are gone
    run(p, Combat(REP))
    declare(p, "r-3-1")
    assert attack(p).base == 3                               # 8 to 3: 2/1


@pytest.mark.rule("3.7")
@pytest.mark.parametrize(("state", "shift"), [(0, 1), (UNSUPPLIED, 0)])
def test_a_republican_tank_without_supply_gives_no_column_and_half_its_defence(state: int, shift: int) -> None:
    p = drill()
    put(p, "n-13-1", "2009")
    put(p, "r-16-1", "2010")
    tank = put(p, "r-tk5-1", "2010", state=state)
    assert p.defence_factor(tank) == (1 if state else 2)
    declare(p, "r-16-1", "r-tk5-1")
    assert attack(p).shifts == shift


@pytest.mark.rule("3.8")
def test_a_unit_without_supply_exerts_no_zone_until_it_is_supplied_again() -> None:
    p = drill()
    put(p, "r-16-1", "2008")
    enemy = put(p, "n-13-1", "2010", state=UNSUPPLIED)
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2009")
    assert "hex:2109" in offered(p)                          # past it without stopping
    p.unmark(enemy, UNSUPPLIED)
    p.settle()
    assert asked(p) == []                                    # the zone is back: the unit has to stop


@pytest.mark.rule("3.9", "6.3f")
def test_a_unit_without_supply_takes_no_replacement() -> None:
    p = drill()
    put(p, "r-16-1", "2010", steps=1, state=UNSUPPLIED)
    put(p, "r-16-2", "2012", steps=1)
    run(p, Replacement(REP))
    assert offered(p) == ["replace:r-16-2", "pass"]
    assert rules(p, "replace:r-16-1") == ["3.9"]


def test_supply_counts_at_the_check_unless_the_players_say_otherwise() -> None:
    assert not start().opt.continuous_supply
