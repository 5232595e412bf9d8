"""What a side knows of counters out of sight and of held chits, and positions drawn from it.

Known to everybody: which counters are covered, where there are stacks, the strongest zone of control and whether there
is more than a headquarters in each (13.6, R101, R163), how much room 9.2 leaves, when held chits were drawn (7.4c).
Where each covered counter lies, its steps, marks, duties and nation are taken out before anything is drawn.
"""
from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from frente.games.tscw.rules.ch07_chits import hand, may_be_held, pool
from frente.games.tscw.rules.ch07_duties import Naming
from frente.games.tscw.rules.ch07_events import Picking
from frente.games.tscw.rules.ch09_stacking import LIMIT, Overstack
from frente.games.tscw.rules.ch12_movement import Move
from frente.games.tscw.rules.ch12_phase import Movement
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch14_strategic import Strategic
from frente.games.tscw.rules.ch15_optional import ColumnRolls, Scout
from frente.games.tscw.show.knowledge import shown
from frente.games.tscw.state.board import ASTURIAN, HQ, NORTHERN, REP
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import IN_HAND, IN_POOL, OOS, UNDECIDED, UNUSED, Tscw
from frente.kernel.flow import Choices, Side
from frente.kernel.views import AT_WORK, CannotDraw, Known, Open
from frente.kit import hiding

RESTARTS: Final = 40
OFTEN: Final = 20.0                      # how much rather a northern counter lies in the north
BOUNDLESS: Final = 99                    # room in a hex while stacking limits do not hold


class Spot(NamedTuple):
    """A hex with more than one counter, and what everybody knows of it."""

    hex: int
    zone: int                            # the strongest zone of control in it
    armed: bool                          # it holds more than headquarters
    room: int                            # half units that may lie under the counters in sight
    top_zone: int                        # of those in sight
    top_armed: bool
    top_staff: bool


def seal(p: Tscw, viewer: Side) -> Known:
    """CannotDraw while the other side is at something that names counters out of sight: its kind alone tells that."""
    b = p.board
    q = p.clone()
    if p.result != UNDECIDED:
        return Open(q, viewer)
    foe = 1 - viewer
    if at_work(p, foe):
        raise CannotDraw(AT_WORK)
    in_sight = shown(p)
    covered = [u for u in b.ground[foe] if p.hex[u] >= 0 and p.top[p.hex[u]] != u and u not in in_sight]
    spots = [spot(p, h, set(covered)) for h in sorted({p.hex[u] for u in covered})]
    two = [u for u in b.ground[foe] if p.hex[u] >= 0 and u not in covered and b.full[u] == 2]
    control = q.control[:]
    for u in covered:
        q.box(u, UNUSED)                 # its marks come off, too
        q.steps[u] = max(1, b.full[u])
        q.folk[u] = b.nation[u]
    q.control = control
    for h in sorted({q.hex[u] for u in in_sight if b.side[u] == foe and q.hex[u] >= 0}):
        straighten(q, h)
    turns: list[int] = []
    if p.opt.hidden_chits:
        for c in hand(p, foe):
            turns.append(q.pulled[c])
            q.chit[c], q.pulled[c] = IN_POOL, 0
    q.stale_all()
    return Sealed(q, viewer, covered, spots, [len(two), len([u for u in two if p.steps[u] == 2])], sorted(turns),
                  p.choices())


def straighten(q: Tscw, h: int) -> None:
    """[13.6] Which counter comes next under the top one nobody sees, even while a battle lays all of them open."""
    u, *rest = q.stack_at(h)
    for v in sorted(rest):
        q.below[u] = v
        u = v
    q.below[u] = -1


def at_work(p: Tscw, side: Side) -> bool:
    """Whether a side is busy with counters that the other may not see."""
    for f in p.stack:
        if not f.at and f is not p.stack[-1]:            # its turn has not come yet
            continue
        if isinstance(f, Move | Strategic | Administration | Picking | Naming | Overstack):
            if f.side == side:
                return True
        elif isinstance(f, Attack):
            if f.side == side and not f.foes:
                return True
        elif isinstance(f, Scout | ColumnRolls) and side == REP:
            return True
    return False


def spot(p: Tscw, h: int, covered: set[int]) -> Spot:
    b = p.board
    stack = p.stack_at(h)
    fixed = [u for u in stack if u not in covered]
    room = BOUNDLESS
    if not any(isinstance(f, Movement) for f in p.stack):
        room = LIMIT - sum([b.halves[u][p.conv[u]] for u in fixed])
    return Spot(h, max([b.zone[u][p.conv[u]] for u in stack]), p.fighters(h), room,
                max([b.zone[u][p.conv[u]] for u in fixed]), any(b.type[u] != HQ for u in fixed),
                any(b.type[u] == HQ for u in fixed))


class Sealed(Known):
    """No covered counter is on the map, none has a mark, and the other side holds no chit."""

    def __init__(self, base: Tscw, viewer: Side, covered: list[int], spots: list[Spot], whole: list[int],
                 turns: list[int], asked: Choices) -> None:
        super().__init__(base, viewer)
        self.map: Final = base
        self.covered: Final = covered
        self.spots: Final = spots
        self.whole: Final = whole        # counters in sight with two steps, and those of them that have lost none
        self.turns: Final = turns        # when the held chits were drawn
        self.who: Final = sorted(asked)  # is asked now
        self.own: Final = asked.get(viewer)

    def draw(self, rng: Random) -> Tscw:
        for _ in range(RESTARTS):
            q = self.map.clone()
            if not self.deal(q, rng):
                continue
            held = Hiding(self.map, self.covered, self.spots, rng).places()
            if held is None:
                continue
            self.lay(q, held, rng)
            asked = q.choices()
            if sorted(asked) == self.who and asked.get(self.viewer) == self.own and all(asked.values()):
                return q                 # what is compared the viewer knows: a draw that is thrown away tells nothing
        raise CannotDraw

    def deal(self, q: Tscw, rng: Random) -> bool:
        """The held chits of the other side, from all that are hidden and could be held since they were drawn."""
        b = q.board
        for turn in self.turns:
            free = [c for c in pool(q, 1 - self.viewer)
                    if b.chit_turn[c] <= turn and may_be_held(q, b.chit_kind[c], turn)]
            if not free:
                return False
            c = rng.choice(free)
            q.chit[c], q.pulled[c] = IN_HAND, turn
        return True

    def lay(self, q: Tscw, held: list[list[int]], rng: Random) -> None:
        """Counters under those in sight; they have lost steps as often as those, and share the mark of supply."""
        two, full = self.whole
        control = q.control[:]
        for x, units in zip(self.spots, held):
            top = q.top[x.hex]
            for u in sorted(units):
                q.put(u, x.hex)
                if top >= 0:
                    q.state[u] |= q.state[top] & OOS
                if q.board.full[u] == 2 and rng.random() * (two + 2) >= full + 1:
                    q.steps[u] = 1
        q.control = control
        q.barrier = 0
        q.stale_all()
        q.reask()


class Hiding(hiding.Hiding):
    """Counters under those in sight: a stack shows its strongest zone and whether it holds more than headquarters."""

    alone = False                        # it may take two counters to show what a stack shows
    mixed = 8

    def __init__(self, base: Tscw, covered: list[int], spots: list[Spot], rng: Random) -> None:
        super().__init__(covered, len(spots), rng)
        b = base.board
        self.spots: Final = spots
        self.zone: Final = {u: b.zone[u][base.conv[u]] for u in covered}
        self.staff: Final = {u: b.type[u] == HQ for u in covered}
        self.bulk = {u: b.halves[u][base.conv[u]] for u in covered}
        self.fitting = {u: [self.fits(u, x) for x in spots] for u in covered}
        # What is printed on a counter says where it rather is; nothing else may.
        self.weights = {u: [OFTEN if (ASTURIAN <= b.nation[u] <= NORTHERN) == b.near_north[x.hex] else 1.0
                            for x in spots] for u in covered}

    def fits(self, u: int, x: Spot) -> bool:
        return (self.zone[u] <= x.zone and (x.armed or self.staff[u]) and self.bulk[u] <= x.room
                and not (self.staff[u] and x.top_staff))

    def serves(self, u: int, k: int) -> bool:
        return self.fitting[u][k] and self.suits([u], k)

    def suits(self, units: list[int], i: int) -> bool:
        if not units:
            return False
        x = self.spots[i]
        zone, armed, bulk, staffs = x.top_zone, x.top_armed, 0, int(x.top_staff)
        for u in units:
            zone = max(zone, self.zone[u])
            bulk += self.bulk[u]
            if self.staff[u]:
                staffs += 1
            else:
                armed = True
        return zone == x.zone and armed == x.armed and bulk <= x.room and staffs <= 1
