"""Characterisation: whole games and counts of positions that change only when a rule or a datum changes.

After an intended change run the tests once with FRENTE_REGENERATE=1 and read the difference.
"""
from __future__ import annotations

from pathlib import Path

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.board import NAT, REP
from tests.golden import Place, compare, counted, ending, playthrough
from tests.guadalajara.drive import drive

GOLDEN = Path(__file__).parent / "golden"

# Every level of victory and the sudden death: scenario, seed, who pushes, up to which turn, how it ends.
ENDS = (
    ("4", 0, (NAT,), 99, "outcome.major-nationalist", "scn.4.vp.1"),
    ("1", 8, (NAT,), 99, "outcome.minor-nationalist", "scn.1.vp.6"),
    ("2", 5, (NAT,), 99, "outcome.draw", "scn.2.vp.3"),
    ("3", 0, (NAT,), 99, "outcome.draw", "scn.3.vp.3"),
    ("3", 1, (NAT,), 6, "outcome.minor-republican", "scn.3.vp.4"),
    ("1", 0, (NAT,), 99, "outcome.minor-republican", "scn.1.vp.6"),
    ("3", 0, (REP,), 99, "outcome.major-republican", "scn.3.vp.5"),
    ("1", 1, (NAT,), 99, "outcome.sudden-death", "scn.1.vp.5"),
)


@pytest.mark.parametrize(("scenario", "seed"), [("2", 1937), ("3", 8)])
def test_a_recorded_playthrough_comes_out_the_same(scenario: str, seed: int) -> None:
    lines, p = playthrough(GAME, scenario, seed)
    compare(GOLDEN / f"scenario-{scenario}-{seed}.txt", "\n".join(lines) + "\n" + ending(GAME, lines, p))


def test_games_end_in_every_way_the_rules_know() -> None:
    found: list[str] = []
    for scenario, seed, pushing, until, key, rule in ENDS:
        p, log = drive(scenario, seed, pushing, until)
        outcome = GAME.outcome(p)
        assert outcome is not None
        assert (outcome.key, outcome.rule) == (key, rule)
        found.append(f"{scenario} {seed} {list(pushing)} {until}: {ending(GAME, log, p)}")
    assert {e[4] for e in ENDS} == {f"outcome.{x}" for x in (
        "major-nationalist", "minor-nationalist", "draw", "minor-republican", "major-republican", "sudden-death")}
    compare(GOLDEN / "ends.txt", "".join(found))


PLACES: tuple[Place, ...] = (
    ("2", 1, "Deploy", 3, 2), ("2", 2, "March", 40, 2), ("1", 3, "ChooseUnit", 4, 1), ("4", 4, "Compose", 1, 2),
    ("4", 5, "Fall", 1, 2), ("1", 6, "PlaceUnit", 9, 2), ("4", 7, "ChooseBarrage", 1, 2))


def test_positions_within_a_few_decisions_are_counted() -> None:
    compare(GOLDEN / "perft.txt", counted(GAME, PLACES))
