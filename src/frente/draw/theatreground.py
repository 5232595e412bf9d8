"""The ground of a theatre: tints, shading and hachures of rough and mountain hexes, marshes, and the sea over it.

The limits of the terrain follow the hexes with an unsteady hand, crests the real ranges. It is a picture, no survey.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import spline, walk
from frente.draw.palette import v
from frente.draw.pen import attributes, fill, group, path, poly, polys, stroke
from frente.draw.relief import STEP, Field, Samples
from frente.draw.theatrelines import Net
from frente.geo.theatredata import RADIUS, Run, TheatreMap, around
from frente.look import tone

GROUNDS = ("open", "rough", "mountain", "marsh")
M = 22.0  # ground drawn beyond the hex field
SHALLOW = 3  # which line at sea is the first of the shallows


class Relief:
    """Fields of the ground: where it is rough, where mountainous, and where its crests are."""

    def __init__(self, map: TheatreMap, net: Net) -> None:
        self.map = map
        width, height = map.frame.size()
        self.samples = f = Samples(width, height)
        self.land = self._inside(map.land)
        grounds = {h.id: map.look.ground(h.terrain) for h in map.hexes}
        strange = sorted(set(grounds.values()) - set(GROUNDS))
        if strange:
            raise ValueError(f'{map.look.file}: ground like "{strange[0]}" has no drawing on a map of a theatre; '
                             f'there are {", ".join(GROUNDS)}')
        self.marshes = [h for h, ground in grounds.items() if ground == "marsh"]
        high = {h for h, ground in grounds.items() if ground == "mountain"}
        high |= {h for h, land in map.foreign.items() if land in map.summits}
        high |= {n for h in high for n in around(h) if map.foreign.get(n) in map.slopes}  # the far slope
        rough = {h for h, ground in grounds.items() if ground == "rough"} | high
        cells = self._cells()
        wet = 1 - 0.34 * f.near([walk(line, 2) for line in net.rivers], 13)
        self.foot: Field = f.blur(np.isin(cells, sorted(rough)).astype(float), 10) * wet + 0.07 * f.noise("foot", 24)
        self.high: Field = f.blur(np.isin(cells, sorted(high)).astype(float), 10) * wet + 0.08 * f.noise("high", 22)
        crests = [walk(spline(list(r.line), 0.5, 4), 4) for r in map.ranges]
        near, wide = f.near(crests, 20), f.near(crests, 52)
        folds = sum(a * (1 - 2.4 * np.abs(f.noise(f"fold{s}", s))) for s, a in ((92, 0.42), (44, 0.5), (21, 0.24)))
        low, top = np.clip((self.foot - 0.25) * 1.7, 0, 1), np.clip((self.high - 0.25) * 1.7, 0, 1)
        self.crest: Field = np.asarray(
            low * (0.3 + 0.2 * wide + 0.22 * near + 0.34 * folds) + top * (0.34 + 0.32 * near + 0.34 * folds))

    def _inside(self, rings: Sequence[Run]) -> NDArray[np.bool_]:
        """Which samples lie on land, by counting crossings along each row."""
        f = self.samples
        out = np.zeros(f.gx.shape, dtype=bool)
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
                first, last = np.searchsorted(f.ys, (min(ay, by), max(ay, by)))
                for i in range(int(first), int(last)):
                    out[i, : np.searchsorted(f.xs, ax + (bx - ax) * (f.ys[i] - ay) / (by - ay))] ^= True
        return out

    def _cells(self) -> NDArray[np.int64]:
        """The hex of every sample, read at a displaced point: edges wander."""
        f, frame = self.samples, self.map.frame
        gx = f.gx + 15 * f.noise("east", 38) + 5 * f.noise("east2", 15)
        gy = f.gy + 15 * f.noise("south", 38) + 5 * f.noise("south2", 15)
        best = np.full(gx.shape, np.inf)
        found = np.zeros(gx.shape, dtype=np.int64)
        for row in range(frame.south - 1, frame.north + 2):
            for column in range(frame.west - 1, frame.east + 2):
                x, y = frame.centre(row * 100 + column)
                i0, i1 = np.searchsorted(f.ys, (y - 75, y + 75))
                j0, j1 = np.searchsorted(f.xs, (x - 75, x + 75))
                part = np.s_[i0:i1, j0:j1]
                d = (gx[part] - x) ** 2 + (gy[part] - y) ** 2
                closer = d < best[part]
                best[part] = np.where(closer, d, best[part])
                found[part] = np.where(closer, row * 100 + column, found[part])
        return found

    def on_land(self, x: float, y: float) -> bool:
        f = self.samples
        i, j = round((y - f.ys[0]) / STEP), round((x - f.xs[0]) / STEP)
        return 0 <= i < len(f.ys) and 0 <= j < len(f.xs) and bool(self.land[i, j])


def draw_relief(relief: Relief) -> str:
    """Tints by terrain, summits, then light from the north-west."""
    f = relief.samples
    inland = f.blur(relief.land.astype(float), 8)  # nothing is drawn that the sea would cover
    dry = np.where(inland > 0.02, 1.0, 0.0)
    out = "".join(fill(f.area(f.noise("paper", 150) * dry, level, 1.6), "paper2", 0.5) for level in (0.05, 0.35))
    for tint, field, level in (("hill1", relief.foot, 0.5), ("hill2", relief.high, 0.5), ("hill3", relief.crest, 0.82),
                               ("hill4", relief.crest, 1.16)):
        out += fill(f.area(field * dry, level, 0.7), tint, 0.92)
    south, east = np.gradient(f.blur(46 * relief.crest + 10 * relief.foot + 14 * relief.high, 5), STEP)
    lee = -(np.asarray(east) + np.asarray(south)) / math.sqrt(2) * dry
    out += "".join(fill(f.area(lee, level, 0.9), "shade", 0.1) for level in (0.22, 0.5, 0.85, 1.25))
    return out + "".join(fill(f.area(-lee, level, 0.9), "light", 0.2) for level in (0.25, 0.6, 1.0))


def draw_hachures(relief: Relief) -> str:
    """Ticks up the slope, sparse round rough ground, dense round mountains, in three weights by light."""
    bins: list[list[str]] = [[], [], []]
    _ticks(relief, relief.foot, 0.5, 0.8, bins)
    _ticks(relief, relief.high, 0.5, 1.15, bins)
    crest = relief.samples.blur(relief.crest, 6)
    for level, size in ((0.82, 0.85), (1.16, 1.0)):
        _ticks(relief, crest, level, size, bins)
    weights = ((0.55, 0.42), (0.8, 0.58), (1.15, 0.75))
    return "".join(stroke("".join(d), "hachure", w, o, stroke_linecap="round") for d, (w, o) in zip(bins, weights))


def _ticks(relief: Relief, field: Field, level: float, size: float, bins: list[list[str]]) -> None:
    f, rng = relief.samples, random.Random(f"ticks{level}{size}")
    south, east = (np.asarray(g) for g in np.gradient(field, STEP))
    for line in f.contours(field, level):
        if len(line) < 12:
            continue
        for x, y in walk(line, 4.6):
            i, j = int((y - f.ys[0]) / STEP), int((x - f.xs[0]) / STEP)
            sx, sy = float(east[i, j]), float(south[i, j])
            slope = math.hypot(sx, sy)
            if slope < 1e-4 or not relief.land[i, j]:
                continue
            ux, uy = sx / slope, sy / slope
            lit = -(ux + uy) / math.sqrt(2)  # 1: the slope falls to the south-east, in shade
            k = 2 if lit > 0.25 else 1 if lit > -0.45 else 0
            if rng.random() > (0.6, 0.75, 0.95)[k]:
                continue
            reach = min(10.0, max(3.2, 0.1 / slope)) * rng.uniform(0.75, 1.1) * (0.8, 0.95, 1.1)[k] * size
            bins[k].append(f"M{x:.0f} {y:.0f}l{ux * reach:.1f} {uy * reach:.1f}")


def draw_valleys(net: Net) -> str:
    return layered("valley", path(polys(net.rivers), stroke_linejoin="round"), ("vega", 30, 0.32), ("vega", 17, 0.42))


def draw_marshes(relief: Relief) -> str:
    """Reeds over broken water."""
    map, rng = relief.map, random.Random("reeds")
    out = ""
    for h in relief.marshes:
        x, y = map.frame.centre(h)
        reeds = pools = ""
        for i in range(-3, 4):
            for j in range(-4, 5):
                a, b = x + i * 11 + (j % 2) * 5.5 + rng.uniform(-2, 2), y + j * 8.6 + rng.uniform(-1.5, 1.5)
                if math.hypot(a - x, b - y) < RADIUS * 0.84 and relief.on_land(a, b):
                    pools += f"M{a - 4.5:.1f} {b:.1f}h9"
                    reeds += f"M{a:.1f} {b:.1f}v-5M{a - 2:.1f} {b:.1f}l-1.5 -3.8M{a + 2:.1f} {b:.1f}l1.5 -3.8"
        ring = map.frame.corners(h, RADIUS - 1)
        floor = spline([*ring, ring[0]], 0.35, 6)
        out += group(fill(poly(floor, True), "vega", 0.8) + stroke(pools, "water", 1.1) + stroke(reeds, "reed", 1.0),
                     data_marsh=h)
    return out


def draw_veil(map: TheatreMap, net: Net) -> str:
    """Neutral ground and land beyond the game stay visible, but pale and dotted."""
    d = sheet(map) + polys(net.outline(), True)
    return fill(d, "neutral", 0.8, fill_rule="evenodd") + path(
        d, fill="url(#dots)", fill_opacity=0.5, fill_rule="evenodd")


def draw_control(net: Net) -> str:
    """Who held what: tinted, and for the second side ruled as well."""
    first, second = net.map.sides
    plain, ruled = polys(net.outline(first), True), polys(net.outline(second), True)
    out = fill(plain, tone(first, "ground"), 0.075, fill_rule="evenodd")
    out += fill(ruled, tone(second, "ground"), 0.1, fill_rule="evenodd")
    return group(out + path(ruled, fill="url(#ruled)", fill_opacity=0.34, fill_rule="evenodd"), class_="control")


def draw_sea(map: TheatreMap) -> str:
    """Water over all that is not land: shallows, and lines that loosen away from the coast."""
    land = polys(map.land, True)
    out = fill(sheet(map) + land, "sea", fill_rule="evenodd")
    rings = [land, *(polys(r, True) for _, r in map.depths)]
    shallow = rings[:1] + rings[SHALLOW:]
    for k, (inner, outer) in enumerate(zip(shallow, shallow[1:])):
        out += fill(outer + inner, "shallow", 0.84 * (1 - k / (len(shallow) - 1)) ** 0.8, fill_rule="evenodd")
    for k, d in enumerate(rings[1:8]):
        out += stroke(d, "wave", 0.95 - 0.06 * k, 0.72 - 0.085 * k)
    return out + layered("coast", path(land, stroke_linejoin="round"), ("halo", 3.4, 0.5), ("coast", 1.5, 1.0))


def layered(name: str, body: str, *inks: tuple[str, float, float]) -> str:
    """The same lines in several inks, one over the other; they are written once."""
    out = f'<defs><g id="t-{name}">{body}</g></defs>'
    for colour, wide, opacity in inks:
        values: dict[str, object] = {"fill": "none", "stroke": v(colour), "stroke_width": wide,
                                     "stroke_opacity": None if opacity == 1 else opacity}
        out += f'<use href="#t-{name}"{attributes(values)}/>'
    return out


def sheet(map: TheatreMap, reach: float = M) -> str:
    w, h = map.frame.size()
    return poly([(-reach, -reach), (w + reach, -reach), (w + reach, h + reach), (-reach, h + reach)], True)


def definitions(map: TheatreMap) -> str:
    ruled = f'<path d="M0 4H8" stroke="{v(tone(map.sides[1], "line"))}" stroke-width="1"/>'
    dots = "".join(f'<circle cx="{c}" cy="{c}" r=".8" fill="{v("soft")}"/>' for c in ("2", "5.5"))
    return (f'<pattern id="ruled" width="8" height="8" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)">{ruled}</pattern>'
            f'<pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse">{dots}</pattern>')


