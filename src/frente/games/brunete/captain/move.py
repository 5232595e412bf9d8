"""Where a computer player sends its units: goals get what they need, attacks are prepared, the rest follows."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.captain.attack import Staff, Strike, pack, targets_of
from frente.games.brunete.captain.bank import Banker
from frente.games.brunete.captain.goals import Goal
from frente.games.brunete.captain.outlook import TURN
from frente.games.brunete.captain.survey import Trek
from frente.games.brunete.rules.ch09_movement import ADJUSTMENT, EXTRA
from frente.games.brunete.state.board import GARRISON, TANK
from frente.games.brunete.state.position import FOUGHT, Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

ROAD: Final = 14                         # hexes of a supply road that are guarded at the end


@dataclass
class March:
    """What a side means to do in a movement step."""

    paths: dict[int, list[int]] = field(default_factory=dict)        # by unit: hexes to walk, in order
    order: list[int] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)


def goal_value(g: Goal) -> float:
    return g.value


class Marshal(Banker):
    """Draws up one movement step."""

    def plan(self, most: int, fight: bool) -> March:
        march = March()
        if fight:
            self.bank()
        self.claim()
        if self.calm:
            self.garrison(self.w["line.dear"], {})
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
        if self.calm:
            self.garrison(0.0, ahead)
        groups = self.pairs(self.free(ahead))
        if self.calm:
            groups = self.hold_line(groups)
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
                stand = self.where.get(u, p.hex[u])
                hexes = [stand] if stand in around else []
            if hexes:
                options[u] = hexes
        room = dict(self.room)
        tanks = dict(self.tanks)
        for u in options:                # those who have a place have their room already
            if u in self.where:
                if b.type[u] == TANK:
                    tanks[self.where[u]] += 1
                else:
                    room[self.where[u]] += 1
        return pack(Staff(p, self.side, self.w), targets, options, room, tanks, self.w["attack.least"])
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


def plan_movement(p: Brunete, side: Side, occasion: int, most: int, w: Weights) -> March:
    return Marshal(p, side, occasion, w).plan(most, occasion not in (ADJUSTMENT, EXTRA))
