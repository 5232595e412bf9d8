"""Kill the server with SIGKILL again and again while games are played on it, and see that nothing acknowledged is lost.

    python scripts/crash_soak.py [--kills 200] [--tables 6] [--seed 1]

Players on real sockets act as fast as the server answers. After every kill the server is started anew on the same file;
every act it had acknowledged must be in its place, every game must go on, and every record must verify.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import frente

SIDES = ("republican", "nationalist")


class Server:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self, patience: float = 60.0) -> bool:
        """False if it was killed on the way."""
        command = [sys.executable, "-m", "frente.server", "--port", "0", "--data", self.folder, "--no-browser"]
        quiet = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "ignore"}     # helpers mourn a killed parent
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet)
        assert self.process.stdout is not None
        if patience < 1:
            time.sleep(patience)
            self.kill()
            return False
        said = self.process.stdout.readline()
        if "http" not in said:
            raise SystemExit(f"the server did not start: {said}")
        self.port = int(said.split(":")[-1].split("/")[0])
        return True

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, path: str, body: Any = None, key: str = "") -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{path}", data,
                                         {"content-type": "application/json", "authorization": f"Bearer {key}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


class Table:
    """One game and what its server has acknowledged: the act at each place of the log."""

    def __init__(self, server: Server, bot: bool) -> None:
        seats = {SIDES[0]: "human", SIDES[1]: "bot:random" if bot else "human"}
        made = server.ask("/tables", {"game": "brunete", "scenario": "offensive", "seats": seats})
        self.id, self.key, self.bot = made["table"], made["owner"], bot
        self.acked: dict[int, tuple[str, str]] = {}
        self.over = False


async def hammer(server: Server, table: Table, rng: random.Random) -> None:
    """Act until the server dies."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table.id}/live"
    sent: dict[int, tuple[str, str]] = {}
    try:
        async with connect(url, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "key": table.key}))
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "ok":
                    table.acked[message["id"]] = sent[message["id"]]
                if message["type"] != "state":
                    continue
                if message["over"]:
                    table.over = True
                    return
                offered = [(side, act) for side, acts in message["acts"].items() for act in acts]
                if offered and message["at"] not in sent:
                    sent[message["at"]] = choice = rng.choice(offered)
                    await socket.send(json.dumps({"id": message["at"], "type": "act", "side": choice[0],
                                                  "act": choice[1], "at": message["at"]}))
    except (OSError, WebSocketException):
        return


async def siege(server: Server, tables: list[Table], rng: random.Random) -> int:
    """Play until the server is well under load, then kill it; how many acts it had acknowledged."""
    before = sum(len(t.acked) for t in tables)
    players = [asyncio.create_task(hammer(server, t, random.Random(rng.random()))) for t in tables]
    began = time.monotonic()
    while sum(len(t.acked) for t in tables) == before:
        if time.monotonic() > began + 60:
            raise SystemExit("No act was acknowledged within a minute; this is not a game under load.")
        await asyncio.sleep(0.005)
    await asyncio.sleep(rng.uniform(0, 0.6))
    server.kill()
    await asyncio.gather(*players)
    return sum(len(t.acked) for t in tables) - before


def check(server: Server, table: Table) -> list[str]:
    """What is wrong with a table after a crash."""
    state = server.ask(f"/tables/{table.id}/state", key=table.key)
    table.over = state["over"]
    if table.bot and not table.over:     # the record of such a game is secret while it lasts
        late = [n for n in table.acked if n >= state["at"]]
        return [f"{table.id}: act {n} was acknowledged, but there are only {state['at']}" for n in late]
    record = frente.record.parse(json.dumps(server.ask(f"/tables/{table.id}/record", key=table.key)).encode())
    found = []
    for n, (side, word) in table.acked.items():
        if n >= len(record.acts) or (record.acts[n].side, record.acts[n].word) != (side, word):
            found.append(f"{table.id}: act {n} ({side}: {word}) was acknowledged and is lost")
    report = frente.proof.verify(record)
    return found + [f"{table.id}: {p}" for p in report.problems]


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server again and again; nothing acknowledged may be lost.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    folder = tempfile.mkdtemp(prefix="frente-soak-")
    server = Server(folder)
    server.start()
    tables: list[Table] = []
    acts = finished = 0
    for kill in range(1, given.kills + 1):
        finished += sum(t.over for t in tables)
        tables = [t for t in tables if not t.over]
        while len(tables) < given.tables:
            tables.append(Table(server, bot=len(tables) % 3 == 2))
        acts += asyncio.run(siege(server, tables, rng))
        if rng.random() < 0.1:           # and sometimes while it is starting
            server.start(patience=rng.uniform(0.05, 0.9))
        server.start()
        faults = [fault for t in tables for fault in check(server, t)]
        if faults:
            print("\n".join(faults))
            print(f"after {kill} kills; the database is kept in {folder}")
            server.kill()
            return 1
        if kill % 10 == 0:
            print(f"{kill} kills, {acts} acknowledged acts, {finished} games to their end: nothing lost", flush=True)
    server.kill()
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
