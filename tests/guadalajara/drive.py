"""Players of a few words for recorded games: one side pushes on or sits still, the dice are drawn from a seed."""
from __future__ import annotations

import hashlib
import json
from heapq import heappop, heappush
from random import Random

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_move import Move
from frente.games.guadalajara.state.board import FOOT, ITALIAN, NAT, SPANISH
from frente.games.guadalajara.state.position import Guadalajara
from frente.kernel.flow import CHANCE, Act, Side

BOLD = ("overrun", "attack", "fire", "intensive", "release")


def quiet(p: Guadalajara, acts: list[Act]) -> Act:
    """Does as little as the rules allow."""
    for verb in ("pass", "hold", "stop", "attack", "fire"):
        for act in acts:
            if act.verb == verb:
                return act
    return acts[0]


def goal_of(p: Guadalajara, u: int, sweep: bool) -> int:
    """Where a unit is sent: to the towns that decide, or, sweeping, first to the nearest village not yet taken."""
    b = p.board
    if sweep:
        side = b.side[u]
        found = [h for h in b.villages if b.vp[h] and p.last[h] != side and b.open[b.nation[u]][h]
                 and (b.nation[u] != ITALIAN or p.taken or b.column[h] >= b.limit_column)]
        if found:
            return min(found, key=lambda h: field(p, h)[p.hex[u]])
    if b.nation[u] == SPANISH:
        return b.town["jadraque"] if p.last[b.town["jadraque"]] != NAT else b.town["cogolludo"]
    if b.nation[u] == ITALIAN:
        return b.exit_hex if p.taken else b.brihuega
    return b.town["almadrones"]


FIELDS: dict[tuple[int, int], list[int]] = {}


def field(p: Guadalajara, goal: int) -> list[int]:
    """By hex: what a foot soldier pays to get to a goal on an empty map."""
    b = p.board
    key = (b.scenario, goal)
    if key not in FIELDS:
        best = [99999] * b.size
        best[goal] = 0
        queue = [(0, goal)]
        while queue:
            spent, h = heappop(queue)
            if spent > best[h]:
                continue
            for j, m in enumerate(b.nb[h]):
                cost = min(b.cost[FOOT][m][b.back[h][j]], 99)
                if cost and spent + cost < best[m]:
                    best[m] = spent + cost
                    heappush(queue, (best[m], m))
        FIELDS[key] = best
    return FIELDS[key]


def push(p: Guadalajara, acts: list[Act], rng: Random, sweep: bool = False) -> Act:
    """Goes for the goals of its nation: marches, overruns, barrages and attacks whatever it can."""
    f = p.stack[-1]
    verbs = {a.verb for a in acts}
    if isinstance(f, Move):
        units = [u for u in f.units if p.hex[u] >= 0]
        goal = goal_of(p, units[0], sweep)
        if "exit" in verbs and p.board.side[units[0]] == NAT and not sweep:
            return next(a for a in acts if a.verb == "exit")
        far = field(p, goal)
        steps = [a for a in acts if a.verb == "hex" and far[a.arg] < far[p.hex[units[0]]]]
        steps = sorted(steps, key=lambda a: far[a.arg])[:2]
        over = [a for a in acts if a.verb == "overrun"]
        if over and rng.random() < 0.7:
            return rng.choice(over)
        if steps:
            return rng.choice(steps)
        if "stop" in verbs:
            return next(a for a in acts if a.verb == "stop")
        return rng.choice(acts)
    for verb in BOLD:
        if verb in verbs and rng.random() < 0.6:
            return rng.choice([a for a in acts if a.verb == verb])
    rest = [a for a in acts if a.verb not in ("pass", "hold", "divert", "reserve", "mode")]
    return rng.choice(rest) if rest else quiet(p, acts)


def drive(scenario: str, seed: int, pushing: tuple[Side, ...], until: int = 99, sweep: bool = False
          ) -> tuple[Guadalajara, list[str]]:
    """A whole game: sides that push do so up to a turn, everybody else sits still. The acts as words."""
    rng = Random(seed)
    p = GAME.start(scenario, GAME.settled({}))
    words = GAME.words(p)
    log: list[str] = []
    while p.choices():
        side = min(p.choices())
        acts = p.choices()[side]
        if side == CHANCE or type(p.step()).__name__ in ("Deploy", "StartFace"):
            act = rng.choice(acts)
        elif side in pushing and p.turn <= until:
            act = push(p, acts, rng, sweep)
        else:
            act = quiet(p, acts)
        log.append(words.word(act))
        p.apply(side, act)
    return p, log


def digest(p: Guadalajara) -> str:
    return hashlib.sha256(json.dumps(GAME.dump(p), sort_keys=True).encode()).hexdigest()[:16]


