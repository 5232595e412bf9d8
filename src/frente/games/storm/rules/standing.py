"""Questions that may be left to standing orders. Conditions read nothing but what lies open on the table."""
from __future__ import annotations

from typing import Final

from frente.games.storm.rules.ch06_chits import Window
from frente.games.storm.rules.ch09_combat import DONE
from frente.games.storm.state.frames import impulse
from frente.games.storm.state.position import Storm
from frente.kernel.catalog import Standing
from frente.kernel.flow import PASS, Side

STANDING: Final = (
    Standing("combat-events", "15.0d", ("PlayEvents",), {"pass": PASS}, ("attacking", "attacked", "reply", "madrid")),
    Standing("counter-attack", "9.4.1.C3", ("CounterAttack",), {"none": DONE}, ("madrid",)),
    Standing("draw-chits", "6b", ("BuyChit",), {"none": PASS}, ("no-chits",)),
    Standing("return-chits", "6j", ("ReturnChits",), {"keep": PASS}, ("hand-full",)))


def holds(p: Storm, side: Side, condition: str) -> bool:
    """Whether a condition of a standing order holds; hands count by their size, which both sides know."""
    if condition == "no-chits":
        return p.hand_size(side) == 0
    if condition == "hand-full":
        return p.hand_size(side) >= p.board.hand_limit
    if condition == "reply":             # [15.0d] to a chit just played, which some chits cancel
        f = p.stack[-1]
        return isinstance(f, Window) and f.last >= 0
    im = impulse(p)
    if condition == "madrid":
        return im.area == p.board.madrid
    return (im.side == side) == (condition == "attacking")
