"""[5.2] Orders of the three kinds, given in turn; and propaganda."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import access
from frente.games.heralds.rules.ch04_lines import note_way, open_leg, usable
from frente.games.heralds.rules.ch05_negotiation import GOAL_OF
from frente.games.heralds.rules.ch05_targets import envoys, target_refusal, targets
from frente.games.heralds.rules.ch06_reaction import IPS
from frente.games.heralds.rules.ch06_stacks import Part
from frente.games.heralds.rules.ch09_special import join_gerc, liaison_refusal, offensive_refusal
from frente.games.heralds.rules.ch11_will import shift
from frente.games.heralds.state.board import BROADCAST, CND, DECOY, MOTOR, NEUTRAL, PRINT, SIDES
from frente.games.heralds.state.frames import (
    BRIDGE,
    BY_COURIER,
    ERRAND,
    MADE,
    OFFENSIVE,
    SEAT,
    Francoist,
    Order,
    Orders,
    Propaganda,
    Shift,
    Stack,
    Talk,
)
from frente.games.heralds.state.position import AVAILABLE, COMMITTED, Heralds, refusal
from frente.kernel.flow import PASS, Act, Choices, Refusal, Side, Step
from frente.kit.steps import Die, Listed

DECLINE: Final = Act("decline")
PROPAGANDA: Final = Act("propaganda")
MANEUVER: Final = Act("maneuver")
BRIDGE_ACT: Final = Act("bridge")
OFFENSIVE_ACT: Final = Act("offensive")
GERC_ACT: Final = Act("gerc")
ROLL: Final = Act("roll")
OUT: Final = 1                           # has declined or passed
DIE: Final = 2                           # where a propaganda order is rolled for

# Kinds of resource, as bits.
PRINT_BIT: Final = 1
BROADCAST_BIT: Final = 2
MOTOR_BIT: Final = 4
SYNDICATE_BIT: Final = 1 << 10
TYPES: Final = {PRINT: PRINT_BIT, BROADCAST: BROADCAST_BIT, MOTOR: MOTOR_BIT}


def hand_over(f: Orders) -> None:
    """[5.2b, R126] The other side is asked next, unless it has stopped."""
    if not f.out[1 - f.side]:
        f.side = 1 - f.side
    f.at = 0


def spend(p: Heralds, side: Side, what: str, rule: str) -> None:
    """[5.2a] Every order costs a point."""
    p.ap[side] -= 1
    p.tell(rule, what, {"side": SIDES[side], "points": p.ap[side]})


class OrderDone(Step[Orders, Heralds]):
    """[5.2b] The role of active player changes hands."""

    rule = "5.2b"

    def auto(self, f: Orders, p: Heralds) -> None:
        hand_over(f)


def both_out(f: Orders) -> bool:
    return bool(f.out[0] and f.out[1])


# -- propaganda


def propaganda_refusal(p: Heralds, side: Side) -> tuple[str, str]:
    if not p.ap[side]:
        return ("5.2a", "no-action-points")
    if p.orders[side] and not p.ip[side]:
        return ("5.2.1c", "too-few-ip")
    return ("", "")


class GivePropaganda(Step[Orders, Heralds]):
    """[5.2.1a-c, R46, R47] One propaganda order, or no more this turn."""

    rule = "5.2.1b"
    verbs = ("propaganda", "decline")

    def ask(self, f: Orders, p: Heralds) -> Choices:
        if both_out(f) or propaganda_refusal(p, f.side)[0]:
            return {}
        return {f.side: [PROPAGANDA, DECLINE]}

    def do(self, f: Orders, p: Heralds, side: Side, act: Act) -> bool:
        if act == DECLINE:
            f.out[side] = OUT
            return True
        spend(p, side, "propaganda-order", "5.2.1a")
        g = Propaganda(side)
        if p.orders[side]:
            p.ip[side] -= 1
            g.ip = 1
        p.orders[side] += 1
        p.call(g)
        return True

    def auto(self, f: Orders, p: Heralds) -> None:
        foe = 1 - f.side
        hopes = propaganda_refusal(p, f.side)[0] == "5.2.1c" and not f.out[foe] and not propaganda_refusal(p, foe)[0]
        if both_out(f):
            f.close()
        elif not hopes:                  # the other side's calls may yet bring him a point
            f.out[f.side] = OUT


def resource_refusal(p: Heralds, f: Propaganda, r: int) -> tuple[str, str]:
    """[5.2.1e, 5.2.1h, 10.4a, 10.5a, 10.6a] What keeps a resource from serving a propaganda order."""
    b = p.board
    if b.rtype[r] not in TYPES:
        return ("5.2.1h", "not-for-propaganda")
    if p.types[f.side] & TYPES[b.rtype[r]]:
        return ("5.2.1h", "one-of-a-kind")
    if p.res[r] != AVAILABLE:
        return ("5.2.1e", "resource-committed")
    if r in f.tried:
        return ("R47", "already-tried")
    return ("", "") if access(p, f.side, r) else ("4.5.2f", "no-access")


def seat_refusal(p: Heralds, f: Propaganda, u: int) -> tuple[str, str]:
    """[5.2.1h, 9.5c]"""
    if u not in p.board.syndicates[f.side]:
        return ("5.2.1h", "not-your-seat")
    if not p.alive(u) or p.side[u] == NEUTRAL:
        return ("9.5c", "seat-neutral")
    if p.spent[u]:
        return ("5.2.1e", "seat-committed")
    return ("R47", "already-tried") if SEAT + u in f.tried else ("", "")


class TaskResources(Listed[Propaganda, Heralds]):
    """[5.2.1d, 5.2.1h] Resources are named and a line of command is made to each; points of intelligence help."""

    rule = "5.2.1d"
    verbs = ("use", "task", "ip", "roll")

    def ask(self, f: Propaganda, p: Heralds) -> Choices:
        b = p.board
        found = [b.resource_verbs["use"][r] for r in range(len(b.rid)) if not resource_refusal(p, f, r)[0]]
        found += [b.unit_verbs["task"][u] for u in b.syndicates[f.side] if not seat_refusal(p, f, u)[0]]
        if p.ip[f.side]:
            found.append(IPS[1])
        return {f.side: [*found, ROLL]}

    def do(self, f: Propaganda, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        if act == ROLL:
            f.at = DIE
            return False
        if act.verb == "ip":
            p.ip[side] -= 1
            f.ip += 1
            return False
        if act.verb == "use":
            f.pending = act.arg
            f.tried.append(act.arg)
            agent_or_leg(p, side, -1, b.rat[act.arg])
        else:
            f.seat = act.arg
            f.tried.append(SEAT + act.arg)
            agent_or_leg(p, side, act.arg, p.at[act.arg])
        return True

    def why(self, f: Propaganda, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "use":
            rule, key = resource_refusal(p, f, act.arg)
            return [Refusal(rule, key, {"resource": p.board.rid[act.arg]})]
        if act.verb == "task":
            rule, key = seat_refusal(p, f, act.arg)
            return [refusal(p, rule, key, act.arg)]
        return [Refusal("5.2.1f", "too-few-ip", {"points": p.ip[side]})]


def agent_or_leg(p: Heralds, side: Side, unit: int, space: int) -> None:
    """[5.2.1d] An agent in sight in the resource's square is enough; else a leg from the token."""
    for u in p.around(space):
        if p.agent(u) and p.obeys(u) == side and not p.hid[u] and usable(p, u):
            p.answer = MADE
            note_way(p, BY_COURIER + u)
            return
    open_leg(p, side, -1, unit, space, False, False)


class Tasked(Step[Propaganda, Heralds]):
    """[5.2.1e, R47] Committed for the turn; one whose line fails is not tasked."""

    rule = "5.2.1e"

    def auto(self, f: Propaganda, p: Heralds) -> None:
        b = p.board
        f.at = 0
        if p.answer:
            f.legs += [-1, SEAT + f.seat if f.seat >= 0 else f.pending, f.way]
            if f.seat >= 0:
                p.spent[f.seat] = 1
                f.types |= SYNDICATE_BIT
                p.tell("5.2.1e", "seat-tasked", {"unit": b.uid[f.seat]})
            else:
                p.res[f.pending] = COMMITTED
                f.types |= TYPES[b.rtype[f.pending]]
                p.types[f.side] |= TYPES[b.rtype[f.pending]]
                p.tell("5.2.1e", "resource-tasked", {"resource": b.rid[f.pending]})
        f.pending = -1
        f.seat = -1


def propaganda_parts(p: Heralds, f: Propaganda) -> list[Part]:
    """[5.2.1f, R47]"""
    found: list[Part] = [(p.will_modifier(f.side), "5.2.1f", "propaganda-will")]
    for bit, key in ((PRINT_BIT, "propaganda-print"), (BROADCAST_BIT, "propaganda-broadcast"),
                     (MOTOR_BIT, "propaganda-motor"), (SYNDICATE_BIT, "propaganda-syndicate")):
        if f.types & bit:
            found.append((1, "5.2.1f", key))
    found.append((f.ip, "5.2.1f", "propaganda-ip"))
    return [x for x in found if x[0]]


class PropagandaDie(Die[Propaganda, Heralds]):
    """[5.2.1f]"""

    rule = "5.2.1f"


class PropagandaFalls(Step[Propaganda, Heralds]):
    """[5.2.1g, 11.2a, 11.2e]"""

    rule = "5.2.1g"

    def auto(self, f: Propaganda, p: Heralds) -> None:
        v = p.board.v
        total = f.die + sum([x[0] for x in propaganda_parts(p, f)])
        p.tell("5.2.1g", "propaganda-result", {"side": SIDES[f.side], "die": f.die, "total": total})
        if total >= v["propaganda.success"]:
            shift(p, f.side, 1, "11.2a")
        elif total <= v["propaganda.backfire"]:
            shift(p, f.side, -1, "11.2e")


# -- negotiation


def shift_refusal(p: Heralds, side: Side, u: int) -> tuple[str, str]:
    """[5.2.2e, 13h, R55] Goal III: who may be moved."""
    if not p.alive(u) or p.obeys(u) != side:
        return ("4a", "not-your-pawn")
    if not p.speaker(u) and p.kind(u) != DECOY:
        return ("5.2.2e", "cannot-be-shifted")
    if not usable(p, u):
        return ("9.8a", "sleeps")
    return ("13h", "no-moves-on-turn-1") if p.turn == 1 else ("", "")


def gerc_refusal(p: Heralds, side: Side) -> tuple[str, str]:
    """[9.8a, R103] From the turn after the Centro HQ was eliminated."""
    b = p.board
    if side != CND:
        return ("9.8a", "cnd-only")
    if not p.fallen or p.turn <= p.fallen:
        return ("9.8a", "centro-stands")
    if not p.alive(b.hq_gerc) or p.side[b.hq_gerc] == CND:
        return ("9.8a", "gerc-settled")
    return ("", "")


class GiveNegotiation(Listed[Orders, Heralds]):
    """[5.2.2d-g, 13h, R46] A goal with its target, or no more this turn."""

    rule = "5.2.2g"
    verbs = ("affiliate", "subvert", "summon", "shift", "bridge", "offensive", "gerc", "decline")

    def ask(self, f: Orders, p: Heralds) -> Choices:
        if both_out(f) or not p.ap[f.side] or (p.turn == 1 and f.side == CND):
            return {}
        b = p.board
        found = targets(p, f.side)
        if p.turn > 1:
            found += [b.unit_verbs["shift"][u] for u in b.speakers[f.side] if not shift_refusal(p, f.side, u)[0]]
        if f.side == CND:
            if not liaison_refusal(p, CND)[0]:
                found.append(BRIDGE_ACT)
            if not offensive_refusal(p, CND)[0]:
                found.append(OFFENSIVE_ACT)
            if not gerc_refusal(p, CND)[0]:
                found.append(GERC_ACT)
        return {f.side: [*found, DECLINE]}

    def do(self, f: Orders, p: Heralds, side: Side, act: Act) -> bool:
        if act == DECLINE:
            f.out[side] = OUT
            return True
        spend(p, side, "negotiation-order", "5.2a")
        if act.verb in GOAL_OF:
            p.tell("5.2.2g", f"goal-{act.verb}", {"unit": p.board.uid[act.arg]})
            p.call(Talk(side, GOAL_OF[act.verb], act.arg))
        elif act.verb == "shift":
            p.call(Shift(side, act.arg))
        elif act == GERC_ACT:
            join_gerc(p)
        else:
            p.call(Francoist(side, BRIDGE if act == BRIDGE_ACT else OFFENSIVE))
        return True

    def auto(self, f: Orders, p: Heralds) -> None:
        if both_out(f):
            f.close()
        f.out[f.side] = OUT

    def why(self, f: Orders, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if act.verb in GOAL_OF:
            rule, key = target_refusal(p, side, GOAL_OF[act.verb], u)
            if not rule:
                if p.turn == 1 and act.verb == "summon":
                    rule, key = "R60", "no-moves-on-turn-1"
                elif not envoys(p, side, u):
                    rule, key = "13h", "nobody-to-negotiate"
                else:
                    rule, key = "5.2.2g", "part-of-a-group"
            return [refusal(p, rule, key, u)]
        if act.verb == "shift":
            rule, key = shift_refusal(p, side, u)
            return [refusal(p, rule, key, u)]
        rule, key = liaison_refusal(p, side)
        if act == GERC_ACT:
            rule, key = gerc_refusal(p, side)
        elif act == OFFENSIVE_ACT:
            rule, key = offensive_refusal(p, side)
        return [Refusal(rule, key, {})]


class ShiftTasked(Step[Shift, Heralds]):
    """[5.2.2e, 4.3a]"""

    rule = "5.2.2e"

    def auto(self, f: Shift, p: Heralds) -> None:
        open_leg(p, f.side, -1, f.unit, p.at[f.unit], False, False)


class ShiftMoves(Step[Shift, Heralds]):
    """[R55] One credit roll, alone."""

    rule = "R55"

    def auto(self, f: Shift, p: Heralds) -> None:
        if not p.answer or not p.alive(f.unit):
            f.close()
            return
        p.call(Stack(f.side, [f.unit], ERRAND, -1, motor=bool(p.motor[f.side])))


class HideAgain(Step[Shift, Heralds]):
    """[5.2.2i, R42] An agent may be turned to his decoy side on arrival."""

    rule = "5.2.2i"
    verbs = ("hide", "pass")

    def ask(self, f: Shift, p: Heralds) -> Choices:
        if not p.alive(f.unit) or p.hid[f.unit] or f.unit < p.board.first:
            return {}
        return {f.side: [HIDE, PASS]}

    def do(self, f: Shift, p: Heralds, side: Side, act: Act) -> bool:
        if act == HIDE:
            p.face(f.unit, 1)
            p.tell("5.2.2i", "hides", {"unit": p.board.uid[f.unit]})
        return True


HIDE: Final = Act("hide")


# -- maneuver


class GiveManeuver(Step[Orders, Heralds]):
    """[5.2.3c] One maneuver order, or a pass that forfeits what is left."""

    rule = "5.2.3c"
    verbs = ("maneuver", "pass")

    def ask(self, f: Orders, p: Heralds) -> Choices:
        if both_out(f) or not p.ap[f.side]:
            return {}
        return {f.side: [MANEUVER, PASS]}

    def do(self, f: Orders, p: Heralds, side: Side, act: Act) -> bool:
        if act == PASS:
            p.ap[side] = 0
            p.tell("5.2.3c", "passes", {"side": SIDES[side]})
            f.out[side] = OUT
            return True
        spend(p, side, "maneuver-order", "5.2.3c")
        p.call(Order(side))
        return True

    def auto(self, f: Orders, p: Heralds) -> None:
        if both_out(f):
            f.close()
        f.out[f.side] = OUT
