"""How often one client may ask for something, and how much of it is in hand at once."""
from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

REMEMBERED: Final = 10_000               # client addresses


class Bucket:
    """Tokens that come back with time; each request takes one."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = float(burst)
        self.refused = 0
        self.at = time.monotonic()

    def take(self) -> float:
        """0 if a token was there, else the seconds until there is one."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens >= 1:
            self.tokens -= 1
            self.refused = 0
            return 0.0
        self.refused += 1
        return (1 - self.tokens) / self.rate

    def hopeless(self) -> bool:
        """Asked on and on without waiting."""
        return self.refused > self.burst


class Buckets:
    """One bucket per client; those that have been away longest are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._by: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> float:
        return self.of(client).take()

    def of(self, client: str) -> Bucket:
        bucket = self._by.get(client)
        if bucket is None:
            bucket = self._by[client] = Bucket(self.rate, self.burst)
            if len(self._by) > REMEMBERED:
                self._by.popitem(last=False)
        self._by.move_to_end(client)
        return bucket


class Lanes:
    """Of each client's work only so much is in hand at once, the rest waits in the order in which it came: however much
    one client asks for, another's work comes next."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self._by: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()        # who works or waits, by client

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        lane = self._by.setdefault(client, asyncio.Semaphore(self.lanes))
        self._users[client] += 1
        try:
            async with lane:
                yield
        finally:
            self._users[client] -= 1
            if not self._users[client]:
                del self._users[client], self._by[client]
