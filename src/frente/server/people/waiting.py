"""What waits for whom, as it is written down with whatever brings it about."""
from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete
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


def set_moves(c: Connection, table: str, asked: Iterable[str]) -> None:
    """It is the move of these at a table, and of nobody else."""
    asked = list(asked)
    gone = delete(NOTICES).where(NOTICES.c.kind == MOVE, NOTICES.c.about == table)
    c.execute(gone.where(NOTICES.c.account.not_in(asked)) if asked else gone)
    for account in asked:
        note(c, account, MOVE, table)
