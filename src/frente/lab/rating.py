"""Strength from results: Bradley and Terry's model with a term for the side, in Elo, with intervals over pairs."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

ELO: Final = 400 / log(10)               # of one unit of the logistic scale
WIDE: Final = 2.5                        # standard deviation of strengths before anything was seen, on that scale
RESAMPLES: Final = 400
STEPS: Final = 30
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """Two games with the same dice, seats exchanged: what the first player gained on each side, 1 a win, ½ a draw."""

    first: str
    second: str
    gains: tuple[float, float]           # on the first side of the game, on the second


@dataclass(frozen=True)
class Rating:
    player: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    players: list[Rating]                # the strongest first
    side: float                          # what sitting on the first side is worth, in Elo
    side_low: float
    side_high: float


def rated(names: Sequence[str], pairs: Sequence[Pair], anchor: str, seed: int = 0) -> Ratings:
    """Ratings in which *anchor* stands at nothing; 95 % intervals from drawing pairs anew."""
    place = {name: i for i, name in enumerate(names)}
    who = np.array([[place[p.first], place[p.second]] for p in pairs], dtype=np.int64).reshape(-1, 2)
    gains = np.array([p.gains for p in pairs], dtype=np.float64).reshape(-1, 2)
    best = fitted(len(names), who, gains)
    rng = Random(f"rating {seed}")
    drawn = [fitted(len(names), who[rows], gains[rows])
             for rows in ([rng.randrange(len(pairs)) for _ in pairs] for _ in range(RESAMPLES if len(pairs) else 1))]
    all_of = ELO * np.array([best, *drawn])
    all_of[:, :-1] -= all_of[:, [place[anchor]]]
    low, high = np.percentile(all_of[1:], (2.5, 97.5), axis=0)
    found = [Rating(name, round(float(all_of[0, i]), 1), round(float(low[i]), 1), round(float(high[i]), 1))
             for name, i in place.items()]
    found.sort(key=by_strength)
    return Ratings(found, round(float(all_of[0, -1]), 1), round(float(low[-1]), 1), round(float(high[-1]), 1))


def by_strength(r: Rating) -> tuple[float, str]:
    return -r.elo, r.player


def fitted(n: int, who: NDArray[np.int64], gains: Floats) -> Floats:
    """Strengths of n players and the worth of the first side, by Newton's method. A wide prior keeps those who never
    lost where a number can say it."""
    x = np.zeros((2 * len(who), n + 1))
    y = np.concatenate([gains[:, 0], 1 - gains[:, 1]])       # of whoever sits on the first side
    rows = np.arange(len(who))
    x[rows, who[:, 0]] = x[len(who) + rows, who[:, 1]] = 1
    x[rows, who[:, 1]] = x[len(who) + rows, who[:, 0]] = -1
    x[:, -1] = 1
    prior = np.full(n + 1, WIDE ** -2)
    w = np.zeros(n + 1)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-(x @ w)))
        curve = (x * (p * (1 - p))[:, None]).T @ x + np.diag(prior)
        step: Floats = np.linalg.solve(curve, x.T @ (p - y) + prior * w)
        w = w - step
        if np.abs(step).max() < 1e-8:
            break
    return w
