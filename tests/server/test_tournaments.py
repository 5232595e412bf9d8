"""Tournaments: who meets whom, who stands where, and one of four that is played to its end."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente.server.people import pairing
from frente.server.people.pairing import Game
from frente.server.people.tournaments import forfeit
from tests.server.helpers import hall_of, reasons
from tests.server.people import PASSWORD, Browser, club


def test_in_a_round_robin_everybody_meets_everybody_once_and_sides_even_out():
    for count in range(2, 12):
        players = [f"p{k}" for k in range(count)]
        met: list[frozenset[str]] = []
        firsts = dict.fromkeys(players, 0)
        for round in range(1, pairing.rounds("robin", count, 0) + 1):
            pairs = pairing.robin(players, round)
            assert sorted(p for pair in pairs for p in pair if p) == sorted(players), "each plays or is free"
            met += [frozenset(pair) for pair in pairs if pair[1]]
            for first, second in pairs:
                firsts[first] += bool(second)
        assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(players, 2)))
        assert max(firsts.values()) - min(firsts.values()) <= 2
        assert pairing.robin(players, pairing.rounds("robin", count, 0) + 1) == []


@pytest.mark.parametrize("count", [4, 5, 8, 9])
def test_a_swiss_tournament_pairs_neighbours_who_have_not_met(count: int):
    players = [f"p{k}" for k in range(count)]
    rng = Random(count)
    played: list[Game] = []
    for round in range(1, pairing.rounds("swiss", count, 3) + 1):
        pairs = pairing.swiss(players, played)
        assert sorted(p for pair in pairs for p in pair if p) == sorted(players)
        for a, b in pairs:
            assert not b or not [g for g in played if {g.first, g.second} == {a, b}], "they have met"
        free = [a for a, b in pairs if not b]
        assert not [g for g in played if not g.second and g.first in free], "nobody is free twice"
        played += [Game(round, a, b, None if not b else rng.choice([0.0, 0.5, 1.0])) for a, b in pairs]
    first = pairing.swiss(["a", "b", "c", "d"], [Game(1, "a", "b", 1.0), Game(1, "c", "d", 1.0)])
    assert {frozenset(p) for p in first} == {frozenset("ac"), frozenset("bd")}, "winners meet winners"


def test_a_knock_out_ends_with_one_and_a_draw_is_played_again_with_sides_swapped():
    players = list("abcde")
    assert pairing.rounds("knock", 5, 0) == 3
    one = pairing.knock(players, [], 1)
    assert one == [("d", "")] or [p for p in one if not p[1]] == [("a", ""), ("b", ""), ("c", "")]
    played = [Game(1, a, b, None if not b else 0.5) for a, b in one]
    drawn = next(p for p in one if p[1])
    assert pairing.again(played, 1) == [(drawn[1], drawn[0])]
    played.append(Game(1, drawn[1], drawn[0], 0.5))
    assert pairing.again(played, 1) == [], "twice is enough"
    assert pairing.winners(players, played, 1) == ["a", "b", "c", "d"], "who came first goes on"
    two = pairing.knock(players, played, 2)
    played += [Game(2, a, b, 1.0) for a, b in two]
    left = pairing.winners(players, played, 2)
    assert len(left) == 2
    played += [Game(3, a, b, 0.0) for a, b in pairing.knock(players, played, 3)]
    champion = pairing.winners(players, played, 3)
    assert pairing.table("knock", players, played)[0].player == champion[0]
    assert pairing.knock(players, played, 4) == []


def test_equals_are_told_apart_by_whom_they_met_and_beat():
    games = [Game(1, "a", "b", 1.0), Game(1, "c", "d", 1.0), Game(2, "a", "c", 0.0), Game(2, "b", "d", 1.0),
             Game(3, "a", "d", 1.0), Game(3, "c", "b", 0.0)]
    robin = pairing.table("robin", list("abcd"), games)
    assert [(s.player, s.points, s.tie[0]) for s in robin] == [("a", 2.0, 2.0), ("b", 2.0, 2.0), ("c", 2.0, 2.0),
                                                               ("d", 0.0, 0.0)]
    swiss = pairing.table("swiss", list("abcd"), games[:4])
    assert [(s.player, s.points, s.tie[0]) for s in swiss] == [("c", 2.0, 1.0), ("a", 1.0, 3.0), ("b", 1.0, 1.0),
                                                               ("d", 0.0, 3.0)]


def test_whoever_wins_on_a_ladder_takes_the_rung():
    assert pairing.climbed(list("abcd"), "d", "b") == ["a", "d", "b", "c"]


# -- on the server


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with club(tmp_path_factory.mktemp("cups")) as client:
        yield client


def called(maker: Browser, **more: Any) -> str:
    answer = maker.ask("POST", "/api/tournaments", {"name": "Cup", "game": "heralds", "places": 4, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["tournament"])


def lose(client: TestClient, table: str, side: int) -> None:
    """A side gives its game up."""
    assert client.portal is not None
    client.portal.call(client.portal.call(hall_of(client).table, table).resign, side)


def look(client: TestClient, id: str) -> None:
    """What a server does every few seconds."""
    assert client.portal is not None
    client.portal.call(client.app.app.state.tournaments._next_round, id)      # type: ignore[attr-defined]


@pytest.mark.parametrize("kind, games", [("robin", 6), ("swiss", 6), ("knock", 3)])
def test_a_tournament_of_four_finishes(here: TestClient, kind: str, games: int):
    people = [Browser(here, f"{kind} {name}") for name in ("Ana", "Eva", "Luz", "Mar")]
    id = called(people[0], kind=kind, rated=True)
    for one in people[1:]:
        assert one.ask("POST", f"/api/tournaments/{id}/entrants").status_code == 204
    assert reasons(people[1].ask("POST", f"/api/tournaments/{id}/entrants")) == ["server.tournament-full"]
    for _ in range(12):
        shown = people[0].ask("GET", f"/api/tournaments/{id}").json()
        if shown["state"] == "over":
            break
        for game in shown["games"]:
            if game["score"] is None:
                names = [p.name for p in people]
                weaker = max((game["first"], game["second"]), key=names.index)     # who came first always wins
                lose(here, game["table"], 0 if weaker == game["first"] else 1)
        look(here, id)
    shown = people[3].ask("GET", f"/api/tournaments/{id}").json()
    assert (shown["state"], len(shown["games"])) == ("over", games)
    assert shown["table"][0]["name"] == f"{kind} Ana"
    assert [t["id"] for t in Browser(here).ask("GET", "/api/tournaments").json()].count(id) == 1
    waiting = people[1].ask("GET", "/api/notices").json()["notices"]
    assert {n["kind"] for n in waiting} == {"over"}, "no move waits in a game that is over"
    rated = people[0].ask("GET", f"/api/players/{people[0].name}").json()["ratings"]
    assert rated[0]["game"] == "heralds"
    assert rated[0]["rating"] > 1500


def test_a_ladder_is_climbed(here: TestClient):
    top, middle, low = (Browser(here, f"Rung {x}") for x in ("One", "Two", "Three"))
    id = called(top, kind="ladder")
    for one in (middle, low):
        assert one.ask("POST", f"/api/tournaments/{id}/entrants").status_code == 204
    answer = low.ask("POST", f"/api/tournaments/{id}/challenge", {"name": "Rung One"})
    assert answer.status_code == 201, answer.text
    assert reasons(middle.ask("POST", f"/api/tournaments/{id}/challenge", {"name": "Rung One"})) == [
        "server.ladder-busy"]
    assert reasons(top.ask("POST", f"/api/tournaments/{id}/challenge", {"name": "Rung Two"})) == ["server.ladder-reach"]
    shown = top.ask("GET", f"/api/tournaments/{id}").json()
    first = shown["games"][0]["first"]
    lose(here, answer.json()["table"], 0 if first == "Rung One" else 1)
    assert [x["name"] for x in top.ask("GET", f"/api/tournaments/{id}").json()["table"]] == [
        "Rung Three", "Rung One", "Rung Two"]


def test_whoever_has_deleted_his_account_loses_what_was_still_to_be_played(here: TestClient):
    people = [Browser(here, f"Left {name}") for name in ("Ana", "Eva", "Luz", "Mar")]
    id = called(people[0], kind="robin")
    for one in people[1:]:
        assert one.ask("POST", f"/api/tournaments/{id}/entrants").status_code == 204
    assert people[3].ask("DELETE", "/api/account", {"name": "Left Mar", "password": PASSWORD}).status_code == 204
    for _ in range(4):
        shown = people[0].ask("GET", f"/api/tournaments/{id}").json()
        for game in shown["games"]:
            if game["score"] is None:
                lose(here, game["table"], 1)
        look(here, id)
    shown = people[0].ask("GET", f"/api/tournaments/{id}").json()
    assert (shown["state"], len(shown["games"])) == ("over", 6)
    theirs = [g for g in shown["games"] if "" in (g["first"], g["second"])]
    assert [g["score"] for g in theirs] == [1.0 if g["second"] == "" else 0.0 for g in theirs]
    assert [bool(g["table"]) for g in theirs] == [True, False, False], "the first was given up, the others not begun"
    assert shown["table"][-1] == {"name": "", "points": 0.0, "tie": [0.0, 0.0], "played": 3}


def test_of_two_who_have_gone_neither_wins():
    assert [forfeit(*gone) for gone in ((False, False), (True, False), (False, True), (True, True))] == [
        None, 0.0, 1.0, 0.5]


def test_who_may_begin_leave_and_call_off(here: TestClient):
    maker, guest = Browser(here, "Maker"), Browser(here, "Entrant")
    id = called(maker)
    assert reasons(maker.ask("POST", f"/api/tournaments/{id}/start")) == ["server.tournament-few"]
    guest.ask("POST", f"/api/tournaments/{id}/entrants")
    assert reasons(guest.ask("POST", f"/api/tournaments/{id}/start")) == ["server.owner-only"]
    assert guest.ask("DELETE", f"/api/tournaments/{id}/entrants").status_code == 204
    assert reasons(guest.ask("DELETE", f"/api/tournaments/{id}/entrants")) == ["server.tournament-on"]
    guest.ask("POST", f"/api/tournaments/{id}/entrants")
    assert maker.ask("POST", f"/api/tournaments/{id}/start").status_code == 204
    shown = maker.ask("GET", f"/api/tournaments/{id}").json()
    assert (shown["state"], shown["round"], len(shown["games"])) == ("on", 1, 1)
    assert reasons(maker.ask("DELETE", f"/api/tournaments/{id}/entrants")) == ["server.tournament-on"]
    other = called(maker)
    assert maker.ask("DELETE", f"/api/tournaments/{other}/entrants").status_code == 204
    assert reasons(maker.ask("GET", f"/api/tournaments/{other}")) == ["server.no-tournament"]
    for body, fault in (({"kind": "x"}, "bad-value"), ({"places": 1}, "bad-places"), ({"game": "x"}, "bad-value"),
                        ({"name": " "}, "bad-name"), ({"pace": "live", "bank": 1}, "bad-clock")):
        answer = maker.ask("POST", "/api/tournaments", {"name": "Cup", "game": "heralds", **body})
        assert reasons(answer) == [f"server.{fault}"]
    for _ in range(4):
        called(maker)
    assert reasons(maker.ask("POST", "/api/tournaments", {"name": "Cup", "game": "heralds"})) == [
        "server.many-tournaments"]


def test_a_round_is_begun_once_by_however_many(tmp_path: Path):
    with club(tmp_path) as client:
        people = [Browser(client, f"Once {k}") for k in "ab"]
        id = called(people[0], places=3)
        people[1].ask("POST", f"/api/tournaments/{id}/entrants")
        for _ in range(3):
            people[0].ask("POST", f"/api/tournaments/{id}/start")
            look(client, id)
        assert len(people[0].ask("GET", f"/api/tournaments/{id}").json()["games"]) == 1
