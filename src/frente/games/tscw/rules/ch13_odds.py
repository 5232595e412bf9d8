"""[13.7-13.26, 8.4, 10.3b] The reckoning of a battle: factors, odds, column shifts, die modifiers, each with its rule.

The same lists decide the battle and are shown to the players.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from frente.games.tscw.rules.ch10_supply import SHORTAGE_ROW
from frente.games.tscw.state.board import BRIGADE, COLONIAL, CTV, HQ, INFANTRY, KONDOR, NAT, REP, TANK, TRAIN
from frente.games.tscw.state.position import (
    INTACT,
    LANDED,
    OOS,
    Tscw,
)
from frente.kernel.flow import Frame, Side

Part = tuple[int, str, str]              # a value, its rule, and the catalogue key of its name
LAST_SHORTAGE: Final = 6                 # turn (13.21b)
RINGS: Final = ({0, 3}, {1, 4}, {2, 5}, {0, 2, 4}, {1, 3, 5})          # directions (13.23a)
SOVIET: Final = 4                        # factor of an air unit (15.6)



@dataclass
class Attack(Frame):
    """[13, R102] One battle, from the choice of attackers to the losses."""

    side: Side                           # who attacks
    target: int
    units: list[int] = field(default_factory=list)
    foes: list[int] = field(default_factory=list)            # defenders, once revealed
    guns: int = -1                       # supporting headquarters of the attacker
    counter: int = -1                    # of the defender
    air: list[int] = field(default_factory=list)             # air units of both sides
    naval: int = 0                       # bits: 1 attacker, 2 defender
    chits: list[int] = field(default_factory=list)           # kinds played by either side
    pursuers: list[int] = field(default_factory=list)
    die: int = 0
    losses: list[int] = field(default_factory=list)          # attacker, defender
    fight: bool = False                  # Republicans against Republicans (7.8c)
    first: int = 0                       # bits: 1 Italians attack, 2 are attacked, 4 Russians come, for the first time


def defenders(p: Tscw, f: Attack) -> list[int]:
    return f.foes or p.stack_at(f.target)


# -- factors


def halved(strong: int, weak: int) -> int:
    """[10.3b, 13.11b, R79] Factors under one reduction are added first, halved once, rounded up."""
    return strong + (weak + 1) // 2


def attack_parts(p: Tscw, f: Attack) -> list[Part]:
    """[13.7, 10.3b, 13.12a, 8.4b]"""
    strong = 0
    weak = 0
    staff = 0
    for u in f.units:
        value = p.attack(u)
        if p.board.type[u] == TRAIN and not train_helps(p, f, u):
            continue                     # [15.3b]
        if p.state[u] & OOS:
            weak += value
        elif p.board.type[u] == HQ:
            staff += value
        else:
            strong += value
    found = [(strong, "13.7", "factors")]
    if staff:
        found.append((staff, "13.12a", "hq-factor"))
    if weak:
        found.append((halved(0, weak), "10.3b", "unsupplied-factors"))
    air = air_part(p, f, f.side, worth(found))
    return [*found, air] if air[0] else found


def defence_parts(p: Tscw, f: Attack) -> list[Part]:
    """[13.7, 10.3b, 10.7, 13.12a, 13.18, 14.7c, 8.4b]"""
    b = p.board
    strong = 0
    weak = 0
    staff = 0
    ashore = 0
    town = b.town[f.target] > 0
    for u in defenders(p, f):
        value = p.defence(u)
        if b.type[u] == TRAIN and not train_defends(p, f, u):
            continue                     # [15.3b]
        if p.state[u] & LANDED:
            ashore += value
        elif p.state[u] & OOS and not town:
            weak += value
        elif b.type[u] == HQ:
            staff += value
        else:
            strong += value
    found = [(strong, "13.7", "factors")]
    if staff:
        found.append((staff, "13.12a", "hq-factor"))
    if weak:
        found.append((halved(0, weak), "10.3b", "unsupplied-factors"))
    if ashore:
        found.append((max(1, ashore // 2), "14.7c", "landed-factors"))
    if fort_counts(p, f):
        found.append((b.fort_factor, "13.18", "fort-factor"))
    air = air_part(p, f, 1 - f.side, worth(found))
    return [*found, air] if air[0] else found


def fort_counts(p: Tscw, f: Attack) -> bool:
    """[13.18, 7.14, R107]"""
    if p.fort[f.target] != INTACT or p.holder(f.target) != REP:
        return False
    return not (f.target == p.board.bilbao and p.goicoechea)


def air_part(p: Tscw, f: Attack, side: Side, ground: int) -> Part:
    """[8.4b, R69] Air factors, at most as many as ground factors."""
    total = sum([p.board.attack[a][1] for a in f.air if p.board.side[a] == side])
    return (min(total, ground), "8.4b", "air-factors")


def infantry(p: Tscw, u: int) -> bool:
    """[15.3b] An infantry unit; a converted column is one."""
    return p.board.type[u] == INFANTRY or p.conv[u] == 1


def train_helps(p: Tscw, f: Attack, u: int) -> bool:
    """[15.3b, R131] On the attack: linked to the target by rail and stacked with attacking infantry."""
    h = p.hex[u]
    return f.target in p.board.rail[h] and any(p.hex[v] == h and infantry(p, v) for v in f.units)


def train_defends(p: Tscw, f: Attack, u: int) -> bool:
    """[15.3, R131] In defence: with infantry, and a railway from an attacking hex."""
    escort = any(infantry(p, v) for v in defenders(p, f))
    return escort and any(p.hex[v] in p.board.rail[f.target] for v in f.units)


def worth(parts: Sequence[Part]) -> int:
    return sum([x[0] for x in parts])


# -- odds


def raw_column(p: Tscw, attack: int, defence: int) -> int:
    """[13.7, 13.8, R93] 1 stands for 1:1, 2 for 2:1 ..., 0 for 1:2, -1 for 1:3 ...; not capped."""
    if defence <= 0:
        return 7
    if attack >= defence:
        return attack // defence
    if attack <= 0:
        return -99
    return 2 - (defence + attack - 1) // attack


def column(p: Tscw, attack: int, defence: int, shift: int) -> int:
    """[13.9, 13.11a, R94] The column of the table, 0 to 7."""
    raw = raw_column(p, attack, defence)
    if not p.opt.shift_first:
        raw = min(7, max(0, raw))
    return min(7, max(0, raw + shift))


def rivers(p: Tscw, f: Attack) -> int:
    """[13.26b, 13.26c, R96] 0 no river counts, 1 the minor, 2 the major one."""
    b = p.board
    t = f.target
    total = 0
    minor = 0
    major = 0
    for u in f.units:
        value = p.attack(u)
        total += value
        kind = b.river[t][b.nb[t].index(p.hex[u])]
        if kind == 1:
            minor += value
        elif kind == 2:
            major += value
    return share_of_rivers(total, minor, major)


def share_of_rivers(total: int, minor: int, major: int) -> int:
    """[R96] From all attack factors and those across a minor and a major river."""
    half = total // 2
    if minor + major <= 0 or minor + major < half:
        return 0
    return 1 if minor > 0 and minor >= half else 2


def ringed(ways: Sequence[int]) -> bool:
    """[13.23a, R111] Whether attacks from these directions round a hex are concentric."""
    found = set(ways)
    return any(ring <= found for ring in RINGS)


def concentric(p: Tscw, f: Attack) -> bool:
    """[13.23, R111, R112] Republican columns among the attackers spoil it."""
    b = p.board
    if f.side == REP or f.fight:
        for u in f.units:
            if p.column(u):
                return False
    hexes = [p.hex[u] for u in f.units if p.attack(u) > 0 and b.type[u] != HQ]
    t = f.target
    return ringed([b.way[t][b.nb[t].index(h)] for h in set(hexes)])


def shift_parts(p: Tscw, f: Attack) -> list[Part]:
    """[13.11a, 13.12d, 8.5, 13.20, 13.26a, 15.5, 15.6] Columns to the right; negative to the left."""
    b = p.board
    t = f.target
    found: list[Part] = []
    if b.cover_shift[t]:
        found.append((-b.cover_shift[t], "13.26a", "ground"))
    river = rivers(p, f)
    if b.river_shift[river]:
        found.append((-b.river_shift[river], "13.26c", "river"))
    if t == b.madrid and p.holder(t) == REP:
        found.append((-b.madrid_shift, "13.20", "no-pasaran"))
    if f.guns >= 0:
        found.append((b.gun_shift, "13.12d", "attacker-artillery"))
    if f.counter >= 0:
        found.append((-b.gun_shift, "13.12d", "defender-artillery"))
    if any(p.folk[a] == KONDOR for a in f.air):
        found.append((b.kondor_shift if f.side == NAT else -b.kondor_shift, "8.5", "legion-kondor"))
    if f.first & 1:
        found.append((-1, "15.5", "enter-the-italians"))
    if f.first & 2:
        found.append((1, "15.5b", "enter-the-italians"))
    if f.first & 4:
        found.append((1 if f.side == REP else -1, "15.6", "russians-coming"))
    return found


def drm_parts(p: Tscw, f: Attack) -> list[Part]:
    """[13.14] Everything that is added to the die."""
    b = p.board
    t = f.target
    found: list[Part] = []
    if b.cover_drm[t]:
        found.append((b.cover_drm[t], "13.26a", "ground"))
    river = rivers(p, f)
    if b.river_drm[river]:
        found.append((b.river_drm[river], "13.26b", "river"))
    if f.naval & 1:
        found.append((b.naval, "13.15a", "attacker-naval"))
    if f.naval & 2:
        found.append((-b.naval, "13.15a", "defender-naval"))
    if short_of_ammunition(p, f):
        found.append((b.ammo, "13.21a", "ammunition-shortage"))
    bonus = colonial(p, f)
    if bonus:
        found.append((bonus * b.colonial, "13.22", "colonial-troops"))
    if concentric(p, f):
        found.append((b.concentric, "13.23a", "concentric-attack"))
    for kind in f.chits:
        value = chit_drm(p, f, kind)
        if value:
            found.append((value, b.kind_rule[kind], "chit." + b.kinds[kind]))
    if p.opt.column_rolls and f.side == REP:                 # [15.7.1a]
        worst = min([p.rolled[u] - 10 for u in f.units if p.column(u)], default=0)
        if worst:
            found.append((worst, "15.7.1a", "column-die"))
    return found


def chit_drm(p: Tscw, f: Attack, kind: int) -> int:
    """[7.30, 7.31, 7.38a, 7.39, R42, R67]"""
    b = p.board
    name = b.kinds[kind]
    if name == "german-aircraft":
        return b.aircraft if f.side == NAT else -b.aircraft
    if name in ("soviet-aircraft", "north-aircraft"):
        return b.aircraft if f.side == REP else -b.aircraft
    if name == "tactical-surprise":
        return b.surprise
    return -1 if name == "republican-determination" else 0


def short_of_ammunition(p: Tscw, f: Attack) -> bool:
    """[13.21a, 13.21b, R108]"""
    if f.side != NAT or f.fight or p.linked or p.turn > LAST_SHORTAGE:
        return False
    north = [u for u in f.units if p.board.row[p.hex[u]] > SHORTAGE_ROW]
    if not p.opt.ammo_majority:
        return bool(north)
    return 2 * sum([p.attack(u) for u in north]) > sum([p.attack(u) for u in f.units])


def colonial(p: Tscw, f: Attack) -> int:
    """[13.22, R110] +1 attacking, -1 defending, with Colonial units against Republican columns."""
    own = f.units if f.side == NAT else defenders(p, f)
    foes = defenders(p, f) if f.side == NAT else f.units
    if any(p.folk[u] == COLONIAL for u in own) and any(p.column(u) for u in foes):
        return 1 if f.side == NAT else -1
    return 0


def firsts(p: Tscw, f: Attack) -> int:
    """[15.5, 15.5b, 15.6, R119, R133] What happens for the first time in this battle."""
    b = p.board
    found = 0
    if p.opt.italians:
        if not p.italians_attack and any(p.folk[u] == CTV for u in f.units):
            found |= 1
        if not p.italians_defend and any(p.folk[u] == CTV for u in defenders(p, f)):
            found |= 2
    if p.opt.russians and not f.fight and not p.russians:
        own = f.units if f.side == REP else defenders(p, f)
        tanks = any(b.type[u] == TANK and b.size_mark[u] == BRIGADE for u in own)
        if tanks or any(b.side[a] == REP and b.attack[a][1] >= SOVIET for a in f.air):
            found |= 4
    return found


def final_die(p: Tscw, f: Attack, die: int) -> int:
    """[13.14] Below 0 counts as 0, above 6 as 6."""
    return min(6, max(0, die + worth(drm_parts(p, f))))


def table_column(p: Tscw, f: Attack) -> int:
    return column(p, worth(attack_parts(p, f)), worth(defence_parts(p, f)), worth(shift_parts(p, f)))


def result(p: Tscw, f: Attack, die: int) -> tuple[int, int]:
    """[13.10a] Steps lost by attacker and defender."""
    return p.board.crt[final_die(p, f, die)][table_column(p, f)]


def town_defense(p: Tscw, f: Attack) -> int:
    """[7.40a, R65] Steps that Town Defense costs the attacker on top of the result."""
    return sum([1 for k in f.chits if p.board.kinds[k] == "town-defense"])
