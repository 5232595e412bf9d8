"""Questions that may be left to standing orders. Conditions read nothing but what lies open on the table."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.rules.ch10_combat import ELITE, NO_SUPPORT, SUPPORT_ACTS, Attack
from frente.games.brunete.state.position import Brunete
from frente.kernel.catalog import Standing
from frente.kernel.flow import PASS, Side

STANDING: Final = (
    Standing("supports", "10.3.3f", ("Supports",), {"none": SUPPORT_ACTS[NO_SUPPORT]}, ("attacking", "attacked")),
    Standing("elite", "10.3.1b", ("AttackerElite", "DefenderElite"), {"claim": ELITE, "leave": PASS},
             ("attacking", "attacked")),
    Standing("resources", "5.2c", ("PickResource",), {"none": PASS}),
    Standing("aviation", "5.1g", ("PayForAviation",), {"none": PASS}))


def holds(p: Brunete, side: Side, condition: str) -> bool:
    """Whether a condition of a standing order holds."""
    f = p.stack[-1]
    return isinstance(f, Attack) and (f.side == side) == (condition == "attacking")
