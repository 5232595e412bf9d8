"""What a side keeps in mind during one phase: the survey, the way of the unit on the move, the attack being packed."""
from __future__ import annotations

from frente.flow import Side
from frente.games.tscw.board import HQ
from frente.games.tscw.ch13_attack import Combat
from frente.games.tscw.ch14_strategic import Strategic
from frente.games.tscw.doctrine_survey import Survey, unit_worth
from frente.games.tscw.frames import Administration, Phase
from frente.games.tscw.position import Tscw
from frente.kit.weights import Weights


class Plan:
    def __init__(self, p: Tscw, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self.survey = Survey(p, side, w)
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
    total = w["move.pull"] * (0.5 + attack + 0.3 * defence) * s.pull[h]
    value = s.value[h]
    if value > 0.0 and p.control[h] != side:
        total += w["move.take"] * value
    elif value > 0.0 and s.foe[h] <= w["move.alarm"]:
        if not others:
            total += w["move.post"] * value
        need = max(1.0, w["move.share"] * s.threat[h])
        total += w["move.guard"] * value * (min(need, held + defence) - min(need, held)) / need
    elif value > 0.0 and b.coast[h] and not others:
        total += 0.5 * w["move.post"] * value
    total += strike(p, plan, u, h, attack)
    outnumbered = s.threat[h] / (1.0 + held + defence) / (1.0 + 0.5 * b.cover_shift[h])
    total -= w["move.danger"] * unit_worth(p, u, w) * min(1.0, max(0.0, (outnumbered - 1.5) / 3.0))
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
        if p.holder(t) != 1 - side or not p.fighters(t):
            continue
        beside = 0
        for x in b.nb[t]:
            for v in p.stack_at(x):
                if v != u and b.side[v] == side and b.type[v] != HQ:
                    beside += p.attack(v)
        wall = sum([p.defence(v) for v in p.stack_at(t)]) * (1.0 + 0.35 * b.cover_shift[t])
        full = plan.w["move.odds"] * max(1.0, wall)
        gain = promise(beside + attack, full) - promise(beside, full)
        best = max(best, plan.w["move.strike"] * (1.0 + plan.survey.value[t]) * gain)
    return best


def promise(power: int, full: float) -> float:
    share = min(1.0, power / full)
    return share * share
