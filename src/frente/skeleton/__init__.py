"""A New Battle: made by “frente new”. It plays, keeps every law, and is changed rule by rule."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from frente.kernel.catalog import OptionValue, Outcome, Scenario, Staging
from frente.kernel.views import Track
from frente.kit.game import WarGame
from frente.skeleton.data.check import SIDES
from frente.skeleton.rules import sequence
from frente.skeleton.rules.combat import FIGHT
from frente.skeleton.rules.movement import MARCH
from frente.skeleton.state.position import BOXES, MARKS, UNDECIDED, SkeletonBoard, SkeletonPosition, load_board, opening


class SkeletonGame(WarGame[SkeletonPosition]):
    slug = "skeleton"
    title = "A New Battle"
    sides = SIDES
    scenarios = (Scenario("battle", "The battle", 6),)
    rules_version = "1"
    folder = Path(__file__).parent
    boxes = BOXES
    marks = MARKS
    moving = MARCH
    fighting = FIGHT
    zone_rule = "2.2"
    film = Staging({"Attack": "battle"}, ("points",), ("dead",), goals="objectives", near=3)

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> SkeletonPosition:
        p = opening(load_board(pack), self.scenario(scenario).turns)
        p.call(sequence.Battle())
        p.settle()
        return p

    def board(self, p: SkeletonPosition) -> SkeletonBoard:
        return p.board

    def tracks(self, p: SkeletonPosition) -> list[Track]:
        return [{"id": "turn", "side": "", "value": p.turn, "rule": "1.1"},
                *[Track(id="points", side=name, value=p.points(s), rule="5.1") for s, name in enumerate(SIDES)]]

    def outcome(self, p: SkeletonPosition) -> Outcome | None:
        if p.result == UNDECIDED:
            return None
        return Outcome(p.result, "outcome." + SIDES[p.result], "5.1", (p.points(0), p.points(1)))


GAME: Final = SkeletonGame()
