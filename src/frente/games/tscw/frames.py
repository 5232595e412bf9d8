"""The frames that hold all others: the game, its turn, one side's part of the mutual phases and its own phase."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from frente.flow import Act, Frame, Side, Step

DONE: Final = Act("done")
STOP: Final = Act("stop")

# The sequences of play stand in sequence.py, which knows every chapter; it puts them here when it is loaded.
SEQUENCES: Final[dict[str, Sequence[Step[Any, Any]]]] = {}


@dataclass
class Game(Frame):
    """[5.1a] Turn after turn."""

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["game"]

    def clone(self) -> Game:
        f = Game()
        f.at = self.at
        return f


@dataclass
class Turn(Frame):
    """[5.2] Phases A to D."""

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["turn"]

    def clone(self) -> Turn:
        f = Turn()
        f.at = self.at
        return f


@dataclass
class Phase(Frame):
    """[5.2.B, 5.2.C] One side's movement, then its combat."""

    side: Side

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["phase"]

    def clone(self) -> Phase:
        f = Phase(self.side)
        f.at = self.at
        return f


@dataclass
class Administration(Frame):
    """[5.2.A4, R5] One side's withdrawals and conversions, reinforcements, resource points, breakdowns."""

    side: Side
    freed: list[int] = field(default_factory=list)           # hexes of units withdrawn now (6.2d)
    queue: list[int] = field(default_factory=list)           # reinforcements still to be placed
    credit: list[int] = field(default_factory=list)          # kinds of point that still pay for a second brigade (6.4b)
    unit: int = -1                       # being rebuilt, still to be placed
    pay: int = -1                        # kind of point that pays for it
    called: bool = False                 # the first of the queue has been chosen before others who want its place
    division: int = -1                   # being broken down
    parts: list[int] = field(default_factory=list)           # brigades chosen for it

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["administration"]

    def clone(self) -> Administration:
        f = Administration(self.side, self.freed[:], self.queue[:], self.credit[:], self.unit, self.pay, self.called,
                           self.division, self.parts[:])
        f.at = self.at
        return f
