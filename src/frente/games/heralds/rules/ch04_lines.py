"""[4.3] Lines of command: direct orders, couriers and the telephone, leg by leg.

A leg from a headquarters to somebody in contact makes itself. Every other leg is asked, and giving it up is always
offered: whether there is a question must not depend on where the player token hides.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from frente.games.heralds.rules.ch04_control import access, compound_holder, holder, way_open
from frente.games.heralds.rules.ch11_will import gain_ip
from frente.games.heralds.state.board import CND, DECOY, DOWNTOWN, HQ, LEADER, PCE, RESERVES, SYNDICATE
from frente.games.heralds.state.frames import (
    BY_COURIER,
    BY_MOUTH,
    COURIER,
    FAILED,
    MADE,
    Leg,
    Order,
    Propaganda,
    Stack,
    Talk,
)
from frente.games.heralds.state.position import DESTROYED, SEEN, Heralds, refusal
from frente.kernel.flow import Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Listed

DIRECT: Final = Act("direct")
GIVE_UP: Final = Act("give-up")
ALLOW: Final = Act("allow")
REFUSE: Final = Act("refuse")

ALL: Final = 0
NO_PHONE: Final = 1
PHONE_ONLY: Final = 2


def open_leg(p: Heralds, side: Side, origin: int, unit: int, space: int, hq: bool, no_phone: bool,
             tried: Sequence[int] = ()) -> None:
    """[4.3a, 4.3.2a, 9.10a] Begin a leg, with the exchanges tried for it before; where nothing is to be decided it is
    made at once."""
    note_way(p, BY_MOUTH)                # [4.3.1a]
    p.answer = MADE
    if unit >= 0 and villa(p, side, unit):
        return
    if origin >= 0 and in_contact(p, side, origin, space):
        return
    channels = NO_PHONE if no_phone else ALL                 # [9.7b]
    p.call(Leg(side, origin, unit, space, channels, hq, list(tried)))


def note_way(p: Heralds, way: int) -> None:
    """[4.3.1a] An order remembers how its last leg was made, so that its whole line can be shown."""
    for f in reversed(p.stack):
        if isinstance(f, Order | Talk | Propaganda):
            f.way = way
        if not isinstance(f, Leg):
            return


def in_contact(p: Heralds, side: Side, a: int, t: int) -> bool:
    """[4.3.2a, R39] The same square, or from a friendly downtown square to the next one."""
    b = p.board
    here, there = b.parent[a], b.parent[t]
    if here == there:
        return True
    if b.space[here] != DOWNTOWN or b.space[there] != DOWNTOWN or there not in b.to[here]:
        return False
    return holder(p, here) == side and way_open(p, side, here, b.to[here].index(there))


def villa(p: Heralds, side: Side, u: int) -> bool:
    """[9.10a, R105] PCE leaders, agents and headquarters in Ciudad Lineal need no line of command.

    Whatever a handle hides: what is not asked would tell what it is.
    """
    b = p.board
    return (side == PCE and p.square(u) == b.lineal and compound_holder(p, b.eloisa) != CND
            and (u >= b.first or b.kind[u] in (HQ, LEADER)))


def ends_at(p: Heralds, f: Leg) -> list[int]:
    """[4.3.2a, 9.10b] Squares in which the leg may end: the PCE's seat, which only the PCE tasks, is reached at Villa
    Eloisa too."""
    b = p.board
    found = [b.parent[f.space]]
    if f.unit == b.party and compound_holder(p, b.eloisa) != CND:
        found.append(b.lineal)
    return found


def start_of(p: Heralds, f: Leg) -> int:
    return p.at[p.token(f.side)] if f.origin < 0 else f.origin


def usable(p: Heralds, u: int) -> bool:
    """[R13] Agents of the GERC sleep until its headquarters joins the CND."""
    b = p.board
    return not b.gerc[p.who[u]] or p.side[b.hq_gerc] == CND


def couriers(p: Heralds, f: Leg) -> list[int]:
    """[4.3.3a, 4.3.3c, 5.2.1d, R40] Agents and decoys in the square the leg starts from, or agents at a resource."""
    found = [u for u in p.around(start_of(p, f)) if not courier_refusal(p, f, u)[0]]
    if p.board.parent[f.space] != p.board.parent[start_of(p, f)]:
        found += [u for u in p.around(f.space) if not courier_refusal(p, f, u)[0]]
    return found


def on_the_spot(p: Heralds, f: Leg) -> bool:
    """[5.2.1d] A resource can also be tasked by an agent who is there already."""
    return f.origin < 0 and (f.unit < 0 or p.kind(f.unit) == SYNDICATE)


def at_resource(p: Heralds, f: Leg, u: int) -> bool:
    """Whether an agent is where the resource is."""
    return on_the_spot(p, f) and p.agent(u) and p.square(u) == p.board.parent[f.space]


def courier_refusal(p: Heralds, f: Leg, u: int) -> tuple[str, str]:
    if f.channels == PHONE_ONLY:
        return ("R56", "telephone-only")
    if p.obeys(u) != f.side:
        return ("4.3.3a", "not-your-pawn")
    if not p.agent(u) and p.kind(u) != DECOY:
        return ("4.3.3a", "no-courier")
    if p.at[u] < 0 or (p.square(u) != p.board.parent[start_of(p, f)]
                       and not at_resource(p, f, u)):
        return ("4.3.3a", "not-with-issuer")
    if not usable(p, u):
        return ("9.8a", "sleeps")
    if not at_resource(p, f, u) and any(isinstance(x, Stack) and u in x.units for x in p.stack):
        return ("6.1b", "already-chosen")        # who goes along with a stack cannot run for it
    return ("", "")


def is_hq_end(p: Heralds, unit: int, space: int) -> bool:
    """[4.3.4d] A headquarters, or JACA, which keeps its link."""
    return space == p.board.jaca or (unit >= 0 and p.kind(unit) == HQ)


def call_refusal(p: Heralds, f: Leg, r: int) -> tuple[str, str]:
    """[4.3.4, R41] What keeps an exchange from carrying the call."""
    b = p.board
    if r not in b.exchanges:
        return ("4.3.4a", "no-exchange")
    if f.channels == NO_PHONE:
        return ("9.7b", "no-telephone")
    if r in f.tried:
        return ("R41", "exchange-tried")
    if p.res[r] == DESTROYED:
        return ("4.3.4a", "exchange-destroyed")
    here, there = b.parent[start_of(p, f)], b.parent[f.space]
    far = (here in b.far) + (there in b.far)
    if r == b.main:
        if far == 2:
            return ("4.3.4b", "own-exchange-there")
        return ("4.3.4c", "far-end-silent") if far and p.res[b.guadalajara] == DESTROYED else ("", "")
    if r == b.guadalajara:
        return ("", "") if far == 2 else ("4.3.4c", "only-between-the-two")
    if r == b.army:
        if far:
            return ("4.3.4d", "far-end-excluded")
        good = (f.hq or f.origin == b.jaca) and is_hq_end(p, f.unit, f.space)
        return ("", "") if good else ("4.3.4d", "not-between-hqs")
    if r == b.sim:
        if f.side != CND:
            return ("4.3.4e", "cnd-only")
        if far and p.res[b.guadalajara] == DESTROYED:
            return ("4.3.4c", "far-end-silent")          # [R142]
        good = is_hq_end(p, f.unit, f.space) or f.space == b.g2
        return ("", "") if good else ("4.3.4e", "sim-does-not-reach")
    reserves = any(b.space[x] == RESERVES or x == b.far[0] for x in (here, there))
    return ("", "") if reserves else ("4.3.4f", "wireless-does-not-reach")


class Channel(Listed[Leg, Heralds]):
    """[4.3.1b] By which channel the leg is made."""

    rule = "4.3.1b"
    verbs = ("direct", "call", "courier", "give-up")

    def ask(self, f: Leg, p: Heralds) -> Choices:
        b = p.board
        found: list[Act] = []
        if not direct_refusal(p, f)[0]:
            found.append(DIRECT)
        found += [b.resource_verbs["call"][r] for r in b.exchanges if not call_refusal(p, f, r)[0]]
        found += [b.unit_verbs["courier"][u] for u in couriers(p, f)]
        found.append(GIVE_UP)
        return {f.side: found}

    def do(self, f: Leg, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == GIVE_UP:
            p.tell("R41", "leg-fails", {"space": b.names[f.space]})
            return leave(f, p, FAILED)
        if act == DIRECT:
            if f.origin < 0:
                p.disclose(p.token(side), "4.3b")
            p.tell("4.3.2a", "direct-order", {"space": b.names[f.space]})
            note_way(p, BY_MOUTH)
            return leave(f, p, MADE)
        if act.verb == "courier" and at_resource(p, f, act.arg):
            p.disclose(act.arg, "5.2.1d")
            note_way(p, BY_COURIER + act.arg)
            return leave(f, p, MADE)
        if act.verb == "courier":
            f.courier = act.arg
            send_courier(p, f)
            f.at = BACK
            return False
        f.tried.append(act.arg)
        f.exchange = act.arg
        note_way(p, 1 + act.arg)
        far = (b.parent[start_of(p, f)] in b.far) + (b.parent[f.space] in b.far)
        f.second = b.guadalajara if act.arg == b.main and far else -1          # [4.3.4c]
        if f.origin < 0 and not access(p, side, b.main):           # [4.3b, R42]
            p.disclose(p.token(side), "4.3b")
        p.tell("4.3.4a", "calls", {"exchange": b.rid[act.arg], "space": b.names[f.space]})
        return True

    def why(self, f: Leg, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act == DIRECT:
            rule, key = direct_refusal(p, f)
            return [refusal(p, rule, key, -1, f.space)]
        if act.verb == "call":
            rule, key = call_refusal(p, f, act.arg)
            return [Refusal(rule, key, {"exchange": p.board.rid[act.arg], "resource": p.board.rid[act.arg]})]
        rule, key = courier_refusal(p, f, act.arg)
        return [refusal(p, rule, key, act.arg)]


def direct_refusal(p: Heralds, f: Leg) -> tuple[str, str]:
    if f.channels == PHONE_ONLY:
        return ("R56", "telephone-only")
    start = start_of(p, f)
    return ("", "") if any(in_contact(p, f.side, start, t) for t in ends_at(p, f)) else ("4.3.2a", "out-of-contact")


def send_courier(p: Heralds, f: Leg) -> None:
    """[4.3.3b, 4.3.3c] He is shown, a decoy is known for what it is, and sets out."""
    u = f.courier
    if f.origin < 0 and not p.hid[u]:
        p.disclose(p.token(f.side), "4.3b")      # a face-up agent needs his own line: a direct order
    if p.kind(u) == DECOY:
        p.reveal()
        p.seen[u] = SEEN
    else:
        p.disclose(u, "4.3.3c")
    p.tell("4.3.3a", "courier-leaves", {"unit": p.board.uid[u], "space": p.board.names[f.space]})
    p.call(Stack(f.side, [u], COURIER, p.board.parent[f.space], motor=bool(p.motor[f.side])))


def leave(f: Leg, p: Heralds, answer: int) -> bool:
    p.answer = answer
    return f.close()


class AnswerCall(Step[Leg, Heralds]):
    """[4.3.4g, 4.3.4h, 8c, 8d] Whoever controls the exchange allows the call for a point, or refuses it."""

    rule = "4.3.4g"
    verbs = ("allow", "refuse")

    def ask(self, f: Leg, p: Heralds) -> Choices:
        foe = 1 - f.side
        if f.exchange == p.board.wireless or not access(p, foe, f.exchange):
            return {}
        return {foe: [ALLOW, REFUSE]}

    def do(self, f: Leg, p: Heralds, side: Side, act: Act) -> bool:
        if act == ALLOW:
            through_both = f.exchange == p.board.guadalajara and f.tried[-1] == p.board.main
            if not through_both or not access(p, side, p.board.main):    # [R113] one point a call
                gain_ip(p, side, "8c")
            return True
        p.tell("4.3.4g", "call-refused", {"exchange": p.board.rid[f.exchange]})
        below = p.stack[-2:][0]
        if isinstance(below, Order):
            below.refused += [below.issuer, f.unit, f.tried[-1]]
        f.at = 0
        return False

    def auto(self, f: Leg, p: Heralds) -> None:
        if f.exchange == p.board.wireless and access(p, 1 - f.side, f.exchange):
            gain_ip(p, 1 - f.side, "8d")


class CallMade(Step[Leg, Heralds]):
    """[4.3.4c] A call to or from Guadalajara needs its exchange too."""

    rule = "4.3.4c"

    def auto(self, f: Leg, p: Heralds) -> None:
        if f.second >= 0:
            f.exchange = f.second
            f.second = -1
            f.at = 1
        else:
            leave(f, p, MADE)


class CourierBack(Step[Leg, Heralds]):
    """[4.3.3b-e, R40] Arrived or not; a decoy is removed when its errand is done."""

    rule = "4.3.3b"

    def auto(self, f: Leg, p: Heralds) -> None:
        u = f.courier
        if p.answer:
            below = p.stack[-2:][0]
            note_way(p, BY_COURIER + u)
            if isinstance(below, Order) and p.agent(u):
                below.couriers.append(u)
                below.issuers.append(below.issuer)
        if p.kind(u) == DECOY and p.alive(u):
            p.eliminate(u, "4.3.3c")


BACK: Final = 3
play(Leg, Channel(), AnswerCall(), CallMade(), CourierBack())
