"""[2.2, 3.1, 3.5b, 1.14d.2, scs.reinf, seq.7] Bounds of arrivals: who, when, and why not there."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements, arrivals, arriving
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.frames import Turn
from frente.games.guadalajara.state.position import AWAITED, DEAD, EMERGENCY, RELEASED, RETURNING
from tests.guadalajara.lay import (
    before,
    box,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    where,
)


@pytest.mark.rule("3.1b", "2.2b", "2.2d", "1.14d.2", "scs.reinf.1")
@pytest.mark.parametrize(("name", "rule"), [
    ("r-dmi-48", "3.1b"), ("n-6-vic-sot", "2.2b"), ("n-ardi-vi", "2.2d"), ("n-hq-fn", "1.14d.2")])
def test_who_comes_back_elsewhere_is_refused_by_the_rule_of_his_army(name: str, rule: str) -> None:
    p = empty(turn=5)
    if name == "n-ardi-vi":
        put(p, "n-hq-fn", "50.10")
    put(p, "n-int-vi", "50.10")
    box(p, name, RETURNING, 5)
    run(p, arrivals(p, p.board.side[unit(p, name)]))
    assert step(p) == "PlaceUnit"
    assert rules(p, "hex:30.10") == [rule]
    here = next(w for w in offered(p) if w.startswith("hex:"))
    assert rules(p, here) == []
    play(p, here)
    assert f"hex:{where(p, name)}" == here


@pytest.mark.rule("1.14d.2")
def test_a_headquarters_comes_back_to_any_unit_of_its_own_division() -> None:
    p = empty(turn=5)
    put(p, "n-int-vi", "50.10")
    put(p, "n-aud-vi", "48.10")
    put(p, "n-aqu-i", "46.10")           # of another division
    box(p, "n-hq-fn", RETURNING, 5)
    run(p, arrivals(p, NAT))
    assert offered(p) == ["hex:48.10", "hex:50.10", "hold"]
    assert rules(p, "hex:46.10") == ["1.14d.2"]


@pytest.mark.rule("scs.reinf.1", "3.1b")
def test_a_full_town_does_not_take_back_a_battalion() -> None:
    p = empty(turn=5)
    torija = p.board.names[p.board.town["torija"]]
    puts(p, torija, "r-dmi-48", "r-ter-48", "r-lr-50")
    box(p, "r-apo-71", RETURNING, 5)
    run(p, arrivals(p, REP))
    assert f"hex:{torija}" not in offered(p)
    assert rules(p, f"hex:{torija}") == ["1.1a"]
    q = empty(turn=5)
    puts(q, torija, "r-dmi-48", "r-ter-48")
    box(q, "r-apo-71", RETURNING, 5)
    run(q, arrivals(q, REP))
    assert rules(q, f"hex:{torija}") == []


@pytest.mark.rule("3.1b")
@pytest.mark.parametrize("town", ["torija", "brihuega"])
def test_republicans_come_back_in_a_town_only_while_it_is_theirs(town: str) -> None:
    for owner, want in ((REP, []), (NAT, ["3.1b"])):
        p = empty(turn=5)
        h = p.board.town[town]
        p.last[h] = owner
        box(p, "r-dmi-48", RETURNING, 5)
        run(p, arrivals(p, REP))
        assert rules(p, f"hex:{p.board.names[h]}") == want


@pytest.mark.rule("3.1d.1", "3.1d.2")
@pytest.mark.parametrize(("turn", "groups"), [(4, []), (5, [5]), (6, [5, 6]), (9, [5, 6])])
def test_an_emergency_group_is_called_on_its_turn_or_later_and_once(turn: int, groups: list[int]) -> None:
    p = empty(turn=turn)
    b = p.board
    there = [u for u in b.of[REP] if b.group[u]]
    assert {b.group[u] for u in there} == {5, 6}
    for u in there:
        p.hex[u] = EMERGENCY
    run(p, before(Reinforcements(), "Emergency"))
    assert [w for w in offered(p) if w.startswith("activate")] == [f"activate:{g}" for g in groups]
    if groups:
        pool = p.pool[REP]
        play(p, "activate:5")
        called = [u for u in there if b.group[u] == 5]
        assert {(p.hex[u], p.due[u]) for u in called} == {(AWAITED, turn)}
        assert {p.hex[u] for u in there if b.group[u] == 6} == {EMERGENCY}
        assert (p.active[5], p.active[6], p.pool[REP] - pool) == (1, 0, 1)        # its marker comes along
    if groups == [5, 6]:
        assert rules(p, "activate:5") == ["3.1d.2"]
        assert rules(p, "activate:6") == []


@pytest.mark.rule("3.1d.2")
def test_a_group_whose_turn_has_not_come_is_refused() -> None:
    p = empty(turn=5)
    for u in p.board.of[REP]:
        if p.board.group[u]:
            p.hex[u] = EMERGENCY
    run(p, before(Reinforcements(), "Emergency"))
    assert rules(p, "activate:6") == ["3.1d.2"]
    assert rules(p, "activate:5") == rules(p, "pass") == []


@pytest.mark.rule("3.5b")
@pytest.mark.parametrize(("turn", "due", "delayed", "can"), [
    (2, 2, 0, True), (3, 2, 0, False), (2, 2, 1, False), (9, 9, 0, True), (10, 10, 0, False)])
def test_a_reinforcement_is_diverted_once_on_its_own_turn_and_in_time(turn: int, due: int, delayed: int, can: bool
                                                                      ) -> None:
    p = empty(turn=turn)
    u = box(p, "r-pdm-48", AWAITED, due)
    p.delayed[u] = delayed
    run(p, arrivals(p, REP))
    assert ("divert" in offered(p)) is can
    assert rules(p, "divert") == ([] if can else ["3.5b"])
    if can:
        play(p, "divert")
        assert (p.due[u], p.delayed[u], where(p, "r-pdm-48")) == (turn + 2, 1, str(AWAITED))


@pytest.mark.rule("3.5b", "2.2a")
def test_nationalists_and_those_who_come_back_are_not_diverted() -> None:
    p = empty(turn=2)
    box(p, "n-hq-pn", AWAITED, 2)
    run(p, arrivals(p, NAT))
    assert rules(p, "divert") == ["3.5b"]
    assert rules(p, "hex:30.10") == ["2.2a"]
    q = empty(turn=5)
    box(q, "r-dmi-48", RETURNING, 5)
    run(q, arrivals(q, REP))
    assert rules(q, "divert") == ["3.5b"]


@pytest.mark.rule("scs.reinf.1", "scs.reinf.3")
@pytest.mark.parametrize(("place", "due", "comes"), [
    (AWAITED, 5, True), (AWAITED, 6, False), (AWAITED, 4, True), (RETURNING, 5, True), (DEAD, 5, False)])
def test_those_arrive_who_are_due_and_waiting(place: int, due: int, comes: bool) -> None:
    p = empty(turn=5)
    u = box(p, "r-pdm-48", place, due)
    assert arriving(p, REP, False) == ([u] if comes else [])
    assert arriving(p, REP, True) == []


@pytest.mark.rule("seq.7")
@pytest.mark.parametrize(("scenario", "turn", "final", "plays"), [
    (4, 11, True, True), (4, 11, False, False), (4, 10, False, True), (1, 11, False, True)])
def test_only_the_very_last_nationalist_turn_of_scenario_4_may_fall_away(scenario: int, turn: int, final: bool,
                                                                         plays: bool) -> None:
    p = drill(scenario=scenario, turn=turn, scn4_final_nationalist_turn=final)
    put(p, "n-tor-iv", "40.05")
    run(p, before(Turn([REP, NAT]), "SecondPlayer"))
    assert ("unit:n-tor-iv" in offered(p)) is plays


@pytest.mark.rule("1.13a.3", "1.13a.1", "scs.mov.1")
def test_reserves_are_formed_in_movement_and_move_in_exploitation() -> None:
    p = drill()
    put(p, "n-tor-iv", "40.05", state=RELEASED)
    put(p, "n-bis-iv", "41.05")
    run(p, Movement(NAT, True))
    assert offered(p) == ["unit:n-tor-iv", "pass"]
    assert rules(p, "reserve:n-bis-iv") == ["1.13a.3"]
    assert rules(p, "unit:n-bis-iv") == ["1.13a.1"]
    q = drill()
    put(q, "r-tha-xi", "40.05")
    run(q, Movement(REP))
    assert rules(q, "reserve:r-tha-xi") == rules(q, "unit:r-tha-xi") == []
