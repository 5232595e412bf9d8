"""[6.3, 14] How a stack would move on, for whoever asks about a place: the prices and refusals of the step itself."""
from __future__ import annotations

from collections.abc import Sequence

from frente.games.heralds.rules.ch06_maneuver import fights
from frente.games.heralds.rules.ch06_stacks import has_fighters, step_cost, step_refusal, where
from frente.games.heralds.show.wizard_field import stack_choices
from frente.games.heralds.state.frames import Stack
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import Refusal, Side
from frente.kernel.way import Stride, Walker, cheapest, priced


def walkers(p: Heralds, side: Side, u: int) -> list[Walker]:
    """[6.2a] Only of a stack whose credit has been rolled: nobody knows how far another would come."""
    f = p.stack[-1] if p.stack else None
    return [Mover(p, f)] if isinstance(f, Stack) and u in f.units and f.credit >= 0 else []


class Mover(Walker):
    def __init__(self, p: Heralds, f: Stack) -> None:
        super().__init__(p.board.names, where(p, f), f.credit, "6.3a", True)
        self.p = p
        self.f = f
        self.armed = has_fighters(p, f.units)

    def around(self, a: int) -> list[Stride]:
        """A step that costs nothing is still a step."""
        return [Stride(t, max(step_cost(self.p, self.f, a, i, self.armed), 0.001))
                for i, t in enumerate(self.p.board.to[a])]

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, f = self.p, self.f.clone()
        a = self.at
        for n, t in enumerate(way):
            i = p.board.to[a].index(t)
            rule, key = step_refusal(p, f, a, i, self.armed)
            if key:
                return n, [refusal(p, rule, key, -1, t)]
            f.credit -= step_cost(p, f, a, i, self.armed)
            a = t
        return len(way), []

    def odds(self, h: int) -> dict[str, str]:
        """[7c] Of each assault it could make from there, if nobody stops it on the way: as its card will say then."""
        q = self.p.clone()
        f = q.frame(Stack)
        f.credit -= sum([int(x.cost) for x in priced(self, cheapest(self, h))])
        for u in f.units:
            q.put(u, h)
        found = stack_choices(q, f, fights(q, f)) if f.credit >= 0 else {}
        return {word.partition(":")[2]: f"{x['chance']:.0%}" for word, x in found.items()
                if word.startswith("assault:") and "chance" in x}
