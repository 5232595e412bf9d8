"""[7.1.4, 7.1.5] Rounds of an assault, from the lead units to the follow-on."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch06_movement import drop_from_stacks
from frente.games.heralds.rules.ch06_stacks import fighters, guns
from frente.games.heralds.rules.ch07_losses import collapse
from frente.games.heralds.rules.ch07_ruin import burn, collateral_parts
from frente.games.heralds.rules.ch07_strength import (
    ADDED,
    DEDUCTED,
    UNUSED,
    attack_initiative,
    compound,
    decider,
    defence_initiative,
    defending,
    flies,
    origin,
    ready_weapons,
    took_part,
    totals,
)
from frente.games.heralds.rules.ch11_will import judge, kill, shift
from frente.games.heralds.state.board import (
    ARMOUR,
    NEUTRAL,
)
from frente.games.heralds.state.frames import Fate, stack
from frente.games.heralds.state.frames_combat import Assault, Damage
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import CHANCE, D6, Act, Choices, Refusal, Side, Step
from frente.kit.steps import Die, Listed

ALL_ARMS: Final = Act("support")
GUNS: Final = Act("guns")
AVIATION: Final = Act("aviation")
WITHHOLD: Final = Act("withhold")
ADD: Final = Act("add")
DEDUCT: Final = Act("deduct")
AGAIN: Final = Act("again")
STOP: Final = Act("stop")
RETIRE: Final = Act("retire")

# Places in the sequence (see ch07_combat).
SUPPORTED: Final = 6
WITHDRAWN: Final = 22
ADVANCE: Final = 23
FOLLOW: Final = 24
COLLATERAL: Final = 18
PARLEY_BACK: Final = 26


# -- weapons, lead units and leaders


class Support(Listed[Assault, Heralds]):
    """[7.1.4c, 9.4d, R144] The attacker may add his support units; the aviation flies in one round of his choice."""

    rule = "7.1.4c"
    verbs = ("support", "guns", "aviation", "withhold")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        s = stack(p)
        heavy = (f.defenders or compound(f)) and ready_weapons(p, f, s)
        if not heavy and s.air != 1:
            return {}
        return {f.side: [ALL_ARMS, *([GUNS, AVIATION] if heavy and s.air == 1 else []), WITHHOLD]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.silent = act in (AVIATION, WITHHOLD)
        f.waits = act in (GUNS, WITHHOLD)
        if flies(f, stack(p)) and not f.neutral and not p.bombed:
            p.bombed = 1                 # [11.2g, R99] an attack from the air
            shift(p, 1 - side, -1, "11.2g")
        if f.defenders:
            return True
        f.at = COLLATERAL                # [7.1.8a]
        without_fighters(p, f)
        return False                     # [7.1.8a]

    def auto(self, f: Assault, p: Heralds) -> None:
        if not f.defenders:
            f.at = COLLATERAL
            without_fighters(p, f)

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("7.1.4c", "no-such-support", {})]


class AttackLead(Listed[Assault, Heralds]):
    """[7.1.4a] The attacker's lead unit."""

    rule = "7.1.4a"
    verbs = ("lead",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        men = fighters(p, stack(p).units)
        return {f.side: [p.board.unit_verbs["lead"][u] for u in men]} if len(men) > 1 else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.alead = act.arg
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        f.alead = fighters(p, stack(p).units)[0]

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4a", "not-involved", act.arg)]


class AttackLeader(Listed[Assault, Heralds]):
    """[7.1.4a] And his leading leader or agent; a command stack's own one unless he is out."""

    rule = "7.1.4a"
    verbs = ("leader",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        found = [u for u in stack(p).units if p.speaker(u) and u not in f.out]
        return {f.side: [p.board.unit_verbs["leader"][u] for u in found]} if found else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.aleader = act.arg
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        f.aleader = -1

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4a", "not-involved", act.arg)]


class DefenceLead(Listed[Assault, Heralds]):
    """[7.1.4a, R85] The defender's lead unit; one that replaced another leads on."""

    rule = "7.1.4a"
    verbs = ("lead",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        men = defending(p, f)
        if len(men) < 2 or f.replaced in men:
            return {}
        return {decider(f): [p.board.unit_verbs["lead"][u] for u in men]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.dlead = act.arg
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        men = defending(p, f)
        f.dlead = f.replaced if f.replaced in men else men[0]

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4a", "not-involved", act.arg)]


def defence_leaders(p: Heralds, f: Assault) -> list[int]:
    """Leaders and agents face up in the place, on the defender's side."""
    if f.neutral:
        return []
    return [u for u in p.units(f.place)
            if p.obeys(u) == 1 - f.side and p.speaker(u) and not p.hid[u] and u not in f.out]


class DefenceLeader(Listed[Assault, Heralds]):
    """[7.1.4a]"""

    rule = "7.1.4a"
    verbs = ("leader",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        found = defence_leaders(p, f)
        return {decider(f): [p.board.unit_verbs["leader"][u] for u in found]} if found else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.dleader = act.arg
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        f.dleader = -1

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4a", "not-involved", act.arg)]


class Differential(Step[Assault, Heralds]):
    """[7.1.4b] The side with the higher initiative adds the difference or takes it from the other."""

    rule = "7.1.4b"
    verbs = ("add", "deduct")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        gap = attack_initiative(p, f) - defence_initiative(p, f)
        if not gap:
            return {}
        return {f.side if gap > 0 else decider(f): [ADD, DEDUCT]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.diff = abs(attack_initiative(p, f) - defence_initiative(p, f))
        f.by = side
        f.use = ADDED if act == ADD else DEDUCTED
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        f.use = UNUSED


# -- dice


class AttackDie(Die[Assault, Heralds]):
    """[7.1.4c]"""

    rule = "7.1.4c"

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.adie = act.arg
        return True


class DefenceDie(Die[Assault, Heralds]):
    """[7.1.4c, 7.1.4d] Both results are read together."""

    rule = "7.1.4c"

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.ddie = act.arg
        a, d = totals(p, f)
        need = p.board.v["assault.damage"]
        f.dhit = a >= need
        f.ahit = d >= need
        f.heavy = took_part(p, f)
        p.tell("7.1.4d", "assault-round", {"space": p.board.names[f.place], "attack": a, "defence": d})
        return True


class AttackOne(Listed[Assault, Heralds]):
    """[7.1.4e, R80] An unmodified 1 strikes the roller's own leader, or one of his units."""

    rule = "7.1.4e"
    verbs = ("suffer",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        men = fighters(p, stack(p).units)
        if f.adie != 1 or f.aleader >= 0:
            return {}
        return {f.side: [p.board.unit_verbs["suffer"][u] for u in men]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        hit(p, f, act.arg, True)
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        if f.adie == 1:
            leader_hit(p, f, f.aleader)

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4e", "not-involved", act.arg)]


class DefenceOne(Listed[Assault, Heralds]):
    """[7.1.4e, R80]"""

    rule = "7.1.4e"
    verbs = ("suffer",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        men = defending(p, f)
        if f.ddie != 1 or f.dleader >= 0:
            return {}
        return {decider(f): [p.board.unit_verbs["suffer"][u] for u in men]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        hit(p, f, act.arg, False)
        return True

    def auto(self, f: Assault, p: Heralds) -> None:
        if f.ddie == 1:
            leader_hit(p, f, f.dleader)

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "7.1.4e", "not-involved", act.arg)]


def leader_hit(p: Heralds, f: Assault, u: int) -> None:
    """[7.1.6g, 7.1.6h, R81] Dead at once if the differential was added; else he checks and is out of more rounds."""
    if f.use == ADDED:
        kill(p, u, "7.1.6g")
        drop_from_stacks(p, u)
        return
    f.out.append(u)
    p.call(Fate(u, "7.1.6h"))


def hit(p: Heralds, f: Assault, u: int, attacker: bool) -> None:
    """[7.1.6, 9.1e, 9.2d, 9.3c, R98] A combat unit is damaged."""
    b = p.board
    s = stack(p)
    drm = 0
    if attacker:
        if any(b.arm[v] == ARMOUR for v in s.units) or b.train in s.units:
            drm -= 1
    elif guns(p, s.units) or flies(f, s) or b.train in s.units:
        drm += 1
    p.call(Damage(u, attacker, not attacker and compound(f), drm, origin(p)))


class AttackHit(Step[Assault, Heralds]):
    """[7.1.4d, R124] The attacker's lead unit checks first."""

    rule = "7.1.4d"

    def auto(self, f: Assault, p: Heralds) -> None:
        if f.ahit and f.alead in stack(p).units:
            hit(p, f, f.alead, True)


class DefenceHit(Step[Assault, Heralds]):
    """[7.1.4d]"""

    rule = "7.1.4d"

    def auto(self, f: Assault, p: Heralds) -> None:
        if f.dhit and f.dlead in defending(p, f):
            hit(p, f, f.dlead, False)


class CollateralDie(Die[Assault, Heralds]):
    """[7.1.8a, R90] The compound under assault may burn."""

    rule = "7.1.8a"

    def ask(self, f: Assault, p: Heralds) -> Choices:
        return {CHANCE: D6} if compound(f) else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        b = p.board
        total = act.arg + sum([x[0] for x in collateral_parts(
            p, f.place, f.heavy, f.use == DEDUCTED and f.by == f.side)])
        p.tell("7.1.8a", "collateral-check", {"space": b.names[f.place], "die": act.arg, "total": total})
        if total > b.v["assault.collateral_above"]:
            burn(p, f.place, origin(p))
        return True


def guard_falls(p: Heralds, f: Assault) -> bool:
    """[R23] A control marker goes with the defence of its compound; False if that ends the game (11.3a)."""
    if p.marker[f.place] == 1 - f.side:
        p.mark(f.place, -1)
        judge(p)
    return bool(p.stack)


def without_fighters(p: Heralds, f: Assault) -> None:
    """[7.1.6e, R75] An assault on a place without combat units: no dice, all are lost who do not escape."""
    if not guard_falls(p, f):
        return
    f.heavy = took_part(p, f)            # [7.1.8a]
    losers = NEUTRAL if f.neutral else 1 - f.side            # [9.5d]
    collapse(p, losers, f.place, origin(p), p.units(f.place))
