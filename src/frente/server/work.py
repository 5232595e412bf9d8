"""What the writer of the store does inside a transaction. Statements are made once: making them costs more than
running them."""
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Executable, bindparam, delete, insert, update

from frente.server import checks, turns
from frente.server.people import waiting
from frente.server.people.club_schema import MESSAGES, NOTICES
from frente.server.schema import (
    ACTS,
    BY_ORDER,
    CLOCKS,
    GAMES,
    INVITATIONS,
    LAID,
    MADE_BY,
    NOTES,
    OPENINGS,
    ROLLBACKS,
    SEATS,
    SNAPSHOTS,
    STANDING,
    TERMS,
    TURNS,
    ActRow,
    Change,
    InvitationRow,
    NoteRow,
    RollbackRow,
    Stored,
)
from frente.server.seats import Who

_GATE: Final = update(GAMES).where(GAMES.c.id == bindparam("table"), GAMES.c.version == bindparam("seen")).values(
    version=bindparam("next"), acts=bindparam("total"), summary=bindparam("shown"), offer=bindparam("offered"),
    result=bindparam("end"), changed=bindparam("now"))
_WENT_BACK: Final = update(GAMES).where(GAMES.c.id == bindparam("table")).values(cut=GAMES.c.version)
_CUT_ACTS: Final = delete(ACTS).where(ACTS.c.game_table == bindparam("table"), ACTS.c.n >= bindparam("cut"))
_CUT_SNAPSHOTS: Final = delete(SNAPSHOTS).where(SNAPSHOTS.c.game_table == bindparam("table"),
                                                SNAPSHOTS.c.n > bindparam("cut"))
_CUT_ORDERS: Final = delete(BY_ORDER).where(BY_ORDER.c.game_table == bindparam("table"),
                                            BY_ORDER.c.n >= bindparam("cut"))
_CUT_NOTES: Final = delete(NOTES).where(NOTES.c.game_table == bindparam("table"), NOTES.c.at > bindparam("cut"))
_HOLD: Final = update(STANDING).where(STANDING.c.game_table == bindparam("table")).values(held=bindparam("cut"))
_ADD_GAME: Final = insert(GAMES)
_ADD_SEAT: Final = insert(SEATS)
_ADD_ACT: Final = insert(ACTS)
_ADD_SNAPSHOT: Final = insert(SNAPSHOTS)
_ADD_ROLLBACK: Final = insert(ROLLBACKS)
_ADD_BY_ORDER: Final = insert(BY_ORDER)
_ADD_OPENING: Final = insert(OPENINGS)
_CUT_OPENINGS: Final = delete(OPENINGS).where(OPENINGS.c.game_table == bindparam("table"))


class Work(Protocol):
    def __call__(self, c: Connection) -> bool:
        """Do it; False if nothing was there to be done, and then nothing has been."""


class Create:
    """A new table."""

    def __init__(self, stored: Stored) -> None:
        self.stored = stored

    def __call__(self, c: Connection) -> bool:
        s = self.stored
        table = s.game["id"]
        c.execute(_ADD_GAME, s.game | {"check": checks.of_game(s.game)})
        c.execute(_ADD_SEAT, [{"game_table": table, **vars(x)} for x in s.seats])
        if s.invitations:
            c.execute(insert(INVITATIONS), [{"game_table": table, **vars(x)} for x in s.invitations])
        if s.client:
            c.execute(insert(MADE_BY), {"game_table": table, "client": s.client})
        if s.terms is not None:
            c.execute(insert(TERMS), {"game_table": table, **vars(s.terms)})
        if s.pack is not None:
            c.execute(insert(LAID), {"game_table": table, "name": s.pack.name, "files": s.pack.text()})
        if s.notes:
            c.execute(insert(NOTES), [{"game_table": table, **vars(x)} for x in s.notes])
        _set_clocks(c, table, s.clocks)
        _append(c, table, s.acts, s.snapshot, s.rollbacks)
        if s.on_the_way:
            c.execute(_ADD_SNAPSHOT, [kept_position(table, *x) for x in s.on_the_way])
        _open(c, table, s.dice)
        waiting.set_moves(c, table, s.asked)
        return True


class Rematch:
    """A new table that follows another, unless one does already."""

    def __init__(self, table: str, new: Stored) -> None:
        self.table = table
        self.new = new

    def __call__(self, c: Connection) -> bool:
        free = (GAMES.c.id == self.table) & GAMES.c.rematch.is_(None)
        if c.execute(update(GAMES).where(free).values(rematch=self.new.game["id"])).rowcount != 1:
            return False
        return Create(self.new)(c)


class Apply:
    """A change of a game, if nobody else has changed it since it was decided on."""

    def __init__(self, change: Change) -> None:
        self.table = change.table
        self.change = change

    def __call__(self, c: Connection) -> bool:
        x = self.change
        gate = c.execute(_GATE, {"table": x.table, "seen": x.version, "next": x.version + 1, "total": x.acts,
                                 "shown": x.summary, "offered": x.offer, "end": x.result, "now": time.time()})
        if gate.rowcount != 1:
            return False
        if x.cut is not None:
            c.execute(_WENT_BACK, {"table": x.table})
            c.execute(_CUT_ACTS, {"table": x.table, "cut": x.cut})
            c.execute(_CUT_SNAPSHOTS, {"table": x.table, "cut": x.cut})
            c.execute(_CUT_ORDERS, {"table": x.table, "cut": x.cut})
            c.execute(_CUT_NOTES, {"table": x.table, "cut": x.cut})
            c.execute(_HOLD, {"table": x.table, "cut": x.cut})
        _append(c, x.table, x.lines or [], x.snapshot, [x.rollback] if x.rollback else [])
        if x.by_order:
            c.execute(_ADD_BY_ORDER, [{"game_table": x.table, **vars(row)} for row in x.by_order])
        if x.dice:
            c.execute(_CUT_OPENINGS, {"table": x.table})
            _open(c, x.table, x.dice)
        if x.clocks is not None:
            _set_clocks(c, x.table, x.clocks)
        for also in x.then:
            also(c)
        if x.asked is not None:
            waiting.set_moves(c, x.table, x.asked)
        if x.turns is not None:
            turns.set_turns(c, x.table, x.turns)
        return True


class Give:
    """The standing orders of one seat, in place of those it had. The version of the game does not grow with them:
    the other side sees that number."""

    def __init__(self, table: str, side: int, orders: str, held: int) -> None:
        self.table = table
        seat = (STANDING.c.game_table == table) & (STANDING.c.side == side)
        self.change = update(STANDING).where(seat).values(orders=orders, held=held)
        self.new = {"game_table": table, "side": side, "orders": orders, "held": held}

    def __call__(self, c: Connection) -> bool:
        if c.execute(self.change).rowcount != 1:
            c.execute(insert(STANDING), self.new)
        return True


class Write:
    """A note in place of the one that stood there; without a text there is none then."""

    def __init__(self, table: str, note: NoteRow) -> None:
        self.table = table
        self.note = note

    def __call__(self, c: Connection) -> bool:
        here = (NOTES.c.game_table == self.table) & (NOTES.c.at == self.note.at) & (NOTES.c.side == self.note.side)
        c.execute(delete(NOTES).where(here))
        if self.note.text:
            c.execute(insert(NOTES), {"game_table": self.table, **vars(self.note)})
        return True


class Invite:
    """A new invitation in place of an earlier one to the same seat or key."""

    def __init__(self, table: str, new: InvitationRow) -> None:
        self.table = table
        self.new = new

    def __call__(self, c: Connection) -> bool:
        here = (INVITATIONS.c.game_table == self.table) & (INVITATIONS.c.side == self.new.side)
        c.execute(delete(INVITATIONS).where(here, INVITATIONS.c.key == self.new.key))
        c.execute(insert(INVITATIONS), {"game_table": self.table, **vars(self.new)})
        return True


class Join:
    """An invitation is used up: its seat, or all that a key opened, is opened by a new key."""

    def __init__(self, table: str, used: InvitationRow, key: str, who: Who) -> None:
        self.table = table
        self.used = used
        self.key = key
        self.who = who

    def __call__(self, c: Connection) -> bool:
        mine = (INVITATIONS.c.game_table == self.table) & (INVITATIONS.c.token == self.used.token)
        if c.execute(delete(INVITATIONS).where(mine)).rowcount != 1:
            return False
        if self.used.key:
            return Rekey(self.table, self.used.key, self.key)(c)
        empty = (SEATS.c.game_table == self.table) & (SEATS.c.side == self.used.side) & (SEATS.c.key == "")
        sits = {"key": self.key, "account": self.who.account, "name": self.who.name}
        return c.execute(update(SEATS).where(empty).values(**sits)).rowcount == 1


class Rekey:
    """A key is replaced by another wherever it opens something at a table; invitations in its place are void."""

    def __init__(self, table: str, old: str, new: str) -> None:
        self.table = table
        self.old = old
        self.new = new

    def __call__(self, c: Connection) -> bool:
        seats = (SEATS.c.game_table == self.table) & (SEATS.c.key == self.old)
        owner = (GAMES.c.id == self.table) & (GAMES.c.owner == self.old)
        found = c.execute(update(SEATS).where(seats).values(key=self.new)).rowcount
        found += c.execute(update(GAMES).where(owner).values(owner=self.new)).rowcount
        c.execute(delete(INVITATIONS).where(INVITATIONS.c.game_table == self.table, INVITATIONS.c.key == self.old))
        return found > 0


class Set:
    """Statements of which the last says whether there was anything to change."""

    def __init__(self, *statements: Executable) -> None:
        self.statements = statements

    def __call__(self, c: Connection) -> bool:
        results = [c.execute(s) for s in self.statements]
        return results[-1].rowcount == 1


class Remove:
    """A table and all that belongs to it."""

    def __init__(self, table: str) -> None:
        self.table = table

    def __call__(self, c: Connection) -> bool:
        found = c.execute(delete(GAMES).where(GAMES.c.id == self.table)).rowcount == 1
        for rows in (SEATS, ACTS, SNAPSHOTS, ROLLBACKS, STANDING, BY_ORDER, MADE_BY, INVITATIONS, OPENINGS, TERMS,
                     CLOCKS, TURNS, LAID, NOTES, MESSAGES):
            c.execute(delete(rows).where(rows.c.game_table == self.table))
        c.execute(delete(NOTICES).where(NOTICES.c.about == self.table))
        return found


def _append(c: Connection, table: str, lines: list[ActRow], snapshot: tuple[int, str] | None,
            rollbacks: list[RollbackRow]) -> None:
    if lines:
        c.execute(_ADD_ACT, [{"game_table": table, **vars(x), "check": checks.of_act(table, x)} for x in lines])
    if snapshot is not None:
        c.execute(_ADD_SNAPSHOT, kept_position(table, *snapshot))
    if rollbacks:
        c.execute(_ADD_ROLLBACK, [{"game_table": table, **vars(x), "check": checks.of_rollback(table, x)}
                                  for x in rollbacks])


def _set_clocks(c: Connection, table: str, clocks: Sequence[Any]) -> None:
    if clocks:
        c.execute(delete(CLOCKS).where(CLOCKS.c.game_table == table))
        c.execute(insert(CLOCKS), [{"game_table": table, **vars(x)} for x in clocks])


def _open(c: Connection, table: str, dice: list[str]) -> None:
    c.execute(_ADD_OPENING, [{"game_table": table, "n": n, "opening": text, "check": checks.of(table, n, text)}
                             for n, text in enumerate(dice)])


def kept_position(table: str, n: int, position: str) -> dict[str, Any]:
    """The row of a snapshot."""
    return {"game_table": table, "n": n, "position": position, "check": checks.of(table, n, position)}
