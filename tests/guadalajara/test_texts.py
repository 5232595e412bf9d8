"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import re
from typing import Any

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_steps import REASONS
from frente.games.guadalajara.state.position import BOXES
from frente.kernel.catalog import Option, spelled
from frente.kernel.laws import rule_ids
from tests.wording import (
    Said,
    asking,
    filled,
    nameless,
    paired,
    placeholders,
    prompts,
    scan,
    wanted,
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


@pytest.mark.parametrize("step", asking(GAME), ids=lambda s: s.__name__)
def test_every_question_has_a_text(step: type[Any]) -> None:
    assert (step.prompt or step.__name__) in TEXTS
    assert step.rule in RULES
    for verb in step.verbs:
        assert f"verb.{verb}" in TEXTS


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("1", GAME.settled({})))
    assert [verb for verb in words.vocabulary if f"verb.{verb}" not in TEXTS] == []


@pytest.mark.parametrize("option", GAME.options, ids=lambda o: o.id)
def test_every_option_has_a_title_a_sentence_and_a_name_for_each_value(option: Option) -> None:
    assert f"option.{option.id}" in TEXTS
    assert TEXTS.entries[f"option.{option.id}.help"].endswith(".")
    assert option.rule in RULES
    if not isinstance(option.default, bool):
        assert all(f"option.{option.id}.{spelled(value)}" in TEXTS for value in option.choices)


def test_every_toggle_of_the_rulings_is_an_option() -> None:
    text = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    toggles = {part.split()[0] for part in text.split("[TOGGLE ")[1:]} - {"name]**"}
    assert toggles <= {o.id for o in GAME.options}


def test_scenarios_sides_outcomes_and_activities_have_texts() -> None:
    assert [key for key in wanted(GAME, ENDS, BOXES) if key not in TEXTS] == []


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
