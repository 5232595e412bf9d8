"""[1.1, 1.16, 2.8b.5, 2.8c, 4.1, 4.6, scs.ctrl.1, scs.fog, scs.zoc.1, seq] Stacks, zones, phases and secrets."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import move_of
from frente.games.guadalajara.rules.ch04_screen import free, havens
from frente.games.guadalajara.rules.sequence import begin_phase, prepare, reserve_hexes
from frente.games.guadalajara.rules.setup import SetUp, deploy, place_refusals
from frente.games.guadalajara.rules.victory import holds
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn, Turn
from frente.games.guadalajara.state.position import (
    AWAITED,
    DG,
    FIRED,
    FOUGHT,
    HANDLED,
    IN_ZOC,
    MOVED,
    OFF_MAP,
    RELEASED,
    RESERVE,
    UNSUPPLIED,
    Guadalajara,
)
from frente.kernel.flow import EVERYONE
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    box,
    denied,
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
    told,
    unit,
    where,
)

A = "30.05"
T = "30.06"


def zone(p: Guadalajara, side: int) -> set[str]:
    return {p.board.names[h] for h in range(p.board.size) if p.zone[side][h]}


# -- zones


@pytest.mark.rule("scs.zoc.1", "1.7a.4", "1.16b.5", "1.8a.1")
def test_a_zone_comes_and_goes_with_its_unit() -> None:
    ring = {"29.05", "29.06", "30.04", "30.06", "31.05", "31.06"}
    p = drill()
    u = put(p, "n-tor-iv", A)
    assert (zone(p, NAT), zone(p, REP)) == (ring, set())
    p.mark(u, DG)
    p.mark(u, DG)                        # twice is once
    assert zone(p, NAT) == set()
    p.unmark(u, DG)
    assert zone(p, NAT) == ring
    p.mark(u, UNSUPPLIED)
    p.unmark(u, UNSUPPLIED)
    assert {p.zone[NAT][at(p, x)] for x in ring} == {1}
    t = put(p, "n-truck-ctv-1", A)
    p.load(u, t)
    assert zone(p, NAT) == set()
    p.unload(u)
    assert {p.zone[NAT][at(p, x)] for x in ring} == {1}
    p.box(u, OFF_MAP)
    assert zone(p, NAT) == set()
    p.mark(u, DG)
    p.unmark(u, DG)
    assert zone(p, NAT) == set()         # beside the map there is none


@pytest.mark.rule("1.8a.1", "1.3b", "scs.zoc.1")
def test_a_gun_that_turns_beside_the_map_has_no_zone_and_on_the_map_another_reach() -> None:
    p = drill(ground={T: "wooded-hills"})
    g = box(p, "n-arty-ctv-2", OFF_MAP)
    p.turn_face(g, 1)
    assert (p.face[g], zone(p, NAT)) == (1, set())
    put(p, "n-arty-ctv-2", A)
    assert T in zone(p, NAT)
    p.turn_face(g, 1)
    assert T not in zone(p, NAT)         # on wheels it does not reach into wooded hills
    p.turn_face(g, 0)
    assert T in zone(p, NAT)
    assert set(p.zone[NAT]) == {0, 1}


@pytest.mark.rule("2.8b.5")
def test_when_turn_1_is_over_both_sides_have_their_zones_everywhere() -> None:
    p = drill(turn=1)
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", "40.05")
    put(p, "r-ter-48", "24.20")          # north of the line there is no surprise
    box(p, "r-lr-50", AWAITED)
    assert ("40.06" in zone(p, REP), "24.21" in zone(p, REP), T in zone(p, NAT)) == (False, True, True)
    p.advance_turn()
    assert p.turn == 2
    assert ("40.06" in zone(p, REP), "24.21" in zone(p, REP), T in zone(p, NAT)) == (True, True, True)
    assert {*p.zone[NAT], *p.zone[REP]} == {0, 1}


# -- stacks


@pytest.mark.rule("scs.zoc.1", "scs.ctrl.1", "1.16a.3")
def test_units_leave_a_stack_from_top_middle_and_bottom() -> None:
    for gone, rest in (("n-tor-iv", ["n-buf-iv", "n-bis-iv"]), ("n-bis-iv", ["n-buf-iv", "n-tor-iv"]),
                       ("n-buf-iv", ["n-bis-iv", "n-tor-iv"])):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
        p.put(unit(p, gone), at(p, T))
        assert [p.board.uid[u] for u in p.stack_at(at(p, A))] == rest
        assert p.last[at(p, T)] == NAT


@pytest.mark.rule("1.16e.1", "1.16a.6")
def test_only_empty_trucks_of_the_hex_are_run_over() -> None:
    p = drill()
    put(p, "r-truck-rep-1", T)
    put(p, "r-truck-rep-2", "31.06")
    put(p, "n-tor-iv", A)
    p.put(unit(p, "n-tor-iv"), at(p, T))
    assert (where(p, "r-truck-rep-1"), where(p, "r-truck-rep-2")) == ("-4", "31.06")
    put(p, "n-truck-ctv-1", T)
    p.put(unit(p, "n-tor-iv"), at(p, A))
    p.put(unit(p, "n-tor-iv"), at(p, T))
    assert where(p, "n-truck-ctv-1") == T                    # friends do it no harm


@pytest.mark.rule("1.1a", "1.1c", "1.11a.1", "1.11b", "1.12b", "2.6b", "4.1")
@pytest.mark.parametrize(("political", "there", "group", "want"), [
    (False, ("n-tor-iv", "n-bis-iv"), ("n-buf-iv",), ""), (False, ("n-tor-iv", "n-bis-iv", "n-buf-iv"),
    ("n-lu-ix",), "1.1a"),
    (False, ("n-tor-iv", "n-bis-iv", "n-buf-iv"), ("n-tk-3-crs",), ""), (False, (), ("n-tk-3-crs",), "1.11b"),
    (False, (), ("n-gen-crs",), "1.12b"), (False, (), ("n-tk-3-crs", "n-tor-iv"), ""), (False, ("n-gen-crs",),
    ("n-tk-3-crs",), "1.11b"),
    (False, ("n-tor-iv", "n-tk-4-crs"), ("n-tk-3-crs",), "1.11a.1"),
    (False, ("n-tor-iv", "n-tk-4-crs", "n-tk-3-crs"), ("n-bis-iv",), ""),
    (False, ("n-tor-iv",), ("n-tk-3-crs", "n-tk-4-crs"), "1.11a.1"), (False, ("n-8-bai-sot",), ("n-tor-iv",), "2.6b"),
    (True, (), ("r-dmi-48", "r-con-1-70", "r-mpg-1-bis"), "4.1"), (True, ("r-con-1-70",), ("r-mpg-1-bis",), "4.1"),
    (False, (), ("r-con-1-70", "r-mpg-1-bis"), ""), (True, (), ("r-con-1-70", "r-con-2-70", "r-dmi-48"), "")])
def test_who_may_stop_where(political: bool, there: tuple[str, ...], group: tuple[str, ...], want: str) -> None:
    p = drill(political_incompatibility=political)
    puts(p, T, *there)
    found = puts(p, A, *group)
    assert p.room(found, at(p, T)) == want


@pytest.mark.rule("1.3a", "1.3b", "1.16a.2")
def test_how_a_unit_moves() -> None:
    p = drill()
    assert [p.moves_as(u) for u in puts(p, A, "n-tor-iv", "n-tk-3-crs", "n-brs-crs", "n-arty-ctv-2")] == [0, 1, 2, 0]
    p.face[unit(p, "n-arty-ctv-2")] = 1
    assert p.moves_as(unit(p, "n-arty-ctv-2")) == 2
    p.load(unit(p, "n-tor-iv"), put(p, "n-truck-ctv-1", A))
    assert p.moves_as(unit(p, "n-tor-iv")) == 2


@pytest.mark.rule("3.4b.3")
def test_the_railway_battalion_alone_on_foot_and_on_the_line_moves_twice() -> None:
    p = drill(rails=["30.25 31.26"])
    u, v = put(p, "r-rrbn", "30.25"), put(p, "r-dmi-48", "30.25")
    assert (move_of(p, REP, [u], False).left, move_of(p, REP, [u], False).bonus) == ([80], 40)
    assert (move_of(p, REP, [v], False).left, move_of(p, REP, [v], False).bonus) == ([48], 0)
    put(p, "r-rrbn", "30.24")
    assert move_of(p, REP, [u], False).left == [40]
    put(p, "r-rrbn", "30.25")
    p.load(u, put(p, "r-truck-rep-1", "30.25"))
    assert move_of(p, REP, [u], False).left == [96]


# -- phases


@pytest.mark.rule("scs.ovr.2", "scs.mov.1", "1.16b.4")
def test_a_phase_begins_with_fresh_units_where_they_stand() -> None:
    p = drill()
    u, v = put(p, "n-tor-iv", A, state=MOVED | HANDLED | DG), put(p, "n-bis-iv", "40.05", state=IN_ZOC)
    enemy = put(p, "r-dmi-48", T, state=MOVED)
    off = box(p, "n-buf-iv", AWAITED)
    p.began = [-1] * p.board.units
    begin_phase(p, NAT)
    assert (p.state[u], p.state[v], p.state[enemy]) == (IN_ZOC | DG, 0, MOVED)
    assert (p.began[u], p.began[v], p.began[enemy], p.began[off]) == (at(p, A), at(p, "40.05"), -1, -1)


@pytest.mark.rule("1.7b", "1.13c")
def test_the_clean_up_phase_takes_off_the_marks_of_a_turn_and_leaves_the_others() -> None:
    p = drill()
    u = put(p, "n-tor-iv", A, state=DG | RESERVE | RELEASED | MOVED | FIRED | FOUGHT | HANDLED | IN_ZOC | UNSUPPLIED)
    v = put(p, "r-dmi-48", "40.05", state=DG)
    run(p, before(PlayerTurn(NAT), "CleanUp"))
    assert (p.state[u], p.state[v]) == (UNSUPPLIED, DG)
    assert T in zone(p, NAT)


@pytest.mark.rule("scs.stack.1", "scs.stack.2")
@pytest.mark.parametrize("name", ["StackingAfterMovement", "StackingAfterCombat", "StackingAfterExploitation"])
def test_stacking_is_checked_after_movement_combat_and_exploitation(name: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv", "n-hq-fn")
    run(p, before(PlayerTurn(NAT), name))
    assert (step(p), asked(p)) == ("Eliminate", [NAT])


@pytest.mark.rule("2.8c")
@pytest.mark.parametrize(("name", "place", "state", "turn", "scenario", "side", "want"), [
    ("n-tor-iv", A, 0, 1, 1, NAT, True), ("n-tor-iv", A, 0, 2, 1, NAT, False), ("n-tor-iv", A, DG, 1, 1, NAT, False),
    ("n-tor-iv", "40.05", 0, 1, 1, NAT, False), ("n-8-bai-sot", "24.20", 0, 1, 1, NAT, False),
    ("n-tor-iv", A, 0, 1, 1, REP, False), ("n-tor-iv", A, 0, 1, 4, NAT, False)])
def test_who_is_ready_on_turn_1(name: str, place: str, state: int, turn: int, scenario: int, side: int, want: bool
                                ) -> None:
    p = drill(turn=turn, scenario=scenario)
    u = put(p, name, place, state=state)
    put(p, "r-dmi-48", "40.06")
    box(p, "n-bis-iv", AWAITED)
    prepare(p, side)
    assert bool(p.state[u] & RELEASED) is want
    assert not p.state[unit(p, "n-bis-iv")] & RELEASED


@pytest.mark.rule("1.13d", "2.8c")
def test_reserves_are_released_hex_by_hex() -> None:
    p = drill()
    puts(p, A, "n-lit-1-1", "n-tor-iv")
    put(p, "n-lit-2-1", "40.05", state=RESERVE)
    p.state[unit(p, "n-lit-1-1")] |= RESERVE
    put(p, "r-gar-xii", "50.05", state=RESERVE)
    assert [p.board.names[h] for h in reserve_hexes(p, NAT)] == [A, "40.05"]
    run(p, before(PlayerTurn(NAT), "Release"))
    assert (asked(p), offered(p), denied(p)) == ([NAT], [f"release:{A}", "release:40.05", "pass"], [])
    assert rules(p, "release:50.05") == ["1.13d"]
    play(p, f"release:{A}")
    assert p.state[unit(p, "n-lit-1-1")] & RELEASED
    assert not p.state[unit(p, "n-tor-iv")] & RELEASED
    assert offered(p) == ["release:40.05", "pass"]


@pytest.mark.rule("seq.2", "2.2a", "3.1a", "seq.7")
def test_arrivals_of_both_sides_and_then_the_player_turns_in_order() -> None:
    p = empty(turn=3)
    box(p, "n-aqu-i", AWAITED, 3)
    box(p, "r-pdm-48", AWAITED, 3)
    put(p, "n-tor-iv", "50.10")
    put(p, "r-dmi-48", "10.05")
    run(p, before(Turn([NAT, REP]), "NationalistArrivals"))
    assert (step(p), asked(p)) == ("PlaceUnit", [NAT])
    play(p, "hold")
    assert (step(p), asked(p)) == ("PlaceUnit", [REP])
    play(p, "hold")
    assert asked(p) == [NAT]
    q = drill()
    put(q, "r-dmi-48", A)
    put(q, "n-tor-iv", "40.05")
    run(q, before(Turn([REP, NAT]), "FirstPlayer"))
    assert [f.side for f in q.stack if isinstance(f, PlayerTurn)] == [REP]


# -- secrets


@pytest.mark.rule("scs.fog", "4.6a", "4.6b", "4.6c")
@pytest.mark.parametrize("option", ["hidden_stacks", "secret_rolls", "hidden_interdiction", "secret_off_map", ""])
def test_the_end_lays_everything_open_where_something_was_hidden(option: str) -> None:
    p = drill(**({option: True} if option else {}))          # type: ignore[arg-type]
    was = p.barrier
    p.end()
    assert (p.barrier > was) is bool(option)
    assert p.choices() == {}


@pytest.mark.rule("4.6b", "4.6c", "seq.2", "2.2a", "3.1a", "scn.1.rep.T5x.01", "2.7g")
@pytest.mark.parametrize(("frame", "name"), [
    ("turn", "ReinforcementPhase"), ("turn", "NationalistArrivals"), ("turn", "RepublicanArrivals"),
    ("rep", "MoralePhase"),
    ("rep", "ExploitationArrivals")])
def test_phases_that_tell_of_units_off_the_map_or_of_rolls_cannot_be_taken_back(frame: str, name: str) -> None:
    for option, tells in (("secret_off_map", True), ("secret_rolls", True), ("hidden_interdiction", False)):
        p = drill(**{option: True})      # type: ignore[arg-type]
        f = Turn([NAT, REP]) if frame == "turn" else PlayerTurn(REP)
        before(f, name)
        p.stack = [f]
        was = p.barrier
        f.at += 1
        f.steps()[f.at - 1].auto(f, p)
        assert (p.barrier > was) is tells, option


@pytest.mark.rule("4.6c", "scs.stack.1", "1.8b.2", "scs.cbt.1", "scs.exp.1")
@pytest.mark.parametrize("name", ["StackingAfterMovement", "BarragePhase", "CombatPhase", "StackingAfterCombat",
                                  "ExploitationPhase", "StackingAfterExploitation"])
def test_phases_that_tell_of_the_nationalists_losses_cannot_be_taken_back(name: str) -> None:
    for side, secret, tells in ((NAT, True, True), (REP, True, False), (NAT, False, False)):
        p = drill(secret_rolls=secret)
        f = PlayerTurn(side)
        before(f, name)
        p.stack = [f]
        was = p.barrier
        f.at += 1
        f.steps()[f.at - 1].auto(f, p)
        assert (p.barrier > was) is tells, (side, secret)


@pytest.mark.rule("scs.fog", "4.6c")
def test_what_happens_below_a_stack_is_told_to_its_owner() -> None:
    for hidden, name, only in ((True, "r-dmi-48", REP), (True, "r-ter-48", EVERYONE), (False, "r-dmi-48", EVERYONE)):
        p = drill(hidden_stacks=hidden)
        puts(p, A, "r-dmi-48", "r-ter-48")
        events = told(p)
        p.tell("1.6a.3", "out-of-supply", {"unit": name})
        p.tell("seq.6", "turn-begins", {"turn": 2})
        p.tell("1.6a.3", "out-of-supply", {"unit": name}, NAT)
        assert [e.only for e in events] == [only, EVERYONE, NAT]


# -- set-up


@pytest.mark.rule("1.8a.1", "scs.within")
@pytest.mark.parametrize(("word", "face"), [("pass", 0), ("mode", 1)])
def test_guns_are_set_up_in_either_mode(word: str, face: int) -> None:
    p = start(2)
    while step(p) != "StartFace":
        play(p, offered(p)[0])
    f = p.stack[-1]
    assert isinstance(f, SetUp)
    gun = f.gun
    assert p.board.two_faced[gun]
    assert offered(p) == ["pass", "mode"]
    play(p, word)
    assert (p.face[gun], f.gun) == (face, -1)
    assert step(p) in ("Deploy", "StartFace")


@pytest.mark.rule("scs.within", "scn.4.rep.sr", "1.1a", "1.11a.1")
def test_where_a_unit_is_not_set_up() -> None:
    p = empty(scenario=4)
    f = SetUp(REP)
    u = next(x for x in p.board.setup_order[REP] if p.board.pass_hex in p.board.choice[x] and p.board.infantry[x])
    assert place_refusals(f, p, u, p.board.pass_hex) == []
    far = next(h for h in range(p.board.size) if h not in p.board.choice[u])
    assert [r.rule for r in place_refusals(f, p, u, far)] == ["scs.within"]
    v = next(x for x in p.board.setup_order[REP] if x != u and p.board.infantry[x])
    p.put(v, p.board.pass_hex)
    assert [r.rule for r in place_refusals(f, p, u, p.board.pass_hex)] == ["scn.4.rep.sr"]
    other = next(h for h in p.board.choice[u] if h != p.board.pass_hex)
    p.put(unit(p, "n-tor-iv"), other)
    assert [r.rule for r in place_refusals(f, p, u, other)] == ["R123"]
    deploy(f, p, u, p.board.pass_hex)
    assert (f.done, f.gun) == (1, -1)


# -- control


@pytest.mark.rule("scs.ctrl.1")
@pytest.mark.parametrize(("scenario", "needs", "present", "nat", "rep"), [
    (1, False, False, True, False), (1, True, False, False, False), (1, True, True, True, False),
    (2, True, False, True, False)])
def test_a_village_belongs_to_whoever_was_there_last(scenario: int, needs: bool, present: bool, nat: bool, rep: bool
                                                     ) -> None:
    p = empty(scenario=scenario, vp_needs_unit_present=needs)
    h = at(p, "18.03")
    put(p, "n-tor-iv", "18.03")
    if not present:
        put(p, "n-tor-iv", "20.05")
    assert (holds(p, NAT, h), holds(p, REP, h)) == (nat, rep)
    assert holds(p, REP, at(p, "3.08"))  # a Republican keeps what he had, unit or no unit


# -- cavalry


@pytest.mark.rule("4.2a.1", "4.2a.2")
def test_cavalry_slips_away_by_free_hexes_only() -> None:
    p = drill(ground={"29.06": "wooded-hills"})
    u = put(p, "r-cav-xii", A)
    ground = p.board.open[0]
    assert len(free(p, REP, at(p, A), ground, [u])) == 6
    put(p, "n-tor-iv", "30.03")          # its zone covers 30.04, 29.04 ...
    found = {p.board.names[h] for h in free(p, REP, at(p, A), ground, [u])}
    assert "30.04" not in found
    put(p, "n-bis-iv", "31.06", state=DG)                    # no zone, but an enemy in the hex
    assert "31.06" not in {p.board.names[h] for h in free(p, REP, at(p, A), ground, [u])}
    put(p, "r-ac-1-bt", A)
    assert all(p.board.distance(h, at(p, A)) == 2 for h in havens(p, REP, at(p, A)))
    assert havens(p, REP, at(p, "50.05")) == []
    closed = list(ground)
    closed[at(p, T)] = False
    assert T not in {p.board.names[h] for h in free(p, REP, at(p, A), closed, [u])}
    q = drill(rivers=["30.05/30.06"])
    v, w = put(q, "r-cav-xii", A), put(q, "r-ac-1-bt", A)
    assert T in {q.board.names[h] for h in free(q, REP, at(q, A), ground, [v])}
    assert T not in {q.board.names[h] for h in free(q, REP, at(q, A), ground, [w, v])}       # wheels do not cross
