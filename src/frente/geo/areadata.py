"""What there is on a map of areas: the description a game makes of its data and a drawing or a screen reads.

Everything is in the units of the drawing; the origin is the upper left of the frame.
"""
from __future__ import annotations

from dataclasses import dataclass

from frente.look import Look

Point = tuple[float, float]


@dataclass(frozen=True)
class Room:
    """Where pieces stand in a space: the middle and the size of a block."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Area:
    id: str
    name: tuple[str, ...]                # as on the plate, line by line
    ring: tuple[Point, ...]
    urban: bool
    modifier: int
    colour: str                          # of the plate
    plate: Point
    plate_width: float
    room: Room


@dataclass(frozen=True)
class Arc:
    """A stretch of border, drawn once for both areas beside it."""

    beside: tuple[str, ...]
    river: str
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Course:
    """A river or a road from one end to the other."""

    id: str
    name: str
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Spot:
    """A place inside an area: "town", "village", "peak" or "district"."""

    name: str
    area: str
    kind: str
    at: Point
    named: bool


@dataclass(frozen=True)
class Link:
    """The way between a box and an area, across their border: turn in degrees."""

    area: str
    at: Point
    turn: float


@dataclass(frozen=True)
class Box:
    id: str
    side: str
    name: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    room: Room
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Turn:
    """A space of the turn track; marks are "council", "weather" or the side that has the initiative."""

    number: int
    dates: str
    income: tuple[int, int]              # in the order of the sides
    marks: tuple[str, ...]
    scenarios: tuple[int, ...]


@dataclass(frozen=True)
class Stripe:
    """A part of a flag, in a box of 60 by 16."""

    d: str
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True)
class Faction:
    id: str
    side: str
    name: str
    flag: tuple[Stripe, ...]


@dataclass(frozen=True)
class Margin:
    """Everything round the map that is words or tracks; pairs are Spanish and English."""

    note: str
    turns: tuple[Turn, ...]
    turns_title: str
    turns_note: str
    scenarios: tuple[tuple[int, str], ...]
    levels_title: tuple[str, str]
    levels: tuple[tuple[str, str, str], ...]     # value, Spanish, English
    counts: tuple[tuple[str, str, int], ...]     # Spanish, English, last space
    pieces_title: str
    pieces: tuple[str, ...]
    examples: tuple[tuple[str, str, str, str, str], ...]   # side, faction, kind, name and factors
    factions: tuple[Faction, ...]
    legend_title: str
    legend: dict[str, tuple[str, str]]
    provenance: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Ground:
    """Scenery by area: how hilly and wooded, how densely built and in which direction; groves; heights."""

    hills: dict[str, float]
    woods: dict[str, float]
    built: dict[str, float]
    streets: dict[str, float]
    groves: dict[str, float]
    heights: tuple[tuple[float, float, float], ...]
    parks: tuple[tuple[Point, ...], ...]
    lakes: tuple[Point, ...]
    walled: tuple[str, ...]


@dataclass(frozen=True)
class AreaMap:
    title: str
    subtitle: str
    look: Look                           # of the game: sides are named as there
    width: float
    height: float
    sides: tuple[str, str]
    areas: tuple[Area, ...]
    beyond: tuple[Point, ...]            # land inside the frame that is no area
    arcs: tuple[Arc, ...]
    corners: tuple[Point, ...]           # where areas meet in a point and are not adjacent
    rivers: tuple[Course, ...]
    routes: tuple[Course, ...]
    roads: tuple[Course, ...]
    spots: tuple[Spot, ...]
    boxes: tuple[Box, ...]
    ground: Ground
    margin: Margin
