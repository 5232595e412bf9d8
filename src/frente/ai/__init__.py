"""Computer opponents. They are given a seat's view and nothing else, and draw on no dice but their own.

    frente.ai.opponent("captain", game).choose(view, rng)
"""
from __future__ import annotations

import importlib
import importlib.util
from random import Random
from typing import Any, Final, Protocol

from frente.ai.captain import Captain, Doctrine
from frente.ai.general import AT_TABLE, Budget, General
from frente.kernel.catalog import GAMES, Game
from frente.kernel.flow import Act
from frente.kernel.texts import listed
from frente.kernel.views import SeatView

NAMES: Final = ("random", "greedy", "captain", "general")


class Opponent(Protocol):
    """Anybody who can take a seat."""

    def choose(self, view: SeatView, rng: Random) -> Act:
        """One of ``view.acts``; the same for the same view, generator and earlier choices of this game."""


class Chance:
    """``random``: any act that is offered, all alike."""

    def choose(self, view: SeatView, rng: Random) -> Act:
        return rng.choice(view.acts)


def opponents(game: Game[Any]) -> list[str]:
    """Names of the opponents that know a game; ``random`` needs to know nothing."""
    return [name for name in NAMES if name == "random" or name in doctrines(game)]


def opponent(name: str, game: Game[Any], budget: Budget | None = None) -> Opponent:
    """A new opponent for one seat of one game; it keeps a plan, so a second seat wants a second one.

    *budget*: what a decision of one that searches may cost; none: as many rollouts as its doctrine holds right.
    """
    if name not in NAMES:
        raise ValueError(f"There is no opponent “{name}”; there are {listed(NAMES)}.")
    known = opponents(game)
    if name not in known:
        raise ValueError(f"The opponent “{name}” does not know {game.title} yet; choose {listed(known)}.")
    if name == "random":
        return Chance()
    if name == "general":
        searching: Any = doctrines(game)[name]
        return General(game, searching, doctrines(game)["captain"], budget)
    return Captain(doctrines(game)[name])


def doctrines(game: Game[Any]) -> dict[str, Doctrine]:
    """What opponents know about a game, by their names: kept with the game, none where it has no such module."""
    module = GAMES[game.slug] + ".captain.doctrine"
    if importlib.util.find_spec(module) is None:
        return {}
    known: dict[str, Doctrine] = importlib.import_module(module).DOCTRINES
    return known


__all__ = ["AT_TABLE", "NAMES", "Budget", "Captain", "Chance", "Doctrine", "General", "Opponent", "doctrines",
           "opponent", "opponents"]
