"""A load run: many games between simple players through real sockets, at the pace of people.

Every seat has a socket of its own, thinks for a while, and plays one of the acts it is offered at random. What counts
is how long a player waits from sending an act until the server says that it is done, the wait for the disk included.
Setting up the games, drawing their maps and the first seconds of play are not counted. Server, players and database
share this machine, so a run tells how much of its processors each of them used, and others.

    frente bench brunete --load
    frente bench brunete --load --games 200,500,1000 --database postgresql://… --workers 1,2
"""
from __future__ import annotations

import asyncio
import json
import os
import resource
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from frente.differ import changed
from frente.kernel.chance import sealed
from frente.lab import processor
from frente.lab.stats import percentile

START: Final = 60                        # seconds until every seat must have been taken
WARM: Final = 10.0                       # seconds of play before anything is counted
THINK: Final = (1.0, 3.0)                # seconds between two decisions of a player
AT_ONCE: Final = 50                      # players who come in at the same time
MOST_SIDES: Final = 2
SPARE: Final = 200                       # files besides the players
TAP: Final = 0.05                        # seconds between two looks at whether this program is late
IDLE: Final = 0.15                       # of a core: the server does nothing but look whether there is something to do
SLOW: Final = 1000.0                     # milliseconds to wait for an answer
BUSY: Final = 0.9                        # of a core: whoever uses so much has nothing left
OPERATOR: Final = "198.19.255.254"


class LoadError(RuntimeError):
    """Why there was no run."""


@dataclass
class Load:
    """What a run found; waits in milliseconds."""

    games: int
    sockets: int
    seconds: float
    workers: int = 1                     # processes that served
    by_table: bool = False               # each table at one of them, as behind a proxy that sends it there
    acts: int = 0
    refused: int = 0                     # but not for coming second where both sides are asked at once
    lost: int = 0                        # sockets that broke
    seated: int = 0                      # players who have seen their first state
    core: float = 0.0                    # share of a core that the server used
    played: float = 0.0                  # and the players' program, which is this one
    stored: float = 0.0                  # and PostgreSQL, if it is on this machine
    busy: float = 0.0                    # and everybody together
    average: float = 0.0                 # the machine's load average at the end
    complaints: int = 0                  # warnings and errors of the server
    states: int = 0                      # told to players
    bytes: int = 0                       # of these
    counted: bool = False                # play has warmed up
    waits: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)          # by how much the players' program came late itself

    def data(self) -> dict[str, Any]:
        ranked = self.waits or [0.0]
        return {"games": self.games, "workers": self.workers, "by_table": self.by_table, "sockets": self.sockets,
                "seconds": round(self.seconds, 1), "acts": self.acts,
                "acts_per_s": round(self.acts / self.seconds, 1), "refused": self.refused, "lost": self.lost,
                "answer_p50_ms": round(percentile(ranked, 0.5), 1), "answer_p99_ms": round(percentile(ranked, 0.99), 1),
                "answer_max_ms": round(max(ranked), 1), "server_core": round(self.core, 2),
                "players_core": round(self.played, 2),
                "players_late_p99_ms": round(percentile(self.late or [0.0], 0.99), 1),
                "database_core": round(self.stored, 2),
                "others_core": round(self.others(), 2), "load_average": round(self.average, 1),
                "server_complaints": self.complaints, "bytes_a_state": round(self.bytes / max(1, self.states)),
                "cpu_ms_an_act": self.cost(self.core), "players_ms_an_act": self.cost(self.played),
                "database_ms_an_act": self.cost(self.stored), "limit": self.limit()}

    def cost(self, share: float) -> float:
        """Milliseconds of a processor that an act costs whoever uses that share of a core."""
        return round(1000 * share * self.seconds / max(1, self.acts), 2)

    def others(self) -> float:
        """What of the processors was used by nobody who is concerned."""
        return max(0.0, self.busy - self.core - self.played - self.stored)

    def limit(self) -> str:
        """What kept players waiting, in a sentence; empty if nothing did."""
        cores = os.cpu_count() or 1
        if self.complaints:
            return f"The server complained {self.complaints} times; “frente serve” shows what it says."
        if self.core >= BUSY * self.workers:
            return (f"The server's process was busy all the time ({self.core:.0%} of a core): here it serves about "
                    f"{self.acts / self.seconds / self.core * self.workers:.0f} acts a second, so fewer games would "
                    "wait less.")
        if self.played >= BUSY:
            return (f"The players' program was busy all the time ({self.played:.0%} of a core) while the server used "
                    f"{self.core:.0%}: it cannot play more than about {self.acts / self.seconds:.0f} acts a second.")
        if self.busy >= BUSY * cores:
            return (f"The machine was busy all the time: of its {cores} cores the server had {self.core:.2f}, the "
                    f"players' program {self.played:.2f}, the database {self.stored:.2f}, others {self.others():.2f}. "
                    f"With a core for each, {self.workers} serving would come to about "
                    f"{self.workers * 1000 / max(0.01, self.cost(self.core)):.0f} acts a second.")
        if self.waits and percentile(self.waits, 0.5) > SLOW:
            return (f"Players waited though the server used {self.core:.0%} of a core and the machine had time: the "
                    f"disk is slow (load average {self.average:.0f} on {cores} cores).")
        return ""


def run(slug: str, games: int = 200, seconds: float = 60.0, seed: int = 1, database: str = "", workers: int = 1,
        by_table: bool = False) -> Load:
    """Start a server on this machine, fill it with games, and measure for a while. *database*: PostgreSQL, which
    several *workers* may serve; *by_table*: each at a port of its own, and all of a table's players at one of them."""
    _raise_files(games)
    with tempfile.TemporaryDirectory(prefix="frente-") as folder, open(f"{folder}/said", "a+") as said:
        servers = [_started(Path(folder), n, database, 1 if by_table else workers, said)
                   for n in range(workers if by_table else 1)]
        try:
            addresses = [_address_of(server) for server in servers]
            pids = [server.pid for server in servers]
            found = asyncio.run(_run(pids, addresses, slug, games, seconds, seed, database))
            found.workers, found.by_table = workers, by_table
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait()
        said.seek(0)
        found.complaints = sum("ERROR" in x or "WARNING" in x for x in said)
        return found


def _started(folder: Path, n: int, database: str, workers: int, said: IO[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "frente.server", "--port", "0", "--data", f"{folder}/games{n}", "--no-browser",
               "--trusted-proxy", "127.0.0.1"]               # every player comes from an address of his own
    if database:
        command += ["--database", database, "--workers", str(workers), "--no-bots"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)


def _address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    line = server.stdout.readline()
    if ":" not in line:
        raise LoadError("The server for the load run did not start; try “frente serve” to see why.")
    return f"127.0.0.1:{int(line.split(':')[-1].split('/')[0])}"


def _raise_files(games: int) -> None:
    """Every player is an open file, here and in the server, which inherits what we may have."""
    wanted = SPARE + games * MOST_SIDES * 5 // 4             # the server keeps a fifth for itself
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise LoadError(f"{games} games need {wanted:,} open files, and this system allows {hard:,}: raise the limit "
                        f"(ulimit -Hn), or try {max(1, (hard - SPARE) * 4 // 5 // MOST_SIDES)} games.")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _run(pids: list[int], servers: list[str], slug: str, games: int, seconds: float, seed: int,
               database: str) -> Load:
    seats = await _set_up(servers, slug, games)
    found = Load(games, len(seats), seconds)
    start, door = asyncio.Event(), asyncio.Semaphore(AT_ONCE)
    players = [asyncio.create_task(_player(seat, Random(f"{seed} {k}"), start, door, found))
               for k, seat in enumerate(seats)]
    until = time.monotonic() + START + len(seats) / 10
    while found.seated < len(seats):     # all begin together
        if time.monotonic() > until:
            raise LoadError(f"Only {found.seated} of {len(seats)} players reached the server; try fewer games.")
        await asyncio.sleep(0.1)
    keeper = processor.postmaster(database) if database else 0
    await _rested(pids)
    start.set()
    await asyncio.sleep(WARM)
    before, began = _used(pids, keeper), time.monotonic()
    found.counted = True
    await _watched(found, began + seconds)
    found.counted = False
    found.seconds = time.monotonic() - began
    now = _used(pids, keeper)
    found.core, found.played, found.stored, found.busy = [(b - a) / found.seconds for a, b in zip(before, now)]
    found.average = os.getloadavg()[0]
    for task in players:
        task.cancel()
    for end in await asyncio.gather(*players, return_exceptions=True):
        if isinstance(end, Exception):   # a player who fell silent would pass for one who thinks
            raise end
    return found


async def _watched(found: Load, until: float) -> None:
    """Until then; whether this program comes in time to what it has to do, or waits are partly its own."""
    while (now := time.monotonic()) < until:
        await asyncio.sleep(TAP)
        found.late.append((time.monotonic() - now - TAP) * 1000)


async def _rested(pids: list[int]) -> None:
    """Until the server has drawn its maps, which it does once, and is no part of play."""
    until = time.monotonic() + START
    before, now = -1.0, sum(map(processor.used, pids))
    while now - before > IDLE and time.monotonic() < until:
        await asyncio.sleep(1)
        before, now = now, sum(map(processor.used, pids))


def _used(pids: list[int], keeper: int) -> list[float]:
    """Seconds of the processors: by the server, by this program, by the database, by all."""
    return [sum(map(processor.used, pids)), time.process_time(), processor.used(keeper) if keeper else 0.0,
            processor.busy()]


class Seat(NamedTuple):
    server: str
    table: str
    side: str
    key: str
    address: str                         # as a proxy would name it


async def _set_up(servers: list[str], slug: str, games: int) -> list[Seat]:
    known = await asyncio.to_thread(_ask, servers[0], "/api/games", OPERATOR)
    sides = next(g["sides"] for g in known if g["slug"] == slug)
    made = [asyncio.create_task(asyncio.to_thread(_table, servers[n % len(servers)], slug, sides, n))
            for n in range(games)]
    return [seat for task in made for seat in await task]


def _table(server: str, slug: str, sides: list[str], n: int) -> list[Seat]:
    places = [_address(n * len(sides) + k) for k in range(len(sides))]
    made = _ask(server, "/api/tables", places[0], {"game": slug, "seats": dict.fromkeys(sides, "open")})
    found = []
    for (side, invitation), place in zip(made["invitations"].items(), places, strict=True):
        joined = _ask(server, f"/api/tables/{made['table']}/join", place, {"invitation": invitation})
        found.append(Seat(server, made["table"], side, joined["key"], place))
    return found


def _address(n: int) -> str:
    """The n-th of the addresses that are set aside for such runs (RFC 2544)."""
    return f"198.{18 + n // 62_500}.{n // 250 % 250}.{n % 250 + 1}"


def _ask(server: str, path: str, address: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "x-forwarded-for": address}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://{server}{path}", data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as e:
        raise LoadError(f"The server would not set up the games: {json.load(e).get('text', e.reason)}") from e
    except OSError as e:
        raise LoadError(f"The server could not be asked to set up the games ({e}); try fewer games.") from e


async def _player(seat: Seat, rng: Random, start: asyncio.Event, door: asyncio.Semaphore, found: Load) -> None:
    url = f"ws://{seat.server}/api/tables/{seat.table}/live"
    headers = {"x-forwarded-for": seat.address}
    while True:
        try:
            async with door:             # a few at a time come in
                socket = await connect(url, max_size=None, compression=None, open_timeout=60, ping_interval=None,
                                       additional_headers=headers)
            async with socket:
                await socket.send(json.dumps({"type": "hello", "key": seat.key, "changes": True}))
                await _play(socket, seat.side, rng, start, found)
                return
        except (ConnectionClosed, OSError):
            found.lost += 1
            await asyncio.sleep(1)


async def _play(socket: ClientConnection, side: str, rng: Random, start: asyncio.Event, found: Load) -> None:
    sent: dict[int, float] = {}          # when each act was sent, by its position
    number = secrets.token_hex(32)       # for the dice, as a page draws it
    thinking: asyncio.Task[None] | None = None
    state: dict[str, Any] = {}
    try:
        async for raw in socket:
            heard = msgspec.json.decode(raw)
            if heard.get("id") in sent and found.counted:
                found.waits.append((time.perf_counter() - sent[heard["id"]]) * 1000)
                found.acts += heard["type"] == "ok"
                found.refused += heard["type"] == "refused" and heard["reasons"][0]["key"] != "server.stale"
            if heard["type"] not in ("state", "change"):
                continue
            found.seated += not state
            state = heard if heard["type"] == "state" else changed(state, heard["diff"])
            if found.counted:
                found.bytes += len(raw)
                found.states += 1
            at = state["at"]
            if state["over"]:
                return
            if side in state["dice"]["awaited"]:
                await _number(socket, side, state["dice"], number)
            elif state["acts"].get(side) and at not in sent:
                sent[at] = 0.0
                thinking = asyncio.create_task(_decide(socket, side, at, state["acts"][side], rng, start, sent))
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


async def _decide(socket: ClientConnection, side: str, at: int, acts: list[str], rng: Random, start: asyncio.Event,
                  sent: dict[int, float]) -> None:
    await start.wait()
    await asyncio.sleep(rng.uniform(*THINK))
    sent[at] = time.perf_counter()
    await socket.send(json.dumps({"id": at, "type": "act", "side": side, "act": rng.choice(acts), "at": at}))
