"""Random games with random options, held to the laws of the engine: no exception, no dead end, no broken law.

    python scripts/soak.py [--games 2000] [--game brunete] [--first 0] [--jobs 2] [--every 100]

In every other game the players shun what would end it, so that more of them reach the last turns. Every failure is
printed with the seed that shows it again: python scripts/soak.py --first SEED --games 1
"""
from __future__ import annotations

import argparse
import signal
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import active_children
from random import Random
from typing import Final

from rich.console import Console
from rich.progress import Progress

from frente.catalog import Game, OptionValues, UnknownName, find
from frente.check import LawBroken, check_game

GAMES: Final = 2000
EVERY: Final = 100                       # some laws are checked at every decision, all of them at one in so many
LINE: Final = 25                         # games between two lines of progress where there is no terminal


@dataclass
class Ran:
    seed: int
    acts: int = 0
    looked: int = 0
    end: str = ""
    failure: str = ""


def drawn(game: Game, seed: int) -> tuple[str, OptionValues]:
    """The scenario and the options that belong to a seed."""
    rng = Random(f"soak {seed}")
    return rng.choice(game.scenarios).id, {o.id: rng.choice(o.choices) for o in game.options}


def run(slug: str, seed: int, every: int) -> Ran:
    game = find(slug)
    scenario, options = drawn(game, seed)
    try:
        report = check_game(game, scenario, options, seed, every=every, endure=seed % 2 == 1)
    except LawBroken as e:
        changed = {o.id: options[o.id] for o in game.options if options[o.id] != o.default}
        return Ran(seed, failure=f"{e} in {scenario} with {changed}")
    return Ran(seed, report.acts, report.looked, f"{scenario}: {report.outcome.key}")


def leave_interrupts() -> None:
    """Ctrl-C is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def soak(slug: str, seeds: range, jobs: int, every: int) -> tuple[list[Ran], bool]:
    """All that ran, and whether it was all that was asked for."""
    done: list[Ran] = []
    err = Console(stderr=True)
    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts)
    futures: list[Future[Ran]] = [pool.submit(run, slug, seed, every) for seed in seeds]
    try:
        with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
            task = bar.add_task(slug, total=len(seeds))
            for future in as_completed(futures):
                ran = future.result()
                done.append(ran)
                if ran.failure:
                    err.print(f"seed {ran.seed}: {ran.failure}", markup=False, soft_wrap=True)
                elif not err.is_terminal and len(done) % LINE == 0:
                    err.print(f"{len(done)} of {len(seeds)} games", markup=False)
                bar.advance(task)
    except KeyboardInterrupt:
        leave_interrupts()               # once is enough
        for child in active_children():  # nobody waits for the games that are still being played
            child.terminate()
        return done, False
    finally:
        pool.shutdown(cancel_futures=True)
    return done, True


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games with random options, held to the laws of the engine.")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games ({GAMES})")
    parser.add_argument("--game", default="brunete", help="which game (brunete)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--every", type=int, default=EVERY, help=f"check all laws at one decision in so many ({EVERY})")
    given = parser.parse_args()
    if min(given.games, given.jobs, given.every) < 1:
        parser.error("--games, --jobs and --every are 1 or more")
    try:
        find(given.game)
    except UnknownName as e:
        parser.error(str(e))
    began = time.monotonic()
    done, complete = soak(given.game, range(given.first, given.first + given.games), given.jobs, given.every)
    failed = sorted(r.seed for r in done if r.failure)
    ends: dict[str, int] = {}
    for r in done:
        if r.end:
            ends[r.end] = ends.get(r.end, 0) + 1
    print(f"{len(done)} of {given.games} random games of {given.game} (seeds {given.first} to "
          f"{given.first + given.games - 1}), {sum(r.acts for r in done)} acts, all laws at "
          f"{sum(r.looked for r in done)} decisions, {time.monotonic() - began:.0f} s.")
    for end, times in sorted(ends.items()):
        print(f"  {end}: {times}")
    if failed:
        print(f"{len(failed)} failed, with the seeds {', '.join(str(s) for s in failed)}. "
              f"See one again with: python scripts/soak.py --game {given.game} --games 1 --first SEED")
    elif complete:
        print("None failed.")
    return 130 if not complete else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
