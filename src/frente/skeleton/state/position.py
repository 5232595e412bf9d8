"""The board, and the position: what changes in play."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from frente.kernel.packs import Tables
from frente.kernel.weave import Static
from frente.kit.board import Board, load
from frente.kit.counters import Counters
from frente.kit.limits import Limit, exceeded
from frente.skeleton.data.check import SIDES, check

DATA: Final = Path(__file__).parents[1] / "data"

MOVED: Final = 1                         # states of a unit, as bits
FOUGHT: Final = 2
HIT: Final = 4
MARKS: Final = {MOVED: "moved", FOUGHT: "attacked", HIT: "was-attacked"}

AWAITED: Final = -1                      # places off the map
DEAD: Final = -2
BOXES: Final = {AWAITED: "awaited", DEAD: "dead"}
UNDECIDED: Final = -1


class SkeletonBoard(Board):
    """The standard board, and what the rules want to know besides."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, SIDES)
        self.room = [Limit("2.1", "no-room", 2, [1] * self.force.size)]


class SkeletonPosition(Counters):
    board: Static[SkeletonBoard]
    last_turn: int
    result: int = UNDECIDED

    def fits(self, u: int, h: int) -> bool:
        """[2.1]"""
        return exceeded(self, self.board.room, u, h) is None

    def lost(self, u: int) -> int:
        return DEAD

    def points(self, side: int) -> int:
        """[5.1] What the towns are worth that a side was the last to hold."""
        return sum([self.board.points[h] for h in self.board.goals if self.last[h] == side])


def load_board(pack: Path | None = None) -> SkeletonBoard:
    return load(DATA, SkeletonBoard, check, pack)


def opening(board: SkeletonBoard, turns: int) -> SkeletonPosition:
    """The set-up: units in their hexes; nothing asked yet."""
    p = SkeletonPosition()
    p.board = board
    p.last_turn = turns
    p.lay_out(board.ground, board.force, AWAITED)
    for u in range(board.force.size):
        p.put(u, board.force.setup[u])
    return p
