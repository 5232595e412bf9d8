"""Rivers along hexsides and the front line."""

from __future__ import annotations

import math
from dataclasses import dataclass

from frente.draw.geometry import Sheet, offset, simplify, spline, wander
from frente.draw.palette import v
from frente.draw.pen import Line, fill, poly, polys, stroke
from frente.geo.hexgrid import Point
from frente.geo.mapdata import River
from frente.look import tone


@dataclass(frozen=True)
class Stream:
    river: River
    line: Line  # from source to mouth


def streams(sheet: Sheet, still: list[Point]) -> list[Stream]:
    """The drawn courses. Where a river reaches one that is listed before it, it ends."""
    found: list[Stream] = []
    used: set[Point] = set()
    for river in sheet.map.rivers:
        line = max(sheet.chain(river.sides), key=len)
        first = sheet.middle(*river.sides[0])
        if math.dist(line[0], first) > math.dist(line[-1], first):
            line.reverse()
        mouth = next((k for k, p in enumerate(line) if k and p in used), None)
        used.update(line)
        line = _extend(sheet, line, -5) if mouth is None else line[: mouth + 1]
        line = wander(_extend(sheet, line[::-1], -5)[::-1], river.name, 5, still)
        if mouth is not None:  # meet the other stream where it is drawn
            near = [p for s in found for p in s.line if math.dist(p, line[-1]) < sheet.pitch / 2]
            line = spline([*line[:-4], min(near, key=lambda p: math.dist(p, line[-6]))], 0.5, 3.2)
        found.append(Stream(river, line))
    return found


def _extend(sheet: Sheet, line: Line, drift: float) -> Line:
    """Let a line that ends at the edge of the field run on to the neat line."""
    edge = sheet.edge_of(line[-1])
    x, y = sheet.to_edge(line[-1], edge)
    if math.dist((x, y), line[-1]) > sheet.pitch:
        return line
    return [*line, (x + drift, y) if edge in ("north", "south") else (x, y + drift)]


def draw_floor(rivers: list[Stream]) -> str:
    """The green of the valley floor."""
    courses = polys(simplify(s.line, 0.5) for s in rivers)
    return "".join(stroke(courses, "vega", w, o, stroke_linejoin="round") for w, o in ((38, 0.28), (22, 0.42)))


def outline(stream: Stream) -> Line:
    """The banks of a stream as a ring, tapered from source to mouth."""
    line, wide = stream.line, 2.7 * stream.river.width
    half = [1.4 + (wide - 1.4) * i / len(line) for i in range(len(line))]
    return offset(line, half) + offset(line, [-h for h in half])[::-1]


def draw_rivers(rivers: list[Stream]) -> str:
    """All banks first, then all water, so that confluences are clean."""
    shapes = [(s.river.name, poly(simplify(outline(s), 0.2), True)) for s in rivers]
    banks = "".join(d for _, d in shapes)
    out = fill(banks, "bank", stroke=v("bank"), stroke_width=1.8, stroke_linejoin="round")
    return out + "".join(fill(d, "water", data_river=name) for name, d in shapes)


def front_lines(sheet: Sheet) -> list[Line]:
    """The front as drawn, its owner on the right of the course."""
    found = []
    for line in sheet.chain(sheet.map.front):
        line = _extend(sheet, line, -4)
        line = _extend(sheet, line[::-1], 4)[::-1]
        found.append(wander(line, "front", 1.5, []))
    return found


def draw_front(sheet: Sheet, lines: list[Line]) -> str:
    """Two strands set back on the owner's side, so that a river or hexside below stays visible."""
    if not lines:
        return ""
    owner, other = (tone(side, "line") for side in sheet.map.front_sides)
    solid, dashed = (polys(simplify(offset(line, by), 0.3) for line in lines) for by in (-10.5, -5.5))
    join = {"stroke_linejoin": "round", "class_": "front"}
    return stroke(solid, owner, 3.2, 0.9, **join) + stroke(dashed, other, 3.2, 0.95, stroke_dasharray="9 5", **join)
