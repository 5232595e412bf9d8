"""[scs.fog, 4.6c] What the other side does not see of units on the map: those under others, and volunteers' losses.

A declared combat lays open everybody in it until it is over; an attack from the air, the column it strikes.
"""
from __future__ import annotations

from frente.games.guadalajara.rules.ch01_air import Raid, raiding
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.state.board import NAT, VOLUNTEERS
from frente.games.guadalajara.state.position import UNDECIDED, Guadalajara
from frente.kernel.flow import Side


def laid_open(p: Guadalajara) -> set[int]:
    """[scs.fog, 4.6c] Units that what is going on shows to everybody."""
    found: set[int] = set()
    for f in p.stack:
        if isinstance(f, Attack):
            if f.defenders:              # the attack has been declared
                found.update(f.units, f.defenders)
        elif isinstance(f, Raid) and raiding(f, p):
            found.update(f.units)
    return found


def covered(p: Guadalajara, viewer: Side | None, u: int, shown: set[int]) -> bool:
    """[scs.fog, R157] Whether a unit lies under others where the viewer may not look; a loaded truck with its load."""
    if not p.opt.hidden_stacks or p.level != UNDECIDED:
        return False
    b = p.board
    v = p.cargo[u] if b.truck[u] else u
    if v < 0 or b.side[v] == viewer or v in shown:
        return False
    h = p.hex[v]
    return h >= 0 and p.top[h] != v


def steps_secret(p: Guadalajara, viewer: Side | None, u: int, shown: set[int]) -> bool:
    """[4.6c, R132] Whether the viewer may not know what a volunteer unit on the map has lost."""
    b = p.board
    return (p.opt.secret_rolls and viewer != NAT and p.level == UNDECIDED and b.division[u] in VOLUNTEERS
            and b.full[u] > 1 and p.hex[u] >= 0 and u not in shown)


def knows_able(p: Guadalajara, viewer: Side | None, side: Side) -> bool:
    """[scs.fog, 4.6c] Whether the viewer knows who of a side could attack: neither hidden units nor panic are in it."""
    if viewer == side or p.level != UNDECIDED:
        return True
    return not p.opt.hidden_stacks and not (p.opt.secret_rolls and side == NAT)


def murky(p: Guadalajara, viewer: Side | None, units: list[int]) -> bool:
    """Whether the viewer cannot know what some units are worth together."""
    if not p.opt.hidden_stacks and not p.opt.secret_rolls:
        return False
    shown = laid_open(p)
    return any(covered(p, viewer, u, shown) or steps_secret(p, viewer, u, shown) for u in units)
