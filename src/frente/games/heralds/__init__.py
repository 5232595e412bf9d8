"""Heralds of Defeat: Colonel Casado's putsch and the fight for Madrid, March 1939."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

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
from frente.kernel import catalog
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker

KINDS: Final = {**{v: "unit" for v in UNIT_VERBS if v != "piece"}, **dict.fromkeys(SPACE_VERBS, "space"),
                **dict.fromkeys(RESOURCE_VERBS, "resource"), "piece": "piece"}
BARE: Final = (
    "pass", "done", "stop", "decline", "give-up", "direct", "allow", "refuse", "propaganda", "roll", "maneuver",
    "bridge", "offensive", "gerc", "travel", "phone", "hide", "intercept", "add", "deduct", "again", "retire", "stay",
    "yield", "recon", "support", "guns", "aviation", "withhold")
NUMBERS: Final = ("die", "ip", "extra", "points")


class HeraldsGame(catalog.Game[Heralds]):
    slug = "heralds"
    title = "Heralds of Defeat"
    sides = SIDES
    scenarios = (Scenario(SCENARIO, "Madrid, 6 to 11 March 1939", 6),)
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    standing = STANDING
    set_up = ("PlacePertegaz", "PickPiece", "PlacePiece", "AffiliateSeats")
    placing = "place"
    film = Staging({"Assault": "battle", "Raid": "strike", "Talk": "talk", "Propaganda": "talk"}, ("will",),
                   ("eliminated",))

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Heralds:
        self.scenario(scenario)
        p = opening(load_board(pack), Options(options))
        sequence.begin(p)
        return p

    def data_version(self, p: Heralds) -> str:
        return p.board.version

    def vocabulary(self, p: Heralds) -> dict[str, list[str] | None]:
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        names = {"unit": b.uid, "space": b.names, "resource": b.rid, "piece": b.piece}
        found |= {verb: names[kind] for verb, kind in KINDS.items()}
        found |= dict.fromkeys(NUMBERS)
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Heralds, viewer: Side | None) -> View:
        return view_of(p, viewer, self.words(p))

    def seal(self, p: Heralds, viewer: Side) -> Known:
        return seal(p, viewer)

    def outcome(self, p: Heralds) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        winner = None if p.result == TIE else p.result
        return Outcome(winner, "outcome." + p.reason, RULES[p.reason], (p.will[0], p.will[1]))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Heralds, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return preview.overlay(p, name)

    def reach(self, p: Heralds, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        return preview.reach(p, side, unit)

    def walkers(self, p: Heralds, side: Side, unit: int) -> Sequence[Walker]:
        return walkers(p, side, unit)

    def card(self, p: Heralds, viewer: Side | None) -> dict[str, Any]:
        return preview.card(p, viewer)

    def warnings(self, p: Heralds, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return preview.warnings(p, side, acts)

    def picture(self, p: Heralds) -> dict[str, Any]:
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Heralds, side: Side, condition: str) -> bool:
        return holds(p, side, condition)

    def broken_laws(self, p: Heralds) -> list[str]:
        return broken(p)


GAME: Final = HeraldsGame()
