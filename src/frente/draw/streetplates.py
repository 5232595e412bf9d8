"""Squares, reserves and compounds: the spaces of a street map, and the signs that lie on them."""

from __future__ import annotations

from frente.draw import streetsigns as signs
from frente.draw.lettering import Placed, lettered
from frente.draw.palette import v
from frente.draw.pen import circle, fill, group, num, path, rect, stroke, text
from frente.draw.streetblocks import Box
from frente.geo.hexgrid import Point
from frente.geo.streetdata import Compound, Square, StreetMap

NAME = {"downtown": 19.0, "periphery": 19.0, "compound": 15.5}
CSS = f"""
.sq,.pueblo{{font-size:19px;font-weight:700}}.comp{{font-size:15.5px;font-weight:600}}
.sq,.pueblo,.comp{{paint-order:stroke;stroke:{v('halo')};stroke-width:4.4px;stroke-linejoin:round}}
.tag{{font-size:18px;font-weight:700;text-anchor:middle}}.ap{{font-size:11.5px;font-weight:700;text-anchor:middle}}
.letter{{font-size:26px;font-weight:700;text-anchor:middle}}
.head-res{{font-size:15px;font-weight:700}}
"""


def box(item: Square | Compound, margin: float = 0.0) -> Box:
    w, h = item.width / 2 + margin, item.height / 2 + margin
    return item.x - w, item.y - h, item.x + w, item.y + h


def names(map: StreetMap) -> list[Placed]:
    """Names below squares and plates; reserves carry theirs inside."""
    found: list[Placed] = []
    for q in map.squares:
        if q.kind != "reserves":
            css = "sq" if q.kind == "downtown" else "pueblo"
            found.append(Placed(css, (q.name,), q.x, q.y + q.height / 2 + 19.5, "middle", NAME[q.kind]))
    for c in map.compounds:
        if c.plate:
            found.append(Placed("comp", (c.name,), c.x, c.y + c.height / 2 + 16, "middle", NAME["compound"]))
    return found


def marks(map: StreetMap) -> list[tuple[str, Box]]:
    """What stands out from squares and plates, and from which: letters, tags, signs."""
    found: list[tuple[str, Box]] = []
    for q in map.squares:
        x0, y0, _, _ = box(q)
        if q.kind == "downtown":
            found.append((q.id, (x0 - 16, y0 - 24, x0 + 18, y0 + 8)))
        if q.points:
            x, y = pill(q)
            found.append((q.id, (x - 26, y - 11, x + 26, y + 11)))
        if q.will:
            right = pennants(q)
            found.append((q.id, (right - 18 * q.will, y0 - 11, right + 1, y0 + 7)))
    for c in map.compounds:
        if c.plate:
            found.append((c.id, (c.tag[0] - 20, c.tag[1] - 13, c.tag[0] + 20, c.tag[1] + 13)))
        for r in c.resources:
            found.append((c.id, (r.at[0] - 13, r.at[1] - 13, r.at[0] + 13, r.at[1] + 13)))
    return found


def pill(q: Square) -> Point:
    """Where a square's action points stand: on the right of a letter, else on the left."""
    x0, y0, x1, _ = box(q)
    return (x1 - 20 if q.kind == "downtown" else x0 + 22), y0 - 2


def pennants(q: Square) -> float:
    """The right end of the signs of will, left of the action points."""
    return box(q)[2] + 3 - (50 if q.points else 0)


def draw_floors(map: StreetMap) -> str:
    """Open ground under squares, plates and their names, so that no house crowds them."""
    out = ""
    for q in map.squares:
        if q.kind == "downtown":
            out += _floor(box(q, 8), 18)
    for c in map.compounds:
        if c.plate and c.kind == "building" and len(c.id) == 2:
            out += _floor(box(c, 6), 16)
    return out


def _floor(b: Box, below: float) -> str:
    return rect(b[0], b[1], b[2] - b[0], b[3] - b[1] + below, rx=6, fill=v("city"))


def draw_links(map: StreetMap) -> str:
    """From a compound that stands astride no route to its square."""
    astride = {name for road in map.roads for name in road.via}
    at = {q.id: q for q in map.squares}
    d = "".join(f"M{num(c.x)} {num(c.y)}L{num(at[c.parent].x)} {num(at[c.parent].y)}"
                for c in map.compounds if c.plate and c.id not in astride)
    return stroke(d, "roadedge", 10.2) + stroke(d, "street", 7.4)


def draw_squares(map: StreetMap) -> str:
    return "".join(_reserve(q) if q.kind == "reserves" else _square(q) for q in map.squares)


def _square(q: Square) -> str:
    x0, y0, _, _ = box(q)
    town = q.kind == "periphery"
    tone, line = ("suburb", "suburbline") if town else ("plaza", "plazaline")
    out = rect(x0 + 2.5, y0 + 3, q.width, q.height, rx=4, fill=v("shade"), fill_opacity=0.35)
    out += rect(x0, y0, q.width, q.height, rx=4, fill=v(tone), stroke=v(line), stroke_width=3)
    out += _skyline(q) if town else _garden(q)
    out += rect(x0 + 5, y0 + 5, q.width - 10, q.height - 10, rx=2, fill="none", stroke=v(line), stroke_opacity=0.6)
    return group(out, class_="square", data_space=q.id)


def _garden(q: Square) -> str:
    """A plaza with walks, beds and a fountain: what one sees of it while it is empty."""
    x, y = q.x, q.y
    out = ""
    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        bed = f"M{x + dx * 10:.1f} {y + dy * 48:.1f}H{x + dx * 48:.1f}V{y + dy * 10:.1f}H{x + dx * 24:.1f}"
        sweep = 0 if dx * dy > 0 else 1
        out += fill(f"{bed}A24 24 0 0 {sweep} {x + dx * 10:.1f} {y + dy * 22:.1f}Z", "garden", 0.62)
        for a, b in ((41, 41), (41, 27), (27, 41), (41, 14), (14, 41)):
            out += circle(x + dx * a, y + dy * b, 4, fill=v("crownlit"), fill_opacity=0.75)
    out += circle(x, y, 17, fill="none", stroke=v("paving"), stroke_width=4)
    out += circle(x, y, 8.5, fill=v("water"), fill_opacity=0.7, stroke=v("bank"), stroke_width=1)
    return out + circle(x, y, 2.4, fill=v("plaza"))


def _skyline(q: Square) -> str:
    """Church and roofs."""
    x, y = q.x - 50, q.y + 48
    roofs = (
        f"M{x:.1f} {y:.1f}v-18l10 -9l10 9v-8l11 -9l9 8v-34l4 -7l1.5 -12h1.5l1.5 12l4 7v20h14v-8l11 -9l11 9v11l8 -7l8 7"
        "v38Z"
    )
    doors = f"M{x + 44:.1f} {y - 46:.1f}h6v9h-6ZM{x + 43:.1f} {y - 30:.1f}h2v5h-2ZM{x + 50:.1f} {y - 30:.1f}h2v5h-2Z"
    doors += "".join(f"M{x + a:.1f} {y - b:.1f}h4v6h-4Z" for a, b in ((6, 13), (13, 13), (26, 17), (60, 18), (68, 18)))
    return fill(roofs, "suburbsign") + fill(doors, "suburb")


def _reserve(q: Square) -> str:
    x0, y0, _, _ = box(q)
    colour, ink = q.tint
    out = rect(x0 + 2.5, y0 + 3, q.width, q.height, rx=5, fill=v("shade"), fill_opacity=0.35)
    out += rect(x0, y0, q.width, q.height, rx=5, fill=v("reserve2"), stroke=v("reserveline"), stroke_width=3)
    out += rect(x0 + 4, y0 + 4, q.width - 8, q.height - 8, rx=3, fill=v("reserve"), stroke=v("reserveline"))
    out += rect(x0 + 4, y0 + 4, q.width - 8, 23, rx=3, fill=colour, stroke=v("reserveline"))
    for k in range(3):
        out += rect(x0 + 13 + k * 61, y0 + 34, 58, 60, rx=5, fill=v("reserve2"), fill_opacity=0.75)
    out += path(signs.star(x0 + 18, y0 + 16, 8.5), fill=colour, stroke=ink, stroke_width=1.5, stroke_linejoin="round")
    out += text(x0 + 32, y0 + 21, q.name, class_="head-res", style=f"fill:{ink}", data_name=q.name)
    return group(out, class_="square", data_space=q.id)


def draw_plates(map: StreetMap) -> str:
    return "".join(_plate(c) for c in map.compounds if c.plate)


def _plate(c: Compound) -> str:
    x0, y0, _, y1 = box(c)
    half = c.width / 2
    out = rect(x0 + 2, y0 + 2.6, c.width, c.height, rx=3, fill=v("shade"), fill_opacity=0.4)
    out += rect(x0, y0, c.width, c.height, rx=3, fill=v("compound"), stroke=v("compoundline"), stroke_width=2.2)
    out += rect(c.x - 1, y0 + 3.5, half - 2.5, c.height - 7, rx=3, fill=v("slot"))
    if c.kind == "bridge":
        out += signs.bridge(c.start, x0 + 6, y0 + 24, 0.94)
    else:
        out += signs.building(c.sign, x0 + 6, y1 - 5, 1.12)
        out += stroke(f"M{x0 + 4:.1f} {y1 - 4.6:.1f}H{c.x - 3:.1f}", "compoundline", 1.6)
    return group(out, class_="plate", data_space=c.id)


def draw_marks(map: StreetMap) -> str:
    """Letters, tags and signs; they stand out from the spaces, so that pawns leave them free."""
    out = ""
    for q in map.squares:
        x0, y0, _, _ = box(q)
        if q.kind == "downtown":
            out += rect(x0 - 16, y0 - 24, 34, 32, rx=4, fill=v("tab"), stroke=v("halo"), stroke_width=2.4)
            out += text(x0 + 1, y0 + 1, q.id, class_="letter", style=f"fill:{v('tabink')}")
        if q.points:
            out += signs.worth(q.points, *pill(q))
        out += signs.will(q.will, pennants(q), y0 - 1) if q.will else ""
    for c in map.compounds:
        if c.plate and (len(c.id) == 2 or c.kind == "building"):
            out += signs.tag(c.id, None, *c.tag)
        for r in c.resources:
            out += signs.resource(r.kind, r.at[0], r.at[1], 22, r.critical, data_resource=r.id)
    return group(out, class_="marks")


def draw_names(placed: list[Placed]) -> str:
    out = ""
    for p in placed:
        if p.css == "pueblo":  # roads and railways run on below the name
            x0, y0, x1, y1 = p.box()
            out += rect(x0 - 3, y0 - 2, x1 - x0 + 6, y1 - y0 + 3, rx=4, fill=v("halo"), fill_opacity=0.86)
    return group(out + "".join(lettered(p) for p in placed), class_="names")
