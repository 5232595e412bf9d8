"""[9.2] How a stack would march, for whoever asks about an area: the tolls of the march itself."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.storm.rules.ch09_movement import (
    ENEMY_BOX,
    NO_BATTLE,
    REASONS,
    March,
    allowance,
    battle_at,
    has_guns,
    toll,
)
from frente.games.storm.show.preview import combat_card
from frente.games.storm.state.board import SPACES
from frente.games.storm.state.frames import ASSAULT, Impulse, impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Refusal, Side
from frente.kernel.way import Stride, Walker

PLENTY: Final = 99


def walkers(p: Storm, side: Side, u: int) -> list[Walker]:
    if not 0 <= p.at[u] < SPACES:
        return []
    top = p.stack[-1] if p.stack else None
    if isinstance(top, March) and u in impulse(p).units:
        im = impulse(p)
        together = [x for x in im.units if p.at[x] == p.at[u]]       # 9.5e, 9.5g: fire may have driven some out
        return [Marcher(p, im.side, together, top.left, top.moved, im.kind == ASSAULT, True)]
    return [Marcher(p, p.board.side[u], [u], allowance(p, [u]), False, False, isinstance(top, Impulse))]


class Marcher(Walker):
    def __init__(self, p: Storm, side: Side, units: list[int], left: int, moved: bool, assault: bool,
                 now: bool) -> None:
        super().__init__(p.board.names, p.at[units[0]], left, "9.2d", now)
        self.p = p
        self.side = side
        self.units = units
        self.guns = has_guns(p, units)
        self.moved = moved
        self.assault = assault

    def around(self, a: int) -> list[Stride]:
        b = self.p.board
        found: list[Stride] = []
        for i, t in enumerate(b.nb[a]):
            cost = toll(self.p, self.side, len(self.units), self.guns, a, i, PLENTY, True)
            found.append(Stride(t, cost if cost > 0 else 0 if cost == ENEMY_BOX else b.step_cost))
        return found

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, side = self.p, self.side
        a, left, first, taken = self.at, int(self.points), not self.moved, 0
        for n, t in enumerate(way):
            i = p.board.nb[a].index(t)
            cost = toll(p, side, len(self.units), self.guns, a, i, left, first, taken)
            if cost <= 0:
                return n, [self.refused(cost, t, left)]
            mine = p.control[t] == side or bool(taken >> t & 1)
            if not mine and p.opt.stop_on_capture and n + 1 < len(way):
                return n + 1, [Refusal("9.2n", "capture-ends-move", {"area": self.names[t]})]
            a, left, first, taken = t, max(0, left - cost), False, taken if mine else taken | 1 << t
        if way and self.assault and not battle_at(p, side, a):
            return len(way), [self.refused(NO_BATTLE, a, left)]
        return len(way), []

    def odds(self, h: int) -> dict[str, str]:
        """[9.4.1] Of an assault there: what the defender loses on average, as the card will say."""
        if not self.assault or not self.p.count(1 - self.side, h):
            return {}
        card = combat_card(self.p, impulse(self.p), h)
        return {self.names[h]: f"{card['defender-loss']:.1f}"} if card else {}

    def refused(self, reason: int, t: int, left: int) -> Refusal:
        rule, key = REASONS[reason]
        return Refusal(rule, key, {"unit": self.p.board.uid[self.units[0]], "area": self.names[t], "left": left})
