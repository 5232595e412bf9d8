"""Where pieces out of sight may lie: under the stacks in sight, so that all is true that everybody sees of them.

One piece for every place that must hold one, by matching; the others, large ones first, where there is room; then
exchanges and moves that keep everything true. A game fills ``bulk``, ``fitting`` and ``weights``, and says what a stack
must show and may hold.
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

CHAIN: Final = 400                       # pieces placed, and placed again to make room for others


@mypyc_attr(allow_interpreted_subclasses=True)
class Hiding:
    """A search for places. Stacks are numbers from 0 on, and so are the places to be filled first."""

    alone: ClassVar[bool] = True         # a place that no single piece can fill ends the search
    mixed: ClassVar[int] = 3             # exchanges a piece

    def __init__(self, units: Sequence[int], stacks: int, rng: Random) -> None:
        self.rng = rng
        self.units = [*units]
        rng.shuffle(self.units)
        self.stacks = stacks
        self.slots = list(range(stacks))             # by place: its stack
        self.first: dict[int, int] = {}              # piece: its place
        self.load = [0] * stacks                     # bulk of what has been placed
        self.bulk: dict[int, int] = {}               # piece: how much room it takes
        self.fitting: dict[int, list[bool]] = {}     # piece: by stack, whether it may lie there
        self.weights: dict[int, list[float]] = {}    # piece: by stack, how much rather it lies there

    # -- what a game says

    def serves(self, u: int, k: int) -> bool:
        """Whether a piece alone may fill a place."""
        raise NotImplementedError

    def suits(self, units: list[int], i: int) -> bool:
        """Whether a stack with these pieces shows what it must and holds no more than it may."""
        raise NotImplementedError

    def roomy(self, held: list[list[int]], u: int) -> list[int]:
        """Stacks with room for one more."""
        row = self.fitting[u]
        return [i for i in range(self.stacks) if row[i] and self.suits([*held[i], u], i)]

    # -- what it gets

    def places(self) -> list[list[int]] | None:
        """By stack: the pieces out of sight; None if this order of trying leads nowhere."""
        order = list(range(len(self.slots)))
        self.rng.shuffle(order)
        for k in order:
            if not self.match(k, set()) and self.alone:
                return None
        held: list[list[int]] = [[] for _ in range(self.stacks)]
        for u, k in self.first.items():
            held[self.slots[k]].append(u)
        if not self.crowd(held):
            return None
        for i in range(self.stacks):
            if not self.suits(held[i], i):
                return None
        self.mix(held)
        return held

    def match(self, k: int, tried: set[int]) -> bool:
        """A piece for a place, moving earlier ones if need be."""
        for u in self.units:
            if u not in tried and self.serves(u, k):
                tried.add(u)
                if u not in self.first or self.match(self.first[u], tried):
                    self.first[u] = k
                    return True
        return False

    def crowd(self, held: list[list[int]]) -> bool:
        """All others, the large ones first; where there is no room, somebody else goes and is placed again."""
        rng, bulk = self.rng, self.bulk
        self.load = load = [sum([bulk[u] for u in units]) for units in held]
        todo = [u for k in sorted(set(bulk.values()), reverse=True) for u in self.units
                if bulk[u] == k and u not in self.first]
        for _ in range(CHAIN):
            if not todo:
                return True
            u = todo.pop(0)
            may = self.roomy(held, u)
            if may:
                weights = self.weights[u]
                i = rng.choices(may, [weights[i] for i in may])[0]
                held[i].append(u)
                load[i] += bulk[u]
                continue
            row = self.fitting[u]
            tight = [i for i in range(self.stacks) if held[i] and row[i]]
            if not tight:
                return False
            i = rng.choice(tight)
            v = rng.choice(held[i])
            held[i][held[i].index(v)] = u
            load[i] += bulk[u] - bulk[v]
            todo.append(v)
        return not todo

    def mix(self, held: list[list[int]]) -> None:
        """Exchanges and moves that keep everything true."""
        rng = self.rng
        for _ in range(self.mixed * len(self.units)):
            i, j = rng.randrange(self.stacks), rng.randrange(self.stacks)
            if i == j or not held[i]:
                continue
            u, v = rng.choice(held[i]), rng.choice([*held[j], -1])
            if not self.fitting[u][j] or (v >= 0 and not self.fitting[v][i]):
                continue
            here = [w for w in held[i] if w != u] + ([v] if v >= 0 else [])
            there = [w for w in held[j] if w != v] + [u]
            if not (self.suits(here, i) and self.suits(there, j)):
                continue
            was, now = self.weights[u][i], self.weights[u][j]
            if v >= 0:
                was, now = was * self.weights[v][j], now * self.weights[v][i]
            if rng.random() * was < now:
                held[i], held[j] = here, there
