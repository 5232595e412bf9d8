"""Two games at random in every scenario of every game, marked every 50 acts: what must stay the same, bit for bit,
while the code below the rules is rebuilt (tests/golden.py plays whole games, and says how marks are made anew).

A mark covers the acts that were offered and chosen since the last one, and the whole position as it is saved. From each
mark on the game goes on with a copy of the position, or with one that was saved and loaded.
"""
from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente.kernel.catalog import Game, all_games
from tests.golden import anyhow, compare

ACTS = 600                               # then the game is broken off
EVERY = 50


def marks(game: Game[Any], scenario: str, seed: int) -> str:
    rng = Random(f"{scenario} {seed}")
    p = start = game.start(scenario, game.settled({}))
    words = game.words(p)
    found: list[str] = []
    said: list[str] = []
    for n in range(ACTS):
        asked = p.choices()
        if not asked:
            break
        side, act = anyhow(asked, rng)
        offered = {s: [words.word(a) for a in acts] for s, acts in asked.items()}
        said.append(f"{type(p.step()).__name__} {offered} {side} {words.word(act)}")
        p.apply(side, act)
        if n % EVERY == EVERY - 1:
            text = json.dumps(game.dump(p))
            found.append(hashlib.sha256("\n".join([*said, text]).encode()).hexdigest()[:8])
            said.clear()
            p = game.restore(json.loads(text), start) if n % (2 * EVERY) == EVERY - 1 else p.clone()
    return f"{scenario} {seed}: {' '.join(found)}\n"


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.slug)
def test_games_at_random_come_out_the_same_bit_for_bit(game: Game[Any]) -> None:
    lines = [marks(game, s.id, seed) for s in game.scenarios for seed in (1, 2)]
    compare(Path(__file__).parent / "data" / f"unchanged-{game.slug}.txt", "".join(lines))
