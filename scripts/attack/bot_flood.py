"""One client has the computer play 200 games against itself while another plays one."""
from __future__ import annotations

import asyncio
import time

from attack.frame import SIDES, Person, Verdict, middle, server

GAMES = 200
MOMENTS = 12


def attack() -> Verdict:
    with server() as here:
        calm = Person(here)
        asyncio.run(calm.play(3))                            # workers are started
        quiet = asyncio.run(calm.play(MOMENTS))
        body = {"game": "brunete", "seats": dict.fromkeys(SIDES, "bot:captain")}
        made = sum(here.ask("/tables", body)[0] == 201 for _ in range(GAMES))      # from this machine: no quota
        time.sleep(3)
        loud = asyncio.run(calm.play(MOMENTS))
    held = made == GAMES and len(loud) == MOMENTS and middle(loud) <= 2 * middle(quiet)
    return Verdict(held, f"{made} games; the computer answered the other client in {middle(loud):.2f} s, without them "
                         f"in {middle(quiet):.2f} s (medians of {len(loud)} and {len(quiet)})")
