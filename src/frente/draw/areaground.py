"""The ground of a map of areas: relief, woods, ploughed fields, olive groves, streets and villages."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from frente.draw.geometry import Taken, simplify, spline, walk
from frente.draw.palette import v
from frente.draw.pen import Line, fill, group, poly, polys, stroke
from frente.draw.relief import OUT, STEP, Field, Ground, Samples
from frente.geo.areadata import Area, AreaMap, Course, Spot
from frente.geo.hexgrid import Point

PLATE = 23.0  # half the height of a name plate


def even(line: Sequence[Point], step: float) -> Line:
    """A calm curve along a line that may waver."""
    length = sum(math.dist(a, b) for a, b in zip(line, line[1:]))
    n = max(3, round(length / step))
    return spline([*walk(line, length / n)[:n], line[-1]], 0.5, 6)


def inside(ring: Sequence[Point], x: float, y: float) -> bool:
    found = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def centroid(ring: Sequence[Point]) -> Point:
    total = cx = cy = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        cross = ax * by - bx * ay
        total, cx, cy = total + cross, cx + (ax + bx) * cross, cy + (ay + by) * cross
    return cx / (3 * total), cy / (3 * total)


class AreaSheet:
    """A map, its lines as they are drawn, and what already lies where."""

    def __init__(self, source: AreaMap) -> None:
        self.map = source
        self.fields = f = Samples(source.width, source.height)
        self.routes = [Course(r.id, r.name, tuple(even(r.line, 42))) for r in source.routes]
        self.roads = [even(r.line, 42) for r in source.roads]
        self.rings = {a.id: a.ring for a in source.areas} | {"box2": source.beyond}
        self.at = {key: self._inside(ring) for key, ring in self.rings.items()}
        self.clear = Taken()  # where nothing grows and no house stands
        self.taken = Taken()  # what a name should not cover
        for line in [list(r.line) for r in self.routes] + self.roads:
            self.clear.add_line(line, 1.0)
            self.taken.add_line(line, 1.0)
        for river in source.rivers:
            self.clear.add_line(river.line, 2.0)
            self.taken.add_line(river.line, 7.0)
        for arc in source.arcs:
            self.clear.add_line(arc.line, 1.0)
            self.taken.add_line(arc.line, 1.2)
        for a in source.areas:
            x, y = a.plate
            half = a.plate_width / 2
            self.clear.add_box(x - half, y - PLATE, x + half, y + PLATE, 1.0)
            self.taken.add_box(x - half - 3, y - PLATE - 3, x + half + 3, y + PLATE + 3, 5.0)
        wet = f.near([list(r.line) for r in source.rivers], 14)
        foot = f.blur(self.mask(source.ground.hills), 17) * (1 - 0.5 * wet) + 0.1 * f.noise("foot", 42)
        wood = f.blur(self.mask(source.ground.woods), 12) + 0.11 * f.noise("wood", 26)
        town = self.mask(dict.fromkeys(source.ground.built, 1.0))
        self.ground = Ground(f, foot * (1 - f.blur(town, 8)) + 0.12, wood, f.spread(source.ground.heights, 30.0),
                             [list(r.line) for r in source.rivers])

    def _inside(self, ring: Sequence[Point]) -> Field:
        """1 on the samples inside a ring; beyond the frame the ground is like the one at its edge."""
        f = self.fields
        gx, gy = np.clip(f.gx, 1, f.width - 1), np.clip(f.gy, 1, f.height - 1)
        found = np.zeros(gx.shape, dtype=bool)
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
            if ay != by:
                found ^= ((ay > gy) != (by > gy)) & (gx < ax + (gy - ay) * (bx - ax) / (by - ay))
        return found.astype(np.float64)

    def mask(self, weights: dict[str, float]) -> Field:
        out = np.zeros(self.fields.gx.shape)
        for key, weight in weights.items():
            out += weight * self.at[key]
        return out

    def sample(self, values: Field, x: float, y: float) -> float:
        return float(values[int((y + OUT) / STEP), int((x + OUT) / STEP)])

    def within(self, key: str, x: float, y: float) -> bool:
        return 0 < x < self.map.width and 0 < y < self.map.height and self.sample(self.at[key], x, y) > 0.5


# -- fields and groves


def draw_fields(sheet: AreaSheet) -> str:
    """Ploughed plots of the plain: a few parallel strokes each, never near a line or a name."""
    rng, d = random.Random(17), ""
    used = Taken()
    hilly = sheet.map.ground.hills
    for area in sheet.map.areas:
        if area.urban or hilly.get(area.id, 0) > 0.4:
            continue
        xs, ys = [p[0] for p in area.ring], [p[1] for p in area.ring]
        for _ in range(int((max(xs) - min(xs)) * (max(ys) - min(ys)) / 700)):
            x, y = rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys))
            turn = rng.choice((0.15, 0.5, -0.4, 1.2))
            n, long = rng.randint(4, 7), rng.uniform(15, 32)
            ca, sa = math.cos(turn), math.sin(turn)
            deep = n * 4.6
            grid = [(u, w) for u in (0.0, long / 2, long) for w in (0.0, deep / 2, deep)]
            spots = [(x + u * ca - w * sa, y + u * sa + w * ca) for u, w in grid]
            if not all(sheet.within(area.id, p, q) for p, q in spots):
                continue
            if any(sheet.clear.near(p, q, 8) or used.near(p, q, 9) for p, q in spots):
                continue
            used.add(spots, 1.0)
            for j in range(n):
                e = rng.uniform(-3, 3)
                start = (x + e * ca - j * 4.6 * sa, y + e * sa + j * 4.6 * ca)
                d += poly([start, (start[0] + long * ca, start[1] + long * sa)])
    return stroke(d, "furrow", 1.0, 0.34, stroke_linecap="round")


def draw_groves(sheet: AreaSheet) -> str:
    """Olives: dots in rows."""
    field = sheet.fields.noise("groves", 60)
    d = ""
    for key, turn in sheet.map.ground.groves.items():
        cx, cy = centroid(sheet.rings[key])
        ca, sa = math.cos(turn), math.sin(turn)
        for i in range(-30, 31):
            for j in range(-30, 31):
                x, y = cx + 10.5 * (i * ca - j * sa), cy + 10.5 * (i * sa + j * ca)
                if sheet.within(key, x, y) and sheet.sample(field, x, y) > 0.14 and not sheet.clear.near(x, y, 9):
                    d += f"M{x:.1f} {y:.1f}h.1"
    return stroke(d, "olive", 4.4, 0.8, stroke_linecap="round")


# -- streets and villages


def draw_city(sheet: AreaSheet) -> str:
    """Street blocks of the urban areas in two tones, and parks. Lines drawn later cut their streets through."""
    rng = random.Random(9)
    ground = sheet.map.ground
    fade = sheet.fields.noise("fade", 70)
    out = ["", ""]
    for area in sheet.map.areas:
        if area.id in ground.built:
            for ring, dark in _blocks(sheet, area, fade, rng):
                out[dark] += poly(ring, True)
    parks = polys(ground.parks, True)
    trees = ""
    for park in ground.parks:
        xs, ys = [p[0] for p in park], [p[1] for p in park]
        for _ in range(46):
            x, y = rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys))
            if inside(park, x, y):
                trees += f"M{x:.1f} {y:.1f}h.1"
    return (fill(out[0], "house", 0.62) + fill(out[1], "house2", 0.66)
            + fill(parks, "wood", stroke=v("crown"), stroke_width=0.8)
            + stroke(trees, "crown", 5.0, stroke_linecap="round"))


def _blocks(sheet: AreaSheet, area: Area, fade: Field, rng: random.Random) -> list[tuple[Line, bool]]:
    ground = sheet.map.ground
    dense, turn = ground.built[area.id], ground.streets[area.id]
    core = next(s.at for s in sheet.map.spots if s.area == area.id)
    cx, cy = centroid(area.ring)
    campus = 0.3 < dense < 0.75 and len(sheet.map.ground.woods) > 0 and area.id in ground.woods
    wide, tall = (30.0, 24.0) if campus else (15.5, 12.0) if dense >= 0.9 else (17.0, 12.5)
    xs, ys = [p[0] for p in area.ring], [p[1] for p in area.ring]
    reach = math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2
    found: list[tuple[Line, bool]] = []
    n = int(reach / tall) + 2
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            u, w = i * wide + (i // 4) * 4.2, j * tall + (j // 5) * 3.8  # every so often a broad street
            bend = turn + (0.13 * math.sin(u / 80) * math.cos(w / 70) if dense >= 1 else 0.08 * math.sin(u / 90))
            ca, sa = math.cos(bend), math.sin(bend)
            x, y = cx + u * ca - w * sa, cy + u * sa + w * ca
            chance, shrink = rng.uniform(-0.16, 0.16), (rng.uniform(0.82, 1), rng.uniform(0.8, 1))
            dark = rng.random() < (0.45 if dense >= 1 else 0.3)
            if not sheet.within(area.id, x, y) or any(inside(park, x, y) for park in ground.parks):
                continue
            density = sheet.sample(fade, x, y) * 0.42 + dense + 0.34 - 0.5 * math.dist((x, y), core) / reach + chance
            if density < 0.62 or sheet.clear.near(x, y, 5.5):
                continue
            a, b = (wide / 2 - 1.7) * shrink[0], (tall / 2 - 1.5) * shrink[1]
            shape = [(-a, -b), (a, -b), (a, b), (-a, b)]
            if campus:  # faculties: long wings round courts
                a, b = 10.5, 7.0
                shape = [(-a, -b), (a, -b), (a, b), (a - 5, b), (a - 5, 5 - b), (3, 5 - b), (3, b), (-3, b)]
                shape += [(-3, 5 - b), (5 - a, 5 - b), (5 - a, b), (-a, b)]
            ring = [(x + p * ca - q * sa, y + p * sa + q * ca) for p, q in shape]
            if all(sheet.within(area.id, p, q) for p, q in ring):
                found.append((ring, dark))
    return found


def draw_villages(sheet: AreaSheet) -> str:
    """Houses round a square; the roads, drawn before, stay free."""
    out = ""
    for spot in sheet.map.spots:
        if spot.kind in ("town", "village"):
            rings = _houses(sheet, spot)
            for ring in rings:
                sheet.taken.add(ring, 3.0)
            d = polys(rings, True)
            body = stroke(d, "block", 6.4, 0.3, stroke_linejoin="round")
            body += stroke(d, "urban", 5.4, stroke_linejoin="round")
            out += group(body + fill(d, "block", stroke=v("blockedge"), stroke_width=0.5), data_town=spot.name)
    return out


def _houses(sheet: AreaSheet, spot: Spot) -> list[Line]:
    rng = random.Random(spot.name)
    reach, cell = (15.0, 7.2) if spot.kind == "town" else (9.0, 6.4)
    turn = rng.uniform(0.1, 0.6)
    ca, sa = math.cos(turn), math.sin(turn)
    n = int(reach / cell) + 1
    found: list[Line] = []
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            u, w = i * cell + rng.uniform(-0.7, 0.7), j * cell * 0.92 + rng.uniform(-0.7, 0.7)
            a, b = cell * rng.uniform(0.34, 0.44), cell * rng.uniform(0.3, 0.42)
            x, y = spot.at[0] + u * ca - w * sa, spot.at[1] + u * sa + w * ca
            if math.hypot(u, w * 1.1) > reach * rng.uniform(0.75, 1.08) or sheet.clear.near(x, y, 5.0):
                continue
            shape = ((-a, -b), (a, -b), (a, b), (-a, b))
            found.append([(x + p * ca - q * sa, y + p * sa + q * ca) for p, q in shape])
    return found


def draw_lake(x: float, y: float) -> str:
    shape = "M-15 2C-16 -6 -6 -10 2 -8C11 -7 17 -2 14 4C10 10 -12 10 -15 2Z"
    return fill(shape, "water", transform=f"translate({x:.1f} {y:.1f})", stroke=v("bank"), stroke_width=1.3)


def draw_wall(sheet: AreaSheet, key: str) -> str:
    """The wall of a park: a line with posts, a little inside the border."""
    ring = sheet.rings[key]
    cx, cy = centroid(ring)
    line = [(x + (cx - x) * 0.1, y + (cy - y) * 0.1) for x, y in ring]
    d = poly(simplify([*line, line[0]], 2), True)
    return stroke(d, "track", 1.6, 0.75) + stroke(d, "track", 4.4, 0.75, stroke_dasharray="1.6 9")
