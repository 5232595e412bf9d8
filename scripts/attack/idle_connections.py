"""2,000 connections that ask for nothing, while somebody else wants to play."""
from __future__ import annotations

import asyncio
import socket
import time

from attack.frame import Person, Verdict, server

COUNT = 2000
PATIENCE = 60.0


def attack() -> Verdict:
    with server() as here:
        held_open: list[socket.socket] = []
        for _ in range(COUNT):
            line = socket.socket()
            line.bind(("127.0.0.66", 0))         # an address of its own, and no proxy of the server's
            line.settimeout(5)
            try:
                line.connect(("127.0.0.1", here.port))
            except OSError:
                line.close()
                continue
            line.setblocking(False)
            held_open.append(line)
        began = time.monotonic()
        answers = asyncio.run(Person(here).play(1))
        served = time.monotonic() - began
        left = len(held_open)
        while left and time.monotonic() < began + PATIENCE:
            time.sleep(0.5)
            left = sum(_open(line) for line in held_open)
        cut = time.monotonic() - began
        for line in held_open:
            line.close()
    held = bool(answers) and left == 0
    return Verdict(held, f"{len(held_open):,} idle connections; another client had a game and an answer of the "
                         f"computer after {served:.1f} s, and {len(held_open) - left:,} were cut within {cut:.0f} s")


def _open(line: socket.socket) -> bool:
    try:
        return line.recv(1000) != b"" and _open(line)
    except BlockingIOError:
        return True
    except OSError:
        return False
