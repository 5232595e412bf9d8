"""A process that is killed between any two steps of what it does for a table: nothing is lost, and the table goes on at
another."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import create_engine, select

from frente.server.schema import GAMES
from frente.server.settings import Settings
from tests.server import dying_server
from tests.server.helpers import BOT, HOT_SEAT, PATIENCE, Running, act, new, state
from tests.server.postgres import postgres
from tests.server.test_crash import wait_until

pytestmark = pytest.mark.whole
BOTS = dict.fromkeys(HOT_SEAT, "bot:random")


@pytest.fixture
def database() -> Iterator[str]:
    """One for each test: a process that finds another's table comes to its last step before it is ready."""
    with postgres() as url:
        yield url


@pytest.fixture
def dying(request: pytest.FixtureRequest, database: str, tmp_path: Path,
          monkeypatch: pytest.MonkeyPatch) -> Running:
    """The only process there is, until it comes to its last step."""
    with monkeypatch.context() as patched:
        patched.setenv(dying_server.DIES, request.param)
        return Running(tmp_path / "dying", "--database", database, module="tests.server.dying_server")


def dies(server: Running) -> None:
    assert server.process.wait(PATIENCE) == -9, "it did not come to that step"
    server.http.close()


@pytest.mark.parametrize("dying", ["Create after 1", "Ensure before 1", "Ensure after 1", "Taken after 1"],
                         indirect=True)
def test_a_table_whose_process_is_killed_while_it_is_set_up_goes_on_at_another(
        dying: Running, database: str, tmp_path: Path):
    with suppress(httpx2.TransportError):            # it is stored, whether that could still be said or not
        new(dying.http, BOTS)
    dies(dying)
    engine = create_engine(Settings(Path(), database).url)
    with engine.connect() as c:
        id = c.execute(select(GAMES.c.id).order_by(GAMES.c.created.desc()).limit(1)).scalar_one()
    engine.dispose()
    with Running(tmp_path / "other", "--database", database) as other:
        table = {"table": id, "keys": {}}
        wait_until(lambda: state(other.http, table)["at"] > 5, "no computer player goes on")


@pytest.mark.parametrize("dying", [
    "Apply before 2", "Apply after 2",               # what a person does is stored; then what the computer does
    "think before 1", "think after 1", "Apply before 12", "Apply after 12", "Free before 1", "Free after 1",
    "Renew after 3"], indirect=True)
def test_what_a_killed_process_had_in_hand_goes_on_at_another(dying: Running, database: str, tmp_path: Path):
    table = new(dying.http, BOT)
    acked = 0
    try:
        while True:
            acked = max(acked, acted(dying, table))
    except httpx2.TransportError:
        dies(dying)
    with Running(tmp_path / "other", "--database", database) as other:
        assert state(other.http, table)["at"] >= acked
        until = time.monotonic() + PATIENCE
        while acted(other, table) < acked + 12:
            assert time.monotonic() < until, state(other.http, table)
        assert state(other.http, table)["trouble"] == []


def acted(server: Running, table: dict[str, Any]) -> int:
    """The person acts if it is his turn: how many acts the log has then. Else nobody has acknowledged anything."""
    s = state(server.http, table, "republican")
    words = s["acts"]["republican"]
    if not words:
        time.sleep(0.05)
        return int(s["at"])
    answer = act(server.http, table, "republican", words[0], s["at"])
    if answer.status_code == 409:                    # the computer, which had been killed in the middle, went on first
        return int(s["at"])
    assert answer.status_code == 200, answer.text
    return int(answer.json()["at"])
