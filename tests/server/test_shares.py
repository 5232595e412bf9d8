"""What one client has of the server's own working time: others get theirs, and waiting costs nothing."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from frente.server import limits
from frente.server.limits import Shares
from tests.server.helpers import Seat, inside, new

ONE, OTHER = "198.51.100.7", "203.0.113.9"


class Clocks:
    """Time that passes, and time that was worked: both stand still unless a test moves them."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    found = Clocks()
    monkeypatch.setattr(limits, "time", found)
    monkeypatch.setattr(limits, "thread_time", lambda: found.worked)
    monkeypatch.setattr("asyncio.sleep", found.sleep)
    return found


def working(clocks: Clocks, seconds: float) -> Callable[[], Any]:
    async def work() -> float:
        clocks.worked += seconds
        return seconds

    return work


def test_whoever_has_had_more_than_his_share_waits_and_others_do_not(clocks: Clocks):
    async def run() -> None:
        shares = Shares(0.5, 3)
        assert await shares.work(ONE, working(clocks, 2.0)) == 2.0
        assert await shares.work(ONE, working(clocks, 3.0)) == 3.0       # a second was left of three
        assert clocks.slept == []
        await shares.work(OTHER, working(clocks, 0.1))
        assert clocks.slept == [], "what one has had is nothing to another"
        await shares.work(ONE, working(clocks, 0.1))
        assert clocks.slept == [4.0], "two seconds too many, at half a second a second"
        clocks.now += 100
        await shares.work(ONE, working(clocks, 2.9))
        await shares.work(ONE, working(clocks, 0.0))
        assert clocks.slept == [4.0]

    asyncio.run(run())


def test_only_work_is_counted_and_not_what_is_waited_for(clocks: Clocks):
    async def run() -> None:
        shares, came = Shares(0.5, 3), asyncio.Event()

        async def waits() -> str:
            clocks.worked += 1.0
            await came.wait()
            clocks.worked += 1.5
            return "done"

        doing = asyncio.create_task(shares.work(ONE, waits))
        while not came._waiters:
            await asyncio.get_running_loop().run_in_executor(None, int)
        clocks.worked += 50              # others are worked for meanwhile
        came.set()
        assert await doing == "done"
        await shares.work(ONE, working(clocks, 0.0))
        assert clocks.slept == []
        await shares.work(ONE, working(clocks, 1.5))
        await shares.work(ONE, working(clocks, 0.0))
        assert clocks.slept == [2.0]

    asyncio.run(run())


def test_faults_and_being_cancelled_reach_what_is_done(clocks: Clocks):
    async def run() -> None:
        shares, heard = Shares(0.5, 3), []

        async def fails() -> None:
            clocks.worked += 7.0
            raise ValueError("a bug")

        async def hears() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                heard.append("cancelled")
                raise

        with pytest.raises(ValueError, match="a bug"):
            await shares.work(ONE, fails)
        doing = asyncio.create_task(shares.work(OTHER, hears))
        await asyncio.get_running_loop().run_in_executor(None, int)
        doing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await doing
        assert heard == ["cancelled"]
        await shares.work(ONE, working(clocks, 0.0))
        assert clocks.slept == [8.0], "work that came to nothing was work"

    asyncio.run(run())


def test_programs_on_the_servers_own_machine_have_all_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    true, asked = Shares.work, []

    async def work(self: Shares, client: str, *more: Any) -> Any:
        asked.append(client)
        return await true(self, client, *more)

    monkeypatch.setattr(Shares, "work", work)
    for peer in ("127.0.0.1", OTHER):
        with inside(tmp_path, peer=peer) as client, Seat(client, new(client), "republican") as seat:
            assert seat.ask("card")["type"] == "answer"
    assert set(asked) == {OTHER}
    assert len(asked) >= 3, "a request, the state and the question"
