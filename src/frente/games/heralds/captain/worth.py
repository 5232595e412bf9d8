"""What is worth having, for either side: pawns, squares, and how far away they are."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import holder, way_open
from frente.games.heralds.rules.ch05_points import action_points, worth
from frente.games.heralds.state.board import (
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
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Side
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = DATA / "doctrine.toml"
FAR: Final = 99


class Plan:
    """A side and the weights it goes by, and what was worked out for the present question."""

    def __init__(self, side: Side, w: Weights) -> None:
        self.side = side
        self.w = w
        self.p: Heralds | None = None    # the position all this was worked out for
        self.links: dict[int, list[list[tuple[int, int]]]] = {}
        self.reach: dict[int, list[int]] = {}
        self.fields: dict[int, list[float]] = {}
        self.watch: object | None = None
        self.guesses: dict[int, dict[int, float]] = {}       # by side and unseen piece: chance that it speaks
        self.need = -1.0                 # how short of action points the side will be; -1 not yet known
        self.tried: list[int] = []       # addressees of the present order: a line that failed fails again
        self.refused = 0                 # calls that the other side has not let through

    def look(self, p: Heralds) -> None:
        """Every question comes with its own position: nothing is kept from the one before."""
        if self.p is not p:
            self.p = p
            self.links = {}
            self.reach = {}
            self.fields = {}
            self.need = -1.0
            self.watch = None
            self.guesses = {}

    def ways(self, p: Heralds, side: Side, start: int) -> list[int]:
        """By square: maneuver points from a square."""
        self.look(p)
        key = side * SQUARES + start
        if key not in self.reach:
            if side not in self.links:
                self.links[side] = steps(p, side)
            self.reach[key] = ways(self.links[side], start)
        return self.reach[key]

    def trust(self) -> float:
        """How far a line may still be hoped for that the other side can cut: whoever refused calls will again."""
        return 0.5 ** min(3, self.refused)

    def hunger(self, p: Heralds, side: Side) -> float:
        """How badly a side needs action points for the next turn, 0 to 1: without any it never gets another."""
        self.look(p)
        if self.need < 0.0:
            points = worth(action_points(p, side)) - p.ip[side]
            self.need = min(1.0, max(0.0, 1.0 - 0.25 * points))
        return self.need

    def field(self, p: Heralds, side: Side, power: int) -> list[float]:
        """By square: how much a stack of so much strength wants to be there."""
        self.look(p)
        if power not in self.fields:
            self.fields[power] = pull(p, side, self.w, power, [self.ways(p, side, sq) for sq in range(SQUARES)])
        return self.fields[power]


Lot = tuple[list[Act], list[list[float]]]           # acts of which one is drawn, and what each gains


def lot(acts: list[Act]) -> Lot:
    """Any of them, all alike; one that is named twice counts twice."""
    return acts, [[0.0] for _ in acts]


def left(p: Heralds) -> int:
    """Turns after the present one."""
    return p.board.turns - max(1, p.turn)


def income(p: Heralds, u: int) -> int:
    """[5.1] Action points a turn that hang on whose a pawn is."""
    b = p.board
    v = b.v
    if b.kind[u] == HQ:
        return v["action_points.large_hq"] if b.command[u] >= v["action_points.large_from"] else v["action_points.hq"]
    if u in b.corps_leaders and not any(x != u and p.alive(x) and p.side[x] == PCE for x in b.corps_leaders):
        return -v["action_points.no_corps_leader"]
    return 0


def pawn_worth(p: Heralds, u: int, w: Weights) -> float:
    """What it matters whose an open pawn is."""
    b = p.board
    kind = b.kind[u]
    use = min(1.0, w["worth.late"] * (1 + left(p)))      # what is won late has little time to serve
    if kind == COMBAT:
        value = w["worth.unit"] * (1.0 + 0.2 * (b.initiative[u] - 2) + 0.2 * (b.morale[u] - 3))
        return use * (value - 0.2 * p.damaged[u])
    if kind == SUPPORT:
        return use * w["worth.gun"]
    points = w["worth.point"] * income(p, u) * left(p)
    if kind == HQ:
        box = w["worth.box"] if p.will[b.reverse[u]] < b.most_will else 0.2 * w["worth.box"]
        return use * w["worth.hq"] + points + (box if b.level[u] == 2 else 0.0)
    if kind == LEADER:
        return (use * (w["worth.leader"] + w["worth.initiative"] * b.initiative[u]) + points
                + (w["worth.ortega"] * (1.0 + 0.1 * left(p)) if u == b.ortega else 0.0))
    return 0.0


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


def steps(p: Heralds, side: Side) -> list[list[tuple[int, int]]]:
    """By square: the next ones and what they cost as things stand; at least one, three more where the way is closed."""
    b = p.board
    found: list[list[tuple[int, int]]] = []
    for a in range(SQUARES):
        row: list[tuple[int, int]] = []
        for i, t in enumerate(b.to[a]):
            if t < SQUARES:
                row.append((t, max(1, b.cost_easy[a][i]) + (0 if way_open(p, side, a, i) else 3)))
        found.append(row)
    return found


def ways(links: list[list[tuple[int, int]]], start: int) -> list[int]:
    """By square: maneuver points from a square."""
    found = [FAR] * SQUARES
    found[start] = 0
    queue = [start]
    for a in queue:
        far = found[a]
        for t, cost in links[a]:
            if far + cost < found[t]:
                found[t] = far + cost
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
