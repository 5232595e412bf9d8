"""[2.2, 3.1, 3.5, 4.4, scs.reinf] Reinforcements, returns, withdrawals, emergency groups, units off the map."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.guadalajara.rules.ch01_losses import Stranded
from frente.games.guadalajara.state.board import INDEPENDENT, ITALIAN, NAT, REP, SPANISH
from frente.games.guadalajara.state.position import (
    ATTACHED,
    AWAITED,
    DEAD,
    EMERGENCY,
    FROM_EAST,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    UNUSED,
    WITHDRAWN,
    Guadalajara,
)
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Fact, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die

HOLD: Final = Act("hold")
DIVERT: Final = Act("divert")
MODE: Final = Act("mode")
UNLOAD: Final = Act("unload")
GROUPS: Final = (5, 6)                   # emergency groups by the turn they are listed under
DELAY: Final = 2                         # 3.5b


# -- withdrawals, new markers, emergency groups, dice of option 4.4


def withdraw(p: Guadalajara) -> None:
    """[3.1c, R106] Named units leave, wherever they are."""
    b = p.board
    for u in range(b.units):
        if b.withdraws[u] == p.turn and p.hex[u] not in (UNUSED, DEAD):
            if p.aboard[u] >= 0:
                p.unload(u)
            p.tell("3.1c", "withdrawn", {"unit": b.uid[u]})
            p.box(u, WITHDRAWN)


def new_markers(p: Guadalajara) -> None:
    """[1.13.1, R112] Reserve markers of this turn join the pools."""
    for s in (NAT, REP):
        p.pool[s] += p.board.pool[s][p.turn]


@dataclass
class Reinforcements(Frame):
    """[seq.2, R4] The Reinforcement Phase before the placing: withdrawals, dice, emergency groups."""

    dice: list[int] = field(default_factory=list)            # units to be rolled for (4.4a)


class OpenPhase(Step[Reinforcements, Guadalajara]):
    """[3.1c, 4.4a] Who leaves, and for whom a die is rolled."""

    rule = "seq.2"

    def auto(self, f: Reinforcements, p: Guadalajara) -> None:
        withdraw(p)
        p.call(Stranded(REP))            # [1.11b] those who stayed have lost their company
        new_markers(p)
        if p.opt.variable:
            b = p.board
            f.dice = [u for u in b.fighters[REP] if p.hex[u] == AWAITED and p.due[u] == p.turn + 1]


class ArrivalRoll(Die[Reinforcements, Guadalajara]):
    """[4.4a, 4.4b, 4.4c, R129] 6 comes at once, 1 a turn later and is rolled for again."""

    rule = "4.4a"

    def ask(self, f: Reinforcements, p: Guadalajara) -> Choices:
        return {CHANCE: D6} if f.dice else {}

    def do(self, f: Reinforcements, p: Guadalajara, side: Side, act: Act) -> bool:
        b = p.board
        u = f.dice.pop(0)
        change = -1 if act.arg == 6 else 1 if act.arg == 1 else 0
        first = next(v for v in b.fighters[REP] if b.arrives[v] == b.arrives[u] and b.area[v] == b.area[u])
        p.due[u] += change
        if u == first:                   # trucks follow the first unit of their list
            for t in b.trucks[REP]:
                if p.hex[t] == AWAITED and b.arrives[t] == b.arrives[u] and b.area[t] == b.area[u]:
                    p.due[t] += change
        only = REP if p.opt.secret_rolls else -2
        p.tell("4.4a", "arrival-die", {"unit": b.uid[u], "die": act.arg, "turn": p.due[u]}, only)
        return False


class Emergency(Step[Reinforcements, Guadalajara]):
    """[3.1d.1, 3.1d.2, R100] Groups may be called on their turn or later, for a victory point each."""

    rule = "3.1d.1"
    verbs = ("activate", "pass")

    def ask(self, f: Reinforcements, p: Guadalajara) -> Choices:
        found = [Act("activate", g) for g in GROUPS if callable_group(p, g)]
        return {REP: [*found, PASS]} if found else {}

    def do(self, f: Reinforcements, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        b = p.board
        p.active[act.arg] = 1
        p.pool[REP] += b.pool_group[act.arg]
        for u in b.of[REP]:
            if b.group[u] == act.arg:
                p.hex[u] = AWAITED
                p.due[u] = p.turn
        p.tell("3.1d.1", "group-activated", {"group": act.arg})
        return False

    def why(self, f: Reinforcements, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb != "activate" or callable_group(p, act.arg):
            return []
        return [Refusal("3.1d.2", "group-not-ready", {"group": act.arg})]


def callable_group(p: Guadalajara, g: int) -> bool:
    """[3.1d.1, 3.1d.2]"""
    b = p.board
    return g <= p.turn and any(b.group[u] == g and p.hex[u] == EMERGENCY for u in b.of[REP])


# -- placing


@dataclass
class Arrivals(Frame):
    """[R4, R5] One side places its arrivals, one unit a question."""

    side: Side
    exploit: bool
    left: list[int]
    gun: int = -1                        # artillery just placed: which face? (R150)


def arriving(p: Guadalajara, side: Side, exploit: bool) -> list[int]:
    """[scs.reinf.1, scs.reinf.3, 1.11b, 3.5a.2, 3.5c] Units to place now: headquarters, others, who needs company."""
    b = p.board
    found: list[int] = []
    for u in b.of[side]:
        h = p.hex[u]
        if h not in (AWAITED, RETURNING, OFF_MAP) or p.due[u] > p.turn or p.cargo[u] >= 0:
            continue
        late = bool(p.state[u] & RESERVE) or (               # [3.5c, scn.1.rep.T5x.01]
            h == AWAITED and b.in_exploitation[u] and not p.delayed[u] and p.due[u] == p.turn)
        if late == exploit:
            found.append(u)
    found.sort(key=b.escorted.__getitem__)
    return sorted(found, key=b.hq.__getitem__, reverse=True)


def arrivals(p: Guadalajara, side: Side, exploit: bool = False) -> Arrivals:
    return Arrivals(side, exploit, arriving(p, side, exploit))


def entries(p: Guadalajara, u: int) -> list[int]:
    """Hexes where a unit may come in now."""
    if p.hex[u] == RETURNING:
        return [h for h in home_hexes(p, u) if free(p, u, h) and not p.room([u], h)]
    b = p.board
    if p.hex[u] == OFF_MAP or p.delayed[u] or b.area[u] == "any":
        hexes = [h for area in b.areas.values() for h in area]
    elif b.area[u]:
        hexes = b.areas.get(b.area[u], [])
    elif b.to_village[u]:
        return [h for h in village_hexes(p, u) if not p.room([u], h)]
    else:
        hexes = b.choice[u]
    if b.train[u]:
        hexes = [h for h in hexes if b.on_rail[h]]
    return [h for h in hexes if free(p, u, h)]


def free(p: Guadalajara, u: int, h: int) -> bool:
    """[scs.reinf.1] Enemy units bar a hex, their zones do not."""
    return p.holder(h) != 1 - p.board.side[u] and (p.board.play[h] or p.board.corridor[h])


def village_hexes(p: Guadalajara, u: int) -> list[int]:
    """[scn.3.nat.arr, R121]"""
    b = p.board
    return [h for h in b.villages if p.last[h] == NAT and free(p, u, h) and not p.beside_enemy(NAT, h)
            and not (b.south[h] and p.opt.late_forbidden)]


def home_hexes(p: Guadalajara, u: int) -> list[int]:
    """[2.2b, 2.2c, 2.2d, 3.1b, 1.14d.2, R96, R97, R99, R146] Where reconstituted and repaired units come back."""
    b = p.board
    if b.side[u] == REP:
        towns = [h for h in (b.town["torija"], b.brihuega) if b.play[h] and p.last[h] == REP]
        return towns + b.west_areas
    if b.nation[u] == SPANISH:
        towns = [h for h in (b.town["jadraque"], b.town["cogolludo"]) if b.play[h] and p.last[h] == NAT]
        return towns + [h for h in range(b.size) if b.front[h] and b.east[h] and b.open[SPANISH][h]]
    if b.hq[u]:
        return sorted({p.hex[v] for v in b.fighters[NAT]
                       if p.hex[v] >= 0 and b.division[v] == b.division[u] and not p.state[v] & ATTACHED})
    d = b.division[u]
    hqs = [b.hq_of[d]] if d != INDEPENDENT else b.hqs
    found = {h for x in hqs if p.hex[x] >= 0 for h in [p.hex[x], *b.nb[p.hex[x]]]}
    if d == INDEPENDENT or not any(p.hex[v] >= 0 and b.division[v] == d for v in b.fighters[NAT]):
        found |= {h for h in range(b.size) if b.front[h] and b.east[h] and b.south[h]}
    return sorted(h for h in found if b.open[ITALIAN][h])


class PlaceUnit(Step[Arrivals, Guadalajara]):
    """[scs.reinf.1, scs.reinf.2, scs.reinf.3, 3.5a.2, 3.5b, 3.5c] Where it comes in, held back, or diverted."""

    rule = "scs.reinf.1"
    verbs = ("hex", "hold", "divert", "unload", "load")

    def ask(self, f: Arrivals, p: Guadalajara) -> Choices:
        if not f.left:
            return {}
        u = f.left[0]
        found = entries(p, u)
        if not found and not divertible(f, p, u):
            return {}
        acts = [p.board.hex_acts[h] for h in found]
        acts.append(HOLD)
        if divertible(f, p, u):
            acts.append(DIVERT)
        return {f.side: [*acts, *off_map_handling(p, u)]}

    def do(self, f: Arrivals, p: Guadalajara, side: Side, act: Act) -> bool:
        u = f.left[0]
        if act.verb == "unload":
            t = p.aboard[u]
            p.unload(u)
            p.due[t] = p.turn
            f.left.append(t)
            return False
        if act.verb == "load":
            p.load(u, act.arg)
            if act.arg in f.left:
                f.left.remove(act.arg)
            return False
        f.left.pop(0)
        if act == DIVERT:
            p.due[u] = p.turn + DELAY
            p.delayed[u] = 1
            p.tell("3.5b", "diverted", {"unit": p.board.uid[u]}, REP if p.opt.secret_off_map else -2)
        elif act.verb == "hex":
            enter(f, p, u, act.arg)
        return f.gun >= 0

    def auto(self, f: Arrivals, p: Guadalajara) -> None:
        if f.left:
            u = f.left.pop(0)            # [R151] no free hex: it waits
            b = p.board
            if b.hq[u] and any(b.division[v] == b.division[u] for v in f.left):
                f.left.append(u)         # [1.14d.2, R146] until the first unit of its division is back
            f.at = 0

    def why(self, f: Arrivals, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        u = f.left[0]
        who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[act.arg] if act.verb == "hex" else ""}
        if act.verb == "hex":
            return entry_refusals(p, u, act.arg, who)
        if act.verb == "divert":
            return [] if divertible(f, p, u) else [Refusal("3.5b", "cannot-divert", who)]
        if act.verb in ("unload", "load") and act not in off_map_handling(p, u):
            return [Refusal("3.5c", "nothing-to-handle", who)]
        return []


def entry_refusals(p: Guadalajara, u: int, h: int, who: dict[str, Fact]) -> list[Refusal]:
    if h in entries(p, u):
        return []
    b = p.board
    if p.holder(h) == 1 - b.side[u]:
        return [Refusal("scs.reinf.1", "enemy-in-entry", who)]
    if p.hex[u] == RETURNING:
        if h in home_hexes(p, u):
            return [Refusal(p.room([u], h) or "scs.reinf.1", "stack-not-legal", who)]
        rule = "3.1b" if b.side[u] == REP else "2.2b" if b.nation[u] == SPANISH else "1.14d.2" if b.hq[u] else "2.2d"
        return [Refusal(rule, "not-its-way-back", who)]
    if b.to_village[u] and h in village_hexes(p, u):
        return [Refusal(p.room([u], h) or "scs.reinf.1", "stack-not-legal", who)]
    return [Refusal("3.1a" if b.side[u] == REP else "2.2a", "not-its-entry", who)]


def divertible(f: Arrivals, p: Guadalajara, u: int) -> bool:
    """[3.5b, R101] A Republican reinforcement due this very turn at one Entry Area or hex."""
    b = p.board
    return (b.side[u] == REP and p.hex[u] == AWAITED and p.due[u] == p.turn and not p.delayed[u]
            and b.area[u] != "any" and p.turn + DELAY <= b.last_turn)


def off_map_handling(p: Guadalajara, u: int) -> list[Act]:
    """[3.5c] Loading and unloading off the map."""
    if p.hex[u] != OFF_MAP:
        return []
    if p.aboard[u] >= 0:
        return [UNLOAD]
    t = next((t for t in p.board.trucks[REP] if p.hex[t] == OFF_MAP and p.cargo[t] < 0 and p.board.carries(t, u)), -1)
    return [Act("load", t)] if t >= 0 else []


def enter(f: Arrivals, p: Guadalajara, u: int, h: int) -> None:
    """[scs.reinf.1]"""
    b = p.board
    if p.hex[u] == RETURNING and not b.hq[u]:                # [2.7b.2, 2.7b.3, R87, R88] others have 0 and keep it
        p.morale[b.division[u]] = max(0, p.morale[b.division[u]] - 1)
    # [scn.4.nat.sr3, scn.1.rep.T5x.01]
    p.state[u] = p.state[u] & FROM_EAST | (RELEASED if f.exploit and not b.truck[u] else 0)
    if b.to_village[u] and b.south[h] and not p.opt.line_none:
        p.state[u] |= RELIEF             # [scn.3.nat.arr, 4.3c, R121]
    p.delayed[u] = 0                     # [3.5b]
    p.put(u, h)
    p.began[u] = h                       # [scs.ovr.2]
    p.tell("scs.reinf.1", "arrives", {"unit": b.uid[u], "hex": b.names[h]})
    if b.two_faced[u]:
        f.gun = u                        # [1.8a.1]


class ChooseFace(Step[Arrivals, Guadalajara]):
    """[R150] Artillery comes in either mode."""

    rule = "1.8a.1"
    verbs = ("mode", "pass")

    def ask(self, f: Arrivals, p: Guadalajara) -> Choices:
        return {f.side: [PASS, MODE]} if f.gun >= 0 else {}

    def do(self, f: Arrivals, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == MODE:
            p.turn_face(f.gun, 1 - p.face[f.gun])
        f.gun = -1
        f.at = 0
        return False

play(Reinforcements, OpenPhase(), ArrivalRoll(), Emergency())
play(Arrivals, PlaceUnit(), ChooseFace())
