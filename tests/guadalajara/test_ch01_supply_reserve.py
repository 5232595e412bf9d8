"""[1.6, 1.13, 1.15, 1.16a.7, 1.16c, 2.4, 2.8c, 3.3] Supply, reserves, tank repair, placing of trucks."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import Supply, Survey, direct, hq_range
from frente.games.guadalajara.rules.ch01_trucks import Trucks, empty_trucks
from frente.games.guadalajara.state.board import ITALIAN, NAT, REP, REPUBLICAN, SPANISH
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import ATTACHED, DG, DISABLED, RELEASED, RESERVE, RETURNING, UNSUPPLIED
from tests.guadalajara.lay import (
    at,
    before,
    box,
    dice,
    drill,
    empty,
    hexes,
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


def italian_road() -> str:

    line = ["62.16"]
    for c in range(61, 29, -1):
        line.append(f"{c}.16")

    return " ".join(line)


def supplied(p, name: str) -> bool:
    u = unit(p, name)
    return Survey(p, p.board.side[u]).supplied(u)


@pytest.mark.rule("1.6a.1", "1.6a.2", "3.3", "scs.sup.1")
def test_a_trace_may_have_four_hexes_off_the_road_the_own_hex_included() -> None:
    road = " ".join(["1.07", "2.07", "3.08", "4.08", "5.09", "6.09", "7.10"])
    p = drill([road])
    put(p, "r-dmi-48", "7.14")           # 7.11 to 7.14: four hexes
    put(p, "r-ter-48", "7.15")
    assert supplied(p, "r-dmi-48")
    assert not supplied(p, "r-ter-48")
    q = drill([road], offroad_count_includes_own_hex=False)
    put(q, "r-ter-48", "7.15")
    assert supplied(q, "r-ter-48")


@pytest.mark.rule("scs.sup.1", "scs.zoc.3")
def test_enemies_and_their_zones_block_a_trace_unless_a_friend_stands_there() -> None:
    road = "1.07 2.07 3.08 4.08 5.09"
    p = drill([road])
    put(p, "r-dmi-48", "5.09")
    assert supplied(p, "r-dmi-48")
    put(p, "n-tor-iv", "3.09")
    put(p, "n-bis-iv", "3.07")
    put(p, "n-buf-iv", "3.05")
    put(p, "n-impl-v", "3.03")
    put(p, "n-lup-v", "3.01")
    put(p, "n-ard-v", "3.11")
    put(p, "n-ardi-vi", "3.13")
    put(p, "n-int-vi", "3.15")
    assert not supplied(p, "r-dmi-48")
    q = drill([road])
    put(q, "r-dmi-48", "3.08")
    put(q, "n-tor-iv", "4.08")
    assert supplied(q, "r-dmi-48")       # it negates the zone in its own hex


@pytest.mark.rule("2.4a", "2.4b")
def test_sources_lie_behind_the_start_line_spanish_north_and_italian_south() -> None:
    p = empty()
    b = p.board
    assert all(not b.east[h] for h in b.sources[REPUBLICAN])
    assert all(b.east[h] and not b.south[h] for h in b.sources[SPANISH])
    assert all(b.east[h] and b.south[h] for h in b.sources[ITALIAN])
    assert all(b.has_road[h] for n in b.sources for h in n)


@pytest.mark.rule("1.6b.1", "1.6b.3", "1.6b.6")
def test_italians_are_supplied_by_a_headquarters_of_their_own_within_its_range() -> None:
    p = drill([italian_road()])
    put(p, "n-hq-fn", "35.16")
    put(p, "n-int-vi", "35.09")
    put(p, "n-aud-vi", "35.08")
    put(p, "n-tor-iv", "34.09")
    put(p, "n-aqu-i", "36.09")
    assert direct(p, ITALIAN, at(p, "35.16"))
    assert supplied(p, "n-int-vi")       # seven hexes
    assert not supplied(p, "n-aud-vi")   # eight
    assert supplied(p, "n-tor-iv")       # independent
    assert not supplied(p, "n-aqu-i")    # of another division
    q = drill()                          # a headquarters that is not in supply supplies nobody
    put(q, "n-hq-fn", "30.05")
    put(q, "n-int-vi", "30.06")
    assert not supplied(q, "n-int-vi")


@pytest.mark.rule("1.6b.2")
def test_near_the_start_line_italians_trace_like_others() -> None:
    p = drill([italian_road()])
    h = next(h for h in range(p.board.size) if p.board.near_line[h] and p.board.south[h] and not p.board.off_road[h])
    put(p, "n-int-vi", p.board.names[h])
    assert supplied(p, "n-int-vi")
    b = p.board
    far = next(h for h in range(b.size) if not b.near_line[h] and b.south[h] and not b.off_road[h])
    put(p, "n-aud-vi", p.board.names[far])
    assert not supplied(p, "n-aud-vi")


@pytest.mark.rule("1.6b.4", "1.6b.5", "1.6b.5a")
def test_zones_block_a_headquarters_trace_but_not_at_the_unit_itself() -> None:
    p = drill([italian_road()], rivers=["35.12/35.13", "35.12/34.12", "35.12/36.12"])
    put(p, "n-hq-fn", "35.16")
    put(p, "n-int-vi", "35.12")          # in an enemy zone, behind a river
    put(p, "r-dmi-48", "35.11")
    assert supplied(p, "n-int-vi")
    put(p, "n-aud-vi", "35.09")
    for name, h in (("r-ter-48", "34.11"), ("r-lr-50", "36.11"), ("r-apo-71", "33.12"), ("r-pi-49", "37.12"),
                    ("r-tri-49", "32.12"), ("r-man-33", "38.12"), ("r-zar-72", "31.13"), ("r-ara-72", "39.13")):
        put(p, name, h)
    assert not supplied(p, "n-aud-vi")


@pytest.mark.rule("2.7d.6", "1.7a.6", "2.1")
def test_panic_shortens_the_range_of_a_headquarters_and_disorder_does_not() -> None:
    p = drill()
    u = put(p, "n-hq-fn", "30.05")
    lit = put(p, "n-hq-lit", "31.06")
    assert (hq_range(p, u), hq_range(p, lit)) == (7, 9)
    p.mark(u, DG)
    assert hq_range(p, u) == 7
    p.panic[2] = 1
    assert (hq_range(p, u), hq_range(p, lit)) == (5, 9)


@pytest.mark.rule("1.2b.1", "1.2b.2", "scn.1.sr", "scn.2.sr", "scn.1.nat.T6")
def test_stripes_bind_units_to_their_division_and_mg_lit_is_lent_until_turn_6() -> None:
    p = drill(turn=3)
    assert p.subject(unit(p, "n-int-vi")) == 2
    assert p.subject(unit(p, "n-tor-iv")) == 0
    assert p.subject(unit(p, "n-mg-lit")) == 1
    p.turn = 6
    assert p.subject(unit(p, "n-mg-lit")) == 4
    q = drill(scenario=2, turn=4)
    assert q.subject(unit(q, "n-mg-lit")) == 1


@pytest.mark.rule("scn.4.nat.sr2")
def test_fiamme_nere_at_brihuega_are_supplied_by_dio_lo_vuole() -> None:
    p = drill(scenario=4, turn=9)
    u = put(p, "n-int-vi", "18.04", state=ATTACHED)
    assert p.subject(u) == 1
    p.state[u] &= ~ATTACHED
    assert p.subject(u) == 2


@pytest.mark.rule("1.6a.3", "scs.sup.2", "1.6d.1", "1.6d.2")
def test_markers_change_only_in_the_supply_phase_and_the_second_failure_rolls_for_attrition() -> None:
    p = drill()
    puts(p, "30.25", "n-6-vic-sot", "n-8-vic-sot")
    u = unit(p, "n-6-vic-sot")
    assert not p.state[u] & UNSUPPLIED
    run(p, Supply(NAT))
    assert p.state[u] & UNSUPPLIED
    assert step(p) == ""                 # the first time costs nothing
    run(p, Supply(NAT))
    assert step(p) == "AttritionRoll"    # one die for the stack
    dice(p, 2)                           # nothing
    assert step(p) == ""
    run(p, Supply(NAT))
    dice(p, 4)                           # one step, the owner's choice
    assert units(offered(p)) == ["n-6-vic-sot", "n-8-vic-sot"]
    q = drill(["27.35 27.34 27.33"])
    v = put(q, "n-6-vic-sot", "27.33", state=UNSUPPLIED)
    run(q, Supply(NAT))
    assert not q.state[v] & UNSUPPLIED


# -- reserves


@pytest.mark.rule("1.13.1", "1.13a.2", "1.13a.3", "1.7a.5", "note.1")
def test_units_with_a_band_that_have_not_moved_go_into_reserve_away_from_the_enemy() -> None:
    p = drill()
    put(p, "n-lit-1-1", "30.05")
    put(p, "n-lit-2-1", "40.05", state=DG)
    put(p, "n-tor-iv", "42.05")          # a volunteer: no band
    put(p, "n-lit-3-1", "44.05")
    put(p, "r-dmi-48", "44.06")
    put(p, "n-lit-1-2", "46.05")
    run(p, Movement(NAT))
    assert units(offered(p), "reserve") == ["n-lit-1-1", "n-lit-1-2"]
    assert rules(p, "reserve:n-lit-2-1") == ["1.13a.3"]
    assert rules(p, "reserve:n-tor-iv") == ["1.13a.2"]
    assert rules(p, "reserve:n-lit-3-1") == ["1.13a.3"]
    play(p, "unit:n-lit-1-2", "hex:46.06", "stop")
    assert rules(p, "reserve:n-lit-1-2") == ["1.13a.3"]
    play(p, "reserve:n-lit-1-1")
    assert rules(p, "unit:n-lit-1-1") == ["1.13b"]


@pytest.mark.rule("1.13.1", "1.13a.4")
def test_one_marker_covers_a_stack_and_markers_run_out() -> None:
    p = drill()
    puts(p, "30.05", "n-lit-1-1", "n-lit-2-1", "n-gen-lit")
    put(p, "n-lit-1-2", "40.05")
    p.pool = [1, 0]
    run(p, Movement(NAT))
    play(p, "reserve:n-lit-1-1")
    assert units(offered(p), "reserve") == ["n-gen-lit", "n-lit-2-1"]
    assert rules(p, "reserve:n-lit-1-2") == ["1.13.1"]
    play(p, "reserve:n-lit-2-1")
    assert p.reserves_used(NAT) == 1
    assert "unit:n-gen-lit" in offered(p)                    # part of the stack only


@pytest.mark.rule("2.8b.3")
def test_no_republican_reserve_on_turn_1() -> None:
    p = drill(turn=1)
    put(p, "r-tha-xi", "30.05")
    run(p, Movement(REP))
    assert units(offered(p), "reserve") == []
    assert rules(p, "reserve:r-tha-xi") == ["2.8b.3"]
    p.turn = 2
    run(p, Movement(REP))
    assert units(offered(p), "reserve") == ["r-tha-xi"]


@pytest.mark.rule("1.13a.1", "1.13d", "scs.exp.1")
def test_released_reserves_move_and_overrun_in_the_exploitation_phase_and_nobody_else() -> None:
    p = drill()
    put(p, "n-lit-1-1", "30.05", state=RESERVE)
    put(p, "n-lit-2-1", "32.05", state=RESERVE)
    put(p, "n-lit-3-1", "34.05")
    put(p, "r-gc", "30.07", state=DG)
    run(p, before(PlayerTurn(NAT), "ExploitationArrivals"))
    assert hexes(offered(p), "release") == ["30.05", "32.05"]
    assert rules(p, "release:34.05") == ["1.13d"]
    play(p, "release:30.05", "pass")
    assert step(p) == "ChooseUnit"
    assert units(offered(p)) == ["n-lit-1-1"]
    assert rules(p, "unit:n-lit-2-1") == ["1.13a.1"]
    play(p, "unit:n-lit-1-1", "hex:30.06")
    assert "overrun:30.07" in offered(p)


@pytest.mark.rule("2.8c")
def test_on_turn_1_italians_away_from_the_enemy_move_again() -> None:
    p = drill(turn=1)
    put(p, "n-tor-iv", "30.05")
    put(p, "n-bis-iv", "40.05")
    put(p, "r-dmi-48", "40.06")
    put(p, "n-6-vic-sot", "30.25")
    run(p, before(PlayerTurn(NAT), "ExploitationArrivals"))
    assert units(offered(p)) == ["n-tor-iv"]
    play(p, "unit:n-tor-iv")
    assert len(hexes(offered(p))) == 6
    q = drill(turn=2)
    put(q, "n-tor-iv", "30.05")
    run(q, before(PlayerTurn(NAT), "ExploitationArrivals"))
    assert step(q) == ""


@pytest.mark.rule("1.16c", "1.13a.2")
def test_a_unit_that_only_loads_may_go_into_reserve_without_a_band() -> None:
    p = drill()
    put(p, "n-tor-iv", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    run(p, Movement(NAT))
    assert units(offered(p), "reserve") == []
    play(p, "unit:n-tor-iv")
    assert rules(p, "reserve:n-tor-iv") == ["1.16c"]
    play(p, "load:n-truck-ctv-1", "reserve:n-tor-iv")
    assert p.state[unit(p, "n-tor-iv")] & RESERVE
    q = drill()
    u = loaded(q, "n-tor-iv", "n-truck-ctv-1", "30.05")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv")
    assert rules(q, "reserve:n-tor-iv") == ["1.16c"]         # aboard from before: it has begun its move
    play(q, "hex:30.06")
    assert rules(q, "reserve:n-tor-iv") == ["1.13a.3"]
    r = drill()                          # released, it drives with the truck's allowance
    u = loaded(r, "n-tor-iv", "n-truck-ctv-1", "30.05")
    r.state[u] |= RESERVE | RELEASED
    run(r, Movement(NAT, True))
    play(r, "unit:n-tor-iv")
    assert r.allowance(u) == 96


# -- tanks


@pytest.mark.rule("1.15a", "1.15b")
def test_disabled_tanks_roll_5_or_6_to_return_with_one_step_next_turn() -> None:
    for die, back in ((4, False), (5, True), (6, True)):
        p = drill()
        u = box(p, "n-tk-3-crs", DISABLED)
        run(p, before(PlayerTurn(NAT), "TankRepair"))
        assert step(p) == "TankRepair"
        dice(p, die)
        assert where(p, "n-tk-3-crs") == str(RETURNING if back else DISABLED)
        if back:
            assert (p.due[u], p.steps[u]) == (3, 1)


@pytest.mark.rule("1.2c.1")
def test_tanks_flamethrower_tanks_and_armoured_cars_are_armour() -> None:
    b = drill().board
    assert {b.kind[u] for u in range(b.units) if b.armour[u]} == {"tank", "flamethrower-tank", "armoured-car"}
    assert not b.armour[b.uindex["n-gen-crs"]]


# -- placing of trucks


@pytest.mark.rule("1.16a.7")
def test_empty_trucks_are_lifted_and_placed_with_units_in_supply_away_from_the_enemy() -> None:
    p = drill([italian_road()])
    put(p, "n-truck-ctv-1", "60.16")
    put(p, "n-tor-iv", "50.16")
    put(p, "n-bis-iv", "52.16")
    put(p, "r-dmi-48", "52.17")
    put(p, "n-buf-iv", "30.03")          # out of supply
    put(p, "n-hq-fn", "55.16")           # nothing to carry
    run(p, Trucks(NAT, empty_trucks(p, NAT)))
    assert offered(p) == ["hex:50.16", "pass"]
    assert rules(p, "hex:52.16") == ["R40"]
    assert rules(p, "hex:30.03") == ["R40"]
    assert rules(p, "hex:55.16") == ["1.16a.7"]
    play(p, "hex:50.16")
    assert where(p, "n-truck-ctv-1") == "50.16"
    q = drill([italian_road()], truck_teleport="anywhere")
    put(q, "n-truck-ctv-1", "60.16")
    put(q, "n-buf-iv", "30.03")
    run(q, Trucks(NAT, empty_trucks(q, NAT)))
    assert offered(q) == ["hex:30.03", "pass"]
