"""The film of what happened between two acts, as one side saw it; folded in a worker, because it plays the acts again.
"""
from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from frente.kernel.catalog import find
from frente.kernel.film import Film, together
from frente.kernel.flow import Act, Side
from frente.kernel.report import MOST, Ground, grounded, report
from frente.server import laid
from frente.server.laid import Pack


class Reel(NamedTuple):
    """Where a film begins, and the acts from there on."""

    game: str
    scenario: str
    options: dict[str, Any]
    position: str                        # before the first act
    first: int
    acts: list[tuple[Side, Act]]
    viewer: Side | None
    pack: Pack | None = None


def folded(reel: Reel) -> dict[str, Any]:
    """Scenes and report, with what the side saw before the first of them."""
    game = find(reel.game)
    p = game.restore(json.loads(reel.position), laid.first(game, reel.scenario, reel.options, reel.pack))
    ground = _ground(reel.game, reel.pack)
    film = Film(game, p, reel.viewer, set(ground.neighbours))
    for n, (side, act) in enumerate(reel.acts, reel.first):
        film.act(n, side, act)
    film.end()
    lines = report(film, ground)
    first = film.first
    return {"from": reel.first, "to": reel.first + len(reel.acts), "side": first.viewer, "turn": first.turn,
            "pieces": first.pieces, "spaces": first.spaces, "scenes": [x.data() for x in together(film.scenes)],
            "report": lines}


def with_plans(scenes: dict[str, Any], plans: list[str]) -> dict[str, Any]:
    """The report begins with what the other side's computer player went for."""
    said = [{"topic": "plan", "rule": "", "key": f"aim.{name}", "facts": {}, "places": []} for name in plans]
    return {**scenes, "report": [*said, *scenes["report"]][:MOST]}


@lru_cache(maxsize=16)
def _ground(slug: str, pack: Pack | None) -> Ground:
    game = find(slug)
    return grounded(game.picture(laid.first(game, game.scenarios[0].id, game.settled({}), pack))["spaces"])
