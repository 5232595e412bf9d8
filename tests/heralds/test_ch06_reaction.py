"""[6.4, 4.5.3] Who may react to a move: the combat units of the square, those in its compounds included."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_control import compound_holder
from frente.games.heralds.rules.ch06_reaction import reaction_parts
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Reaction
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    flags,
    moving,
    now,
    offered,
    play,
    put,
    question,
    rules,
    space,
    top,
    unit,
    up,
    where,
)


@pytest.mark.rule("6.4a", "6.4b", "4.5.3a")
def test_a_garrison_intercepts_a_stack_that_enters_its_square() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E1", "70bm-1", "gutierrez")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:E", "extra:0")
    assert asked(p) == [CND]
    assert offered(p) == ["intercept", "sally:E1", "pass"]
    play(p, "intercept")
    assert args(p, "unit") == ["70bm-1"]
    play(p, "unit:70bm-1", "done")
    dice(p, 3)                           # 3 + 3 for the 70BM
    assert (where(p, "18bm-1"), where(p, "70bm-1"), where(p, "gutierrez")) == ("E", "E", "E1")
    assert offered(p) == ["assault:E", "yield"]
    play(p, "yield")
    assert flags(p, p.fixed, "18bm-1", "70bm-1") == [1, 1]


@pytest.mark.rule("6.4a", "6.4d")
def test_a_garrison_that_fails_to_intercept_stays_where_it_is() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E1", "70bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    assert {key: n for n, _, key in reaction_parts(p, top(p, Reaction))} == {
        "reaction-initiative": 3, "reaction-own-square": 1}
    dice(p, 1)                           # 1 + 3 + 1 = 5
    assert (where(p, "18bm-1"), where(p, "70bm-1")) == ("E", "E1")
    assert not now(p).caught


@pytest.mark.rule("6.4c")
def test_interceptors_from_the_square_and_its_compounds_make_one_stack() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E", "70bm-1")
    put(p, "E1", "70bm-2", "112bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:E", "extra:0", "intercept", "unit:70bm-1")
    assert offered(p) == ["unit:70bm-2", "done"]         # detachments of one brigade
    assert rules(p, "unit:112bm-1") == ["6.4c"]
    play(p, "unit:70bm-2", "done")
    dice(p, 6)
    assert [where(p, n) for n in ("70bm-1", "70bm-2", "112bm-1")] == ["E", "E", "E1"]
    assert now(p).catchers == [unit(p, "70bm-1"), unit(p, "70bm-2")]


@pytest.mark.rule("6.4b")
def test_into_a_compound_go_those_in_the_square_and_out_of_one_those_inside() -> None:
    p = empty()
    put(p, "CHAMARTIN", "18bm-1")
    put(p, "A", "40bm-1")
    put(p, "A2", "40bm-2")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:A", "extra:0")
    assert offered(p) == ["intercept", "shelter:A1", "shelter:A2", "sally:A2", "pass"]
    q = p.clone()
    play(p, "shelter:A1")
    assert args(p, "unit") == ["40bm-1"]                 # who leaves a compound gets no farther than its square
    play(q, "sally:A2")
    assert args(q, "unit") == ["40bm-2"]


@pytest.mark.rule("6.4a", "6.4g", "6.4e")
def test_a_garrison_catches_a_leader_alone_without_leaving_its_compound() -> None:
    p = empty()
    put(p, "CANILLEJAS", "ascanio")
    put(p, "E1", "70bm-1")
    moving(p, PCE, 5, "ascanio")
    play(p, "move:E", "extra:0")
    assert offered(p) == ["intercept", "sally:E1", "pass"]
    play(p, "intercept", "unit:70bm-1", "done")
    dice(p, 4)                           # 4 + 3 + 1 - 2
    assert question(p) == "FateDie"
    dice(p, 6)
    assert where(p, "ascanio") == "eliminated"
    assert (where(p, "70bm-1"), p.ip[CND]) == ("E1", 1)


@pytest.mark.rule("6.4a", "6.4b")
def test_who_goes_from_a_square_into_one_of_its_compounds_enters_no_square() -> None:
    p = empty()
    put(p, "G", "ascanio", "70bm-1")
    moving(p, PCE, 5, "ascanio")
    play(p, "move:G2")
    assert (question(p), where(p, "ascanio")) == ("Acting", "G2")


@pytest.mark.rule("6.4d", "6.3e")
def test_the_guard_of_a_compound_gains_by_its_side_s_control_of_the_square_entered() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio")
    put(p, "A1", "40bm-1")               # astride the way; the CND controls A
    moving(p, PCE, 5, "ascanio")
    play(p, "move:A", "extra:0", "intercept", "unit:40bm-1", "done")
    assert {key: n for n, _, key in reaction_parts(p, top(p, Reaction))} == {
        "reaction-initiative": 3, "reaction-own-square": 1, "reaction-alone": -2}
    q = empty()
    put(q, "A", "ascanio")
    put(q, "A1", "40bm-1")
    moving(q, PCE, 5, "ascanio")
    play(q, "move:CHAMARTIN", "intercept", "unit:40bm-1", "done")        # Chamartin is nobody's
    assert {key: n for n, _, key in reaction_parts(q, top(q, Reaction))} == {
        "reaction-initiative": 3, "reaction-alone": -2}


@pytest.mark.rule("4.5.3c", "6.4e")
def test_a_garrison_intercepts_a_stack_that_leaves_the_contested_square() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "E1", "70bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:CANILLEJAS")
    assert offered(p) == ["intercept", "pass"]
    assert rules(p, "sally:E1") == ["R68"]
    play(p, "intercept", "unit:70bm-1", "done")
    dice(p, 3)                           # 3 + 3: nobody controls E
    assert (where(p, "18bm-1"), where(p, "70bm-1")) == ("E", "E")
    assert offered(p) == ["assault:E", "yield"]
    q = empty()                          # not contested: nobody is asked
    put(q, "E", "18bm-1")
    up(q, "E1", "otero")
    moving(q, PCE, 5, "18bm-1")
    play(q, "move:CANILLEJAS")
    assert question(q) == "Acting"
    assert compound_holder(q, space(q, "E1")) == CND
