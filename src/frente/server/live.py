"""The socket of a table: what a client sends, and how it hears of every change."""
from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from frente.differ import Sheet
from frente.kernel import march
from frente.kernel.catalog import UnknownName
from frente.kernel.referee import Refused
from frente.server import frames, host, questions
from frente.server.hall import Hall
from frente.server.problem import Problem
from frente.server.seats import Access
from frente.server.state import EARLIER, kept_events, live_events, state
from frente.server.table import Table

LOG: Final = logging.getLogger("frente.server")
UNREAD: Final = 8                        # answers a client may leave unread before it is asked no more
WAITING: Final = 256                     # messages a slow client may leave unread
POLICY: Final = 1008                     # closing codes
INTERNAL: Final = 1011
REASON: Final = 120                      # bytes of the reason that closing a socket may give
PARTING: Final = 5.0                     # seconds in which a client may still read why it is cut off


class Connection:
    """One socket. Everything sent goes through one queue; several changes at once make one state."""

    def __init__(self, socket: WebSocket, table: Table, access: Access, language: str, hall: Hall, client: str,
                 hello: frames.Hello) -> None:
        self.socket = socket
        self.table = table
        self.access = access
        self.language = language
        self.hall = hall
        self.client = client
        self.bucket = hall.frames.of(client)
        self.sent = 0                    # events before this act have been told
        self._first: int | None = -1 if hello.since is None else hello.since
        self._sheet = Sheet(hello.changes)
        self._stale = False
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._taken = asyncio.Event()    # something was taken out of the queue
        self._cut = False                # the client has sent far too much

    # -- what the table says

    def changed(self, since: int | None) -> None:
        if since is not None:
            self.sent = min(self.sent, since)
        if not self._stale:
            self._stale = True
            self._queue.put_nowait(None)

    def tell(self, message: dict[str, Any]) -> None:
        if self._queue.qsize() > WAITING:
            self.gone(Problem(429, "too-slow"))
        else:
            self._queue.put_nowait(message)

    def gone(self, why: Problem) -> None:
        self._queue.put_nowait(why)

    # -- the two halves of the conversation

    async def run(self) -> None:
        self.table.watchers.add(self)
        sender = asyncio.create_task(self._send())
        try:
            self._announce()
            self.changed(None)
            await self._receive()
            if self._cut:                # what was said before is sent before
                self._queue.put_nowait(POLICY)
                await asyncio.wait({sender}, timeout=PARTING)
        finally:
            self.table.watchers.discard(self)
            self._announce()             # before anything is awaited: whoever is cancelled gets no further than that
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def _announce(self) -> None:
        """A player has come or gone: the others are shown."""
        self.hall.show(self.table)
        if self.access.sides:
            self.table.announce()

    async def _send(self) -> None:
        try:
            while True:
                message = await self._queue.get()
                self._taken.set()
                if isinstance(message, Problem):
                    await farewell(self.socket, message, self.language)
                    return
                if message is POLICY:
                    await self.socket.close(POLICY)
                    return
                data = message
                if message is None:
                    data = await self.hall.serve(self.client, self._state)
                raw = self._sheet.written(data) if data["type"] == "state" else msgspec.json.encode(data)
                await self.socket.send_text(raw.decode())
        except (WebSocketDisconnect, RuntimeError):   # the client has left; the other half notices too
            return
        except Exception:
            LOG.exception("a message of table %s could not be sent", self.table.id)
            await self.socket.close(INTERNAL)

    async def _state(self) -> dict[str, Any]:
        async with self.table.lock:      # nothing is shown before it is stored
            self._stale = False
            try:
                match = await self.table.ready()
            except Problem as e:
                return {"type": "trouble", "reasons": [e.reason(self.language)]}
            total = len(match.log)
            try:
                if self._first is not None:
                    since = min(self._first, total) if self._first >= 0 else max(0, total - EARLIER)
                    since = max(since, total - self.hall.settings.limits.events)
                    events = await kept_events(self.table, self.access, since, total)
                else:
                    since = min(self.sent, total)
                    events = (live_events(self.table, self.access, since) if match.events_from <= since
                              else await kept_events(self.table, self.access, since, total))
                found = state(self.table, self.access, since, events, language=self.language)
            except Problem as e:
                return {"type": "trouble", "reasons": [e.reason(self.language)]}
            except Exception:            # what was to be told is told with the next state
                LOG.exception("the state of table %s after %d acts could not be made", self.table.id, total)
                return {"type": "trouble", "reasons": [Problem(500, "view-fault").reason(self.language)]}
            self._first = None
            self.sent = total
            return {"type": "state", **found}

    async def _room(self) -> None:
        """Whoever does not read what we answer is not listened to either."""
        while self._queue.qsize() > UNREAD:
            self._taken.clear()
            await self._taken.wait()

    async def _receive(self) -> None:
        while True:
            await self._room()
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            raw = message.get("text")
            wait = self.bucket.take()
            if wait > 0:
                self._refuse(frames.id_of(raw or ""), Problem(429, "too-fast", {"seconds": max(1, round(wait))}))
                if self.bucket.hopeless():
                    self._cut = True
                    return
                continue
            if raw is None:
                self._refuse(None, Problem(400, "not-text"))
            else:
                await self._handle(raw)

    async def _handle(self, raw: str) -> None:
        try:
            frame = frames.DECODER.decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as e:
            self._refuse(frames.id_of(raw), Problem(400, "not-a-message", {"fault": str(e)[:200]}))
            return
        self.hall.metrics.messages.labels(frame.__struct_config__.tag).inc()
        try:
            done = await self.hall.serve(self.client, self._do, frame)
            self.tell({"id": frame.id, **done})
        except Problem as e:
            self._refuse(frame.id, e)
        except Refused as e:
            self.tell({"id": frame.id, "type": "refused", "reasons": self.table.refusals(e.refusals, self.language)})
        except Exception:
            asked = type(frame).__name__.lower()
            LOG.exception("a message “%s” at table %s could not be handled", asked, self.table.id)
            self._refuse(frame.id, Problem(500, "trouble"))

    async def _do(self, frame: frames.AnyFrame) -> dict[str, Any]:
        table, access = self.table, self.access
        if isinstance(frame, frames.Act):
            at = await table.act(table.side(access, frame.side), frame.act, frame.at)
            return {"type": "ok", "at": at}
        if isinstance(frame, frames.Moves):
            warned = await self._warned(frame) if frame.warn else []
            if warned:
                return {"type": "answer", "warnings": warned}
            done, at, stopped = await table.series(table.side(access, frame.side), frame.acts, frame.at)
            return {"type": "ok", "at": at, "done": done, "reasons": table.refusals(stopped, self.language)}
        if isinstance(frame, frames.Deploy):
            return {"type": "ok", "at": await table.deploy(table.side(access, frame.side), frame.at)}
        if isinstance(frame, frames.March):
            return await self._march(frame)
        if isinstance(frame, frames.Hello):
            raise Problem(409, "hello-first")
        if isinstance(frame, frames.Ping):
            return {"type": "ok"}
        if isinstance(frame, frames.Refresh):
            self._first = -1 if frame.since is None else frame.since
            self._sheet.forget()
            self.changed(None)
            return {"type": "ok"}
        if isinstance(frame, frames.Question):
            async with table.lock:
                match = await table.ready()
                then = frame.at if isinstance(frame, frames.Overlay | frames.Supply | frames.Range) else None
                p = match.position if then is None else await host.position(table, then)
                return {"type": "answer", **questions.answer(table, access, frame, p, self.language)}
        if isinstance(frame, frames.Standing):
            await host.order(table, access, frame)
            return {"type": "ok"}
        await self._consent(frame)
        return {"type": "ok", "at": table.row["acts"]}

    async def _warned(self, frame: frames.Moves) -> list[dict[str, Any]]:
        """What acts would bring upon the side itself. They are carried out only after as many acts as they were
        decided on, so nothing can come between."""
        async with self.table.lock:
            match = await self.table.ready(frame.at)
            asked = frames.Warnings(side=frame.side, acts=frame.acts[:frame.warn])
            found: list[dict[str, Any]] = questions.answer(
                self.table, self.access, asked, match.position, self.language)["warnings"]
            return found

    async def _march(self, frame: frames.March) -> dict[str, Any]:
        table = self.table
        side = table.side(self.access, frame.side)
        try:
            async with table.lock:
                match = await table.ready(frame.at)
                rng = Random(secrets.token_hex(16))
                doubts = march.warnings(table.game, match.position, side, frame.units, frame.space, rng)
            if frame.warn and doubts:
                return {"type": "answer", "warnings": table.refusals(doubts, self.language)}
            made: list[str] = []
            done, at, stopped = await table.series(
                side, lambda match: _noted(march.orders(match, side, frame.units, frame.space), made), frame.at)
        except UnknownName as e:
            raise questions.unknown("units", " ".join(frame.units), e) from e
        return {"type": "ok", "at": at, "done": done, "acts": made[:done],
                "reasons": table.refusals(stopped, self.language)}

    async def _consent(self, frame: frames.AnyFrame) -> None:
        """Going back, giving up, what needs the other side's agreement, and the numbers for the dice."""
        table, access = self.table, self.access
        if isinstance(frame, frames.Undo):
            await table.undo(table.side(access, frame.side), frame.at)
        elif isinstance(frame, frames.Rollback):
            await table.offer_rollback(access, table.side(access, frame.side), frame.to, frame.at)
        elif isinstance(frame, frames.Draw):
            await table.offer_draw(access, table.side(access, frame.side), frame.at)
        elif isinstance(frame, frames.Resign):
            await table.resign(table.side(access, frame.side))
        elif isinstance(frame, frames.Accept | frames.Decline):
            if frame.what not in ("rollback", "draw"):
                fault = Problem(422, "known", {"known": "rollback, draw"})
                raise Problem(422, "bad-value", {"name": "what", "value": frame.what, "fault": fault})
            await table.answer(table.side(access, frame.side), frame.what, isinstance(frame, frames.Accept))
        elif isinstance(frame, frames.Seal):
            await host.dice(table, access, frame.side, seal=frame.seal)
        elif isinstance(frame, frames.Show):
            await host.dice(table, access, frame.side, number=frame.number)
        elif isinstance(frame, frames.RollOn):
            await host.dice(table, access, frame.side)
        elif isinstance(frame, frames.Hurry):
            if not access.sides and not access.owner:
                raise Problem(403, "bad-key")
            self.hall.hurry(table.id)
        elif isinstance(frame, frames.Wake):
            if not access.sides and not access.owner:
                raise Problem(403, "bad-key")
            await table.wake()

    def _refuse(self, id: str | int | None, problem: Problem) -> None:
        self.hall.metrics.refusals.labels(problem.key).inc()
        self.tell({"id": id, "type": "refused", "reasons": [problem.reason(self.language)]})


def _noted(words: Iterator[str], made: list[str]) -> Iterator[str]:
    for word in words:
        made.append(word)
        yield word


async def farewell(socket: WebSocket, why: Problem, language: str) -> None:
    """Close a socket with the reason: 4000 and the status it would have had as an answer."""
    text = str(why.reason(language)["text"]).encode()[:REASON].decode(errors="ignore")
    await socket.close(4000 + why.status, text)
