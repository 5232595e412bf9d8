"""The Spanish Civil War: the whole war, July 1936 to April 1939, from divisions and brigades to militia columns."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente import catalog
from frente.catalog import OptionValue, Outcome, Scenario
from frente.codec import plain
from frente.flow import Act, Frame, Position, Refusal, Side
from frente.games.tscw import picture, preview, sequence  # noqa: F401  (fills in the sequences of play)
from frente.games.tscw.board import SIDES, load_board
from frente.games.tscw.ch04_victory import REASONS, RULES
from frente.games.tscw.ch07_chits import ChitPull
from frente.games.tscw.ch07_duties import Naming
from frente.games.tscw.ch07_events import Picking, Rolling
from frente.games.tscw.ch07_infighting import Infighting
from frente.games.tscw.ch09_stacking import Ordering, Overstack
from frente.games.tscw.ch12_movement import Move
from frente.games.tscw.ch12_phase import Evacuation, Movement
from frente.games.tscw.ch13_attack import Combat
from frente.games.tscw.ch13_odds import Attack
from frente.games.tscw.ch13_results import Advance, Losses
from frente.games.tscw.ch14_strategic import Strategic
from frente.games.tscw.ch15_optional import ColumnRolls, Scout
from frente.games.tscw.frames import Administration, Game, Phase, Turn
from frente.games.tscw.knowledge import look
from frente.games.tscw.laws import broken
from frente.games.tscw.options import OPTIONS, Options
from frente.games.tscw.position import MORALE, REASON, RESULT, SAVED, UNDECIDED, Tscw, opening
from frente.games.tscw.sealed import seal
from frente.games.tscw.standing import STANDING, holds
from frente.views import Known, View

CAMPAIGN: Final = 19                     # turns
COLUMNS: Final = 7                       # 17.1
KINDS: Final = {
    "unit": "unit", "march": "unit", "join": "unit", "split": "unit", "top": "unit", "lose": "unit", "rail": "unit",
    "sea": "unit", "land": "unit", "replenish": "unit", "rebuild": "unit", "rebuild-north": "unit", "break": "unit",
    "combine": "unit", "support": "unit", "air": "unit", "desert": "unit", "scout": "unit", "roll": "unit",
    "hex": "space", "attack": "space", "group": "space"}
BARE: Final = ("pass", "done", "stop", "go", "pull", "decline", "declare", "garrison", "naval", "cast")
FRAMES: Final[dict[str, type[Frame]]] = {f.__name__: f for f in (
    Game, Turn, Phase, Administration, ChitPull, Rolling, Picking, Naming, Strategic, Ordering, Overstack, Movement,
    Move, Evacuation, ColumnRolls, Scout, Infighting, Combat, Attack, Losses, Advance)}


class TscwGame(catalog.Game):
    slug = "tscw"
    title = "The Spanish Civil War"
    sides = SIDES
    scenarios = (Scenario("columns", "The War of the Columns", COLUMNS),
                 Scenario("campaign", "The Spanish Civil War 1936-39", CAMPAIGN))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    frames = FRAMES
    saved = SAVED
    standing = STANDING

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Tscw:
        p = opening(load_board(pack), Options(options), self.scenario(scenario).turns)
        p.call(Game())
        p.settle()
        return p

    def rebuild(self, data: Mapping[str, Any], like: Position) -> Tscw:
        assert isinstance(like, Tscw)
        fields = [plain(data[name]) for name in SAVED]
        b = like.board
        size = b.size
        hexes: list[int] = fields[2]
        fields += [[-1] * size, [-1] * b.units, [[0] * size, [0] * size], [[0] * size, [0] * size],
                   [[0] * size, [0] * size], [0] * size, [self.frame(f) for f in data["stack"]]]
        p = Tscw(b, like.opt, *fields)
        control = p.control[:]
        p.hex = [-1 if h >= 0 else h for h in hexes]
        for u in data["order"]:
            p.lay(u, hexes[u])
        p.control = control
        return p

    def dump(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Tscw)
        out = super().dump(p)
        # Units from the bottom of each stack up, so that a restored stack lies in the same order.
        out["order"] = [u for h in range(p.board.size) for u in reversed(p.stack_at(h))]
        return out

    def data_version(self, p: Position) -> str:
        assert isinstance(p, Tscw)
        return p.board.version

    def vocabulary(self, p: Position) -> dict[str, list[str] | None]:
        assert isinstance(p, Tscw)
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        found |= {"die": None, "draw": b.chit_ids, "chit": b.kinds}
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Position, viewer: Side | None) -> View:
        assert isinstance(p, Tscw)
        return look(p, viewer, self.words(p))

    def seal(self, p: Position, viewer: Side) -> Known:
        assert isinstance(p, Tscw)
        return seal(p, viewer)

    def outcome(self, p: Position) -> Outcome | None:
        assert isinstance(p, Tscw)
        if p.num[RESULT] == UNDECIDED:
            return None
        reason = p.num[REASON]
        return Outcome(p.num[RESULT], "outcome." + REASONS[reason], RULES[reason], (p.num[MORALE],))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        assert isinstance(p, Tscw)
        return preview.overlay(p, viewer, name)

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        assert isinstance(p, Tscw)
        return preview.reach_of(p, side, unit)

    def range(self, p: Position, unit: int) -> dict[str, int]:
        assert isinstance(p, Tscw)
        return preview.range_of(p, unit)

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        assert isinstance(p, Tscw)
        return preview.card(p, viewer)

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        assert isinstance(p, Tscw)
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Position, unit: int) -> list[str]:
        assert isinstance(p, Tscw)
        return preview.supply_path(p, unit)

    def picture(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Tscw)
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Tscw)
        return holds(p, side, condition)

    def broken_laws(self, p: Position) -> list[str]:
        assert isinstance(p, Tscw)
        return broken(p)


GAME: Final = TscwGame()
