"""How a game looks: its sides with their colours and shapes, its terrain, objectives and unit signs, and what the page
shows of it.

All of it is data in the game's folder, ``show/look.toml`` and ``show/theme.toml``; docs/look.md says what they may
hold. Whoever draws or shows a game asks this package, and no side, terrain or game is named anywhere else.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from frente.kernel.packs import DataError, Tables, load_tables
from frente.kernel.shapes import malformed
from frente.look.colour import Pair, contrast
from frente.look.schema import SHAPES

NAMES = ("look", "theme")


@dataclass(frozen=True)
class Livery:
    """Colours and shape of a side. Each colour has a light and a dark value."""

    side: str
    shape: str                           # "round", "cut" or "square": corners of its counters, kind of its lines
    colours: Mapping[str, Pair]          # those of look.toml; print: what stands on pale; orbit: thin lines on main

    def tone(self, part: str) -> str:
        """The name of one of its colours in a drawing."""
        return tone(self.side, part)


@dataclass(frozen=True)
class Goal:
    """What an objective looks like."""

    main: Pair
    ink: Pair                            # print on main
    edge: Pair
    line: str                            # "single", "double" or "dashed"


@dataclass(frozen=True)
class Sign:
    """What stands in the middle of a counter of some kind: a sign that the painter knows, or a path of its own."""

    like: str
    d: str
    framed: bool
    solid: bool


@dataclass(frozen=True)
class Look:
    file: str
    sides: Mapping[str, Livery]
    terrain: Mapping[str, str]           # the game's word -> the painter's ground
    goals: Mapping[str, Goal]
    signs: Mapping[str, Sign]
    theme: Mapping[str, Any]             # what the page shows and where

    def side(self, name: str) -> Livery:
        if name not in self.sides:
            raise self.unknown("side", name, self.sides)
        return self.sides[name]

    def ground(self, terrain: str) -> str:
        """The painter's ground for a terrain of the game."""
        if terrain not in self.terrain:
            raise self.unknown("terrain", terrain, self.terrain)
        return self.terrain[terrain]

    def palette(self) -> dict[str, Pair]:
        """The colours of all sides and objectives by the names they have in a drawing."""
        found = {tone(x.side, part): pair for x in self.sides.values() for part, pair in x.colours.items()}
        for name, goal in self.goals.items():
            found |= {f"goal-{name}": goal.main, f"goal-{name}-ink": goal.ink, f"goal-{name}-edge": goal.edge}
        return found

    def goal(self, name: str) -> Goal:
        if name not in self.goals:
            raise self.unknown("goal", name, self.goals)
        return self.goals[name]

    def unknown(self, table: str, name: str, known: Mapping[str, object]) -> ValueError:
        """A word of the game that its look does not know."""
        return ValueError(f'{self.file} has no [{table}.{name}]; it knows {", ".join(known) or "none"}')


def tone(side: str, part: str = "main") -> str:
    return f"side-{side}" if part == "main" else f"side-{side}-{part}"


def tables(folder: Path) -> Tables:
    """Look and theme of the game in a folder as they are written; DataError names file, line and reason of every fault
    of form."""
    return load_tables(folder / "show", NAMES, keys={}, check=lambda found: malformed(found, SHAPES))


@lru_cache
def read(folder: Path) -> Look:
    """How the game in a folder looks."""
    found = tables(folder)
    look = found["look"]
    return Look(
        found.where("look")[0],
        {name: _livery(name, row) for name, row in look["side"].items()},
        {name: row["like"] for name, row in look.get("terrain", {}).items()},
        {name: _goal(row) for name, row in look.get("goal", {}).items()},
        {name: Sign(row.get("like", ""), row.get("d", ""), row.get("framed", True), row.get("solid", False))
         for name, row in look.get("sign", {}).items()},
        found["theme"])


def shown(folder: Path) -> bool:
    """Whether the game in a folder says how it looks, and its theme is no draft."""
    if not all((folder / "show" / f"{name}.toml").exists() for name in NAMES):
        return False
    return not read(folder).theme.get("draft", False)


def _livery(side: str, row: Mapping[str, Any]) -> Livery:
    colours = {name: _pair(row[name]) for name in ("main", "deep", "ink", "pale", "line")}
    colours["wash"] = _pair(row.get("wash", row["line"]))
    colours["ground"] = _pair(row.get("ground", row.get("wash", row["line"])))
    # Light ink of a dark card cannot be read on its pale reverse.
    colours["print"] = max(colours["ink"], colours["deep"], key=lambda x: contrast(x[0], colours["pale"][0]))
    # Thin lines on the card itself: whichever is further from it.
    colours["orbit"] = max(colours["deep"], colours["pale"], key=lambda x: contrast(x[0], colours["main"][0]))
    return Livery(side, row["shape"], colours)


def _goal(row: Mapping[str, Any]) -> Goal:
    main = _pair(row["main"])
    light, dark = (max(("#ffffff", "#1d1712"), key=lambda ink: contrast(ink, ground)) for ground in main)
    ink, edge = _pair(row.get("ink", [light, dark])), _pair(row.get("edge", row["main"]))
    return Goal(main, ink, edge, row.get("line", "single"))


def _pair(values: list[str]) -> Pair:
    light, dark = values
    return light, dark


__all__ = ["DataError", "Goal", "Livery", "Look", "Sign", "read", "shown", "tables", "tone"]
