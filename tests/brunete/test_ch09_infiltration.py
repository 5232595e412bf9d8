"""[9.7] The 11th Division in Brunete, by night."""
from __future__ import annotations

from itertools import product

import pytest

from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Segment, Turn
from frente.games.brunete.state.position import AWAITED, OFF_MAP, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.lay import (
    along,
    asked,
    at,
    before,
    box,
    drill,
    hexes,
    offered,
    play,
    put,
    rules,
    run,
    start,
    unit,
    units,
)

BRUNETE = "2111"
AROUND = ["2011", "2012", "2110", "2112", "2211", "2212"]
DIVISION = ["r-1-1", "r-1-2", "r-9-1", "r-9-2", "r-100-1", "r-100-2"]
WEST_ROAD = "0615 0715 0815 0915 1015 1115 1215"


def night(*, hills: list[str] | None = None, roads: list[str] | None = None, names: list[str] | None = None) -> Brunete:
    p = drill(hills=hills or [], roads=roads or [], turn=1)
    for name in names or DIVISION:
        put(p, name, BRUNETE)
    return p


def pool(p: Brunete) -> int:
    f = p.stack[-1]
    assert isinstance(f, Infiltration)
    return f.pool


def unseen(p: Brunete, *dice: int) -> Brunete:
    """An infiltration that succeeds, with these dice for movement points."""
    run(p, Infiltration())
    return play(p, "die:1", *[f"die:{die}" for die in dice])


def leave(p: Brunete, *moves: tuple[str, str]) -> Brunete:
    """Units step out of Brunete and stop."""
    for name, place in moves:
        play(p, f"unit:{name}", f"hex:{place}")
        if "stop" in offered(p):
            play(p, "stop")
    return p


FOUR_OUT = [("r-1-1", "2011"), ("r-1-2", "2012"), ("r-9-1", "2110"), ("r-9-2", "2112")]


# -- who


@pytest.mark.rule("9.7a")
def test_the_six_units_of_the_division_start_stacked_in_brunete_and_move_in_the_infiltration_only() -> None:
    p = start()
    assert sorted(p.board.uid[u] for u in p.stack_at(at(p, BRUNETE))) == sorted(DIVISION)
    q = night()
    put(q, "r-16-1", "2005")
    unseen(q, 6, 6)
    assert units(offered(q)) == sorted(DIVISION)
    assert rules(q, "unit:r-16-1") == ["9.7a"]               # nobody else infiltrates
    run(q, Movement(REP))
    assert units(offered(q)) == ["r-16-1"]
    assert rules(q, "unit:r-1-1") == ["9.7a"]                # and the division does not march by day
    q.turn = 2
    run(q, Movement(REP))
    assert set(DIVISION) < set(units(offered(q)))            # on turn 2 it moves like any other


@pytest.mark.rule("9.7a")
def test_brunete_may_be_overstacked_until_the_end_of_the_segment_but_no_other_hex() -> None:
    """R30"""
    p = unseen(night(), 6, 6)
    leave(p, ("r-1-1", "2110"), ("r-1-2", "2110"))
    play(p, "unit:r-9-1", "hex:2110")
    assert "stop" not in offered(p)                          # a third one passes on
    assert rules(p, "stop") == ["1.1i"]
    play(p, "hex:2109", "stop")


@pytest.mark.rule("9.7a")
def test_the_division_may_attack_in_the_combat_of_turn_one() -> None:
    """R30"""
    p = night(names=["r-1-1"])
    put(p, "n-13-1", "2112", steps=1)
    run(p, Combat(REP))
    assert "hex:2112" in offered(p)


# -- dice


@pytest.mark.rule("9.7b")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_to_four_is_unseen_and_five_or_six_is_discovered(die: int) -> None:
    p = night()
    box(p, "n-71-150-4", AWAITED, due=1)
    run(p, Infiltration())
    assert asked(p) == [CHANCE]
    play(p, f"die:{die}")
    discovered = type(p.step()).__name__ == "ChooseUnit"     # the Nationalist may react
    assert discovered == (die >= 5)


@pytest.mark.rule("9.7c")
@pytest.mark.parametrize(("dice", "points"), [((1, 1), 4), ((1, 2), 4), ((2, 2), 4), ((5, 1), 6), ((6, 6), 12)])
def test_unseen_the_division_has_two_dice_of_points_but_at_least_four(dice: tuple[int, int], points: int) -> None:
    """X8"""
    assert pool(unseen(night(), *dice)) == points
    assert pool(unseen(night(names=DIVISION[:2]), *dice)) == points      # even with nothing to clear


@pytest.mark.rule("9.7d")
@pytest.mark.parametrize(("die", "points"), [(1, 4), (2, 4), (4, 4), (5, 5), (6, 6)])
def test_discovered_it_has_one_die_of_points_but_at_least_four(die: int, points: int) -> None:
    """X8"""
    for names in (DIVISION, DIVISION[:2]):
        p = night(names=names)
        run(p, Infiltration())
        play(p, "die:5", f"die:{die}")
        assert pool(p) == points


@pytest.mark.rule("9.7c")
def test_the_minimum_grows_where_four_points_could_not_clear_brunete() -> None:
    """R30"""
    assert pool(unseen(night(hills=AROUND), 1, 1)) == 8
    assert pool(unseen(night(hills=AROUND[:4]), 1, 1)) == 4  # two clear hexes hold four units
    p = night(hills=AROUND[:5])
    assert pool(unseen(p, 1, 1)) == 1 + 1 + 2 + 2


# -- spending the points


@pytest.mark.rule("9.7c")
def test_a_unit_that_was_named_cannot_stop_before_its_first_step() -> None:
    p = unseen(night(names=DIVISION[:2]), 6, 6)
    play(p, f"unit:{DIVISION[0]}")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["9.7c"]
    play(p, next(word for word in offered(p) if word.startswith("hex:")))
    assert "stop" in offered(p)


@pytest.mark.rule("9.7c")
def test_six_points_clear_brunete_and_leave_two_to_spend_freely() -> None:
    """X8"""
    p = leave(unseen(night(), 5, 1), *FOUR_OUT)
    assert pool(p) == 2
    assert "pass" in offered(p)
    q = leave(p.clone(), ("r-100-1", "2211"), ("r-100-2", "2212"))       # the last two leave as well
    assert len(q.stack_at(at(q, BRUNETE))) == 0
    q = p.clone()
    play(q, "unit:r-1-1", "hex:2010", "hex:2009")            # both points to one unit
    assert q.hex[unit(q, "r-1-1")] == at(q, "2009")
    q = p.clone()
    leave(q, ("r-1-1", "2010"), ("r-9-1", "2109"))           # or one to each of two
    assert (q.hex[unit(q, "r-1-1")], q.hex[unit(q, "r-9-1")]) == (at(q, "2010"), at(q, "2109"))
    assert q.choices() == {}                                 # nothing is left
    q = p.clone()
    play(q, "pass")                                          # or none (R30)
    assert q.choices() == {}


@pytest.mark.rule("9.7c")
def test_terrain_costs_its_normal_points_and_there_is_no_road_bonus() -> None:
    """R30"""
    p = unseen(night(hills=["2110"], names=["r-1-1"]), 6, 6)
    play(p, "unit:r-1-1", "hex:2110")
    assert pool(p) == 10
    road = [BRUNETE, *[f"21{row:02d}" for row in range(10, 0, -1)]]
    q = unseen(night(roads=[" ".join(road)], names=["r-1-1"]), 6, 6)
    play(q, "unit:r-1-1")
    assert along(q, road[1:]) == 8                           # no unit spends more than its own points


@pytest.mark.rule("9.7c", "4.1a")
def test_an_enemy_zone_stops_an_infiltrating_unit_however_often_it_is_named() -> None:
    """R30"""
    p = night(names=["r-1-1", "r-1-2"])
    put(p, "n-13-1", "2108")
    unseen(p, 6, 6)
    play(p, "unit:r-1-1", "hex:2110", "hex:2109")            # next to the enemy
    assert units(offered(p)) == ["r-1-2"]
    assert rules(p, "unit:r-1-1") == ["9.7c"]
    play(p, "unit:r-1-2", "hex:2110", "stop", "unit:r-1-2", "hex:2010")  # clear of it a unit goes on in two goes
    assert p.hex[unit(p, "r-1-2")] == at(p, "2010")


@pytest.mark.rule("9.7c")
def test_a_unit_once_named_makes_a_step() -> None:
    p = unseen(night(), 6, 6)
    play(p, "unit:r-1-1")
    assert hexes(offered(p)) == AROUND
    assert "stop" not in offered(p)


# -- stacking at the end


@pytest.mark.rule("9.7f")
def test_the_segment_ends_only_when_brunete_is_within_its_limit() -> None:
    p = unseen(night(), 6, 6)
    for i, move in enumerate(FOUR_OUT):
        assert "pass" not in offered(p), i
        assert rules(p, "pass") == ["9.7f"]
        leave(p, move)
    assert len(p.stack_at(at(p, BRUNETE))) == 2
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("9.7f")
def test_points_needed_to_clear_brunete_are_not_spent_on_anything_else() -> None:
    """R30"""
    p = unseen(night(), 1, 1)                                # 4 points, 4 units to go
    play(p, "unit:r-1-1", "hex:2110")
    assert type(p.step()).__name__ == "InfiltrationMove"
    assert units(offered(p)) == sorted(DIVISION[1:])         # no point to spare for a second step
    q = unseen(night(), 2, 3)                                # one to spare
    play(q, "unit:r-1-1", "hex:2110", "hex:2109")
    assert pool(q) == 3
    play(q, "unit:r-1-2", "hex:2110")
    assert "unit:r-1-2" not in offered(q)
    r = unseen(night(hills=["2110"]), 1, 1)
    play(r, "unit:r-1-1")
    assert rules(r, "hex:2110") == ["9.7f"]                  # a hill would cost a point too many
    assert rules(r, "hex:2108") == ["9.2"]


@pytest.mark.rule("9.7f")
def test_a_unit_does_not_come_back_to_an_overstacked_brunete_to_stay() -> None:
    p = unseen(night(), 6, 6)
    play(p, "unit:r-1-1", "hex:2110", "hex:2111")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["1.1i"]
    play(p, "hex:2112", "stop")


@pytest.mark.rule("9.7f")
@pytest.mark.parametrize(("hills", "enemies"), [
    ([], []), (AROUND, []), (AROUND[:3], []), ([], AROUND[:3]), (AROUND[3:], AROUND[:2]),
])
def test_the_segment_can_always_be_ended_whatever_is_done_first(hills: list[str], enemies: list[str]) -> None:
    ended = 0
    for first, second, turn in product(range(0, 6, 2), range(1, 6, 2), range(3)):
        p = night(hills=hills)
        for name, place in zip(("n-gar-1", "n-gar-2", "n-gar-3"), enemies, strict=False):
            put(p, name, place)
        unseen(p, 1 + turn, 1 + turn)
        picks = [first, second]
        while p.choices():
            assert p.choices()[REP], offered(p)              # never a question without an answer
            acts = p.choices()[REP]
            pick = picks[0] if len(acts) > 1 else 0
            picks = picks[::-1]
            p.apply(REP, acts[pick % len(acts)])
        ended += len(p.stack_at(at(p, BRUNETE))) <= 2
    assert ended == 27


# -- discovered


def alarm(die: int = 5, **kwargs: list[str]) -> Brunete:
    p = night(**kwargs)
    box(p, "n-71-150-4", AWAITED, due=1)
    box(p, "n-13-2", AWAITED, due=1)
    box(p, "n-71-150-5", AWAITED, due=2)
    run(p, Infiltration())
    return play(p, f"die:{die}")


@pytest.mark.rule("9.7e")
def test_discovered_the_nationalist_arrivals_of_turn_one_come_in_before_the_division_moves() -> None:
    p = alarm()
    assert asked(p) == [NAT]
    assert units(offered(p)) == ["n-13-2", "n-71-150-4"]
    assert "pass" in offered(p)                              # they may
    put(p, "n-13-1", "3117")
    assert rules(p, "unit:n-13-1") == ["9.7e"]               # units on the map do not
    assert rules(p, "unit:n-71-150-5") == ["6.1a"]           # nor those of a later turn
    play(p, "unit:n-71-150-4")
    assert "0615" in hexes(offered(p))                       # by their own zone
    assert "1118" not in hexes(offered(p))
    play(p, "hex:0615", "stop", "pass")
    assert type(p.step()).__name__ == "InfiltrationPoints"
    assert asked(alarm(4)) == [CHANCE]                       # unseen: nothing of the kind


@pytest.mark.rule("9.7e")
def test_the_early_arrivals_have_half_their_points_and_no_bonus() -> None:
    """R31"""
    p = alarm(roads=[WEST_ROAD])
    play(p, "unit:n-71-150-4")
    assert along(p, WEST_ROAD.split()) == 4
    q = alarm()
    play(q, "unit:n-71-150-4")
    assert along(q, ["0614", "0714", "0814", "0914", "1014"]) == 4       # off the road not halved again


@pytest.mark.rule("9.7e")
def test_the_early_arrivals_still_have_their_normal_move_and_the_others_arrive_normally() -> None:
    p = alarm()
    play(p, "unit:n-71-150-4", "hex:0614", "hex:0714", "stop", "pass", "die:6")
    leave(p, *FOUR_OUT)
    play(p, "pass")
    run(p, Segment(NAT))
    assert units(offered(p)) == ["n-13-2"]
    assert p.hex[unit(p, "n-13-2")] == OFF_MAP
    play(p, "pass")
    assert type(p.step()).__name__ == "ChooseUnit"
    play(p, "unit:n-71-150-4")
    assert along(p, ["0814", "0914", "1014", "1114", "1214", "1314", "1414", "1514", "1614"]) == 8


@pytest.mark.rule("9.7e")
def test_after_the_alarm_the_division_still_infiltrates() -> None:
    p = alarm(6)
    play(p, "pass", "die:3")
    assert pool(p) == 4
    leave(p, *FOUR_OUT)
    assert p.choices() == {}


def test_the_infiltration_comes_before_madrid_on_turn_one() -> None:
    p = night()
    run(p, before(Turn(), "InfiltrationSegment"))
    assert type(p.step()).__name__ == "InfiltrationRoll"
    play(p, "die:1", "die:1", "die:1")
    leave(p, *FOUR_OUT)
    assert type(p.step()).__name__ == "MadridRoll"
