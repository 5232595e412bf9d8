"""The position: where every counter is and in what state, who controls what, and the chits of both sides."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.storm.state.board import (
    ANARCHIST,
    AREAS,
    ARTILLERY,
    END_OF,
    FIRST_OF,
    GARRISON,
    NAT,
    SHOCK,
    SIDES,
    SPACES,
    Board,
)
from frente.games.storm.state.options import Options
from frente.kernel.flow import Fact, Position, Refusal, Side
from frente.kernel.weave import Derived, Static
from frente.kit import stacks

# Where a unit is when it is in no space.
AWAITED: Final = -1                      # on the Turn Record Track, or the Rada Column
ELIMINATED: Final = -2
REMOVED: Final = -3                      # given up for good by a rebuilding (8c)
UNUSED: Final = -4                       # not in this scenario
BOXES: Final = {AWAITED: "track", ELIMINATED: "eliminated", REMOVED: "removed", UNUSED: "unused"}

SCENARIO_1: Final = 0
SCENARIO_2: Final = 1
CAMPAIGN: Final = 2

UNDECIDED: Final = -1

BOMBARDED: Final = 1                     # what has happened to AA (12.2k), as bits
ENTERED: Final = 2


class Storm(Position):
    board: Static[Board]
    opt: Static[Options]
    scenario: int
    at: list[int]                        # by unit: space, or a box
    spent: list[int]                     # by unit: 1 on its Spent side
    control: list[int]                   # by space: side
    was: list[int]                       # by area: contested when control was last looked at (3.4.1d)
    turn: int
    first_turn: int
    last_turn: int
    morale: int                          # Republican morale level, +2 worst
    sp: list[int]                        # these by side
    won: list[int]                       # Area Control Track
    hand: list[int]                      # by kind of chit: how many are held
    pool: list[int]
    played: list[int]                    # played this turn, back to the pool in phase 4d
    gone: list[int]                      # out of the game
    used: list[int]                      # how often the title was played this turn
    since: list[int]                     # draws of its side since the kind entered the pool
    council: bool                        # the Madrid Defence Council has been formed
    bad: bool = False                    # bad weather
    pause_start: int = 0                 # turn the pause was declared, 0 never
    pause_end: int = 0                   # first turn after the pause, 0 not over
    rivers_open: bool
    freed: int = 0
    durruti: int = 0                     # impulses for which 15.R6 is still in force
    flight: int = 0                      # Republican impulses for which 15.N9 is still in force
    strife: bool = False
    initiative: int = NAT
    result: int = UNDECIDED
    vp: int = 0
    reason: str = ""
    top: Derived[list[int]]              # by side and space: first unit of the stack, in order of number; below: next
    below: Derived[list[int]]
    n: Derived[list[int]]                # by side and space: how many units
    occ: Derived[list[int]]              # by side: spaces with units, as bits

    def derive(self, saved: Mapping[str, Any]) -> None:
        """Stacks and counts anew from the places of the units."""
        self.top = [-1] * (2 * SPACES)
        self.below = [-1] * self.board.units
        self.n = [0] * (2 * SPACES)
        self.occ = [0, 0]
        for u, a in enumerate(self.at[:]):
            if a >= 0:
                self.at[u] = AWAITED
                self.put(u, a)

    # -- the only way counters change places

    def put(self, u: int, a: int) -> None:
        """Place a unit in a space, wherever it was; control is looked at by whoever moved it."""
        if self.at[u] >= 0:
            self._leave(u)
        side = self.board.side[u]
        i = side * SPACES + a
        self.at[u] = a
        stacks.slip(self.top, self.below, i, u)
        self.n[i] += 1
        self.occ[side] |= 1 << a

    def box(self, u: int, where: int) -> None:
        """[8a, 8d] Off the map, and Fresh when it comes back."""
        if self.at[u] >= 0:
            self._leave(u)
        self.at[u] = where
        self.spent[u] = 0

    def _leave(self, u: int) -> None:
        side = self.board.side[u]
        a = self.at[u]
        i = side * SPACES + a
        stacks.take(self.top, self.below, i, u)
        self.n[i] -= 1
        if not self.n[i]:
            self.occ[side] &= ~(1 << a)

    def eliminate(self, u: int, rule: str) -> None:
        """[8a]"""
        if self.events is not None:
            self.tell(rule, "eliminated", {"unit": self.board.uid[u]})
        self.box(u, ELIMINATED)

    def flip(self, u: int) -> None:
        self.spent[u] = 1

    # -- looking

    def units(self, side: Side, a: int) -> list[int]:
        return stacks.units(self.top, self.below, side * SPACES + a)

    def count(self, side: Side, a: int) -> int:
        return self.n[side * SPACES + a]

    def contested(self, a: int) -> bool:
        """[3.5b]"""
        return self.n[a] > 0 and self.n[SPACES + a] > 0

    def room(self, side: Side, a: int) -> int:
        """[3.2a, 3.2b] How many more units a side may have in a space."""
        return self.board.units if a >= AREAS else self.board.stacking - self.n[side * SPACES + a]

    def shock(self, u: int) -> bool:
        """[1.1b, 15.R6]"""
        b = self.board
        return b.type[u] == SHOCK or (self.durruti > 0 and b.faction[u] == ANARCHIST)

    def factor(self, u: int) -> int:
        """[1.1e, 9.8, 15.R6] Combat factor of a Fresh unit; its state is for the caller to look at."""
        b = self.board
        if b.type[u] == ARTILLERY:
            return b.gun_factor
        if self.durruti > 0 and b.faction[u] == ANARCHIST:
            return max(b.attack[u], b.durruti_factor)
        return b.attack[u]

    def any_fresh(self, side: Side) -> bool:
        return any(self.at[u] >= 0 and not self.spent[u] for u in self.board.of[side])

    def in_pause(self) -> bool:
        """[12.3h]"""
        return self.pause_start > 0 and not self.pause_end

    def frozen(self, u: int) -> bool:
        """[12.2k, R81] The city garrison of scenario 2 before the city is threatened."""
        if self.scenario != SCENARIO_2 or self.board.scn2[u] != GARRISON:
            return False
        both = BOMBARDED | ENTERED
        return self.freed != both if self.opt.garrison_both else not self.freed

    def hand_size(self, side: Side) -> int:
        return sum(self.hand[FIRST_OF[side]:END_OF[side]])

    def spend(self, side: Side, points: int, rule: str, what: str) -> None:
        """[5c]"""
        self.sp[side] -= points
        if self.events is not None:
            self.tell(rule, what, {"side": SIDES[side], "left": self.sp[side]})


def refusal(p: Storm, rule: str, key: str, u: int = -1, a: int = -1) -> Refusal:
    """A reason with the unit and the space it speaks of."""
    facts: dict[str, Fact] = {}
    if u >= 0:
        facts["unit"] = p.board.uid[u]
    if a >= 0:
        facts["area"] = p.board.names[a]
    return Refusal(rule, key, facts)


def opening(board: Board, opt: Options, scenario: int) -> Storm:
    """[12] The markers of a scenario; every counter still awaited, nothing asked."""
    n = board.units
    control = board.scn2_control if scenario == SCENARIO_2 else board.start_control
    first, last = board.span[scenario]
    pool = [0] * len(board.copies)
    p = Storm()
    p.board = board
    p.opt = opt
    p.scenario = scenario
    p.at = [AWAITED] * n
    p.spent = [0] * n
    p.control = control[:]
    p.was = [0] * AREAS
    p.turn = first - 1
    p.first_turn = first
    p.last_turn = last
    p.morale = board.start_morale[scenario]
    p.sp = board.start_sp[scenario][:]
    p.won = [0, 0]
    p.hand = [0] * len(pool)
    p.pool = pool
    p.played = [0] * len(pool)
    p.gone = [0] * len(pool)
    p.used = [0] * len(pool)
    p.since = [0] * len(pool)
    p.council = scenario == SCENARIO_2 and opt.council_formed
    p.rivers_open = scenario == SCENARIO_2
    p.derive({})
    return p
