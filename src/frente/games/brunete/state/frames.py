"""The two frames that hold all others: the game and its turn."""
from __future__ import annotations

from dataclasses import dataclass, field

from frente.kernel.flow import Frame, Side


@dataclass
class Game(Frame):
    """[1.1c, 12] Set-up, then turn after turn."""


@dataclass
class Turn(Frame):
    """[2.2] Administrative phase, operations phase."""

    dice: list[int] = field(default_factory=list)            # initiative dice of turn 7


@dataclass
class Segment(Frame):
    """[2.11, 2.12] One side's reinforcements, movement, combat and supply check."""

    side: Side
    dice: list[int] = field(default_factory=list)            # adjustment dice (2.19)
