"""Computer opponents: legal, repeatable, blind to what is hidden, and better than chance."""
from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from frente.ai import NAMES, Captain, opponent
from frente.ai.captain import Answer, foresee
from frente.ai.mixing import draw, mixed, shares
from frente.kernel.catalog import find
from frente.kernel.flow import CHANCE, PASS, Act, Position
from frente.kernel.views import SeatView
from frente.lab.sim import Plan, play

BRUNETE = find("brunete")


def test_an_unknown_opponent_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="“napoleon”") as fault:
        opponent("napoleon", BRUNETE)
    for name in NAMES:
        assert name in str(fault.value)


# -- mixing


def test_a_game_of_guessing_is_mixed_evenly() -> None:
    assert mixed([[1.0, -1.0], [-1.0, 1.0]]) == pytest.approx([0.5, 0.5], abs=0.05)


def test_a_lopsided_game_of_guessing_is_mixed_as_theory_says() -> None:
    found = mixed([[3.0, -1.0], [-1.0, 1.0]], rounds=2000)      # a third and two thirds
    assert found == pytest.approx([1 / 3, 2 / 3], abs=0.05)


def test_a_choice_worse_in_every_case_is_never_made() -> None:
    assert mixed([[1.0, 2.0], [0.0, 1.0]]) == [1.0, 0.0]


def test_draws_follow_the_shares() -> None:
    rng = Random(5)
    found = [draw([0.2, 0.0, 0.8], rng) for _ in range(2000)]
    assert found.count(1) == 0
    assert 300 < found.count(0) < 500
    assert shares([0.0, 0.0]) == [0.5, 0.5]


# -- the machinery, with a game of one question


class Coin(Position):
    """Keep what you have (3), or roll a die."""

    value: int = 0

    def apply(self, side: int, act: Act) -> None:
        if act == PASS:
            self.value, self.asked = 3, {}
        elif act.verb == "roll":
            self.asked = {CHANCE: [Act("die", n) for n in (1, 2, 6, 6)]}
        else:
            self.value, self.asked = act.arg, {}


class CoinDoctrine:
    def __init__(self) -> None:
        self.answers: Mapping[str, Answer] = {}

    def epoch(self, p: Position, side: int) -> int:
        return 0

    def plan(self, p: Position, side: int) -> None:
        return None

    def worth(self, p: Position, side: int) -> float:
        assert isinstance(p, Coin)
        return float(p.value)


def test_without_an_answer_every_act_is_tried_and_its_dice_are_averaged() -> None:
    p = Coin()
    acts = [PASS, Act("roll")]
    assert foresee(CoinDoctrine(), p, 0, acts) == Act("roll")           # 3.75 against 3
    assert foresee(CoinDoctrine(), p, 0, [Act("die", 1), PASS]) == PASS


def test_where_there_is_too_much_to_look_at_the_first_act_will_do() -> None:
    many = [Act("die", n) for n in range(1, 30)]
    assert foresee(CoinDoctrine(), Coin(), 0, many) == many[0]


# -- whole games


@pytest.mark.parametrize("scenario, bots", [
    ("offensive", ("captain", "random")), ("offensive", ("random", "captain")), ("offensive", ("greedy", "captain")),
    ("campaign", ("captain", "greedy")), ("campaign", ("greedy", "random"))])
def test_whole_games_are_played_with_offered_acts_only(scenario: str, bots: tuple[str, str]) -> None:
    played = play(Plan("brunete", scenario, {}, bots, 11), 0)
    assert played.error == ""
    assert played.result is not None


@pytest.mark.parametrize("side", [0, 1])
def test_the_captain_beats_chance_from_either_side(side: int) -> None:
    bots = ("captain", "random") if side == 0 else ("random", "captain")
    games = [play(Plan("brunete", "campaign", {}, bots, 23), n) for n in range(2)]
    assert [g.result["winner"] for g in games if g.result] == [BRUNETE.sides[side]] * 2


@pytest.mark.parametrize("options", [
    {"solitaire": True, "supply_effects": "continuous", "anti_aircraft": True},
    {"captured_t26": True, "below_half_after_shifts": "attack_cancelled", "independent_brigades": "own_division",
     "slow_xviii_corps": True, "north_edge_requires_B": True}])
def test_the_captain_copes_with_options(options: dict[str, Any]) -> None:
    played = play(Plan("brunete", "offensive", options, ("captain", "captain"), 31), 0)
    assert played.error == ""


def test_the_same_seed_gives_the_same_game() -> None:
    plan = Plan("brunete", "offensive", {}, ("captain", "captain"), 41, keep_acts=True)
    assert play(plan, 0) == play(plan, 0)


def test_what_is_hidden_does_not_change_an_answer() -> None:
    """At every secret choice both sides meet other worlds they cannot tell from the true one, and answer the same."""
    p = BRUNETE.start("offensive", BRUNETE.settled({}))
    seats = [opponent("captain", BRUNETE), opponent("captain", BRUNETE)]
    dice, minds = Random(3), [Random(4), Random(5)]
    met = {"PickResource": 0, "Supports": 0}
    while p.choices():
        asked = p.choices()
        if CHANCE in asked:
            p.apply(CHANCE, dice.choice(asked[CHANCE]))
            continue
        side = max(asked)                # the second asked decides while the first choice lies face down
        step = type(p.step()).__name__
        if step in met and met[step] < 12:
            met[step] += 1
            answers = set()
            for world in range(3):
                other = BRUNETE.determinize(p, side, Random(world)) if world else p
                assert BRUNETE.view(other, side) == BRUNETE.view(p, side)
                answers.add(opponent("captain", BRUNETE).choose(SeatView(BRUNETE, other, side), Random(world * 0 + 9)))
            assert len(answers) == 1
        p.apply(side, seats[side].choose(SeatView(BRUNETE, p, side), minds[side]))
    assert min(met.values()) >= 5


def test_a_captain_that_is_put_in_the_middle_of_a_turn_makes_a_plan_of_its_own() -> None:
    p = BRUNETE.start("offensive", BRUNETE.settled({}))
    dice, mind = Random(1), Random(2)
    for n in range(220):
        asked = p.choices()
        side = min(asked)
        if side == CHANCE:
            p.apply(side, dice.choice(asked[side]))
            continue
        fresh = opponent("captain", BRUNETE)
        assert isinstance(fresh, Captain)
        act = fresh.choose(SeatView(BRUNETE, p, side), mind) if n % 5 == 0 else dice.choice(asked[side])
        assert act in asked[side]
        p.apply(side, act)
