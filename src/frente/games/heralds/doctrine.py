"""What computer players know about Heralds of Defeat. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.flow import Act, Position, Side
from frente.games.heralds import (
    doctrine_battle,
    doctrine_command,
    doctrine_field,
    doctrine_greedy,
    doctrine_politics,
    doctrine_setup,
)
from frente.games.heralds.doctrine_worth import WEIGHTS_FILE, Plan, balance
from frente.games.heralds.position import Heralds
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Weighs orders, talks and assaults by their odds and by what squares, pawns and will to fight are worth."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes)
        self.answers: Mapping[str, Answer] = {
            **doctrine_setup.ANSWERS, **doctrine_politics.ANSWERS, **doctrine_command.ANSWERS,
            **doctrine_field.ANSWERS, **doctrine_battle.ANSWERS}

    def epoch(self, p: Position, side: Side) -> int:
        return 0                         # answers look at the position alone

    def plan(self, p: Position, side: Side) -> Plan:
        return Plan(side, self.weights)

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Heralds)
        return balance(p, side, self.weights)


class GreedyDoctrine(CaptainDoctrine):
    """The yardstick."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = doctrine_greedy.ANSWERS


DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine()}
