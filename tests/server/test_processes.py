"""Several servers on one PostgreSQL: each serves every table, and no table is ever decided by two at once."""
from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import frente
from frente.cli.main import main
from frente.server import turns as turns_list
from frente.server.keeping import STRIDE
from frente.server.schema import Stored, Turn
from frente.server.settings import Settings
from frente.server.table import Table
from tests.server.helpers import (
    BOT,
    HOT_SEAT,
    INVITED,
    PATIENCE,
    Player,
    Running,
    act,
    bearer,
    hall_of,
    inside,
    new,
    play,
    state,
)
from tests.server.postgres import control, postgres
from tests.server.test_crash import all_have, gone, hammer, wait_until

WATCH_BOTS = dict.fromkeys(HOT_SEAT, "bot:random")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
def empty(database: str) -> Iterator[str]:
    """An empty database on that server."""
    yield database
    engine = create_engine(Settings(Path(), database).url)
    with engine.begin() as c:
        c.execute(text("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                       " and datname = current_database()"))
        c.execute(text("drop schema public cascade"))
        c.execute(text("create schema public"))
    engine.dispose()


@pytest.fixture
def two(empty: str, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    with ExitStack() as stack:
        yield (stack.enter_context(Running(tmp_path / "a", "--database", empty)),
               stack.enter_context(Running(tmp_path / "b", "--database", empty)))


def turns(database: str) -> list[Any]:
    engine = create_engine(Settings(Path(), database).url)
    with engine.connect() as c:
        found = list(c.execute(text("select game_table, side, worker, tries from turn order by 1, 2")))
    engine.dispose()
    return found


def test_requests_that_alternate_between_two_processes_meet_one_game(two: tuple[Running, Running]):
    one, other = two
    table = new(one.http, INVITED)
    for k in range(12):
        here, there = (one, other) if k % 2 else (other, one)
        for side in table["keys"]:
            s = state(here.http, table, side)
            if s["acts"].get(side):
                answer = act(there.http, table, side, s["acts"][side][0], s["at"])
                assert answer.status_code == 200, answer.text
        assert state(one.http, table, "republican")["view"] == state(other.http, table, "republican")["view"]
    assert other.http.patch(f"/api/tables/{table['table']}", json={"name": "Renamed"},
                            headers=bearer(table["owner"])).status_code == 200
    wait_until(lambda: state(one.http, table)["name"] == "Renamed", "the new name is not known at the other process")
    renewed = other.http.post(f"/api/tables/{table['table']}/key", headers=bearer(table["keys"]["republican"]))
    key = renewed.json()["key"]
    wait_until(lambda: one.http.get(f"/api/tables/{table['table']}", headers=bearer(key)).status_code == 200,
               "the new key is not known at the other process")
    assert other.http.delete(f"/api/tables/{table['table']}", headers=bearer(key)).status_code == 204
    wait_until(lambda: one.http.get(f"/api/tables/{table['table']}").status_code == 404, "the table is still there")


def test_whoever_watches_at_the_other_process_sees_every_act_going_back_and_who_is_there(two: tuple[Running, Running]):
    one, other = two
    table = new(one.http, INVITED)
    mover, watcher = one.live(table, "republican"), other.live(table)
    first, seen = mover.until("state"), watcher.until("state")
    assert (first["at"], seen["seats"]["nationalist"]["connected"]) == (seen["at"], False)
    sees(watcher, lambda s: s["seats"]["republican"]["connected"])
    mover.ask("act", side="republican", act=first["acts"]["republican"][0], at=first["at"])
    at = mover.state["at"]
    watcher.catch_up(at)
    spectator = state(one.http, table)
    assert (watcher.state["view"], watcher.state["dice"]) == (spectator["view"], spectator["dice"])
    assert mover.ask("undo", side="republican")["type"] == "ok"
    sees(watcher, lambda s: s["at"] == first["at"])
    assert watcher.state["since"] == first["at"], "what was told from there on is forgotten"
    mover.close()
    sees(watcher, lambda s: not s["seats"]["republican"]["connected"])
    watcher.close()


def test_a_table_at_which_nobody_looks_is_followed_when_somebody_asks(empty: str, tmp_path: Path):
    with inside(tmp_path / "a", database=empty) as one, inside(tmp_path / "b", database=empty) as other:
        table = new(one, HOT_SEAT)
        at = state(other, table)["at"]
        there = hall_of(one)._tables[table["table"]]
        here = hall_of(other)._tables[table["table"]]
        for acts in (3, 2 * STRIDE):     # played again here, and read anew
            play(one, table, acts)
            wait_until(lambda: here.behind == there.version, "it is not heard of")
            assert len(here.match.log) == at
            assert state(other, table, "republican")["view"] == state(one, table, "republican")["view"]
            at = len(here.match.log)
            assert (at, here.version) == (len(there.match.log), there.version)


def test_what_is_stored_while_a_table_is_being_opened_is_not_missed(
        empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with inside(tmp_path / "a", database=empty) as one, inside(tmp_path / "b", database=empty) as other:
        table = new(one, HOT_SEAT)
        hall = hall_of(other)
        opened = hall._opened

        async def late(stored: Stored) -> Table:         # what was read grows old before the table is open
            await asyncio.to_thread(play, one, table, 3)
            return await opened(stored)

        monkeypatch.setattr(hall, "_opened", late)
        assert state(other, table)["at"] == state(one, table)["at"]


def sees(player: Player, test: Callable[[dict[str, Any]], bool]) -> None:
    """Until the last state is like that; the line breaks the test if none comes."""
    while not test(player.state):
        player.hear()


def test_of_two_processes_that_are_asked_for_the_same_act_exactly_one_takes_it(two: tuple[Running, Running]):
    table = new(two[0].http)
    players = [server.live(table, "republican") for server in two for _ in range(2)]
    for player in players:
        player.until("state")
    rng = Random(3)
    for _ in range(25):
        at = max(p.state["at"] for p in players)
        for player in players:
            player.catch_up(at)
        side, words = next((s, a) for s, a in players[0].state["acts"].items() if a)
        answers: list[dict[str, Any]] = []

        def ask(player: Player, side: str = side, word: str = rng.choice(words), at: int = at,
                answers: list[dict[str, Any]] = answers) -> None:
            answers.append(player.ask("act", side=side, act=word, at=at))

        threads = [threading.Thread(target=ask, args=(p,)) for p in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(a["type"] for a in answers) == ["ok", "refused", "refused", "refused"]
        assert {a["reasons"][0]["key"] for a in answers if a["type"] == "refused"} == {"server.stale"}
        good = next(a["at"] for a in answers if a["type"] == "ok")
        for player in players:
            player.catch_up(good)
    views = [p.state["view"] for p in players]
    assert views.count(views[0]) == 4
    for player in players:
        player.close()


def test_a_process_that_is_killed_loses_nothing_and_its_tables_go_on_at_the_other(empty: str, tmp_path: Path):
    with Running(tmp_path / "a", "--database", empty) as one, Running(tmp_path / "b", "--database", empty) as other:
        tables = [new(one.http, seed=str(k)) for k in range(3)]
        for k in range(4):
            acked: list[list[int]] = [[] for _ in tables]
            players = [(one, other)[(i + k) % 2].live(t, "republican") for i, t in enumerate(tables)]
            threads = [threading.Thread(target=hammer, args=(p, Random(k * 10 + i), acked[i]))
                       for i, p in enumerate(players)]
            for thread in threads:
                thread.start()
            wait_until(partial(all_have, acked, 3 * (k + 1)), "no act was acknowledged")
            dead, alive = (one, other) if k % 2 else (other, one)
            dead.kill()
            for table, told in zip(tables, acked, strict=True):
                known = max(told)        # before it is asked for: players at the other process play on meanwhile
                s = state(alive.http, table, "republican")
                assert s["at"] >= known
                side, words = next((x, a) for x, a in s["acts"].items() if a)
                answer = act(alive.http, table, side, words[0], s["at"])
                assert answer.status_code in (200, 409), answer.text        # the other player may have been faster
            for player in players:
                player.close()
            for thread in threads:
                thread.join()
            dead.start()
        for table in tables:
            record = one.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"]))
            report = frente.kernel.proof.verify(frente.kernel.record.parse(record.content))
            assert report.ok, report.problems


def test_computer_players_of_a_killed_fleet_go_on_with_another_within_seconds(empty: str, tmp_path: Path):
    with Running(tmp_path / "a", "--database", empty, "--no-bots") as server:
        table = new(server.http, WATCH_BOTS)
        assert state(server.http, table)["thinking"] != [], "somebody else will take the turn"
        first = crew(empty)
        wait_until(lambda: state(server.http, table)["at"] > 5, "no computer player has moved")
        first.kill()
        first.wait()
        at = state(server.http, table)["at"]
        held = [t for t in turns(empty) if t.worker]
        second = crew(empty)
        wait_until(lambda: state(server.http, table)["at"] > at, f"nobody has gone on with {held}")
        second.terminate()
        assert second.wait(PATIENCE) == 0
        assert [t.worker for t in turns(empty)] == [""], "what it had in hand others may take at once"
        server.http.delete(f"/api/tables/{table['table']}", headers=bearer(table["owner"]))
        assert turns(empty) == []


def test_a_turn_that_its_worker_has_lost_sight_of_runs_out(empty: str):
    """Else a worker that could not give a turn back would keep it from all others for as long as it lives."""
    assert main(["migrate", "--database", empty]) == 0
    engine = create_engine(Settings(Path(), empty).url)
    with engine.begin() as c:
        turns_list.set_turns(c, "lost", [Turn(0, "somebody", 0)])
        taken = turns_list.Take("worker")(c)
        assert taken == turns_list.Taken("lost", 0, 0)
        c.execute(text("update turn set lease = 1"))

    def lease_after(held: list[turns_list.Taken]) -> float:
        with engine.begin() as c:
            turns_list.Renew("worker", held)(c)
            return float(c.execute(text("select lease from turn")).scalar_one())

    assert lease_after([]) == 1
    assert lease_after([taken]) > 1
    engine.dispose()


def crew(database: str) -> subprocess.Popen[str]:
    found = subprocess.Popen([sys.executable, "-m", "frente.cli", "bots", "--database", database, "--thinkers", "1"],
                             stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert found.stdout is not None
    assert found.stdout.readline() == "Computer players take their turns – Ctrl-C ends it.\n"
    return found


def test_a_person_is_answered_by_the_computer_wherever_he_sits(two: tuple[Running, Running]):
    one, other = two
    table = new(one.http, BOT)
    at = play(other.http, table, 30)
    assert at >= 30
    assert state(one.http, table)["trouble"] == []


def test_a_database_that_is_away_for_seconds_costs_nothing_but_these_seconds(tmp_path: Path):
    with postgres() as url:
        server = url.rpartition("host=")[2]
        with Running(tmp_path / "a", "--database", url) as one, Running(tmp_path / "b", "--database", url) as other:
            table = new(one.http)
            play(one.http, table, 5)
            players = [one.live(table, "republican"), other.live(table, "republican")]
            for player in players:
                player.until("state")
            at = players[0].state["at"]
            with stopped(Path(server)):
                side, words = next((s, a) for s, a in players[0].state["acts"].items() if a)
                answer = players[0].ask("act", side=side, act=words[0], at=at)
                assert (answer["type"], answer["reasons"][0]["key"]) == ("refused", "server.storage")
                time.sleep(2)
            deadline = time.monotonic() + PATIENCE
            while (answer := players[0].ask("act", side=side, act=words[0], at=at))["type"] != "ok":
                assert time.monotonic() < deadline, answer
                time.sleep(0.2)
            for player in players:
                player.catch_up(at + 1)
            assert players[0].state["view"] == players[1].state["view"]
            for player in players:
                player.close()


@contextmanager
def stopped(root: Path) -> Iterator[None]:
    """The database server is stopped, and started again afterwards."""
    control(root, "stop")
    yield
    control(root, "start")


def test_one_command_serves_with_several_processes_and_replaces_one_that_dies(empty: str, tmp_path: Path):
    with Running(tmp_path, "--database", empty, "--workers", "2") as server:
        serving = members(server.process.pid)
        assert len(serving) == 2
        table = new(server.http)
        at = play(server.http, table, 6)
        os.kill(serving[0], 9)
        wait_until(lambda: gone(serving[0]), "it is still there")
        with Running(tmp_path / "other", "--database", empty) as other:
            assert state(other.http, table)["at"] == at
        wait_until(lambda: len(set(members(server.process.pid)) - {serving[0]}) == 2, "it was not replaced")
        status, said = server.stop()
        assert status == 0, said
        for pid in serving:
            wait_until(partial(gone, pid), f"{pid} is still there")


def members(pid: int) -> list[int]:
    """The processes that serve for one that was started with --workers."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            line = (path / "cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid and "spawn_main" in line and fields[0] != "Z":
            found.append(int(path.name))
    return sorted(found)


@pytest.mark.parametrize("command, said", [
    (["serve", "--workers", "2", "--no-browser"], "A file of games is served by one process"),
    (["serve", "--no-bots", "--no-browser"], "A file of games is served by one process"),
    (["serve", "--workers", "0", "--no-browser"], "--workers is at least 1"),
    (["bots"], "Name the database"),
    (["bots", "--database", "postgresql:///nowhere?host=/nonexistent"], "Games cannot be kept in"),
    (["bots", "--database", "x", "--thinkers", "0"], "--database is written"),
    (["serve", "--database", "postgresql:///nowhere?host=/nonexistent", "--workers", "2", "--no-browser"],
     "Games cannot be kept in"),
])
def test_what_cannot_be_is_said_in_one_sentence(command: list[str], said: str, capsys: pytest.CaptureFixture[str],
                                                tmp_path: Path):
    assert main([*command, *(["--data", str(tmp_path)] if command[0] == "serve" else [])]) == 2
    found = capsys.readouterr().err
    assert said in found
    assert len(found.strip().splitlines()) == 1
