"""All tables that are open now, and the computer players that sit at them."""
from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from random import uniform
from typing import Any, Final

from frente.flow import Side
from frente.referee import Refused
from frente.server import revive, worker
from frente.server.problem import Problem
from frente.server.schema import Stored
from frente.server.settings import Settings
from frente.server.storage import Store
from frente.server.table import Table
from frente.server.thinkers import Thinkers, WorkFailed

LOG: Final = logging.getLogger("frente.server")
OPEN: Final = 300                        # tables kept in memory; those nobody looks at are closed first


class Hall:
    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def table(self, id: str) -> Table:
        """The table of that name, opened if need be."""
        if id not in self._tables:
            lock = self._opening.setdefault(id, asyncio.Lock())
            async with lock:
                if id not in self._tables:
                    stored = await self.store.load(id)
                    if stored is None:
                        raise Problem(404, "no-table")
                    await self._opened(stored)
            self._opening.pop(id, None)
        self._tables.move_to_end(id)
        return self._tables[id]

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
                w.gone()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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
                await asyncio.sleep(uniform(*self.settings.standing_pause))
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
            while await self._spell(table, side, name):
                pass
        except (WorkFailed, Refused) as e:
            fault = e if isinstance(e, WorkFailed) else str(e)
            table.trouble[side] = Problem(503, "bot-failed", {"name": name, "fault": fault})
        except Problem as e:
            if e.status != 404:          # the table has been deleted meanwhile
                table.trouble[side] = e
        except Exception as e:
            LOG.exception("a computer player could not go on")
            table.trouble[side] = Problem(503, "bot-failed", {"name": name, "fault": type(e).__name__})
        finally:
            table.thinking.discard(side)
        table.announce()

    async def _spell(self, table: Table, side: Side, name: str) -> bool:
        """One visit to the pool; False when the side is no longer asked."""
        async with table.lock:
            match = await table.ready()
            if side not in match.choices():
                return False
            at = len(match.log)
            task = worker.Task(table.id, match.game.slug, match.scenario, match.options,
                               match.game.dump(match.position), side, name, f"{table.row['seed']} bot {side} {at}")
        for word in await self.thinkers.do(worker.think, task):
            try:
                at = await table.act(side, word, at)
            except Problem as e:
                if e.key == "server.stale":
                    return True          # somebody else has acted, gone back or given up: think again
                raise
            await asyncio.sleep(self.settings.bot_pause if table.people() else self.settings.show_pause)
        return True


def summary(row: dict[str, Any]) -> dict[str, Any]:
    """A stored table as the list of games shows it."""
    shown: dict[str, Any] = json.loads(row["summary"])
    result = None if row["result"] is None else json.loads(row["result"])
    return {"table": row["id"], "game": row["game"], "scenario": row["scenario"], "name": row["name"],
            "at": row["acts"], "turn": shown.get("turn", 0), "waiting": shown.get("waiting", []) if not result else [],
            "question": shown.get("question", ""), "over": result is not None, "outcome": result,
            "created": row["created"], "updated": row["changed"], "plan": row["plan"],
            "options": json.loads(row["options"])}
