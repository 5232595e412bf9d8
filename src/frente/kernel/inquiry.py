"""What a page may ask about a position before anybody decides, and the answers. Nothing here changes a game.

The server answers with this module and with nothing else, and `check` asks whatever stands here throughout whole games:
what could not be asked there cannot be asked by a page.
"""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from frente.kernel.catalog import Game
from frente.kernel.explain import BUTTON, argument, explain, prompt, reason
from frente.kernel.flow import CHANCE, Act, Fact, Position, Refusal, Side
from frente.kernel.views import CannotDraw, Piece
from frente.kernel.way import Walker, cheapest, priced

EXPLAIN: Final = "explain"               # what can be done with a thing, or why nothing
REACH: Final = "reach"                   # where a unit may go now
RANGE: Final = "range"                   # where any unit could go if it moved now
SUPPLY: Final = "supply"                 # the supply line of a unit
WARNINGS: Final = "warnings"             # what acts would bring upon oneself
OVERLAY: Final = "overlay"
CARD: Final = "card"                     # the battle being prepared
WAY: Final = "way"                       # what the march of a unit to a space costs and brings, or what is in its way
UNFINISHED: Final = "unfinished"         # what ending the present phase would leave undone
GAINS: Final = "gains"                   # what each offered step of an advance would gain or give up
KINDS: Final = (EXPLAIN, REACH, RANGE, SUPPLY, WARNINGS, OVERLAY, CARD, WAY, UNFINISHED, GAINS)
SHORT: Final = ("not-enough-mp", "credit-short")         # what a game says of one step that points do not pay for


class Question(NamedTuple):
    kind: str
    eyes: tuple[Side, ...] = ()          # the sides of whoever asks; none: a spectator
    side: Side | None = None             # the one in whose name he asks
    thing: str = ""                      # a unit, an overlay, or what is to be explained
    sort: str = ""                       # of what is to be explained: unit, space, button ...
    words: tuple[str, ...] = ()          # acts that are to follow one another
    space: str = ""                      # where a unit is to go


def answer(game: Game[Any], p: Position, q: Question, language: str, rng: Random, over: bool) -> dict[str, Any]:
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
        line = game.supply_line(p, argument(game, words, "unit", q.thing), q.eyes)
        return {"spaces": line if line and _stands(game, p, q, line[0]) else []}
    assert q.side is not None
    if q.kind == REACH:
        unit = argument(game, words, "unit", q.thing)
        reach = {} if over else game.reach(p, q.side, unit)
        return {"spaces": {h: {"left": left, "acts": acts} for h, (left, acts) in reach.items()}}
    if q.kind == UNFINISHED:
        return {"units": [], "places": {}, "cut-off": []} if over else _unfinished(game, p, q.side)
    if q.kind == GAINS:
        return {"gains": {} if over else _gains(game, p, q, language, rng)}
    if q.kind == WAY:
        return _way(game, p, q, language, rng, over)
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
        try:
            seen = game.determinize(p, q.side, rng)  # several acts at once might uncover what is hidden
        except CannotDraw:
            return {"warnings": []}
        return {"warnings": [reason(r, language, game) for r in game.warnings(seen, q.side, acts)]}
    if over:
        return {"acts": [], "refusals": [reason(Refusal("", "kernel.game-over", {}), language, game)]}
    found = explain(game, p, q.side, q.sort, q.thing)
    return {"acts": [words.word(a) for a in found.acts],
            "refusals": [reason(r, language, game) for r in found.refusals]}


def _stands(game: Game[Any], p: Position, q: Question, space: str) -> bool:
    """Whether the unit is seen in its space: for these eyes one under others has no line to show."""
    eyes: list[Side | None] = [*q.eyes] or [None]
    return any(x["id"] == q.thing and x["at"] == space for eye in eyes for x in game.view(p, eye).pieces)


def _way(game: Game[Any], p: Position, q: Question, language: str, rng: Random, over: bool) -> dict[str, Any]:
    """Within reach: the steps with their cost, what awaits the unit there, and the odds from there. Else what is in its
    way, and how far it would come."""
    assert q.side is not None
    words = game.words(p)
    unit, goal = argument(game, words, "unit", q.thing), argument(game, words, "space", q.space)
    reach = {} if over else game.reach(p, q.side, unit)
    try:
        seen: Position | None = game.determinize(p, q.side, rng)
    except CannotDraw:
        seen = None
    walkers = game.walkers(seen, q.side, unit) if seen is not None else ()
    result: dict[str, Any] = {"reachable": q.space in reach, "steps": [], "points": 0, "left": 0, "made": 0,
                              "refusals": [], "notes": [], "odds": {}, "nearest": "", "supplied": False}
    if q.space in reach:
        left, acts = reach[q.space]
        w = next((w for w in walkers if not w.first or w.first in acts), None)
        verb = acts[-1].partition(":")[0]
        way = [argument(game, words, "space", x.partition(":")[2]) for x in acts if x.partition(":")[0] == verb]
        notes = game.warnings(seen, q.side, [words.act(x) for x in acts]) if seen is not None else []
        if not notes and "supply" in game.overlays():
            result["supplied"] = True
        if w is not None:
            result |= _steps(w, way, len(way))
            if w.zone(goal):
                notes.insert(0, Refusal(w.zone(goal), "kernel.way-zone", {}))
            result["odds"] = w.odds(goal)
        return result | {"left": max(0, left), "notes": [reason(r, language, game) for r in notes]}
    found = [] if reach else _not_now(game, p, q.side, unit, over)
    best, why = obstacles(p, walkers, goal)
    if best is not None:
        w, way, made = best
        result |= _steps(w, way, made)
        result["nearest"] = next((w.names[h] for h in reversed(way[:made]) if w.names[h] in reach), "")
    return result | {"refusals": [reason(r, language, game) for r in found or why]}


def obstacles(p: Position, walkers: Sequence[Walker], goal: int
              ) -> tuple[tuple[Walker, list[int], int] | None, list[Refusal]]:
    """The cheapest way to a space out of reach and how many of its steps can be made, by the kind of march that comes
    nearest; and what is in the way: cost against points first."""
    best: tuple[Walker, list[int], int] | None = None
    found: list[Refusal] = []
    for w in walkers:
        way = cheapest(w, goal)
        made, why = w.walk(way)
        if not way or (best is not None and len(way) - made >= len(best[1]) - best[2]):
            continue
        best = (w, way, made)
        cost = sum([x.cost for x in priced(w, way)])
        found = [r for r in why if cost <= w.points or r.key not in SHORT]
        if cost > w.points:
            facts: dict[str, Fact] = {"cost": f"{cost:.4g}", "points": f"{w.points:g}"}
            found.insert(0, Refusal(w.rule, "kernel.way-needs", facts))
    if not found and p.choices():
        found = [Refusal(p.step().rule, "kernel.way-none" if best is None else "kernel.way-blocked", {})]
    return best, found


def _unfinished(game: Game[Any], p: Position, side: Side) -> dict[str, Any]:
    """Units that could still do something, places where something could be done, with the odds where there are any, and
    own units on the map that no supply reaches."""
    words, kinds, acts = game.words(p), game.kinds(), p.choices().get(side, [])
    named = {kind: [_name(words.vocabulary[a.verb], a) for a in acts if kinds.get(a.verb) == kind]
             for kind in ("unit", "space")}
    odds = game.card(p, side).get("targets", {})
    cut_off = _cut_off(game, p, side, _own(game, p, side)) if "supply" in game.overlays() else []
    return {"units": list(dict.fromkeys(named["unit"])), "cut-off": cut_off,
            "places": {x: odds.get(x, "") for x in dict.fromkeys(named["space"])}}


def _own(game: Game[Any], p: Position, side: Side) -> list[Piece]:
    return [x for x in game.view(p, side).pieces if x["side"] == game.sides[side]]


def _cut_off(game: Game[Any], p: Position, side: Side, own: list[Piece]) -> list[str]:
    """Own units that no supply reaches, of those that stand on the map and could march."""
    words = game.words(p)
    numbers = [argument(game, words, "unit", x["id"]) for x in own]
    found: list[str] = []
    for piece, unit, fed in zip(own, numbers, game.fed(p, side, numbers)):
        walkers = [] if fed else game.walkers(p, side, unit)
        if walkers and walkers[0].names[walkers[0].at] == piece["at"]:
            found.append(piece["id"])
    return found


def _gains(game: Game[Any], p: Position, q: Question, language: str, rng: Random) -> dict[str, Any]:
    """By act on offer that names a unit or a space: places won and lost, ground left open, units cut off.

    A unit that is only named goes on to the first space it is then offered.
    """
    side, words, kinds = q.side, game.words(p), game.kinds()
    assert side is not None
    offered = p.choices().get(side, [])
    acts = [a for a in map(words.act, q.words) if a in offered and kinds.get(a.verb) in ("unit", "space")]
    try:
        seen = game.determinize(p, side, rng)
    except CannotDraw:
        return {}
    before = _standing(game, seen, side)
    found: dict[str, Any] = {}
    for act in acts:
        after = seen.clone()
        after.apply(side, act)
        on = [a for a in after.choices().get(side, []) if kinds.get(a.verb) == "space"]
        if kinds[act.verb] == "unit" and on:
            after.apply(side, on[0])
        changed = _difference(before, _standing(game, after, side))
        found[words.word(act)] = [reason(r, language, game) for r in changed]
    return found


class _Standing(NamedTuple):
    goals: dict[str, str]                # what is fought for: by place, how much it is worth to whoever holds it
    held: set[str]                       # such places in one's own hands
    manned: set[str]                     # places with units of one's own
    cut_off: set[str]


def _standing(game: Game[Any], p: Position, side: Side) -> _Standing:
    goals = game.overlay(p, side, game.film.goals) if game.film.goals else {}
    mine = _own(game, p, side)
    manned = {x["at"] for x in mine}
    cut_off = _cut_off(game, p, side, mine) if "supply" in game.overlays() else []
    return _Standing({h: next((m for m in marks if m.isdigit()), "") for h, marks in goals.items()},
                     {h for h in goals if h in manned}, manned, set(cut_off))


def _difference(a: _Standing, b: _Standing) -> list[Refusal]:
    found: list[Refusal] = []
    for key, places in (("kernel.gain-goal", b.held - a.held), ("kernel.lose-goal", a.held - b.held),
                        ("kernel.leaves-open", a.manned - b.manned - a.held)):
        for h in sorted(places):
            found.append(Refusal("", key, {"space": h, "hex": h, "points": a.goals.get(h, "")}))
    for u in sorted(b.cut_off - a.cut_off):
        found.append(Refusal("", "kernel.cuts-off", {"unit": u}))
    return found


def _steps(w: Walker, way: list[int], made: int) -> dict[str, Any]:
    return {"steps": [{"space": w.names[x.space], "cost": round(x.cost, 2)} for x in priced(w, way)],
            "made": made, "points": w.points}


def _not_now(game: Game[Any], p: Position, side: Side, unit: int, over: bool) -> list[Refusal]:
    """What keeps a unit that can go nowhere from marching."""
    if over or not p.choices():
        return [Refusal("", "kernel.game-over", {})]
    why = explain(game, p, side, "unit", unit).refusals
    if side in p.choices():
        why = [r for r in why if not r.key.startswith("kernel.")]
    return why or [Refusal(p.step().rule, "kernel.way-not-now", {"question": prompt(p), "side": game.sides[side]})]


def drawn(game: Game[Any], p: Position, kind: str, rng: Random, only: Side | None = None) -> Question | None:
    """A question of that kind that a page could ask now, all about it drawn; None if the game has none.

    Whoever asks is one side, both at one screen or a spectator; with *only*, that side or a spectator. A thing is drawn
    from all there are, or, every other time, from those that acts on offer name; acts are one on offer, or the way to a
    space within reach.
    """
    side = rng.randrange(len(game.sides)) if only is None else only
    if kind in (OVERLAY, CARD):
        names = game.overlays() if kind == OVERLAY else ("",)
        eye = side if rng.random() < 0.75 else None
        return Question(kind, (), eye, rng.choice(names)) if names else None
    if kind == SUPPLY:
        eyes: list[tuple[Side, ...]] = [(), (side,), tuple(range(len(game.sides))) if only is None else (side,)]
        unit = _drawn_thing(game, p, "unit", rng)
        return Question(kind, rng.choice(eyes), None, unit) if unit else None
    if kind == EXPLAIN:
        sort = rng.choice([BUTTON, *sorted(set(game.kinds().values()))])
        thing = rng.choice(sorted(game.words(p).vocabulary)) if sort == BUTTON else _drawn_thing(game, p, sort, rng)
        return Question(kind, (side,), side, thing, sort) if thing else None
    if kind in (WARNINGS, GAINS):
        asked = [s for s in sorted(p.choices()) if s != CHANCE and only in (None, s)]
        return _drawn_acts(game, p, rng.choice(asked), rng)._replace(kind=kind) if asked else None
    if kind == UNFINISHED:
        return Question(kind, (side,), side)
    unit = _drawn_thing(game, p, "unit", rng)
    space = _drawn_thing(game, p, "space", rng) if kind == WAY else ""
    return Question(kind, (side,), side, unit, space=space) if unit and (space or kind != WAY) else None


def _drawn_thing(game: Game[Any], p: Position, sort: str, rng: Random) -> str:
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


def _drawn_acts(game: Game[Any], p: Position, side: Side, rng: Random) -> Question:
    act = rng.choice(p.choices()[side])
    words = [game.words(p).word(act)]
    if game.kinds().get(act.verb) == "unit":
        reach = game.reach(p, side, act.arg)
        if reach:
            words = reach[rng.choice(sorted(reach))][1] or words
    return Question(WARNINGS, (side,), side, words=tuple(words))
