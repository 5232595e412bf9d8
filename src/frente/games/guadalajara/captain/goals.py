"""What the ground is worth to computer players: the villages that decide each scenario."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.games.guadalajara.rules.victory import holds
from frente.games.guadalajara.state.board import ITALIAN, NAT, REP
from frente.games.guadalajara.state.position import Guadalajara

# [scn.2.vp.1-5] The five villages on which the Italian offensive is judged.
OFFENSIVE: Final = {"brihuega": 8.0, "trijueque": 6.0, "gajanejos": 5.0, "almadrones": 4.0, "torija": 0.5}
LITTLE: Final = 0.3                      # a village that decides nothing
BIG: Final = 8.0                         # [scn.3.vp.1-5] Jadraque and Cogolludo
ALL: Final = 16.0                        # [scn.4.vp.1] in Italian hands nothing else counts
RAIDER: Final = 3.0                      # worth of catching an enemy who can cut the main road behind the Italians
NEAR_ROAD: Final = 3                     # hexes from which he can
PASSED: Final = 4                        # battalions west of him that make him one


class Goal(NamedTuple):
    """A village and what holding it at the end is worth."""

    h: int
    value: float


def goals(p: Guadalajara) -> list[Goal]:
    """All villages of the playing area that are worth something, the same for both sides."""
    b = p.board
    named = decisive(p)
    return [Goal(h, worth(p, h)) for h in b.villages if (h in named if b.scenario == 2 else b.vp[h])]


def raiders(p: Guadalajara) -> list[Goal]:
    """[1.6a.2] Republicans left behind near the main road: they have to be caught, or the Italians starve."""
    b = p.board
    line = [p.hex[u] for u in b.fighters[NAT] if p.hex[u] >= 0 and b.nation[u] == ITALIAN and b.infantry[u]]
    columns = [b.column[h] for h in line]
    villages = {g.h for g in goals(p)}
    found: list[Goal] = []
    for h in sorted({p.hex[u] for u in b.fighters[REP] if p.hex[u] >= 0}):
        if b.south[h] and h not in villages and sum(1 for c in columns if c < b.column[h]) >= PASSED:
            if min(b.distance(h, x) for x in b.main_road) <= NEAR_ROAD:
                found.append(Goal(h, RAIDER))
    return found


def decisive(p: Guadalajara) -> list[int]:
    return [p.board.town[name] for name in OFFENSIVE]


def worth(p: Guadalajara, h: int) -> float:
    b = p.board
    if b.scenario == 1:
        return float(b.vp[h])
    if b.scenario == 2:
        for name, value in OFFENSIVE.items():
            if b.town[name] == h:
                return value
        return 0.0
    if b.scenario == 3:
        if h in (b.town["cogolludo"], b.town["jadraque"]):
            return BIG
        return 2.0 if b.henares_north[h] or b.column[h] > 18 else 1.0
    if h == b.brihuega:                  # [scn.4.vp.1-5]
        return ALL
    if h == b.town["masegoso-de-tajuna"]:
        return 7.0
    if b.column[h] <= 20:
        return 2.5
    return 5.0 if b.column[h] <= 31 else 1.0 if b.column[h] <= 36 else LITTLE


def held(p: Guadalajara, side: int, h: int) -> bool:
    return holds(p, side, h)
