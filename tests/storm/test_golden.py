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

from frente.flow import PASS, Position
from frente.games.storm import GAME
from frente.games.storm.board import REP
from frente.games.storm.ch10_victory import RULES

GOLDEN = Path(__file__).parent / "golden"
REGENERATE = bool(os.environ.get("FRENTE_REGENERATE"))

# One game for every way of ending; in the last one the Republican passes whenever he can.
ENDINGS = (("drive", 0, False, "short-of-points"), ("drive", 16, False, "points"), ("corunna", 0, False, "held-road"),
           ("corunna", 1, False, "madrid"), ("campaign", 0, False, "held-out"), ("corunna", 7, True, "roads"))


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if REGENERATE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def playthrough(scenario: str, seed: int, idle: bool) -> tuple[list[str], Position]:
    """One line a decision: the step, how many acts each side was offered, what was chosen."""
    rng = Random(seed)
    p = GAME.start(scenario, GAME.settled({}))
    words = GAME.words(p)
    lines: list[str] = []
    while p.choices():
        asked = p.choices()
        side = rng.choice(sorted(asked))
        act = rng.choice(asked[side])
        if idle and side == REP and PASS in asked[side]:
            act = PASS
        offers = " ".join(f"{s}:{len(asked[s])}" for s in sorted(asked))
        lines.append(f"{p.step().rule} {type(p.step()).__name__} {offers} -> {side} {words.word(act)}")
        p.apply(side, act)
    return lines, p


def ending(scenario: str, seed: int, idle: bool) -> str:
    lines, p = playthrough(scenario, seed, idle)
    outcome = GAME.outcome(p)
    assert outcome is not None
    end = hashlib.sha256(json.dumps([lines, GAME.dump(p)], sort_keys=True).encode()).hexdigest()[:16]
    return f"{outcome.key} {outcome.rule} winner {outcome.winner} {list(outcome.score)} {len(lines)} acts {end}\n"


@pytest.mark.parametrize("scenario, seed, idle, reason", ENDINGS, ids=lambda x: str(x))
def test_a_recorded_game_for_every_way_of_ending(scenario: str, seed: int, idle: bool, reason: str) -> None:
    found = ending(scenario, seed, idle)
    assert found.startswith(f"outcome.{reason} {RULES[reason]} ")
    compare(f"{reason}.txt", found)


def test_every_way_of_ending_is_recorded() -> None:
    assert {x[3] for x in ENDINGS} == set(RULES)


def test_a_recorded_playthrough_comes_out_the_same() -> None:
    compare("drive-1936.txt", "\n".join(playthrough("drive", 1936, False)[0]) + "\n")


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


PLACES = (("drive", 1, "SetUpUnits", 1, 4), ("drive", 1, "Declare", 1, 2), ("drive", 2, "ChooseUnits", 5, 3),
          ("corunna", 3, "PlaceFreely", 30, 2), ("corunna", 4, "CounterAttack", 1, 3),
          ("campaign", 5, "TakeLosses", 1, 3),
          ("campaign", 6, "PlayEvents", 2, 3), ("campaign", 7, "StepOn", 9, 3), ("drive", 8, "BuyChit", 1, 3))


def test_positions_within_a_few_decisions_are_counted() -> None:
    lines = [f"{scenario} {seed} {step} {nth} depth {depth}: {perft(reached(scenario, seed, step, nth), depth)}"
             for scenario, seed, step, nth, depth in PLACES]
    compare("perft.txt", "\n".join(lines) + "\n")
