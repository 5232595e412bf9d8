"""A load run: many games between simple players through real sockets, at the pace of people.

Every seat has a socket of its own, thinks for a while, and plays one of the acts it is offered at random. What counts
is how long a player waits from sending an act until the server says that it is done, the wait for the disk included.

    frente bench brunete --load
"""
from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from frente.chance import sealed
from frente.lab.stats import percentile

START: Final = 60                        # seconds until every seat must have been taken
THINK: Final = (1.0, 3.0)                # seconds between two decisions of a player


class LoadError(RuntimeError):
    """Why there was no run."""


@dataclass
class Load:
    """What a run found; waits in milliseconds."""

    games: int
    sockets: int
    seconds: float
    acts: int = 0
    refused: int = 0                     # but not for coming second where both sides are asked at once
    lost: int = 0                        # sockets that broke
    seated: int = 0                      # players who have seen their first state
    waits: list[float] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        ranked = self.waits or [0.0]
        return {"games": self.games, "sockets": self.sockets, "seconds": round(self.seconds, 1), "acts": self.acts,
                "acts_per_s": round(self.acts / self.seconds, 1), "refused": self.refused, "lost": self.lost,
                "answer_p50_ms": round(percentile(ranked, 0.5), 1), "answer_p99_ms": round(percentile(ranked, 0.99), 1),
                "answer_max_ms": round(max(ranked), 1)}


class Heard(msgspec.Struct):
    """The part of a message that a player needs who does not look at the board."""

    type: str
    id: int | None = None
    at: int = 0
    over: bool = False
    acts: dict[str, list[str]] = {}
    dice: dict[str, Any] = {}
    reasons: list[dict[str, Any]] = []


_HEARD: Final[msgspec.json.Decoder[Heard]] = msgspec.json.Decoder(Heard)


def run(slug: str, games: int = 200, seconds: float = 60.0, seed: int = 1) -> Load:
    """Start a server on this machine, fill it with games, and measure for a while."""
    with tempfile.TemporaryDirectory(prefix="frente-") as folder:
        command = [sys.executable, "-m", "frente.server", "--port", "0", "--data", folder, "--no-browser"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if ":" not in said:
                raise LoadError("The server for the load run did not start; try “frente serve” to see why.")
            port = int(said.split(":")[-1].split("/")[0])
            return asyncio.run(_run(f"127.0.0.1:{port}", slug, games, seconds, seed))
        finally:
            server.terminate()
            server.wait()


async def _run(server: str, slug: str, games: int, seconds: float, seed: int) -> Load:
    seats = await asyncio.to_thread(_set_up, server, slug, games)
    found = Load(games, len(seats), seconds)
    start = asyncio.Event()
    players = [asyncio.create_task(_player(server, table, side, key, Random(f"{seed} {k}"), start, found))
               for k, (table, side, key) in enumerate(seats)]
    until = time.monotonic() + START
    while found.seated < len(seats):     # all begin together
        if time.monotonic() > until:
            raise LoadError(f"Only {found.seated} of {len(seats)} players reached the server; try fewer games.")
        await asyncio.sleep(0.1)
    start.set()
    await asyncio.sleep(seconds)
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return found


def _set_up(server: str, slug: str, games: int) -> list[tuple[str, str, str]]:
    """Table, side and key of every seat."""
    sides = next(g["sides"] for g in _ask(server, "/api/games") if g["slug"] == slug)
    found: list[tuple[str, str, str]] = []
    while len(found) < games * len(sides):
        made = _ask(server, "/api/tables", {"game": slug, "seats": dict.fromkeys(sides, "open")})
        for side, invitation in made["invitations"].items():
            joined = _ask(server, f"/api/tables/{made['table']}/join", {"invitation": invitation})
            found.append((made["table"], side, joined["key"]))
    return found


def _ask(server: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{server}{path}", data, {"content-type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as e:
            if e.code != 429:
                raise
            time.sleep(1)                # the server lets nobody set up tables without end


async def _player(server: str, table: str, side: str, key: str, rng: Random, start: asyncio.Event, found: Load) -> None:
    url = f"ws://{server}/api/tables/{table}/live"
    while True:
        try:
            async with connect(url, max_size=None, compression=None, open_timeout=60) as socket:
                await socket.send(json.dumps({"type": "hello", "key": key}))
                await _play(socket, side, rng, start, found)
                return
        except (ConnectionClosed, OSError):
            found.lost += 1


async def _play(socket: ClientConnection, side: str, rng: Random, start: asyncio.Event, found: Load) -> None:
    await socket.recv()
    found.seated += 1
    await socket.send('{"type":"state"}')                  # again, for the loop below
    sent: dict[int, float] = {}          # when each act was sent, by its position
    number = secrets.token_hex(32)       # for the dice, as a page draws it
    thinking: asyncio.Task[None] | None = None
    try:
        async for raw in socket:
            heard = _HEARD.decode(raw)
            if heard.id in sent:
                found.waits.append((time.perf_counter() - sent[heard.id]) * 1000)
                found.acts += heard.type == "ok"
                found.refused += heard.type == "refused" and heard.reasons[0]["key"] != "server.stale"
            elif heard.type == "state" and heard.over:
                return
            elif heard.type == "state" and side in heard.dice["awaited"]:
                await _number(socket, side, heard.dice, number)
            elif heard.type == "state" and heard.acts.get(side) and heard.at not in sent:
                sent[heard.at] = 0.0
                thinking = asyncio.create_task(_decide(socket, side, heard, rng, start, sent))
    finally:
        if thinking is not None:
            thinking.cancel()


async def _number(socket: ClientConnection, side: str, dice: dict[str, Any], number: str) -> None:
    """Seal a number for the dice; show it when all have sealed theirs."""
    if side not in dice["sealed"]:
        seal = sealed(dice["table"], side, dice["commitment"], number)
        await socket.send(json.dumps({"type": "seal", "side": side, "seal": seal}))
    elif all(s in dice["sealed"] or s in dice["shown"] for s in dice["sides"]):
        await socket.send(json.dumps({"type": "show", "side": side, "number": number}))


async def _decide(socket: ClientConnection, side: str, heard: Heard, rng: Random, start: asyncio.Event,
                  sent: dict[int, float]) -> None:
    await start.wait()
    await asyncio.sleep(rng.uniform(*THINK))
    sent[heard.at] = time.perf_counter()
    await socket.send(json.dumps({"id": heard.at, "type": "act", "side": side, "act": rng.choice(heard.acts[side]),
                                  "at": heard.at}))
