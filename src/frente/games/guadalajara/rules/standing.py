"""Questions that may be left to standing orders. Conditions read nothing but what lies open on the table: where hidden
interdiction markers lie is not."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.rules.ch01_air import Raid, soft
from frente.games.guadalajara.state.board import REP
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.catalog import Standing
from frente.kernel.flow import PASS, Side

STANDING: Final = (
    Standing("reveal", "4.6a", ("Reveal",), {"none": PASS}, ("motorised", "on-road"), (REP,)),
    Standing("raid", "1.10c.3", ("Strike",), {"none": PASS}, sides=(REP,)),
    Standing("flame", "1.12f.1", ("DefendWithFlame",), {"none": PASS}))


def holds(p: Guadalajara, side: Side, condition: str) -> bool:
    """Whether a condition of a standing order holds."""
    f = p.stack[-1]
    return isinstance(f, Raid) and (f.road if condition == "on-road" else any(soft(p, u) for u in f.units))
