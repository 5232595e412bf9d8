"""Guadalajara 1937: the Italian offensive of March 1937, battalions at a kilometre a hex (Standard Combat Series)."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from frente.games.guadalajara.rules import sequence
from frente.games.guadalajara.rules.laws import broken
from frente.games.guadalajara.rules.standing import STANDING, holds
from frente.games.guadalajara.show import cards, picture, preview
from frente.games.guadalajara.show.knowledge import LEVELS, view_of
from frente.games.guadalajara.show.sealed import seal
from frente.games.guadalajara.show.way import walkers
from frente.games.guadalajara.state.board import NAT, REP, SIDES
from frente.games.guadalajara.state.boards import load_board
from frente.games.guadalajara.state.options import OPTIONS, Options
from frente.games.guadalajara.state.position import UNDECIDED, Guadalajara, opening
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kit import stacks
from frente.kit.rooms import RoomGame, Rooms

KINDS: Final = {"unit": "unit", "with": "unit", "reserve": "unit", "drop": "unit", "alight": "unit", "leave": "unit",
                "load": "unit", "hex": "space", "overrun": "space", "bomb": "space", "interdict": "space",
                "release": "space"}
BARE: Final = ("pass", "stop", "exit", "unload", "mode", "attack", "intensive", "fire", "hold", "divert", "reveal")
NUMBERS: Final = ("die", "points", "activate")


class GuadalajaraGame(RoomGame[Guadalajara]):
    slug = "guadalajara"
    title = "Guadalajara 1937"
    sides = SIDES
    scenarios = (Scenario("1", "Spain is not Abyssinia", 11), Scenario("2", "The Italian offensive", 4),
                 Scenario("3", "Spanish paella", 11), Scenario("4", "Bolognese sauce", 3))
    options = OPTIONS
    rules_version = "7"
    folder = Path(__file__).parent
    standing = STANDING
    things = KINDS
    bare = BARE
    numbers = NUMBERS
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

    def outcome(self, p: Guadalajara) -> Outcome | None:
        if p.level == UNDECIDED:
            return None
        winner = NAT if p.level > 0 else REP if p.level < 0 else None
        key = "sudden-death" if p.ended == "scn.1.vp.5" else LEVELS[p.level]
        return Outcome(winner, "outcome." + key, p.ended, (p.vp, p.level))


GAME: Final = GuadalajaraGame(Rooms(
    view_of, seal, broken, holds, picture.of, walkers, cards.battle_card, preview.warnings, preview.reach,
    preview.overlay, preview.OVERLAYS, supply_line=preview.supply_line,
    fed=preview.fed))
