"""Characterisation: whole games and counts of positions that change only when a rule or a datum changes.

After an intended change run the tests once with FRENTE_REGENERATE=1 and read the difference.
"""
from __future__ import annotations

from pathlib import Path

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.state.board import NAT, REP
from frente.kernel.flow import CHANCE
from frente.kernel.record import CHANCE_NAME
from tests.golden import Place, compare, counted, ending, playthrough
from tests.guadalajara.drive import drive

GOLDEN = Path(__file__).parent / "golden"

# Every level of victory and the sudden death: scenario, seed, who pushes, up to which turn, whether they sweep the
# villages or race for the towns, how it ends.
ENDS = (
    ("1", 0, (NAT,), 99, True, "major-nationalist", "scn.1.vp.6"),
    ("1", 0, (NAT,), 8, True, "minor-nationalist", "scn.1.vp.6"),
    ("1", 0, (NAT,), 6, True, "draw", "scn.1.vp.6"),
    ("1", 0, (NAT,), 4, True, "minor-republican", "scn.1.vp.6"),
    ("1", 0, (REP,), 99, False, "major-republican", "scn.1.vp.6"),
    ("1", 0, (NAT,), 99, False, "sudden-death", "scn.1.vp.5"),
    ("2", 2, (NAT,), 99, False, "major-nationalist", "scn.2.vp.1"),
    ("2", 3, (NAT,), 99, False, "minor-nationalist", "scn.2.vp.2"),
    ("2", 5, (NAT,), 99, False, "draw", "scn.2.vp.3"),
    ("2", 12, (NAT,), 99, False, "minor-republican", "scn.2.vp.4"),
    ("2", 0, (REP,), 99, False, "major-republican", "scn.2.vp.5"),
    ("3", 0, (NAT,), 99, True, "major-nationalist", "scn.3.vp.1"),
    ("3", 0, (NAT,), 99, False, "draw", "scn.3.vp.3"),
    ("3", 0, (NAT,), 6, True, "minor-republican", "scn.3.vp.4"),
    ("3", 0, (REP,), 99, False, "major-republican", "scn.3.vp.5"),
    ("4", 0, (NAT,), 99, False, "major-nationalist", "scn.4.vp.1"),
    ("4", 0, (REP,), 10, True, "minor-nationalist", "scn.4.vp.2"),
    ("4", 0, (REP,), 99, True, "draw", "scn.4.vp.3"),
    ("4", 27, (REP,), 99, True, "minor-republican", "scn.4.vp.4"),
)
# Levels that such players do not reach: games steered there, act by act in a file named after the rule.
PLAYED = (
    ("3", "minor-nationalist", "scn.3.vp.2"),
    ("4", "major-republican", "scn.4.vp.5"),
)
LEVELS = ("major-nationalist", "minor-nationalist", "draw", "minor-republican", "major-republican")


@pytest.mark.parametrize(("scenario", "seed"), [("2", 1937), ("3", 8)])
def test_a_recorded_playthrough_comes_out_the_same(scenario: str, seed: int) -> None:
    lines, p = playthrough(GAME, scenario, seed)
    compare(GOLDEN / f"scenario-{scenario}-{seed}.txt", "\n".join(lines) + "\n" + ending(GAME, lines, p))


def test_games_end_in_every_way_the_rules_know() -> None:
    found: list[str] = []
    for scenario, seed, pushing, until, sweep, key, rule in ENDS:
        p, log = drive(scenario, seed, pushing, until, sweep)
        outcome = GAME.outcome(p)
        assert outcome is not None
        assert (outcome.key, outcome.rule) == (f"outcome.{key}", rule)
        found.append(f"{scenario} {seed} {list(pushing)} {until} {sweep}: {ending(GAME, log, p)}")
    compare(GOLDEN / "ends.txt", "".join(found))


@pytest.mark.parametrize(("scenario", "key", "rule"), PLAYED)
def test_a_recorded_game_can_be_played_again_to_its_end(scenario: str, key: str, rule: str) -> None:
    p = GAME.start(scenario, GAME.settled({}))
    words = GAME.words(p)
    for line in (GOLDEN / f"{rule}.txt").read_text(encoding="utf-8").splitlines():
        name, word = line.split(" ", 1)
        side = CHANCE if name == CHANCE_NAME else GAME.sides.index(name)
        act = words.act(word)
        assert act in p.choices()[side]
        p.apply(side, act)
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert (outcome.key, outcome.rule) == (f"outcome.{key}", rule)


def test_every_level_of_every_scenario_is_recorded() -> None:
    recorded = {(e[0], e[5]) for e in ENDS} | {(e[0], e[1]) for e in PLAYED}
    assert recorded == {(s, x) for s in "1234" for x in LEVELS} | {("1", "sudden-death")}


PLACES: tuple[Place, ...] = (
    ("2", 1, "Deploy", 3, 2), ("2", 2, "March", 40, 2), ("1", 3, "ChooseUnit", 4, 1), ("4", 4, "Compose", 1, 2),
    ("4", 5, "Fall", 1, 2), ("1", 6, "PlaceUnit", 9, 2), ("4", 7, "ChooseBarrage", 1, 2))


def test_positions_within_a_few_decisions_are_counted() -> None:
    compare(GOLDEN / "perft.txt", counted(GAME, PLACES))
