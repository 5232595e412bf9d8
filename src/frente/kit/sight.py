"""What every game says of itself to a viewer in the same words: the question, who waits, tracks, boxes, verbs."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from frente.kernel.codec import Words
from frente.kernel.flow import Position, Side
from frente.kernel.views import Piece, Track, View

Row = tuple[str, int | None, str]        # a track: its name, its value, its rule


def view(p: Position, viewer: Side | None, words: Words, game: str, sides: Sequence[str], turn: int, *, scenario: str,
         facts: dict[str, Any], pieces: list[Piece], spaces: dict[str, list[str]], tracks: list[Track], result: str,
         hands: dict[str, list[str] | int] | None = None, phase: list[str] | None = None,
         extra: dict[str, Any] | None = None) -> View:
    """*phase*: the activities in progress, where they are not called by their classes."""
    step = p.step() if p.stack else None
    asked = p.choices()
    return View(
        game=game, scenario=scenario, viewer=sides[viewer] if viewer is not None else "", turn=turn,
        phase=[type(f).__name__ for f in p.stack] if phase is None else phase,
        waiting=[sides[s] for s in sorted(asked) if s >= 0],
        question=(step.prompt or type(step).__name__) if step else "", rule=step.rule if step else "", facts=facts,
        acts=[words.word(a) for a in asked.get(viewer, [])] if viewer is not None else [], pieces=pieces,
        spaces=spaces, tracks=tracks, hands=hands or {}, result=result, extra=extra or {})


def rows(side: str, values: Iterable[Row]) -> list[Track]:
    """Numbers on display, of one side or of both ("")."""
    return [{"id": name, "side": side, "value": value, "rule": rule} for name, value, rule in values]


def boxes(sides: Sequence[str], names: Iterable[str]) -> list[dict[str, str]]:
    """The boxes of each side for a screen."""
    found = list(names)
    return [{"id": name, "side": side, "title_key": f"box.{name}"} for side in sides for name in found]


def tracks(side: str, names: Iterable[str]) -> list[dict[str, str]]:
    """The tracks of one side, or of both (""), for a screen."""
    return [{"id": name, "side": side, "title_key": f"track.{name}"} for name in names]


def verbs(words: Words, kinds: Mapping[str, str]) -> dict[str, str]:
    """What each act names, for a screen: a thing to point at, or a button."""
    return {verb: kinds.get(verb, "button") for verb in words.vocabulary}


def tally(origins: Iterable[str]) -> dict[str, int]:
    """How many rest on what: text, geography, estimate."""
    found: dict[str, int] = {}
    for origin in origins:
        found[origin] = found.get(origin, 0) + 1
    return found
