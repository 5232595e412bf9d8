"""Storm Over Madrid: columns, militias and brigades before the capital, October 1936 to January 1937."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from frente.games.storm.rules import sequence
from frente.games.storm.rules.ch09_impulse import PARTIES
from frente.games.storm.rules.ch10_victory import RULES
from frente.games.storm.rules.ch12_scenarios import STARTS
from frente.games.storm.rules.laws import broken
from frente.games.storm.rules.standing import STANDING, holds
from frente.games.storm.show import picture, preview
from frente.games.storm.show.knowledge import SCENARIO_IDS, seal, view_of
from frente.games.storm.show.way import walkers
from frente.games.storm.state.board import SIDES, USES, load_board
from frente.games.storm.state.options import OPTIONS, Options
from frente.games.storm.state.position import UNDECIDED, Storm, opening
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kit.rooms import RoomGame, Rooms

UNIT_VERBS: Final = ("unit", "point", "spare", "flip", "retreat", "eliminate", "rebuild", "with")
SPACE_VERBS: Final = ("area", "move", "bombard", "attack", "assault")
KINDS: Final = {**dict.fromkeys(UNIT_VERBS, "unit"), **dict.fromkeys(SPACE_VERBS, "space")}
BARE: Final = ("pass", "stop", "done", "prepare", "cancel", "buy", "declare", "end-pause")


class StormGame(RoomGame[Storm]):
    slug = "storm"
    title = "Storm Over Madrid"
    sides = SIDES
    scenarios = (Scenario("drive", "The initial drive on Madrid", 6),
                 Scenario("corunna", "Battles of the Corunna road", 6),
                 Scenario("campaign", "The battle for Madrid", 15))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    standing = STANDING
    things = KINDS
    bare = BARE
    set_up = ("ChooseStart", "SetUpUnits", "PlaceFreely")
    placing = "area"
    joins = ("unit",)
    film = Staging({"Battle": "battle", "Bombardment": "strike", "Fire": "strike"}, ("vp",), ("eliminated", "removed"))

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Storm:
        p = opening(load_board(pack), Options(options), SCENARIO_IDS.index(self.scenario(scenario).id))
        sequence.begin(p)
        return p

    def lists(self, p: Storm) -> dict[str, list[str]]:
        b = p.board
        return {"draw": b.chit_ids, "return": b.chit_ids, "chit": list(USES), "keep": list(PARTIES),
                "start": [str(n) for n in STARTS]}

    def outcome(self, p: Storm) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        return Outcome(p.result, "outcome." + p.reason, RULES[p.reason], (p.vp,))


GAME: Final = StormGame(Rooms(
    view_of, seal, broken, holds, picture.of, walkers, preview.card, preview.warnings, preview.reach,
    preview.overlay, preview.OVERLAYS, supply_line=preview.supply_line,
    fed=preview.fed))
