"""The laws of the engine over random play, with random options, in all scenarios; and the fuzzer of illegal acts."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.storm import GAME
from frente.games.storm.state.position import ELIMINATED
from frente.kernel.check import check_game
from frente.kernel.codec import CodecError
from tests.golden import any_options, refused
from tests.storm.lay import empty, fill, put, unit

SCENARIOS = [s.id for s in GAME.scenarios]


@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(SCENARIOS)))
def test_every_law_holds_along_a_random_game(scenario: str, seed: int) -> None:
    report = check_game(GAME, scenario, any_options(GAME, seed), seed=seed, every=60)
    assert report.outcome is not None
    assert report.looked > 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_law_holds_with_the_default_options(scenario: str) -> None:
    assert check_game(GAME, scenario, {}, seed=99, every=60).acts > 100


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_was_not_offered_is_accepted(seed: int) -> None:
    p = GAME.start(SCENARIOS[seed % 3], GAME.settled(any_options(GAME, seed)))
    assert refused(GAME, p, Random(seed), 700) > 300


def test_laws_name_the_rule_that_is_broken() -> None:
    p = empty()
    fill(p, "C", 0, 11)
    assert any(x.startswith("3.2a") for x in GAME.broken_laws(p))
    q = empty()
    put(q, "1", "n-leg-1")
    assert any(x.startswith("2i") for x in GAME.broken_laws(q))
    r = empty()
    r.hand[0] = 6
    assert {x.split(":")[0] for x in GAME.broken_laws(r)} >= {"1.3", "6c", "6i"}
    s = empty()
    s.at[unit(s, "n-leg-1")] = ELIMINATED
    s.spent[unit(s, "n-leg-1")] = 1
    s.morale = 3
    s.sp[0] = -1
    assert {x.split(":")[0] for x in GAME.broken_laws(s)} >= {"1.1c", "3.4.1e", "5c"}


def test_a_saved_position_that_lacks_something_is_refused_in_one_sentence() -> None:
    p = GAME.start("drive", GAME.settled({}))
    data = GAME.dump(p)
    del data["control"]
    with pytest.raises(CodecError, match="cannot be read"):
        GAME.restore(data, p)
