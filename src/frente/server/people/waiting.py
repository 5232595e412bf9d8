"""What waits for whom, as it is written down with whatever brings it about."""
from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from frente.server.people.club_schema import NOTICES

MOVE, OFFER, BEGUN, OVER = "move", "offer", "begun", "over"


def make(c: Connection) -> Any:
    return postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert


def note(c: Connection, account: str, kind: str, about: str) -> None:
    """Something waits for somebody, unless it does already."""
    row = {"account": account, "kind": kind, "about": about, "at": time.time(), "pushed": 0.0, "mailed": 0.0}
    c.execute(make(c)(NOTICES).values(row).on_conflict_do_nothing())


class Ended:
    """A game is over: nothing waits in it any more, and whoever was not there to see it is told."""

    def __init__(self, table: str, away: Iterable[str]) -> None:
        self.table = table
        self.away = list(away)

    def __call__(self, c: Connection) -> bool:
        c.execute(delete(NOTICES).where(NOTICES.c.about == self.table, NOTICES.c.kind.in_([MOVE, BEGUN])))
        for account in self.away:
            note(c, account, OVER, self.table)
        return True


def news(c: Connection, account: str, table: str) -> bool:
    """Whether somebody has been told of a table what he sees when he opens it."""
    return c.execute(select(NOTICES.c.at).where(_news(account, table)).limit(1)).first() is not None


class Seen:
    """Somebody has opened a table: that it has begun or is over waits for him no more."""

    def __init__(self, account: str, table: str) -> None:
        self.change = delete(NOTICES).where(_news(account, table))

    def __call__(self, c: Connection) -> bool:
        c.execute(self.change)
        return True


def _news(account: str, table: str) -> ColumnElement[bool]:
    return (NOTICES.c.account == account) & (NOTICES.c.about == table) & NOTICES.c.kind.in_([BEGUN, OVER])


def set_moves(c: Connection, table: str, asked: Iterable[str]) -> None:
    """It is the move of these at a table, and of nobody else."""
    asked = list(asked)
    gone = delete(NOTICES).where(NOTICES.c.kind == MOVE, NOTICES.c.about == table)
    c.execute(gone.where(NOTICES.c.account.not_in(asked)) if asked else gone)
    for account in asked:
        note(c, account, MOVE, table)
