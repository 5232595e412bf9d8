"""[10.1-10.3] Combat: who attacks whom, the odds with every shift, the secret supports and the die."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from frente.games.brunete.rules.ch08_aviation import REROLL_ACT, answered, ask_reroll
from frente.games.brunete.rules.ch10_results import BLACK, GREEN, Aftermath
from frente.games.brunete.state.board import DRY, GARRISON, NAT, REP, TANK, WET
from frente.games.brunete.state.position import FOUGHT, HIT, RETREATED, UNSUPPLIED, Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die

DECLARE: Final = Act("declare")
ELITE: Final = Act("elite")
MAX_SUPPORTS: Final = (3, 2)             # attack, defence (10.3.3b)
ROLLING: Final = 6                       # the step of an attack that throws the die
SIX_TO_ONE: Final = 7                    # index of the last printed column; beyond it columns exist while shifting

# Commitments to a combat, one act each so that their number tells the other side nothing:
# artillery markers, aviation markers, command marker.
SUPPORTS: Final = [(a, v, c) for c in (0, 1) for a in range(4) for v in range(4)]
SUPPORT_NAMES: Final = [f"{a}a{v}v" + ("+cp" if c else "") for a, v, c in SUPPORTS]
SUPPORT_ACTS: Final = [Act("support", i) for i in range(len(SUPPORTS))]
NO_SUPPORT: Final = 0


class Shift(NamedTuple):
    """One modifier of the odds: columns to the right, the rule, and the catalogue key of its name."""

    columns: int
    rule: str
    key: str


@dataclass
class Combat(Frame):
    """[2.11, 10.1a] The combat step of one side: attacks one at a time."""

    side: Side


@dataclass
class Attack(Frame):
    """One attack, from the choice of its units to the advance after combat."""

    side: Side
    target: int
    units: list[int] = field(default_factory=list)           # attackers
    defenders: list[int] = field(default_factory=list)       # units that defend
    bystanders: list[int] = field(default_factory=list)      # units that had retreated into the hex (10.4.1k)
    tank: bool = False                   # a supplied tank of a kind that shifts takes part (10.3.4c)
    hexes: int = 0                       # it comes from so many (10.3.5); the units will leave them when they advance
    base: int = 0                        # column of the ratio, before shifts
    shifts: int = 0                      # columns of everything known before the supports
    elite: list[bool] = field(default_factory=lambda: [False, False])      # by side: bonus used
    support: list[int] = field(default_factory=lambda: [-1, -1])           # by side: commitment, -1 not made yet
    dice: list[list[int]] = field(default_factory=lambda: [[], []])        # coordination dice by side
    effective: list[int] = field(default_factory=lambda: [0, 0])
    column: int = 0
    die: int = 0
    content: list[int] = field(default_factory=list)         # sides content with this die, that will not reroll it


# -- who may attack what


def side_of_hex(p: Brunete, a: int, t: int) -> int:
    """[10.3.2b, 10.3.2c] What lies between two adjacent hexes: dry ground, a river, or a river with a road or path."""
    return p.board.water[a][p.board.nb[a].index(t)]


def attacker_refusals(p: Brunete, side: Side, u: int, t: int) -> list[Refusal]:
    """[10.1b, 10.1d] Every rule that keeps a unit out of any attack on hex *t*."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    found: list[Refusal] = []
    if b.side[u] != side:
        found.append(Refusal("10.1b", "not-your-unit", who))
    if p.hex[u] < 0 or t not in b.nb[p.hex[u]]:
        found.append(Refusal("10.1b", "not-adjacent", who))
        return found
    if p.state[u] & FOUGHT:
        found.append(Refusal("10.1d", "already-attacked", who))
    if b.type[u] == GARRISON:
        found.append(Refusal("1.2.2k", "garrison-cannot-attack", who))
    if b.type[u] == TANK:
        found += tank_refusals(p, u, t)
    return found


def tank_refusals(p: Brunete, u: int, t: int) -> list[Refusal]:
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    found: list[Refusal] = []
    if side_of_hex(p, p.hex[u], t) == WET:
        found.append(Refusal("10.3.2c", "tank-needs-bridge", who))
    if not b.shift[u] and any(b.type[v] == TANK for v in p.stack_at(t)):
        found.append(Refusal("10.3.4e", "no-tank-against-t26", who))
    return found


def able(p: Brunete, side: Side, t: int) -> list[int]:
    """[10.1b, 10.1d, 1.2.2k, 10.3.2c] Units that could join an attack on a hex: attacker_refusals, quickly."""
    b = p.board
    return [u for a in b.nb[t] for u in p.stack_at(a)
            if b.side[u] == side and not p.state[u] & FOUGHT and b.type[u] != GARRISON
            and (b.type[u] != TANK or not tank_refusals(p, u, t))]


def fresh(p: Brunete, t: int) -> list[int]:
    """[10.1c, 10.4.1k, 10.4.1n] Units that defend a hex: those that have not retreated in this combat step."""
    return [u for u in p.stack_at(t) if not p.state[u] & RETREATED]


def attack_factor(p: Brunete, u: int, t: int) -> int:
    """[10.3.2b, R21, R64] Combat factor against a hex: 1 less over a river for infantry and cavalry, not below 0."""
    value = p.combat_factor(u)
    if p.board.type[u] < TANK and side_of_hex(p, p.hex[u], t) != DRY:
        return max(0, value - 1)
    return value


def defence_total(p: Brunete, units: Sequence[int]) -> int:
    """[10.1c, 10.2.1]"""
    return sum(p.defence_factor(u) for u in units)


def divisions(p: Brunete, u: int) -> str:
    """[1.2.2c, 1.2.2e, 1.2.2f, 10.1g, R54] The division that needs coordination, or "" where none is needed."""
    b = p.board
    if b.type[u] != 0:
        return ""
    if not b.division[u] and p.opt.brigades_own_division:
        return "brigade " + b.brigade[u]
    return b.division[u]                 # corps units have none


def together(p: Brunete, u: int, v: int) -> bool:
    """[1.2.2d, 10.1f, 10.1g] Whether two units attack one hex without a command point."""
    d, e = divisions(p, u), divisions(p, v)
    if not d or not e or d == e:
        return True
    return p.board.stripe[u] == e or p.board.stripe[v] == d


def coordinated(p: Brunete, units: Sequence[int]) -> bool:
    """[10.1f]"""
    return all(together(p, u, v) for u, v in combinations(units, 2))


def greatest(p: Brunete, chosen: list[int], pool: list[int], t: int) -> int:
    """[10.1f, 10.1p] The strongest attack, within coordination, into which *chosen* can grow."""
    if p.cp[p.board.side[pool[0]]]:
        return strength(p, chosen, pool, t)
    # Without a command point an attack is built round one division, with free units and the 71st of its stripe.
    found: list[int] = []
    for d in {divisions(p, u) for u in pool}:
        group = [u for u in pool if divisions(p, u) in ("", d) or (d and p.board.stripe[u] == d)]
        if all(u in group for u in chosen):
            found.append(strength(p, chosen, group, t))
    return max(found, default=0)


def enough(p: Brunete, chosen: list[int], pool: list[int], t: int, need: int) -> bool:
    """[10.1p] Whether *chosen* can grow, within coordination, into an attack of at least 1:2."""
    return 2 * greatest(p, chosen, pool, t) >= need


def strength(p: Brunete, chosen: Sequence[int], units: Sequence[int], t: int) -> int:
    """[10.1p, 10.3.4a, 10.3.4b] The most these units can bring: all infantry and cavalry, and one tank.

    That is the tank chosen, else the best one with company.
    """
    b = p.board
    total = 0
    best = 0
    for u in units:
        if b.type[u] != TANK:
            total += attack_factor(p, u, t)
        elif any(b.type[v] != TANK and p.hex[v] == p.hex[u] for v in units):
            best = max(best, p.combat_factor(u))
    for u in chosen:
        if b.type[u] == TANK:            # [10.3.4b] no other can join any more
            best = p.combat_factor(u)
    return total + best


def target_refusals(p: Brunete, side: Side, t: int) -> list[Refusal]:
    """Every rule that keeps a hex from being attacked now."""
    b = p.board
    where: dict[str, Fact] = {"hex": b.names[t]}
    if p.holder(t) != 1 - side:
        return [Refusal("10.1b", "no-enemy-there", where)]
    defenders = fresh(p, t)
    if not defenders:
        return [Refusal("10.4.1n", "retreated-units-immune", where)]
    if p.state[defenders[0]] & HIT:      # all or none of them
        return [Refusal("10.1d", "already-attacked-hex", where)]
    pool = able(p, side, t)
    if not any(b.type[u] != TANK for u in pool):
        return [Refusal("10.3.4a" if pool else "10.1b", "nobody-to-attack", where)]
    if not enough(p, [], pool, t, defence_total(p, defenders)):
        return [Refusal("10.1p", "below-one-to-two", where)]
    return []


def targets(p: Brunete, side: Side) -> list[int]:
    """[10.1b, 10.1d] Hexes that may be attacked, in order of number."""
    return [t for t in range(p.board.size) if not target_refusals(p, side, t)]


class ChooseTarget(Step[Combat, Brunete]):
    """[10.1a, 10.1b, 10.4.1j, 10.4.1k] Attacks are voluntary, announced and resolved one at a time."""

    rule = "10.1a"
    verbs = ("hex", "pass")

    def ask(self, f: Combat, p: Brunete) -> Choices:
        found = targets(p, f.side)
        return {f.side: [*[p.board.hex_acts[t] for t in found], PASS]} if found else {}

    def do(self, f: Combat, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            self.auto(f, p)
            return True
        bystanders = [u for u in p.stack_at(act.arg) if p.state[u] & RETREATED]
        p.call(Attack(side, act.arg, [], fresh(p, act.arg), bystanders))
        return False

    def auto(self, f: Combat, p: Brunete) -> None:
        """[10.4.1j, R19] The step is over: retreated units have their zones back before supply is checked."""
        for u in range(p.board.units):
            p.unmark(u, RETREATED | FOUGHT | HIT)

    def why(self, f: Combat, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        return target_refusals(p, side, act.arg) if act.verb == "hex" else []


play(Combat, ChooseTarget())


# -- declaring


def join_refusals(f: Attack, p: Brunete, side: Side, u: int) -> list[Refusal]:
    """What keeps a unit from joining the attack as chosen so far."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[f.target]}
    found = attacker_refusals(p, side, u, f.target)
    if found:
        return found
    if u in f.units:
        return [Refusal("10.1b", "already-chosen", who)]
    if b.type[u] == TANK:
        if any(b.type[v] == TANK for v in f.units):
            return [Refusal("10.3.4b", "one-tank-an-attack", who)]
        if not any(p.hex[v] == p.hex[u] for v in f.units):
            return [Refusal("10.3.4a", "tank-needs-company", who)]
    if not coordinated(p, [*f.units, u]) and not p.cp[side]:
        return [Refusal("10.1f", "needs-cp-for-divisions", who)]
    if not enough(p, [*f.units, u], able(p, side, f.target), f.target, defence_total(p, f.defenders)):
        return [Refusal("10.1p", "leads-below-one-to-two", who)]
    return []


def join(f: Attack, p: Brunete, u: int) -> None:
    """[3.7, 10.3.4c, 10.3.5] What a unit brings to the odds is settled here: later it may have moved or be lost."""
    f.units.append(u)
    f.tank = f.tank or (p.board.shift[u] > 0 and not p.state[u] & UNSUPPLIED)
    f.hexes = len({p.hex[v] for v in f.units})


def total(p: Brunete, f: Attack) -> int:
    """[10.2.1]"""
    return sum(attack_factor(p, u, f.target) for u in f.units)


class ChooseAttackers(Step[Attack, Brunete]):
    """[10.1b, 10.1d-g, 10.3.4] The attacker names his units one by one and declares the attack."""

    rule = "10.1b"
    verbs = ("unit", "declare")

    def ask(self, f: Attack, p: Brunete) -> Choices:
        acts = [p.board.unit_acts[u] for u in able(p, f.side, f.target)
                if not join_refusals(f, p, f.side, u)]
        if 2 * total(p, f) >= defence_total(p, f.defenders):
            acts.append(DECLARE)
        return {f.side: acts}

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            join(f, p, act.arg)
            return False
        if not coordinated(p, f.units):
            p.cp[side] -= 1              # [5.1e, 10.1f, R45] paid openly
            p.tell("10.1f", "joint-attack-paid", {"side": side})
        for u in f.units:
            p.state[u] |= FOUGHT
        for u in f.defenders:
            p.state[u] |= HIT
        f.base = column(total(p, f), defence_total(p, f.defenders))
        f.shifts = sum(s.columns for s in known_shifts(p, f))
        p.tell("10.2.1", "attack-declared", {"side": side, "hex": p.board.names[f.target], "attack": total(p, f),
                                             "defence": defence_total(p, f.defenders), "column": column_name(f.base)})
        return True

    def why(self, f: Attack, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit":
            return join_refusals(f, p, side, act.arg)
        if 2 * total(p, f) < defence_total(p, f.defenders):
            return [Refusal("10.1p", "below-one-to-two", {"hex": p.board.names[f.target], "attack": total(p, f),
                                                          "defence": defence_total(p, f.defenders)})]
        return []


# -- odds


def column(attack: int, defence: int) -> int:
    """[10.2.1, R51] Column of a ratio: 0 is 1/2, 1 is 1/1, 2 is 1.5/1, 3 is 2/1 and so on without end."""
    if attack >= 2 * defence:
        return attack // defence + 1
    if 2 * attack >= 3 * defence:
        return 2
    return 1 if attack >= defence else 0


def column_name(c: int) -> str:
    if c <= 2:
        return ("1/2", "1/1", "1.5/1")[max(c, 0)]
    return f"{c - 1}/1"


def known_shifts(p: Brunete, f: Attack) -> list[Shift]:
    """[10.2.2, 10.2.4, 10.2.5] Tank, terrain and envelopment: all that is known when the attack is declared."""
    b = p.board
    found: list[Shift] = []
    if f.tank:
        found.append(Shift(1, "10.3.4c", "shift-tank"))
    for rule, key, there in (("10.3.2d", "shift-hill", b.terrain[f.target] == "hill"),
                             ("10.3.2e", "shift-forest", b.terrain[f.target] == "forest"),
                             ("10.3.2f", "shift-vertex", bool(b.vertex[f.target])),
                             ("10.3.2g", "shift-town", bool(b.town[f.target]))):
        if there:
            found.append(Shift(-1, rule, key))
    around = b.envelopment[f.hexes]
    if around:
        found.append(Shift(around, "10.3.5", "shift-envelopment"))
    return found


def elite_steps(p: Brunete, units: Sequence[int]) -> bool:
    """[10.3.1a, R60] Whether elite units hold half or more of the steps."""
    all_steps = sum(p.steps[u] for u in units)
    return 2 * sum(p.steps[u] for u in units if p.board.elite[u]) >= all_steps


class EliteBonus(Step[Attack, Brunete]):
    """[10.3.1, R59] The attacker, then the defender, may claim the elite bonus."""

    rule = "10.3.1b"
    verbs = ("elite", "pass")
    role = 0                             # 0 attacker, 1 defender

    def ask(self, f: Attack, p: Brunete) -> Choices:
        if not elite_steps(p, self.units(f)):
            return {}
        return {f.side if self.role == 0 else 1 - f.side: [ELITE, PASS]}

    def units(self, f: Attack) -> list[int]:
        return f.units if self.role == 0 else f.defenders

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        f.elite[side] = act == ELITE
        if f.elite[side]:
            p.tell("10.3.1b", "elite-bonus", {"side": side})
        return True


class AttackerElite(EliteBonus):
    role = 0


class DefenderElite(EliteBonus):
    role = 1


def elite_shift(f: Attack) -> int:
    """[10.3.1b, 10.3.1c] One column for the side that uses it; two cancel."""
    return int(f.elite[f.side]) - int(f.elite[1 - f.side])


def bonus_used(p: Brunete, f: Attack, side: Side) -> bool:
    """[10.3.1d, R59] Whether a side owes its first loss to an elite unit."""
    return f.elite[side] and (not f.elite[1 - side] or p.opt.cancelled_bonus_used)


# -- supports


class FinalColumn(Step[Attack, Brunete]):
    """[10.1o, 10.1p, 10.2.3, R52, R53] All shifts are netted, then the column is held within the table."""

    rule = "10.1o"

    def auto(self, f: Attack, p: Brunete) -> None:
        net = f.base + f.shifts + elite_shift(f) + f.effective[f.side] - f.effective[1 - f.side]
        if net < 0 and p.opt.below_half_cancels:
            p.tell("R52", "attack-cancelled", {"hex": p.board.names[f.target]})
            f.close()
            return
        f.column = min(max(net, 0), SIX_TO_ONE)


class CombatRoll(Die[Attack, Brunete]):
    """[10.1h, 10.2.7] One die."""

    rule = "10.2.7"

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        f.die = act.arg
        p.tell("10.2.7", "combat-die", {"die": act.arg, "column": p.board.columns[f.column]})
        return True


class CombatReroll(Step[Attack, Brunete]):
    """[5.2h, R42] A reroll in force may be used on this die, the side with the initiative first."""

    rule = "5.2h"
    verbs = ("reroll", "pass")

    def ask(self, f: Attack, p: Brunete) -> Choices:
        return ask_reroll(p, f.content)

    def do(self, f: Attack, p: Brunete, side: Side, act: Act) -> bool:
        f.content = answered(p, f.content, side, act)
        if act == REROLL_ACT:
            f.at = ROLLING
        return False


class Results(Step[Attack, Brunete]):
    """[10.2.8, 10.3.1d, 10.3.6a-d, R1] The table is read: losses, tank marks, retreat."""

    rule = "10.2.8"

    def auto(self, f: Attack, p: Brunete) -> None:
        cell = p.board.crt[f.column][f.die]
        black = not cell.green or (cell.dash and p.opt.dash_black)
        owed = [cell.attacker, cell.defender] if f.side == REP else [cell.defender, cell.attacker]
        p.tell("10.3.6a", "combat-result", {"attacker": cell.attacker, "defender": cell.defender,
                                            "retreat": 0 if not cell.retreat else 2 if black else 1, "mark": cell.mark})
        p.call(Aftermath(
            f.side, f.target, f.units[:], f.defenders[:], f.bystanders[:],
            [bonus_used(p, f, REP), bonus_used(p, f, NAT)], owed, cell.mark,
            0 if not cell.retreat else BLACK if black else GREEN))
