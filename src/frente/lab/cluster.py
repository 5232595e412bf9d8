"""The process that speaks to Ray: python -m frente.lab.cluster ADDRESS, started and watched by ``frente.lab.crew``.

It is given the work and its tasks on standard input, and reports on what was standard output; whatever Ray prints goes
to standard error. Tasks of a node that is lost are done again by the others.
"""
from __future__ import annotations

import importlib
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable
from typing import IO, Any, Final

from frente.lab.crew import AHEAD, END, FAULT, RESULT

FOREVER: Final = -1                      # times Ray repeats a task whose node was lost


def main(address: str, order: IO[bytes], report: IO[bytes]) -> None:
    work, tasks = pickle.load(order)
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        tell(report, FAULT, "Ray is not installed; install it with “pip install 'frente[lab]'”, or use --jobs instead.")
        return
    try:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except Exception as e:               # whatever Ray raises: it could not be reached
        tell(report, FAULT, f"No Ray cluster answers at “{address}” ({first_line(e)}).")
        return
    try:
        hand_out(ray, work, tasks, report)
    except Exception as e:               # a node without Frente, for one
        tell(report, FAULT, f"The Ray cluster at “{address}” could not do the work ({first_line(e)}).")
    finally:
        ray.shutdown()


def hand_out(ray: Any, work: Callable[[Any], Any], tasks: list[Any], report: IO[bytes]) -> None:
    remote = ray.remote(max_retries=FOREVER)(work)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    for task in tasks:
        waiting.append(remote.remote(task))
        if len(waiting) >= ahead:
            tell(report, RESULT, ray.get(waiting.popleft()))
    while waiting:
        tell(report, RESULT, ray.get(waiting.popleft()))
    tell(report, END, None)


def tell(report: IO[bytes], kind: str, what: Any) -> None:
    pickle.dump((kind, what), report)
    report.flush()


def first_line(e: Exception) -> str:
    """Ray's errors carry whole tracebacks; the last line says what happened, the first one where."""
    lines = [line.strip() for line in str(e).splitlines() if line.strip()]
    return lines[-1] if lines else type(e).__name__


if __name__ == "__main__":
    alone = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    main(sys.argv[1], sys.stdin.buffer, alone)
