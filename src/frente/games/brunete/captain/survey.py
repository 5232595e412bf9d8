"""What a computer player sees before it plans: who can get where, how far the goals are, who threatens what."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.rules.ch03_supply import supply_lines
from frente.games.brunete.rules.ch09_movement import (
    EARLY,
    EXTRA,
    NORMAL,
    Marching,
    budget,
    entering,
    entry_budget,
    entry_mode,
    entry_toll,
    first_mode,
    held_back,
    open_entries,
)
from frente.games.brunete.state.board import GARRISON, TANK, Board
from frente.games.brunete.state.position import MOVED, Brunete
from frente.kernel.flow import Side
from frente.kit import search

FAR: Final = 999.0
DEAREST: Final = 7                       # points that no hex costs more than


class Trek(Marching):
    """Every hex a unit can get to from one start, and the way there; room in a hex is another matter."""

    def __init__(self, p: Brunete, u: int, start: int, left: int, mode: int, moved: bool) -> None:
        super().__init__(p, u)
        self.start = start
        self.go(start, left, mode, not moved)
        self.ends = self.best()          # by hex: the state with most points left

    def path(self, h: int) -> list[int]:
        """Hexes to walk to get to *h*, in order; empty when it is the start."""
        return self.way(self.ends[h])


class Treks:
    """The treks of one position; units alike in one place share theirs."""

    def __init__(self, p: Brunete) -> None:
        self.p = p
        self.known: dict[tuple[int, int, int, int, bool, int], Trek] = {}

    def of(self, u: int, start: int, left: int, mode: int, moved: bool) -> Trek:
        b = self.p.board
        key = (start, left, mode, b.type[u], moved, b.side[u])
        if key not in self.known:
            self.known[key] = Trek(self.p, u, start, left, mode, moved)
        return self.known[key]

    def on_map(self, u: int, occasion: int) -> Trek:
        p = self.p
        return self.of(u, p.hex[u], budget(p, u, occasion), first_mode(p, u, occasion), False)

    def entering(self, u: int, h: int, occasion: int) -> Trek | None:
        """From off the map by entry hex *h*."""
        p = self.p
        cost = entry_toll(p, u, h, occasion)
        if cost <= 0:
            return None
        return self.of(u, h, entry_budget(p, u, h, occasion) - cost, entry_mode(p, u, h, occasion), True)


def moves_now(p: Brunete, u: int, occasion: int) -> bool:
    """Whether a unit takes part in a movement step at all, wherever it could go."""
    b = p.board
    if p.state[u] & MOVED or not b.move[u][p.steps[u]] or (b.frozen[u] and not p.released):
        return False
    if p.hex[u] < 0:
        return entering(p, u, occasion)
    return occasion not in (EXTRA, EARLY) and not held_back(p, u)


def own_treks(p: Brunete, side: Side, occasion: int, treks: Treks) -> dict[int, list[Trek]]:
    """By unit that may move now: where it can go, one trek for every hex by which it could enter."""
    found: dict[int, list[Trek]] = {}
    for u in p.board.of[side]:
        if not moves_now(p, u, occasion):
            continue
        if p.hex[u] >= 0:
            found[u] = [treks.on_map(u, occasion)]
        else:
            ways = [treks.entering(u, h, occasion) for h in open_entries(p, u, occasion)]
            found[u] = [w for w in ways if w is not None]
    return found


class Lattice:
    """What the search for ways needs beside the board: neighbours seen from the other end."""

    def __init__(self, b: Board) -> None:
        self.board = b
        # Parallel to nb: the number by which each neighbour knows the way back, and what infantry pays to come from it.
        self.back: list[list[int]] = [[b.nb[n].index(h) for n in b.nb[h]] for h in range(b.size)]
        self.cost: list[list[int]] = [[b.cost[0][n][b.nb[n].index(h)] for n in b.nb[h]] for h in range(b.size)]


_LATTICES: Final[list[Lattice]] = []
KEPT: Final = 4                          # boards that differ by their data packs


def lattice(b: Board) -> Lattice:
    for known in _LATTICES:
        if known.board is b:
            return known
    if len(_LATTICES) == KEPT:
        del _LATTICES[0]
    _LATTICES.append(Lattice(b))
    return _LATTICES[-1]


def field(p: Brunete, side: Side, goal: int, held: int, zone: int) -> list[float]:
    """Movement points of infantry from every hex to *goal*; enemy units and zones on the way cost extra."""
    b = p.board
    toll = [0] * b.size
    hostile = p.zone[1 - side]
    for h in range(b.size):
        u = p.top[h]
        if u >= 0 and b.side[u] != side:
            toll[h] = held
        elif hostile[h]:
            toll[h] = zone
    return search.field(b.nb, [goal], lattice(b).cost, toll, held + DEAREST, FAR)


def threats(p: Brunete, side: Side, treks: Treks) -> list[float]:
    """By hex: attack factors the enemy of *side* could bring next to it or into it in his next move."""
    b = p.board
    found = [0.0] * b.size
    seen = [-1] * b.size                 # by hex: the last unit counted there
    for u in b.of[1 - side]:
        if p.hex[u] < 0 or b.type[u] == GARRISON:
            continue
        strength = float(p.combat_factor(u)) if b.type[u] != TANK else 2.0
        if b.frozen[u] and not p.released:
            places = [p.hex[u]]
        else:
            places = list(treks.on_map(u, NORMAL).ends)
        for a in places:
            if seen[a] != u:
                seen[a] = u
                found[a] += strength
            for n in b.nb[a]:
                if seen[n] != u:
                    seen[n] = u
                    found[n] += strength
    return found


class Survey:
    """The ground as one side sees it at the beginning of an epoch."""

    def __init__(self, p: Brunete, side: Side) -> None:
        self.p = p
        self.side = side
        self.treks = Treks(p)
        self.supply = supply_lines(p, side)
        self.threat = threats(p, side, self.treks)

    def fed(self, h: int) -> bool:
        """Whether a unit in *h* could trace supply, as the board stands."""
        if self.supply[h] >= 0:
            return True
        b = self.p.board
        for i, n in enumerate(b.nb[h]):
            d = self.supply[n]
            if (d == 0 and b.route[h][i]) or (0 <= d < b.reach_of_supply and not b.water[h][i]):
                return True
        return False
