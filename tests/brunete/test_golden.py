"""Characterisation: whole games and counts of positions that change only when a rule or a datum changes.

After an intended change run the tests once with FRENTE_REGENERATE=1 and read the difference.
"""
from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from random import Random

import pytest

from frente.catalog import find
from frente.flow import Position

GAME = find("brunete")
GOLDEN = Path(__file__).parent / "golden"
REGENERATE = bool(os.environ.get("FRENTE_REGENERATE"))


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if REGENERATE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def playthrough(scenario: str, seed: int) -> str:
    """One line a decision: the step, how many acts each side was offered, what was chosen."""
    rng = Random(seed)
    p = GAME.start(scenario, GAME.settled({}))
    words = GAME.words(p)
    lines: list[str] = []
    while p.choices():
        asked = p.choices()
        side = rng.choice(sorted(asked))
        act = rng.choice(asked[side])
        offers = " ".join(f"{s}:{len(asked[s])}" for s in sorted(asked))
        lines.append(f"{p.step().rule} {type(p.step()).__name__} {offers} -> {side} {words.word(act)}")
        p.apply(side, act)
    end = hashlib.sha256(json.dumps(GAME.dump(p), sort_keys=True).encode()).hexdigest()
    outcome = GAME.outcome(p)
    assert outcome is not None
    return "\n".join([*lines, f"{outcome.key} {outcome.rule} {list(outcome.score)} {end}"]) + "\n"


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1937), ("offensive", 706)])
def test_a_recorded_playthrough_comes_out_the_same(scenario: str, seed: int) -> None:
    compare(f"{scenario}-{seed}.txt", playthrough(scenario, seed))


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


def reached(scenario: str, seed: int, step: str, nth: int) -> Position:
    """The position at which random play asks *step* for the nth time."""
    rng = Random(seed)
    p = GAME.start(scenario, GAME.settled({}))
    while True:
        asked = p.choices()
        if type(p.step()).__name__ == step:
            nth -= 1
            if not nth:
                return p
        side = rng.choice(sorted(asked))
        p.apply(side, rng.choice(asked[side]))


PLACES = (("campaign", 1, "PlaceTanks", 1, 3), ("campaign", 1, "ChooseUnit", 1, 2), ("campaign", 2, "March", 5, 3),
          ("offensive", 3, "ChooseAttackers", 1, 3), ("campaign", 4, "Supports", 2, 3),
          ("campaign", 5, "Retreat", 1, 3), ("campaign", 6, "Reinforce", 4, 2),
          ("offensive", 7, "InfiltrationMove", 1, 3))


def test_positions_within_a_few_decisions_are_counted() -> None:
    lines = [f"{scenario} {seed} {step} {nth} depth {depth}: {perft(reached(scenario, seed, step, nth), depth)}"
             for scenario, seed, step, nth, depth in PLACES]
    compare("perft.txt", "\n".join(lines) + "\n")
