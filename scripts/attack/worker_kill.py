"""Worker processes that die again and again while two clients play against the computer."""
from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress

from attack.frame import Person, Verdict, middle, server

KILLS = 10


def attack() -> Verdict:
    with server() as here:
        calm, other = Person(here), Person(here, "198.18.0.2")
        asyncio.run(calm.play(1))
        killed = 0

        async def both() -> tuple[list[float], list[float]]:
            nonlocal killed
            playing = [asyncio.create_task(p.play(8, 240)) for p in (calm, other)]
            for _ in range(KILLS):
                await asyncio.sleep(1)
                for pid in here.workers()[-1:]:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
            one, two = await asyncio.gather(*playing)
            return one, two

        one, two = asyncio.run(both())
    held = killed > 0 and len(one) == len(two) == 8
    longest = max([*one, *two], default=0.0)
    return Verdict(held, f"{killed} workers killed; both games went on by themselves ({len(one)} and {len(two)} of 8 "
                         f"answers, half within {middle(one or [0.0]):.1f} s, the longest {longest:.1f} s)")
