"""The captain's line: nobody stands alone where he can be overwhelmed, and the road to what is held stays open."""
from __future__ import annotations

import pytest

from frente.games.brunete.captain.doctrine import CaptainDoctrine
from frente.games.brunete.captain.move import Marshal
from frente.games.brunete.captain.survey import Survey
from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch09_movement import NORMAL, Movement
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import Brunete
from tests.brunete.lay import at, empty, own, put, run, unit, where
from tests.brunete.test_captain_tactics import carry_out

ENEMIES = ("n-13-2", "n-13-3", "n-13-4", "n-13-5", "n-13-6", "n-13-7")
BATTALIONS = ("r-16-1", "r-16-2", "r-3-1", "r-3-2")


@pytest.mark.parametrize("enemies", [("2114", "2114", "2014", "2014"), ("1612", "1612", "1712", "1712", "1711", "1711"),
                                     ("2306", "2306", "2406", "2406", "2407", "2407")])
@pytest.mark.parametrize("starts", [("2107", "2107", "2207", "2207"), ("2106", "2206", "2107", "2207")])
def test_no_battalion_stands_alone_in_the_open_where_the_enemy_can_bring_three_times_its_strength(
        enemies: tuple[str, ...], starts: tuple[str, ...]) -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "2107")
    for name, place in zip(ENEMIES, enemies, strict=False):
        put(p, name, place)
    for name, place in zip(BATTALIONS, starts, strict=True):
        put(p, name, place)
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    threat = Survey(p, REP).threat
    places = [where(p, name) for name in BATTALIONS]
    for name, place in zip(BATTALIONS, places, strict=True):
        if places.count(place) == 1 and not p.board.town[at(p, place)] and not p.board.vertex[at(p, place)]:
            assert threat[at(p, place)] < 3 * p.defence_factor(unit(p, name)), (name, place)


# -- what counts in supply


def cut_off(turn: int, town: str, enemies: str, spare: str) -> Brunete:
    """Two battalions in a town that the enemy has cut off, and some that could come."""
    p = empty(turn=turn)
    p.initiative = NAT                   # the Republican moves last
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    put(p, "r-68-2", town)
    put(p, "r-101-1", town)
    for name, place in zip(ENEMIES, enemies.split(), strict=False):
        put(p, name, place)
    for name, place in zip(BATTALIONS, spare.split(), strict=False):
        put(p, name, place)
    return p


@pytest.mark.parametrize(("town", "enemies", "spare"), [
    ("2107", "2307 1909 2007 2109 2207", "1703 1905 1606"), ("1509", "1310 1409 1306 1610 1712", "1212 2108 1807"),
    ("2111", "1809 2211 1911 2213", "2813 2210 2007")])
def test_who_moves_last_opens_the_road_to_what_he_holds(town: str, enemies: str, spare: str) -> None:
    p = cut_off(14, town, enemies, spare)
    assert not holds(p, REP, at(p, town), supply_lines(p, REP))
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert holds(p, REP, at(p, town), supply_lines(p, REP))


@pytest.mark.parametrize("turn", [5, 9])
def test_an_empty_place_that_counts_for_good_is_entered_as_soon_as_it_can_be_held_in_supply(turn: int) -> None:
    p = empty(turn=turn)
    p.initiative = NAT if turn > 5 else REP
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    yellow = p.board.yellow[3]           # Sevilla la Nueva
    for name, place in zip(BATTALIONS, ("2111", "2111", "2013", "2013"), strict=True):
        put(p, name, place)
    put(p, ENEMIES[0], "2818")
    carry_out(run(p, Turn(), Movement(REP)), Movement)
    assert holds(p, REP, yellow, supply_lines(p, REP)) == (turn == 9)


@pytest.mark.parametrize("third", [True, False])
def test_the_three_vertices_are_entered_together_or_not_at_all(third: bool) -> None:
    p = empty(turn=9)
    p.initiative = NAT
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    for name, place in zip(BATTALIONS, ("2807", "2808", "1404" if third else "2401"), strict=False):
        put(p, name, place)
    for name, h in zip(ENEMIES[2:], p.board.yellow, strict=False):       # nothing else is to be had
        put(p, name, p.board.names[h])
    if not third:
        put(p, ENEMIES[0], "1407")
    move = Marshal(p, REP, NORMAL, CaptainDoctrine().weights_of(p, REP))
    move.bank()
    held = {move.where[u] for u in move.where if p.board.side[u] == REP}
    assert (set(p.board.vertices) <= held) == third
    assert third or held.isdisjoint(p.board.vertices)
