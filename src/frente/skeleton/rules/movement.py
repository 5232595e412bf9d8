"""[3] Movement: the kit's march with this game's tolls."""
from __future__ import annotations

from typing import Final

from frente.kernel.flow import play
from frente.kit import move
from frente.kit.search import Walk
from frente.skeleton.state.position import MOVED, SkeletonPosition

SHORT: Final = -1                        # what a toll below 1 says
ENEMY: Final = -2
HALTED: Final = -3
FULL: Final = -4
REASONS: Final = {SHORT: ("3.2", "not-enough-mp"), ENEMY: ("3.3", "enemy-there"), HALTED: ("2.2", "halted-by-zone"),
                  FULL: ("2.1", "no-room")}


class Movement(move.Movement):
    """[3.1] The movement phase of a side."""


class Move(move.Move):
    """[3.1] The march of one unit."""


class Tread(Walk):
    """[3.2, 2.2] What a step costs, or what forbids it."""

    def __init__(self, p: SkeletonPosition, u: int) -> None:
        super().__init__(p.ground.nb)
        self.p = p
        self.u = u
        self.foe = 1 - p.force.side[u]
        self.zone = p.zone[self.foe]

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        p = self.p
        t = self.nb[a][i]
        v = p.top[t]
        if v >= 0 and p.force.side[v] == self.foe:
            return ENEMY
        if not first and self.zone[a]:
            return HALTED
        cost = 1 if p.board.road[a][i] else p.board.cost[a][i]
        if cost > left:
            return SHORT
        return cost if v < 0 or p.fits(self.u, t) else FULL


class MarchRules(move.Rules[SkeletonPosition]):
    moved = MOVED
    reasons = REASONS

    def walk(self, p: SkeletonPosition, u: int) -> Walk:
        return Tread(p, u)


MARCH: Final = MarchRules()


class Choose(move.Choose[SkeletonPosition]):
    rule = "3.1"


class March(move.March[SkeletonPosition]):
    rule = "3.2"


play(Movement, Choose(MARCH, Move))
play(Move, March(MARCH))
