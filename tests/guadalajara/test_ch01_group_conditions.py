"""[scs.mov.1, 1.1a, 1.11b, 1.16b, 2.6b, 3.4, 4.6b, scs.fog] Stacks on the march: who joins, stays, stops, is seen."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, DG, MOVED, OFF_MAP, RELEASED, Guadalajara
from frente.kernel.flow import Refusal
from tests.guadalajara.lay import (
    at,
    box,
    drill,
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
    why,
)

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07"
LINE = ["30.25 30.26 30.27 30.28"]


def said(found: list[Refusal]) -> list[tuple[str, str]]:
    return [(r.rule, r.key) for r in found]


# -- joining


@pytest.mark.rule("scs.mov.1", "2.6b", "scs.ovr.2")
def test_who_joins_a_unit_before_it_marches() -> None:
    p = drill(separation_line="none")
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-6-vic-sot")
    put(p, "n-buf-iv", A, state=MOVED)
    put(p, "n-lup-v", "31.06")
    late = put(p, "n-brs-crs", A)
    p.began[late] = at(p, "40.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert units(offered(p), "with") == ["n-bis-iv"]
    for name, want in (("n-6-vic-sot", ("2.6b", "no-cooperation")), ("n-buf-iv", ("scs.mov.1", "already-moved")),
                       ("n-lup-v", ("scs.mov.1", "not-in-the-hex")), ("n-tor-iv", ("scs.mov.1", "not-in-the-hex")),
                       ("n-brs-crs", ("scs.ovr.2", "not-together"))):
        assert said(why(p, f"with:{name}")) == [want]
    play(p, "hex:31.06")
    assert said(why(p, "with:n-lup-v")) == [("scs.mov.1", "group-has-moved")]
    assert units(offered(p), "with") == []


@pytest.mark.rule("3.4a.2", "2.6a.1")
@pytest.mark.parametrize(("leader", "other", "joins"), [(0, 0, True), (ASTRAY, ASTRAY, True), (ASTRAY, 0, True),
                                                        (0, ASTRAY, False)])
def test_who_is_astray_does_not_join_one_who_is_not(leader: int, other: int, joins: bool) -> None:
    p = drill()
    p.taken = True
    p.state[put(p, "n-tor-iv", "24.15")] |= leader
    p.state[put(p, "n-bis-iv", "24.15")] |= other
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert rules(p, "with:n-bis-iv") == ([] if joins else ["3.4a.2"])


@pytest.mark.rule("3.4a.2", "3.4b.3")
def test_the_train_and_the_railway_battalion_on_its_line_move_alone() -> None:
    p = drill(rails=LINE)
    puts(p, "30.25", "r-train", "r-dmi-48", "r-rrbn")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48")
    assert (rules(p, "with:r-train"), rules(p, "with:r-rrbn")) == (["3.4a.2"], [])
    play(p, "stop", "unit:r-rrbn")
    assert rules(p, "with:r-train") == ["3.4a.2"]
    q = drill(rails=LINE)
    puts(q, "30.25", "r-train", "r-dmi-48", "r-rrbn")
    run(q, Movement(REP))
    play(q, "unit:r-train")
    assert rules(q, "with:r-dmi-48") == ["3.4a.2"]
    r = drill(rails=LINE)
    puts(r, "30.25", "r-dmi-48", "r-rrbn")
    run(r, Movement(REP))
    play(r, "unit:r-rrbn")
    assert rules(r, "with:r-dmi-48") == ["3.4a.2"]
    s = drill(rails=LINE)                # beside its line it has no points of the line
    puts(s, "31.25", "r-dmi-48", "r-rrbn")
    run(s, Movement(REP))
    play(s, "unit:r-rrbn")
    assert rules(s, "with:r-dmi-48") == []


# -- staying behind


def column(p: Guadalajara, *names: str, to: str = "31.06") -> None:
    """A stack one hex on its way."""
    puts(p, A, *names)
    run(p, Movement(p.board.side[unit(p, names[0])]))
    play(p, f"unit:{names[0]}", *[f"with:{x}" for x in names[1:]], f"hex:{to}")


@pytest.mark.rule("scs.mov.1")
def test_who_is_not_in_the_stack_is_not_dropped() -> None:
    p = drill()
    put(p, "n-buf-iv", "31.06")
    put(p, "n-lup-v", "40.05")
    puts(p, A, "n-tor-iv", "n-bis-iv")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv")
    assert said(why(p, "drop:n-bis-iv")) == [("R165", "has-not-marched")]
    play(p, "hex:31.06")
    assert said(why(p, "drop:n-buf-iv")) == [("scs.mov.1", "not-in-the-group")]
    assert said(why(p, "drop:n-lup-v")) == [("scs.mov.1", "not-in-the-hex")]
    assert units(offered(p), "drop") == ["n-bis-iv", "n-tor-iv"]
    play(p, "drop:n-bis-iv")
    assert said(why(p, "drop:n-tor-iv")) == [("R165", "last-of-the-stack")]
    assert p.state[unit(p, "n-bis-iv")] & MOVED
    play(p, "hex:32.06")
    assert (where(p, "n-bis-iv"), where(p, "n-tor-iv")) == ("31.06", "32.06")


@pytest.mark.rule("1.1a", "scs.stack.1")
@pytest.mark.parametrize(("there", "dropped", "want"), [
    (("n-buf-iv", "n-lup-v"), "n-bis-iv", []), (("n-buf-iv", "n-lup-v", "n-ardi-vi"), "n-bis-iv", ["1.1a"]),
    (("n-buf-iv", "n-lup-v", "n-ardi-vi"), "n-tk-3-crs", [])])
def test_who_is_dropped_finds_room(there: tuple[str, ...], dropped: str, want: list[str]) -> None:
    p = drill()
    puts(p, "31.06", *there)
    column(p, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert rules(p, f"drop:{dropped}") == want


@pytest.mark.rule("1.11a.1", "1.11b", "1.12b")
@pytest.mark.parametrize(("there", "dropped", "want"), [
    ((), "n-tk-3-crs", ["1.11b"]), ((), "n-gen-crs", ["1.12b"]), (("n-buf-iv",), "n-tk-3-crs", []),
    (("n-buf-iv",), "n-gen-crs", []), (("n-buf-iv", "n-tk-4-crs"), "n-tk-3-crs", ["1.11a.1"]),
    (("n-buf-iv", "n-tk-4-crs"), "n-gen-crs", []), (("n-buf-iv", "n-tk-4-crs"), "n-bis-iv", [])])
def test_armour_and_engineers_are_dropped_with_company(there: tuple[str, ...], dropped: str, want: list[str]) -> None:
    p = drill()
    puts(p, "31.06", *there)
    column(p, "n-tor-iv", "n-bis-iv", "n-tk-3-crs", "n-gen-crs")
    assert rules(p, f"drop:{dropped}") == want


@pytest.mark.rule("1.16b.2", "1.16b.4")
def test_one_passenger_gets_off_and_the_column_drives_on() -> None:
    p = drill([ROAD])
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    loaded(p, "n-bis-iv", "n-truck-ctv-2", A)
    put(p, "n-tk-3-crs", A)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv", "with:n-tk-3-crs", "hex:31.06")
    assert units(offered(p), "alight") == ["n-bis-iv", "n-tor-iv"]
    assert said(why(p, "alight:n-tk-3-crs")) == [("1.16b.2", "not-loaded")]
    play(p, "alight:n-bis-iv")
    assert (p.aboard[unit(p, "n-bis-iv")], p.aboard[unit(p, "n-tor-iv")]) == (-1, unit(p, "n-truck-ctv-1"))
    while step(p) == "DriveBack":
        play(p, "stop")
    assert said(why(p, "alight:n-bis-iv"))[0][0] == "scs.mov.1"          # no longer of the column


# -- stopping


@pytest.mark.rule("3.4a.3", "scs.mov.1")
def test_the_train_leaves_an_enemy_and_then_stops_where_it_likes() -> None:
    p = drill(rails=LINE)
    put(p, "r-train", "30.25")
    put(p, "n-6-vic-sot", "29.25", state=DG)
    put(p, "n-8-vic-sot", "31.28", state=DG)
    run(p, Movement(REP))
    assert rules(p, "pass") == ["3.4a.3"]
    play(p, "unit:r-train")
    assert rules(p, "stop") == ["3.4a.3"]
    play(p, "hex:30.26", "hex:30.27")
    assert "stop" in offered(p)          # beside an enemy again, but it has left its place
    play(p, "stop")
    assert step(p) == ""
    q = drill(rails=LINE)                # nobody near: it may stay
    put(q, "r-train", "30.25")
    run(q, Movement(REP))
    assert "pass" in offered(q)
    assert "stop" in offered(play(q, "unit:r-train"))


@pytest.mark.rule("4.6b", "scs.mov.1")
@pytest.mark.parametrize(("secret", "side", "exploit", "place", "asked"), [
    (True, REP, False, OFF_MAP, True), (False, REP, False, OFF_MAP, False), (True, NAT, False, OFF_MAP, False),
    (True, REP, True, OFF_MAP, False), (True, REP, False, -4, False)])
def test_a_phase_with_nobody_to_move_is_asked_only_if_its_end_would_tell_of_units_off_the_map(
        secret: bool, side: int, exploit: bool, place: int, asked: bool) -> None:
    p = drill(secret_off_map=secret)
    box(p, "r-dmi-48", place, 9)
    run(p, Movement(side, exploit))
    assert offered(p) == (["pass"] if asked else [])


# -- what others see and do


@pytest.mark.rule("scs.fog", "scs.zoc.1")
@pytest.mark.parametrize(("names", "hidden", "opens"), [
    (("r-dmi-48", "r-ter-48"), True, 1), (("r-dmi-48", "r-ter-48"), False, 0), (("r-dmi-48",), True, 0)])
def test_who_leaves_a_stack_shows_somebody(names: tuple[str, ...], hidden: bool, opens: int) -> None:
    for mover in names:                  # from under the other, or off him
        p = drill(hidden_stacks=hidden)
        puts(p, A, *names)
        was = p.barrier
        p.put(unit(p, mover), at(p, "31.06"))
        assert p.barrier - was == opens


@pytest.mark.rule("1.10c.3", "4.2a.1")
@pytest.mark.parametrize(("side", "own", "raided"), [(NAT, False, True), (REP, False, False), (REP, True, True)])
def test_markers_attack_those_of_the_enemy_and_by_option_the_own_wheels(side: int, own: bool, raided: bool) -> None:
    p = drill([ROAD], interdiction_hits_own=own)
    mover = put(p, "n-brs-crs", A) if side == NAT else put(p, "r-art-13", A, face=1)
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    run(p, Movement(side))
    play(p, f"unit:{p.board.uid[mover]}", "hex:31.06")
    assert (step(p) == "Strike") is raided


@pytest.mark.rule("4.2a.1", "4.2b")
@pytest.mark.parametrize(("option", "mover", "asked"), [
    (True, "n-tor-iv", True), (False, "n-tor-iv", False), (True, "n-cav-pdv-1", False)])
def test_cavalry_is_asked_when_somebody_else_comes_near(option: bool, mover: str, asked: bool) -> None:
    p = drill(cavalry_screen=option, separation_line="none")
    put(p, "r-cav-xii", "30.07")
    put(p, mover, A)
    run(p, Movement(NAT))
    play(p, f"unit:{mover}", f"hex:{T}")
    assert (step(p) == "SlipAway") is asked
    if asked:
        play(p, "hex:30.09")
        assert rules(p, "hex:30.07") == []
        play(p, "hex:30.07")
        assert left(p) == [6 - 1 - 2]    # a point more for the zone that is gone


@pytest.mark.rule("scs.exp.1", "1.13a.1")
def test_in_the_exploitation_phase_nobody_goes_into_reserve() -> None:
    p = drill(turn=3)
    put(p, "n-lit-1-1", A, state=RELEASED)
    put(p, "n-lit-2-1", "40.05")
    run(p, Movement(NAT, True))
    assert offered(p) == ["unit:n-lit-1-1", "pass"]
    assert said(why(p, "reserve:n-lit-2-1")) == [("1.13a.3", "only-in-movement")]
    run(p, Movement(NAT))
    assert "reserve:n-lit-2-1" in offered(p)
