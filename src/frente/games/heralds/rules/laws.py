"""Invariants of every legal position, each naming its rule: nothing is created or lost."""
from __future__ import annotations

from frente.games.heralds.state.board import CND, COMBAT, DECOY, NEUTRAL, PCE, SPACES, SQUARES, SUPPORT
from frente.games.heralds.state.position import BOXES, DESTROYED, UNDECIDED, WHOLE, Heralds


def broken(p: Heralds) -> list[str]:
    return [*places(p), *handles(p), *compounds(p), *tracks(p), *counts(p)]


def places(p: Heralds) -> list[str]:
    b = p.board
    found: list[str] = []
    seen: list[int] = []
    for a in range(SPACES):
        units = p.units(a)
        seen += units
        if units != sorted(units) or any(p.at[u] != a for u in units):
            found.append(f"the stack of {b.names[a]} holds a pawn that is elsewhere")
    if sorted(seen) != [u for u in range(b.units) if p.at[u] >= 0]:
        found.append("stacks and places of pawns disagree")
    for u in range(b.units):
        if p.at[u] < 0 and p.at[u] not in BOXES:
            found.append(f"2.3.1e: {b.uid[u]} is nowhere")
        if p.side[u] not in (b.reverse[u], NEUTRAL) and not (p.opt.armour_both and u in b.armours):
            found.append(f"2.3.1b: {b.uid[u]} shows a side it does not have")
        if u >= b.first and p.side[u] == NEUTRAL:
            found.append(f"4.2b: {b.uid[u]} is neutral")
        if p.captive[u] and p.side[u] != NEUTRAL:
            found.append(f"7.1.7g: prisoner {b.uid[u]} obeys somebody")
        if u in b.hqs and not 0 <= p.spent[u] <= b.command[u]:
            found.append(f"4.1.1a: {b.uid[u]} has spent {p.spent[u]} command points")
    return found


def handles(p: Heralds) -> list[str]:
    """[4b] Every handle hides one piece of its side, and open pawns are what they are."""
    b = p.board
    found: list[str] = []
    for side in (CND, PCE):
        if sorted([p.who[u] for u in b.handles[side]]) != b.handles[side]:
            found.append("4b: handles and pieces disagree")
    if p.who[:b.first] != list(range(b.first)):
        found.append("4b: an open pawn hides something")
    for u in range(b.units):
        if u < b.first and (p.hid[u] or p.seen[u]):
            found.append(f"4b: {b.uid[u]} has no decoy side")
        if u >= b.first and not p.hid[u] and not p.seen[u]:
            found.append(f"R130: {b.uid[u]} is face up and was never seen")
        if u >= b.first and p.kind(u) == DECOY and not p.hid[u] and p.at[u] >= 0:
            found.append(f"R123: decoy {b.uid[u]} is face up")
    return found


def compounds(p: Heralds) -> list[str]:
    b = p.board
    found: list[str] = []
    moving = len(p.stack) > 3            # in the middle of something a place may be overfull for a moment
    for c in range(SQUARES, SPACES):
        units = [u for u in p.units(c) if not p.captive[u]]
        name = b.names[c]
        men = sum(1 for u in units if p.kind(u) == COMBAT)
        guns = sum(1 for u in units if p.kind(u) == SUPPORT)
        if men + guns > b.most_pieces and not moving:
            found.append(f"2.3.3b: {name} holds {men} combat and {guns} support units")
        if p.shown[c] and p.shown[SPACES + c]:
            found.append(f"2.3.3c: both factions are in {name}")
        if p.state[c] != WHOLE and p.result == UNDECIDED:
            if units and not moving:
                found.append(f"4.5.4b: somebody is in {name}, which is destroyed")
            if p.marker[c] >= 0 or any(p.res[r] != DESTROYED for r in b.at_space[c]):
                found.append(f"4.5.4b: something is left in {name}, which is destroyed")
        if b.site[c] and units:
            found.append(f"R20: somebody is in {name}")
    return found


def tracks(p: Heralds) -> list[str]:
    b = p.board
    found: list[str] = []
    for side in (CND, PCE):
        if p.will[side] > b.most_will or (p.will[side] < 1 and p.result == UNDECIDED):
            found.append(f"11.1b: will to fight is {p.will[side]}")
        if p.ap[side] < 0:
            found.append(f"5.2a: action points are {p.ap[side]}")
        if p.ip[side] < 0:
            found.append(f"8b: intelligence points are {p.ip[side]}")
    if p.turn > b.turns:
        found.append(f"3a: turn {p.turn} does not exist")
    if p.lost > b.v["limits.lost_squares"]:
        found.append("11.2j: too many boxes lost in a turn")
    if p.critical != sum(1 for r, state in enumerate(p.res) if state == DESTROYED and b.critical[r]):
        found.append("11.2f: critical resources are miscounted")
    return found


def counts(p: Heralds) -> list[str]:
    """Derived counts against counts made from nothing."""
    q = p.clone()
    q.derive({})
    for name in ("shown", "fighters", "neutrals", "present", "combat", "heavy", "below", "top"):
        if getattr(p, name) != getattr(q, name):
            return [f"the derived {name} are wrong"]
    return []
