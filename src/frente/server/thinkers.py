"""The pool of worker processes. A worker that dies or hangs is replaced; whoever waited for it is told."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, TypeVar, TypeVarTuple

from frente.server import worker
from frente.server.problem import Problem

LOG: Final = logging.getLogger("frente.server")
T = TypeVar("T")
A = TypeVarTuple("A")


class WorkFailed(Problem):
    """Something a worker could not do."""


class Thinkers:
    def __init__(self, workers: int, seconds: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), worker.begin)
        return self._pool

    def stop(self) -> None:
        """End all workers at once, whatever they are doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def do(self, work: Callable[[*A], T], *arguments: *A) -> T:
        pool = self.start()
        try:
            future = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
            return await asyncio.wait_for(future, self.seconds)
        except TimeoutError:
            self._replace(pool)
            raise WorkFailed(503, "worker-slow", {"seconds": round(self.seconds)}) from None
        except BrokenProcessPool:
            self._replace(pool)
            raise WorkFailed(503, "worker-ended") from None
        except Exception as e:           # whatever went wrong in the worker
            LOG.exception("a worker could not do its work")
            raise WorkFailed(503, "worker-fault", {"kind": type(e).__name__}) from e

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self.stop()
