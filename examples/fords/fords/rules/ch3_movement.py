"""[3] Movement: the kit's march with the tolls of this valley."""
from __future__ import annotations

from typing import Final

from fords.state.position import MOVED, UNSUPPLIED, Fords
from frente.kernel.flow import play
from frente.kit import move
from frente.kit.search import Walk

ENEMY: Final = -1
HALTED: Final = -2
SHORT: Final = -3
NO_BRIDGE: Final = -4
FULL: Final = -5
GUN_THERE: Final = -6
REASONS: Final = {SHORT: ("3.2", "not-enough-mp"), ENEMY: ("3.2c", "enemy-there"), HALTED: ("2.2a", "halted-by-zone"),
                  NO_BRIDGE: ("3.4", "guns-need-a-bridge"), FULL: ("2.1a", "no-room"),
                  GUN_THERE: ("2.1b", "no-room-for-gun")}


class Movement(move.Movement):
    """[3.1] The movement phase of a side."""


class Move(move.Move):
    """[3.1] The march of one unit."""


class Tread(Walk):
    """[3.2, 2.2] What a step costs, or what forbids it."""

    def __init__(self, p: Fords, u: int) -> None:
        super().__init__(p.ground.nb)
        self.p = p
        self.u = u
        self.foe = 1 - p.force.side[u]
        self.zone = p.zone[self.foe]
        self.horse = p.board.horse[u]
        self.gun = p.board.gun[u]

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        p, b = self.p, self.p.board
        t = self.nb[a][i]
        v = p.top[t]
        if v >= 0 and p.force.side[v] == self.foe:
            return ENEMY
        if not first and self.zone[a] and not (self.horse and not self.zone[t]):     # [2.2a, 3.5]
            return HALTED
        road = b.road[a][i]
        if self.gun and b.river[a][i] and not road:          # [3.4]
            return NO_BRIDGE
        cost = 1 if road else b.cost[a][i]                   # [3.2a, 3.2b, 3.3]
        if cost > left:
            return SHORT
        if v >= 0 and not p.fits(self.u, t):                 # [2.1]
            return GUN_THERE if self.gun else FULL
        return cost


class MarchRules(move.Rules[Fords]):
    moved = MOVED
    reasons = REASONS

    def walk(self, p: Fords, u: int) -> Walk:
        return Tread(p, u)

    def points(self, p: Fords, u: int) -> int:
        """[6.2] Halved without supply."""
        return p.force.move[u] // 2 if p.state[u] & UNSUPPLIED else p.force.move[u]


MARCH: Final = MarchRules()


class Choose(move.Choose[Fords]):
    rule = "3.1"


class March(move.March[Fords]):
    rule = "3.2"


play(Movement, Choose(MARCH, Move))
play(Move, March(MARCH))
