"""Whole games and counts of positions that change only when a rule or a datum changes (see tests/golden.py)."""
from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.rules.ch04_victory import REASONS, RULES
from frente.games.tscw.state.position import Tscw
from tests.golden import Place, compare, counted, ending
from tests.tscw.recorded import pick

GOLDEN = Path(__file__).parent / "golden"

# One game for every way of ending: scenario, seed, the Nationalist's goal, does the Republican leave it, free entry.
ENDINGS = (("campaign", 3, "morale", True, False, "morale"), ("columns", 0, "madrid", True, True, "madrid"),
           ("campaign", 0, "", False, False, "three-cities"), ("campaign", 0, "madrid", False, False, "endurance"),
           ("columns", 1, "madrid", True, False, "columns-nationalist"),
           ("columns", 0, "madrid", True, False, "columns-republican"))


def record(scenario: str, seed: int, drive: str, flee: bool, entry: bool) -> tuple[list[str], Tscw]:
    """One line a decision: the step, how many acts each side was offered, what was chosen."""
    rng = Random(seed)
    p = GAME.start(scenario, GAME.settled({"free_entry_radius": entry}))
    words = GAME.words(p)
    lines: list[str] = []
    while p.choices():
        asked = p.choices()
        side, act = pick(p, rng, drive, flee)
        offers = " ".join(f"{s}:{len(asked[s])}" for s in sorted(asked))
        lines.append(f"{p.step().rule} {type(p.step()).__name__} {offers} -> {side} {words.word(act)}")
        p.apply(side, act)
    return lines, p


@pytest.mark.parametrize(("scenario", "seed", "drive", "flee", "entry", "reason"), ENDINGS, ids=[x[5] for x in ENDINGS])
def test_a_recorded_game_for_every_way_of_ending(scenario: str, seed: int, drive: str, flee: bool, entry: bool,
                                                 reason: str) -> None:
    lines, p = record(scenario, seed, drive, flee, entry)
    found = ending(GAME, lines, p)
    assert found.startswith(f"outcome.{reason} {RULES[REASONS.index(reason)]} ")
    compare(GOLDEN / f"{reason}.txt", found)


def test_every_way_of_ending_is_recorded() -> None:
    assert {x[5] for x in ENDINGS} == set(REASONS)


def test_a_recorded_playthrough_comes_out_the_same() -> None:
    lines, _ = record("campaign", 1, "", False, False)
    compare(GOLDEN / "campaign-1936.txt", "\n".join(lines) + "\n")


PLACES: tuple[Place, ...] = (
    ("columns", 1, "DrawOrDecline", 1, 3), ("columns", 1, "ChooseMove", 1, 2), ("columns", 2, "MoveOn", 5, 2),
    ("columns", 3, "ChooseTarget", 1, 2), ("campaign", 4, "OrderStacks", 1, 2), ("campaign", 1, "TakeLosses", 1, 3))


def test_positions_within_a_few_decisions_are_counted() -> None:
    compare(GOLDEN / "perft.txt", counted(GAME, PLACES))
