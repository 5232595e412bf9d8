"""Supply: lines from sources over the ground, in stages, each beginning where the one before it has come.

    lines = trace(ground.nb, sources, p.shut(side), [Stage(over=roads), Stage(3)])      # roads, then three hexes across
    lines.fed(h)                  whether a line reaches a space
    lines.way(h)                  the spaces of one line, from there back to its source
"""
from __future__ import annotations

from typing import NamedTuple

from frente.kit.search import FAR, flood


class Stage(NamedTuple):
    """So many steps, over some borders only if a mask is given (parallel to the neighbours)."""

    limit: int = FAR
    over: list[list[bool]] | None = None


class Lines:
    """What the stages of a trace have reached. A space where something is *closed* is never entered."""

    def __init__(self, nb: list[list[int]], stages: list[Stage]) -> None:
        self.nb = nb
        self.stages = stages
        self.far: list[list[int]] = []   # by stage and space: steps since the stage began, -1 not reached

    def fed(self, h: int) -> bool:
        return self.far[-1][h] >= 0

    def steps(self) -> list[int]:
        """By space: steps of the last stage, -1 where no line comes."""
        return self.far[-1]

    def way(self, h: int) -> list[int]:
        """One of the shortest lines, both ends included; [] if none comes here."""
        if self.far[-1][h] < 0:
            return []
        way = [h]
        for k in range(len(self.stages) - 1, -1, -1):
            far, over = self.far[k], self.stages[k].over
            while far[way[-1]] > 0:
                a = way[-1]
                way.append(next(t for i, t in enumerate(self.nb[a]) if far[t] == far[a] - 1
                                and (over is None or over[a][i])))
        return way


def trace(nb: list[list[int]], sources: list[int], closed: list[bool], stages: list[Stage]) -> Lines:
    """Lines from the sources that are given; a source is not asked whether it is closed. Masks are read both ways."""
    lines = Lines(nb, stages)
    start = sources
    for stage in stages:
        far = flood(nb, start, closed, stage.limit, stage.over)
        lines.far.append(far)
        start = [h for h in range(len(nb)) if far[h] >= 0]
    return lines
