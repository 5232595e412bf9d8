"""How processes that work on one PostgreSQL database hear of one another's changes.

A change is told after its commit, many in one notice: inside the transaction a notice would make all commits of all
processes wait for one another. A notice that is lost costs seconds and never the truth: after every reconnection, and
every few seconds, what is open here is compared with the database.
"""
from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec

LOG: Final = logging.getLogger("frente.server")
CHANNEL: Final = "frente"
LONG: Final = 7000                       # bytes of a notice; PostgreSQL takes 8,000
LOOK: Final = 5.0                        # seconds between two comparisons
AGAIN: Final = 0.5                       # seconds until a lost connection is tried again

News = list[Any]                         # what it is, then what it is about


class Wire:
    """*heard* is called with what other processes tell, and with nothing when it is time to compare."""

    def __init__(self, url: str, heard: Callable[[News], None]) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self.heard = heard
        self.name = secrets.token_hex(8)             # of this process
        self.up = False                              # whether it hears
        self._waiting: list[bytes] = []
        self._some = asyncio.Event()

    def tell(self, *news: Any) -> None:
        self._waiting.append(msgspec.json.encode(news))
        self._some.set()

    async def run(self) -> None:
        await asyncio.gather(self._again(self._listen), self._again(self._say))

    async def _again(self, do: Callable[[Any], Any]) -> None:
        import psycopg  # here: only where there are several processes

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as c:
                    await do(c)
            except (psycopg.Error, OSError) as e:
                self.up = False
                LOG.warning("other processes are not heard for the moment: %s", type(e).__name__)
            await asyncio.sleep(AGAIN)

    async def _listen(self, c: Any) -> None:
        await c.execute(f"LISTEN {CHANNEL}")
        self.up = True
        while True:
            self.heard([])
            async for note in c.notifies(timeout=LOOK):
                name, *news = msgspec.json.decode(note.payload)
                if name != self.name:
                    for one in news:
                        self.heard(one)

    async def _say(self, c: Any) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            while self._waiting:
                parts = [msgspec.json.encode(self.name)]
                size = 0
                while self._waiting and (size == 0 or size + len(self._waiting[0]) < LONG):
                    size += len(self._waiting[0]) + 1
                    parts.append(self._waiting.pop(0))
                payload = b"[" + b",".join(parts) + b"]"
                await c.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload.decode()))
