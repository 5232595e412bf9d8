"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import re

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_steps import REASONS
from frente.games.guadalajara.state.position import BOXES
from frente.kernel.laws import rule_ids
from tests.wording import (
    Said,
    filled,
    nameless,
    paired,
    placeholders,
    prompts,
    scan,
    unsaid,
)

TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SAID = scan(GAME.folder, {"Item": (1, 2)}) + paired(GAME.folder / "rules", RULES) + [
    Said(f"REASONS[{n}]", [rule], [key], None) for n, (rule, key) in REASONS.items()]
SHIFTS = {"shift-ground", "shift-unspotted"}             # of a barrage, written as plain tuples
# Lines of the battle card are said by the page.
CARD = set(re.findall(r'"((?:effect|note)-[a-z-]+)"', (GAME.folder / "show" / "cards.py").read_text(encoding="utf-8")))
ENDS = ["major-nationalist", "minor-nationalist", "draw", "minor-republican", "major-republican", "sudden-death"]


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_refusal_and_event_has_a_text_that_its_facts_can_fill(said: Said) -> None:
    for key in said.keys:
        assert key in TEXTS, f"{said.where}: no text for {key}"
        if said.facts is not None:
            assert placeholders(TEXTS.entries[key]) <= set(said.facts), said.where
    assert set(said.rules) <= RULES, said.where


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("1", GAME.settled({})))
    assert [verb for verb in words.vocabulary if f"verb.{verb}" not in TEXTS] == []


def test_every_toggle_of_the_rulings_is_an_option() -> None:
    text = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    toggles = {part.split()[0] for part in text.split("[TOGGLE ")[1:]} - {"name]**"}
    assert toggles <= {o.id for o in GAME.options}


def test_what_is_always_shown_has_a_text_and_a_rule() -> None:
    assert unsaid(GAME, ENDS, BOXES) == []


def test_no_text_is_left_without_a_use() -> None:
    used = {key for s in SAID for key in s.keys} | prompts(GAME) | SHIFTS | CARD
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everything_shown_in_a_random_game_has_a_name(scenario: str) -> None:
    missing, told = nameless(GAME, scenario, scenario)
    assert missing == set()
    assert told
    assert filled(TEXTS, told)


def test_every_line_of_the_battle_card_has_a_text() -> None:
    assert len(CARD) > 10
    assert sorted(CARD - set(TEXTS.entries)) == []
    named = re.findall(r'(?:fact|share)\("([a-z-]+)"', (GAME.folder / "show" / "cards.py").read_text(encoding="utf-8"))
    assert {f"card.{x}" for x in named} <= set(TEXTS.entries)
