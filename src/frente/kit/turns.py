"""What happens in one side's turn in most games: judge supply, bring in what is due, open the phases.

A game derives its own frames and steps, gives each its rule, and says the order in ``play``:

    play(Turn, Supply(), Arrivals(), MovePhase(), CombatPhase())
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Frame, Side, Step
from frente.kit.counters import Pieces
from frente.kit.supply import Lines

P = TypeVar("P", bound=Pieces)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class PlayerTurn(Frame):
    """The phases of one side."""

    side: Side


@mypyc_attr(allow_interpreted_subclasses=True)
class Opens(Step[PlayerTurn, P]):
    """A phase that is an activity of its own: a frame that is made with the side alone."""

    frame: ClassVar[type[Frame]]

    def auto(self, f: PlayerTurn, p: P) -> None:
        kind: Any = self.frame
        p.call(kind(f.side))


@mypyc_attr(allow_interpreted_subclasses=True)
class JudgeSupply(Step[PlayerTurn, P]):
    """Mark the units of a side that no line reaches, all at once, and unmark the others."""

    bit: ClassVar[int] = 0               # the state of a unit that is out of supply

    def lines(self, p: P, side: Side) -> Lines:
        raise NotImplementedError

    def auto(self, f: PlayerTurn, p: P) -> None:
        lines = self.lines(p, f.side)
        for u in p.on_map(f.side):
            if lines.fed(p.hex[u]):
                p.unmark(u, self.bit)
            elif not p.state[u] & self.bit:
                p.mark(u, self.bit)
                p.tell(self.rule, "unsupplied", {"unit": p.force.uid[u]})


@mypyc_attr(allow_interpreted_subclasses=True)
class Arrivals(Step[PlayerTurn, P]):
    """Units that are due come to their space; one that the enemy holds or that is full makes them wait."""

    def due(self, p: P, u: int) -> int:
        """The space by which a unit that is off the map comes in now, or -1."""
        raise NotImplementedError

    def auto(self, f: PlayerTurn, p: P) -> None:
        for u in p.force.of[f.side]:
            h = self.due(p, u) if p.hex[u] < 0 else -1
            if h >= 0 and p.holder(h) != 1 - f.side and p.fits(u, h):
                p.put(u, h)
                p.tell(self.rule, "arrived", {"unit": p.force.uid[u], "hex": p.ground.names[h]})
