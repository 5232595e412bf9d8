"""Who sits where. A seat is opened by a key that cannot be guessed; only its hash is kept."""
from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from frente.ai import opponents
from frente.catalog import Game
from frente.flow import Side
from frente.server.problem import Problem
from frente.server.schema import InvitationRow, SeatRow

HUMAN: Final = "human"                   # at the screen of whoever set up the table
OPEN: Final = "open"                     # for a friend, by invitation
BOT: Final = "bot"


def fresh_key() -> str:
    return secrets.token_urlsafe(24)


def fresh_id() -> str:
    return secrets.token_urlsafe(9)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


@dataclass(frozen=True)
class Access:
    """What a key opens at one table. No sides: a spectator."""

    sides: tuple[Side, ...] = ()
    owner: bool = False
    key: str = ""                        # its hash


@dataclass(frozen=True)
class Seating:
    """New seats and what to hand out: keys and invitations by side, and the key of whoever sets up the table."""

    rows: list[SeatRow]
    keys: dict[str, str]
    owner: str
    invitations: dict[str, str]

    def invited(self) -> list[InvitationRow]:
        """Invitations as they are kept."""
        return [InvitationRow(hashed(token), r.side, "") for token, r in zip(
            self.invitations.values(), [r for r in self.rows if r.kind == OPEN])]


def seated(game: Game, wanted: Mapping[str, str]) -> Seating:
    """Seats for a new table; one key opens all seats at the creator's own screen, and nobody has the others yet."""
    if set(wanted) != set(game.sides):
        raise Problem(422, "seats", {"sides": ", ".join(game.sides)})
    owner = fresh_key()
    rows: list[SeatRow] = []
    keys: dict[str, str] = {}
    invitations: dict[str, str] = {}
    for side, name in enumerate(game.sides):
        kind, _, bot = wanted[name].partition(":")
        if kind == BOT and bot in opponents(game):
            rows.append(SeatRow(side, BOT, bot, ""))
        elif wanted[name] == HUMAN:
            keys[name] = owner
            rows.append(SeatRow(side, HUMAN, "", hashed(owner)))
        elif wanted[name] == OPEN:
            invitations[name] = fresh_key()
            rows.append(SeatRow(side, OPEN, "", ""))
        else:
            raise Problem(422, "seat", {"seat": wanted[name][:40], "bots": ", ".join(opponents(game))})
    return Seating(rows, keys, owner, invitations)


def opened(rows: Sequence[SeatRow], owner: str, key: str) -> Access:
    """What *key* opens; no key at all is a spectator's, a wrong one is refused."""
    if not key:
        return Access()
    mine = hashed(key)
    found = Access(tuple(r.side for r in rows if r.key == mine), owner == mine, mine)
    if not found.sides and not found.owner:
        raise Problem(403, "bad-key")
    return found


def spelled(row: SeatRow) -> str:
    """A seat as it is asked for and written into records."""
    return f"{BOT}:{row.name}" if row.kind == BOT else row.kind
