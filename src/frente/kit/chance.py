"""The chance to win as a computer player sees it: a logistic function of features of a position, named in words.

The weights are learned from games and stand in a data file with the command that made them (``frente lab learn``).
Every feature counts twice: as it is, and by how far the game has gone.
"""
from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import Final

PLAIN: Final = 25.0                      # worth that is a clear advantage
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


def by_worth(worth: float) -> float:
    """What a captain's own reckoning says, where nothing has been learned: good enough to tell better from worse."""
    return logistic(worth / PLAIN)


def logistic(z: float) -> float:
    return 1.0 / (1.0 + exp(-max(-LIMIT, min(LIMIT, z))))
