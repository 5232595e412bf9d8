"""The laws of the engine over whole games of captains, with a page that asks all the way; see also scripts/soak.py.

Here the shortest scenario of every game; `--every-scenario` plays them all.
"""
from __future__ import annotations

import pytest

from frente.ai import opponent
from frente.kernel.catalog import find
from frente.kernel.check import check_game
from tests.conftest import SHORT

EVERY = 30                               # all laws at one decision in so many: the shortest games have a hundred
ASKING = 4                               # a page asks at one decision in so many


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every = metafunc.config.getoption("--every-scenario")
    found = [(slug, s.id) for slug in SHORT for s in find(slug).scenarios if every or s.id == SHORT[slug]]
    metafunc.parametrize(("slug", "scenario"), found)


def test_a_game_of_two_captains_keeps_every_law_and_answers_every_page(slug: str, scenario: str) -> None:
    game = find(slug)
    captains = [opponent("captain", game) for _ in game.sides]
    report = check_game(game, scenario, seed=7, every=EVERY, asking=ASKING, players=captains)
    assert report.acts > 300
    assert report.looked > 0
    assert report.asked > report.acts


def test_so_does_one_of_a_captain_and_a_random_player(slug: str, scenario: str) -> None:
    game = find(slug)
    lone = len(slug) % 2                 # not always the same side
    players = [opponent("captain", game) if side == lone else None for side in range(len(game.sides))]
    report = check_game(game, scenario, seed=8, every=EVERY, asking=ASKING, players=players)
    assert report.looked > 0
    assert report.asked > report.acts
