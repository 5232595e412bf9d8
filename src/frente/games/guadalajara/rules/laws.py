"""Invariants of every legal position, each naming its rule: nothing is created or lost."""
from __future__ import annotations

from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    BOXES,
    DEAD,
    DISABLED,
    EXITED,
    OFF_MAP,
    RESERVE,
    RETURNING,
    UNDECIDED,
    Guadalajara,
)


def broken(p: Guadalajara) -> list[str]:
    return [*stacks(p), *zones(p), *steps(p), *carriers(p), *others(p)]


def stacks(p: Guadalajara) -> list[str]:
    b = p.board
    found: list[str] = []
    seen = 0
    for h in range(b.size):
        u = p.top[h]
        if u < 0:
            continue
        side = b.side[u]
        if p.last[h] != side:
            found.append(f"scs.ctrl.1: {b.names[h]} is occupied by a side that does not hold it")
        while u >= 0:
            seen += 1
            if p.hex[u] != h:
                found.append(f"the stack of {b.names[h]} holds {b.uid[u]}, which is elsewhere")
            if b.side[u] != side:
                found.append(f"scs.mov.1: both sides stand in {b.names[h]}")
            if b.truck[u]:
                found.append(f"1.16a.6: {b.uid[u]} lies in a stack")
            if not (b.play[h] or b.corridor[h]):
                found.append(f"R122: {b.uid[u]} has left the playing area")
            u = p.below[u]
        if p.wheels[1 - side][h]:
            found.append(f"1.16e.1: enemy trucks live in {b.names[h]}")
    if seen != sum(1 for s in (NAT, REP) for u in b.fighters[s] if p.hex[u] >= 0):
        found.append("stacks and places of units disagree")
    return found


def zones(p: Guadalajara) -> list[str]:
    b = p.board
    want = [bytearray(b.size), bytearray(b.size)]
    for s in (NAT, REP):
        for u in b.fighters[s]:
            if p.hex[u] >= 0 and p.exerts(u):
                for n in b.zoc[b.moves[u][p.face[u]]][p.hex[u]]:
                    want[s][n] += 1
    return [] if want == p.zone else ["scs.zoc.1: zones of control are not those of the units on the map"]


def steps(p: Guadalajara) -> list[str]:
    b = p.board
    found: list[str] = []
    for u in range(b.units):
        h = p.hex[u]
        if h < 0 and h not in BOXES:
            found.append(f"{b.uid[u]} is nowhere")
        if h == DEAD:
            low = high = 0
        else:
            low, high = 1, b.full[u]
        if not low <= p.steps[u] <= high:
            found.append(f"1.2a.1: {b.uid[u]} has {p.steps[u]} steps")
        if h == DISABLED and not b.armour[u]:
            found.append(f"1.15a: {b.uid[u]} is in the Disabled Tank Box")
        if h == RETURNING and not (b.infantry[u] or b.hq[u] or b.armour[u]):
            found.append(f"1.14e: {b.uid[u]} cannot come back")
        if h == OFF_MAP and b.side[u] == NAT:
            found.append(f"3.5d: {b.uid[u]} has left the map")
        if p.face[u] and not b.two_faced[u]:
            found.append(f"1.8a.1: {b.uid[u]} has no other face")
    return found


def carriers(p: Guadalajara) -> list[str]:
    """[1.16] Trucks and passengers name each other and stand together."""
    b = p.board
    found: list[str] = []
    wheels = [bytearray(b.size), bytearray(b.size)]
    for u in range(b.units):
        if b.truck[u]:
            v = p.cargo[u]
            if v >= 0 and (p.aboard[v] != u or p.hex[v] != p.hex[u]):
                found.append(f"1.16a.2: {b.uid[u]} and its passenger are apart")
            if v < 0 and p.hex[u] >= 0:
                wheels[b.side[u]][p.hex[u]] += 1
        elif p.aboard[u] >= 0 and p.cargo[p.aboard[u]] != u:
            found.append(f"1.16b.1: {b.uid[u]} sits on a truck that does not carry it")
    if wheels != p.wheels:
        found.append("1.16a.6: empty trucks are not counted where they are")
    return found


def others(p: Guadalajara) -> list[str]:
    b = p.board
    found: list[str] = []
    if min(p.air) < 0 or len(p.markers) != len(p.flipped) or len(p.markers) != len(p.shown):
        found.append("1.10.2a: air points do not add up")
    if min(p.morale) < 0:
        found.append("R88: morale is below zero")
    for s in (NAT, REP):
        if p.reserves_used(s) > p.pool[s]:
            found.append("1.13.1: more reserve markers are out than there are")
        if any(p.state[u] & RESERVE and p.hex[u] < 0 and p.hex[u] != OFF_MAP for u in b.fighters[s]):
            found.append("1.13b: a unit that is not in play is in reserve")
    if p.exited != sum(1 for u in b.fighters[NAT] if p.hex[u] == EXITED):
        found.append("scn.1.vp.5: battalions that left are not counted")
    if p.level != UNDECIDED and not -2 <= p.level <= 2:
        found.append("scn.1.vp.6: no such level of victory")
    return found
