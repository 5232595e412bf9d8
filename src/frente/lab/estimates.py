"""Groups of estimates moved one step up or down, as packs: which of our guesses does the balance of a game hang on?

A game names its groups in ``estimates.toml``; an experiment may write its own. A group is a set of fields of the items
of one array, or of one table: ``attack``, or ``front#1`` for the first number in the text ``2-3-4``. What the rulebook
states or the ground shows is never moved.
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
ORIGIN: Final = "provenance"             # what a table or a row without an identity calls it


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

    def takes(self, item: Mapping[str, Any]) -> bool:
        return all(item.get(name) == value for name, value in self.where.items()) and \
            not any(item.get(name) == value for name, value in self.unless.items())

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
    items = keys.get(group.file, {}).get(group.array)
    rows = at(tables.get(group.file, {}), group.array)
    if isinstance(rows, Mapping):
        rows = [rows]
    if not rows or not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        known = [f"{file}: {array}" for file, arrays in keys.items() for array in arrays]
        raise ValueError(f"group {group.name} names {group.file}: {group.array}; tables can be moved, and arrays of "
                         f"them, such as {listed(known)}")
    marks = items.marks if items else {name.partition("#")[0]: ORIGIN for name in group.fields}
    changes = [_moved(row, group, direction * group.step, marks) if group.takes(row) else {} for row in rows]
    if items:
        text = "\n".join(_table(f"[[{group.array}]]", {key: row[key] for key in items.key} | changed)
                         for row, changed in zip(rows, changes) if changed)
    elif len(rows) == 1:
        text = _table(f"[{group.array}]", changes[0])
    else:                                # rows without an identity are laid over all at once
        above, _, name = group.array.rpartition(".")
        text = _table(f"[{above}]" if above else "", {name: [{**row, **new} for row, new in zip(rows, changes)]})
    return ((group.file, text),), sum(map(bool, changes))


def _table(head: str, values: Mapping[str, Any]) -> str:
    return "\n".join([head, *(f"{name} = {_toml(value)}" for name, value in values.items())]) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {_toml(inner)}' for name, inner in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


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
