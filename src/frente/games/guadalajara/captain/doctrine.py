"""What computer players know about Guadalajara 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from typing import Any, Final

from frente.games.guadalajara.captain import answers, battle, fire, move, trucks
from frente.games.guadalajara.captain.chance import OUTLOOK
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
from frente.kernel.flow import Side
from frente.kit.doctrine import Doctrine
from frente.kit.weights import Weights


class CaptainDoctrine(Doctrine[Guadalajara]):
    """Plans phase by phase: errands to villages, attacks by the table, everything else by a rule of thumb."""

    def __init__(self, changes: dict[str, float] | None = None) -> None:
        super().__init__(SIDES, Weights(WEIGHTS_FILE, changes), {
            **answers.ANSWERS, **battle.ANSWERS, **fire.ANSWERS, **move.ANSWERS, **trucks.ANSWERS}, OUTLOOK)

    def epoch(self, p: Guadalajara, side: Side) -> tuple[int, int, str, bool]:
        return epoch(p, side)

    def plan(self, p: Guadalajara, side: Side) -> Plan:
        return Plan(p, side, style(self.weights_of(p, side)))

    def worth(self, p: Guadalajara, side: Side) -> float:
        return balance(p, side)


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    rollouts = 40
    horizon = 1

    def plans(self, p: Guadalajara, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Guadalajara, side: Side) -> int:
        return p.turn

    def quiet(self, p: Guadalajara, side: Side) -> bool:
        return any(isinstance(f, PlayerTurn) and f.side == side for f in p.stack)


def balance(p: Guadalajara, side: Side) -> float:
    """Villages held and steps on the map, for a quick look at what an act leads to."""
    total = sum(g.value for g in goals(p) if held(p, side, g.h))
    for u in range(p.board.units):
        if p.hex[u] >= 0:
            total += (1 if p.board.side[u] == side else -1) * p.steps[u] * step_worth(p, u)
    return total


# The yardstick, then extreme players, to see what a captain cannot stand, and two stances for a search.
STYLES: Final[dict[str, dict[str, float]]] = {
    "greedy": {"style.fear": 0.0, "style.bold": 0.6, "style.guards": 0.3, "style.garrison": 0.0},
    "rush": {"style.fear": 0.0, "style.bold": -0.5, "style.guards": 0.2, "style.garrison": 0.0},
    "turtle": {"style.fear": 2.0, "style.bold": 2.5, "style.guards": 1.2},
    "raider": {"style.packs": 0.0, "style.fear": 0.0, "style.bold": 1.2, "style.guards": 0.1, "style.garrison": 0.0},
    "press": {"style.fear": 0.5, "style.guards": 0.4, "style.press": 1.0},
    "hold": {"style.bold": 0.3, "style.guards": 0.8, "style.press": -1.0}}
PLANS: Final = ("captain", *STYLES)      # ways to play a turn, between which a search decides
DOCTRINES: Final[dict[str, CaptainDoctrine]] = {
    "captain": CaptainDoctrine(), **{name: CaptainDoctrine(changes) for name, changes in STYLES.items()},
    "general": GeneralDoctrine()}
