"""Text and tables in columns over as many pages as they need."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from frente.draw.lettering import width, wrap
from frente.press.paper import MARGIN, Paper, line, page, text

GAP: Final = 6.0                         # between columns
HEAD: Final = 12.0                       # room for the title of a page
SMALL: Final = 2.75
LEADING: Final = 1.32
SHORT: Final = 20                        # rows of a table that is not parted


@dataclass(frozen=True)
class Block:
    """Something that is not broken: its height and its drawing from the upper left corner, and what must follow it."""

    height: float
    drawing: str
    keep: bool = False                   # with the next one


@dataclass
class Flow:
    paper: Paper
    title: str
    columns: int = 2
    blocks: list[Block] = field(default_factory=list)

    @property
    def room(self) -> float:
        return (self.paper.width - 2 * MARGIN - GAP * (self.columns - 1)) / self.columns

    @property
    def tall(self) -> float:
        """Of a column."""
        return self.paper.height - 2 * MARGIN - HEAD - 5

    def heading(self, words: str, size: float = 4.2) -> None:
        rows = wrap(words, self.room, size)
        out = "".join(text(0, size * (1.1 + 1.15 * k), row, size, "b") for k, row in enumerate(rows))
        high = size * (0.6 + 1.15 * len(rows))
        self.blocks.append(Block(high + 1.6, out + line(f"M0 {high:.2f}h{self.room:.2f}", 0.25, "#6b5b45"), True))

    def said(self, words: str, size: float = SMALL, kind: str = "", fill: str = "", indent: float = 0.0,
             keep: bool = False, after: float = 0.0) -> None:
        """A paragraph; its lines may be broken over columns, but neither its first nor its last is left alone, and
        none where it belongs to what follows.
        """
        rows = wrap(words, self.room - indent, size * (1.06 if "b" in kind.split() else 1.0))
        for k, row in enumerate(rows):
            last = k == len(rows) - 1
            self.blocks.append(Block(size * LEADING + (after if last else 0), text(indent, size, row, size, kind, fill),
                                     keep or (not last and k in (0, len(rows) - 2))))

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], size: float = 2.6) -> None:
        """A grid whose columns are as wide as they need, the widest giving way; every second row is tinted."""
        every = [list(head), *[list(r) for r in rows]] if any(head) else [list(r) for r in rows]
        n = max((len(r) for r in every), default=0)
        every = [r + [""] * (n - len(r)) for r in every]
        if any(head) and sum(_least(row, size) for row in zip(*every)) > self.room - 2.2 * n:
            self.table([], [[r[0], told(head[1:], r[1:])] for r in every[1:]], size)     # too many columns: one by one
            return
        wide = _widths([[width(cell, size) * 1.05 for cell in r] for r in every],
                       [_least(row, size) for row in zip(*every)], self.room - 2.2 * n)
        wrapped = [[wrap(cell, wide[c], size) for c, cell in enumerate(r)] for r in every]
        heights = [max(len(x) for x in cells) * size * 1.22 + 1.1 for cells in wrapped]
        short = len(every) <= SHORT and sum(heights) < self.tall / 2
        for k, (cells, high) in enumerate(zip(wrapped, heights)):
            tint = f'<rect width="{self.room:.2f}" height="{high:.2f}" fill="#efe6d0"/>'
            out = tint if k % 2 == 0 else ""
            x = 1.1
            for c, lines in enumerate(cells):
                kind = "b" if k == 0 and any(head) else ""
                out += "".join(text(x, size * (1.1 + 1.22 * j), row, size, kind) for j, row in enumerate(lines))
                x += wide[c] + 2.2
            last = len(every) - 1        # no row is left alone, neither the first nor the last
            self.blocks.append(Block(high, out, k < last and (short or k in (0, last - 1))))

    def gap(self, size: float = 2.0) -> None:
        self.blocks.append(Block(size, ""))

    def join(self, size: float) -> None:
        """A gap of this size instead of the last one, over which what follows is not parted from what came."""
        self.blocks[-2:] = [replace(self.blocks[-2], keep=True), Block(size, "", True)]

    def pages(self) -> list[str]:
        return bound([self])

    def filled(self) -> list[list[list[tuple[float, Block]]]]:
        """What stands in which column of each page. Blocks that belong together go to the next column together."""
        top = MARGIN + HEAD
        bottom = top + self.tall
        columns: list[list[tuple[float, Block]]] = [[]]
        y, k = top, 0
        while k < len(self.blocks):
            group = [self.blocks[k]]
            while group[-1].keep and k + len(group) < len(self.blocks):
                group.append(self.blocks[k + len(group)])
            need = sum(b.height for b in group)
            if y + need > bottom and columns[-1] and need < self.tall:
                columns.append([])
                y = top
            for b in group:
                if y + b.height > bottom and columns[-1]:
                    columns.append([])
                    y = top
                columns[-1].append((y, b))
                y += b.height
            k += len(group)
        return [columns[n:n + self.columns] for n in range(0, len(columns), self.columns)]


def bound(flows: Sequence[Flow]) -> list[str]:
    """The pages of one booklet as SVG, numbered through."""
    every = [(flow, columns) for flow in flows for columns in flow.filled()]
    found = []
    for n, (flow, columns) in enumerate(every, 1):
        right = flow.paper.width - MARGIN
        out = text(MARGIN, MARGIN + 5, flow.title, 5.2, "serif")
        out += text(right, MARGIN + 5, f"{n} / {len(every)}", 3, "e")
        out += line(f"M{MARGIN:g} {MARGIN + 7.5:g}H{right:g}", 0.3)
        for c, column in enumerate(columns):
            left = MARGIN + c * (flow.room + GAP)
            out += "".join(f'<g transform="translate({left:.2f} {y:.2f})">{b.drawing}</g>' for y, b in column)
        found.append(page(flow.paper, out))
    return found


def _least(cells: Sequence[str], size: float) -> float:
    """How wide a column must be: its longest word."""
    return max((width(word, size) * 1.05 for cell in cells for word in cell.split()), default=0.0)


def told(head: Sequence[str], cells: Sequence[str]) -> str:
    """A row as names and values; what does not apply is left out."""
    return "; ".join(f"{name}: {cell}" for name, cell in zip(head, cells) if cell and cell != "no")


def _widths(needs: Sequence[Sequence[float]], least: Sequence[float], room: float) -> list[float]:
    """Widths of columns: what they need; if that is too much, the wide ones give way first, as far as they can."""
    wanted = [max(row[c] for row in needs) + 0.4 for c in range(len(needs[0]))] if needs else []
    for _ in range(60):
        over = sum(wanted) - room
        if over <= 0.01:
            break
        free = [w for w, floor in zip(wanted, least) if w > floor + 0.02]
        if not free:
            break
        most = max(free)
        wide = [c for c, w in enumerate(wanted) if w > most - 0.01 and w > least[c] + 0.02]
        below = max([w for w in wanted if w <= most - 0.01] + [least[c] for c in wide])
        step = min(most - below, over / len(wide)) if below else over / len(wide)
        for c in wide:
            wanted[c] -= step
    if wanted:                           # what is left over is for the last, which has words more often than figures
        wanted[-1] += max(0.0, room - sum(wanted)) if len(wanted) < 3 else 0.0
    spare = max(0.0, room - sum(wanted)) / max(1, len(wanted))
    return [w + spare for w in wanted]
