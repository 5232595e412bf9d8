"""[1.3, 1.13, 1.16, 1.20, 2.8c, scs.mov] Movement hex by hex: choose a unit, form a group, step, step, stop."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.rules.ch01_air import raidable, raiding
from frente.games.guadalajara.rules.ch01_handling import (
    exit_refusals,
    handler,
    handling,
    handling_refusals,
    leave_map,
    leaving_refusals,
    load,
    no_exit,
    overloads,
    short_refusals,
    unload,
)
from frente.games.guadalajara.rules.ch01_move import (
    Move,
    Movement,
    abandons,
    budget,
    finish,
    group,
    leave_rail,
    move_of,
    purse,
    static,
)
from frente.games.guadalajara.rules.ch01_overrun import after_overrun, overrun_refusals, storm, storm_refusals
from frente.games.guadalajara.rules.ch01_reserve import into_reserve, reservable, reserve_refusals
from frente.games.guadalajara.rules.ch01_steps import (
    ABANDON,
    ENEMY,
    NO_STOP,
    TWO_CROSS,
    crossing,
    price,
    refusal,
    surcharge,
    toll,
    too_many_cross,
    way_on,
)
from frente.games.guadalajara.rules.ch04_screen import Screen, screens, veiled
from frente.games.guadalajara.state.board import NAT, REP, ROAD, STACK
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    HANDLED,
    HELD,
    MOVED,
    OFF_MAP,
    PINNED,
    RELEASED,
    RELIEF,
    RESERVE,
    REVEALED,
    SCREENING,
    Guadalajara,
    points,
)
from frente.kernel.flow import PASS, Act, Choices, Fact, Refusal, Side, Step

STOP: Final = Act("stop")
EXIT: Final = Act("exit")


def unit_refusals(p: Guadalajara, side: Side, u: int, exploit: bool) -> list[Refusal]:
    """Every rule that keeps a unit from moving now."""
    b = p.board
    if b.side[u] != side:
        return [Refusal("scs.mov.1", "not-your-unit", named(p, u))]        # its state may be hidden (scs.fog)
    if b.truck[u]:
        return [Refusal("1.16a.6", "trucks-go-with-units", named(p, u))]
    if p.hex[u] < 0:
        return [Refusal("scs.mov.1", "not-on-map", named(p, u))]
    state = p.state[u]
    found: list[Refusal] = []
    if state & MOVED:
        found.append(Refusal("scs.mov.1", "already-moved", named(p, u)))
    if exploit and state & DG:
        found.append(Refusal("1.7a.5", "disorganised", named(p, u)))
    if exploit and not state & RELEASED:
        found.append(Refusal("1.13a.1", "not-in-reserve", named(p, u)))
    if not exploit and state & RESERVE:
        found.append(Refusal("1.13b", "in-reserve", named(p, u)))
    if state & PINNED and p.turn == b.first_turn:
        found.append(Refusal("scn.4.rep.sra", "pinned", named(p, u)))
    if static(p, u):
        found.append(Refusal("R121", "stands-fast", named(p, u)))
    return found


def named(p: Guadalajara, u: int) -> dict[str, Fact]:
    return {"unit": p.board.uid[u]}


def movable(p: Guadalajara, side: Side, exploit: bool) -> list[int]:
    """[scs.mov.1, 1.7a.5, 1.13a.1, 1.13b, scn.4.rep.sra, R121] The quick form of unit_refusals, for all of a side."""
    b = p.board
    state = p.state
    hexes = p.hex
    out = MOVED | DG if exploit else MOVED | RESERVE
    if p.turn == b.first_turn:
        out |= PINNED
    must = RELEASED if exploit else 0
    found = [u for u in b.fighters[side] if hexes[u] >= 0 and state[u] & (out | must) == must]
    if p.opt.late_static:
        found = [u for u in found if not (state[u] & RELIEF and b.south[hexes[u]])]
    return found


class ChooseUnit(Step[Movement, Guadalajara]):
    """[scs.mov.1, 1.13a] Units in any order; markers on units that have not moved."""

    rule = "scs.mov.1"
    verbs = ("unit", "reserve", "pass")

    def ask(self, f: Movement, p: Guadalajara) -> Choices:
        found = movable(p, f.side, f.exploit)
        acts = [p.board.unit_acts[u] for u in found]
        if not f.exploit:
            acts += [Act("reserve", u) for u in reservable(p, f.side)]
        if not acts and not unseen(p, f):
            return {}
        if f.exploit or duty(p, found) < 0:
            acts.append(PASS)
        return {f.side: acts}

    def do(self, f: Movement, p: Guadalajara, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "reserve":
            into_reserve(p, act.arg)
        else:
            p.call(move_of(p, side, [act.arg], f.exploit))
        return False

    def why(self, f: Movement, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "reserve":
            if f.exploit:
                return [Refusal("1.13a.3", "only-in-movement", {})]
            return reserve_refusals(p, side, act.arg)
        if act.verb == "unit":
            return unit_refusals(p, side, act.arg, f.exploit)
        u = -1 if f.exploit else duty(p, movable(p, f.side, False))          # [2.6a.1, 3.4a.3, 3.4b.1]
        return [duty_refusal(p, u)] if u >= 0 else []


def unseen(p: Guadalajara, f: Movement) -> bool:
    """[4.6b] Whether the enemy must not learn from the end of a phase that nobody off the map can go into reserve."""
    return p.opt.secret_off_map and f.side == REP and not f.exploit and any(
        p.hex[u] == OFF_MAP for u in p.board.fighters[REP])


def duty(p: Guadalajara, found: list[int]) -> int:
    """[2.6a.1, 3.4a.3, 3.4b.1, R37, R103, R168] A unit that has to move and can, or -1: the armoured train
    beside an enemy, and whoever a retreat took where it may not stay."""
    for u in found:
        if p.board.train[u]:
            h = p.hex[u]
            if p.beside_enemy(REP, h) and any(price(p, u, h, i) > 0 for i in range(len(p.board.nb[h]))):
                return u
        elif p.state[u] & ASTRAY:
            units = [v for v in found if p.hex[v] == p.hex[u] and p.state[v] & ASTRAY]
            if goes_on(move_of(p, p.board.side[u], units, False), p, units):
                return u
    return -1


def goes_on(f: Move, p: Guadalajara, units: list[int]) -> bool:
    """[2.6a.1, 3.4b.1, R168]"""
    a = p.hex[units[0]]
    return any(step_reason(f, p, units, a, i) == 0 for i in range(len(p.board.nb[a])))


def duty_refusal(p: Guadalajara, u: int) -> Refusal:
    if p.board.train[u]:
        return Refusal("3.4a.3", "train-must-leave", {})
    who: dict[str, Fact] = {"unit": p.board.uid[u], "hex": p.board.names[p.hex[u]], "left": ""}
    return Refusal("3.4b.1" if u == p.board.rr else "R37", "must-come-back", who)


def tolls(f: Move, p: Guadalajara, units: list[int], a: int, i: int) -> list[int]:
    """[scs.mov.1] What each unit of the group pays for a step; a single negative reason if one of them cannot go."""
    if p.opt.line_loose and too_many_cross(p, units, a, p.board.nb[a][i]):
        return [TWO_CROSS]               # [4.3a.1]
    found: list[int] = []
    least = not f.exploit
    for u in units:
        left = purse(f, u)
        if not p.board.rail[a][i]:       # [3.4b.3]
            left -= f.bonus
        cost = toll(p, u, a, i, left, f.moved, least, f.screen)
        if cost <= 0:
            return [cost]
        found.append(cost)
    return found


def step_reason(f: Move, p: Guadalajara, units: list[int], a: int, i: int) -> int:
    """[scs.mov.1, scs.stack.1] 0 if the group may step there, or the negative reason."""
    costs = tolls(f, p, units, a, i)
    if costs[0] <= 0:
        return costs[0]
    t = p.board.nb[a][i]
    if not f.moved and abandons(p, units, a):
        return ABANDON                   # [1.11b, 1.12b]
    if (p.top[t] >= 0 or any(p.board.escorted[u] for u in units)) and p.room(units, t):
        rest = [purse(f, u) - c for u, c in zip(units, costs)]
        if not way_on(p, units, t, rest):
            return NO_STOP
    return 0


class March(Step[Move, Guadalajara]):
    """[scs.mov.1] Step, step, stop; before the first step the group forms, loads, turns its guns; later it may drop
    units on the way, on their trucks or beside them (R165)."""

    rule = "scs.mov.1"
    verbs = ("hex", "with", "drop", "alight", "stop", "overrun", "load", "unload", "mode", "reserve", "exit")

    def ask(self, f: Move, p: Guadalajara) -> Choices:
        if f.over >= 0:
            return {}
        units = group(f, p)
        if not units:
            return {}
        b = p.board
        a = p.hex[units[0]]
        acts: list[Act] = []
        hex_acts = b.hex_acts
        foes: list[int] = []
        for i, t in enumerate(b.nb[a]):
            reason = step_reason(f, p, units, a, i)
            if reason == 0:
                acts.append(hex_acts[t])
            elif reason == ENEMY:
                foes.append(t)
        acts += [Act("overrun", t) for t in foes if not storm_refusals(f, p, units, t)]  # [scs.ovr.1]
        if not f.moved:
            acts += [Act("with", u) for u in joiners(f, p, a)]
        elif len(units) > 1:
            acts += [Act("drop", u) for u in units if not stay_refusals(f, p, units, u)]
            acts += [Act("alight", u) for u in units if not alight_refusals(f, p, units, u)]         # [1.16b.2]
        acts += handling(f, p, units)
        if not no_exit(f, p, units)[0] and not leaving_refusals(f, p, units):
            acts.append(EXIT)            # [3.5a.1, scn.1.vp.5]
        if may_stop(f, p, units, a):
            acts.append(STOP)            # [scs.mov.1, scs.stack.1]
        return {f.side: acts} if acts else {}

    def do(self, f: Move, p: Guadalajara, side: Side, act: Act) -> bool:
        units = group(f, p)
        verb = act.verb
        if verb == "hex":
            return step(f, p, units, act.arg)
        if verb == "stop":
            finish(f, p)
            return f.close()
        if verb == "overrun":
            storm(f, p, units, act.arg)              # [scs.ovr.1]
        elif verb == "with":
            f.units.append(act.arg)
            f.left.append(budget(p, act.arg))
        elif verb == "drop":
            p.state[act.arg] |= MOVED
            p.tell("R165", "dropped-off", {"unit": p.board.uid[act.arg], "hex": p.board.names[p.hex[act.arg]]})
        elif verb == "mode":
            u = handler(f, p, units, act)
            p.turn_face(u, 1 - p.face[u])
            p.state[u] |= HANDLED
            f.left[f.units.index(u)] = budget(p, u)
            p.tell("1.8a.2", "changes-mode", {"unit": p.board.uid[u]})
        elif verb == "load":
            load(f, p, handler(f, p, units, act), act.arg)   # [1.16b.2]
        elif verb == "unload":
            unload(f, p, units)          # [1.16b.2]
        elif verb == "alight":
            unload(f, p, [act.arg])      # [1.16b.2, 1.16b.4]
        elif verb == "reserve":
            into_reserve(p, act.arg)     # [1.13a.3, 1.16c]
            f.done.append(act.arg)
        else:
            leave_map(f, p, units)       # [3.5a.1, scn.1.vp.5]
        return False

    def auto(self, f: Move, p: Guadalajara) -> None:
        if f.over >= 0:                  # [scs.ovr.3, scs.ovr.4]
            t = f.over
            if after_overrun(f, p):      # the charges come next, then the march goes on
                windows(f, p, group(f, p), t, False)
                return
        elif group(f, p):                # [scs.fog, 4.6c] that they may neither go on nor stay tells how full a hex is
            p.disclose(f.side)
        finish(f, p)
        f.close()

    def why(self, f: Move, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        units = group(f, p)
        a = p.hex[units[0]]
        if act.verb == "hex":
            return hex_refusals(f, p, units, a, act.arg)
        if act.verb == "overrun":
            return overrun_refusals(f, p, units, act.arg)    # [scs.ovr.1]
        if act.verb == "with":
            return join_refusals(f, p, a, act.arg)
        if act.verb == "drop":
            return drop_refusals(f, p, units, act.arg)
        if act.verb == "alight":
            return alight_refusals(f, p, units, act.arg)     # [1.16b.2]
        if act.verb == "stop":
            return stop_refusals(f, p, units, a)             # [1.1a, scs.stack.1]
        if act.verb == "exit":
            return exit_refusals(f, p, units)                # [3.5a.1, 3.5d]
        return handling_refusals(f, p, units, act)


def hex_refusals(f: Move, p: Guadalajara, units: list[int], a: int, t: int) -> list[Refusal]:
    b = p.board
    if t not in b.nbset[a]:
        return [Refusal("scs.mov.1", "not-adjacent", {"unit": b.uid[units[0]], "hex": b.names[t]})]
    i = b.toward(a, t)
    reason = step_reason(f, p, units, a, i)
    if reason == 0:
        return []
    who = next((u for u in units if toll(p, u, a, i, purse(f, u), f.moved, not f.exploit) < 0), units[0])
    return [refusal(p, who, t, reason, purse(f, who))]


def may_stop(f: Move, p: Guadalajara, units: list[int], a: int) -> bool:
    return not stop_refusals(f, p, units, a)


def stop_refusals(f: Move, p: Guadalajara, units: list[int], a: int) -> list[Refusal]:
    """[1.1a, 1.11, R22] Room; and duties: the train leaves its place, who is astray goes on as far as it can."""
    found: list[Refusal] = []
    rule = p.room(units, a) if f.moved else "1.1a" if overloads(p, units) else ""
    if rule:
        found.append(Refusal(rule, "stack-not-legal", {"hex": p.board.names[a]}))
    if f.exploit:
        return found
    lost = next((u for u in units if p.state[u] & ASTRAY), -1)
    if lost < 0 and not f.moved and p.board.train[units[0]]:
        lost = duty(p, units)
    if lost >= 0 and (p.board.train[lost] or goes_on(f, p, units)):
        found.append(duty_refusal(p, lost))
    return found


def joiners(f: Move, p: Guadalajara, a: int) -> list[int]:
    """[scs.mov.1] Units in the hex that may come along: they began the phase there and may still move."""
    found: list[int] = []
    v = p.top[a]
    while v >= 0:
        if v not in f.units and not unit_refusals(p, f.side, v, f.exploit) and not company_refusals(f, p, v):
            found.append(v)
        v = p.below[v]
    return found


def join_refusals(f: Move, p: Guadalajara, a: int, v: int) -> list[Refusal]:
    found = unit_refusals(p, f.side, v, f.exploit)
    if found:
        return found
    if p.hex[v] != a or v in f.units:
        return [Refusal("scs.mov.1", "not-in-the-hex", named(p, v))]
    if f.moved:
        return [Refusal("scs.mov.1", "group-has-moved", named(p, v))]
    return company_refusals(f, p, v)


def company_refusals(f: Move, p: Guadalajara, v: int) -> list[Refusal]:
    """[2.6b, 3.4a.2, 3.4b.3, scs.ovr.2] Whether a unit of the hex may march with those of the group."""
    b = p.board
    if b.nation[v] != b.nation[f.units[0]]:
        return [Refusal("2.6b", "no-cooperation", named(p, v))]
    if b.train[v] or b.train[f.units[0]] or p.state[v] & ~p.state[f.units[0]] & ASTRAY or f.bonus:
        return [Refusal("3.4a.2", "moves-alone", named(p, v))]
    if p.began[v] != p.began[f.units[0]]:
        return [Refusal("scs.ovr.2", "not-together", named(p, v))]
    return []


def drop_refusals(f: Move, p: Guadalajara, units: list[int], u: int) -> list[Refusal]:
    """[R165] Whether a unit of a stack on the march may stay behind."""
    who: dict[str, Fact] = {**named(p, u), "hex": p.board.names[p.hex[units[0]]]}
    if u not in units:
        return [Refusal("scs.mov.1", "not-in-the-hex" if p.hex[u] != p.hex[units[0]] else "not-in-the-group", who)]
    if not f.moved:
        return [Refusal("R165", "has-not-marched", who)]
    if len(units) == 1:
        return [Refusal("R165", "last-of-the-stack", who)]
    return stay_refusals(f, p, units, u)


def stay_refusals(f: Move, p: Guadalajara, units: list[int], u: int) -> list[Refusal]:
    """[R165] The same for one of several that have marched: it may stop there, and the others can go on."""
    b = p.board
    a = p.hex[u]
    who: dict[str, Fact] = {"unit": b.uid[u], "hex": b.names[a]}
    rest = [v for v in units if v != u]
    stay = [v for v in p.stack_at(a) if v not in rest]
    if sum(p.value(v) for v in stay) > STACK and p.value(u):
        return [Refusal("1.1a", "stack-not-legal", who)]
    if sum(1 for v in stay if b.armour[v]) > 1:
        return [Refusal("1.11a.1", "stack-not-legal", who)]
    if all(b.escorted[v] for v in stay):
        return [Refusal("1.11b" if b.armour[u] else "1.12b", "stack-not-legal", who)]
    rule = next((p.mixes(u, v) for v in stay if p.mixes(u, v)), "")
    if rule:
        return [Refusal(rule, "stack-not-legal", who)]
    if p.room(rest, a) and not way_on(p, rest, a, [purse(f, v) for v in rest]):
        return [Refusal("scs.stack.1", "others-stuck", who)]
    return []


def alight_refusals(f: Move, p: Guadalajara, units: list[int], u: int) -> list[Refusal]:
    """[1.16b.2, R165] Whether one passenger of a column on the march may get off and stay, while the others go on."""
    t = p.aboard[u]
    if u in units and t < 0:
        return [Refusal("1.16b.2", "not-loaded", named(p, u))]
    p.aboard[u] = -1                     # as it will count when it stands on its feet
    found = drop_refusals(f, p, units, u)
    p.aboard[u] = t
    return found or short_refusals(f, p, [u])


def step(f: Move, p: Guadalajara, units: list[int], t: int) -> bool:
    """One hex for the whole group; True if somebody may interfere, and charges are due afterwards."""
    b = p.board
    a = p.hex[units[0]]
    i = b.toward(a, t)
    costs = tolls(f, p, units, a, i)
    leave_rail(f, p, a, i)
    road = b.way[a][i] >= ROAD
    f.extra = [surcharge(p, u, a, i) for u in f.units] if 0 in p.shown else []     # [4.6a]
    for u, cost in zip(units, costs):
        k = f.units.index(u)
        f.left[k] = max(0, f.left[k] - cost)
        if p.opt.line_loose:
            p.crossed += crossing(p, [u], a, t)      # [4.3a.1]
        p.put(u, t)
        if b.home[3 if u == b.rr else b.nation[u]][t] == 0:
            p.state[u] &= ~ASTRAY        # [2.6a.1, 3.4b.1]
        if p.aboard[u] >= 0:
            p.state[p.aboard[u]] |= MOVED            # [1.16a.9]
    if p.events is not None:                         # once all of them stand: only the one on top may be seen
        for u in units:
            p.tell("scs.mov.1", "stepped", {"unit": b.uid[u], "hex": b.names[t], "left": points(purse(f, u))})
    f.moved = True
    f.screen = False                     # [4.2b]
    return windows(f, p, units, t, road)


def windows(f: Move, p: Guadalajara, units: list[int], t: int, road: bool) -> bool:
    """[1.10c.3, 4.2a.1, R169] What the other side may do when units have entered a hex: aircraft, then cavalry."""
    p.note = HELD
    deep = len(p.stack)
    found = screens(p, f.side, units, t) if p.opt.screen else []
    if p.opt.screen and p.opt.hidden_stacks and veiled(p, f.side, t):
        p.reveal()                       # whether the other side is asked tells who lies under its cavalry
    if found:
        p.call(Screen(1 - f.side, found, t))
    if p.markers and (f.side == NAT or p.opt.interdiction_own):
        hit = raidable(p, units, t, road)
        if hit is not None:
            if raiding(hit, p) and (p.opt.hidden_stacks or p.opt.secret_rolls):
                p.reveal()               # [scs.fog, 4.6c] the column lies open
            p.call(hit)
    return len(p.stack) > deep


class Charges(Step[Move, Guadalajara]):
    """[4.6a, 4.2b] What the other side's answer costs the mover; then the march goes on."""

    rule = "4.6a"

    def auto(self, f: Move, p: Guadalajara) -> None:
        f.at = 0
        if p.note & REVEALED:            # only on a road
            for k in range(len(f.units)):
                f.left[k] = max(0, f.left[k] - f.extra[k])
        f.screen = bool(p.note & SCREENING)
