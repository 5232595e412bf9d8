"""Brunete 1937: battalions and brigades west of Madrid, 6 to 25 July 1937."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.brunete.rules import sequence
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
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kit import stacks
from frente.kit.rooms import RoomGame, Rooms

KINDS: Final = {"unit": "unit", "replace": "unit", "recover": "unit", "with": "unit", "hex": "space"}
BARE: Final = ("pass", "stop", "exit", "declare", "elite", "stubborn", "bombard", "interdict", "pay", "reroll")


class BruneteGame(RoomGame[Brunete]):
    slug = "brunete"
    title = "Brunete 1937"
    sides = SIDES
    scenarios = (Scenario("campaign", "The battle of Brunete", CAMPAIGN),
                 Scenario("offensive", "The Republican offensive", OFFENSIVE))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    standing = STANDING
    things = KINDS
    bare = BARE
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

    def lists(self, p: Brunete) -> dict[str, list[str]]:
        return {"draw": list(RESOURCES), "resource": list(RESOURCES), "support": SUPPORT_NAMES}

    def outcome(self, p: Brunete) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        rule = "12.1.vp6" if p.last_turn == CAMPAIGN else ("12.2d", "12.2f", "12.2e")[p.result]
        key = "draw" if p.result == DRAW else SIDES[p.result]
        return Outcome(None if p.result == DRAW else p.result, "outcome." + key, rule, (p.vp,))


GAME: Final = BruneteGame(Rooms(
    view_of, seal, broken, holds, picture.of, walkers, preview.battle_card, preview.warnings, preview.reach,
    preview.overlay, preview.OVERLAYS, preview.range_of, preview.supply_line,
    fed=preview.fed))
