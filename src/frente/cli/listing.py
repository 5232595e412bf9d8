"""frente games: what there is to play."""
from __future__ import annotations

import argparse
from typing import Any

from rich.table import Table
from rich.text import Text

from frente.cli.arguments import add_json
from frente.cli.output import console, emit
from frente.kernel.catalog import Game, all_games, spelled


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser("games", help="games, scenarios, options, sides",
                                 description="Every game with its sides, scenarios and options.")
    add_json(parser)
    parser.set_defaults(run=games)


def games(arguments: argparse.Namespace) -> int:
    if arguments.json:
        emit([described(game) for game in all_games()])
        return 0
    for game in all_games():
        show(game)
    return 0


def described(game: Game[Any]) -> dict[str, Any]:
    texts = game.texts()
    return {
        "slug": game.slug, "title": game.title, "sides": list(game.sides),
        "scenarios": [{"id": s.id, "title": s.title, "turns": s.turns} for s in game.scenarios],
        "options": [{"id": o.id, "title": texts.say(f"option.{o.id}"), "help": texts.say(f"option.{o.id}.help"),
                     "default": o.default, "choices": list(o.choices), "rule": o.rule} for o in game.options],
        "rules": game.rules_version}


def show(game: Game[Any]) -> None:
    out = console()
    texts = game.texts()
    out.print(Text.assemble((game.title, "bold"), f"  ({game.slug})"))
    out.print("Sides: " + ", ".join(game.sides))
    scenarios = Table("scenario", "turns", "what", box=None, pad_edge=False)
    for s in game.scenarios:
        favours = texts.entries.get(f"scenario.{s.id}.favours")      # only where one side is much favoured
        what = [f"{s.title}.", texts.say(f"scenario.{s.id}"), *([favours] if favours else [])]
        scenarios.add_row(s.id, str(s.turns), " ".join(what))
    out.print(scenarios)
    options = Table("option", "values (default first)", "rule", "what", box=None, pad_edge=False)
    for o in game.options:
        values = [o.default, *(c for c in o.choices if c != o.default)]
        options.add_row(o.id, ", ".join(spelled(v) for v in values), o.rule, texts.say(f"option.{o.id}.help"))
    out.print(options)
