"""Whole games of Brunete and counts of positions: they change only when a rule or a datum does (tests/golden.py)."""
from __future__ import annotations

from pathlib import Path

import pytest

from frente.games.brunete import GAME
from tests.golden import Place, compare, counted, ending, playthrough

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1937), ("offensive", 706)])
def test_a_recorded_playthrough_comes_out_the_same(scenario: str, seed: int) -> None:
    lines, p = playthrough(GAME, scenario, seed)
    compare(GOLDEN / f"{scenario}-{seed}.txt", "\n".join(lines) + "\n" + ending(GAME, lines, p))


PLACES: tuple[Place, ...] = (
    ("campaign", 1, "PlaceTanks", 1, 3), ("campaign", 1, "ChooseUnit", 1, 2), ("campaign", 2, "March", 5, 3),
    ("offensive", 3, "ChooseAttackers", 1, 3), ("campaign", 4, "Supports", 2, 3), ("campaign", 7, "Retreat", 1, 3),
    ("campaign", 6, "Reinforce", 4, 2), ("offensive", 7, "InfiltrationMove", 1, 3))


def test_positions_within_a_few_decisions_are_counted() -> None:
    compare(GOLDEN / "perft.txt", counted(GAME, PLACES))
