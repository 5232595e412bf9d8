"""Records that are larger than any game, to keep the server busy while somebody plays."""
from __future__ import annotations

import asyncio
import json
import time

from attack.frame import Person, Verdict, middle, server
from frente import Match
from frente.kernel.record import checksum

EVIL = "198.18.66.6"
SENT = 20


def bomb() -> bytes:
    """A sound record with 50,000 empty snapshots, its checksum worked out anew: 1.6 MB."""
    record = json.loads(Match.new("brunete", seed="bomb").record().text())
    record["snapshots"] = [{"at": 0, "position": {}}] * 50_000
    rest = {k: v for k, v in record.items() if k != "checksum"}
    return json.dumps(rest | {"checksum": checksum(rest)}).encode()


def attack() -> Verdict:
    raw = bomb()
    with server() as here:
        calm = Person(here)
        quiet = asyncio.run(calm.play(6))
        here.ask("/import", client=EVIL, raw=raw)                # a worker that is started for it is no part of it
        statuses, took = [], []

        async def both() -> list[float]:
            playing = asyncio.create_task(calm.play(6))
            for _ in range(SENT):
                began = time.monotonic()
                status, _said = await asyncio.to_thread(here.ask, "/import", None, EVIL, "", raw)
                statuses.append(status)
                took.append(time.monotonic() - began)
            return await playing

        loud = asyncio.run(both())
        faults = here.complaints()
    held = set(statuses) <= {422, 429} and bool(loud) and not faults
    return Verdict(held, f"{SENT} records of {len(raw) / 1e6:.1f} MB refused with {sorted(set(statuses))}, half of "
                         f"them within {middle(took) * 1000:.0f} ms; the computer answered another client in "
                         f"{middle(loud):.2f} s (quiet: {middle(quiet):.2f} s), {faults} faults")
