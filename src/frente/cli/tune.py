"""frente lab tune: weights of a captain, by games."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from frente.cli.arguments import Whole, add_game, add_json
from frente.cli.faults import Fault
from frente.cli.output import console, emit
from frente.kernel.catalog import find
from frente.lab import tune
from frente.lab.experiment import Experiment
from frente.lab.players import player
from frente.lab.runfile import Run
from frente.lab.tables import put


def add_to(inside: argparse._SubParsersAction[Any]) -> None:
    new = inside.add_parser(
        "tune", help="the captain's weights for one side of a scenario, by games",
        description="Try other weights for the captain of one side, round after round on the same dice against the "
                    "same opponents, and measure what was found on dice that chose nothing. Interrupted, the same "
                    "command goes on. With --write the result goes into the file of weights if it is better.",
        epilog="examples: frente lab tune tscw --scenario columns --side nationalist --weights "
               "move.guard,move.danger,attack.rout,line.gap,line.pocket --games 40 --jobs 2")
    add_game(new)
    new.add_argument("--scenario", metavar="S", help="scenario; the first one if none is named")
    new.add_argument("--side", metavar="SIDE", required=True, help="whose captain is tuned")
    new.add_argument("--weights", metavar="A,B,…", required=True, help="names of the weights, as table.name")
    new.add_argument("--against", metavar="A,B,…", default="captain,greedy", help="opponents (captain,greedy)")
    new.add_argument("--games", metavar="N", type=Whole(2), default=40, help="of a candidate against each of them (40)")
    new.add_argument("--rounds", metavar="R", type=Whole(1, 100), default=3, help="at most (3)")
    new.add_argument("--seed", metavar="K", type=Whole(0, 999_000), default=0, help="first number of the dice (0)")
    new.add_argument("--jobs", metavar="J", type=Whole(1, 1024), default=1, help="processes to use (1)")
    new.add_argument("--ray", metavar="ADDRESS", help="spread the games over a Ray cluster")
    new.add_argument("-o", "--output", metavar="DIR", type=Path, help="folder for run files (tune-GAME-SCENARIO-SIDE)")
    new.add_argument("--write", metavar="FILE", type=Path, help="file of weights to put the result into")
    add_json(new)
    new.set_defaults(run=search)


def search(arguments: argparse.Namespace) -> int:
    from frente.cli.lab import played

    game = find(arguments.game)
    scenario = game.scenario(arguments.scenario).id
    game.side(arguments.side)
    against = tuple(name.strip() for name in arguments.against.split(","))
    for name in against:
        player(name, game)
    names = tuple(name.strip() for name in arguments.weights.split(","))
    wanted = tune.Search(game, scenario, arguments.side, names, against, arguments.games, arguments.seed)
    folder: Path = arguments.output or Path(f"tune-{game.slug}-{scenario}-{arguments.side}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Fault(f"{folder} could not be made: {e.strerror}.") from e

    def run_of(name: str, experiment: Experiment) -> Run:
        return played(folder / f"{name}.run", experiment, arguments.jobs, arguments.ray)

    first = now = tune.begun(wanted)
    steps: list[tune.Step] = []
    for number in range(arguments.rounds):
        best = tune.round_of(wanted, number, now, run_of)
        if best is None:
            break
        steps.append(best)
        now = dict(best.changes)
    found = tune.measured(wanted, now, first, run_of) if now != first else None
    better = found is not None and found.gain > found.error
    command = f"frente lab tune {game.slug} --scenario {scenario} --side {arguments.side} --weights " \
              f"{arguments.weights} --against {arguments.against} --games {arguments.games} --seed {arguments.seed}"
    if arguments.write is not None and found is not None and better:
        put(arguments.write, *tune.table(wanted, now, command, found))
    if arguments.json:
        emit({"game": game.slug, "scenario": scenario, "side": arguments.side, "command": command,
              "steps": [vars(s) for s in steps], "measured": vars(found) if found else None, "better": better})
    else:
        show(steps, found, better)
    return 0


def show(steps: list[tune.Step], found: tune.Step | None, better: bool) -> None:
    out = console()
    for n, s in enumerate(steps, 1):
        changed = ", ".join(f"{name} {value:g}" for name, value in s.changes.items())
        out.print(f"Round {n}: {changed}; {100 * s.gain:+.1f} % of points, standard error {100 * s.error:.1f}.")
    if found is None:
        out.print("Nothing tried was better than what there is.")
        return
    out.print(f"On other dice: {100 * found.score:.1f} % of points, {100 * found.gain:+.1f} ± "
              f"{100 * tune.within(found):.1f} against before. {'It is kept.' if better else 'It is not kept.'}")
