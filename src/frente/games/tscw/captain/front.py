"""The front: the shortest row of hexes between the enemy's stacks and what a side must keep, and the posts on it.

Zones of control are full once columns have become brigades and divisions: nobody walks from zone to zone (11.5). So a
unit on every third hex of such a row keeps the enemy out, and all others are free to attack.
"""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.survey import Survey, distances
from frente.games.tscw.state.board import HQ, TANK, WITHDRAW
from frente.games.tscw.state.position import Tscw
from frente.kernel.flow import Side
from frente.kit.weights import Weights

TURN: Final = 5.0                        # movement points of a turn, as a rule
ENDLESS: Final = 9999
HEX: Final = 10                          # what a hex of the row costs
FOREIGN: Final = 5                       # more if the enemy controls it
MANNED: Final = -3                       # if one of our units stands there
STRONG: Final = -2                       # on ground that helps the defender
PRIZE: Final = 25                        # a place whose loss counts is better held by a row before it
RAID: Final = 15                         # what it costs to leave an enemy stack on the wrong side of the row,
FACTOR: Final = 5                        # and more for each of its attack factors
KEEP: Final = 20                         # what it costs to leave a place of ours outside, for each point of its worth


class Flow:
    """The largest flow through hexes of limited capacity; where it is held up lies the cheapest row."""

    def __init__(self, nodes: int) -> None:
        self.heads: list[list[int]] = [[] for _ in range(nodes)]          # arcs that leave a node
        self.to: list[int] = []
        self.left: list[int] = []

    def arc(self, a: int, b: int, capacity: int) -> None:
        self.heads[a].append(len(self.to))
        self.to.append(b)
        self.left.append(capacity)
        self.heads[b].append(len(self.to))
        self.to.append(a)
        self.left.append(0)

    def levels(self, source: int) -> list[int]:
        """Arcs from the source to every node that more flow can come to, else -1."""
        level = [-1] * len(self.heads)
        level[source] = 0
        queue = [source]
        left = self.left
        to = self.to
        for a in queue:                  # grows while it is walked
            for e in self.heads[a]:
                if left[e] > 0 and level[to[e]] < 0:
                    level[to[e]] = level[a] + 1
                    queue.append(to[e])
        return level

    def fill(self, source: int, sink: int) -> list[bool]:
        """Push as much as goes; the nodes that stay on the side of the source."""
        level = self.levels(source)
        while level[sink] >= 0:
            tried = [0] * len(self.heads)
            path: list[int] = []
            a = source
            while True:
                if a == sink:
                    least = min([self.left[e] for e in path])
                    for e in path:
                        self.left[e] -= least
                        self.left[e ^ 1] += least
                    path = []
                    a = source
                    continue
                arcs = self.heads[a]
                found = -1
                while tried[a] < len(arcs):
                    e = arcs[tried[a]]
                    if self.left[e] > 0 and level[self.to[e]] == level[a] + 1:
                        found = e
                        break
                    tried[a] += 1
                if found >= 0:
                    path.append(found)
                    a = self.to[found]
                elif path:
                    a = self.to[path.pop() ^ 1]
                    tried[a] += 1
                else:
                    break
            level = self.levels(source)
        return [x >= 0 for x in level]


def row_of(p: Tscw, side: Side, value: list[float]) -> list[int]:
    """The cheapest row of hexes that parts the enemy's stacks from the places of worth that a side holds."""
    b = p.board
    foe = 1 - side
    source = 2 * b.size
    sink = source + 1
    net = Flow(sink + 1)
    for h in range(b.size):
        holder = p.holder(h)
        if holder == foe and p.fighters(h):
            power = sum([p.attack(u) for u in p.stack_at(h) if b.type[u] != HQ])
            net.arc(source, 2 * h, RAID + FACTOR * power)
            net.arc(2 * h, 2 * h + 1, ENDLESS)
        else:
            cost = HEX + (FOREIGN if p.control[h] == foe else 0)
            if holder == side and p.fighters(h):
                cost += MANNED
            if b.cover_shift[h] or b.town[h]:
                cost += STRONG
            if b.morale[h] > 0 and p.control[h] == side:
                cost = PRIZE
            net.arc(2 * h, 2 * h + 1, cost)
            if b.town[h] and p.control[h] == side:
                net.arc(2 * h + 1, sink, 2 + int(KEEP * value[h]))
        for n in b.nb[h]:
            net.arc(2 * h + 1, 2 * n, ENDLESS)
    near = net.fill(source, sink)
    return [h for h in range(b.size) if near[2 * h] and not near[2 * h + 1]]


def posts_of(p: Tscw, side: Side, row: list[int]) -> list[int]:
    """Hexes of the row from which units cover all of it: the places in it, then as few others as will do."""
    b = p.board
    found = [h for h in row if b.morale[h] > 0]
    open_hexes = [h for h in row if not any(b.apart[h][x] <= 1 for x in found)]
    while open_hexes:
        best = -1.0
        post = open_hexes[0]
        for h in row:
            if h in found:
                continue
            closes = float(sum([1 for x in open_hexes if b.apart[h][x] <= 1]))
            if p.holder(h) == side:
                closes += 0.5
            closes += 0.1 * b.cover_shift[h]
            if b.town[h]:
                closes += 0.3
            if closes > best and (h in open_hexes or closes >= 1.0):
                best = closes
                post = h
        found.append(post)
        open_hexes = [h for h in open_hexes if b.apart[h][post] > 1]
    return found


def manned(p: Tscw, side: Side, posts: list[int], s: Survey, alarm: list[float], w: Weights) -> dict[int, int]:
    """Who holds which post: places that may not be lost get what they need, other posts one unit, two where the enemy
    is strong; near units first, and good defenders rather than attackers."""
    b = p.board
    free = [u for u in p.on_map(side) if b.type[u] not in (HQ, TANK) and p.defence(u) > 0
            and not (b.fate[u] == WITHDRAW and b.fate_turn[u] == p.turn + 1)]
    found: dict[int, int] = {}
    ranked = sorted([(-s.threat[t], t) for t in b.towns if b.morale[t] and p.control[t] == side
                     and alarm[t] >= w["post.alarm"]])
    for _, t in ranked:                  # one of those who are there stays, before anybody is called from elsewhere
        there = [(w["post.attack"] * p.attack(u) - w["post.defence"] * p.defence(u), u) for u in free if p.hex[u] == t]
        if there:
            u = min(there)[1]
            found[u] = t
            free.remove(u)
    for again in (False, True):
        for _, t in ranked:
            need = min(w["move.plenty"], w["move.share"] * s.threat[t] / (1.0 + 0.35 * b.cover_shift[t]))
            fill(p, found, free, t, max(1.0, need) if again else 1.0, w)
    ranked = sorted([(-s.threat[t], t) for t in posts if not b.morale[t] and s.threat[t] >= w["post.least"]])
    for again in (False, True):
        for _, t in ranked:
            fill(p, found, free, t, s.threat[t] / w["post.strong"] if again else 1.0, w)
    return found


def fill(p: Tscw, found: dict[int, int], free: list[int], t: int, need: float, w: Weights) -> None:
    """Name units for a post until their defence is enough."""
    b = p.board
    held = sum([p.defence(u) for u, x in found.items() if x == t])
    far = distances(b, t)
    while held < need:
        best = w["post.far"]
        who = -1
        for u in free:
            if p.hex[u] != t and not p.allowance(u):
                continue
            cost = w["post.near"] * far[p.hex[u]] + w["post.attack"] * p.attack(u) - w["post.defence"] * p.defence(u)
            if cost < best:
                best = cost
                who = u
        if who < 0:
            return
        found[who] = t
        free.remove(who)
        held += p.defence(who)


def lacking(p: Tscw, side: Side, posts: list[int], held: dict[int, int], s: Survey, w: Weights) -> list[int]:
    """Posts that the units near them cannot hold: where new units should go."""
    b = p.board
    found: list[int] = []
    for t in posts:
        if s.threat[t] < w["post.least"]:
            continue
        far = distances(b, t)
        there = sum([p.defence(u) for u, x in held.items() if x == t and far[p.hex[u]] <= TURN])
        if there * w["post.strong"] < s.threat[t] or not there:
            found.append(t)
    return found
