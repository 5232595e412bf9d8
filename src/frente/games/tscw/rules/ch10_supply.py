"""[10, 11.3, 13.19, 15.9] Supply: three networks over the whole map, and the moments at which it is judged.

Each part of a line is judged separately: the long part from an ultimate source over friendly ground, then at most three
hexes from a source to the unit, or one from a headquarters.
"""
from __future__ import annotations

from typing import Final

from frente.games.tscw.state.board import (
    ASTURIAN,
    BRIGADE,
    DIVISION,
    HQ,
    NAT,
    NET_CENTRE,
    NET_NAT,
    NET_NORTH,
    NORTHERN,
    REP,
)
from frente.games.tscw.state.position import INTACT, LANDED, NETS, NEW, OOS, Net, Tscw
from frente.kernel.flow import Side
from frente.kit.search import shortest

REACH: Final = 3                         # hexes from a unit to its source (10.4c)
SHORTAGE_ROW: Final = 24                 # 13.21a


def net_of(p: Tscw, u: int, h: int) -> int:
    """[10.10, R78] The network that a unit standing in a hex draws on."""
    if p.board.side[u] == NAT:
        return NET_NAT
    if ASTURIAN <= p.folk[u] <= NORTHERN and p.board.near_north[h]:
        return NET_NORTH
    return NET_CENTRE


def passable(p: Tscw, side: Side) -> list[bool]:
    """[10.4c, 10.4d, 11.3, 13.19] Hexes a line may enter: no enemy units; an enemy zone only with a friend in it."""
    foe = 1 - side
    owner = p.board.side
    full = bytes(p.full[foe])            # compiled, bytes are read directly and a bytearray is asked as any object
    weak = bytes(p.weak[foe])
    found = [owner[t] == side if t >= 0 else not (full[h] or weak[h]) for h, t in enumerate(p.top)]
    if side == NAT:
        for line in p.board.lines:
            for h in line:
                if p.fort[h] == INTACT:
                    found[h] = False
    return found


def ground(p: Tscw, side: Side) -> list[bool]:
    """The same, from a network that is known: what changes this ground drops them all. Copy it to write to it."""
    for n in NETS[side]:
        known = p.nets[n]
        if known is not None:
            return known.ok
    return passable(p, side)


def linked_ground(p: Tscw, side: Side, sources: list[int], ok: list[bool], own: list[int]) -> list[bool]:
    """[10.4d] Friendly-controlled hexes linked to one of the sources, over any distance."""
    linked = [False] * p.board.size
    nb = p.board.nb
    queue: list[int] = []
    for h in sources:
        if ok[h] and own[h] == side and not linked[h]:
            linked[h] = True
            queue.append(h)
    for a in queue:                      # grows while it is walked
        for n in nb[a]:
            if not linked[n] and own[n] == side and ok[n]:
                linked[n] = True
                queue.append(n)
    return linked


def supplied_ground(p: Tscw, linked: list[bool], ok: list[bool]) -> list[bool]:
    """[10.4c, 10.4e, 10.5b] Hexes at most three from a linked town or city; the unit's own hex may be any."""
    reach = [False] * p.board.size
    nb = p.board.nb
    edge: list[int] = []
    for h in p.board.towns:
        if linked[h]:
            reach[h] = True
            edge.append(h)
    for _ in range(REACH):
        further: list[int] = []
        for a in edge:
            for n in nb[a]:
                if not reach[n]:
                    reach[n] = True
                    if ok[n]:
                        further.append(n)
        edge = further
    return reach


def staffs(p: Tscw, side: Side, reach: list[bool], lifted: tuple[int, ...] = ()) -> list[bool]:
    """[10.6b, R151] Hexes with a supplied headquarters or next to one."""
    found = [False] * p.board.size
    for u in p.board.hqs[side]:
        h = p.hex[u]
        if h >= 0 and reach[h] and u not in lifted:
            found[h] = True
            for n in p.board.nb[h]:
                found[n] = True
    return found


def network(p: Tscw, net: int) -> Net:
    """The supply of a network as the board stands, computed when first asked for after a change."""
    known = p.nets[net]
    if known is not None:
        return known
    side = NAT if net == NET_NAT else REP
    ok = ground(p, side)
    linked = linked_ground(p, side, p.board.sources[net], ok, p.control)
    reach = supplied_ground(p, linked, ok)
    staff = staffs(p, side, reach) if net != NET_NORTH else [False] * p.board.size
    made = Net(ok, linked, reach, staff)
    p.nets[net] = made
    return made


def lifted_network(p: Tscw, net: int, units: tuple[int, ...]) -> Net:
    """[10.2a, 10.6b] Supply as if some units stacked together were not on the map: what holds then holds wherever they
    go."""
    if p.lift_key != units:
        p.lift_key = units
        p.lift = [None, None, None]
        p.lift_old = False
    known = p.lift[net]
    if known is not None:
        return known
    side = NAT if net == NET_NAT else REP
    h = p.hex[units[0]]
    staffed = False
    for u in units:
        if p.board.type[u] == HQ:
            staffed = True
    if not staffed and (not p.zoned(1 - side, h) or len(p.stack_at(h)) > len(units)):
        made = network(p, net)           # nothing depends on their being there
    else:
        made = overlay(p, net, units, -1, [])
    p.lift[net] = made
    return made


def firm(p: Tscw, net: int) -> Net:
    """Supply that hangs on no single counter: what it feeds is fed whichever one unit leaves its hex."""
    key = -1 - net
    known = p.alone.get(key)
    if known is None:
        side = NAT if net == NET_NAT else REP
        ok = ground(p, side)[:]
        for h in range(p.board.size):
            if ok[h] and p.top[h] >= 0 and p.below[p.top[h]] < 0 and p.zoned(1 - side, h):
                ok[h] = False
        linked = linked_ground(p, side, p.board.sources[net], ok, p.control)
        known = Net(ok, linked, supplied_ground(p, linked, ok), [False] * p.board.size)
        p.alone[key] = known
    return known


def matters(p: Tscw, side: Side, t: int, taken: list[int]) -> bool:
    """[10.2a] Whether standing in *t*, having taken some hexes, changes the ground that supply runs over."""
    if p.control[t] != side or p.zoned(1 - side, t) or p.top[t] >= 0:
        return True
    return any(p.control[h] != side for h in taken)


def links(p: Tscw, net: int, known: Net, t: int, taken: list[int]) -> bool:
    """[10.2a, 10.4d] Whether standing in *t*, having taken some hexes, may link ground that is not linked in *known*,
    supply without the units there. If not, *t* is fed as it was: what can be reached only through it lies beyond it."""
    side = NAT if net == NET_NAT else REP
    for h in [t, *taken]:
        if not known.linked[h] and (p.control[h] == side or h in taken) and (
                h in p.board.sources[net] or any(known.linked[n] for n in p.board.nb[h])):
            return True
    return False


def without(p: Tscw, net: int, u: int) -> Net:
    """As lifted_network for one unit, for questions about many units on one board."""
    side = NAT if net == NET_NAT else REP
    h = p.hex[u]
    if p.board.type[u] == HQ:
        return overlay(p, net, (u,), -1, [])
    if not p.zoned(1 - side, h) or p.below[p.top[h]] >= 0:
        return network(p, net)
    key = net * p.board.size + h
    known = p.alone.get(key)
    if known is None:
        known = overlay(p, net, (u,), -1, [])
        p.alone[key] = known
    return known


def overlay(p: Tscw, net: int, lifted: tuple[int, ...], at: int, taken: list[int]) -> Net:
    """[10.2a, 10.6b] Supply if the lifted units stood in hex *at* (or nowhere, -1), having gone through some hexes."""
    side = NAT if net == NET_NAT else REP
    ok = ground(p, side)[:]
    here = p.hex[lifted[0]]
    if p.zoned(1 - side, here) and len(p.stack_at(here)) == len(lifted):
        ok[here] = False
    own = p.control
    if taken and any(p.board.type[u] != HQ for u in lifted):
        own = own[:]
        for h in taken:                  # [R8] a headquarters takes none
            own[h] = side
    if at >= 0:
        ok[at] = True
    linked = linked_ground(p, side, p.board.sources[net], ok, own)
    reach = supplied_ground(p, linked, ok)
    staff = staffs(p, side, reach, lifted) if net != NET_NORTH else [False] * p.board.size
    return Net(ok, linked, reach, staff)


def fed(n: Net, kind: int, h: int) -> bool:
    return n.reach[h] or (kind != HQ and n.staff[h])


def traces(p: Tscw, u: int) -> bool:
    """[10.4a] Whether a unit on the map can trace to an ultimate source now."""
    h = p.hex[u]
    return fed(network(p, net_of(p, u, h)), p.board.type[u], h)


def supplied(p: Tscw, u: int) -> bool:
    """[6.3, 10.1, 10.4a, 14.7c, 15.9, R126] Traces, or is given supply by a rule of its own."""
    if p.state[u] & NEW or (p.state[u] & LANDED and p.opt.landed_safe):
        return True
    return traces(p, u) or pyrenean(p, u)


def pyrenean(p: Tscw, u: int) -> bool:
    """[15.9, R137] The one division, or stack of up to three brigades, that the border feeds."""
    return p.opt.pyrenees and p.pyrenees == p.hex[u] + 1 and p.board.side[u] == REP


def border_stack(p: Tscw, h: int) -> bool:
    """[15.9] A Republican stack on the French border that may be named: one division, or at most three brigades."""
    if not p.board.border[h] or p.holder(h) != REP:
        return False
    units = p.stack_at(h)
    sizes = [p.size(u) for u in units]
    return sizes == [DIVISION] or (len(sizes) <= 3 and all(s == BRIGADE for s in sizes))


def judge(p: Tscw, side: Side) -> None:
    """[10.1, 10.2b, 13.21b, R73] Mark every unit of a side as supplied or not, and see whether the zones are linked
    (R109)."""
    for u in p.board.ground[side]:
        if p.hex[u] >= 0:
            if supplied(p, u):
                p.state[u] &= ~OOS
            else:
                p.state[u] |= OOS
    if side == NAT:
        link_zones(p)


def link_zones(p: Tscw) -> None:
    """[13.21b, R109] The first line from a northern town, city or headquarters to Cádiz ends the shortage."""
    if p.linked:
        return
    b = p.board
    ok = ground(p, NAT)
    linked = linked_ground(p, NAT, [b.cadiz], ok, p.control)
    reach = supplied_ground(p, linked, ok)
    for h in b.towns:
        if linked[h] and b.row[h] > SHORTAGE_ROW:
            p.linked = 1
    for u in b.hqs[NAT]:
        if p.hex[u] >= 0 and b.row[p.hex[u]] > SHORTAGE_ROW and reach[p.hex[u]]:
            p.linked = 1
    if p.linked:
        p.tell("13.21b", "zones-linked", {})


def protected(p: Tscw, u: int) -> bool:
    """[10.7] Without supply, but in a town or city: as supplied for attrition and defence."""
    return p.board.town[p.hex[u]] > 0


def starves(p: Tscw, u: int) -> bool:
    """[10.3c, 10.7, 14.7c, 15.9, R19, R126] Whether a unit would be lost if the turn ended now; entry gives no
    protection."""
    safe = p.state[u] & LANDED and p.opt.landed_safe
    return not safe and not protected(p, u) and not traces(p, u) and not pyrenean(p, u)


def open_line(p: Tscw, side: Side, start: int) -> list[bool]:
    """[R55] Hexes with a line of communication of any length to *start* over friendly ground."""
    return linked_ground(p, side, [start], passable(p, side), p.control)


def line_of_supply(p: Tscw, u: int) -> list[int]:
    """The hexes of a unit's line, from its hex to an ultimate source; empty when there is none."""
    h = p.hex[u]
    if h < 0 or not traces(p, u):
        return []
    net = net_of(p, u, h)
    n = network(p, net)
    side = p.board.side[u]
    ok = passable(p, side)
    first = _walk(p, h, [x for x in p.board.towns if n.linked[x]], ok, REACH)
    if not first:                        # by way of a headquarters
        for v in p.board.hqs[side]:
            x = p.hex[v]
            if x >= 0 and n.reach[x] and p.board.apart[h][x] <= 1:
                rest = _walk(p, x, [t for t in p.board.towns if n.linked[t]], ok, REACH)
                first = ([h] if x != h else []) + rest
                break
    if not first:
        return []
    own = [ok[x] and p.control[x] == side for x in range(p.board.size)]
    return first + _walk(p, first[-1], p.board.sources[net], own, p.board.size)[1:]


def _walk(p: Tscw, start: int, goals: list[int], ok: list[bool], limit: int) -> list[int]:
    """A shortest way from *start* to one of the goals through hexes that are *ok*, both ends included."""
    goal = [False] * p.board.size
    for h in goals:
        goal[h] = True
    return shortest(p.board.nb, start, goal, [not x for x in ok], limit)
