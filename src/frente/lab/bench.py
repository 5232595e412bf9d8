"""How fast the engine is: random play on one core, nothing else. The best of several repeats counts."""
from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from frente.kernel import flow
from frente.kernel.catalog import Game
from frente.kernel.flow import CHANCE, Position
from frente.lab.stats import percentile

REPEATS: Final = 5
SECONDS: Final = 0.5                     # of clones, in one repeat
SAMPLES: Final = 1500                    # views, in one repeat


@dataclass
class Speed:
    """acts: the dice of random play count, since each is a question answered by the engine."""

    decisions_per_s: float
    games_per_s: float
    clones_per_s: float
    act_p99_ms: float                    # view of the side to move, and its choices
    compiled: bool

    def data(self) -> dict[str, Any]:
        return {"decisions_per_s": round(self.decisions_per_s), "games_per_s": round(self.games_per_s, 2),
                "clones_per_s": round(self.clones_per_s), "act_p99_ms": round(self.act_p99_ms, 3),
                "compiled": self.compiled}


def measure(game: Game[Any], repeats: int = REPEATS, seconds: float = SECONDS, samples: int = SAMPLES) -> Speed:
    """Every scenario in turn, the same games in every repeat."""
    best = Speed(0.0, 0.0, 0.0, float("inf"), compiled())
    stops = positions(game)
    for _ in range(repeats):
        games, acts, spent = whole_games(game)
        best.decisions_per_s = max(best.decisions_per_s, acts / spent)
        best.games_per_s = max(best.games_per_s, games / spent)
        best.clones_per_s = max(best.clones_per_s, clones(stops, seconds))
        best.act_p99_ms = min(best.act_p99_ms, view_time(game, stops, samples))
    return best


def compiled() -> bool:
    return not (flow.__file__ or "").endswith(".py")


def whole_games(game: Game[Any]) -> tuple[int, int, float]:
    """Games, acts and seconds of one random game in every scenario."""
    acts = 0
    began = time.perf_counter()
    for scenario in game.scenarios:
        p = game.start(scenario.id, game.settled({}))
        chance = Random(scenario.id).random
        asked = p.choices()
        while asked:
            side = next(iter(asked))
            offered = asked[side]
            p.apply(side, offered[int(chance() * len(offered))])
            acts += 1
            asked = p.choices()
    return len(game.scenarios), acts, time.perf_counter() - began


def positions(game: Game[Any]) -> list[Position]:
    """Decisions of the sides all through one random game of every scenario."""
    found: list[Position] = []
    for scenario in game.scenarios:
        p = game.start(scenario.id, game.settled({}))
        rng = Random(scenario.id)
        while p.choices():
            side = next(iter(p.choices()))
            if side != CHANCE and rng.random() < 0.1:
                found.append(p.clone())
            p.apply(side, rng.choice(p.choices()[side]))
    return found


def clones(stops: list[Position], seconds: float) -> float:
    n = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        for p in stops:
            p.clone()
        n += len(stops)
    return n / spent


def view_time(game: Game[Any], stops: list[Position], samples: int) -> float:
    """99th percentile in milliseconds: what a server computes after an act to show the next question."""
    times: list[float] = []
    for p in (stops * (1 + samples // len(stops)))[:samples]:
        side = next(iter(p.choices()))
        began = time.perf_counter()
        game.view(p, side)
        p.step().ask(p.stack[-1], p)
        times.append(time.perf_counter() - began)
    return percentile(times, 0.99) * 1000
