"""Two server processes on one PostgreSQL, of which one is killed again and again while games go on at both.

    python scripts/processes_soak.py [--kills 200] [--tables 6] [--seed 1]

Players at both processes act as fast as they are answered, at the same tables; at every third table the computer plays
the other side. After every kill the other process must have every act that either had acknowledged, and every table
must go on there within SECONDS; then the dead one is started again. Every twentieth time all records must verify.
How long tables took to go on is told; of one that does not, what it waits for in the database and in the process.
"""
from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

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


def tell_tasks(path: Path) -> None:
    """In a server, before it starts: asked by a signal, it writes what its tasks wait for."""
    def write(*_: object) -> None:
        with path.open("w") as f:
            for task in asyncio.all_tasks():
                task.print_stack(file=f)

    signal.signal(signal.SIGUSR1, write)


def waited_for(postgres: Postgres, server: Server) -> str:
    """What the database and a process that stands still are waiting for."""
    assert server.process is not None
    assert server.process.pid is not None
    os.kill(server.process.pid, signal.SIGUSR1)
    with psycopg.connect(postgres.url) as c:
        turns = c.execute("select game_table, side, worker, tries, fault, due - extract(epoch from clock_timestamp()), "
                          "lease - extract(epoch from clock_timestamp()) from turn").fetchall()
        work = c.execute("select pid, state, wait_event_type, wait_event, now() - xact_start, left(query, 100) "
                         "from pg_stat_activity where datname = current_database()").fetchall()
    time.sleep(1)
    tasks = server.folder.with_suffix(".tasks")
    return "\n".join([*map(str, turns + work), tasks.read_text() if tasks.exists() else "no word of its tasks"])


def told(kills: int, tables: list[Table], waits: list[float]) -> None:
    acts, late = sum(len(t.acked) for t in tables), sum(x > 10 for x in waits)
    print(f"{kills} kills of one of two processes, {acts} acknowledged acts at the tables that are open: nothing lost, "
          f"no table stuck; one went on after {waits[len(waits) // 2]:.2f} s in the middle, {waits[-1]:.1f} s at most, "
          f"{late} of {len(waits)} after more than 10 s; load average {os.getloadavg()[0]:.1f}", flush=True)


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
    waits: list[float] = []              # of tables that had to go on
    try:
        for server in servers:
            server.limit = partial(tell_tasks, server.folder.with_suffix(".tasks"))
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
                waits.append(time.monotonic() - since)
            if faults:
                raise Lost("\n".join([*faults, f"after {kill + 1} kills", waited_for(postgres, staying)]))
            dying.start()
            if (kill + 1) % 10 == 0:
                told(kill + 1, tables, sorted(waits))
    finally:
        for server in servers:
            if server.process is not None and server.process.is_alive():
                server.kill()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
