"""The environments keep the conventions of their libraries, show nothing that is hidden, and number every act."""
from __future__ import annotations

import re
import runpy
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import gymnasium.utils.env_checker
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from pettingzoo.test import api_test, seed_test

from frente.env import spiel, zoo
from frente.env.encoding import Acts, Eyes, Layout, amount, factors
from frente.env.gym import Seat
from frente.kernel.catalog import find
from frente.kernel.flow import CHANCE, Act, Position
from frente.kernel.views import SeatView
from tests.conftest import SHORT
from tests.test_lab_run import GAMES


def started(slug: str) -> tuple[Any, Position]:
    game = find(slug)
    return game, game.start(SHORT[slug], game.settled({}))


# -- encoding

@pytest.mark.parametrize("slug", GAMES)
def test_every_act_has_a_number_of_its_own_and_the_mask_shows_what_is_offered(slug: str) -> None:
    game, p = started(slug)
    acts, rng = Acts(game, p), Random(slug)
    assert [acts.number(acts.act(n)) for n in range(acts.size)] == list(range(acts.size))
    while p.choices():
        side = min(p.choices())
        offered = p.choices()[side]
        assert {acts.act(int(n)) for n in acts.mask(offered).nonzero()[0]} == set(offered)
        p.apply(side, rng.choice(offered))


def test_an_act_without_a_number_is_named() -> None:
    game, p = started("storm")
    acts = Acts(game, p)
    with pytest.raises(ValueError, match=r"^die:100 has no number; there are 100 for die$"):
        acts.number(Act("die", 100))
    with pytest.raises(ValueError, match=r"^there is no act -1; the last is "):
        acts.act(-1)
    with pytest.raises(ValueError, match="there is no act"):
        acts.act(acts.size)


@pytest.mark.parametrize("slug", GAMES)
def test_an_observation_tells_nothing_hidden_and_does_not_depend_on_the_one_before(slug: str) -> None:
    game, p = started(slug)
    layout, rng, seen = Layout(game, p), Random(slug), 0
    eyes = [Eyes(layout) for _ in game.sides]
    compared = told_apart = 0
    while p.choices():
        side = min(p.choices())
        if side != CHANCE and rng.random() < 0.03:
            other = game.determinize(p, side, rng)
            first = eyes[side].see(game.view(p, side))
            assert np.array_equal(first, Eyes(layout).see(game.view(p, side)))       # kept from call to call: the same
            assert np.array_equal(first, Eyes(layout).see(game.view(other, side)))
            foe = 1 - side
            known = [Eyes(layout).see(game.view(q, foe)) for q in (p, other)]
            told_apart += not np.array_equal(known[0], known[1])
            compared += 1
            seen += int(np.count_nonzero(first))
        p.apply(side, rng.choice(p.choices()[side]))
    assert compared > 5
    assert seen / compared > 100
    if slug == "storm":                  # the test can tell: whoever holds the chits sees that they were exchanged
        assert told_apart > 0


def test_an_observation_holds_pieces_ground_tracks_and_question() -> None:
    game, p = started("storm")
    layout = Layout(game, p)
    view = game.view(p, 1)
    vector = Eyes(layout).see(view)
    own = [x for x in view.pieces if x["at"] == "track" and x["side"] == "nationalist"]
    at = layout.place["track"] * 16
    assert vector[at] == len(own) > 0
    assert vector[at + 1] == sum(x["steps"] for x in own)
    held = layout.place["D"] * 16 + 8
    assert list(vector[held:held + 2]) == [1.0, 0.0]         # D is held by the Nationalist, who looks
    assert list(Eyes(layout).see(game.view(p, 0))[held:held + 2]) == [0.0, 1.0]
    support = layout.tracks_at + layout.track["support", "nationalist"]
    assert vector[support] == pytest.approx(1.2)
    assert vector[layout.rest_at:layout.rest_at + 64].sum() == 1


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_going_on_can_be_seen_and_is_forgotten_when_it_is_over(slug: str) -> None:
    game, p = started(slug)
    layout, rng = Layout(game, p), Random(slug)
    eyes = [Eyes(layout) for _ in game.sides]
    named = 0
    for _ in range(600):
        if not p.choices():
            break
        side = min(p.choices())
        if side != CHANCE:
            view = game.view(p, side)
            vector = eyes[side].see(view)
            told = [x for v in view.facts.values() for x in (v if isinstance(v, list) else [v])]
            units = {x for x in told if str(x) in layout.unit}
            seen = {name for name, k in layout.unit.items()
                    if vector[layout.units_at + k * 15 + 11:layout.units_at + k * 15 + 15].any()}
            assert units <= seen, "who takes part has a role"
            if not view.facts:
                assert not seen
            named += len(units)
            view.facts = {}
            view.phase = []
            blank = eyes[side].see(view)
            assert not blank[layout.facts_at:].any()
            assert not any(blank[layout.units_at + k * 15 + 11:layout.units_at + k * 15 + 15].any()
                           for k in layout.unit.values())
        p.apply(side, rng.choice(p.choices()[side]))
    assert named > 3


def test_amounts_in_words_are_numbers() -> None:
    assert [amount(x) for x in ("5¾", "½", "12", "move", "", "6a", "a6")] == [5.75, 0.5, 12, None, None, None, None]


def test_factors_are_the_first_two_numbers_of_a_counter() -> None:
    assert [factors(x) for x in ("7-8", "2-6-3", "(11)-3-3", "7", "", "+1-4")] == [
        (7, 8), (2, 6), (11, 3), (7, 0), (0, 0), (4, 0)]


# -- PettingZoo

EVERY = [(slug, scenario.id) for slug in GAMES for scenario in find(slug).scenarios]


@pytest.mark.parametrize(("slug", "scenario"), EVERY)
def test_the_pettingzoo_environment_passes_the_api_test(slug: str, scenario: str) -> None:
    with warnings.catch_warnings():      # that agents are not called player_0, and that observations are dictionaries
        warnings.simplefilter("ignore", UserWarning)
        api_test(zoo.env(slug, scenario=scenario), num_cycles=250, verbose_progress=False)
    raw = zoo.Frente(slug, scenario=scenario)
    assert raw.possible_agents == list(find(slug).sides)


@pytest.mark.parametrize(("slug", "scenario"), EVERY)
def test_the_same_seed_gives_the_same_game(slug: str, scenario: str) -> None:
    seed_test(lambda: zoo.env(slug, scenario=scenario), num_cycles=60)
    assert zoo.env(slug, scenario=scenario) is not None


def test_a_game_played_to_its_end_rewards_the_winner() -> None:
    env, rng = zoo.Frente("heralds"), Random(1)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0])))
    winner = env.infos["cnd"]["winner"]
    assert winner in ("cnd", "pce")
    assert env.rewards == {side: 1.0 if side == winner else -1.0 for side in ("cnd", "pce")}
    assert "heralds, turn" in env.render()


def test_an_act_that_is_not_offered_loses() -> None:
    env = zoo.env("storm")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(np.argmin(env.observe(loser)["action_mask"])))
    assert all(env.terminations.values())
    assert env.rewards[loser] == -1


# -- Gymnasium

def test_the_gymnasium_environment_passes_its_checker() -> None:
    env = Seat("heralds", "pce", foe="random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)         # that the vector has no limits
        gymnasium.utils.env_checker.check_env(env, skip_render_check=True)
    assert env.observation_space.contains(env.reset(seed=3)[0])


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_is_asked_until_the_game_is_over(slug: str) -> None:
    side = find(slug).sides[1]
    env, rng = Seat(slug, side, foe="random", scenario=SHORT[slug]), Random(2)
    seen, _ = env.reset(seed=2)
    over, steps = False, 0
    while not over:
        assert env.table.asked == env.side
        seen, reward, over, cut, info = env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))
        assert not cut
        steps += 1
    assert steps > 20
    assert reward == (0.0 if info["winner"] is None else 1.0 if info["winner"] == side else -1.0)


def test_the_learning_example_learns_from_the_environment(monkeypatch, capsys) -> None:
    example = Path(__file__).resolve().parents[1] / "examples" / "learn.py"
    monkeypatch.setattr(sys, "argv", ["learn.py", "--games", "20", "--tests", "2"])
    runpy.run_path(str(example), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r" +20 games: [ \d]\d of the last 20 won", told[0])
    found = r"\d won, score [+-]\d+\.\d\d ± \d+\.\d\d"
    assert re.fullmatch(rf"2 games not learned from: {found} at random, {found} as learned", told[1])
    assert re.fullmatch(r"likes to \w+, \w+ and \w+, but not to \w+ and \w+", told[2])


def test_the_foe_is_given_a_seat_view(monkeypatch) -> None:
    given: list[object] = []
    env = Seat("heralds", "cnd", foe="random")
    env.reset(seed=1)

    class Nosy:
        def choose(self, view: SeatView, rng: Random) -> Act:
            given.append((type(view), view.side))
            return view.acts[0]

    monkeypatch.setattr("frente.env.gym.opponent", lambda name, game: Nosy())
    env.reset(seed=1)
    assert set(given) == {(SeatView, 1)}


# -- OpenSpiel

@pytest.mark.parametrize("slug", GAMES)
def test_openspiel_plays_at_random(slug: str) -> None:
    game = spiel.load(slug, SHORT[slug])
    state, rng, steps = game.new_initial_state(), Random(slug), 0
    while not state.is_terminal() and steps < 400:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
        else:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert state.action_to_string(state.current_player(), legal[0])
            state.apply_action(rng.choice(legal))
        steps += 1
    assert steps > 50


def test_openspiels_own_test_passes() -> None:
    game = spiel.load("heralds")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_players() == 2


def test_openspiels_searches_run_on_drawn_states() -> None:
    game, rng = spiel.load("storm", "drive"), Random(1)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])

    class Even(mcts.Evaluator):  # type: ignore[misc]
        """Says nothing: a play-out to the end takes too long here."""

        def evaluate(self, state: Any) -> Any:
            return np.zeros(2)

        def prior(self, state: Any) -> Any:
            legal = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            return [(a, 1 / len(legal)) for a in legal]

    player = state.current_player()
    drawn = game.drawn(state, player, rng)
    assert drawn.observation_string(player) == state.observation_string(player)
    bot = mcts.MCTSBot(game, 1.4, 8, Even(), random_state=np.random.RandomState(1))
    assert bot.step(drawn) in state.legal_actions()
    blind = ismcts.ISMCTSBot(game, Even(), 1.4, 8, random_state=np.random.RandomState(1), use_observation_string=True,
                             allow_inconsistent_action_sets=True)
    blind.set_resampler(lambda seen, who: game.drawn(seen, who, rng))
    assert blind.step(state) in state.legal_actions()


def test_copies_of_a_state_share_nothing_that_changes() -> None:
    game = spiel.load("heralds")
    state = game.new_initial_state()
    copy = state.clone()
    before = str(state)
    copy.apply_action(copy.legal_actions()[0])
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before
    assert game.game.dump(state.held.position) != game.game.dump(copy.held.position)


def test_the_observer_of_openspiel_shows_the_same_vector() -> None:
    game = spiel.load("heralds")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, Eyes(game.layout).see(game.game.view(state.held.position, 1)))
    assert observer.string_from(state, 1) == state.observation_string(1)
