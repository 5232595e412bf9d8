"""The line: how soon the enemy can be where, which supply hangs on luck, and what a unit covers where it stands.

A unit without supply at the end of a turn is lost (10.3c) unless it stands in a town (10.7), and zones of control,
those of columns too, stop supply (11.3, 11.6). So ground is held by an unbroken row of zones rather than by strength.
"""
from __future__ import annotations

from typing import Final

from frente.games.tscw.captain.survey import Survey, wall_of
from frente.games.tscw.rules.ch10_supply import linked_ground, net_of, network, passable, staffs, supplied_ground
from frente.games.tscw.state.board import FAR, FOOT, HQ, NET_NORTH
from frente.games.tscw.state.position import NETS, Tscw
from frente.kernel.flow import Side
from frente.kit.search import field

TURN: Final = 5.0                        # movement points of a turn, as a rule
STOPS: Final = 3                         # points lost in a full zone
SLOWS: Final = 1                         # in that of a column
BARS: Final = 9                          # at a defended hex
ALARM: Final = (1.0, 0.8, 0.4, 0.15, 0.02)                    # by turns until the enemy can be there
FULL: Final = 0.85                       # how far a zone closes a gap; a unit in the hex closes it for good
WEAK: Final = 0.6
SHAKY: Final = 2.5                      # attack factors in reach, per defence factor, that a stack may not stand
RISKY: Final = 2                         # hexes at which an enemy unit can cut a line of supply
WAYS: Final = (1.0, 0.8, 0.6, 0.5, 0.4, 0.35, 0.3)           # risk of being cut off, by ways back from a hex


class Line:
    """The state of the front, made anew whenever one of our units has moved."""

    def __init__(self, p: Tscw, side: Side, s: Survey) -> None:
        far = approach(p, side)
        last = len(ALARM) - 1
        self.alarm = [0.0 if x >= FAR else ALARM[min(last, int(x / TURN))] for x in far]
        near = [s.foe[h] <= RISKY and not p.full[side][h] and not p.weak[side][h] for h in range(p.board.size)]
        self.firm = sure_ground(p, side, near)
        self.safe = sure_ground(p, side, in_reach(p, side, s))


def approach(p: Tscw, side: Side) -> list[float]:
    """Movement points that the enemy needs to a hex, our zones and units counted as delays."""
    b = p.board
    weak, full = p.weak[side], p.full[side]
    delay = [SLOWS if weak[h] else 0 for h in range(b.size)]       # by number: mypyc does not walk a bytearray
    for h in range(b.size):
        if p.holder(h) == side and p.fighters(h):
            delay[h] = BARS
        elif full[h]:
            delay[h] = STOPS
    start = [p.hex[u] for u in p.on_map(1 - side) if b.type[u] != HQ]
    return field(b.nb, start, b.cost[FOOT], delay, BARS + FAR, float(FAR))


def next_moves(p: Tscw, side: Side) -> list[bool]:
    """Hexes that units of a side can enter in their next phase, by either kind of movement (11.2, 11.5, 12.11)."""
    b = p.board
    full = p.full[1 - side]
    near = p.near[1 - side]
    found = [False] * b.size
    most = [0] * b.size
    for u in p.on_map(side):
        if b.type[u] != HQ:
            most[p.hex[u]] = max(most[p.hex[u]], p.allowance(u))
    barred = [p.holder(h) == 1 - side and p.fighters(h) for h in range(b.size)]
    for march in (False, True):
        left = [-1] * b.size
        queue: list[tuple[int, int]] = []
        for h in range(b.size):
            if most[h] <= 0:
                continue
            found[h] = True
            points = 2 * most[h] if march else most[h]
            costs = b.cost[FOOT][h]
            for i, n in enumerate(b.nb[h]):
                if barred[n] or (full[h] and full[n]) or (march and near[n]):
                    continue
                rest = max(0, points - costs[i])
                if rest > left[n]:
                    left[n] = rest
                    queue.append((rest, n))
        for rest, a in queue:                # grows while it is walked; a better way re-opens a hex
            if rest < left[a]:
                continue
            found[a] = True
            if full[a]:
                continue
            costs = b.cost[FOOT][a]
            for i, n in enumerate(b.nb[a]):
                there = rest - costs[i]
                if there > left[n] and not barred[n] and not (march and near[n]):
                    left[n] = there
                    queue.append((there, n))
    return found


def in_reach(p: Tscw, side: Side, s: Survey) -> list[bool]:
    """Hexes that the enemy's next phase can put into a zone of his: where he can come in supply, by moving or by an
    attack on a weak stack, and next to it."""
    b = p.board
    foe = 1 - side
    found = [False] * b.size
    nets = [network(p, n) for n in NETS[foe]]
    moves = next_moves(p, foe)
    for h in range(b.size):
        if not moves[h] and not (p.holder(h) == side and SHAKY * wall_of(p, h) < s.threat[h]):
            continue
        if any(n.reach[h] or n.staff[h] for n in nets):
            found[h] = True
            for x in b.nb[h]:
                found[x] = True
    return found


def sure_ground(p: Tscw, side: Side, lost: list[bool]) -> list[list[bool]]:
    """By network: hexes that stay in supply when the enemy has taken or covered some that we do not stand in."""
    b = p.board
    ok = passable(p, side)
    for h in range(b.size):
        if lost[h] and p.top[h] < 0:
            ok[h] = False
    found: list[list[bool]] = [[], [], []]
    for net in NETS[side]:
        reach = supplied_ground(p, linked_ground(p, side, b.sources[net], ok, p.control), ok)
        if net != NET_NORTH:
            staff = staffs(p, side, reach)
            reach = [reach[h] or staff[h] for h in range(b.size)]
        found[net] = reach
    return found


def risk(p: Tscw, line: Line, u: int, h: int) -> float:
    """How easily a unit in a hex could be cut off, to starve there: 0 not at all, 1 by the next enemy who tries."""
    b = p.board
    if b.town[h]:
        return 0.0
    net = net_of(p, u, h)
    if line.safe[net][h]:
        return 0.0
    if not line.firm[net][h]:
        return 1.0
    side = b.side[u]
    ways = 0
    for n in b.nb[h]:
        if p.holder(n) == side or (p.control[n] == side and p.top[n] < 0 and not p.zoned(1 - side, n)):
            ways += 1
    return WAYS[min(ways, len(WAYS) - 1)]


def covered(p: Tscw, side: Side, s: Survey, u: int, h: int) -> float:
    """What a unit adds to the line from a hex: gaps closed that nobody else closes."""
    b = p.board
    zone = b.zone[u][p.conv[u]]
    here = p.hex[u]
    near = b.nb[here] if here >= 0 else []
    total = 0.0
    for x in [h, *b.nb[h]]:
        need = s.need[x]
        if need <= 0.0:
            continue
        full = p.full[side][x]
        weak = p.weak[side][x]
        if x in near:
            if zone == 2:
                full -= 1
            elif zone == 1:
                weak -= 1
        have = FULL if full > 0 else WEAK if weak > 0 else 0.0
        if held_by_others(p, side, u, x):
            have = 1.0
        gives = 1.0 if x == h else FULL if zone == 2 else WEAK if zone == 1 else 0.0
        if gives > have:
            total += need * (gives - have)
    return total


def held_by_others(p: Tscw, side: Side, u: int, h: int) -> bool:
    v = p.top[h]
    if v < 0 or p.board.side[v] != side:
        return False
    while v >= 0:
        if v != u and p.board.type[v] != HQ:
            return True
        v = p.below[v]
    return False
