"""[2] The sequence of play and the initiative."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch05_command import Resources
from frente.games.brunete.rules.ch08_aviation import Aviation
from frente.games.brunete.rules.ch09_movement import ADJUSTMENT, EXTRA, Movement
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Segment, Turn
from frente.games.brunete.state.position import AWAITED, OFF_MAP, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.lay import (
    along,
    asked,
    at,
    before,
    box,
    drill,
    offered,
    own,
    play,
    put,
    rules,
    run,
    start,
    told,
    units,
)

WEST_ROAD = "0615 0715 0815 0915 1015 1115 1215 1315 1415 1515 1615 1715"      # from K eastward


def question(p: Brunete) -> tuple[str, int]:
    """The step that asks and the side that answers; -9 where both do."""
    return type(p.step()).__name__, asked(p)[0] if len(asked(p)) == 1 else -9


def idle(p: Brunete) -> None:
    """Answer one question with as little as possible; aviation flies once, so that it has to be maintained."""
    side = asked(p)[0]
    words = offered(p, side)
    wish = "interdict" if "interdict" in words else "pass" if "pass" in words else words[0]
    top = p.stack[-1]
    if isinstance(top, Turn) and side == CHANCE:
        wish = f"die:{1 + len(top.dice)}"                    # the Nationalist wins the initiative
    play(p, f"{ {REP: 'rep', NAT: 'nat', CHANCE: 'chance'}[side] } {wish}")


def walk(p: Brunete) -> list[tuple[str, int]]:
    """All questions until the open frames are done, repeats left out."""
    found: list[tuple[str, int]] = []
    while p.choices():
        if not found or found[-1] != question(p):
            found.append(question(p))
        idle(p)
    return found


def busy(turn: int, initiative: int = REP) -> Brunete:
    """A position in which every segment of a turn has something to ask of both sides."""
    p = drill(roads=["1401 1402 1403 1404 1405"], turn=turn)
    put(p, "r-16-1", "1404", steps=1)
    put(p, "n-150-1", "1405", steps=1)
    box(p, "r-3-1", OFF_MAP)
    box(p, "n-150-2", OFF_MAP)
    p.resources = [[0], [0]]
    p.avi = [1, 1]
    p.initiative = initiative
    p.adjusted = True
    return p


def whole_turn(first: int) -> list[tuple[str, int]]:
    second = 1 - first
    return [
        ("BuyReplacement", first), ("BuyReplacement", second), ("PickResource", -9), ("PickResource", NAT),
        ("MadridRoll", CHANCE),
        ("ChooseMission", first), ("PlaceInterdiction", first),
        ("ChooseMission", second), ("PlaceInterdiction", second),
        ("Reinforce", first), ("ChooseUnit", first), ("ChooseTarget", first),
        ("Reinforce", second), ("ChooseUnit", second), ("ChooseTarget", second),
        ("PayForAviation", first), ("MaintenanceRoll", CHANCE), ("PayForAviation", second), ("MaintenanceRoll", CHANCE)]


# -- the turn


@pytest.mark.rule("2.2", "2.5", "2.6", "2.7", "2.9", "2.10", "2.11", "2.12", "2.14", "2.18")
@pytest.mark.parametrize("first", [REP, NAT])
def test_a_turn_runs_through_its_segments_in_order_with_the_side_that_has_the_initiative_first(first: int) -> None:
    p = busy(6 if first == REP else 9, first)
    run(p, Turn())
    assert walk(p) == whole_turn(first)


@pytest.mark.rule("2.2")
def test_the_operations_follow_the_administration_of_the_same_turn() -> None:
    p = drill(turn=3)
    p.avi = [0, 0]
    events = told(p)
    run(p, before(Turn(), "UpdateMarkers"))
    play(p, "die:6")                                         # Madrid; on an empty map nothing else is asked
    keys = [e.key for e in events]
    assert keys.index("support-arrives") < keys.index("vallecas-moves")
    assert p.choices() == {}


@pytest.mark.rule("2.1", "12.2a")
@pytest.mark.parametrize(("scenario", "turns"), [("campaign", 14), ("offensive", 6)])
def test_a_game_lasts_fourteen_turns_or_six(scenario: str, turns: int) -> None:
    p = start(scenario)
    events = told(p)
    begun: list[int] = []
    while p.choices():
        idle(p)
        begun += [int(e.facts["turn"]) for e in events if e.key == "turn-begins"]
        events.clear()
    assert begun == list(range(1, turns + 1))
    assert GAME.outcome(p) is not None


@pytest.mark.rule("2.3", "5.1a", "5.1b")
def test_each_turn_the_marker_moves_on_and_both_sides_have_three_command_points() -> None:
    p = start()
    while p.turn < 2:
        idle(p)
        if p.turn == 1:
            p.cp = [1, 0]                                    # whatever is left at the end of a turn
    assert p.turn == 2
    assert p.cp == [3, 3]
    p = drill(turn=3)
    p.cp = [4, 0]
    run(p, before(Turn(), "SupportArrival"))
    assert p.cp == [4, 0]                                    # nothing but the update resets them


@pytest.mark.rule("2.4", "12.1.rf")
def test_supports_come_and_go_at_the_start_of_the_turn_before_replacements() -> None:
    p = drill(turn=2)
    put(p, "r-16-1", "2010", steps=1)
    run(p, Turn())
    assert question(p) == ("BuyReplacement", REP)
    assert (p.art, p.avi) == ([0, 1], [0, 1])                # turn 2: one of each for the Nationalist
    p = drill(turn=7)
    p.art, p.avi = [3, 3], [3, 3]
    put(p, "r-16-1", "2010", steps=1)
    play(run(p, Turn()), "die:1", "die:2")
    assert (p.art, p.avi) == ([3, 3], [2, 3])                # turn 7: one aviation marker of the Republican leaves
    p = drill(turn=9)
    p.avi_back = [[9, 10], [9]]
    p.art_back = [[], [9]]
    put(p, "r-16-1", "2010", steps=1)
    run(p, Turn())
    assert (p.art, p.avi) == ([0, 1], [1, 1])                # markers due back this turn, and no others
    assert p.avi_back == [[10], []]


@pytest.mark.rule("12.1.rf")
def test_combat_units_arrive_in_the_reinforcement_step_not_with_the_supports() -> None:
    p = drill(turn=2)
    unit_ = box(p, "n-150-1", AWAITED, due=2)
    later = box(p, "n-150-2", AWAITED, due=3)
    run(p, Turn())
    assert question(p) == ("MadridRoll", CHANCE)
    assert p.avi[NAT] == 1
    assert p.hex[unit_] == AWAITED
    while question(p)[0] != "Reinforce":
        idle(p)
    assert question(p) == ("Reinforce", NAT)
    assert p.hex[unit_] == OFF_MAP
    assert p.hex[later] == AWAITED


@pytest.mark.rule("2.5")
@pytest.mark.parametrize(("turn", "bought"), [(1, False), (2, True), (14, True)])
def test_replacements_are_bought_from_turn_two(turn: int, bought: bool) -> None:
    p = drill(turn=turn)
    put(p, "r-16-1", "2010", steps=1)
    put(p, "n-13-1", "2014", steps=1)
    p.initiative = REP if turn < 7 else NAT
    run(p, before(Turn(), "Replacements"))
    questions = [q for q in walk(p) if q[0] == "BuyReplacement"]
    order = [p.initiative, 1 - p.initiative]
    assert questions == ([("BuyReplacement", s) for s in order] if bought else [])


@pytest.mark.rule("2.6", "5.2b")
@pytest.mark.parametrize(("turn", "who"), [(1, []), (2, [REP]), (3, [REP, NAT]), (14, [REP, NAT])])
def test_resources_are_played_from_turn_two_by_the_republican_and_three_by_the_nationalist(
        turn: int, who: list[int]) -> None:
    p = drill(turn=turn)
    p.resources = [[0, 3], [0, 3]]
    run(p, before(Turn(), "ResourceSegment"))
    if who:
        assert type(p.step()).__name__ == "PickResource"
    assert (asked(p) if type(p.step()).__name__ == "PickResource" else []) == who


@pytest.mark.rule("2.7")
def test_command_points_of_a_resource_come_after_the_replacements_of_the_turn() -> None:
    """R10"""
    p = drill(turn=3)
    put(p, "r-xiii-1", "2010", steps=1)
    put(p, "r-xiii-2", "2012", steps=1)
    p.resources = [[0], [4]]                                 # +1 CP; -1 CP
    run(p, before(Turn(), "UpdateMarkers"))
    play(p, "replace:r-xiii-1")                              # the -1 of the enemy comes too late to stop it
    assert p.cp[REP] == 1
    play(p, "rep resource:plus-cp", "nat resource:minus-cp")
    assert p.cp[REP] == 1
    assert question(p)[0] != "BuyReplacement"                # and the +1 too late for a second one


@pytest.mark.rule("2.8")
@pytest.mark.parametrize("turn", [1, 2, 7])
def test_the_infiltration_takes_place_on_the_first_turn_only(turn: int) -> None:
    p = drill(turn=turn)
    for name in ("r-1-1", "r-1-2", "r-9-1", "r-9-2", "r-100-1", "r-100-2"):
        put(p, name, "2111")
    run(p, before(Turn(), "InfiltrationSegment"))
    assert question(p) == (("InfiltrationRoll" if turn == 1 else "MadridRoll"), CHANCE)


@pytest.mark.rule("2.9")
def test_the_madrid_segment_is_held_every_turn_until_the_offensive_is_cancelled() -> None:
    for turn in (2, 12):
        p = drill(turn=turn)
        p.vallecas = 1
        run(p, before(Turn(), "MadridSegment"))
        assert question(p) == ("MadridRoll", CHANCE)
    p = drill(turn=3)
    p.cancelled = True
    put(p, "r-16-1", "2010")
    run(p, before(Turn(), "MadridSegment"))
    assert question(p) == ("ChooseUnit", REP)


@pytest.mark.rule("2.10", "2.18")
@pytest.mark.parametrize("first", [REP, NAT])
def test_both_sides_fly_before_anybody_moves(first: int) -> None:
    p = drill(turn=9)
    p.cancelled = p.adjusted = True
    p.avi = [1, 1]
    p.initiative = first
    put(p, "r-16-1", "2010")
    run(p, before(Turn(), "AviationSegment"))
    assert question(p) == ("ChooseMission", first)
    play(p, "pass")
    assert question(p) == ("ChooseMission", 1 - first)
    play(p, "pass")
    assert question(p)[0] == "ChooseUnit"


@pytest.mark.rule("2.11", "2.12")
@pytest.mark.parametrize("side", [REP, NAT])
def test_the_segment_of_a_side_is_reinforcements_movement_combat_and_supply_check(side: int) -> None:
    p = busy(3)
    lost = put(p, ("r-68-1", "n-150-3")[side], "2010")       # far from any source
    run(p, Segment(side))
    assert question(p) == ("Reinforce", side)
    idle(p)
    assert question(p) == ("ChooseUnit", side)
    idle(p)
    assert question(p) == ("ChooseTarget", side)
    assert not p.state[lost] & UNSUPPLIED                    # not yet
    idle(p)
    assert p.choices() == {}
    assert p.state[lost] & UNSUPPLIED


@pytest.mark.rule("2.12")
def test_the_second_side_checks_its_own_supply_only() -> None:
    p = drill(turn=3)
    p.cancelled = True
    mine, theirs = put(p, "r-68-1", "2010"), put(p, "n-150-3", "2013")
    run(p, before(Turn(), "FirstSide"))
    play(p, "pass")
    assert question(p) == ("ChooseUnit", NAT)
    assert p.state[mine] & UNSUPPLIED
    assert not p.state[theirs] & UNSUPPLIED
    play(p, "pass")
    assert p.state[theirs] & UNSUPPLIED


@pytest.mark.rule("2.14")
def test_used_artillery_is_ready_again_and_interdiction_leaves_the_map_in_reorganisation() -> None:
    p = drill(turn=3)
    p.art, p.art_used = [1, 0], [2, 1]
    p.avi, p.avi_used = [0, 0], [2, 0]
    p.interdiction = [[at(p, "2010")], []]
    run(p, before(Turn(), "Reorganisation"))
    assert (p.art, p.art_used) == ([3, 1], [0, 0])
    assert p.interdiction == [[], []]
    assert question(p) == ("PayForAviation", REP)
    assert p.avi == [0, 0]                                   # aviation is not simply ready again
    q = p.clone()
    play(p, "pay")
    assert (p.avi[REP], p.cp[REP]) == (2, 2)
    play(q, "pass", "die:4", "die:3")
    assert (q.avi[REP], q.avi_back[REP]) == (1, [5])         # one passes, one fails


# -- initiative


@pytest.mark.rule("2.15")
@pytest.mark.parametrize("turn", range(1, 7))
def test_the_republican_has_the_initiative_on_turns_one_to_six(turn: int) -> None:
    p = start()
    while p.turn < turn:
        idle(p)
    assert p.initiative == REP
    q = drill(turn=turn)
    q.avi = [1, 1]
    q.cancelled = True
    run(q, Turn())
    while question(q)[0] != "ChooseMission":
        assert question(q)[0] != "Initiative"                # nothing is rolled
        idle(q)
    assert question(q) == ("ChooseMission", REP)


@pytest.mark.rule("2.16")
@pytest.mark.parametrize(("dice", "holder"), [((5, 2), REP), ((2, 5), NAT), ((3, 3, 6, 1), REP), ((4, 4, 1, 6), NAT)])
def test_on_turn_seven_the_higher_die_takes_the_initiative_and_ties_are_rolled_again(
        dice: tuple[int, ...], holder: int) -> None:
    p = busy(7)
    run(p, Turn())
    for die in dice:
        assert question(p) == ("Initiative", CHANCE)         # before anything else of the turn (R7)
        play(p, f"die:{die}")
    assert question(p) == ("BuyReplacement", holder)
    assert p.initiative == holder


@pytest.mark.rule("2.17")
@pytest.mark.parametrize("turn", range(8, 15))
def test_the_nationalist_has_the_initiative_from_turn_eight_and_keeps_it(turn: int) -> None:
    p = busy(turn)
    p.initiative = REP if turn == 8 else NAT
    run(p, Turn())
    assert question(p) == ("BuyReplacement", NAT)            # nothing is rolled
    assert p.initiative == NAT


@pytest.mark.rule("2.18", "5.2d")
@pytest.mark.parametrize("first", [REP, NAT])
def test_the_side_with_the_initiative_assigns_its_resource_replacement_first(first: int) -> None:
    p = drill(turn=9)
    p.initiative = first
    put(p, "r-16-1", "2010", steps=1)
    put(p, "n-13-1", "2014", steps=1)
    p.resources = [[1], [1]]
    run(p, Resources())
    play(p, "rep resource:regular-replacement", "nat resource:regular-replacement")
    assert question(p) == ("AssignReplacement", first)
    idle(p)
    assert question(p) == ("AssignReplacement", 1 - first)


# -- the adjustment move


def handover(turn: int = 8, **options: Any) -> Brunete:
    p = drill(roads=[WEST_ROAD], turn=turn, **options)
    p.initiative = NAT
    put(p, "r-16-1", "0915")
    put(p, "r-16-2", "2010", steps=1)
    put(p, "r-3-1", "2014", state=UNSUPPLIED)
    return p


@pytest.mark.rule("2.19")
def test_as_the_initiative_passes_the_republican_moves_up_to_two_dice_of_units_by_half_their_points() -> None:
    p = handover()
    box(p, "n-150-1", OFF_MAP)
    put(p, "n-13-1", "3010")
    run(p, before(Turn(), "FirstSide"))
    assert question(p) == ("Reinforce", NAT)                 # after the Nationalist's reinforcements (R8)
    play(p, "pass")
    assert question(p) == ("AdjustmentMove", CHANCE)
    play(p, "die:1", "die:1")
    assert question(p) == ("ChooseUnit", REP)
    play(p, "unit:r-16-1", "hex:0914", "hex:0913", "hex:0912", "hex:0911")       # 4 of 8 points
    assert question(p) == ("ChooseUnit", REP)
    assert "unit:r-16-1" not in offered(p)
    play(p, "unit:r-16-2", "hex:2009", "hex:2008", "hex:2007")                   # 3 of the 6 of its back
    assert question(p) == ("ChooseUnit", NAT)                # two units and no more
    play(p, "pass")
    assert question(p) == ("ChooseUnit", REP)
    assert {"r-16-1", "r-16-2"} <= set(units(offered(p)))    # they move normally later
    play(p, "unit:r-16-1", *[f"hex:09{row:02d}" for row in range(10, 2, -1)])    # with all their points
    assert p.hex[p.board.uindex["r-16-1"]] == at(p, "0903")
    assert p.adjusted


@pytest.mark.rule("2.19")
def test_the_adjustment_move_is_made_once_and_only_with_the_nationalist_initiative() -> None:
    p = handover()
    p.adjusted = True
    put(p, "n-13-1", "3010")
    run(p, Segment(NAT))
    assert question(p) == ("ChooseUnit", NAT)
    q = handover(7)
    q.initiative = REP                                       # the roll was lost: it comes on turn 8
    put(q, "n-13-1", "3010")
    run(q, Segment(NAT))
    assert question(q) == ("ChooseUnit", NAT)
    q.initiative = NAT
    run(q, Segment(REP))
    assert question(q) == ("ChooseUnit", REP)                # it belongs to the Nationalist's segment
    run(q, Segment(NAT))
    assert question(q) == ("AdjustmentMove", CHANCE)


@pytest.mark.rule("2.19")
def test_adjusting_units_obey_zones_and_may_be_fewer_than_rolled_and_do_not_attack() -> None:
    p = handover()
    put(p, "n-13-1", "0917")
    box(p, "r-68-1", OFF_MAP)
    run(p, before(Segment(NAT), "AdjustmentMove"))
    play(p, "die:6", "die:6")
    assert units(offered(p)) == ["r-16-1", "r-16-2", "r-3-1"]        # only units on the map
    assert rules(p, "unit:r-68-1") == ["6.1a"]
    play(p, "unit:r-16-1", "hex:0916")                       # next to an enemy: it stops
    assert question(p) == ("ChooseUnit", REP)
    play(p, "unit:r-3-1", "hex:2013", "hex:2012", "pass")    # half of 4, being unsupplied
    assert question(p) == ("ChooseUnit", NAT)                # no combat of the Republican


@pytest.mark.rule("2.19")
@pytest.mark.parametrize(("bonus", "steps"), [(False, 4), (True, 7)])
def test_the_road_bonus_counts_in_the_adjustment_move_only_by_option(bonus: bool, steps: int) -> None:
    """R8"""
    p = handover(adjustment_road_bonus=bonus)
    put(p, "r-16-1", "0615")
    run(p, Movement(REP, ADJUSTMENT, 2))
    play(p, "unit:r-16-1")
    assert along(p, WEST_ROAD.split()[1:]) == steps          # half of 8, and 3 more with the bonus


# -- turn 7


def late_arrivals(turn: int, **options: Any) -> Brunete:
    p = drill(roads=[WEST_ROAD], turn=turn, **options)
    for name in ("n-iv-navarre-1", "n-v-navarre-2", "n-cav-1", "n-tank-1"):
        box(p, name, AWAITED, due=7)
    box(p, "n-guadarrama-14", AWAITED, due=7)
    p.initiative, p.adjusted, p.cancelled = NAT, True, True
    return p


@pytest.mark.rule("2.13", "2.20")
def test_on_turn_seven_the_navarre_brigades_their_cavalry_and_tanks_come_in_after_both_segments() -> None:
    p = late_arrivals(7)
    put(p, "r-16-1", "2010")
    put(p, "n-13-1", "2816")
    p.avi_used = [0, 1]
    run(p, before(Turn(), "FirstSide"))
    assert question(p) == ("Reinforce", NAT)
    assert units(offered(p)) == ["n-guadarrama-14"]          # the battalion of the listed arrivals comes normally
    play(p, "pass", "pass")
    assert question(p) == ("ChooseUnit", REP)
    play(p, "pass")
    assert question(p) == ("ChooseUnit", NAT)
    assert units(offered(p)) == ["n-cav-1", "n-iv-navarre-1", "n-tank-1", "n-v-navarre-2"]
    assert rules(p, "unit:n-13-1") == ["2.20"]               # units on the map do not move again
    play(p, "pass")
    assert question(p) == ("PayForAviation", NAT)            # then only reorganisation


@pytest.mark.rule("2.13")
@pytest.mark.parametrize("turn", [6, 8])
def test_no_other_turn_has_an_extra_movement(turn: int) -> None:
    p = late_arrivals(turn)
    p.avi_used = [0, 1]
    run(p, before(Turn(), "ExtraArrivals"))
    assert question(p) == ("PayForAviation", NAT)


@pytest.mark.rule("2.20")
def test_the_extra_arrivals_move_with_all_their_points_but_do_not_fight() -> None:
    p = late_arrivals(7)
    put(p, "r-16-1", "1214", steps=1)
    p.avi_used = [0, 1]
    run(p, before(Turn(), "ExtraArrivals"))
    play(p, "unit:n-iv-navarre-1", "hex:0615")               # 8 points, one for the entry hex
    for place in WEST_ROAD.split()[1:6]:
        play(p, f"hex:{place}")
    play(p, "hex:1215")                                      # next to the enemy
    play(p, "pass")
    assert question(p) == ("PayForAviation", NAT)
    assert p.hex[p.board.uindex["n-iv-navarre-1"]] == at(p, "1215")


@pytest.mark.rule("2.20")
def test_extra_arrivals_that_stay_out_are_normal_reinforcements_from_turn_eight() -> None:
    """R9"""
    p = late_arrivals(7)
    run(p, before(Turn(), "ExtraArrivals"))
    play(p, "unit:n-iv-navarre-1", "hex:0615", "stop", "pass")
    p.turn = 8
    run(p, Segment(NAT))
    assert units(offered(p)) == ["n-cav-1", "n-guadarrama-14", "n-tank-1", "n-v-navarre-2"]


@pytest.mark.rule("2.20")
@pytest.mark.parametrize(("bonus", "hexes_"), [(True, 11), (False, 8)])
def test_the_road_bonus_counts_for_extra_arrivals_unless_the_option_says_no(bonus: bool, hexes_: int) -> None:
    """R9"""
    p = late_arrivals(7, turn7_extra_road_bonus=bonus)
    run(p, Movement(NAT, EXTRA))
    play(p, "unit:n-iv-navarre-1")
    assert along(p, WEST_ROAD.split()) == hexes_


@pytest.mark.rule("2.20")
def test_interdiction_of_the_turn_still_slows_the_extra_arrivals() -> None:
    """R9"""
    p = late_arrivals(7)
    p.interdiction = [[at(p, "0815")], []]
    own(p, NAT, "0615")
    run(p, Movement(NAT, EXTRA))
    play(p, "unit:n-iv-navarre-1", "hex:0615", "hex:0715")   # 1, then 2 within the zone of the marker
    assert p.stack[-1].left == 5                             # type: ignore[attr-defined]


@pytest.mark.rule("2.10")
def test_the_aviation_segment_offers_bombardment_and_interdiction() -> None:
    p = drill()
    p.avi = [1, 0]
    put(p, "n-13-1", "2010")
    run(p, Aviation(REP))
    assert offered(p) == ["bombard", "interdict", "pass"]
    run(p, Aviation(NAT))
    assert offered(p) == []                                  # nothing to fly with
