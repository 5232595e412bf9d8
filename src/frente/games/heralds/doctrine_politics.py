"""A computer player's answers in politics: set-up, propaganda, negotiation, lines of command, refit."""
from __future__ import annotations

from typing import Final

from frente.flow import PASS, Act, Side
from frente.games.heralds.board import CND, HQ, PCE, SQUARES
from frente.games.heralds.ch04_control import access, contested, holder
from frente.games.heralds.ch04_lines import ALLOW, DIRECT, GIVE_UP, REFUSE, in_contact, villa
from frente.games.heralds.ch05_negotiation import GOAL_OF, PHONE, TRAVEL, domino_falls, talk_parts
from frente.games.heralds.ch05_orders import DECLINE, ROLL, SPREAD, propaganda_parts
from frente.games.heralds.ch05_targets import below, brokering, envoys, target_refusal
from frente.games.heralds.ch06_reaction import DONE, IPS
from frente.games.heralds.ch06_stacks import can_lead
from frente.games.heralds.ch07_engage import group_of
from frente.games.heralds.doctrine_worth import FAR, Plan, best, pawn_worth, ways
from frente.games.heralds.frames import AFFILIATE, SUMMON, Each, Leg, Propaganda, Setup, Talk
from frente.games.heralds.position import Heralds

# Where pieces start, the first place that is open; others go where there is most to win over.
HOMES: Final = {
    "pertegaz": ("RES_7D",), "conesa": ("RES_7D",), "token-pce": ("RES_7D",), "pedro-fdez": ("RES_8D",),
    "cortinas": ("RES_8D",), "giron": ("CARABANA",), "dieguez": ("CARABANA",), "barrios": ("CARABANA",),
    "sanchez": ("TORREJON",), "lopez-valle": ("J",), "token-cnd": ("B", "D"), "pedrero": ("GUADALAJARA",),
    "verardini": ("G", "E"), "sim-1": ("RES_4D",), "sim-2": ("CARABANA",)}
SPARE: Final = (("C", "D", "F", "H"), ("EL_PARDO", "RES_8D", "CIUDAD_LINEAL", "RES_I"))


def place(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    b = p.board
    f = p.stack[-1]
    assert isinstance(f, Setup)
    piece = p.who[f.unit] if f.unit >= 0 else b.pertegaz
    for name in (*HOMES.get(b.piece[piece], ()), *SPARE[side]):
        act = b.space_verbs["place"][b.index[name]]
        if act in acts:
            return act
    return acts[0]


def pick_piece(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """What has a home first. The order is always the same: whoever knows it can tell what the first handles hide."""
    homes = [a for a in acts if p.board.piece[a.arg] in HOMES]
    return homes[0] if homes else acts[0]


def seats(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return acts[0]


def decline(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    return PASS if PASS in acts else acts[-1]


# -- propaganda


def give_propaganda(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """While there is a box to gain; a second order a turn only in need."""
    if p.will[side] >= p.board.most_will or (p.orders[side] and p.will[side] > 2):
        return DECLINE
    tools = 0
    b = p.board
    for r in range(len(b.rid)):
        if b.rtype[r] in (4, 5, 6) and access(p, side, r) and not p.res[r]:
            tools += 1
    tools = min(3, tools) + (1 if any(p.side[u] == side and not p.spent[u] for u in b.syndicates[side]) else 0)
    return SPREAD if tools + p.will_modifier(side) + min(1, p.ip[side]) > 0 else DECLINE


def task_resources(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.stack[-1]
    assert isinstance(f, Propaganda)
    b = p.board
    bonus = sum([x[0] for x in propaganda_parts(p, f)])
    if bonus < 5:
        kinds: list[int] = []
        for a in acts:
            if a.verb == "use" and not f.types & (1, 2, 4)[max(0, min(2, 5 - b.rtype[a.arg]))]:
                kinds.append(a.arg)
        if kinds:
            return b.resource_verbs["use"][kinds[0]]
        for a in acts:
            if a.verb == "task" and not f.types >> 10:
                return a
        if p.ip[side] and p.will[side] <= 3 and IPS[1] in acts:
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
    chance = 1.0 if sure else w["talk.line"]
    here, there = p.square(envoy), p.square(target)
    if here == there:
        return chance
    far = ways(p, side, here)[there]
    return 0.0 if far >= FAR else chance * max(0.0, 0.9 - w["talk.travel"] * far)


def odds(p: Heralds, f: Talk, bonus: float) -> tuple[float, float]:
    """Chances of success and of a point for the other side."""
    v = p.board.v
    total = sum([x[0] for x in talk_parts(p, f)]) + bonus
    good = min(6.0, max(0.0, 7.0 - (v["negotiation.success"] - total)))
    bad = min(6.0, max(0.0, v["negotiation.backfire"] - total))
    return good / 6.0, bad / 6.0


def company(p: Heralds, side: Side, envoy: int, target: int, plan: Plan) -> float:
    """Helpers to be expected on both sides; what the other side's handles hide is not known."""
    b = p.board
    total = 0.0
    for u in p.around(p.at[target]):
        if u in (envoy, target):
            continue
        if p.side[u] == side and p.speaker(u):
            total += plan.w["talk.helper"]
        elif p.side[u] == 1 - side and (u >= b.first or b.kind[u] == 3):
            total -= plan.w["talk.against"] * (1.0 if p.turn > 1 else 0.5)
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
        return total
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
    top = plan.w["talk.floor"] * (1.0 if p.ap[side] > 3 else 2.0)
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
        elif a.verb == "gerc":
            return a
    return found


def choose_envoy(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.stack[-1]
    if not isinstance(f, Talk):
        return acts[0]
    return best(acts, [-1.0 if a == GIVE_UP else prospects(p, side, f.goal, f.target, a.arg, plan) for a in acts])


def contact(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """By telephone only where the exchange is one's own and the way is long."""
    f = p.stack[-1]
    assert isinstance(f, Talk)
    far = ways(p, side, p.square(f.envoy))[p.square(f.target)]
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
    f = p.stack[-1]
    assert isinstance(f, Talk)
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


# -- lines of command


def channel(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """What cannot be refused first; then couriers, decoys before agents; then calls the other side may cut off."""
    f = p.stack[-1]
    assert isinstance(f, Leg)
    b = p.board
    scores: list[float] = []
    here = p.square(p.token(side)) if f.origin < 0 else b.parent[f.origin]
    far = float(ways(p, side, here)[b.parent[f.space]])
    for a in acts:
        if a == GIVE_UP:
            scores.append(-9.0)
        elif a == DIRECT:
            scores.append(8.0)
        elif a.verb == "call":
            scores.append(9.0 if not access(p, 1 - side, a.arg) else 2.0 if a.arg == b.wireless else 1.0)
        else:
            decoy = not p.speaker(a.arg)
            scores.append((4.0 if decoy else 2.5) - 0.5 * max(0.0, far - 3.0))
    return best(acts, scores)


def answer_call(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """An order that does not arrive is worth more than a point."""
    return REFUSE if REFUSE in acts else ALLOW


# -- refit


def seat_worth(p: Heralds, side: Side, a: int) -> float:
    """How good a space is for the player token: leaders and headquarters in contact, no enemy near."""
    b = p.board
    sq = b.parent[a]
    if contested(p, sq) or holder(p, sq) == 1 - side or (a < SQUARES and p.combat[(1 - side) * SQUARES + sq]):
        return -5.0
    total = 0.3 * min(4, p.combat[side * SQUARES + sq])
    for u in range(b.units):
        if p.at[u] >= 0 and p.side[u] == side and in_contact(p, side, sq, p.at[u]):
            if p.speaker(u) and can_lead(p, u):
                total += 1.0 + 0.3 * min(4, p.combat[side * SQUARES + p.square(u)])
            elif u in b.hqs:
                total += 1.0
    for t in b.to[sq]:
        if t < SQUARES:
            total -= 0.1 * p.combat[(1 - side) * SQUARES + t]
    return total


def refit(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Damage is repaired; the token goes where it has its leaders at hand. Headquarters stay."""
    b = p.board
    for a in acts:
        if a.verb == "repair":
            return a
    token = p.token(side)
    act = b.unit_verbs["relocate"][token]
    if act in acts and (side == PCE or seat_worth(p, side, p.at[token]) < 0.0):
        return act
    return DONE


def refit_place(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.stack[-1]
    assert isinstance(f, Each)
    return best(acts, [seat_worth(p, side, a.arg) - (0.2 if a.arg >= SQUARES else 0.0) for a in acts])


ANSWERS: Final = {
    "PlacePertegaz": place, "PickPiece": pick_piece, "PlacePiece": place, "AffiliateSeats": seats,
    "ChooseMotor": decline, "GivePropaganda": give_propaganda, "TaskResources": task_resources,
    "GiveNegotiation": give_negotiation, "HideAgain": seats, "ChooseEnvoy": choose_envoy, "Contact": contact,
    "SummonPlace": summon_place, "TalkPoints": all_points, "Helpers": helpers, "Channel": channel,
    "AnswerCall": answer_call, "ChooseLiaison": choose_envoy, "Refit": refit, "RefitPlace": refit_place}
