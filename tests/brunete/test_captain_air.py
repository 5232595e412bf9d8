"""The captain closes the road by which the enemy would come to what is held too weakly."""
from __future__ import annotations

from frente.games.brunete.captain.interdict import comes
from frente.games.brunete.captain.survey import Survey
from frente.games.brunete.rules.ch08_aviation import Aviation
from frente.games.brunete.state.board import REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import Brunete
from tests.brunete.lay import at, empty, own, play, put, run
from tests.brunete.test_captain_tactics import answer


def late(guard: str, *enemies: str) -> Brunete:
    """The Republican holds what he came for, one battalion stands in a place, and he has a marker."""
    p = empty(turn=13)
    own(p, REP, "1401", "2401", "1509", "2107", "2111", "2403", "2607")
    put(p, "r-16-1", guard)
    for i, place in enumerate(enemies):
        put(p, f"n-13-{i + 2}", place)
    p.avi[REP] = 1
    return run(p, Turn(), Aviation(REP))


def test_aircraft_close_the_road_to_a_source_of_supply_that_nobody_guards() -> None:
    p = late("2111", "0903")
    source = at(p, "1401")
    foe = p.board.uindex["n-13-2"]
    assert comes(p, Survey(p, REP).treks, foe, source)
    assert answer(p) == "interdict"
    play(p, "interdict")
    play(p, answer(p))
    assert not comes(p, Survey(p, REP).treks, foe, source)


def test_no_marker_is_laid_before_those_whom_it_cannot_keep_away() -> None:
    p = late("2111", "1303", "2113")
    assert comes(p, Survey(p, REP).treks, p.board.uindex["n-13-2"], at(p, "1401"))
    assert answer(p) != "interdict"


def test_no_marker_is_laid_where_nobody_comes() -> None:
    p = late("2111", "3016")
    assert answer(p) != "interdict"
