"""People at browsers of their own, and a mail server, for tests of accounts and of what hangs on them."""
from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient

from tests.server.helpers import inside

PASSWORD = "barranco de la Mocha"
QUICK = (1, 64)                          # a hash that takes no time


@contextmanager
def club(data: Path, **more: Any) -> Iterator[TestClient]:
    with inside(data, **{"hashing": QUICK, **more}) as client:
        yield client


class Browser:
    """Somebody's browser: it keeps the cookies it is given, and sends them."""

    def __init__(self, client: TestClient, name: str = "") -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.name = name
        if name:
            answer = self.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
            assert answer.status_code == 201, answer.text
            self.id: str = answer.json()["account"]

    def ask(self, method: str, path: str, json: Any = None, **headers: str) -> httpx2.Response:
        self.client.cookies.clear()
        held = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        sent = {**({"cookie": held} if held else {}), **{k.replace("_", "-"): v for k, v in headers.items()}}
        answer = self.client.request(method, path, json=json, headers=sent)
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
            if not self.cookies[name]:
                del self.cookies[name]
        self.client.cookies.clear()
        return answer

    def me(self) -> Any:
        return self.ask("GET", "/api/account").json()["account"]


class Letters(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is given."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taken)
        self.found: list[EmailMessage] = []
        self.came = threading.Condition()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}/?from=club@example.org"

    def wait(self, count: int) -> EmailMessage:
        """The letter that makes so many."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.found) >= count, 60)
        return self.found[count - 1]


class _Taken(socketserver.StreamRequestHandler):
    server: Letters

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines: list[bytes] = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part)
                letter = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                with self.server.came:
                    self.server.found.append(letter)
                    self.server.came.notify_all()
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 good\r\n")
            if word == b"QUIT":
                return


@contextmanager
def letters() -> Iterator[Letters]:
    with Letters() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
