"""[5.2.2, 7.3] Negotiation: goals, envoys, helpers, the roll with all its modifiers, and the domino effect."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import compound_holder, holder, step_out, way_open
from frente.games.heralds.rules.ch04_lines import GIVE_UP, PHONE_ONLY, open_leg, usable
from frente.games.heralds.rules.ch05_targets import (
    below,
    brokering,
    envoys,
    higher_present,
    rank,
    related,
    speaks_for,
    target_refusal,
)
from frente.games.heralds.rules.ch06_movement import drop_from_stacks
from frente.games.heralds.rules.ch06_reaction import IPS, spendable
from frente.games.heralds.rules.ch06_stacks import Part, fighters
from frente.games.heralds.rules.ch07_engage import group_of
from frente.games.heralds.rules.ch11_will import gain_ip, judge, shift
from frente.games.heralds.state.board import (
    CND,
    HQ,
    NEUTRAL,
    PCE,
    SIDES,
    SPACES,
    SQUARES,
)
from frente.games.heralds.state.frames import (
    AFFILIATE,
    ERRAND,
    MADE,
    SUBVERT,
    SUMMON,
    Domino,
    Leg,
    Stack,
    Talk,
    stack,
)
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import SERVES, Heralds, refusal
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side, Step, play
from frente.kit.steps import Die, Listed

TRAVEL: Final = Act("travel")
PHONE: Final = Act("phone")
GOAL_OF: Final = {"affiliate": AFFILIATE, "subvert": SUBVERT, "summon": SUMMON}

# Places in the sequence of a negotiation.
CONTACT: Final = 2
HELP: Final = 6
ROLL: Final = 9


# -- the order


class ChooseEnvoy(Listed[Talk, Heralds]):
    """[5.2.2j] One leader or agent is tasked; a hidden one is disclosed."""

    rule = "5.2.2j"
    verbs = ("envoy", "give-up")

    def ask(self, f: Talk, p: Heralds) -> Choices:
        acts = p.board.unit_verbs["envoy"]
        return {f.side: [*[acts[u] for u in envoys(p, f.side, f.target)], GIVE_UP]}

    def do(self, f: Talk, p: Heralds, side: Side, act: Act) -> bool:
        if act == GIVE_UP:
            return over(f)
        f.envoy = act.arg
        if p.turn == 1:                  # [13h] no line of command is needed
            p.answer = MADE
        else:
            open_leg(p, side, -1, act.arg, p.at[act.arg], False, False)
        return True

    def why(self, f: Talk, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        if not p.alive(u) or p.obeys(u) != side:
            return [refusal(p, "5.2.2a", "not-your-pawn", u)]
        if not p.speaker(u):
            return [refusal(p, "5.2.2a", "does-not-negotiate", u)]
        if not usable(p, u):
            return [refusal(p, "9.8a", "sleeps", u)]
        return [refusal(p, "13h", "not-there", u, p.square(f.target))]


def over(f: Talk) -> bool:
    return f.close()


class EnvoyTasked(Step[Talk, Heralds]):
    """[5.2.2j, 4.3a] Without a line of command the order is spent."""

    rule = "5.2.2j"

    def auto(self, f: Talk, p: Heralds) -> None:
        if not p.answer:
            over(f)
            return
        if p.turn > 1:
            f.legs += [-1, f.envoy, f.way]
        p.disclose(f.envoy, "5.2.2j")


class Contact(Step[Talk, Heralds]):
    """[5.2.2b, 5.2.2j] In the square already; else he travels or telephones, and cannot change his mind."""

    rule = "5.2.2j"
    verbs = ("travel", "phone")

    def ask(self, f: Talk, p: Heralds) -> Choices:
        if f.parley or p.square(f.envoy) == p.square(f.target):
            return {}
        return {f.side: [TRAVEL, PHONE]}

    def do(self, f: Talk, p: Heralds, side: Side, act: Act) -> bool:
        if act == PHONE:
            f.phone = True
            p.call(Leg(side, p.at[f.envoy], f.target, p.at[f.target], PHONE_ONLY))
        else:
            p.call(Stack(side, [f.envoy], ERRAND, p.square(f.target), lead=f.envoy, motor=bool(p.motor[side])))
        return True

    def auto(self, f: Talk, p: Heralds) -> None:
        p.answer = MADE


class Contacted(Step[Talk, Heralds]):
    """[5.2.2j, R56] If the move or the call fails the negotiation fails."""

    rule = "5.2.2j"

    def auto(self, f: Talk, p: Heralds) -> None:
        if not p.answer:
            p.tell("5.2.2j", "no-contact", {"unit": p.board.uid[f.target]})
            over(f)
        elif f.phone:
            f.legs += [f.envoy, f.target, f.way]


def summon_places(p: Heralds, side: Side, u: int) -> list[int]:
    """[R54] Squares a summoned leader can reach by ways that are not blocked for the summoner."""
    b = p.board
    found = [p.square(u)]
    for a in found:
        for i, t in enumerate(b.to[a]):
            if t < SQUARES and t not in found and way_open(p, side, a, i):
                found.append(t)
    return sorted(found[1:])


class SummonPlace(Listed[Talk, Heralds]):
    """[5.2.2c, R54] Where the leader is to come."""

    rule = "5.2.2c"
    verbs = ("go", "give-up")

    def ask(self, f: Talk, p: Heralds) -> Choices:
        if f.goal != SUMMON:
            return {}
        acts = p.board.space_verbs["go"]
        return {f.side: [*[acts[a] for a in summon_places(p, f.side, f.target)], GIVE_UP]}

    def do(self, f: Talk, p: Heralds, side: Side, act: Act) -> bool:
        if act == GIVE_UP:
            return over(f)
        f.place = act.arg
        return True

    def why(self, f: Talk, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [refusal(p, "R54", "no-open-way", f.target, act.arg)]


class TalkPoints(Listed[Talk, Heralds]):
    """[5.2.2k, R49] The active player may spend a point, or with the option any number."""

    rule = "5.2.2k"
    verbs = ("ip",)

    def ask(self, f: Talk, p: Heralds) -> Choices:
        if not p.ip[f.side]:
            return {}
        return {f.side: IPS[:2] if p.opt.one_ip else spendable(p, f.side)}

    def do(self, f: Talk, p: Heralds, side: Side, act: Act) -> bool:
        f.ip = act.arg
        p.ip[side] -= act.arg
        return True

    def why(self, f: Talk, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("5.2.2k", "too-few-ip", {"points": p.ip[side]})]


# -- helpers


def asking(p: Heralds, f: Talk) -> Side:
    """[5.2.2l] Whose turn it is to name helpers: the initiative player first."""
    return p.initiative if f.asked == 0 else 1 - p.initiative


def costs_point(p: Heralds, f: Talk, side: Side) -> bool:
    """[13i] In the negotiations of turn 1, not in a parley of its maneuver phase, the CND pays for each helper."""
    return side == CND and p.turn == 1 and not f.parley


def helper_refusal(p: Heralds, f: Talk, side: Side, u: int) -> tuple[str, str]:
    """[5.2.2l, 7.3b, 13i, R43] Who may be involved in a negotiation."""
    b = p.board
    if not speaks_for(p, side, u):
        return ("5.2.2l", "does-not-negotiate")
    if p.square(u) != p.square(f.target):
        return ("5.2.2l", "not-there")
    if u in f.tried or u in (f.envoy, f.target):
        return ("5.2.2l", "already-tried")
    if f.parley and side == f.side and u not in stack(p).units:
        return ("7.3b", "not-in-stack")
    if costs_point(p, f, side) and not p.ap[CND]:
        return ("13i", "no-action-points")
    if b.fifth[p.who[u]] and side != f.side and f.spoil:
        return ("5.2.2o6", "fifth-column-once")
    return ("", "")


def might_help(p: Heralds, f: Talk, side: Side) -> bool:
    """[5.2.2l, 7.3b] Whether, for all that is public, a side may have somebody to involve."""
    there = stack(p).units if f.parley and side == f.side else p.around(p.at[f.target])
    return any(p.obeys(u) == side and u not in f.tried and u not in (f.envoy, f.target)
               and (speaks_for(p, side, u) or (u >= p.board.first and not p.seen[u])) for u in there)


class Helpers(Listed[Talk, Heralds]):
    """[5.2.2l, 13i] Both sides, the initiative player first, involve leaders and agents who are there."""

    rule = "5.2.2l"
    verbs = ("helper", "pass")

    def ask(self, f: Talk, p: Heralds) -> Choices:
        if f.asked > 1:
            return {}
        side = asking(p, f)
        if not might_help(p, f, side) or (costs_point(p, f, side) and not p.ap[CND]):
            return {}
        acts = p.board.unit_verbs["helper"]
        found = [acts[u] for u in p.around(p.at[f.target]) if not helper_refusal(p, f, side, u)[0]]
        return {side: [*sorted(found), PASS]}

    def do(self, f: Talk, p: Heralds, side: Side, act: Act) -> bool:
        if act == PASS:
            f.asked += 1
            return False
        u = act.arg
        f.helper = u
        f.tried.append(u)
        p.disclose(u, "5.2.2l")
        if costs_point(p, f, side):
            p.ap[CND] -= 1               # [13i, R60]
        return True

    def auto(self, f: Talk, p: Heralds) -> None:
        if f.asked > 1:
            f.at = ROLL
        else:
            f.asked += 1
            f.at = HELP

    def why(self, f: Talk, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        rule, key = helper_refusal(p, f, side, act.arg)
        return [refusal(p, rule, key, act.arg, p.square(f.target))]


class HelperDie(Die[Talk, Heralds]):
    """[5.2.2l] He takes part if 1D6 is not above his initiative."""

    rule = "5.2.2l"


class HelperJoins(Step[Talk, Heralds]):
    """[5.2.2o3, 5.2.2o6, R59] Against the PCE a fifth column agent spoils instead of counting."""

    rule = "5.2.2l"

    def auto(self, f: Talk, p: Heralds) -> None:
        u = f.helper
        joins = f.die <= p.initiative_of(u)
        p.tell("5.2.2l", "joins-in" if joins else "stays-out", {"unit": p.board.uid[u], "die": f.die})
        f.at = HELP
        if not joins:
            return
        if p.obeys(u) == f.side:
            f.own += 1
        elif p.board.fifth[p.who[u]]:
            f.spoil = p.modifier_of(u)
        else:
            f.foes += 1


# -- the roll


def talk_parts(p: Heralds, f: Talk) -> list[Part]:
    """[5.2.2o1-o11, 7.2d, 7.3b] Every modifier of a negotiation, with its rule."""
    b = p.board
    v = b.v
    t, e = f.target, f.envoy
    held = p.fixed[t] or p.side[t] == NEUTRAL            # [7.3b] all neutral pawns are considered fixed
    found: list[Part] = [
        (max(0, brokering(p, e) - (1 if f.parley and p.fixed[e] else 0)), "5.2.2o1", "talk-envoy"),
        (-max(0, brokering(p, t) - (1 if f.parley and held else 0)), "5.2.2o1", "talk-target")]
    if f.goal in (AFFILIATE, SUBVERT) and higher_present(p, f):
        found.append((v["negotiation.not_highest"], "5.2.2o2", "talk-not-highest"))
    found.append((f.own * v["negotiation.helper"], "5.2.2o3", "talk-helpers"))
    found.append((-f.foes * v["negotiation.helper"], "5.2.2o3", "talk-against"))
    if rank(p, e) < rank(p, t):
        found.append((v["negotiation.hierarchy"], "5.2.2o4", "talk-hierarchy"))
    if related(p, e, t):
        found.append((v["negotiation.formation"], "5.2.2o5", "talk-formation"))
    found.append((f.spoil, "5.2.2o6", "talk-fifth-column"))
    found.append((f.ip, "5.2.2o7", "talk-ip"))
    if p.will_modifier(f.side) > p.will_modifier(p.side[t]):
        found.append((v["negotiation.will"], "5.2.2o8", "talk-will"))
    if f.phone:
        found.append((v["negotiation.telephone"], "5.2.2o9", "talk-phone"))
    if f.goal == SUMMON:
        found.append((v["negotiation.summons"], "5.2.2o10", "talk-summons"))
    owner = square_of_target(p, t)
    if owner == f.side:
        found.append((v["negotiation.own_square"], "5.2.2o11", "talk-own-square"))
    elif owner == 1 - f.side:
        found.append((v["negotiation.enemy_square"], "5.2.2o11", "talk-enemy-square"))
    return [x for x in found if x[0]]


def square_of_target(p: Heralds, t: int) -> int:
    """[5.2.2o11, R57] Who controls the compound or the square the target is in."""
    a = p.at[t]
    return holder(p, a) if a < SQUARES else compound_holder(p, a)


class TalkDie(Die[Talk, Heralds]):
    """[5.2.2n] The negotiation roll."""

    rule = "5.2.2n"


class TalkFalls(Step[Talk, Heralds]):
    """[5.2.2n, 8f, R58, R93] Success, nothing, or a point for the other side."""

    rule = "5.2.2n"

    def auto(self, f: Talk, p: Heralds) -> None:
        b = p.board
        total = f.die + sum([x[0] for x in talk_parts(p, f)])
        f.success = int(total >= b.v["negotiation.success"])
        p.tell("5.2.2n", "talk-succeeds" if f.success else "talk-fails",
               {"unit": b.uid[f.target], "die": f.die, "total": total})
        p.answer = f.success
        if not f.success:
            if total <= b.v["negotiation.backfire"] and not first_parley(p, f):
                gain_ip(p, 1 - f.side, "8f")
            over(f)
        elif f.goal == SUMMON:
            come(p, f)
            over(f)


def first_parley(p: Heralds, f: Talk) -> bool:
    """[8g, R93, R140] The first failure of a parley gives a point anyhow, which a backfire does not double."""
    return any(isinstance(x, Assault) and not x.fails for x in p.stack)


def come(p: Heralds, f: Talk) -> None:
    """[5.2.2c, 9.9.1c, R54] The summoned leader comes; Ortega then serves the CND."""
    b = p.board
    u = f.target
    p.put(u, f.place)
    p.tell("5.2.2c", "summoned", {"unit": b.uid[u], "space": b.names[f.place]})
    if u == b.ortega and f.side == CND and p.side[u] == NEUTRAL:
        won_ortega(p)
    judge(p)


def won_ortega(p: Heralds) -> None:
    """[9.9.1c] In the square of a level 1 headquarters of the CND he serves it; so he does with its token, which is
    seen then."""
    b = p.board
    sq, token = p.square(b.ortega), p.token(CND)
    if not any(p.side[h] == CND and h in p.around(sq) for h in (b.hq_centro, b.hq_gerc)):
        if p.square(token) != sq:
            return
        p.disclose(token, "9.9.1c")
    p.ortega = SERVES
    p.tell("9.9.1c", "ortega-serves", {"unit": b.uid[b.ortega]})


class TalkWins(Step[Talk, Heralds]):
    """[5.2.2e, 5.2.2p, R52] The target changes, and those below it may follow."""

    rule = "5.2.2p"

    def auto(self, f: Talk, p: Heralds) -> None:
        group = [u for u in group_of(p, f.target) if not target_refusal(p, f.side, f.goal, u)[0]]
        chain = [u for u in p.around(p.at[f.target])
                 if below(p, f.target, u) and not target_refusal(p, f.side, f.goal, u)[0]]
        values = [brokering(p, u) for u in chain]
        new = f.side if f.goal == AFFILIATE else NEUTRAL
        for u in group:
            p.join(u, new)               # together, so that none of them has to leave a compound to the others
        for u in group:
            change(p, u, new, f.side)
        p.call(Domino(f.side, f.goal, chain, values))


def change(p: Heralds, u: int, new: int, side: Side) -> None:
    """[4.5.3f, 9.4a, 11.2b, R27] A pawn changes its allegiance, with what follows at once."""
    b = p.board
    p.join(u, new)
    p.fixed[u] = 0
    drop_from_stacks(p, u)
    p.spent[u] = 0
    p.tell("5.2.2e", "changes-side", {"unit": b.uid[u], "side": SIDES[new] if new < NEUTRAL else "neutral"})
    a = p.at[u]
    if a >= SQUARES:
        sort_out(p, a, u)
    if u == b.hq_air:
        p.join(b.air, new)
    if b.kind[u] == HQ and b.level[u] == 2 and new == side:
        shift(p, side, 1, "11.2b")
    judge(p)


def sort_out(p: Heralds, c: int, changed: int) -> None:
    """[4.5.3f, 2.3.3c, R27, R131] A change in a compound: opponents part, neutral combat units leave soldiers alone."""
    b = p.board
    side = p.side[changed]
    if side != NEUTRAL:
        if p.shown[(1 - side) * SPACES + c]:
            p.put(changed, b.parent[c])
            return
        step_out(p, side, c)
    men = fighters(p, p.units(c))
    if any(p.side[u] != NEUTRAL for u in men):
        for u in men:
            if p.side[u] == NEUTRAL and not p.captive[u]:
                p.put(u, b.parent[c])


class DominoDie(Die[Domino, Heralds]):
    """[5.2.2p] One roll for each subordinate."""

    rule = "5.2.2p"

    def ask(self, f: Domino, p: Heralds) -> Choices:
        return {CHANCE: D6} if f.units else {}

    def do(self, f: Domino, p: Heralds, side: Side, act: Act) -> bool:
        u, value = f.units.pop(0), f.values.pop(0)
        follows = domino_falls(p, f.side, f.goal, value, act.arg)
        p.tell("5.2.2p", "follows" if follows else "holds-out", {"unit": p.board.uid[u], "die": act.arg})
        if follows:
            change(p, u, f.side if f.goal == AFFILIATE else NEUTRAL, f.side)
        return False


def domino_falls(p: Heralds, side: Side, goal: int, value: int, die: int) -> bool:
    """[5.2.2p, 5.2.2q, R53]"""
    if p.turn == 1 and side == PCE:
        die += p.board.v["negotiation.first_turn_domino"]
    if goal == AFFILIATE or p.opt.domino_strict:
        return die > value
    return die <= value


play(Talk, ChooseEnvoy(), EnvoyTasked(), Contact(), Contacted(), SummonPlace(), TalkPoints(), Helpers(), HelperDie(),
     HelperJoins(), TalkDie(), TalkFalls(), TalkWins())
play(Domino, DominoDie())
