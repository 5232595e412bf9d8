"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch09_movement import REASONS
from frente.games.brunete.state.position import BOXES
from frente.kernel.laws import rule_ids
from tests.wording import (
    Said,
    filled,
    nameless,
    placeholders,
    prompts,
    scan,
    unsaid,
)

TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
STEP_REFUSAL = ["unit", "hex", "left"]   # the facts of every entry of REASONS
TERRAIN = {f"shift-{x}" for x in ("hill", "forest", "vertex", "town")}
SAID = scan(GAME.folder, {"Shift": (1, 2)}) + [
    Said(f"REASONS[{n}]", [rule], [key], STEP_REFUSAL) for n, (rule, key) in REASONS.items()]


def test_the_scan_finds_what_the_engine_says() -> None:
    keys = {key for s in SAID for key in s.keys}
    assert {"not-your-unit", "halted-by-zone", "combat-result", "shift-tank", "lost-step", "eliminated"} <= keys
    assert len(SAID) > 120


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_refusal_and_event_has_a_text_that_its_facts_can_fill(said: Said) -> None:
    for key in said.keys:
        assert key in TEXTS, f"{said.where}: no text for {key}"
        assert placeholders(TEXTS.entries[key]) <= set(said.facts or ()), said.where


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_rule_named_in_the_engine_is_a_rule_or_a_ruling(said: Said) -> None:
    assert set(said.rules) <= RULES, said.where


def test_keys_that_are_not_literal_come_from_tables_that_are_checked_too() -> None:
    loose = {s.where.split(":")[0] for s in SAID if not s.keys}
    assert loose == {"ch09_movement.py", "ch10_combat.py"}       # REASONS, and the terrain of known_shifts
    assert set(TEXTS.entries) >= TERRAIN


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("campaign", GAME.settled({})))
    for verb, arguments in words.vocabulary.items():
        assert f"verb.{verb}" in TEXTS
        if verb not in GAME.kinds() and verb != "draw":
            for name in arguments or ():
                assert f"{verb}.{name}" in TEXTS
    assert all(f"resource.{name}" in TEXTS for name in words.vocabulary["draw"] or ())


def test_what_is_always_shown_has_a_text_and_a_rule() -> None:
    assert unsaid(GAME, [*GAME.sides, "draw"], BOXES, {"EliteBonus"}) == []  # its two sides share EliteBonus


def test_no_text_is_left_without_a_use() -> None:
    used = {key for s in SAID for key in s.keys} | prompts(GAME) | TERRAIN
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everything_shown_in_a_random_game_has_a_name(scenario: str) -> None:
    missing, told = nameless(GAME, scenario, scenario)
    assert missing == set()
    assert told
    assert filled(TEXTS, told)
