"""Work out the plan of the map of The Spanish Civil War from coast.toml and places.toml, and write it to plan.toml.

    python scripts/plan_peninsula.py

The projection of the data is bent twice by thin plates, so that every hex lies at its place in the grid and every town
close to the middle of its hex. The coast follows. A hex of the game with little land gets a headland: there is always
ground to stand on. Lines at some distances from the coast are for the sea.
"""
from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import contourpy
import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import simplify, spline
from frente.geo.theatredata import PITCH, RADIUS, RISE, Frame, around

DATA: Final = Path(__file__).resolve().parents[1] / "src" / "frente" / "games" / "tscw" / "data"
Point = tuple[float, float]
Line = list[Point]
Field = NDArray[np.float64]
STEP: Final = 2.0                        # map units between two samples
OUT: Final = 60.0                        # samples reach this far beyond the field
NEAR: Final = 11.0                       # a place stands no further from the middle of its hex
GROUND: Final = 0.34                     # share of land that every hex of the game has
CLOSING: Final = 13.0
DEPTHS: Final = (5.0, 11.0, 19.0, 30.0, 45.0, 66.0, 94.0, 130.0, 180.0)
BY_HAND: Final = {"Algeciras": (-6.0, 2.0), "Gibraltar": (15.0, 9.0)}     # both in one hex, across the bay


class Bend:
    """A thin plate through control points, with a little stiffness."""

    def __init__(self, here: Field, there: Field, stiff: float) -> None:
        n = len(here)
        self.knots = here
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = self._plate(here) + stiff * np.eye(n)
        system[:n, n:] = np.c_[np.ones(n), here]
        system[n:, :n] = system[:n, n:].T
        self.weights = np.linalg.solve(system, np.r_[there - here, np.zeros((3, 2))])

    def _plate(self, points: Field) -> Field:
        square = ((points[:, None, :] - self.knots[None, :, :]) ** 2).sum(axis=2) / 1e4
        out: Field = 0.5 * square * np.log(np.maximum(square, 1e-12))
        return out

    def __call__(self, points: Field) -> Field:
        out: Field = points + np.c_[self._plate(points), np.ones(len(points)), points] @ self.weights
        return out


class Projection:
    """From longitude and latitude to map units."""

    def __init__(self, ground: dict[str, Any], frame: Frame) -> None:
        self.grid = ground["grid"]
        self.north = frame.north
        width, height = frame.size()
        rim = [(x, y) for x in np.linspace(-200, width + 200, 9) for y in (-260, height + 260)]
        rim += [(x, y) for y in np.linspace(-200, height + 200, 9) for x in (-260, width + 260)]
        edge = np.array(rim)
        real = self.flat([(h["lon"], h["lat"]) for h in ground["hex"]])
        fixed = np.array([frame.centre(h["id"]) for h in ground["hex"]])
        self.first = Bend(np.r_[real, edge], np.r_[fixed, edge], 0.02)
        towns = self.first(self.flat([(p["lon"], p["lat"]) for p in ground["place"]]))
        self.places: dict[str, tuple[int, float, float]] = {}
        spots: list[Point] = []
        for p, (x, y) in zip(ground["place"], towns):
            cx, cy = frame.centre(p["hex"])
            dx, dy = BY_HAND.get(p["name"], (float(x) - cx, float(y) - cy))
            k = 1.0 if p["name"] in BY_HAND else min(1.0, NEAR / (math.hypot(dx, dy) or 1.0))
            self.places[p["name"]] = (p["hex"], dx * k, dy * k)
            spots.append((cx + dx * k, cy + dy * k))
        self.second = Bend(np.r_[towns, edge], np.r_[np.array(spots), edge], 0.05)

    def flat(self, points: Sequence[Point]) -> Field:
        """The conic of the data and the formula of its grid."""
        p1, p2, p0, l0 = (math.radians(a) for a in (37.5, 42.5, 40.0, -3.7))
        n = math.log(math.cos(p1) / math.cos(p2)) / math.log(_tan(p2) / _tan(p1))
        k = 6371.0 * math.cos(p1) * _tan(p1) ** n / n
        (a, b), (c, d) = self.grid["column_coordinate"], self.grid["row_coordinate"]
        found: list[Point] = []
        for lon, lat in points:
            rho, turn = k / _tan(math.radians(lat)) ** n, n * (math.radians(lon) - l0)
            x, y = rho * math.sin(turn), k / _tan(p0) ** n - rho * math.cos(turn)
            found.append(((a + b * x - 0.5) * PITCH, (self.north - c - d * y) * RISE + RADIUS))
        return np.array(found)

    def __call__(self, points: Sequence[Point]) -> Line:
        return [(float(x), float(y)) for x, y in self.second(self.first(self.flat(points)))]


def _tan(a: float) -> float:
    return math.tan(math.pi / 4 + a / 2)


class Sea:
    """Distances from the coast on a lattice, negative on land."""

    def __init__(self, frame: Frame) -> None:
        width, height = frame.size()
        self.xs: Field = np.arange(-OUT, width + OUT + 1, STEP)
        self.ys: Field = np.arange(-OUT, height + OUT + 1, STEP)
        self.gx, self.gy = np.meshgrid(self.xs, self.ys)

    def distance(self, rings: Sequence[Line]) -> Field:
        """By jump flooding from points along the rings; inside by counting crossings."""
        sx = np.full(self.gx.shape, 1e6)
        sy = np.full(self.gx.shape, 1e6)
        inside = np.zeros(self.gx.shape, dtype=bool)
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
                for t in np.linspace(0, 1, max(2, int(math.dist((ax, ay), (bx, by)))), endpoint=False):
                    x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                    j, i = round((x - self.xs[0]) / STEP), round((y - self.ys[0]) / STEP)
                    if 0 <= i < len(self.ys) and 0 <= j < len(self.xs):
                        sx[i, j], sy[i, j] = x, y
                low, high = min(ay, by), max(ay, by)
                i0, i1 = np.searchsorted(self.ys, (low, high))
                for i in range(i0, i1):
                    cut = ax + (bx - ax) * (self.ys[i] - ay) / (by - ay)
                    inside[i, : np.searchsorted(self.xs, cut)] ^= True
        best = (sx - self.gx) ** 2 + (sy - self.gy) ** 2
        jump = 512
        while jump:
            for di in (-jump, 0, jump):
                for dj in (-jump, 0, jump):
                    if (di or dj) and abs(di) < len(self.ys) and abs(dj) < len(self.xs):
                        self._flood(sx, sy, best, di, dj)
            jump //= 2
        out: Field = np.where(inside, -1, 1) * np.sqrt(best)
        return out

    def _flood(self, sx: Field, sy: Field, best: Field, di: int, dj: int) -> None:
        n, m = best.shape
        here = (slice(max(0, -di), min(n, n - di)), slice(max(0, -dj), min(m, m - dj)))
        there = (slice(max(0, di), min(n, n + di)), slice(max(0, dj), min(m, m + dj)))
        tx, ty = sx[there], sy[there]
        d = (tx - self.gx[here]) ** 2 + (ty - self.gy[here]) ** 2
        closer = d < best[here]
        best[here] = np.where(closer, d, best[here])
        sx[here] = np.where(closer, tx, sx[here])
        sy[here] = np.where(closer, ty, sy[here])

    def at(self, field: Field, x: float, y: float) -> float:
        return float(field[round((y - self.ys[0]) / STEP), round((x - self.xs[0]) / STEP)])

    def capsule(self, a: Point, b: Point, r: float) -> Field:
        """Distance from a thick stroke."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = np.clip(((self.gx - a[0]) * dx + (self.gy - a[1]) * dy) / (dx * dx + dy * dy or 1.0), 0, 1)
        out: Field = np.hypot(self.gx - a[0] - t * dx, self.gy - a[1] - t * dy) - r
        return out

    def rings(self, field: Field, level: float) -> list[Line]:
        """Closed rings round where the field is below the level, each with its holes."""
        padded = np.pad(field, 1, constant_values=1e4)
        xs = np.r_[self.xs[0] - STEP, self.xs, self.xs[-1] + STEP]
        ys = np.r_[self.ys[0] - STEP, self.ys, self.ys[-1] + STEP]
        maker = contourpy.contour_generator(xs, ys, padded, line_type=contourpy.LineType.Separate)
        return [[(float(x), float(y)) for x, y in np.asarray(ring)[:-1]] for ring in maker.lines(level)]


def area(ring: Line) -> float:
    """Positive or negative by the sense of the ring."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]])) / 2


def share(sea: Sea, field: Field, centre: Point) -> float:
    x, y = centre
    i0, i1 = np.searchsorted(sea.ys, (y - RADIUS, y + RADIUS))
    j0, j1 = np.searchsorted(sea.xs, (x - RADIUS, x + RADIUS))
    near = np.hypot(sea.gx[i0:i1, j0:j1] - x, sea.gy[i0:i1, j0:j1] - y) < RADIUS * 0.91
    return float((field[i0:i1, j0:j1][near] < 0).mean())


def coast(project: Projection, ground: dict[str, Any], frame: Frame, sea: Sea) -> Field:
    rings: list[Line] = []
    for ring in tomllib.loads((DATA / "coast.toml").read_text(encoding="utf-8"))["rings"]:
        dense: Line = []
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            n = max(1, int(math.dist((ax, ay), (bx, by)) / 0.25))
            dense += [(ax + (bx - ax) * i / n, ay + (by - ay) * i / n) for i in range(n)]
        rings.append(project(dense))
    shores = field = sea.distance(rings)
    played, heads = {h["id"] for h in ground["hex"]}, list[Point]()
    shore = [p for ring in rings for p in ring]
    for h in ground["hex"]:
        middle = frame.centre(h["id"])
        if share(sea, field, middle) < GROUND:
            angle = np.arctan2(sea.gy - middle[1], sea.gx - middle[0])
            rugged = 2.6 * np.sin(3 * angle + h["id"]) + 1.8 * np.sin(7 * angle + 2 * h["id"])
            head = np.hypot(sea.gx - middle[0], (sea.gy - middle[1]) * 1.08) - 22 - rugged
            field = np.minimum(field, head)
            for x, y in (frame.centre(n) for n in around(h["id"]) if n in played):     # towards the land it belongs to
                if sea.at(shores, x, y) < 0:
                    neck = (middle[0] + (x - middle[0]) * 0.6, middle[1] + (y - middle[1]) * 0.6)
                    field = np.minimum(field, sea.capsule(middle, neck, 15))
            heads.append(middle)
    for h, dx, dy in project.places.values():
        x, y = frame.centre(h)[0] + dx, frame.centre(h)[1] + dy
        if sea.at(field, x, y) > -4:
            field = np.minimum(field, sea.capsule((x, y), min(shore, key=lambda p: math.dist(p, (x, y))), 8))
    closed = sea.distance(sea.rings(field, CLOSING)) + CLOSING          # no artificial creeks beside the headlands
    for x, y in heads:
        field = np.where(np.hypot(sea.gx - x, sea.gy - y) < 2 * RADIUS, np.minimum(field, closed), field)
    kept = [r for r in sea.rings(field, 0.0) if abs(area(r)) > 260]
    return sea.distance(kept)


def row(points: Sequence[Point], tolerance: float) -> str:
    return "[" + ", ".join(f"{x:.1f}, {y:.1f}" for x, y in simplify(points, tolerance)) + "]"


def main() -> None:
    ground = tomllib.loads((DATA / "places.toml").read_text(encoding="utf-8"))
    (south, north), (west, east) = ground["grid"]["rows"], ground["grid"]["columns"]
    frame = Frame(south, north, west, east)
    project, sea = Projection(ground, frame), Sea(frame)
    field = coast(project, ground, frame, sea)
    out = ["# The plan of the map in map units, x and y in turn: coast, lines at sea, places, crests of the ranges.",
           "# Made by scripts/plan_peninsula.py from coast.toml and places.toml.", "", "land = ["]
    out += [f"  {row(ring, 0.45)}," for ring in sea.rings(field, 0.0)]
    out += ["]", ""]
    for depth in DEPTHS:
        out += ["[[depth]]", f"distance = {depth}", "rings = ["]
        out += [f"  {row(ring, 0.8 + depth / 70)}," for ring in sea.rings(field, depth) if len(ring) > 20]
        out += ["]", ""]
    for s in tomllib.loads((DATA / "coast.toml").read_text(encoding="utf-8"))["stream"]:
        course = spline(project([(lon, lat) for lat, lon in s["waypoints"]]), 0.5, 5)
        out += ["[[stream]]", f'name = "{s["name"]}"', f"line = {row(course, 0.4)}", ""]
    out += ["# Which hex a place was drawn in, and how far from its middle.", "[place]"]
    out += [f'"{name}" = [{h}, {dx:.1f}, {dy:.1f}]' for name, (h, dx, dy) in project.places.items()]
    out += ["", "[range]"]
    for r in ground["range"]:
        line = spline(project([(lon, lat) for lat, lon in r["waypoints"]]), 0.5, 7)
        out.append(f'"{r["name"]}" = {row(line, 0.5)}')
    (DATA / "plan.toml").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
