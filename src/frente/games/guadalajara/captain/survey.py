"""How far things are for computer players: ways to a goal, hexes a unit can reach, what the enemy can strike at."""
from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from frente.games.guadalajara.rules.ch01_steps import ZOC, paid, price
from frente.games.guadalajara.state.board import ALL, FOOT, MOTOR, MP
from frente.games.guadalajara.state.position import DG, Guadalajara
from frente.kernel.flow import Side

FAR: Final = 1_000_000
CROSSING: Final = 8 * MP                 # a step that takes the whole allowance, as part of a long way
IN_THE_WAY: Final = 6 * MP               # an enemy stack on a way: it has to be driven off first
NEAR: Final = 2                          # hexes from which an enemy strikes for certain
STRIKE: Final = 4                        # and hexes from which he may


def gait(p: Guadalajara, u: int) -> int:
    """The movement by which the way of a unit is reckoned: on wheels, or like those on foot."""
    return MOTOR if p.moves_as(u) == MOTOR else FOOT


def field(p: Guadalajara, side: Side, goal: int, kind: int, nation: int, swept: bool = False,
          shut: int = -1) -> list[int]:
    """By hex: points to a goal for one kind of movement, round enemies where that is shorter; FAR without a way.

    swept: as if no enemy were there; shut: but one, whom nobody passes.
    """
    b = p.board
    best = [FAR] * b.size
    best[goal] = 0
    queue = [(0, goal)]
    ground = b.open[nation]
    cost = b.cost[kind]
    zone = p.zone[1 - side]
    while queue:
        spent, h = heappop(queue)
        if spent > best[h]:
            continue
        v = p.top[h]
        here = spent + IN_THE_WAY if v >= 0 and b.side[v] != side and h != goal and not swept else spent
        near = b.nb[h]
        back = b.back[h]
        for i in range(len(near)):
            a = near[i]
            if not ground[a] or a == shut or (shut >= 0 and a in b.nbset[shut]):
                continue
            step = cost[a][back[i]]
            if not step:
                continue
            total = here + (CROSSING if step >= ALL else step)
            if zone[a] and not swept:
                total += ZOC
            if total < best[a]:
                best[a] = total
                heappush(queue, (total, a))
    return best


class Reach:
    """Where a unit can get from a hex with some points, and the way there."""

    def __init__(self, p: Guadalajara, u: int, left: int, moved: bool, exploit: bool) -> None:
        b = p.board
        self.start = p.hex[u]
        self.left: dict[int, int] = {self.start: left}
        self.before: dict[int, int] = {}
        queue = [(-left, self.start)]
        while queue:
            have, a = heappop(queue)
            have = -have
            if have < self.left[a]:
                continue
            first = a == self.start and not moved
            if have <= 0 and not first:
                continue
            near = b.nb[a]
            for i in range(len(near)):
                cost = price(p, u, a, i)
                if cost <= 0:
                    continue
                cost = paid(cost, have, not first, not exploit)
                if cost <= 0:
                    continue
                rest = max(0, have - cost)
                t = near[i]
                if t not in self.left or self.left[t] < rest:
                    self.left[t] = rest
                    self.before[t] = a
                    heappush(queue, (-rest, t))

    def path(self, h: int) -> list[int]:
        way: list[int] = []
        while h != self.start:
            way.append(h)
            h = self.before[h]
        way.reverse()
        return way


def threats(p: Guadalajara, side: Side) -> list[float]:
    """By hex: attack strength the other side can bring against it in its next turn, in points."""
    b = p.board
    found = [0.0] * b.size
    seen: set[int] = set()
    for u in b.fighters[1 - side]:
        h = p.hex[u]
        if h < 0 or h in seen:
            continue
        seen.add(h)
        power = 0
        for v in p.stack_at(h):
            power += b.attack[v][p.steps[v]]
        if not power:
            continue
        for x, d in rings(p, h, STRIKE):
            found[x] += power if d <= NEAR else power * 0.5
    return found


def rings(p: Guadalajara, h: int, n: int) -> list[tuple[int, int]]:
    """Hexes within n, with their distances."""
    near = p.board.nb
    far: dict[int, int] = {h: 0}
    line = [h]
    for a in line:
        d = far[a] + 1
        if d > n:
            break
        for x in near[a]:
            if x not in far:
                far[x] = d
                line.append(x)
    return [(x, far[x]) for x in line]


def defence_at(p: Guadalajara, units: list[int], h: int) -> float:
    """Strength of units if they defended a hex, in points."""
    b = p.board
    total = 0.0
    for u in units:
        value = 1.0 if b.gun[u] else float(b.defence[u][p.steps[u]])
        total += value / 2 if p.state[u] & DG else value
    return total * b.defence_twice[h] / 2


def step_worth(p: Guadalajara, u: int) -> float:
    """What losing a step of a unit means: a battalion of 5-8 is worth 2."""
    b = p.board
    if b.truck[u]:
        return 0.3
    if b.hq[u]:
        return 1.5
    if b.gun[u]:
        return 0.5 + b.barrage[u][0] / 8
    k = p.steps[u]
    now = b.attack[u][k] + b.defence[u][k]
    then = b.attack[u][k - 1] + b.defence[u][k - 1] if k > 1 else -1
    value = (now - then) / 6
    if b.division[u] in (1, 2, 3) and not p.routed[b.division[u]] and not p.opt.no_panic:
        value += 0.3                     # [2.7b.1] eleven of them and the division runs
    return value
