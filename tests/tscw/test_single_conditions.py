"""[3 to 15] Single conditions of rules: each alone decides, in one case each way."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter, extend_control, judge_madrid
from frente.games.tscw.rules.ch06_breakdown import classes, whole_of
from frente.games.tscw.rules.ch07_duties import MADRID
from frente.games.tscw.rules.ch07_infighting import Infighting
from frente.games.tscw.rules.ch08_air import available
from frente.games.tscw.rules.ch09_stacking import Overstack
from frente.games.tscw.rules.ch10_supply import judge, lifted_network, network, overlay, supplied
from frente.games.tscw.rules.ch13_attack import owed_units
from frente.games.tscw.rules.ch13_results import Advance, Losses
from frente.games.tscw.rules.ch13_targets import attackable, needed, positive, ready, targets
from frente.games.tscw.rules.ch15_optional import Scout, unrolled
from frente.games.tscw.show.charts import charts
from frente.games.tscw.show.way import Marcher, walkers
from frente.games.tscw.state.board import NET_CENTRE, NET_NAT
from frente.games.tscw.state.position import BASE, BROKEN, LANDED, POOL, SPENT, Tscw
from frente.kernel.flow import Event
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    asked,
    battle,
    before,
    box,
    empty,
    fighting,
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
    travelling,
    unit,
    where,
    why,
)


def heard(p: Tscw) -> list[Event]:
    p.events = []
    return p.events


# -- 3, 4


@pytest.mark.rule("3.1a", "3.1b")
def test_every_counter_starts_with_the_steps_of_its_own() -> None:
    p = start()
    assert len(p.steps) == p.board.units
    assert [p.steps[unit(p, n)] for n in ("r-mng", "r-div11", "n-hq-n", "n-cst", "n-mg", "n-asn", "g-lk1")] == [
        1, 2, 1, 2, 2, 2, 1]


@pytest.mark.rule("4.1c", "4.3b", "4.3c")
def test_a_hex_without_value_is_no_entry_in_the_ledger() -> None:
    p = empty(turn=9)
    put(p, "2911", "n-div11")
    own(p, REP, "2811")
    enter(p, unit(p, "n-div11"), hexn(p, "2811"))
    assert (p.control[hexn(p, "2811")], p.morale, p.ledger) == (NAT, 72, [])


@pytest.mark.rule("4.3a")
def test_two_cities_by_zones_are_not_three() -> None:
    p = empty(turn=8, control_by_zoc=True)
    own(p, REP, "1511")
    put(p, "2618", "r-div11")
    extend_control(p)
    assert p.control[hexn(p, "2617")] == REP
    assert reason(p) == ""


@pytest.mark.rule("7.34c")
def test_the_call_to_toledo_ends_with_its_fall() -> None:
    p = empty(turn=4)
    p.call_alcazar, p.alcazar = 4, 0
    own(p, REP, "2510")
    put(p, "2509", "n-cst")
    enter(p, unit(p, "n-cst"), hexn(p, "2510"))
    assert p.call_alcazar == 0


# -- 6


@pytest.mark.rule("6.14a", "6.14b")
def test_a_division_put_together_again_is_at_full_strength() -> None:
    p = empty(turn=9, allow_recombination=True)
    own(p, NAT, "3311")
    put(p, "3311", "n-gen244-1", "n-gen244-2")
    u = unit(p, "n-div11")
    p.hex[u], p.steps[u] = BROKEN, 1
    assert classes(p, u) == ["2-4-4", "2-4-4"]
    administration(p, NAT, "BreakDown")
    play(p, "combine:n-div11")
    assert (where(p, "n-div11"), p.steps[u], p.printed(u)) == ("3311", 2, "5-8-4")


@pytest.mark.rule("6.14a", "6.14.1a")
def test_two_divisions_are_broken_down_one_after_the_other() -> None:
    p = empty(turn=9)
    put(p, "2712", "r-div11")
    put(p, "2715", "r-div14")
    box(p, POOL, "r-gen234-1", "r-gen114-1", *[f"r-gen124-{n}" for n in range(1, 5)])
    administration(p, REP, "BreakDown")
    play(p, "break:r-div11", "break:r-div14")
    assert sorted(p.printed(u) for u in p.stack_at(hexn(p, "2715"))) == ["1-1-4", "1-2-4", "1-2-4"]
    assert sorted(p.printed(u) for u in p.stack_at(hexn(p, "2712"))) == ["1-2-4", "1-2-4", "2-3-4"]


@pytest.mark.rule("6.14b", "6.14.2")
def test_of_a_lost_division_it_is_not_its_strength_that_is_wanting() -> None:
    p = empty(turn=9, breakdown_in_deadpile=True)
    put(p, "3311", "n-div12", steps=1)
    kill(p, "n-div11")
    administration(p, NAT, "BreakDown")
    assert reasons(p, "break:n-div11") == [("6.14.2", "no-parts")]
    assert reasons(p, "break:n-div12") == [("6.14b", "only-full-strength")]


# -- 8


@pytest.mark.rule("8.4a", "8.6b", "8.3a")
def test_an_air_unit_is_offered_to_its_own_side_while_it_is_unused() -> None:
    p = empty(turn=9)
    put(p, "3613", "r-b1")
    put(p, "3513", "n-nav1")
    p.hex[unit(p, "r-air-n")] = BASE
    north, own_units, foes = unit(p, "r-air-n"), [unit(p, "r-b1")], [unit(p, "n-nav1")]
    assert available(p, REP, hexn(p, "3613"), own_units, foes) == [north]
    flag(p, SPENT, "r-air-n")
    assert available(p, REP, hexn(p, "3613"), own_units, foes) == []
    p.state[north] = 0
    fighting(p, NAT)
    play(p, "attack:3613", "unit:n-nav1", "go")
    while question(p) != "DefenderAir":
        play(p, "pass")
    assert args(p, "air") == ["r-air-n"], "it serves the northern unit that defends"
    q = empty(turn=9)
    put(q, "3613", "r-b1")
    put(q, "3513", "n-nav1")
    q.hex[unit(q, "r-air-n")] = BASE
    fighting(q, REP)
    play(q, "attack:3513", "unit:r-b1", "go")
    while question(q) != "AttackerAir":
        play(q, "pass")
    assert args(q, "air") == ["r-air-n"], "and the one that attacks"


# -- 7


@pytest.mark.rule("7.8c")
def test_a_turncoat_that_stands_next_to_its_victim_stays_as_it_stands() -> None:
    p = empty(turn=18)
    put(p, "2712", "r-div11")
    put(p, "2711", "r-div3", "r-div13")
    p.infighting = p.turn
    run(p, Infighting())
    play(p, "attack:2712", "unit:r-div3")
    top = p.top[hexn(p, "2711")]
    assert top == unit(p, "r-div3")
    play(p, "hex:2711")
    assert p.top[hexn(p, "2711")] == top, "it has not gone under the other"


@pytest.mark.rule("7.40a", "13.10b")
def test_town_defense_is_the_reason_only_where_there_are_colonial_units() -> None:
    p = empty(turn=9)
    put(p, "2812", "n-div11", "n-gec")
    put(p, "2813", "n-blg")
    run(p, Losses(NAT, [unit(p, n) for n in ("n-div11", "n-gec", "n-blg")], 1, True))
    assert args(p, "lose") == ["n-blg", "n-div11"]
    assert reasons(p, "lose:n-gec") == [("13.10b", "two-steps-first")]
    put(p, "2813", "n-cst")
    put(p, "2814", "n-asn")
    run(p, Losses(NAT, [unit(p, n) for n in ("n-div11", "n-gec", "n-cst", "n-asn")], 1, True))
    assert args(p, "lose") == ["n-asn", "n-cst"]
    assert reasons(p, "lose:n-gec") == [("7.40a", "colonial-first")]
    assert reasons(p, "lose:n-div11") == [("7.40a", "colonial-first")]
    run(p, Losses(NAT, [unit(p, n) for n in ("n-div11", "n-gec", "n-cst", "n-blg")], 1, False))
    assert reasons(p, "lose:n-gec") == [("13.10b", "two-steps-first")], "an ordinary loss"


# -- 10


@pytest.mark.rule("10.4d")
def test_a_line_runs_over_friendly_ground_in_all_directions() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    city = hexn(p, "3023")
    for h in p.board.nb[city]:
        own_all(p, NAT)
        own(p, REP, "3023", p.board.names[h])
        linked = network(p, NET_CENTRE).linked
        assert [x for x in range(p.board.size) if linked[x]] == sorted([city, h])
        for far in p.board.nb[h]:
            own_all(p, NAT)
            own(p, REP, "3023", p.board.names[h], p.board.names[far])
            assert network(p, NET_CENTRE).linked[far], p.board.names[far]


@pytest.mark.rule("13.21b")
def test_that_the_zones_are_linked_is_told_once() -> None:
    p = empty(turn=3)
    p.linked = 0
    events = heard(p)
    judge(p, NAT)
    assert (p.linked, [e.key for e in events]) == (0, [])
    own_all(p, NAT)
    judge(p, NAT)
    judge(p, NAT)
    assert (p.linked, [e.key for e in events]) == (1, ["zones-linked"])


# -- 11, 12


@pytest.mark.rule("11.5", "12.7", "12.11b")
def test_what_a_step_would_cost_is_told_even_where_a_zone_forbids_it() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    put(p, "2812", "r-div12")
    put(p, "2811", "n-div11", "n-cav1")
    moving(p, NAT)
    w = walkers(p, NAT, unit(p, "n-div11"))[0]
    assert isinstance(w, Marcher)
    prices = {p.board.names[x.space]: x.cost for x in w.around(w.at)}
    assert prices["2812"] == 0, "the enemy is there"
    assert prices["2711"] > 0, "from zone to zone"
    play(p, "unit:n-div11", "join:n-cav1")
    both = walkers(p, NAT, unit(p, "n-div11"))[0]
    lone = {p.board.names[x.space]: x.cost for x in both.around(both.at)}
    assert lone["2711"] == prices["2711"], "a stack pays what its slowest pays"


@pytest.mark.rule("11.5", "12.4")
def test_a_unit_with_no_hex_to_enter_is_not_asked() -> None:
    p = empty(turn=9)
    put(p, "2714", "r-bde2")
    ring = [p.board.names[h] for h in p.board.nb[hexn(p, "2714")]]
    foes = ("n-gec", "n-blg", "n-cay", "n-sp", "n-ser", "n-nvc")
    for name, foe in zip(ring, foes):
        put(p, name, foe)
    moving(p, REP)
    assert "unit:r-bde2" not in offered(p)
    assert reasons(p, "unit:r-bde2") == [("11.5", "nowhere-to-go")]
    kill(p, "n-gec")
    moving(p, REP)
    assert "unit:r-bde2" in offered(p), "into the gap"
    put(p, ring[0], "n-hq-n")
    moving(p, REP)
    assert "unit:r-bde2" in offered(p), "a headquarters alone keeps nobody out"
    put(p, ring[0], "n-gec")
    put(p, ring[1], "r-bde3")
    kill(p, "n-blg")
    moving(p, REP)
    assert "unit:r-bde2" in offered(p), "to a friend"


# -- 13, 14


@pytest.mark.rule("13.2", "13.3b", "13.12h", "13.24")
def test_nobody_attacks_a_hex_of_his_own_beside_his_own_units() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div11")
    put(p, "2712", "r-div12")
    assert not attackable(p, REP, hexn(p, "2812"), [])


@pytest.mark.rule("13.12a", "13.24", "2.10b")
def test_a_headquarters_carries_no_attack() -> None:
    p = empty(turn=12)
    put(p, "2108", "r-hq-ext", "r-nvz")
    own(p, NAT, "2008")
    put(p, "2008", "n-div34")
    assert p.attack(unit(p, "r-hq-ext")) == 3
    assert not positive(p, unit(p, "r-hq-ext"))
    assert not positive(p, unit(p, "r-nvz")), "no factor"
    fighting(p, REP)
    assert "attack:2008" not in offered(p)
    put(p, "2108", "r-div38")
    assert positive(p, unit(p, "r-div38"))


@pytest.mark.rule("14.2b", "14.4b")
def test_what_is_said_where_no_way_leads() -> None:
    p = empty(turn=8)
    put(p, "1305", "n-div105")
    travelling(p, NAT)
    own(p, NAT, "3023")
    play(p, "sea:n-div105")
    assert "hex:1208" in offered(p)
    assert reasons(p, "hex:3023") == [("14.4b", "no-way-there")], "Barcelona is no port of theirs that is supplied"
    q = empty(turn=8)
    put(q, "3110", "n-div11")
    own(q, NAT, "1208")
    travelling(q, NAT)
    play(q, "rail:n-div11")
    assert reasons(q, "hex:1208") == [("14.2b", "no-way-there")]


# -- what is shown


@pytest.mark.rule("13.14", "13.10a", "12.13", "12.26")
def test_the_tables_of_the_page_are_those_of_the_book() -> None:
    combat, terrain = charts(empty().board)
    assert [row[0] for row in combat["rows"]] == ["0", "1", "2", "3", "4", "5", "6"]
    assert combat["rows"][2][1 + combat["head"].index("2:1")] == "2/1"
    assert combat["rows"][5][1 + combat["head"].index("7:1")] == "0/4"
    rows = {row[0]: row[1:] for row in terrain["rows"]}
    assert rows["terrain.clear"] == ["1", "1", "1", "1"]
    assert (rows["terrain.mountain"][0], rows["terrain.mountain"][3]) == ("3", "4")
    assert (rows["terrain.rough"], rows["terrain.marsh"]) == (["1", "1", "1", "2"], ["3", "2", "4", "4"])
    assert [row[0] for row in terrain["rows"]] == [f"terrain.{x}" for x in ("clear", "marsh", "mountain", "rough")]
    assert terrain["head"] == [f"web.chart-{x}" for x in ("foot", "cavalry", "motorised", "tank")]


# -- supply without a unit, told rules, owed attacks


@pytest.mark.rule("10.2a", "10.6b")
def test_a_line_through_a_hex_in_an_enemy_zone_hangs_on_who_stands_there() -> None:
    for net, side, guard, friend, foe in ((NET_CENTRE, REP, "r-div12", "r-div13", "n-div11"),
                                          (NET_NAT, NAT, "n-div12", "n-div13", "r-div11")):
        p = empty(turn=9)
        own_all(p, side)
        source = p.board.sources[net][0]
        gate = p.board.nb[source][0]
        apart = p.board.apart
        beyond, post = next((h, x) for h in p.board.nb[gate] for x in p.board.nb[gate]  # its zone covers the gate
                            if apart[h][source] == apart[x][source] == apart[h][x] == 2)
        own_all(p, 1 - side)
        own(p, side, *[p.board.names[h] for h in (source, gate, beyond)])
        put(p, p.board.names[gate], guard)
        put(p, p.board.names[post], foe)
        units = (unit(p, guard),)
        assert network(p, net).linked[beyond]
        assert not lifted_network(p, net, units).linked[beyond]
        assert not overlay(p, net, units, -1, []).linked[beyond]
        put(p, p.board.names[gate], friend)
        assert lifted_network(p, net, units).linked[beyond], "the other one stays"
        assert overlay(p, net, units, -1, []).linked[beyond]


@pytest.mark.rule("15.2d", "7.34d", "4.3b", "4.3c")
def test_changes_of_morale_name_their_rule() -> None:
    for siege, rule in ((False, "7.34d"), (True, "15.2d")):
        p = empty(turn=4, alcazar_siege=siege)
        p.alcazar = 1
        own(p, NAT, "2509")
        put(p, "2509", "n-cst")
        events = heard(p)
        enter(p, unit(p, "n-cst"), hexn(p, "2510"))
        assert [e.rule for e in events if e.key == "morale-changes"][-1] == rule
    q = empty(turn=9)
    put(q, "1608", "r-jur")
    put(q, "1507", "n-cst")
    events = heard(q)
    enter(q, unit(q, "r-jur"), hexn(q, "1607"))
    enter(q, unit(q, "r-jur"), hexn(q, "1608"))
    enter(q, unit(q, "n-cst"), hexn(q, "1607"))
    assert [e.rule for e in events if e.key == "morale-changes"] == ["4.3b", "4.3c"]


@pytest.mark.rule("7.20", "7.13", "7.22b", "7.34c")
def test_what_a_republican_unit_takes_ends_no_nationalist_order() -> None:
    p = empty(turn=6)
    own(p, NAT, "2712", "2510", "3023", p.board.names[p.board.cabeza])
    p.call_madrid = p.call_alcazar = 6
    put(p, "2713", "r-div11")
    for place in ("2712", "2510", "3023", p.board.names[p.board.cabeza]):
        enter(p, unit(p, "r-div11"), hexn(p, place))
    assert (p.call_madrid, p.call_alcazar, p.taken, p.cabeza) == (6, 6, 0, 0)


@pytest.mark.rule("7.22a", "12.2b")
def test_all_who_still_owe_a_move_are_named() -> None:
    p = empty(turn=5)
    own(p, NAT, "2509", "2508", "2409")
    put(p, "2509", "n-cst")
    put(p, "2508", "n-asn")
    moving(p, NAT)
    p.duty[unit(p, "n-cst")] = p.duty[unit(p, "n-asn")] = MADRID
    p.reask()
    assert [(r.rule, r.facts["units"]) for r in why(p, "pass")] == [("7.22a", "n-cst, n-asn")]


@pytest.mark.rule("13.1", "13.2")
def test_the_first_hex_of_the_map_can_be_attacked() -> None:
    p = empty(turn=9)
    first = p.board.names[0]
    put(p, first, "r-div11")
    put(p, p.board.names[p.board.nb[0][0]], "n-div11")
    assert targets(p, NAT, []) == [0]


@pytest.mark.rule("6.14a", "6.14.1a")
def test_a_column_is_no_brigade_to_put_a_division_together_of() -> None:
    p = empty(turn=9, allow_recombination=True)
    u = unit(p, "r-div11")
    p.hex[u] = BROKEN
    put(p, "2712", "r-gen234-1", "r-gen124-1", "r-mng")
    assert p.printed(unit(p, "r-mng")) == "1-2-4"
    assert whole_of(p, u) == []
    put(p, "2712", "r-gen124-2")
    assert [p.board.uid[v] for v in whole_of(p, u)] == ["r-gen234-1", "r-gen124-1", "r-gen124-2"]


@pytest.mark.rule("7.33a", "13.5")
def test_an_attack_elsewhere_owes_nobody_to_the_offensive() -> None:
    p = empty(turn=4)
    own(p, NAT, "3117", "2911")
    put(p, "3117", "n-sp")
    put(p, "3118", "r-drt")
    put(p, "2911", "n-nvc")
    put(p, "2812", "r-grm", "r-smr")
    p.offensive, p.quota, p.target = 4, 3, hexn(p, "3117")
    fighting(p, REP)
    now(p).hit = [hexn(p, "2911")]
    assert not owed_units(p, battle(p, REP, "2911", "r-grm"), [unit(p, "r-smr")])
    now(p).hit = [hexn(p, "3117")]
    assert owed_units(p, battle(p, REP, "3117"), [unit(p, "r-drt")])
    assert needed(p, REP, hexn(p, "2911"), unit(p, "r-drt"), [], [])
    assert not needed(p, REP, hexn(p, "2911"), unit(p, "r-grm"), [], [])
    p.offensive = 3
    assert not needed(p, REP, hexn(p, "2911"), unit(p, "r-drt"), [], []), "the offensive was last turn's"


@pytest.mark.rule("9.1b", "9.1a")
def test_units_go_until_the_stack_is_small_enough() -> None:
    p = empty(turn=11)
    six = ("r-div11", "r-div12", "r-div13", "r-div14", "r-div15", "r-div35")
    put(p, "2712", *six, "r-bde2", "r-bde3")
    h = hexn(p, "2712")
    run(p, Overstack(REP, [h]))
    play(p, "lose:r-bde2")
    assert question(p) == "TakeOff", "one is still too much"
    play(p, "lose:r-div11")
    assert [(where(p, n), p.steps[unit(p, n)]) for n in ("r-bde2", "r-div11")] == [("deadpile", 1)] * 2
    assert not p.choices()


# -- supply of others, landed units, forts


@pytest.mark.rule("13.21b", "10.1", "10.2b")
def test_the_zones_are_linked_when_nationalist_supply_is_judged() -> None:
    p = empty(turn=3)
    p.linked = 0
    own_all(p, NAT)
    judge(p, REP)
    assert p.linked == 0
    judge(p, NAT)
    assert p.linked == 1


@pytest.mark.rule("10.6b", "10.2a")
def test_a_headquarters_on_the_map_feeds_those_next_to_it() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3023")
    put(p, "3021", "r-hq-cen")
    put(p, "2714", "r-div12")
    around = sorted([hexn(p, "3021"), *p.board.nb[hexn(p, "3021")]])
    for net in (network(p, NET_CENTRE), overlay(p, NET_CENTRE, (unit(p, "r-div12"),), -1, [])):
        assert [h for h in range(p.board.size) if net.staff[h]] == around
    assert not any(overlay(p, NET_CENTRE, (unit(p, "r-hq-cen"),), -1, []).staff), "it is lifted itself"
    q = empty(turn=9)
    own_all(q, NAT)
    assert not any(network(q, NET_NAT).staff), "all headquarters are in boxes"


@pytest.mark.rule("14.7c", "10.1", "10.4a")
def test_only_landed_units_are_supplied_by_their_landing() -> None:
    p = empty(turn=8, landed_supplied_first_turn=True)
    own_all(p, NAT)
    put(p, "2715", "r-div12")
    assert not supplied(p, unit(p, "r-div12"))
    flag(p, LANDED, "r-div12")
    assert supplied(p, unit(p, "r-div12"))


# -- 4, 7, 13, 15


@pytest.mark.rule("4.2a")
def test_a_game_that_is_over_is_not_won_again() -> None:
    p = empty(turn=5)
    own_all(p, NAT)
    put(p, "2712", "n-cst")
    p.result = REP
    judge_madrid(p)
    assert p.result == REP


@pytest.mark.rule("13.27c", "13.28a")
def test_an_attacker_too_far_away_is_barred_and_others_do_not_advance() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    put(p, "2713", "n-div11")
    put(p, "3110", "n-div12")
    put(p, "2815", "n-div13")
    run(p, Advance(NAT, hexn(p, "2714"), 1, [unit(p, "n-div11"), unit(p, "n-div12")], []))
    assert args(p, "unit") == ["n-div11"]
    assert reasons(p, "unit:n-div12") == [("13.27c", "advance-barred")]
    assert reasons(p, "unit:n-div13") == [("13.28a", "not-advancing")]


@pytest.mark.rule("15.1a")
def test_the_republican_says_which_stack_is_looked_at() -> None:
    p = empty(turn=15)
    put(p, "2812", "r-hq-cen")
    put(p, "2911", "n-div11")
    run(p, Scout(unit(p, "r-hq-cen")))
    assert (asked(p), offered(p)) == ([REP], ["hex:2911"])


@pytest.mark.rule("15.7.1a", "15.7.1b")
def test_the_first_column_of_all_is_rolled_for_too() -> None:
    p = empty(turn=3, column_attack_rolls=True)
    put(p, "2812", "r-mng", "r-div11")
    assert [p.board.uid[u] for u in unrolled(p)] == ["r-mng"]


@pytest.mark.rule("15.8")
def test_the_point_of_the_internationals_comes_on_turn_18_alone() -> None:
    for turn in (17, 19):
        found = []
        for option in (False, True):
            p = empty(turn=turn, return_of_internationals=option)
            p.volunteers = 16
            run(p, before("ResourcePoints"))
            found.append(p.rp[0])
        assert found[1] - found[0] == 0


@pytest.mark.rule("7.33a")
def test_who_stands_next_to_two_objectives_counts_once() -> None:
    p = empty(turn=4)
    own(p, NAT, "3117")
    put(p, "3117", "n-sp")
    goal = hexn(p, "3117")
    other, post = next((x, h) for x in p.board.nb[goal] for h in p.board.nb[goal] if p.board.apart[x][h] == 1)
    own(p, NAT, p.board.names[other])
    put(p, p.board.names[other], "n-ser")
    put(p, p.board.names[post], "r-drt")
    p.offensive, p.quota, p.target = 4, 3, goal
    assert ready(p, [], []) == [unit(p, "r-drt")]
