"""Names of a theatre and where they go: towns first, then regions, rivers and ranges, hex numbers last.

Names of towns stand outside the square a counter covers. They change places until no exchange makes them freer.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from frente.draw import rivernames
from frente.draw.geometry import Taken, simplify, walk
from frente.draw.lettering import Placed, lettered, width
from frente.draw.pen import Line, group, num, poly, text
from frente.draw.theatrelines import Net
from frente.draw.theatremarks import badge_boxes, place_boxes
from frente.geo.hexgrid import Point
from frente.geo.theatredata import PITCH, RADIUS, Place, TheatreMap, Words, around

Box = tuple[float, float, float, float]
SIZES = {"city": 16.0, "cap": 19.0, "place": 12.6, "mark": 11.5}
SPACED = {"region": (25.0, 10.0), "small": (19.0, 6.0), "tiny": (13.5, 2.6)}  # size and room between letters
BROAD = 1.07  # the heavier faces run wider than the one that is measured
CLEAR = 25.0  # half the square of a counter
CELL = 11.0  # for looking up the hex of a point
ROUNDS = 14


@dataclass(frozen=True)
class Spaced:
    """A name of wide letters, each at its own place."""

    css: str
    words: str
    xs: tuple[float, ...]
    y: float
    size: float

    def boxes(self) -> list[Box]:
        return [(x, self.y - 0.7 * self.size, x + width(c, self.size), self.y + 0.06 * self.size)
                for x, c in zip(self.xs, _bare(self.words)) if c != " "]


class Names:
    def __init__(self, map: TheatreMap, net: Net, panels: Sequence[Box]) -> None:
        self.map = map
        self.taken = _obstacles(map, net, panels)
        self.towns = self._towns()
        self.closed = Taken()  # nothing may be written over these
        for box in [*(p.box() for p in self.towns.values()), *badge_boxes(map), *place_boxes(map), *panels]:
            self.closed.add_box(*box, 1.0)
        for p in self.towns.values():
            self.taken.add_box(*p.box(), 6.0)
        self._hexes: dict[tuple[int, int], int] = {}
        self.regions = [self._region(w) for w in map.words if w.region]
        self.rivers = [x for river, line in zip(map.rivers, net.rivers) for x in self._curved(river.shown, line, 15.5)]
        self.ranges = [x for r in map.ranges for x in self._curved(r.shown, _stretched(list(r.line), r.shown), 16.0)]
        self.numbers = {h.id: self._number(h.id) for h in map.hexes}

    # -- towns

    def _towns(self) -> dict[str, Placed]:
        """The best spot of each name on its own, then exchanges until nothing gets better."""
        options = [self._candidates(p) for p in self.map.places]
        boxes = [[p.box() for _, p in row] for row in options]
        cost = [[bias + self.taken.cost(b[0] - 1, b[1], b[2] + 1, b[3]) for (bias, _), b in zip(row, bb)]
                for row, bb in zip(options, boxes)]
        now = [row.index(min(row)) for row in cost]
        near = [[j for j, other in enumerate(self.map.places) if j != i and abs(
            other.at[0] - place.at[0]) < 4 * PITCH and abs(other.at[1] - place.at[1]) < 3 * RADIUS]
            for i, place in enumerate(self.map.places)]
        for _ in range(ROUNDS):
            changed = False
            for i in range(len(options)):
                total = [c + sum(_clash(b, boxes[j][now[j]]) for j in near[i]) for c, b in zip(cost[i], boxes[i])]
                best = total.index(min(total))
                changed = changed or best != now[i]
                now[i] = best
            if not changed:
                break
        return {place.name: options[i][now[i]][1] for i, place in enumerate(self.map.places)}

    def _candidates(self, place: Place) -> list[tuple[float, Placed]]:
        css = "cap" if place.capital else "place" if place.kind == "town" else place.kind
        high, rows = SIZES[css] * BROAD, len(place.shown) - 1
        mark = place.kind == "mark"  # no counter is bound to its hex
        x, y = place.at if mark else self.map.frame.centre(place.hex)
        clear = 9.0 if mark else CLEAR
        deep = rows * high * 0.95
        low, top = y + clear + 0.8 * high + 2, y - clear - 0.3 * high - deep
        beside = 1.0 if rows or mark else 0.0
        w, right = self.map.frame.size()[0], clear + (14 if place.port else 4)
        left = clear + (17 if place.morale or place.source else 4)
        found: list[tuple[float, Placed]] = []
        for dx, bias in ((0, 0.0), (-12, 0.6), (12, 0.6), (-24, 1.6), (24, 1.6), (-36, 3.2), (36, 3.2)):
            found.append((bias, Placed(css, place.shown, x + dx, low, "middle", high)))
            found.append((bias + 0.4, Placed(css, place.shown, x + dx, low + 5, "middle", high)))
            found.append((bias + 1.6, Placed(css, place.shown, x + dx, top, "middle", high)))
        for dy in (0, -10, 10, -20, 20, 28, -28):
            level = y + 0.3 * high - deep / 2 + dy
            bias = 1.2 - beside + abs(dy) / 16
            found.append((bias, Placed(css, place.shown, x + right, level, "start", high)))
            found.append((bias + 0.3, Placed(css, place.shown, x - left, level, "end", high)))
        return [(bias + _beyond(p.box(), w) + self._mistaken(place, p.box()), p) for bias, p in found]

    def _mistaken(self, place: Place, box: Box) -> float:
        """How easily the name is read as that of another place: one it stands closer to than to its own."""
        own = _gap(place.at, box)
        others = [_gap(p.at, box) - (8 if p.kind == "city" else 0) for p in self.map.places
                  if p is not place and abs(p.at[0] - place.at[0]) < 2 * PITCH and abs(p.at[1] - place.at[1]) < PITCH]
        nearest = min(others, default=99.0)
        return (4.0 if nearest < own + 4 else 0.0) + max(0.0, 14 - nearest) * 0.35

    # -- regions

    def _region(self, words: Words) -> Spaced:
        """Where its letters cover least, inside the region."""
        high, gap = SPACED[words.style]
        steps = [width(c, high) + gap for c in _bare(words.text)]
        long = sum(steps) - gap
        home = {h.id for h in self.map.hexes if h.region == words.region}
        best: tuple[float, Spaced] | None = None
        lie = [k for k, c in enumerate(words.text) if c != " "]
        middles = [self.map.frame.centre(h) for h in sorted(home)]
        mx, my = (sum(p[k] for p in middles) / len(middles) for k in (0, 1))
        for cx, cy in middles:
            for dx in (-28, -14, 0, 14, 28):
                for dy in range(-36, 45, 8):
                    x, y = cx - long / 2 + dx, cy + dy
                    xs: list[float] = []
                    for step in steps:
                        xs.append(round(x, 1))
                        x += step
                    away = sum(self._hex(xs[k] + high / 3, y - high / 3) not in home for k in lie)
                    price = 14.0 * away + 0.012 * (abs(cx + dx - mx) + abs(y - my))
                    if best is None or price < best[0]:
                        found = Spaced(words.style, words.text, tuple(xs), y, high)
                        price += sum(self.taken.cost(b[0] - 2, b[1] - 1, b[2] + 2, b[3] + 1) for b in found.boxes())
                        if best is None or price < best[0]:
                            best = price, found
        assert best is not None
        for b in best[1].boxes():
            self.taken.add_box(*b, 3.0)
        return best[1]

    def _hex(self, x: float, y: float) -> int:
        """The hex of a point, give or take half a cell."""
        key = int(x // CELL), int(y // CELL)
        if key not in self._hexes:
            self._hexes[key] = self._nearest((key[0] + 0.5) * CELL, (key[1] + 0.5) * CELL)
        return self._hexes[key]

    def _nearest(self, x: float, y: float) -> int:
        frame = self.map.frame
        row = frame.north - round((y - RADIUS) / (1.5 * RADIUS))
        column = frame.west + round(x / PITCH - 0.5 - 0.5 * (row % 2))
        middle = row * 100 + column
        return min([middle, *around(middle)], key=lambda h: (frame.centre(h)[0] - x) ** 2 + (
            frame.centre(h)[1] - y) ** 2)

    # -- rivers and ranges

    def _curved(self, name: str, line: Line, high: float) -> list[tuple[str, Line]]:
        """The name beside its line, or none where it would cover a town or a sign."""
        if not name:
            return []
        found = rivernames.place(self.map.frame.size(), self.taken, name, line, high, 1.4)
        return [(name, curve) for _, curve in found if not sum(
            self.closed.cost(x - 4, y - 0.7 * high, x + 4, y + 2) for x, y in curve)][:1]

    # -- numbers

    def _number(self, h: int) -> Point:
        """At the top of the hex, or the next best spot that is free."""
        x, y = self.map.frame.centre(h)
        spots = [(0.0, x, y - 29), (0.5, x - 8, y - 27), (0.5, x + 8, y - 27), (0.9, x - 16, y - 23),
                 (0.9, x + 16, y - 23), (1.6, x + 24, y - 16), (1.6, x - 24, y - 16), (2.4, x, y + 36),
                 (2.6, x - 10, y + 33), (2.6, x + 10, y + 33), (2.6, x - 26, y + 3), (2.6, x + 26, y + 3),
                 (2.8, x - 22, y + 22), (2.8, x + 22, y + 22), (4.0, x, y - 14)]
        priced = [(self.taken.cost(p - 11, q - 7.5, p + 11, q + 1.5) + bias, p, q) for bias, p, q in spots]
        _, p, q = min(priced)
        self.taken.add_box(p - 10, q - 6.5, p + 10, q, 1.5)
        return p, q

    # -- drawing

    def draw_regions(self) -> str:
        """Names of regions, countries and seas; they lie under everything that is marked."""
        out = ""
        for s in self.regions:
            xs = " ".join(num(x) for x in s.xs)
            out += f'<text class="{s.css}" x="{xs}" y="{num(s.y)}">{escape(s.words)}</text>'
        for w in self.map.words:
            if not w.region:
                turn = f" rotate({num(w.turn)})" if w.turn else ""
                out += text(0, 0, w.text, class_=w.style, transform=f"translate({num(w.at[0])} {num(w.at[1])}){turn}")
        return group(out, class_="words")

    def draw(self) -> str:
        numbers = "".join(text(x, y, str(h), class_="num") for h, (x, y) in self.numbers.items())
        out = ""
        for kind, found in (("river", self.rivers), ("sierra", self.ranges)):
            for k, (name, line) in enumerate(found):
                out += f'<path id="{kind}{k}" d="{poly(simplify(line, 0.2))}" fill="none"/>'
                for css in (f"{kind} under", kind):  # not every reader paints the halo of a curved text first
                    out += (f'<text class="{css}"><textPath href="#{kind}{k}" startOffset="50%">{escape(name)}'
                            f"</textPath></text>")
        places = sorted(self.map.places, key=lambda p: p.kind == "city")
        towns = "".join(lettered(self.towns[p.name]) for p in places)
        return group(numbers, class_="numbers") + group(out + towns, class_="names")


def _bare(words: str) -> str:
    """Letters without accents: an accent makes none wider."""
    return "".join(unicodedata.normalize("NFD", c)[0] for c in words)


def _stretched(line: Line, name: str) -> Line:
    """A crest long enough to carry its name."""
    need = width(name, 16.0) + 1.4 * len(name) + 90
    length = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in zip(line, line[1:]))
    if length >= need:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    flat = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    k = (need - length) / 2 / flat
    ends = (ax - (bx - ax) * k, ay - (by - ay) * k), (bx + (bx - ax) * k, by + (by - ay) * k)
    return [ends[0], *line, ends[1]]


def _gap(p: Point, box: Box) -> float:
    """From a point to the nearest of a box."""
    return math.hypot(max(box[0] - p[0], 0.0, p[0] - box[2]), max(box[1] - p[1], 0.0, p[1] - box[3]))


def _clash(a: Box, b: Box) -> float:
    """How badly two names cover one another; two units apart is free."""
    w = min(a[2], b[2]) - max(a[0], b[0]) + 3
    h = min(a[3], b[3]) - max(a[1], b[1]) + 1
    return 6.0 + w * h / 6 if w > 0 and h > 0 else 0.0


def _beyond(box: Box, w: float) -> float:
    return 60.0 if box[0] < -16 or box[2] > w + 16 else 0.0


def _obstacles(map: TheatreMap, net: Net, panels: Sequence[Box]) -> Taken:
    """What a name should not cover, and how much it should not."""
    taken = Taken()
    for box in panels:
        taken.add_box(*box, 9.0)
    for line in net.rails:
        taken.add_line(line, 0.13)
    for line in net.rivers:
        taken.add_line(line, 0.4)
    for line in net.fronts:
        taken.add_line(line, 0.35)
    for line in net.frontiers:
        taken.add_line(line, 0.5)
    for box in badge_boxes(map):
        taken.add_box(*box, 3.0)
    for box in place_boxes(map):
        taken.add_box(*box, 2.5)
    for place in map.places:
        cx, cy = map.frame.centre(place.hex)
        taken.add_box(cx - CLEAR + 2, cy - CLEAR + 2, cx + CLEAR - 2, cy + CLEAR - 2, 0.12)
        if place.morale:
            ring = map.frame.corners(place.hex, RADIUS - 4.2)
            taken.add(walk([*ring, ring[0]], 5.0), 0.16)
    for a, b in map.straits:
        taken.add_line(list(map.frame.side(a, b)), 1.0)
    for w in map.words:
        if not w.region and w.style in ("gulf", "bay", "coastal"):
            half = width(w.text, 16) / 2 + 20
            if not w.turn:
                taken.add_box(w.at[0] - half, w.at[1] - 15, w.at[0] + half, w.at[1] + 4, 2.0)
    for fort in map.forts:
        for h in fort.hexes:
            ring = map.frame.corners(h, RADIUS - 7)
            taken.add_line([*ring, ring[0]], 0.25)
    return taken
