"""What computer players know about Brunete 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.brunete.captain import answers, battle, greedy
from frente.games.brunete.captain.chance import OUTLOOK
from frente.games.brunete.captain.goals import goals, step_worth
from frente.games.brunete.captain.plan import Plan, epoch
from frente.games.brunete.state.board import DATA, SIDES
from frente.games.brunete.state.frames import Segment
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side
from frente.kit.doctrine import Answer, Doctrine
from frente.kit.weights import Weights


class CaptainDoctrine(Doctrine[Brunete]):
    """Plans by epochs, weighs attacks by the table, mixes its secret choices."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        super().__init__(SIDES, Weights(DATA / "doctrine.toml", changes, factors),
                         {**answers.ANSWERS, **battle.ANSWERS}, OUTLOOK)

    def epoch(self, p: Brunete, side: Side) -> tuple[int, str, int]:
        return epoch(p, side)

    def plan(self, p: Brunete, side: Side) -> Plan:
        return Plan(p, side, self.weights_of(p, side))

    def worth(self, p: Brunete, side: Side) -> float:
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    rollouts = 40
    horizon = 2

    def plans(self, p: Brunete, side: Side) -> list[tuple[str, Any]]:
        return [(name, DOCTRINES[name]) for name in PLANS]

    def season(self, p: Brunete, side: Side) -> int:
        return p.turn

    def quiet(self, p: Brunete, side: Side) -> bool:
        return any(isinstance(f, Segment) and f.side == side for f in p.stack)


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = greedy.ANSWERS

    def epoch(self, p: Brunete, side: Side) -> tuple[int, str, int]:
        return epoch(p, side)

    def plan(self, p: Brunete, side: Side) -> greedy.Ways:
        return greedy.Ways(p, side)

    def worth(self, p: Brunete, side: Side) -> float:
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
