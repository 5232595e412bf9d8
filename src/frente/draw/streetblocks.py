"""The ground between the roads: blocks of houses in the town, fields in the country, houses round the villages.

Roads cut the sheet into faces. Each face is filled with a lattice that lies along its roads; near the old centre the
lattice is crooked. All of it is scenery: it says nothing that matters in play.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import Taken, simplify, walk
from frente.draw.palette import v
from frente.draw.pen import Line, fill, polys, stroke
from frente.geo.hexgrid import Point
from frente.geo.streetdata import StreetMap

Box = tuple[float, float, float, float]
BLOCK = (38.0, 29.0)  # sides of a block of houses, with half a street on each side
FIELD = (74.0, 44.0)
OLD = (150.0, 330.0)  # streets are crooked up to here from the old centre, and straight from there
FRAY = 70.0  # over which the edge of the town thins out


def spin(i: int, j: int, seed: int) -> float:
    """The same number between 0 and 1 for the same three, without any pattern."""
    n = (i * 374761393 + j * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFFFF) / 0x1000000


def area(ring: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]])) / 2


def inside(p: Point, ring: Sequence[Point]) -> bool:
    odd, (x, y) = False, p
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def clip(ring: Sequence[Point], cell: Sequence[Point]) -> Line:
    """What of a ring lies in a convex cell (Sutherland and Hodgman)."""
    sign = 1 if area(cell) > 0 else -1
    found = list(ring)
    for (ax, ay), (bx, by) in zip(cell, [*cell[1:], cell[0]]):
        if not found:
            break
        ins, found = found, []
        side = [sign * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in ins]
        for k, p in enumerate(ins):
            q, s, t = ins[k - 1], side[k - 1], side[k]
            if (s < 0) != (t < 0):
                share = s / (s - t)
                found.append((q[0] + (p[0] - q[0]) * share, q[1] + (p[1] - q[1]) * share))
            if t >= 0:
                found.append(p)
    return found


def inset(quad: Sequence[Point], by: float) -> Line:
    """A convex ring with every side moved inwards; empty if nothing is left."""
    sign = 1 if area(quad) > 0 else -1
    sides = []
    for (ax, ay), (bx, by_) in zip(quad, [*quad[1:], quad[0]]):
        n = math.hypot(bx - ax, by_ - ay)
        if n < 1:
            return []
        nx, ny = -(by_ - ay) / n * sign * by, (bx - ax) / n * sign * by
        sides.append(((ax + nx, ay + ny), (bx - ax, by_ - ay)))
    out: Line = []
    for ((px, py), (pdx, pdy)), ((qx, qy), (qdx, qdy)) in zip([sides[-1], *sides[:-1]], sides):
        cross = pdx * qdy - pdy * qdx
        if abs(cross) < 1e-6:
            return []
        t = ((qx - px) * qdy - (qy - py) * qdx) / cross
        out.append((px + pdx * t, py + pdy * t))
    ends = zip(out, [*out[1:], out[0]], sides)
    return out if all((bx - ax) * dx + (by_ - ay) * dy > 0 for (ax, ay), (bx, by_), (_, (dx, dy)) in ends) else []


def faces(map: StreetMap) -> list[Line]:
    """The rings that the roads make, and last what lies outside all of them, out to beyond the frame."""
    legs: dict[tuple[str, str], Line] = {}
    for road in map.roads:
        for a, b, line in road.legs:
            if (b, a) not in legs:
                legs[a, b] = list(line)
                legs[b, a] = list(line[::-1])
    around: dict[str, list[str]] = defaultdict(list)
    for a, b in legs:
        around[a].append(b)
    for a, nodes in around.items():
        nodes.sort(key=lambda b: _heading(legs[a, b]))
    found: list[Line] = []
    outer: Line = []
    done: set[tuple[str, str]] = set()
    for start in legs:
        if start in done:
            continue
        ring: Line = []
        at = start
        while at not in done:
            done.add(at)
            ring += legs[at][:-1]
            turn = around[at[1]]
            at = at[1], turn[turn.index(at[0]) - 1]
        ring = simplify([*ring, ring[0]], 0.5)[:-1]
        if area(ring) > 0:
            found.append(ring)
        else:
            outer = ring
    near = min(range(len(outer)), key=lambda k: outer[k][0] + outer[k][1])
    w, h, m = map.width, map.height, 40.0
    frame = [(-m, -m), (w + m, -m), (w + m, h + m), (-m, h + m), (-m, -m)]
    return [*found, [*frame, *outer[near:], *outer[: near + 1]]]


def _heading(line: Sequence[Point]) -> float:
    far = next((p for p in line if math.dist(p, line[0]) > 6), line[-1])
    return math.atan2(far[1] - line[0][1], far[0] - line[0][0])


def direction(ring: Line) -> float:
    """Along the sides of a ring, as streets cross at right angles: the mean of their directions, four times round."""
    x = y = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        length, turn = math.hypot(bx - ax, by - ay), math.atan2(by - ay, bx - ax)
        x += length * math.cos(4 * turn)
        y += length * math.sin(4 * turn)
    return math.atan2(y, x) / 4


class Lattice:
    """Crooked or straight quads over one face."""

    def __init__(self, ring: Line, turn: float, size: tuple[float, float], seed: int, old: Point | None) -> None:
        self.size, self.seed, self.old = size, seed, old
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        self.centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        reach = math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2
        self.cos, self.sin = math.cos(turn), math.sin(turn)
        self.columns, self.rows = (int(reach / step) + 2 for step in size)

    def corner(self, i: int, j: int) -> Point:
        du, dv = self.size
        u, v = i * du + (i // 4) * 3.5, j * dv + (j // 5) * 3.5  # every few blocks a wider street
        x = self.centre[0] + self.cos * u - self.sin * v
        y = self.centre[1] + self.sin * u + self.cos * v
        if self.old is None:
            return x, y
        away = math.dist((x, y), self.old)
        crooked = min(1.0, max(0.0, (OLD[1] - away) / (OLD[1] - OLD[0])))
        bend = 9.0 * crooked
        x += bend * math.sin(y / 47 + self.seed) + 7.5 * crooked * (2 * spin(i, j, self.seed) - 1)
        y += bend * math.sin(x / 53 + 2 * self.seed) + 7.5 * crooked * (2 * spin(j, i, self.seed + 7) - 1)
        return x, y

    def quads(self) -> list[tuple[int, int, Line]]:
        """All cells, some of them two cells long."""
        found: list[tuple[int, int, Line]] = []
        for j in range(-self.rows, self.rows):
            i = -self.columns
            while i < self.columns:
                long = 2 if spin(i, j, self.seed + 3) < 0.12 and i % 4 != 3 else 1
                ends = (i, j), (i + long, j), (i + long, j + 1), (i, j + 1)
                found.append((i, j, [self.corner(a, b) for a, b in ends]))
                i += long
        return found


class Edge:
    """How far points are from a line."""

    def __init__(self, ring: Sequence[Point]) -> None:
        self.points: NDArray[np.float64] = np.array(walk([*ring, ring[0]], 3.0))

    def far(self, p: Point) -> float:
        return float(np.sqrt(((self.points - np.array(p)) ** 2).sum(axis=1).min()))


def middle(quad: Sequence[Point]) -> Point:
    return sum(p[0] for p in quad) / len(quad), sum(p[1] for p in quad) / len(quad)


class Ground:
    """Blocks and fields of a whole sheet."""

    def __init__(self, map: StreetMap, keep: Sequence[Box]) -> None:
        self.map, self.keep = map, keep
        self.city, self.rim = list(map.city), Edge(map.city)
        self.floor: list[Line] = []
        self.blocks: list[list[Line]] = [[], [], []]
        self.yards: list[Line] = []
        self.fields: list[list[Line]] = [[], []]
        self.furrows: list[Line] = []
        self.trees: list[Point] = []
        for seed, ring in enumerate(faces(map), 1):
            self._fill(seed, ring)

    def _fill(self, seed: int, ring: Line) -> None:
        edge, turn = Edge(ring), direction(ring)
        if any(inside(p, self.city) for p in ring):
            self._town(seed, ring, edge, turn)
        for i, j, quad in Lattice(ring, turn, FIELD, seed, None).quads():
            at = middle(quad)
            if not self._open(at, 30) or (inside(at, self.city) and self.rim.far(at) > 8):
                continue
            wild = math.sin(at[0] / 119 + 1.3) + math.sin(at[1] / 83) + math.sin((at[0] + at[1]) / 157)
            if not inside(at, ring) or edge.far(at) < 27 or wild + 2.4 * spin(i, j, seed) < -0.2:
                continue
            self._field(i, j, seed, inset(quad, 2.2))

    def _open(self, p: Point, margin: float) -> bool:
        w, h = self.map.width, self.map.height
        return -20 < p[0] < w + 20 and -20 < p[1] < h + 20 and not any(
            x0 - margin < p[0] < x1 + margin and y0 - margin < p[1] < y1 + margin for x0, y0, x1, y1 in self.keep)

    def _town(self, seed: int, ring: Line, edge: Edge, turn: float) -> None:
        for i, j, quad in Lattice(ring, turn, BLOCK, seed, self.map.old).quads():
            at = middle(quad)
            if not inside(at, self.city) or not self._open(at, -14):
                continue
            if spin(i, j, seed + 11) > 0.35 + self.rim.far(at) / FRAY:
                continue
            whole = edge.far(at) > 32
            if whole and not inside(at, ring):
                continue
            self.floor.append(quad if whole else clip(ring, quad))
            small = inset(quad, 1.9)
            block = small if whole or not small else clip(ring, small)
            if len(block) < 3 or abs(area(block)) < 90:
                continue
            tone = spin(i, j, seed + 5)
            self.blocks[0 if tone < 0.62 else 1 if tone < 0.93 else 2].append(block)
            if whole and spin(i, j, seed + 9) < 0.55:
                yard = inset(small, 7.0)
                if yard and abs(area(yard)) > 40:
                    self.yards.append(yard)
        self.floor = [piece for piece in self.floor if len(piece) > 2]

    def _field(self, i: int, j: int, seed: int, quad: Line) -> None:
        if not quad:
            return
        self.fields[0 if spin(i, j, seed + 2) < 0.6 else 1].append(quad)
        kind = spin(i, j, seed + 4)
        a, b, c, d = quad
        rows = 6
        for k in range(1, rows):
            left = a[0] + (d[0] - a[0]) * k / rows, a[1] + (d[1] - a[1]) * k / rows
            right = b[0] + (c[0] - b[0]) * k / rows, b[1] + (c[1] - b[1]) * k / rows
            if kind < 0.5:
                self.furrows.append([left, right])
            elif kind < 0.72:
                self.trees += [(left[0] + (right[0] - left[0]) * t / 9, left[1] + (right[1] - left[1]) * t / 9)
                               for t in range(1, 9)]

    def draw_fields(self) -> str:
        dots = "".join(f"M{x:.1f} {y:.1f}h.1" for x, y in self.trees)
        return (fill(polys(self.fields[0], True), "field1") + fill(polys(self.fields[1], True), "field2")
                + stroke(polys(self.furrows), "furrow", 0.8, 0.5) + stroke(dots, "olive", 3.6, stroke_linecap="round"))

    def draw_town(self) -> str:
        ground = polys(self.floor, True)
        out = fill(ground, "city", stroke=v("city"), stroke_width=9, stroke_linejoin="round")
        shade = polys([[(x + 1.7, y + 2.1) for x, y in b] for k in self.blocks for b in k], True)
        out += fill(shade, "blockshade")
        for k, rings in enumerate(self.blocks):
            out += fill(polys(rings, True), ("house", "house2", "house3")[k])
        return out + fill(polys(self.yards, True), "yard")


def houses(map: StreetMap, keep: Sequence[Box], lines: Sequence[Sequence[Point]]) -> list[Line]:
    """Villages: houses along the roads that meet there, off all lines given."""
    found: list[Line] = []
    spots: list[Point] = []
    for seed, square in enumerate(s for s in map.squares if s.kind == "periphery"):
        for road in map.roads:
            if square.id not in road.ends:
                continue
            line = list(road.line if road.ends[0] == square.id else road.line[::-1])
            reach = walk(line, 13.0)
            for k, (p, q) in enumerate(zip(reach, reach[1:])):
                if k > 13:
                    break
                turn = math.atan2(q[1] - p[1], q[0] - p[0])
                for side in (-1, 1):
                    chance = spin(k, side, seed * 17 + int(road.id[1:]))
                    if chance > 1.15 - k * 0.055:
                        continue
                    off = side * (16.0 + 4 * chance)
                    at = p[0] - math.sin(turn) * off, p[1] + math.cos(turn) * off
                    if any(math.dist(at, s) < 12.5 for s in spots) or any(
                            x0 - 7 < at[0] < x1 + 7 and y0 - 7 < at[1] < y1 + 7 for x0, y0, x1, y1 in keep):
                        continue
                    spots.append(at)
                    a, b = 4.2 + 2.4 * chance, 3.6 + 1.5 * spin(k, seed, 3)
                    found.append([(at[0] + math.cos(turn) * u * a - math.sin(turn) * w * b,
                                   at[1] + math.sin(turn) * u * a + math.cos(turn) * w * b)
                                  for u, w in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    taken = Taken()
    for points in lines:
        taken.add(points, 1.0)
    return [house for house in found if not taken.near(*middle(house), 13.0)]
