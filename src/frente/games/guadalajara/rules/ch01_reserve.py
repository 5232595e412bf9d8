"""[1.13, 2.8b.3, 3.5c] Who may be placed in reserve."""
from __future__ import annotations

from frente.games.guadalajara.state.board import REP
from frente.games.guadalajara.state.position import ASTRAY, DG, MOVED, OFF_MAP, RESERVE, Guadalajara
from frente.kernel.flow import Fact, Refusal, Side


def reserve_refusals(p: Guadalajara, side: Side, u: int) -> list[Refusal]:
    """[1.13a, 2.8b.3, 3.5c] Every rule that keeps a unit out of reserve."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u]}
    found: list[Refusal] = []
    if b.side[u] != side:
        return [Refusal("1.13.1", "not-your-unit", who)]
    if b.truck[u]:
        return [Refusal("1.16a.6", "trucks-go-with-units", who)]
    state = p.state[u]
    off = p.hex[u] == OFF_MAP and p.due[u] <= p.turn
    if p.hex[u] < 0 and not off:
        return [Refusal("1.13a.3", "not-on-map", who)]
    if state & RESERVE:
        found.append(Refusal("1.13b", "in-reserve", who))
    if not b.band[u] and p.aboard[u] < 0:
        found.append(Refusal("1.13a.2", "no-yellow-band", who))
    if state & MOVED:
        found.append(Refusal("1.13a.3", "already-moved", who))
    if state & DG:
        found.append(Refusal("1.13a.3", "disorganised", who))
    if not off and p.beside_enemy(side, p.hex[u]):
        found.append(Refusal("1.13a.3", "beside-enemy", who))
    if p.surprised(u):
        found.append(Refusal("2.8b.3", "surprised", who))
    if state & ASTRAY:
        found.append(Refusal("R37", "must-come-back", {**who, "hex": "", "left": ""}))
    if not has_marker(p, side, u):
        found.append(Refusal("1.13.1", "no-marker-left", who))
    return found


def has_marker(p: Guadalajara, side: Side, u: int) -> bool:
    """[1.13.1] A marker is free, or one lies on the stack already."""
    if p.hex[u] >= 0 and any(p.state[v] & RESERVE for v in p.stack_at(p.hex[u])):
        return True
    return p.reserves_used(side) < p.pool[side]


def reservable(p: Guadalajara, side: Side) -> list[int]:
    """[1.13.1, 1.13a, 1.13b, 2.8b.3, 3.5c] The quick form of reserve_refusals."""
    b = p.board
    if p.turn == 1 and b.surprise and side == REP:
        return []
    state, hexes, band, aboard = p.state, p.hex, b.band, p.aboard
    out = MOVED | RESERVE | DG | ASTRAY
    free = p.reserves_used(side) < p.pool[side]
    found: list[int] = []
    for u in b.fighters[side]:
        h = hexes[u]
        if state[u] & out or not (band[u] or aboard[u] >= 0) or (h < 0 and (h != OFF_MAP or p.due[u] > p.turn)):
            continue
        if h >= 0 and p.beside_enemy(side, h):
            continue
        if free or has_marker(p, side, u):
            found.append(u)
    return found


def into_reserve(p: Guadalajara, u: int) -> None:
    """[1.13a.3, 4.6b]"""
    p.state[u] |= RESERVE
    if p.opt.hidden_stacks:
        p.reveal()                       # [scs.fog] how many markers are out now tells which stack it lies in
    only = REP if p.hex[u] < 0 and p.opt.secret_off_map else -2
    p.tell("1.13a.3", "in-reserve-now", {"unit": p.board.uid[u]}, only)
