"""The captain and the objective that decides the offensive scenario: a force is sent, and its road is kept open."""
from __future__ import annotations

from frente.games.brunete.captain.line import supply_road
from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.state.board import REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import Brunete
from tests.brunete.lay import at, empty, own, put, run
from tests.brunete.test_captain_tactics import carry_out

VILLAVICIOSA = "3117"
PURPLE = ("1401", "2401", "1509", "2107", "2111", "2403", "2607")       # and the two sources
HELD = ("1509", "2107", "2111", "2403", "2607", "1407", "2908", "2911",           # towns and vertices, garrisoned
        "2212", "2213", "2415", "2416", "2515", "2514", "2918", "2818")           # and eight battalions near the road
NAMES = ("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2", "r-101-1", "r-101-2",
         "r-10-1", "r-10-2", "r-9-1", "r-9-2", "r-100-1", "r-100-2", "r-xv-1", "r-xv-2")


def offensive(turn: int, objective: int = 2) -> Brunete:
    p = empty("offensive", turn)
    own(p, REP, *PURPLE)
    p.objective = objective
    return p


def test_a_supply_road_runs_unbroken_from_a_source_to_the_goal() -> None:
    p = offensive(6)
    road = supply_road(p, REP, at(p, VILLAVICIOSA))
    assert road[0] in p.board.sources[REP]
    assert road[-1] == at(p, VILLAVICIOSA)
    assert all(b in p.board.nb[a] for a, b in zip(road, road[1:]))


def test_a_supply_road_goes_round_an_enemy_when_it_can() -> None:
    p = offensive(6)
    straight = supply_road(p, REP, at(p, "2314"))
    barred = straight[-3]
    put(p, "n-13-2", p.board.names[barred])
    assert barred not in supply_road(p, REP, at(p, "2314"))


def test_on_the_last_turn_every_battalion_to_spare_guards_the_road_to_the_decisive_objective() -> None:
    p = offensive(6)
    goal = at(p, VILLAVICIOSA)
    put(p, "r-1-1", VILLAVICIOSA)
    for name, h in zip(NAMES, HELD, strict=True):
        put(p, name, h)
    put(p, "n-13-2", "2715")             # beside each of the roads that lead there
    put(p, "n-13-3", "3114")
    assert not holds(p, REP, goal, supply_lines(p, REP))
    road = supply_road(p, REP, goal)
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert holds(p, REP, goal, supply_lines(p, REP))
    assert sum(1 for h in road if p.top[h] >= 0) >= 9        # the goal, two towns, and those to spare


def test_once_the_objective_is_known_a_force_goes_for_it_before_any_line_is_manned() -> None:
    left = {}
    for objective in (-1, 2):
        p = offensive(4, objective)
        for i, name in enumerate(NAMES):
            put(p, name, ("2111", "2109", "2107", "2005", "2209", "2309", "2007", "2403")[i // 2])
        put(p, "n-13-2", "1613")         # somebody to be watched
        put(p, "n-13-3", VILLAVICIOSA)
        carry_out(run(p, Turn(), Movement(REP)), Movement)
        goal = at(p, VILLAVICIOSA)
        left[objective] = sum(p.board.distance(p.hex[u], goal) for u in p.board.of[REP] if p.hex[u] >= 0)
    assert left[2] < left[-1] - len(NAMES)
