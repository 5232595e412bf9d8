"""What computer players know about Brunete 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.games.brunete.captain import answers, battle, greedy
from frente.games.brunete.captain import chance as doctrine_chance
from frente.games.brunete.captain.goals import goals, step_worth
from frente.games.brunete.captain.plan import Plan, epoch
from frente.games.brunete.state.board import DATA, SIDES
from frente.games.brunete.state.frames import Segment
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Act, Position, Side
from frente.kit.chance import by_worth
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Plans by epochs, weighs attacks by the table, mixes its secret choices."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        self.weights = Weights(DATA / "doctrine.toml", changes, factors)
        self.answers: Mapping[str, Answer] = {**answers.ANSWERS, **battle.ANSWERS}

    def weights_of(self, p: Brunete, side: Side) -> Weights:
        return self.weights.at(doctrine_chance.scene(p), SIDES[side])

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Brunete)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Brunete)
        return Plan(p, side, self.weights_of(p, side))

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Brunete)
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    def __init__(self) -> None:
        super().__init__()
        self.decisive: frozenset[str] = frozenset()
        self.rollouts = 40
        self.horizon = 2
        self.names = doctrine_chance.NAMES

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[Act]:
        return []

    def plans(self, p: Position, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Position, side: Side) -> int:
        assert isinstance(p, Brunete)
        return p.turn

    def quiet(self, p: Position, side: Side) -> bool:
        assert isinstance(p, Brunete)
        return any(isinstance(f, Segment) and f.side == side for f in p.stack)

    def traits(self, p: Position, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        assert isinstance(p, Brunete)
        return doctrine_chance.scene(p), doctrine_chance.gone(p), doctrine_chance.features(p, side)

    def chance(self, p: Position, side: Side) -> float:
        assert isinstance(p, Brunete)
        if not doctrine_chance.CHANCES.knows(doctrine_chance.scene(p)):
            return by_worth(self.worth(p, side))
        return doctrine_chance.chance(p, side)


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = greedy.ANSWERS

    def epoch(self, p: Position, side: Side) -> tuple[int, str, int]:
        assert isinstance(p, Brunete)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> greedy.Ways:
        assert isinstance(p, Brunete)
        return greedy.Ways(p, side)

    def worth(self, p: Position, side: Side) -> float:
        return 0.0


def balance(p: Brunete, side: Side, w: Weights) -> float:
    """Goals held and steps on the map, for a quick look at what an act leads to."""
    total = sum(g.value for g in goals(p, side, w) if g.held)
    for u in range(p.board.units):
        if p.hex[u] >= 0:
            total += (1 if p.board.side[u] == side else -1) * p.steps[u] * step_worth(p, u, w)
    return total


# Extreme players, to see what a captain cannot stand: factors on the weights.
PROBES: Final = {
    "rush": {"attack.own_loss": 0.3, "attack.least": 0.1, "attack.unit": 0.3, "move.danger": 0.3, "send.horizon": 2.0},
    "turtle": {"attack.own_loss": 3.0, "attack.least": 10.0, "move.danger": 3.0, "send.hold": 2.0, "send.take": 2.0},
    "raider": {"attack.kill": 2.0, "worth.heat": 0.3, "send.effort": 0.6, "send.horizon": 2.0, "send.zone": 0.3}}
PLANS: Final = ("captain", "greedy", *PROBES)        # ways to play a turn, between which a search decides
DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine(), "general": GeneralDoctrine(),
                    **{name: CaptainDoctrine(None, factors) for name, factors in PROBES.items()}}
