"""Counters and the marks on and round them, drawn in a box of 60 by 60 units.

The sides differ without colour: dark card, round corners and light print against pale card, cut corners, dark print
and a ruled line under the band. Support markers are discs or octagons, never squares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from frente.draw.palette import SANS, side_key, themed, v
from frente.draw.pen import circle, fill, group, num, path, poly, rect, stroke, text

BODY: Final = {
    "rep": "M9 0H51A9 9 0 0 1 60 9V51A9 9 0 0 1 51 60H9A9 9 0 0 1 0 51V9A9 9 0 0 1 9 0Z",
    "nat": "M8 0H52L60 8V52L52 60H8L0 52V8Z",
}
DISC: Final = {
    "rep": "M30 2A28 28 0 0 1 30 58A28 28 0 0 1 30 2Z",
    "nat": "M18.4 2H41.6L58 18.4V41.6L41.6 58H18.4L2 41.6V18.4Z",
}
# Light tints for the bands of formations; the dark print on them has a contrast of 7.7 to 1 or better.
BANDS: Final = (
    "#cfc6b4", "#e0ad45", "#8fb39b", "#d8c9a8", "#e8d9e2", "#b7a5cc", "#d9c489", "#a7bf8f", "#d1a58c", "#9fb7d6",
    "#e5dfd0", "#e59a86",
)  # fmt: skip
# Outline and sign of each status chip, in a box of 20 by 20; every outline is different.
CHIPS: Final = {
    "unsupplied": (
        "M10 0L20 10L10 20L0 10Z",
        "M10 5.4A4.6 4.6 0 0 1 10 14.6A4.6 4.6 0 0 1 10 5.4ZM6.8 13.2L13.2 6.8",
    ),
    "moved": ("M0 0H13L20 10L13 20H0Z", "M3.5 10H13M9.5 5.8L13.7 10L9.5 14.2"),
    "attacked": (
        "M10 0L12.6 4.6L17.6 3L16.2 8L20 10L16.2 12L17.6 17L12.6 15.4L10 20"
        "L7.4 15.4L2.4 17L3.8 12L0 10L3.8 8L2.4 3L7.4 4.6Z",
        "M7 7L13 13M13 7L7 13",
    ),
    "retreated": ("M20 0H7L0 10L7 20H20Z", "M16 14V9.5A3 3 0 0 0 13 6.5H7M9.8 3.4L6.6 6.5L9.8 9.6"),
    "fixed": (
        "M3 0H17L20 3V17L17 20H3L0 17V3Z",
        "M10 4.5V15M6 7.5H14M4.6 11.5A5.5 5.5 0 0 0 15.4 11.5",
    ),
    "spent": ("M10 0A10 10 0 0 1 10 20A10 10 0 0 1 10 0Z", "M5.5 10H14.5"),
}
CSS: Final = f"""
text{{font-family:{SANS};fill:{v('ink')}}}
.c-band{{font-size:10.5px;font-weight:700;fill:{v('print')}}}.c-size{{font-size:9.5px;font-weight:700;fill:{v('print')};text-anchor:middle}}
.c-name{{font-size:10px;font-weight:700;text-anchor:middle}}.c-factors{{font-size:18.5px;font-weight:700;letter-spacing:.3px;text-anchor:middle}}
.c-long{{font-size:15px;font-weight:700;text-anchor:middle}}.c-count{{font-size:11.5px;font-weight:700;text-anchor:middle}}
"""
MM = 15.0  # printed side of a counter


@dataclass(frozen=True)
class Card:
    """What is printed on a counter and what has happened to it."""

    side: str
    kind: str  # "infantry", "cavalry", "tank" or "garrison"
    factors: str
    name: str = ""
    formation: str = ""
    band: int = 0  # which of BANDS
    size: str = ""
    elite: bool = False
    steps: int = 1
    lost: int = 0
    chips: tuple[str, ...] = ()
    stack: int = 1
    chosen: bool = False


def draw(card: Card) -> str:
    key = side_key(card.side)
    body, deep, ink = BODY[key], v(key + "deep"), v(key + "ink")
    edge = {"stroke": deep, "stroke_width": 1.4}
    out = ""
    for k in range(min(card.stack, 3) - 1, 0, -1):  # cards underneath, up and to the right
        out += fill(body, key, transform=f"translate({3.2 * k:.1f} {-3.2 * k:.1f})", **edge)
    if card.chosen:
        for wide, opacity in ((15, 0.28), (10, 0.55), (6, 1.0)):
            out += stroke(body, "glow", wide, opacity, stroke_linejoin="round")
    out += path(body, fill=deep, transform="translate(1.8 2.2)") + fill(body, key, **edge)
    inside = rect(0, 0, 60, 13, fill=BANDS[card.band % len(BANDS)])
    if key == "nat":
        inside += path("M0 14.6H60", stroke=deep, stroke_width=1)
    if card.lost:
        inside += rect(0, 41.5, 60, 19, fill=v(key + "symbol")) + path("M0 41.5H60", stroke=deep, stroke_width=1.2)
    out += group(inside, clip_path=f"url(#card-{key})") + path(body, fill="none", **edge)
    out += text(6 if key == "rep" else 8, 10.4, card.formation, class_="c-band")
    out += text(34, 10.6, card.size, class_="c-size")
    out += _star(43.0 if card.chips else 51.5) if card.elite else ""
    out += symbol(card.kind, key)
    turned = {"transform": "translate(11.5 30.5) rotate(-90)", "class_": "c-name", "style": f"fill:{ink}"}
    out += text(0, 0, card.name, **turned) + _pips(card, ink)
    dark = v("repdeep") if card.lost and key == "rep" else ink
    out += text(30, 56.6, card.factors, class_="c-factors" if len(card.factors) < 6 else "c-long", style=f"fill:{dark}")
    out += "".join(chip(name, 51, 16 * k - 7) for k, name in enumerate(card.chips[:2]))
    if card.stack > 1:
        out += circle(57, 56, 8.5, fill=v("print"), stroke=v("chip"), stroke_width=1.5)
        out += text(57, 60.2, str(card.stack), class_="c-count", style=f"fill:{v('repink')}")
    return out


def _star(x: float) -> str:
    points = []
    for k in range(10):
        r = 2.2 if k % 2 else 5.2
        points.append((x + r * math.sin(k * math.pi / 5), 6.8 - r * math.cos(k * math.pi / 5)))
    return fill(poly(points, True), "print")


def _pips(card: Card, ink: str) -> str:
    """Steps, the lost ones empty."""
    if card.steps < 2:
        return ""
    marks = (("none" if k < card.lost else ink, 23 + 8 * k) for k in range(card.steps))
    return "".join(path(f"M48 {y}h5.6v5.6h-5.6Z", fill=tone, stroke=ink, stroke_width=1.2) for tone, y in marks)


def symbol(kind: str, key: str) -> str:
    """The usual signs of the branches; armour is a side view of a light tank."""
    ink, tone = v("repdeep" if key == "rep" else "natink"), v(key + "symbol")
    if kind == "tank":
        hull = "M3 12.5L6 8H12V3.5H22L23 5H34V6.6H23V8H29L33.5 12.5Z"
        out = path(hull, fill=tone, stroke=ink, stroke_width=1.3, stroke_linejoin="round")
        out += path("M4 12.5H33A4 4 0 0 1 32 20H6A4 4 0 0 1 4 12.5Z", fill=ink)
        out += "".join(circle(7.4 + k * 4.5, 16.6, 1.7, fill=tone) for k in range(6))
        return group(out, transform="translate(12 20.5)")
    signs = {
        "infantry": "M16 21.5L44 39M44 21.5L16 39",
        "cavalry": "M16 39L44 21.5",
        "garrison": "M21 35.5v-8h3.5v2.6h3.7v-2.6h3.6v2.6h3.7v-2.6h3.5v8Z",
    }
    if kind not in signs:
        raise ValueError(f'no sign is known for units of the kind "{kind}"; known are tank, {", ".join(signs)}')
    box = path("M16 21.5h28v17.5h-28Z", fill=tone, stroke=ink, stroke_width=1.7)
    solid = ink if kind == "garrison" else "none"
    return box + path(signs[kind], fill=solid, stroke=ink, stroke_width=1.7, stroke_linejoin="round")


def chip(name: str, x: float, y: float, size: float = 15) -> str:
    outline, sign = CHIPS[name]
    line = {"stroke": v("print"), "stroke_linejoin": "round"}
    body = fill(outline, "chip", stroke_width=1.8, **line)
    body += path(sign, fill="none", stroke_width=2, stroke_linecap="round", **line)
    return group(f"<title>{name}</title>{body}", transform=f"translate({num(x)} {num(y)}) scale({size / 20:g})")


def support(side: str, kind: str, used: bool = False) -> str:
    """A marker of artillery or aviation."""
    key = side_key(side)
    shape, ink, deep = DISC[key], v(key + "ink"), v(key + "deep")
    out = path(shape, fill=deep, transform="translate(1.6 2)") + fill(shape, key, stroke=deep, stroke_width=1.5)
    out += path(shape, fill="none", stroke=ink, stroke_opacity=0.7, transform="translate(4.5 4.5) scale(.85)")
    if kind == "artillery":
        out += path("M12 37.5L22 31.5L21 28.5L46 19.5L47.3 22.8L31 29.5L33 35H27L14 40.5Z", fill=ink)
        out += circle(31, 35.5, 7.2, fill="none", stroke=ink, stroke_width=2.6)
        out += path("M31 29V42M24.5 35.5H37.5M26.4 30.9L35.6 40.1M35.6 30.9L26.4 40.1", stroke=ink, stroke_width=1.1)
    elif kind == "aviation":
        right = "M30 11C32.4 11 33 15 33 19L52 21V28L33 29.5L32 40L38.5 42V46.5L30 45.5"
        left = "L21.5 46.5V42L28 40L27 29.5L8 28V21L27 19C27 15 27.6 11 30 11Z"
        out += path(right + left, fill=ink) + path("M22 11.5H38", stroke=ink, stroke_width=2)
    else:
        raise ValueError(f'no marker is known for "{kind}"; known are artillery and aviation')
    return out + (path("M10 10L50 50", stroke=v("chip"), stroke_width=4, stroke_opacity=0.85) if used else "")


def sheet(cards: Sequence[Card], title: str, theme: str = "light", across: int = 14) -> str:
    """Counters side by side at their printed size, to be cut out."""
    gap = 68.0
    rows = math.ceil(len(cards) / across)
    w, h = across * gap + 12, rows * gap + 12
    clips = "".join(f'<clipPath id="card-{key}"><path d="{body}"/></clipPath>' for key, body in BODY.items())
    body = ""
    for k, card in enumerate(cards):
        body += group(draw(card), transform=f"translate({num(10 + k % across * gap)} {num(10 + k // across * gap)})")
    mm = MM / 60
    return themed(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(w)} {num(h)}" width="{w * mm:.1f}mm" '
        f'height="{h * mm:.1f}mm" role="img" aria-label="{escape(title)}"><style>{CSS}</style><defs>{clips}</defs>'
        f"{rect(0, 0, w, h, fill=v('margin'))}{body}</svg>\n",
        theme,
    )
