"""Barrages and aircraft of computer players: fire where it helps an attack, or hurts most."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.odds import TWO_DICE, assault, average_step, prospect, total
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.rules.ch01_barrage import (
    FIRE,
    Barrage,
    Fire,
    gun_refusals,
    guns_ready,
    table_column,
)
from frente.games.guadalajara.rules.ch01_battle import defence_total
from frente.games.guadalajara.rules.ch01_combat import able
from frente.games.guadalajara.state.board import SPANISH
from frente.games.guadalajara.state.position import DG, Guadalajara
from frente.kernel.flow import PASS, Act, Side

DISORDER: Final = 0.35                   # worth of disorganising a stack that nobody attacks
KEPT: Final = 2                          # air points that are kept for the battles
TRAFFIC: Final = 8                       # attack factors that come by a road that is worth a marker
MARCH: Final = 6                         # hexes from which they come in a turn
SPARE_AIR: Final = 0.5                   # what a bomb must do to be dropped instead of kept for close support


def chances(p: Guadalajara, f: Fire) -> tuple[float, float]:
    """Chance of disorder and expected steps of a barrage."""
    c = table_column(f, p)
    disorder = steps = 0
    for roll in range(2, 13):
        code = p.board.barrage_rows[roll][c]
        if code != "NE":
            disorder += TWO_DICE[roll]
            if code != "DG":
                steps += TWO_DICE[roll] * int(code)
    return disorder / 36, steps / 36


def benefit(p: Guadalajara, side: Side, plan: Plan, t: int) -> float:
    """What disorder in a hex is worth now."""
    there = p.stack_at(t)
    if all(p.state[u] & DG for u in there):
        return 0.05
    found = assault(p, side, t, able(p, side, t), plan.prize(p, t))
    if not found.units:
        return DISORDER
    half = defence_total(p, there, t, side) // 2
    power = total(p, found.units, t)
    after = prospect(p, side, t, found.units, power, plan.prize(p, t), half).value
    return max(DISORDER, after - max(0.0, found.value))


def choose_barrage(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Barrage)
    guns = guns_ready(p, side, f.before)
    best = PASS
    most = 0.02
    for a in acts:
        if a == PASS:
            continue
        trial = Fire(side, a.arg, f.before, a.verb == "bomb")
        if a.verb == "bomb":
            trial.points = p.air[side]
        else:
            trial.guns = battery(p, side, guns, a.arg, f.before)
            if not trial.guns:
                continue
        disorder, steps = chances(p, trial)
        value = disorder * benefit(p, side, plan, a.arg) + steps * average_step(p, p.stack_at(a.arg))
        if a.verb == "bomb":
            value -= SPARE_AIR * trial.points
        if value > most:
            best, most = a, value
            plan.guns = trial.guns
    return best


def battery(p: Guadalajara, side: Side, guns: list[int], t: int, before: bool) -> list[int]:
    """Guns for one target: the strongest first, until more of them change nothing."""
    b = p.board
    fit = [(b.barrage[u][p.face[u]], u) for u in guns if not gun_refusals(p, side, u, t, before)]
    fit.sort(reverse=True)
    chosen: list[int] = []
    column = -1
    for _, u in fit:
        if b.nation[u] == SPANISH and chosen and b.nation[chosen[0]] != SPANISH:
            continue
        c = table_column(Fire(side, t, before, False, [*chosen, u]), p)
        if c > column:
            chosen.append(u)
            column = c
        elif c == column and len(chosen) < 3 and b.barrage[u][p.face[u]] <= 2:
            chosen.append(u)
    return chosen


def choose_guns(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Fire)
    if f.from_air:
        return acts[-1]
    for u in plan.guns:
        if p.board.unit_acts[u] in acts:
            return p.board.unit_acts[u]
    return FIRE if FIRE in acts else acts[0]


def interdict(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """One road by which the enemy's wheels and columns have to come; the other aircraft are kept for the battles."""
    b = p.board
    best = PASS
    most = TRAFFIC
    if plan.attacks or plan.final or p.air[side] <= KEPT:
        return best
    for a in acts:
        if a != PASS and b.has_road[a.arg] and p.top[a.arg] < 0 and a.arg not in p.markers:
            coming = 0
            for u in b.fighters[1 - side]:
                h = p.hex[u]
                if h >= 0 and b.has_road[h] and b.column[h] > b.column[a.arg] and b.distance(h, a.arg) <= MARCH:
                    coming += b.attack[u][p.steps[u]]
            if coming > most:
                best, most = a, coming
    return best


def reveal(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[0]


def strike(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The strongest of those on the road."""
    b = p.board
    best = PASS
    most = -1
    for a in acts:
        if a.verb == "unit" and b.attack[a.arg][p.steps[a.arg]] > most:
            best, most = a, b.attack[a.arg][p.steps[a.arg]]
    return best


ANSWERS: Final = {"ChooseBarrage": choose_barrage, "ChooseGuns": choose_guns, "Interdict": interdict,
                  "Reveal": reveal, "Strike": strike}
