"""Stacking: how many of which kind fit into a space, each limit with its rule.

    ROOM = [Limit("2.1", "no-room", 2, [1] * units), Limit("2.2", "one-tank", 1, [1 if tank[u] else 0 for u in ...])]
"""
from __future__ import annotations

from typing import NamedTuple

from frente.kit.counters import Pieces


class Limit(NamedTuple):
    """At most so much in one space. *weighs*, by unit: how much it counts; 0: this limit does not concern it."""

    rule: str
    key: str                             # what is said when it is reached
    most: int
    weighs: list[int]


def exceeded(p: Pieces, limits: list[Limit], u: int, h: int) -> Limit | None:
    """The first limit that keeps a unit from ending in a space; itself does not count if it is there already."""
    for limit in limits:
        weighs = limit.weighs
        total = weighs[u]
        if not total:
            continue
        v = p.top[h]
        while v >= 0:
            if v != u:
                total += weighs[v]
            v = p.below[v]
        if total > limit.most:
            return limit
    return None


def crowded(p: Pieces, limits: list[Limit]) -> list[str]:
    """Spaces beyond a limit, for the laws of a game in which nobody may be where there is no room."""
    found: list[str] = []
    for limit in limits:
        for h in range(p.ground.size):
            if p.top[h] >= 0 and sum([limit.weighs[u] for u in p.pile(h)]) > limit.most:
                found.append(f"{limit.rule}: {p.ground.names[h]} holds more than {limit.most}")
    return found
