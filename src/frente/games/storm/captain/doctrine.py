"""What computer players know about Storm Over Madrid. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.games.storm.captain import answers, battle, greedy
from frente.games.storm.captain import chance as doctrine_chance
from frente.games.storm.captain.goals import WEIGHTS_FILE, ground, unit_worth
from frente.games.storm.captain.impulse import impulses
from frente.games.storm.captain.plan import Plan, epoch
from frente.games.storm.state.board import AREAS, NAT, SIDES
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Act, Position, Side
from frente.kit.chance import by_worth
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]
WIDTH: Final = 5                         # activations that a search looks at


class CaptainDoctrine:
    """Weighs every activation of an impulse against the others, by what areas are worth and what dice may bring."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes, factors)
        self.answers: Mapping[str, Answer] = {**answers.ANSWERS, **battle.ANSWERS}

    def weights_of(self, p: Storm, side: Side) -> Weights:
        return self.weights.at(doctrine_chance.scene(p), SIDES[side])

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Storm)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Storm)
        return Plan(side, self.weights_of(p, side))

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Storm)
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    def __init__(self) -> None:
        super().__init__()
        self.decisive = frozenset(["Declare"])
        self.rollouts = 48
        self.horizon = 2
        self.names = doctrine_chance.NAMES

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[Act]:
        assert isinstance(p, Storm)
        return impulses(p, side, acts, self.weights_of(p, side))[:WIDTH]

    def plans(self, p: Position, side: Side) -> list[tuple[str, Any]]:
        return []

    def season(self, p: Position, side: Side) -> None:
        return None

    def quiet(self, p: Position, side: Side) -> bool:
        return type(p.step()).__name__ == "Declare"

    def traits(self, p: Position, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        assert isinstance(p, Storm)
        return doctrine_chance.scene(p), doctrine_chance.gone(p), doctrine_chance.features(p, side)

    def chance(self, p: Position, side: Side) -> float:
        assert isinstance(p, Storm)
        if not doctrine_chance.CHANCES.knows(doctrine_chance.scene(p)):
            return by_worth(self.worth(p, side))
        return doctrine_chance.chance(p, side)


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = greedy.ANSWERS

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Storm)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> greedy.Ways:
        assert isinstance(p, Storm)
        return greedy.Ways(p, side)

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


# Extreme players, to see what a captain cannot stand: factors on the weights.
PROBES: Final = {
    "rush": {"attack.own": 0.3, "attack.least": 0.1, "attack.tire": 0.3, "stand.exposed": 0.3},
    "turtle": {"attack.own": 3.0, "attack.least": 30.0, "stand.exposed": 3.0, "stand.heat": 0.3},
    "raider": {"worth.roads": 4.0, "worth.madrid": 0.2, "worth.beside": 0.2, "stand.heat": 2.0}}
DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine(), "general": GeneralDoctrine(),
                    **{name: CaptainDoctrine(None, factors) for name, factors in PROBES.items()}}
