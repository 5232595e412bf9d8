"""Small words of SVG: numbers, paths, text, groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from frente.draw.palette import v
from frente.geo.hexgrid import Point

Line = list[Point]


def num(n: float) -> str:
    """One decimal at most: a tenth of a unit is a fortieth of a millimetre in print."""
    text = f"{n:.1f}"
    return text[:-2] if text.endswith(".0") and text != "-0.0" else "0" if text == "-0.0" else text


def poly(points: Sequence[Point], close: bool = False) -> str:
    """Path data through the points, relative after the first so that the file stays small."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    out = [f"M{num(x)} {num(y)}l"]
    for px, py in points[1:]:
        px, py = round(px, 1), round(py, 1)
        out.append(f"{num(px - x)} {num(py - y)}")
        x, y = px, py
    return out[0] + " ".join(out[1:]) + ("Z" if close else "") if len(out) > 1 else ""


def polys(lines: Iterable[Sequence[Point]], close: bool = False) -> str:
    return "".join(poly(line, close) for line in lines)


def attributes(values: dict[str, object]) -> str:
    """Keyword arguments as attributes: `class_` is class, `stroke_width` is stroke-width."""
    return "".join(f' {k.rstrip("_").replace("_", "-")}="{_value(x)}"' for k, x in values.items() if x is not None)


def _value(x: object) -> str:
    return num(x) if isinstance(x, float) and abs(x) >= 10 else escape(f"{x:g}" if isinstance(x, float) else str(x))


def path(d: str, **values: object) -> str:
    return f'<path d="{d}"{attributes(values)}/>' if d else ""


def fill(d: str, colour: str, opacity: float | None = None, /, **values: object) -> str:
    """A filled path. Opacity belongs to the fill, not to the element: an element's own needs a layer to itself and
    makes pictures of large maps several times slower."""
    return path(d, fill=v(colour), fill_opacity=opacity, **values)


def stroke(d: str, colour: str, width: float, opacity: float | None = None, /, **values: object) -> str:
    return path(d, fill="none", stroke=v(colour), stroke_width=width, stroke_opacity=opacity, **values)


def text(x: float, y: float, words: str, **values: object) -> str:
    return f'<text x="{num(x)}" y="{num(y)}"{attributes(values)}>{escape(words)}</text>'


def group(body: str, **values: object) -> str:
    return f"<g{attributes(values)}>{body}</g>"


def circle(x: float, y: float, r: float, **values: object) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{r:g}"{attributes(values)}/>'


def rect(x: float, y: float, w: float, h: float, **values: object) -> str:
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{attributes(values)}/>'
