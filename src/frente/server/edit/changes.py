"""What a pack changes, as a list, and as the files of a pack: only what differs from the game's own data.

A change names a file, a path and the new value; without one, what was there is taken out. Items of an array go by their
identity: ``("units", ("unit", "r-101-1", "attack"), 8)``. Arrays whose items have none are replaced whole.
"""
from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from frente.kernel.packs import PACK, REMOVE, REPLACE, Files, Items
from frente.kernel.shapes import Day, ListOf, MapOf, Shape, Table
from frente.server.edit.form import APART, Form, identity

STEPS: Final = 12                        # in a path
LONG: Final = 120                        # letters in one of them
DEEP: Final = 8                          # a value in values
LARGEST: Final = 2**53
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Change(NamedTuple):
    file: str
    path: tuple[str, ...]
    value: Any = None                    # None: it is taken out


class Wrong(ValueError):
    """A change that no pack could hold."""


class Written(NamedTuple):
    files: Files
    lines: dict[str, list[tuple[str, ...]]]          # by file, the path of what stands on each line


def checked(f: Form, change: Change) -> Change:
    """The change, if a pack could hold it. Whether the data are right with it, the game's own check says."""
    if change.file not in f.names:
        raise Wrong(f"there is no file {change.file[:40]}")
    if not 0 < len(change.path) <= STEPS or any(not x or len(x) > LONG or not x.isprintable() for x in change.path):
        raise Wrong("a path has one to twelve names")
    if {REMOVE, REPLACE} & set(change.path):
        raise Wrong(f"{REMOVE} and {REPLACE} are words of the pack format")
    if change.value is not None:
        _measured(change.value, 0)
    return change


def _measured(value: Any, depth: int) -> None:
    if depth > DEEP:
        raise Wrong("brackets are nested too deeply")
    if value is None:
        raise Wrong("a value is missing")
    if (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > LARGEST):
        raise Wrong("a number is too large")
    if isinstance(value, dict):
        if {REMOVE, REPLACE, ""} & set(value):
            raise Wrong(f"{REMOVE} and {REPLACE} are words of the pack format")
        for inner in value.values():
            _measured(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _measured(inner, depth + 1)


# -- to files


class _Node:
    """A table or an item of a pack that is being written."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.gone: list[str] = []
        self.tables: dict[str, _Node] = {}
        self.items: dict[str, dict[str, _Node]] = {}         # array -> identity -> item
        self.whole: dict[str, Any] | None = None             # a new item
        self.removed = False

    def table(self, name: str) -> _Node:
        return self.tables.setdefault(name, _Node())


def written(f: Form, changes: list[Change]) -> Written:
    """The files of the pack that makes these changes, in the order of the game's own."""
    files: list[tuple[str, str]] = []
    lines: dict[str, list[tuple[str, ...]]] = {}
    for name in f.names:
        root = _Node()
        for change in sorted(changes, key=_by_path):         # the same changes, the same file
            if change.file == name:
                _put(f, name, root, change)
        found = [*_file(f, name, root)]
        if found:
            head = f"# A data pack for {f.game.title}: what differs from the game's own {name}.toml."
            files.append((name, "\n".join([head, *[text for text, _ in found]]) + "\n"))
            lines[name] = [(), *[path for _, path in found]]
    return Written(tuple(files), lines)


def _by_path(change: Change) -> tuple[str, ...]:
    return change.path


def _put(f: Form, name: str, root: _Node, change: Change) -> None:
    node, path, seen = root, list(change.path), ""
    shape: Shape | None = f.shapes[name]
    while len(path) > 1:
        step = path.pop(0)
        shape = _inner(shape, step)
        seen = f"{seen}.{step}" if seen else step
        if seen in f.keys.get(name, {}):
            node = node.items.setdefault(step, {}).setdefault(path[0], _Node())
            shape = shape.item if isinstance(shape, ListOf) else None
            if len(path) == 1:
                node.removed = change.value is None
                node.whole = _typed(shape, change.value) if isinstance(change.value, dict) else None
                return
            path.pop(0)
            seen = "-"                   # arrays inside an item have no identity
        else:
            node = node.table(step)
    if change.value is None:
        node.gone.append(path[0])
    else:
        node.values[path[0]] = _typed(_inner(shape, path[0]), change.value)


def _inner(shape: Shape | None, name: str) -> Shape | None:
    if isinstance(shape, Table):
        return shape.fields.get(name)
    return shape.item if isinstance(shape, MapOf) else None


def _typed(shape: Shape | None, value: Any) -> Any:
    """JSON has no dates: what should be one becomes one."""
    if isinstance(shape, Day) and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value
    if isinstance(value, list) and isinstance(shape, ListOf):
        return [_typed(shape.item, x) for x in value]
    if isinstance(value, dict):
        return {k: _typed(_inner(shape, k), x) for k, x in value.items()}
    return value


Line = tuple[str, tuple[str, ...]]


def _file(f: Form, name: str, root: _Node) -> Iterator[Line]:
    yield from _fields(root, ())
    yield from _tables(f, name, root, (), f.tables[name])


def _tables(f: Form, name: str, node: _Node, path: tuple[str, ...], base: Any) -> Iterator[Line]:
    """Tables and arrays below their headings."""
    for key, inner in node.tables.items():
        here, old = (*path, key), base.get(key) if isinstance(base, dict) else None
        if inner.values or inner.gone:
            yield "", here
            yield f"[{_dotted(here)}]", here
            yield from _fields(inner, here)
        yield from _tables(f, name, inner, here, old)
    for key, items in node.items.items():
        here, old = (*path, key), base.get(key) if isinstance(base, dict) else None
        fields = f.keys[name][".".join(here)].key
        known = {identity(x, fields): x for x in old} if isinstance(old, list) else {}
        for called, item in items.items():
            yield "", (*here, called)
            yield f"[[{_dotted(here)}]]", (*here, called)
            yield from _item(item, (*here, called), fields, known.get(called))


def _item(item: _Node, path: tuple[str, ...], fields: tuple[str, ...],
          known: Mapping[str, Any] | None) -> Iterator[Line]:
    whole = item.whole or {}
    parts = path[-1].split(APART)
    for k, field in enumerate(fields):
        value = (known or whole).get(field, parts[k] if k < len(parts) else "")
        yield f"{_key(field)} = {_value(value)}", (*path, field)
    if item.removed:
        yield f"{REMOVE} = true", path
        return
    own = {field: value for field, value in whole.items() if field not in fields}
    item.values = {**own, **item.values}
    yield from _fields(item, path, inside=True)


def _fields(node: _Node, path: tuple[str, ...], before: str = "", inside: bool = False) -> Iterator[Line]:
    """*inside* an item, tables have no heading of their own."""
    if node.gone:
        yield f"{before}{REMOVE} = {_value(node.gone)}", path
    for field, value in node.values.items():
        yield f"{before}{_key(field)} = {_value(value)}", (*path, field)
    for field, inner in node.tables.items() if inside else ():
        yield from _fields(inner, (*path, field), f"{before}{_key(field)}.", True)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(_key(x) for x in path)


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(_value(x) for x in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(k)} = {_value(x)}' for k, x in value.items())} }}" if value else "{}"
    return value.isoformat() if isinstance(value, date) else str(value)


# -- from data


def differences(f: Form, new: Mapping[str, Any]) -> list[Change]:
    """What has to be changed of the game's own data to get *new*."""
    found: list[Change] = []
    for name in f.names:
        found += _differ(f.keys.get(name, {}), name, (), f.tables[name], new[name])
    return found


def _differ(arrays: Mapping[str, Items], name: str, path: tuple[str, ...], old: Any, new: Any) -> Iterator[Change]:
    items = arrays.get(".".join(path))
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *[key for key in new if key not in old]]:
            if key not in new:
                yield Change(name, (*path, key))
            elif key not in old:
                yield Change(name, (*path, key), new[key])
            else:
                yield from _differ(arrays, name, (*path, key), old[key], new[key])
    elif items is not None and isinstance(old, list) and isinstance(new, list):
        was = {identity(x, items.key): x for x in old}
        now = {identity(x, items.key): x for x in new}
        yield from (Change(name, (*path, called)) for called in was if called not in now)
        for called, item in now.items():
            if called not in was:
                yield Change(name, (*path, called), item)
            else:
                changed = [*_differ({}, name, (*path, called), was[called], item)]
                yield from (x for x in changed if not _marked(x, len(path) + 1, items, changed))
    elif old != new or isinstance(old, bool) != isinstance(new, bool):
        yield Change(name, path, new)


def _marked(change: Change, depth: int, items: Items, among: list[Change]) -> bool:
    """Whether a provenance says only what a pack says by itself of a value it changes."""
    if change.value != PACK:
        return False
    where = ".".join(change.path[depth:])
    return any(items.marks.get(x.path[depth]) == where for x in among)
