"""[1.2a, 1.4, 1.11d, 1.11e, 1.14, 8.0 of the series] Step losses, what becomes of the dead, and armour left alone."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.state.position import COMBAT, DEAD, RESERVE, RETURNING, Guadalajara
from frente.kernel.flow import CHANCE, D6, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.scs.losses import strongest
from frente.kit.steps import Die

# Who may lose the first step.
ANY: Final = 0                           # anybody (1.8f.1)
BY_ATTACK: Final = 1                     # the strongest attacker (scs.loss.1)
BY_DEFENCE: Final = 2


@dataclass
class Losses(Frame):
    """Steps to be lost by some units of one side, one question a step."""

    side: Side
    units: list[int]
    owed: int
    first: int
    cause: int
    rule: str
    trucks: bool = False                 # empty trucks of the hex may take the loss (1.16e.3)
    armour: bool = False                 # armour loses it too, once nobody else is left (R83)
    taken: int = 0


def able(f: Losses, p: Guadalajara) -> list[int]:
    """[1.11c, 1.12c, 1.16e.3] Those that can lose a step at all."""
    alive = [u for u in f.units if p.hex[u] >= 0]
    return [u for u in alive if not p.board.armour[u]] or (alive if f.armour else [])


def regulars(p: Guadalajara, h: int) -> bool:
    """[1.4a] Italian regulars in a hex, for whom volunteers with them lose first."""
    return any(p.board.regular[u] for u in p.stack_at(h))


def volunteers_first(f: Losses, p: Guadalajara, found: list[int]) -> list[int]:
    """[1.4a, R57, R141] If the first step must come from volunteers: those that may give it."""
    b = p.board
    if f.taken:
        return []
    if f.first == ANY:
        if not p.opt.volunteer_barrage:
            return []
        return [u for u in found if b.volunteer[u] and regulars(p, p.hex[u])]
    if p.opt.volunteer_whole:
        if any(b.regular[u] for u in f.units if p.hex[u] >= 0):
            return [u for u in found if b.volunteer[u]]
        return []
    top = strongest(found, [rank(f, p, u) for u in found])
    hexes = {p.hex[u] for u in top if regulars(p, p.hex[u])}
    return [u for u in found if b.volunteer[u] and p.hex[u] in hexes]


def rank(f: Losses, p: Guadalajara, u: int) -> int:
    """[scs.loss.1, R57] Printed strength of the face that shows."""
    b = p.board
    return (b.attack if f.first == BY_ATTACK else b.defence)[u][p.steps[u]]


def candidates(f: Losses, p: Guadalajara) -> list[int]:
    """Units that may lose the next step, trucks included where they may."""
    found = able(f, p)
    chosen = volunteers_first(f, p, found)
    if not chosen:
        if not f.taken and f.first != ANY:
            chosen = strongest(found, [rank(f, p, u) for u in found])
        else:
            chosen = found
    if f.trucks:
        chosen = [*chosen, *truck_at(f, p)]
    return chosen


def truck_at(f: Losses, p: Guadalajara) -> list[int]:
    """[1.16e.3] An empty truck of the hex; they are all alike, so the first one stands for them."""
    h = next((p.hex[u] for u in f.units if p.hex[u] >= 0), -1)
    if h < 0 or not p.wheels[f.side][h]:
        return []
    return [next(t for t in p.board.trucks[f.side] if p.hex[t] == h and p.cargo[t] < 0)]


class TakeLoss(Step[Losses, Guadalajara]):
    """[scs.loss.1, scs.loss.2, 1.4a, 1.8f.1] The owner names the unit; with one candidate nothing is asked."""

    rule = "scs.loss.2"
    verbs = ("unit",)

    def ask(self, f: Losses, p: Guadalajara) -> Choices:
        if f.owed <= 0:
            return {}
        found = candidates(f, p)
        if len(found) < 2:
            return {}
        acts = p.board.unit_acts
        return {f.side: [acts[u] for u in found]}

    def do(self, f: Losses, p: Guadalajara, side: Side, act: Act) -> bool:
        lose(f, p, act.arg)
        return False

    def auto(self, f: Losses, p: Guadalajara) -> None:
        found = candidates(f, p) if f.owed > 0 else []
        if found:
            lose(f, p, found[0])
            f.at = 0
        else:
            p.short = f.owed

    def why(self, f: Losses, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.arg in candidates(f, p):
            return []
        b = p.board
        u = act.arg
        who: dict[str, int | str] = {"unit": b.uid[u]}
        if b.truck[u]:
            return [Refusal("1.16e.3", "trucks-take-no-loss", who)]
        if u not in f.units or p.hex[u] < 0:
            return [Refusal("scs.loss.2", "not-among-them", who)]
        if b.armour[u]:
            return [Refusal("1.11c", "armour-takes-no-loss", who)]
        if volunteers_first(f, p, able(f, p)):
            return [Refusal("1.4a", "volunteers-first", who)]
        return [Refusal("scs.loss.1", "strongest-first", who)]


def lose(f: Losses, p: Guadalajara, u: int) -> None:
    """[scs.loss.1, scs.loss.2]"""
    f.owed -= 1
    f.taken += 1
    if p.board.truck[u]:
        p.lose_truck(u, "1.16e.3")
    else:
        p.lose_step(u, f.rule, f.cause)


# -- the dead


@dataclass
class Fates(Frame):
    """[1.14] Reconstitution rolls for the infantry that has just been destroyed."""


class ReconstitutionRoll(Die[Fates, Guadalajara]):
    """[1.14a.1, 1.14a.2, 1.14a.3, 1.14b, 1.14c, R95]"""

    rule = "1.14a.1"

    def ask(self, f: Fates, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if p.fallen else {}

    def do(self, f: Fates, p: Guadalajara, side: Side, act: Act) -> bool:
        u = p.fallen.pop(0)
        b = p.board
        only = b.side[u] if p.opt.secret_rolls else -2
        delay = act.arg + b.recon[b.faction[u]]
        if act.arg == 1 or p.turn + delay > b.last_turn:
            p.hex[u] = DEAD
            p.tell("1.14a.2" if act.arg == 1 else "1.14a.3", "gone-for-good", {"unit": b.uid[u], "die": act.arg}, only)
            return False
        p.hex[u] = RETURNING
        p.steps[u] = 1
        p.due[u] = p.turn + delay
        p.tell("1.14a.1", "reconstituting", {"unit": b.uid[u], "die": act.arg, "turn": p.due[u]}, only)
        return False


# -- armour and flamethrower engineers left alone


@dataclass
class Stranded(Frame):
    """[1.11d, 1.11e, R142, R144] Units of a side that may never be alone find company, or are lost."""

    side: Side
    short: bool = False                  # step losses were left unsatisfied in hex *h* (1.11e)
    h: int = -1


def lonely(p: Guadalajara, side: Side) -> int:
    """The first unit that is alone and may not be, or -1."""
    for u in p.board.escorts[side]:
        if p.hex[u] >= 0 and p.alone(p.hex[u]):
            return u
    return -1


def refuges(p: Guadalajara, u: int, any_armour: bool) -> list[int]:
    """[1.11d.1, 1.11e.1] The nearest hexes, by a legal way, that hold company for a unit."""
    b = p.board
    side, nation = b.side[u], b.nation[u]
    kind = p.moves_as(u)
    ground = b.open[nation]
    start = p.hex[u]
    seen = {start}
    line = [start]
    while line:
        later: list[int] = []
        found: list[int] = []
        for a in line:
            costs = b.cost[kind][a]
            for i, n in enumerate(b.nb[a]):
                if n in seen or not costs[i] or not ground[n] or p.holder(n) == 1 - side:
                    continue
                seen.add(n)
                later.append(n)
                if company(p, u, n, any_armour):
                    found.append(n)
        if found:
            return sorted(found)
        line = later
    return []


def company(p: Guadalajara, u: int, h: int, any_armour: bool) -> bool:
    b = p.board
    units = p.stack_at(h)
    if not any(not b.escorted[v] and not p.mixes(u, v) for v in units):
        return False
    return any_armour or not b.armour[u] or not any(b.armour[v] for v in units)


class FindCompany(Step[Stranded, Guadalajara]):
    """[1.11d.1] To the nearest friends, the owner's choice among equals."""

    rule = "1.11d.1"
    verbs = ("hex",)

    def ask(self, f: Stranded, p: Guadalajara) -> Choices:
        u = lonely(p, f.side)
        if u < 0:
            return {}
        found = refuges(p, u, unpaid(f, p, u))
        if len(found) < 2:
            return {}
        return {f.side: [p.board.hex_acts[h] for h in found]}

    def do(self, f: Stranded, p: Guadalajara, side: Side, act: Act) -> bool:
        rescue(f, p, lonely(p, f.side), act.arg)
        return False

    def auto(self, f: Stranded, p: Guadalajara) -> None:
        u = lonely(p, f.side)
        if u < 0:
            return
        found = refuges(p, u, unpaid(f, p, u))
        rescue(f, p, u, found[0] if found else -1)
        f.at = 0

    def why(self, f: Stranded, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        u = lonely(p, f.side)
        if act.arg in refuges(p, u, unpaid(f, p, u)):
            return []
        return [Refusal("1.11d.1", "not-the-nearest", {"unit": p.board.uid[u], "hex": p.board.names[act.arg]})]


def unpaid(f: Stranded, p: Guadalajara, u: int) -> bool:
    """[1.11e.1, 1.11e.2]"""
    return f.short and p.hex[u] == f.h


def rescue(f: Stranded, p: Guadalajara, u: int, h: int) -> None:
    """[1.11d, 1.11e, 1.12b, R144]"""
    armour = p.board.armour[u]
    short = armour and unpaid(f, p, u)
    if h >= 0:
        p.put(u, h)
        p.state[u] &= ~RESERVE
        p.tell("1.11d.1", "found-company", {"unit": p.board.uid[u], "hex": p.board.names[h]})
        if short:
            p.disable(u, "1.11e.1")
    elif armour and not short:
        p.disable(u, "1.11d.2")
    else:
        p.destroy(u, "1.11e.2" if armour else "1.12b", COMBAT)


@dataclass
class Surplus(Frame):
    """[scs.stack.1, scs.stack.2, R22] The check at the end of a phase: who is over the limit and must go."""

    side: Side
    seen: list[int] = field(default_factory=list)


def crowded(p: Guadalajara, side: Side) -> int:
    """[scs.stack.2] A hex with too many steps of a side, or two armoured units, or units that may not mix; -1."""
    b = p.board
    for u in b.fighters[side]:
        h = p.hex[u]
        if h >= 0 and p.top[h] == u and p.below[u] >= 0 and too_many(p, h):
            return h
    return -1


def too_many(p: Guadalajara, h: int) -> list[int]:
    """[1.1a, 1.11a.1, 2.6b, 4.1, scs.stack.2] Units of a hex, one of which has to go."""
    b = p.board
    units = p.stack_at(h)
    if sum(p.value(u) for u in units) > 6:
        return [u for u in units if p.value(u)]
    tanks = [u for u in units if b.armour[u]]
    if len(tanks) > 1:
        return tanks
    return [u for u in units if any(p.mixes(u, v) for v in units)]


class Eliminate(Step[Surplus, Guadalajara]):
    """[scs.stack.2] The owner's choice. Armour over the limit is disabled instead (R24)."""

    rule = "scs.stack.2"
    verbs = ("unit",)

    def ask(self, f: Surplus, p: Guadalajara) -> Choices:
        h = crowded(p, f.side)
        return {f.side: [p.board.unit_acts[u] for u in too_many(p, h)]} if h >= 0 else {}

    def do(self, f: Surplus, p: Guadalajara, side: Side, act: Act) -> bool:
        p.disclose(side)                 # [scs.fog, 4.6c]
        if p.board.armour[act.arg]:
            p.disable(act.arg, "1.11a.1")
        else:
            p.lose_step(act.arg, "scs.stack.2")
        return False

    def auto(self, f: Surplus, p: Guadalajara) -> None:
        p.call(Stranded(f.side))         # [1.11b, R23]

    def why(self, f: Surplus, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        h = crowded(p, f.side)
        if act.arg in too_many(p, h):
            return []
        return [Refusal("scs.stack.2", "not-over-the-limit", {"unit": p.board.uid[act.arg]})]


play(Losses, TakeLoss())
play(Fates, ReconstitutionRoll())
play(Stranded, FindCompany())
play(Surplus, Eliminate())
