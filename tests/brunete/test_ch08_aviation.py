"""[8] Aviation: missions, bombardment, interdiction, maintenance; the reroll of a bombardment die [5.2h]."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance, support_arrivals
from frente.games.brunete.rules.ch09_movement import Move, Movement, interdicted
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import AWAITED, FINAL, OFF_MAP, RECOVERABLE, RESERVE, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import declare
from tests.brunete.lay import asked, at, box, drill, hexes, offered, play, put, rules, run, start, unit, units

DIE = ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]
ROAD = "2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016"


def sky(avi: tuple[int, int] = (2, 2), **options: Any) -> Brunete:
    """Open ground with one unit of each side far apart."""
    p = drill(**options)
    p.avi = list(avi)
    put(p, "r-16-1", "2005")
    put(p, "n-13-7", "2015")
    return p


def turn_from(p: Brunete, step: str) -> Brunete:
    """The turn in progress, going on from one of its steps."""
    frame = Turn()
    frame.at = [type(s).__name__ for s in frame.steps()].index(step)
    return run(p, frame)


# -- markers


@pytest.mark.rule("8.a")
def test_the_republican_starts_with_three_aviation_markers_and_the_nationalist_with_none():
    p = start()
    assert p.avi == [3, 0]
    assert p.avi_used == [0, 0]
    assert p.avi_back == [[], []]


@pytest.mark.rule("8.a")
def test_nationalist_aviation_arrives_on_turns_2_3_and_4_in_the_support_segment():
    p = drill(turn=1)
    seen: list[int] = []
    for turn in range(1, 15):
        p.turn = turn
        p.avi[REP] = 3 if turn == 1 else p.avi[REP]
        support_arrivals(p)
        seen.append(p.avi[NAT])
    assert seen == [0, 1, 2] + [3] * 11


@pytest.mark.rule("8.a")
def test_republican_aviation_is_withdrawn_for_good_on_turns_7_and_11():
    p = drill(turn=6)
    p.avi[REP] = 3
    p.art[REP] = 3
    seen: list[int] = []
    for turn in range(6, 13):
        p.turn = turn
        support_arrivals(p)
        seen.append(p.avi[REP])
    assert seen == [3, 2, 2, 2, 2, 1, 1]
    assert p.avi_back[REP] == []


@pytest.mark.rule("8.b")
def test_the_side_with_the_initiative_flies_first():
    for first in (REP, NAT):
        p = sky()
        p.turn = 7
        p.cancelled = True
        p.initiative = first
        turn_from(p, "AviationSegment")
        assert asked(p) == [first]
        play(p, "pass")
        assert asked(p) == [1 - first]


@pytest.mark.rule("8.b")
def test_a_side_without_available_markers_is_not_asked_for_missions():
    p = sky((0, 0))
    p.avi_used[REP] = 3
    p.avi_back[REP] = [4]
    run(p, Aviation(REP))
    assert p.choices() == {}


@pytest.mark.rule("8.b")
def test_each_marker_is_used_once_a_turn_and_those_kept_back_support_combats():
    p = sky((2, 0))
    run(p, Aviation(REP))
    assert offered(p) == ["bombard", "interdict", "pass"]
    play(p, "bombard", "unit:n-13-7", "die:1", "pass")
    assert (p.avi[REP], p.avi_used[REP]) == (1, 1)
    put(p, "r-16-1", "2008")
    put(p, "n-13-9", "2009")
    run(p, Combat(REP))
    declare(p, "r-16-1")
    words = offered(p, REP)
    assert "support:0a1v" in words
    assert "support:0a2v" not in words, "the marker that bombed is used"
    assert rules(p, "rep support:0a2v") == ["10.3.3g"]


# -- bombardment


@pytest.mark.rule("8.1a")
def test_one_marker_a_segment_may_bomb():
    p = sky((3, 0))
    put(p, "n-13-9", "2016")
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-7", "die:2")
    assert (p.avi[REP], p.avi_used[REP]) == (2, 1), "the marker goes to used"
    assert offered(p) == ["interdict", "pass"]
    assert rules(p, "bombard") == ["8.1a"]
    play(p, "interdict", "hex:2010")
    assert "bombard" not in offered(p)
    run(p, Aviation(REP))
    assert "bombard" in offered(p), "the next segment allows one again"


@pytest.mark.rule("8.1b")
def test_any_one_enemy_unit_on_the_map_may_be_named():
    p = sky((1, 1))
    put(p, "n-gar-1", "2015")
    put(p, "n-13-9", "3418")
    box(p, "n-13-2", AWAITED, due=5)
    box(p, "n-13-3", OFF_MAP)
    run(p, Aviation(REP))
    play(p, "bombard")
    assert units(offered(p)) == ["n-13-7", "n-13-9", "n-gar-1"]
    assert rules(p, "unit:r-16-1") == ["8.1b"], "no own unit"
    assert rules(p, "unit:n-13-2") == ["R48"]
    assert rules(p, "unit:n-13-3") == ["R48"], "nor a unit beside the map"
    play(p, "unit:n-13-7", "die:6")
    assert p.steps[unit(p, "n-13-7")] == 1
    assert p.hex[unit(p, "n-gar-1")] == at(p, "2015"), "not the whole stack"


@pytest.mark.rule("8.1b")
def test_without_an_enemy_on_the_map_there_is_nothing_to_bomb():
    p = drill()
    p.avi[NAT] = 1
    box(p, "r-16-1", OFF_MAP)
    run(p, Aviation(NAT))
    assert offered(p) == ["interdict", "pass"]


@pytest.mark.rule("8.1c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("steps", [1, 2])
def test_x24_4_to_6_costs_the_target_a_step_and_its_last_one_eliminates_it(die: int, steps: int):
    p = sky((1, 0))
    u = put(p, "n-13-7", "2015", steps=steps)
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-7", f"die:{die}")
    hit = die >= 4
    assert p.steps[u] == steps - hit
    assert p.hex[u] == (RECOVERABLE if hit and steps == 1 else at(p, "2015"))
    assert p.choices() == {}, "no retreat and no further question"


@pytest.mark.rule("8.1c")
def test_a_bombed_garrison_is_lost_for_good():
    p = drill()
    p.avi[REP] = 1
    u = put(p, "n-gar-1", "2015")
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-gar-1", "die:4")
    assert p.hex[u] == FINAL


@pytest.mark.rule("5.2h")
def test_a_reroll_in_force_may_replace_a_bombardment_die_of_either_side():
    for owner in (REP, NAT):                         # his own die or the enemy's
        p = sky((1, 0))
        p.reroll[owner] = 1
        run(p, Aviation(REP))
        play(p, "bombard", "unit:n-13-7", "die:2")
        assert asked(p) == [owner]
        assert offered(p) == ["reroll", "pass"]
        play(p, "reroll", "die:5")
        assert p.choices() == {}, "the new die stands"
        assert p.steps[unit(p, "n-13-7")] == 1
        assert p.reroll == [0, 0], "spent"


@pytest.mark.rule("5.2h")
def test_a_reroll_kept_stays_in_force_and_one_not_in_force_is_not_asked_for():
    p = sky((1, 1))
    p.reroll[REP] = 1
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-7", "die:4", "pass")
    assert p.steps[unit(p, "n-13-7")] == 1
    assert p.reroll[REP] == 1
    p.reroll[REP] = 0
    run(p, Aviation(NAT))
    play(p, "bombard", "unit:r-16-1", "die:4")
    assert p.choices() == {}
    assert p.steps[unit(p, "r-16-1")] == 1


@pytest.mark.rule("5.2h")
def test_both_sides_may_reroll_the_same_bombardment_die_the_initiative_first():
    p = sky((1, 0))
    p.reroll = [1, 1]
    p.initiative = NAT
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-7", "die:6")
    assert asked(p) == [NAT]
    play(p, "reroll", "die:1")
    assert asked(p) == [REP]
    play(p, "reroll", "die:4")
    assert p.choices() == {}
    assert p.reroll == [0, 0]
    assert p.steps[unit(p, "n-13-7")] == 1


@pytest.mark.rule("5.2h")
def test_a_reroll_that_was_not_used_is_lost_with_its_turn():
    p = sky((0, 0))
    p.reroll = [1, 0]
    p.turn = 5
    frame = Turn()
    run(p, frame)
    assert p.reroll == [0, 0]


# -- interdiction


@pytest.mark.rule("8.2a")
def test_any_number_of_markers_may_interdict_any_hexes():
    p = sky((3, 0))
    run(p, Aviation(REP))
    for place in ("2010", "3418", "2010"):
        play(p, "interdict")
        assert len(hexes(offered(p))) == p.board.size, "every hex of the map"
        play(p, f"hex:{place}")
    assert p.interdiction[REP] == [at(p, "2010"), at(p, "3418"), at(p, "2010")]
    assert (p.avi[REP], p.avi_used[REP]) == (0, 3)
    assert p.choices() == {}


def cost(p: Brunete, u: str, start: str, to: str) -> int:
    """Points a one-hex move takes."""
    put(p, u, start)
    run(p, Movement(p.board.side[unit(p, u)]))
    before = p.allowance(unit(p, u))
    play(p, f"unit:{u}", f"hex:{to}")
    move = p.stack[-1]
    assert isinstance(move, Move)
    return before - move.left


@pytest.mark.rule("8.2b")
def test_the_interdicted_hex_and_its_six_neighbours_cost_the_enemy_one_point_more():
    p = drill()
    p.interdiction[NAT] = [at(p, "2009")]
    assert cost(p, "r-16-1", "2008", "2009") == 2
    assert cost(p, "r-16-1", "2007", "2008") == 2
    for near, beyond in (("2108", "2208"), ("2109", "2210"), ("2010", "2011"), ("1909", "1810"), ("1908", "1808")):
        assert cost(p, "r-16-1", beyond, near) == 2
    assert cost(p, "r-16-1", "2005", "2006") == 1, "two hexes away it costs nothing more"
    assert cost(p, "r-16-1", "2008", "2007") == 1, "leaving the zone costs nothing more"


@pytest.mark.rule("8.2b")
def test_interdiction_leaves_the_own_side_alone():
    p = drill()
    p.interdiction[NAT] = [at(p, "2009")]
    assert cost(p, "n-13-7", "2008", "2009") == 1


@pytest.mark.rule("8.2c")
@pytest.mark.parametrize("marker, reach", [
    ("", 11),                                        # 8 points and 3 of the bonus
    ("2008", 5),                                     # 2005 and 2006 cost 1, 2007 to 2009 cost 2
    ("2107", 6),                                     # on a path beside the road: 2007 and 2008 cost 2
    ("2014", 8),                                     # the bonus does not carry a unit into the zone, 2013
    ("2406", 11),                                    # on a road that the move does not come near
])
def test_a_marker_on_a_road_or_path_takes_the_bonus_from_moves_near_it(marker: str, reach: int):
    p = drill(roads=[ROAD, "2406 2407"], paths=["2107 2207"])
    p.interdiction[NAT] = [at(p, marker)] if marker else []
    u = put(p, "r-16-1", "2004")
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    for row in range(5, 17):
        if f"hex:20{row:02d}" not in offered(p):
            break
        play(p, f"hex:20{row:02d}")
    assert int(p.board.names[p.hex[u]][2:]) - 4 == reach


@pytest.mark.rule("8.2c")
def test_a_marker_off_the_roads_costs_points_but_not_the_bonus():
    p = drill(roads=[ROAD])
    p.interdiction[NAT] = [at(p, "2107")]            # next to the road hexes 2007 and 2008, no road of its own
    assert interdicted(p, REP, at(p, "2007")) == 1
    u = put(p, "r-16-1", "2004")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", *[f"hex:20{row:02d}" for row in range(5, 14)])
    assert p.board.names[p.hex[u]] == "2013", "11 points: 9 hexes, two of them at 2 points"
    assert "hex:2014" not in offered(p)


@pytest.mark.rule("8.2c")
def test_the_bonus_is_lost_when_the_move_only_starts_in_the_zone():
    p = drill(roads=[ROAD])
    p.interdiction[NAT] = [at(p, "2004")]
    u = put(p, "r-16-1", "2005")                     # beside the marker; 2006 and on lie outside
    run(p, Movement(REP))
    play(p, "unit:r-16-1", *[f"hex:20{row:02d}" for row in range(6, 14)])
    assert p.board.names[p.hex[u]] == "2013", "8 hexes"
    assert not hexes(offered(p)), "and no more"


@pytest.mark.rule("8.2c")
@pytest.mark.parametrize(("marker", "end"), [("", "2412"), ("3411", "2812"), ("3413", "2412")])
def test_the_bonus_is_lost_when_only_the_entry_hex_lies_in_the_zone(marker: str, end: str):
    """R28"""
    road = ["3412", *[f"{column}12" for column in range(33, 22, -1)]]
    p = drill(roads=[" ".join(road), "3411 3410"])
    # 3411 lies next to the entry hex alone; a marker of the own side does nothing.
    p.interdiction = [[at(p, "3411")], []] if marker == "3411" else [[], [at(p, "3413")]] if marker else [[], []]
    p.box(u := unit(p, "n-11-4"), OFF_MAP)
    p.steps[u] = 2
    p.entry[u] = at(p, "3412")
    run(p, Movement(NAT))
    play(p, "unit:n-11-4")
    for h in road:
        if f"hex:{h}" in offered(p):
            play(p, f"hex:{h}")
    assert p.board.names[p.hex[u]] == end


@pytest.mark.rule("8.2d")
def test_overlapping_zones_cost_one_point_all_the_same():
    p = drill()
    p.interdiction[NAT] = [at(p, "2009"), at(p, "2010"), at(p, "2009")]
    assert cost(p, "r-16-1", "2008", "2009") == 2


@pytest.mark.rule("8.2e")
def test_interdiction_lies_on_the_map_until_reorganisation_and_counts_as_used():
    p = sky((1, 0), turn=9)
    p.cp = [0, 0]
    p.initiative, p.adjusted = NAT, True
    run(p, Aviation(REP))
    play(p, "interdict", "hex:2010")
    assert (p.avi[REP], p.avi_used[REP]) == (0, 1)
    turn_from(p, "FirstSide")
    segments: list[int] = []
    while CHANCE not in p.choices():                 # both sides move and fight
        assert p.interdiction[REP] == [at(p, "2010")]
        segments += asked(p)
        play(p, "pass")
    assert set(segments) == {REP, NAT}
    assert p.interdiction[REP] == []
    assert offered(p) == DIE, "it needs maintenance like any used marker"


# -- maintenance


@pytest.mark.rule("8.3a")
def test_each_used_marker_rolls_unless_one_command_point_readies_them_all():
    p = sky((1, 0))
    p.avi_used[REP] = 2
    p.cp[REP] = 1
    run(p, Maintenance(REP))
    assert offered(p) == ["pay", "pass"]
    paid = p.clone()
    play(paid, "pay")
    assert (paid.avi[REP], paid.avi_used[REP], paid.cp[REP]) == (3, 0, 0)
    assert paid.choices() == {}, "no rolls"
    play(p, "pass", "die:6")
    assert offered(p) == DIE, "one die for each marker"
    play(p, "die:6")
    assert (p.avi[REP], p.avi_used[REP], p.cp[REP]) == (3, 0, 1)
    assert p.choices() == {}


@pytest.mark.rule("8.3a")
def test_without_a_command_point_or_without_used_markers_nothing_can_be_paid():
    p = sky((1, 1))
    p.avi_used[REP] = 1
    p.cp[REP] = 0
    run(p, Maintenance(REP))
    assert "pay" not in offered(p)
    run(p, Maintenance(NAT))
    assert p.choices() == {}, "no marker was used"


@pytest.mark.rule("8.3b")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_republican_maintenance_fails_on_1_to_3(die: int):
    p = sky((0, 0))
    p.cp = [0, 0]
    p.avi_used[REP] = 1
    run(p, Maintenance(REP))
    play(p, f"die:{die}")
    assert (p.avi[REP], p.avi_back[REP]) == ((1, []) if die >= 4 else (0, [p.turn + 2]))


@pytest.mark.rule("8.3c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_nationalist_maintenance_fails_on_1_and_2(die: int):
    p = sky((0, 0))
    p.cp = [0, 0]
    p.avi_used[NAT] = 1
    run(p, Maintenance(NAT))
    play(p, f"die:{die}")
    assert (p.avi[NAT], p.avi_back[NAT]) == ((1, []) if die >= 3 else (0, [p.turn + 2]))


@pytest.mark.rule("8.3d")
def test_x7_a_marker_that_fails_on_turn_2_is_absent_on_3_and_available_on_4():
    p = sky((0, 0))
    p.turn = 2
    p.cp = [0, 0]
    p.avi_used[REP] = 1
    run(p, Maintenance(REP))
    play(p, "die:3")
    assert (p.avi[REP], p.avi_used[REP]) == (0, 0)
    p.turn = 3
    support_arrivals(p)
    assert p.avi[REP] == 0
    p.turn = 4
    support_arrivals(p)
    assert p.avi[REP] == 1
    assert p.avi_back[REP] == []


@pytest.mark.rule("8.3e")
def test_a_withdrawal_takes_the_marker_due_back_earliest_when_none_is_available():
    p = sky((0, 0))
    p.turn = 11
    p.avi_back[REP] = [13, 12]
    support_arrivals(p)
    assert p.avi_back[REP] == [13]
    assert p.avi[REP] == 0


@pytest.mark.rule("8.3e")
def test_a_withdrawal_takes_an_available_marker_first_even_one_back_this_turn():
    p = sky((1, 0))
    p.turn = 7
    p.avi_back[REP] = [8, 9]
    support_arrivals(p)
    assert (p.avi[REP], p.avi_back[REP]) == (0, [8, 9])
    q = sky((0, 0))
    q.turn = 7
    q.avi_back[REP] = [8, 7]
    support_arrivals(q)
    assert (q.avi[REP], q.avi_back[REP]) == (0, [8]), "the one due this turn came back first, and left"


@pytest.mark.rule("8.1c", "6.2g")
def test_a_t26_lost_to_bombs_calls_an_army_tank():
    p = drill(turn=3)
    p.avi[NAT] = 1
    tank = put(p, "r-tk5-1", "2005")
    army = box(p, "r-tkarmy-1", RESERVE)
    run(p, Aviation(NAT))
    play(p, "bombard", "unit:r-tk5-1", "die:4")
    assert p.hex[tank] == RECOVERABLE
    assert (p.hex[army], p.due[army]) == (AWAITED, 4)
