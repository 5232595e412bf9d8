"""[10.1j-n, 10.3.6, 10.4] What a combat does: losses, tank marks, stubborn defence, retreat, advance."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from frente.games.brunete.rules.ch09_movement import release
from frente.games.brunete.state.board import GARRISON, TANK, WET
from frente.games.brunete.state.position import AWAY, OFF_MAP, RETREATED, Brunete
from frente.kernel.flow import PASS, Act, Choices, Fact, Frame, Refusal, Side, Step
from frente.kit.steps import Die

GREEN: Final = 1                         # hexes of a green R, and of a black one
BLACK: Final = 2
EMPTIED: Final = 3                       # advance when all defenders are gone (10.4.2d)
AWAY_TURNS: Final = 3                    # a ^ tank is back three turns later (10.3.6d)
EXIT: Final = Act("exit")
STUBBORN: Final = Act("stubborn")


@dataclass
class Aftermath(Frame):
    """The results of one combat, applied in the order of the book."""

    side: Side                           # the attacker
    target: int
    units: list[int]                     # attackers
    defenders: list[int]
    bystanders: list[int]                # units that had retreated into the hex before (10.4.1k)
    bonus: list[bool]                    # by side: the elite bonus was used
    owed: list[int]                      # by side: steps still to lose
    mark: str                            # "*" or "^" on the attacker's result
    retreat: int = 0                     # 0, GREEN or BLACK
    hurt: list[int] = field(default_factory=list)        # units that have lost a step in this combat
    bled: list[bool] = field(default_factory=lambda: [False, False])     # by side: it has taken its first loss
    queue: list[int] = field(default_factory=list)       # units that still have to retreat
    shield: list[int] = field(default_factory=list)      # hexes with friends of the defender before any retreat (R66)
    unit: int = -1                       # unit on the move, in retreat or advance
    path: list[int] = field(default_factory=list)        # hexes it has gone
    escaped: bool = False                # a unit survived its retreat
    advance: int = 0                     # hexes of advance allowed
    advanced: list[int] = field(default_factory=list)


# -- losses


def candidates(f: Aftermath, p: Brunete, side: Side) -> list[int]:
    """[10.1k-m, R61] Units that may take the next step loss of a side."""
    alive = [u for u in (f.units if side == f.side else f.defenders) if p.steps[u]]
    unhurt = [u for u in alive if u not in f.hurt]
    found = unhurt or alive
    if f.bonus[side] and not f.bled[side]:
        found = [u for u in found if p.board.elite[u]]       # who has the bonus has some
    strong = [u for u in found if p.steps[u] == 2]
    return strong or found


class TakeLosses(Step[Aftermath, Brunete]):
    """[10.1j] Each owner chooses, attacker first; the two sides' losses do not affect each other."""

    rule = "10.1j"
    verbs = ("unit",)

    def ask(self, f: Aftermath, p: Brunete) -> Choices:
        for side in (f.side, 1 - f.side):
            if f.owed[side]:
                found = candidates(f, p, side)
                if len(found) > 1:
                    return {side: [p.board.unit_acts[u] for u in found]}
                return {}                # no choice: auto() carries it out
        return {}

    def do(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> bool:
        lose(f, p, side, act.arg)
        return False

    def auto(self, f: Aftermath, p: Brunete) -> None:
        for side in (f.side, 1 - f.side):
            if f.owed[side]:
                found = candidates(f, p, side)
                if found:
                    lose(f, p, side, found[0])
                else:
                    f.owed[side] = 0     # losses beyond the steps there are do not count
                f.at = 0
                return

    def why(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        u = act.arg
        who: dict[str, Fact] = {"unit": p.board.uid[u]}
        if u not in (f.units if side == f.side else f.defenders) or p.hex[u] < 0:
            return [Refusal("10.4.1k" if u in f.bystanders else "10.1j", "not-in-this-combat", who)]
        if u in candidates(f, p, side):
            return []
        if u in f.hurt:
            return [Refusal("10.1k", "spread-losses", who)]
        if f.bonus[side] and not f.bled[side]:
            return [Refusal("10.1l", "elite-first", who)]
        return [Refusal("10.1m", "full-units-first", who)]


def lose(f: Aftermath, p: Brunete, side: Side, u: int) -> None:
    """[10.1j-l]"""
    f.owed[side] -= 1
    f.bled[side] = True
    f.hurt.append(u)
    p.lose_step(u, "10.1j")


class TankMark(Step[Aftermath, Brunete]):
    """[10.3.6c, 10.3.6d, R58] * eliminates an attacking tank, ^ sends it away for three turns."""

    rule = "10.3.6c"

    def auto(self, f: Aftermath, p: Brunete) -> None:
        for u in f.units:
            if f.mark and p.board.type[u] == TANK and p.hex[u] >= 0:
                if f.mark == "*":
                    p.tell("10.3.6c", "eliminated", {"unit": p.board.uid[u]})
                    p.eliminate(u)
                else:
                    p.tell("10.3.6d", "tank-away", {"unit": p.board.uid[u], "turn": p.turn + AWAY_TURNS})
                    p.box(u, AWAY)
                    p.due[u] = p.turn + AWAY_TURNS


# -- stubborn defence and retreat


class StubbornChoice(Step[Aftermath, Brunete]):
    """[10.4.1a, 10.4.1b] A green R on defensive terrain may be met by a stubborn defence."""

    rule = "10.4.1b"
    verbs = ("stubborn", "pass")

    def ask(self, f: Aftermath, p: Brunete) -> Choices:
        if f.retreat == GREEN and p.board.cover[f.target]:
            return {1 - f.side: [STUBBORN, PASS]}
        return {}

    def do(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> bool:
        if act == PASS:
            f.at += 1                    # no roll
        return True

    def auto(self, f: Aftermath, p: Brunete) -> None:
        f.at += 1


def survivors(f: Aftermath, p: Brunete) -> list[int]:
    """[10.4.1a, 10.4.1m] Those who bore the attack and still hold the hex."""
    return [u for u in f.defenders if p.hex[u] == f.target]


class StubbornRoll(Die[Aftermath, Brunete]):
    """[10.4.1b, 10.4.1c, R62] 5 and 6 hold; on a 5 every regular unit loses a step."""

    rule = "10.4.1b"

    def do(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> bool:
        p.tell("10.4.1b", "stubborn-holds" if act.arg >= 5 else "stubborn-fails", {"die": act.arg})
        if act.arg >= 5:
            f.retreat = 0
        if act.arg == 5:
            for u in survivors(f, p):
                if not p.board.elite[u]:
                    p.lose_step(u, "10.4.1c")
        return True


class BeginRetreat(Step[Aftermath, Brunete]):
    """[10.4.1e, 10.4.1l, 10.4.1m, 10.4.1p, R70] Who has to go, and who is lost before anybody moves."""

    rule = "10.4.1a"

    def auto(self, f: Aftermath, p: Brunete) -> None:
        b = p.board
        if not survivors(f, p):
            self.lose_bystanders(f, p)
            return
        if not f.retreat:
            return
        for u in survivors(f, p):
            if b.type[u] == GARRISON:    # [10.4.1p] it cannot move
                p.tell("10.4.1p", "eliminated", {"unit": b.uid[u]})
                p.eliminate(u)
        # [R66] Friends shield a hex from enemy zones as the board stood before the first unit of this combat left.
        f.shield = [h for h in range(b.size) if p.holder(h) == 1 - f.side]
        for u in survivors(f, p):
            if not routes(f, p, u):
                p.tell("10.4.1o", "eliminated", {"unit": b.uid[u]})
                p.eliminate(u)
        if not survivors(f, p):
            self.lose_bystanders(f, p)
            return
        for u in f.bystanders:
            p.lose_step(u, "10.4.1l")
        f.queue = [u for u in [*f.defenders, *f.bystanders] if p.hex[u] == f.target]

    def lose_bystanders(self, f: Aftermath, p: Brunete) -> None:
        """[10.4.1m] Nobody who bore the attack is left: units that had retreated here are lost with them."""
        for u in f.bystanders:
            p.tell("10.4.1m", "eliminated", {"unit": p.board.uid[u]})
            p.eliminate(u)


class Retreat(Step[Aftermath, Brunete]):
    """[10.4.1e-i, 10.4.1o-r, R66-R69] The owner takes each unit back, hex by hex, along a legal route."""

    rule = "10.4.1h"
    verbs = ("unit", "hex", "exit")

    def ask(self, f: Aftermath, p: Brunete) -> Choices:
        if f.unit < 0:
            first = next_back(f)
            return {1 - f.side: [p.board.unit_acts[u] for u in first]} if len(first) > 1 else {}
        found: list[int] = []
        leave = False
        n = len(f.path)
        for route in routes(f, p, f.unit):
            if route[:n] == f.path:
                if route[n] < 0:
                    leave = True
                elif route[n] not in found:
                    found.append(route[n])
        acts = [p.board.hex_acts[h] for h in found]
        if leave:
            acts.append(EXIT)
        return {1 - f.side: acts}

    def do(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> bool:
        if act.verb == "unit":
            self.begin(f, p, act.arg)
            return False
        if act == EXIT:
            leave_map(f, p)
            return False
        f.path.append(act.arg)
        if f.path in routes(f, p, f.unit):
            go_back(f, p)
        return False

    def auto(self, f: Aftermath, p: Brunete) -> None:
        if f.queue:                      # one unit: no choice of order
            f.at -= 1
            self.begin(f, p, next_back(f)[0])

    def begin(self, f: Aftermath, p: Brunete, u: int) -> None:
        f.queue.remove(u)
        if routes(f, p, u):
            f.unit = u
        else:
            # [10.4.1i, 10.4.1o] Room was taken by those who went first, or there never was a way.
            p.tell("10.4.1o", "eliminated", {"unit": p.board.uid[u]})
            p.eliminate(u)

    def why(self, f: Aftermath, p: Brunete, side: Side, act: Act) -> list[Refusal]:
        b = p.board
        if act.verb == "unit":
            if act.arg not in f.queue:
                return [Refusal("10.4.1a", "does-not-retreat", {"unit": b.uid[act.arg]})]
            if f.unit >= 0:
                return [Refusal("10.4.1h", "finish-move-first", {"unit": b.uid[f.unit]})]
            first = next_back(f)
            return [] if act.arg in first else [Refusal("10.4.1m", "finish-move-first", {"unit": b.uid[first[0]]})]
        if f.unit < 0:
            return [Refusal("10.4.1h", "choose-unit-first", {})]
        if act in p.choices().get(side, []):
            return []
        here = f.path[-1] if f.path else f.target
        if act == EXIT:
            foreign = b.edge[f.side][here] and not b.edge[side][here]
            return [Refusal("10.4.1q" if foreign else "R69", "edge-not-open", {"unit": b.uid[f.unit]})]
        where: dict[str, Fact] = {"unit": b.uid[f.unit], "hex": b.names[act.arg]}
        if act.arg not in b.nb[here]:
            return [Refusal("10.4.1h", "not-adjacent", where)]
        if p.holder(act.arg) == f.side:
            return [Refusal("10.4.1o", "enemy-there", where)]
        if b.type[f.unit] == TANK and b.water[here][b.nb[here].index(act.arg)] == WET:
            return [Refusal("tet.rivertank", "tank-needs-bridge", where)]
        if b.distance(act.arg, f.target) <= len(f.path):
            return [Refusal("10.4.1h", "not-away", where)]
        n = len(f.path) + 1
        through = [w for w in complete(f, p, f.unit) if w[:n] == [*f.path, act.arg]]
        if not through:
            return [Refusal("10.4.1i", "no-room-no-way-on", where)]
        if min(zones(f, p, w) for w in through) > min(zones(f, p, w) for w in complete(f, p, f.unit)):
            return [Refusal("10.4.1e", "avoid-zones", where)]
        return [Refusal("10.4.1h", "not-towards-supply", where)]


def next_back(f: Aftermath) -> list[int]:
    """[10.4.1m, R70] Who bore the attack goes first: nobody who had retreated takes his room and outlives him."""
    return [u for u in f.queue if u in f.defenders] or f.queue


def exposed(f: Aftermath, p: Brunete, h: int) -> bool:
    """[10.4.1e, 10.4.1f] An enemy zone that no friendly unit negates."""
    return bool(p.zone[f.side][h]) and h not in f.shield


def routes(f: Aftermath, p: Brunete, u: int) -> list[list[int]]:
    """[10.4.1e, 10.4.1h, 10.4.1i, 10.4.1q, 10.4.1r, R66-R69] Every way a unit may take; -1 leads over the edge."""
    done = complete(f, p, u)
    least = min([zones(f, p, w) for w in done], default=0)
    kept = [w for w in done if zones(f, p, w) == least]
    kept = homeward(f, p, u, kept)
    if not kept or least:                # [R69] forced: no way on the map is free of enemy zones
        over = [w for k in range(f.retreat + 1) for w in ways(f, p, u, k)
                if p.board.edge[p.board.side[u]][w[-1] if w else f.target]
                and (k < f.retreat or not p.fits(u, w[-1]))]     # the hex further of 10.4.1i may lie off the map
        least = min([zones(f, p, w) for w in over], default=0)
        kept = kept + [[*w, -1] for w in over if zones(f, p, w) == least]
    return kept


def complete(f: Aftermath, p: Brunete, u: int) -> list[list[int]]:
    """[10.4.1i] Ways on the map of the full length that end with room, one hex longer where the last one is full."""
    found: list[list[int]] = []
    for w in ways(f, p, u, f.retreat):
        if p.fits(u, w[-1]):
            found.append(w)
        else:
            found += [[*w, t] for t in onward(f, p, u, w) if p.fits(u, t)]
    return found


def ways(f: Aftermath, p: Brunete, u: int, n: int) -> list[list[int]]:
    """[10.4.1a, 10.4.1d, 10.4.1h] All ways of n hexes, each further from the combat hex."""
    found: list[list[int]] = [[]]
    for _ in range(n):
        found = [[*w, t] for w in found for t in onward(f, p, u, w)]
    return found


def onward(f: Aftermath, p: Brunete, u: int, way: list[int]) -> list[int]:
    """[10.4.1h, 10.4.1o, tet.rivertank] Hexes by which a way may go on."""
    b = p.board
    here = way[-1] if way else f.target
    found: list[int] = []
    for i, t in enumerate(b.nb[here]):
        if p.holder(t) == f.side or b.distance(t, f.target) != len(way) + 1:
            continue
        if b.type[u] == TANK and b.water[here][i] == WET:
            continue
        found.append(t)
    return found


def zones(f: Aftermath, p: Brunete, way: list[int]) -> int:
    """[10.4.1e]"""
    return len([h for h in way if exposed(f, p, h)])


def homeward(f: Aftermath, p: Brunete, u: int, ways_: list[list[int]]) -> list[list[int]]:
    """[10.4.1h, R66] Ways that end nearer to a friendly source, if there are any."""
    b = p.board
    side = b.side[u]
    sources = [s for s in b.sources[side] if p.controls(side, s)]
    if not sources:
        return ways_
    if p.opt.not_farther:
        now = min(b.distance(f.target, s) for s in sources)
        good = [w for w in ways_ if min(b.distance(w[-1], s) for s in sources) <= now]
    else:
        good = [w for w in ways_ if any(b.distance(w[-1], s) < b.distance(f.target, s) for s in sources)]
    return good or ways_


def walk(f: Aftermath, p: Brunete) -> bool:
    """[10.4.1f, 10.4.1g, R67] Take the unit along its path; whether it lives through the enemy zones."""
    u = f.unit
    met = 0
    for k, h in enumerate(f.path):
        bare = exposed(f, p, h)          # judged before the unit itself stands there
        p.put(u, h)
        if not bare:
            continue
        met += 1
        spared = p.board.elite[u] and (k == 0 if p.opt.free_first_hex else met == 1)
        if not spared:
            p.lose_step(u, "10.4.1g" if p.board.elite[u] else "10.4.1f")
            if p.hex[u] < 0:
                return False
    return True


def go_back(f: Aftermath, p: Brunete) -> None:
    """[9.6, 10.4.1f, 10.4.1h, 10.4.1j, 10.4.2b]"""
    u = f.unit
    alive = walk(f, p)
    f.unit = -1
    f.path = []
    if alive:
        p.mark(u, RETREATED)             # [10.4.1j]
        f.escaped = True
        release(p, u)
        p.tell("10.4.1h", "retreated", {"unit": p.board.uid[u], "hex": p.board.names[p.hex[u]]})


def leave_map(f: Aftermath, p: Brunete) -> None:
    """[10.4.1r] Over the own edge, to come back later by the exit hex."""
    u = f.unit
    out = f.path[-1] if f.path else f.target
    alive = walk(f, p)
    f.unit = -1
    f.path = []
    if alive:
        p.box(u, OFF_MAP)
        p.exit[u] = out
        f.escaped = True
        p.tell("10.4.1r", "left-map", {"unit": p.board.uid[u], "hex": p.board.names[out]})
