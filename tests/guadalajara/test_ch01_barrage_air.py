"""[1.7, 1.8, 1.10, 1.17b, 2.3, 2.8a, 3.2, 4.5, 4.6a] Barrages, spotters, air points, interdiction."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase
from frente.games.guadalajara.rules.ch01_barrage import Barrage, Fire, column_of, spotted, strength, table_column
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import DEAD, DG, MOVED, OFF_MAP, RESERVE, UNSUPPLIED, Guadalajara
from tests.guadalajara.fight import barrage, bombs
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    dice,
    drill,
    hexes,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    start,
    step,
    told,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"
FAR = "30.08"
ROAD = "30.05 31.06 32.06 33.07 34.07"


# -- disorder


@pytest.mark.rule("1.7.1", "1.7.2", "1.8d.1")
def test_a_barrage_disorganises_every_unit_of_the_hex_and_no_other() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    puts(p, T, "r-dmi-48", "r-ter-48")
    put(p, "r-lr-50", "30.07")
    barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    dice(p, 4, 4)
    assert [bool(p.state[unit(p, n)] & DG) for n in ("r-dmi-48", "r-ter-48", "r-lr-50")] == [True, True, False]
    q = drill()
    puts(q, A, "n-tor-iv", "n-arty-ctv-2")
    put(q, "r-dmi-48", T)
    barrage(q, NAT, T, "n-arty-ctv-2")
    dice(q, 2, 2)                        # no effect
    assert not q.state[unit(q, "r-dmi-48")] & DG


@pytest.mark.rule("1.8f.1", "1.8f.2", "1.7a.7")
def test_a_number_costs_steps_of_the_owners_choice_and_the_rest_is_disorganised() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    puts(p, T, "r-gua-1-49", "r-gal")
    p.mark(unit(p, "r-gua-1-49"), DG)
    f = barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    assert strength(f, p) == 30
    dice(p, 5, 5)                        # column 19+, 10: one step
    assert units(offered(p)) == ["r-gal", "r-gua-1-49"]      # not only the strongest
    play(p, "unit:r-gal")
    assert p.steps[unit(p, "r-gua-1-49")] == 2
    assert p.state[unit(p, "r-gua-1-49")] & DG


@pytest.mark.rule("1.8f.3")
def test_a_step_loss_on_armour_alone_is_ignored() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    puts(p, T, "r-tk-1-bt")
    put(p, "r-dmi-48", FAR)
    barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    dice(p, 5, 5)
    assert p.steps[unit(p, "r-tk-1-bt")] == 2
    assert p.state[unit(p, "r-tk-1-bt")] & DG


@pytest.mark.rule("1.16e.3", "1.4a", "1.8f.1", "1.8f.2")
def test_a_truck_may_take_the_barrage_loss_and_volunteers_come_before_regulars() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
    puts(p, T, "n-tor-iv", "n-gen-fn")
    put(p, "n-truck-ctv-1", T)
    barrage(p, REP, T, "r-art-13", "r-art-14")
    dice(p, 6, 5)
    assert units(offered(p)) == ["n-tor-iv", "n-truck-ctv-1"]
    play(p, "unit:n-truck-ctv-1")
    assert where(p, "n-truck-ctv-1") == str(DEAD)
    assert p.state[unit(p, "n-gen-fn")] & DG


@pytest.mark.rule("1.7.3")
def test_disorder_is_not_contagious() -> None:
    p = drill()
    put(p, "n-tor-iv", A, state=DG)
    put(p, "n-bis-iv", "30.04")
    run(p, Movement(NAT))
    play(p, "unit:n-bis-iv", f"hex:{A}", "stop")
    assert not p.state[unit(p, "n-bis-iv")] & DG


@pytest.mark.rule("1.7a.4")
def test_disorganised_units_have_no_zone_until_they_recover() -> None:
    p = drill()
    u = put(p, "r-dmi-48", A)
    p.mark(u, DG)
    assert p.zone[REP][at(p, T)] == 0
    p.unmark(u, DG)
    assert p.zone[REP][at(p, T)] == 1


@pytest.mark.rule("1.7b", "1.13c")
def test_the_clean_up_phase_takes_disorder_and_reserve_markers_off_the_own_units() -> None:
    p = drill()
    u = put(p, "n-lit-1-1", A, state=DG | UNSUPPLIED)
    v = put(p, "n-lit-2-1", A, state=RESERVE)
    r = put(p, "r-dmi-48", "40.05", state=DG)
    run(p, before(PlayerTurn(NAT), "CleanUp"))
    assert not p.state[u] & DG
    assert p.state[u] & UNSUPPLIED
    assert not p.state[v] & RESERVE
    assert p.state[r] & DG


# -- who fires at what


@pytest.mark.rule("1.8b.1a", "1.8b.2")
def test_guns_fire_in_their_own_phase_at_enemies_in_range() -> None:
    p = drill()
    put(p, "n-art-esp-5", "30.25")
    put(p, "r-dmi-48", "30.30")
    put(p, "r-ter-48", "30.31")
    run(p, Barrage(NAT))
    assert hexes(offered(p)) == ["30.30"]
    assert rules(p, "hex:30.31") == ["1.8b.1a"]
    assert rules(p, "hex:30.25") == ["1.8b.1a"]
    run(p, Barrage(REP))
    assert step(p) == ""


@pytest.mark.rule("1.8c.1", "1.8c.2", "1.8c.3")
def test_guns_combine_fire_once_and_a_hex_is_barraged_once() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3", "n-arty-ctv-6")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "31.05")
    f = barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    assert strength(f, p) == 30
    dice(p, 1, 1)
    assert hexes(offered(p)) == ["31.05"]
    assert rules(p, f"hex:{T}") == ["1.8c.2"]
    play(p, "hex:31.05")
    assert rules(p, "unit:n-arty-ctv-2") == ["1.8c.1"]
    assert units(offered(p)) == ["n-arty-ctv-6"]


@pytest.mark.rule("1.6c.3", "1.8c.4", "2.8b.2")
def test_disorder_and_surprise_halve_a_barrage_and_lack_of_supply_forbids_it() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13", "r-art-12")
    put(p, "n-tor-iv", T)
    p.mark(unit(p, "r-art-13"), DG)
    f = barrage(p, REP, T, "r-art-13", "r-art-12")
    assert strength(f, p) == 19          # 6.5 + 12, rounded once
    q = drill(turn=1)
    puts(q, A, "r-dmi-48", "r-art-12")
    put(q, "n-tor-iv", T)
    assert strength(barrage(q, REP, T, "r-art-12"), q) == 6
    r = drill()
    puts(r, A, "r-dmi-48", "r-art-12", "r-art-13")
    put(r, "n-tor-iv", T)
    r.mark(unit(r, "r-art-12"), UNSUPPLIED)
    run(r, Barrage(REP))
    play(r, f"hex:{T}")
    assert rules(r, "unit:r-art-12") == ["1.6c.3"]
    assert "unit:r-art-13" in offered(r)


@pytest.mark.rule("1.8d.2", "1.8d.4")
def test_only_the_ground_of_the_target_shifts_and_shifts_stay_on_the_table() -> None:
    p = drill(ground={T: "village"})
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "r-dmi-48", T)
    f = barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    assert table_column(f, p) == 4       # 30 points: 19+, one left for the village
    dice(p, 5, 5)
    assert p.steps[unit(p, "r-dmi-48")] == 2
    q = drill(ground={T: "village"})
    puts(q, A, "n-tor-iv", "n-arty-iv")
    put(q, "r-dmi-48", T)
    assert table_column(barrage(q, NAT, T, "n-arty-iv"), q) == 0
    assert [column_of(q, n) for n in (1, 2, 3, 5, 6, 9, 10, 14, 15, 18, 19, 99)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


# -- spotters


@pytest.mark.rule("1.8b.4", "2.3a", "2.3c.1", "2.3c.2")
def test_spanish_guns_fire_unspotted_two_columns_left_and_italian_guns_not_at_all() -> None:
    p = drill()
    put(p, "n-art-esp-10", "30.25")
    put(p, "r-dmi-48", "30.28")
    f = barrage(p, NAT, "30.28", "n-art-esp-10")
    assert table_column(f, p) == 1       # 10-14 to 3-5
    q = drill()
    put(q, "n-art-esp-10", "30.25")
    put(q, "n-6-vic-sot", "30.27")
    put(q, "r-dmi-48", "30.28")
    assert table_column(barrage(q, NAT, "30.28", "n-art-esp-10"), q) == 3
    r = drill()
    put(r, "n-art-esp-5", "30.25")
    put(r, "r-dmi-48", "30.28")
    assert table_column(barrage(r, NAT, "30.28", "n-art-esp-5"), r) == 0
    s = drill()
    put(s, "n-arty-ctv-2", A)
    put(s, "r-dmi-48", FAR)
    run(s, Barrage(NAT))
    assert step(s) == ""
    put(s, "n-aqu-i", "30.07")           # any Italian spots for independent guns
    run(s, Barrage(NAT))
    assert hexes(offered(s)) == [FAR]


@pytest.mark.rule("2.3b")
def test_divisional_guns_need_a_spotter_of_their_division() -> None:
    p = drill()
    put(p, "n-arty-vi", A)
    put(p, "n-aqu-i", "30.07")
    put(p, "r-dmi-48", FAR)
    run(p, Barrage(NAT))
    assert step(p) == ""
    put(p, "n-int-vi", "31.08")
    run(p, Barrage(NAT))
    assert hexes(offered(p)) == [FAR]


@pytest.mark.rule("2.3d", "3.2c", "1.8d.3")
def test_armour_does_not_spot_and_terrain_does_not_matter() -> None:
    p = drill(rivers=["30.07/30.08"], ground={FAR: "wooded-hills"})
    gun = put(p, "r-art-13", A)
    put(p, "r-tk-1-bt", "30.07")
    put(p, "n-tor-iv", FAR)
    assert not spotted(p, gun, at(p, FAR))
    put(p, "r-dmi-48", "30.07")
    assert spotted(p, gun, at(p, FAR))
    q = drill()
    gun = put(q, "n-arty-ctv-2", A)
    put(q, "n-tk-3-crs", "30.07")
    put(q, "r-dmi-48", FAR)
    assert not spotted(q, gun, at(q, FAR))


@pytest.mark.rule("3.2a", "3.2b")
def test_republican_guns_always_need_a_spotter_and_take_any_republican() -> None:
    p = drill()
    put(p, "r-art-14", A)
    put(p, "n-tor-iv", FAR)
    run(p, Barrage(REP))
    assert step(p) == ""
    put(p, "r-con-1-70", "30.07")
    run(p, Barrage(REP))
    assert hexes(offered(p)) == [FAR]


@pytest.mark.rule("1.17b.1", "1.17b.2", "1.17b.3")
def test_the_hills_spot_two_hexes_into_the_valley_and_cancel_the_village() -> None:
    p = drill(ground={"18.03": "village"})
    gun = put(p, "r-art-14", "13.05")
    put(p, "n-aqu-i", "18.03")
    assert not spotted(p, gun, at(p, "18.03"))
    put(p, "r-dmi-48", "16.04")
    assert spotted(p, gun, at(p, "18.03"))
    f = barrage(p, REP, "18.03", "r-art-14")
    assert table_column(f, p) == 3       # 14 points, no village shift
    q = drill(ground={"18.03": "village"})
    put(q, "r-art-14", "13.05")
    put(q, "r-dmi-48", "17.04")          # an ordinary spotter next to it
    put(q, "n-aqu-i", "18.03")
    assert table_column(barrage(q, REP, "18.03", "r-art-14"), q) == 2
    r = drill()
    gun = put(r, "n-arty-ctv-4", "13.05")
    put(r, "n-tor-iv", "16.04")
    put(r, "r-dmi-48", "18.03")
    assert not spotted(r, gun, at(r, "18.03"))


@pytest.mark.rule("2.6a.1", "1.8b.1a")
def test_no_barrage_across_the_separation_line() -> None:
    p = drill()
    puts(p, "24.13", "n-tor-iv", "n-arty-ctv-2")
    put(p, "r-dmi-48", "24.14")
    run(p, Barrage(NAT))
    assert step(p) == ""
    q = drill(barrage_across_line=True)
    puts(q, "24.13", "n-tor-iv", "n-arty-ctv-2")
    put(q, "r-dmi-48", "24.14")
    run(q, Barrage(NAT))
    assert hexes(offered(q)) == ["24.14"]


@pytest.mark.rule("seq.1", "2.8a.1", "2.8a.2")
def test_before_turn_1_italian_guns_fire_as_if_spotted_and_may_fire_again_on_turn_1() -> None:
    p = drill(turn=1)
    puts(p, A, "n-arty-ctv-2", "n-arty-ctv-3")
    put(p, "n-art-esp-10", "30.25")
    put(p, "r-dmi-48", FAR)
    put(p, "r-tri-49", "30.27")
    run(p, Barrage(NAT, True))
    assert hexes(offered(p)) == [FAR]    # no spotter needed; Spanish guns stay silent
    play(p, f"hex:{FAR}", "unit:n-arty-ctv-2", "unit:n-arty-ctv-3", "fire")
    dice(p, 3, 3)
    assert step(p) == ""
    put(p, "n-tor-iv", "30.07")
    run(p, Barrage(NAT))
    assert FAR in hexes(offered(p))
    game = start(2)
    while step(game) in ("Deploy", "StartFace"):
        play(game, "pass" if "pass" in offered(game) else offered(game)[0])
    assert isinstance(game.stack[1], Barrage)        # within range of Italian guns, before the first turn
    assert game.stack[1].before


@pytest.mark.rule("2.8a.1", "1.8a.1", "1.8b.1")
@pytest.mark.parametrize(("face", "fired"), [(0, 15), (1, 5)])
def test_before_turn_1_a_gun_fires_as_the_face_it_was_set_up_with(face: int, fired: int) -> None:
    p = drill(turn=1)
    put(p, "n-arty-ctv-3", A, face=face)
    put(p, "r-dmi-48", FAR)
    run(p, Barrage(NAT, True))
    play(p, f"hex:{FAR}", "unit:n-arty-ctv-3", "fire")
    events = told(p)
    dice(p, 1, 1)
    assert [e.facts["strength"] for e in events if e.key == "barrage-result"] == [fired]


# -- air points


@pytest.mark.rule("1.10.1", "1.10.2", "1.10c.5", "2.8b.4")
def test_air_points_are_rolled_each_turn_but_the_first_and_do_not_carry_over() -> None:
    p = drill()
    p.air[REP] = 3
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, AirPhase(REP))
    dice(p, 6)
    assert (p.air[REP], p.markers) == (3, [])
    run(p, AirPhase(REP))
    dice(p, 1)
    assert p.air[REP] == 0               # what was left is lost
    q = drill(turn=1)
    run(q, AirPhase(REP))
    assert step(q) == ""
    assert q.air[REP] == 0


@pytest.mark.rule("1.10b.1", "1.10b.3")
def test_bombers_bring_5_points_each_and_need_no_spotter_over_roads() -> None:
    p = drill([f"{FAR} 30.09"])
    put(p, "n-tor-iv", FAR)
    p.air[REP] = 3
    f = bombs(p, REP, FAR, 3)
    assert strength(f, p) == 15
    assert table_column(f, p) == 4
    q = drill()
    put(q, "n-tor-iv", FAR)
    q.air[REP] = 3
    assert table_column(bombs(q, REP, FAR, 3), q) == 2       # unspotted off the road
    assert q.air[REP] == 0


@pytest.mark.rule("1.10b.2", "1.8c.3")
def test_guns_and_bombers_never_join_but_may_follow_each_other() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13")
    put(p, "n-tor-iv", T)
    p.air[REP] = 1
    f = barrage(p, REP, T, "r-art-13")
    assert isinstance(f, Fire)
    dice(p, 1, 1)
    assert offered(p) == [f"bomb:{T}", "pass"]
    play(p, f"bomb:{T}")
    assert rules(p, "unit:r-art-13") == ["1.10b.2"]
    assert offered(p) == ["points:1"]
    q = drill()                          # the guns first: once bombed, a hex is not shelled any more
    puts(q, A, "r-dmi-48", "r-art-13")
    put(q, "n-tor-iv", T)
    put(q, "n-bis-iv", "31.06")
    q.air[REP] = 2
    bombs(q, REP, T, 1)
    dice(q, 1, 1)
    assert offered(q) == ["hex:31.06", "bomb:31.06", "pass"]
    assert rules(q, f"hex:{T}") == ["1.10b.2"]


@pytest.mark.rule("1.10c.1", "1.10c.1a", "1.10.3")
def test_markers_are_placed_in_any_hex_from_the_points_just_rolled() -> None:
    p = drill()
    run(p, AirPhase(REP))
    dice(p, 4)
    assert len(hexes(offered(p), "interdict")) == p.board.size
    play(p, f"interdict:{A}", "pass")
    assert (p.air[REP], p.markers) == (1, [at(p, A)])


@pytest.mark.rule("1.10c.2")
def test_interdicted_roads_within_two_hexes_cost_double_to_the_nationalist_only() -> None:
    p = drill([ROAD])
    put(p, "n-hq-fn", A)
    p.markers, p.flipped, p.shown = [at(p, "33.07")], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert left(p) == [11]               # two hexes from the marker
    q = drill([ROAD])
    put(q, "n-hq-fn", A)
    q.markers, q.flipped, q.shown = [at(q, "34.07")], [0], [1]
    run(q, Movement(NAT))
    play(q, "unit:n-hq-fn", "hex:31.06")
    assert left(q) == [11.5]             # three hexes away
    r = drill([ROAD])
    puts(r, A, "r-dmi-48", "r-ac-1-bt")
    put(r, "r-ter-48", "31.06")
    r.markers, r.flipped, r.shown = [at(r, "31.06")], [0], [1]
    run(r, Movement(REP))
    play(r, "unit:r-ac-1-bt", "hex:31.06")
    assert left(r) == [13]


@pytest.mark.rule("1.10c.3", "1.10c.4")
def test_a_motorised_unit_in_the_marker_hex_may_be_attacked_once() -> None:
    p = drill([ROAD])
    put(p, "n-brs-crs", A)
    put(p, "n-brs-lit", A)
    put(p, "n-tor-iv", "31.05")
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", "hex:31.06")
    assert (asked(p), offered(p)) == ([REP], ["unit:n-brs-crs", "pass"])
    play(p, "unit:n-brs-crs")
    dice(p, 5)
    assert p.flipped == [1]
    assert p.state[unit(p, "n-brs-crs")] & MOVED             # halted
    play(p, "unit:n-brs-lit", "hex:31.06")
    assert asked(p) == [NAT]             # the marker has attacked; its road stays interdicted
    assert left(p) == [11]               # by road 2 and 2 for the jam: across country is cheaper (R33)
    play(p, "stop", "unit:n-tor-iv")
    assert "hex:31.06" in offered(p)
    q = drill([ROAD])
    put(q, "n-brs-crs", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    run(q, Movement(NAT))
    play(q, "unit:n-brs-crs", "hex:31.06", "unit:n-brs-crs")
    dice(q, 6)
    assert where(q, "n-brs-crs") == str(DEAD)


@pytest.mark.rule("1.10c.6")
def test_headquarters_are_never_attacked_but_pay_double() -> None:
    p = drill([ROAD])
    put(p, "n-hq-fn", A)
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert asked(p) == [NAT]
    assert left(p) == [11]


@pytest.mark.rule("1.16d.2")
def test_a_passenger_shares_the_fate_of_its_truck() -> None:
    p = drill([ROAD])
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06", "unit:n-tor-iv")
    dice(p, 6)
    assert where(p, "n-tor-iv") == where(p, "n-truck-ctv-1") == str(DEAD)
    q = drill([ROAD], interdicted_passenger="one_step")
    loaded(q, "n-tor-iv", "n-truck-ctv-1", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:31.06", "unit:n-tor-iv")
    dice(q, 6)
    assert (where(q, "n-tor-iv"), q.steps[unit(q, "n-tor-iv")]) == ("31.06", 1)
    r = drill([ROAD])                    # not thrown off by an air attack that misses
    u = loaded(r, "n-tor-iv", "n-truck-ctv-1", A)
    r.markers, r.flipped, r.shown = [at(r, "31.06")], [0], [1]
    run(r, Movement(NAT))
    play(r, "unit:n-tor-iv", "hex:31.06", "unit:n-tor-iv")
    dice(r, 1)
    assert r.aboard[u] >= 0
    assert not r.state[u] & DG


@pytest.mark.rule("4.5")
def test_italian_aircraft_fly_by_option_support_and_bomb_but_never_interdict() -> None:
    p = drill(italian_air=True)
    run(p, AirPhase(NAT))
    dice(p, 6)
    assert p.air[NAT] == 2
    assert step(p) == ""                 # no interdiction
    put(p, "r-dmi-48", T)
    put(p, "r-tri-49", "30.25")
    run(p, Barrage(NAT))
    assert hexes(offered(p), "bomb") == [T]                  # only south of the line
    q = drill()
    run(q, AirPhase(NAT))
    assert step(q) == ""
    assert q.air[NAT] == 0


@pytest.mark.rule("4.6a")
def test_a_hidden_marker_costs_nothing_until_its_owner_shows_it() -> None:
    def column() -> Guadalajara:
        p = drill([ROAD], hidden_interdiction=True)
        put(p, "n-hq-fn", A)
        p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [0]
        run(p, Movement(NAT))
        play(p, "unit:n-hq-fn", "hex:31.06")
        return p

    p = column()
    assert (asked(p), offered(p)) == ([REP], ["reveal", "pass"])
    play(p, "pass")
    assert left(p) == [11.5]
    assert p.shown == [0]
    q = column()
    barrier = q.barrier
    play(q, "reveal")
    assert left(q) == [11]
    assert (q.shown, q.barrier) == ([1], barrier + 1)
    r = drill([ROAD], hidden_interdiction=True)              # asked although the marker lies elsewhere
    put(r, "n-hq-fn", A)
    r.markers, r.flipped, r.shown = [at(r, "50.05")], [0], [0]
    run(r, Movement(NAT))
    play(r, "unit:n-hq-fn", "hex:31.06")
    assert (asked(r), offered(r)) == ([REP], ["pass"])
    assert rules(r, "reveal") == ["4.6a"]


@pytest.mark.rule("4.6a", "1.10c.2")
def test_a_marker_shown_on_a_road_that_is_interdicted_already_does_not_double_it_again() -> None:
    p = drill([ROAD], hidden_interdiction=True)
    put(p, "n-hq-fn", A)
    p.markers, p.flipped, p.shown = [at(p, "31.06"), at(p, "32.06")], [0, 0], [1, 0]
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06", "reveal")
    assert left(p) == [11]


@pytest.mark.rule("1.5")
def test_there_is_no_weather() -> None:
    p = start(2)
    events = told(p)
    assert not any("weather" in type(s).__name__.lower() for f in p.stack for s in f.steps())
    assert events == []


@pytest.mark.rule("1.8b.2")
def test_a_unit_off_the_map_is_no_target() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2")
    p.hex[unit(p, "r-dmi-48")] = OFF_MAP
    run(p, Barrage(NAT))
    assert step(p) == ""


@pytest.mark.rule("1.16e.2")
def test_a_truck_is_lost_with_a_passenger_that_a_barrage_kills() -> None:
    for code_dice, killed in (((6, 6), True), ((1, 1), False)):
        p = drill()
        puts(p, A, "r-dmi-48", "r-art-13", "r-art-14")
        loaded(p, "n-gen-fn", "n-truck-ctv-1", T)
        f = barrage(p, REP, T, "r-art-13", "r-art-14")
        assert p.board.barrage_rows[12][table_column(f, p)] == "2"
        dice(p, *code_dice)
        while step(p) == "TakeLoss":     # the company, not one of the trucks
            play(p, "unit:n-gen-fn" if "unit:n-gen-fn" in offered(p) else offered(p)[0])
        assert (where(p, "n-gen-fn") == str(DEAD)) is killed
        assert (where(p, "n-truck-ctv-1") == str(DEAD)) is killed
