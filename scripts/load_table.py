"""The table of load runs in docs/benchmarks.md, in one sitting, on a PostgreSQL of its own.

    python scripts/load_table.py [--game brunete] [--games 200,500,1000] [--workers 1,2] [--seconds 30]
                                 [--by-table]

Every run has a database of its own, empty at its start. Nothing else should be at work on the machine: what others used
of it is in the table. Server, players' program and PostgreSQL share its cores, so what one process more would bring
where each has a core for itself follows from what an act costs the server.
"""
from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import psycopg

from crash_soak import Postgres
from frente.lab.load import LoadError, run

COLUMNS: Final = {"tables": "games", "processes": "workers", "acts/s": "acts_per_s", "answer p50, ms": "answer_p50_ms",
                  "p99": "answer_p99_ms", "CPU an act: server, ms": "cpu_ms_an_act", "players": "players_ms_an_act",
                  "database": "database_ms_an_act", "cores used: server": "server_core", "players ": "players_core",
                  "database ": "database_core", "others": "others_core", "players late, p99": "players_late_p99_ms",
                  "refused": "refused", "lost": "lost", "load average": "load_average"}


def numbers(text: str) -> list[int]:
    return [int(x) for x in text.split(",")]


def told(row: dict[str, Any]) -> None:
    print("| " + " | ".join(str(row[key]) for key in COLUMNS.values()) + " |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Load runs with one process and more, in one sitting.")
    parser.add_argument("--game", default="brunete")
    parser.add_argument("--games", type=numbers, default=[200, 500, 1000], metavar="N,…")
    parser.add_argument("--workers", type=numbers, default=[1, 2], metavar="N,…")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--by-table", action="store_true", help="all players of a table at one process")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="frente-load-", dir="/tmp"))
    folder.chmod(0o755)                  # PostgreSQL runs as somebody else
    postgres = Postgres(folder / "postgres")
    limits = []
    try:
        print(time.strftime("%d %B %Y, %H:%M UTC", time.gmtime()))
        print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|", flush=True)
        for games in given.games:
            for workers in given.workers:
                name = f"run_{games}_{workers}"
                with psycopg.connect(postgres.url, autocommit=True) as c:
                    c.execute(f"CREATE DATABASE {name}".encode())
                row = run(given.game, games, given.seconds, 1, postgres.url.replace("/postgres?", f"/{name}?"),
                          workers, given.by_table).data()
                told(row)
                limits += [f"{games} tables, {workers} processes: {row['limit']}"] if row["limit"] else []
        print(*limits, time.strftime("%H:%M UTC", time.gmtime()), sep="\n")
    except LoadError as e:
        print(e, file=sys.stderr)
        return 2
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
