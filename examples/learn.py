"""A learner in ninety lines: policy gradient for one seat against the opponent “random”, on one core.

    pip install 'frente[research]'
    python examples/learn.py --games 300

The policy is as simple as can be: how eagerly an act is chosen is the sum of two numbers, one of the act itself and one
of its verb, so that what is learned of one assault serves them all. After every batch of games the numbers of acts that
came with a better result than usual grow, the others shrink (REINFORCE). The result is the game's reward, 1 or -1, and
a tenth of its score, both given with the last step: a narrow defeat is better than a rout.
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from frente.env.gym import Seat

BATCH = 20


class Policy:
    def __init__(self, env: Seat) -> None:
        acts = env.table.acts
        self.verb = np.repeat(np.arange(len(acts.verbs)), list(acts.limit.values()))     # of every act
        self.acts, self.verbs = np.zeros(acts.size), np.zeros(len(acts.verbs))

    def chances(self, offered: Any) -> Any:
        eager = self.acts[offered] + self.verbs[self.verb[offered]]
        wanted = np.exp(eager - eager.max())
        return wanted / wanted.sum()

    def learn(self, moves: Any, much: float) -> None:
        self.acts += much * moves
        self.verbs += much * np.bincount(self.verb, moves, len(self.verbs))


def play(env: Seat, policy: Policy, rng: np.random.Generator, seed: int) -> tuple[float, float, Any]:
    """The reward and the score of one game, and how its choices would have to move to become likelier."""
    moves = np.zeros(env.table.acts.size)
    seen, _ = env.reset(seed=seed)
    while True:
        offered = seen["action_mask"].nonzero()[0]
        chances = policy.chances(offered)
        act = rng.choice(len(offered), p=chances)
        moves[offered] -= chances
        moves[offered[act]] += 1
        seen, reward, over, _, info = env.step(offered[act])
        if over:
            return reward, float(info["score"][0]), moves


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play Storm Over Madrid, as the Nationalist, against random.")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--tests", type=int, default=60, help="games that are not learned from, before and after")
    parser.add_argument("--rate", type=float, default=0.02, help="how far a batch moves the numbers")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env, rng = Seat("storm", "nationalist", foe="random", scenario="drive"), np.random.default_rng(given.seed)
    policy = Policy(env)
    before = tested(env, policy, rng, given.tests)
    for batch in range(given.games // BATCH):
        played = [play(env, policy, rng, given.seed * 10_000 + batch * BATCH + k) for k in range(BATCH)]
        results = np.array([reward + score / 10 for reward, score, _ in played])
        spread = results.std() or 1.0
        for result, (_, _, moves) in zip(results, played):
            policy.learn(moves, given.rate * (result - results.mean()) / spread)
        won = sum(reward > 0 for reward, _, _ in played)
        print(f"{(batch + 1) * BATCH:5} games: {won:2} of the last {BATCH} won", flush=True)
    after = tested(env, policy, rng, given.tests)
    eager = sorted(zip(policy.verbs, env.table.acts.verbs))
    print(f"{given.tests} games not learned from: {before} at random, {after} as learned")
    print(f"likes to {eager[-1][1]}, {eager[-2][1]} and {eager[-3][1]}, but not to {eager[0][1]} and {eager[1][1]}")


def tested(env: Seat, policy: Policy, rng: np.random.Generator, games: int) -> str:
    """How many games are won that are not learned from, and their mean score with its standard error; the same dice
    before and after."""
    played = [play(env, policy, rng, 900_000 + k) for k in range(games)]
    scores = np.array([score for _, score, _ in played])
    won = sum(reward > 0 for reward, _, _ in played)
    return f"{won} won, score {scores.mean():+.2f} ± {scores.std() / games ** 0.5:.2f}"


if __name__ == "__main__":
    main()
