"""The form of data tables, declared once and checked with file, line and reason.

A shape says what one value may be; a Table names its fields (a name that ends in "?" may be left out). `faults` only
looks at form: what the values mean together is for the game to check, once the form is right.
"""

import difflib
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from mypy_extensions import mypyc_attr

from frente.kernel.lines import Place
from frente.kernel.packs import Problem, Tables


@mypyc_attr(allow_interpreted_subclasses=True)      # the lab has one of its own
class Shape:
    """What one value may be."""

    def wrong(self, value: Any) -> str:
        """What the value should have been, or "" when it fits."""
        raise NotImplementedError

    def faults(self, tables: Tables, name: str, path: Place, value: Any) -> list[Problem]:
        wanted = self.wrong(value)
        return [tables.problem(name, path, f"{spell(path)} must be {wanted}, not {quote(value)}")] if wanted else []


class Text(Shape):
    """Any text; with words, one of those."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def wrong(self, value: Any) -> str:
        if not isinstance(value, str):
            return "text in quotes"
        if self.words and value not in self.words:
            return " or ".join([quote(word) for word in self.words])
        return ""


class Pattern(Shape):
    """Text of a given form."""

    def __init__(self, pattern: str, wanted: str) -> None:
        self.pattern = pattern
        self.wanted = wanted

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, str) and re.fullmatch(self.pattern, value) else self.wanted


class Whole(Shape):
    """A whole number within limits."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def wrong(self, value: Any) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        return "" if fits else f"a whole number from {self.least} to {self.most}"


class Number(Shape):
    """A number within limits, whole or not."""

    def __init__(self, least: float, most: float) -> None:
        self.least = least
        self.most = most

    def wrong(self, value: Any) -> str:
        fits = isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most
        return "" if fits else f"a number from {self.least:g} to {self.most:g}"


class Flag(Shape):
    """true or false."""

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, bool) else "true or false"


class Day(Shape):
    """A date without time."""

    def wrong(self, value: Any) -> str:
        return "" if type(value) is date else "a date such as 1937-07-06"


class Either(Shape):
    """One of two simple shapes."""

    def __init__(self, one: Shape, other: Shape) -> None:
        self.one = one
        self.other = other

    def wrong(self, value: Any) -> str:
        one, other = self.one.wrong(value), self.other.wrong(value)
        return f"{one} or {other}" if one and other else ""


class ListOf(Shape):
    """An array of values of one shape; with `size`, of exactly so many."""

    def __init__(self, item: Shape, size: int | None = None) -> None:
        self.item = item
        self.size = size

    def wrong(self, value: Any) -> str:
        if not isinstance(value, list):
            return "an array"
        if self.size is not None and len(value) != self.size:
            return f"an array of {self.size} values"
        return ""

    def faults(self, tables: Tables, name: str, path: Place, value: Any) -> list[Problem]:
        found = super().faults(tables, name, path, value)
        if not found:
            for index, inner in enumerate(value):
                found.extend(self.item.faults(tables, name, (*path, index), inner))
        return found


class MapOf(Shape):
    """A table with free names and values of one shape."""

    def __init__(self, item: Shape) -> None:
        self.item = item

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, dict) else "a table"

    def faults(self, tables: Tables, name: str, path: Place, value: Any) -> list[Problem]:
        found = super().faults(tables, name, path, value)
        if not found:
            for key, inner in value.items():
                found.extend(self.item.faults(tables, name, (*path, key), inner))
        return found


class Table(Shape):
    """A table with the named fields and no others."""

    def __init__(self, fields: Mapping[str, Shape]) -> None:
        self.fields = {key.removesuffix("?"): shape for key, shape in fields.items()}
        self.required = [key for key in fields if not key.endswith("?")]

    def wrong(self, value: Any) -> str:
        return "" if isinstance(value, dict) else "a table"

    def faults(self, tables: Tables, name: str, path: Place, value: Any) -> list[Problem]:
        found = super().faults(tables, name, path, value)
        if found:
            return found
        for key in self.required:
            if key not in value:
                found.append(tables.problem(name, path, f"{spell(path)} has no {key}"))
        for key, inner in value.items():
            shape = self.fields.get(key)
            if shape is not None:
                found.extend(shape.faults(tables, name, (*path, key), inner))
            else:
                near = difflib.get_close_matches(key, list(self.fields), 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                found.append(tables.problem(name, (*path, key), f"{spell(path)} takes no field {key}{hint}"))
        return found


def malformed(tables: Tables, shapes: Mapping[str, Shape]) -> list[Problem]:
    """What is wrong with the form of the tables, before anybody asks what they say together."""
    found: list[Problem] = []
    for name, shape in shapes.items():
        found.extend(shape.faults(tables, name, (), tables[name]))
    return sorted(found)


@mypyc_attr(allow_interpreted_subclasses=True)      # themes are checked outside the compiled layers
class Findings:
    """Base of a game's own checks: gathers what is wrong."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.found: list[Problem] = []

    def fault(self, name: str, path: Place, reason: str) -> None:
        self.found.append(self.tables.problem(name, path, reason))


def spell(path: Place) -> str:
    """A place in words, without the numbers of items: unit.attack. The line tells which one."""
    return ".".join([step for step in path if isinstance(step, str)]) or "the file"


def quote(value: Any) -> str:
    """A value as it would be written in TOML, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"an array of {len(value)} values"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + '..."'
