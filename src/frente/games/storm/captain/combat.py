"""Combat as a computer player reckons it: what a roll may cost either side, and how losses are best shared out."""
from __future__ import annotations

from math import comb
from typing import Final

from frente.games.storm.captain.goals import unit_worth
from frente.games.storm.captain.survey import Survey
from frente.games.storm.rules.ch03_morale import ATTACKED, modifiers, who_tests
from frente.games.storm.rules.ch09_combat import defence_class
from frente.games.storm.rules.ch09_losses import Losses, gone, most, reachable, refuges
from frente.games.storm.state.board import AREAS, ARTILLERY, NAT, REP, SPACES
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Side


def _sums(dice: int, best: bool) -> list[float]:
    """By sum: how likely it is, of two dice or of the best or lowest two of three."""
    found = [0.0] * 13
    each = 1.0 / 6 ** dice
    for i in range(6 ** dice):
        faces = sorted([i // 6 ** k % 6 + 1 for k in range(dice)])
        found[sum(faces[-2:]) if best else sum(faces[:2])] += each
    return found


TWO: Final = _sums(2, True)
BEST: Final = _sums(3, True)
WORST: Final = _sums(3, False)


class Harm:
    """What a number of losses does to a stack: units' worth lost, and whether the area falls."""

    def __init__(self, s: Survey) -> None:
        self.flip = s.w["attack.flip"]
        self.retreat = s.w["attack.retreat"]

    def lost(self, hits: float, fresh: float, n: float) -> float:
        """In units."""
        flips = min(hits, fresh)
        rest = min(hits - flips, 2.0 * n)
        if rest <= n:
            return self.flip * flips + self.retreat * rest
        return self.flip * flips + self.retreat * n + (1.0 - self.retreat) * (rest - n)

    def falls(self, hits: float, fresh: float, n: float) -> float:
        rest = hits - min(hits, fresh)
        if rest < n:
            return 0.0
        return 1.0 if rest >= 2.0 * n - 1.0 else 0.5


def defence_of(p: Storm, units: list[int]) -> int:
    """Defence factor of the point unit that the defender will name (9.4.1.C6a)."""
    ranked = [(defence_class(p, u), -p.board.defence[u]) for u in units]
    return -min(ranked)[1] if ranked else 0


def mean_worth(s: Survey, units: list[int]) -> float:
    return sum([unit_worth(s.p, u, s.w) for u in units], 0.0) / max(1, len(units))


def attack_worth(s: Survey, a: int, units: list[int], prepared: bool, assault: bool, prize: float) -> float:
    """What an attack on area *a* promises: enemy losses and ground won, less own losses.

    prize: what the area is worth once it has fallen; the price of tired units is for the caller.
    """
    p = s.p
    b = p.board
    w = s.w
    foe = s.foe
    foes = p.units(foe, a)
    n = len(foes)
    factors = sum([p.factor(u) for u in units])
    own = p.n[s.side * SPACES + a] + (len(units) if assault else 0)
    level = float(b.intensity)
    if assault:
        level += b.il_assault
    if n > own:
        level += b.il_outnumbered
    fresh = [u for u in foes if not p.spent[u]]
    if all(p.shock(u) for u in units) and not any(p.shock(u) for u in foes):
        level += b.il_shock
    if not fresh:
        level += b.il_exhausted
    level += w["attack.counter"] * sum([p.factor(u) for u in fresh])
    edge = factors - defence_of(p, foes) - b.terrain[a]
    odds = BEST if prepared else TWO
    harm = Harm(s)
    theirs = mean_worth(s, foes)
    ours = mean_worth(s, units) * w["attack.own"] * (w["last.own"] if s.last else 1.0)
    soft = w["attack.soft"]
    cost = 0.0
    for d in range(2, 13):
        if d < level:
            cost += odds[d] * harm.lost(level - d, 0.0, float(len(units)))
    total = -ours * cost
    testers = len(who_tests(p, a, ATTACKED)) if s.side == NAT else 0
    stay, die = tests(p, a, assault, len(units)) if testers else (1.0, 0.0)
    for k in range(testers + 1):
        chance = comb(testers, k) * stay ** k * (1.0 - stay) ** (testers - k) if testers else 1.0
        if chance < 0.01:
            continue
        left = n - testers + k
        if stay < 1.0:
            fled = float(testers - k)
            total += chance * theirs * fled * (die + (1.0 - die) * harm.retreat)
        if not left:
            total += chance * (prize + ours * cost)          # no dice at all
            continue
        share = len(fresh) * left / n
        for d in range(2, 13):
            hits = d + edge
            if hits > 0:
                x = odds[d] * chance
                total += x * theirs * harm.lost(float(hits), share, float(left))
                won = harm.falls(float(hits), share, float(left))
                part = min(1.0, hits / (share + 2.0 * left))
                total += x * prize * max(won, soft * part * part)
    return total


def tests(p: Storm, a: int, arriving: bool, n: int) -> tuple[float, float]:
    """Chance that a unit passes a morale test in a normal area, and that one that fails is eliminated."""
    b = p.board
    modifier = sum([m[0] for m in modifiers(p, a, ATTACKED)])
    if arriving and p.n[SPACES + a] < p.n[REP * SPACES + a] <= p.n[SPACES + a] + n:
        modifier -= b.test_outnumbering
    passed = min(6, max(0, b.retreats_from - 1 - modifier))
    killed = min(6, max(0, 7 - b.eliminated_from + modifier))
    return (passed / 6.0, killed / (6.0 - passed) if passed < 6 else 0.0)


def bombardment_worth(s: Survey, t: int, bonus: int, three: bool, choose: bool) -> float:
    """What a bombardment of area *t* promises; choose: the side names the point unit."""
    p = s.p
    b = p.board
    foes = p.units(s.foe, t)
    factors = [b.defence[u] for u in foes if b.type[u] != ARTILLERY] or [b.defence[u] for u in foes]
    edge = bonus - (min(factors) if choose else max(factors)) - b.terrain[t]
    fresh = float(len([u for u in foes if not p.spent[u]]))
    n = float(len(foes))
    odds = BEST if three else TWO
    harm = Harm(s)
    theirs = mean_worth(s, foes)
    prize = s.ground[t]
    own = p.n[s.side * SPACES + t]
    near = s.threat[s.side][t] > 1.0
    total = 0.0
    for d in range(2, 13):
        hits = d + edge
        if hits > 0:
            total += odds[d] * theirs * harm.lost(float(hits), fresh, n)
            won = harm.falls(float(hits), fresh, n)
            if own or near:
                part = min(1.0, hits / (fresh + 2.0 * n))
                total += odds[d] * prize * max(won if own else 0.3 * won, s.w["attack.soft"] * part * part)
    return total


# -- sharing out losses


def loss_cost(s: Survey, u: int, amount: int, back: int) -> float:
    """What it costs a unit to absorb so many points."""
    p = s.p
    if not amount:
        return 0.0
    top = most(p, u)
    worth = unit_worth(p, u, s.w)
    if amount == top:
        return worth
    if amount == top - 1:
        if not refuges(p, p.board.side[u], p.at[u], back):
            return worth
        return (s.w["attack.retreat"] + (0.0 if p.spent[u] else s.w["attack.flip"])) * worth
    return s.w["attack.flip"] * worth


def share_losses(s: Survey, f: Losses, keep: float) -> list[int]:
    """The cheapest legal distribution; *keep* is what it is worth that somebody stays in the area."""
    p = s.p
    b = p.board
    target = reachable(p, f)
    n = len(f.units)
    staying = p.n[f.side * SPACES + p.at[f.units[0]]] > n
    guns = any(b.type[u] == ARTILLERY for u in f.units)
    costs = [[loss_cost(s, u, k, f.back) for k in range(most(p, u) + 1)] for u in f.units]
    best: list[int] = []
    least = 1e9
    for first in range(most(p, f.units[0]) + 1):
        cap = 3 if first == most(p, f.units[0]) else first
        for guns_go in ((False, True) if guns else (False,)):
            # By points absorbed so far, with nobody or somebody left: the price and the way there.
            table: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
            for i, u in enumerate(f.units):
                grown: dict[int, tuple[float, list[int]]] = {}
                top = most(p, u)
                low = 0
                high = top if i == 0 else min(top, cap)
                if b.type[u] == ARTILLERY:
                    if not guns_go:
                        high = min(high, top - 1)
                elif guns_go:
                    low = gone(p, u)
                if i == 0:
                    low, high = max(low, first), min(high, first)
                for key, (price, way) in table.items():
                    for k in range(low, high + 1):
                        points = key // 2 + k
                        if points > target:
                            break
                        new = points * 2 + (1 if key % 2 or k < top - 1 else 0)
                        cost = price + costs[i][k]
                        if new not in grown or grown[new][0] > cost:
                            grown[new] = (cost, [*way, k])
                table = grown
            for key, (price, way) in table.items():
                if key // 2 == target:
                    total = price - (keep if key % 2 or staying else 0.0)
                    if total < least:
                        least = total
                        best = way
    return best


def keep_worth(s: Survey, side: Side, a: int) -> float:
    """What it is worth that one of the side's units stays in an area."""
    p = s.p
    value = s.ground[a]
    dear = s.clear if side == NAT and a < AREAS and p.board.urban[a] else 0.0
    if p.control[a] == side:
        return value * (0.8 if p.n[(1 - side) * SPACES + a] else 0.4) + dear
    return 0.25 * value + dear
