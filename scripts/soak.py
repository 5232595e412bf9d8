"""Whole games held to the laws of the engine, with a page that asks: no exception, no dead end, no broken law.

    python scripts/soak.py [--game brunete] [--players captain] [--games 60] [--first 0] [--jobs 2]
                           [--every 800] [--asking 40] [--more 3] [--twins 4] [--anew]

Without --game all games are played, without --players all three ways: at random with random options; by two captains;
by a captain and a random player. In every other random game the players shun what would end it, so that more of them
reach the last turns. Captains play all scenarios in turn, every other time with random options.

At every decision the cheap laws are checked and every view is made, of all seats and of a spectator. The rest is a
sample, thinner in random games, of which there are many (see LOOKS):
- all laws, at one decision in --every, and ten times as often where a question is new in a game;
- with them twins: --twins questions of each kind are put to two positions that look the same to a side, for each side,
  as they stand and again after they were played on together; every answer must be the same;
- a page that asks, about units and spaces drawn at random: one question of each kind at one decision in --asking, and
  --more of each kind wherever a question is new in a game, so that no question goes by without it in any game.
A seed and the players fix the game, whatever is checked.

Every finished game is a line of build/soak.jsonl, and the same command goes on where a run was stopped: games are
played again only if rules, data, players or the settings above have changed since (or with --anew). A failure is
printed with the command that shows it again, and makes the exit code 1.
"""
from __future__ import annotations

import argparse
import gc
import hashlib
import json
import signal
import sys
import time
import traceback
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import Progress

from frente.ai import opponent
from frente.kernel.catalog import GAMES, Game, OptionValues, all_games, find
from frente.kernel.check import Player, check_game
from frente.kernel.laws import LawBroken

RANDOM, CAPTAIN, MIXED = "random", "captain", "mixed"
COUNTS: Final = {RANDOM: 500, CAPTAIN: 60, MIXED: 20}
LINE: Final = 60.0                       # seconds between two lines of progress where there is no terminal


class Task(NamedTuple):
    game: str
    players: str
    seed: int


class Look(NamedTuple):
    """How closely games are looked at."""

    every: int
    asking: int
    more: int
    twins: int


LOOKS: Final = {RANDOM: Look(every=1000, asking=60, more=1, twins=2),
                CAPTAIN: Look(every=800, asking=40, more=3, twins=4),
                MIXED: Look(every=800, asking=40, more=3, twins=4)}
ROOT: Final = Path(__file__).parents[1]
DONE: Final = ROOT / "build" / "soak.jsonl"
PLAYED: Final = ("ai", "games", "geo", "kernel", "kit")      # what a game depends on
YOUNG: Final = 50_000                    # objects between two searches for garbage: a view alone has hundreds


@dataclass
class Ran:
    game: str
    players: str
    seed: int
    acts: int = 0
    views: int = 0
    looked: int = 0
    asked: int = 0
    twins: int = 0
    seconds: float = 0.0                 # of processor time
    end: str = ""
    failure: str = ""

    @property
    def task(self) -> Task:
        return Task(self.game, self.players, self.seed)


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
    ran = Ran(*task)
    try:
        report = check_game(game, scenario, options, task.seed, every=look.every, showing=1, asking=look.asking,
                            more=look.more, twins=look.twins, players=seats(game, task),
                            endure=task.players == RANDOM and task.seed % 2 == 1)
    except LawBroken as e:
        changed = {o.id: options[o.id] for o in game.options if options[o.id] != o.default}
        at = traceback.extract_tb((e.__cause__ or e).__traceback__)[-1]
        ran.failure = f"{e} in {scenario} with {changed} ({at.filename}:{at.lineno})"
    else:
        ran.acts, ran.views, ran.looked = report.acts, report.views, report.looked
        ran.asked, ran.twins, ran.end = report.asked, report.twins, f"{scenario}: {report.outcome.key}"
    ran.seconds = round(time.process_time() - began, 3)
    return ran


# -- what was played before


def stand() -> str:
    """What rules, data and computer players are now, in a word; compiled or not is the same."""
    found = hashlib.sha256()
    for folder in PLAYED:
        for path in sorted((ROOT / "src" / "frente" / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".csv", ".json", ".md") and path.name != "_woven.py":
                found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


def mark(look: Look, now: str) -> str:
    return f"{now} {' '.join(map(str, look))}"


def kept(path: Path, todo: dict[Task, Look], now: str) -> dict[Task, Ran]:
    """Games of the run that were played to their end before, as things stand and as closely looked at."""
    found: dict[Task, Ran] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            data = json.loads(line)
            was, ran = data.pop("mark"), Ran(**data)
        except (ValueError, KeyError, TypeError):
            continue                     # the last line of a run that was killed
        if ran.task in todo and was == mark(todo[ran.task], now):
            found[ran.task] = ran
    return found


def tasks(games: list[str], players: list[str], count: int | None, first: int) -> list[Task]:
    """All games, those of each kind spread evenly over the run, so that its beginning tells how long it will take."""
    batches = [(g, p, count or COUNTS[p]) for g in games for p in players]
    spread = [((i + 0.5) / n, Task(g, p, first + i)) for g, p, n in batches for i in range(n)]
    return [task for _, task in sorted(spread)]


def prepare() -> None:
    """Of a process that plays: Ctrl-C is for the one that started it, and boards are never garbage."""
    leave_interrupts()
    for game in all_games():
        game.start(game.scenarios[0].id, game.settled({}))
    gc.freeze()
    gc.set_threshold(YOUNG)


def leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def soak(todo: dict[Task, Look], jobs: int, now: str) -> tuple[list[Ran], str]:
    """All that ran, and why that was not all, if so. What has run is kept."""
    done: list[Ran] = []
    err = Console(stderr=True)
    began = said = time.monotonic()
    DONE.parent.mkdir(exist_ok=True)
    pool = ProcessPoolExecutor(jobs, initializer=prepare)
    futures: list[Future[Ran]] = [pool.submit(run, task, look) for task, look in todo.items()]
    try:
        with Progress(console=err, transient=True, disable=not err.is_terminal) as bar, DONE.open("a") as file:
            progress = bar.add_task("games", total=len(todo))
            for future in as_completed(futures):
                ran = future.result()
                done.append(ran)
                print(json.dumps({"mark": mark(todo[ran.task], now), **asdict(ran)}), file=file, flush=True)
                if ran.failure:
                    err.print(f"{ran.game} {ran.players} {ran.seed}: {ran.failure}\n  see it again: "
                              f"{command(ran.task, todo[ran.task])}", markup=False, soft_wrap=True)
                elif not err.is_terminal and time.monotonic() > said + LINE:
                    said = time.monotonic()
                    left = (said - began) / len(done) * (len(todo) - len(done))
                    err.print(f"{len(done)} of {len(todo)} games, about {left / 60:.0f} min left", markup=False)
                bar.advance(progress)
    except KeyboardInterrupt:
        leave_interrupts()               # once is enough
        for child in active_children():  # nobody waits for the games that are still being played
            child.terminate()
        return done, "Stopped."
    except BrokenProcessPool:
        return done, "A process that played was ended from outside, or ran out of memory."
    finally:
        pool.shutdown(cancel_futures=True)
    return done, ""


def command(task: Task, look: Look) -> str:
    return (f"python scripts/soak.py --anew --game {task.game} --players {task.players} --games 1 --first {task.seed} "
            f"--every {look.every} --asking {look.asking} --more {look.more} --twins {look.twins}")


def told(done: list[Ran]) -> None:
    """What was played, by game and players."""
    for slug, players in sorted({(r.game, r.players) for r in done}):
        mine = [r for r in done if (r.game, r.players) == (slug, players)]
        print(f"{slug}, {players}: {len(mine)} games, {sum(r.acts for r in mine)} acts, "
              f"{sum(r.views for r in mine)} views, all laws at {sum(r.looked for r in mine)} decisions, "
              f"{sum(r.asked for r in mine)} questions of a page, "
              f"{sum(r.twins for r in mine)} pairs of twins, {sum(bool(r.failure) for r in mine)} failures, "
              f"{sum(r.seconds for r in mine):.0f} s of processor time")
        ends: dict[str, int] = {}
        for r in mine:
            if r.end:
                ends[r.end] = ends.get(r.end, 0) + 1
        for end, times in sorted(ends.items()):
            print(f"  {end}: {times}")
    print(f"{len(done)} games, {sum(r.seconds for r in done) / 60:.1f} min of processor time.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole games held to the laws of the engine, with a page that asks.")
    parser.add_argument("--game", choices=list(GAMES), help="which game (all)")
    parser.add_argument("--players", choices=list(COUNTS), help="who plays (all of them in turn)")
    parser.add_argument("--games", type=int, help=f"how many games of each ({COUNTS})")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--every", type=int, help="check all laws at one decision in so many")
    parser.add_argument("--asking", type=int, help="a page asks at one decision in so many")
    parser.add_argument("--more", type=int, help="questions of each kind where one is new")
    parser.add_argument("--twins", type=int, help="questions of each kind to positions that look the same")
    parser.add_argument("--anew", action="store_true", help="play again what was played before")
    parser.epilog = "How closely, unless told otherwise: " + "; ".join(f"{p}: {look}" for p, look in LOOKS.items())
    given = parser.parse_args()
    close = {name: getattr(given, name) for name in Look._fields if getattr(given, name) is not None}
    if min(given.jobs, *close.values(), given.games if given.games is not None else 1) < 1:
        parser.error("--games, --jobs, --every, --asking, --more and --twins are 1 or more")
    if given.first < 0:
        parser.error("--first is 0 or more")
    games, players = [given.game] if given.game else list(GAMES), [given.players] if given.players else list(COUNTS)
    todo = {task: LOOKS[task.players]._replace(**close) for task in tasks(games, players, given.games, given.first)}
    now = stand()
    before = {} if given.anew else kept(DONE, todo, now)
    if before:
        print(f"{len(before)} of {len(todo)} games were played before (build/soak.jsonl).", file=sys.stderr)
    played, stopped = soak({task: look for task, look in todo.items() if task not in before}, given.jobs, now)
    done = [*before.values(), *played]
    told(done)
    failed = [r for r in done if r.failure]
    for r in failed:
        print(f"failed: {r.failure}\n  see it again: {command(r.task, todo[r.task])}")
    if stopped:
        print(f"{stopped} The same command goes on with the {len(todo) - len(done)} games that are left.")
        return 130
    print(f"{len(failed)} failed." if failed else "None failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
