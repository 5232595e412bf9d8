"""Invariants of every legal position, each naming its rule: nothing is created or lost."""
from __future__ import annotations

from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import Move
from frente.games.brunete.rules.ch10_results import Aftermath
from frente.games.brunete.state.board import NAT, REP, TANK, Board
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import (
    AWAITED,
    AWAY,
    BOXES,
    FINAL,
    OFF_MAP,
    RECOVERABLE,
    RETREATED,
    UNSUPPLIED,
    Brunete,
)

SUPPORT_ARRIVAL = 3                      # steps of a turn up to and including the arrival of supports (2.4)


def broken(p: Brunete) -> list[str]:
    return [*stacks(p), *zones(p), *steps(p), *supports(p), *others(p)]


def stacks(p: Brunete) -> list[str]:
    b = p.board
    found: list[str] = []
    seen: list[int] = []
    passing = [f.unit for f in p.stack if isinstance(f, Move | Aftermath | Infiltration)]
    for h in range(b.size):
        if p.top[h] < 0:
            continue
        units = p.stack_at(h)
        seen += units
        if any(p.hex[u] != h for u in units):
            found.append(f"the stack of {b.names[h]} holds a unit that is elsewhere")
        if len({b.side[u] for u in units}) > 1:
            found.append(f"R25: both sides stand in {b.names[h]}")
        if p.last[h] != b.side[units[0]]:
            found.append(f"1.1m: {b.names[h]} is occupied by a side that does not hold it")
        still = [u for u in units if u not in passing]
        if any(not p.fits(u, h) and len(still) == len(units) for u in still) and not infiltrating(p, h):
            found.append(f"1.1i: {b.names[h]} is overstacked")
    if sorted(seen) != [u for u in range(b.units) if p.hex[u] >= 0]:
        found.append("stacks and places of units disagree")
    return found


def infiltrating(p: Brunete, h: int) -> bool:
    """[9.7a] Brunete is overstacked from set-up to the end of the infiltration."""
    return h == p.board.brunete and (p.turn == 0 or any(isinstance(f, Infiltration) for f in p.stack))


def zones(p: Brunete) -> list[str]:
    b = p.board
    for s in (REP, NAT):
        want = [0] * b.size
        for u in b.of[s]:
            if p.hex[u] >= 0 and not p.state[u] & (UNSUPPLIED | RETREATED):
                for n in b.nb[p.hex[u]]:
                    want[n] += 1
        if want != p.zone[s]:
            return ["4.a: zones of control are not those of the units on the map"]
    return []


def steps(p: Brunete) -> list[str]:
    b = p.board
    found: list[str] = []
    for u in range(b.units):
        if not (p.hex[u] >= 0 or p.hex[u] in BOXES):
            found.append(f"{b.uid[u]} is nowhere")
        low = 0 if p.hex[u] in (RECOVERABLE, FINAL) else 1
        if not low <= p.steps[u] <= (b.full[u] if low else 0):
            found.append(f"1.1f: {b.uid[u]} has {p.steps[u]} steps")
        if p.hex[u] == RECOVERABLE and b.type[u] != 0 and not (b.type[u] == TANK and b.side[u] == REP):
            found.append(f"6.2h: {b.uid[u]} cannot be recovered")
        if p.hex[u] < 0 and p.state[u]:
            found.append(f"{b.uid[u]} carries markers off the map")
        if p.hex[u] in (AWAITED, AWAY) and p.entry[u] >= 0:
            found.append(f"6.1a: {b.uid[u]} has an entry hex before it arrives")
        if p.exit[u] >= 0 and p.hex[u] != OFF_MAP:
            found.append(f"10.4.1r: {b.uid[u]} has an exit hex but is not off the map")
    return found


def supports(p: Brunete) -> list[str]:
    """[8, 12.1] Markers in all boxes add up to those the scenario has given by now."""
    found: list[str] = []
    early = any(isinstance(f, Turn) and f.at < SUPPORT_ARRIVAL for f in p.stack)
    turn = p.turn - 1 if early else p.turn
    for s in (REP, NAT):
        art = p.art[s] + p.art_used[s] + len(p.art_back[s]) + (p.held_art if s == NAT else 0)
        avi = p.avi[s] + p.avi_used[s] + len(p.avi_back[s]) + (p.held_avi if s == NAT else 0)
        if art != given(p.board, s, "artillery", turn):
            found.append(f"12.1: side {s} has {art} artillery markers")
        if avi != given(p.board, s, "aviation", turn):
            found.append(f"12.1: side {s} has {avi} aviation markers")
        if len(p.interdiction[s]) > p.avi_used[s]:
            found.append("8.2e: interdiction markers are not among the used ones")
    return found


def given(b: Board, side: int, kind: str, turn: int) -> int:
    return sum(by for changes in b.supports[:turn + 1] for s, k, by in changes if s == side and k == kind)


def others(p: Brunete) -> list[str]:
    found: list[str] = []
    if min(p.cp) < 0 or max(p.cp) > 4:
        found.append(f"R41: command points are {p.cp}")
    if min([*p.art, *p.avi, *p.art_used, *p.avi_used, p.held_art, p.held_avi, p.owed_avi]) < 0:
        found.append("a support box holds fewer than no markers")
    for s in (REP, NAT):
        if sorted(set(p.resources[s]) | set(p.shown[s])) != sorted([*p.resources[s], *p.shown[s]]):
            found.append("5.2k: a resource has come back")
    return found
