"""[6] Stacks on their way: leaders with armour, extra points, couriers, those who are caught."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch04_control import NOBODY, compound_holder
from frente.games.heralds.rules.ch06_reaction import reaction_parts
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import COURIER, Reaction, Stack
from tests.heralds.lay import (
    args,
    before,
    dice,
    empty,
    flags,
    handle,
    maneuver,
    moving,
    neutral,
    now,
    offered,
    ordered,
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
    r = empty()                          # one unit does not control Canillejas: the entry itself makes it contested
    put(r, "E", "18bm-1")
    put(r, "CANILLEJAS", "70bm-1")
    moving(r, PCE, 4, "18bm-1")
    play(r, "move:CANILLEJAS")
    assert offered(r) == ["extra:0", "extra:1", "extra:2"]
    play(r, "extra:2", "intercept", "unit:70bm-1", "done")
    assert {key: n for n, _, key in reaction_parts(r, top(r, Reaction))}["reaction-extra"] == -2
    s = empty()                          # contested already: nobody can react to the entry, so nothing is to be gained
    put(s, "E", "18bm-1")
    put(s, "CANILLEJAS", "70bm-1", "18bm-2")
    moving(s, PCE, 4, "18bm-1")
    play(s, "move:CANILLEJAS")
    assert question(s) == "Acting"


@pytest.mark.rule("6.1e")
def test_a_stack_in_a_square_picks_up_units_from_its_compounds() -> None:
    p = empty()
    put(p, "A", "ascanio", "44bm-1", "18bm-1")
    put(p, "A1", "18bm-2")
    put(p, "CHAMARTIN", "18bm-3")
    moving(p, PCE, 3, "ascanio", "44bm-1")
    assert args(p, "pick") == ["18bm-1", "18bm-2"]
    assert rules(p, "pick:18bm-3") == ["6.1e"]
    assert compound_holder(p, space(p, "A1")) == PCE
    play(p, "pick:18bm-2")
    assert (where(p, "18bm-2"), now(p).credit) == ("A", 2)
    assert compound_holder(p, space(p, "A1")) == NOBODY  # it has come out
    play(p, "move:B")
    assert (where(p, "18bm-2"), where(p, "18bm-1")) == ("B", "A")
    q = empty()                          # a stack inside a compound takes along nobody from outside it
    put(q, "A1", "ascanio", "44bm-1", "18bm-1")
    put(q, "A", "18bm-2")
    put(q, "A2", "18bm-3")
    moving(q, PCE, 3, "ascanio", "44bm-1")
    assert args(q, "pick") == ["18bm-1"]
    assert rules(q, "pick:18bm-2") == rules(q, "pick:18bm-3") == ["6.1e"]
    r = empty()                          # and each costs a point
    put(r, "A", "ascanio", "44bm-1")
    put(r, "A1", "18bm-2")
    moving(r, PCE, 0, "ascanio", "44bm-1")
    assert rules(r, "pick:18bm-2") == ["6.3a"]


@pytest.mark.rule("6.4e")
def test_who_is_intercepted_on_the_way_out_of_a_compound_stands_in_its_square_and_may_fight() -> None:
    for start in ("A1", "A"):
        p = empty()
        put(p, start, "18bm-1", "18bm-2")
        put(p, "A", "40bm-1", "40bm-2")
        moving(p, PCE, 4, "18bm-1", "18bm-2")
        play(p, "move:CHAMARTIN", "intercept", "unit:40bm-1", "done")
        credit = now(p).credit
        dice(p, 6)
        assert where(p, "18bm-1") == where(p, "18bm-2") == "A"
        assert offered(p) == ["assault:A", "yield"]
        assert now(p).credit == credit
        play(p, "yield")
        assert flags(p, p.fixed, "18bm-1", "18bm-2", "40bm-1", "40bm-2") == [1, 1, 1, 0]
    q = empty()                          # a reaction that fails leaves nobody behind
    put(q, "A1", "18bm-1")
    put(q, "A", "40bm-1")
    moving(q, PCE, 4, "18bm-1")
    play(q, "move:CHAMARTIN", "intercept", "unit:40bm-1", "done")
    dice(q, 1)
    assert where(q, "18bm-1") == "CHAMARTIN"


# -- leaders of a higher level

COMPANIES = tuple(f"112bm-{n}" for n in range(1, 7))


@pytest.mark.rule("4.2.1g", "4.2.1b")
def test_a_leader_of_higher_level_who_commands_fewer_does_not_join_a_stack_that_is_too_large_for_him() -> None:
    p = empty()
    put(p, "B", "gutierrez", "gazzolo", "pineroa", *COMPANIES)   # initiative 4 at level 3, 3 at level 1, 3 at level 3
    ordered(p, CND, "gutierrez")
    play(p, "stack:gutierrez", *[f"join:{n}" for n in COMPANIES[:3]])
    assert "join:gazzolo" in offered(p)  # three he can command
    play(p, "join:112bm-4")
    assert rules(p, "join:gazzolo") == ["4.2.1g"]
    assert "join:pineroa" in offered(p)  # among equals the larger number counts
    q = empty()                          # nor is he picked up on the way
    put(q, "B", "gutierrez", "gazzolo", *COMPANIES)
    moving(q, CND, 5, "gutierrez", *COMPANIES[:4])
    assert rules(q, "pick:gazzolo") == ["4.2.1g"]
    play(q, "drop:112bm-4", "pick:gazzolo")
    assert rules(q, "pick:112bm-5") == ["6.1e"]


@pytest.mark.rule("4.2.1g")
def test_a_leader_whose_number_the_stack_needs_is_dropped_last() -> None:
    p = empty()
    put(p, "B", "pineroa", "gutierrez", *COMPANIES)      # 3 and 4, both of level 3
    moving(p, CND, 5, "pineroa", "gutierrez", *COMPANIES[:4])
    assert rules(p, "drop:gutierrez") == ["4.2.1g"]
    play(p, "drop:112bm-4", "drop:gutierrez")
    assert where(p, "gutierrez") == "B"
    assert unit(p, "gutierrez") not in now(p).units


@pytest.mark.rule("6.4c", "4.2.1g")
def test_those_who_react_make_no_larger_stack_than_their_highest_leader_commands() -> None:
    p = empty()
    put(p, "B", "gutierrez", "gazzolo", *COMPANIES)
    put(p, "A", "18bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:B", "extra:0", "intercept", "unit:112bm-1", "unit:gutierrez", "unit:112bm-2", "unit:112bm-3")
    assert "unit:gazzolo" in offered(p)
    play(p, "unit:112bm-4")
    assert rules(p, "unit:gazzolo") == ["6.4c"]


@pytest.mark.rule("4.2.1a")
def test_whether_a_hidden_piece_could_go_along_does_not_show() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio", "dieguez")
    u = unit(p, "dieguez")
    for other in [v for v in p.board.handles[PCE] if v != u]:
        q = p.clone()
        q.who[u], q.who[other] = q.who[other], q.who[u]
        ordered(q, PCE, "ascanio")
        play(q, "stack:ascanio")
        assert question(q) == "Compose", q.board.piece[q.who[u]]
    r = empty()                          # nobody there at all: nothing is asked
    put(r, "CHAMARTIN", "ascanio")
    ordered(r, PCE, "ascanio")
    play(r, "stack:ascanio")
    assert question(r) == "CreditDie"


@pytest.mark.rule("4.3.3a")
def test_couriers_only_move() -> None:
    p = empty()
    put(p, "E", "pedrero")
    f = Stack(CND, [unit(p, "pedrero")], COURIER, space(p, "CANILLEJAS"))
    run(p, f)
    dice(p, 1)
    assert rules(p, "hold:E1") == ["4.3.3a"]
    play(p, "move:CANILLEJAS")
    assert p.answer == 1


@pytest.mark.rule("6.2b", "14.a")
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
