"""[1.1, 1.3, 1.11, 1.13, 1.16, 2.6, 3.4, 4.3, scs.mov, scs.stack] Marches and stacks: the case beside the rule."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_handling import leaving_refusals, overloads
from frente.games.guadalajara.rules.ch01_losses import crowded, lonely
from frente.games.guadalajara.rules.ch01_move import Move
from frente.games.guadalajara.rules.ch01_movement import (
    March,
    duty,
    duty_refusal,
    hex_refusals,
    step_reason,
)
from frente.games.guadalajara.rules.ch01_movement import step as march
from frente.games.guadalajara.rules.ch01_overrun import after_overrun, storm_refusals
from frente.games.guadalajara.rules.ch01_reserve import has_marker, reservable
from frente.games.guadalajara.rules.ch01_retreat import Retreat, astray
from frente.games.guadalajara.rules.ch01_steps import (
    AREA,
    ENEMY,
    HOMEWARD,
    ITALIANS_SOUTH,
    NO_STOP,
    SPANIARDS_NORTH,
    barred,
    price,
    surcharge,
    toll,
)
from frente.games.guadalajara.rules.ch01_trucks import places
from frente.games.guadalajara.show.way import walkers
from frente.games.guadalajara.state.board import MP, NAT, REP
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    DISABLED,
    EMPTIED,
    HANDLED,
    HELD,
    MOVED,
    OFF_MAP,
    RELIEF,
    RESERVE,
    UNSUPPLIED,
    Guadalajara,
)
from tests.guadalajara.lay import (
    at,
    box,
    drill,
    empty,
    loaded,
    play,
    put,
    puts,
    run,
    unit,
    where,
)

A, T = "30.05", "31.06"
ROUND_A = ("30.06", "31.06", "31.05", "30.04", "29.05", "29.06")


def going(p: Guadalajara, *names: str, left: int = 6, moved: bool = False, exploit: bool = False) -> Move:
    """A move of units where they stand, with so many points."""
    found = [unit(p, x) for x in names]
    return Move(p.board.side[found[0]], found, [left * MP] * len(found), exploit, moved)


def side_of(p: Guadalajara, a: str, t: str) -> int:
    return p.board.toward(at(p, a), at(p, t))


# -- prices


@pytest.mark.rule("2.6a.3")
def test_in_the_south_italians_go_anywhere_but_into_the_corridor() -> None:
    p = empty(1)
    b = p.board
    u = put(p, "n-tor-iv", "41.17")
    assert (b.south[at(p, "41.17")], b.corridor[at(p, "40.17")]) == (True, True)
    assert price(p, u, at(p, "41.17"), side_of(p, "41.17", "40.17")) == ITALIANS_SOUTH
    assert price(p, u, at(p, "41.17"), side_of(p, "41.17", "41.16")) > 0


@pytest.mark.rule("1.10c.2", "4.6a")
@pytest.mark.parametrize(("name", "face", "ground", "friend", "more"), [
    ("n-art-esp-10", 1, "minor-village", True, 4),           # traffic is the Italians' trouble
    ("n-arty-ctv-1", 1, "minor-village", True, 0),           # across the village it costs 1 as it is
    ("n-arty-ctv-1", 1, "minor-village", False, 4),
    ("n-arty-ctv-1", 1, "wooded-hills", False, 4)])          # there is no way but the road
def test_what_a_road_costs_more_when_a_marker_shows_itself(name: str, face: int, ground: str, friend: bool,
                                                           more: int) -> None:
    p = drill(roads=[f"{A} {T}"], ground={T: ground})
    u = put(p, name, A, face=face)
    if friend:
        put(p, "n-tor-iv" if name.startswith("n-arty") else "n-8-bai-sot", T)
    assert surcharge(p, u, at(p, A), side_of(p, A, T)) == more


@pytest.mark.rule("scs.mov.1", "3.4b.3")
def test_who_has_less_than_nothing_is_still_told_what_bars_the_way() -> None:
    p = drill()
    u = put(p, "r-rrbn", A)
    put(p, "n-tor-iv", T)
    assert toll(p, u, at(p, A), side_of(p, A, T), -MP, True, True) == ENEMY


@pytest.mark.rule("scn.3.nat.arr", "2.6a.2")
@pytest.mark.parametrize(("late", "reason"), [("static", SPANIARDS_NORTH), ("free", 0)])
def test_a_late_arrival_goes_about_in_the_south_only_where_it_is_free(late: str, reason: int) -> None:
    p = drill(late_spanish_south=late)
    u = put(p, "n-gal", A, state=RELIEF)
    assert barred(p, u, at(p, A), at(p, T)) == reason
    p.state[u] = 0
    assert barred(p, u, at(p, A), at(p, T)) == SPANIARDS_NORTH


@pytest.mark.rule("3.4b.1", "2.6a.1")
def test_the_way_home_does_not_lead_outside_the_area_of_play() -> None:
    p = drill(scenario=3, rails=["30.11 30.12"])
    u = put(p, "r-rrbn", "30.14", state=ASTRAY)
    assert p.board.home[3][at(p, "30.13")] == 0
    assert price(p, u, at(p, "30.14"), side_of(p, "30.14", "30.13")) == HOMEWARD
    p.state[u] = 0
    assert price(p, u, at(p, "30.14"), side_of(p, "30.14", "30.13")) == AREA


@pytest.mark.rule("1.20a", "scs.ovr.1")
def test_nobody_overruns_across_a_river() -> None:
    for minors, rivers, barred_by in (([f"{A}/{T}"], [], []), ([], [f"{A}/{T}"], ["1.20a"])):
        p = drill(minors=minors, rivers=rivers)
        put(p, "n-tor-iv", A)
        put(p, "r-gc", T)
        found = storm_refusals(going(p, "n-tor-iv", left=99), p, [unit(p, "n-tor-iv")], at(p, T))
        assert [r.rule for r in found] == barred_by


@pytest.mark.rule("scs.zoc.2")
def test_the_way_shown_on_the_map_tells_of_enemy_zones() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", "32.06")
    (walker,) = walkers(p, NAT, u)
    assert (walker.zone(at(p, T)), walker.zone(at(p, "29.05"))) == ("scs.zoc.2", "")
    assert p.zone[NAT][at(p, "29.05")]


# -- groups


@pytest.mark.rule("scs.stack.1", "1.11b")
def test_a_tank_goes_nowhere_by_itself() -> None:
    p = drill()
    tank, _ = puts(p, A, "n-tk-3-crs", "n-tor-iv")
    f = going(p, "n-tk-3-crs", left=2)                       # not enough to turn back
    assert step_reason(f, p, [tank], at(p, A), side_of(p, A, T)) == NO_STOP
    put(p, "n-bis-iv", T)
    assert step_reason(f, p, [tank], at(p, A), side_of(p, A, T)) == 0


@pytest.mark.rule("scs.mov.1")
def test_the_first_of_the_group_that_cannot_go_is_named() -> None:
    p = drill()
    units = puts(p, A, "n-tor-iv", "n-bis-iv")
    f = going(p, "n-tor-iv", "n-bis-iv", left=0, moved=True)
    (found,) = hex_refusals(f, p, units, at(p, A), at(p, T))
    assert (found.rule, found.key, found.facts["unit"]) == ("scs.mov.1", "not-enough-mp", "n-tor-iv")


@pytest.mark.rule("scs.mov.1", "scs.stack.1", "4.6c")
def test_who_may_neither_go_nor_stay_is_asked_nothing() -> None:
    p = drill(hidden_stacks=True)
    puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii")
    u = put(p, "n-tor-iv", A)
    f = going(p, "n-tor-iv", left=0, moved=True)
    assert March().ask(f, p) == {}
    run(p, f)
    assert (p.stack, p.barrier, bool(p.state[u] & MOVED)) == ([], 1, True)   # that he stays there tells something


@pytest.mark.rule("4.6c", "scs.mov.1")
def test_a_march_of_nobody_tells_nothing() -> None:
    p = drill(hidden_stacks=True)
    put(p, "n-tor-iv", A)
    f = going(p, "n-tor-iv")
    p.box(f.units[0], DISABLED)
    run(p, f)
    assert (p.stack, p.barrier) == ([], 0)


@pytest.mark.rule("scs.mov.1", "1.13a.3", "1.16c")
def test_who_turned_its_guns_and_waits_has_not_moved() -> None:
    p = drill()
    u = put(p, "n-arty-lit", A)
    run(p, going(p, "n-arty-lit"))
    play(p, "mode", "reserve:n-arty-lit")
    assert p.state[u] & (MOVED | RESERVE) == RESERVE


@pytest.mark.rule("3.4a.3", "3.4b.1", "2.6a.1")
def test_who_has_to_go_is_told_by_which_rule() -> None:
    p = drill()
    train, rail, plain = puts(p, A, "r-train", "r-rrbn", "r-gc")
    assert [duty_refusal(p, u).rule for u in (train, rail, plain)] == ["3.4a.3", "3.4b.1", "R37"]


@pytest.mark.rule("3.4b.1")
def test_only_those_astray_have_to_come_back_together() -> None:
    """The way home crosses a river: the battalion wades, the tank that stands with it may stay."""
    p = drill(rails=["30.08 30.09"], rivers=[f"{A}/{h}" for h in ROUND_A])
    assert [p.board.home[3][at(p, h)] for h in (A, "30.06")] == [2, 1]
    rail, gc, tank = puts(p, A, "r-rrbn", "r-gc", "r-tk-1-bt")
    p.state[rail] = ASTRAY
    assert duty(p, [rail, gc, tank]) == rail
    p.state[tank] = ASTRAY
    assert duty(p, [rail, gc, tank]) == -1


@pytest.mark.rule("2.6a.1", "3.4b.1")
def test_near_the_railway_an_italian_is_astray_all_the_same() -> None:
    p = drill(rails=["30.14 30.15"])
    u = put(p, "n-tor-iv", "30.14")
    astray(Retreat(NAT, [], 1, at(p, "30.13"), [u]), p, [u])
    assert p.state[u] == ASTRAY


@pytest.mark.rule("4.3a.1", "4.6a")
@pytest.mark.parametrize(("line", "crossed"), [("none", 0), ("loose", 1)])
def test_crossers_are_counted_only_where_the_line_is_loose(line: str, crossed: int) -> None:
    p = drill(separation_line=line)
    p.loose = True
    u = put(p, "n-8-bai-sot", "30.14")
    p.note = EMPTIED
    f = going(p, "n-8-bai-sot")
    march(f, p, [u], at(p, "30.13"))
    assert (where(p, "n-8-bai-sot"), p.crossed, p.note, f.extra) == ("30.13", [u] * crossed, HELD, [])
    q = drill(separation_line=line)
    v = put(q, "n-8-bai-sot", "30.14")
    g = going(q, "n-8-bai-sot")
    g.over, q.note = at(q, "30.13"), EMPTIED
    assert after_overrun(g, q)
    assert (where(q, "n-8-bai-sot"), q.crossed) == ("30.13", [v] * crossed)


@pytest.mark.rule("1.11b", "3.5a.1")
@pytest.mark.parametrize(("moved", "found"), [(False, ["1.11b"]), (True, [])])
def test_who_leaves_the_map_from_where_it_began_leaves_no_tank_alone(moved: bool, found: list[str]) -> None:
    p = drill()
    u, _ = puts(p, "1.07", "r-gc", "r-tk-1-bt")
    assert [r.rule for r in leaving_refusals(going(p, "r-gc", moved=moved), p, [u])] == found


# -- stacks


@pytest.mark.rule("1.1a", "1.16a.2")
def test_a_full_battalion_takes_no_more_room_on_a_truck() -> None:
    p = drill()
    puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii")
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    p.state[u] = HANDLED
    assert not overloads(p, [u])         # the four were too many before it loaded
    p.box(unit(p, "n-ine-vii"), DISABLED)
    p.steps[u] = 1
    put(p, "n-gen-fn", A)
    assert overloads(p, [u])             # 2, 2, 1 and half a battalion are 6, and 7 once it is on its truck


@pytest.mark.rule("scs.stack.2", "scs.fog")
def test_of_two_hexes_that_are_too_full_the_one_on_whose_top_the_first_counter_lies_is_asked_about() -> None:
    """Who lies under others does not decide: the other side could read it from the order."""
    p = drill()
    puts(p, A, "n-int-vi", "n-ardi-vi", "n-aud-vi", "n-tor-iv")
    puts(p, T, "n-inf-vii", "n-ine-vii", "n-inv-vii", "n-ardi-viii")
    assert crowded(p, NAT) == at(p, T)
    p.box(unit(p, "n-inf-vii"), DISABLED)
    assert crowded(p, NAT) == at(p, A)


@pytest.mark.rule("1.11d.1")
def test_a_tank_in_a_box_is_not_alone() -> None:
    p = drill()
    box(p, "n-tk-3-crs", DISABLED)
    other = put(p, "n-tk-4-crs", p.board.names[DISABLED])    # boxes are numbers below 0, which lists count from the end
    assert lonely(p, NAT) == other


@pytest.mark.rule("1.6c.1", "1.7a.1")
@pytest.mark.parametrize(("state", "adding", "plain"), [
    (0, 0, 0), (DG, 1, 1), (UNSUPPLIED, 1, 1), (DG | UNSUPPLIED, 2, 1)])
def test_how_often_a_unit_is_halved(state: int, adding: int, plain: int) -> None:
    for cumulative, want in ((True, adding), (False, plain)):
        p = drill(cumulative_halving=cumulative)
        u = put(p, "n-tor-iv", A, state=state)
        assert (p.halved(u), p.allowance(u)) == (want, 48 >> want)


# -- reserve and trucks


@pytest.mark.rule("1.13.1", "2.8b.3")
def test_a_marker_serves_a_stack_and_units_off_the_map_one_each() -> None:
    p = drill()
    p.pool[REP] = 1
    away = box(p, "r-cav-xii", OFF_MAP, 2)
    under, top = puts(p, p.board.names[OFF_MAP], "r-ea-xi", "r-cdp-xi")
    p.state[top] = RESERVE
    assert has_marker(p, REP, under)     # one lies on the stack
    assert not has_marker(p, REP, away)  # hexes at the end of the map have numbers of their own
    p.state[away] = RESERVE
    assert p.reserves_used(REP) == 2
    p.put(top, away - 2)                 # a hex whose number is near that of the unit
    assert p.reserves_used(REP) == 2


@pytest.mark.rule("2.8b.3", "1.13a.3")
def test_the_attacker_has_his_reserves_on_turn_1() -> None:
    p = drill(turn=1)
    u = put(p, "n-8-bai-sot", "30.20")
    put(p, "r-cav-xii", "10.20")
    assert reservable(p, NAT) == [u]
    assert reservable(p, REP) == []


@pytest.mark.rule("1.16a.7")
def test_trucks_are_offered_to_those_who_can_ride_in_the_order_of_their_counters() -> None:
    p = drill(truck_teleport="anywhere")
    t = put(p, "n-truck-ctv-12", "40.05")
    first = put(p, "n-ardi-vi", A)
    assert places(p, NAT, t) == [at(p, A)]
    p.box(first, DISABLED)
    puts(p, T, "n-hq-fn", "n-lit-1-1")   # a headquarters does not ride
    put(p, "n-tor-iv", A)
    assert places(p, NAT, t) == [at(p, A), at(p, T)]
    p.box(unit(p, "n-hq-fn"), DISABLED)
    loaded(p, "n-ardi-vi", "n-truck-ctv-1", T)               # who has a truck needs none
    assert places(p, NAT, t) == [at(p, A), at(p, T)]


@pytest.mark.rule("1.16e.1", "1.16e.2", "scs.zoc.1")
def test_what_is_gone_leaves_nothing_behind() -> None:
    p = drill()
    t = put(p, "n-truck-ctv-1", A, state=MOVED)
    p.lose_truck(t, "1.16e.1")
    assert (p.steps[t], p.state[t], p.wheels[NAT][at(p, A)]) == (0, 0, 0)
    u, v = puts(p, A, "n-tor-iv", "n-bis-iv")
    p.box(v, DISABLED)
    assert (p.below[u], p.below[v], p.top[at(p, A)]) == (-1, -1, u)
