"""The ground: numbered spaces, who is next to whom, and what lies along and across the borders. Never changes in play.

Hexes, areas and points are the same thing here: a list of neighbours by space. What concerns a border is a *layer*, a
list parallel to the neighbours, so that a search reads it by the same index.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from frente.geo.hexgrid import Grid, Hex, from_table, label, parse
from frente.kernel.flow import Act


@mypyc_attr(allow_interpreted_subclasses=True)
class Ground:
    """Spaces in the order of the data. *verb*: how an act names one."""

    def __init__(self, names: list[str], nb: list[list[int]], verb: str = "hex") -> None:
        self.names = names
        self.index: dict[str, int] = {name: i for i, name in enumerate(names)}
        self.size = len(names)
        self.nb = nb
        self.verb = verb
        self.acts: list[Act] = [Act(verb, h) for h in range(self.size)]
        self.titles: list[str] = [""] * self.size    # what a space is called besides its number
        self.terrain: list[str] = ["clear"] * self.size

    def layer(self, marks: Mapping[tuple[int, int], int], default: int = 0) -> list[list[int]]:
        """What lies on each border, parallel to nb; a mark counts in both directions."""
        return [[marks.get((h, n), marks.get((n, h), default)) for n in self.nb[h]] for h in range(self.size)]

    def mask(self, pairs: Iterable[tuple[int, int]], on: bool = True) -> list[list[bool]]:
        """For searches: the borders of these pairs are open (or, with on=False, all but those are)."""
        marks = dict.fromkeys(pairs, 1)
        return [[(x > 0) == on for x in row] for row in self.layer(marks)]

    def pairs(self, chains: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
        """The borders along chains of names, such as the hexes of a road."""
        return [(self.index[a], self.index[b]) for chain in chains for a, b in zip(chain, chain[1:])]

    def prices(self, entering: Sequence[int], extra: Sequence[Sequence[int]]) -> list[list[int]]:
        """What each step costs: the space entered and something for the border. Nobody enters where *entering* is 0."""
        return [[entering[n] + x if entering[n] else 0 for n, x in zip(self.nb[h], extra[h])] for h in range(self.size)]

    def named(self, names: Iterable[str]) -> list[int]:
        return [self.index[n] for n in names]

    def beside(self, a: int, t: int) -> bool:
        return t in self.nb[a]


@mypyc_attr(allow_interpreted_subclasses=True)
class HexGround(Ground):
    """Hexes by their printed numbers, with their places in the grid."""

    def __init__(self, grid: Grid, missing: Sequence[str] = ()) -> None:
        at: list[Hex] = [h for h in grid.hexes() if label(h) not in missing]
        here: dict[Hex, int] = {h: i for i, h in enumerate(at)}
        super().__init__([label(h) for h in at], [[here[n] for n in grid.neighbours(*h) if n in here] for h in at])
        self.grid = grid
        self.at = at

    def distance(self, a: int, b: int) -> int:
        """Steps over open ground."""
        return self.grid.distance(self.at[a], self.at[b])


def hexes(table: Mapping[str, Any]) -> HexGround:
    """The ground of a standard map file: grid, terrain by lists of hexes, towns; see ``frente.kit.mapfile``."""
    ground = HexGround(from_table(table["grid"]), table["grid"].get("missing", ()))
    for kind, names in table.get("terrain", {}).items():
        for h in ground.named(names):
            ground.terrain[h] = kind
    for town in table.get("town", ()):
        ground.titles[ground.index[town["hex"]]] = town["name"]
    return ground


def linked(names: list[str], links: Iterable[tuple[str, str]], verb: str = "area") -> Ground:
    """Areas or points and the links between them."""
    here = {name: i for i, name in enumerate(names)}
    nb: list[list[int]] = [[] for _ in names]
    for a, b in links:
        nb[here[a]].append(here[b])
        nb[here[b]].append(here[a])
    return Ground(names, nb, verb)


def borders(ground: Ground, sides: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
    """The pairs of numbers of named borders, such as the hexsides of a river; ValueError names those that are none."""
    found: list[tuple[int, int]] = []
    for side in sides:
        a, b = ground.index[side[0]], ground.index[side[1]]
        if b not in ground.nb[a]:
            raise ValueError(f"{side[0]} and {side[1]} do not share a side")
        found.append((a, b))
    return found


__all__ = ["Ground", "HexGround", "borders", "hexes", "label", "linked", "parse"]
