"""[1.6, 1.8, 2.2-2.9, 3.1, 3.5, 4.2, scn] Map, supply, morale, arrivals and the end: the case beside the rule."""
from __future__ import annotations

from copy import copy

import pytest

from frente.games.guadalajara.rules.ch01_losses import Losses
from frente.games.guadalajara.rules.ch01_supply import (
    Attrition,
    Supply,
    Survey,
    closed,
    direct,
    in_field,
    traced,
)
from frente.games.guadalajara.rules.ch02_morale import (
    CheckMorale,
    Exhausted,
    Morale,
    NextRunner,
    Rout,
    flight,
    havens,
    run_price,
    run_to,
    show,
)
from frente.games.guadalajara.rules.ch03_arrivals import (
    ArrivalRoll,
    Arrivals,
    PlaceUnit,
    Reinforcements,
    home_hexes,
)
from frente.games.guadalajara.rules.ch04_screen import Screen, SlipAway
from frente.games.guadalajara.rules.sequence import CleanUp, PlaceTrucks
from frente.games.guadalajara.rules.setup import SetUp, others_fit
from frente.games.guadalajara.rules.victory import judge, road_free, scenario1, scenario3
from frente.games.guadalajara.show.charts import charts
from frente.games.guadalajara.show.fog import covered
from frente.games.guadalajara.state.board import FN, ITALIAN, MP, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    AWAITED,
    DEAD,
    DG,
    DRAWN,
    HELD,
    MINOR_NAT,
    MINOR_REP,
    MOVED,
    OFF_MAP,
    RESERVE,
    RETURNING,
    SCREENING,
)
from frente.kernel.flow import Act
from frente.kit.scs.ground import FAR
from tests.guadalajara.lay import (
    asked,
    at,
    box,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    start,
    step,
    tables,
    told,
    unit,
    where,
)

A, T = "30.05", "31.06"


# -- the map


@pytest.mark.rule("scs.within")
def test_the_hexes_about_the_corner_of_the_map() -> None:
    b = empty(1).board
    assert [b.names[h] for h in b.within(at(empty(1), "1.01"), 1)] == ["1.01", "1.02", "2.01"]


@pytest.mark.rule("2.9", "scn.1.nat.setup.02")
@pytest.mark.parametrize(("name", "hexes"), [
    ("n-inf-vii", ["51.15", "51.16", "52.14", "52.15", "52.16", "53.15", "53.16"]),
    ("r-ar-1-71", ["22.21", "22.22", "23.21", "23.22", "23.23", "24.21", "24.22"])])
def test_all_hexes_within_one_are_open_at_set_up(name: str, hexes: list[str]) -> None:
    b = empty(1).board
    assert [b.names[h] for h in b.choice[b.uindex[name]]] == hexes


@pytest.mark.rule("scs.ctrl.1", "scn.4.hdr")
def test_what_lies_behind_the_italian_front_is_italian() -> None:
    b = empty(4).board
    assert {h: b.owner[b.index[h]] for h in ("11.10", "11.13", "40.05", "62.16")} == dict.fromkeys(
        ("11.10", "11.13", "40.05", "62.16"), NAT)
    assert {h: b.owner[b.index[h]] for h in ("10.12", "15.08", "20.03", "1.07")} == dict.fromkeys(
        ("10.12", "15.08", "20.03", "1.07"), REP)


@pytest.mark.rule("3.1d.2")
def test_only_emergency_groups_come_where_they_like() -> None:
    b = empty(1, emergency_area="any").board
    assert [b.area[b.uindex[u]] for u in ("r-jh-1", "r-for-2", "r-tha-xi", "r-g-s-65")] == ["any", "any", "B", "C"]


@pytest.mark.rule("scn.3.vp.2")
def test_which_villages_lie_north_of_the_henares() -> None:
    p = empty(3)
    b = p.board
    assert {h: b.henares_north[at(p, h)] for h in ("10.30", "24.25", "23.15", "8.21")} == {
        "10.30": True, "24.25": True, "23.15": False, "8.21": False}


@pytest.mark.rule("scs.mov.1", "1.18a")
def test_the_charts_on_the_screen() -> None:
    combat, ground = charts(empty(1).board)
    assert (combat["rows"][0], combat["rows"][12]) == (
        ["0", "A3r3", "A2r2", "A1r2", "A1r1", "A1r1"], ["12", "D1r2", "D2r2", "D2r3", "D3r3", "D3r4"])
    assert [row[0] for row in ground["rows"]] == [f"terrain.{x}" for x in (
        "hills", "minor-village", "open", "palacio", "village", "wooded-hills", "woods")]
    assert ground["head"] == ["web.chart-foot", "web.chart-tank", "web.chart-motorised"]
    rows = {row[0]: row[1:] for row in ground["rows"]}
    assert (rows["terrain.open"], rows["terrain.woods"], rows["terrain.wooded-hills"]) == (
        ["1", "2", "3"], ["2", "4", "6"], ["3", "6", "–"])
    island = drill(ground={A: "woods"}, rivers=[f"{A}/{h}" for h in (
        "30.06", "31.06", "31.05", "30.04", "29.05", "29.06")]).board
    rows = {row[0]: row[1:] for row in charts(island)[1]["rows"]}
    assert rows["terrain.woods"] == ["web.chart-all", "–", "–"]


@pytest.mark.rule("scn.3.rep.T1.01", "1.17b.2")
def test_numbers_beside_the_entry_of_scenario_3_and_the_spotter_of_brihuega() -> None:
    (entry,) = tables()["map"]["republican_hex_entry"]
    assert (entry["hex"], entry["scenario"]) == ("4.16", 3)
    shift = next(x for x in tables()["tables"]["barrage"]["shifts"] if x["id"] == "brihuega-spotter")
    assert shift["left"] == 0


# -- supply


@pytest.mark.rule("scs.sup.1", "scs.zoc.3")
def test_units_off_the_map_and_closed_ground_bar_a_trace_as_they_should() -> None:
    p = drill()
    box(p, "r-dmi-48", AWAITED)
    assert not any(closed(p, NAT))
    p.board = copy(p.board)
    p.board.barred = [at(p, A)]          # a pack may have such ground
    assert [h for h, x in enumerate(closed(p, NAT)) if x] == [at(p, A)]
    assert not any(closed(p, NAT, False))


@pytest.mark.rule("1.6a.2")
def test_an_italian_trace_shuns_republicans() -> None:
    p = drill()
    put(p, "n-tor-iv", "61.16")
    assert traced(p, ITALIAN)[at(p, "61.16")] < FAR
    p.box(unit(p, "n-tor-iv"), DEAD)
    put(p, "r-dmi-48", "61.16")
    assert traced(p, ITALIAN)[at(p, "61.16")] == FAR


@pytest.mark.rule("1.6a.1", "1.6a.2")
def test_a_hex_with_a_road_is_not_taken_off_the_count() -> None:
    p = drill(["56.16 56.15"], offroad_count_includes_own_hex=False)
    five = at(p, "57.15"), at(p, "56.16")
    assert [traced(p, ITALIAN)[h] for h in five] == [5, 5]
    assert [direct(p, ITALIAN, h) for h in five] == [True, False]


@pytest.mark.rule("1.6b.3", "1.6b.4")
def test_with_its_headquarters_a_unit_needs_no_trace() -> None:
    p = drill()
    hq = put(p, "n-hq-fn", A)
    far = [FAR] * p.board.size
    assert in_field(p, hq, far, at(p, A))
    assert not in_field(p, hq, far, at(p, T))


@pytest.mark.rule("2.6a.3", "1.6b.1")
def test_on_the_road_from_52_23_a_headquarters_is_in_supply_too() -> None:
    p = empty(1, turn=4)
    hq = put(p, "n-hq-dlv", "46.19")
    puts(p, "61.16", "r-dmi-48")
    puts(p, "62.16", "r-gua-1-49")       # on their source
    assert not direct(p, ITALIAN, at(p, "46.19"))
    assert Survey(p, NAT).supplied(hq)
    p.put(hq, at(p, "38.13"))
    assert not Survey(p, NAT).supplied(hq)


@pytest.mark.rule("1.6d.2")
def test_a_stack_that_has_gone_suffers_nothing() -> None:
    p = drill()
    f = Supply(NAT, [at(p, A)], 6)
    Attrition().auto(f, p)
    assert (f.due, p.stack) == ([], [])


# -- morale


@pytest.mark.rule("2.7c.1", "2.7d.2")
def test_panic_is_told_once_and_only_units_on_the_map_run() -> None:
    p = drill()
    here = put(p, "n-int-vi", A)
    box(p, "n-aud-vi", RETURNING)
    p.morale[FN], p.panic[FN] = 11, 1
    events = told(p)
    CheckMorale().auto(Morale([FN]), p)
    assert [e.key for e in events] == ["routs"]
    f = p.stack[-1]
    assert isinstance(f, Rout)
    assert (f.units, f.starts) == ([here], [at(p, A)])


@pytest.mark.rule("2.7b.1", "2.7b.3", "4.8a")
@pytest.mark.parametrize(("simple", "level"), [(False, 1), (True, 0)])
def test_losses_raise_the_level_unless_panic_is_left_out(simple: bool, level: int) -> None:
    p = drill(simplified_panic=simple)
    p.lose_step(put(p, "n-int-vi", A), "scs.cbt.8")
    assert p.morale[FN] == level


@pytest.mark.rule("2.5b", "2.7e.2")
def test_foot_soldiers_run_past_friends_at_no_cost() -> None:
    p = drill(mains=[f"{A} {T}"])
    i = p.board.toward(at(p, A), at(p, T))
    u = put(p, "n-int-vi", A)
    put(p, "n-tor-iv", T)
    assert run_price(p, u, at(p, A), i) == MP // 2
    assert run_price(p, put(p, "n-hq-fn", A), at(p, A), i) == MP // 4 + MP


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_the_cheapest_way_counts_though_another_was_found_first() -> None:
    p = drill(mains=["30.05 31.05 32.05"], minors=["31.06/32.05", "31.05/31.06"])
    u = put(p, "n-int-vi", A)
    ways = flight(p, u, False)
    assert ways[at(p, "31.05")] == (MP // 2, at(p, A))
    assert ways[at(p, "32.05")] == (MP, at(p, "31.05"))
    q = drill(mains=["30.05 31.05 31.06"], minors=["30.05/31.06"])
    v = put(q, "n-int-vi", A)
    assert flight(q, v, False)[at(q, T)] == (MP, at(q, "31.05"))


@pytest.mark.rule("2.7e.3")
def test_who_cannot_run_may_stay_in_a_crowd() -> None:
    p = drill()
    puts(p, A, "n-inf-vii", "n-ine-vii", "n-inv-vii")
    u = put(p, "n-int-vi", A)
    assert p.room([u], at(p, A)) == "1.1a"
    assert havens(p, u, {at(p, A): (0, -1)}) == [at(p, A)]


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_the_owner_leads_those_who_run() -> None:
    p = drill()
    u = put(p, "n-int-vi", "33.06")
    run(p, Rout(FN, [u], [at(p, "33.06")], []))
    play(p, "unit:n-int-vi")
    assert (step(p), asked(p), offered(p)) == ("Run", [NAT], ["hex:38.09", "hex:39.09"])
    g = Rout(FN, [u], [at(p, A)], [], unit=u)
    NextRunner().auto(g, p)
    assert g.unit == -1


@pytest.mark.rule("2.7e.3", "2.7e.6", "1.17d")
def test_who_stays_where_it_is_has_not_run_and_20_03_costs_italians_a_step() -> None:
    p = drill()
    u = put(p, "n-int-vi", "18.03", state=RESERVE)
    put(p, "r-gc", "20.03")
    f = Rout(FN, [u], [at(p, "18.03")], [], unit=u)
    events = told(p)
    run_to(f, p, {at(p, "18.03"): (0, -1)}, at(p, "18.03"))
    assert (events, p.state[u], p.stack) == ([], RESERVE, [])
    run_to(f, p, {at(p, "18.03"): (0, -1), at(p, "19.04"): (MP, at(p, "18.03"))}, at(p, "19.04"))
    assert (where(p, "n-int-vi"), p.state[u]) == ("19.04", 0)
    assert [x.side for x in p.stack if isinstance(x, Losses)] == [NAT]
    assert len(p.stack) == 1


@pytest.mark.rule("4.6a", "2.7e.8")
def test_a_marker_is_shown_once_and_the_dead_are_not_disorganised() -> None:
    p = drill(hidden_interdiction=True)
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [0]
    show(p, at(p, A))
    show(p, at(p, A))
    assert (p.shown, p.barrier) == ([1], 1)
    u, v = put(p, "n-int-vi", A), box(p, "n-aud-vi", DEAD)
    Exhausted().auto(Rout(FN, [u, v], [at(p, A)] * 2, []), p)
    assert (p.state[u], p.state[v]) == (DG, 0)


# -- arrivals


@pytest.mark.rule("4.4a", "4.4c")
def test_only_trucks_that_are_awaited_follow_the_die() -> None:
    p = drill(variable_reinforcements=True, turn=1)
    u = box(p, "r-pdm-48", AWAITED, 2)
    waits, gone = box(p, "r-truck-rep-1", AWAITED, 2), box(p, "r-truck-rep-2", OFF_MAP, 2)
    ArrivalRoll().do(Reinforcements([u]), p, -1, Act("die", 1))
    assert (p.due[u], p.due[waits], p.due[gone]) == (3, 3, 2)


@pytest.mark.rule("2.2d", "1.14d.2", "2.2c")
def test_headquarters_and_independents_come_back_by_the_first_of_theirs() -> None:
    p = drill(separation_line="none")
    hq = box(p, "n-hq-fn", RETURNING, 2)
    put(p, "n-ardi-vi", A)
    assert home_hexes(p, hq) == [at(p, A)]
    assert home_hexes(p, box(p, "n-int-vi", RETURNING, 2)) == []            # its headquarters is in a box
    put(p, "n-bis-iv", T)
    found = home_hexes(p, box(p, "n-tor-iv", RETURNING, 2))
    assert found
    assert all(p.board.east[h] and p.board.front[h] for h in found)


@pytest.mark.rule("3.5c", "scs.reinf.1", "3.1a")
def test_a_truck_that_was_loaded_off_the_map_is_not_placed_again() -> None:
    p = drill()
    u, t = box(p, "r-dmi-48", OFF_MAP, 2), box(p, "r-truck-rep-1", OFF_MAP, 2)
    f = Arrivals(REP, False, [u, t])
    run(p, f)
    assert (step(p), rules(p, "hex:30.05")) == ("PlaceUnit", ["3.1a"])
    play(p, "load:r-truck-rep-1")
    assert f.left == [u]
    assert PlaceUnit().why(f, p, REP, Act("hex", at(p, "30.05"))) != []


# -- cavalry


@pytest.mark.rule("4.2a.1", "4.2a.2", "4.2b")
def test_cavalry_slips_away_to_room_and_leaves_no_zone_it_did_not_have() -> None:
    p = drill(cavalry_screen=True)
    put(p, "n-tor-iv", A)
    u = put(p, "r-cav-xii", T, state=RESERVE)
    f = Screen(REP, [at(p, T)], at(p, A))
    run(p, f)
    free = ["hex:30.07", "hex:31.08", "hex:32.04", "hex:32.07", "hex:33.05", "hex:33.06", "hex:33.07"]
    assert sorted(offered(p)) == sorted([*free, "pass"])
    puts(p, "30.07", "r-dmi-48", "r-ter-48", "r-pi-49")
    run(p, f)
    assert sorted(offered(p)) == sorted([*free[1:], "pass"])
    q = p.clone()
    play(p, "hex:33.07")
    assert (p.state[u], p.note) == (0, SCREENING)
    q.mark(u, DG)
    screen = q.stack[-1]
    assert isinstance(screen, Screen)
    SlipAway().do(screen, q, REP, Act("hex", at(q, "33.07")))
    assert (where(q, "r-cav-xii"), q.note) == ("33.07", HELD)


# -- phases, set-up and the end


@pytest.mark.rule("1.16a.7", "1.7b", "1.13c")
def test_a_player_turn_begins_and_ends_with_clean_markers() -> None:
    for side, name in ((NAT, "n-ardi-vi"), (REP, "r-dmi-48")):
        p = drill()
        u = put(p, name, A, state=MOVED)
        p.began[u] = -1
        PlaceTrucks().auto(PlayerTurn(side), p)
        assert (p.state[u], p.began[u]) == (0, at(p, A))
        p.mark(u, DG | RESERVE)
        CleanUp().auto(PlayerTurn(side), p)
        assert p.state[u] == 0


@pytest.mark.rule("seq.7", "1.8a.1", "scs.within")
def test_a_game_begins_with_a_question_and_guns_alone_have_modes() -> None:
    p = start(1)
    assert (step(p), asked(p)) == ("StartFace", [REP])
    play(p, "pass", "hex:35.14")
    assert (where(p, "r-dmi-48"), step(p)) == ("35.14", "Deploy")


@pytest.mark.rule("1.11a.1")
def test_a_tank_does_not_take_the_only_hex_of_another() -> None:
    p = drill()
    b = p.board = copy(p.board)
    u, v = unit(p, "n-tk-3-crs"), unit(p, "n-tk-4-crs")
    put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", T)
    b.setup_order = [[u, v], []]
    b.choice = [[at(p, A), at(p, T)] if x == u else [at(p, A)] if x == v else [] for x in range(b.units)]
    f = SetUp(NAT)
    assert (others_fit(f, p, u, at(p, A)), others_fit(f, p, u, at(p, T))) == (False, True)


@pytest.mark.rule("scs.fog")
def test_an_empty_truck_lies_open_whoever_lies_hidden() -> None:
    p = drill(hidden_stacks=True)
    puts(p, A, "n-art-esp-2", "n-8-bai-sot")                 # the last counter of all, under another
    assert covered(p, REP, unit(p, "n-art-esp-2"), set())
    assert not covered(p, REP, put(p, "n-truck-ctv-1", A), set())


@pytest.mark.rule("scn.1.vp.5")
@pytest.mark.parametrize(("place", "free"), [("17.12", False), ("18.11", False), ("20.12", True)])
def test_the_short_road_ends_where_it_passes_brihuega(place: str, free: bool) -> None:
    p = drill(sudden_death_road="1.07_to_brihuega_junction")
    put(p, "r-dmi-48", place, state=DG)
    assert road_free(p) is free


@pytest.mark.rule("scn.1.vp.6")
@pytest.mark.parametrize(("vp", "draw", "level"), [
    (31, False, DRAWN), (30, False, MINOR_REP), (30, True, DRAWN), (29, True, MINOR_REP)])
def test_thirty_points(vp: int, draw: bool, level: int) -> None:
    p = empty(1, vp30="draw" if draw else "republican_minor")
    p.vp = vp
    assert scenario1(p) == (level, "scn.1.vp.6")


@pytest.mark.rule("4.3c", "scn.1.vp.6")
def test_the_verdict_names_its_rule() -> None:
    p = empty(1)
    judge(p)
    assert p.ended == "scn.1.vp.6"


@pytest.mark.rule("scn.3.vp.2", "scn.3.vp.3")
@pytest.mark.parametrize(("missing", "verdict"), [
    (["17.18", "18.14", "14.13", "8.21"], (MINOR_NAT, "scn.3.vp.2")),
    (["17.18", "18.14", "14.13", "35.18"], (DRAWN, "scn.3.vp.3"))])
def test_a_single_village_east_of_the_henares_is_too_much(missing: list[str], verdict: tuple[int, str]) -> None:
    p = empty(3)
    p.last = bytearray([NAT] * p.board.size)
    for h in missing:
        p.last[at(p, h)] = REP
    assert scenario3(p) == verdict
    assert p.board.vp[at(p, "35.18")] == 1
