"""The margin below a large map: more kinds of ground and more signs than fit under a small one, and set larger."""

from __future__ import annotations

from typing import Final

from frente.draw import legend as small
from frente.draw.frame import arrow
from frente.draw.geometry import EDGE, Sheet
from frente.draw.highland import INTERVAL
from frente.draw.lettering import wrap
from frente.draw.palette import v
from frente.draw.pen import circle, fill, group, poly, rect, stroke, text
from frente.draw.playlines import sign
from frente.geo.mapdata import LegendRow
from frente.look import tone

SCALE: Final = 1.72  # of the print of a small map
DEEP: Final = 322.0  # before scaling
HEIGHT: Final = DEEP * SCALE
CELL: Final = 60.0  # between two columns of figures
ROW: Final = 36.0
SAMPLES: Final = (*small.SAMPLES, "wooded-hill", "village", "hamlet", "palace", "brook", "bridge", "main", "rail")


def draw_legend(sheet: Sheet, y: float) -> str:
    """Five blocks side by side; their places follow the width of the sheet."""
    left = -EDGE - 7
    wide = (sheet.width + 2 * EDGE + 14) / SCALE
    out = rect(0, 0, wide, DEEP, fill=v("panel"), stroke=v("ink"), stroke_width=1.2)
    out += rect(5, 5, wide - 10, DEEP - 10, fill="none", stroke=v("ink"), stroke_width=0.6)
    unit = wide / 2200
    out += _title(sheet, 206 * unit) + _terrain(sheet, 410 * unit) + _signs(sheet, 1296 * unit)
    out += _entries(sheet, 1592 * unit) + _sources(sheet, 1846 * unit, wide - 22)
    return group(out, transform=f"translate({left:g} {y:.1f}) scale({SCALE})", class_="legend")


def _title(sheet: Sheet, x: float) -> str:
    name = sheet.map.title.upper()
    out = text(x + 3, 92, name, class_="title", style=f"font-size:{min(60.0, 440 / len(name)):g}px")
    out += stroke(f"M{x - 160:.1f} 111H{x - 14:.1f}l7 -5l7 5l7 -5l7 5H{x + 160:.1f}", "ink", 1.2)
    out += text(x, 140, sheet.map.subtitle, class_="sub")
    km, left, top = sheet.km / SCALE, x - 5 * sheet.km / SCALE / 2 - 26, 206.0
    for k in range(5):
        out += rect(left + k * km, top, km, 7, fill=v("panel" if k % 2 else "ink"), stroke=v("ink"))
        out += text(left + k * km, top - 6, str(k), class_="fine mid")
    out += text(left + 5 * km, top - 6, "5 km", class_="fine mid")
    words = f"1 hex = {sheet.map.km_per_hex:g} km. Contours every {INTERVAL} m, indicative."
    for k, line in enumerate([words, *wrap(sheet.map.legend.north, 330, 11)]):
        out += text(x, top + 40 + 15 * k, line, class_="fine mid")
    place = f"translate({left + 5 * km + 56:.1f} {top - 4:.1f}) rotate({sheet.map.turn:g})"
    return out + group(small.north(0, 0), transform=place)


def _terrain(sheet: Sheet, x: float) -> str:
    """The terrain table in two columns."""
    legend = sheet.map.legend
    half = (len(legend.rows) + 1) // 2
    wide = 130 + CELL * len(legend.columns)
    out = ""
    for k, row in enumerate(legend.rows):
        left, top = x + wide * (k // half), 58 + ROW * (k % half)
        out += sample(sheet, row.kind, left + 19, top) + _row(row, left + 46, top)
    for left in (x, x + wide):
        out += text(left, 28, "TERRAIN", class_="head")
        for k, name in enumerate(legend.columns):
            out += text(left + 138 + CELL * k, 28, name.upper(), class_="head mid")
    return out + text(x, DEEP - 15, legend.footnote, class_="fine")


def _row(row: LegendRow, x: float, y: float) -> str:
    out = text(x, y - 1, row.name, class_="bold") + text(x, y + 12, row.gloss, class_="fine")
    return out + "".join(text(x + 92 + CELL * k, y + 5, cell, class_="cap mid") for k, cell in enumerate(row.cells))


def sample(sheet: Sheet, kind: str, x: float, y: float) -> str:
    """A small hex in the inks of the map."""
    ground = sheet.look.terrain.get(kind, kind)
    inner = {"village": "town", "hamlet": "", "palace": "", "wooded-hill": "hill"}.get(ground, ground)
    course = f"M{x - 18:.1f} {y + 6:.1f}q10 -12 36 -11"
    if ground not in SAMPLES:
        raise small.no_sample(sheet, kind, SAMPLES)
    out = small.sample(sheet, inner, x, y) if inner in small.SAMPLES else small.bare(sheet, x, y)
    if ground == "wooded-hill":
        for k in range(9):
            a, b = x + (k % 3 - 1) * 8 + (k // 3 % 2) * 3 - 1, y + (k // 3 - 1) * 8
            for colour, shift, r in (("crownshade", 1.0, 3.0), ("crown", 0.0, 2.9), ("crownlit", -0.7, 1.3)):
                out += circle(a + shift, b + shift, r, fill=v(colour))
    elif kind in ("hamlet", "palace"):
        spots = ((-8, -4), (1, -6), (3, 2), (-6, 4)) if kind == "hamlet" else ((-7, -6), (1, -6), (-7, 2), (1, 2))
        houses = "".join(f"M{x + a:.1f} {y + b:.1f}h6v5h-6Z" for a, b in spots)
        out += fill(houses, "block", stroke=v("blockedge"), stroke_width=0.5)
    elif kind in ("brook", "bridge"):
        flow = f"M{x - 18:.1f} {y + 4:.1f}q8 -11 18 -3t18 -5"
        wide = 3.6 if kind == "brook" else 6.4
        out += stroke(flow, "bank", wide + 1.8) + stroke(flow, "water", wide)
        if kind == "bridge":
            out += stroke(f"M{x:.1f} {y - 14:.1f}v28", "roadedge", 9) + stroke(f"M{x:.1f} {y - 17:.1f}v34", "road", 5)
    elif kind == "main":
        out += stroke(course, "roadedge", 8.8) + stroke(course, "road", 6) + stroke(course, "roadedge", 1.1)
    elif kind == "rail":
        out += stroke(course, "ink", 4) + stroke(course, "halo", 2.2, stroke_dasharray="6 6")
    return out


def _signs(sheet: Sheet, x: float) -> str:
    out = text(x, 28, "SIGNS AND LINES", class_="head")
    top = 42.0
    for kind, words in sheet.map.legend.signs:
        lines = wrap(words, 226, 12.5)
        deep = max(26, 14 * len(lines)) + 12
        out += _sign(sheet, kind, x + 16, top + deep / 2)
        for k, line in enumerate(lines):
            out += text(x + 46, top + deep / 2 + 4.5 - 7 * (len(lines) - 1) + 14 * k, line, class_="cap")
        top += deep
    return out


def _sign(sheet: Sheet, kind: str, x: float, y: float) -> str:
    first, second = sheet.map.front_sides
    if kind == "front":
        out = stroke(f"M{x - 16:.1f} {y - 2.6:.1f}h33", tone(first, "line"), 3.2)
        return out + stroke(f"M{x - 16:.1f} {y + 2.6:.1f}h33", tone(second, "line"), 3.2, stroke_dasharray="9 5")
    if kind == "boundary":
        return stroke(f"M{x - 16:.1f} {y:.1f}h33", "boundary", 2.6, stroke_dasharray="14 4 3 4")
    if kind == "points":
        colour = "goal-" + next(iter(sheet.look.goals))
        out = circle(x, y, 8.8, fill=v(colour), stroke=v("halo"), stroke_width=1.6)
        return out + text(x, y + 4.3, "3", class_="vp", style=f"fill:{v(colour + '-ink')}")
    if kind == "area":
        bar = poly([(x - 16, y + 9), (x + 16, y + 9)])
        out = stroke(bar, tone(first, "deep"), 6) + stroke(bar, tone(first), 4)
        return out + group(arrow(first, True), transform=f"translate({x:.1f} {y - 6:.1f}) rotate(90) scale(.5)")
    if kind == "source":
        return "".join(
            group(arrow(side, k == 0), transform=f"translate({x:.1f} {y + 20 * k - 10:.1f}) scale(.5)")
            for k, side in enumerate((first, second))
        )
    return sign(kind, x, y)


def _entries(sheet: Sheet, x: float) -> str:
    out = text(x, 28, "ENTRY AND SUPPLY", class_="head")
    top = 52.0
    for letters, who in sheet.map.legend.arcs:
        out += text(x, top, letters, class_="bold")
        for line in wrap(who, 188, 12.5):
            out += text(x + 52, top, line, class_="cap")
            top += 14
        top += 6
    return out


def _sources(sheet: Sheet, x: float, right: float) -> str:
    """What the map rests on, in so many words."""
    out = text(x, 28, "WHAT THIS MAP RESTS ON", class_="head")
    top = 49.0
    for kind, words in sheet.map.legend.provenance:
        out += text(x, top, kind, class_="srcb")
        for line in wrap(words, right - x - 66, 11.5):
            out += text(x + 66, top, line, class_="src")
            top += 13.6
        top += 5
    return out
