"""A yardstick: every unit goes to the nearest goal and attacks at 2:1 or better with everything that is there."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.goals import owned
from frente.games.brunete.captain.survey import Trek, Treks, field, moves_now
from frente.games.brunete.rules.ch08_aviation import PAY
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import STOP, Move, Movement
from frente.games.brunete.rules.ch10_combat import (
    DECLARE,
    ELITE,
    SUPPORTS,
    able,
    attack_factor,
    column,
    defence_total,
    fresh,
)
from frente.games.brunete.rules.ch10_results import STUBBORN
from frente.games.brunete.state.board import TANK
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import first, none

TWO_TO_ONE: Final = 3                    # column of the table
ENOUGH: Final = 2                        # units for a goal that is already held


class Ways:
    """Distances to the objectives, and where the units of one epoch are going."""

    def __init__(self, p: Brunete, side: Side) -> None:
        b = p.board
        self.goals = sorted({h for h, _ in p.purple()} | set(b.yellow) | set(b.vertices))
        self.far = [field(p, side, g, 0, 0) for g in self.goals]
        self.treks = Treks(p)
        self.paths: dict[int, list[int]] = {}

    def wanted(self, p: Brunete, side: Side) -> list[list[float]]:
        """Distances to the goals that need units: those of the enemy, and own ones without enough."""
        return [far for g, far in zip(self.goals, self.far)
                if not owned(p, side, g) or len([u for u in p.stack_at(g) if p.board.type[u] < TANK]) < ENOUGH]

    def path(self, p: Brunete, side: Side, u: int, trek: Trek) -> list[int]:
        if u in self.paths:
            return self.paths[u]
        wanted = self.wanted(p, side)
        here = trek.start
        best = here
        least = 999.0
        if p.hex[u] in self.goals or not wanted:
            least = -1.0                 # stays where it is
        for h in trek.ends:
            if p.fits(u, h):
                d = min(far[h] for far in wanted) if wanted else 0.0
                if d < least or (d == least and h == here):
                    best, least = h, d
        self.paths[u] = trek.path(best)
        return self.paths[u]


# -- movement


def choose_unit(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    f = p.frame(Movement)
    for a in acts:
        if a.verb == "unit" and a.arg not in plan.paths:
            if p.hex[a.arg] < 0:
                return a
            if moves_now(p, a.arg, f.occasion) and plan.path(p, side, a.arg, plan.treks.on_map(a.arg, f.occasion)):
                return a
    return PASS


def march(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    f = p.frame(Move)
    here = p.hex[f.unit]
    path = plan.path(p, side, f.unit, Trek(p, f.unit, here, f.left, f.mode, f.moved))
    at = path.index(here) + 1 if here in path else 0
    if at < len(path) and p.board.hex_acts[path[at]] in acts:
        return p.board.hex_acts[path[at]]
    return STOP if STOP in acts else acts[0]


def nearest(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    """Of hexes, the one nearest to a goal."""
    hexes = [a for a in acts if a.verb == "hex"]
    wanted = plan.wanted(p, side) or plan.far
    far = [min(d[a.arg] for d in wanted) for a in hexes]
    return hexes[far.index(min(far))] if hexes else acts[0]


def reinforce(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    return nearest(p, side, acts, plan)  # units and recoveries come first in the list


def infiltrate(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    f = p.frame(Infiltration)
    if f.unit < 0:
        return PASS if PASS in acts else acts[0]
    return STOP if STOP in acts and p.hex[f.unit] != p.board.brunete else nearest(p, side, acts, plan)


# -- combat


def choose_target(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    best, most = PASS, TWO_TO_ONE
    for a in acts:
        if a != PASS:
            power = sum(attack_factor(p, u, a.arg) for u in able(p, side, a.arg))
            c = column(power, max(1, defence_total(p, fresh(p, a.arg))))
            if c > most or (c == most and best == PASS):
                best, most = a, c
    return best


def choose_attackers(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    return acts[0] if acts[0].verb == "unit" else DECLARE


def supports(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    """All the artillery there is, and no command point."""
    return max(acts, key=artillery_alone)


def artillery_alone(a: Act) -> int:
    art, avi, cp = SUPPORTS[a.arg]
    return art if not avi and not cp else -1


def stubborn(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    return STUBBORN


def elite(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    return ELITE


def maintain(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    return PAY


def advance(p: Brunete, side: Side, acts: list[Act], plan: Ways) -> Act:
    """One unit after another into the hex that was taken, and no further."""
    return STOP if STOP in acts else acts[0]


ANSWERS: Final = {
    "PlaceTanks": first, "InfiltrationMove": infiltrate, "ChooseMission": none, "BombardmentReroll": none,
    "BuyReplacement": first, "PickResource": first, "AssignReplacement": first, "Reinforce": reinforce,
    "ChooseUnit": choose_unit, "Enter": nearest, "March": march, "ChooseTarget": choose_target,
    "ChooseAttackers": choose_attackers, "AttackerElite": elite, "DefenderElite": elite, "Supports": supports,
    "CombatReroll": none, "TakeLosses": first, "StubbornChoice": stubborn, "Retreat": first, "Advance": advance,
    "PayForAviation": maintain}
