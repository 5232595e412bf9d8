"""The position: where every counter is and in what state, with zones of control and supply kept up to date."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.tscw.state.board import AIR, BY_EVENT, COLUMN, GENERIC, HQ, MOBILIZED, TRAIN, Board
from frente.games.tscw.state.options import Options
from frente.kernel.flow import Fact, Position, Refusal, Side
from frente.kernel.weave import Cached, Derived, Static
from frente.kit import stacks

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

UNDECIDED: Final = -1
CAMPAIGN: Final = 19                     # turns

NETS: Final = ((1, 2), (0,))             # supply networks by side


class Net:
    """Supply of one network over the whole map. Never changed after it is made, so clones may share it."""

    def __init__(self, ok: list[bool], linked: list[bool], reach: list[bool], staff: list[bool]) -> None:
        self.ok = ok                     # a line may enter
        self.linked = linked             # the long line to an ultimate source is open
        self.reach = reach               # at most three hexes from a source
        self.staff = staff               # next to or with a supplied HQ


class Tscw(Position):
    board: Static[Board]
    opt: Static[Options]
    last_turn: int
    turn: int = 0
    hex: list[int]                       # by unit: hex number, or a box
    steps: list[int]
    conv: list[int]                      # 1: shows its EPR side
    state: list[int]
    due: list[int]                       # by unit: turn of arrival or return
    folk: list[int]                      # nationality; generic brigades take that of their division (R159)
    duty: list[int]                      # by unit: obligation it has been named for, 0 none
    rolled: list[int]                    # by unit: modifier of the column die (15.7.1) plus 10, 0 not rolled
    control: list[int]                   # by hex
    fort: list[int]
    chit: list[int]
    pulled: list[int]                    # by chit: turn on which a held one was drawn
    rp: list[int]
    morale: int
    alcazar: int = 1                     # 1 while it holds out
    goicoechea: int = 0                  # the Iron Belt has lost its factor
    linked: int = 0                      # the ammunition shortage is over
    mobilization: int = 0                # declared
    levied: int = 0
    france_used: int = 0                 # the evacuation has been made
    italians_attack: int = 0             # the first time has been
    italians_defend: int = 0
    russians: int = 0
    gernika: int = 0                     # the chit has been drawn
    fleet: int = 1                       # 1 while the Republican naval gunfire is in play
    casado: int = 0                      # turn on which the coup takes effect
    unrest: int = 0                      # turn of Political Unrest
    czech: int = 0                       # turn on which the crisis was played, while it lasts
    call_madrid: int = 0                 # last turn of the drive on Madrid
    call_alcazar: int = 0                # 1 while the drive on Toledo lasts
    volunteers: int = 0                  # Foreign Volunteers Withdrawal has been played
    north_fallen: int = 0                # all three capitals were Nationalist together once
    taken: int = 0                       # bits: Madrid, Barcelona, Valencia were Nationalist once
    cabeza: int = 0                      # 1910 was Nationalist once
    submarines: int = 0                  # points still to be taken
    offensive: int = 0                   # turn of a compulsory Republican offensive
    target: int = 0                      # its hex
    pyrenees: int = 0                    # hex named under 15.9, plus 1
    purchase: int = 0                    # earmarked points of the Great Purchase
    basque_end: int = 0                  # the Basques have surrendered
    next_rep: int = 0                    # points received from chits, usable next turn
    next_nat: int = 0
    next_purchase: int = 0
    naval: list[int]                     # naval gunfire used, by side
    rail: list[int]                      # rail capacity used, by side
    sea: list[int]                       # sea capacity used, by side
    result: int = UNDECIDED
    reason: int = 0
    quota: int = 0                       # columns and divisions the offensive asks for
    infighting: int = 0                  # turn on which the Nationalist may turn Republican units on each other
    ledger: list[list[int]]              # morale changes: turn, amount, cause, hex or -1
    recon: list[list[int]]               # what reconnaissance has told: hex, defence factors
    top: Derived[list[int]]              # by hex: first unit of the stack; below: the next one
    below: Derived[list[int]]
    full: Derived[list[bytearray]]       # by side and hex: units whose full zone covers it
    weak: Derived[list[bytearray]]       # by side and hex: columns whose zone covers it
    near: Derived[list[bytearray]]       # by side and hex: ground units next to it
    halves: Derived[bytearray]           # by hex: half divisions stacked there
    nets: Cached[list[Net | None]]
    lift_key: Cached[tuple[int, ...]]
    lift: Cached[list[Net | None]]
    lift_old: Cached[bool] = False       # the lifted units have changed the ground since then
    alone: Cached[dict[int, Net]]        # by network and hex: supply without the one unit there

    def clear(self) -> None:
        """Nobody is on the map."""
        size = self.board.size
        self.top = [-1] * size
        self.below = [-1] * self.board.units
        self.full = [bytearray(size), bytearray(size)]
        self.weak = [bytearray(size), bytearray(size)]
        self.near = [bytearray(size), bytearray(size)]
        self.halves = bytearray(size)
        self.nets = [None, None, None]
        self.lift_key = ()
        self.lift = [None, None, None]
        self.alone = {}

    def derive(self, saved: Mapping[str, Any]) -> None:
        places, control = self.hex, self.control[:]
        self.clear()
        self.hex = [min(h, -1) for h in places]
        for u in saved["order"]:
            self.lay(u, places[u])
        self.control = control

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
            self.reveal()                # it shows what else the stack holds, or that there is nothing more
        stacks.take(self.top, self.below, h, u)
        if self.full[1 - self.board.side[u]][h] or self.weak[1 - self.board.side[u]][h]:
            self._drop(u, self.board.side[u])

    def _count(self, u: int, h: int, by: int) -> None:
        """[9.2a, 11.1a, 11.1b, 11.6, 12.11a] Room, zones and neighbours of a unit that comes (1) or goes (-1)."""
        b = self.board
        side = b.side[u]
        conv = self.conv[u]
        self.halves[h] += by * b.halves[u][conv]
        near = self.near[side]
        for n in b.nb[h]:
            near[n] += by
        zone = b.zone[u][conv]
        if zone == 2:
            full = self.full[side]
            for n in b.nb[h]:
                full[n] += by
        elif zone == 1:
            weak = self.weak[side]
            for n in b.nb[h]:
                weak[n] += by

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
            self._count(u, h, 1)         # supply stays as it was: either zone stops it
        else:
            self.conv[u] = 1

    def raise_top(self, u: int) -> None:
        """[13.6] Put a unit on top of its stack; both counters' places are shown."""
        h = self.hex[u]
        if self.top[h] == u:
            return
        stacks.take(self.top, self.below, h, u)
        stacks.lay(self.top, self.below, h, u)
        self.reveal()

    # -- looking

    def stack_at(self, h: int) -> list[int]:
        return stacks.units(self.top, self.below, h)

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
        """[2.4, 2.5, 2.12b, 8.1] Factors as they show now."""
        b = self.board
        if b.type[u] == HQ:
            return f"{self.attack(u)}-{self.allowance(u)}"
        if b.type[u] == AIR:
            return str(b.attack[u][1])
        return b.shape[u][self.steps[u] + 2 * self.conv[u]]

    def zoned(self, side: Side, h: int) -> bool:
        """Whether a hex is in a zone of control of a side, full or of columns."""
        return self.full[side][h] > 0 or self.weak[side][h] > 0

    def on_map(self, side: Side) -> list[int]:
        hexes = self.hex
        return [u for u in self.board.ground[side] if hexes[u] >= 0]

    def date(self) -> str:
        return self.board.dates[self.turn]

    def scenario_1936(self) -> bool:
        return self.last_turn < CAMPAIGN


def refusal(p: Tscw, rule: str, key: str, unit: int = -1, hex: int = -1) -> Refusal:
    facts: dict[str, Fact] = {}
    if unit >= 0:
        facts["unit"] = p.board.uid[unit]
    if hex >= 0:
        facts["hex"] = p.board.title(hex)
    return Refusal(rule, key, facts)


# The numbers of a position as they were saved up to version 0.1: one list, two entries for what each side has.
OLD_NUMBERS: Final = (
    "morale", "alcazar", "goicoechea", "linked", "mobilization", "levied", "france_used", "italians_attack",
    "italians_defend", "russians", "gernika", "fleet", "casado", "unrest", "czech", "call_madrid", "call_alcazar",
    "volunteers", "north_fallen", "taken", "cabeza", "submarines", "offensive", "target", "pyrenees", "purchase",
    "basque_end", "next_rep", "next_nat", "next_purchase", "naval", "naval", "rail", "rail", "sea", "sea", "result",
    "reason", "quota", "infighting")


def unpacked(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A saved position with its numbers by name, whichever way they were saved."""
    if "num" not in data:
        return data
    found: dict[str, Any] = dict(data)
    for name, value in zip(OLD_NUMBERS, data["num"]):
        found[name] = [*found.get(name, []), value] if name in ("naval", "rail", "sea") else value
    return found


def opening(board: Board, opt: Options, last_turn: int) -> Tscw:
    """[3] The set-up: counters in their hexes, reinforcements on the track; no question asked yet."""
    n = board.units
    size = board.size
    p = Tscw()
    p.board = board
    p.opt = opt
    p.last_turn = last_turn
    p.hex = [AWAITED] * n
    p.steps = [max(1, x) for x in board.full]
    p.conv = [0] * n
    p.state = [0] * n
    p.due = board.turn[:]
    p.folk = board.nation[:]
    p.duty = [0] * n
    p.rolled = [0] * n
    p.control = board.control[:]
    p.fort = [INCOMPLETE if board.line_of[h] >= 0 else NO_FORT for h in range(size)]
    p.chit = [LATER] * board.chits
    p.pulled = [0] * board.chits
    p.rp = [0, 0, 0, 0]
    p.morale = board.morale_start
    p.naval = [0, 0]
    p.rail = [0, 0]
    p.sea = [0, 0]
    p.ledger = []
    p.recon = []
    p.clear()
    for c in range(board.chits):
        kind = board.chit_kind[c]
        if board.extra_kind[kind]:
            wanted = opt.determination if board.held_kind[kind] else opt.offensives      # [7.33a, 13.13, R42]
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
        elif turn == BY_EVENT:
            p.hex[u] = EVENT
        elif turn == 0:
            if board.type[u] == AIR:
                p.hex[u] = BASE
            else:
                p.put(u, board.entry[u])
    return p

