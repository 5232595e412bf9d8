"""What rules code says to players, found by reading it: each refusal and event with its rule, text and facts."""
from __future__ import annotations

import ast
import string
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from frente.kernel.catalog import Game, spelled
from frente.kernel.flow import CHANCE, Event, Position, Step
from frente.kernel.laws import rule_ids
from frente.kernel.texts import Texts
from frente.kernel.views import View

PLAIN: Mapping[str, tuple[int, int]] = {}


class Said(NamedTuple):
    """One place where rules code names a text."""

    where: str
    rules: list[str]                     # literal rule ids; none where the rule comes from elsewhere
    keys: list[str]
    facts: list[str] | None              # None: the facts come from elsewhere, or the text is shown without any


def scan(folder: Path, also: Mapping[str, tuple[int, int]] = PLAIN) -> list[Said]:
    """Every Refusal and every event told. *also*: other calls that name a text, with the places of rule and key."""
    found: list[Said] = []
    for path in sorted(folder.rglob("*.py")):
        for function in [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.FunctionDef)]:
            tables = {n.target.id: facts_of(n.value, {}) for n in ast.walk(function) if isinstance(n, ast.AnnAssign)
                      and isinstance(n.target, ast.Name) and isinstance(n.value, ast.Dict)}
            for where, name, args in calls(path, function):
                if name in ("Refusal", "tell"):
                    found.append(Said(where, literals(args[0]), literals(args[1]), facts_of(args[2], tables)))
                elif name in also and len(args) > max(also[name]):
                    rule, key = also[name]
                    found.append(Said(where, literals(args[rule]), literals(args[key]), None))
    return found


def helped(folder: Path, place: str) -> list[Said]:
    """Calls of the game's own refusal(p, rule, key, unit, *place*)."""
    return [Said(where, literals(args[1]), literals(args[2]),
                 [x for x, arg in zip(("unit", place), args[3:]) if not isinstance(arg, ast.UnaryOp)])
            for path in sorted(folder.rglob("*.py")) for where, name, args in calls(path, tree_of(path))
            if name == "refusal"]


def paired(folder: Path, rules: set[str], named: bool = False) -> list[Said]:
    """Rule and key written side by side as a tuple, perhaps behind a number; *named*: the rule may be a variable."""
    found: list[Said] = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Tuple) and len(node.elts) in (2, 3):
                words = [x.value for x in node.elts[-2:] if isinstance(x, ast.Constant) and isinstance(x.value, str)]
                where = f"{path.name}:{node.lineno}"
                if len(words) == 2 and words[0] in rules and words[1] and words[1] not in rules:
                    found.append(Said(where, words[:1], words[1:], None))
                elif len(words) == 1 and "-" in words[0] and isinstance(node.elts[0], ast.Name) and named:
                    found.append(Said(where, [], words, None))       # (rule, "key")
    return found


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(path: Path, tree: ast.AST) -> Iterator[tuple[str, str, list[ast.expr]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield f"{path.name}:{node.lineno}", name, node.args


def literals(node: ast.expr) -> list[str]:
    """The values a literal or a choice between literals can take; nothing for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    if isinstance(node, ast.BoolOp):
        return [x for v in node.values for x in literals(v)]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        return [x for v in node.value.elts for x in literals(v)]
    return []


def facts_of(node: ast.expr, tables: Mapping[str, list[str] | None]) -> list[str] | None:
    """The facts of a table that is written out, or named in the same function; of any other, nothing is known."""
    if not isinstance(node, ast.Dict):
        return tables.get(node.id) if isinstance(node, ast.Name) else None
    found: list[str] = []
    for key, value in zip(node.keys, node.values):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            found.append(key.value)
        else:                            # **another
            more = facts_of(value, tables)
            if more is None:
                return None
            found += more
    return found


def strings(folder: Path) -> set[str]:
    """Every string in the rules code."""
    return {n.value for path in folder.rglob("*.py") for n in ast.walk(tree_of(path))
            if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def steps(game: Game[Any], kind: type[Any] = Step) -> list[type[Any]]:
    """Every step of a game."""
    return [x for k in kind.__subclasses__() for x in [k, *steps(game, k)]
            if x.__module__.startswith(f"frente.games.{game.slug}.")]


def prompts(game: Game[Any]) -> set[str]:
    return {s.prompt or s.__name__ for s in steps(game)}


def unsaid(game: Game[Any], ends: Iterable[str], boxes: Mapping[int, str], shared: Collection[str] = ()) -> list[str]:
    """What has no text in a game of what is always shown: scenarios, sides, outcomes, activities, boxes, questions with
    their answers, options with their values; and steps and options without a rule. *shared*: steps that others derive
    from, which are never asked."""
    texts, rules = game.texts(), rule_ids(game.folder)
    asked = [s for s in steps(game) if s.verbs]
    options = [f"option.{o.id}{x}" for o in game.options
               for x in ["", ".help", *("" if isinstance(o.default, bool) else f".{spelled(v)}" for v in o.choices)]]
    keys = [*(f"scenario.{s.id}" for s in game.scenarios), *(f"side.{s}" for s in game.sides),
            *(f"outcome.{x}" for x in ends), *(f"phase.{name}" for name in game.frames),
            *(f"box.{name}" for name in boxes.values()), *options, *(f"verb.{v}" for s in asked for v in s.verbs),
            *(s.prompt or s.__name__ for s in asked if s.__name__ not in shared)]
    named = {s.__name__: s.rule for s in steps(game)} | {o.id: o.rule for o in game.options}
    return [*(key for key in keys if key not in texts),
            *(f"{key} is no sentence" for key in keys if key.endswith(".help") and not texts.say(key).endswith(".")),
            *(f"{name} has no rule" for name, rule in named.items() if rule not in rules)]


def nameless(game: Game[Any], scenario: str, seed: int | str, acts: int = 3000) -> tuple[set[str], list[Event]]:
    """What a random game with random options shows and the catalogue has no name for; and all that was told."""
    rng = Random(seed)
    texts = game.texts()
    p = game.start(scenario, game.settled({o.id: rng.choice(o.choices) for o in game.options}))
    told: list[Event] = []
    p.events = told
    missing: set[str] = set()
    for n in range(acts):
        if not p.choices():
            break
        side = rng.choice(sorted(p.choices()))
        if side != CHANCE and n % 10 == 0:
            missing |= unnamed(game.view(p, side), spaces_of(game, p), texts)
        p.apply(side, rng.choice(p.choices()[side]))
    return missing, told


def spaces_of(game: Game[Any], p: Position) -> set[str]:
    vocabulary = game.words(p).vocabulary
    return {name for verb, kind in game.kinds().items() if kind == "space" for name in vocabulary[verb] or ()}


def unnamed(view: View, spaces: set[str], texts: Texts) -> set[str]:
    keys = {view.question, *(f"phase.{x}" for x in view.phase), *(f"fact.{x}" for x in view.facts),
            *(f"track.{t['id']}" for t in view.tracks), *(f"hand.{x}" for x in view.hands)}
    for piece in view.pieces:
        keys |= {f"symbol.{piece['symbol']}", f"side.{piece['side']}",
                 *(f"state.{x.split(':')[0]}" for x in piece["state"])}
        if piece["at"] not in spaces:
            keys.add(f"box.{piece['at']}")
    keys |= {f"state.{mark.split(':')[0]}" for marks in view.spaces.values() for mark in marks}
    return {key for key in keys if key not in texts}


def filled(texts: Texts, told: list[Event]) -> bool:
    """Whether every sentence got all its facts, and none shows a placeholder."""
    return all(placeholders(texts.entries[e.key]) <= set(e.facts) for e in told) and {"{", "}"}.isdisjoint(
        "".join(texts.say(e.key, e.facts) for e in told))
