"""Who sits where. A seat is opened by a key that cannot be guessed; only its hash is kept."""
from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from frente.ai import opponents
from frente.kernel.catalog import Game
from frente.kernel.flow import Side
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
class Who:
    """Whoever asks: the name under which his tables are kept and his work waits, and his account, if he has one."""

    client: str
    account: str = ""
    name: str = ""
    session: str = ""


NOBODY: Final = Who("")


@dataclass(frozen=True)
class Access:
    """What a key opens at one table. No sides: a spectator."""

    sides: tuple[Side, ...] = ()
    owner: bool = False
    key: str = ""                        # its hash
    session: str = ""                    # hash of the session, if an account opens it


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


def seated(game: Game[Any], wanted: Mapping[str, str], who: Who = NOBODY) -> Seating:
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
            rows.append(SeatRow(side, HUMAN, who.name, hashed(owner), who.account))
        elif wanted[name] == OPEN:
            invitations[name] = fresh_key()
            rows.append(SeatRow(side, OPEN, "", ""))
        else:
            raise Problem(422, "seat", {"seat": wanted[name][:40], "bots": ", ".join(opponents(game))})
    return Seating(rows, keys, owner, invitations)


def opened(rows: Sequence[SeatRow], owner: str, made_by: str, key: str, who: Who = NOBODY) -> Access:
    """What *key* or the account of *who* opens; neither is a spectator's, a wrong key is refused."""
    mine = hashed(key)
    sides = tuple(r.side for r in rows if (mine and r.key == mine) or (who.account and r.account == who.account))
    owns = bool(mine and owner == mine) or bool(who.account and made_by == who.client)
    if key and not sides and not owns:
        raise Problem(403, "bad-key")
    return Access(sides, owns, mine, who.session)


def spelled(row: SeatRow) -> str:
    """A seat as it is asked for and written into records."""
    return f"{BOT}:{row.name}" if row.kind == BOT else row.kind
