"""A computer player's answers in politics: propaganda and negotiation."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.belief import speaks
from frente.games.heralds.captain.field import best_order
from frente.games.heralds.captain.worth import FAR, Plan, income, left, pawn_worth
from frente.games.heralds.rules.ch04_control import access
from frente.games.heralds.rules.ch04_lines import GIVE_UP, in_contact, usable, villa
from frente.games.heralds.rules.ch05_negotiation import GOAL_OF, PHONE, TRAVEL, domino_falls, talk_parts
from frente.games.heralds.rules.ch05_orders import (
    DECLINE,
    GERC_ACT,
    OFFENSIVE_ACT,
    PROPAGANDA,
    ROLL,
    SYNDICATE_BIT,
    TYPES,
    propaganda_parts,
)
from frente.games.heralds.rules.ch05_targets import below, brokering, envoys, target_refusal
from frente.games.heralds.rules.ch06_reaction import IPS
from frente.games.heralds.rules.ch07_engage import group_of
from frente.games.heralds.rules.ch09_special import at_front, liaisons
from frente.games.heralds.state.board import AGENT, CND, HQ, NEUTRAL, PCE, SQUARES
from frente.games.heralds.state.frames import AFFILIATE, SUMMON, Propaganda, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best


def seats(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[0]


# -- propaganda


def at_hand(p: Heralds, side: Side, space: int) -> bool:
    """Whether a line to a resource cannot fail: an agent on the spot, contact, or one's own exchange."""
    b = p.board
    for u in p.around(space):
        if u >= b.first and p.side[u] == side and b.kind[p.who[u]] == AGENT and usable(p, u):
            return True
    return access(p, side, b.main) or in_contact(p, side, p.at[p.token(side)], space)


def tools(p: Heralds, side: Side) -> int:
    """Kinds of resource a propaganda order can count on."""
    b = p.board
    kinds: list[int] = []
    for r in range(len(b.rid)):
        bit = TYPES.get(b.rtype[r], 0)
        if (bit and bit not in kinds and not p.types[side] & bit and not p.res[r] and access(p, side, r)
                and at_hand(p, side, b.rat[r])):
            kinds.append(bit)
    seat = any(p.alive(u) and p.side[u] == side and not p.spent[u] and at_hand(p, side, p.at[u])
               for u in b.syndicates[side])
    return len(kinds) + (1 if seat else 0)


def give_propaganda(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """While there is a box to gain and the odds are worth an order."""
    w = plan.w
    if p.will[side] >= p.board.most_will:
        return DECLINE
    bonus = tools(p, side) + p.will_modifier(side) + min(2, p.ip[side])
    chance = (min(6, max(0, 1 + bonus)) - max(0, 1 - bonus)) / 6.0
    floor = w["propaganda.floor"] * (1.0 if p.ap[side] > 3 else 1.5 if p.ap[side] > 2 else 3.0)
    return PROPAGANDA if chance * w["worth.box"] >= floor else DECLINE


def task_resources(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """One of each kind that is at hand, then points, until the roll cannot fail."""
    f = p.frame(Propaganda)
    b = p.board
    bonus = sum([x[0] for x in propaganda_parts(p, f)])
    if bonus < 5:
        for a in acts:
            if a.verb == "use" and at_hand(p, side, b.rat[a.arg]):
                return a
        for a in acts:
            if a.verb == "task" and not f.types & SYNDICATE_BIT and at_hand(p, side, p.at[a.arg]):
                return a
        if IPS[1] in acts:
            return IPS[1]
    return ROLL


# -- negotiation


def reach(p: Heralds, side: Side, envoy: int, target: int, plan: Plan) -> float:
    """Chance that an envoy gets his order and is where the target is."""
    w = plan.w
    if p.turn == 1:
        return 1.0
    token = p.at[p.token(side)]
    sure = in_contact(p, side, token, p.at[envoy]) or access(p, side, p.board.main) or villa(p, side, envoy)
    chance = 1.0 if sure else w["talk.line"] * plan.trust()
    here, there = p.square(envoy), p.square(target)
    if here == there:
        return chance
    far = plan.ways(p, side, here)[there]
    if p.motor[side]:
        far = (far + 1) // 2
    return 0.0 if far >= FAR // 2 else chance * max(0.0, 0.9 - w["talk.travel"] * far)


def odds(p: Heralds, f: Talk, bonus: float) -> tuple[float, float]:
    """Chances of success and of a point for the other side."""
    v = p.board.v
    total = sum([x[0] for x in talk_parts(p, f)]) + bonus
    good = min(6.0, max(0.0, 7.0 - (v["negotiation.success"] - total)))
    bad = min(6.0, max(0.0, v["negotiation.backfire"] - total))
    return good / 6.0, bad / 6.0


def company(p: Heralds, side: Side, envoy: int, target: int, plan: Plan) -> float:
    """Helpers to be expected on both sides; what the other side's handles hide can only be guessed."""
    total = 0.0
    for u in p.around(p.at[target]):
        if u in (envoy, target):
            continue
        if p.side[u] == side and p.speaker(u):
            total += plan.w["talk.helper"]
        elif p.side[u] == 1 - side:
            total -= plan.w["talk.against"] * speaks(p, u, plan) * (1.0 if p.turn > 1 else 0.5)
    return total


def target_worth(p: Heralds, side: Side, goal: int, u: int, plan: Plan) -> float:
    """What it is worth to win or turn a pawn with its group and those who may follow."""
    w = plan.w
    if goal == SUMMON:
        return 0.6 if side == CND and u == p.board.ortega else 0.0
    group = group_of(p, u)
    total = sum([pawn_worth(p, v, w) for v in group], 0.0)
    for v in p.around(p.at[u]):
        if v not in group and v < p.board.first and not target_refusal(p, side, goal, v)[0] and below(p, u, v):
            value = brokering(p, v)
            falls = sum([domino_falls(p, side, goal, value, die) for die in range(1, 7)])
            total += pawn_worth(p, v, w) * falls / 6.0
    if goal == AFFILIATE:
        need = plan.hunger(p, side)
        return (1.0 - 0.7 * need) * total + need * w["worth.bread"] * income(p, u)
    if p.board.kind[u] == HQ and p.board.level[u] == 2:
        total -= w["worth.box"]          # only joining a side moves its will
    return 0.8 * total


def prospects(p: Heralds, side: Side, goal: int, u: int, envoy: int, plan: Plan) -> float:
    f = Talk(side, goal, u, envoy)
    good, bad = odds(p, f, company(p, side, envoy, u, plan) + min(1, p.ip[side]))
    return reach(p, side, envoy, u, plan) * (
        good * target_worth(p, side, goal, u, plan) - bad * plan.w["talk.backfire"])


def give_negotiation(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The goal that promises most, as long as it is worth a maneuver order."""
    w = plan.w
    top = w["talk.floor"]
    if p.turn > 1 or side == CND:
        first, more = ("talk.order", "talk.spare") if side == PCE else ("talk.chain", "talk.relay")
        top = max(top, w[first] * best_order(p, side, plan) * w[more] ** (p.ap[side] - 1))
    found = DECLINE
    for a in acts:
        if a.verb in GOAL_OF:
            goal = GOAL_OF[a.verb]
            most = target_worth(p, side, goal, a.arg, plan)
            if most <= top:
                continue
            for e in envoys(p, side, a.arg):
                value = prospects(p, side, goal, a.arg, e, plan)
                if value > top:
                    top = value
                    found = a
        elif a == GERC_ACT:
            return a
        elif a == OFFENSIVE_ACT:
            value = offensive_worth(p, plan)
            if value > top:
                top = value
                found = a
    return found


def ranked(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> list[Act]:
    """Orders of a sub-phase, the most promising first; not to give one is always among the first few."""
    order: list[tuple[float, int]] = []
    for i, a in enumerate(acts):
        value = 0.0
        if a.verb in GOAL_OF:
            goal = GOAL_OF[a.verb]
            value = max([prospects(p, side, goal, a.arg, e, plan) for e in envoys(p, side, a.arg)], default=0.0)
        elif a == OFFENSIVE_ACT:
            value = offensive_worth(p, plan)
        order.append((1e9 if a in (DECLINE, PASS) else -value, i))
    order.sort()
    found = [acts[i] for _, i in order]
    return [*found[:2], found[-1], *found[2:-1]] if len(found) > 3 else found


def liaison_near(p: Heralds) -> list[int]:
    """Fifth column agents the token can speak to."""
    return [u for u in liaisons(p) if in_contact(p, CND, p.at[p.token(CND)], p.at[u])]


def offensive_worth(p: Heralds, plan: Plan) -> float:
    """Seven pawns on average, neutral ones first; who complies takes heart, and a heavy blow shames those who asked."""
    w = plan.w
    if not liaison_near(p):
        return 0.0
    front = at_front(p)
    spare = len([u for u in front if p.side[u] == NEUTRAL])
    own = len([u for u in p.board.front_units if p.alive(u) and p.side[u] == PCE])
    lost = min(own, max(0, 7 - spare)) * w["worth.unit"] * min(1.0, w["worth.late"] * (1 + left(p)))
    heart = 0.8 * w["worth.box"] if p.will[PCE] < p.board.most_will else 0.0
    return lost - heart - 0.28 * w["worth.box"]


def choose_liaison(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    near = liaison_near(p)
    return best(acts, [1.0 if a.verb == "envoy" and a.arg in near else 0.0 for a in acts])


def motor(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Propaganda has taken what it wanted: a depot that is at hand serves the agents."""
    for a in acts:
        if a.verb == "motor" and at_hand(p, side, p.board.rat[a.arg]):
            return a
    return PASS


def choose_envoy(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.stack[-1]
    if not isinstance(f, Talk):
        return acts[0]
    return best(acts, [-1.0 if a == GIVE_UP else prospects(p, side, f.goal, f.target, a.arg, plan) for a in acts])


def contact(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """By telephone only where the exchange is one's own and the way is long."""
    f = p.frame(Talk)
    far = plan.ways(p, side, p.square(f.envoy))[p.square(f.target)]
    return PHONE if far > 6 and access(p, side, p.board.main) else TRAVEL


def summon_place(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """To the middle of one's own army."""
    return best(acts, [-1.0 if a == GIVE_UP else float(p.combat[side * SQUARES + p.board.parent[a.arg]])
                       for a in acts])


def all_points(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """As many as are of use: points lapse with the phase."""
    f = p.stack[-1]
    if isinstance(f, Talk):
        total = sum([x[0] for x in talk_parts(p, f)])
        useful = max(0, 5 - total)
        return [a for a in acts if a.arg <= useful][-1]
    return acts[-1] if len(acts) <= 3 else acts[2]


def helpers(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Who has been seen first; hidden ones as well, where much is at stake."""
    f = p.frame(Talk)
    stake = target_worth(p, f.side, f.goal, f.target, plan)
    scores: list[float] = []
    for a in acts:
        if a == PASS:
            scores.append(0.0)
        elif p.hid[a.arg] and (stake < 1.0 or (side == CND and p.turn == 1 and p.ap[CND] <= 2)):
            scores.append(-1.0)
        else:
            scores.append(float(p.initiative_of(a.arg)) - 2.0 * p.hid[a.arg] + 0.1)
    return best(acts, scores)


ANSWERS: Final = {
    "AffiliateSeats": seats, "ChooseMotor": motor, "GivePropaganda": give_propaganda, "TaskResources": task_resources,
    "GiveNegotiation": give_negotiation, "HideAgain": seats, "ChooseEnvoy": choose_envoy, "Contact": contact,
    "SummonPlace": summon_place, "TalkPoints": all_points, "Helpers": helpers, "ChooseLiaison": choose_liaison}
