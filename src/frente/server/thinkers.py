"""Worker processes for whatever takes long, in which one client's work never costs another client's.

- Every worker is a process with a line of its own to the server. A job that dies or takes too long ends with its
  process; all others go on.
- The clock of a job starts when a worker starts it. Waiting costs nothing.
- Jobs wait in one queue per client, and the queues are served in turn. Nobody has more than half of the workers, so
  whoever comes finds one that is free or soon will be; long jobs never have them all.
- A queue has an end: whoever asks for more is refused at once.
"""
from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeVar, TypeVarTuple

from frente.server import worker
from frente.server.problem import Problem

LOG: Final = logging.getLogger("frente.server")
LINE: Final = 20                         # jobs of one client that may wait
READY: Final = 60.0                      # seconds in which a new worker has loaded the rules
T = TypeVar("T")
A = TypeVarTuple("A")


class WorkFailed(Problem):
    """Something a worker could not do."""


class _Job(NamedTuple):
    since: float
    done: asyncio.Future[Any]
    long: bool
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    key: str                             # by which somebody may ask it to hurry
    tell: Callable[[float], None] | None # hears how far it is, 0 to 1


class _Process:
    """A worker and our end of its line. Whatever is called here blocks: call it from a thread."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self.line, theirs = spawn.Pipe()
        self.process = spawn.Process(target=worker.serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def ready(self) -> None:
        """Wait until it can work: loading the rules is no part of any job."""
        self.line.recv()

    def do(self, job: _Job, loop: asyncio.AbstractEventLoop) -> tuple[bool, Any]:
        self.line.send((job.work, job.arguments))
        while True:
            good, found = self.line.recv()
            if good is not None:
                return good, found
            if job.tell is not None:
                loop.call_soon_threadsafe(job.tell, found)

    def hurry(self) -> None:
        self.line.send(None)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


class Thinkers:
    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self.most = max(1, workers // 2)             # workers of one client
        self.most_long = max(1, workers - 1)         # workers with long jobs
        self.lost = 0                                # workers that had to be replaced
        self._places = workers                       # for further workers: they are started when they are needed
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._doing: dict[_Process, _Job] = {}
        self._long = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(workers + 1, "workers")     # one to hurry the others
        self._stopped = False

    async def do(self, client: str, work: Callable[[*A], T], *arguments: *A, long: bool = False, key: str = "",
                 tell: Callable[[float], None] | None = None) -> T:
        """What *work* gives in a worker, when it is the client's turn. *long*: it may take seconds."""
        queue = self._waiting.setdefault(client, deque())
        if len(queue) >= LINE:
            raise WorkFailed(429, "busy-line")
        loop = asyncio.get_running_loop()
        job = _Job(loop.time(), loop.create_future(), long, work, arguments, key, tell)
        queue.append(job)
        self._serve()
        found: T = await job.done
        return found

    def hurry(self, key: str) -> None:
        """Jobs of this key are to come to an end with what they have; one that cannot goes on as before."""
        for process, job in self._doing.items():
            if job.key == key:
                self._blocking(process.hurry).add_done_callback(_heard)

    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def oldest(self) -> float:
        """Seconds that the job waits which has waited longest."""
        first = [queue[0].since for queue in self._waiting.values() if queue]
        return asyncio.get_running_loop().time() - min(first) if first else 0.0

    def running(self) -> int:
        return self._running.total()

    def stop(self) -> None:
        """End all workers at once, whatever they are doing."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        for queue in self._waiting.values():
            for job in queue:
                job.done.cancel()
        for process in list(self._all):
            process.process.kill()
        self._threads.shutdown(wait=False)

    def _serve(self) -> None:
        """Free workers take the next job of the clients whose turn it is."""
        for client in list(self._waiting):
            queue = self._waiting[client]
            while queue and queue[0].done.done():    # whoever asked has gone
                queue.popleft()
            if not queue:
                del self._waiting[client]
                continue
            if not self._idle and not self._places:
                return
            if self._running[client] >= self.most or (queue[0].long and self._long >= self.most_long):
                continue
            self._waiting.move_to_end(client)
            self._begin(client, queue.popleft())

    def _begin(self, client: str, job: _Job) -> None:
        self._running[client] += 1
        self._long += job.long
        process = self._idle.pop() if self._idle else None
        self._places -= process is None
        task = asyncio.create_task(self._run(client, job, process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, client: str, job: _Job, process: _Process | None) -> None:
        try:
            process = process or await self._start()
            good, found = await self._done(process, job)
            if not good:                 # whatever went wrong in the worker: it tells the kind and where
                LOG.error("a worker could not do its work: %s", found[1])
                raise WorkFailed(503, "worker-fault", {"kind": found[0]})
            if not job.done.done():
                job.done.set_result(found)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as e:           # of whatever kind: whoever waits for the job must hear of it
            if not job.done.done():
                job.done.set_exception(e)
        finally:
            if process is not None and process in self._all:
                self._idle.append(process)
            else:
                self._places += 1
            self._long -= job.long
            self._running[client] -= 1
            self._running += Counter()   # forgets clients that have nothing here
            if client in self._waiting:  # behind those who came meanwhile
                self._waiting.move_to_end(client)
        self._serve()

    def _new(self) -> _Process:
        process = _Process()
        self._all.add(process)
        if self._stopped:                # meanwhile
            process.end()
        return process

    async def _start(self) -> _Process:
        process = await self._blocking(self._new)
        waking = self._blocking(process.ready)
        waking.add_done_callback(_heard)
        await self._within(READY, process, waking)
        return process

    async def _done(self, process: _Process, job: _Job) -> tuple[bool, Any]:
        working = self._blocking(process.do, job, asyncio.get_running_loop())
        working.add_done_callback(_heard)
        self._doing[process] = job
        try:
            return await self._within(self.seconds, process, working)
        finally:
            self._doing.pop(process, None)

    async def _within(self, seconds: float, process: _Process, working: asyncio.Future[T]) -> T:
        """What a worker says in time; one that does not, or has ended, is no worker any more."""
        try:
            return await asyncio.wait_for(asyncio.shield(working), seconds)
        except TimeoutError:
            await self._lose(process)
            await asyncio.gather(working, return_exceptions=True)
            raise WorkFailed(503, "worker-slow", {"seconds": round(seconds)}) from None
        except (EOFError, OSError):
            await self._lose(process)
            raise WorkFailed(503, "worker-ended") from None

    async def _lose(self, process: _Process) -> None:
        self.lost += 1
        self._all.discard(process)
        await asyncio.to_thread(process.end)

    def _blocking(self, do: Callable[[*A], T], *arguments: *A) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, do, *arguments)


def _heard(done: asyncio.Future[Any]) -> None:
    """When all workers are ended, nobody waits for what becomes of their jobs."""
    if not done.cancelled():
        done.exception()
