"""Accounts: how one comes in, what is kept, and what others try."""
from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from frente.server.people import api, club_api, meet_api, passwords, talk_api
from frente.server.people.names import called, fold
from frente.server.problem import Problem
from frente.server.seats import hashed
from frente.server.settings import Limits, Settings
from tests.server.helpers import BOT, HOT_SEAT, INVITED, WIDE, asked, bearer, hall_of, inside, new, reasons, state
from tests.server.people import PASSWORD, Browser, club, letters
from tests.server.postgres import postgres

ELSEWHERE = "https://elsewhere.example.org"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with club(tmp_path_factory.mktemp("accounts")) as found:
        yield found


def rows(data: Path, statement: str) -> list[Any]:
    with sqlite3.connect(data / "frente.sqlite3") as c:
        return c.execute(statement).fetchall()


# -- on both databases


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_account_is_opened_used_exported_and_deleted(kind: str, server: str, tmp_path: Path):
    where: dict[str, Any] = {"database": server} if kind == "postgresql" else {}
    with club(tmp_path, **where) as client:
        ana = Browser(client, "Ana María")
        assert ana.me()["name"] == "Ana María"
        assert Browser(client).me() is None
        table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": INVITED}).json()
        assert ana.ask("POST", "/api/account", {"name": "ANA-MARIA", "password": PASSWORD}).status_code == 409
        exported = ana.ask("GET", "/api/account/export").json()
        assert exported["account"]["name"] == "Ana María"
        assert [g["id"] for g in exported["games"]] == [table["table"]]
        assert PASSWORD not in json.dumps(exported)
        assert "argon2" not in json.dumps(exported)
        assert reasons(ana.ask("DELETE", "/api/account", {"name": "Ana", "password": PASSWORD})) == [
            "server.delete-name"]
        assert reasons(ana.ask("DELETE", "/api/account", {"name": "ana maria", "password": "wrong wrong"})) == [
            "server.password-wrong"]
        assert ana.ask("DELETE", "/api/account", {"name": "ana maria", "password": PASSWORD}).status_code == 204
        assert ana.cookies == {}
        assert ana.me() is None
        seats = client.get(f"/api/tables/{table['table']}/state").json()["seats"]
        assert seats["republican"]["name"] == ""
        engine = create_engine(Settings(tmp_path, **where).url)
        with engine.connect() as c:
            left = c.execute(text("select * from account where id = :id"), {"id": ana.id}).mappings().one()
            assert {left[x] for x in ("name", "language", "role")} == {""}
            assert (left["password"], left["mail"], "ana" in left["fold"]) == (None, None, False)
            for name in ("session", "passkey", "token"):
                found = c.execute(text(f"select count(*) from {name} where account = :id"), {"id": ana.id})
                assert found.scalar() == 0
        engine.dispose()
        assert Browser(client, "Ana María").me()["name"] == "Ana María", "the name is free again"


# -- what is kept


def test_of_passwords_and_sessions_only_hashes_are_kept(tmp_path: Path):
    with inside(tmp_path) as client:     # hashed as an operator's server does
        ana = Browser(client, "Ana")
        token = ana.cookies["frente"]
    (kept,), = rows(tmp_path, "select password from account")
    assert re.match(r"\$argon2id\$v=19\$m=65536,t=3,p=\d+\$", kept)
    assert [r[0] for r in rows(tmp_path, "select hash from session")] == [hashed(token)]
    files = b"".join(p.read_bytes() for p in tmp_path.glob("frente.sqlite3*"))
    assert token.encode() not in files
    assert PASSWORD.encode() not in files


def test_a_password_hashed_with_less_is_hashed_anew_when_it_is_used(tmp_path: Path):
    with club(tmp_path) as client:
        Browser(client, "Ana")
    before, = rows(tmp_path, "select password from account")
    with club(tmp_path, hashing=(2, 64)) as client:
        ana = Browser(client)
        assert ana.ask("POST", "/api/session", {"name": "ana", "password": PASSWORD}).status_code == 200
        after, = rows(tmp_path, "select password from account")
        assert ("t=1" in before[0], "t=2" in after[0]) == (True, True)
        assert ana.ask("POST", "/api/session", {"name": "Ana", "password": PASSWORD}).status_code == 200


def test_passwords_are_hashed_few_at_a_time_and_beyond_a_queue_not_at_all(monkeypatch: pytest.MonkeyPatch):
    free = threading.Event()
    running: list[int] = []
    most = [0]

    def slow(password: str) -> str:
        running.append(1)
        most[0] = max(most[0], len(running))
        free.wait(60)
        running.pop()
        return password

    async def run() -> list[Any]:
        found = passwords.Passwords(1, 64)
        monkeypatch.setattr(found, "_hasher", type("Slow", (), {"hash": staticmethod(slow)}))
        jobs = [asyncio.create_task(found.hash("x")) for _ in range(passwords.WAITING + 3)]
        while not running:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        free.set()
        results = await asyncio.gather(*jobs, return_exceptions=True)
        found.close()
        return results

    results = asyncio.run(run())
    assert len([r for r in results if isinstance(r, Problem) and r.key == "server.busy"]) == 3
    assert 1 <= most[0] <= passwords.AT_ONCE


@pytest.mark.parametrize("given", ["", "x", "a" * 31, "a  -b", "<script>", "anа", "-", "Ana\x00", "😀😀", " . "])
def test_names_that_mislead_are_not_taken(given: str):
    with pytest.raises(Problem):
        called(given)


@pytest.mark.parametrize("given", ["Moderator", "FRENTE", "Ad-min"])
def test_nobody_goes_by_the_name_of_the_house(given: str):
    with pytest.raises(Problem) as told:
        called(given)
    assert told.value.key == "server.account-taken"


def test_names_that_look_alike_are_one():
    assert fold("José  Pérez") == fold("jose.perez") == fold("JOSE-PEREZ") == "joseperez"
    assert fold("Ana") != fold("Anna")
    assert called("  José   Pérez ") == "José Pérez"
    assert called("Дмитрий 2") == "Дмитрий 2"


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "ab" * 8, "A-n-a M-a-r-i-a", "x" * 201])
def test_passwords_that_are_guessed_first_are_not_taken(client: TestClient, password: str):
    answer = Browser(client).ask("POST", "/api/account", {"name": "Ana Maria", "password": password})
    assert answer.status_code == 422
    assert reasons(answer)[0].startswith("server.password-")


# -- cookies and sessions


def test_the_cookie_is_for_this_host_and_no_script(tmp_path: Path):
    with club(tmp_path) as client:
        plain = client.post("/api/account", json={"name": "Ana", "password": PASSWORD}).headers["set-cookie"].lower()
        assert plain.startswith("frente=")
        for word in ("httponly", "samesite=lax", "path=/"):
            assert word in plain
        assert "domain" not in plain
        client.base_url = "https://localhost"
        safe = client.post("/api/account", json={"name": "Eva", "password": PASSWORD}).headers["set-cookie"].lower()
        assert safe.startswith("__host-frente=")
        for word in ("secure", "httponly", "samesite=lax", "path=/"):
            assert word in safe


def test_a_session_that_was_planted_is_worth_nothing_and_signing_in_makes_another(client: TestClient):
    Browser(client, "Planted")
    victim = Browser(client)
    victim.cookies["frente"] = "chosen-by-somebody-else"
    assert victim.me() is None
    assert victim.ask("POST", "/api/session", {"name": "Planted", "password": PASSWORD}).status_code == 200
    first = victim.cookies["frente"]
    assert first != "chosen-by-somebody-else"
    assert victim.ask("POST", "/api/session", {"name": "Planted", "password": PASSWORD}).status_code == 200
    assert victim.cookies["frente"] != first
    thief = Browser(client)
    for token in ("chosen-by-somebody-else", first):
        thief.cookies["frente"] = token
        assert thief.me() is None, "what the browser had before is over"


def test_over_tls_only_the_cookie_counts_that_nobody_else_can_plant(tmp_path: Path):
    with club(tmp_path) as client:
        ana = Browser(client, "Ana")
        token = ana.cookies["frente"]
        client.base_url = "https://localhost"
        assert ana.me() is None
        ana.cookies = {"__Host-frente": token}
        assert ana.me()["name"] == "Ana"


def test_sessions_are_listed_and_ended_one_by_one_and_all(client: TestClient):
    here = Browser(client, "Listed")
    there = Browser(client)
    there.ask("POST", "/api/session", {"name": "Listed", "password": PASSWORD}, user_agent="Somewhere/1.0 \x00\x1b")
    found = here.ask("GET", "/api/sessions").json()
    assert len(found) == 2
    other, = [s for s in found if not s["here"]]
    assert other["agent"].startswith("Somewhere/1.0")
    assert here.cookies["frente"] not in json.dumps(found)
    stranger = Browser(client, "Stranger")
    assert stranger.ask("DELETE", f"/api/sessions/{other['id']}").status_code == 404
    assert there.me()["name"] == "Listed"
    assert here.ask("DELETE", f"/api/sessions/{other['id']}").status_code == 204
    assert (there.me(), here.me()["name"]) == (None, "Listed")
    assert here.ask("DELETE", "/api/sessions").status_code == 204
    assert here.me() is None
    assert stranger.me()["name"] == "Stranger"


def test_signing_out_everywhere_closes_open_boards(client: TestClient):
    ana = Browser(client, "Boards")
    table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": HOT_SEAT}).json()
    cookie = f"frente={ana.cookies['frente']}"
    with client.websocket_connect(f"ws://localhost/api/tables/{table['table']}/live",
                                  headers={"cookie": cookie}) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["you"] == ["republican", "nationalist"]
        ana.ask("DELETE", "/api/sessions")
        with pytest.raises(WebSocketDisconnect) as end:
            heard(socket)
        assert end.value.code == 4403


def heard(socket: WebSocketTestSession) -> None:
    """All there is to hear."""
    while True:
        socket.receive_json()


def test_a_session_ends_by_itself_when_it_is_not_used(tmp_path: Path):
    with club(tmp_path) as client:
        ana = Browser(client, "Ana")
        with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
            c.execute("update session set seen = seen - 7200, expires = expires - 7200")
        (before,), = rows(tmp_path, "select expires from session")
        assert ana.me()["name"] == "Ana"
        (after,), = rows(tmp_path, "select expires from session")
        assert after > before, "it slides"
        with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
            c.execute("update session set expires = ?", (time.time() - 1,))
        assert ana.me() is None


def test_a_new_password_needs_the_old_one_and_ends_all_other_sessions(client: TestClient):
    here, there = Browser(client, "Changer"), Browser(client)
    there.ask("POST", "/api/session", {"name": "Changer", "password": PASSWORD})
    fresh = {"password": "quijorna y villanueva"}
    assert reasons(here.ask("PATCH", "/api/account", fresh)) == ["server.password-wrong"]
    assert here.ask("PATCH", "/api/account", {**fresh, "old": PASSWORD}).status_code == 200
    assert (here.me()["name"], there.me()) == ("Changer", None)
    assert there.ask("POST", "/api/session", {"name": "Changer", "password": PASSWORD}).status_code == 403
    assert there.ask("POST", "/api/session", {"name": "changer", **fresh}).status_code == 200


# -- what others try


CHANGING = [(r.path, m) for part in (api, club_api, meet_api, talk_api) for r in part.ROUTES
            for m in sorted(r.methods or ()) if m not in ("GET", "HEAD")]


@pytest.mark.parametrize("path, method", CHANGING)
def test_no_page_of_another_site_acts_for_whoever_is_signed_in(client: TestClient, path: str, method: str):
    name = f"Csrf {CHANGING.index((path, method))}"
    ana = Browser(client, name)
    body = {"name": name, "password": PASSWORD, "keys": [], "hidden": True}
    for headers in ({"origin": ELSEWHERE}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}):
        answer = ana.ask(method, re.sub(r"{\w+}", "x", path), body, **headers)
        assert (answer.status_code, reasons(answer)) == (403, ["server.origin"])
    assert ana.me()["hidden"] is False, "and nothing has changed"


def test_a_form_of_another_kind_than_ours_is_not_read(client: TestClient):
    ana = Browser(client, "Formal")
    client.cookies.clear()
    answer = client.patch("/api/account", content='{"hidden":true}', headers={
        "cookie": f"frente={ana.cookies['frente']}", "content-type": "text/plain"})
    assert (answer.status_code, reasons(answer)) == (415, ["server.content-type"])
    assert ana.me()["hidden"] is False


def test_a_socket_from_another_site_does_not_open_a_seat(client: TestClient):
    ana = Browser(client, "Socketed")
    table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": HOT_SEAT}).json()
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(
            f"ws://localhost/api/tables/{table['table']}/live",
            headers={"cookie": f"frente={ana.cookies['frente']}", "origin": ELSEWHERE}):
        pass
    assert refused.value.status_code == 403


def test_an_unknown_name_is_answered_like_a_wrong_password_after_the_same_work(
        client: TestClient, monkeypatch: pytest.MonkeyPatch):
    Browser(client, "Known")
    desk = client.app.app.state.desk         # type: ignore[attr-defined]
    worked: list[str] = []
    verify = desk.passwords._verify

    def counted(kept: str, password: str) -> bool:
        worked.append(kept)
        return bool(verify(kept, password))

    monkeypatch.setattr(desk.passwords, "_verify", counted)
    answers = [Browser(client).ask("POST", "/api/session", {"name": name, "password": "wrong wrong"})
               for name in ("Known", "Unknown", "")]
    assert {(a.status_code, a.text, "set-cookie" in a.headers) for a in answers} == {(403, answers[0].text, False)}
    assert reasons(answers[0]) == ["server.sign-in-wrong"]
    assert len(worked) == 3
    assert all(x.startswith("$argon2id$") and x.split("$")[3] == worked[0].split("$")[3] for x in worked)


def test_a_password_is_not_found_by_trying(tmp_path: Path):
    limits = Limits(**{**WIDE, "tries": (1 / 3600, 5), "guesses": (1 / 3600, 12)})
    with club(tmp_path, limits=limits) as client:
        Browser(client, "Ana")
        Browser(client, "Eva")

        def tried(name: str, password: str, peer: str) -> int:
            body = json.dumps({"name": name, "password": password}).encode()
            assert client.portal is not None
            status, _ = client.portal.call(lambda: asked(client, "POST", "/api/session", body, peer))
            return status

        one = [tried(name, f"wrong number {n}", "10.0.0.1") for n, name in enumerate(["Ana", "ana", "A.n.a"] * 2)]
        assert one == [403] * 5 + [429]
        assert tried("Ana", PASSWORD, "10.0.0.1") == 429, "the right one comes too late"
        assert tried("Ana", PASSWORD, "10.0.0.2") == 200, "nobody else is locked out by it"
        assert tried("Eva", PASSWORD, "10.0.0.1") == 200
        many = [tried("Ana", "wrong again", f"10.0.1.{n}") for n in range(10)]
        assert many[-1] == 429, "nor by many together"
        assert 403 in many


def test_new_accounts_are_rationed(tmp_path: Path):
    with club(tmp_path, limits=Limits(**{**WIDE, "sign_ups": (1 / 3600, 2)}), peer="10.0.0.1") as client:
        found = [Browser(client).ask("POST", "/api/account", {"name": f"Number {n}", "password": PASSWORD}).status_code
                 for n in range(3)]
        assert found == [201, 201, 429]


@pytest.mark.parametrize("credential", [
    {}, {"id": "x"}, {"id": "x", "response": 1}, {"id": "x", "response": {"clientDataJSON": "e30"}},
    {"id": "x", "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiJ4In0"}}, {"response": {"clientDataJSON": "\x00"}}])
def test_a_passkey_nobody_asked_for_opens_nothing(client: TestClient, credential: Any):
    for path in ("/api/passkeys", "/api/passkeys/use"):
        answer = Browser(client).ask("POST", path, {"credential": credential}, origin="http://localhost")
        assert answer.status_code in (403, 422)
        assert "set-cookie" not in answer.headers


def test_passkey_options_tell_nothing_of_who_is_known(client: TestClient):
    asked_for = Browser(client).ask("POST", "/api/passkeys/ask", {}, origin="http://localhost").json()
    assert asked_for["rpId"] == "localhost"
    assert asked_for["allowCredentials"] == []
    assert asked_for["userVerification"] == "required"
    assert reasons(Browser(client).ask("POST", "/api/passkeys/ask", {})) == ["server.origin"]


# -- games


def test_games_that_were_begun_without_an_account_are_taken_into_one(client: TestClient):
    table = new(client, BOT)
    ana, elsewhere = Browser(client, "Taker"), Browser(client)
    path = f"/api/tables/{table['table']}"
    assert ana.ask("GET", path).json()["you"] == []
    assert ana.ask("POST", "/api/account/games", {"keys": [table["owner"], "", "no key at all"]}).status_code == 204
    elsewhere.ask("POST", "/api/session", {"name": "Taker", "password": PASSWORD})
    found = elsewhere.ask("GET", path + "/state").json()
    assert (found["you"], found["owner"]) == (["republican"], True)
    assert found["seats"]["republican"]["name"] == "Taker"
    held, = elsewhere.ask("POST", "/api/tables/held", {"keys": []}).json()["tables"]
    assert (held["table"], held["you"], held["owner"]) == (table["table"], ["republican"], True)
    assert elsewhere.ask("PATCH", path, {"name": "Mine now"}).status_code == 200
    word = found["acts"]["republican"][0]
    assert elsewhere.ask("POST", path + "/acts", {"side": "republican", "act": word, "at": found["at"]}
                         ).status_code == 200
    thief = Browser(client, "Thief")
    thief.ask("POST", "/api/account/games", {"keys": [table["owner"]]})
    assert thief.ask("GET", path).json()["you"] == [], "it belongs to somebody already"
    assert state(client, table, "republican")["you"] == ["republican"], "the key is as good as before"
    hall_of(client)._tables.clear()
    assert elsewhere.ask("GET", path).json()["you"] == ["republican"], "it is stored"


def test_seats_bear_the_names_of_those_who_sit_there(client: TestClient):
    ana, eva = Browser(client, "Ana Uno"), Browser(client, "Eva Dos")
    table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": INVITED}).json()
    path = f"/api/tables/{table['table']}"
    eva.ask("POST", path + "/join", {"invitation": table["invitations"]["nationalist"]})
    seats = client.get(path).json()["seats"]
    assert {s: x["name"] for s, x in seats.items()} == {"republican": "Ana Uno", "nationalist": "Eva Dos"}
    assert eva.ask("PATCH", "/api/account", {"name": "Eva Tres"}).status_code == 200
    assert client.get(path).json()["seats"]["nationalist"]["name"] == "Eva Tres"
    assert reasons(eva.ask("PATCH", "/api/account", {"name": "ana.uno"})) == ["server.account-taken"]
    assert (eva.ask("GET", path).json()["you"], ana.ask("GET", path).json()["you"]) == (["nationalist"], ["republican"])


def test_games_of_an_account_are_not_thrown_away(client: TestClient):
    ana = Browser(client, "Keeper")
    table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": HOT_SEAT}).json()
    assert ana.ask("GET", f"/api/tables/{table['table']}").json()["expires"] is None
    assert client.portal is not None
    client.portal.call(hall_of(client).throw_away, time.time() + 400 * 24 * 3600)
    assert ana.ask("GET", f"/api/tables/{table['table']}").status_code == 200


def test_a_wrong_key_is_refused_though_a_session_may_open_the_seat(client: TestClient):
    ana, eva = Browser(client, "Keys One"), Browser(client, "Keys Two")
    table = ana.ask("POST", "/api/tables", {"game": "brunete", "seats": HOT_SEAT}).json()
    path = f"/api/tables/{table['table']}"
    assert ana.ask("GET", path, **bearer("nonsense")).status_code == 200
    assert eva.ask("GET", path, **bearer("nonsense")).status_code == 403
    assert reasons(eva.ask("DELETE", path)) == ["server.owner-only"]


# -- letters


def test_a_lost_password_is_recovered_by_a_letter_to_a_confirmed_address(tmp_path: Path):
    with letters() as post, club(tmp_path, mail=post.url, origins=("https://games.example.org",)) as client:
        ana = Browser(client, "Ana")
        assert ana.ask("GET", "/api/account").json()["mail"] is True
        assert reasons(ana.ask("PATCH", "/api/account", {"mail": "ana@example.org"})) == ["server.password-wrong"]
        assert ana.ask("PATCH", "/api/account", {"mail": "ana@Example.ORG", "old": PASSWORD}).status_code == 200
        letter = post.wait(1)
        assert (letter["to"], letter["from"]) == ("ana@example.org", "club@example.org")
        token = _link(letter, "confirm")
        assert ana.me()["mail"] == "", "not yet"
        thief = Browser(client)
        assert thief.ask("POST", "/api/account/recover", {"mail": "ana@example.org"}).status_code == 204
        assert thief.ask("POST", "/api/account/confirm", {"token": token}).status_code == 204
        assert ana.me()["mail"] == "ana@example.org"
        assert reasons(thief.ask("POST", "/api/account/confirm", {"token": token})) == ["server.token-late"]

        unknown = thief.ask("POST", "/api/account/recover", {"mail": "nobody@example.org"})
        known = thief.ask("POST", "/api/account/recover", {"mail": "ana@example.org"}, host="games.example.org")
        assert (unknown.status_code, unknown.text) == (known.status_code, known.text) == (204, "")
        letter = post.wait(2)
        assert len(post.found) == 2, "nobody else was written to"
        token = _link(letter, "recover")
        weak = {"token": token, "password": "short"}
        assert thief.ask("POST", "/api/account/renew", weak).status_code == 422
        fresh = {"token": token, "password": "another password"}
        lost = Browser(client)
        assert lost.ask("POST", "/api/account/renew", fresh).status_code == 200
        assert lost.me()["name"] == "Ana"
        assert ana.me() is None, "every session has ended"
        assert reasons(thief.ask("POST", "/api/account/renew", fresh)) == ["server.token-late"]
        assert not [r for r in rows(tmp_path, "select hash from token") if token in r[0]]


def _link(letter: Any, kind: str) -> str:
    found = re.search(rf"https://games\.example\.org/#/{kind}/([\w-]+)", letter.get_content())
    assert found, letter.get_content()
    return found[1]


def test_without_a_mail_server_no_letter_is_promised(client: TestClient):
    ana = Browser(client, "No Letters")
    assert ana.ask("GET", "/api/account").json()["mail"] is False
    assert reasons(ana.ask("PATCH", "/api/account", {"mail": "a@b.org", "old": PASSWORD})) == ["server.mail-none"]
    assert reasons(ana.ask("POST", "/api/account/recover", {"mail": "a@b.org"})) == ["server.mail-none"]
    assert reasons(ana.ask("POST", "/api/account/recover", {"mail": "a\nb@c.org"})) == ["server.mail-wrong"]
