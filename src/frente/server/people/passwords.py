"""Passwords: argon2id, in threads of their own and few at a time, since each takes much memory on purpose."""
from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from frente.server.people.names import fold
from frente.server.problem import Problem

AT_ONCE: Final = 2
WAITING: Final = 20                      # beyond that whoever comes is asked to come again
SHORT: Final = 10
LONG: Final = 200
PLAIN: Final = 5                         # different characters at least


class Passwords:
    def __init__(self, rounds: int = 3, memory: int = 65_536) -> None:
        self._hasher = PasswordHasher(time_cost=rounds, memory_cost=memory)
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        self._nobody = ""                # a hash that fits no password, for names that do not exist

    async def hash(self, password: str) -> str:
        return str(await self._work(self._hasher.hash, _plain(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Also where there is no account, or one without a password: the answer takes as long."""
        if not self._nobody:
            self._nobody = await self.hash("nobody has this password")
        return bool(await self._work(self._verify, kept or self._nobody, _plain(password))) and bool(kept)

    def outdated(self, kept: str) -> bool:
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False

    async def _work(self, do: object, *arguments: str) -> object:
        if self._waiting >= WAITING:
            raise Problem(503, "busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, do, *arguments)  # type: ignore[arg-type]
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _plain(password: str) -> str:
    """The same password, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password)


def check(password: str, name: str) -> None:
    """Problem if a password is too easy to guess."""
    if not SHORT <= len(password) <= LONG:
        raise Problem(422, "password-length", {"short": SHORT, "long": LONG})
    if len(set(password)) < PLAIN or fold(password) == fold(name):
        raise Problem(422, "password-plain")
