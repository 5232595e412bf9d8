"""How often one client may ask for something."""
from __future__ import annotations

import time
from collections import OrderedDict
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
        bucket = self._by.get(client)
        if bucket is None:
            bucket = self._by[client] = Bucket(self.rate, self.burst)
            if len(self._by) > REMEMBERED:
                self._by.popitem(last=False)
        self._by.move_to_end(client)
        return bucket.take()
