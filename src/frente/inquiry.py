"""What a page may ask about a position before anybody decides, and the answers. Nothing here changes a game.

The server answers with this module and with nothing else, and `check` asks whatever stands here throughout whole games:
what could not be asked there cannot be asked by a page.
"""
from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from frente.catalog import Game
from frente.explain import BUTTON, argument, explain, reason
from frente.flow import CHANCE, Act, Position, Refusal, Side
from frente.views import CannotDraw

EXPLAIN: Final = "explain"               # what can be done with a thing, or why nothing
REACH: Final = "reach"                   # where a unit may go now
RANGE: Final = "range"                   # where any unit could go if it moved now
SUPPLY: Final = "supply"                 # the supply line of a unit
WARNINGS: Final = "warnings"             # what acts would bring upon oneself
OVERLAY: Final = "overlay"
CARD: Final = "card"                     # the battle being prepared
KINDS: Final = (EXPLAIN, REACH, RANGE, SUPPLY, WARNINGS, OVERLAY, CARD)


class Question(NamedTuple):
    kind: str
    eyes: tuple[Side, ...] = ()          # the sides of whoever asks; none: a spectator
    side: Side | None = None             # the one in whose name he asks
    thing: str = ""                      # a unit, an overlay, or what is to be explained
    sort: str = ""                       # of what is to be explained: unit, space, button ...
    words: tuple[str, ...] = ()          # acts that are to follow one another


def answer(game: Game, p: Position, q: Question, language: str, rng: Random, over: bool) -> dict[str, Any]:
    """The answer as plain data. *over*: the game has ended, perhaps before the rules would have ended it.

    What may not depend on hidden things is worked out where those are drawn afresh with *rng*. UnknownName and
    CodecError if there is no such thing or act.
    """
    if q.kind == OVERLAY:
        return {"marks": game.overlay(p, q.side, q.thing)}
    if q.kind == CARD:
        return {"card": {} if over else game.card(p, q.side)}
    words = game.words(p)
    if q.kind == SUPPLY:
        line = game.supply_line(p, argument(game, words, "unit", q.thing))
        return {"spaces": line if line and _stands(game, p, q, line[0]) else []}
    assert q.side is not None
    if q.kind == REACH:
        unit = argument(game, words, "unit", q.thing)
        reach = {} if over else game.reach(p, q.side, unit)
        return {"spaces": {h: {"left": left, "acts": acts} for h, (left, acts) in reach.items()}}
    if q.kind == RANGE:
        unit = argument(game, words, "unit", q.thing)
        try:
            return {"spaces": game.range(game.determinize(p, q.side, rng), unit)}
        except CannotDraw as e:
            return {"spaces": {}, "refusals": [reason(Refusal("", e.key, {}), language, game)]}
    if q.kind == WARNINGS:
        acts = [words.act(word) for word in q.words]
        if acts[0] not in p.choices().get(q.side, []):
            return {"warnings": []}
        seen = game.determinize(p, q.side, rng)      # several acts at once might uncover what is hidden
        return {"warnings": [reason(r, language, game) for r in game.warnings(seen, q.side, acts)]}
    if over:
        return {"acts": [], "refusals": [reason(Refusal("", "kernel.game-over", {}), language, game)]}
    found = explain(game, p, q.side, q.sort, q.thing)
    return {"acts": [words.word(a) for a in found.acts],
            "refusals": [reason(r, language, game) for r in found.refusals]}


def _stands(game: Game, p: Position, q: Question, space: str) -> bool:
    """Whether the unit is seen in its space: for these eyes one under others has no line to show."""
    eyes: list[Side | None] = [*q.eyes] or [None]
    return any(x["id"] == q.thing and x["at"] == space for eye in eyes for x in game.view(p, eye).pieces)


def drawn(game: Game, p: Position, kind: str, rng: Random) -> Question | None:
    """A question of that kind that a page could ask now, all about it drawn; None if the game has none.

    Whoever asks is one side, both at one screen or a spectator. A thing is drawn from all there are, or, every other
    time, from those that acts on offer name; acts are one on offer, or the way to a space within reach.
    """
    side = rng.randrange(len(game.sides))
    if kind in (OVERLAY, CARD):
        names = game.overlays() if kind == OVERLAY else ("",)
        eye = side if rng.random() < 0.75 else None
        return Question(kind, (), eye, rng.choice(names)) if names else None
    if kind == SUPPLY:
        eyes: list[tuple[Side, ...]] = [(), (side,), tuple(range(len(game.sides)))]
        unit = _drawn_thing(game, p, "unit", rng)
        return Question(kind, rng.choice(eyes), None, unit) if unit else None
    if kind == EXPLAIN:
        sort = rng.choice([BUTTON, *sorted(set(game.kinds().values()))])
        thing = rng.choice(sorted(game.words(p).vocabulary)) if sort == BUTTON else _drawn_thing(game, p, sort, rng)
        return Question(kind, (side,), side, thing, sort) if thing else None
    if kind == WARNINGS:
        asked = [s for s in sorted(p.choices()) if s != CHANCE]
        return _drawn_acts(game, p, rng.choice(asked), rng) if asked else None
    unit = _drawn_thing(game, p, "unit", rng)
    return Question(kind, (side,), side, unit) if unit else None


def _drawn_thing(game: Game, p: Position, sort: str, rng: Random) -> str:
    """A thing of that sort by its name, or ""."""
    kinds = game.kinds()
    vocabulary = game.words(p).vocabulary
    if rng.random() < 0.5:
        offered = [a for acts in p.choices().values() for a in acts if kinds.get(a.verb) == sort]
        if offered:
            act = rng.choice(offered)
            return _name(vocabulary[act.verb], act)
    names = [vocabulary[verb] for verb, kind in kinds.items() if kind == sort and vocabulary.get(verb)]
    some = rng.choice(names) if names else None
    return rng.choice(some) if some else ""


def _name(names: list[str] | None, act: Act) -> str:
    return str(act.arg) if names is None else names[act.arg]


def _drawn_acts(game: Game, p: Position, side: Side, rng: Random) -> Question:
    act = rng.choice(p.choices()[side])
    words = [game.words(p).word(act)]
    if game.kinds().get(act.verb) == "unit":
        reach = game.reach(p, side, act.arg)
        if reach:
            words = reach[rng.choice(sorted(reach))][1] or words
    return Question(WARNINGS, (side,), side, words=tuple(words))
