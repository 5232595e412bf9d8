"""What computer players know about Guadalajara 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.games.guadalajara.captain import answers, battle, fire, move, trucks
from frente.games.guadalajara.captain import chance as doctrine_chance
from frente.games.guadalajara.captain.goals import goals, held
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.stance import (
    WEIGHTS_FILE,
    epoch,
    style,
)
from frente.games.guadalajara.captain.survey import step_worth
from frente.games.guadalajara.state.board import SIDES
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Act, Position, Side
from frente.kit.chance import by_worth
from frente.kit.weights import Weights

Answer = Callable[[Any, Side, list[Act], Any], Any]


class CaptainDoctrine:
    """Plans phase by phase: errands to villages, attacks by the table, everything else by a rule of thumb."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        self.weights = Weights(WEIGHTS_FILE, changes)
        self.answers: Mapping[str, Answer] = {
            **answers.ANSWERS, **battle.ANSWERS, **fire.ANSWERS, **move.ANSWERS,
            **trucks.ANSWERS}

    def epoch(self, p: Position, side: Side) -> tuple[int, int, str, bool]:
        assert isinstance(p, Guadalajara)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Guadalajara)
        return Plan(p, side, style(self.weights.at(doctrine_chance.scene(p), SIDES[side])))

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Guadalajara)
        return balance(p, side)


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    def __init__(self) -> None:
        super().__init__()
        self.decisive: frozenset[str] = frozenset()
        self.rollouts = 40
        self.horizon = 1
        self.names = doctrine_chance.NAMES

    def proposals(self, p: Position, side: Side, acts: list[Act]) -> list[Act]:
        return []

    def plans(self, p: Position, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Position, side: Side) -> int:
        assert isinstance(p, Guadalajara)
        return p.turn

    def quiet(self, p: Position, side: Side) -> bool:
        assert isinstance(p, Guadalajara)
        return any(isinstance(f, PlayerTurn) and f.side == side for f in p.stack)

    def traits(self, p: Position, side: Side) -> tuple[str, float, list[float]]:
        """Scenario, how far the game has gone, and the features by which chances are learned."""
        assert isinstance(p, Guadalajara)
        return doctrine_chance.scene(p), doctrine_chance.gone(p), doctrine_chance.features(p, side)

    def chance(self, p: Position, side: Side) -> float:
        assert isinstance(p, Guadalajara)
        if not doctrine_chance.CHANCES.knows(doctrine_chance.scene(p)):
            return by_worth(self.worth(p, side))
        return doctrine_chance.chance(p, side)


def balance(p: Guadalajara, side: Side) -> float:
    """Villages held and steps on the map, for a quick look at what an act leads to."""
    total = sum(g.value for g in goals(p) if held(p, side, g.h))
    for u in range(p.board.units):
        if p.hex[u] >= 0:
            total += (1 if p.board.side[u] == side else -1) * p.steps[u] * step_worth(p, u)
    return total


# The yardstick, then extreme players, to see what a captain cannot stand, and two stances for a search.
STYLES: Final[dict[str, dict[str, float]]] = {
    "greedy": {"style.fear": 0.0, "style.bold": 0.6, "style.guards": 0.3},
    "rush": {"style.fear": 0.0, "style.bold": -0.5, "style.guards": 0.2},
    "turtle": {"style.fear": 2.0, "style.bold": 2.5, "style.guards": 1.2},
    "raider": {"style.packs": 0.0, "style.fear": 0.0, "style.bold": 1.2, "style.guards": 0.1},
    "press": {"style.fear": 0.5, "style.guards": 0.4, "style.press": 1.0},
    "hold": {"style.bold": 0.3, "style.guards": 0.8, "style.press": -1.0}}
PLANS: Final = ("captain", *STYLES)      # ways to play a turn, between which a search decides
DOCTRINES: Final[dict[str, CaptainDoctrine]] = {
    "captain": CaptainDoctrine(), **{name: CaptainDoctrine(changes) for name, changes in STYLES.items()},
    "general": GeneralDoctrine()}
