"""Kill the server with SIGKILL again and again while games are played on it, and see that nothing acknowledged is lost.

    python scripts/crash_soak.py [--kills 200] [--database sqlite|postgres] [--restarts 20] [--faults 10]
                                 [--tables 6] [--seed 1] [--folder DIR]

Players on real sockets act as fast as the server answers. After every kill the server is started anew on the same
store; every act it had acknowledged must be in its place, every game must go on, and records must verify. --restarts:
so many times it is PostgreSQL that dies instead. --faults: then the disk is full, the store read-only, and so many
times a page of the file is overwritten, before the server starts and while it runs in turn: what is wrong must be said,
and nothing wrong shown. With --folder a run that was broken off goes on.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import pwd
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, Final, TextIO

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connected

import frente

SIDES: Final = ("republican", "nationalist")
LONG: Final = 400                        # acts after which another game is begun: what is checked stays short
PAGE: Final = 4096


class Lost(SystemExit):
    """Something acknowledged is not there, or something wrong is."""


class Server:
    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.database = database
        self.process: ForkProcess | None = None
        self.out: TextIO | None = None
        self.port = 0
        self.limit: Callable[[], object] | None = None       # what it does before it starts

    def fork(self, limit: Callable[[], object] | None) -> None:
        """Begin to start it, from this process, which has the program loaded: that takes ten times as long."""
        if self.out is not None:
            self.out.close()
        ours, theirs = os.pipe()
        arguments = ["--port", "0", "--data", str(self.folder), "--no-browser",
                     *(["--database", self.database] if self.database else [])]
        self.process = get_context("fork").Process(target=serve, args=(arguments, theirs, limit))
        self.process.start()
        os.close(theirs)
        self.out = os.fdopen(ours)

    def begin(self, limit: Callable[[], object] | None = None) -> str:
        """Start, and what the server says first: where it is, or what is wrong."""
        self.fork(limit)
        assert self.out is not None
        said = self.out.readline()
        found = re.search(r"http://localhost:(\d+)/", said)
        self.port = int(found[1]) if found else 0
        return said.strip()

    def start(self) -> None:
        said = self.begin(self.limit)
        if not self.port:
            raise Lost(f"the server did not start: {said}")

    def stillborn(self, seconds: float) -> None:
        """Kill it while it is starting."""
        self.fork(None)
        time.sleep(seconds)
        self.kill()

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def ask(self, path: str, body: Any = None, key: str = "") -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{path}", data, {
            "content-type": "application/json", "authorization": f"Bearer {key}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer) if "map.svg" not in path else answer.read()


def load() -> None:
    """The program and its games, once for all servers."""
    import frente.server.app

    for game in frente.all_games():
        frente.new(game.slug)


def serve(arguments: list[str], out: int, limit: Callable[[], object] | None) -> None:
    """The life of a server that was forked."""
    from frente.server import run  # not above: every worker of a server loads this file, too

    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.stdout = sys.stderr = os.fdopen(1, "w", buffering=1)
    if limit is not None:
        limit()
    sys.exit(run.main(arguments))


class Postgres:
    """A database server of our own in a folder, from Debian's programs."""

    def __init__(self, root: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        if not found:
            raise SystemExit("This needs postgresql: install it (on Debian: sudo apt-get install postgresql).")
        self.programs, self.root = found[-1].parent, root
        self.user = None
        if os.getuid() == 0:             # it refuses to run as root
            self.user = "postgres" if any(x.pw_name == "postgres" for x in pwd.getpwall()) else "nobody"
        fresh = not (root / "data").exists()
        if fresh:
            root.mkdir(parents=True)
            if self.user:
                shutil.chown(root, self.user)
            self._run("initdb", "-D", str(root / "data"), "-U", "frente", "-A", "trust", "-E", "UTF8", "--no-locale")
        self.start()
        self.url = f"postgresql://frente@/postgres?host={root}"

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self.root / "data"), "-w", "-t", "240", "-l", str(self.root / "log"), "-o",
                  f"-c listen_addresses='' -c unix_socket_directories={self.root}", "start")

    def stop(self) -> None:
        """At once, as if the power had failed."""
        self._run("pg_ctl", "-D", str(self.root / "data"), "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run([str(self.programs / program), *arguments], user=self.user, cwd="/", text=True,
                              check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode:
            raise SystemExit(f"{program} failed: {done.stderr.strip()}")


class Table:
    """One game and what its server has acknowledged: the act at each place of the log."""

    def __init__(self, id: str, key: str, bot: bool, acked: dict[int, tuple[str, str]]) -> None:
        self.id, self.key, self.bot, self.acked = id, key, bot, acked
        self.over = False
        self.acts = 0

    @staticmethod
    def new(server: Server, bot: bool, seed: str) -> Table:
        seats = {SIDES[0]: "human", SIDES[1]: "bot:random" if bot else "human"}
        made = server.ask("/tables", {"game": "brunete", "scenario": "offensive", "seats": seats, "seed": seed})
        return Table(made["table"], made["owner"], bot, {})


async def hammer(server: Server, table: Table, rng: random.Random) -> None:
    """Act until the server dies."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table.id}/live"
    sent: dict[int, tuple[str, str]] = {}
    try:
        async with connect(url, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "key": table.key}))
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "ok":
                    table.acked[message["id"]] = sent[message["id"]]
                if message["type"] != "state":
                    continue
                if message["over"]:
                    table.over = True
                    return
                offered = [(side, act) for side, acts in message["acts"].items() for act in acts]
                if offered and message["at"] not in sent:
                    sent[message["at"]] = choice = rng.choice(offered)
                    await socket.send(json.dumps({"id": message["at"], "type": "act", "side": choice[0],
                                                  "act": choice[1], "at": message["at"]}))
    except (OSError, WebSocketException):
        return


async def siege(server: Server, tables: list[Table], rng: random.Random, end: Callable[[], None]) -> int:
    """Play until the server is well under load, then end it; how many acts it had acknowledged."""
    before = sum(len(t.acked) for t in tables)
    players = [asyncio.create_task(hammer(server, t, random.Random(rng.random()))) for t in tables]
    began = time.monotonic()
    while sum(len(t.acked) for t in tables) == before and not all(p.done() for p in players):
        if time.monotonic() > began + 60:
            raise Lost("No act was acknowledged within a minute; this is not a game under load.")
        await asyncio.sleep(0.005)
    await asyncio.sleep(rng.uniform(0, 0.3))
    end()
    if server.process is not None and server.process.is_alive():     # it was the database that died
        await asyncio.sleep(0.1)
        for player in players:
            player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return sum(len(t.acked) for t in tables) - before


def check(server: Server, table: Table, prove: bool) -> list[str]:
    """What is wrong with a table after a crash."""
    state = server.ask(f"/tables/{table.id}/state", key=table.key)
    table.over, table.acts = state["over"], state["at"]
    if table.bot and not table.over:     # the record of such a game is secret while it lasts
        late = [n for n in table.acked if n >= state["at"]]
        return [f"{table.id}: act {n} was acknowledged, but there are only {state['at']}" for n in late]
    record = frente.kernel.record.parse(json.dumps(server.ask(f"/tables/{table.id}/record", key=table.key)).encode())
    found = []
    for n, (side, word) in table.acked.items():
        if n >= len(record.acts) or (record.acts[n].side, record.acts[n].word) != (side, word):
            found.append(f"{table.id}: act {n} ({side}: {word}) was acknowledged and is lost")
    return found + ([f"{table.id}: {p}" for p in frente.kernel.proof.verify(record).problems] if prove else [])


def give_up(server: Server, table: Table) -> None:
    """End a game against the computer, so that its record is open and every act in it can be compared."""
    with connected(f"ws://127.0.0.1:{server.port}/api/tables/{table.id}/live", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "key": table.key}))
        socket.send(json.dumps({"id": "end", "type": "resign", "side": SIDES[0]}))
        while (said := json.loads(socket.recv(60))).get("id") != "end":
            pass
    if said["type"] != "ok":
        raise Lost(f"{table.id} cannot be given up: {said}")


def as_anybody() -> None:
    """Before a server starts: root, too, keeps to the rights of files."""
    if os.getuid() == 0:
        os.setuid(pwd.getpwnam("nobody").pw_uid)


class Soak:
    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        self.given, self.folder = given, folder
        self.notes = folder / "soak.json"
        self.done, self.restarts, self.acts, self.finished, self.seconds = 0, 0, 0, 0, 0.0
        self.tables: list[Table] = []
        if self.notes.exists():
            kept = json.loads(self.notes.read_text())
            self.done, self.restarts, self.acts, self.finished, self.seconds = kept["counts"]
            self.tables = [Table(i, k, b, {n: (s, w) for n, s, w in a}) for i, k, b, a in kept["tables"]]
        self.postgres = Postgres(folder / "postgres") if given.database == "postgres" else None
        self.server = Server(folder / "games", self.postgres.url if self.postgres else "")
        self.rng = random.Random(f"{given.seed} {self.done} {self.restarts}")

    def note(self) -> None:
        tables = [[t.id, t.key, t.bot, [[n, s, w] for n, (s, w) in t.acked.items()]] for t in self.tables]
        counts = [self.done, self.restarts, self.acts, self.finished, self.seconds]
        draft = self.notes.with_suffix(".tmp")
        draft.write_text(json.dumps({"counts": counts, "tables": tables}))
        draft.replace(self.notes)

    def refill(self) -> None:
        ended = [t for t in self.tables if t.over or t.acts > LONG]
        for t in ended:
            if t.bot and not t.over:
                give_up(self.server, t)
                self.judge([t], True)
        self.finished += len(ended)
        self.tables = [t for t in self.tables if t not in ended]
        while len(self.tables) < self.given.tables:
            self.tables.append(Table.new(self.server, len(self.tables) % 3 == 2, str(self.rng.random())))

    def confirm(self, prove: bool) -> None:
        self.judge(self.tables, prove)

    def judge(self, tables: list[Table], prove: bool) -> None:
        faults = [fault for t in tables for fault in check(self.server, t, prove)]
        if faults:
            self.server.kill()
            raise Lost("\n".join([*faults, f"after {self.done} kills; the store is kept in {self.folder}"]))

    def once(self) -> None:
        """One kill, of the server or of the database, and the check after it."""
        self.refill()
        due = (self.done + 1) * self.given.restarts // max(1, self.given.kills)          # spread over the run
        restart = self.postgres is not None and self.restarts < min(due, self.given.restarts)
        end = self.postgres.stop if restart and self.postgres is not None else self.server.kill
        self.acts += asyncio.run(siege(self.server, self.tables, self.rng, end))
        if restart and self.postgres is not None:
            self.postgres.start()
            self.restarts += 1
        else:
            if self.rng.random() < 0.1:  # and sometimes while it is starting
                self.server.stillborn(self.rng.uniform(0, 0.3))
            self.server.start()
            self.done += 1
        self.confirm(self.done % 20 == 0)

    def run(self) -> None:
        self.server.start()
        for game in self.server.ask("/games"):               # drawn once, so that no start is busy with them
            self.server.ask(f"/games/{game['slug']}/map.svg")
        while self.done < self.given.kills or self.restarts < self.given.restarts:
            began = time.monotonic()
            self.once()
            self.seconds += time.monotonic() - began
            self.note()
            if self.done % 10 == 0:
                self.tell()
        self.refill()
        self.confirm(True)
        self.tell()
        if self.given.faults and self.postgres is None:
            self.full()
            self.read_only()
            self.damaged()
        self.server.kill()
        if self.postgres is not None:
            self.postgres.stop()

    def tell(self) -> None:
        each = self.seconds / max(1, self.done + self.restarts)
        print(f"{self.done} kills, {self.restarts} restarts of the database, {self.acts} acknowledged acts, "
              f"{self.finished} games put away, {each:.1f} s each, load average {os.getloadavg()[0]:.1f}: nothing lost",
              flush=True)

    def full(self) -> None:
        """No file may grow any more: acts are refused in words, and those acknowledged before are there."""
        self.server.kill()
        log = self.server.folder / "frente.sqlite3-wal"          # what is written first, and grows with every act
        size = (log.stat().st_size if log.exists() else 0) + 100_000
        self.server.begin(partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size)))
        refused = 0
        for n in range(600):
            t = self.tables[n % len(self.tables)]
            state = self.server.ask(f"/tables/{t.id}/state", key=t.key)
            offered = [(side, act) for side, acts in state["acts"].items() for act in acts]
            if not offered:
                continue
            side, word = self.rng.choice(offered)
            try:
                self.server.ask(f"/tables/{t.id}/acts", {"side": side, "act": word, "at": state["at"]}, t.key)
                t.acked[state["at"]] = (side, word)
            except urllib.error.HTTPError as e:
                refused += e.code == 507
                if refused > 5:
                    break
        self.server.kill()
        self.server.start()
        self.confirm(True)
        if not refused:
            raise Lost("The disk never got full: nothing was proven.")
        print(f"disk full: {refused} acts refused with 507, nothing acknowledged lost", flush=True)

    def read_only(self) -> None:
        """A store that cannot be written is named at the start."""
        self.server.kill()
        other = Server(Path(tempfile.mkdtemp(prefix="frente-read-", dir="/tmp")), "")
        for path in self.server.folder.glob("frente.sqlite3*"):
            shutil.copy(path, other.folder)
            (other.folder / path.name).chmod(0o444)
        other.folder.chmod(0o555)
        said = other.begin(as_anybody)
        if other.port:
            other.kill()
            raise Lost("a server on a read-only store started")
        assert other.process is not None
        other.process.join()
        print(f"read-only: exit status {other.process.exitcode}, “{said}”", flush=True)
        other.folder.chmod(0o755)
        shutil.rmtree(other.folder)
        self.server.start()

    def damaged(self) -> None:
        """Pages overwritten: the server says so, or refuses the games it concerns; what it shows is right."""
        truth = {t.id: self.server.ask(f"/tables/{t.id}/state", key=t.key)["view"] for t in self.tables}
        self.server.kill()
        named = shown = refused = 0
        for n in range(self.given.faults):
            with tempfile.TemporaryDirectory(prefix="frente-damaged-") as place:
                other = Server(Path(place), "")
                file = Path(place) / "frente.sqlite3"
                with closing(sqlite3.connect(self.server.folder / "frente.sqlite3")) as c:
                    c.execute("VACUUM INTO ?", (str(file),))
                if n % 2:                # under a server that runs
                    other.start()
                with file.open("r+b") as f:
                    f.seek(self.rng.randrange(1, file.stat().st_size // PAGE) * PAGE)
                    f.write(self.rng.randbytes(PAGE) if self.rng.random() < 0.5 else bytes(PAGE))
                if not n % 2:
                    other.begin()
                if not other.port:
                    named += 1
                    continue
                for t in self.tables:
                    try:
                        if other.ask(f"/tables/{t.id}/state", key=t.key)["view"] != truth[t.id]:
                            raise Lost(f"{t.id}: a damaged store shows something wrong")
                        shown += 1
                    except urllib.error.HTTPError as e:
                        refused += e.code == 503
                        if e.code != 503:
                            raise Lost(f"{t.id}: a damaged store answers {e.code}: {e.read()[:300]!r}") from e
                other.kill()
        print(f"{self.given.faults} pages overwritten, every other time under a server that ran: {named} times named "
              f"at the start, else {shown} games shown as they were and {refused} refused", flush=True)
        self.server.start()


def main() -> int:
    os.environ["PYTHONWARNINGS"] = "ignore"          # helpers mourn a killed parent
    parser = argparse.ArgumentParser(description="Kill the server again and again; nothing acknowledged may be lost.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--restarts", type=int, default=0, help="of PostgreSQL")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--faults", type=int, default=0, help="pages of the file to overwrite")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the store is kept; a run broken off there goes on")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="frente-soak-", dir="/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)                  # PostgreSQL runs as somebody else
    load()
    Soak(given, folder.resolve()).run()
    if given.folder is None:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
