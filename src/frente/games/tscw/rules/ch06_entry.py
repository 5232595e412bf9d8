"""[6.2, 6.3, 6.11b, 7.7b] Where units may enter the map: reinforcements, rebuilt units and units that come back."""
from __future__ import annotations

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch09_stacking import fits
from frente.games.tscw.rules.ch10_supply import network
from frente.games.tscw.state.board import (
    ASTURIAN,
    MOBILIZED,
    NAT,
    NET_CENTRE,
    NET_NAT,
    NORTHERN,
    REP,
    SANTANDER,
    SIDES,
)
from frente.games.tscw.state.position import AWAY, NEW, Tscw


def free(p: Tscw, u: int, h: int) -> bool:
    """Friendly-controlled, without enemies, and with room."""
    side = p.board.side[u]
    return p.control[h] == side and p.holder(h) != 1 - side and fits(p, u, h)


def near(p: Tscw, u: int, h: int) -> list[int]:
    """[6.2b, 6.2c] Free hexes on or within two hexes of a hex."""
    return sorted([x for x in p.board.within[h] if free(p, u, x)])


def entry_hexes(p: Tscw, u: int, freed: list[int]) -> list[int]:
    """[6.2a-6.2e, R18, R20, R21, R48] Hexes where a unit may be placed now; none: it waits."""
    b = p.board
    side = b.side[u]
    if p.hex[u] == AWAY and side == REP:                     # [7.7b] through Barcelona and Valencia
        found: list[int] = []
        for city in (b.barcelona, b.valencia):
            found += [city] if free(p, u, city) else near(p, u, city)
        return sorted(set(found))
    printed = b.entry[u]
    if printed >= 0:
        if b.turn[u] == MOBILIZED or p.opt.free_entry:
            return near(p, u, printed)
        return [printed] if free(p, u, printed) else near(p, u, printed)
    if ASTURIAN <= p.folk[u] <= NORTHERN:                    # [6.2e, R21]
        homes = [b.home[p.folk[u]]] if p.folk[u] <= SANTANDER else [b.home[n] for n in range(ASTURIAN, SANTANDER + 1)]
        own = [h for h in range(b.size) if b.region[h] in homes]
        return [h for h in range(b.size) if free(p, u, h) and min([b.apart[h][x] for x in own]) <= 2]
    linked = network(p, NET_NAT if side == NAT else NET_CENTRE).linked
    towns = [h for h in b.towns if linked[h] and free(p, u, h) and (side == NAT or not b.northern[h])]
    towns += [h for h in freed if free(p, u, h)]             # [6.2d] one unit for each unit withdrawn
    return sorted(set(towns))


def bring_in(p: Tscw, u: int, h: int, rule: str) -> None:
    """[6.3] A unit enters, in supply."""
    p.state[u] |= NEW
    p.due[u] = p.turn
    enter(p, u, h)
    if p.events is not None:
        side = p.board.side[u]
        p.tell(rule, "unit-enters", {"unit": p.board.uid[u], "hex": p.board.title(h)}, side)
        p.tell(rule, "enemy-enters", {"side": SIDES[side]}, 1 - side)


