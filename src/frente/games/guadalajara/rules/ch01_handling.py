"""[1.8a.2, 1.16b, 1.16c, 3.5a, scn.1.vp.5] What a unit may do besides stepping: modes, trucks, leaving the map."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.rules.ch01_move import Move, abandons, purse
from frente.games.guadalajara.rules.ch01_reserve import reserve_refusals
from frente.games.guadalajara.rules.ch01_steps import ZOC, paid
from frente.games.guadalajara.rules.ch01_trucks import Drive, Trucks
from frente.games.guadalajara.rules.victory import sudden_death
from frente.games.guadalajara.state.board import ITALIAN, MP, NAT, REP, STACK
from frente.games.guadalajara.state.position import EXITED, HANDLED, MOVED, OFF_MAP, Guadalajara, points
from frente.kernel.flow import Act, Fact, Frame, Refusal

MODE: Final = Act("mode")
UNLOAD: Final = Act("unload")
HANDLING: Final = 2 * MP                 # loading, unloading (1.16b.2)


def handling(f: Move, p: Guadalajara, units: list[int]) -> list[Act]:
    """[1.8a.2, 1.13a.3, 1.16b.1, 1.16b.2, 1.16b.3, 1.16c] What the units that move may do besides stepping."""
    b = p.board
    h = p.hex[units[0]]
    acts = [MODE] if any(turns(f, p, u) for u in units) else []
    riders = [u for u in units if p.aboard[u] >= 0]
    if riders and not landing_refusals(f, p, units, riders):
        acts.append(UNLOAD)
    loads = [Act("load", t) for t in b.trucks[f.side] if p.hex[t] == h]
    acts += [act for act in loads if not handling_refusals(f, p, units, act)]
    if not f.exploit and not f.moved:    # [1.13a.3]
        acts += [Act("reserve", u) for u in units if p.state[u] & HANDLED and not wait_refusals(f, p, u)]
    return acts


def handling_refusals(f: Move, p: Guadalajara, units: list[int], act: Act) -> list[Refusal]:
    """[1.8a.2, 1.13a.3, 1.16b.1, 1.16b.2]"""
    if act.verb == "unload":
        return unload_refusals(f, p, units)
    if act.verb == "reserve":
        return hold_refusals(f, p, units, act.arg)
    return one_refusals(f, p, handler(f, p, units, act), act)


def handler(f: Move, p: Guadalajara, units: list[int], act: Act) -> int:
    """[1.8a.2, 1.16b.1, R165] Who of a group loads or turns: the last to join that can, so each may as it joins."""
    return next((u for u in reversed(units) if not one_refusals(f, p, u, act)), units[-1])


def one_refusals(f: Move, p: Guadalajara, u: int, act: Act) -> list[Refusal]:
    if act.verb == "load":
        return load_refusals(f, p, u, act.arg)
    if not p.board.two_faced[u]:
        return [Refusal("1.8a.1", "no-other-mode", purse_of(f, p, u))]
    return [] if turns(f, p, u) else [Refusal("1.8a.2", "mode-before-moving", purse_of(f, p, u))]


def turns(f: Move, p: Guadalajara, u: int) -> bool:
    """[1.8a.2] Whether a gun may change its mode now."""
    return p.board.two_faced[u] and not (f.exploit or f.moved or p.state[u] & HANDLED)


def purse_of(f: Move, p: Guadalajara, u: int) -> dict[str, Fact]:
    return {"unit": p.board.uid[u], "left": points(purse(f, u))}


def hold_refusals(f: Move, p: Guadalajara, units: list[int], u: int) -> list[Refusal]:
    """[1.13a.3, 1.16c] Whether a unit of the group may go into reserve now."""
    if u not in units:
        return [Refusal("1.13a.3", "not-the-moving-unit", {"unit": p.board.uid[u]})]
    if f.exploit or f.moved:
        return [Refusal("1.13a.3", "already-moved", {"unit": p.board.uid[u]})]
    if not p.state[u] & HANDLED:
        return [Refusal("1.16c", "reserve-before-moving", {"unit": p.board.uid[u]})]
    return wait_refusals(f, p, u)


def wait_refusals(f: Move, p: Guadalajara, u: int) -> list[Refusal]:
    """[1.13a.3, 1.16c] The same for one that has turned its guns or got on a truck and gone nowhere yet."""
    b = p.board
    if not b.two_faced[u]:               # [1.8a.2] turning the guns is no movement
        if p.state[p.aboard[u]] & HANDLED:
            return [Refusal("1.16c", "reserve-before-moving", {"unit": b.uid[u]})]
        if overloads(p, [u]):
            return [Refusal("1.1a", "stack-not-legal", {"hex": b.names[p.hex[u]]})]
    return reserve_refusals(p, f.side, u)


def overloads(p: Guadalajara, units: list[int]) -> bool:
    """[1.1a, 1.16a.2] Whether units that have just been loaded take their hex over the limit by that alone."""
    total = sum(p.value(v) for v in p.stack_at(p.hex[units[0]]))
    grown = sum(p.value(u) - p.board.bulk[u][p.steps[u]] for u in units if p.state[u] & HANDLED)
    return total - grown <= STACK < total


def unload_refusals(f: Move, p: Guadalajara, units: list[int]) -> list[Refusal]:
    """[1.16b.2, 1.16b.4, R22] Passengers, their points, and room: whoever gets off ends its move there."""
    aboard = [u for u in units if p.aboard[u] >= 0]
    if not aboard:
        return [Refusal("1.16b.2", "not-loaded", {"unit": p.board.uid[units[0]]})]
    return landing_refusals(f, p, units, aboard)


def landing_refusals(f: Move, p: Guadalajara, units: list[int], aboard: list[int]) -> list[Refusal]:
    """[1.16b.2, 1.16b.4, R22] The same for a group with these passengers."""
    for u in aboard:
        if p.state[u] & HANDLED and not f.moved:
            return [Refusal("R41", "handled-once", {"unit": p.board.uid[u]})]
    found = short_refusals(f, p, aboard)
    h = p.hex[units[0]]
    if f.moved:
        trucks = [p.aboard[u] for u in units]
        for u in units:
            p.aboard[u] = -1             # as they will count when they stand on their feet
        rule = p.room(units, h)
        for u, t in zip(units, trucks):
            p.aboard[u] = t
        if rule:
            found.append(Refusal(rule, "stack-not-legal", {"hex": p.board.names[h]}))
    return found


def short_refusals(f: Move, p: Guadalajara, units: list[int]) -> list[Refusal]:
    return [Refusal("1.16b.2", "not-enough-to-handle", {"unit": p.board.uid[u], "left": points(purse(f, u))})
            for u in units if purse(f, u) < HANDLING][:1]


def load_refusals(f: Move, p: Guadalajara, u: int, t: int) -> list[Refusal]:
    b = p.board
    facts: dict[str, Fact] = {**purse_of(f, p, u), "truck": b.uid[t]}
    if not b.truck[t] or p.hex[t] != p.hex[u] or p.cargo[t] >= 0 or b.side[t] != f.side:
        return [Refusal("1.16b.1", "no-such-truck-here", facts)]
    found: list[Refusal] = []
    if f.exploit:
        found.append(Refusal("1.16b.3", "no-loading-now", facts))
    if not b.carries(t, u):
        rule = "1.16a.5" if b.carried[u] and b.nation[t] == b.nation[u] else "1.16a.1"
        found.append(Refusal(rule, "cannot-be-carried", facts))
    if p.aboard[u] >= 0 or p.state[u] & HANDLED:
        found.append(Refusal("R41", "handled-once", facts))
    if f.moved and not p.opt.load_after_walking:
        found.append(Refusal("R41", "walked-already", facts))
    if p.state[t] & MOVED:
        found.append(Refusal("1.16a.9", "truck-has-moved", facts))
    elif first_alike(p, t) != t:
        found.append(Refusal("gen.6b", "another-stands-for-it", facts))
    if b.move[t][0] >> (1 if p.surprised(u) else 0) < HANDLING + spent(p, t):
        found.append(Refusal("1.16b.2", "not-enough-to-handle", facts))
    return found


def first_alike(p: Guadalajara, t: int) -> int:
    """[gen.6b] Empty trucks of one stripe in a hex are all alike: the first that has not moved stands for them."""
    b = p.board
    return next(x for x in b.trucks[b.side[t]] if p.hex[x] == p.hex[t] and p.cargo[x] < 0
                and b.division[x] == b.division[t] and not p.state[x] & MOVED)


def spent(p: Guadalajara, t: int) -> int:
    """[1.16a.8] What a truck has already paid for unloading before it was lifted."""
    return HANDLING if p.state[t] & HANDLED else 0


def load(f: Move, p: Guadalajara, u: int, t: int) -> None:
    """[1.16b.2, 1.16a.3, 1.16a.8] From now on the unit has the points of its truck, less those for loading."""
    p.load(u, t)
    p.state[u] |= HANDLED
    f.left[f.units.index(u)] = max(0, p.allowance(u) - HANDLING - spent(p, t))
    f.bonus = 0                          # [3.4b.3]
    p.tell("1.16b.2", "loads", {"unit": p.board.uid[u], "truck": p.board.uid[t]})


def unload(f: Move, p: Guadalajara, units: list[int]) -> None:
    """[1.16b.4, 1.16a.8, 1.16a.9, R165, R167] Whoever gets off stays; a truck that has not driven is lifted."""
    parked = not f.moved and not f.exploit
    drives: list[Frame] = []
    for u in units:
        t = p.aboard[u]
        if t < 0:
            continue
        p.unload(u)
        p.state[u] |= HANDLED | MOVED
        p.tell("1.16b.2", "unloads", {"unit": p.board.uid[u], "truck": p.board.uid[t]})
        if parked:
            p.state[t] |= HANDLED
            drives.append(Trucks(f.side, [t]))
        else:
            p.state[t] |= MOVED
            drives.append(Drive(f.side, t, purse(f, u) - HANDLING))
    for frame in drives:                 # when all of them stand
        p.call(frame)


def exit_refusals(f: Move, p: Guadalajara, units: list[int]) -> list[Refusal]:
    """[3.5a.1, 3.5d, scn.1.vp.5] Who may leave the map, and where."""
    rule, key = no_exit(f, p, units)
    return [Refusal(rule, key, leaver(f, p, units[0]))] if rule else leaving_refusals(f, p, units)


def no_exit(f: Move, p: Guadalajara, units: list[int]) -> tuple[str, str]:
    """[3.5a.1, 3.5d, scn.1.vp.5] The rule and the words that bar the group from any way out here, or nothing."""
    b = p.board
    a = p.hex[units[0]]
    if f.side == REP:
        return ("", "") if b.area_of[a] else ("3.5a.1", "no-entry-area")
    if b.scenario != 1 or any(b.nation[u] != ITALIAN or not b.infantry[u] for u in units):
        return "3.5d", "nationalists-stay"
    return ("", "") if a == b.exit_hex else ("scn.1.vp.5", "only-by-107")


def leaving_refusals(f: Move, p: Guadalajara, units: list[int]) -> list[Refusal]:
    """[3.5a.1, scn.1.vp.5] What keeps a group from leaving where there is a way out."""
    b = p.board
    a = p.hex[units[0]]
    ways_out = [b.leave[p.moves_as(u)][a] for u in units]
    zone = ZOC if p.zone[1 - f.side][a] and not p.opt.zoc_on_enter else 0
    found: list[Refusal] = []
    if not f.moved and abandons(p, units, a):
        found.append(Refusal("1.11b", "leaves-armour-alone", leaver(f, p, units[0])))
    if any(paid(cost + zone, purse(f, u), f.moved, not f.exploit) < 0 for cost, u in zip(ways_out, units)):
        found.append(Refusal("scs.mov.1", "not-enough-mp", leaver(f, p, units[0])))
    return found


def leaver(f: Move, p: Guadalajara, u: int) -> dict[str, Fact]:
    return {**purse_of(f, p, u), "hex": p.board.names[p.hex[u]]}


def leave_map(f: Move, p: Guadalajara, units: list[int]) -> None:
    """[3.5a, R102, R116]"""
    for u in units:
        f.done.append(u)
        t = p.aboard[u]
        p.box(u, OFF_MAP if f.side == REP else EXITED)
        if t >= 0:
            p.hex[t] = p.hex[u]
        if f.side == REP:
            p.due[u] = p.turn + 2
            p.tell("3.5a.1", "left-the-map", {"unit": p.board.uid[u]})
        else:
            p.exited += 1
            p.tell("scn.1.vp.5", "exited", {"unit": p.board.uid[u], "count": p.exited})
    if f.side == NAT:
        sudden_death(p)
