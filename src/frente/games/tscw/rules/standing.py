"""Questions that may be left to standing orders. Conditions read nothing but what lies open on the table."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.state.position import Tscw
from frente.kernel.catalog import Standing
from frente.kernel.flow import PASS, Side

IN_BATTLE: Final = ("attacking", "attacked")
STANDING: Final = (
    Standing("combat-chits", "13.13", ("AttackerChits", "DefenderChits"), {"none": PASS}, IN_BATTLE),
    Standing("artillery", "13.12e", ("AttackerGuns", "DefenderGuns"), {"none": PASS}, IN_BATTLE),
    Standing("air", "8.4a", ("AttackerAir", "DefenderAir"), {"none": PASS}, IN_BATTLE),
    Standing("naval", "13.15a", ("AttackerNaval", "DefenderNaval"), {"none": PASS}, IN_BATTLE),
    Standing("their-chits", "7.2b", ("DrawForOther",), {"none": PASS}))


def holds(p: Tscw, side: Side, condition: str) -> bool:
    """Whether a condition of a standing order holds."""
    f = p.stack[-1]
    return isinstance(f, Attack) and (f.side == side) == (condition == "attacking")
