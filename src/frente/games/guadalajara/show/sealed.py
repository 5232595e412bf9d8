"""What a side knows of the other's secrets, and positions drawn from it.

Everything that an option keeps from the side is taken out first: hidden markers (4.6a), returns from off the map and
diversions (4.6b), morale, panic, losses, arrivals and reconstitution (4.6c), units out of sight (scs.fog). What is
drawn afterwards fits what everybody sees, and the turns printed in the scenario.
"""
from __future__ import annotations

from random import Random
from typing import Final

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_barrage import Fire
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_losses import Losses, Stranded, Surplus
from frente.games.guadalajara.rules.ch01_move import Move, group, purse
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch01_supply import Supply
from frente.games.guadalajara.rules.ch02_morale import Rout
from frente.games.guadalajara.rules.ch03_arrivals import DELAY, Arrivals, Reinforcements
from frente.games.guadalajara.rules.ch04_screen import Screen
from frente.games.guadalajara.rules.setup import EAST_OF
from frente.games.guadalajara.show.fog import covered, laid_open, steps_secret
from frente.games.guadalajara.show.hiding import Hiding, Spot, Zones, column, spots, zones
from frente.games.guadalajara.show.knowledge import knows_off_map, knows_rolls, open_arrival, secret_box
from frente.games.guadalajara.state.board import DLV, FN, ITALIAN, NAT, REP, SPANISH, VOLUNTEERS
from frente.games.guadalajara.state.position import (
    ASTRAY,
    ATTACHED,
    AWAITED,
    DEAD,
    DG,
    FROM_EAST,
    HELD,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    UNDECIDED,
    UNSUPPLIED,
    UNUSED,
    Guadalajara,
)
from frente.kernel.flow import Choices, Frame, Side
from frente.kernel.views import AT_WORK, CannotDraw, Known, Open

RESTARTS: Final = 40
STRICT: Final = 30                       # of them, with the limits of stacking that hold between activities
SHARED: Final = UNSUPPLIED | ASTRAY | RELEASED               # marks of the top unit that those below have, too


def seal(p: Guadalajara, viewer: Side) -> Known:
    """CannotDraw while the other side is at something that turns on what is hidden: its kind alone tells that."""
    q = p.clone()
    if p.level != UNDECIDED or not hides(p, viewer):
        return Open(q, viewer)
    if viewer not in p.choices() and at_work(p, viewer):
        raise CannotDraw(AT_WORK)
    return Sealed(p, q, viewer)


def hides(p: Guadalajara, viewer: Side) -> bool:
    """Whether an option keeps anything from a side."""
    o = p.opt
    return o.hidden_stacks or o.secret_rolls or (viewer == NAT and (o.hidden_interdiction or o.secret_off_map))


def at_work(p: Guadalajara, viewer: Side) -> bool:
    """Whether what the other side is doing names what is hidden, or was found with it."""
    foe = 1 - viewer
    o = p.opt
    for f in p.stack:
        if isinstance(f, Arrivals):
            if not open_arrival(p, f, viewer):
                return True
        elif isinstance(f, Reinforcements):
            if foe == REP and o.variable and (o.secret_rolls or o.secret_off_map):
                return True
        elif isinstance(f, Retreat | Surplus | Supply):
            if f.side == foe and (o.hidden_stacks or (o.secret_rolls and foe == NAT)):
                return True
        elif o.hidden_stacks and concerns(f, foe):
            return True
    return False


def concerns(f: Frame, foe: Side) -> bool:
    """Whether an activity names units of the other side that may be out of sight."""
    if isinstance(f, Move | Losses | Stranded):
        return f.side == foe
    if isinstance(f, Attack):
        return f.side == foe and not f.defenders
    return isinstance(f, Fire | Screen) or (isinstance(f, Rout) and foe == NAT)


class Sealed(Known):
    """Nothing in it depends on what is hidden: no covered unit is on the map, every secret has a fixed value."""

    def __init__(self, p: Guadalajara, q: Guadalajara, viewer: Side) -> None:
        super().__init__(q, viewer)
        b = p.board
        asked: Choices = p.choices()
        self.map: Final = q
        self.foe: Final = 1 - viewer
        self.who: Final = sorted(asked)  # is asked now
        self.own: Final = asked.get(viewer)
        shown = laid_open(p)
        out = [u for u in b.of[self.foe] if covered(p, viewer, u, shown)]
        hidden = set(out)
        self.covered: Final = [u for u in out if not b.truck[u]]
        self.trucks: Final = [u for u in out if b.truck[u]]
        self.spots: Final[list[Spot]] = spots(p, self.foe, set(self.covered))
        self.zones: Final[Zones] = zones(p, self.foe, self.spots)
        self.reserves: Final = len({p.hex[u] for u in self.covered if waits(p, u)} - {
            p.hex[u] for u in b.fighters[self.foe] if u not in hidden and waits(p, u)})
        self.dim: Final = [u for u in b.fighters[NAT] if u not in hidden and steps_secret(p, viewer, u, shown)]
        unclear = set(self.dim)
        two = [u for u in b.fighters[self.foe] if p.hex[u] >= 0 and b.full[u] == 2 and u not in hidden
               and u not in unclear]
        self.two: Final = len(two)       # units in sight with two steps, and those of them that have lost none
        self.whole: Final = sum(1 for u in two if p.steps[u] == 2)
        self.lost: Final = [u for u in b.fighters[self.foe] if secret_box(p, u) and u not in p.fallen
                            and not knows_rolls(p, viewer, self.foe)]
        self.close(p)

    # -- everything hidden, taken out

    def close(self, p: Guadalajara) -> None:
        q = self.map
        if p.opt.hidden_stacks:
            self.close_stacks()
        for u in self.dim:
            q.steps[u] = q.board.full[u]
        for u in self.lost:
            q.hex[u], q.steps[u] = DEAD, 0
        if p.opt.secret_rolls and self.viewer == REP:
            for d in VOLUNTEERS:
                q.morale[d] = q.panic[d] = 0
        if p.opt.hidden_interdiction and self.viewer == NAT:
            self.close_markers()
        if p.opt.secret_rolls or p.opt.secret_off_map:
            self.close_turns()
        if not any(isinstance(f, Move | Attack | Fire) for f in p.stack):
            q.note = HELD                # of something that is over
        q.short = 0                      # whenever somebody is asked
        q.traces = [None, None, None]

    def close_stacks(self) -> None:
        q = self.map
        b = q.board
        hidden = {*self.covered, *self.trucks}
        for f in q.stack:
            if isinstance(f, Move) and f.side == self.foe:
                units = [u for u in group(f, q) if u not in hidden]
                f.extra = [n for u, n in zip(f.units, f.extra) if u in units]
                f.left = [purse(f, u) for u in units]
                f.units, f.done = units, []
            elif isinstance(f, Fire) and f.side == self.foe:
                f.guns = [u for u in f.guns if u not in hidden]
        q.crossed = [u for u in q.crossed if u not in hidden]
        columns = [(h, column(q, h, hidden)) for h in sorted({q.hex[u] for u in b.fighters[self.foe]}) if h >= 0]
        for u in self.covered:
            t = q.aboard[u]
            if t >= 0:
                q.unload(u)
                self.clear(t)
            self.clear(u)
        for h, seen in columns:
            if len(seen) > 1:
                for u in reversed(seen):
                    q.put(u, h)

    def clear(self, u: int) -> None:
        q = self.map
        q.box(u, UNUSED)
        q.state[u] = q.face[u] = 0
        q.steps[u] = q.board.full[u]
        q.began[u] = UNUSED

    def close_markers(self) -> None:
        """Those that are known in their order, then the others."""
        q = self.map
        known = [i for i, shown in enumerate(q.shown) if shown]
        n = len(q.shown) - len(known)
        q.markers = [*[q.markers[i] for i in known], *[0] * n]
        q.flipped = [*[q.flipped[i] for i in known], *[0] * n]
        q.shown = [1] * len(known) + [0] * n
        for f in q.stack:
            if isinstance(f, Raid):
                f.marker = -1

    def close_turns(self) -> None:
        """[4.6b, 4.6c] Turns of arrival and return as printed; nobody off the map is in reserve or on a truck."""
        q = self.map
        b = q.board
        off = not knows_off_map(q, self.viewer)
        for u in b.of[self.foe]:
            h = q.hex[u]
            if h >= 0 or h in (DEAD, UNUSED) or (h == AWAITED and self.rolled()):
                q.due[u] = b.arrives[u]  # what it was does not matter any more, or is not known
            if off:
                q.delayed[u] = 0
            if off and h == OFF_MAP:
                q.due[u] = q.turn
                q.state[u] &= ~RESERVE
                q.aboard[u] = q.cargo[u] = -1

    def rolled(self) -> bool:
        """Whether the viewer does not know when reinforcements come."""
        o = self.map.opt
        return self.viewer == NAT and (o.secret_off_map or (o.secret_rolls and o.variable))

    # -- drawn afresh

    def draw(self, rng: Random) -> Guadalajara:
        for n in range(RESTARTS):
            q = self.map.clone()
            self.deal(q, rng)
            if self.covered and not self.lay(q, rng, n < STRICT):
                continue
            q.barrier = 0
            q.reask()
            asked = q.choices()
            if sorted(asked) == self.who and asked.get(self.viewer) == self.own and all(asked.values()):
                return q                 # what is compared the viewer knows: a draw that is thrown away tells nothing
        raise CannotDraw

    def deal(self, q: Guadalajara, rng: Random) -> None:
        b = q.board
        if q.opt.hidden_interdiction and self.viewer == NAT:
            ground = [h for h in range(b.size) if b.play[h]]
            q.markers = [m if shown else rng.choice(ground) for m, shown in zip(q.markers, q.shown)]
        for u in self.covered:
            if b.full[u] == 2:
                q.steps[u] = self.steps(q, u, rng)
            if b.two_faced[u]:           # [1.3a, 1.8a.1] a zone may be seen that only one of its faces exerts
                q.face[u] = rng.randint(0, 1)
        for u in self.dim:
            q.steps[u] = rng.randint(1, b.full[u])
        if q.opt.secret_rolls and self.viewer == REP:
            self.deal_morale(q, rng)
        for u in self.lost:              # [1.14]
            if q.turn < b.last_turn and rng.random() < 0.5 and not (b.volunteer[u] and q.opt.no_panic):
                q.hex[u], q.steps[u], q.due[u] = RETURNING, 1, rng.randint(q.turn + 1, b.last_turn)
        if self.rolled():
            self.deal_arrivals(q, rng)
        if not knows_off_map(q, self.viewer):
            self.deal_off_map(q, rng)

    def steps(self, q: Guadalajara, u: int, rng: Random) -> int:
        """[4.6c] What nobody tells may be anything; else units lose steps as often as those in sight."""
        if q.opt.secret_rolls and q.board.division[u] in VOLUNTEERS:
            return rng.randint(1, 2)
        return 2 if rng.random() * (self.two + 2) < self.whole + 1 else 1

    def deal_morale(self, q: Guadalajara, rng: Random) -> None:
        """[2.7] Whoever has panicked has run, but for scenario 4; whoever attacks has not, whoever runs has."""
        b = q.board
        calm = {b.division[u] for f in q.stack if isinstance(f, Attack) and f.side == NAT for u in f.units}
        for d in VOLUNTEERS:
            q.morale[d] = rng.randint(0, 2 * b.panic_level)
            if (q.routed[d] or b.scenario == 4) and not q.opt.no_panic and d not in calm:
                q.panic[d] = rng.randint(0, 1)
        for f in q.stack:
            if isinstance(f, Rout):
                q.panic[f.division] = 1

    def deal_arrivals(self, q: Guadalajara, rng: Random) -> None:
        """[4.4a, 3.5b] A die may bring reinforcements a turn early or late, and they may be held or sent elsewhere."""
        b, o, turn = q.board, q.opt, q.turn
        for u in b.fighters[REP]:
            if q.hex[u] != AWAITED or b.arrives[u] > turn + 1:
                continue                 # nobody has rolled for it yet
            if b.arrives[u] == turn + 1:
                if o.variable and rng.randrange(5) == 0:
                    q.due[u] = turn + 2
                continue
            ways = [(turn, q.delayed[u])]            # held back, or no hex was free
            if o.variable:
                ways += [(turn + 1, q.delayed[u]), (turn + 2, q.delayed[u])]
            if o.secret_off_map and b.area[u] != "any":
                ways += [(turn + n, 1) for n in range(1, DELAY + 1) if turn + n <= b.last_turn]
            q.due[u], q.delayed[u] = rng.choice(ways)
        for t in b.trucks[REP]:          # they follow the units of their list
            if q.hex[t] == AWAITED and b.arrives[t] <= turn + 1:
                q.due[t] = next((q.due[u] for u in b.fighters[REP]
                                 if q.hex[u] == AWAITED and b.arrives[u] == b.arrives[t]), b.arrives[t])

    def deal_off_map(self, q: Guadalajara, rng: Random) -> None:
        """[3.5a.2, 3.5c] Back two turns after they left, on trucks or not."""
        b = q.board
        for u in b.of[REP]:
            if q.hex[u] == OFF_MAP:
                q.due[u] = rng.randint(q.turn, q.turn + DELAY)
        for t in b.trucks[REP]:
            if q.hex[t] == OFF_MAP and rng.random() < 0.5:
                free = [u for u in b.fighters[REP] if q.hex[u] == OFF_MAP and q.aboard[u] < 0 and b.carries(t, u)]
                if free:
                    q.load(rng.choice(free), t)

    # -- units out of sight

    def lay(self, q: Guadalajara, rng: Random, strict: bool) -> bool:
        """Trucks, then places, then marks; False if something seen would look different."""
        riders: dict[int, int] = {}
        units = self.covered[:]
        rng.shuffle(units)
        for t in self.trucks:
            if not board(q, t, units, riders, set()):
                return False
        for u, t in riders.items():
            q.load(u, t)
        held = Hiding(q, self.foe, self.covered, self.spots, self.zones, rng, strict).places()
        if held is None:
            return False
        for x, below in zip(self.spots, held):
            self.stack(q, x, below, rng)
        if not self.reserve(q, held, rng):
            return False
        zone = q.zone[self.foe]
        return all(zone[n] for n in self.zones.must) and not any(zone[n] for n in self.zones.bare)

    def stack(self, q: Guadalajara, x: Spot, below: list[int], rng: Random) -> None:
        """Units under those in sight, each with the marks that it must have there."""
        b = q.board
        groups: dict[int, list[int]] = {a: [] for a in x.anchors}
        for k, u in enumerate(below):
            a = x.anchors[k] if k < len(x.anchors) else rng.choice(x.anchors)
            groups[a].append(u)
        top = q.state[x.column[0]]
        order = [v for a in x.column for v in [a, *groups.get(a, [])]]
        for u in reversed(order):
            if u in below:
                q.state[u] = top & SHARED | inborn(q, u, x.hex)
                q.began[u] = x.hex
                if q.aboard[u] >= 0:
                    q.began[q.aboard[u]] = x.hex
            q.put(u, x.hex)
        for u in below:
            if q.exerts(u) and not self.zones.may.issuperset(b.zoc[b.moves[u][q.face[u]]][x.hex]):
                q.mark(u, DG)            # [1.7a.4] nothing else explains that no zone is seen

    def reserve(self, q: Guadalajara, held: list[list[int]], rng: Random) -> bool:
        """[1.13.1] As many reserve markers as everybody counts; one lies on a stack."""
        free = [i for i, x in enumerate(self.spots) if not any(waits(q, u) for u in x.column)]
        if len(free) < self.reserves:
            return False
        for i in rng.sample(free, self.reserves):
            band = [u for u in held[i] if q.board.band[u]]
            u = rng.choice(band or held[i])
            q.state[u] = q.state[u] & ~RELEASED | RESERVE     # under released units, too
        return True


def waits(p: Guadalajara, u: int) -> bool:
    return p.state[u] & (RESERVE | RELEASED) == RESERVE


def board(q: Guadalajara, t: int, units: list[int], riders: dict[int, int], tried: set[int]) -> bool:
    """[1.16a.1] A passenger for a truck, moving earlier ones if need be."""
    for u in units:
        if u not in tried and q.board.carries(t, u):
            tried.add(u)
            if u not in riders or board(q, riders[u], units, riders, tried):
                riders[u] = t
                return True
    return False


def inborn(q: Guadalajara, u: int, h: int) -> int:
    """[scn.4.nat.sr2, scn.4.nat.sr3, R121] Marks that follow from what a unit is and where it stands."""
    b = q.board
    if b.nation[u] == SPANISH:
        return RELIEF if b.to_village[u] and b.south[h] and not q.opt.line_none else 0
    if b.scenario != 4 or b.nation[u] != ITALIAN:
        return 0
    bits = FROM_EAST if b.column[h] > EAST_OF else 0
    if b.division[u] == FN and b.parent[u] == "VI" and not q.routed[DLV]:
        bits |= ATTACHED
    return bits
