"""What the doctrines of all games have: weights by scenario and side, and what a search asks of a captain besides.

A doctrine is known by its answers (see ``frente.ai.captain``); a game derives its captain from here, says when a new
plan is due, how it plans and what a position is worth, and for the general between which plans there is to decide.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import PASS, Act, Position, Side
from frente.kit.chance import Outlook, by_worth
from frente.kit.weights import Weights

P = TypeVar("P", bound=Position)
Answer = Callable[[Any, Side, list[Act], Any], Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Doctrine(Generic[P]):
    """A captain, and what a search has to know of him."""

    decisive: ClassVar[frozenset[str]] = frozenset()         # questions whose answers a search compares one by one
    rollouts: ClassVar[int] = 40         # that a decision is worth, if nobody says otherwise
    horizon: ClassVar[int] = 1           # turns that a rollout lasts

    def __init__(self, sides: Sequence[str], weights: Weights, answers: Mapping[str, Answer],
                 outlook: Outlook[P]) -> None:
        self.sides = sides
        self.weights = weights
        self.answers = answers           # by the name of the step
        self.outlook = outlook
        self.names = outlook.chances.names

    def weights_of(self, p: P, side: Side) -> Weights:
        return self.weights.at(self.outlook.scene(p), self.sides[side])

    # -- what a game says

    def epoch(self, p: P, side: Side) -> Hashable:
        """Changes when a new plan is due."""
        return 0

    def plan(self, p: P, side: Side) -> Any:
        raise NotImplementedError

    def worth(self, p: P, side: Side) -> float:
        """How well a side stands."""
        raise NotImplementedError

    # -- for a search

    def proposals(self, p: P, side: Side, acts: list[Act]) -> list[tuple[Act, Any]]:
        """Answers to a decisive question that are worth comparing, the best first, each with what is meant by it where
        an act can mean several things."""
        return []

    def resolved(self, p: P, side: Side, intent: Any) -> Any:
        """The plan of a side that has such an intent."""
        return self.plan(p, side)

    def plans(self, p: P, side: Side) -> list[tuple[str, Any]]:
        """Ways to play a turn, between which a search decides: names and doctrines."""
        return []

    def season(self, p: P, side: Side) -> int | None:
        """Changes when a new way is due."""
        return None

    def quiet(self, p: P, side: Side) -> bool:
        """Whether a position is one of those by which chances are learned and judged."""
        raise NotImplementedError

    def traits(self, p: P, side: Side) -> tuple[str, float, list[float]]:
        return self.outlook.traits(p, side)

    def chance(self, p: P, side: Side) -> float:
        found = self.outlook.chance(p, side)
        return found if found >= 0.0 else by_worth(self.worth(p, side))


# -- answers of every game


def best(acts: list[Act], scores: list[float]) -> Act:
    return acts[scores.index(max(scores))]


def first(p: Position, side: Side, acts: list[Act], plan: object) -> Act:
    return acts[0]


def none(p: Position, side: Side, acts: list[Act], plan: object) -> Act:
    return PASS
