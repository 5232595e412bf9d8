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
from frente.games.brunete.ch09_movement import REASONS
from frente.games.brunete.position import BOXES

GAME = find("brunete")
TEXTS = GAME.texts()
RULES = rule_ids(GAME.folder)
SOURCES = sorted(GAME.folder.glob("*.py"))
STEP_REFUSAL = ("unit", "hex", "left")   # the facts of every entry of REASONS


class Said(NamedTuple):
    """One place where rules code names a text."""

    where: str
    rules: list[str]                     # literal rule ids; none where the rule comes from elsewhere
    keys: list[str]
    facts: list[str] | None              # None: a name that is shown without facts


def literals(node: ast.expr) -> list[str]:
    """The values a literal or a choice between literals can take; nothing for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return literals(node.body) + literals(node.orelse) if isinstance(node, ast.IfExp) else []


def names(node: ast.expr, tables: dict[str, list[str]]) -> list[str]:
    """The facts of a table that is written out, or named in the same function; of any other, none is known."""
    if isinstance(node, ast.Dict):
        return [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return tables.get(node.id, []) if isinstance(node, ast.Name) else []


def said_in(path: Path) -> Iterator[Said]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]:
        tables = {n.target.id: names(n.value, {}) for n in ast.walk(function) if isinstance(n, ast.AnnAssign)
                  and isinstance(n.target, ast.Name) and isinstance(n.value, ast.Dict)}
        for call in [n for n in ast.walk(function) if isinstance(n, ast.Call)]:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            where = f"{path.name}:{call.lineno}"
            if name == "Shift":
                yield Said(where, literals(call.args[1]), literals(call.args[2]), None)
            elif name in ("Refusal", "tell"):
                yield Said(where, literals(call.args[0]), literals(call.args[1]), names(call.args[2], tables))


SAID = [s for path in SOURCES for s in said_in(path)] + [
    Said(f"REASONS[{n}]", [rule], [key], list(STEP_REFUSAL)) for n, (rule, key) in REASONS.items()]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def steps(kind: type[Any]) -> list[type[Any]]:
    below: list[type[Any]] = kind.__subclasses__()
    return [x for k in below for x in [k, *steps(k)] if x.__module__.startswith("frente.games.brunete")]


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
    assert {f"shift-{x}" for x in ("hill", "forest", "vertex", "town")} <= set(TEXTS.entries)


@pytest.mark.parametrize("step", [s for s in steps(Step) if getattr(s, "verbs", ())], ids=lambda s: s.__name__)
def test_every_question_has_a_text(step: type[Any]) -> None:
    if step.__name__ != "EliteBonus":    # what its two sides share; never asked by itself
        assert (step.prompt or step.__name__) in TEXTS
    assert step.rule in RULES
    for verb in step.verbs:
        assert f"verb.{verb}" in TEXTS


def test_every_word_of_the_vocabulary_has_a_text() -> None:
    words = GAME.words(GAME.start("campaign", GAME.settled({})))
    for verb, arguments in words.vocabulary.items():
        assert f"verb.{verb}" in TEXTS
        if verb not in GAME.kinds() and verb != "draw":
            for name in arguments or ():
                assert f"{verb}.{name}" in TEXTS
    assert all(f"resource.{name}" in TEXTS for name in words.vocabulary["draw"] or ())


@pytest.mark.parametrize("option", GAME.options, ids=lambda o: o.id)
def test_every_option_has_a_title_a_sentence_and_a_name_for_each_value(option) -> None:
    assert f"option.{option.id}" in TEXTS
    assert TEXTS.entries[f"option.{option.id}.help"].endswith(".")
    if not isinstance(option.default, bool):
        assert all(f"option.{option.id}.{spelled(value)}" in TEXTS for value in option.choices)


def test_scenarios_sides_outcomes_and_activities_have_texts() -> None:
    wanted = [*(f"scenario.{s.id}" for s in GAME.scenarios), *(f"side.{s}" for s in GAME.sides),
              *(f"outcome.{s}" for s in [*GAME.sides, "draw"]), *(f"phase.{name}" for name in GAME.frames),
              *(f"box.{name}" for name in BOXES.values())]
    assert [key for key in wanted if key not in TEXTS] == []


def test_no_text_is_left_without_a_use() -> None:
    used = {key for s in SAID for key in s.keys} | {s.prompt or s.__name__ for s in steps(Step)}
    used |= {f"shift-{x}" for x in ("hill", "forest", "vertex", "town")}
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
        if not piece["at"].isdigit():
            keys.add(f"box.{piece['at']}")
    keys |= {f"state.{mark.split(':')[0]}" for marks in view.spaces.values() for mark in marks}
    return {key for key in keys if key not in TEXTS}
