"""Invariants of every legal position, each naming its rule: nothing is created or lost."""
from __future__ import annotations

from frente.games.storm.state.board import AREAS, END_OF, FIRST_OF, KINDS, NAT, REP, SPACES
from frente.games.storm.state.frames import Impulse
from frente.games.storm.state.position import AWAITED, BOXES, Storm


def broken(p: Storm) -> list[str]:
    return [*places(p), *control(p), *chits(p), *tracks(p)]


def places(p: Storm) -> list[str]:
    b = p.board
    found: list[str] = []
    seen: list[int] = []
    for side in (REP, NAT):
        for a in range(SPACES):
            units = p.units(side, a)
            seen += units
            if units != sorted(units) or any(p.at[u] != a or b.side[u] != side for u in units):
                found.append(f"the stack of {b.names[a]} holds a unit that is elsewhere")
            if len(units) != p.count(side, a) or bool(units) != bool(p.occ[side] >> a & 1):
                found.append(f"the count of {b.names[a]} is wrong")
            if a < AREAS and len(units) > b.stacking:
                found.append(f"3.2a: {b.names[a]} holds {len(units)} units of one side")
            if a >= AREAS and units and b.owner[a] != side:
                found.append(f"2i: an enemy stands in box {b.names[a]}")
    if sorted(seen) != [u for u in range(b.units) if p.at[u] >= 0]:
        found.append("stacks and places of units disagree")
    for u in range(b.units):
        if p.at[u] < 0 and p.at[u] not in BOXES:
            found.append(f"{b.uid[u]} is nowhere")
        if p.spent[u] not in (0, 1) or (p.at[u] < 0 and p.spent[u]):
            found.append(f"1.1c: {b.uid[u]} has no proper side up")
        if p.at[u] == AWAITED and 0 < b.turn[u] < p.turn and p.turn > p.first_turn:
            found.append(f"7a: {b.uid[u]} should have arrived")
    return found


def control(p: Storm) -> list[str]:
    b = p.board
    found: list[str] = []
    fighting = any(isinstance(f, Impulse) for f in p.stack)  # [9.4.1.C9b] control may wait for the end of a combat
    for a in range(SPACES):
        if p.control[a] not in (REP, NAT) or (a >= AREAS and p.control[a] != b.owner[a]):
            found.append(f"3.5a: {b.names[a]} has no proper controller")
        elif a < AREAS and not fighting and p.turn >= p.first_turn and p.count(1 - p.control[a], a) \
                and not p.count(p.control[a], a):
            found.append(f"3.5.1a: {b.names[a]} should have changed hands")
    return found


def chits(p: Storm) -> list[str]:
    b = p.board
    found: list[str] = []
    for k in range(KINDS):
        total = p.hand[k] + p.pool[k] + p.played[k] + p.gone[k]
        due = b.copies[k] if p.turn >= max(b.enters[k], p.first_turn) else 0
        if total != due or min(p.hand[k], p.pool[k], p.played[k], p.gone[k]) < 0:
            found.append(f"1.3: there are {total} chits {b.chit_ids[k]}")
        if p.hand[k] > p.since[k]:
            found.append(f"6i: {b.chit_ids[k]} is held and was never drawn")
        if p.opt.same_title_once and p.used[k] > 1:
            found.append(f"6d: {b.chit_ids[k]} was played twice in a turn")
    for side in (REP, NAT):
        if sum(p.hand[FIRST_OF[side]:END_OF[side]]) > b.hand_limit:
            found.append("6c: a hand is too large")
    return found


def tracks(p: Storm) -> list[str]:
    b = p.board
    found: list[str] = []
    if not b.best <= p.morale <= b.worst:
        found.append(f"3.4.1e: morale is {p.morale}")
    if min(p.sp) < 0:
        found.append(f"5c: support points are {p.sp}")
    if min(p.won) < 0:
        found.append("3.5.2a: the Area Control Track is below 0")
    if p.pause_end and not p.pause_start < p.pause_end <= p.pause_start + b.pause_turns:
        found.append("12.3h: the pause has a wrong length")
    if p.council and p.turn and p.turn < b.council_turn:
        found.append("11.1a: the Defence Council came too early")
    return found
