"""Below the map: title, terrain table, objectives and lines, who enters where, sources, scale and north."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from frente.draw.frame import arrow
from frente.draw.geometry import EDGE, Sheet
from frente.draw.lettering import wrap
from frente.draw.palette import SERIF, v
from frente.draw.pen import Line, circle, fill, group, path, poly, rect, stroke, text
from frente.draw.relief import INTERVAL
from frente.draw.towns import frame, vertex_mark
from frente.geo.mapdata import LegendRow
from frente.look import tone

HEIGHT = 252.0
NARROW = 1838.0  # the width for which the blocks were laid out
SAMPLES: Final = ("open", "hill", "wood", "town", "river", "road", "path", "vertex")  # of what there is a picture
CSS = f"""
.title{{font-family:{SERIF};letter-spacing:8px;text-anchor:middle;stroke:{v('ink')};stroke-width:1.1px}}
.sub{{font-family:{SERIF};font-style:italic;font-size:22px;text-anchor:middle}}
.cap{{font-size:12.5px}}.bold{{font-size:12.5px;font-weight:700}}.fine{{font-size:11px;fill:{v('soft')}}}
.head{{font-size:11px;font-weight:700;letter-spacing:1.2px;fill:{v('soft')}}}.mid{{text-anchor:middle}}
.src{{font-size:11.5px}}.srcb{{font-size:11.5px;font-weight:700}}
"""


def draw_legend(sheet: Sheet, y: float) -> str:
    """Five blocks side by side; their places follow the width of the sheet."""
    left, right = -EDGE - 7, sheet.width + EDGE + 7
    if right - left < NARROW:            # of a small map: the same, drawn smaller
        scale = (right - left) / NARROW
        return group(_panel(sheet, 0.0, NARROW, 0.0), transform=f"translate({left:.1f} {y:.1f}) scale({scale:.4f})")
    return _panel(sheet, left, right, y)


def _panel(sheet: Sheet, left: float, right: float, y: float) -> str:
    out = rect(left, y, right - left, HEIGHT, fill=v("panel"), stroke=v("ink"), stroke_width=1.2)
    out += rect(left + 5, y + 5, right - left - 10, HEIGHT - 10, fill="none", stroke=v("ink"), stroke_width=0.6)
    unit = (right - left) / 1838
    out += _title(sheet, left + 192 * unit, y)
    out += _terrain(sheet, left + 392 * unit, y, 318 * unit)
    out += _marks(sheet, left + 1046 * unit, y)
    out += _entries(sheet, left + 1322 * unit, y)
    return out + _sources(sheet, left + 1536 * unit, right - 20, y)


def _title(sheet: Sheet, x: float, y: float) -> str:
    name = sheet.map.title.upper()
    out = text(x + 3, y + 84, name, class_="title", style=f"font-size:{min(60.0, 430 / len(name)):g}px")
    out += stroke(f"M{x - 160:.1f} {y + 103:.1f}H{x - 14:.1f}l7 -5l7 5l7 -5l7 5H{x + 160:.1f}", "ink", 1.2)
    out += text(x, y + 131, sheet.map.subtitle, class_="sub")
    km = sheet.km  # scale bar: three kilometres of the map itself
    left, top = x - 1.5 * km, y + 192
    for k in range(3):
        out += rect(left + k * km, top, km, 7, fill=v("panel" if k % 2 else "ink"), stroke=v("ink"))
        out += text(left + k * km, top - 6, str(k), class_="fine mid")
    out += text(left + 3 * km, top - 6, "3 km", class_="fine mid")
    out += text(x, top + 24, f"1 hex = {sheet.map.km_per_hex:g} km. {_contours(sheet)}", class_="fine mid")
    return out + north(x + 1.5 * km + 44, y + 190)


def _contours(sheet: Sheet) -> str:
    return f"Contours every {INTERVAL} m, indicative." if sheet.map.heights else ""


def north(x: float, y: float) -> str:
    needle = fill("M0 -34L9 26L0 19L-9 26Z", "panel", stroke=v("ink"), stroke_width=1.3, stroke_linejoin="round")
    needle += fill("M0 -34V19L-9 26Z", "ink")
    letter = text(0, -38, "N", class_="mid", font_size=19, style=f"font-family:{SERIF}")
    return group(needle + letter, transform=f"translate({x:.1f} {y:.1f})")


def _terrain(sheet: Sheet, x: float, y: float, wide: float) -> str:
    """The terrain table in two columns."""
    legend = sheet.map.legend
    half = (len(legend.rows) + 1) // 2
    out = ""
    for k, row in enumerate(legend.rows):
        left, top = x + wide * (k // half), y + 60 + 44 * (k % half)
        out += sample(sheet, row.kind, left + 21, top) + _row(row, left + 50, top)
    for left in (x, x + wide):
        out += text(left, y + 28, "TERRAIN", class_="head")
        for cell, name in zip(_cells(left + 50), legend.columns):
            out += text(cell, y + 28, name.upper(), class_="head mid")
    return out + text(x, y + HEIGHT - 14, legend.footnote, class_="fine")


def _cells(x: float) -> tuple[float, float, float]:
    return x + 94, x + 162, x + 226


def _row(row: LegendRow, x: float, y: float) -> str:
    out = text(x, y - 1, row.name, class_="bold") + text(x, y + 13, row.gloss, class_="fine")
    for left, cell in zip(_cells(x), row.cells):
        if "◂" in cell:  # no text face at hand has this sign
            words = cell.replace("◂", "").strip()
            out += text(left - 3, y + 5, words, class_="cap mid")
            out += path(f"M{left + 10:.1f} {y - 3:.1f}v8l-6 -4Z", fill=v("ink"))
        else:
            out += text(left, y + 5, cell, class_="cap mid")
    return out


def no_sample(sheet: Sheet, kind: str, known: Sequence[str]) -> ValueError:
    return ValueError(f'the legend of {sheet.map.title} has no picture of "{kind}"; known are {", ".join(known)}, '
                      f'and the terrains of {sheet.look.file}')


def bare(sheet: Sheet, x: float, y: float, tint: str = "paper") -> str:
    return fill(poly(hexagon(sheet, x, y, 21), True), tint, stroke=v("grid"), stroke_width=1)


def sample(sheet: Sheet, kind: str, x: float, y: float) -> str:
    """A small hex in the inks of the map."""
    ground = sheet.look.terrain.get(kind, kind)
    if ground not in SAMPLES:
        raise no_sample(sheet, kind, SAMPLES)
    out = bare(sheet, x, y, {"hill": "hill1", "wood": "wood"}.get(ground, "paper"))
    rng = random.Random("forest")
    course = f"M{x - 19:.1f} {y + 6:.1f}q10 -12 38 -11"
    if ground == "hill":
        for k in range(26):
            c, s = math.cos(k / 13 * math.pi), math.sin(k / 13 * math.pi)
            tick = f"M{x + 15 * c:.1f} {y + 12 * s:.1f}l{-5.5 * c:.1f} {-5 * s:.1f}"
            out += stroke(tick, "hachure", 1.4 if c + s > 0.2 else 0.7)
    elif ground == "wood":
        for _ in range(15):
            a, b = x + rng.uniform(-13, 13), y + rng.uniform(-12, 12)
            for colour, shift, r in (("crownshade", 1.0, 3.4), ("crown", 0.0, 3.3), ("crownlit", -0.8, 1.6)):
                out += circle(a + shift, b + shift, r, fill=v(colour))
    elif ground == "river":
        flow = f"M{x - 18.5:.1f} {y + 4:.1f}q8 -11 18.5 -3t18.5 -5"
        out += stroke(flow, "bank", 7) + stroke(flow, "water", 5.2)
    elif ground == "road":
        out += stroke(course, "roadedge", 5.6) + stroke(course, "road", 3.3)
    elif ground == "path":
        out += stroke(course, "track", 2, stroke_dasharray="7 3.4")
    elif ground == "vertex":
        out += vertex_mark(x, y)
    elif ground == "town":
        spots = ((-12, -8), (-4, -9), (4, -8), (-13, 0), (-5, -1), (5, 1), (-8, 7), (1, 8))
        houses = "".join(f"M{x + a:.1f} {y + b:.1f}h6v5h-6Z" for a, b in spots)
        out += fill(houses, "block", stroke=v("blockedge"), stroke_width=0.5)
    return out


def hexagon(sheet: Sheet, x: float, y: float, size: float) -> Line:
    turns = [math.pi / 3 * k + (0.0 if sheet.grid.flat else math.pi / 6) for k in range(6)]
    return [(x + size * math.cos(a), y + size * math.sin(a)) for a in turns]


def _marks(sheet: Sheet, x: float, y: float) -> str:
    legend = sheet.map.legend
    out = text(x, y + 28, "OBJECTIVES AND LINES", class_="head")
    top = y + 54
    for colour, dashed, words in legend.objectives:
        ring, inner = (hexagon(sheet, x + 16, top, size) for size in (14, 11.4))
        out += frame(sheet, ring, inner, (colour, dashed), 0.72) + wrapped(words, x + 40, top + 5, 212, "cap")
        top += 38
    if sheet.map.front:
        owner, other = (tone(side, "line") for side in sheet.map.front_sides)
        out += stroke(f"M{x:.1f} {top - 2.6:.1f}h33", owner, 3.2)
        out += stroke(f"M{x:.1f} {top + 2.6:.1f}h33", other, 3.2, stroke_dasharray="9 5")
        out += wrapped(legend.front, x + 40, top + 5, 212, "cap")
        top += 40
    if not sheet.map.entries:
        return out
    for k, side in enumerate(sheet.map.front_sides):
        out += group(arrow(side, k == 0), transform=f"translate({x + 15:.1f} {top + 20 * k - 10:.1f}) scale(.5)")
    return out + wrapped(legend.entry, x + 40, top + 4, 212, "cap")


def _entries(sheet: Sheet, x: float, y: float) -> str:
    if not sheet.map.legend.arcs:
        return ""
    out = text(x, y + 28, "ENTRY OF REINFORCEMENTS", class_="head")
    top = y + 52
    for letters, who in sheet.map.legend.arcs:
        out += text(x, top, letters, class_="bold")
        for line in wrap(who, 158, 12.5):
            out += text(x + 42, top, line, class_="cap")
            top += 14
        top += 6
    return out


def _sources(sheet: Sheet, x: float, right: float, y: float) -> str:
    """What the map rests on, in so many words."""
    if not sheet.map.legend.provenance:
        return ""
    out = text(x, y + 28, "WHAT THIS MAP RESTS ON", class_="head")
    top = y + 49
    for kind, words in sheet.map.legend.provenance:
        out += text(x, top, kind, class_="srcb")
        for line in wrap(words, right - x - 64, 11.5):
            out += text(x + 64, top, line, class_="src")
            top += 13.6
        top += 5
    return out


def wrapped(words: str, x: float, y: float, room: float, css: str) -> str:
    lines = wrap(words, room, 12.5)
    top = y - (len(lines) - 1) * 7
    return "".join(text(x, top + 14 * k, line, class_=css) for k, line in enumerate(lines))
