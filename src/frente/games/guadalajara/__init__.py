"""Guadalajara 1937: the Italian offensive of March 1937, battalions at a kilometre a hex (Standard Combat Series)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from frente import catalog
from frente.catalog import OptionValue, Outcome, Scenario
from frente.codec import plain
from frente.flow import Act, Frame, Position, Refusal, Side
from frente.games.guadalajara import cards, picture, preview, sequence  # noqa: F401  (fills in the sequences of play)
from frente.games.guadalajara.board import NAT, REP, SIDES, load_board
from frente.games.guadalajara.ch01_air import AirPhase, Raid
from frente.games.guadalajara.ch01_barrage import Barrage, Fire
from frente.games.guadalajara.ch01_battle import Attack
from frente.games.guadalajara.ch01_combat import Combat
from frente.games.guadalajara.ch01_losses import Fates, Losses, Stranded, Surplus
from frente.games.guadalajara.ch01_move import Move, Movement
from frente.games.guadalajara.ch01_retreat import Retreat
from frente.games.guadalajara.ch01_supply import Supply
from frente.games.guadalajara.ch01_trucks import Drive, Trucks
from frente.games.guadalajara.ch02_morale import Morale, Rout
from frente.games.guadalajara.ch03_arrivals import Arrivals, Reinforcements
from frente.games.guadalajara.ch04_screen import Screen
from frente.games.guadalajara.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.knowledge import LEVELS, Guess, imagine, look
from frente.games.guadalajara.laws import broken
from frente.games.guadalajara.options import OPTIONS, Options
from frente.games.guadalajara.position import SAVED, UNDECIDED, Guadalajara, opening
from frente.games.guadalajara.setup import SetUp
from frente.games.guadalajara.standing import STANDING, holds
from frente.views import Known, View

KINDS: Final = {"unit": "unit", "with": "unit", "reserve": "unit", "drop": "unit", "alight": "unit", "leave": "unit",
                "load": "unit", "hex": "space", "overrun": "space", "bomb": "space", "interdict": "space",
                "release": "space"}
BARE: Final = ("pass", "stop", "exit", "unload", "mode", "attack", "intensive", "fire", "hold", "divert", "reveal")
NUMBERS: Final = ("die", "points", "activate")
FRAMES: Final[dict[str, type[Frame]]] = {f.__name__: f for f in (
    Game, Turn, PlayerTurn, SetUp, Reinforcements, Arrivals, AirPhase, Raid, Trucks, Drive, Movement, Move, Screen,
    Barrage, Fire, Combat, Attack, Losses, Retreat, Stranded, Surplus, Fates, Morale, Rout, Supply)}


class GuadalajaraGame(catalog.Game):
    slug = "guadalajara"
    title = "Guadalajara 1937"
    sides = SIDES
    scenarios = (Scenario("1", "Spain is not Abyssinia", 11), Scenario("2", "The Italian offensive", 4),
                 Scenario("3", "Spanish paella", 11), Scenario("4", "Bolognese sauce", 3))
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    frames = FRAMES
    saved = SAVED
    standing = STANDING

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Guadalajara:
        opt = Options(options)
        number = int(self.scenario(scenario).id)
        p = opening(load_board(number, opt, pack), opt)
        p.call(Game([REP, NAT] if number == 4 else [NAT, REP]))      # seq.7, R1, R2
        p.settle()
        return p

    def rebuild(self, data: Mapping[str, Any], like: Position) -> Guadalajara:
        assert isinstance(like, Guadalajara)
        fields = [plain(data[name]) for name in SAVED]
        b = like.board
        hexes: list[int] = fields[0]
        fields += [[-1] * b.size, [-1] * b.units, [[0] * b.size, [0] * b.size], [[0] * b.size, [0] * b.size]]
        fields.append([self.frame(f) for f in data["stack"]])
        p = Guadalajara(b, like.opt, *fields)
        last, taken = p.last[:], p.taken
        p.hex = [-1 if h >= 0 and not b.truck[u] else h for u, h in enumerate(hexes)]
        for u in data["order"]:
            p.put(u, hexes[u])
        for u in range(b.units):
            if b.truck[u] and p.hex[u] >= 0 and p.cargo[u] < 0:
                p.wheels[b.side[u]][p.hex[u]] += 1
        p.last, p.taken = last, taken
        return p

    def dump(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Guadalajara)
        out = super().dump(p)
        # Units from the bottom of each stack up, so that a restored stack lies in the same order.
        out["order"] = [u for h in range(p.board.size) if p.top[h] >= 0 for u in reversed(p.stack_at(h))]
        return out

    def data_version(self, p: Position) -> str:
        assert isinstance(p, Guadalajara)
        return p.board.version

    def vocabulary(self, p: Position) -> dict[str, list[str] | None]:
        assert isinstance(p, Guadalajara)
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        found |= {verb: b.names if kind == "space" else b.uid for verb, kind in KINDS.items()}
        found |= dict.fromkeys(NUMBERS)
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Position, viewer: Side | None) -> View:
        assert isinstance(p, Guadalajara)
        return look(p, viewer, self.words(p))

    def seals(self) -> bool:
        return False                     # not yet: the draws still begin with the truth

    def seal(self, p: Position, viewer: Side) -> Known:
        assert isinstance(p, Guadalajara)
        return Guess(p, viewer)

    def determinize(self, p: Position, viewer: Side, rng: Random) -> Guadalajara:
        assert isinstance(p, Guadalajara)
        return imagine(p, viewer, rng)

    def outcome(self, p: Position) -> Outcome | None:
        assert isinstance(p, Guadalajara)
        if p.level == UNDECIDED:
            return None
        winner = NAT if p.level > 0 else REP if p.level < 0 else None
        key = "sudden-death" if p.ended == "scn.1.vp.5" else LEVELS[p.level]
        return Outcome(winner, "outcome." + key, p.ended, (p.vp, p.level))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        assert isinstance(p, Guadalajara)
        return preview.overlay(p, viewer, name)

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        assert isinstance(p, Guadalajara)
        names = p.board.names
        first = [] if isinstance(p.stack[-1], Move) else [f"unit:{p.board.uid[unit]}"]
        return {names[h]: (left, first + [f"hex:{names[t]}" for t in way])
                for h, (left, way) in preview.reach_of(p, side, unit).items()}

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        assert isinstance(p, Guadalajara)
        return cards.battle_card(p, viewer)

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        assert isinstance(p, Guadalajara)
        return preview.warnings(p, side, acts)

    def supply_line(self, p: Position, unit: int) -> list[str]:
        assert isinstance(p, Guadalajara)
        return [p.board.names[h] for h in preview.supply_path(p, unit)]

    def picture(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Guadalajara)
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Guadalajara)
        return holds(p, side, condition)

    def broken_laws(self, p: Position) -> list[str]:
        assert isinstance(p, Guadalajara)
        return broken(p)


GAME: Final = GuadalajaraGame()
