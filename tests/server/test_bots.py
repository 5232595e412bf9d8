"""Computer players at the table, and programs that take a seat like anybody else."""
from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from frente import Match
from frente.ai import NAMES
from frente.ai.aims import Aim
from frente.kernel.referee import IllegalAct
from frente.lab import load
from frente.server import moves, thinkers, worker
from frente.server.measure import measure
from frente.server.thinkers import WorkFailed
from tests.server.helpers import HOT_SEAT, PATIENCE, Running, bearer, inside, new, play, state, wait_for
from tests.server.postgres import postgres

ROOT = Path(__file__).resolve().parents[2]


def task(match: Match, bot: str, side: int = 0) -> worker.Task:
    return worker.Task("t", match.game.slug, match.scenario, match.options, match.game.dump(match.position), side, bot,
                       "a seed")


@pytest.mark.parametrize("bot", NAMES)
def test_a_computer_player_decides_on_offered_acts_until_somebody_else_has_to(bot: str):
    match = Match.new("brunete", seed="x")
    found = worker.think(task(match, bot))
    assert found
    for word, _ in found:
        match.play(0, word)
    assert worker.think(task(Match.new("brunete", seed="x"), bot, side=1)) == []


def test_what_a_computer_player_decides_follows_from_the_seed():
    match = Match.new("brunete", seed="x")
    worker._seats.clear()
    first = worker.think(task(match, "random"))
    worker._seats.clear()
    assert worker.think(task(match, "random")) == first


def test_what_a_general_goes_for_is_told_at_once_by_name_and_in_numbers_when_the_game_is_over(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its note is its own until the end; the staff report names the plan and no chance."""
    plan = Aim("rush", 5, 40, 62, 40).note()

    async def decided(self: Any, client: str, work: Any, *arguments: Any, **more: Any) -> Any:
        if work is not worker.think:
            return await real(self, client, work, *arguments, **more)
        task = arguments[0]
        match = Match.new("brunete", scenario=task.scenario, seed="x")
        game = match.game
        p = game.restore(task.position, match.position)
        return [(game.words(p).word(p.choices()[task.side][0]), plan)]

    real = thinkers.Thinkers.do
    monkeypatch.setattr(thinkers.Thinkers, "do", decided)
    with inside(tmp_path) as client:
        table = new(client, {"republican": "bot:general", "nationalist": "human"})
        wait_for(client, table, "nationalist", "at")
        path, mine = f"/api/tables/{table['table']}", bearer(table["keys"]["nationalist"])
        assert client.get(f"{path}/notes", headers=mine).json() == {"notes": []}
        report = client.get(f"{path}/film?from=0&side=nationalist", headers=mine).json()["report"]
        assert report[0] == {"topic": "plan", "rule": "", "key": "aim.rush", "facts": {}, "places": []}
        assert len(report) <= 5
        assert not any("62" in str(x) for x in report)
        with client.websocket_connect(f"ws://localhost{path}/live") as session:
            session.send_json({"type": "hello", "key": table["keys"]["nationalist"]})
            session.send_json({"id": 1, "type": "resign", "side": "nationalist"})
            while session.receive_json().get("id") != 1:
                pass
        notes = client.get(f"{path}/notes", headers={**mine, "accept-language": "es"}).json()["notes"]
        assert notes[0]["side"] == "republican"
        assert "62 de 100 posibilidades" in notes[0]["text"]


def test_two_computer_players_play_by_themselves_and_nobody_else_may_act_for_them(client: TestClient):
    table = new(client, dict.fromkeys(HOT_SEAT, "bot:random"))
    assert table["keys"] == {}
    path = f"/api/tables/{table['table']}"
    until = time.monotonic() + PATIENCE
    while (s := client.get(f"{path}/state", headers=bearer(table["owner"])).json())["at"] < 60:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert (s["you"], s["owner"], s["view"]["viewer"]) == ([], True, "")
    message = {"side": "republican", "act": "pass", "at": s["at"]}
    answer = client.post(f"{path}/acts", json=message, headers=bearer(table["owner"]))
    assert answer.status_code == 403
    assert client.delete(path, headers=bearer(table["owner"])).status_code == 204


def test_other_games_go_on_while_a_computer_player_thinks(tmp_path: Path, monkeypatch: Any):
    started: list[float] = []

    async def slow(self: thinkers.Thinkers, *_: object, **__: object) -> list[str]:
        started.append(time.monotonic())
        await asyncio.Event().wait()     # for ever
        return []

    monkeypatch.setattr(thinkers.Thinkers, "do", slow)
    with inside(tmp_path) as client:
        stuck = new(client, {"republican": "bot:captain", "nationalist": "human"})
        other = new(client)
        assert play(client, other, 10) >= 10
        s = state(client, stuck, "nationalist")
        assert (s["thinking"], s["at"]) == (["republican"], 0)
        assert started


def failing(monkeypatch: pytest.MonkeyPatch, broken: list[bool]) -> list[str]:
    """Computer players fail as long as *broken* has something left to say so; from what chances they thought."""
    real = thinkers.Thinkers.do
    chances: list[str] = []

    async def do(self: Any, client: str, work: Any, *arguments: Any, **more: Any) -> Any:
        if work is worker.think:
            chances.append(arguments[0].seed)
            if broken[0] if len(broken) == 1 else broken.pop(0):
                raise WorkFailed(503, "worker-ended")
        return await real(self, client, work, *arguments, **more)

    monkeypatch.setattr(thinkers.Thinkers, "do", do)
    return chances


def test_a_table_whose_computer_player_failed_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(moves, "AGAIN", (0, 0))
    chances = failing(monkeypatch, [True, True, True, False])
    with inside(tmp_path) as client:
        table = new(client, {"republican": "bot:random", "nationalist": "human"})
        s = wait_for(client, table, "nationalist", "at")
        assert s["trouble"] == []
    assert len(set(chances[:4])) == 4, "it would only fail again"


def test_a_computer_player_that_fails_is_reported_and_can_be_woken(tmp_path: Path, monkeypatch: Any):
    broken = [True]
    failing(monkeypatch, broken)
    with inside(tmp_path) as client:
        table = new(client, {"republican": "bot:random", "nationalist": "human"})
        s = wait_for(client, table, "nationalist", "trouble")
        assert s["trouble"][0]["key"] == "server.bot-failed"
        assert "its process ended" in s["trouble"][0]["text"]
        assert s["trouble"][0]["facts"]["seconds"] == 2
        broken[0] = False
        path = f"ws://localhost/api/tables/{table['table']}/live"
        with client.websocket_connect(path) as session:
            session.send_json({"type": "hello", "key": table["owner"]})
            session.send_json({"id": 1, "type": "wake"})
            wait_for(client, table, "nationalist", "at")
            session.send_json({"id": 2, "type": "wake"})
            while (answer := session.receive_json()).get("id") != 2:
                pass
            assert answer["reasons"][0]["key"] == "server.nothing-stuck"


def test_why_an_act_of_a_computer_player_was_refused_is_told_to_nobody_at_the_table(tmp_path: Path, monkeypatch: Any):
    """The reason may name what the other side may not know."""
    async def refused(*_: Any) -> bool:
        raise IllegalAct("the reserve stands in 0714", [])

    monkeypatch.setattr(moves.Moves, "spell", refused)
    with inside(tmp_path) as client:
        table = new(client, {"republican": "bot:random", "nationalist": "human"})
        s = wait_for(client, table, "nationalist", "trouble")
        assert (s["trouble"][0]["key"], s["trouble"][0]["facts"]["fault"]) == ("server.bot-failed", "IllegalAct")
        assert "0714" not in json.dumps(s["trouble"])


def test_a_player_may_have_the_answer_of_a_search_at_once_and_a_stranger_may_not(tmp_path: Path, monkeypatch: Any):
    asked: list[str] = []
    monkeypatch.setattr(thinkers.Thinkers, "hurry", lambda self, key: asked.append(key))
    with inside(tmp_path) as client:
        table = new(client, HOT_SEAT)
        path = f"ws://localhost/api/tables/{table['table']}/live"
        for key, kind in (("", "refused"), (next(iter(table["keys"].values())), "ok")):
            with client.websocket_connect(path) as session:
                session.send_json({"type": "hello", "key": key})
                session.send_json({"id": 1, "type": "hurry"})
                while (answer := session.receive_json()).get("id") != 1:
                    pass
                assert answer["type"] == kind
    assert asked == [table["table"]]


def test_those_who_wait_see_how_far_a_search_is(tmp_path: Path, monkeypatch: Any):
    async def told(self: thinkers.Thinkers, client: str, work: Any, *arguments: Any, **more: Any) -> list[str]:
        if "tell" in more:
            more["tell"](0.254)
        await asyncio.sleep(0.01)
        return []

    monkeypatch.setattr(thinkers.Thinkers, "do", told)
    with inside(tmp_path) as client:
        table = new(client, {"republican": "bot:general", "nationalist": "human"})
        path = f"ws://localhost/api/tables/{table['table']}/live"
        with client.websocket_connect(path) as session:
            session.send_json({"type": "hello", "key": table["keys"]["nationalist"]})
            while "share" not in (message := session.receive_json()):
                pass
            assert message == {"type": "thinking", "side": "republican", "share": 0.25}


def test_the_example_program_takes_the_seat_of_an_invitation_and_plays(server: Running):
    body = {"game": "brunete", "seats": {"republican": "open", "nationalist": "bot:random"}}
    table = server.http.post("/api/tables", json=body).json()
    link = f"http://127.0.0.1:{server.port}/#/t/{table['table']}?invitation={table['invitations']['republican']}"
    done = subprocess.run([sys.executable, str(ROOT / "examples" / "bot.py"), link, "--acts", "40", "--pause", "0"],
                          capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert "going on" in done.stdout
    assert state(server.http, table)["at"] >= 40


def test_the_example_program_plays_both_sides_of_a_table_of_its_own(server: Running):
    done = subprocess.run([sys.executable, str(ROOT / "examples" / "bot.py"), f"http://127.0.0.1:{server.port}/",
                           "--acts", "30", "--pause", "0", "--seed", "1"], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert "watch it at" in done.stdout


def test_of_a_load_run_by_table_every_table_is_at_one_process(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(load, "THINK", (0.01, 0.05))
    monkeypatch.setattr(load, "WARM", 1.0)
    seats: list[load.Seat] = []
    table = load._table

    def made(*asked: Any) -> list[load.Seat]:
        found = table(*asked)
        seats.extend(found)
        return found

    monkeypatch.setattr(load, "_table", made)
    with postgres() as url:
        found = load.run("brunete", games=2, seconds=3.0, database=url, workers=2, by_table=True).data()
    assert (found["workers"], found["by_table"], found["refused"], found["lost"]) == (2, True, 0, 0)
    assert found["acts"] > 4
    assert found["database_ms_an_act"] > 0
    assert len({seat.server for seat in seats}) == len({(seat.server, seat.table) for seat in seats}) == 2


def test_the_work_of_the_server_is_measured_by_act():
    found = measure("brunete", most=40).data()
    assert found["acts"] == 40
    assert 0 < found["work_p50_ms"] <= found["work_p99_ms"]
    assert 0 < found["with_disk_p50_ms"] <= found["with_disk_p99_ms"]
