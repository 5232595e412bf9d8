"""[2.7, 1.17d] Italian morale, panic and the mandatory retreat of a volunteer division."""
from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_losses import ANY, Losses, Stranded
from frente.games.guadalajara.rules.ch01_steps import interdicted, jam
from frente.games.guadalajara.state.board import ALL, DIVISIONS, DLV, FOOT, MOTOR, NAT, REP, ROAD, VOLUNTEERS
from frente.games.guadalajara.state.position import ATTACHED, DG, OTHER, RESERVE, Guadalajara
from frente.kernel.flow import Act, Choices, Fact, Frame, Refusal, Side, Step, play


@dataclass
class Morale(Frame):
    """[2.7c, 2.7g] The Italian Morale Phase: the three divisions one after another."""

    left: list[int] = field(default_factory=lambda: list(VOLUNTEERS))


class CheckMorale(Step[Morale, Guadalajara]):
    """[2.7c.1, 2.7c.2, 2.7d.2, 2.7e.1, 2.7f, scn.4.nat.sr1]"""

    rule = "2.7c.1"

    def auto(self, f: Morale, p: Guadalajara) -> None:
        if p.opt.no_panic or not f.left:
            return
        d = f.left.pop(0)
        f.at = 0
        only = NAT if p.opt.secret_rolls else -2
        if p.morale[d] < p.board.panic_level:
            if p.panic[d]:
                p.panic[d] = 0
                p.tell("2.7f", "panic-over", {"division": DIVISIONS[d]}, only)
            return
        if not p.panic[d]:
            p.panic[d] = 1
            p.tell("2.7c.1", "panics", {"division": DIVISIONS[d], "level": p.morale[d]}, only)
        if not p.routed[d] and (p.board.scenario != 4 or d == DLV):
            p.routed[d] = 1
            p.tell("2.7d.2", "routs", {"division": DIVISIONS[d]})
            units = [u for u in p.board.fighters[NAT] if p.hex[u] >= 0 and runs(p, u, d)]
            p.call(Rout(d, units, [p.hex[u] for u in units], []))


def runs(p: Guadalajara, u: int, d: int) -> bool:
    """[2.7e.2, scn.4.nat.sr1] Units that take part in the mandatory retreat of a division."""
    if p.state[u] & ATTACHED:
        return d == DLV
    return p.board.division[u] == d


@dataclass
class Rout(Frame):
    """[2.7e] The units of a division run, in the owner's order."""

    division: int
    units: list[int]
    starts: list[int]                    # where each of them stood
    stung: list[int]                     # hexes whose stack has paid for 20.03 (1.17d)
    unit: int = -1
    ran: list[int] = field(default_factory=list)


class ChooseRunner(Step[Rout, Guadalajara]):
    """[2.7e.2, R89] Who runs next; units east of the Start Line stay where they are."""

    rule = "2.7e.2"
    verbs = ("unit",)

    def ask(self, f: Rout, p: Guadalajara) -> Choices:
        found = waiting(f, p)
        return {NAT: [p.board.unit_acts[u] for u in found]} if found else {}

    def do(self, f: Rout, p: Guadalajara, side: Side, act: Act) -> bool:
        f.unit = act.arg
        f.ran.append(act.arg)
        u = act.arg
        truck = lift(p, u)
        if truck >= 0:
            p.load(u, truck)             # [2.7e.4]
            p.tell("2.7e.4", "loads", {"unit": p.board.uid[u], "truck": p.board.uid[truck]})
        return True

    def auto(self, f: Rout, p: Guadalajara) -> None:
        f.at = len(f.steps()) - 1             # everybody has run

    def why(self, f: Rout, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.arg in waiting(f, p):
            return []
        return [Refusal("2.7e.2", "does-not-run", {"unit": p.board.uid[act.arg]})]


def waiting(f: Rout, p: Guadalajara) -> list[int]:
    return [u for u in f.units if p.hex[u] >= 0 and u not in f.ran and not p.board.east[p.hex[u]]]


def lift(p: Guadalajara, u: int) -> int:
    """[2.7e.4, R89] An empty truck in the hex that may carry the unit, or -1."""
    if p.aboard[u] >= 0:
        return -1
    for t in p.board.trucks[NAT]:
        if p.hex[t] == p.hex[u] and p.cargo[t] < 0 and p.board.carries(t, u):
            return t
    return -1


def run_price(p: Guadalajara, u: int, a: int, i: int) -> int:
    """[2.7e.2, 2.7e.5, R89] A step of the rout: no zones, but traffic, markers and the ground; 0 if impossible."""
    b = p.board
    t = b.nb[a][i]
    kind = p.moves_as(u)
    cost = b.cost[kind][a][i]
    if not cost or p.holder(t) == REP or not b.open[2][t] or (b.corridor[t] and b.south[a]):      # [2.6a.3]
        return 0
    if b.way[a][i] >= ROAD and interdicted(p, t):
        cost *= 2                        # [1.10c.2]
    if kind != FOOT:
        cost += jam(p, t, NAT)           # [2.5b]
    wild = b.wild[kind][a][i]
    return wild if 0 < wild < cost else cost                 # [R33]


def full_move(p: Guadalajara, u: int) -> int:
    """[2.7e.2] The whole allowance, never halved; that of the truck if there is one."""
    t = p.aboard[u]
    return p.board.move[t][0] if t >= 0 else p.board.move[u][p.face[u]]


def flight(p: Guadalajara, u: int, shun: bool) -> dict[int, tuple[int, int]]:
    """[2.7e.2, 2.7e.3] Hexes a unit can run to: points spent and the hex before; none away from the Start Line."""
    b = p.board
    start = p.hex[u]
    limit = full_move(p, u)
    best: dict[int, tuple[int, int]] = {start: (0, -1)}
    queue = [(0, start)]
    while queue:
        spent, a = heappop(queue)
        if b.rout[a] == 0:               # on the Start Line it has arrived
            continue
        for i, t in enumerate(b.nb[a]):
            if b.rout[t] > b.rout[a] or (shun and perilous(p, u, t)):
                continue
            cost = run_price(p, u, a, i)
            if cost >= ALL:
                cost = limit             # as the first step, or it is more than is left
            if cost and spent + cost <= limit and (t not in best or best[t][0] > spent + cost):
                best[t] = (spent + cost, a)
                heappush(queue, (spent + cost, t))
    return best


def perilous(p: Guadalajara, u: int, h: int) -> bool:
    """[2.7e.6, 1.17d] A hex that costs something on the way: a marker for wheels, or beside an enemy in 20.03."""
    b = p.board
    if p.moves_as(u) == MOTOR and any(m == h and p.shown[i] for i, m in enumerate(p.markers)):
        return True
    return p.holder(b.pass_hex) == REP and h in b.nbset[b.pass_hex]


def havens(p: Guadalajara, u: int, ways: dict[int, tuple[int, int]]) -> list[int]:
    """[2.7e.3, R89] Ends as near as possible to the Start Line where the unit may stack."""
    b = p.board
    free = [h for h in ways if h == p.hex[u] or not p.room([u], h)]
    near = min(b.rout[h] for h in free)
    return sorted(h for h in free if b.rout[h] == near)


def best_flight(p: Guadalajara, u: int) -> tuple[dict[int, tuple[int, int]], list[int]]:
    """[2.7e.3, 2.7e.6, 1.17d] The ways round every danger if they lead as far, else all ways."""
    b = p.board
    ways = flight(p, u, False)
    ends = havens(p, u, ways)
    safe = flight(p, u, True)
    safe_ends = havens(p, u, safe)
    if b.rout[safe_ends[0]] <= b.rout[ends[0]]:
        return safe, safe_ends
    return ways, ends


def open_ends(p: Guadalajara, u: int) -> tuple[dict[int, tuple[int, int]], list[int]]:
    """[2.7e.3, 2.7e.7] The ways, and those of the nearest ends where nothing bars the unit; none if it cannot run."""
    ways, ends = best_flight(p, u)
    return ways, [h for h in ends if not blocked(p, u, ways, h)]


def blocked(p: Guadalajara, u: int, ways: dict[int, tuple[int, int]], h: int) -> bool:
    """[2.7e.7, R90] Whether enemies or closed ground, not a lack of points, keep the unit from running on."""
    b = p.board
    if b.rout[h] == 0:
        return False
    on = [i for i, t in enumerate(b.nb[h]) if b.rout[t] < b.rout[h]]
    left = full_move(p, u) - ways[h][0]
    return left > 0 and all(not run_price(p, u, h, i) for i in on)


class Run(Step[Rout, Guadalajara]):
    """[2.7e.2, 2.7e.3] To one of the nearest ends; the engine takes the cheapest way round what hurts."""

    rule = "2.7e.3"
    verbs = ("hex",)

    def ask(self, f: Rout, p: Guadalajara) -> Choices:
        ends = open_ends(p, f.unit)[1]
        return {NAT: [p.board.hex_acts[h] for h in ends]} if len(ends) > 1 else {}

    def do(self, f: Rout, p: Guadalajara, side: Side, act: Act) -> bool:
        run_to(f, p, best_flight(p, f.unit)[0], act.arg)
        return True

    def auto(self, f: Rout, p: Guadalajara) -> None:
        u = f.unit
        ways, ends = open_ends(p, u)
        if ends:
            run_to(f, p, ways, ends[0])
        else:
            p.tell("2.7e.7", "cannot-run", {"unit": p.board.uid[u]})
            p.lose_step(u, "2.7e.7", OTHER)

    def why(self, f: Rout, p: Guadalajara, side: Side, act: Act) -> list[Refusal]:
        if act.arg in open_ends(p, f.unit)[1]:
            return []
        facts: dict[str, Fact] = {"unit": p.board.uid[f.unit], "hex": p.board.names[act.arg]}
        return [Refusal("2.7e.3", "not-the-nearest-end", facts)]


def run_to(f: Rout, p: Guadalajara, ways: dict[int, tuple[int, int]], end: int) -> None:
    b = p.board
    u = f.unit
    way: list[int] = []
    h = end
    while h != p.hex[u]:
        way.append(h)
        h = ways[h][1]
    if not way:
        return
    p.put(u, end)
    p.state[u] &= ~RESERVE
    p.tell("2.7e.3", "runs", {"unit": b.uid[u], "hex": b.names[end]})
    start = f.starts[f.units.index(u)]
    if (p.holder(b.pass_hex) == REP and start not in f.stung and any(x in b.nbset[b.pass_hex] for x in way)
            and any(s == b.brihuega or s in b.nbset[b.brihuega] for s in f.starts)):
        f.stung.append(start)            # [1.17d, R91]
        stack = [v for v, s in zip(f.units, f.starts) if s == start]
        p.call(Losses(NAT, stack, 1, ANY, OTHER, "1.17d"))
    if p.moves_as(u) == MOTOR and not b.hq[u]:
        for h in way:                    # from the end back: the first hex on the way is raided first [2.7e.6]
            if h in p.markers:
                show(p, h)
                p.call(Raid([u], h, True, False, True))


def show(p: Guadalajara, h: int) -> None:
    """[4.6a] A hidden marker that attacks is hidden no longer."""
    for i, m in enumerate(p.markers):
        if m == h and not p.shown[i]:
            p.shown[i] = 1
            p.reveal()
            p.tell("4.6a", "marker-shown", {"hex": p.board.names[h]})


class NextRunner(Step[Rout, Guadalajara]):
    rule = "2.7e.2"

    def auto(self, f: Rout, p: Guadalajara) -> None:
        f.unit = -1
        f.at = 0


class Exhausted(Step[Rout, Guadalajara]):
    """[2.7e.8, scn.4.nat.sr2] All of them are disorganised; the Fiamme Nere at Brihuega are their own division's."""

    rule = "2.7e.8"

    def auto(self, f: Rout, p: Guadalajara) -> None:
        for u in f.units:
            if p.hex[u] >= 0:
                p.mark(u, DG)
                p.state[u] &= ~ATTACHED
        p.call(Stranded(NAT))


play(Morale, CheckMorale())
play(Rout, ChooseRunner(), Run(), NextRunner(), Exhausted())
