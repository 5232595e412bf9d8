"""frente print, frente export: a game on paper, and for other programs."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from frente.cli.arguments import add_game, add_pack
from frente.cli.faults import Fault
from frente.kernel.catalog import find

PARTS: Final = ("counters", "map", "charts", "rules", "setup")
LANGUAGES: Final = ("en", "es")


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    made = commands.add_parser(
        "print", help="counters, map, charts, rules and set-up as PDF, to print and play",
        description="Write PDF files to print a game with: sheets of counters for two-sided printing, the map in "
                    "tiles, tracks and charts, the rules in our own words, set-up sheets.",
        epilog="examples: frente print brunete -o out   frente print storm counters -o out --paper letter --flip short")
    add_game(made)
    made.add_argument("part", metavar="PART", nargs="?", default="all", choices=(*PARTS, "all"),
                      help=f"{', '.join(PARTS)}, or all (the default)")
    made.add_argument("-o", "--output", metavar="DIR", type=Path, required=True,
                      help="folder for the files; made if need be")
    made.add_argument("--paper", choices=("a4", "a3", "letter"), default="a4")
    made.add_argument("--flip", choices=("long", "short"), default="long",
                      help="the edge about which the printer turns the paper")
    made.add_argument("--whole", action="store_true", help="the map on one sheet of its own size, not in tiles")
    made.add_argument("--language", choices=LANGUAGES, default="en")
    add_pack(made)
    made.set_defaults(run=printed)
    out = commands.add_parser("export", help="a game for other programs: JSON, a VASSAL module",
                              description="Write a game for other programs to read.")
    inside = out.add_subparsers(title="commands", dest="inside", metavar="KIND", required=True)
    for kind, help, name in (("json", "map, counters and tables as JSON (docs/export.md)", "game.json"),
                             ("vassal", "a VASSAL module, with a set-up for each scenario", "game.vmod")):
        one = inside.add_parser(kind, help=help, description=f"Write {help}.",
                                epilog=f"example: frente export {kind} brunete -o {name}")
        add_game(one)
        one.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help=name)
        one.add_argument("--language", choices=LANGUAGES, default="en")
        add_pack(one)
        one.set_defaults(run=exported)


def printed(arguments: argparse.Namespace) -> int:
    from frente.press.shop import Shop  # here: the other commands do without the drawing libraries

    game = find(arguments.game)
    shop = Shop(game, arguments.pack, arguments.paper, arguments.flip, arguments.whole, arguments.language)
    folder: Path = arguments.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Fault(f"The folder {folder} cannot be made: {e.strerror or e}.") from e
    for part in PARTS if arguments.part == "all" else (arguments.part,):
        path = folder / f"{game.slug}-{part}-{arguments.paper}.pdf"
        if part == "map" and arguments.whole:
            path = folder / f"{game.slug}-map-whole.pdf"
        written(path, shop.printed(part))
        print(f"{path} has been written ({path.stat().st_size / 1e6:.1f} MB).", flush=True)
    return 0


def exported(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    if arguments.inside == "json":
        from frente.press.plain import described

        data = described(game, arguments.pack, arguments.language)
    else:
        from frente.press.vassal import module

        data = module(game, arguments.pack, arguments.language)
    written(arguments.output, data)
    print(f"{arguments.output} has been written ({len(data) / 1e6:.1f} MB).")
    return 0


def written(path: Path, data: bytes) -> None:
    """The whole file, or what was there before."""
    from frente.draw import export

    try:
        export.replace(path, data)
    except OSError as e:
        raise Fault(f"{path} could not be written: {e.strerror or e}.") from e
