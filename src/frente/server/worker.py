"""What runs in processes of its own, because it takes long: thinking and drawing maps; intake.py has the rest."""
from __future__ import annotations

import importlib
import os
import resource
import signal
import threading
import time
import traceback
from collections import OrderedDict
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from frente import story
from frente.ai import AT_TABLE, General, Opponent, opponent
from frente.ai.aims import aim
from frente.kernel.catalog import GAMES, find
from frente.kernel.flow import CHANCE, Position
from frente.kernel.proof import rolled, verify
from frente.kernel.record import opening_out, parse
from frente.kernel.views import SeatView
from frente.server import laid
from frente.server.laid import Pack

KEPT: Final = 64                         # plans of opponents and starting positions that are remembered
SPELL: Final = 0.15                      # seconds after which acts found so far are handed over
TOGETHER: Final = 20                     # acts handed over at most
OFTEN: Final = 0.25                      # seconds between two reports of progress
MEMORY: Final = 2 * 1024**3              # bytes; whoever needs more does not take the machine along


class Task(NamedTuple):
    """One seat's decision. The worker sees the position; the opponent only its own side's view of it."""

    table: str
    game: str
    scenario: str
    options: dict[str, Any]
    position: dict[str, Any]
    side: int
    bot: str
    seed: str
    pack: Pack | None = None             # laid over the game's own data


_starts: OrderedDict[tuple[str, Pack | None], Position] = OrderedDict()
_seats: OrderedDict[tuple[str, int, str], Opponent] = OrderedDict()


class Progress:
    """The line to the server while a job lasts: progress goes out, and a word comes in when somebody cannot wait."""

    def __init__(self) -> None:
        self.line: Connection | None = None
        self.hurried = False
        self.said = 0.0

    def share(self, done: float) -> None:
        now = time.monotonic()
        if self.line is not None and now - self.said >= OFTEN:
            self.said = now
            self.line.send((None, done))

    def stop(self) -> bool:
        if self.line is not None and not self.hurried and self.line.poll():
            self.line.recv()
            self.hurried = True
        return self.hurried


_progress = Progress()


def serve(line: Connection) -> None:
    """A worker's life: it does one job after another and says what came of it."""
    begin()
    _progress.line = line
    line.send(None)
    while True:
        try:
            job = line.recv()
        except EOFError:
            return
        if job is None:                  # somebody could not wait for what is done already
            continue
        _progress.hurried = False
        work, arguments = job
        try:
            line.send((True, work(*arguments)))
        except Exception as e:
            line.send((False, (type(e).__name__, traceback.format_exc())))


def begin() -> None:
    """Set up a worker: Ctrl-C is for the server, people come first, and nobody thinks on for a dead server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def think(task: Task) -> list[tuple[str, str]]:
    """The acts a computer player decides on, until somebody else or a die is asked or a while has passed; each with a
    note of what it is meant to do, or an empty one."""
    game = find(task.game)
    p = game.restore(task.position, _start(task))
    player = _player(task)
    rng = Random(task.seed)
    words = game.words(p)
    found: list[tuple[str, str]] = []
    until = time.monotonic() + SPELL
    while task.side in p.choices() and CHANCE not in p.choices():
        thoughts = player.thoughts if isinstance(player, General) else []
        thoughts.clear()
        act = player.choose(SeatView(game, p, task.side), rng)
        meant = aim(thoughts)
        found.append((words.word(act), meant.note() if meant else ""))
        p.apply(task.side, act)
        if time.monotonic() > until or len(found) >= TOGETHER:
            break
    return found


def _start(task: Task) -> Position:
    key = (f"{task.game} {task.scenario} {sorted(task.options.items())}", task.pack)
    if key not in _starts:
        _starts[key] = laid.first(find(task.game), task.scenario, task.options, task.pack)
        if len(_starts) > KEPT:
            _starts.popitem(last=False)
    return _starts[key]


def _player(task: Task) -> Opponent:
    key = (task.table, task.side, task.bot)
    if key not in _seats:
        player = _seats[key] = opponent(task.bot, find(task.game), AT_TABLE)
        if isinstance(player, General):
            player.tell, player.stop = _progress.share, _progress.stop
        if len(_seats) > KEPT:
            _seats.popitem(last=False)
    _seats.move_to_end(key)
    return _seats[key]


def proven(raw: bytes, language: str, pack: Pack | None = None) -> dict[str, Any]:
    """A finished game verified, in words, and what anybody needs to do it again."""
    record, place = parse(raw), None if pack is None else pack.folder()
    report = verify(record, place)
    return {"ok": report.ok, "problems": [x.said(language) for x in report.faults],
            "words": [x.said(language) for x in report.dice], "openings": [opening_out(x) for x in record.dice],
            "rolls": rolled(record, place) if report.ok else []}


def storied(raw: bytes, pack: Pack | None = None) -> dict[str, Any]:
    """What a finished game tells afterwards."""
    record = parse(raw)
    return {**story.of(record, None if pack is None else pack.folder()), "score": list(find(record.game).film.score)}


def drawn(slug: str, path: str) -> None:
    """Draw a game's map into a file; colours follow the page."""
    from frente.draw import chart  # here: drawing libraries are slow to load

    game = find(slug)
    described = importlib.import_module(GAMES[game.slug] + ".show.cartography").chart()
    target = Path(path)
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(chart.svg(described, theme="auto", legend=False), encoding="utf-8")
    draft.replace(target)
