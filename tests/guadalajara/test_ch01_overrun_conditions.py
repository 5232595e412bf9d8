"""[1.20, 4.3a.1, scs.ovr] What keeps a group from an overrun, one reason at a time: present and missing."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, move_of
from frente.games.guadalajara.rules.ch01_movement import hex_refusals
from frente.games.guadalajara.rules.ch01_overrun import overrun_refusals, storm_cost
from frente.games.guadalajara.state.board import FN, MP, NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, DG, IN_ZOC, RELEASED, RELIEF, RESERVE, Guadalajara
from frente.kernel.flow import Refusal
from tests.guadalajara.lay import at, drill, loaded, put, puts

A = "30.05"
T = "30.06"


def found(p: Guadalajara, names: list[str], target: str = T, exploit: bool = False) -> list[Refusal]:
    units = [p.board.uindex[x] for x in names]
    return overrun_refusals(move_of(p, NAT, units, exploit), p, units, at(p, target))


def said(p: Guadalajara, names: list[str], target: str = T, exploit: bool = False) -> list[tuple[str, str]]:
    return [(r.rule, r.key) for r in found(p, names, target, exploit)]


@pytest.mark.rule("scs.ovr.1")
def test_only_enemies_next_to_the_group_are_overrun() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", "31.06")
    put(p, "r-gc", T, state=DG)
    put(p, "r-dmi-48", "30.07", state=DG)
    refused = [("scs.ovr.1", "no-enemy-beside")]
    assert said(p, ["n-tor-iv"]) == []
    assert said(p, ["n-tor-iv"], "30.07") == refused         # two hexes away
    assert said(p, ["n-tor-iv"], "31.06") == refused         # friends
    assert said(p, ["n-tor-iv"], "30.04") == refused         # nobody
    assert found(p, ["n-tor-iv"], "30.04")[0].facts == {"hex": "30.04"}


@pytest.mark.rule("1.7a.3", "scs.ovr.2")
@pytest.mark.parametrize(("state", "want"), [
    (0, []), (RESERVE, []), (RELEASED, []),
    (DG, [("1.7a.3", "disorganised")]), (IN_ZOC, [("scs.ovr.2", "began-in-zone")])])
def test_states_that_keep_a_unit_from_an_overrun(state: int, want: list[tuple[str, str]]) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gc", T, state=DG)
    u = put(p, "n-bis-iv", A, state=state)
    assert said(p, ["n-tor-iv", "n-bis-iv"]) == want
    assert [r.facts["unit"] for r in found(p, ["n-tor-iv", "n-bis-iv"])] == ["n-bis-iv"] * len(want)
    assert p.state[u] == state


@pytest.mark.rule("scs.ovr.2")
def test_by_option_who_began_in_a_zone_overruns_too() -> None:
    for option, want in ((True, []), (False, [("scs.ovr.2", "began-in-zone")])):
        p = drill(overrun_from_ezoc=option)
        put(p, "n-tor-iv", A, state=IN_ZOC)
        put(p, "r-gc", T, state=DG)
        assert said(p, ["n-tor-iv"]) == want


@pytest.mark.rule("scn.3.nat.arr")
@pytest.mark.parametrize(("option", "place", "want"), [
    ("static", A, [("R37", "must-come-back")]), ("static", "30.30", []), ("free", A, [])])
def test_a_late_spanish_arrival_in_the_italian_sector_overruns_nobody(option: str, place: str,
                                                                      want: list[tuple[str, str]]) -> None:
    p = drill(scenario=1, turn=11, late_spanish_south=option, separation_line="none")
    put(p, "n-6-vic-sot", place, state=RELIEF)
    target = T if place == A else "30.31"
    put(p, "r-gc", target, state=DG)
    assert said(p, ["n-6-vic-sot"], target) == want


@pytest.mark.rule("2.7d.3")
def test_a_division_in_panic_overruns_nobody_and_the_others_do() -> None:
    p = drill()
    put(p, "n-int-vi", A)
    put(p, "n-aqu-i", "31.06")
    put(p, "r-gc", T, state=DG)
    assert said(p, ["n-int-vi"]) == []
    p.panic[FN] = 1
    assert said(p, ["n-int-vi"]) == [("2.7d.3", "panicked")]
    assert said(p, ["n-aqu-i"]) == []


@pytest.mark.rule("scs.ovr.1")
def test_nobody_overruns_from_a_truck() -> None:
    p = drill()
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    put(p, "r-gc", T, state=DG)
    assert ("R30", "loaded") in said(p, ["n-tor-iv"])
    p.unload(p.board.uindex["n-tor-iv"])
    assert said(p, ["n-tor-iv"]) == []


@pytest.mark.rule("scs.ovr.2")
def test_a_group_that_overruns_began_the_phase_in_one_hex() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gc", T, state=DG)
    assert said(p, ["n-tor-iv", "n-bis-iv"]) == []
    p.began[p.board.uindex["n-bis-iv"]] = at(p, "30.04")
    assert said(p, ["n-tor-iv", "n-bis-iv"]) == [("scs.ovr.2", "not-together")]
    assert found(p, ["n-tor-iv", "n-bis-iv"])[0].facts == {"unit": "n-bis-iv", "hex": T}


@pytest.mark.rule("2.8c")
@pytest.mark.parametrize(("turn", "exploit", "state", "option", "want"), [
    (1, True, 0, False, [("R134", "prepared-units-do-not-overrun")]), (1, True, RESERVE, False, []),
    (1, True, 0, True, []), (1, False, 0, False, []), (2, True, 0, False, [])])
def test_who_moves_again_on_turn_1_does_not_overrun(turn: int, exploit: bool, state: int, option: bool,
                                                    want: list[tuple[str, str]]) -> None:
    p = drill(turn=turn, prep_overrun=option)
    put(p, "n-tor-iv", A, state=state)
    put(p, "r-gc", T, state=DG)
    assert said(p, ["n-tor-iv"], exploit=exploit) == want


@pytest.mark.rule("scs.ovr.1", "1.20b")
def test_two_points_are_enough_for_an_overrun_on_foot_and_one_and_a_half_are_not() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=DG)
    for left, want in ((2 * MP, []), (2 * MP - 1, [("scs.mov.1", "not-enough-mp")])):
        f = Move(NAT, [u], [left], False)
        assert [(r.rule, r.key) for r in overrun_refusals(f, p, [u], at(p, T))] == want


@pytest.mark.rule("scs.ovr.1", "1.11b")
def test_an_overrun_needs_attack_strength_and_room_and_leaves_no_armour_alone() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    put(p, "r-gc", T, state=DG)
    assert said(p, ["n-tor-iv", "n-tk-3-crs"]) == []
    assert said(p, ["n-tor-iv"]) == [("1.11b", "leaves-armour-alone")]
    units = [p.board.uindex["n-tor-iv"]]
    f = move_of(p, NAT, units, False)
    f.moved = True
    assert overrun_refusals(f, p, units, at(p, T)) == []     # it came by with nobody
    put(p, "n-bis-iv", A)
    assert said(p, ["n-tor-iv"]) == []
    puts(p, A, "n-buf-iv", "n-lup-v")    # eight steps in the hex
    assert said(p, ["n-tor-iv"]) == [("1.1a", "stack-not-legal")]
    q = drill()
    put(q, "n-hq-fn", A)
    put(q, "r-gc", T, state=DG)
    assert said(q, ["n-hq-fn"]) == [("R30", "no-attack-strength")]
    put(q, "n-tor-iv", A)
    assert said(q, ["n-hq-fn", "n-tor-iv"]) == []


@pytest.mark.rule("1.20a")
def test_ground_that_costs_a_foot_soldier_3_is_not_overrun_and_2_is() -> None:
    hard = [("1.20a", "ground-too-hard")]
    for kind, stream, want in (("open", False, []), ("open", True, []), ("woods", False, []), ("woods", True, hard),
                               ("wooded-hills", False, hard)):
        p = drill(ground={T: kind}, minors=[f"{A}/{T}"] if stream else [])
        put(p, "n-tor-iv", A)
        put(p, "r-gc", T, state=DG)
        assert said(p, ["n-tor-iv"]) == want, (kind, stream)


@pytest.mark.rule("2.6a.1")
def test_who_is_astray_comes_back_and_overruns_nobody_on_the_way() -> None:
    p = drill()
    u = put(p, "n-tor-iv", "24.15")
    put(p, "r-gc", "24.14", state=DG)
    p.taken = True
    p.state[u] |= ASTRAY
    assert said(p, ["n-tor-iv"], "24.14") == [("R37", "must-come-back")]
    assert found(p, ["n-tor-iv"], "24.14")[0].facts == {"unit": "n-tor-iv", "hex": "24.14", "left": ""}


@pytest.mark.rule("4.3a.1", "1.20b")
@pytest.mark.parametrize(("line", "crossed", "names", "want"), [
    ("loose", 0, 2, []), ("loose", 1, 2, ["4.3a.1"]), ("loose", 0, 3, ["4.3a.1"]), ("loose", 1, 1, []),
    ("loose", 2, 1, ["4.3a.1"]), ("none", 1, 2, []), ("none", 0, 3, [])])
def test_two_spanish_units_cross_the_line_in_a_turn_by_march_and_by_overrun(line: str, crossed: int, names: int,
                                                                            want: list[str]) -> None:
    for enemy in (True, False):
        p = drill(separation_line=line, turn=6)
        p.loose = True
        group = ["n-6-vic-sot", "n-8-vic-sot", "n-8-bai-sot"][:names]
        units = puts(p, "24.14", *group)
        p.crossed = [p.board.uindex[x] for x in ("n-gal", "n-sic")[:crossed]]
        if enemy:
            put(p, "r-gc", "24.13", state=DG)
            assert [rule for rule, _ in said(p, group, "24.13")] == want
        else:
            f = move_of(p, NAT, units, False)
            a, t = at(p, "24.14"), at(p, "24.13")
            assert [r.rule for r in hex_refusals(f, p, units, a, t)] == want


@pytest.mark.rule("1.20b", "scs.zoc.2", "scs.ovr.1")
def test_the_zone_that_is_left_is_paid_on_top() -> None:
    for state, zone in ((DG, 0), (0, 1)):
        p = drill()
        u = put(p, "n-tor-iv", A)
        put(p, "r-dmi-48", T, state=state)
        a = at(p, A)
        f = move_of(p, NAT, [u], False)
        plain = storm_cost(f, p, u, a, p.board.toward(a, at(p, T)), at(p, T))
        assert plain == (2 + 2 * zone) * MP
        assert bool(p.zone[REP][a]) is bool(zone)
