"""A server inside the test, a server as a process of its own, and a player who talks to either."""
from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from starlette.testclient import TestClient, WebSocketTestSession
from websockets.sync.client import ClientConnection, connect

from frente import Match
from frente.kernel.flow import Position
from frente.server.app import build
from frente.server.hall import Hall
from frente.server.revive import stored_from
from frente.server.schema import SeatRow
from frente.server.seats import hashed
from frente.server.settings import Limits, Settings

HOT_SEAT = {"republican": "human", "nationalist": "human"}
INVITED = {"republican": "human", "nationalist": "open"}
BOT = {"republican": "human", "nationalist": "bot:random"}
PATIENCE = 120.0                         # seconds; a busy machine is no fault
MAPS = TemporaryDirectory(prefix="frente-maps-", ignore_cleanup_errors=True)      # drawn once for all servers here


def with_maps(data: Path) -> Path:
    """A folder for games in which a server finds maps that were drawn before: drawing them, it would do little else."""
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "cache").exists():
        (data / "cache").symlink_to(MAPS.name)
    return data


WIDE: dict[str, Any] = {**dict.fromkeys(("requests", "new_tables", "frames", "sign_ups", "tries", "guesses"),
                                          (100_000.0, 100_000)),
                        "share": (1000.0, 1000), **dict.fromkeys(("tables", "all_tables", "plans"), 100_000)}


@contextmanager
def inside(data: Path, limits: Limits | None = None, peer: str = "testclient", **more: Any) -> Iterator[TestClient]:
    """The application in this process. A test asks for more than any client may have, so its limits are wide unless
    others are given. *peer*: the address that asks."""
    settings = Settings(with_maps(data), limits=limits or Limits(**WIDE), bot_pause=0.0, show_pause=0.0,
                        unseen_pause=0.0, **more)
    with TestClient(build(settings), base_url="http://localhost", raise_server_exceptions=False,
                    client=(peer, 50_000)) as client:
        yield client


def hall_of(client: TestClient) -> Hall:
    found: Hall = client.app.app.state.hall          # type: ignore[attr-defined]
    return found


async def asked(client: TestClient, method: str, path: str, body: bytes | None = b"", peer: str = "testclient",
                **headers: str) -> tuple[int, bytes]:
    """Ask the application itself: the client can do but one thing at a time. Without a body, it never comes."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}] if body is not None else []
    status, found = [0], bytearray()

    async def receive() -> Any:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop()

    async def send(message: Any) -> None:
        status[0] = message.get("status", status[0])
        found.extend(message.get("body", b""))

    given = {"host": "localhost", "content-type": "application/json", **headers}
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
             "http_version": "1.1", "scheme": "http", "root_path": "", "client": (peer, 1),
             "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in given.items()]}
    await client.app(scope, receive, send)
    return status[0], bytes(found)


def new(client: httpx2.Client, seats: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    body = {"game": "brunete", "seats": seats or HOT_SEAT, "seed": "a test", "setup": "free", **more}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return joined(client, answer.json())


def joined(client: httpx2.Client, made: dict[str, Any]) -> dict[str, Any]:
    """A new table whose open seats have been taken too: its keys are those of all people."""
    for invitation in made["invitations"].values():
        answer = client.post(f"/api/tables/{made['table']}/join", json={"invitation": invitation})
        assert answer.status_code == 200, answer.text
        made["keys"] |= dict.fromkeys(answer.json()["sides"], answer.json()["key"])
    return made


def bearer(key: str) -> dict[str, str]:
    """The header that shows a seat key."""
    return {"authorization": f"Bearer {key}"} if key else {}


def games_of(client: httpx2.Client, *keys: str, after: int = 0) -> list[dict[str, Any]]:
    """What the list of games shows to whoever holds these keys."""
    answer = client.post("/api/tables/held", json={"keys": list(keys), "after": after})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


def state(client: httpx2.Client, table: dict[str, Any], holder: str = "", side: str = "") -> dict[str, Any]:
    """The state with the key of *holder*, “” for a spectator; *side*: whose view, if the key plays several."""
    found: dict[str, Any] = client.get(f"/api/tables/{table['table']}/state", params={"side": side} if side else {},
                                       headers=bearer(table["keys"].get(holder, ""))).json()
    return found


def act(client: httpx2.Client, table: dict[str, Any], side: str, word: str, at: int) -> httpx2.Response:
    return client.post(f"/api/tables/{table['table']}/acts", headers=bearer(table["keys"][side]),
                       json={"side": side, "act": word, "at": at})


def play(client: httpx2.Client, table: dict[str, Any], acts: int, seed: int = 1) -> int:
    """Random acts of both sides; how many acts the log has then."""
    rng = Random(seed)
    holders = {key: side for side, key in table["keys"].items()}
    for _ in range(acts):
        for holder in holders.values():
            s = state(client, table, holder)
            if s["over"]:
                return int(s["at"])
            mine = [(side, word) for side, words in s["acts"].items() for word in words]
            if mine:
                side, word = rng.choice(mine)
                answer = act(client, table, side, word, s["at"])
                assert answer.status_code == 200, answer.text
                break
    return int(state(client, table)["at"])


def put(client: TestClient, match: Match, id: str, base: Position | None = None) -> dict[str, Any]:
    """A table on which *match* goes on, each side with a key of its own."""
    sides = match.game.sides
    rows = [SeatRow(s, "open", "", hashed(f"key of {name}")) for s, name in enumerate(sides)]
    assert client.portal is not None
    client.portal.call(hall_of(client).add, stored_from(match, id, "A game", hashed("owner"), rows, base=base))
    return {"table": id, "keys": {name: f"key of {name}" for name in sides}, "owner": "owner"}


def reasons(answer: httpx2.Response) -> list[str]:
    return [r["key"] for r in answer.json()["reasons"]]


class Seat:
    """One socket of an application inside the test; it keeps the last state and every word it was sent."""

    def __init__(self, client: TestClient, table: dict[str, Any], side: str = "", **more: Any) -> None:
        self.hello = {"type": "hello", "key": table["keys"].get(side, ""), **more}
        self.session: WebSocketTestSession = client.websocket_connect(
            f"ws://localhost/api/tables/{table['table']}/live")
        self.side = side
        self.state: dict[str, Any] = {}
        self.count = 0
        self.thought: set[str] = set()
        self.heard: list[str] = []

    def __enter__(self) -> Seat:
        self.session.__enter__()
        self.session.send_json(self.hello)
        self.until("state")
        return self

    def __exit__(self, *more: Any) -> None:
        self.session.__exit__(*more)

    def hear(self) -> dict[str, Any]:
        self.heard.append(self.session.receive_text())
        message: dict[str, Any] = json.loads(self.heard[-1])
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "thinking":
            self.thought.add(message["side"])
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        self.session.send_text(json.dumps({"id": self.count, "type": type, **fields}))
        while (message := self.hear()).get("id") != self.count:
            pass
        return message

    def act(self) -> dict[str, Any]:
        return self.ask("act", side=self.side, act=self.state["acts"][self.side][0], at=self.state["at"])

    def seen(self, at: int) -> dict[str, Any]:
        while self.state["at"] != at:
            self.hear()
        return self.state


class Running:
    """A server process on this machine, on a port of its own choice; started again, it is found at the same one."""

    def __init__(self, data: Path, *more: str, module: str = "frente.server") -> None:
        self.port = 0
        self.data = with_maps(data)
        self.more = more
        self.module = module             # what is run; some have a fault that a test wants
        self.process = self.start()
        self.http = httpx2.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", self.module, "--port", str(self.port), "--data", str(self.data),
                   "--no-browser", *self.more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env={**os.environ, "PYTHONUNBUFFERED": "1"})
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", self.said)
        assert found, self.said + self.process.stdout.read()
        self.port = int(found[1])
        return self.process

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: exit status and what was said last."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def live(self, table: dict[str, Any], side: str = "", **more: Any) -> Player:
        return Player(self.port, table, side, **more)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self.http.close()


class Player:
    """One socket at a table: sends messages, keeps the last state and every word it was sent."""

    def __init__(self, port: int, table: dict[str, Any], side: str = "", **more: Any) -> None:
        url = f"ws://127.0.0.1:{port}/api/tables/{table['table']}/live"
        self.opened = ExitStack()
        line = connect(url, max_size=None, open_timeout=PATIENCE, ping_interval=None)
        self.socket: ClientConnection = self.opened.enter_context(line)
        self.socket.send(json.dumps({"type": "hello", "key": table["keys"].get(side, ""), **more}))
        self.side = side
        self.heard: list[str] = []
        self.state: dict[str, Any] = {}
        self.next = 0

    def hear(self) -> dict[str, Any]:
        raw = self.socket.recv(timeout=PATIENCE)
        assert isinstance(raw, str)
        self.heard.append(raw)
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "state":
            self.state = message
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of that type."""
        while True:
            message = self.hear()
            if message["type"] == kind:
                return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self.next += 1
        self.socket.send(json.dumps({"id": self.next, "type": kind, **fields}))
        while True:
            message = self.hear()
            if message.get("id") == self.next:
                return message

    def catch_up(self, at: int) -> dict[str, Any]:
        """The state once the log has at least *at* acts."""
        while self.state.get("at", -1) < at:
            self.hear()
        return self.state

    def close(self) -> None:
        self.opened.close()


def wait_for(client: httpx2.Client, table: dict[str, Any], side: str, what: str) -> dict[str, Any]:
    """The state once a field of it is true, asked for again and again."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        s = state(client, table, side)
        if s[what]:
            return s
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come about")
