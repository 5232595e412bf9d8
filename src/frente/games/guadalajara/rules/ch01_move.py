"""[scs.mov.1] The frames of movement: a phase, and the move of a unit or of units that began the phase together."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.state.board import MP, RAIL
from frente.games.guadalajara.state.position import MOVED, RELIEF, Guadalajara
from frente.kernel.flow import Frame, Side

UNLIMITED: Final = 999 * MP              # 3.4a.4


@dataclass
class Movement(Frame):
    """[seq.3, seq.4, scs.exp.1] A Movement or Exploitation Phase: units and stacks move one after another (R154)."""

    side: Side
    exploit: bool = False


@dataclass
class Move(Frame):
    """The move of a unit, or of units that began the phase together."""

    side: Side
    units: list[int]
    left: list[int]                      # points left, parallel to units
    exploit: bool
    moved: bool = False
    bonus: int = 0                       # points that count only along the railway (3.4b.3)
    screen: bool = False                 # the zone left next is that of cavalry that has gone (4.2b)
    over: int = -1                       # hex being overrun
    done: list[int] = field(default_factory=list)            # units that have left the group
    extra: list[int] = field(default_factory=list)           # what the last step costs more if its road is interdicted


def static(p: Guadalajara, u: int) -> bool:
    """[R121] A late Spanish arrival in the Italian sector neither moves nor attacks."""
    return bool(p.state[u] & RELIEF) and p.opt.late_static and p.board.south[p.hex[u]]


def panicked(p: Guadalajara, u: int) -> bool:
    return bool(p.panic[p.board.division[u]])


def budget(p: Guadalajara, u: int) -> int:
    """[scs.mov.1, 3.4a.4]"""
    return UNLIMITED if p.board.moves[u][p.face[u]] == RAIL else p.allowance(u)


def move_of(p: Guadalajara, side: Side, units: list[int], exploit: bool) -> Move:
    f = Move(side, units, [budget(p, u) for u in units], exploit)
    if units == [p.board.rr] and p.board.on_rail[p.hex[units[0]]] and p.aboard[units[0]] < 0:
        f.bonus = f.left[0]              # [3.4b.3]
        f.left[0] *= 2
    return f


def group(f: Move, p: Guadalajara) -> list[int]:
    """Units of the group that still move together: not dead, not stopped by an air attack, not retreated."""
    return [u for u in f.units if p.hex[u] >= 0 and not p.state[u] & MOVED and u not in f.done]


def purse(f: Move, u: int) -> int:
    return f.left[f.units.index(u)]


def leave_rail(f: Move, p: Guadalajara, a: int, i: int) -> None:
    """[3.4b.3] Whoever steps off the railway has no more than its plain allowance."""
    if not p.board.rail[a][i]:
        f.left[0] -= f.bonus
        f.bonus = 0


def abandons(p: Guadalajara, units: list[int], a: int) -> bool:
    """[1.11b, 1.12b] Whether units that may never be alone would stay behind alone."""
    b = p.board
    needy = False
    v = p.top[a]
    while v >= 0:
        if v not in units:
            if not b.escorted[v]:
                return False
            needy = True
        v = p.below[v]
    return needy


def finish(f: Move, p: Guadalajara) -> None:
    """[scs.mov.1] Whoever has moved moves no more in this phase."""
    for u in f.units:
        if p.hex[u] >= 0 and u not in f.done:
            p.state[u] |= MOVED
