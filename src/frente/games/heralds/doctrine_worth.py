"""What is worth having, for either side: pawns, squares, and how far away they are."""
from __future__ import annotations

from typing import Final

from frente.flow import Act, Side
from frente.games.heralds.board import (
    COMBAT,
    DATA,
    DOWNTOWN,
    HQ,
    LEADER,
    PCE,
    SPACES,
    SQUARES,
    SUPPORT,
)
from frente.games.heralds.ch04_control import holder, way_open
from frente.games.heralds.position import Heralds
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = DATA / "doctrine.toml"
FAR: Final = 99


class Plan:
    """A side and the weights it goes by, and what was worked out for the present question."""

    def __init__(self, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self.reach: list[list[int]] = []
        self.fields: dict[int, list[float]] = {}
        self.tried: list[int] = []       # addressees of the present order: a line that failed fails again

    def anew(self) -> None:
        """Another question: nothing is kept from the one before."""
        self.reach = []
        self.fields = {}

    def field(self, p: Heralds, side: Side, power: int) -> list[float]:
        """By square: how much a stack of so much strength wants to be there."""
        if power not in self.fields:
            if not self.reach:
                self.reach = [ways(p, side, sq) for sq in range(SQUARES)]
            self.fields[power] = pull(p, side, self.w, power, self.reach)
        return self.fields[power]


def best(acts: list[Act], scores: list[float]) -> Act:
    return acts[scores.index(max(scores))]


def pawn_worth(p: Heralds, u: int, w: Weights) -> float:
    """What it matters whose an open pawn is."""
    b = p.board
    kind = b.kind[u]
    if kind == HQ:
        return w["worth.hq"] + (w["worth.box"] if b.level[u] == 2 else 0.0)
    if kind == LEADER:
        return (w["worth.leader"] + w["worth.initiative"] * b.initiative[u]
                + (w["worth.ortega"] if u == b.ortega else 0.0))
    if kind == COMBAT:
        return w["worth.unit"] * (1.0 + 0.2 * (b.initiative[u] - 2) + 0.2 * (b.morale[u] - 3)) - 0.2 * p.damaged[u]
    return w["worth.gun"] if kind == SUPPORT else 0.0


def square_worth(p: Heralds, side: Side, sq: int, w: Weights) -> float:
    """What a side gains by controlling a square it does not control."""
    b = p.board
    if holder(p, sq) == side:
        return 0.0
    value = w["worth.ground"] if b.space[sq] == DOWNTOWN else 0.3 * w["worth.ground"]
    if sq in b.key_squares:
        value += w["worth.key"]
    if side == PCE:
        if sq == b.square_g:
            value += 2.0 * w["worth.box"]
        elif sq in b.will_squares and p.lost < b.v["limits.lost_squares"]:
            value += w["worth.box"]
    elif sq in b.will_squares or sq == b.square_g:
        value += 0.4 * w["worth.box"]
    return value


def ways(p: Heralds, side: Side, start: int) -> list[int]:
    """By square: maneuver points from a square, as things stand; a step costs at least one, a closed way three."""
    b = p.board
    found = [FAR] * SQUARES
    found[start] = 0
    queue = [start]
    for a in queue:
        for i, t in enumerate(b.to[a]):
            if t < SQUARES:
                cost = found[a] + max(1, b.cost_easy[a][i]) + (0 if way_open(p, side, a, i) else 3)
                if cost < found[t]:
                    found[t] = cost
                    queue.append(t)
    return found


def pull(p: Heralds, side: Side, w: Weights, power: int, distance: list[list[int]]) -> list[float]:
    """By square: the best prize of all, less for its distance and for its guards."""
    b = p.board
    prize = [0.0] * SQUARES
    for sq in range(SQUARES):
        value = square_worth(p, side, sq, w)
        foes = p.combat[(1 - side) * SQUARES + sq]
        walled = 0
        for c in b.inside[sq]:
            walled += p.fighters[(1 - side) * SPACES + c]
        weight = w["field.guard"] * (foes + walled)
        if foes + walled > power:
            weight *= 2.5
        if foes and side == 1 - PCE:
            value += 0.3 * foes
        prize[sq] = value / (1.0 + weight)
    found = [0.0] * SQUARES
    for sq in range(SQUARES):
        if prize[sq] > 0.0:
            reach = distance[sq]
            for t in range(SQUARES):
                if reach[t] < FAR:
                    found[t] = max(found[t], prize[sq] / (1.0 + w["field.far"] * reach[t]))
    return found


def balance(p: Heralds, side: Side, w: Weights) -> float:
    """Will, points, pawns in sight and squares, for a quick look at what an act leads to."""
    total = 0.0
    for s in (0, 1):
        sign = 1.0 if s == side else -1.0
        total += sign * (w["worth.box"] * p.will[s] + 0.5 * p.ip[s] + 0.5 * p.ap[s])
    for u in range(p.board.first):
        if p.at[u] >= 0 and p.side[u] < 2:
            total += pawn_worth(p, u, w) if p.side[u] == side else -pawn_worth(p, u, w)
    for sq in range(SQUARES):
        owner = holder(p, sq)
        if owner >= 0:
            total += w["worth.ground"] if owner == side else -w["worth.ground"]
    return total
