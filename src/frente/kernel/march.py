"""Several units to one space as one order: together where the game lets them join, else one after another."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from frente.kernel.catalog import Game
from frente.kernel.explain import argument, sentence
from frente.kernel.flow import Position, Refusal, Side
from frente.kernel.inquiry import obstacles
from frente.kernel.referee import IllegalAct, Match
from frente.kernel.views import CannotDraw


def orders(match: Match, side: Side, units: Sequence[str], space: str) -> Iterator[str]:
    """The acts of the march, each made up when those before it have been carried out; IllegalAct if none can follow."""
    game, waiting = match.game, list(units)
    while waiting:
        first = waiting.pop(0)
        unit = argument(game, match.words(), "unit", first)
        way = _way(match, side, unit, space)
        verb = way[-1].partition(":")[0]
        begin = next(n for n, word in enumerate(way) if word.partition(":")[0] == verb)
        together = False
        for word in way[:begin]:
            yield word
            for join in game.joins:
                for other in [u for u in waiting if f"{join}:{u}" in offered(match, side)]:
                    yield f"{join}:{other}"
                    waiting.remove(other)
                    together = True
        yield from _way(match, side, unit, space) if together else way[begin:]
        if game.halt in offered(match, side):
            yield game.halt


def offered(match: Match, side: Side) -> list[str]:
    return [match.word(a) for a in match.choices().get(side, [])]


def _way(match: Match, side: Side, unit: int, space: str) -> list[str]:
    reach = match.game.reach(match.position, side, unit)
    if space not in reach:
        goal = argument(match.game, match.words(), "space", space)
        try:
            seen = match.game.determinize(match.position, side, Random(len(match.log)))
            found = obstacles(match.position, match.game.walkers(seen, side, unit), goal)[1]
        except CannotDraw as e:          # the one before it was stopped, and the other side is at work
            found = [Refusal("", e.key, {})]
        raise IllegalAct(sentence(match.game, found), found)
    return reach[space][1]


def warnings(game: Game[Any], p: Position, side: Side, units: Sequence[str], space: str, rng: Random) -> list[Refusal]:
    """What the march of each would bring upon the side itself."""
    try:
        seen = game.determinize(p, side, rng)
    except CannotDraw:
        return []
    words, found = game.words(p), []
    for name in units:
        reach = game.reach(p, side, argument(game, words, "unit", name))
        if space in reach:
            found += [r for r in game.warnings(seen, side, [words.act(x) for x in reach[space][1]]) if r not in found]
    return found
