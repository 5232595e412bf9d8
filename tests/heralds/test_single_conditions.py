"""Single conditions of rules: what happens where one of them alone is missing."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_maneuver import DESIGNATE, bomb_refusal
from frente.games.heralds.rules.ch05_orders import seat_refusal
from frente.games.heralds.rules.ch13_setup import placed
from frente.games.heralds.show.way import walkers
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import Order, Propaganda
from frente.games.heralds.state.frames_combat import Damage, Withdraw
from frente.games.heralds.state.position import ELIMINATED
from tests.heralds.lay import (
    empty,
    flags,
    hold,
    maneuver,
    moving,
    neutral,
    play,
    put,
    reasons,
    run,
    side_of,
    space,
    told,
    unit,
    up,
    where,
)


@pytest.mark.rule("15.free.a")
def test_pieces_that_the_chart_places_take_none_of_the_free_places_of_a_square() -> None:
    p = empty(alvarez_fixed_in_g2=True)
    put(p, "G2", "alvarez")
    assert placed(p, CND)[space(p, "G")] == 0
    put(p, "G", "pedrero")
    assert placed(p, CND)[space(p, "G")] == 1


@pytest.mark.rule("5.2.3b", "4.1.2a")
def test_why_a_hidden_enemy_cannot_be_ordered_tells_nothing_of_who_he_is() -> None:
    p = empty()
    put(p, "A", "hq-centro", "token-cnd")
    put(p, "B", "lopez-valle", "dieguez")
    f = Order(CND)
    f.held = [unit(p, "hq-centro")]
    f.at = DESIGNATE
    run(p, f)
    one, other = unit(p, "lopez-valle"), unit(p, "dieguez")
    words = [f"order:{p.board.uid[u]}" for u in (one, other)]
    said = [reasons(p, word) for word in words]
    p.who[one], p.who[other] = p.who[other], p.who[one]
    assert [reasons(p, word) for word in words] == said
    assert said[1] == [("4.1.2a", "no-authority")]


@pytest.mark.rule("6.2a")
def test_how_far_a_stack_would_come_is_said_once_its_credit_is_known() -> None:
    p = empty()
    put(p, "A", "70bm-1", "40bm-1")
    assert walkers(p, CND, unit(p, "70bm-1")) == []          # nothing is being asked
    maneuver(p, CND, "70bm-1")
    assert walkers(p, CND, unit(p, "70bm-1")) == []          # the credit is still to be rolled
    moving(p, CND, 4, "70bm-1")
    [w] = walkers(p, CND, unit(p, "70bm-1"))
    assert (w.at, w.points) == (space(p, "A"), 4)
    assert walkers(p, CND, unit(p, "40bm-1")) == []          # not in the stack


@pytest.mark.rule("7.2c", "6.3a")
def test_who_steps_out_of_a_compound_into_its_square_has_not_left_it() -> None:
    p = empty()
    put(p, "E", "70bm-1", "18bm-1")      # his own battalion there is free
    put(p, "E1", "ascanio")
    for name in ("70bm-1", "ascanio"):
        p.fixed[unit(p, name)] = 1
    moving(p, PCE, 4, "ascanio")
    play(p, "move:E")
    assert where(p, "ascanio") == "E"
    assert flags(p, p.fixed, "70bm-1", "ascanio") == [1, 1]


@pytest.mark.rule("7.2c")
def test_with_the_last_fixed_unit_of_a_side_everybody_left_is_free() -> None:
    for fixed in ("18bm-2", "18bm-3"):
        p = empty()
        put(p, "E", "50bm-1", "18bm-1", "18bm-2", "18bm-3")
        for name in ("18bm-1", fixed, "50bm-1"):
            p.fixed[unit(p, name)] = 1
        moving(p, PCE, 4, "18bm-1")
        play(p, "move:CANILLEJAS")
        assert where(p, "18bm-1") == "CANILLEJAS"
        assert flags(p, p.fixed, fixed, "50bm-1") == [1, 1], "one of theirs is still fixed"
    q = empty()
    put(q, "E", "18bm-1", "18bm-2", "50bm-1", "70bm-1")
    for name in ("18bm-1", "50bm-1", "70bm-1"):
        q.fixed[unit(q, name)] = 1
    moving(q, PCE, 4, "18bm-1")
    play(q, "move:CANILLEJAS")
    assert flags(q, q.fixed, "50bm-1", "70bm-1") == [0, 0]


@pytest.mark.rule("7.1.6a", "7.1.6d")
def test_a_unit_lost_before_its_turn_comes_is_not_damaged_any_more() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    u = unit(p, "70bm-1")
    p.box(u, ELIMINATED)
    events = told(p)
    run(p, Damage(u, False, False))
    assert (p.choices(), p.damaged[u], events) == ({}, 0, [])


@pytest.mark.rule("7.1.7c", "2.3.3c")
def test_a_neutral_unit_that_withdraws_into_a_compound_turns_nobody_out() -> None:
    p = empty()
    neutral(p, "D", "112bm-1")
    put(p, "D1", "pedrero", "dieguez")
    run(p, Withdraw(CND, [unit(p, "112bm-1")], space(p, "D"), -1))
    play(p, "to:D1")
    assert (where(p, "112bm-1"), side_of(p, "112bm-1")) == ("D1", NEUTRAL)
    assert [where(p, n) for n in ("pedrero", "dieguez")] == ["D1", "D1"]


@pytest.mark.rule("9.4e")
def test_the_first_compound_of_all_can_be_bombed_without_combat_units_in_it() -> None:
    p = empty()
    assert bomb_refusal(p, space(p, "A1")) == ("9.4e", "no-target-there")
    hold(p, PCE, "A1")
    assert bomb_refusal(p, space(p, "A1")) == ("", "")


@pytest.mark.rule("9.5c", "5.2.1h")
def test_a_seat_that_is_gone_serves_nobody() -> None:
    p = empty()
    put(p, "B4", "syn-cnt")
    up(p, "A", "token-cnd")
    p.box(unit(p, "syn-cnt"), ELIMINATED)
    assert seat_refusal(p, Propaganda(CND), unit(p, "syn-cnt")) == ("9.5c", "seat-neutral")
