"""How a computer player of the CND guards Madrid: what each square stands to lose, and where a stack is needed most."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.captain.worth import FAR, Plan, income, left
from frente.games.heralds.rules.ch04_control import compound_holder, holder
from frente.games.heralds.state.board import CND, PCE, SPACES, SQUARES
from frente.games.heralds.state.position import Heralds

NEAR: Final = ((3, 1.0), (6, 0.6), (9, 0.25))    # how much an enemy counts by his distance in maneuver points
CROWD: Final = 10.0                              # more of them cannot come at once


def stakes(p: Heralds, plan: Plan) -> list[float]:
    """By square: what the CND would lose with it."""
    b = p.board
    w = plan.w
    found = [0.0] * SQUARES
    for sq in b.will_squares:
        found[sq] = w["worth.box"]
    found[b.square_g] = 2.0 * w["worth.box"]
    for sq in b.key_squares:
        found[sq] += w["worth.key"]
    for h in b.hqs:
        if p.at[h] >= 0 and p.side[h] == CND:
            found[p.square(h)] += w["worth.hq"] + w["worth.point"] * income(p, h) * left(p)
    if p.at[b.hq_centro] == b.jaca and p.side[b.hq_centro] == CND:
        found[b.parent[b.jaca]] += w["worth.box"]
    found[b.index["A"]] += w["worth.ground"]
    found[b.index["L"]] += w["worth.ground"]
    return found


def threats(p: Heralds, plan: Plan, stake: list[float]) -> list[float]:
    """By square that matters: PCE combat units that may come, nearer ones counting more."""
    found = [0.0] * SQUARES
    for sq in range(SQUARES):
        if stake[sq] > 0.0:
            reach = plan.ways(p, PCE, sq)
            total = 0.0
            for s in range(SQUARES):
                men = p.combat[SQUARES + s]
                if men and reach[s] < FAR:
                    total += men * closeness(reach[s])
            found[sq] = min(CROWD, total)
    return found


def closeness(far: int) -> float:
    for limit, share in NEAR:
        if far <= limit:
            return share
    return 0.0


def garrison(p: Heralds, sq: int) -> float:
    """Strength of the CND in a square: those in compounds count double, markers a little."""
    b = p.board
    total = float(p.fighters[sq])
    for c in b.inside[sq]:
        total += 2.0 * p.fighters[c]
        if not p.fighters[c] and compound_holder(p, c) == CND:
            total += 0.7
    return total


def risk(threat: float, guard: float) -> float:
    """Chance that a square is lost, roughly."""
    return threat / (threat + 1.5 * guard + 0.5) if threat > 0.0 else 0.0


class Watch:
    """Stakes, threats and garrisons of the present position."""

    def __init__(self, p: Heralds, plan: Plan) -> None:
        self.stake = stakes(p, plan)
        self.threat = threats(p, plan, self.stake)
        self.guard = [garrison(p, sq) if self.stake[sq] > 0.0 else 0.0 for sq in range(SQUARES)]

    def gain(self, p: Heralds, plan: Plan, home: int, there: int, men: int, guns: int) -> float:
        """What it is worth to bring so many from one square to another."""
        if home == there:
            return 0.0
        own = self.guard[home]
        lost = self.stake[home] * (risk(self.threat[home], max(0.0, own - men)) - risk(self.threat[home], own))
        if own - men < 0.5 and self.stake[home] > 0.0:
            lost += 0.5 * self.stake[home]               # an open door invites
        foes = p.fighters[SPACES + there]
        if foes:
            if men + 2 * guns < 1.3 * foes + 0.5:
                return -1.0 - lost
            beaten = plan.w["guard.hunt"] * foes
        else:
            beaten = 0.0
        if holder(p, there) == PCE:
            return beaten - lost                         # what is lost again counts again
        own = self.guard[there]
        kept = self.stake[there] * (risk(self.threat[there], own) - risk(self.threat[there], own + men + guns))
        return kept + beaten - lost


def destination(p: Heralds, plan: Plan, watch: Watch, home: int, men: int, guns: int, credit: int) -> tuple[int, float]:
    """Where a stack is needed most within its reach, and how much more than at home."""
    reach = plan.ways(p, CND, home)
    found, top = home, 0.0
    for sq in range(SQUARES):
        if sq != home and reach[sq] <= credit and (watch.stake[sq] > 0.0 or p.fighters[SPACES + sq]):
            value = watch.gain(p, plan, home, sq, men, guns) - plan.w["guard.far"] * reach[sq]
            if value > top:
                found, top = sq, value
    return found, top


def shelter(p: Heralds, watch: Watch, sq: int, men: int) -> bool:
    """Whether a stack had better go into a compound of its square: two at most, where an attack is to be expected."""
    return men <= p.board.most_combat and watch.threat[sq] >= 1.0

