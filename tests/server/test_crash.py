"""A real server that is killed, stopped, and besieged by several clients at once."""
from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

import frente
from tests.server.helpers import BOT, HOT_SEAT, INVITED, PATIENCE, Player, Running, bearer, new, state


def hammer(player: Player, rng: Random, acked: list[int]) -> None:
    """Act as fast as it goes until the line breaks; every acknowledged act is noted."""
    try:
        player.until("state")
        while True:
            mine = [(side, a) for side, acts in player.state["acts"].items() for a in acts]
            if not mine:
                player.hear()
                continue
            side, word = rng.choice(mine)
            answer = player.ask("act", side=side, act=word, at=player.state["at"])
            if answer["type"] == "ok":
                acked.append(answer["at"])
    except Exception:                    # the server is dead: that is what the test is about
        return


def all_have(acked: list[list[int]], enough: int) -> bool:
    return min(map(len, acked)) >= enough


def test_kill_minus_nine_loses_no_acknowledged_act(tmp_path: Path):
    with Running(tmp_path) as server:
        tables = [new(server.http, seed=str(k)) for k in range(3)]
        for k in range(3):
            acked: list[list[int]] = [[] for _ in tables]
            players = [server.live(t, "republican") for t in tables]
            threads = [threading.Thread(target=hammer, args=(p, Random(k * 10 + i), acked[i]))
                       for i, p in enumerate(players)]
            for thread in threads:
                thread.start()
            wait_until(partial(all_have, acked, 5 * (k + 1)), "no act was acknowledged")    # in the midst of it
            server.kill()
            for thread in threads:
                thread.join()
            server.start()
            for table, told in zip(tables, acked, strict=True):
                assert told
                s = state(server.http, table, "republican")
                assert s["at"] >= max(told)
                record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"]))
                report = frente.kernel.proof.verify(frente.kernel.record.parse(record.content))
                assert report.ok, report.problems


def test_a_client_that_connects_again_after_a_crash_goes_on_in_the_same_fight(tmp_path: Path):
    with Running(tmp_path) as server:
        table = new(server.http, INVITED)
        player = server.live(table, "republican")
        player.until("state")
        for _ in range(10):
            player.ask("act", side="republican", act=player.state["acts"]["republican"][0], at=player.state["at"])
        before = player.state
        server.kill()
        server.start()
        again = server.live(table, "republican", since=before["at"])
        after = again.until("state")
        for name in ("at", "view", "acts", "undo", "card", "dice"):
            assert after[name] == before[name], name
        assert after["events"] == []
        assert again.ask("act", side="republican", act=after["acts"]["republican"][0], at=after["at"])["type"] == "ok"
        again.close()


def test_of_many_tabs_that_act_at_once_exactly_one_wins(server: Running):
    table = new(server.http)
    players = [server.live(table, "republican") for _ in range(6)]
    for player in players:
        player.until("state")
    for _ in range(5):
        at = max(p.state["at"] for p in players)
        for player in players:
            player.catch_up(at)
        side, acts = next((s, a) for s, a in players[0].state["acts"].items() if a)
        answers: list[dict[str, Any]] = []

        def ask(player: Player, side: str = side, word: str = acts[0], at: int = at,
                answers: list[dict[str, Any]] = answers) -> None:
            answers.append(player.ask("act", side=side, act=word, at=at))

        threads = [threading.Thread(target=ask, args=(p,)) for p in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(a["type"] for a in answers) == ["ok"] + ["refused"] * 5
        assert {a["reasons"][0]["key"] for a in answers if a["type"] == "refused"} == {"server.stale"}
    for player in players:
        player.close()


def test_ctrl_c_ends_the_server_cleanly_while_clients_are_there(server: Running):
    table = new(server.http, BOT)
    player = server.live(table, "republican")
    player.until("state")
    status, said = server.stop()
    assert (status, said) == (0, "")
    assert server.said.startswith("Frente is at http://localhost:")


def test_too_large_a_message_closes_the_socket_and_changes_nothing(server: Running):
    table = new(server.http)
    player = server.live(table, "republican")
    at = player.until("state")["at"]
    message = json.dumps({"type": "act", "side": "republican", "act": "x" * 100_000, "at": at})
    with suppress(ConnectionClosedError):        # the server may close before it has all of it
        player.socket.send(message)
    with pytest.raises(ConnectionClosedError, match="1009"):
        player.until("never")
    assert state(server.http, table)["at"] == at


def test_computer_players_end_with_a_server_that_is_killed(tmp_path: Path):
    with Running(tmp_path) as server:
        new(server.http, dict.fromkeys(HOT_SEAT, "bot:random"))
        wait_until(lambda: len(children(server.process.pid)) >= 2, "no worker began")   # one only keeps accounts
        workers = children(server.process.pid)
        server.kill()
        for pid in workers:
            wait_until(partial(gone, pid), f"worker {pid} is still there")
        server.start()


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):        # a thread that has ended meanwhile
            found += [int(x) for x in (task / "children").read_text().split()]
    return found


def gone(pid: int) -> bool:
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(test: Callable[[], bool], fault: str) -> None:
    until = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < until, fault
        time.sleep(0.02)
