"""An assault in E, up to its dice."""
from __future__ import annotations

from typing import Any

from frente.games.heralds.state.board import PCE
from frente.games.heralds.state.position import Heralds
from tests.heralds.lay import (
    asked,
    empty,
    moving,
    play,
    put,
    question,
    unit,
)


def skip(p: Heralds) -> Heralds:
    """Bring all weapons to bear; answer lead and leader questions by the first choice."""
    while question(p) in ("Support", "AttackLead", "AttackLeader", "DefenceLead", "DefenceLeader"):
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    return p


def fight(p: Heralds, use: str = "deduct") -> Heralds:
    """To the dice of a round."""
    skip(p)
    if question(p) == "Differential":
        play(p, use)
    return p


def in_e(attackers: tuple[str, ...] = ("18bm-1", "18bm-2"), defenders: tuple[str, ...] = ("112bm-1", "112bm-2"),
         credit: int = 5, **options: Any) -> Heralds:
    """Both sides in E, the PCE to act, the CND fixed so that no engagement roll is needed."""
    p = empty(**options)
    put(p, "E", *attackers, *defenders)
    for n in defenders:
        p.fixed[unit(p, n)] = 1
    put(p, "D", "112bm-8")
    return moving(p, PCE, credit, *attackers)
