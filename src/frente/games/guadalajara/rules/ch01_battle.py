"""[1.9, 1.10a, 1.11, 1.12, 1.17c, 1.18, scs.cbt.5, scs.cbt.6] One combat: its data, strengths, odds and modifiers."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from frente.games.guadalajara.state.board import REP
from frente.games.guadalajara.state.position import DG, UNSUPPLIED, Guadalajara
from frente.kernel.flow import Frame, Side
from frente.kit.scs.odds import POINT, rung

AT_DRM: Final = -1                       # 1.9b
OVERLOOKED: Final = 4                    # hills around Brihuega (1.17c)
OVERLOOKED_DRM: Final = 2
PANIC_DRM: Final = 1                     # 2.7d.4, R61
HOPELESS: Final = -1                     # rungs below this one are an automatic A2r2 (1.18a)
LAST_COLUMN: Final = 4                   # 4:1 (1.18b)


class Item(NamedTuple):
    """One line of the reckoning: columns or DRM, its rule and the key of its name."""

    value: int
    rule: str
    key: str


@dataclass
class Attack(Frame):
    """One combat, from the choice of units to the advance."""

    side: Side
    target: int
    units: list[int] = field(default_factory=list)           # attackers
    overrun: bool = False
    defenders: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)         # hexes of the attackers, parallel to units
    flame: int = -1                      # defending unit that uses its flamethrowers (1.12f.1)
    air: list[int] = field(default_factory=lambda: [-1, -1])           # points committed by side
    intensive: int = -1
    duel: int = 0                        # die of the tank combat
    dice: list[int] = field(default_factory=list)
    rung: int = 0                        # of the odds ladder, shifts included
    drm: int = 0
    result: list[int] = field(default_factory=list)          # attacker steps, hexes; defender steps, hexes
    tank: int = -1                       # armour that must roll afterwards (1.11f.2)
    tank_drm: int = 0
    short: list[int] = field(default_factory=lambda: [0, 0])           # unsatisfied losses, attacker and defender
    emptied: bool = False
    idle: list[int] = field(default_factory=list)            # flamethrowers that go along and are not used (1.12f.1)
    thrown: list[int] = field(default_factory=list)          # defenders thrown off their trucks (1.16d.1), and ...
    trucks: list[int] = field(default_factory=list)          # ... the truck of each


def unload_all(p: Guadalajara, units: list[int], thrown: list[int], trucks: list[int]) -> None:
    """[1.16d.1] Before the fire comes down; who was on which truck is written down."""
    for u in units:
        t = p.aboard[u]
        if t >= 0:
            p.unload(u)
            p.mark(u, DG)
            p.tell("1.16d.1", "thrown-off", {"unit": p.board.uid[u]})
            thrown.append(u)
            trucks.append(t)


def wreck(p: Guadalajara, thrown: list[int], trucks: list[int]) -> None:
    """[1.16e.2] The truck is lost with the unit that was on it when the fire came down."""
    for u, t in zip(thrown, trucks):
        if not p.steps[u] and p.hex[t] >= 0:
            p.lose_truck(t, "1.16e.2")


def supports(p: Guadalajara, side: Side, t: int) -> int:
    """[1.10a.1, R149] Air points a side could use over a hex."""
    return p.air[side] if side == REP or p.board.south[t] else 0


# -- armour


def engaged(f: Attack) -> list[int]:
    """The attackers but for flamethrowers that are not used."""
    return [u for u in f.units if u not in f.idle] if f.idle else f.units


def armour_of(p: Guadalajara, units: Sequence[int]) -> int:
    return next((u for u in units if p.board.armour[u] and p.hex[u] >= 0), -1)


def drm(p: Guadalajara, u: int, attacking: bool) -> int:
    """[1.2c.2, 1.7a.2] The size of a unit's DRM as it counts now."""
    b = p.board
    value = (b.attack_drm if attacking else b.defence_drm)[u][p.steps[u]]
    return max(0, value - 1) if p.state[u] & DG else value


def duellists(f: Attack, p: Guadalajara) -> tuple[int, int]:
    """[1.11f.1, 1.12f.2] Attacking and defending armour if both sides have some, else -1."""
    a, d = armour_of(p, engaged(f)), armour_of(p, f.defenders)
    return (a, d) if a >= 0 and d >= 0 else (-1, -1)


def duel_drm(f: Attack, p: Guadalajara) -> int:
    """[1.11h, R143] Attack DRM less defence DRM, cover, and anti-tank guns where the option says so."""
    a, d = duellists(f, p)
    b = p.board
    behind = drm(p, d, False)
    if b.flame[d] and f.flame != d and not p.opt.undeclared_printed:
        behind = 0
    total = drm(p, a, True) - behind
    if b.covered[f.target]:
        total += b.cover_drm
    if p.opt.at_tanks and anti_tank(f, p):
        total += AT_DRM
    return total


def anti_tank(f: Attack, p: Guadalajara) -> bool:
    """[1.9a, 1.9c, R56] The defenders have a gun of range 3 in barrage mode, or the anti-tank company."""
    b = p.board
    return any(b.anti_tank[u] and p.face[u] == 0 for u in f.defenders)


# -- strengths and odds


def overlooked(p: Guadalajara, side: Side, t: int) -> bool:
    """[1.17c] Brihuega attacked with four of the seven hills in Republican hands."""
    b = p.board
    return t == b.brihuega and side == REP and sum(1 for h in b.hills if p.holder(h) == REP) >= OVERLOOKED


def attack_of(p: Guadalajara, u: int, t: int) -> int:
    """[1.6c.1, 1.7a.1, scs.cbt.6] Strength of one attacker in twenty-fourths, over the hexside it attacks across."""
    b = p.board
    a = p.hex[u]
    value = b.attack[u][p.steps[u]] * POINT >> p.halved(u)
    return value * b.across[a][b.toward(a, t)] // POINT


def defence_of(p: Guadalajara, u: int) -> int:
    """[1.6c.1, 1.7a.1, 3.4a.7, R52] Strength of one defender that is not field artillery."""
    return p.board.defence[u][p.steps[u]] * POINT >> p.halved(u)


def defence_total(p: Guadalajara, units: Sequence[int], t: int, side: Side) -> int:
    """[1.8b.3, R51, scs.cbt.6] All of them, artillery together 1 point, times the ground."""
    b = p.board
    guns = [u for u in units if b.gun[u] and not b.train[u]]
    total = sum(defence_of(p, u) for u in units)             # field artillery has none of its own
    if guns:
        total += POINT // 2 if all(p.state[u] & (DG | UNSUPPLIED) for u in guns) else POINT
    return total if overlooked(p, side, t) else total * b.defence_twice[t] // 2          # [1.17c, scs.cbt.6]


def attack_total(f: Attack, p: Guadalajara) -> int:
    """[scs.cbt.5]"""
    return sum(attack_of(p, u, f.target) for u in f.units if p.hex[u] >= 0)


def shifts(f: Attack, p: Guadalajara) -> list[Item]:
    """[1.10a.1, scs.cbt.6] Columns to the right."""
    found: list[Item] = []
    left = p.board.shift_left[f.target]
    if left and not overlooked(p, f.side, f.target):
        found.append(Item(-left, "scs.cbt.6", "shift-ground"))
    if f.air[f.side] > 0:
        found.append(Item(f.air[f.side], "1.10a.1", "shift-air"))
    if f.air[1 - f.side] > 0:
        found.append(Item(-f.air[1 - f.side], "1.10a.1", "shift-air"))
    return found


def modifiers(f: Attack, p: Guadalajara) -> list[Item]:
    """[1.9b, 1.11f, 1.12d.1, 1.17c, 2.7d.4] What is added to the dice."""
    b = p.board
    found: list[Item] = []
    a, d = armour_of(p, engaged(f)), armour_of(p, f.defenders)
    if a >= 0 and d < 0:
        found.append(Item(drm(p, a, True), "1.11f.2", "drm-armour"))
        if anti_tank(f, p):
            found.append(Item(AT_DRM, "1.9b", "drm-anti-tank"))
    elif d >= 0 and a < 0 and (not b.flame[d] or f.flame == d):
        found.append(Item(-drm(p, d, False), "1.11f.2", "drm-armour"))
    for u in engaged(f):
        if b.engineers[u]:
            found.append(Item(drm(p, u, True), "1.12d.1", "drm-flame"))
    for u in f.defenders:
        if u == f.flame and b.engineers[u]:
            found.append(Item(-drm(p, u, False), "1.12d.1", "drm-flame"))
    if overlooked(p, f.side, f.target):
        found.append(Item(OVERLOOKED_DRM, "1.17c", "drm-overlooked"))
    if any(p.panic[b.division[u]] for u in f.defenders):
        found.append(Item(PANIC_DRM, "2.7d.4", "drm-panic"))
    return found


def odds(f: Attack, p: Guadalajara) -> int:
    """The rung of the plain odds."""
    return rung(attack_total(f, p), defence_total(p, f.defenders, f.target, f.side), p.opt.defender_favour)


def column(r: int) -> int:
    """[1.18a, 1.18b, R48] Column of the table, -1 for the automatic result."""
    return -1 if r < HOPELESS else min(r + 1, LAST_COLUMN)
