"""[5.2.B, 5.2.C, 9.1, 13.6, 15.7.1] A side's phase step by step: what each step judges, clears and asks."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch07_infighting import Infighting, infight
from frente.games.tscw.rules.ch09_stacking import Ordering, Overstack
from frente.games.tscw.rules.ch12_phase import Evacuation, Movement
from frente.games.tscw.rules.ch13_attack import AfterBattle, Combat, begin_combat
from frente.games.tscw.rules.ch13_odds import Attack
from frente.games.tscw.rules.ch15_optional import ColumnRolls, RollForColumns
from frente.games.tscw.rules.sequence import (
    CombatPhase,
    EndMovement,
    EvacuationThroughFrance,
    InfightingStep,
    MovementPhase,
    OrderAgain,
    PrepareMovement,
)
from frente.games.tscw.state.frames import Phase
from frente.games.tscw.state.position import FIT, FOUGHT, MOVED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    dice,
    empty,
    flag,
    hexn,
    kill,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    reasons,
    rules,
    run,
    unit,
    where,
)


def called(p: Tscw) -> list[tuple[type, int]]:
    """What has been called, with its side, the last first."""
    return [(type(f), getattr(f, "side", -1)) for f in reversed(p.stack)]


# -- movement


@pytest.mark.rule("10.3a", "12.11a", "7.22a")
def test_the_phase_opens_with_supply_march_and_orders_of_its_side() -> None:
    p = empty(turn=5)
    own_all(p, NAT)
    own(p, REP, "3118", "2712", "2713")
    put(p, "3118", "r-mod")
    put(p, "1607", "n-crz")
    put(p, "1511", "n-cst")
    flag(p, MOVED, "n-crz", "r-mod")
    p.duty[unit(p, "n-crz")] = p.duty[unit(p, "r-mod")] = MADRID
    p.call_madrid = 5
    p.stack = []
    PrepareMovement().auto(Phase(NAT), p)
    assert p.state[unit(p, "n-crz")] == FIT
    assert p.duty[unit(p, "n-crz")] == 0, "named anew"
    assert (p.state[unit(p, "r-mod")], p.duty[unit(p, "r-mod")]) == (MOVED, MADRID), "the other side's own affair"
    assert [type(f).__name__ for f in p.stack] == ["Naming"]
    p.stack = []
    PrepareMovement().auto(Phase(REP), p)
    assert p.state[unit(p, "r-mod")] & OOS
    assert not p.state[unit(p, "r-mod")] & FIT, "no march without supply"
    assert p.stack == []


@pytest.mark.rule("12.9a", "12.9b")
def test_only_the_republican_phase_opens_with_an_evacuation() -> None:
    for side, frames in ((REP, [(Evacuation, REP)]), (NAT, [])):
        p = empty(turn=15)
        EvacuationThroughFrance().auto(Phase(side), p)
        assert called(p) == frames


@pytest.mark.rule("12.1a", "5.2.B", "5.2.C")
def test_each_side_moves_in_its_own_phase() -> None:
    for side in (REP, NAT):
        p = empty(turn=9)
        MovementPhase().auto(Phase(side), p)
        assert called(p) == [(Movement, side)]


@pytest.mark.rule("9.1a")
def test_at_the_end_of_movement_the_mover_takes_off_what_is_too_much() -> None:
    seven = [f"r-div{n}" for n in (3, 11, 12, 13, 14, 23, 24)]
    for side, frames in ((REP, [(Overstack, REP)]), (NAT, [])):
        p = empty(turn=15)
        put(p, "2712", *seven)
        before = p.barrier
        EndMovement().auto(Phase(side), p)
        assert called(p) == frames
        assert (p.barrier > before) is bool(frames)
    q = empty(turn=15)
    put(q, "2712", *seven[:6])
    EndMovement().auto(Phase(REP), q)
    assert q.stack == []


@pytest.mark.rule("4.3a", "10.4d", "9.1a")
def test_control_by_zones_is_judged_after_movement_and_only_if_agreed() -> None:
    for agreed, control in ((True, NAT), (False, REP)):
        p = empty(turn=8, control_by_zoc=agreed)
        put(p, "2911", "n-div11")
        EndMovement().auto(Phase(NAT), p)
        assert p.control[hexn(p, "2812")] == control
    q = empty(turn=8, control_by_zoc=True)
    own(q, REP, "1511", "1809")
    put(q, "2618", "r-div11")
    put(q, "2712", *[f"r-div{n}" for n in (3, 12, 13, 14, 23, 24, 43)])
    q.stack = []
    EndMovement().auto(Phase(REP), q)
    assert reason(q) == "three-cities"
    assert q.stack == [], "the game is over, nobody is asked for anything more"


@pytest.mark.rule("4.3a", "10.4d")
def test_control_by_zones_changes_empty_hexes_of_the_other_side_alone() -> None:
    from frente.games.tscw.rules.ch04_victory import extend_control

    p = empty(turn=8, control_by_zoc=True)
    put(p, "2911", "n-div11")
    put(p, "2812", "r-hq-cen")
    put(p, "2713", "n-div12")
    extend_control(p)
    assert p.control[hexn(p, "2812")] == REP, "somebody stands there"
    assert p.control[hexn(p, "2811")] == NAT
    assert p.control[hexn(p, "2712")] == NAT, "Madrid is empty"
    assert p.morale == 65, "and changes hands as if it had been entered"
    assert p.control[hexn(p, "2612")] == REP, "out of reach"
    q = empty(turn=8, control_by_zoc=True)
    own(q, REP, "1511", "2808")
    put(q, "2618", "n-div11")
    extend_control(q)
    assert reason(q) == "", "two cities are not three, and the Nationalist wins nothing for the Republican"


# -- the order of stacks


@pytest.mark.rule("13.6")
def test_one_counter_of_each_stack_may_be_laid_on_top_or_none() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-mod", "r-per", "r-grm")
    put(p, "2711", "r-brc", "r-jur")
    put(p, "2712", "r-uri")
    put(p, "2911", "n-div11", "n-div12")
    box = unit(p, "r-dlr")
    assert p.hex[box] < 0
    run(p, Ordering(REP))
    assert args(p, "top") == ["r-grm", "r-jur", "r-per"], "who lies on top already need not be laid there"
    for name, key in (("r-mod", "already-on-top"), ("r-dlr", "not-on-map"), ("n-div12", "not-your-unit")):
        assert reasons(p, f"top:{name}") == [("13.6", key)]
    before = p.barrier
    play(p, "top:r-grm")
    assert [p.board.uid[u] for u in p.stack_at(hexn(p, "2812"))] in (
        ["r-grm", "r-mod", "r-per"], ["r-grm", "r-per", "r-mod"])
    assert p.top[hexn(p, "2812")] == unit(p, "r-grm")
    assert p.barrier > before
    assert args(p, "top") == ["r-jur"], "one of each stack"
    assert rules(p, "top:r-per") == ["R101"]
    play(p, "top:r-jur")
    assert offered(p) == ["pass"]
    play(p, "pass")
    assert not p.choices()


@pytest.mark.rule("13.6")
def test_a_counter_from_the_middle_or_the_bottom_comes_up_and_the_others_keep_their_order() -> None:
    for name in ("r-mod", "r-per", "r-grm", "r-smr"):
        p = empty(turn=9)
        put(p, "2812", "r-mod", "r-per", "r-grm", "r-smr")
        was = p.stack_at(hexn(p, "2812"))
        before = p.barrier
        u = unit(p, name)
        p.raise_top(u)
        assert p.stack_at(hexn(p, "2812")) == [u, *[v for v in was if v != u]]
        assert (p.barrier > before) is (u != was[0]), "what lies on top already shows nothing"


@pytest.mark.rule("4.2a", "13.6")
def test_after_movement_madrid_is_looked_at_and_the_mover_orders_his_stacks() -> None:
    for turn, end, frames in ((6, "madrid", []), (7, "", [(Ordering, NAT)])):
        p = empty(turn=turn)
        own_all(p, NAT)
        put(p, "2712", "n-cst")
        p.stack = []
        OrderAgain().auto(Phase(NAT), p)
        assert (reason(p), called(p)) == (end, frames)
    q = empty(turn=6)
    OrderAgain().auto(Phase(REP), q)
    assert called(q) == [(Ordering, REP)]


@pytest.mark.rule("4.2a")
def test_after_a_battle_supply_may_have_reached_madrid() -> None:
    p = empty(turn=6)
    own_all(p, NAT)
    put(p, "2712", "n-cst")
    AfterBattle().auto(Attack(NAT, hexn(p, "2812")), p)
    assert reason(p) == "madrid"


@pytest.mark.rule("9.1b")
def test_only_units_of_the_crowded_hex_may_be_taken_off() -> None:
    p = empty(turn=15)
    put(p, "2712", *[f"r-div{n}" for n in (3, 11, 12, 13, 14, 23, 24)], "r-hq-cen")
    put(p, "2812", "r-div43")
    run(p, Overstack(REP, [hexn(p, "2712")]))
    assert reasons(p, "lose:r-div43") == reasons(p, "lose:r-hq-cen") == [("9.1b", "not-in-crowded-hex")]
    assert rules(p, "lose:r-div3") == []
    play(p, "lose:r-div3")
    assert where(p, "r-div3") == "deadpile"
    assert not p.choices()


# -- combat


@pytest.mark.rule("13.3b", "5.2.B", "5.2.C")
def test_a_combat_phase_clears_the_marks_of_the_last_one_on_both_sides() -> None:
    for each, left in ((False, 1), (True, 0)):
        for side in (REP, NAT):
            p = empty(turn=9, naval_per_phase=each)
            put(p, "2812", "r-div11")
            put(p, "2911", "n-div11")
            flag(p, FOUGHT | MOVED, "r-div11", "n-div11")
            p.naval[REP] = p.naval[NAT] = 1
            p.stack = []
            begin_combat(p, side)
            assert p.state[unit(p, "r-div11")] == p.state[unit(p, "n-div11")] == MOVED
            assert (p.naval[REP], p.naval[NAT]) == (left, left)
            assert called(p) == [(Combat, side)]


@pytest.mark.rule("5.2.B", "5.2.C", "10.2b", "13.1")
def test_supply_of_both_sides_is_judged_before_combat() -> None:
    for side in (REP, NAT):
        p = empty(turn=9)
        put(p, "3118", "r-div11")
        put(p, "2313", "n-div11")
        b = p.board
        own(p, REP, *[b.names[h] for h in range(b.size) if b.apart[h][hexn(p, "2313")] in (1, 2, 3, 4)])
        own(p, NAT, *[b.names[h] for h in range(b.size) if b.apart[h][hexn(p, "3118")] in (1, 2, 3, 4)])
        CombatPhase().auto(Phase(side), p)
        assert p.state[unit(p, "r-div11")] & OOS
        assert p.state[unit(p, "n-div11")] & OOS
        assert called(p) == [(Combat, side)]


@pytest.mark.rule("7.8c")
def test_the_nationalist_phase_alone_has_the_infighting() -> None:
    for side, frames in ((NAT, [Infighting]), (REP, [])):
        p = empty(turn=18)
        InfightingStep().auto(Phase(side), p)
        assert [type(f) for f in p.stack] == frames
        q = empty(turn=18)
        infight(q, side)
        assert [type(f) for f in q.stack] == frames


# -- columns


@pytest.mark.rule("15.7.1a")
def test_columns_are_rolled_for_anew_in_every_republican_phase_if_agreed() -> None:
    for agreed, side, frames in ((True, REP, [ColumnRolls]), (True, NAT, []), (False, REP, []), (False, NAT, [])):
        p = empty(turn=3, column_attack_rolls=agreed)
        first, last = p.board.ground[REP][0], p.board.ground[REP][-1]
        p.rolled[first] = p.rolled[last] = 9
        p.stack = []
        RollForColumns().auto(Phase(side), p)
        assert (p.rolled[first], p.rolled[last]) == (0, 0)
        assert [type(f) for f in p.stack] == frames


@pytest.mark.rule("15.7.1a", "15.7.1b")
def test_what_cannot_be_rolled_for() -> None:
    p = empty(turn=6, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-bde2")
    put(p, "2713", "r-jur")
    put(p, "2711", "r-bde3")
    run(p, ColumnRolls())
    assert rules(p, "group:2711") == ["15.7.1b"], "no column there"
    assert rules(p, "roll:r-bde2") == ["15.7.1a"]
    assert rules(p, "cast") == ["15.7.1b"], "no group yet"
    assert rules(p, "roll:r-grm") == rules(p, "group:2713") == rules(p, "done") == []
    play(p, "group:2812")
    assert offered(p) == ["group:2713", "cast"]
    assert rules(p, "done") == ["15.7.1b"], "the group is to be rolled for first"
    assert rules(p, "group:2812") == ["15.7.1b"], "in it already"
    assert rules(p, "roll:r-jur") == ["15.7.1a"]
    play(p, "cast")
    assert question(p) == "ColumnDie"
    dice(p, 6)
    assert p.rolled[unit(p, "r-grm")] == 10, "6 less 1"
    play(p, "roll:r-jur")
    dice(p, 6)
    assert p.rolled[unit(p, "r-jur")] == 11, "alone nothing is taken off"
    assert now(p).group == []
    play(p, "done")
    assert not p.choices()
    kill(p, "r-grm", "r-jur")
    run(p, ColumnRolls())
    assert offered(p) == ["done"]


@pytest.mark.rule("13.6")
def test_any_counter_under_another_may_be_laid_on_top() -> None:
    p = empty(turn=3)
    put(p, "2712", "r-per", "r-mng")
    put(p, "2911", "n-rad", "n-gec")
    assert offered(run(p, Ordering(REP))) == ["top:r-mng", "pass"]
    assert offered(run(p, Ordering(NAT))) == ["top:n-gec", "pass"]
