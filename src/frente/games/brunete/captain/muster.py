"""One side's units in a movement step: where each can go, and where those already placed are to stand."""
from __future__ import annotations

from frente.games.brunete.captain.outlook import Outlook
from frente.games.brunete.captain.survey import Survey, own_treks
from frente.games.brunete.state.board import GARRISON, TANK
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights


class Muster:
    """Room, defence and zones as planned so far, and the groups in which units go."""

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

    def put(self, group: list[int], h: int) -> None:
        if h >= 0:
            for u in group:
                self.settle(u, h)

    def nearest(self, u: int) -> int:
        ways = self.ways(u)
        return ways.index(min(ways))

    def free(self, ahead: dict[int, int]) -> list[int]:
        """Units without a place that are not sent *ahead*, the strongest first."""
        found = [u for u in self.treks if u not in self.where and u not in ahead and self.treks[u]]
        found.sort(key=self.rank)
        return found

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
