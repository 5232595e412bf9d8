"""[1.8, 1.10, 1.14a.4, 1.20b, 2.3, 4.3, scs.cbt, scs.ret] Bounds of barrages, air, attacks and ways; each refusal."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase, Raid
from frente.games.guadalajara.rules.ch01_barrage import Barrage, column_names, table_column
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_retreat import Retreat
from frente.games.guadalajara.rules.ch02_morale import run_price
from frente.games.guadalajara.rules.setup import SetUp
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import ASTRAY, COMBAT, DEAD, DG, DISABLED, FIRED, RESERVE, UNSUPPLIED
from tests.guadalajara.fight import barrage, bombs, declare
from tests.guadalajara.lay import (
    asked,
    at,
    dice,
    drill,
    empty,
    hexes,
    left,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    start,
    step,
    unit,
    where,
    why,
)

A = "30.05"
T = "30.06"
FAR = "30.08"


# -- barrage


@pytest.mark.rule("1.8d.1")
def test_the_columns_of_the_barrage_table_are_named_by_their_points() -> None:
    assert column_names(drill()) == ["1–2", "3–5", "6–9", "10–14", "15–18", "19+"]


@pytest.mark.rule("1.8c.1", "1.6c.3", "1.13b", "1.8b.1", "1.8b.2", "2.8a.1", "1.8c.3")
@pytest.mark.parametrize(("state", "before", "want"), [
    (0, False, []), (FIRED, False, ["1.8c.1"]), (UNSUPPLIED, False, ["1.6c.3"]), (RESERVE, False, ["1.13b"]),
    (FIRED | UNSUPPLIED | RESERVE, False, ["1.8c.1", "1.6c.3", "1.13b"]), (DG, False, []), (0, True, [])])
def test_what_keeps_a_gun_silent(state: int, before: bool, want: list[str]) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2")
    put(p, "n-arty-ctv-3", A, state=state)
    put(p, "n-art-esp-5", "30.25")
    put(p, "r-art-13", T)
    run(p, Barrage(NAT, before))
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-arty-ctv-3") == want
    assert rules(p, "unit:n-tor-iv") == ["1.8b.1"]
    assert rules(p, "unit:n-arty-ctv-6") == ["1.8b.1"]       # not on the map
    assert rules(p, "unit:r-art-13") == ["1.8b.2"]
    assert ("2.8a.1" in rules(p, "unit:n-art-esp-5")) is before
    assert rules(p, "fire") == ["1.8c.3"]
    play(p, "unit:n-arty-ctv-2")
    assert rules(p, "unit:n-arty-ctv-2") == ["1.8c.1"]
    assert rules(p, "fire") == []
    assert rules(p, "points:1") == ["1.10b.2"]


@pytest.mark.rule("1.8b.1a")
def test_no_italian_gun_fires_over_the_line_even_where_spaniards_may_cross() -> None:
    for line, want in (("strict", True), ("loose", True), ("none", False)):
        p = drill(separation_line=line)
        b = p.board
        a = next(h for h in range(b.size) if b.south[h] and 25 < b.column[h] < 35
                 and any(not b.south[n] for n in b.nb[h]))
        t = next(n for n in b.nb[a] if not b.south[n])
        puts(p, b.names[a], "n-tor-iv", "n-arty-ctv-2")
        put(p, "r-dmi-48", b.names[t])
        put(p, "r-ter-48", next(b.names[n] for n in b.nb[a] if b.south[n]))
        run(p, Barrage(NAT))
        assert (f"hex:{b.names[t]}" not in offered(p)) is want
        assert rules(p, f"hex:{b.names[t]}") == (["R38"] if want else [])


@pytest.mark.rule("1.8f.2", "1.11d.1", "1.11e.2")
@pytest.mark.parametrize(("friend", "want"), [("30.09", "30.09"), ("", str(DISABLED))])
def test_armour_whose_company_dies_under_a_barrage_finds_other_company(friend: str, want: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2", "n-arty-ctv-3")
    puts(p, T, "r-gc", "r-tk-1-bt")
    if friend:
        put(p, "r-dmi-48", friend)
    barrage(p, NAT, T, "n-arty-ctv-2", "n-arty-ctv-3")
    dice(p, 5, 5)
    assert where(p, "r-gc") == str(DEAD)
    assert where(p, "r-tk-1-bt") == want


# -- air


@pytest.mark.rule("1.10b.1", "1.10.2a")
def test_bombers_fly_while_there_are_points_and_not_before_the_game() -> None:
    for points, before, want in ((1, False, []), (0, False, ["1.10b.1"]), (1, True, ["1.10b.1"])):
        p = drill(italian_air=True)
        puts(p, A, "n-tor-iv", "n-arty-ctv-2")
        put(p, "r-dmi-48", T)
        p.air[NAT] = points
        run(p, Barrage(NAT, before))
        assert rules(p, f"bomb:{T}") == want
        assert (f"bomb:{T}" in offered(p)) is (not want)
    q = drill()
    put(q, "n-tor-iv", T)
    q.air[REP] = 2
    run(q, Barrage(REP))
    play(q, f"bomb:{T}")
    assert offered(q) == ["points:1", "points:2"]
    assert rules(q, "points:3") == rules(q, "points:0") == ["1.10.2a"]
    assert rules(q, "fire") == ["1.10b.2"]


@pytest.mark.rule("1.10b.3")
@pytest.mark.parametrize(("names", "column"), [
    (("r-dmi-48",), 4), (("r-dmi-48", "r-tk-1-bt"), 4), (("r-tk-1-bt",), 2), ((), 2)])
def test_tanks_do_not_spot_for_bombers(names: tuple[str, ...], column: int) -> None:
    p = drill()
    puts(p, A, *names)
    put(p, "n-tor-iv", T)
    put(p, "n-bis-iv", "30.07")          # nor does the enemy
    p.air[REP] = 3
    assert table_column(bombs(p, REP, T, 3), p) == column


@pytest.mark.rule("1.10.2a", "1.10a.1", "1.10a.2")
def test_close_support_is_no_more_than_there_is() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    put(p, "n-tor-iv", T)
    p.air[REP] = 2
    f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
    assert (step(p), asked(p), offered(p)) == ("CloseSupport", [REP], ["points:0", "points:1", "points:2"])
    assert rules(p, "points:3") == ["1.10.2a"]
    assert rules(p, "points:2") == []
    play(p, "points:1")
    assert (f.air[REP], p.air[REP]) == (1, 1)
    assert step(p) == "CombatDice"       # asked once, and the other side has no aircraft


@pytest.mark.rule("1.10c.1", "4.6a")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_marker_just_placed_has_not_attacked_and_lies_open_unless_hidden(hidden: bool) -> None:
    p = drill(hidden_interdiction=hidden)
    p.air[REP] = 0
    run(p, AirPhase(REP))
    dice(p, 6)
    had = p.air[REP]
    play(p, f"interdict:{A}")
    assert (p.markers, p.flipped, p.shown) == ([at(p, A)], [0], [0 if hidden else 1])
    assert had - p.air[REP] == 1


@pytest.mark.rule("1.10c.3", "1.10c.4", "1.10c.6")
def test_whom_a_marker_may_attack() -> None:
    p = drill()
    found = puts(p, A, "n-brs-crs", "n-hq-fn", "n-tor-iv", "n-tk-3-crs")
    put(p, "n-brs-lit", "31.06")
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid(found, at(p, A), True, False))
    assert (asked(p), offered(p)) == ([REP], ["unit:n-brs-crs", "pass"])
    assert rules(p, "unit:n-brs-crs") == []
    assert rules(p, "unit:n-hq-fn") == ["1.10c.6"]
    for name in ("n-tor-iv", "n-tk-3-crs", "n-brs-lit"):
        assert rules(p, f"unit:{name}") == ["1.10c.3"]
    play(p, "unit:n-brs-crs")
    assert p.flipped == [1]


# -- reconstitution


@pytest.mark.rule("1.14a.4")
@pytest.mark.parametrize(("ringed", "rolls"), [(("n-hq-fn",), True), (("n-hq-fn", "n-hq-pn"), False), ((), True)])
def test_a_group_without_a_division_needs_a_way_from_any_one_headquarters(ringed: tuple[str, ...], rolls: bool) -> None:
    p = drill()
    put(p, "n-hq-fn", "40.05")
    put(p, "n-hq-pn", "45.05")
    free = iter([x for x in p.board.fighters[REP] if p.board.infantry[x]])
    for name in ringed:
        for h in p.board.nb[p.hex[unit(p, name)]]:
            put(p, p.board.uid[next(free)], p.board.names[h])
    u = put(p, "n-tor-iv", A, steps=1)
    p.lose_step(u, "scs.cbt.8", COMBAT)
    assert p.fallen == ([u] if rolls else [])


# -- who attacks whom


@pytest.mark.rule("scs.cbt.1", "scs.cbt.2", "scs.cbt.3", "scs.cbt.7")
def test_each_hex_that_cannot_be_attacked_has_its_reason() -> None:
    p = drill()
    puts(p, A, "n-tor-iv")
    put(p, "n-truck-ctv-1", A)
    puts(p, "36.08", "n-arty-iv")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "36.09")          # beside the gun only
    put(p, "r-lr-50", "45.05")           # beside nobody
    run(p, Combat(NAT))
    assert hexes(offered(p)) == [T]
    assert [(r.rule, r.key) for r in why(p, "hex:45.05")] == [("scs.cbt.1", "nobody-adjacent")]
    assert rules(p, "hex:36.09") == ["1.8b.1"]
    assert rules(p, "hex:40.05") == rules(p, f"hex:{A}") == ["scs.cbt.2"]
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-truck-ctv-1") == rules(p, "unit:n-arty-iv") == ["scs.cbt.1"]
    assert rules(p, "unit:n-bis-iv") == rules(p, "unit:r-dmi-48") == ["scs.cbt.1"]
    assert rules(p, "attack") == ["scs.cbt.7"]
    assert rules(p, "unit:n-tor-iv") == []


@pytest.mark.rule("scs.cbt.1")
@pytest.mark.parametrize("place", ["62.35", "62.34", "62.33", "62.32", "62.31", "62.30"])
def test_units_beside_the_map_are_beside_no_hex(place: str) -> None:
    p = drill()
    put(p, "r-lr-50", place)
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    assert [(r.rule, r.key) for r in why(p, f"hex:{place}")] == [("scs.cbt.1", "nobody-adjacent")]


# -- overruns, retreats, routs


@pytest.mark.rule("1.20b")
@pytest.mark.parametrize(("cost", "enemy", "zone", "paid"), [
    ("on_exit", DG, False, 2), ("on_exit", 0, True, 4), ("on_enter", DG, False, 2), ("on_enter", DG, True, 4)])
def test_an_overrun_costs_2_points_and_the_zone_where_the_zone_is_paid(cost: str, enemy: int, zone: bool, paid: int
                                                                       ) -> None:
    p = drill(ezoc_cost=cost, overrun_from_ezoc=True)
    put(p, "n-tor-iv", A)
    put(p, "r-gc", T, state=enemy)
    if zone and cost == "on_enter":
        put(p, "r-dmi-48", "30.07")      # its zone covers the hex, not the start
    assert bool(p.zone[REP][at(p, T if cost == "on_enter" else A)]) is zone
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    had = left(p)[0]
    play(p, f"overrun:{T}")
    move = p.stack[-2]
    assert had - move.left[0] / 8 == paid                    # type: ignore[attr-defined]


@pytest.mark.rule("scs.ret.1", "3.4b.1")
def test_the_railway_battalion_may_be_driven_from_its_rails_and_is_then_astray() -> None:
    for rails, lost in (([f"{T} 30.07 30.08 30.09"], False), ([f"{A} {T}"], True)):
        p = drill(rails=rails)
        u = put(p, "r-rrbn", T)
        run(p, Retreat(REP, [u], 3, at(p, T)))
        for _ in range(3):
            if step(p) == "Fall":
                k = p.stack[-1].gone     # type: ignore[attr-defined]
                play(p, f"hex:30.{7 + k:02}")
        assert where(p, "r-rrbn") == "30.09"
        assert bool(p.state[u] & ASTRAY) is lost
    q = drill(rails=[f"{A} {T}"])        # nobody else minds
    v = put(q, "r-dmi-48", T)
    run(q, Retreat(REP, [v], 1, at(q, T)))
    play(q, "hex:30.07")
    assert not q.state[v] & ASTRAY


@pytest.mark.rule("2.7e.5")
def test_a_rout_follows_the_road_from_52_23_but_does_not_turn_into_it() -> None:
    p = empty(turn=5)
    b = p.board
    u = put(p, "n-aqu-i", "45.14")
    road = [h for h in range(b.size) if b.corridor[h]]
    along = [run_price(p, u, a, i) for a in road for i, t in enumerate(b.nb[a]) if b.corridor[t] and b.way[a][i]]
    into = [run_price(p, u, a, i) for t in road for a in b.nb[t] if b.south[a] and not b.corridor[a]
            for i in (b.toward(a, t),)]
    assert len(along) > 4
    assert min(along) > 0
    assert into
    assert set(into) == {0}


# -- the Separation Line, set-up


@pytest.mark.rule("4.3a.2", "4.3a.1")
@pytest.mark.parametrize(("name", "south", "want"), [
    ("n-tor-iv", False, ["2.6a.1"]), ("n-6-vic-sot", False, []), ("n-6-vic-sot", True, [])])
def test_a_loose_line_is_loose_for_spaniards_only(name: str, south: bool, want: list[str]) -> None:
    p = drill(separation_line="loose", turn=7)
    b = p.board
    a = next(h for h in range(b.size) if b.south[h] and 25 < b.column[h] < 35 and any(not b.south[n] for n in b.nb[h])
             and any(b.south[n] for n in b.nb[h]))
    t = next(n for n in b.nb[a] if b.south[n] == south)
    put(p, name, b.names[a])
    run(p, Movement(NAT))
    play(p, f"unit:{name}")
    assert rules(p, f"hex:{b.names[t]}") == want


@pytest.mark.rule("scn.1.hdr", "scn.4.hdr")
@pytest.mark.parametrize(("scenario", "order"), [(1, [REP, NAT]), (2, [REP, NAT]), (3, [REP, NAT]), (4, [NAT, REP])])
def test_one_side_sets_up_after_the_other(scenario: int, order: list[int]) -> None:
    p = start(scenario)
    found: list[int] = []
    while step(p) in ("Deploy", "StartFace"):
        f = p.stack[-1]
        assert isinstance(f, SetUp)
        assert asked(p) == [f.side]
        if found[-1:] != [f.side]:
            found.append(f.side)
        play(p, offered(p)[0])
    assert found == order
    assert all(p.hex[u] >= 0 for s in (NAT, REP) for u in p.board.setup_order[s])
