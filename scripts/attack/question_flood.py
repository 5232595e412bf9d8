"""One client asks the most costly questions on many sockets without a pause, while another plays."""
from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from attack.frame import Person, Server, Verdict, middle, server

EVIL = "198.18.66.6"
SOCKETS = 40
MOMENTS = 8
WAIT = 1.0                               # seconds that nobody minds, and a busy machine may take
GAME = {"game": "guadalajara", "scenario": "4", "seats": {"nationalist": "human", "republican": "human"}}


def attack() -> Verdict:
    with server() as here:
        calm = Person(here, bot="random")
        asyncio.run(calm.play(2))
        quiet = asyncio.run(calm.play(MOMENTS))
        status, table = here.ask("/tables", GAME, EVIL)
        assert status == 201, table
        answered = [0]

        async def both() -> list[float]:
            stop = asyncio.Event()
            floods = [asyncio.create_task(_flood(here, table, answered, stop)) for _ in range(SOCKETS)]
            await asyncio.sleep(3)
            try:
                return await calm.play(MOMENTS)
            finally:
                stop.set()
                await asyncio.gather(*floods, return_exceptions=True)

        loud = asyncio.run(both())
    held = len(loud) == MOMENTS and answered[0] > 0 and middle(loud) <= max(2 * middle(quiet), WAIT)
    return Verdict(held, f"{answered[0]} questions answered on {SOCKETS} sockets; the computer answered another client "
                         f"in {middle(loud):.2f} s (quiet: {middle(quiet):.2f} s), the longest {max(loud):.2f} s")


async def _flood(here: Server, table: dict[str, Any], answered: list[int], stop: asyncio.Event) -> None:
    """Ask again as soon as there is an answer, with others under way."""
    url = f"ws://127.0.0.1:{here.port}/api/tables/{table['table']}/live"
    with suppress(ConnectionClosed):
        async with connect(url, max_size=None, compression=None, additional_headers={
                "x-forwarded-for": EVIL}) as socket:
            await socket.send(json.dumps({"type": "hello", "key": table["owner"]}))
            state = json.loads(await socket.recv())
            side, acts = next((s, a) for s, a in state["acts"].items() if a)
            ask = json.dumps({"id": 1, "type": "gains", "side": side, "acts": acts[:24]})
            for _ in range(4):
                await socket.send(ask)
            while not stop.is_set():
                if json.loads(await socket.recv()).get("type") == "answer":
                    answered[0] += 1
                await socket.send(ask)
