"""What there is on a street map: the description a game makes of its data and a drawing or a screen reads.

Everything is in the units of the drawing; the origin is the upper left of the frame.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.kernel.components import PawnFace
from frente.look import Look

Point = tuple[float, float]
MARGIN: Final = 30.0                     # of the drawing round the frame


@dataclass(frozen=True)
class Room:
    """Where pawns stand in a space: the middle and the size of a block."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Square:
    """A large square: "downtown", "periphery" or "reserves"."""

    id: str
    kind: str
    name: str
    x: float
    y: float
    width: float
    height: float
    room: Room
    points: int                          # action points it is worth
    will: int                            # boxes of will that its loss costs the one who must hold it
    formation: str                       # of the reserves
    tint: tuple[str, str]                # of the formation: colour and the print on it


@dataclass(frozen=True)
class Resource:
    id: str
    kind: str
    critical: bool
    at: Point


@dataclass(frozen=True)
class Compound:
    """A building or a bridge inside or beside its square, with a place for pawns."""

    id: str
    parent: str
    kind: str                            # "building", "bridge" or "marker_site"
    name: str
    sign: str                            # which silhouette
    x: float
    y: float
    width: float
    height: float
    room: Room
    tag: Point                           # the middle of the tag that tells who holds it
    resources: tuple[Resource, ...]
    start: str                           # of a bridge: "open" or "closed"
    plate: bool                          # False: it has no plate of its own and lies in its square


@dataclass(frozen=True)
class Road:
    """A route from square to square and the compounds astride it."""

    id: str
    ends: tuple[str, str]
    via: tuple[str, ...]
    name: str
    line: tuple[Point, ...]
    grade: str                           # "avenue", "street", "highway" or "lane"
    rail: bool
    legs: tuple[tuple[str, str, tuple[Point, ...]], ...]   # cut at the compounds: from, to, line
    on: int                              # 1: the name stands right of the course, -1: left, 0: where there is room


@dataclass(frozen=True)
class River:
    name: str
    line: tuple[Point, ...]
    width: float
    bluff: int                           # 1 or -1: a steep bank right or left of the course
    at: float                            # share of the course where the name stands; 0: where there is room


@dataclass(frozen=True)
class Park:
    """Green ground: "garden", "wood" or "heath"."""

    name: str
    kind: str
    ring: tuple[Point, ...]
    lake: tuple[Point, ...]
    label: tuple[Point, ...]             # the line its name stands on


@dataclass(frozen=True)
class Landmark:
    """A sight without effect in play."""

    kind: str
    name: tuple[str, ...]
    at: Point
    turn: float
    label: Point                         # of the name, from the place
    anchor: str


@dataclass(frozen=True)
class Words:
    """A name set along a line of its own."""

    text: str
    style: str
    line: tuple[Point, ...]


@dataclass(frozen=True)
class TrackBox:
    id: str
    title: str
    note: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Track:
    id: str
    title: str
    x: float
    y: float
    boxes: tuple[TrackBox, ...]


@dataclass(frozen=True)
class Legend:
    """All words below the map."""

    heads: dict[str, str]
    kinds: tuple[tuple[str, str, str], ...]          # kind of square, name, gloss
    roads: tuple[tuple[str, str], ...]
    bridges: tuple[tuple[str, str], ...]
    holders: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, str], ...]
    resources: tuple[tuple[str, str, str], ...]      # kind, name, where
    costs_from: tuple[str, ...]
    costs: tuple[tuple[str, tuple[str, ...]], ...]   # to what, and the cost from each
    costs_note: str
    provenance: tuple[tuple[str, str], ...]
    pawns: tuple[tuple[PawnFace, str], ...]          # examples, and what they are


@dataclass(frozen=True)
class StreetMap:
    title: str
    subtitle: str
    note: str
    look: Look                           # of the game: who holds or owns what is named as there
    width: float
    height: float
    squares: tuple[Square, ...]
    compounds: tuple[Compound, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...]
    parks: tuple[Park, ...]
    landmarks: tuple[Landmark, ...]
    words: tuple[Words, ...]
    city: tuple[Point, ...]              # where the town is built up
    old: Point                           # where its streets are crooked
    front: tuple[tuple[Point, ...], ...]
    cartouche: Point
    compass: Point
    tracks: tuple[Track, ...]
    band: float                          # height of the tracks below the map
    legend: Legend


def extent(map: StreetMap) -> tuple[float, float, float, float]:
    """What a screen shows: map and tracks, as left, top, width and height."""
    return -MARGIN, -MARGIN, map.width + 2 * MARGIN, map.height + map.band + MARGIN
