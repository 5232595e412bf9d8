"""What an act costs the server: from the request until two players' new states are sent."""
from __future__ import annotations

import asyncio
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from websockets.frames import Frame, Opcode

from frente.differ import Sheet
from frente.kernel.referee import Match
from frente.server.hall import Hall
from frente.server.revive import stored_from
from frente.server.schema import SeatRow
from frente.server.seats import Access
from frente.server.settings import Settings
from frente.server.state import live_events, state
from frente.server.storage import Store
from frente.server.table import Table
from frente.server.thinkers import Thinkers


@dataclass
class Cost:
    """Milliseconds per act, 50th and 99th percentile: the server's own work, and with the wait for the disk."""

    acts: int
    work_p50: float
    work_p99: float
    whole_p50: float
    whole_p99: float
    sent: float                          # bytes to one player, on average

    def data(self) -> dict[str, Any]:
        return {"bytes_an_act": round(self.sent), "acts": self.acts,
                "work_p50_ms": round(self.work_p50, 2), "work_p99_ms": round(self.work_p99, 2),
                "with_disk_p50_ms": round(self.whole_p50, 2), "with_disk_p99_ms": round(self.whole_p99, 2)}


def measure(slug: str, scenario: str | None = None, most: int = 3000, changes: bool = True) -> Cost:
    """Random play of one game with two players connected, every act stored in a file. *changes*: they are told what has
    changed, as pages are; else the whole state."""
    return asyncio.run(_measure(slug, scenario, most, changes))


async def _measure(slug: str, scenario: str | None, most: int, changes: bool) -> Cost:
    with tempfile.TemporaryDirectory(prefix="frente-") as folder:
        settings = Settings(Path(folder))
        store = Store(settings.url)
        await store.open()
        try:
            match = Match.new(slug, scenario, seed="measure")
            rows = [SeatRow(s, "open", "", str(s)) for s in range(len(match.game.sides))]
            table = await Hall(settings, store, Thinkers(1, 1.0)).add(stored_from(match, "measure", "", "", rows))
            with _line() as line:
                return _cost(await _played(table, most, changes, line))
        finally:
            await store.close()


@contextmanager
def _line() -> Iterator[socket.socket]:
    """A line to another process, which reads what is sent: its time is not the server's."""
    ours, theirs = socket.socketpair()
    with ours, subprocess.Popen(["cat"], stdin=theirs.fileno(), stdout=subprocess.DEVNULL):
        theirs.close()
        yield ours
        ours.shutdown(socket.SHUT_WR)


async def _played(table: Table, most: int, changes: bool, line: socket.socket) -> list[tuple[float, float, int]]:
    """Seconds of work and of waiting and working, and bytes sent, by act."""
    rng = Random("measure")
    found: list[tuple[float, float, int]] = []
    sheets = [Sheet(changes) for _ in table.game.sides]
    while not table.match.over and len(found) < most:
        match = table.match
        side = rng.choice(sorted(match.choices()))
        word = match.word(rng.choice(match.choices()[side]))
        before = len(match.log)
        began, worked = time.perf_counter(), time.process_time()
        await table.act(side, word, before)
        sent = 0
        for seat, sheet in enumerate(sheets):
            access = Access((seat,))
            data = sheet.written(state(table, access, before, live_events(table, access, before)))
            line.sendall(Frame(Opcode.TEXT, data.decode().encode()).serialize(mask=False))       # as the server does
            sent += len(data)
        found.append((time.process_time() - worked, time.perf_counter() - began, sent // len(sheets)))
    return found


def _cost(found: list[tuple[float, float, int]]) -> Cost:
    work, whole = sorted(w * 1000 for w, _, _ in found), sorted(t * 1000 for _, t, _ in found)
    half, most = len(found) // 2, min(len(found) - 1, len(found) * 99 // 100)
    sent = sum(n for _, _, n in found[1:]) / max(1, len(found) - 1)      # the first state is told whole
    return Cost(len(found), work[half], work[most], whole[half], whole[most], sent)
