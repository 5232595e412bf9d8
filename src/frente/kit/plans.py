"""What acts would lead to: a plan played out on a copy, ways found by playing, and what the numbers of a card say."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Act, P, Refusal, Side

Part = tuple[int, str, str]              # a modifier: value, rule, catalogue key
Chances = dict[str, float]               # by number of losses
Reach = dict[str, tuple[int, list[str]]]         # by space: points left, and the acts that lead there


def played(p: P, side: Side, acts: Sequence[Act]) -> P | None:
    """The position after acts of a side, one after another; None if one of them is not offered."""
    q = p.clone()
    for act in acts:
        if act not in q.choices().get(side, []):
            return None
        q.apply(side, act)
    return q


def warned(p: P, side: Side, acts: Sequence[Act], step: Callable[[P, Side, Act], list[Refusal]]) -> list[Refusal]:
    """What each act of a plan would bring upon the side itself, up to the first that something interrupts."""
    q = p.clone()
    found: list[Refusal] = []
    for act in acts:
        if act not in q.choices().get(side, []):
            break
        found += step(q, side, act)
        q.apply(side, act)
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Explorer(Generic[P]):
    """Where a march may go by acts of one verb, found by playing it on copies."""

    def __init__(self, side: Side, verb: str, names: list[str]) -> None:
        self.side = side
        self.verb = verb
        self.names = names

    def going(self, p: P, at: int) -> bool:
        """Whether the march goes on from the space it has entered (-1: from the start)."""
        raise NotImplementedError

    def left(self, p: P) -> int:
        """Its points; they only fall, so the search ends."""
        raise NotImplementedError

    def reach(self, p: P, way: list[str]) -> Reach:
        """*way*: the acts that have led to *p*."""
        found: Reach = {}
        queue = [(p, way, -1)]
        for q, path, at in queue:        # grows while it is walked
            if not self.going(q, at):
                continue
            for act in q.choices()[self.side]:
                if act.verb == self.verb:
                    r = q.clone()
                    r.apply(self.side, act)
                    name, points = self.names[act.arg], self.left(r)
                    if name not in found or found[name][0] < points:
                        found[name] = (points, [*path, f"{self.verb}:{name}"])
                        queue.append((r, found[name][1], act.arg))
        return found


def by_name(names: Sequence[str], first: Sequence[str], found: Mapping[int, tuple[int, list[int]]]) -> Reach:
    """A reach in hexes as acts: *first* begins the march."""
    return {names[h]: (left, [*first, *[f"hex:{names[t]}" for t in way]]) for h, (left, way) in found.items()}


def listed(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """Modifiers for a card."""
    return [{"value": value, "rule": rule, "key": key} for value, rule, key in parts]


def expected(chances: Chances) -> float:
    """How many losses on average."""
    return sum([int(k) * chance for k, chance in chances.items()])
