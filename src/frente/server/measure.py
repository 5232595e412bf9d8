"""What an act costs the server: from the request to two players' new states, the way a socket would send them."""
from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from frente.referee import Match
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

    def data(self) -> dict[str, Any]:
        return {"acts": self.acts, "work_p50_ms": round(self.work_p50, 2), "work_p99_ms": round(self.work_p99, 2),
                "with_disk_p50_ms": round(self.whole_p50, 2), "with_disk_p99_ms": round(self.whole_p99, 2)}


def measure(slug: str, scenario: str | None = None, most: int = 3000) -> Cost:
    """Random play of one game with two players connected, every act stored in a file."""
    return asyncio.run(_measure(slug, scenario, most))


async def _measure(slug: str, scenario: str | None, most: int) -> Cost:
    with tempfile.TemporaryDirectory(prefix="frente-") as folder:
        settings = Settings(Path(folder))
        store = Store(settings.url)
        await store.open()
        try:
            match = Match.new(slug, scenario, seed="measure")
            rows = [SeatRow(s, "open", "", str(s)) for s in range(len(match.game.sides))]
            table = await Hall(settings, store, Thinkers(1, 1.0)).add(stored_from(match, "measure", "", "", rows))
            return _cost(await _played(table, most))
        finally:
            await store.close()


async def _played(table: Table, most: int) -> list[tuple[float, float]]:
    """Seconds of work and of waiting and working, by act."""
    rng = Random("measure")
    found: list[tuple[float, float]] = []
    while not table.match.over and len(found) < most:
        match = table.match
        side = rng.choice(sorted(match.choices()))
        word = match.word(rng.choice(match.choices()[side]))
        before = len(match.log)
        began, worked = time.perf_counter(), time.process_time()
        await table.act(side, word, before)
        for seat in range(len(table.game.sides)):
            access = Access((seat,))
            msgspec.json.encode(state(table, access, before, live_events(table, access, before)))
        found.append((time.process_time() - worked, time.perf_counter() - began))
    return found


def _cost(found: list[tuple[float, float]]) -> Cost:
    work, whole = sorted(w * 1000 for w, _ in found), sorted(t * 1000 for _, t in found)
    half, most = len(found) // 2, min(len(found) - 1, len(found) * 99 // 100)
    return Cost(len(found), work[half], work[most], whole[half], whole[most])
