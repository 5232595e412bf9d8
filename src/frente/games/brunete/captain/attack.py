"""Attacks a computer player weighs: the value of a column, the best group against a hex, a set for a turn."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from frente.games.brunete.captain.goals import patience, step_worth
from frente.games.brunete.rules.ch10_combat import MAX_SUPPORTS, SIX_TO_ONE, column, divisions, elite_steps, fresh
from frente.games.brunete.state.board import DRY, GARRISON, TANK, WET
from frente.games.brunete.state.position import FOUGHT, HIT, UNSUPPLIED, Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

STUBBORN: Final = 1 / 3                  # chance that a stubborn defence holds (10.4.1b)
PRICES: Final = (0.5, 1.0, 2.0, 4.0)     # of a unit, as multiples of its weight
COORDINATED: Final = 2 / 3               # chance of a marker without a command point (10.3.3c)


class Target:
    """An enemy hex, and what each column of the table is worth against it."""

    def __init__(self, p: Brunete, side: Side, t: int, ground: float, w: Weights) -> None:
        b = p.board
        self.hex = t
        self.defenders = fresh(p, t)
        self.defence = max(1, sum(p.defence_factor(u) for u in self.defenders))
        self.shift = -b.cover[t]
        self.elite = elite_steps(p, self.defenders)
        self.ground = ground
        steps = sum(p.steps[u] for u in self.defenders)
        calm = patience(p)
        worth = sorted(step_worth(p, u, w) for u in self.defenders)
        each = calm * sum(worth) / len(worth)
        fixed = sum(step_worth(p, u, w) for u in self.defenders if b.type[u] == GARRISON)
        own = calm * w["attack.own_loss"]
        self.value: list[float] = []     # by column
        self.taken: list[float] = []     # chance that the hex falls
        self.tank: list[float] = []      # what bringing a tank costs
        for c in range(SIX_TO_ONE + 1):
            value = 0.0
            taken = 0.0
            tank = 0.0
            for die in range(1, 7):
                cell = b.crt[c][die]
                gone = 0.0
                if cell.defender >= steps:
                    gone = 1.0
                elif cell.retreat:
                    gone = 1.0 - STUBBORN if cell.green and b.cover[t] else 1.0
                lost = min(cell.defender, steps) * each
                if cell.defender < steps:
                    lost += gone * fixed * calm
                value += lost + gone * ground - own * cell.attacker
                taken += gone
                tank += {"": 0.0, "^": 0.5, "*": 1.0}[cell.mark]
            self.value.append(value / 6)
            self.taken.append(taken / 6)
            self.tank.append(calm * w["worth.tank"] * tank / 6)
        caught = w["attack.kill"] * each * len(self.defenders)
        self.cornered = [v + t * caught for v, t in zip(self.value, self.taken)]     # value with no safe way back

    def at(self, c: float) -> float:
        """Value of a column, which may lie between two."""
        return between(self.value, c)


def between(table: list[float], c: float) -> float:
    if c <= 0.0:
        return table[0]
    if c >= SIX_TO_ONE:
        return table[SIX_TO_ONE]
    i = int(c)
    return table[i] + (c - i) * (table[i + 1] - table[i])


@dataclass
class Pools:
    """What a side can still spend on attacks."""

    art: int
    avi: int
    cp: int


@dataclass
class Strike:
    """One attack as planned: who, from where, with what, and what it promises."""

    target: int
    units: list[int]
    places: list[int]                    # parallel to units
    joint: bool = False
    art: int = 0
    avi: int = 0
    command: bool = False
    value: float = 0.0
    column: float = 0.0


class Staff:
    """Works out attacks for one side in one position."""

    def __init__(self, p: Brunete, side: Side, w: Weights) -> None:
        self.p = p
        self.side = side
        self.w = w
        self.pools = Pools(p.art[side], p.avi[side], p.cp[side])
        foe = 1 - side
        self.answer = w["attack.answer"] * min(MAX_SUPPORTS[1], p.art[foe] + p.avi[foe])
        self.unit = w["attack.unit"]
        self.joint = w["attack.joint"]
        self.prices = (w["attack.artillery"], w["attack.aviation"], w["attack.command"])

    # -- one target

    def best(self, target: Target, options: dict[int, list[int]], room: dict[int, int],
             tanks: dict[int, int]) -> Strike | None:
        """The best attack on a hex by units that may stand in the hexes *options* gives them."""
        p = self.p
        b = p.board
        foot = [u for u in options if b.type[u] < TANK]
        if not foot:
            return None
        foot.sort(key=self.rank)
        names: list[str] = []
        for u in foot:
            d = divisions(p, u)
            if d and d not in names:
                names.append(d)
        groups = [(False, [u for u in foot if divisions(p, u) in ("", d) or b.stripe[u] == d]) for d in names]
        if not names:
            groups = [(False, foot)]
        elif len(names) > 1 and self.pools.cp:
            groups.append((True, foot))
        drivers = [u for u in options if b.type[u] == TANK]
        found: Strike | None = None
        for joint, group in groups:
            for wide in (False, True):
                strike = self.build(target, group, options, room, joint, wide, drivers, tanks)
                if strike is not None and (found is None or strike.value > found.value):
                    found = strike
        return found

    def rank(self, u: int) -> tuple[float, int]:
        p = self.p
        return (-p.combat_factor(u) - 0.5 * p.board.elite[u], u)

    def build(self, target: Target, group: list[int], options: dict[int, list[int]], room: dict[int, int], joint: bool,
              wide: bool, drivers: list[int], tanks: dict[int, int]) -> Strike | None:
        """Add the units of a group one by one, strongest first; the best of the attacks met on the way."""
        p = self.p
        b = p.board
        t = target.hex
        near = b.nb[t]
        water = b.water[t]
        left = [room[a] for a in near]
        units: list[int] = []
        places: list[int] = []
        used: list[int] = []             # numbers of the hexes around the target
        power = 0
        steps = 0
        elite = 0
        found: Strike | None = None
        for u in group:
            choice = -1
            score = -99.0
            for i, a in enumerate(near):
                if left[i] <= 0 or a not in options[u]:
                    continue
                s = -1.0 if water[i] != DRY else 0.0
                if p.hex[u] == a:
                    s += 0.3
                if wide:
                    s += 2.0 if i not in used else 0.0
                elif i in used:
                    s += 0.5
                s += 0.2 * b.cover[a]
                if s > score:
                    choice, score = i, s
            if choice < 0:
                continue
            left[choice] -= 1
            if choice not in used:
                used.append(choice)
            units.append(u)
            places.append(near[choice])
            factor = p.combat_factor(u)
            power += factor if water[choice] == DRY else max(0, factor - 1)
            steps += p.steps[u]
            elite += p.steps[u] if b.elite[u] else 0
            if 2 * power < target.defence:
                continue
            strike = self.weigh(target, units, places, used, power, 2 * elite >= steps, joint, drivers, options, tanks)
            if found is None or strike.value > found.value:
                found = strike
        return found

    def weigh(self, target: Target, units: list[int], places: list[int], used: list[int], power: int, elite: bool,
              joint: bool, drivers: list[int], options: dict[int, list[int]], tanks: dict[int, int]) -> Strike:
        p = self.p
        b = p.board
        column_ = float(column(power, target.defence) + target.shift + b.envelopment[len(used)])
        column_ += int(elite) - int(target.elite) - self.answer
        strike = Strike(target.hex, units[:], places[:], joint)
        table = target.value if self.way_out(target, places) else target.cornered
        value = between(table, column_)
        driver = self.driver(target, places, drivers, options, tanks)
        if driver >= 0:
            shift = 1.0 if b.shift[driver] and not p.state[driver] & UNSUPPLIED else 0.0
            if not shift:
                shift = float(column(power + p.combat_factor(driver), target.defence) - column(power, target.defence))
            with_tank = between(table, column_ + shift) - between(target.tank, column_ + shift)
            if with_tank > value:
                value = with_tank
                column_ += shift
                strike.units.append(driver)
                strike.places.append(next(a for a in options[driver] if a in places and tanks.get(a, 1) > 0))
        value -= self.unit * len(units) + (self.joint if joint else 0.0)
        strike.column = column_
        strike.value = value
        self.support(strike, table, column_, value)
        return strike

    def driver(self, target: Target, places: list[int], drivers: list[int], options: dict[int, list[int]],
               tanks: dict[int, int]) -> int:
        """A tank that can join: it needs company in its hex, and a bridge if there is a river."""
        p = self.p
        b = p.board
        near = b.nb[target.hex]
        for u in drivers:
            for a in options[u]:
                if a in places and tanks.get(a, 1) > 0 and b.water[target.hex][near.index(a)] != WET:
                    return u
        return -1

    def support(self, strike: Strike, table: list[float], column_: float, plain: float) -> None:
        """Choose supports and command marker for an attack from what is left in the pools."""
        pools = self.pools
        if column_ >= SIX_TO_ONE:
            return
        base = between(table, column_)
        cp = pools.cp - int(strike.joint)
        price_art, price_avi, price_cp = self.prices
        for k in range(1, min(MAX_SUPPORTS[0], pools.art + pools.avi) + 1):
            art = min(k, pools.art)
            spent = plain - base - price_art * art - price_avi * (k - art)
            loose = spent + between(table, column_ + COORDINATED * k)
            tight = spent + between(table, column_ + k) - price_cp if cp else loose
            if max(loose, tight) > strike.value:
                strike.command = tight > loose
                strike.value = max(loose, tight)
                strike.art, strike.avi = art, k - art
                strike.column = column_ + (k if strike.command else COORDINATED * k)

    def way_out(self, target: Target, places: list[int]) -> bool:
        """Whether the defenders have a hex to retreat to that no zone of the attackers covers."""
        p = self.p
        b = p.board
        zone = p.zone[self.side]
        for n in b.nb[target.hex]:
            v = p.top[n]
            if v >= 0:
                if b.side[v] != self.side:
                    return True
                continue
            if n in places or zone[n]:
                continue
            if not any(n in b.nb[a] for a in places):
                return True
        return False

    def stands(self, strike: Strike, done: Strike) -> bool:
        """Whether an attack can still be made as it was worked out, once another has been decided."""
        if strike.art > self.pools.art or strike.avi > self.pools.avi:
            return False
        if int(strike.command) + int(strike.joint) > self.pools.cp:
            return False
        return not any(u in done.units for u in strike.units) and not any(a in done.places for a in strike.places)

    def spend(self, strike: Strike) -> None:
        self.pools.art -= strike.art
        self.pools.avi -= strike.avi
        self.pools.cp -= int(strike.command) + int(strike.joint)


def pack(staff: Staff, targets: list[Target], options: dict[int, list[int]], room: dict[int, int],
         tanks: dict[int, int], least: float) -> list[Strike]:
    """A set of attacks: the best one, then the best that is left for the others, until none is worth its price.

    *options*: by unit, hexes it can attack from; *room*: by hex, units that still fit; *tanks*: the same for tanks.
    How dear a unit is decides between few strong attacks and many thin ones, so several prices are tried.
    """
    by_hex: dict[int, list[int]] = {}
    for u, hexes in options.items():
        for a in hexes:
            by_hex.setdefault(a, []).append(u)
    able = {t.hex: within_reach(staff.p, t.hex, by_hex) for t in targets}
    true_price = staff.unit
    pools = staff.pools
    best: list[Strike] = []
    most = 0.0
    for factor in PRICES:
        staff.unit = factor * true_price
        staff.pools = Pools(pools.art, pools.avi, pools.cp)
        found = pack_at(staff, targets, able, dict(room), dict(tanks), least)
        total = sum(s.value + (staff.unit - true_price) * len(s.units) for s in found)
        if total > most:
            best, most = found, total
    staff.unit = true_price
    staff.pools = pools
    return best


def pack_at(staff: Staff, targets: list[Target], able: dict[int, dict[int, list[int]]], room: dict[int, int],
            tanks: dict[int, int], least: float) -> list[Strike]:
    """One set of attacks at one price; *able*: by target and unit, the hexes to attack from."""
    b = staff.p.board
    found: list[Strike] = []
    used: set[int] = set()
    open_ = targets[:]
    known: dict[int, Strike] = {}        # attacks worked out earlier, while nothing they use has gone
    while open_:
        best: Strike | None = None
        for target in open_[:]:
            strike = known.get(target.hex)
            if strike is None:
                mine = {u: hexes for u, hexes in able[target.hex].items() if u not in used}
                strike = staff.best(target, mine, room, tanks)
            if strike is None or strike.value < least:
                open_.remove(target)     # others only get fewer units and supports
                continue
            known[target.hex] = strike
            if best is None or strike.value > best.value:
                best = strike
        if best is None:
            break
        found.append(best)
        staff.spend(best)
        for u, a in zip(best.units, best.places):
            used.add(u)
            if b.type[u] == TANK:
                tanks[a] = tanks.get(a, 1) - 1
            else:
                room[a] -= 1
        open_ = [t for t in open_ if t.hex != best.target]
        for t, strike in list(known.items()):
            if t == best.target or not staff.stands(strike, best):
                del known[t]
    return found


def within_reach(p: Brunete, t: int, by_hex: dict[int, list[int]]) -> dict[int, list[int]]:
    """By unit: the hexes next to *t* from which it could attack."""
    found: dict[int, list[int]] = {}
    for a in p.board.nb[t]:
        for u in by_hex.get(a, []):
            if not refused(p, u, a, t):
                found.setdefault(u, []).append(a)
    return found


def refused(p: Brunete, u: int, a: int, t: int) -> bool:
    """Rules that keep a unit in *a* out of an attack on *t* whatever the others do."""
    b = p.board
    if b.type[u] != TANK:
        return False
    if b.water[a][b.nb[a].index(t)] == WET:
        return True
    return not b.shift[u] and any(b.type[v] == TANK and b.shift[v] for v in p.stack_at(t))


def targets_of(p: Brunete, side: Side, worth: list[float], w: Weights) -> list[Target]:
    """Enemy hexes that can still be attacked; *worth*: by hex, what taking it is worth."""
    b = p.board
    found: list[Target] = []
    for h in range(b.size):
        u = p.top[h]
        if u >= 0 and b.side[u] != side:
            defenders = fresh(p, h)
            if defenders and not any(p.state[v] & HIT for v in defenders):
                found.append(Target(p, side, h, worth[h], w))
    return found


def strikes_now(p: Brunete, side: Side, worth: list[float], w: Weights) -> list[Strike]:
    """Attacks from where the units stand, best first."""
    b = p.board
    options = {u: [p.hex[u]] for u in b.of[side]
               if p.hex[u] >= 0 and b.type[u] != GARRISON and not p.state[u] & FOUGHT}
    room = dict.fromkeys(range(b.size), 9)
    return pack(Staff(p, side, w), targets_of(p, side, worth, w), options, room, dict.fromkeys(range(b.size), 9),
                w["attack.least"])
