"""[9.6, 9.7] Losses are shared out among units, the point unit first; those that must retreat do so one at a time."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.storm.rules.ch03_general import open_rivers, river_closed
from frente.games.storm.state.board import ARTILLERY
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Listed

MOST: Final = 3                          # what a Fresh unit can absorb; a Spent one a point less (9.6d, 9.6e)
NONE: Final = range(0)                   # no distribution at all
VERBS: Final = ("spare", "flip", "retreat", "eliminate")


@dataclass
class Losses(Frame):
    """[9.6] One side takes its losses."""

    side: Side
    units: list[int]                     # the point unit first (9.6h, 9.6k)
    points: int
    back: int = -1                       # space to which these units must retreat (9.7e), -1 as they like
    given: list[int] = field(default_factory=list)           # points absorbed, parallel to units


def most(p: Storm, u: int) -> int:
    return MOST - p.spent[u]


def totals(p: Storm, f: Losses, given: list[int], guns_go: bool) -> range:
    """[9.6h-9.6l] Points that can be absorbed in all, if the first units absorb *given*, at least the point unit.

    guns_go: every line and shock unit is gone, so that artillery may be eliminated too (9.6l); otherwise none is.
    Between the least and the most every total can be reached, because each unit takes any amount up to its cap.
    """
    low = high = 0
    cap = MOST if given[0] == most(p, f.units[0]) else given[0]          # [9.6k] unless the point unit is eliminated
    for i, u in enumerate(f.units):
        least, best = 0, min(most(p, u), cap)
        if p.board.type[u] == ARTILLERY:
            if not guns_go:
                best = min(best, most(p, u) - 1)
        elif guns_go:
            least = gone(p, u)
        if i < len(given):
            if not least <= given[i] <= best:
                return NONE
            least = best = given[i]
        if least > best:
            return NONE
        low += least
        high += best
    return range(low, high + 1)


def gone(p: Storm, u: int) -> int:
    """[9.6l, R58] What a line or shock unit must absorb before artillery may be eliminated."""
    return most(p, u) if p.opt.artillery_strict else most(p, u) - 1


def reachable(p: Storm, f: Losses) -> int:
    """[9.6i, 9.6j] The most points, not above the losses, that some distribution absorbs."""
    found: list[int] = []
    for amount in range(most(p, f.units[0]), 0, -1):         # the point unit's own amount sets the cap of the others
        for guns_go in (False, True):
            sums = totals(p, f, [amount], guns_go)
            if sums and sums[0] <= f.points:
                found.append(min(sums[-1], f.points))
    return max(found)


def completes(p: Storm, f: Losses, given: list[int], target: int) -> bool:
    """[9.6i, 9.6k, 9.6l] Whether a distribution begun as *given* can still absorb exactly *target*."""
    return any(target in totals(p, f, given, guns_go) for guns_go in (False, True))


def amounts(p: Storm, f: Losses) -> list[int]:
    """What the next unit in line may absorb."""
    u = f.units[len(f.given)]
    target = reachable(p, f)
    return [k for k in range(most(p, u) + 1) if completes(p, f, [*f.given, k], target)]


def loss_act(p: Storm, u: int, amount: int) -> Act:
    b = p.board
    if not amount:
        return b.spare_acts[u]
    if amount == most(p, u):
        return b.eliminate_acts[u]
    return b.flip_acts[u] if amount == 1 and not p.spent[u] else b.retreat_acts[u]


def amount_of(p: Storm, act: Act) -> int:
    """The points an act absorbs, -1 if the unit cannot do that."""
    if act.verb == "spare":
        return 0
    if act.verb == "eliminate":
        return most(p, act.arg)
    if act.verb == "flip":
        return -1 if p.spent[act.arg] else 1
    return 1 if p.spent[act.arg] else 2


class TakeLosses(Listed[Losses, Storm]):
    """[9.6] The point unit first, then the others in order; what leaves no way to absorb enough is not offered."""

    rule = "9.6g"
    verbs = VERBS

    def ask(self, f: Losses, p: Storm) -> Choices:
        if len(f.given) == len(f.units):
            return {}
        u = f.units[len(f.given)]
        found = amounts(p, f)
        return {f.side: [loss_act(p, u, k) for k in found]} if len(found) > 1 else {}

    def do(self, f: Losses, p: Storm, side: Side, act: Act) -> bool:
        f.given.append(amount_of(p, act))
        return False

    def auto(self, f: Losses, p: Storm) -> None:
        if len(f.given) < len(f.units):
            f.given.append(amounts(p, f)[0])
            f.at -= 1

    def why(self, f: Losses, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [loss_refusal(p, f, act)]


def loss_refusal(p: Storm, f: Losses, act: Act) -> Refusal:
    b = p.board
    u = act.arg
    k = len(f.given)
    if u not in f.units:
        return refusal(p, "9.6h", "takes-no-losses", u)
    i = f.units.index(u)
    if i < k:
        return refusal(p, "9.6f", "loss-settled", u)
    if i > k:
        return refusal(p, "9.6k", "another-unit-first", f.units[k])
    amount = amount_of(p, act)
    if amount < 0:
        return refusal(p, "9.6a", "already-spent", u)
    eliminated = amount == most(p, u)
    if i and amount > f.given[0] and f.given[0] < most(p, f.units[0]):
        return refusal(p, "9.6k", "more-than-point-unit", u)
    if eliminated and b.type[u] == ARTILLERY:
        sums = totals(p, f, [*f.given, amount], True)        # with all line and shock units gone as well
        if not sums or sums[0] > max(f.points, sum(f.given) + amount):
            return refusal(p, "9.6l", "artillery-goes-last", u)
    if sum(f.given) + amount > f.points:
        return refusal(p, "9.6j", "more-than-losses", u)
    return refusal(p, "9.6i", "must-absorb-most", u)


class ApplyLosses(Step[Losses, Storm]):
    """[9.6a-9.6e] Units are turned and eliminated; those that retreat follow."""

    rule = "9.6a"

    def auto(self, f: Losses, p: Storm) -> None:
        leaving: list[int] = []
        for u, amount in zip(f.units, f.given):
            if not amount:               # [9.6k]
                continue
            top = most(p, u)
            if amount == top:
                p.eliminate(u, "9.6d" if p.spent[u] else "9.6e")
                continue
            if not p.spent[u]:
                p.flip(u)
                if p.events is not None:
                    p.tell("9.6a", "turned-spent", {"unit": p.board.uid[u]})
            if amount == top - 1:
                leaving.append(u)
        p.call(Retreat(f.side, leaving, f.back))


play(Losses, TakeLosses(), ApplyLosses())


def suffer(p: Storm, side: Side, units: list[int], point: int, points: int, back: int = -1) -> None:
    """Open the losses of a side; *units* are those that can take them."""
    if points > 0 and units:
        first = [point] if point in units else []
        p.call(Losses(side, first + [u for u in units if u != point], points, back))


# -- retreat

QUIET: Final = 1                         # friendly, without enemy units
CONTESTED: Final = 2                     # friendly, with enemy units
HOSTILE: Final = 3                       # enemy-controlled, with friendly units
FORBIDDEN: Final = 4


@dataclass
class Retreat(Frame):
    """[9.7] Units of one side leave the area they are in."""

    side: Side
    units: list[int]
    back: int = -1
    unit: int = -1                       # the unit whose destination is being chosen


def shelter(p: Storm, side: Side, t: int) -> int:
    """[9.7b-9.7d] How good a space is for a retreat."""
    if p.control[t] == side:
        return CONTESTED if p.count(1 - side, t) else QUIET
    return HOSTILE if p.count(side, t) else FORBIDDEN


def refuges(p: Storm, side: Side, a: int, back: int) -> list[int]:
    """[9.7] The spaces open to a unit that retreats from *a* now."""
    if back >= 0:                        # [9.7e, R45, R62]
        return [back] if shelter(p, side, back) != FORBIDDEN and p.room(side, back) > 0 else []
    found = [t for t in p.board.nb[a] if shelter(p, side, t) != FORBIDDEN and p.room(side, t) > 0        # [9.7d, 9.7f]
             and not river_closed(p, side, a, t)]            # [12.1g]
    best = min([shelter(p, side, t) for t in found], default=FORBIDDEN)
    return [t for t in found if shelter(p, side, t) == best]             # [9.7b, 9.7c]


class RetreatUnits(Listed[Retreat, Storm]):
    """[9.7g, 9.7h, R61] One at a time; who goes first is asked only where there is not room for all."""

    rule = "9.7h"
    verbs = ("unit", "area")

    def ask(self, f: Retreat, p: Storm) -> Choices:
        if not f.units:
            return {}
        a = p.at[f.units[0]]
        found = refuges(p, f.side, a, f.back)
        if not found:
            return {}
        if f.unit < 0 and sum([p.room(f.side, t) for t in found]) < len(f.units):
            return {f.side: [p.board.unit_acts[u] for u in f.units]}
        return {f.side: [p.board.area_acts[t] for t in found]} if len(found) > 1 else {}

    def do(self, f: Retreat, p: Storm, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            f.unit = act.arg
        else:
            leave(f, p, act.arg)
        return False

    def auto(self, f: Retreat, p: Storm) -> None:
        if not f.units:
            return
        found = refuges(p, f.side, p.at[f.units[0]], f.back)
        if found:
            leave(f, p, found[0])
        else:                            # [9.7g]
            for u in f.units:
                p.eliminate(u, "9.7g")
            f.units = []
        f.at -= 1

    def why(self, f: Retreat, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [retreat_refusal(p, f, act)]


def leave(f: Retreat, p: Storm, t: int) -> None:
    """[9.7a, 9.7h]"""
    u = f.unit if f.unit >= 0 else f.units[0]
    f.units.remove(u)
    f.unit = -1
    p.put(u, t)
    open_rivers(p, t)                 # [12.1h] at any moment: it may be the foothold that lets the next one cross
    if p.events is not None:
        p.tell("9.7a", "retreats", {"unit": p.board.uid[u], "area": p.board.names[t]})


def retreat_refusal(p: Storm, f: Retreat, act: Act) -> Refusal:
    b = p.board
    if act.verb == "unit":
        if act.arg not in f.units:
            return refusal(p, "9.7a", "does-not-retreat", act.arg)
        return refusal(p, "9.7h", "choose-retreat-area", act.arg)
    t = act.arg
    u = f.unit if f.unit >= 0 else f.units[0]
    a = p.at[u]
    if f.back >= 0 and t != f.back:
        return refusal(p, "9.7e", "must-go-back", u, f.back)
    if t not in b.nb[a]:
        return refusal(p, "9.7a", "retreat-one-area", u, t)
    if b.owner[t] == 1 - f.side:
        return refusal(p, "2i", "enemy-box", u, t)
    k = shelter(p, f.side, t)
    if k == FORBIDDEN:
        return refusal(p, "9.7d", "no-shelter", u, t)
    if p.room(f.side, t) <= 0:
        return refusal(p, "9.7f", "no-room", u, t)
    if river_closed(p, f.side, a, t):
        return refusal(p, "12.1g", "river-closed", u, t)
    if t in refuges(p, f.side, a, f.back):
        return refusal(p, "9.7h", "choose-who-retreats", -1, t)
    return refusal(p, "9.7c" if k == CONTESTED else "9.7d", "better-shelter", u, t)


play(Retreat, RetreatUnits())
