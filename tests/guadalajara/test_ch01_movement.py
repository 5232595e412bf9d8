"""[1.3, 1.16, 1.20, 2.5, 2.6, scs.mov, scs.zoc, scs.stack] Movement, zones, stacking."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import MP, NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, DEAD, DG, MOVED, UNSUPPLIED
from tests.guadalajara.lay import (
    at,
    drill,
    empty,
    hexes,
    lawful,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    units,
    where,
)

ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"


# -- stacking


@pytest.mark.rule("1.1a", "scs.stack.1")
def test_six_steps_stack_and_a_move_that_would_end_with_seven_is_not_offered() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-bis-iv")
    puts(p, "31.06", "n-buf-iv", "n-impl-v")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06", "stop")
    assert p.state[unit(p, "n-tor-iv")] & MOVED
    play(p, "unit:n-bis-iv")
    assert "hex:31.06" in offered(p)     # through a full stack is free while a stop beyond remains
    play(p, "hex:31.06")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["1.1a"]


@pytest.mark.rule("1.1b", "1.1c", "3.4a.5", "1.16a.6")
def test_armour_flamethrowers_trucks_and_the_train_have_no_stacking_value() -> None:
    p = drill(rails=["30.05 31.06"])
    puts(p, "30.05", "n-tor-iv", "n-bis-iv", "n-buf-iv")
    for name in ("n-tk-3-crs", "n-gen-crs", "n-truck-ctv-1"):
        put(p, name, "30.05")
    assert sum(p.value(u) for u in p.stack_at(at(p, "30.05"))) == 6
    put(p, "r-train", "31.06")
    assert p.value(unit(p, "r-train")) == 0
    assert p.value(unit(p, "n-tor-iv")) == 2


@pytest.mark.rule("1.16a.2")
def test_a_loaded_pair_counts_two_whatever_its_passenger() -> None:
    p = drill()
    u = loaded(p, "r-gc", "r-truck-rep-1", "30.05")
    assert p.value(u) == 2
    p.unload(u)
    assert p.value(u) == 1


@pytest.mark.rule("scs.stack.2", "scs.reinf.2")
def test_steps_over_the_limit_at_the_end_of_a_phase_are_lost_as_their_owner_chooses() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-bis-iv", "n-buf-iv", "n-impl-v")
    run(p, Surplus(NAT))
    assert units(offered(p)) == ["n-bis-iv", "n-buf-iv", "n-impl-v", "n-tor-iv"]
    play(p, "unit:n-bis-iv", "unit:n-bis-iv")
    assert where(p, "n-bis-iv") == str(DEAD)
    assert step(p) == ""


@pytest.mark.rule("1.11a.1")
def test_armour_passes_through_armour_and_does_not_end_there() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-tk-3-crs")
    puts(p, "31.06", "n-bis-iv", "n-tk-4-crs")
    puts(p, "32.06", "n-buf-iv")
    run(p, Movement(NAT))
    play(p, "unit:n-tk-3-crs", "hex:31.06")
    assert rules(p, "stop") == ["1.11a.1"]
    play(p, "hex:32.06", "stop")
    assert where(p, "n-tk-3-crs") == "32.06"


@pytest.mark.rule("1.11b")
def test_armour_is_never_left_alone_nor_ends_alone() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-tk-3-crs")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:31.06") == ["1.11b"]            # the infantry would leave it alone
    assert "with:n-tk-3-crs" in offered(p)
    play(p, "with:n-tk-3-crs", "hex:31.06", "stop")
    assert where(p, "n-tk-3-crs") == where(p, "n-tor-iv") == "31.06"
    q = drill()
    puts(q, "30.05", "n-tor-iv", "n-tk-3-crs")
    run(q, Movement(NAT))
    play(q, "unit:n-tk-3-crs")
    assert hexes(offered(q)) == ["29.05", "29.06", "30.04", "30.06", "31.05", "31.06"]  # it can come back
    play(q, "hex:31.06")
    assert "stop" not in offered(q)
    assert rules(q, "stop") == ["1.11b"]


@pytest.mark.rule("1.12b")
def test_flamethrower_engineers_never_end_alone() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-gen-crs")
    run(p, Movement(NAT))
    play(p, "unit:n-gen-crs", "hex:31.06")
    assert rules(p, "stop") == ["1.12b"]


@pytest.mark.rule("2.6b")
def test_spaniards_and_italians_neither_stack_nor_move_together() -> None:
    p = drill(separation_line="none")
    put(p, "n-6-vic-sot", "30.05")
    put(p, "n-tor-iv", "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:30.05")
    assert rules(p, "stop") == ["2.6b"]


# -- costs


@pytest.mark.rule("1.3a", "scs.mov.1")
def test_foot_tank_and_motorised_units_pay_their_own_price() -> None:
    for name, cost in (("n-tor-iv", 1), ("n-hq-fn", 3), ("n-tk-3-crs", 2)):
        p = drill()
        puts(p, "30.05", "n-bis-iv", name)
        put(p, "n-buf-iv", "31.06")
        run(p, Movement(NAT))
        play(p, f"unit:{name}")
        before = left(p)[0]
        play(p, "hex:31.06")
        assert before - left(p)[0] == cost


@pytest.mark.rule("1.3b", "1.8a.1")
def test_artillery_moves_as_the_face_shown() -> None:
    p = drill()
    u = put(p, "n-arty-ctv-2", "30.05")
    assert p.moves_as(u) == 0
    assert p.allowance(u) == 2 * MP
    p.turn_face(u, 1)
    assert p.moves_as(u) == 2
    assert p.allowance(u) == 12 * MP
    assert p.board.barrage[u][1] < p.board.barrage[u][0]


@pytest.mark.rule("1.8a.2")
def test_artillery_changes_mode_in_the_movement_phase_before_it_moves_and_not_after() -> None:
    p = drill()
    put(p, "n-arty-ctv-2", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-arty-ctv-2", "mode")
    assert rules(p, "mode") == ["1.8a.2"]
    play(p, "hex:31.06")
    assert left(p) == [9]
    assert rules(p, "mode") == ["1.8a.2"]
    q = drill()
    put(q, "n-arty-ctv-2", "30.05")
    run(q, Movement(NAT))
    play(q, "unit:n-arty-ctv-2", "hex:31.06")
    assert rules(q, "mode") == ["1.8a.2"]


@pytest.mark.rule("scs.mov.3")
def test_the_road_rate_needs_a_step_along_the_road() -> None:
    p = drill(["30.05 31.06 32.06"])
    put(p, "n-hq-fn", "30.05")
    put(p, "n-hq-pn", "31.05")
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert left(p) == [11.5]
    play(p, "stop", "unit:n-hq-pn", "hex:31.06")
    assert left(p) == [9]


@pytest.mark.rule("scs.mov.2")
def test_every_unit_may_always_move_one_hex_but_only_in_the_movement_phase() -> None:
    p = drill(ground={"31.06": "wooded-hills"})
    u = put(p, "n-arty-ctv-2", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-arty-ctv-2", "hex:31.06")
    assert hexes(offered(p)) == []
    q = drill(ground={"31.06": "wooded-hills"})
    u = put(q, "n-arty-ctv-2", "30.05")
    q.state[u] |= 16                     # released
    run(q, Movement(NAT, True))
    play(q, "unit:n-arty-ctv-2")
    assert rules(q, "hex:31.06") == ["scs.mov.1"]
    r = drill(ground={"31.06": "wooded-hills"})
    put(r, "n-hq-fn", "30.05")
    run(r, Movement(NAT))
    play(r, "unit:n-hq-fn")
    assert rules(r, "hex:31.06") == ["scs.mov.1"]            # prohibited ground stays prohibited


@pytest.mark.rule("scs.mov.1")
def test_a_river_without_a_bridge_takes_a_whole_move_on_foot() -> None:
    p = drill(rivers=["30.05/31.06"])
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "30.04")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06")
    assert left(p) == [0]
    play(p, "stop", "unit:n-bis-iv", "hex:30.05")
    assert rules(p, "hex:31.06") == ["scs.mov.1"]


# -- zones of control


@pytest.mark.rule("scs.zoc.1")
def test_a_zone_reaches_the_six_neighbours_but_not_where_the_unit_cannot_go() -> None:
    p = drill(rivers=["30.05/31.06"], ground={"30.06": "wooded-hills"})
    put(p, "r-dmi-48", "30.05")
    assert [p.zone[REP][h] for h in p.board.nb[at(p, "30.05")]] == [1] * 6
    q = drill(rivers=["30.05/31.06"], ground={"30.06": "wooded-hills"})
    put(q, "n-hq-fn", "30.05")           # motorised: neither over the river nor into wooded hills
    reached = {q.board.names[h] for h in q.board.nb[at(q, "30.05")] if q.zone[NAT][h]}
    assert reached == {"30.04", "29.05", "29.06", "31.05"}


@pytest.mark.rule("scs.zoc.2")
def test_leaving_a_zone_costs_two_and_does_not_stop_a_unit() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "r-dmi-48", "32.06")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06")
    assert left(p) == [5]
    play(p, "hex:31.05")
    assert left(p) == [2]                # 1 for the ground, 2 for the zone left
    q = drill(ezoc_cost="on_enter")
    put(q, "n-tor-iv", "30.05")
    put(q, "r-dmi-48", "32.06")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:31.06")
    assert left(q) == [3]


@pytest.mark.rule("1.16b.5")
def test_a_loaded_unit_has_no_zone() -> None:
    p = drill()
    u = put(p, "r-dmi-48", "30.05")
    assert p.zone[REP][at(p, "31.06")] == 1
    p.load(u, put(p, "r-truck-rep-1", "30.05"))
    assert p.zone[REP][at(p, "31.06")] == 0
    p.unload(u)
    assert p.zone[REP][at(p, "31.06")] == 1


@pytest.mark.rule("2.8b.5")
def test_southern_republicans_have_no_zone_on_turn_1_and_have_it_from_turn_2() -> None:
    p = drill(turn=1)
    put(p, "r-dmi-48", "30.05")
    put(p, "r-tri-49", "30.25")
    assert p.zone[REP][at(p, "31.06")] == 0
    assert p.zone[REP][at(p, "30.26")] == 1
    p.advance_turn()
    assert p.zone[REP][at(p, "31.06")] == 1
    assert lawful(p)


@pytest.mark.rule("scs.zoc.1")
def test_support_units_lose_their_zones_by_option() -> None:
    p = drill(support_units_zoc=False)
    put(p, "n-hq-fn", "30.05")
    assert sum(p.zone[NAT]) == 0


# -- lines and sectors


@pytest.mark.rule("2.6.1", "2.6a.1", "2.6a.2", "2.6c")
def test_italians_stay_south_spaniards_north_and_republicans_go_where_they_like() -> None:
    p = empty()
    put(p, "n-tor-iv", "24.13")
    put(p, "n-6-vic-sot", "24.14")
    put(p, "r-dmi-48", "14.12")
    run(p, Movement(NAT))
    p.taken = True
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:24.14") == ["2.6a.1"]
    play(p, "stop", "unit:n-6-vic-sot")
    assert rules(p, "hex:24.13") == ["2.6a.2"]
    q = empty()
    put(q, "r-dmi-48", "14.12")
    run(q, Movement(REP))
    play(q, "unit:r-dmi-48")
    assert "hex:14.13" in offered(q)


@pytest.mark.rule("2.6a.1")
def test_the_example_of_the_separation_line() -> None:
    p = empty()
    p.taken = True
    put(p, "n-tor-iv", "14.12")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:14.13") == ["2.6a.1"]


@pytest.mark.rule("2.6a.3")
def test_italians_from_52_23_keep_to_their_road_until_they_reach_their_sector() -> None:
    p = empty(turn=3)
    put(p, "n-aqu-i", "52.23")
    run(p, Movement(NAT))
    play(p, "unit:n-aqu-i")
    steps = hexes(offered(p))
    assert len(steps) == 1
    assert rules(p, "hex:52.22" if "52.22" not in steps else "hex:52.24") == ["2.6a.1"]


@pytest.mark.rule("1.17a.1", "1.17a.2")
def test_no_italian_goes_west_of_column_16_before_brihuega_has_fallen_once() -> None:
    p = drill()
    put(p, "n-tor-iv", "16.09")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:15.09") == ["1.17a.1"]
    assert "hex:16.08" in offered(p)
    q = drill()
    put(q, "n-bis-iv", "18.03")          # taken ...
    q.put(unit(q, "n-bis-iv"), at(q, "18.04"))
    put(q, "r-dmi-48", "18.03")          # ... and lost again
    put(q, "n-tor-iv", "16.09")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv")
    assert "hex:15.09" in offered(q)


@pytest.mark.rule("scn.4.nat.sr3")
def test_italians_set_up_east_of_column_20_do_not_go_west_of_it() -> None:
    p = drill(scenario=4, turn=9)
    u = put(p, "n-tor-iv", "20.05")
    p.state[u] |= 2048
    put(p, "n-bis-iv", "20.06")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:19.06") == ["scn.4.nat.sr3"]
    play(p, "stop", "unit:n-bis-iv")
    assert "hex:19.06" in offered(p)


@pytest.mark.rule("scn.2.hdr", "scn.3.hdr")
def test_units_do_not_leave_the_area_of_their_scenario() -> None:
    p = drill(scenario=2)
    put(p, "r-dmi-48", "14.12")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48")
    assert rules(p, "hex:14.13") == ["R122"]
    q = drill(scenario=3)
    put(q, "r-dmi-48", "14.13")
    run(q, Movement(REP))
    play(q, "unit:r-dmi-48")
    assert rules(q, "hex:14.12") == ["R122"]


@pytest.mark.rule("scn.1.hdr")
def test_scenario_1_is_played_on_the_whole_map() -> None:
    p = drill()
    put(p, "r-dmi-48", "14.12")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48")
    assert "hex:14.13" in offered(p)
    assert (p.board.first_turn, p.board.last_turn) == (1, 11)


# -- traffic


@pytest.mark.rule("2.5a", "2.5b")
def test_traffic_costs_1_for_foot_and_2_for_wheels_in_the_hex_entered_by_road() -> None:
    for there, cost in (((), 0.5), (("n-tor-iv",), 1.5), (("n-tor-iv", "n-truck-ctv-1"), 2.5)):
        p = drill([ROAD])
        put(p, "n-hq-fn", "30.05")
        for name in there:
            put(p, name, "31.06")
        run(p, Movement(NAT))
        play(p, "unit:n-hq-fn", "hex:31.06")
        assert left(p) == [12 - cost]
    p = drill()                          # not along a road: no jam
    put(p, "n-hq-fn", "30.05")
    put(p, "n-tor-iv", "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert left(p) == [9]
    q = drill([ROAD])                    # Republicans never jam
    puts(q, "30.05", "r-dmi-48", "r-ac-1-bt")
    puts(q, "31.06", "r-ter-48")
    run(q, Movement(REP))
    play(q, "unit:r-ac-1-bt", "hex:31.06")
    assert left(q) == [13]


# -- halved allowances, astray


@pytest.mark.rule("2.8b.1")
def test_republicans_move_half_on_turn_1_and_fully_on_turn_2() -> None:
    p = drill(turn=1)
    u = put(p, "r-dmi-48", "30.05")
    n = put(p, "n-tor-iv", "40.05")
    assert (p.allowance(u), p.allowance(n)) == (3 * MP, 6 * MP)
    p.turn = 2
    assert p.allowance(u) == 6 * MP
    q = drill(turn=1, scenario=3, scn3_surprise=False)
    assert q.allowance(put(q, "r-tri-49", "30.25")) == 6 * MP


@pytest.mark.rule("1.6c.1", "1.7a.1")
def test_disorganised_and_unsupplied_is_a_quarter() -> None:
    p = drill()
    u = put(p, "n-lit-1-1", "30.05", state=DG | UNSUPPLIED)
    assert p.allowance(u) == 12          # 1.5 points
    q = drill(cumulative_halving=False)
    assert q.allowance(put(q, "n-lit-1-1", "30.05", state=DG | UNSUPPLIED)) == 24


@pytest.mark.rule("3.4a.1", "3.4a.2", "3.4a.3", "3.4a.4")
def test_the_armoured_train_runs_on_rails_as_far_as_it_likes_and_shuns_zones() -> None:
    line = "30.25 31.26 32.26 33.27 34.27"
    p = drill(rails=[line])
    put(p, "r-train", "31.26")
    put(p, "n-6-vic-sot", "35.28")       # its zone touches 34.27
    run(p, Movement(REP))
    assert p.board.gun[unit(p, "r-train")]
    play(p, "unit:r-train")
    assert hexes(offered(p)) == ["30.25", "32.26"]
    assert rules(p, "hex:31.25") == ["3.4a.2"]
    play(p, "hex:32.26", "hex:33.27")
    assert rules(p, "hex:34.27") == ["3.4a.3"]
    q = drill(rails=[line])
    put(q, "r-train", "31.26")
    put(q, "r-dmi-48", "31.26")
    put(q, "n-6-vic-sot", "31.27")
    run(q, Movement(REP))
    assert "pass" not in offered(q)
    assert rules(q, "pass") == ["3.4a.3"]
    play(q, "unit:r-train")
    assert "stop" not in offered(q)


@pytest.mark.rule("3.4b.1", "3.4b.3")
def test_the_railway_battalion_stays_by_the_line_and_moves_twice_as_far_along_it() -> None:
    line = "30.25 31.26 32.26 33.27 34.27 35.28 36.28 37.29"
    p = drill(rails=[line])
    put(p, "r-rrbn", "30.25")
    run(p, Movement(REP))
    play(p, "unit:r-rrbn")
    assert left(p) == [10]
    for name in line.split()[1:]:
        play(p, f"hex:{name}")
    assert left(p) == [3]
    q = drill(rails=[line])
    put(q, "r-rrbn", "30.25")
    run(q, Movement(REP))
    play(q, "unit:r-rrbn", "hex:30.24")
    assert left(q) == [4]                # off the rails: the plain 5
    assert rules(q, "hex:30.23") == ["3.4b.1"]
    r = drill(rails=[line])
    u = put(r, "r-rrbn", "30.22")
    r.state[u] |= ASTRAY
    run(r, Movement(REP))
    assert offered(r) == ["unit:r-rrbn"]                     # it has to go back, now ...
    assert rules(r, "pass") == ["3.4b.1"]
    play(r, "unit:r-rrbn")
    assert rules(r, "stop") == ["3.4b.1"]
    assert hexes(offered(r)) == ["30.23"]
    assert rules(r, "hex:30.21") == ["R37"]
    play(r, "hex:30.23")
    assert rules(r, "stop") == ["3.4b.1"]                    # ... and as far as it gets
    play(r, "hex:30.24", "stop")
    assert not r.state[u] & ASTRAY
    s = drill(rails=[line])              # beside the line it may do as it likes
    put(s, "r-rrbn", "30.24")
    run(s, Movement(REP))
    assert "pass" in offered(s)


@pytest.mark.rule("2.6a.1", "scs.stack.1", "1.11b")
def test_italians_driven_over_the_line_come_back_at_once_and_together() -> None:
    p = drill()
    p.taken = True
    for name in ("n-tor-iv", "n-tk-3-crs"):
        p.state[put(p, name, "24.15")] |= ASTRAY
    put(p, "n-bis-iv", "30.05")
    run(p, Movement(NAT))
    assert "pass" not in offered(p)
    assert rules(p, "pass") == ["R37"]
    play(p, "unit:n-tor-iv")
    assert rules(p, "hex:24.14") == ["1.11b"]                # the tank would be left alone
    play(p, "with:n-tk-3-crs")
    assert "stop" not in offered(p)
    play(p, "hex:24.14", "hex:24.13", "stop", "pass")
    assert where(p, "n-tk-3-crs") == "24.13"
    q = drill()                          # cut off, they stay and the phase may end (R156)
    q.taken = True
    q.state[put(q, "n-tor-iv", "24.15")] |= ASTRAY
    for h, name in zip(("24.14", "23.15", "25.15"), ("r-dmi-48", "r-ter-48", "r-lr-50"), strict=True):
        put(q, name, h)
    run(q, Movement(NAT))
    assert "pass" in offered(q)


# -- dropping units on the way


@pytest.mark.rule("scs.mov.1")
def test_a_stack_on_the_march_drops_units_that_end_their_move_there() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-bis-iv")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv")
    assert rules(p, "drop:n-bis-iv") == ["R165"]         # it has not marched: it need not come along
    play(p, "hex:30.06", "drop:n-bis-iv")
    assert rules(p, "drop:n-tor-iv") == ["R165"]         # the last one stops
    play(p, "hex:30.07", "stop")
    assert (where(p, "n-bis-iv"), where(p, "n-tor-iv")) == ("30.06", "30.07")
    assert "unit:n-bis-iv" not in offered(p)             # its move is over


@pytest.mark.rule("1.1a", "1.11b")
def test_a_unit_is_dropped_only_where_it_may_stop_without_the_others() -> None:
    p = drill()
    puts(p, "30.05", "n-tor-iv", "n-tk-3-crs")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-tk-3-crs", "hex:30.06")
    assert rules(p, "drop:n-tk-3-crs") == ["1.11b"]      # armour would stay alone
    assert "drop:n-tor-iv" in offered(p)                 # the tank may still stop with it
    q = drill()
    puts(q, "30.05", "n-tor-iv", "n-bis-iv")
    puts(q, "30.06", "n-buf-iv", "n-impl-v")             # room for one more battalion, not for two
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "with:n-bis-iv", "hex:30.06")
    assert "stop" not in offered(q)
    play(q, "drop:n-bis-iv", "hex:30.07", "stop")
    assert where(q, "n-bis-iv") == "30.06"
    r = drill()
    puts(r, "30.05", "n-tor-iv", "n-bis-iv")
    puts(r, "30.06", "n-buf-iv", "n-impl-v", "n-aqu-i")  # full
    run(r, Movement(NAT))
    play(r, "unit:n-tor-iv", "with:n-bis-iv", "hex:30.06")
    assert rules(r, "drop:n-bis-iv") == ["1.1a"]
