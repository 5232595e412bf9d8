"""What a position looks like to whoever has to guess how the game ends: features in words, seen by the Nationalist."""
from __future__ import annotations

from math import tanh
from typing import Final

from frente.games.brunete.captain.goals import owned
from frente.games.brunete.rules.ch03_supply import holds, supply_lines
from frente.games.brunete.rules.ch12_victory import OFFENSIVE, points
from frente.games.brunete.state.board import DATA, NAT, REP
from frente.games.brunete.state.position import UNSUPPLIED, Brunete
from frente.kit.chance import Chances, Outlook

FILE: Final = DATA / "chance.toml"
TRACKS: Final = [
    "victory points", "victory points squared", "victory points short of a win", "purple towns held",
    "all purple towns held", "yellow objectives held", "vertices held", "secret objective known",
    "secret objective held", "steps, Republican", "steps, Nationalist", "defence, Republican", "defence, Nationalist",
    "unsupplied, Republican", "unsupplied, Nationalist", "command points", "guns", "aircraft",
    "initiative, Nationalist", "on the move, Nationalist"]
PLACES: Final = 12                       # five purple towns, four yellow objectives, three vertices
NEAR: Final = 3                          # hexes
NAMES: Final = [*TRACKS, *[f"objective {i + 1} owned" for i in range(PLACES)],
                *[f"objective {i + 1} balance of strength" for i in range(PLACES)]]


def scene(p: Brunete) -> str:
    return "offensive" if p.last_turn == OFFENSIVE else "campaign"


def gone(p: Brunete) -> float:
    """How far the game has gone."""
    return p.turn / p.last_turn


def features(p: Brunete, mover: int) -> list[float]:
    """In the order of NAMES. *mover*: the side that is asked."""
    b = p.board
    far = supply_lines(p, REP)
    vp = float(points(p, far))
    purple = [h for h, _ in p.purple()]
    towns = sum([holds(p, REP, h, far) for h in purple])
    goal = b.yellow[p.objective] if p.objective >= 0 else -1
    steps = [0, 0]
    wall = [0, 0]
    cut = [0, 0]
    spots = [*purple, *b.yellow, *b.vertices][:PLACES]
    weight = [0.0] * len(spots)
    for u in range(b.units):
        h = p.hex[u]
        if h < 0:
            continue
        s = b.side[u]
        n = p.steps[u]
        steps[s] += n
        wall[s] += b.defence[u][n]
        if p.state[u] & UNSUPPLIED:
            cut[s] += 1
        sign = 1.0 if s == NAT else -1.0
        for i, t in enumerate(spots):
            if b.distance(h, t) <= NEAR:
                weight[i] += sign * b.defence[u][n]
    found = [
        -vp / 7, vp * vp / 49, max(0.0, 7.0 - vp) / 7, -towns / 5, -float(towns == len(purple)),
        -sum([holds(p, REP, h, far) for h in b.yellow]) / 4, -sum([holds(p, REP, h, far) for h in b.vertices]) / 3,
        float(goal >= 0), -float(goal >= 0 and holds(p, REP, goal, far)), steps[REP] / 50, steps[NAT] / 50,
        wall[REP] / 100, wall[NAT] / 100, cut[REP] / 10, cut[NAT] / 10, (p.cp[NAT] - p.cp[REP]) / 3,
        (p.art[NAT] - p.art[REP]) / 3, (p.avi[NAT] - p.avi[REP]) / 3, float(p.initiative == NAT), float(mover == NAT)]
    for h in spots:
        found.append(1.0 if owned(p, NAT, h) else -1.0)
    found += [0.0] * (PLACES - len(spots))
    for x in weight:
        found.append(tanh(x / 12))
    return found + [0.0] * (PLACES - len(spots))


OUTLOOK: Final = Outlook(Chances(FILE, NAMES), scene, gone, features)
