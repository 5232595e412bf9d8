"""Brunete 1937: battalions and brigades west of Madrid, 6 to 25 July 1937."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente import catalog
from frente.catalog import OptionValue, Outcome, Scenario
from frente.codec import plain
from frente.flow import Act, Frame, Position, Refusal, Side
from frente.games.brunete import picture, preview, sequence  # noqa: F401  (fills in the sequences of play)
from frente.games.brunete.board import RESOURCES, SIDES, load_board
from frente.games.brunete.ch05_command import Replacement, Resources
from frente.games.brunete.ch06_reinforcements import Reinforcements
from frente.games.brunete.ch07_madrid import Madrid
from frente.games.brunete.ch08_aviation import Aviation, Maintenance
from frente.games.brunete.ch09_infiltration import Infiltration
from frente.games.brunete.ch09_movement import Move, Movement
from frente.games.brunete.ch10_combat import SUPPORT_NAMES, Attack, Combat
from frente.games.brunete.ch10_results import Aftermath
from frente.games.brunete.ch12_victory import CAMPAIGN, OFFENSIVE
from frente.games.brunete.frames import Game, Segment, Turn
from frente.games.brunete.knowledge import look, seal
from frente.games.brunete.laws import broken
from frente.games.brunete.options import OPTIONS, Options
from frente.games.brunete.position import DRAW, SAVED, UNDECIDED, Brunete, opening
from frente.games.brunete.standing import STANDING, holds
from frente.views import Known, View

KINDS: Final = {"unit": "unit", "replace": "unit", "recover": "unit", "with": "unit", "hex": "space"}
BARE: Final = ("pass", "stop", "exit", "declare", "elite", "stubborn", "bombard", "interdict", "pay", "reroll")
FRAMES: Final[dict[str, type[Frame]]] = {f.__name__: f for f in (
    Game, Turn, Segment, Replacement, Resources, Reinforcements, Madrid, Aviation, Maintenance, Infiltration,
    Movement, Move, Combat, Attack, Aftermath)}


class BruneteGame(catalog.Game):
    slug = "brunete"
    title = "Brunete 1937"
    sides = SIDES
    scenarios = (Scenario("campaign", "The battle of Brunete", CAMPAIGN),
                 Scenario("offensive", "The Republican offensive", OFFENSIVE))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    frames = FRAMES
    saved = SAVED
    standing = STANDING

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Brunete:
        p = opening(load_board(pack), Options(options), self.scenario(scenario).turns)
        p.call(Game())
        p.settle()
        return p

    def rebuild(self, data: Mapping[str, Any], like: Position) -> Brunete:
        assert isinstance(like, Brunete)
        fields = [plain(data[name]) for name in SAVED]
        b = like.board
        hexes: list[int] = fields[1]
        fields += [[-1] * b.size, [-1] * b.units, [[0] * b.size, [0] * b.size]]
        fields.append([self.frame(f) for f in data["stack"]])
        p = Brunete(b, like.opt, *fields)
        last = p.last[:]
        order = data["order"]
        p.hex = [-1 if h >= 0 else h for h in hexes]
        for u in order:
            p.put(u, hexes[u])
        p.last = last
        p.shifted = False
        return p

    def dump(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Brunete)
        out = super().dump(p)
        # Units from the bottom of each stack up, so that a restored stack lies in the same order.
        out["order"] = [u for h in range(p.board.size) for u in reversed(p.stack_at(h))]
        return out

    def data_version(self, p: Position) -> str:
        assert isinstance(p, Brunete)
        return p.board.version

    def vocabulary(self, p: Position) -> dict[str, list[str] | None]:
        assert isinstance(p, Brunete)
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        return found | {"die": None, "draw": list(RESOURCES), "resource": list(RESOURCES), "support": SUPPORT_NAMES}

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Position, viewer: Side | None) -> View:
        assert isinstance(p, Brunete)
        return look(p, viewer, self.words(p))

    def seal(self, p: Position, viewer: Side) -> Known:
        assert isinstance(p, Brunete)
        return seal(p, viewer)

    def outcome(self, p: Position) -> Outcome | None:
        assert isinstance(p, Brunete)
        if p.result == UNDECIDED:
            return None
        rule = "12.1.vp6" if p.last_turn == CAMPAIGN else ("12.2d", "12.2f", "12.2e")[p.result]
        key = "draw" if p.result == DRAW else SIDES[p.result]
        return Outcome(None if p.result == DRAW else p.result, "outcome." + key, rule, (p.vp,))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        assert isinstance(p, Brunete)
        return preview.overlay(p, name)

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        assert isinstance(p, Brunete)
        names = p.board.names
        first = [] if isinstance(p.stack[-1], Move) else [f"unit:{p.board.uid[unit]}"]
        return {names[h]: (left, first + [f"hex:{names[t]}" for t in way])
                for h, (left, way) in preview.reach_of(p, side, unit).items()}

    def range(self, p: Position, unit: int) -> dict[str, int]:
        assert isinstance(p, Brunete)
        return {p.board.names[h]: left for h, left in preview.range_of(p, unit).items()}

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        assert isinstance(p, Brunete)
        return preview.battle_card(p, viewer)

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        assert isinstance(p, Brunete)
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Position, unit: int) -> list[str]:
        assert isinstance(p, Brunete)
        return [p.board.names[h] for h in preview.supply_path(p, unit)]

    def picture(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Brunete)
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Brunete)
        return holds(p, side, condition)

    def broken_laws(self, p: Position) -> list[str]:
        assert isinstance(p, Brunete)
        return broken(p)


GAME: Final = BruneteGame()
