"""What a player may take away of a game that still has secrets, and what becomes of a file that is opened."""
from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.kernel.record import RecordError, checksum, parse
from tests.server.helpers import BOT, INVITED, PATIENCE, bearer, new, play, put, state


def saved(client: TestClient, table: dict[str, Any], side: str) -> dict[str, Any]:
    answer = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["keys"][side]))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def sealed(copy: dict[str, Any]) -> dict[str, Any]:
    """With the checksum that belongs to it, as somebody would write it who wants to deceive."""
    rest = {k: v for k, v in copy.items() if k != "checksum"}
    return rest | {"checksum": checksum(rest)}


def decided(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    """The state once the computer has decided."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        s = state(client, table, "republican")
        if s["acts"]["republican"] or s["over"]:
            return s
        time.sleep(0.05)
    raise AssertionError("the computer does not decide")


@pytest.fixture(scope="module")
def copy(client: TestClient) -> dict[str, Any]:
    table = new(client, INVITED)
    play(client, table, 40)
    return saved(client, table, "republican")


def test_an_unfinished_game_against_the_computer_is_saved_opened_and_played_on(client: TestClient):
    table = new(client, BOT)
    for _ in range(12):
        s = decided(client, table)
        answer = client.post(f"/api/tables/{table['table']}/acts", headers=bearer(table["owner"]),
                             json={"side": "republican", "act": s["acts"]["republican"][0], "at": s["at"]})
        assert answer.status_code == 200
    before = decided(client, table)
    answer = client.post("/api/import", json=saved(client, table, "republican"))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    after = decided(client, made)
    assert after["view"] == before["view"]
    assert after["seats"]["nationalist"] == {"kind": "bot", "name": "random", "taken": True, "connected": True}
    assert after["dice"]["commitment"] != before["dice"]["commitment"]
    answer = client.post(f"/api/tables/{made['table']}/acts", headers=bearer(made["owner"]),
                         json={"side": "republican", "act": after["acts"]["republican"][0], "at": after["at"]})
    assert answer.status_code == 200


def test_a_copy_holds_neither_seed_nor_acts_and_its_secrets_are_drawn_afresh(client: TestClient):
    match = Match.new("brunete", seed="a seed nobody may see")
    rng = Random(4)
    while match.view(1).question != "PickResource" or len(match.view(1).acts) < 4:
        side = min(match.choices())
        match.play(side, rng.choice(match.choices()[side]))
    picked = match.view(1).acts[2]
    match.play(1, picked)
    table = put(client, match, "secret-pick")
    drawn: set[str] = set()
    for _ in range(15):
        copy = saved(client, table, "republican")
        assert set(copy) == {"format", "kind", "game", "rules", "data", "scenario", "options", "seats", "side",
                             "position", "checksum"}
        assert "a seed nobody may see" not in json.dumps(copy)
        p = match.game.restore(copy["position"], match.game.start(copy["scenario"], copy["options"]))
        assert match.game.view(p, 0) == match.view(0)
        drawn.add(str(match.game.view(p, 1).facts["pick"]["nationalist"]))
    assert len(drawn) > 2, "what the other side has picked in secret is told"


def test_a_copy_of_ones_own_planning_table_keeps_the_position_as_it_is(client: TestClient):
    table = new(client, INVITED)
    play(client, table, 30)
    made = client.post(f"/api/tables/{table['table']}/plan",
                       headers=bearer(table["keys"]["nationalist"]), json={"side": "nationalist"}).json()
    plan = {"table": made["plan"], "keys": {"nationalist": made["key"]}}
    again = client.post("/api/import", json=saved(client, plan, "nationalist")).json()
    views = [state(client, x, "nationalist")["views"] for x in (plan, again)]
    assert views[0] == views[1]


@pytest.mark.parametrize("change", [
    {"game": "chess"}, {"rules": "0"}, {"data": "x"}, {"scenario": "winter"}, {"options": {"fly": True}},
    {"position": {}}, {"position": []}, {"format": 99}, {"side": 3}, {"more": 1}])
def test_a_copy_that_is_not_one_is_refused_in_the_language_of_the_reader(client: TestClient, copy: dict[str, Any],
                                                                         change: dict[str, Any]):
    altered = client.post("/api/import", json=copy | change)
    assert altered.status_code == 422
    assert "altered" in altered.json()["text"]
    told = [client.post("/api/import", json=sealed(copy | change), headers={"accept-language": x})
            for x in ("en", "es")]
    assert [x.status_code for x in told] == [422, 422]
    assert told[0].json()["text"] != told[1].json()["text"]


@pytest.mark.parametrize("name", ["hex", "steps", "stack"])
def test_a_position_that_cannot_come_about_is_refused(client: TestClient, copy: dict[str, Any], name: str):
    wrong = [99] * len(copy["position"][name]) if name != "stack" else []
    answer = client.post("/api/import", json=sealed(copy | {"position": copy["position"] | {name: wrong}}))
    assert answer.status_code == 422, answer.text


def test_a_copy_is_no_record(copy: dict[str, Any]):
    with pytest.raises(RecordError, match="not its record; open it in the web app"):
        parse(json.dumps(copy).encode())
