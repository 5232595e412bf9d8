"""The position: where every counter is and in what state, with zones of control and supply kept up to date."""
from __future__ import annotations

from typing import Final

from frente.flow import Act, Fact, Frame, Position, Refusal, Side
from frente.games.tscw.board import AIR, COLUMN, GENERIC, HQ, MOBILIZED, TRAIN, Board
from frente.games.tscw.options import Options

# Where a unit is when it is not in a hex.
AWAITED: Final = -1                      # on the turn track, enters on turn due[u] or later
DEAD: Final = -2                         # deadpile
REMOVED: Final = -3                      # out of the game
AWAY: Final = -4                         # taken off by a chit, back on turn due[u]
POOL: Final = -5                         # generic brigades not in use
LEVY: Final = -6                         # "M" divisions before General Mobilization
EVENT: Final = -7                        # Basque units A to D
BROKEN: Final = -8                       # divisions broken down
BASE: Final = -9                         # air units in play
UNUSED: Final = -10                      # not in this game
BOXES: Final = {AWAITED: "awaited", DEAD: "deadpile", REMOVED: "removed", AWAY: "away", POOL: "generic",
                LEVY: "mobilization", EVENT: "basque-volunteers", BROKEN: "broken-down", BASE: "air-base",
                UNUSED: "unused"}

# States of a unit, as bits.
OOS: Final = 1                           # out of supply when last judged
MOVED: Final = 2                         # has moved in this movement phase
TRAVELLED: Final = 4                     # has made its strategic move this turn
FOUGHT: Final = 8                        # has attacked in this combat phase
SPENT: Final = 32                        # artillery or air mission used this turn
LANDED: Final = 64                       # landed on an enemy coast this turn
NEW: Final = 128                         # entered this turn: in supply (6.3)
FIT: Final = 256                         # could march when the movement phase began
EVACUATED: Final = 512                   # came through France this turn
HELD: Final = 2048                       # air unit kept over Barcelona this turn
SCOUTED: Final = 4096                    # HQ has reconnoitred this turn

# States of a chit.
LATER: Final = 0
IN_POOL: Final = 1
IN_HAND: Final = 2
ON_TABLE: Final = 3                      # lasting effect
GONE: Final = 4

# Forts by hex.
NO_FORT: Final = 0
INCOMPLETE: Final = 1
INTACT: Final = 2
DESTROYED: Final = 3
ABORTED: Final = 4

# Numbers of the position, by name.
MORALE: Final = 0
ALCAZAR: Final = 1                       # 1 while it holds out
GOICOECHEA: Final = 2                    # the Iron Belt has lost its factor
LINKED: Final = 3                        # the ammunition shortage is over
MOBILIZATION: Final = 4                  # declared
LEVIED: Final = 5
FRANCE_USED: Final = 6                   # the evacuation has been made
ITALIANS_ATTACK: Final = 7               # the first time has been
ITALIANS_DEFEND: Final = 8
RUSSIANS: Final = 9
GERNIKA: Final = 10                      # the chit has been drawn
FLEET: Final = 11                        # 1 while the Republican naval gunfire is in play
CASADO: Final = 12                       # turn on which the coup takes effect
UNREST: Final = 13                       # turn of Political Unrest
CZECH: Final = 14                        # turn on which the crisis was played, while it lasts
CALL_MADRID: Final = 15                  # last turn of the drive on Madrid
CALL_ALCAZAR: Final = 16                 # 1 while the drive on Toledo lasts
VOLUNTEERS: Final = 17                   # Foreign Volunteers Withdrawal has been played
NORTH_FALLEN: Final = 18                 # all three capitals were Nationalist together once
TAKEN: Final = 19                        # bits: Madrid, Barcelona, Valencia were Nationalist once
CABEZA: Final = 20                       # 1910 was Nationalist once
SUBMARINES: Final = 21                   # points still to be taken
OFFENSIVE: Final = 22                    # turn of a compulsory Republican offensive
TARGET: Final = 23                       # its hex
PYRENEES: Final = 24                     # hex named under 15.9, plus 1
PURCHASE: Final = 25                     # earmarked points of the Great Purchase
BASQUE_END: Final = 26                   # the Basques have surrendered
NEXT_REP: Final = 27                     # points received from chits, usable next turn
NEXT_NAT: Final = 28
NEXT_PURCHASE: Final = 29
NAVAL: Final = 30                        # and the next: naval gunfire used, by side
RAIL: Final = 32                         # rail capacity used, by side
SEA: Final = 34                          # sea capacity used, by side
RESULT: Final = 36
REASON: Final = 37
QUOTA: Final = 38                        # columns and divisions the offensive asks for
INFIGHTING: Final = 39                   # turn on which the Nationalist may turn Republican units on each other
NUMBERS: Final = 40

UNDECIDED: Final = -1

SAVED: Final = ("last_turn", "turn", "hex", "steps", "conv", "state", "due", "folk", "duty", "rolled", "control",
                "fort", "chit", "pulled", "rp", "num", "ledger", "recon")

NETS: Final = ((1, 2), (0,))             # supply networks by side


class Net:
    """Supply of one network over the whole map. Never changed after it is made, so clones may share it."""

    def __init__(self, linked: list[bool], reach: list[bool], staff: list[bool]) -> None:
        self.linked = linked             # the long line to an ultimate source is open
        self.reach = reach               # at most three hexes from a source
        self.staff = staff               # next to or with a supplied HQ


class Tscw(Position):
    def __init__(
        self, board: Board, opt: Options, last_turn: int, turn: int, hex: list[int], steps: list[int], conv: list[int],
        state: list[int], due: list[int], folk: list[int], duty: list[int], rolled: list[int], control: list[int],
        fort: list[int], chit: list[int], pulled: list[int], rp: list[int], num: list[int], ledger: list[list[int]],
        recon: list[list[int]], top: list[int], below: list[int], full: list[list[int]], weak: list[list[int]],
        near: list[list[int]], halves: list[int], stack: list[Frame],
    ) -> None:
        super().__init__(stack)
        self.board = board
        self.opt = opt
        self.last_turn = last_turn
        self.turn = turn
        self.hex = hex                   # by unit: hex number, or a box
        self.steps = steps
        self.conv = conv                 # 1: shows its EPR side
        self.state = state
        self.due = due                   # by unit: turn of arrival or return
        self.folk = folk                 # nationality; generic brigades take that of their division (R159)
        self.duty = duty                 # by unit: obligation it has been named for, 0 none
        self.rolled = rolled             # by unit: modifier of the column die (15.7.1) plus 10, 0 not rolled
        self.control = control           # by hex
        self.fort = fort
        self.chit = chit
        self.pulled = pulled             # by chit: turn on which a held one was drawn
        self.rp = rp
        self.num = num
        self.ledger = ledger             # morale changes: turn, amount, cause, hex or -1
        self.recon = recon               # what reconnaissance has told: hex, defence factors
        self.top = top                   # by hex: first unit of the stack; below: the next one
        self.below = below
        self.full = full                 # by side and hex: units whose full zone covers it
        self.weak = weak                 # by side and hex: columns whose zone covers it
        self.near = near                 # by side and hex: ground units next to it
        self.halves = halves             # by hex: half divisions stacked there
        self.nets: list[Net | None] = [None, None, None]
        self.lift_key: tuple[int, ...] = ()
        self.lift: list[Net | None] = [None, None, None]
        self.lift_old = False            # the lifted units have changed the ground since then
        self.alone: dict[int, Net] = {}  # by network and hex: supply without the one unit there

    def clone(self) -> Tscw:
        p = Tscw(
            self.board, self.opt, self.last_turn, self.turn, self.hex[:], self.steps[:], self.conv[:], self.state[:],
            self.due[:], self.folk[:], self.duty[:], self.rolled[:], self.control[:], self.fort[:], self.chit[:],
            self.pulled[:], self.rp[:], self.num[:], [x[:] for x in self.ledger], [x[:] for x in self.recon],
            self.top[:], self.below[:], [self.full[0][:], self.full[1][:]], [self.weak[0][:], self.weak[1][:]],
            [self.near[0][:], self.near[1][:]], self.halves[:], [f.clone() for f in self.stack])
        p.asked = self.asked
        p.barrier = self.barrier
        p.nets = self.nets[:]
        p.lift_key = self.lift_key
        p.lift = self.lift[:]
        p.lift_old = self.lift_old
        return p

    # -- stacks, zones and control: the only way the board changes

    def put(self, u: int, h: int) -> None:
        """Place a unit in a hex, wherever it was: on top if the hex is empty, else under the top counter."""
        side = self.board.side[u]
        if self.hex[u] >= 0:
            self._leave(u)
        self.hex[u] = h
        t = self.top[h]
        if t < 0:
            self.top[h] = u
        else:
            self.below[u] = self.below[t]
            self.below[t] = u
        self._count(u, h, 1)
        foe = 1 - side
        changed = False
        if self.control[h] != side and self.board.type[u] != HQ:
            self.control[h] = side       # [R8] the last ground combat unit to enter
            changed = True
        self._stale(u, h, foe, changed)

    def lay(self, u: int, h: int) -> None:
        """Put a unit on top of the stack in a hex, as a loaded position does from the bottom up."""
        self.put(u, h)
        t = self.top[h]
        if t != u:
            self.below[t] = self.below[u]
            self.below[u] = t
            self.top[h] = u

    def box(self, u: int, where: int) -> None:
        """Take a unit off the map, or from one box to another; it leaves its marks behind."""
        if self.hex[u] >= 0:
            h = self.hex[u]
            self._leave(u)
            self._stale(u, h, 1 - self.board.side[u], False)
        self.hex[u] = where
        self.state[u] = 0
        self.duty[u] = 0
        self.rolled[u] = 0
        if where in (DEAD, POOL) and self.board.turn[u] == GENERIC:
            self.folk[u] = self.board.nation[u]              # [R159] neutral again

    def _leave(self, u: int) -> None:
        h = self.hex[u]
        self._count(u, h, -1)
        if self.below[self.top[h]] >= 0:
            self.barrier += 1            # it shows what else the stack holds, or that there is nothing more
        if self.top[h] == u:
            self.top[h] = self.below[u]
        else:
            v = self.top[h]
            while self.below[v] != u:
                v = self.below[v]
            self.below[v] = self.below[u]
        self.below[u] = -1
        if self.full[1 - self.board.side[u]][h] or self.weak[1 - self.board.side[u]][h]:
            self._drop(u, self.board.side[u])

    def _count(self, u: int, h: int, by: int) -> None:
        """[9.2a, 11.1a, 11.1b, 11.6, 12.11a] Room, zones and neighbours of a unit that comes (1) or goes (-1)."""
        b = self.board
        side = b.side[u]
        conv = self.conv[u]
        self.halves[h] += by * b.halves[u][conv]
        near = self.near[side]
        zone = b.zone[u][conv]
        if zone == 2:
            full = self.full[side]
            for n in b.nb[h]:
                near[n] += by
                full[n] += by
        elif zone == 1:
            weak = self.weak[side]
            for n in b.nb[h]:
                near[n] += by
                weak[n] += by
        else:
            for n in b.nb[h]:
                near[n] += by

    def _stale(self, u: int, h: int, foe: Side, changed: bool) -> None:
        """Drop the supply that this write may have changed: the enemy's always, one's own only where it matters."""
        for n in NETS[foe]:
            self.nets[n] = None
        if self.alone:
            self.alone = {}
        if self.lift_key and self.board.side[self.lift_key[0]] == foe:
            self.lift_old = True
        if changed or self.full[foe][h] or self.weak[foe][h] or self.board.type[u] == HQ:
            self._drop(u, 1 - foe)

    def _drop(self, u: int, side: Side) -> None:
        for n in NETS[side]:
            self.nets[n] = None
        if u not in self.lift_key:
            self.lift_key = ()
        self.lift_old = True

    def stale_all(self) -> None:
        """[10.4d, 13.19] Something other than a unit changed the ground: a fort, control by zones."""
        self.nets = [None, None, None]
        self.lift_key = ()
        self.alone = {}

    def convert(self, u: int) -> None:
        """[6.9a, 11.1b, 11.6] Flip a column to its EPR side, wherever it is."""
        if self.hex[u] >= 0:
            h = self.hex[u]
            self._count(u, h, -1)
            self.conv[u] = 1
            self._count(u, h, 1)
            self.stale_all()
        else:
            self.conv[u] = 1

    def raise_top(self, u: int) -> None:
        """[13.6] Put a unit on top of its stack; both counters' places are shown."""
        h = self.hex[u]
        v = self.top[h]
        if v == u:
            return
        while self.below[v] != u:
            v = self.below[v]
        self.below[v] = self.below[u]
        self.below[u] = self.top[h]
        self.top[h] = u
        self.barrier += 1

    # -- looking

    def stack_at(self, h: int) -> list[int]:
        found: list[int] = []
        u = self.top[h]
        while u >= 0:
            found.append(u)
            u = self.below[u]
        return found

    def holder(self, h: int) -> int:
        """The side with units in a hex, or -1."""
        u = self.top[h]
        return self.board.side[u] if u >= 0 else -1

    def fighters(self, h: int) -> bool:
        """Whether the units in a hex include one that is not a headquarters."""
        u = self.top[h]
        while u >= 0:
            if self.board.type[u] != HQ:
                return True
            u = self.below[u]
        return False

    def staffed(self, h: int) -> int:
        """Headquarters in a hex."""
        n = 0
        u = self.top[h]
        while u >= 0:
            if self.board.type[u] == HQ:
                n += 1
            u = self.below[u]
        return n

    def column(self, u: int) -> bool:
        return self.board.type[u] == COLUMN and not self.conv[u]

    def size(self, u: int) -> int:
        return self.board.new_size[u] if self.conv[u] else self.board.size_mark[u]

    def attack(self, u: int) -> int:
        return self.board.attack[u][self.steps[u] + 2 * self.conv[u]]

    def defence(self, u: int) -> int:
        return self.board.defence[u][self.steps[u] + 2 * self.conv[u]]

    def allowance(self, u: int) -> int:
        return self.board.move[u][self.steps[u] + 2 * self.conv[u]]

    def printed(self, u: int) -> str:
        """Factors as they show now."""
        b = self.board
        if b.type[u] == HQ:
            return f"{self.attack(u)}-{self.allowance(u)}"
        if b.type[u] == AIR:
            return str(b.attack[u][1])
        return f"{self.attack(u)}-{self.defence(u)}-{self.allowance(u)}"

    def zoned(self, side: Side, h: int) -> bool:
        """Whether a hex is in a zone of control of a side, full or of columns."""
        return self.full[side][h] > 0 or self.weak[side][h] > 0

    def on_map(self, side: Side) -> list[int]:
        hexes = self.hex
        return [u for u in self.board.ground[side] if hexes[u] >= 0]

    def date(self) -> str:
        return self.board.dates[self.turn]

    def scenario_1936(self) -> bool:
        return self.last_turn < 19


def offered(p: Position, side: Side, act: Act) -> bool:
    return act in p.choices().get(side, [])


def refusal(p: Tscw, rule: str, key: str, unit: int = -1, hex: int = -1) -> Refusal:
    facts: dict[str, Fact] = {}
    if unit >= 0:
        facts["unit"] = p.board.uid[unit]
    if hex >= 0:
        facts["hex"] = p.board.title(hex)
    return Refusal(rule, key, facts)


def opening(board: Board, opt: Options, last_turn: int) -> Tscw:
    """[3] The set-up: counters in their hexes, reinforcements on the track; no question asked yet."""
    n = board.units
    size = board.size
    num = [0] * NUMBERS
    num[MORALE] = board.morale_start
    num[ALCAZAR] = 1
    num[FLEET] = 1
    num[RESULT] = UNDECIDED
    p = Tscw(
        board, opt, last_turn, 0, [AWAITED] * n, [max(1, x) for x in board.full], [0] * n, [0] * n, board.turn[:],
        board.nation[:], [0] * n, [0] * n, board.control[:],
        [INCOMPLETE if board.line_of[h] >= 0 else NO_FORT for h in range(size)], [LATER] * board.chits,
        [0] * board.chits, [0, 0, 0, 0], num, [], [], [-1] * size, [-1] * n, [[0] * size, [0] * size],
        [[0] * size, [0] * size], [[0] * size, [0] * size], [0] * size, [])
    for c in range(board.chits):
        kind = board.chit_kind[c]
        if board.extra_kind[kind]:
            wanted = opt.determination if board.held_kind[kind] else opt.offensives
            if not wanted:
                p.chit[c] = GONE
    for u in range(n):
        turn = board.turn[u]
        if board.type[u] == TRAIN and not opt.train:
            p.hex[u] = UNUSED            # [15.3, R131]
        elif turn == GENERIC:
            p.hex[u] = POOL
        elif turn == MOBILIZED:
            p.hex[u] = LEVY
        elif turn > MOBILIZED:
            p.hex[u] = EVENT
        elif turn == 0:
            if board.type[u] == AIR:
                p.hex[u] = BASE
            else:
                p.put(u, board.entry[u])
    return p

