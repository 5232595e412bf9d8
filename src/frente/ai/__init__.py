"""Computer opponents. They are given a seat's view and nothing else, and draw on no dice but their own.

    frente.ai.opponent("captain", game).choose(view, rng)
"""
from __future__ import annotations

import importlib
import importlib.util
from random import Random
from typing import Final, Protocol

from frente.ai.captain import Captain, Doctrine
from frente.catalog import GAMES, Game
from frente.flow import Act
from frente.texts import listed
from frente.views import SeatView

NAMES: Final = ("random", "greedy", "captain")


class Opponent(Protocol):
    """Anybody who can take a seat."""

    def choose(self, view: SeatView, rng: Random) -> Act:
        """One of ``view.acts``; the same for the same view, generator and earlier choices of this game."""


class Chance:
    """``random``: any act that is offered, all alike."""

    def choose(self, view: SeatView, rng: Random) -> Act:
        return rng.choice(view.acts)


def opponents(game: Game) -> list[str]:
    """Names of the opponents that know a game; ``random`` needs to know nothing."""
    return [name for name in NAMES if name == "random" or name in doctrines(game)]


def opponent(name: str, game: Game) -> Opponent:
    """A new opponent for one seat of one game; it keeps a plan, so a second seat wants a second one."""
    if name not in NAMES:
        raise ValueError(f"There is no opponent “{name}”; there are {listed(NAMES)}.")
    known = opponents(game)
    if name not in known:
        raise ValueError(f"The opponent “{name}” does not know {game.title} yet; choose {listed(known)}.")
    return Chance() if name == "random" else Captain(doctrines(game)[name])


def doctrines(game: Game) -> dict[str, Doctrine]:
    """What opponents know about a game, by their names: kept with the game, none where it has no such module."""
    module = GAMES[game.slug] + ".doctrine"
    if importlib.util.find_spec(module) is None:
        return {}
    known: dict[str, Doctrine] = importlib.import_module(module).DOCTRINES
    return known


__all__ = ["NAMES", "Captain", "Chance", "Doctrine", "Opponent", "doctrines", "opponent", "opponents"]
