"""Files from outside: measured before they are read, verified in a worker, refused in words."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente.kernel.record import checksum, parse
from frente.server import copies, intake, thinkers
from tests.server.helpers import INVITED, asked, bearer, hall_of, inside, new, play, reasons, state


@pytest.fixture(scope="module")
def record(client: TestClient) -> dict[str, Any]:
    table = new(client)
    play(client, table, 30)
    found: dict[str, Any] = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"])).json()
    return found


def sealed(content: dict[str, Any], **changes: Any) -> bytes:
    """With the checksum that belongs to it, as somebody would write it who wants to hurt."""
    rest = {k: v for k, v in (content | changes).items() if k != "checksum"}
    return json.dumps(rest | {"checksum": checksum(rest)}).encode()


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


ACT = ["republican", "pass"]
BOMBS: dict[str, dict[str, Any]] = {     # by the place where there is too much
    "$.snapshots": {"snapshots": [{"at": 0, "position": {}}] * 50_000},
    "$.acts": {"acts": [ACT] * 20_001},
    "$.rollbacks": {"rollbacks": [{"by": "republican", "to": 1, "dropped": [ACT] * 5000}] * 9},
    "$.rollbacks[0].dropped": {"rollbacks": [{"by": "republican", "to": 1, "dropped": [ACT] * 20_001}]},
    "$.nonces": {"nonces": ["n"] * 1000},
    "$.nonces[0]": {"nonces": ["n" * 100_000]},
    "$.seed": {"seed": "s" * 100_000},
    "$.acts[0][1]": {"acts": [["republican", "x" * 100_000]]},
    "$.options": {"options": {f"o{n}": True for n in range(5000)}},
    "$.result": {"result": {"key": nested(100)}},
    "$.snapshots, ": {"snapshots": [{"at": 0, "position": {"hex": [0] * 200_000}}]}}


@pytest.mark.parametrize("where", BOMBS)
def test_a_record_with_more_in_it_than_any_game_is_refused_before_it_is_read(
        client: TestClient, record: dict[str, Any], where: str, monkeypatch: pytest.MonkeyPatch):
    raw = sealed(record, **BOMBS[where])
    where = where.strip(", ")
    answer = client.post("/api/import", content=raw, headers={"content-type": "application/json"})
    assert (answer.status_code, reasons(answer)) == (422, ["server.import"])
    assert f"more than any game could, at {where}." in answer.json()["text"]
    answer = client.post("/api/import", content=raw,
                         headers={"content-type": "application/json", "accept-language": "es"})
    assert "más de lo que cabe en una partida" in answer.json()["text"]
    monkeypatch.setattr(intake, "parse", None)
    monkeypatch.setattr(copies, "read", None)
    assert where in str(intake.admitted(raw, "en", "me"))


def test_a_copy_with_a_position_that_is_too_large_is_refused_before_it_is_read(client: TestClient):
    table = new(client, INVITED)
    copy = client.get(f"/api/tables/{table['table']}/record", headers=bearer(table["keys"]["republican"])).json()
    for position in (copy["position"] | {"hex": nested(30)}, copy["position"] | {"hex": [0] * 150_000}):
        answer = client.post("/api/import", content=sealed(copy, position=position),
                             headers={"content-type": "application/json"})
        assert (answer.status_code, reasons(answer)) == (422, ["server.import"])
        assert "$.position" in answer.json()["text"]


def test_what_only_the_measuring_stumbles_over_is_not_let_through(record: dict[str, Any]):
    """A value that ends the measuring early must not open the way for what would have been measured after it."""
    many = [{"at": 0, "position": record["snapshots"][0]["position"]}] * 200
    lines = [["chance", "die:1", 10**30], *record["acts"]]
    for change in ({"acts": lines}, {"seats": {"republican": 1}}, {"options": {"a": 10**400}}, {"format": 1.5}):
        found = intake.admitted(sealed(record, snapshots=many, **change), "en", "me")
        assert isinstance(found, str)
    assert intake.measure(sealed(record))


@pytest.mark.parametrize("raw", [
    b"[" * 200_000, b'{"a":' * 100_000, b'{"acts":' + b"[" * 100_000, b"1" * 100_000, b"\xff\xfe", b"", b"null",
    b'{"acts":[],"format":1' + b"0" * 5000 + b"}", b'"' + b"\\u0000" * 10_000 + b'"'])
def test_bytes_that_are_no_game_are_refused_in_words(client: TestClient, raw: bytes):
    answer = client.post("/api/import", content=raw, headers={"content-type": "application/json"})
    assert (answer.status_code, reasons(answer)) == (422, ["server.import"])
    assert len(answer.json()["text"]) < 600


def test_nothing_of_a_file_is_read_or_replayed_where_players_are_served(client: TestClient, record: dict[str, Any],
                                                                        monkeypatch: pytest.MonkeyPatch):
    for module, name in ((intake, "parse"), (intake, "verify"), (intake, "measure"), (copies, "read")):
        monkeypatch.setattr(module, name, None)
    answer = client.post("/api/import", json=record)
    assert answer.status_code == 201
    assert state(client, answer.json(), "republican")["at"] == len(record["acts"])


@pytest.mark.parametrize("key, status", [("worker-ended", 503), ("worker-slow", 503), ("worker-fault", 503),
                                         ("busy-line", 429)])
def test_a_worker_that_fails_over_a_file_is_reported_in_words(client: TestClient, record: dict[str, Any], key: str,
                                                              status: int, monkeypatch: pytest.MonkeyPatch):
    async def failing(*_: object, **__: object) -> None:
        raise thinkers.WorkFailed(status, key, {"seconds": 5, "kind": "X"})

    monkeypatch.setattr(thinkers.Thinkers, "do", failing)
    answer = client.post("/api/import", json=record)
    assert (answer.status_code, reasons(answer)) == (status, ["server.import"])


def test_a_record_as_long_as_allowed_is_taken(client: TestClient, record: dict[str, Any]):
    """The longest campaigns have 8,000 acts."""
    assert intake.ACTS > 2 * 8000
    assert intake.measure(sealed(record, acts=[record["acts"][0]] * intake.ACTS))
    assert len(parse(json.dumps(record).encode()).acts) == len(record["acts"])


def test_one_client_cannot_have_many_files_read_at_the_same_time(tmp_path: Path, record: dict[str, Any]):
    with inside(tmp_path, import_lanes=1) as client:
        hall = hall_of(client)
        assert client.portal is not None
        lane = hall.importing.of(hall.known("testclient"))
        client.portal.call(lane.__aenter__)
        raw = json.dumps(record).encode()
        mine, other = (client.portal.start_task_soon(asked, client, "POST", "/api/import", raw, peer)
                       for peer in ("testclient", "203.0.113.1"))
        assert other.result()[0] == 201
        assert not mine.done()
        client.portal.call(lane.__aexit__, None, None, None)
        assert mine.result()[0] == 201
