"""The upgrade that docs/operate.md describes: processes of an earlier revision are renewed while people play.

    python scripts/rolling_upgrade.py REVISION [--seconds 5] [--seed 1]

Two processes of that revision serve all games on a PostgreSQL of their own; then its schema is brought up to date
beneath them, and one after the other is replaced by what is in this folder. At each stage both sides of every table are
played at both processes at once, and in one game the computer plays. In the end everything that any process has
acknowledged must be in the records that both tell of, the records must verify, and every stage must have gone on.
"""
from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from crash_soak import Lost, Postgres, Server, Table, check, hammer

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 60.0                   # seconds until a table must have gone on


class Process(Server):
    """A server of any revision, as a command."""

    def __init__(self, folder: Path, database: str, source: Path) -> None:
        super().__init__(folder, database)
        self.source = source
        self.command: subprocess.Popen[str] | None = None

    def start(self) -> None:
        arguments = ["--port", "0", "--data", str(self.folder), "--no-browser", "--database", self.database]
        self.command = subprocess.Popen([sys.executable, "-m", "frente.server", *arguments], stdout=subprocess.PIPE,
                                        text=True, env={**os.environ, "PYTHONPATH": str(self.source)})
        assert self.command.stdout is not None
        said = self.command.stdout.readline()
        if "http://" not in said:
            raise Lost(f"the server of {self.source} did not start")
        self.port = int(said.split(":")[-1].split("/")[0])

    def stop(self) -> None:
        """As an operator does; what it has begun it finishes."""
        assert self.command is not None
        self.command.terminate()
        if (status := self.command.wait(30)) not in (0, -signal.SIGTERM):
            raise Lost(f"the server of {self.source} ended with {status}")

    def renew(self, source: Path) -> None:
        self.stop()
        self.source = source
        self.start()


def archived(revision: str, folder: Path) -> Path:
    """The program as it was."""
    folder.mkdir()
    packed = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return folder / "src"


def opened(server: Process) -> dict[str, Table]:
    """A table of every game for two people, and one at which the computer plays."""
    found = {}
    for game in server.ask("/games"):
        seats = dict.fromkeys(game["sides"], "human")
        made = server.ask("/tables", {"game": game["slug"], "seats": seats, "seed": f"an upgrade of {game['slug']}"})
        found[game["slug"]] = Table(made["table"], made["owner"], False, {})
    found["brunete, with a computer player"] = Table.new(server, True, "an upgrade")
    return found


async def played(servers: list[Process], tables: dict[str, Table], seconds: float, rng: random.Random) -> None:
    """Both sides of every table at both processes, for so long and until every table has gone on."""
    before = {name: len(t.acked) for name, t in tables.items()}
    players = [asyncio.create_task(hammer(s, t, random.Random(rng.random()))) for t in tables.values()
               for s in servers]
    began = time.monotonic()
    while time.monotonic() < began + PATIENCE:
        still = [name for name, t in tables.items() if len(t.acked) == before[name] and not t.over]
        if not still and time.monotonic() >= began + seconds:
            break
        await asyncio.sleep(0.1)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    if still:
        raise Lost(f"not gone on in {PATIENCE:.0f} s: {', '.join(still)}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Renew two processes one after another while people play.")
    parser.add_argument("revision")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    folder, rng = Path(tempfile.mkdtemp(prefix="frente-renewed-", dir="/tmp")), random.Random(given.seed)
    folder.chmod(0o755)                  # PostgreSQL runs as somebody else
    today, then = ROOT / "src", archived(given.revision, folder / "then")
    postgres = Postgres(folder / "postgres")
    servers = one, two = [Process(folder / name, postgres.url, then) for name in "ab"]
    acts: Counter[str] = Counter()
    try:
        for server in servers:
            server.start()
        tables = opened(one)

        def stage(name: str) -> None:
            asyncio.run(played(servers, tables, given.seconds, rng))
            now = sum(len(t.acked) for t in tables.values())
            acts[name] = now - acts.total()
            print(f"{name}: {acts[name]} acts acknowledged at {len(tables)} tables", flush=True)

        stage(f"both of {given.revision}")
        subprocess.run([sys.executable, "-m", "frente.cli", "migrate", "--database", postgres.url], check=True,
                       env={**os.environ, "PYTHONPATH": str(today)})
        stage(f"both of {given.revision} on the new schema")
        two.renew(today)
        stage("one of each")
        one.renew(today)
        stage("both of today")
        faults = [fault for server in servers for t in tables.values() for fault in check(server, t, True)]
        if faults:
            raise Lost("\n".join(faults))
        print(f"{acts.total()} acts acknowledged, none lost; the records verify", flush=True)
        for server in servers:
            server.stop()
    finally:
        for server in servers:
            if server.command is not None and server.command.poll() is None:
                server.command.kill()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
