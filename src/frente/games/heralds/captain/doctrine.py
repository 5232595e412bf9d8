"""What computer players know about Heralds of Defeat. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.games.heralds.captain import battle, command, field, greedy, politics, setup
from frente.games.heralds.captain import chance as doctrine_chance
from frente.games.heralds.captain.politics import ranked
from frente.games.heralds.captain.worth import WEIGHTS_FILE, Plan, balance
from frente.games.heralds.state.board import SIDES
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Position, Side
from frente.kit.chance import by_worth
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]
GIVEN: Final = ("GivePropaganda", "GiveNegotiation", "GiveManeuver")     # orders: a search looks at them
WIDTH: Final = 4                         # orders that it looks at


class CaptainDoctrine:
    """Weighs orders, talks and assaults by their odds and by what squares, pawns and will to fight are worth."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes, factors)
        self.answers: Mapping[str, Answer] = {
            **setup.ANSWERS, **politics.ANSWERS, **command.ANSWERS,
            **field.ANSWERS, **battle.ANSWERS}

    def weights_of(self, p: Heralds, side: Side) -> Weights:
        return self.weights.at(doctrine_chance.scene(p), SIDES[side])

    def epoch(self, p: Position, side: Side) -> int:
        return 0                         # answers look at the position alone

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Heralds)
        return Plan(side, self.weights_of(p, side))

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Heralds)
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    def __init__(self) -> None:
        super().__init__()
        self.decisive = frozenset(GIVEN)
        self.rollouts = 64
        self.horizon = 3
        self.names = doctrine_chance.NAMES

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[Act]:
        assert isinstance(p, Heralds)
        return ranked(p, side, acts, self.plan(p, side))[:WIDTH]

    def plans(self, p: Position, side: Side) -> list[tuple[str, Any]]:
        return []

    def season(self, p: Position, side: Side) -> None:
        return None

    def quiet(self, p: Position, side: Side) -> bool:
        return type(p.step()).__name__ in GIVEN

    def traits(self, p: Position, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        assert isinstance(p, Heralds)
        return doctrine_chance.scene(p), doctrine_chance.gone(p), doctrine_chance.features(p, side)

    def chance(self, p: Position, side: Side) -> float:
        assert isinstance(p, Heralds)
        if not doctrine_chance.CHANCES.knows(doctrine_chance.scene(p)):
            return by_worth(self.worth(p, side))
        return doctrine_chance.chance(p, side)


class GreedyDoctrine(CaptainDoctrine):
    """The yardstick."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = greedy.ANSWERS


# Extreme players, to see what a captain cannot stand: factors on the weights.
PROBES: Final = {
    "rush": {"field.loss": 0.3, "field.leave": 0.3, "field.floor": 0.2, "field.lone": 4.0, "guard.hunt": 3.0},
    "turtle": {"field.loss": 3.0, "field.leave": 3.0, "field.floor": 20.0, "guard.hunt": 0.3, "talk.floor": 2.0},
    "raider": {"worth.key": 3.0, "worth.post": 3.0, "worth.hq": 3.0, "field.far": 0.3, "field.leave": 0.5}}
DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": GreedyDoctrine(), "general": GeneralDoctrine(),
                    **{name: CaptainDoctrine(None, factors) for name, factors in PROBES.items()}}
