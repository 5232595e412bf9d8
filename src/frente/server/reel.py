"""The film of what happened between two acts, as one side saw it; folded in a worker, because it plays the acts again.
"""
from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from frente.kernel.catalog import find
from frente.kernel.film import Film, together
from frente.kernel.flow import Act, Side
from frente.kernel.report import Ground, grounded, report


class Reel(NamedTuple):
    """Where a film begins, and the acts from there on."""

    game: str
    scenario: str
    options: dict[str, Any]
    position: str                        # before the first act
    first: int
    acts: list[tuple[Side, Act]]
    viewer: Side | None


def folded(reel: Reel) -> dict[str, Any]:
    """Scenes and report, with what the side saw before the first of them."""
    game = find(reel.game)
    p = game.restore(json.loads(reel.position), game.start(reel.scenario, reel.options))
    ground = _ground(reel.game)
    film = Film(game, p, reel.viewer, set(ground.neighbours))
    for n, (side, act) in enumerate(reel.acts, reel.first):
        film.act(n, side, act)
    film.end()
    told = report(film, ground)
    first = film.first
    return {"from": reel.first, "to": reel.first + len(reel.acts), "side": first.viewer, "turn": first.turn,
            "pieces": first.pieces, "spaces": first.spaces, "scenes": [x.data() for x in together(film.scenes)],
            "report": told}


@lru_cache
def _ground(slug: str) -> Ground:
    game = find(slug)
    return grounded(game.picture(game.start(game.scenarios[0].id, game.settled({})))["spaces"])
