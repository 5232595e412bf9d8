"""What there is on a hex map: the description a game makes of its data and a drawing or a screen reads.

Positions are hexes; label offsets are in tenths of a hex radius, so that they hold at any size.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from frente.geo.hexgrid import Grid, Hex, Lattice, label
from frente.look import Look

Side = tuple[Hex, Hex]


@dataclass(frozen=True)
class LabelHint:
    """Where a name stands, if the drawing should not choose: offset from the centre of the hex and anchor."""

    dx: float
    dy: float
    anchor: str  # "start", "middle" or "end"


@dataclass(frozen=True)
class Town:
    name: str
    place: Hex
    size: int  # 3 town, 2 village, 1 hamlet
    hint: LabelHint | None = None


@dataclass(frozen=True)
class Vertex:
    """A survey point. The name may be empty; the height unknown."""

    name: str
    place: Hex
    metres: int | None = None
    hint: LabelHint | None = None
    mark: str = ""  # "castle" for a ruin or castle on the spot


@dataclass(frozen=True)
class River:
    """A river along hexsides, from source to mouth; width is relative to an ordinary river."""

    name: str
    sides: tuple[Side, ...]
    width: float = 1.0


@dataclass(frozen=True)
class Route:
    id: str
    kind: str  # "main", "road", "path" or "rail"
    hexes: tuple[Hex, ...]


@dataclass(frozen=True)
class Objective:
    place: Hex
    colour: str  # one of the goals of the look
    dashed: bool
    points: int
    framed: bool = True  # otherwise the points alone are shown


@dataclass(frozen=True)
class Mark:
    """A sign printed in a hex, such as an "observer"."""

    place: Hex
    kind: str


@dataclass(frozen=True)
class Entry:
    """A lettered hex at the edge, the side that enters there, and where the road leads."""

    letter: str
    place: Hex
    side: str
    edge: str  # "north", "east", "south" or "west"; empty for a hex inside the map
    leads_to: str = ""
    hexes: tuple[Hex, ...] = ()  # all hexes of an area that the letter stands for


@dataclass(frozen=True)
class Exit:
    """A road that leaves the map without a letter, and where it leads."""

    place: Hex
    leads_to: str


@dataclass(frozen=True)
class AreaName:
    """The name of a wood or stretch of country, at kilometres from the upper left of the field."""

    name: str
    x_km: float
    y_km: float


@dataclass(frozen=True)
class Height:
    """A known or estimated height, at kilometres from the upper left of the field; it may lie beyond the edge."""

    x_km: float
    y_km: float
    metres: float


@dataclass(frozen=True)
class Graticule:
    """Longitude and latitude of the upper left of the field, and kilometres per degree."""

    west: float
    north: float
    km_per_lon: float
    km_per_lat: float


@dataclass(frozen=True)
class LegendRow:
    """A line of the terrain table. "◂" in a cell is a column shift to the left."""

    kind: str
    name: str
    gloss: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Legend:
    """Everything in the margin that is words."""

    columns: tuple[str, ...]
    rows: tuple[LegendRow, ...]
    footnote: str
    objectives: tuple[tuple[str, bool, str], ...]  # colour, dashed, what it takes
    front: str
    entry: str
    arcs: tuple[tuple[str, str], ...]  # letters, who enters there
    provenance: tuple[tuple[str, str], ...]  # kind of source, what rests on it
    signs: tuple[tuple[str, str], ...] = ()  # further signs and lines of the map, and what they mean
    north: str = ""  # what else is to be said of the compass needle


@dataclass(frozen=True)
class HexMap:
    grid: Grid
    km_per_hex: float
    title: str
    subtitle: str
    look: Look  # of the game: sides, terrain and objectives are named as there
    terrain: dict[Hex, str]  # of every hex that is played on
    rivers: tuple[River, ...]
    routes: tuple[Route, ...]
    towns: tuple[Town, ...]
    vertices: tuple[Vertex, ...]
    objectives: tuple[Objective, ...]
    entries: tuple[Entry, ...]
    front: tuple[Side, ...]  # the hex of the first of the front's sides first
    front_sides: tuple[str, str]
    edges: dict[str, str]  # edge -> side that owns it
    legend: Legend
    heights: tuple[Height, ...] = ()
    areas: tuple[AreaName, ...] = ()
    exits: tuple[Exit, ...] = ()
    graticule: Graticule | None = None
    marks: tuple[Mark, ...] = ()
    boundary: tuple[Side, ...] = ()  # a second line of play, such as between two sectors
    elevation: dict[Hex, float] = field(default_factory=dict)  # of every hex in metres, if the map knows it
    turn: float = 0.0  # of true north, in degrees clockwise from the top
    rows_up: bool = False  # whether printed numbers count rows from the bottom

    def number(self, place: Hex) -> str:
        """The number printed in a hex."""
        return f"{place[0]}.{self.grid.rows + 1 - place[1]:02d}" if self.rows_up else label(place)

    def place(self, number: str) -> Hex | None:
        """The hex of a printed number; None for any other name."""
        column, row = number.split(".") if self.rows_up and number.count(".") == 1 else (number[:2], number[2:])
        if not (column.isdecimal() and row.isdecimal()):
            return None
        found = int(column), self.grid.rows + 1 - int(row) if self.rows_up else int(row)
        return found if self.number(found) == number else None


def chain(grid: Grid, sides: tuple[Side, ...]) -> list[list[Lattice]]:
    """Join hexsides that share corners into lines. A line keeps the first hex of each side on its right if the
    sides agree on that; at a fork the line that was begun first goes on."""
    left = [grid.lattice_side(a, b) for a, b in sides]
    lines: list[list[Lattice]] = []
    while left:
        line = list(left.pop(0))
        grew = True
        while grew:
            grew = False
            for k, (p, q) in enumerate(left):
                if p == line[-1] or q == line[-1]:
                    line.append(q if p == line[-1] else p)
                elif q == line[0] or p == line[0]:
                    line.insert(0, p if q == line[0] else q)
                else:
                    continue
                del left[k]
                grew = True
                break
        lines.append(line)
    return lines
