"""Work in forked processes, some at a time: each child sends facts, the parent puts them together."""
from __future__ import annotations

import json
import os
import resource
import selectors
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Facts = dict[str, Any]
Send = Callable[[Facts], None]
MEMORY = 3 << 30
PATIENCE = 1800.0                        # seconds; a child silent for longer waits for something that never comes


class Child:
    def __init__(self, work: Callable[[Send], None]) -> None:
        self.reader, writer = os.pipe()
        self.text = b""
        self.heard = time.monotonic()
        self.pid = os.fork()
        if not self.pid:
            run(work, writer)
        os.close(writer)

    def read(self) -> bool:
        """Take what has come; False at the end."""
        part = os.read(self.reader, 1 << 16)
        self.text += part
        self.heard = time.monotonic()
        return bool(part)

    def end(self) -> Facts:
        os.close(self.reader)
        used = os.wait4(self.pid, 0)[2]
        out: Facts = {}
        for line in self.text.decode().splitlines():
            out |= json.loads(line)
        return out | {"cpu": round(used.ru_utime + used.ru_stime, 2)}


def run(work: Callable[[Send], None], writer: int) -> None:
    """The child: quiet, limited, and never back into what the parent was doing."""
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(quiet, fd)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            work(lambda facts: write(writer, facts))
        except BaseException as fault:
            write(writer, {"fault": f"{type(fault).__name__}: {fault}"[-2000:]})
    finally:
        os._exit(0)


def write(writer: int, facts: Facts) -> None:
    data = (json.dumps(facts) + "\n").encode()
    while data:
        data = data[os.write(writer, data):]


def forked(jobs: Iterable[tuple[Any, Callable[[Send], None]]], at_once: int) -> Iterator[tuple[Any, Facts]]:
    """Run named pieces of work, so many at once, and give the facts of each as it ends."""
    queue = iter(jobs)
    children: dict[int, tuple[Any, Child]] = {}
    with selectors.DefaultSelector() as ready:
        try:
            while True:
                while len(children) < at_once and (job := next(queue, None)):
                    child = Child(job[1])
                    children[child.reader] = (job[0], child)
                    ready.register(child.reader, selectors.EVENT_READ)
                if not children:
                    return
                for event, _ in ready.select(5.0):
                    name, child = children[event.fd]
                    if not child.read():
                        ready.unregister(event.fd)
                        del children[event.fd]
                        yield name, child.end()
                for _, child in children.values():
                    if time.monotonic() - child.heard > PATIENCE:
                        os.kill(child.pid, 9)
        finally:
            for _, child in children.values():
                os.kill(child.pid, 9)
                os.waitpid(child.pid, 0)
