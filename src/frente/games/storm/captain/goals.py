"""What is worth having, for either side: areas by what they change in the result, and the price of a unit."""
from __future__ import annotations

from math import exp
from typing import Final

from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.state.board import AREAS, ARTILLERY, DATA, NAT, REP, SPACES
from frente.games.storm.state.position import SCENARIO_1, Storm
from frente.kit.search import reached
from frente.kit.weights import Weights

WEIGHTS_FILE: Final = DATA / "doctrine.toml"


def unit_worth(p: Storm, u: int, w: Weights) -> float:
    """What a unit is worth to its owner, a militia battalion being 1."""
    b = p.board
    if b.type[u] == ARTILLERY:
        return w["worth.gun"]
    return 0.2 * (b.defence[u] - 5) + 1.0 + w["worth.factor"] * b.attack[u]


def ground(p: Storm, w: Weights) -> list[float]:
    """By area: what it matters whose it is."""
    b = p.board
    found = [w["worth.area"]] * AREAS
    track = track_worth(p, w)
    for a in range(AREAS):
        found[a] += track
    if p.scenario == SCENARIO_1:
        for a in b.urbans:
            found[a] += ripe(p, w) * b.vp_urban * w["worth.point"]
    add_routes(p, w, found)
    add_lines(p, w, found)
    found[b.madrid] += w["worth.madrid"]
    for t in b.nb[b.madrid]:
        if t < AREAS:
            found[t] += w["worth.beside"]
    if not p.rivers_open:
        for a in b.urbans:
            found[a] += w["worth.foothold"]
    return found


def ripe(p: Storm, w: Weights) -> float:
    """[12.1n] What a victory point of now counts for at the end of scenario 1."""
    return w["worth.early"] + (1 - w["worth.early"]) * (p.turn - 1) / max(1, p.last_turn - 1)


def level_worth(p: Storm, w: Weights, levels: int) -> float:
    """What it is worth to the Republican that his morale rises by so many levels: for itself, and by its points."""
    b = p.board
    level = min(b.worst, max(b.best, p.morale - levels))
    value = w["worth.track"] * (p.morale - level) * min(1.0, (p.last_turn - p.turn + 1) / 3.0)
    if p.scenario == SCENARIO_1:
        value += ripe(p, w) * w["worth.level"] * w["worth.point"] * (b.morale_vp[p.morale] - b.morale_vp[level])
    return value


def track_worth(p: Storm, w: Weights) -> float:
    """[3.5.2b] What the next area changes: the side that is ahead on the track at the end of the turn moves morale."""
    lead = p.won[NAT] - p.won[REP] - 0.5
    close = 1.0 / (1.0 + exp(-(lead + 0.5) / 1.5)) - 1.0 / (1.0 + exp(-(lead - 0.5) / 1.5))
    return close * (level_worth(p, w, 1) - level_worth(p, w, -1))


def clear_worth(p: Storm, w: Weights) -> float:
    """[3.4.1d] What it is worth to the Republican that the last Nationalist of an urban area is driven out."""
    return w["worth.clear"] * level_worth(p, w, 1)


def add_lines(p: Storm, w: Weights, found: list[float]) -> None:
    """[3.3, 4.4e] Areas through which Nationalist supply runs, each by the units that could not recover without it."""
    share = w["worth.line"]
    if share <= 0.0 or p.turn >= p.last_turn:        # nothing recovers any more
        return
    force = [0.0] * AREAS
    for a in range(AREAS):
        for u in p.units(NAT, a):
            force[a] += unit_worth(p, u, w)
    whole = fed(p, force, -1)
    for a in range(AREAS):
        if p.control[a] == NAT:
            found[a] += share * max(0.0, whole - force[a] - fed(p, force, a))


def fed(p: Storm, force: list[float], without: int) -> float:
    """Worth of the Nationalist units in supply, less those of an area, if that area were the enemy's."""
    b = p.board
    closed = [x != NAT for x in p.control]
    if without >= 0:
        closed[without] = True
    lines = [False] * SPACES
    for a in reached(b.nb, [x for x in range(AREAS, SPACES) if b.owner[x] == NAT], closed):
        lines[a] = True
    total = 0.0
    for a in range(AREAS):
        if force[a] and a != without and (lines[a] or (p.control[a] != NAT and any(lines[t] for t in b.nb[a]))):
            total += force[a]
    return total


def add_routes(p: Storm, w: Weights, found: list[float]) -> None:
    """[10, 12.1j] Normal areas on the routes, each by what the route changes that it cuts."""
    b = p.board
    lines = supplied(p, NAT)
    cut = cut_routes(p, lines)
    n = sum(cut)
    last = len(b.routes)
    for i, route in enumerate(b.routes):
        k = n if cut[i] else n + 1
        value = w["worth.roads"] * ((k / last) ** w["worth.power"] - ((k - 1) / last) ** w["worth.power"])
        if p.scenario == SCENARIO_1:
            value = 0.13 * value + b.vp_route * w["worth.point"]
        holding = sum(1 for a in route if p.control[a] == NAT and lines[a])
        for a in route:
            mine = p.control[a] == NAT and lines[a]
            found[a] += value / holding if mine else value * (0.4 if holding else 1.0)
