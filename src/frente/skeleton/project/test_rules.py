"""The rules, each on a drill ground: the map of the game, and the counters that the test names."""
from __future__ import annotations

import pytest

from frente.kernel.check import check_game
from frente.kit.drill import Drill
from frente.skeleton import GAME
from frente.skeleton.rules.combat import FIGHT, Combat
from frente.skeleton.rules.movement import Movement
from frente.skeleton.rules.sequence import Battle
from frente.skeleton.state.position import SkeletonPosition

D = Drill(GAME)


def field(*laid: str) -> SkeletonPosition:
    """Units in hexes: "a-1 0504"."""
    p = D.bare()
    for pair in laid:
        unit, place = pair.split()
        D.put(p, unit, place)
    return p


def moving(unit: str, *laid: str) -> SkeletonPosition:
    return D.play(D.run(field(*laid), Movement(0)), f"unit:{unit}")


@pytest.mark.rule("1.1", "5.1")
@pytest.mark.parametrize("owner, winner", [(0, 0), (1, 1)])
def test_after_the_last_turn_towns_are_counted(owner: int, winner: int) -> None:
    p = D.bare()
    p.turn = p.last_turn
    for h in p.board.goals:
        p.last[h] = owner
    D.run(p, Battle())
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert outcome.winner == winner
    going = D.bare()
    going.turn = going.last_turn - 1
    D.put(going, "a-1", "0504")
    assert D.run(going, Battle()).choices()


@pytest.mark.rule("1.2")
def test_each_side_moves_and_attacks_the_first_side_first() -> None:
    p = field("a-1 0504", "b-1 0604")
    p.turn = 0
    D.run(p, Battle())
    seen: list[tuple[int, str]] = []
    while p.turn == 1:
        now = (D.asked(p)[0], type(p.stack[-1]).__name__)
        seen += [now] if now not in seen else []
        D.play(p, "pass")
    assert seen == [(0, "Movement"), (0, "Combat"), (1, "Movement"), (1, "Combat")]


@pytest.mark.rule("2.1")
def test_a_third_unit_does_not_enter() -> None:
    assert D.rules(moving("a-1", "a-1 0504", "a-2 0604", "a-3 0604"), "hex:0604") == ["2.1"]
    assert "0604" in D.hexes(moving("a-1", "a-1 0504", "a-2 0604"))


@pytest.mark.rule("2.2")
def test_a_march_ends_in_an_enemy_zone() -> None:
    p = moving("a-1", "a-1 0304", "a-2 0107", "b-1 0504")
    D.play(p, "hex:0404")
    assert D.units(p) == ["a-2"]
    assert "0304" in D.hexes(moving("a-1", "a-1 0404", "b-1 0504"))              # it may begin there


@pytest.mark.rule("3.1")
def test_each_unit_moves_once() -> None:
    p = D.run(field("a-1 0304", "a-2 0107", "b-1 0907"), Movement(0))
    D.play(p, "unit:a-1", "hex:0404", "stop")
    assert D.reasons(p, "unit:a-1") == [("3.1", "already-moved")]
    assert D.reasons(p, "unit:b-1") == [("3.1", "not-your-unit")]


@pytest.mark.rule("3.2")
def test_terrain_river_and_road_cost_points() -> None:
    p = moving("a-1", "a-1 0603")
    D.play(p, "hex:0703", "hex:0804")    # across the brook, then open ground: 2 and 1 of 4
    assert D.rules(p, "hex:0803") == ["3.2"]                                     # a hill
    road = moving("a-1", "a-1 0804")
    assert D.along(road, ["0904", "1004"]) == 2                                  # forest on a road


@pytest.mark.rule("3.3")
def test_nobody_enters_a_hex_with_enemies() -> None:
    assert D.rules(moving("a-1", "a-1 0504", "b-1 0604"), "hex:0604") == ["3.3"]


@pytest.mark.rule("4.1", "4.2")
def test_odds_and_cover_give_the_column() -> None:
    for place, column in (("0504", "2:1"), ("0405", "1:1")):
        p = field("a-1 0404", "a-2 0404", f"b-1 {place}")
        t = p.ground.index[place]
        assert p.board.combat.names[FIGHT.column(p, FIGHT.able(p, 0, t), t)] == column
    assert D.reasons(D.run(field("a-1 0404", "b-1 0504"), Combat(0)), "hex:0604") == [("4.1", "no-enemy-there")]


@pytest.mark.rule("4.3", "4.4", "4.6")
def test_the_die_takes_steps_and_an_attacker_enters_the_empty_hex() -> None:
    p = D.run(field("a-1 0404", "a-2 0404", "b-6 0504"), Combat(0))
    D.play(p, "hex:0504", "unit:a-1", "unit:a-2", "declare", "die:3")            # 2:1, 3: -/1
    assert (D.asked(p), D.units(p)) == ([1], ["b-6"])
    D.play(p, "unit:b-6")
    assert D.units(p) == ["a-1", "a-2"]
    D.play(p, "unit:a-2")
    assert D.where(p, "a-2") == "0504"


@pytest.mark.rule("4.5")
def test_the_beaten_go_where_no_enemy_zone_is() -> None:
    p = D.run(field("a-1 0404", "a-2 0404", "b-1 0504"), Combat(0))
    D.play(p, "hex:0504", "unit:a-1", "unit:a-2", "declare", "die:1")            # 2:1, 1: -/r1
    assert D.asked(p) == [1]
    assert D.rules(p, "hex:0503") == ["4.5"]
    D.play(p, "hex:0604")
    assert D.where(p, "b-1") == "0604"


@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_every_law(seed: int) -> None:
    assert check_game(GAME, seed=seed, every=40).acts > 50
