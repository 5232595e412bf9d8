"""Everything the engine can say to a player has a text, and every text can be filled in from the facts given."""
from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from frente.check import rule_ids
from frente.flow import CHANCE, Event, Step
from frente.games.tscw import GAME
from frente.games.tscw.ch12_movement import REASONS
from frente.games.tscw.position import BOXES

TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SOURCES = sorted(GAME.folder.glob("*.py"))


class Said(NamedTuple):
    """One place where rules code names a text."""

    where: str
    rules: list[str]
    keys: list[str]
    facts: list[str] | None              # None: the facts come from elsewhere


def literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return literals(node.body) + literals(node.orelse) if isinstance(node, ast.IfExp) else []


def facts_of(node: ast.expr) -> list[str] | None:
    if isinstance(node, ast.Dict):
        return [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return None


def said_in(path: Path) -> Iterator[Said]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            where = f"{path.name}:{node.lineno}"
            if name in ("Refusal", "tell"):
                yield Said(where, literals(node.args[0]), literals(node.args[1]), facts_of(node.args[2]))
            elif name == "refusal":
                given = [x for x, arg in zip(("unit", "hex"), node.args[3:]) if not isinstance(arg, ast.UnaryOp)]
                yield Said(where, literals(node.args[1]), literals(node.args[2]), given)
        elif isinstance(node, ast.Tuple) and len(node.elts) in (2, 3):
            words = [x.value for x in node.elts[-2:] if isinstance(x, ast.Constant) and isinstance(x.value, str)]
            where = f"{path.name}:{node.lineno}"
            if len(words) == 2 and words[0] in RULES and words[1]:
                yield Said(where, words[:1], words[1:], None)
            elif len(words) == 1 and "-" in words[0] and isinstance(node.elts[0], ast.Name):
                yield Said(where, [], words, None)           # (rule, "key")


SAID = [s for path in SOURCES for s in said_in(path)]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def steps(kind: type[Any]) -> list[type[Any]]:
    below: list[type[Any]] = kind.__subclasses__()
    return [x for k in below for x in [k, *steps(k)] if x.__module__.startswith("frente.games.tscw")]


def test_the_scan_finds_what_the_engine_says() -> None:
    keys = {key for s in SAID for key in s.keys}
    assert {"not-your-unit", "zone-to-zone", "battle-result", "no-pasaran", "chit-void", "air-used"} <= keys
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
        assert placeholders(TEXTS.entries[key]) <= {"unit", "hex", "left"}


@pytest.mark.parametrize("step", [s for s in steps(Step) if getattr(s, "verbs", ())], ids=lambda s: s.__name__)
def test_every_question_has_a_text(step: type[Any]) -> None:
    assert (step.prompt or step.__name__) in TEXTS
    assert step.rule in RULES
    for verb in step.verbs:
        assert f"verb.{verb}" in TEXTS


def test_every_step_names_a_rule() -> None:
    assert [s.__name__ for s in steps(Step) if s.rule not in RULES] == []


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("columns", GAME.settled({})))
    for verb, arguments in words.vocabulary.items():
        assert f"verb.{verb}" in TEXTS
        if verb not in GAME.kinds() and verb != "draw":
            for name in arguments or ():
                assert f"{verb}.{name}" in TEXTS
    assert all(f"chit.{name}" in TEXTS for name in words.vocabulary["draw"] or ())


@pytest.mark.parametrize("option", GAME.options, ids=lambda o: o.id)
def test_every_option_has_a_title_and_a_sentence(option) -> None:
    assert f"option.{option.id}" in TEXTS
    assert TEXTS.entries[f"option.{option.id}.help"].endswith(".")
    assert option.rule in RULES


def test_scenarios_sides_outcomes_and_activities_have_texts() -> None:
    from frente.games.tscw.ch04_victory import REASONS as ENDS

    wanted = [*(f"scenario.{s.id}" for s in GAME.scenarios), *(f"side.{s}" for s in GAME.sides),
              *(f"outcome.{s}" for s in ENDS), *(f"phase.{name}" for name in GAME.frames),
              *(f"box.{name}" for name in BOXES.values())]
    assert [key for key in wanted if key not in TEXTS] == []


def test_no_text_is_left_without_a_use() -> None:
    strings = {n.value for path in SOURCES for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
               if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    used = strings | {s.prompt or s.__name__ for s in steps(Step)}
    assert sorted(key for key in TEXTS.entries if "." not in key and key not in used) == []


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everything_shown_in_a_random_game_has_a_name(scenario: str) -> None:
    rng = Random(scenario)
    p = GAME.start(scenario, GAME.settled({o.id: rng.choice(o.choices) for o in GAME.options}))
    told: list[Event] = []
    p.events = told
    missing: set[str] = set()
    for n in range(3000):
        if not p.choices():
            break
        side = rng.choice(sorted(p.choices()))
        if side != CHANCE and n % 10 == 0:
            missing |= unnamed(GAME.view(p, side))
        p.apply(side, rng.choice(p.choices()[side]))
    assert missing == set()
    assert {"{", "}"}.isdisjoint("".join(TEXTS.say(e.key, e.facts) for e in told))


def unnamed(view) -> set[str]:
    keys = {view.question, *(f"phase.{x}" for x in view.phase), *(f"fact.{x}" for x in view.facts),
            *(f"track.{t['id']}" for t in view.tracks), *(f"hand.{x}" for x in view.hands)}
    for piece in view.pieces:
        keys |= {f"symbol.{piece['symbol']}", f"side.{piece['side']}",
                 *(f"state.{x.split(':')[0]}" for x in piece["state"])}
        if piece["at"].islower():
            keys.add(f"box.{piece['at']}")
    keys |= {f"state.{mark.split(':')[0]}" for marks in view.spaces.values() for mark in marks}
    return {key for key in keys if key not in TEXTS}


def test_spanish_says_all_that_english_says_with_the_same_facts() -> None:
    spanish = {key: text for key, text in GAME.texts("es").entries.items() if not key.startswith("unit.")}
    assert set(spanish) == set(TEXTS.entries)
    assert [key for key, text in spanish.items() if placeholders(text) != placeholders(TEXTS.entries[key])] == []
    units = GAME.words(GAME.start("columns", GAME.settled({}))).vocabulary["unit"] or []
    assert [name for name in units if f"unit.{name}" not in GAME.texts("es")] == []
