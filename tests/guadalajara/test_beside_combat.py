"""[1.2, 1.8-1.20, scs.cbt, scs.ret] Combat, fire and losses: the case beside the rule."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_barrage import (
    Barrage,
    BarrageEffect,
    Fire,
    air_spotted,
    gun_refusals,
    left_shifts,
    spotted,
)
from frente.games.guadalajara.rules.ch01_battle import Attack, modifiers, shifts
from frente.games.guadalajara.rules.ch01_combat import DefendWithFlame, able, attacker_refusals
from frente.games.guadalajara.rules.ch01_losses import (
    ANY,
    BY_ATTACK,
    Fates,
    Losses,
    Stranded,
    lose,
    volunteers_first,
)
from frente.games.guadalajara.rules.ch01_results import DuelResult, Exhaustion, Reckoning, Vacated
from frente.games.guadalajara.rules.ch01_retreat import ACROSS, WITH_ROOM, Retreat, completes, passable
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import COMBAT, DEAD, OTHER, RELIEF, Guadalajara
from frente.kernel.flow import PASS
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
)

A, T = "30.05", "31.06"


@pytest.mark.rule("1.11d.1", "1.11d.2")
def test_infantry_retreats_where_its_tank_cannot_follow() -> None:
    """A river all round: foot soldiers wade, tanks do not."""
    p = drill(rivers=[f"{A}/{h}" for h in ("30.06", "31.06", "31.05", "30.04", "29.05", "29.06")])
    tank, bis = puts(p, A, "n-tk-3-crs", "n-bis-iv")
    run(p, Retreat(NAT, [tank, bis], 1, at(p, A)))
    while p.choices():
        side, acts = next(iter(p.choices().items()))
        p.apply(side, acts[0])
    assert p.board.distance(p.hex[bis], at(p, A)) == 1
    assert (p.steps[bis], p.hex[tank]) == (2, at(p, A))      # what becomes of it is another step's question


@pytest.mark.rule("1.16e.2")
def test_who_dies_on_foot_takes_no_truck_along() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "n-truck-ctv-1", A)
    p.destroy(u, "1.6d.2", OTHER)
    assert (where(p, "n-truck-ctv-1"), p.wheels[NAT][at(p, A)]) == (A, 1)
    assert [v for v in range(p.board.units) if p.hex[v] == DEAD] == [u]


@pytest.mark.rule("1.8a.1")
def test_a_unit_without_guns_has_no_barrage_in_any_mode() -> None:
    b = drill().board
    u = b.uindex["n-tor-iv"]
    assert (b.barrage[u], b.range[u], b.move[u], b.moves[u]) == ([0, 0], [0, 0], [48, 0], [0, 0])
    train = b.uindex["r-train"]
    assert (b.barrage[train], b.range[train], b.move[train], b.moves[train]) == ([2, 0], [5, 0], [0, 0], [3, 0])


def against(p: Guadalajara, *names: str, target: str = T, **more: object) -> Attack:
    """A combat of units where they stand, on everybody in the hex."""
    f = Attack(p.board.side[unit(p, names[0])], at(p, target), [unit(p, x) for x in names])
    f.defenders = p.stack_at(at(p, target))
    f.origins = [p.hex[u] for u in f.units]
    for name, value in more.items():
        setattr(f, name, value)
    return f


# -- fire


@pytest.mark.rule("1.8b.4", "2.3a", "1.10b.3")
@pytest.mark.parametrize("place", ["31.07", "32.06", "32.05", "31.05", "30.05", "30.06"])
def test_a_spotter_on_any_side_of_the_target_will_do(place: str) -> None:
    p = drill()
    gun = put(p, "n-arty-ctv-4", "40.05")
    put(p, "r-dmi-48", T)
    assert (spotted(p, gun, at(p, T)), air_spotted(p, NAT, at(p, T))) == (False, False)
    put(p, "n-tor-iv", place)
    assert (spotted(p, gun, at(p, T)), air_spotted(p, NAT, at(p, T))) == (True, True)


@pytest.mark.rule("1.8b.4", "2.3a", "2.3b", "1.10b.3", "4.5")
@pytest.mark.parametrize(("gun", "spotter", "seen", "flown"), [
    ("n-arty-vi", "n-int-vi", True, True), ("n-arty-vi", "n-tor-iv", False, True),
    ("n-arty-ctv-4", "n-tk-3-crs", False, False),
    ("n-arty-ctv-4", "n-8-bai-sot", False, False), ("n-art-esp-10", "n-8-bai-sot", True, False),
    ("n-art-esp-10", "n-tor-iv", False, True)])
def test_who_spots_for_whom(gun: str, spotter: str, seen: bool, flown: bool) -> None:
    p = drill()
    u = put(p, gun, "40.05")
    put(p, "r-dmi-48", T)
    put(p, spotter, A)
    assert (spotted(p, u, at(p, T)), air_spotted(p, NAT, at(p, T))) == (seen, flown)


@pytest.mark.rule("1.17b.1", "1.17b.3", "1.10b.3")
@pytest.mark.parametrize(("names", "hill", "target", "seen"), [
    (("r-gc",), "16.03", "18.03", True), (("r-gc",), "16.03", "17.04", True), (("r-gc",), "16.03", "16.05", False),
    (("r-tk-1-bt",), "16.03", "18.03", False), (("n-tor-iv",), "16.03", "18.03", False),
    (("r-gc",), "15.05", "18.03", False), (("r-tk-1-bt", "r-gc"), "19.02", "18.03", True)])
def test_who_looks_down_on_brihuega(names: tuple[str, ...], hill: str, target: str, seen: bool) -> None:
    p = drill()
    gun = put(p, "r-art-13", "10.05")
    puts(p, hill, *names)
    assert (spotted(p, gun, at(p, target)), air_spotted(p, REP, at(p, target))) == (seen, seen)
    assert not air_spotted(p, NAT, at(p, target))


@pytest.mark.rule("2.6a.1", "2.6a.2", "4.3a.2")
@pytest.mark.parametrize(("line", "found"), [("strict", ["R38"]), ("loose", [])])
def test_spanish_guns_fire_across_the_line_only_where_it_is_loose(line: str, found: list[str]) -> None:
    p = drill(separation_line=line)
    gun = put(p, "n-art-esp-10", "30.15")
    put(p, "r-dmi-48", "30.13")
    put(p, "n-8-bai-sot", "30.14")
    assert [r.rule for r in gun_refusals(p, NAT, gun, at(p, "30.13"), False)] == found


@pytest.mark.rule("1.8c.3")
def test_nothing_is_fired_without_a_gun() -> None:
    p = drill()
    put(p, "n-arty-ctv-4", A)
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    run(p, Barrage(NAT))
    play(p, f"hex:{T}")
    assert (offered(p), rules(p, "fire")) == (["unit:n-arty-ctv-4"], ["1.8c.3"])
    play(p, "unit:n-arty-ctv-4")
    assert (offered(p), rules(p, "fire")) == (["fire"], [])


@pytest.mark.rule("2.3c.1")
def test_one_unspotted_spanish_gun_spoils_the_barrage() -> None:
    p = drill()
    guns = [put(p, "n-arty-ctv-4", "30.09"), put(p, "n-art-esp-10", "30.09")]
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    assert left_shifts(Fire(NAT, at(p, T), False, False, guns), p) == [(2, "2.3c.1", "shift-unspotted")]
    assert left_shifts(Fire(NAT, at(p, T), False, False, guns[:1]), p) == []


@pytest.mark.rule("1.8d.2", "1.17b.2")
@pytest.mark.parametrize(("target", "left"), [("18.03", []), ("18.04", [(1, "1.8d.2", "shift-ground")])])
def test_the_hills_take_the_shift_from_brihuega_and_from_no_other_village(target: str,
                                                                        left: list[tuple[int, str, str]]) -> None:
    p = drill(ground={"18.03": "village", "18.04": "village"})
    gun = put(p, "r-art-13", "16.06")
    put(p, "r-dmi-48", "18.05")
    put(p, "n-tor-iv", target)
    assert left_shifts(Fire(REP, at(p, target), False, False, [gun]), p) == left


@pytest.mark.rule("1.8d.1", "1.8f.3")
def test_a_barrage_without_losses_owes_none() -> None:
    p = drill()
    gun = put(p, "n-arty-ctv-4", A)
    put(p, "r-dmi-48", T)
    p.short = 3                          # left from another combat
    f = Fire(NAT, at(p, T), True, False, [gun], dice=[4, 4])
    BarrageEffect().auto(f, p)
    assert (p.short, p.stack) == (0, [])


@pytest.mark.rule("4.6a")
def test_only_a_marker_that_is_near_can_be_shown() -> None:
    for place, acts, found in (("40.05", ["pass"], ["4.6a"]), (A, ["reveal", "pass"], [])):
        p = drill(hidden_interdiction=True)
        u = put(p, "n-brs-crs", A)
        p.markers, p.flipped, p.shown = [at(p, place)], [0], [0]
        run(p, Raid([u], at(p, A), True, True))
        assert (offered(p), rules(p, "reveal")) == (acts, found)


@pytest.mark.rule("1.10c.3", "1.10c.4")
def test_aircraft_find_nothing_in_a_column_on_foot() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid([u], at(p, A), True, False))
    assert (p.choices(), p.stack) == ({}, [])


# -- the reckoning of a combat


@pytest.mark.rule("scs.cbt.6", "1.17c")
def test_brihuega_overlooked_loses_its_shift_too() -> None:
    p = drill(ground={"18.03": "minor-village"})
    put(p, "n-tor-iv", "18.03")
    hills = ("16.03", "16.04", "17.05", "18.05")
    for hill, name in zip(hills[:3], ("r-gc", "r-gal", "r-din"), strict=True):
        put(p, name, hill)
    put(p, "r-dmi-48", "18.04")
    f = against(p, "r-dmi-48", target="18.03")
    assert [(x.value, x.rule) for x in shifts(f, p)] == [(-1, "scs.cbt.6")]
    put(p, "r-ter-48", hills[3])
    assert shifts(f, p) == []


@pytest.mark.rule("1.12d.1")
def test_engineers_count_wherever_they_are_named() -> None:
    p = drill()
    puts(p, A, "n-gen-crs", "n-tor-iv")
    put(p, "r-dmi-48", T)
    for names in (("n-gen-crs", "n-tor-iv"), ("n-tor-iv", "n-gen-crs")):
        assert [(x.value, x.rule) for x in modifiers(against(p, *names), p)] == [(3, "1.12d.1")]


@pytest.mark.rule("scn.3.nat.arr", "2.6a.1", "2.6a.2")
@pytest.mark.parametrize(("late", "found"), [("static", ["R121"]), ("free", [])])
def test_a_late_arrival_in_the_south_attacks_only_where_it_is_free(late: str, found: list[str]) -> None:
    p = drill(late_spanish_south=late)
    put(p, "r-dmi-48", T)
    u = put(p, "n-gal", A, state=RELIEF)
    assert [r.rule for r in attacker_refusals(p, NAT, u, at(p, T))] == found
    p.state[u] = 0
    assert [r.rule for r in attacker_refusals(p, NAT, u, at(p, T))] == ["2.6a.2"]
    put(p, "r-gc", "30.14")
    v = put(p, "n-tor-iv", "30.13")
    assert [r.rule for r in attacker_refusals(p, NAT, v, at(p, "30.14"))] == ["2.6a.1"]


@pytest.mark.rule("scs.cbt.1", "scs.cbt.4")
def test_nobody_attacks_his_own() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    put(p, "r-gc", "32.06")
    assert able(p, NAT, at(p, T)) == [u]


@pytest.mark.rule("1.12f.1")
def test_who_keeps_his_flamethrowers_back_has_used_none() -> None:
    p = drill()
    puts(p, T, "n-tor-iv", "n-gen-crs")
    put(p, "r-dmi-48", A)
    f = against(p, "r-dmi-48")
    assert DefendWithFlame().do(f, p, NAT, PASS)
    assert f.flame == -1


@pytest.mark.rule("1.12e.1", "1.12e.2")
def test_without_flamethrowers_nobody_is_exhausted() -> None:
    p = drill()
    last = put(p, "n-art-esp-2", "40.20")                    # the last counter of all
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    Exhaustion().auto(against(p, "n-tor-iv"), p)
    assert (p.steps[last], where(p, "n-art-esp-2")) == (1, "40.20")


@pytest.mark.rule("1.11h", "1.12e.3")
def test_without_a_die_there_has_been_no_tank_combat() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    events = told(p)
    DuelResult().auto(against(p, "n-tor-iv", "n-tk-3-crs", duel=0), p)
    assert (events, p.steps[unit(p, "n-tk-3-crs")], where(p, "n-tk-3-crs")) == ([], 2, A)


# -- losses


@pytest.mark.rule("1.4a")
def test_the_only_volunteer_loses_first_wherever_he_is_named() -> None:
    p = drill(volunteer_first="whole_attack")
    u, v = puts(p, A, "n-aqu-i", "n-lit-1-1")
    assert volunteers_first(Losses(NAT, [u, v], 1, ANY, COMBAT, "1.8f.1"), p, [u, v]) == [u]
    assert volunteers_first(Losses(NAT, [u, v], 1, BY_ATTACK, COMBAT, "scs.cbt.8"), p, [u, v]) == [u]


@pytest.mark.rule("1.16e.3")
def test_a_truck_that_takes_a_loss_is_told_as_a_truck() -> None:
    p = drill()
    u, t = put(p, "n-tor-iv", A), put(p, "n-truck-ctv-1", A)
    f = Losses(NAT, [u], 2, ANY, COMBAT, "1.8f.1", trucks=True)
    events = told(p)
    lose(f, p, t)
    assert [(e.rule, e.key, e.facts["unit"]) for e in events] == [("1.16e.3", "truck-lost", "n-truck-ctv-1")]
    assert (f.owed, f.taken, p.steps[u]) == (1, 1, 2)


@pytest.mark.rule("1.14a.1", "1.14a.4")
@pytest.mark.parametrize(("cause", "waits"), [(COMBAT, True), (OTHER, False)])
def test_only_who_falls_in_combat_may_come_back(cause: int, waits: bool) -> None:
    p = drill()
    u = put(p, "r-gc", A)
    p.destroy(u, "scs.cbt.8", cause)
    assert p.fallen == [u] * waits


@pytest.mark.rule("1.2a.1", "1.14a.1")
def test_the_dead_have_no_special_part_any_more() -> None:
    p = drill()
    u = put(p, "n-gal", A, state=RELIEF)
    p.destroy(u, "scs.cbt.8", COMBAT)
    assert p.state[u] == 0


@pytest.mark.rule("1.11d.1")
def test_everybody_left_alone_finds_company() -> None:
    p = drill()
    put(p, "n-tk-3-crs", A)
    put(p, "n-tor-iv", "30.06")
    put(p, "n-tk-4-crs", "40.05")
    put(p, "n-bis-iv", "40.06")
    run(p, Stranded(NAT))
    assert (where(p, "n-tk-3-crs"), where(p, "n-tk-4-crs")) == ("30.06", "40.06")


@pytest.mark.rule("1.11e.2", "1.12b")
@pytest.mark.parametrize(("name", "rule"), [("n-tk-3-crs", "1.11e.2"), ("n-gen-crs", "1.12b")])
def test_who_finds_no_company_is_lost_by_his_own_rule(name: str, rule: str) -> None:
    p = drill()
    u = put(p, name, A)
    events = told(p)
    run(p, Stranded(NAT, True, at(p, A)))
    assert [(e.rule, e.key) for e in events] == [(rule, "lost-step"), (rule, "destroyed")]
    assert p.hex[u] == DEAD


# -- retreats and advances


@pytest.mark.rule("scs.ret.1", "scs.ret.4")
def test_a_retreat_may_end_due_north() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    puts(p, "31.07", "r-gc")
    puts(p, "29.07", "r-gal")
    f = Retreat(NAT, [], 2, at(p, A), [u])
    assert completes(f, p, [u], at(p, "30.06"), 1, WITH_ROOM)
    put(p, "r-din", "30.07")
    assert not completes(f, p, [u], at(p, "30.06"), 1, WITH_ROOM)


@pytest.mark.rule("scs.ret.1")
def test_two_ways_are_a_choice() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    for h, name in (("31.06", "r-gc"), ("31.05", "r-gal"), ("30.04", "r-din"), ("29.05", "r-for-1")):
        put(p, name, h)
    run(p, Retreat(NAT, [unit(p, "n-tor-iv")], 1, at(p, A)))
    assert (asked(p), offered(p)) == ([NAT], ["hex:30.06", "hex:29.06"])


@pytest.mark.rule("scs.ret.2", "3.4a.6")
@pytest.mark.parametrize(("name", "rule"), [("r-dmi-48", "scs.ret.2"), ("r-train", "3.4a.6")])
def test_who_cannot_retreat_is_destroyed_by_his_own_rule(name: str, rule: str) -> None:
    p = drill()
    u = put(p, name, A)
    for h, foe in zip(("30.06", "31.06", "31.05", "30.04", "29.05", "29.06"),
                      ("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-impl-v", "n-lup-v", "n-ard-v"), strict=True):
        put(p, foe, h)
    events = told(p)
    run(p, Retreat(REP, [u], 1, at(p, A)))
    assert {e.rule for e in events} == {rule}
    assert (p.hex[u], p.stack) == (DEAD, [])


@pytest.mark.rule("scs.ret.1", "scs.ret.2", "2.6a.3")
def test_in_scenario_2_italians_retreat_along_their_road() -> None:
    p = empty(2)
    u = put(p, "n-tor-iv", "50.20")
    t = at(p, "49.20")
    assert (p.board.play[t], p.board.corridor[t]) == (False, True)
    f = Retreat(NAT, [], 1, at(p, "50.20"), [u])
    i = p.board.toward(at(p, "50.20"), t)
    assert passable(f, p, [u], at(p, "50.20"), i, 1, ACROSS)


@pytest.mark.rule("scs.adv.1", "scs.ovr.3")
def test_one_attacker_left_is_enough_to_empty_the_hex_and_only_attackers_advance() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-buf-iv")
    put(p, "n-bis-iv", A)
    f = against(p, "n-bis-iv", "n-tor-iv", result=[0, 0, 0, 0])
    p.box(unit(p, "n-bis-iv"), DEAD)
    Vacated().auto(f, p)
    assert f.emptied
    run(p, before(f, "Advance"))
    assert offered(p) == ["unit:n-tor-iv", "pass"]
    assert (rules(p, "unit:n-buf-iv"), rules(p, "unit:n-bis-iv")) == (["scs.adv.1"], ["scs.adv.1"])
    play(p, "pass")
    assert (step(p), where(p, "n-tor-iv")) == ("", A)


@pytest.mark.rule("1.14a.1")
def test_a_combat_ends_with_the_dice_for_the_fallen() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    f = against(p, "n-tor-iv")
    Reckoning().auto(f, p)
    assert p.stack == [Fates()]
