"""[1.11c-h, 1.12e, 1.18, scs.cbt.8, scs.cbt.9, scs.adv.1] What a combat does: losses, retreats, tank rolls, advance."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.guadalajara.rules.ch01_battle import Attack, armour_of, column, duel_drm, duellists, engaged, wreck
from frente.games.guadalajara.rules.ch01_losses import BY_ATTACK, BY_DEFENCE, Fates, Losses, Stranded
from frente.games.guadalajara.rules.ch01_move import abandons
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch01_steps import SCN4_COLUMN
from frente.games.guadalajara.state.board import ITALIAN, TankResult
from frente.games.guadalajara.state.position import (
    COMBAT,
    EMPTIED,
    FROM_EAST,
    HELD,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Fact, Refusal, Side, Step
from frente.kit.steps import Die


class DuelResult(Step[Attack, Guadalajara]):
    """[1.11h, 1.12e.3, R143] Steps lost and tanks disabled; whoever used flamethrowers is spared and exhausted."""

    rule = "1.11h"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        if not f.duel:
            return
        a, d = duellists(f, p)
        b = p.board
        roll = f.duel + duel_drm(f, p)
        line = b.tank_vs_tank[roll - b.tvt_low]
        p.tell("1.11h", "tank-combat", {"unit": b.uid[a], "enemy": b.uid[d], "die": f.duel, "roll": roll})
        if not b.flame[a]:
            hurt(p, a, line.attacker_steps, line.attacker_disabled, "1.11h")
        if f.flame != d:
            hurt(p, d, line.defender_steps, line.defender_disabled, "1.11h")


def hurt(p: Guadalajara, u: int, steps: int, disabled: bool, rule: str) -> None:
    for _ in range(min(steps, p.steps[u])):
        p.lose_step(u, rule, COMBAT)
    if disabled and p.hex[u] >= 0:
        p.disable(u, rule)


class ReadResult(Step[Attack, Guadalajara]):
    """[1.18, 1.6c.2, 2.7d.5, 4.7a, R49, R59, R60] The cell, with what supply and panic add to a retreat."""

    rule = "1.18a"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        b = p.board
        c = column(f.rung)
        if c < 0:
            cell = b.hopeless
            code = "A2r2"
        else:
            roll = min(max(sum(f.dice) + f.drm, 0), b.rows)          # [scs.cbt.5]
            cell = b.results[c + roll]
            code = b.ladder[c + roll]
            if code == "NE" and f.intensive == 1:
                cell = b.intense
                code = "A1r1D1r1"
        f.result = [cell.attacker, cell.attacker_retreat, cell.defender, cell.defender_retreat]
        f.result[3] = longer(p, f.defenders, cell.defender, cell.defender_retreat)
        p.tell("scs.cbt.8", "combat-result", {"hex": b.names[f.target], "result": code,
                                              "column": b.columns[c] if c >= 0 else "A2r2",
                                              "dice": "+".join(str(x) for x in f.dice) or "-", "drm": f.drm})


def longer(p: Guadalajara, units: Sequence[int], steps: int, hexes: int) -> int:
    """[1.6c.2, 2.7d.5, R59, R60] Hexes of retreat for a stack that suffers a result."""
    extra = 0
    if any(p.state[u] & UNSUPPLIED for u in units) and (hexes or (steps and not p.opt.oos_only_retreat)):
        extra += 1
    if hexes and any(p.panic[p.board.division[u]] for u in units):
        extra += 1
    return hexes + extra


class AttackerLosses(Step[Attack, Guadalajara]):
    """[scs.cbt.9] The attacker loses first."""

    rule = "scs.cbt.9"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        p.short = 0
        if f.result[0]:
            p.call(Losses(f.side, f.units[:], f.result[0], BY_ATTACK, COMBAT, "scs.cbt.8"))


class DefenderLosses(Step[Attack, Guadalajara]):
    """[scs.cbt.9] Then the defender."""

    rule = "scs.cbt.9"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        f.short[0] = p.short
        p.short = 0
        if f.result[2]:
            p.call(Losses(1 - f.side, f.defenders[:], f.result[2], BY_DEFENCE, COMBAT, "scs.cbt.8"))


class Exhaustion(Step[Attack, Guadalajara]):
    """[1.12e.1, 1.12e.2] Flamethrowers that were used lose a step, over and above everything else."""

    rule = "1.12e.1"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        f.short[1] = p.short             # [1.11e.1, 1.11e.2]
        p.short = 0
        used = [u for u in engaged(f) if p.board.flame[u]]
        if f.flame >= 0:
            used.append(f.flame)
        for u in used:
            if p.hex[u] >= 0:
                p.lose_step(u, "1.12e.1", COMBAT)


class DefenderRetreat(Step[Attack, Guadalajara]):
    """[scs.cbt.9, 1.11g, 1.12f.3, 1.19] Everybody in the hex but the trucks."""

    rule = "scs.cbt.9"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        units = [u for u in f.defenders if p.hex[u] == f.target]
        if f.result[3] and units:
            p.call(Retreat(1 - f.side, units, f.result[3], f.target))


class AttackerRetreat(Step[Attack, Guadalajara]):
    """[scs.cbt.9, scs.ovr.6, 1.11g, 1.12f.3, R53] Hex by hex; armour goes with its stack, bystanders stay.

    Armour that supports an attack of others stays with company that stays.
    """

    rule = "scs.cbt.9"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        b = p.board
        steps, hexes = f.result[0], f.result[1]
        for h in sorted(set(f.origins), reverse=True):
            units = [u for u in f.units if p.hex[u] == h]
            if all(b.escorted[u] for u in units):
                continue
            n = longer(p, units, steps, hexes)       # each hex by itself (R161)
            if not n:
                continue
            f.result[1] = max(f.result[1], n)        # somebody retreats: nobody advances (R63)
            rest = [u for u in p.stack_at(h) if u not in units]
            if not f.overrun and all(b.escorted[u] for u in rest):
                units += rest
            p.call(Retreat(f.side, units, n, h, spared=f.target))


class TankRoll(Die[Attack, Guadalajara]):
    """[1.11f.2] The armour that took part without enemy armour rolls afterwards."""

    rule = "1.11f.2"

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if f.tank >= 0 and p.hex[f.tank] >= 0 else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        b = p.board
        line: TankResult = b.after_combat[act.arg + f.tank_drm]
        u, f.tank = f.tank, -1
        p.tell("1.11f.2", "tank-roll", {"unit": b.uid[u], "die": act.arg, "drm": f.tank_drm})
        hurt(p, u, line.attacker_steps, line.attacker_disabled, "1.11f.2")
        return True


class LeftAlone(Step[Attack, Guadalajara]):
    """[1.11d, 1.11e, R144] Armour and engineers whose company is gone."""

    rule = "1.11d.1"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        tank = armour_of(p, f.units)
        p.call(Stranded(f.side, f.short[0] > 0, p.hex[tank] if tank >= 0 else -1))
        p.call(Stranded(1 - f.side, f.short[1] > 0, f.target))


class Vacated(Step[Attack, Guadalajara]):
    """[scs.adv.1, scs.ovr.3, R63] Whether the hex has been emptied by this combat."""

    rule = "scs.adv.1"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        f.emptied = p.holder(f.target) < 0 and not f.result[1] and any(p.hex[u] >= 0 for u in f.units)
        p.note = EMPTIED if f.emptied else HELD


def advance_refusals(f: Attack, p: Guadalajara, u: int) -> list[Refusal]:
    """[scs.adv.1, R64, 1.11b, 2.6a, 1.17a.1] Who may advance: a unit, with the armour that it would leave alone."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[f.target]}
    if u not in f.units or p.hex[u] < 0 or p.hex[u] == f.target:
        return [Refusal("scs.adv.1", "did-not-attack", who)]
    found = barred(f, p, u)
    charges = wards(p, u)
    rule = p.room([u, *charges], f.target)
    if rule:
        found.append(Refusal(rule, "stack-not-legal", who))
    if any(v not in f.units or barred(f, p, v) for v in charges):
        found.append(Refusal("1.11b", "leaves-armour-alone", {**who, "left": ""}))
    return found


def barred(f: Attack, p: Guadalajara, u: int) -> list[Refusal]:
    """[R64, 2.6a, 1.17a.1] What keeps a unit out of the hex itself."""
    b = p.board
    a, t = p.hex[u], f.target
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    found: list[Refusal] = []
    if not b.open[b.nation[u]][t] and not (b.nation[u] == 1 and b.south[a]):
        found.append(Refusal("R64", "not-across-the-line", who))
    if b.nation[u] == ITALIAN and ((b.column[t] < b.limit_column and not p.taken)
                                   or (p.state[u] & FROM_EAST and b.column[t] < SCN4_COLUMN)):
        found.append(Refusal("1.17a.1", "brihuega-first", {**who, "left": ""}))
    if not b.cost[p.moves_as(u)][a][b.toward(a, t)] or (u == b.rr and not b.near_rail[t]):
        found.append(Refusal("scs.mov.1", "prohibited-ground", {**who, "left": ""}))
    return found


def wards(p: Guadalajara, u: int) -> list[int]:
    """[1.11b, 1.12b] Armour and engineers that would be alone without a unit."""
    return [v for v in p.stack_at(p.hex[u]) if v != u] if abandons(p, [u], p.hex[u]) else []


class Advance(Step[Attack, Guadalajara]):
    """[scs.adv.1] Any of the attackers that did not retreat, within stacking, free of cost; nobody has to.

    [1.11b] Armour never stays behind alone: it goes along with the last of its company.
    """

    rule = "scs.adv.1"
    verbs = ("unit", "pass")

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        if f.overrun or not f.emptied:
            return {}
        found = [p.board.unit_acts[u] for u in f.units if not advance_refusals(f, p, u)]
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        for u in (act.arg, *wards(p, act.arg)):
            p.put(u, f.target)
            p.tell("scs.adv.1", "advances", {"unit": p.board.uid[u], "hex": p.board.names[f.target]})
        return False

    def why(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        return advance_refusals(f, p, act.arg) if act.verb == "unit" else []


class Reckoning(Step[Attack, Guadalajara]):
    """[1.14a.1, 1.16e.2] Rolls for the infantry that was destroyed; its trucks are lost."""

    rule = "1.14a.1"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        p.disclose(f.side)
        wreck(p, f.thrown, f.trucks)
        p.call(Fates())


AFTERMATH: Final[Sequence[Step[Any, Any]]] = (
    ReadResult(), AttackerLosses(), DefenderLosses(), Exhaustion(), DefenderRetreat(), AttackerRetreat(), TankRoll(),
    LeftAlone(), Vacated(), Advance(), Reckoning())
