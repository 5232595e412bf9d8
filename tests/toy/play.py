"""Helpers to play the toy game in tests."""
from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from frente.kernel.catalog import GAMES
from frente.kernel.referee import Match


def known_as_toy() -> Iterator[None]:
    """While this lasts, the toy is a game like any other. Test modules make a module fixture of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "toy", "tests.toy")
        yield


def random_act(match: Match, rng: Random) -> tuple[int, str]:
    side = rng.choice(sorted(match.choices()))
    return side, match.word(rng.choice(match.choices()[side]))


def random_match(seed: int, acts: int = 10_000, scenario: str = "long", ridge: bool = False) -> Match:
    """A game played at random to its end, or for so many acts of the sides."""
    match = Match.new("toy", scenario, {"ridge": ridge}, seed=f"seed {seed}")
    rng = Random(seed)
    while not match.over and acts:
        match.play(*random_act(match, rng))
        acts -= 1
    return match
