"""[6.4] Reactions: the other side moves into a compound, leaves one, or intercepts. Asked on public facts alone."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import enterable, holder, room, step_out
from frente.games.heralds.rules.ch06_stacks import (
    Part,
    alone,
    can_lead,
    chief,
    commands,
    fighters,
    fits,
    has_fighters,
    lowest,
    reactors,
    ready,
)
from frente.games.heralds.rules.ch11_will import judge
from frente.games.heralds.state.board import COMBAT, SQUARES
from frente.games.heralds.state.frames import BLOCKED, CAUGHT, NONE, Reaction, Stack, stack
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

INTERCEPT: Final = Act("intercept")
DONE: Final = Act("done")
IPS: Final = [Act("ip", n) for n in range(100)]

# Ways to react (6.4b).
INTO: Final = 1
OUT: Final = 2
AGAINST: Final = 3


def spendable(p: Heralds, side: Side) -> list[Act]:
    """[8b] None or any number of the intelligence points a side has."""
    return IPS[:p.ip[side] + 1]


def bystanders(p: Heralds, f: Reaction) -> list[int]:
    """[6.4a, 6.4b, R145] Everybody there who might react: to intercept, all in the square and its compounds."""
    if f.sneak >= 0:
        return p.units(f.sneak)
    if f.way == OUT:
        return p.units(f.space)
    return p.units(f.square) if f.way == INTO else p.around(f.square)


def way_refusal(p: Heralds, f: Reaction, act: Act) -> tuple[str, str]:
    """[6.4a, 6.4b, R68, R71, R145] What keeps the other side from one way of reacting."""
    b = p.board
    c = act.arg
    if act == INTERCEPT:
        if f.sneak >= 0 or reactors(p, f.side, f.square):
            return ("", "")
        return ("6.4a", "nobody-to-react")
    if b.parent[c] != f.square or c < SQUARES:
        return ("6.4b", "compound-of-that-square")
    if f.sneak >= 0 or f.lone >= 0:
        return ("R71", "only-interception")
    if act.verb == "sally":
        if f.leaving:
            return ("R68", "no-way-out-now")
        return ("", "") if ready(p, f.side, p.units(c)) else ("6.4a", "nobody-to-react")
    men = ready(p, f.side, p.units(f.square))
    if not men:
        return ("6.4a", "nobody-to-react")
    if not enterable(p, f.side, c):
        return ("6.4b", "compound-closed")
    if not any(room(p, c, [u], p.opt.third_withdrawing) for u in men):
        return ("2.3.3b", "compound-full")
    if f.leaving and c not in on_way(p, f):
        return ("R68", "does-not-block")
    return ("", "")


def on_way(p: Heralds, f: Reaction) -> list[int]:
    """[6.4f] Compounds whose taking stops the declared move."""
    b = p.board
    i = b.to[f.origin].index(f.to)
    return [*b.past[f.origin][i], f.to]


class ChooseReaction(Listed[Reaction, Heralds]):
    """[6.4b, 6.4c] One attempt, or none."""

    rule = "6.4b"
    verbs = ("intercept", "shelter", "sally", "pass")

    def ask(self, f: Reaction, p: Heralds) -> Choices:
        b = p.board
        found: list[Act] = []
        if not way_refusal(p, f, INTERCEPT)[0]:
            found.append(INTERCEPT)
        for c in b.inside[f.square]:
            for verb in ("shelter", "sally"):
                act = b.space_verbs[verb][c]
                if not way_refusal(p, f, act)[0]:
                    found.append(act)
        return {f.side: [*found, PASS]} if found else {}

    def do(self, f: Reaction, p: Heralds, side: Side, act: Act) -> bool:
        if act == PASS:
            return give_up(f, p)
        stack(p).reacted = True          # [6.4c]
        f.way = AGAINST if act == INTERCEPT else INTO if act.verb == "shelter" else OUT
        f.space = -1 if act == INTERCEPT else act.arg
        return True

    def auto(self, f: Reaction, p: Heralds) -> None:
        give_up(f, p)

    def why(self, f: Reaction, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = way_refusal(p, f, act)
        return [refusal(p, rule, key, -1, f.square if act == INTERCEPT else act.arg)]


def give_up(f: Reaction, p: Heralds) -> bool:
    """[6.4b]"""
    p.answer = NONE
    return f.close()


def leader_of(p: Heralds, f: Reaction) -> int:
    """[6.4c] Who makes a command stack of those who react; -1 none."""
    return next((u for u in f.units if can_lead(p, u)), -1)


def reactor_refusal(p: Heralds, f: Reaction, u: int) -> tuple[str, str]:
    """[6.4c] Those who react must make a valid stack."""
    b = p.board
    if p.obeys(u) != f.side:
        return ("6.4a", "not-your-pawn")
    if u not in bystanders(p, f):
        return ("6.4a", "not-there")
    if u in f.units:
        return ("6.4c", "already-chosen")
    if p.fixed[u]:
        return ("7.2d", "fixed-cannot-react")
    lead = leader_of(p, f)
    if p.speaker(u):
        if not has_fighters(p, f.units):
            return ("6.4a", "combat-units-react")
        if lead < 0 and not (can_lead(p, u) and all(commands(p, u, v) for v in f.units)
                             and len(f.units) <= b.initiative[p.who[u]]):
            return ("6.4c", "no-valid-stack")
        return ("", "") if lead < 0 or fits(p, f.units, lead, u) else ("6.4c", "no-valid-stack")
    if p.kind(u) != COMBAT:
        return ("6.4a", "combat-units-react")
    if not fits(p, f.units, lead, u):
        return ("6.4c", "no-valid-stack")
    if f.way == INTO and not room(p, f.space, [*fighters(p, f.units), u], p.opt.third_withdrawing):
        return ("2.3.3b", "compound-full")
    return ("", "")


class ChooseReactors(Listed[Reaction, Heralds]):
    """[6.4a, 6.4c] Combat units, and leaders or agents with them."""

    rule = "6.4c"
    verbs = ("unit", "done")

    def ask(self, f: Reaction, p: Heralds) -> Choices:
        if f.sneak >= 0 and not ready(p, f.side, p.units(f.sneak)):
            return {}                    # [R71] a marker, a headquarters or a leader keeps watch
        acts = p.board.unit_verbs["unit"]
        found = [acts[u] for u in bystanders(p, f) if not reactor_refusal(p, f, u)[0]]
        if has_fighters(p, f.units):
            found.append(DONE)
        return {f.side: found}

    def do(self, f: Reaction, p: Heralds, side: Side, act: Act) -> bool:
        if act == DONE:
            return True
        p.disclose(act.arg, "6.4a")
        f.units.append(act.arg)
        return False

    def why(self, f: Reaction, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        if act == DONE:
            return [Refusal("6.4a", "combat-units-react", {"unit": "", "space": p.board.names[f.square]})]
        rule, key = reactor_refusal(p, f, act.arg)
        return [refusal(p, rule, key, act.arg, f.square)]


class ReactionPoints(Listed[Reaction, Heralds]):
    """[6.4d] Intelligence points spent on the attempt."""

    rule = "6.4d"
    verbs = ("ip",)

    def ask(self, f: Reaction, p: Heralds) -> Choices:
        return {f.side: spendable(p, f.side)} if p.ip[f.side] else {}

    def do(self, f: Reaction, p: Heralds, side: Side, act: Act) -> bool:
        f.ip = act.arg
        p.ip[side] -= act.arg
        return True

    def why(self, f: Reaction, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("6.4d", "too-few-ip", {"points": p.ip[side]})]


def reaction_parts(p: Heralds, f: Reaction) -> list[Part]:
    """[6.4d] What is added to the die of a reaction."""
    v = p.board.v
    men = [f.lone] if f.lone >= 0 else stack(p).units
    own = lowest(p, f.units)
    found: list[Part] = [(own, "6.4d", "reaction-initiative")]
    if lowest(p, men) > own:
        found.append((v["reaction.slower"], "6.4d", "reaction-slower"))
    boss = chief(p, f.units)
    if boss >= 0:
        found.append((p.modifier_of(boss), "6.4d", "reaction-leader"))
    found.append((f.ip, "6.4d", "reaction-ip"))
    if p.will_modifier(f.side) > p.will_modifier(1 - f.side):
        found.append((v["reaction.will"], "6.4d", "reaction-will"))
    if holder(p, p.board.parent[f.to]) == f.side:
        found.append((v["reaction.own_square"], "6.4d", "reaction-own-square"))
    if alone(p, men):
        found.append((v["reaction.alone"], "6.4d", "reaction-alone"))
    if f.lone < 0:
        found.append((-stack(p).extra, "6.4d", "reaction-extra"))
    return [x for x in found if x[0]]


class ReactionDie(Die[Reaction, Heralds]):
    """[6.4d] 6 or more succeeds."""

    rule = "6.4d"


class Reacts(Step[Reaction, Heralds]):
    """[6.4e, 6.4f, R69-R71] Who is where now."""

    rule = "6.4d"

    def auto(self, f: Reaction, p: Heralds) -> None:
        b = p.board
        total = f.die + sum([x[0] for x in reaction_parts(p, f)])
        good = total >= b.v["reaction.success"]
        p.tell("6.4d", "reaction-succeeds" if good else "reaction-fails",
               {"die": f.die, "total": total, "space": b.names[f.square]})
        p.answer = NONE
        if not good:
            return
        if f.way == AGAINST:
            if f.lone < 0:
                intercept(p, f, stack(p))
            p.answer = CAUGHT
            return
        blocking = f.way == INTO and f.space in on_way(p, f)
        for u in f.units:
            p.put(u, f.space if f.way == INTO else f.square)
        if f.way == INTO:
            step_out(p, f.side, f.space)
        judge(p)
        p.answer = BLOCKED if blocking else NONE


def intercept(p: Heralds, f: Reaction, s: Stack) -> None:
    """[6.4e, R145] Who stops a stack comes out of his compound to fight it; one alone is caught without that."""
    s.catchers = fighters(p, f.units)
    if not alone(p, s.units):
        for u in f.units:
            p.put(u, f.square)
        judge(p)


play(Reaction, ChooseReaction(), ChooseReactors(), ReactionPoints(), ReactionDie(), Reacts())
