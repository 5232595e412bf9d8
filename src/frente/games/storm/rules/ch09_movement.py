"""[9.2, 9.4.3] Movement of a stack, area by area, as a move of its own or as the approach of an assault.

`toll` is the one place that says whether a step is legal and what it costs: the offer, the refusal with its reason and
the reach shown to players all come from it.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from frente.games.storm.rules.ch03_general import judge, river_closed
from frente.games.storm.rules.ch09_fire import Fire
from frente.games.storm.state.board import AREAS, ARTILLERY, N3, NAT, SPACES
from frente.games.storm.state.frames import ASSAULT, Impulse, impulse
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Listed

STOP: Final = Act("stop")
CANCEL: Final = Act("cancel")

# Refusals of a step, as negative tolls.
ENEMY_BOX: Final = -1
ENEMY_TO_ENEMY: Final = -2
FULL: Final = -3
GUNS_ALONE: Final = -4
CLOSED: Final = -5
PAUSED: Final = -6
SHORT: Final = -7
NO_BATTLE: Final = -8
REASONS: Final[dict[int, tuple[str, str]]] = {
    ENEMY_BOX: ("2i", "enemy-box"), ENEMY_TO_ENEMY: ("9.2i", "enemy-to-enemy"), FULL: ("3.2c", "no-room-for-stack"),
    GUNS_ALONE: ("9.2k", "artillery-needs-friend"), CLOSED: ("12.1g", "river-closed"),
    PAUSED: ("12.3k", "pause-no-entry"), SHORT: ("9.2d", "not-enough-mp"),
    NO_BATTLE: ("9.4.3b", "no-battle-there")}


def toll(p: Storm, side: Side, n: int, guns: bool, a: int, i: int, left: int, first: bool, taken: int = 0) -> int:
    """Cost of the step of *n* units from space *a* over border *i*, or a negative reason.

    guns: artillery among them; left: movement points; first: no step was made yet, so that 9.2j applies;
    taken: areas, as bits, that the stack would have taken on its way here.
    """
    b = p.board
    t = b.nb[a][i]
    if b.owner[t] == 1 - side:           # [2i]
        return ENEMY_BOX
    mine_a = p.control[a] == side or bool(taken >> a & 1)    # [9.2i, 3.5.1a, 9.4.3b]
    mine_t = p.control[t] == side or bool(taken >> t & 1)    # [9.2i, 3.5.1a, 9.4.3b]
    if not mine_a and not mine_t:        # [9.2i]
        return ENEMY_TO_ENEMY
    own = p.n[side * SPACES + t]
    if own + n > b.stacking and t < AREAS:                   # [3.2c]
        return FULL
    if guns and not mine_t and not own:  # [9.2k]
        return GUNS_ALONE
    if river_closed(p, side, a, t):      # [12.1g]
        return CLOSED
    if side == NAT and not mine_t and p.in_pause() and not p.contested(t):         # [12.3k]
        return PAUSED
    foe = (1 - side) * SPACES
    cost = b.step_cost                   # [9.2d]
    if not mine_a or p.n[foe + a]:       # [9.2e]
        cost += b.leaving_cost
    if not mine_t or p.n[foe + t]:       # [9.2f]
        cost += b.entering_cost
    if b.river[a][i] and not (mine_a and mine_t):            # [9.2g]
        cost += b.river_cost
    if cost > left and not first:        # [9.2d, 9.2j] one of the two is friendly, or the step is forbidden anyway
        return SHORT
    return cost


def can_step(p: Storm, side: Side, n: int, guns: bool, a: int) -> bool:
    """Whether a stack can make a first step from a space (9.2m): points do not matter for it (9.2j)."""
    return any(toll(p, side, n, guns, a, i, 0, True) > 0 for i in range(len(p.board.nb[a])))


def battle_at(p: Storm, side: Side, t: int) -> bool:
    """[9.4.1a, R50, 12.3l] Whether a side may fight in an area."""
    return p.count(1 - side, t) > 0 and (p.control[t] == side or side != NAT or not p.in_pause())


def leads_to_battle(p: Storm, side: Side, n: int, a: int, left: int, first: bool, taken: int = 0) -> bool:
    """[R50] Whether an assaulting stack that goes on from *a* can end in an area with enemy units."""
    b = p.board
    if not b.within[min(4, max(1, left - 1))][a] & p.occ[1 - side] & b.areas_mask:
        return False
    for i, t in enumerate(b.nb[a]):
        cost = toll(p, side, n, False, a, i, left, first, taken)
        if cost <= 0:
            continue
        if battle_at(p, side, t):
            return True
        if left - cost > b.step_cost:    # entering an area with enemy units costs more than a plain step
            mine = p.control[t] == side or bool(taken >> t & 1)
            if mine or not p.opt.stop_on_capture:
                if leads_to_battle(p, side, n, t, left - cost, False, taken if mine else taken | 1 << t):
                    return True
    return False


def assault_toll(p: Storm, side: Side, n: int, a: int, i: int, left: int, first: bool) -> int:
    """As toll, and refusing a step from which no battle can be reached any more."""
    cost = toll(p, side, n, False, a, i, left, first)
    if cost > 0:
        t = p.board.nb[a][i]
        if not battle_at(p, side, t):
            mine = p.control[t] == side
            if (not mine and p.opt.stop_on_capture) or not leads_to_battle(
                    p, side, n, t, max(0, left - cost), False, 0 if mine else 1 << t):
                return NO_BATTLE
    return cost


def allowance(p: Storm, units: Sequence[int]) -> int:
    """[9.2c]"""
    move = p.board.move
    return min([move[u] for u in units])


@dataclass
class March(Frame):
    """The way of the units of an impulse."""

    left: int                            # movement points
    moved: bool = False
    halted: bool = False                 # [R17] option stop_on_capture
    fire: bool = False                   # the last step draws defensive fire


def step_tolls(p: Storm, im: Impulse, f: March) -> list[int]:
    """By border of the space the stack stands in."""
    a = p.at[im.units[0]]
    n = len(im.units)
    borders = range(len(p.board.nb[a]))
    if im.kind == ASSAULT:
        return [assault_toll(p, im.side, n, a, i, f.left, not f.moved) for i in borders]
    guns = has_guns(p, im.units)
    return [toll(p, im.side, n, guns, a, i, f.left, not f.moved) for i in borders]


def has_guns(p: Storm, units: Sequence[int]) -> bool:
    return any(p.board.type[u] == ARTILLERY for u in units)


def may_stop(p: Storm, im: Impulse, f: March) -> bool:
    """[9.2m, 9.4.3b, R50]"""
    return f.moved and (im.kind != ASSAULT or battle_at(p, im.side, p.at[im.units[0]]))


class StepOn(Listed[March, Storm]):
    """[9.2b, 9.2n] All units together, from area to area, while points last."""

    rule = "9.2b"
    verbs = ("area", "stop")

    def ask(self, f: March, p: Storm) -> Choices:
        im = impulse(p)
        if not im.units or f.halted:     # [9.5j, 9.2n]
            return {}
        a = p.at[im.units[0]]
        nb = p.board.nb[a]
        acts = p.board.area_acts
        found = [acts[nb[i]] for i, cost in enumerate(step_tolls(p, im, f)) if cost > 0]
        if not found:
            return {}
        if may_stop(p, im, f):
            found.append(STOP)
        return {im.side: found}

    def do(self, f: March, p: Storm, side: Side, act: Act) -> bool:
        if act == STOP:
            return f.close()
        im = impulse(p)
        b = p.board
        a = p.at[im.units[0]]
        t = act.arg
        i = b.nb[a].index(t)
        cost = toll(p, side, len(im.units), has_guns(p, im.units), a, i, f.left, not f.moved)
        f.left = max(0, f.left - cost)   # [9.2j]
        f.moved = True
        f.halted = p.control[t] != side and p.opt.stop_on_capture        # [9.2n]
        f.fire = draws_fire(p, im, a, i)             # [9.2h, 9.5a]
        im.back = a                      # [9.5e, 9.7e]
        im.area = t
        for u in im.units:
            p.put(u, t)
        if p.events is not None:
            p.tell("9.2d", "stepped", {"unit": b.uid[im.units[0]], "units": len(im.units), "area": b.names[t],
                                       "left": f.left})
        judge(p, a, True)                # [3.4.1d, 3.5.1a]
        judge(p, t)                      # [3.5.1a]
        return True

    def auto(self, f: March, p: Storm) -> None:
        f.close()

    def why(self, f: March, p: Storm, side: Side, act: Act) -> list[Refusal]:
        im = impulse(p)
        u = im.units[0]
        a = p.at[u]
        if act == STOP:
            if not f.moved:
                return [refusal(p, "9.2m", "must-move", u)]
            return [refusal(p, "9.4.3b", "assault-needs-enemy", u, a)]
        if act.arg not in p.board.nb[a]:
            return [refusal(p, "2c", "not-adjacent", u, act.arg)]
        reason = step_tolls(p, im, f)[p.board.nb[a].index(act.arg)]
        rule, key = REASONS[reason]
        return [Refusal(rule, key, {"unit": p.board.uid[u], "area": p.board.names[act.arg], "left": f.left})]


def draws_fire(p: Storm, im: Impulse, a: int, i: int) -> bool:
    """[9.5a, 9.5i, 11.2c, 15.N3, R43, R96] Whether a step that is about to be made brings on defensive fire."""
    t = p.board.nb[a][i]
    if p.control[t] == im.side or p.count(im.side, t) or N3 in im.effects:
        return False
    if not p.board.river[a][i] and not (p.bad and im.kind == ASSAULT):
        return False
    foes = p.units(1 - im.side, t)
    return bool(foes) if p.opt.spent_fire else any(not p.spent[u] for u in foes)


class UnderFire(Step[March, Storm]):
    """[9.2h, 9.4.3c] Defensive fire is resolved as soon as the river is crossed."""

    rule = "9.5a"

    def auto(self, f: March, p: Storm) -> None:
        if f.fire:
            p.call(Fire())


class AfterFire(Listed[March, Storm]):
    """[9.5f, 9.5g, 9.5h, 9.5j] Units turned Spent stay; the point unit of an assault may have to be replaced."""

    rule = "9.5g"
    verbs = ("point", "cancel")

    def ask(self, f: March, p: Storm) -> Choices:
        im = impulse(p)
        if im.kind != ASSAULT or not point_hit(p, im):
            return {}
        found = still_fresh(p, im)
        return {im.side: [*[p.board.point_acts[u] for u in found], CANCEL]} if found else {}

    def do(self, f: March, p: Storm, side: Side, act: Act) -> bool:
        im = impulse(p)
        if act == CANCEL:
            im.cancelled = True
            p.tell("9.5g", "assault-cancelled", {"area": p.board.names[im.area]})
        else:
            im.units = still_fresh(p, im)
            im.point = act.arg
            im.worst = True
        return f.close()

    def auto(self, f: March, p: Storm) -> None:
        im = impulse(p)
        im.units = still_fresh(p, im)    # with nobody left, march and assault are over
        f.at = 0

    def why(self, f: March, p: Storm, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "9.5g", "cannot-lead", act.arg)]


def point_hit(p: Storm, im: Impulse) -> bool:
    return p.at[im.point] != im.area or bool(p.spent[im.point])


def still_fresh(p: Storm, im: Impulse) -> list[int]:
    return [u for u in im.units if p.at[u] == im.area and not p.spent[u]]


play(March, StepOn(), UnderFire(), AfterFire())
