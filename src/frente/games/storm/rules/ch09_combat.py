"""[9.4] Combat: the sequence C2 to C9, for standard combat and at the end of an assault."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from frente.games.storm.rules.ch03_general import judge_all, open_rivers
from frente.games.storm.rules.ch03_morale import ATTACKED, STAMPEDE_LINE, STAMPEDE_SHOCK, begin_test
from frente.games.storm.rules.ch06_chits import ATTACK_ROLL, BEFORE_DICE, DECLARATION, open_window
from frente.games.storm.rules.ch09_losses import suffer
from frente.games.storm.state.board import (
    ARTILLERY,
    N3,
    N4A,
    N8A,
    N8B,
    N12,
    NAT,
    R3A,
    R3B,
    R4A,
    R4B,
    R8A,
    REP,
    SIDES,
)
from frente.games.storm.state.frames import ASSAULT, Impulse, impulse
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

DONE: Final = Act("done")
Part = tuple[int, str, str]              # a value, its rule, and the catalogue key of its name


@dataclass
class Battle(Frame):
    """[9.4.1] From step C2 on; who attacks stands in the impulse."""

    losses: int = 0                      # of player A, while player B takes his (R57)


# -- the reckoning


def attack_value(p: Storm, im: Impulse) -> list[Part]:
    """[9.4.1.C5, 15.R3a]"""
    found = [(sum([p.factor(u) for u in im.units]), "9.4.1.C5", "av-factors")]
    if R3A in im.effects:
        found.append((p.board.tanks, "15.R3a", "av-tanks"))
    return found


def intensity(p: Storm, im: Impulse) -> list[Part]:
    """[9.4.1.C4a-C4f, 15.R3b]"""
    b = p.board
    foe = 1 - im.side
    found = [(b.intensity, "9.4.1.C4a", "il-base")]
    if im.kind == ASSAULT:
        found.append((b.il_assault, "9.4.1.C4b", "il-assault"))
    if p.count(foe, im.area) > p.count(im.side, im.area):
        found.append((b.il_outnumbered, "9.4.1.C4c", "il-outnumbered"))
    if im.counter:
        found.append((sum([p.factor(u) for u in im.counter]), "9.4.1.C4d", "il-counter-attack"))
    units = p.units(foe, im.area)
    if all(p.shock(u) for u in im.units) and not any(p.shock(u) for u in units):
        found.append((b.il_shock, "9.4.1.C4e", "il-shock"))
    if all(p.spent[u] for u in units):
        found.append((b.il_exhausted, "9.4.1.C4f", "il-exhausted"))
    if R3B in im.effects:
        found.append((b.tanks, "15.R3b", "il-tanks"))
    return found


def defence_value(p: Storm, im: Impulse, point: int) -> list[Part]:
    """[9.4.1.C6c, 15.R4a, 15.N4a, 15.N12, R66]"""
    b = p.board
    factor = b.defence[point]
    terrain = b.terrain[im.area]
    found = [(factor, "9.4.1.C6c", "dv-factor"), (terrain, "9.4.1.C6c", "dv-terrain")]
    if N4A in im.effects:
        found.append((-terrain, "15.N4a", "dv-engineers"))
        terrain = 0
    if R4A in im.effects:
        found.append((factor + terrain if p.opt.fortification_full else terrain, "15.R4a", "dv-fortification"))
    if N12 in im.effects and im.side == REP:
        found.append((b.alfereces, "15.N12", "dv-alfereces"))
    return found


def worth(parts: Sequence[Part]) -> int:
    return sum([x[0] for x in parts])


def dice_needed(im: Impulse) -> int:
    """[9.4.2b, 9.5h]"""
    return 3 if im.prepared or im.worst else 2


def kept(im: Impulse, dice: Sequence[int]) -> int:
    """[9.4.2b, 9.5h] Sum of the two dice that count: the best, or the lowest with a replaced point unit."""
    ranked = sorted(dice)
    return sum(ranked[:2]) if im.worst else sum(ranked[-2:])


# -- C2


class CombatDeclared(Step[Battle, Storm]):
    """[15.0d, R31] The first window: Surprise, Engineers, Stampede and their answers."""

    rule = "15.0d"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        im.fought = True
        p.tell("9.4", "combat", {"side": SIDES[im.side], "area": p.board.names[im.area], "units": len(im.units)})
        open_window(p, DECLARATION)


def cause_of_test(im: Impulse) -> int:
    """[9.4.1.C2a, 15.N8] What the test of C2 is taken for."""
    return STAMPEDE_LINE if N8A in im.effects else STAMPEDE_SHOCK if N8B in im.effects else ATTACKED


class MoraleC2(Step[Battle, Storm]):
    """[9.4.1.C2a, 15.N8, 15.R8a] Republican units test when the Nationalist attacks in a normal area."""

    rule = "9.4.1.C2a"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        if im.side != NAT or R8A in im.effects:
            return
        begin_test(p, im.area, cause_of_test(im))


class Collapse(Step[Battle, Storm]):
    """[9.4.1.C2b] Nobody is left to fight: the impulse is over."""

    rule = "9.4.1.C2b"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        if not p.count(1 - im.side, im.area):
            p.tell("9.4.1.C2b", "defence-collapses", {"area": p.board.names[im.area]})
            f.close()


# -- C3 to C6


def counter_units(p: Storm, im: Impulse) -> list[int]:
    """[9.4.1.C3, 9.8] Fresh units with a combat factor that have not been named yet."""
    return [u for u in p.units(1 - im.side, im.area) if not p.spent[u] and p.factor(u) and u not in im.counter]


class CounterAttack(Listed[Battle, Storm]):
    """[9.4.1.C3, 15.N3] Player B names his counter-attacking units, one by one; none against a surprise."""

    rule = "9.4.1.C3"
    verbs = ("unit", "done")

    def ask(self, f: Battle, p: Storm) -> Choices:
        im = impulse(p)
        if N3 in im.effects:
            return {}
        found = counter_units(p, im)
        return {1 - im.side: [*[p.board.unit_acts[u] for u in found], DONE]} if found else {}

    def do(self, f: Battle, p: Storm, side: Side, act: Act) -> bool:
        if act == DONE:
            return True
        impulse(p).counter.append(act.arg)
        p.tell("9.4.1.C3", "counter-attacks", {"unit": p.board.uid[act.arg]})
        return False

    def why(self, f: Battle, p: Storm, side: Side, act: Act) -> list[Refusal]:
        im = impulse(p)
        u = act.arg
        if u not in p.units(side, im.area):
            return [refusal(p, "9.4.1.C3", "not-defending", u)]
        if p.spent[u]:
            return [refusal(p, "9.4.1.C3", "unit-spent", u)]
        if u in im.counter:
            return [refusal(p, "9.4.1.C3", "already-chosen", u)]
        return [refusal(p, "9.4.1.C3", "no-combat-factor", u)]


def defence_class(p: Storm, u: int) -> tuple[bool, bool, bool]:
    """[9.4.1.C6a] The lowest comes first: artillery last, then Fresh before Spent, then a combat factor before none."""
    return p.board.type[u] == ARTILLERY, bool(p.spent[u]), not p.factor(u)


def defence_points(p: Storm, im: Impulse) -> list[int]:
    """[9.4.1.C6a, 9.4.1.C6b, R54] The units from which player B names his point unit."""
    pool = im.counter or p.units(1 - im.side, im.area)
    best = min([defence_class(p, u) for u in pool])
    return sorted([u for u in pool if defence_class(p, u) == best])


class DefencePoint(Listed[Battle, Storm]):
    """[9.4.1.C6a, 9.4.1.C6b]"""

    rule = "9.4.1.C6a"
    verbs = ("point",)

    def ask(self, f: Battle, p: Storm) -> Choices:
        im = impulse(p)
        found = defence_points(p, im)
        return {1 - im.side: [p.board.point_acts[u] for u in found]} if len(found) > 1 else {}

    def do(self, f: Battle, p: Storm, side: Side, act: Act) -> bool:
        impulse(p).bpoint = act.arg
        return True

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        im.bpoint = defence_points(p, im)[0]

    def why(self, f: Battle, p: Storm, side: Side, act: Act) -> list[Refusal]:
        im = impulse(p)
        u = act.arg
        if u not in p.units(side, im.area):
            return [refusal(p, "9.4.1.C6a", "not-defending", u)]
        if im.counter and u not in im.counter:
            return [refusal(p, "9.4.1.C6b", "point-must-counter", u)]
        return [refusal(p, "9.4.1.C6a", "better-point-class", u)]


class BeforeDice(Step[Battle, Storm]):
    """[R31] The window before the attack dice: Tanks!, Fortification, Alféreces."""

    rule = "15.0d"

    def auto(self, f: Battle, p: Storm) -> None:
        open_window(p, BEFORE_DICE)


# -- C7 to C9


class AttackDice(Die[Battle, Storm]):
    """[9.4.1.C7a, 9.4.2b]"""

    rule = "9.4.1.C7a"

    def do(self, f: Battle, p: Storm, side: Side, act: Act) -> bool:
        im = impulse(p)
        im.dice.append(act.arg)
        return len(im.dice) == dice_needed(im)


class AttackRolled(Step[Battle, Storm]):
    """[15.N10a, 15.N10b] The window after the dice: Teresa of Ávila's arm."""

    rule = "15.0d"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        p.tell("9.4.1.C7a", "attack-dice", {"side": SIDES[im.side], "dice": "+".join([str(d) for d in im.dice])})
        open_window(p, ATTACK_ROLL)


class AttackResult(Step[Battle, Storm]):
    """[9.4.1.C7b, 9.4.1.C7c, 9.4.1.C8, 9.4.1.C9] Both losses from the same dice; participants are Spent first."""

    rule = "9.4.1.C7b"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        if not im.dice:                  # [15.N10a, 15.N10b] Teresa of Ávila: all dice again
            f.at = DICE
            return
        dice = kept(im, im.dice)
        total = dice + worth(attack_value(p, im))
        defence = worth(defence_value(p, im, im.bpoint))
        level = worth(intensity(p, im))
        hits = max(0, total - defence)
        f.losses = max(0, level - dice)
        p.tell("9.4.1.C7b", "attack-result", {
            "total": total, "defence": defence, "intensity": level, "losses": hits, "own": f.losses})
        for u in im.units:               # [9.4.1.C8]
            p.flip(u)
        if R4B not in im.effects:        # [9.4.1.C8, 15.R4b]
            for u in im.counter:
                p.flip(u)
        foe = 1 - im.side
        suffer(p, foe, p.units(foe, im.area), im.bpoint, hits)


class AttackerLosses(Step[Battle, Storm]):
    """[9.4.1.C9, 9.6h, 9.7e] Then player A, among the attacking units; after an assault they go back."""

    rule = "9.4.1.C9"

    def auto(self, f: Battle, p: Storm) -> None:
        im = impulse(p)
        open_rivers(p, im.area)       # [12.1h]
        suffer(p, im.side, im.units, im.point, f.losses, im.back)


class CombatJudged(Step[Battle, Storm]):
    """[9.4.1.C9b] Control once, after both."""

    rule = "9.4.1.C9b"

    def auto(self, f: Battle, p: Storm) -> None:
        judge_all(p)


play(Battle, CombatDeclared(), MoraleC2(), Collapse(), CounterAttack(), DefencePoint(), BeforeDice(), AttackDice(),
     AttackRolled(), AttackResult(), AttackerLosses(), CombatJudged())
C2: Final = 1
DICE: Final = 6
