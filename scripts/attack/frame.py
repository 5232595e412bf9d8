"""What all attacks share: a server of their own on this machine, players on it, and a verdict.

An attack is a module of this folder with a function ``attack() -> Verdict`` and a first line that says what it tries.
Its loops have an end, and it asks nobody but the server it has started.
"""
from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.sync.client import connect as sync_connect

from frente.kernel.chance import sealed

CALM = "198.18.0.1"                      # the client who only wants to play
SIDES = ("republican", "nationalist")


class Verdict(NamedTuple):
    """held: nobody else was harmed. *said*: what was seen, in a sentence."""

    held: bool
    said: str


class Server:
    """A server on the loopback address. Clients are told apart by what a proxy would say about them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = (folder / "said").open("w+")
        command = [sys.executable, "-m", "frente.server", "--port", "0", "--data", str(folder / "games"),
                   "--no-browser", "--trusted-proxy", "127.0.0.1/32"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, "PYTHONUNBUFFERED": "1"})
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", self.process.stdout.readline())
        if found is None:
            raise SystemExit("The server for the attack did not start.")
        self.port = int(found[1])

    def ask(self, path: str, body: Any = None, client: str = "", key: str = "", raw: bytes | None = None) -> Any:
        """(status, answer); *client*: the address it comes from, empty for this machine's own."""
        headers = {"content-type": "application/json", **({"x-forwarded-for": client} if client else {}),
                   **({"authorization": f"Bearer {key}"} if key else {})}
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as e:
            return e.code, json.load(e)

    def tell(self, table: str, key: str, message: dict[str, Any], client: str = CALM) -> None:
        """One message over the socket of a table, and its answer awaited."""
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        with sync_connect(url, max_size=None, additional_headers={"x-forwarded-for": client}) as socket:
            socket.send(json.dumps({"type": "hello", "key": key}))
            socket.send(json.dumps({"id": 1, **message}))
            while json.loads(socket.recv(60)).get("id") != 1:
                pass

    def memory(self) -> float:
        """Megabytes the server holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def workers(self) -> list[int]:
        """Processes in which the server has its work done."""
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
        return found

    def complaints(self) -> int:
        """Faults the server has written down."""
        self.log.flush()
        return sum("ERROR" in line for line in Path(self.log.name).read_text().splitlines())

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.log.close()


@contextmanager
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="frente-attack-") as folder:
        found = Server(Path(folder))
        try:
            yield found
        finally:
            found.stop()


class Person:
    """Somebody who plays against the computer: acts, and waits for the computer's answer."""

    def __init__(self, server: Server, client: str = CALM, bot: str = "captain") -> None:
        self.server = server
        self.client = client
        status, made = server.ask("/tables", {"game": "brunete", "scenario": "campaign", "seats": {
            SIDES[0]: "human", SIDES[1]: f"bot:{bot}"}}, client)
        assert status == 201, made
        self.table, self.key = made["table"], made["owner"]
        self.number = "5" * 64

    async def play(self, moments: int, seconds: float = 120.0) -> list[float]:
        """How long the computer took, each time it was asked; at most so many times and so long."""
        found: list[float] = []
        until = time.monotonic() + seconds
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/live"
        async with connect(url, max_size=None, compression=None, additional_headers={
                "x-forwarded-for": self.client}) as socket:
            await socket.send(json.dumps({"type": "hello", "key": self.key}))
            asked = 0.0
            while len(found) < moments and time.monotonic() < until:
                state = json.loads(await asyncio.wait_for(socket.recv(), seconds))
                if state["type"] != "state":
                    continue
                if state["over"]:
                    break
                if SIDES[0] in state["dice"]["awaited"]:
                    await self._give(socket, state["dice"])
                elif acts := state["acts"][SIDES[0]]:
                    if asked:
                        found.append(time.monotonic() - asked)
                    asked = 0.0
                    word = next((a for a in acts if a in ("pass", "stop", "end")), acts[0])
                    await socket.send(json.dumps({"type": "act", "side": SIDES[0], "act": word, "at": state["at"]}))
                elif not asked:
                    asked = time.monotonic()
        return found

    async def _give(self, socket: Any, dice: dict[str, Any]) -> None:
        if SIDES[0] not in dice["sealed"]:
            seal = sealed(dice["table"], SIDES[0], dice["commitment"], self.number)
            await socket.send(json.dumps({"type": "seal", "side": SIDES[0], "seal": seal}))
        else:
            await socket.send(json.dumps({"type": "show", "side": SIDES[0], "number": self.number}))


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
