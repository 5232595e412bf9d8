"""Heralds of Defeat: Colonel Casado's putsch and the fight for Madrid, March 1939."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from frente.games.heralds.rules import sequence
from frente.games.heralds.rules.ch11_will import RULES
from frente.games.heralds.rules.laws import broken
from frente.games.heralds.rules.standing import STANDING, holds
from frente.games.heralds.show import picture, preview
from frente.games.heralds.show.knowledge import SCENARIO, seal, view_of
from frente.games.heralds.show.way import walkers
from frente.games.heralds.state.board import RESOURCE_VERBS, SIDES, SPACE_VERBS, UNIT_VERBS, load_board
from frente.games.heralds.state.options import OPTIONS, Options
from frente.games.heralds.state.position import TIE, UNDECIDED, Heralds, opening
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kit.rooms import RoomGame, Rooms

KINDS: Final = {**{v: "unit" for v in UNIT_VERBS if v != "piece"}, **dict.fromkeys(SPACE_VERBS, "space"),
                **dict.fromkeys(RESOURCE_VERBS, "resource"), "piece": "piece"}
BARE: Final = (
    "pass", "done", "stop", "decline", "give-up", "direct", "allow", "refuse", "propaganda", "roll", "maneuver",
    "bridge", "offensive", "gerc", "travel", "phone", "hide", "intercept", "add", "deduct", "again", "retire", "stay",
    "yield", "recon", "support", "guns", "aviation", "withhold")
NUMBERS: Final = ("die", "ip", "extra", "points")


class HeraldsGame(RoomGame[Heralds]):
    slug = "heralds"
    title = "Heralds of Defeat"
    sides = SIDES
    scenarios = (Scenario(SCENARIO, "Madrid, 6 to 11 March 1939", 6),)
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    standing = STANDING
    things = KINDS
    bare = BARE
    numbers = NUMBERS
    set_up = ("PlacePertegaz", "PickPiece", "PlacePiece", "AffiliateSeats")
    placing = "place"
    film = Staging({"Assault": "battle", "Raid": "strike", "Talk": "talk", "Propaganda": "talk"}, ("will",),
                   ("eliminated",))

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Heralds:
        self.scenario(scenario)
        p = opening(load_board(pack), Options(options))
        sequence.begin(p)
        return p

    def names(self, p: Heralds) -> dict[str, list[str]]:
        return super().names(p) | {"resource": p.board.rid, "piece": p.board.piece}

    def outcome(self, p: Heralds) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        winner = None if p.result == TIE else p.result
        return Outcome(winner, "outcome." + p.reason, RULES[p.reason], (p.will[0], p.will[1]))


GAME: Final = HeraldsGame(Rooms(
    view_of, seal, broken, holds, picture.of, walkers, preview.card, preview.warnings, preview.reach,
    preview.overlay, preview.OVERLAYS))
