"""Connections: how many there may be, and how long one may keep a place for nothing."""
from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from frente.server import door, run
from frente.server.clients import Clients, network
from frente.server.door import Door
from frente.server.settings import Limits
from tests.server.helpers import PATIENCE

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
BIG = 30_000_000


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers everything at once; /big with much; on a socket it says what it hears."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
        return
    body = b"x" * (BIG if scope["path"] == "/big" else 5)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    for n in range(0, len(body), 100_000):
        await send({"type": "http.response.body", "body": body[n:n + 100_000], "more_body": n + 100_000 < len(body)})


def serving(visit: Callable[[Door, int], Awaitable[None]], limits: Limits, most: int = 1000, *proxies: str) -> None:
    """Visit a server behind a door."""
    async def serve() -> None:
        here = Door(limits, Clients([network(x) for x in proxies]))
        here.most = most
        http, ws = here.protocols()
        server = uvicorn.Server(uvicorn.Config(app, http=http, ws=ws, lifespan="off", log_level="error"))
        with run.listen("127.0.0.1", 0) as listening:
            tasks = [asyncio.create_task(server.serve([listening])), asyncio.create_task(here.sweep())]
            try:
                async with asyncio.timeout(PATIENCE):
                    await visit(here, listening.getsockname()[1])
            finally:
                server.should_exit = True
                tasks[1].cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(serve())


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SWEEP", 0.05)


async def came(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    if b"200 OK" in head:
        await reader.readexactly(5)
    return head.split(b"\r\n")[0]


async def emptied(here: Door) -> None:
    while here.inside:
        await asyncio.sleep(0.02)


async def dribble(writer: asyncio.StreamWriter) -> None:
    """Headers that never end."""
    writer.write(GET[:-2])
    for n in count():
        writer.write(b"x-%d: 1\r\n" % n)
        await asyncio.sleep(0.03)


def test_connections_that_ask_for_nothing_are_closed_and_busy_ones_are_not():
    async def visit(here: Door, port: int) -> None:
        idle = [await came(port) for _ in range(20)]
        reader, writer = await came(port)
        slow = asyncio.create_task(dribble(idle[0][1]))
        closed = asyncio.gather(*[r.read() for r, _ in idle], return_exceptions=True)
        while not closed.done():         # one asks on all that time
            writer.write(GET)
            assert await answer(reader) == b"HTTP/1.1 200 OK"
            await asyncio.sleep(0.03)
        assert (here.cut, len(here.inside)) == (20, 1)
        writer.write(GET)
        assert await answer(reader) == b"HTTP/1.1 200 OK"
        slow.cancel()

    serving(visit, Limits(silence=2.0))  # longer than a busy machine lets any of this wait


def test_from_one_address_only_so_many_connections_come_in():
    async def visit(here: Door, port: int) -> None:
        kept = [await came(port) for _ in range(3)]
        for _, writer in kept:
            writer.write(GET)
        assert [await answer(r) for r, _ in kept] == [b"HTTP/1.1 200 OK"] * 3
        reader, _ = await came(port)
        assert (await reader.read()).startswith(b"HTTP/1.1 503")
        assert here.turned_away == 1
        kept[0][1].close()
        while len(here.inside) > 2:
            await asyncio.sleep(0.02)
        reader, writer = await came(port)
        writer.write(GET)
        assert await answer(reader) == b"HTTP/1.1 200 OK"

    serving(visit, Limits(connections=3))


def test_the_connections_of_a_named_proxy_are_those_of_many():
    async def visit(here: Door, port: int) -> None:
        for _ in range(5):
            reader, writer = await came(port)
            writer.write(GET)
            assert await answer(reader) == b"HTTP/1.1 200 OK"

    serving(visit, Limits(connections=3), 1000, "127.0.0.1")


def test_in_all_there_are_fewer_connections_than_files():
    async def visit(here: Door, port: int) -> None:
        kept = [await came(port) for _ in range(4)]
        for _, writer in kept:
            writer.write(GET)
        told = [(await r.readline()).split()[1] for r, _ in kept]
        assert told == [b"200", b"200", b"503", b"503"]

    serving(visit, Limits(), 2)
    assert Door(Limits(), Clients()).most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def test_a_client_that_does_not_take_what_it_asked_for_is_cut_off():
    async def visit(here: Door, port: int) -> None:
        with socket.socket() as greedy:
            greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            greedy.setblocking(False)
            await asyncio.get_running_loop().sock_connect(greedy, ("127.0.0.1", port))
            greedy.send(GET.replace(b"/ ", b"/big "))
            while not here.inside:
                await asyncio.sleep(0.02)
            await emptied(here)
            assert here.cut == 1

    serving(visit, Limits(stuck=0.3))


def test_a_socket_keeps_the_place_of_its_connection_and_leaves_it_when_it_closes():
    async def visit(here: Door, port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/") as one, connect(f"ws://127.0.0.1:{port}/") as two:
            await one.send("a")
            await two.send("b")
            assert [await one.recv(), await two.recv()] == ["a", "b"]
            assert len(here.inside) == 2
            reader, _ = await came(port)
            assert (await reader.read()).startswith(b"HTTP/1.1 503")
            await asyncio.sleep(0.5)     # longer than a silent connection may last
            await one.send("still there")
            assert await one.recv() == "still there"
        await emptied(here)
        assert here._by == {}
        assert here.cut == 0

    serving(visit, Limits(connections=2, silence=0.2))


def test_the_server_asks_for_as_many_files_as_it_may_have(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[int, int]] = []
    for soft, hard, wanted in ((1024, 20_000, (20_000, 20_000)), (1024, 10**6, (65_536, 10**6)),
                               (1024, resource.RLIM_INFINITY, (65_536, resource.RLIM_INFINITY))):
        monkeypatch.setattr(resource, "getrlimit", lambda _, found=(soft, hard): found)
        monkeypatch.setattr(resource, "setrlimit", lambda _, given: asked.append(given))
        run.raise_files()
        assert asked[-1] == wanted
    monkeypatch.setattr(resource, "getrlimit", lambda _: (80_000, 90_000))
    run.raise_files()
    assert len(asked) == 3, "what is enough stays as it is"
