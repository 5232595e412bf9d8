"""Invariants of every legal position, each naming its rule: nothing is created or lost."""
from __future__ import annotations

from frente.games.tscw.rules.ch09_stacking import Overstack, excess
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.state.board import AIR, COLUMN, HQ, NAT, REP
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    BASE,
    BOXES,
    GONE,
    LATER,
    UNDECIDED,
    Tscw,
)


def broken(p: Tscw) -> list[str]:
    return [*places(p), *zones(p), *stacks(p), *units(p), *chits(p), *tracks(p)]


def places(p: Tscw) -> list[str]:
    """[2.2b] Every unit is in one hex or box; stacks and places agree."""
    b = p.board
    found: list[str] = []
    seen = [False] * b.units
    for h in range(b.size):
        u = p.top[h]
        side = b.side[u] if u >= 0 else -1
        while u >= 0:
            if p.hex[u] != h or seen[u]:
                found.append(f"2.2b: the stack of {b.names[h]} holds a unit that is elsewhere")
                break
            if b.side[u] != side:
                found.append(f"12.4: both sides stand in {b.names[h]}")
            if b.type[u] != HQ and p.control[h] != side:
                found.append(f"R8: {b.names[h]} is occupied and not controlled")
            seen[u] = True
            u = p.below[u]
    for u in range(b.units):
        if (p.hex[u] >= 0) != seen[u]:
            found.append(f"2.2b: {b.uid[u]} is in no stack")
        if p.hex[u] < 0 and p.hex[u] not in BOXES:
            found.append(f"2.2b: {b.uid[u]} is nowhere")
        if b.type[u] == AIR and p.hex[u] >= 0:
            found.append(f"8.6a: the air unit {b.uid[u]} is on the map")
        if b.type[u] != AIR and p.hex[u] == BASE:
            found.append(f"R147: {b.uid[u]} is no air unit")
    return found


def zones(p: Tscw) -> list[str]:
    """[11.1b] The counts kept by the writers are those of the stacks."""
    b = p.board
    full = [bytearray(b.size), bytearray(b.size)]
    weak = [bytearray(b.size), bytearray(b.size)]
    near = [bytearray(b.size), bytearray(b.size)]
    halves = bytearray(b.size)
    for u in range(b.units):
        h = p.hex[u]
        if h < 0:
            continue
        side = b.side[u]
        halves[h] += b.halves[u][p.conv[u]]
        for n in b.nb[h]:
            near[side][n] += 1
            if b.zone[u][p.conv[u]] == 2:
                full[side][n] += 1
            elif b.zone[u][p.conv[u]] == 1:
                weak[side][n] += 1
    if full != p.full or weak != p.weak or near != p.near:
        return ["11.1b: the zones of control are wrong"]
    return [] if halves == p.halves else ["9.2a: the stacking counts are wrong"]


def stacks(p: Tscw) -> list[str]:
    """[9.1a] Within the limit except while units move or enter; a sudden death may come in the middle of that."""
    if p.result != UNDECIDED or any(isinstance(f, Movement | Administration | Overstack) for f in p.stack):
        return []
    return [f"9.2a: {p.board.names[h]} is overstacked" for h in range(p.board.size)
            if p.top[h] >= 0 and p.below[p.top[h]] >= 0 and excess(p, h)]


def units(p: Tscw) -> list[str]:
    b = p.board
    found: list[str] = []
    for u in range(b.units):
        if not 1 <= p.steps[u] <= max(1, b.full[u]):
            found.append(f"2.12a: {b.uid[u]} has {p.steps[u]} steps")
        if p.conv[u] and (b.type[u] != COLUMN or not b.becomes[u]):
            found.append(f"6.9a: {b.uid[u]} cannot be converted")
        if p.hex[u] < 0 and p.duty[u]:
            found.append(f"7.22a: {b.uid[u]} is off the map and has an obligation")
    return found


def chits(p: Tscw) -> list[str]:
    b = p.board
    found: list[str] = []
    for c in range(b.chits):
        if not LATER <= p.chit[c] <= GONE:
            found.append(f"7.1: the chit {b.chit_ids[c]} is nowhere")
        if p.chit[c] == LATER and b.chit_turn[c] < p.turn:
            found.append(f"7.1: the chit {b.chit_ids[c]} should be in its pool")
        if (p.chit[c] == 2) != (p.pulled[c] > 0):
            found.append(f"7.4b: the chit {b.chit_ids[c]} is held and was never drawn")
    return found


def tracks(p: Tscw) -> list[str]:
    b = p.board
    found: list[str] = []
    if min(p.rp) < 0 or p.purchase < 0 or p.submarines < 0:
        found.append(f"6.4a: resource points are {p.rp}")
    if not 0 <= p.morale <= 99:
        found.append(f"R16: morale is {p.morale}")
    if b.morale_start + sum([x[1] for x in p.ledger]) != p.morale and 0 < p.morale < 99:
        found.append("4.1c: the ledger does not add up to the morale level")
    if p.turn:
        for s in (REP, NAT):
            if p.rail[s] > b.rail_limit[p.turn][s]:
                found.append("14.3: too many units went by rail")
            if p.sea[s] > b.sea_limit[p.turn][s]:
                found.append("14.5: too many units went by sea")
    return found
