"""Whatever is sent, the server answers in words, never with a fault of its own, and no game changes."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from frente.kernel.record import checksum
from frente.server.openapi import CALLS
from frente.server.settings import Limits
from tests.server.helpers import INVITED, Seat, bearer, inside, new, play, state

FUZZ = settings(max_examples=100, deadline=None,
                suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
NO_LIMITS = Limits(requests=(1e6, 10**6), new_tables=(1e6, 10**6), frames=(1e6, 10**6))

words = st.one_of(st.text(max_size=30), st.sampled_from(
    ["republican", "nationalist", "both", "unit", "space", "button", "zones", "rollback", "draw", "pass", "die:6",
     "unit:r-101-1", "hex:2111", "resource:reroll", "support:0", "stop", "r-101-1", "human", "open", "bot:random",
     "brunete", "campaign", "solitaire", "en", "..", "%00", "\x00", "\ud800"]))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)), max_leaves=12)
TYPES = ("act", "moves", "undo", "rollback", "accept", "decline", "draw", "resign", "wake", "hurry", "explain",
         "reach", "overlay", "supply", "range", "warnings", "card", "state", "ping")
FIELDS = ("id", "side", "act", "acts", "at", "to", "what", "kind", "arg", "unit", "name", "since", "key", "game",
          "scenario", "options", "seats", "seed", "dice")
bodies = st.one_of(values, st.dictionaries(st.sampled_from(FIELDS), values, max_size=7))
frames = st.builds(lambda kind, rest: {**rest, "type": kind}, st.one_of(st.sampled_from(TYPES), words),
                   st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with inside(tmp_path_factory.mktemp("fuzz"), NO_LIMITS) as client:
        yield client


@pytest.fixture(scope="module")
def table(lively: TestClient) -> dict[str, Any]:
    return new(lively, INVITED)


@pytest.fixture(scope="module")
def watcher(lively: TestClient, table: dict[str, Any]) -> Iterator[Seat]:
    """A socket without a seat: nothing it sends may change anything."""
    with Seat(lively, table) as seat:
        yield seat


@pytest.fixture(scope="module")
def player(lively: TestClient, table: dict[str, Any]) -> Iterator[Seat]:
    """A socket with the seat that is not asked: none of its acts may be taken."""
    with Seat(lively, table, "nationalist") as seat:
        yield seat


def answered(seat: Seat, raw: str | bytes) -> dict[str, Any]:
    """The answer to what was sent: everything is answered in turn."""
    if isinstance(raw, str):
        seat.session.send_text(raw)
    else:
        seat.session.send_bytes(raw)
    while (message := seat.hear())["type"] not in ("ok", "answer", "refused"):
        pass
    return message


def same(client: TestClient, table: dict[str, Any], before: dict[str, Any]) -> None:
    after = state(client, table)
    for name in ("at", "version", "view", "offer", "over", "name"):
        assert after[name] == before[name], name


@FUZZ
@given(message=frames)
def test_fuzzed_messages_of_a_spectator_change_nothing(lively: TestClient, table: dict[str, Any], watcher: Seat,
                                                       message: dict[str, Any]):
    before = state(lively, table)
    answer = answered(watcher, json.dumps(message))
    assert "server.trouble" not in json.dumps(answer)
    same(lively, table, before)


@FUZZ
@given(message=frames)
def test_fuzzed_messages_of_a_player_who_is_not_asked_change_nothing(lively: TestClient, table: dict[str, Any],
                                                                     player: Seat, message: dict[str, Any]):
    if message["type"] in ("resign", "draw", "rollback") and message.get("side") == "nationalist":
        message["side"] = "republican"   # these he may do; as the other side he may not
    before = state(lively, table)
    answer = answered(player, json.dumps(message))
    assert "server.trouble" not in json.dumps(answer)
    same(lively, table, before)


@FUZZ
@given(raw=st.one_of(st.text(), st.binary(), st.text(alphabet='{}[]",:0123456789etypac\\u', max_size=60)))
def test_fuzzed_text_and_bytes_on_a_socket_are_refused(lively: TestClient, table: dict[str, Any], player: Seat,
                                                       raw: str | bytes):
    before = state(lively, table)
    answer = answered(player, raw)
    assert answer["type"] == "refused"
    assert answer["reasons"][0]["text"]
    same(lively, table, before)


@FUZZ
@given(call=st.sampled_from(CALLS), id=st.one_of(words, st.just("TABLE")), slug=words, body=bodies,
       query=st.dictionaries(st.sampled_from(("key", "keys", "side", "at", "since", "until", "x")), words, max_size=4),
       raw=st.one_of(st.none(), st.binary(max_size=60)), kind=st.sampled_from(("application/json", "text/plain")))
def test_fuzzed_requests_are_answered_in_words_and_change_no_game(
        lively: TestClient, table: dict[str, Any], call: Any, id: str, slug: str, body: Any, query: dict[str, str],
        raw: bytes | None, kind: str):
    path, method, *_ = call
    id = table["table"] if id == "TABLE" else id
    for name, value in (("{id}", id), ("{slug}", slug), ("{language}", slug)):
        path = path.replace(name, "".join(f"%{b:02x}" for b in value.encode("utf-8", "surrogatepass")) or "-")
    before = state(lively, table)
    content = json.dumps(body).encode() if raw is None else raw
    given = {k: v.encode("utf-8", "replace").decode() for k, v in query.items()}
    answer = lively.request(method.upper(), path, params=given, content=content, headers={"content-type": kind})
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json()["reasons"][0]["text"]
    same(lively, table, before)


@FUZZ
@given(method=st.sampled_from(("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW")),
       path=st.lists(st.one_of(words, st.sampled_from(("api", "tables", "games", "state", "live", "js"))), max_size=5),
       headers=st.dictionaries(st.sampled_from(("origin", "host", "content-length", "content-type", "accept-language",
                                                "if-none-match", "accept-encoding", "sec-fetch-site", "cookie")),
                               st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
                               max_size=4))
def test_fuzzed_addresses_and_headers_are_answered_in_words(lively: TestClient, method: str, path: list[str],
                                                            headers: dict[str, str]):
    headers.pop("content-length", None)
    spelled = "/" + "/".join("".join(f"%{b:02x}" for b in p.encode("utf-8", "surrogatepass")) or "-" for p in path)
    answer = lively.request(method, spelled, headers=headers)
    assert answer.status_code < 500, answer.text


@pytest.fixture(scope="module")
def text(lively: TestClient) -> str:
    """A sound record of a game that has begun."""
    hot = new(lively)
    play(lively, hot, 15)
    return lively.get(f"/api/tables/{hot['table']}/record", headers=bearer(hot["owner"])).text


@FUZZ
@given(data=st.data(), sealed=st.booleans())
def test_fuzzed_records_are_refused_or_can_be_played(lively: TestClient, text: str, data: st.DataObject, sealed: bool):
    """Also those whose checksum has been worked out anew."""
    record = json.loads(text)
    name = data.draw(st.sampled_from(sorted(set(record) - {"checksum"})))
    inside = record[name]
    if isinstance(inside, list) and inside and data.draw(st.booleans()):
        inside[data.draw(st.integers(0, len(inside) - 1))] = data.draw(values)
    else:
        record[name] = data.draw(values)
    if sealed:
        record["checksum"] = checksum(record)
    answer = import_(lively, json.dumps(record))
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 201:
        assert state(lively, answer.json(), "republican")["view"]["game"] == "brunete"
        assert sealed or record == json.loads(text)


@FUZZ
@given(share=st.floats(0, 0.999))
def test_records_cut_short_are_refused(lively: TestClient, text: str, share: float):
    answer = import_(lively, text[:int(share * len(text)) - 2])
    assert answer.status_code == 422
    assert answer.json()["text"]


def import_(client: TestClient, body: str) -> Any:
    return client.post("/api/import", content=body, headers={"content-type": "application/json"})
