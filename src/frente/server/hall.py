"""All tables that are open now, and the computer players that sit at them."""
from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from frente.server import revive
from frente.server.clients import ACCOUNT, LOCAL, pseudonym
from frente.server.edit import kept
from frente.server.keeping import Elsewhere
from frente.server.limits import Buckets, Lanes, Shares
from frente.server.metrics import Metrics
from frente.server.moves import Here, Listed, Moves
from frente.server.problem import Problem
from frente.server.schema import SeatRow, Stored
from frente.server.settings import Settings
from frente.server.storage import Store
from frente.server.table import Table
from frente.server.thinkers import Thinkers
from frente.server.wire import Wire

T = TypeVar("T")
LOG: Final = logging.getLogger("frente.server")
ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
TIDY: Final = 3600.0                     # seconds between two looks for tables nobody wants any more
SWEEP: Final = 1.0                       # seconds between two looks at clocks
OPEN: Final = 300                        # tables kept in memory; those nobody looks at are closed first
GONE: Final = 12.0                       # seconds after which a process that says nothing is not counted on


class Hall:
    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, secret: bytes = b"",
                 metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.secret = secret
        self.metrics = metrics or Metrics()
        self.moving = Lanes(settings.bot_lanes)
        self.importing = Lanes(settings.import_lanes)
        self.serving = Lanes(settings.lanes)
        self.shares = Shares(*settings.limits.share)
        self.frames = Buckets(*settings.limits.frames)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening = Lanes(1)         # by table
        self._tasks: set[asyncio.Task[None]] = set()
        self._elsewhere: dict[str, Elsewhere] = {}   # by table
        self.work = asyncio.Event()      # there may be turns to take
        self.line = (0, 0.0)             # how many turns wait, and for how long, as it was last counted
        self.moves: Moves = Listed(self) if store.shared else Here(self)
        self.name = ""                   # of this process, where there are several
        self.talking: Callable[[str, int], Coroutine[Any, Any, None]] = _silence     # tells what somebody has said

    async def table(self, id: str) -> Table:
        """The table of that name, opened if need be. One that is not there leaves no trace."""
        if id not in self._tables:
            if not ID.fullmatch(id):
                raise Problem(404, "no-table")
            async with self._opening.of(id):
                if id not in self._tables:
                    stored = await self.store.load(id)
                    if stored is None:
                        raise Problem(404, "no-table")
                    await self._opened(stored)
        self._tables.move_to_end(id)
        return self._tables[id]

    def opened(self, id: str) -> Table | None:
        """A table, if it is open here."""
        return self._tables.get(id)

    async def fresh(self, id: str) -> Table:
        """The table of that name as it is stored at this moment, whichever process has changed it last. While it was
        being opened, too, another one may have stored more; of that nobody could be told before it was open."""
        table = await self.table(id)
        if self.store.shared:
            await table.refresh()
        return table

    async def serve(self, client: str, do: Callable[..., Coroutine[Any, Any, T]], *arguments: Any) -> T:
        """Do what a client asks for: of each only so much is in hand at once, and nobody has all the time there is."""
        async with self.serving.of(client):
            if client == LOCAL:
                return await do(*arguments)
            return await self.shares.work(client, do, *arguments)

    def known(self, client: str) -> str:
        """The name under which a client's tables are kept and its work waits."""
        return pseudonym(self.secret, client)

    async def admit(self, client: str, plan: bool = False) -> None:
        """Whether a client may have another table; the oldest of its planning copies makes room for a new one."""
        if client == LOCAL:
            return
        limits = self.settings.limits
        had = await self.store.made(client, plan)
        if plan:
            for id, _ in had[limits.plans - 1:]:
                await self.delete(id)
        elif sum(not over for _, over in had) >= limits.tables:
            raise Problem(429, "too-many-tables", {"limit": limits.tables})
        elif len(had) >= limits.all_tables:
            raise Problem(429, "too-many-games", {"limit": limits.all_tables})

    async def tidy(self) -> None:
        """Throw away, every now and then, what nobody has touched for long."""
        while True:
            try:
                await self.throw_away(time.time())
            except Problem:              # the disk is full, perhaps: it is tried again
                LOG.exception("old tables could not be thrown away")
            await asyncio.sleep(TIDY)

    async def sweep(self) -> None:
        """End games whose clock is used up: a server does it, never a client."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for id, side in await self.store.overdue(time.time()):
                    await (await self.fresh(id)).flag(side)
            except Problem as e:         # another server was faster, or the store is away for a while
                LOG.info("a clock could not be stopped: %s", e.key)
            except Exception:
                LOG.exception("a clock could not be stopped")

    async def throw_away(self, now: float) -> None:
        """What nobody has touched for long, and nobody looks at."""
        for id in await self.store.expired(self.settings, now):
            table = self._tables.get(id)
            if table is None or not table.watchers:
                await self.delete(id)
        await self.store.do(kept.Expire(now - self.settings.keep_packs))

    def expires(self, row: dict[str, Any], client: str) -> float | None:
        """When a table will be thrown away if nobody touches it; None: never."""
        s = self.settings
        if row["plan"]:
            return float(row["changed"]) + s.keep_plans
        if not client or client == LOCAL or client.startswith(ACCOUNT):
            return None
        return float(row["changed"]) + (s.keep_games if row["result"] is None else s.keep_finished)

    async def add(self, stored: Stored) -> Table:
        """Store a new table and open it."""
        await self.store.create(stored)
        return await self._opened(stored)

    async def _opened(self, stored: Stored) -> Table:
        match = None
        if stored.pack is not None or revive.outdated(stored):           # beside the others, not before them
            match = await asyncio.to_thread(revive.match_of, stored)
        table = Table(self.store, stored, self.moves.wake, self.moves.standing_pause, match)
        await table.recall()
        table.elsewhere = self._elsewhere.setdefault(table.id, {})
        game, row = table.match.game, stored.game
        if (row["rules"], row["data"]) != (game.rules_version, table.match.data):
            now = (len(table.match.log), revive.dumped(game, table.match.position))
            await self.store.renew(table.id, game.rules_version, table.match.data, now)
        self._tables[table.id] = table
        self._close_idle()
        self.moves.wake(table)
        if isinstance(self.moves, Listed):
            self.begin(self.moves.opened(table), f"{table.id} opened")
        return table

    def _close_idle(self) -> None:
        for id in list(self._tables)[:-1]:
            if len(self._tables) <= OPEN:
                return
            table = self._tables[id]
            busy = table.thinking and not self.store.shared
            if not table.watchers and not busy and table.answering < 0 and not table.lock.locked():
                del self._tables[id]

    async def rename(self, id: str, name: str) -> None:
        await self.store.rename(id, name)
        table = self._tables.get(id)
        if table is not None:
            table.row["name"] = name
            table.announce()

    async def delete(self, id: str) -> None:
        """Also a table whose game can no longer be opened."""
        await self.store.delete(id)
        self.forget(id)

    def forget(self, id: str) -> None:
        """A table is no more."""
        table = self._tables.pop(id, None)
        self._elsewhere.pop(id, None)
        if table is not None:
            table.closed = True
            for w in list(table.watchers):
                w.gone(Problem(404, "no-table"))

    # -- people who have accounts

    def dismiss(self, sessions: Iterable[str], tell: bool = True) -> None:
        """Sessions have ended: the sockets they opened are closed."""
        if tell:
            self.store.tell("dismiss", sorted(sessions))
        for table in list(self._tables.values()):
            for w in list(table.watchers):
                if w.access.session in sessions:
                    w.gone(Problem(403, "signed-out"))

    def call(self, account: str, name: str, tell: bool = True) -> None:
        """Somebody has a new name, or none any more."""
        if tell:
            self.store.tell("call", account, name)
        self._reseat(lambda s: s.account == account, account, name)

    def seat(self, account: str, name: str, keys: Collection[str], tell: bool = True) -> None:
        """Seats that were taken without an account belong to one now."""
        if tell:
            self.store.tell("seat", account, name, sorted(keys))
        self._reseat(lambda s: s.key in keys and not s.account, account, name)
        for table in self._tables.values():
            if table.row["owner"] in keys and not table.made_by.startswith(ACCOUNT):
                table.made_by = ACCOUNT + account

    def _reseat(self, which: Callable[[SeatRow], bool], account: str, name: str) -> None:
        for table in list(self._tables.values()):
            if any(which(s) for s in table.seats):
                table.seats = [replace(s, account=account, name=name) if which(s) else s for s in table.seats]
                table.announce()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- for whoever watches over the server

    def open_tables(self) -> int:
        return len(self._tables)

    def sockets(self) -> int:
        return sum(len(t.watchers) for t in self._tables.values())

    def stuck(self) -> int:
        return sum(len(t.trouble) for t in self._tables.values())


    # -- other processes

    def join(self, wire: Wire) -> None:
        """Hear other processes, and be heard."""
        self.name = wire.name

        def tell(*news: Any) -> None:
            if news[0] == "turn":
                self.work.set()
            wire.tell(*news)

        self.store.tell = tell

    def heard(self, news: list[Any]) -> None:
        """What another process tells; nothing: it is time to compare what is open here with the database."""
        kind, *about = news or ["compare"]
        if kind == "turn":
            self.work.set()
        elif kind == "here":
            self._here(*about)
        elif kind == "gone":
            self.forget(*about)
        elif kind == "share":
            self.share(*about)
        elif kind == "talk":
            self.begin(self.talking(*about), "talk")
        elif kind in ("dismiss", "call", "seat", "hurry"):
            getattr(self, kind)(*about, tell=False)
        elif kind == "compare":
            self.begin(self._compare(), "compare")
        elif (table := self._tables.get(about[0])) is not None:
            if kind == "moved":
                self._moved(table, about[1])
            else:
                self.begin(self._follow(table, kind), f"{table.id} {kind}")

    def _moved(self, table: Table, version: int) -> None:
        """Another process has stored acts. They are followed at once where somebody looks on, else when they are
        asked for: most tables are played at one process, and the others would do all its work again."""
        table.behind = max(table.behind, version)
        if table.watchers and table.version < version:
            self.begin(self._follow(table, "moved"), f"{table.id} moved")

    async def _follow(self, table: Table, kind: str) -> None:
        try:
            if kind == "stuck" and isinstance(self.moves, Listed):
                await self.moves.stuck(table)
            else:
                await table.refresh(kind == "reread")
        except Problem as e:
            if e.status == 404:
                self.forget(table.id)
            else:                        # the database is away for a while: the next comparison comes
                LOG.warning("what another process did cannot be read: %s", e)

    async def _compare(self) -> None:
        """A notice that was lost is made good."""
        self.work.set()
        now = time.monotonic()
        for id, others in list(self._elsewhere.items()):
            for name in [name for name, (_, _, since) in others.items() if since < now - GONE]:
                del others[name]
            if not others and id not in self._tables:
                del self._elsewhere[id]
        for table in list(self._tables.values()):
            if table.watchers:
                self.show(table)
        try:
            found = await self.store.versions(list(self._tables))
        except Problem as e:
            LOG.warning("tables cannot be compared: %s", e)
            return
        for id, table in list(self._tables.items()):
            version, mark = found.get(id, (0, 0))
            if mark != table.mark:
                await self._follow(table, "reread")
            else:
                self._moved(table, version)

    def show(self, table: Table) -> None:
        """Let other processes know who is here."""
        sides = sorted({s for w in table.watchers for s in w.access.sides})
        self.store.tell("here", table.id, self.name, sides, len(table.watchers))

    def _here(self, id: str, name: str, sides: list[int], count: int) -> None:
        others = self._elsewhere.setdefault(id, {})
        before = others.get(name, ((), 0, 0.0))[0]
        others[name] = (tuple(sides), count, time.monotonic())
        table = self._tables.get(id)
        if table is not None and before != tuple(sides):
            table.announce()

    def begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def share(self, id: str, side: int, share: float) -> None:
        """How far a computer player has come with its present decision."""
        table = self._tables.get(id)
        if table is not None:
            table.say_thinking(side, share)

    def hurry(self, table: str, tell: bool = True) -> None:
        """A player cannot wait: whoever thinks at a table, here or elsewhere, answers with the best it has."""
        self.thinkers.hurry(table)
        if tell:
            self.store.tell("hurry", table)

    def holds(self, table: Table) -> bool:
        return self._tables.get(table.id) is table


async def _silence(_: str, __: int) -> None:
    """Nobody here tells what is said."""


def summary(row: dict[str, Any]) -> dict[str, Any]:
    """A stored table as the list of games shows it."""
    shown: dict[str, Any] = json.loads(row["summary"])
    result = None if row["result"] is None else json.loads(row["result"])
    return {"table": row["id"], "game": row["game"], "scenario": row["scenario"], "name": row["name"],
            "at": row["acts"], "turn": shown.get("turn", 0), "waiting": shown.get("waiting", []) if not result else [],
            "question": shown.get("question", ""), "over": result is not None, "outcome": result,
            "created": row["created"], "updated": row["changed"], "plan": row["plan"],
            "options": json.loads(row["options"])}
