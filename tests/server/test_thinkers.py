"""Worker processes: one client's work never costs another client's."""
from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from frente.server import limits, thinkers, worker
from frente.server.thinkers import LINE, Thinkers, WorkFailed
from tests.server.helpers import PATIENCE


def with_pool(work: Callable[[Thinkers], Awaitable[None]], workers: int = 2, seconds: float = PATIENCE) -> None:
    async def run() -> None:
        pool = Thinkers(workers, seconds)
        try:
            await work(pool)
        finally:
            pool.stop()

    asyncio.run(run())


def hold(gate: str, log: str = "", name: str = "") -> str:
    """In a worker: wait until a file is there; note when it was begun."""
    if log:
        with open(log, "a") as f:
            f.write(name + "\n")
    while not os.path.exists(gate):
        time.sleep(0.01)
    return name


def greed(size: int) -> int:
    return len(bytearray(size))


async def begun(log: Path, count: int) -> None:
    while not log.exists() or len(log.read_text().split()) < count:
        await asyncio.sleep(0.01)


def test_a_worker_that_fails_is_reported_and_one_that_dies_or_takes_too_long_replaced():
    async def work(pool: Thinkers) -> None:
        with pytest.raises(WorkFailed, match="ended"):
            await pool.do("a", os._exit, 3)
        assert await pool.do("a", abs, -4) == 4
        with pytest.raises(WorkFailed, match="ValueError"):
            await pool.do("a", int, "seven")
        pool.seconds = 0.5
        with pytest.raises(WorkFailed, match="no answer"):
            await pool.do("a", time.sleep, 3600)
        pool.seconds = PATIENCE
        assert await pool.do("a", abs, -5) == 5
        assert (pool.lost, pool.running(), pool.waiting()) == (2, 0, 0)

    with_pool(work, workers=1)


def mute(_: object) -> None:
    """A worker that never gets ready."""
    time.sleep(3600)


def test_a_worker_that_never_gets_ready_is_replaced_and_its_job_told_of_it(monkeypatch: pytest.MonkeyPatch):
    """Else the job would wait for ever, and with it the turn of a computer player that this process holds."""
    async def work(pool: Thinkers) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(worker, "serve", mute)
            patched.setattr(thinkers, "READY", 0.5)
            with pytest.raises(WorkFailed, match="no answer"):
                await pool.do("a", abs, -3)
        assert await pool.do("a", abs, -4) == 4
        assert (pool.lost, pool.running(), pool.waiting()) == (1, 0, 0)

    with_pool(work, workers=1)


def test_a_worker_that_cannot_be_started_leaves_no_job_waiting(monkeypatch: pytest.MonkeyPatch):
    def none_left() -> None:
        raise BlockingIOError("no process to be had")

    async def work(pool: Thinkers) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(thinkers, "_Process", none_left)
            with pytest.raises(BlockingIOError, match="no process"):
                await pool.do("a", abs, -3)
        assert await pool.do("a", abs, -4) == 4
        assert (pool.running(), pool.waiting()) == (0, 0)

    with_pool(work, workers=1)


def test_a_job_that_is_killed_takes_nobody_elses_with_it(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        calm = asyncio.create_task(pool.do("calm", hold, str(gate), str(log), "calm"))
        await begun(log, 1)
        waiting = [asyncio.create_task(pool.do("third", abs, -n)) for n in range(3)]
        for _ in range(3):
            with pytest.raises(WorkFailed, match="ended"):
                await pool.do("rash", os.kill, *await suicide(pool))
        assert await asyncio.gather(*waiting) == [0, 1, 2]
        gate.touch()
        assert await calm == "calm"

    with_pool(work)


async def suicide(pool: Thinkers) -> tuple[int, int]:
    return await pool.do("rash", os.getpid), signal.SIGKILL


def test_nobody_has_more_than_half_of_the_workers_so_another_is_served_at_once(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        greedy = [asyncio.create_task(pool.do("greedy", hold, str(gate), str(log), str(n))) for n in range(LINE)]
        await begun(log, 1)
        assert [await pool.do("calm", abs, -n) for n in range(5)] == list(range(5))
        assert not any(task.done() for task in greedy)
        assert (pool.running(), pool.waiting()) == (1, LINE - 1)
        gate.touch()
        assert await asyncio.gather(*greedy) == [str(n) for n in range(LINE)]

    with_pool(work)


def test_queues_are_served_in_turn(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        jobs = [asyncio.create_task(pool.do(who, hold, str(gate), str(log), f"{who}{n}"))
                for who in ("a", "b") for n in range(3)]
        await begun(log, 1)
        gate.touch()
        await asyncio.gather(*jobs)
        assert log.read_text().split() == ["a0", "b0", "a1", "b1", "a2", "b2"]

    with_pool(work, workers=1)


def test_long_jobs_never_have_all_workers(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        long = [asyncio.create_task(pool.do(f"client {n}", hold, str(gate), str(log), str(n), long=True))
                for n in range(4)]
        await begun(log, 1)
        assert await pool.do("client 9", abs, -9) == 9
        assert len(log.read_text().split()) == 1
        gate.touch()
        await asyncio.gather(*long)

    with_pool(work)


def test_the_clock_of_a_job_starts_when_it_is_begun_and_not_while_it_waits(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        first = asyncio.create_task(pool.do("a", hold, str(gate), str(log), "first"))
        await begun(log, 1)
        pool.seconds = 2.0
        second = asyncio.create_task(pool.do("b", abs, -2))
        await asyncio.sleep(2.5)
        gate.touch()
        assert (await first, await second) == ("first", 2)

    with_pool(work, workers=1)


def test_a_queue_has_an_end(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        first = asyncio.create_task(pool.do("a", hold, str(gate), str(log), "x"))
        await begun(log, 1)
        jobs = [asyncio.create_task(pool.do("a", abs, -n)) for n in range(LINE)]
        await asyncio.sleep(0)
        with pytest.raises(WorkFailed) as refused:
            await pool.do("a", abs, -1)
        assert (refused.value.status, refused.value.key) == (429, "server.busy-line")
        gate.touch()
        await asyncio.gather(first, *jobs)

    with_pool(work)


def test_whoever_has_gone_is_not_worked_for(tmp_path: Path):
    async def work(pool: Thinkers) -> None:
        log, gate = tmp_path / "log", tmp_path / "gate"
        first = asyncio.create_task(pool.do("a", hold, str(gate), str(log), "first"))
        await begun(log, 1)
        gone = asyncio.create_task(pool.do("b", hold, str(gate), str(log), "gone"))
        last = asyncio.create_task(pool.do("b", hold, str(gate), str(log), "last"))
        await asyncio.sleep(0)
        gone.cancel()
        gate.touch()
        await asyncio.gather(first, last)
        assert log.read_text().split() == ["first", "last"]

    with_pool(work, workers=1)


def test_a_job_that_wants_too_much_memory_fails_alone():
    async def work(pool: Thinkers) -> None:
        with pytest.raises(WorkFailed, match="MemoryError"):
            await pool.do("a", greed, 3 * 1024**3)
        assert await pool.do("a", greed, 1000) == 1000
        assert pool.lost == 0

    with_pool(work, workers=1)


def test_of_one_clients_work_only_so_much_is_in_hand_and_the_rest_waits_its_turn():
    async def run() -> None:
        lanes = limits.Lanes(2)
        inside: list[str] = []
        gate = asyncio.Event()

        async def work(client: str, name: str) -> None:
            async with lanes.of(client):
                inside.append(name)
                await gate.wait()

        tasks = [asyncio.create_task(work("a", f"a{n}")) for n in range(4)]
        tasks += [asyncio.create_task(work("b", "b0"))]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert inside == ["a0", "a1", "b0"]
        tasks[2].cancel()
        gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert inside == ["a0", "a1", "b0", "a3"]
        assert not lanes._by
        assert not lanes._users

    asyncio.run(run())


def search() -> str:
    """In a worker: a search that goes on until somebody cannot wait."""
    while not worker._progress.stop():
        worker._progress.share(0.5)
        time.sleep(0.01)
    return "the best so far"


def test_a_search_tells_how_far_it_is_and_ends_when_somebody_cannot_wait():
    async def work(pool: Thinkers) -> None:
        shares: list[float] = []
        heard = asyncio.Event()

        def told(share: float) -> None:
            shares.append(share)
            heard.set()

        job = asyncio.create_task(pool.do("a", search, key="table", tell=told))
        await heard.wait()
        pool.hurry("another table")
        heard.clear()
        await heard.wait()               # it goes on
        assert not job.done()
        pool.hurry("table")
        assert await job == "the best so far"
        assert set(shares) == {0.5}
        pool.hurry("table")              # nobody is at it any more
        assert await pool.do("a", abs, -4) == 4

    with_pool(work, workers=1)


def test_a_word_that_comes_too_late_disturbs_nobody():
    async def work(pool: Thinkers) -> None:
        assert await pool.do("a", abs, -3) == 3
        process = next(iter(pool._all))
        await asyncio.to_thread(process.hurry)
        assert await pool.do("a", abs, -5) == 5

    with_pool(work, workers=1)
