"""Dice that can be verified: what is guaranteed, against whom, and what is not.

A game's dice follow from an *opening*. The server draws a seed and publishes a hash that binds it to the table and its
first position. Only then does the page of every person who plays draw a number of its own: it sends a hash that seals
the number, and shows the number itself once all have sealed. Roll number k is HMAC-SHA256(seed, all numbers and k),
reduced without bias to one of the offered acts. At the end the seed is shown, and anybody can work every roll out.

- Who holds a seat can neither choose nor foresee a die: he does not know the seed. What has fallen can be rolled anew
  when the game goes back, for which both sides must agree, as computer players always do, or when somebody plays on at
  a table of his own; the record keeps what had fallen, and the proof counts it.
- Who runs the server cannot choose a die without it showing, not even together with a player, as long as one other
  seat gave a number: his seed was bound before that number was drawn, and all others were sealed before it was shown.
  A seat that sealed its number and then kept it back may, together with him, have chosen between two courses of all
  dice; it is named.
- Who runs the server *can* look ahead: he knows the seed and is sent the numbers. Nothing here prevents that.
- Where no seat gave a number (computer players alone, or everybody stayed silent) the server could have tried seeds
  until it liked one. Such dice are the *house*'s, and are called so.
- Where somebody chose the seed, or may have known it, he could foresee every die. Such dice are *chosen*, for good.
- A game that goes on elsewhere, in a branch, a rematch or from a file, has dice of its own from there on. Those before
  that stood in a file are *filed*, for good: whoever wrote it may have known their seed when he chose the acts.
- To a reader who was not there the proof is as good as the file. A player's own page keeps its number, what the server
  was bound by and how the others had sealed theirs, and compares: that is where a server that lies is found out.
"""
from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from frente.kernel.texts import Told

SEED_BYTES: Final = 16
VERSION: Final = "frente-dice-2"
FAIR: Final = "fair"
HOUSE: Final = "house"
CHOSEN: Final = "chosen"
FILED: Final = "filed"
IMPORT: Final = "import"                 # the parent of an opening: what came before it stood in a file


class Unfair(Told):
    """A number that comes too early, too late or is not the one that was sealed."""


def fresh_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


def joined(*parts: str) -> str:
    """One hash of several texts. Each is measured, so that no two lists give the same bytes."""
    return hashlib.sha256(b"".join(len(x.encode()).to_bytes(4, "big") + x.encode() for x in parts)).hexdigest()


def sealed(table: str, side: str, commitment: str, number: str) -> str:
    """What a seat sends before it shows its number: worth nothing at another table, seat or opening."""
    return joined("frente-number", table, side, commitment, number)


def absent(commitment: str, side: str) -> str:
    """What stands in for the number of a seat that shows none: public, and nobody's choice."""
    return joined("absent", commitment, side)


@dataclass
class Opening:
    """How the dice from one roll on were fixed.

    Without *sides* nobody is asked for a number, and the commitment is the plain hash of the seed.
    """

    seed: str                            # empty in the file of a game that still lasts
    first: int = 0                       # number of the first roll it gives
    chosen: bool = False                 # somebody chose the seed, or may have known it
    table: str = ""
    start: str = ""                      # hash of the position before the first of these rolls
    parent: str = ""                     # where the position comes from: "table@act"
    sides: list[str] = field(default_factory=list)           # whose pages are asked for a number
    sealed: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    nonces: list[str] = field(default_factory=list)          # of files of format 1: what their maker added
    promised: str = ""                   # the commitment as it was published

    def __post_init__(self) -> None:
        if not self.promised:
            self.promised = self.commitment

    @property
    def commitment(self) -> str:
        """What the seed binds itself to, worked out anew."""
        if not self.sides:
            return hashlib.sha256(self.seed.encode()).hexdigest()
        return joined(VERSION, self.table, self.start, self.parent, str(self.first), *self.sides, self.seed)

    # -- from the commitment to the first roll

    def seal(self, side: str, seal: str) -> None:
        """A seat binds itself to a number that nobody else knows yet."""
        self._asked(side)
        if side in self.sealed or side in self.shown:
            raise Unfair("kernel.dice-sealed", {"side": side})
        self.sealed[side] = seal

    def show(self, side: str, number: str) -> None:
        """A seat shows the number it sealed."""
        self._asked(side)
        if side in self.shown:
            raise Unfair("kernel.dice-shown", {"side": side})
        if self.unsealed:
            raise Unfair("kernel.dice-early", {"side": self.unsealed[0]})
        if self.sealed[side] != sealed(self.table, side, self.promised, number):
            raise Unfair("kernel.dice-other-number", {"side": side})
        self.shown[side] = number

    def go_without(self, side: str) -> None:
        """Wait no longer for a seat's number."""
        self._asked(side)
        if side in self.shown:
            raise Unfair("kernel.dice-shown", {"side": side})
        self.shown[side] = absent(self.promised, side)

    def _asked(self, side: str) -> None:
        if side not in self.sides:
            raise Unfair("kernel.dice-not-asked", {"side": side})

    @property
    def unsealed(self) -> list[str]:
        return [s for s in self.sides if s not in self.sealed and s not in self.shown]

    @property
    def awaited(self) -> list[str]:
        """Seats whose number is not known yet."""
        return [s for s in self.sides if s not in self.shown]

    @property
    def kept_back(self) -> list[str]:
        """Seats that sealed a number and did not show it while others could."""
        return [s for s in self.sides if s in self.sealed and s in self.shown and s not in self.given]

    # -- what it is worth

    @property
    def given(self) -> list[str]:
        """Seats that gave a number of their own."""
        return [s for s in self.sides if s in self.shown and self.shown[s] != absent(self.promised, s)]

    @property
    def grade(self) -> str:
        if self.chosen:
            return CHOSEN
        return FAIR if self.given or self.awaited else HOUSE

    def faults(self) -> list[Told]:
        """What in it does not hold together; the seed is needed to tell."""
        found: list[Told] = []
        if self.promised != self.commitment:
            found.append(Told("kernel.record-wrong-seed"))
        for side in self.given:
            if self.sealed.get(side) != sealed(self.table, side, self.promised, self.shown[side]):
                found.append(Told("kernel.dice-other-number", {"side": side}))
        return found

    @property
    def said(self) -> str:
        """What the seats put into every roll."""
        if not self.sides:
            return "".join(f"{x}\n" for x in self.nonces)
        return joined("numbers", self.promised, *[self.shown[s] for s in self.sides]) + "\n"

    def public(self) -> Opening:
        """The same without its seed, for a file of a game that still lasts."""
        return Opening("", self.first, self.chosen, self.table, self.start, self.parent, list(self.sides),
                       dict(self.sealed), dict(self.shown), list(self.nonces), self.promised)


def grades(openings: Sequence[Opening]) -> list[str]:
    """What each of a game's openings is worth: what came out of a file, no more than the file."""
    last = max([n for n, x in enumerate(openings) if x.parent == IMPORT], default=0)
    return [FILED if n < last and x.grade != CHOSEN else x.grade for n, x in enumerate(openings)]


class Dice:
    """A numbered stream of fair picks; the counter only ever grows, so a rolled-back die is rolled anew."""

    def __init__(self, openings: list[Opening], count: int = 0) -> None:
        self.openings = openings         # by their first roll; there is always one
        self.count = count

    @property
    def opening(self) -> Opening:
        """What the next roll follows from."""
        return self.openings[-1]

    @property
    def commitment(self) -> str:
        return self.opening.promised

    @property
    def ready(self) -> bool:
        return not self.opening.awaited

    def reopen(self, opening: Opening) -> None:
        """Let the next rolls follow from another opening. One that gave no roll stays listed: nobody tries twice."""
        self.openings = [*self.openings, opening]

    def pick(self, n: int) -> tuple[int, int]:
        """One of n equal chances, and the number of the roll that gave it."""
        roll = self.count
        self.count += 1
        return self.at(roll, n), roll

    def known(self, roll: int) -> bool:
        """Whether the seed behind a roll is at hand."""
        return bool(self._of(roll).seed)

    def at(self, roll: int, n: int) -> int:
        """What roll number *roll* gives among n equal chances."""
        opening = self._of(roll)
        seed, message = opening.seed.encode(), f"{opening.said}{roll}\n"
        limit = (1 << 64) - (1 << 64) % n   # refuse the tail, or low numbers would come up more often
        attempt = 0
        while True:
            digest = hmac.new(seed, f"{message}{attempt}".encode(), hashlib.sha256).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % n
            attempt += 1

    def _of(self, roll: int) -> Opening:
        k = len(self.openings) - 1
        while k > 0 and self.openings[k].first > roll:
            k -= 1
        return self.openings[k]
