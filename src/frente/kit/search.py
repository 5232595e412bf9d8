"""Searches over the ground: how far, what is reached, by which way, and where something can march.

Spaces are numbers, *nb* has the neighbours of each, and a border is its place in that list. ``flood``, ``reached``,
``shortest`` and ``field`` ask no game: they take lists, what is closed, over which borders one may go (*over*, parallel
to *nb*) and what steps cost. Supply, retreat and distances are one or two of them. ``Walk`` is a class to inherit from,
for what moves: a game writes its toll and gets reach and ways.
"""
from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

FAR: Final = 1_000_000
UNSEEN: Final = -FAR


def flood(nb: list[list[int]], start: list[int], closed: list[bool], limit: int = FAR,
          over: list[list[bool]] | None = None) -> list[int]:
    """By space: steps from the nearest start, -1 where none leads within the limit. Starts are not asked if closed."""
    best = [-1] * len(nb)
    now = start
    for h in start:
        best[h] = 0
    d = 0
    while now and d < limit:
        d += 1
        later: list[int] = []
        for a in now:
            near = nb[a]
            if over is None:
                for t in near:
                    if best[t] < 0 and not closed[t]:
                        best[t] = d
                        later.append(t)
            else:
                way = over[a]
                for i in range(len(near)):
                    t = near[i]
                    if way[i] and best[t] < 0 and not closed[t]:
                        best[t] = d
                        later.append(t)
        now = later
    return best


def reached(nb: list[list[int]], start: list[int], closed: list[bool], over: list[list[bool]] | None = None
            ) -> list[int]:
    """The spaces to which one comes at any distance, nearest first, the starts before all."""
    seen = [False] * len(nb)
    found: list[int] = []
    for h in start:
        if not seen[h]:
            seen[h] = True
            found.append(h)
    for a in found:                      # grows while it is walked
        near = nb[a]
        if over is None:
            for t in near:
                if not seen[t] and not closed[t]:
                    seen[t] = True
                    found.append(t)
        else:
            way = over[a]
            for i in range(len(near)):
                t = near[i]
                if way[i] and not seen[t] and not closed[t]:
                    seen[t] = True
                    found.append(t)
    return found


def shortest(nb: list[list[int]], start: int, goal: list[bool], closed: list[bool], limit: int = FAR,
             over: list[list[bool]] | None = None) -> list[int]:
    """A shortest way from a space to the first goal found, both ends included; [] without one within the limit."""
    if goal[start]:
        return [start]
    before = [-1] * len(nb)
    before[start] = start
    now = [start]
    d = 0
    while now and d < limit:
        d += 1
        later: list[int] = []
        for a in now:
            near = nb[a]
            for i in range(len(near)):
                t = near[i]
                if before[t] < 0 and not closed[t] and (over is None or over[a][i]):
                    before[t] = a
                    if goal[t]:
                        way = [t]
                        while way[-1] != start:
                            way.append(before[way[-1]])
                        way.reverse()
                        return way
                    later.append(t)
        now = later
    return []


def field(nb: list[list[int]], start: list[int], cost: list[list[int]], toll: list[int], most: int, far: float
          ) -> list[float]:
    """By space: movement points to the nearest start, *far* where they are no less. *cost*: what the step over each
    border costs, *toll*: what each space costs besides, when one goes on from it; no step costs more than *most*."""
    found = [far] * len(nb)
    rings: list[list[int]] = [[] for _ in range(most + 1)]       # spaces by points, in a circle
    for h in start:
        if found[h] > 0.0:
            found[h] = 0.0
            rings[0].append(h)
    size = len(rings)
    left = len(rings[0])
    d = 0
    while left:
        ring = rings[d % size]
        for h in ring:
            left -= 1
            if found[h] < d:
                continue
            spent = d + toll[h]
            near = nb[h]
            price = cost[h]
            for i in range(len(near)):
                points = spent + price[i]
                t = near[i]
                if points < found[t]:
                    found[t] = points
                    rings[points % size].append(t)
                    left += 1
        ring.clear()
        d += 1
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Walk:
    """Where something can go. States are spaces, or with *modes* pairs, numbered mode * size + space.

    A mode is what a move carries along besides its points: the road it keeps to, the zone it came from. More points
    must never be worse than fewer.
    """

    def __init__(self, nb: list[list[int]], modes: int = 1) -> None:
        self.nb = nb
        self.size = len(nb)
        self.modes = modes
        self.left: list[int] = []        # by state: points left there at best, UNSEEN if nothing leads there
        self.seen: list[int] = []        # states in the order in which they were first reached
        self.came: list[int] = []        # by state: the one before it on the best way

    # -- what a game says

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        """What the step from space *a* over border *i* costs, or a number below 1: why not. *first*: of the move."""
        raise NotImplementedError

    def mode_after(self, a: int, i: int, mode: int) -> int:
        """The mode after that step. Whoever has none, 0, gets none and is not asked."""
        return 0

    def stops(self, t: int) -> bool:
        """Whether one may end in a space, for ``finds``."""
        return True

    # -- what it gets

    def finds(self, start: int, points: int, mode: int = 0, first: bool = True) -> bool:
        """Whether the points lead to any space where one may end, the start included. Stops at the first."""
        return self.stops(start) or self._go(start, points, mode, first, True)

    def go(self, start: int, points: int, mode: int = 0, first: bool = True) -> None:
        """Find every space to which the points lead."""
        self._go(start, points, mode, first, False)

    def _go(self, start: int, points: int, mode: int, first: bool, until: bool) -> bool:
        nb, size, modes = self.nb, self.size, self.modes
        left = [UNSEEN] * (size * modes)
        came = [-1] * (size * modes)
        begun = mode * size + start
        left[begun] = points
        seen = [begun]
        queue = [begun]
        purse = [points]                 # parallel: with how many points
        n = 0
        while n < len(queue):            # a better way opens a space again
            s, have = queue[n], purse[n]
            n += 1
            if left[s] > have:
                continue
            a = s % size
            m = s // size
            near = nb[a]
            new = first and s == begun
            for i in range(len(near)):
                cost = self.toll(a, i, have, m, new)
                if cost > 0:
                    rest = have - cost
                    t = near[i]
                    if m:
                        t += self.mode_after(a, i, m) * size
                    if left[t] < rest:
                        if left[t] == UNSEEN:
                            seen.append(t)
                            if until and self.stops(near[i]):
                                return True
                        left[t] = rest
                        came[t] = s
                        queue.append(t)
                        purse.append(rest)
        self.left, self.seen, self.came = left, seen, came
        return False

    def best(self) -> dict[int, int]:
        """Space -> the state with most points left there, in the order in which spaces were reached."""
        found: dict[int, int] = {}
        for s in self.seen:
            t = s % self.size
            if t not in found or self.left[found[t]] < self.left[s]:
                found[t] = s
        return found

    def way(self, state: int) -> list[int]:
        """Spaces from the first step to a state on the best way."""
        way: list[int] = []
        while self.came[state] >= 0:
            way.append(state % self.size)
            state = self.came[state]
        way.reverse()
        return way
