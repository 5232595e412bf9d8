"""Groups of estimates moved one step up or down, as packs: which of our guesses does the balance of a game hang on?

A game names its groups in ``estimates.toml``; an experiment may write its own. A group is a set of fields of the items
of one array: ``attack``, or ``front#1`` for the first number in the text ``2-3-4``. What the rulebook states or the
ground shows is never moved.
"""
from __future__ import annotations

import importlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from frente.kernel.catalog import GAMES, Game
from frente.kernel.packs import Tables, load_tables
from frente.kernel.texts import listed

FIXED: Final = ("text", "geography")     # provenance of what is no estimate


@dataclass(frozen=True)
class Group:
    name: str
    file: str
    array: str
    fields: tuple[str, ...]
    where: Mapping[str, Any] = field(default_factory=dict)   # what the items must have,
    unless: Mapping[str, Any] = field(default_factory=dict)  # and what they must not
    step: int = 1
    least: int = 0                       # a value that would leave these limits stays
    most: int = 99
    titles: Mapping[str, str] = field(default_factory=dict)  # by language

    @staticmethod
    def read(table: Mapping[str, Any]) -> Group:
        titles = {language: table[language] for language in ("en", "es") if language in table}
        more = {key: table[key] for key in ("where", "unless", "step", "least", "most") if key in table}
        return Group(table["name"], table["file"], table["array"], tuple(table["fields"]), titles=titles, **more)


def groups_of(game: Game[Any]) -> dict[str, Group]:
    """The groups a game names itself."""
    path = game.folder / "estimates.toml"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {table["name"]: Group.read(table) for table in tomllib.load(file)["group"]}


@lru_cache
def _tables(slug: str) -> tuple[Tables, Any]:
    rules = importlib.import_module(GAMES[slug] + ".data.check")
    return load_tables(importlib.import_module(GAMES[slug]).GAME.folder / "data", rules.NAMES, keys=rules.KEYS), \
        rules.KEYS


def stepped(game: Game[Any], group: Group, direction: int) -> tuple[tuple[tuple[str, str], ...], int]:
    """The pack that moves a group by one step, and how many items it moves. ValueError: there is no such array."""
    tables, keys = _tables(game.slug)
    known = [f"{file}: {array}" for file, arrays in keys.items() for array in arrays]
    items = keys.get(group.file, {}).get(group.array)
    if items is None:
        raise ValueError(f"group {group.name} names {group.file}: {group.array}; "
                         f"arrays that can be moved are {listed(known)}")
    written, moved = [], 0
    for item in at(tables[group.file], group.array):
        if any(item.get(name) != value for name, value in group.where.items()) or \
                any(item.get(name) == value for name, value in group.unless.items()):
            continue
        changed = _moved(item, group, direction * group.step, items.marks)
        if changed:
            moved += 1
            lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}"
                     for name, value in [*((key, item[key]) for key in items.key), *changed.items()]]
            written.append("\n".join([f"[[{group.array}]]", *lines]))
    return ((group.file, "\n\n".join(written) + "\n"),), moved


def at(table: Mapping[str, Any], path: str) -> Any:
    found: Any = table
    for step in path.split("."):
        found = found.get(step, []) if isinstance(found, Mapping) else []
    return found


def _moved(item: Mapping[str, Any], group: Group, by: int, marks: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an item that move, with their new values; fields of one counter move together or not at all."""
    changed: dict[str, Any] = {}
    for name in group.fields:
        plain, _, part = name.partition("#")
        value = changed.get(plain, item.get(plain))
        if value is None:
            continue
        if _source(item, marks.get(plain, "")) in FIXED:
            return {}
        new = _stepped(value, int(part) if part else 0, by, group)
        if new is None:
            return {}
        changed[plain] = new
    return changed


def _source(item: Mapping[str, Any], path: str) -> str:
    found: Any = item
    for step in path.split("."):
        found = found.get(step, "") if isinstance(found, Mapping) else ""
    return found.split(" ")[0] if isinstance(found, str) else ""


def _stepped(value: Any, part: int, by: int, group: Group) -> Any:
    if not part:
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
        return None if number is None or not group.least <= number + by <= group.most else number + by
    numbers = list(re.finditer(r"\d+", value)) if isinstance(value, str) else []
    if len(numbers) < part or not group.least <= int(numbers[part - 1][0]) + by <= group.most:
        return None
    spot = numbers[part - 1]
    return f"{value[:spot.start()]}{int(spot[0]) + by}{value[spot.end():]}"
