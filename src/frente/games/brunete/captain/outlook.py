"""What a computer player fights for: the goals, the way to them, what ground is worth, who is sent where."""
from __future__ import annotations

from math import exp
from typing import Final

from frente.games.brunete.captain.goals import Goal, goals, sources
from frente.games.brunete.captain.line import supply_road
from frente.games.brunete.captain.survey import field as distances
from frente.games.brunete.rules.ch10_combat import divisions
from frente.games.brunete.state.board import GARRISON, REP
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

TURN: Final = 8.0                        # movement points of infantry


class Outlook:
    """Goals, the way to them and what ground is worth: the same for movement, arrivals and combat."""

    def __init__(self, p: Brunete, side: Side, w: Weights) -> None:
        self.p = p
        self.side = side
        self.w = w
        self.goals = goals(p, side, w)
        self.keep = [g for g in self.goals if g.held]        # what must not be left
        if side == REP:
            self.keep += [g for g in sources(p, w) if g.held]
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
        for g in self.keep:
            if g not in self.goals:
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
