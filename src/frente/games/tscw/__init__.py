"""The Spanish Civil War: the whole war, July 1936 to April 1939, from divisions and brigades to militia columns."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente.games.tscw.rules import sequence
from frente.games.tscw.rules.ch04_victory import REASONS, RULES
from frente.games.tscw.rules.ch10_supply import traces
from frente.games.tscw.rules.laws import broken
from frente.games.tscw.rules.standing import STANDING, holds
from frente.games.tscw.show import picture, preview
from frente.games.tscw.show.knowledge import view_of
from frente.games.tscw.show.sealed import seal
from frente.games.tscw.show.way import walkers
from frente.games.tscw.state.board import SIDES, load_board
from frente.games.tscw.state.options import OPTIONS, Options
from frente.games.tscw.state.position import CAMPAIGN, UNDECIDED, Tscw, opening, unpacked
from frente.kernel import catalog
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker
from frente.kit import stacks

COLUMNS: Final = 7                       # 17.1
KINDS: Final = {
    "unit": "unit", "march": "unit", "join": "unit", "split": "unit", "top": "unit", "lose": "unit", "rail": "unit",
    "sea": "unit", "land": "unit", "replenish": "unit", "rebuild": "unit", "rebuild-north": "unit", "break": "unit",
    "combine": "unit", "support": "unit", "air": "unit", "desert": "unit", "scout": "unit", "roll": "unit",
    "hex": "space", "attack": "space", "group": "space"}
BARE: Final = ("pass", "done", "stop", "go", "pull", "decline", "declare", "garrison", "naval", "cast")


class TscwGame(catalog.Game[Tscw]):
    slug = "tscw"
    title = "The Spanish Civil War"
    sides = SIDES
    scenarios = (Scenario("columns", "The War of the Columns", COLUMNS),
                 Scenario("campaign", "The Spanish Civil War 1936-39", CAMPAIGN))
    options = OPTIONS
    rules_version = "5"
    folder = Path(__file__).parent
    standing = STANDING
    joins = ("join",)
    film = Staging({"Attack": "battle"}, ("morale",), ("deadpile", "removed"), ("covered", "generic"), "morale", 2)

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Tscw:
        p = opening(load_board(pack), Options(options), self.scenario(scenario).turns)
        sequence.begin(p)
        return p

    def rebuild(self, data: Mapping[str, Any], like: Tscw) -> Tscw:
        return super().rebuild(unpacked(data), like)

    def dump(self, p: Tscw) -> dict[str, Any]:
        return super().dump(p) | {"order": stacks.order(p.top, p.below)}

    def data_version(self, p: Tscw) -> str:
        return p.board.version

    def vocabulary(self, p: Tscw) -> dict[str, list[str] | None]:
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        found |= {"die": None, "draw": b.chit_ids, "chit": b.kinds}
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Tscw, viewer: Side | None) -> View:
        return view_of(p, viewer, self.words(p))

    def seal(self, p: Tscw, viewer: Side) -> Known:
        return seal(p, viewer)

    def outcome(self, p: Tscw) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        reason = p.reason
        return Outcome(p.result, "outcome." + REASONS[reason], RULES[reason], (p.morale,))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Tscw, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return preview.overlay(p, viewer, name)

    def reach(self, p: Tscw, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        return preview.reach_of(p, side, unit)

    def range(self, p: Tscw, unit: int) -> dict[str, int]:
        return preview.range_of(p, unit)

    def walkers(self, p: Tscw, side: Side, unit: int) -> Sequence[Walker]:
        return walkers(p, side, unit)

    def card(self, p: Tscw, viewer: Side | None) -> dict[str, Any]:
        return preview.card(p, viewer)

    def warnings(self, p: Tscw, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Tscw, unit: int, eyes: Sequence[Side]) -> list[str]:
        return preview.supply_path(p, unit)

    def fed(self, p: Tscw, side: Side, units: Sequence[int]) -> list[bool]:
        return [p.hex[u] >= 0 and traces(p, u) for u in units]

    def picture(self, p: Tscw) -> dict[str, Any]:
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Tscw, side: Side, condition: str) -> bool:
        return holds(p, side, condition)

    def broken_laws(self, p: Tscw) -> list[str]:
        return broken(p)


GAME: Final = TscwGame()
