"""[11, 12] How units would march, for whoever asks about a hex: the tolls and stops of the march itself."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.tscw.rules.ch12_movement import EXPOSED, LOCKED, Move, goal_of, halt, points, stack_toll, step_refusal
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_odds import Attack, table_column
from frente.games.tscw.rules.ch13_targets import able, attackable
from frente.games.tscw.state.position import FIT, Tscw
from frente.kernel.flow import Refusal, Side
from frente.kernel.way import Stride, Walker

PLENTY: Final = 99


def walkers(p: Tscw, side: Side, u: int) -> list[Walker]:
    """[12.11a] Operational movement, and march movement for whoever may."""
    b = p.board
    if p.hex[u] < 0 or not p.allowance(u):
        return []
    f = p.stack[-1] if p.stack else None
    if isinstance(f, Move) and u in f.units:
        return [Marcher(p, f, True, "")]
    kinds = [False, True] if isinstance(f, Movement) and p.state[u] & FIT else [False]
    goal = goal_of(p, u, p.duty[u])
    return [Marcher(p, Move(b.side[u], [u], march, p.hex[u], goal), isinstance(f, Movement),
                    f"{'march' if march else 'unit'}:{b.uid[u]}") for march in kinds]


class Marcher(Walker):
    def __init__(self, p: Tscw, f: Move, now: bool, first: str) -> None:
        self.p = p
        self.f = f
        left = points(p, f.units, f.march) - f.spent
        super().__init__(p.board.names, p.hex[f.units[0]], left, "2.11", now, first)

    def around(self, a: int) -> list[Stride]:
        """[11.5, 12.7, 12.11b] The price of the ground, where only a zone forbids the step."""
        b = self.p.board
        found: list[Stride] = []
        for i, t in enumerate(b.nb[a]):
            cost = stack_toll(self.p, self.f.units, a, i, PLENTY, True, self.f.march)
            if cost in (LOCKED, EXPOSED):
                cost = max([b.cost[b.cost_class[u]][a][i] for u in self.f.units])
            found.append(Stride(t, max(0, cost)))
        return found

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, f = self.p, self.f
        a, left, first = self.at, int(self.points), not f.moved
        for n, t in enumerate(way):
            cost = stack_toll(p, f.units, a, p.board.nb[a].index(t), left, first, f.march)
            if cost <= 0:
                g = f.clone()
                g.spent = f.spent + int(self.points) - left
                return n, [step_refusal(p, g, t, cost)]
            a, left, first = t, left - cost, False
        reason = halt(p, tuple(f.units), f.start, a, list(way), f.goal) if way else 0
        return len(way), [step_refusal(p, f, a, reason)] if reason else []

    def zone(self, h: int) -> str:
        return "11.2" if self.p.full[1 - self.f.side][h] else ""

    def odds(self, h: int) -> dict[str, str]:
        q, side = self.p.clone(), self.f.side
        for u in self.f.units:
            q.put(u, h)
        b = q.board
        found: dict[str, str] = {}
        for t in b.nb[h]:
            if not attackable(q, side, t, ()):
                continue
            units = able(q, side, t)
            if self.f.units[0] in units:             # [13.6] of the enemy only the top counter is in sight
                found[b.names[t]] = b.columns[table_column(q, Attack(side, t, units, [q.top[t]]))]
        return found
