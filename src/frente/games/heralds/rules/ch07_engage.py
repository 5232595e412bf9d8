"""[7.1.1-7.1.3, 7.2, 9.7a] Getting to grips: costs, targets, the engagement roll, the fifth column."""
from __future__ import annotations

from typing import Any, Final

from frente.games.heralds.rules.ch04_control import NOBODY, blocks, compound_holder
from frente.games.heralds.rules.ch04_lines import usable
from frente.games.heralds.rules.ch06_reaction import spendable
from frente.games.heralds.rules.ch06_stacks import Part, chief, fighters, lowest, where
from frente.games.heralds.state.board import CND, COMBAT, DOWNTOWN, NEUTRAL, PCE, SPACES, SQUARES, SUPPORT, SYNDICATE
from frente.games.heralds.state.frames import Stack, stack
from frente.games.heralds.state.frames_combat import Assault, Destroy
from frente.games.heralds.state.position import Heralds, refusal
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Refusal, Side
from frente.kit.steps import Die, Listed

FIX_SHARE: Final = 2                     # [7.2a] at least half as many


def fight_cost(p: Heralds, a: int) -> int:
    """[7.1.1a, 7.1.2a, 7.1.3a]"""
    b = p.board
    if a >= SQUARES:
        return b.v["assault.compound_cost"]
    return b.v["assault.downtown_cost"] if b.space[a] == DOWNTOWN else b.v["assault.outside_cost"]


def enemies_at(p: Heralds, side: Side, a: int) -> list[int]:
    """Pawns of the other side in sight in one space."""
    return [u for u in p.units(a) if p.side[u] == 1 - side and not p.hid[u]]


def defenders_at(p: Heralds, side: int, a: int) -> list[int]:
    """[7.1a, R76] Combat units that defend a place for a side."""
    found = [u for u in fighters(p, p.units(a)) if p.side[u] == side and not p.captive[u]]
    return found[:p.board.v["limits.defenders"]] if a >= SQUARES else found


def assault_refusal(p: Heralds, f: Stack, a: int) -> tuple[str, str]:
    """[7a, 7.1.1a, R75, R76] What keeps a stack from assaulting the enemy in a square or compound."""
    b = p.board
    here = where(p, f)
    if not fighters(p, f.units):
        return ("7a", "no-combat-unit")
    if a < SQUARES:
        if a != here:
            return ("R76", "not-there")
        if not enemies_at(p, f.side, a):
            return ("7.1a", "no-enemy-there")
    else:
        if a not in b.storm_at[here]:
            return ("R76", "out-of-reach")
        past = b.storm_past[here][b.storm_at[here].index(a)]
        if any(blocks(p, f.side, c) for c in past):
            return ("6.3d", "route-blocked")
        if compound_holder(p, a) != 1 - f.side:
            return ("7.1a", "no-enemy-there")
    if fight_cost(p, a) > f.credit:
        return ("6.3a", "credit-short")
    return ("", "")


def strike_refusal(p: Heralds, f: Stack, u: int) -> tuple[str, str]:
    """[7b, 9.5d, R74] What keeps a stack from attacking a neutral pawn."""
    b = p.board
    here = where(p, f)
    if not fighters(p, f.units):
        return ("7a", "no-combat-unit")
    if p.side[u] != NEUTRAL or p.captive[u]:
        return ("7b", "not-neutral")
    a = p.at[u]
    if a < SQUARES:
        if a != here:
            return ("R76", "not-there")
    elif a not in b.storm_at[here] or compound_holder(p, a) != NOBODY:
        return ("R76", "out-of-reach")
    elif any(blocks(p, f.side, c) for c in b.storm_past[here][b.storm_at[here].index(a)]):
        return ("6.3d", "route-blocked")
    if fight_cost(p, a) > f.credit:
        return ("6.3a", "credit-short")
    return ("", "")


def fix_refusal(p: Heralds, f: Stack, a: int) -> tuple[str, str]:
    """[7.2a, R92]"""
    if a >= SQUARES:
        return ("R92", "no-fix-in-compound")
    if a != where(p, f):
        return ("R76", "not-there")
    men = len(fighters(p, f.units))
    foes = p.fighters[(1 - f.side) * SPACES + a]
    if not men:
        return ("7a", "no-combat-unit")
    if not foes:
        return ("7.2a", "no-enemy-there")
    if FIX_SHARE * men < foes:
        return ("7.2a", "too-few-to-fix")
    if fight_cost(p, a) > f.credit:
        return ("6.3a", "credit-short")
    return ("", "")


def group_of(p: Heralds, u: int) -> list[int]:
    """[5.2.2g, R52] Detachments of one brigade in one space count as one pawn."""
    brigade = p.board.brigade
    return [v for v in p.units(p.at[u]) if brigade[v] == brigade[u] and p.side[v] == p.side[u] and not p.captive[v]]


def struck(p: Heralds, u: int) -> list[int]:
    """[7b, R74] Who is attacked with a neutral pawn: its group; in a compound all neutrals there."""
    a = p.at[u]
    if a < SQUARES:
        return group_of(p, u)
    return [v for v in p.units(a) if p.side[v] == NEUTRAL and not p.captive[v]]


# -- the fifth column


def may_spoil(p: Heralds, sq: int) -> bool:
    """[9.7a] Whether, for all that is public, a fifth column agent may be in a square."""
    b = p.board
    return any(b.fifth[p.who[u]] or (u in b.handles[CND] and not p.seen[u]) for u in p.around(sq))


def spoilers(p: Heralds, sq: int, tried: list[int]) -> list[int]:
    """[9.7a] Fifth column agents in a square who have not tried yet."""
    return [u for u in p.around(sq) if p.board.fifth[p.who[u]] and u not in tried and usable(p, u)]


def spoil_refusals(p: Heralds, u: int, sq: int, tried: list[int]) -> list[Refusal]:
    """[9.7a]"""
    if not p.board.fifth[p.who[u]]:
        return [refusal(p, "9.7a", "no-fifth-column", u)]
    if u in tried:
        return [refusal(p, "9.7a", "already-tried", u)]
    if not usable(p, u):
        return [refusal(p, "9.8a", "sleeps", u)]
    return [refusal(p, "9.7a", "not-there", u, sq)]


class SpoilEngagement(Listed[Assault, Heralds]):
    """[9.7a, R59] One fifth column agent may spoil a PCE engagement in his square."""

    rule = "9.7a"
    verbs = ("spoil", "pass")

    def ask(self, f: Assault, p: Heralds) -> Choices:
        sq = p.board.parent[f.place]
        if f.side != PCE or f.engaged or f.spoil or not p.opt.fifth_wide or not may_spoil(p, sq):
            return {}
        acts = p.board.unit_verbs["spoil"]
        return {CND: [*[acts[u] for u in spoilers(p, sq, f.tried)], PASS]}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        return spoil(f, p, act)

    def auto(self, f: Assault, p: Heralds) -> None:
        f.at += 1

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return spoil_refusals(p, act.arg, p.board.parent[f.place], f.tried)


def spoil(f: Any, p: Heralds, act: Act) -> bool:
    """[9.7a]"""
    if act == PASS:
        f.at += 2
        return False
    f.helper = act.arg
    f.tried.append(act.arg)
    p.disclose(act.arg, "9.7a")
    return True


class SpoilDie(Die[Any, Heralds]):
    """[5.2.2l, R59] He takes part if 1D6 is not above his initiative."""

    rule = "R59"

    def do(self, f: Any, p: Heralds, side: Side, act: Act) -> bool:
        u = f.helper
        joins = act.arg <= p.initiative_of(u)
        if joins:
            f.spoil = p.modifier_of(u)
        p.tell("R59", "joins-in" if joins else "stays-out", {"unit": p.board.uid[u], "die": act.arg})
        f.at -= 1
        return False


class SpoilDestruction(Listed[Destroy, Heralds]):
    """[9.7a, R59] The same against a PCE destruction."""

    rule = "9.7a"
    verbs = ("spoil", "pass")

    def ask(self, f: Destroy, p: Heralds) -> Choices:
        sq = p.board.parent[f.space]
        if f.side != PCE or f.spoil or not p.opt.fifth_wide or not may_spoil(p, sq):
            return {}
        acts = p.board.unit_verbs["spoil"]
        return {CND: [*[acts[u] for u in spoilers(p, sq, f.tried)], PASS]}

    def do(self, f: Destroy, p: Heralds, side: Side, act: Act) -> bool:
        return spoil(f, p, act)

    def auto(self, f: Destroy, p: Heralds) -> None:
        f.at += 1

    def why(self, f: Destroy, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return spoil_refusals(p, act.arg, p.board.parent[f.space], f.tried)


# -- the engagement roll


def engage_parts(p: Heralds, f: Assault) -> list[Part]:
    """[7.1.2b, 7.1.3b, R78] What is added to the engagement roll."""
    b = p.board
    units = stack(p).units
    count = sum(1 for u in p.units(f.place) if p.side[u] != NEUTRAL and b.kind[u] in (COMBAT, SUPPORT))
    town = b.space[f.place] == DOWNTOWN
    found: list[Part] = [(count if town else count // 2, "7.1.2b" if town else "7.1.3b", "engage-units")]
    boss = chief(p, units)
    if boss >= 0:
        found.append((p.modifier_of(boss), "7.1.2b", "engage-leader"))
    found.append((f.ip, "7.1.2b", "engage-ip"))
    if p.will_modifier(f.side) > p.will_modifier(1 - f.side):
        found.append((1, "7.1.2b", "engage-will"))
    theirs = defenders_at(p, 1 - f.side, f.place)
    if theirs and lowest(p, units) > lowest(p, theirs):
        found.append((1, "7.1.2b", "engage-initiative"))
    found.append((f.spoil, "9.7a", "engage-fifth-column"))
    return [x for x in found if x[0]]


class EngagePoints(Listed[Assault, Heralds]):
    """[7.1.2b] Intelligence points on the engagement."""

    rule = "7.1.2b"
    verbs = ("ip",)

    def ask(self, f: Assault, p: Heralds) -> Choices:
        return {f.side: spendable(p, f.side)} if p.ip[f.side] and not f.engaged else {}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.ip = act.arg
        p.ip[side] -= act.arg
        return True

    def why(self, f: Assault, p: Heralds, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("7.1.2b", "too-few-ip", {"points": p.ip[side]})]


class EngageDie(Die[Assault, Heralds]):
    """[7.1.2b, 7.1.3b] 6 or more: the opponent is engaged."""

    rule = "7.1.2b"

    def ask(self, f: Assault, p: Heralds) -> Choices:
        return {} if f.engaged else {CHANCE: D6}

    def do(self, f: Assault, p: Heralds, side: Side, act: Act) -> bool:
        f.die = act.arg
        total = f.die + sum([x[0] for x in engage_parts(p, f)])
        f.engaged = total >= p.board.v["assault.engaged"]
        p.tell("7.1.2b", "engaged" if f.engaged else "not-engaged",
               {"space": p.board.names[f.place], "die": f.die, "total": total})
        return True


def syndicate_inside(p: Heralds, a: int) -> bool:
    """[9.5d] A neutral seat in a compound."""
    return any(p.kind(u) == SYNDICATE and p.side[u] == NEUTRAL for u in p.units(a))
