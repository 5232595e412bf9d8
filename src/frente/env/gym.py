"""One seat of a game as a Gymnasium environment, against one of our opponents.

    env = frente.env.gym.Seat("storm", "nationalist", foe="random", scenario="drive")
"""
from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from frente.ai import Opponent, opponent
from frente.env.encoding import ending, rewards
from frente.env.table import Table
from frente.kernel.views import SeatView


class Seat(gymnasium.Env[dict[str, Any], Any]):
    """The foe is given what its side may know, as in any game. An act that is not offered loses."""

    def __init__(self, slug: str, side: str, foe: str = "captain", **given: Any) -> None:
        self.table = Table(slug, **given)
        self.side = self.table.game.side(side)
        self.name = foe
        self.foe: Opponent = opponent(foe, self.table.game)
        self.mind = Random()
        self.observation_space = Dict({"observation": Box(-np.inf, np.inf, (self.table.layout.size,), np.float32),
                                       "action_mask": Box(0, 1, (self.table.acts.size,), np.int8)})
        self.action_space = Discrete(self.table.acts.size)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.mind = Random(f"{number} foe")
        self.foe = opponent(self.name, self.table.game)      # an opponent keeps a plan: each game has its own
        self.table.reset(number)
        self._replies()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            self.table.apply(self.side, int(action))
        except ValueError as e:
            return self._seen(), -1.0, True, False, {"illegal": str(e)}
        self._replies()
        p, game = self.table.position, self.table.game
        return self._seen(), rewards(game, p)[self.side], self.table.over, self.table.endless, dict(ending(game, p))

    def _replies(self) -> None:
        table = self.table
        while not table.over and not table.endless and table.asked != self.side:
            side = table.asked
            table.apply(side, table.acts.number(self.foe.choose(SeatView(table.game, table.position, side), self.mind)))

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.see(self.side), "action_mask": self.table.mask(self.side)}
