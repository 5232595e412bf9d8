"""Sheets of paper as SVG in millimetres, and PDF files made of them: faces embedded, text as text."""
from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import pypdf

from frente.draw import export
from frente.draw.palette import SANS, SERIF, themed
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.stylesheet import clips
from frente.look import Look

SIZES: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN: Final = 10.0                     # that home printers leave white
POINT: Final = 72 / 25.4                 # points in a millimetre
RULER: Final = 100.0
ABSENT: Final = re.compile("[≥≤→]")     # signs that the sans face lacks: where one stands, all is set in the serif one
INK: Final = "#1d1712"
# No colour of text: a rule for all of it would paint over what counters bring along.
CSS: Final = (f"text{{font-family:{SANS}}}.serif{{font-family:{SERIF}}}.b{{font-weight:700}}"
              ".m{text-anchor:middle}.e{text-anchor:end}")


@dataclass(frozen=True)
class Paper:
    width: float
    height: float

    @staticmethod
    def of(name: str, landscape: bool = False) -> Paper:
        w, h = SIZES[name]
        return Paper(h, w) if landscape else Paper(w, h)


def page(paper: Paper, body: str, look: Look | None = None) -> str:
    """One side of a sheet; colours by name are the light ones, those of sides as the look has them."""
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {paper.width:g} {paper.height:g}" '
           f'width="{paper.width:g}mm" height="{paper.height:g}mm"><style>{CSS}</style><defs>{clips()}</defs>'
           f"{body}</svg>")
    return themed(svg, "light", STREET_PALETTE | (look.palette() if look else {}))


def text(x: float, y: float, words: str, size: float, kind: str = "", fill: str = "") -> str:
    if ABSENT.search(words):
        kind = f"{kind} serif".strip()
    looks = f"font-size:{size:g}px;fill:{fill or INK}"
    return f'<text x="{x:.2f}" y="{y:.2f}" class="{kind}" style="{looks}">{escape(words)}</text>'


def line(d: str, width: float = 0.15, colour: str = "#000000") -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def ruler(paper: Paper, words: str, y: float) -> str:
    """A line of 100 mm, to see that nothing was scaled, and what sheet this is."""
    x = (paper.width - RULER) / 2
    return line(f"M{x:g} {y - 1.2:g}v2.4M{x:g} {y:g}h{RULER:g}M{x + RULER:g} {y - 1.2:g}v2.4", 0.2) + text(
        paper.width / 2, y - 1.4, words, 2.6, "m")


def document(pages: Iterable[str], title: str) -> bytes:
    """Pages as one PDF file."""
    writer = pypdf.PdfWriter()
    for svg in pages:
        writer.append(io.BytesIO(export.pdf(svg)))
    return finished(writer, title)


def finished(writer: pypdf.PdfWriter, title: str) -> bytes:
    writer.metadata = {"/Title": title, "/Producer": "Frente"}
    writer.compress_identical_objects()          # the faces, which each page brings along
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


def opened(data: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(data))
