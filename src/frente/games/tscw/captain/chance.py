"""What a position looks like to whoever has to guess how the game ends: features in words, seen by the Nationalist."""
from __future__ import annotations

from math import tanh
from pathlib import Path
from typing import Final

from frente.games.tscw.state.board import HQ, NAT, REP
from frente.games.tscw.state.position import Tscw
from frente.kit.chance import Chances, Outlook

FILE: Final = Path(__file__).parents[1] / "data" / "chance.toml"
TRACKS: Final = [
    "morale lost", "morale lost squared", "prizes taken", "prizes taken squared", "Madrid held", "hexes round Madrid",
    "strength round Madrid, Nationalist", "strength round Madrid, Republican", "capitals of the North",
    "morale of ground held", "towns", "attack, Nationalist", "attack, Republican", "defence, Nationalist",
    "defence, Republican", "units, Nationalist", "units, Republican", "resource points, Nationalist",
    "resource points, Republican", "on the move, Nationalist"]
CITIES: Final = ("2712", "3023", "2318", "3613", "1410", "2018", "1817", "3615", "3710", "3707", "2921", "2519")
NEAR: Final = 3                          # hexes
NAMES: Final = [*TRACKS, *[f"hex {name} held" for name in CITIES],
                *[f"hex {name} balance of strength" for name in CITIES]]


def scene(p: Tscw) -> str:
    return "columns" if p.scenario_1936() else "campaign"


def gone(p: Tscw) -> float:
    """How far the game has gone."""
    return p.turn / p.last_turn


def features(p: Tscw, mover: int) -> list[float]:
    """In the order of NAMES. *mover*: the side that is asked."""
    b = p.board
    cities = [b.index[name] for name in CITIES]
    attack = [0, 0]
    defence = [0, 0]
    count = [0, 0]
    ring = [0, 0]
    weight = [0.0] * len(cities)
    for side in (REP, NAT):
        sign = 1.0 if side == NAT else -1.0
        for u in p.on_map(side):
            if b.type[u] == HQ:
                continue
            h = p.hex[u]
            power = p.defence(u)
            attack[side] += p.attack(u)
            defence[side] += power
            count[side] += 1
            if b.apart[h][b.madrid] <= NEAR:
                ring[side] += p.attack(u) + power
            for i, t in enumerate(cities):
                if b.apart[h][t] <= NEAR:
                    weight[i] += sign * power
    lost = (b.morale_start - p.morale) / 30
    prizes = sum([p.control[h] == REP for h in b.prizes]) / 3
    around = sum([p.control[h] == NAT for h in b.nb[b.madrid]]) / 6
    ground = sum([abs(b.morale[h]) if p.control[h] == NAT else -abs(b.morale[h]) for h in b.towns])
    towns = sum([1 if p.control[h] == NAT else -1 for h in b.towns])
    found = [
        lost, lost * lost, -prizes, -prizes * prizes, float(p.control[b.madrid] == NAT), around, ring[NAT] / 30,
        ring[REP] / 30, sum([p.control[h] == NAT for h in b.capitals]) / 3, ground / 30, towns / 50, attack[NAT] / 100,
        attack[REP] / 100, defence[NAT] / 100, defence[REP] / 100, count[NAT] / 50, count[REP] / 50,
        (p.rp[2] + p.rp[3]) / 10, (p.rp[0] + p.rp[1]) / 10, float(mover == NAT)]
    for h in cities:
        found.append(1.0 if p.control[h] == NAT else -1.0)
    for x in weight:
        found.append(tanh(x / 20))
    return found


OUTLOOK: Final = Outlook(Chances(FILE, NAMES), scene, gone, features)
