"""Counters in piles, as two arrays: *top* has the first unit of each pile, *below* by unit the next one down; -1: none.

Two arrays are copied in no time, which decides how many positions a second an opponent can look at.
"""
from __future__ import annotations


def lay(top: list[int], below: list[int], pile: int, u: int) -> None:
    """Put a unit on top of a pile."""
    below[u] = top[pile]
    top[pile] = u


def slip(top: list[int], below: list[int], pile: int, u: int) -> None:
    """Put a unit into a pile that is kept in order of number, so that the order tells nothing."""
    v = top[pile]
    if v < 0 or v > u:
        below[u] = v
        top[pile] = u
        return
    while 0 <= below[v] < u:
        v = below[v]
    below[u] = below[v]
    below[v] = u


def take(top: list[int], below: list[int], pile: int, u: int) -> None:
    """Take a unit out of its pile."""
    v = top[pile]
    if v == u:
        top[pile] = below[u]
    else:
        while below[v] != u:
            v = below[v]
        below[v] = below[u]
    below[u] = -1


def units(top: list[int], below: list[int], pile: int) -> list[int]:
    """A pile from the top down."""
    found: list[int] = []
    u = top[pile]
    while u >= 0:
        found.append(u)
        u = below[u]
    return found


def order(top: list[int], below: list[int]) -> list[int]:
    """All units that lie in piles, each pile from the bottom up: laid again in this order, they lie as they did."""
    return [u for pile in range(len(top)) if top[pile] >= 0 for u in reversed(units(top, below, pile))]
