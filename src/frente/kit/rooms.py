"""A game whose answers stand in its rooms: who may see what, how it is drawn, what is shown before one commits.

    GAME: Final = StormGame(Rooms(view_of, seal, broken, holds, picture.of, walkers, preview.card, …))
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from mypy_extensions import mypyc_attr

from frente.kernel.catalog import Game
from frente.kernel.codec import Words
from frente.kernel.flow import Act, P, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker
from frente.kit.plans import Reach


class Rooms(Generic[P]):
    """Who answers what; see the methods of the same names in ``frente.kernel.catalog.Game``."""

    def __init__(self, view: Callable[[P, Side | None, Words], View], seal: Callable[[P, Side], Known],
                 laws: Callable[[P], list[str]], holds: Callable[[P, Side, str], bool],
                 picture: Callable[[Any, Words, Mapping[str, str]], dict[str, Any]],         # of the board
                 walkers: Callable[[P, Side, int], Sequence[Walker]], card: Callable[[P, Side | None], dict[str, Any]],
                 warnings: Callable[[P, Side, Sequence[Act]], list[Refusal]], reach: Callable[[P, Side, int], Reach],
                 overlay: Callable[[P, Side | None, str], dict[str, list[str]]], overlays: Sequence[str],
                 range: Callable[[P, int], dict[str, int]] | None = None,
                 supply_line: Callable[[P, int, Sequence[Side]], list[str]] | None = None,
                 fed: Callable[[P, Side, Sequence[int]], list[bool]] | None = None) -> None:
        self.view = view
        self.seal = seal
        self.laws = laws
        self.holds = holds
        self.picture = picture
        self.walkers = walkers
        self.card = card
        self.warnings = warnings
        self.reach = reach
        self.overlay = overlay
        self.overlays = overlays
        self.range = range
        self.supply_line = supply_line
        self.fed = fed


@mypyc_attr(allow_interpreted_subclasses=True)
class RoomGame(Game[P], Generic[P]):
    """Hands every question on to its room. Positions have a ``board`` with ``uid``, ``names`` and ``version``."""

    things: ClassVar[Mapping[str, str]]          # verb -> kind of thing it names
    bare: ClassVar[Sequence[str]]                # verbs that name nothing
    numbers: ClassVar[Sequence[str]] = ("die",)  # verbs that say a number

    def __init__(self, rooms: Rooms[P]) -> None:
        super().__init__()
        self.rooms = rooms

    def data_version(self, p: P) -> str:
        version: str = _board(p).version
        return version

    def vocabulary(self, p: P) -> dict[str, list[str] | None]:
        found: dict[str, list[str] | None] = {verb: [] for verb in self.bare}
        names = self.names(p)
        found |= {verb: names[kind] for verb, kind in self.things.items()}
        return found | dict.fromkeys(self.numbers) | self.lists(p)

    def names(self, p: P) -> dict[str, list[str]]:
        """By kind of thing: what its members are called."""
        b = _board(p)
        return {"unit": b.uid, "space": b.names}

    def lists(self, p: P) -> dict[str, list[str]]:
        """Verbs that name something from a list of their own."""
        return {}

    def kinds(self) -> Mapping[str, str]:
        return self.things

    def view(self, p: P, viewer: Side | None) -> View:
        return self.rooms.view(p, viewer, self.words(p))

    def seal(self, p: P, viewer: Side) -> Known:
        return self.rooms.seal(p, viewer)

    def overlays(self) -> Sequence[str]:
        return self.rooms.overlays

    def overlay(self, p: P, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return self.rooms.overlay(p, viewer, name)

    def reach(self, p: P, side: Side, unit: int) -> Reach:
        return self.rooms.reach(p, side, unit)

    def range(self, p: P, unit: int) -> dict[str, int]:
        return {} if self.rooms.range is None else self.rooms.range(p, unit)

    def walkers(self, p: P, side: Side, unit: int) -> Sequence[Walker]:
        return self.rooms.walkers(p, side, unit)

    def card(self, p: P, viewer: Side | None) -> dict[str, Any]:
        return self.rooms.card(p, viewer)

    def warnings(self, p: P, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return self.rooms.warnings(p, side, acts)

    def supply_line(self, p: P, unit: int, eyes: Sequence[Side]) -> list[str]:
        return [] if self.rooms.supply_line is None else self.rooms.supply_line(p, unit, eyes)

    def fed(self, p: P, side: Side, units: Sequence[int]) -> list[bool]:
        return super().fed(p, side, units) if self.rooms.fed is None else self.rooms.fed(p, side, units)

    def picture(self, p: P) -> dict[str, Any]:
        return self.rooms.picture(_board(p), self.words(p), self.things)

    def standing_holds(self, p: P, side: Side, condition: str) -> bool:
        return self.rooms.holds(p, side, condition)

    def broken_laws(self, p: P) -> list[str]:
        return self.rooms.laws(p)


def _board(p: Any) -> Any:
    return p.board
