"""Towns, survey points and objectives."""

from __future__ import annotations

import math
import random

from frente.draw.geometry import Sheet
from frente.draw.palette import v
from frente.draw.pen import Line, circle, fill, group, path, poly, polys, stroke, text
from frente.geo.hexgrid import Point
from frente.geo.mapdata import Objective, Town, Vertex

REACH = {1: 10.5, 2: 16.5, 3: 23.0}  # of the built-up ground, by size
CELL = {1: 6.4, 2: 6.9, 3: 7.1}  # from street to street
BADGE = 8.8  # radius of an objective's points


def blocks(sheet: Sheet, town: Town) -> list[Line]:
    """Houses: a bent street grid round an empty square."""
    rng = random.Random(town.name)
    x0, y0 = sheet.centre(town.place)
    reach, cell = REACH[town.size], CELL[town.size]
    turn = rng.uniform(0.1, 0.6)
    ca, sa = math.cos(turn), math.sin(turn)
    n = int(reach / cell) + 1
    found: list[Line] = []
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            u, w = i * cell + rng.uniform(-0.7, 0.7), j * cell * 0.92 + rng.uniform(-0.7, 0.7)
            a, b = cell * rng.uniform(0.34, 0.44), cell * rng.uniform(0.3, 0.42)
            if math.hypot(u, w * 1.12) > reach * rng.uniform(0.72, 1.08) or (town.size > 1 and i == 1 and j == 0):
                continue
            ring = ((u - a, w - b), (u + a, w - b), (u + a, w + b), (u - a, w + b))
            found.append([(x0 + p * ca - q * sa, y0 + p * sa + q * ca) for p, q in ring])
    return found


def draw_towns(sheet: Sheet) -> str:
    """Built-up ground as a wide edge round the houses; roads drawn later cut their streets through."""
    out = ""
    for town in sheet.map.towns:
        d = polys(blocks(sheet, town), True)
        ground = stroke(d, "block", 9.2, 0.35, stroke_linejoin="round")
        ground += stroke(d, "urban", 8.2, stroke_linejoin="round")
        houses = fill(d, "block", stroke=v("blockedge"), stroke_width=0.5)
        out += group(ground + houses, data_town=town.name)
    return out


def vertex_mark(x: float, y: float, r: float = 7.0) -> str:
    """Triangle with a dot, as on survey sheets."""
    turns = (-math.pi / 2, math.pi / 6, 5 * math.pi / 6)
    triangle = [(x + r * 1.15 * math.cos(a), y + 1.5 + r * 1.15 * math.sin(a)) for a in turns]
    edge = {"stroke": v("ink"), "stroke_width": 1.7, "stroke_linejoin": "round"}
    return fill(poly(triangle, True), "halo", **edge) + circle(x, y + 1.6, 1.7, fill=v("ink"))


def castle_mark(x: float, y: float) -> str:
    """A small keep with battlements."""
    d = "M-6 6V-4h2.6v2.4h2V-4h2.8v2.4h2V-4H6V6H1.6V2.6a1.6 1.6 0 0 0-3.2 0V6Z"
    return path(d, transform=f"translate({x:.1f} {y:.1f})", fill=v("ink"), stroke=v("halo"), stroke_width=0.8)


def draw_vertices(sheet: Sheet) -> str:
    return "".join(_vertex(sheet, vertex) for vertex in sheet.map.vertices)


def _vertex(sheet: Sheet, vertex: Vertex) -> str:
    x, y = sheet.centre(vertex.place)
    castle = castle_mark(x - 17, y + 1) if vertex.mark == "castle" else ""
    return group(castle + vertex_mark(x, y), data_vertex=vertex.name)


def frame(sheet: Sheet, ring: Line, inner: Line, objective: tuple[str, bool], scale: float = 1.0) -> str:
    """The frame of an objective. Kinds differ by line as well: double, single and cased, or dashed."""
    name, broken = objective
    line, colour = sheet.look.goal(name).line, f"goal-{name}"
    dashed = broken or line == "dashed"
    d = poly(ring, True)
    dash = f"{9 * scale:g} {6 * scale:g}" if dashed else None
    bend = {"stroke_linejoin": "round", "stroke_dasharray": dash}
    if line == "double" and not dashed:
        return stroke(d, "halo", 6.4 * scale, 0.8, **bend) + stroke(d, colour, 4.6 * scale, **bend) + stroke(
            poly(inner, True), colour, 1.3 * scale, stroke_linejoin="round"
        )
    return stroke(d, colour + "-edge", 6 * scale, 0.85, **bend) + stroke(d, colour, 4 * scale, **bend)


def badge_at(sheet: Sheet, objective: Objective) -> Point:
    """Upper left: status marks and stacked counters use the right."""
    corners = sheet.corners(objective.place, 35 if objective.framed else 29)
    return corners[0] if sheet.grid.flat else corners[5]


def draw_objectives(sheet: Sheet) -> str:
    out = ""
    for o in sheet.map.objectives:
        outer, inner = sheet.corners(o.place, 35.2), sheet.corners(o.place, 30.6)
        mark = frame(sheet, outer, inner, (o.colour, o.dashed)) if o.framed else ""
        if o.points:
            x, y = badge_at(sheet, o)
            mark += circle(x, y, BADGE, fill=v(f"goal-{o.colour}"), stroke=v("halo"), stroke_width=1.6)
            mark += text(x, y + 4.3, str(o.points), class_="vp", style=f"fill:{v(f'goal-{o.colour}-ink')}")
        out += group(mark, data_objective=f"{o.place[0]:02d}{o.place[1]:02d}")
    return group(out, class_="objectives")
