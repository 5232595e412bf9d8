"""The package as a Python user meets it."""
from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import frente
from tests.toy.play import known_as_toy

registered = pytest.fixture(autouse=True, scope="module")(known_as_toy)


def test_a_game_is_started_listed_played_viewed_saved_loaded_and_verified(tmp_path: Path) -> None:
    m = frente.new("toy", seed="any text")
    assert m.commitment
    rng = Random(1)
    while not m.over:
        side, acts = rng.choice(sorted(m.choices().items()))
        assert m.view(side).acts == [m.word(a) for a in acts]
        m.play(side, rng.choice(acts))
    m.record().save(tmp_path / "game.json")
    assert frente.load(tmp_path / "game.json").outcome == m.outcome
    assert frente.verify(tmp_path / "game.json").ok


def test_a_view_knows_only_what_its_side_may_know() -> None:
    m = frente.new("toy", seed="any text")
    wind = [[t["value"] for t in m.view(s).tracks if t["id"] == "wind"] for s in ("red", "blue", None)]
    assert wind[0] != [None]
    assert wind[1:] == [[None], [None]]


def test_an_opponent_gets_samples_and_never_the_true_position() -> None:
    m = frente.new("toy", seed="any text")
    seat = frente.SeatView(m.game, m.position, 1)
    assert seat.acts == m.choices()[1]
    winds = {m.game.dump(seat.sample(Random(k)))["wind"] for k in range(40)}
    assert winds == {1, 2, 3, 4, 5, 6}
    assert seat.picture() == m.view("blue")


def test_the_public_names_are_there_and_sorted() -> None:
    assert all(hasattr(frente, name) for name in frente.__all__)
    assert len(set(frente.__all__)) == len(frente.__all__)


def test_unknown_games_are_answered_with_those_there_are() -> None:
    with pytest.raises(frente.UnknownName, match="There is no game “chess”; there is brunete, "):
        frente.new("chess")
