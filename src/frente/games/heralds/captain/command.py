"""A computer player's lines of command: by which channel an order goes, and where token and headquarters sit."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.worth import Plan
from frente.games.heralds.rules.ch04_control import access, contested, holder
from frente.games.heralds.rules.ch04_lines import ALLOW, DIRECT, GIVE_UP, REFUSE, in_contact
from frente.games.heralds.rules.ch06_reaction import DONE
from frente.games.heralds.rules.ch06_stacks import can_lead
from frente.games.heralds.rules.ch12_admin import new_places
from frente.games.heralds.state.board import COMBAT, PCE, SQUARES
from frente.games.heralds.state.frames import Each, Leg
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Side
from frente.kit.doctrine import best

BESIDE: Final = 0.5                      # what an enemy combat unit next door takes off a seat of the player token

# -- lines of command


def channel(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """What cannot be refused first; then couriers, decoys before agents; then calls the other side may cut off."""
    f = p.frame(Leg)
    b = p.board
    if f.tried:                          # asked again: the call was not let through
        plan.refused += 1
    scores: list[float] = []
    here = p.square(p.token(side)) if f.origin < 0 else b.parent[f.origin]
    far = float(plan.ways(p, side, here)[b.parent[f.space]])
    for a in acts:
        if a == GIVE_UP:
            scores.append(-9.0)
        elif a == DIRECT:
            scores.append(8.0)
        elif a.verb == "call":
            if not access(p, 1 - side, a.arg):
                scores.append(9.0)
            elif f.unit >= 0 and p.kind(f.unit) == COMBAT:
                scores.append(-10.0)     # one brigade is not worth a point for those who listen
            else:
                scores.append(2.0 if a.arg == b.wireless else 1.0)
        else:
            decoy = not p.speaker(a.arg)
            scores.append((4.0 if decoy else 2.5) - 0.5 * max(0.0, far - 3.0))
    return best(acts, scores)


def issuer(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """The first that is no neutral: they stand with those in contact first, then the lowest."""
    return best(acts, [1.0 if p.side[a.arg] == side else 0.0 for a in acts])


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
            total -= BESIDE * p.combat[(1 - side) * SQUARES + t]
    return total


def hq_seat(p: Heralds, side: Side, h: int, sq: int) -> float:
    """How good a square is for a headquarters: its leaders and troops at hand, the token with it, no enemy near."""
    b = p.board
    if contested(p, sq) or holder(p, sq) == 1 - side or p.combat[(1 - side) * SQUARES + sq]:
        return -5.0
    total = 1.0 if p.square(p.token(side)) == sq else 0.0
    for u in p.around(sq):
        piece = p.who[u]
        if p.side[u] == side and piece in b.pce_subs[h] and piece not in b.hqs:
            total += 1.0 if p.speaker(u) and can_lead(p, u) else 0.2
    return total


def refit(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Damage is repaired; the token and, with the PCE, headquarters go where they have their leaders at hand."""
    b = p.board
    for a in acts:
        if a.verb == "repair":
            return a
    token = p.token(side)
    act = b.unit_verbs["relocate"][token]
    if act in acts and (side == PCE or seat_worth(p, side, p.at[token]) < 0.0):
        return act
    if side == PCE:
        for a in acts:
            if a.verb == "relocate" and a.arg in b.hqs:
                here = hq_seat(p, side, a.arg, p.square(a.arg))
                there = max([here, *[hq_seat(p, side, a.arg, sq) for sq in new_places(p, side, a.arg) if sq < SQUARES]])
                if there >= here + 1.0:
                    return a
    return DONE


def refit_place(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    f = p.frame(Each)
    if f.unit in p.board.hqs:
        return best(acts, [hq_seat(p, side, f.unit, a.arg) if a.arg < SQUARES else -9.0 for a in acts])
    return best(acts, [seat_worth(p, side, a.arg) - (0.2 if a.arg >= SQUARES else 0.0) for a in acts])


def conceal(p: Heralds, side: Side, acts: list[Act], plan: Plan) -> Act:
    """Everybody, but not whoever holds a compound by his presence."""
    return best(acts, [0.0 if a == DONE else -1.0 if p.at[a.arg] >= SQUARES else 1.0 for a in acts])


ANSWERS: Final = {
    "Channel": channel, "ChooseIssuer": issuer, "AnswerCall": answer_call, "Refit": refit, "RefitPlace": refit_place,
    "Conceal": conceal}
