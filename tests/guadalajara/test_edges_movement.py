"""[1.3, 1.11, 1.13, 1.16, 3.4, 4.3, scs.mov] Movement where one condition decides, each with the case beside it."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_handling import exit_refusals, handling, hold_refusals, overloads
from frente.games.guadalajara.rules.ch01_losses import ANY, Losses, candidates
from frente.games.guadalajara.rules.ch01_move import Move, Movement, budget, leave_rail, move_of
from frente.games.guadalajara.rules.ch01_movement import (
    Charges,
    March,
    drop_refusals,
    duty,
    movable,
    step_reason,
    stop_refusals,
    windows,
)
from frente.games.guadalajara.rules.ch01_overrun import after_overrun, overrun_refusals, storm_cost
from frente.games.guadalajara.rules.ch01_reserve import reservable, reserve_refusals
from frente.games.guadalajara.rules.ch01_steps import ENEMY, NO_STOP, SHORT, TWO_CROSS, surcharge, way_on
from frente.games.guadalajara.rules.ch01_trucks import Trucks, place_refusals, places
from frente.games.guadalajara.rules.sequence import begin_phase, prepare, reserve_hexes
from frente.games.guadalajara.state.board import ITALIAN, MOTOR, MP, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    ASTRAY,
    DG,
    EMPTIED,
    HANDLED,
    HELD,
    IN_ZOC,
    MOVED,
    OFF_MAP,
    OTHER,
    RELEASED,
    RESERVE,
    REVEALED,
    SCREENING,
    Guadalajara,
)
from tests.guadalajara.lay import (
    at,
    before,
    box,
    drill,
    empty,
    left,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    unit,
    where,
)

A, T = "30.05", "31.06"
RAIL = "10.10 11.11 12.11 13.12 14.12 15.13"
FIRST = {NAT: "n-ardi-vi", REP: "r-dmi-48"}      # the first counter of each side


def mover(p: Guadalajara, *names: str, exploit: bool = False) -> Move:
    units = [unit(p, x) for x in names]
    return move_of(p, p.board.side[units[0]], units, exploit)


# -- whoever is first in a list counts


@pytest.mark.rule("scs.mov.1", "1.13.1", "1.13a.2", "1.13a.3", "1.13d", "scs.ovr.2", "1.16b.4", "2.6a.1", "2.8c")
@pytest.mark.parametrize("side", [NAT, REP])
def test_the_first_counter_of_a_side_moves_waits_and_is_released_like_any_other(side: int) -> None:
    p = drill()
    u = put(p, FIRST[side], A)
    assert u == p.board.of[side][0] == p.board.fighters[side][0]
    assert movable(p, side, False) == [u]
    p.state[u] |= RELEASED
    assert movable(p, side, True) == [u]
    p.state[u] = RESERVE
    assert reserve_hexes(p, side) == [at(p, A)]
    assert p.reserves_used(side) == 1
    p.state[u] = MOVED | HANDLED
    p.began[u] = -1
    put(p, FIRST[1 - side], T)
    begin_phase(p, side)
    assert (p.state[u], p.began[u]) == (IN_ZOC, at(p, A))
    p.state[u] = ASTRAY
    assert duty(p, [u]) == -1            # at home it has nowhere to go back to


@pytest.mark.rule("1.13.1", "1.13a.2", "1.13b")
def test_the_first_counter_may_wait_in_reserve() -> None:
    p = drill()
    u = loaded(p, FIRST[NAT], "n-truck-ctv-1", A)
    assert reservable(p, NAT) == [u]
    assert reserve_refusals(p, NAT, u) == []


@pytest.mark.rule("2.8c", "1.13d")
@pytest.mark.parametrize(("turn", "side", "state", "foe", "ready"), [
    (1, NAT, 0, "", True), (2, NAT, 0, "", False), (1, NAT, DG, "", False), (1, NAT, 0, T, False),
    (1, REP, 0, "", False)])
def test_on_turn_1_italians_that_touch_no_enemy_are_ready(turn: int, side: int, state: int, foe: str,
                                                          ready: bool) -> None:
    p = drill(turn=turn)
    u = put(p, FIRST[NAT], A, state=state)
    s = put(p, "n-8-bai-sot", "24.20")
    if foe:
        put(p, "r-gc", foe)
    prepare(p, side)
    assert bool(p.state[u] & RELEASED) is ready
    assert not p.state[s] & RELEASED     # no Spaniards


@pytest.mark.rule("2.8c")
def test_nobody_is_ready_where_the_offensive_does_not_open() -> None:
    p = drill(scenario=4, turn=1)
    u = put(p, FIRST[NAT], A)
    prepare(p, NAT)
    assert not p.state[u] & RELEASED


@pytest.mark.rule("2.6a.1", "3.4b.1", "2.6a.3")
def test_the_first_who_is_astray_has_to_come_back() -> None:
    p = drill()
    u = put(p, "n-ardi-vi", "24.19", state=ASTRAY)           # an Italian north of the line
    assert p.board.home[ITALIAN][p.hex[u]] > 0
    assert duty(p, [u]) == u
    p.state[u] = 0
    assert duty(p, [u]) == -1


# -- one step


@pytest.mark.rule("1.11b", "1.12b")
def test_before_the_first_step_nobody_leaves_armour_alone_and_on_the_way_there_is_nobody_to_leave() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    f = mover(p, "n-tor-iv")
    i = p.board.toward(at(p, A), at(p, T))
    assert step_reason(f, p, f.units, at(p, A), i) < 0
    f.moved = True
    assert step_reason(f, p, f.units, at(p, A), i) == 0


@pytest.mark.rule("scs.mov.1", "scs.stack.1", "1.11b", "1.12b")
def test_a_full_column_marches_through_empty_hexes_and_into_a_full_one_only_if_it_gets_on() -> None:
    p = drill([f"{A} {T}"])
    group = [loaded(p, name, f"n-truck-ctv-{k}", A)
             for k, name in enumerate(("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-tem-viii"), 1)]
    f = mover(p, "n-tor-iv", "n-bis-iv", "n-buf-iv", "n-tem-viii")
    i = p.board.toward(at(p, A), at(p, T))
    assert p.room(group, at(p, T)) == "1.1a"                 # eight
    assert step_reason(f, p, group, at(p, A), i) == 0
    put(p, "n-aud-vi", T)
    assert step_reason(f, p, group, at(p, A), i) == NO_STOP


@pytest.mark.rule("1.11b", "1.12b", "scs.mov.1")
def test_two_that_may_never_be_alone_are_no_company_for_each_other() -> None:
    p = drill()
    puts(p, A, "n-tk-3-crs", "n-gen-crs", "n-tor-iv")
    f = mover(p, "n-tk-3-crs", "n-gen-crs")
    f.left = [2 * MP, 2 * MP]
    i = p.board.toward(at(p, A), at(p, T))
    assert step_reason(f, p, f.units, at(p, A), i) < 0       # there is nobody within reach
    put(p, "n-bis-iv", T)
    f.left = [20 * MP, 20 * MP]
    assert step_reason(f, p, f.units, at(p, A), i) == 0


@pytest.mark.rule("scs.stack.1")
def test_a_way_on_is_for_the_poorest_of_the_group_and_found_by_the_cheaper_road() -> None:
    p = drill(["30.05 31.06 31.07"])
    u, v = puts(p, A, "n-tor-iv", "n-bis-iv")
    for k, h in enumerate(p.board.nb[at(p, A)]):             # every hex around is full
        puts(p, p.board.names[h], *[("n-aud-vi", "n-int-vi", "n-inf-vii"), ("n-ine-vii", "n-inv-vii", "n-imp-viii"),
                                    ("n-lu-ix", "n-ura-ix", "n-temp-ix"), ("n-sci-x", "n-temb-x", "n-car-x"),
                                    ("n-aqu-i", "n-leo-i", "n-carr-i"), ("n-buf-iv", "n-tem-viii", "n-ardi-viii")][k])
    assert not way_on(p, [u, v], at(p, A), [MP, MP])         # a half and a half: one point by road
    assert way_on(p, [u, v], at(p, A), [2 * MP, 2 * MP])
    assert not way_on(p, [u, v], at(p, A), [2 * MP, MP // 4])
    assert not way_on(p, [v, u], at(p, A), [MP // 4, 2 * MP])


@pytest.mark.rule("4.3a.1")
def test_two_spaniards_a_turn_cross_the_line_and_a_third_does_not() -> None:
    p = drill(turn=7, separation_line="loose")
    p.loose = True
    a = next(h for h in range(p.board.size) if not p.board.south[h] and any(p.board.south[n] for n in p.board.nb[h]))
    i = next(i for i, n in enumerate(p.board.nb[a]) if p.board.south[n])
    name = p.board.names[a]
    u = put(p, "n-8-bai-sot", name)
    f = mover(p, "n-8-bai-sot")
    assert step_reason(f, p, [u], a, i) == 0
    p.crossed = [unit(p, "n-gal")]
    assert step_reason(f, p, [u], a, i) == 0
    p.crossed = [unit(p, "n-gal"), unit(p, "n-sic")]
    assert step_reason(f, p, [u], a, i) == TWO_CROSS
    p.crossed = [unit(p, "n-gal"), u]
    assert step_reason(f, p, [u], a, i) == 0                 # it has crossed already


# -- the railway battalion


@pytest.mark.rule("3.4b.3", "scs.ovr.1")
def test_an_overrun_off_the_rails_has_the_plain_allowance() -> None:
    p = drill(rails=[RAIL])
    put(p, "r-rrbn", "11.11")
    put(p, "n-gen-fn", "11.10", state=DG)
    put(p, "n-gen-pn", "12.11", state=DG)
    run(p, Movement(REP))
    play(p, "unit:r-rrbn")
    assert left(p) == [10.0]
    assert "overrun:11.10" in offered(p)
    f = p.stack[-1]
    assert isinstance(f, Move)
    a = at(p, "11.11")
    off, on = p.board.toward(a, at(p, "11.10")), p.board.toward(a, at(p, "12.11"))
    f.left = [6 * MP]                    # four of the ten are spent: one of the plain five is left
    assert storm_cost(f, p, f.units[0], a, off, at(p, "11.10")) == SHORT
    assert storm_cost(f, p, f.units[0], a, on, at(p, "12.11")) == 2 * MP
    f.left = [7 * MP]
    assert storm_cost(f, p, f.units[0], a, off, at(p, "11.10")) == 2 * MP
    leave_rail(f, p, a, on)
    assert (f.left, f.bonus) == ([7 * MP], 5 * MP)
    leave_rail(f, p, a, off)
    assert (f.left, f.bonus) == ([2 * MP], 0)


@pytest.mark.rule("3.4b.3", "scs.ovr.1", "4.2b")
def test_whoever_overruns_off_the_rails_has_lost_the_doubled_allowance() -> None:
    p = drill(rails=[RAIL])
    put(p, "r-rrbn", "11.11")
    put(p, "n-gen-fn", "11.10", state=DG)
    run(p, Movement(REP))
    play(p, "unit:r-rrbn")
    f = p.stack[-1]
    assert isinstance(f, Move)
    f.screen = True
    play(p, "overrun:11.10")
    assert (f.left, f.bonus, f.moved, f.screen, f.over) == ([10 * MP - 3 * MP - 5 * MP], 0, True, False, at(p, "11.10"))


# -- what the other side's answer costs


@pytest.mark.rule("4.6a", "4.2b")
@pytest.mark.parametrize(("note", "want", "screen"), [
    (HELD, [5, 1], False), (REVEALED, [3, 0], False), (SCREENING, [5, 1], True), (REVEALED | SCREENING, [3, 0], True)])
def test_a_marker_that_is_shown_costs_what_the_road_costs_more(note: int, want: list[int], screen: bool) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    f = mover(p, "n-tor-iv", "n-bis-iv")
    f.left, f.extra, f.at, f.screen = [5, 1], [2, 2], 1, not screen
    p.note = note
    Charges().auto(f, p)
    assert (f.left, f.at, f.screen) == (want, 0, screen)


@pytest.mark.rule("1.10c.3", "4.2a.1", "scs.fog")
@pytest.mark.parametrize(("screen", "hidden", "below", "told"), [
    (True, True, True, 1), (True, True, False, 0), (True, False, True, 0), (False, True, True, 0)])
def test_cavalry_with_somebody_under_it_tells_who_by_slipping_away_or_not(screen: bool, hidden: bool, below: bool,
                                                                         told: int) -> None:
    p = drill(cavalry_screen=screen, hidden_stacks=hidden)
    u = put(p, "n-tor-iv", A)
    if below:
        put(p, "r-gc", T)
    put(p, "r-cav-xii", T)
    f = mover(p, "n-tor-iv")
    windows(f, p, [u], at(p, A), False)
    assert p.barrier == told


# -- trucks


@pytest.mark.rule("1.16a.7")
def test_a_hex_where_a_truck_is_needed_is_offered_once_and_not_the_one_it_stands_in() -> None:
    p = drill(["30.05 31.06 32.06 33.07 34.07 35.08 36.08"], truck_teleport="anywhere")
    t = put(p, "n-truck-ctv-1", A)
    puts(p, A, "n-buf-iv")
    puts(p, T, "n-tor-iv", "n-bis-iv")
    assert places(p, NAT, t) == [at(p, T)]
    assert [r.key for r in place_refusals(p, NAT, t, at(p, A))] == ["nobody-to-carry"]
    run(p, Trucks(NAT, [t]))
    assert offered(p) == [f"hex:{T}", "pass"]
    assert rules(p, f"hex:{A}") == ["1.16a.7"]
    p.aboard[unit(p, "n-tor-iv")] = p.aboard[unit(p, "n-bis-iv")] = unit(p, "n-truck-ctv-2")
    assert places(p, NAT, t) == []


@pytest.mark.rule("1.16a.7")
def test_empty_trucks_are_asked_about_one_after_another() -> None:
    p = drill(truck_teleport="anywhere")
    t, s, r = puts(p, A, "n-truck-ctv-1", "n-truck-lit-1", "n-truck-ctv-2")
    put(p, "n-tor-iv", T)                # nobody of the Littorio needs a truck
    run(p, Trucks(NAT, [t, s, r]))
    play(p, f"hex:{T}")
    assert (where(p, "n-truck-ctv-1"), where(p, "n-truck-lit-1")) == (T, A)
    assert offered(p) == [f"hex:{T}", "pass"]
    play(p, "pass")
    assert where(p, "n-truck-ctv-2") == A
    assert p.choices() == {}


@pytest.mark.rule("1.1a", "1.16a.2")
@pytest.mark.parametrize(("aboard", "handled", "extra", "over"), [
    (True, True, True, True), (True, False, True, False), (False, True, True, False), (True, True, False, False)])
def test_loading_overloads_a_hex_only_by_what_it_adds(aboard: bool, handled: bool, extra: bool, over: bool) -> None:
    p = drill()
    u = put(p, "n-ardi-vi", A, steps=1)
    puts(p, A, "n-int-vi", "n-inf-vii")
    if extra:
        put(p, "n-gen-fn", A)
    if aboard:
        p.load(u, put(p, "n-truck-ctv-1", A))
    if handled:
        p.state[u] |= HANDLED
    assert overloads(p, [u]) is over


@pytest.mark.rule("1.16b.2", "1.16b.4", "1.1a")
def test_passengers_get_off_where_there_is_room_for_them_on_their_feet() -> None:
    p = drill([f"{A} {T}"])
    u = loaded(p, "n-ardi-vi", "n-truck-ctv-1", A)
    p.steps[u] = 1
    puts(p, T, "n-int-vi", "n-inf-vii", "n-gen-fn")          # five, and one on its feet: six
    run(p, Movement(NAT))
    play(p, "unit:n-ardi-vi", f"hex:{T}")
    assert "unload" in offered(p)
    assert rules(p, "stop") == ["1.1a"]  # two with its truck
    play(p, "unload")
    assert p.aboard[u] == -1
    q = drill([f"{A} {T}"])
    v = loaded(q, "n-ardi-vi", "n-truck-ctv-1", A)
    puts(q, T, "n-int-vi", "n-inf-vii", "n-gen-fn")
    f = mover(q, "n-ardi-vi")
    f.moved = True
    q.put(v, at(q, T))
    assert [r.rule for r in stop_refusals(f, q, [v], at(q, T))] == ["1.1a"]
    assert "unload" not in [act.verb for act in handling(f, q, [v])]         # two either way
    assert q.aboard[v] >= 0              # asking changes nothing


@pytest.mark.rule("1.16e.3")
def test_with_nobody_left_in_the_hex_no_truck_takes_the_loss() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "n-truck-ctv-1", p.board.names[-1])               # the last hex of the map
    f = Losses(NAT, [u], 1, ANY, OTHER, "1.8f.1", trucks=True)
    assert candidates(f, p) == [u]
    p.destroy(u, "scs.ret.2")
    assert candidates(f, p) == []


@pytest.mark.rule("1.13a.3", "1.16c")
def test_who_has_done_nothing_yet_goes_into_reserve_before_its_move() -> None:
    p = drill()
    u, v = puts(p, A, "n-tor-iv", "n-bis-iv")
    f = mover(p, "n-tor-iv")
    assert [(r.rule, r.key) for r in hold_refusals(f, p, [u], u)] == [("1.16c", "reserve-before-moving")]
    assert [(r.rule, r.key) for r in hold_refusals(f, p, [u], v)] == [("1.13a.3", "not-the-moving-unit")]
    for moved, exploit in ((True, False), (False, True)):
        f.moved, f.exploit = moved, exploit
        assert [(r.rule, r.key) for r in hold_refusals(f, p, [u], u)] == [("1.13a.3", "already-moved")]
        p.state[u] = HANDLED
        assert [act.verb for act in handling(f, p, [u])] == []
        p.state[u] = 0


# -- staying behind


@pytest.mark.rule("1.1a", "1.11a.1", "1.11b", "1.12b", "2.6b", "scs.mov.1")
def test_who_may_stay_behind_on_the_march() -> None:
    def said(p: Guadalajara, group: list[str], name: str) -> list[tuple[str, str]]:
        f = mover(p, *group)
        f.moved = True
        return [(r.rule, r.key) for r in drop_refusals(f, p, f.units, unit(p, name))]

    p = drill()
    puts(p, A, "n-int-vi", "n-inf-vii", "n-ine-vii", "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert said(p, ["n-tor-iv", "n-bis-iv"], "n-tor-iv") == [("1.1a", "stack-not-legal")]
    assert said(p, ["n-tk-3-crs", "n-bis-iv"], "n-tk-3-crs") == []           # a tank counts nothing
    put(p, "n-tk-4-crs", A)
    assert said(p, ["n-tk-3-crs", "n-bis-iv"], "n-tk-3-crs") == [("1.11a.1", "stack-not-legal")]
    q = drill()
    puts(q, A, "n-tk-3-crs", "n-bis-iv", "n-tor-iv", "n-gen-crs")
    everybody = ["n-tk-3-crs", "n-bis-iv", "n-tor-iv", "n-gen-crs"]
    assert said(q, everybody, "n-tk-3-crs") == [("1.11b", "stack-not-legal")]
    assert said(q, everybody, "n-gen-crs") == [("1.12b", "stack-not-legal")]
    assert said(q, everybody, "n-tor-iv") == []
    assert said(q, ["n-tk-3-crs", "n-bis-iv"], "n-tk-3-crs") == []           # the others are company
    r = drill()
    puts(r, A, "n-gen-crs", "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    f = mover(r, "n-tk-3-crs", "n-bis-iv", "n-gen-crs")      # company lies under, engineers at the bottom
    f.moved = True
    assert drop_refusals(f, r, f.units, unit(r, "n-gen-crs")) == []


# -- after an overrun, and who is asked


@pytest.mark.rule("scs.ovr.3", "scs.ovr.4")
def test_only_a_hex_that_was_emptied_is_entered_after_an_overrun() -> None:
    for note, want in ((EMPTIED, True), (HELD, False)):
        p = drill()
        u = put(p, "n-tor-iv", A)
        f = mover(p, "n-tor-iv")
        f.over, p.note = at(p, T), note
        assert after_overrun(f, p) is want
        assert (p.hex[u] == at(p, T), f.over) == (want, -1)


@pytest.mark.rule("scs.ovr.1")
def test_an_overrun_needs_an_enemy_in_the_next_hex() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", "30.06")
    put(p, "r-gc", "32.06", state=DG)
    f = mover(p, "n-tor-iv")
    none = [("scs.ovr.1", "no-enemy-beside")]
    for place in ("30.06", T, "32.06"):  # a friend, nobody, too far
        assert [(r.rule, r.key) for r in overrun_refusals(f, p, [u], at(p, place))] == none
    put(p, "r-gab", T, state=DG)
    assert overrun_refusals(f, p, [u], at(p, T)) == []
    a = at(p, A)
    assert step_reason(f, p, [u], a, p.board.toward(a, at(p, T))) == ENEMY
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv")
    assert [w for w in offered(p) if w.startswith("overrun")] == [f"overrun:{T}"]
    assert f"hex:{T}" not in offered(p)


@pytest.mark.rule("scs.ovr.1", "1.20b")
def test_the_train_and_whoever_rides_do_not_overrun() -> None:
    p = drill([f"{A} {T}"])
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    put(p, "r-gc", T, state=DG)
    f = mover(p, "n-tor-iv")
    f.left = [20 * MP]
    assert ("R30", "loaded") in [(r.rule, r.key) for r in overrun_refusals(f, p, [u], at(p, T))]
    q = drill(rails=[RAIL])
    t = put(q, "r-train", "11.11")
    put(q, "n-gen-fn", "12.11", state=DG)
    g = mover(q, "r-train")
    assert [r.key for r in overrun_refusals(g, q, [t], at(q, "12.11"))].count("no-attack-strength") == 2


@pytest.mark.rule("3.5a.1", "3.5d", "scn.1.vp.5")
def test_exits_by_side_scenario_kind_and_hex() -> None:
    def said(p: Guadalajara, *names: str, place: str) -> list[tuple[str, str]]:
        puts(p, place, *names)
        f = mover(p, *names)
        return [(r.rule, r.key) for r in exit_refusals(f, p, f.units)]

    assert said(empty(1), "n-tor-iv", place="1.07") == []
    assert said(empty(2), "n-tor-iv", place="1.07") == [("3.5d", "nationalists-stay")]
    assert said(empty(1), "n-tor-iv", place="2.08") == [("scn.1.vp.5", "only-by-107")]
    assert said(empty(1), "n-hq-fn", place="1.07") == [("3.5d", "nationalists-stay")]
    assert said(empty(1), "n-tor-iv", "n-hq-fn", place="1.07") == [("3.5d", "nationalists-stay")]
    assert said(empty(1), "r-dmi-48", place="1.07") == []
    assert said(empty(1), "r-dmi-48", place="30.05") == [("3.5a.1", "no-entry-area")]


@pytest.mark.rule("1.13.1", "1.13a.3", "3.5c")
def test_off_the_map_no_enemy_is_near() -> None:
    p = drill(turn=6)
    u = box(p, "r-tha-xi", OFF_MAP, 6)
    for h in p.board.nb[OFF_MAP]:        # what a box would be, counted from the end of the map
        if p.top[h] < 0:
            p.top[h] = unit(p, "n-tor-iv")
    assert p.beside_enemy(REP, OFF_MAP)
    assert u in reservable(p, REP)
    assert reserve_refusals(p, REP, u) == []
    p.due[u] = 7
    assert reservable(p, REP) == []


@pytest.mark.rule("scs.mov.1", "3.4a.4")
def test_a_unit_that_joins_brings_its_own_points() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-hq-fn")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-hq-fn")
    assert left(p) == [budget(p, unit(p, x)) / MP for x in ("n-tor-iv", "n-hq-fn")] == [6.0, 12.0]


@pytest.mark.rule("scs.mov.1")
def test_whoever_stops_has_moved_and_the_next_is_asked() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    run(p, before(PlayerTurn(NAT), "MovementPhase"))
    play(p, "unit:n-tor-iv", "stop")
    assert p.state[unit(p, "n-tor-iv")] & MOVED
    assert [w for w in offered(p) if w.startswith("unit")] == ["unit:n-bis-iv"]
    assert isinstance(p.stack[-1], Movement)
    assert March().ask(Move(NAT, [unit(p, "n-tor-iv")], [8], False), p) == {}


@pytest.mark.rule("scs.mov.1", "3.5a.1")
def test_a_group_leaves_the_map_only_if_all_of_it_can_pay() -> None:
    p = empty(1)
    puts(p, "1.07", "r-dmi-48", "r-ter-48")
    f = mover(p, "r-dmi-48", "r-ter-48")
    f.moved = True
    assert exit_refusals(f, p, f.units) == []
    f.left = [6 * MP, 0]
    assert [r.rule for r in exit_refusals(f, p, f.units)] == ["scs.mov.1"]
    f.left = [0, 6 * MP]
    assert [r.rule for r in exit_refusals(f, p, f.units)] == ["scs.mov.1"]


@pytest.mark.rule("1.10c.2", "4.6a", "2.5b")
def test_a_hidden_marker_costs_no_more_than_going_across_country() -> None:
    p = drill([f"{A} {T}"])
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    a, b = at(p, A), p.board
    i = b.toward(a, at(p, T))
    road, wild = b.cost[MOTOR][a][i], b.wild[MOTOR][a][i]
    assert (road, wild) == (4, 24)
    assert surcharge(p, u, a, i) == 4
    b.wild[MOTOR][a][i] = 22             # traffic: 4 and 16 are 20 by road, 22 across country
    put(p, "n-truck-ctv-2", T)
    assert surcharge(p, u, a, i) == 2
    b.wild[MOTOR][a][i] = 24
    p.markers, p.flipped, p.shown = [a], [0], [1]
    assert surcharge(p, u, a, i) == 0    # it is doubled already
