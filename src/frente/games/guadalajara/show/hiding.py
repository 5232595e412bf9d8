"""[scs.fog, R157] Where units out of sight may lie: under the units in sight of every stack that is seen to hold more.

Known to everybody: which units and loaded trucks are covered, under whom somebody lies, and where there are zones of
control.
"""
from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from frente.games.guadalajara.state.board import INDEPENDENT, STACK, Board
from frente.games.guadalajara.state.position import UNUSED, Guadalajara
from frente.kernel.flow import Side
from frente.kit import hiding

OFTEN: Final = 20.0                      # how much rather a unit lies near its own formation
NEAR: Final = 3                          # hexes


class Zones(NamedTuple):
    """Where zones of control of a side are seen, as far as units out of sight could exert them."""

    may: set[int]                        # hexes with one, and those where it could not be seen
    must: list[int]                      # hexes with one
    bare: list[int]                      # hexes without


class Spot(NamedTuple):
    """A hex with units out of sight, and what everybody knows of it."""

    hex: int
    column: list[int]                    # units in sight, from the top
    anchors: list[int]                   # those of them under which somebody lies
    kin: set[str]                        # formations in sight near by


def kin(b: Board, u: int) -> str:
    """Who a unit marches with, as printed on it."""
    return b.parent[u] if b.division[u] == INDEPENDENT else str(b.division[u])


def spots(p: Guadalajara, side: Side, covered: set[int]) -> list[Spot]:
    """[scs.fog] The stacks of a side with covered units, and what is seen of them, in an order that tells no more."""
    b = p.board
    wanted = {kin(b, u) for u in covered}
    seen = [(p.hex[u], kin(b, u)) for u in b.fighters[side]
            if p.hex[u] >= 0 and u not in covered and kin(b, u) in wanted]
    return [Spot(h, column(p, h, covered), anchors(p, h, covered), {k for a, k in seen if b.distance(a, h) <= NEAR})
            for h in sorted({p.hex[u] for u in covered})]


def zones(p: Guadalajara, side: Side, found: list[Spot]) -> Zones:
    b = p.board
    near = sorted({n for x in found for n in b.nb[x.hex]})
    ground = [n for n in near if b.play[n] or b.corridor[n]]
    zone = p.zone[side]
    must = [n for n in ground if zone[n]]
    return Zones({*must, *near} - {n for n in ground if not zone[n]}, must, [n for n in ground if not zone[n]])


def anchors(p: Guadalajara, h: int, covered: set[int]) -> list[int]:
    """Units in sight with a covered one just below."""
    return [u for u in p.stack_at(h) if u not in covered and p.below[u] >= 0 and p.below[u] in covered]


def column(p: Guadalajara, h: int, covered: set[int]) -> list[int]:
    """Units of a hex in sight: the top one, then those with nobody hidden below, then the others."""
    top = p.top[h]
    over = anchors(p, h, covered)
    rest = sorted(u for u in p.stack_at(h) if u not in covered and u != top)
    return [top, *[u for u in rest if u not in over], *[u for u in rest if u in over]]


class Hiding(hiding.Hiding):
    """The trucks and steps of covered units have been dealt; they are in no hex yet. The first unit of a stack is one
    that shows what has to be shown."""

    def __init__(self, q: Guadalajara, side: Side, covered: list[int], found: list[Spot], seen: Zones,
                 rng: Random, strict: bool) -> None:
        super().__init__(covered, len(found), rng)
        self.q: Final = q
        self.side: Final = side
        self.board: Final[Board] = q.board
        self.spots: Final = found
        self.zones: Final = seen
        self.strict: Final = strict      # stacking limits hold, as they do between activities
        self.reached: dict[int, list[int]] = {}
        self.need: list[set[int]] = [set() for _ in found]   # hexes that a stack must have in its zone
        self.slots += [i for i, x in enumerate(found) for _ in x.anchors[1:]]
        b = self.board
        self.room: Final = [STACK - sum(q.value(u) for u in x.column) for x in found]
        self.tanks: Final = [any(b.armour[u] for u in x.column) for x in found]
        self.company: Final = [any(not b.escorted[u] for u in x.column) for x in found]
        self.bulk = {u: q.value(u) for u in covered}
        self.fitting = self.rows(covered)
        # What is printed on a unit says where it rather is.
        self.weights = {u: [OFTEN if kin(b, u) in x.kin else 1.0 for x in found] for u in covered}

    # -- zones

    def zone(self, u: int, i: int) -> list[int]:
        """The zone that a unit would exert under a stack."""
        h = self.spots[i].hex
        key = u * self.board.size + h
        if key not in self.reached:
            q, b = self.q, self.board
            q.hex[u] = h
            self.reached[key] = b.zoc[b.moves[u][q.face[u]]][h] if q.exerts(u) else []
            q.hex[u] = UNUSED
        return self.reached[key]

    def quiet(self, u: int, i: int) -> bool:
        """Whether the unit shows no zone where none is seen."""
        return self.zones.may.issuperset(self.zone(u, i))

    def covers(self, u: int, i: int) -> bool:
        need = self.need[i]
        return not need or (self.quiet(u, i) and need <= set(self.zone(u, i)))

    def attribute(self) -> bool:
        """Every zone that nobody in sight exerts is put down to a stack."""
        b, rng = self.board, self.rng
        own = self.q.zone[self.side]
        open_zones = [n for n in self.zones.must if not own[n]]
        rng.shuffle(open_zones)
        for n in open_zones:
            may = [i for i, x in enumerate(self.spots) if n in b.nbset[x.hex]
                   and any(n in self.zone(u, i) and self.quiet(u, i) for u in self.units)]
            if not may:
                return False
            i = rng.choice([i for i in may if self.need[i]] or may)
            self.need[i].add(n)
        return True

    # -- places

    def rows(self, units: list[int]) -> dict[int, list[bool]]:
        """Units that count alike may lie in the same hexes: what holds for one is reckoned once for all of them."""
        q, b = self.q, self.board
        known: dict[tuple[int, bool, bool, bool, int, str], list[bool]] = {}
        found: dict[int, list[bool]] = {}
        for u in units:
            alike = (q.value(u), b.armour[u], b.train[u], u == b.rr, b.nation[u], b.faction[u])
            if alike not in known:
                known[alike] = [not self.strict or self.allowed(u, i) for i in range(len(self.spots))]
            found[u] = known[alike]
        return found

    def allowed(self, u: int, i: int) -> bool:
        """[1.1a, 1.11a.1, 2.6b, 3.4a.2, 3.4b.1, 4.1] Whether a unit may lie under those in sight."""
        q, b, x = self.q, self.board, self.spots[i]
        if q.value(u) > max(0, self.room[i]) or (b.armour[u] and self.tanks[i]):
            return False
        if (b.train[u] and not b.on_rail[x.hex]) or (u == b.rr and not b.near_rail[x.hex]):
            return False
        return not any(q.mixes(u, v) for v in x.column)

    def holds(self, units: list[int], i: int) -> bool:
        """[1.1a, 1.11a.1, 4.1] Whether units may lie together under a stack."""
        if not self.strict:
            return True
        q, armour = self.q, self.board.armour
        bulk = tanks = 0
        for u in units:
            bulk += self.bulk[u]
            tanks += armour[u]
        if (bulk and bulk > self.room[i]) or tanks > 1:
            return False
        return not q.opt.political or not any(q.mixes(u, v) for u in units for v in units)

    def enough(self, units: list[int], i: int) -> bool:
        """Whether a stack shows what it must show."""
        if len(units) < len(self.spots[i].anchors):
            return False
        if self.need[i] and not any(self.covers(u, i) for u in units):
            return False
        return not self.strict or self.company[i] or any(not self.board.escorted[u] for u in units)

    def suits(self, units: list[int], i: int) -> bool:
        return self.enough(units, i) and self.holds(units, i)

    def places(self) -> list[list[int]] | None:
        return super().places() if self.attribute() else None

    def serves(self, u: int, k: int) -> bool:
        i = self.slots[k]
        if not self.fitting[u][i]:
            return False
        if k >= len(self.spots):
            return True
        return self.covers(u, i) and not (self.strict and not self.company[i] and self.board.escorted[u])

    def roomy(self, held: list[list[int]], u: int) -> list[int]:
        """Also before they show all that they must: others are still to come."""
        row, room, n, load = self.fitting[u], self.room, self.bulk[u], self.load
        may = [i for i in range(len(held)) if row[i]]
        if not self.strict:
            return may
        may = [i for i in may if load[i] + n <= room[i] or not load[i] + n]
        if self.board.armour[u] or self.q.opt.political:
            may = [i for i in may if self.holds([*held[i], u], i)]
        return may
