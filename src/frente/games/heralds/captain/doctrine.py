"""What computer players know about Heralds of Defeat. Structural: nothing here knows who asks."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain import battle, command, field, greedy, politics, setup
from frente.games.heralds.captain.chance import OUTLOOK
from frente.games.heralds.captain.politics import ranked
from frente.games.heralds.captain.worth import WEIGHTS_FILE, Plan, balance
from frente.games.heralds.state.board import SIDES
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Side
from frente.kit.doctrine import Doctrine
from frente.kit.weights import Weights

GIVEN: Final = ("GivePropaganda", "GiveNegotiation", "GiveManeuver")     # orders: a search looks at them
WIDTH: Final = 4                         # orders that it looks at


class CaptainDoctrine(Doctrine[Heralds]):
    """Weighs orders, talks and assaults by their odds and by what squares, pawns and will to fight are worth."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        super().__init__(SIDES, Weights(WEIGHTS_FILE, changes, factors), {
            **setup.ANSWERS, **politics.ANSWERS, **command.ANSWERS, **field.ANSWERS, **battle.ANSWERS}, OUTLOOK)

    def epoch(self, p: Heralds, side: Side) -> int:
        return 0                         # answers look at the position alone

    def plan(self, p: Heralds, side: Side) -> Plan:
        return Plan(side, self.weights_of(p, side))

    def worth(self, p: Heralds, side: Side) -> float:
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    decisive = frozenset(GIVEN)
    rollouts = 64
    horizon = 3

    def proposals(self, p: Heralds, side: Side, acts: list[Act]) -> list[tuple[Act, None]]:
        return [(act, None) for act in ranked(p, side, acts, self.plan(p, side))[:WIDTH]]

    def quiet(self, p: Heralds, side: Side) -> bool:
        return type(p.step()).__name__ in GIVEN


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
