"""Notes beside acts: each side's own until the end, and kept in the record."""
from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from frente.kernel.record import Note, RecordError, parse
from tests.server.helpers import HOT_SEAT, INVITED, bearer, new, play, reasons

STORM = {"game": "storm", "scenario": "drive"}
ALL = {"republican": "human", "nationalist": "human"}


def write(client: TestClient, table: dict[str, Any], side: str, at: int, text: str) -> httpx2.Response:
    return client.put(f"/api/tables/{table['table']}/notes", headers=bearer(table["keys"].get(side, "")),
                      json={"side": side, "at": at, "text": text})


def read(client: TestClient, table: dict[str, Any], side: str) -> list[tuple[int, str, str]]:
    answer = client.get(f"/api/tables/{table['table']}/notes", headers=bearer(table["keys"].get(side, "")))
    return [(x["at"], x["side"], x["text"]) for x in answer.json()["notes"]]


@pytest.mark.parametrize("game", [{"game": "brunete"}, STORM])
def test_a_note_is_read_by_its_own_side_alone_and_can_be_changed_and_taken_away(
        client: TestClient, game: dict[str, str]) -> None:
    table = new(client, INVITED, **game)
    assert write(client, table, "republican", 0, " Here it began. ").status_code == 200
    assert write(client, table, "nationalist", 0, "They are coming.").status_code == 200
    assert read(client, table, "republican") == [(0, "republican", "Here it began.")]
    assert read(client, table, "nationalist") == [(0, "nationalist", "They are coming.")]
    assert read(client, table, "") == []
    write(client, table, "republican", 0, "Here it began, too late.")
    assert read(client, table, "republican") == [(0, "republican", "Here it began, too late.")]
    write(client, table, "republican", 0, "")
    assert read(client, table, "republican") == []


def test_nobody_writes_for_another_side_beyond_the_game_or_more_than_a_line(client: TestClient) -> None:
    table = new(client, INVITED)
    answer = client.put(f"/api/tables/{table['table']}/notes", headers=bearer(table["keys"]["republican"]),
                        json={"side": "nationalist", "at": 0, "text": "not mine"})
    assert answer.status_code == 403
    assert write(client, table, "", 0, "nobody's").status_code in (403, 422)
    assert reasons(write(client, table, "republican", 10_000, "later")) == ["server.at-range"]
    assert reasons(write(client, table, "republican", 0, "two\nlines")) == ["server.bad-note"]
    assert write(client, table, "republican", 0, "x" * 501).status_code == 422
    assert read(client, table, "republican") == []


def test_notes_are_in_the_record_and_come_back_with_it_and_go_with_the_act_they_stand_beside(
        client: TestClient) -> None:
    table = new(client, HOT_SEAT)
    at = play(client, table, 12)
    write(client, table, "republican", 3, "Un día largo.")
    write(client, table, "nationalist", at, "So far.")
    text = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).text
    assert parse(text.encode()).notes == [Note(3, "republican", "Un día largo."), Note(at, "nationalist", "So far.")]
    opened = client.post("/api/import", content=text.encode(), headers={"content-type": "application/json"}).json()
    assert read(client, opened, "republican") == [(3, "republican", "Un día largo."), (at, "nationalist", "So far.")]
    other = json.loads(text)
    other["notes"][0]["side"] = "nobody"
    with pytest.raises(RecordError):
        parse(json.dumps(other).encode())
