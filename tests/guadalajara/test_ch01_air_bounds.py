"""[1.10, 2.7e.6, 4.5, 4.6a] Air points, markers and air attacks: who flies, what stays, what aircraft may not do."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase, Raid, flies
from frente.games.guadalajara.rules.ch01_barrage import air_spotted
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.show.fog import laid_open, steps_secret
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DEAD, MOVED, Guadalajara
from frente.kernel.flow import EVERYONE
from tests.guadalajara.lay import (
    asked,
    at,
    denied,
    dice,
    drill,
    empty,
    left,
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

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07"


def marked(p: Guadalajara, *hexes: str, shown: int = 1) -> None:
    """Interdiction markers that have not attacked yet."""
    p.markers, p.flipped, p.shown = [at(p, h) for h in hexes], [0] * len(hexes), [shown] * len(hexes)


@pytest.mark.rule("1.10.1", "4.5", "2.8b.4")
@pytest.mark.parametrize(("side", "scenario", "turn", "italians", "want"), [
    (NAT, 1, 2, False, False), (NAT, 1, 1, True, True), (NAT, 2, 2, True, True), (NAT, 3, 2, True, False),
    (NAT, 4, 9, True, True), (REP, 1, 1, True, False), (REP, 1, 2, False, True), (REP, 4, 9, False, True)])
def test_who_rolls_for_air_points(side: int, scenario: int, turn: int, italians: bool, want: bool) -> None:
    p = drill(scenario=scenario, turn=turn, italian_air=italians)
    assert flies(p, side) is want
    run(p, AirPhase(side))
    assert (step(p) == "AirRoll") is want


@pytest.mark.rule("1.10.1", "2.8b.4")
def test_without_surprise_the_republican_flies_on_turn_1() -> None:
    for surprise in (True, False):
        p = drill(scenario=3, turn=1, scn3_surprise=surprise)
        assert flies(p, REP) is not surprise


@pytest.mark.rule("1.10.1", "1.10.2", "1.10c.5")
def test_the_air_phase_of_a_side_ends_its_own_points_and_markers_only() -> None:
    p = drill(italian_air=True)
    p.air = [2, 3]
    marked(p, A)
    run(p, AirPhase(NAT))
    dice(p, 3)
    assert (p.air, p.markers, p.flipped, p.shown) == ([0, 3], [at(p, A)], [0], [1])
    assert step(p) == ""                 # the points of the other side buy nothing now
    run(p, AirPhase(REP))
    dice(p, 1)
    assert (p.air, p.markers, p.flipped, p.shown) == ([0, 0], [], [], [])
    q = drill(turn=1)                    # nobody flies on turn 1, and nothing is kept for turn 2
    q.air = [0, 2]
    marked(q, A)
    run(q, AirPhase(REP))
    assert (q.air, q.markers) == ([0, 0], [])


@pytest.mark.rule("1.10c.1", "1.10c.1a")
def test_every_point_may_become_a_marker_and_none_is_placed_without_one() -> None:
    p = drill()
    run(p, AirPhase(REP))
    dice(p, 4)
    assert (step(p), asked(p), denied(p)) == ("Interdict", [REP], [])
    play(p, f"interdict:{A}", f"interdict:{A}")
    assert (p.markers, p.flipped, p.air[REP]) == ([at(p, A), at(p, A)], [0, 0], 0)
    assert step(p) == ""
    q = drill()
    run(q, AirPhase(REP))
    dice(q, 4)
    play(q, "pass")
    assert (q.markers, q.air[REP], step(q)) == ([], 2, "")
    r = drill(scenario=2)
    run(r, AirPhase(REP))
    dice(r, 4)
    assert rules(r, "interdict:30.25") == ["R122"]           # north of the line nobody plays
    assert rules(r, f"interdict:{A}") == []


@pytest.mark.rule("1.10c.1", "4.6a")
@pytest.mark.parametrize(("hidden", "only"), [(True, REP), (False, EVERYONE)])
def test_where_a_marker_lies_is_told_to_everybody_unless_it_is_hidden(hidden: bool, only: int) -> None:
    p = drill(hidden_interdiction=hidden)
    run(p, AirPhase(REP))
    dice(p, 6)
    events = told(p)
    play(p, f"interdict:{A}")
    assert [(e.facts["hex"], e.only) for e in events if e.key == "interdicts"] == [(A, only)]


@pytest.mark.rule("1.10c.3", "1.10c.4")
def test_each_marker_of_a_hex_attacks_once_and_no_other_marker_is_used_up() -> None:
    p = drill([ROAD])
    puts(p, A, "n-brs-crs", "n-brs-lit")
    marked(p, "31.06", "50.05", "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", "with:n-brs-lit", "hex:31.06")
    assert (asked(p), offered(p), denied(p)) == ([REP], ["unit:n-brs-crs", "unit:n-brs-lit", "pass"], [])
    play(p, "unit:n-brs-crs")
    assert p.flipped == [1, 0, 0]
    dice(p, 5)
    assert p.state[unit(p, "n-brs-crs")] & MOVED
    assert asked(p) == [REP]             # there is a second marker in the hex
    play(p, "unit:n-brs-lit")
    assert p.flipped == [1, 0, 1]
    dice(p, 4)
    assert asked(p) == [NAT]
    assert not p.state[unit(p, "n-brs-lit")] & MOVED


@pytest.mark.rule("1.10c.3", "1.10c.4")
def test_the_owner_of_a_marker_may_keep_it_for_somebody_else() -> None:
    p = drill([ROAD])
    put(p, "n-brs-crs", A)
    marked(p, "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", "hex:31.06", "pass")
    assert (p.flipped, asked(p)) == ([0], [NAT])
    assert "hex:32.06" in offered(p)     # nothing has happened to the unit


@pytest.mark.rule("1.10c.3")
@pytest.mark.parametrize(("die", "steps", "halted"), [(4, 2, False), (5, 2, True), (6, 1, False)])
def test_an_air_attack_misses_halts_or_costs_a_step(die: int, steps: int, halted: bool) -> None:
    p = drill([ROAD])
    u = put(p, "n-brs-lit", A)
    marked(p, "31.06")
    run(p, Movement(NAT))
    play(p, "unit:n-brs-lit", "hex:31.06", "unit:n-brs-lit")
    dice(p, die)
    assert (p.steps[u], bool(p.state[u] & MOVED)) == (steps, halted)


@pytest.mark.rule("1.10c.3", "4.6a")
def test_no_window_opens_for_units_on_foot_or_where_no_marker_can_be() -> None:
    for hidden, name, marker, want in ((False, "n-tor-iv", "31.06", NAT), (False, "n-brs-crs", "32.06", NAT),
                                       (False, "n-brs-crs", "31.06", REP), (True, "n-tor-iv", "50.05", REP)):
        p = drill([ROAD], hidden_interdiction=hidden)
        put(p, name, A)
        marked(p, marker, shown=0 if hidden else 1)
        run(p, Movement(NAT))
        play(p, f"unit:{name}", "hex:31.06")
        assert asked(p) == [want], (hidden, name, marker)
    q = drill(hidden_interdiction=True)  # off the road, on foot: a hidden marker could do nothing there
    put(q, "n-tor-iv", A)
    marked(q, "31.06", shown=0)
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:31.06")
    assert asked(q) == [NAT]
    r = drill(hidden_interdiction=True)  # wheels off the road may be attacked: asked
    put(r, "n-brs-crs", A)
    marked(r, "50.05", shown=0)
    run(r, Movement(NAT))
    play(r, "unit:n-brs-crs", "hex:31.06")
    assert (asked(r), offered(r), denied(r)) == ([REP], ["pass"], [])
    s = drill([ROAD], hidden_interdiction=True)              # all markers are known: no question about hidden ones
    put(s, "n-tor-iv", A)
    marked(s, "31.06")
    run(s, Movement(NAT))
    play(s, "unit:n-tor-iv", "hex:31.06")
    assert asked(s) == [NAT]


@pytest.mark.rule("4.6a", "1.10c.2")
@pytest.mark.parametrize(("marker", "road", "offers"), [
    ("31.06", True, ["reveal", "pass"]), ("33.07", True, ["reveal", "pass"]), ("34.07", True, ["pass"]),
    ("31.06", False, ["reveal", "pass"]), ("32.06", False, ["pass"])])
def test_which_hidden_markers_may_be_shown(marker: str, road: bool, offers: list[str]) -> None:
    p = drill([ROAD] if road else [], hidden_interdiction=True)
    put(p, "n-brs-crs", A)
    marked(p, marker, shown=0)
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", "hex:31.06")
    assert (offered(p), denied(p)) == (offers, [])


@pytest.mark.rule("4.6a", "1.10c.3")
def test_a_marker_shown_off_the_road_may_attack_and_costs_no_points() -> None:
    p = drill(hidden_interdiction=True)
    put(p, "n-brs-crs", A)
    marked(p, "31.06", "50.05", shown=0)
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", "hex:31.06", "reveal")
    assert (p.shown, step(p)) == ([1, 0], "Strike")
    play(p, "pass")
    assert left(p) == [11]               # one open hex


@pytest.mark.rule("2.7e.6", "1.10c.3", "1.10c.6")
def test_in_a_rout_every_motorised_unit_is_attacked_once_where_a_marker_lies() -> None:
    p = drill()
    found = puts(p, A, "n-brs-crs", "n-hq-fn", "n-brs-lit")
    marked(p, A)
    run(p, Raid(found, at(p, A), True, False, True))
    assert step(p) == "RaidRoll"
    dice(p, 6)
    assert where(p, "n-brs-crs") == str(DEAD)
    assert step(p) == "RaidRoll"
    dice(p, 5)
    assert (step(p), p.flipped) == ("", [0])                 # not the headquarters, nobody twice, no halt
    assert not p.state[unit(p, "n-brs-lit")] & MOVED
    q = drill()
    put(q, "n-brs-crs", A)
    marked(q, T)
    run(q, Raid([unit(q, "n-brs-crs")], at(q, A), True, False, True))
    assert step(q) == ""


@pytest.mark.rule("1.10b.3", "4.5", "1.17b.1")
def test_who_spots_for_aircraft() -> None:
    p = drill()
    put(p, "n-8-bai-sot", A)             # Spaniards do not spot for Italian aircraft
    assert not air_spotted(p, NAT, at(p, T))
    put(p, "n-tk-3-crs", "31.06")        # nor do tanks
    assert not air_spotted(p, NAT, at(p, T))
    put(p, "n-tor-iv", "31.06")
    assert air_spotted(p, NAT, at(p, T))
    assert not air_spotted(p, REP, at(p, T))
    q = empty()
    put(q, "r-dmi-48", "16.03")          # on a hill, two hexes from Brihuega
    assert air_spotted(q, REP, at(q, "18.03"))
    assert not air_spotted(q, NAT, at(q, "18.03"))


@pytest.mark.parametrize(("shown", "lies_open"), [(1, True), (0, False)])
@pytest.mark.rule("scs.fog", "4.6c", "4.6a")
def test_a_march_shows_what_a_column_has_lost_only_where_aircraft_may_come(shown: int, lies_open: bool) -> None:
    p = drill([ROAD], hidden_interdiction=True, secret_rolls=True)
    u = put(p, "n-lu-ix", "30.05", steps=1)
    put(p, "n-aud-vi", "34.07")
    marked(p, "31.06", shown=shown)
    if shown:
        p.markers.append(at(p, "34.07"))
        p.flipped.append(0)
        p.shown.append(0)                # somewhere else there is one that only its owner knows of
    run(p, Movement(NAT))
    play(p, "unit:n-lu-ix")
    before = p.barrier
    play(p, "hex:31.06")
    assert step(p) == "Reveal"
    assert (p.barrier > before) is lies_open
    assert steps_secret(p, REP, u, laid_open(p)) is not lies_open
