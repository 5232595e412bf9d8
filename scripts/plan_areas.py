"""Work out the plan of Storm Over Madrid's map from the outlines of areas.toml, and write it to plan.toml.

    python scripts/plan_areas.py

The outlines are cut into arcs between junctions and bent by a cartogram, so that the small districts of the city get
room for ten pieces each; then every arc is redrawn with a slightly unsteady hand. An arc is drawn once and used by
both its areas, so that neighbours, corners and river borders stay exactly as in the data. Roads and places ride along.
"""
from __future__ import annotations

import math
import random
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from frente.draw.geometry import simplify, walk

DATA: Final = Path(__file__).resolve().parents[1] / "src" / "frente" / "games" / "storm" / "data"
Point = tuple[float, float]
Line = list[Point]
Field = NDArray[np.float64]
WIDTH, HEIGHT = 1500.0, 1300.0
ROUNDS: Final = 44
PITCH: Final = 40.0                      # wanted room for one of ten pieces


def project(frame: dict[str, float], lon: float, lat: float) -> Point:
    """Plate carrée, stretched towards the edges, where the strips beyond the outer rivers are narrow."""
    u = (lon - frame["west"]) / (frame["east"] - frame["west"])
    w = (frame["north"] - lat) / (frame["north"] - frame["south"])
    x = u + 0.6 * math.sin(2 * math.pi * u) / (2 * math.pi)
    y = w + 0.15 * math.sin(2 * math.pi * w) / (2 * math.pi)
    return x * WIDTH, y * HEIGHT


def cut(rings: dict[str, list[Point]], corners: set[Point]) -> list[tuple[tuple[str, ...], list[Point]]]:
    """All outlines cut at junctions: every arc knows the one or two regions beside it."""
    owners: dict[frozenset[Point], set[str]] = defaultdict(set)
    links: dict[Point, set[Point]] = defaultdict(set)
    for key, ring in rings.items():
        for a, b in zip(ring, ring[1:] + ring[:1]):
            owners[frozenset((a, b))].add(key)
            links[a].add(b)
            links[b].add(a)
    nodes = {p for p in links if len(links[p]) != 2 or p in corners}
    found: list[tuple[tuple[str, ...], list[Point]]] = []
    done: set[frozenset[Point]] = set()
    for start in sorted(nodes):
        for first in sorted(links[start]):
            if frozenset((start, first)) in done:
                continue
            run = [start, first]
            done.add(frozenset(run))
            while run[-1] not in nodes:
                onward = next(p for p in links[run[-1]] if p != run[-2])
                done.add(frozenset((run[-1], onward)))
                run.append(onward)
            found.append((tuple(sorted(owners[frozenset(run[:2])])), run))
    return found


def dense(line: Sequence[Point], step: float) -> Line:
    found: Line = []
    for a, b in zip(line, line[1:]):
        n = max(1, round(math.dist(a, b) / step))
        found += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n)]
    return [*found, line[-1]]


def ring_of(parts: Iterable[Line]) -> Line:
    """Arcs end to end, as one ring that is not closed."""
    left = [list(p) for p in parts]
    ring = left.pop(0)
    while left:
        for p in left:
            if math.dist(p[0], ring[-1]) < 1e-6:
                ring += p[1:]
            elif math.dist(p[-1], ring[-1]) < 1e-6:
                ring += p[::-1][1:]
            else:
                continue
            left.remove(p)
            break
        else:
            raise ValueError("an outline is open")
    return ring[:-1]


def measures(ring: Sequence[Point]) -> tuple[float, float, float]:
    """Area and centroid."""
    total = cx = cy = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        cross = ax * by - bx * ay
        total += cross
        cx += (ax + bx) * cross
        cy += (ay + by) * cross
    return abs(total) / 2, cx / (3 * total), cy / (3 * total)


def even_out(lines: list[Line], beside: list[tuple[str, ...]], share: dict[str, float], more: Line) -> list[Line]:
    """A rubber-sheet cartogram: every region pushes or pulls the plane until the sizes approach the wanted ones. The
    push dies out at the frame, so that the sheet stays a rectangle. The last line of the answer is *more*, moved."""
    points = np.array([p for x in [*lines, more] for p in x])
    ends = np.cumsum([0, *(len(x) for x in [*lines, more])])
    total = sum(share.values())
    for _ in range(ROUNDS):
        now = [[(float(x), float(y)) for x, y in points[ends[i]:ends[i + 1]]] for i in range(len(lines))]
        wrong: list[float] = []
        pushes: list[tuple[float, float, float, float]] = []
        for key in share:
            size, cx, cy = measures(ring_of(x for x, o in zip(now, beside) if key in o))
            wanted = share[key] / total * WIDTH * HEIGHT
            wrong.append(max(size, wanted) / min(size, wanted))
            pushes.append((cx, cy, math.sqrt(size / math.pi), math.sqrt(wanted / math.pi) - math.sqrt(size / math.pi)))
        move = np.zeros_like(points)
        for cx, cy, r, force in pushes:
            d = points - (cx, cy)
            q = np.hypot(d[:, 0], d[:, 1]) + 1e-9
            push = np.where(q > r, force * r / q, force * (q / r) ** 2 * (4 - 3 * q / r))
            move += d / q[:, None] * push[:, None]
        for axis, extent in ((0, WIDTH), (1, HEIGHT)):
            t = np.clip(np.minimum(points[:, axis], extent - points[:, axis]) / 90, 0, 1)
            move[:, axis] *= t * t * (3 - 2 * t)
        points = points + move / (1 + float(np.mean(wrong)))
    return [[(float(x), float(y)) for x, y in points[a:b]] for a, b in zip(ends, ends[1:])]


def unsteady(line: Line, seed: str, amount: float) -> Line:
    """Drawn anew with a slight waver, rounded off; the ends never move."""
    length = sum(math.dist(a, b) for a, b in zip(line, line[1:]))
    n = max(2, round(length / 20))
    raw = [*walk(line, length / n)[:n], line[-1]]
    n = len(raw) - 1
    rng = random.Random(seed)
    sway = 0.0
    found: Line = []
    for i, p in enumerate(raw):
        sway = 0.45 * sway + rng.uniform(-1, 1)
        a, b = raw[max(0, i - 1)], raw[min(n, i + 1)]
        q = math.dist(a, b) or 1.0
        k = amount * sway * min(1, i / 2, (n - i) / 2)
        x, y = p if i in (0, n) else (0.5 * p[0] + 0.25 * (a[0] + b[0]), 0.5 * p[1] + 0.25 * (a[1] + b[1]))
        found.append((x - (b[1] - a[1]) / q * k, y + (b[0] - a[0]) / q * k))
    for _ in range(2):
        inner = [c for a, b in zip(found, found[1:]) for c in (mix(a, b, 0.25), mix(a, b, 0.75))][1:-1]
        found = [found[0], *inner, found[-1]]
    return simplify(found, 0.3)


def mix(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


# -- room for the name and the pieces


STEP: Final = 5.0


class Room:
    """An area as cells, and rectangles that fit into it."""

    def __init__(self, ring: Line, inset: float) -> None:
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        self.x0, self.y0 = min(xs), min(ys)
        gx, gy = np.meshgrid(np.arange(self.x0, max(xs), STEP), np.arange(self.y0, max(ys), STEP))
        inside = np.zeros(gx.shape, dtype=bool)
        gap = np.full(gx.shape, np.inf)
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
            if ay != by:
                crossed = (ay > gy) != (by > gy)
                inside ^= crossed & (gx < ax + (gy - ay) * (bx - ax) / (by - ay))
            dx, dy = bx - ax, by - ay
            t = np.clip(((gx - ax) * dx + (gy - ay) * dy) / (dx * dx + dy * dy or 1), 0, 1)
            gap = np.minimum(gap, np.hypot(gx - ax - t * dx, gy - ay - t * dy))
        out = ~(inside & (gap > inset))
        self.bad = np.pad(np.cumsum(np.cumsum(out, 0), 1), ((1, 0), (1, 0)))
        self.shape = out.shape

    def fits(self, w: float, h: float) -> Field:
        """Centres of all rectangles of that size that lie inside."""
        nx, ny = math.ceil(w / STEP) + 1, math.ceil(h / STEP) + 1
        rows, columns = self.shape
        if nx > columns or ny > rows:
            return np.zeros((0, 2))
        s = self.bad
        full = s[ny:, nx:] - s[:-ny, nx:] - s[ny:, :-nx] + s[:-ny, :-nx] == 0
        j, i = np.nonzero(full)
        return np.column_stack([self.x0 + (i + (nx - 1) / 2) * STEP, self.y0 + (j + (ny - 1) / 2) * STEP])


def settle(ring: Line, plate: tuple[float, float], lines: Line) -> dict[str, Any]:
    """Places for the name plate and for ten pieces that do not overlap, with the largest pitch that fits. The plate
    keeps off the points of roads if it can."""
    room, (lw, lh) = Room(ring, 5), plate
    _, mx, my = measures(ring)
    names = room.fits(lw, lh)
    roads = np.array(lines)
    covered = ((np.abs(names[:, None, 0] - roads[None, :, 0]) < lw / 2 + 4)
               & (np.abs(names[:, None, 1] - roads[None, :, 1]) < lh / 2 + 3)).sum(1)
    for pitch in np.arange(PITCH, 24, -1.0):
        best: tuple[float, dict[str, Any]] = (-1e8, {})
        for columns, rows in ((5, 2), (4, 3), (3, 4), (2, 5)):
            w, h = columns * float(pitch), rows * float(pitch)
            blocks = room.fits(w, h)
            if not len(blocks) or not len(names):
                continue
            gap = np.maximum(np.abs(blocks[:, None, 0] - names[None, :, 0]) - (w + lw) / 2,
                             np.abs(blocks[:, None, 1] - names[None, :, 1]) - (h + lh) / 2)
            far = np.hypot(blocks[:, 0] - mx, blocks[:, 1] - my)
            score = np.minimum(gap, 6) * 12 - far[:, None] * 0.6 - (names[None, :, 1] - my) * 0.25
            score -= covered[None, :] * 14.0
            score = np.where(gap < 2, -1e9, score) + (20 if columns == 5 else 0)
            i, j = np.unravel_index(int(np.argmax(score)), score.shape)
            if score[i, j] > best[0]:
                best = (float(score[i, j]), {
                    "plate": [round(float(v), 1) for v in names[j]], "pieces": [round(float(v), 1) for v in blocks[i]],
                    "columns": columns, "rows": rows, "pitch": float(pitch)})
        if best[1]:
            return best[1]
    raise ValueError("an area has no room for its name and ten pieces; give it a larger share")


# -- the whole


def made() -> str:
    """The text of plan.toml."""
    data = tomllib.loads((DATA / "areas.toml").read_text(encoding="utf-8"))
    style = tomllib.loads((DATA / "style.toml").read_text(encoding="utf-8"))
    east, north = data["box2_land"]["outline"][0]
    frame = data["map"]["frame"] | {"east": east, "north": north}
    areas = {a["id"]: a for a in data["area"]}
    outlines = {k: a["outline"] for k, a in areas.items()} | {"box2": data["box2_land"]["outline"]}
    rings = {k: [(round(x, 4), round(y, 4)) for x, y in ring] for k, ring in outlines.items()}
    corners = {(round(x, 4), round(y, 4)) for x in (frame["west"], frame["east"])
               for y in (frame["south"], frame["north"])}
    arcs = cut(rings, corners)
    beside = [o for o, _ in arcs]
    lines = [dense([project(frame, *p) for p in run], 14) for _, run in arcs]
    hub = project(frame, data["map"]["origin"]["lon"], data["map"]["origin"]["lat"])
    courses = {r["id"]: dense([hub, *(project(frame, w["lon"], w["lat"]) for w in r["waypoints"])], 10)
               for r in data["supply_route"]}
    roads = {r["id"]: dense([project(frame, *p) for p in r["course"]], 10) for r in style["road"]}
    places = [(k, p["name"], project(frame, p["lon"], p["lat"])) for k, a in areas.items() for p in a["places"]]
    share = {k: float(style["share"].get(k, style["share"]["other"])) for k in rings}
    more = [p[2] for p in places] + [p for x in (*courses.values(), *roads.values()) for p in x]
    *lines, moved = even_out(lines, beside, share, more)
    feed = iter(moved)
    spots = [(k, name, next(feed)) for k, name, _ in places]
    courses = {k: [next(feed) for _ in x] for k, x in courses.items()}
    roads = {k: [next(feed) for _ in x] for k, x in roads.items()}
    river = {frozenset((k, n["to"])): n["river"] for k, a in areas.items() for n in a["neighbours"]}
    river |= {frozenset((k, "box2")): "jarama" for k in ("W", "X")}      # scenery: a box link is never a river border
    drawn: list[tuple[tuple[str, ...], str, Line]] = []
    for o, line in zip(beside, lines):
        wet = river.get(frozenset(o), "") if len(o) == 2 else ""
        kept = [line[0], line[-1]] if len(o) == 1 else unsteady(line, str(list(o)), 1.6 if wet else 2.6)
        drawn.append((o, wet, [(round(x, 1), round(y, 1)) for x, y in kept]))
    shapes = {k: ring_of(x for o, _, x in drawn if k in o) for k in rings}
    out = ["# Storm Over Madrid: the plan of the drawn map, by scripts/plan_areas.py from areas.toml and style.toml.",
           "# Units of the drawing; nothing here changes play. Sizes of areas are evened out, so there is no scale.",
           'from = "estimate"', f"size = [{WIDTH:g}, {HEIGHT:g}]"]
    for o, wet, line in drawn:
        out += ["", "[[arc]]", f"beside = {list(o)}".replace("'", '"'), f'river = "{wet}"', f"line = {pairs(line)}"]
    for kind, found in (("route", courses), ("road", roads)):
        for key, line in found.items():
            out += ["", f"[[{kind}]]", f'id = "{key}"', f"line = {pairs(simplify(line, 0.6))}"]
    busy = [p for line in courses.values() for p in walk(line, 5)] + [p for x in roads.values() for p in walk(x, 14)]
    for k in areas:
        lines_of = style["plate"].get(k, areas[k]["name"]).split("|")
        wide = max(len(x) for x in lines_of)
        plate = 52 + wide * (11.4 if lines_of[0].isupper() else 8.0)
        spot = settle(shapes[k], (plate, 46), busy) | {"wide": plate}
        out += ["", "[[room]]", f'area = "{k}"', *(f"{key} = {value}" for key, value in spot.items())]
    for k, name, (x, y) in spots:
        out += ["", "[[place]]", f'area = "{k}"', f'name = "{name}"', f"at = [{x:.1f}, {y:.1f}]"]
    return "\n".join(out) + "\n"


def pairs(line: Sequence[Point]) -> str:
    return "[" + ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in line) + "]"


if __name__ == "__main__":
    (DATA / "plan.toml").write_text(made(), encoding="utf-8")
