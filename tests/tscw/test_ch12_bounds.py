"""[11, 12, 15] Where movement and the optional rules end: who may not move, join, stop, scout or roll."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_duties import FRANCE, MADRID
from frente.games.tscw.rules.ch12_movement import at_odds, goal_of, limited, mobile, reach
from frente.games.tscw.rules.ch12_phase import Evacuation
from frente.games.tscw.rules.ch15_optional import ColumnRolls, can_scout
from frente.games.tscw.state.frames import Phase
from frente.games.tscw.state.position import EVACUATED, LANDED, MOVED, NEW, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    before,
    dice,
    empty,
    flag,
    hexn,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    where,
)

# -- who moves


@pytest.mark.rule("2.11", "14.7c", "12.9b")
def test_who_does_not_move_at_all() -> None:
    p = empty(turn=9)
    put(p, "3608", "n-og")
    put(p, "3311", "n-div11", "n-div12", "n-div13")
    flag(p, LANDED, "n-div11")
    flag(p, EVACUATED, "n-div12")
    moving(p, NAT)
    assert args(p, "unit") == args(p, "march") == ["n-div13"]
    assert rules(p, "unit:n-og") == ["2.11"]
    assert not mobile(p, unit(p, "n-div14")), "not on the map"


@pytest.mark.rule("12.5", "12.11a")
def test_who_may_not_join_a_stack_on_the_move() -> None:
    p = empty(turn=9)
    put(p, "2212", "r-mod", "r-per", "r-tk1", "r-hq-cen")
    moving(p, REP)
    play(p, "march:r-mod")
    assert args(p, "join") == ["r-hq-cen", "r-per"], "tanks do not march"
    assert rules(p, "join:r-tk1") == ["12.11a"]
    play(p, "hex:2213")
    assert args(p, "join") == [], "only before the first step"
    assert rules(p, "join:r-per") == ["12.5"]
    q = empty(turn=9)
    put(q, "2212", "r-mod", "r-per", "r-tk1")
    moving(q, REP)
    play(q, "unit:r-per", "hex:2213", "stop")
    play(q, "unit:r-mod")
    assert args(q, "join") == ["r-tk1"]
    play(q, "join:r-tk1", "hex:2213")
    assert args(q, "join") == [], "a unit that has moved does not move again"


@pytest.mark.rule("7.22a", "12.5")
def test_a_unit_named_for_an_order_moves_alone() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt", "n-fg", "n-mnt")
    p.duty[unit(p, "n-pjt")] = MADRID
    moving(p, NAT)
    play(p, next(w for w in offered(p) if w.endswith(":n-pjt")))
    assert args(p, "join") == []
    assert rules(p, "join:n-fg") == ["R162"]
    q = empty(turn=5)
    put(q, "3110", "n-pjt", "n-fg", "n-mnt")
    q.duty[unit(q, "n-pjt")] = MADRID
    moving(q, NAT)
    play(q, "unit:n-fg")
    assert args(q, "join") == ["n-mnt"]


@pytest.mark.rule("11.2", "11.5")
def test_a_unit_hemmed_in_by_full_zones_does_not_move() -> None:
    p = empty(turn=9)
    own(p, NAT, "2812")
    put(p, "2812", "n-gen244-1")
    for h in p.board.nb[hexn(p, "2812")]:
        own(p, REP, p.board.names[h])
    ring = [p.board.names[h] for h in p.board.nb[hexn(p, "2812")]]
    put(p, ring[0], "r-bde2")
    put(p, ring[2], "r-bde3")
    put(p, ring[4], "r-bde4")
    moving(p, NAT)
    assert offered(p) == ["pass"]
    assert rules(p, "unit:n-gen244-1") == ["11.5"]


@pytest.mark.rule("10.2a", "10.7")
def test_a_unit_without_supply_may_move_to_a_town_or_to_supply_and_nowhere_else() -> None:
    p = empty(turn=8)
    own_all(p, NAT)
    own(p, REP, "2715", "2714")
    put(p, "2715", "r-div12")
    moving(p, REP)
    ends = {p.board.names[h] for h in reach(p, unit(p, "r-div12"), False)}
    assert ends - {"2715"} == {x for x in ends if x != "2715" and p.board.town[hexn(p, x)]}
    assert "2615" in ends
    flag(p, NEW, "r-div12")
    moving(p, REP)
    assert {p.board.names[h] for h in reach(p, unit(p, "r-div12"), False)} == {"2715"}, "entered in supply, it keeps it"


@pytest.mark.rule("7.22a")
def test_an_order_counts_what_a_unit_can_reach_and_no_more() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt")
    put(p, "2712", "r-mod")
    u = unit(p, "n-pjt")
    moving(p, NAT)
    assert goal_of(p, u, MADRID) == 2, "from 4 hexes away"
    assert min(p.board.apart[h][p.board.madrid] for march in (False, True) for h in reach(p, u, march)) == 2
    flag(p, LANDED, "n-pjt")
    assert goal_of(p, u, MADRID) == 4, "it may not move"


@pytest.mark.rule("12.10a", "12.10b")
def test_steps_abroad_are_counted_by_group_and_only_in_the_north() -> None:
    p = empty(turn=9)
    put(p, "3610", "r-a1", "r-b1")
    put(p, "3023", "r-a2", "r-a4")
    put(p, "3609", "r-a3")
    assert not limited(p, [unit(p, "r-a3")], hexn(p, "3609"), hexn(p, "3610")), "two Asturian steps are there"
    assert not limited(p, [unit(p, "r-a2")], hexn(p, "3023"), hexn(p, "3610")), "two more from outside the North"
    put(p, "3610", "r-a2")
    assert limited(p, [unit(p, "r-a4")], hexn(p, "3023"), hexn(p, "3610"))
    assert not limited(p, [unit(p, "r-a4")], hexn(p, "3023"), hexn(p, "3608")), "their own region is open"
    assert not limited(p, [unit(p, "r-a1")], hexn(p, "3610"), hexn(p, "3613")), "abroad already"


@pytest.mark.rule("12.9a", "12.9b")
def test_an_evacuation_may_be_left_and_none_is_asked_for_without_units_at_the_border() -> None:
    p = empty(turn=15)
    put(p, "2712", "r-div31")
    run(p, Evacuation(REP))
    assert not p.choices()
    put(p, "3425", "r-div31")
    run(p, Evacuation(REP))
    assert not p.choices(), "those at 3425 have nowhere to go"
    put(p, "3420", "r-div43", "r-div24", "r-div44")
    run(p, Evacuation(REP))
    play(p, "done")
    run(p, Evacuation(REP))
    play(p, "unit:r-div43", "unit:r-div24")
    assert rules(p, "unit:r-div44") == ["12.9a"], "two divisions"
    assert where(p, "r-div44") == "3420"


@pytest.mark.rule("9.1a", "12.9a", "12.9b")
def test_an_evacuation_to_a_full_3425_is_allowed_and_the_limit_holds_at_the_end_of_the_phase() -> None:
    full = ("r-div3", "r-div11", "r-div12", "r-div13", "r-div14", "r-div23")

    def evacuated() -> Tscw:
        p = empty(turn=15)
        put(p, "3425", *full)
        put(p, "3420", "r-div43")
        run(p, Phase(REP))
        return play(p, "unit:r-div43")
    p = evacuated()
    assert where(p, "r-div43") == "3425"
    play(p, "unit:r-div3", "hex:3324", "stop", "pass")
    assert question(p) == "OrderStacks", "there is room for the six that are left"
    q = play(evacuated(), "pass")
    assert question(q) == "TakeOff", "nobody has made room"
    assert set(args(q, "lose")) == {*full, "r-div43"}


# -- 15


@pytest.mark.rule("15.1a")
def test_reconnaissance_needs_a_republican_headquarters_and_a_stack_in_sight() -> None:
    p = empty(turn=14, reconnaissance=True)
    put(p, "2712", "r-hq-cen")
    assert not can_scout(p, unit(p, "r-hq-cen")), "nobody within two hexes"
    put(p, "2911", "n-div11")
    assert can_scout(p, unit(p, "r-hq-cen"))
    assert not can_scout(p, unit(p, "r-hq-ext")), "not on the map"
    moving(p, NAT)
    assert not args(p, "scout")


@pytest.mark.rule("15.2b", "7.34e")
def test_once_it_has_fallen_or_been_relieved_nobody_rolls_for_the_alcazar() -> None:
    for siege in (True, False):
        p = empty(turn=5, alcazar_siege=siege)
        p.alcazar = 0
        run(p, before("AlcazarDie"))
        assert not p.choices()
        assert p.morale == 72
    q = empty(turn=5, alcazar_siege=True)
    put(q, "2510", "r-pvr")
    run(q, before("AlcazarDie"))
    dice(q, 6)
    assert q.alcazar == 1, "with the rule it does not fall by itself"


@pytest.mark.rule("15.7.1a", "15.7.1b")
def test_only_republican_columns_are_rolled_for_and_each_once() -> None:
    p = empty(turn=6, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-bde2")
    put(p, "2711", "r-brc")
    p.convert(unit(p, "r-brc"))
    put(p, "2713", "r-jur")
    put(p, "2911", "n-nvc")
    run(p, ColumnRolls())
    assert args(p, "roll") == ["r-grm", "r-jur"]
    assert args(p, "group") == ["2713", "2812"]
    play(p, "group:2812")
    assert args(p, "group") == ["2713"]
    play(p, "cast")
    dice(p, 4)
    assert p.rolled[unit(p, "r-grm")] == 9
    assert p.rolled[unit(p, "r-jur")] == p.rolled[unit(p, "r-bde2")] == 0
    assert args(p, "roll") == ["r-jur"]
    play(p, "done")
    assert not p.choices()


@pytest.mark.rule("15.7.2b", "15.7.2c")
def test_columns_of_one_party_and_units_that_are_no_columns_never_quarrel() -> None:
    p = empty(turn=3, political_columns=True)
    b = p.board
    anarchists = [u for u in b.ground[REP] if b.code[u] == "A"]
    communists = [u for u in b.ground[REP] if b.code[u] == "C"]
    assert not at_odds(p, anarchists[0], anarchists[1])
    assert not at_odds(p, communists[0], unit(p, "r-bde2"))
    assert at_odds(p, anarchists[0], communists[0])
    p.convert(communists[0])
    assert not at_odds(p, anarchists[0], communists[0])
    q = empty(turn=3)
    put(q, "3119", "r-drt")
    put(q, "3118", "r-mrx")
    moving(q, REP)
    play(q, "unit:r-drt", "hex:3118", "stop")
    assert where(q, "r-drt") == "3118", "without the rule they stack"


@pytest.mark.rule("15.7.2b")
def test_columns_that_began_together_may_move_on_together() -> None:
    p = empty(turn=3, political_columns=True)
    put(p, "3120", "r-drt", "r-mrx")
    moving(p, REP)
    play(p, "unit:r-drt", "join:r-mrx", "hex:3119")
    assert "stop" in offered(p), "an illegal stack of the set-up parts when it can"
    assert question(p) == "MoveOn"


@pytest.mark.rule("12.19a")
def test_major_rivers_cost_motorized_units_more_only_there_and_only_if_agreed() -> None:
    from frente.games.tscw.rules.ch12_movement import toll

    def cost(option: str, river: int, name: str) -> int:
        p: Tscw = empty(turn=9, major_river_motorized=option)
        b = p.board
        h, i = next((h, i) for h in range(b.size) for i, n in enumerate(b.nb[h])
                    if b.river[h][i] == river and b.terrain[n] == "clear" and not b.town[n])
        return toll(p, unit(p, name), h, i, 99, False, False)
    assert [cost(x, 2, "i-lt") for x in ("3", "4")] == [4, 5]
    assert [cost(x, 1, "i-lt") for x in ("3", "4")] == [3, 3]
    assert [cost(x, 0, "i-lt") for x in ("3", "4")] == [1, 1]
    assert [cost(x, 2, "r-mod") for x in ("3", "4")] == [3, 3]


@pytest.mark.rule("7.22a", "7.11c")
def test_a_phase_ends_when_nobody_who_is_called_can_come_nearer_and_nobody_next_to_the_enemy_marches() -> None:
    p = empty(turn=5)
    own_all(p, NAT)
    own(p, REP, "2712")
    put(p, "2712", "r-div11")
    put(p, "3110", "n-gec")
    put(p, "2711", "n-cst")
    for name in ("n-gec", "n-cst"):
        p.duty[unit(p, name)] = MADRID
    moving(p, NAT)
    assert rules(p, "pass") == ["7.22a"], "one of the two can come nearer, and he is the first of the list"
    assert p.board.uid[p.board.ground[NAT][0]] == "n-gec"
    p.state[unit(p, "n-gec")] |= MOVED
    p.reask()
    assert "pass" in offered(p), "the other one is as near as can be"
    q = empty(turn=14)
    own_all(q, NAT)
    put(q, "2712", "i-lt")
    put(q, "2812", "r-div11")
    q.duty[unit(q, "i-lt")] = FRANCE
    moving(q, NAT)
    assert args(q, "unit") == ["i-lt"]
    assert args(q, "march") == [], "far enough from France, but it began next to an enemy"
