"""[2, 3, 12] Supply, sequence and the end: the first counters of a side, boundaries, what is told once."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.ch03_supply import check_supply, supply_lines
from frente.games.brunete.rules.ch12_victory import casualty_points, vertices_held
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import (
    AWAITED,
    FINAL,
    OFF_MAP,
    RECOVERABLE,
    RESERVE,
    RETREATED,
    UNSUPPLIED,
    UNUSED,
    Brunete,
)
from tests.brunete.beaten import LETTERS
from tests.brunete.lay import asked, at, before, box, drill, offered, own, play, put, run, start, told, unit

A, B = "1401", "2401"
PURPLE = ("2111", "1509", "2107", "2403", "2607")
YELLOW = ("3302", "3311", "3117", "1818")
VERTICES = ("2908", "2911", "1407")
ROADS = ["1401 1402", " ".join(f"{c:02d}02" for c in range(6, 35)),
         *[" ".join(f"{c}{r:02d}" for r in range(2, 19)) for c in (14, 15, 18, 21, 24, 26, 29, 31, 33)]]


# -- supply lines


@pytest.mark.rule("3.1", "3.3", "3.4")
def test_a_source_is_at_no_distance_and_the_line_counts_up_to_three_hexes() -> None:
    p = drill()
    far = supply_lines(p, REP)
    assert [far[at(p, h)] for h in (A, "1402", "1403", "1404", "1405")] == [0, 1, 2, 3, -1]
    assert far[at(p, B)] == -1                               # B starts outside Republican control
    own(p, REP, B)
    assert [supply_lines(p, REP)[at(p, h)] for h in (B, "2402", "2404", "2405")] == [0, 1, 3, -1]
    west = supply_lines(p, NAT)
    assert [west[at(p, h)] for h in ("3403", "3303", "0606", "0706", "1401")] == [0, 1, 0, 1, -1]
    own(p, REP, "3403")
    assert supply_lines(p, NAT)[at(p, "3403")] == 2          # lost: only as near as D


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("road", [
    "1401 1402 1403 1503 1502", "1401 1402 1403 1404", "1401 1301", "1401 1402 1302", "1401 1501", "1401 1402 1502"])
def test_a_road_leads_on_in_every_direction(road: str) -> None:
    p = drill(roads=[road])
    far = supply_lines(p, REP)
    assert [far[at(p, h)] for h in road.split()] == [0] * len(road.split())


@pytest.mark.rule("3.5")
def test_the_first_counter_of_a_side_is_checked_too_and_those_beside_the_map_are_not() -> None:
    p = drill()
    for name, place in (("r-101-1", "2010"), ("r-16-1", "1402"), ("n-71-150-1", "2014")):
        put(p, name, place)
    box(p, "r-101-2", OFF_MAP)
    box(p, "r-3-1", RECOVERABLE, steps=0)
    events = told(p)
    check_supply(p, REP)
    state = {name: bool(p.state[unit(p, name)] & UNSUPPLIED)
             for name in ("r-101-1", "r-16-1", "r-101-2", "r-3-1", "n-71-150-1")}
    assert state == {"r-101-1": True, "r-16-1": False, "r-101-2": False, "r-3-1": False, "n-71-150-1": False}
    check_supply(p, REP)
    assert [e.facts["unit"] for e in events if e.key == "unsupplied"] == ["r-101-1"]         # told once
    check_supply(p, NAT)
    assert p.state[unit(p, "n-71-150-1")] & UNSUPPLIED


@pytest.mark.rule("3.8", "4.b")
def test_a_unit_that_is_unsupplied_and_retreated_has_its_zone_back_when_it_is_neither() -> None:
    p = drill()
    u = put(p, "r-101-1", "2010")
    zone = p.zone[REP]
    beside = at(p, "2009")
    p.unmark(u, UNSUPPLIED)                                  # nothing to take away: nothing changes
    assert zone[beside] == 1
    p.mark(u, UNSUPPLIED)
    p.mark(u, RETREATED)
    assert zone[beside] == 0
    p.unmark(u, UNSUPPLIED)
    assert zone[beside] == 0
    p.unmark(u, RETREATED)
    assert zone[beside] == 1


@pytest.mark.rule("3.8", "4.b", "4.a", "1.1m")
@pytest.mark.parametrize("state", [0, UNSUPPLIED, RETREATED])
def test_a_unit_without_a_zone_has_none_wherever_it_is_put(state: int) -> None:
    p = drill()
    u = put(p, "r-101-1", "2010", state=state)
    p.put(u, at(p, "2014"))
    assert [p.zone[REP][at(p, h)] for h in ("2009", "2013")] == [0, 0 if state else 1]
    assert p.last[at(p, "2014")] == REP
    p.box(u, OFF_MAP)
    assert not any(p.zone[REP])


# -- set-up and sequence


@pytest.mark.rule("12.1l", "5.2a", "12.1a", "2.1", "2.3")
def test_the_campaign_begins_with_three_tanks_to_place_all_resources_and_turn_one() -> None:
    p = start("campaign")
    assert p.turn == 0
    for name, place in (("r-tk18-1", "1401"), ("r-tk18-2", "1602"), ("r-tk18-3", "1901")):
        assert asked(p) == [REP]
        play(p, f"hex:{place}")
        assert p.hex[unit(p, name)] == at(p, place)
    assert p.resources == [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]]
    assert p.turn == 1
    assert offered(p) == [f"die:{n}" for n in range(1, 7)]   # the infiltration; nothing is drawn


@pytest.mark.rule("2.1", "2.3")
def test_turns_follow_one_another_up_to_the_last() -> None:
    p = start("offensive")
    turns = {0}
    while p.choices():
        turns.add(p.turn)
        side = min(p.choices())
        acts = p.choices()[side]
        p.apply(side, acts[-1])
    assert turns == {0, 1, 2, 3, 4, 5, 6}
    assert (p.turn, p.result) == (6, NAT)


@pytest.mark.rule("2.3", "5.1a", "5.1b", "5.2h", "6.3d")
def test_a_new_turn_clears_points_purchases_and_rerolls_of_both_sides() -> None:
    p = drill(turn=5)
    p.cp, p.bought, p.reroll = [0, 4], [1, 1], [1, 1]
    put(p, "r-101-1", "2010", steps=1)
    run(p, before(Turn(), "UpdateMarkers"))
    assert (p.cp, p.bought, p.reroll) == ([3, 3], [0, 0], [0, 0])


@pytest.mark.rule("2.15", "2.16", "2.17")
@pytest.mark.parametrize("turn", range(1, 15))
def test_the_initiative_turn_by_turn(turn: int) -> None:
    p = drill(turn=turn)
    put(p, "r-101-1", "2010")
    run(p, before(Turn(), "Initiative"))
    rolls = type(p.step()).__name__ == "Initiative"
    assert rolls == (turn == 7)
    assert p.initiative == (REP if turn <= 7 else NAT)


@pytest.mark.rule("2.16")
def test_a_tie_is_rolled_again_with_fresh_dice_and_leaves_the_initiative_where_it_was() -> None:
    p = drill(turn=7)
    run(p, before(Turn(), "Initiative"))
    play(p, "die:4", "die:4")
    assert p.initiative == REP
    assert type(p.step()).__name__ == "Initiative"
    play(p, "die:1")
    assert type(p.step()).__name__ == "Initiative"           # two dice again, not one
    play(p, "die:2")
    assert p.initiative == NAT


# -- losses


@pytest.mark.rule("10.1n", "6.2h")
@pytest.mark.parametrize(("name", "place"), [
    ("r-101-1", RECOVERABLE), ("n-71-150-1", RECOVERABLE), ("r-tk5-1", RECOVERABLE), ("n-tank-1", FINAL),
    ("r-cav5", FINAL), ("n-cav-1", FINAL), ("n-gar-1", FINAL), ("n-t26", FINAL)])
def test_an_eliminated_unit_has_no_steps_and_lies_in_its_box(name: str, place: int) -> None:
    p = drill()
    u = put(p, name, "2010")
    p.eliminate(u)
    assert (p.steps[u], p.hex[u], p.state[u]) == (0, place, 0)


@pytest.mark.rule("6.2g", "11.3")
@pytest.mark.parametrize("option", [False, True])
def test_army_tanks_come_one_by_one_and_the_captured_one_after_the_fifth_loss_by_option(option: bool) -> None:
    p = drill(turn=4, captured_t26=option)
    army = [box(p, f"r-tkarmy-{i}", RESERVE) for i in (1, 2, 3)]
    prize = box(p, "n-t26", RESERVE if option else UNUSED)
    for n, name in enumerate(("r-tk5-1", "r-tk5-2", "r-tk5-3", "r-tk18-1", "r-tk18-2"), 1):
        put(p, "r-16-1", "2012", steps=1)
        p.eliminate(unit(p, "r-16-1"))                       # infantry does not count
        put(p, name, "2010")
        p.eliminate(unit(p, name))
        assert [p.hex[u] for u in army] == [AWAITED if i < n else RESERVE for i in range(3)]
        assert p.hex[prize] == (UNUSED if not option else AWAITED if n == 5 else RESERVE)
    assert p.due[prize] == (5 if option else p.due[prize])
    assert [p.due[u] for u in army] == [5, 5, 5]


# -- objectives and the end


def ending(*held: str, turn: int = 14, **options: Any) -> Brunete:
    """The Republican was last in the hexes named and alone has sources; the Nationalist has none."""
    p = drill(roads=ROADS, turn=turn, **options)
    own(p, NAT, *PURPLE, *YELLOW, *VERTICES)
    own(p, REP, *held, *LETTERS)
    own(p, NAT, *(h for h in YELLOW if h not in held))
    return p


def close(p: Brunete) -> Brunete:
    return run(p, before(Turn(), "GainObjectives"))


@pytest.mark.rule("12.1.vp3", "12.1.vp4")
@pytest.mark.parametrize("town", YELLOW)
def test_each_yellow_town_is_gained_once_by_the_supply_of_the_republic(town: str) -> None:
    p = ending(town, turn=6)
    events = told(p)
    close(p)
    assert p.gained == [int(h == town) for h in YELLOW] + [0]
    p.turn = 7
    close(p)
    assert [e.facts["hex"] for e in events if e.key == "objective-gained"] == [town]         # told once
    early = ending(town, turn=5)
    assert close(early).gained == [0, 0, 0, 0, 0]


@pytest.mark.rule("12.1.vp1", "12.1.vp3", "12.1.vp4", "12.2e")
def test_the_vertices_are_gained_once_and_only_together() -> None:
    for missing in VERTICES:
        p = ending(*(v for v in VERTICES if v != missing), turn=6)
        assert not vertices_held(p, supply_lines(p, REP))
        assert close(p).gained == [0, 0, 0, 0, 0]
    p = ending(*VERTICES, turn=6)
    events = told(p)
    close(p)
    assert p.gained == [0, 0, 0, 0, 1]
    p.turn = 7
    close(p)
    assert [e.key for e in events] == ["vertices-gained"]


@pytest.mark.rule("12.1.vp3", "12.2a")
def test_in_the_offensive_nothing_is_gained_for_good() -> None:
    p = ending(*YELLOW, *VERTICES, turn=6, scenario="offensive")
    close(p)
    assert p.gained == [0, 0, 0, 0, 0]


@pytest.mark.rule("12.1.vp6", "2.1")
@pytest.mark.parametrize(("held", "vp", "result"), [
    (PURPLE[:3], 4, NAT), (PURPLE[:4], 5, 2), (PURPLE, 6, 2), ((*PURPLE, YELLOW[0]), 7, REP)])
def test_the_result_by_the_supply_of_the_republic_ends_the_game(held: tuple[str, ...], vp: int, result: int) -> None:
    p = close(ending(*held))
    assert (p.vp, p.result) == (vp, result)
    assert p.choices() == {}
    assert p.stack == []
    assert p.barrier == 1                                    # all that was hidden lies open


@pytest.mark.rule("12.2d", "12.2e", "12.2f")
@pytest.mark.parametrize(("held", "objective", "result"), [
    ((*PURPLE, YELLOW[1]), 1, REP), (PURPLE, 1, NAT), ((*PURPLE, *VERTICES), 1, 2), ((*PURPLE[1:], YELLOW[1]), 1, NAT)])
def test_the_offensive_is_judged_by_the_supply_of_the_republic(
        held: tuple[str, ...], objective: int, result: int) -> None:
    p = ending(*held, turn=6, scenario="offensive")
    p.objective = objective
    assert close(p).result == result


@pytest.mark.rule("12.1.vp7")
@pytest.mark.parametrize(("republican", "nationalist", "sign"), [
    (("r-101-1",), ("n-71-150-1",), -1),                     # the first counters of both sides, 7 each
    (("r-101-1",), ("n-71-150-1", "n-gar-1"), 1),            # 7 against 7 and half of 4
    (("r-101-1",), ("n-11-4", "n-gar-4"), 1),                # 7 against 7 and half of 2
    (("r-101-1", "r-tk5-1"), ("n-71-150-1", "n-gar-1"), -1),         # 7 and 2 against 7 and 2
    (("r-16-1",), ("n-71-150-1", "n-gar-4"), -1),            # 8 against 7 and 1
    (("r-16-1",), ("n-71-150-1", "n-tank-1"), 1),            # 8 against 7 and 2
    (("r-cav5",), ("n-71-11-1",), -1), ((), ("n-gar-4",), 1), ((), (), -1)])
def test_casualties_are_weighed_to_the_last_factor(
        republican: tuple[str, ...], nationalist: tuple[str, ...], sign: int) -> None:
    p = drill()
    for name in republican:
        box(p, name, RECOVERABLE, steps=0)
    for name in nationalist:
        box(p, name, FINAL, steps=0)
    put(p, "r-32-1", "2010")
    assert casualty_points(p) == sign
