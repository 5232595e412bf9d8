"""Signs of a street map: silhouettes of buildings, resources, bridges, and the tag that tells who holds a place.

Every sign can be told from the others by its outline, without colour.
"""

from __future__ import annotations

import math
from typing import Final

from frente.draw.palette import v
from frente.draw.pen import circle, fill, group, num, path, poly, stroke, text
from frente.draw.streetinks import PRINT
from frente.look import Livery

# Filled and drawn part of each resource, in a box of 20 by 20.
RESOURCES: Final = {
    "power": ("M11.6 1.5L4 11.5H9L7.6 18.5L16 8H10.8L13.4 1.5Z", ""),
    "water": ("M10 1.8C13 7 15.6 9.6 15.6 13A5.6 5.6 0 0 1 4.4 13C4.4 9.6 7 7 10 1.8Z", ""),
    "telephone": (
        "M2.4 9.6C2 4.8 5 3.2 10 3.2C15 3.2 18 4.8 17.6 9.6L14 9.9L13.6 7.4H6.4L6 9.9ZM7.4 8.6H12.6L15.8 17.2H4.2Z", "",
    ),
    "wireless": (
        "",
        "M4 18V3M16 18V3M4 4.5C7 8.5 13 8.5 16 4.5M10 7.6V12.5M7.6 12.5H12.4M2.2 18H5.8M14.2 18H17.8",
    ),
    "broadcast": (
        "M10 5.2A1.7 1.7 0 1 1 9.99 5.2Z",
        "M10 8L6 18.2M10 8L14 18.2M7.4 14.4H12.6M6.2 3.4A5 5 0 0 0 6.2 10.2M13.8 3.4A5 5 0 0 1 13.8 10.2"
        "M3.6 1.6A8.4 8.4 0 0 0 3.6 12M16.4 1.6A8.4 8.4 0 0 1 16.4 12",
    ),
    "print": (
        "M4.6 6H12.4V8.2H4.6Z",
        "M2.6 3.2H14.4V17H2.6ZM14.4 7.2H17.4V15.4A1.6 1.6 0 0 1 14.4 15.6M4.8 11H12.2M4.8 13.8H12.2",
    ),
    "motor": (
        "M1.6 5H11V14.4H1.6ZM11.8 7.6H15.2L18.4 11V14.4H11.8ZM5 13.4A2.5 2.5 0 1 0 5.01 13.4Z"
        "M14.6 13.4A2.5 2.5 0 1 0 14.61 13.4Z",
        "",
    ),
    "ammo": (
        "M2.6 17.5V9C2.6 6 4.2 3.6 4.8 2.6C5.4 3.6 7 6 7 9V17.5ZM7.8 17.5V9C7.8 6 9.4 3.6 10 2.6"
        "C10.6 3.6 12.2 6 12.2 9V17.5ZM13 17.5V9C13 6 14.6 3.6 15.2 2.6C15.8 3.6 17.4 6 17.4 9V17.5Z",
        "",
    ),
}


def _windows(x: float, y: float, across: int, up: int, dx: float, dy: float, w: float = 1.8, h: float = 2.6) -> str:
    return "".join(f"M{num(x + i * dx)} {num(y + j * dy)}h{w}v{h}h-{w}Z" for i in range(across) for j in range(up))


# Mass and cut-out windows, 40 wide, on a ground line at 40.
BUILDINGS: Final = {
    "tower": (
        "M6 40V24H11V17H14V9H17V4H18.5V0H21.5V4H23V9H26V17H29V24H34V40Z",
        _windows(8.4, 27, 7, 3, 3.6, 4) + _windows(15.4, 12, 3, 3, 3.6, 4),
    ),
    "ministry": ("M1 40V18H13L20 12L27 18H39V40Z", _windows(3.6, 21.5, 10, 3, 3.4, 6, 1.6, 3.4)),
    "clock": (
        "M1 40V20H15V12H17V6L20 2L23 6V12H25V20H39V40Z",
        _windows(3.6, 23.5, 10, 3, 3.4, 5.4, 1.6, 3) + "M20 7.6A2.2 2.2 0 1 0 20.01 7.6Z",
    ),
    "bank": (
        "M1 40V19H10V13H12C12 8 15 6 16 3H17C18 6 21 8 21 13H23V19H39V40Z",
        _windows(3.6, 22, 10, 3, 3.4, 6, 1.6, 3.6),
    ),
    "palace": (
        "M1 40V21H4V13L6 8L8 13V21H14V12L17 9L18.5 3L20 0L21.5 3L23 9L26 12V21H32V13L34 8L36 13V21H39V40Z",
        _windows(3, 24, 10, 3, 3.6, 5.4, 1.7, 3) + _windows(16.6, 14, 3, 1, 2.8, 4),
    ),
    "arcade": (
        "M0 40V22H12V16H28V22H40V40Z",
        "".join(f"M{x} 40V33a1.8 1.8 0 0 1 3.6 0V40Z" for x in range(2, 38, 5)) + _windows(2.4, 25, 11, 1, 3.3, 4),
    ),
    "barracks": (
        "M0 40V17L5 12L10 17V21H30V17L35 12L40 17V40Z",
        _windows(2, 20, 2, 3, 4, 6) + _windows(32, 20, 2, 3, 4, 6) + _windows(12, 24, 5, 2, 3.6, 5)
        + "M18 40V35a2 2 0 0 1 4 0V40Z",
    ),
    "power": (
        "M1 40V24L8 18V24L15 18V24L22 18V22H24L25 3H28L29 22H31L32 8H35L36 40Z",
        _windows(4, 28, 6, 2, 3.8, 6, 2, 3.6),
    ),
    "watertower": (
        "M10 40L12 20H9V7L20 2L31 7V20H28L30 40Z",
        "M14 22V40H16V22ZM19 22V40H21V22ZM24 22V40H26V22Z" + _windows(11.4, 10, 6, 1, 3.2, 4, 1.4, 7),
    ),
    "mast": (
        "M4 40V30H16V26H24V30H36V40ZM19.4 26L20 0L20.6 26ZM9.5 30L10 8L10.5 30ZM29.5 30L30 8L30.5 30ZM10 8.6"
        "C14 13 17 12 20 9C23 12 26 13 30 8.6L30 9.6C26 14 23 13 20 10C17 13 14 14 10 9.6Z",
        _windows(7, 33, 8, 1, 3.4, 4),
    ),
    "radio": (
        "M5 40V16H30V24H36V40ZM13.5 16V2H14.5V16ZM24.5 16V5H25.5V16ZM14 3L25 6V7L14 4Z",
        _windows(8, 19, 6, 4, 3.6, 5, 1.8, 3),
    ),
    "house": ("M4 40V15L7 10H33L36 15V40Z", _windows(7.4, 18, 7, 3, 3.8, 6, 2, 3.6) + "M18.5 40V36h3V40Z"),
    "club": ("M4 40V18L7 13H18V1L30 4L19.4 8V13H33L36 18V40Z", _windows(7.4, 21, 7, 3, 3.8, 5.6, 2, 3.2)),
    "hall": (
        "M1 40V24C8 13 32 13 39 24V40Z",
        "M5 40V29h8V40ZM16 40V29h8V40ZM27 40V29h8V40Z" + _windows(8, 22, 7, 1, 3.8, 3, 2, 2.4),
    ),
    "metro": ("M2 40V18H38V40ZM20 2L29 9L20 16L11 9Z", "M8 40V30a12 10 0 0 1 24 0V40ZM14 7.8H26V10.2H14Z"),
    "villa": (
        "M3 40V24L12 16H16V9L20 5L24 9V16H28L37 24V40Z",
        _windows(6.4, 27, 8, 2, 3.6, 6, 1.8, 3.4) + _windows(18.4, 11, 2, 1, 2.4, 4, 1.4, 3),
    ),
    "manor": ("M2 40V22H4L8 15H32L36 22H38V40ZM18 15V9H22V15Z", _windows(5, 25, 9, 2, 3.5, 7, 1.8, 4.4)),
}
# Who holds a compound, round the middle of the tag: round, cut, and plain for nobody. 36 by 24.
TAGS: Final = {
    "round": "M-7 -12H7A12 12 0 0 1 7 12H-7A12 12 0 0 1 -7 -12Z",
    "cut": "M-11 -12H11L19 -5V5L11 12H-11L-19 5V-5Z",
    "square": "M-17 -12H17V12H-17Z",
}


def star(x: float, y: float, r: float) -> str:
    turns = [(r if k % 2 == 0 else r * 0.45, k * math.pi / 5) for k in range(10)]
    return poly([(x + a * math.sin(t), y - a * math.cos(t)) for a, t in turns], True)


def building(kind: str, x: float, y: float, scale: float) -> str:
    """A silhouette; x and y are the left end of the ground line."""
    if kind not in BUILDINGS:
        raise ValueError(f'no silhouette is called "{kind}"; known are bridge, {", ".join(BUILDINGS)}')
    mass, windows = BUILDINGS[kind]
    body = fill(mass, "compoundline") + fill(windows, "slot")
    return group(body, transform=f"translate({num(x)} {num(y - 40 * scale)}) scale({scale:g})")


def bridge(state: str, x: float, y: float, scale: float = 1.0) -> str:
    """In a box of 48 by 26: open with an arrow, closed by a barrier, destroyed with a gap."""
    if state == "destroyed":
        out = fill("M0 26V9H17L14 14L18 18C12 16 6 19 6 26ZM48 26V9H33L30 13L33 17L30 19C36 16 42 19 42 26Z", "ink")
        out += stroke("M19 5L29 15M29 5L19 15", "gone", 3.6, stroke_linecap="round")
    else:
        out = fill("M0 26V9H48V26H42C42 17 30 17 30 26H18C18 17 6 17 6 26Z", "ink")
        if state == "open":
            out += stroke("M14 3.5H32M27 -1L32 3.5L27 8", "target", 3)
        else:
            out += path("M11 -2H37V6H11Z", fill=v("chip"), stroke=PRINT, stroke_width=1.3)
            out += stroke("M14.5 6L20 -2M21.5 6L27 -2M28.5 6L34 -2", "barrier", 3.2)
    return group(out, transform=f"translate({num(x)} {num(y)}) scale({scale:g})")


def resource(kind: str, x: float, y: float, size: float, critical: bool, **values: object) -> str:
    """A disc; critical ones are dark, ringed and larger."""
    if kind not in RESOURCES:
        raise ValueError(f'no resource is called "{kind}"; known are {", ".join(RESOURCES)}')
    solid, line = RESOURCES[kind]
    tone = "#ffd98a" if critical else PRINT
    r = size / 2
    out = circle(0, 0, r + (2.6 if critical else 1.6), fill=v("glow") if critical else PRINT)
    if critical:
        out += circle(0, 0, r + 0.9, fill=PRINT)
    out += circle(0, 0, r, fill=PRINT if critical else "#fffaf0")
    mark = path(solid, fill=tone, fill_rule="evenodd")
    mark += path(line, fill="none", stroke=tone, stroke_width=1.9, stroke_linecap="round", stroke_linejoin="round")
    out += group(mark, transform=f"scale({size / 20 * 0.78:.3f}) translate(-10 -10)")
    return group(out, transform=f"translate({num(x)} {num(y)})", **values)


def tag(words: str, holder: Livery | None, x: float, y: float) -> str:
    """Letter and number of a compound, in the shape of who holds it; a star where there is no number."""
    inks = [v(holder.tone(part)) for part in ("main", "deep", "ink")] if holder else ["#fffaf0", PRINT, PRINT]
    body, edge, ink = inks
    shape = TAGS[holder.shape if holder else "square"]
    out = path(shape, fill=body, stroke=edge, stroke_width=2, stroke_linejoin="round")
    if len(words) <= 3:
        out += text(0, 6.4, words, class_="tag", style=f"fill:{ink}")
    else:
        out += path(star(0, 0.6, 8.4), fill=ink)
    return group(out, transform=f"translate({num(x)} {num(y)})")


def worth(points: int, x: float, y: float) -> str:
    """Action points, on a dark pill."""
    out = path("M-15 -10H15A10 10 0 0 1 15 10H-15A10 10 0 0 1 -15 -10Z", fill=PRINT, stroke=v("halo"), stroke_width=2)
    out += text(0, 4.3, f"+{points} AP", class_="ap", style="fill:#ffd98a")
    return group(out, transform=f"translate({num(x)} {num(y)})")


def will(boxes: int, x: float, y: float) -> str:
    """A pennant for each box of will; x is the right end."""
    d = "".join(f"M{num(x - 18 * k - 17)} {num(y - 9)}h17l-8.5 16Z" for k in range(boxes))
    return fill(d, "pennant", stroke=v("pennantedge"), stroke_width=1.7, stroke_linejoin="round")
