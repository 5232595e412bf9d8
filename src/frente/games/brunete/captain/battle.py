"""A computer player's answers in combat: targets, bonus, supports, losses, retreats, advances."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.attack import COORDINATED, Target
from frente.games.brunete.captain.goals import last_word, patience, step_worth
from frente.games.brunete.captain.plan import Plan
from frente.games.brunete.rules.ch08_aviation import REROLL_ACT
from frente.games.brunete.rules.ch09_movement import STOP
from frente.games.brunete.rules.ch10_combat import (
    DECLARE,
    ELITE,
    MAX_SUPPORTS,
    SUPPORT_ACTS,
    SUPPORTS,
    Attack,
    elite_shift,
)
from frente.games.brunete.rules.ch10_results import EXIT, STUBBORN, Aftermath, survivors
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

Duel = tuple[list[Act], list[list[float]]]
ORDER: Final = {sup: i for i, sup in enumerate(SUPPORTS)}


def choose_target(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    strike = plan.strike(p, True)
    if strike is None or p.board.hex_acts[strike.target] not in acts:
        return PASS
    return p.board.hex_acts[strike.target]


def choose_attackers(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Attack)
    strike = plan.strike(p, False)
    if strike is not None and strike.target == f.target:
        for u in strike.units:
            if p.board.unit_acts[u] in acts:
                return p.board.unit_acts[u]
    return DECLARE if DECLARE in acts else acts[0]


def target_of(f: Attack, p: Brunete, side: Side, plan: Plan) -> Target:
    """The hex under attack, as worth to the attacker as this side thinks it is."""
    found = Target(p, f.side, f.target, plan.outlook().ground[f.target], plan.w)
    if side != f.side:
        found.ground = max(found.ground, 0.5)
    return found


def elite_bonus(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A column for an elite step lost first: taken unless the table has nothing more to give."""
    f = p.frame(Attack)
    target = target_of(f, p, side, plan)
    sure = f.base + f.shifts
    if side == f.side:
        gain = target.at(sure + 2) - target.at(sure + 1)
    else:
        gain = target.at(sure + 1) - target.at(sure)
    return ELITE if gain > 0.5 * plan.w["worth.elite"] else PASS


# -- supports


def supports(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Duel:
    """Both sides' sensible commitments against each other, to be mixed."""
    f = p.frame(Attack)
    target = target_of(f, p, side, plan)
    mine = offers(p, side, f, plan)
    theirs = offers(p, 1 - side, f, plan)
    sure = f.base + f.shifts + elite_shift(f)
    payoff: list[list[float]] = []
    for a in mine:
        row: list[float] = []
        for b in theirs:
            up, down = (a, b) if side == f.side else (b, a)
            gain = outcome(target, sure, up, down)
            own = gain if side == f.side else -gain
            row.append(own - price(p, side, f, a, plan) + price(p, 1 - side, f, b, plan))
        payoff.append(row)
    return [SUPPORT_ACTS[ORDER[a]] for a in mine], payoff


def offers(p: Brunete, side: Side, f: Attack, plan: Plan) -> list[tuple[int, int, int]]:
    """Nothing; one, two or three markers, artillery first, with and without a command marker."""
    most = MAX_SUPPORTS[0 if side == f.side else 1]
    found = [(0, 0, 0)]
    for k in range(1, min(most, p.art[side] + p.avi[side]) + 1):
        art = min(k, p.art[side])
        found.append((art, k - art, 0))
        if p.cp[side]:
            found.append((art, k - art, 1))
    return found


def outcome(target: Target, sure: int, up: tuple[int, int, int], down: tuple[int, int, int]) -> float:
    """What the attacker may expect, over every way the markers can coordinate."""
    total = 0.0
    for k, chance in effective(up):
        for j, other in effective(down):
            total += chance * other * target.at(sure + k - j)
    return total


def effective(sup: tuple[int, int, int]) -> list[tuple[int, float]]:
    """Markers that coordinate, with their chances."""
    a, v, c = sup
    n = a + v
    if c or not n:
        return [(n, 1.0)]
    q = COORDINATED
    if n == 1:
        return [(0, 1 - q), (1, q)]
    if n == 2:
        return [(0, (1 - q) ** 2), (1, 2 * q * (1 - q)), (2, q * q)]
    return [(0, (1 - q) ** 3), (1, 3 * q * (1 - q) ** 2), (2, 3 * q * q * (1 - q)), (3, q ** 3)]


def price(p: Brunete, side: Side, f: Attack, sup: tuple[int, int, int], plan: Plan) -> float:
    """What the markers could do elsewhere before the turn is over."""
    w = plan.w
    a, v, c = sup
    later = 1.0
    if side == f.side and p.initiative != side:
        later = 0.6                      # the other side does not attack again this turn
    return later * (w["attack.artillery"] * a + w["attack.aviation"] * v + w["attack.command"] * c)


def combat_reroll(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Used on a die clearly worse than the average."""
    f = p.frame(Attack)
    target = target_of(f, p, side, plan)
    values = [die_value(p, target, f.column, die, plan) for die in range(1, 7)]
    gain = sum(values) / 6 - values[f.die - 1]
    if side != f.side:
        gain = -gain
    return REROLL_ACT if gain > 0.5 else PASS


def die_value(p: Brunete, target: Target, column: int, die: int, plan: Plan) -> float:
    cell = p.board.crt[column][die]
    calm = patience(p)
    return calm * (cell.defender - plan.w["attack.own_loss"] * cell.attacker) + (target.ground if cell.retreat else 0.0)


# -- results


def take_losses(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The cheapest step."""
    return best(acts, [-step_worth(p, a.arg, plan.w) - 0.01 * p.board.attack[a.arg][-1] for a in acts])


def stubborn_choice(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A third to stay, a sixth to pay for it."""
    f = p.frame(Aftermath)
    risk = sum(step_worth(p, u, plan.w) for u in survivors(f, p) if not p.board.elite[u]) / 6 * patience(p)
    return STUBBORN if plan.outlook().ground[f.target] / 3 + 0.2 > risk else PASS


def retreat(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Strong units first; towards supply, good ground and what has to be held."""
    if acts[0].verb == "unit":
        return best(acts, [float(p.defence_factor(a.arg)) for a in acts])
    return best(acts, [refuge(p, side, a, plan) for a in acts])


def refuge(p: Brunete, side: Side, act: Act, plan: Plan) -> float:
    if act == EXIT:
        return -2.0
    b = p.board
    h = act.arg
    outlook = plan.outlook()
    score = 0.5 * b.cover[h] + 0.1 * outlook.home[h] + 0.05 * outlook.heat[h]
    if not plan.survey().fed(h):
        score -= 2.5
    if p.zone[1 - side][h]:
        score -= 1.0
    if p.holder(h) == side:
        score += 0.5
    return score


def advance(p: Brunete, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Aftermath)
    if f.unit < 0:
        scores = [0.0 if a == PASS else move_up(p, side, a.arg, f.target, plan) for a in acts]
        return best(acts, scores)
    here = p.hex[f.unit]
    scores = [0.0 if a == STOP else move_up(p, side, f.unit, a.arg, plan) for a in acts]
    if here != f.target and not f.path:
        return acts[0]
    return best(acts, scores)


def move_up(p: Brunete, side: Side, u: int, h: int, plan: Plan) -> float:
    """What following into a hex gains over staying; who guards a goal does not leave it for less."""
    here = p.hex[u]
    outlook = plan.outlook()
    if plan.survey().threat[here] > 0 and outlook.ground[h] < outlook.ground[here]:
        if not last_word(p, side) and any(g.hex == here for g in outlook.keep):
            return -1.0
    return stand(p, side, u, h, plan) - stand(p, side, u, p.hex[u], plan)


def stand(p: Brunete, side: Side, u: int, h: int, plan: Plan) -> float:
    """What a unit is worth in a hex, others staying where they are."""
    b = p.board
    outlook = plan.outlook()
    others = sum(p.defence_factor(v) for v in p.stack_at(h) if v != u) if p.holder(h) == side else 0
    score = outlook.ground[h] if not others else 0.2 * outlook.ground[h]
    score += 0.1 * outlook.heat[h] + 0.15 * b.cover[h]
    if not plan.survey().fed(h):
        score -= 1.5
    foes = 0
    for n in b.nb[h]:
        if p.holder(n) == 1 - side:
            foes += sum(p.combat_factor(v) for v in p.stack_at(n))
    mine = others + p.defence_factor(u)
    if foes > mine:
        score -= 0.4 * min(foes / mine - 1, 3.0)
    return score


ANSWERS: Final = {
    "ChooseTarget": choose_target, "ChooseAttackers": choose_attackers, "AttackerElite": elite_bonus,
    "DefenderElite": elite_bonus, "Supports": supports, "CombatReroll": combat_reroll, "TakeLosses": take_losses,
    "StubbornChoice": stubborn_choice, "Retreat": retreat, "Advance": advance}
