"""[1] The sequence of play, and [5] victory: the rulebook's table of contents."""
from __future__ import annotations

from dataclasses import dataclass

from frente.kernel.flow import Frame, Step, play
from frente.kit import turns
from frente.skeleton.rules.combat import Combat
from frente.skeleton.rules.movement import Movement
from frente.skeleton.state.position import SkeletonPosition


@dataclass
class Battle(Frame):
    """[1.1] Turn after turn."""


class Turn(turns.PlayerTurn):
    """[1.2] The phases of one side."""


class NextTurn(Step[Battle, SkeletonPosition]):
    """[1.1, 1.2, 5.1] The first side moves first; after the last turn towns are counted."""

    rule = "1.1"

    def auto(self, f: Battle, p: SkeletonPosition) -> None:
        if p.turn == p.last_turn:
            p.result = 0 if p.points(0) > p.points(1) else 1
            p.end()
            return
        p.turn += 1
        p.tell("1.1", "turn-begins", {"turn": p.turn})
        f.at = 0
        p.call(Turn(1))
        p.call(Turn(0))


class MovePhase(turns.Opens[SkeletonPosition]):
    rule = "3.1"
    frame = Movement


class CombatPhase(turns.Opens[SkeletonPosition]):
    rule = "4.1"
    frame = Combat


play(Battle, NextTurn())
play(Turn, MovePhase(), CombatPhase())
