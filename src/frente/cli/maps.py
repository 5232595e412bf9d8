"""frente map, frente data check: the map as a picture, and whether the data behind it is sound."""
from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any, Final

from frente.cli.arguments import add_game, add_pack
from frente.cli.faults import Fault
from frente.kernel.catalog import GAMES, Game, find
from frente.kernel.packs import DataError, Tables, load_tables
from frente.look import check as look

THEMES: Final = ("light", "dark", "auto")
KINDS: Final = (".svg", ".png", ".pdf")


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    drawn = commands.add_parser(
        "map", help="the map as SVG, PNG or PDF",
        description="Draw a game's map from its own data; the name of the file says what kind of picture it is.",
        epilog="examples: frente map brunete -o map.svg   frente map brunete -o map.pdf --pack my-pack")
    add_game(drawn)
    drawn.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="map.svg, map.png or map.pdf")
    drawn.add_argument("--theme", choices=THEMES, default="light", help="colours; auto (SVG only) follows the reader")
    add_pack(drawn)
    drawn.set_defaults(run=draw)
    data = commands.add_parser("data", help="check a game's data or a data pack",
                               description="A game's data files, and packs laid over them.")
    inside = data.add_subparsers(title="commands", dest="inside", metavar="COMMAND", required=True)
    checked = inside.add_parser(
        "check", help="name file, line and reason of everything wrong",
        description="Check a game's data, with a data pack laid over it if one is named. Everything wrong is named by "
                    "file, line and reason, and the exit status is 2.",
        epilog="example: frente data check brunete --pack my-pack")
    add_game(checked)
    add_pack(checked)
    checked.set_defaults(run=check)


def tables(game: Game[Any], pack: Path | None) -> Tables:
    """The game's data with the pack laid over it, found to be sound."""
    rules = importlib.import_module(GAMES[game.slug] + ".data.check")
    found = load_tables(game.folder / "data", rules.NAMES, pack, keys=rules.KEYS)
    problems = rules.check(found)
    if problems:
        raise DataError(problems)
    return found


def check(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    found = tables(game, arguments.pack)
    problems = look.check(game)
    if problems:
        raise DataError(problems)
    laid = f" with the pack {arguments.pack}" if arguments.pack else ""
    print(f"The data of {game.title}{laid} is sound: {len(found)} files, version {found.version}.")
    return 0


def draw(arguments: argparse.Namespace) -> int:
    from frente.draw import chart, export  # here: the other commands do without the drawing libraries

    game = find(arguments.game)
    path: Path = arguments.output
    if path.suffix.lower() not in KINDS:
        raise Fault(f"“{path}” does not say what kind of picture to write; end the name in .svg, .png or .pdf.")
    data = tables(game, arguments.pack)
    cartography = importlib.import_module(GAMES[game.slug] + ".show.cartography")
    picture = chart.svg(cartography.chart(data), arguments.theme)
    try:
        export.write(picture, path)
    except OSError as e:
        raise Fault(f"{path} could not be written: {e.strerror or e}.") from e
    except ImportError as e:
        raise Fault(f"Writing {path.suffix} needs the package {e.name}; install it, or write .svg.") from e
    print(f"The map of {game.title} has been written to {path}.")
    return 0
