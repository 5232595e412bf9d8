"""What computer players know about Storm Over Madrid. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.flow import Act, Position, Side
from frente.games.storm import doctrine_answers, doctrine_battle, doctrine_greedy
from frente.games.storm.board import AREAS, NAT
from frente.games.storm.doctrine_goals import WEIGHTS_FILE, ground, unit_worth
from frente.games.storm.doctrine_plan import Plan, epoch
from frente.games.storm.position import Storm
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Weighs every activation of an impulse against the others, by what areas are worth and what dice may bring."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes)
        self.answers: Mapping[str, Answer] = {**doctrine_answers.ANSWERS, **doctrine_battle.ANSWERS}

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Storm)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        return Plan(side, self.weights)

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Storm)
        return balance(p, side, self.weights)


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = doctrine_greedy.ANSWERS

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Storm)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> doctrine_greedy.Ways:
        assert isinstance(p, Storm)
        return doctrine_greedy.Ways(p, side)

    def worth(self, p: Position, side: Side) -> float:
        return 0.0


def balance(p: Storm, side: Side, w: Weights) -> float:
    """Areas held and units on the map, for a quick look at what an act leads to."""
    values = ground(p, w)
    total = sum([values[a] if p.control[a] == NAT else -values[a] for a in range(AREAS)], 0.0)
    for u in range(p.board.units):
        if p.at[u] >= 0:
            total += unit_worth(p, u, w) if p.board.side[u] == NAT else -unit_worth(p, u, w)
    return total if side == NAT else -total


DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine()}
