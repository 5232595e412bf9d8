"""What computer players know about Guadalajara 1937. Structural: nothing here knows who asks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from frente.flow import Act, Position, Side
from frente.games.guadalajara import doctrine_answers, doctrine_battle, doctrine_fire, doctrine_move, doctrine_trucks
from frente.games.guadalajara.doctrine_goals import goals, held
from frente.games.guadalajara.doctrine_plan import Plan
from frente.games.guadalajara.doctrine_stance import CAPTAIN, GREEDY, Style, epoch
from frente.games.guadalajara.doctrine_survey import step_worth
from frente.games.guadalajara.position import Guadalajara

Answer = Callable[[Any, Side, list[Act], Any], Any]


class StyledDoctrine:
    """Plans phase by phase: errands to villages, attacks by the table, everything else by a rule of thumb."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.answers: Mapping[str, Answer] = {
            **doctrine_answers.ANSWERS, **doctrine_battle.ANSWERS, **doctrine_fire.ANSWERS, **doctrine_move.ANSWERS,
            **doctrine_trucks.ANSWERS}

    def epoch(self, p: Position, side: Side) -> tuple[int, int, str, bool]:
        assert isinstance(p, Guadalajara)
        return epoch(p, side)

    def plan(self, p: Position, side: Side) -> Plan:
        assert isinstance(p, Guadalajara)
        return Plan(p, side, self.style)

    def worth(self, p: Position, side: Side) -> float:
        assert isinstance(p, Guadalajara)
        return balance(p, side)


def balance(p: Guadalajara, side: Side) -> float:
    """Villages held and steps on the map, for a quick look at what an act leads to."""
    total = sum(g.value for g in goals(p) if held(p, side, g.h))
    for u in range(p.board.units):
        if p.hex[u] >= 0:
            total += (1 if p.board.side[u] == side else -1) * p.steps[u] * step_worth(p, u)
    return total


DOCTRINES: Final = {"captain": StyledDoctrine(CAPTAIN), "greedy": StyledDoctrine(GREEDY)}
