"""Set-up as in history: where a scenario leaves it free, a stored deployment answers its questions.

A deployment only says which of the offered acts to take. Whoever asks for it plays them through the referee like any
others, so legality has one source and the record does not know the difference.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from frente.kernel.catalog import Game, OptionValue
from frente.kernel.flow import Act, Position, Side
from frente.kernel.referee import Match
from frente.kernel.views import View


class Deployment(NamedTuple):
    """One way in which a side stood. A game of secrets has several, so that nobody knows which it was."""

    side: str
    source: str                          # text, geography or estimate
    answers: Mapping[str, Any]           # question -> acts in order of preference, or by the unit that is placed


@lru_cache
def deployments(game: Game[Any], scenario: str) -> list[Deployment]:
    """Those stored for a scenario of a game."""
    path = game.folder / "data" / "setup.toml"
    if not path.exists():
        return []
    with path.open("rb") as f:
        stored = tomllib.load(f)["deployment"]
    return [Deployment(d["side"], d["source"], d["answers"]) for d in stored if scenario in d["scenarios"]]


def asked(game: Game[Any], p: Position) -> Side | None:
    """The side that is asked about its set-up now."""
    sides = [s for s in p.choices() if s >= 0]
    return min(sides) if sides and type(p.step()).__name__ in game.set_up else None


def rest(match: Match, side: Side, rng: Random) -> list[str]:
    """The acts that finish a side's set-up as in history, from whatever has been placed already."""
    stood = stored(match, side)
    return finished(match, match.position, side, rng.choice(stood).answers if stood else {})


def stored(match: Match, side: Side) -> list[Deployment]:
    return [d for d in deployments(match.game, match.scenario) if d.side == match.game.sides[side]]


def finished(match: Match, p: Position, side: Side, answers: Mapping[str, Any]) -> list[str]:
    """The acts by which *answers* finish a side's set-up; *p* itself stays as it is."""
    p = p.clone()
    found: list[str] = []
    while asked(match.game, p) == side:
        act = answer(match, p, side, answers)
        p.apply(side, act)
        found.append(match.word(act))
    return found


def answer(match: Match, p: Position, side: Side, answers: Mapping[str, Any]) -> Act:
    """What the deployment answers; where that is not offered, since somebody stands there, the first act that is."""
    view = match.game.view(p, side)
    offered = p.choices()[side]
    known = answers.get(view.question, [])
    wishes = known if isinstance(known, list) else [known.get(subject(match.game, view), "")]
    words = {match.word(act): act for act in offered}
    return next((words[w] for w in wishes if w in words), offered[0])


def subject(game: Game[Any], view: View) -> str:
    """What is being placed: a unit, or what a piece that hides stands for, as its owner knows."""
    unit = str(view.facts.get("unit", ""))
    if "piece" not in game.kinds():
        return unit
    return next((str(p["size"]) for p in view.pieces if p["id"] == unit), unit)


def as_in_history(match: Match, rng: Random) -> None:
    """Set up whatever the scenario leaves free."""
    while (side := asked(match.game, match.position)) is not None:
        for word in rest(match, side, rng):
            match.play(side, word)
    match.opening = len(match.log)


def historical(match: Match) -> bool:
    """Whether a game was set up as in history, whoever did it."""
    return _followed(match) >= 0


def opening(match: Match) -> int:
    """How many acts a set-up as in history took; 0 if it was another, or has not ended."""
    return max(0, _followed(match)) if asked(match.game, match.position) is None else 0


def _followed(match: Match) -> int:
    """The acts that follow stored deployments up to the end of the set-up or of the log; -1 if some do not."""
    game = match.game
    p: Position = game.start(match.scenario, match.options)
    n = 0
    while n < len(match.log) and (side := asked(game, p)) is not None:
        stood = stored(match, side)
        while n < len(match.log) and asked(game, p) == side:
            act = match.log[n].act
            stood = [d for d in stood if answer(match, p, side, d.answers) == act]
            if not stood:
                return -1
            p.apply(side, act)
            n += 1
    return n


class Progress(NamedTuple):
    placed: int
    of: int


def progress(match: Match) -> Progress | None:
    """How far the set-up has come of the side that is asked about it; None if nobody is."""
    game = match.game
    side = asked(game, match.position)
    if side is None:
        return None
    placed = sum([e.side == side and e.act.verb == game.placing for e in match.log])
    of = to_place(game, match.scenario, tuple(sorted(match.options.items())))[side]
    return Progress(placed, max(of, placed + 1))


@lru_cache
def to_place(game: Game[Any], scenario: str, options: tuple[tuple[str, OptionValue], ...]) -> list[int]:
    """By side, how many pieces the scenario lets it place."""
    match = Match.new(game.slug, scenario, dict(options), seed="set-up")
    as_in_history(match, Random(0))
    return [sum([e.side == s and e.act.verb == game.placing for e in match.log]) for s in range(len(game.sides))]
