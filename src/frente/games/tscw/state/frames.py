"""The frames that hold all others: the game, its turn, one side's part of the mutual phases and its own phase."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.kernel.flow import Act, Frame, Side

DONE: Final = Act("done")
STOP: Final = Act("stop")



@dataclass
class Game(Frame):
    """[5.1a] Turn after turn."""


@dataclass
class Turn(Frame):
    """[5.2] Phases A to D."""


@dataclass
class Phase(Frame):
    """[5.2.B, 5.2.C] One side's movement, then its combat."""

    side: Side


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
