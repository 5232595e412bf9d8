"""Characterisation: whole games and counts of positions that change only when a rule or a datum changes.

After an intended change run the tests once with FRENTE_REGENERATE=1 and read the difference.
"""
from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from frente.kernel.catalog import Game, OptionValue
from frente.kernel.explain import refusals
from frente.kernel.flow import Act, Choices, Position, Side

REGENERATE = bool(os.environ.get("FRENTE_REGENERATE"))
Pick = Callable[[Choices, Random], tuple[Side, Act]]
Place = tuple[str, int, str, int, int]   # scenario, seed, step, how many times it is asked before, depth


def compare(path: Path, text: str) -> None:
    if REGENERATE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def anyhow(asked: Choices, rng: Random) -> tuple[Side, Act]:
    side = rng.choice(sorted(asked))
    return side, rng.choice(asked[side])


def any_options(game: Game[Any], seed: int) -> dict[str, OptionValue]:
    rng = Random(seed)
    return {o.id: rng.choice(list(o.choices)) for o in game.options}


def refused(game: Game[Any], p: Position, rng: Random, acts: int) -> int:
    """Play on, and try whatever comes to mind besides: how much of it was not offered. All of that has a reason."""
    vocabulary = game.words(p).vocabulary
    tried = 0
    for _ in range(acts):
        asked = p.choices()
        if not asked:
            break
        side = rng.choice(sorted(asked))
        for _ in range(3):
            verb = rng.choice(sorted(vocabulary))
            names = vocabulary[verb]
            act = Act(verb, rng.randrange(len(names)) if names else rng.randrange(7))
            if side >= 0 and act not in asked[side]:
                tried += 1
                assert refusals(game, p, side, act)
        p.apply(side, rng.choice(asked[side]))
    return tried


def playthrough(game: Game[Any], scenario: str, seed: int, pick: Pick = anyhow) -> tuple[list[str], Position]:
    """One line a decision: the step, how many acts each side was offered, what was chosen."""
    rng = Random(seed)
    p = game.start(scenario, game.settled({}))
    words = game.words(p)
    lines: list[str] = []
    while p.choices():
        asked = p.choices()
        side, act = pick(asked, rng)
        offers = " ".join(f"{s}:{len(asked[s])}" for s in sorted(asked))
        lines.append(f"{p.step().rule} {type(p.step()).__name__} {offers} -> {side} {words.word(act)}")
        p.apply(side, act)
    return lines, p


def ending(game: Game[Any], lines: list[str], p: Position) -> str:
    """How a game ended, with a mark that any change on the way there would change."""
    outcome = game.outcome(p)
    assert outcome is not None
    mark = hashlib.sha256(json.dumps([lines, game.dump(p)], sort_keys=True).encode()).hexdigest()[:16]
    return f"{outcome.key} {outcome.rule} winner {outcome.winner} {list(outcome.score)} {len(lines)} acts {mark}\n"


def perft(p: Position, depth: int) -> int:
    """Positions after *depth* decisions, as chess programs count them."""
    if depth == 0 or not p.choices():
        return 1
    total = 0
    for side, acts in p.choices().items():
        for act in acts:
            q = p.clone()
            q.apply(side, act)
            total += perft(q, depth - 1)
    return total


def reached(game: Game[Any], scenario: str, seed: int, step: str, nth: int) -> Position:
    """The position at which random play asks *step* for the nth time."""
    rng = Random(seed)
    p: Position = game.start(scenario, game.settled({}))
    while True:
        asked = p.choices()
        if type(p.step()).__name__ == step:
            nth -= 1
            if not nth:
                return p
        p.apply(*anyhow(asked, rng))


def counted(game: Game[Any], places: Iterable[Place]) -> str:
    """A line for each place: how many positions lie within so many decisions."""
    lines = [f"{scenario} {seed} {step} {nth} depth {depth}: {perft(reached(game, scenario, seed, step, nth), depth)}"
             for scenario, seed, step, nth, depth in places]
    return "\n".join(lines) + "\n"
