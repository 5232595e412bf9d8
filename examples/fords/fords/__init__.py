"""The Fords of Lenza: two small armies and a river, made up to show how a game stands on the kit."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fords.data.check import SIDES
from fords.rules import sequence
from fords.rules.ch3_movement import MARCH
from fords.rules.ch4_combat import FIGHT
from fords.state.position import BOXES, CROWN, LEAGUE, MARKS, UNDECIDED, Fords, FordsBoard, load_board, opening
from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.flow import Side
from frente.kernel.views import Track
from frente.kit.game import WarGame
from frente.kit.limits import crowded
from frente.kit.supply import Lines


class FordsGame(WarGame[Fords]):
    slug = "fords"
    title = "The Fords of Lenza"
    sides = SIDES
    scenarios = (Scenario("crossing", "The crossing", 8),)
    rules_version = "1"
    folder = Path(__file__).parent
    boxes = BOXES
    marks = MARKS
    moving = MARCH
    fighting = FIGHT
    zone_rule = "2.2"
    supply_rule = "6.1"
    film = Staging({"Attack": "battle", "Bombardment": "strike"}, ("points",), ("dead",), goals="objectives", near=3)

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Fords:
        p = opening(load_board(pack), self.scenario(scenario).turns)
        p.call(sequence.Battle())
        p.settle()
        return p

    def board(self, p: Fords) -> FordsBoard:
        return p.board

    def lines(self, p: Fords, side: Side) -> Lines:
        return sequence.lines(p, side)

    def factors(self, p: Fords, u: int) -> str:
        return f"{p.strength(u)}-{p.force.move[u]}"

    def tracks(self, p: Fords) -> list[Track]:
        return [{"id": "turn", "side": "", "value": p.turn, "rule": "1.1"},
                *[Track(id="points", side=SIDES[s], value=p.points(s), rule="8.1") for s in (CROWN, LEAGUE)]]

    def outcome(self, p: Fords) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        return Outcome(p.result, "outcome." + SIDES[p.result], "8.1", (p.points(CROWN), p.points(LEAGUE)))

    def broken_laws(self, p: Fords) -> list[str]:
        return super().broken_laws(p) + crowded(p, p.board.room)


GAME: Final = FordsGame()
