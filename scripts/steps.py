"""Steps a second of the PettingZoo environments, random acts, observation and mask at every step, on one core.

    python scripts/steps.py [GAME] [--seconds N]
"""
from __future__ import annotations

import argparse
import time
from random import Random

from frente.env.zoo import Frente
from frente.kernel.catalog import GAMES
from frente.lab.bench import compiled


def speed(slug: str, seconds: float) -> tuple[int, int, float]:
    """Length of an observation, number of acts, steps a second of processor time."""
    env = Frente(slug)
    rng, steps, seed = Random(slug), 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        env.reset(seed=seed)
        seed += 1
        while not any(env.terminations.values()) and time.process_time() - began < seconds:
            seen = env.observe(env.agent_selection)
            env.step(rng.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
    return env.table.layout.size, env.table.acts.size, steps / (time.process_time() - began)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Steps a second of the PettingZoo environments.")
    parser.add_argument("game", nargs="?", choices=list(GAMES))
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    print("compiled" if compiled() else "plain Python")
    for name in [given.game] if given.game else GAMES:
        size, acts, rate = speed(name, given.seconds)
        print(f"{name}: observation {size:,}, acts {acts:,}, {rate:,.0f} steps/s")
