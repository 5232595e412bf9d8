"""What runs along and across hexsides: rivers, borders, fronts, railways. Lines that meet share their corners."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from frente.draw.geometry import between, simplify, spline
from frente.draw.pen import Line
from frente.geo.hexgrid import Point
from frente.geo.theatredata import Side, TheatreMap, around

TO_SEA = 67.0  # a river that ends no further from the coast runs on into the sea


def chains(sides: Iterable[Side]) -> list[Line]:
    """Sides joined to lines that stop where three meet; a ring ends where it began."""
    link: dict[Point, list[Point]] = defaultdict(list)
    for a, b in sides:
        link[a].append(b)
        link[b].append(a)
    left = {frozenset((a, b)) for a, ends in link.items() for b in ends}
    found: list[Line] = []
    for start in [p for p in link if len(link[p]) != 2] + list(link):
        for first in link[start]:
            if frozenset((start, first)) not in left:
                continue
            line = [start, first]
            left.discard(frozenset(line))
            while len(link[line[-1]]) == 2:
                onward = [q for q in link[line[-1]] if frozenset((line[-1], q)) in left]
                if not onward:
                    break
                left.discard(frozenset((line[-1], onward[0])))
                line.append(onward[0])
            found.append(line)
    return found


def soften(line: Line, amount: float) -> Line:
    """The zigzag of hexsides, rounded."""
    closed, n = line[0] == line[-1], len(line)
    points: Line = []
    for i, p in enumerate(line):
        if closed or 0 < i < n - 1:
            before = line[(i - 1) % (n - 1)] if closed else line[i - 1]
            after = line[(i + 1) % (n - 1)] if closed else line[i + 1]
            p = between(p, between(before, after), 2 * amount)
        points.append(p)
    return spline(points, 0.5, 4)


class Net:
    """All lines of a map, worked out once."""

    def __init__(self, map: TheatreMap) -> None:
        self.map = map
        self.control = {h.id: h.control for h in map.hexes}
        self.home = self._home()
        self.rivers = self._rivers()
        self.rails = self._rails()
        regions = {h.id: h.region for h in map.hexes}
        self.regions = [soften(line, 0.1) for line in chains(self._between(regions))]
        lands = {h.id: h.country for h in map.hexes}
        self.frontiers = [soften(line, 0.1) for line in chains(self._between(lands | dict(map.foreign)))]
        self.fronts = [self._facing(line) for line in chains(self._between(self.control))]

    def _between(self, kinds: dict[int, str]) -> list[Side]:
        """Sides between neighbours of different kinds."""
        return [self.map.frame.side(h, n) for h in kinds for n in around(h)
                if h < n and n in kinds and kinds[n] != kinds[h]]

    def _home(self) -> dict[int, str]:
        """Who holds each hex at the start; slivers of coast beyond the hexes of play go with their neighbours."""
        found = dict(self.control)
        rim = {n for h in found for n in around(h)} - set(found) - set(self.map.foreign)
        for h in sorted(rim):
            near = [found[n] for n in around(h) if n in self.control]
            abroad = [n for n in around(h) if n in self.map.foreign]
            if len(near) > len(abroad) and h // 100 > self.map.frame.south + 1:
                found[h] = max(sorted(near), key=near.count)
        return found

    def outline(self, holder: str = "") -> list[Line]:
        """Rings round all hexes of the game, or those of one side."""
        inside = {h for h, side in self.home.items() if holder in ("", side)}
        return [line[:-1] for line in chains([self.map.frame.side(h, n) for h in sorted(inside) for n in around(h)
                                              if n not in inside])]

    def _facing(self, line: Line) -> Line:
        """A front with the first side to the left of its course."""
        curve = soften(line, 0.2)
        (ax, ay), (bx, by) = curve[len(curve) // 2], curve[len(curve) // 2 + 1]
        n = math.hypot(bx - ax, by - ay) or 1.0
        spot = ax + (by - ay) / n * 22, ay - (bx - ax) / n * 22
        left = min(self.control, key=lambda h: math.dist(self.map.frame.centre(h), spot))
        return curve if self.control[left] == self.map.sides[0] else curve[::-1]

    # -- rivers

    def _rivers(self) -> list[Line]:
        """Courses from source to mouth, in the order of the map's rivers."""
        links: dict[Point, set[Point]] = defaultdict(set)
        courses: list[Line] = []
        for river in self.map.rivers:
            sides = [self.map.frame.side(a, b) for a, b in river.sides]
            for a, b in sides:
                links[a].add(b)
                links[b].add(a)
            courses.append(_ordered(sides))
        shore = [p for ring in self.map.depths[0][1] for p in _dense(ring)]  # beyond creeks, in open water
        return [self._course(line, links, shore) for line in courses]

    def _course(self, line: Line, links: dict[Point, set[Point]], shore: Line) -> Line:
        points: Line = []
        for p, q in zip(line, line[1:]):
            a, b = _bent(p, links), _bent(q, links)
            rng = random.Random(str(sorted((p, q))))
            m = between(a, b)
            points += [a, (m[0] + rng.uniform(-4, 4), m[1] + rng.uniform(-4, 4))]
        points.append(_bent(line[-1], links))
        end = points[-1]
        if len(links[line[-1]]) == 1 and any(_inside(end, ring) for ring in self.map.land):
            mouth = min(shore, key=lambda p: math.dist(p, end))
            if math.dist(mouth, end) < TO_SEA:
                mx, my = between(end, mouth)
                points += [(mx + 3, my - 2), mouth]
        return simplify(spline(points, 0.5, 4), 0.2)

    # -- railways

    def _rails(self) -> list[Line]:
        """One network, every stretch between two stations or junctions once."""
        at = {p.hex: p.at for p in self.map.places if p.kind != "mark"}
        link: dict[int, set[int]] = defaultdict(set)
        for r in self.map.railways:
            for a, b in zip(r.hexes, r.hexes[1:]):
                link[a].add(b)
                link[b].add(a)
        for h in link:
            if h not in at:
                rng = random.Random(h)
                x, y = self.map.frame.centre(h)
                at[h] = x + rng.uniform(-6, 6), y + rng.uniform(-6, 6)
        stations = {p.hex for p in self.map.places if p.kind != "mark"}
        nodes = sorted(h for h in link if len(link[h]) != 2 or h in stations)
        done: set[frozenset[int]] = set()
        found: list[Line] = []
        for start in nodes:
            for first in sorted(link[start]):
                if frozenset((start, first)) in done:
                    continue
                run = [start, first]
                while run[-1] not in nodes:
                    run.append(next(h for h in sorted(link[run[-1]]) if h != run[-2]))
                done |= {frozenset(leg) for leg in zip(run, run[1:])}
                points = [at[start]]
                for a, b in zip(run, run[1:]):
                    points += [between(*self.map.frame.side(a, b)), at[b]]
                found.append(simplify(spline(points, 0.5, 5), 0.25))
        for r in self.map.railways:
            if r.beyond:
                m = between(*self.map.frame.side(r.hexes[-1], r.beyond))
                found.append([at[r.hexes[-1]], m, between(at[r.hexes[-1]], m, 1.7)])
        return found


def _ordered(sides: list[Side]) -> Line:
    """Corners in the order of flow; the data list the sides from source to mouth."""
    if len(sides) == 1:
        return list(sides[0])
    first, second = sides[0], sides[1]
    line = list(first) if first[1] in second else [first[1], first[0]]
    for a, b in sides[1:]:
        line.append(a if b == line[-1] else b)
    return line


def _bent(p: Point, links: dict[Point, set[Point]]) -> Point:
    """A corner pulled in, so that the zigzag becomes a course; confluences stay where they are."""
    if len(links[p]) != 2:
        return p
    a, b = sorted(links[p])
    x, y = between(p, between(a, b), 0.4)
    rng = random.Random(str(p))
    return x + rng.uniform(-2.2, 2.2), y + rng.uniform(-2.2, 2.2)


def _inside(p: Point, ring: Sequence[Point]) -> bool:
    """By counting how often a line to the west crosses the ring."""
    x, y = p
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        if (ay > y) != (by > y) and x > ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd


def _dense(ring: Iterable[Point]) -> Line:
    line = list(ring)
    found: Line = []
    for p, q in zip(line, [*line[1:], line[0]]):
        n = max(1, int(math.dist(p, q) / 4))
        found += [between(p, q, i / n) for i in range(n)]
    return found
