"""[scs.fog, 4.6c] What the other side does not see of units on the map: those under others, and volunteers' losses.

A declared combat lays open everybody in it until it is over; an attack from the air, the column it strikes.
"""
from __future__ import annotations

from random import Random
from typing import Final

from frente.codec import field_names
from frente.flow import Side
from frente.games.guadalajara.board import NAT, STACK, VOLUNTEERS
from frente.games.guadalajara.ch01_air import Raid
from frente.games.guadalajara.ch01_barrage import Barrage
from frente.games.guadalajara.ch01_battle import Attack
from frente.games.guadalajara.ch01_combat import Combat
from frente.games.guadalajara.ch01_move import Movement
from frente.games.guadalajara.frames import Game, PlayerTurn, Turn
from frente.games.guadalajara.position import UNDECIDED, Guadalajara

PHASES: Final = (Game, Turn, PlayerTurn, Movement, Barrage, Combat)          # they name hexes and sides at most


def laid_open(p: Guadalajara) -> set[int]:
    """Units that what is going on shows to everybody."""
    found: set[int] = set()
    for f in p.stack:
        if isinstance(f, Attack):
            if f.defenders:              # the attack has been declared
                found.update(f.units, f.defenders)
        elif isinstance(f, Raid):
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


def murky(p: Guadalajara, viewer: Side | None, units: list[int]) -> bool:
    """Whether the viewer cannot know what some units are worth together."""
    if not p.opt.hidden_stacks and not p.opt.secret_rolls:
        return False
    shown = laid_open(p)
    return any(covered(p, viewer, u, shown) or steps_secret(p, viewer, u, shown) for u in units)


# -- positions that look the same


def named(p: Guadalajara) -> set[int]:
    """Units that an activity inside a phase may refer to: every number it holds is taken for one."""
    found: set[int] = set(p.crossed)
    for f in p.stack:
        if isinstance(f, PHASES):
            continue
        for name in field_names(type(f)):
            value = getattr(f, name)
            if isinstance(value, list):
                found.update(value)
            elif name != "side":
                found.add(value)
    return found


def alike(p: Guadalajara, u: int) -> str:
    """Units with the same description may lie in each other's place: nobody else can tell, except by their strength."""
    b = p.board
    steps = p.steps[u]
    value = [b.nation[u], b.division[u], b.moves[u], p.face[u], p.state[u], b.bulk[u][steps], steps,
             b.attack[u][steps] > 0, b.escorted[u], b.gun[u], b.hq[u], b.cavalry[u], b.armour[u], b.flame[u],
             b.infantry[u], b.volunteer[u], b.regular[u], b.train[u], b.faction[u] if p.opt.political else "",
             p.hex[u] == p.began[u]]
    return repr(value)


def shuffle_covered(q: Guadalajara, viewer: Side, rng: Random) -> None:
    """Enemy units under others change places with their like in other stacks."""
    b = q.board
    busy = named(q)
    groups: dict[str, list[int]] = {}
    for u in b.fighters[1 - viewer]:
        if u not in busy and q.aboard[u] < 0 and u != b.mg_lit and covered(q, viewer, u, busy):
            groups.setdefault(alike(q, u), []).append(u)
    for units in groups.values():
        for k in range(len(units) - 1, 0, -1):
            exchange(q, units[k], units[rng.randrange(k + 1)])


def exchange(q: Guadalajara, u: int, v: int) -> None:
    """Two units trade places, each in the other's layer of its stack."""
    a, c = q.hex[u], q.hex[v]
    if a == c:
        return
    here = [v if x == u else x for x in q.stack_at(a)]
    there = [u if x == v else x for x in q.stack_at(c)]
    for x in reversed(here):
        q.put(x, a)
    for x in reversed(there):
        q.put(x, c)
    q.began[u], q.began[v] = q.began[v], q.began[u]


def redraw_steps(q: Guadalajara, viewer: Side, rng: Random) -> None:
    """[4.6c] What volunteers have lost, drawn afresh within the limits of stacking."""
    busy = named(q)
    for u in q.board.fighters[NAT]:
        if u not in busy and steps_secret(q, viewer, u, busy):
            was = q.steps[u]
            q.steps[u] = rng.randint(1, q.board.full[u])
            if sum(q.value(v) for v in q.stack_at(q.hex[u])) > STACK:
                q.steps[u] = was
