"""Running mutants: the tests are collected once, every mutant is a fork in which one function's code is replaced.

A data mutant forks from a process that has not imported the game yet, and loads it from the changed file.
"""
from __future__ import annotations

import contextlib
import functools
import gc
import importlib.metadata
import inspect
import io
import json
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from mutation.forks import Send, forked
from mutation.mutant import Mutant, MutationError, Place, Spot, digest
from mutation.play import played
from mutation.results import BROKEN, KILLED, REFUSED, SURVIVED, Result
from mutation.source import READS_DATA, sources
from mutation.suite import Suite

Items = dict[str, list[Any]]             # collected tests by name, without parameters
FORM = "3"                               # of the file of measured tests
PASSES, FAILS, SKIPPED = "passes", "fails", "skipped"           # tests without any change
OTHERS = 1.0                             # seconds of CPU for tests that do not carry a mark of the rule


class Bench:
    def __init__(self, place: Place, suite: Suite, plays: bool = False) -> None:
        self.place, self.suite, self.plays = place, suite, plays
        self.memory = place.out / f"{place.game}.tests.json"
        self.seconds: dict[str, float] = {}                    # test -> how long it takes
        self.reach: dict[str, set[str]] = {}                   # test -> functions of the game it calls
        self.prints: list[str] = []                            # of unchanged random games
        self.failing: list[str] = []
        self.loading: set[str] = set()                         # functions called to read the data
        self.caches: list[Any] = []
        self.prepares = True

    # -- unchanged code

    def assume(self, tests: set[str], due: Sequence[Mutant]) -> None:
        """For a few mutants: take it that these tests pass and call what is changed, and prepare nothing."""
        self.seconds = dict.fromkeys(tests, 1.0)
        places = {f"{m.file}|{m.function}" for m in due}
        self.reach = dict.fromkeys(tests, places)
        self.prepares = False

    def measure(self) -> None:
        """Which tests pass, how long they take and what they call; only those that are not known yet are run."""
        files = [*sorted(self.place.folder.rglob("*.toml")), *sources(self.place.folder)]
        stamp = digest(FORM, self.suite.helpers, *(p.read_text("utf-8") for p in files))
        old = json.loads(self.memory.read_text("utf-8")) if self.memory.exists() else {}
        known = old.get("tests", {}) if old.get("stamp") == stamp else {}
        known = {t: x for t, x in known.items() if t in self.suite.prints and self.suite.whole(t) == x["print"]}
        due = [t for t in self.suite.prints if t not in known]
        if due:
            print(f"{self.place.game}: {len(due)} tests are run once without a change…", file=sys.stderr, flush=True)
            paths = sorted({t.split("::")[0] for t in due})
            [(_, facts)] = forked([("", functools.partial(self._measure, paths, set(due)))], 1)
            found = {t: facts[t] for t in due if t in facts}
            if "fault" in facts or not found:
                raise MutationError(f"The tests of {self.place.game} cannot be run: {facts.get('fault', 'no answer')}")
            known |= found
            self.memory.parent.mkdir(parents=True, exist_ok=True)
            self.memory.write_text(json.dumps({"stamp": stamp, "tests": known}), "utf-8")
        self.failing = sorted(t for t, x in known.items() if x["status"] == FAILS)
        self.seconds = {t: x["seconds"] for t, x in known.items() if x["status"] == PASSES}
        self.reach = {t: set(known[t]["reach"]) for t in self.seconds}

    def _measure(self, paths: list[str], due: set[str], send: Send) -> None:
        self.collected(paths, functools.partial(self._trace, due, send))

    def _trace(self, due: set[str], send: Send, items: Items) -> None:
        marked = self.suite.of(self.suite.proven)
        self.load()
        for name in due & set(items):
            group = items[name]
            if name not in marked and group[0].get_closest_marker("whole"):
                send({name: {"print": self.suite.whole(name), "status": SKIPPED, "seconds": 0.0, "reach": []}})
                continue                                       # whole games are slow and prove no single rule
            seen: set[CodeType] = set()
            began = time.process_time()
            sys.settrace(functools.partial(note, seen))
            try:
                passed = not failed(group)
            finally:
                sys.settrace(None)
            send({name: {"print": self.suite.whole(name), "status": PASSES if passed else FAILS,
                         "seconds": round(time.process_time() - began, 4), "reach": self.names(seen)}})

    def names(self, seen: set[CodeType]) -> list[str]:
        folder = str(self.place.folder)
        return sorted({f"{Path(c.co_filename).name}|{c.co_qualname.split('.<')[0]}"
                       for c in seen if c.co_filename.startswith(folder)})

    def load(self) -> None:
        """Start every scenario, so that what is kept of the data is there; note what is called to read them."""
        from frente.kernel.catalog import GAMES, find
        if self.place.game in GAMES:
            game = find(self.place.game)
            seen: set[CodeType] = set()
            sys.settrace(functools.partial(note_reading, seen))
            for scenario in game.scenarios:
                game.start(scenario.id, game.settled({}))
            sys.settrace(None)
            self.loading = set(self.names(seen))

    def warm(self, items: Items) -> None:
        """Fill the caches of program and tests, so that forks need not."""
        self.load()
        quickest: dict[str, str] = {}
        for t in sorted(set(items) & set(self.seconds), key=lambda t: -self.seconds[t]):
            quickest[t.split("::")[0]] = t
        for t in quickest.values():
            failed(items[t])
        gc.collect()
        self.caches = [x for x in gc.get_objects() if isinstance(x, functools._lru_cache_wrapper)]
        gc.freeze()

    # -- mutants

    def collected(self, paths: Sequence[str], work: Callable[[Items], None]) -> None:
        """Collect tests and hand them to *work* instead of running them."""
        import pytest
        loop, said = Loop(work), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.chdir(self.place.root):
            pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-o", "timeout=0", *self.place.options,
                         f"--rootdir={self.place.root}", *paths], plugins=[loop])
        if not loop.entered:
            raise MutationError(f"pytest cannot collect the tests of {self.place.game}:\n{said.getvalue()}")

    def code(self, due: Sequence[Mutant], at_once: int, until: float, record: Callable[[Mutant, Result], None]) -> None:
        """Run mutants of code until all are done or the time is over."""
        if due:
            places = {f"{m.file}|{m.function}" for m in due}
            reading = not places <= {x for reach in self.reach.values() for x in reach}     # then any test may notice
            paths = sorted({t.split("::")[0] for t in self.seconds if reading or self.reach[t] & places})
            self.collected(paths, functools.partial(self._code, due, at_once, until, record))

    def _code(self, due: Sequence[Mutant], at_once: int, until: float, record: Callable[[Mutant, Result], None],
              items: Items) -> None:
        if self.prepares:
            self.warm(items)
        self.prints = played(self.place.game) if self.plays else []
        jobs = ((m, functools.partial(self.hot, m, items)) for m in due if time.monotonic() < until)
        for m, facts in forked(jobs, at_once):
            record(m, self.verdict(m, facts))

    def data(self, due: Sequence[Mutant], at_once: int, until: float, record: Callable[[Mutant, Result], None]) -> None:
        """Run mutants of data; what does not read the game's data is imported once for all."""
        for plugin in importlib.metadata.entry_points(group="pytest11"):
            plugin.load()
        jobs = ((m, functools.partial(self.cold, m)) for m in due if time.monotonic() < until)
        for m, facts in forked(jobs, at_once):
            record(m, self.verdict(m, facts))

    def hot(self, m: Mutant, items: Items, send: Send) -> None:
        replace(m, self.place)
        if f"{m.file}|{m.function}" in self.loading:           # what was read before the change is no longer true
            self.forget()
        self.judge(m, items, send)

    def forget(self) -> None:
        """Empty the caches of program and tests, and what the game keeps of its data."""
        for cached in self.caches:
            if cached.__module__.split(".")[0] in ("frente", "tests"):
                cached.cache_clear()
        for kept in vars(sys.modules[self.place.module(READS_DATA)]).values():
            if isinstance(kept, dict) and kept and all(type(x).__name__ in ("Board", "Tables") for x in kept.values()):
                kept.clear()

    def cold(self, m: Mutant, send: Send) -> None:
        assert isinstance(m.change, str)
        swap(self.place.folder / m.file, m.change.encode())
        from frente.kernel.catalog import find
        try:
            game = find(self.place.game)
            for scenario in game.scenarios:
                game.start(scenario.id, game.settled({}))
        except Exception as fault:
            send({"status": REFUSED, "by": str(fault)[:200]})
            return
        names = sorted(self.suite.of(m.wide) & set(self.seconds))
        if names:
            self.collected(names, functools.partial(self.judge_data, m, send))
        else:
            send({"status": SURVIVED})

    def judge_data(self, m: Mutant, send: Send, items: Items) -> None:
        self.judge(m, items, send)

    def judge(self, m: Mutant, items: Items, send: Send) -> None:
        """In a fork that holds the change: level by level, up to the first test that fails."""
        place = f"{m.file}|{m.function}"
        every = not m.function or place in self.loading
        reached = {t for t in self.seconds if t in items and (every or place in self.reach[t])}
        done: set[str] = set()
        for level, names in (("rule", self.suite.of(m.near)), ("function", self.suite.of(m.wide)), ("others", reached)):
            due = sorted((names & reached) - done, key=lambda t: self.seconds[t])
            done |= set(due)
            began = time.process_time()
            for t in due:
                if level == "others" and time.process_time() - began > OTHERS:
                    break
                status = SURVIVED if level == "others" else KILLED
                limit(1 + 5 * self.seconds[t], {"status": status, "level": level, "by": t}, send)
                if failed(items[t]):
                    send({"status": status, "level": level, "by": t})
                    return
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        differs = self.plays and bool(m.function) and played(self.place.game, self.prints) != self.prints
        send({"status": SURVIVED, "level": "play" if differs else ""})

    def verdict(self, m: Mutant, facts: dict[str, Any]) -> Result:
        status = facts.get("status", BROKEN)
        by = facts.get("by", facts.get("fault", ""))
        proof = self.suite.proof(m, by if status == KILLED else "")
        return Result(m.key, m.code, status, facts.get("level", ""), by, proof, facts.get("cpu", 0.0))


class Loop:
    """A plugin of pytest that does something else with the collected tests than run them."""

    def __init__(self, work: Callable[[Items], None]) -> None:
        self.work = work
        self.entered = False

    def pytest_runtestloop(self, session: Any) -> bool:
        self.entered = True
        items: Items = defaultdict(list)
        for item in session.items:
            items[item.nodeid.split("[")[0]].append(item)
        self.work(items)
        return True


def note(seen: set[CodeType], frame: FrameType, event: str, arg: Any) -> None:
    seen.add(frame.f_code)


def note_reading(seen: set[CodeType], frame: FrameType, event: str, arg: Any) -> None:
    """Only what is called from the module that reads the data."""
    around: FrameType | None = frame
    while around and not around.f_code.co_filename.endswith(f"/{READS_DATA}"):
        around = around.f_back
    if around:
        seen.add(frame.f_code)


def failed(items: list[Any]) -> bool:
    from _pytest.runner import runtestprotocol
    return any(r.failed for item in items for r in runtestprotocol(item, nextitem=None, log=False))


def limit(seconds: float, facts: dict[str, Any], send: Send) -> None:
    """A test that goes on and on fails."""
    def stop(number: int, frame: FrameType | None) -> None:
        send(facts)
        import os
        os._exit(0)
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def replace(m: Mutant, place: Place) -> None:
    """Put the changed code into the function, wherever it has been imported to."""
    assert isinstance(m.change, Spot)
    code = compile(m.change.changed(), str(place.source(m.file)), "exec", dont_inherit=True)
    target: Any = sys.modules[place.module(m.file)]
    for part in m.function.split("."):
        code = next(c for c in code.co_consts if inspect.iscode(c) and c.co_name == part)
        target = vars(target)[part]
    target = getattr(target, "fget", None) or getattr(target, "__func__", target)
    inspect.unwrap(target).__code__ = code


def swap(path: Path, text: bytes) -> None:
    """From now on this file reads as *text*."""
    read = Path.read_bytes

    def changed(asked: Path) -> bytes:
        return text if asked == path else read(asked)
    Path.read_bytes = changed            # type: ignore[assignment, method-assign]
