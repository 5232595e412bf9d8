"""Combat: attacks by the losses to be expected from the table, support where it moves the odds, losses where cheap."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.plan import Plan
from frente.games.tscw.captain.survey import step_worth, steps_of
from frente.games.tscw.rules.ch08_air import available
from frente.games.tscw.rules.ch13_attack import GO, candidates, gun_refusal
from frente.games.tscw.rules.ch13_odds import Attack, result
from frente.games.tscw.rules.ch13_targets import must, positive
from frente.games.tscw.state.board import HQ, NAT, RP_NAT, RP_REP
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import PASS, Act, Side
from frente.kit.weights import Weights


def prospects(p: Tscw, f: Attack, plan: Plan) -> float:
    """What the attacker may expect of a battle as it stands, averaged over the die."""
    w = plan.w
    foes = f.foes
    strength = steps_of(p, foes)
    own = steps_of(p, f.units)
    if not foes or not f.units:
        return 0.0
    kind = RP_NAT if f.side == NAT else RP_REP
    stock = p.rp[kind] + p.board.income[min(p.turn + 1, p.last_turn)][kind]
    costs = [own_step(p, u, stock, w) for u in f.units]
    loss = w["attack.own"] * (min(costs) + sum(costs) / len(costs)) / 2
    if f.side == NAT:                    # he has to win, and at the end nobody asks what it has cost
        loss *= min(1.0, (p.last_turn + 1 - p.turn) / w["attack.end"])
    harm = sum([step_worth(p, u, w) for u in foes]) / len(foes)
    prize = 1.0 + plan.survey.value[f.target]
    rout = w["attack.rout"] * (1.0 + left_open(p, f, plan))
    total = 0.0
    for die in range(1, 7):
        a, d = result(p, f, die)
        total += min(d, strength) * harm - min(a, own) * loss
        if d > strength and a < own:
            total += prize
        elif d >= strength:
            total += w["attack.clear"] * prize
        if a >= own:
            total -= rout
    return total / 6


def own_step(p: Tscw, u: int, stock: int, w: Weights) -> float:
    """What the next step of an attacker costs: no more than a resource point while there are some to replace it."""
    cost = step_worth(p, u, w)
    return min(cost, w["attack.point"]) if stock >= w["attack.stock"] and p.board.restorable[u] else cost


def left_open(p: Tscw, f: Attack, plan: Plan) -> float:
    """What the ground is worth that nobody would hold if all attackers were lost."""
    total = 0.0
    for h in {p.hex[u] for u in f.units}:
        if h >= 0 and not any(v not in f.units and p.board.type[v] != HQ for v in p.stack_at(h)):
            total += plan.survey.value[h]
    return total


def packed(p: Tscw, side: Side, t: int, plan: Plan) -> tuple[float, list[int]]:
    """The best group for an attack on a hex, the strongest units first, and what it promises."""
    f = Attack(side, t)
    f.foes = p.stack_at(t)
    able = sorted([(-p.attack(u), u) for u in candidates(p, f) if p.board.type[u] != HQ])
    best = -99.0
    pack: list[int] = []
    for _, u in able:
        f.units.append(u)
        if not any(positive(p, v) for v in f.units):
            continue
        f.guns = -1
        for g in p.board.guns[side]:
            if not gun_refusal(p, f, side, g)[0]:
                f.guns = g
                break
        f.air = first_of(available(p, side, t, f.units, f.foes))
        f.counter = -1
        value = prospects(p, f, plan)
        f.air += first_of(available(p, 1 - side, t, f.foes, f.units))
        for g in p.board.guns[1 - side]:
            if not gun_refusal(p, f, 1 - side, g)[0]:
                f.counter = g
                break
        value = (value + prospects(p, f, plan)) / 2          # he will answer, or keep his aircraft for another battle
        if value > best:
            best = value
            pack = f.units[:]
    return best, pack


def first_of(found: list[int]) -> list[int]:
    return found[:1]


def choose_target(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    free = PASS in acts
    best = plan.w["attack.least"] if free else -9999.0
    found: Act | None = PASS if free else None
    owed = must(p, side, [act.arg for act in acts if act.verb == "attack"])
    for act in acts:
        if act.verb != "attack" or (owed and act.arg not in owed):
            continue                     # what is owed first, the others after it
        value, pack = packed(p, side, act.arg, plan)
        if not free:                     # one costly attack of all who owe one, rather than many
            owing = [u for u in candidates(p, Attack(side, act.arg)) if p.duty[u] and u not in pack]
            pack = [*pack, *owing]
            value += 100.0 * sum([1 for u in pack if p.duty[u]])
        if pack and value > best:
            best = value
            found = act
            plan.target = act.arg
            plan.pack = pack
    return found


def choose_attackers(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    f = p.frame(Attack)
    if plan.target != f.target:
        plan.target = f.target
        plan.pack = packed(p, side, f.target, plan)[1]
    for u in plan.pack:
        if p.board.unit_acts[u] in acts:
            return p.board.unit_acts[u]
    if GO in acts:
        return GO
    strongest = -1
    found: Act | None = None
    for act in acts:
        if act.verb == "unit" and p.attack(act.arg) > strongest:
            strongest = p.attack(act.arg)
            found = act
    return found


def support(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    """Guns, aircraft, ships and chits: whatever turns the battle most, if it is enough."""
    f = p.frame(Attack)
    sign = 1.0 if side == f.side else -1.0
    before = sign * prospects(p, f, plan)
    best = plan.w["attack.support"]
    found = PASS
    for act in acts:
        if act == PASS:
            continue
        g = f.clone()
        if act.verb == "support":
            if side == f.side:
                g.guns = act.arg
            else:
                g.counter = act.arg
        elif act.verb == "air":
            g.air.append(act.arg)
        elif act.verb == "naval":
            g.naval |= 1 if side == f.side else 2
        else:
            g.chits.append(act.arg)
        gain = sign * prospects(p, g, plan) - before
        if gain > best:
            best = gain
            found = act
    return found


def take_losses(p: Tscw, side: Side, acts: list[Act], plan: Plan) -> Act | None:
    return cheapest(p, acts, plan)


def cheapest(p: Tscw, acts: list[Act], plan: Plan) -> Act:
    best = 9999.0
    found = acts[0]
    for act in acts:
        if act.arg < 0:
            continue
        value = step_worth(p, act.arg, plan.w) + ground_lost(p, act.arg, plan)
        if value < best:
            best = value
            found = act
    return found


def ground_lost(p: Tscw, u: int, plan: Plan) -> float:
    """What the ground is worth that nobody holds any more when a unit has lost its last step."""
    h = p.hex[u]
    if h < 0 or p.steps[u] > 1 or any(v != u and p.board.type[v] != HQ for v in p.stack_at(h)):
        return 0.0
    return plan.survey.value[h]


SUPPORT: Final = ("AttackerGuns", "DefenderGuns", "AttackerAir", "DefenderAir", "AttackerNaval", "DefenderNaval",
                  "AttackerChits", "DefenderChits")
