"""What an operator does: a backup is put back, all games are looked at, moderators are named, processes are renewed."""
from __future__ import annotations

import shutil
import sqlite3
import threading
from functools import partial
from pathlib import Path
from random import Random

import pytest

from frente.cli.main import main
from frente.kernel.proof import verify
from frente.kernel.record import parse
from tests.server.helpers import INVITED, Running, bearer, inside, new, play, state
from tests.server.people import Browser, club
from tests.server.postgres import dump, postgres, restore
from tests.server.test_crash import all_have, hammer, wait_until


def test_the_drill_a_backup_of_postgresql_put_back_elsewhere_has_every_game(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with postgres() as url, postgres() as other:
        with inside(tmp_path / "a", database=url) as client:
            tables = [new(client, INVITED, seed=str(k)) for k in range(3)]
            acts = [play(client, table, 8 + k) for k, table in enumerate(tables)]
            views = [state(client, table, "republican")["view"] for table in tables]
            dump(url, tmp_path / "games.dump")               # while the server runs
            play(client, tables[0], 5)
        restore(other, tmp_path / "games.dump")
        assert main(["admin", "check", "--database", other]) == 0
        assert capsys.readouterr().out == "3 unfinished games can go on, 0 cannot.\n"
        with inside(tmp_path / "b", database=other) as client:
            for table, at, view in zip(tables, acts, views, strict=True):
                now = state(client, table, "republican")
                assert (now["at"], now["view"]) == (at, view)
            assert play(client, tables[0], 3) > acts[0]


def test_the_same_with_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with inside(tmp_path / "a") as client:
        table = new(client)
        at = play(client, table, 10)
        there = tmp_path / "b"
        there.mkdir()
        with sqlite3.connect(tmp_path / "a" / "frente.sqlite3") as c, sqlite3.connect(there / "frente.sqlite3") as copy:
            c.backup(copy)
    assert main(["admin", "check", "--data", str(there)]) == 0
    assert "1 unfinished games can go on, 0 cannot" in capsys.readouterr().out
    with inside(there) as client:
        assert state(client, table, "republican")["at"] == at
    with sqlite3.connect(there / "frente.sqlite3") as c:
        c.execute("update act set word = 'nonsense' where n = 3")
    assert main(["admin", "check", "--data", str(there)]) == 1
    assert "0 unfinished games can go on, 1 cannot" in capsys.readouterr().out
    shutil.rmtree(there)


def test_moderators_are_named_by_the_operator_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with club(tmp_path) as client:
        ana = Browser(client, "Ana")
        assert ana.ask("GET", "/api/moderation").status_code == 404
    assert main(["admin", "moderator", "ana", "--data", str(tmp_path)]) == 0
    assert main(["admin", "moderator", "nobody", "--data", str(tmp_path)]) == 2
    assert main(["admin", "moderator", "--data", str(tmp_path)]) == 2
    assert "There is nobody called" in capsys.readouterr().err
    with club(tmp_path) as client:
        again = Browser(client)
        again.cookies = ana.cookies
        assert again.ask("GET", "/api/moderation").status_code == 200
    assert main(["admin", "moderator", "Ana", "--remove", "--data", str(tmp_path)]) == 0
    with club(tmp_path) as client:
        again = Browser(client)
        again.cookies = ana.cookies
        assert again.ask("GET", "/api/moderation").status_code == 404


def test_processes_are_renewed_one_after_another_while_people_play(tmp_path: Path):
    """A rolling upgrade: nothing that was acknowledged is lost, and somebody always serves."""
    with postgres() as url, Running(tmp_path / "a", "--database", url) as one, Running(
            tmp_path / "b", "--database", url) as other:
        table = new(one.http)
        for going, staying in ((one, other), (other, one)):
            acked: list[list[int]] = [[], []]
            players = [going.live(table, "republican"), staying.live(table, "republican")]
            threads = [threading.Thread(target=hammer, args=(p, Random(k), acked[k])) for k, p in enumerate(players)]
            for thread in threads:
                thread.start()
            wait_until(partial(all_have, acked, 2), "no act was acknowledged")
            status, said = going.stop()
            assert (status, said) == (0, "")
            before = state(staying.http, table, "republican")["at"]
            assert before >= max(acked[0])
            wait_until(lambda staying=staying, before=before: state(          # type: ignore[misc]
                staying.http, table, "republican")["at"] > before, "the game does not go on")
            players[1].close()
            for thread in threads:
                thread.join()
            going.start()
        record = one.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["owner"]))
        assert verify(parse(record.content)).ok
