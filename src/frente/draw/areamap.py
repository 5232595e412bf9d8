"""A map of areas as one SVG picture. The same description always gives the same bytes."""

from __future__ import annotations

import math
from html import escape

from frente.draw import areaground as land
from frente.draw import areamargin as margin
from frente.draw import areaplates, relief, rivernames, woods
from frente.draw.areaground import AreaSheet
from frente.draw.areaplates import draw_plate
from frente.draw.geometry import offset, simplify
from frente.draw.lettering import width
from frente.draw.palette import AREA_PALETTE, SANS, SERIF, known, themed, v
from frente.draw.pen import Line, circle, fill, group, num, path, poly, polys, rect, stroke, text
from frente.draw.towns import vertex_mark
from frente.geo.areadata import AreaMap, Course
from frente.geo.hexgrid import Point

MM_PER_UNIT = 0.31  # printed: half-inch counters fit ten to an area, and the whole sheet is about A1
SIDE = 216.0  # room for boxes left and right of the frame
TOP, BELOW = 154.0, 154.0
CSS = f"""
text{{font-family:{SANS};fill:{v('ink')}}}
.spot{{font-size:12px;font-weight:500}}.summit{{font-size:12px;font-style:italic;font-weight:600}}
.spot,.summit,.river,.route{{paint-order:stroke;stroke:{v('halo')};stroke-width:3.6px;stroke-linejoin:round}}
.river{{font-family:{SERIF};font-style:italic;font-size:20px;letter-spacing:1.8px;fill:{v('waterink')};text-anchor:middle}}
.route{{font-family:{SERIF};font-style:italic;font-size:17px;letter-spacing:.5px;fill:{v('route')};text-anchor:middle;stroke-width:4.6px}}
"""


def svg(map: AreaMap, theme: str = "light", legend: bool = True) -> str:
    """Draw the map. Theme "auto" follows the reader's system; without legend there are the map and its boxes only."""
    known(theme)
    sheet = AreaSheet(map)
    x0, y0 = -SIDE - 10, -TOP - 22.0 * legend
    w = map.width + 2 * SIDE + 20
    h = map.height - y0 + (margin.BELOW if legend else BELOW)
    body = rect(x0, y0, w, h, fill=v("margin")) + _body(sheet)
    body += "".join(margin.draw_box(map, box) for box in map.boxes)
    if legend:
        body += margin.draw_margin(map)
    name = escape(f"{map.title}: {map.subtitle}")
    clip = f'<clipPath id="frame"><path d="M0 0H{num(map.width)}V{num(map.height)}H0Z"/></clipPath>'
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(x0)} {num(y0)} {num(w)} {num(h)}" '
        f'width="{w * MM_PER_UNIT:.1f}mm" height="{h * MM_PER_UNIT:.1f}mm" role="img" aria-labelledby="map-title">\n'
        f'<title id="map-title">{name}</title>\n<style>{CSS}{areaplates.CSS}{relief.CSS}{margin.CSS}</style>\n'
        f"<defs>{clip}{margin.definitions() if legend else ''}</defs>\n{body}\n</svg>\n"
    )
    return themed(picture, theme, AREA_PALETTE | map.look.palette())


def _body(sheet: AreaSheet) -> str:
    """Layer over layer, from the ground up."""
    m, g = sheet.map, sheet.ground
    streets = polys([list(a.ring) for a in m.areas if a.id in m.ground.built], True)
    contours = relief.contour_lines(g)
    villages = land.draw_villages(sheet)
    bridges = _bridges(sheet)
    names = _peaks(sheet) + _curved(sheet) + _spots(sheet)  # before the houses, which leave room for them
    layers = [
        rect(0, 0, m.width, m.height, fill=v("paper")),
        relief.draw_ground(g),
        _valleys(sheet),
        fill(streets, "street", 0.8),
        woods.draw_floor(g),
        relief.draw_contours(contours),
        relief.draw_hachures(g),
        land.draw_groves(sheet),
        land.draw_fields(sheet),
        land.draw_city(sheet),
        woods.draw_crowns(g, sheet.clear),
        "".join(land.draw_wall(sheet, key) for key in m.ground.walled),
        fill(poly(m.beyond, True), "margin", 0.62),
        _roads(sheet),
        _borders(sheet),
        _water(sheet),
        "".join(land.draw_lake(x, y) for x, y in m.ground.lakes),
        bridges,
        _routes(sheet),
        _corners(m),
        villages,
    ]
    frame = rect(0, 0, m.width, m.height, fill="none", stroke=v("ink"), stroke_width=1.8)
    frame += rect(-5, -5, m.width + 10, m.height + 10, fill="none", stroke=v("ink"), stroke_width=0.7)
    return "\n".join([
        group("\n".join(layers), class_="land", clip_path="url(#frame)"), frame,
        group(names, class_="names"), group("".join(draw_plate(a) for a in m.areas), class_="plates")])


def _valleys(sheet: AreaSheet) -> str:
    courses = polys(simplify(r.line, 0.5) for r in sheet.map.rivers)
    return "".join(stroke(courses, "vega", w, o, stroke_linejoin="round") for w, o in ((58, 0.3), (34, 0.45)))


def _roads(sheet: AreaSheet) -> str:
    lines = [simplify(line, 0.3) for line in sheet.roads]
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    under = stroke(polys(lines), "roadedge", 4.8, 0.85, **ends)
    return under + group(polys_each(lines), class_="roads", fill="none", stroke=v("road"), stroke_width=2.8, **ends)


def polys_each(lines: list[Line]) -> str:
    return "".join(path(poly(line)) for line in lines)


def _borders(sheet: AreaSheet) -> str:
    dry = [a for a in sheet.map.arcs if len(a.beside) == 2 and not a.river]
    d = polys(a.line for a in dry)
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    line = "".join(path(poly(a.line), data_border=" ".join(a.beside)) for a in dry)
    return stroke(d, "casing", 6.6, 0.85, **ends) + group(
        line, class_="borders", fill="none", stroke=v("border"), stroke_width=2.7, **ends)


def _water(sheet: AreaSheet) -> str:
    """Tapered from source to mouth. All banks first, then all water, so that confluences are clean."""
    shapes = [(r.id, _stream(r)) for r in sheet.map.rivers]
    banks = "".join(d for _, d in shapes)
    join = {"stroke_linejoin": "round"}
    out = fill(banks, "casing", 0.75, stroke=v("casing"), stroke_width=6, stroke_opacity=0.75, **join)
    out += fill(banks, "bank", stroke=v("bank"), stroke_width=2.8, **join)
    return out + "".join(fill(d, "water", data_river=key) for key, d in shapes)


def _stream(river: Course) -> str:
    line = list(river.line)
    half = [3.4 + 2.8 * i / len(line) for i in range(len(line))]
    return poly(simplify(offset(line, half) + offset(line, [-h for h in half])[::-1], 0.2), True)


def _routes(sheet: AreaSheet) -> str:
    lines = [(r.id, simplify(r.line, 0.3)) for r in sheet.routes]
    d = polys(line for _, line in lines)
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    under = stroke(d, "casing", 10.5, 0.7, **ends) + stroke(d, "routeedge", 7.4, **ends)
    over = "".join(path(poly(line), data_route=key) for key, line in lines)
    return under + group(over, class_="routes", fill="none", stroke=v("route"), stroke_width=4.8, **ends)


def _bridges(sheet: AreaSheet) -> str:
    """Deck and parapets with splayed ends wherever a road or route meets water."""
    out = ""
    done: list[Point] = []
    for line in [list(r.line) for r in sheet.routes] + sheet.roads:
        for river in sheet.map.rivers:
            for x, y, turn in crossings(line, list(river.line)):
                if any(math.dist((x, y), p) < 14 for p in done):
                    continue
                done.append((x, y))
                deck = path("M-11 -3.6H11V3.6H-11Z", fill=v("road"))
                rails = "M-14 -8L-10 -4.6H10L14 -8M-14 8L-10 4.6H10L14 8"
                out += group(deck + stroke(rails, "roadedge", 2.2), data_bridge=river.id,
                             transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})")
                sheet.taken.add_box(x - 10, y - 10, x + 10, y + 10, 1.0)
    return group(out, class_="bridges")


def crossings(line: Line, other: Line) -> list[tuple[float, float, float]]:
    """Where a line crosses another, and its direction there in degrees."""
    found: list[tuple[float, float, float]] = []
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        for (cx, cy), (dx, dy) in zip(other, other[1:]):
            if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(
                    cy, dy) < min(ay, by):
                continue
            area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
            if not area:
                continue
            t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
            u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
            if 0 <= t <= 1 and 0 <= u <= 1:
                found.append((ax + t * (bx - ax), ay + t * (by - ay), math.degrees(math.atan2(by - ay, bx - ax))))
    return found


def _corners(m: AreaMap) -> str:
    """A ring where areas meet in a point only: they are not adjacent."""
    rings = (circle(x, y, 4.8, fill=v("casing"), stroke=v("border"), stroke_width=2) for x, y in m.corners)
    return group("".join(rings), class_="corners")


# -- names


def _peaks(sheet: AreaSheet) -> str:
    out = ""
    for s in sheet.map.spots:
        if s.kind == "peak":
            x, y = s.at
            sheet.taken.add_box(x - 9, y - 9, x + 9, y + 9, 4.0)
            out += group(vertex_mark(x, y, 6), data_peak=s.name)
    return out


def _spots(sheet: AreaSheet) -> str:
    """Names of villages, hills and districts where they cover nothing; what finds no room stays unnamed."""
    out = ""
    for s in sorted(sheet.map.spots, key=lambda s: s.kind != "peak"):
        if not s.named:
            continue
        css = "summit" if s.kind == "peak" else "spot"
        w = width(s.name, 12) + 2
        best: tuple[float, str] = (16.0 if s.kind == "peak" else 4.0, "")
        spot = (0.0, 0.0, 0.0, 0.0)
        for k, (dx, dy, anchor) in enumerate((
                (0, -13, "middle"), (0, 22, "middle"), (13, 4, "start"), (-13, 4, "end"), (13, -10, "start"),
                (-13, -10, "end"), (13, 17, "start"), (-13, 17, "end"), (0, -20, "middle"), (0, 30, "middle"))):
            x, y = s.at[0] + dx, s.at[1] + dy
            left = x - {"start": 0.0, "middle": w / 2, "end": w}[anchor]
            box = (left, y - 10, left + w, y + 3)
            ends = [(box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3])]
            inside = all(sheet.within(s.area, p, q) for p, q in ends)
            if not inside and (s.kind != "peak" or box[2] > sheet.map.width - 4):
                continue
            cost = sheet.taken.cost(box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1) + 0.15 * k
            if cost < best[0]:
                best = (cost, text(x, y, s.name, class_=css, text_anchor=anchor))
                spot = box
        if best[1]:
            out += best[1]
            sheet.taken.add_box(*spot, 6.0)
            sheet.clear.add_box(*spot, 1.0)
    return out


def _curved(sheet: AreaSheet) -> str:
    """Names of rivers and routes, each on a calm curve beside its line."""
    m = sheet.map
    extent = m.width, m.height
    found = [(name, line, "route") for r in sheet.routes
             for name, line in rivernames.place(extent, sheet.taken, r.name, list(r.line), 16, 0.5)]
    found += [(name, line, "river") for r in m.rivers
              for name, line in rivernames.place(extent, sheet.taken, r.name, list(r.line), 20)]
    out = ""
    for k, (name, line, css) in enumerate(found):
        sheet.clear.add_line(offset(line, 5), 1.0)
        out += f'<path id="name{k}" d="{poly(simplify(line, 0.2))}" fill="none"/>'
        out += f'<text class="{css}"><textPath href="#name{k}" startOffset="50%">{escape(name)}</textPath></text>'
    return out
