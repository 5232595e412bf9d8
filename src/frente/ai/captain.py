"""The machinery of a planning opponent: a plan for every epoch, answers by the name of the step that asks.

What there is to know about a game stands in its doctrine. Here a plan is made when a new epoch begins or the old
one no longer fits; each question goes to the answer of its step, and where a doctrine has none, to a look at what
every act leads to.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from frente.ai.mixing import draw, mixed
from frente.kernel.flow import CHANCE, Act, Position, Side
from frente.kernel.views import CannotDraw, SeatView

LOOK_AHEAD: Final = 8                    # acts to look at before the first one has to do

Duel = tuple[list[Act], list[list[float]]]          # own acts, and what each gains against each of the other side's
Answer = Callable[[Any, Side, list[Act], Any], Act | Duel | None]
# Position, side, acts offered, plan -> what to do; None: look ahead.


class Doctrine(Protocol):
    """The knowledge of one game. Structural: a doctrine imports nothing from here."""

    answers: Mapping[str, Answer]        # by the name of the step

    def epoch(self, p: Position, side: Side) -> Hashable:
        """Changes when a new plan is due."""

    def plan(self, p: Position, side: Side) -> Any:
        """What the side means to do until the next epoch."""

    def worth(self, p: Position, side: Side) -> float:
        """How well a side stands."""


@dataclass
class Planned:
    """A plan and what it was made for."""

    epoch: Hashable
    plan: Any


class Captain:
    """Plays one seat by a doctrine."""

    def __init__(self, doctrine: Doctrine) -> None:
        self.doctrine = doctrine
        self.planned: Planned | None = None

    def choose(self, view: SeatView, rng: Random) -> Act:
        acts = view.acts
        if len(acts) == 1:
            return acts[0]
        try:
            p = view.sample(rng)
        except CannotDraw:               # nothing to reckon with: any answer is as good as another
            return rng.choice(acts)
        return self.answer(p, view.side, acts, rng)

    def answer(self, p: Position, side: Side, acts: list[Act], rng: Random) -> Act:
        """What to do in *p*, which is the player's own: plans keep it."""
        answer = self.doctrine.answers.get(type(p.step()).__name__)
        found = answer(p, side, acts, self.plan(p, side)) if answer is not None else None
        if isinstance(found, Act):
            if found in acts:
                return found
        elif found is not None:
            return found[0][draw(mixed(found[1]), rng)]
        return foresee(self.doctrine, p, side, acts)

    def plan(self, p: Position, side: Side) -> Any:
        """The plan of the present epoch: a cache, made anew whenever it does not fit."""
        epoch = self.doctrine.epoch(p, side)
        if self.planned is None or self.planned.epoch != epoch:
            self.planned = Planned(epoch, self.doctrine.plan(p, side))
        return self.planned.plan


def foresee(doctrine: Doctrine, p: Position, side: Side, acts: list[Act]) -> Act:
    """The act after which *side* stands best, dice averaged; the first one where there are too many to look at."""
    if len(acts) > LOOK_AHEAD:
        return acts[0]
    worths = [prospect(doctrine, p, side, act) for act in acts]
    return acts[worths.index(max(worths))]


def prospect(doctrine: Doctrine, p: Position, side: Side, act: Act) -> float:
    q = p.clone()
    q.apply(side, act)
    dice = q.choices().get(CHANCE)
    if dice is None:
        return doctrine.worth(q, side)
    total = 0.0
    for die in dice:
        after = q.clone()
        after.apply(CHANCE, die)
        total += doctrine.worth(after, side)
    return total / len(dice)
