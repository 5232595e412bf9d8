"""How often one client may ask for something, and how much of it is in hand at once."""
from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from time import thread_time
from types import coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")
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
        self._fill()
        if self.tokens >= 1:
            self.tokens -= 1
            self.refused = 0
            return 0.0
        self.refused += 1
        return (1 - self.tokens) / self.rate

    def spend(self, tokens: float) -> None:
        """What has been taken already, perhaps more than there was."""
        self._fill()
        self.tokens -= tokens

    def owed(self) -> float:
        """Seconds until as much has come back as was taken too much."""
        self._fill()
        return max(0.0, -self.tokens / self.rate)

    def _fill(self) -> None:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now

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


class Shares:
    """The server does one thing at a time. Whoever has lately had more than his share of its time waits before his next
    request is begun, until others could have had theirs; to wait costs nothing."""

    def __init__(self, share: float, burst: int) -> None:
        self._by = Buckets(share, burst)             # in seconds of working time

    async def work(self, client: str, do: Callable[..., Coroutine[Any, Any, T]], *arguments: Any) -> T:
        bucket = self._by.of(client)
        if (owed := bucket.owed()) > 0:
            await asyncio.sleep(owed)
        return await _counted(do(*arguments), bucket)


@coroutine
def _counted(doing: Coroutine[Any, Any, T], bucket: Bucket) -> Generator[Any, Any, T]:
    """Do it, and count the time it is worked on, from each time it goes on until it waits for something again."""
    step: Callable[[Any], Any] = doing.send
    given: Any = None
    while True:
        began = thread_time()
        try:
            awaited = step(given)
        except StopIteration as e:
            found: T = e.value
            return found
        finally:
            bucket.spend(thread_time() - began)
        try:
            step, given = doing.send, (yield awaited)
        except BaseException as e:       # it was cancelled, or what it waited for has failed
            step, given = doing.throw, e
