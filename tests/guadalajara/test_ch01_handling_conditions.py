"""[1.8a, 1.13a, 1.16, 3.5a, scn.1.vp.5] Trucks, guns, reserves and exits: every refusal, and the case beside it."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_handling import handling, handling_refusals, leave_map
from frente.games.guadalajara.rules.ch01_losses import ANY, Losses, candidates
from frente.games.guadalajara.rules.ch01_move import Move, Movement, move_of
from frente.games.guadalajara.rules.ch01_trucks import Drive
from frente.games.guadalajara.state.board import MP, NAT
from frente.games.guadalajara.state.position import (
    AWAITED,
    EXITED,
    HANDLED,
    MOVED,
    OFF_MAP,
    OTHER,
    Guadalajara,
)
from frente.kernel.flow import Act
from tests.guadalajara.lay import (
    at,
    box,
    drill,
    empty,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    run,
    step,
    unit,
    where,
    why,
)

A = "30.05"
ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"


def said(p: Guadalajara, f: Move, verb: str, arg: int = 0) -> list[tuple[str, str]]:
    return [(r.rule, r.key) for r in handling_refusals(f, p, f.units, Act(verb, arg))]


def mover(p: Guadalajara, *names: str, exploit: bool = False) -> Move:
    units = [unit(p, x) for x in names]
    return move_of(p, p.board.side[units[0]], units, exploit)


# -- loading


@pytest.mark.rule("1.16b.1")
def test_only_an_empty_truck_of_the_side_in_the_hex_is_loaded() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-truck-ctv-1")
    loaded(p, "n-buf-iv", "n-truck-ctv-2", A)
    put(p, "n-truck-ctv-3", "31.06")
    f = mover(p, "n-tor-iv")
    none = [("1.16b.1", "no-such-truck-here")]
    assert said(p, f, "load", unit(p, "n-truck-ctv-1")) == []
    assert said(p, f, "load", unit(p, "n-truck-ctv-2")) == none              # loaded
    assert said(p, f, "load", unit(p, "n-truck-ctv-3")) == none              # elsewhere
    assert said(p, f, "load", unit(p, "n-bis-iv")) == none                   # no truck
    p.hex[unit(p, "r-truck-rep-1")] = at(p, A)
    assert said(p, f, "load", unit(p, "r-truck-rep-1")) == none              # an enemy's


@pytest.mark.rule("1.16b.3", "1.16a.1", "1.16a.5", "1.16a.9", "1.16b.1", "gen.6b")
def test_reasons_against_loading_one_by_one() -> None:
    p = drill(load_after_walking=False)
    u, h, t, other = puts(p, A, "n-tor-iv", "n-hq-fn", "n-truck-ctv-1", "n-truck-ctv-2")
    lit = put(p, "n-truck-lit-1", A)
    assert said(p, mover(p, "n-tor-iv", exploit=True), "load", t) == [("1.16b.3", "no-loading-now")]
    assert said(p, mover(p, "n-hq-fn"), "load", t) == [("1.16a.1", "cannot-be-carried")]
    assert said(p, mover(p, "n-tor-iv"), "load", lit) == [("1.16a.5", "cannot-be-carried")]
    assert said(p, mover(p, "n-tor-iv"), "load", other) == [("gen.6b", "another-stands-for-it")]
    f = mover(p, "n-tor-iv")
    f.moved = True
    assert said(p, f, "load", t) == [("R41", "walked-already")]
    f.moved = False
    p.state[t] |= MOVED
    assert said(p, f, "load", t) == [("1.16a.9", "truck-has-moved")]
    assert said(p, f, "load", other) == []                   # now the first that has not moved
    p.state[u] |= HANDLED
    assert said(p, f, "load", other) == [("R41", "handled-once")]
    assert p.hex[h] == at(p, A)


@pytest.mark.rule("1.16b.2", "1.16a.8", "2.8b.1")
@pytest.mark.parametrize(("turn", "name", "truck", "handled", "points", "able"), [
    (2, "n-tor-iv", "n-truck-ctv-1", False, 2, True), (2, "n-tor-iv", "n-truck-ctv-1", False, 1, False),
    (2, "n-tor-iv", "n-truck-ctv-1", True, 4, True), (2, "n-tor-iv", "n-truck-ctv-1", True, 3, False),
    (1, "n-tor-iv", "n-truck-ctv-1", False, 2, True),
    (1, "r-dmi-48", "r-truck-rep-1", False, 4, True), (1, "r-dmi-48", "r-truck-rep-1", False, 3, False),
    (2, "r-dmi-48", "r-truck-rep-1", False, 3, True)])
def test_a_truck_needs_the_points_for_loading(monkeypatch: pytest.MonkeyPatch, turn: int, name: str, truck: str,
                                              handled: bool, points: int, able: bool) -> None:
    p = drill(turn=turn)
    put(p, name, A)
    t = put(p, truck, A, state=HANDLED if handled else 0)
    monkeypatch.setattr(p.board, "move", [[points * MP] if x == t else m for x, m in enumerate(p.board.move)])
    want = [] if able else [("1.16b.2", "not-enough-to-handle")]
    assert said(p, mover(p, name), "load", t) == want


@pytest.mark.rule("1.16a.2", "1.16b.5", "1.16a.6", "1.16a.7", "1.16b.2")
def test_a_hex_counts_its_empty_trucks() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    h = at(p, A)
    for name in ("n-truck-ctv-1", "n-truck-ctv-2", "n-truck-ctv-3"):
        box(p, name, AWAITED)
        p.put(unit(p, name), h)
    assert (p.wheels[NAT][h], sum(p.wheels[NAT])) == (3, 3)  # from a box nothing is taken off any hex
    p.load(u, unit(p, "n-truck-ctv-1"))
    assert (p.wheels[NAT][h], sum(p.wheels[NAT])) == (2, 2)
    p.unload(u)
    assert p.wheels[NAT][h] == 3
    p.put(unit(p, "n-truck-ctv-2"), at(p, "31.06"))
    assert (p.wheels[NAT][h], p.wheels[NAT][at(p, "31.06")]) == (2, 1)
    v = box(p, "n-bis-iv", OFF_MAP)
    p.load(v, box(p, "n-truck-ctv-4", OFF_MAP))              # beside the map no hex counts them
    p.unload(v)
    assert sum(p.wheels[NAT]) == 3


@pytest.mark.rule("1.16e.3")
def test_the_truck_that_takes_a_loss_is_an_empty_one_of_the_hex() -> None:
    p = drill()
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    put(p, "n-truck-ctv-2", "31.06")
    f = Losses(NAT, [u], 1, ANY, OTHER, "1.8f.1", trucks=True)
    assert candidates(f, p) == [u]
    t = put(p, "n-truck-ctv-3", A)
    put(p, "n-truck-ctv-4", A)
    assert candidates(f, p) == [u, t]
    f.trucks = False
    assert candidates(f, p) == [u]


# -- unloading


@pytest.mark.rule("1.16b.2", "1.16a.9")
def test_a_truck_with_points_left_after_unloading_drives_on_and_one_with_none_stays() -> None:
    for points, want in ((3, "DriveBack"), (2, "ChooseUnit")):
        p = drill([ROAD])
        loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
        put(p, "n-bis-iv", "40.05")
        put(p, "n-hq-fn", "36.08")
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", "hex:31.06")
        f = p.stack[-1]
        assert isinstance(f, Move)
        f.left = [points * MP]
        play(p, "unload")
        assert step(p) == want
        assert where(p, "n-truck-ctv-1") == "31.06"


@pytest.mark.rule("1.16b.2", "1.16b.4", "1.1a")
def test_reasons_against_unloading() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    f = mover(p, "n-tor-iv")
    assert said(p, f, "unload") == [("1.16b.2", "not-loaded")]
    p.load(u, put(p, "n-truck-ctv-1", A))
    f = mover(p, "n-tor-iv")
    assert said(p, f, "unload") == []
    f.left = [2 * MP - 1]
    assert said(p, f, "unload") == [("1.16b.2", "not-enough-to-handle")]
    f.left = [2 * MP]
    assert said(p, f, "unload") == []
    p.state[u] |= HANDLED
    assert said(p, f, "unload") == [("R41", "handled-once")]
    f.moved = True
    assert said(p, f, "unload") == []
    puts(p, A, "n-bis-iv", "n-buf-iv")   # six steps in all
    assert said(p, f, "unload") == []
    put(p, "n-lup-v", A)
    assert said(p, f, "unload") == [("1.1a", "stack-not-legal")]
    f.moved = False
    p.state[u] &= ~HANDLED
    assert said(p, f, "unload") == []    # it was there before
    assert p.aboard[u] == unit(p, "n-truck-ctv-1")


@pytest.mark.rule("1.16a.9")
def test_the_refusal_of_a_drive_says_that_it_leads_to_the_rear() -> None:
    p = drill([ROAD])
    put(p, "n-truck-ctv-1", "31.06")
    put(p, "n-hq-fn", "36.08")
    run(p, Drive(NAT, unit(p, "n-truck-ctv-1"), 8))
    for h in (A, "33.07", "32.07"):      # farther, not adjacent, too dear
        assert [(r.rule, r.key, r.facts) for r in why(p, f"hex:{h}")] == [
            ("1.16a.9", "only-toward-the-rear", {"unit": "n-truck-ctv-1", "hex": h})]
    assert why(p, "hex:32.06") == []


# -- reserve after loading, modes


@pytest.mark.rule("1.13a.3", "1.16c", "1.8a.2", "1.1a")
def test_who_goes_into_reserve_in_the_middle_of_a_move() -> None:
    p = drill(turn=3)
    u = put(p, "n-lit-1-1", A)
    v = put(p, "n-lit-2-1", A)
    f = mover(p, "n-lit-1-1")
    assert said(p, f, "reserve", v) == [("1.13a.3", "not-the-moving-unit")]
    assert said(p, f, "reserve", u) == [("1.16c", "reserve-before-moving")]  # nothing has been done yet
    t = put(p, "n-truck-lit-1", A)
    p.load(u, t)
    assert said(p, f, "reserve", u) == [("1.16c", "reserve-before-moving")]  # it rode already
    p.state[u] |= HANDLED
    assert said(p, f, "reserve", u) == []
    p.state[t] |= HANDLED
    assert said(p, f, "reserve", u) == [("1.16c", "reserve-before-moving")]
    p.state[t] &= ~HANDLED
    f.moved = True
    assert said(p, f, "reserve", u) == [("1.13a.3", "already-moved")]
    f.moved = False
    f.exploit = True
    assert said(p, f, "reserve", u) == [("1.13a.3", "already-moved")]
    f.exploit = False
    p.pool[NAT] = 0
    assert [rule for rule, _ in said(p, f, "reserve", u)] == ["1.13.1"]


@pytest.mark.rule("1.8a.2", "1.8a.1")
def test_guns_turn_before_they_move_and_once() -> None:
    p = drill()
    u = put(p, "n-arty-ctv-2", A)
    put(p, "n-tor-iv", A)
    f = mover(p, "n-arty-ctv-2")
    late = [("1.8a.2", "mode-before-moving")]
    assert said(p, f, "mode") == []
    assert said(p, mover(p, "n-tor-iv"), "mode") == [("1.8a.1", "no-other-mode")]
    assert said(p, mover(p, "n-arty-ctv-2", exploit=True), "mode") == late
    f.moved = True
    assert said(p, f, "mode") == late
    f.moved = False
    p.state[u] |= HANDLED
    assert said(p, f, "mode") == late


@pytest.mark.rule("1.8a.2", "1.16b.1", "1.16b.2", "1.13a.3", "1.16c")
def test_what_is_offered_besides_steps() -> None:
    p = drill(turn=3)
    puts(p, A, "n-lit-1-1", "n-truck-lit-1", "n-truck-ctv-1")
    put(p, "n-truck-lit-2", "31.06")
    f = mover(p, "n-lit-1-1")
    assert [(a.verb, a.arg) for a in handling(f, p, f.units)] == [
        ("load", unit(p, "n-truck-ctv-1")), ("load", unit(p, "n-truck-lit-1"))]
    p.load(unit(p, "n-lit-1-1"), unit(p, "n-truck-lit-1"))
    f = mover(p, "n-lit-1-1")
    assert [a.verb for a in handling(f, p, f.units)] == ["unload"]
    p.state[unit(p, "n-lit-1-1")] |= HANDLED
    assert [a.verb for a in handling(f, p, f.units)] == ["reserve"]


# -- leaving the map


@pytest.mark.rule("3.5a.1", "scn.1.vp.5")
def test_who_leaves_on_foot_takes_no_counter_along_and_who_rides_his_truck() -> None:
    p = drill()
    b = p.board
    place = "1.23"
    u = put(p, "r-dmi-48", place)
    others = [p.hex[x] for x in range(b.units) if x != u]
    f = mover(p, "r-dmi-48")
    leave_map(f, p, f.units)
    assert (p.hex[u], p.due[u], f.done) == (OFF_MAP, 4, [u])
    assert [p.hex[x] for x in range(b.units) if x != u] == others
    v = loaded(p, "r-ter-48", "r-truck-rep-1", place)
    f = mover(p, "r-ter-48")
    leave_map(f, p, f.units)
    assert (p.hex[v], p.hex[unit(p, "r-truck-rep-1")]) == (OFF_MAP, OFF_MAP)
    assert p.exited == 0


@pytest.mark.rule("scn.1.vp.5", "3.5a.1", "3.5a.2")
def test_the_ninth_battalion_that_leaves_by_1_07_ends_the_game_and_no_republican_does() -> None:
    for exited, over in ((8, True), (7, False)):
        p = drill()
        u = put(p, "n-tor-iv", "1.07")
        p.exited = exited
        f = mover(p, "n-tor-iv")
        leave_map(f, p, f.units)
        assert (p.hex[u], p.exited, p.ended == "scn.1.vp.5") == (EXITED, exited + 1, over)
    q = drill()
    q.exited = 9                         # the road was not free at that moment
    put(q, "r-dmi-48", "1.07")
    f = mover(q, "r-dmi-48")
    leave_map(f, q, f.units)
    assert (q.ended, q.exited) == ("", 9)


@pytest.mark.rule("scn.1.vp.5")
def test_the_points_are_counted_when_the_game_ends_at_once() -> None:
    p = empty()
    put(p, "n-tor-iv", "1.07")
    p.exited = 8
    put(p, "n-bis-iv", "18.03")          # Brihuega
    f = mover(p, "n-tor-iv")
    leave_map(f, p, f.units)
    assert (p.ended, p.vp) == ("scn.1.vp.5", 4)


# -- charges


@pytest.mark.rule("scs.mov.1", "4.6a")
def test_who_is_dropped_after_a_marker_was_shown_makes_nobody_pay_again() -> None:
    p = drill([ROAD], hidden_interdiction=True)
    puts(p, A, "n-tor-iv", "n-hq-fn", "n-brs-crs")
    p.markers, p.flipped, p.shown = [at(p, "33.07")], [0], [0]
    run(p, Movement(NAT))
    play(p, "unit:n-hq-fn", "with:n-tor-iv", "with:n-brs-crs", "hex:31.06", "reveal")
    if step(p) == "Strike":
        play(p, "pass")
    paid = left(p)
    play(p, "drop:n-tor-iv")
    assert left(p) == paid
    assert "stop" in offered(p)
