"""How a unit would march, step by step: what each step costs, and what keeps it from going on.

A game says how its units walk by the functions that decide; this module only looks for the way.
"""
from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Refusal


class Stride(NamedTuple):
    space: int
    cost: float


@mypyc_attr(allow_interpreted_subclasses=True)
class Walker:
    """A unit, or the group it goes with, about to march from where it stands. Spaces are numbers of *names*."""

    def __init__(self, names: list[str], at: int, points: float, rule: str, now: bool, first: str = "") -> None:
        self.names = names
        self.at = at
        self.points = points             # movement points, without any bonus
        self.rule = rule                 # that counts them
        self.now = now                   # marching is what is asked now; otherwise: if it were
        self.first = first               # the act that begins this kind of march, if there are several

    def around(self, a: int) -> list[Stride]:
        """Every step from a space with its cost, points, zones and room aside; 0: never, as things stand."""
        raise NotImplementedError

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        """How many steps of a way it can make, and what keeps it from the next, or from ending there."""
        raise NotImplementedError

    def zone(self, h: int) -> str:
        """The rule of the enemy zone in which it would stand there; "" without one."""
        return ""

    def odds(self, h: int) -> dict[str, str]:
        """Enemy places that could be attacked from there, each with the odds if everybody took part who could."""
        return {}


def priced(w: Walker, way: Sequence[int]) -> list[Stride]:
    """A way with the cost of its steps."""
    found: list[Stride] = []
    a = w.at
    for t in way:
        found.append(Stride(t, next((x.cost for x in w.around(a) if x.space == t), 0.0)))
        a = t
    return found


def cheapest(w: Walker, goal: int) -> list[int]:
    """The cheapest way to a space if nothing but the ground were in its way, [] if none leads there.

    Its last step may be one that is never made.
    """
    if goal == w.at:
        return []
    best: dict[int, float] = {w.at: 0.0}
    came: dict[int, int] = {w.at: -1}
    queue: list[tuple[float, int]] = [(0.0, w.at)]
    beside: tuple[float, int] = (0.0, -1)        # a space from which only a step that is never made leads there
    while queue:
        spent, a = heappop(queue)
        if a == goal:
            return _back(came, goal)
        if spent > best[a]:
            continue
        for t, cost in w.around(a):
            if cost <= 0:
                if t == goal and beside[1] < 0:
                    beside = (spent, a)
            elif spent + cost < best.get(t, 1e9):
                best[t] = spent + cost
                came[t] = a
                heappush(queue, (spent + cost, t))
    return [*_back(came, beside[1]), goal] if beside[1] >= 0 else []


def _back(came: dict[int, int], t: int) -> list[int]:
    found: list[int] = []
    while came[t] >= 0:
        found.append(t)
        t = came[t]
    return found[::-1]
