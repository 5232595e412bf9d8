"""What ground and units are worth to a side, how ground pulls, and where the enemy can strike."""
from __future__ import annotations

from heapq import heappop, heappush
from pathlib import Path
from typing import Final

from frente.flow import Side
from frente.games.tscw.board import FAR, FOOT, HQ, NAT, REP, Board
from frente.games.tscw.ch04_victory import LAST_SUDDEN
from frente.games.tscw.position import Tscw
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = Path(__file__).parent / "data" / "doctrine.toml"
FALL: Final = (1.0, 1.0, 0.9, 0.7, 0.45, 0.25)               # share of a unit's factors that counts at a distance
LATE: Final = 2                          # turns before the end of the scenario
FIELDS: Final[dict[tuple[str, int], list[float]]] = {}       # by data version and hex: movement points from everywhere


def unit_worth(p: Tscw, u: int, w: Weights) -> float:
    if p.board.type[u] == HQ:
        return w["worth.staff"]
    return w["worth.unit"] + w["worth.factor"] * (p.attack(u) + p.defence(u))


def step_worth(p: Tscw, u: int, w: Weights) -> float:
    """What a side loses with the next step of a unit."""
    whole = unit_worth(p, u, w)
    if p.steps[u] < 2:
        return whole
    b = p.board
    rest = w["worth.unit"] + w["worth.factor"] * (b.attack[u][1] + b.defence[u][1])
    return max(0.1, whole - rest)


def distances(b: Board, goal: int) -> list[float]:
    """Movement points of infantry from every hex to a goal, over ground of either side."""
    key = (b.version, goal)
    if key in FIELDS:
        return FIELDS[key]
    found = [float(FAR)] * b.size
    found[goal] = 0.0
    queue: list[tuple[float, int]] = [(0.0, goal)]
    while queue:
        far, h = heappop(queue)
        if far > found[h]:
            continue
        for i, n in enumerate(b.nb[h]):
            there = far + b.cost[FOOT][h][i]
            if there < found[n]:
                found[n] = there
                heappush(queue, (there, n))
    FIELDS[key] = found
    return found


def madrid_decides(p: Tscw) -> bool:
    return p.scenario_1936() or p.turn <= LAST_SUDDEN


def ground(p: Tscw, w: Weights) -> list[float]:
    """What holding a hex is worth, to either side."""
    b = p.board
    found = [0.0] * b.size
    lost = 0
    for h in b.prizes:
        if p.control[h] == REP:
            lost += 1
    for h in b.towns:
        found[h] = w["worth.town"] + abs(b.morale[h])
        if b.morale[h] > 0:
            found[h] += w["worth.prize"] + w["worth.third"] * lost
    for sources in b.sources:
        for h in sources:
            found[h] += w["worth.source"]
    if madrid_decides(p):
        found[b.madrid] += w["worth.madrid"]
        if p.scenario_1936():
            ring = w["worth.ring"] * (w["worth.late"] if p.turn > p.last_turn - LATE else 1.0)
            for h in b.nb[b.madrid]:
                found[h] += ring
    return found


class Survey:
    """The state of the map for one phase of one side."""

    def __init__(self, p: Tscw, side: Side, w: Weights) -> None:
        b = p.board
        self.value = ground(p, w)
        self.pull = [0.0] * b.size
        self.threat = [0.0] * b.size         # enemy attack factors that can strike at a hex
        self.foe = [FAR] * b.size            # hexes to the nearest enemy unit that can fight
        near = w["move.near"]
        for t in range(b.size):
            worth = self.value[t]
            if worth <= 0.0 or p.control[t] == side:
                continue
            for h, far in enumerate(distances(b, t)):
                if far < FAR:
                    self.pull[h] += worth / (far + near)
        for u in p.on_map(1 - side):
            if b.type[u] == HQ:
                continue
            power = p.attack(u)
            for h, gap in enumerate(b.apart[p.hex[u]]):
                if gap < self.foe[h]:
                    self.foe[h] = gap
                if power and gap < len(FALL):
                    self.threat[h] += power * FALL[gap]


def steps_of(p: Tscw, units: list[int]) -> int:
    return sum([p.steps[u] for u in units])


def balance(p: Tscw, side: Side, w: Weights) -> float:
    """Ground held and units on the map, for a quick look at what an act leads to."""
    values = ground(p, w)
    total = 0.0
    for h in range(p.board.size):
        total += values[h] if p.control[h] == NAT else -values[h]
    for s in (REP, NAT):
        for u in p.on_map(s):
            total += unit_worth(p, u, w) if s == NAT else -unit_worth(p, u, w)
    return total if side == NAT else -total
