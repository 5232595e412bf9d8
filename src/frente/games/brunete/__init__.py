"""Brunete 1937: battalions and brigades west of Madrid, 6 to 25 July 1937."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente.games.brunete.rules import sequence
from frente.games.brunete.rules.ch09_movement import Move
from frente.games.brunete.rules.ch10_combat import SUPPORT_NAMES
from frente.games.brunete.rules.ch12_victory import CAMPAIGN, OFFENSIVE
from frente.games.brunete.rules.laws import broken
from frente.games.brunete.rules.standing import STANDING, holds
from frente.games.brunete.show import picture, preview
from frente.games.brunete.show.knowledge import seal, view_of
from frente.games.brunete.show.way import walkers
from frente.games.brunete.state.board import RESOURCES, SIDES, load_board
from frente.games.brunete.state.options import OPTIONS, Options
from frente.games.brunete.state.position import DRAW, UNDECIDED, Brunete, opening
from frente.kernel import catalog
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker
from frente.kit import stacks

KINDS: Final = {"unit": "unit", "replace": "unit", "recover": "unit", "with": "unit", "hex": "space"}
BARE: Final = ("pass", "stop", "exit", "declare", "elite", "stubborn", "bombard", "interdict", "pay", "reroll")


class BruneteGame(catalog.Game[Brunete]):
    slug = "brunete"
    title = "Brunete 1937"
    sides = SIDES
    scenarios = (Scenario("campaign", "The battle of Brunete", CAMPAIGN),
                 Scenario("offensive", "The Republican offensive", OFFENSIVE))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    standing = STANDING
    set_up = ("PlaceTanks",)
    placing = "hex"
    film = Staging({"Attack": "battle", "Aviation": "strike"}, ("vp",), ("recoverable", "final"),
                   goals="objectives", near=4)

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Brunete:
        p = opening(load_board(pack), Options(options), self.scenario(scenario).turns)
        sequence.begin(p)
        return p

    def dump(self, p: Brunete) -> dict[str, Any]:
        return super().dump(p) | {"order": stacks.order(p.top, p.below)}

    def data_version(self, p: Brunete) -> str:
        return p.board.version

    def vocabulary(self, p: Brunete) -> dict[str, list[str] | None]:
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        return found | {"die": None, "draw": list(RESOURCES), "resource": list(RESOURCES), "support": SUPPORT_NAMES}

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Brunete, viewer: Side | None) -> View:
        return view_of(p, viewer, self.words(p))

    def seal(self, p: Brunete, viewer: Side) -> Known:
        return seal(p, viewer)

    def outcome(self, p: Brunete) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        rule = "12.1.vp6" if p.last_turn == CAMPAIGN else ("12.2d", "12.2f", "12.2e")[p.result]
        key = "draw" if p.result == DRAW else SIDES[p.result]
        return Outcome(None if p.result == DRAW else p.result, "outcome." + key, rule, (p.vp,))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Brunete, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return preview.overlay(p, name)

    def reach(self, p: Brunete, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        names = p.board.names
        first = [] if isinstance(p.stack[-1], Move) else [f"unit:{p.board.uid[unit]}"]
        return {names[h]: (left, first + [f"hex:{names[t]}" for t in way])
                for h, (left, way) in preview.reach_of(p, side, unit).items()}

    def range(self, p: Brunete, unit: int) -> dict[str, int]:
        return {p.board.names[h]: left for h, left in preview.range_of(p, unit).items()}

    def walkers(self, p: Brunete, side: Side, unit: int) -> Sequence[Walker]:
        return walkers(p, side, unit)

    def card(self, p: Brunete, viewer: Side | None) -> dict[str, Any]:
        return preview.battle_card(p, viewer)

    def warnings(self, p: Brunete, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Brunete, unit: int, eyes: Sequence[Side]) -> list[str]:
        return [p.board.names[h] for h in preview.supply_path(p, unit)]

    def fed(self, p: Brunete, side: Side, units: Sequence[int]) -> list[bool]:
        return preview.fed(p, side, units)

    def picture(self, p: Brunete) -> dict[str, Any]:
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Brunete, side: Side, condition: str) -> bool:
        return holds(p, side, condition)

    def broken_laws(self, p: Brunete) -> list[str]:
        return broken(p)


GAME: Final = BruneteGame()
