"""Exact odds without a second copy of the rules: play out every die, answer the questions in between.

When there are too many lines to follow, the same question is answered by a sample, and the answer says so.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from frente.kernel.flow import CHANCE, Act, Position, Side

Stop = Callable[[Position], bool]
Answer = Callable[[Position, Side, list[Act]], Act]
Key = Callable[[Position], Hashable]

LIMIT: Final = 20_000                    # lines to follow before giving up exactness
SAMPLES: Final = 2_000


@dataclass
class Result:
    """One outcome: how likely it is, and a position that shows it (one of those that were merged)."""

    probability: Fraction
    position: Position


@dataclass
class Odds:
    """A distribution of outcomes. exact: every line was followed; else *lines* games were sampled."""

    exact: bool
    lines: int
    results: list[Result]

    def chance(self, wanted: Stop) -> Fraction:
        """How likely an outcome for which *wanted* holds is."""
        return sum((r.probability for r in self.results if wanted(r.position)), Fraction(0))

    def mean(self, value: Callable[[Position], float]) -> float:
        return sum(float(r.probability) * value(r.position) for r in self.results)


def expand(p: Position, stop: Stop, answer: Answer, key: Key, limit: int = LIMIT, samples: int = SAMPLES,
           rng: Random | None = None) -> Odds:
    """How things stand when *stop* first holds (or the game ends), starting from *p*, which does not change.

    Sides decide by *answer*; outcomes with the same *key* are merged. Beyond *limit* lines the answer is a sample
    of *samples* games, drawn with *rng* (by default always the same).
    """
    found: dict[Hashable, Position] = {}
    weights: dict[Hashable, dict[int, int]] = {}        # key -> denominator -> numerator: integers until the end
    todo: list[tuple[Position, int, int]] = [(p.clone(), 1, 1)]
    lines = 0
    while todo:
        q, top, bottom = todo.pop()
        _decide(q, stop, answer)
        offered = q.choices().get(CHANCE)
        if offered is None or stop(q):
            lines += 1
            k = key(q)
            found.setdefault(k, q)
            shares = weights.setdefault(k, {})
            shares[bottom] = shares.get(bottom, 0) + top
            continue
        counts: dict[Act, int] = {}
        for act in offered:
            counts[act] = counts.get(act, 0) + 1
        if lines + len(todo) + len(counts) > limit:
            return sample(p, stop, answer, key, samples, rng)
        n = len(offered)
        left = len(counts)
        for act, times in counts.items():
            left -= 1
            branch = q.clone() if left else q           # the last branch may use the position up
            branch.apply(CHANCE, act)
            todo.append((branch, top * times, bottom * n))
    return Odds(True, lines, [
        Result(sum((Fraction(t, b) for b, t in weights[k].items()), Fraction(0)), found[k]) for k in found])


def sample(p: Position, stop: Stop, answer: Answer, key: Key, samples: int = SAMPLES,
           rng: Random | None = None) -> Odds:
    """The same as expand(), estimated from *samples* games."""
    dice = Random(0) if rng is None else rng
    found: dict[Hashable, Position] = {}
    counts: dict[Hashable, int] = {}
    for _ in range(samples):
        q = p.clone()
        _decide(q, stop, answer)
        while CHANCE in q.choices() and not stop(q):
            q.apply(CHANCE, dice.choice(q.choices()[CHANCE]))
            _decide(q, stop, answer)
        k = key(q)
        found.setdefault(k, q)
        counts[k] = counts.get(k, 0) + 1
    return Odds(False, samples, [Result(Fraction(counts[k], samples), found[k]) for k in found])


def _decide(q: Position, stop: Stop, answer: Answer) -> None:
    """Let the sides answer until chance is asked, *stop* holds or the game is over."""
    while True:
        asked = q.choices()
        if not asked or CHANCE in asked or stop(q):
            return
        side = min(asked)
        act = answer(q, side, asked[side])
        if act not in asked[side]:
            raise ValueError(f"the answer {act} was not among those offered to side {side}")
        q.apply(side, act)
