"""The position: where every counter is and in what state, with stacks and zones of control kept by the writers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.guadalajara.state.board import (
    ITALIAN,
    MOTOR,
    MP,
    NAT,
    REP,
    REPUBLICAN,
    STACK,
    VOLUNTEERS,
    Board,
)
from frente.games.guadalajara.state.options import Options
from frente.kernel.flow import EVERYONE, Fact, Position, Side
from frente.kernel.weave import Cached, Derived, Static
from frente.kit import stacks

# Where a unit is when it is not in a hex.
AWAITED: Final = -1                      # arrives on turn due[u] or later
OFF_MAP: Final = -2                      # left by an Entry Area; may return on turn due[u] (3.5)
DISABLED: Final = -3                     # Disabled Tank Box (1.15a)
DEAD: Final = -4                         # for good
RETURNING: Final = -5                    # reconstituting, repaired or a lost headquarters: back on turn due[u]
EXITED: Final = -6                       # Italians that left by 1.07 (scn.1.vp.5)
EMERGENCY: Final = -7                    # emergency group not activated (3.1d)
WITHDRAWN: Final = -8
UNUSED: Final = -9
BOXES: Final = {AWAITED: "awaited", OFF_MAP: "off-map", DISABLED: "disabled", DEAD: "dead", RETURNING: "returning",
                EXITED: "exited", EMERGENCY: "emergency", WITHDRAWN: "withdrawn", UNUSED: "unused"}

# States of a unit, as bits.
UNSUPPLIED: Final = 1
DG: Final = 2
MOVED: Final = 4                         # has moved in this phase
RESERVE: Final = 8
RELEASED: Final = 16                     # may act in this Exploitation Phase
FIRED: Final = 32                        # has barraged this turn
FOUGHT: Final = 64                       # has attacked in this Combat Phase
HANDLED: Final = 128                     # loaded or unloaded in this phase (1.16b.4)
IN_ZOC: Final = 256                      # began the phase in an enemy zone (scs.ovr.2)
ASTRAY: Final = 512                      # retreated across the Separation Line (R37), or off the railway (3.4b.1)
ATTACHED: Final = 1024                   # Fiamme Nere at Brihuega, supplied by Dio lo Vuole (scn.4.nat.sr2)
FROM_EAST: Final = 2048                  # set up east of 20.xx (scn.4.nat.sr3)
PINNED: Final = 4096                     # the unit in 20.03 (scn.4.rep.sr)
RELIEF: Final = 8192                     # a late Spanish arrival south of the line (R121)
STRAY_BITS: Final = UNSUPPLIED | DG | MOVED | RESERVE | RELEASED | FIRED | FOUGHT | HANDLED | IN_ZOC | ASTRAY

# How a combat inside another activity ended, for the step that called it.
HELD: Final = 0
EMPTIED: Final = 1
REVEALED: Final = 2                      # bit: a hidden marker was shown (4.6a)
SCREENING: Final = 4                     # bit: cavalry slipped away (4.2b)

UNDECIDED: Final = 9
# Victory levels, as the Nationalist sees them.
MAJOR_NAT: Final = 2
MINOR_NAT: Final = 1
DRAWN: Final = 0
MINOR_REP: Final = -1
MAJOR_REP: Final = -2

# Causes of a loss.
COMBAT: Final = 0                        # combat, overrun, and the retreats that follow; barrage (1.14a, R145)
OTHER: Final = 1


class Guadalajara(Position):
    board: Static[Board]
    opt: Static[Options]
    hex: list[int]                       # by unit: hex number, or a box
    steps: list[int]
    state: list[int]
    face: list[int]                      # by unit: 1 is the movement face of artillery
    due: list[int]                       # by unit: turn of arrival or return
    aboard: list[int]                    # by unit: its truck, or -1
    cargo: list[int]                     # by truck: its passenger, or -1
    began: list[int]                     # by unit: hex at the start of the phase
    last: bytearray                      # by hex: side whose unit was there last (scs.ctrl.1)
    turn: int
    air: list[int]                       # by side: air points left
    markers: list[int]                   # hexes of interdiction markers
    flipped: list[int]                   # parallel: 1 once it has attacked (1.10c.4)
    shown: list[int]                     # parallel: 1 if the other side knows it (4.6a)
    morale: list[int]                    # by division (2.7)
    panic: list[int]
    routed: list[int]                    # 1 once the division has made its mandatory retreat
    pool: list[int]                      # by side: reserve markers
    active: list[int]                    # emergency groups activated, by their turn
    taken: bool                          # the Italians have been in Brihuega (1.17a)
    exited: int = 0                      # battalions that left by 1.07
    loose: bool = False                  # few Republicans are left in the north: Spaniards may cross (4.3a)
    crossed: list[int]                   # Spanish units that crossed the line under 4.3a in this turn
    fallen: list[int]                    # destroyed infantry waiting for its reconstitution roll
    note: int = HELD                     # result of the last nested combat
    short: int = 0                       # step losses that the last Losses could not take from anybody
    delayed: list[int]                   # by unit: 1 if it comes to an Entry Area of choice (3.5b)
    level: int = UNDECIDED
    vp: int = 0
    ended: str = ""                      # rule that decided the game
    top: Derived[list[int]]              # by hex: first unit of the stack (trucks apart); below: the next one
    below: Derived[list[int]]
    zone: Derived[list[bytearray]]       # by side and hex: how many units exert a zone of control there
    wheels: Derived[list[bytearray]]     # by side and hex: empty trucks
    traces: Cached[list[list[int] | None]]  # cache by nationality, see ch01_supply

    def clear(self) -> None:
        """Nobody is on the map."""
        size = self.board.size
        self.top = [-1] * size
        self.below = [-1] * self.board.units
        self.zone = [bytearray(size), bytearray(size)]
        self.wheels = [bytearray(size), bytearray(size)]
        self.traces = [None, None, None]

    def derive(self, saved: Mapping[str, Any]) -> None:
        b = self.board
        places, last, taken = self.hex, self.last[:], self.taken
        self.clear()
        self.hex = [h if b.truck[u] else min(h, -1) for u, h in enumerate(places)]
        for u in saved["order"]:
            self.put(u, places[u])
        for u in range(b.units):
            if b.truck[u] and self.hex[u] >= 0 and self.cargo[u] < 0:
                self.wheels[b.side[u]][self.hex[u]] += 1
        self.last, self.taken = last, taken

    # -- stacks, zones and control: the only way the board changes

    def put(self, u: int, h: int) -> None:
        """[scs.zoc.1] Place a unit in a hex, wherever it was. A passenger takes its truck; enemy trucks are lost."""
        b = self.board
        if b.truck[u]:
            self._truck(u, h)
            return
        if self.hex[u] >= 0:
            self._leave(u)
        side = b.side[u]
        self.hex[u] = h
        self.below[u] = self.top[h]
        self.top[h] = u
        self.last[h] = side              # [scs.ctrl.1]
        self._zone(u, 1)
        if self.aboard[u] >= 0:
            self.hex[self.aboard[u]] = h             # [1.16a.3]
        if self.wheels[1 - side][h]:
            self._crush(1 - side, h)     # [1.16e.1]
        if h == b.brihuega and b.nation[u] == ITALIAN:
            self.taken = True            # [1.17a.2]

    def _truck(self, t: int, h: int) -> None:
        """[1.16a.6, 1.16a.7] Empty trucks are no units: they hold nothing and stop nobody."""
        wheels = self.wheels[self.board.side[t]]
        if self.hex[t] >= 0:
            wheels[self.hex[t]] -= 1
        self.hex[t] = h
        wheels[h] += 1

    def _crush(self, side: int, h: int) -> None:
        """[1.16e.1] Empty trucks are destroyed when an enemy enters their hex."""
        for t in self.board.trucks[side]:
            if self.hex[t] == h and self.cargo[t] < 0:
                self.lose_truck(t, "1.16e.1")

    def lose_truck(self, t: int, rule: str) -> None:
        """[1.16e.1, 1.16e.2, 1.16e.3, 1.16d.2] Who was aboard has got off, one way or another."""
        self.tell(rule, "truck-lost", {"unit": self.board.uid[t]})
        self.wheels[self.board.side[t]][self.hex[t]] -= 1
        self.hex[t] = DEAD
        self.steps[t] = 0
        self.state[t] = 0

    def box(self, u: int, where: int) -> None:
        """Take a unit off the map into a box; it leaves its markers behind."""
        if self.board.truck[u]:
            if self.hex[u] >= 0 and self.cargo[u] < 0:
                self.wheels[self.board.side[u]][self.hex[u]] -= 1
        elif self.hex[u] >= 0:
            self._leave(u)
        self.hex[u] = where
        self.state[u] &= ~STRAY_BITS

    def _leave(self, u: int) -> None:
        """[scs.zoc.1, scs.fog] Its zone goes with it; those above and below it stay in their order."""
        h = self.hex[u]
        if self.opt.hidden_stacks and (self.top[h] != u or self.below[u] >= 0):
            self.reveal()                # [scs.fog] either it comes out from under others or it uncovers one
        self._zone(u, -1)
        stacks.take(self.top, self.below, h, u)

    def exerts(self, u: int) -> bool:
        """[scs.zoc.1, 1.7a.4, 1.16b.5, R26] Whether a unit on the map exerts a zone of control."""
        b = self.board
        if self.state[u] & DG or self.aboard[u] >= 0 or b.escorted[u]:
            return False
        if not self.opt.support_zoc and (b.hq[u] or b.gun[u]):
            return False
        return not (b.surprise and self.turn == 1 and b.side[u] == REP and b.south[self.hex[u]])   # [2.8b.5]

    def _zone(self, u: int, by: int) -> None:
        """[scs.zoc.1]"""
        self.traces = [None, None, None]
        if self.exerts(u):
            zone = self.zone[self.board.side[u]]
            for n in self.board.zoc[self.board.moves[u][self.face[u]]][self.hex[u]]:
                zone[n] += by

    def mark(self, u: int, bits: int) -> None:
        if bits & DG and self.hex[u] >= 0:
            self._zone(u, -1)            # [1.7a.4]
        self.state[u] |= bits

    def unmark(self, u: int, bits: int) -> None:
        """[1.7b, 1.6a.3]"""
        was = self.state[u]
        self.state[u] = was & ~bits
        if bits & was & DG and self.hex[u] >= 0:
            self._zone(u, 1)

    def turn_face(self, u: int, face: int) -> None:
        """[1.8a.1, 1.3b, scs.zoc.1] The other face may move, and reach with its zone, differently."""
        if self.hex[u] >= 0:
            self._zone(u, -1)
        self.face[u] = face
        if self.hex[u] >= 0:
            self._zone(u, 1)

    def load(self, u: int, t: int) -> None:
        """[1.16a.2, 1.16b.5] The unit goes under the truck in its hex."""
        if self.hex[u] >= 0:
            self._zone(u, -1)
            self.wheels[self.board.side[t]][self.hex[t]] -= 1
        self.aboard[u] = t
        self.cargo[t] = u

    def unload(self, u: int) -> None:
        """[1.16b.2, 1.16b.5]"""
        t = self.aboard[u]
        self.aboard[u] = -1
        self.cargo[t] = -1
        if self.hex[u] >= 0:
            self.wheels[self.board.side[t]][self.hex[u]] += 1
            self._zone(u, 1)

    def advance_turn(self) -> None:
        """[2.8b.5] When turn 1 is over, Republican zones in the south come to life."""
        self.turn += 1
        self.rezone()

    def rezone(self) -> None:
        """[scs.zoc.1, 2.8b.5] All zones anew."""
        b = self.board
        self.zone = [bytearray(b.size), bytearray(b.size)]
        for s in (NAT, REP):
            for u in b.fighters[s]:
                if self.hex[u] >= 0:
                    self._zone(u, 1)

    # -- reading

    def stack_at(self, h: int) -> list[int]:
        """The units of a hex from the top; a loaded truck is not among them."""
        return stacks.units(self.top, self.below, h)

    def holder(self, h: int) -> int:
        """The side with units in a hex, or -1."""
        u = self.top[h]
        return self.board.side[u] if u >= 0 else -1

    def value(self, u: int) -> int:
        """[R20] What a unit counts for stacking."""
        return 2 if self.aboard[u] >= 0 else self.board.bulk[u][self.steps[u]]

    def pressed(self, u: int, h: int) -> int:
        """Enemy zones at a hex, as a unit of that side feels them."""
        return self.zone[1 - self.board.side[u]][h]

    def beside_enemy(self, side: int, h: int) -> bool:
        """Whether an enemy unit stands in an adjacent hex, whatever its state."""
        top = self.top
        sides = self.board.side
        for n in self.board.nb[h]:
            u = top[n]
            if u >= 0 and sides[u] != side:
                return True
        return False

    def moves_as(self, u: int) -> int:
        """[1.3a, 1.3b, 1.16a.2]"""
        return MOTOR if self.aboard[u] >= 0 else self.board.moves[u][self.face[u]]

    def halved(self, u: int) -> int:
        """[1.6c.1, 1.7a.1, R27] How often the values of a unit are halved."""
        s = self.state[u]
        n = (1 if s & UNSUPPLIED else 0) + (1 if s & DG else 0)
        return n if self.opt.cumulative else min(n, 1)

    def surprised(self, u: int) -> bool:
        return self.turn == 1 and self.board.surprise and self.board.nation[u] == REPUBLICAN

    def allowance(self, u: int) -> int:
        """[1.6c.1, 1.7a.1, 2.8b.1, 1.16a.3, R27] Movement points in eighths; a passenger has those of its truck."""
        t = self.aboard[u]
        base = self.board.move[u][self.face[u]] if t < 0 else self.board.move[t][0]
        n = self.halved(u) + (1 if self.surprised(u) else 0)
        return base >> (n if self.opt.cumulative else min(n, 1))

    def subject(self, u: int) -> int:
        """[1.2b.1, scn.1.sr, scn.2.sr, scn.4.nat.sr2] The division a unit counts with for supply."""
        b = self.board
        if u == b.mg_lit and b.scenario in (1, 2) and self.turn < 6:
            return 1
        return 1 if self.state[u] & ATTACHED else b.division[u]

    def mixes(self, u: int, v: int) -> str:
        """Why two units of one side may not stack: a rule id, or ""."""
        b = self.board
        if b.nation[u] != b.nation[v]:
            return "2.6b"
        if self.opt.political and {b.faction[u], b.faction[v]} == {"communist", "anarchist"}:
            return "4.1"
        return ""

    def room(self, units: list[int], h: int) -> str:
        """[1.1c, 2.6b] Why a group may not stop in a hex: a rule id, or "". Those already there count once."""
        b = self.board
        total = 0
        armour = 0
        company = False
        for u in units:
            total += self.value(u)
            if b.armour[u]:
                armour += 1
            if not b.escorted[u]:
                company = True
        v = self.top[h]
        while v >= 0:
            if v not in units:
                for u in units:
                    rule = self.mixes(u, v)
                    if rule:
                        return rule
                total += self.value(v)
                if b.armour[v]:
                    armour += 1
                if not b.escorted[v]:
                    company = True
            v = self.below[v]
        if self.opt.political and any(self.mixes(u, v) for u in units for v in units):
            return "4.1"
        if total > STACK and any(self.value(u) for u in units):
            return "1.1a"
        if armour > 1 and any(b.armour[u] for u in units):
            return "1.11a.1"
        if not company:
            return "1.11b" if armour else "1.12b"
        return ""

    def alone(self, h: int) -> bool:
        """[1.11b, 1.12b] Whether only units that may never be alone are in a hex."""
        u = self.top[h]
        if u < 0:
            return False
        while u >= 0:
            if not self.board.escorted[u]:
                return False
            u = self.below[u]
        return True

    def reserves_used(self, side: int) -> int:
        """[1.13.1, 1.13a.4] A marker for every hex with units in reserve; off the map one for each unit."""
        state, bits = self.state, RESERVE | RELEASED
        waiting = [u for u in self.board.fighters[side] if state[u] & bits == RESERVE]
        return len({self.hex[u] if self.hex[u] >= 0 else -2 - u for u in waiting})

    def end(self) -> None:
        """[scs.fog, 4.6a, 4.6b, 4.6c] When the game is over everything lies open."""
        o = self.opt
        if o.hidden_stacks or o.secret_rolls or o.hidden_interdiction or o.secret_off_map:
            self.reveal()
        super().end()

    # -- losses

    def disclose(self, side: Side) -> None:
        """[scs.fog, 4.6c] What a side is asked next, or that it is asked nothing, tells of its units out of sight; what
        the Nationalist is asked, of his losses and of panic, too."""
        if self.opt.hidden_stacks or (self.opt.secret_rolls and side == NAT):
            self.reveal()

    def lose_step(self, u: int, rule: str, cause: int = OTHER) -> None:
        self.steps[u] -= 1               # [1.2a.1]
        self.raise_morale(u)             # [2.7b.1]
        self.tell(rule, "lost-step" if self.steps[u] else "destroyed", {"unit": self.board.uid[u]})
        if self.opt.secret_rolls and self.board.division[u] in VOLUNTEERS:
            self.reveal()                # [4.6c] whether it is gone tells how much was left of it
        if self.steps[u] <= 0:
            self.bury(u, cause)          # [1.2a.1]

    def tell(self, rule: str, key: str, facts: dict[str, Fact], only: Side = EVERYONE) -> None:
        """[scs.fog, 4.6c] What happens to a unit out of the other side's sight is told to its owner only."""
        if self.events is None:
            return
        if only == EVERYONE and "unit" in facts and (self.opt.hidden_stacks or self.opt.secret_rolls):
            from frente.games.guadalajara.show.fog import covered, laid_open, steps_secret

            u = self.board.uindex[str(facts["unit"])]
            owner = self.board.side[u]
            shown = laid_open(self)
            if covered(self, 1 - owner, u, shown) or (key == "lost-step" and steps_secret(self, 1 - owner, u, shown)):
                only = owner
        super().tell(rule, key, facts, only)

    def raise_morale(self, u: int) -> None:
        """[2.7b.1, 2.7b.3, R86]"""
        d = self.board.division[u]
        if d in VOLUNTEERS and not self.opt.no_panic:
            self.morale[d] += 1

    def destroy(self, u: int, rule: str, cause: int = OTHER) -> None:
        """All the steps of a unit at once."""
        for _ in range(self.steps[u]):   # counted first: a headquarters has its step again as soon as it is lost
            self.lose_step(u, rule, cause)

    def bury(self, u: int, cause: int) -> None:
        """[1.2a.1, 1.14, 1.16e.2] A unit without steps leaves the map; infantry may wait for its roll."""
        from frente.games.guadalajara.rules.ch01_supply import path_from_hq

        b = self.board
        h = self.hex[u]
        t = self.aboard[u]
        if t >= 0:
            self.unload(u)
            self.lose_truck(t, "1.16e.2")
        returns = DEAD
        if b.hq[u]:
            returns = RETURNING          # [1.14d.1]
            self.due[u] = self.turn + 1
            self.steps[u] = 1
        elif b.infantry[u] and cause == COMBAT:
            if not b.volunteer[u] or (not self.opt.no_panic and path_from_hq(self, u, h)):
                self.fallen.append(u)    # [1.14a.1, 1.14a.4, 4.8b]
        self.box(u, returns)
        self.state[u] &= ~(ATTACHED | PINNED | RELIEF)

    def disable(self, u: int, rule: str) -> None:
        """[1.15a]"""
        self.tell(rule, "disabled", {"unit": self.board.uid[u]})
        self.box(u, DISABLED)


def opening(board: Board, opt: Options) -> Guadalajara:
    """[1.13.1, 1.17a.2] Everything beside the map, before set-up; no question asked yet."""
    n = board.units
    p = Guadalajara()
    p.board = board
    p.opt = opt
    p.hex = [AWAITED] * n
    p.steps = board.start_steps[:]
    p.state = [0] * n
    p.face = [0] * n
    p.due = board.arrives[:]
    p.aboard = [-1] * n
    p.cargo = [-1] * n
    p.began = [-1] * n
    p.last = bytearray(board.owner)
    p.turn = board.first_turn
    p.air = [0, 0]
    p.markers = []
    p.flipped = []
    p.shown = []
    p.morale = [0] * 5
    p.panic = [0] * 5
    p.routed = [0] * 5
    p.pool = [board.pool[NAT][0], board.pool[REP][0]]
    p.active = [0] * 13
    p.taken = board.scenario == 4
    p.crossed = []
    p.fallen = []
    p.delayed = [0] * n
    p.clear()
    for u in range(n):
        if not board.used[u]:
            p.hex[u] = UNUSED
        elif board.group[u]:
            p.hex[u] = EMERGENCY         # [3.1d.1]
    if board.scenario == 4:
        p.morale = [0, 6, 6, 6, 0]       # [scn.4.morale]
    return p


def points(eighths: int) -> str:
    """Movement points for people: 5, 2½, ¼ ..."""
    whole, part = divmod(eighths, MP)
    tail = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")[part]
    return f"{whole}{tail}" if whole or not tail else tail
