"""frente check: everything that can be said about a game without knowing it, cheapest first, in plain words."""
from __future__ import annotations

import argparse
from typing import Any

from frente.checkup import Checkup
from frente.cli.arguments import add_game
from frente.cli.faults import WRONG
from frente.kernel.catalog import GAMES, find


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "check", help="what is wrong with a game, and where",
        description="Frames, data, rules, texts, the laws of the engine in random games, speed, and what the browser "
                    "needs. Every fault is named with its place and its remedy; the exit status is then 2.",
        epilog="examples: frente check fords   frente check fords --games 20   frente check fords --seed 7")
    add_game(parser)
    parser.add_argument("--games", metavar="N", type=int, default=3, help="random games of each scenario (3)")
    parser.add_argument("--seed", metavar="N", type=int, help="one game: this one")
    parser.set_defaults(run=check)


def check(arguments: argparse.Namespace) -> int:
    if arguments.game not in GAMES:
        find(arguments.game)             # says which there are
    seeds = [arguments.seed] if arguments.seed is not None else range(max(1, arguments.games))
    found = 0
    for topic, said, faults in Checkup(arguments.game, list(seeds)).run():
        if said:
            print(f"{topic:<10}  {said}", flush=True)
        for fault in faults:
            print(f"FAULT       {fault}", flush=True)
        found += len(faults)
    if found:
        print(f"{found} fault{'s' if found > 1 else ''} to mend.")
        return WRONG
    print(f"{find(arguments.game).title} is in order.")
    return 0
