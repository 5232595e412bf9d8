"""[9.7] Where a unit of the 11th Division may go by night, and what is in its way: steps of the rules, on a copy."""
from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from frente.games.brunete.rules.ch09_infiltration import KEEP_POINTS, Infiltration, left, price, refusal, spent
from frente.games.brunete.rules.ch09_movement import FULL_HALT, step_refusal
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Refusal


def on_the_move(p: Brunete, u: int) -> bool:
    """Whether a unit may be named now, or has been and goes on."""
    f = p.stack[-1] if p.stack else None
    return isinstance(f, Infiltration) and bool(f.spent) and u in p.board.infiltrators and f.unit in (-1, u)


class Night:
    """A copy in which one unit stands anywhere, with points spent on the way."""

    def __init__(self, p: Brunete, u: int) -> None:
        self.p = p.clone()
        self.f = f = self.p.frame(Infiltration)
        self.u = u
        self.pool = f.pool
        self.spent = spent(f, p, u)
        self.start = p.hex[u]

    def stand(self, h: int, cost: int) -> None:
        self.p.put(self.u, h)
        self.f.pool = self.pool - cost
        self.f.spent[self.p.board.infiltrators.index(self.u)] = self.spent + cost

    def price(self, t: int) -> int:
        """What a step to a neighbouring hex costs from where it stands, or a negative reason."""
        found = refusal(self.f, self.p, self.u, t)
        return found or price(self.f, self.p, self.u, t, self.left())

    def left(self) -> int:
        return left(self.f, self.p, self.u)

    def refusals(self, t: int, reason: int) -> list[Refusal]:
        if reason == KEEP_POINTS:
            return [Refusal("9.7f", "points-needed-to-clear", {"left": self.f.pool})]
        return [step_refusal(self.p, self.u, t, reason, self.left())]

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        """How many steps of a way it can make, and what keeps it from the next, or from ending there."""
        at, cost = self.start, 0
        for n, t in enumerate(way):
            self.stand(at, cost)
            step = self.price(t)
            if step < 0:
                return n, self.refusals(t, step)
            at, cost = t, cost + step
        self.stand(at, cost)
        return len(way), [] if self.p.fits(self.u, at) else self.refusals(at, FULL_HALT)

    def reach(self) -> dict[int, tuple[int, list[int]]]:
        """Hexes where it may end: points left, and the hexes on the way."""
        best = {self.start: 0}
        ways: dict[int, list[int]] = {self.start: []}
        queue = [(0, self.start)]
        found: dict[int, tuple[int, list[int]]] = {}
        while queue:
            cost, a = heappop(queue)
            if cost > best[a]:
                continue
            self.stand(a, cost)
            if a != self.start and self.p.fits(self.u, a):
                found[a] = self.left(), ways[a]
            for t in self.p.board.nb[a]:
                step = self.price(t)
                if step > 0 and (t not in best or cost + step < best[t]):
                    best[t] = cost + step
                    ways[t] = [*ways[a], t]
                    heappush(queue, (cost + step, t))
        return found
