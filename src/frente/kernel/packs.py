"""Data packs: a game's folder of TOML tables, overlaid by a folder that holds only what differs.

Tables merge key by key. An array of tables whose items have an identity (declared by the game, see `Items`) merges
item by item: a known identity changes that item, a new one is appended. Every other array and every single value is
replaced. Two words are reserved in a pack:

    remove = true               in an item: the item goes
    remove = ["a", "b"]         in an item or table: those fields go
    replace = ["hex"]           at the top of a file: these arrays are taken whole from the pack, not merged

Every value keeps the file and line it came from, so that whoever checks the data can name the place of a fault.
"""

import difflib
import hashlib
import json
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from frente.kernel.lines import Lines, Place

REMOVE: Final = "remove"
REPLACE: Final = "replace"
PACK: Final = "pack"  # the provenance of a value that a pack has changed
COMPANIONS: Final = ("readme", "license", "licence", "credits")  # files a pack may carry besides its tables
VERSION_DIGITS: Final = 12


class Problem(NamedTuple):
    """One fault in the data. Line 0: the fault is the whole file or folder."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class DataError(Exception):
    """The data cannot be used; `problems` says why, one a line in the message."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = sorted(problems)
        super().__init__("\n".join([str(problem) for problem in self.problems]))


class Items(NamedTuple):
    """How a game declares an array of tables that packs may change item by item.

    key: the fields that identify an item (a list counts whatever its order).
    marks: field -> where in the item its provenance is written, as a dotted path. When a pack changes the field and
    says nothing about its provenance, the provenance becomes "pack".
    """

    key: tuple[str, ...]
    marks: Mapping[str, str] = {}


Keys = Mapping[str, Mapping[str, Items]]  # file name -> dotted path of the array -> its items
Files = tuple[tuple[str, str], ...]      # a pack as its files, without .toml, and what stands in them


class _Node:
    """A value together with the place it was written at; tables and arrays hold nodes."""

    __slots__ = ("file", "line", "over", "value")

    def __init__(self, value: Any, file: str, line: int) -> None:
        self.value = value
        self.file = file
        self.line = line
        self.over: _Node | None = None  # what a pack laid over this table or array

    def problem(self, reason: str) -> Problem:
        return Problem(self.file, self.line, reason)


class Tables(dict[str, dict[str, Any]]):
    """The effective data: file name (without .toml) -> its tables; knows where each value was written."""

    def __init__(self, roots: dict[str, _Node]) -> None:
        super().__init__({name: _plain(root) for name, root in roots.items()})
        self._roots = roots
        text = json.dumps(dict(self), sort_keys=True, ensure_ascii=True, default=str)
        self.version: str = hashlib.sha256(text.encode("ascii")).hexdigest()[:VERSION_DIGITS]
        self.spots: dict[Problem, tuple[str, Place]] = {}    # problems found so far -> file and value they are about

    def where(self, name: str, path: Place = ()) -> tuple[str, int]:
        """File and line of a value; of the nearest table or array around it when the value is not there."""
        node = self._roots[name]
        for step in path:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
        return node.file, node.line

    def problem(self, name: str, path: Place, reason: str) -> Problem:
        """A fault of a value. The game's own data have none, so a fault near a pack's change is named there."""
        root = self._roots[name]
        node, spot = root, root.over or root
        for step in path:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
            if node.over is not None:
                spot = node.over
            elif node.file != root.file or root.over is None:
                spot = node
        found = spot.problem(reason)
        self.spots[found] = (name, path)
        return found


def load_tables(folder: Path, names: Sequence[str], pack: Path | None = None, *, keys: Keys,
                check: Callable[[Tables], list[Problem]] | None = None) -> Tables:
    """Read `<name>.toml` for every name, lay the pack over it; DataError lists everything that is wrong at once.

    *check* has the last word: what it finds is wrong as well.
    """
    problems: list[Problem] = []
    roots: dict[str, _Node] = {}
    for name in names:
        root = _read(folder / f"{name}.toml", problems)
        if root is not None:
            roots[name] = root
            _check_items(root, keys.get(name, {}), problems)
    if pack is not None:
        for name in _files_of(pack, names, problems):
            over = _read(pack / f"{name}.toml", problems)
            if over is not None and name in roots:
                _overlay(roots[name], over, keys.get(name, {}), problems)
    if problems:
        raise DataError(problems)
    tables = Tables(roots)
    if check is not None and (problems := check(tables)):
        raise DataError(problems)
    return tables


@lru_cache(maxsize=256)
def _laid_out(files: Files, name: str) -> "tempfile.TemporaryDirectory[str]":
    place = tempfile.TemporaryDirectory(prefix="frente-pack-")
    inside = Path(place.name) / name
    inside.mkdir(exist_ok=True)
    for file, text in files:
        (inside / f"{file}.toml").write_text(text, encoding="utf-8")
    return place


def folder(files: Files, name: str = "pack") -> Path | None:
    """A pack as the folder that games read, made once in every process; it goes when the process ends."""
    return Path(_laid_out(files, name).name) / name if files else None


# --- reading -----------------------------------------------------------------------------------------------------


def _read(path: Path, problems: list[Problem]) -> _Node | None:
    file = str(path)
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        problems.append(Problem(file, 0, "the file is missing"))
        return None
    except OSError as fault:
        problems.append(Problem(file, 0, f"the file cannot be read ({fault.strerror or fault})"))
        return None
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")  # as tomllib does, so that offsets agree
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        problems.append(Problem(file, line, "not UTF-8 text; save the file with UTF-8 encoding"))
        return None
    try:
        values, places = _parse(text)
        return _annotate(values, (), file, 1, places)
    except tomllib.TOMLDecodeError as fault:
        problems.append(_syntax_problem(file, text, str(fault)))
    except RecursionError:
        problems.append(Problem(file, 1, "brackets are nested too deeply"))
    return None


@lru_cache(maxsize=16)
def _parse(text: str) -> tuple[dict[str, Any], dict[Place, int]]:
    """Values and their lines, never changed afterwards. Every pack is laid over the same few files of a game."""
    return tomllib.loads(text), Lines(text).places


def _syntax_problem(file: str, text: str, message: str) -> Problem:
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if found is None:
        return Problem(file, 1, f"not valid TOML: {message}")
    line = int(found[1]) if found[1] else text.rstrip("\n").count("\n") + 1
    spot = f"column {found[2]}" if found[2] else "at the end of the file"
    return Problem(file, line, f"not valid TOML: {message[: found.start()]} ({spot})")


def _files_of(pack: Path, names: Sequence[str], problems: list[Problem]) -> list[str]:
    """The tables a pack folder holds; anything in it that is neither a table nor a companion file is a problem."""
    if not pack.exists():
        problems.append(Problem(str(pack), 0, "there is no such folder"))
        return []
    if not pack.is_dir():
        problems.append(Problem(str(pack), 0, "this is a file; a pack is a folder that holds TOML files"))
        return []
    known = [f"{name}.toml" for name in names]
    found: list[str] = []
    for entry in sorted(pack.iterdir()):
        if entry.name in known:
            found.append(entry.name.removesuffix(".toml"))
        elif not entry.name.startswith(".") and entry.name.partition(".")[0].lower() not in COMPANIONS:
            problems.append(Problem(str(entry), 0, _unknown("file", entry.name, known)))
    if not found and not problems:
        problems.append(Problem(str(pack), 0, f"the pack is empty; it may hold {_listed(known)}"))
    return found


# --- merging -----------------------------------------------------------------------------------------------------


def _overlay(base: _Node, over: _Node, items: Mapping[str, Items], problems: list[Problem]) -> None:
    whole = _whole_arrays(over, items, problems)
    for key in [key for key in over.value if key not in base.value]:
        problems.append(over.value.pop(key).problem(_unknown("key", key, list(base.value))))
    _check_items(over, items, problems)
    _merge_table(base, over, "", items, whole, problems)


def _whole_arrays(over: _Node, items: Mapping[str, Items], problems: list[Problem]) -> set[str]:
    """Take the `replace` list out of a pack file and check it."""
    node = over.value.pop(REPLACE, None)
    if node is None:
        return set()
    names = _plain(node)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        problems.append(node.problem(f"{REPLACE} must be a list of names of arrays"))
        return set()
    for index, name in enumerate(names):
        entry: _Node = node.value[index]
        if name not in items:
            problems.append(entry.problem(_unknown("array", name, list(items))))
        elif _at(over, name) is None:
            problems.append(entry.problem(f"{REPLACE} names {name}, but the pack does not give that array"))
    return set(names)


def _merge_table(
    base: _Node, over: _Node, path: str, items: Mapping[str, Items], whole: set[str], problems: list[Problem]
) -> None:
    base.over = over
    _remove_fields(base, over, problems)
    for key, node in over.value.items():
        inner = f"{path}.{key}" if path else key
        old: _Node | None = base.value.get(key)
        if old is None or inner in whole:
            base.value[key] = node
        elif _kind(old.value) != _kind(node.value):
            reason = f"{inner} must be {_kind(old.value)}, not {_kind(node.value)}"
            problems.append(node.problem(reason))
        elif isinstance(old.value, dict):
            _merge_table(old, node, inner, items, whole, problems)
        elif inner in items:
            _merge_items(old, node, inner, items[inner], problems)
        else:
            base.value[key] = node


def _merge_items(base: _Node, over: _Node, path: str, items: Items, problems: list[Problem]) -> None:
    base.over = over
    at = {_identity(item, items.key): item for item in base.value}
    for item in over.value:
        identity = _identity(item, items.key)
        if identity is None:
            continue  # named by _check_items
        old = at.get(identity)
        order: _Node | None = item.value.get(REMOVE)
        if order is not None and order.value is True:
            _remove_item(base, old, item, path, items, problems)
        elif old is None and order is not None:
            problems.append(order.problem(f"{path} {_shown(identity)} is new; there is nothing to {REMOVE}"))
        elif old is None:
            _mark(item, item, items, problems)
            base.value.append(item)
        else:
            _merge_table(old, item, path, {}, set(), problems)
            _mark(old, item, items, problems)


def _remove_item(base: _Node, old: _Node | None, item: _Node, path: str, items: Items, problems: list[Problem]) -> None:
    name = f"{path} {_shown(_identity(item, items.key))}"
    more = [key for key in item.value if key != REMOVE and key not in items.key]
    if old is None:
        problems.append(item.problem(f"there is no {name} to {REMOVE}"))
    elif more:
        problems.append(item.value[more[0]].problem(f"{name} is removed, so it takes no {more[0]}"))
    else:
        base.value.remove(old)


def _remove_fields(base: _Node, over: _Node, problems: list[Problem]) -> None:
    order: _Node | None = over.value.pop(REMOVE, None)
    if order is None:
        return
    names = _plain(order)
    if not isinstance(names, list):
        problems.append(order.problem(f"{REMOVE} must be true (in an item of an array) or a list of field names"))
        return
    for index, name in enumerate(names):
        if not isinstance(name, str) or name not in base.value:
            problems.append(order.value[index].problem(f"there is no field {name} to {REMOVE}"))
        else:
            del base.value[name]


def _mark(item: _Node, over: _Node, items: Items, problems: list[Problem]) -> None:
    """Fields the pack has changed are no longer text, geography or estimate, unless the pack says so itself."""
    for field, path in items.marks.items():
        if field not in over.value or _at(over, path) is not None:
            continue
        source: _Node = over.value[field]
        parts = path.split(".")
        table = item
        for part in parts[:-1]:
            table = table.value.setdefault(part, _Node({}, source.file, source.line))
            if not isinstance(table.value, dict):
                problems.append(table.problem(f"{part} must be a table, not {_kind(table.value)}"))
                return
        table.value[parts[-1]] = _Node(PACK, source.file, source.line)


def _check_items(root: _Node, items: Mapping[str, Items], problems: list[Problem]) -> None:
    """Every item of a declared array is a table, carries its identity, and does so once."""
    for path, declared in items.items():
        array = _at(root, path)
        if array is None or not isinstance(array.value, list):
            continue  # absent in this file, or named as a wrong kind when merging
        seen: dict[Any, _Node] = {}
        for item in array.value:
            if not isinstance(item.value, dict):
                problems.append(item.problem(f"an item of {path} must be a table, not {_kind(item.value)}"))
                continue
            missing = [key for key in declared.key if key not in item.value]
            identity = _identity(item, declared.key)
            if missing:
                problems.append(item.problem(f"an item of {path} has no {_listed(missing)}"))
            elif identity in seen:
                first = seen[identity].line
                problems.append(item.problem(f"{path} {_shown(identity)} is given twice (first on line {first})"))
            else:
                seen[identity] = item


# --- nodes -------------------------------------------------------------------------------------------------------


def _annotate(value: Any, path: Place, file: str, line: int, places: dict[Place, int]) -> _Node:
    line = places.get(path, line)
    if isinstance(value, dict):
        table = {key: _annotate(inner, (*path, key), file, line, places) for key, inner in value.items()}
        return _Node(table, file, line)
    if isinstance(value, list):
        array = [_annotate(inner, (*path, index), file, line, places) for index, inner in enumerate(value)]
        return _Node(array, file, line)
    return _Node(value, file, line)


def _plain(node: _Node) -> Any:
    if isinstance(node.value, dict):
        return {key: _plain(inner) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [_plain(inner) for inner in node.value]
    return node.value


def _child(node: _Node, step: str | int) -> _Node | None:
    inner: _Node | None = None
    if isinstance(node.value, dict) and isinstance(step, str):
        inner = node.value.get(step)
    elif isinstance(node.value, list) and isinstance(step, int) and 0 <= step < len(node.value):
        inner = node.value[step]
    return inner


def _at(root: _Node, path: str) -> _Node | None:
    node: _Node | None = root
    for step in path.split("."):
        if node is None:
            break
        node = _child(node, step)
    return node


def _identity(item: _Node, key: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The values of the key fields; None when one is missing."""
    if not isinstance(item.value, dict) or any(field not in item.value for field in key):
        return None
    values = [_plain(item.value[field]) for field in key]
    return tuple([tuple(sorted([str(part) for part in v])) if isinstance(v, list) else str(v) for v in values])


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    return "an array" if isinstance(value, list) else "a single value"


def _shown(identity: tuple[Any, ...] | None) -> str:
    return " ".join(["/".join(part) if isinstance(part, tuple) else str(part) for part in identity or ()])


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _unknown(what: str, word: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known here: {_listed(known)}" if known else "none is known here"
    return f"unknown {what} {word}; {hint}"
