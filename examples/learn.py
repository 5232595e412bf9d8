"""A learner in sixty lines: policy gradient for one seat against the opponent “random”, on one core.

    pip install 'frente[research]'
    python examples/learn.py --games 300

The policy is as simple as can be: for every act of the game one number says how eagerly it is chosen. After every
batch of games the numbers of acts that came with a better score than usual grow, the others shrink (REINFORCE).
It learns from the score of the game, which the environment gives with its last step.
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from frente.env.gym import Seat

BATCH = 10


def play(env: Seat, eager: Any, rng: np.random.Generator, seed: int) -> tuple[float, Any]:
    """The score of one game, and how its choices would have to move to become likelier."""
    moves = np.zeros_like(eager)
    seen, _ = env.reset(seed=seed)
    while True:
        offered = seen["action_mask"].nonzero()[0]
        wanted = np.exp(eager[offered] - eager[offered].max())
        chances = wanted / wanted.sum()
        act = rng.choice(len(offered), p=chances)
        moves[offered] -= chances
        moves[offered[act]] += 1
        seen, _, over, _, info = env.step(offered[act])
        if over:
            return float(info["score"][0]), moves


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play Storm Over Madrid, as the Nationalist, against random.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--tests", type=int, default=20, help="games that are not learned from, before and after")
    parser.add_argument("--rate", type=float, default=0.02, help="how far a batch moves the numbers")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env, rng = Seat("storm", "nationalist", foe="random", scenario="drive"), np.random.default_rng(given.seed)
    eager = np.zeros(env.table.acts.size)
    before = tested(env, eager, rng, given.tests)
    for batch in range(given.games // BATCH):
        played = [play(env, eager, rng, given.seed * 10_000 + batch * BATCH + k) for k in range(BATCH)]
        scores = np.array([score for score, _ in played])
        spread = scores.std() or 1.0
        for score, moves in played:
            eager += given.rate * (score - scores.mean()) / spread * moves
        print(f"{(batch + 1) * BATCH:5} games: mean score {scores.mean():+.1f}", flush=True)
    after = tested(env, eager, rng, given.tests)
    print(f"mean score of {given.tests} games: {before} at random, {after} as learned")


def tested(env: Seat, eager: Any, rng: np.random.Generator, games: int) -> str:
    """The mean score of games that are not learned from, with its standard error; the same dice before and after."""
    scores = np.array([play(env, eager, rng, 900_000 + k)[0] for k in range(games)])
    return f"{scores.mean():+.2f} ± {scores.std() / games ** 0.5:.2f}"


if __name__ == "__main__":
    main()
