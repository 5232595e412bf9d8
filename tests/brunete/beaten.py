"""Nationalist defenders who have to retreat.

The ring round 2009 is 2008 2108 2109 2010 1909 1908. A unit in 2008 has 2108 and 1908 in its zone.
"""
from __future__ import annotations

from typing import Any

from frente.games.brunete.state.board import REP
from frente.games.brunete.state.position import RETREATED, Brunete
from tests.brunete.fight import TARGET, aftermath_of, elsewhere
from tests.brunete.lay import drill, own, put, unit

LETTERS = ("3403", "3405", "3412", "3417", "3218", "2618", "1818", "1118", "0615", "0606")     # C to L
RING_IN_ZONE = ("2210", "1910")                      # with 2008 these put all six neighbours of 2009 in a zone
OUTER_RING = ("1708", "2308")                        # and with these all hexes two away as well
FRESH = ("r-3-1", "r-3-2", "r-68-1", "r-68-2", "r-xv-1", "r-xv-2", "r-xv-3", "r-xiii-1")


def beaten(
    *defenders: str, retreat: int = 1, foes: tuple[str, ...] = (), steps: int = 0,
    friends: dict[str, str] | None = None,
    bystanders: tuple[str, ...] = (), sources: tuple[str, ...] = LETTERS, **options: Any,
) -> Brunete:
    """Nationalist defenders of 2009 under an R result; the attacker stands in 2008, other Republicans in *foes*."""
    p = elsewhere(drill(**options))
    put(p, "r-16-1", "2008")
    for u, h in zip(FRESH, foes):
        put(p, u, h)
    for u in defenders:
        put(p, u, TARGET, steps=steps)
    for u in bystanders:
        put(p, u, TARGET, state=RETREATED)
    for u, h in (friends or {}).items():
        put(p, u, h)
    own(p, REP, *[h for h in LETTERS if h not in sources])
    return aftermath_of(p, ["r-16-1"], list(defenders), retreat=retreat, bystanders=bystanders)


def alive(p: Brunete, name: str) -> int:
    """Steps of a unit on the map, 0 if it is gone."""
    return p.steps[unit(p, name)] if p.hex[unit(p, name)] >= 0 else 0
