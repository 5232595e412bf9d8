"""Every game as a PettingZoo AEC environment.

    env = frente.env.zoo.env("storm", scenario="drive")
"""
from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from frente.env.encoding import ending, rewards
from frente.env.table import Table


def env(slug: str, **given: Any) -> Any:
    """With the usual guards: an act that is not offered ends the game as a loss, a wrong order of calls is named.

    given: scenario, options, pack, render_mode.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(Frente(slug, **given), illegal_reward=-1))


class Frente(AECEnv):  # type: ignore[misc]
    metadata: ClassVar[dict[str, Any]] = {"name": "frente_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, slug: str, render_mode: str | None = None, **given: Any) -> None:
        super().__init__()
        self.table = Table(slug, **given)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.game.sides)
        seen = Box(-np.inf, np.inf, (self.table.layout.size,), np.float32)
        mask = Box(0, 1, (self.table.acts.size,), np.int8)
        self.observation_spaces = {a: Dict({"observation": seen, "action_mask": mask}) for a in self.possible_agents}
        self.action_spaces = {a: Discrete(self.table.acts.size) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        side = self.table.game.side(agent)
        return {"observation": self.table.see(side), "action_mask": self.table.mask(side)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.apply(self.table.game.side(agent), int(action))
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        if self.table.over:
            for agent, won in zip(self.possible_agents, rewards(self.table.game, self.table.position)):
                self.rewards[agent] = won
                self.terminations[agent] = True
                self.infos[agent] = dict(ending(self.table.game, self.table.position))
            self.agent_selection = self.agents[0]
        elif self.table.endless:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.table.game.sides[self.table.asked]

    def render(self) -> str:
        view = self.table.game.view(self.table.position, None)
        return f"{view.game}, turn {view.turn}: {view.question} ({', '.join(view.waiting)})"

    def close(self) -> None:
        """Nothing is held."""
