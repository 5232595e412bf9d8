"""Storm Over Madrid: columns, militias and brigades before the capital, October 1936 to January 1937."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

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
from frente.kernel import catalog
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker

UNIT_VERBS: Final = ("unit", "point", "spare", "flip", "retreat", "eliminate", "rebuild", "with")
SPACE_VERBS: Final = ("area", "move", "bombard", "attack", "assault")
KINDS: Final = {**dict.fromkeys(UNIT_VERBS, "unit"), **dict.fromkeys(SPACE_VERBS, "space")}
BARE: Final = ("pass", "stop", "done", "prepare", "cancel", "buy", "declare", "end-pause")


class StormGame(catalog.Game[Storm]):
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
    set_up = ("ChooseStart", "SetUpUnits", "PlaceFreely")
    placing = "area"
    joins = ("unit",)
    film = Staging({"Battle": "battle", "Bombardment": "strike", "Fire": "strike"}, ("vp",), ("eliminated", "removed"))

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Storm:
        p = opening(load_board(pack), Options(options), SCENARIO_IDS.index(self.scenario(scenario).id))
        sequence.begin(p)
        return p

    def data_version(self, p: Storm) -> str:
        return p.board.version

    def vocabulary(self, p: Storm) -> dict[str, list[str] | None]:
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        return found | {"die": None, "draw": b.chit_ids, "return": b.chit_ids, "chit": list(USES),
                        "keep": list(PARTIES), "start": [str(n) for n in STARTS]}

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Storm, viewer: Side | None) -> View:
        return view_of(p, viewer, self.words(p))

    def picture(self, p: Storm) -> dict[str, Any]:
        return picture.of(p.board, self.words(p), KINDS)

    def seal(self, p: Storm, viewer: Side) -> Known:
        return seal(p, viewer)

    def outcome(self, p: Storm) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        return Outcome(p.result, "outcome." + p.reason, RULES[p.reason], (p.vp,))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Storm, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return preview.overlay(p, name)

    def reach(self, p: Storm, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        return preview.reach(p, side, unit)

    def walkers(self, p: Storm, side: Side, unit: int) -> Sequence[Walker]:
        return walkers(p, side, unit)

    def card(self, p: Storm, viewer: Side | None) -> dict[str, Any]:
        return preview.card(p)

    def warnings(self, p: Storm, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Storm, unit: int, eyes: Sequence[Side]) -> list[str]:
        return preview.supply_line(p, unit)

    def fed(self, p: Storm, side: Side, units: Sequence[int]) -> list[bool]:
        return preview.fed(p, side, units)

    def standing_holds(self, p: Storm, side: Side, condition: str) -> bool:
        return holds(p, side, condition)

    def broken_laws(self, p: Storm) -> list[str]:
        return broken(p)


GAME: Final = StormGame()
