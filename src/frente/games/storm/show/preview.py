"""What a player is shown before he commits: odds, reach, overlays, and what a step would bring upon himself.

Everything here asks the functions that decide; nothing is a second copy of a rule.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.rules.ch03_morale import MoraleTest, modifiers, who_tests
from frente.games.storm.rules.ch09_bombardment import Bombardment, bonus, chooser, point_choices, targets
from frente.games.storm.rules.ch09_bombardment import defence_value as bombarded_value
from frente.games.storm.rules.ch09_combat import (
    C2,
    DONE,
    Battle,
    Part,
    attack_value,
    cause_of_test,
    counter_units,
    defence_points,
    defence_value,
    dice_needed,
    intensity,
    worth,
)
from frente.games.storm.rules.ch09_fire import Fire, cover, strength
from frente.games.storm.rules.ch09_losses import Losses, Retreat
from frente.games.storm.rules.ch09_movement import March, draws_fire
from frente.games.storm.state.board import AREAS, N3, NAT, R8A, REP, SIDES, SPACES
from frente.games.storm.state.frames import ASSAULT, ATTACK, Impulse, impulse
from frente.games.storm.state.position import Storm, refusal
from frente.kernel.flow import Act, Refusal, Side
from frente.kit.plans import Chances, Explorer, Reach, expected, listed, warned
from frente.kit.search import shortest

OVERLAYS: Final = ("control", "supply", "routes")


def _sums(dice: int, lowest: bool) -> list[tuple[int, float]]:
    """The sum of the two dice that count, with its probability."""
    found: dict[int, int] = {}
    for n in range(6 ** dice):
        rolled = sorted([n // 6 ** k % 6 + 1 for k in range(dice)])
        total = sum(rolled[:2]) if lowest else sum(rolled[-2:])
        found[total] = found.get(total, 0) + 1
    return [(total, n / 6 ** dice) for total, n in sorted(found.items())]


TWO: Final = _sums(2, False)
BEST: Final = _sums(3, False)
LOWEST: Final = _sums(3, True)


def over(sums: Sequence[tuple[int, float]], add: int) -> Chances:
    """Losses when the dice plus *add* count against nothing: what is above 0."""
    found: Chances = {}
    for total, chance in sums:
        key = str(max(0, total + add))
        found[key] = found.get(key, 0.0) + chance
    return found


def under(sums: Sequence[tuple[int, float]], level: int) -> Chances:
    """Losses when the dice stay below a level."""
    found: Chances = {}
    for total, chance in sums:
        key = str(max(0, level - total))
        found[key] = found.get(key, 0.0) + chance
    return found


# -- cards


def card(p: Storm, viewer: Side | None) -> dict[str, Any]:
    """The combat, bombardment, fire or test being prepared or resolved; {} when there is none."""
    for f in reversed(p.stack):
        if isinstance(f, Losses | Retreat):
            return {}                    # the dice have fallen: chances would speak of what is over
        if isinstance(f, MoraleTest):
            return morale_card(p, f.area, f.units, f.modifier, [])
        if isinstance(f, Fire):
            return fire_card(p, impulse(p), impulse(p).area)
        if isinstance(f, Bombardment):
            return bombardment_card(p, f)
        if isinstance(f, March):
            return march_card(p, impulse(p))
        if isinstance(f, Impulse):
            return impulse_card(p, f)
    return {}


def impulse_card(p: Storm, im: Impulse) -> dict[str, Any]:
    if (im.fought or im.cancelled) and not any(isinstance(f, Battle) for f in p.stack):
        return {}                        # the combat is over or given up; only the end of the impulse is left (15.R7)
    if im.kind == ATTACK and im.units:
        return combat_card(p, im, im.origin)
    if im.kind == ASSAULT and im.units and im.area != im.origin and im.area >= 0:
        return combat_card(p, im, im.area)
    return {}


def march_card(p: Storm, im: Impulse) -> dict[str, Any]:
    """What awaits the moving units in each area they may enter: defensive fire, and for an assault the combat."""
    b = p.board
    if not im.units:
        return {}
    a = p.at[im.units[0]]
    ahead: dict[str, Any] = {}
    for act in p.choices().get(im.side, []):
        if act.verb != "area":
            continue
        t = act.arg
        entry: dict[str, Any] = {}
        i = b.nb[a].index(t)
        if draws_fire(p, im, a, i):
            entry["fire"] = fire_card(p, im, t)
        if im.kind == ASSAULT and p.count(1 - im.side, t):
            entry["combat"] = combat_card(p, im, t)
        if entry:
            ahead[b.names[t]] = entry
    return {"kind": "march", "ahead": ahead} if ahead else {}


def combat_card(p: Storm, im: Impulse, a: int) -> dict[str, Any]:
    """[9.4.1] Attack value, intensity, defence value and the losses of both sides, as things stand."""
    b = p.board
    q = im.clone()
    q.area = a
    foe = 1 - im.side
    defenders = p.units(foe, a)
    if not defenders:
        return {}
    arriving = 0 if p.at[im.units[0]] == a else len(im.units)
    point = im.bpoint if im.bpoint >= 0 else max(defence_points(p, q), key=b.defence.__getitem__)
    attack = attack_value(p, q)
    level = [x for x in intensity(p, q) if not (x[2] == "il-outnumbered" and
                                                p.count(foe, a) <= p.count(im.side, a) + arriving)]
    defence = defence_value(p, q, point)
    sums = LOWEST if im.worst else BEST if dice_needed(im) == 3 else TWO
    hits = over(sums, worth(attack) - worth(defence))
    own = under(sums, worth(level))
    may_counter = [] if N3 in im.effects or im.bpoint >= 0 else counter_units(p, q)
    found: dict[str, Any] = {
        "kind": "assault" if im.kind == ASSAULT else "combat", "area": b.names[a],
        "attackers": [b.uid[u] for u in im.units], "defenders": [b.uid[u] for u in defenders],
        "counter": [b.uid[u] for u in im.counter],
        "attack": worth(attack), "attack-parts": listed(attack), "intensity": worth(level),
        "intensity-parts": listed(level), "defence": worth(defence), "defence-parts": listed(defence),
        "point": b.uid[point], "point-named": im.bpoint >= 0,
        "dice": "lowest two of three" if im.worst else "best two of three" if im.prepared else "two",
        "defender-losses": hits, "attacker-losses": own, "defender-loss": expected(hits),
        "attacker-loss": expected(own), "success": sum([x for k, x in hits.items() if k != "0"])}
    if may_counter:
        most = worth(level) + sum([p.factor(u) for u in may_counter])
        found["may-counter"] = [b.uid[u] for u in may_counter]
        found["attacker-losses-if-all-counter"] = under(sums, most)
    testing = who_tests(p, a, cause_of_test(im)) if morale_ahead(p, im) else []
    if testing:
        mods = modifiers(p, a, cause_of_test(im), arriving)
        found["test"] = morale_card(p, a, testing, sum([m[0] for m in mods]), mods)
    return found


def morale_ahead(p: Storm, im: Impulse) -> bool:
    """[9.4.1.C2a] Whether step C2 of a Nationalist combat is still to come."""
    if im.side != NAT or R8A in im.effects:
        return False
    return not any(isinstance(f, Battle) and f.at > C2 for f in p.stack)


def morale_card(p: Storm, a: int, units: Sequence[int], modifier: int, mods: Sequence[Part]) -> dict[str, Any]:
    """[3.4.2] The chance of each result for a line unit."""
    b = p.board
    results = [die + modifier for die in range(1, 7)]
    gone = sum(1 for r in results if r >= b.eliminated_from)
    away = sum(1 for r in results if r >= b.retreats_from) - gone
    return {"kind": "morale-test", "area": b.names[a], "units": [b.uid[u] for u in units], "modifier": modifier,
            "modifier-parts": listed(mods), "stands": (6 - away - gone) / 6, "retreats": away / 6,
            "eliminated": gone / 6}


def fire_card(p: Storm, im: Impulse, a: int) -> dict[str, Any]:
    """[9.5] Strength, what protects the point unit, and the losses of the crossing units."""
    b = p.board
    parts = strength(p, im, a)
    point = im.point if im.point in im.units else max(im.units, key=b.defence.__getitem__)
    guard = cover(p, im, point)
    hits = over(TWO, worth(parts) - guard)
    return {"kind": "defensive-fire", "area": b.names[a], "strength": worth(parts), "strength-parts": listed(parts),
            "cover": guard, "cover-parts": listed([(guard, "9.5c", "fire-cover")]), "point": b.uid[point],
            "losses": hits, "loss": expected(hits)}


def bombardment_card(p: Storm, f: Bombardment) -> dict[str, Any]:
    """[9.3, 15.0a] The losses in the target area, or in each area that may still be chosen."""
    if f.target < 0:
        ahead: dict[str, Any] = {}
        for t in targets(p, f):
            g = f.clone()
            g.target = t
            g.three = f.use < 0 and t == impulse(p).origin
            ahead[p.board.names[t]] = target_card(p, g)
        return {"kind": "bombardment", "ahead": ahead}
    return target_card(p, f)


def target_card(p: Storm, f: Bombardment) -> dict[str, Any]:
    b = p.board
    choices = [f.point] if f.point >= 0 else point_choices(p, f)
    friendly = chooser(p, f) == f.side   # who names the point unit will name the one that suits him
    best = min(choices, key=b.defence.__getitem__) if friendly else max(choices, key=b.defence.__getitem__)
    g = f.clone()
    g.point = best
    add = bonus(p, f)
    value = bombarded_value(p, g)
    hits = over(BEST if f.three else TWO, add - value)
    key = "bombardment-batteries" if f.use < 0 else "bombardment-chit"
    return {"kind": "bombardment", "area": b.names[f.target], "bonus": add,
            "bonus-parts": listed([(add, "9.3g" if f.use < 0 else "15.0a", key)]), "defence": value,
            "defence-parts": listed([(b.defence[best], "9.3e", "dv-factor"),
                                     (b.terrain[f.target], "9.3e", "dv-terrain")]),
            "dice": "best two of three" if f.three else "two", "point": b.uid[best], "point-named": f.point >= 0,
            "losses": hits, "loss": expected(hits)}


# -- reach


def reach(p: Storm, side: Side, unit: int) -> Reach:
    """Where a unit, or the stack it moves with, may end its move now: points left, and the acts that lead there."""
    q = p.clone()
    way: list[str] = []
    f = q.stack[-1] if q.stack else None
    if isinstance(f, Impulse) and side in q.choices() and q.at[unit] >= 0:
        b = q.board
        if b.move_acts[q.at[unit]] in q.choices()[side]:
            way.append(f"move:{b.names[q.at[unit]]}")
            q.apply(side, b.move_acts[q.at[unit]])
            if b.unit_acts[unit] not in q.choices().get(side, []):
                return {}
            way.append(f"unit:{b.uid[unit]}")
            q.apply(side, b.unit_acts[unit])
            if DONE in q.choices().get(side, []):
                way.append("done")
                q.apply(side, DONE)
    return Marching(side, unit, q.board.names).reach(q, way)


class Marching(Explorer[Storm]):
    def __init__(self, side: Side, unit: int, names: list[str]) -> None:
        super().__init__(side, "area", names)
        self.unit = unit

    def going(self, p: Storm, at: int) -> bool:
        return bool(p.stack) and isinstance(p.stack[-1], March) and self.unit in impulse(p).units \
            and self.side in p.choices()

    def left(self, p: Storm) -> int:
        return next((f.left for f in reversed(p.stack) if isinstance(f, March)), 0)


# -- overlays


def overlay(p: Storm, viewer: Side | None, name: str) -> dict[str, list[str]]:
    """Marks by space for one overlay."""
    b = p.board
    found: dict[str, list[str]] = {}
    if name == "control":
        for a in range(AREAS):
            found[b.names[a]] = [SIDES[p.control[a]], *(["contested"] if p.contested(a) else [])]
    elif name == "supply":
        for side in (REP, NAT):
            lines = supplied(p, side)
            for a in range(len(lines)):
                if lines[a]:
                    found.setdefault(b.names[a], []).append(SIDES[side])
    elif name == "routes":
        cut = cut_routes(p, supplied(p, NAT))
        for k, route in enumerate(b.route_areas):
            for a in route:
                found.setdefault(b.names[a], []).append(f"{b.route_ids[k]}:{'cut' if cut[k] else 'open'}")
    return found


def supply_line(p: Storm, unit: int, eyes: Sequence[Side]) -> list[str]:
    """The spaces of one supply line of a unit, from where it stands to a source; [] without one."""
    b = p.board
    side = b.side[unit]
    start = p.at[unit]
    if start < 0:
        return []
    source = [a >= AREAS and b.owner[a] == side for a in range(SPACES)]
    source[b.madrid] = source[b.madrid] or (side == REP and p.control[b.madrid] == REP)
    if p.control[start] != side and p.opt.supply_needs_own_area and not source[start]:
        return []
    fed = supplied(p, side)
    closed = [p.control[a] != side or not fed[a] for a in range(SPACES)]
    return [b.names[a] for a in shortest(b.nb, start, source, closed)]


def fed(p: Storm, side: Side, units: Sequence[int]) -> list[bool]:
    """Which of a side's units have a supply line."""
    lines: dict[int, bool] = {}          # by space: units of a side that stand together share it
    for u in units:
        if p.at[u] not in lines:
            lines[p.at[u]] = bool(supply_line(p, u, ()))
    return [lines[p.at[u]] for u in units]


def warnings(p: Storm, side: Side, acts: Sequence[Act]) -> list[Refusal]:
    """What the steps of a march would bring upon the side itself: fire, or an area left to the enemy."""
    return warned(p, side, acts, step_warnings)


def step_warnings(p: Storm, side: Side, act: Act) -> list[Refusal]:
    f = p.stack[-1]
    if not isinstance(f, March) or act.verb != "area":
        return []
    im = impulse(p)
    b = p.board
    a = p.at[im.units[0]]
    found: list[Refusal] = []
    if draws_fire(p, im, a, b.nb[a].index(act.arg)):
        found.append(refusal(p, "9.5a", "draws-fire", -1, act.arg))
    if a < AREAS and p.control[a] == side and p.count(1 - side, a) and p.count(side, a) == len(im.units):
        found.append(refusal(p, "3.5.1a", "would-leave-area", -1, a))
    return found
