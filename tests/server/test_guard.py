"""The gate: origins, names, sizes, rates, and what browsers may do with the answers."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from frente.server import limits
from frente.server.limits import Bucket
from frente.server.settings import Limits
from tests.server.helpers import HOT_SEAT, bearer, inside, new, reasons, state

NEW = {"game": "brunete", "seats": HOT_SEAT}


class Clock:
    """The time by which rates are counted; it stands still, however long the test takes."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(limits, "time", found)
    return found


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9999", "https://localhost.evil.example",
                                    "http://user@localhost", "", "http://[", "http://löcalhost".encode()])
def test_requests_that_change_something_are_taken_from_our_own_pages_only(client: TestClient, origin: Any):
    answer = client.post("/api/tables", json=NEW, headers={"origin": origin})
    assert (answer.status_code, reasons(answer)) == (403, ["server.origin"])


def test_our_own_pages_and_programs_without_a_page_may_change_things(client: TestClient):
    for headers in ({"origin": "http://localhost"}, {"sec-fetch-site": "same-origin"}, {}):
        assert client.post("/api/tables", json=NEW, headers=headers).status_code == 201
    answer = client.post("/api/tables", json=NEW, headers={"sec-fetch-site": "cross-site"})
    assert reasons(answer) == ["server.origin"]


def test_a_socket_opened_by_a_page_of_another_site_is_turned_away(client: TestClient):
    table = new(client)
    path = f"ws://localhost/api/tables/{table['table']}/live"
    for origin in ("http://evil.example", "null"):
        headers = {"origin": origin}
        with pytest.raises(WebSocketDenialResponse) as turned, client.websocket_connect(path, headers=headers):
            pass
        assert turned.value.status_code == 403
        assert reasons(turned.value) == ["server.origin"]
    with client.websocket_connect(path, headers={"origin": "http://localhost"}) as session:
        session.send_text('{"type":"hello"}')
        assert session.receive_json()["type"] == "state"


def test_a_foreign_name_that_points_here_gets_no_answer(client: TestClient):
    for host in ("evil.example", "evil.example:8080", "", "localhost.evil.example", "[", "a b"):
        answer = client.get("/api/games", headers={"host": host})
        assert (answer.status_code, reasons(answer)) == (421, ["server.host"])
    for host in ("127.0.0.1:8080", "[::1]:8080", "localhost:1", "LOCALHOST"):
        assert client.get("/api/games", headers={"host": host}).status_code == 200


def test_an_origin_behind_a_proxy_can_be_named(tmp_path: Path):
    with inside(tmp_path, origins=("https://games.example.org",)) as client:
        headers = {"host": "games.example.org", "origin": "https://games.example.org"}
        assert client.post("/api/tables", json=NEW, headers=headers).status_code == 201


def test_pages_may_run_no_inline_script_and_ask_nobody_else(client: TestClient):
    for path in ("/", "/api/games", "/api/docs", "/nothing"):
        headers = client.get(path).headers
        policy = dict(p.strip().split(" ", 1) for p in headers["content-security-policy"].split(";"))
        assert policy["script-src"] == policy["font-src"] == "'self'"
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["connect-src"] == "'self' ws://localhost wss://localhost"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert (headers["cross-origin-opener-policy"], headers["cross-origin-resource-policy"],
                headers["cross-origin-embedder-policy"]) == ("same-origin", "same-origin", "require-corp")
        assert "camera=()" in headers["permissions-policy"]
        assert "strict-transport-security" not in headers, "nobody speaks TLS here"


def test_what_belongs_to_a_seat_is_never_kept_by_caches(client: TestClient):
    table = new(client)
    answer = client.get(f"/api/tables/{table['table']}/state", headers=bearer(table["owner"]))
    assert answer.headers["cache-control"] == "no-store"


def test_bodies_have_a_size_and_a_type(client: TestClient):
    big = '{"game": "' + "x" * 100_000 + '"}'
    json_type = {"content-type": "application/json"}
    answer = client.post("/api/tables", content=big, headers=json_type)
    assert (answer.status_code, reasons(answer)) == (413, ["server.too-large"])
    answer = client.post("/api/tables", content=iter([big.encode()]), headers=json_type)      # without its length
    assert answer.status_code == 413
    answer = client.post("/api/import", content=b"x" * 3_000_000, headers=json_type)
    assert answer.status_code == 413
    for wrong in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/tables", content="{}", headers={"content-type": wrong})
        assert (answer.status_code, reasons(answer)) == (415, ["server.content-type"])
    answer = client.post("/api/tables", content="{nonsense", headers=json_type)
    assert (answer.status_code, reasons(answer)) == (400, ["server.not-json"])


def test_unknown_addresses_and_methods_are_refused_in_words(client: TestClient):
    answer = client.get("/api/nothing")
    assert (answer.status_code, reasons(answer)) == (404, ["server.not-found"])
    answer = client.put("/api/tables", json=NEW)
    assert (answer.status_code, reasons(answer)) == (405, ["server.method"])
    answer = client.get("/api/nothing", headers={"accept-language": "es-ES,en;q=0.5"})
    assert answer.json()["text"].startswith("En esta")


def test_too_many_requests_have_to_wait(tmp_path: Path, clock: Clock):
    with inside(tmp_path, Limits(requests=(1.0, 12), new_tables=(1.0, 3))) as client:
        answers = [client.post("/api/tables", json=NEW) for _ in range(4)]
        assert [a.status_code for a in answers] == [201, 201, 201, 429]
        assert answers[-1].headers["retry-after"] == "1"
        answers = [client.get("/api/games") for _ in range(10)]
        assert answers[0].status_code == 200
        assert (answers[-1].status_code, reasons(answers[-1])) == (429, ["server.too-fast"])
        clock.now += 1
        assert client.get("/api/games").status_code == 200


def test_a_socket_that_sends_too_much_is_told_and_in_the_end_closed(tmp_path: Path, clock: Clock):
    with inside(tmp_path, Limits(frames=(0.5, 5))) as client:
        table = new(client)
        path = f"ws://localhost/api/tables/{table['table']}/live"
        with client.websocket_connect(path) as session:
            session.send_text('{"type":"hello"}')
            for _ in range(12):
                session.send_text('{"type":"ping"}')
            kinds = []
            while True:
                message = session.receive()
                if message["type"] == "websocket.close":
                    break
                kinds.append(message["text"])
            assert message["code"] == 1008
            assert sum('"ok"' in k for k in kinds) == 5
            assert any("server.too-fast" in k for k in kinds)


def test_too_many_sockets_from_one_place_are_turned_away(tmp_path: Path):
    with inside(tmp_path, Limits(sockets=1)) as client:
        table = new(client)
        path = f"ws://localhost/api/tables/{table['table']}/live"
        with client.websocket_connect(path):
            with pytest.raises(WebSocketDenialResponse) as turned, client.websocket_connect(path):
                pass
            assert reasons(turned.value) == ["server.too-many-sockets"]
        with client.websocket_connect(path) as session:
            session.send_text('{"type":"hello"}')
            assert session.receive_json()["type"] == "state"


def test_tokens_come_back_with_time(clock: Clock):
    bucket = Bucket(10.0, 2)
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]
    clock.now += 0.125
    assert bucket.take() == 0
    assert not bucket.hopeless()


def test_a_fault_of_the_server_is_said_in_words_and_the_game_stays_as_it_was(client: TestClient, monkeypatch: Any):
    table = new(client)
    before = state(client, table, "republican")

    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("frente.server.revive.lines_from", broken)
        answer = client.post(f"/api/tables/{table['table']}/acts", headers=bearer(table["owner"]),
                             json={"side": "republican", "act": before["acts"]["republican"][0], "at": before["at"]})
    assert (answer.status_code, reasons(answer)) == (500, ["server.trouble"])
    assert "a bug" not in answer.text
    assert state(client, table, "republican")["view"] == before["view"]
