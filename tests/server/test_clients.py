"""Who asks: real clients behind a proxy that was named, and what each of them may have."""
from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente.server.clients import LOCAL, Clients, network, pseudonym, secret_in
from frente.server.settings import DAY, Limits
from tests.server.helpers import (
    HOT_SEAT,
    INVITED,
    WIDE,
    Seat,
    asked,
    bearer,
    games_of,
    hall_of,
    inside,
    new,
    play,
    reasons,
    state,
)

FAR, OTHER = "203.0.113.9", "198.51.100.7"
PROXY = "10.0.0.1"


def client_of(peer: str, *forwarded: str, proxies: tuple[str, ...] = (), site: bool = False) -> str:
    headers = [(b"x-forwarded-for", x.encode()) for x in forwarded]
    return Clients([network(x) for x in proxies], site).of({"type": "http", "client": (peer, 1), "headers": headers})


def test_what_a_stranger_says_about_himself_is_not_believed():
    assert client_of(FAR) == FAR
    assert client_of(FAR, OTHER) == FAR
    assert client_of(FAR, OTHER, proxies=("10.0.0.0/8",)) == FAR
    assert client_of(PROXY, OTHER) == PROXY, "a proxy that was not named is a stranger"


def test_a_named_proxy_is_believed_about_the_last_address_that_is_no_proxy():
    assert client_of(PROXY, OTHER, proxies=("10.0.0.0/8",)) == OTHER
    assert client_of(PROXY, f"6.6.6.6, {OTHER}", proxies=("10.0.0.0/8",)) == OTHER, "what stands before it is invented"
    assert client_of(PROXY, "6.6.6.6", OTHER, proxies=("10.0.0.0/8",)) == OTHER, "in two headers as well"
    assert client_of(PROXY, f"{OTHER}, 10.2.3.4", proxies=("10.0.0.0/8",)) == OTHER, "two proxies of ours"
    assert client_of(PROXY, f"{OTHER}, 10.2.3.4", proxies=("10.0.0.1/32",)) == "10.2.3.4"
    assert client_of(PROXY, f"{OTHER}:4711", proxies=("10.0.0.1",)) == OTHER
    assert client_of(PROXY, "nonsense", proxies=("10.0.0.1",)) == PROXY
    assert client_of(PROXY, f"{OTHER}, unknown", proxies=("10.0.0.1",)) == PROXY
    assert client_of(PROXY, "10.0.0.1", proxies=("10.0.0.1",)) == PROXY
    assert client_of(PROXY, proxies=("10.0.0.1",)) == PROXY


def test_a_household_of_ipv6_is_one_client():
    assert client_of("2001:db8:1:2::7") == client_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert client_of("2001:db8:1:3::7") == "2001:db8:1:3::/64"
    assert client_of("::ffff:203.0.113.9") == FAR
    assert client_of("fe80::1%eth0") == "fe80::/64"
    assert client_of("2001:db8::1", "[2001:db8:9:9::1]:80", proxies=("2001:db8::/64",)) == "2001:db8:9:9::/64"


def test_whoever_asks_on_the_servers_own_machine_is_told_from_whoever_comes_through_a_proxy_there():
    assert client_of("127.0.0.1") == client_of("::1") == LOCAL
    assert client_of("127.0.0.1", OTHER, proxies=("127.0.0.1",)) == OTHER
    assert client_of("127.0.0.1", OTHER) == "127.0.0.1", "a proxy that was not named: all count as one, none as local"
    assert client_of("127.0.0.1", site=True) == "127.0.0.1", "and so if it says nothing"
    assert client_of("127.0.0.1", site=True, proxies=("127.0.0.1",)) == LOCAL
    assert client_of(PROXY, "127.0.0.1", proxies=(PROXY,)) == "127.0.0.1", "that is the proxy's machine"


def test_no_address_is_kept(tmp_path: Path):
    secret = secret_in(tmp_path)
    assert len(secret) == 32
    assert secret_in(tmp_path) == secret
    assert pseudonym(secret, FAR) not in (FAR, pseudonym(b"another", FAR), pseudonym(secret, OTHER))
    with inside(tmp_path, peer=FAR) as client:
        new(client)
    raw = b"".join(p.read_bytes() for p in tmp_path.glob("frente.sqlite3*"))
    assert FAR.encode() not in raw
    assert pseudonym(secret, FAR).encode() in raw


def test_limits_count_real_clients_behind_a_named_proxy(tmp_path: Path):
    limits = Limits(requests=(0.001, 2))
    with inside(tmp_path, limits, peer=PROXY, proxies=(network(PROXY),)) as client:
        told = [client.get("/api/games", headers={"x-forwarded-for": x}).status_code for x in (FAR, FAR, FAR, OTHER)]
        assert told == [200, 200, 429, 200]
        spoofed = [client.get("/api/games", headers={"x-forwarded-for": f"192.0.2.{n}, {FAR}"}) for n in range(3)]
        assert {x.status_code for x in spoofed} == {429}
    with inside(tmp_path, limits, peer=FAR, proxies=(network(PROXY),)) as client:
        told = [client.get("/api/games", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(3)]
        assert told == [200, 200, 429], "who is no proxy of ours cannot pretend to be many"


def test_browsers_are_told_to_keep_to_tls_where_the_proxy_speaks_it(tmp_path: Path):
    with inside(tmp_path, peer=PROXY, proxies=(network(PROXY),)) as client:
        for proto, found in (("https", "max-age=31536000"), ("http", None)):
            answer = client.get("/", headers={"x-forwarded-for": FAR, "x-forwarded-proto": proto})
            assert answer.headers.get("strict-transport-security") == found
    with inside(tmp_path, peer=FAR, proxies=(network(PROXY),)) as client:
        answer = client.get("/", headers={"x-forwarded-proto": "https"})
        assert "strict-transport-security" not in answer.headers


def test_all_sockets_of_a_client_share_what_it_may_send(tmp_path: Path):
    with inside(tmp_path, Limits(frames=(0.001, 4))) as client:
        table = new(client)
        with Seat(client, table) as one, Seat(client, table) as two:
            told = [seat.ask("ping")["type"] for seat in (one, two, one, two, one, two)]
        assert told == ["ok"] * 4 + ["refused"] * 2


def test_of_one_clients_requests_a_few_are_worked_on_and_the_rest_wait_while_others_are_served(tmp_path: Path):
    with inside(tmp_path, lanes=2) as client:
        table, hall = new(client), hall_of(client)
        portal = client.portal
        assert portal is not None
        busy = [hall.serving.of(FAR) for _ in range(2)]
        for lane in busy:
            portal.call(lane.__aenter__)
        path = f"/api/tables/{table['table']}/state"
        waiting = [portal.start_task_soon(asked, client, "GET", path, b"", FAR) for _ in range(5)]
        assert portal.call(asked, client, "GET", path, b"", OTHER)[0] == 200
        assert not any(x.done() for x in waiting)
        for lane in busy:
            portal.call(lane.__aexit__, None, None, None)
        assert [x.result()[0] for x in waiting] == [200] * 5


def test_a_body_that_never_comes_to_its_end_is_not_waited_for(tmp_path: Path):
    with inside(tmp_path, Limits(slow=0.05)) as client:
        assert client.portal is not None
        for path in ("/api/tables", "/api/import"):
            status, said = client.portal.call(asked, client, "POST", path, None)
            assert status == 408
            assert b"server.slow-body" in said


def test_unknown_ids_leave_nothing_behind_and_impossible_ones_are_not_looked_up(client: TestClient,
                                                                                monkeypatch: pytest.MonkeyPatch):
    hall = hall_of(client)
    before = len(hall._tables)
    for n in range(300):
        assert client.get(f"/api/tables/unknown-{n}/state").status_code == 404
    assert (len(hall._tables), len(hall._opening._by), len(hall._opening._users)) == (before, 0, 0)
    monkeypatch.setattr(hall.store, "load", None)
    monkeypatch.setattr(hall.store, "owner", None)
    for id in ("x" * 33, "a.b", "ñ", "%00", "a%20b"):
        for method, what in (("GET", "/state"), ("GET", ""), ("DELETE", ""), ("POST", "/key")):
            assert client.request(method, f"/api/tables/{id}{what}").status_code == 404


# -- how much a client may keep


def set_up(client: TestClient, seats: dict[str, str] = HOT_SEAT) -> Any:
    return client.post("/api/tables", json={"game": "brunete", "seats": seats})


def test_a_client_has_only_so_many_unfinished_games(tmp_path: Path):
    with inside(tmp_path, Limits(**WIDE | {"tables": 2}), peer=FAR) as client:
        first, _ = new(client), new(client)
        answer = set_up(client)
        assert (answer.status_code, reasons(answer)) == (429, ["server.too-many-tables"])
        path = f"/api/tables/{first['table']}"
        record = client.get(path + "/record", headers=bearer(first["owner"])).json()
        for what, body in (("/branch", {"at": 0}), ("", record)):
            asked_for = path + what if what else "/api/import"
            assert reasons(client.post(asked_for, json=body, headers=bearer(first["owner"]))) == [
                "server.too-many-tables"]
        with Seat(client, first, "republican") as seat:
            seat.ask("resign", side="republican")
        assert set_up(client).status_code == 201, "a finished game does not count"
    with inside(tmp_path, Limits(**WIDE | {"tables": 2}), peer=OTHER) as client:
        assert set_up(client).status_code == 201, "nor do those of another"
    with inside(tmp_path, Limits(**WIDE | {"tables": 2}), peer=FAR) as client:
        assert set_up(client).status_code == 429, "also after the server was started again"
    with inside(tmp_path, Limits(**WIDE | {"all_tables": 3}), peer=FAR) as client:
        assert reasons(set_up(client)) == ["server.too-many-games"]


def test_whoever_plays_on_the_servers_own_machine_has_as_many_games_as_he_likes(tmp_path: Path):
    with inside(tmp_path, Limits(tables=1, all_tables=1, plans=1, new_tables=(0.001, 1)), peer="127.0.0.1") as client:
        assert [set_up(client).status_code for _ in range(4)] == [201] * 4


def test_the_oldest_planning_copy_makes_room_for_a_new_one(tmp_path: Path):
    with inside(tmp_path, Limits(**WIDE | {"plans": 2}), peer=FAR) as client:
        table = new(client)
        plans = [client.post(f"/api/tables/{table['table']}/plan", json={"side": "republican"},
                             headers=bearer(table["owner"])).json() for _ in range(4)]
        told = [client.get(f"/api/tables/{p['plan']}").status_code for p in plans]
        assert told == [404, 404, 200, 200]


def aged(data: Path, table: dict[str, Any], days: float) -> None:
    with sqlite3.connect(data / "frente.sqlite3") as c:
        c.execute("update game_table set changed = ? where id = ?", (time.time() - days * DAY, table["table"]))


def test_games_nobody_has_touched_for_long_are_thrown_away_but_not_those_of_the_servers_own_machine(tmp_path: Path):
    tables: dict[str, dict[str, Any]] = {}
    for peer in (FAR, "127.0.0.1"):
        with inside(tmp_path, peer=peer) as client:
            for name in ("young", "old", "over", "old and over"):
                tables[f"{peer} {name}"] = table = new(client)
                if "over" in name:
                    with Seat(client, table, "republican") as seat:
                        seat.ask("resign", side="republican")
    for name, table in tables.items():
        aged(tmp_path, table, 366 if "old and" in name else 89 if "young" in name else 91)
    with inside(tmp_path, peer=FAR) as client:
        assert client.portal is not None
        client.portal.call(hall_of(client).throw_away, time.time())
        gone = {name for name, t in tables.items() if client.get(f"/api/tables/{t['table']}").status_code == 404}
        assert gone == {f"{FAR} old", f"{FAR} old and over"}


def test_a_game_somebody_looks_at_is_not_thrown_away_and_touching_it_keeps_it(tmp_path: Path):
    with inside(tmp_path, peer=FAR) as client:
        table, other = new(client, INVITED), new(client)
        assert client.portal is not None
        for t in (table, other):
            aged(tmp_path, t, 91)
        with Seat(client, table):
            client.portal.call(hall_of(client).throw_away, time.time())
            assert play(client, table, 1) > 0
        client.portal.call(hall_of(client).throw_away, time.time() + 89 * DAY)
        assert state(client, table)["at"] > 0
        assert client.get(f"/api/tables/{other['table']}").status_code == 404


def test_players_are_told_how_long_a_game_is_kept(tmp_path: Path):
    with inside(tmp_path, peer=FAR) as client:
        table = new(client)
        (row,) = games_of(client, table["owner"])
        assert row["expires"] == pytest.approx(row["updated"] + 90 * DAY)
        assert client.get(f"/api/tables/{table['table']}").json()["expires"] == pytest.approx(row["expires"])
    with inside(tmp_path, peer="127.0.0.1") as client:
        mine = new(client)
        assert games_of(client, mine["owner"])[0]["expires"] is None
