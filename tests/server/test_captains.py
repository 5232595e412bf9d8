"""Whole games between captains through the server: each sits at a person's socket, a spectator watches, pages ask.

Here the shortest scenario of every game; `--every-scenario` plays them all.
"""
from __future__ import annotations

import logging
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente.ai import opponent
from frente.kernel import inquiry
from frente.kernel.catalog import find
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from frente.server.hall import Hall
from tests.conftest import SHORT
from tests.server.helpers import Seat, inside, new

ASKING = 12                              # pages ask at one decision in so many


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every = metafunc.config.getoption("--every-scenario")
    found = [(slug, s.id) for slug in SHORT for s in find(slug).scenarios if every or s.id == SHORT[slug]]
    metafunc.parametrize(("slug", "scenario"), found)


def match_at(client: TestClient, table: dict[str, Any]) -> Match:
    """The true game: a captain is given what his side may know of it."""
    hall: Hall = client.app.app.state.hall          # type: ignore[attr-defined]
    assert client.portal is not None
    return client.portal.call(hall.table, table["table"]).match


def ask(seats: dict[str, Seat], match: Match, kind: str, rng: Random) -> dict[str, Any] | None:
    """One drawn question over the socket of whoever may ask it."""
    game = match.game
    q = inquiry.drawn(game, match.position, kind, rng)
    if q is None:
        return None
    side = "" if q.side is None else game.sides[q.side]
    seat = seats[side]
    fields: dict[str, dict[str, Any]] = {
        inquiry.EXPLAIN: {"side": side, "kind": q.sort, "arg": q.thing}, inquiry.REACH: {"side": side, "unit": q.thing},
        inquiry.RANGE: {"side": side, "unit": q.thing}, inquiry.SUPPLY: {"unit": q.thing},
        inquiry.WARNINGS: {"side": side, "acts": list(q.words)}, inquiry.OVERLAY: {"name": q.thing, "side": side},
        inquiry.CARD: {"side": side or None}, inquiry.WAY: {"side": side, "unit": q.thing, "space": q.space},
        inquiry.UNFINISHED: {"side": side}, inquiry.GAINS: {"side": side, "acts": list(q.words)}}
    return seat.ask(kind, **fields[kind])


def untroubled(seat: Seat) -> None:
    """Nothing that was heard tells of a fault; it need not be kept then, for a whole war would fill the memory."""
    assert not any('"type":"trouble"' in x for x in seat.heard)
    seat.heard.clear()


def test_a_whole_game_of_captains_is_shown_to_everybody_from_its_first_act_to_its_end(
        slug: str, scenario: str, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    game = find(slug)
    rng = Random(f"{slug} {scenario}")
    captains = [opponent("captain", game) for _ in game.sides]
    asked = 0
    with inside(tmp_path) as client, ExitStack() as sockets, caplog.at_level(logging.ERROR):
        table = new(client, dict.fromkeys(game.sides, "open"), game=slug, scenario=scenario)
        seats = {name: sockets.enter_context(Seat(client, table, name)) for name in ["", *game.sides]}
        match = match_at(client, table)
        while not match.over:
            side = min(match.choices())
            seat = seats[game.sides[side]]
            state = seat.seen(len(match.log))
            act = match.word(captains[side].choose(SeatView(game, match.position, side), rng))
            assert act in state["acts"][seat.side]
            assert state["trouble"] == []
            assert seat.ask("act", side=seat.side, act=act, at=state["at"])["type"] == "ok"
            if rng.randrange(ASKING) == 0:
                for each in seats.values():
                    each.seen(len(match.log))
                    untroubled(each)
                for kind in inquiry.KINDS:
                    answer = ask(seats, match, kind, rng)
                    assert answer is None or answer["type"] == "answer", answer
                    asked += answer is not None
        assert match.outcome is not None
        for seat in seats.values():
            end = seat.seen(len(match.log))
            assert (end["over"], end["trouble"], end["outcome"]["key"]) == (True, [], match.outcome.key)
            untroubled(seat)
        assert asked > 100
        path = f"/api/tables/{table['table']}"
        assert client.get(f"{path}/log").json()["events"]
        assert client.get(f"{path}/replay", params={"at": len(match.log) // 2, "side": "both"}).json()["views"]
        assert client.post("/api/import", json=client.get(f"{path}/record").json()).status_code == 201
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []
