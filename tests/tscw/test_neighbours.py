"""[3, 4, 6, 7, 12, 13, 15] The case next to the one a rule speaks of: a condition missing, one unit more, the first."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import shift_morale
from frente.games.tscw.rules.ch06_breakdown import whole_of
from frente.games.tscw.rules.ch06_points import barred, brigade
from frente.games.tscw.rules.ch07_duties import FRANCE, MADRID, TOLEDO, assign
from frente.games.tscw.rules.ch07_events import casado
from frente.games.tscw.rules.ch08_air import near_border
from frente.games.tscw.rules.ch12_phase import debts
from frente.games.tscw.rules.ch13_attack import Declare
from frente.games.tscw.rules.ch13_targets import attackable, must, targets
from frente.games.tscw.rules.ch14_strategic import landing_hexes
from frente.games.tscw.state.board import AIR, TRAIN
from frente.games.tscw.state.position import BASE, BROKEN, FOUGHT, GONE, LATER, MOVED, UNDECIDED
from tests.tscw.chits import chit
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    battle,
    before,
    box,
    called,
    empty,
    flag,
    hexn,
    kill,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    reason,
    reasons,
    run,
    start,
    unit,
    wait,
    where,
)

# -- 3: the set-up


@pytest.mark.rule("3.1a", "3.1b", "3.1c", "3.2a", "15.3")
def test_every_counter_of_the_set_up_is_where_its_corner_says() -> None:
    for train in (False, True):
        p = start("campaign", armored_train=train)
        b = p.board
        assert [b.uid[u] for u in range(b.units) if p.hex[u] == BASE] == ["r-air1", "n-bah1"]
        assert [where(p, n) for n in ("r-air2", "g-lk1", "r-mng", "n-gec")] == ["awaited", "awaited", "2710", "3112"]
        boxes = [where(p, b.uid[u]) for u in range(b.units)]
        assert [boxes.count(x) for x in ("generic", "mobilization", "basque-volunteers")] == [38, 8, 4]
        assert [n for n in b.uid if where(p, n) == "basque-volunteers"] == [
            "r-basque-a", "r-basque-b", "r-basque-c", "r-basque-d"]
        assert where(p, "r-btb") == ("awaited" if train else "unused")
        assert boxes.count("unused") == (0 if train else 1)
        assert [b.uid[u] for u in range(b.units) if b.type[u] == TRAIN] == ["r-btb"]
        assert not any(p.hex[u] >= 0 for u in range(b.units) if b.type[u] == AIR)


@pytest.mark.rule("3.1a", "3.2a", "3.2b", "3.2c", "3.2d", "3.3", "3.4", "7.33a", "13.13")
def test_nothing_has_been_used_drawn_or_ordered_before_the_first_turn() -> None:
    p = empty(turn=0)
    assert (p.morale, p.alcazar, p.rp) == (72, 1, [0, 0, 0, 0])
    assert (p.naval, p.rail, p.sea) == ([0, 0], [0, 0], [0, 0])
    assert [set(x) for x in (p.conv, p.state, p.duty, p.rolled)] == [{0}, {0}, {0}, {0}]
    assert (set(p.pulled), p.ledger, p.recon) == ({0}, [], [])


@pytest.mark.rule("7.33a", "13.13")
def test_offensives_and_determination_are_in_the_game_only_if_agreed() -> None:
    for offensives in (False, True):
        for determination in (False, True):
            p = start("campaign", mandatory_offensives=offensives, republican_determination=determination)
            b = p.board
            gone = {b.kinds[b.chit_kind[c]] for c in range(b.chits) if p.chit[c] == GONE}
            assert gone == {
                *([] if determination else ["republican-determination"]),
                *([] if offensives else [f"mandatory-{x}" for x in (
                    "zaragoza", "huesca", "teruel", "cordoba", "granada", "vitoria")])}
            assert p.chit[chit(p, "anschluss")] == LATER, "a chit of the game itself"


# -- 4, 17: who has won


@pytest.mark.rule("4.1a", "4.1c")
def test_morale_that_falls_at_once_is_a_nationalist_victory() -> None:
    p = empty(turn=3, morale_check="instant")
    shift_morale(p, -42, 0, "4.1c")
    assert (p.result, reason(p)) == (NAT, "morale")
    late = empty(turn=3)
    shift_morale(late, -42, 0, "4.1c")
    assert late.result == UNDECIDED, "by the book it is looked at in D.I"
    won = empty(turn=3, morale_check="instant")
    won.result = REP
    shift_morale(won, -42, 0, "4.1c")
    assert won.result == REP, "a game that is over stays as it is"


@pytest.mark.rule("5.2.D1", "4.1a", "4.1b", "17.2a", "17.2b")
def test_the_check_names_the_winner() -> None:
    def winner(turn: int, last: int, morale: int, madrid: int = REP) -> tuple[int, str]:
        p = empty(turn=turn, last=last)
        p.morale = morale
        own(p, madrid, "2712")
        run(p, before("VictoryCheck"))
        return p.result, reason(p)
    assert winner(7, 7, 72) == (REP, "columns-republican")
    assert winner(7, 7, 72, NAT) == (NAT, "columns-nationalist")
    assert winner(7, 7, 30) == (REP, "columns-republican"), "morale is no matter of the columns"
    assert winner(7, 19, 72, NAT)[1] == "", "nor Madrid one of the whole war"
    assert winner(7, 19, 30) == (NAT, "morale")
    assert winner(19, 19, 30) == (NAT, "morale")
    assert winner(19, 19, 31) == (REP, "endurance")


# -- 6


@pytest.mark.rule("6.14a", "6.14b", "6.14.1a", "6.14.1b", "6.14.1c", "6.14.2")
def test_breakdowns_are_asked_for_only_where_a_division_is_concerned() -> None:
    for options, dead, broken in (({}, False, False), ({"breakdown_in_deadpile": True}, True, True),
                                  ({"allow_recombination": True}, True, True)):
        def asks(place: str, **opt: bool) -> bool:
            p = empty(turn=9, **opt)
            if place == "map":
                put(p, "2712", "r-div12")
            elif place == "dead":
                kill(p, "r-div12")
            elif place == "broken":
                box(p, BROKEN, "r-div12")
            else:
                wait(p, "r-div12")
            return question(administration(p, REP, "BreakDown")) == "BreakDown"
        assert [asks(x, **options) for x in ("map", "dead", "broken", "track")] == [True, dead, broken, False]


@pytest.mark.rule("6.2a", "6.2b")
def test_the_last_places_are_asked_for_one_by_one() -> None:
    p = empty(turn=9)
    put(p, "2712", *[f"r-div{n}" for n in (3, 4, 6, 10)])
    wait(p, "r-div34", "r-div35", "r-div45")
    administration(p, REP, "CallReinforcements")
    assert (question(p), args(p, "unit")) == ("PlaceReinforcements", ["r-div34", "r-div35", "r-div45"])
    play(p, "unit:r-div45")
    assert where(p, "r-div45") == "2712"
    assert (now(p).called, args(p, "unit")) == (False, ["r-div34", "r-div35"]), "one place is left, two want it"
    play(p, "unit:r-div35")
    assert where(p, "r-div35") == "2712"
    assert args(p, "unit") == []
    assert "2713" in args(p, "hex"), "the last one enters near by"


@pytest.mark.rule("6.4b")
def test_neither_tanks_nor_horse_nor_unconverted_columns_come_two_for_a_point() -> None:
    p = empty(turn=9)
    assert [brigade(p, unit(p, n)) for n in ("r-bde2", "r-tk1", "r-cav1", "r-mng", "r-hq-cen")] == [
        True, False, False, False, False]


@pytest.mark.rule("6.5", "6.10", "7.6b")
def test_after_the_surrender_no_basque_comes_back() -> None:
    names = ("r-b1", "r-basque-a", "r-a1", "r-s1", "r-div11", "n-og")
    p = empty(turn=9)
    assert [barred(p, unit(p, n)) for n in names] == [False, True, False, False, False, True]
    p.basque_end = 1
    assert [barred(p, unit(p, n)) for n in names] == [True, True, False, False, False, True]


# -- 7, 12: orders


@pytest.mark.rule("7.11c", "7.22a", "7.33a", "7.34b", "7.34c", "7.35b")
def test_old_orders_of_a_side_are_forgotten_when_new_ones_are_looked_at() -> None:
    for side, own_unit, other in ((REP, "r-mng", "n-gec"), (NAT, "n-gec", "r-mng")):
        p = empty(turn=9)
        last = p.board.ground[side][-1]
        p.duty[unit(p, "r-mng")] = p.duty[unit(p, "n-gec")] = p.duty[last] = MADRID
        p.stack = []
        assign(p, side)
        assert [p.duty[unit(p, own_unit)], p.duty[last], p.duty[unit(p, other)]] == [0, 0, MADRID]


@pytest.mark.rule("7.11c", "7.22a", "7.34b", "12.2b")
def test_an_order_that_keeps_a_player_from_passing_is_named_by_its_own_rule() -> None:
    for kind, name, place, rule in ((MADRID, "n-pjt", "3110", "7.22a"), (TOLEDO, "n-cst", "2307", "7.34b"),
                                    (FRANCE, "i-lt", "3216", "7.11c")):
        p = empty(turn=14)
        put(p, place, name)
        moving(p, NAT)
        assert "pass" in offered(p), "without an order"
        p.duty[unit(p, name)] = kind
        moving(p, NAT)
        assert "pass" not in offered(p)
        assert reasons(p, "pass") == [(rule, "units-owed")]
        kill(p, name)
        moving(p, NAT)
        assert "pass" in offered(p), "the dead owe nothing"


@pytest.mark.rule("7.11c", "7.22a", "7.34b", "12.2b")
def test_only_units_on_the_map_are_offered_a_move() -> None:
    p = empty(turn=9)
    put(p, "3311", "n-div11")
    kill(p, "n-div12", "n-gec")
    wait(p, "n-div13")
    called(p, NAT)
    assert args(p, "unit") == ["n-div11"]
    assert args(p, "march") == ["n-div11"]


@pytest.mark.rule("7.22a", "10.2a", "12.2a", "7.11c")
def test_a_unit_may_stay_where_it_is_unless_an_order_calls_it_nearer() -> None:
    for kind, name, place, stays in ((0, "n-pjt", "3110", True), (MADRID, "n-pjt", "3110", False),
                                     (MADRID, "n-pjt", "2712", True)):
        p = empty(turn=5)
        put(p, place, name)
        p.duty[unit(p, name)] = kind
        moving(p, NAT)
        play(p, next(w for w in offered(p) if w.endswith(":" + name)))
        assert ("stop" in offered(p)) is stays


# -- 8, 15: the border


@pytest.mark.rule("15.4")
def test_near_france_is_three_hexes_from_the_border() -> None:
    p = empty(turn=12)
    b = p.board
    edge = [hexn(p, x) for x in ("3322", "3323", "3324", "3417", "3418", "3419", "3420", "3421", "3425", "3515", "3516",
                                 "3615")]
    assert [h for h in range(b.size) if b.border[h]] == edge
    for far, near in ((0, True), (1, True), (3, True), (4, False)):
        found = {near_border(p, h) for h in range(b.size) if min(b.apart[h][x] for x in edge) == far}
        assert found == {near}


@pytest.mark.rule("15.9")
def test_the_border_is_asked_about_only_while_republicans_stand_there() -> None:
    def asks(place: str, name: str, **options: bool) -> bool:
        p = empty(turn=15, **options)
        put(p, place, name)
        run(p, before("NamePyreneesAgain"))
        return question(p) == "NamePyreneesAgain"
    assert asks("3420", "r-div43", pyrenees_supply=True)
    assert not asks("3420", "r-div43", pyrenees_supply=False)
    assert not asks("2712", "r-div43", pyrenees_supply=True), "far from it"
    assert not asks("3420", "n-div61", pyrenees_supply=True), "the other side"


# -- 13: what can be attacked


@pytest.mark.rule("13.2", "13.3b", "13.12h", "13.24")
def test_what_can_be_attacked() -> None:
    p = empty(turn=9)
    put(p, "2911", "n-div11")
    put(p, "2812", "r-div11")
    t, u = hexn(p, "2812"), unit(p, "n-div11")
    assert attackable(p, NAT, t, [])
    assert targets(p, NAT, []) == [t]
    assert targets(p, REP, []) == [hexn(p, "2911")]
    assert not attackable(p, REP, t, []), "its own"
    assert not attackable(p, NAT, t, [t]), "attacked before"
    assert not attackable(p, NAT, t, [], [u]), "nobody else is there"
    assert not attackable(p, NAT, hexn(p, "2811"), []), "empty"
    put(p, "2712", "r-div12")
    assert not attackable(p, NAT, hexn(p, "2712"), []), "nobody is next to it"
    kill(p, "r-div11")
    put(p, "2812", "r-hq-cen")
    assert not attackable(p, NAT, t, []), "a headquarters alone"
    assert targets(p, NAT, []) == []


@pytest.mark.rule("13.28a", "7.33a", "7.8c")
def test_nobody_pursues_where_republicans_fight_each_other() -> None:
    for fight, pursuers in ((False, ["r-cav2"]), (True, [])):
        p = empty(turn=15)
        put(p, "2919", "r-div12" if fight else "n-div50")
        put(p, "2920", "r-div35")
        put(p, "3021", "r-cav2")
        p.stack = []
        f = battle(p, REP, "2919", "r-div35")
        f.fight = fight
        Declare().auto(f, p)
        assert [p.board.uid[u] for u in f.pursuers] == pursuers


# -- 14: landings


@pytest.mark.rule("7.11c", "14.7a", "14.7b")
def test_the_first_hex_of_the_map_is_a_coast_to_land_on() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "1412")
    put(p, "1412", "r-div11")
    u = unit(p, "r-div11")
    assert hexn(p, "1007") in landing_hexes(p, u, False)
    put(p, "1007", "n-hq-n")
    assert hexn(p, "1007") in landing_hexes(p, u, False), "a headquarters does not defend it"
    put(p, "1007", "n-crz")
    assert hexn(p, "1007") not in landing_hexes(p, u, False)
    assert hexn(p, "1412") not in landing_hexes(p, u, False), "friendly"
    assert hexn(p, "2712") not in landing_hexes(p, u, False), "inland"


# -- the first of all


@pytest.mark.rule("7.8b", "7.8c", "7.8d")
def test_three_units_round_madrid_are_enough_for_the_coup() -> None:
    for names, place, holder, fights in (
            (("r-mng", "r-div11", "r-div12"), "2612", REP, 18), (("r-div11", "r-div12"), "2612", REP, 0),
            (("r-mng", "r-div11", "r-div12"), "2612", NAT, 0), (("r-mng", "r-div11", "r-div12"), "2512", REP, 18),
            (("r-mng", "r-div11", "r-div12"), "2412", REP, 0)):
        p = empty(turn=18)
        own(p, holder, "2712")
        put(p, place, *names)
        kill(p, "r-div13")
        casado(p)
        assert (p.infighting, p.casado, p.fleet) == (fights, 18, 0)


@pytest.mark.rule("6.14a", "6.14.2")
def test_a_division_is_put_together_in_any_hex() -> None:
    p = empty(turn=12, allow_recombination=True)
    box(p, BROKEN, "n-div11")
    put(p, "1007", "n-gen244-1")
    assert whole_of(p, unit(p, "n-div11")) == [], "one of two"
    put(p, "1007", "n-gen244-2")
    assert [p.board.uid[u] for u in whole_of(p, unit(p, "n-div11"))] == ["n-gen244-1", "n-gen244-2"]
    own_all(p, REP)
    assert whole_of(p, unit(p, "n-div11")) == [], "out of supply"


@pytest.mark.rule("7.22a", "7.33a")
def test_attacks_of_the_drive_are_owed_by_the_first_counter_too() -> None:
    p = empty(turn=5)
    put(p, "2812", "n-gec")
    put(p, "2712", "r-mod")
    t = hexn(p, "2712")
    assert must(p, NAT, [t]) == [], "no order"
    p.duty[unit(p, "n-gec")] = MADRID
    assert must(p, NAT, [t]) == [t]
    assert must(p, NAT, [hexn(p, "2612")]) == [], "not next to it"
    flag(p, FOUGHT, "n-gec")
    assert must(p, NAT, [t]) == [], "it has attacked"
    kill(p, "n-gec")
    p.state[unit(p, "n-gec")] = 0
    assert must(p, NAT, [t]) == [], "it is dead"


@pytest.mark.rule("7.11c", "7.22a", "7.33a", "7.34b")
def test_who_still_owes_a_move() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-gec")
    moving(p, NAT)
    assert debts(p, NAT) == [], "no order"
    p.duty[unit(p, "n-gec")] = MADRID
    assert debts(p, NAT) == [unit(p, "n-gec")]
    assert debts(p, REP) == []
    flag(p, MOVED, "n-gec")
    assert debts(p, NAT) == [], "it has moved"
