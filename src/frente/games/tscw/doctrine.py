"""What computer players know about The Spanish Civil War. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.flow import Act, Position, Side
from frente.games.tscw.doctrine_answers import ANSWERS
from frente.games.tscw.doctrine_plan import Plan, epoch
from frente.games.tscw.doctrine_survey import WEIGHTS_FILE, balance
from frente.games.tscw.position import Tscw
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Every unit where it does most, by what ground is worth, what the enemy can strike at and what attacks promise."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes)
        self.answers: Mapping[str, Answer] = ANSWERS

    def epoch(self, p: Position, side: Side) -> tuple[int, Side, str]:
        assert isinstance(p, Tscw)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Tscw)
        return Plan(p, side, self.weights)

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Tscw)
        return balance(p, side, self.weights)


# The yardstick leaves a unit on ground of worth, but measures no threat and fears nothing.
GREEDY: Final = {"move.guard": 0.0, "move.danger": 0.0, "attack.rout": 0.0, "line.gap": 0.0, "line.pocket": 0.0}
DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": CaptainDoctrine(GREEDY)}
