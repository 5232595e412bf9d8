"""[10.2, 11, 12] One step and one stop, condition by condition: what each of them alone allows or forbids."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch10_supply import judge, lifted_network, matters, network, overlay
from frente.games.tscw.rules.ch12_movement import (
    ABROAD,
    ENEMY,
    EXPOSED,
    NO_RAIL,
    SHORT,
    UNFED,
    Move,
    Walking,
    halt,
    limited,
    prepare,
    stack_toll,
    toll,
    way_out,
)
from frente.games.tscw.rules.ch12_phase import Evacuation
from frente.games.tscw.state.board import FAR, NET_NAT
from frente.games.tscw.state.position import FIT, MOVED, OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    args,
    asked,
    empty,
    hexn,
    hold,
    kill,
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
)


def side_of(p: Tscw, a: str, t: str) -> int:
    return p.board.nb[hexn(p, a)].index(hexn(p, t))


def cost(p: Tscw, name: str, a: str, t: str, left: int = 4, first: bool = True, march: bool = False) -> int:
    return toll(p, unit(p, name), hexn(p, a), side_of(p, a, t), left, first, march)


def costs(p: Tscw, a: str, t: str, *names: str) -> int:
    return stack_toll(p, [unit(p, n) for n in names], hexn(p, a), side_of(p, a, t), 6, True, False)


def stops(p: Tscw, start: str, t: str, *names: str, taken: tuple[str, ...] = ()) -> int:
    return halt(p, tuple(unit(p, n) for n in names), hexn(p, start), hexn(p, t), [hexn(p, x) for x in taken], FAR)


# -- one step


@pytest.mark.rule("12.4", "11.2", "2.11", "12.3")
def test_what_a_headquarters_and_a_combat_unit_may_enter() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-hq-cen", "r-div11")
    assert cost(p, "r-hq-cen", "2712", "2612") == 1, "nobody is there"
    put(p, "2612", "n-hq-n")
    assert cost(p, "r-hq-cen", "2712", "2612") == ENEMY, "a headquarters never"
    assert cost(p, "r-div11", "2712", "2612") == 1, "a combat unit overruns it"
    put(p, "2612", "n-div11")
    assert cost(p, "r-div11", "2712", "2612") == ENEMY


@pytest.mark.rule("12.11b")
def test_a_march_of_either_side_avoids_empty_hexes_next_to_the_enemy_and_no_others() -> None:
    for name, foe, start, exposed, free in (("r-div11", "n-div11", "2612", "2711", "2613"),
                                            ("n-div11", "r-div11", "2910", "2811", "2909")):
        p = empty(turn=9)
        put(p, start, name)
        put(p, "2811" if name == "r-div11" else "2711", foe)
        assert cost(p, name, start, exposed, march=True) == EXPOSED
        assert cost(p, name, start, exposed) > 0, "no march"
        assert cost(p, name, start, free, march=True) > 0, "no enemy near"


@pytest.mark.rule("12.3", "2.11")
def test_whoever_has_no_points_makes_no_step() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    assert cost(p, "r-div11", "2712", "2812", left=1) == 1, "all that is left"
    assert cost(p, "r-div11", "2712", "2812", left=0) == SHORT
    assert cost(p, "r-div11", "2712", "2812", left=1, first=False) == SHORT


@pytest.mark.rule("12.5", "12.7")
def test_a_stack_goes_where_all_of_its_units_may_and_pays_for_the_most_hindered() -> None:
    p = empty(turn=9, armored_train=True)
    put(p, "2712", "r-div11", "r-btb", "r-tk1", "r-cav1")
    assert (costs(p, "2712", "2812", "r-div11"), costs(p, "2712", "2812", "r-tk1")) == (3, 4)
    assert costs(p, "2712", "2812", "r-div11", "r-tk1") == costs(p, "2712", "2812", "r-tk1", "r-div11") == 4
    assert costs(p, "2712", "2812", "r-div11", "r-btb") == NO_RAIL, "the train stays on its rails"
    assert costs(p, "2712", "2612", "r-div11", "r-btb") == 1


@pytest.mark.rule("11.5", "12.4")
def test_who_is_hemmed_in_and_who_is_not() -> None:
    p = empty(turn=9)
    h = hexn(p, "3023")                  # three neighbours: 3123, 3022, 3122
    put(p, "3023", "r-div11")
    for place, name in (("3123", "n-div11"), ("3022", "n-div12"), ("3122", "n-hq-n")):
        put(p, place, name)
    assert not way_out(p, REP, h), "two enemies, and a headquarters in their zone"
    kill(p, "n-hq-n")
    put(p, "3122", "r-div12")
    assert not way_out(p, REP, h), "from zone to zone, even to a friend"
    q = empty(turn=9)
    put(q, "3023", "r-div11")
    for place, name in (("3123", "n-mg"), ("3022", "n-asn")):
        put(q, place, name)
    assert way_out(q, REP, h), "columns have no full zone and 3122 is empty"
    put(q, "3122", "n-hq-n")
    assert way_out(q, REP, h), "a headquarters can be overrun"
    put(q, "3122", "n-tel")
    assert not way_out(q, REP, h)
    kill(q, "n-tel", "n-hq-n")
    put(q, "3122", "r-div12")
    assert way_out(q, REP, h), "to a friend"


# -- one stop


@pytest.mark.rule("12.10a", "12.10b", "12.10c")
def test_northern_units_leave_the_north_in_any_number() -> None:
    p = empty(turn=9, strict_oos_moves=False)
    put(p, "3607", "r-a1", "r-a2", "r-a3")
    assert stops(p, "3607", "3507", "r-a1", "r-a2", "r-a3") == 0, "León is not northern ground"
    assert stops(p, "3607", "3610", "r-a1", "r-a2", "r-a3") == ABROAD
    assert limited(p, [unit(p, n) for n in ("r-a1", "r-a2", "r-a3")], -1, hexn(p, "3610"))


@pytest.mark.rule("10.2a")
def test_what_a_move_has_taken_counts_for_the_supply_of_its_end() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    own(p, NAT, "1305", "1406", "1408", "1510")
    put(p, "1406", "n-div105")
    assert stops(p, "1406", "1510", "n-div105") == UNFED, "Ronda, three hexes away, is cut off"
    assert stops(p, "1406", "1510", "n-div105", taken=("1407", "1510")) == 0
    assert stops(p, "1406", "1510", "n-div105", taken=("1506", "1510")) == UNFED, "that opens no line"
    enter(p, unit(p, "n-div105"), hexn(p, "1407"))
    assert stops(p, "1406", "1510", "n-div105") == 0, "the line through 1407 is open now"


@pytest.mark.rule("10.2a")
def test_where_a_unit_that_stands_there_changes_the_lines_of_supply() -> None:
    p = empty(turn=9)
    put(p, "2911", "n-div11")
    put(p, "2713", "r-div11")
    h = {x: hexn(p, x) for x in ("3110", "3010", "2812", "2911", "2711", "2811")}
    assert not matters(p, NAT, h["3110"], [])
    assert not matters(p, NAT, h["3110"], [h["3010"], h["3110"]]), "all of them his own before"
    assert matters(p, NAT, h["3110"], [h["2711"], h["3110"]]), "it has taken a hex on the way"
    assert matters(p, NAT, h["2711"], []), "not his"
    assert matters(p, NAT, h["2911"], []), "somebody stands there"
    own(p, NAT, "2712")
    assert matters(p, NAT, hexn(p, "2712"), []), "in an enemy zone"


@pytest.mark.rule("10.2a", "10.4d")
def test_a_unit_that_enters_an_ultimate_source_under_the_enemys_zone_opens_it() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    own(p, NAT, "3702", "3602")
    put(p, "3602", "n-div108")
    put(p, "3703", "r-div11")
    assert not network(p, NET_NAT).linked[hexn(p, "3702")]
    assert stops(p, "3602", "3702", "n-div108") == 0
    assert stops(p, "3602", "3502", "n-div108") == UNFED


@pytest.mark.rule("10.2a", "10.6b")
def test_supply_without_those_who_move() -> None:
    p = empty(turn=9)
    put(p, "2911", "n-div11", "n-div12")
    put(p, "3110", "n-div13")
    put(p, "2810", "n-hq-c")
    net = network(p, NET_NAT)
    far, pair, one = (unit(p, "n-div13"),), (unit(p, "n-div11"), unit(p, "n-div12")), (unit(p, "n-div11"),)
    assert lifted_network(p, NET_NAT, far) is net, "nothing depends on it"
    put(p, "2912", "r-div11")
    net = network(p, NET_NAT)
    assert lifted_network(p, NET_NAT, one) is net, "another holds the hex"
    assert lifted_network(p, NET_NAT, pair) is not net, "the last to leave it"
    assert lifted_network(p, NET_NAT, pair) is lifted_network(p, NET_NAT, pair), "looked up once"
    staff = (unit(p, "n-hq-c"),)
    assert net.staff[hexn(p, "2810")]
    assert not lifted_network(p, NET_NAT, staff).staff[hexn(p, "2810")], "a headquarters that leaves feeds nobody"
    assert not overlay(p, NET_NAT, staff, hexn(p, "2910"), []).staff[hexn(p, "2810")]


@pytest.mark.rule("10.2a")
def test_the_hexes_of_a_way_are_all_but_its_start() -> None:
    p = empty(turn=8)
    own_all(p, NAT)
    put(p, "2911", "n-div52")
    start = hexn(p, "2911")
    w = Walking(p, (unit(p, "n-div52"),), start, 6, True, False)
    assert w.way(start) == []
    assert w.way(hexn(p, "2912")) == [hexn(p, "2912")]
    assert w.way(hexn(p, "2913")) == [hexn(p, x) for x in ("3012", "3013", "2913")], "longer, and cheaper"


# -- the phase


@pytest.mark.rule("12.11a", "12.1a")
def test_units_off_the_map_neither_march_nor_move() -> None:
    p = empty(turn=9)
    put(p, "3110", "n-div11")
    p.state[unit(p, "n-div12")] = FIT
    prepare(p, NAT)
    assert (p.state[unit(p, "n-div11")], p.state[unit(p, "n-div12")]) == (FIT, 0)
    moving(p, NAT)
    assert rules(p, "unit:n-div12") == rules(p, "march:n-div12") == ["12.1a"]
    assert rules(p, "unit:n-div11") == []


@pytest.mark.rule("12.2a", "12.1a")
def test_a_unit_that_can_neither_go_on_nor_stop_by_the_rules_stops_all_the_same() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    put(p, "2712", "n-div11")
    judge(p, NAT)
    p.state[unit(p, "n-div11")] &= ~OOS
    run(p, Move(NAT, [unit(p, "n-div11")], False, hexn(p, "2911"), FAR, 4, True))
    assert offered(p) == ["stop"]
    play(p, "stop")
    assert p.state[unit(p, "n-div11")] & MOVED


@pytest.mark.rule("12.5", "7.22a")
def test_a_unit_under_orders_does_not_join_others() -> None:
    p = empty(turn=5)
    put(p, "3110", "n-pjt", "n-fg", "n-mnt")
    p.duty[unit(p, "n-pjt")] = MADRID
    moving(p, NAT)
    play(p, "unit:n-fg")
    assert rules(p, "join:n-pjt") == ["R162"]
    assert rules(p, "join:n-mnt") == []
    assert rules(p, "join:n-fg") == ["12.5"], "it is the one that moves"


@pytest.mark.rule("7.21a")
def test_deserters_are_looked_for_when_there_are_some_and_somebody_holds_a_chit() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-nvz")
    put(p, "2911", "n-div11")
    hold(p, "desertion")
    moving(p, REP)
    assert (question(p), offered(p)) == ("Desertion", ["desert:r-nvz", "pass"])
    play(p, "pass")
    assert (question(p), asked(p)) == ("ChooseMove", [REP])
    q = empty(turn=3)
    put(q, "2812", "r-nvz")
    put(q, "2911", "n-div11")
    hold(q, "german-aircraft")
    moving(q, REP)
    assert (question(q), offered(q)) == ("Desertion", ["pass"]), "another chit: he is asked, and cannot"
    assert rules(q, "desert:r-nvz") == ["7.4b"]
    r = empty(turn=3)
    put(r, "2712", "r-nvz")
    put(r, "2911", "n-div11")
    hold(r, "desertion")
    moving(r, REP)
    assert question(r) == "ChooseMove", "none of them next to a Nationalist"


@pytest.mark.rule("12.9a", "12.9b")
def test_who_is_at_3425_already_is_not_evacuated() -> None:
    p = empty(turn=15)
    put(p, "3425", "r-div11")
    put(p, "3324", "r-div12", "r-mod", "r-hq-est")
    run(p, Evacuation(REP))
    assert args(p, "unit") == ["r-div12"]
    assert rules(p, "unit:r-div11") == ["12.9b"]
    assert rules(p, "unit:r-mod") == rules(p, "unit:r-hq-est") == ["12.9a"]
    assert rules(p, "unit:r-div3") == ["12.9b"], "not on the map"
