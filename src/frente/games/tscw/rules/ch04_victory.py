"""[4, 7.34d, 13.16, 13.17, 17.2] Control and what hangs on it: morale, forts, the Alcázar, sudden death, victory."""
from __future__ import annotations

from typing import Final

from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch10_supply import traces
from frente.games.tscw.state.board import HQ, NAT, REP, SIDES
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    ABORTED,
    DEAD,
    DESTROYED,
    INCOMPLETE,
    INTACT,
    REMOVED,
    UNDECIDED,
    Tscw,
)
from frente.kernel.flow import Side, Step

# How a game ends.
BY_MORALE: Final = 0
BY_MADRID: Final = 1
BY_PRIZES: Final = 2
BY_ENDURANCE: Final = 3
AT_MADRID: Final = 4
MADRID_HELD: Final = 5
REASONS: Final = ("morale", "madrid", "three-cities", "endurance", "columns-nationalist", "columns-republican")
RULES: Final = ("4.1a", "4.2a", "4.3a", "4.1b", "17.2a", "17.2b")

# Causes of morale changes, for the ledger.
PLACE: Final = 0
MOBILIZED: Final = 1
LEVY: Final = 2
RELIEF: Final = 3
FALL: Final = 4
CHIT: Final = 5                          # and the number of the kind of chit
CAUSES: Final = ("place", "mobilization", "levy", "alcazar-relieved", "alcazar-fallen")

LAST_SUDDEN: Final = 6                   # turn (4.2a)
PRIZES: Final = 3                        # 4.3a
RING: Final = 3                          # hexes next to Madrid (17.2a)


def win(p: Tscw, side: Side, reason: int) -> None:
    p.result = side
    p.reason = reason
    p.reveal()                           # everything is open now
    p.tell(RULES[reason], "game-won", {"side": SIDES[side], "reason": REASONS[reason]})
    p.end()


def over(p: Tscw) -> bool:
    return p.result != UNDECIDED


def shift_morale(p: Tscw, by: int, cause: int, rule: str, h: int = -1) -> None:
    """[4.1c, R16] Change Republican morale; the ledger remembers why."""
    before = p.morale
    p.morale = min(99, max(0, before + by))
    p.ledger.append([p.turn, by, cause, h])
    p.tell(rule, "morale-changes", {"was": before, "morale": p.morale})
    if p.opt.instant_morale and not p.scenario_1936() and p.morale <= p.board.morale_loss and not over(p):
        win(p, NAT, BY_MORALE)           # [4.1a, R11] the other reading


# -- entering a hex


def enter(p: Tscw, u: int, h: int) -> None:
    """Put a unit into a hex, however it comes there, and draw every consequence."""
    before = p.control[h]
    overrun(p, p.board.side[u], h, u)
    p.put(u, h)
    consequences(p, u, h, before)


def overrun(p: Tscw, side: Side, h: int, u: int) -> None:
    """[13.12h, R83] A headquarters alone in a hex is lost when an enemy combat unit enters."""
    if p.holder(h) != 1 - side:
        return
    for x in p.stack_at(h):
        p.box(x, DEAD)
        p.reveal()
        p.tell("13.12h", "hq-overrun", {"unit": p.board.uid[x], "by": p.board.uid[u]})


def consequences(p: Tscw, u: int, h: int, before: Side) -> None:
    b = p.board
    side = b.side[u]
    if side == NAT and p.fort[h] in (INCOMPLETE, INTACT):
        breach(p, h)                     # any ground unit, a headquarters too
    if b.type[u] == HQ:
        return
    if p.control[h] != before:
        p.tell("R8", "control-changes", {"hex": b.title(h), "side": SIDES[side]})
        taken(p, side, h)
    if side == NAT and h == b.toledo and p.alcazar and (not p.opt.siege or traces(p, u)):
        relieve(p)
    if not over(p):
        sudden_death(p, u)


def taken(p: Tscw, side: Side, h: int) -> None:
    """[4.2b, 4.3b, 4.3c, R13, R14] The morale value of a hex that has changed hands."""
    b = p.board
    value = b.morale[h]
    if side == NAT:
        for i, city in enumerate((b.madrid, b.barcelona, b.valencia)):
            if h == city:
                p.taken |= 1 << i        # [7.20]
        if h == b.cabeza:
            p.cabeza = 1                 # [7.13]
        if all(p.control[x] == NAT for x in b.capitals):
            fall_of_the_north(p)         # [7.38b, 8.3a]
        if h == b.madrid:
            p.call_madrid = 0            # [7.22b, R59] the drive is over, for those named for it too
            p.duty = [0 if duty == MADRID else duty for duty in p.duty]
        if h == b.toledo:
            p.call_alcazar = 0           # [7.34c]
    if not value:
        return
    if value > 0:
        shift_morale(p, value if side == REP else -value, PLACE, "4.3b" if side == REP else "4.3c", h)
    elif side == NAT:
        shift_morale(p, value, PLACE, "4.2b" if h == b.madrid else "4.1c", h)
    elif p.opt.symmetric:
        shift_morale(p, -value, PLACE, "4.1c", h)


def fall_of_the_north(p: Tscw) -> None:
    """[7.38b, 8.3a, R149] For good, the first time the three capitals are Nationalist together."""
    if p.north_fallen:
        return
    p.north_fallen = 1
    p.box(p.board.north_air, REMOVED)
    p.tell("8.3a", "north-fallen", {})
    from frente.games.tscw.rules.ch07_chits import lapse_north_aircraft

    lapse_north_aircraft(p)


def breach(p: Tscw, h: int) -> None:
    """[13.17a, R106] A Nationalist unit in a fort hex: an incomplete line is aborted, an intact hex destroyed."""
    b = p.board
    line = b.line_of[h]
    if p.fort[h] == INCOMPLETE:
        for x in b.lines[line]:
            p.fort[x] = ABORTED
        p.tell("13.17a", "line-aborted", {"line": b.line_name[line]})
    else:
        p.fort[h] = DESTROYED
        p.tell("R106", "fort-destroyed", {"hex": b.title(h)})
    p.stale_all()


def relieve(p: Tscw) -> None:
    """[7.34d, 15.2d, R17]"""
    p.alcazar = 0                        # the order has ended with the town (7.34c)
    p.tell("7.34d", "alcazar-relieved", {})
    shift_morale(p, -1, RELIEF, "15.2d" if p.opt.siege else "7.34d")


def sudden_death(p: Tscw, u: int) -> None:
    """[4.2a, 4.3a, R12, R15]"""
    b = p.board
    if p.hex[u] == b.madrid and b.side[u] == NAT:
        if p.turn <= LAST_SUDDEN and traces(p, u):
            win(p, NAT, BY_MADRID)
    elif b.side[u] == REP and sum([1 for h in b.prizes if p.control[h] == REP]) >= PRIZES:
        win(p, REP, BY_PRIZES)


def judge_madrid(p: Tscw) -> None:
    """[4.2a, R12] A unit that took Madrid without supply wins when supply reaches it: A.V, end of a move, after
    advances."""
    h = p.board.madrid
    if over(p) or p.turn > LAST_SUDDEN or p.holder(h) != NAT:
        return
    for u in p.stack_at(h):
        if p.board.type[u] != HQ and traces(p, u):
            win(p, NAT, BY_MADRID)
            return


def extend_control(p: Tscw) -> None:
    """[4.3a, 10.4d; R8, the other reading] Empty hexes in the full zone of one side and in no zone of the other change
    hands."""
    for h in range(p.board.size):
        if p.top[h] >= 0 or over(p):
            continue
        for side in (REP, NAT):
            if p.full[side][h] and not p.zoned(1 - side, h) and p.control[h] != side:
                p.control[h] = side
                p.stale_all()
                taken(p, side, h)
                if sum([1 for x in p.board.prizes if p.control[x] == REP]) >= PRIZES:
                    win(p, REP, BY_PRIZES)


# -- D.I


class VictoryCheck(Step[Turn, Tscw]):
    """[5.2.D1, 4.1a, 4.1b, 17.2, R10, R145]"""

    rule = "5.2.D1"

    def auto(self, f: Turn, p: Tscw) -> None:
        if p.scenario_1936():
            if p.turn == p.last_turn:
                if madrid_ringed(p):
                    win(p, NAT, AT_MADRID)
                else:
                    win(p, REP, MADRID_HELD)
        elif p.morale <= p.board.morale_loss:
            win(p, NAT, BY_MORALE)
        elif p.turn == p.last_turn:
            win(p, REP, BY_ENDURANCE)


def madrid_ringed(p: Tscw) -> bool:
    """[17.2a, R145] Madrid itself, or supplied Nationalist units in three of the hexes next to it."""
    b = p.board
    if p.control[b.madrid] == NAT:
        return True
    held = 0
    for h in b.nb[b.madrid]:
        if p.holder(h) == NAT and any(b.type[u] != HQ and traces(p, u) for u in p.stack_at(h)):
            held += 1
    return held >= RING
