"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch11_will import RULES as ENDS
from frente.games.heralds.state.position import BOXES
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
    steps,
    strings,
    unsaid,
)

TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SAID = scan(GAME.folder) + helped(GAME.folder, "space") + paired(GAME.folder, RULES)
LOOSE = {key for s in SAID if s.facts is None for key in s.keys}


def test_the_scan_finds_what_the_engine_says() -> None:
    keys = {key for s in SAID for key in s.keys}
    assert {"not-your-pawn", "route-blocked", "assault-round", "talk-envoy", "far-end-silent", "ap-large-hq"} <= keys
    assert len(SAID) > 250


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_refusal_and_event_has_a_text_that_its_facts_can_fill(said: Said) -> None:
    for key in said.keys:
        assert key in TEXTS, f"{said.where}: no text for {key}"
        if said.facts is not None and key not in LOOSE:
            assert placeholders(TEXTS.entries[key]) <= set(said.facts), said.where
    assert set(said.rules) <= RULES, said.where


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("madrid", GAME.settled({})))
    assert set(words.vocabulary) == {v for s in steps(GAME) for v in s.verbs}
    assert [verb for verb in words.vocabulary if f"verb.{verb}" not in TEXTS] == []


def test_what_is_always_shown_has_a_text_and_a_rule() -> None:
    assert unsaid(GAME, ENDS, BOXES) == []


def test_no_text_is_left_without_a_use() -> None:
    used = strings(GAME.folder) | prompts(GAME) | {"goal-affiliate", "goal-subvert", "goal-summon"}
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("seed", range(3))
def test_everything_shown_in_a_random_game_has_a_name(seed: int) -> None:
    missing, told = nameless(GAME, "madrid", seed)
    assert missing == set()
    assert told
    assert filled(TEXTS, told)
