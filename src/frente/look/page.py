"""What the page is given of a game besides views: the board (``Game.picture``), and the card of what is being prepared
or resolved (``Game.card``). docs/page.md explains the fields; a field that is not there is a fault, with its place.

A card of odds has the fields of ``Card``. A card of sums has more, which the theme names and says how to show: pieces,
sums with their parts, charts of chances, facts, chances, and cards within the card.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

Point = tuple[float, float]
Named = dict[str, str]


class Shown(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Something with the named fields and no others."""


# -- the board


class Mark(Shown):
    """What is printed on a space."""

    kind: str
    id: str = ""
    name: str = ""
    side: str = ""
    letter: str = ""
    points: int = 0
    colour: str = ""                     # an objective of look.toml
    edge: str = ""
    origin: str = msgspec.field(name="from", default="")         # text, geography or estimate
    dashed: bool = False
    source: bool = False
    critical: bool = False
    north: bool = False
    at: Point | None = None


class Room(Shown):
    """A space that shows its pieces side by side."""

    width: float
    height: float


class Space(Shown):
    id: str
    name: str
    x: float
    y: float
    corners: list[Point]
    neighbours: list[str | None]
    terrain: list[str]
    printed: list[Mark]
    control: str = ""
    origin: str = msgspec.field(name="from", default="")
    marks: list[str] = []
    edges: list[str] = []
    routes: list[str] = []               # by side of a hex
    water: list[str] = []
    land: list[list[Point]] = []         # the part of a coastal hex that is land
    room: Room | None = None
    sign: Point | None = None            # where the mark of its holder stands
    tag: Point | None = None
    parent: str = ""
    inside: list[str] = []
    region: str = ""


class Unit(Shown):
    id: str
    name: str
    side: str
    symbol: str
    size: str
    formation: str
    steps: int
    corps: str = ""
    brigade: str = ""
    elite: bool = False
    short: str = ""
    factors: str = ""
    becomes: str = ""
    kind: str = ""                       # of a pawn, with what is printed on it
    icon: str = ""
    second: str = ""
    values: dict[str, int | bool] = {}


class Box(Shown):
    """A box beside the map, or a track: its title is a text."""

    id: str
    title_key: str = msgspec.field(name="title_key")
    side: str = ""


class Turn(Shown):
    n: int
    start: str
    end: str
    months: bool = False


class Arrival(Shown):
    """Who comes on a turn, or what changes on it."""

    turn: int
    side: str
    units: list[str] = []
    arc: str = ""
    fate: str = ""
    support: str = ""
    change: int = 0


class Chart(Shown):
    """A table of the game; a word with a dot is the name of a text."""

    id: str
    rule: str
    corner: str
    head: list[str]
    rows: list[list[str]]


class Cell(Shown):
    id: str
    name: str
    x: float
    y: float
    width: float
    height: float


class Display(Shown):
    """A track printed on the map, and what its markers show."""

    id: str
    title: str
    boxes: list[Cell]
    tracks: list[str] = []
    holder: str = ""
    row: str = ""
    steps: list[str] = []


class Route(Shown):
    id: str
    ends: tuple[str, str]
    via: list[str]
    line: list[Point]
    name: str = ""
    origin: str = msgspec.field(name="from", default="")
    rail: bool = False


class Back(Shown):
    lines: str
    turns: list[int]
    sign: str


class Looks(Shown):
    """Pawns: their bodies by side, and their back."""

    body: Named
    back: Back


class Board(Shown):
    version: str
    orientation: str
    radius: float
    view_box: tuple[float, float, float, float] = msgspec.field(name="viewBox")
    field: tuple[float, float, float, float]
    spaces: list[Space]
    units: list[Unit]
    boxes: list[Box]
    tracks: list[Box]
    verbs: Named                         # what each verb names: unit, space, button ...
    turns: list[Turn]
    schedule: list[Arrival]
    charts: list[Chart]
    edges: Named
    provenance: dict[str, int]
    lowered: str = ""
    looks: Looks | None = None
    pieces: list[Unit] = []              # what may be behind pawns that hide
    displays: list[Display] = []
    routes: list[Route] = []


# -- the card


class Shift(Shown):
    columns: int
    rule: str
    key: str


class Part(Shown):
    value: float
    rule: str
    key: str


class Words(Shown):
    key: str
    facts: dict[str, Any] = {}
    rule: str = ""


class Result(Shown):
    """What a die brings."""

    die: int
    attacker: int
    mark: str
    defender: int
    retreat: int
    attacker_retreat: int = 0
    chance: float = 0.0
    code: str = ""
    sort: str = ""
    says: list[Words] = []


class Fact(Shown):
    key: str
    value: float | None = None
    share: float | None = None


class Row(Shown):
    """A column of a table of results as chances."""

    results: list[Result]
    attacker_loss: float
    defender_loss: float
    cleared: float
    cleared_if_stubborn: float
    attacker_retreats: float = 0.0
    facts: list[Fact] = []


class Note(Words):
    """One thing to know before deciding."""

    tone: str = ""
    chance: float | None = None


class Leg(Shown):
    """From where to where an order goes, by which channel, past which spaces."""

    origin: str = msgspec.field(name="from")
    to: str
    way: str
    by: str
    via: list[str]
    notes: list[Note]
    unit: str = ""
    issuer: str = ""
    resource: str = ""
    now: bool = False
    maybe: bool = False
    token: bool = False


class Choice(Shown):
    """What an answer on offer costs, risks and promises."""

    notes: list[Note] = []
    leg: Leg | None = None
    chance: float | None = None
    of: str = ""
    cost: int | None = None
    odds: dict[str, Any] = {}            # a card


class Added(Shown):
    """Shifts that may still come."""

    attacker: int | None
    defender: int | None


class TankRoll(Shown):
    unit: str
    drm: int


class Card(Shown):
    kind: str = ""                       # of a card of sums: names its heading
    area: str = ""
    side: str = ""
    target: str = ""
    targets: Named = {}                  # by space: the odds one would have
    attackers: list[str] = []
    defenders: list[str] = []
    attack: float | None = None
    defence: float | None = None
    camps: tuple[str, str] | None = None             # texts for the two sides, where they are not attacker and defender
    base: str = ""
    shifts: list[Shift] = []
    column: str = ""
    columns: list[str] = []
    drm: list[Shift] = []
    row: Row | None = None
    die: int = 0
    dice: list[int] | str = []
    result: list[int] = []
    elite: list[bool] = []
    may_add: Added | None = None
    range: list[str] = []                # columns between which it may still move
    notes: list[Words] = []
    unknown: bool = False
    air: int = 0
    barrage: bool = False
    overrun: bool = False
    overruns: dict[str, dict[str, Any]] = {}         # by space: a card
    tank_roll: TankRoll | None = None
    ahead: dict[str, dict[str, Any]] = {}            # by space: a card
    aim: list[str] = []
    line: list[Leg] = []
    choices: dict[str, Choice] = {}
    credit: dict[str, int] = {}
    minor: bool = False
    motor: bool = False
    point_named: bool = False


KINDS: Final[Mapping[str, Any]] = {
    "pieces": list[str] | str, "charts": dict[str, float], "facts": str | float, "chances": float | None}
FIELDS: Final = {field.encode_name for field in msgspec.structs.fields(Card)}


def board_fault(picture: Mapping[str, Any]) -> str:
    """What is wrong with the form of a board, or ""."""
    return _wrong(picture, Board)


def card_fault(card: Mapping[str, Any], parts: Mapping[str, list[str]], at: str = "") -> str:
    """What is wrong with the form of a card, or "". *parts*: ``card`` of the game's theme."""
    kinds = {f"{name}-parts": "parts" for name in parts.get("sums", [])}
    kinds |= {name: kind for kind, names in parts.items() if kind != "badge" for name in names}
    own: dict[str, Any] = {}
    for name, value in card.items():
        kind = kinds.get(name, "")
        if kind == "inner":
            wrong = card_fault(value, parts, f"{at}{name}.")
        elif kind:
            wrong = _wrong(value, {"sums": float, "parts": list[Part], **KINDS}[kind])
        else:
            own[name] = value
            continue
        if wrong:
            return wrong if kind == "inner" else f"{at}{name}, one of the theme's {kind}: {wrong}"
    for name in ("overruns", "ahead"):
        for space, inner in own.get(name, {}).items():
            if wrong := card_fault(inner, parts, f"{at}{name}.{space}."):
                return wrong
    unknown = [name for name in own if name not in FIELDS]
    if unknown:
        return f"{at}{unknown[0]} is no field of a card, and the theme's card does not name it"
    wrong = _wrong(own, Card)
    return f"{at}: {wrong}" if wrong and at else wrong


def _wrong(value: Any, kind: Any) -> str:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as e:
        return str(e).replace("`", "").replace("$", "").rstrip()
    return ""
