"""A theatre of war as plain data: hexes with coasts, rivers, railways, regions and tracks, ready to be drawn.

Hexes are numbered row first, RRCC; rows are counted northwards, and odd rows lie half a hex further east. Places are in
map units, (0, 0) being the upper left of the hex field.
"""
from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from frente.look import Look

Point = tuple[float, float]
Run = tuple[Point, ...]
Side = tuple[Point, Point]

RADIUS: Final = 44.0                     # of a hex
PITCH: Final = RADIUS * math.sqrt(3)     # from one hex of a row to the next
RISE: Final = RADIUS * 1.5               # from one row to the next
STEPS: Final = (((1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
                ((1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0)))   # NE, E, SE, SW, W, NW for even and odd rows


@dataclass(frozen=True)
class Frame:
    """First and last row and column."""

    south: int
    north: int
    west: int
    east: int

    def size(self) -> Point:
        return (self.east - self.west + 1.5) * PITCH, (self.north - self.south) * RISE + 2 * RADIUS

    def centre(self, place: int) -> Point:
        row, column = divmod(place, 100)
        return (column - self.west + 0.5 + 0.5 * (row % 2)) * PITCH, (self.north - row) * RISE + RADIUS

    def corners(self, place: int, size: float = RADIUS) -> list[Point]:
        """Clockwise from the top."""
        x, y = self.centre(place)
        across, half = size * math.sqrt(3) / 2, size / 2
        return [(x, y - size), (x + across, y - half), (x + across, y + half), (x, y + size), (x - across, y + half),
                (x - across, y - half)]

    def side(self, a: int, b: int) -> Side:
        """The side two neighbours share, with rounded ends, so that equal corners are equal."""
        k = around(a).index(b)
        ring = self.corners(a)
        (ax, ay), (bx, by) = ring[k], ring[(k + 1) % 6]
        return (round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))


def around(place: int) -> list[int]:
    """The six hexes round a hex, clockwise from north-east."""
    row, column = divmod(place, 100)
    return [(row + a) * 100 + column + b for a, b in STEPS[row % 2]]


@dataclass(frozen=True)
class Ground:
    """A hex that is played on."""

    id: int
    terrain: str                         # as in the look of the game
    control: str                         # the side that holds it at the start
    region: str
    country: str


@dataclass(frozen=True)
class Place:
    name: str
    shown: tuple[str, ...]               # lines of the name on the map
    kind: str                            # "city", "town" or "mark"
    hex: int
    at: Point
    capital: bool
    morale: int                          # of the first side: negative if it can lose it, positive if it can win it
    source: str                          # the side it supplies, or ""
    source_mark: str                     # a letter on the sign of the source, or ""
    port: bool


@dataclass(frozen=True)
class River:
    name: str
    major: bool
    sides: tuple[tuple[int, int], ...]
    shown: str


@dataclass(frozen=True)
class Railway:
    name: str
    hexes: tuple[int, ...]
    beyond: int                          # the neutral hex it runs on into; 0 for none


@dataclass(frozen=True)
class Range:
    name: str
    line: Run
    shown: str


@dataclass(frozen=True)
class FortLine:
    name: str
    hexes: tuple[int, ...]
    turn: int
    facing: Point | None                 # towards the enemy; all round if None


@dataclass(frozen=True)
class Words:
    """A name of a region, country or sea."""

    text: str
    style: str
    at: Point
    turn: float
    region: str = ""                     # moved to where it covers least in this region


@dataclass(frozen=True)
class TurnBox:
    number: int
    date: str
    year: int
    cells: tuple[str, ...]
    forts: bool


@dataclass(frozen=True)
class Ruler:
    """A track of whole numbers with a start and thresholds."""

    title: str
    note: str
    last: int
    start: int
    marks: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class LegendRow:
    kind: str
    name: str
    gloss: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Legend:
    heads: Mapping[str, str]
    columns: tuple[str, ...]
    rows: tuple[LegendRow, ...]
    marks: tuple[tuple[str, str], ...]   # sign and what it means
    provenance: tuple[tuple[str, str], ...]
    lanes: tuple[tuple[str, str, int], ...]   # tracks of points: name, side, start
    lane_last: int


@dataclass(frozen=True)
class TheatreMap:
    title: tuple[str, ...]
    subtitle: str
    look: Look                           # of the game: sides and terrain are named as there
    sides: tuple[str, str]               # whose front line is solid, whose is dashed
    km_per_hex: int
    frame: Frame
    hexes: tuple[Ground, ...]
    foreign: Mapping[int, str]
    summits: tuple[str, ...]             # countries abroad that are all mountains
    slopes: tuple[str, ...]              # countries abroad that have a share in the mountains at the frontier
    land: tuple[Run, ...]                # rings
    depths: tuple[tuple[float, tuple[Run, ...]], ...]   # distance from the coast and the rings there
    places: tuple[Place, ...]
    rivers: tuple[River, ...]
    streams: tuple[Run, ...]             # beyond the frontiers
    railways: tuple[Railway, ...]
    ranges: tuple[Range, ...]
    forts: tuple[FortLine, ...]
    straits: tuple[tuple[int, int], ...]
    words: tuple[Words, ...]
    turn_rows: tuple[str, ...]
    turns: tuple[TurnBox, ...]
    morale: Ruler
    legend: Legend
