"""Standing orders: answered for a seat through the referee, told to that seat alone."""
from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.kernel.proof import verify
from frente.kernel.record import parse
from frente.kernel.standing import asked
from frente.server.hall import Hall
from frente.server.schema import SeatRow
from frente.server.seats import hashed
from frente.server.table import Table
from tests.server.helpers import PATIENCE, Seat, act, bearer, inside, new, put, reasons, state

SEED = "a window"
QUICK = (0.05, 0.05)
WHERE = {"reactions": ("heralds", "madrid")}
Moment = tuple[list[tuple[int, str]], int, str]


def first(question: str) -> Match:
    return Match.new(*WHERE.get(question, ("storm", "drive")), seed=SEED)


@lru_cache
def moment(question: str, foes: bool = True) -> Moment:
    """A random game up to the act that brings about a declared question, of the other side if *foes*:
    the acts before, who acts, and his act."""
    for seed in range(20):
        rng = Random(seed)
        match = first(question)
        acts: list[tuple[int, str]] = []
        while not match.over and len(acts) < 600:
            side = min(match.choices())
            word = match.word(rng.choice(match.choices()[side]))
            match.play(side, word)
            acts.append((side, word))
            other = next(iter(match.choices()), side)
            found = asked(match.game, match.position, other) if not match.over else None
            if found is not None and found.id == question and (other != side) == foes:
                return acts[:-1], side, word
    raise AssertionError(f"{question} was never asked")


def game(question: str, foes: bool = True) -> tuple[Match, str, str, str]:
    """The game before that act; the names of who acts and of the other side, and the act."""
    acts, side, word = moment(question, foes)
    match = first(question)
    for who, done in acts:
        match.play(who, done)
    return match, match.game.sides[side], match.game.sides[1 - side], word


def rest(table: Table) -> None:
    """Nobody thinks."""


def hall(client: TestClient) -> Hall:
    found: Hall = client.app.app.state.hall          # type: ignore[attr-defined]
    return found


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with inside(tmp_path_factory.mktemp("games"), standing_pause=QUICK) as found:
        yield found


def until(client: TestClient, table: dict[str, Any], at: int) -> dict[str, Any]:
    """The state once the log is so long."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        found = state(client, table)
        if found["at"] >= at:
            return found
        time.sleep(0.02)
    raise AssertionError(f"the log did not come to {at} acts")


def give(client: TestClient, table: dict[str, Any], side: str, question: str, answer: str = "",
         unless: tuple[str, ...] = ()) -> Any:
    return client.put(f"/api/tables/{table['table']}/standing",
                      headers=bearer(table["keys"][side]),
 json={"side": side, "question": question, "answer": answer, "unless": list(unless)})


def standing(client: TestClient, table: dict[str, Any], side: str) -> dict[str, Any]:
    found: dict[str, Any] = state(client, table, side)["standing"][side]
    return found


def test_an_order_answers_through_the_referee_and_the_record_knows_no_difference(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "plain")
    assert give(client, table, other, "combat-events", "pass").status_code == 200
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    until(client, table, at + 1)
    lines = state(client, table, other)["events"]
    told = [e for e in lines if e["key"] == "server.standing-answered"]
    assert [(e["n"], e["rule"], e["facts"], e["only"]) for e in told] == [
        (at, "15.0d", {"standing": ["combat-events", "combat-events.pass"]}, other)]
    assert not any("standing" in e["key"] for e in state(client, table, mover)["events"])
    record = hall(client)._tables["plain"].match.record()
    assert verify(parse(record.text().encode())).faults == []
    assert [x.word for x in record.acts[at:at + 1]] == ["pass"]
    assert "standing" not in record.text()


def heard(client: TestClient, question: str, by_order: bool) -> dict[str, list[str]]:
    """Everything the mover and a spectator are sent while the other side answers, by hand or by order."""
    match, mover, other, word = game(question)
    table = put(client, match, f"{question}-{by_order}")
    answer = next(iter(next(x for x in match.game.standing if x.id == question).answers))
    with Seat(client, table, mover) as a, Seat(client, table, other) as b, Seat(client, table) as watcher:
        if by_order:
            assert b.ask("standing", side=other, question=question, answer=answer)["type"] == "ok"
        at = a.ask("act", side=mover, act=word, at=len(match.log))["at"]
        a.seen(at)
        watcher.seen(at)
        if not by_order:
            b.seen(at)
            declared = next(x for x in match.game.standing if x.id == question)
            hand = match.word(declared.answers[answer])
            assert b.ask("act", side=other, act=hand, at=at)["type"] == "ok"
        then = b.seen(until(client, table, at + 1)["at"])["at"]
        for seat in (a, watcher):
            seat.seen(then)
            assert seat.ask("ping")["type"] == "ok"
            assert seat.ask("state", since=0)["type"] == "ok"
        found = {"mover": a.heard, "watcher": watcher.heard}
    for who, side in (("mover", mover), ("watcher", "")):
        found[who].append(json.dumps(state(client, table, side)))
        key, path = bearer(table["keys"].get(side, "")), f"/api/tables/{table['table']}"
        found[who].append(client.get(path + "/log", params={"since": 0}, headers=key).text)
        found[who].append(client.get(path + "/replay", params={"since": 0, "at": then}, headers=key).text)
    return {who: [text.replace(table["table"], "TABLE") for text in texts] for who, texts in found.items()}


@pytest.mark.parametrize("question", ["combat-events", "counter-attack", "reactions"])
def test_twin_games_answered_by_hand_and_by_order_send_everybody_else_the_same(client: TestClient, question: str):
    by_hand, by_order = heard(client, question, False), heard(client, question, True)
    for who in ("mover", "watcher"):
        assert by_hand[who] == by_order[who]
        assert len([x for x in by_hand[who] if '"type":"state"' in x]) >= 4, "one state for each act"
    assert "standing-answered" not in "".join(by_order["mover"] + by_order["watcher"])
    assert '"standing"' not in "".join(by_order["watcher"])


def test_nobody_else_is_told_that_an_order_was_given(client: TestClient):
    match, mover, other, _ = game("combat-events")
    table = put(client, match, "quiet")
    with Seat(client, table, mover) as a, Seat(client, table, other) as b:
        a.ask("ping")
        before = len(a.heard)
        row = client.get("/api/tables/quiet", headers=bearer(table["keys"][mover])).text
        assert b.ask("standing", side=other, question="combat-events", answer="pass", unless=["madrid"])["type"] == "ok"
        assert b.state["standing"][other]["orders"] == {"combat-events": {"answer": "pass", "unless": ["madrid"]}}
        assert b.state["version"] == a.state["version"]
        a.ask("ping")
        assert len(a.heard) == before + 1
        assert client.get("/api/tables/quiet", headers=bearer(table["keys"][mover])).text == row
    assert state(client, table, mover)["standing"][mover]["orders"] == {}
    assert "standing" not in state(client, table)
    own = client.get("/api/tables/quiet/standing", headers=bearer(table["keys"][mover])).json()
    assert own == {mover: {"orders": {}, "asked": "combat-events", "now": ""}}
    assert client.get("/api/tables/quiet/standing").json() == {}


def test_after_the_end_the_other_side_still_does_not_learn_of_orders(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "over")
    give(client, table, other, "combat-events", "pass")
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    until(client, table, at + 1)
    with Seat(client, table, other) as b:
        b.ask("resign", side=other)
    for path, more in (("replay", {"at": at + 1, "since": 0, "side": "both"}), ("record", {}), ("log", {}),
                       ("state", {"since": 0})):
        said = client.get(f"/api/tables/over/{path}", headers=bearer(table["keys"][mover]), params=more)
        assert said.status_code == 200
        assert "standing-answered" not in said.text
    mine = client.get("/api/tables/over/replay", headers=bearer(table["keys"][other]),
                      params={"at": at + 1, "since": 0, "side": "both"})
    assert "standing-answered" in mine.text


def test_a_condition_that_holds_lets_the_player_be_asked(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "unless")
    give(client, table, other, "combat-events", "pass", ("attacked",))
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    time.sleep(3 * QUICK[1])
    asked_now = state(client, table, other)
    assert asked_now["at"] == at
    assert asked_now["standing"][other] == {
        "orders": {"combat-events": {"answer": "pass", "unless": ["attacked"]}}, "asked": "combat-events", "now": ""}


def test_a_new_order_counts_from_the_next_question_on(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "next")
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    assert give(client, table, other, "combat-events", "pass").json()["now"] == ""
    time.sleep(3 * QUICK[1])
    assert state(client, table)["at"] == at
    del hall(client)._tables["next"]     # nor after a restart
    state(client, table)
    time.sleep(3 * QUICK[1])
    assert state(client, table)["at"] == at


def test_an_order_that_is_withdrawn_answers_no_more(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "withdrawn")
    give(client, table, other, "combat-events", "pass")
    assert give(client, table, other, "combat-events").json()["orders"] == {}
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    time.sleep(3 * QUICK[1])
    assert state(client, table)["at"] == at


def test_what_an_order_answered_can_be_taken_back_like_any_act_and_is_then_asked(client: TestClient):
    match, mover, other, word = game("counter-attack")
    table = put(client, match, "undo")
    give(client, table, other, "counter-attack", "none")
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    until(client, table, at + 1)
    with Seat(client, table, mover) as a, Seat(client, table, other) as b:
        now = b.state["at"]
        a.ask("undo", side=mover)
        assert a.state["at"] == now, "the other side has acted: nothing before it can be taken back without consent"
        a.ask("rollback", side=mover, to=at)
        assert b.ask("accept", side=other, what="rollback")["type"] == "ok"
        b.seen(at)
        time.sleep(3 * QUICK[1])
        assert b.ask("ping")["type"] == "ok"
        assert (b.state["at"], b.state["standing"][other]["now"]) == (at, "")
        assert not any(e["n"] >= at for e in state(client, table, other)["events"])
    del hall(client)._tables["undo"]     # as after a restart
    time.sleep(3 * QUICK[1])
    assert state(client, table, other)["at"] == at
    time.sleep(3 * QUICK[1])
    assert state(client, table, other)["at"] == at
    assert act(client, table, other, "done", at).status_code == 200


def test_an_offer_that_waits_is_not_swept_away_by_an_order(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "offer")
    found, offered = hall(client)._tables["offer"], threading.Event()
    stand = found.stand

    async def after_the_offer(at: int) -> None:
        await asyncio.to_thread(offered.wait, PATIENCE)
        await stand(at)

    monkeypatch.setattr(found, "stand", after_the_offer)
    with Seat(client, table, mover) as a, Seat(client, table, other) as b:
        b.ask("standing", side=other, question="combat-events", answer="pass")
        at = a.ask("act", side=mover, act=word, at=len(match.log))["at"]
        a.ask("draw", side=mover)
        offered.set()
        time.sleep(3 * QUICK[1])
        b.ask("state")
        assert (b.state["at"], b.state["offer"]["kind"]) == (at, "draw")
        b.ask("decline", side=other, what="draw")
    until(client, table, at + 1)


def test_a_question_that_goes_on_after_an_answer_by_hand_stays_with_the_player(client: TestClient):
    match, mover, other, word = game("draw-chits")
    table = put(client, match, "hand")
    give(client, table, other, "draw-chits", "none", ("no-chits",))
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    at = act(client, table, other, "buy", at).json()["at"]
    time.sleep(3 * QUICK[1])
    still = state(client, table, other)
    assert still["at"] == at
    assert still["standing"][other]["asked"] == "draw-chits", "he has a chit, and would be answered for from the start"


def test_at_one_screen_the_answer_comes_with_the_act(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "screen")
    seats = hall(client)._tables["screen"].seats
    seats[:] = [SeatRow(s.side, "human", "", hashed(table["keys"][other])) for s in seats]
    table["keys"][mover] = table["keys"][other]
    give(client, table, other, "combat-events", "pass")
    at = act(client, table, mover, word, len(match.log)).json()["at"]
    given = [e["n"] for e in state(client, table, other)["events"] if e["key"] == "server.standing-answered"]
    assert given
    assert at > given[0]


def test_against_the_computer_nobody_waits_for_an_answer_by_order(client: TestClient):
    match, mover, other, word = game("combat-events")
    table = put(client, match, "bot")
    give(client, table, other, "combat-events", "pass")
    found = hall(client)._tables["bot"]
    found.seats[:] = [s if match.game.sides[s.side] == other else SeatRow(s.side, "bot", "random", "")
                      for s in found.seats]
    found.on_change = rest               # this computer player does not think: the test acts for it
    assert client.portal is not None
    at = client.portal.call(found.act, match.game.side(mover), word, len(match.log))
    assert [x.side for x in found.standing.given] == [match.game.side(other)]
    assert at > found.standing.given[0].n


@pytest.mark.parametrize(("change", "fault"), [
    ({"question": "reactions"}, "no-standing"), ({"answer": "chit"}, "standing-answer"),
    ({"unless": ["odds-half"]}, "standing-unless")])
def test_an_order_that_cannot_be_given_is_refused_with_what_could_be(client: TestClient, change: dict[str, Any],
                                                                     fault: str):
    table = new(client, game="storm", scenario="drive", seats={"republican": "human", "nationalist": "open"})
    wanted = {"question": "combat-events", "answer": "pass", "unless": []} | change
    answer = client.put(f"/api/tables/{table['table']}/standing",
                        headers=bearer(table["keys"]["republican"]), json={"side": "republican", **wanted})
    assert (answer.status_code, reasons(answer)) == (422, ["server.bad-value"])
    assert any(name in answer.json()["text"] for name in ("combat-events", "pass", "madrid")), fault
    spanish = client.put(f"/api/tables/{table['table']}/standing", headers={
        "accept-language": "es", **bearer(table["keys"]["republican"])}, json={"side": "republican", **wanted})
    assert "orden permanente" in spanish.json()["text"]


def test_only_the_seat_itself_gives_orders(client: TestClient):
    table = new(client, game="storm", scenario="drive", seats={"republican": "human", "nationalist": "open"})
    for key in ("", table["keys"]["nationalist"]):
        answer = client.put(f"/api/tables/{table['table']}/standing", headers=bearer(key),
                            json={"side": "republican", "question": "combat-events", "answer": "pass"})
        assert (answer.status_code, reasons(answer)) == (403, ["server.not-your-side"])


def test_orders_and_what_they_answered_survive_a_restart(tmp_path: Path):
    match, mover, other, word = game("combat-events")
    with inside(tmp_path, standing_pause=QUICK) as client:
        table = put(client, match, "kept")
        give(client, table, other, "combat-events", "pass", ("madrid",))
        give(client, table, other, "draw-chits", "none")
        at = act(client, table, mover, word, len(match.log)).json()["at"]
        until(client, table, at + 1)
        before = state(client, table, other)
    with inside(tmp_path, standing_pause=QUICK) as client:
        after = state(client, table, other)
        assert after["standing"] == before["standing"]
        assert after["events"] == before["events"]
        assert any(e["key"] == "server.standing-answered" for e in after["events"])
        client.delete("/api/tables/kept", headers=bearer(table["owner"]))
    with sqlite3.connect(tmp_path / "frente.sqlite3") as db:
        for name in ("standing", "by_order"):
            assert db.execute(f"select count(*) from {name}").fetchone() == (0,)
    db.close()


def test_the_games_say_what_standing_orders_they_take(client: TestClient):
    storm = next(g for g in client.get("/api/games").json() if g["slug"] == "storm")
    found = {x["id"]: x for x in storm["standing"]}
    assert found["combat-events"] == {
        "id": "combat-events", "rule": "15.0d", "sides": ["republican", "nationalist"], "answers": ["pass"],
        "unless": ["attacking", "attacked", "reply", "madrid"]}
    paths = client.get("/api/openapi.json").json()
    assert set(paths["paths"]["/api/tables/{id}/standing"]) == {"get", "put"}
    assert "Standing" in paths["components"]["schemas"]
