"""Every game as an OpenSpiel game, for its algorithms.

    game = frente.env.spiel.load("storm", "drive")
    bot = mcts.MCTSBot(game, 1.4, 100, mcts.RandomRolloutEvaluator())

Dice are chance nodes, sides that are asked together answer one after the other, rewards come at the end. A state holds
the true position: a search that must not see it is given ``game.drawn(state, player, rng)``, a state that the player
cannot tell from the true one.
"""
from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from frente.env.encoding import Acts, Eyes, Layout, rewards
from frente.kernel.catalog import Game, find
from frente.kernel.flow import CHANCE, Position

LENGTH: Final = 20_000                   # OpenSpiel wants a limit; no game played so far comes near it


class Held:
    """A position that OpenSpiel may copy as often as it likes: shared until one of the copies plays on."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.shared = True

    def __deepcopy__(self, memo: Any) -> Held:
        self.shared = True
        return Held(self.position)

    def to_change(self) -> Position:
        if self.shared:
            self.position = self.position.clone()
            self.shared = False
        return self.position


class FrenteGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, game: Game[Any], first: Position) -> None:
        self.game = game
        self.first = first
        self.acts = Acts(game, first)
        self.layout = Layout(game, first)
        kind = pyspiel.GameType(
            short_name=f"frente_{game.slug}", long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=len(game.sides), min_num_players=len(game.sides),
            provides_information_state_string=False, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True,
            provides_factored_observation_string=False)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.acts.size, max_chance_outcomes=self.acts.size, num_players=len(game.sides),
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=LENGTH)
        super().__init__(kind, info, {})

    def new_initial_state(self) -> FrenteState:
        return FrenteState(self, Held(self.first))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)

    def state_at(self, position: Position) -> FrenteState:
        """A state without history, from any position."""
        return FrenteState(self, Held(position))

    def drawn(self, state: FrenteState, player: int, rng: Random) -> FrenteState:
        """A state that the player cannot tell from *state*, hidden things drawn afresh."""
        return self.state_at(self.game.determinize(state.held.position, player, rng))


class Observer:
    """What OpenSpiel shows a learner: the vector of ``frente.env.encoding``."""

    def __init__(self, game: FrenteGame) -> None:
        self.game = game
        self.eyes = [Eyes(game.layout) for _ in game.game.sides]
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: FrenteState, player: int) -> None:
        self.tensor[:] = self.eyes[player].see(self.game.game.view(state.held.position, player))

    def string_from(self, state: FrenteState, player: int) -> str:
        return state.observation_string(player)


class FrenteState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: FrenteGame, held: Held) -> None:
        super().__init__(game)
        self.held = held

    @property
    def frente(self) -> FrenteGame:
        found: FrenteGame = self.get_game()
        return found

    def current_player(self) -> int:
        asked = self.held.position.choices()
        if not asked:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if CHANCE in asked else min(asked)

    def _legal_actions(self, player: int) -> list[int]:
        acts = self.frente.acts
        return sorted(acts.number(act) for act in self.held.position.choices().get(player, []))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equal chits are one outcome, the likelier for it."""
        offered = self.held.position.choices()[CHANCE]
        counted = Counter(self.frente.acts.number(act) for act in offered)
        return [(number, n / len(offered)) for number, n in sorted(counted.items())]

    def _apply_action(self, action: int) -> None:
        p = self.held.to_change()
        p.apply(min(p.choices()), self.frente.acts.act(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.frente.game.words(self.frente.first).word(self.frente.acts.act(action))

    def is_terminal(self) -> bool:
        return not self.held.position.choices()

    def returns(self) -> list[float]:
        return rewards(self.frente.game, self.held.position)

    def observation_string(self, player: int | None = None) -> str:
        side = self.current_player() if player is None else player
        return msgspec.json.encode(self.frente.game.view(self.held.position, side)).decode()

    def __str__(self) -> str:
        return self.observation_string(0)


def load(slug: str, scenario: str | None = None, options: dict[str, Any] | None = None,
         pack: Path | None = None) -> FrenteGame:
    game = find(slug)
    return FrenteGame(game, game.start(game.scenario(scenario).id, game.settled(options or {}), pack))
