"""[4, 17.2] Where victory and morale end: what must not count."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter, extend_control, judge_madrid, madrid_ringed, shift_morale
from frente.games.tscw.rules.ch10_supply import network
from frente.games.tscw.state.board import NET_NAT
from frente.games.tscw.state.position import (
    ABORTED,
    DESTROYED,
    INTACT,
    UNDECIDED,
    Tscw,
)
from tests.tscw.lay import NAT, REP, before, empty, hexn, hold, kill, own, own_all, put, reason, run, unit, where


def ring(*names: str) -> Tscw:
    """Turn 7 of the columns: units in hexes next to Madrid, on Nationalist ground that leads to Burgos."""
    p = empty(turn=7, last=7)
    near = [p.board.names[h] for h in p.board.nb[p.board.madrid]]
    own(p, NAT, *near, "2811", "2810", "2710")
    for place, name in zip(near, names):
        put(p, place, name)
    return p


@pytest.mark.rule("17.2a")
def test_three_hexes_round_madrid_need_three_supplied_combat_units() -> None:
    assert madrid_ringed(ring("n-cst", "n-gec", "n-asn"))
    assert not madrid_ringed(ring("n-cst", "n-gec")), "control without units is not enough"
    assert not madrid_ringed(ring("n-cst", "n-gec", "n-hq-n")), "a headquarters holds nothing"
    assert not madrid_ringed(ring("n-cst", "n-gec", "r-div11"))
    cut = ring("n-cst", "n-gec", "n-asn")
    own(cut, REP, *[cut.board.names[h] for h in range(cut.board.size) if cut.board.apart[h][cut.board.madrid] > 1])
    assert not madrid_ringed(cut), "without supply they do not count"
    run(cut, before("VictoryCheck"))
    assert reason(cut) == "columns-republican"


@pytest.mark.rule("17.2a")
def test_madrid_itself_counts_without_units_or_supply_and_only_on_the_last_turn() -> None:
    p = empty(turn=7, last=7)
    own_all(p, REP)
    own(p, NAT, "2712")
    assert madrid_ringed(p)
    q = empty(turn=6, last=7)
    own(q, NAT, "2712")
    run(q, before("VictoryCheck"))
    assert reason(q) == ""


@pytest.mark.rule("4.2a", "4.2b")
def test_supply_that_reaches_madrid_wins_only_by_turn_six_and_only_for_combat_units() -> None:
    for turn, names, end in ((6, ("n-cst",), "madrid"), (7, ("n-cst",), ""), (6, ("n-hq-n",), "")):
        p = empty(turn=turn)
        own_all(p, NAT)
        for name in names:
            put(p, "2712", name)
        judge_madrid(p)
        assert reason(p) == end
    q = empty(turn=6)
    own_all(q, REP)
    put(q, "2712", "n-cst")
    judge_madrid(q)
    assert reason(q) == "", "still without supply"
    r = empty(turn=6)
    put(r, "2712", "r-mod")
    judge_madrid(r)
    assert reason(r) == ""


@pytest.mark.rule("4.2a")
def test_a_headquarters_entering_madrid_takes_nothing() -> None:
    p = empty(turn=5)
    own(p, NAT, "2711")
    put(p, "2711", "n-hq-n")
    enter(p, unit(p, "n-hq-n"), hexn(p, "2712"))
    assert p.control[hexn(p, "2712")] == REP
    assert p.morale == 72
    assert p.result == UNDECIDED


@pytest.mark.rule("4.3a")
def test_the_three_cities_are_nationalist_ones_and_the_nationalist_does_not_win_for_the_republican() -> None:
    p = empty(turn=12)
    put(p, "2713", "r-jur")
    for name in ("1809", "1511", "1410", "2104", "2018"):
        enter(p, unit(p, "r-jur"), hexn(p, name))
    assert reason(p) == "", "two Nationalist cities and three of the Republic's own"
    own(p, REP, "2617")
    put(p, "3110", "n-pjt")
    enter(p, unit(p, "n-pjt"), hexn(p, "3109"))
    assert reason(p) == "", "it is the Republican's entry that wins"


@pytest.mark.rule("4.1a", "17.2b")
def test_an_instant_check_of_morale_leaves_the_scenario_alone() -> None:
    for last, end in ((19, "morale"), (7, "")):
        p = empty(turn=3, last=last, morale_check="instant")
        shift_morale(p, -41, 0, "4.1c")
        assert reason(p) == "", "31 is enough to go on"
        shift_morale(p, -1, 0, "4.1c")
        assert reason(p) == end


@pytest.mark.rule("7.20", "4.1c")
def test_only_the_three_great_cities_are_remembered_and_only_when_the_nationalist_takes_them() -> None:
    p = empty(turn=12)
    put(p, "2911", "n-div11")
    put(p, "2713", "r-div11")
    enter(p, unit(p, "n-div11"), hexn(p, "2018"))
    enter(p, unit(p, "r-div11"), hexn(p, "3023"))
    assert p.taken == 0
    for name, bits in (("2318", 4), ("2712", 5)):
        enter(p, unit(p, "n-div11"), hexn(p, name))
        assert p.taken == bits
    put(p, "3022", "r-div11")
    enter(p, unit(p, "n-div11"), hexn(p, "3023"))
    assert p.taken == 7


@pytest.mark.rule("7.38b", "8.3a")
def test_the_north_falls_with_its_third_capital_and_not_before() -> None:
    p = empty(turn=9)
    hold(p, "north-aircraft")
    put(p, "3606", "n-aln")
    for name, fallen in (("3707", 0), ("3608", 0), ("3710", 0), ("3613", 1)):
        enter(p, unit(p, "n-aln"), hexn(p, name))
        assert p.north_fallen == fallen
    q = empty(turn=9)
    put(q, "3606", "n-aln")
    put(q, "3711", "r-a1")
    enter(q, unit(q, "n-aln"), hexn(q, "3707"))
    enter(q, unit(q, "n-aln"), hexn(q, "3710"))
    enter(q, unit(q, "r-a1"), hexn(q, "3707"))
    enter(q, unit(q, "n-aln"), hexn(q, "3613"))
    assert q.north_fallen == 0, "all three at the same time"
    for missing in ("3707", "3710", "3613"):
        r = empty(turn=9)
        own(r, NAT, *[x for x in ("3707", "3710", "3613") if x != missing])
        put(r, "3606", "n-aln")
        enter(r, unit(r, "n-aln"), hexn(r, "3607"))
        assert r.north_fallen == 0, f"without {missing}"
        enter(r, unit(r, "n-aln"), hexn(r, missing))
        assert r.north_fallen == 1


@pytest.mark.rule("7.22b", "7.34c")
def test_each_order_ends_with_its_own_city() -> None:
    for place, left in (("2510", (9, 0)), ("2712", (0, 1)), ("2610", (9, 1))):
        p = empty(turn=8)
        p.call_madrid = 9
        p.call_alcazar = 1
        put(p, "2509", "n-cst")
        enter(p, unit(p, "n-cst"), hexn(p, place))
        assert (p.call_madrid, p.call_alcazar) == left


@pytest.mark.rule("7.34d", "15.2d")
def test_without_the_siege_rule_supply_does_not_matter_for_the_relief() -> None:
    for siege, holds in ((False, 0), (True, 1)):
        p = empty(turn=3, alcazar_siege=siege)
        own_all(p, REP)
        put(p, "2509", "n-cst")
        enter(p, unit(p, "n-cst"), hexn(p, "2510"))
        assert p.alcazar == holds
    q = empty(turn=3)
    put(q, "2511", "r-mod")
    enter(q, unit(q, "r-mod"), hexn(q, "2510"))
    assert q.alcazar == 1


@pytest.mark.rule("13.12h")
def test_only_headquarters_of_the_other_side_are_overrun() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-hq-cen")
    put(p, "2712", "r-div11")
    enter(p, unit(p, "r-div11"), hexn(p, "2812"))
    assert where(p, "r-hq-cen") == "2812"
    kill(p, "r-div11")
    put(p, "2911", "n-div11")
    enter(p, unit(p, "n-div11"), hexn(p, "2812"))
    assert where(p, "r-hq-cen") == "deadpile"


@pytest.mark.rule("4.3a", "10.4d")
def test_control_by_zones_needs_a_full_zone_that_nobody_disputes() -> None:
    p = empty(turn=8, control_by_zoc=True)
    put(p, "2911", "n-div11")
    put(p, "2712", "r-mod")
    extend_control(p)
    assert p.control[hexn(p, "2811")] == NAT
    assert p.control[hexn(p, "2812")] == REP, "a column of the other side disputes it"
    q = empty(turn=8, control_by_zoc=True)
    put(q, "2911", "n-gec")
    extend_control(q)
    assert q.control[hexn(q, "2812")] == REP, "a column alone takes nothing"
    r = empty(turn=8, control_by_zoc=True)
    own(r, REP, "1511", "1809")
    put(r, "2618", "r-div11")
    extend_control(r)
    assert reason(r) == "three-cities", "Teruel is the third"
    assert r.result == REP


@pytest.mark.rule("4.3a", "10.4d")
def test_control_by_zones_reaches_every_hex_and_every_city() -> None:
    p = empty(turn=8, control_by_zoc=True)
    own(p, REP, "1007", "1008")
    put(p, "1107", "n-div11")
    extend_control(p)
    assert p.control[hexn(p, "1007")] == NAT, "the southernmost hex of the map"
    for cities in (("1305", "1511"), ("1305", "3702"), ("3702", "1511")):
        q = empty(turn=8, control_by_zoc=True)
        own(q, REP, *cities)
        put(q, "2618", "r-div11")
        extend_control(q)
        assert (reason(q), q.result) == ("three-cities", REP), f"{cities} and Teruel"


@pytest.mark.rule("4.3a", "10.4d")
def test_control_by_zones_moves_the_lines_of_supply_with_it() -> None:
    p = empty(turn=8, control_by_zoc=True)
    put(p, "2911", "n-div11")
    assert not network(p, NET_NAT).linked[hexn(p, "2912")]
    extend_control(p)
    assert network(p, NET_NAT).linked[hexn(p, "2912")], "taken by the zone of the division in Segovia"


@pytest.mark.rule("4.1c")
def test_morale_is_held_between_0_and_99() -> None:
    p = empty(turn=8)
    for start, by, end in ((98, 1, 99), (98, 3, 99), (99, 1, 99), (2, -2, 0), (1, -3, 0)):
        p.morale = start
        shift_morale(p, by, 1, "4.1c")
        assert p.morale == end


@pytest.mark.rule("4.2a", "4.3a")
def test_sudden_deaths_are_won_by_whoever_brought_them_about() -> None:
    p = empty(turn=6)
    own_all(p, NAT)
    own(p, REP, "2712")
    put(p, "2711", "n-cst")
    enter(p, unit(p, "n-cst"), hexn(p, "2712"))
    assert (p.result, reason(p)) == (NAT, "madrid")
    q = empty(turn=6)
    own_all(q, REP)
    own(q, NAT, *[q.board.names[h] for h in q.board.prizes[2:]])
    put(q, "3117", "r-div11")
    enter(q, unit(q, "r-div11"), hexn(q, "3117"))
    assert (q.result, reason(q)) == (REP, "three-cities")


@pytest.mark.rule("7.38b", "8.3a")
def test_the_north_falls_once() -> None:
    p = empty(turn=9)
    own(p, NAT, "3707", "3710")
    own(p, REP, "3613", "3612")
    put(p, "3513", "n-div11")
    p.events = []
    enter(p, unit(p, "n-div11"), hexn(p, "3613"))
    assert [e.key for e in p.events].count("north-fallen") == 1
    own(p, REP, "3613")
    enter(p, unit(p, "n-div11"), hexn(p, "3613"))
    own(p, REP, "3612")
    enter(p, unit(p, "n-div11"), hexn(p, "3612"))
    assert [e.key for e in p.events].count("north-fallen") == 1


@pytest.mark.rule("13.17a", "13.19")
def test_supply_runs_through_a_destroyed_fort_at_once_and_all_of_an_unfinished_line_is_given_up() -> None:
    p = empty(turn=16, control_by_zoc=True)
    own_all(p, NAT)
    p.fort[hexn(p, "2518")] = INTACT
    put(p, "2618", "n-div11")
    p.stale_all()
    assert not network(p, NET_NAT).linked[hexn(p, "2518")], "Nationalist by zones alone"
    enter(p, unit(p, "n-div11"), hexn(p, "2518"))
    assert p.fort[hexn(p, "2518")] == DESTROYED
    assert network(p, NET_NAT).linked[hexn(p, "2518")]
    line = ("2419", "2518", "2517", "2516")
    for entered in line:
        q = empty(turn=14)
        put(q, "2618", "n-div11")
        enter(q, unit(q, "n-div11"), hexn(q, entered))
        assert [q.fort[hexn(q, x)] for x in line] == [ABORTED] * 4
