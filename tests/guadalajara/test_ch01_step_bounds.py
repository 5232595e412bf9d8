"""[1.3, 1.10c.2, 1.16a.4, 1.17a, 1.20, 2.5, 2.6, 4.2, 4.3, scs.mov, scs.ovr, scs.zoc] What a step costs or forbids."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch01_overrun import overrun_refusals, storm_cost
from frente.games.guadalajara.rules.ch01_steps import (
    AREA,
    CORRIDOR,
    ENEMY,
    HOMEWARD,
    ITALIANS_SOUTH,
    LOADED,
    NEAR_RAIL,
    PROHIBITED,
    RAIL_ZOC,
    RAILS,
    SHORT,
    SPANIARDS_NORTH,
    TWO_CROSS,
    WEST,
    WEST4,
    WHOLE,
    crossing,
    interdicted,
    jam,
    paid,
    price,
    republicans_north,
    surcharge,
    too_many_cross,
    way_on,
)
from frente.games.guadalajara.state.board import ALL, MP, NAT, REP
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    FROM_EAST,
    IN_ZOC,
    RELEASED,
    RELIEF,
    RESERVE,
    Guadalajara,
)
from tests.guadalajara.lay import at, drill, empty, left, loaded, offered, play, put, puts, rules, run, unit

A = "30.05"
T = "30.06"
ROAD = "30.05 31.06 32.06 33.07 34.07"


def cost(p: Guadalajara, name: str, to: str, screen: bool = False) -> float:
    """Points for a step, or a negative reason."""
    u = unit(p, name)
    found = price(p, u, p.hex[u], p.board.toward(p.hex[u], at(p, to)), screen)
    return found / MP if 0 < found < ALL else found


# -- prices


@pytest.mark.rule("1.3a", "1.3b", "scs.mov.1", "scs.mov.3")
@pytest.mark.parametrize(("name", "face", "ground", "want"), [
    ("n-tor-iv", 0, "open", 1), ("n-tk-3-crs", 0, "open", 2), ("n-brs-crs", 0, "open", 3),
    ("n-arty-ctv-2", 0, "open", 1),
    ("n-arty-ctv-2", 1, "open", 3), ("n-tor-iv", 0, "wooded-hills", 3), ("n-tk-3-crs", 0, "wooded-hills", 6),
    ("n-brs-crs", 0, "wooded-hills", PROHIBITED)])
def test_the_price_of_ground_by_kind_of_movement(name: str, face: int, ground: str, want: float) -> None:
    p = drill(ground={T: ground})
    put(p, name, A, face=face)
    assert cost(p, name, T) == want


@pytest.mark.rule("1.16a.2", "1.3a", "1.16a.4")
def test_a_passenger_moves_as_its_truck_and_not_beside_an_enemy() -> None:
    p = drill()
    loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    assert cost(p, "n-tor-iv", T) == 3
    put(p, "r-dmi-48", "30.07", state=DG)
    assert cost(p, "n-tor-iv", T) == LOADED
    assert cost(p, "n-tor-iv", "31.05") == 3
    q = drill()                          # on foot it may
    put(q, "n-tor-iv", A)
    put(q, "r-dmi-48", "30.07", state=DG)
    assert cost(q, "n-tor-iv", T) == 1


@pytest.mark.rule("scs.zoc.2", "4.2b", "scs.mov.1")
@pytest.mark.parametrize(("when", "at_start", "at_end", "screen", "want"), [
    ("on_exit", True, False, False, 3), ("on_exit", False, True, False, 1), ("on_exit", False, False, True, 2),
    ("on_exit", True, False, True, 3), ("on_enter", True, False, False, 1), ("on_enter", False, True, False, 3)])
def test_a_zone_is_paid_when_it_is_left(when: str, at_start: bool, at_end: bool, screen: bool, want: int) -> None:
    p = drill(ezoc_cost=when)
    put(p, "n-tor-iv", A)
    if at_start:
        put(p, "r-dmi-48", "30.04")
    if at_end:
        put(p, "r-ter-48", "30.07")
    assert cost(p, "n-tor-iv", T, screen) == want


@pytest.mark.rule("1.10c.2", "4.6a", "1.10c.1")
@pytest.mark.parametrize(("marker", "shown", "want"), [("33.07", 1, 1), ("34.07", 1, 0.5), ("33.07", 0, 0.5)])
def test_a_known_marker_within_two_hexes_doubles_a_road(marker: str, shown: int, want: float) -> None:
    p = drill([ROAD])
    put(p, "n-hq-fn", A)
    p.markers, p.flipped, p.shown = [at(p, "60.05"), at(p, marker)], [0, 0], [0, shown]
    assert cost(p, "n-hq-fn", "31.06") == want
    assert interdicted(p, at(p, "31.06")) is (want == 1)


@pytest.mark.rule("1.10c.2")
def test_tracks_and_open_ground_are_not_interdicted() -> None:
    for given, want in (({"tracks": [ROAD]}, 2), ({}, 3), ({"roads": [ROAD]}, 1)):
        p = drill(**given)               # type: ignore[arg-type]
        put(p, "n-hq-fn", A)
        p.markers, p.flipped, p.shown = [at(p, "31.06")], [0], [1]
        assert cost(p, "n-hq-fn", "31.06") == want
    q = drill([ROAD])
    put(q, "r-dmi-48", A)
    q.markers, q.flipped, q.shown = [at(q, "31.06")], [0], [1]
    assert cost(q, "r-dmi-48", "31.06") == 1


@pytest.mark.rule("2.5b", "2.5a", "1.10c.2")
@pytest.mark.parametrize(("mover", "there", "want"), [
    ("n-hq-fn", (), 0.5), ("n-hq-fn", ("n-tor-iv",), 1.5), ("n-hq-fn", ("n-tor-iv", "n-tk-3-crs"), 2.5),
    ("n-hq-fn", ("n-brs-crs",), 2.5), ("n-hq-fn", ("n-truck-ctv-1",), 2.5), ("n-tor-iv", ("n-brs-crs",), 1),
    ("n-tk-3-crs", ("n-tor-iv",), 2), ("n-tk-3-crs", ("n-brs-crs",), 2)])
def test_traffic_on_a_road(mover: str, there: tuple[str, ...], want: float) -> None:
    p = drill([ROAD])
    put(p, mover, A)
    puts(p, "31.06", *there)
    assert cost(p, mover, "31.06") == want                   # at most what open ground costs


@pytest.mark.rule("2.5b", "2.5a")
def test_who_is_not_hindered_by_traffic() -> None:
    p = drill([ROAD])
    put(p, "r-ac-1-bt", A)
    put(p, "r-dmi-48", "31.06")
    assert cost(p, "r-ac-1-bt", "31.06") == 1                # not an Italian
    q = drill()
    put(q, "n-hq-fn", A)
    put(q, "n-tor-iv", "31.06")
    assert cost(q, "n-hq-fn", "31.06") == 3                  # no road
    r = drill(mains=["30.05 31.06"])
    put(r, "n-int-vi", A)
    put(r, "n-tor-iv", "31.06")
    assert cost(r, "n-int-vi", "31.06") == 0.5               # on foot
    assert (jam(q, at(q, "31.06"), NAT), jam(q, at(q, T), NAT), jam(q, at(q, "31.06"), REP)) == (MP, 0, MP)
    put(q, "r-truck-rep-1", "32.06")
    assert (jam(q, at(q, "32.06"), NAT), jam(q, at(q, "32.06"), REP)) == (0, 2 * MP)


@pytest.mark.rule("4.6a", "1.10c.2")
@pytest.mark.parametrize(("name", "there", "way", "known", "want"), [
    ("n-hq-fn", (), "road", 0, 0.5), ("n-hq-fn", ("n-brs-crs",), "road", 0, 0.5), ("n-hq-fn", (), "road", 1, 0),
    ("n-tor-iv", (), "road", 0, 0), ("n-tor-iv", ("n-brs-crs",), "main", 0, 0.5), ("n-tor-iv", (), "main", 0, 0.5)])
def test_what_a_hidden_marker_adds_when_it_is_shown(name: str, there: tuple[str, ...], way: str, known: int, want: float
                                                    ) -> None:
    p = drill([ROAD] if way == "road" else [], mains=[ROAD] if way == "main" else [], hidden_interdiction=True)
    u = put(p, name, A)
    puts(p, "31.06", *there)
    p.markers, p.flipped, p.shown = [at(p, "31.06"), at(p, "32.06")], [0, 0], [known, 0]
    assert surcharge(p, u, at(p, A), p.board.toward(at(p, A), at(p, "31.06"))) / MP == want


@pytest.mark.rule("scs.mov.1", "scs.mov.2")
@pytest.mark.parametrize(("price_", "left_", "moved", "least", "want"), [
    (8, 8, False, True, 8), (8, 9, True, True, 8), (16, 8, False, True, 8), (16, 8, True, True, SHORT),
    (16, 8, False, False, SHORT), (16, 0, False, True, 1), (ALL, 48, False, True, 48), (ALL, 48, True, True, WHOLE),
    (ALL, 0, False, True, 1)])
def test_one_hex_can_always_be_entered_but_only_as_the_whole_move(price_: int, left_: int, moved: bool, least: bool,
                                                                  want: int) -> None:
    assert paid(price_, left_, moved, least) == want


# -- what is closed


@pytest.mark.rule("2.6a.1", "2.6a.2", "1.17a.1", "scn.4.nat.sr3", "scs.mov.1", "3.4a.2", "3.4a.3", "3.4b.1")
@pytest.mark.parametrize(("name", "origin", "to", "state", "want"), [
    ("n-tor-iv", "24.13", "24.14", 0, ITALIANS_SOUTH), ("n-tor-iv", "24.13", "24.12", 0, 1),
    ("n-8-bai-sot", "24.14", "24.13", 0, SPANIARDS_NORTH), ("n-8-bai-sot", "24.14", "24.15", 0, 1),
    ("r-dmi-48", "24.14", "24.13", 0, 1), ("n-tor-iv", "16.05", "15.06", 0, WEST), ("n-tor-iv", "17.06", "16.05", 0, 1),
    ("r-dmi-48", "16.05", "15.06", 0, 1), ("n-tor-iv", "20.05", "19.06", FROM_EAST, WEST4),
    ("n-tor-iv", "21.06", "20.05", FROM_EAST, 1), ("n-tor-iv", "20.05", "19.06", 0, 1),
    ("n-tor-iv", "24.15", "24.14", ASTRAY, 1), ("n-tor-iv", "24.15", "24.16", ASTRAY, HOMEWARD),
    ("r-train", "30.25", "31.26", 0, 1), ("r-train", "30.25", "30.24", 0, RAILS),
    ("r-rrbn", "30.24", "30.23", 0, NEAR_RAIL),
    ("r-rrbn", "30.24", "30.25", 0, 1), ("r-dmi-48", "30.24", "30.23", 0, 1), ("r-rrbn", "30.22", "30.23", ASTRAY, 1),
    ("r-rrbn", "30.22", "30.21", ASTRAY, HOMEWARD)])
def test_where_a_unit_may_go(name: str, origin: str, to: str, state: int, want: float) -> None:
    p = drill(rails=["30.25 31.26 32.26"])
    put(p, name, origin, state=state)
    assert cost(p, name, to) == want


@pytest.mark.rule("1.17a.1", "3.4a.3", "scs.mov.1")
def test_after_brihuega_the_west_is_open_and_the_train_shuns_zones() -> None:
    p = drill(rails=["30.25 31.26 32.26"])
    p.taken = True
    put(p, "n-tor-iv", "16.05")
    assert cost(p, "n-tor-iv", "15.06") == 1
    put(p, "r-train", "30.25")
    put(p, "n-8-bai-sot", "31.27")
    assert cost(p, "r-train", "31.26") == RAIL_ZOC
    put(p, "r-dmi-48", A)
    put(p, "n-bis-iv", T)
    assert cost(p, "r-dmi-48", T) == ENEMY


@pytest.mark.rule("2.6a.3")
def test_on_the_road_from_52_23_italians_follow_the_road() -> None:
    p = empty()
    b = p.board
    line = [h for h in range(b.size) if b.corridor[h]]
    assert at(p, "52.23") in line
    start = at(p, "52.23")
    on = next(n for n in b.nb[start] if b.corridor[n])
    u = put(p, "n-tor-iv", "52.23")
    assert price(p, u, start, b.toward(start, on)) > 0
    q = empty(separation_line="none")
    v = put(q, "n-tor-iv", "52.23")
    off = next(n for n in b.nb[start] if not b.corridor[n] and not b.way[start][b.toward(start, n)])
    assert price(p, u, start, b.toward(start, off)) == ITALIANS_SOUTH
    assert price(q, v, start, b.toward(start, off)) > 0
    last = next(h for h in line if any(b.south[n] for n in b.nb[h]))
    south = next(n for n in b.nb[last] if b.south[n] and b.way[last][b.toward(last, n)] < 2)
    p.put(u, last)
    assert price(p, u, last, b.toward(last, south)) == CORRIDOR
    p.put(u, south)
    assert price(p, u, south, b.toward(south, last)) == ITALIANS_SOUTH
    q.put(v, south)
    assert price(q, v, south, b.toward(south, last)) > 0


@pytest.mark.rule("scn.2.hdr", "scn.3.hdr", "scn.3.nat.arr", "2.6a.2", "4.3a.1", "4.3a.2")
def test_closed_ground_is_closed_for_different_reasons() -> None:
    p = drill(scenario=2)
    put(p, "r-dmi-48", "24.13")
    assert cost(p, "r-dmi-48", "24.14") == AREA
    q = drill(late_spanish_south="free", turn=10)
    put(q, "n-8-bai-sot", "24.12", state=RELIEF)
    assert cost(q, "n-8-bai-sot", "24.11") == 1
    put(q, "n-8-bai-sot", "24.14", state=RELIEF)
    assert cost(q, "n-8-bai-sot", "24.13") == SPANIARDS_NORTH                # only while it is south already
    r = drill(separation_line="loose")
    put(r, "n-8-bai-sot", "24.14")
    put(r, "n-tor-iv", "24.13")
    assert cost(r, "n-8-bai-sot", "23.14") == SPANIARDS_NORTH                # too many Republicans are north
    r.loose = True
    assert cost(r, "n-8-bai-sot", "23.14") == 1
    assert cost(r, "n-tor-iv", "24.14") == ITALIANS_SOUTH
    r.crossed = [unit(r, "n-6-vic-sot")]
    assert cost(r, "n-8-bai-sot", "23.14") == 1
    r.crossed.append(unit(r, "n-8-vic-sot"))
    assert cost(r, "n-8-bai-sot", "23.14") == TWO_CROSS
    r.crossed[1] = unit(r, "n-8-bai-sot")
    assert cost(r, "n-8-bai-sot", "23.14") == 1              # it is one of the two
    r.crossed, r.loose = [], False
    put(r, "n-8-bai-sot", "23.13")
    assert cost(r, "n-8-bai-sot", "23.12") == 1              # south already


@pytest.mark.rule("4.3a.1")
def test_how_many_spaniards_a_step_takes_over_the_line() -> None:
    p = drill(separation_line="loose")
    found = puts(p, "24.14", "n-8-bai-sot", "n-6-vic-sot", "n-8-vic-sot")
    a, t = at(p, "24.14"), at(p, "24.13")
    assert crossing(p, found, a, t) == found
    assert crossing(p, found, t, a) == crossing(p, found, a, at(p, "24.15")) == crossing(p, found, t, t) == []
    assert too_many_cross(p, found, a, t)
    assert not too_many_cross(p, found[:2], a, t)
    p.crossed = [found[0]]
    assert crossing(p, found, a, t) == found[1:]
    assert not too_many_cross(p, found[:2], a, t)
    assert too_many_cross(p, found, a, t)
    p.crossed = found[:2]
    assert not too_many_cross(p, found[:2], a, t)            # nobody new
    assert crossing(p, [put(p, "r-dmi-48", "24.14")], a, t) == []
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", "hex:24.13")
    assert p.crossed == found[:2]


@pytest.mark.rule("4.3a.1", "scs.mov.1")
def test_a_stack_of_three_does_not_cross_together() -> None:
    for line, want in (("loose", ["4.3a.1"]), ("strict", ["2.6a.2"])):
        p = drill(separation_line=line)
        p.loose = True
        puts(p, "24.14", "n-8-bai-sot", "n-6-vic-sot", "n-8-vic-sot")
        run(p, Movement(NAT))
        play(p, "unit:n-8-bai-sot", "with:n-6-vic-sot", "with:n-8-vic-sot")
        assert rules(p, "hex:24.13") == want
        assert "hex:24.15" in offered(p)
    q = drill(separation_line="loose")
    q.loose = True
    puts(q, "24.14", "n-8-bai-sot", "n-6-vic-sot")
    run(q, Movement(NAT))
    play(q, "unit:n-8-bai-sot", "with:n-6-vic-sot", "hex:24.13")
    assert q.crossed == [unit(q, "n-8-bai-sot"), unit(q, "n-6-vic-sot")]


@pytest.mark.rule("4.3a.1")
def test_republicans_in_the_north_are_counted() -> None:
    p = drill()
    put(p, "r-dmi-48", "24.14")
    put(p, "r-ter-48", "24.13")
    put(p, "n-8-bai-sot", "24.20")
    put(p, "r-tk-1-bt", "24.14")
    assert republicans_north(p) == 2


# -- units that may never be alone, full hexes


@pytest.mark.rule("1.11b", "1.12b")
def test_a_tank_goes_only_where_it_can_still_reach_company() -> None:
    p = drill()
    u = put(p, "n-tk-3-crs", A)
    put(p, "n-tor-iv", "30.08")          # three hexes: six points
    assert way_on(p, [u], at(p, A), [6 * MP])
    assert not way_on(p, [u], at(p, A), [6 * MP - 1])
    put(p, "n-tk-4-crs", "30.08")        # taken by another tank
    assert not way_on(p, [u], at(p, A), [12 * MP])
    q = drill()
    v = put(q, "n-tk-3-crs", A)
    put(q, "r-dmi-48", "30.07")
    assert not way_on(q, [v], at(q, A), [12 * MP])           # enemies are no company
    put(q, "n-bis-iv", "31.06")
    assert way_on(q, [v], at(q, A), [2 * MP])


@pytest.mark.rule("scs.stack.1")
def test_a_full_hex_is_passed_by_who_can_reach_another() -> None:
    p = drill()
    puts(p, T, "n-buf-iv", "n-impl-v", "n-lup-v")
    u, v = puts(p, A, "n-tor-iv", "n-lu-ix")
    t = at(p, T)
    assert way_on(p, [u], t, [8])
    assert not way_on(p, [u], t, [7])
    assert way_on(p, [u, v], t, [8, 8])
    assert not way_on(p, [u, v], t, [8, 7])
    for n, names in zip(p.board.nb[t], (("n-lit-1-1", "n-lit-2-1", "n-lit-3-1"),
        ("n-lit-1-2", "n-lit-2-2", "n-lit-3-2"),
                                        ("n-int-vi", "n-ardi-vi", "n-aud-vi"), ("n-aqu-i", "n-leo-i", "n-carr-i"),
                                        ("n-ura-ix", "n-temp-ix", "n-sci-x"), ("n-ind-ii", "n-fol-ii", "n-bis-iv")),
                        strict=True):
        puts(p, p.board.names[n], *names)
    assert not way_on(p, [u], t, [8])    # everything around is full too
    assert way_on(p, [u], t, [16])       # but not what lies beyond


# -- overruns


@pytest.mark.rule("1.20b", "scs.zoc.2", "4.2b")
@pytest.mark.parametrize(("name", "left_", "zone", "screen", "want"), [
    ("n-tor-iv", 2, False, False, 2), ("n-tor-iv", 1, False, False, SHORT), ("n-brs-crs", 6, False, False, 6),
    ("n-brs-crs", 5, False, False, SHORT), ("n-tor-iv", 4, True, False, 4), ("n-tor-iv", 3, True, False, SHORT),
    ("n-tor-iv", 3, False, True, 3), ("n-tk-3-crs", 6, False, False, 6)])
def test_what_an_overrun_costs(name: str, left_: int, zone: bool, screen: bool, want: int) -> None:
    p = drill()
    u = put(p, name, A)
    put(p, "r-gc", T, state=DG)
    if zone:
        put(p, "r-dmi-48", "30.04")
    f = Move(NAT, [u], [left_ * MP], False, screen=screen)
    found = storm_cost(f, p, u, at(p, A), p.board.toward(at(p, A), at(p, T)), at(p, T))
    assert (found / MP if found > 0 else found) == want


@pytest.mark.rule("1.20b", "scs.zoc.2")
@pytest.mark.parametrize(("zone", "want"), [(True, 4), (False, 2)])
def test_where_zones_are_paid_on_entering_an_overrun_pays_for_the_hex_it_enters(zone: bool, want: int) -> None:
    p = drill(ezoc_cost="on_enter")
    u = put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=DG)
    put(p, "r-dmi-48", "30.07" if zone else "30.04")
    f = Move(NAT, [u], [6 * MP], False)
    assert storm_cost(f, p, u, at(p, A), p.board.toward(at(p, A), at(p, T)), at(p, T)) == want * MP


@pytest.mark.rule("scs.ovr.1", "scs.ovr.2", "1.7a.3", "2.7d.3", "1.20a", "1.11b", "2.8c")
def test_each_overrun_refused_has_its_reason() -> None:
    def refused(p: Guadalajara, *names: str, exploit: bool = False, moved: bool = False) -> list[str]:
        found = [unit(p, x) for x in names]
        f = Move(NAT, found, [p.allowance(u) for u in found], exploit, moved)
        return [r.rule for r in overrun_refusals(f, p, found, at(p, T))]

    def facing(name: str, state: int = 0, turn: int = 2, **given: bool) -> Guadalajara:
        p = drill(turn=turn, **given)    # type: ignore[arg-type]
        put(p, name, A, state=state)
        put(p, "r-gc", T, state=DG)
        return p

    assert refused(facing("n-tor-iv"), "n-tor-iv") == []
    assert refused(facing("n-tor-iv", DG), "n-tor-iv") == ["1.7a.3"]
    assert refused(facing("n-tor-iv", IN_ZOC), "n-tor-iv") == ["scs.ovr.2"]
    assert refused(facing("n-tor-iv", ASTRAY), "n-tor-iv")[:1] == ["R37"]
    assert refused(facing("n-hq-fn"), "n-hq-fn") == ["R30"]
    p = facing("n-int-vi")
    p.panic[2] = 1
    assert refused(p, "n-int-vi") == ["2.7d.3"]
    for state, turn, allowed, want in ((RELEASED, 1, False, ["R134"]), (RELEASED | RESERVE, 1, False, []),
                                       (RELEASED, 2, False, []), (RELEASED, 1, True, [])):
        q = facing("n-tor-iv", state, turn, prep_overrun=allowed)
        assert refused(q, "n-tor-iv", exploit=True) == want
        assert refused(q, "n-tor-iv") == []                  # in the Movement Phase it may
    r = facing("n-tor-iv")
    put(r, "n-tk-3-crs", A)
    assert refused(r, "n-tor-iv") == ["1.11b"]
    assert refused(r, "n-tor-iv", "n-tk-3-crs") == []
    assert refused(r, "n-tor-iv", moved=True) == []          # on the way nobody is left behind
    put(r, "n-bis-iv", A)
    r.began[unit(r, "n-bis-iv")] = at(r, "29.05")
    assert refused(r, "n-tor-iv", "n-bis-iv", "n-tk-3-crs") == ["scs.ovr.2"]
    s = drill(ground={T: "wooded-hills"})
    put(s, "n-tor-iv", A)
    put(s, "r-gc", T, state=DG)
    assert refused(s, "n-tor-iv") == ["1.20a"]
    t = drill(ground={T: "hills"})
    put(t, "n-tor-iv", A)
    put(t, "r-gc", T, state=DG)
    assert refused(t, "n-tor-iv") == []


@pytest.mark.rule("scs.ovr.1", "scs.ovr.3", "4.2b")
def test_an_overrun_is_paid_at_once_and_ends_what_cavalry_left_behind() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-gc", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-bis-iv")
    f = p.stack[-1]
    assert isinstance(f, Move)
    f.screen = True
    assert left(p) == [6, 6]
    play(p, f"overrun:{T}")
    assert (f.left, f.moved, f.screen, f.over) == ([24, 24], True, False, at(p, T))
