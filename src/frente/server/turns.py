"""Turns that wait in the database: computer players that are asked, and standing orders about to answer.

A row stands for what a table waits for. It is written and removed in the transaction that changes the game, so no turn
is ever lost or played for nothing; a process that takes one holds it by a lease, which it renews while it works. One
that dies lets it run out, and another goes on. Times are those of the database, so that machines need not agree.
"""
from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    text,
    tuple_,
    update,
)

from frente.server.schema import GAMES, TURNS, Turn

LEASE: Final = 6.0                       # seconds; renewed three times meanwhile
STANDING: Final = -1                     # in place of a side: the answer of an order
NOW: Final = "extract(epoch from clock_timestamp())"
# Whoever has the fewest turns in hand comes first; then tables where somebody waits; then who has waited longest.
_TAKE: Final = text(f"""
    WITH busy AS (SELECT owner, count(*) AS turns FROM turn WHERE lease >= {NOW} GROUP BY owner)
    UPDATE turn SET lease = {NOW} + :lease, worker = :worker
    WHERE (game_table, side) = (
        SELECT t.game_table, t.side FROM turn t LEFT JOIN busy ON busy.owner = t.owner
        WHERE t.due <= {NOW} AND t.lease < {NOW}
        ORDER BY coalesce(busy.turns, 0), t.rank, t.since LIMIT 1 FOR UPDATE OF t SKIP LOCKED)
    RETURNING game_table, side, tries""")
# A turn that goes on keeps its place and its lease; a standing order takes its time for every answer.
_ADD: Final = text(f"""
    INSERT INTO turn (game_table, side, owner, rank, since, due, lease, worker, tries, fault)
    VALUES (:table, :side, :owner, :rank, {NOW}, {NOW} + :delay, 0, '', 0, '')
    ON CONFLICT (game_table, side) DO UPDATE SET due = excluded.due WHERE turn.side = {STANDING}""")
_OTHERS: Final = delete(TURNS).where(TURNS.c.game_table == bindparam("table"))


@dataclass(frozen=True)
class Taken:
    table: str
    side: int
    tries: int


def now() -> ColumnElement[float]:
    return literal_column(NOW, Float)


def set_turns(c: Connection, table: str, wanted: list[Turn]) -> None:
    """A table waits for these and for nothing else."""
    c.execute(_OTHERS.where(TURNS.c.side.not_in([x.side for x in wanted])) if wanted else _OTHERS, {"table": table})
    for x in wanted:
        c.execute(_ADD, {"table": table, **vars(x)})


class Ensure:
    """What a table waits for stands in the list: of one that was made or kept before it had a row."""

    def __init__(self, table: str, version: int, wanted: list[Turn]) -> None:
        self.table = table
        self.version = version
        self.wanted = wanted

    def __call__(self, c: Connection) -> bool:
        """False if the table has changed meanwhile: whoever changed it has seen to its turns."""
        same = select(GAMES.c.id).where(GAMES.c.id == self.table, GAMES.c.version == self.version).with_for_update()
        if c.execute(same).first() is None:
            return False
        set_turns(c, self.table, self.wanted)
        return True


# -- what a worker does with them; each in a transaction of its own


class Take:
    """The next turn, if there is one."""

    def __init__(self, worker: str) -> None:
        self.worker = worker

    def __call__(self, c: Connection) -> Taken | None:
        row = c.execute(_TAKE, {"lease": LEASE, "worker": self.worker}).first()
        return None if row is None else Taken(*row)


class Renew:
    """This worker is alive, and still works on these turns. What it took and has lost sight of runs out: an answer of
    the database that did not arrive, a turn that could not be given back."""

    def __init__(self, worker: str, held: Iterable[Taken]) -> None:
        self.worker = worker
        self.held = [(x.table, x.side) for x in held]

    def __call__(self, c: Connection) -> None:
        mine = (TURNS.c.worker == self.worker) & (TURNS.c.lease > 0)
        c.execute(update(TURNS).where(mine, tuple_(TURNS.c.game_table, TURNS.c.side).in_(self.held))
                  .values(lease=now() + LEASE))


class Free:
    """A turn goes back to the end of the line, if it is not over; after a *fault* it waits so many seconds."""

    def __init__(self, worker: str, turn: Taken, fault: dict[str, Any] | None = None, seconds: float = 0.0) -> None:
        mine = (TURNS.c.game_table == turn.table) & (TURNS.c.side == turn.side) & (TURNS.c.worker == worker)
        values: dict[str, Any] = {"lease": 0.0, "worker": "", "since": now(), "tries": 0, "fault": ""}
        if fault is not None:
            values |= {"tries": turn.tries + 1, "fault": json.dumps(fault), "due": now() + seconds}
        self.fault = fault
        self.change = update(TURNS).where(mine).values(**values)

    def __call__(self, c: Connection) -> None:
        c.execute(self.change)


class FreeAll:
    """A worker goes."""

    def __init__(self, worker: str) -> None:
        self.change = update(TURNS).where(TURNS.c.worker == worker).values(lease=0.0, worker="")

    def __call__(self, c: Connection) -> None:
        c.execute(self.change)


class Retry:
    """Turns of a table that failed are tried at once."""

    def __init__(self, table: str) -> None:
        self.table = table

    def __call__(self, c: Connection) -> bool:
        c.execute(update(TURNS).where(TURNS.c.game_table == self.table, TURNS.c.tries > 0)
                  .values(tries=0, fault="", due=now()))
        return True


def faults(c: Connection, table: str) -> dict[int, dict[str, Any]]:
    """Why computer players of a table could not go on."""
    rows = c.execute(select(TURNS.c.side, TURNS.c.fault).where(TURNS.c.game_table == table, TURNS.c.fault != ""))
    return {side: json.loads(fault) for side, fault in rows}


def line(c: Connection) -> tuple[int, float]:
    """How many turns wait that nobody has taken, and for how many seconds the first of them has been due."""
    ready = (TURNS.c.lease < now()) & (TURNS.c.due <= now())
    count, oldest = c.execute(select(func.count(), func.min(TURNS.c.due)).where(ready)).one()
    waited = c.execute(select(now() - oldest)).scalar_one() if count else 0.0
    return int(count), float(waited)
