"""Names of rivers and routes: on a calm curve beside the line, never on its bends, where letters would break apart."""

from __future__ import annotations

import math

from frente.draw.geometry import Taken, offset, walk
from frente.draw.lettering import width
from frente.draw.pen import Line
from frente.geo.hexgrid import Point

SIZE = 19.0
SPACING = 1.8  # between letters
STEP = 6.0  # between two points of a curve


def place(
    extent: Point, taken: Taken, name: str, line: Line, size: float = SIZE, spacing: float = SPACING
) -> list[tuple[str, Line]]:
    """The name and its curve; twice for a long river. What they cover is marked as taken."""
    room = width(name, size) + spacing * len(name) + 10  # other faces run wider, and what the curve cannot hold is lost
    need = int(room / STEP) + 2
    calm = walk(_soften(walk(line, STEP), 12), STEP)
    options: list[tuple[float, int, Line]] = []
    for start in range(3, max(4, len(calm) - need - 8), 3):
        part = calm[start : start + need + 5]
        if part[-1][0] < part[0][0] - 2:
            part = part[::-1]  # letters stand upright
        for by in (15.0, 19.0, -23.0, -27.0):
            curve = _trim(offset(part, by), room)
            cost = _covers(extent, taken, curve) + _strain(curve) + (0.0 if by > 0 else 0.6)
            options.append((cost, start, curve))
    chosen: list[tuple[int, Line]] = []
    for _, start, curve in sorted(options):
        if all(abs(start - other) > 2.6 * need for other, _ in chosen):
            chosen.append((start, curve))
            for x, y in curve:
                taken.add_box(x - 4, y - 14, x + 4, y + 4, 6.0)
        if len(chosen) == (2 if len(calm) > 6 * need else 1):
            break
    return [(name, curve) for _, curve in chosen]


def _trim(line: Line, room: float) -> Line:
    """The beginning of a line, as long as is needed: the outer side of a bend is longer than the inner."""
    length = 0.0
    for k, (p, q) in enumerate(zip(line, line[1:])):
        length += math.dist(p, q)
        if length >= room:
            return line[: k + 2]
    return line


def _covers(extent: Point, taken: Taken, line: Line) -> float:
    cost = 0.0
    for x, y in walk(line, 9.0):
        outside = max(-x, -y, x - extent[0], y - extent[1])
        cost += taken.cost(x - 7, y - 13, x + 7, y + 5) / 2 + max(0.0, outside + 8)
    return cost


def _strain(line: Line) -> float:
    """How hard a curve is to read along: bent or steep."""
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    bend = max(abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) for x, y in line) / length**2
    return 30 * bend + 3 * abs(by - ay) / length


def _soften(line: Line, reach: int) -> Line:
    """Each point replaced by the mean of its surroundings."""
    out: Line = []
    for k in range(len(line)):
        part = line[max(0, k - reach) : k + reach + 1]
        out.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return out
