"""What computer players know: the kit's greedy one, and where the towns are."""
from __future__ import annotations

from typing import Final

from fords.rules.ch3_movement import MARCH
from fords.rules.ch4_combat import FIGHT
from fords.state.position import CROWN, Fords
from frente.kernel.flow import Side, frames_of
from frente.kit.captain import Greedy


def goals(p: Fords, side: Side) -> list[int]:
    """The Crown wants every town that counts; the League those that are lost, then those that are in danger."""
    if side == CROWN:
        return [h for h in p.board.goals if p.last[h] != side] or p.board.goals
    return [h for h in p.board.goals if p.last[h] != side or p.zone[CROWN][h]] or p.board.goals


DOCTRINES: Final = {"greedy": Greedy(frames_of("fords"), MARCH, FIGHT, goals)}
