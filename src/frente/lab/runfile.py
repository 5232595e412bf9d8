"""The run file: SQLite, one transaction a game, so that a kill loses the games in progress and no other."""
from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from frente.lab import LabError
from frente.lab.experiment import Arm, Experiment, stamp
from frente.lab.watch import Task, Watched

FORMAT: Final = 1
TABLES: Final = {                        # as they are exported; docs/lab.md says what each column means
    "arm": ("arm text primary key", "game text", "scenario text", "options text", "bots text", "rules text",
            "data text", "against text", "estimates text", "step int", "moved int"),
    "game": ("arm text", "number int", "winner text", "ending text", "score int", "turns int", "acts int",
             "error text"),
    "turn": ("arm text", "number int", "turn int", "side text", "pieces int", "steps int", "destroyed int"),
    "held": ("arm text", "number int", "turn int", "space text", "side text"),
    "track": ("arm text", "number int", "turn int", "track text", "side text", "value int"),
}
KEYS: Final = {"game": "arm, number", "turn": "arm, number, turn, side", "held": "arm, number, turn, space",
               "track": "arm, number, turn, track, side"}
SCHEMA: Final = "".join(
    f"create table {name} ({', '.join(columns)}{f', primary key ({KEYS[name]})' if name in KEYS else ''}) "
    f"{'without rowid' if name in KEYS else ''};\n" for name, columns in TABLES.items()) + """
create table about (key text primary key, value text);
create table record (arm text, number int, content blob, primary key (arm, number)) without rowid;
"""


class Run:
    """A run file. Only the process that opened it with ``begin`` writes."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self.db = db
        self.experiment = _experiment(self.about("stamp"))

    @staticmethod
    def begin(path: Path, experiment: Experiment) -> Run:
        """A new run file, or the one of the same experiment, to be taken up again."""
        if path.exists():
            run = Run.open(path)
            if run.about("stamp") != stamp(experiment):
                raise LabError(f"{path} belongs to another experiment, or rules or data have changed since; "
                               "name a new file with -o.")
            return run
        draft = path.with_name(f".{path.name}.new")
        try:
            draft.write_bytes(b"")       # says why, where SQLite says only that it cannot
            with _connected(draft) as db:
                db.executescript(SCHEMA)
                db.executemany("insert into about values (?, ?)",
                               [("format", str(FORMAT)), ("stamp", stamp(experiment))])
                db.executemany(_insert("arm"), [_arm_row(arm) for arm in experiment.arms])
            db.close()
            draft.rename(path)
        except (OSError, sqlite3.Error) as e:
            raise LabError(f"{path} could not be written: {getattr(e, 'strerror', None) or e}.") from e
        return Run.open(path)

    @staticmethod
    def open(path: Path) -> Run:
        if not path.is_file():
            raise LabError(f"There is no run file {path}.")
        try:
            db = _connected(path)
            found = db.execute("select value from about where key = 'format'").fetchone()
        except sqlite3.Error:
            raise LabError(f"{path} is not a run file of “frente lab run”.") from None
        if found is None or found[0] != str(FORMAT):
            raise LabError(f"{path} is a run file of another version of Frente (format {found and found[0]}).")
        try:
            return Run(path, db)
        except (sqlite3.Error, ValueError, LookupError, TypeError, AttributeError):
            raise LabError(f"{path} is damaged: it does not say what experiment it is of.") from None

    @staticmethod
    @contextmanager
    def read(path: Path) -> Iterator[Run]:
        """A run file to be read to the end; whatever SQLite cannot read is told in a sentence."""
        try:
            yield Run.open(path)
        except (sqlite3.DatabaseError, zlib.error) as e:
            raise LabError(f"{path} is damaged: {e}.") from None

    def about(self, key: str) -> str:
        found = self.db.execute("select value from about where key = ?", (key,)).fetchone()
        return str(found[0]) if found else ""

    def missing(self) -> list[Task]:
        """Games still to be played. They go round the arms, so that a run cut short stays fair."""
        done = set(self.db.execute("select arm, number from game"))
        e = self.experiment
        return [Task(arm, n, e.seed) for n in range(e.games) for arm in e.arms if (arm.name, n) not in done]

    def keep(self, seen: Watched) -> None:
        """One game, whole or not at all."""
        played = seen.played
        result: dict[str, Any] = played.result or {"winner": None, "key": "", "score": []}
        key = (seen.arm, played.number)
        try:
            with self.db:
                self.db.execute(_insert("game"), (*key, result["winner"], result["key"],
                                                  result["score"][0] if result["score"] else None, played.turns,
                                                  played.acts, played.error))
                self.db.executemany(_insert("turn"), [(*key, *row) for row in seen.course.turns])
                self.db.executemany(_insert("held"), [(*key, *row) for row in seen.course.taken])
                self.db.executemany(_insert("track"), [(*key, *row) for row in seen.course.tracks])
                self.db.execute("insert into record values (?, ?, ?)", (*key, zlib.compress(seen.record.encode(), 9)))
        except sqlite3.Error as e:
            raise LabError(f"{self.path} could not be written: {e}. The games written before are kept.") from e

    def rows(self, table: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """Names of the columns, and the rows in the order of the key."""
        names = [column.split()[0] for column in TABLES[table]]
        order = KEYS.get(table, "rowid")
        return names, iter(self.db.execute(f"select {', '.join(names)} from {table} order by {order}"))

    def records(self) -> Iterator[tuple[str, int, str]]:
        """Arm, number and text of every game that ended."""
        for arm, number, content in self.db.execute("select arm, number, content from record order by arm, number"):
            text = zlib.decompress(content).decode()
            if text:
                yield arm, number, text


def _connected(path: Path) -> sqlite3.Connection:
    """A commit is on the disk when it is done; waiting for the disk after every game costs less than a game."""
    db = sqlite3.connect(path)
    db.execute("pragma synchronous = full")
    return db


def _insert(table: str) -> str:
    return f"insert into {table} values ({', '.join('?' * len(TABLES[table]))})"


def _arm_row(arm: Arm) -> tuple[Any, ...]:
    return (arm.name, arm.game, arm.scenario, json.dumps(dict(arm.options)), json.dumps(arm.bots), arm.rules, arm.data,
            arm.against, arm.group, arm.step, arm.moved)


def _experiment(text: str) -> Experiment:
    """What ``stamp`` wrote."""
    content = json.loads(text)
    arms = tuple(Arm(**{**arm, "options": tuple(arm["options"].items()), "bots": tuple(arm["bots"]),
                        "pack": tuple((name, body) for name, body in arm["pack"])}) for arm in content["arms"])
    return Experiment(content["name"], content["games"], content["seed"], arms)
