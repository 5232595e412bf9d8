"""What an attack promises, by the game's own odds and both dice: steps, ground, retreats."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.games.guadalajara.captain.stance import short
from frente.games.guadalajara.captain.survey import step_worth
from frente.games.guadalajara.rules.ch01_battle import Attack, attack_of, column, defence_total, modifiers, shifts
from frente.games.guadalajara.rules.ch01_results import longer
from frente.games.guadalajara.state.board import VOLUNTEERS
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import Side
from frente.kit.scs.odds import rung

TWO_DICE: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)            # of 36, by roll
EXTRA: Final = 0.02                      # what each further attacker must do for an attack
WORTH_A_FLAME: Final = 4.0               # prize for which flamethrowers are spent (1.12e)
ARMOUR: Final = 0.25                     # what armour or flamethrowers must do for an attack
CALM: Final = 4                          # morale level up to which a volunteer division fears nothing
DREAD: Final = 0.4                       # price of a step for every level above it
THROWN_BACK: Final = 0.4                 # price of a hex of retreat for the attacker


class Prospect(NamedTuple):
    """Expected worth of an attack, and the chance to empty the hex."""

    value: float
    cleared: float


def average_step(p: Guadalajara, units: list[int]) -> float:
    """What one step costs a group: it mostly comes from the best of them."""
    worths = [step_worth(p, u) for u in units if not p.board.armour[u]]
    return sum(worths) / len(worths) if worths else 0.0


def soft_steps(p: Guadalajara, units: list[int]) -> int:
    return sum(p.steps[u] for u in units if not p.board.armour[u])


def dread(p: Guadalajara, units: list[int]) -> float:
    """[2.7b.1, scn.1.vp.4] What a step means beside its strength to a division that is near its panic."""
    worst = 0.0
    for u in units:
        d = p.board.division[u]
        if d in VOLUNTEERS and not p.routed[d] and not p.opt.no_panic and not short(p):
            worst = max(worst, DREAD * (p.morale[d] - CALM))
    return worst


def prospect(p: Guadalajara, side: Side, t: int, units: list[int], power: int, prize: float, defence: int = -1,
             air: int = 0) -> Prospect:
    """An attack of *power* twenty-fourths by some units on hex *t*; defence: another strength than that of the hex."""
    b = p.board
    there = p.stack_at(t)
    f = Attack(side, t, units, False, there)
    if defence < 0:
        defence = defence_total(p, there, t, side)
    step = rung(power, defence, p.opt.defender_favour) + air
    for item in shifts(f, p):
        step += item.value
    drm = 0
    for item in modifiers(f, p):
        drm += item.value
    c = column(step)
    soft = soft_steps(p, there)
    mine, theirs = average_step(p, units) + dread(p, units), average_step(p, there)
    value = 0.0
    cleared = 0
    for roll in range(2, 13):
        n = TWO_DICE[roll]
        k = min(max(roll + drm, 0), b.rows)
        cell = b.hopeless if c < 0 else b.results[c + k]
        away = longer(p, there, cell.defender, cell.defender_retreat)
        gain = min(cell.defender, soft) * theirs - cell.attacker * mine - THROWN_BACK * cell.attacker_retreat
        if away or cell.defender >= soft:
            cleared += n
            gain += prize + 0.3 * away
        value += n * gain
    return Prospect(value / 36, cleared / 36)


def strength(p: Guadalajara, u: int, a: int, t: int) -> int:
    """Attack strength of a unit, in twenty-fourths, if it stood in hex *a* beside *t*."""
    b = p.board
    value = b.attack[u][p.steps[u]] * 24 >> p.halved(u)
    return value * b.across[a][b.toward(a, t)] // 24


def total(p: Guadalajara, units: list[int], t: int) -> int:
    power = 0
    for u in units:
        power += attack_of(p, u, t)
    return power


class Assault(NamedTuple):
    """An attack that could be made now, and its chance to empty the hex."""

    value: float
    t: int
    units: list[int]
    cleared: float = 0.0


def assault(p: Guadalajara, side: Side, t: int, able: list[int], prize: float) -> Assault:
    """The best attack on a hex by units that stand beside it: as many as do something for it."""
    b = p.board
    best = Assault(-99.0, t, [])
    for nation in range(3):
        mine = [u for u in able if b.nation[u] == nation]
        plain = [(attack_of(p, u, t), u) for u in mine if not b.escorted[u] and b.attack[u][p.steps[u]]]
        if not plain:
            continue
        plain.sort(reverse=True)
        units: list[int] = []
        power = 0
        value = -99.0
        cleared = 0.0
        force = 0
        trial: list[int] = []
        for strong, u in plain:          # more of them may do nothing for a while and then reach the next column
            trial.append(u)
            force += strong
            found = prospect(p, side, t, trial, force, prize)
            now = found.value - EXTRA * len(trial)
            if now > value:
                units = trial[:]
                power = force
                value = now
                cleared = found.cleared
        for u in mine:
            if b.escorted[u] and any(p.hex[v] == p.hex[u] for v in units) and not (
                    b.armour[u] and any(b.armour[v] for v in units)) and not (
                    b.flame[u] and (prize < WORTH_A_FLAME or any(b.flame[v] for v in units))):
                found = prospect(p, side, t, [*units, u], power, prize)
                if found.value - ARMOUR > value:
                    units.append(u)
                    value = found.value - ARMOUR
                    cleared = found.cleared
        if value > best.value:
            best = Assault(value, t, units, cleared)
    return best
