"""The position: where every pawn is and in what state, who it obeys, what a handle hides, and the tracks."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.heralds.state.board import (
    AGENT,
    ARMOUR,
    CND,
    COMBAT,
    LEADER,
    NEUTRAL,
    SPACES,
    SQUARES,
    Board,
)
from frente.games.heralds.state.options import Options
from frente.kernel.flow import Fact, Frame, Position, Refusal, Side
from frente.kernel.weave import Derived, Static
from frente.kit import stacks

# Where a pawn is when it is in no space.
UNPLACED: Final = -1                     # before its set-up
ELIMINATED: Final = -2
WITHDRAWN: Final = -3                    # to the front, by the Francoist offensive (9.7h)
NEXT_TURN: Final = -4                    # the aviation on the next turn's box (9.4f)
BOXES: Final = {UNPLACED: "unplaced", ELIMINATED: "eliminated", WITHDRAWN: "withdrawn", NEXT_TURN: "next-turn"}

# What became of a compound (7.1.8c).
WHOLE: Final = 0
FIRE: Final = 1
RUIN: Final = 2

# What became of a resource.
AVAILABLE: Final = 0
COMMITTED: Final = 1
DESTROYED: Final = 2

NO_LEVEL: Final = 4                      # below every headquarters
LAUNCHED: Final = 1                      # the Francoist offensive
SEEN: Final = 1                          # the other side knows what a handle is
SERVES: Final = 1                        # Ortega serves the CND (9.9.1c)

UNDECIDED: Final = -1
TIE: Final = 2


class Heralds(Position):
    board: Static[Board]
    opt: Static[Options]
    at: list[int]                        # by unit: space, or a box
    side: list[int]                      # by unit: CND, PCE or NEUTRAL
    who: list[int]                       # by unit: the piece; another one than the unit only for handles
    home: list[int]                      # by handle: where it was set up, or UNPLACED
    hid: list[int]                       # by unit: 1 decoy side up
    seen: list[int]                      # by unit: 1 the other side has seen what it is
    damaged: list[int]
    fixed: list[int]
    captive: list[int]                   # by unit: 1 under a POW marker (7.1.7g)
    spent: list[int]                     # by unit: command points used; 1 for a syndicate or token that acted
    marker: list[int]                    # by space: side of the control marker in a compound, or -1
    state: list[int]                     # by space: WHOLE, FIRE or RUIN
    closed: int                          # the Arganda bridge
    res: list[int]                       # by resource
    will: list[int]                      # these by side: boxes, action points, intelligence points
    ap: list[int]
    ip: list[int]
    turn: int = 0
    initiative: int
    orders: list[int]                    # by side: propaganda orders this turn
    types: list[int]                     # by side: resource types used for propaganda this turn, as bits
    motor: list[int]                     # by side: 1 a motor depot helps the agents of this negotiation sub-phase
    held: list[int]                      # by square: who controlled it last (R29, R107)
    lost: int = 0                        # boxes the CND lost to 11.2j this turn
    offensive: int = 0                   # the Francoist offensive has been called
    blasted: int = 0                     # the Subsuelo has made its attempt
    bombed: int = 0                      # aviation has attacked the PCE
    fallen: int = 0                      # turn in which the Centro HQ was eliminated, 0 never
    ortega: int = 0                      # 1 the CND uses him as its agent (9.9.1c)
    critical: int = 0                    # critical resources destroyed
    answer: int = 0                      # what a finished activity hands to the one that called it
    result: int = UNDECIDED
    reason: str = ""
    # Stacks in order of number, and counts of what stands where.
    top: Derived[list[int]]              # by space: first unit; below: next
    below: Derived[list[int]]
    shown: Derived[list[int]]            # by side and space: affiliated pawns face up
    fighters: Derived[list[int]]         # by side and space: combat units
    neutrals: Derived[list[int]]         # by space
    present: Derived[list[int]]          # by side and square, compounds included: what decides control (R22)
    combat: Derived[list[int]]           # by side and square, compounds included: combat units
    heavy: Derived[list[int]]            # by side and square, compounds included: combat and armour units

    def derive(self, saved: Mapping[str, Any]) -> None:
        """Stacks and counts anew from the places of the pawns."""
        self.top = [-1] * SPACES
        self.below = [-1] * self.board.units
        self.shown = [0] * (2 * SPACES)
        self.fighters = [0] * (2 * SPACES)
        self.neutrals = [0] * SPACES
        self.present = [0] * (2 * SQUARES)
        self.combat = [0] * (2 * SQUARES)
        self.heavy = [0] * (2 * SQUARES)
        for u, a in enumerate(self.at[:]):
            if a >= 0:
                self.at[u] = UNPLACED
                self.put(u, a)
        markers, self.marker = self.marker, [-1] * SPACES
        for c, side in enumerate(markers):
            if side >= 0:
                self.mark(c, side)

    def call(self, f: Frame) -> None:
        """Nothing is opened any more once the game is decided (11.3a)."""
        if self.result == UNDECIDED:
            self.stack.append(f)

    # -- the only ways in which pawns change place, side or face

    def put(self, u: int, a: int) -> None:
        """Place a pawn in a space, wherever it was; who controls what is looked at by whoever moved it."""
        if self.at[u] >= 0:
            self._leave(u)
        self.at[u] = a
        stacks.slip(self.top, self.below, a, u)
        self._count(u, 1)

    def box(self, u: int, where: int) -> None:
        if self.at[u] >= 0:
            self._leave(u)
        self.at[u] = where
        self.fixed[u] = 0
        self.captive[u] = 0

    def _leave(self, u: int) -> None:
        self._count(u, -1)
        stacks.take(self.top, self.below, self.at[u], u)

    def join(self, u: int, side: int) -> None:
        """Turn a pawn to a faction or to its neutral side."""
        if self.at[u] >= 0:
            self._count(u, -1)
        self.side[u] = side
        if self.at[u] >= 0:
            self._count(u, 1)

    def face(self, u: int, hidden: int) -> None:
        """Turn a handle; face up it has been seen."""
        if self.at[u] >= 0:
            self._count(u, -1)
        self.hid[u] = hidden
        if not hidden:
            self.seen[u] = SEEN
        if self.at[u] >= 0:
            self._count(u, 1)

    def capture(self, u: int, captive: int) -> None:
        if self.at[u] >= 0:
            self._count(u, -1)
        self.captive[u] = captive
        if self.at[u] >= 0:
            self._count(u, 1)

    def mark(self, c: int, side: int) -> None:
        """Put a control marker of a side into a compound, or take it away (-1)."""
        if self.marker[c] >= 0:
            self.present[self.marker[c] * SQUARES + self.board.parent[c]] -= 1
        self.marker[c] = side
        if side >= 0:
            self.present[side * SQUARES + self.board.parent[c]] += 1

    def _count(self, u: int, d: int) -> None:
        a = self.at[u]
        if self.captive[u]:
            return
        side = self.side[u]
        if side == NEUTRAL:
            self.neutrals[a] += d
            return
        if not self.hid[u]:
            self.shown[side * SPACES + a] += d
        b = self.board
        if u >= b.first:                 # [R22] agents, decoys and tokens do not decide control of large squares
            if self.opt.agents_deny:
                self.present[side * SQUARES + b.parent[a]] += d
            return
        i = side * SQUARES + b.parent[a]
        self.present[i] += d
        if b.kind[u] == COMBAT:
            self.fighters[side * SPACES + a] += d
            self.combat[i] += d
            self.heavy[i] += d
        elif b.arm[u] == ARMOUR:
            self.heavy[i] += d

    # -- looking

    def units(self, a: int) -> list[int]:
        """Everybody in one space, compounds apart."""
        return stacks.units(self.top, self.below, a)

    def around(self, a: int) -> list[int]:
        """Everybody in the large square of a space, its compounds included."""
        b = self.board
        sq = b.parent[a]
        found = self.units(sq)
        for c in b.inside[sq]:
            if self.top[c] >= 0:
                found += self.units(c)
        return found

    def square(self, u: int) -> int:
        """The large square a pawn is in."""
        return self.board.parent[self.at[u]]

    def kind(self, u: int) -> int:
        return self.board.kind[self.who[u]]

    def token(self, side: Side) -> int:
        """The handle that hides, or is, a side's player token."""
        t = self.board.tokens[side]
        for u in self.board.handles[side]:
            if self.who[u] == t:
                return u
        raise LookupError("a side has no player token")

    def handle(self, piece: int) -> int:
        """The unit that stands for a piece."""
        b = self.board
        if piece < b.first:
            return piece
        for u in b.handles[b.reverse[piece]]:
            if self.who[u] == piece:
                return u
        raise LookupError("nothing stands for a piece")

    def speaker(self, u: int) -> bool:
        """Leaders and agents: those who negotiate, survive by their initiative and may move alone."""
        k = self.board.kind[self.who[u]]
        return k in (LEADER, AGENT)

    def seniority(self, u: int) -> tuple[bool, int, int]:
        """[4.2.1g, R37, R38] Less is higher: numbers in parentheses last, then the level, then the modifier."""
        b, piece = self.board, self.who[u]
        return b.paren[piece], b.level[piece] or NO_LEVEL, -b.modifier[piece]

    def lone(self, u: int) -> bool:
        """Pawns that move without combat units: leaders, and whatever a handle hides."""
        return u >= self.board.first or self.board.kind[u] == LEADER

    def obeys(self, u: int) -> int:
        """The side that gives a pawn its orders; [9.9.1c, R104] Ortega stays neutral when he serves the CND."""
        if u == self.board.ortega and self.ortega and self.side[u] == NEUTRAL:
            return CND
        return self.side[u]

    def agent(self, u: int) -> bool:
        """Agents, and [9.9.1c] Ortega while he is used as one."""
        return self.board.kind[self.who[u]] == AGENT or self.obeys(u) != self.side[u]

    def initiative_of(self, u: int) -> int:
        """[7.1.6b, R88] Printed initiative less damage."""
        return max(0, self.board.initiative[self.who[u]] - self.damaged[u])

    def morale_of(self, u: int) -> int:
        return max(0, self.board.morale[u] - self.damaged[u])

    def modifier_of(self, u: int) -> int:
        return self.board.modifier[self.who[u]]

    def points(self, h: int) -> int:
        """[4.1.1b] Command points a headquarters has left."""
        return self.board.command[h] - self.spent[h]

    def will_modifier(self, side: int) -> int:
        """[11.1a, R114] 0 for neutrals."""
        if side == NEUTRAL:
            return 0
        box = max(0, self.will[side])
        return self.board.will_other[box] if self.opt.will_numbers else self.board.will_plain[box]

    def alive(self, u: int) -> bool:
        return self.at[u] >= 0

    # -- showing

    def disclose(self, u: int, rule: str) -> None:
        """[4.3.3c, R42] Turn a handle face up; nobody may take back what was done before."""
        if not self.hid[u]:
            return
        if not self.seen[u]:
            self.reveal()
        self.face(u, 0)
        if self.events is not None:
            self.tell(rule, "disclosed", {"unit": self.board.uid[u], "piece": self.board.piece[self.who[u]]})

    def eliminate(self, u: int, rule: str) -> None:
        """A pawn leaves the game; what a handle was is seen then."""
        if self.hid[u]:
            self.disclose(u, rule)
        if self.events is not None:
            self.tell(rule, "eliminated", {"unit": self.board.uid[u]})
        self.box(u, ELIMINATED)


def refusal(p: Heralds, rule: str, key: str, u: int = -1, a: int = -1) -> Refusal:
    """A reason with the unit and the space it speaks of."""
    facts: dict[str, Fact] = {}
    if u >= 0:
        facts["unit"] = p.board.uid[u]
    if a >= 0:
        facts["space"] = p.board.names[a]
    return Refusal(rule, key, facts)


def known_to(p: Heralds, u: int, viewer: int) -> bool:
    """Whether a side (-1: a spectator) knows what a unit is."""
    return u < p.board.first or p.seen[u] == 1 or viewer == p.side[u]


def opening(board: Board, opt: Options) -> Heralds:
    """[13] Markers and the pawns of the chart; handles unplaced and nothing asked."""
    n = board.units
    hidden = [1 if u >= board.first else 0 for u in range(n)]
    p = Heralds()
    p.board = board
    p.opt = opt
    p.at = [UNPLACED] * n
    p.side = board.start_side[:]
    p.who = list(range(n))
    p.home = [UNPLACED] * n
    p.hid = hidden
    p.seen = [0] * n
    p.damaged = [0] * n
    p.fixed = [0] * n
    p.captive = [0] * n
    p.spent = [0] * n
    p.marker = [-1] * SPACES
    p.state = [WHOLE] * SPACES
    p.closed = int(board.closed[board.arganda])
    p.res = [AVAILABLE] * len(board.rid)
    p.will = board.start_will[:]
    p.ap = board.start_ap[:]
    p.ip = board.start_ip[:]
    p.initiative = board.start_initiative
    p.orders = [0, 0]
    p.types = [0, 0]
    p.motor = [0, 0]
    p.held = [-1] * SQUARES
    p.derive({})
    for u in range(board.first):
        if board.start_at[u] >= 0:
            p.put(u, board.start_at[u])
    return p
