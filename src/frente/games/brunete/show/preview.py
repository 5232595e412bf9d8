"""What a player is shown before he commits: reach, the battle card, overlays, and what a move would do to supply.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch09_infiltration import Infiltration
from frente.games.brunete.rules.ch09_movement import (
    NORMAL,
    Move,
    Movement,
    budget,
    first_mode,
    frozen,
    interdicted,
    marching,
)
from frente.games.brunete.rules.ch10_combat import (
    MAX_SUPPORTS,
    SIX_TO_ONE,
    Attack,
    Combat,
    Shift,
    able,
    column,
    column_name,
    defence_total,
    divisions,
    elite_shift,
    elite_steps,
    fresh,
    known_shifts,
    strength,
    targets,
    total,
)
from frente.games.brunete.rules.ch10_results import Aftermath
from frente.games.brunete.show.infiltration import Night, on_the_move
from frente.games.brunete.state.board import NAT, REP, SIDES, TANK, WET
from frente.games.brunete.state.position import UNSUPPLIED, Brunete
from frente.kernel.flow import Act, Refusal, Side
from frente.kit.plans import Reach, by_name, played
from frente.kit.search import shortest

OVERLAYS: Final = ("zones", "supply", "control", "interdiction", "objectives")


# -- reach


def reach(p: Brunete, side: Side, u: int) -> Reach:
    f = p.stack[-1]
    named = isinstance(f, Move) or (isinstance(f, Infiltration) and f.unit == u)
    first = [] if named else [f"unit:{p.board.uid[u]}"]
    return by_name(p.board.names, first, reach_of(p, side, u))


def reach_of(p: Brunete, side: Side, u: int) -> dict[int, tuple[int, list[int]]]:
    """Hexes where a unit may end its move in the present movement step: points left, and the hexes on the way."""
    f = p.stack[-1]
    asked = p.choices().get(side, [])
    if isinstance(f, Move) and f.unit == u and p.hex[u] >= 0 and asked:
        return paths(p, u, f.left, f.mode, f.moved)
    if isinstance(f, Movement) and p.hex[u] >= 0 and p.board.unit_acts[u] in asked:
        return paths(p, u, budget(p, u, f.occasion), first_mode(p, u, f.occasion), False)
    if side in p.choices() and p.hex[u] >= 0 and on_the_move(p, u):
        return Night(p, u).reach()
    return {}


def range_of(p: Brunete, u: int) -> dict[str, int]:
    """Hexes where a unit, of either side, could end an ordinary move that began now, and points left there."""
    b = p.board
    if p.hex[u] < 0 or not b.move[u][p.steps[u]] or frozen(p, u):
        return {}
    found = paths(p, u, budget(p, u, NORMAL), first_mode(p, u, NORMAL), False)
    return {b.names[h]: left for h, (left, _) in found.items()}


def paths(p: Brunete, u: int, left: int, mode: int, moved: bool) -> dict[int, tuple[int, list[int]]]:
    here = p.hex[u]
    w = marching(p, u)
    w.go(here, left, mode, not moved)
    return {h: (w.left[s], w.way(s)) for h, s in w.best().items() if h != here and p.fits(u, h)}


def warnings(p: Brunete, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """What a march or advance would do to one's own supply once it is over: units whose line it cuts, and the one that
    goes where there is none."""
    f = p.stack[-1]
    if not (isinstance(f, (Movement, Move)) or (isinstance(f, Aftermath) and f.side == side)) or acts[-1].verb != "hex":
        return []
    q = played(p, side, acts)
    if q is None:
        return []
    before, after = supply_lines(p, side), supply_lines(q, side)
    b = p.board
    return [Refusal("3.1", "would-be-unsupplied", {"unit": b.uid[u], "hex": b.names[h]})
            for u in b.of[side] for h in [q.hex[u]] if h >= 0 and after[h] < 0 and (p.hex[u] != h or before[h] >= 0)]


# -- the battle card


def battle_card(p: Brunete, viewer: Side | None) -> dict[str, Any]:
    """The attack being prepared or resolved, as far as it is open to *viewer*; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, Attack):
            return attack_card(p, f, viewer) if f is p.stack[-1] else result_card(p, f)
        if isinstance(f, Combat):
            return {"targets": {p.board.names[t]: column_name(best_column(p, f.side, t)) for t in targets(p, f.side)}}
    return {}


def best_column(p: Brunete, side: Side, t: int) -> int:
    """The column if everybody took part that may attack together, with every shift that is known beforehand."""
    units, defenders = company(p, able(p, side, t), t), fresh(p, t)
    tank = any(p.board.shift[u] > 0 and not p.state[u] & UNSUPPLIED for u in units)
    f = Attack(side, t, units, defenders, tank=tank, hexes=len({p.hex[u] for u in units}))
    base = column(strength(p, [], units, t), defence_total(p, defenders))
    return clamp(base + sum([s.columns for s in known_shifts(p, f)]))


def company(p: Brunete, pool: list[int], t: int) -> list[int]:
    """[10.1f, 10.3.4b] The strongest attack of those who could take part: its infantry and cavalry, and one tank."""
    b = p.board
    groups = [pool] if p.cp[b.side[pool[0]]] else [
        [u for u in pool if divisions(p, u) in ("", d) or (d and b.stripe[u] == d)]
        for d in sorted({divisions(p, u) for u in pool})]
    most = max([strength(p, [], group, t) for group in groups])
    best = next(group for group in groups if strength(p, [], group, t) == most)
    foot = [u for u in best if b.type[u] != TANK]
    tanks = [u for u in best if b.type[u] == TANK and any(p.hex[v] == p.hex[u] for v in foot)]
    return foot + sorted(tanks, key=p.combat_factor)[-1:]


def attack_card(p: Brunete, f: Attack, viewer: Side | None) -> dict[str, Any]:
    b = p.board
    attack, defence = total(p, f), defence_total(p, f.defenders)
    declared = f.at > 0
    card: dict[str, Any] = {
        "target": b.names[f.target], "attackers": [b.uid[u] for u in f.units],
        "defenders": [b.uid[u] for u in f.defenders], "attack": attack, "defence": defence}
    if not f.units or 2 * attack < defence:
        return card
    base = f.base if declared else column(attack, defence)
    shifts = known_shifts(p, f)
    if elite_shift(f):
        shifts.append(Shift(elite_shift(f), "10.3.1b", "shift-elite"))
    for s in (f.side, 1 - f.side):
        if f.effective[s]:
            shifts.append(Shift(f.effective[s] if s == f.side else -f.effective[s], "10.3.3b", "shift-support"))
    net = base + sum(s.columns for s in shifts)
    card |= {"base": column_name(base),
             "shifts": [{"columns": s.columns, "rule": s.rule, "key": s.key} for s in shifts],
             "column": column_name(clamp(net)),
             "elite": [elite_steps(p, f.units), elite_steps(p, f.defenders)], "row": row(p, f, clamp(net))}
    if f.at <= 3:                        # supports are still to come
        mine = viewer == f.side
        card["may-add"] = {"attacker": MAX_SUPPORTS[0] if mine else None, "defender": MAX_SUPPORTS[1]}
        most = list(MAX_SUPPORTS)
        if viewer is not None:           # one's own markers are no secret; the enemy's are out of sight (10.3.3e)
            role = 0 if mine else 1
            most[role] = min(most[role], p.art[viewer] + p.avi[viewer])
        card["range"] = [column_name(clamp(net - most[1])), column_name(clamp(net + most[0]))]
    return card


def result_card(p: Brunete, f: Attack) -> dict[str, Any]:
    """The attack whose losses, retreats and advances are under way: its units have begun to leave their hexes."""
    b = p.board
    return {"target": b.names[f.target], "attackers": [b.uid[u] for u in f.units],
            "defenders": [b.uid[u] for u in f.defenders], "column": b.columns[f.column], "die": f.die}


def clamp(c: int) -> int:
    return min(max(c, 0), SIX_TO_ONE)


def row(p: Brunete, f: Attack, c: int) -> dict[str, Any]:
    """The table row as chances: results, expected steps lost, and the chance that the hex is left to the attacker."""
    b = p.board
    cells = b.crt[c]
    steps = [sum(p.steps[u] for u in f.units), sum(p.steps[u] for u in f.defenders)]
    tank = any(b.type[u] == TANK for u in f.units)
    full = sum(1 for u in f.units if p.steps[u] == 2)
    # [10.4.1c] On a 5 a hex held by nothing but last steps of regular units is lost all the same.
    holds_on = 1 if all(p.steps[u] == 1 and not b.elite[u] for u in f.defenders) else 2
    lost = [0, 0]
    cleared = 0
    stands = 0                           # of those, results that a stubborn defence may still avert
    results: list[dict[str, Any]] = []
    for die in range(1, 7):
        cell = cells[die]
        black = cell.retreat > 0 and (not cell.green or (cell.dash and p.opt.dash_black))
        a, d = min(cell.attacker, steps[0]), min(cell.defender, steps[1])
        # [10.3.6c, R61] The tank of a * is one step more, unless the losses go beyond the full units and reach it.
        lost[0] += a + (1 if cell.mark == "*" and tank and cell.attacker <= full else 0)
        lost[1] += d
        gone = d >= steps[1]
        cleared += 1 if gone or cell.retreat else 0
        stands += 1 if cell.retreat and not black and not gone and b.cover[f.target] else 0
        results.append({"die": die, "attacker": cell.attacker, "mark": cell.mark, "defender": cell.defender,
                        "retreat": 0 if not cell.retreat else 2 if black else 1})
    return {"results": results, "attacker-loss": lost[0] / 6, "defender-loss": lost[1] / 6, "cleared": cleared / 6,
            "cleared-if-stubborn": (cleared - stands * holds_on / 6) / 6}


# -- overlays


def overlay(p: Brunete, viewer: Side | None, name: str) -> dict[str, list[str]]:
    """Marks by hex for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "objectives":
        far = supply_lines(p, REP)
        for h, vp in p.purple():
            found[b.names[h]] = ["purple", str(vp), *(["held"] if holds(p, REP, h, far) else [])]
        for i, h in enumerate(b.yellow):
            found[b.names[h]] = ["yellow", "1", *(["held"] if holds(p, REP, h, far) else []),
                                 *(["gained"] if p.gained[i] else [])]
        for h in b.vertices:
            found[b.names[h]] = ["vertex", *(["held"] if holds(p, REP, h, far) else []),
                                 *(["gained"] if p.gained[-1] else [])]
        return found
    lines = [supply_lines(p, s) for s in (REP, NAT)] if name == "supply" else []
    for h in range(b.size):
        marks: list[str] = []
        for s in (REP, NAT):
            if name == "zones" and p.zone[s][h]:
                marks.append(SIDES[s])
            elif name == "supply" and lines[s][h] >= 0:
                marks.append(f"{SIDES[s]}:{lines[s][h]}")
            elif name == "control" and p.controls(s, h):
                marks.append(SIDES[s])
            elif name == "interdiction" and interdicted(p, 1 - s, h):
                marks.append(f"{SIDES[s]}:{interdicted(p, 1 - s, h)}")
        if marks:
            found[b.names[h]] = marks
    return found


def fed(p: Brunete, side: Side, units: Sequence[int]) -> list[bool]:
    """Which of a side's units have a supply line."""
    far = supply_lines(p, side)
    return [p.hex[u] >= 0 and far[p.hex[u]] >= 0 for u in units]


def supply_line(p: Brunete, u: int, eyes: Sequence[Side]) -> list[str]:
    return [p.board.names[h] for h in supply_path(p, u)]


def supply_path(p: Brunete, u: int) -> list[int]:
    """The hexes of one supply line of a unit, from its hex to the source; [] without one."""
    b = p.board
    side = b.side[u]
    if p.hex[u] < 0:
        return []
    far = supply_lines(p, side)
    here = p.hex[u]
    if far[here] < 0:
        return []
    way = [here]
    while far[here] > 0:                 # across country to the net
        here = next(t for i, t in enumerate(b.nb[here]) if far[t] == far[here] - 1 and b.water[here][i] != WET)
        way.append(here)
    source = [False] * b.size
    for h in b.sources[side]:
        source[h] = p.controls(side, h)
    return way + shortest(b.nb, here, source, [x != 0 for x in far], over=b.by_route)[1:]     # along the net
