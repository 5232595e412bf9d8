"""What is worth having, for either side: objectives by what they change in the result, and the price of a step."""
from __future__ import annotations

from math import erf, sqrt
from typing import Final, NamedTuple

from frente.games.brunete.rules.ch03_supply import source_open, supply_lines
from frente.games.brunete.rules.ch12_victory import CAMPAIGN, FIRST_YELLOW, LOSE, WIN, points
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import Side
from frente.kit.weights import Weights

EXPECTED: Final = 5.5                    # victory points of an even campaign
VERTICES: Final = -1                     # place in gained[]


class Goal(NamedTuple):
    """An objective: what it changes if it passes to the other side, in steps."""

    hex: int
    value: float
    held: bool                           # by the side that asks


def standing(vp: float, spread: float) -> float:
    """The result a Republican can expect from about *vp* points: 0 a defeat, 1 a win."""
    return sum(0.5 + 0.5 * erf((vp - mark) / (spread * sqrt(2.0))) for mark in (LOSE + 0.5, WIN - 0.5)) / 2


def last_word(p: Brunete, side: Side) -> bool:
    """Whether the enemy will not move again after this side's present or coming segment."""
    return p.turn >= p.last_turn and side != p.initiative


def patience(p: Brunete) -> float:
    """What a step counts for: little when there is no time left to use it."""
    return min(1.0, max(0.1, (p.last_turn - p.turn + 0.5) / 5))


def goals(p: Brunete, side: Side, w: Weights) -> list[Goal]:
    """Every objective that still matters, and a source of the Republican army that is closed."""
    found = campaign_goals(p, side, w) if p.last_turn == CAMPAIGN else offensive_goals(p, side, w)
    if side == REP:
        found += [g for g in sources(p, w) if not g.held]
    return found


def sources(p: Brunete, w: Weights) -> list[Goal]:
    """What the Republican army hangs on: two hexes, where the Nationalist has eleven."""
    open_ = [source_open(p, REP, h) for h in p.board.sources[REP]]
    lost = w["worth.source"] if not any(open_) else w["worth.second_source"]
    return [Goal(h, w["worth.source"] if o else lost, o) for h, o in zip(p.board.sources[REP], open_)]


def campaign_goals(p: Brunete, side: Side, w: Weights) -> list[Goal]:
    b = p.board
    far = supply_lines(p, REP)
    ripe = p.turn / p.last_turn
    vp = ripe * points(p, far) + (1 - ripe) * EXPECTED
    spread = w["worth.doubt"] + 0.1 * (p.last_turn - p.turn)
    scale = w["worth.score"]
    here = standing(vp, spread)
    found: list[Goal] = []
    for h, n in p.purple():
        red = p.holder(h) == REP or (p.holder(h) < 0 and p.last[h] == REP)
        value = here - standing(vp - n, spread) if red else standing(vp + n, spread) - here
        if p.initiative == REP:
            value *= w["worth.purple_early"]
        found.append(Goal(h, scale * value, red == (side == REP)))
    one = scale * (standing(vp + 1, spread) - here)
    one *= w["worth.yellow_early"] if p.turn < FIRST_YELLOW - 1 else w["worth.yellow"]
    for i, h in enumerate(b.yellow):
        if not p.gained[i]:
            found.append(Goal(h, one, owned(p, side, h)))
    if not p.gained[VERTICES]:
        missing = sum(1 for h in b.vertices if owned(p, NAT, h))
        for h in b.vertices:
            share = 1.0 / (missing if owned(p, NAT, h) else missing + 1)
            found.append(Goal(h, one * share ** w["worth.vertex_power"], owned(p, side, h)))
    return found


def offensive_goals(p: Brunete, side: Side, w: Weights) -> list[Goal]:
    """All purple towns, then one yellow town that the Republican learns and the Nationalist does not."""
    b = p.board
    unit = w["worth.score"] / 5
    found = [Goal(h, unit, owned(p, side, h)) for h, _ in p.purple()]
    known = p.objective >= 0 and side == REP
    for i, h in enumerate(b.yellow):
        odds = float(i == p.objective) if known else b.secret[1:].count(i) / 6
        if odds:
            found.append(Goal(h, (w["worth.secret"] if known else 2.0) * unit * odds, owned(p, side, h)))
    return found + [Goal(h, unit / 6, owned(p, side, h)) for h in b.vertices]


def owned(p: Brunete, side: Side, h: int) -> bool:
    """Occupied, or last occupied: whose it is as far as plans go."""
    holder = p.holder(h)
    return p.last[h] == side if holder < 0 else holder == side


def step_worth(p: Brunete, u: int, w: Weights) -> float:
    """What the next step lost by a unit costs its owner."""
    b = p.board
    n = p.steps[u]
    if b.type[u] == 2:
        return w["worth.tank"]
    lost = b.defence[u][n] - b.defence[u][n - 1] if n else 0
    return lost / 4 + (w["worth.elite"] if b.elite[u] else 0.0)
