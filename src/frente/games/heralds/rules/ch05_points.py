"""[5.1, 9.5b, 5.2.2f] The start of a turn: syndicates, action points, initiative, and motor depots for the agents."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import access, compound_holder, holder
from frente.games.heralds.rules.ch04_lines import open_leg
from frente.games.heralds.rules.ch11_will import judge
from frente.games.heralds.state.board import CND, COMBAT, HQ, NEUTRAL, PCE, SIDES, SUPPORT
from frente.games.heralds.state.frames import Each, Motors, Seats, Turn
from frente.games.heralds.state.position import AVAILABLE, COMMITTED, Heralds, refusal
from frente.kernel.flow import PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Listed

Part = tuple[int, str, str]              # value, rule, key


def action_points(p: Heralds, side: Side) -> list[Part]:
    """[5.1a-i, R45] What a side's action points are made of."""
    b = p.board
    v = b.v
    found: list[Part] = []
    for h in b.hqs:
        if p.alive(h) and p.side[h] == side:
            if b.command[h] >= v["action_points.large_from"]:
                found.append((v["action_points.large_hq"], "5.1a", "ap-large-hq"))
            else:
                found.append((v["action_points.hq"], "5.1b", "ap-hq"))
    found.append((p.ip[side], "5.1c", "ap-intelligence"))
    found.append((p.will_modifier(side), "5.1d", "ap-will"))
    for sq in b.key_squares:
        if holder(p, sq) == side:
            found.append((v["action_points.square"], "5.1e", "ap-square"))
    if only_in_alcala(p, side):
        found.append((v["action_points.alcala"], "5.1f", "ap-alcala"))
    if access(p, side, b.main):
        found.append((v["action_points.exchange"], "5.1g", "ap-exchange"))
    if side == PCE and not any(p.alive(u) and p.side[u] == PCE for u in b.corps_leaders):
        found.append((v["action_points.no_corps_leader"], "5.1h", "ap-no-corps-leader"))
    if side == CND and not any(p.alive(h) and p.side[h] == CND for h in (b.hq_centro, b.hq_gerc)):
        found.append((v["action_points.no_level_1"], "5.1i", "ap-no-level-1"))
    return [part for part in found if part[0]]


def only_in_alcala(p: Heralds, side: Side) -> bool:
    """[5.1f, R45]"""
    own = other = 0
    for u in p.around(p.board.alcala):
        if u < p.board.first and p.board.kind[u] in (HQ, COMBAT, SUPPORT):         # prisoners are neutral
            own += p.side[u] == side
            other += p.side[u] == 1 - side
    return own > 0 and other == 0


def worth(parts: list[Part]) -> int:
    return sum([part[0] for part in parts])


class CountPoints(Step[Turn, Heralds]):
    """[5a, 5.1, 5.1j, 3.2b, 13g] On turn 1 the points and the initiative are those of the set-up."""

    rule = "5.1j"

    def auto(self, f: Turn, p: Heralds) -> None:
        if p.turn == 1:
            return
        for side in (CND, PCE):
            p.ap[side] = max(0, worth(action_points(p, side)))
            p.tell("5a", "action-points", {"side": SIDES[side], "points": p.ap[side]})
        p.initiative = first_player(p)
        p.tell("5.1j", "initiative", {"side": SIDES[p.initiative]})


def first_player(p: Heralds) -> Side:
    """[5.1j]"""
    if p.ap[CND] != p.ap[PCE]:
        return CND if p.ap[CND] > p.ap[PCE] else PCE
    return PCE if access(p, PCE, p.board.main) else CND


class NextSide(Step[Each, Heralds]):
    """[3.2a] Then the other side does the same."""

    rule = "3.2a"

    def auto(self, f: Each, p: Heralds) -> None:
        if not f.second:
            f.second = True
            f.side = 1 - f.side
            f.unit = -1
            f.pending = -1
            f.done = []
            f.at = 0


# -- syndicates


def seats(p: Heralds, side: Side) -> list[int]:
    """[9.5b, R27, R48] Syndicates a side may still affiliate."""
    b = p.board
    return [u for u in b.syndicates[side] if p.alive(u) and p.side[u] == NEUTRAL
            and compound_holder(p, p.at[u]) != 1 - side]


class AffiliateSeats(Listed[Each, Heralds]):
    """[9.5b, R48] For nothing, and for good."""

    rule = "9.5b"
    verbs = ("seat", "pass")

    def ask(self, f: Each, p: Heralds) -> Choices:
        found = [p.board.unit_verbs["seat"][u] for u in seats(p, f.side)]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Each, p: Heralds, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        p.join(act.arg, side)
        p.tell("9.5b", "seat-joins", {"unit": p.board.uid[act.arg], "side": SIDES[side]})
        judge(p)
        return not seats(p, side)

    def why(self, f: Each, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if u not in p.board.syndicates[side]:
            return [refusal(p, "9.5b", "not-your-seat", u)]
        if p.side[u] != NEUTRAL or not p.alive(u):
            return [refusal(p, "9.5b", "seat-settled", u)]
        return [refusal(p, "R27", "enemy-holds-seat", u)]


# -- motor depots for the agents of the negotiation sub-phase


class ChooseMotor(Listed[Each, Heralds]):
    """[5.2.2f, 10.6a, R61]"""

    rule = "5.2.2f"
    verbs = ("motor", "pass")

    def ask(self, f: Each, p: Heralds) -> Choices:
        found = [p.board.resource_verbs["motor"][r] for r in p.board.motors if not motor_refusal(p, f.side, r)[0]
                 and r not in f.done]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Each, p: Heralds, side: Side, act: Act) -> bool:
        if act == PASS:
            f.at = MOTOR_END
            return False
        f.pending = act.arg
        f.done.append(act.arg)
        open_leg(p, side, -1, -1, p.board.rat[act.arg], False, False)
        return True

    def auto(self, f: Each, p: Heralds) -> None:
        f.at = MOTOR_END

    def why(self, f: Each, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = motor_refusal(p, side, act.arg)
        return [Refusal(rule or "5.2.2f", key or "already-tried", {"resource": p.board.rid[act.arg]})]


def motor_refusal(p: Heralds, side: Side, r: int) -> tuple[str, str]:
    """What keeps a side from tasking a motor depot."""
    if r not in p.board.motors:
        return ("10.6a", "no-motor-depot")
    if p.res[r] != AVAILABLE:
        return ("5.2.1e", "resource-committed")
    return ("", "") if access(p, side, r) else ("4.5.2f", "no-access")


class MotorTasked(Step[Each, Heralds]):
    """[5.2.1e, 5.2.2f]"""

    rule = "5.2.2f"

    def auto(self, f: Each, p: Heralds) -> None:
        if p.answer:
            p.res[f.pending] = COMMITTED
            p.motor[f.side] = 1
            p.tell("5.2.2f", "motor-helps", {"resource": p.board.rid[f.pending], "side": SIDES[f.side]})
        else:
            f.at = 0                     # another one may be tried


MOTOR_END: Final = 2
play(Seats, AffiliateSeats(), NextSide())
play(Motors, ChooseMotor(), MotorTasked(), NextSide())
