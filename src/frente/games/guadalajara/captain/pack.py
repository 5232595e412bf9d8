"""Attacks prepared before the units move: which enemy hexes can be struck this turn, by whom and from where."""
from __future__ import annotations

from typing import Final, NamedTuple

from frente.games.guadalajara.captain.odds import ARMOUR, WORTH_A_FLAME, prospect, strength
from frente.games.guadalajara.captain.places import effort
from frente.games.guadalajara.captain.plan import DETOUR, FARTHEST, Plan, Way
from frente.games.guadalajara.captain.survey import Reach
from frente.games.guadalajara.rules.ch01_battle import defence_total
from frente.games.guadalajara.rules.ch01_combat import sector
from frente.games.guadalajara.rules.ch01_move import budget, panicked, static
from frente.games.guadalajara.state.board import ITALIAN, MP, STACK
from frente.games.guadalajara.state.position import ASTRAY, PINNED, Guadalajara
from frente.kernel.flow import Side

EXTRA: Final = 0.05                      # price of every further unit in an attack
AROUND: Final = 40.0                     # worth of a place that cuts off one more way of retreat
TRAPPED: Final = 1.5                     # worth of an enemy who cannot get away unhurt
MOST: Final = 15                         # units in one attack
ASIDE: Final = 6.0                       # movement points aside that a unit with an urgent errand goes for an attack
BELEAGUERED: Final = 5.0                 # need of a village that a tank is sent to hold


class Blow(NamedTuple):
    """A possible attack: its value, hex, units and where each of them stands."""

    value: float
    t: int
    units: list[int]
    posts: list[int]


class Support(NamedTuple):
    """Armour or flamethrowers that could go along with an attack, and how far they would be from their goal."""

    u: int
    reach: Reach
    far: list[int]
    best: int

    def lost(self, h: int) -> float:
        """Movement points lost by going along from a hex."""
        return min(FARTHEST, (self.far[h] - self.best) / MP)


def supports(p: Guadalajara, plan: Plan, units: list[int]) -> list[Support]:
    """Those of some units that do nothing but help others attack, the best of them first."""
    b = p.board
    found: list[Support] = []
    for u in units:
        if b.escorted[u] and not p.state[u] & (ASTRAY | PINNED) and not static(p, u):
            reach = Reach(p, u, budget(p, u), False, False)
            far, _ = effort(p, plan, u)
            found.append(Support(u, reach, far, min(far[h] for h in reach.left)))
    return sorted(found, key=lambda s: (b.flame[s.u], -b.attack_drm[s.u][p.steps[s.u]], s.best, s.u))


def post_guards(p: Guadalajara, plan: Plan, helpers: list[Support]) -> list[Support]:
    """[1.11f.1] A tank for every own village that an attacker must not lose: it takes the sting out of theirs."""
    b = p.board
    for e in plan.errands if plan.attacks else ():
        h = e.goal.h
        near = [(p.hex[s.u] == h, s.reach.left[h], -s.u) for s in helpers
                if b.armour[s.u] and h in s.reach.left and s.u not in plan.posts]
        if e.mine and e.need >= BELEAGUERED and near:
            plan.posts[-max(near)[2]] = h
    return [s for s in helpers if s.u not in plan.posts]


def strikers(p: Guadalajara, units: list[int]) -> list[int]:
    """Units that may attack after they have moved."""
    b = p.board
    return [u for u in units if b.attack[u][p.steps[u]] and not b.escorted[u] and not b.gun[u] and not b.hq[u]
            and not p.state[u] & (ASTRAY | PINNED) and not panicked(p, u) and not static(p, u) and p.aboard[u] < 0]


def pack(p: Guadalajara, side: Side, plan: Plan, units: list[int], helpers: list[Support]) -> None:
    """Fill plan.posts and plan.prey, the most promising attack first."""
    b = p.board
    able = [u for u in strikers(p, units) if not plan.on_guard(p, u)]
    reach = {u: Reach(p, u, budget(p, u), False, False) for u in able}
    hexes = sorted({p.hex[u] for u in b.fighters[1 - side] if p.hex[u] >= 0})
    room: dict[int, int] = {}
    free = {*able, *[s.u for s in helpers]}
    ways = {u: Way(p, plan, u, reach[u]) for u in able}
    todo = [t for t in hexes if any(n in reach[u].left for u in able for n in b.nb[t])]
    prizes = {t: plan.prize(p, t) for t in todo}
    while todo and not free.isdisjoint(able):
        found: list[tuple[float, int, Blow]] = []
        for t in todo:
            blow = best_blow(p, side, t, free, able, reach, room, prizes[t], ways, plan.seeds, helpers)
            if blow.value >= plan.style.bold:
                found.append((blow.value, t, blow))
        if not found:
            return
        found.sort(reverse=True)
        taken: set[int] = set()
        for _, t, blow in found:         # several at once as long as they do not share units
            if taken & set(blow.units) or not fits(p, blow, room):
                continue
            for u, n in zip(blow.units, blow.posts):
                plan.posts[u] = n
                plan.prey[u] = t
                room[n] = room.get(n, STACK) - p.value(u)
                free.discard(u)
                taken.add(u)
            todo.remove(t)
        if not taken:
            return


def fits(p: Guadalajara, blow: Blow, room: dict[int, int]) -> bool:
    need: dict[int, int] = {}
    for u, n in zip(blow.units, blow.posts):
        need[n] = need.get(n, 0) + p.value(u)
    return all(room.get(n, STACK) >= k for n, k in need.items())


def best_blow(p: Guadalajara, side: Side, t: int, free: set[int], able: list[int], reach: dict[int, Reach],
              room: dict[int, int], prize: float, ways: dict[int, Way],
              seeds: set[int], helpers: list[Support]) -> Blow:
    """The best attack on a hex by units that can get beside it, within stacking."""
    b = p.board
    best = Blow(-99.0, t, [], [])
    defence = defence_total(p, p.stack_at(t), t, side)
    for nation in range(3):
        options: list[tuple[float, int, int]] = []
        for u in able:
            if u not in free or b.nation[u] != nation:
                continue
            left = reach[u].left
            most = 0
            for n in b.nb[t]:
                if n in left and (nation == ITALIAN or b.play[n]):
                    power = strength(p, u, n, t)
                    if power > most:
                        most = power
            if u in seeds and (ways[u].lost(t) > ASIDE or ways[u].misses(t)):
                continue
            if most and sector(p, u, t):
                options.append((most / 24 - 2 * DETOUR * min(FARTHEST, ways[u].lost(t)), -b.distance(p.hex[u], t), u))
        if not options:
            continue
        options.sort(reverse=True)
        units: list[int] = []
        posts: list[int] = []
        load: dict[int, int] = {}
        power = 0
        detour = 0.0
        for _, _, u in options:
            n = post(p, u, t, reach[u], room, load)
            if n < 0:
                continue
            units.append(u)
            posts.append(n)
            load[n] = load.get(n, 0) + p.value(u)
            power += strength(p, u, n, t)
            detour += DETOUR * ways[u].aside(n, t) + EXTRA
            seen = prospect(p, side, t, units, power, prize, defence)
            value = seen.value - detour
            if enclosed(p, side, t, load):
                value += TRAPPED * seen.cleared
            if value > best.value:
                best = Blow(value, t, units[:], posts[:])
            for s in helpers:
                if s.u not in free or b.nation[s.u] != nation or (b.flame[s.u] and prize < WORTH_A_FLAME):
                    continue
                stand = beside(p, s, load, room)
                if stand >= 0:
                    more = prospect(p, side, t, [*units, s.u], power, prize, defence).value - seen.value
                    more -= ARMOUR + DETOUR * s.lost(stand)
                    if value + more > best.value:
                        best = Blow(value + more, t, [*units, s.u], [*posts, stand])
                    break
            if power >= 5 * defence or len(units) >= MOST:
                break
    return best


def beside(p: Guadalajara, s: Support, load: dict[int, int], room: dict[int, int]) -> int:
    """[1.11a.1, 1.11b] The post of an attack in which armour finds company and room, -1 if there is none."""
    for n in sorted(load):
        if n in s.reach.left and room.get(n, STACK) - load[n] >= p.value(s.u):
            return n
    return -1


def post(p: Guadalajara, u: int, t: int, reach: Reach, room: dict[int, int], load: dict[int, int]) -> int:
    """The hex beside a target from which a unit attacks best, -1 if all are full."""
    b = p.board
    best = -1
    most = 0.0
    for n in b.nb[t]:
        if n not in reach.left or room.get(n, STACK) - load.get(n, 0) < p.value(u):
            continue
        v = p.top[n]
        if v >= 0 and p.mixes(u, v):
            continue
        value = 10.0 * strength(p, u, n, t) + b.defence_twice[n] + 0.5 * load.get(n, 0) + reach.left[n] / 100
        for x in b.nb[n]:
            if x in b.nbset[t] and x not in load and load.keys().isdisjoint(b.nb[x]):
                value += AROUND
        if value > most:
            best, most = n, value
    return best


def enclosed(p: Guadalajara, side: Side, t: int, load: dict[int, int]) -> bool:
    """[scs.ret.3] Whether whoever retreats from a hex loses steps: all round it are attackers or their zones."""
    b = p.board
    zone = p.zone[side]
    return all(n in load or zone[n] or not load.keys().isdisjoint(b.nb[n]) for n in b.nb[t])
