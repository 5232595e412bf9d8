"""Whole games held to the laws of the engine, with a page that asks: no exception, no dead end, no broken law.

    python scripts/soak.py [--game brunete] [--players captain] [--games 60] [--first 0] [--jobs 2]
                           [--every 100] [--asking 1] [--twins 12] [--after 0]   (--asking: at random 4, mixed 2)

Without --game all games are played, without --players all three ways: at random with random options; by two captains;
by a captain and a random player. In every other random game the players shun what would end it, so that more of them
reach the last turns. Captains play all scenarios in turn, every other time with random options.

The cheap laws are checked and all views are made at every decision, all laws are checked at one in --every. A page asks
one question of each kind it can ask, about a unit or space drawn at random, at one decision in --asking, and several of
each kind wherever a question is new in a game. With all laws, --twins questions of each kind are put to two positions
that look the same to a side; every answer must be the same. A seed and the players fix the game, whatever is checked.
A failure is printed with the command that shows it again; a run that was stopped goes on with --after.
"""
from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import active_children
from random import Random
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import Progress

from frente.ai import opponent
from frente.kernel.catalog import GAMES, Game, OptionValues, find
from frente.kernel.check import LawBroken, Player, check_game

RANDOM, CAPTAIN, MIXED = "random", "captain", "mixed"
COUNTS: Final = {RANDOM: 500, CAPTAIN: 60, MIXED: 20}
EVERY: Final = 100
TWINS: Final = 12
ASKING: Final = {RANDOM: 4, CAPTAIN: 1, MIXED: 2}
LINE: Final = 60.0                       # seconds between two lines of progress where there is no terminal


class Task(NamedTuple):
    game: str
    players: str
    seed: int


class Look(NamedTuple):
    """How closely games are looked at."""

    every: int
    asking: int | None                   # None: by the players
    twins: int


@dataclass
class Ran:
    task: Task
    acts: int = 0
    looked: int = 0
    asked: int = 0
    seconds: float = 0.0                 # of processor time
    end: str = ""
    failure: str = ""


def drawn(game: Game[Any], task: Task) -> tuple[str, OptionValues]:
    """The scenario and the options that belong to a seed."""
    rng = Random(f"soak {task.seed}")
    if task.players == RANDOM:
        return rng.choice(game.scenarios).id, {o.id: rng.choice(o.choices) for o in game.options}
    turn, scenario = divmod(task.seed, len(game.scenarios))
    options = {o.id: rng.choice(o.choices) if turn % 2 else o.default for o in game.options}
    return game.scenarios[scenario].id, options


def seats(game: Game[Any], task: Task) -> list[Player | None]:
    """Who plays; in a mixed game the captain changes sides."""
    lone = task.seed // len(game.scenarios) // 2 % 2
    captains = {RANDOM: [], CAPTAIN: [0, 1], MIXED: [lone]}[task.players]
    return [opponent("captain", game) if side in captains else None for side in range(len(game.sides))]


def run(task: Task, look: Look) -> Ran:
    game = find(task.game)
    scenario, options = drawn(game, task)
    began = time.process_time()
    try:
        report = check_game(game, scenario, options, task.seed, every=look.every, showing=1,
                            asking=look.asking or ASKING[task.players], twins=look.twins,
                            endure=task.players == RANDOM and task.seed % 2 == 1, players=seats(game, task))
    except LawBroken as e:
        changed = {o.id: options[o.id] for o in game.options if options[o.id] != o.default}
        at = traceback.extract_tb((e.__cause__ or e).__traceback__)[-1]
        return Ran(task, failure=f"{e} in {scenario} with {changed} ({at.filename}:{at.lineno})")
    return Ran(task, report.acts, report.looked, report.asked, time.process_time() - began,
               f"{scenario}: {report.outcome.key}")


def tasks(games: list[str], players: list[str], count: int | None, first: int) -> list[Task]:
    """All games, those of each kind spread evenly over the run, so that its beginning tells how long it will take."""
    batches = [(g, p, count or COUNTS[p]) for g in games for p in players]
    spread = [((i + 0.5) / n, Task(g, p, first + i)) for g, p, n in batches for i in range(n)]
    return [task for _, task in sorted(spread)]


def leave_interrupts() -> None:
    """Ctrl-C is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def soak(todo: list[Task], jobs: int, look: Look) -> tuple[list[Ran], bool]:
    """All that ran, and whether it was all that was asked for."""
    done: list[Ran] = []
    err = Console(stderr=True)
    began = said = time.monotonic()
    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts)
    futures: list[Future[Ran]] = [pool.submit(run, task, look) for task in todo]
    try:
        with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
            progress = bar.add_task("games", total=len(todo))
            for future in as_completed(futures):
                ran = future.result()
                done.append(ran)
                if ran.failure:
                    err.print(f"{ran.task.game} {ran.task.players} {ran.task.seed}: {ran.failure}\n  see it again: "
                              f"{command(ran.task, look)}", markup=False, soft_wrap=True)
                elif not err.is_terminal and time.monotonic() > said + LINE:
                    said = time.monotonic()
                    left = (said - began) / len(done) * (len(todo) - len(done))
                    err.print(f"{len(done)} of {len(todo)} games, about {left / 60:.0f} min left", markup=False)
                bar.advance(progress)
    except KeyboardInterrupt:
        leave_interrupts()               # once is enough
        for child in active_children():  # nobody waits for the games that are still being played
            child.terminate()
        return done, False
    finally:
        pool.shutdown(cancel_futures=True)
    return done, True


def command(task: Task, look: Look) -> str:
    return (f"python scripts/soak.py --game {task.game} --players {task.players} --games 1 --first {task.seed} "
            f"--every {look.every} --asking {look.asking or ASKING[task.players]} --twins {look.twins}")


def told(done: list[Ran], seconds: float) -> None:
    """What was played, by game and players."""
    for slug, players in sorted({(r.task.game, r.task.players) for r in done}):
        mine = [r for r in done if (r.task.game, r.task.players) == (slug, players)]
        print(f"{slug}, {players}: {len(mine)} games, {sum(r.acts for r in mine)} acts, all laws at "
              f"{sum(r.looked for r in mine)} decisions, {sum(r.asked for r in mine)} questions of a page, "
              f"{sum(r.seconds for r in mine):.0f} s of processor time")
        ends: dict[str, int] = {}
        for r in mine:
            if r.end:
                ends[r.end] = ends.get(r.end, 0) + 1
        for end, times in sorted(ends.items()):
            print(f"  {end}: {times}")
    print(f"{len(done)} games in {seconds / 60:.1f} min.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole games held to the laws of the engine, with a page that asks.")
    parser.add_argument("--game", choices=list(GAMES), help="which game (all)")
    parser.add_argument("--players", choices=list(COUNTS), help="who plays (all of them in turn)")
    parser.add_argument("--games", type=int, help=f"how many games of each ({COUNTS})")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game (0)")
    parser.add_argument("--after", type=int, default=0, help="leave out so many games of the run (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--every", type=int, default=EVERY, help=f"check all laws at one decision in so many ({EVERY})")
    parser.add_argument("--asking", type=int, help=f"a page asks at one decision in so many ({ASKING})")
    parser.add_argument("--twins", type=int, default=TWINS,
                        help=f"questions of each kind to positions that look the same ({TWINS})")
    given = parser.parse_args()
    if min(given.jobs, given.every, given.twins, *[n for n in (given.games, given.asking) if n is not None]) < 1:
        parser.error("--games, --jobs, --every, --asking and --twins are 1 or more")
    if min(given.first, given.after) < 0:
        parser.error("--first and --after are 0 or more")
    games, players = [given.game] if given.game else list(GAMES), [given.players] if given.players else list(COUNTS)
    todo = tasks(games, players, given.games, given.first)[given.after:]
    began = time.monotonic()
    look = Look(given.every, given.asking, given.twins)
    done, complete = soak(todo, given.jobs, look)
    told(done, time.monotonic() - began)
    failed = [r for r in done if r.failure]
    for r in failed:
        print(f"failed: {r.failure}\n  see it again: {command(r.task, look)}")
    if not complete:
        went = {r.task for r in done}
        first = next((i for i, task in enumerate(todo) if task not in went), len(todo))
        print(f"Stopped. Go on with the same command and --after {given.after + first}.")
        return 130
    print(f"{len(failed)} failed." if failed else "None failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
