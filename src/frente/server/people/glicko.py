"""Glicko-2 as its author describes it (Glickman, “Example of the Glicko-2 system”, 2013)."""
from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
TAU: Final = 0.5                         # how much volatility may change
UNKNOWN: Final = 350.0                   # nobody is less known than that


class Rating(NamedTuple):
    mean: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = 0.06


def aged(r: Rating, periods: float) -> Rating:
    """Somebody who has not played for so many rating periods: less is known of him."""
    wide = sqrt((r.deviation / SCALE) ** 2 + max(0.0, periods) * r.volatility**2)
    return r._replace(deviation=min(UNKNOWN, SCALE * wide))


def rated(r: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after some games: the other's rating before them, and 1, 0.5 or 0."""
    mu, phi, sigma = (r.mean - MIDDLE) / SCALE, r.deviation / SCALE, r.volatility
    if not games:
        return aged(r, 1)
    gain = variance = 0.0
    for other, score in games:
        phi_j = other.deviation / SCALE
        g = 1 / sqrt(1 + 3 * phi_j * phi_j / pi**2)
        e = 1 / (1 + exp(-g * (mu - (other.mean - MIDDLE) / SCALE)))
        gain += g * (score - e)
        variance += g * g * e * (1 - e)
    v = 1 / variance
    sigma = _volatility(phi, sigma, v, v * gain)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(MIDDLE + SCALE * (mu + phi * phi * gain), min(UNKNOWN, SCALE * phi), sigma)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5 of the paper, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta * delta - phi * phi - v - e) / (2 * (phi * phi + v + e) ** 2) - (x - a) / TAU**2

    low, high = a, a - TAU
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        c = low + (low - high) * f_low / (f_high - f_low)
        f_c = f(c)
        if f_c * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = c, f_c
    return exp(low / 2)
