"""A computer player for any game on the kit: it walks towards what is worth points and attacks where the odds are good.

Its answers are found by the kit's steps that the game plays, whatever they are called there. It is a yardstick and a
first opponent, no master; a game that wants more writes its own doctrine.

    DOCTRINES = {"greedy": Greedy(frames_of("moscow"), MARCH, FIGHT, goals)}
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from frente.kernel.flow import PASS, Act, Frame, Position, Side, Step, steps_of
from frente.kit import battle, move
from frente.kit.counters import Counters
from frente.kit.search import flood
from frente.kit.table import BELOW

C = TypeVar("C", bound=Counters)
Answer = Callable[[Any, Side, list[Act], Any], Act | None]
FAR: Final = 99                          # further than any goal
GROUND: Final = 3.0                      # what it is worth that a space is left by the enemy, in steps
LEAST: Final = 0.25                      # an attack has to gain so much


class Greedy(Generic[C]):
    """A doctrine (see ``frente.ai.captain``). *goals*: the spaces a side wants now."""

    def __init__(self, frames: Mapping[str, type[Frame]], march: move.Rules[C], fight: battle.Rules[C],
                 goals: Callable[[C, Side], list[int]]) -> None:
        self.march = march
        self.fight = fight
        self.goals = goals
        known: list[tuple[type[Step[Any, Any]], Answer]] = [
            (move.Choose, self.choose), (move.March, self.step), (battle.Target, self.target), (battle.Join, self.join),
            (battle.Lose, self.lose), (battle.Retreat, self.retreat), (battle.Advance, self.advance)]
        self.answers: dict[str, Answer] = {
            type(step).__name__: answer for kind in frames.values() for step in steps_of(kind) for sort, answer in known
            if isinstance(step, sort)}

    def epoch(self, p: Position, side: Side) -> tuple[int, str]:
        return len(p.stack), type(p.step()).__name__

    def plan(self, p: Any, side: Side) -> None:
        """Everything is answered from the board as it is."""

    def worth(self, p: Any, side: Side) -> float:
        """Steps on the map, and goals that need no more taking."""
        steps = sum(p.steps[u] * (1 if p.force.side[u] == side else -1) for u in range(p.force.size) if p.hex[u] >= 0)
        return float(steps) - GROUND * len(self.goals(p, side))

    # -- movement

    def distances(self, p: C, side: Side) -> list[int]:
        """By space: steps to the nearest goal."""
        return flood(p.ground.nb, self.goals(p, side), [False] * p.ground.size)

    def ahead(self, p: C, u: int, left: int, mode: int, first: bool, far: list[int]) -> list[int]:
        """The way to the best space within reach, [] if none is better than this one."""
        w = self.march.walk(p, u)
        w.go(p.hex[u], left, mode, first)
        best, to = far[p.hex[u]] if far[p.hex[u]] >= 0 else FAR, -1
        for h, state in w.best().items():
            if 0 <= far[h] < best and p.fits(u, h):
                best, to = far[h], state
        return w.way(to) if to >= 0 else []

    def choose(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        far = self.distances(p, side)
        for act in acts:
            u = act.arg
            if act != PASS and self.ahead(p, u, self.march.points(p, u), self.march.mode(p, u), True, far):
                return act
        return PASS

    def step(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        f = p.frame(move.Move)
        way = self.ahead(p, f.unit, f.left, f.mode, not f.moved, self.distances(p, side))
        return p.ground.acts[way[0]] if way else move.STOP

    # -- combat

    def gain(self, p: C, units: list[int], t: int) -> float:
        """What an attack may be expected to bring, in steps; losses of one's own count as well."""
        column = self.fight.column(p, units, t)
        if column == BELOW:
            return -GROUND
        steps = sum([p.steps[u] for u in p.pile(t)])
        cells = self.fight.table(p).results(column)
        total = 0.0
        for r in cells:
            total += min(r.defender, steps) - r.attacker
            total += GROUND if r.retreat or r.defender >= steps else 0.0
        return total / len(cells)

    def target(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        best, found = LEAST, PASS
        for act in acts:
            if act != PASS:
                gain = self.gain(p, self.fight.able(p, side, act.arg), act.arg)
                if gain > best:
                    best, found = gain, act
        return found

    def join(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        return acts[0]                   # everybody who can; then it is declared

    def lose(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        return min(acts, key=lambda a: (p.force.strength[a.arg] / p.force.steps[a.arg], -p.steps[a.arg], a.arg))

    def retreat(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        far = self.distances(p, side)    # to where it can be of use again, and not next to the enemy
        return min(acts, key=lambda a: (p.zone[1 - side][a.arg], far[a.arg], a.arg))

    def advance(self, p: C, side: Side, acts: list[Act], plan: object) -> Act:
        return acts[0]
