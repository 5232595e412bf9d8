"""Names, and where they go: beside the things they name, where they cover least."""

from __future__ import annotations

from html import escape

from frente.draw import rivernames
from frente.draw.geometry import RADIUS, Sheet, Taken, offset, simplify
from frente.draw.lettering import Placed, halves, lettered
from frente.draw.palette import SANS, SERIF, v
from frente.draw.pen import Line, group, poly, text
from frente.draw.routes import PATH, Net
from frente.draw.towns import BADGE, badge_at, blocks
from frente.draw.water import Stream
from frente.geo.hexgrid import Hex, Point
from frente.geo.mapdata import LabelHint

SIZES = {"town": 17.0, "village": 15.0, "hamlet": 13.0, "peak": 12.5, "area": 14.5}
TOWN_CLASS = {3: "town", 2: "village", 1: "hamlet"}
CLEAR = 31.0  # names stay outside the square a counter covers
NUMBER = 8.8

CSS = f"""
text{{font-family:{SANS};fill:{v('ink')}}}
.town{{font-size:17px;font-weight:700;letter-spacing:.2px}}.village{{font-size:15px;font-weight:600}}
.hamlet{{font-size:13px;font-weight:500}}.peak{{font-size:12.5px;font-style:italic;font-weight:600}}.alt{{font-size:11px}}
.area{{font-family:{SERIF};font-style:italic;font-size:14.5px;letter-spacing:1px;fill:{v('woodink')};text-anchor:middle}}
.town,.village,.hamlet,.peak,.alt,.area,.river{{paint-order:stroke;stroke:{v('halo')};stroke-width:3.8px;stroke-linejoin:round}}
.river{{font-family:{SERIF};font-style:italic;font-size:19px;letter-spacing:1.8px;fill:{v('waterink')};text-anchor:middle}}
.num{{font-size:{NUMBER}px;fill:{v('soft')};text-anchor:middle;paint-order:stroke;stroke:{v('halo')};stroke-width:1.4px;stroke-opacity:.55}}
.vp{{font-size:12.5px;font-weight:700;text-anchor:middle}}
"""


def obstacles(sheet: Sheet, net: Net, rivers: list[Stream], front: list[Line]) -> Taken:
    """Everything a name should not cover, and how much it should not."""
    taken = Taken()
    for h in sheet.hexes:
        if sheet.ground[h] != "open":  # names read better on open ground
            x, y = sheet.centre(h)
            taken.add_box(x - 26, y - 30, x + 26, y + 30, 0.03)
    for stretch in net.stretches:
        taken.add_line(stretch.line, 0.8 if stretch.kind == PATH else 1.0)
    for stream in rivers:
        taken.add_line(stream.line, 1.6)
    for line in front:
        taken.add_line(offset(line, -8), 2.4)
    for (x, y), _, _ in net.bridges():
        taken.add_box(x - 9, y - 9, x + 9, y + 9, 0.8)
    for town in sheet.map.towns:
        for ring in blocks(sheet, town):
            taken.add(ring, 3.0)
    for vertex in sheet.map.vertices:
        x, y = sheet.centre(vertex.place)
        taken.add_box(x - (26 if vertex.mark else 9), y - 9, x + 9, y + 9, 4.0)
    for o in sheet.map.objectives:
        if o.framed:
            ring = sheet.corners(o.place, 35.2)
            taken.add_line([*ring, ring[0]], 2.5)
        if o.points:
            x, y = badge_at(sheet, o)
            taken.add_box(x - BADGE, y - BADGE, x + BADGE, y + BADGE, 4.0)
    return taken


class Labels:
    """All names of a map, placed one after the other, the important first."""

    def __init__(self, sheet: Sheet, taken: Taken, rivers: list[Stream]) -> None:
        self.sheet = sheet
        self.taken = taken
        self.placed: list[Placed] = []
        for town in sorted(sheet.map.towns, key=lambda t: (t.hint is None, -t.size, t.place)):
            self._name(TOWN_CLASS[town.size], town.name, "", town.place, town.hint, CLEAR)
        for vertex in sorted(sheet.map.vertices, key=lambda t: (t.hint is None, t.place)):
            note = "" if vertex.metres is None else str(vertex.metres)
            clear = CLEAR if vertex.place in sheet.framed else 12.0
            self._name("peak", vertex.name, note, vertex.place, vertex.hint, clear)
        extent = sheet.width, sheet.height
        self.rivers = [x for s in rivers if s.river.name for x in rivernames.place(extent, taken, s.river.name, s.line)]
        for area in sheet.map.areas:
            self._area(area.name, area.x_km * sheet.km, area.y_km * sheet.km)
        self.numbers = {h: self._number(h) for h in sheet.hexes}

    def _name(self, css: str, name: str, note: str, place: Hex, hint: LabelHint | None, clear: float) -> None:
        size = SIZES[css]
        x, y = self.sheet.centre(place)
        if not name:
            name, note = note, ""
        if hint:
            unit = RADIUS / 10
            lines = tuple(halves(name)) if css != "peak" and len(name) > 14 else (name,)
            best = Placed(css, lines, x + hint.dx * unit, y + hint.dy * unit, hint.anchor, size, note)
        else:
            best = min(self._candidates(css, name, note, place, clear), key=self._cost)[1]
        self.placed.append(best)
        self.taken.add_box(*best.box(), 6.0)

    def _cost(self, option: tuple[float, Placed]) -> float:
        bias, p = option
        x0, y0, x1, y1 = p.box()
        beyond = max(0.0, -x0, -y0 - 4, x1 - self.sheet.width, y1 - self.sheet.height - 4)
        return bias + self.taken.cost(x0 - 2, y0 - 1, x1 + 2, y1 + 1) + 2 * beyond

    def _candidates(self, css: str, name: str, note: str, place: Hex, clear: float) -> list[tuple[float, Placed]]:
        size = SIZES[css]
        x, y = self.sheet.centre(place)
        reach = {"town": 27.0, "village": 21.0, "hamlet": 16.0}.get(css, 11.0)
        wide = 42.0 if place in self.sheet.framed else max(reach, clear)
        tall = 40.0 if place in self.sheet.framed else max(reach, min(clear, 30.0))
        shapes = [(name,)] + ([tuple(halves(name))] if " " in name and len(name) > 9 else [])
        found: list[tuple[float, Placed]] = []
        for lines in shapes:
            rows = len(lines) - 1
            extra = 11.0 if note else 0.0
            deep = rows * size * 0.95 + extra  # from the first baseline to the last
            middle = y + 0.25 * size - deep / 2
            low, high = y + tall + 0.72 * size, y - tall - 0.24 * size - deep
            spots = (
                (0.0, wide, middle, "start"),
                (0.2, -wide, middle, "end"),
                (0.6, 0.0, low, "middle"),
                (0.8, 0.0, high, "middle"),
                (0.8, wide - 5, middle - 17, "start"),
                (1.0, wide - 5, middle + 19, "start"),
                (1.0, 5 - wide, middle - 17, "end"),
                (1.2, 5 - wide, middle + 19, "end"),
                (1.6, 20.0, low, "start"),
                (1.6, -20.0, low, "end"),
                (1.8, 20.0, high, "start"),
                (1.8, -20.0, high, "end"),
                (2.2, wide - 12, middle - 30, "start"),
                (2.2, wide - 12, middle + 32, "start"),
                (2.4, 12 - wide, middle - 30, "end"),
                (2.4, 12 - wide, middle + 32, "end"),
            )
            long = 0.5 if rows == 0 and len(name) > 14 else 0.0
            found += [(b + long, Placed(css, lines, x + dx, yy, a, size, note)) for b, dx, yy, a in spots]
        return found

    def _area(self, name: str, x: float, y: float) -> None:
        """At its place, moved a little to where it covers least; long names on two lines."""
        lines = tuple(halves(name)) if len(name) > 12 else (name,)
        top = y + 4 - (len(lines) - 1) * 7
        options = [
            (0.14 * (abs(dx) + abs(dy)), Placed("area", lines, x + dx, top + dy, "middle", SIZES["area"]))
            for dx in range(-36, 37, 9)
            for dy in range(-48, 49, 6)
        ]
        best = min(options, key=self._cost)[1]
        self.placed.append(best)
        self.taken.add_box(*best.box(), 6.0)

    def _number(self, h: Hex) -> Point:
        """At the top of the hex, or where no name, road or river is in the way."""
        x, y = self.sheet.centre(h)
        inset = 4.6 if h in self.sheet.framed else 0.0
        if self.sheet.grid.flat:
            top, low = y - self.sheet.pitch / 2 + 9.6 + inset, y + self.sheet.pitch / 2 - 3.6 - inset
            spots = [(x, top), (x - 9, top), (x + 9, top), (x - 14, top), (x + 14, top)]
        else:
            top, low = y - RADIUS * 0.6 + inset, y + RADIUS * 0.68 - inset
            spots = [(x, top), (x - 9, top + 4), (x + 9, top + 4), (x - 15, top + 7), (x + 15, top + 7)]
        spots += [(x, y - 8), (x - 14, y - 8), (x + 14, y - 8), (x, low)]
        away = (0.0, 0.4, 0.4, 0.8, 0.8, 2.0, 2.2, 2.2, 6.0)  # a number at the foot is easily read as the next hex's
        costs = [self.taken.cost(p - 11, q - 7, p + 11, q + 1) + bias for bias, (p, q) in zip(away, spots)]
        best = spots[costs.index(min(costs))]
        self.taken.add_box(best[0] - 10, best[1] - 6.5, best[0] + 10, best[1], 1.5)
        return best

    def draw_numbers(self) -> str:
        body = "".join(text(x, y, self.sheet.map.number(h), class_="num") for h, (x, y) in self.numbers.items())
        return group(body, class_="numbers")

    def draw(self) -> str:
        out = "".join(lettered(p) for p in self.placed)
        for k, (name, line) in enumerate(self.rivers):
            d = poly(simplify(line, 0.2))
            out += f'<path id="river{k}" d="{d}" fill="none"/>'
            out += f'<text class="river"><textPath href="#river{k}" startOffset="50%">{escape(name)}</textPath></text>'
        return group(out, class_="names")
