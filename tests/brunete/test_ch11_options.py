"""[11] The optional rules of the book, on and off. The advance of the slow XVIII Corps is in test_ch10_advance."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch05_command import Resources
from frente.games.brunete.rules.ch06_reinforcements import Reinforcements, arrive
from frente.games.brunete.rules.ch08_aviation import Aviation, Maintenance, support_arrivals
from frente.games.brunete.rules.ch09_movement import Move, Movement
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import AWAITED, AWAY, FINAL, OFF_MAP, RECOVERABLE, RESERVE, UNUSED, Brunete
from tests.brunete.fight import TARGET, column, declare, quietly
from tests.brunete.lay import asked, box, drill, hexes, offered, play, put, rules, run, start, unit

TANKS = ("r-tk5-1", "r-tk5-2", "r-tk5-3", "r-tk18-1", "r-tk18-2", "r-tk18-3")


# -- 11.1: slowness of the XVIII Corps


@pytest.mark.rule("11.1a")
@pytest.mark.parametrize("option, turn, name, points", [
    (True, 2, "r-16-1", 4), (True, 2, "r-tk18-1", 5), (True, 1, "r-16-1", 8), (True, 3, "r-16-1", 8),
    (False, 2, "r-16-1", 8), (True, 2, "r-101-1", 8), (True, 2, "n-13-7", 8),
])
def test_on_turn_2_the_xviii_corps_moves_with_half_its_points(option: bool, turn: int, name: str, points: int):
    p = drill(turn=turn, slow_xviii_corps=option)
    u = put(p, name, "2009")
    run(p, Movement(p.board.side[u]))
    play(p, f"unit:{name}")
    move = p.stack[-1]
    assert isinstance(move, Move)
    assert move.left == points


@pytest.mark.rule("11.1a")
def test_the_slow_corps_keeps_the_whole_road_bonus():
    road = "2004 2005 2006 2007 2008 2009 2010 2011 2012 2013"
    p = drill(turn=2, slow_xviii_corps=True, roads=[road])
    put(p, "r-16-1", "2004")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", *[f"hex:{h}" for h in road.split()[1:8]])
    assert not hexes(offered(p)), "4 points and 3 of the bonus (R81)"


# -- 11.2: anti-aircraft defence


def bombed(die: int, turn: int = 5, **options: Any) -> Brunete:
    p = drill(turn=turn, **options)
    p.avi[REP] = 2
    put(p, "n-13-7", TARGET)
    run(p, Aviation(REP))
    return play(p, "bombard", "unit:n-13-7", f"die:{die}")


@pytest.mark.rule("11.2")
def test_x24_a_bombardment_die_of_1_sends_the_marker_away_for_two_turns():
    p = bombed(1, anti_aircraft=True)
    assert (p.avi[REP], p.avi_used[REP], p.avi_back[REP]) == (1, 0, [7])
    assert p.steps[unit(p, "n-13-7")] == 2
    play(p, "pass")
    run(p, Maintenance(REP))
    assert p.choices() == {}, "neither a command point nor a roll can bring it back"
    for turn, there in ((6, 1), (7, 1)):             # turn 7 brings it back and withdraws one
        p.turn = turn
        support_arrivals(p)
        assert p.avi[REP] == there
    assert p.avi_back[REP] == []


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("die, option", [(1, False), (2, True), (3, True), (4, True), (6, True)])
def test_any_other_die_or_no_option_leaves_the_marker_among_the_used(die: int, option: bool):
    p = bombed(die, anti_aircraft=option)
    assert (p.avi_used[REP], p.avi_back[REP]) == (1, [])


@pytest.mark.rule("11.2")
def test_the_guns_go_by_the_final_die():
    p = drill(anti_aircraft=True)
    p.avi[REP] = 1
    p.reroll[NAT] = 1
    put(p, "n-13-7", TARGET)
    run(p, Aviation(REP))
    play(p, "bombard", "unit:n-13-7", "die:5")
    assert asked(p) == [NAT]
    play(p, "reroll", "die:1")
    assert (p.avi_used[REP], p.avi_back[REP]) == (0, [p.turn + 2])
    assert p.steps[unit(p, "n-13-7")] == 2


# -- 11.3: the captured T-26


def motor_pool(option: bool = True) -> Brunete:
    p = drill(turn=6, captured_t26=option)
    box(p, "n-t26", RESERVE if option else UNUSED)
    return p


def lose(p: Brunete, *names: str) -> Brunete:
    for name in names:
        p.eliminate(put(p, name, "2008"))
    return p


@pytest.mark.rule("11.3")
def test_the_fifth_republican_tank_lost_gives_the_nationalist_a_t26_next_turn():
    p = lose(motor_pool(), *TANKS[:4])
    u = unit(p, "n-t26")
    assert p.hex[u] == RESERVE
    lose(p, TANKS[4])
    assert (p.hex[u], p.due[u]) == (AWAITED, 7)
    arrive(p, NAT)
    assert p.hex[u] == AWAITED, "not this turn"
    p.turn = 7
    arrive(p, NAT)
    assert p.hex[u] == OFF_MAP
    run(p, Reinforcements(NAT))
    play(p, "unit:n-t26")
    assert hexes(offered(p)) == sorted(["3403", "3405", "3412", "3417", "3218", "2618", "1818", "1118", "0615", "0606"])


@pytest.mark.rule("11.3")
def test_both_casualty_boxes_count_and_tanks_away_do_not():
    p = lose(motor_pool(), *TANKS[:4])
    for name in TANKS[:2]:
        p.hex[unit(p, name)] = FINAL                 # spent on a recovery
    box(p, "r-tkarmy-1", AWAY, due=9)
    p.eliminate(put(p, "n-tank-1", "2008"))
    assert p.hex[unit(p, "n-t26")] == RESERVE, "four, a ^ tank and a Nationalist one"
    lose(p, TANKS[4])
    assert p.hex[unit(p, "n-t26")] == AWAITED


@pytest.mark.rule("11.3")
def test_without_the_option_no_tank_is_captured_and_once_lost_it_does_not_come_again():
    p = lose(motor_pool(False), *TANKS)
    assert p.hex[unit(p, "n-t26")] == UNUSED
    assert start().hex[unit(p, "n-t26")] == UNUSED
    assert start(captured_t26=True).hex[unit(p, "n-t26")] == RESERVE
    q = lose(motor_pool(), *TANKS[:5])
    q.eliminate(put(q, "n-t26", "2008"))
    assert q.hex[unit(q, "n-t26")] == FINAL
    lose(q, TANKS[5])
    assert q.hex[unit(q, "n-t26")] == FINAL


@pytest.mark.rule("11.3")
def test_the_captured_t26_fights_like_a_republican_tank():
    p = drill(captured_t26=True)
    put(p, "n-71-150-1", "2010")                     # 5
    put(p, "n-t26", "2010")
    put(p, "r-cav5", TARGET)                         # 5
    assert column(quietly(declare(p, "n-71-150-1", "n-t26", side=NAT))) == "1.5/1", "a column, no factor"
    q = drill(captured_t26=True)
    put(q, "n-t26", TARGET)
    put(q, "r-16-1", "2008", steps=1)                # 4 against a defence of 2
    assert column(quietly(declare(q, "r-16-1"))) == "2/1"


# -- 11.4: playing alone


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("alone", [False, True])
def test_alone_at_the_table_nothing_is_hidden(alone: bool):
    p = drill(scenario="offensive", solitaire=alone, turn=3)
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.art = [2, 1]
    p.resources = [[0, 1, 2], [3, 4, 5]]
    p.objective = 1
    play(declare(p, "r-16-1"), "rep support:1a0v+cp")
    view = GAME.view(p, NAT)
    assert (view.facts["support"] == {"republican": "1a0v+cp"}) == alone
    tracks = {(t["id"], t["side"]): t["value"] for t in view.tracks}
    assert tracks["artillery", "republican"] == (2 if alone else None)
    assert isinstance(view.hands["resources-republican"], list) == alone
    assert isinstance(view.hands["objective"], list) == alone
    q = drill(solitaire=alone, turn=3)
    q.resources = [[0, 1, 2], [3, 4, 5]]
    run(q, Resources())
    play(q, "rep resource:plus-cp")
    assert (GAME.view(q, NAT).facts["pick"] == {"republican": "plus-cp"}) == alone


@pytest.mark.rule("11.4")
def test_alone_the_rules_themselves_are_the_same():
    p = drill(solitaire=True)
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.art = [1, 0]
    declare(p, "r-16-1")
    assert asked(p) == [REP, NAT]
    assert rules(p, "rep support:2a0v") == ["10.3.3g"]
    play(p, "rep support:1a0v", "nat support:0a0v", "die:1", "die:2")
    assert p.steps[unit(p, "r-16-1")] == 1
    assert p.hex[unit(p, "n-13-7")] >= 0 > RECOVERABLE
