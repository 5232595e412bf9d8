"""What is in the box: every counter and marker of a game as plain data.

A game lists its components in ``show/components.py``; page, paper and exports read the list and nothing else. A face
says what is printed on one side of a counter, never how it is drawn: that is for ``frente.draw.faces`` alone.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from frente.kernel.catalog import Game
from frente.kernel.texts import Texts

MM: Final = 15.0                         # printed side of a counter
LATER: Final = -1                        # the turn of what an event or a choice brings
BANDS: Final = 12                        # colours of formations; the first is for units without one


@dataclass(frozen=True)
class Stripe:
    """The band of a nationality: its tone, the print on it, an abbreviation and a pattern."""

    tone: str
    ink: str
    short: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class UnitFace:
    """A unit with its sign: band, size, name, factors and steps."""

    side: str
    symbol: str                          # what kind of unit
    factors: str
    band: int = 0                        # which colour of formation, where no stripe is
    stripe: Stripe | None = None
    above: str = ""                      # in the band
    beside: str = ""                     # along the left edge
    size: str = ""
    elite: bool = False
    steps: int = 1                       # at full strength
    left: int = 1                        # those it still has


@dataclass(frozen=True)
class FlagFace:
    """A unit of a faction: its flag, a star for shock troops or a gun, name and factors."""

    side: str
    factors: str
    flag: Sequence[Mapping[str, Any]] = ()
    name: str = ""
    gun: bool = False
    shock: bool = False
    back: bool = False


@dataclass(frozen=True)
class PawnFace:
    """A pawn of a game of factions; ``hidden``: nothing but its faction is seen."""

    side: str
    kind: str
    body: str
    sign: str = ""                       # on a back
    lines: str = ""                      # round it
    turns: Sequence[int] = ()
    icon: Sequence[Mapping[str, str]] = ()
    shape: str = ""                      # of the icon, by name: some leave room for a number
    colour: str = "none"                 # of the formation, and the print on it
    ink: str = "var(--print)"
    formed: bool = False                 # whether it belongs to one
    name: str = ""
    numeral: str = ""
    size: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class MarkerFace:
    """A marker or chit: a sign or a figure, and words under it."""

    side: str                            # empty: of nobody
    words: str = ""
    sign: str = ""                       # by name
    figure: str = ""
    head: str = ""                       # a code in the band of a chit
    back: bool = False                   # the side that tells of use or hides


Face = UnitFace | FlagFace | PawnFace | MarkerFace


@dataclass(frozen=True)
class Start:
    """When and where a counter comes into a scenario."""

    turn: int                            # 0: set-up; LATER: not by the calendar
    places: Sequence[str] = ()           # spaces; several: its owner chooses
    where: str = ""                      # in words, where no list of spaces says it


@dataclass(frozen=True)
class Component:
    """A counter, as often as it is in the box."""

    id: str
    kind: str                            # "unit", "marker" or "chit"
    name: str
    side: str                            # empty: of nobody
    front: Face
    back: Face | None = None             # None: nothing is printed there
    count: int = 1
    size: float = MM
    more: Sequence[Face] = ()            # states that only a screen shows
    source: str = "text"                 # "text", or "estimate" where any figure of it is one
    starts: Mapping[str, Start] = field(default_factory=dict)    # by scenario; those it has no part in are left out


def stepped(front: UnitFace, back: UnitFace | None = None) -> tuple[UnitFace | None, list[UnitFace]]:
    """The reduced side of a unit of two steps, and the states a screen shows besides: fewer steps, none."""
    if not front.left:                   # nothing of it is counted in steps
        return None, []
    less = [replace(back or front, steps=front.steps, left=k) for k in range(front.left - 1, -1, -1)]
    less[-1] = replace(front, left=0)    # what is gone shows what it was
    return (less[0] if back and front.steps > 1 else None), less


def bands(formations: Sequence[str]) -> dict[str, int]:
    """Colours of formations in the order in which they stand in the data, so that they are the same everywhere."""
    found: dict[str, int] = {}
    for name in formations:
        if name not in found:
            found[name] = 1 + len(found) % (BANDS - 1) if name else 0
    return found


def marker(name: str, side: str, words: str, sign: str = "", figure: str = "", *, back: MarkerFace | str = "",
           count: int = 1, kind: str = "marker", title: str = "", source: str = "text") -> Component:
    """A marker; *back* is its other side, or the sign that is on it instead."""
    front = MarkerFace(side, words, sign, figure)
    other = MarkerFace(side, words, back, back=True) if isinstance(back, str) else back
    return Component(name, kind, title or words, side, front, other if back else None, count, source=source)


def spoken(texts: Texts) -> dict[str, str]:
    """What stands on the markers of a game, by key."""
    return {key.partition(".")[2]: words for key, words in texts.entries.items() if key.startswith("component.")}


def listed(game: Game[Any], p: Any, language: str = "en") -> list[Component]:
    """Every component of a game, in the order of its data; *p*, any position, knows the data it is played with."""
    found: list[Component] = game.components(p, game.texts(language))
    return found


def first(game: Game[Any], pack: Path | None = None) -> Any:
    """A position to read the game's data from."""
    return game.start(game.scenarios[0].id, game.settled({}), pack)
