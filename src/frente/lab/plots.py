"""Pictures for a page, as SVG written by hand: no script, text as text, and a title that says what is seen."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from math import ceil, floor, log10
from typing import Any, Final

from frente import look
from frente.kernel.catalog import Game

OTHERS: Final = ("#27508c", "#a8322a", "#3d6b35")    # of a game that does not say how it looks
GREY: Final = "#5d574d"
FAINT: Final = "#d9d2c4"
WIDE: Final = 720.0
LEFT: Final = 290.0                      # room for the names of arms
ROW: Final = 26.0
_NUMBER: Final = count(1)


def ink(game: Game[Any], side: str) -> str:
    """The colour of a side's curve, on white."""
    if look.shown(game.folder):
        return look.read(game.folder).side(side).colours["line"][0]
    return OTHERS[game.side(side) % len(OTHERS)]


@dataclass(frozen=True)
class Mark:
    """A share with its interval, on the line of an arm."""

    row: str
    value: float
    low: float
    high: float
    colour: str
    shape: str = "dot"                   # or "up", "down"


def svg(width: float, height: float, title: str, body: Iterable[str]) -> str:
    name = f"t{next(_NUMBER)}"
    return (f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" aria-labelledby="{name}">'
            f'<title id="{name}">{escape(title)}</title>{"".join(body)}</svg>')


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#1d1a15", size: float = 13) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size:g}">'
            f"{escape(words)}</text>")


def line(x1: float, y1: float, x2: float, y2: float, colour: str = FAINT, width: float = 1) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width:g}" fill="none"/>'


def intervals(title: str, marks: Sequence[Mark], low: float, high: float, percent: bool = True) -> str:
    """One line a row, one mark a value; the axis runs from low to high."""
    rows = list(dict.fromkeys(mark.row for mark in marks))
    height = ROW * len(rows) + 30
    scale = (WIDE - LEFT - 20) / (high - low)
    body = []
    for tick in ticks(low, high):
        x = LEFT + (tick - low) * scale
        body.append(line(x, 4, x, height - 24, GREY if tick == 0 and low < 0 else FAINT))
        shown = f"{100 * tick if percent else tick:{'+' if low < 0 and tick else ''}.0f}{' %' if percent else ''}"
        body.append(text(x, height - 6, shown, "middle", GREY, 12))
    for i, row in enumerate(rows):
        body.append(text(LEFT - 12, ROW * i + 22, clipped(row, 38), "end"))
        here = [mark for mark in marks if mark.row == row]
        for k, mark in enumerate(here):
            y = ROW * i + 17 + (k - (len(here) - 1) / 2) * 8
            x = LEFT + (mark.value - low) * scale
            body.append(line(LEFT + (mark.low - low) * scale, y, LEFT + (mark.high - low) * scale, y, mark.colour, 2))
            body.append(_mark(mark, x, y))
    return svg(WIDE, height, title, body)


def _mark(mark: Mark, x: float, y: float) -> str:
    if mark.shape == "dot":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{mark.colour}"/>'
    sign = -1 if mark.shape == "up" else 1
    return (f'<path d="M{x - 5.5:.1f} {y - sign * 4:.1f}H{x + 5.5:.1f}L{x:.1f} {y + sign * 5:.1f}Z" '
            f'fill="{mark.colour}"/>')


def bars(title: str, counts: Mapping[int, int], colour: str = GREY, width: float = 340, height: float = 150) -> str:
    """How often each value came; neighbouring values share a bar where there are too many."""
    low, high = min(counts), max(counts)
    size = max(1, ceil((high - low + 1) / 24))
    groups: dict[int, int] = {}
    for value, n in counts.items():
        groups[(value - low) // size] = groups.get((value - low) // size, 0) + n
    places = (high - low) // size + 1
    room, most = min(44.0, (width - 40) / places), max(groups.values())
    body = [line(30, height - 26, width - 8, height - 26, GREY)]
    for k, n in groups.items():
        tall = (height - 48) * n / most
        body.append(f'<rect x="{30 + k * room + 1:.1f}" y="{height - 26 - tall:.1f}" width="{max(1.0, room - 2):.1f}" '
                    f'height="{tall:.1f}" fill="{colour}"/>')
        if places <= 14:
            body.append(text(30 + (k + 0.5) * room, height - 30 - tall, str(n), "middle", GREY, 11))
    every = ceil(places / 8)
    for k in range(0, places, every):
        body.append(text(30 + (k + 0.5) * room, height - 10, str(low + k * size), "middle", GREY, 12))
    return svg(width, height, title, body)


def lines(title: str, curves: Mapping[str, tuple[str, Mapping[int, float]]], width: float = 340,
          height: float = 180) -> str:
    """Curves over the turns: name -> colour and points. Each is named at its end."""
    points = [(turn, value) for _, curve in curves.values() for turn, value in curve.items()]
    if not points:
        return ""
    body: list[str] = []
    first, last = min(t for t, _ in points), max(t for t, _ in points)
    top, least = max(1.0, *[v for _, v in points]), min(0.0, *[v for _, v in points])
    across, up = (width - 140) / max(1, last - first), (height - 44) / (top - least)
    floor_at = height - 26 + least * up  # where nothing is
    for tick in ticks(least, top):
        body.append(line(34, floor_at - tick * up, width - 104, floor_at - tick * up, FAINT if tick else GREY))
        body.append(text(30, floor_at + 4 - tick * up, f"{tick:g}", "end", GREY, 12))
    for turn in range(first, last + 1, max(1, ceil((last - first + 1) / 10))):
        body.append(text(34 + (turn - first) * across, height - 10, str(turn), "middle", GREY, 12))
    taken: list[float] = []
    for name, (colour, curve) in sorted(curves.items(), key=lambda c: -c[1][1][max(c[1][1])]):
        path = "L".join(f"{34 + (t - first) * across:.1f} {floor_at - v * up:.1f}" for t, v in sorted(curve.items()))
        body.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        y = floor_at + 4 - curve[max(curve)] * up
        y = max([y, *[t + 15 for t in taken[-1:]]])
        taken.append(y)
        body.append(text(width - 98, y, clipped(name, 16), "start", colour, 12))
    return svg(width, height, title, body)


@dataclass(frozen=True)
class Land:
    """The spaces of a game and the picture of its map, to be shown many times."""

    spaces: Mapping[str, Sequence[Sequence[float]]]      # id -> corners
    box: Sequence[float]                 # of the picture: left, top, width, height
    image: str                           # as a data address; empty: the outlines alone
    name: str

    def ground(self) -> str:
        """Written once; every map uses it."""
        if not self.image:
            return ""
        x, y, w, h = self.box
        return (f'<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>'
                f'<symbol id="{self.name}" viewBox="{x:g} {y:g} {w:g} {h:g}"><image href="{self.image}" x="{x:g}" '
                f'y="{y:g}" width="{w:g}" height="{h:g}" preserveAspectRatio="none"/></symbol></defs></svg>')

    def map(self, title: str, held: Mapping[str, Mapping[str, float]], game: Game[Any], width: float = 340) -> str:
        """The ground in the colour of whoever holds it more often, the stronger the more often."""
        x, y, w, h = self.box
        height = width * h / w
        name = f"t{next(_NUMBER)}"
        shapes = []
        for space, share in held.items():
            if space not in self.spaces:
                continue
            best = max(share, key=lambda side: share[side])
            rest = sum(share.values()) - share[best]
            corners = "L".join(f"{a:g} {b:g}" for a, b in self.spaces[space])
            strength = f"{0.1 + 0.6 * max(0.0, share[best] - rest):.2f}"
            shapes.append(f'<path d="M{corners}Z" fill="{ink(game, best)}" fill-opacity="{strength}"'
                          f'{_contested(w) if rest > 0.2 else ""}/>')
        ground = f'<use href="#{self.name}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>' if self.image else ""
        return (f'<svg viewBox="{x:g} {y:g} {w:g} {h:g}" width="{width:g}" height="{height:.0f}" role="img" '
                f'aria-labelledby="{name}"><title id="{name}">{escape(title)}</title>{ground}{"".join(shapes)}</svg>')


def _contested(width: float) -> str:
    return f' stroke="#1d1a15" stroke-width="{width / 400:.1f}" stroke-dasharray="{width / 120:.1f}"'


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, five or so."""
    rough = (high - low) / 5
    size = 10 ** floor(log10(rough))
    step = next(size * k for k in (1, 2, 2.5, 5, 10) if size * k >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, floor(high / step + 1e-9) + 1)]


def clipped(words: str, most: int) -> str:
    return words if len(words) <= most else words[:most - 1] + "…"
