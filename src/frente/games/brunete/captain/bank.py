"""What is held in supply when the Republican has moved last: objectives that count for good, and their roads (12.1)."""
from __future__ import annotations

from typing import Final

from frente.games.brunete.captain.goals import VERTICES, Goal, last_word
from frente.games.brunete.captain.guard import Guard
from frente.games.brunete.captain.line import supply_road
from frente.games.brunete.rules.ch12_victory import CAMPAIGN, FIRST_YELLOW
from frente.games.brunete.state.board import NAT, REP, TANK

LEAVES: Final = 40                       # what it counts against a unit that it stands in a goal


class Banker(Guard):
    """Enters objectives for which a road is open or can be opened, and keeps it open."""

    def bank(self) -> None:
        """[12.1.vp1-vp4, 1.1n] The dearest goals first: somebody in each, and in what enemy zones close of its road.

        The three vertices are held together or not at all."""
        for g in sorted(self.outlook.goals, key=self.dearness):
            if g.value >= self.w["line.least"] and self.counts(g):
                self.post([g.hex])
        if self.for_good() and not self.p.gained[VERTICES]:
            self.post(self.p.board.vertices)

    def post(self, goals: list[int]) -> None:
        """Hold some goals in supply, if all of them can be."""
        found: list[tuple[int, int]] = []
        for h in goals:
            crew = self.crew(h, found)
            if crew is None:
                return
            found += crew
        for u, h in found:
            self.settle(u, h)

    def for_good(self) -> bool:
        """[12.1.vp3, 12.1.vp4] Whether what is held as the turn ends is gained, with no enemy move before that."""
        p = self.p
        return self.side == REP != p.initiative and p.last_turn == CAMPAIGN and p.turn >= FIRST_YELLOW

    def counts(self, g: Goal) -> bool:
        """Whether a goal is worth points as the turn ends."""
        return (self.for_good() and g.hex in self.p.board.yellow) or (self.side == REP and last_word(self.p, REP))

    def crew(self, goal: int, before: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """Who goes where, so that a goal is held in supply, beside those posted before; None if it cannot be done."""
        p = self.p
        road = supply_road(p, self.side, goal)
        found: list[tuple[int, int]] = []
        for h in reversed(road):
            if p.holder(h) == NAT:
                return None
            if self.defence[h] or (h != goal and not p.zone[NAT][h]) or any(x == h for _, x in before):
                continue
            u = self.nearest_to(h, [v for v, _ in [*before, *found]])
            if u < 0:
                return None
            found.append((u, h))
        return found if road else None

    def nearest_to(self, h: int, taken: list[int]) -> int:
        """Who can be in a hex: whoever stands there, else the weakest who leaves no other goal for it."""
        p = self.p
        goals = [g.hex for g in self.outlook.goals]
        best = -1
        most = -99
        for u in self.treks:
            if u in self.where or u in taken or p.board.type[u] >= TANK:
                continue
            score = 0 if p.hex[u] == h else -1 - p.defence_factor(u) - (LEAVES if p.hex[u] in goals else 0)
            if score > most and (p.hex[u] == h or any(h in trek.ends for trek in self.treks[u])):
                best, most = u, score
        return best
