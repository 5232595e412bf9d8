"""Combat of computer players: attacks one after another, the most promising first; flamethrowers, aircraft, advance."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.captain.odds import assault, prospect, total
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.survey import defence_at
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_combat import ATTACK_NOW, able
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import PASS, Act, Side

AIR_WORTH: Final = 0.35                  # what an air point must do for a battle
LIKELY: Final = 0.3                      # chance to empty a hex below which a side that holds does not attack it
PRECIOUS: Final = 3.0                    # a prize for which the defender sends his aircraft


def choose_target(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The attack that promises most; who has only to hold, and time, makes none that will hardly succeed."""
    best = PASS
    most = plan.style.bold
    least = 0.0 if plan.attacks or p.turn == p.board.last_turn else LIKELY
    plan.attackers = []
    for a in acts:
        if a != PASS:
            free = [u for u in able(p, side, a.arg) if not plan.on_guard(p, u)]
            found = assault(p, side, a.arg, free, plan.prize(p, a.arg))
            if found.units and found.value > most and found.cleared >= least:
                best, most = a, found.value
                plan.attackers = found.units
    return best


def compose(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Attack)
    if not plan.attackers and not f.units:
        plan.attackers = assault(p, side, f.target, able(p, side, f.target), plan.prize(p, f.target)).units
    for u in plan.attackers:
        act = p.board.unit_acts[u]
        if act in acts:
            return act
    return ATTACK_NOW if ATTACK_NOW in acts else acts[0]


def use_flame(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Three pips for a step of engineers: only where the ground is worth it."""
    f = p.frame(Attack)
    return acts[0] if plan.prize(p, f.target) >= 1.5 else PASS


def close_support(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """As many points as still change something; the rest may be needed elsewhere."""
    f = p.frame(Attack)
    prize = plan.prize(p, f.target) if side == f.side else 0.5 + loss_of(p, plan, f.target)
    units = [u for u in f.units if p.hex[u] >= 0]
    power = total(p, units, f.target)
    foe = max(0, f.air[1 - side])
    best = 0
    most = -99.0
    for a in acts:
        shift = a.arg if side == f.side else -a.arg
        value = prospect(p, f.side, f.target, units, power, prize, -1, shift).value
        value = (value if side == f.side else -value) - AIR_WORTH * a.arg
        if value > most:
            best, most = a.arg, value
    return Act("points", best) if foe >= 0 else acts[0]


def loss_of(p: Guadalajara, plan: Plan, h: int) -> float:
    """What losing a hex means to its defender."""
    for g in plan.goals:
        if g.h == h:
            return g.value
    return 0.0


def intensive(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    return PASS


def advance(p: Guadalajara, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Into a hex worth having; then others until it is safe, or one alone to hold it."""
    f = p.frame(Attack)
    b = p.board
    there = p.stack_at(f.target)
    units = [a.arg for a in acts if a.verb == "unit"]
    plain = [u for u in units if not b.escorted[u]]
    safe = bool(there) and plan.threat[f.target] <= 1.2 * defence_at(p, there, f.target)
    if safe and loss_of(p, plan, f.target) < PRECIOUS:
        return PASS
    if not there and not plain:
        return PASS
    best = -1
    most = -1
    for u in plain or units:
        value = b.defence[u][p.steps[u]] * 10 + p.steps[u]
        if value > most:
            best, most = u, value
    if there and p.board.escorted[best] is False and crowded_out(p, plan, f.target, there):
        return PASS
    return b.unit_acts[best]


def crowded_out(p: Guadalajara, plan: Plan, h: int, there: list[int]) -> bool:
    """Whether enough has gone forward: two battalions, unless the hex is worth more."""
    return sum(p.value(u) for u in there) >= 4 and loss_of(p, plan, h) < PRECIOUS


ANSWERS: Final = {
    "ChooseTarget": choose_target, "Compose": compose, "OverrunWithFlame": use_flame, "DefendWithFlame": use_flame,
    "CloseSupport": close_support, "DeclareIntensive": intensive, "Advance": advance}
