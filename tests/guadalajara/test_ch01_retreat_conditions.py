"""[1.8b, 1.10c, 2.6a.1, 3.5b, scs.cbt.9, scs.fog, scs.ret] Retreats, fire and who is astray: each condition alone."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid, soft
from frente.games.guadalajara.rules.ch01_barrage import gun_refusals
from frente.games.guadalajara.rules.ch01_battle import Attack
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_results import DefenderLosses, Exhaustion
from frente.games.guadalajara.rules.ch01_retreat import CROWDED, WITH_ROOM, Retreat, completes, ways
from frente.games.guadalajara.rules.ch03_arrivals import arrivals
from frente.games.guadalajara.show.hiding import spots
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, AWAITED, OFF_MAP, Guadalajara
from tests.guadalajara.lay import at, box, drill, loaded, offered, play, put, puts, run, unit, why

A = "30.05"
T = "30.06"


def retreat(p: Guadalajara, n: int, *names: str) -> Retreat:
    units = [unit(p, x) for x in names]
    return Retreat(REP, [], n, at(p, T), group=units)


@pytest.mark.rule("scs.ret.1", "scs.ret.2", "scs.ret.4")
def test_a_retreat_of_two_hexes_needs_a_second_hex_behind_the_first() -> None:
    closed = {"29.08": "n-tor-iv", "30.08": "n-bis-iv", "31.08": "n-buf-iv"}     # the hexes behind 30.07
    for taken, able in ((closed, False), ({"29.08": "n-tor-iv", "30.08": "n-bis-iv"}, True), ({}, True)):
        p = drill()
        u = put(p, "r-dmi-48", T)
        for h, name in taken.items():
            put(p, name, h)
        f = retreat(p, 2, "r-dmi-48")
        here = at(p, "30.07")
        assert completes(f, p, [u], here, 1, CROWDED) is able
        assert (here in ways(f, p, [u], WITH_ROOM)) is able
        assert completes(f, p, [u], here, 2, WITH_ROOM)      # that was the second


@pytest.mark.rule("scs.ret.1", "scs.ret.4")
def test_a_retreat_of_three_hexes_looks_for_the_third_one_too() -> None:
    third = ("28.08", "28.09", "29.09", "30.09", "31.09", "32.08", "32.09")
    enemies = ("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-impl-v", "n-lup-v", "n-ard-v", "n-int-vi")
    for n, closed, able in ((3, True, False), (3, False, True), (2, True, True)):
        p = drill()
        u = put(p, "r-dmi-48", T)
        for h, name in zip(third if closed else (), enemies, strict=False):
            put(p, name, h)
        assert completes(retreat(p, n, "r-dmi-48"), p, [u], at(p, "30.07"), 1, CROWDED) is able


@pytest.mark.rule("scs.ret.1", "scs.ret.4")
def test_in_search_of_room_a_retreat_goes_up_to_three_hexes_farther() -> None:
    p = drill()
    u = put(p, "r-dmi-48", T)
    f = retreat(p, 1, "r-dmi-48")
    full = [p.board.index[x] for x in ("30.07", "30.10", "30.11")]
    names = iter(("r-ter-48", "r-lr-50", "r-apo-71", "r-esp-71", "r-man-33", "r-goy-65", "r-ort-65", "r-sub-65",
                  "r-cor-65"))
    for h in full:
        puts(p, p.board.names[h], next(names), next(names), next(names))
    assert completes(f, p, [u], full[0], 1, WITH_ROOM)
    assert completes(f, p, [u], full[0], 1, CROWDED)
    assert not completes(f, p, [u], full[1], 4, WITH_ROOM)   # three beyond the result, and no room there
    assert completes(f, p, [u], full[1], 4, CROWDED)
    assert completes(f, p, [u], at(p, "30.09"), 3, WITH_ROOM)


@pytest.mark.rule("scs.ret.1", "scs.ret.4")
def test_who_splits_off_leaves_the_others_a_way_with_room() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-ter-48", "r-lr-50")
    for h, name in (("29.06", "n-impl-v"), ("31.06", "n-lup-v"), ("31.07", "n-ard-v"), ("29.07", "n-int-vi"),
                    (A, "n-tor-iv"), ("30.08", "n-bis-iv"), ("29.08", "n-buf-iv"), ("31.08", "n-aud-vi")):
        put(p, name, h)
    put(p, "r-apo-71", "30.07")          # two steps: four more have room, six have not
    f = Retreat(REP, [unit(p, x) for x in ("r-dmi-48", "r-ter-48", "r-lr-50")], 1, at(p, T))
    run(p, f)
    assert (f.level, "hex:30.07" in offered(p)) == (CROWDED, True)
    play(p, "leave:r-lr-50")
    assert (f.level, "hex:30.07" in offered(p)) == (WITH_ROOM, True)
    assert (f.group, f.units) == ([unit(p, "r-dmi-48"), unit(p, "r-ter-48")], [unit(p, "r-lr-50")])


@pytest.mark.rule("scs.cbt.9", "scs.cbt.8")
def test_what_the_attacker_could_not_lose_is_not_the_defenders() -> None:
    p = drill()
    f = Attack(NAT, at(p, T), [put(p, "n-tor-iv", A)], defenders=[put(p, "r-dmi-48", T)], result=[3, 0, 0, 0])
    p.short = 1
    DefenderLosses().auto(f, p)
    assert (f.short, p.short) == ([1, 0], 0)
    Exhaustion().auto(f, p)
    assert f.short == [1, 0]


@pytest.mark.rule("3.5b")
def test_the_refusal_of_a_detour_names_the_unit_and_no_hex() -> None:
    p = drill(turn=6)
    box(p, "r-mg-2", AWAITED, 6)         # any area: nothing to divert
    run(p, arrivals(p, REP))
    assert [(r.rule, r.key, r.facts) for r in why(p, "divert")] == [
        ("3.5b", "cannot-divert", {"unit": "r-mg-2", "hex": ""})]


# -- raids


@pytest.mark.rule("1.10c.3", "1.10c.6", "1.10c.4")
def test_what_a_raid_may_hit() -> None:
    p = drill()
    u = put(p, "n-brs-crs", A)
    assert soft(p, u)
    assert not soft(p, put(p, "n-hq-fn", A))
    assert not soft(p, put(p, "n-tor-iv", A))
    assert not soft(p, put(p, "n-tk-3-crs", A))
    assert soft(p, loaded(p, "n-bis-iv", "n-truck-ctv-1", A))
    p.box(u, OFF_MAP)
    assert not soft(p, u)                # it is not there any more


@pytest.mark.rule("1.10c.3", "1.10c.4", "1.10c.6")
def test_a_raid_hits_only_those_who_came_by() -> None:
    p = drill()
    u = put(p, "n-brs-crs", A)
    put(p, "n-hq-fn", A)
    loaded(p, "n-bis-iv", "n-truck-ctv-1", "40.05")
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid([u, unit(p, "n-hq-fn")], at(p, A), True, False))
    assert offered(p) == ["unit:n-brs-crs", "pass"]
    assert [(r.rule, r.key, r.facts) for r in why(p, "unit:n-bis-iv")] == [
        ("1.10c.3", "not-motorised-there", {"unit": "n-bis-iv"})]
    assert [(r.rule, r.key, r.facts) for r in why(p, "unit:n-hq-fn")] == [
        ("1.10c.6", "headquarters-safe", {"unit": "n-hq-fn"})]


# -- guns


@pytest.mark.rule("2.6a.1", "scn.2.hdr")
def test_guns_fire_neither_over_the_line_nor_off_the_area_of_the_scenario() -> None:
    for scenario, want in ((1, "R38"), (2, "R122")):
        p = drill(scenario=scenario)
        u = put(p, "n-arty-ctv-2", "24.12")
        found = gun_refusals(p, NAT, u, at(p, "24.14"), True)
        assert [(r.rule, r.key) for r in found if r.key == "not-across-the-line"] == [(want, "not-across-the-line")]
        found = gun_refusals(p, NAT, u, at(p, "24.13"), True)
        assert [r.key for r in found if r.key == "not-across-the-line"] == []


# -- astray


@pytest.mark.rule("2.6a.1")
def test_a_unit_astray_elsewhere_does_not_excuse_one_that_can_come_back() -> None:
    p = drill(ground={"24.14": "wooded-hills", "23.15": "wooded-hills", "25.15": "wooded-hills",
                      "23.14": "wooded-hills", "25.14": "wooded-hills"})
    p.taken = True
    p.state[put(p, "n-tor-iv", "24.15")] |= ASTRAY
    p.state[put(p, "n-brs-crs", "50.30")] |= ASTRAY
    run(p, Movement(NAT))
    assert "pass" not in offered(p)
    assert ("R37", "must-come-back", "n-tor-iv") in [(r.rule, r.key, r.facts.get("unit")) for r in why(p, "pass")]


@pytest.mark.rule("2.6a.1")
def test_an_italian_back_in_his_sector_is_astray_no_longer_far_from_any_railway() -> None:
    p = drill(rails=["30.25 30.26"])
    p.taken = True
    u = put(p, "n-tor-iv", "24.15")
    p.state[u] |= ASTRAY
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:24.14")
    assert p.state[u] & ASTRAY           # not yet
    play(p, "hex:24.13")
    assert not p.state[u] & ASTRAY


# -- what is seen of formations


@pytest.mark.rule("scs.fog")
def test_a_unit_in_a_box_is_seen_nowhere_on_the_map() -> None:
    p = drill(hidden_stacks=True)
    puts(p, "62.33", "r-dmi-48", "r-man-33")
    box(p, "r-ter-48", OFF_MAP)
    covered = {unit(p, "r-dmi-48")}
    assert [x.kin for x in spots(p, REP, covered)] == [set()]
    put(p, "r-ter-48", "62.32")
    assert [x.kin for x in spots(p, REP, covered)] == [{"48"}]
