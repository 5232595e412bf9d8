"""Names along streets, rivers and districts: on curves beside what they name, where they cover nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import offset, simplify, walk
from frente.draw.lettering import width
from frente.draw.palette import SERIF, v
from frente.draw.pen import Line, group, poly
from frente.draw.streetblocks import Box
from frente.draw.streetscape import broad
from frente.geo.hexgrid import Point
from frente.geo.streetdata import Road, StreetMap

SIZES = {"way": 14.5, "stream": 21.0, "green": 18.0, "district": 13.0, "far": 15.5}
SPACED = {"way": 0.5, "stream": 3.0, "green": 1.8, "district": 3.2, "far": 1.2}
CSS = f"""
.way,.stream,.green,.district,.far{{font-family:{SERIF};font-style:italic;text-anchor:middle;paint-order:stroke}}
.way,.stream,.green,.district,.far{{stroke:{v('halo')};stroke-width:3.6px;stroke-linejoin:round}}
.way{{font-size:14.5px;letter-spacing:.5px}}.stream{{font-size:21px;letter-spacing:2.4px;fill:{v('waterink')}}}
.green{{font-size:18px;letter-spacing:1.4px;fill:{v('woodink')}}}.far{{font-size:15.5px;letter-spacing:1px;fill:{v('front')}}}
.district{{font-size:13px;letter-spacing:3px;font-style:normal;fill:{v('soft')}}}
"""


@dataclass(frozen=True)
class Along:
    """Words on a line that is just long enough for them."""

    css: str
    words: str
    line: Line

    def dots(self) -> Line:
        """Points through the middle of the letters."""
        rise = SIZES[self.css] * 0.3
        return walk(offset(self.line, rise), 4.0)


def length(css: str, words: str) -> float:
    return width(words, SIZES[css] * (0.95 if css == "district" else 0.86)) + SPACED[css] * len(words)


def stretch(line: Sequence[Point], start: float, long: float) -> Line:
    """Part of a line, by distance along it."""
    out: Line = []
    at = 0.0
    for p, q in zip(line, line[1:]):
        step = math.dist(p, q)
        for want in (start, start + long):
            if at <= want < at + step:
                share = (want - at) / step
                out.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        at += step
        if start < at < start + long:
            out.append(q)
    return out


def longer(line: Line, by: float) -> Line:
    """Straight on at both ends: letters that do not fit on their line would not be shown."""
    found = list(line)
    for _ in range(2):
        (ax, ay), (bx, by_) = found[-2], found[-1]
        n = math.hypot(bx - ax, by_ - ay) or 1.0
        found.append((bx + (bx - ax) / n * by, by_ + (by_ - ay) / n * by))
        found.reverse()
    return found


def total(line: Sequence[Point]) -> float:
    return sum(math.dist(p, q) for p, q in zip(line, line[1:]))


def bend(line: Sequence[Point]) -> float:
    """How far the course of a line turns in all."""
    turns = [math.atan2(q[1] - p[1], q[0] - p[0]) for p, q in zip(line, line[1:])]
    return sum(abs((b - a + math.pi) % (2 * math.pi) - math.pi) for a, b in zip(turns, turns[1:]))


class Names:
    """All names on curves, placed one after the other; boxes, roads and the names before them are taken."""

    def __init__(self, map: StreetMap, boxes: Sequence[Box]) -> None:
        self.placed: list[Along] = []
        self.missing: list[str] = []
        self.masks = {css: Mask(map, boxes, size) for css, size in SIZES.items()}
        for park in map.parks:
            if len(park.label) > 1:
                self._put(Along("green", park.name, list(park.label)))
        for words in map.words:
            self._near(Along(words.style, words.text, list(words.line)))
        for river in map.rivers:
            self._find("stream", river.name, list(river.line), river.width / 2, 0, None)
        for road in sorted(map.roads, key=lambda r: -len(r.name)):
            if road.name:
                self._find("way", road.name, list(road.line), broad(road), road.on, road)

    def _put(self, name: Along) -> None:
        self.placed.append(name)
        for mask in self.masks.values():
            for p in name.dots():
                mask.disc(p, SIZES[name.css] * 0.55 + mask.size * 0.5)

    def _free(self, name: Along) -> bool:
        return self.masks[name.css].free(name.dots())

    def _near(self, wanted: Along) -> None:
        """Where it is wanted, or as near to that as there is room."""
        long, (x, y) = length(wanted.css, wanted.words), wanted.line[0]
        turn = math.atan2(wanted.line[-1][1] - y, wanted.line[-1][0] - x)
        x, y = (x + wanted.line[-1][0]) / 2, (y + wanted.line[-1][1]) / 2
        dx, dy = math.cos(turn) * long / 2, math.sin(turn) * long / 2
        shifts = sorted((i * i + j * j, i, j) for i in range(-90, 91, 6) for j in range(-90, 91, 6))
        for _, i, j in shifts:
            name = Along(wanted.css, wanted.words, [(x + i - dx, y + j - dy), (x + i + dx, y + j + dy)])
            if self._free(name):
                self._put(name)
                return
        self.missing.append(wanted.words)

    def _find(self, css: str, words: str, line: Line, half: float, side: int, road: Road | None) -> None:
        """Beside the line, on the straightest free stretch nearest its middle."""
        if line[0][0] > line[-1][0]:
            line, side = line[::-1], -side
        long, whole = length(css, words) + 2, total(line)
        best: tuple[float, Along] | None = None
        for step in range(int(max(0.0, whole - long) / 5) + 1):
            base = stretch(line, 5.0 * step, long)
            if len(base) < 2 or bend(base) > (1.5 if css == "stream" else 0.9):
                continue
            for way in (1, -1):
                out = half + 3.5 if way == 1 else half + 3.5 + SIZES[css] * 0.64
                name = Along(css, words, offset(base, way * out))
                if not self._free(name):
                    continue
                cost = abs(5.0 * step + long / 2 - whole / 2) / whole + bend(base) + (0.0 if way == 1 else 0.15)
                cost += 5.0 if side and way != side else 0.0
                if best is None or cost < best[0]:
                    best = cost, name
        if best is None:
            self.missing.append(words)
        else:
            self._put(best[1])

    def draw(self) -> str:
        out = ""
        for k, name in enumerate(self.placed):
            out += f'<path id="way{k}" d="{poly(simplify(longer(name.line, 16), 0.2))}" fill="none"/>'
            out += (f'<text class="{name.css}" data-name="{escape(name.words)}"><textPath href="#way{k}" '
                    f'startOffset="50%">{escape(name.words)}</textPath></text>')
        return group(out, class_="ways")


class Mask:
    """Where letters of one size may not stand, as a raster that reaches a little beyond the sheet."""

    CELL = 2.0
    OUT = 80.0

    def __init__(self, map: StreetMap, boxes: Sequence[Box], size: float) -> None:
        self.size = size
        shape = [int((side + 2 * self.OUT) / self.CELL) + 1 for side in (map.height, map.width)]
        self.taken: NDArray[np.bool_] = np.zeros(shape, dtype=np.bool_)
        r = size * 0.42
        for x0, y0, x1, y1 in boxes:
            self.taken[self._cell(y0 - r):self._cell(y1 + r) + 1, self._cell(x0 - r):self._cell(x1 + r) + 1] = True
        for road in map.roads:
            for p in walk(road.line, 5.0):
                self.disc(p, broad(road) - 1 + r)

    def _cell(self, at: float) -> int:
        return max(0, int((at + self.OUT) / self.CELL))

    def disc(self, p: Point, r: float) -> None:
        i0, j0 = self._cell(p[1] - r), self._cell(p[0] - r)
        part = self.taken[i0:self._cell(p[1] + r) + 2, j0:self._cell(p[0] + r) + 2]
        i, j = np.ogrid[:part.shape[0], :part.shape[1]]
        y, x = (i + i0) * self.CELL - self.OUT - p[1], (j + j0) * self.CELL - self.OUT - p[0]
        part |= x * x + y * y <= r * r

    def free(self, dots: Line) -> bool:
        rows, columns = self.taken.shape
        cells = [(self._cell(y), self._cell(x)) for x, y in dots]
        return all(i < rows and j < columns and not self.taken[i, j] for i, j in cells)
