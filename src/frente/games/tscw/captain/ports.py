"""Ports: nobody lands on top of an enemy (14.7), so one unit keeps ships out of a place on the coast."""
from __future__ import annotations

from frente.games.tscw.captain.survey import distances
from frente.games.tscw.state.board import CANTABRIAN, HQ, MEDITERRANEAN, NAT, REP
from frente.games.tscw.state.position import Tscw
from frente.kit.weights import Weights


def open_ports(p: Tscw) -> list[int]:
    """Places of the Republic that count, by morale or as sources of supply, and that ships can land at next turn."""
    b = p.board
    if p.scenario_1936() or not b.sea_limit[min(p.turn + 1, p.last_turn)][NAT]:
        return []
    sources = [h for hexes in b.sources for h in hexes]
    return [t for t in b.towns if (b.morale[t] or t in sources) and p.control[t] == REP
            and b.coast[t] in (CANTABRIAN, MEDITERRANEAN)]


def watched(p: Tscw, w: Weights) -> dict[int, int]:
    """Who stays in which port: the weakest of those near it, and nobody who stands in another."""
    b = p.board
    found: dict[int, int] = {}
    ports = open_ports(p)
    for t in ports:
        far = distances(b, t)
        best = w["post.far"]
        who = -1
        for u in p.on_map(REP):
            h = p.hex[u]
            if u in found or b.type[u] == HQ or (h != t and (h in ports or not p.allowance(u))):
                continue
            cost = w["post.near"] * far[h] + p.attack(u) + p.defence(u)
            if cost < best:
                best = cost
                who = u
        if who >= 0:
            found[who] = t
    return found
