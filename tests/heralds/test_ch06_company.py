"""[6] Stacks on their way: leaders with armour, extra points, couriers, those who are caught."""
from __future__ import annotations

import pytest

from frente.games.heralds.board import CND, PCE
from frente.games.heralds.ch06_reaction import reaction_parts
from frente.games.heralds.frames import COURIER, Reaction, Stack
from tests.heralds.lay import (
    before,
    dice,
    empty,
    handle,
    maneuver,
    moving,
    neutral,
    now,
    offered,
    play,
    put,
    question,
    rules,
    run,
    space,
    top,
    unit,
    where,
)


@pytest.mark.rule("6.3e", "6.4d", "6.4g")
def test_a_leader_with_armour_does_not_move_alone() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio", "arm-base")
    put(p, "A1", "40bm-1")
    moving(p, PCE, 9, "ascanio", "arm-base")
    assert rules(p, "move:A") == ["6.3d"]                # nobody slips past a compound with tanks
    q = empty()
    put(q, "CANILLEJAS", "ascanio", "arm-base")
    put(q, "E", "70bm-1")
    moving(q, PCE, 9, "ascanio", "arm-base")
    play(q, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    assert {key: n for n, _, key in reaction_parts(q, top(q, Reaction))} == {
        "reaction-initiative": 3, "reaction-own-square": 1}              # nothing for a pawn alone
    dice(q, 2)
    assert offered(q) == ["yield"]       # he neither dies nor can he fight
    play(q, "yield")
    assert q.fixed[unit(q, "arm-base")] == 1
    assert where(q, "ascanio") == where(q, "arm-base") == "E"
    assert q.ip[CND] == 0


@pytest.mark.rule("6.1d")
def test_a_stack_without_combat_units_drops_pawns_too() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio", "arm-base")
    moving(p, PCE, 9, "ascanio", "arm-base")
    play(p, "drop:arm-base", "move:RES_8D")
    assert (where(p, "ascanio"), where(p, "arm-base")) == ("RES_8D", "CHAMARTIN")
    assert now(p).credit == 8


@pytest.mark.rule("6.4e")
def test_who_is_intercepted_on_the_way_into_a_compound_does_not_reach_it() -> None:
    p = empty()
    put(p, "CHAMARTIN", "18bm-1")
    put(p, "A", "40bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:A1", "extra:0", "intercept", "unit:40bm-1", "done")
    dice(p, 6)
    assert where(p, "18bm-1") == "A"
    assert offered(p) == ["assault:A", "yield"]


@pytest.mark.rule("6.4e", "7.3a")
def test_an_intercepted_stack_parleys_with_nobody_but_the_enemy_in_the_square() -> None:
    p = empty()
    put(p, "E", "112bm-1")
    put(p, "E1", "70bm-1")
    neutral(p, "E", "44bm-1")
    put(p, "CANILLEJAS", "ascanio", "18bm-1")
    moving(p, PCE, 4, "ascanio", "18bm-1")
    play(p, "move:E", "extra:0", "intercept", "unit:112bm-1", "done")
    dice(p, 6)
    assert offered(p) == ["assault:E", "parley:112bm-1", "yield"]


@pytest.mark.rule("2.3.3c")
def test_a_hidden_piece_steps_out_when_the_enemy_takes_shelter() -> None:
    p = empty()
    put(p, "A", "40bm-1")
    put(p, "A1", "dieguez")
    put(p, "CHAMARTIN", "18bm-1")
    moving(p, PCE, 4, "18bm-1")
    play(p, "move:A", "extra:0", "shelter:A1", "unit:40bm-1", "done")
    dice(p, 6)
    assert (where(p, "40bm-1"), where(p, "dieguez")) == ("A1", "A")


@pytest.mark.rule("6.3g")
def test_extra_points_are_asked_only_where_somebody_could_react() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1")
    put(p, "E", "70bm-1")
    moving(p, PCE, 4, "18bm-1")
    play(p, "move:E")
    assert offered(p) == ["extra:0", "extra:1", "extra:2"]
    assert rules(p, "extra:3") == ["6.3g"]
    q = empty()
    put(q, "CANILLEJAS", "18bm-1")
    moving(q, PCE, 4, "18bm-1")
    play(q, "move:E")
    assert question(q) == "Acting"
    r = empty()                          # one unit does not control Canillejas, and it is not contested yet
    put(r, "E", "18bm-1")
    put(r, "CANILLEJAS", "70bm-1")
    moving(r, PCE, 4, "18bm-1")
    play(r, "move:CANILLEJAS")
    assert question(r) == "ChooseReaction"


def test_couriers_only_move() -> None:
    p = empty()
    put(p, "E", "pedrero")
    f = Stack(CND, [unit(p, "pedrero")], COURIER, space(p, "CANILLEJAS"))
    run(p, f)
    dice(p, 1)
    assert rules(p, "hold:E1") == ["4.3.3a"]
    play(p, "move:CANILLEJAS")
    assert p.answer == 1


def test_a_stack_without_credit_still_takes_free_steps() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    p.will[CND] = 1
    p.fixed[unit(p, "112bm-1")] = 1
    maneuver(p, CND, "112bm-1")
    dice(p, 1)
    assert now(p).credit == 0
    assert "move:H" in offered(p)
    assert "move:CANILLEJAS" not in offered(p)
    assert handle(p, "112bm-1") == "112bm-1"
    run(p, before("MarkersUpdate"))
    assert p.fixed[unit(p, "112bm-1")] == 0
