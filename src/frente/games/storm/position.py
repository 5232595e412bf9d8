"""The position: where every counter is and in what state, who controls what, and the chits of both sides."""
from __future__ import annotations

from typing import Final

from frente.flow import Act, Fact, Frame, Position, Refusal, Side
from frente.games.storm.board import (
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
from frente.games.storm.options import Options
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

# Saved in this order; the rest of a position is static or derived.
SAVED: Final = (
    "scenario", "at", "spent", "control", "was", "turn", "first_turn", "last_turn", "morale", "sp", "won", "hand",
    "pool", "played", "gone", "used", "since", "council", "bad", "pause_start", "pause_end", "rivers_open", "freed",
    "durruti", "flight", "strife", "initiative", "result", "vp", "reason")


class Storm(Position):
    def __init__(
        self, board: Board, opt: Options, scenario: int, at: list[int], spent: list[int], control: list[int],
        was: list[int], turn: int, first_turn: int, last_turn: int, morale: int, sp: list[int], won: list[int],
        hand: list[int], pool: list[int], played: list[int], gone: list[int], used: list[int], since: list[int],
        council: bool, bad: bool, pause_start: int, pause_end: int, rivers_open: bool, freed: int, durruti: int,
        flight: int, strife: bool, initiative: int, result: int, vp: int, reason: str, top: list[int],
        below: list[int], n: list[int], occ: list[int], stack: list[Frame],
    ) -> None:
        super().__init__(stack)
        self.board = board
        self.opt = opt
        self.scenario = scenario
        self.at = at                     # by unit: space, or a box
        self.spent = spent               # by unit: 1 on its Spent side
        self.control = control           # by space: side
        self.was = was                   # by area: contested when control was last looked at (3.4.1d)
        self.turn = turn
        self.first_turn = first_turn
        self.last_turn = last_turn
        self.morale = morale             # Republican morale level, +2 worst
        self.sp = sp                     # these by side
        self.won = won                   # Area Control Track
        self.hand = hand                 # by kind of chit: how many are held
        self.pool = pool
        self.played = played             # played this turn, back to the pool in phase 4d
        self.gone = gone                 # out of the game
        self.used = used                 # how often the title was played this turn
        self.since = since               # draws of its side since the kind entered the pool
        self.council = council           # the Madrid Defence Council has been formed
        self.bad = bad                   # bad weather
        self.pause_start = pause_start   # turn the pause was declared, 0 never
        self.pause_end = pause_end       # first turn after the pause, 0 not over
        self.rivers_open = rivers_open
        self.freed = freed
        self.durruti = durruti           # impulses for which 15.R6 is still in force
        self.flight = flight             # Republican impulses for which 15.N9 is still in force
        self.strife = strife
        self.initiative = initiative
        self.result = result
        self.vp = vp
        self.reason = reason
        self.top = top                   # by side and space: first unit of the stack, in order of number; below: next
        self.below = below
        self.n = n                       # by side and space: how many units
        self.occ = occ                   # by side: spaces with units, as bits

    def clone(self) -> Storm:
        p = Storm(
            self.board, self.opt, self.scenario, self.at[:], self.spent[:], self.control[:], self.was[:], self.turn,
            self.first_turn, self.last_turn, self.morale, self.sp[:], self.won[:], self.hand[:], self.pool[:],
            self.played[:], self.gone[:], self.used[:], self.since[:], self.council, self.bad, self.pause_start,
            self.pause_end, self.rivers_open, self.freed, self.durruti, self.flight, self.strife, self.initiative,
            self.result, self.vp, self.reason, self.top[:], self.below[:], self.n[:], self.occ[:],
            [f.clone() for f in self.stack])
        p.asked = self.asked
        p.barrier = self.barrier
        return p

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


def offered(p: Storm, side: Side, act: Act) -> bool:
    """Whether the present question offers the act: what is offered is never refused."""
    return act in p.asked.get(side, ())


def refusal(p: Storm, rule: str, key: str, u: int = -1, a: int = -1) -> Refusal:
    """A reason with the unit and the space it speaks of."""
    facts: dict[str, Fact] = {}
    if u >= 0:
        facts["unit"] = p.board.uid[u]
    if a >= 0:
        facts["area"] = p.board.names[a]
    return Refusal(rule, key, facts)


def rebuilt(p: Storm) -> None:
    """Stacks and counts anew from the places of the units."""
    places = p.at[:]
    p.top = [-1] * (2 * SPACES)
    p.below = [-1] * p.board.units
    p.n = [0] * (2 * SPACES)
    p.occ = [0, 0]
    for u, a in enumerate(places):
        if a >= 0:
            p.at[u] = AWAITED
            p.put(u, a)


def opening(board: Board, opt: Options, scenario: int) -> Storm:
    """[12] The markers of a scenario; every counter still awaited, nothing asked."""
    n = board.units
    control = board.scn2_control if scenario == SCENARIO_2 else board.start_control
    first, last = board.span[scenario]
    pool = [0] * len(board.copies)
    return Storm(
        board, opt, scenario, [AWAITED] * n, [0] * n, control[:], [0] * AREAS, first - 1, first, last,
        board.start_morale[scenario], board.start_sp[scenario][:], [0, 0], [0] * len(pool), pool, [0] * len(pool),
        [0] * len(pool), [0] * len(pool), [0] * len(pool), scenario == SCENARIO_2 and opt.council_formed, False, 0, 0,
        scenario == SCENARIO_2, 0, 0, 0, False, NAT, UNDECIDED, 0, "", [-1] * (2 * SPACES), [-1] * n,
        [0] * (2 * SPACES), [0, 0], [])
