"""Hex grids with offset numbering, flat-top or pointy-top.

A hex is `(column, row)`, both counted from 1 as in printed hex numbers: columns grow eastward, rows southward.
In a flat-top grid every second column lies half a hex further south; in a pointy-top grid every second row lies
half a hex further east. `lowered` says which ones: the "odd" or the "even".

Directions are numbered clockwise: flat-top N, NE, SE, S, SW, NW; pointy-top NE, E, SE, SW, W, NW.
Side `k` faces direction `k` and joins corner `k` to corner `k + 1`.

Centres and corners lie on a lattice of whole numbers, so two hexes name a shared corner by the same pair of
integers. Only `scale` turns lattice points into map units; (0, 0) is the upper left of the playable field.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

Hex = tuple[int, int]
Point = tuple[float, float]
Lattice = tuple[int, int]

FLAT: Final = "flat-top"
POINTY: Final = "pointy-top"
ODD: Final = "odd"
EVEN: Final = "even"

# Steps (column, row) in clockwise order, first for a line that is not shifted, then for a shifted one.
_STEPS: Final[dict[str, tuple[tuple[Hex, ...], tuple[Hex, ...]]]] = {
    FLAT: (
        ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
        ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ),
    POINTY: (
        ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
    ),
}
_CORNERS: Final[dict[str, tuple[Lattice, ...]]] = {
    FLAT: ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    POINTY: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}


class Grid:
    """A rectangle of hexes: columns `first_column` to `columns`, rows `first_row` to `rows`."""

    def __init__(
        self,
        columns: int,
        rows: int,
        orientation: str = FLAT,
        lowered: str = ODD,
        first_column: int = 1,
        first_row: int = 1,
    ) -> None:
        if orientation not in _STEPS:
            raise ValueError(f'grid orientation is "{orientation}"; use "{FLAT}" or "{POINTY}"')
        if lowered not in (ODD, EVEN):
            raise ValueError(f'the shifted columns or rows are "{lowered}"; use "{ODD}" or "{EVEN}"')
        if not (0 < first_column <= columns <= 99 and 0 < first_row <= rows <= 99):
            raise ValueError(
                f"a grid of columns {first_column}-{columns} and rows {first_row}-{rows} is empty or beyond 1 to 99"
            )
        self.columns = columns
        self.rows = rows
        self.orientation = orientation
        self.lowered = lowered
        self.first_column = first_column
        self.first_row = first_row
        self.flat = orientation == FLAT
        self._parity = 1 if lowered == ODD else 0

    def shift(self, column: int, row: int) -> int:
        """1 if the hex lies half a hex further south (flat-top) or east (pointy-top), else 0."""
        return 1 if (column if self.flat else row) % 2 == self._parity else 0

    def contains(self, column: int, row: int) -> bool:
        return self.first_column <= column <= self.columns and self.first_row <= row <= self.rows

    def hexes(self) -> list[Hex]:
        """All hexes, column by column."""
        return [
            (column, row)
            for column in range(self.first_column, self.columns + 1)
            for row in range(self.first_row, self.rows + 1)
        ]

    def neighbour(self, column: int, row: int, direction: int) -> Hex:
        """The hex one step away, which may lie outside the grid."""
        step = _STEPS[self.orientation][self.shift(column, row)][direction % 6]
        return column + step[0], row + step[1]

    def neighbours(self, column: int, row: int) -> list[Hex]:
        """Hexes of the grid that share a side, clockwise."""
        found: list[Hex] = []
        for step in _STEPS[self.orientation][self.shift(column, row)]:
            there = (column + step[0], row + step[1])
            if self.contains(there[0], there[1]):
                found.append(there)
        return found

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction from a hex to its neighbour; ValueError if they share no side."""
        for k, step in enumerate(_STEPS[self.orientation][self.shift(a[0], a[1])]):
            if a[0] + step[0] == b[0] and a[1] + step[1] == b[1]:
                return k
        raise ValueError(f"hexes {label(a)} and {label(b)} do not share a side")

    def adjacent(self, a: Hex, b: Hex) -> bool:
        return self.distance(a, b) == 1

    def distance(self, a: Hex, b: Hex) -> int:
        """Steps from one hex to another over an unbounded grid."""
        # Counted in half hexes along the shifted lines: each step across a line also gives half a hex along it.
        if self.flat:
            across = abs(a[0] - b[0])
            along = abs(2 * (a[1] - b[1]) + self.shift(a[0], a[1]) - self.shift(b[0], b[1]))
        else:
            across = abs(a[1] - b[1])
            along = abs(2 * (a[0] - b[0]) + self.shift(a[0], a[1]) - self.shift(b[0], b[1]))
        return across + max(0, (along - across) // 2)

    def lattice_centre(self, column: int, row: int) -> Lattice:
        c, r = column - self.first_column, row - self.first_row
        if self.flat:
            return 3 * c + 2, 2 * r + 1 + self.shift(column, row)
        return 2 * c + 1 + self.shift(column, row), 3 * r + 2

    def lattice_corners(self, column: int, row: int) -> list[Lattice]:
        x, y = self.lattice_centre(column, row)
        return [(x + dx, y + dy) for dx, dy in _CORNERS[self.orientation]]

    def lattice_side(self, a: Hex, b: Hex) -> tuple[Lattice, Lattice]:
        """The two corners that neighbouring hexes share, clockwise as seen from the first."""
        k = self.direction(a, b)
        corners = self.lattice_corners(a[0], a[1])
        return corners[k], corners[(k + 1) % 6]

    def scale(self, point: Lattice, radius: float) -> Point:
        """Map units of a lattice point; the radius is the distance from a centre to a corner."""
        half, rise = radius / 2, radius * sqrt(3) / 2
        return (point[0] * half, point[1] * rise) if self.flat else (point[0] * rise, point[1] * half)

    def centre(self, column: int, row: int, radius: float) -> Point:
        return self.scale(self.lattice_centre(column, row), radius)

    def corners(self, column: int, row: int, radius: float, size: float | None = None) -> list[Point]:
        """The six corners; with `size`, those of a smaller or larger hex on the same centre."""
        if size is None:
            return [self.scale(corner, radius) for corner in self.lattice_corners(column, row)]
        x, y = self.centre(column, row, radius)
        found: list[Point] = []
        for corner in _CORNERS[self.orientation]:
            dx, dy = self.scale(corner, size)
            found.append((x + dx, y + dy))
        return found

    def side(self, a: Hex, b: Hex, radius: float) -> tuple[Point, Point]:
        """The ends of the shared side in map units."""
        p, q = self.lattice_side(a, b)
        return self.scale(p, radius), self.scale(q, radius)

    def size(self, radius: float) -> Point:
        """Width and height of the box round all hexes, with room for the shifted lines."""
        columns, rows = self.columns - self.first_column + 1, self.rows - self.first_row + 1
        return self.scale((3 * columns + 1, 2 * rows + 1) if self.flat else (2 * columns + 1, 3 * rows + 1), radius)


def label(place: Hex) -> str:
    """The printed number: two digits of column, two of row."""
    return f"{place[0]:02d}{place[1]:02d}"


def parse(text: str) -> Hex:
    """The hex of a printed number."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        raise ValueError(f'"{text}" is not a hex number; use four digits, column then row, such as 2111')
    return int(text[:2]), int(text[2:])


def from_table(table: Mapping[str, Any]) -> Grid:
    """The grid a map file describes: its playable columns and rows, or all of them if it names none."""
    columns: list[int] = list(table.get("playable_columns", (1, table["columns"])))
    rows: list[int] = list(table.get("playable_rows", (1, table["rows"])))
    orientation = str(table.get("orientation", FLAT))
    key = "lower_columns" if orientation == FLAT else "shifted_rows"
    return Grid(columns[1], rows[1], orientation, str(table.get(key, ODD)), columns[0], rows[0])
