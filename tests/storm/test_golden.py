"""Whole games of Storm and counts of positions that change only if a rule or a datum changes (see tests/golden.py)."""
from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from frente.games.storm import GAME
from frente.games.storm.rules.ch10_victory import RULES
from frente.games.storm.state.board import REP
from frente.kernel.flow import PASS, Act, Choices, Side
from tests.golden import Place, anyhow, compare, counted, ending, playthrough

GOLDEN = Path(__file__).parent / "golden"

# One game for every way of ending; in the last one the Republican passes whenever he can.
ENDINGS = (("drive", 0, False, "short-of-points"), ("drive", 21, False, "points"), ("corunna", 0, False, "held-road"),
           ("corunna", 1, False, "madrid"), ("campaign", 0, False, "held-out"), ("corunna", 83, True, "roads"))


def idle(asked: Choices, rng: Random) -> tuple[Side, Act]:
    side, act = anyhow(asked, rng)
    return side, PASS if side == REP and PASS in asked[side] else act


@pytest.mark.parametrize("scenario, seed, passes, reason", ENDINGS, ids=lambda x: str(x))
def test_a_recorded_game_for_every_way_of_ending(scenario: str, seed: int, passes: bool, reason: str) -> None:
    lines, p = playthrough(GAME, scenario, seed, idle if passes else anyhow)
    found = ending(GAME, lines, p)
    assert found.startswith(f"outcome.{reason} {RULES[reason]} ")
    compare(GOLDEN / f"{reason}.txt", found)


def test_every_way_of_ending_is_recorded() -> None:
    assert {x[3] for x in ENDINGS} == set(RULES)


def test_a_recorded_playthrough_comes_out_the_same() -> None:
    lines, _ = playthrough(GAME, "drive", 1936)
    compare(GOLDEN / "drive-1936.txt", "\n".join(lines) + "\n")


PLACES: tuple[Place, ...] = (
    ("drive", 1, "SetUpUnits", 1, 4), ("drive", 1, "Declare", 1, 2), ("drive", 2, "ChooseUnits", 5, 3),
    ("corunna", 3, "PlaceFreely", 30, 2), ("corunna", 4, "CounterAttack", 1, 3), ("campaign", 5, "TakeLosses", 1, 3),
    ("campaign", 6, "PlayEvents", 2, 3), ("campaign", 7, "StepOn", 9, 3), ("drive", 8, "BuyChit", 1, 3))


def test_positions_within_a_few_decisions_are_counted() -> None:
    compare(GOLDEN / "perft.txt", counted(GAME, PLACES))
