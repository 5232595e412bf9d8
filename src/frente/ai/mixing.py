"""Secret simultaneous choices: a mixed strategy by regret matching, because a fixed answer can be foreseen."""
from __future__ import annotations

from random import Random
from typing import Final

ROUNDS: Final = 200
FAINT: Final = 0.02                      # shares below this are the noise of stopping early


def mixed(payoff: list[list[float]], rounds: int = ROUNDS) -> list[float]:
    """Shares of the rows in a zero-sum game; *payoff* is what the row player gains, by row and column."""
    rows, columns = len(payoff), len(payoff[0])
    row_regret = [0.0] * rows
    column_regret = [0.0] * columns
    total = [0.0] * rows
    for k in range(1, rounds + 1):
        x = shares(row_regret)
        y = shares(column_regret)
        gain = [sum(payoff[i][j] * y[j] for j in range(columns)) for i in range(rows)]
        loss = [sum(payoff[i][j] * x[i] for i in range(rows)) for j in range(columns)]
        value = sum(x[i] * gain[i] for i in range(rows))
        for i in range(rows):
            row_regret[i] = max(0.0, row_regret[i] + gain[i] - value)
            total[i] += k * x[i]         # later rounds count more: the first ones are guesses
        for j in range(columns):
            column_regret[j] = max(0.0, column_regret[j] + value - loss[j])
    return shares([t if t >= FAINT * sum(total) else 0.0 for t in total])


def shares(weights: list[float]) -> list[float]:
    """Weights scaled to a sum of one; all alike if there are none."""
    whole = sum(weights)
    return [w / whole for w in weights] if whole > 0 else [1 / len(weights)] * len(weights)


def draw(parts: list[float], rng: Random) -> int:
    """An index, as likely as its share."""
    point = rng.random()
    for i, part in enumerate(parts):
        point -= part
        if point < 0:
            return i
    return max(range(len(parts)), key=parts.__getitem__)
