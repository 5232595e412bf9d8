"""A battle before Madrid, and its die."""
from __future__ import annotations

from frente.games.tscw.state.position import (
    Tscw,
)
from frente.kernel.flow import CHANCE
from tests.tscw.lay import (
    dice,
    empty,
    play,
    put,
)


def somosierra(*more: str) -> Tscw:
    p = empty(turn=11)
    put(p, "2812", "r-div11")
    put(p, "2911", "n-div11", *more)
    return p


def shoot(p: Tscw, face: int) -> Tscw:
    """Pass all support and roll."""
    while CHANCE not in p.choices():
        play(p, "pass")
    return dice(p, face)
