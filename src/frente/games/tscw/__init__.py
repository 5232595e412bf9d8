"""The Spanish Civil War: the whole war, July 1936 to April 1939, from divisions and brigades to militia columns."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.tscw.rules import sequence
from frente.games.tscw.rules.ch04_victory import REASONS, RULES
from frente.games.tscw.rules.laws import broken
from frente.games.tscw.rules.standing import STANDING, holds
from frente.games.tscw.show import picture, preview
from frente.games.tscw.show.knowledge import view_of
from frente.games.tscw.show.sealed import seal
from frente.games.tscw.show.way import walkers
from frente.games.tscw.state.board import SIDES, load_board
from frente.games.tscw.state.options import OPTIONS, Options
from frente.games.tscw.state.position import CAMPAIGN, UNDECIDED, Tscw, opening, unpacked
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kit import stacks
from frente.kit.rooms import RoomGame, Rooms

COLUMNS: Final = 7                       # 17.1
KINDS: Final = {
    "unit": "unit", "march": "unit", "join": "unit", "split": "unit", "top": "unit", "lose": "unit", "rail": "unit",
    "sea": "unit", "land": "unit", "replenish": "unit", "rebuild": "unit", "rebuild-north": "unit", "break": "unit",
    "combine": "unit", "support": "unit", "air": "unit", "desert": "unit", "scout": "unit", "roll": "unit",
    "hex": "space", "attack": "space", "group": "space"}
BARE: Final = ("pass", "done", "stop", "go", "pull", "decline", "declare", "garrison", "naval", "cast")


class TscwGame(RoomGame[Tscw]):
    slug = "tscw"
    title = "The Spanish Civil War"
    sides = SIDES
    scenarios = (Scenario("columns", "The War of the Columns", COLUMNS),
                 Scenario("campaign", "The Spanish Civil War 1936-39", CAMPAIGN))
    options = OPTIONS
    rules_version = "5"
    folder = Path(__file__).parent
    standing = STANDING
    things = KINDS
    bare = BARE
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

    def lists(self, p: Tscw) -> dict[str, list[str]]:
        return {"draw": p.board.chit_ids, "chit": p.board.kinds}

    def outcome(self, p: Tscw) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        reason = p.reason
        return Outcome(p.result, "outcome." + REASONS[reason], RULES[reason], (p.morale,))


GAME: Final = TscwGame(Rooms(
    view_of, seal, broken, holds, picture.of, walkers, preview.card, preview.warnings, preview.reach_of,
    preview.overlay, preview.OVERLAYS, preview.range_of, preview.supply_line,
    fed=preview.fed))
