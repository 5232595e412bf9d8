"""What a computer player sees before it acts: who can strike where, what each area can stand, where it is needed."""
from __future__ import annotations

from typing import Final

from frente.games.storm.captain.goals import clear_worth, ground
from frente.games.storm.state.board import AREAS, ARTILLERY, NAT, REP, SPACES
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Side
from frente.kit.weights import Weights

FULL: Final = 3.0                        # losses a Fresh unit can absorb
EVEN: Final = 2.0                        # an average roll less a common defence factor
SLIGHT: Final = 0.1                      # what a weak attacker adds all the same


class Survey:
    """The ground as one side sees it at the beginning of an impulse."""

    def __init__(self, p: Storm, side: Side, w: Weights) -> None:
        self.p = p
        self.side = side
        self.foe = 1 - side
        self.w = w
        self.ground = ground(p, w)
        self.clear = clear_worth(p, w)
        self.last = p.turn >= p.last_turn                    # nothing recovers any more
        self.contest = w["stand.contest"] * (w["last.contest"] if self.last else 1.0)
        self.exposed = w["stand.exposed"]
        self.weary = w["stand.spent"]
        self.open = w["stand.open"]
        self.off: list[float] = [(2.0 - b) / 5.0 for b in p.board.terrain]
        self.firm = steadiness(p)
        self.pts: list[list[float]] = [[0.0] * SPACES, [0.0] * SPACES]
        self.threat: list[list[float]] = [[0.0] * SPACES, [0.0] * SPACES]
        self.walkers: list[list[float]] = [[0.0] * SPACES, [0.0] * SPACES]
        self.blow: list[list[float]] = [[0.0] * SPACES, [0.0] * SPACES]      # losses of one impulse of a side
        self.factors: list[float] = [0.0] * SPACES           # of the side's own units, by space
        for s in (REP, NAT):
            self.deploy(s)
        self.heat = self.warm()

    # -- strength

    def stamina(self, u: int, a: int) -> float:
        """Losses a unit can absorb in an area, less what a morale test may cost it."""
        p = self.p
        b = p.board
        if b.type[u] == ARTILLERY:
            return 1.0
        points = FULL * self.weary if p.spent[u] else FULL
        if a < AREAS and b.side[u] == REP and not b.urban[a] and not p.shock(u):
            points *= self.firm
        return points

    def deploy(self, s: Side) -> None:
        """Staying power by space, and the attack power a side can bring to each."""
        p = self.p
        b = p.board
        later = 0.0 if self.last else self.w["stand.later"]
        follow = 0.0 if self.last else self.w["stand.follow"]
        for o in range(SPACES):
            if not p.n[s * SPACES + o]:
                continue
            inside = weight = 0.0        # factors and units that can attack where they stand
            out = outer = 0.0            # those that can attack elsewhere
            foot = 0.0
            guns = 0
            for u in p.units(s, o):
                self.pts[s][o] += self.stamina(u, o)
                ready = later if p.spent[u] else 1.0
                k = p.factor(u)
                if s == self.side:
                    self.factors[o] += k
                if b.type[u] == ARTILLERY:
                    guns += 1
                else:
                    foot += ready
                if not k or p.frozen(u):
                    continue
                inside += ready * k
                weight += ready
                if b.type[u] != ARTILLERY:
                    share = ready if p.shock(u) else ready * follow
                    out += share * k
                    outer += share
            threat = self.threat[s]
            blow = self.blow[s]
            if o < AREAS:
                blow[o] = max(blow[o], EVEN + inside - b.terrain[o])
                if guns:
                    bonus = b.battery_bonus[min(guns, 2)]
                    for t in b.nb[o]:
                        blow[t] = max(blow[t], EVEN + bonus - b.terrain[t])
                threat[o] += max(SLIGHT * weight, inside + weight * self.off[o])
                self.walkers[s][o] += foot
            for t in self.targets(s, o):
                threat[t] += max(SLIGHT * outer, out + outer * self.off[t])
                if out > 0.0:
                    blow[t] = max(blow[t], EVEN + out - b.terrain[t])
                self.walkers[s][t] += foot

    def targets(self, s: Side, o: int) -> list[int]:
        """Areas a stack in *o* can get into in one impulse, roughly."""
        p = self.p
        b = p.board
        found: list[int] = []
        mine = p.control[o] == s
        shut = s == NAT and not p.rivers_open
        for i, t in enumerate(b.nb[o]):
            if t >= AREAS or (shut and b.closed[o][i]) or not (mine or p.control[t] == s):
                continue
            if t not in found:
                found.append(t)
            if not mine or p.control[t] != s or p.n[(1 - s) * SPACES + t] or p.n[(1 - s) * SPACES + o]:
                continue
            for j, x in enumerate(b.nb[t]):
                if x < AREAS and x != o and not b.river[t][j] and x not in found:
                    found.append(x)
        return found

    # -- what an area is worth as it stands

    def stand(self, a: int, pts: float, n: float, factors: float, mine: bool, foes: float) -> float:
        """Value of an area to the side, with own units of so much staying power, number and factors in it."""
        if a >= AREAS:
            return 0.0
        danger = self.threat[self.foe][a]
        risk = 0.0
        if pts > 0.0:
            if danger > 0.0:
                risk = danger * danger / (danger * danger + pts * pts)
            lost = self.exposed * min(n, max(0.0, self.blow[self.foe][a] - 0.5 * n) / 2.0)
            if self.side == NAT and self.p.board.urban[a]:
                lost += risk * self.clear
        else:
            lost = 0.0
            feet = self.walkers[self.foe][a]
            risk = feet / (feet + self.open)
        if mine:
            return self.ground[a] * (1.0 - risk) - lost
        if pts <= 0.0:
            return 0.0
        power = max(SLIGHT * n, factors + n * self.off[a]) + 0.5 * self.threat[self.side][a]
        take = power * power / (power * power + foes * foes) if foes > 0.0 else 1.0
        return self.ground[a] * take * self.contest - lost

    def here(self, a: int, pts: float, n: float, factors: float) -> float:
        """stand() of an area as it is, with so much more or less of the side's units in it."""
        if a >= AREAS:
            return 0.0
        p = self.p
        n += p.n[self.side * SPACES + a]
        mine = p.control[a] == self.side or (n > 0.5 and not p.n[self.foe * SPACES + a])
        return self.stand(a, pts + self.pts[self.side][a] if n > 0.5 else 0.0, n, factors + self.factors[a], mine,
                          self.pts[self.foe][a])

    def bulk(self, units: list[int], a: int) -> tuple[float, float, float]:
        """Staying power of units in an area, how many they are, and their factors."""
        pts = 0.0
        factors = 0
        for u in units:
            pts += self.stamina(u, a)
            factors += self.p.factor(u)
        return (pts, float(len(units)), float(factors))

    def gain(self, u: int, a: int) -> float:
        """What a unit adds to an area by coming there, and to itself by being there."""
        pts, n, factors = self.bulk([u], a)
        there = self.here(a, pts, n, factors) - self.here(a, 0.0, 0.0, 0.0)
        return there + self.w["stand.heat"] * self.pull(u) * self.heat[a]

    def pull(self, u: int) -> float:
        """How strongly a unit is drawn to where it is needed."""
        return 0.5 if self.p.board.type[u] == ARTILLERY else 0.7 + self.p.factor(u)

    # -- where units are needed

    def need(self, a: int) -> float:
        """What is at stake in an area."""
        p = self.p
        value = self.ground[a]
        if p.control[a] == self.side:
            danger = self.threat[self.foe][a]
            if p.n[self.side * SPACES + a]:
                pts = self.pts[self.side][a]
                return value * danger * danger / (danger * danger + pts * pts + 0.01)
            feet = self.walkers[self.foe][a]
            return value * feet / (feet + self.open)
        power = self.threat[self.side][a]
        foes = self.pts[self.foe][a]
        take = power * power / (power * power + foes * foes) if foes > 0.0 else 1.0
        return value * max(0.2, 1.0 - 0.7 * take)

    def warm(self) -> list[float]:
        """By space: the pull of the most important ground, fading with every area on the way."""
        p = self.p
        b = p.board
        heat = [self.need(a) for a in range(AREAS)] + [0.0] * (SPACES - AREAS)
        fade = self.w["stand.fade"]
        shut = self.side == NAT and not p.rivers_open
        queue = list(range(AREAS))
        for a in queue:                  # grows while heat spreads
            h = heat[a] * fade
            if p.control[a] != self.side:
                h *= fade
            for i, t in enumerate(b.nb[a]):
                if h > heat[t] + 0.001 and not (shut and b.closed[a][i]) and (t < AREAS or b.owner[t] == self.side):
                    heat[t] = h
                    queue.append(t)
        return heat


def steadiness(p: Storm) -> float:
    """Share of Republican line units that stands when it is attacked in the open (3.4.2)."""
    return 0.3 + 0.7 * min(1.0, max(0.0, (4.5 - p.morale) / 6.0))
