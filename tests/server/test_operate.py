"""What an operator sees: whether the server is well, what it does, and what it writes down."""
from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from frente.server import logs
from frente.server.clients import network
from tests.server.helpers import INVITED, Running, Seat, bearer, hall_of, inside, new, play, reasons

FAR, PROXY = "203.0.113.9", "10.0.0.1"


def values(text: str) -> dict[str, float]:
    """Samples by name and labels."""
    return {s.name + "".join(f" {k}={v}" for k, v in sorted(s.labels.items())): s.value
            for family in text_string_to_metric_families(text) for s in family.samples}


def test_health_tells_whether_the_store_answers(tmp_path: Path):
    with inside(tmp_path, peer=FAR) as client:
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        assert answer.headers["cache-control"] == "no-store"
        store = hall_of(client).store
        store._reading, whole = create_engine("sqlite:////proc/none/x"), store._reading
        answer = client.get("/healthz")
        assert (answer.status_code, reasons(answer)) == (503, ["server.unreadable"])
        store._reading = whole
        assert client.get("/healthz").status_code == 200


def test_metrics_count_what_happens(tmp_path: Path):
    with inside(tmp_path, peer="127.0.0.1") as client:
        table = new(client, INVITED)
        play(client, table, 5)
        with Seat(client, table, "republican") as seat:
            seat.ask("ping")
            seat.ask("act", side="republican", act="nonsense", at=-1)
            client.get("/api/tables/nowhere")
            client.get("/api/tables/nowhere/else")
            answer = client.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            found = values(answer.text)
    assert found["frente_acts_total"] >= 5
    assert found["frente_commit_seconds_count"] == 5
    assert found["frente_requests_total method=POST route=/api/tables status=201"] == 1
    assert found["frente_requests_total method=POST route=/api/tables/{id}/acts status=200"] == 5
    assert found["frente_requests_total method=GET route=/api/tables/{id} status=404"] == 1
    assert found["frente_request_seconds_count route=/api/tables/{id}/acts"] == 5
    assert found["frente_refusals_total key=server.no-table"] == 1
    assert found["frente_refusals_total key=server.not-a-message"] == 1
    assert found["frente_messages_total type=ping"] == 1
    assert (found["frente_tables_open"], found["frente_sockets"], found["frente_bots_stuck"]) == (1, 1, 0)
    assert (found["frente_jobs_waiting"], found["frente_jobs_wait_seconds"], found["frente_workers_lost_total"]) == (
        0, 0, 0)
    assert not [name for name in found if table["table"] in name], "a table is no label: there are too many"


def test_metrics_of_a_whole_server_tell_of_its_connections(server: Running):
    found = values(server.http.get("/metrics").text)
    assert found["frente_connections"] == 1
    assert (found["frente_connections_turned_away_total"], found["frente_connections_cut_total"]) == (0, 0)
    assert "frente_loop_lag_seconds_count" in found


@pytest.mark.parametrize("peer, forwarded, more, status", [
    ("127.0.0.1", "", {}, 200), (FAR, "", {}, 404), ("127.0.0.1", FAR, {}, 404),
    ("127.0.0.1", FAR, {"proxies": (network("127.0.0.1"),)}, 404),
    ("127.0.0.1", "", {"origins": ("https://games.example.org",)}, 404),
    (FAR, "", {"operators": (network("203.0.113.0/24"),)}, 200),
    (PROXY, FAR, {"operators": (network("203.0.113.0/24"),)}, 404),
    (PROXY, FAR, {"operators": (network("203.0.113.0/24"),), "proxies": (network(PROXY),)}, 200)])
def test_metrics_are_for_operators(tmp_path: Path, peer: str, forwarded: str, more: dict[str, Any], status: int):
    with inside(tmp_path, peer=peer, **more) as client:
        answer = client.get("/metrics", headers={"x-forwarded-for": forwarded} if forwarded else {})
        assert answer.status_code == status
        if status == 404:
            assert reasons(answer) == ["server.not-found"]


def test_every_answer_has_a_mark_by_which_its_line_in_the_log_is_found(client: TestClient):
    marks = [client.get(path).headers["x-request-id"] for path in ("/api/games", "/api/nothing", "/")]
    assert len(set(marks)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{12}", mark) for mark in marks)


def test_what_is_written_down_is_structured_and_holds_no_key_and_no_address(tmp_path: Path):
    with Running(tmp_path, "--log", "json", "--trusted-proxy", "127.0.0.1") as server:
        far = {"x-forwarded-for": FAR}
        made = server.http.post("/api/tables", json={"game": "brunete", "seats": INVITED, "setup": "free"},
                                headers=far).json()
        path = f"/api/tables/{made['table']}"
        friend = server.http.post(f"{path}/join", json={"invitation": made["invitations"]["nationalist"]}).json()
        table = {"table": made["table"], "keys": {"republican": made["owner"], "nationalist": friend["key"]}}
        play(server.http, table, 3)
        server.http.get(path, params={"key": made["owner"]})
        server.http.get(path, headers=bearer("a-wrong-key-" + made["owner"]))
        server.http.get(f"{path}/state/{made['owner']}")
        player = server.live(table, "nationalist")
        player.until("state")
        renewed = server.http.post(f"{path}/key", headers=bearer(friend["key"])).json()["key"]
        player.close()
        server.process.send_signal(2)
        said = server.process.communicate(timeout=120)[0]
    lines = [json.loads(line) for line in said.splitlines()]
    requests = [x for x in lines if x["event"] == "request"]
    assert {"time", "level", "event", "request", "method", "route", "status", "ms", "client", "id"} == set(
        next(x for x in requests if x["route"] == "/api/tables/{id}/acts"))
    assert {x["status"] for x in requests} >= {200, 201, 400, 403}
    assert [x for x in lines if x["event"] == "socket" and x["id"] == made["table"]]
    for secret in (made["owner"], made["invitations"]["nationalist"], friend["key"], renewed, FAR, "127.0.0.1"):
        assert secret not in said


def test_a_fault_is_written_down_with_its_trace_and_without_what_was_stored(tmp_path: Path):
    formatter = logs.Json()
    try:
        raise ValueError("a bug")
    except ValueError as e:
        record = logging.makeLogRecord({"msg": "a request could not be handled", "levelname": "ERROR",
                                        "exc_info": (type(e), e, e.__traceback__), "request": "abc"})
    line = json.loads(formatter.format(record))
    assert (line["event"], line["level"], line["request"]) == ("a request could not be handled", "error", "abc")
    assert "ValueError: a bug" in line["trace"]
    with inside(tmp_path) as client:
        engine = hall_of(client).store._engine
        assert engine.hide_parameters, "or a fault of the database would tell keys and positions"
