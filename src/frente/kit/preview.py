"""What a player is shown before he commits: reach, the way card, the battle card, overlays, what a move does to supply.

Everything here asks the ``Rules`` of movement and combat that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import Act, Refusal, Side
from frente.kernel.way import Stride, Walker
from frente.kit import battle, move
from frente.kit.counters import Counters
from frente.kit.supply import Lines
from frente.kit.table import BELOW

PLENTY: Final = 99
C = TypeVar("C", bound=Counters)


# -- movement


def reach(p: C, side: Side, u: int, rules: move.Rules[C]) -> dict[int, tuple[int, list[int]]]:
    """Spaces where a unit may end its move in the present phase: points left, and the spaces on the way."""
    f = p.stack[-1] if p.stack else None
    asked = p.choices().get(side, [])
    if isinstance(f, move.Move) and f.unit == u and asked:
        return paths(p, u, rules, f.left, f.mode, not f.moved)
    if isinstance(f, move.Movement) and p.force.acts[u] in asked:
        return paths(p, u, rules, rules.points(p, u), rules.mode(p, u), True)
    return {}


def span(p: C, u: int, rules: move.Rules[C]) -> dict[int, int]:
    """Spaces where a unit, of either side, could end a move that began now, and points left there."""
    if p.hex[u] < 0 or rules.barred(p, u) is not None:
        return {}
    found = paths(p, u, rules, rules.points(p, u), rules.mode(p, u), True)
    return {h: left for h, (left, _) in found.items()}


def paths(p: C, u: int, rules: move.Rules[C], left: int, mode: int, first: bool) -> dict[int, tuple[int, list[int]]]:
    here = p.hex[u]
    w = rules.walk(p, u)
    w.go(here, left, mode, first)
    return {h: (w.left[s], w.way(s)) for h, s in w.best().items() if h != here and p.fits(u, h)}


@mypyc_attr(allow_interpreted_subclasses=True)
class Marcher(Walker):
    """How one unit would march, for whoever asks about a space: the tolls of the march itself."""

    def __init__(self, p: Counters, u: int, rules: move.Rules[Any], fight: battle.Rules[Any] | None, zone: str,
                 rule: str) -> None:
        f = p.stack[-1] if p.stack else None
        begun = isinstance(f, move.Move) and f.unit == u
        self.left: int = f.left if isinstance(f, move.Move) and begun else rules.points(p, u)
        self.mode: int = f.mode if isinstance(f, move.Move) and begun else rules.mode(p, u)
        self.still = not (isinstance(f, move.Move) and begun and f.moved)
        super().__init__(p.ground.names, p.hex[u], max(0, self.left), rule, begun or isinstance(f, move.Movement))
        self.p = p
        self.u = u
        self.rules = rules
        self.fight = fight
        self.zone_rule = zone

    def around(self, a: int) -> list[Stride]:
        w = self.rules.walk(self.p, self.u)
        return [Stride(t, max(0, w.toll(a, i, PLENTY, self.mode, True))) for i, t in enumerate(self.p.ground.nb[a])]

    def walk(self, way: Sequence[int]) -> tuple[int, list[Refusal]]:
        p, u = self.p, self.u
        w = self.rules.walk(p, u)
        a, left, mode, first = self.at, self.left, self.mode, self.still
        for n, t in enumerate(way):
            i = p.ground.nb[a].index(t)
            toll = w.toll(a, i, left, mode, first)
            if toll <= 0:
                return n, [self.rules.reason(p, u, t, toll, left)]
            left -= toll
            mode = w.mode_after(a, i, mode) if mode else 0
            a, first = t, False
        return len(way), [] if p.fits(u, a) else [p.no(self.rule, "no-room-to-stop", u, a)]

    def zone(self, h: int) -> str:
        return self.zone_rule if self.p.zone[1 - self.p.force.side[self.u]][h] else ""

    def odds(self, h: int) -> dict[str, str]:
        if self.fight is None:
            return {}
        q = self.p.clone()
        q.put(self.u, h)
        side = q.force.side[self.u]
        return {q.ground.names[t]: best_odds(q, side, t, self.fight) for t in q.ground.nb[h]
                if self.fight.refused(q, side, t) is None and self.u in self.fight.able(q, side, t)}


def warnings(p: Counters, side: Side, acts: Sequence[Act], lines: Callable[[Any, Side], Lines], rule: str
             ) -> list[Refusal]:
    """Units that a march or advance would leave without supply once it is over: those it cuts off, and the one that
    goes where there is none."""
    q = p.clone()
    for act in acts:
        if act not in q.choices().get(side, []):
            return []
        q.apply(side, act)
    before, after = lines(p, side), lines(q, side)
    return [q.no(rule, "would-be-unsupplied", u, q.hex[u]) for u in q.on_map(side)
            if not after.fed(q.hex[u]) and (p.hex[u] != q.hex[u] or before.fed(q.hex[u]))]


# -- combat


def best_odds(p: C, side: Side, t: int, rules: battle.Rules[C]) -> str:
    """The column if everybody took part that may."""
    column = rules.column(p, rules.able(p, side, t), t)
    return "" if column == BELOW else rules.table(p).names[column]


def card(p: C, rules: battle.Rules[C]) -> dict[str, Any]:
    """The attack being prepared or resolved; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, battle.Attack):
            return attack_card(p, f, rules)
        if isinstance(f, battle.Combat):
            return {"targets": {p.ground.names[t]: best_odds(p, f.side, t, rules) for t in rules.targets(p, f.side)}}
    return {}


def attack_card(p: C, f: battle.Attack, rules: battle.Rules[C]) -> dict[str, Any]:
    uid, table = p.force.uid, rules.table(p)
    found: dict[str, Any] = {"target": p.ground.names[f.target], "attackers": [uid[u] for u in f.units],
                             "defenders": [uid[u] for u in p.pile(f.target)]}
    if f.column != BELOW:                # declared: its units may have begun to leave their spaces
        return found | {"column": table.names[f.column], **({"die": f.die} if f.die else {})}
    attack, defence = rules.total(p, f.units, f.target), rules.defence(p, f.target)
    found |= {"attack": attack, "defence": defence}
    base = table.odds(attack, defence)
    if not f.units or base == BELOW:
        return found
    shifts = rules.shifts(p, f.units, f.target)
    column = table.shifted(base, shifts)
    return found | {"base": table.names[base], "column": table.names[column], "row": row(p, f, rules, column),
                    "shifts": [{"columns": s.columns, "rule": s.rule, "key": s.key} for s in shifts]}


def row(p: C, f: battle.Attack, rules: battle.Rules[C], column: int) -> dict[str, Any]:
    """The column as chances: results, expected steps lost, and the chance that the space is left to the attacker."""
    steps = [sum([p.steps[u] for u in f.units]), sum([p.steps[u] for u in p.pile(f.target)])]
    cells = rules.table(p).results(column)
    n = len(cells)
    cleared = len([r for r in cells if r.retreat or r.defender >= steps[1]]) / n
    return {"results": [{"die": die, "attacker": r.attacker, "mark": "", "defender": r.defender, "retreat": r.retreat}
                        for die, r in enumerate(cells, 1)],
            "attacker-loss": sum([min(r.attacker, steps[0]) for r in cells]) / n,
            "defender-loss": sum([min(r.defender, steps[1]) for r in cells]) / n,
            "cleared": cleared, "cleared-if-stubborn": cleared}


# -- overlays


def zones(p: Counters, sides: Sequence[str]) -> dict[str, list[str]]:
    return _marks(p, [[s for k, s in enumerate(sides) if p.zone[k][h]] for h in range(p.ground.size)])


def control(p: Counters, sides: Sequence[str]) -> dict[str, list[str]]:
    return _marks(p, [[s for k, s in enumerate(sides) if p.controls(k, h)] for h in range(p.ground.size)])


def supply(p: Counters, sides: Sequence[str], lines: Sequence[Lines]) -> dict[str, list[str]]:
    return _marks(p, [[f"{s}:{lines[k].steps()[h]}" for k, s in enumerate(sides) if lines[k].fed(h)]
                      for h in range(p.ground.size)])


def _marks(p: Counters, marks: list[list[str]]) -> dict[str, list[str]]:
    return {p.ground.names[h]: found for h, found in enumerate(marks) if found}
