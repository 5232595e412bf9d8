"""The socket of a table: every message a client may send, and what all who watch are told."""
from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from frente.server import live
from frente.server.frames import Hello
from frente.server.live import Connection
from tests.server.helpers import BOT, INVITED, Seat, bearer, hall_of, new, play, state


def keys(answer: dict[str, Any]) -> list[str]:
    assert answer["type"] == "refused"
    return [r["key"] for r in answer["reasons"]]


def test_everybody_at_the_table_is_shown_an_act_each_in_his_own_view(client: TestClient):
    table = new(client, INVITED)
    one, two, out = Seat(client, table, "republican"), Seat(client, table, "nationalist"), Seat(client, table)
    with one, two, out:
        before = one.state["at"]
        assert one.act() == {"id": 1, "type": "ok", "at": before + 1}
        assert one.state["at"] == before + 1   # who acts has seen what came of it when he is told so
        for seat, viewer in ((one, "republican"), (two, "nationalist"), (out, "")):
            shown = seat.seen(before + 1)
            assert shown["view"]["viewer"] == viewer
            assert list(shown["acts"]) == ([viewer] if viewer else [])


def test_of_two_tabs_that_act_at_once_exactly_one_wins_and_the_other_is_told(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican") as one, Seat(client, table, "republican") as two:
        at, word = one.state["at"], one.state["acts"]["republican"][0]
        message = json.dumps({"id": "x", "type": "act", "side": "republican", "act": word, "at": at})
        one.session.send_text(message)
        two.session.send_text(message)
        answers = []
        for seat in (one, two):
            while (found := seat.hear()).get("id") != "x":
                pass
            answers.append(found)
        assert sorted(a["type"] for a in answers) == ["ok", "refused"]
        assert keys(next(a for a in answers if a["type"] == "refused")) == ["server.stale"]
        assert one.seen(at + 1)["at"] == two.seen(at + 1)["at"] == at + 1


def test_a_series_of_acts_stops_at_the_first_that_is_refused(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        at = seat.state["at"]
        words = seat.state["acts"]["republican"]
        answer = seat.ask("moves", side="republican", acts=[words[0], "fly:moon", words[0]], at=at)
        assert (answer["type"], answer["done"], answer["at"]) == ("ok", 1, at + 1)
        assert answer["reasons"][0]["key"] == "kernel.unknown-act"
        answer = seat.ask("moves", side="republican", acts=["fly:moon"], at=at + 1)
        assert keys(answer) == ["kernel.unknown-act"]
        assert state(client, table)["at"] == at + 1


def test_the_last_act_can_be_taken_back_and_events_are_told_anew(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        first = seat.state
        seat.act()
        assert seat.seen(first["at"] + 1)["undo"]["republican"]
        assert seat.ask("undo", side="republican", at=first["at"] + 1)["type"] == "ok"
        back = seat.seen(first["at"])
        assert back["view"] == first["view"]
        assert back["since"] == first["at"]
        assert keys(seat.ask("undo", side="nationalist")) in (["kernel.undo-nothing"], ["kernel.undo-other-side"])
        assert keys(seat.ask("undo", side="republican", at=first["at"] + 1)) == ["server.stale"]


def test_a_rollback_needs_the_other_side_and_can_be_declined(client: TestClient):
    table = new(client, INVITED)
    play(client, table, 20)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        at = one.state["at"]
        assert keys(one.ask("rollback", side="republican", to=at)) == ["kernel.rollback-where"]
        assert one.ask("rollback", side="republican", to=0)["type"] == "ok"
        while not two.state["offer"]:
            two.hear()
        assert two.state["offer"] == {"kind": "rollback", "by": "republican", "to": 0, "agreed": []}
        assert keys(one.ask("accept", side="republican", what="rollback")) == ["kernel.offer-own"]
        assert keys(two.ask("accept", side="nationalist", what="draw")) == ["kernel.offer-none"]
        assert two.ask("decline", side="nationalist", what="rollback")["type"] == "ok"
        assert state(client, table)["offer"] is None
        assert one.ask("rollback", side="republican", to=0)["type"] == "ok"
        assert two.ask("accept", side="nationalist", what="rollback")["type"] == "ok"
        assert state(client, table, "republican")["at"] == 0
        assert one.seen(0)["events"] == []


def test_an_offer_lapses_when_somebody_plays_on(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        one.ask("draw", side="republican")
        while not two.state["offer"]:
            two.hear()
        one.act()
        assert keys(two.ask("accept", side="nationalist", what="draw")) == ["kernel.offer-none"]


def test_a_draw_by_agreement_ends_the_game_and_shows_the_seed(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        one.ask("draw", side="republican")
        assert two.ask("accept", side="nationalist", what="draw")["type"] == "ok"
        end = state(client, table)
        assert (end["over"], end["outcome"]["winner"], end["dice"]["seed"]) == (True, None, "a test")
        assert keys(one.ask("act", side="republican", act="pass", at=end["at"])) == ["kernel.game-over"]
        assert keys(one.ask("resign", side="republican")) == ["kernel.game-over"]
        assert client.get(f"/api/tables/{table['table']}/record").status_code == 200
        both = client.get(f"/api/tables/{table['table']}/replay", params={"at": 0, "side": "both"}).json()
        assert set(both["views"]) == {"republican", "nationalist"}


def test_who_resigns_loses_and_the_rematch_swaps_sides_with_the_same_keys(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "republican") as one, Seat(client, table, "nationalist") as two:
        path = f"/api/tables/{table['table']}/rematch"
        mine, theirs = table["keys"]["republican"], table["keys"]["nationalist"]
        assert client.post(path, headers=bearer(mine)).status_code == 409
        one.ask("resign", side="republican")
        while not two.state["over"]:
            two.hear()
        assert two.state["outcome"]["winner"] == "nationalist"
        made = client.post(path, headers=bearer(mine)).json()
        assert made["keys"] == {"nationalist": mine}
        while not two.state["rematch"]:
            two.hear()
        assert two.state["rematch"] == made["table"]
        again = client.post(path, headers=bearer(theirs)).json()
        assert (again["table"], again["keys"]) == (made["table"], {"republican": theirs})
        assert client.post(path, headers=bearer("nobody")).status_code == 403
        fresh = state(client, {"table": made["table"], "keys": {"x": theirs}}, "x")
        assert (fresh["you"], fresh["over"]) == (["republican"], False)
        assert fresh["dice"]["commitment"] != table["commitment"]


def test_why_not_reach_overlays_supply_warnings_and_card_answer_over_the_socket(client: TestClient):
    table = new(client)
    play(client, table, 12)
    with Seat(client, table, "republican") as seat:
        side = seat.state["view"]["waiting"][0]
        unit = next(p["id"] for p in seat.state["view"]["pieces"] if p["side"] == side and p["at"].isdigit())
        answer = seat.ask("explain", side=side, kind="unit", arg=unit)
        assert answer["type"] == "answer"
        assert answer["acts"] or answer["refusals"][0]["text"]
        assert isinstance(seat.ask("reach", side=side, unit=unit)["spaces"], dict)
        assert seat.ask("overlay", name="zones")["marks"]
        assert keys(seat.ask("overlay", name="weather")) == ["server.bad-value"]
        assert seat.ask("supply", unit=unit)["spaces"][0].isdigit()
        assert keys(seat.ask("supply", unit="r-999")) == ["server.bad-value"]
        assert seat.ask("warnings", side=side, acts=seat.state["acts"][side][:1])["warnings"] == []
        assert keys(seat.ask("warnings", side=side, acts=["fly:moon"])) == ["server.bad-value"]
        assert isinstance(seat.ask("card")["card"], dict)
        assert keys(seat.ask("explain", side=side, kind="planet", arg="mars")) == ["server.bad-value"]


def test_a_spectator_may_ask_nothing_in_the_name_of_a_side(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table) as out:
        for message in ({"type": "explain", "side": "republican", "kind": "unit", "arg": "r-101-1"},
                        {"type": "reach", "side": "republican", "unit": "r-101-1"},
                        {"type": "act", "side": "republican", "act": "pass", "at": 0},
                        {"type": "undo", "side": "republican"}, {"type": "resign", "side": "republican"},
                        {"type": "draw", "side": "republican"}, {"type": "card", "side": "republican"},
                        {"type": "warnings", "side": "republican", "acts": ["pass"]},
                        {"type": "accept", "side": "nationalist", "what": "draw"},
                        {"type": "moves", "side": "republican", "acts": ["pass"], "at": 0}):
            assert keys(out.ask(**message)) == ["server.not-your-side"]
        assert keys(out.ask("wake")) == ["server.bad-key"]
        assert out.ask("overlay", name="control")["marks"]


@pytest.mark.parametrize("raw", [
    "", "x", "[]", "null", "7", "{}", '{"type":"fly"}', '{"type":"act"}', '{"type":"act","side":1,"act":"x","at":0}',
    '{"type":"act","side":"republican","act":"x","at":-1}', '{"type":"act","side":"republican","act":"x","at":1.5}',
    '{"type":"act","side":"republican","act":"' + "x" * 500 + '","at":0}', "[" * 3000, '{"type":"ping","id":[1]}',
    '{"type":"moves","side":"a","acts":[],"at":0}', '{"type":"ping","more":1}',
    '{"type":"act","side":"\\ud800","act":"x","at":0}'])
def test_a_malformed_message_is_refused_and_the_socket_stays_open(client: TestClient, raw: str):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        seat.session.send_text(raw)
        answer = seat.until("refused")
        assert answer["reasons"][0]["key"].startswith("server.")
        assert answer["reasons"][0]["text"]
        assert seat.ask("ping")["type"] == "ok"
        assert seat.state["at"] == state(client, table)["at"]


def test_binary_data_is_refused(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        seat.session.send_bytes(b"\x00\xff")
        assert keys(seat.until("refused")) == ["server.not-text"]


def test_a_socket_with_a_wrong_key_or_table_is_told_why_and_closed(client: TestClient):
    table = new(client, INVITED)
    for id, first, key, code in ((table["table"], {"type": "hello", "key": "wrong"}, "server.bad-key", 4403),
                                 ("none", {"type": "hello"}, "server.no-table", 4404),
                                 (table["table"], {"type": "ping"}, "server.hello-first", 4400)):
        with client.websocket_connect(f"ws://localhost/api/tables/{id}/live") as session:
            session.send_json(first)
            assert keys(json.loads(session.receive_text())) == [key]
            with pytest.raises(WebSocketDisconnect) as closed:
                session.receive_text()
            assert closed.value.code == code


def test_refusals_are_told_in_the_language_asked_for(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican", lang="es") as seat:
        answer = seat.ask("act", side="republican", act="pass", at=99)
        assert answer["reasons"][0]["text"].startswith("Entretanto")


def test_a_client_that_comes_back_is_told_what_it_missed(client: TestClient):
    table = new(client)
    at = play(client, table, 60)
    with Seat(client, table, "republican", since=10) as seat:
        assert seat.state["since"] == 10
        assert seat.state["events"]
        assert all(10 <= e["n"] < at for e in seat.state["events"])
        again = seat.ask("state", since=0)
        assert again["type"] == "ok"
        while seat.state["since"]:
            seat.hear()
        whole = client.get(f"/api/tables/{table['table']}/log", headers=bearer(table["owner"])).json()["events"]
        assert seat.state["events"] == whole


def test_presence_of_players_is_shown(client: TestClient):
    table = new(client, INVITED)
    with Seat(client, table, "republican") as one:
        assert not one.state["seats"]["nationalist"]["connected"]
        with Seat(client, table, "nationalist"):
            while not one.state["seats"]["nationalist"]["connected"]:
                one.hear()
        while one.state["seats"]["nationalist"]["connected"]:
            one.hear()


def test_a_player_whose_socket_is_cut_off_in_mid_word_is_shown_as_gone(client: TestClient, monkeypatch):
    table = new(client, INVITED)
    with Seat(client, table, "republican") as one:
        two = Seat(client, table, "nationalist")
        monkeypatch.setattr(two.session, "close", lambda code: None)     # no word of farewell: the server cancels it
        with two:
            while not one.state["seats"]["nationalist"]["connected"]:
                one.hear()
        assert one.ask("ping")["type"] == "ok"                           # whatever was said before this has been heard
        assert not one.state["seats"]["nationalist"]["connected"]


def test_a_deleted_table_closes_its_sockets(client: TestClient):
    table = new(client)
    with Seat(client, table, "republican") as seat:
        assert client.delete(f"/api/tables/{table['table']}", headers=bearer(table["owner"])).status_code == 204
        with pytest.raises(WebSocketDisconnect) as closed:
            seat.until("never")
        assert closed.value.code == 4404


def test_the_computer_answers_by_itself_agrees_to_go_back_and_declines_a_draw(client: TestClient):
    table = new(client, BOT)
    with Seat(client, table, "republican") as seat:
        while "nationalist" not in seat.thought or not seat.state["acts"]["republican"]:
            if seat.state["acts"]["republican"]:
                seat.act()
            else:
                seat.hear()
        assert keys(seat.ask("draw", side="republican")) == ["server.bot-plays-on"]
        assert seat.ask("rollback", side="republican", to=0)["type"] == "ok"
        assert seat.seen(0)["acts"]["republican"]


class Deaf:
    """A client that sends and sends and reads nothing."""

    def __init__(self) -> None:
        self.taken = 0

    async def receive(self) -> dict[str, str]:
        self.taken += 1
        await asyncio.sleep(0)
        return {"type": "websocket.receive", "text": '{"type":"card"}'}

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()


def test_whoever_does_not_read_is_not_listened_to_either(client: TestClient):
    table = new(client)
    deaf: Any = Deaf()

    async def talk() -> None:
        hall = hall_of(client)
        found = await hall.table(table["table"])
        line = Connection(deaf, found, found.access(table["owner"]), "en", hall, "deaf", Hello())
        talking = asyncio.create_task(line.run())
        before = -1
        while deaf.taken != before:      # until nothing more is taken
            before = deaf.taken
            await asyncio.sleep(0.3)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)

    assert client.portal is not None
    client.portal.call(talk)
    assert 0 < deaf.taken <= live.UNREAD + 3
