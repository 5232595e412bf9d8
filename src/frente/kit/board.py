"""The board of a hex game from its standard data files, as arrays: what never changes in play.

A game derives its own class if it has more in its files. ``load`` reads and checks the files once, with a data pack
laid over them if one is named.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.packs import Keys, Problem, Tables, load_tables
from frente.kit.counters import counters
from frente.kit.datafile import KEYS, NAMES
from frente.kit.ground import borders, hexes
from frente.kit.table import table


@mypyc_attr(allow_interpreted_subclasses=True)
class Board:
    """Shared by every copy of a position and never written to after it is built."""

    def __init__(self, tables: Tables, sides: Sequence[str]) -> None:
        m, t = tables["map"], tables["tables"]
        self.tables = tables
        self.version = tables.version
        self.sides = list(sides)
        self.ground = hexes(m)
        ground = self.ground
        self.force = counters(tables["units"]["unit"], sides, ground)
        self.combat = table(t["combat"])
        self.cover: list[int] = [int(t["terrain"][kind]["cover"]) for kind in ground.terrain]
        entering = [int(t["terrain"][kind]["cost"]) for kind in ground.terrain]
        rivers = borders(ground, [side for river in m.get("river", ()) for side in river["sides"]])
        roads = ground.pairs([road["hexes"] for road in m.get("road", ())])
        # Parallel to the neighbours: what lies across and along each hexside, and what a step over it costs.
        self.river: list[list[bool]] = ground.mask(rivers)
        self.road: list[list[bool]] = ground.mask(roads)
        self.number: dict[str, int] = dict(t.get("number", {}))
        ford = self.number.get("ford", 0)
        wade = [[ford if wet else 0 for wet in row] for row in self.river]
        self.cost: list[list[int]] = ground.prices(entering, wade)
        self.sources: list[list[int]] = [ground.named(m.get("source", {}).get(side, ())) for side in sides]
        self.towns: list[int] = [ground.index[town["hex"]] for town in m.get("town", ())]
        self.points: list[int] = [0] * ground.size           # by space: what holding it is worth
        for town in m.get("town", ()):
            self.points[ground.index[town["hex"]]] = int(town.get("points", 0))
        self.goals: list[int] = [h for h in self.towns if self.points[h]]


B = TypeVar("B")
_LOADED: Final[dict[str, Any]] = {}


def load(folder: Path, kind: Callable[[Tables], B], check: Callable[[Tables], list[Problem]],
         pack: Path | None = None, names: Sequence[str] = NAMES, keys: Keys = KEYS) -> B:
    """The board of a game whose data are in a folder; without a pack it is read once. *names*: the data files, and
    *keys*: how packs change them, where they are not the standard ones."""
    key = str(folder.resolve())
    if pack is None and key in _LOADED:
        found: B = _LOADED[key]          # what this folder's game made of it
        return found
    board = kind(load_tables(folder, names, pack, keys=keys, check=check))
    if pack is None:
        _LOADED[key] = board
    return board
