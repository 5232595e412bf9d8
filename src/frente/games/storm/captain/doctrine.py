"""What computer players know about Storm Over Madrid. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from frente.games.storm.captain import answers, battle, greedy
from frente.games.storm.captain.chance import OUTLOOK
from frente.games.storm.captain.goals import WEIGHTS_FILE, ground, unit_worth
from frente.games.storm.captain.impulse import Intent, impulses
from frente.games.storm.captain.plan import Plan, epoch
from frente.games.storm.state.board import AREAS, NAT, SIDES
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Act, Side
from frente.kit.doctrine import Answer, Doctrine
from frente.kit.weights import Weights

WIDTH: Final = 8                         # impulses that a search looks at


class CaptainDoctrine(Doctrine[Storm]):
    """Weighs every activation of an impulse against the others, by what areas are worth and what dice may bring."""

    def __init__(self, changes: dict[str, float] | None = None,
                 factors: dict[str, float] | None = None) -> None:
        super().__init__(SIDES, Weights(WEIGHTS_FILE, changes, factors), {**answers.ANSWERS, **battle.ANSWERS}, OUTLOOK)

    def epoch(self, p: Storm, side: Side) -> tuple[int, str, int]:
        return epoch(p, side)

    def plan(self, p: Storm, side: Side) -> Plan:
        return Plan(side, self.weights_of(p, side))

    def worth(self, p: Storm, side: Side) -> float:
        return balance(p, side, self.weights_of(p, side))


class GeneralDoctrine(CaptainDoctrine):
    """The captain, and what a search has to know."""

    decisive = frozenset(["Declare"])
    rollouts = 96
    horizon = 1

    def proposals(self, p: Storm, side: Side, acts: list[Act]) -> list[tuple[Act, Intent]]:
        return [(found.act, found) for found in impulses(p, side, acts, self.weights_of(p, side))[:WIDTH]]

    def resolved(self, p: Storm, side: Side, intent: Intent) -> Plan:
        return Plan(side, self.weights_of(p, side), intent)

    def season(self, p: Storm, side: Side) -> int:
        """It judges when the next turn begins: within one, whoever has not yet used his units seems to stand well."""
        return p.turn

    def quiet(self, p: Storm, side: Side) -> bool:
        return type(p.step()).__name__ == "Declare"


class GreedyDoctrine:
    """The yardstick."""

    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = greedy.ANSWERS

    def epoch(self, p: Storm, side: Side) -> tuple[int, str, int]:
        return epoch(p, side)

    def plan(self, p: Storm, side: Side) -> greedy.Ways:
        return greedy.Ways(p, side)

    def worth(self, p: Storm, side: Side) -> float:
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
