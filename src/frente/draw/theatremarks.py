"""What is marked in a hex: cities, towns, ports, morale, supply sources, fortified lines, straits."""

from __future__ import annotations

import math
import random

from frente.draw.palette import v
from frente.draw.pen import fill, group, num, poly, stroke, text
from frente.geo.hexgrid import Point
from frente.geo.theatredata import PITCH, RADIUS, FortLine, Place, TheatreMap, around
from frente.look import tone

Box = tuple[float, float, float, float]
# Where the signs of a hex stand, from its middle: near the rim, beside the square a counter covers.
MORALE: Point = (-29.0, -19.0)
SOURCE: Point = (-31.0, 12.0)
PORT: Point = (26.0, 15.0)
TOWER: Point = (22.0, -25.0)
REACH = 10.5  # half the side of a sign
ANCHOR = "M0 -7.6a2.1 2.1 0 1 0 .01 0ZM0 -3.4V7.4M-3.6 -.8H3.6M-6.6 2.2Q-6 7.4 0 7.6Q6 7.4 6.6 2.2"
SACK = "M-3 -7.5H3L1.8 -4.5Q6.5 -1 6 3.5Q5.6 8 0 8Q-5.6 8 -6 3.5Q-6.5 -1 -1.8 -4.5Z"
# Behind the sack of a supply source, by the shape of its side.
PLATES = {
    "round": "M-11 -10H11V2Q11 12 0 14Q-11 12 -11 2Z",
    "cut": "M-8 -11H8L12 -7V6L4 13H-4L-12 6V-7Z",
    "square": "M-11 -11H11V12H-11Z",
}
BATTLEMENT = "M-11 -8h4v3h4.5v-3h5v3h4.5v-3h4v16h-22Z"
TOOTH = 5.5


def disc(x: float, y: float, r: float) -> str:
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0Z"


def octagon(x: float, y: float, r: float) -> str:
    k = r * 0.414
    return poly([(x - k, y - r), (x + k, y - r), (x + r, y - k), (x + r, y + k), (x + k, y + r), (x - k, y + r),
                 (x - r, y + k), (x - r, y - k)], True)


# -- places


def size(place: Place) -> float:
    """Half the breadth of a place on the map."""
    if place.kind != "city":
        return 6.0
    return 17.0 if abs(place.morale) > 4 or (place.capital and abs(place.morale) > 3) else 14.0 if abs(
        place.morale) > 2 else 11.5


def draw_places(map: TheatreMap) -> str:
    out = ""
    for place in map.places:
        x, y = place.at
        if place.kind == "city":
            soil, blocks = _city(place)
            sign = fill(soil, "urban", stroke=v("block"), stroke_width=0.9)
            sign += fill(blocks, "block", stroke=v("blockedge"), stroke_width=0.4)
        elif place.kind == "town":
            sign = town(x, y)
        else:
            triangle = f"M{num(x)} {num(y - 7)}l6 11h-12Z"
            sign = fill(triangle, "halo", stroke=v("ink"), stroke_width=1.4, stroke_linejoin="round")
        out += group(sign, data_place=place.name)
    return out


def town(x: float, y: float) -> str:
    return fill(disc(x, y, 5.6), "halo", stroke=v("ink"), stroke_width=1.6) + fill(disc(x, y, 2.4), "block")


def _city(place: Place) -> tuple[str, str]:
    """Soil and blocks of a city: a crooked chequer round a square."""
    rng = random.Random(place.name)
    (x0, y0), reach, cell = place.at, size(place), 5.6
    turn = rng.uniform(0.1, 0.5)
    c, s = math.cos(turn), math.sin(turn)
    n = int(reach / cell) + 1
    soil = [(x0 + (reach + 3.4 + rng.uniform(-1.4, 1.4)) * math.cos(k * math.pi / 9),
             y0 + (reach + 3.0 + rng.uniform(-1.4, 1.4)) * math.sin(k * math.pi / 9)) for k in range(18)]
    blocks = ""
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            u, w = i * cell + rng.uniform(-0.5, 0.5), j * cell * 0.92 + rng.uniform(-0.5, 0.5)
            a, b, limit = rng.uniform(1.9, 2.4), rng.uniform(1.8, 2.35), reach * rng.uniform(0.78, 1.06)
            if math.hypot(u, w) > limit or (i == j == 0 and reach > 10):
                continue
            ring = [(u + p * a, w + q * b) for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            blocks += poly([(x0 + p * c - q * s, y0 + p * s + q * c) for p, q in ring], True)
    return poly(soil, True), blocks


def place_boxes(map: TheatreMap) -> list[Box]:
    return [(p.at[0] - size(p) - 1, p.at[1] - size(p) - 1, p.at[0] + size(p) + 1, p.at[1] + size(p) + 1)
            for p in map.places]


# -- signs


def draw_badges(map: TheatreMap) -> str:
    out = ""
    for place in map.places:
        x, y = map.frame.centre(place.hex)
        if place.port:
            out += group(port(x + PORT[0], y + PORT[1]), data_port=place.hex)
        if place.source:
            plate = source(map, x + SOURCE[0], y + SOURCE[1], (place.source, place.source_mark), 0.84)
            out += group(plate, data_source=place.hex)
        if place.morale:
            out += group(morale(x + MORALE[0], y + MORALE[1], place.morale), data_morale=place.hex)
    for line in map.forts:
        for h in line.hexes:
            x, y = map.frame.centre(h)
            out += group(tower(x + TOWER[0], y + TOWER[1], line.turn, 0.86), data_fort=h)
    return group(out, class_="badges")


def badge_boxes(map: TheatreMap) -> list[Box]:
    spots: list[Point] = []
    for place in map.places:
        x, y = map.frame.centre(place.hex)
        for there, (dx, dy) in ((place.morale, MORALE), (place.source, SOURCE), (place.port, PORT)):
            if there:
                spots.append((x + dx, y + dy))
    for line in map.forts:
        spots += [(map.frame.centre(h)[0] + TOWER[0], map.frame.centre(h)[1] + TOWER[1]) for h in line.hexes]
    return [(x - REACH, y - REACH, x + REACH, y + REACH) for x, y in spots]


def morale(x: float, y: float, points: int, r: float = 9.0) -> str:
    """Disc with minus for hexes that can be lost, octagon with plus for those that can be won."""
    if points < 0:
        sign, ink = fill(disc(x, y, r), "purple", stroke=v("halo"), stroke_width=1.5), "purpleink"
    else:
        sign, ink = fill(octagon(x, y, r), "yellow", stroke=v("halo"), stroke_width=1.5), "yellowink"
    return sign + text(x - 0.5, y + 4, f"{'–' if points < 0 else '+'}{abs(points)}", class_="mp",
                       style=f"fill:{v(ink)}")


def source(map: TheatreMap, x: float, y: float, whose: tuple[str, str], scale: float) -> str:
    """A sack on a plate of its side's shape, with a letter if it has one."""
    side, letter = whose
    plate = PLATES[map.look.side(side).shape]
    body = fill(plate, tone(side), stroke=v(tone(side, "deep")), stroke_width=1.6, stroke_linejoin="round")
    body += fill(SACK, tone(side, "ink"))
    if letter:
        body += text(0, 6, letter, class_="plate", style=f"fill:{v(tone(side))}")
    return group(body, transform=f"translate({num(x)} {num(y)}) scale({scale:g})")


def port(x: float, y: float) -> str:
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(stroke(ANCHOR, "halo", 4.4, 0.85, **ends) + stroke(ANCHOR, "waterink", 1.7, **ends),
                 transform=f"translate({num(x)} {num(y)})")


def tower(x: float, y: float, turn: int, scale: float = 1.0) -> str:
    body = fill(BATTLEMENT, "fort", stroke=v("halo"), stroke_width=1.3)
    body += text(0, 5.6, str(turn), class_="plate", style=f"fill:{v('halo')}")
    return group(body, transform=f"translate({num(x)} {num(y)}) scale({scale:g})")


def draw_morale_frames(map: TheatreMap) -> str:
    """Solid for hexes that can be lost, dashed for those that can be won; weight grows with the points."""
    out = ""
    for place in map.places:
        if not place.morale:
            continue
        ring = poly(map.frame.corners(place.hex, RADIUS - 4.2), True)
        wide = 1.6 + 0.5 * min(4, abs(place.morale))
        if place.morale < 0:
            out += stroke(ring, "purple", wide, 0.85, stroke_linejoin="round")
            if place.morale < -2:
                out += stroke(poly(map.frame.corners(place.hex, RADIUS - 8.4), True), "purple", 1.0, 0.8)
        else:
            out += stroke(ring, "objedge", wide + 1.4, 0.6, stroke_linejoin="round", stroke_dasharray="11 5")
            out += stroke(ring, "yellow", wide, stroke_linejoin="round", stroke_dasharray="11 5")
    return out


def draw_straits(map: TheatreMap) -> str:
    d = "".join(poly(map.frame.side(a, b)) for a, b in map.straits)
    return stroke(d, "bank", 5.0, stroke_linecap="round") + stroke(d, "shallow", 2.0, stroke_dasharray="5 4")


# -- fortified lines


def draw_forts(map: TheatreMap) -> str:
    played = {h.id for h in map.hexes}
    return group("".join(_fort(map, line, played) for line in map.forts), class_="forts")


def _fort(map: TheatreMap, line: FortLine, played: set[int]) -> str:
    """A wall inside the hexes of the line with teeth towards the enemy."""
    wall = teeth = ""
    for h in line.hexes:
        x, y = map.frame.centre(h)
        for n in around(h):
            nx, ny = map.frame.centre(n)
            dx, dy = (nx - x) / PITCH, (ny - y) / PITCH
            if n in line.hexes or n not in played:
                continue
            if line.facing and dx * line.facing[0] + dy * line.facing[1] < 0.3:
                continue
            (ax, ay), (bx, by) = map.frame.side(h, n)
            ux, uy = (bx - ax) / RADIUS, (by - ay) / RADIUS
            ax, ay = ax - dx * 7 + ux * 4, ay - dy * 7 + uy * 4
            wall += f"M{num(ax)} {num(ay)}l{num(ux * (RADIUS - 8))} {num(uy * (RADIUS - 8))}"
            for k in (1.0, 11.2, 21.4, 31.6):
                teeth += (f"M{num(ax + ux * k)} {num(ay + uy * k)}l{num(dx * TOOTH)} {num(dy * TOOTH)}"
                          f"l{num(ux * 4)} {num(uy * 4)}l{num(-dx * TOOTH)} {num(-dy * TOOTH)}Z")
    return stroke(wall + teeth, "halo", 5.0, 0.8, stroke_linejoin="round") + stroke(wall, "fort", 2.6) + fill(
        teeth, "fort", stroke=v("fort"), stroke_width=1)
