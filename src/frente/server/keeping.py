"""A table as it is kept: what is known of its game, how that is stored, and who is told.

It is read from the store, written to it after every decision, and follows what other processes store.
"""
from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from frente.differ import Part
from frente.kernel.catalog import Game
from frente.kernel.explain import reason
from frente.kernel.flow import CHANCE, Position, Refusal, Side
from frente.kernel.referee import Entry, Match
from frente.kernel.views import View
from frente.server import clocks, reading, revive, sight, turns
from frente.server.clocks import Clock
from frente.server.people import waiting
from frente.server.people.counted import Counted
from frente.server.people.ratings import Result
from frente.server.problem import Problem
from frente.server.schema import Besides, ByOrderRow, Change, RollbackRow, SeatRow, Stored, Turn
from frente.server.seats import BOT, NOBODY, Access, Who, opened
from frente.server.standing import Orders
from frente.server.storage import Conflict, Store

STRIDE: Final = 50                       # a position is kept every so many acts
LONG: Final = 500                        # acts that are played again beside the others, not before them


def _parted(a: Sequence[Entry], b: Sequence[Entry]) -> int:
    """The first entry in which two logs differ."""
    return next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


class Watcher(Protocol):
    """A connection that is told about changes."""

    access: Access

    def changed(self, since: int | None) -> None:
        """The game has changed from act *since* on; None: only what is round it."""

    def tell(self, message: dict[str, Any]) -> None: ...

    def gone(self, why: Problem) -> None:
        """The table is no more, or this key does not open it any more."""


Elsewhere = dict[str, tuple[tuple[Side, ...], int, float]]


class Keeping:
    """The game, its seats, and everybody who watches it. Whoever changes something holds the lock."""

    def __init__(self, store: Store, stored: Stored, pause: Callable[[], float], match: Match | None = None) -> None:
        self.store = store
        self.pause = pause               # how long a standing order takes
        self.elsewhere: Elsewhere = {}   # by process: players there, how many look on, and when that was heard
        self.mark = reading.mark(stored.game, stored.seats, stored.standing)
        self.row: dict[str, Any] = stored.game
        self.id: str = stored.game["id"]
        self.seats: list[SeatRow] = stored.seats
        self.made_by = stored.client
        self.pack = stored.pack
        self.terms = stored.terms
        self.clocks: list[Clock] = stored.clocks
        self.away = stored.away
        self.client = stored.client or f"table {stored.game['id']}"      # for whom computer players think here
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking: set[Side] = set()
        self.trouble: dict[Side, Problem] = {}
        self.failures: Counter[Side] = Counter()     # of a computer player, one after another
        self.blind: set[Side | None] = set()         # whoever cannot be shown the game as it is
        self.answering = -1              # the question after so many acts is about to be answered by a standing order
        self.closed = False
        self.story: dict[str, Any] | None = None     # what it tells afterwards, once somebody has asked
        self.version: int = stored.game["version"]
        self.behind = 0                  # the version another process is known to have stored
        self.standing = Orders(stored)
        self._match: Match | None = match or revive.match_of(stored)
        self.game: Game[Any] = self._match.game
        self._before: list[Entry] = []   # the log as it was before it had to be read again
        self._views: dict[Side | None, View] = {}
        self._last: dict[Side | None, View] = {}     # the last sound view
        self.pictures: dict[Side | None, tuple[View, Part]] = {}     # what was sent of a view

    # -- what is known

    @property
    def match(self) -> Match:
        assert self._match is not None
        return self._match

    def access(self, key: str, who: Who = NOBODY) -> Access:
        found = opened(self.seats, self.row["owner"], self.made_by, key, who)
        closed = self.terms is not None and not self.terms.watch and self.row["result"] is None
        if closed and not found.sides and not found.owner:
            raise Problem(403, "no-watching")
        return found

    def view(self, side: Side | None) -> View:
        """What a side may see now; the same picture serves everybody who sits there."""
        if side in self._views:
            return self._views[side]
        view, sound = sight.see(self.id, self.match, side, self._last.get(side), side in self.blind)
        if sound:
            self._views[side] = self._last[side] = view
            self.blind.discard(side)
        else:
            self.blind.add(side)
        return view

    def side(self, access: Access, name: str) -> Side:
        """The side of that name, if the key plays it."""
        if name not in self.game.sides:
            raise Problem(422, "no-such-side", {"side": name[:40]})
        side = self.game.side(name)
        if side not in access.sides:
            raise Problem(403, "not-your-side", {"side": name})
        return side

    def bots(self) -> list[Side]:
        """Computer players that have to decide now."""
        asked = {} if self._match is None or self.closed else self._match.choices()
        return [s.side for s in self.seats if s.kind == BOT and s.side in asked]

    def people(self) -> bool:
        """Whether anybody plays here who waits for the computer."""
        return any(s.kind != BOT for s in self.seats)

    def apart(self) -> bool:
        """Whether people play each other here who do not sit at one screen."""
        return len({s.key for s in self.seats if s.kind != BOT}) > 1

    def due(self) -> bool:
        """Whether a standing order answers the question asked now."""
        return self._match is not None and not self.closed and self.standing.due(self._match) is not None

    def seat(self, side: Side) -> SeatRow:
        return next(s for s in self.seats if s.side == side)

    def bot(self, side: Side) -> str:
        return self.seat(side).name

    def connected(self, side: Side) -> bool:
        """Whether somebody who plays the side is here, or at another process."""
        return any(side in w.access.sides for w in self.watchers) or any(
            side in sides for sides, _, _ in self.elsewhere.values())

    def watched(self) -> bool:
        return bool(self.watchers) or any(count for _, count, _ in self.elsewhere.values())

    def turns(self) -> list[Turn] | None:
        """What the table waits for besides people; None where nothing ever is."""
        if not self.standing.orders and not any(s.kind == BOT for s in self.seats):
            return None
        rank = 0 if self.people() else 1
        found = [Turn(s, self.client, rank) for s in self.bots()]
        return [*found, Turn(turns.STANDING, self.client, 0, self.pause())] if self.due() and self.apart() else found

    def _others(self, side: Side) -> list[Side]:
        return [s for s in range(len(self.game.sides)) if s != side]

    def _is_bot(self, side: Side) -> bool:
        return any(s.side == side and s.kind == BOT for s in self.seats)

    # -- what is stored, here and by other processes

    async def stored(self) -> Stored:
        """The table as it is kept. Hold the lock."""
        stored = await self.store.load(self.id)
        if stored is None:
            raise Problem(404, "no-table")
        return stored

    async def ready(self, at: int | None = None) -> Match:
        """The game as it is stored, read again if the last attempt to store something failed. Hold the lock.

        *at*: the asker has decided on a log of so many acts. Another process may have stored some that are not known
        here yet; one that nobody has stored is refused.
        """
        if self._match is None:
            stored = await self.stored()
            self.row, self.seats, self.version = stored.game, stored.seats, stored.game["version"]
            self.mark = reading.mark(stored.game, stored.seats, stored.standing)
            self.standing = Orders(stored)
            self.clocks, self.away = stored.clocks, stored.away
            self._match = revive.match_of(stored)
            await self.recall()
            self._views = {}
            before, self._before = self._before, []
            for w in self.watchers:      # what they were told from there on has not happened
                w.changed(_parted(before, self._match.log))
        elif self.behind > self.version:
            await self._catch_up()
        if at is not None and at != len(self._match.log):
            if self.store.shared:
                await self._catch_up()
            if at != len(self.match.log):
                raise Problem(409, "stale", {"at": len(self.match.log)})
        return self.match

    async def position(self, n: int) -> Position:
        """The true position after *n* acts. Hold the lock."""
        match = self.match
        like = revive.beginning(match.game, self.row, self.pack)
        kept = await self.store.snapshot(self.id, n)
        if n - (kept[0] if kept else 0) > LONG:
            return await asyncio.to_thread(revive.position_at, match.game, like, n, kept, match.log)
        return revive.position_at(match.game, like, n, kept, match.log)

    async def recall(self, n: int | None = None) -> None:
        """Have at hand what it takes to go back to before act *n*, or to tell whether the last act can be taken back. A
        game that was opened from its last position does not remember those before it, and to play a long one again
        would hold up everybody. Hold the lock."""
        match = self.match
        if n is None:
            n = len(match.log) - 1 if match.unsure else -1
        if n >= 0 and n - match.nearest(n) > STRIDE:
            match.remember(n, await self.position(n))

    async def refresh(self, whole: bool = False) -> None:
        """Catch up with other processes; *whole*: also with what is round the game."""
        async with self.lock:
            await self._catch_up(whole)

    async def _catch_up(self, whole: bool = False) -> None:
        match = self._match
        if match is not None and not whole:
            known = len(match.log)
            ordered = bool(self.standing.orders or self.standing.given)
            besides = Besides(not match.dice.ready, ordered, bool(self.clocks))
            new = await self.store.after(self.id, self.version, known, besides)
            if new is None:
                raise Problem(404, "no-table")
            if new.game["version"] == self.version:
                return
            if new.game["acts"] - known <= STRIDE and revive.follow(match, new):
                self.row, self.version = new.game, new.game["version"]
                if besides.clocks:
                    self.clocks, self.away = new.clocks, new.away
                if besides.orders:
                    self.standing = Orders(new)
                self._views = {}
                self._tell(known)
                return
        self._drop()
        await self.ready()
        for w in list(self.watchers):
            if w.access.key and w.access.key not in {s.key for s in self.seats} | {self.row["owner"]}:
                w.gone(Problem(403, "key-renewed"))
        self.announce()

    def _drop(self) -> None:
        """What memory holds is not what is stored: it is read again when it is needed."""
        if self._match is not None:
            self._before, self._match = self._match.log, None

    def rekey(self, old: str, new: str, side: Side = -1, who: Who = NOBODY) -> None:
        """What the key *old* opened, or the empty seat of *side*, is opened by *new*; who is here with *old* goes."""
        self.seats = [replace(s, key=new) if old and s.key == old else s for s in self.seats]
        if not old:
            self.seats = [replace(s, key=new, account=who.account, name=who.name) if s.side == side else s
                          for s in self.seats]
        if old and self.row["owner"] == old:
            self.row["owner"] = new
        for w in list(self.watchers):
            if old and w.access.key == old:
                w.gone(Problem(403, "key-renewed"))
        self.announce()

    async def _keep(self, since: int, cut: bool = False, rollback: RollbackRow | None = None,
                    by_order: list[ByOrderRow] | None = None, dice: bool = False) -> None:
        """Store what has changed from act *since* on; when that fails, the game is read anew from the store."""
        match = self.match
        self._views = {}
        total = len(match.log)
        try:
            snapshot = None
            if total // STRIDE > since // STRIDE:
                snapshot = (total, revive.dumped(match.game, match.position))
            change = Change(
                self.id, self.version, total, self._summary(), revive.offer_text(match), revive.result_text(match),
                since if cut else None, revive.lines_from(match, since), snapshot, rollback, by_order,
                revive.dice_text(match) if dice else None, self._turned(), self._ended(), self._asked(),
                self.turns() if self.store.shared else None)
            await self.store.change(change)
        except BaseException as e:
            self._drop()
            if isinstance(e, Conflict):
                raise Problem(409, "stale", {"at": since}) from e
            raise
        self.version += 1
        self.clocks = change.clocks or self.clocks
        self.standing.given += by_order or []
        self.row |= {"acts": total, "summary": change.summary, "result": change.result, "changed": time.time()}

    def _turned(self) -> list[Clock] | None:
        """The clocks after what has been decided; while a standing order is about to answer, none runs."""
        if self.terms is None or not self.clocks:
            return None
        asked = set() if self.standing.due(self.match) is not None else set(self.match.choices())
        found = clocks.turned(self.terms, self.clocks, asked, time.time(), self.away)
        return None if found == self.clocks else found

    def _ended(self) -> list[Any]:
        """What a game that is over means for its two players and their ratings, and for a tournament it is part of."""
        outcome = self.match.outcome
        people = [s.account for s in self.seats]
        if outcome is None or self.terms is None or len(people) != 2 or not all(people):
            return []
        away = waiting.Ended(self.id, {s.account for s in self.seats if not self.connected(s.side)})
        score = 0.5 if outcome.winner is None else 1.0 if outcome.winner == 0 else 0.0
        rated = Result(self.id, self.game.slug, self.match.scenario, people[0], people[1], score)
        return [away, *([rated] if self.terms.rated else []), Counted(self.id, score)]

    def _asked(self) -> list[str] | None:
        """Accounts whose move it is, where people play each other; a standing order that is due answers for nobody."""
        if not self.apart() or not any(s.account for s in self.seats):
            return None
        asked = {} if self.standing.due(self.match) is not None else self.match.choices()
        return sorted({s.account for s in self.seats if s.account and s.side in asked})

    def _summary(self) -> str:
        asked = [s for s in self.match.choices() if s != CHANCE]
        return revive.summary_text(self.match, self.view(min(asked) if asked else None))

    # -- who is told

    def _tell(self, since: int | None) -> None:
        for w in self.watchers:
            w.changed(since)

    def say_thinking(self, side: Side, share: float | None = None) -> None:
        """A computer player is at work; *share*: how far it has come with its present decision."""
        more = {} if share is None else {"share": share}
        for w in list(self.watchers):
            w.tell({"type": "thinking", "side": self.game.sides[side], **more})

    def announce(self) -> None:
        """Something besides the game has changed: who is there, who is thinking, what the table is called."""
        self._tell(None)

    def refusals(self, found: Sequence[Refusal], language: str) -> list[dict[str, Any]]:
        return [reason(r, language, self.game) for r in found]
