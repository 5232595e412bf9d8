"""What a position looks like to whoever has to guess how the game ends: features in words, seen by the Republican."""
from __future__ import annotations

from math import tanh
from pathlib import Path
from typing import Final

from frente.games.guadalajara.captain.goals import goals
from frente.games.guadalajara.rules.victory import holds, judge, score
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import UNSUPPLIED, Guadalajara
from frente.kit.chance import Chances, Outlook

FILE: Final = Path(__file__).parents[1] / "data" / "chance.toml"
TRACKS: Final = [
    "result if it ended now", "points of the campaign", "points of the campaign squared", "worth of villages held",
    "steps, Nationalist", "steps, Republican", "attack, Nationalist", "attack, Republican", "unsupplied, Nationalist",
    "unsupplied, Republican", "divisions routed", "battalions that left by 1.07", "air points",
    "on the move, Republican"]
PLACES: Final = 8                        # the villages that are worth most
NEAR: Final = 4                          # hexes
NAMES: Final = [*TRACKS, *[f"village {i + 1} by its worth held" for i in range(PLACES)],
                *[f"village {i + 1} by its worth, balance of strength" for i in range(PLACES)]]


def scene(p: Guadalajara) -> str:
    return str(p.board.scenario)


def gone(p: Guadalajara) -> float:
    """How far the game has gone."""
    return p.turn / p.board.last_turn


def spots(p: Guadalajara) -> list[int]:
    """The villages that matter most, the same all game."""
    order = [(-g.value, g.h) for g in goals(p)]
    order.sort()
    return [h for _, h in order[:PLACES]]


def features(p: Guadalajara, mover: int) -> list[float]:
    """In the order of NAMES. *mover*: the side that is asked."""
    b = p.board
    named = spots(p)
    steps = [0, 0]
    power = [0, 0]
    cut = [0, 0]
    weight = [0.0] * len(named)
    for side in (NAT, REP):
        sign = 1.0 if side == REP else -1.0
        for u in b.fighters[side]:
            h = p.hex[u]
            if h < 0:
                continue
            n = p.steps[u]
            steps[side] += n
            power[side] += b.attack[u][n]
            if p.state[u] & UNSUPPLIED:
                cut[side] += 1
            for i, t in enumerate(named):
                if b.distance(h, t) <= NEAR:
                    weight[i] += sign * b.defence[u][n]
    points = score(p) / 46
    now = p.clone()
    judge(now)
    mine = sum([g.value for g in goals(p) if holds(p, REP, g.h)])
    theirs = sum([g.value for g in goals(p) if holds(p, NAT, g.h)])
    found = [
        -float(now.level), -points, -points * points, (mine - theirs) / 20, steps[NAT] / 50, steps[REP] / 50,
        power[NAT] / 100, power[REP] / 100, cut[NAT] / 10, cut[REP] / 10, sum(p.routed) / 2, -p.exited / 9,
        (p.air[REP] - p.air[NAT]) / 5, float(mover == REP)]
    for h in named:
        found.append(1.0 if holds(p, REP, h) else -1.0)
    found += [0.0] * (PLACES - len(named))
    for x in weight:
        found.append(tanh(x / 12))
    return found + [0.0] * (PLACES - len(named))


OUTLOOK: Final = Outlook(Chances(FILE, NAMES), scene, gone, features)
