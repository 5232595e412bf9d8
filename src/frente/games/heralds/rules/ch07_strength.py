"""[7.1.4b, 7.1.4c, 7.1.5b] What both sides bring to an assault: units, weapons, initiative, ammunition."""
from __future__ import annotations

from typing import Final

from frente.games.heralds.rules.ch04_control import NOBODY, access, compound_holder, contested, holder, way_open
from frente.games.heralds.rules.ch06_stacks import fighters, guns, is_hard
from frente.games.heralds.state.board import ARMOUR, ARTILLERY, DOWNTOWN, NEUTRAL, RESERVES, SQUARES
from frente.games.heralds.state.frames import Stack, stack
from frente.games.heralds.state.frames_combat import Assault
from frente.games.heralds.state.position import DESTROYED, Heralds
from frente.kernel.flow import Side

UNUSED: Final = 0                        # uses of the differential
ADDED: Final = 1
DEDUCTED: Final = 2


def compound(f: Assault) -> bool:
    return f.place >= SQUARES


def free_rounds(p: Heralds, f: Assault) -> bool:
    """[7.1.5c, 7.1.5d, R93] At compounds and downtown further rounds and talks cost nothing more."""
    return compound(f) or p.board.space[f.place] == DOWNTOWN


def decider(f: Assault) -> Side:
    """[R74] Who rolls and decides for the defenders, neutral ones too."""
    return 1 - f.side


def defending(p: Heralds, f: Assault) -> list[int]:
    """Defenders that are still there and still obey their side."""
    side = NEUTRAL if f.neutral else 1 - f.side
    return [u for u in f.defenders if p.at[u] == f.place and p.side[u] == side and not p.captive[u]]


def origin(p: Heralds) -> int:
    """[R76] Where the assault comes from."""
    units = stack(p).units
    return p.at[units[0]] if units else -1


# -- strengths


def ammo_reach(p: Heralds, side: Side, start: int, limit: int, open_depots: bool) -> bool:
    """[7.1.5b, 9.6b, 10.7a, R96] Whether an ammo depot or a reserves square lies within so many maneuver points."""
    b = p.board
    first = b.parent[start]
    best: dict[tuple[int, int], int] = {(first, 0): 0}   # by square and downtown squares entered (14.a)
    queue = [(first, 0)]
    for a, entered in queue:
        if has_ammo_at(p, side, a, open_depots):
            return True
        if a != first and (holder(p, a) == 1 - side or contested(p, a)):
            continue
        for i, t in enumerate(b.to[a]):
            if t >= SQUARES or not way_open(p, side, a, i):
                continue
            cost = b.cost_hard[a][i] if is_hard(p, side, t, True) else b.cost_easy[a][i]
            if entered >= b.free_entries:
                cost = max(1, cost)
            key = (t, min(b.free_entries, entered + b.downtown[t]))
            total = best[a, entered] + cost
            if total < best.get(key, limit + 1):
                best[key] = total
                queue.append(key)
    return False


def has_ammo_at(p: Heralds, side: Side, a: int, open_depots: bool) -> bool:
    """[10.7a, R96, R100] A reserves square that is not the enemy's, or a depot one controls or finds open."""
    b = p.board
    if b.space[a] == RESERVES and holder(p, a) != 1 - side:
        return True
    for r in b.depots:
        if b.parent[b.rat[r]] == a and p.res[r] != DESTROYED and (access(p, side, r) or (
                open_depots and compound_holder(p, b.rat[r]) == NOBODY)):
            return True
    return False


def has_ammo(p: Heralds, f: Assault, s: Stack) -> bool:
    """[7.1.5b] Asked only in follow-on rounds."""
    if not f.round:
        return True
    v = p.board.v
    limit = v["assault.ammo_line_motor"] if s.motor else v["assault.ammo_line"]
    return ammo_reach(p, f.side, origin(p), limit, False)


def weapons(p: Heralds, s: Stack) -> list[int]:
    """[7.1.4c]"""
    return [u for u in s.units if p.board.arm[p.who[u]] in (ARTILLERY, ARMOUR)]


def ready_weapons(p: Heralds, f: Assault, s: Stack) -> list[int]:
    """[7.1.4c, 7.1.5b] Guns and tanks that can fire in the round."""
    return weapons(p, s) if has_ammo(p, f, s) else []


def flies(f: Assault, s: Stack) -> bool:
    """[9.4d, R144] Whether the aviation fights in this round."""
    return s.air == 1 and not f.waits


def took_part(p: Heralds, f: Assault) -> bool:
    """[7.1.8a, R139] Heavy weapons in the round: guns and tanks that fired, aviation, the train of either side."""
    s = stack(p)
    if flies(f, s) or p.board.train in s.units or p.board.train in defending(p, f):
        return True
    return not f.silent and bool(ready_weapons(p, f, s))


def attack_strength(p: Heralds, f: Assault) -> list[tuple[int, str, str]]:
    """[7.1.4c, 9.1c, 9.2c, 9.3b, 9.4d, R144] What the attacker adds to his die, the differential apart."""
    b = p.board
    s = stack(p)
    men = fighters(p, s.units)
    found = [(len(men), "7.1.4c", "assault-units")]
    if b.train in men and has_ammo(p, f, s):
        found.append((1, "9.3b", "assault-train"))
    heavy = [] if f.silent else ready_weapons(p, f, s)
    found.append((b.v["assault.support"] * len(heavy), "7.1.4c", "assault-support"))
    if flies(f, s):
        found.append((b.v["assault.support"], "9.4d", "assault-aviation"))
    return [x for x in found if x[0]]


def defence_strength(p: Heralds, f: Assault) -> list[tuple[int, str, str]]:
    """[7.1.1b, 7.1.4c, R127] What the defender adds, the differential apart."""
    b = p.board
    men = defending(p, f)
    train = b.train in men
    n = len(men) - (1 if train else 0)
    found: list[tuple[int, str, str]] = []
    if compound(f):
        found.append((2 * n, "7.1.1b", "assault-compound"))
    else:
        found.append((n, "7.1.4c", "assault-units"))
    if train:
        alone = f.round > 0 and not ammo_reach(p, decider(f), f.place, b.v["assault.ammo_line"], False)
        found.append((1 if alone else 2, "9.3b", "assault-train"))
    return found


def attack_initiative(p: Heralds, f: Assault) -> int:
    """[7.1.1b, 7.1.4b, 7.2d, 9.1b, R88]"""
    s = stack(p)
    value = 0 if p.fixed[f.alead] else p.initiative_of(f.alead)
    if guns(p, s.units) or flies(f, s):
        value -= 1
    if compound(f):
        value += p.board.v["assault.compound_initiative"]
    return max(0, value) + (p.modifier_of(f.aleader) if f.aleader >= 0 else 0)


def defence_initiative(p: Heralds, f: Assault) -> int:
    value = 0 if p.fixed[f.dlead] or compound(f) else p.initiative_of(f.dlead)
    return max(0, value) + (p.modifier_of(f.dleader) if f.dleader >= 0 else 0)


def totals(p: Heralds, f: Assault) -> tuple[int, int]:
    """[7.1.4c, R79] Both results: the differential is added to one's own, or taken from the other's bonus down to 0."""
    a = sum([x[0] for x in attack_strength(p, f)])
    d = sum([x[0] for x in defence_strength(p, f)])
    if f.use == ADDED:
        if f.by == f.side:
            a += f.diff
        else:
            d += f.diff
    elif f.use == DEDUCTED:
        if f.by == f.side:
            d = max(0, d - f.diff)
        else:
            a = max(0, a - f.diff)
    return f.adie + a, f.ddie + d
