"""The sheet in map units, lines on it, and what is already taken on it."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from frente.draw.pen import Line
from frente.geo.hexgrid import Hex, Lattice, Point
from frente.geo.mapdata import HexMap, chain

RADIUS = 40.0  # of a hex, in map units
EDGE = 22.0  # from the outermost hexes to the neat line


class Sheet:
    """A map and its measures. (0, 0) is the upper left of the hex field."""

    def __init__(self, source: HexMap) -> None:
        self.map = source
        self.look = source.look
        self.ground = {place: source.look.ground(terrain) for place, terrain in source.terrain.items()}
        self.grid = source.grid
        self.width, self.height = source.grid.size(RADIUS)
        self.pitch = RADIUS * math.sqrt(3)  # from one side of a hex to the other
        self.km = self.pitch / source.km_per_hex
        self.hexes: list[Hex] = sorted(source.terrain)
        self.town_at = {town.place: town for town in source.towns}
        self.vertex_at = {vertex.place: vertex for vertex in source.vertices}
        self.framed = {objective.place for objective in source.objectives if objective.framed}

    def centre(self, place: Hex) -> Point:
        return self.grid.centre(place[0], place[1], RADIUS)

    def corners(self, place: Hex, size: float | None = None) -> Line:
        return self.grid.corners(place[0], place[1], RADIUS, size)

    def middle(self, a: Hex, b: Hex) -> Point:
        """The middle of the side two hexes share."""
        return between(*self.grid.side(a, b, RADIUS))

    def point(self, corner: Lattice) -> Point:
        return self.grid.scale(corner, RADIUS)

    def chain(self, sides: Sequence[tuple[Hex, Hex]]) -> list[Line]:
        return [[self.point(corner) for corner in line] for line in chain(self.grid, tuple(sides))]

    def edge_of(self, p: Point) -> str:
        """The nearest edge of the field."""
        gaps = {"north": p[1], "south": self.height - p[1], "west": p[0], "east": self.width - p[0]}
        return min(gaps, key=gaps.__getitem__)

    def to_edge(self, p: Point, edge: str, beyond: float = EDGE + 2) -> Point:
        """Straight from a point to the neat line."""
        x, y = p
        return {
            "north": (x, -beyond),
            "south": (x, self.height + beyond),
            "west": (-beyond, y),
            "east": (self.width + beyond, y),
        }[edge]

    def outline(self) -> list[Line]:
        """The border of all hexes that are played on."""
        there = set(self.hexes)
        sides = [(h, self.grid.neighbour(h[0], h[1], k)) for h in self.hexes for k in range(6)]
        return self.chain([side for side in sides if side[1] not in there])


def between(p: Point, q: Point, share: float = 0.5) -> Point:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def spline(points: Sequence[Point], tension: float = 0.5, step: float = 4.0) -> Line:
    """A smooth line through the points (cardinal spline), sampled about every `step`."""
    if len(points) < 3:
        return list(points)
    run = [points[0], *points, points[-1]]
    out: Line = []
    for a, b, c, d in zip(run, run[1:], run[2:], run[3:]):
        n = max(2, int(math.dist(b, c) / step))
        for i in range(n):
            t = i / n
            h1, h2 = 2 * t**3 - 3 * t**2 + 1, -2 * t**3 + 3 * t**2
            h3, h4 = tension * (t**3 - 2 * t**2 + t), tension * (t**3 - t**2)
            out.append(
                (
                    h1 * b[0] + h2 * c[0] + h3 * (c[0] - a[0]) + h4 * (d[0] - b[0]),
                    h1 * b[1] + h2 * c[1] + h3 * (c[1] - a[1]) + h4 * (d[1] - b[1]),
                )
            )
    return [*out, points[-1]]


def offset(line: Line, by: float | Sequence[float]) -> Line:
    """Every point moved to the left of the line's course; a sequence gives each point its own distance."""
    out: Line = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by_) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        n = math.hypot(bx - ax, by_ - ay) or 1.0
        w = by if isinstance(by, int | float) else by[i]
        out.append((x + (by_ - ay) / n * w, y - (bx - ax) / n * w))
    return out


def wander(line: Line, seed: str, amount: float, still: Sequence[Point]) -> Line:
    """Round the zigzag of hexsides and let the course meander, but hold it where a bridge crosses."""
    rng = random.Random(seed)
    points: Line = []
    for i, p in enumerate(line):
        if 0 < i < len(line) - 1:
            p = between(p, between(line[i - 1], line[i + 1]), 0.42)
        points.append((p[0] + rng.uniform(-amount, amount) * 0.6, p[1] + rng.uniform(-amount, amount) * 0.6))
        if i < len(line) - 1:
            m = between(line[i], line[i + 1])
            k = 0.0 if any(math.dist(m, s) < 2 for s in still) else amount
            points.append((m[0] + rng.uniform(-k, k), m[1] + rng.uniform(-k, k)))
    return spline(points, 0.5, 3.2)


def simplify(line: Sequence[Point], tolerance: float) -> Line:
    """Fewer points, none further than the tolerance from the old line (Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    todo = [(0, len(line) - 1)]
    while todo:
        a, b = todo.pop()
        (ax, ay), (bx, by) = line[a], line[b]
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        far, at = tolerance, 0
        for k in range(a + 1, b):
            x, y = line[k][0] - ax, line[k][1] - ay
            gap = abs(x * dy - y * dx) / length if length else math.hypot(x, y)
            if gap > far:
                far, at = gap, k
        if at:
            keep[at] = True
            todo += [(a, at), (at, b)]
    return [p for p, kept in zip(line, keep) if kept]


def walk(line: Sequence[Point], step: float) -> Line:
    """Points along a line at equal distances."""
    out: Line = [line[0]]
    rest = step
    for p, q in zip(line, line[1:]):
        length = math.dist(p, q)
        at = rest
        while at <= length and length:
            out.append(between(p, q, at / length))
            at += step
        rest = at - length
    return out


class Taken:
    """What lies where, as weighted points: how bad it would be to put something else there."""

    CELL = 12.0

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)

    def add(self, points: Iterable[Point], weight: float) -> None:
        for x, y in points:
            self._cells[int(x // self.CELL), int(y // self.CELL)].append((x, y, weight))

    def add_line(self, line: Sequence[Point], weight: float) -> None:
        self.add(walk(line, 4.0), weight)

    def add_box(self, x0: float, y0: float, x1: float, y1: float, weight: float) -> None:
        nx, ny = max(1, int((x1 - x0) / 4)), max(1, int((y1 - y0) / 4))
        self.add(
            ((x0 + (x1 - x0) * i / nx, y0 + (y1 - y0) * j / ny) for i in range(nx + 1) for j in range(ny + 1)), weight
        )

    def cost(self, x0: float, y0: float, x1: float, y1: float) -> float:
        """Sum of the weights inside a box."""
        total = 0.0
        for i in range(int(x0 // self.CELL), int(x1 // self.CELL) + 1):
            for j in range(int(y0 // self.CELL), int(y1 // self.CELL) + 1):
                for x, y, weight in self._cells.get((i, j), ()):
                    if x0 <= x <= x1 and y0 <= y <= y1:
                        total += weight
        return total

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether anything of weight lies within reach of a point."""
        for i in range(int((x - reach) // self.CELL), int((x + reach) // self.CELL) + 1):
            for j in range(int((y - reach) // self.CELL), int((y + reach) // self.CELL) + 1):
                for px, py, weight in self._cells.get((i, j), ()):
                    if weight > 0.5 and (px - x) ** 2 + (py - y) ** 2 <= reach * reach:
                        return True
        return False
