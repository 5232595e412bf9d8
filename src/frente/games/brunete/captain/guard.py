"""What a side must not lose: goals that keep a garrison, the line before them, and the danger in each hex."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.goals import Goal, last_word, patience
from frente.games.brunete.captain.line import Barrier, enemy_hexes, lifelines
from frente.games.brunete.captain.muster import Muster
from frente.games.brunete.rules.ch10_combat import SIX_TO_ONE, column
from frente.games.brunete.state.board import TANK
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

STACK: Final = 16.0                      # what usually attacks from one hex
FAR: Final = 5                           # hexes from which arrivals are taken to come
NEAR: Final = 0.08                       # what each hex nearer is worth in a garrison
ENEMY_SHIFT: Final = 1.0                 # columns an enemy usually finds in supports, tanks and quality


class Guard(Muster):
    """Holds what is held."""

    def __init__(self, p: Brunete, side: Side, occasion: int, w: Weights) -> None:
        super().__init__(p, side, occasion, w)
        self.calm = 0.0 if last_word(p, side) else 1.0
        self.danger_weight = w["move.danger"] * self.calm
        self.value: list[float] = []     # by column: what an enemy attack gains, and the chance that the hex falls
        self.falls: list[float] = []
        self.table()

    def table(self) -> None:
        """The combat table as the defender fears it."""
        b = self.p.board
        calm = patience(self.p)
        for c in range(SIX_TO_ONE + 1):
            cells = [b.crt[c][die] for die in range(1, 7)]
            self.value.append(calm * sum(x.defender - self.w["attack.own_loss"] * x.attacker for x in cells) / 6)
            self.falls.append(sum(1 for x in cells if x.retreat) / 6)

    # -- goals that must not be left

    def endangered(self) -> list[Goal]:
        """Own goals the enemy can reach in his next move, dearest first."""
        threat = self.survey.threat
        found = [g for g in self.outlook.keep if g.value > self.w["line.least"] and threat[g.hex] > 0]
        found.sort(key=self.dearness)
        return found

    def dearness(self, g: Goal) -> tuple[float, int]:
        return (-g.value, g.hex)

    def keep_garrisons(self) -> None:
        """Who stands in an endangered goal stays, as many as the danger asks for."""
        p = self.p
        b = p.board
        for g in self.endangered():
            inside = [u for u in p.stack_at(g.hex) if b.type[u] < TANK and u in self.treks and u not in self.where]
            inside.sort(key=self.rank)
            for u in inside:
                if self.defence[g.hex] * self.w["line.garrison"] < self.survey.threat[g.hex]:
                    self.settle(u, g.hex)

    def garrison(self, least: float, ahead: dict[int, int]) -> None:
        """Endangered goals worth *least* get the strongest who can be there, the dearest first, until the danger is
        stood up to: fresh battalions relieve worn ones."""
        p = self.p
        for g in self.endangered():
            if g.value < least:
                break
            while self.room[g.hex] > 0 and self.defence[g.hex] * self.w["line.garrison"] < self.survey.threat[g.hex]:
                best = -1
                most = 0.0
                for u in self.free(ahead):
                    if p.board.type[u] < TANK and any(g.hex in trek.ends for trek in self.treks[u]):
                        far = p.board.distance(p.hex[u], g.hex) if p.hex[u] >= 0 else FAR
                        score = p.defence_factor(u) / (1.0 + NEAR * far)
                        if score > most:
                            best, most = u, score
                if best < 0:
                    break
                self.settle(best, g.hex)

    # -- the line

    def stakes(self) -> list[int]:
        """Hexes the enemy must be kept from: goals, and the roads that feed the army."""
        load = lifelines(self.p, self.side)
        least = self.w["line.supply"] * sum(self.defence)
        found = [h for h in range(self.p.board.size) if load[h] > max(least, STACK)]
        for g in self.outlook.keep:
            if g.value > self.w["line.least"] and g.hex not in found:
                found.append(g.hex)
        return found

    def hold_line(self, groups: list[list[int]]) -> list[list[int]]:
        """Man the cheapest line between the enemy and what is at stake; the units left over."""
        p = self.p
        b = p.board
        places: dict[int, list[list[int]]] = {}
        for g in groups:
            if b.type[g[0]] < TANK:
                for h in self.within(g):
                    places.setdefault(h, []).append(g)
        enemy = enemy_hexes(p, self.side)
        stakes = [h for h in self.stakes() if h not in enemy]
        price = [self.price(h, places) for h in range(b.size)]
        chain = Barrier(b, price, enemy, stakes).chain()
        threat = self.survey.threat
        gaps = [h for h in chain if not self.zoned[h]]
        while gaps:
            worst = gaps[0]
            for h in gaps:
                if threat[h] > threat[worst]:
                    worst = h
            best = -1e9
            who: list[int] = []
            where = -1
            for h in [worst] + [n for n in b.nb[worst] if n in chain]:
                if self.room[h] < 1:
                    continue
                shut = sum(1 for n in b.nb[h] if n in gaps) + 1
                for group in places.get(h, []):
                    if group[0] in self.where or self.room[h] < len(group):
                        continue
                    strength = sum(p.defence_factor(u) for u in group)
                    score = 0.5 * shut + 0.03 * strength + self.w["line.cover"] * b.cover[h]
                    score -= self.w["line.danger"] * self.exposure(h, strength)
                    if h == p.hex[group[0]]:
                        score += self.w["move.stay"]
                    if score > best:
                        best, who, where = score, group, h
            if where < 0:
                gaps.remove(worst)       # nobody can get there
                continue
            self.put(who, where)
            gaps = [h for h in gaps if not self.zoned[h]]
        return [g for g in groups if g[0] not in self.where]

    def price(self, h: int, places: dict[int, list[list[int]]]) -> int:
        """What it costs to bar a hex: nothing where units stand already, little where their zones reach."""
        if self.defence[h]:
            return 0
        if self.zoned[h]:
            return 1
        if h not in places:
            return 12
        return 4 - min(2, self.p.board.cover[h]) + (0 if self.survey.fed(h) else 3)

    # -- danger

    def exposure(self, h: int, more: int) -> float:
        """What the enemy's next attacks take, with another *more* factors in *h* less without them."""
        before = self.danger(h, self.defence[h], -1)
        change = self.danger(h, self.defence[h] + more, -1) - before
        if not self.defence[h]:          # a hex newly held shields its neighbours
            for n in self.p.board.nb[h]:
                if self.defence[n]:
                    change += self.danger(n, self.defence[n], h) - self.danger(n, self.defence[n], -1)
        return change

    def danger(self, h: int, defence: int, filled: int) -> float:
        """What the enemy may expect of his best attack on a hex; *filled*: a neighbour to count as own."""
        threat = self.survey.threat[h]
        if not threat:
            return 0.0
        stake = self.outlook.ground[h]
        if not defence:
            return stake if stake > 2.0 else 0.0
        b = self.p.board
        open_ = 0
        for n in b.nb[h]:
            if not self.defence[n] and n != filled:
                open_ += 1
        power = min(threat, STACK * open_)
        c = column(int(power), defence) + ENEMY_SHIFT - b.cover[h]
        if open_ > 3:
            c += (open_ - 3) * 0.5
        i = min(max(int(c), 0), SIX_TO_ONE)
        return max(0.0, self.value[i] + self.falls[i] * stake)
