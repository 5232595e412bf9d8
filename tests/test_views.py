"""What views and supply keep ready, or see for all units at once, is what would be found for each by itself."""
from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from frente.kernel.catalog import Game, all_games
from frente.kernel.flow import Position, Side


def sent(game: Game[Any], p: Position, viewer: Side | None) -> str:
    view = game.view(p, viewer)
    return json.dumps([getattr(view, field.name) for field in fields(view)])


def forget(p: Any) -> None:
    """Nothing has been shown yet on this board."""
    for name in ("blanks", "faces", "latest"):
        if hasattr(p.board, name):
            getattr(p.board, name).clear()


def drawn(game: Game[Any], seed: int) -> Position:
    rng = Random(seed)
    p: Position = game.start(rng.choice(game.scenarios).id,
                             game.settled({o.id: rng.choice(o.choices) for o in game.options}))
    return p


def on(p: Position, rng: Random, acts: int) -> None:
    for _ in range(acts):
        if p.choices():
            side = rng.choice(sorted(p.choices()))
            p.apply(side, rng.choice(p.choices()[side]))


@pytest.mark.parametrize("game", all_games(), ids=lambda g: str(g.slug))
def test_counters_shown_before_are_shown_as_if_for_the_first_time(game: Game[Any]) -> None:
    rng = Random(game.slug)
    games = [drawn(game, seed) for seed in range(3)]
    eyes: list[Side | None] = [None, *range(len(game.sides))]
    shown: set[str] = set()
    for _ in range(60):
        for p in games:                  # in turn: one board may serve many games
            on(p, rng, rng.randrange(25))
            before = [sent(game, p, eye) for eye in eyes]
            forget(p)
            assert [sent(game, p, eye) for eye in eyes] == before
            shown.update(before)
    assert len(shown) > 200


@pytest.mark.parametrize("game", all_games(), ids=lambda g: str(g.slug))
def test_whom_supply_reaches_is_the_same_for_all_units_at_once_and_for_each(game: Game[Any]) -> None:
    rng = Random(game.slug)
    units = [u for u, x in enumerate(game.words(drawn(game, 0)).vocabulary["unit"] or ()) if x]
    fed = cut_off = 0
    for seed in range(4):
        p = drawn(game, seed)
        for _ in range(25):
            on(p, rng, rng.randrange(60))
            for side, name in enumerate(game.sides):
                own = {x["id"] for x in game.view(p, side).pieces if x["side"] == name}
                mine = [u for u in units if (game.words(p).vocabulary["unit"] or ())[u] in own]
                found = game.fed(p, side, mine)
                assert found == [bool(game.supply_line(p, u, (side,))) for u in mine]
                fed, cut_off = fed + found.count(True), cut_off + found.count(False)
    if "supply" in game.overlays():
        assert fed > 1000
        assert cut_off > 100
