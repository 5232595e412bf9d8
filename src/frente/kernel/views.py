"""What a side may know, as one generic picture that browser, terminal, screen reader and opponents draw from."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypedDict

from frente.kernel.flow import Act, Position, Side
from frente.kernel.texts import Told

if TYPE_CHECKING:
    from frente.kernel.catalog import Game


class Piece(TypedDict):
    """One counter on the map or in a box."""

    id: str
    name: str
    side: str
    symbol: str
    size: str
    formation: str
    factors: str
    steps: int
    elite: bool
    at: str                              # space or box id
    state: list[str]                     # unsupplied, retreated, moved, attacked, frozen ...


class Track(TypedDict):
    """A number on display, with the rule that governs it. None: kept from this viewer."""

    id: str
    side: str
    value: int | None
    rule: str


@dataclass
class View:
    """Everything a viewer may know. Equal views mean: the viewer cannot tell the positions apart.

    Whoever is given a view changes nothing in it: what is the same in two views may be one object.
    """

    game: str
    scenario: str
    viewer: str                          # side, or "" for a spectator
    turn: int
    phase: list[str]                     # the activities in progress, outermost first, by name
    waiting: list[str]                   # sides that have to decide
    question: str                        # catalogue key of the present question
    rule: str
    facts: dict[str, Any]
    acts: list[str]                      # the viewer's own choices
    pieces: list[Piece]
    spaces: dict[str, list[str]]         # marks on spaces: control, interdiction ...
    tracks: list[Track]
    hands: dict[str, list[str] | int]    # own cards and chits by name, the other side's by number
    result: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


NO_POSITION: Final = "kernel.cannot-draw"
AT_WORK: Final = "kernel.cannot-draw-now"        # the other side is busy with what this one may not see


class CannotDraw(Told):
    """Nothing can be drawn from what a side may know; the truth never stands in for it."""

    def __init__(self, key: str = NO_POSITION, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(key, facts)


class Known:
    """What a side may know of a position. Everything hidden has been taken out of *base* before anything is drawn, so
    what is drawn cannot depend on it: two positions that look the same to a side are the same once they are sealed.
    """

    def __init__(self, base: Position, viewer: Side) -> None:
        self.base = base
        self.viewer = viewer
        if [*base.asked] != [viewer]:    # what it is offered a side knows; what others are may tell of hidden things
            base.asked = {}
        base.barrier = 0                 # how often something was shown before counts what happened out of sight

    def draw(self, rng: Random) -> Position:
        """A position the side could not tell from the true one; CannotDraw if none is found.

        Where the side is not the only one that is asked, whoever draws lets the position ask again.
        """
        raise NotImplementedError


class Open(Known):
    """Nothing is hidden from the side."""

    def draw(self, rng: Random) -> Position:
        q = self.base.clone()
        if not q.asked:
            q.reask()
        return q


class SeatView:
    """What an opponent is given: its own choices and positions drawn from what its side may know."""

    def __init__(self, game: Game[Any], p: Position, side: Side) -> None:
        self.game = game
        self.side = side
        self._position = p
        self._known: Known | None = None

    @property
    def acts(self) -> list[Act]:
        return self._position.choices()[self.side]

    def picture(self) -> View:
        return self.game.view(self._position, self.side)

    def sample(self, rng: Random) -> Position:
        """A position this side cannot tell from the true one."""
        if self._known is None:
            self._known = self.game.seal(self._position, self.side)
        return self._known.draw(rng)
