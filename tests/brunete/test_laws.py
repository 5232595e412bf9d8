"""The laws of the engine over random play, with random options, in both scenarios; and the fuzzer of illegal acts."""
from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frente.kernel.catalog import find
from frente.kernel.check import check_game
from frente.kernel.flow import Act
from frente.kernel.referee import IllegalAct, Match
from tests.golden import any_options

GAME = find("brunete")


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("offensive", 0), ("offensive", 2)])
def test_every_law_holds_along_a_random_game(scenario: str, seed: int) -> None:
    report = check_game(GAME, scenario, any_options(GAME, seed), seed=seed, every=60)
    assert report.outcome is not None
    assert report.looked > 5


@pytest.mark.parametrize("scenario", ["campaign", "offensive"])
def test_every_law_holds_with_the_default_options(scenario: str) -> None:
    assert check_game(GAME, scenario, {}, seed=99, every=80).acts > 100


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(0, 900), tries=st.integers(1, 10_000))
def test_nothing_that_was_not_offered_is_accepted(seed: int, length: int, tries: int) -> None:
    rng = Random(seed)
    match = Match.new("brunete", "offensive" if seed % 2 else "campaign", any_options(GAME, seed), seed=str(seed))
    for _ in range(length):
        asked = match.choices()
        if not asked:
            break
        side = rng.choice(sorted(asked))
        match.play(side, rng.choice(asked[side]))
    if not match.choices():
        return
    vocabulary = GAME.words(match.position).vocabulary
    before = GAME.dump(match.position)
    rng = Random(tries)
    refused = 0
    for _ in range(120):
        verb = rng.choice(sorted(vocabulary))
        names = vocabulary[verb]
        act = Act(verb, rng.randrange(len(names)) if names else rng.randrange(7))
        side = rng.choice([0, 1])
        if side in match.choices() and act in match.choices()[side]:
            continue
        with pytest.raises(IllegalAct) as wrong:
            match.play(side, act)
        assert wrong.value.refusals
        refused += 1
    assert refused > 50
    assert GAME.dump(match.position) == before
