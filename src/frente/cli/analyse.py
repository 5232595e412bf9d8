"""frente analyse: what a game tells afterwards."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from frente import story
from frente.cli.arguments import Whole, add_json, add_pack
from frente.cli.lab import ground
from frente.cli.output import emit, progress
from frente.cli.records import ending
from frente.kernel import record
from frente.kernel.catalog import find
from frente.lab import account, page

TRIES: Final = 20


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    one = commands.add_parser(
        "analyse", help="what a game tells: losses, ground, luck, chances, turning points",
        description="Tell the story of a saved game: losses and ground by turn, what the dice gave and took, how "
                    "captains would have ended it from every turn, the busiest units. Play-outs take a while; "
                    "--tries 0 leaves the chances out.",
        epilog="examples: frente analyse game.json   frente analyse game.json -o story.html --language es   "
               "frente analyse game.json --json --tries 0")
    one.add_argument("file", metavar="FILE", type=Path, help="a saved game")
    one.add_argument("-o", "--output", metavar="PAGE", type=Path, help="write one HTML page")
    one.add_argument("--language", choices=page.LANGUAGES, default="en", help="of the page (en)")
    one.add_argument("--tries", metavar="N", type=Whole(0, 10_000), default=TRIES,
                     help=f"play-outs at the start of every turn ({TRIES})")
    add_pack(one)
    add_json(one)
    one.set_defaults(run=analyse)


def analyse(arguments: argparse.Namespace) -> int:
    found = record.load(arguments.file)
    with progress(shown=True) as bar:
        task = bar.add_task("acts", total=len(found.acts))
        told = story.of(found, arguments.pack, arguments.tries, lambda done, whole: bar.update(task, completed=done))
    if arguments.output is not None:
        game = find(found.game)
        p = record.start(game, found, arguments.pack)
        record.write_text(arguments.output,
                          account.page(told, game, p, ground(game, arguments.pack, p), arguments.language))
    if arguments.json:
        emit(told)
    elif arguments.output is not None:
        print(f"The page has been written to {arguments.output}.")
    else:
        show(told)
    return 0


def show(told: dict[str, Any]) -> None:
    game = find(told["game"])
    print(f"{game.title}, {game.scenario(told['scenario']).title}: {told['acts']} acts, {told['rolls']} rolls.")
    print(ending(game, told["result"]))
    luck = told["luck"]
    favoured = game.sides[0] if luck["sum"] >= 0 else game.sides[1]
    print(f"The dice favoured {favoured}: {abs(luck['sum']):.1f} points of the captain's reckoning, "
          f"{abs(luck['deviations']):.1f} standard deviations, over {luck['rolls']} rolls that mattered.")
    for x in told["chances"]:
        print(f"  turn {x['turn']}: {game.sides[0]} {100 * x['share']:.0f} % "
              f"({100 * x['low']:.0f} to {100 * x['high']:.0f})")
    for x in told["turning_points"]:
        print(f"The game turned before act {x['act']}, in turn {x['turn']}.")
