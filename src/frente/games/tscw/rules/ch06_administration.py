"""[6, 5.2.A4] Phase A.IV for one side: withdrawals and conversions, reinforcements, resource points, breakdowns."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch06_breakdown import BreakDown, ChooseParts
from frente.games.tscw.rules.ch06_entry import bring_in, entry_hexes
from frente.games.tscw.rules.ch06_points import (
    cap,
    pay,
    point_refusals,
    rebuild_kind,
    rebuilt_hexes,
    receive,
    replenish_kind,
)
from frente.games.tscw.rules.ch07_events import late_internationals
from frente.games.tscw.rules.ch09_stacking import LIMIT, clear_crowds
from frente.games.tscw.rules.ch10_supply import traces
from frente.games.tscw.state.board import (
    CONVERT,
    GENERIC,
    HQ,
    MOBILIZED,
    NAT,
    NORTHERN,
    REP,
    REPUBLICAN,
    RP_NAT,
    RP_NORTH,
    WITHDRAW,
)
from frente.games.tscw.state.frames import DONE, Administration
from frente.games.tscw.state.position import (
    AWAITED,
    AWAY,
    BASE,
    LEVY,
    REMOVED,
    Tscw,
    refusal,
)
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side, Step
from frente.kit.steps import Die, Listed

CONVERT_GARRISON: Final = Act("garrison")
BORDER_DIE: Final = 2                    # 15.10


# -- withdrawals and conversions


class Withdraw(Step[Administration, Tscw]):
    """[6.8, 6.9, 2.13, R22, R30, R31] What is due leaves or is flipped; a unit without supply waits."""

    rule = "6.8a"

    def auto(self, f: Administration, p: Tscw) -> None:
        b = p.board
        for u in b.of[f.side]:
            if b.fate_turn[u] > p.turn or p.hex[u] == REMOVED:
                continue
            if b.fate[u] == CONVERT and not p.conv[u]:
                p.convert(u)
                p.tell("6.9a", "column-converted", {"unit": b.uid[u], "becomes": b.becomes[u]})
            elif b.fate[u] == WITHDRAW:
                if p.hex[u] >= 0:
                    if not traces(p, u):
                        continue
                    f.freed.append(p.hex[u])
                p.box(u, REMOVED)
                p.tell("6.8a", "unit-withdrawn", {"unit": b.uid[u]})
        if f.side == REP:
            late_internationals(p)       # [7.10a]
        for u in b.air[f.side]:          # [7.11a, 8.3a, R147]
            if p.hex[u] in (AWAITED, AWAY) and p.due[u] <= p.turn:
                lost = p.folk[u] == NORTHERN and p.north_fallen
                p.box(u, REMOVED if lost else BASE)


class OviedoGarrison(Step[Administration, Tscw]):
    """[6.10, R33] The garrison may be turned into a resource point, for good."""

    rule = "6.10"
    verbs = ("garrison", "pass")

    def ask(self, f: Administration, p: Tscw) -> Choices:
        return {NAT: [CONVERT_GARRISON, PASS]} if f.side == NAT and p.hex[p.board.garrison] >= 0 else {}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        if act == CONVERT_GARRISON:
            p.box(p.board.garrison, REMOVED)
            p.tell("6.10", "garrison-converted", {})
            receive(p, RP_NAT, 1, "6.10")
        return True


# -- reinforcements


def expected(p: Tscw, side: Side) -> list[int]:
    """[6.2, 6.11b, R22, R148] Ground units that enter now if they can."""
    b = p.board
    found: list[int] = []
    for u in b.ground[side]:
        where = p.hex[u]
        if (where == LEVY and p.mobilization) or (where in (AWAITED, AWAY) and p.due[u] <= p.turn):
            found.append(u)
    return found


class CallReinforcements(Step[Administration, Tscw]):
    """[6.2a] The reinforcements of the turn and those that had to wait."""

    rule = "6.2a"

    def auto(self, f: Administration, p: Tscw) -> None:
        f.queue = expected(p, f.side)
        if f.queue:
            p.reveal()                   # where they enter may show that a stack is full


def rivals(p: Tscw, f: Administration) -> list[int]:
    """[6.2b, 9.2a, R18] Units that must all enter in the hex of the next one, which has not room for all of them."""
    if f.called:
        return []
    b = p.board
    hexes = entry_hexes(p, f.queue[0], f.freed)
    if len(hexes) != 1:
        return []
    staff = b.type[f.queue[0]] == HQ
    found = [u for u in f.queue if (b.type[u] == HQ) == staff and not optional(p, u)
             and entry_hexes(p, u, f.freed) == hexes]
    room = 1 if staff else LIMIT - p.halves[hexes[0]]
    return found if (len(found) if staff else sum([b.halves[u][p.conv[u]] for u in found])) > room else []


class PlaceReinforcements(Listed[Administration, Tscw]):
    """[6.2a-6.2e] Each in its hex; where there is a choice the owner decides, where there is none it waits."""

    rule = "6.2a"
    verbs = ("unit", "hex", "pass")

    def ask(self, f: Administration, p: Tscw) -> Choices:
        if not f.queue:
            return {}
        several = rivals(p, f)
        if several:
            return {f.side: [p.board.unit_acts[u] for u in several]}
        u = f.queue[0]
        hexes = entry_hexes(p, u, f.freed)
        if optional(p, u):               # [7.7b, R48] the return from the Balearics may be put off
            return {f.side: [*[p.board.hex_acts[h] for h in hexes], PASS]}
        return {f.side: [p.board.hex_acts[h] for h in hexes]} if len(hexes) > 1 else {}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            f.queue.remove(act.arg)
            f.queue.insert(0, act.arg)
            f.called = True
            return False
        u = f.queue.pop(0)
        if f.queue:
            p.reveal()                   # whether the next one is asked for may show that a stack is full
        if act != PASS:                  # [7.7b]
            settle_in(p, f, u, act.arg)
        return False

    def auto(self, f: Administration, p: Tscw) -> None:
        if not f.queue:
            return
        u = f.queue.pop(0)
        f.called = False
        hexes = entry_hexes(p, u, f.freed)
        if hexes:
            settle_in(p, f, u, hexes[0])
        f.at -= 1

    def why(self, f: Administration, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if not f.queue:
            return []
        u = f.queue[0]
        if act.verb == "unit":
            return [refusal(p, "6.2b", "enters-in-turn", act.arg)]
        if rivals(p, f):
            return [Refusal("6.2b", "choose-entry-first", {})]
        if act == PASS:
            return [refusal(p, "6.2a", "must-enter", u)]
        return [refusal(p, "6.2e" if 1 <= p.folk[u] <= NORTHERN else "6.2b", "not-an-entry-hex", u, act.arg)]


def optional(p: Tscw, u: int) -> bool:
    return p.hex[u] == AWAY and p.board.side[u] == REP


def settle_in(p: Tscw, f: Administration, u: int, h: int) -> None:
    """[6.2a, 6.2d, 6.3, 6.11b] A unit enters, and uses up a place that a unit withdrawn has left."""
    if h in f.freed and not p.board.town[h] and p.board.entry[u] < 0:
        f.freed.remove(h)                # [6.2d] one for one
    bring_in(p, u, h, "6.11b" if p.board.turn[u] == MOBILIZED else "6.2a")


# -- points


class BorderPost(Die[Administration, Tscw]):
    """[15.10, R138] While San Sebastián is Republican a die of 1-2 brings a Northern point."""

    rule = "15.10"

    def ask(self, f: Administration, p: Tscw) -> Choices:
        open_post = p.opt.border_post and f.side == REP and p.turn >= 2 and p.control[p.board.irun] == REP
        return {CHANCE: D6} if open_post else {}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        p.tell("15.10", "border-post", {"die": act.arg})
        if act.arg <= BORDER_DIE:
            receive(p, RP_NORTH, 1, "15.10")
        return True


class SpendPoints(Listed[Administration, Tscw]):
    """[6.4-6.7] Replenish and rebuild as long as there are points and the wish."""

    rule = "6.4a"
    verbs = ("replenish", "rebuild", "rebuild-north", "done")

    def ask(self, f: Administration, p: Tscw) -> Choices:
        if not wealth(p, f):
            return {}
        found: list[Act] = []
        for u in p.board.ground[f.side]:
            if p.hex[u] >= 0:
                if replenish_kind(p, f, u) >= 0:
                    found.append(Act("replenish", u))
            else:
                if rebuild_kind(p, f, u, False) >= 0:
                    found.append(Act("rebuild", u))
                if rebuild_kind(p, f, u, True) >= 0:
                    found.append(Act("rebuild-north", u))
        found.append(DONE)
        return {f.side: found}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        b = p.board
        u = act.arg
        if act == DONE:
            f.at = BREAKING
            return False
        if act.verb == "replenish":
            kind = replenish_kind(p, f, u)
            p.steps[u] = 2
            pay(p, f, u, kind, p.hex[u])
            p.tell("6.6a", "replenished", {"unit": b.uid[u]}, side)
            return False
        p.reveal()                       # the deadpile is open, and where it enters may show that a stack is full
        f.unit = u
        f.pay = rebuild_kind(p, f, u, act.verb == "rebuild-north")
        return True

    def auto(self, f: Administration, p: Tscw) -> None:
        f.at = BREAKING

    def why(self, f: Administration, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "rebuild-north" and (p.board.turn[act.arg] != GENERIC or p.board.side[act.arg] != REP):
            return [refusal(p, "R159", "only-generic-brigades", act.arg)]
        return point_refusals(p, f, act.arg, act.verb != "replenish")


def wealth(p: Tscw, f: Administration) -> bool:
    """Whether a side has anything to spend."""
    if f.credit:
        return True
    return p.rp[2] + p.rp[3] > 0 if f.side == NAT else p.rp[0] + p.rp[1] + p.purchase > 0


class PlaceRebuilt(Listed[Administration, Tscw]):
    """[6.4b, 6.6b, 6.6c, 7.15b] A rebuilt unit re-enters as a reinforcement."""

    rule = "6.6b"
    verbs = ("hex",)

    def ask(self, f: Administration, p: Tscw) -> Choices:
        hexes = rebuilt_hexes(p, f, f.unit, f.pay)
        return {f.side: [p.board.hex_acts[h] for h in hexes]} if len(hexes) > 1 else {}

    def do(self, f: Administration, p: Tscw, side: Side, act: Act) -> bool:
        self._place(f, p, act.arg)
        return False

    def auto(self, f: Administration, p: Tscw) -> None:
        self._place(f, p, rebuilt_hexes(p, f, f.unit, f.pay)[0])

    def _place(self, f: Administration, p: Tscw, h: int) -> None:
        u = f.unit
        p.steps[u] = 1                   # [R24] two-step units come back reduced
        pay(p, f, u, f.pay, h)
        if f.pay == RP_NORTH and p.folk[u] == REPUBLICAN:
            p.folk[u] = NORTHERN         # [R159]
        f.unit = -1
        settle_in(p, f, u, h)
        f.at = SPENDING

    def why(self, f: Administration, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if f.unit < 0:
            return []
        return [refusal(p, "6.6b", "not-an-entry-hex", f.unit, act.arg)]


class CloseAdministration(Step[Administration, Tscw]):
    """[6.4f, 9.1a, R23, R32] Points above ten are lost; stacks above the limit lose the excess."""

    rule = "6.4f"

    def auto(self, f: Administration, p: Tscw) -> None:
        cap(p, f.side)
        clear_crowds(p, f.side)


STEPS: Final = (Withdraw(), OviedoGarrison(), CallReinforcements(), PlaceReinforcements(), BorderPost(), SpendPoints(),
                PlaceRebuilt(), BreakDown(), ChooseParts(), CloseAdministration())
SPENDING: Final = 5
BREAKING: Final = 7
