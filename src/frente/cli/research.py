"""frente sim: many games between opponents."""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from rich.table import Table

from frente.ai import NAMES
from frente.cli.arguments import Whole, add_game, add_json, add_setup, chosen_options
from frente.cli.faults import Fault
from frente.cli.output import console, emit, progress
from frente.kernel.catalog import Game, find, spelled
from frente.kernel.texts import listed
from frente.lab.players import player
from frente.lab.sim import Plan, Played, line, series, summary


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    sim = commands.add_parser(
        "sim", help="many games between opponents: win rates, scores, lengths",
        description="Play many games between computer opponents. The same seed gives the same results, whatever "
                    "--jobs. The exit status is 1 if any game stopped with an error.",
        epilog="examples: frente sim brunete --games 200   frente sim brunete --scenario offensive --bots "
               "captain,greedy --games 400 --jobs 2 --out games.jsonl --option anti_aircraft=yes")
    add_game(sim)
    add_setup(sim)
    sim.add_argument("--games", metavar="N", type=Whole(1), default=20, help="how many games (20)")
    sim.add_argument("--bots", metavar="A,B", default="captain", help=f"opponent of each side, or one for all: "
                                                                      f"{listed(NAMES)} (captain)")
    sim.add_argument("--seed", metavar="K", type=Whole(0), default=0, help="first number of the dice (0)")
    sim.add_argument("--jobs", metavar="J", type=Whole(1, 1024), default=1, help="processes to use (1)")
    sim.add_argument("--ray", metavar="ADDRESS", help="spread the games over a Ray cluster")
    sim.add_argument("--out", metavar="FILE", type=Path,
                     help="write every game as it ends, as a line of JSON, acts and all")
    add_json(sim)
    sim.set_defaults(run=simulate)


def simulate(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    plan = Plan(game.slug, game.scenario(arguments.scenario).id, chosen_options(game, arguments.options),
                seats(game, arguments.bots), arguments.seed, arguments.pack, arguments.out is not None)
    game.start(plan.scenario, game.settled(plan.options), plan.pack)     # a bad pack is named before anything starts
    played: list[Played] = []
    with written(arguments.out) as file, progress(shown=True) as bar:
        task = bar.add_task("games", total=arguments.games)
        for done in series(plan, arguments.games, arguments.jobs, arguments.ray):
            if file is not None:
                file.write(json.dumps(line(plan, done), ensure_ascii=False) + "\n")
                file.flush()
            done.log = []
            played.append(done)
            bar.advance(task)
    found = summary(plan, played)
    if arguments.json:
        emit(found)
    else:
        show(game, found)
    return 1 if found["errors"] else 0


def seats(game: Game[Any], text: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= len(game.sides)
    if len(names) != len(game.sides):
        raise Fault(f"--bots names one opponent for all sides or {len(game.sides)}, in the order {listed(game.sides)}.")
    for name in names:
        player(name, game)               # whoever cannot play is named before the first game
    return tuple(names)


@contextmanager
def written(path: Path | None) -> Iterator[IO[str] | None]:
    """A file that grows game by game: what was played before an interruption is in it."""
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8") as file:
            yield file
    except OSError as e:
        raise Fault(f"{path} could not be written: {e.strerror or e}.") from e


def show(game: Game[Any], found: dict[str, Any]) -> None:
    out = console()
    n = found["finished"]
    bots = ", ".join(f"{side} {bot}" for side, bot in found["bots"].items())
    out.print(f"{game.title}, {found['scenario']}: {n} of {found['games']} games finished; seed {found['seed']}.")
    out.print(f"Opponents: {bots}.")
    changed = {o.id: found["options"][o.id] for o in game.options if found["options"][o.id] != o.default}
    if changed:
        out.print("Options: " + ", ".join(f"{k}={spelled(v)}" for k, v in changed.items()))
    rates = Table("", "games", "share", "95 % interval", box=None, pad_edge=False)
    for name, hits in [*found["wins"].items(), ("draw", found["draws"])]:
        low, high = found["intervals"][name]
        share = f"{100 * hits / n:.1f} %" if n else "-"
        rates.add_row(name, str(hits), share, f"{100 * low:.1f} to {100 * high:.1f} %")
    out.print(rates)
    if found["score"]["counts"]:
        out.print(f"Score: mean {found['score']['mean']}, {found['score']['min']} to {found['score']['max']}")
        most = max(found["score"]["counts"].values())
        for value, times in found["score"]["counts"].items():
            out.print(f"{value:>6} {times:>6} {'#' * max(1, round(40 * times / most))}")
    if n:
        out.print(f"Length: {found['turns']['mean']} turns, {found['acts']['mean']} acts "
                  f"({found['acts']['min']} to {found['acts']['max']}).")
    for failure in found["failures"]:
        out.print(f"Game {failure['number']} stopped: {failure['error']}")
