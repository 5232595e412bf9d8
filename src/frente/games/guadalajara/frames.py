"""The frames that hold all others: the game, its turn, a player turn."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from frente.flow import Frame, Side, Step

# The sequences of play stand in sequence.py, which knows every chapter; it puts them here when it is loaded.
SEQUENCES: Final[dict[str, Sequence[Step[Any, Any]]]] = {}


@dataclass
class Game(Frame):
    """[seq.1, seq.7] Set-up, the pre-game barrage, then turn after turn."""

    order: list[int]                     # sides in the order of their player turns

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["game"]

    def clone(self) -> Game:
        f = Game(self.order[:])
        f.at = self.at
        return f


@dataclass
class Turn(Frame):
    """[seq.2, seq.6] The Reinforcement Phase, two player turns, the end of the turn."""

    order: list[int]

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["turn"]

    def clone(self) -> Turn:
        f = Turn(self.order[:])
        f.at = self.at
        return f


@dataclass
class PlayerTurn(Frame):
    """[seq.3, seq.4] The phases of one side."""

    side: Side
    box: list[int] = field(default_factory=list)             # armour to be rolled for in the Tank Repair Phase

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["player"]

    def clone(self) -> PlayerTurn:
        f = PlayerTurn(self.side, self.box[:])
        f.at = self.at
        return f
