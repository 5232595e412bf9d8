"""[4.2.1, 6.1, 6.2, 14] What a stack is, its maneuver credit, and what a step costs it."""
from __future__ import annotations

from collections.abc import Sequence

from frente.games.heralds.rules.ch04_control import bridges_stand, contested, enterable, holder, room, way_open
from frente.games.heralds.state.board import (
    AGENT,
    ARMOUR,
    ARTILLERY,
    AVIATION,
    CENTRO,
    COMBAT,
    DOWNTOWN,
    LEADER,
    NEUTRAL,
    SQUARES,
    SUPPORT,
)
from frente.games.heralds.state.frames import Stack
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Side

Part = tuple[int, str, str]              # value, rule, key


def fighters(p: Heralds, units: Sequence[int]) -> list[int]:
    """Combat units; no piece with a decoy side is one, whatever its handle is called."""
    kind = p.board.kind
    return [u for u in units if kind[u] == COMBAT]


def has_fighters(p: Heralds, units: Sequence[int]) -> bool:
    kind = p.board.kind
    return any(kind[u] == COMBAT for u in units)


def alone(p: Heralds, units: Sequence[int]) -> bool:
    """[6.3e, 6.4g, R136] Nobody but leaders, agents and decoys: armour is company."""
    return all(p.lone(u) for u in units)


def guns(p: Heralds, units: Sequence[int]) -> int:
    return sum(1 for u in units if p.board.arm[p.who[u]] == ARTILLERY)


def can_lead(p: Heralds, u: int) -> bool:
    """[4.2.1a, R38] Leaders and agents whose initiative is not in parentheses."""
    piece = p.who[u]
    return p.board.kind[piece] in (LEADER, AGENT) and not p.board.paren[piece]


def commands(p: Heralds, lead: int, u: int) -> bool:
    """[4.2.1c, 4.2.1d, R10, R36] Whether a unit may be in the command stack of a leader or agent."""
    b = p.board
    boss, piece = p.who[lead], p.who[u]
    if b.only[boss]:
        return b.brigade[piece] in b.only[boss]
    own = b.formation[piece]
    if b.kind[piece] == SUPPORT:
        if b.arm[piece] == AVIATION:
            return False                 # joins by 9.4c
        return own in (CENTRO, b.formation[boss], b.second[boss])
    if b.kind[piece] != COMBAT:
        return False
    if piece in (b.subsuelo, b.train):
        return True
    if own == b.formation[boss]:
        return b.numeral[boss] < 0 or b.numeral[piece] == b.numeral[boss]
    return own == b.second[boss]


def one_formation(p: Heralds, lead: int, units: Sequence[int], u: int) -> bool:
    """[R10, 4.2.1d] A leader with two formations commands one of them in a stack; dark grey joins anybody."""
    b = p.board
    own = b.formation[p.who[u]]
    if b.second[p.who[lead]] < 0 or own == CENTRO:
        return True
    return all(b.formation[p.who[v]] in (own, CENTRO) for v in units if b.kind[p.who[v]] in (COMBAT, SUPPORT))


def fits(p: Heralds, units: Sequence[int], lead: int, u: int) -> bool:
    """[4.2.1b, 4.2.1g, 6.1b, R37, R63] Whether a pawn may be added to a stack."""
    b = p.board
    kind = b.kind[p.who[u]]
    if lead >= 0:
        size = commanded(p, units)
        if kind in (LEADER, AGENT):
            return size <= most_commanded(p, [*units, u])
        return commands(p, lead, u) and size < most_commanded(p, units) and one_formation(p, lead, units, u)
    return all(b.brigade[p.who[v]] == b.brigade[p.who[u]] for v in units)


def commanded(p: Heralds, units: Sequence[int]) -> int:
    """[4.2.1b]"""
    return sum(1 for v in units if p.board.kind[p.who[v]] in (COMBAT, SUPPORT))


def most_commanded(p: Heralds, units: Sequence[int]) -> int:
    """[4.2.1b, 4.2.1g, R37] The number of the highest level one must be used; among equals the owner's choice."""
    found = [u for u in units if p.speaker(u)]
    best = min([p.seniority(u)[:2] for u in found])
    return max([p.board.initiative[p.who[u]] for u in found if p.seniority(u)[:2] == best])


def chief(p: Heralds, units: Sequence[int]) -> int:
    """[4.2.1g, R37, R38] The leader or agent of the highest level; parentheses last; -1 none."""
    found = [u for u in units if p.speaker(u)]
    return min(found, key=p.seniority) if found else -1


def drop_refusal(p: Heralds, f: Stack, u: int) -> tuple[str, str]:
    """[6.1d, 4.2.1f, 4.2.1g] The leader of a command stack stays with it, and so does one whose number it needs."""
    if u not in f.units:
        return ("6.1d", "not-of-the-stack")
    rest = [v for v in f.units if v != u]
    if u == f.lead or not rest:
        return ("4.2.1f", "leads-the-stack")
    if f.lead in rest and commanded(p, rest) > most_commanded(p, rest):
        return ("4.2.1g", "too-many-for-him")
    return ("", "")


def drop(f: Stack, u: int) -> None:
    """[6.1d] Left behind, with no credit of its own."""
    f.units.remove(u)
    f.dropped.append(u)


def lowest(p: Heralds, units: Sequence[int]) -> int:
    """[7.2d, 9.1b, R64, R88] The lowest initiative of the combat units of a stack, for everything but the credit."""
    found = [0 if p.fixed[u] else p.initiative_of(u) for u in fighters(p, units)]
    if not found:
        return 0
    return max(0, min(found) - (1 if guns(p, units) else 0))


# -- credit


def credit_parts(p: Heralds, f: Stack) -> list[Part]:
    """[6.2a, R64, R129] What is added to the die of the maneuver credit."""
    b = p.board
    v = b.v
    found: list[Part] = []
    men = fighters(p, f.units)
    if men:
        if any(p.fixed[u] for u in f.units):
            found.append((0, "7.2d", "credit-fixed"))
        else:
            found.append((min(p.initiative_of(u) for u in men), "6.2a", "credit-initiative"))
    else:
        found.append((v["credit.alone"], "6.2a", "credit-alone"))
    boss = chief(p, f.units)
    if boss >= 0 and not p.hid[boss]:
        found.append((p.modifier_of(boss), "6.2a", "credit-leader"))
    found.append((p.will_modifier(f.side), "6.2a", "credit-will"))
    n = guns(p, f.units)
    found.append((v["credit.artillery"] * (n if p.opt.guns_each else min(1, n)), "6.2a", "credit-artillery"))
    if sum(1 for u in men if b.icon[u] == "helmet") >= v["credit.crowd"]:
        found.append((v["credit.crowd_cost"], "6.2a", "credit-crowd"))
    return found


def credit(p: Heralds, f: Stack, die: int) -> int:
    """[6.2b, R64] At least 0, at most 10, then doubled by a motor depot."""
    total = min(p.board.v["credit.limit"], max(0, die + sum([x[0] for x in credit_parts(p, f)])))
    return 2 * total if f.motor else total


# -- steps


def where(p: Heralds, f: Stack) -> int:
    return p.at[f.units[0]]


def is_hard(p: Heralds, side: Side, sq: int, armed: bool) -> bool:
    """[14.b, R24] Disputed, in enemy control, or disputed by the entry."""
    if p.combat[(1 - side) * SQUARES + sq] and (armed or p.combat[side * SQUARES + sq]):
        return True
    return holder(p, sq) == 1 - side


def step_cost(p: Heralds, f: Stack, a: int, i: int, armed: bool) -> int:
    """[14, R65] The price of one step of a stack."""
    b = p.board
    t = b.to[a][i]
    if t < SQUARES and is_hard(p, f.side, t, armed):
        return b.cost_hard[a][i]
    again = t in f.visited or (b.space[t] == DOWNTOWN and f.entered >= b.free_entries and b.parent[a] != t)
    return max(1 if again else 0, b.cost_easy[a][i])


def ortega_bars(p: Heralds, t: int) -> bool:
    """[9.9.1a, R104]"""
    squares = (p.board.carabana, p.board.res_iii)
    return t in squares and p.side[p.board.ortega] == NEUTRAL and p.at[p.board.ortega] in squares


def step_refusal(p: Heralds, f: Stack, a: int, i: int, armed: bool) -> tuple[str, str]:
    """[6.3, 14.k] What keeps a stack from one step; ("", "") when nothing does."""
    b = p.board
    t = b.to[a][i]
    if step_cost(p, f, a, i, armed) > f.credit:
        return ("6.3a", "credit-short")
    if t >= SQUARES:
        if not enterable(p, f.side, t):
            return ("14.k", "compound-closed")
        if not room(p, t, f.units, p.opt.third_always):
            return ("2.3.3b", "compound-full")
    elif armed and ortega_bars(p, t):
        return ("9.9.1a", "ortega-bars")
    if not way_open(p, f.side, a, i) and not (alone(p, f.units) and bridges_stand(p, a, i)):
        return ("6.3d", "route-blocked")
    if b.train in f.units and not b.railway[a][i]:
        return ("9.3d", "off-the-rails")
    if not armed and not all(p.lone(u) or b.arm[u] == ARMOUR for u in f.units):
        return ("9.1a", "guns-need-company")
    return ("", "")


def ready(p: Heralds, side: Side, units: Sequence[int]) -> list[int]:
    """[6.4a, 7.2d, R68] Combat units of a side that are free to react."""
    return [u for u in fighters(p, units) if p.side[u] == side and not p.fixed[u]]


def reactors(p: Heralds, side: Side, sq: int) -> list[int]:
    """[6.4a, 4.5.3a] Those of a square, its compounds included."""
    return ready(p, side, p.around(sq))


def window_on_entry(p: Heralds, f: Stack, sq: int, armed: bool) -> bool:
    """[6.4a, 4.5.3b, R68a, R68b]"""
    if armed and p.combat[f.side * SQUARES + sq]:
        return False
    return bool(reactors(p, 1 - f.side, sq))


def window_on_leaving(p: Heralds, f: Stack, sq: int) -> bool:
    """[4.5.3c, R68c]"""
    return p.opt.react_leaving and contested(p, sq)
