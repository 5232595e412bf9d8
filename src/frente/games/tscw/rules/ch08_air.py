"""[8, 15.4] Air units: who may support a battle."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch10_supply import network
from frente.games.tscw.state.board import ASTURIAN, CTV, KONDOR, NAT, NET_CENTRE, NET_NAT, NET_NORTH, NORTHERN, REP
from frente.games.tscw.state.position import BASE, HELD, SPENT, Tscw, refusal
from frente.kernel.flow import Refusal, Side

RANGE: Final = 3                         # hexes from the battle to a base (8.2)
BORDER_RANGE: Final = 3                  # hexes from the French border (15.4)
FIRST_1938: Final = 12                   # turn


def is_northern(p: Tscw, u: int) -> bool:
    return p.board.side[u] == REP and ASTURIAN <= p.folk[u] <= NORTHERN


def in_north(p: Tscw, target: int, units: list[int]) -> bool:
    """[R70] A battle in the north zone: in its regions, or with a northern unit."""
    return p.board.northern[target] or any(is_northern(p, u) for u in units)


def based(p: Tscw, net: int, target: int) -> bool:
    """[8.2, R68] A friendly town or city in supply within three hexes of the battle."""
    linked = network(p, net).linked
    apart = p.board.apart[target]
    return any(linked[h] and apart[h] <= RANGE for h in p.board.towns)


def air_refusal(p: Tscw, side: Side, a: int, target: int, own: list[int], foes: list[int]) -> tuple[str, str]:
    """The first rule that keeps an air unit out of a battle; ("", "") when it may take part."""
    if p.hex[a] != BASE:
        return ("R147", "air-not-in-play")
    if p.state[a] & SPENT:
        return ("8.6b", "air-used")
    if p.state[a] & HELD:
        return ("7.35d", "air-over-barcelona")
    north = p.folk[a] == NORTHERN
    if side == REP:
        if north and not any(is_northern(p, u) for u in own):
            return ("8.3a", "air-only-north")
        if not north and in_north(p, target, [*own, *foes]):
            return ("8.3b", "air-not-north")
    if p.opt.near_france and p.turn >= FIRST_1938 and p.folk[a] in (KONDOR, CTV) and near_border(p, target):
        return ("15.4", "air-near-france")
    if not based(p, NET_NAT if side == NAT else NET_NORTH if north else NET_CENTRE, target):
        return ("8.2", "air-out-of-range")
    return ("", "")


def near_border(p: Tscw, h: int) -> bool:
    """[15.4, R132]"""
    b = p.board
    return any(b.border[x] and b.apart[h][x] <= BORDER_RANGE for x in range(b.size))


def available(p: Tscw, side: Side, target: int, own: list[int], foes: list[int]) -> list[int]:
    return [a for a in p.board.air[side] if not air_refusal(p, side, a, target, own, foes)[0]]


def air_reasons(p: Tscw, side: Side, a: int, target: int, own: list[int], foes: list[int]) -> list[Refusal]:
    if p.board.side[a] != side or a not in p.board.air[side]:
        return [refusal(p, "8.1", "not-an-air-unit", a)]
    rule, key = air_refusal(p, side, a, target, own, foes)
    return [refusal(p, rule, key, a)] if rule else [refusal(p, "8.4a", "already-chosen", a)]
