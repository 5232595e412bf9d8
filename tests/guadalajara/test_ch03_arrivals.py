"""[2.2, 3.1, 3.5, 4.4, scs.reinf] Reinforcements, returns, withdrawals, emergency groups, off the map."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Move, Movement
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements, arrivals, arriving, entries
from frente.games.guadalajara.rules.victory import score
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn, Turn
from frente.games.guadalajara.state.position import (
    AWAITED,
    EMERGENCY,
    EXITED,
    FROM_EAST,
    OFF_MAP,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    WITHDRAWN,
)
from tests.guadalajara.lay import (
    at,
    before,
    box,
    dice,
    drill,
    empty,
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


def places(p, name: str) -> list[str]:
    return sorted(p.board.names[h] for h in entries(p, unit(p, name)))


@pytest.mark.rule("3.1a", "scs.reinf.1")
def test_republicans_come_by_their_entry_area_enemy_units_bar_it_zones_do_not() -> None:
    p = empty(turn=1)
    box(p, "r-pym-48", AWAITED, 1)
    put(p, "n-tor-iv", "1.06")
    run(p, arrivals(p, REP))
    assert hexes(offered(p)) == ["1.07", "1.08"]
    assert rules(p, "hex:1.06") == ["scs.reinf.1"]
    assert rules(p, "hex:5.05") == ["3.1a"]
    play(p, "hex:1.07")
    assert where(p, "r-pym-48") == "1.07"
    run(p, Movement(REP))
    assert p.allowance(unit(p, "r-pym-48")) == 24            # turn 1; nothing was paid to appear
    q = empty(turn=2)
    box(q, "r-pym-48", AWAITED, 1)
    for name, h in (("n-tor-iv", "1.06"), ("n-bis-iv", "1.07"), ("n-buf-iv", "1.08")):
        put(q, name, h)
    run(q, arrivals(q, REP))
    assert step(q) == ""                 # it waits
    assert where(q, "r-pym-48") == str(AWAITED)


@pytest.mark.rule("2.2a")
def test_nationalists_enter_where_the_list_says() -> None:
    p = empty(turn=2)
    box(p, "n-hq-pn", AWAITED, 2)
    assert places(p, "n-hq-pn") == ["62.16"]
    box(p, "n-aqu-i", AWAITED, 3)
    assert places(p, "n-aqu-i") == ["52.23"]


@pytest.mark.rule("scs.reinf.2")
def test_arrivals_may_overstack_their_entry_hex() -> None:
    p = empty(turn=2)
    puts(p, "1.07", "r-dmi-48", "r-ter-48", "r-lr-50")
    box(p, "r-pdm-48", AWAITED, 2)
    assert "1.07" in places(p, "r-pdm-48")


@pytest.mark.rule("1.15b")
def test_a_repaired_tank_finds_company_in_those_who_arrive_with_it() -> None:
    p = empty(turn=4)
    for name in ("torija", "brihuega"):
        p.last[p.board.town[name]] = NAT
    box(p, "r-tk-1-bt", RETURNING, 4)
    box(p, "r-gab", AWAITED, 4)
    assert arriving(p, REP, False) == [unit(p, "r-gab"), unit(p, "r-tk-1-bt")]
    run(p, arrivals(p, REP))
    play(p, "hex:1.07")
    assert hexes(offered(p)) == ["1.07"]
    play(p, "hex:1.07")
    assert where(p, "r-tk-1-bt") == "1.07"
    q = empty(turn=4)                    # and waits if nobody comes
    box(q, "r-tk-1-bt", RETURNING, 4)
    run(q, arrivals(q, REP))
    assert where(q, "r-tk-1-bt") == str(RETURNING)


@pytest.mark.rule("scs.reinf.3")
def test_arrivals_may_be_held_back() -> None:
    p = empty(turn=2)
    box(p, "r-pdm-48", AWAITED, 2)
    run(p, arrivals(p, REP))
    play(p, "hold")
    assert where(p, "r-pdm-48") == str(AWAITED)
    p.turn = 3
    assert arriving(p, REP, False) == [unit(p, "r-pdm-48")]


@pytest.mark.rule("2.2b")
def test_spaniards_come_back_in_their_towns_if_held_or_by_the_start_line_in_the_north() -> None:
    p = empty(turn=3)
    box(p, "n-6-vic-sot", RETURNING, 3)
    b = p.board
    found = places(p, "n-6-vic-sot")
    assert "23.22" not in found
    assert "10.30" not in found
    assert all(b.front[at(p, h)] and b.east[at(p, h)] and not b.south[at(p, h)] for h in found)
    p.last[at(p, "23.22")] = NAT
    assert "23.22" in places(p, "n-6-vic-sot")


@pytest.mark.rule("2.2c")
def test_independent_italians_come_back_by_any_headquarters_or_the_southern_start_line() -> None:
    p = empty(turn=3)
    put(p, "n-hq-fn", "30.05")
    box(p, "n-tor-iv", RETURNING, 3)
    found = places(p, "n-tor-iv")
    assert {"30.05", "30.06", "31.06"} <= set(found)
    others = [at(p, h) for h in found if p.board.distance(at(p, h), at(p, "30.05")) > 1]
    assert others
    assert all(p.board.front[h] and p.board.east[h] and p.board.south[h] for h in others)


@pytest.mark.rule("2.2d")
def test_divisional_italians_come_back_by_their_own_headquarters_only() -> None:
    p = empty(turn=3)
    put(p, "n-hq-fn", "30.05")
    put(p, "n-hq-pn", "40.05")
    box(p, "n-int-vi", RETURNING, 3)
    found = places(p, "n-int-vi")
    assert len(found) == 7
    assert all(p.board.distance(at(p, h), at(p, "30.05")) <= 1 for h in found)


@pytest.mark.rule("1.14d.2")
def test_a_headquarters_returns_with_a_unit_of_its_division() -> None:
    p = empty(turn=3)
    box(p, "n-hq-fn", RETURNING, 3)
    put(p, "n-aqu-i", "30.05")
    assert places(p, "n-hq-fn") == []    # nobody of its own
    put(p, "n-int-vi", "35.05")
    assert places(p, "n-hq-fn") == ["35.05"]
    q = empty(turn=3)                    # nobody and no headquarters: the first unit comes as an independent ...
    box(q, "n-int-vi", RETURNING, 3)
    box(q, "n-hq-fn", RETURNING, 3)
    run(q, arrivals(q, NAT))
    assert hexes(offered(q)) == places(q, "n-int-vi") != []
    play(q, offered(q)[0])
    assert hexes(offered(q)) == [where(q, "n-int-vi")]       # ... and the headquarters with it, on the same turn
    play(q, offered(q)[0])
    assert where(q, "n-hq-fn") == where(q, "n-int-vi")
    r = empty(turn=3)                    # alone it waits
    box(r, "n-hq-fn", RETURNING, 3)
    run(r, arrivals(r, NAT))
    assert step(r) == ""


@pytest.mark.rule("3.1b")
def test_republicans_come_back_in_torija_and_brihuega_if_held_or_west_of_column_13() -> None:
    p = empty(turn=3)
    box(p, "r-dmi-48", RETURNING, 3)
    found = places(p, "r-dmi-48")
    assert {"3.08", "18.03", "1.07", "1.24", "11.01"} <= set(found)
    assert "39.01" not in found
    assert "59.01" not in found
    p.last[at(p, "18.03")] = NAT
    assert "18.03" not in places(p, "r-dmi-48")


@pytest.mark.rule("3.1c", "scn.1.rep.T8w", "scn.2.rep.T4")
def test_named_units_are_withdrawn_wherever_they_are() -> None:
    p = empty(turn=8)
    put(p, "r-ac-1-bt", "30.05")
    put(p, "r-dmi-48", "30.05")
    box(p, "r-ac-2-bt", AWAITED, 9)
    run(p, Reinforcements())
    assert where(p, "r-ac-1-bt") == where(p, "r-ac-2-bt") == str(WITHDRAWN)
    assert where(p, "r-dmi-48") == "30.05"
    q = empty(scenario=2, turn=4)
    for name in ("r-pue-4-50", "r-20-j-50", "r-gua-5-50", "r-dmi-48"):
        put(q, name, "30.05")
    run(q, Reinforcements())
    assert [where(q, n) for n in ("r-pue-4-50", "r-20-j-50", "r-gua-5-50", "r-dmi-48")] == [str(WITHDRAWN)] * 3 + [
        "30.05"]
    assert where(empty(turn=7), "r-ac-1-bt") != str(WITHDRAWN)


@pytest.mark.rule("1.11d.1", "3.1c", "1.11b")
def test_armour_whose_company_is_withdrawn_finds_other_friends_at_once() -> None:
    p = empty(scenario=2, turn=4)
    puts(p, "30.05", "r-pue-4-50", "r-tk-1-bt")
    put(p, "r-dmi-48", "32.05")
    run(p, Reinforcements())
    assert where(p, "r-tk-1-bt") == "32.05"


@pytest.mark.rule("3.1d.1", "3.1d.2", "scn.1.vp.3")
def test_emergency_groups_are_called_on_their_turn_or_later_for_a_point_each() -> None:
    p = empty(turn=4)
    for name in ("r-jh-1", "r-jh-2", "r-for-2", "r-mg-3", "r-mg-4"):
        box(p, name, EMERGENCY)
    run(p, Reinforcements())
    assert step(p) == ""                 # too early
    p.turn = 5
    run(p, Reinforcements())
    assert offered(p) == ["activate:5", "pass"]
    assert rules(p, "activate:6") == ["3.1d.2"]
    points, pool = score(p), p.pool[REP]
    play(p, "activate:5")
    assert (score(p), p.pool[REP]) == (points + 1, pool + 1)
    assert [where(p, n) for n in ("r-jh-1", "r-jh-2", "r-for-2", "r-mg-3")] == [str(AWAITED)] * 3 + [str(EMERGENCY)]
    p.turn = 7
    run(p, Reinforcements())
    assert offered(p) == ["activate:6", "pass"]


@pytest.mark.rule("3.5a.1", "3.5a.2")
def test_republicans_leave_by_an_entry_area_and_come_back_two_turns_later_anywhere() -> None:
    p = empty(turn=4)
    put(p, "r-dmi-48", "1.07")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48", "exit")
    assert where(p, "r-dmi-48") == str(OFF_MAP)
    p.turn = 5
    assert arriving(p, REP, False) == []
    p.turn = 6
    assert arriving(p, REP, False) == [unit(p, "r-dmi-48")]
    assert {"1.24", "1.07", "11.01", "39.01", "59.01"} <= set(places(p, "r-dmi-48"))
    q = empty(turn=4)
    put(q, "r-dmi-48", "5.07")
    run(q, Movement(REP))
    play(q, "unit:r-dmi-48")
    assert rules(q, "exit") == ["3.5a.1"]


@pytest.mark.rule("scn.1.vp.5", "3.5a.1")
@pytest.mark.parametrize(("name", "truck", "points", "out"), [
    ("n-tor-iv", "", 0.5, True), ("n-tor-iv", "", 0.375, False), ("n-tor-iv", "n-truck-ctv-1", 0.25, True),
    ("n-tor-iv", "n-truck-ctv-1", 0.125, False), ("r-dmi-48", "", 0.5, True), ("r-dmi-48", "", 0.375, False),
    ("r-tk-12div", "", 0.5, True), ("r-tk-12div", "", 0.375, False)])
def test_leaving_by_1_07_costs_one_more_hex_of_the_main_road(name: str, truck: str, points: float, out: bool) -> None:
    p = drill(mains=["1.07 2.07 3.08"], turn=5)
    p.taken = True
    side = NAT if name[0] == "n" else REP
    if truck:
        loaded(p, name, truck, "2.07")
    else:
        put(p, name, "2.07")
    if name == "r-tk-12div":
        put(p, "r-ter-48", "1.07")       # company where it goes
    run(p, Movement(side))
    play(p, f"unit:{name}")
    move = p.stack[-1]
    assert isinstance(move, Move)
    move.left[0] = int((points + (0.25 if truck else 0.5)) * 8)
    play(p, "hex:1.07")
    assert left(p) == [points]
    assert rules(p, "exit") == ([] if out else ["scs.mov.1"])


@pytest.mark.rule("3.5a.1")
@pytest.mark.parametrize(("roads", "points", "out"), [
    (["11.01 12.01"], 1, True), (["11.01 12.01"], 0.875, False), ([], 1, True), ([], 0.875, False)])
def test_leaving_by_another_area_costs_its_road_or_a_point(roads: list[str], points: float, out: bool) -> None:
    p = drill(roads, turn=5)
    put(p, "r-dmi-48", "12.01")
    run(p, Movement(REP))
    play(p, "unit:r-dmi-48")
    move = p.stack[-1]
    assert isinstance(move, Move)
    move.left[0] = int((points + 1) * 8)
    play(p, "hex:11.01")
    assert left(p) == [points]
    assert rules(p, "exit") == ([] if out else ["scs.mov.1"])


@pytest.mark.rule("3.5b")
def test_a_reinforcement_may_be_diverted_two_turns_to_any_area() -> None:
    p = empty(turn=2)
    u = box(p, "r-pdm-48", AWAITED, 2)
    run(p, arrivals(p, REP))
    play(p, "divert")
    assert (where(p, "r-pdm-48"), p.due[u]) == (str(AWAITED), 4)
    p.turn = 4
    run(p, arrivals(p, REP))
    assert "hex:1.24" in offered(p)
    assert rules(p, "divert") == ["3.5b"]
    q = empty(turn=2)
    box(q, "n-hq-pn", AWAITED, 2)
    run(q, arrivals(q, NAT))
    assert rules(q, "divert") == ["3.5b"]
    r = empty(turn=2)                    # it may come anywhere as it is
    box(r, "r-mg-1", AWAITED, 2)
    run(r, arrivals(r, REP))
    assert rules(r, "divert") == ["3.5b"]


@pytest.mark.rule("3.5b", "scn.3.rep.T1.01")
def test_a_battalion_due_at_4_16_may_come_two_turns_later_by_entry_area_a() -> None:
    p = empty(3, turn=1)
    u = box(p, "r-esp-71", AWAITED, 1)
    run(p, arrivals(p, REP))
    assert hexes(offered(p)) == ["4.16"]
    play(p, "divert")
    assert p.due[u] == 3
    p.turn = 3
    run(p, arrivals(p, REP))
    assert hexes(offered(p)) == ["1.22", "1.23", "1.24", "1.25"]
    q = empty(3, turn=10)                # two turns later the battle is over
    box(q, "r-esp-71", AWAITED, 10)
    run(q, arrivals(q, REP))
    assert rules(q, "divert") == ["3.5b"]
    r = empty(3, turn=9)
    box(r, "r-esp-71", AWAITED, 9)
    run(r, arrivals(r, REP))
    assert "divert" in offered(r)


@pytest.mark.rule("3.5c")
def test_off_the_map_units_go_into_reserve_load_and_unload() -> None:
    p = empty(turn=6)
    u = box(p, "r-tha-xi", OFF_MAP, 6)
    box(p, "r-dmi-48", OFF_MAP, 6)
    run(p, Movement(REP))
    assert units(offered(p), "reserve") == ["r-tha-xi"]
    play(p, "reserve:r-tha-xi")
    assert p.state[u] & RESERVE
    assert arriving(p, REP, True) == [u]
    q = empty(turn=6)
    v = loaded(q, "r-dmi-48", "r-truck-rep-1", "1.07")
    t = unit(q, "r-truck-rep-1")
    q.box(v, OFF_MAP)
    q.hex[t] = OFF_MAP
    q.due[v] = 6
    run(q, arrivals(q, REP))
    assert "unload" in offered(q)
    play(q, "unload")
    assert q.aboard[v] == -1
    assert "load:r-truck-rep-1" in offered(q)
    play(q, "load:r-truck-rep-1")
    assert q.aboard[v] == t


@pytest.mark.rule("3.5d")
def test_nationalists_do_not_leave_the_map_but_for_italian_battalions_at_1_07() -> None:
    p = empty(turn=4)
    p.taken = True
    put(p, "n-6-vic-sot", "1.24")
    puts(p, "1.07", "n-tor-iv", "n-hq-fn")
    run(p, Movement(NAT))
    play(p, "unit:n-6-vic-sot")
    assert rules(p, "exit") == ["3.5d"]
    play(p, "stop", "unit:n-hq-fn")
    assert rules(p, "exit") == ["3.5d"]
    play(p, "stop", "unit:n-tor-iv", "exit")
    assert (where(p, "n-tor-iv"), p.exited) == (str(EXITED), 1)


@pytest.mark.rule("4.4a", "4.4b")
def test_variable_reinforcements_look_one_turn_ahead() -> None:
    for die, due in ((6, 5), (1, 7), (2, 6), (5, 6)):
        p = empty(turn=5, variable_reinforcements=True)
        u = box(p, "r-edi-35", AWAITED, 6)
        run(p, Reinforcements())
        assert step(p) == "ArrivalRoll"
        dice(p, die)
        assert p.due[u] == due
    p = empty(turn=5, variable_reinforcements=True)
    u = box(p, "r-edi-35", AWAITED, 6)
    run(p, Reinforcements())
    dice(p, 1)
    p.turn = 6
    run(p, Reinforcements())
    assert step(p) == "ArrivalRoll"      # it rolls again
    dice(p, 3)
    assert p.due[u] == 7
    q = empty(turn=5)
    box(q, "r-edi-35", AWAITED, 6)
    run(q, Reinforcements())
    assert step(q) == ""


@pytest.mark.rule("4.4c")
def test_returning_units_are_not_rolled_for() -> None:
    p = empty(turn=5, variable_reinforcements=True)
    box(p, "r-edi-35", RETURNING, 6)
    run(p, Reinforcements())
    assert step(p) == ""


@pytest.mark.rule("scn.1.rep.T5x.01", "scn.1.rep.T5x.02")
def test_the_1_bis_brigade_arrives_in_the_exploitation_phase_and_moves_at_once() -> None:
    p = empty(turn=5)
    for name in ("r-mpg-1-bis", "r-com-1-bis", "r-jd-1-bis", "r-tha-1-bis"):
        box(p, name, AWAITED, 5)
    assert arriving(p, REP, False) == []
    run(p, before(PlayerTurn(REP), "ExploitationArrivals"))
    play(p, "hex:1.07", "hold", "hold", "hold")
    assert p.state[unit(p, "r-mpg-1-bis")] & RELEASED
    assert units(offered(p)) == ["r-mpg-1-bis"]
    assert p.board.pool[REP][6] == 4     # 2 of turn 6 and the 2 of this arrival


@pytest.mark.rule("scn.3.nat.arr", "scn.1.nat.T10.01", "scn.3.nat.T10.01")
def test_late_spaniards_come_in_villages_held_and_not_beside_the_enemy() -> None:
    p = empty(scenario=3, turn=10)
    box(p, "n-gal", AWAITED, 10)
    held = at(p, "23.22")
    p.last[held] = NAT
    assert "23.22" in places(p, "n-gal")
    put(p, "r-tri-49", "23.23")
    assert "23.22" not in places(p, "n-gal")
    q = empty(turn=10)                   # in the south they stand fast
    box(q, "n-gal", AWAITED, 10)
    q.last[at(q, "33.08")] = NAT
    village = next(q.board.names[h] for h in q.board.villages if q.board.south[h] and q.board.column[h] > 30)
    q.last[at(q, village)] = NAT
    run(q, arrivals(q, NAT))
    play(q, f"hex:{village}")
    assert q.state[unit(q, "n-gal")] & RELIEF
    put(q, "n-tor-iv", "60.10")
    run(q, Movement(NAT))
    assert rules(q, "unit:n-gal") == ["R121"]
    q.state[unit(q, "n-gal")] |= RESERVE | RELEASED
    q.state[unit(q, "n-tor-iv")] |= RELEASED
    run(q, Movement(NAT, True))
    assert units(offered(q)) == ["n-tor-iv"]                 # not in the Exploitation Phase either


@pytest.mark.rule("seq.2")
def test_both_sides_place_arrivals_before_either_player_turn() -> None:
    p = empty(turn=2)
    box(p, "n-hq-pn", AWAITED, 2)
    box(p, "r-pdm-48", AWAITED, 2)
    run(p, Turn([NAT, REP]))
    assert offered(p)[0] == "hex:62.16"
    play(p, "hex:62.16")
    assert offered(p)[0] == "hex:1.06"


@pytest.mark.rule("scn.4.nat.sr3")
def test_a_headquarters_that_comes_back_is_still_kept_east_of_column_20() -> None:
    p = empty(scenario=4, turn=10)
    u = put(p, "n-hq-pn", "24.12", state=FROM_EAST)
    put(p, "n-au-xi", "24.12", state=FROM_EAST)
    p.lose_step(u, "scs.cbt.8")
    p.turn = 11
    run(p, arrivals(p, NAT))
    play(p, "hex:24.12")
    assert p.state[u] & FROM_EAST


@pytest.mark.rule("4.3c")
def test_late_spaniards_are_free_to_move_south_where_the_line_is_ignored() -> None:
    for line, static in (("strict", True), ("none", False)):
        p = empty(turn=10, separation_line=line)
        p.last[at(p, "18.03")] = NAT
        u = box(p, "n-gal", AWAITED, 10)
        assert "18.03" in places(p, "n-gal")
        run(p, arrivals(p, NAT))
        play(p, "hex:18.03")
        assert bool(p.state[u] & RELIEF) is static
