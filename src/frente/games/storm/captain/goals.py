"""What is worth having, for either side: areas by what they change in the result, and the price of a unit."""
from __future__ import annotations

from math import exp
from typing import Final

from frente.games.storm.rules.ch03_general import cut_routes, supplied
from frente.games.storm.state.board import AREAS, ARTILLERY, DATA, NAT, REP
from frente.games.storm.state.position import SCENARIO_1, Storm
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
        ripe = w["worth.early"] + (1 - w["worth.early"]) * (p.turn - 1) / max(1, p.last_turn - 1)
        for a in b.urbans:
            found[a] += ripe * b.vp_urban * w["worth.point"]
    add_routes(p, w, found)
    found[b.madrid] += w["worth.madrid"]
    for t in b.nb[b.madrid]:
        if t < AREAS:
            found[t] += w["worth.beside"]
    if not p.rivers_open:
        for a in b.urbans:
            found[a] += w["worth.foothold"]
    return found


def track_worth(p: Storm, w: Weights) -> float:
    """[3.5.2b] What the next area changes: the side that is ahead on the track at the end of the turn moves morale."""
    b = p.board
    levels = float(p.morale > b.best) + float(p.morale < b.worst)
    lead = p.won[NAT] - p.won[REP] - 0.5
    close = 1.0 / (1.0 + exp(-(lead + 0.5) / 1.5)) - 1.0 / (1.0 + exp(-(lead - 0.5) / 1.5))
    return w["worth.track"] * levels * close * min(1.0, (p.last_turn - p.turn + 1) / 3.0)


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
