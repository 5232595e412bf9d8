"""Combat as most hex games have it: a space, the units that join, a die on a table, losses, retreat, advance.

A game inherits the frames, and from ``Rules`` its own: strengths, shifts, who may join, where one may retreat. The
steps, the battle card and computer players ask that one object, so the offer, the refusal, the odds shown and the
estimate are the same code. Each step a game derives in two lines, with its rule, because steps are saved by name:

    play(Combat, Target(FIGHT, Attack))
    play(Attack, Join(FIGHT), Roll(FIGHT), AttackerLoses(FIGHT), DefenderLoses(FIGHT), Retreat(FIGHT), Advance(FIGHT))
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Frame, Refusal, Side, Step
from frente.kit.counters import Counters
from frente.kit.table import BELOW, Shift, Table

DECLARE: Final = Act("declare")
C = TypeVar("C", bound=Counters)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Combat(Frame):
    """One side attacks, space after space."""

    side: Side


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Attack(Frame):
    """An attack on one space."""

    side: Side
    target: int
    units: list[int] = field(default_factory=list)
    column: int = BELOW                  # once it is declared
    die: int = 0
    owed: list[int] = field(default_factory=lambda: [0, 0])          # steps still to lose: attacker, defender
    retreat: int = 0                     # spaces each defender has to go
    unit: int = -1                       # the one that is retreating
    path: list[int] = field(default_factory=list)                    # and where it has come by
    advanced: list[int] = field(default_factory=list)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(Generic[C]):
    """What a game says about combat."""

    fought: ClassVar[int] = 0            # the state of a unit that has attacked in this phase
    hit: ClassVar[int] = 0               # of one that was attacked
    rule: ClassVar[str] = ""             # says who may attack what

    def table(self, p: C) -> Table:
        raise NotImplementedError

    def attack(self, p: C, u: int, t: int) -> int:
        """Strength of a unit against a space."""
        raise NotImplementedError

    def defence(self, p: C, t: int) -> int:
        """Strength of all that stand in a space."""
        raise NotImplementedError

    def shifts(self, p: C, units: list[int], t: int) -> list[Shift]:
        return []

    def barred(self, p: C, u: int, t: int) -> Refusal | None:
        """What else keeps a unit next to the space from attacking it."""
        return None

    def open(self, p: C, u: int, a: int, t: int) -> bool:
        """Whether a beaten unit may go from one space to the next; where it ends it needs room as well."""
        side = p.force.side[u]
        return p.holder(t) != 1 - side and (p.holder(t) == side or not p.zone[1 - side][t])

    def cut_off(self, p: C, u: int, rule: str) -> None:
        """A unit has to retreat and cannot: it is lost."""
        while p.hex[u] >= 0:
            p.lose_step(u, rule)

    # -- what it gets

    def total(self, p: C, units: list[int], t: int) -> int:
        strength = 0
        for u in units:
            strength += self.attack(p, u, t)
        return strength

    def column(self, p: C, units: list[int], t: int) -> int:
        """The column of an attack with its shifts; BELOW: it may not be made."""
        table = self.table(p)
        return table.shifted(table.odds(self.total(p, units, t), self.defence(p, t)), self.shifts(p, units, t))

    def able(self, p: C, side: Side, t: int) -> list[int]:
        """Units that may join an attack on a space."""
        found: list[int] = []
        for a in p.ground.nb[t]:
            u = p.top[a]
            if u >= 0 and p.force.side[u] == side:
                while u >= 0:
                    if not p.state[u] & self.fought and self.barred(p, u, t) is None:
                        found.append(u)
                    u = p.below[u]
        return found

    def refused(self, p: C, side: Side, t: int) -> Refusal | None:
        """Why a space cannot be attacked."""
        if p.holder(t) != 1 - side:
            return p.no(self.rule, "no-enemy-there", -1, t)
        if p.state[p.top[t]] & self.hit:
            return p.no(self.rule, "already-attacked-hex", -1, t)
        units = self.able(p, side, t)
        if not units:
            return p.no(self.rule, "nobody-to-attack", -1, t)
        return None if self.column(p, units, t) != BELOW else p.no(self.rule, "odds-too-low", -1, t)

    def targets(self, p: C, side: Side) -> list[int]:
        """Spaces that can be attacked, in the order of the ground."""
        near = {t for u in p.on_map(side) for t in p.ground.nb[p.hex[u]] if p.holder(t) == 1 - side}
        return [t for t in sorted(near) if self.refused(p, side, t) is None]

    def join_refused(self, f: Attack, p: C, u: int) -> Refusal | None:
        if p.force.side[u] != f.side:
            return p.no(self.rule, "not-your-unit", u)
        if p.hex[u] < 0 or p.hex[u] not in p.ground.nb[f.target]:
            return p.no(self.rule, "not-adjacent", u, f.target)
        if u in f.units:
            return p.no(self.rule, "already-chosen", u)
        if p.state[u] & self.fought:
            return p.no(self.rule, "already-attacked", u)
        return self.barred(p, u, f.target)

    def bearers(self, f: Attack, p: C, side: Side) -> list[int]:
        """Units that may take the next loss of a side."""
        if side == f.side:
            return [u for u in f.units if p.hex[u] >= 0]
        return p.pile(f.target) if p.holder(f.target) == side else []

    def ways(self, f: Attack, p: C, u: int) -> list[int]:
        """Where a beaten unit may go next."""
        a = p.hex[u]
        last = len(f.path) + 1 >= f.retreat if f.unit == u else f.retreat <= 1
        return [t for t in p.ground.nb[a] if t != f.target and t not in f.path and self.open(p, u, a, t)
                and (not last or p.fits(u, t))]

    def retreating(self, f: Attack, p: C) -> int:
        """The unit whose retreat goes on or is next, -1 when all are gone."""
        if not f.retreat:
            return -1
        return f.unit if f.unit >= 0 else p.top[f.target] if p.holder(f.target) == 1 - f.side else -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Target(Step[Combat, C]):
    """Attacks in any order, each on one space."""

    verbs = ("hex", "pass")

    def __init__(self, rules: Rules[C], frame: type[Attack]) -> None:
        self.rules = rules
        self.frame = frame

    def ask(self, f: Combat, p: C) -> Choices:
        near = self.rules.targets(p, f.side)
        return {f.side: [*[p.ground.acts[t] for t in near], PASS]} if near else {}

    def do(self, f: Combat, p: C, side: Side, act: Act) -> bool:
        if act == PASS:
            self.auto(f, p)
            return True
        kind: Any = self.frame
        p.call(kind(side, act.arg))
        return False

    def auto(self, f: Combat, p: C) -> None:
        """The phase is over."""
        bits = self.rules.fought | self.rules.hit
        for u in range(p.force.size):
            p.unmark(u, bits)

    def why(self, f: Combat, p: C, side: Side, act: Act) -> list[Refusal]:
        found = self.rules.refused(p, side, act.arg) if act != PASS else None
        return [found] if found is not None else []


@mypyc_attr(allow_interpreted_subclasses=True)
class Join(Step[Attack, C]):
    """Any of the units next to the space, then the attack is declared."""

    verbs = ("unit", "declare")

    def __init__(self, rules: Rules[C]) -> None:
        self.rules = rules

    def ask(self, f: Attack, p: C) -> Choices:
        rules = self.rules
        acts = [p.force.acts[u] for u in rules.able(p, f.side, f.target) if u not in f.units]
        if f.units and rules.column(p, f.units, f.target) != BELOW:
            acts.append(DECLARE)
        return {f.side: acts}

    def do(self, f: Attack, p: C, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            f.units.append(act.arg)
            return False
        rules = self.rules
        f.column = rules.column(p, f.units, f.target)
        p.tell(self.rule, "attack-declared", {
            "hex": p.ground.names[f.target], "column": rules.table(p).names[f.column],
            "attack": rules.total(p, f.units, f.target), "defence": rules.defence(p, f.target)})
        for u in f.units:
            p.mark(u, rules.fought)
        for u in p.pile(f.target):
            p.mark(u, rules.hit)
        return True

    def why(self, f: Attack, p: C, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit":
            found = self.rules.join_refused(f, p, act.arg)
            return [found] if found is not None else []
        if f.units and self.rules.column(p, f.units, f.target) != BELOW:
            return []
        return [p.no(self.rule, "odds-too-low", -1, f.target)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Roll(Step[Attack, C]):
    """One die on the column."""

    verbs = ("die",)

    def __init__(self, rules: Rules[C]) -> None:
        self.rules = rules

    def ask(self, f: Attack, p: C) -> Choices:
        return {CHANCE: D6}

    def do(self, f: Attack, p: C, side: Side, act: Act) -> bool:
        table = self.rules.table(p)
        f.die = act.arg
        r = table.result(f.column, act.arg)
        f.owed = [r.attacker, r.defender]
        f.retreat = r.retreat
        p.tell(self.rule, "combat-die", {"die": act.arg, "column": table.names[f.column]})
        p.tell(self.rule, "combat-result", {"attacker": r.attacker, "defender": r.defender, "spaces": r.retreat})
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Lose(Step[Attack, C]):
    """A side chooses who loses each step; one class for each side, for steps are saved by name."""

    verbs = ("unit",)
    who: ClassVar[int] = 0               # 0 the attacker, 1 the defender

    def __init__(self, rules: Rules[C]) -> None:
        self.rules = rules

    def ask(self, f: Attack, p: C) -> Choices:
        side = f.side if self.who == 0 else 1 - f.side
        found = self.rules.bearers(f, p, side) if f.owed[self.who] else []
        return {side: [p.force.acts[u] for u in found]} if found else {}

    def do(self, f: Attack, p: C, side: Side, act: Act) -> bool:
        p.lose_step(act.arg, self.rule)
        f.owed[self.who] -= 1
        return False

    def why(self, f: Attack, p: C, side: Side, act: Act) -> list[Refusal]:
        if act.arg in self.rules.bearers(f, p, side):
            return []
        return [p.no(self.rule, "not-in-this-fight", act.arg)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Retreat(Step[Attack, C]):
    """The owner chooses the way of each beaten unit; one that cannot go all of it is cut off."""

    verbs = ("hex",)

    def __init__(self, rules: Rules[C]) -> None:
        self.rules = rules

    def ask(self, f: Attack, p: C) -> Choices:
        u = self.rules.retreating(f, p)
        found = self.rules.ways(f, p, u) if u >= 0 else []
        return {1 - f.side: [p.ground.acts[t] for t in found]} if found else {}

    def do(self, f: Attack, p: C, side: Side, act: Act) -> bool:
        u = self.rules.retreating(f, p)
        if f.unit < 0:
            f.unit = u
            f.path = []
        f.path.append(act.arg)
        p.put(u, act.arg)
        p.tell(self.rule, "retreated", {"unit": p.force.uid[u], "hex": p.ground.names[act.arg]})
        if len(f.path) >= f.retreat:
            f.unit = -1
            f.path = []
        return False

    def auto(self, f: Attack, p: C) -> None:
        u = self.rules.retreating(f, p)
        if u >= 0:                       # it has nowhere to go; then comes the next one of the pile
            self.rules.cut_off(p, u, self.rule)
            f.unit = -1
            f.path = []
            f.at -= 1

    def why(self, f: Attack, p: C, side: Side, act: Act) -> list[Refusal]:
        u = self.rules.retreating(f, p)
        return [] if act.arg in self.rules.ways(f, p, u) else [p.no(self.rule, "no-retreat-there", u, act.arg)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Advance(Step[Attack, C]):
    """Attackers may enter the space that was left, as many as there is room for and the rule allows."""

    verbs = ("unit", "pass")
    most: ClassVar[int] = 1

    def __init__(self, rules: Rules[C]) -> None:
        self.rules = rules

    def refused(self, f: Attack, p: C, u: int) -> Refusal | None:
        if u not in f.units or p.hex[u] < 0:
            return p.no(self.rule, "not-in-this-fight", u)
        if u in f.advanced or not p.fits(u, f.target):
            return p.no(self.rule, "no-room-to-stop", u, f.target)
        return None

    def ask(self, f: Attack, p: C) -> Choices:
        if p.holder(f.target) == 1 - f.side or len(f.advanced) >= self.most:
            return {}
        found = [p.force.acts[u] for u in f.units if self.refused(f, p, u) is None]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Attack, p: C, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        f.advanced.append(act.arg)
        p.put(act.arg, f.target)
        p.tell(self.rule, "advanced", {"unit": p.force.uid[act.arg], "hex": p.ground.names[f.target]})
        return False

    def why(self, f: Attack, p: C, side: Side, act: Act) -> list[Refusal]:
        found = self.refused(f, p, act.arg) if act.verb == "unit" else None
        return [found] if found is not None else []
