"""What ground and units are worth to a side, how ground pulls, and where the enemy can strike."""
from __future__ import annotations

from heapq import heappop, heappush
from pathlib import Path
from typing import Final

from frente.games.tscw.rules.ch04_victory import LAST_SUDDEN
from frente.games.tscw.rules.ch10_supply import REACH, net_of, network, passable, traces
from frente.games.tscw.state.board import FAR, FOOT, HQ, NAT, REP, Board
from frente.games.tscw.state.position import NETS, Tscw
from frente.kernel.flow import Side
from frente.kit.search import field
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = Path(__file__).parents[1] / "data" / "doctrine.toml"
FALL: Final = (1.0, 1.0, 0.9, 0.7, 0.45, 0.25)               # share of a unit's factors that counts at a distance
CLOSE: Final = (1.0, 1.0, 1.0, 0.7, 0.4, 0.15)               # what a gap in the line counts, by hexes to the enemy
STRIDE: Final = 4                        # hexes from which units can be brought up for an attack
EFFORTS: Final = 2
LATE: Final = 2                          # turns before the end of the scenario
FIELDS: Final[dict[tuple[str, int], list[float]]] = {}       # by data version and hex: movement points from everywhere

STRIKES: Final[dict[tuple[str, int], list[tuple[int, float]]]] = {}
PULLS: Final[dict[tuple[str, float, int], list[float]]] = {}


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
    found = field(b.nb, [goal], b.cost[FOOT], [0] * b.size, FAR, float(FAR))
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
        found[h] = w["worth.town"] + abs(b.morale[h]) * (w["worth.idle"] if p.scenario_1936() else 1.0)
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
        open_lines(p, side, self.value, w)
        wished = self.value[:]
        for t in main_efforts(p, side, self.value):
            wished[t] *= w["move.focus"]
        self.pull = field_of(p, wished, 1 - side, w["move.near"])
        self.threat = [0.0] * b.size         # enemy attack factors that can strike at a hex
        self.foe = [FAR] * b.size            # hexes to the nearest enemy unit that can fight
        for x in range(b.size):
            if p.holder(x) != 1 - side or not p.fighters(x):
                continue
            self.foe = [min(a, d) for a, d in zip(self.foe, b.apart[x])]
            power = float(sum([p.attack(u) for u in p.stack_at(x) if b.type[u] != HQ]))
            if power > 0.0:
                for h, share in nearby(b, x):
                    self.threat[h] += power * share
        want = field_of(p, self.value, side, w["line.near"])
        top = max(want)
        self.need = [0.0] * b.size           # what it would cost to leave a hex open
        for h in range(b.size):
            if p.control[h] == side and self.foe[h] < len(CLOSE):
                self.need[h] = w["line.gap"] * CLOSE[self.foe[h]] * want[h] / top
        for h, stake in enumerate(stakes(p, side, w)):
            if stake > 0.0 and self.foe[h] < len(CLOSE):
                self.need[h] += w["line.stake"] * CLOSE[self.foe[h]] * stake
        self.hot = targets(p, side, self.value, w)


def open_lines(p: Tscw, side: Side, value: list[float], w: Weights) -> None:
    """Ground that has to be opened to bring supply to units that have none is worth as much as they are."""
    b = p.board
    ok = passable(p, side)
    for net in NETS[side]:
        hungry = [u for u in p.on_map(side) if net_of(p, u, p.hex[u]) == net and not traces(p, u)]
        if not hungry:
            continue
        linked = network(p, net).linked
        far = [0.0 if linked[h] else float(FAR) for h in range(b.size)]
        before = [-1] * b.size
        queue: list[tuple[float, int]] = [(0.0, h) for h in range(b.size) if linked[h]]
        while queue:
            gone, h = heappop(queue)
            if gone > far[h]:
                continue
            for n in b.nb[h]:
                there = gone + 1.0
                if p.holder(n) == 1 - side:
                    there += 2.0 + wall_of(p, n) / 4
                elif not ok[n] or p.control[n] != side:
                    there += 1.0
                if there < far[n]:
                    far[n] = there
                    before[n] = h
                    heappush(queue, (there, n))
        gain = [0.0] * b.size
        for u in hungry:
            h = p.hex[u]
            while h >= 0 and not linked[h]:
                if h != p.hex[u] and (not ok[h] or p.control[h] != side):
                    gain[h] += unit_worth(p, u, w)
                h = before[h]
        for h in range(b.size):
            value[h] += min(w["line.relief"], gain[h])


def stakes(p: Tscw, side: Side, w: Weights) -> list[float]:
    """What the units are worth whose supply comes through a hex: they starve if it is cut."""
    b = p.board
    ok = passable(p, side)
    found = [0.0] * b.size
    for net in NETS[side]:
        linked = network(p, net).linked
        before = [-1] * b.size
        seen = [False] * b.size
        queue = [h for h in b.sources[net] if linked[h]]
        for h in queue:
            seen[h] = True
        for a in queue:                      # the long line, over friendly ground
            for n in b.nb[a]:
                if linked[n] and not seen[n]:
                    seen[n] = True
                    before[n] = a
                    queue.append(n)
        queue = [h for h in b.towns if linked[h]]
        short = [False] * b.size
        for h in queue:
            short[h] = True
        far = [0] * b.size
        for a in queue:                      # the short one, from a town
            if far[a] >= REACH or not ok[a]:
                continue
            for n in b.nb[a]:
                if not short[n]:
                    short[n] = True
                    far[n] = far[a] + 1
                    queue.append(n)
                    if not seen[n]:
                        before[n] = a
        for u in p.on_map(side):
            h = p.hex[u]
            if net_of(p, u, h) != net or b.town[h]:
                continue
            worth = unit_worth(p, u, w)
            for _ in range(b.size):
                h = before[h]
                if h < 0:
                    break
                found[h] += worth
    return found


def main_efforts(p: Tscw, side: Side, value: list[float]) -> list[int]:
    """Where to drive: Madrid while it decides, else the two places that are worth most for what they would cost."""
    b = p.board
    if side == NAT and madrid_decides(p) and p.control[b.madrid] == REP:
        return [b.madrid]
    power = [0.0] * b.size
    for x in range(b.size):
        if p.holder(x) == side:
            there = float(sum([p.attack(u) for u in p.stack_at(x)]))
            for h, share in nearby(b, x):
                power[h] += there * share
    ranked: list[tuple[float, int]] = []
    for t in b.towns:
        if value[t] >= 1.0 and p.control[t] == 1 - side:
            wall = 2.0 + sum([wall_of(p, x) for x in [t, *b.nb[t]] if p.holder(x) == 1 - side])
            ranked.append((-value[t] * power[t] / (power[t] + 3.0 * wall), t))
    found: list[int] = []
    for _, t in sorted(ranked):
        if len(found) < EFFORTS and all(b.apart[t][x] > STRIDE for x in found):
            found.append(t)
    return found


def nearby(b: Board, x: int) -> list[tuple[int, float]]:
    """Hexes at which the units in a hex can strike, and with what share of their factors."""
    key = (b.version, x)
    if key not in STRIKES:
        STRIKES[key] = [(h, FALL[gap]) for h, gap in enumerate(b.apart[x]) if gap < len(FALL)]
    return STRIKES[key]


def field_of(p: Tscw, value: list[float], holder: Side, near: float) -> list[float]:
    """How ground of worth that a side holds draws units from everywhere."""
    b = p.board
    pull = [0.0] * b.size
    for t in range(b.size):
        worth = value[t]
        if worth > 0.0 and p.control[t] == holder:
            key = (b.version, near, t)
            if key not in PULLS:
                PULLS[key] = [1.0 / (far + near) if far < FAR else 0.0 for far in distances(b, t)]
            pull = [a + worth * x for a, x in zip(pull, PULLS[key])]
    return pull


def wall_of(p: Tscw, t: int) -> float:
    """Defence factors in a hex, the ground counted in."""
    shift = p.board.cover_shift[t]
    if t == p.board.madrid and p.holder(t) == REP:
        shift += p.board.madrid_shift
    return max(1.0, sum([p.defence(v) for v in p.stack_at(t)]) * (1.0 + 0.35 * shift))


def targets(p: Tscw, side: Side, value: list[float], w: Weights) -> list[float]:
    """Enemy stacks that can be attacked in strength: the best first, each with the units nearest to it."""
    b = p.board
    free = [u for u in p.on_map(side) if b.type[u] != HQ and p.attack(u) > 0]
    ranked: list[tuple[float, int]] = []
    for t in range(b.size):
        if p.holder(t) == 1 - side and p.fighters(t):
            ranked.append((-(w["attack.stack"] + value[t]) / wall_of(p, t), t))
    found = [0.0] * b.size
    for _, t in sorted(ranked):
        full = w["move.odds"] * wall_of(p, t)
        power = 0
        group: list[int] = []
        for gap in range(1, STRIDE + 1):
            for u in free:
                if power < full and b.apart[t][p.hex[u]] == gap:
                    power += p.attack(u)
                    group.append(u)
        share = min(1.0, power / full)
        if share >= w["move.enough"]:
            found[t] = share
            for u in group:
                free.remove(u)
    return found


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
