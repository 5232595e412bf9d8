"""Exact odds from the rules themselves."""
from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from frente.kernel.flow import CHANCE, PASS, Act, Position, Side
from frente.odds import expand, sample
from tests import toy
from tests.toy import Activation, Attack, Toy, Turn


def position(ridge: bool = False) -> Toy:
    """Red's r2 attacks Blue's b2 on the ridge, and nobody holds a card."""
    p = toy.GAME.start("short", {"ridge": ridge, "purse": "small"})
    assert isinstance(p, Toy)
    p.area[:] = [0, 1, 2, 6, 4, 8]
    turn = Turn([1, 0], [1, 0], 2)
    turn.at = 3
    active = Activation(0, 1)
    active.at = 2
    p.stack = [turn, active, Attack(0, 1, 4, 1)]
    p.settle()
    return p


def passing(p: Position, side: Side, acts: list[Act]) -> Act:
    return PASS if PASS in acts else acts[0]


def fought(p: Position) -> bool:
    return not any(isinstance(f, Attack) for f in p.stack)


def steps(p: Position) -> tuple[int, int]:
    assert isinstance(p, Toy)
    return p.steps[1], p.steps[4]


@pytest.mark.parametrize("ridge, wins", [(False, Fraction(15, 36)), (True, Fraction(10, 36))])
def test_the_odds_of_an_attack_are_exact(ridge: bool, wins: Fraction) -> None:
    odds = expand(position(ridge), fought, passing, steps)
    assert odds.exact
    assert odds.lines == 36
    assert {steps(r.position): r.probability for r in odds.results} == {(2, 1): wins, (1, 2): 1 - wins}


def test_probabilities_add_up_and_answer_questions() -> None:
    odds = expand(position(), fought, passing, steps)
    assert sum(r.probability for r in odds.results) == 1
    assert odds.chance(lambda p: steps(p)[1] == 1) == Fraction(15, 36)
    assert odds.mean(lambda p: steps(p)[0]) == pytest.approx(1 + 15 / 36)


def test_the_position_asked_about_does_not_change() -> None:
    p = position()
    before = toy.GAME.dump(p)
    expand(p, fought, passing, steps)
    sample(p, fought, passing, steps, 20)
    assert toy.GAME.dump(p) == before


def test_answers_decide_inner_questions() -> None:
    p = position()
    p.hands[1] = [2]                     # an ambush, worth 2
    p.cup.remove(2)
    p.settle()
    played = expand(p, fought, lambda q, side, acts: acts[0], steps)
    kept = expand(p, fought, passing, steps)
    assert played.chance(lambda q: steps(q)[1] == 1) == Fraction(6, 36)
    assert kept.chance(lambda q: steps(q)[1] == 1) == Fraction(15, 36)


def test_equal_chits_weigh_as_often_as_they_are_in_the_cup() -> None:
    p = position()
    turn = Turn([0, 0], [2, 1], 2)
    turn.at = 3
    p.stack = [turn]
    p.settle()
    assert [a.arg for a in p.choices()[CHANCE]] == [0, 0, 1]
    odds = expand(p, lambda q: any(isinstance(f, Activation) for f in q.stack), passing, lambda q: min(q.choices()))
    assert {min(r.position.choices()): r.probability for r in odds.results} == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert odds.lines == 2


def test_a_position_where_nothing_is_left_to_happen_is_certain() -> None:
    odds = expand(position(), lambda p: True, passing, steps)
    assert [(r.probability, steps(r.position)) for r in odds.results] == [(Fraction(1), (2, 2))]


def test_the_end_of_the_game_stops_as_well() -> None:
    p = position()
    p.turn = p.last
    p.area[:] = [-1, 1, -1, -1, 4, -1]
    p.steps[:] = [0, 1, 0, 0, 1, 0]
    odds = expand(p, lambda q: False, passing,
                  lambda q: q.choices() == {} and isinstance(q, Toy) and toy.GAME.outcome(q))
    assert odds.exact
    assert odds.chance(lambda q: isinstance(q, Toy) and q.result == 0) == Fraction(15, 36)
    assert odds.chance(lambda q: isinstance(q, Toy) and q.result == 1) == Fraction(21, 36)


def test_too_many_lines_are_sampled_and_the_answer_says_so() -> None:
    odds = expand(position(), fought, passing, steps, limit=10, samples=4000, rng=Random(1))
    assert not odds.exact
    assert odds.lines == 4000
    assert float(odds.chance(lambda p: steps(p)[1] == 1)) == pytest.approx(15 / 36, abs=0.04)
    assert sum(r.probability for r in odds.results) == 1


def test_a_sample_is_the_same_each_time_unless_told_otherwise() -> None:
    first, again = (sample(position(), fought, passing, steps, 50) for _ in range(2))
    assert [r.probability for r in first.results] == [r.probability for r in again.results]


def test_an_answer_that_was_not_offered_is_an_error() -> None:
    with pytest.raises(ValueError, match="not among those offered"):
        expand(position(), fought, lambda p, side, acts: Act("card", 7), steps)
