"""[4.5] Who controls what: squares, compounds, routes, resources."""
from __future__ import annotations

from frente.games.heralds.state.board import CND, COMBAT, PCE, SPACES, SQUARES, SUPPORT
from frente.games.heralds.state.position import DESTROYED, WHOLE, Heralds
from frente.kernel.flow import Side

NOBODY = -1


def compound_holder(p: Heralds, c: int) -> int:
    """[4.5.1c, 4.5.2a, R22] The side with a pawn face up or a marker inside; a destroyed compound has none."""
    if p.state[c] != WHOLE:
        return NOBODY
    if p.shown[c] or p.marker[c] == CND:
        return CND
    if p.shown[SPACES + c] or p.marker[c] == PCE:
        return PCE
    return NOBODY


def holder(p: Heralds, sq: int) -> int:
    """[4.5.2c-e, R21-R23] The side that controls a large square, or nobody."""
    a, b = p.present[sq], p.present[SQUARES + sq]
    if (a > 0) == (b > 0):
        return NOBODY
    side = CND if a else PCE
    return side if p.heavy[side * SQUARES + sq] >= p.board.need[sq] else NOBODY


def contested(p: Heralds, sq: int) -> bool:
    """[4.5.3a, R24] Combat units of both factions, compounds counted."""
    return p.combat[sq] > 0 and p.combat[SQUARES + sq] > 0


def shut(p: Heralds, c: int) -> bool:
    """[6.3d, 9.7d, R19] Whether a compound is a bridge that nobody can cross."""
    b = p.board
    return b.bridge[c] and (p.state[c] != WHOLE or (c == b.arganda and p.closed == 1))


def blocks(p: Heralds, side: Side, c: int) -> bool:
    """[4.5.2b, 6.3d, R25] Whether a compound astride a route stops a side."""
    return shut(p, c) or compound_holder(p, c) == 1 - side


def way_open(p: Heralds, side: Side, a: int, i: int) -> bool:
    """[4.5.2b, 6.3d] Whether nothing on the way of a step blocks it."""
    return not any(blocks(p, side, c) for c in p.board.past[a][i])


def bridges_stand(p: Heralds, a: int, i: int) -> bool:
    """[6.3e] What even a lone leader or agent cannot pass."""
    return not any(shut(p, c) for c in p.board.past[a][i])


def enterable(p: Heralds, side: Side, c: int) -> bool:
    """[4.5.3d, 4.5.4b, 6.3c, R19, R91] An open or friendly compound without neutral pawns."""
    b = p.board
    if b.site[c] or p.state[c] != WHOLE or (c == b.arganda and p.closed):
        return False
    return not p.neutrals[c] and compound_holder(p, c) != 1 - side


def access(p: Heralds, side: Side, r: int) -> bool:
    """[4.5.2f, R26] Whether a side may use a resource, or controls an exchange (R41)."""
    if p.res[r] == DESTROYED:
        return False
    c = p.board.rat[r]
    owner = compound_holder(p, c)
    if owner != NOBODY:
        return owner == side
    return holder(p, p.board.parent[c]) == side and not p.neutrals[c]


def room(p: Heralds, c: int, units: list[int], third: bool) -> bool:
    """[2.3.3b, R77, R128] Whether units fit into a compound, beside those that are there and not among them.

    Whoever is inside counts but prisoners (R111): nobody enters a compound with enemies or neutrals (4.5.3d)."""
    b = p.board
    everybody = [*units, *[u for u in p.units(c) if u not in units and not p.captive[u]]]
    combat = sum([b.kind[u] == COMBAT for u in everybody])
    support = sum([b.kind[u] == SUPPORT for u in everybody])
    if third:
        return combat + support <= b.most_pieces and support <= b.most_support
    return combat <= b.most_combat and support <= b.most_support


def step_out(p: Heralds, side: int, c: int) -> None:
    """[2.3.3c, R131] Pieces of the other side, hidden ones, step out of a compound that is taken over their heads."""
    for u in p.units(c):
        if p.side[u] == 1 - side:
            p.put(u, p.board.parent[c])
