"""Heralds of Defeat: Colonel Casado's putsch and the fight for Madrid, March 1939."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente import catalog
from frente.catalog import OptionValue, Outcome, Scenario
from frente.codec import plain
from frente.flow import Act, Frame, Position, Refusal, Side
from frente.games.heralds import frames, frames_combat, picture, preview, sequence  # noqa: F401  (fills in the sequences)
from frente.games.heralds.board import RESOURCE_VERBS, SIDES, SPACE_VERBS, UNIT_VERBS, load_board
from frente.games.heralds.ch11_will import RULES
from frente.games.heralds.knowledge import SCENARIO, look, seal
from frente.games.heralds.laws import broken
from frente.games.heralds.options import OPTIONS, Options
from frente.games.heralds.position import SAVED, TIE, UNDECIDED, Heralds, opening, rebuilt
from frente.games.heralds.standing import STANDING, holds
from frente.views import Known, View

KINDS: Final = {**{v: "unit" for v in UNIT_VERBS if v != "piece"}, **dict.fromkeys(SPACE_VERBS, "space"),
                **dict.fromkeys(RESOURCE_VERBS, "resource"), "piece": "piece"}
BARE: Final = (
    "pass", "done", "stop", "decline", "give-up", "direct", "allow", "refuse", "propaganda", "roll", "maneuver",
    "bridge", "offensive", "gerc", "travel", "phone", "hide", "intercept", "add", "deduct", "again", "retire", "stay",
    "yield", "recon", "support", "guns", "aviation", "withhold")
NUMBERS: Final = ("die", "ip", "extra", "points")
FRAMES: Final[dict[str, type[Frame]]] = {f.__name__: f for f in (
    frames.Game, frames.Setup, frames.Turn, frames.Seats, frames.Motors, frames.Refits, frames.Hides,
    frames.PropagandaPhase, frames.NegotiationPhase, frames.ManeuverPhase, frames.Leg, frames.Propaganda, frames.Talk,
    frames.Domino, frames.Shift, frames.Francoist, frames.Order, frames.Stack, frames.Reaction, frames.Fate,
    frames_combat.Assault, frames_combat.Damage, frames_combat.Withdraw, frames_combat.Collapse, frames_combat.Blast,
    frames_combat.Raid, frames_combat.Destroy, frames_combat.Ruin)}


class HeraldsGame(catalog.Game):
    slug = "heralds"
    title = "Heralds of Defeat"
    sides = SIDES
    scenarios = (Scenario(SCENARIO, "Madrid, 6 to 11 March 1939", 6),)
    options = OPTIONS
    rules_version = "4"
    folder = Path(__file__).parent
    frames = FRAMES
    saved = SAVED
    standing = STANDING

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Heralds:
        self.scenario(scenario)
        p = opening(load_board(pack), Options(options))
        p.call(frames.Game())
        p.settle()
        return p

    def rebuild(self, data: Mapping[str, Any], like: Position) -> Heralds:
        assert isinstance(like, Heralds)
        fields = [plain(data[name]) for name in SAVED]
        fields += [[], [], [], [], [], [], [], [], [self.frame(f) for f in data["stack"]]]
        p = Heralds(like.board, like.opt, *fields)
        rebuilt(p)
        return p

    def data_version(self, p: Position) -> str:
        assert isinstance(p, Heralds)
        return p.board.version

    def vocabulary(self, p: Position) -> dict[str, list[str] | None]:
        assert isinstance(p, Heralds)
        b = p.board
        found: dict[str, list[str] | None] = {verb: [] for verb in BARE}
        names = {"unit": b.uid, "space": b.names, "resource": b.rid, "piece": b.piece}
        found |= {verb: names[kind] for verb, kind in KINDS.items()}
        found |= dict.fromkeys(NUMBERS)
        return found

    def kinds(self) -> Mapping[str, str]:
        return KINDS

    def view(self, p: Position, viewer: Side | None) -> View:
        assert isinstance(p, Heralds)
        return look(p, viewer, self.words(p))

    def seal(self, p: Position, viewer: Side) -> Known:
        assert isinstance(p, Heralds)
        return seal(p, viewer)

    def outcome(self, p: Position) -> Outcome | None:
        assert isinstance(p, Heralds)
        if p.result == UNDECIDED:
            return None
        winner = None if p.result == TIE else p.result
        return Outcome(winner, "outcome." + p.reason, RULES[p.reason], (p.will[0], p.will[1]))

    def overlays(self) -> Sequence[str]:
        return preview.OVERLAYS

    def overlay(self, p: Position, viewer: Side | None, name: str) -> dict[str, list[str]]:
        assert isinstance(p, Heralds)
        return preview.overlay(p, name)

    def reach(self, p: Position, side: Side, unit: int) -> dict[str, tuple[int, list[str]]]:
        assert isinstance(p, Heralds)
        return preview.reach(p, side, unit)

    def card(self, p: Position, viewer: Side | None) -> dict[str, Any]:
        assert isinstance(p, Heralds)
        return preview.card(p, viewer)

    def warnings(self, p: Position, side: Side, acts: Sequence[Act]) -> list[Refusal]:
        assert isinstance(p, Heralds)
        return preview.warnings(p, side, acts)

    def picture(self, p: Position) -> dict[str, Any]:
        assert isinstance(p, Heralds)
        return picture.of(p.board, self.words(p), KINDS)

    def standing_holds(self, p: Position, side: Side, condition: str) -> bool:
        assert isinstance(p, Heralds)
        return holds(p, side, condition)

    def broken_laws(self, p: Position) -> list[str]:
        assert isinstance(p, Heralds)
        return broken(p)


GAME: Final = HeraldsGame()
