"""What is said beside the board: who hears it, who does not want to, and that it is nothing but text."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from frente.server.people.moderation import Appoint
from frente.server.people.talk import LONG, plain
from frente.server.problem import Problem
from tests.server.helpers import INVITED, Seat, bearer, hall_of, new, reasons
from tests.server.people import PASSWORD, Browser, club


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with club(tmp_path_factory.mktemp("talk")) as client:
        yield client


def met(client: TestClient, *names: str, **terms: Any) -> tuple[str, list[Browser]]:
    """A table where two have met, and their browsers."""
    one, two = (Browser(client, name) for name in names)
    offer = one.ask("POST", "/api/challenges", {"game": "brunete", "side": "republican", **terms}).json()["challenge"]
    answer = two.ask("POST", f"/api/challenges/{offer}/accept")
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], [one, two]


def said(browser: Browser, table: str) -> list[tuple[str, str]]:
    found = browser.ask("GET", f"/api/tables/{table}/talk").json()["messages"]
    return [(m["name"], m["text"]) for m in found]


def say(browser: Browser, table: str, text: str, **more: Any) -> Any:
    return browser.ask("POST", f"/api/tables/{table}/talk", {"text": text, **more})


def test_players_and_those_who_look_on_talk_apart_until_the_end(here: TestClient):
    table, (ana, eva) = met(here, "Ana", "Eva")
    guest = Browser(here, "Guest")
    assert say(ana, table, "Good luck!").status_code == 201
    assert say(eva, table, "And you", line=99_999).status_code == 422, "there is no such act yet"
    assert say(guest, table, "I would attack").status_code == 201
    assert said(ana, table) == said(eva, table) == [("Ana", "Good luck!")]
    assert said(guest, table) == [("Guest", "I would attack")]
    nobody = Browser(here)
    assert reasons(say(nobody, table, "hello")) == ["server.sign-in-first"]
    with Seat(here, {"table": table, "keys": {}}) as spectator:
        assert say(ana, table, "Not for them").status_code == 201
        assert say(guest, table, "Only for us").status_code == 201
        assert spectator.until("talk")["text"] == "Only for us"
        assert "Not for them" not in "".join(spectator.heard)
    hall = hall_of(here)
    assert here.portal is not None
    opened = here.portal.call(hall.table, table)
    here.portal.call(opened.resign, 0)
    everything = [("Ana", "Good luck!"), ("Guest", "I would attack"), ("Ana", "Not for them"), ("Guest", "Only for us")]
    assert said(guest, table) == said(eva, table) == everything


def test_a_seat_without_an_account_talks_too_and_a_line_can_be_meant(here: TestClient):
    table = new(here, INVITED)
    head = bearer(table["keys"]["republican"])
    with Seat(here, table, "republican") as seat:
        seat.act()
        answer = here.post(f"/api/tables/{table['table']}/talk", json={"text": "this?", "line": 0}, headers=head)
        assert answer.status_code == 201
        told = seat.until("talk")
    assert (told["side"], told["name"], told["line"], told["text"]) == ("republican", "", 0, "this?")


def test_whoever_is_muted_is_not_heard_and_whoever_is_blocked_is_not_met(here: TestClient):
    table, (rosa, luis) = met(here, "Rosa", "Luis")
    say(luis, table, "loud")
    assert rosa.ask("PUT", "/api/account/shunned", {"name": "luis", "kind": "mute"}).status_code == 204
    assert rosa.ask("GET", "/api/account/shunned").json() == [{"name": "Luis", "kind": "mute"}]
    assert (said(rosa, table), said(luis, table)) == ([], [("Luis", "loud")])
    offer = rosa.ask("POST", "/api/challenges", {"game": "brunete"}).json()["challenge"]
    rosa.ask("PUT", "/api/account/shunned", {"name": "Luis", "kind": "block"})
    assert reasons(luis.ask("POST", f"/api/challenges/{offer}/accept")) == ["server.kept-apart"]
    assert reasons(luis.ask("POST", "/api/challenges", {"game": "brunete", "to": "Rosa"})) == ["server.kept-apart"]
    rosa.ask("PUT", "/api/account/shunned", {"name": "Luis"})
    assert said(rosa, table) == [("Luis", "loud")]
    assert luis.ask("POST", f"/api/challenges/{offer}/accept").status_code == 201
    assert reasons(rosa.ask("PUT", "/api/account/shunned", {"name": "Rosa", "kind": "mute"})) == ["server.no-player"]
    assert reasons(rosa.ask("PUT", "/api/account/shunned", {"name": "Luis", "kind": "x"})) == ["server.bad-value"]


def test_a_report_brings_what_was_said_to_moderators_who_silence_and_all_of_it_is_written_down(here: TestClient):
    table, (ines, rude) = met(here, "Ines", "Rude")
    judge = Browser(here, "Judge")
    assert judge.ask("GET", "/api/moderation").status_code == 404, "nobody is told that there is such a page"
    assert judge.ask("POST", "/api/moderation/bans", {"name": "Rude", "days": 1}).status_code == 404
    assert here.portal is not None
    assert here.portal.call(hall_of(here).store.do, Appoint("judge", "moderator"))
    say(rude, table, "something ugly")
    assert ines.ask("POST", f"/api/tables/{table}/report", {"name": "Rude", "text": "look"}).status_code == 204
    page = judge.ask("GET", "/api/moderation").json()
    report = next(r for r in page["reports"] if r["name"] == "Rude")
    assert (report["from"], report["text"]) == ("Ines", "look")
    assert [x["text"] for x in report["lines"]] == ["something ugly"]
    assert (page["counts"]["accounts"] >= 3, page["server"]["faults"]) == (True, 0)
    assert judge.ask("POST", "/api/moderation/bans", {"name": "rude", "days": 7, "note": "ugly"}).status_code == 204
    assert judge.ask("DELETE", f"/api/moderation/reports/{report['id']}").status_code == 204
    assert judge.ask("DELETE", f"/api/moderation/reports/{report['id']}").status_code == 404
    assert reasons(say(rude, table, "more")) == ["server.silenced"]
    assert reasons(rude.ask("POST", "/api/challenges", {"game": "brunete"})) == ["server.banned"]
    page = judge.ask("GET", "/api/moderation").json()
    assert ([b["name"] for b in page["banned"]], [s["what"] for s in page["steps"][:2]]) == (["Rude"], ["done", "ban"])
    assert judge.ask("POST", "/api/moderation/bans", {"name": "Rude", "days": 0}).status_code == 204
    assert say(rude, table, "sorry").status_code == 201
    assert judge.ask("POST", "/api/moderation/bans", {"name": "Judge", "days": 1}).status_code == 404


def test_whoever_talks_without_pause_is_asked_to_wait(tmp_path: Path):
    with club(tmp_path) as client:
        table, (ana, _) = met(client, "Ana", "Eva")
        answers = [say(ana, table, f"{k}") for k in range(7)]
        assert [a.status_code for a in answers[:5]] == [201] * 5
        assert reasons(answers[-1]) == ["server.too-fast"]


@given(st.text(max_size=LONG + 20))
def test_what_is_kept_is_one_line_of_plain_text(text: str):
    try:
        found = plain(text)
    except Problem:
        assert not text.strip() or len(text) > LONG or not [c for c in text if category(c)[0] not in "CZ"]
        return
    assert 0 < len(found) <= LONG
    assert found == " ".join(found.split())
    assert not [c for c in found if ord(c) < 32 or 0x202A <= ord(c) <= 0x202E or 0x2066 <= ord(c) <= 0x2069]
    assert plain(found) == found


def test_script_is_text_like_any_other(here: TestClient):
    table, (vera, _) = met(here, "Vera", "Olga")
    evil = '<img src=x onerror="alert(1)">\u202e{{x}}\n\n<script>'
    assert say(vera, table, evil).status_code == 201
    answer = vera.ask("GET", f"/api/tables/{table}/talk")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["messages"][0]["text"] == '<img src=x onerror="alert(1)">{{x}} <script>'


def test_what_somebody_said_goes_with_his_account(here: TestClient):
    table, (gone, stays) = met(here, "Goner", "Stayer")
    say(gone, table, "forget me")
    assert gone.ask("GET", "/api/account/export").json()["said"][0]["text"] == "forget me"
    assert gone.ask("DELETE", "/api/account", {"name": "Goner", "password": PASSWORD}).status_code == 204
    assert said(stays, table) == []
