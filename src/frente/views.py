"""What a side may know, as one generic picture that browser, terminal, screen reader and opponents draw from."""
from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from frente.flow import Act, Position, Side

if TYPE_CHECKING:
    from frente.catalog import Game


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
    """Everything a viewer may know. Equal views mean: the viewer cannot tell the positions apart."""

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


class SeatView:
    """What an opponent is given: its own choices and positions drawn from what its side may know."""

    def __init__(self, game: Game, p: Position, side: Side) -> None:
        self.game = game
        self.side = side
        self._position = p

    @property
    def acts(self) -> list[Act]:
        return self._position.choices()[self.side]

    def picture(self) -> View:
        return self.game.view(self._position, self.side)

    def sample(self, rng: Random) -> Position:
        """A position this side cannot tell from the true one."""
        return self.game.determinize(self._position, self.side, rng)
