"""Everybody who can be seated in the lab, by name: the opponents of the game, its probes, and players of the past.

A searching opponent may be given its budget of rollouts with its name, ``general:48``, and the captain other weights,
``captain:attack.own=0.5;attack.least=0.1``.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.ai import Budget, Doctrine, Opponent, doctrines, opponent, opponents
from frente.ai.captain import Captain
from frente.kernel.catalog import Game, UnknownName
from frente.kernel.texts import listed
from frente.lab.frozen import frozen, opponent_then

PROBES: Final = ("rush", "turtle", "raider")     # extreme players made of weights alone: what beats a captain so?


def players(game: Game[Any]) -> list[str]:
    known = doctrines(game)
    return [*opponents(game), *(name for name in PROBES if name in known), *frozen()]


def player(name: str, game: Game[Any]) -> Opponent:
    """A new player for one seat of one game."""
    if name in frozen():
        return opponent_then(name, game)
    if name in PROBES and name in doctrines(game):
        return Captain(doctrines(game)[name])
    kind, _, more = name.partition(":")
    if kind == "general" and more.isdecimal() and kind in players(game):
        return opponent(kind, game, Budget(rollouts=int(more)))
    if kind == "captain" and "=" in more:
        return Captain(varied(game, more))
    if name not in players(game):
        raise UnknownName(f"There is no opponent “{name}” for {game.title}; there are {listed(players(game))}.")
    return opponent(name, game)


def varied(game: Game[Any], text: str) -> Doctrine:
    """The captain with other weights, written as ``spelled`` writes them."""
    captain: Any = doctrines(game)["captain"]
    try:
        changes = {name: float(value) for name, _, value in (part.partition("=") for part in text.split(";"))}
        found: Doctrine = type(captain)(changes)
    except ValueError as e:
        raise UnknownName(f"These are no weights of {game.title}: “{text}” ({e}).") from None
    return found


def spelled(changes: Mapping[str, float]) -> str:
    """Weights as the name of a player."""
    return "captain:" + ";".join(f"{name}={value:g}" for name, value in changes.items()) if changes else "captain"
