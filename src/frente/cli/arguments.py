"""Arguments that several commands share."""
from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from frente.cli.faults import Fault
from frente.kernel.catalog import Game, OptionValue, UnknownName

YES: Final = ("yes", "true", "on", "1")
NO: Final = ("no", "false", "off", "0")
MOST: Final = 10**18


def chosen_options(game: Game[Any], given: Sequence[str]) -> dict[str, OptionValue]:
    """name=value pairs; what is not a truth value is taken as it stands and checked by the game."""
    known = {o.id: o for o in game.options}
    found: dict[str, OptionValue] = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign:
            raise Fault(f"An option is written name=value, not “{pair}”; see “frente games” for the options.")
        option = known.get(name)
        if option is not None and isinstance(option.default, bool):
            if value.lower() not in YES + NO:
                raise UnknownName(f"Option {name} cannot be “{value}”; choose yes or no.")
            found[name] = value.lower() in YES
        else:
            found[name] = value
    game.settled(found)
    return found


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="name of a game, as “frente games” lists it")


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Scenario, options and pack: what a game starts from."""
    parser.add_argument("--scenario", metavar="S", help="scenario; the first one if none is named")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], dest="options",
                        help="set an optional rule; may be given several times")
    add_pack(parser)


def add_pack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", metavar="DIR", type=Path, help="data pack to lay over the game's own data")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


class Whole:
    """A whole number within limits, as an argument type with a plain message."""

    def __init__(self, least: int, most: int = MOST) -> None:
        self.least = least
        self.most = most

    def __call__(self, text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,18}", text) or not self.least <= int(text) <= self.most:
            limits = f"from {self.least}" + (f" to {self.most}" if self.most < MOST else " upwards")
            raise argparse.ArgumentTypeError(f"“{text}” is not a whole number {limits}")
        return int(text)


class Several:
    """Whole numbers within limits, with commas between them."""

    def __init__(self, least: int, most: int) -> None:
        self.each = Whole(least, most)

    def __call__(self, text: str) -> list[int]:
        return [self.each(part.strip()) for part in text.split(",")]
