"""25 copies of a position: is a hidden thing where it truly is more often than chance puts it there? It must not be."""
from __future__ import annotations

import json
import math
from random import Random
from typing import Any

from attack.frame import Verdict
from frente.kernel.catalog import Game, all_games
from frente.kernel.flow import CHANCE, Position
from frente.kernel.views import CannotDraw

COPIES = 25
POSITIONS = 12
MEASURED = 10                            # hidden things at least
FAR = 4.0                                # standard errors that are no chance any more
HIDING = {"solitaire": False, "hidden_chits": True, "hidden_stacks": True, "secret_rolls": True, "secret_off_map": True,
          "hidden_interdiction": True, "variable_reinforcements": True}     # options under which most is hidden


def attack() -> Verdict:
    found: list[str] = []
    held = True
    for game in all_games():
        excess = [x for n in range(POSITIONS) for x in _excess(game, n)]
        if len(excess) < MEASURED:
            return Verdict(False, f"in {game.title} only {len(excess)} hidden things could be compared.")
        mean = sum(excess) / len(excess)
        error = math.sqrt(sum((x - mean) ** 2 for x in excess) / (len(excess) - 1) / len(excess))
        held = held and mean <= FAR * error + 1e-9
        found.append(f"{game.title} {100 * mean:+.1f} ± {100 * error:.1f}% ({len(excess)} things)")
    return Verdict(held, f"what is hidden agrees with the truth, beyond chance, by {'; '.join(found)}.")


def _excess(game: Game[Any], n: int) -> list[float]:
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


def _position(game: Game[Any], n: int) -> Position:
    """Some way into a random game: every other one with all that can be hidden, the others with random options."""
    rng = Random(f"copies {n}")
    options = {o.id: HIDING[o.id] if n % 2 and o.id in HIDING else rng.choice(o.choices) for o in game.options}
    p: Position = game.start(rng.choice(game.scenarios).id, game.settled(options))
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
