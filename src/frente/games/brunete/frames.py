"""The two frames that hold all others: the game and its turn."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from frente.flow import Frame, Side, Step

# The sequences of play stand in sequence.py, which knows every chapter; it puts them here when it is loaded.
SEQUENCES: Final[dict[str, Sequence[Step[Any, Any]]]] = {}


@dataclass
class Game(Frame):
    """[1.1c, 12] Set-up, then turn after turn."""

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["game"]

    def clone(self) -> Game:
        f = Game()
        f.at = self.at
        return f


@dataclass
class Turn(Frame):
    """[2.2] Administrative phase, operations phase."""

    dice: list[int] = field(default_factory=list)            # initiative dice of turn 7

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["turn"]

    def clone(self) -> Turn:
        f = Turn(self.dice[:])
        f.at = self.at
        return f


@dataclass
class Segment(Frame):
    """[2.11, 2.12] One side's reinforcements, movement, combat and supply check."""

    side: Side
    dice: list[int] = field(default_factory=list)            # adjustment dice (2.19)

    def steps(self) -> Sequence[Step[Any, Any]]:
        return SEQUENCES["segment"]

    def clone(self) -> Segment:
        f = Segment(self.side, self.dice[:])
        f.at = self.at
        return f
