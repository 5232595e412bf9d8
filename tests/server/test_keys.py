"""Seat keys: where they are shown, how a seat is given away, and how a key is made worthless."""
from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from frente.server import host
from frente.server.problem import Problem
from frente.server.settings import Limits
from tests.server.helpers import HOT_SEAT, INVITED, Seat, bearer, games_of, hall_of, inside, new, reasons, state


def made(client: TestClient, seats: dict[str, str] = INVITED) -> dict[str, Any]:
    """A new table of which nobody has taken the open seats."""
    found: dict[str, Any] = client.post("/api/tables", json={"game": "brunete", "seats": seats}).json()
    return found


def join(client: TestClient, table: dict[str, Any], invitation: str) -> httpx2.Response:
    return client.post(f"/api/tables/{table['table']}/join", json={"invitation": invitation})


def invite(client: TestClient, table: dict[str, Any], side: str, key: str) -> httpx2.Response:
    return client.post(f"/api/tables/{table['table']}/invitations", json={"side": side}, headers=bearer(key))


def opens(client: TestClient, table: dict[str, Any], key: str) -> list[str] | None:
    """The sides a key plays; None if it opens nothing."""
    answer = client.get(f"/api/tables/{table['table']}", headers=bearer(key))
    found: list[str] = answer.json()["you"] if answer.status_code == 200 else []
    assert answer.status_code in (200, 403)
    return found if answer.status_code == 200 else None


def closed_for(seat: Seat) -> tuple[int, str]:
    """How the server closed a socket."""
    with pytest.raises(WebSocketDisconnect) as closed:
        seat.until("the end")
    return closed.value.code, closed.value.reason


def test_a_key_in_an_address_is_refused_whatever_is_asked(client: TestClient):
    table = made(client)
    path = f"/api/tables/{table['table']}"
    for method, what in (("GET", ""), ("GET", "/state"), ("GET", "/record"), ("GET", "/log"), ("GET", "/standing"),
                         ("GET", "/replay"), ("DELETE", ""), ("POST", "/rematch"), ("POST", "/key")):
        for query in ("key", "keys"):
            answer = client.request(method, f"{path}{what}?{query}={table['owner']}")
            assert (answer.status_code, reasons(answer)) == (400, ["server.key-in-address"]), what
    with client.websocket_connect(f"ws://localhost{path}/live?key={table['owner']}") as session:
        session.send_text('{"type":"hello"}')
        assert json.loads(session.receive_text())["reasons"][0]["key"] == "server.key-in-address"
    assert reasons(client.get(path, headers={"authorization": "Basic abc"})) == ["server.bearer"]


def test_a_socket_that_says_nothing_is_closed(tmp_path: Path):
    with inside(tmp_path, Limits(hello=0.05)) as client:
        table = made(client)
        with client.websocket_connect(f"ws://localhost/api/tables/{table['table']}/live") as session:
            assert json.loads(session.receive_text())["reasons"][0]["key"] == "server.no-hello"
            with pytest.raises(WebSocketDisconnect) as closed:
                session.receive_text()
            assert closed.value.code == 4408


def test_hello_is_said_once(client: TestClient):
    with Seat(client, new(client), "republican") as seat:
        answer = seat.ask("hello", key="x")
        assert answer["reasons"][0]["key"] == "server.hello-first"


def test_whoever_sets_up_a_table_gets_no_key_of_the_seats_of_others(client: TestClient):
    table = made(client)
    assert (list(table["keys"]), list(table["invitations"])) == (["republican"], ["nationalist"])
    assert opens(client, table, table["invitations"]["nationalist"]) is None
    assert state(client, table)["seats"]["nationalist"]["taken"] is False
    friend = join(client, table, table["invitations"]["nationalist"]).json()
    assert friend["sides"] == ["nationalist"]
    assert opens(client, table, friend["key"]) == ["nationalist"]
    assert opens(client, table, table["owner"]) == ["republican"]
    assert state(client, table)["seats"]["nationalist"]["taken"] is True


def test_an_invitation_works_once(client: TestClient):
    table = made(client)
    token = table["invitations"]["nationalist"]
    for wrong in ("", "x", table["owner"]):
        assert reasons(join(client, table, wrong)) == ["server.bad-invitation"]
    other = made(client)
    assert join(client, other, token).status_code == 403
    assert join(client, table, token).status_code == 200
    answer = join(client, table, token)
    assert (answer.status_code, reasons(answer)) == (403, ["server.bad-invitation"])


def test_of_many_who_use_an_invitation_at_once_exactly_one_sits_down(client: TestClient):
    table = made(client)
    hall = hall_of(client)

    async def crowd() -> list[Any]:
        found = await hall.table(table["table"])
        return list(await asyncio.gather(*[host.join(found, table["invitations"]["nationalist"]) for _ in range(20)],
                                         return_exceptions=True))

    assert client.portal is not None
    came = client.portal.call(crowd)
    assert sorted(type(x).__name__ for x in came) == ["Problem"] * 19 + ["dict"]
    assert {x.key for x in came if isinstance(x, Problem)} == {"server.bad-invitation"}


def test_a_free_seat_is_given_away_again_and_the_older_link_is_worth_nothing(client: TestClient):
    table = made(client)
    first = table["invitations"]["nationalist"]
    again = invite(client, table, "nationalist", table["owner"])
    assert again.status_code == 201
    assert join(client, table, first).status_code == 403
    assert join(client, table, again.json()["invitation"]).status_code == 200


def test_nobody_gives_away_the_seat_of_another_not_even_whoever_set_up_the_table(client: TestClient):
    table = made(client)
    assert reasons(invite(client, table, "nationalist", "")) == ["server.not-yours-to-give"]
    friend = join(client, table, table["invitations"]["nationalist"]).json()["key"]
    for side, key in (("nationalist", table["owner"]), ("republican", friend), ("nationalist", "")):
        answer = invite(client, table, side, key)
        assert (answer.status_code, reasons(answer)) == (403, ["server.not-yours-to-give"])
    assert reasons(invite(client, table, "reds", friend)) == ["server.no-such-side"]
    bots = made(client, {"republican": "human", "nationalist": "bot:random"})
    assert reasons(invite(client, bots, "nationalist", bots["owner"])) == ["server.not-yours-to-give"]


def test_a_seat_is_taken_elsewhere_with_all_that_its_key_opens(client: TestClient):
    table = made(client, HOT_SEAT)
    with Seat(client, table, "republican") as seat:
        link = invite(client, table, "republican", table["owner"]).json()["invitation"]
        assert opens(client, table, table["owner"]) == ["republican", "nationalist"], "until the link is used"
        there = join(client, table, link).json()
        assert closed_for(seat) == (4403, "This seat has a new key; here it is closed.")
    assert there["sides"] == ["republican", "nationalist"]
    assert opens(client, table, table["owner"]) is None
    path = f"/api/tables/{table['table']}"
    assert client.patch(path, json={"name": "x"}, headers=bearer(table["owner"])).status_code == 403
    assert client.patch(path, json={"name": "x"}, headers=bearer(there["key"])).status_code == 200
    assert join(client, table, link).status_code == 403


def test_a_key_is_renewed_by_whoever_has_it_and_the_old_one_is_worth_nothing(client: TestClient):
    table = new(client, INVITED)
    old = table["keys"]["nationalist"]
    elsewhere = invite(client, table, "nationalist", old).json()["invitation"]
    with Seat(client, table, "nationalist") as seat, Seat(client, table, "republican") as other:
        answer = client.post(f"/api/tables/{table['table']}/key", headers=bearer(old))
        assert answer.status_code == 200
        assert closed_for(seat)[0] == 4403
        assert other.ask("ping")["type"] == "ok"
    fresh = answer.json()["key"]
    assert opens(client, table, fresh) == ["nationalist"]
    assert opens(client, table, old) is None
    assert join(client, table, elsewhere).status_code == 403, "a link made with the old key"
    assert opens(client, table, table["owner"]) == ["republican"]
    for key in (old, "", "nonsense"):
        answer = client.post(f"/api/tables/{table['table']}/key", headers=bearer(key))
        assert (answer.status_code, reasons(answer)) == (403, ["server.bad-key"])


def test_whoever_set_up_a_table_without_a_seat_at_it_can_renew_his_key_too(client: TestClient):
    table = made(client, dict.fromkeys(HOT_SEAT, "open"))
    fresh = client.post(f"/api/tables/{table['table']}/key", headers=bearer(table["owner"])).json()["key"]
    path = f"/api/tables/{table['table']}"
    assert client.delete(path, headers=bearer(table["owner"])).status_code == 403
    assert client.delete(path, headers=bearer(fresh)).status_code == 204
    assert join(client, table, table["invitations"]["republican"]).status_code == 404


def test_keys_and_invitations_outlive_the_server(tmp_path: Path):
    with inside(tmp_path) as client:
        table, other = made(client), made(client)
        friend = join(client, table, table["invitations"]["nationalist"]).json()["key"]
        fresh = client.post(f"/api/tables/{table['table']}/key", headers=bearer(table["owner"])).json()["key"]
    with inside(tmp_path) as client:
        assert [opens(client, table, key) for key in (friend, fresh, table["owner"])] == [
            ["nationalist"], ["republican"], None]
        assert join(client, table, table["invitations"]["nationalist"]).status_code == 403
        assert join(client, other, other["invitations"]["nationalist"]).status_code == 200


def test_the_list_of_games_is_told_a_page_at_a_time(tmp_path: Path):
    with inside(tmp_path, Limits(page=2)) as client:
        tables = [made(client) for _ in range(5)]
        keys = [t["owner"] for t in tables]
        pages = [client.post("/api/tables/held", json={"keys": keys, "after": n}).json() for n in (0, 2, 4, 6)]
        assert [len(p["tables"]) for p in pages] == [2, 2, 1, 0]
        assert [p["more"] for p in pages] == [True, True, False, False]
        told = [t["table"] for p in pages for t in p["tables"]]
        assert told == [t["table"] for t in reversed(tables)]
        assert [t["table"] for t in games_of(client, keys[0])] == [tables[0]["table"]]
        answer = client.post("/api/tables/held", json={"keys": ["x"] * 301})
        assert (answer.status_code, reasons(answer)) == (422, ["server.too-many-keys"])
