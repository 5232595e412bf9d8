"""No message ever holds what its reader may not know.

Two ways to look for it: at every message of a long game, and at twin games that differ only in a secret, where the
other side and a spectator must be sent exactly the same.
"""
from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.differ import changed
from frente.games.brunete.state.position import Brunete
from frente.server.revive import stored_from
from frente.server.schema import SeatRow
from frente.server.seats import hashed
from frente.server.settings import Settings
from frente.server.storage import Store
from tests.server.helpers import INVITED, Player, Running, Seat, bearer, new, put
from tests.server.postgres import postgres

SIDES = ("republican", "nationalist")
SEED = "the seed of this game"


def foe(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def check(message: dict[str, Any], reader: str, seen: set[str]) -> None:
    """One state, as *reader* (“”: a spectator) was sent it while the game lasts."""
    others = [s for s in SIDES if s != reader]
    assert message["you"] == ([reader] if reader else [])
    assert set(message["acts"]) <= {reader}
    assert set(message["undo"]) <= {reader}
    assert "views" not in message
    view = message["view"]
    assert view["viewer"] == reader
    for side in others:
        hand = view["hands"][f"resources-{side}"]
        assert isinstance(hand, int)
        seen.add("hand" if hand else "")
        assert side not in view["facts"].get("pick", {})
    if view["question"] == "PickResource":
        seen.add("pick")
    if view["question"] == "Supports":           # not yet shown to each other
        seen.add("support" if view["facts"]["committed"] else "")
        assert set(view["facts"]["support"]) <= {reader}
    if "Combat" in view["phase"]:
        hidden = {(t["id"], t["side"]) for t in view["tracks"] if t["value"] is None}
        assert {(pool, side) for pool in ("artillery", "aviation") for side in others} <= hidden
        seen.add("pool")
    for event in message["events"]:
        assert event.get("only", reader) == reader
    assert message["dice"]["seed"] is None


def test_every_message_of_a_game_over_sockets_keeps_the_other_sides_secrets(server: Running):
    rng = Random(0)                      # this game comes to fights soon
    table = new(server.http, INVITED, scenario="offensive", seed=SEED)
    players = {side: server.live(table, side) for side in (*SIDES, "")}
    seen: dict[str, set[str]] = {side: set() for side in players}
    for player in players.values():
        player.until("state")
    at = players[""].state["at"]
    for n in range(600):
        for player in players.values():
            player.catch_up(at)
        mover = players[rng.choice([s for s in SIDES if players[s].state["acts"][s]])]
        answer = mover.ask("act", side=mover.side, act=rng.choice(mover.state["acts"][mover.side]), at=at)
        assert answer["type"] == "ok", answer
        at = answer["at"]
        if n % 20 == 0:
            mover.ask("overlay", name="zones")
            mover.ask("card")
        for side, player in players.items():
            for raw in player.heard:
                message = json.loads(raw)
                if message["type"] == "state":
                    check(message, side, seen[side])
            whole = "".join(player.heard)
            assert SEED not in whole
            for other in SIDES:
                assert (table["keys"][other] in whole) is False
            player.heard.clear()
        if all("support" in s for s in seen.values()):
            break
    for side, found in seen.items():
        assert {"hand", "pick", "support", "pool"} <= found, side
    for player in players.values():
        player.close()


def until(question: str) -> Match:
    """A game in which both sides are asked that in secret, with a choice."""
    match = Match.new("brunete", seed=SEED)
    rng = Random(0)
    while True:
        asked = match.choices()
        side = rng.choice(sorted(asked))
        if len(asked) == 2 and match.view(side).question == question and all(len(a) > 1 for a in asked.values()):
            return match
        match.play(side, rng.choice(asked[side]))


@pytest.mark.parametrize("question", ["PickResource", "Supports"])
def test_twin_games_that_differ_in_a_secret_choice_send_everybody_else_the_same(client: TestClient, question: str):
    match = until(question)
    for side in SIDES:
        others = [foe(side), ""]
        told: dict[str, set[str]] = {who: set() for who in (*SIDES, "")}
        acts = match.choices()[SIDES.index(side)]
        for act in (acts[0], acts[-1]):
            id = f"{question}-{side}-{match.word(act)}"
            table = put(client, match, id)
            seats = {who: Seat(client, table, who) for who in (*SIDES, "")}
            with seats[SIDES[0]], seats[SIDES[1]], seats[""]:
                answer = seats[side].ask("act", side=side, act=match.word(act), at=len(match.log))
                assert answer["type"] == "ok"
                for who, seat in seats.items():
                    seat.seen(answer["at"])
                    seat.ask("card")
                    seat.ask("overlay", name="supply")
                    asked = [f"/api/tables/{id}/{x}" for x in ("state", "log", f"replay?at={answer['at']}", "")]
                    key = bearer(table["keys"].get(who, ""))
                    seat.heard += [client.get(path.rstrip("/"), headers=key).text for path in asked]
                    told[who].add(heard(seat).replace(id, "TABLE"))
        assert {who: len(told[who]) for who in others} == dict.fromkeys(others, 1)
        assert len(told[side]) == 2                      # he himself is shown what he chose


def heard(seat: Seat) -> str:
    """Everything a seat was sent, without who was there at the time and when."""
    messages = [json.loads(raw) for raw in seat.heard]
    for m in messages:
        for name in ("seats", "created", "updated"):
            m.pop(name, None)
    return json.dumps([m for m in messages if m.get("at") != 0 or m.get("type") != "state"])


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Running]]]:
    """A PostgreSQL, and two processes that serve from it."""
    folder = tmp_path_factory.mktemp("two")
    with postgres() as url, Running(folder / "a", "--database", url) as one, Running(
            folder / "b", "--database", url) as other:
        yield url, [one, other]


def keep(database: str, match: Match, id: str) -> dict[str, Any]:
    """A table that no process has opened yet, on which *match* goes on."""
    rows = [SeatRow(s, "open", "", hashed(f"key of {name}")) for s, name in enumerate(SIDES)]

    async def run() -> None:
        store = Store(Settings(Path(), database).url)
        await store.open()
        await store.create(stored_from(match, id, "A game", hashed("owner"), rows))
        await store.close()

    asyncio.run(run())
    return {"table": id, "keys": {name: f"key of {name}" for name in SIDES}}


def told(player: Player, at: int) -> list[dict[str, Any]]:
    """All events a player was told until the state after *at* acts, and that state."""
    found: list[dict[str, Any]] = []
    held: dict[str, Any] = {}
    n = 0
    while held.get("at") != at:
        if n == len(player.heard):
            player.hear()
        message = json.loads(player.heard[n])
        n += 1
        if message["type"] in ("state", "change"):
            held = changed(held, message["diff"]) if message["type"] == "change" else message
            found += held["events"] if "events" in message.get("diff", {"in": message})["in"] else []
    return [*found, held]


@pytest.mark.parametrize("question", ["PickResource", "Supports"])
def test_twin_games_at_two_processes_send_everybody_else_the_same(two: tuple[str, list[Running]], question: str):
    """Whoever decides in secret sits at the first process. All are there twice besides: at the first, where they are
    told whole states, and at the second, where they are told what has changed."""
    database, servers = two
    match = until(question)
    for side in SIDES:
        sent: dict[tuple[str, int], set[str]] = {(who, k): set() for who in (*SIDES, "") for k in (0, 1)}
        acts = match.choices()[SIDES.index(side)]
        for act in (acts[0], acts[-1]):
            table = keep(database, match, f"{question}-{side}-{acts.index(act)}")
            mover = servers[0].live(table, side)
            players = {(who, k): servers[k].live(table, who, changes=bool(k)) for who, k in sent}
            for player in (mover, *players.values()):
                player.until("state")
            answer = mover.ask("act", side=side, act=match.word(act), at=len(match.log))
            assert answer["type"] == "ok"
            for (who, k), player in players.items():
                path, key = f"/api/tables/{table['table']}", bearer(table["keys"].get(who, ""))
                said = [*told(player, answer["at"]), player.ask("card"), player.ask("overlay", name="supply"),
                        *[servers[k].http.get(path + x, headers=key).json()
                          for x in ("", "/state", "/log", f"/replay?at={answer['at']}")]]
                for x in said:           # who was there, and how often that has changed
                    for name in ("seats", "created", "updated", "number", "since", "events"):
                        x.pop(name, None)
                sent[who, k].add(json.dumps(said).replace(table["table"], "TABLE"))
                player.close()
            mover.close()
        assert {who: len(found) for who, found in sent.items()} == {
            (who, k): 2 if who == side else 1 for who, k in sent}


@pytest.mark.parametrize("secret, owner", [("objective", SIDES[0]), ("hand", SIDES[0]), ("hand", SIDES[1])])
def test_what_was_drawn_in_secret_is_sent_to_its_owner_alone(client: TestClient, secret: str, owner: str):
    """Tables that differ in nothing else."""
    told: dict[str, set[str]] = {who: set() for who in (*SIDES, "")}
    for k in range(3):
        match = Match.new("brunete", "offensive", seed=SEED)
        assert isinstance(match.position, Brunete)
        if secret == "objective":
            match.position.objective = k
        else:
            match.position.resources[SIDES.index(owner)] = [k, k + 1, k + 2]
        table = put(client, match, f"{secret}-{owner}-{k}", base=match.position)
        for who in told:
            key = bearer(table["keys"].get(who, ""))
            path = f"/api/tables/{table['table']}"
            sent = [client.get(path + "/state", headers=key).json(),
                    client.get(path + "/replay", headers=key, params={"at": "0"}).json()]
            told[who].add(json.dumps(sent).replace(table["table"], "TABLE"))
    assert {who: len(found) for who, found in told.items()} == {**dict.fromkeys(told, 1), owner: 3}
