"""[6] A stack on the move: its credit, its steps, and the reactions it meets on the way."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import blocks, step_out
from frente.games.heralds.rules.ch04_lines import ends_at
from frente.games.heralds.rules.ch06_stacks import (
    alone,
    credit,
    has_fighters,
    reactors,
    step_cost,
    step_refusal,
    where,
    window_on_entry,
    window_on_leaving,
)
from frente.games.heralds.rules.ch11_will import gain_ip, judge, kill
from frente.games.heralds.state.board import COMBAT, DECOY, DOWNTOWN, SPACES, SQUARES
from frente.games.heralds.state.frames import BLOCKED, CAUGHT, NONE, Fate, Leg, Reaction, Stack
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import CHANCE, D6, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

STOP: Final = Act("stop")
EXTRAS: Final = [Act("extra", n) for n in range(21)]

# Places in the sequence of a stack (see ch06_maneuver).
ACTING: Final = 3
EXTRA: Final = 4
SNEAKING: Final = 7
ENTERING: Final = 9
FOUGHT: Final = 12
RETURNING: Final = 13


def link(p: Heralds, f: Stack) -> int:
    """Which step of its space the declared move is."""
    return p.board.to[where(p, f)].index(f.to)


def moves(p: Heralds, f: Stack, armed: bool) -> list[Act]:
    """[6.3b, 6.3c] Every step the credit and the routes allow."""
    a = where(p, f)
    acts = p.board.move_acts
    return [acts[t] for i, t in enumerate(p.board.to[a]) if not step_refusal(p, f, a, i, armed)[0]]


def move_refusals(p: Heralds, f: Stack, t: int) -> list[Refusal]:
    a = where(p, f)
    if t not in p.board.to[a]:
        return [refusal(p, "6.3b" if a >= SQUARES else "6.3c", "not-connected", -1, t)]
    rule, key = step_refusal(p, f, a, p.board.to[a].index(t), has_fighters(p, f.units))
    return [refusal(p, rule, key, -1, t)]


def declare_move(p: Heralds, f: Stack, t: int) -> None:
    """[6.3a] Declared and paid; it is carried out when the reactions are over."""
    a = where(p, f)
    f.to = t
    f.credit -= step_cost(p, f, a, p.board.to[a].index(t), has_fighters(p, f.units))
    f.extra = 0
    f.windows = 0
    f.reacted = False
    f.at = EXTRA


class CreditDie(Die[Stack, Heralds]):
    """[6.2a, 6.2b] The maneuver credit."""

    rule = "6.2a"

    def do(self, f: Stack, p: Heralds, side: Side, act: Act) -> bool:
        f.die = act.arg
        f.credit = credit(p, f, f.die)
        p.tell("6.2a", "credit", {"unit": p.board.uid[f.units[0]], "die": f.die, "credit": f.credit})
        return True


class ExtraPoints(Listed[Stack, Heralds]):
    """[6.3g, R72] Points beyond the price, to slip past an enemy who could react."""

    rule = "6.3g"
    verbs = ("extra",)

    def ask(self, f: Stack, p: Heralds) -> Choices:
        if f.credit <= 0 or not self.may(f, p):
            return {}
        return {f.side: EXTRAS[:f.credit + 1]}

    def may(self, f: Stack, p: Heralds) -> bool:
        """Into another square, wherever somebody may react to that."""
        sq = p.board.parent[f.to]
        return sq != p.board.parent[where(p, f)] and window_on_entry(p, f, sq, has_fighters(p, f.units))

    def do(self, f: Stack, p: Heralds, side: Side, act: Act) -> bool:
        f.extra = act.arg
        f.credit -= act.arg
        return True

    def why(self, f: Stack, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("6.3g", "credit-left", {"left": f.credit})]


class Leaving(Step[Stack, Heralds]):
    """[4.5.3c, R68c] Out of a contested square."""

    rule = "4.5.3c"

    def auto(self, f: Stack, p: Heralds) -> None:
        a = where(p, f)
        sq = p.board.parent[a]
        p.answer = NONE
        if p.board.parent[f.to] != sq and window_on_leaving(p, f, sq):
            p.call(Reaction(1 - f.side, sq, a, f.to, True))


class Left(Step[Stack, Heralds]):
    """[6.4e, 6.4f, 6.4g] What came of it."""

    rule = "6.4e"

    def auto(self, f: Stack, p: Heralds) -> None:
        if p.answer == CAUGHT and where(p, f) >= SQUARES:       # [R141] caught on the way out, in the square
            f.to = p.board.parent[where(p, f)]
            arrive(p, f)
        stopped(p, f)


class Sneaking(Step[Stack, Heralds]):
    """[6.3e, R71] Leaders and agents alone slip past enemy compounds, one after another."""

    rule = "6.3e"

    def auto(self, f: Stack, p: Heralds) -> None:
        a = where(p, f)
        past = p.board.past[a][link(p, f)]
        p.answer = NONE
        while f.windows < len(past):
            c = past[f.windows]
            f.windows += 1
            if blocks(p, f.side, c) and not f.reacted:           # [6.3e, 6.4f]
                p.call(Reaction(1 - f.side, p.board.parent[c], a, f.to, False, c))
                return
        f.at = ENTERING


class Sneaked(Step[Stack, Heralds]):
    """[6.4g, R71]"""

    rule = "6.4g"

    def auto(self, f: Stack, p: Heralds) -> None:
        if p.answer == CAUGHT:
            p.answer = BLOCKED           # stopped in the compound: back to where he came from
        if not stopped(p, f):
            f.at = SNEAKING


class Entering(Step[Stack, Heralds]):
    """[6.4a, R68a, R68b] Into a square with enemy combat units."""

    rule = "6.4a"

    def auto(self, f: Stack, p: Heralds) -> None:
        a = where(p, f)
        sq = p.board.parent[f.to]
        # [4.5.3b, 6.4a] Nobody has answered yet: Sneaking saw to that.
        if sq != p.board.parent[a] and not f.reacted and window_on_entry(p, f, sq, has_fighters(p, f.units)):
            p.call(Reaction(1 - f.side, sq, a, f.to))


class Entered(Step[Stack, Heralds]):
    """[6.4e, 6.4f, 6.4g, R69, R70]"""

    rule = "6.4f"

    def auto(self, f: Stack, p: Heralds) -> None:
        if p.answer == CAUGHT:           # [R141] in the square, even if a compound was the goal
            f.to = p.board.parent[f.to]
            arrive(p, f)
        stopped(p, f)


def stopped(p: Heralds, f: Stack) -> bool:
    """Draw the consequences of a reaction; whether the step does not go on."""
    if p.answer == NONE:
        return False
    by_himself = alone(p, f.units)
    f.at = RETURNING if by_himself and p.answer == BLOCKED else ACTING
    if p.answer == CAUGHT:
        f.caught = True
        if by_himself:
            f.over = True
    if by_himself:
        for u in f.units:
            p.call(Fate(u, "6.4g", True))
    if p.answer == BLOCKED:
        p.tell("6.4f", "move-cancelled", {"space": p.board.names[f.to]})
    return True


def arrive(p: Heralds, f: Stack) -> None:
    """The stack stands in its new space."""
    b = p.board
    a = where(p, f)
    if b.space[f.to] == DOWNTOWN and b.parent[a] != f.to:
        f.entered += 1
    leave_square = b.parent[a] != f.to
    gone = f.side if leave_square and any(p.fixed[u] for u in f.units) else -1
    for u in f.units:
        if leave_square:
            p.fixed[u] = 0               # [7.2c]
        p.put(u, f.to)
    step_out(p, f.side, f.to)
    f.origin = a
    f.visited.append(f.to)
    p.tell("6.3a", "moves", {"unit": b.uid[f.units[0]], "space": b.names[f.to], "left": f.credit})
    release(p, b.parent[a], gone)
    judge(p)


def release(p: Heralds, sq: int, gone: int = -1) -> None:
    """[7.2c, R92] A fix ends for both when one of them has left the square; entering a compound is leaving it.

    *gone* is the side of which a fixed stack has just left: with its last fixed unit there the other side is free."""
    for side in (0, 1):
        if not p.fighters[side * SPACES + sq] or (side == gone and not any(
                p.fixed[u] and p.side[u] == side and p.kind(u) == COMBAT for u in p.units(sq))):
            for u in p.units(sq):
                p.fixed[u] = 0


class Arrive(Step[Stack, Heralds]):
    """[6.3a] The move is carried out; then the stack goes on as after a fight."""

    rule = "6.3a"

    def auto(self, f: Stack, p: Heralds) -> None:
        arrive(p, f)


class Returning(Step[Stack, Heralds]):
    """[6.4g] Who was blocked is back where he came from, and may be intercepted there."""

    rule = "6.4g"

    def auto(self, f: Stack, p: Heralds) -> None:
        p.answer = NONE
        if f.units:
            a = where(p, f)
            sq = p.board.parent[a]
            if reactors(p, 1 - f.side, sq):
                p.call(Reaction(1 - f.side, sq, a, a, lone=f.units[0]))


class Returned(Step[Stack, Heralds]):
    """[6.4g, 8e] If so, he is eliminated."""

    rule = "6.4g"

    def auto(self, f: Stack, p: Heralds) -> None:
        f.at = ACTING
        if p.answer == CAUGHT:
            for u in f.units[:]:
                decoy = p.kind(u) == DECOY
                kill(p, u, "6.4g")
                drop_from_stacks(p, u)
                if not decoy:
                    gain_ip(p, 1 - f.side, "8e")
            judge(p)


class FateDie(Die[Fate, Heralds]):
    """[6.4g, R71] Alive if 1D6 is not above his initiative; a decoy is simply removed."""

    rule = "6.4g"

    def ask(self, f: Fate, p: Heralds) -> Choices:
        return {} if p.kind(f.unit) == DECOY else {CHANCE: D6}


class Shown(Step[Fate, Heralds]):
    """[R123] His number is needed, so he is disclosed first."""

    rule = "R123"

    def auto(self, f: Fate, p: Heralds) -> None:
        p.disclose(f.unit, "R123")


class FateFalls(Step[Fate, Heralds]):
    """[6.4g, 8e] The dead leave play; the enemy learns from those it caught."""

    rule = "6.4g"

    def auto(self, f: Fate, p: Heralds) -> None:
        u = f.unit
        owner, decoy = p.obeys(u), p.kind(u) == DECOY
        if f.die <= p.initiative_of(u) and not decoy:
            p.tell(f.rule, "survives", {"unit": p.board.uid[u], "die": f.die})
            return
        kill(p, u, f.rule)
        drop_from_stacks(p, u)
        if f.intercepted and not decoy and owner in (0, 1):
            gain_ip(p, 1 - owner, "8e")
        judge(p)


def drop_from_stacks(p: Heralds, u: int) -> None:
    """[6.1a] A pawn that is gone, or no longer obeys, is in nobody's stack."""
    for f in p.stack:
        if isinstance(f, Stack) and u in f.units:
            f.units.remove(u)


def arrived(p: Heralds, f: Stack) -> bool:
    """[4.3.3b, 5.2.2j, 9.10b] Whether a courier or envoy is where he was sent."""
    if not f.units:
        return False
    sq = p.board.parent[where(p, f)]
    below = p.stack[-2:][0]
    return sq == f.dest or (isinstance(below, Leg) and sq in ends_at(p, below))


def errand_over(p: Heralds, f: Stack) -> bool:
    """[4.3.3b, 5.2.3e]"""
    return not f.units or f.over or arrived(p, f)


play(Fate, Shown(), FateDie(), FateFalls())
