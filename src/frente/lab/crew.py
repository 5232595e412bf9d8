"""Work spread over processes or a Ray cluster; the results come in the order of the tasks, whoever did them."""
from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any, Final, TypeVar

from frente.lab import LabError

AHEAD: Final = 4                         # tasks handed out per process, so that results stay in order and memory low
SHOWN: Final = "FRENTE_DEBUG"            # set it to see what Ray says
RESULT: Final = "result"                 # what the process that speaks to Ray reports
FAULT: Final = "fault"
END: Final = "end"

T = TypeVar("T")
R = TypeVar("R")


class CrewError(LabError):
    """The work as a whole cannot go on; the text says why."""


def carry_out(work: Callable[[T], R], tasks: Iterable[T], jobs: int = 1, ray: str | None = None) -> Iterator[R]:
    """*work* done on every task. It must be a function of a module, so that another process finds it."""
    if ray is not None:
        yield from _over_ray(work, list(tasks), ray)
    elif jobs == 1:
        yield from (work(task) for task in tasks)
    else:
        yield from _over_processes(work, tasks, jobs)


def _over_processes(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[R]:
    others = active_children()
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        waiting: list[Future[R]] = []
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
    except BrokenProcessPool:
        raise CrewError("A process that was playing has died, perhaps for want of memory; try fewer --jobs.") from None
    except BaseException:                # nobody waits for the games that are still being played
        for child in active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _over_ray(work: Callable[[T], R], tasks: list[T], address: str) -> Iterator[R]:
    """Ray prints to standard output and ends the process that uses it when its head is lost. So a process of its own
    speaks to it, and this one watches that.
    """
    child = subprocess.Popen([sys.executable, "-m", "frente.lab.cluster", address], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=None if os.environ.get(SHOWN) else subprocess.DEVNULL,
                             start_new_session=True)
    try:
        yield from _reported(child, pickle.dumps((work, tasks)), address)
    finally:
        child.terminate()
        child.wait()


def _reported(child: subprocess.Popen[bytes], order: bytes, address: str) -> Iterator[Any]:
    lost = CrewError(f"The Ray cluster at “{address}” was lost on the way; what had ended by then is kept.")
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        with child.stdin as file:
            file.write(order)
    except BrokenPipeError:
        raise lost from None
    while True:
        try:
            kind, what = pickle.load(child.stdout)
        except (EOFError, pickle.UnpicklingError):
            raise lost from None
        if kind == END:
            return
        if kind == FAULT:
            raise CrewError(what)
        yield what
