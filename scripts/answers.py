"""How long answers of a computer player take on one core, and how much memory the process needs.

    make slow; python scripts/answers.py GAME [--scenario S] [--player general] [--foe captain] [--seconds N] [--seed K]

The player named sits on both seats in turn, against *foe*; games are broken off when the time is over. Time is that of
the processor. With --table the player has the clock that it has where people wait, else its rollouts.
"""
from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

from frente.ai import AT_TABLE, Opponent, opponent
from frente.kernel.catalog import GAMES, Game, find
from frente.kernel.flow import CHANCE
from frente.kernel.views import SeatView
from frente.lab.bench import compiled
from frente.lab.players import player


def seated(name: str, game: Game[Any], table: bool) -> Opponent:
    return opponent(name, game, AT_TABLE) if table else player(name, game)


def timed(game: Game[Any], scenario: str, name: str, foe: str, table: bool, seed: str, seconds: float) -> list[float]:
    """Seconds of the answers of a player that had to choose, over as many games as fit."""
    found: list[float] = []
    began = time.process_time()
    for number in count():
        seat = number % 2
        minds = [player(foe, game), player(foe, game)]
        minds[seat] = seated(name, game, table)
        rng = Random(f"{seed} {number}")
        p = game.start(game.scenario(scenario).id, game.settled({}))
        while asked := p.choices():
            if time.process_time() - began >= seconds:
                return found
            if CHANCE in asked:
                p.apply(CHANCE, rng.choice(asked[CHANCE]))
                continue
            side = min(asked)
            before = time.process_time()
            act = minds[side].choose(SeatView(game, p, side), rng)
            if side == seat and len(asked[side]) > 1:
                found.append(time.process_time() - before)
            p.apply(side, act)
    return found


def share(found: Sequence[float], part: float) -> float:
    """The answer that so large a part does not exceed."""
    order = sorted(found)
    return order[min(len(order) - 1, int(part * len(order)))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How long answers take on one core, and the memory of the process.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--player", default="general")
    parser.add_argument("--foe", default="captain")
    parser.add_argument("--table", action="store_true", help="with the clock it has at a table")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    chosen = find(given.game)
    print("compiled" if compiled() else "plain Python")
    for scene in given.scenario or [s.id for s in chosen.scenarios]:
        answers = timed(chosen, scene, given.player, given.foe, given.table, given.seed, given.seconds)
        searched = [x for x in answers if x > 0.05]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{given.game} {scene} {given.player}: {len(answers)} answers, p95 {share(answers, 0.95):.2f} s; "
              f"{len(searched)} over 0.05 s, of these p95 {share(searched or [0.0], 0.95):.2f} s, "
              f"longest {max(answers):.2f} s; {memory:.0f} MB")
