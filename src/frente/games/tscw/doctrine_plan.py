"""What a side keeps in mind during one phase: the survey, the way of the unit on the move, the attack being packed."""
from __future__ import annotations

from typing import Final

from frente.flow import Side
from frente.games.tscw.board import HQ, NAT
from frente.games.tscw.ch13_attack import Combat
from frente.games.tscw.ch14_strategic import Strategic
from frente.games.tscw.doctrine_line import Line, covered, risk
from frente.games.tscw.doctrine_survey import Survey, unit_worth, wall_of
from frente.games.tscw.frames import Administration, Phase
from frente.games.tscw.position import Tscw
from frente.kit.weights import Weights

DIVISIONS: Final = 9                     # turn from which the Nationalist has an army of divisions
NEAR: Final = 5                          # hexes at which an enemy can cut off a unit


class Plan:
    def __init__(self, p: Tscw, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self.survey = Survey(p, side, w)
        self.line = Line(p, side, self.survey)
        self.bold = side == NAT and p.turn >= DIVISIONS      # with divisions that stand an attack he can go over to it
        self.seen: set[int] = set()          # units that have been thought about
        self.way: list[int] = []             # hexes that the unit on the move will still enter
        self.goal = -1                       # where a traveller goes
        self.target = -1                     # of the attack being packed
        self.pack: list[int] = []


def epoch(p: Tscw, side: Side) -> tuple[int, Side, str]:
    """A new plan for every phase of the turn."""
    for f in reversed(p.stack):
        if isinstance(f, Phase | Administration | Strategic | Combat):
            return (p.turn, side, f"{type(f).__name__} {f.side}")
    return (p.turn, side, "")


def score(p: Tscw, plan: Plan, u: int, h: int) -> float:
    """How well a unit would stand in a hex, wherever it is now."""
    b = p.board
    w = plan.w
    s = plan.survey
    side = b.side[u]
    others = [v for v in p.stack_at(h) if v != u and b.side[v] == side and b.type[v] != HQ]
    if b.type[u] == HQ:
        return staff_score(p, plan, u, h, others)
    attack = p.attack(u)
    defence = p.defence(u)
    held = sum([p.defence(v) for v in others])
    worth = unit_worth(p, u, w)
    pull = w["move.pull"] if side == NAT else w["move.patience"]
    total = pull * (0.5 + attack + 0.3 * defence) * s.pull[h]
    value = s.value[h]
    if value > 0.0 and p.control[h] != side:
        total += w["move.take"] * value
    elif value > 0.0:
        alarm = plan.line.alarm[h]
        if b.coast[h]:
            alarm = max(alarm, w["move.coast"])
        if not others:
            lone = max(alarm, w["move.lone"]) if b.morale[h] > 0 else alarm      # a prize is never left empty
            total += w["move.post"] * value * lone * (w["bold.post"] if plan.bold else 1.0)
        if plan.bold:
            alarm *= w["bold.guard"]
        need = max(1.0, min(w["move.plenty"], w["move.share"] * s.threat[h] / (1.0 + 0.35 * b.cover_shift[h])))
        total += w["move.guard"] * value * alarm * (min(need, held + defence) - min(need, held)) / need
    total += covered(p, side, s, u, h) * (w["bold.line"] if plan.bold else 1.0)
    total += strike(p, plan, u, h, attack) * (w["bold.strike"] if plan.bold else 1.0)
    outnumbered = s.threat[h] / (1.0 + held + defence) / (1.0 + 0.5 * b.cover_shift[h])
    total -= w["move.danger"] * worth * min(1.0, max(0.0, (outnumbered - 1.5) / 3.0))
    if s.foe[h] <= NEAR:
        total -= w["line.pocket"] * worth * risk(p, plan.line, u, h)
    return total


def staff_score(p: Tscw, plan: Plan, u: int, h: int, others: list[int]) -> float:
    """Headquarters follow the troops, and never stand alone in reach of the enemy."""
    b = p.board
    side = b.side[u]
    total = plan.survey.pull[h]
    for x in [h, *b.nb[h]]:
        for v in p.stack_at(x):
            if b.side[v] == side and b.type[v] != HQ:
                total += 0.15 * p.attack(v)
            elif b.side[v] == side and v != u:
                total -= 1.0
    if not others and plan.survey.foe[h] <= plan.w["move.alarm"]:
        total -= 10.0
    return total


def strike(p: Tscw, plan: Plan, u: int, h: int, attack: int) -> float:
    """What a unit adds to the best attack that can be made from a hex."""
    b = p.board
    side = b.side[u]
    best = 0.0
    if not attack:
        return best
    for t in b.nb[h]:
        if plan.survey.hot[t] <= 0.0 or p.holder(t) != 1 - side:
            continue
        beside = 0
        for x in b.nb[t]:
            for v in p.stack_at(x):
                if v != u and b.side[v] == side and b.type[v] != HQ:
                    beside += p.attack(v)
        full = plan.w["move.odds"] * wall_of(p, t)
        gain = (min(full, beside + attack) - min(full, beside)) / full
        best = max(best, plan.w["move.strike"] * (plan.w["attack.stack"] + plan.survey.value[t]) * gain)
    return best
