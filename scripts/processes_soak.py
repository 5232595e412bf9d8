"""Two server processes on one PostgreSQL, of which one is killed again and again while games go on at both.

    python scripts/processes_soak.py [--kills 200] [--tables 6] [--seed 1]

Players at both processes act as fast as they are answered, at the same tables; at every third table the computer plays
the other side. After every kill the other process must have every act that either had acknowledged, and every table
must go on there within SECONDS; then the dead one is started again. Every twentieth time all records must verify.
The longest that a table took to go on is told.
"""
from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from crash_soak import LONG, Lost, Postgres, Server, Table, check, hammer, load

SECONDS: Final = 60.0                    # a busy machine is no fault; a lease lasts six


async def played(servers: list[Server], tables: list[Table], rng: random.Random, dying: Server) -> None:
    """Both sides of every table at both processes until one is killed, and then for a while at the other."""
    before = sum(len(t.acked) for t in tables)
    players = [asyncio.create_task(hammer(s, t, random.Random(rng.random()))) for t in tables for s in servers]
    began = time.monotonic()
    while sum(len(t.acked) for t in tables) < before + len(tables):
        if time.monotonic() > began + SECONDS:
            raise Lost("No act was acknowledged within a minute; this is not a game under load.")
        await asyncio.sleep(0.01)
    await asyncio.sleep(rng.uniform(0, 0.3))
    dying.kill()
    await asyncio.sleep(0.2)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)


def goes_on(server: Server, table: Table) -> str:
    """Nothing if a table goes on at this process; else what is wrong."""
    until = time.monotonic() + SECONDS
    began = server.ask(f"/tables/{table.id}/state", key=table.key)["at"]
    while time.monotonic() < until:
        state = server.ask(f"/tables/{table.id}/state", key=table.key)
        offered = [(side, act) for side, acts in state["acts"].items() for act in acts]
        if state["over"] or state["at"] > began:
            return ""
        if offered:
            side, act = offered[0]
            server.ask(f"/tables/{table.id}/acts", {"side": side, "act": act, "at": state["at"]}, table.key)
            table.acked[state["at"]] = (side, act)
            return ""
        time.sleep(0.1)                  # the computer is to move: its turn may have died with the process
    shown = {x: state[x] for x in ("at", "thinking", "trouble", "dice")} | {"waiting": state["view"]["waiting"]}
    return f"{table.id} does not go on at the other process: {shown}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill one of two server processes again and again.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    load()
    rng = random.Random(given.seed)
    folder = Path(tempfile.mkdtemp(prefix="frente-two-", dir="/tmp"))
    folder.chmod(0o755)                  # PostgreSQL runs as somebody else
    postgres = Postgres(folder / "postgres")
    servers = [Server(folder / name, postgres.url) for name in "ab"]
    acts, longest = 0, 0.0
    try:
        for server in servers:
            server.start()
        tables: list[Table] = []
        for kill in range(given.kills):
            tables = [t for t in tables if not t.over and t.acts < LONG]
            while len(tables) < given.tables:
                tables.append(Table.new(servers[0], len(tables) % 3 == 2, str(rng.random())))
            dying, staying = servers if kill % 2 else servers[::-1]
            asyncio.run(played(servers, tables, rng, dying))
            faults = [fault for t in tables for fault in check(staying, t, (kill + 1) % 20 == 0)]
            for t in tables:
                since = time.monotonic()
                faults += [fault] if not t.over and (fault := goes_on(staying, t)) else []
                longest = max(longest, time.monotonic() - since)
            if faults:
                raise Lost("\n".join([*faults, f"after {kill + 1} kills"]))
            dying.start()
            if (kill + 1) % 10 == 0:
                acts = sum(len(t.acked) for t in tables)
                print(f"{kill + 1} kills of one of two processes, {acts} acknowledged acts at the tables that are "
                      f"open: nothing lost, no table stuck, {longest:.1f} s at most until one went on", flush=True)
    finally:
        for server in servers:
            if server.process is not None and server.process.is_alive():
                server.kill()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
