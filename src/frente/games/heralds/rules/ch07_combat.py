"""[7, 7.2, 7.3, 7.4, 7.5] Combat actions: declared, engaged, and what is not an assault."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder, step_out
from frente.games.heralds.rules.ch05_negotiation import CONTACT, sort_out
from frente.games.heralds.rules.ch05_targets import target_refusal
from frente.games.heralds.rules.ch06_stacks import fighters, where
from frente.games.heralds.rules.ch07_advance import Advance
from frente.games.heralds.rules.ch07_assault import (
    AGAIN,
    PARLEY_BACK,
    STOP,
    AttackDie,
    AttackHit,
    AttackLead,
    AttackLeader,
    AttackOne,
    CollateralDie,
    DefenceDie,
    DefenceHit,
    DefenceLead,
    DefenceLeader,
    DefenceOne,
    Differential,
    Support,
)
from frente.games.heralds.rules.ch07_engage import (
    EngageDie,
    EngagePoints,
    SpoilDestruction,
    SpoilDie,
    SpoilEngagement,
    defenders_at,
    enemies_at,
    fight_cost,
    struck,
    syndicate_inside,
)
from frente.games.heralds.rules.ch07_outcome import (
    FollowOn,
    Outcome,
    ReplaceDie,
    ReplaceOrRetire,
    Settle,
    Withdrawal,
    fix_all,
)
from frente.games.heralds.rules.ch07_ruin import ammo_inside, burn
from frente.games.heralds.rules.ch07_strength import free_rounds
from frente.games.heralds.rules.ch11_will import gain_ip, judge, shift
from frente.games.heralds.state.board import NEUTRAL, SPACES, SQUARES, SYNDICATE
from frente.games.heralds.state.frames import AFFILIATE, SUBVERT, Stack, Talk, stack
from frente.games.heralds.state.frames_combat import ASSAULT, ENDED, FIX, GOES_ON, PARLEY, Assault, Destroy
from frente.games.heralds.state.position import WHOLE, Heralds
from frente.kernel.flow import Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

POINTS: Final = [Act("points", n) for n in range(21)]


# -- declaring


def strike(p: Heralds, f: Stack, u: int) -> None:
    """[7b, 9.5d, 11.2d, R74] A neutral is attacked: it joins the other side, or the attacker loses heart."""
    b = p.board
    place = p.at[u]
    f.credit -= fight_cost(p, place)
    group = struck(p, u)
    p.tell("7b", "neutral-attacked", {"unit": b.uid[u], "space": b.names[place]})
    joined = False
    for v in group:
        if v in b.open_to_talks and b.reverse[v] == 1 - f.side and not p.damaged[v]:
            p.join(v, 1 - f.side)
            if v == b.hq_air:
                p.join(b.air, 1 - f.side)        # [9.4a]
            joined = True
    judge(p)
    if not joined and p.opt.neutral_penalty and any(b.kind[v] != SYNDICATE for v in group):
        shift(p, f.side, -1, "7b")
    if joined:
        sort_out(p, place, next(v for v in group if p.side[v] == 1 - f.side))
    p.call(Assault(f.side, place, ASSAULT, -1, not joined, not joined))


class Declare(Step[Assault, Heralds]):
    """[7.1a, 7.1.1a, 9.5d, 9.4d] Who is involved, and whether a roll is needed to engage them."""

    rule = "7.1a"

    def auto(self, f: Assault, p: Heralds) -> None:
        owner = NEUTRAL if f.neutral else 1 - f.side         # [7b, 9.5d]
        f.defenders = defenders_at(p, owner, f.place)
        if f.place >= SQUARES:           # [7.1.1a] without a roll
            f.engaged = True
            if f.way == ASSAULT and syndicate_inside(p, f.place):
                shift(p, f.side, -1, "11.2d")
        elif f.defenders and all(p.fixed[u] for u in f.defenders):
            f.engaged = True             # [7.1.2a, 7.1.3a]
        p.tell("7c", ("declares-assault", "declares-fix", "declares-parley")[f.way], {"space": p.board.names[f.place]})


class Engaged(Step[Assault, Heralds]):
    """[7.1.2c, 7.2b, 7.3b] No contact; or the fix, the parley, the fight."""

    rule = "7.1.2c"

    def auto(self, f: Assault, p: Heralds) -> None:
        s = stack(p)
        if not f.engaged:
            p.answer = GOES_ON
            f.close()
        elif f.way == FIX:
            fix_all(p, s.units)
            fix_all(p, enemies_at(p, f.side, f.place))
            p.answer = ENDED
            f.close()
        elif f.way == PARLEY:
            talk(p, f)


# -- parley


def parley_refusal(p: Heralds, f: Stack, u: int) -> tuple[str, str]:
    """[7.3a, R143] What keeps a stack from parleying with a pawn in its square or a compound of it."""
    b = p.board
    if not fighters(p, f.units):
        return ("7a", "no-combat-unit")
    if spokesman(p, f) < 0:
        return ("7.3a", "nobody-to-speak")
    goal = AFFILIATE if p.side[u] == NEUTRAL else SUBVERT
    if p.side[u] == f.side:
        return ("7.3a", "own-pawn")
    rule, key = target_refusal(p, f.side, goal, u)
    if rule:
        return (rule, key)
    if where(p, f) not in (p.at[u], b.parent[p.at[u]]):
        return ("7.3a", "not-there")
    if fight_cost(p, p.at[u]) > f.credit:
        return ("6.3a", "credit-short")
    return ("", "")


def spokesman(p: Heralds, f: Stack) -> int:
    """[7.3a] The leader or agent who speaks: the one that commands the stack; -1 none."""
    return f.lead if f.lead in f.units else -1


def talk(p: Heralds, f: Assault) -> None:
    """[7.3b] The negotiation of a parley."""
    s = stack(p)
    goal = AFFILIATE if p.side[f.group] == NEUTRAL else SUBVERT
    g = Talk(f.side, goal, f.group, spokesman(p, s), True)
    g.at = CONTACT
    f.at = PARLEY_BACK
    p.call(g)


class ParleyBack(Step[Assault, Heralds]):
    """[7.3c, 8g, R93] A first failure gives the enemy a point, a second one fixes the stack."""

    rule = "7.3c"

    def auto(self, f: Assault, p: Heralds) -> None:
        s = stack(p)
        if p.answer:
            p.answer = GOES_ON
            f.close()
            return
        f.fails += 1
        if f.fails == 1:
            gain_ip(p, 1 - f.side, "8g")
            return
        fix_all(p, s.units)
        p.answer = ENDED
        f.close()


class ParleyAgain(Step[Assault, Heralds]):
    """[7.3c, R93] A second attempt, at the price of a follow-on assault."""

    rule = "7.3c"
    verbs = ("again", "stop")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        return {f.side: [AGAIN, STOP]} if free_rounds(p, f) or stack(p).credit else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        if act == STOP:
            p.answer = GOES_ON
            return True
        if not free_rounds(p, f):
            stack(p).credit -= 1
        talk(p, f)
        return False

    def auto(self, f: Assault, p: Heralds) -> None:
        p.answer = GOES_ON


play(Assault, Declare(), SpoilEngagement(), SpoilDie(), EngagePoints(), EngageDie(), Engaged(), Support(), AttackLead(),
     AttackLeader(), DefenceLead(), DefenceLeader(), Differential(), AttackDie(), DefenceDie(), AttackOne(),
     DefenceOne(), AttackHit(), DefenceHit(), CollateralDie(), Outcome(), ReplaceOrRetire(), ReplaceDie(), Withdrawal(),
     Advance(), FollowOn(), Settle(), ParleyBack(), ParleyAgain())


# -- taking hold, destroying


def hold_cost(p: Heralds, side: Side, c: int) -> int:
    """[7.4a, R94] An enemy guard is driven off first."""
    return 2 if p.marker[c] == 1 - side else 1


def hold_refusal(p: Heralds, f: Stack, c: int) -> tuple[str, str]:
    """[7.4a, R94]"""
    b = p.board
    here = where(p, f)
    if not fighters(p, f.units):
        return ("7a", "no-combat-unit")
    if c < SQUARES or b.site[c] or here not in (c, b.parent[c]):
        return ("7.4a", "compound-of-that-square")
    if p.state[c] != WHOLE or (c == b.arganda and p.closed):
        return ("R94", "compound-destroyed")
    if p.marker[c] == f.side:
        return ("7.4a", "already-held")
    if p.shown[(1 - f.side) * SPACES + c]:
        return ("R94", "enemy-inside")
    if any(p.side[u] == NEUTRAL for u in fighters(p, p.units(c))):
        return ("R94", "neutral-inside")
    return ("", "") if hold_cost(p, f.side, c) <= f.credit else ("6.3a", "credit-short")


def take_hold(p: Heralds, f: Stack, c: int) -> None:
    """[7.4a]"""
    f.credit -= hold_cost(p, f.side, c)
    p.mark(c, f.side)
    step_out(p, f.side, c)
    p.tell("7.4a", "takes-hold", {"space": p.board.names[c]})
    judge(p)


def destroy_refusal(p: Heralds, f: Stack, c: int) -> tuple[str, str]:
    """[7.5a, 7.5b, R20, R95]"""
    b = p.board
    here = where(p, f)
    if not fighters(p, f.units):
        return ("7a", "no-combat-unit")
    if c < SQUARES or here not in (c, b.parent[c]):
        return ("R95", "compound-of-that-square")
    if p.state[c] != WHOLE:
        return ("4.5.4b", "compound-destroyed")
    if compound_holder(p, c) not in (NOBODY, f.side):
        return ("R95", "enemy-inside")
    return ("", "") if f.credit >= 1 else ("6.3a", "credit-short")


class CommitPoints(Listed[Destroy, Heralds]):
    """[7.5b] Maneuver points declared before the roll."""

    rule = "7.5b"
    verbs = ("points",)

    def ask(self, f: Destroy, p: Heralds) -> Choices:
        return {f.side: POINTS[1:stack(p).credit + 1]}

    def do(self, f: Destroy, p: Heralds, side: Side, act: Act) -> bool:
        f.points = act.arg
        stack(p).credit -= act.arg
        shift(p, side, -1, "7.5a")
        return True

    def why(self, f: Destroy, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("7.5b", "credit-left", {"left": stack(p).credit})]


class DestroyDie(Die[Destroy, Heralds]):
    """[7.5b]"""

    rule = "7.5b"


class DestroyFalls(Step[Destroy, Heralds]):
    """[7.5b, 7.1.8b] 6 or more destroys the compound."""

    rule = "7.5b"

    def auto(self, f: Destroy, p: Heralds) -> None:
        b = p.board
        total = f.die + f.points + f.spoil + (b.v["assault.collateral_ammo"] if ammo_inside(p, f.space) else 0)
        p.tell("7.5b", "destruction", {"space": b.names[f.space], "die": f.die, "total": total})
        if total >= b.v["assault.destroyed_from"]:
            burn(p, f.space, -1)
        p.answer = GOES_ON


play(Destroy, CommitPoints(), SpoilDestruction(), SpoilDie(), DestroyDie(), DestroyFalls())
