"""A fleet of computer players: takes turns from the list in the database, thinks, and acts.

The same runs in every serving process and, for a fleet of its own, in ``frente bots``. A turn is given back after every
spell of thinking, so that all tables get on together; see turns.py for who comes next.
"""
from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

from frente.server import turns
from frente.server.hall import Hall
from frente.server.moves import Listed, failed, fault_of, written
from frente.server.problem import Problem
from frente.server.table import Table
from frente.server.turns import Taken

LOG: Final = logging.getLogger("frente.server")
HANDS: Final = 4                         # turns in hand for each worker process
IDLE: Final = 1.0                        # seconds between two looks, if nobody calls
COUNT: Final = 5.0                       # seconds between two counts of the line


class Fleet:
    def __init__(self, hall: Hall, name: str) -> None:
        assert isinstance(hall.moves, Listed)
        self.hall = hall
        self.store = hall.store
        self.moves = hall.moves
        self.name = name                 # of this process
        self.hands = asyncio.Semaphore(HANDS * hall.settings.thinkers)
        self.held: set[Taken] = set()    # turns that are worked on
        self._counted = 0.0

    async def run(self) -> None:
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                self.hall.work.clear()
                try:
                    while await self._next():
                        pass
                    await self._count()
                except Problem as e:     # the database is away for a while
                    LOG.warning("turns cannot be taken: %s", e)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.hall.work.wait(), IDLE)
        finally:
            renewing.cancel()

    async def close(self) -> None:
        """What this process had in hand others may take at once."""
        try:
            await self.store.alone(turns.FreeAll(self.name))
        except Problem as e:             # it is free when its lease has run out
            LOG.warning("turns could not be given back: %s", e)

    async def _next(self) -> bool:
        await self.hands.acquire()
        taken = None
        try:
            taken = await self.store.alone(turns.Take(self.name))
        finally:
            if taken is None:
                self.hands.release()
        if taken is None:
            return False
        self.held.add(taken)
        self.hall.begin(self._play(taken), f"{taken.table} {taken.side}")
        return True

    async def _play(self, turn: Taken) -> None:
        try:
            done = turns.Free(self.name, turn)
            try:
                table = await self.hall.table(turn.table)
                await table.refresh()
                await self._spell(table, turn)
            except Exception as e:
                done = await self._failed(turn, e)
            await self.store.alone(done)
            self.hall.work.set()
            if turn.tries or done.fault:
                await self._tell_stuck(turn.table)
        except Exception:                # another process takes the turn when the lease has run out
            LOG.exception("a turn could not be given back")
        finally:
            self.held.discard(turn)
            self.hands.release()

    async def _spell(self, table: Table, turn: Taken) -> None:
        if turn.side == turns.STANDING:
            await table.stand(len(table.match.log))
        elif await self.moves.spell(table, turn.side, turn.tries):
            return
        async with table.lock:           # a turn for which nothing is left to do leaves the list
            await table.ready()
            await self.store.do(turns.Ensure(table.id, table.version, table.turns() or []))

    async def _failed(self, turn: Taken, e: Exception) -> turns.Free:
        fault = fault_of(e)
        table = await self.hall.table(turn.table) if fault is not None else None
        if fault is None or table is None or turn.side == turns.STANDING:
            return turns.Free(self.name, turn)
        shown, seconds = failed(table, turn.side, fault, turn.tries)
        return turns.Free(self.name, turn, {**shown.facts, "fault": written(fault)}, seconds)

    async def _tell_stuck(self, id: str) -> None:
        self.store.tell("stuck", id)
        await self.moves.stuck(await self.hall.table(id))

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(turns.LEASE / 3)
            try:
                await self.store.alone(turns.Renew(self.name, self.held))
            except Problem as e:
                LOG.warning("turns cannot be held: %s", e)

    async def _count(self) -> None:
        now = time.monotonic()
        if now > self._counted + COUNT:
            self._counted = now
            self.hall.line = await self.store.read(turns.line)
