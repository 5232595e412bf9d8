"""The frames that hold all others: the game, its turn, a player turn."""
from __future__ import annotations

from dataclasses import dataclass, field

from frente.kernel.flow import Frame, Side


@dataclass
class Game(Frame):
    """[seq.1, seq.7] Set-up, the pre-game barrage, then turn after turn."""

    order: list[int]                     # sides in the order of their player turns


@dataclass
class Turn(Frame):
    """[seq.2, seq.6] The Reinforcement Phase, two player turns, the end of the turn."""

    order: list[int]


@dataclass
class PlayerTurn(Frame):
    """[seq.3, seq.4] The phases of one side."""

    side: Side
    box: list[int] = field(default_factory=list)             # armour to be rolled for in the Tank Repair Phase
