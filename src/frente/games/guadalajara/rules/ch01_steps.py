"""[1.3, 1.10c.2, 1.17a, 2.5, 2.6, scs.zoc.2, scs.mov] What one step from hex to hex costs, or which rule forbids it.

`toll` is the one place that says so: offers, refusals, reach and the computer's paths all come from it.
Points are eighths of a movement point.
"""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.state.board import (
    ALL,
    FOOT,
    ITALIAN,
    MOTOR,
    MP,
    NAT,
    RAIL,
    REP,
    ROAD,
    SPANISH,
)
from frente.games.guadalajara.state.position import ASTRAY, FROM_EAST, RELIEF, Guadalajara, points
from frente.kernel.flow import Fact, Refusal

ZOC: Final = 2 * MP                      # scs.zoc.2
SCREENED: Final = MP                     # 4.2b
CROSSERS: Final = 2                      # Spanish units a turn (4.3a.1)
SCN4_COLUMN: Final = 20                  # scn.4.nat.sr3

# Refusals of a step, as negative tolls.
ENEMY: Final = -1
AREA: Final = -2
ITALIANS_SOUTH: Final = -3
SPANIARDS_NORTH: Final = -4
CORRIDOR: Final = -5
WEST: Final = -6
WEST4: Final = -7
PROHIBITED: Final = -8
LOADED: Final = -9
SHORT: Final = -10
RAILS: Final = -11
RAIL_ZOC: Final = -12
NEAR_RAIL: Final = -13
HOMEWARD: Final = -14
WHOLE: Final = -15
TWO_CROSS: Final = -16
NO_STOP: Final = -17
ABANDON: Final = -18
REASONS: Final[dict[int, tuple[str, str]]] = {
    ENEMY: ("scs.mov.1", "enemy-there"), AREA: ("R122", "outside-the-area"),
    ITALIANS_SOUTH: ("2.6a.1", "italians-stay-south"), SPANIARDS_NORTH: ("2.6a.2", "spaniards-stay-north"),
    CORRIDOR: ("2.6a.3", "keep-to-the-road"), WEST: ("1.17a.1", "brihuega-first"),
    WEST4: ("scn.4.nat.sr3", "not-west-of-20"), PROHIBITED: ("scs.mov.1", "prohibited-ground"),
    LOADED: ("1.16a.4", "loaded-near-enemy"), SHORT: ("scs.mov.1", "not-enough-mp"),
    RAILS: ("3.4a.2", "rails-only"), RAIL_ZOC: ("3.4a.3", "train-shuns-zones"),
    NEAR_RAIL: ("3.4b.1", "stay-near-the-line"), HOMEWARD: ("R37", "must-come-back"),
    WHOLE: ("scs.mov.1", "takes-whole-allowance"), TWO_CROSS: ("4.3a.1", "two-a-turn"),
    NO_STOP: ("scs.stack.1", "no-room-no-way-on"), ABANDON: ("1.11b", "leaves-armour-alone")}


def interdicted(p: Guadalajara, h: int) -> bool:
    """[1.10c.1, 4.6a] Whether a road hex lies within two hexes of a marker that the mover knows of."""
    b = p.board
    return any(p.shown[i] and b.distance(m, h) <= b.raid_radius for i, m in enumerate(p.markers))


def barred(p: Guadalajara, u: int, a: int, t: int) -> int:
    """Why ground that is closed to a nationality is closed to this unit, or 0 if it may go there all the same."""
    b = p.board
    nation = b.nation[u]
    if not b.play[t]:
        return AREA                      # [scn.2.hdr, scn.3.hdr]
    if nation == ITALIAN:
        return ITALIANS_SOUTH            # [2.6a.1]
    if p.state[u] & RELIEF and b.south[a] and not p.opt.late_static:
        return 0                         # [scn.3.nat.arr, R121]
    if not p.opt.line_loose or nation != SPANISH:
        return SPANIARDS_NORTH           # [2.6a.2]
    if b.south[a] or u in p.crossed:
        return 0                         # [4.3a.2] units already south may stay, and move there
    if not p.loose:
        return SPANIARDS_NORTH           # [4.3a.1, 4.3a.2]
    return TWO_CROSS if len(p.crossed) >= CROSSERS else 0    # [4.3a.1]


def crossing(p: Guadalajara, units: list[int], a: int, t: int) -> list[int]:
    """[4.3a.1] Spanish units of a group that a step takes south over the line, for the first time in this turn."""
    b = p.board
    if b.south[a] or not b.south[t]:
        return []
    return [u for u in units if b.nation[u] == SPANISH and u not in p.crossed]


def too_many_cross(p: Guadalajara, units: list[int], a: int, t: int) -> bool:
    """[4.3a.1]"""
    fresh = crossing(p, units, a, t)
    return len(p.crossed) + len(fresh) > CROSSERS


def price(p: Guadalajara, u: int, a: int, i: int, screen: bool = False) -> int:
    """[scs.mov.1] What a unit pays for the step from hex *a* over side *i*, ALL, or a negative reason."""
    b = p.board
    t = b.nb[a][i]
    side = b.side[u]
    v = p.top[t]
    if v >= 0 and b.side[v] != side:
        return ENEMY
    return approach(p, u, a, i, t, side, screen)


def approach(p: Guadalajara, u: int, a: int, i: int, t: int, side: int, screen: bool) -> int:
    """As price, but for the enemy in the hex: an overrun goes there too."""
    b = p.board
    nation = b.nation[u]
    state = p.state[u]
    if state & ASTRAY:
        home = b.home[3 if u == b.rr else nation]
        if not b.play[t] or home[t] >= home[a]:
            return HOMEWARD              # [2.6a.1, 3.4b.1, R37]
    elif not b.open[nation][t]:          # [2.6a.1, 2.6a.2]
        reason = barred(p, u, a, t)
        if reason:
            return reason
    kind = MOTOR if p.aboard[u] >= 0 else b.moves[u][p.face[u]]          # [1.3a, 1.3b, 1.16a.2]
    cost = b.cost[kind][a][i]
    if not cost:
        return RAILS if kind == RAIL else PROHIBITED         # [3.4a.2, scs.mov.1]
    if nation == ITALIAN:
        if b.column[t] < b.limit_column and not p.taken:
            return WEST                  # [1.17a.1]
        if state & FROM_EAST and b.column[t] < SCN4_COLUMN:
            return WEST4                 # [scn.4.nat.sr3]
        if not b.south[a] and b.way[a][i] < ROAD and not p.opt.line_none and not state & ASTRAY:
            return CORRIDOR              # [2.6a.3]
        if b.corridor[t] and b.south[a] and not p.opt.line_none:
            return ITALIANS_SOUTH        # [2.6a.3]
    elif kind == RAIL:
        return RAIL_ZOC if p.zone[1 - side][t] else MP       # [3.4a.3]
    elif u == b.rr and not b.near_rail[t] and not state & ASTRAY:
        return NEAR_RAIL                 # [3.4b.1]
    if b.way[a][i]:
        if b.way[a][i] >= ROAD and (side == NAT or p.opt.interdiction_own) and interdicted(p, t):
            cost *= 2                    # [1.10c.2]
        if nation == ITALIAN and kind != FOOT:
            cost += jam(p, t, side)      # [2.5]
        wild = b.wild[kind][a][i]
        if 0 < wild < cost:              # [1.10c.2, 2.5b]
            cost = wild                  # [R33] across country nothing is doubled and nobody is in the way
    if p.aboard[u] >= 0 and p.beside_enemy(side, t):
        return LOADED                    # [1.16a.4]
    if p.opt.zoc_on_enter:
        if p.zone[1 - side][t]:
            cost += ZOC                  # [scs.zoc.2]
    elif p.zone[1 - side][a]:
        cost += ZOC                      # [scs.zoc.2]
    elif screen:
        cost += SCREENED                 # [4.2b]
    return cost


def surcharge(p: Guadalajara, u: int, a: int, i: int) -> int:
    """[1.10c.2, 4.6a] What a road costs more if a hidden marker turns out to lie near; never doubled twice (R33)."""
    b = p.board
    t = b.nb[a][i]
    if interdicted(p, t):
        return 0
    kind = p.moves_as(u)
    base = cost = b.cost[kind][a][i]
    if b.nation[u] == ITALIAN and kind != FOOT:
        cost += jam(p, t, b.side[u])
    wild = b.wild[kind][a][i]
    return min(base, max(0, wild - cost)) if wild else base


def jam(p: Guadalajara, t: int, side: int) -> int:
    """[2.5b] +1 for friends in the hex, +2 if one of them is motorised or armoured; empty trucks count (1.16a.6)."""
    if p.wheels[side][t]:
        return 2 * MP
    extra = 0
    v = p.top[t]
    while v >= 0:
        if p.moves_as(v) in (1, MOTOR):
            return 2 * MP
        extra = MP
        v = p.below[v]
    return extra


def toll(p: Guadalajara, u: int, a: int, i: int, left: int, moved: bool, least: bool, screen: bool = False) -> int:
    """[scs.mov.1, scs.mov.2] As price, within the points left. least: the unit may still make its one free hex."""
    cost = price(p, u, a, i, screen)
    return paid(cost, left, moved, least) if cost > 0 else cost


def paid(cost: int, left: int, moved: bool, least: bool) -> int:
    """[scs.mov.1, scs.mov.2]"""
    if cost >= ALL:
        return WHOLE if moved else max(left, 1)
    if cost > left:
        return max(left, 1) if least and not moved else SHORT
    return cost


def way_on(p: Guadalajara, units: list[int], start: int, left: list[int]) -> bool:
    """[1.11b, 1.12b, scs.stack.1, R23, R24] Whether a group in a hex where it may not stop can still reach another."""
    b = p.board
    seen = {start: left}
    queue = [start]
    for a in queue:
        have = seen[a]
        for i, t in enumerate(b.nb[a]):
            rest: list[int] = []
            for u, points_left in zip(units, have):
                cost = toll(p, u, a, i, points_left, True, False)
                if cost <= 0:
                    break
                rest.append(points_left - cost)
            if len(rest) < len(units) or (t in seen and min(seen[t]) >= min(rest)):
                continue
            if not p.room(units, t):
                return True
            queue.append(t)
            seen[t] = rest
    return False


def refusal(p: Guadalajara, u: int, h: int, reason: int, left: int) -> Refusal:
    rule, key = REASONS[reason]
    facts: dict[str, Fact] = {"unit": p.board.uid[u], "hex": p.board.names[h], "left": points(left)}
    return Refusal(rule, key, facts)


def republicans_north(p: Guadalajara) -> int:
    """[4.3a.1, R127]"""
    b = p.board
    return sum(1 for u in b.fighters[REP] if p.hex[u] >= 0 and not b.south[p.hex[u]])
