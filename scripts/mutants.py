#!/usr/bin/env python3
"""Mutants of the rules: does a test marked with a rule fail when that rule is changed? See docs/tests.md.

    scripts/mutants.py storm                         a sample of 300, seed 1
    scripts/mutants.py storm --rule 9.7e             every mutant of one rule, or of all rules under a number
    scripts/mutants.py storm --sample 500 --seed 7 --minutes 10
    scripts/mutants.py storm --report                figures of what has run so far, without running anything
    scripts/mutants.py storm --survivors             and the survivors alone

Results are kept in build/mutants; a second run goes on where the first stopped.
"""
from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]          # this checkout, whatever is installed

from mutation.plain import Plain  # noqa: E402

sys.meta_path.insert(0, Plain("frente"))

from frente.coverage import CoverageError  # noqa: E402
from frente.kernel.catalog import GAMES  # noqa: E402
from mutation import equivalents, report  # noqa: E402
from mutation.bench import Bench  # noqa: E402
from mutation.data import data_mutants  # noqa: E402
from mutation.mutant import Mutant, MutationError, Place, digest, number  # noqa: E402
from mutation.report import Sample  # noqa: E402
from mutation.results import KILLED, REFUSED, Result, Results  # noqa: E402
from mutation.rules import Catalogue  # noqa: E402
from mutation.source import code_mutants  # noqa: E402
from mutation.suite import Suite  # noqa: E402

SAMPLE = 300


class Run:
    """One game: its mutants in the order of a seed, what is known of them, and running the rest."""

    def __init__(self, place: Place, rules: Sequence[str] = (), size: int | None = None, seed: int = 1) -> None:
        self.place, self.seed = place, seed
        self.catalogue = Catalogue(place.folder)
        found = code_mutants(place.folder, self.catalogue) + data_mutants(place.folder, self.catalogue)
        number(found)
        self.mutants = [m for m in found if m.wide]
        self.left_out = len(found) - len(self.mutants)
        self.suite = Suite(place)
        self.results = Results(place.out / f"{place.game}.jsonl", self.suite)
        self.entries = equivalents.read(place.tests / "equivalent.toml")
        wanted = {i for r in rules for i in self.expand(r)}
        order = [m for m in self.mutants if not rules or wanted & set(m.near)]
        if rules and not order:
            raise MutationError(f"No mutant of {place.game} belongs to {', '.join(rules)}: no code and no number "
                                f"names it.")
        self.order = sorted(order, key=lambda m: digest(str(seed), m.key))
        self.size = size or (len(self.order) if rules else SAMPLE)
        self.title = f"rules {', '.join(rules)}" if rules else f"sample of {self.size}, seed {seed}"

    def expand(self, rule: str) -> list[str]:
        if not (found := self.catalogue.expand(rule)):
            raise MutationError(f"{self.place.game} has no rule {rule}.")
        return found

    def sample(self) -> Sample:
        """The first mutants of the order: so many that are neither equivalent nor refused at load."""
        out = Sample()
        for m in self.order:
            if len(out.judged) + len(out.due) >= self.size:
                break
            result = self.results.of(m)
            entry = next((e for e in self.entries if e.fits(m)), None)
            if entry:
                out.equivalent.append((m, entry))
            elif result is None:
                out.due.append(m)
            else:
                (out.refused if result.status == REFUSED else out.judged).append((m, result))
        return out

    def faults(self) -> list[str]:
        """What is wrong with the list of equivalents."""
        out = [f"can no longer be made: {e}" for e in equivalents.unmatched(self.entries, self.mutants)]
        for m in self.mutants:
            if (result := self.results.of(m)) and result.status == KILLED:
                out += [f"is killed by {result.by}: {e}" for e in self.entries if e.fits(m)]
        return out

    def run(self, minutes: float, at_once: int, plays: bool) -> None:
        until = time.monotonic() + 60 * minutes
        bench = Bench(self.place, self.suite, plays)
        bench.measure()
        for test in bench.failing:
            print(f"Warning: {test} fails without any change and proves nothing.")
        while due := [m for m in self.due() if not m.function]:           # those refused at load make room for others
            if time.monotonic() > until:
                break
            bench.data(due, at_once, until, Progress(len(due), "data", self.results))
        due = [m for m in self.due() if m.function]
        bench.code(due, at_once, until, Progress(len(due), "code", self.results))

    def fixed(self) -> list[str]:
        """Run the mutants of the fixed sample against the tests of their rules; what is wrong."""
        with (self.place.root / "tests" / "fixed_mutants.toml").open("rb") as file:
            listed = [x for x in tomllib.load(file)["mutant"] if x.pop("game") == self.place.game]
        due = [m for m in self.mutants if any(all(getattr(m, k) == v for k, v in x.items()) for x in listed)]
        out = [f"{len(listed)} mutants are listed, {len(due)} can be made: choose others"] * (len(due) != len(listed))
        out += [f"an equivalent {fault}" for fault in self.faults()]
        bench = Bench(self.place, self.suite)
        bench.assume(self.suite.of([i for m in due for i in m.near]), due)
        found: list[tuple[Mutant, Result]] = []
        for part, run in ((0, bench.data), (1, bench.code)):
            run([m for m in due if bool(m.function) == bool(part)], 1, time.monotonic() + 600,
                lambda m, result: found.append((m, result)))
        return out + [f"{m.file} {m.function}: {m.before} → {m.after} is {result.status} {result.by}"
                      for m, result in found if result.status != KILLED or result.level != "rule"]

    def due(self) -> list[Mutant]:
        sample = self.sample()
        return sample.due + [m for m, _ in sample.equivalent if self.results.of(m) is None]


class Progress:
    """Keeps each result and says how far the run is."""

    def __init__(self, due: int, what: str, results: Results) -> None:
        self.due, self.what, self.results = due, what, results
        self.done = self.killed = 0
        self.began = self.said = time.monotonic()

    def __call__(self, m: Mutant, result: Result) -> None:
        self.results.add(result)
        self.done += 1
        self.killed += result.status == KILLED
        now = time.monotonic()
        if now - self.said > 5 or self.done == self.due:
            self.said = now
            print(f"  {self.what}: {self.done} of {self.due}, {self.killed} killed, {now - self.began:.0f} s",
                  file=sys.stderr, flush=True)


def place_of(game: str) -> Place:
    if game not in GAMES:
        raise MutationError(f"There is no game {game}; there are {', '.join(GAMES)}.")
    return Place(game, ROOT, ROOT / "src" / "frente" / "games" / game, GAMES[game])


def arguments(args: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES), help="default: all games in turn")
    parser.add_argument("--rule", action="append", default=[], help="every mutant of this rule, or of all under it")
    parser.add_argument("--sample", type=int, help=f"how many that are not equivalent (default {SAMPLE}; a rule: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30, help="time box; a second run goes on (default 30)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at once")
    parser.add_argument("--play", action="store_true", help="compare random games of what no test notices")
    parser.add_argument("--list", action="store_true", help="what could be mutated, without running anything")
    parser.add_argument("--report", action="store_true", help="figures and survivors so far, without running anything")
    parser.add_argument("--survivors", action="store_true", help="the survivors so far, without running anything")
    parser.add_argument("--fixed", action="store_true", help="run tests/fixed_mutants.toml; all must be killed")
    given = parser.parse_args(args)
    if given.jobs < 1 or given.minutes <= 0 or (given.sample is not None and given.sample < 1):
        parser.error("--jobs, --minutes and --sample are more than 0")
    return given


def work(given: argparse.Namespace) -> int:
    """One game."""
    run = Run(place_of(given.games[0]), given.rule, given.sample, given.seed)
    if given.list:
        print(*report.listing(run.mutants, run.left_out, run.catalogue.order, run.place.game), sep="\n")
        return 0
    if given.fixed:
        wrong = run.fixed()
        print(*wrong or ["every mutant of the fixed sample is killed by a test marked with its rule"], sep="\n")
        return 1 if wrong else 0
    if not given.report and not given.survivors:
        run.run(given.minutes, given.jobs, given.play)
    sample = run.sample()
    if not given.survivors:
        print(*report.figures(run.place.game, run.title, sample, len(run.mutants)), sep="\n")
    for line in report.survivors(sample):
        print(line)
    faults = run.faults()
    for fault in faults:
        print(f"tests/{run.place.game}/equivalent.toml: an entry {fault}", file=sys.stderr)
    return 1 if faults else 0


def main(args: Sequence[str] | None = None) -> int:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)      # the reader may have seen enough
    given = arguments(args)
    if len(given.games) > 1:                           # each in a process that knows no other game
        rest = [a for a in (sys.argv[1:] if args is None else args) if a not in GAMES]
        return max([subprocess.run([sys.executable, __file__, game, *rest]).returncode for game in given.games])
    try:
        return work(given)
    except (MutationError, CoverageError) as fault:
        print(fault, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
