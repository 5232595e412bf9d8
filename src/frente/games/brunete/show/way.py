"""[4.1, 9.2] How a unit would march, for whoever asks about a hex: the tolls of the march itself."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.brunete.rules.ch09_movement import (
    FULL,
    FULL_HALT,
    NORMAL,
    Move,
    Movement,
    budget,
    first_mode,
    mode_after,
    raw_toll,
    step_refusal,
)
from frente.games.brunete.rules.ch10_combat import able, column_name, target_refusals
from frente.games.brunete.show.infiltration import Night, on_the_move
from frente.games.brunete.show.preview import best_column
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Refusal, Side
from frente.kernel.way import Stride, Walker

PLENTY: Final = 99


def walkers(p: Brunete, side: Side, u: int) -> list[Walker]:
    if p.hex[u] < 0 or not p.board.move[u][p.steps[u]]:
        return []
    f = p.stack[-1] if p.stack else None
    if isinstance(f, Move) and f.unit == u:
        return [Marcher(p, u, f.left, f.mode, f.moved, True)]
    if on_the_move(p, u):
        return [Infiltrator(p, u)]
    occasion = f.occasion if isinstance(f, Movement) else NORMAL
    return [Marcher(p, u, budget(p, u, occasion), first_mode(p, u, occasion), False, isinstance(f, Movement))]


class Marcher(Walker):
    def __init__(self, p: Brunete, u: int, left: int, mode: int, moved: bool, now: bool) -> None:
        super().__init__(p.board.names, p.hex[u], max(0, left), "9.2", now)
        self.p = p
        self.u = u
        self.left = left
        self.mode = mode
        self.moved = moved

    def around(self, a: int) -> list[Stride]:
        return [Stride(t, max(0, raw_toll(self.p, self.u, a, i, PLENTY, 0, False)))
                for i, t in enumerate(self.p.board.nb[a])]

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, u = self.p, self.u
        a, left, mode, moved = self.at, self.left, self.mode, self.moved
        for n, t in enumerate(way):
            i = p.board.nb[a].index(t)
            cost = raw_toll(p, u, a, i, left, mode, moved)
            if cost > 0 and p.opt.continuous_supply and not p.fits(u, t):
                cost = FULL
            if cost <= 0:
                return n, [step_refusal(p, u, t, cost, max(0, left))]
            left -= cost
            mode = mode_after(p, u, a, i, mode)
            a, moved = t, True
        return len(way), [] if p.fits(u, a) else [step_refusal(p, u, a, FULL_HALT, max(0, left))]

    def zone(self, h: int) -> str:
        return "4.1a" if self.p.zone[1 - self.p.board.side[self.u]][h] else ""

    def odds(self, h: int) -> dict[str, str]:
        q = self.p.clone()
        q.put(self.u, h)
        b, side = q.board, q.board.side[self.u]
        return {b.names[t]: column_name(best_column(q, side, t)) for t in b.nb[h]
                if q.holder(t) == 1 - side and not target_refusals(q, side, t) and self.u in able(q, side, t)}


class Infiltrator(Marcher):
    """[9.7c, R30] By night: the points of the division and its own, no road bonus, and Brunete to be cleared."""

    def __init__(self, p: Brunete, u: int) -> None:
        night = Night(p, u)
        super().__init__(p, u, night.left(), 0, night.spent > 0, True)
        self.night = night
        self.rule = "9.7c"

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        return self.night.walk(way)
