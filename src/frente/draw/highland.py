"""Relief of a map that knows the height of every hex: plateaus, scarps with hachures down the slope, valleys.

Such maps are large, so everything is written small: whole numbers, relative steps, one path for each tone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from frente.draw.geometry import Sheet, Taken, simplify
from frente.draw.palette import PALETTE, v
from frente.draw.pen import Line, fill, group, num, path, poly, polys, stroke
from frente.draw.relief import OUT, STEP, Field, Fields, Ground, Samples, along, slope_of
from frente.draw.towns import blocks
from frente.draw.water import Stream, outline
from frente.geo.hexgrid import Hex, Point

CSS: Final = f"""
.numbers text{{font-size:8.8px;fill:{v('soft')};text-anchor:middle;paint-order:stroke}}
.numbers text{{stroke:{v('halo')};stroke-width:1.4px;stroke-opacity:.55}}
"""
INTERVAL: Final = 50  # metres between two contours
TICKS: Final = 26  # metres between two rows of hachures
# Low ground green, the middle plain paper, high ground warm and pale: browns are left to the slopes.
BANDS: Final = ((-1000, "alt0"), (800, "alt1"), (860, "alt2"), (930, "alt3"), (1000, "alt4"), (1070, "alt5"))
HIGH_PALETTE: Final[dict[str, tuple[str, str]]] = PALETTE | {
    "alt0": ("#dce3bc", "#2b3229"),
    "alt1": ("#e6e8c8", "#2c302a"),
    "alt2": ("#eeead0", "#2d2d29"),
    "alt3": ("#f3ead0", "#312e28"),
    "alt4": ("#f4e7c9", "#363128"),
    "alt5": ("#f3e2be", "#3c3529"),
    "boundary": ("#c2241b", "#ff7a63"),
}


class Highland(Ground):
    """A model that also tells wooded slopes from level woods."""

    def __init__(self, sheet: Sheet, rivers: Sequence[Stream]) -> None:
        f = Fields(sheet)
        foot = f.blur(f.mask("hill", "wooded-hill"), 11) + 0.08 * f.noise("foot", 26)
        ragged = 0.11 * f.noise("wood", 20)
        wood = f.blur(f.mask("wood", "wooded-hill"), 9.5) + ragged
        heights = f.blur(f.of_hexes([sheet.map.elevation[h] for h in sheet.hexes]), 17)
        super().__init__(f, foot, wood, heights, [s.line for s in rivers])
        self.level_wood: Field = f.blur(f.mask("wood"), 9.5) + ragged
        self.shape: Field = f.blur(self.land + 26 * self.crest, 6)  # with the ridges and gullies of the slopes


def draw_ground(ground: Highland) -> str:
    """Tints by height, browns on the slopes, and a light from the north-west."""
    f = ground.fields
    out = "".join(fill(_area(f, ground.shape, level, 1.6), tint) for level, tint in BANDS)
    inside = np.clip((ground.foot - 0.42) * 8, 0, 1)
    out += fill(_area(f, ground.foot, 0.5, 1.0), "hill1", 0.9)
    for tint, level in (("hill2", 0.66), ("hill3", 0.94)):
        out += fill(_area(f, ground.crest * inside, level, 1.8), tint, 0.75)
    gx, gy = slope_of(f.blur(0.2 * ground.shape + 24 * ground.crest, 7))
    hilly = np.clip((np.maximum(ground.foot, ground.wood) - 0.3) * 4, 0, 1)
    lee = -(gx + gy) / math.sqrt(2) * (0.42 + 0.58 * hilly)
    out += "".join(fill(_area(f, lee, level, 2.0), "shade", 0.1) for level in (0.16, 0.36, 0.62))
    return out + "".join(fill(_area(f, -lee, level, 2.0), "light", 0.22) for level in (0.2, 0.44))


def draw_woods(ground: Highland) -> str:
    """The floor of the woods; on slopes the brown shows through."""
    f = ground.fields
    limit = {"stroke": v("crown"), "stroke_width": 0.8, "stroke_dasharray": "1.5 2.5"}
    all_woods, level = (_area(f, x, 0.5, 1.0) for x in (ground.wood, ground.level_wood))
    return fill(all_woods, "wood", 0.45, **limit) + fill(level, "wood", 0.85)


def _area(f: Samples, values: Field, level: float, tolerance: float) -> str:
    return "".join(_whole(ring) + "Z" for ring in f.rings(values, level, tolerance))


def _whole(line: Line) -> str:
    """Path data in whole units."""
    (x, y), *rest = ((round(px), round(py)) for px, py in line)
    out = [f"M{x} {y}"]
    for px, py in rest:
        if (px, py) != (x, y):
            out.append(_step("l" if len(out) == 1 else "" if px < x else " ", px - x, py - y))
            x, y = px, py
    return "".join(out)


def draw_contours(ground: Highland) -> str:
    """Thin lines, every second stronger."""
    f, land = ground.fields, ground.shape
    low, high = (int(np.floor(g(land) / INTERVAL)) for g in (np.min, np.max))
    thin, strong = "", ""
    for metres in range((low + 1) * INTERVAL, high * INTERVAL + 1, INTERVAL):
        d = "".join(_whole(simplify(line, 1.1)) for line in f.contours(land, metres) if len(line) > 60)
        if metres % (2 * INTERVAL):
            thin += d
        else:
            strong += d
    return stroke(thin, "contour", 0.6, 0.4) + stroke(strong, "contour", 1, 0.55)


def draw_hachures(ground: Highland) -> str:
    """Strokes down the slope inside the hills, longer and stronger where it is steep and in shade.

    Whole numbers keep the paths short.
    """
    f, land, rng = ground.fields, ground.shape, random.Random("hachures")
    gx, gy = slope_of(land)
    bins: list[list[str]] = [[], [], []]
    last = [(0, 0), (0, 0), (0, 0)]
    for metres in range(int(np.min(land)) // TICKS * TICKS, int(np.max(land)), TICKS):
        for line in f.contours(land, metres):
            for x, y, j, i in along(f, line, rng):
                sx, sy = float(gx[i, j]), float(gy[i, j])
                slope = math.hypot(sx, sy)
                lit = -(sx + sy) / math.sqrt(2) / (slope or 1.0)  # 1: the slope falls to the south-east, in shade
                k = 2 if lit > 0.3 else 1 if lit > -0.45 else 0
                if ground.foot[i, j] < 0.5 or slope < 0.3 or rng.random() > (0.3, 0.42, 0.5)[k]:
                    continue
                reach = -min(11.0, 4.5 + 3.4 * slope) * rng.uniform(0.7, 1.1) / slope
                a, b = round(x), round(y)
                p, q = round(reach * sx), round(reach * sy)
                bins[k].append(_step("m", a - last[k][0], b - last[k][1]) + _step("l", p, q))
                last[k] = a + p, b + q
    weights = ((0.65, 0.5), (0.9, 0.62), (1.2, 0.75))
    ticks = "".join(stroke("".join(d), "hachure", w, o) for d, (w, o) in zip(bins, weights))
    return group(ticks, stroke_linecap="round", class_="hachures")


def _step(letter: str, x: int, y: int) -> str:
    return f"{letter}{x}{y}" if y < 0 else f"{letter}{x} {y}"


def draw_crowns(ground: Highland, keep_off: Taken) -> str:
    """Trees as round dots of three sizes, each size one path that is drawn thrice: shade, crown and light."""
    f, rng = ground.fields, random.Random("crowns")
    sizes = (4.4, 5.6, 7.0)
    dots: list[list[str]] = [[], [], []]
    last = [(0, 0), (0, 0), (0, 0)]
    for row in range(int((f.height + 40) / 8.6)):
        for column in range(int((f.width + 40) / 10.8)):
            x = -20 + column * 10.8 + (row % 2) * 5.4 + rng.uniform(-3.4, 3.4)
            y = -20 + row * 8.6 + rng.uniform(-3, 3)
            k, chance = rng.randrange(3), rng.random()
            at = int((y + OUT) / STEP), int((x + OUT) / STEP)
            if ground.wood[at] <= 0.56 or chance > (0.9 if ground.level_wood[at] > 0.5 else 0.5):
                continue
            if keep_off.near(x, y, 6.5):
                continue
            a, b = round(x), round(y)
            dots[k].append(_step("m", a - last[k][0], b - last[k][1]) + "h0")
            last[k] = a, b
    out = "".join(path("".join(d), id=f"crowns{k}", fill="none") for k, d in enumerate(dots))
    tones = (("crownshade", 1.1, 1.0, 0.75), ("crown", 0.0, 1.0, 1.0), ("crownlit", -0.8, 0.45, 0.9))
    uses = ""
    for colour, shift, share, opacity in tones:
        for k, size in enumerate(sizes):
            uses += (
                f'<use href="#crowns{k}" x="{shift:g}" y="{shift:g}" stroke="{v(colour)}" '
                f'stroke-width="{size * share:.1f}" stroke-opacity="{opacity:g}"/>'
            )
    return f"<defs>{out}</defs>" + group(uses, stroke_linecap="round", class_="crowns")


def draw_grid(sheet: Sheet) -> str:
    """Every hexside once: one path for a raised column and one for a lowered, each used for every second column."""
    grid, paths, uses = sheet.grid, "", ""
    for column in range(grid.first_column, grid.columns + 1):
        places = [sheet.corners((column, row)) for row in range(grid.first_row, grid.rows + 1)]
        lowered = grid.shift(column, grid.first_row)
        first = grid.first_column + (column - grid.first_column) % 2
        if column == first:
            left = [p for c in places for p in (c[0], c[5])]
            sides = [*[c[:2] for c in places], [*left, places[-1][4], places[-1][3]]]
            sides.append(places[-1][2:4] if lowered else places[0][1:3])  # where the next column does not reach
            paths += path(polys(sides), id=f"column{first}")
        uses += f'<use href="#column{first}" x="{num(places[0][0][0] - sheet.corners((first, 1))[0][0])}"/>'
        if column == grid.columns:
            right = [*[p for c in places for p in (c[1], c[2])], places[-1][3]]
            uses += path(poly(right[:-1] if lowered else right[1:]))
    look = {"fill": "none", "stroke": v("grid"), "stroke_width": 0.8, "stroke_opacity": 0.55}
    return f"<defs>{paths}</defs>" + group(uses, class_="grid", **look)


def draw_rivers(rivers: Sequence[Stream]) -> str:
    """Tapered from source to mouth. All banks first, then all water, so that confluences are clean."""
    d = "".join(poly(simplify(outline(s), 0.4), True) for s in rivers)
    bank = f'<use href="#rivers" fill="{v("bank")}" stroke="{v("bank")}" stroke-width="1.8" stroke-linejoin="round"/>'
    names = " ".join(dict.fromkeys(s.river.name.replace(" ", "_") for s in rivers if s.river.name))
    water = f'<use href="#rivers" fill="{v("water")}" data-rivers="{names}"/>'
    return f'<defs><path id="rivers" d="{d}"/></defs>{bank}{water}'


def draw_towns(sheet: Sheet) -> str:
    """All houses as one path that is drawn thrice: edge and ground of the built-up land, then the houses."""
    d = polys((ring for town in sheet.map.towns for ring in blocks(sheet, town)), True)
    looks = (("none", "block", 9.2, 0.35), ("none", "urban", 8.2, 1.0), ("block", "blockedge", 0.5, 1.0))
    uses = "".join(
        f'<use href="#houses" fill="{v(tone) if tone != "none" else tone}" stroke="{v(edge)}" '
        f'stroke-width="{wide:g}" stroke-opacity="{opacity:g}"/>'
        for tone, edge, wide, opacity in looks
    )
    return f'<defs><path id="houses" d="{d}"/></defs>' + group(uses, class_="towns", stroke_linejoin="round")


def draw_numbers(sheet: Sheet, spots: Mapping[Hex, Point]) -> str:
    body = "".join(f'<text x="{x:.0f}" y="{y:.0f}">{sheet.map.number(h)}</text>' for h, (x, y) in spots.items())
    return group(body, class_="numbers")
