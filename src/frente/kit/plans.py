"""What acts would lead to: a plan played out on a copy, ways found by playing, and what the numbers of a card say."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

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


def explored(p: P, side: Side, verb: str, names: Sequence[str], way: list[str],
             going: Callable[[P, int], bool], left: Callable[[P], int]) -> Reach:
    """Where a march may go by acts of one verb, found by playing: *way* has led to *p*; *going*: the march goes on
    from the space that was entered (-1: from the start); *left*: its points. They only fall, so it ends."""
    found: Reach = {}
    queue = [(p, way, -1)]
    for q, path, at in queue:            # grows while it is walked
        if not going(q, at):
            continue
        for act in q.choices()[side]:
            if act.verb == verb:
                r = q.clone()
                r.apply(side, act)
                name, points = names[act.arg], left(r)
                if name not in found or found[name][0] < points:
                    found[name] = (points, [*path, f"{verb}:{name}"])
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
