"""Where games are kept. A change is on disk before anybody is told of it.

One writer takes all changes that wait and puts them in one transaction: many games share one wait for the disk. The
first statement of every change asks for the version it was decided on, so of two changes exactly one is taken.
The database is used from threads of its own, so that waiting for it holds nobody up.
"""
from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, case, create_engine, delete, event, insert, select, text, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from frente.chance import Opening
from frente.record import opening_out
from frente.server import checks, work
from frente.server.clients import LOCAL
from frente.server.problem import Problem
from frente.server.schema import (
    ACTS,
    BY_ORDER,
    CHECKED,
    GAMES,
    INVITATIONS,
    MADE_BY,
    META,
    METADATA,
    OPENINGS,
    ROLLBACKS,
    SCHEMA,
    SEATS,
    SNAPSHOTS,
    STANDING,
    UPGRADED,
    ActRow,
    ByOrderRow,
    Change,
    InvitationRow,
    RollbackRow,
    SeatRow,
    StandingRow,
    Stored,
)
from frente.server.settings import Settings

TOGETHER: Final = 64                     # changes in one transaction at most
READERS: Final = 2
TIDY: Final = 5.0                        # seconds
LOG: Final = logging.getLogger("frente.server")
T = TypeVar("T")
Job = tuple[work.Work, "asyncio.Future[bool]"]


class StoreError(RuntimeError):
    """A database that cannot be used; the text says why and what to do."""


class Damaged(Exception):
    """What is stored is not what was written."""


class Conflict(Exception):
    """The table has changed since the change was decided on."""


class Store:
    def __init__(self, url: str) -> None:
        try:
            self._engine: Engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"),
                                                 hide_parameters=True)       # a fault that is logged tells no secret
        except ImportError as e:
            raise StoreError(f"This database needs the package {e.name}: pip install “frente[postgres]”.") from e
        except SQLAlchemyError as e:
            raise StoreError(f"This database cannot be used ({_fault(e)}); give postgresql://user@host/name, or leave "
                             "out --database to keep games in a file.") from e
        event.listen(self._engine, "connect",
                     _durable if self._engine.dialect.name == "sqlite" else _durable_server)
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._written = 0                # transactions since the log was last tidied
        self.on_stored: Callable[[float, int], None] | None = None   # told how long a change took, and its acts
        self._writer = ThreadPoolExecutor(1, "storage")
        self._readers = ThreadPoolExecutor(READERS, "reading")

    async def open(self) -> None:
        try:
            await self._in(self._writer, self._prepare)
        except StoreError:
            await self.close()
            raise
        self._tasks = [asyncio.create_task(self._write(), name="storage")]
        if self._engine.dialect.name == "sqlite":
            self._tasks.append(asyncio.create_task(self._tidy(), name="tidying"))

    def _prepare(self) -> None:
        """Make the tables if they are not there, and see that they can be read and written."""
        try:
            with self._engine.begin() as c:
                if self._engine.dialect.name == "sqlite":
                    _sound(c)
                METADATA.create_all(c)
                found = c.execute(select(META.c.schema)).scalar()
                if found is None:
                    c.execute(insert(META).values(schema=SCHEMA))
                elif found in UPGRADED:
                    _upgrade(c, found)
                    found = SCHEMA
                if found in (None, SCHEMA):
                    c.execute(update(META).values(schema=SCHEMA))        # a place that is read-only is told of now
        except Damaged as e:
            raise StoreError(f"{_shown(self._engine)} is damaged ({_fault(e)}); put back a copy of it, or choose "
                             "another place with --data.") from e
        except SQLAlchemyError as e:
            raise StoreError(f"Games cannot be kept in {_shown(self._engine)} ({_fault(e)}); choose another place with "
                             "--data or --database.") from e
        if found not in (None, SCHEMA):
            raise StoreError(f"{_shown(self._engine)} was made by another version of Frente (schema {found}, this one "
                             f"uses {SCHEMA}); choose another place with --data.")

    async def close(self) -> None:
        """Finish what was begun, then let go of the database."""
        if self._tasks:
            await self._queue.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._in(self._writer, self._engine.dispose)
        self._writer.shutdown()
        self._readers.shutdown()

    async def _in(self, pool: ThreadPoolExecutor, do: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, do, *arguments)

    # -- writing

    async def create(self, stored: Stored) -> None:
        await self._do(work.Create(stored))

    async def change(self, change: Change) -> None:
        """Conflict when the table has moved on."""
        began = time.perf_counter()
        if not await self._do(work.Apply(change)):
            raise Conflict
        if self.on_stored is not None:
            self.on_stored(time.perf_counter() - began, len(change.lines or []))

    async def give(self, table: str, side: int, orders: str, held: int = -1) -> None:
        """The standing orders of a seat, which do not answer the question asked after *held* acts."""
        await self._do(work.Give(table, side, orders, held))

    async def rename(self, table: str, name: str) -> bool:
        """False if there is no such table."""
        return await self._do(work.Set(update(GAMES).where(GAMES.c.id == table).values(name=name)))

    async def rematch(self, table: str, new: Stored) -> bool:
        """A table where the same players meet again; False if there is one already."""
        return await self._do(work.Rematch(table, new))

    async def invite(self, table: str, new: InvitationRow) -> None:
        await self._do(work.Invite(table, new))

    async def join(self, table: str, used: InvitationRow, key: str) -> bool:
        """False if somebody else has used the invitation before."""
        return await self._do(work.Join(table, used, key))

    async def rekey(self, table: str, old: str, new: str) -> bool:
        """False if the old key opens nothing here any more."""
        return await self._do(work.Rekey(table, old, new))

    async def renew(self, table: str, rules: str, data: str, snapshot: tuple[int, str]) -> None:
        """A game replayed on newer rules or data: its old snapshots are worth nothing any more."""
        await self._do(work.Set(
            delete(SNAPSHOTS).where(SNAPSHOTS.c.game_table == table),
            insert(SNAPSHOTS).values(work.kept_position(table, *snapshot)),
            update(GAMES).where(GAMES.c.id == table).values(rules=rules, data=data)))

    async def delete(self, table: str) -> bool:
        return await self._do(work.Remove(table))

    async def _do(self, job: work.Work) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self._queue.put((job, done))
        return await done

    async def _write(self) -> None:
        while True:
            jobs = [await self._queue.get()]
            while len(jobs) < TOGETHER and not self._queue.empty():
                jobs.append(self._queue.get_nowait())
            if not await self._together(jobs):
                for job in jobs:         # one of them cannot be done: find out which
                    await self._together([job])
            for _ in jobs:
                self._queue.task_done()

    async def _together(self, jobs: list[Job]) -> bool:
        """All in one transaction; False if that did not work and they should be tried one by one."""
        try:
            results = await self._in(self._writer, self._transaction, [job for job, _ in jobs])
        except Exception as e:
            if len(jobs) > 1:
                return False
            fault = Problem(507, "storage", {"fault": _fault(e)}) if isinstance(e, SQLAlchemyError | OSError) else e
            if not jobs[0][1].done():
                jobs[0][1].set_exception(fault)
            return True
        for (_, done), result in zip(jobs, results):
            if not done.done():
                done.set_result(result)
        return True

    def _transaction(self, jobs: list[work.Work]) -> list[bool]:
        self._written += 1
        with self._engine.begin() as c:
            return [job(c) for job in jobs]

    async def _tidy(self) -> None:
        """SQLite: carry the log over into the file now and then, beside the writer, so that no player waits for it."""
        while True:
            await asyncio.sleep(TIDY)
            if self._written:
                self._written = 0
                try:
                    await self._read(_checkpoint)
                except Problem:          # busy, or the disk is full: the log keeps everything until next time
                    LOG.warning("the log of the database could not be tidied")

    # -- reading

    async def _read(self, read: Callable[..., T], *arguments: Any) -> T:
        return await self._in(self._readers, self._connected, read, *arguments)

    def _connected(self, read: Callable[..., T], *arguments: Any) -> T:
        try:
            with self._engine.connect() as c:
                return read(c, *arguments)
        except Damaged as e:
            LOG.error("the store is damaged: %s", e)
            raise Problem(503, "damaged") from e
        except SQLAlchemyError as e:
            LOG.error("the store cannot be read: %s", _fault(e))
            raise Problem(503, "unreadable", {"fault": _fault(e)}) from e

    async def load(self, table: str) -> Stored | None:
        """Everything needed to go on with a table; events are left where they are."""
        return await self._read(_load, table)

    async def alive(self) -> None:
        """Problem if the store does not answer."""
        await self._read(_schema)

    async def owner(self, table: str) -> str | None:
        """Hash of the key of whoever set up a table; None if there is no such table."""
        return await self._read(_owner, table)

    async def invitation(self, table: str, token: str) -> InvitationRow | None:
        return await self._read(_invitation, table, token)

    async def snapshot(self, table: str, n: int) -> tuple[int, str] | None:
        """The last kept position at or before act *n*."""
        return await self._read(_snapshot, table, n)

    async def events(self, table: str, since: int, until: int) -> list[tuple[int, str]]:
        """The events that acts from *since* to before *until* caused, as JSON text."""
        return await self._read(_events, table, since, until)

    async def made(self, client: str, plan: bool) -> list[tuple[str, bool]]:
        """The games a client has set up, or its planning copies, the latest first, and whether they are over."""
        return await self._read(_made, client, plan)

    async def expired(self, settings: Settings, now: float) -> list[str]:
        """Tables nobody has touched for so long that they go; never games set up on this machine or by nobody knows."""
        return await self._read(_expired, settings, now)

    async def held(self, keys: Iterable[str], after: int = 0,
                   most: int = 1000) -> list[tuple[dict[str, Any], list[SeatRow], str]]:
        """Tables these key hashes have to do with, planning copies left out, the latest first, and who set them up."""
        return await self._read(_held, list(keys), after, most)


def _upgrade(c: Connection, found: int) -> None:
    """What is missing in a database of an older schema, besides tables, which have been made."""
    if found < 3:
        _move_dice(c)
    for name in CHECKED if found == 3 else CHECKED[:-1]:
        c.exec_driver_sql(f'ALTER TABLE "{name}" ADD COLUMN "check" BIGINT')


def _move_dice(c: Connection) -> None:
    """The dice of a game move into a table of their own. Nobody was asked for a number then."""
    for table, seed, chosen, nonces, promised in c.execute(text(
            "SELECT id, seed, seeded, nonces, commitment FROM game_table")).all():
        opening = Opening(seed, chosen=bool(chosen), nonces=json.loads(nonces), promised=promised)
        c.execute(insert(OPENINGS).values(game_table=table, n=0, opening=json.dumps(opening_out(opening))))
    for column in ("seed", "seeded", "nonces", "commitment"):
        c.execute(text(f"ALTER TABLE game_table DROP COLUMN {column}"))


def _schema(c: Connection) -> None:
    c.execute(select(META.c.schema)).all()


def _checkpoint(c: Connection) -> None:
    c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def _load(c: Connection, table: str) -> Stored | None:
    row = c.execute(select(GAMES).where(GAMES.c.id == table)).mappings().first()
    if row is None:
        return None
    game = dict(row)
    if not checks.holds(game.pop("check"), checks.of_game(game)):
        raise Damaged(f"table {table}")
    return Stored(game, _seats(c, table), _acts(c, table, game["acts"]), _snapshot(c, table, game["acts"]),
                  _rollbacks(c, table), _dice(c, table), *_standing(c, table), _client(c, table))


def _acts(c: Connection, table: str, count: int) -> list[ActRow]:
    rows = c.execute(select(ACTS.c.n, ACTS.c.side, ACTS.c.word, ACTS.c.roll, ACTS.c.check)
                     .where(ACTS.c.game_table == table, ACTS.c.n < count).order_by(ACTS.c.n))
    found: list[ActRow] = []
    for n, side, word, roll, check in rows:
        found.append(ActRow(n, side, word, roll, ""))
        if n != len(found) - 1 or not checks.act_holds(table, found[-1], check):
            raise Damaged(f"act {len(found) - 1} of table {table}")
    if len(found) != count:
        raise Damaged(f"act {len(found)} of table {table}")
    return found


def _rollbacks(c: Connection, table: str) -> list[RollbackRow]:
    rows = c.execute(select(ROLLBACKS.c.n, ROLLBACKS.c.side, ROLLBACKS.c.to, ROLLBACKS.c.dropped, ROLLBACKS.c.check)
                     .where(ROLLBACKS.c.game_table == table).order_by(ROLLBACKS.c.n))
    found: list[RollbackRow] = []
    for *row, check in rows:
        found.append(RollbackRow(*row))
        if not checks.holds(check, checks.of_rollback(table, found[-1])):
            raise Damaged(f"rollback {found[-1].n} of table {table}")
    return found


def _dice(c: Connection, table: str) -> list[str]:
    rows = c.execute(select(OPENINGS.c.n, OPENINGS.c.opening, OPENINGS.c.check)
                     .where(OPENINGS.c.game_table == table).order_by(OPENINGS.c.n))
    found: list[str] = []
    for n, opening, check in rows:
        if n != len(found) or not checks.holds(check, checks.of(table, n, opening)):
            raise Damaged(f"dice {n} of table {table}")
        found.append(str(opening))
    return found


def _standing(c: Connection, table: str) -> tuple[list[StandingRow], list[ByOrderRow]]:
    orders = c.execute(select(STANDING.c.side, STANDING.c.orders, STANDING.c.held)
                       .where(STANDING.c.game_table == table).order_by(STANDING.c.side))
    given = c.execute(select(BY_ORDER.c.n, BY_ORDER.c.side, BY_ORDER.c.question, BY_ORDER.c.answer)
                      .where(BY_ORDER.c.game_table == table).order_by(BY_ORDER.c.n))
    return [StandingRow(*r) for r in orders], [ByOrderRow(*r) for r in given]


def _owner(c: Connection, table: str) -> str | None:
    found = c.execute(select(GAMES.c.owner).where(GAMES.c.id == table)).scalar()
    return None if found is None else str(found)


def _invitation(c: Connection, table: str, token: str) -> InvitationRow | None:
    row = c.execute(select(INVITATIONS.c.token, INVITATIONS.c.side, INVITATIONS.c.key)
                    .where(INVITATIONS.c.game_table == table, INVITATIONS.c.token == token)).first()
    return None if row is None else InvitationRow(*row)


def _events(c: Connection, table: str, since: int, until: int) -> list[tuple[int, str]]:
    rows = c.execute(select(ACTS.c.n, ACTS.c.events, ACTS.c.check).where(
        ACTS.c.game_table == table, ACTS.c.n >= since, ACTS.c.n < until, ACTS.c.events != "[]").order_by(ACTS.c.n))
    found: list[tuple[int, str]] = []
    for n, told, check in rows:
        if not checks.events_hold(told, check):
            raise Damaged(f"events of act {n} of table {table}")
        found.append((n, told))
    return found


def _made(c: Connection, client: str, plan: bool) -> list[tuple[str, bool]]:
    rows = c.execute(select(GAMES.c.id, GAMES.c.result.is_not(None)).join(MADE_BY, MADE_BY.c.game_table == GAMES.c.id)
                     .where(MADE_BY.c.client == client, GAMES.c.plan == plan).order_by(GAMES.c.changed.desc()))
    return [(str(id), bool(over)) for id, over in rows]


def _expired(c: Connection, settings: Settings, now: float) -> list[str]:
    plans = GAMES.c.plan & (GAMES.c.changed < now - settings.keep_plans)
    age = case((GAMES.c.result.is_(None), settings.keep_games), else_=settings.keep_finished)
    elsewhere = MADE_BY.c.client.is_not(None) & (MADE_BY.c.client != LOCAL) & (GAMES.c.changed < now - age)
    rows = c.execute(select(GAMES.c.id).outerjoin(MADE_BY, MADE_BY.c.game_table == GAMES.c.id).where(plans | elsewhere))
    return [str(x) for (x,) in rows]


def _held(c: Connection, keys: list[str], after: int, most: int) -> list[tuple[dict[str, Any], list[SeatRow], str]]:
    mine = GAMES.c.id.in_(select(SEATS.c.game_table).where(SEATS.c.key.in_(keys))) | GAMES.c.owner.in_(keys)
    rows = c.execute(select(GAMES).where(~GAMES.c.plan, mine).order_by(GAMES.c.changed.desc(), GAMES.c.id)
                     .offset(after).limit(most))
    return [(dict(r), _seats(c, r["id"]), _client(c, r["id"])) for r in rows.mappings().all()]


def _client(c: Connection, table: str) -> str:
    return c.execute(select(MADE_BY.c.client).where(MADE_BY.c.game_table == table)).scalar() or ""


def _seats(c: Connection, table: str) -> list[SeatRow]:
    rows = c.execute(select(SEATS.c.side, SEATS.c.kind, SEATS.c.name, SEATS.c.key)
                     .where(SEATS.c.game_table == table).order_by(SEATS.c.side))
    return [SeatRow(*r) for r in rows]


def _snapshot(c: Connection, table: str, n: int) -> tuple[int, str] | None:
    """The last that holds: in place of a damaged one, more acts are played again."""
    rows = c.execute(select(SNAPSHOTS.c.n, SNAPSHOTS.c.position, SNAPSHOTS.c.check)
                     .where(SNAPSHOTS.c.game_table == table, SNAPSHOTS.c.n <= n).order_by(SNAPSHOTS.c.n.desc()))
    for at, position, check in rows:
        if checks.holds(check, checks.of(table, at, position)):
            return int(at), str(position)
        LOG.error("the store is damaged: position after %d acts of table %s", at, table)
    return None


def _durable(connection: DBAPIConnection, _: object) -> None:
    """SQLite: readers beside the writer, every commit waits until it is on disk, and the log is tidied separately."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "wal_autocheckpoint=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _durable_server(connection: DBAPIConnection, _: object) -> None:
    """PostgreSQL: a commit waits until it is on disk, whatever the server does otherwise."""
    cursor = connection.cursor()
    cursor.execute("SHOW synchronous_commit")
    if cursor.fetchone()[0] == "off":    # type: ignore[index]
        cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()


def _sound(c: Connection) -> None:
    """SQLite: whether all pages of the file fit together."""
    found = c.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise Damaged(str(found))


def _shown(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=True).split("///")[-1]


def _fault(e: BaseException) -> str:
    inner = getattr(e, "orig", None) or e
    return (str(inner).splitlines() or [type(inner).__name__])[0][:200].rstrip(".")
