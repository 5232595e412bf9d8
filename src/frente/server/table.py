"""One table: what is done at a game in progress.

Whatever changes the game goes through here, one request at a time: decide, store, and only then tell.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from random import SystemRandom
from typing import Final

from frente.kernel.chance import Opening, Unfair
from frente.kernel.deployment import rest
from frente.kernel.flow import Refusal, Side
from frente.kernel.referee import Match, Refused
from frente.server import clocks, revive, turns
from frente.server.keeping import Keeping
from frente.server.problem import Problem
from frente.server.schema import ByOrderRow, Stored
from frente.server.seats import Access
from frente.server.standing import text
from frente.server.storage import Store

PATIENCE: Final = 30.0                   # seconds in which the page of somebody who is there sends its number


def _at_once() -> float:
    return 0.0


class Table(Keeping):
    def __init__(self, store: Store, stored: Stored, on_change: Callable[[Table], None],
                 pause: Callable[[], float] = _at_once, match: Match | None = None) -> None:
        super().__init__(store, stored, pause, match)
        self.on_change = on_change       # lets computer players think

    def _tell(self, since: int | None) -> None:
        super()._tell(since)
        self.on_change(self)

    # -- what is done

    async def act(self, side: Side, word: str, at: int) -> int:
        """Carry out one act decided on a log of *at* acts; the length of the log after it."""
        return (await self.series(side, [word], at))[1]

    async def series(self, side: Side, words: Sequence[str] | Callable[[Match], Iterable[str]], at: int
                     ) -> tuple[int, int, list[Refusal]]:
        """Carry out acts until one is refused: how many were taken, the length of the log, and why no more. Some are
        made up only when those before them have been carried out."""
        async with self.lock:
            match = await self.ready(at)
            done = 0
            stopped: list[Refusal] = []
            try:
                for word in words(match) if callable(words) else words:
                    self.standing.by_hand(match, side, word)
                    done += 1
            except Refused as e:
                if not done:
                    raise
                stopped = e.refusals
            except Exception:            # a fault of the rules: the referee has gone back, what was stored stands
                self._drop()
                raise
            silent = self._silent(match, side)
            await self._keep(at, by_order=[] if self.apart() else self._stand(), dice=silent)
            self._tell(at)
            return done, len(match.log), stopped

    async def deploy(self, side: Side, at: int) -> int:
        """Set up what is left of a side as in history; the length of the log after it."""
        async with self.lock:
            match = await self.ready(at)
            words = rest(match, side, SystemRandom())
        if not words:
            raise Problem(409, "no-set-up")
        return (await self.series(side, words, at))[1]

    async def stand(self, at: int) -> None:
        """Let a standing order answer the question asked after *at* acts, if it is still due.

        Where people play each other, every answer is stored and told by itself, as if a person had given it.
        """
        async with self.lock:
            match = await self.ready()
            if len(match.log) == at and self.due():
                await self._keep(at, by_order=self._stand())
                self._tell(at)

    def _stand(self) -> list[ByOrderRow]:
        """Carry out standing orders: one where people wait for each other, else all that are due."""
        found: list[ByOrderRow] = []
        try:
            while given := self.standing.play(self.match):
                found += given
                if self.apart():
                    break
        except Exception:                # a fault of the rules: what was stored stands
            self._drop()
            raise
        return found

    async def order(self, side: Side, question: str, answer: str, unless: Sequence[str]) -> None:
        """A standing order on a question; without an answer, the one given before is withdrawn."""
        async with self.lock:
            match = await self.ready()
            orders = self.standing.changed(self.game, side, question, answer, unless)
            held = self.standing.hold(match, side)
            await self.store.give(self.id, side, text(orders), held)
            self.standing.take(side, orders, held)
        for w in self.watchers:
            if side in w.access.sides:   # nobody else is told, not even that there is something to tell
                w.changed(None)

    async def undo(self, side: Side, at: int | None) -> None:
        async with self.lock:
            match = await self.ready(at)
            await self.recall(len(match.log) - 2)        # by then somebody asks whether the act before can be undone
            match.undo(side)
            self.standing.went_back(len(match.log))
            await self._keep(len(match.log), cut=True)
            self._tell(len(match.log))

    async def offer_rollback(self, access: Access, side: Side, to: int, at: int | None) -> None:
        """Propose to go back. Computer players agree, and so does whoever plays all the other seats himself."""
        async with self.lock:
            match = await self.ready(at)
            match.offer_rollback(side, to)
            for other in self._others(side):
                if self._is_bot(other) or other in access.sides:
                    await self._agree_rollback(other)
            if match.offer is not None:
                await self._keep(len(match.log))
                self._tell(len(match.log))

    async def _agree_rollback(self, side: Side) -> None:
        match = self.match
        await self.recall(match.offer.to - 1 if match.offer is not None else -1)
        if match.accept_rollback(side):
            k = len(match.rollbacks) - 1
            self.standing.went_back(len(match.log))
            await self._keep(len(match.log), cut=True, rollback=revive.rollback_row(k, match.rollbacks[k]))
            self._tell(len(match.log))

    async def offer_draw(self, access: Access, side: Side, at: int | None) -> None:
        async with self.lock:
            match = await self.ready(at)
            others = self._others(side)
            if match.offer is None and any(self._is_bot(other) for other in others):
                raise Problem(409, "bot-plays-on")
            match.offer_draw(side)
            for other in others:
                if other in access.sides:
                    match.accept_draw(other)
            await self._keep(len(match.log))
            self._tell(len(match.log))

    async def answer(self, side: Side, what: str, yes: bool) -> None:
        """Accept or decline the offer that waits."""
        async with self.lock:
            match = await self.ready()
            if what == "rollback" and yes:
                await self._agree_rollback(side)
                if match.offer is None:
                    return
            elif what == "rollback":
                match.decline_rollback(side)
            elif yes:
                match.accept_draw(side)
            else:
                match.decline_draw(side)
            await self._keep(len(match.log))
            self._tell(len(match.log))

    async def resign(self, side: Side) -> None:
        async with self.lock:
            match = await self.ready()
            match.resign(side)
            await self._keep(len(match.log))
            self._tell(len(match.log))

    async def flag(self, side: Side) -> None:
        """The clock of a side is used up, unless it has moved meanwhile: the game ends as was agreed."""
        async with self.lock:
            match = await self.ready()
            if self.terms is None or match.over or not clocks.late(self.clocks, side, time.time()):
                return
            if self.terms.late == "draw":
                match.offer = None
                match.offer_draw(side)
                for other in self._others(side):
                    match.accept_draw(other)
            else:
                match.resign(side)
            await self._keep(len(match.log))
            self._tell(len(match.log))

    async def wake(self) -> None:
        """Let computer players that failed try again, and whoever could not be shown the game look again."""
        if not self.trouble and not self.blind:
            raise Problem(409, "nothing-stuck")
        self.trouble.clear()
        self.failures.clear()
        if self.store.shared:
            await self.store.do(turns.Retry(self.id), "stuck", self.id)
            self.store.tell("turn")
        self.announce()

    # -- the dice

    async def seal(self, side: Side, seal: str) -> None:
        """A seat's number for the dice, sealed."""
        await self._dice(lambda opening: opening.seal(self.game.sides[side], seal))

    async def show(self, side: Side, number: str) -> None:
        """A seat's number for the dice. The last one sets them rolling."""
        await self._dice(lambda opening: opening.show(self.game.sides[side], number))

    async def roll_on(self, access: Access) -> None:
        """Wait no longer for the numbers of other seats, nor for one's own that are not sealed.

        Whoever is there is given a moment.
        """
        def go(opening: Opening) -> None:
            left = self.row["changed"] + PATIENCE - time.time()
            others = [name for name in opening.awaited if self.game.side(name) not in access.sides]
            for name in others:
                if left > 0 and self.connected(self.game.side(name)):
                    raise Problem(409, "dice-moment", {"side": name, "seconds": round(left) or 1})
            for name in {*others, *opening.unsealed}:
                opening.go_without(name)
        await self._dice(go)

    async def _dice(self, do: Callable[[Opening], None]) -> None:
        async with self.lock:
            match = await self.ready()
            at = len(match.log)
            try:
                do(match.dice.opening)
            except Unfair as e:
                raise Problem(409, "dice", {"fault": e}) from e
            match.roll()
            await self._keep(at, dice=True)
            self._tell(at)

    def _silent(self, match: Match, side: Side) -> bool:
        """A seat that acts without having sealed a number gives none; so do all that are played with its key."""
        opening = match.dice.opening
        key = next(s.key for s in self.seats if s.side == side)
        silent = [name for s in self.seats if s.key == key and (name := self.game.sides[s.side]) in opening.unsealed]
        for name in silent:
            opening.go_without(name)
        if silent:
            match.roll()
        return bool(silent)
