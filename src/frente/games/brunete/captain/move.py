"""Where a computer player sends its units: goals get what they need, attacks are prepared, the rest follows."""
from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import Final

from frente.games.brunete.captain.attack import Staff, Strike, pack, targets_of
from frente.games.brunete.captain.goals import Goal, goals, last_word, patience
from frente.games.brunete.captain.line import Barrier, enemy_hexes, lifelines, supply_road
from frente.games.brunete.captain.survey import Survey, Trek, own_treks
from frente.games.brunete.captain.survey import field as distances
from frente.games.brunete.rules.ch09_movement import ADJUSTMENT, EXTRA
from frente.games.brunete.rules.ch10_combat import SIX_TO_ONE, column, divisions
from frente.games.brunete.state.board import GARRISON, TANK
from frente.games.brunete.state.position import FOUGHT, Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

TURN: Final = 8.0                        # movement points of infantry
STACK: Final = 16.0                      # what usually attacks from one hex
ROAD: Final = 14                         # hexes of a supply road that are guarded at the end
ENEMY_SHIFT: Final = 1.0                 # columns an enemy usually finds in supports, tanks and quality


@dataclass
class March:
    """What a side means to do in a movement step."""

    paths: dict[int, list[int]] = field(default_factory=dict)        # by unit: hexes to walk, in order
    order: list[int] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)


class Outlook:
    """Goals, the way to them and what ground is worth: the same for movement, arrivals and combat."""

    def __init__(self, p: Brunete, side: Side, w: Weights) -> None:
        self.p = p
        self.side = side
        self.w = w
        self.goals = goals(p, side, w)
        self.fields = [distances(p, side, g.hex, int(w["send.held"]), int(w["send.zone"])) for g in self.goals]
        b = p.board
        self.drive = self.main_effort()  # by goal: how hard to press for it
        near = w["worth.heat_range"]
        self.heat = [0.0] * b.size       # ground near goals that are not held: worth fighting for
        self.home = [0.0] * b.size       # ground near goals that are held: worth guarding
        for g, far, drive in zip(self.goals, self.fields, self.drive):
            table = self.home if g.held else self.heat
            for h in range(b.size):
                if far[h] < 4 * near:
                    table[h] += drive * g.value * exp(-far[h] / near)
        share = w["worth.heat"]
        self.ground = [share * (self.heat[h] + 0.5 * self.home[h]) for h in range(b.size)]
        for g in self.goals:
            self.ground[g.hex] += g.value
        self.roads: dict[int, list[int]] = {}            # by goal that decides the game: how to supply it
        if p.last_turn - p.turn < w["send.late"]:
            for g in self.goals:
                if g.value >= w["send.decisive"]:
                    self.roads[g.hex] = supply_road(p, side, g.hex)
                    for h in self.roads[g.hex]:
                        self.ground[h] += share * g.value

    def main_effort(self) -> list[float]:
        """One goal to be taken gets more than its share: the one with most to gain for the forces on both sides."""
        p = self.p
        b = p.board
        drive = [1.0] * len(self.goals)
        best = -1
        most = 0.0
        reach = 2 * TURN
        for i, (g, far) in enumerate(zip(self.goals, self.fields)):
            if g.held:
                continue
            own = 0.0
            foe = 8.0
            for u in range(b.units):
                h = p.hex[u]
                if h >= 0:
                    near = exp(-far[h] / reach)
                    if b.side[u] == self.side:
                        own += near * p.combat_factor(u)
                    else:
                        foe += near * p.defence_factor(u)
            promise = g.value * min(own / foe, 3.0)
            if promise > most:
                best, most = i, promise
        if best >= 0:
            drive[best] = self.w["send.effort"]
        return drive

    # -- who goes where

    def ways(self, h: int) -> list[float]:
        """Movement points from a hex to every goal."""
        return [far[h] for far in self.fields]

    def errands(self, ways: dict[int, list[float]]) -> dict[int, int]:
        """By unit: number of the goal it is sent to; *ways*: movement points from the unit to every goal."""
        p = self.p
        w = self.w
        need = [self.need(g, far) for g, far in zip(self.goals, self.fields)]
        filled = [0.0] * len(self.goals)
        going: dict[tuple[int, str], int] = {}
        reach = TURN * w["send.horizon"]
        over = w["send.over"]
        pull = {u: [drive * g.value * exp(-d / reach) for g, d, drive in zip(self.goals, far, self.drive)]
                for u, far in ways.items()}
        names = {u: divisions(p, u) for u in ways}
        found: dict[int, int] = {}
        todo = list(ways)
        while todo:
            best = -1.0
            who = todo[0]
            where = 0
            crowd = [1.0 if filled[i] < need[i] else over * need[i] / filled[i] for i in range(len(need))]
            for u in todo:
                d = names[u]
                mine = pull[u]
                for i in range(len(need)):
                    score = mine[i] * crowd[i]
                    if d and (i, d) in going:
                        score *= w["send.division"]
                    if score > best:
                        best, who, where = score, u, i
            found[who] = where
            filled[where] += max(p.combat_factor(who), p.defence_factor(who), 1)
            going[where, names[who]] = 1
            todo.remove(who)
        return found

    def need(self, g: Goal, far: list[float]) -> float:
        """Strength a goal asks for: to take it, or to hold it against those who can come."""
        p = self.p
        b = p.board
        total = 0.0
        for u in b.of[1 - self.side]:
            h = p.hex[u]
            if h < 0:
                continue
            if g.held:
                if b.type[u] != GARRISON and far[h] < 3 * TURN:
                    total += p.combat_factor(u) * (1.0 if far[h] < TURN + self.w["send.held"] else 0.4)
            elif b.distance(h, g.hex) <= 2:
                total += p.defence_factor(u)
        return max(8.0, self.w["send.hold"] * total) if g.held else max(16.0, self.w["send.take"] * total)


def goal_value(g: Goal) -> float:
    return g.value


class Marshal:
    """Draws up one movement step."""

    def __init__(self, p: Brunete, side: Side, occasion: int, w: Weights) -> None:
        self.p = p
        self.side = side
        self.w = w
        self.outlook = Outlook(p, side, w)
        self.survey = Survey(p, side)
        b = p.board
        self.treks = own_treks(p, side, occasion, self.survey.treks)
        self.room = dict.fromkeys(range(b.size), 2)
        self.tanks = dict.fromkeys(range(b.size), 1)
        self.defence = [0] * b.size      # own defence factors by hex, as planned so far
        self.zoned = [0] * b.size        # own zones as planned so far
        self.where: dict[int, int] = {}  # planned places
        for u in b.of[side]:
            if p.hex[u] >= 0 and u not in self.treks:
                self.settle(u, p.hex[u])
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

    def settle(self, u: int, h: int) -> None:
        p = self.p
        self.where[u] = h
        if p.board.type[u] == TANK:
            self.tanks[h] -= 1
        elif p.board.type[u] != GARRISON:
            self.room[h] -= 1
        self.defence[h] += p.defence_factor(u)
        self.zoned[h] += 1
        for n in p.board.nb[h]:
            self.zoned[n] += 1

    def unsettle(self, u: int) -> None:
        p = self.p
        h = self.where.pop(u)
        if p.board.type[u] == TANK:
            self.tanks[h] += 1
        else:
            self.room[h] += 1
        self.defence[h] -= p.defence_factor(u)
        self.zoned[h] -= 1
        for n in p.board.nb[h]:
            self.zoned[n] -= 1

    # -- the plan

    def plan(self, most: int, fight: bool) -> March:
        march = March()
        self.claim()
        self.keep_garrisons()
        ahead = self.spearhead()
        self.open_road(ahead)
        if fight:
            march.strikes = self.strikes(ahead)
            for strike in march.strikes:
                for u, h in zip(strike.units, strike.places):
                    if u not in self.where:
                        self.settle(u, h)
        rest = [u for u in self.treks if u not in self.where and self.treks[u]]
        rest.sort(key=self.rank)
        spear = self.pairs([u for u in rest if u in ahead])
        groups = self.pairs([u for u in rest if u not in ahead])
        if self.calm:
            groups = self.hold_line(self.garrison(groups))
        errands = self.outlook.errands({u: self.ways(u) for group in groups for u in group[:1]})
        errands.update(ahead)
        groups = spear + groups
        for group in groups:
            self.put(group, self.place(group, errands[group[0]]))
        for group in groups:             # once more, now that the others have their places
            if group[0] in self.where:
                before = self.where[group[0]]
                for u in group:
                    self.unsettle(u)
                h = self.place(group, errands[group[0]])
                self.put(group, h if h >= 0 else before)
        for u in rest:                   # a pair that found no place for both
            if u not in self.where:
                self.put([u], self.place([u], self.nearest(u)))
        for u, ways in self.treks.items():
            if u in self.where and ways:
                self.route(march, u, ways)
        march.order = sorted(march.paths, key=self.turn_to_move)
        if len(march.order) > most:
            march.order = march.order[:most]
        return march

    def claim(self) -> None:
        """With little time left, goals that no enemy holds are entered and not left again, the dearest first."""
        p = self.p
        b = p.board
        if p.last_turn - p.turn >= self.w["send.late"]:
            return
        for g in sorted(self.outlook.goals, key=goal_value, reverse=True):
            if p.holder(g.hex) == 1 - self.side or g.value < self.w["line.least"]:
                continue
            near = [u for u in self.treks if u not in self.where and b.type[u] < TANK
                    and (p.hex[u] == g.hex or any(g.hex in trek.ends for trek in self.treks[u]))]
            near.sort(key=self.rank)
            for u in near:
                if self.room[g.hex] > 0 and (p.hex[u] == g.hex or not self.defence[g.hex]):
                    self.settle(u, g.hex)

    def spearhead(self) -> dict[int, int]:
        """Who goes for a goal that decides the game before anything else is done: by unit, the goal's number."""
        p = self.p
        found: dict[int, int] = {}
        for i, g in enumerate(self.outlook.goals):
            if g.held or g.value < self.w["send.decisive"]:
                continue
            far = self.outlook.fields[i]
            near = [(self.ways(u)[i], u) for u in self.treks if u not in self.where and self.treks[u]]
            near.sort()
            need = self.w["send.spear"] * self.outlook.need(g, far)
            for _, u in near:
                if need > 0:
                    need -= p.combat_factor(u)
                    found[u] = i
        return found

    def open_road(self, ahead: dict[int, int]) -> None:
        """The road to a goal that decides the game: what an enemy zone closes is entered, at the end every hex."""
        p = self.p
        b = p.board
        for goal, road in self.outlook.roads.items():
            for h in reversed(road):
                if self.defence[h] or p.holder(h) == 1 - self.side:
                    continue
                if not p.zone[1 - self.side][h] and (p.last_turn - p.turn > 1 or b.distance(h, goal) > ROAD):
                    continue
                best = -1
                most = -99
                for u in self.treks:
                    if u in self.where or u in ahead or b.type[u] >= TANK:
                        continue
                    score = 0 if p.hex[u] == h else -1 - p.defence_factor(u)
                    if score > most and (p.hex[u] == h or any(h in trek.ends for trek in self.treks[u])):
                        best, most = u, score
                if best >= 0:
                    self.settle(best, h)

    def put(self, group: list[int], h: int) -> None:
        if h >= 0:
            for u in group:
                self.settle(u, h)

    def nearest(self, u: int) -> int:
        ways = self.ways(u)
        return ways.index(min(ways))

    def pairs(self, units: list[int]) -> list[list[int]]:
        """Units that go together: two to a hex hold what one would lose."""
        p = self.p
        b = p.board
        found: list[list[int]] = []
        taken: set[int] = set()
        for u in units:
            if u in taken:
                continue
            taken.add(u)
            mate = -1
            least = 4.0
            if b.type[u] < TANK and p.hex[u] >= 0:
                for v in units:
                    if v in taken or b.type[v] >= TANK or p.hex[v] < 0:
                        continue
                    d = b.distance(p.hex[u], p.hex[v]) + (0.0 if b.division[u] == b.division[v] else 1.5)
                    if d < least:
                        mate, least = v, d
            if mate >= 0:
                taken.add(mate)
                found.append([u, mate])
            else:
                found.append([u])
        return found

    def within(self, group: list[int]) -> list[int]:
        """Hexes all of a group can get to and have room in."""
        room = self.tanks if self.p.board.type[group[0]] == TANK else self.room
        n = len(group)
        found: list[int] = []
        for trek in self.treks[group[0]]:
            for h in trek.ends:
                if room[h] >= n and h not in found:
                    found.append(h)
        for u in group[1:]:
            found = [h for h in found if any(h in trek.ends for trek in self.treks[u])]
        return found

    def ways(self, u: int) -> list[float]:
        """Movement points from a unit, on the map or beside it, to every goal."""
        return [min(far[trek.start] for trek in self.treks[u]) for far in self.outlook.fields]

    def rank(self, u: int) -> tuple[int, int]:
        """Strong units choose first, tanks when the infantry they go with has its place."""
        p = self.p
        return (1 if p.board.type[u] == TANK else 0, -p.defence_factor(u) * 1000 + u)

    def turn_to_move(self, u: int) -> tuple[int, int]:
        """Those who make room go before those who need it: nearest to the enemy first."""
        return (-int(self.survey.threat[self.where[u]]), u)

    def route(self, march: March, u: int, ways: list[Trek]) -> None:
        h = self.where[u]
        for trek in ways:
            if h in trek.ends:
                path = trek.path(h)
                if self.p.hex[u] < 0:
                    path = [trek.start, *path]
                if path:
                    march.paths[u] = path
                return

    def strikes(self, ahead: dict[int, int]) -> list[Strike]:
        """Attacks for this turn; *ahead*: units that attack only on the way to their goal."""
        p = self.p
        b = p.board
        targets = targets_of(p, self.side, self.outlook.ground, self.w)
        around = {a for t in targets for a in b.nb[t.hex]}
        options: dict[int, list[int]] = {}
        for u in b.of[self.side]:
            if b.type[u] == GARRISON or p.state[u] & FOUGHT:
                continue
            if u in self.treks and u not in self.where:
                hexes = sorted({h for trek in self.treks[u] for h in trek.ends if h in around})
                if u in ahead:
                    far = self.outlook.fields[ahead[u]]
                    most = max(TURN, self.ways(u)[ahead[u]] - TURN / 2)
                    hexes = [h for h in hexes if far[h] <= most]
            else:
                hexes = [p.hex[u]] if p.hex[u] in around else []
            if hexes:
                options[u] = hexes
        room = dict(self.room)
        tanks = dict(self.tanks)
        for u in options:                # those who stay have their room already
            if u in self.where:
                if b.type[u] == TANK:
                    tanks[p.hex[u]] += 1
                else:
                    room[p.hex[u]] += 1
        return pack(Staff(p, self.side, self.w), targets, options, room, tanks, self.w["attack.least"])

    # -- goals that must not be left

    def endangered(self) -> list[Goal]:
        """Own goals the enemy can reach in his next move, dearest first."""
        threat = self.survey.threat
        found = [g for g in self.outlook.goals if g.held and g.value > self.w["line.least"] and threat[g.hex] > 0]
        found.sort(key=self.dearness)
        return found

    def dearness(self, g: Goal) -> tuple[float, int]:
        return (-g.value, g.hex)

    def keep_garrisons(self) -> None:
        """Who stands in an endangered goal stays, as many as the danger asks for."""
        p = self.p
        b = p.board
        if not self.calm:
            return
        for g in self.endangered():
            inside = [u for u in p.stack_at(g.hex) if b.type[u] < TANK and u in self.treks and u not in self.where]
            inside.sort(key=self.rank)
            for u in inside:
                if self.defence[g.hex] * self.w["line.garrison"] < self.survey.threat[g.hex]:
                    self.settle(u, g.hex)

    def garrison(self, groups: list[list[int]]) -> list[list[int]]:
        """Somebody for every endangered goal that nobody holds; the groups left over."""
        for g in self.endangered():
            if self.defence[g.hex]:
                continue
            best: list[int] = []
            most = -1e9
            for group in groups:
                if group[0] in self.where or self.p.board.type[group[0]] == TANK or g.hex not in self.within(group):
                    continue
                strength = sum(self.p.defence_factor(u) for u in group)
                score = -self.w["line.danger"] * self.exposure(g.hex, strength) - 0.1 * len(group)
                if score > most:
                    best, most = group, score
            if best:
                self.put(best, g.hex)
        return [g for g in groups if g[0] not in self.where]

    # -- the line

    def stakes(self) -> list[int]:
        """Hexes the enemy must be kept from: goals, and the roads that feed the army."""
        load = lifelines(self.p, self.side)
        least = self.w["line.supply"] * sum(self.defence)
        found = [h for h in range(self.p.board.size) if load[h] > max(least, STACK)]
        for g in self.outlook.goals:
            if g.held and g.value > self.w["line.least"] and g.hex not in found:
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

    # -- one group

    def place(self, group: list[int], errand: int) -> int:
        """The best hex for units that have no part in an attack, or -1."""
        p = self.p
        b = p.board
        w = self.w
        goal = self.outlook.goals[errand]
        far = self.outlook.fields[errand]
        strength = sum(p.defence_factor(u) for u in group)
        threat = self.survey.threat
        best = -1
        most = -1e9
        pace = w["move.progress"] / TURN * len(group)
        cover = w["move.cover"]
        tank = b.type[group[0]] == TANK
        for h in self.within(group):
            d = far[h]
            if goal.held:
                d = max(d, 4.0)
            score = -pace * d
            if threat[h]:
                score += cover * b.cover[h]
            if not self.survey.fed(h):
                score -= w["move.unfed"] * len(group)
            if h == p.hex[group[0]]:
                score += w["move.stay"]
            if self.danger_weight:
                score -= self.danger_weight * self.exposure(h, strength)
                if tank and not self.defence[h]:
                    score -= w["move.alone"]
            if score > most:
                best, most = h, score
        return best

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


def plan_movement(p: Brunete, side: Side, occasion: int, most: int, w: Weights) -> March:
    return Marshal(p, side, occasion, w).plan(most, occasion not in (ADJUSTMENT, EXTRA))
