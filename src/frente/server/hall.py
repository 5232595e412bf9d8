"""All tables that are open now, and the computer players that sit at them."""
from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any, Final

from frente.flow import Side
from frente.referee import Refused
from frente.server import revive, worker
from frente.server.clients import LOCAL, pseudonym
from frente.server.limits import Buckets, Lanes
from frente.server.metrics import Metrics
from frente.server.problem import Problem
from frente.server.schema import Stored
from frente.server.settings import Settings
from frente.server.storage import Store
from frente.server.table import Table
from frente.server.thinkers import Thinkers, WorkFailed

LOG: Final = logging.getLogger("frente.server")
ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
TIDY: Final = 3600.0                     # seconds between two looks for tables nobody wants any more
OPEN: Final = 300                        # tables kept in memory; those nobody looks at are closed first
AGAIN: Final = (2, 10, 60, 600)          # seconds until a computer player that has failed tries again


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
        self.frames = Buckets(*settings.limits.frames)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening = Lanes(1)         # by table
        self._tasks: set[asyncio.Task[None]] = set()
        self._mind = secrets.token_hex(16)       # what computer players do has nothing to do with the dice

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
            except Problem:              # the disk is full, perhaps: the next look comes
                LOG.exception("old tables could not be thrown away")
            await asyncio.sleep(TIDY)

    async def throw_away(self, now: float) -> None:
        """What nobody has touched for long, and nobody looks at."""
        for id in await self.store.expired(self.settings, now):
            table = self._tables.get(id)
            if table is None or not table.watchers:
                await self.delete(id)

    def expires(self, row: dict[str, Any], client: str) -> float | None:
        """When a table will be thrown away if nobody touches it; None: never."""
        s = self.settings
        if row["plan"]:
            return float(row["changed"]) + s.keep_plans
        if not client or client == LOCAL:
            return None
        return float(row["changed"]) + (s.keep_games if row["result"] is None else s.keep_finished)

    async def add(self, stored: Stored) -> Table:
        """Store a new table and open it."""
        await self.store.create(stored)
        return await self._opened(stored)

    async def _opened(self, stored: Stored) -> Table:
        table = Table(self.store, stored, self.wake)
        game, row = table.match.game, stored.game
        if (row["rules"], row["data"]) != (game.rules_version, table.match.data):
            now = (len(table.match.log), revive.dumped(game, table.match.position))
            await self.store.renew(table.id, game.rules_version, table.match.data, now)
        self._tables[table.id] = table
        self._close_idle()
        self.wake(table)
        return table

    def _close_idle(self) -> None:
        for id in list(self._tables)[:-1]:
            if len(self._tables) <= OPEN:
                return
            table = self._tables[id]
            if not table.watchers and not table.thinking and table.answering < 0 and not table.lock.locked():
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
        table = self._tables.pop(id, None)
        if table is not None:
            table.closed = True
            for w in list(table.watchers):
                w.gone(Problem(404, "no-table"))

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

    # -- standing orders and computer players

    def wake(self, table: Table) -> None:
        """Let a standing order answer that is due, and every computer player think that has to decide."""
        if table.due() and table.answering != len(table.match.log):
            table.answering = len(table.match.log)
            self._begin(self._stand(table, table.answering), f"{table.id} standing")
        for side in table.bots():
            if side not in table.thinking and side not in table.trouble:
                table.thinking.add(side)
                self._begin(self._think(table, side), f"{table.id} {side}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stand(self, table: Table, at: int) -> None:
        """Answer after a while that has nothing to do with the game, as a person would."""
        try:
            if table.apart():
                await asyncio.sleep(random.uniform(*self.settings.standing_pause))
            await table.stand(at)
        except Exception:                # the player can still answer for himself
            LOG.exception("a standing order could not be carried out")
        finally:
            if table.answering == at:
                table.answering = -1

    async def _think(self, table: Table, side: Side) -> None:
        """Decide and act until somebody else has to; what goes wrong is shown at the table."""
        name = table.bot(side)
        for w in list(table.watchers):
            w.tell({"type": "thinking", "side": table.game.sides[side]})
        try:
            while await self._turn(table, side, name):
                table.failures.pop(side, None)
        except (WorkFailed, Refused) as e:
            self._failed(table, side, e if isinstance(e, WorkFailed) else str(e))
        except Problem as e:
            if e.status != 404:          # the table has been deleted meanwhile
                self._failed(table, side, e)
        except Exception as e:
            LOG.exception("a computer player could not go on")
            self._failed(table, side, type(e).__name__)
        finally:
            table.thinking.discard(side)
        table.announce()

    def _failed(self, table: Table, side: Side, fault: Problem | str) -> None:
        """Show it at the table, and let the computer player try again after a while: somebody may be waiting."""
        seconds = AGAIN[min(table.failures[side], len(AGAIN) - 1)]
        table.failures[side] += 1
        shown = Problem(503, "bot-failed", {"name": table.bot(side), "fault": fault, "seconds": seconds})
        table.trouble[side] = shown
        self._begin(self._recover(table, side, shown, seconds), f"{table.id} {side} again")

    async def _recover(self, table: Table, side: Side, shown: Problem, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if table.trouble.get(side) is shown and self._tables.get(table.id) is table:     # and nobody has woken it since
            del table.trouble[side]
            table.announce()

    async def _turn(self, table: Table, side: Side, name: str) -> bool:
        """Think and act, when it is this client's turn; False when the side is no longer asked."""
        async with self.moving.of(table.client):
            return await self._spell(table, side, name)

    async def _spell(self, table: Table, side: Side, name: str) -> bool:
        """One visit to the pool; False when the side is no longer asked."""
        async with table.lock:
            match = await table.ready()
            if side not in match.choices():
                return False
            at = len(match.log)
            task = worker.Task(table.id, match.game.slug, match.scenario, match.options,
                               match.game.dump(match.position), side, name, self._chance(table, side, at))
        for word in await self.thinkers.do(table.client, worker.think, task):
            try:
                at = await table.act(side, word, at)
            except Problem as e:
                if e.key == "server.stale":
                    return True          # somebody else has acted, gone back or given up: think again
                raise
            await asyncio.sleep(self._pause(table))
        return True

    def _pause(self, table: Table) -> float:
        """Whoever waits for the computer comes first, then whoever looks on."""
        s = self.settings
        return s.bot_pause if table.people() else s.show_pause if table.watchers else s.unseen_pause

    def _chance(self, table: Table, side: Side, at: int) -> str:
        """From what a computer player draws its own chances; others after it has failed, or it would fail again."""
        failed = table.failures[side]
        return f"{self._mind} {table.id} {side} {at}" + (f" {failed}" if failed else "")


def summary(row: dict[str, Any]) -> dict[str, Any]:
    """A stored table as the list of games shows it."""
    shown: dict[str, Any] = json.loads(row["summary"])
    result = None if row["result"] is None else json.loads(row["result"])
    return {"table": row["id"], "game": row["game"], "scenario": row["scenario"], "name": row["name"],
            "at": row["acts"], "turn": shown.get("turn", 0), "waiting": shown.get("waiting", []) if not result else [],
            "question": shown.get("question", ""), "over": result is not None, "outcome": result,
            "created": row["created"], "updated": row["changed"], "plan": row["plan"],
            "options": json.loads(row["options"])}
