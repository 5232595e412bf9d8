"""The staff report of Brunete names the one march that costs the score."""
from __future__ import annotations

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch09_movement import Movement
from frente.games.brunete.state.board import NAT, REP
from frente.kernel.film import MARCH, Film
from frente.kernel.flow import Act
from frente.kernel.report import grounded, report
from tests.brunete.lay import at, own, put, run, unit
from tests.brunete.test_ch12_victory import PURPLE, field

GROUND = grounded(GAME.picture(GAME.start("campaign", GAME.settled({})))["spaces"])


def marched(*way: str) -> Film:
    """The Republic holds all purple objectives by roads from 1401; a battalion marches out of 1405."""
    p = field(*PURPLE, turn=5)
    put(p, "n-13-1", "1405")
    own(p, NAT, "1405")
    run(p, Movement(NAT))
    film = Film(GAME, p, REP, set(GROUND.neighbours))
    film.act(0, NAT, Act("unit", unit(p, "n-13-1")))
    for n, hex in enumerate(way, 1):
        film.act(n, NAT, Act("hex", at(p, hex)))
    return film


def test_a_battalion_that_cuts_the_road_without_a_die_is_named_with_its_hex_and_the_score() -> None:
    film = marched("1404", "1403", "1402")
    assert [x.kind for x in film.scenes] == [MARCH]
    first = report(film, GROUND)[0]
    assert first["key"] == "report.score-march"
    assert first["facts"] == {"track": "vp", "side": "republican", "before": 6, "after": 0, "unit": "n-13-1",
                              "hex": "1402"}
    assert first["places"] == ["1402"]


def test_a_battalion_that_cuts_nothing_is_no_news() -> None:
    film = marched("1406", "1407")
    assert [x.kind for x in film.scenes] == [MARCH]
    assert "report.score-march" not in [x["key"] for x in report(film, GROUND)]
