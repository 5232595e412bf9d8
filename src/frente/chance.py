"""Provable dice: every roll follows from a seed whose hash was published before the first one.

The seed's SHA-256 is shown at the start, each seat may then add a nonce of its own, and the seed is shown at
the end. Roll number k is HMAC-SHA256(seed, nonces and k), reduced without bias to one of the offered acts, so
that anybody can verify a finished game and nobody, the server included, can choose a die.
"""
from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

SEED_BYTES = 16


def fresh_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """The hash published before the first roll."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Dice:
    """A numbered stream of fair picks; the counter only ever grows, so a rolled-back die is rolled anew."""

    def __init__(self, seed: str, nonces: Sequence[str] = (), count: int = 0) -> None:
        self.seed = seed
        self.nonces = list(nonces)
        self.count = count

    def pick(self, n: int) -> tuple[int, int]:
        """One of n equal chances, and the number of the roll that gave it."""
        roll = self.count
        self.count += 1
        return self.at(roll, n), roll

    def at(self, roll: int, n: int) -> int:
        """What roll number *roll* gives among n equal chances."""
        message = "\n".join([*self.nonces, str(roll)])
        limit = (1 << 64) - (1 << 64) % n   # refuse the tail, or low numbers would come up more often
        attempt = 0
        while True:
            digest = hmac.new(self.seed.encode(), f"{message}\n{attempt}".encode(), hashlib.sha256).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % n
            attempt += 1
