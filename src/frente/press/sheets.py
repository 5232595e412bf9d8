"""Sheets of counters: fronts and backs that meet when the paper is turned, with bleed, cutting marks and crosses."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from frente.draw import faces
from frente.kernel.components import MM, Component, Face
from frente.look import Look
from frente.press.paper import MARGIN, Paper, line, page, ruler

BLEED: Final = 1.0                       # colour beyond the cut, on each side: neighbours never touch
MARKS: Final = 6.0                       # room for cutting marks round the block
FOOT: Final = 9.0                        # room for the line of 100 mm
BARE: Final = "#fffaf0"                  # a back on which nothing is printed


@dataclass(frozen=True)
class Grid:
    """Places of counters on a sheet, in millimetres from the upper left corner; the same for every sheet of a set."""

    paper: Paper
    flip: str                            # about which edge the paper is turned: "long" or "short"
    pitch: float = MM + 2 * BLEED

    @property
    def across(self) -> int:
        return int((self.paper.width - 2 * (MARGIN + MARKS - 4)) // self.pitch)

    @property
    def down(self) -> int:
        return int((self.paper.height - 2 * (MARGIN + MARKS - 4) - FOOT) // self.pitch)

    @property
    def places(self) -> int:
        return self.across * self.down

    def place(self, k: int, back: bool) -> tuple[float, float]:
        """Upper left corner of the cut of a place. A back lies behind its front when the paper has been turned."""
        x = (self.paper.width - self.across * self.pitch) / 2 + k % self.across * self.pitch + BLEED
        y = (self.paper.height - FOOT - self.down * self.pitch) / 2 + k // self.across * self.pitch + BLEED
        if not back:
            return x, y
        return (self.paper.width - x - MM, y) if self.flip == "long" else (x, self.paper.height - y - MM)

    def block(self, back: bool) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all places with their bleed."""
        corners = [self.place(k, back) for k in (0, self.places - 1)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs) - BLEED, min(ys) - BLEED, max(xs) + MM + BLEED, max(ys) + MM + BLEED


def cards(components: Sequence[Component]) -> list[Component]:
    """Every counter of the box by itself."""
    return [c for c in components for _ in range(c.count)]


def pages(components: Sequence[Component], look: Look, paper: Paper, flip: str, say: dict[str, str],
          title: str) -> list[str]:
    """A front and a back for each sheet, in this order."""
    grid, box = Grid(paper, flip), cards(components)
    sheets = -(-len(box) // grid.places)
    found = []
    for s in range(sheets):
        part = box[s * grid.places:(s + 1) * grid.places]
        guessed = sum(c.source == "estimate" for c in part)
        for back in (False, True):
            words = say["sheet"].format(title=title, n=s + 1, of=sheets, side=say["back" if back else "front"],
                                        flip=say[f"flip-{flip}"], guessed=guessed, all=len(part))
            found.append(side(grid, look, [c.back if back else c.front for c in part], back, words))
    return found


def side(grid: Grid, look: Look, row: Sequence[Face | None], back: bool, words: str) -> str:
    """One side of a sheet."""
    out, scale = "", MM / 60
    for k, face in enumerate(row):       # grounds first: none may cover a neighbour's drawing
        x, y = grid.place(k, back)
        colour = faces.card_colour(face, look) if face else BARE
        out += (f'<rect x="{x - BLEED:.3f}" y="{y - BLEED:.3f}" width="{grid.pitch:g}" height="{grid.pitch:g}" '
                f'fill="{colour}"/>')
    for k, face in enumerate(row):
        x, y = grid.place(k, back)
        if face:
            out += f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:g})">{faces.svg(face, look)}</g>'
    out += marks(grid, back)
    low = min(grid.paper.height - MARGIN + 2, max(grid.block(False)[3], grid.block(True)[3]) + MARKS + 5.5)
    return page(grid.paper, out + ruler(grid.paper, words, low), look)


def marks(grid: Grid, back: bool) -> str:
    """Cutting marks outside the block, two for each counter, and a cross in each corner to check the register by."""
    left, top, right, bottom = grid.block(back)
    d = ""
    for k in range(grid.across):
        for at in (grid.place(k, back)[0], grid.place(k, back)[0] + MM):
            d += f"M{at:.3f} {top - 1:.3f}v-3M{at:.3f} {bottom + 1:.3f}v3"
    for k in range(0, grid.places, grid.across):
        for at in (grid.place(k, back)[1], grid.place(k, back)[1] + MM):
            d += f"M{left - 1:.3f} {at:.3f}h-3M{right + 1:.3f} {at:.3f}h3"
    for x in (left - 3, right + 3):
        for y in (top - 3, bottom + 3):
            d += f"M{x - 1.6:.3f} {y:.3f}h3.2M{x:.3f} {y - 1.6:.3f}v3.2"
    return line(d)
