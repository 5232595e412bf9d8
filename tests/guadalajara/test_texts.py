"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from frente.catalog import find, spelled
from frente.check import rule_ids
from frente.flow import CHANCE, Event, Step
from frente.games.guadalajara.ch01_steps import REASONS
from frente.games.guadalajara.position import BOXES
from frente.views import View

GAME = find("guadalajara")
TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SOURCES = sorted(GAME.folder.glob("*.py"))


class Said(NamedTuple):
    """One place where rules code names a text."""

    where: str
    rules: list[str]
    keys: list[str]


def literals(node: ast.expr) -> list[str]:
    """The values a literal or a choice between literals can take; nothing for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return literals(node.body) + literals(node.orelse) if isinstance(node, ast.IfExp) else []


def said_in(path: Path) -> Iterator[Said]:
    for call in [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in ("Refusal", "tell") and len(call.args) > 2:
            yield Said(f"{path.name}:{call.lineno}", literals(call.args[0]), literals(call.args[1]))
        elif name == "Item" and len(call.args) == 3:
            yield Said(f"{path.name}:{call.lineno}", literals(call.args[1]), literals(call.args[2]))


SAID = [s for path in SOURCES for s in said_in(path)] + [
    Said(f"REASONS[{n}]", [rule], [key]) for n, (rule, key) in REASONS.items()]
SHIFTS = {"shift-ground", "shift-unspotted"}             # of a barrage, written as plain tuples


def steps(kind: type[Any]) -> list[type[Any]]:
    below: list[type[Any]] = kind.__subclasses__()
    return [x for k in below for x in [k, *steps(k)] if x.__module__.startswith("frente.games.guadalajara")]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("said", SAID, ids=lambda s: s.where)
def test_every_refusal_and_event_has_a_text_and_a_rule(said: Said) -> None:
    assert all(key in TEXTS for key in said.keys), said
    assert set(said.rules) <= RULES, said


@pytest.mark.parametrize("step", [s for s in steps(Step) if s.verbs], ids=lambda s: s.__name__)
def test_every_question_has_a_text(step: type[Any]) -> None:
    assert (step.prompt or step.__name__) in TEXTS
    assert step.rule in RULES
    for verb in step.verbs:
        assert f"verb.{verb}" in TEXTS


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("1", GAME.settled({})))
    assert [verb for verb in words.vocabulary if f"verb.{verb}" not in TEXTS] == []


@pytest.mark.parametrize("option", GAME.options, ids=lambda o: o.id)
def test_every_option_has_a_title_a_sentence_and_a_name_for_each_value(option: Any) -> None:
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
    ends = ("major-nationalist", "minor-nationalist", "draw", "minor-republican", "major-republican", "sudden-death")
    wanted = [*(f"scenario.{s.id}" for s in GAME.scenarios), *(f"side.{s}" for s in GAME.sides),
              *(f"outcome.{x}" for x in ends), *(f"phase.{name}" for name in GAME.frames),
              *(f"box.{name}" for name in BOXES.values())]
    assert [key for key in wanted if key not in TEXTS] == []


def test_no_text_is_left_without_a_use() -> None:
    used = {key for s in SAID for key in s.keys} | {s.prompt or s.__name__ for s in steps(Step)} | SHIFTS
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everything_shown_in_a_random_game_has_a_name(scenario: str) -> None:
    rng = Random(scenario)
    p = GAME.start(scenario, GAME.settled({o.id: rng.choice(o.choices) for o in GAME.options}))
    told: list[Event] = []
    p.events = told
    missing: set[str] = set()
    for n in range(2500):
        if not p.choices():
            break
        side = rng.choice(sorted(p.choices()))
        if side != CHANCE and n % 25 == 0:
            missing |= unnamed(GAME.view(p, side))
        p.apply(side, rng.choice(p.choices()[side]))
    assert missing == set()
    assert {"{", "}"}.isdisjoint("".join(TEXTS.say(e.key, e.facts) for e in told))
    assert all(placeholders(TEXTS.entries[e.key]) <= set(e.facts) for e in told)


def unnamed(view: View) -> set[str]:
    keys = {view.question, *(f"phase.{x}" for x in view.phase), *(f"fact.{x}" for x in view.facts),
            *(f"track.{t['id']}" for t in view.tracks)}
    for piece in view.pieces:
        keys |= {f"symbol.{piece['symbol']}", f"side.{piece['side']}",
                 *(f"state.{x.split(':')[0]}" for x in piece["state"])}
        if not piece["at"][0].isdigit():
            keys.add(f"box.{piece['at']}")
    keys |= {f"state.{mark.split(':')[0]}" for marks in view.spaces.values() for mark in marks}
    return {key for key in keys if key not in TEXTS}
