"""[13.10 to 13.26] Results and what changes the die."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch10_supply import judge, traces
from frente.games.tscw.rules.ch13_attack import naval_refusal
from frente.games.tscw.rules.ch13_odds import (
    concentric,
    defence_parts,
    drm_parts,
    final_die,
    ringed,
    share_of_rivers,
    shift_parts,
)
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    ABORTED,
    DESTROYED,
    INCOMPLETE,
    INTACT,
)
from tests.tscw.fight import shoot, somosierra
from tests.tscw.lay import (
    NAT,
    REP,
    battle,
    empty,
    fighting,
    hexn,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    unit,
    values,
)

# -- modifiers


@pytest.mark.rule("13.14")
def test_the_modified_die_stays_between_0_and_6() -> None:
    p = somosierra()
    f = battle(p, NAT, "2812", "n-div11")
    f.chits = [p.board.kinds.index("soviet-aircraft")] * 9
    assert final_die(p, f, 3) == 0
    g = battle(p, REP, "2911", "r-div11")
    g.chits = [p.board.kinds.index("tactical-surprise")] * 3
    assert final_die(p, g, 3) == 6


@pytest.mark.rule("13.15a")
def test_naval_gunfire_helps_one_point_at_a_coastal_hex_once_a_turn() -> None:
    p = empty(turn=8)
    put(p, "1412", "r-div23")
    put(p, "1511", "n-div32")
    own(p, NAT, "1511")
    fighting(p, NAT)
    play(p, "attack:1412", "unit:n-div32", "go", "naval")
    assert question(p) == "DefenderNaval"
    f = now(p)
    assert values(drm_parts(p, f))["13.15a"] == 1
    play(p, "naval")
    assert values(drm_parts(p, f))["13.15a"] == 0, "both cancel"
    assert naval_refusal(p, f, NAT)[0] == "13.15a"
    inland = somosierra()
    assert naval_refusal(inland, battle(inland, NAT, "2812", "n-div11"), NAT)[0] == "13.15c"


@pytest.mark.rule("13.15b", "13.15c", "13.15d")
def test_where_and_when_each_fleet_fires() -> None:
    def at(place: str, side: int, turn: int = 8, fleet: int = 1) -> str:
        p = empty(turn=turn)
        p.fleet = fleet
        from frente.games.tscw.rules.ch13_odds import Attack
        return naval_refusal(p, Attack(NAT, hexn(p, place)), side)[0]
    assert at("1412", REP) == ""
    assert at("1410", REP) == "13.15b", "Málaga lies west of the limit"
    assert at("3710", REP) == "13.15b"
    assert (at("3710", NAT), at("1410", NAT), at("1412", NAT)) == ("", "", "")
    assert at("1605", NAT) == "13.15c", "the Atlantic"
    assert at("1412", REP, turn=2) == "13.15d"
    assert at("1412", NAT, turn=2) == ""
    assert at("1412", REP, fleet=0) == "7.8b"


def test_naval_gunfire_each_phase_is_a_reading_of_its_own() -> None:
    from frente.games.tscw.rules.ch13_attack import begin_combat
    for option, used in ((True, 0), (False, 1)):
        p = empty(turn=8, naval_per_phase=option)
        p.naval[NAT] = 1
        begin_combat(p, REP)
        assert p.naval[NAT] == used


@pytest.mark.rule("13.16")
def test_lines_start_incomplete_and_become_intact_or_destroyed() -> None:
    p = empty(turn=6)
    h = hexn(p, "3613")
    assert {p.fort[x] for line in p.board.lines for x in line} == {INCOMPLETE}
    p.turn = 7
    run(p, Turn())
    assert p.fort[h] == INTACT
    assert p.fort[hexn(p, "2419")] == INCOMPLETE
    put(p, "3513", "n-nav1")
    enter(p, unit(p, "n-nav1"), h)
    assert p.fort[h] == DESTROYED


@pytest.mark.rule("13.17a")
def test_entering_an_incomplete_line_aborts_all_of_it() -> None:
    p = empty(turn=14)
    put(p, "2617", "n-div52")
    enter(p, unit(p, "n-div52"), hexn(p, "2517"))
    line = p.board.lines[p.board.line_of[hexn(p, "2517")]]
    assert {p.fort[x] for x in line} == {ABORTED}
    p.turn = 15
    run(p, Turn())
    assert {p.fort[x] for x in line} == {ABORTED}
    q = empty(turn=14)
    put(q, "2615", "r-div42")
    enter(q, unit(q, "r-div42"), hexn(q, "2517"))
    assert q.fort[hexn(q, "2517")] == INCOMPLETE


@pytest.mark.rule("13.17a", "13.16")
def test_a_headquarters_is_a_ground_unit_and_aborts_a_line_too() -> None:
    p = empty(turn=14)
    own(p, NAT, "2617")
    put(p, "2617", "n-hq-c")
    moving(p, NAT)
    play(p, "unit:n-hq-c", "hex:2517")
    assert p.control[hexn(p, "2517")] == REP, "it takes no control"
    assert [p.fort[hexn(p, x)] for x in ("2419", "2518", "2517", "2516")] == [ABORTED] * 4
    assert p.fort[hexn(p, "3221")] == INCOMPLETE, "another line"
    q = empty(turn=15)
    q.fort[hexn(q, "2517")] = q.fort[hexn(q, "2518")] = INTACT
    enter(q, unit(q, "n-hq-c"), hexn(q, "2517"))
    assert (q.fort[hexn(q, "2517")], q.fort[hexn(q, "2518")]) == (DESTROYED, INTACT)
    s = empty(turn=16)
    own_all(s, REP)
    own(s, NAT, *[s.board.names[h] for h in range(s.board.size) if s.board.row[h] >= 26], "2517", "2417", "2217")
    put(s, "2217", "n-div52")
    put(s, "2712", "r-div11")
    s.fort[hexn(s, "2517")] = INTACT
    s.stale_all()
    assert not traces(s, unit(s, "n-div52")), "the way leads through the fort"
    enter(s, unit(s, "n-hq-c"), hexn(s, "2517"))
    assert traces(s, unit(s, "n-div52")), "now it is open"
    r = empty(turn=14)
    enter(r, unit(r, "r-hq-lev"), hexn(r, "2517"))
    assert r.fort[hexn(r, "2517")] == INCOMPLETE


@pytest.mark.rule("13.17b", "13.18")
def test_an_intact_fort_adds_one_factor_an_incomplete_one_none() -> None:
    p = empty(turn=15)
    put(p, "2518", "r-div39", "r-div40")
    put(p, "2618", "n-div52")
    f = battle(p, NAT, "2518", "n-div52")
    assert "13.18" not in values(defence_parts(p, f))
    p.fort[hexn(p, "2518")] = INTACT
    assert values(defence_parts(p, f))["13.18"] == 1


@pytest.mark.rule("13.19")
def test_nationalist_supply_never_runs_through_an_intact_fort() -> None:
    p = empty(turn=16)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 26], "2517", "2417", "2217")
    put(p, "2217", "n-div52")
    put(p, "2712", "r-div11")
    u = unit(p, "n-div52")
    assert traces(p, u), "by way of Requena, 2517 and Teruel"
    p.fort[hexn(p, "2517")] = INTACT
    p.stale_all()
    assert not traces(p, u)
    p.fort[hexn(p, "2517")] = DESTROYED
    p.stale_all()
    assert traces(p, u)
    own_all(p, REP)
    p.fort[hexn(p, "2318")] = INTACT
    p.stale_all()
    assert traces(p, unit(p, "r-div11")), "Republican supply is free"


@pytest.mark.rule("13.20")
def test_no_pasaran() -> None:
    p = empty(turn=5)
    own(p, NAT, "2711")
    put(p, "2712", "r-mod")
    put(p, "2711", "n-cst")
    assert values(shift_parts(p, battle(p, NAT, "2712", "n-cst")))["13.20"] == -2
    q = empty(turn=9)
    own(q, NAT, "2712")
    put(q, "2712", "n-div11")
    put(q, "2713", "r-div11")
    assert "13.20" not in values(shift_parts(q, battle(q, REP, "2712", "r-div11")))


@pytest.mark.rule("13.21a", "13.21b")
def test_the_ammunition_shortage_in_the_north_until_the_zones_are_linked_or_turn_seven() -> None:
    p = empty(turn=3)
    p.linked = 0
    own(p, NAT, "2811")
    put(p, "2811", "n-ser")
    put(p, "2711", "r-brc")
    put(p, "2305", "n-ccr")
    put(p, "2206", "r-em")
    north = battle(p, NAT, "2711", "n-ser")
    assert values(drm_parts(p, north))["13.21a"] == -1
    assert "13.21a" not in values(drm_parts(p, battle(p, NAT, "2206", "n-ccr"))), "row 23"
    assert "13.21a" not in values(drm_parts(p, battle(p, REP, "2811", "r-brc"))), "they defend normally"
    p.turn = 7
    assert "13.21a" not in values(drm_parts(p, north))
    p.turn = 3
    judge(p, NAT)
    assert p.linked == 0
    own_all(p, NAT)
    own(p, REP, "2711", "2206")
    judge(p, NAT)
    assert p.linked == 1
    assert "13.21a" not in values(drm_parts(p, north))
    own_all(p, REP)
    judge(p, NAT)
    assert p.linked == 1, "for good"


@pytest.mark.rule("13.21a")
def test_the_shortage_may_be_read_by_majority() -> None:
    for option, expect in (("any", True), ("majority", False)):
        p = empty(turn=3, ammo=option)
        p.linked = 0
        put(p, "2510", "r-pvr")
        own(p, NAT, "2509", "2410")
        put(p, "2509", "n-pls", "n-mnz")
        put(p, "2410", "n-cst")
        f = battle(p, NAT, "2510", "n-mnz", "n-cst")
        assert ("13.21a" in values(drm_parts(p, f))) == expect


@pytest.mark.rule("13.22")
def test_colonial_troops_against_columns() -> None:
    p = empty(turn=6)
    put(p, "2712", "r-mod", "r-bde2", "r-bde3")
    own(p, NAT, "2711")
    put(p, "2711", "n-asn")
    f = battle(p, NAT, "2712", "n-asn")
    assert values(drm_parts(p, f))["13.22"] == 1
    assert values(drm_parts(p, battle(p, REP, "2711", "r-mod", "r-bde2")))["13.22"] == -1
    assert "13.22" not in values(drm_parts(p, battle(p, REP, "2711", "r-bde2")))
    q = empty(turn=6)
    put(q, "2712", "r-bde2", "r-bde3")
    own(q, NAT, "2711")
    put(q, "2711", "n-asn")
    assert "13.22" not in values(drm_parts(q, battle(q, NAT, "2712", "n-asn")))


@pytest.mark.rule("13.23a")
@pytest.mark.parametrize(("ways", "yes"), [
    ((0, 3), True), ((0, 2), False), ((0, 1, 2), False), ((0, 2, 4), True), ((0, 1, 3), True), ((0, 1, 2, 3), True),
    ((0,), False), ((1, 3, 5), True), ((2, 5), True)])
def test_concentric_patterns(ways: tuple[int, ...], yes: bool) -> None:
    assert ringed(ways) == yes
    assert sum(ringed([d for d in range(6) if n >> d & 1]) for n in range(1, 64)) == 39


@pytest.mark.rule("13.23b", "13.23c", "13.23a")
def test_republican_columns_never_attack_concentrically_colonial_ones_do() -> None:
    p = empty(turn=6)
    west, east = p.board.around(p.board.madrid)[4], p.board.around(p.board.madrid)[1]
    own(p, NAT, p.board.names[west], p.board.names[east], "2712")
    put(p, "2712", "n-gec")
    put(p, p.board.names[west], "r-bde2")
    put(p, p.board.names[east], "r-bde3")
    assert concentric(p, battle(p, REP, "2712", "r-bde2", "r-bde3"))
    put(p, p.board.names[east], "r-nvz")
    assert not concentric(p, battle(p, REP, "2712", "r-bde2", "r-bde3", "r-nvz"))
    q = empty(turn=6)
    put(q, "2712", "r-mod")
    put(q, q.board.names[west], "n-asn")
    put(q, q.board.names[east], "n-cst")
    f = battle(q, NAT, "2712", "n-asn", "n-cst")
    assert values(drm_parts(q, f))["13.22"] == values(drm_parts(q, f))["13.23a"] == 1


@pytest.mark.rule("13.24")
def test_zero_factors_may_ride_along_and_take_losses() -> None:
    p = empty(turn=3)
    put(p, "2812", "r-nvz", "r-grm")
    put(p, "2911", "n-nvc")
    fighting(p, REP)
    play(p, "attack:2911", "unit:r-nvz")
    assert "go" not in offered(p)
    assert rules(p, "go") == ["13.24"]
    play(p, "unit:r-grm", "go")
    shoot(p, 1)
    assert "lose:r-nvz" in offered(p)


@pytest.mark.rule("13.26a")
def test_terrain_of_the_defenders_hex_counts() -> None:
    p = empty(turn=9)
    b = p.board
    cover = {}
    for h in range(b.size):
        cover[b.terrain[h], b.town[h]] = (b.cover_shift[h], b.cover_drm[h])
    assert cover["clear", 0] == (0, 0)
    assert cover["rough", 0] == (1, 0)
    assert cover["mountain", 0] == (2, 0)
    assert cover["clear", 1] == (0, -1)
    assert cover["clear", 2] == (1, 0)
    assert cover["rough", 2] == (2, 0), "all effects add up"
    f = battle(somosierra(), NAT, "2812", "n-div11")
    assert values(shift_parts(somosierra(), f))["13.26a"] == -2


@pytest.mark.rule("13.26b", "13.26c")
@pytest.mark.parametrize(("total", "minor", "major", "kind"), [
    (11, 5, 0, 1), (11, 4, 3, 2), (11, 2, 2, 0), (1, 0, 1, 2), (10, 5, 5, 1), (10, 0, 4, 0), (10, 0, 0, 0)])
def test_the_river_counts_for_half_of_the_attackers(total: int, minor: int, major: int, kind: int) -> None:
    assert share_of_rivers(total, minor, major) == kind
    p = empty(turn=15)
    put(p, "2919", "n-div50")
    put(p, "2920", "r-div60")
    assert values(drm_parts(p, battle(p, REP, "2919", "r-div60")))["13.26b"] == -1
    put(p, "2819", "r-div42")
    assert "13.26b" not in values(drm_parts(p, battle(p, REP, "2919", "r-div42")))
    put(p, "3019", "r-div24")
    assert values(shift_parts(p, battle(p, REP, "2919", "r-div24")))["13.26c"] == -1
