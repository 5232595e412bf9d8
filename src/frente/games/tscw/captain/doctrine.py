"""What computer players know about The Spanish Civil War. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.games.tscw.captain import chance as doctrine_chance
from frente.games.tscw.captain.answers import ANSWERS
from frente.games.tscw.captain.plan import Plan, epoch
from frente.games.tscw.captain.survey import WEIGHTS_FILE, balance
from frente.games.tscw.state.board import SIDES
from frente.games.tscw.state.frames import Phase
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Act, Position, Side
from frente.kit.chance import by_worth
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Every unit where it does most, by what ground is worth, what the enemy can strike at and what attacks promise."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes, factors)
        self.answers: Mapping[str, Answer] = ANSWERS

    def weights_of(self, p: Tscw, side: Side) -> Weights:
        return self.weights.at(doctrine_chance.scene(p), SIDES[side])

    def epoch(self, p: Position, side: Side) -> tuple[int, Side, str]:
        assert isinstance(p, Tscw)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Tscw)
        return Plan(p, side, self.weights_of(p, side))

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Tscw)
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    def __init__(self) -> None:
        super().__init__()
        self.decisive: frozenset[str] = frozenset()
        self.rollouts = 30
        self.horizon = 1
        self.names = doctrine_chance.NAMES

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[Act]:
        return []

    def plans(self, p: Position, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Position, side: Side) -> int:
        assert isinstance(p, Tscw)
        return p.turn

    def quiet(self, p: Position, side: Side) -> bool:
        assert isinstance(p, Tscw)
        return any(isinstance(f, Phase) and f.side == side for f in p.stack)

    def traits(self, p: Position, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        assert isinstance(p, Tscw)
        return doctrine_chance.scene(p), doctrine_chance.gone(p), doctrine_chance.features(p, side)

    def chance(self, p: Position, side: Side) -> float:
        assert isinstance(p, Tscw)
        if not doctrine_chance.CHANCES.knows(doctrine_chance.scene(p)):
            return by_worth(self.worth(p, side))
        return doctrine_chance.chance(p, side)


# The yardstick leaves a unit on ground of worth, but measures no threat and fears nothing.
GREEDY: Final = {"move.guard": 0.0, "move.danger": 0.0, "attack.rout": 0.0, "line.gap": 0.0, "line.pocket": 0.0}
# Extreme players, to see what a captain cannot stand: factors on the weights.
PROBES: Final = {
    "rush": {"attack.own": 0.4, "attack.least": 0.1, "attack.rout": 0.2, "move.danger": 0.2, "move.guard": 0.3},
    "turtle": {"attack.own": 3.0, "attack.least": 10.0, "move.pull": 0.2, "move.strike": 0.3, "move.guard": 2.0},
    "raider": {"move.take": 3.0, "move.pull": 2.0, "move.danger": 0.3, "line.pocket": 0.3, "attack.clear": 2.0}}
PLANS: Final = ("captain", "greedy", *PROBES)        # ways to play a turn, between which a search decides
DOCTRINES: Final = {"captain": CaptainDoctrine(), "greedy": CaptainDoctrine(GREEDY), "general": GeneralDoctrine(),
                    **{name: CaptainDoctrine(None, factors) for name, factors in PROBES.items()}}
