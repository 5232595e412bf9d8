"""A fault in a game's view: the player is told, what was played is stored, and the table can be played on."""
from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.kernel.views import View
from frente.server import questions
from tests.server.helpers import INVITED, Seat, act, inside, new, play, state

SHORT = "offensive"                      # the faults are those of this scenario


class Fault:
    """Views that raise, for as long as it lasts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lasts = True
        self.eyes: set[int | None] = {0, 1, None}
        true = Match.view

        def view(match: Match, side: int | None) -> View:
            if self.lasts and match.scenario == SHORT and side in self.eyes:
                raise IndexError("seven places")
            return true(match, side)

        monkeypatch.setattr(Match, "view", view)


def faults(s: dict[str, Any]) -> list[str]:
    return [r["key"] for r in s["trouble"]]


def test_the_act_is_stored_and_only_the_side_that_cannot_be_shown_the_board_is_told(
        client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    table = new(client, INVITED, scenario=SHORT)
    one, two = Seat(client, table, "republican"), Seat(client, table, "nationalist", lang="es")
    with one, two, Seat(client, table) as out:
        at, board = two.state["at"], two.state["view"]["pieces"]
        fault = Fault(monkeypatch)
        fault.eyes = {1}
        with caplog.at_level(logging.ERROR):
            assert one.act()["at"] == at + 1
            told = two.seen(at + 1)
        assert one.seen(at + 1)["trouble"] == out.seen(at + 1)["trouble"] == []
        assert (faults(told), told["view"]["pieces"]) == (["server.view-fault"], board)
        assert "tablero" in told["trouble"][0]["text"]
        assert any(table["table"] in r.getMessage() and r.exc_info for r in caplog.records), "for the operator"
        assert len(client.get(f"/api/tables/{table['table']}/log").json()["events"]) > 0
        fault.lasts = False
        assert two.ask("wake")["type"] == "ok"
        while two.state["trouble"]:
            two.hear()
        with Seat(client, table, "nationalist") as again:
            assert (again.state["at"], again.state["trouble"]) == (at + 1, [])
            assert again.state["view"] == two.state["view"]
        assert [r["key"] for r in two.ask("wake")["reasons"]] == ["server.nothing-stuck"]


def test_who_cannot_be_shown_the_board_may_answer_and_take_back_all_the_same(
        client: TestClient, monkeypatch: pytest.MonkeyPatch):
    table = new(client, scenario=SHORT)
    with Seat(client, table, "republican") as seat:
        at, words = seat.state["at"], seat.state["acts"]["republican"]
        fault = Fault(monkeypatch)
        assert seat.act()["at"] == at + 1
        told = seat.seen(at + 1)
        assert faults(told) == ["server.view-fault"]
        assert told["view"]["waiting"] == ["republican"]
        assert told["acts"]["republican"]
        assert seat.ask("undo", side="republican", at=at + 1)["type"] == "ok"
        assert seat.seen(at)["acts"]["republican"] == words
        while not seat.state["over"]:    # blindly on, to the end
            side, words = next((s, w) for s, w in seat.state["acts"].items() if w)
            assert seat.ask("act", side=side, act=words[-1], at=seat.state["at"])["type"] == "ok"
        fault.lasts = False
        s = state(client, table)
        assert (s["at"], s["trouble"]) == (seat.state["at"], [])
        assert s["outcome"] == seat.state["outcome"]


def test_other_tables_know_nothing_of_it(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    stuck, other = new(client, scenario=SHORT), new(client)
    with Seat(client, other, "republican") as seat:
        Fault(monkeypatch)
        assert faults(state(client, stuck, "republican")) == ["server.view-fault"]
        at = play(client, other, 30)
        assert at > 29
        assert seat.seen(at)["trouble"] == []


def test_computer_players_go_on_and_a_table_can_be_set_up_and_opened_while_it_lasts(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fault = Fault(monkeypatch)
    with inside(tmp_path) as client:
        table = new(client, dict.fromkeys(INVITED, "bot:random"), scenario=SHORT)
        with Seat(client, table) as out:
            while out.state["at"] < 40:
                assert faults(out.state) == ["server.view-fault"]
                out.hear()
        mine = new(client, scenario=SHORT)
        at = play(client, mine, 5)
    with inside(tmp_path) as client:     # nothing is remembered of what was shown before
        s = state(client, mine, "republican")
        assert (s["at"], faults(s), s["view"]["pieces"]) == (at, ["server.view-fault"], [])
        side, words = next((x, w) for x, w in s["acts"].items() if w)
        assert act(client, mine, side, words[0], at).status_code == 200
        fault.lasts = False
        s = state(client, mine, "republican")
        assert (s["trouble"], bool(s["view"]["pieces"])) == ([], True)


def test_a_state_that_cannot_be_made_at_all_is_told_and_the_line_stays_open(
        client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        at, first = seat.state["at"], seat.state["view"]
        monkeypatch.setattr("frente.server.live.state", broken)
        with caplog.at_level(logging.ERROR):
            assert seat.act()["at"] == at + 1
        told = [json.loads(x) for x in seat.heard]
        assert [x["reasons"][0]["key"] for x in told if x["type"] == "trouble"] == ["server.view-fault"]
        assert any(table["table"] in r.getMessage() and r.exc_info for r in caplog.records)
        monkeypatch.undo()
        assert seat.ask("state")["type"] == "ok"
        assert seat.seen(at + 1)["view"] != first
        assert any(e["n"] == at for e in seat.state["events"]), "nothing that happened meanwhile is kept from him"


def test_a_question_that_cannot_be_answered_is_told_and_logged(
        client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        monkeypatch.setattr(questions, "answer", broken)
        with caplog.at_level(logging.ERROR):
            told = seat.ask("overlay", name="zones")
        assert [r["key"] for r in told["reasons"]] == ["server.trouble"]
        assert any(table["table"] in r.getMessage() and "overlay" in r.getMessage() and r.exc_info
                   for r in caplog.records)
        assert seat.act()["type"] == "ok"


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError("nothing of the kind")
