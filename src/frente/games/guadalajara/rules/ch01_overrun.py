"""[1.20, scs.ovr] Overruns: combat in the middle of a move."""
from __future__ import annotations

from typing import Final

from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_move import Move, abandons, group, leave_rail, panicked, purse, static
from frente.games.guadalajara.rules.ch01_steps import (
    SCREENED,
    SHORT,
    TWO_CROSS,
    ZOC,
    approach,
    crossing,
    refusal,
    too_many_cross,
)
from frente.games.guadalajara.state.board import FOOT, MP
from frente.games.guadalajara.state.position import ASTRAY, DG, EMPTIED, IN_ZOC, RESERVE, Guadalajara
from frente.kernel.flow import Fact, Refusal

OVERRUN: Final = {FOOT: 2 * MP}          # 1.20b
OVERRUN_WHEELS: Final = 6 * MP
OVERRUN_GROUND: Final = 2 * MP           # 1.20a


def overrun_refusals(f: Move, p: Guadalajara, units: list[int], t: int) -> list[Refusal]:
    """[1.20, scs.ovr.1-5] Every rule that keeps the group from overrunning a hex."""
    if t not in p.board.nbset[p.hex[units[0]]] or p.holder(t) != 1 - f.side:
        return [Refusal("scs.ovr.1", "no-enemy-beside", {"hex": p.board.names[t]})]
    return storm_refusals(f, p, units, t)


def storm_refusals(f: Move, p: Guadalajara, units: list[int], t: int) -> list[Refusal]:
    """[1.20, scs.ovr.1-5] Of them, those about a hex beside the group that the enemy holds."""
    b = p.board
    a = p.hex[units[0]]
    where: dict[str, Fact] = {"hex": b.names[t]}
    i = b.toward(a, t)
    found: list[Refusal] = []
    for u in units:
        who: dict[str, Fact] = {"unit": b.uid[u], **where}
        state = p.state[u]
        if state & DG:
            found.append(Refusal("1.7a.3", "disorganised", who))
        if panicked(p, u):
            found.append(Refusal("2.7d.3", "panicked", who))
        if p.aboard[u] >= 0:
            found.append(Refusal("R30", "loaded", who))                      # [scs.ovr.1]
        if state & ASTRAY or static(p, u):                   # [2.6a.1, scn.3.nat.arr]
            found.append(Refusal("R37", "must-come-back", {**who, "left": ""}))
        if b.train[u]:
            found.append(Refusal("R30", "no-attack-strength", who))          # [scs.ovr.1]
        if p.began[u] != p.began[units[0]]:
            found.append(Refusal("scs.ovr.2", "not-together", who))
        if state & IN_ZOC and not p.opt.overrun_from_zoc:
            found.append(Refusal("scs.ovr.2", "began-in-zone", who))
        if f.exploit and not state & RESERVE and p.turn == 1 and not p.opt.prep_overrun:
            found.append(Refusal("R134", "prepared-units-do-not-overrun", who))              # [2.8c]
        cost = storm_cost(f, p, u, a, i, t)
        if cost < 0:
            found.append(refusal(p, u, t, cost, purse(f, u)))
    if len(units) > 1 and p.opt.line_loose and too_many_cross(p, units, a, t):
        found.append(refusal(p, units[0], t, TWO_CROSS, purse(f, units[0])))                 # [4.3a.1]
    if not any(b.attack[u][p.steps[u]] for u in units):
        found.append(Refusal("R30", "no-attack-strength", {"unit": b.uid[units[0]], **where}))
    if b.storm[a][i] > OVERRUN_GROUND:
        found.append(Refusal("1.20a", "ground-too-hard", where))
    rule = p.room(units, a)
    if rule:
        found.append(Refusal(rule, "stack-not-legal", where))
    if not f.moved and abandons(p, units, a):
        found.append(Refusal("1.11b", "leaves-armour-alone", {"unit": b.uid[units[0]], "left": "", **where}))
    return found


def storm_cost(f: Move, p: Guadalajara, u: int, a: int, i: int, t: int) -> int:
    """[1.20b, scs.zoc.2, 4.2b, R28] 2 or 6 points flat, or a negative reason; the zone left is paid on top."""
    cost = approach(p, u, a, i, t, f.side, f.screen)
    if cost <= 0:
        return cost
    kind = p.moves_as(u)
    flat = OVERRUN.get(kind, OVERRUN_WHEELS)
    zone = 0
    if not p.opt.zoc_on_enter:
        zone = ZOC if p.zone[1 - f.side][a] else SCREENED if f.screen else 0
    elif p.zone[1 - f.side][t]:
        zone = ZOC
    flat = flat + cost if p.opt.overrun_plus else flat + zone
    left = purse(f, u) if p.board.rail[a][i] else purse(f, u) - f.bonus          # [3.4b.3]
    return flat if flat <= left else SHORT


def storm(f: Move, p: Guadalajara, units: list[int], t: int) -> None:
    """[scs.ovr.1] Pay, attack at once, and see afterwards."""
    a = p.hex[units[0]]
    i = p.board.toward(a, t)
    for u in units:
        k = f.units.index(u)
        f.left[k] -= storm_cost(f, p, u, a, i, t)
    leave_rail(f, p, a, i)
    f.moved = True
    f.screen = False                     # [4.2b]
    f.over = t
    p.call(Attack(f.side, t, units[:], overrun=True))


def after_overrun(f: Move, p: Guadalajara) -> bool:
    """[scs.ovr.3, scs.ovr.4] True if the group has taken the hex and may go on."""
    t, f.over = f.over, -1
    units = group(f, p)
    if p.note != EMPTIED:
        return False
    if p.opt.line_loose:
        p.crossed += crossing(p, units, p.hex[units[0]], t)  # [4.3a.1]
    for u in units:
        p.put(u, t)
    for u in units:
        p.tell("scs.ovr.3", "overran", {"unit": p.board.uid[u], "hex": p.board.names[t]})
    return not p.alone(t)
