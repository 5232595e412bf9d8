"""What computer players know about Brunete 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.flow import Act, Position, Side
from frente.games.brunete import doctrine_answers, doctrine_battle, doctrine_greedy
from frente.games.brunete.board import DATA
from frente.games.brunete.doctrine_goals import goals, step_worth
from frente.games.brunete.doctrine_plan import Plan, epoch
from frente.games.brunete.position import Brunete
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Plans by epochs, weighs attacks by the table, mixes its secret choices."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        self.weights = Weights(DATA / "doctrine.toml", changes)
        self.answers: Mapping[str, Answer] = {**doctrine_answers.ANSWERS, **doctrine_battle.ANSWERS}

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Brunete)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Brunete)
        return Plan(p, side, self.weights)

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Brunete)
        return balance(p, side, self.weights)


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = doctrine_greedy.ANSWERS

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Brunete)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> doctrine_greedy.Ways:
        assert isinstance(p, Brunete)
        return doctrine_greedy.Ways(p, side)

    def worth(self, p: Position, side: Side) -> float:
        return 0.0


def balance(p: Brunete, side: Side, w: Weights) -> float:
    """Goals held and steps on the map, for a quick look at what an act leads to."""
    total = sum(g.value for g in goals(p, side, w) if g.held)
    for u in range(p.board.units):
        if p.hex[u] >= 0:
            total += (1 if p.board.side[u] == side else -1) * p.steps[u] * step_worth(p, u, w)
    return total


DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine()}
