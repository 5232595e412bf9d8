"""Scenery and roads of a street map: rivers, parks, the front, landmarks, streets and railways."""

from __future__ import annotations

import math
from collections.abc import Sequence

from frente.draw.geometry import offset, simplify, walk
from frente.draw.palette import SERIF, v
from frente.draw.pen import Line, circle, fill, group, num, path, poly, polys, rect, stroke, text
from frente.draw.streetblocks import Box, inside, spin
from frente.geo.hexgrid import Point
from frente.geo.streetdata import Landmark, Park, River, Road, StreetMap

# Width of each grade, colour, colour and width of its edge.
GRADES = {
    "avenue": (14.0, "road", "roadedge", 3.0),
    "street": (8.4, "street", "streetedge", 2.8),
    "highway": (12.0, "road", "roadedge", 3.0),
    "lane": (7.4, "street", "roadedge", 2.8),
}
RAIL = 7.5  # from the edge of the road to the axis of the railway beside it
CSS = f"""
.sight{{font-family:{SERIF};font-style:italic;font-size:13.5px}}
.sight{{paint-order:stroke;stroke:{v('halo')};stroke-width:3.6px;stroke-linejoin:round}}
"""


# -- rivers


def draw_rivers(rivers: Sequence[River]) -> str:
    lines = [(poly(simplify(r.line, 0.3)), r) for r in rivers]
    out = "".join(stroke(d, "vega", r.width + 20, 0.55, stroke_linecap="round") for d, r in lines)
    out += "".join(stroke(d, "bank", r.width + 2.6, stroke_linecap="round") for d, r in lines)
    return group(out + "".join(stroke(d, "water", r.width, stroke_linecap="round") for d, r in lines), class_="rivers")


def draw_bluffs(rivers: Sequence[River], keep: Sequence[Box]) -> str:
    """Steep banks, as hachures that point down to the water."""
    d = ""
    for r in rivers:
        if not r.bluff:
            continue
        base = walk(r.line, 5.2)
        for k, (p, q) in enumerate(zip(base, base[1:])):
            steep = math.sin(k / 17) + 0.4 * math.sin(k / 5)
            if steep < 0.1 or _within(p, keep, 60):
                continue
            turn = math.atan2(q[1] - p[1], q[0] - p[0]) - r.bluff * math.pi / 2
            near, far = r.width / 2 + 15 + 3 * spin(k, 1, 1), r.width / 2 + 21 + 13 * steep * spin(k, 2, 2)
            d += (f"M{num(p[0] + math.cos(turn) * near)} {num(p[1] + math.sin(turn) * near)}"
                  f"L{num(p[0] + math.cos(turn) * far)} {num(p[1] + math.sin(turn) * far)}")
    return stroke(d, "hachure", 1.7, 0.8, stroke_linecap="round")


def _within(p: Point, boxes: Sequence[Box], margin: float) -> bool:
    return any(x0 - margin < p[0] < x1 + margin and y0 - margin < p[1] < y1 + margin for x0, y0, x1, y1 in boxes)


# -- parks and woods


def draw_park(park: Park, keep: Sequence[Box], roads: Sequence[Road]) -> str:
    ring = _rounded(park.ring)
    garden = park.kind == "garden"
    out = fill(poly(ring, True), "garden" if garden else "wood", None if garden else 0.8)
    if garden:
        out += stroke(poly(ring, True), "city", 5) + stroke(poly(ring, True), "crown", 1, 0.5)
        out += _alleys(park, ring)
    trees = _trees(park, ring, keep, roads)
    for colour, shift, r in (("crownshade", 1.2, 4.3), ("crown", 0.0, 4.1), ("crownlit", -1.0, 2.3)):
        dots = "".join(f"M{num(x + shift)} {num(y + shift)}h.1" for x, y in trees)
        out += stroke(dots, colour, 2 * r, stroke_linecap="round")
    if park.lake:
        lake = list(park.lake) if garden else _rounded(park.lake)
        out += fill(poly(lake, True), "water", stroke=v("bank"), stroke_width=1.6, stroke_linejoin="round")
    return group(out, class_="park")


def _rounded(ring: Sequence[Point]) -> Line:
    """Corners cut twice (Chaikin)."""
    line = list(ring)
    for _ in range(2):
        line = [p for a, b in zip(line, [*line[1:], line[0]])
                for p in ((a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25),
                          (a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75))]
    return line


def _alleys(park: Park, ring: Line) -> str:
    """Walks across a garden, from the middle outwards."""
    x, y = sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
    d = "".join(poly([(x, y), (p[0] * 0.94 + x * 0.06, p[1] * 0.94 + y * 0.06)])
                for p in ring[:: max(1, len(ring) // 7)])
    return stroke(d, "alley", 3) + stroke(poly([((p[0] + x) / 2, (p[1] + y) / 2) for p in ring], True), "alley", 3)


def _trees(park: Park, ring: Line, keep: Sequence[Box], roads: Sequence[Road]) -> Line:
    gap = 12.0 if park.kind == "garden" else 13.0
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    path_points = [p for road in roads for p in road.line
                   if min(xs) - 15 < p[0] < max(xs) + 15 and min(ys) - 15 < p[1] < max(ys) + 15]
    words = walk(park.label, 5.0) if len(park.label) > 1 else []
    found: Line = []
    for j in range(int((max(ys) - min(ys)) / gap) + 1):
        for i in range(int((max(xs) - min(xs)) / gap) + 1):
            if spin(i, j, 5) < (0.22 if park.kind == "garden" else 0.3):
                continue
            p = (min(xs) + (i + 0.5 * (j % 2)) * gap + 3.4 * spin(i, j, 1), min(ys) + j * gap + 3.4 * spin(i, j, 2))
            if not inside(p, ring) or _within(p, keep, 6) or (park.lake and inside(p, park.lake)):
                continue
            if any(math.dist(p, q) < 11 for q in path_points) or any(math.dist(p, q) < 12 for q in words):
                continue
            if park.lake and min(math.dist(p, q) for q in walk([*park.lake, park.lake[0]], 4.0)) < 6:
                continue
            if park.kind != "garden" or min(math.dist(p, q) for q in ring) > 5:
                found.append(p)
    return found


# -- the front


def draw_front(map: StreetMap) -> str:
    """Trenches, and the other army's ground beyond them."""
    out = ""
    for line in map.front:
        w, h = map.width + 40, map.height + 40
        beyond = [*line, (-40.0, -40.0), (-40.0, h), (w, h)]
        out += fill(poly(simplify(beyond, 0.5), True), "frontzone", 0.24)
        base, trench = walk(line, 5.5), ""
        teeth: Line = []
        for k, p in enumerate(offset(base, [2.6 if (k // 2) % 2 else -2.6 for k in range(len(base))])):
            teeth.append(p)
            if k % 4 == 1 and k + 1 < len(base):
                q = base[k + 1]
                turn = math.atan2(q[1] - p[1], q[0] - p[0]) + math.pi / 2
                trench += f"M{num(p[0])} {num(p[1])}l{num(7 * math.cos(turn))} {num(7 * math.sin(turn))}"
        d = poly(teeth)
        out += stroke(d, "halo", 6, 0.8, stroke_linejoin="round") + stroke(trench, "front", 1.5)
        out += stroke(d, "front", 2.3, stroke_linejoin="round", class_="front")
    return out


# -- roads


def broad(road: Road) -> float:
    """Half the width of a road with its railway."""
    return GRADES[road.grade][0] / 2 + (RAIL + 6 if road.rail else 2)


def track(road: Road) -> Line:
    """The axis of the railway beside a road."""
    return offset(list(road.line), -(GRADES[road.grade][0] / 2 + RAIL))


def draw_casings(roads: Sequence[Road], city: Sequence[Point]) -> str:
    """Pavement along the streets of the town, so that the blocks keep off them."""
    out = ""
    for road in roads:
        run: Line = []
        for p in [*road.line, (-9e9, -9e9)]:
            if inside(p, city):
                run.append(p)
            elif run:
                out += stroke(poly(run), "city", 2 * broad(road) + 7, stroke_linejoin="round", stroke_linecap="round")
                run = []
    return out


def draw_roads(roads: Sequence[Road]) -> str:
    order = sorted(roads, key=lambda r: GRADES[r.grade][0])
    lines = [(poly(simplify(r.line, 0.25)), GRADES[r.grade], r) for r in order]
    out = "".join(stroke(d, edge, w + more, stroke_linejoin="round") for d, (w, _, edge, more), _ in lines)
    for d, (w, tone, _, _), r in lines:
        out += stroke(d, tone, w, stroke_linejoin="round", data_route=r.id)
    out += "".join(stroke(d, "roadedge", 0.8, 0.35, stroke_dasharray="7 6") for d, g, _ in lines if g[0] > 13)
    return group(out, class_="roads")


def draw_rails(roads: Sequence[Road]) -> str:
    out = ""
    for road in roads:
        if road.rail:
            out += group(rails(poly(simplify(track(road), 0.25))), data_rail=road.id)
    return group(out, class_="rails")


def rails(d: str) -> str:
    """Ballast, sleepers and the axis."""
    bed = stroke(d, "railbed", 10, stroke_linejoin="round")
    return bed + stroke(d, "rail", 8.4, stroke_dasharray="1.9 5.2") + stroke(d, "rail", 2.4)


# -- landmarks


def draw_landmark(mark: Landmark) -> str:
    x, y = mark.at
    body = group(LANDMARKS[mark.kind](), transform=f"translate({num(x)} {num(y)}) rotate({mark.turn:g})")
    words = "".join(text(x + mark.label[0], y + mark.label[1] + 13 * k, line, class_="sight", text_anchor=mark.anchor)
                    for k, line in enumerate(mark.name))
    return group(body + words, data_landmark=" ".join(mark.name))


def _palace() -> str:
    out = fill("M-21 -24H21V24H-21ZM-11 -14V14H11V-14Z", "house3", fill_rule="evenodd", stroke=v("blockedge"))
    return out + fill("M-11 -14H11V14H-11Z", "city")


def _court() -> str:
    out = fill("M-27 -19H27V19H-27ZM-18 -11V11H18V-11Z", "house3", fill_rule="evenodd", stroke=v("blockedge"))
    return out + fill("M-18 -11H18V11H-18Z", "city") + circle(0, 0, 2.6, fill=v("blockedge"))


def _ring() -> str:
    out = circle(0, 0, 22, fill=v("house3"), stroke=v("blockedge"), stroke_width=1.2)
    return out + circle(0, 0, 14.5, fill=v("house"), stroke=v("blockedge"), stroke_width=0.8) + circle(
        0, 0, 9.5, fill=v("city"), stroke=v("blockedge"), stroke_width=0.8)


def _cemetery() -> str:
    out = rect(-42, -30, 84, 60, fill=v("garden"), stroke=v("crown"), stroke_width=1.6)
    out += stroke("M-42 0H42M0 -30V30", "alley", 4)
    crosses = "".join(f"M{x} {y}v9M{x - 2.6} {y + 3}h5.2" for x in (-32, -20, -9, 9, 20, 32) for y in (-24, -12, 6, 18))
    return out + stroke(crosses, "crownshade", 1.3)


def _station() -> str:
    out = fill("M-36 10V-6C-22 -22 22 -22 36 -6V10Z", "house3", stroke=v("blockedge"), stroke_width=1.2)
    out += fill("M-24 10V-4C-14 -14 14 -14 24 -4V10Z", "city", stroke=v("blockedge"))
    return out + stroke("M0 -11V10M-8 -10V10M8 -10V10M-16 -8V10M16 -8V10", "blockedge", 1)


def _airfield() -> str:
    out = circle(0, 0, 26, fill=v("vega"), stroke=v("crown"), stroke_width=1.4, stroke_dasharray="5 4")
    right = "M0 -17C2 -17 2.6 -13 2.6 -9L18 -6.5V-1.5L2.6 0.5L1.9 9L7 11V14L0 13"
    left = "L-7 14V11L-1.9 9L-2.6 0.5L-18 -1.5V-6.5L-2.6 -9C-2.6 -13 -2 -17 0 -17Z"
    return out + fill(right + left, "ink", 0.85)


LANDMARKS = {"palace": _palace, "court": _court, "ring": _ring, "cemetery": _cemetery, "station": _station,
             "airfield": _airfield}


def draw_houses(rings: Sequence[Line]) -> str:
    shade = polys([[(x + 1.4, y + 1.8) for x, y in ring] for ring in rings], True)
    return fill(shade, "shade", 0.3) + fill(polys(rings, True), "village", stroke=v("villageedge"), stroke_width=0.7)


def draw_compass(x: float, y: float) -> str:
    """Eight points, north marked."""
    out = circle(0, 0, 34, fill=v("halo"), fill_opacity=0.75, stroke=v("soft"), stroke_width=1)
    out += circle(0, 0, 29, fill="none", stroke=v("soft"), stroke_width=0.6)
    for turn in (45, 135, 225, 315):
        out += group(path("M0 -27L4.5 0H-4.5Z", fill=v("soft"), fill_opacity=0.5), transform=f"rotate({turn})")
    for turn in (0, 90, 180, 270):
        half = path("M0 -42L7 0H0Z", fill=v("ink")) + path("M0 -42L-7 0H0Z", fill=v("panel"), stroke=v("ink"))
        out += group(half, transform=f"rotate({turn})")
    out += circle(0, 0, 3.5, fill=v("panel"), stroke=v("ink"))
    out += text(0, -47, "N", font_size=21, text_anchor="middle", style=f"font-family:{SERIF}")
    return group(out, transform=f"translate({num(x)} {num(y)})", class_="compass")
