"""Roads and paths: one net, so that stretches shared by several routes are drawn once."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from dataclasses import dataclass

from frente.draw.geometry import EDGE, Sheet, between, simplify, spline
from frente.draw.palette import v
from frente.draw.pen import Line, group, path, poly, polys, stroke
from frente.geo.hexgrid import Hex, Point, label

MAIN, ROAD, PATH, RAIL = "main", "road", "path", "rail"
RANK = {PATH: 0, ROAD: 1, MAIN: 2}  # where routes share a hexside the best counts
Link = frozenset[Hex]


@dataclass(frozen=True)
class Stretch:
    """Part of the net between two junctions, towns or edges."""

    kind: str
    ids: tuple[str, ...]  # the routes that use it
    line: Line


class Net:
    """The courses of all routes. They cross each hexside in its middle and meet in towns and junctions."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.kinds: dict[Link, str] = {}
        self._ids: dict[Link, list[str]] = defaultdict(list)
        self._links: dict[Hex, list[Hex]] = defaultdict(list)
        for route in sheet.map.routes:
            if route.kind == RAIL:
                continue
            for a, b in zip(route.hexes, route.hexes[1:]):
                link = frozenset((a, b))
                if link not in self.kinds:
                    self._links[a].append(b)
                    self._links[b].append(a)
                if RANK[self.kinds.get(link, PATH)] <= RANK[route.kind]:
                    self.kinds[link] = route.kind
                self._ids[link].append(route.id)
        self._exits = self._find_exits()
        self._nodes = {h for h in self._links if self._is_node(h)}
        self.stretches = self._runs() + self._stubs()

    def _is_node(self, h: Hex) -> bool:
        links = self._links[h]
        if len(links) != 2 or h in self.sheet.town_at or h in self._exits:
            return True
        a, b = (self.kinds[frozenset((h, n))] for n in links)
        return a != b

    def _find_exits(self) -> dict[Hex, str]:
        """Hexes where the net leaves the map, and over which edge: lettered ones, and dead ends at the edge."""
        exits = {e.place: e.edge for e in self.sheet.map.entries if e.edge and e.place in self._links}
        grid = self.sheet.grid
        for h, links in self._links.items():
            at_edge = h[0] in (grid.first_column, grid.columns) or h[1] in (grid.first_row, grid.rows)
            if len(links) == 1 and at_edge and h not in exits and h not in self.sheet.town_at:
                exits[h] = self.sheet.edge_of(self.sheet.centre(h))
        return exits

    def junction(self, h: Hex) -> Point:
        """Where the routes of a hex meet: its centre, or beside the mark of a vertex."""
        x, y = self.sheet.centre(h)
        if h not in self.sheet.vertex_at or h in self.sheet.town_at:
            return x, y
        sx = sy = 0.0
        for n in self._links[h]:
            mx, my = self.sheet.middle(h, n)
            sx, sy = sx + mx - x, sy + my - y
        pull = math.hypot(sx, sy)
        if pull < 6:  # straight through: pass to one side, below rather than above the mark
            a = self.sheet.middle(h, self._links[h][0])
            sx, sy = y - a[1], a[0] - x
            if sy < 0 or (abs(sy) < 1 and sx < 0):
                sx, sy = -sx, -sy
            pull = math.hypot(sx, sy)
        return x + 16 * sx / pull, y + 16 * sy / pull

    def _runs(self) -> list[Stretch]:
        found: list[Stretch] = []
        done: set[Link] = set()
        for start in sorted(self._nodes):
            for first in sorted(self._links[start]):
                if frozenset((start, first)) in done:
                    continue
                run = [start, first]
                while run[-1] not in self._nodes:
                    run.append(next(h for h in self._links[run[-1]] if h != run[-2]))
                links = [frozenset(pair) for pair in zip(run, run[1:])]
                done.update(links)
                found.append(Stretch(self.kinds[links[0]], self._users(links), self._bend(run)))
        return found

    def _users(self, links: list[Link]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(i for link in links for i in self._ids[link]))

    def _bend(self, run: list[Hex]) -> Line:
        """A drawn course: through the middles of the sides, cutting the corner inside each hex."""
        sheet = self.sheet
        rng = random.Random("".join(label(h) for h in run))
        middles = [sheet.middle(a, b) for a, b in zip(run, run[1:])]
        points = [self.junction(run[0]), middles[0]]
        for h, into, out in zip(run[1:], middles, middles[1:]):
            if h in sheet.vertex_at:
                points.append(self.junction(h))
            else:
                x, y = between(between(into, out), sheet.centre(h), 0.4)
                points.append((x + rng.uniform(-4.5, 4.5), y + rng.uniform(-4.5, 4.5)))
            points.append(out)
        points.append(self.junction(run[-1]))
        if self._runs_off(run[0]):
            points.insert(0, self._edge(run[0]))
        if self._runs_off(run[-1]):
            points.append(self._edge(run[-1]))
        return spline(points, 0.55, 6)

    def _runs_off(self, h: Hex) -> bool:
        """Whether a single route leaves the map here, so that its curve goes on to the edge."""
        return h in self._exits and len(self._links[h]) == 1 and h not in self.sheet.town_at

    def _edge(self, h: Hex) -> Point:
        return self.sheet.to_edge(self.sheet.centre(h), self._exits[h], EDGE + 4)

    def _stubs(self) -> list[Stretch]:
        """From a town or junction at the edge to the neat line."""
        found: list[Stretch] = []
        for h in sorted(self._exits):
            if self._runs_off(h):
                continue
            links = [frozenset((h, n)) for n in self._links[h]]
            kind = max((self.kinds[link] for link in links), key=RANK.__getitem__)
            found.append(Stretch(kind, self._users(links), [self.junction(h), self._edge(h)]))
        return found

    def bridges(self) -> list[tuple[Point, float, str]]:
        """Middle of every river side a route crosses, the direction across it in degrees, and the kind of route."""
        found: dict[Link, tuple[Point, float, str]] = {}
        for river in self.sheet.map.rivers:
            for a, b in river.sides:
                kind = self.kinds.get(frozenset((a, b)))
                if kind:
                    (ax, ay), (bx, by) = self.sheet.centre(a), self.sheet.centre(b)
                    turn = math.degrees(math.atan2(by - ay, bx - ax))
                    found[frozenset((a, b))] = (self.sheet.middle(a, b), turn, kind)
        return list(found.values())


def draw_paths(net: Net) -> str:
    lines = [(s, simplify(s.line, 0.3)) for s in net.stretches if s.kind == PATH]
    under = stroke(polys(line for _, line in lines), "halo", 4.4, 0.75, stroke_linecap="round")
    over = "".join(path(poly(line), data_route=" ".join(s.ids)) for s, line in lines)
    return under + group(
        over, class_="paths", fill="none", stroke=v("track"), stroke_width=2, stroke_dasharray="7 3.4"
    )


def draw_roads(net: Net) -> str:
    lines = [(s, simplify(s.line, 0.3)) for s in net.stretches if s.kind == ROAD]
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    under = stroke(polys(line for _, line in lines), "roadedge", 5.6, **ends)
    over = "".join(path(poly(line), data_route=" ".join(s.ids)) for s, line in lines)
    return under + group(over, class_="roads", fill="none", stroke=v("road"), stroke_width=3.3, **ends)


def draw_main(net: Net) -> str:
    """The great road: wider, with a line along its middle."""
    lines = [(s, simplify(s.line, 0.3)) for s in net.stretches if s.kind == MAIN]
    if not lines:
        return ""
    d, ends = polys(line for _, line in lines), {"stroke_linecap": "round", "stroke_linejoin": "round"}
    over = "".join(path(poly(line), data_route=" ".join(s.ids)) for s, line in lines)
    return (
        stroke(d, "roadedge", 8.8, **ends)
        + group(over, class_="main", fill="none", stroke=v("road"), stroke_width=6, **ends)
        + stroke(d, "roadedge", 1.1)
    )


def draw_bridges(net: Net) -> str:
    """Deck and parapets with splayed ends; a path has a narrower bridge."""
    out = ""
    for (x, y), turn, kind in net.bridges():
        w = {MAIN: 4.8, ROAD: 3.5}.get(kind, 2.6)
        deck = path(f"M-9 {-w}H9V{w}H-9Z", fill=v("road"))
        inner, outer = w + 0.5, w + 3.4
        rails = f"M-12 {-outer:g}L-8.5 {-inner:g}H8.5L12 {-outer:g}M-12 {outer:g}L-8.5 {inner:g}H8.5L12 {outer:g}"
        out += group(deck + stroke(rails, "roadedge", 2.1), transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})")
    return group(out, class_="bridges")
