"""What computer players know about The Spanish Civil War. Structural: nothing here knows who asks."""
from __future__ import annotations

from typing import Any, Final

from frente.games.tscw.captain.answers import ANSWERS
from frente.games.tscw.captain.chance import OUTLOOK
from frente.games.tscw.captain.plan import Plan, epoch
from frente.games.tscw.captain.survey import WEIGHTS_FILE, balance
from frente.games.tscw.state.board import SIDES
from frente.games.tscw.state.frames import Phase
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Side
from frente.kit.doctrine import Doctrine
from frente.kit.weights import Weights


class CaptainDoctrine(Doctrine[Tscw]):
    """Every unit where it does most, by what ground is worth, what the enemy can strike at and what attacks promise."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        super().__init__(SIDES, Weights(WEIGHTS_FILE, changes, factors), ANSWERS, OUTLOOK)

    def epoch(self, p: Tscw, side: Side) -> tuple[int, Side, str]:
        return epoch(p, side)

    def plan(self, p: Tscw, side: Side) -> Plan:
        return Plan(p, side, self.weights_of(p, side))

    def worth(self, p: Tscw, side: Side) -> float:
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    rollouts = 30
    horizon = 1

    def plans(self, p: Tscw, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Tscw, side: Side) -> int:
        return p.turn

    def quiet(self, p: Tscw, side: Side) -> bool:
        return any(isinstance(f, Phase) and f.side == side for f in p.stack)


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
