"""The position: where every counter is and in what state, with the zones of control kept up to date."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.brunete.state.board import NAT, REP, TANK, Board
from frente.games.brunete.state.options import Options
from frente.kernel.weave import Cached, Static
from frente.kit import stacks
from frente.kit.counters import Counters

# Where a unit is when it is not in a hex.
AWAITED: Final = -1                      # arrives on turn due[u]
OFF_MAP: Final = -2                      # beside the map, may enter
RECOVERABLE: Final = -3                  # casualty boxes
FINAL: Final = -4
RESERVE: Final = -5                      # Army of Manoeuvre tanks (6.2g), captured T-26 (11.3)
AWAY: Final = -6                         # removed by ^, back on turn due[u]
UNUSED: Final = -7                       # not in this game
BOXES: Final = {AWAITED: "awaited", OFF_MAP: "off-map", RECOVERABLE: "recoverable", FINAL: "final",
                RESERVE: "reserve", AWAY: "away", UNUSED: "unused"}

# States of a unit, as bits.
UNSUPPLIED: Final = 1
RETREATED: Final = 2
MOVED: Final = 4
FOUGHT: Final = 8                        # has attacked in this combat step
HIT: Final = 16                          # has been attacked in this combat step

# Results.
UNDECIDED: Final = -1
DRAW: Final = 2

MADRID: Final = 0
CARABANCHEL: Final = 1
ASYLUM: Final = 2


class Brunete(Counters):
    silent = UNSUPPLIED | RETREATED      # [3.8, 4.b] such a unit exerts no zone of control

    board: Static[Board]
    opt: Static[Options]
    last_turn: int
    hex: list[int]                       # by unit: hex number, or a box
    steps: list[int]
    state: list[int]
    due: list[int]                       # by unit: turn of arrival
    entry: list[int]                     # by unit: hex by which it will enter this turn, or -1
    exit: list[int]                      # by unit: hex by which it left the map in a retreat, or -1
    last: list[int]                      # by hex: side that last occupied it
    cp: list[int]                        # these by side
    art: list[int]
    art_used: list[int]
    avi: list[int]
    avi_used: list[int]
    avi_back: list[list[int]]            # turns on which absent aviation markers return
    art_back: list[list[int]]
    interdiction: list[list[int]]
    resources: list[list[int]]           # kinds still held, in rising order
    shown: list[list[int]]               # kinds already played
    reroll: list[int]                    # reroll resource in force this turn
    turn: int = 0
    initiative: int = REP
    vallecas: int = MADRID               # box of the Madrid track
    cancelled: bool = False              # the offensive from Madrid is over
    held_art: int = 0                    # Nationalist markers tied down before Madrid
    held_avi: int = 0
    owed_avi: int = 0
    released: bool = False               # Las Rozas and Majadahonda may move (9.6)
    adjusted: bool = False               # the adjustment move has been made (2.19)
    bought: list[int]                    # replacements of this turn that count towards 6.3d
    gained: list[int]                    # yellow objectives gained for good; the last one stands for the vertices
    objective: int = -1                  # secret objective drawn (12.2c), or -1
    result: int = UNDECIDED
    vp: int = 0
    shifted: Cached[bool] = False        # a unit has been placed or taken away since the last settling

    def derive(self, saved: Mapping[str, Any]) -> None:
        super().derive(saved)
        self.shifted = False

    def settle(self) -> None:
        if self.opt.continuous_supply and self.shifted:
            # [R19] The other reading: supply counts as it stands. Zones need supply and supply needs zones, so each
            # change of the board is followed by exactly one check of each side.
            from frente.games.brunete.rules.ch03_supply import check_supply

            check_supply(self, REP)
            check_supply(self, NAT)
        super().settle()
        self.shifted = False             # what is asked now is answered on this board

    # -- stacks, zones and control: the only way the board changes

    def touched(self, u: int) -> None:
        """[1.1m, 3.5, 3.8, 4.a, R13, R19] A unit has come or gone."""
        self.shifted = True

    def box(self, u: int, where: int) -> None:
        super().box(u, where)
        self.entry[u] = -1
        self.exit[u] = -1

    def stack_at(self, h: int) -> list[int]:
        return stacks.units(self.top, self.below, h)

    def fits(self, u: int, h: int) -> bool:
        """[1.1i, 1.1j, 1.1k] Whether a unit may end in a hex: 2 infantry or cavalry, 1 tank, 1 garrison a side."""
        kind = self.board.type[u]
        room = 1 if kind >= TANK else 2
        v = self.top[h]
        while v >= 0:
            if v != u:
                other = self.board.type[v]
                if other == kind or (other < TANK and kind < TANK):
                    room -= 1
            v = self.below[v]
        return room > 0

    # -- factors

    def combat_factor(self, u: int) -> int:
        """[3.6, R21] Attack factor as it counts now: halved without supply, at least 1 unless 0 is printed."""
        value = self.board.attack[u][self.steps[u]]
        return max(1, value // 2) if value and self.state[u] & UNSUPPLIED else value

    def defence_factor(self, u: int) -> int:
        """[3.6, 3.7] As the attack factor."""
        value = self.board.defence[u][self.steps[u]]
        return max(1, value // 2) if self.state[u] & UNSUPPLIED else value

    def allowance(self, u: int) -> int:
        """[3.6, 9.3] Movement points, halved without supply."""
        value = self.board.move[u][self.steps[u]]
        return max(1, value // 2) if value and self.state[u] & UNSUPPLIED else value

    # -- losses

    def lose_step(self, u: int, rule: str) -> None:
        """[1.1f] A step less; without its last one the unit is gone."""
        self.steps[u] -= 1
        self.tell(rule, "lost-step" if self.steps[u] else "eliminated", {"unit": self.board.uid[u]})
        if not self.steps[u]:
            self.eliminate(u)

    def eliminate(self, u: int) -> None:
        """[10.1n, 6.2h] To the recoverable box if infantry or Republican tank, else to the final one."""
        b = self.board
        self.steps[u] = 0
        red_tank = b.type[u] == TANK and b.side[u] == REP
        self.box(u, RECOVERABLE if red_tank or b.type[u] == 0 else FINAL)
        if not red_tank:
            return
        for v in b.army:                 # [6.2g] one Army tank for each tank lost, while any is left
            if self.hex[v] == RESERVE:
                self.hex[v] = AWAITED
                self.due[v] = self.turn + 1
                break
        if self.hex[b.captured] == RESERVE and self.tanks_lost() >= 5:
            self.hex[b.captured] = AWAITED          # [11.3]
            self.due[b.captured] = self.turn + 1

    def tanks_lost(self) -> int:
        """[11.3] Republican tanks in either casualty box."""
        return sum(1 for u in self.board.t26 if self.hex[u] in (RECOVERABLE, FINAL))

    def purple(self) -> list[tuple[int, int]]:
        """[12.1.vp1, R76] The purple towns with their points, the fifth by option."""
        b = self.board
        default = b.fifth.get("villafranca_del_castillo", "")
        chosen = b.fifth[self.opt.fifth_purple]
        found = [(h, vp) for h, vp in b.purple if b.names[h] != default]
        return [*found, (b.index[chosen], 1)] if chosen else found


def opening(board: Board, opt: Options, last_turn: int) -> Brunete:
    """[12.1] The deployment: counters in their hexes, the rest awaited, markers as listed; no question asked yet."""
    n = board.units
    p = Brunete()
    p.board = board
    p.ground = board.field
    p.force = board.force
    p.opt = opt
    p.last_turn = last_turn
    p.hex = [AWAITED] * n
    p.steps = board.full[:]
    p.state = [0] * n
    p.due = board.arrives[:]
    p.entry = [-1] * n
    p.exit = [-1] * n
    p.last = board.control[:]
    p.cp = [3, 3]
    p.art = [0, 0]
    p.art_used = [0, 0]
    p.avi = [0, 0]
    p.avi_used = [0, 0]
    p.avi_back = [[], []]
    p.art_back = [[], []]
    p.interdiction = [[], []]
    p.resources = [[], []]
    p.shown = [[], []]
    p.reroll = [0, 0]
    p.bought = [0, 0]
    p.gained = [0] * (len(board.yellow) + 1)
    p.clear()
    navarre = dict.fromkeys(opt.navarre, 0)
    for u in range(n):
        if u in board.army or u == board.captured:
            p.hex[u] = RESERVE if u in board.army or opt.captured_t26 else UNUSED
        elif board.division[u] in navarre:
            navarre[board.division[u]] += 1
            if navarre[board.division[u]] > opt.navarre[board.division[u]]:
                p.hex[u] = UNUSED
        elif board.setup[u] >= 0:
            p.put(u, board.setup[u])
    for side, kind, by in board.supports[0]:
        (p.art if kind == "artillery" else p.avi)[side] += by
    return p

