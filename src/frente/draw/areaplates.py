"""The plates of a map of areas: letter, modifier and name of each area."""

from __future__ import annotations

from frente.draw.palette import v
from frente.draw.pen import circle, group, num, rect, stroke, text
from frente.geo.areadata import Area

CSS = f"""
.aid{{font-size:17px;font-weight:700;fill:{v('onplate')};text-anchor:middle}}
.amod{{font-size:12.5px;font-weight:700;fill:{v('onplate')};text-anchor:middle}}
.aname,.abig{{font-size:16px;font-weight:700;letter-spacing:.1px;paint-order:stroke;stroke:{v('halo')};stroke-width:4.4px;stroke-linejoin:round}}
.abig{{font-size:23px;letter-spacing:3px}}
"""


def draw_plate(area: Area) -> str:
    """Circle (normal) or square (urban) with letter and modifier; each colour also has its own ring."""
    x, y = area.plate
    cx = x - area.plate_width / 2 + 24
    out = symbol(area.colour, area.urban, cx, y)
    out += text(cx, y + 0.5, area.id, class_="aid") + stroke(f"M{num(cx - 10)} {num(y + 3.8)}h20", "onplate", 0.9, 0.7)
    out += text(cx, y + 15.2, f"+{area.modifier}", class_="amod")
    big = area.name[0].isupper() and len(area.name) == 1
    for k, row in enumerate(area.name):
        low = y + (8 if big else 5.5) if len(area.name) == 1 else y - 2.5 + 17 * k
        out += text(cx + 29, low, row, class_="abig" if big else "aname")
    return group(out, data_area=area.id)


def symbol(colour: str, urban: bool, x: float, y: float, scale: float = 1.0) -> str:
    dash = {"green": "5 3", "brown": "1.6 2.6"}.get(colour)
    r = (17.5 if urban else 19.0) * scale
    size, edge, thick = (r + 2.2, "soft", 1.0) if colour == "black" else (r + 4.6, colour, 2.2)
    ring = _sign(urban, x, y, size, fill=v("casing"), stroke=v(edge), stroke_width=thick, stroke_dasharray=dash)
    return ring + _sign(urban, x, y, r, fill=v(colour))


def _sign(urban: bool, x: float, y: float, r: float, **values: object) -> str:
    return rect(x - r, y - r, 2 * r, 2 * r, rx=2.5, **values) if urban else circle(x, y, r, **values)
