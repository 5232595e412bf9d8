"""Guadalajara 1937: the Italian offensive of March 1937, battalions at a kilometre a hex (Standard Combat Series)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente.games.guadalajara.rules import sequence
from frente.games.guadalajara.rules.ch01_move import Move
from frente.games.guadalajara.rules.laws import broken
from frente.games.guadalajara.rules.standing import STANDING, holds
from frente.games.guadalajara.show import cards, picture, preview
from frente.games.guadalajara.show.knowledge import LEVELS, view_of
from frente.games.guadalajara.show.sealed import seal
from frente.games.guadalajara.show.way import walkers
from frente.games.guadalajara.state.board import NAT, REP, SIDES, load_board
from frente.games.guadalajara.state.options import OPTIONS, Options
from frente.games.guadalajara.state.position import UNDECIDED, Guadalajara, opening
from frente.kernel import catalog
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.views import Known, View
from frente.kernel.way import Walker
from frente.kit import stacks

KINDS: Final = {"unit": "unit", "with": "unit", "reserve": "unit", "drop": "unit", "alight": "unit", "leave": "unit",
                "load": "unit", "hex": "space", "overrun": "space", "bomb": "space", "interdict": "space",
                "release": "space"}
BARE: Final = ("pass", "stop", "exit", "unload", "mode", "attack", "intensive", "fire", "hold", "divert", "reveal")
NUMBERS: Final = ("die", "points", "activate")


class GuadalajaraGame(catalog.Game[Guadalajara]):
    slug = "guadalajara"
    title = "Guadalajara 1937"
    sides = SIDES
    scenarios = (Scenario("1", "Spain is not Abyssinia", 11), Scenario("2", "The Italian offensive", 4),
                 Scenario("3", "Spanish paella", 11), Scenario("4", "Bolognese sauce", 3))
    options = OPTIONS
    rules_version = "5"
    folder = Path(__file__).parent
    standing = STANDING
    set_up = ("Deploy", "StartFace")
    placing = "hex"
    joins = ("with",)
    film = Staging({"Attack": "battle", "Fire": "strike", "Raid": "strike"}, ("vp",), ("lost", "dead"), ("covered",),
                   "villages", 4)

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Guadalajara:
        opt = Options(options)
        number = int(self.scenario(scenario).id)
        p = opening(load_board(number, opt, pack), opt)
        sequence.begin(p, REP if number == 4 else NAT)
        return p

    def dump(self, p: Guadalajara) -> dict[str, Any]:
        return super().dump(p) | {"order": stacks.order(p.top, p.below)}

    def data_version(self, p: Guadalajara) -> str:
        return p.board.version

    def vocabulary(self, p: Guadalajara) -> dict[str, list[str] | None]:
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        found |= dict.fromkeys(NUMBERS)
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Guadalajara, viewer: Side | None) -> View:
        return view_of(p, viewer, self.words(p))

    def seal(self, p: Guadalajara, viewer: Side) -> Known:
        return seal(p, viewer)

    def outcome(self, p: Guadalajara) -> Outcome | None:
        if p.level == UNDECIDED:
            return None
        winner = NAT if p.level > 0 else REP if p.level < 0 else None
        key = "sudden-death" if p.ended == "scn.1.vp.5" else LEVELS[p.level]
        return Outcome(winner, "outcome." + key, p.ended, (p.vp, p.level))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Guadalajara, viewer: Side | None, name: str) -> dict[str, list[str]]:
        return preview.overlay(p, viewer, name)

    def reach(self, p: Guadalajara, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        names = p.board.names
        first = [] if isinstance(p.stack[-1], Move) else [f"unit:{p.board.uid[unit]}"]
        return {names[h]: (left, first + [f"hex:{names[t]}" for t in way])
                for h, (left, way) in preview.reach_of(p, side, unit).items()}

    def walkers(self, p: Guadalajara, side: Side, unit: int) -> Sequence[Walker]:
        return walkers(p, side, unit)

    def card(self, p: Guadalajara, viewer: Side | None) -> dict[str, Any]:
        return cards.battle_card(p, viewer)

    def warnings(self, p: Guadalajara, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Guadalajara, unit: int, eyes: Sequence[Side]) -> list[str]:
        return [p.board.names[h] for h in preview.supply_path(p, unit, NAT if NAT in eyes else None)]

    def fed(self, p: Guadalajara, side: Side, units: Sequence[int]) -> list[bool]:
        return preview.fed(p, side, units)

    def picture(self, p: Guadalajara) -> dict[str, Any]:
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Guadalajara, side: Side, condition: str) -> bool:
        return holds(p, side, condition)

    def broken_laws(self, p: Guadalajara) -> list[str]:
        return broken(p)


GAME: Final = GuadalajaraGame()
