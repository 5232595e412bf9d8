"""[1.6c.2, 1.11g, 1.16e.4, 1.19, 2.7d.5, scs.ret.1-5] Retreats, hex by hex, as a stack or split up."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.rules.ch01_losses import ANY, Losses, Surplus
from frente.games.guadalajara.state.position import ASTRAY, COMBAT, RESERVE, Guadalajara
from frente.kernel.flow import Act, Choices, Fact, Frame, Refusal, Side, Step, play

FARTHER: Final = 3                       # hexes beyond the result in search of room (scs.ret.4, R154)

# How far the search for a way must go: on the own side with room, without room, across the line, without room.
WITH_ROOM: Final = 0
CROWDED: Final = 1
ACROSS: Final = 2
DESPERATE: Final = 3


@dataclass
class Retreat(Frame):
    """Units of one hex retreat *n* hexes; those of a group move together."""

    side: Side
    units: list[int]                     # still to go, without the group
    n: int
    start: int
    group: list[int] = field(default_factory=list)
    gone: int = 0
    level: int = -1                      # how desperate the search is for this group
    spared: int = -1                     # the hex that was attacked: left empty if both sides retreat (R63)


def alive(p: Guadalajara, units: list[int]) -> list[int]:
    return [u for u in units if p.hex[u] >= 0]


def passable(f: Retreat, p: Guadalajara, units: list[int], a: int, i: int, k: int, level: int) -> bool:
    """[scs.ret.1, scs.ret.2, 3.4a.6, R37, R63, R122] Whether a step of a retreat leads a hex farther and is allowed."""
    b = p.board
    t = b.nb[a][i]
    if b.distance(f.start, t) != k or p.holder(t) == 1 - f.side or t == f.spared:
        return False
    ground = b.play if level >= ACROSS else b.open[b.nation[units[0]]]
    if not ground[t] and not (level >= ACROSS and b.open[b.nation[units[0]]][t]):
        return False
    return all(b.cost[p.moves_as(u)][a][i] for u in units)


def completes(f: Retreat, p: Guadalajara, units: list[int], h: int, k: int, level: int) -> bool:
    """[scs.ret.1, scs.ret.4] Whether a retreat that stands *k* hexes away can still be completed."""
    if k >= f.n and (level in (CROWDED, DESPERATE) or not p.room(units, h)):
        return True
    if k >= f.n + FARTHER:
        return False
    return any(passable(f, p, units, h, i, k + 1, level) and completes(f, p, units, t, k + 1, level)
               for i, t in enumerate(p.board.nb[h]))


def ways(f: Retreat, p: Guadalajara, units: list[int], level: int) -> list[int]:
    """[scs.ret.1, scs.ret.2]"""
    h = p.hex[units[0]]
    return [t for i, t in enumerate(p.board.nb[h])
            if passable(f, p, units, h, i, f.gone + 1, level) and completes(f, p, units, t, f.gone + 1, level)]


def plight(f: Retreat, p: Guadalajara, units: list[int]) -> int:
    """[scs.ret.2, scs.ret.4, 2.6a.1, R37] The least desperate way out, or -1 if there is none."""
    for level in (WITH_ROOM, CROWDED) if p.opt.never_across else (WITH_ROOM, CROWDED, ACROSS, DESPERATE):
        if ways(f, p, units, level):
            return level
    return -1


def choices(f: Retreat, p: Guadalajara) -> list[int]:
    """[scs.ret.1, scs.ret.4]"""
    units = alive(p, f.group)
    if not units:
        return []
    if f.gone >= f.n and (f.level in (CROWDED, DESPERATE) or not p.room(units, p.hex[units[0]])):
        return []
    return ways(f, p, units, f.level)


def loose(f: Retreat, p: Guadalajara) -> list[int]:
    """[scs.ret.1] Units that may go their own way: the stack may split before it moves; escorted units may not."""
    b = p.board
    units = alive(p, f.group)
    if f.gone:
        return []
    plain = [u for u in units if not b.escorted[u]]
    return plain if len(plain) > 1 else []


class Fall(Step[Retreat, Guadalajara]):
    """[scs.ret.1] The owner leads his units back."""

    rule = "scs.ret.1"
    verbs = ("hex", "leave")

    def ask(self, f: Retreat, p: Guadalajara) -> Choices:
        found = choices(f, p)
        apart = loose(f, p) if found else []
        if len(found) + len(apart) < 2:
            return {}
        acts = p.board.hex_acts
        return {f.side: [*[acts[t] for t in found], *[Act("leave", u) for u in apart]]}

    def do(self, f: Retreat, p: Guadalajara, side: Side, act: Act) -> bool:
        p.disclose(side)
        if act.verb == "leave":
            f.group.remove(act.arg)
            f.units.append(act.arg)
            f.level = plight(f, p, alive(p, f.group))
        else:
            back(f, p, act.arg)
        return False

    def auto(self, f: Retreat, p: Guadalajara) -> None:
        units = alive(p, f.group)
        found = choices(f, p)
        if found:
            back(f, p, found[0])
        elif units and f.level < 0:
            stuck(f, p, units)
        else:
            if units:
                astray(f, p, units)
            if not regroup(f, p):
                return
        f.at = 0

    def why(self, f: Retreat, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        units = alive(p, f.group)
        if act.verb == "leave":
            if act.arg in loose(f, p):
                return []
            return [Refusal("scs.ret.1", "goes-with-the-stack", {"unit": b.uid[act.arg]})]
        if act.arg in choices(f, p):
            return []
        who: dict[str, Fact] = {"unit": b.uid[units[0]], "hex": b.names[act.arg]}
        if p.holder(act.arg) == 1 - f.side:
            return [Refusal("scs.ret.2", "enemy-in-the-way", who)]
        return [Refusal("scs.ret.1", "no-way-of-retreat", who)]


def regroup(f: Retreat, p: Guadalajara) -> bool:
    """[scs.ret.1, 1.11d.1] The next units to go, all together; those that may never be alone are left to 1.11d."""
    f.group = alive(p, f.units)
    f.units = []
    f.gone = 0
    if all(p.board.escorted[u] for u in f.group):
        return False
    f.level = plight(f, p, f.group)
    return True


def back(f: Retreat, p: Guadalajara, t: int) -> None:
    """One hex; a zone that no friend negates costs the stack a step (scs.ret.3)."""
    units = alive(p, f.group)
    stung = bool(p.zone[1 - f.side][t]) and p.holder(t) < 0
    for u in units:
        p.put(u, t)
        p.state[u] &= ~RESERVE           # driven out, it waits for nothing any more
        p.tell("scs.ret.1", "retreats", {"unit": p.board.uid[u], "hex": p.board.names[t]})
    f.gone += 1
    if stung:
        p.call(Losses(f.side, units, 1, ANY, COMBAT, "scs.ret.3"))


def stuck(f: Retreat, p: Guadalajara, units: list[int]) -> None:
    """[scs.ret.2, 3.4a.6] No way for all: without those that cannot follow, one by one; none for one: destroyed."""
    plain = [u for u in units if not p.board.escorted[u]]
    if len(plain) < len(units):
        f.group = plain                  # armour that cannot follow is left to 1.11d
    elif len(plain) > 1:
        f.group = plain[:1]
        f.units = plain[1:] + f.units
    else:
        p.destroy(plain[0], "3.4a.6" if p.board.train[plain[0]] else "scs.ret.2", COMBAT)
        return
    f.level = plight(f, p, f.group)


def astray(f: Retreat, p: Guadalajara, units: list[int]) -> None:
    """[2.6a.1, 3.4b.1, R37, R104] Units that ended where they may not stay."""
    b = p.board
    for u in units:
        away = b.home[3][p.hex[u]] if u == b.rr else b.home[b.nation[u]][p.hex[u]]
        if away and not (p.opt.line_loose and b.nation[u] == 1):
            p.state[u] |= ASTRAY
    if p.room(units, p.hex[units[0]]):
        p.call(Surplus(f.side))          # [scs.ret.4, scs.stack.2]


play(Retreat, Fall())
