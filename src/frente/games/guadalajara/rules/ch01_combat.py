"""[1.9, 1.11, 1.12, 1.18, scs.cbt] Combat and overruns: who attacks, what both sides commit, odds, dice."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.rules.ch01_battle import (
    Attack,
    anti_tank,
    armour_of,
    attack_total,
    column,
    defence_total,
    duellists,
    engaged,
    modifiers,
    odds,
    shifts,
    supports,
    unload_all,
)
from frente.games.guadalajara.rules.ch01_results import AFTERMATH, DuelResult
from frente.games.guadalajara.state.board import ITALIAN
from frente.games.guadalajara.state.position import (
    ASTRAY,
    FOUGHT,
    PINNED,
    RELIEF,
    RESERVE,
    Guadalajara,
)
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.scs.odds import POINT
from frente.kit.steps import Die

ATTACK_NOW: Final = Act("attack")
INTENSIVE: Final = Act("intensive")


@dataclass
class Combat(Frame):
    """[scs.cbt.1] The Combat Phase of a side: attacks one after another."""

    side: Side
    struck: list[int] = field(default_factory=list)          # hexes attacked in this phase (scs.cbt.3)


# -- who may attack


def attacker_refusals(p: Guadalajara, side: Side, u: int, t: int) -> list[Refusal]:
    """Every rule that keeps a unit out of any regular attack on hex *t*."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    if b.side[u] != side:
        return [Refusal("scs.cbt.1", "not-your-unit", who)]
    if b.truck[u] or p.hex[u] < 0 or t not in b.nbset[p.hex[u]]:
        return [Refusal("scs.cbt.1", "not-adjacent", who)]
    return unfit(p, u, t)


def unfit(p: Guadalajara, u: int, t: int) -> list[Refusal]:
    """Every rule that keeps a unit beside hex *t* out of any regular attack on it."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[t]}
    state = p.state[u]
    found: list[Refusal] = []
    if state & FOUGHT:
        found.append(Refusal("scs.cbt.3", "already-attacked", who))
    if state & RESERVE:
        found.append(Refusal("1.13b", "in-reserve", who))
    if b.gun[u]:
        found.append(Refusal("1.8b.1", "guns-do-not-attack", who))
    if b.hq[u]:
        found.append(Refusal("1.6b.3", "no-attack-strength", who))
    if p.aboard[u] >= 0:
        found.append(Refusal("1.16b.2", "loaded", who))
    if p.panic[b.division[u]]:
        found.append(Refusal("2.7d.3", "panicked", who))
    if state & PINNED and p.turn == b.first_turn:
        found.append(Refusal("scn.4.rep.sra", "pinned", who))
    if state & ASTRAY:
        found.append(Refusal("R37", "must-come-back", {**who, "left": ""}))
    if state & RELIEF and p.opt.late_static and b.south[p.hex[u]]:           # [scn.3.nat.arr]
        found.append(Refusal("R121", "stands-fast", who))
    elif not sector(p, u, t):
        rule = "2.6a.1" if b.nation[u] == ITALIAN else "2.6a.2"
        found.append(Refusal(rule if b.play[t] else "R122", "not-across-the-line", who))
    return found


def sector(p: Guadalajara, u: int, t: int) -> bool:
    """[2.6a, R122] Whether a unit may fight there."""
    b = p.board
    if b.open[b.nation[u]][t] and (p.opt.line_none or not (
            b.corridor[t] and b.nation[u] == ITALIAN and b.south[p.hex[u]])):
        return True
    if b.nation[u] == 1 and b.play[t] and (p.opt.line_loose or p.state[u] & RELIEF):
        return b.south[p.hex[u]]
    return False


def able(p: Guadalajara, side: Side, t: int) -> list[int]:
    """[scs.cbt.1, scs.cbt.4] Who may attack a hex, whatever the strength."""
    return [u for a in p.board.nb[t] if p.holder(a) == side for u in p.stack_at(a) if not unfit(p, u, t)]


def targets(f: Combat, p: Guadalajara) -> list[int]:
    """[scs.cbt.1, scs.cbt.3, scs.cbt.7] Enemy hexes that somebody with an attack strength may attack."""
    b = p.board
    held = {p.hex[u] for u in b.fighters[1 - f.side] if p.hex[u] >= 0}
    return sorted(                       # by place: in the order of units it would tell who stands there
        t for t in held if t not in f.struck and any(b.attack[v][p.steps[v]] for v in able(p, f.side, t)))


class ChooseTarget(Step[Combat, Guadalajara]):
    """[scs.cbt.1, scs.cbt.2, scs.cbt.3] No attack is compulsory."""

    rule = "scs.cbt.1"
    verbs = ("hex", "pass")

    def ask(self, f: Combat, p: Guadalajara) -> Choices:
        found = targets(f, p)
        return {f.side: [*[p.board.hex_acts[t] for t in found], PASS]} if found else {}

    def do(self, f: Combat, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        f.struck.append(act.arg)
        p.call(Attack(side, act.arg))
        return False

    def why(self, f: Combat, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "hex":
            return []
        b = p.board
        where: dict[str, Fact] = {"hex": b.names[act.arg]}
        if p.holder(act.arg) != 1 - f.side:
            return [Refusal("scs.cbt.2", "no-enemy-there", where)]
        if act.arg in f.struck:
            return [Refusal("scs.cbt.3", "hex-attacked-already", where)]
        near = [u for u in b.fighters[side] if p.hex[u] >= 0 and act.arg in b.nbset[p.hex[u]]]
        if not near:
            return [Refusal("scs.cbt.1", "nobody-adjacent", where)]
        found = [r for u in near for r in attacker_refusals(p, side, u, act.arg)]
        if any(b.attack[v][p.steps[v]] for v in able(p, side, act.arg)):
            return []
        return found or [Refusal("scs.cbt.7", "no-strength-there", where)]


def joining_refusals(f: Attack, p: Guadalajara, u: int) -> list[Refusal]:
    """[1.11a.2, 1.12d.2, 2.6b, 4.1, scs.cbt.7] Rules about those already in the attack."""
    b = p.board
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[f.target]}
    if u in f.units:
        return [Refusal("scs.cbt.3", "already-in", who)]
    found: list[Refusal] = []
    for v in f.units:
        if b.nation[u] != b.nation[v]:
            found.append(Refusal("2.6b", "no-cooperation", who))
            break
    if p.opt.political and any({b.faction[u], b.faction[v]} == {"communist", "anarchist"} for v in f.units):
        found.append(Refusal("4.1", "politics", who))
    if b.armour[u] and any(b.armour[v] for v in f.units):
        found.append(Refusal("1.11a.2", "one-armour", who))
    if b.flame[u] and any(b.flame[v] for v in f.units):
        found.append(Refusal("1.12d.2", "no-double-flame", who))
    if not b.attack[u][p.steps[u]] and not any(b.attack[v][p.steps[v]] for v in f.units):
        found.append(Refusal("scs.cbt.7", "cannot-attack-alone", who))
    return found


class Compose(Step[Attack, Guadalajara]):
    """[scs.cbt.2, scs.cbt.4, R155] Attackers one by one, then the word. Choosing flamethrowers is using them."""

    rule = "scs.cbt.2"
    verbs = ("unit", "attack")

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        if f.overrun:
            return {}
        acts = [p.board.unit_acts[u] for u in able(p, f.side, f.target) if not joining_refusals(f, p, u)]
        if f.units:
            acts.append(ATTACK_NOW)
        return {f.side: acts}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == ATTACK_NOW:
            return True
        f.units.append(act.arg)
        return False

    def why(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit":
            found = attacker_refusals(p, side, act.arg, f.target)
            return found or joining_refusals(f, p, act.arg)
        return [] if f.units else [Refusal("scs.cbt.7", "nobody-attacks", {})]


class Contact(Step[Attack, Guadalajara]):
    """[1.16d.1, scs.fog, 4.6c] Loaded defenders are thrown off their trucks, disorganised; both sides are laid open."""

    rule = "1.16d.1"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        b = p.board
        f.origins = [p.hex[u] for u in f.units]
        f.defenders = p.stack_at(f.target)
        if p.opt.hidden_stacks or p.opt.secret_rolls:
            p.reveal()
        unload_all(p, f.defenders, f.thrown, f.trucks)
        if not f.overrun:
            for u in f.units:
                p.state[u] |= FOUGHT     # [scs.cbt.3]
        p.tell("scs.cbt.2", "overrun-declared" if f.overrun else "attack-declared", {
            "hex": b.names[f.target], "units": ", ".join(b.uid[u] for u in f.units),
            "defenders": ", ".join(b.uid[u] for u in f.defenders)})


# -- commitments


def flamers(f: Attack, p: Guadalajara) -> list[int]:
    return [u for u in f.defenders if p.board.flame[u]]


def carried_flames(f: Attack, p: Guadalajara) -> list[int]:
    """Flamethrower units that came along in an overrun; in a regular attack they are named or left out (R160)."""
    return [u for u in f.units if p.board.flame[u]] if f.overrun else []


class OverrunWithFlame(Step[Attack, Guadalajara]):
    """[1.12f.1, 1.12d.2] Nobody has to use flamethrowers that move with an overrunning stack; one unit at most."""

    rule = "1.12f.1"
    verbs = ("unit", "pass")

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        found = carried_flames(f, p)
        return {f.side: [*[p.board.unit_acts[u] for u in found], PASS]} if found else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        f.idle = [u for u in carried_flames(f, p) if p.board.unit_acts[u] != act]
        return True

    def why(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit" and act.arg not in carried_flames(f, p):
            return [Refusal("1.12f.1", "no-flamethrowers-there", {"unit": p.board.uid[act.arg]})]
        return []


class DefendWithFlame(Step[Attack, Guadalajara]):
    """[1.12f.1, 1.12d.2] The defender decides on his flamethrowers; one unit at most."""

    rule = "1.12f.1"
    verbs = ("unit", "pass")

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        found = flamers(f, p)
        return {1 - f.side: [*[p.board.unit_acts[u] for u in found], PASS]} if found else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        if act != PASS:
            f.flame = act.arg
        return True

    def why(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit" and act.arg not in flamers(f, p):
            return [Refusal("1.12f.1", "no-flamethrowers-there", {"unit": p.board.uid[act.arg]})]
        return []


class CloseSupport(Step[Attack, Guadalajara]):
    """[1.10a.1, 1.10a.2, R65, R155] Attacker, then defender: points for column shifts, before the column is found."""

    rule = "1.10a.2"
    verbs = ("points",)

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        for s in (f.side, 1 - f.side):
            if f.air[s] < 0 and supports(p, s, f.target):
                return {s: [Act("points", n) for n in range(supports(p, s, f.target) + 1)]}
        return {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        f.air[side] = act.arg
        p.air[side] -= act.arg
        p.tell("1.10a.1", "close-support", {"side": side, "points": act.arg})
        return False

    def auto(self, f: Attack, p: Guadalajara) -> None:
        f.air = [max(0, n) for n in f.air]

    def why(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.arg > supports(p, side, f.target):
            return [Refusal("1.10.2a", "not-enough-air", {"points": supports(p, side, f.target)})]
        return []


class DeclareIntensive(Step[Attack, Guadalajara]):
    """[4.7a, 4.7b, R67] Option: before the dice of the normal combat."""

    rule = "4.7a"
    verbs = ("intensive", "pass")

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        return {f.side: [INTENSIVE, PASS]} if p.opt.intensive else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        f.intensive = 1 if act == INTENSIVE else 0
        return True


# -- armour against armour, odds and dice


class Duel(Die[Attack, Guadalajara]):
    """[1.11f.1, 1.11h, R54] Tank combat first; it does not change the normal one."""

    rule = "1.11h"

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if duellists(f, p)[0] >= 0 else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        f.duel = act.arg
        return True


class Odds(Step[Attack, Guadalajara]):
    """[scs.cbt.5, R48] Odds, shifts and DRM are fixed before tank losses and dice."""

    rule = "scs.cbt.5"

    def auto(self, f: Attack, p: Guadalajara) -> None:
        base = odds(f, p)
        f.rung = base + sum(x.value for x in shifts(f, p))
        f.drm = sum(x.value for x in modifiers(f, p))
        a, d = armour_of(p, engaged(f)), armour_of(p, f.defenders)
        if (a >= 0) != (d >= 0):
            f.tank = a if a >= 0 else d              # [1.11f.2]
            if p.board.flame[f.tank]:
                f.tank = -1              # [1.12e.3, R143] exhaustion instead, or nothing if undeclared
            f.tank_drm = 1 if a >= 0 and anti_tank(f, p) else 0          # [1.9b]
        if p.opt.secret_rolls and any(p.board.division[u] for u in f.defenders):
            p.reveal()                   # [4.6c] the DRM tells whether they have panicked
        p.tell("scs.cbt.5", "odds", {
            "attack": attack_total(f, p) // POINT, "drm": f.drm,
            "defence": defence_total(p, f.defenders, f.target, f.side) // POINT,
            "column": p.board.columns[column(f.rung)] if column(f.rung) >= 0 else "-"})


class CombatDice(Die[Attack, Guadalajara]):
    """[scs.cbt.5] Two dice, unless the odds are hopeless (1.18a, R50)."""

    rule = "scs.cbt.5"

    def ask(self, f: Attack, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if column(f.rung) >= 0 else {}

    def do(self, f: Attack, p: Guadalajara, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        return len(f.dice) == 2


play(Combat, ChooseTarget())
play(Attack, Compose(), Contact(), OverrunWithFlame(), DefendWithFlame(), CloseSupport(), DeclareIntensive(), Odds(),
     Duel(), DuelResult(), CombatDice(), *AFTERMATH)
