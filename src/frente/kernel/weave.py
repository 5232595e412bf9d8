"""Copies of frames and positions, written from the fields their classes declare.

Nobody writes ``clone`` by hand. From the annotations of a class this module writes the text of a function that copies
it, field by field. Plain Python runs that text when the first copy is asked for, as `dataclass` does with ``__init__``;
`make fast` puts the same text into a module `_woven.py` of each package and compiles it. Compiled classes keep no
annotations, so that module also says what the fields are.

A field is a number, a word, a truth value, a list of those or a list of lists. It is saved, in the order of
declaration, unless the class of a position says otherwise. What is counted for every space is a `bytearray`, saved as
a list: from 0 to 255, and copied as one block.

    board: Static[Board]          never changes and is shared by all copies
    zone: Derived[list[int]]      follows from the rest: copied, not saved, made again after loading
    nets: Cached[list[Net]]       only remembered: as derived, but may hold anything; what a list holds is shared
"""
from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
SAVED: Final = "saved"
STATIC: Final = "static"
DERIVED: Final = "derived"
CACHED: Final = "cached"
Static = Annotated[T, "static"]
Derived = Annotated[T, "derived"]
Cached = Annotated[T, "cached"]

VALUE: Final = "{}"                      # how a field is copied
LIST: Final = "{}[:]"
LISTS: Final = "[r[:] for r in {}]"
BYTES: Final = "bytearray({})"
ROWS: Final = "[bytearray(r) for r in {}]"
DICT: Final = "{}.copy()"


class Field(NamedTuple):
    mark: str
    copy: str


Fields = dict[str, Field]
COPIERS: Final[dict[type, Callable[[Any], Any]]] = {}
FIELDS: Final[dict[type, Fields]] = {}
_LOADED: Final[set[str]] = set()


def copier(kind: type) -> Callable[[Any], Any]:
    """The function that copies things of a class, compiled if there is one."""
    _load(kind)
    found = COPIERS.get(kind)
    if found is None:
        space: dict[str, Any] = {"K": kind}
        exec(text(kind, "copy", "K"), space)
        found = COPIERS[kind] = space["copy"]
    return found


def fields(kind: type) -> Fields:
    """What a class and its bases declare, bases first; what the kernel's own classes keep is left out."""
    found = FIELDS.get(kind)
    if found is None:
        _load(kind)
        found = FIELDS.get(kind)
    if found is None:
        found = {}
        for base in reversed(kind.__mro__[1:]):
            if base is not object and not _kernel(base):
                found |= fields(base)
        if not _kernel(kind):
            own = _declared(kind)        # what is declared again takes its place among the own: so it is saved
            found = {name: field for name, field in found.items() if name not in own} | own
        FIELDS[kind] = found
    return found


def marked(kind: type, mark: str) -> list[str]:
    """The fields of a class with one mark."""
    return [name for name, field in fields(kind).items() if field.mark == mark]


def _kernel(kind: type) -> bool:
    return kind.__module__ == "frente.kernel.flow"


def _declared(kind: type) -> Fields:
    if not _written(kind):
        raise TypeError(f"{kind.__module__}.{kind.__name__} is compiled and nothing says what its fields are: "
                        "run make fast again.")
    hints = get_type_hints(kind, include_extras=True)
    found: Fields = {}
    for name in get_annotations(kind):
        hint, mark = hints[name], SAVED
        if get_origin(hint) is ClassVar:
            continue
        if get_origin(hint) is Annotated:
            hint, mark = get_args(hint)
        copy = VALUE if mark == STATIC else _how(hint, mark)
        if not copy:
            raise TypeError(f"{kind.__module__}.{kind.__name__}.{name} cannot be copied and saved: make it a number, a "
                            "word, a truth value, a list of those, a list of lists or a bytearray, or mark it Static "
                            "or Cached.")
        found[name] = Field(mark, copy)
    return found


def _how(hint: Any, mark: str) -> str:
    """How a value of a type is copied; empty if that is not known."""
    origin = get_origin(hint)
    if hint is bytearray:
        return BYTES
    if origin is list:
        inner = get_args(hint)[0]
        if inner is bytearray:
            return "" if mark == SAVED else ROWS
        if get_origin(inner) is list:
            return LISTS if _plain(get_args(inner)[0]) else ""
        return LIST if _plain(inner) or mark == CACHED else ""
    if mark == CACHED:
        return DICT if origin is dict else VALUE
    return VALUE if _plain(hint) else ""


def _plain(hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return all(_plain(x) for x in get_args(hint))
    return hint in (int, str, bool)


def text(kind: type, name: str, spelled: str) -> str:
    """The source of a function that copies things of a class. A frame is a dataclass, a position is not."""
    lines = [f"def {name}(x: {spelled}) -> {spelled}:", f"    y = {spelled}.__new__({spelled})"]     # no constructor
    if is_dataclass(kind):
        lines.append("    y.at = x.at")
    else:
        lines += ["    y.stack = [f.clone() for f in x.stack]", "    y.asked = x.asked", "    y.barrier = x.barrier",
                  "    y.events = None"]
    lines += [f"    y.{field} = {how.copy.format('x.' + field)}" for field, how in fields(kind).items()]
    return "\n".join([*lines, "    return y", ""])


def module(kinds: list[type]) -> str:
    """The source of a package's `_woven.py`."""
    out = ['"""Written by `make fast` from the declared fields; see frente.kernel.weave."""',
           "from __future__ import annotations", "", "from frente.kernel.weave import COPIERS, FIELDS, Field"]
    out += sorted({f"from {k.__module__} import {k.__name__} as {_alias(k)}" for k in kinds})
    for k in kinds:
        out += ["", "", text(k, f"copy_{_alias(k)}", _alias(k)).rstrip()]
    out += ["", ""]
    for k in kinds:
        listed = ", ".join(f'"{name}": Field("{f.mark}", "{f.copy}")' for name, f in fields(k).items())
        out += [f"COPIERS[{_alias(k)}] = copy_{_alias(k)}", f"FIELDS[{_alias(k)}] = {{{listed}}}"]
    return "\n".join([*out, ""])


def _alias(kind: type) -> str:
    return f"{kind.__module__.rpartition('.')[2]}_{kind.__name__}"


def _written(kind: type) -> bool:
    """Whether a class is plain Python, with its annotations."""
    return (getattr(sys.modules[kind.__module__], "__file__", None) or "").endswith(".py")


def _load(kind: type) -> None:
    """Import what `make fast` wrote for the package of a compiled class, once. Plain classes speak for themselves."""
    package = kind.__module__.rpartition(".")[0]
    if package not in _LOADED and not _written(kind):
        _LOADED.add(package)
        importlib.import_module(package + "._woven")
