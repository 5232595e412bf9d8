"""Several processes that serve at one address, on one database. One that dies is replaced; its tables go on at the
others meanwhile."""
from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
import time
import webbrowser
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from frente.server import logs
from frente.server.run import BACKLOG, CannotServe, listen, raise_files, serving, tell
from frente.server.settings import Settings

LOG: Final = logging.getLogger("frente.server")
PAUSE: Final = 1.0                       # seconds before a process is replaced that died at once
LAST: Final = 10.0                       # seconds a process has to end

SPAWN: Final = get_context("spawn")


class Member:
    """One of the processes, and what it says when it has begun, or cannot."""

    def __init__(self, settings: Settings, port: int, json: bool) -> None:
        self.began = time.monotonic()
        self.line, theirs = SPAWN.Pipe()
        self.process: SpawnProcess = SPAWN.Process(target=member, args=(settings, port, json, theirs))
        self.process.start()
        theirs.close()

    def heard(self) -> tuple[bool, str]:
        """Whether it serves, and where, or why not."""
        try:
            found: tuple[bool, str] = self.line.recv()
        except EOFError:
            return False, "A process ended before it could serve."
        return found


def serve(settings: Settings, place: socket.socket, count: int, browser: bool, json: bool) -> None:
    """Until Ctrl-C; CannotServe if the first processes cannot."""
    port, said = place.getsockname()[1], ""
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGTERM, lambda *_: _interrupt())
    members = [Member(settings, port, json) for _ in range(count)]
    try:
        for one in members:
            good, said = one.heard()
            if not good:
                raise CannotServe(said)
        tell(said)
        if browser:
            webbrowser.open(said)
        while True:
            gone = wait([one.process.sentinel for one in members])
            for k, one in enumerate(members):
                if one.process.sentinel in gone:
                    LOG.error("process %s ended with %s and is replaced", one.process.pid, one.process.exitcode)
                    time.sleep(max(0.0, one.began + PAUSE - time.monotonic()))
                    members[k] = Member(settings, port, json)
    finally:
        for sign in before:
            signal.signal(sign, signal.SIG_IGN)              # once is enough: all finish what they have begun
        _end(members)
        for sign, handler in before.items():
            signal.signal(sign, handler)


def _interrupt() -> None:
    raise KeyboardInterrupt


def _end(members: list[Member]) -> None:
    """Nobody is left when this is through."""
    for one in members:
        if one.process.is_alive():
            one.process.terminate()
    until = time.monotonic() + LAST
    for one in members:
        one.process.join(max(0.0, until - time.monotonic()))
        if one.process.is_alive():
            one.process.kill()
            one.process.join()


def member(settings: Settings, port: int, json: bool, line: Connection) -> None:
    """The life of one process."""
    logs.set_up(json)
    raise_files()
    threading.Thread(target=_follow, daemon=True).start()
    with listen(settings.host, port, several=True) as listening:
        listening.listen(BACKLOG)
        with suppress(KeyboardInterrupt):
            try:
                asyncio.run(serving(settings, listening, False, lambda url: line.send((True, url))))
            except CannotServe as e:
                line.send((False, str(e)))


def _follow() -> None:
    """Nobody serves on for whoever started us once he is gone."""
    parent: Any = parent_process()
    wait([parent.sentinel])
    signal.raise_signal(signal.SIGINT)
