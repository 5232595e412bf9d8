"""The map whole, or in tiles that are glued on one another. Every tile looks at the one drawing through its own window:
the map is in the file once."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import pypdf
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

from frente.draw import export
from frente.press.paper import MARGIN, POINT, SIZES, Paper, finished, opened, page, text

OVERLAP: Final = 10.0                    # of neighbours, to glue on


@dataclass(frozen=True)
class Plan:
    """How a map of a size is cut up, in millimetres."""

    width: float
    height: float
    paper: tuple[float, float]
    columns: int
    rows: int

    @property
    def window(self) -> tuple[float, float]:
        return self.paper[0] - 2 * MARGIN, self.paper[1] - 2 * MARGIN

    @staticmethod
    def of(width: float, height: float, paper: str) -> Plan:
        """The way up that needs fewer sheets; upright where both need the same."""
        plans = []
        for w, h in (SIZES[paper], SIZES[paper][::-1]):
            across, down = w - 2 * MARGIN - OVERLAP, h - 2 * MARGIN - OVERLAP
            plans.append(Plan(width, height, (w, h), max(1, math.ceil((width - OVERLAP) / across)),
                              max(1, math.ceil((height - OVERLAP) / down))))
        return min(plans, key=lambda plan: plan.columns * plan.rows)

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Where on the map the upper left corner of a window lies; what is left over is shared out to both edges."""
        w, h = self.window
        x0 = (self.columns * (w - OVERLAP) + OVERLAP - self.width) / 2
        y0 = (self.rows * (h - OVERLAP) + OVERLAP - self.height) / 2
        return column * (w - OVERLAP) - x0, row * (h - OVERLAP) - y0


def tiled(drawn: bytes, paper: str, title: str, words: str) -> tuple[bytes, Plan]:
    """A drawing in tiles; *words* has the places {title}, {row}, {column}, {rows}, {columns}."""
    whole = opened(drawn).pages[0]
    plan = Plan.of(float(whole.mediabox.width) / POINT, float(whole.mediabox.height) / POINT, paper)
    writer = pypdf.PdfWriter()
    kept = writer.add_page(whole)
    contents, resources = kept[NameObject("/Contents")].indirect_reference, kept[NameObject("/Resources")]
    labels: dict[NameObject, Any] = {}
    m, (w, h) = MARGIN * POINT, (x * POINT for x in plan.window)
    edge = f"{plan.width * POINT:.2f} {plan.height * POINT:.2f}"
    for row in range(plan.rows):
        for column in range(plan.columns):
            x, y = plan.corner(column, row)
            tile: Any = writer.add_blank_page(plan.paper[0] * POINT, plan.paper[1] * POINT)
            low = plan.height - y - plan.window[1]           # of the window over the lower edge of the map
            before = _stream(f"q {m:.2f} {m:.2f} {w:.2f} {h:.2f} re W n q 1 0 0 1 {m - x * POINT:.2f} "
                             f"{m - low * POINT:.2f} cm 0 0 {edge} re W n\n")           # grounds reach over the edge
            after = _stream(f"\nQ Q q .4 w 0 G {_marks(plan, column, row)} Q /Label{len(labels)} Do\n")
            tile[NameObject("/Resources")] = resources
            tile[NameObject("/Contents")] = ArrayObject(
                [writer._add_object(before), contents, writer._add_object(after)])
            if "/Group" in kept:
                tile[NameObject("/Group")] = kept["/Group"]
            label = words.format(title=title, row=row + 1, column=column + 1, rows=plan.rows, columns=plan.columns)
            labels[NameObject(f"/Label{len(labels)}")] = _label(writer, Paper(*plan.paper), label)
    shown: Any = resources.get_object()
    shown[NameObject("/XObject")] = DictionaryObject({**shown.get("/XObject", {}), **labels})
    writer.remove_page(0)
    return finished(writer, title), plan


def _stream(operators: str) -> DecodedStreamObject:
    found = DecodedStreamObject()
    found.set_data(operators.encode("latin-1"))
    return found


def _label(writer: pypdf.PdfWriter, paper: Paper, words: str) -> Any:
    """What sheet it is, set in our own face, as a drawing that a page can show besides."""
    drawn = opened(export.pdf(page(paper, text(MARGIN + 1, paper.height - MARGIN + 6.2, words, 3)))).pages[0]
    form = _stream(drawn.get_contents().get_data().decode("latin-1"))
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = drawn.mediabox
    form[NameObject("/Resources")] = drawn["/Resources"].clone(writer)
    return writer._add_object(form)


def _marks(plan: Plan, column: int, row: int) -> str:
    """Ticks at the corners of the window, and where the next tile meets this one."""
    m, o = MARGIN * POINT, OVERLAP * POINT
    w, h = (x * POINT for x in plan.window)
    xs = [m, m + w] + ([m + w - o] if column < plan.columns - 1 else []) + ([m + o] if column else [])
    ys = [m, m + h] + ([m + o] if row < plan.rows - 1 else []) + ([m + h - o] if row else [])
    out = ""
    for x in xs:
        out += f"{x:.2f} {m - 12:.2f} m {x:.2f} {m - 3:.2f} l S {x:.2f} {m + h + 3:.2f} m {x:.2f} {m + h + 12:.2f} l S "
    for y in ys:
        out += f"{m - 12:.2f} {y:.2f} m {m - 3:.2f} {y:.2f} l S {m + w + 3:.2f} {y:.2f} m {m + w + 12:.2f} {y:.2f} l S "
    return out
