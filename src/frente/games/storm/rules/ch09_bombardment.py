"""[9.3, 15.0a] Bombardment by artillery units and by chit."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from frente.games.storm.rules.ch03_general import bombarded, judge_all
from frente.games.storm.rules.ch03_morale import AIR, begin_test
from frente.games.storm.rules.ch09_losses import suffer
from frente.games.storm.state.board import AREAS, ARTILLERY, N2, NAT, R2, SIDES, SPACES, USE_RULES
from frente.games.storm.state.frames import impulse
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

BY_ARTILLERY: Final = -1


@dataclass
class Bombardment(Frame):
    """One bombardment, from the choice of its target to the losses."""

    side: Side
    use: int = BY_ARTILLERY              # chit use
    target: int = -1
    point: int = -1
    three: bool = False                  # three dice, the best two (9.3f)
    dice: list[int] = field(default_factory=list)


def target_refusal(p: Storm, side: Side, t: int) -> tuple[str, str]:
    """What keeps any bombardment from an area; ("", "") when nothing does."""
    if t >= AREAS:
        return ("15.0c", "no-bombardment-of-box")
    if not p.count(1 - side, t):
        return ("9.3a", "no-enemy-there")
    if side == NAT and p.control[t] != NAT and p.in_pause():
        return ("12.3l", "pause-no-attack")
    return ("", "")


def spared(p: Storm, side: Side, areas: Sequence[int]) -> int:
    """[12.3l] The first of some areas that hold enemy units and are kept from a side by the pause alone, -1 if none."""
    for t in areas:
        if target_refusal(p, side, t)[0] == "12.3l":
            return t
    return -1


def gun_targets(p: Storm, side: Side, a: int) -> list[int]:
    """[9.3a, 2j, R15, R64] Areas that artillery in a space may bombard."""
    if a >= AREAS and not p.opt.bombard_from_box:
        return []
    return [t for t in sorted([a, *p.board.nb[a]]) if not target_refusal(p, side, t)[0]]


def chit_targets(p: Storm, side: Side, use: int) -> list[int]:
    """[15.R1, 15.R2, 15.N1, 15.N2a] Areas that a bombardment chit reaches."""
    found = [t for t in range(AREAS) if not target_refusal(p, side, t)[0]]
    if use in (R2, N2):
        return found
    return [t for t in found if in_range(p, side, t)]


def in_range(p: Storm, side: Side, t: int) -> bool:
    """[15.R1, 15.N1] An own unit in the area or an adjacent one; boxes are not areas (R15)."""
    if p.n[side * SPACES + t]:
        return True
    return any(x < AREAS and p.n[side * SPACES + x] for x in p.board.nb[t])


def targets(p: Storm, f: Bombardment) -> list[int]:
    """[9.3a, 15.0c]"""
    if f.use == BY_ARTILLERY:
        return gun_targets(p, f.side, impulse(p).origin)
    return chit_targets(p, f.side, f.use)


class ChooseTarget(Listed[Bombardment, Storm]):
    """[9.3a, 9.3b, 15.0c] The target area; it must hold enemy units."""

    rule = "9.3b"
    verbs = ("area",)

    def ask(self, f: Bombardment, p: Storm) -> Choices:
        found = targets(p, f)
        return {f.side: [p.board.area_acts[t] for t in found]} if len(found) > 1 else {}

    def do(self, f: Bombardment, p: Storm, side: Side, act: Act) -> bool:
        aim(f, p, act.arg)
        return True

    def auto(self, f: Bombardment, p: Storm) -> None:
        aim(f, p, targets(p, f)[0])

    def why(self, f: Bombardment, p: Storm, side: Side, act: Act) -> list[Refusal]:
        rule, key = target_refusal(p, side, act.arg)
        if rule:
            return [refusal(p, rule, key, -1, act.arg)]
        by_gun = f.use == BY_ARTILLERY
        return [refusal(p, "9.3a" if by_gun else USE_RULES[f.use], "out-of-range", -1, act.arg)]


def aim(f: Bombardment, p: Storm, t: int) -> None:
    """[9.3b, 9.3f, 12.2k] Three dice for the own area of the batteries; a chit has none."""
    f.target = t
    f.three = t == impulse(p).origin
    p.tell("9.3b", "bombards", {"side": SIDES[f.side], "area": p.board.names[t]})
    bombarded(p, t)


def chooser(p: Storm, f: Bombardment) -> Side:
    """[9.3d, 15.R1, 15.R2, 15.N1, 15.N2a] Who names the point unit of the target."""
    if f.use == BY_ARTILLERY:
        return f.side if p.contested(f.target) else 1 - f.side
    return f.side if f.use in (R2, N2) else 1 - f.side


def point_choices(p: Storm, f: Bombardment) -> list[int]:
    """[9.3d, R63] Any unit there; by the other reading artillery only if there is nothing else."""
    units = p.units(1 - f.side, f.target)
    if p.opt.any_point:
        return units
    return [u for u in units if p.board.type[u] != ARTILLERY] or units


class NameTargetPoint(Listed[Bombardment, Storm]):
    """[9.3d]"""

    rule = "9.3d"
    verbs = ("point",)

    def ask(self, f: Bombardment, p: Storm) -> Choices:
        found = point_choices(p, f)
        return {chooser(p, f): [p.board.point_acts[u] for u in found]} if len(found) > 1 else {}

    def do(self, f: Bombardment, p: Storm, side: Side, act: Act) -> bool:
        f.point = act.arg
        return True

    def auto(self, f: Bombardment, p: Storm) -> None:
        f.point = point_choices(p, f)[0]

    def why(self, f: Bombardment, p: Storm, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if u in p.units(1 - f.side, f.target):
            return [refusal(p, "R63", "artillery-not-point", u)]
        return [refusal(p, "9.3d", "not-a-target", u)]


class BombardmentDice(Die[Bombardment, Storm]):
    """[9.3f] Two dice, or three of which the best two count."""

    rule = "9.3f"

    def do(self, f: Bombardment, p: Storm, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        return len(f.dice) == (3 if f.three else 2)


def bonus(p: Storm, f: Bombardment) -> int:
    """[9.3g, 15.0a]"""
    return p.board.battery_bonus[len(impulse(p).units)] if f.use == BY_ARTILLERY else p.board.chit_bonus


def defence_value(p: Storm, f: Bombardment) -> int:
    """[9.3e]"""
    return p.board.defence[f.point] + p.board.terrain[f.target]


class BombardmentResult(Step[Bombardment, Storm]):
    """[9.3h] What exceeds the Defence Value is lost at once by all units of player B there."""

    rule = "9.3h"

    def auto(self, f: Bombardment, p: Storm) -> None:
        total = sum(sorted(f.dice)[-2:]) + bonus(p, f)
        losses = max(0, total - defence_value(p, f))
        foe = 1 - f.side
        p.tell("9.3h", "bombardment-result", {
            "dice": "+".join([str(d) for d in f.dice]), "total": total, "defence": defence_value(p, f),
            "losses": losses})
        suffer(p, foe, p.units(foe, f.target), f.point, losses)


class BombardmentOver(Step[Bombardment, Storm]):
    """[3.5.1a, 15.N2b] Control is looked at; after an air attack the survivors test their morale."""

    rule = "3.5.1a"

    def auto(self, f: Bombardment, p: Storm) -> None:
        judge_all(p)
        if f.use == N2:
            begin_test(p, f.target, AIR)


play(Bombardment, ChooseTarget(), NameTargetPoint(), BombardmentDice(), BombardmentResult(), BombardmentOver())
