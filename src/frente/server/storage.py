"""Where games are kept. A change is on disk before anybody is told of it.

One writer takes all changes that wait and puts them in one transaction: many games share one wait for the disk. The
first statement of every change asks for the version it was decided on, so of two changes exactly one is taken.
The database is used from threads of its own, so that waiting for it holds nobody up.
"""
from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from frente.server import migrations, reading, work
from frente.server.problem import Problem
from frente.server.reading import Damaged
from frente.server.schema import (
    GAMES,
    META,
    SNAPSHOTS,
    Besides,
    Change,
    InvitationRow,
    NoteRow,
    SeatRow,
    Since,
    Stored,
)
from frente.server.seats import NOBODY, Who
from frente.server.settings import Settings

TOGETHER: Final = 64                     # changes in one transaction at most
READERS: Final = 2
TIDY: Final = 5.0                        # seconds
LOG: Final = logging.getLogger("frente.server")
T = TypeVar("T")
Job = tuple[work.Work, "asyncio.Future[bool]"]


class StoreError(RuntimeError):
    """A database that cannot be used; the text says why and what to do."""


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
        self._file = self._engine.dialect.name == "sqlite"
        self.shared = not self._file     # other processes may work on it too
        # What belongs together is read as it was at one moment, whatever others write meanwhile.
        self._reading = self._engine if self._file else self._engine.execution_options(
            isolation_level="REPEATABLE READ")
        event.listen(self._engine, "connect", _durable if self._file else _durable_server)
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._written = 0                # transactions since the log was last tidied
        self.on_stored: Callable[[float, int], None] | None = None   # told how long a change took, and its acts
        self.tell: Callable[..., None] = _to_nobody      # lets other processes know of what has changed, see wire.py
        self._writer = ThreadPoolExecutor(1, "storage")
        self._readers = ThreadPoolExecutor(READERS, "reading")

    async def open(self, migrate: bool | None = None) -> None:
        """*migrate*: bring an older schema up to date; what a file needs without being asked, but not a database that
        other servers may be working on."""
        try:
            await self._in(self._writer, self._prepare, self._file if migrate is None else migrate)
        except StoreError:
            await self.close()
            raise
        self._tasks = [asyncio.create_task(self._write(), name="storage")]
        if self._file:
            self._tasks.append(asyncio.create_task(self._tidy(), name="tidying"))

    def _prepare(self, migrate: bool) -> None:
        """Make the tables if they are not there, bring older ones up to date, and see that they can be written."""
        try:
            with self._engine.connect() as c:
                if self._file:
                    _sound(c)
                    c.exec_driver_sql("BEGIN IMMEDIATE")     # also for tables that are made: all of it, or nothing
                found = migrations.found(c)
                if found != migrations.HEAD:
                    self._may_migrate(found, migrate)
                    migrations.upgrade(c)
                c.execute(update(META).values(schema=META.c.schema))     # a place that is read-only is told of now
                c.commit()
        except Damaged as e:
            raise StoreError(f"{_shown(self._engine)} is damaged ({_fault(e)}); put back a copy of it, or choose "
                             "another place with --data.") from e
        except SQLAlchemyError as e:
            raise StoreError(f"Games cannot be kept in {_shown(self._engine)} ({_fault(e)}); choose another place with "
                             "--data or --database.") from e

    def _may_migrate(self, found: str, migrate: bool) -> None:
        where, wanted = _shown(self._engine), migrations.HEAD
        if not migrations.known(found):
            raise StoreError(f"{where} was made by another version of Frente (schema {found}, this one uses {wanted}); "
                             "choose another place with --data.")
        if found and not migrate:
            raise StoreError(f"{where} is of an older schema ({found}, this version uses {wanted}); make a backup, "
                             "then run “frente migrate --database …”.")

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
        await self.do(work.Create(stored))

    async def change(self, change: Change) -> None:
        """Conflict when the table has moved on."""
        began = time.perf_counter()
        if not await self.do(work.Apply(change)):
            raise Conflict
        self.tell("moved", change.table, change.version + 1)
        if change.turns:
            self.tell("turn")
        if self.on_stored is not None:
            self.on_stored(time.perf_counter() - began, len(change.lines or []))

    async def give(self, table: str, side: int, orders: str, held: int = -1) -> None:
        """The standing orders of a seat, which do not answer the question asked after *held* acts."""
        await self.do(work.Give(table, side, orders, held), "reread", table)

    async def write(self, table: str, note: NoteRow) -> None:
        """A note beside an act. The version of the game does not grow with it: the other side sees that number."""
        await self.do(work.Write(table, note))

    async def rename(self, table: str, name: str) -> bool:
        """False if there is no such table."""
        return await self.do(work.Set(update(GAMES).where(GAMES.c.id == table).values(name=name)), "reread", table)

    async def rematch(self, table: str, new: Stored) -> bool:
        """A table where the same players meet again; False if there is one already."""
        return await self.do(work.Rematch(table, new), "reread", table)

    async def invite(self, table: str, new: InvitationRow) -> None:
        await self.do(work.Invite(table, new))

    async def join(self, table: str, used: InvitationRow, key: str, who: Who = NOBODY) -> bool:
        """False if somebody else has used the invitation before."""
        return await self.do(work.Join(table, used, key, who), "reread", table)

    async def rekey(self, table: str, old: str, new: str) -> bool:
        """False if the old key opens nothing here any more."""
        return await self.do(work.Rekey(table, old, new), "reread", table)

    async def renew(self, table: str, rules: str, data: str, snapshot: tuple[int, str]) -> None:
        """A game replayed on newer rules or data: its old snapshots are worth nothing any more."""
        await self.do(work.Set(
            delete(SNAPSHOTS).where(SNAPSHOTS.c.game_table == table),
            insert(SNAPSHOTS).values(work.kept_position(table, *snapshot)),
            update(GAMES).where(GAMES.c.id == table).values(rules=rules, data=data)))

    async def delete(self, table: str) -> bool:
        return await self.do(work.Remove(table), "gone", table)

    async def do(self, job: work.Work, *news: Any) -> bool:
        """Put a change of any kind in the next transaction; when it is done other processes hear the *news*."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self._queue.put((job, done))
        found = await done
        if found and news:
            self.tell(*news)
        return found

    async def alone(self, job: Callable[[Connection], T]) -> T:
        """A change in a transaction of its own, which waits for none of the others."""
        return await self._in(self._readers, self._by_itself, job)

    def _by_itself(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.begin() as c:
                return job(c)
        except SQLAlchemyError as e:
            raise Problem(507, "storage", {"fault": _fault(e)}) from e

    async def _write(self) -> None:
        while True:
            jobs = [await self._queue.get()]
            while len(jobs) < TOGETHER and not self._queue.empty():
                jobs.append(self._queue.get_nowait())
            jobs.sort(key=_table_of)     # two processes that change the same tables never wait for each other in a ring
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
                    await self.read(_checkpoint)
                except Problem:          # busy, or the disk is full: the log keeps everything until next time
                    LOG.warning("the log of the database could not be tidied")

    # -- reading

    async def read(self, read: Callable[..., T], *arguments: Any) -> T:
        return await self._in(self._readers, self._connected, read, *arguments)

    def _connected(self, read: Callable[..., T], *arguments: Any) -> T:
        try:
            with self._reading.connect() as c:
                return read(c, *arguments)
        except Damaged as e:
            LOG.error("the store is damaged: %s", e)
            raise Problem(503, "damaged") from e
        except SQLAlchemyError as e:
            LOG.error("the store cannot be read: %s", _fault(e))
            raise Problem(503, "unreadable", {"fault": _fault(e)}) from e

    async def load(self, table: str) -> Stored | None:
        """Everything needed to go on with a table; events are left where they are."""
        return await self.read(reading.load, table)

    async def after(self, table: str, version: int, acts: int, besides: Besides) -> Since | None:
        """What another process has added to a table since a version with so many acts; None if there is no such
        table."""
        return await self.read(reading.after, table, version, acts, besides)

    async def versions(self, tables: Iterable[str]) -> dict[str, tuple[int, int]]:
        """The version of each of these tables that there is, and a mark that changes with what is round the game."""
        return await self.read(reading.versions, list(tables))

    async def alive(self) -> None:
        """Problem if the store does not answer."""
        await self.read(_schema)

    async def owner(self, table: str) -> tuple[str, str] | None:
        """Hash of the key of whoever set up a table, and his name as a client; None if there is no such table."""
        return await self.read(reading.owner, table)

    async def notes(self, table: str) -> list[NoteRow]:
        return await self.read(reading.notes, table)

    async def invitation(self, table: str, token: str) -> InvitationRow | None:
        return await self.read(reading.invitation, table, token)

    async def snapshot(self, table: str, n: int) -> tuple[int, str] | None:
        """The last kept position at or before act *n*."""
        return await self.read(reading.snapshot, table, n)

    async def events(self, table: str, since: int, until: int) -> list[tuple[int, str]]:
        """The events that acts from *since* to before *until* caused, as JSON text."""
        return await self.read(reading.events, table, since, until)

    async def made(self, client: str, plan: bool) -> list[tuple[str, bool]]:
        """The games a client has set up, or its planning copies, the latest first, and whether they are over."""
        return await self.read(reading.made, client, plan)

    async def expired(self, settings: Settings, now: float) -> list[str]:
        """Tables nobody has touched for so long that they go; never games set up on this machine or by nobody knows."""
        return await self.read(reading.expired, settings, now)

    async def overdue(self, now: float) -> list[tuple[str, int]]:
        """Tables and sides whose clock is used up."""
        return await self.read(reading.overdue, now)

    async def held(self, keys: Iterable[str], after: int = 0, most: int = 1000,
                   who: Who = NOBODY) -> list[tuple[dict[str, Any], list[SeatRow], str]]:
        """Tables these key hashes or an account have to do with, planning copies left out, the latest first, and who
        set them up."""
        return await self.read(reading.held, list(keys), after, most, who)


def _to_nobody(*_: Any) -> None:
    """There are no other processes."""


def _table_of(job: Job) -> str:
    """The game a change concerns, if it is one."""
    found = getattr(job[0], "table", "")
    return found if isinstance(found, str) else ""


def _schema(c: Connection) -> None:
    c.execute(select(META.c.schema)).all()


def _checkpoint(c: Connection) -> None:
    c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


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
