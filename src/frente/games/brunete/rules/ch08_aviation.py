"""[8] Aviation: bombardment, interdiction, maintenance; and the coming and going of support markers [2.4]."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.rules.ch07_madrid import settle_debt
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die

BOMBARD: Final = Act("bombard")
INTERDICT: Final = Act("interdict")
PAY: Final = Act("pay")
REROLL_ACT: Final = Act("reroll")
ABSENCE: Final = 2                       # turns until a marker that failed maintenance is back (8.3d)


def support_arrivals(p: Brunete) -> None:
    """[2.4, 7.3, 8.a, 12.1.rf] Markers due this turn become available, withdrawn ones leave for good."""
    for s in (0, 1):
        for back, pool in ((p.avi_back[s], p.avi), (p.art_back[s], p.art)):
            while p.turn in back:
                back.remove(p.turn)
                pool[s] += 1
    changes = p.board.supports[p.turn]
    for s, kind, by in changes:
        if by > 0:
            (p.art if kind == "artillery" else p.avi)[s] += 1
            p.tell("12.1.rf", "support-arrives", {"side": s, "kind": kind})
    settle_debt(p)
    for s, kind, by in changes:
        if by < 0:
            withdraw(p, s, kind)


def withdraw(p: Brunete, s: Side, kind: str) -> None:
    """[8.a, 8.3e, R50] An available marker first, else the one that would be back earliest."""
    pool, back = (p.art, p.art_back[s]) if kind == "artillery" else (p.avi, p.avi_back[s])
    if pool[s]:
        pool[s] -= 1
    elif back:
        back.remove(min(back))
    p.tell("8.3e", "support-withdrawn", {"side": s, "kind": kind})


@dataclass
class Aviation(Frame):
    """[2.10] The missions of one side."""

    side: Side
    bombed: bool = False
    target: int = -1                     # unit named for bombardment
    die: int = 0
    content: list[int] = field(default_factory=list)     # sides content with this die, that will not reroll it


class ChooseMission(Step[Aviation, Brunete]):
    """[8.b, 8.1a, 8.1b, 8.2a] One bombardment a segment; interdiction with any number of markers."""

    rule = "8.b"
    verbs = ("bombard", "interdict", "pass")

    def ask(self, f: Aviation, p: Brunete) -> Choices:
        if not p.avi[f.side]:
            return {}
        acts = [INTERDICT, PASS]
        if not f.bombed and targets(p, f.side):
            acts.insert(0, BOMBARD)
        return {f.side: acts}

    def do(self, f: Aviation, p: Brunete, side: Side, act: Act) -> bool:
        if act == BOMBARD:
            f.bombed = True
        f.at = {BOMBARD: NAMING, INTERDICT: INTERDICTION, PASS: len(f.steps())}[act]
        return False

    def auto(self, f: Aviation, p: Brunete) -> None:
        f.close()

    def why(self, f: Aviation, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("8.1a", "one-bombardment", {})] if act == BOMBARD and f.bombed else []


def targets(p: Brunete, side: Side) -> list[int]:
    """[8.1b, R48] Any enemy unit on the map."""
    return [u for u in p.board.of[1 - side] if p.hex[u] >= 0]


class NameTarget(Step[Aviation, Brunete]):
    """[8.1a, 8.1b] One enemy unit in one hex, anywhere on the map."""

    rule = "8.1b"
    verbs = ("unit",)

    def ask(self, f: Aviation, p: Brunete) -> Choices:
        return {f.side: [p.board.unit_acts[u] for u in targets(p, f.side)]}

    def do(self, f: Aviation, p: Brunete, side: Side, act: Act) -> bool:
        f.target = act.arg
        p.avi[side] -= 1
        p.avi_used[side] += 1
        p.tell("8.1b", "bombards", {"side": side, "unit": p.board.uid[act.arg]})
        return True

    def why(self, f: Aviation, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if p.board.side[act.arg] == side:
            return [Refusal("8.1b", "not-an-enemy", {"unit": p.board.uid[act.arg]})]
        return [] if p.hex[act.arg] >= 0 else [Refusal("R48", "not-on-map", {"unit": p.board.uid[act.arg]})]


class BombardmentRoll(Die[Aviation, Brunete]):
    """[8.1c] 4-6 costs the target a step."""

    rule = "8.1c"

    def do(self, f: Aviation, p: Brunete, side: Side, act: Act) -> bool:
        f.die = act.arg
        p.tell("8.1c", "bombardment-die", {"die": act.arg})
        return True


class BombardmentReroll(Step[Aviation, Brunete]):
    """[5.2h, R42] A reroll in force may be used on this die, the side with the initiative first."""

    rule = "5.2h"
    verbs = ("reroll", "pass")

    def ask(self, f: Aviation, p: Brunete) -> Choices:
        return ask_reroll(p, f.content)

    def do(self, f: Aviation, p: Brunete, side: Side, act: Act) -> bool:
        f.content = answered(p, f.content, side, act)
        if act == REROLL_ACT:
            f.at -= 1
        return False


def ask_reroll(p: Brunete, content: list[int]) -> Choices:
    """[5.2h, R42] The sides that may reroll a die, the one with the initiative first, and are not content with it."""
    for side in (p.initiative, 1 - p.initiative):
        if p.reroll[side] and side not in content:
            return {side: [REROLL_ACT, PASS]}
    return {}


def answered(p: Brunete, content: list[int], side: Side, act: Act) -> list[int]:
    """[5.2h, R42] Who is content now: a reroll is spent and makes a new die, with which nobody is content yet."""
    if act == REROLL_ACT:
        p.reroll[side] = 0
        return []
    return [*content, side]


class BombardmentEffect(Step[Aviation, Brunete]):
    """[8.1c, 11.2] The final die is applied; then back to the choice of missions."""

    rule = "8.1c"

    def auto(self, f: Aviation, p: Brunete) -> None:
        if f.die >= 4:
            p.lose_step(f.target, "8.1c")
        elif f.die == 1 and p.opt.anti_aircraft:
            p.avi_used[f.side] -= 1
            p.avi_back[f.side].append(p.turn + ABSENCE)
            p.tell("11.2", "anti-aircraft", {"side": f.side})
        f.at = 0


class PlaceInterdiction(Step[Aviation, Brunete]):
    """[8.2a] On any hex of the map."""

    rule = "8.2a"
    verbs = ("hex",)

    def ask(self, f: Aviation, p: Brunete) -> Choices:
        return {f.side: p.board.hex_acts}

    def do(self, f: Aviation, p: Brunete, side: Side, act: Act) -> bool:
        p.avi[side] -= 1
        p.avi_used[side] += 1
        p.interdiction[side].append(act.arg)
        p.tell("8.2a", "interdicts", {"side": side, "hex": p.board.names[act.arg]})
        f.at = 0
        return False


play(Aviation, ChooseMission(), NameTarget(), BombardmentRoll(), BombardmentReroll(), BombardmentEffect(),
     PlaceInterdiction())
NAMING: Final = 1
INTERDICTION: Final = 5


# -- fire support reorganisation


@dataclass
class Maintenance(Frame):
    """[2.14, 8.3] One side gets its aviation ready for the next turn."""

    side: Side


class PayForAviation(Step[Maintenance, Brunete]):
    """[5.1g, 7.3] 1 CP brings back every marker used this turn."""

    rule = "5.1g"
    verbs = ("pay", "pass")

    def ask(self, f: Maintenance, p: Brunete) -> Choices:
        return {f.side: [PAY, PASS]} if p.avi_used[f.side] and p.cp[f.side] else {}

    def do(self, f: Maintenance, p: Brunete, side: Side, act: Act) -> bool:
        if act == PAY:
            p.cp[side] -= 1
            p.avi[side] += p.avi_used[side]
            p.avi_used[side] = 0
            settle_debt(p)
        return True


class MaintenanceRoll(Die[Maintenance, Brunete]):
    """[7.3, 8.3b-d] One die a marker; a failure is back two turns later."""

    rule = "8.3a"

    def ask(self, f: Maintenance, p: Brunete) -> Choices:
        return {CHANCE: D6} if p.avi_used[f.side] else {}

    def do(self, f: Maintenance, p: Brunete, side: Side, act: Act) -> bool:
        p.avi_used[f.side] -= 1
        failed = act.arg in p.board.maintenance_fails[f.side]
        if failed:
            p.avi_back[f.side].append(p.turn + ABSENCE)
        else:
            p.avi[f.side] += 1
            settle_debt(p)
        p.tell("8.3a", "maintenance-failed" if failed else "maintenance-passed", {"side": f.side, "die": act.arg})
        return False


play(Maintenance, PayForAviation(), MaintenanceRoll())
