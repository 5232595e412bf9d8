"""The frames that hold all others: the game, its turn, its activation phase and one impulse."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.storm.state.position import Storm
from frente.kernel.flow import Frame, Side

# Kinds of activation (9d).
NOTHING: Final = 0
MOVE: Final = 1
BOMBARD: Final = 2
ATTACK: Final = 3
ASSAULT: Final = 4
CHIT: Final = 5


@dataclass
class Game(Frame):
    """[12] Set-up, then turn after turn."""


@dataclass
class Turn(Frame):
    """[4a] Phases 1 to 4."""

    dice: list[int] = field(default_factory=list)            # initiative: Nationalist, Republican
    run: int = 0                         # impulses in a row for the Nationalist (12.2j, 12.3e)


@dataclass
class Impulses(Frame):
    """[4.3b, 9] The activation phase."""

    side: Side                           # whose impulse is next
    run: int = 0                         # impulses of a series still to come
    passes: int = 0                      # passes in a row
    extra: bool = False                  # the next one follows at once, before the end is looked at (9g, 15.R7)


@dataclass
class Impulse(Frame):
    """[9b] One impulse: what player A does, and everything that is in force until it is over."""

    side: Side                           # player A (3.1a)
    kind: int = NOTHING
    origin: int = -1
    units: list[int] = field(default_factory=list)           # activated, and still taking part
    point: int = -1                      # player A's point unit
    prepared: bool = False
    area: int = -1                       # where the combat is
    back: int = -1                       # the space the moving units last left
    effects: list[int] = field(default_factory=list)         # chit uses in force
    counter: list[int] = field(default_factory=list)         # player B's counter-attacking units
    bpoint: int = -1                     # player B's point unit
    dice: list[int] = field(default_factory=list)            # attack dice
    rerolled: bool = False
    worst: bool = False                  # the point unit was replaced: the two lowest dice count (9.5h)
    cancelled: bool = False              # an assault given up (9.5g)
    fought: bool = False                 # the combat has begun
    again: bool = False                  # a second impulse follows at once (15.R7)
    die: int = 0                         # of 15.N6


def impulse(p: Storm) -> Impulse:
    """The impulse in progress."""
    for f in reversed(p.stack):
        if isinstance(f, Impulse):
            return f
    raise LookupError("no impulse is in progress")


def phase(p: Storm) -> Impulses:
    """The activation phase in progress."""
    for f in p.stack:
        if isinstance(f, Impulses):
            return f
    raise LookupError("no activation phase is in progress")
