"""Who answers for computer players and standing orders: this process for all its tables, or whoever of several takes
their turns from the list in the database (fleet.py)."""
from __future__ import annotations

import asyncio
import logging
import random
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from frente.kernel.flow import Side
from frente.kernel.texts import Told
from frente.server import turns, worker
from frente.server.problem import Problem
from frente.server.schema import NoteRow
from frente.server.table import Table
from frente.server.thinkers import WorkFailed

if TYPE_CHECKING:
    from frente.server.hall import Hall

LOG: Final = logging.getLogger("frente.server")
AGAIN: Final = (2, 10, 60, 600)          # seconds until a computer player that has failed tries again


class Moves:
    """One spell of a computer player."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._mind = secrets.token_hex(16)       # what computer players do has nothing to do with the dice

    def wake(self, table: Table) -> None:
        """Something has changed at a table: let whoever has to answer do so."""
        raise NotImplementedError

    async def spell(self, table: Table, side: Side, tries: int) -> bool:
        """One visit to the pool; False when the side is no longer asked."""
        async with table.lock:
            match = await table.ready()
            if side not in match.choices():
                return False
            at = len(match.log)
            task = worker.Task(table.id, match.game.slug, match.scenario, match.options,
                               match.game.dump(match.position), side, table.bot(side),
                               self._chance(table, side, at, tries), table.pack)
        tell = partial(self._share, table.id, side)
        found = await self.hall.thinkers.do(table.client, worker.think, task, key=table.id, tell=tell)
        for word, meant in found:
            before = at
            try:
                at = await table.act(side, word, at)
            except Problem as e:
                if e.key == "server.stale":
                    return True          # somebody else has acted, gone back or given up: think again
                raise
            if meant:
                await table.store.write(table.id, NoteRow(before, side, meant))
            await asyncio.sleep(self._pause(table))
        return True

    def _share(self, table: str, side: Side, share: float) -> None:
        """Whoever looks on is told how far a decision has come, at other processes too."""
        self.hall.share(table, side, round(share, 2))
        self.hall.store.tell("share", table, side, round(share, 2))

    def _pause(self, table: Table) -> float:
        """Whoever waits for the computer comes first, then whoever looks on."""
        s = self.hall.settings
        return s.bot_pause if table.people() else s.show_pause if table.watched() else s.unseen_pause

    def _chance(self, table: Table, side: Side, at: int, tries: int) -> str:
        """From what a computer player draws its own chances; others after it has failed, or it would fail again."""
        return f"{self._mind} {table.id} {side} {at}" + (f" {tries}" if tries else "")

    def standing_pause(self) -> float:
        """A while that has nothing to do with the game, as a person would take."""
        return random.uniform(*self.hall.settings.standing_pause)


def fault_of(e: BaseException) -> Problem | str | None:
    """What is shown at the table when a computer player could not go on; None: the table has been deleted meanwhile.
    Why an act of its was refused is in the log alone: it may tell what only its own side knows."""
    if isinstance(e, Problem):
        return None if e.status == 404 and not isinstance(e, WorkFailed) else e
    LOG.error("a computer player could not go on", exc_info=e)
    return type(e).__name__


def failed(table: Table, side: Side, fault: Problem | str, tries: int) -> tuple[Problem, int]:
    """What is shown at the table, and the seconds until the computer player tries again: somebody may be waiting."""
    seconds = AGAIN[min(tries, len(AGAIN) - 1)]
    return Problem(503, "bot-failed", {"name": table.bot(side), "fault": fault, "seconds": seconds}), seconds


def written(fault: Problem | str) -> Any:
    """A fault as it is kept, to be told in any language."""
    if isinstance(fault, str):
        return fault
    facts = {k: str(v) if isinstance(v, Problem | Told) else v for k, v in fault.facts.items()}
    return [fault.status, fault.key.removeprefix("server."), facts]


def read(fault: Any) -> Problem | str:
    return fault if isinstance(fault, str) else Problem(*fault)


class Here(Moves):
    """This process is the only one."""

    def wake(self, table: Table) -> None:
        if table.due() and table.answering != len(table.match.log):
            table.answering = len(table.match.log)
            self.hall.begin(self._stand(table, table.answering), f"{table.id} standing")
        for side in table.bots():
            if side not in table.thinking and side not in table.trouble:
                table.thinking.add(side)
                self.hall.begin(self._think(table, side), f"{table.id} {side}")

    async def _stand(self, table: Table, at: int) -> None:
        """Answer after a while."""
        try:
            if table.apart():
                await asyncio.sleep(self.standing_pause())
            await table.stand(at)
        except Exception:                # the player can still answer for himself
            LOG.exception("a standing order could not be carried out")
        finally:
            if table.answering == at:
                table.answering = -1

    async def _think(self, table: Table, side: Side) -> None:
        """Decide and act until somebody else has to; what goes wrong is shown at the table."""
        table.say_thinking(side)
        try:
            while await self._turn(table, side):
                table.failures.pop(side, None)
        except Exception as e:
            fault = fault_of(e)
            if fault is not None:
                shown, seconds = failed(table, side, fault, table.failures[side])
                table.failures[side] += 1
                table.trouble[side] = shown
                self.hall.begin(self._recover(table, side, shown, seconds), f"{table.id} {side} again")
        finally:
            table.thinking.discard(side)
        table.announce()

    async def _turn(self, table: Table, side: Side) -> bool:
        """Think and act, when it is this client's turn; False when the side is no longer asked."""
        async with self.hall.moving.of(table.client):
            return await self.spell(table, side, table.failures[side])

    async def _recover(self, table: Table, side: Side, shown: Problem, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if table.trouble.get(side) is shown and self.hall.holds(table):      # and nobody has woken it since
            del table.trouble[side]
            table.announce()


class Listed(Moves):
    """What a table waits for stands in the database. Here it is only shown."""

    def wake(self, table: Table) -> None:
        asked = set(table.bots()) - set(table.trouble)
        for side in asked - table.thinking:
            table.say_thinking(side)
        table.thinking = asked

    async def opened(self, table: Table) -> None:
        """What a table waits for that was made, or kept from before there was a list, is put there."""
        wanted = table.turns()
        if wanted and await self.hall.store.do(turns.Ensure(table.id, table.version, wanted)):
            self.hall.store.tell("turn")
        await self.stuck(table)

    async def stuck(self, table: Table) -> None:
        """Computer players could not go on, or can again."""
        found = await self.hall.store.read(turns.faults, table.id)
        if found or table.trouble:
            table.trouble = {side: Problem(503, "bot-failed", facts | {"fault": read(facts["fault"])})
                             for side, facts in found.items()}
            table.announce()
