"""Lessons: a first game of ten minutes on the real engine, told step by step.

A lesson is data of its game (``text/lesson.toml``): where it begins, by acts through the referee from a chosen seed,
and chapters of steps. A step says something and wants something: an act, a look, a question, or to be read.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from frente.kernel.catalog import Game
from frente.kernel.deployment import as_in_history
from frente.kernel.referee import Match


class Lesson(NamedTuple):
    scenario: str
    side: str
    opponent: str
    seed: str
    start: list[str]                     # “side act”, after the set-up
    chapters: list[dict[str, Any]]


def exists(game: Game[Any]) -> bool:
    return (game.folder / "text" / "lesson.toml").exists()


@lru_cache
def lesson(game: Game[Any]) -> Lesson:
    with (game.folder / "text" / "lesson.toml").open("rb") as f:
        table = tomllib.load(f)
    return Lesson(table["scenario"], table["side"], table["opponent"], table["seed"], table["start"], table["chapter"])


def begin(match: Match, course: Lesson) -> None:
    """Bring a new game to where its lesson begins."""
    as_in_history(match, Random(course.seed))
    for line in course.start:
        side, _, word = line.partition(" ")
        match.play(side, word)


def spoken(value: Any, language: str) -> Any:
    """The same with the texts of one language: a table of languages becomes its text."""
    if isinstance(value, Mapping):
        if "en" in value:
            return value.get(language, value["en"])
        return {k: spoken(v, language) for k, v in value.items()}
    return [spoken(x, language) for x in value] if isinstance(value, list) else value
