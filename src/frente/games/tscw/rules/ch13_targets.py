"""[13.1-13.3, 7.22a, 7.33a, R59, R60, R113, R152] Who may attack what, and which attacks are owed to an order."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.tscw.rules.ch07_duties import MADRID, objectives
from frente.games.tscw.state.board import DIVISION, HQ, NAT, REP, TRAIN
from frente.games.tscw.state.position import FOUGHT, LANDED, SPENT, Tscw
from frente.kernel.flow import Side

QUIET: Final = 6                         # hexes round Barcelona (7.35c)


def unit_refusal(p: Tscw, side: Side, u: int) -> tuple[str, str]:
    """The first rule that keeps a unit from attacking at all in this phase."""
    b = p.board
    if b.side[u] != side:
        return ("13.1", "not-your-unit")
    if p.hex[u] < 0:
        return ("13.1", "not-on-map")
    if p.state[u] & FOUGHT:
        return ("13.3b", "already-attacked")
    if p.state[u] & LANDED:
        return ("14.7c", "landed-this-turn")
    if b.type[u] == TRAIN and p.state[u] & SPENT:
        return ("15.3", "train-used")
    if side == REP:
        if p.casado == p.turn and not p.column(u):
            return ("7.8d", "no-attack-casado")
        if p.unrest == p.turn and b.apart[p.hex[u]][b.barcelona] <= QUIET:
            return ("7.35c", "no-attack-unrest")
        if p.opt.column_rolls and p.column(u) and p.rolled[u] in (0, 1):
            return ("15.7.1a", "column-refuses" if p.rolled[u] else "column-not-rolled")
    return ("", "")


def able(p: Tscw, side: Side, t: int) -> list[int]:
    """Units next to a hex that may attack it, headquarters left out."""
    found: list[int] = []
    b = p.board
    for h in b.nb[t]:
        u = p.top[h]
        if u < 0 or b.side[u] != side:
            continue
        while u >= 0:
            if b.type[u] != HQ and not unit_refusal(p, side, u)[0]:
                found.append(u)
            u = p.below[u]
    return found


def positive(p: Tscw, u: int) -> bool:
    """[2.10b, 13.12a, 13.24, R113] A unit that can carry an attack."""
    return p.attack(u) > 0 and p.board.type[u] not in (HQ, TRAIN)


def attackable(p: Tscw, side: Side, t: int, hit: Sequence[int], gone: Sequence[int] = ()) -> bool:
    """[13.2, 13.3b, 13.12h, 13.24, R113, R152] An enemy hex that can still be attacked, by others than *gone*."""
    if not p.fighters(t) or p.holder(t) == side or t in hit:
        return False
    return any(positive(p, v) and v not in gone for v in able(p, side, t))


def targets(p: Tscw, side: Side, hit: Sequence[int]) -> list[int]:
    near = bytes(p.near[side])
    return [t for t in range(p.board.size) if near[t] and attackable(p, side, t, hit)]


def must(p: Tscw, side: Side, found: Sequence[int]) -> list[int]:
    """[7.22a, 7.33a, R59, R60] Targets of attacks that are still owed."""
    b = p.board
    if side == NAT:
        owing = [u for u in p.on_map(NAT) if p.duty[u] == MADRID and not p.state[u] & FOUGHT]
        return [t for t in found if any(p.hex[u] in b.nb[t] and not unit_refusal(p, NAT, u)[0] for u in owing)]
    if called(p, side):
        goals = objectives(p)
        return [t for t in found if t in goals]
    return []


def called(p: Tscw, side: Side) -> bool:
    """[7.33a] Whether columns and divisions are still wanted for a compulsory offensive."""
    return side == REP and p.offensive == p.turn and p.quota > 0


def counts(p: Tscw, u: int) -> bool:
    """[7.33a, R60] A unit of the kinds the offensive asks for."""
    return p.column(u) or p.size(u) == DIVISION


def ready(p: Tscw, hit: Sequence[int], gone: Sequence[int]) -> list[int]:
    """[7.33a] Columns and divisions, *gone* left out, that can still attack what the offensive is for."""
    found: list[int] = []
    for t in objectives(p):
        if attackable(p, REP, t, hit, gone):
            found += [u for u in able(p, REP, t) if counts(p, u) and u not in gone and u not in found]
    return found


def needed(p: Tscw, side: Side, t: int, u: int, units: Sequence[int], hit: Sequence[int]) -> bool:
    """[7.33a, R60] Whether the offensive cannot spare a unit for an attack elsewhere, beside others."""
    if not called(p, side) or t in objectives(p):
        return False
    return len(ready(p, hit, [*units, u])) < min(p.quota, len(ready(p, hit, units)))


def spared(p: Tscw, side: Side, t: int, hit: Sequence[int]) -> bool:
    """[7.33a] Whether somebody can carry an attack on a hex without being missed in the offensive."""
    return any(positive(p, v) and not needed(p, side, t, v, [], hit) for v in able(p, side, t))
