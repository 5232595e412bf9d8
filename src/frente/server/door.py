"""The door: how many connections there may be, and how long one may keep a place without using it.

A connection that asks for nothing is closed, and so is one that does not take what it asked for.
"""
from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from frente.server.clients import Clients, parsed, prefix
from frente.server.settings import Limits

SWEEP: Final = 1.0                       # seconds between two rounds
SHARE: Final = 0.8                       # of the files may be connections
FULL: Final = (b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\n"
               b"content-length: 0\r\n\r\n")


class Door:
    """What all connections of a server have in common."""

    def __init__(self, limits: Limits, clients: Clients) -> None:
        self.limits = limits
        self.clients = clients
        self.most = int(SHARE * files())
        self.inside: set[Visit] = set()
        self.turned_away = 0
        self.cut = 0
        self._by: Counter[str] = Counter()

    def enter(self, visit: Visit, transport: asyncio.BaseTransport) -> bool:
        peer = transport.get_extra_info("peername")
        address = parsed(str(peer[0])) if peer else None
        visit.place = "" if address is None or self.clients.trusts(address) else prefix(address)
        full = len(self.inside) >= self.most or (visit.place and self._by[visit.place] >= self.limits.connections)
        if full:
            self.turned_away += 1
            return False
        self.inside.add(visit)
        self._by[visit.place] += 1
        return True

    def leave(self, visit: Visit) -> None:
        self.inside.discard(visit)
        self._by[visit.place] -= 1
        if self._by[visit.place] <= 0:
            del self._by[visit.place]

    def pass_on(self, visit: Visit, other: Visit) -> None:
        """The connection of a visit goes on as another."""
        self.inside.discard(visit)
        self.inside.add(other)
        other.place = visit.place

    async def sweep(self) -> None:
        """Close those that keep a place for nothing, again and again."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(SWEEP)
            for visit in list(self.inside):
                if visit.overdue(now(), self.limits):
                    self.cut += 1
                    visit.transport.abort()

    def protocols(self) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
        """Connections that come through this door."""
        return type("HttpHere", (Http,), {"door": self}), type("SocketHere", (Socket,), {"door": self})


class Visit:
    """One connection, from when it was opened until it is closed; an HTTP connection may become a socket."""

    door: Door
    transport: Any
    place = ""
    turned_away = False
    stuck = False                        # it does not take what we send
    asked: object = None                 # what it was about when we last looked
    since = 0.0

    def state(self) -> object:
        """What may last only so long; None if nothing does."""
        raise NotImplementedError

    def overdue(self, now: float, limits: Limits) -> bool:
        stuck = self.stuck or self.transport.is_closing()
        state = ("stuck",) if stuck else self.state()
        if state is None or state != self.asked:
            self.asked, self.since = state, now
            return False
        return now - self.since > (limits.stuck if stuck else limits.silence)


class Http(Visit, H11Protocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.turned_away = not self.door.enter(self, transport)
        if self.turned_away:
            transport.write(FULL)
            transport.close()
        else:
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if not self.turned_away:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.turned_away:
            self.door.leave(self)
            super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        assert isinstance(socket, Socket)
        self.door.pass_on(self, socket)

    def pause_writing(self) -> None:
        self.stuck = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stuck = False
        super().resume_writing()

    def state(self) -> object:
        """Waiting for the next request: each is waited for anew."""
        if self.cycle is None or self.cycle.response_complete:
            return ("asks", self.cycle)
        return None


class Socket(Visit, WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self.stuck = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stuck = False
        super().resume_writing()

    def state(self) -> object:
        return None                      # it says hello in time, and then it is asked whether it is still there


def files() -> int:
    """How many files this process may have open."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
