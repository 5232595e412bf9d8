"""[scs.mov.1] How a unit or a group would march, for whoever asks about a hex: the tolls of the march itself."""
from __future__ import annotations

from collections.abc import Sequence

from frente.games.guadalajara.rules.ch01_combat import able
from frente.games.guadalajara.rules.ch01_move import Move, Movement, abandons, group, move_of, purse
from frente.games.guadalajara.rules.ch01_movement import tolls
from frente.games.guadalajara.rules.ch01_steps import ABANDON, ENEMY, price, refusal
from frente.games.guadalajara.show.cards import UNKNOWN, best_odds
from frente.games.guadalajara.state.board import ALL, MP
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Refusal, Side
from frente.kernel.way import Stride, Walker


def walkers(p: Guadalajara, side: Side, u: int) -> list[Walker]:
    if p.hex[u] < 0 or p.board.truck[u]:
        return []
    f = p.stack[-1] if p.stack else None
    if isinstance(f, Move) and u in group(f, p):
        return [Marcher(p, f, True)]
    asked = isinstance(f, Movement)
    return [Marcher(p, move_of(p, p.board.side[u], [u], isinstance(f, Movement) and f.exploit), asked)]


class Marcher(Walker):
    def __init__(self, p: Guadalajara, f: Move, now: bool) -> None:
        self.p = p
        self.f = f
        self.units = group(f, p) or f.units
        least = min([purse(f, u) for u in self.units])
        super().__init__(p.board.names, p.hex[self.units[0]], least / MP, "scs.mov.1", now)

    def around(self, a: int) -> list[Stride]:
        """Ground that is closed to a nationality is ground all the same: which rule closes it is told by the walk."""
        p, whole = self.p, self.points * MP
        found: list[Stride] = []
        for i, t in enumerate(p.board.nb[a]):
            costs = [price(p, u, a, i) for u in self.units]
            if min(costs) < 0 and ENEMY not in costs:
                costs = [p.board.cost[p.moves_as(u)][a][i] for u in self.units]
            cost = 0 if min(costs) <= 0 else max(costs)
            found.append(Stride(t, (whole if cost >= ALL else cost) / MP))
        return found

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, units = self.p, self.units
        probe = self.f.clone()
        probe.units = units
        probe.left = [purse(self.f, u) for u in units]
        a = self.at
        if not probe.moved and abandons(p, units, a):
            return 0, [refusal(p, units[0], a, ABANDON, probe.left[0])]
        for n, t in enumerate(way):
            i = p.board.toward(a, t)
            costs = tolls(probe, p, units, a, i)
            if costs[0] <= 0:
                who = next((u for u in units if price(p, u, a, i) < 0), units[0])
                return n, [refusal(p, who, t, costs[0], max(0, purse(probe, who)))]
            kept = probe.bonus if p.board.rail[a][i] else 0
            probe.left = [have - cost - probe.bonus + kept for have, cost in zip(probe.left, costs)]
            probe.bonus, probe.moved, probe.screen = kept, True, False
            a = t
        rule = p.room(units, a)
        return len(way), [Refusal(rule, "stack-not-legal", {"hex": self.names[a]})] if rule else []

    def zone(self, h: int) -> str:
        return "scs.zoc.2" if self.p.zone[1 - self.f.side][h] else ""

    def odds(self, h: int) -> dict[str, str]:
        q = self.p.clone()
        for u in self.units:
            q.put(u, h)
        b, side = q.board, self.f.side
        found = {b.names[t]: best_odds(q, side, t, side) for t in b.nb[h]
                 if q.holder(t) == 1 - side and any(u in able(q, side, t) for u in self.units)}
        return {t: odds for t, odds in found.items() if odds != UNKNOWN}
