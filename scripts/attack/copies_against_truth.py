"""25 copies of a position: is a hidden thing where it truly is more often than chance puts it there? It must not be."""
from __future__ import annotations

import json
import math
from random import Random
from typing import Any

from attack.frame import Verdict
from frente.catalog import Game, all_games
from frente.flow import CHANCE, Position
from frente.views import CannotDraw

COPIES = 25
POSITIONS = 12
FAR = 4.0                                # standard errors that are no chance any more


def attack() -> Verdict:
    found: list[str] = []
    left_out = [g.title for g in all_games() if not g.seals()]
    held = True
    for game in all_games():
        if not game.seals():
            continue
        excess = [x for n in range(POSITIONS) for x in _excess(game, n)]
        if len(excess) < 2:
            continue
        mean = sum(excess) / len(excess)
        error = math.sqrt(sum((x - mean) ** 2 for x in excess) / (len(excess) - 1) / len(excess))
        held = held and mean <= FAR * error + 1e-9
        found.append(f"{game.title} {100 * mean:+.1f} ± {100 * error:.1f}%")
    more = f"; not sealed and left out: {', '.join(left_out)}" if left_out else ""
    return Verdict(held, f"what is hidden agrees with the truth, beyond chance, by {'; '.join(found)}{more}.")


def _excess(game: Game, n: int) -> list[float]:
    """For each side: how much more often copies agree with the truth than with each other, in what varies at all."""
    p = _position(game, n)
    truth = _leaves(game.dump(p))
    found: list[float] = []
    for viewer in range(len(game.sides)):
        try:
            known = game.seal(p, viewer)
        except CannotDraw:
            continue
        copies = [_leaves(game.dump(known.draw(Random(f"{n} {k}")))) for k in range(COPIES)]
        for place in sorted(set().union(*copies)):
            values = [c.get(place) for c in copies]
            if len(set(values)) > 1:
                pairs = sum(a == b for i, a in enumerate(values) for b in values[:i])
                chance = pairs / (COPIES * (COPIES - 1) / 2)
                found.append(sum(v == truth.get(place) for v in values) / COPIES - chance)
    return found


def _position(game: Game, n: int) -> Position:
    """Some way into a random game with random options, some of which hide more and some less."""
    rng = Random(f"copies {n}")
    options = {o.id: rng.choice(o.choices) for o in game.options}
    p = game.start(rng.choice(game.scenarios).id, game.settled(options))
    acts = rng.randrange(150, 900)
    while p.choices() and (acts > 0 or CHANCE in p.choices()):
        side = rng.choice(sorted(p.choices()))
        q = p.clone()
        q.apply(side, rng.choice(p.choices()[side]))
        if not q.choices():              # over: everything lies open
            break
        p = q
        acts -= 1
    return p


def _leaves(value: Any, place: str = "") -> dict[str, str]:
    """Every single value of a saved position, by its place."""
    if isinstance(value, dict):
        return {k: v for name, x in value.items() for k, v in _leaves(x, f"{place}.{name}").items()}
    if isinstance(value, list):
        return {k: v for i, x in enumerate(value) for k, v in _leaves(x, f"{place}.{i}").items()}
    return {place: json.dumps(value)}
