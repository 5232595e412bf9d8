"""[1.6, 1.9, 1.11, 1.12, 1.20, 2.5, 2.6, 2.7d, scs.adv, scs.ovr] Where the rules of movement and combat end."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import defence_total, overlooked
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Stranded
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import Supply
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, DEAD, DG, DISABLED, FROM_EAST, RESERVE, UNSUPPLIED
from frente.kit.scs.odds import POINT
from tests.guadalajara.fight import attack, declare, settle
from tests.guadalajara.lay import (
    at,
    dice,
    drill,
    empty,
    hexes,
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

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06"


# -- movement


@pytest.mark.rule("2.6a.3")
def test_italians_leave_the_road_from_52_23_only_along_it_and_never_come_back_to_it() -> None:
    p = empty(turn=5)
    put(p, "n-aqu-i", "40.17")
    put(p, "n-leo-i", "41.17")
    run(p, Movement(NAT))
    play(p, "unit:n-aqu-i")
    beside = [p.board.names[n] for n in p.board.nb[at(p, "40.17")] if p.board.south[n]]
    by_road = [h for h in beside if p.board.way[at(p, "40.17")][p.board.toward(at(p, "40.17"), at(p, h))] >= 2]
    assert set(hexes(offered(p))) & set(beside) == set(by_road)
    off_road = sorted(set(beside) - set(by_road))
    assert off_road
    assert rules(p, f"hex:{off_road[0]}") == ["2.6a.3"]
    play(p, "stop", "unit:n-leo-i")
    assert rules(p, "hex:40.17") == ["2.6a.1"]


@pytest.mark.rule("2.5a", "2.5b")
def test_tanks_jam_and_are_jammed_tracks_count_and_foot_soldiers_do_not_mind() -> None:
    for mover, there, cost in (
            ("n-hq-fn", "n-tk-4-crs", 2.5), ("n-tk-3-crs", "n-bis-iv", 2), ("n-tor-iv", "n-hq-pn", 1)):
        p = drill([ROAD])
        puts(p, A, "n-buf-iv", mover)
        puts(p, "31.06", "n-impl-v", there)
        run(p, Movement(NAT))
        play(p, f"unit:{mover}")
        before = left(p)[0]
        play(p, "hex:31.06")
        assert before - left(p)[0] == cost
    p = drill(tracks=[ROAD])             # 2 for the track, 1 for the battalion; 3 across country is no worse
    put(p, "n-hq-fn", A)
    put(p, "n-tor-iv", "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "hex:31.06")
    assert left(p) == [9]
    q = drill(tracks=[ROAD], ground={"31.06": "woods"})
    put(q, "n-hq-fn", A)
    put(q, "n-tor-iv", "31.06")
    run(q, Movement(NAT))
    play(q, "unit:n-hq-fn", "hex:31.06")
    assert left(q) == [9]                # the track and the battalion, not the 6 of the woods


@pytest.mark.rule("1.10c.2", "2.5b")
def test_whoever_leaves_a_crowded_or_interdicted_road_pays_the_ground_instead() -> None:
    p = drill([ROAD])
    put(p, "n-tor-iv", A)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06")
    assert left(p) == [5]
    q = drill(tracks=[ROAD], ground={"31.06": "wooded-hills"})           # interdiction doubles roads, not tracks
    put(q, "n-tor-iv", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [1], [1]
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:31.06")
    assert left(q) == [5]
    r = drill([ROAD])                    # a tank meets wheels on the road: 3, but 2 beside it
    puts(r, A, "n-buf-iv", "n-tk-3-crs")
    puts(r, "31.06", "n-bis-iv", "n-hq-fn")
    run(r, Movement(NAT))
    play(r, "unit:n-tk-3-crs", "hex:31.06")
    assert left(r) == [10]


@pytest.mark.rule("2.7d.3")
def test_a_panicked_division_does_not_overrun() -> None:
    for panic, refused in ((1, ["2.7d.3"]), (0, [])):
        p = drill()
        put(p, "n-aqu-i", A)
        put(p, "r-gc", T, state=DG)
        p.panic[1] = panic
        run(p, Movement(NAT))
        play(p, "unit:n-aqu-i")
        assert rules(p, f"overrun:{T}") == refused


@pytest.mark.rule("1.20a")
def test_loaded_units_and_guns_do_not_overrun() -> None:
    p = drill()
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    put(p, "n-arty-iv", A)
    put(p, "r-gc", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, f"overrun:{T}") == ["R30"]
    play(p, "stop", "unit:n-arty-iv")
    assert "R30" in rules(p, f"overrun:{T}")


@pytest.mark.rule("scs.stack.2", "scs.ovr.1")
def test_no_overrun_is_made_out_of_a_hex_that_is_over_the_limit() -> None:
    p = drill()
    puts(p, A, "n-tor-iv")
    puts(p, "31.06", "n-bis-iv", "n-buf-iv", "n-impl-v")     # full
    put(p, "r-gc", "32.06", state=DG)
    put(p, "r-din", "30.06", state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert f"overrun:{T}" in offered(p)
    play(p, "hex:31.06")
    assert rules(p, "overrun:32.06") == ["1.1a"]


# -- who attacks


@pytest.mark.rule("1.16b.2", "1.13b")
def test_passengers_reserves_and_units_gone_astray_do_not_attack() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    loaded(p, "n-impl-v", "n-truck-ctv-1", A)
    p.state[unit(p, "n-bis-iv")] |= RESERVE
    p.state[unit(p, "n-buf-iv")] |= ASTRAY
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert units(offered(p)) == ["n-tor-iv"]
    assert rules(p, "unit:n-impl-v") == ["1.16b.2"]
    assert rules(p, "unit:n-bis-iv") == ["1.13b"]
    assert rules(p, "unit:n-buf-iv") == ["R37"]


# -- strengths and modifiers


@pytest.mark.rule("1.8b.3")
def test_one_battery_in_good_order_keeps_the_whole_point() -> None:
    p = drill()
    put(p, "n-arty-iv", T, state=DG)
    put(p, "n-arty-v", T)
    assert defence_total(p, p.stack_at(at(p, T)), at(p, T), REP) == POINT
    p.mark(unit(p, "n-arty-v"), UNSUPPLIED)
    assert defence_total(p, p.stack_at(at(p, T)), at(p, T), REP) == POINT // 2


@pytest.mark.rule("1.17b.3", "1.17c")
def test_the_hills_help_only_a_republican_attack_and_only_on_brihuega() -> None:
    p = empty()
    for h, name in (("16.03", "r-dmi-48"), ("16.04", "r-ter-48"), ("17.05", "r-lr-50"), ("18.05", "r-apo-71")):
        put(p, name, h)
    assert overlooked(p, REP, at(p, "18.03"))
    assert not overlooked(p, NAT, at(p, "18.03"))
    assert not overlooked(p, REP, at(p, "18.04"))


@pytest.mark.rule("1.9b", "1.11f.2")
def test_anti_tank_guns_make_the_tank_roll_worse() -> None:
    table = drill().board.after_combat
    safe = max(die for die in range(1, 6) if not (table[die].attacker_steps or table[die].attacker_disabled))
    for gun, hurt in (("r-art-7", True), ("r-art-13", False)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
        puts(p, T, "r-dmi-48", gun)
        attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
        dice(p, 3, 3)
        settle(p, ("TankRoll", "ChooseTarget"))
        assert step(p) == "TankRoll"
        dice(p, safe)                    # with 1 more it is hit
        tank = unit(p, "n-tk-3-crs")
        assert (p.hex[tank] == DISABLED or p.steps[tank] < p.board.full[tank]) is hurt


@pytest.mark.rule("1.12e.3")
def test_a_flamethrower_tank_that_attacks_tanks_is_spared_their_fire_and_exhausted() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-lf-crs")
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-lf-crs")
    assert step(p) == "Duel"
    p.mark(unit(p, "n-lf-crs"), DG)      # 1 + 2 - 2: an attacker without flamethrowers would lose a step
    dice(p, 1)
    assert p.steps[unit(p, "n-lf-crs")] == 2
    dice(p, 3, 4)
    settle(p)
    assert p.steps[unit(p, "n-lf-crs")] == 1


@pytest.mark.rule("2.7d.5")
def test_panic_lengthens_retreats_and_makes_none() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    put(p, "n-aqu-i", T)
    p.panic[1] = 1
    f = attack(p, REP, T, "r-gua-1-49", "r-tri-49")
    dice(p, 4, 4)                        # 1:1 on 8 + 1: D1
    assert f.result == [0, 0, 1, 0]


# -- advance


@pytest.mark.rule("scs.adv.1", "4.7a")
def test_if_both_sides_retreat_the_hex_is_left_empty_and_nobody_advances() -> None:
    p = drill(intensive_combat=True)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    f = declare(p, NAT, T, "n-tor-iv", "n-bis-iv")
    play(p, "intensive")
    dice(p, 3, 3)                        # 2:1 on 6: no effect
    assert f.result == [1, 1, 1, 1]
    settle(p, ("ChooseTarget", "Advance"))
    assert step(p) != "Advance"
    assert p.holder(at(p, T)) == -1
    assert all(where(p, n) not in (A, T) for n in ("n-tor-iv", "n-bis-iv"))


@pytest.mark.rule("1.17a.1", "scn.4.nat.sr3")
def test_an_advance_does_not_lead_where_movement_may_not() -> None:
    for scenario, start, target, state, free in (
            (1, "16.09", "15.09", 0, False), (1, "17.09", "16.09", 0, True),
            (4, "20.06", "19.06", FROM_EAST, False), (4, "20.06", "19.06", 0, True)):
        p = drill(scenario=scenario, turn=9)
        for name in ("n-tor-iv", "n-bis-iv"):
            put(p, name, start, state=state)
        p.taken = scenario == 4
        put(p, "r-gc", target)
        attack(p, NAT, target, "n-tor-iv", "n-bis-iv")
        dice(p, 6, 6)
        settle(p, ("Advance", "ChooseTarget"))
        assert p.holder(at(p, target)) == -1
        assert (step(p) == "Advance") is free


@pytest.mark.rule("1.11b")
def test_an_advance_leaves_no_tank_alone() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    put(p, "r-gc", T)
    attack(p, NAT, T, "n-tor-iv")        # the tank looks on
    dice(p, 6, 6)
    settle(p, ("Advance", "ChooseTarget"))
    assert step(p) != "Advance"
    assert where(p, "n-tor-iv") == A


@pytest.mark.rule("1.11b", "scs.adv.1")
def test_a_tank_that_attacked_goes_along_with_the_last_of_its_company() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    put(p, "r-gc", T)
    attack(p, NAT, T, "n-tor-iv", "n-tk-3-crs")
    dice(p, 6, 6)
    dice(p, 6)                           # the tank comes through
    settle(p, ("Advance", "ChooseTarget"))
    assert offered(p) == ["unit:n-tor-iv", "pass"]             # not the tank first, alone
    play(p, "unit:n-tor-iv")
    assert where(p, "n-tor-iv") == where(p, "n-tk-3-crs") == T


@pytest.mark.rule("1.11b")
def test_a_tank_that_cannot_follow_keeps_its_company_behind() -> None:
    p = drill(rivers=[f"{A}/{T}"])       # men can wade it
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    put(p, "r-gc", T)
    attack(p, NAT, T, "n-tor-iv", "n-tk-3-crs")
    dice(p, 6, 6)
    dice(p, 6)
    settle(p, ("Advance", "ChooseTarget"))
    assert step(p) != "Advance"
    assert where(p, "n-tor-iv") == A


# -- armour alone, attrition


@pytest.mark.rule("1.11d.1", "2.6b")
def test_stranded_armour_finds_company_only_among_its_own() -> None:
    p = drill(separation_line="none")
    put(p, "n-tk-3-crs", A)
    put(p, "n-6-vic-sot", "31.06")       # nearer, but Spanish
    put(p, "n-tor-iv", "34.07")
    run(p, Stranded(NAT))
    assert where(p, "n-tk-3-crs") == "34.07"


@pytest.mark.rule("1.6d.2")
def test_attrition_takes_armour_last() -> None:
    p = drill()
    u = put(p, "n-arap-iba", "30.25", steps=1, state=UNSUPPLIED)
    v = put(p, "n-tk-tank", "30.25", state=UNSUPPLIED)
    ring = ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-gua-1-49", "r-tri-49")
    for name, h in zip(ring, p.board.nb[p.hex[u]], strict=True):
        put(p, name, p.board.names[h])
    run(p, Supply(NAT))
    dice(p, 6)                           # and surrounded: two steps
    assert p.hex[u] == DEAD
    assert p.steps[v] == 1               # of 2


# -- what may be done together


@pytest.mark.rule("1.11a.2", "1.11b")
def test_armour_in_company_supports_an_attack_of_others_and_stays_when_they_retreat() -> None:
    p = drill(turn=5)
    puts(p, "40.05", "n-tk-1-crs", "n-arty-1")           # the gun is company enough
    put(p, "n-lit-1-1", "41.05")
    puts(p, "40.04", "r-dmi-48", "r-ter-48")
    q = p.clone()
    run(q, Combat(NAT))
    play(q, "hex:40.04")
    assert rules(q, "unit:n-tk-1-crs") == ["scs.cbt.7"]      # it has no strength of its own
    f = attack(p, NAT, "40.04", "n-lit-1-1", "n-tk-1-crs")
    dice(p, 1, 2)
    assert f.result == [0, 1, 0, 0]
    settle(p)
    assert where(p, "n-lit-1-1") not in ("41.05", "40.04")
    assert where(p, "n-tk-1-crs") == where(p, "n-arty-1") == "40.05"


@pytest.mark.rule("1.11g")
@pytest.mark.parametrize("others", [[], ["n-bis-iv"]])
def test_armour_that_took_no_part_retreats_only_if_nobody_stays_with_it(others: list[str]) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs", *others)
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv")
    dice(p, 1, 3)
    assert f.result == [0, 1, 0, 0]
    settle(p)
    assert where(p, "n-tor-iv") != A
    assert where(p, "n-tk-3-crs") == (A if others else where(p, "n-tor-iv"))


@pytest.mark.rule("1.11b", "scs.ovr.1")
def test_an_overrun_leaves_no_tank_alone_either() -> None:
    p = drill(turn=5)
    puts(p, "40.05", "n-lit-1-1", "n-tk-1-crs")
    put(p, "r-gc", "39.05")
    run(p, Movement(NAT))
    play(p, "unit:n-lit-1-1")
    assert rules(p, "overrun:39.05") == ["1.11b"]
    assert "overrun:39.05" not in offered(p)
    q = drill(turn=5)
    puts(q, "40.05", "n-lit-1-1", "n-tk-1-crs", "n-lit-2-1")
    put(q, "r-gc", "39.05")
    run(q, Movement(NAT))
    play(q, "unit:n-lit-1-1")
    assert "overrun:39.05" in offered(q)                 # somebody stays with it
    assert rules(play(q, "with:n-lit-2-1"), "overrun:39.05") == ["1.11b"]


@pytest.mark.rule("1.8a.2", "1.13a.3")
def test_guns_that_have_been_turned_may_still_go_into_reserve() -> None:
    p = drill(turn=5)
    puts(p, "40.05", "n-arty-lit", "n-lit-1-1")
    run(p, Movement(NAT))
    play(p, "unit:n-arty-lit", "mode")
    q = play(p.clone(), "reserve:n-arty-lit")
    assert q.state[unit(q, "n-arty-lit")] & RESERVE
    assert q.face[unit(q, "n-arty-lit")] == 1
    play(p, next(w for w in offered(p) if w.startswith("hex:")))
    assert rules(p, "reserve:n-arty-lit") == ["1.13a.3"]


@pytest.mark.rule("1.16b.2", "1.16b.4")
def test_units_that_drove_as_a_column_get_off_together() -> None:
    p = drill(["40.05 39.05 38.04 37.04"], turn=5)
    for i in (1, 2):
        loaded(p, f"n-lit-{i}-1", f"n-truck-lit-{i}", "40.05")
    put(p, "n-hq-lit", "42.05")
    run(p, Movement(NAT))
    play(p, "unit:n-lit-1-1", "with:n-lit-2-1", "hex:39.05", "unload")
    assert all(p.aboard[unit(p, f"n-lit-{i}-1")] < 0 and where(p, f"n-lit-{i}-1") == "39.05" for i in (1, 2))
    assert [step(p), step(play(p, "stop"))] == ["DriveBack", "DriveBack"]        # each truck may drive on
    assert step(play(p, "stop")) != "DriveBack"


@pytest.mark.rule("1.1a", "1.16b.4")
def test_a_column_does_not_get_off_where_there_is_no_room_for_all_of_it() -> None:
    p = drill(["40.05 39.05 38.04 37.04"], turn=5)
    for i in (1, 2):
        loaded(p, f"n-lit-{i}-1", f"n-truck-lit-{i}", "40.05")
    puts(p, "39.05", "n-tor-iv", "n-bis-iv")
    run(p, Movement(NAT))
    play(p, "unit:n-lit-1-1", "with:n-lit-2-1", "hex:39.05")
    assert rules(p, "unload") == ["1.1a"]

