"""What computer players know: the kit's greedy one, and where the towns are."""
from __future__ import annotations

from typing import Final

from frente.kernel.flow import Side, frames_of
from frente.kit.captain import Greedy
from frente.skeleton.rules.combat import FIGHT
from frente.skeleton.rules.movement import MARCH
from frente.skeleton.state.position import SkeletonPosition


def goals(p: SkeletonPosition, side: Side) -> list[int]:
    """Towns that another side held last; all of them when none is left to take."""
    return [h for h in p.board.goals if p.last[h] != side] or p.board.goals


DOCTRINES: Final = {"greedy": Greedy(frames_of("frente.skeleton"), MARCH, FIGHT, goals)}
