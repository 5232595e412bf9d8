"""[1.10c, 1.16, 2.6a, 4.2, 4.6a, scs.mov, scs.ovr] The march, one condition at a time: present and missing."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch01_movement import movable
from frente.games.guadalajara.rules.ch01_trucks import Drive
from frente.games.guadalajara.rules.ch04_screen import veiled
from frente.games.guadalajara.rules.sequence import begin_phase
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    HANDLED,
    IN_ZOC,
    MOVED,
    PINNED,
    RELEASED,
    RELIEF,
    RESERVE,
    UNUSED,
)
from tests.guadalajara.lay import (
    at,
    before,
    box,
    denied,
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
    step,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"


# -- who may move


@pytest.mark.rule("scn.4.rep.sra", "scs.mov.1")
@pytest.mark.parametrize(("turn", "pinned", "want"), [
    (9, True, ["scs.mov.1", "scn.4.rep.sra"]), (9, False, ["scs.mov.1"]), (10, True, ["scs.mov.1"])])
def test_only_the_unit_in_the_pass_and_only_on_the_first_turn_is_pinned(turn: int, pinned: bool, want: list[str]
                                                                        ) -> None:
    p = drill(scenario=4, turn=turn)
    put(p, "r-dmi-48", "20.03", state=MOVED | (PINNED if pinned else 0))
    put(p, "r-ter-48", "25.03")
    run(p, Movement(REP))
    assert rules(p, "unit:r-dmi-48") == want
    p.unmark(unit(p, "r-dmi-48"), MOVED)
    assert (unit(p, "r-dmi-48") in movable(p, REP, False)) is (turn == 10 or not pinned)


@pytest.mark.rule("scs.mov.1", "1.7a.5", "1.13a.1", "1.13b")
@pytest.mark.parametrize(("exploit", "state", "able"), [
    (False, 0, True), (False, MOVED, False), (False, RESERVE, False), (False, DG, True),
    (True, RELEASED, True), (True, 0, False), (True, RELEASED | DG, False), (True, RELEASED | MOVED, False),
    (True, RELEASED | RESERVE, True)])
def test_who_may_move_in_which_phase(exploit: bool, state: int, able: bool) -> None:
    p = drill(turn=3)
    u = put(p, "n-lit-1-1", A, state=state)
    v = put(p, "n-lit-2-1", "40.05", state=RELEASED)
    box(p, "n-lit-3-1", UNUSED)
    p.state[unit(p, "n-lit-3-1")] = RELEASED
    assert movable(p, NAT, exploit) == ([u, v] if able else [v])
    run(p, Movement(NAT, exploit))
    assert ("unit:n-lit-1-1" in offered(p)) is able
    assert (rules(p, "unit:n-lit-1-1") == []) is able


@pytest.mark.rule("scn.3.nat.arr", "scs.mov.1")
@pytest.mark.parametrize(("relief", "place", "option", "able"), [
    (RELIEF, A, "static", False), (0, A, "static", True), (RELIEF, "30.30", "static", True)])
def test_a_late_spanish_arrival_south_of_the_line_stands_fast(relief: int, place: str, option: str, able: bool) -> None:
    p = drill(scenario=3, turn=11, late_spanish_south=option)
    u = put(p, "n-sic", place, state=relief)
    assert (u in movable(p, NAT, False)) is able


@pytest.mark.rule("2.6a.1", "1.11b")
def test_a_battalion_and_its_tank_astray_have_to_come_back_and_a_tank_that_is_not_astray_does_not_count() -> None:
    for state, free in ((ASTRAY, False), (0, True)):
        p = drill()
        p.taken = True
        p.state[put(p, "n-tor-iv", "24.15")] |= ASTRAY
        p.state[put(p, "n-tk-3-crs", "24.15")] |= state
        put(p, "n-bis-iv", A)
        run(p, Movement(NAT))
        assert ("pass" in offered(p)) is free                # alone it would leave the tank behind
        assert rules(p, "pass") == ([] if free else ["R37"])


@pytest.mark.rule("2.6a.1", "scs.exp.1", "scs.mov.1")
def test_nobody_has_to_come_back_in_the_exploitation_phase() -> None:
    p = drill()
    p.taken = True
    p.state[put(p, "n-tor-iv", "24.15", state=RELEASED)] |= ASTRAY
    run(p, Movement(NAT, True))
    assert "pass" in offered(p)
    play(p, "unit:n-tor-iv")
    assert "stop" in offered(p)


# -- steps


@pytest.mark.rule("1.16a.9", "scs.mov.1")
def test_a_step_marks_the_trucks_of_those_who_ride_and_nobody_else() -> None:
    p = drill([ROAD])
    put(p, "n-bis-iv", A)
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    run(p, Movement(NAT))
    play(p, "unit:n-bis-iv", "hex:31.06")
    assert [u for u in range(p.board.units) if p.state[u] & MOVED] == []
    play(p, "stop", "unit:n-tor-iv", "hex:31.06")
    assert [p.board.uid[u] for u in range(p.board.units) if p.state[u] & MOVED] == ["n-bis-iv", "n-truck-ctv-1"]
    assert p.state[-1] & MOVED == 0


@pytest.mark.rule("4.6a", "1.10c.2")
def test_a_marker_shown_charges_every_unit_that_used_the_road() -> None:
    for word, want in (("reveal", [11, 13]), ("pass", [11.5, 13.5])):
        p = drill([ROAD], hidden_interdiction=True)
        put(p, "n-hq-fn", A)
        put(p, "n-brs-crs", A)
        p.markers, p.flipped, p.shown = [at(p, "33.07")], [0], [0]
        run(p, Movement(NAT))
        play(p, "unit:n-hq-fn", "with:n-brs-crs", "hex:31.06")
        assert (step(p), denied(p)) == ("Reveal", [])
        play(p, word)
        if step(p) == "Strike":
            play(p, "pass")
        assert left(p) == want


@pytest.mark.rule("4.6a")
def test_only_a_marker_within_two_hexes_of_the_road_can_be_shown() -> None:
    for marker, words in (("33.07", ["reveal", "pass"]), ("34.07", ["pass"])):
        p = drill([ROAD], hidden_interdiction=True)
        put(p, "n-hq-fn", A)
        p.markers, p.flipped, p.shown = [at(p, marker)], [0], [0]
        run(p, Movement(NAT))
        play(p, "unit:n-hq-fn", "hex:31.06")
        assert (offered(p), denied(p)) == (words, [])
        assert rules(p, "reveal") == ([] if "reveal" in words else ["4.6a"])


@pytest.mark.rule("scs.mov.1")
def test_the_refusal_of_a_step_names_the_unit_that_cannot_go() -> None:
    from tests.guadalajara.lay import why

    p = drill(ground={T: "wooded-hills"})
    puts(p, A, "n-tor-iv", "n-brs-crs")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-brs-crs")
    found = why(p, f"hex:{T}")
    assert [(r.rule, r.facts["unit"]) for r in found] == [("scs.mov.1", "n-brs-crs")]


@pytest.mark.rule("2.6b", "scs.stack.1")
def test_who_is_dropped_may_not_stay_with_units_of_another_nation() -> None:
    for other, want in (("n-6-vic-sot", ["2.6b"]), ("n-buf-iv", [])):
        p = drill(separation_line="none")
        put(p, other, "31.06")
        puts(p, A, "n-tor-iv", "n-bis-iv")
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", "with:n-bis-iv", "hex:31.06")
        assert rules(p, "drop:n-bis-iv") == want
        assert ("drop:n-bis-iv" in offered(p)) is (not want)


@pytest.mark.rule("4.1", "scs.stack.1")
def test_who_is_dropped_may_not_stay_with_political_rivals() -> None:
    p = drill(political_incompatibility=True)
    puts(p, "31.06", "r-dmi-48", "r-esp-71")
    puts(p, A, "r-gua-5-50", "r-ter-48")
    run(p, Movement(REP))
    play(p, "unit:r-gua-5-50", "with:r-ter-48", "hex:31.06")
    assert rules(p, "drop:r-gua-5-50") == ["4.1"]
    assert rules(p, "drop:r-ter-48") == []


# -- a truck that drives home


@pytest.mark.rule("1.16a.9")
def test_an_emptied_truck_drives_only_where_it_comes_nearer_to_its_headquarters() -> None:
    p = drill([ROAD])
    put(p, "n-truck-ctv-1", "31.06")
    put(p, "n-hq-fn", "36.08")
    run(p, Drive(NAT, unit(p, "n-truck-ctv-1"), 8))
    assert (offered(p), denied(p)) == (["hex:32.06", "stop"], [])
    assert rules(p, f"hex:{A}") == ["1.16a.9"]               # farther
    assert rules(p, "hex:33.07") == ["1.16a.9"]              # not adjacent
    assert rules(p, "hex:32.07") == ["1.16a.9"]              # too dear across country
    play(p, "hex:32.06")
    assert offered(p) == ["hex:33.07", "stop"]               # half a point each
    play(p, "hex:33.07")
    assert (where(p, "n-truck-ctv-1"), step(p)) == ("33.07", "")


# -- cavalry


@pytest.mark.rule("4.2a.1", "4.2a.2")
def test_cavalry_slips_away_two_hexes_or_stands() -> None:
    p = drill(cavalry_screen=True)
    put(p, "r-cav-xii", "30.07")
    put(p, "n-tor-iv", A)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", f"hex:{T}")
    assert (step(p), denied(p)) == ("SlipAway", [])
    assert "pass" in offered(p)
    assert "30.09" in hexes(offered(p))
    assert rules(p, "hex:30.08") == ["4.2a.2"]               # one hex
    assert rules(p, "hex:30.10") == ["4.2a.2"]               # three


@pytest.mark.rule("scs.fog")
@pytest.mark.parametrize(("names", "veil"), [
    (("r-dmi-48", "r-cav-xii"), True), (("r-cav-xii",), False), (("r-cav-xii", "r-dmi-48"), False),
    (("n-tor-iv", "n-cav-pdv-1"), False)])
def test_a_stack_that_shows_enemy_cavalry_may_hide_somebody(names: tuple[str, ...], veil: bool) -> None:
    p = drill(hidden_stacks=True, cavalry_screen=True)
    puts(p, "30.07", *names)             # the last one lies on top
    assert veiled(p, NAT, at(p, T)) is veil
    assert not veiled(p, NAT, at(p, A))


# -- phases


@pytest.mark.rule("scs.ovr.2", "scs.mov.1", "1.16b.4")
def test_a_phase_begins_for_units_on_the_map() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A, state=MOVED | HANDLED)
    v = put(p, "n-bis-iv", "40.05", state=IN_ZOC)
    put(p, "r-dmi-48", T)
    w = box(p, "n-buf-iv", UNUSED)
    p.zone[REP][UNUSED] = 1              # the last hexes of the map are nobody's box
    p.began[u] = p.began[v] = at(p, "50.05")
    begin_phase(p, NAT)
    assert (p.state[u], p.state[v], p.state[w]) == (IN_ZOC, 0, 0)
    assert (p.began[u], p.began[v], p.began[w]) == (at(p, A), at(p, "40.05"), -1)


@pytest.mark.rule("1.13d")
def test_only_hexes_with_units_in_reserve_are_released() -> None:
    p = drill(turn=3)
    put(p, "n-lit-1-1", A, state=RESERVE)
    put(p, "n-lit-2-1", "40.05")
    run(p, before(PlayerTurn(NAT), "Release"))
    assert (offered(p), denied(p)) == ([f"release:{A}", "pass"], [])
    assert rules(p, "release:40.05") == ["1.13d"]
    play(p, f"release:{A}")
    assert units(offered(p)) == ["n-lit-1-1"]                # nobody else waits: the Exploitation Phase


@pytest.mark.rule("scs.stack.1", "scs.stack.2")
@pytest.mark.parametrize("phase", ["StackingAfterMovement", "StackingAfterCombat", "StackingAfterExploitation"])
def test_stacks_are_checked_after_movement_combat_and_exploitation(phase: str) -> None:
    for names, asked in ((("n-tor-iv", "n-bis-iv", "n-buf-iv"), False),
                         (("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-lup-v"), True)):
        p = drill(turn=3)
        puts(p, A, *names)
        run(p, before(PlayerTurn(NAT), phase))
        assert (step(p) == "Eliminate") is asked


@pytest.mark.rule("scs.mov.1", "3.4b.3")
def test_the_railway_battalion_off_the_line_has_no_points_of_the_line() -> None:
    for rails, points in ((["30.25 30.26 30.27"], 10), (["32.25 32.26"], 5)):
        p = drill(rails=rails)
        put(p, "r-rrbn", "30.25")
        run(p, Movement(REP))
        play(p, "unit:r-rrbn")
        f = p.stack[-1]
        assert isinstance(f, Move)
        assert (left(p), f.bonus) == ([points], 40 if points == 10 else 0)
