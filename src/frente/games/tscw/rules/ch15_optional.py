"""[15] Optional rules with decisions of their own: reconnaissance, the Alcázar, column dice, the Pyrenees."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.rules.ch04_victory import FALL, shift_morale
from frente.games.tscw.rules.ch10_supply import border_stack
from frente.games.tscw.state.board import NAT, REP
from frente.games.tscw.state.frames import DONE, Phase, Turn
from frente.games.tscw.state.position import SCOUTED, Tscw, refusal
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

FIRST_SCOUT: Final = 14                  # turn (15.1a)
BREAKS: Final = 4                        # turn on which the Alcázar falls by itself (7.34e)
CAST: Final = Act("cast")


# -- reconnaissance


def can_scout(p: Tscw, u: int) -> bool:
    """[15.1a, R128] From turn 14 each Republican headquarters once a turn, at a Nationalist stack within two hexes."""
    ready = p.opt.recon and p.turn >= FIRST_SCOUT and p.hex[u] >= 0 and not p.state[u] & SCOUTED
    return ready and bool(seen_from(p, u))


def seen_from(p: Tscw, u: int) -> list[int]:
    return [h for h in sorted(p.board.within[p.hex[u]]) if p.holder(h) == NAT]


@dataclass
class Scout(Frame):
    """[15.1] One attempt."""

    unit: int
    hex: int = -1
    die: int = 0


class ScoutHex(Listed[Scout, Tscw]):
    """[15.1a] Which stack."""

    rule = "15.1a"
    verbs = ("hex",)

    def ask(self, f: Scout, p: Tscw) -> Choices:
        return {REP: [p.board.hex_acts[h] for h in seen_from(p, f.unit)]}

    def do(self, f: Scout, p: Tscw, side: Side, act: Act) -> bool:
        f.hex = act.arg
        p.state[f.unit] |= SCOUTED
        return True

    def why(self, f: Scout, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "15.1a", "out-of-sight", f.unit, act.arg)]


class ScoutDie(Die[Scout, Tscw]):
    """[15.1a]"""

    rule = "15.1a"


class ScoutResult(Step[Scout, Tscw]):
    """[15.1b] On a 1 the defence factors of the hex are told; what was told stays known this turn."""

    rule = "15.1b"

    def auto(self, f: Scout, p: Tscw) -> None:
        if f.die != 1:
            p.tell("15.1b", "scout-fails", {"hex": p.board.title(f.hex), "die": f.die})
            return
        total = sum([p.defence(u) for u in p.stack_at(f.hex)])
        p.recon.append([f.hex, total])
        p.tell("15.1b", "scout-reports", {"hex": p.board.title(f.hex), "defence": total}, REP)


play(Scout, ScoutHex(), ScoutDie(), ScoutResult())


# -- the Alcázar


class AlcazarDie(Die[Turn, Tscw]):
    """[15.2a, 15.2b, R129, R130] A die each turn, harder to take with nobody in Toledo."""

    rule = "15.2b"

    def ask(self, f: Turn, p: Tscw) -> Choices:
        return {CHANCE: D6} if p.opt.siege and p.alcazar else {}

    def do(self, f: Turn, p: Tscw, side: Side, act: Act) -> bool:
        die = act.arg
        if p.holder(p.board.toledo) != REP:
            die += p.opt.empty_bonus
        p.tell("15.2b", "alcazar-die", {"die": act.arg, "final": die})
        if die <= p.board.alcazar_falls[p.turn]:
            fall(p)
            shift_morale(p, 1, FALL, "15.2c")
        return True

    def auto(self, f: Turn, p: Tscw) -> None:
        if not p.opt.siege and p.alcazar and p.turn >= BREAKS:
            fall(p)                      # [7.34e, R62] without a change of morale


def fall(p: Tscw) -> None:
    """[7.34e, 15.2c]"""
    p.alcazar = 0
    p.call_alcazar = 0                   # [7.34c]
    p.tell("7.34e", "alcazar-fallen", {})


# -- columns on the attack


@dataclass
class ColumnRolls(Frame):
    """[15.7.1, R134, R135] Before anything moves: which columns will obey an order to attack."""

    group: list[int] = field(default_factory=list)           # hexes rolled for together
    unit: int = -1
    die: int = 0


def unrolled(p: Tscw) -> list[int]:
    return [u for u in p.on_map(REP) if p.column(u) and not p.rolled[u]]


class ChooseRoll(Listed[ColumnRolls, Tscw]):
    """[15.7.1a, 15.7.1b] One column alone, or whole stacks together with -1."""

    rule = "15.7.1b"
    verbs = ("roll", "group", "cast", "done")

    def ask(self, f: ColumnRolls, p: Tscw) -> Choices:
        left = unrolled(p)
        hexes = sorted({p.hex[u] for u in left if p.hex[u] not in f.group})
        acts = [Act("group", h) for h in hexes]
        if f.group:
            return {REP: [*acts, CAST]}
        return {REP: [*[Act("roll", u) for u in left], *acts, DONE]}

    def do(self, f: ColumnRolls, p: Tscw, side: Side, act: Act) -> bool:
        if act == DONE:
            return f.close()
        if act.verb == "group":
            f.group.append(act.arg)
            return False
        f.unit = act.arg if act.verb == "roll" else -1
        return True

    def why(self, f: ColumnRolls, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "group":
            return [refusal(p, "15.7.1b", "no-columns-there", -1, act.arg)]
        if act.verb == "roll":
            return [refusal(p, "15.7.1a", "no-column-to-roll", act.arg)]
        return [Refusal("15.7.1b", "finish-the-group" if f.group else "no-group", {})]


class ColumnDie(Die[ColumnRolls, Tscw]):
    """[15.7.1a]"""

    rule = "15.7.1a"


class ColumnResult(Step[ColumnRolls, Tscw]):
    """[15.7.1a, 15.7.1b, R134]"""

    rule = "15.7.1a"

    def auto(self, f: ColumnRolls, p: Tscw) -> None:
        die = max(1, f.die + p.board.group_roll) if f.group else f.die
        value = p.board.column_die[die]
        units = [f.unit] if f.unit >= 0 else [u for u in unrolled(p) if p.hex[u] in f.group]
        for u in units:
            p.rolled[u] = 10 + value     # -9 refuses
        p.tell("15.7.1a", "columns-rolled", {"units": len(units), "die": die,
                                             "result": "refuse" if value < -1 else f"{value:+d}"})
        f.group = []
        f.at = 0


play(ColumnRolls, ChooseRoll(), ColumnDie(), ColumnResult())


class RollForColumns(Step[Phase, Tscw]):
    """[15.7.1a] At the start of the Republican movement phase."""

    rule = "15.7.1a"

    def auto(self, f: Phase, p: Tscw) -> None:
        for u in p.board.ground[REP]:
            p.rolled[u] = 0
        if p.opt.column_rolls and f.side == REP:
            p.call(ColumnRolls())


# -- the Pyrenees


class NamePyrenees(Listed[Turn, Tscw]):
    """[15.9, R137] Which division, or stack of up to three brigades, the French border feeds until named anew."""

    rule = "15.9"
    verbs = ("hex", "pass")

    def ask(self, f: Turn, p: Tscw) -> Choices:
        if not p.opt.pyrenees or not any(p.board.border[h] and p.holder(h) == REP for h in range(p.board.size)):
            return {}
        return {REP: [*[p.board.hex_acts[h] for h in range(p.board.size) if border_stack(p, h)], PASS]}

    def do(self, f: Turn, p: Tscw, side: Side, act: Act) -> bool:
        p.pyrenees = 0 if act == PASS else act.arg + 1
        return True

    def auto(self, f: Turn, p: Tscw) -> None:
        p.pyrenees = 0

    def why(self, f: Turn, p: Tscw, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "15.9", "not-a-border-stack", -1, act.arg)]


class NamePyreneesAgain(NamePyrenees):
    """[15.9, R137] And again before attrition."""

    rule = "15.9"
    verbs = ("hex", "pass")
    prompt = "NamePyrenees"
