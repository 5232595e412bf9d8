"""The line a computer player holds: what the enemy must not reach, and the cheapest chain of hexes to bar his way."""
from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from frente.games.brunete.captain.survey import lattice
from frente.games.brunete.rules.ch03_supply import blocked, source_open
from frente.games.brunete.state.board import GARRISON, WET, Board
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side

OPEN: Final = 9999                       # more than any line can cost
BARRED: Final = 12                       # what an enemy unit costs a supply road, in hexes to be guarded
CLOSED: Final = 3                        # the same for an enemy zone


def lifelines(p: Brunete, side: Side) -> list[float]:
    """By hex: own combat factors whose supply line runs through it."""
    b = p.board
    came = [-2] * b.size                 # -2: no line; -1: a source
    order: list[int] = []
    for h in b.sources[side]:
        if source_open(p, side, h):
            came[h] = -1
            order.append(h)
    for a in order:                      # grows: the net of roads and paths
        route = b.route[a]
        nb = b.nb[a]
        for i in range(len(nb)):
            if route[i] and came[nb[i]] == -2 and not blocked(p, side, nb[i]):
                came[nb[i]] = a
                order.append(nb[i])
    edge = order[:]
    for _ in range(b.reach_of_supply):
        further: list[int] = []
        for a in edge:
            water = b.water[a]
            nb = b.nb[a]
            for i in range(len(nb)):
                if not water[i] and came[nb[i]] == -2 and not blocked(p, side, nb[i]):
                    came[nb[i]] = a
                    further.append(nb[i])
        order += further
        edge = further
    load = [0.0] * b.size
    for u in b.of[side]:
        if p.hex[u] >= 0 and came[p.hex[u]] != -2:
            load[p.hex[u]] += p.defence_factor(u)
    for h in reversed(order):
        if came[h] >= 0:
            load[came[h]] += load[h]
    return load


def supply_road(p: Brunete, side: Side, goal: int) -> list[int]:
    """The hexes by which *goal* is supplied at least cost, from a source to the goal; none if no way leads there."""
    b = p.board
    net = b.reach_of_supply + 1          # layers below it: hexes across country from the goal
    width = net + 1
    best: dict[int, int] = {goal * width: 0}
    came: dict[int, int] = {}
    queue: list[tuple[int, int]] = [(0, goal * width)]
    while queue:
        cost, key = heappop(queue)
        h = key // width
        d = key % width
        if h in b.sources[side] and source_open(p, side, h):
            return walked(key, came, width)
        for i, n in enumerate(b.nb[h]):
            after = cost + upkeep(p, side, n)
            for layer in (d + 1, net):
                if not b.route[h][i] if layer == net else d >= b.reach_of_supply or b.water[h][i] == WET:
                    continue
                k = n * width + layer
                if k not in best or after < best[k]:
                    best[k] = after
                    came[k] = key
                    heappush(queue, (after, k))
    return []


def upkeep(p: Brunete, side: Side, h: int) -> int:
    """What it takes to keep a hex open for supply."""
    u = p.top[h]
    if u >= 0:
        return 0 if p.board.side[u] == side else BARRED
    return CLOSED if p.zone[1 - side][h] else 1


def walked(key: int, came: dict[int, int], width: int) -> list[int]:
    found = [key // width]
    while key in came:
        key = came[key]
        found.append(key // width)
    return found


def enemy_hexes(p: Brunete, side: Side) -> list[int]:
    """Where the enemy's mobile units are."""
    b = p.board
    found: list[int] = []
    for u in b.of[1 - side]:
        h = p.hex[u]
        if h >= 0 and b.type[u] != GARRISON and not (b.frozen[u] and not p.released) and h not in found:
            found.append(h)
    return found


class Barrier:
    """The cheapest set of hexes that separates the enemy from what is at stake: a minimum cut of the map.

    *price*: by hex, what it costs to hold it. Each hex is an entry and an exit with a pipe of that width between
    them; what flows from the enemy to the stakes through all pipes at once is as much as the narrowest chain lets
    through, and the pipes that are full on its way are that chain.
    """

    def __init__(self, b: Board, price: list[int], enemy: list[int], stakes: list[int]) -> None:
        self.b = b
        n = b.size
        self.width = price[:]            # what is left of each pipe
        self.flow: list[list[int]] = [[0] * len(b.nb[h]) for h in range(n)]     # from h to each neighbour
        self.enemy = enemy
        self.at_stake = [False] * n
        for h in stakes:
            self.at_stake[h] = True
        self.used = [0] * n              # flow through each pipe
        while self.push():
            pass

    def search(self) -> tuple[list[int], int]:
        """Where the enemy still gets through. Entries are numbered 2h, exits 2h + 1; the end of a way, or -1."""
        b = self.b
        came = [-2] * (2 * b.size)
        queue: list[int] = []
        for h in self.enemy:
            came[2 * h + 1] = -1         # he stands there: no pipe to pass
            queue.append(2 * h + 1)
        back = lattice(b).back
        for node in queue:
            h = node // 2
            if node % 2:                 # at the exit: on to every neighbour, or back through the own pipe
                if self.used[h] and came[2 * h] == -2:
                    came[2 * h] = node
                    queue.append(2 * h)
                for n in b.nb[h]:
                    if came[2 * n] == -2:
                        came[2 * n] = node
                        queue.append(2 * n)
            else:                        # at the entry: through the pipe, or back to where flow came from
                if self.width[h] > 0 and came[node + 1] == -2:
                    came[node + 1] = node
                    if self.at_stake[h]:
                        return came, node + 1
                    queue.append(node + 1)
                for i, n in enumerate(b.nb[h]):
                    if self.flow[n][back[h][i]] > 0 and came[2 * n + 1] == -2:
                        came[2 * n + 1] = node
                        queue.append(2 * n + 1)
        return came, -1

    def push(self) -> bool:
        """Send as much as fits along one more way."""
        came, node = self.search()
        if node < 0:
            self.came = came
            return False
        b = self.b
        back = lattice(b).back
        steps: list[tuple[int, int]] = []
        most = OPEN
        while came[node] >= 0:
            prior = came[node]
            steps.append((prior, node))
            h, n = prior // 2, node // 2
            if h == n:
                most = min(most, self.width[h] if node % 2 else self.used[h])
            elif not prior % 2:          # undoing flow that came from n
                most = min(most, self.flow[n][b.nb[n].index(h)])
            node = prior
        for prior, node in steps:
            h, n = prior // 2, node // 2
            if h == n:
                by = most if node % 2 else -most
                self.width[h] -= by
                self.used[h] += by
            elif prior % 2:
                i = b.nb[h].index(n)
                undone = min(most, self.flow[n][back[h][i]])
                self.flow[n][back[h][i]] -= undone
                self.flow[h][i] += most - undone
            else:
                self.flow[n][b.nb[n].index(h)] -= most
        return True

    def chain(self) -> list[int]:
        """The hexes to hold."""
        return [h for h in range(self.b.size) if self.came[2 * h] != -2 and self.came[2 * h + 1] == -2]
