"""A computer player's answers in combat: reactions, engagements, rounds of an assault, losses and retreats."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.worth import Plan, pawn_worth, square_worth
from frente.games.heralds.rules.ch04_control import compound_holder
from frente.games.heralds.rules.ch05_negotiation import talk_parts
from frente.games.heralds.rules.ch06_reaction import DONE, INTERCEPT
from frente.games.heralds.rules.ch06_stacks import fighters, has_fighters
from frente.games.heralds.rules.ch07_assault import ADD, AGAIN, ALL_ARMS, DEDUCT, RETIRE, STOP
from frente.games.heralds.rules.ch07_combat import spokesman
from frente.games.heralds.rules.ch07_engage import defenders_at, engage_parts, group_of
from frente.games.heralds.rules.ch07_strength import (
    ADDED,
    DEDUCTED,
    attack_initiative,
    decider,
    defence_initiative,
    totals,
)
from frente.games.heralds.state.board import PCE, SQUARES
from frente.games.heralds.state.frames import AFFILIATE, SUBVERT, Reaction, Stack, Talk, stack
from frente.games.heralds.state.frames_combat import ASSAULT, Assault
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import PASS, Act, Side
from frente.kit.doctrine import best

# -- odds


def hits(p: Heralds, f: Assault) -> tuple[float, float]:
    """Chances that the defender and the attacker are hit, with the differential as it is used in the frame."""
    f.adie = 0
    f.ddie = 0
    a, d = totals(p, f)
    need = p.board.v["assault.damage"]
    return min(6, max(0, 7 - need + a)) / 6.0, min(6, max(0, 7 - need + d)) / 6.0


def settle_use(p: Heralds, f: Assault, loss: float) -> float:
    """Use the differential as its owner would; what the round promises the attacker."""
    gap = attack_initiative(p, f) - defence_initiative(p, f)
    f.diff = abs(gap)
    f.by = f.side if gap > 0 else decider(f)
    values: list[float] = []
    for use in (ADDED, DEDUCTED):
        f.use = use if gap else 0
        good, bad = hits(p, f)
        values.append(good - loss * bad)
    chosen = max(values) if gap > 0 else min(values)
    f.use = 0 if not gap else ADDED if values[0] == chosen else DEDUCTED
    return chosen


def lead_worth(p: Heralds, u: int) -> float:
    return p.initiative_of(u) + 1.5 * p.morale_of(u) - 2.0 * p.damaged[u]


def strongest(p: Heralds, units: list[int]) -> int:
    scores = [lead_worth(p, u) for u in units]
    return units[scores.index(max(scores))]


def places_of(p: Heralds, side: Side, sq: int) -> int:
    """Spaces of a square in which a side has something that denies control."""
    b = p.board
    found = 1 if any(p.side[u] == side and u < b.first and not p.captive[u] for u in p.units(sq)) else 0
    for c in b.inside[sq]:
        if compound_holder(p, c) == side:
            found += 1
    return found


def assault_worth(p: Heralds, s: Stack, a: int, plan: Plan) -> float:
    """What an assault of the moving stack promises: damage both ways, and the square it brings nearer."""
    b = p.board
    w = plan.w
    f = Assault(s.side, a, ASSAULT)
    f.defenders = defenders_at(p, 1 - s.side, a)
    sq = b.parent[a]
    prize = square_worth(p, s.side, sq, w) / max(1, places_of(p, 1 - s.side, sq))
    if not f.defenders:
        return 1.0 + prize
    f.alead = strongest(p, fighters(p, s.units))
    f.dlead = strongest(p, f.defenders)
    f.aleader = s.lead if s.lead in s.units and p.modifier_of(s.lead) > 0 else -1
    settle_use(p, f, w["field.loss"])
    good, bad = hits(p, f)
    engaged = 1.0
    if a < SQUARES and not all(p.fixed[u] for u in f.defenders):
        engaged = min(6, max(0, 7 - b.v["assault.engaged"] + sum([x[0] for x in engage_parts(p, f)]))) / 6.0
    alone = len(f.defenders) == 1        # nobody to take the place of a beaten lead unit; a hit may be enough
    win = good * (1.0 - bad) * (1.0 if alone else 0.5) + (0.4 * good * bad if alone else 0.0)
    return engaged * (good * 0.5 + win * prize - w["field.loss"] * bad)


def parley_worth(p: Heralds, s: Stack, u: int, plan: Plan) -> float:
    goal = AFFILIATE if p.side[u] == 2 else SUBVERT
    total = sum([x[0] for x in talk_parts(p, Talk(s.side, goal, u, spokesman(p, s), True))])
    good = min(6, max(0, 1 + total)) / 6.0
    return good * sum([pawn_worth(p, v, plan.w) for v in group_of(p, u)], 0.0) - plan.w["talk.fail"] * (1.0 - good)


# -- reactions


def choose_reaction(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Messengers are always intercepted, stacks by those who are a match for them."""
    f = p.frame(Reaction)
    if INTERCEPT not in acts:
        return PASS
    men = [] if f.lone >= 0 else stack(p).units
    if not has_fighters(p, men):
        return INTERCEPT
    own = len([u for u in p.units(f.square) if u < p.board.first and p.side[u] == side and p.kind(u) == 1])
    return INTERCEPT if own > len(fighters(p, men)) else PASS


def choose_reactors(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Those in the square; a garrison leaves its compound only if nobody else can react."""
    return best(acts, [0.0 if a == DONE else -1.0 if a.arg >= p.board.first or p.speaker(a.arg)
                       else lead_worth(p, a.arg) - 9.0 if p.at[a.arg] >= SQUARES
                       else 1.0 + lead_worth(p, a.arg) for a in acts])


def one_point(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[min(1, len(acts) - 1)]


def spoil(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """A fifth column agent who is there is worth showing for it."""
    return acts[0]


# -- rounds


def lead(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return best(acts, [lead_worth(p, a.arg) for a in acts])


def support(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Everything, and at once."""
    return ALL_ARMS


def leader(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Only one who adds something: a 1 strikes him."""
    return best(acts, [0.5 if a == PASS else float(p.modifier_of(a.arg)) for a in acts])


def differential(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Assault)
    g = f.clone()
    settle_use(p, g, plan.w["field.loss"])
    return DEDUCT if g.use == DEDUCTED else ADD


def suffer(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return best(acts, [p.morale_of(a.arg) - 3.0 * p.damaged[a.arg] for a in acts])


def replace(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return best(acts, [0.5 if a == RETIRE else float(p.morale_of(a.arg)) for a in acts])


def advance(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Into the square, from where the stack can go on; else it stays."""
    for a in acts:
        if a.verb == "go" and a.arg < SQUARES:
            return a
    return PASS


def follow_on(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Assault)
    return AGAIN if assault_worth(p, stack(p), f.place, plan) > 0.0 else STOP


def parley_again(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return STOP


def least_points(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[0]


# -- leaving


def refuge(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Where there are friends and no enemies."""
    b = p.board
    scores: list[float] = []
    for a in acts:
        if a.verb == "stay":
            scores.append(-0.5)
            continue
        sq = b.parent[a.arg]
        scores.append(0.5 * p.combat[side * SQUARES + sq] - 2.0 * p.combat[(1 - side) * SQUARES + sq]
                      + (1.0 if side != PCE and sq in b.will_squares else 0.0))
    return best(acts, scores)


def to_front(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Neutral ones first, then the cheapest."""
    return best(acts, [(5.0 if p.side[a.arg] == 2 else 0.0) - pawn_worth(p, a.arg, plan.w) for a in acts])


ANSWERS: Final = {
    "ChooseReaction": choose_reaction, "ChooseReactors": choose_reactors, "ReactionPoints": one_point,
    "SpoilEngagement": spoil, "SpoilDestruction": spoil, "EngagePoints": one_point, "Support": support,
    "AttackLead": lead,
    "AttackLeader": leader, "DefenceLead": lead, "DefenceLeader": leader, "Differential": differential,
    "AttackOne": suffer, "DefenceOne": suffer, "ReplaceOrRetire": replace, "Advance": advance,
    "FollowOn": follow_on, "ParleyAgain": parley_again, "CommitPoints": least_points, "Defector": refuge,
    "WithdrawUnit": refuge, "CollapseMove": refuge, "ValleJoins": spoil, "BlastPoints": one_point,
    "WithdrawToFront": to_front}
