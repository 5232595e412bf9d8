"""The chance to win as a computer player sees it: a logistic function of features of a position, named in words.

The weights are learned from games and stand in a data file with the command that made them (``frente lab learn``).
Every feature counts twice: as it is, and by how far the game has gone.
"""
from __future__ import annotations

import tomllib
from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Position, Side

PLAIN: Final = 25.0                      # worth that is a clear advantage
UNKNOWN: Final = -1.0
P = TypeVar("P", bound=Position)
LIMIT: Final = 30.0                      # beyond it there is nothing to tell from certainty


class Chances:
    """What is known of the scenarios of a game."""

    def __init__(self, path: Path, names: list[str]) -> None:
        self.names = names
        self.now: dict[str, list[float]] = {}        # by scenario: weights of the features,
        self.late: dict[str, list[float]] = {}       # and of the same by how far the game has gone
        self.base: dict[str, list[float]] = {}       # constant, and by how far the game has gone
        if not path.exists():
            return
        with path.open("rb") as f:
            tables = tomllib.load(f)
        for scenario, table in tables.items():
            weights: dict[str, list[float]] = table["weights"]
            self.base[scenario] = [float(x) for x in weights["constant"]]
            self.now[scenario] = [float(weights[name][0]) if name in weights else 0.0 for name in names]
            self.late[scenario] = [float(weights[name][1]) if name in weights else 0.0 for name in names]

    def of_second(self, scenario: str, gone: float, features: list[float]) -> float:
        """The chance of the second side of the game, in a scenario that is known."""
        base = self.base[scenario]
        now = self.now[scenario]
        late = self.late[scenario]
        z = base[0] + gone * base[1]
        for i, x in enumerate(features):
            if x:
                z += x * (now[i] + gone * late[i])
        return logistic(z)

    def knows(self, scenario: str) -> bool:
        return scenario in self.base


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook(Generic[P]):
    """How chances are seen in a game: what is known of its scenarios, and how a position is described in features."""

    def __init__(self, chances: Chances, scene: Callable[[P], str], gone: Callable[[P], float],
                 features: Callable[[P, Side], list[float]]) -> None:
        self.chances = chances
        self.scene = scene               # the scenario of a position
        self.gone = gone                 # how far the game has gone, 0 to 1
        self.features = features         # of a position in which a side moves

    def traits(self, p: P, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        return self.scene(p), self.gone(p), self.features(p, side)

    def chance(self, p: P, side: Side) -> float:
        """The chance of a side to win, as games have taught; below 0 where they have not."""
        if not self.chances.knows(self.scene(p)):
            return UNKNOWN
        scene, gone, features = self.traits(p, side)
        found = self.chances.of_second(scene, gone, features)
        return found if side == 1 else 1.0 - found


def by_worth(worth: float) -> float:
    """What a captain's own reckoning says, where nothing has been learned: good enough to tell better from worse."""
    return logistic(worth / PLAIN)


def logistic(z: float) -> float:
    return 1.0 / (1.0 + exp(-max(-LIMIT, min(LIMIT, z))))
