"""The map in characters: ground, roads and the units of each side, as much of it as fits."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from frente.geo.hexgrid import Hex
from frente.geo.mapdata import HexMap
from frente.kernel.views import View

GROUND: Final = {"open": ".", "town": ".", "hill": "^", "wood": "%", "wooded-hill": "&", "rough": "^", "mountain": "A",
                 "marsh": "~"}           # by what the look of the game says the terrain is like
TOWN: Final = "o"
HEIGHT: Final = "+"
OFFERED: Final = "*"
HERE: Final = "@"
PITCH: Final = 3                         # characters from column to column; a hex has twice that, as columns alternate
STYLES: Final = ("bold red", "bold blue", "bold green", "bold magenta")
LEGEND: Final = (". open  ^ hill, rough  A mountain  % wood  & wooded hill  ~ marsh  o town  + height  = road  "
                 "- path, railway  * may be chosen  @ here")


@dataclass(frozen=True)
class Window:
    """Columns and rows that are shown."""

    left: int
    right: int
    top: int
    bottom: int


class TextMap:
    """Flat-top columns are staggered by half a hex, pointy-top rows likewise."""

    def __init__(self, ground: HexMap, sides: list[str]) -> None:
        self.ground = ground
        self.sides = sides
        self.letters = {side: side[0].upper() for side in sides}
        self.towns = {t.place for t in ground.towns}
        self.heights = {v.place for v in ground.vertices}
        self.roads = {h for r in ground.routes if r.kind in ("main", "road") for h in r.hexes}
        self.paths = {h for r in ground.routes for h in r.hexes}

    def whole(self) -> Window:
        grid = self.ground.grid
        return Window(grid.first_column, grid.columns, grid.first_row, grid.rows)

    def around(self, spots: list[Hex], columns: int = 8, rows: int = 4) -> Window:
        """A window round the middle of some hexes, wide enough for all if they are not too far apart."""
        whole = self.whole()
        c = (min(x for x, _ in spots) + max(x for x, _ in spots)) // 2
        r = (min(y for _, y in spots) + max(y for _, y in spots)) // 2
        return Window(max(whole.left, c - columns), min(whole.right, c + columns),
                      max(whole.top, r - rows), min(whole.bottom, r + rows))

    def draw(self, view: View, window: Window, offered: set[str], here: set[str]) -> Text:
        stacks: dict[str, Counter[str]] = {}
        for piece in view.pieces:
            stacks.setdefault(piece["at"], Counter())[piece["side"]] += 1
        lines: dict[int, Text] = {}
        for column in range(window.left, window.right + 1):
            for row in range(window.top, window.bottom + 1):
                if (column, row) not in self.ground.terrain:
                    continue
                y, x = self.at(column, row, window)
                line = lines.setdefault(y, Text())
                line.append(" " * (x - len(line.plain)))
                stack = stacks.get(self.ground.number((column, row)), Counter())
                line.append_text(self.cell((column, row), stack, offered, here))
        return Text("\n").join([self.heading(window), *[self.numbered(y, lines[y], window) for y in sorted(lines)]])

    def at(self, column: int, row: int, window: Window) -> tuple[int, int]:
        """Line and character of a hex."""
        grid = self.ground.grid
        shift = grid.shift(column, row)
        if grid.flat:
            return 2 * (row - window.top) + shift, PITCH * (column - window.left)
        return row - window.top, PITCH * (2 * (column - window.left) + shift)

    def cell(self, place: Hex, stack: Counter[str], offered: set[str], here: set[str]) -> Text:
        name = self.ground.number(place)
        text = Text(HERE if name in here else OFFERED if name in offered else " ")
        text.append(TOWN if place in self.towns else HEIGHT if place in self.heights
                    else GROUND[self.ground.look.ground(self.ground.terrain[place])])
        text.append("=" if place in self.roads else "-" if place in self.paths else " ")
        for side, count in sorted(stack.items()):
            text.append(f"{self.letters[side]}{count}", STYLES[self.sides.index(side)])
        if name in offered and name not in here:
            text.stylize("reverse")
        return text

    def heading(self, window: Window) -> Text:
        wide = 1 if self.ground.grid.flat else 2
        return Text("   " + "".join(f"{c:<{PITCH * wide}}" for c in range(window.left, window.right + 1)), "dim")

    def numbered(self, y: int, line: Text, window: Window) -> Text:
        flat = self.ground.grid.flat
        row = window.top + (y // 2 if flat else y)
        if self.ground.rows_up:
            row = self.ground.grid.rows + 1 - row
        return Text.assemble((f"{row:<3}" if not flat or y % 2 == 0 else "   ", "dim"), line)


def spots(ground: HexMap, names: list[str]) -> list[Hex]:
    """The hexes among some names of spaces."""
    return [place for name in names if (place := ground.place(name)) is not None]
