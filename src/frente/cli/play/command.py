"""frente play: who plays what, from which start or saved game."""
from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any, Final

from frente.ai import NAMES, opponents
from frente.cli.arguments import add_game, add_setup, chosen_options
from frente.cli.faults import Fault
from frente.cli.play.saves import fresh_path
from frente.cli.play.session import HUMAN, Session
from frente.kernel import record
from frente.kernel.catalog import Game, UnknownName, find
from frente.kernel.chance import IMPORT, Opening, fresh_seed
from frente.kernel.deployment import as_in_history
from frente.kernel.record import Record
from frente.kernel.referee import Match
from frente.kernel.texts import listed

BOTH: Final = "both"


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "play", help="a game in the terminal against the computer or another person",
        description="Play in the terminal. Every act is saved at once; type h in the game for its commands.",
        epilog="examples: frente play brunete   frente play brunete --side nationalist --bot greedy   "
               "frente play brunete --side both   frente play brunete --load game.json")
    add_game(parser)
    add_setup(parser)
    parser.add_argument("--side", metavar="SIDE", help="side to play, or “both” for two people at one keyboard")
    parser.add_argument("--bot", metavar="NAME", help=f"the computer's player: {listed(NAMES)} (the best there is)")
    parser.add_argument("--seed", metavar="TEXT", help="any text the dice follow from; drawn if not given")
    parser.add_argument("--free", action="store_true", help="place yourself what the scenario leaves free; otherwise "
                        "it stands as in history")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", type=Path, help="keep the game in this file, not in your data folder")
    parser.set_defaults(run=play)


def play(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    if arguments.bot is not None and arguments.bot not in NAMES:
        raise UnknownName(f"There is no opponent “{arguments.bot}”; there are {listed(NAMES)}.")
    if arguments.load is not None:
        match = resumed(game, arguments)
        path = arguments.save or arguments.load
    else:
        match = Match.new(game.slug, arguments.scenario, chosen_options(game, arguments.options),
                          seats(game, arguments.side, arguments.bot), arguments.seed, pack=arguments.pack)
        if not arguments.free:
            as_in_history(match, Random(match.commitment))
        path = arguments.save or fresh_path(game.slug)
    if arguments.save is not None and arguments.save.exists() and arguments.save != arguments.load:
        raise Fault(f"{path} exists already; go on with it by --load {path}, or choose another name.")
    match.record().save(path)            # before the first question: a place that cannot be written to is named now
    return Session(match, path, arguments.pack).run()


def seats(game: Game[Any], side: str | None, bot: str | None) -> dict[str, str]:
    """Who sits where; the first side if none is named."""
    if side == BOTH:
        if bot is not None:
            raise Fault("With --side both nobody is left for the computer; leave out --bot.")
        return dict.fromkeys(game.sides, HUMAN)
    usual = "captain" if "captain" in opponents(game) else opponents(game)[-1]
    mine = game.sides[game.side(side)] if side is not None else game.sides[0]
    return {s: HUMAN if s == mine else bot or usual for s in game.sides}


def resumed(game: Game[Any], arguments: argparse.Namespace) -> Match:
    if arguments.scenario or arguments.options or arguments.seed:
        raise Fault("A saved game goes on as it began; leave out --scenario, --option and --seed.")
    saved = record.load(arguments.load)
    if saved.game != game.slug:
        raise Fault(f"{arguments.load} is a game of {find(saved.game).title}; use “frente play {saved.game} --load”.")
    if saved.result is None and saved.dice[-1].table:    # its seed may be known to whoever has the file
        saved.dice.append(Opening(fresh_seed(), 1 + max(saved.rolls(), default=-1), parent=IMPORT))
    match = Match.resume(saved, arguments.pack)
    match.seats = reseated(game, saved, arguments.side, arguments.bot)
    return match


def reseated(game: Game[Any], saved: Record, side: str | None, bot: str | None) -> dict[str, str]:
    """The seats of a saved game, unless others are asked for; a seat without a known player is a person's."""
    if side is not None:
        return seats(game, side, bot)
    kept = {s: saved.seats.get(s, "") if saved.seats.get(s) in NAMES else HUMAN for s in game.sides}
    return {s: bot if bot is not None and who != HUMAN else who for s, who in kept.items()}
