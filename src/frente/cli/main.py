"""frente COMMAND: what each command takes, and what happens when something is wrong."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from frente import __version__
from frente.cli.faults import WRONG, complain, told

EXAMPLES = """examples:
  frente serve                                        the web app, opened in the browser (also: frente alone)
  frente play brunete                                 play against the computer in this terminal
  frente play brunete --side both --scenario offensive   two people at one keyboard
  frente games                                        games, scenarios, options
  frente rules brunete 10.3.1a                        one rule, with the rulings that touch it
  frente sim brunete --games 200 --bots captain,random --jobs 2
  frente lab run balance.toml                         an experiment; then: frente lab report balance.run
  frente league storm --pairs 20                      opponents against one another, in Elo
  frente replay game.json                             verify a saved game
  frente analyse game.json -o story.html              what happened, what the dice did, when it turned
  frente map brunete -o map.svg                       the map as SVG, PNG or PDF
  frente new moscow --sides german,soviet             begin a game of one's own; then: frente check moscow
"""


class Help(argparse.HelpFormatter):
    """Examples, three spaces apart in the epilog, stand on lines of their own, to be copied."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if not text.startswith("example"):
            return super()._fill_text(text, width, indent)
        head, _, rest = text.partition(": ")
        return "\n".join([f"{head}:", *(f"  {line.strip()}" for line in rest.split("   "))])


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, and where help is."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"formatter_class": Help, **more})

    def error(self, message: str) -> NoReturn:
        complain(f"{message[:1].upper()}{message[1:]}. See “{self.prog} --help”.")
        sys.exit(WRONG)


def parser() -> argparse.ArgumentParser:
    # Here and not above: it takes a while, and main() answers a Ctrl-C meanwhile.
    from frente.cli import (
        admin,
        analyse,
        bench,
        bots,
        check,
        create,
        lab,
        league,
        listing,
        maps,
        migrate,
        press,
        records,
        research,
        rules,
        serve,
    )
    from frente.cli.play import command as play

    top = Parser(prog="frente", description="Board wargames of the Spanish Civil War, played by the book.",
                 epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"frente {__version__}")
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=Parser)
    for module in (play, serve, bots, migrate, admin, listing, rules, research, lab, league, bench, records, analyse,
                   maps, press, create, check):
        module.add_to(commands)
    top.set_defaults(run=serve.alone)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    try:
        nearby(Path.cwd())
        arguments = parser().parse_args(argv)
        status: int = arguments.run(arguments)
        sys.stdout.flush()               # a full disk shows itself only now
        return status
    except SystemExit as end:
        return flushed(end.code if isinstance(end.code, int) else 0)
    except BaseException as error:
        return told(error)


def nearby(folder: Path) -> None:
    """A game that is being written is known in its own folder and in the one above it, without being installed."""
    from frente.kernel.catalog import add_project

    try:
        for project in [folder, *sorted(x for x in folder.iterdir() if x.is_dir())]:
            add_project(project)
    except OSError:                      # a folder that cannot be read has no games
        return


def flushed(status: int) -> int:
    """Help and version have been printed: they too must have been written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return told(error)
    return status
