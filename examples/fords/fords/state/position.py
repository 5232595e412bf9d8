"""The board, and the position: what changes in play."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from fords.data.check import SIDES, check
from frente.kernel.packs import Tables
from frente.kernel.weave import Static
from frente.kit.board import Board, load
from frente.kit.counters import Counters
from frente.kit.limits import Limit, exceeded

DATA: Final = Path(__file__).parents[1] / "data"
CROWN: Final = 0
LEAGUE: Final = 1

MOVED: Final = 1                         # states of a unit, as bits
FOUGHT: Final = 2
HIT: Final = 4
UNSUPPLIED: Final = 8
MARKS: Final = {MOVED: "moved", FOUGHT: "attacked", HIT: "was-attacked", UNSUPPLIED: "unsupplied"}

AWAITED: Final = -1                      # places off the map
DEAD: Final = -2
BOXES: Final = {AWAITED: "awaited", DEAD: "dead"}
UNDECIDED: Final = -1


class FordsBoard(Board):
    """The standard board, and who is what."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, SIDES)
        symbol = self.force.symbol
        self.gun: list[bool] = [x == "artillery" for x in symbol]
        self.horse: list[bool] = [x == "cavalry" for x in symbol]
        self.room = [Limit("2.1a", "no-room", 2, [0 if gun else 1 for gun in self.gun]),
                     Limit("2.1b", "no-room-for-gun", 1, [1 if gun else 0 for gun in self.gun])]
        for h in self.towns:             # [4.2b]
            self.cover[h] += self.number["town"]


class Fords(Counters):
    silent = UNSUPPLIED                  # [2.2c]

    board: Static[FordsBoard]
    last_turn: int
    result: int = UNDECIDED

    def fits(self, u: int, h: int) -> bool:
        return exceeded(self, self.board.room, u, h) is None

    def lost(self, u: int) -> int:
        return DEAD

    def strength(self, u: int) -> int:
        """[4.1c, 6.2] What is printed, halved on the last of two steps and halved without supply, but at least 1."""
        value = self.force.strength[u]
        if self.steps[u] < self.force.steps[u]:
            value = max(1, value // 2)
        return max(1, value // 2) if self.state[u] & UNSUPPLIED else value

    def points(self, side: int) -> int:
        """[8.1] What the towns are worth that a side was the last to hold."""
        return sum([self.board.points[h] for h in self.board.goals if self.last[h] == side])


def load_board(pack: Path | None = None) -> FordsBoard:
    return load(DATA, FordsBoard, check, pack)


def opening(board: FordsBoard, turns: int) -> Fords:
    """The set-up: units in their hexes, the rest awaited; nothing asked yet."""
    p = Fords()
    p.board = board
    p.last_turn = turns
    p.lay_out(board.ground, board.force, AWAITED)
    for h in board.towns:                # [8.1] the Lenza parts the towns of the League from those of the Crown
        p.last[h] = LEAGUE if board.points[h] else CROWN
    for u in range(board.force.size):
        if not board.force.turn[u]:
            p.put(u, board.force.setup[u])
    return p
