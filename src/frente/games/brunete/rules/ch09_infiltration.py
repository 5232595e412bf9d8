"""[9.7] Turn 1: the 11th Division, by night, in Brunete."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.rules.ch09_movement import EARLY, STOP, Movement, march_refusals, release, toll
from frente.games.brunete.state.board import INFANTRY, NAT, REP
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import PASS, Act, Choices, Frame, Refusal, Side, Step, play
from frente.kit.steps import Die

LIMIT: Final = 2                         # infantry units that may stay in Brunete (1.1i)
LEAST: Final = 4                         # points at the least (9.7c, 9.7d)


@dataclass
class Infiltration(Frame):
    dice: list[int] = field(default_factory=list)
    pool: int = 0                        # movement points left to the division
    spent: list[int] = field(default_factory=list)
    unit: int = -1                       # unit on the move
    moved: bool = False                  # it has made a step since it was named


class InfiltrationRoll(Die[Infiltration, Brunete]):
    """[9.7b] 1-4 unseen, 5-6 discovered."""

    rule = "9.7b"

    def do(self, f: Infiltration, p: Brunete, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        p.tell("9.7b", "infiltration-discovered" if act.arg >= 5 else "infiltration-unseen", {"die": act.arg})
        return True


class EarlyArrivals(Step[Infiltration, Brunete]):
    """[9.7e] Discovered: the Nationalist arrivals of turn 1 may come in at once, with half their points."""

    rule = "9.7e"

    def auto(self, f: Infiltration, p: Brunete) -> None:
        if f.dice[0] >= 5:
            p.call(Movement(NAT, EARLY))


class InfiltrationPoints(Die[Infiltration, Brunete]):
    """[9.7c, 9.7d] Two dice of movement points, or one if discovered; never fewer than clear the overstack."""

    rule = "9.7c"

    def do(self, f: Infiltration, p: Brunete, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if f.dice[0] < 5 and len(f.dice) < 3:
            return False
        f.pool = max(sum(f.dice[1:]), LEAST, clearing_cost(p, -1, -1))
        f.spent = [0] * len(p.board.infiltrators)
        p.tell("9.7c", "infiltration-points", {"points": f.pool})
        return True


class InfiltrationMove(Step[Infiltration, Brunete]):
    """[9.6, 9.7c, 9.7f, R30] The points are spent freely; Brunete must end within the stacking limit."""

    rule = "9.7c"
    verbs = ("unit", "hex", "stop", "pass")

    def ask(self, f: Infiltration, p: Brunete) -> Choices:
        if f.unit >= 0:
            acts = [p.board.hex_acts[t] for t in p.board.nb[p.hex[f.unit]] if not refusal(f, p, f.unit, t)]
            if f.moved and p.fits(f.unit, p.hex[f.unit]):
                acts.append(STOP)
            return {REP: acts}
        acts = [p.board.unit_acts[u] for u in p.board.infiltrators
                if p.hex[u] >= 0 and any(not refusal(f, p, u, t) for t in p.board.nb[p.hex[u]])]
        if not overstacked(p):
            if not acts:
                return {}
            acts.append(PASS)
        return {REP: acts}

    def do(self, f: Infiltration, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            return True
        if act.verb == "unit":
            f.unit = act.arg
            f.moved = False
        elif act == STOP:
            release(p, f.unit)
            f.unit = -1
        else:
            u = f.unit
            cost = price(f, p, u, act.arg, left(f, p, u))
            f.pool -= cost
            f.spent[p.board.infiltrators.index(u)] += cost
            f.moved = True
            p.put(u, act.arg)
            p.tell("9.7c", "stepped", {"unit": p.board.uid[u], "hex": p.board.names[act.arg], "left": f.pool})
            if all(refusal(f, p, u, t) for t in p.board.nb[act.arg]):
                release(p, u)
                f.unit = -1
        return False

    def why(self, f: Infiltration, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "unit" and act.arg not in p.board.infiltrators:
            return [Refusal("9.7a", "only-infiltrators", {"unit": p.board.uid[act.arg]})]
        if f.unit >= 0 and act.verb in ("unit", "pass"):
            return [Refusal("9.7c", "finish-move-first", {"unit": p.board.uid[f.unit]})]
        if f.unit < 0 and act.verb in ("hex", "stop"):
            return [Refusal("9.7c", "choose-unit-first", {})]
        if act == PASS and overstacked(p):
            return [Refusal("9.7f", "brunete-overstacked", {"hex": p.board.names[p.board.brunete]})]
        if f.unit < 0:
            nowhere = act not in p.choices().get(side, [])
            return [Refusal("9.7c", "nowhere-to-go", {"unit": p.board.uid[act.arg]})] if nowhere else []
        if act == STOP and not f.moved:
            return [Refusal("9.7c", "no-step-yet", {"unit": p.board.uid[f.unit]})]
        near = [t for t in p.board.nb[p.hex[f.unit]] if act == p.board.hex_acts[t]]
        if near and refusal(f, p, f.unit, act.arg) == KEEP_POINTS:
            return [Refusal("9.7f", "points-needed-to-clear", {"left": f.pool})]
        return march_refusals(p, f.unit, left(f, p, f.unit), 0, spent(f, p, f.unit) > 0, act)


KEEP_POINTS: Final = -9


def spent(f: Infiltration, p: Brunete, u: int) -> int:
    """[4.1a] Points a unit has used in this segment: what makes an enemy zone stop it, however often it is named."""
    return f.spent[p.board.infiltrators.index(u)]


def left(f: Infiltration, p: Brunete, u: int) -> int:
    """[9.7c, R30] No unit spends more than its own movement points."""
    return min(f.pool, p.board.move[u][p.steps[u]] - spent(f, p, u))


def refusal(f: Infiltration, p: Brunete, u: int, t: int) -> int:
    """[9.7c, 9.7f] 0, or why unit *u* may not step to *t*: as in movement, or to keep points for clearing Brunete."""
    own = left(f, p, u)
    if price(f, p, u, t, min(own, f.pool - clearing_cost(p, u, t))) > 0:
        return 0
    cost = price(f, p, u, t, own)
    return cost if cost < 0 else KEEP_POINTS


def price(f: Infiltration, p: Brunete, u: int, t: int, points: int) -> int:
    """[9.7c, R30] As toll: normal costs and zones, no road bonus."""
    a = p.hex[u]
    return toll(p, u, a, p.board.nb[a].index(t), points, 0, spent(f, p, u) > 0)


def overstacked(p: Brunete) -> bool:
    """[9.7f]"""
    return len([u for u in p.board.infiltrators if p.hex[u] == p.board.brunete]) > LIMIT


def clearing_cost(p: Brunete, mover: int, to: int) -> int:
    """[9.7c, 9.7f, R30] The fewest points that bring Brunete within the limit once *mover* has gone to hex *to*."""
    b = p.board
    others = [p.hex[u] for u in b.infiltrators if u != mover]
    excess = others.count(b.brunete) - LIMIT
    slots: list[int] = []
    for i, t in enumerate(b.nb[b.brunete]):
        if p.holder(t) != NAT:
            slots += [b.cost[INFANTRY][b.brunete][i]] * (LIMIT - [*others, to].count(t))
    return sum(sorted(slots)[:max(excess, 0)])


play(Infiltration, InfiltrationRoll(), EarlyArrivals(), InfiltrationPoints(), InfiltrationMove())
