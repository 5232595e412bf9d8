"""What larger maps have besides: railways, a second line of play, observers, areas of entry, entries inside the map."""

from __future__ import annotations

import math
from itertools import pairwise

from frente.draw.frame import RIM, arrow
from frente.draw.geometry import EDGE, RADIUS, Sheet, Taken, between, offset, simplify, spline, wander
from frente.draw.palette import v
from frente.draw.pen import Line, group, num, path, poly, polys, stroke, text
from frente.draw.routes import RAIL, Net
from frente.geo.hexgrid import Hex, Point
from frente.geo.mapdata import Entry, Mark
from frente.look import tone

CSS = ".inner{font-size:12.5px;font-weight:700;text-anchor:middle}"
ASIDE = 9.0  # between a railway and the road beside it
OBSERVER = (
    "M-7.5 4.5a3.9 3.9 0 1 0 7.5 0a3.9 3.9 0 1 0 7.5 0L5.2 -5.2a2.2 2.2 0 0 0 -4 0.2"
    "L0.9 -1H-0.9L-1.2 -5a2.2 2.2 0 0 0 -4 -0.2Z"
)


def rails(sheet: Sheet, net: Net) -> list[tuple[str, Line]]:
    """The courses of railways. They cross each hexside near its middle, beside the road if there is one."""
    found: list[tuple[str, Line]] = []
    for route in sheet.map.routes:
        if route.kind != RAIL:
            continue
        points = [_beside(sheet, net, pair) for pair in pairwise(route.hexes)]
        for end, at in ((0, 0), (-1, len(points))):
            place = route.hexes[end]
            x, y = sheet.centre(place)
            edge = sheet.edge_of((x, y))
            if place[0] in (1, sheet.grid.columns) or place[1] in (1, sheet.grid.rows):
                points.insert(at, sheet.to_edge((x, y - ASIDE), edge, EDGE + 4))
            else:
                points.insert(at, (x, y))
        found.append((route.id, spline(points, 0.6, 6)))
    return found


def _beside(sheet: Sheet, net: Net, pair: tuple[Hex, Hex]) -> Point:
    """Where a railway crosses a side: always to the left of its course, clear of a road."""
    a, b = pair
    x, y = sheet.middle(a, b)
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    far = math.dist((ax, ay), (bx, by))
    by_road = net.kinds.get(frozenset(pair)) or a in sheet.town_at or b in sheet.town_at
    aside = ASIDE if by_road else 3.0
    return x + (by - ay) / far * aside, y - (bx - ax) / far * aside


def draw_rails(lines: list[tuple[str, Line]]) -> str:
    """A dark line with pale sleepers between."""
    if not lines:
        return ""
    thin = [(name, simplify(line, 0.3)) for name, line in lines]
    d = polys(line for _, line in thin)
    over = "".join(path(poly(line), data_route=name) for name, line in thin)
    under = stroke(d, "halo", 6, 0.7) + stroke(d, "ink", 4)
    return under + group(over, class_="rails", fill="none", stroke=v("halo"), stroke_width=2.2, stroke_dasharray="9 9")


def boundaries(sheet: Sheet) -> list[Line]:
    return [wander(line, "boundary", 1.0, []) for line in sheet.chain(sheet.map.boundary)]


def draw_boundary(lines: list[Line]) -> str:
    """Set back a little, so that a river below stays visible."""
    if not lines:
        return ""
    d = polys(simplify(offset(line, -7.5), 0.4) for line in lines)
    join = {"stroke_linejoin": "round", "stroke_linecap": "butt", "class_": "boundary"}
    return stroke(d, "halo", 5, 0.55, **join) + stroke(d, "boundary", 2.6, 0.95, stroke_dasharray="14 4 3 4", **join)


def mark_taken(sheet: Sheet, taken: Taken, rails: list[Line], sectors: list[Line]) -> None:
    """What names should not cover."""
    for line in rails:
        taken.add_line(line, 1.2)
    for line in sectors:
        taken.add_line(offset(line, -7.5), 2.0)
    for mark in sheet.map.marks:
        x, y = mark_at(sheet, mark)
        taken.add_box(x - 9, y - 8, x + 9, y + 9, 4.0)
    for entry in sheet.map.entries:
        if not entry.edge:
            x, y = inside_at(sheet, entry)
            taken.add_box(x - 15, y - 11, x + 17, y + 11, 4.0)


def draw_marks(sheet: Sheet) -> str:
    return "".join(_mark(sheet, mark) for mark in sheet.map.marks)


def mark_at(sheet: Sheet, mark: Mark) -> Point:
    """Lower right: points and numbers stand above."""
    return between(sheet.centre(mark.place), sheet.corners(mark.place)[3], 0.45)


def _mark(sheet: Sheet, mark: Mark) -> str:
    x, y = mark_at(sheet, mark)
    column, row = mark.place
    return group(sign(mark.kind, x, y), data_mark=f"{mark.kind} {column} {row}")


def sign(kind: str, x: float, y: float) -> str:
    if kind != "observer":
        raise ValueError(f'no sign is called "{kind}"; known is observer')
    edge = {"stroke": v("halo"), "stroke_width": 2.4, "paint_order": "stroke", "stroke_linejoin": "round"}
    return path(OBSERVER, fill=v("ink"), transform=f"translate({num(x)} {num(y)})", **edge)


def draw_areas(sheet: Sheet) -> str:
    """Beside each lettered area at the edge a bar from its first hex to its last."""
    out = ""
    for entry in sheet.map.entries:
        if entry.edge and len(entry.hexes) > 1:
            across = entry.edge in ("north", "south")
            places = [sheet.centre(h)[0 if across else 1] for h in entry.hexes]
            half = 0.75 * RADIUS if across else sheet.pitch / 2
            a, b = min(places) - half, max(places) + half
            (ax, ay), (bx, by) = (
                sheet.to_edge((at, at), entry.edge, EDGE + RIM / 2) for at in (a, b)
            )
            d = poly([(ax, ay), (bx, by)])
            out += stroke(d, tone(entry.side, "deep"), 8.4, data_area=entry.letter) + stroke(d, tone(entry.side), 5.4)
    return out


def inside_at(sheet: Sheet, entry: Entry) -> Point:
    x, y = sheet.centre(entry.place)
    return x + 17, y - 22


def draw_inside(sheet: Sheet) -> str:
    """Entries inside the map: a small arrow in the hex."""
    out = ""
    for entry in sheet.map.entries:
        if not entry.edge:
            x, y = inside_at(sheet, entry)
            owner = entry.side == sheet.map.front_sides[0]
            body = group(arrow(entry.side, owner), transform="scale(.62)" if owner else "scale(-.62)")  # to the front
            ink = f"fill:{v(tone(entry.side, 'ink'))}"
            body += text(-1 if owner else 1, 4, entry.letter, class_="inner", style=ink)
            out += group(body, transform=f"translate({num(x)} {num(y)})", data_entry=entry.letter)
    return out
