"""No message ever holds what its reader may not know.

Two ways to look for it: at every message of a long game, and at twin games that differ only in a secret, where the
other side and a spectator must be sent exactly the same.
"""
from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.games.brunete.state.position import Brunete
from tests.server.helpers import INVITED, Running, Seat, bearer, new, put

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
