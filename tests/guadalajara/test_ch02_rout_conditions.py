"""[1.10c, 1.17d, 2.5b, 2.7] The mandatory retreat and panic, one condition at a time: present and missing."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch02_morale import (
    Rout,
    blocked,
    flight,
    full_move,
    havens,
    perilous,
    run_price,
    waiting,
)
from frente.games.guadalajara.state.board import DLV, FN, MP, NAT
from frente.games.guadalajara.state.position import DG, OFF_MAP, UNSUPPLIED, Guadalajara
from tests.guadalajara.fight import attack, reckoning
from tests.guadalajara.lay import at, box, drill, loaded, offered, play, put, puts, run, step, told, unit, where, why

A = "30.05"
ROAD = "30.05 31.06 32.06 33.07 34.07 35.08 36.08"


def rout(p: Guadalajara, *names: str) -> Rout:
    found = [unit(p, x) for x in names]
    f = Rout(FN, found, [p.hex[u] for u in found], [])
    run(p, f)
    return f


def price(p: Guadalajara, u: int, t: str) -> float:
    a = p.hex[u]
    return run_price(p, u, a, p.board.toward(a, at(p, t))) / MP


@pytest.mark.rule("2.7e.2")
def test_who_is_still_to_run() -> None:
    p = drill()
    u, v = puts(p, A, "n-int-vi", "n-aud-vi")
    w = put(p, "n-inf-vii", "55.14")     # beyond the Start Line
    x = box(p, "n-lu-ix", OFF_MAP)
    f = Rout(FN, [u, v, w, x], [p.hex[z] for z in (u, v, w, x)], [], ran=[v])
    assert waiting(f, p) == [u]
    run(p, f)
    assert [(r.rule, r.key) for r in why(p, "unit:n-aud-vi")] == [("2.7e.2", "does-not-run")]


@pytest.mark.rule("2.7e.4")
@pytest.mark.parametrize(("truck", "rides"), [(True, True), (False, False)])
def test_a_runner_takes_the_truck_of_its_hex_and_runs_on_foot_where_there_is_none(truck: bool, rides: bool) -> None:
    p = drill([ROAD])
    u = put(p, "n-int-vi", A)
    t = put(p, "n-truck-ctv-1", A if truck else "40.05")
    events = told(p)
    rout(p, "n-int-vi")
    play(p, "unit:n-int-vi")
    assert p.aboard[u] == (t if rides else -1)
    assert p.cargo[t] == (u if rides else -1)
    assert p.cargo[-1] == -1
    assert len([e for e in events if (e.rule, e.key) == ("2.7e.4", "loads")]) == int(rides)


@pytest.mark.rule("1.10c.2", "2.5b", "2.7e.2", "2.7e.5")
def test_where_the_road_is_dearer_a_runner_goes_across_country() -> None:
    p = drill(["30.05 31.06"])
    u = put(p, "n-int-vi", A)
    v = put(p, "n-hq-fn", A)
    assert (price(p, u, "31.06"), price(p, v, "31.06")) == (1, 0.5)
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    assert (price(p, u, "31.06"), price(p, v, "31.06")) == (1, 1)            # 2 by road, 1 beside it
    puts(p, "31.06", "n-tor-iv", "n-tk-3-crs")
    assert price(p, v, "31.06") == 3     # 1 and 2 by road, 3 beside it
    p.markers, p.flipped, p.shown = [at(p, "40.05")], [0], [1]
    assert price(p, v, "31.06") == 2.5
    q = drill(["30.05 31.06"], ground={"31.06": "wooded-hills"})
    w = put(q, "n-hq-fn", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    assert price(q, w, "31.06") == 1     # no wheels beside the road: nothing is cheaper than it
    assert price(q, w, "30.06") == 3
    r = drill(tracks=["30.05 31.06"])
    x = put(r, "n-hq-fn", A)
    plain = price(r, x, "31.06")
    r.markers, r.flipped, r.shown = [at(r, "31.06")], [0], [1]
    assert price(r, x, "31.06") == plain                     # a track is no road


@pytest.mark.rule("2.7e.2", "2.6a.3", "2.6a.1")
def test_a_runner_does_not_go_back_onto_the_road_from_52_23() -> None:
    from tests.guadalajara.lay import empty

    p = empty()
    b = p.board
    road, south = at(p, "40.17"), next(n for n in b.nb[at(p, "40.17")] if b.south[n])
    u = put(p, "n-int-vi", b.names[south])
    assert price(p, u, "40.17") == 0
    p.put(u, at(p, "40.18"))
    assert run_price(p, u, at(p, "40.18"), b.toward(at(p, "40.18"), road)) > 0


@pytest.mark.rule("2.7e.2")
def test_a_runner_has_all_its_points_whatever_its_state() -> None:
    p = drill()
    u = put(p, "n-int-vi", A, state=DG | UNSUPPLIED)
    assert full_move(p, u) == 6 * MP
    p.load(u, put(p, "n-truck-ctv-1", A))
    assert full_move(p, u) == 12 * MP


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_nobody_runs_farther_than_the_start_line() -> None:
    p = drill()
    u = put(p, "n-int-vi", "46.13")      # a hex before it
    ways = flight(p, u, False)
    names = {p.board.names[h] for h in ways}
    assert "47.14" in names
    assert names & {"48.13", "48.14", "49.14"} == {"48.13"}  # reached round the line, not through 47.14
    assert {p.board.names[h] for h in havens(p, u, ways)} & {"46.13", "47.13", "47.14", "48.13"} == {"47.14", "48.13"}
    assert ways[at(p, "47.14")] == (MP, at(p, "46.13"))


@pytest.mark.rule("2.7e.7", "2.7e.3")
def test_a_runner_is_barred_only_if_every_hex_nearer_to_the_line_is_closed() -> None:
    ring = {"40.09": "r-dmi-48", "41.09": "r-ter-48"}        # both hexes nearer than 40.08
    for closed, want in ((("40.09", "41.09"), True), (("41.09",), False), (("40.09",), False), ((), False)):
        p = drill()
        u = put(p, "n-int-vi", "40.08")
        for h in closed:
            put(p, ring[h], h)
        here = at(p, "40.08")
        assert blocked(p, u, {here: (0, -1)}, here) is want
        assert blocked(p, u, {here: (6 * MP, -1)}, here) is False            # its points are spent
        assert blocked(p, u, {here: (6 * MP - 1, -1)}, here) is want


@pytest.mark.rule("2.7e.7")
def test_who_cannot_run_loses_a_step_and_stays() -> None:
    p = drill()
    u = put(p, "n-int-vi", "40.08")
    for h, name in (("40.09", "r-dmi-48"), ("41.09", "r-ter-48"), ("41.08", "r-lr-50"), ("39.09", "r-gc")):
        put(p, name, h)
    rout(p, "n-int-vi")
    while step(p):
        play(p, offered(p)[0])
    assert (p.steps[u], where(p, "n-int-vi")) == (1, "40.08")


@pytest.mark.rule("2.7e.6", "1.17d")
def test_what_is_a_danger_on_the_way() -> None:
    p = drill(scenario=4, turn=9)
    u = loaded(p, "n-int-vi", "n-truck-ctv-1", A)
    v = put(p, "n-aud-vi", A)
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
    assert (perilous(p, u, at(p, "31.06")), perilous(p, v, at(p, "31.06"))) == (True, False)
    assert not perilous(p, u, at(p, "30.06"))
    p.shown = [0]
    assert not perilous(p, u, at(p, "31.06"))
    near = at(p, "20.04")
    assert not perilous(p, v, near)
    put(p, "n-aqu-i", "20.03")
    assert not perilous(p, v, near)      # a friend holds it
    p.box(unit(p, "n-aqu-i"), OFF_MAP)
    put(p, "r-dmi-48", "20.03")
    assert perilous(p, v, near)


@pytest.mark.rule("2.7e.6", "4.6a")
@pytest.mark.parametrize(("name", "truck", "shown"), [
    ("n-int-vi", True, 1), ("n-int-vi", False, 0), ("n-hq-fn", False, 0)])
def test_a_hidden_marker_is_shown_to_wheels_alone(name: str, truck: bool, shown: int) -> None:
    p = drill([ROAD], hidden_interdiction=True)
    if truck:
        loaded(p, name, "n-truck-ctv-1", A)
    else:
        put(p, name, A)
    p.markers, p.flipped, p.shown = [at(p, "32.06")], [0], [0]
    rout(p, name)
    play(p, f"unit:{name}")
    while step(p):
        play(p, "die:1" if "die:1" in offered(p) else offered(p)[0])
    assert p.shown == [shown]


@pytest.mark.rule("2.7d.4", "2.7d.5")
@pytest.mark.parametrize(("panic", "want"), [((FN,), 1), ((DLV,), 1), ((FN, DLV), 1), ((), 0)])
def test_one_panicked_unit_among_the_defenders_is_enough(panic: tuple[int, ...], want: int) -> None:
    p = drill()
    puts(p, "30.06", "n-int-vi", "n-aqu-i")
    put(p, "r-dmi-48", A)
    for division in panic:
        p.panic[division] = 1
    f = attack(p, 1 - NAT, "30.06", "r-dmi-48")
    assert reckoning(p, f)[1] == want
