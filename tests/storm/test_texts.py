"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import pytest

from frente.games.storm import GAME
from frente.games.storm.rules.ch09_movement import REASONS
from frente.games.storm.rules.ch10_victory import RULES as ENDS
from frente.games.storm.state.position import BOXES
from frente.kernel.laws import rule_ids
from tests.wording import (
    Said,
    filled,
    helped,
    nameless,
    paired,
    placeholders,
    prompts,
    scan,
    strings,
    unsaid,
)

TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SAID = scan(GAME.folder) + helped(GAME.folder, "area") + paired(GAME.folder, RULES, named=True)


def test_the_scan_finds_what_the_engine_says() -> None:
    keys = {key for s in SAID for key in s.keys}
    assert {"not-your-unit", "enemy-to-enemy", "attack-result", "il-shock", "no-stampede-here", "vp-urban"} <= keys
    assert len(SAID) > 200


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_refusal_and_event_has_a_text_that_its_facts_can_fill(said: Said) -> None:
    for key in said.keys:
        assert key in TEXTS, f"{said.where}: no text for {key}"
        if said.facts is not None:
            assert placeholders(TEXTS.entries[key]) <= set(said.facts), said.where
    assert set(said.rules) <= RULES, said.where


def test_steps_of_a_march_give_all_facts_of_their_reasons() -> None:
    for rule, key in REASONS.values():
        assert rule in RULES
        assert placeholders(TEXTS.entries[key]) <= {"unit", "area", "left"}


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("drive", GAME.settled({})))
    for verb, arguments in words.vocabulary.items():
        assert f"verb.{verb}" in TEXTS
        if verb not in GAME.kinds() and verb != "draw":
            for name in arguments or ():
                assert f"{verb}.{name}" in TEXTS
    assert all(f"chit.{name}" in TEXTS for name in words.vocabulary["draw"] or ())


def test_what_is_always_shown_has_a_text_and_a_rule() -> None:
    assert unsaid(GAME, ENDS, BOXES) == []


def test_no_text_is_left_without_a_use() -> None:
    used = strings(GAME.folder) | prompts(GAME)
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everything_shown_in_a_random_game_has_a_name(scenario: str) -> None:
    missing, told = nameless(GAME, scenario, scenario)
    assert missing == set()
    assert told
    assert filled(TEXTS, told)
