"""Storm Over Madrid: columns, militias and brigades before the capital, October 1936 to January 1937."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente import catalog
from frente.catalog import OptionValue, Outcome, Scenario
from frente.codec import plain
from frente.flow import Act, Frame, Position, Refusal, Side
from frente.games.storm import picture, preview, sequence  # noqa: F401  (fills in the sequences of play)
from frente.games.storm.board import SIDES, USES, load_board
from frente.games.storm.ch03_morale import MoraleTest
from frente.games.storm.ch06_chits import Draw, Return, Window
from frente.games.storm.ch07_reinforcements import FreeSetup, Placing, Rada
from frente.games.storm.ch08_replacements import Rebuild
from frente.games.storm.ch09_bombardment import Bombardment
from frente.games.storm.ch09_combat import Battle
from frente.games.storm.ch09_fire import Fire
from frente.games.storm.ch09_impulse import PARTIES
from frente.games.storm.ch09_losses import Losses, Retreat
from frente.games.storm.ch09_movement import March
from frente.games.storm.ch10_victory import RULES
from frente.games.storm.ch12_scenarios import STARTS
from frente.games.storm.ch15_events import Turning
from frente.games.storm.frames import Game, Impulse, Impulses, Turn
from frente.games.storm.knowledge import SCENARIO_IDS, look, seal
from frente.games.storm.laws import broken
from frente.games.storm.options import OPTIONS, Options
from frente.games.storm.position import SAVED, UNDECIDED, Storm, opening, rebuilt
from frente.games.storm.standing import STANDING, holds
from frente.views import Known, View

UNIT_VERBS: Final = ("unit", "point", "spare", "flip", "retreat", "eliminate", "rebuild", "with")
SPACE_VERBS: Final = ("area", "move", "bombard", "attack", "assault")
KINDS: Final = {**dict.fromkeys(UNIT_VERBS, "unit"), **dict.fromkeys(SPACE_VERBS, "space")}
BARE: Final = ("pass", "stop", "done", "prepare", "cancel", "buy", "declare", "end-pause")
FRAMES: Final[dict[str, type[Frame]]] = {f.__name__: f for f in (
    Game, Turn, Impulses, Impulse, Placing, FreeSetup, Rada, Draw, Return, Window, Rebuild, March, Fire, Battle,
    Bombardment, Losses, Retreat, MoraleTest, Turning)}


class StormGame(catalog.Game):
    slug = "storm"
    title = "Storm Over Madrid"
    sides = SIDES
    scenarios = (Scenario("drive", "The initial drive on Madrid", 6),
                 Scenario("corunna", "Battles of the Corunna road", 6),
                 Scenario("campaign", "The battle for Madrid", 15))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    frames = FRAMES
    saved = SAVED
    standing = STANDING

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Storm:
        p = opening(load_board(pack), Options(options), SCENARIO_IDS.index(self.scenario(scenario).id))
        p.call(Game())
        p.settle()
        return p

    def rebuild(self, data: Mapping[str, Any], like: Position) -> Storm:
        assert isinstance(like, Storm)
        fields = [plain(data[name]) for name in SAVED]
        fields += [[], [], [], [], [self.frame(f) for f in data["stack"]]]
        p = Storm(like.board, like.opt, *fields)
        rebuilt(p)
        return p

    def data_version(self, p: Position) -> str:
        assert isinstance(p, Storm)
        return p.board.version

    def vocabulary(self, p: Position) -> dict[str, list[str] | None]:
        assert isinstance(p, Storm)
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        return found | {"die": None, "draw": b.chit_ids, "return": b.chit_ids, "chit": list(USES),
                        "keep": list(PARTIES), "start": [str(n) for n in STARTS]}

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Position, viewer: Side | None) -> View:
        assert isinstance(p, Storm)
        return look(p, viewer, self.words(p))

    def picture(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Storm)
        return picture.of(p.board, self.words(p), KINDS)

    def seal(self, p: Position, viewer: Side) -> Known:
        assert isinstance(p, Storm)
        return seal(p, viewer)

    def outcome(self, p: Position) -> Outcome | None:
        assert isinstance(p, Storm)
        if p.result == UNDECIDED:
            return None
        return Outcome(p.result, "outcome." + p.reason, RULES[p.reason], (p.vp,))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        assert isinstance(p, Storm)
        return preview.overlay(p, name)

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        assert isinstance(p, Storm)
        return preview.reach(p, side, unit)

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        assert isinstance(p, Storm)
        return preview.card(p)

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        assert isinstance(p, Storm)
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Position, unit: int) -> list[str]:
        assert isinstance(p, Storm)
        return preview.supply_line(p, unit)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Storm)
        return holds(p, side, condition)

    def broken_laws(self, p: Position) -> list[str]:
        assert isinstance(p, Storm)
        return broken(p)


GAME: Final = StormGame()
