"""Relief from a model of the ground: tints, contours, shading and hachures.

The model is made of the heights a map gives, spread smoothly, and of ridges and gullies invented inside the hills.
It shows the lie of the land; it is no survey. The limits of hills and woods follow the hexes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

import contourpy
import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import Sheet, Taken, simplify, walk
from frente.draw.palette import v
from frente.draw.pen import Line, fill, group, poly, stroke, text
from frente.draw.water import Stream

Field = NDArray[np.float64]
STEP = 5.0  # map units between two samples
OUT = 30.0  # samples reach this far beyond the field
REACH = 26  # samples from the centre of a hex to those that it may be nearest to, beyond the corners of the field too
INTERVAL = 20  # metres between two contours
CSS = f"""
.metres{{font-size:8.6px;fill:{v('contour')};text-anchor:middle;paint-order:stroke;stroke:{v('paper')};stroke-width:3px}}
"""


class Samples:
    """Values on a lattice of samples that covers a sheet."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.xs: Field = np.arange(-OUT, width + OUT + 1, STEP)
        self.ys: Field = np.arange(-OUT, height + OUT + 1, STEP)
        self.gx, self.gy = np.meshgrid(self.xs, self.ys)

    def noise(self, seed: str, scale: float) -> Field:
        """Smooth values between -1 and 1 that change over about `scale` units."""
        rng = random.Random(seed)
        nx, ny = (int((n - 1) * STEP / scale) + 3 for n in (len(self.xs), len(self.ys)))
        knots = np.array([[rng.uniform(-1, 1) for _ in range(nx)] for _ in range(ny)])
        u, w = (self.xs - self.xs[0]) / scale, (self.ys - self.ys[0]) / scale
        i, j = u.astype(int), w.astype(int)
        s, t = _ease(u - i), _ease(w - j)[:, None]
        top = knots[j][:, i] * (1 - s) + knots[j][:, i + 1] * s
        low = knots[j + 1][:, i] * (1 - s) + knots[j + 1][:, i + 1] * s
        value: Field = top * (1 - t) + low * t
        return value

    def blur(self, values: Field, sigma: float) -> Field:
        n = int(3 * sigma / STEP)
        kernel = np.exp(-0.5 * (np.arange(-n, n + 1) * STEP / sigma) ** 2)
        kernel /= kernel.sum()
        padded = np.pad(values, n, mode="edge")
        rows = sum(k * padded[i : i + values.shape[0], :] for i, k in enumerate(kernel))
        out: Field = np.asarray(sum(k * rows[:, i : i + values.shape[1]] for i, k in enumerate(kernel)))
        return out

    def near(self, lines: Iterable[Line], reach: float) -> Field:
        """1 on the lines, falling to 0 away from them."""
        out = np.zeros(self.gx.shape)
        n = int(3 * reach / STEP)
        for line in lines:
            for x, y in line[::3]:
                j, i = round((x - self.xs[0]) / STEP), round((y - self.ys[0]) / STEP)
                rows, cols = slice(max(0, i - n), i + n + 1), slice(max(0, j - n), j + n + 1)
                d = (self.gx[rows, cols] - x) ** 2 + (self.gy[rows, cols] - y) ** 2
                out[rows, cols] = np.maximum(out[rows, cols], np.exp(-d / reach**2))
        return out

    def spread(self, known: Sequence[tuple[float, float, float]], unit: float) -> Field:
        """Heights spread by a thin plate through them, a little relaxed. Places are in units of the map data."""
        if len(known) < 4:
            return np.zeros(self.gx.shape)
        x, y, z = (np.array(v) for v in zip(*known))
        n = len(known)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = _plate(x[:, None] - x, y[:, None] - y) + 0.4 * np.eye(n)
        system[:n, n:] = np.stack([np.ones(n), x, y], axis=1)
        system[n:, :n] = system[:n, n:].T
        weights = np.linalg.solve(system, np.concatenate([z, np.zeros(3)]))
        gx, gy = self.gx / unit, self.gy / unit
        out: Field = weights[n] + weights[n + 1] * gx + weights[n + 2] * gy
        for k in range(n):
            out = out + weights[k] * _plate(gx - x[k], gy - y[k])
        return out

    def area(self, values: Field, level: float, tolerance: float = 0.7) -> str:
        """Path data of where the values exceed the level."""
        return "".join(poly(ring, True) for ring in self.rings(values, level, tolerance))

    def rings(self, values: Field, level: float, tolerance: float) -> list[Line]:
        """Outlines of where the values exceed the level, holes included."""
        maker = contourpy.contour_generator(self.xs, self.ys, values, fill_type=contourpy.FillType.OuterOffset)
        rings: list[Line] = []
        for points, offsets in zip(*maker.filled(level, np.inf)):
            if points is not None and offsets is not None:
                rings += [_line(points[a:b]) for a, b in zip(offsets, offsets[1:])]
        thin = (simplify(ring, tolerance) for ring in rings)
        return [ring[:-1] for ring in thin if len(ring) > 4]

    def contours(self, values: Field, level: float) -> list[Line]:
        maker = contourpy.contour_generator(self.xs, self.ys, values, line_type=contourpy.LineType.Separate)
        return [_line(points) for points in maker.lines(level)]


def _ease(t: Field) -> Field:
    out: Field = t * t * t * (t * (t * 6 - 15) + 10)
    return out


def _plate(dx: Field, dy: Field) -> Field:
    square = dx * dx + dy * dy
    out: Field = square * np.log(np.maximum(square, 1e-12))
    return out


def slope_of(values: Field) -> tuple[Field, Field]:
    """Rise towards the east and towards the south."""
    south, east = np.asarray(np.gradient(values, STEP))
    return east, south


def _line(points: object) -> Line:
    return [(float(x), float(y)) for x, y in np.asarray(points)]


class Fields(Samples):
    """The samples of a sheet of hexes."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.width, sheet.height)
        self.sheet = sheet
        self._nearest = self._nearest_hex()

    def _nearest_hex(self) -> NDArray[np.int64]:
        best = np.full(self.gx.shape, np.inf)
        nearest = np.zeros(self.gx.shape, dtype=np.int64)
        for k, h in enumerate(self.sheet.hexes):
            x, y = self.sheet.centre(h)
            j, i = (int((at - first) / STEP) for at, first in ((x, self.xs[0]), (y, self.ys[0])))
            around = slice(max(0, i - REACH), i + REACH), slice(max(0, j - REACH), j + REACH)
            d = (self.gx[around] - x) ** 2 + (self.gy[around] - y) ** 2
            closer = d < best[around]
            best[around][closer] = d[closer]
            nearest[around][closer] = k
        return nearest

    def mask(self, *grounds: str) -> Field:
        """1 in the hexes of such ground; beyond the edge it is like the nearest hex."""
        return self.of_hexes([float(self.sheet.ground[h] in grounds) for h in self.sheet.hexes])

    def of_hexes(self, values: Sequence[float]) -> Field:
        """Values that are given hex by hex."""
        spread: Field = np.array(values)[self._nearest]
        return spread

    def heights(self) -> Field:
        return self.spread([(h.x_km, h.y_km, h.metres) for h in self.sheet.map.heights], self.sheet.km)


class Ground:
    """The model: where hills and woods are, and how high the land is."""

    def __init__(self, fields: Samples, foot: Field, wood: Field, heights: Field, streams: Sequence[Line]) -> None:
        self.fields = f = fields
        self.foot = foot
        self.wood = wood
        ridges = sum(a * (1 - 2.4 * np.abs(f.noise(f"ridge{s}", s))) for s, a in ((130, 0.55), (62, 0.5), (30, 0.22)))
        rough = np.clip((self.foot - 0.4) * 1.9, 0, 1) + 0.22 * np.clip((self.wood - 0.4) * 1.6, 0, 1)
        self.crest: Field = rough * (0.62 + 0.5 * ridges)
        self.land: Field = f.blur(heights, 16) - 14 * f.near(streams, 26) + 2.5 * f.noise("plain", 90)


def hex_ground(sheet: Sheet, rivers: Sequence[Stream]) -> Ground:
    f = Fields(sheet)
    streams = [s.line for s in rivers]
    foot = f.blur(f.mask("hill", "wooded-hill"), 11) * (1 - 0.3 * f.near(streams, 12)) + 0.08 * f.noise("foot", 26)
    wood = f.blur(f.mask("wood", "wooded-hill"), 9.5) + 0.11 * f.noise("wood", 20)
    return Ground(f, foot, wood, f.heights(), streams)


def draw_ground(ground: Ground) -> str:
    """Paper, tints of the hills, shading, contours of the open land."""
    f = ground.fields
    out = "".join(fill(f.area(f.noise("paper", 170), level, 1.5), "paper2", 0.5) for level in (0.05, 0.35))
    inside = np.clip((ground.foot - 0.42) * 8, 0, 1)
    out += fill(f.area(ground.foot, 0.5), "hill1", 0.92)
    for tint, level in (("hill2", 0.62), ("hill3", 0.86), ("hill4", 1.06)):
        out += fill(f.area(ground.crest * inside, level), tint, 0.85)
    return out + _shading(ground)


def _shading(ground: Ground) -> str:
    """Slopes under a light from the north-west, in steps of tone."""
    f = ground.fields
    gx, gy = slope_of(f.blur(0.5 * ground.land + 46 * ground.crest, 5))
    inside = np.clip((np.maximum(ground.foot, ground.wood) - 0.3) * 4, 0, 1)
    lee = -(gx + gy) / math.sqrt(2) * (0.3 + 0.7 * inside)  # open ground stays calm
    out = "".join(fill(f.area(lee, level, 0.9), "shade", 0.085) for level in (0.17, 0.34, 0.55, 0.8))
    return out + "".join(fill(f.area(-lee, level, 0.9), "light", 0.17) for level in (0.2, 0.42, 0.7))


def contour_lines(ground: Ground) -> dict[int, list[Line]]:
    """Lines of equal height by metres. They are for the lie of the land only."""
    f = ground.fields
    if not ground.land.any():
        return {}
    land = f.blur(ground.land + 12 * ground.crest, 6)
    low, high = (int(np.floor(g(land) / INTERVAL)) for g in (np.min, np.max))
    levels = [k * INTERVAL for k in range(low + 1, high + 1)]
    return {metres: [line for line in f.contours(land, metres) if len(line) > 40] for metres in levels}


def draw_contours(lines: dict[int, list[Line]]) -> str:
    """Thin lines, every fifth stronger."""
    thin, strong = "", ""
    for metres, level in lines.items():
        d = "".join(poly(simplify(line, 0.8)) for line in level)
        if metres % (5 * INTERVAL):
            thin += d
        else:
            strong += d
    return stroke(thin, "contour", 0.55, 0.42) + stroke(strong, "contour", 0.95, 0.55)


def draw_figures(ground: Ground, lines: dict[int, list[Line]], taken: Taken) -> str:
    """Metres on the stronger contours, on open ground where nothing else stands."""
    out = ""
    for metres, level in lines.items():
        for line in level if metres % (5 * INTERVAL) == 0 else ():
            course = walk(line, 12.0)
            for start in range(4, len(course) - 4, 60):
                spots = range(start, min(start + 60, len(course) - 4), 2)
                cost, best = min((_figure_cost(ground, course, k, taken), k) for k in spots)
                if cost < 1:
                    out += _figure(course, best, str(metres))
                    x, y = course[best]
                    taken.add_box(x - 60, y - 60, x + 60, y + 60, 0.05)
    return group(out, class_="heights")


def _figure_cost(ground: Ground, course: Line, k: int, taken: Taken) -> float:
    (ax, ay), (x, y), (bx, by) = course[k - 2], course[k], course[k + 2]
    f = ground.fields
    if not (10 < x < f.width - 10 and 10 < y < f.height - 10):
        return 9.0
    i, j = int((y + OUT) / STEP), int((x + OUT) / STEP)
    if max(ground.foot[i, j], ground.wood[i, j]) > 0.3:
        return 9.0
    bend = math.dist((x, y), ((ax + bx) / 2, (ay + by) / 2)) / 12
    return taken.cost(x - 14, y - 11, x + 14, y + 11) + bend


def _figure(course: Line, k: int, figures: str) -> str:
    (ax, ay), (x, y), (bx, by) = course[k - 2], course[k], course[k + 2]
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    turn += 180 if abs(turn) > 90 else 0
    return text(0, 3, figures, class_="metres", transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})")


def draw_hachures(ground: Ground) -> str:
    """Ticks up the slope: along the foot of every hill, and on the steeper sides within. Three weights by light."""
    bins = ["", "", ""]
    _ticks(ground, ground.foot, [0.5], 0.0, 11.0, bins)
    _ticks(ground, ground.fields.blur(ground.crest, 7), [0.66, 0.88], 0.55, 7.0, bins)
    weights = ((0.6, 0.5), (0.85, 0.65), (1.2, 0.8))
    return "".join(stroke(d, "hachure", w, o, stroke_linecap="round") for d, (w, o) in zip(bins, weights))


def _ticks(
    ground: Ground, values: Field, levels: Sequence[float], inside: float, longest: float, bins: list[str]
) -> None:
    f, rng = ground.fields, random.Random(f"ticks{longest}")
    gx, gy = slope_of(values)
    for level in levels:
        for line in f.contours(values, level):
            length = sum(math.dist(p, q) for p, q in zip(line, line[1:]))
            if length < 70:
                continue
            for x, y, j, i in along(f, line, rng):
                sx, sy = float(gx[i, j]), float(gy[i, j])
                slope = math.hypot(sx, sy)
                if slope < 1e-4 or ground.foot[i, j] < inside:
                    continue
                ux, uy = sx / slope, sy / slope
                lit = -(ux + uy) / math.sqrt(2)  # 1: the slope falls to the south-east, in shade
                k = 2 if lit > 0.25 else 1 if lit > -0.45 else 0
                if rng.random() > (0.62, 0.78, 1.0)[k]:
                    continue
                reach = min(longest, max(3.5, 0.1 / slope)) * rng.uniform(0.7, 1.1) * (0.8, 0.95, 1.1)[k]
                bins[k] += f"M{x:.1f} {y:.1f}l{ux * reach:.1f} {uy * reach:.1f}"


def along(f: Samples, line: Line, rng: random.Random) -> list[tuple[float, float, int, int]]:
    """Samples along a line, a little irregular, with their place in the field."""
    found = []
    gap = 0.0
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        length = math.hypot(bx - ax, by - ay)
        while gap < length:
            x, y = ax + (bx - ax) * gap / length, ay + (by - ay) * gap / length
            j, i = int((x - f.xs[0]) / STEP), int((y - f.ys[0]) / STEP)
            found.append((x, y, j, i))
            gap += rng.uniform(2.9, 4.1)
        gap -= length
    return found
