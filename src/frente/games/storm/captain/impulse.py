"""An impulse of a computer player: every activation and chit worth a thought, weighed against each other."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.storm.captain.combat import attack_worth, bombardment_worth
from frente.games.storm.captain.goals import unit_worth
from frente.games.storm.captain.survey import Survey
from frente.games.storm.rules.ch09_bombardment import chit_targets, gun_targets
from frente.games.storm.rules.ch09_movement import battle_at, toll
from frente.games.storm.state.board import (
    ANARCHIST,
    AREAS,
    ARTILLERY,
    DURRUTI,
    N1,
    N2,
    N5,
    N6,
    N7,
    N9,
    N11A,
    N11B,
    NAT,
    R1,
    R2,
    R5A,
    R5B,
    R5C,
    R6,
    REP,
    SPACES,
)
from frente.games.storm.state.frames import ASSAULT, ATTACK, BOMBARD, MOVE
from frente.games.storm.state.position import Storm
from frente.kernel.flow import PASS, Act, Side
from frente.kit.weights import Weights

VERB_OF: Final = {MOVE: "move", BOMBARD: "bombard", ATTACK: "attack", ASSAULT: "assault"}
ENDS: Final = 3                          # of one activation that are worth a comparison
AIMED: Final = (R2, N2)                  # chits whose player names the point unit of the target


@dataclass
class Intent:
    """What a side means to do with an impulse."""

    act: Act = PASS
    score: float = 0.0
    units: list[int] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    prepared: bool = False
    target: int = -1


class Staff:
    """Looks for the best impulse of one side."""

    def __init__(self, s: Survey) -> None:
        self.s = s
        self.p = s.p
        self.side: Side = s.side
        self.tire = s.w["attack.tire"] * (s.w["last.tire"] if s.last else 1.0)
        self.support = support_price(s)
        self.heat = 0.0 if s.last else s.w["stand.heat"]
        self.best = Intent(PASS, s.w["attack.least"])
        self.ends: dict[tuple[Act, int], Intent] = {}        # by activation and where it ends: the best way

    def offer(self, found: Intent) -> None:
        end = (found.act, found.path[-1] if found.path else found.target)
        if end not in self.ends or found.score > self.ends[end].score:
            self.ends[end] = found
        if found.score > self.best.score:
            self.best = found

    def choose(self, acts: list[Act]) -> Intent:
        """The best of what is offered."""
        for act in acts:
            verb = act.verb
            if verb == "move":
                self.moves(act)
            elif verb == "attack":
                self.attacks(act)
            elif verb == "assault":
                self.assaults(act)
            elif verb == "bombard":
                self.guns(act)
            elif verb == "chit":
                self.offer(Intent(act, self.chit(act.arg)))
        return self.best

    def only(self, act: Act) -> Intent:
        """The best way to carry out an activation that is already declared."""
        self.best = Intent(act, -1e9)
        self.choose([act])
        return self.best

    # -- groups

    def fresh(self, a: int) -> list[int]:
        p = self.p
        return [u for u in p.units(self.side, a) if not p.spent[u] and not p.frozen(u)]

    def ranked(self, units: list[int]) -> list[int]:
        """The best attackers first, among equals the cheaper."""
        order = [(-self.p.factor(u), unit_worth(self.p, u, self.s.w), u) for u in units]
        order.sort()
        return [x[2] for x in order]

    def size_price(self, n: int) -> float:
        """[9e] What the number of units costs, or a refusal."""
        b = self.p.board
        if n <= b.free_units:
            return 0.0
        return self.support if self.p.sp[self.side] >= b.large_price else 1e9

    def groups(self, units: list[int]) -> list[list[int]]:
        """Stacks to think about: many, few, one, all of a kind."""
        ranked = self.ranked(units)
        shock = [u for u in ranked if self.p.shock(u)]
        line = [u for u in ranked if not self.p.shock(u)]
        n = len(ranked)
        free = self.p.board.free_units
        found: list[list[int]] = []
        for group in (ranked, ranked[:free], ranked[-free:], ranked[:(n + 1) // 2], shock, shock[:free], line,
                      line[:free], ranked[:1], ranked[-1:], ranked[:-1]):
            if group and group not in found:
                found.append(group)
        return found

    # -- movement

    def reach(self, o: int, points: int, guns: bool) -> dict[int, list[int]]:
        """By space a stack can get to: the way; it may stop in any of them."""
        p = self.p
        b = p.board
        left: dict[int, int] = {o: points}
        ways: dict[int, list[int]] = {o: []}
        taken: dict[int, int] = {o: 0}
        queue = [o]
        for a in queue:
            for i, t in enumerate(b.nb[a]):
                cost = toll(p, self.side, 1, guns, a, i, left[a], a == o, taken[a])
                if cost <= 0:
                    continue
                rest = max(0, left[a] - cost)
                if t not in left or left[t] < rest:
                    left[t] = rest
                    ways[t] = [*ways[a], t]
                    mine = p.control[t] == self.side or p.n[(1 - self.side) * SPACES + t]
                    taken[t] = taken[a] if mine else taken[a] | 1 << t
                    if p.opt.stop_on_capture and p.control[t] != self.side:
                        continue
                    queue.append(t)
        del ways[o]
        return ways

    def fits(self, way: list[int], n: int) -> bool:
        return all(self.p.room(self.side, t) >= n for t in way)

    def moves(self, act: Act) -> None:
        p = self.p
        o = act.arg
        fresh = self.fresh(o)
        foot = [u for u in fresh if p.board.type[u] != ARTILLERY]
        guns = [u for u in fresh if p.board.type[u] == ARTILLERY]
        if foot:
            ways = self.reach(o, min([p.board.move[u] for u in foot]), False)
            for group in self.groups(foot):
                self.march(act, group, ways)
        if guns:
            ways = self.reach(o, min([p.board.move[u] for u in guns]), True)
            self.march(act, guns[:p.board.free_units], ways)
            self.march(act, guns[:1], ways)

    def march(self, act: Act, group: list[int], ways: dict[int, list[int]]) -> None:
        s = self.s
        o = act.arg
        n = len(group)
        price = self.size_price(n)
        if price > 1e8:
            return
        leaving = self.leaving(o, group)
        pull = sum([s.pull(u) for u in group], 0.0)
        town = s.bulk(group, self.p.board.madrid)
        open_ = s.bulk(group, 0)
        for t, way in ways.items():
            if not self.fits(way, n):
                continue
            pts, k, factors = town if self.p.board.urban[t] else open_
            score = leaving + s.here(t, pts, k, factors) - s.here(t, 0.0, 0.0, 0.0) - n * self.tire * 0.3 - price
            score += self.heat * pull * (s.heat[t] - s.heat[o])
            score -= self.fire(way, o, group)
            self.offer(Intent(act, score, group, way))

    def leaving(self, o: int, group: list[int]) -> float:
        """What it means for a space that units leave it."""
        s = self.s
        pts, n, factors = s.bulk(group, o)
        return s.here(o, -pts, -n, -factors) - s.here(o, 0.0, 0.0, 0.0)

    def fire(self, way: list[int], o: int, group: list[int]) -> float:
        """[9.5] What defensive fire on the way may cost."""
        p = self.p
        b = p.board
        total = 0.0
        a = o
        for t in way:
            if t < AREAS and p.control[t] != self.side and not p.n[self.side * SPACES + t] and p.n[
                    (1 - self.side) * SPACES + t] and b.river[a][b.nb[a].index(t)]:
                total += self.volley(t, group)
            a = t
        return total

    def volley(self, t: int, group: list[int]) -> float:
        p = self.p
        factors = zeros = 0
        for u in p.units(1 - self.side, t):
            if not p.spent[u]:
                factors += p.factor(u)
                zeros += 0 if p.factor(u) else 1
        hits = max(0.0, 7.0 + factors + zeros // p.board.zero_trio - max([p.board.defence[u] for u in group]))
        n = len(group)
        return 0.12 * min(hits, n) + 0.35 * min(max(0.0, hits - n), 2 * n)

    # -- combat

    def prepared_too(self, n: int) -> list[bool]:
        b = self.p.board
        need = b.prepare_price + (b.large_price if n > b.free_units else 0)
        return [False, True] if self.p.sp[self.side] >= need else [False]

    def attacks(self, act: Act) -> None:
        p = self.p
        a = act.arg
        able = self.ranked([u for u in self.fresh(a) if p.factor(u)])
        prize = self.prize(a, [], p.control[a] == self.side)
        free = p.board.free_units
        sizes = sorted({len(able), min(free, len(able)), min(3, len(able)), 1})
        for n in sizes:
            group = able[:n]
            price = self.size_price(n)
            if price > 1e8:
                continue
            for prepared in self.prepared_too(n):
                score = attack_worth(self.s, a, group, prepared, False, prize)
                score -= price + n * self.tire + (self.support if prepared else 0.0)
                self.offer(Intent(act, score, group, [], prepared, a))

    def prize(self, a: int, group: list[int], mine: bool) -> float:
        """What an area is worth once nobody of the enemy is left in it."""
        s = self.s
        pts = sum([s.stamina(u, a) for u in [*self.p.units(self.side, a), *group]], 0.0)
        danger = 0.6 * s.threat[s.foe][a]
        risk = danger * danger / (danger * danger + pts * pts + 0.01)
        value = s.ground[a] * (1.0 - 0.7 * risk)
        if mine:
            value *= 0.6
        return value + s.clear if self.side == REP and self.p.board.urban[a] else value

    def assaults(self, act: Act) -> None:
        p = self.p
        o = act.arg
        able = self.ranked([u for u in self.fresh(o) if p.shock(u) and p.factor(u)])
        if not able:
            return
        ways = self.reach(o, min([p.board.move[u] for u in able]), False)
        free = p.board.free_units
        s = self.s
        for n in sorted({len(able), min(free, len(able)), min(3, len(able))}):
            group = able[:n]
            price = self.size_price(n)
            if price > 1e8:
                continue
            leaving = self.leaving(o, group)
            pull = sum([s.pull(u) for u in group], 0.0)
            for t, way in ways.items():
                if t >= AREAS or not battle_at(p, self.side, t) or not self.fits(way, n):
                    continue
                prize = self.prize(t, group, p.control[t] == self.side)
                base = leaving - price - n * self.tire - self.weather_fire(way, o, group)
                base += self.heat * pull * (s.heat[t] - s.heat[o])
                pts, k, factors = s.bulk(group, t)
                base += 0.5 * (s.here(t, pts, k, factors) - s.here(t, 0.0, 0.0, 0.0))
                for prepared in self.prepared_too(n):
                    score = base + attack_worth(s, t, group, prepared, True, prize)
                    score -= self.support if prepared else 0.0
                    self.offer(Intent(act, score, group, way, prepared, t))

    def weather_fire(self, way: list[int], o: int, group: list[int]) -> float:
        """[11.2c] In bad weather every assault draws fire."""
        p = self.p
        t = way[-1]
        if p.bad and p.control[t] != self.side and not p.n[self.side * SPACES + t]:
            return self.volley(t, group)
        return self.fire(way, o, group)

    # -- bombardment and chits

    def guns(self, act: Act) -> None:
        p = self.p
        b = p.board
        o = act.arg
        able = [u for u in self.fresh(o) if b.type[u] == ARTILLERY]
        for t in gun_targets(p, self.side, o):
            for n in range(1, min(len(able), b.batteries) + 1):
                price = self.support if n == b.batteries else 0.0
                if price and p.sp[self.side] < b.battery_price:
                    continue
                score = bombardment_worth(self.s, t, b.battery_bonus[n], t == o, p.contested(t))
                self.offer(Intent(act, score - price - 0.3 * n * self.tire, able[:n], [], False, t))

    def chit_target(self, use: int) -> tuple[float, int]:
        """The best area for a bombardment chit."""
        best = 0.0
        where = -1
        for t in chit_targets(self.p, self.side, use):
            score = bombardment_worth(self.s, t, self.p.board.chit_bonus, False, use in AIMED)
            if use == N2 and not self.p.council and t != self.p.board.madrid:
                score *= 1.3             # [15.N2b] and a morale test
            if score > best or where < 0:
                best = score
                where = t
        return best, where

    def chit(self, use: int) -> float:
        """What a chit promises when it is played now."""
        p = self.p
        w = self.s.w
        if use in (R1, R2, N1, N2):
            return self.chit_target(use)[0]
        if use in (R5A, N11B):
            tired = [unit_worth(p, u, w) for u in p.board.of[self.side] if p.at[u] >= 0 and p.spent[u]
                     and p.factor(u) and self.s.heat[p.at[u]] > 1.0]
            tired.sort(reverse=True)
            return 0.35 * sum(tired[:4], 0.0)
        if use in (R5B, N11A):
            return 1.0
        if use == R5C:
            return w["price.morale"] * (1.0 if p.morale > p.board.best else 0.0)
        if use == N5:
            return 0.2 * max([self.stunned(a) for a in range(AREAS)])
        if use == N6:
            return 0.4
        if use == N7:
            return 0.2 + (0.5 if p.durruti else 0.3 if p.pool[DURRUTI] + p.hand[DURRUTI] else 0.0)
        if use == N9:
            return 0.9
        if use == R6:
            return self.durruti()
        return 0.0

    def stunned(self, a: int) -> float:
        """[15.N5] How much it would hurt the Republican to have units in an area turned Spent."""
        p = self.p
        if not self.s.threat[NAT][a]:
            return 0.0
        found = [1.0 + p.factor(u) for u in p.units(REP, a) if not p.spent[u]]
        found.sort(reverse=True)
        return sum(found[:4], 0.0)

    def durruti(self) -> float:
        """[15.R6] Worth it when anarchists stand where they could attack."""
        p = self.p
        b = p.board
        n = 0
        for u in b.of[REP]:
            if b.faction[u] == ANARCHIST and 0 <= p.at[u] < AREAS and not p.spent[u] and not b.attack[u]:
                n += 1 if p.contested(p.at[u]) else 0
        return 0.4 * n if n >= 3 else 0.0


def impulses(p: Storm, side: Side, acts: list[Act], w: Weights) -> list[Intent]:
    """What an impulse could be used for, the most promising first; of one activation a few ends, and passing."""
    staff = Staff(Survey(p, side, w))
    staff.choose(acts)
    ranked = sorted([(-found.score, i) for i, found in enumerate(staff.ends.values())])
    known = list(staff.ends.values())
    found: list[Intent] = []
    for _, i in ranked:
        if [x.act for x in found].count(known[i].act) < ENDS:
            found.append(known[i])
    at = len([x for x in found if x.score > w["attack.least"]])
    return [*found[:at], Intent(PASS, w["attack.least"]), *found[at:]] if PASS in acts else found


def support_price(s: Survey) -> float:
    """What a support point is worth: less where there are many for the turns to come, nothing at the end."""
    if s.last:
        return 0.0
    plenty = s.p.sp[s.side] / (s.p.last_turn - s.p.turn + 1.0)
    return s.w["price.support"] / (0.5 + plenty / 3.0)
