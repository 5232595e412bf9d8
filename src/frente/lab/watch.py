"""One game of an experiment, looked at whenever a turn ends: losses, ground and tracks, by what everybody may see."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from frente.kernel.catalog import Game, find
from frente.kernel.chance import Opening
from frente.kernel.flow import Position
from frente.kernel.record import CHANCE_NAME, Line, Record
from frente.lab import LabError
from frente.lab.experiment import Arm
from frente.lab.sim import Played, play
from frente.story import Course, Eye


@dataclass(frozen=True)
class Task:
    arm: Arm
    number: int
    seed: int


@dataclass
class Watched:
    """A game and what was seen of it."""

    arm: str
    played: Played
    course: Course
    record: str


def watched(task: Task) -> Watched:
    first = _start(task.arm)
    game = find(task.arm.game)
    eye = Eye(game, first)
    played = play(task.arm.plan(task.seed), task.number, first, eye)
    record = record_of(game, task.arm, played)
    played.log = []
    return Watched(task.arm.name, played, eye.seen, record)


@lru_cache(maxsize=64)
def _start(arm: Arm) -> Position:
    """Setting up reads all the data: once for each arm and process. Another node must have the same rules and data."""
    game, p = find(arm.game), arm.start()
    here = (game.rules_version, game.data_version(p))
    if here != (arm.rules, arm.data):
        raise LabError(f"A machine of the cluster has rules {here[0]} and data {here[1]} of {game.title}, this one has "
                       f"{arm.rules} and {arm.data}; install the same version everywhere.")
    return p


def record_of(game: Game[Any], arm: Arm, played: Played) -> str:
    """The game as a saved one; empty if an error stopped it. Its dice have no seed, so they prove nothing."""
    if played.error:
        return ""
    lines, roll = [], 0
    for side, word in played.log:
        lines.append(Line(side, word, roll if side == CHANCE_NAME else -1))
        roll += side == CHANCE_NAME
    seats: dict[str, str] = dict(zip(game.sides, arm.bots))
    result: dict[str, Any] | None = played.result
    return Record(arm.game, arm.rules, arm.data, arm.scenario, dict(arm.options), arm.name if arm.pack else "", seats,
                  [Opening("", chosen=True)], lines, [], [], result).text()
