"""How the captain holds what he has, and what he does when nobody moves after him."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.captain.goals import goals
from frente.games.guadalajara.captain.move import garrison, muster, route
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.stance import CAPTAIN, final, newcomers
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import AWAITED
from tests.guadalajara.lay import at, drill, empty, put, puts, run, unit


@pytest.mark.parametrize(("scenario", "given", "last"), [
    (2, {}, REP), (4, {"scn4_final_nationalist_turn": True}, NAT), (4, {"scn4_final_nationalist_turn": False}, REP)])
def test_somebody_knows_that_nobody_moves_after_him(scenario: int, given: dict[str, bool], last: int) -> None:
    p = empty(scenario=scenario, **given)
    p.turn = p.board.last_turn
    assert final(p, last)
    assert not final(p, 1 - last)
    p.turn -= 1
    assert not final(p, last)


@pytest.mark.parametrize(("turn", "guards"), [(3, True), (4, False)])
def test_after_the_last_move_of_a_game_no_village_is_in_danger(turn: int, guards: bool) -> None:
    p = empty(scenario=2, turn=turn)
    village = p.board.town["trijueque"]
    p.taken = True                       # Italians may come (1.17a)
    p.last[village] = REP
    u = put(p, "r-dmi-48", p.board.names[village])
    puts(p, "11.11", "n-tor-iv", "n-bis-iv", "n-buf-iv")
    plan = Plan(p, REP, CAPTAIN)
    assert plan.on_guard(p, u) == guards
    assert any(plan.threat) == guards


def test_who_holds_looks_out_for_those_who_enter_the_map_next_turn() -> None:
    p = empty(scenario=4, turn=9)
    masegoso = p.board.town["masegoso-de-tajuna"]
    p.last[masegoso] = NAT
    assert newcomers(p, REP) == []
    assert Plan(p, NAT, CAPTAIN).errands[Plan(p, NAT, CAPTAIN).village(masegoso)].need == 0
    for name in ("r-ara-72", "r-mal-72"):            # they come by Entry Area D, three hexes away
        p.hex[unit(p, name)] = AWAITED
        p.due[unit(p, name)] = 10
    (h, _, power), = newcomers(p, REP)
    assert h in p.board.areas["D"]
    assert power == 4 + 5
    assert Plan(p, NAT, CAPTAIN).errands[Plan(p, NAT, CAPTAIN).village(masegoso)].need > 0
    p.due = [due + 1 if due == 10 else due for due in p.due]         # not yet
    assert newcomers(p, REP) == []


def test_who_has_to_hold_a_village_stands_in_it_whatever_he_fears() -> None:
    p = drill(scenario=4, turn=9)
    village = p.board.town["villaviciosa-de-tajuna"]
    p.last[village] = NAT
    u = put(p, "n-tor-iv", "25.05")
    puts(p, "20.03", "r-ort-65", "r-sub-65", "r-cor-65")
    puts(p, "20.04", "r-gar-xii", "r-dom-xii", "r-am-xii")
    run(p, Movement(NAT))
    plan = Plan(p, NAT, CAPTAIN._replace(fear=2.0))
    plan.errand[u] = plan.village(village)
    assert route(p, plan, u, p.allowance(u), False, False)[-1:] != [village]
    plan.kept = {u}
    assert route(p, plan, u, p.allowance(u), False, False)[-1:] == [village]


@pytest.mark.parametrize("strong", [True, False])
def test_who_holds_fills_the_village_first_and_attacks_with_the_others(strong: bool) -> None:
    p = drill(scenario=4, turn=9)
    village = p.board.brihuega
    p.last = bytearray([NAT if h == village else REP for h in range(p.board.size)])
    here = puts(p, p.board.names[village], "n-tor-iv", "n-bis-iv")
    near = puts(p, "20.04", "n-buf-iv", "n-ardi-vi")
    puts(p, "16.03", "r-ort-65")
    if strong:
        puts(p, "16.04", "r-gar-xii", "r-dom-xii", "r-am-xii")
        puts(p, "16.05", "r-sub-65", "r-cor-65", "r-goy-65")
    run(p, Movement(NAT))
    plan = Plan(p, NAT, CAPTAIN)
    kept = garrison(p, plan, [*here, *near])
    assert len(kept & {*here}) == (2 if strong else 1)
    assert len(kept) == (3 if strong else 1)         # of four, six steps fit (1.1a)
    muster(p, NAT, plan, [*here, *near], False)
    assert plan.kept == kept
    assert kept.isdisjoint(plan.prey)
    assert [u for u in here if plan.on_guard(p, u)] == [u for u in here if u in kept]
    assert garrison(p, Plan(p, NAT, CAPTAIN._replace(garrison=False)), [*here, *near]) == set()


def test_where_brihuega_decides_alone_it_is_worth_more_than_any_two_other_villages() -> None:
    """[scn.4.vp.1] In Italian hands it wins whatever else is lost."""
    p = empty(scenario=4, turn=9)
    worth = {g.h: g.value for g in goals(p)}
    brihuega = worth.pop(p.board.brihuega)
    assert brihuega > sum(sorted(worth.values())[-2:])


def test_who_attacks_keeps_nobody_back_before_the_last_day() -> None:
    for turn, some in ((3, False), (4, True)):
        p = empty(scenario=2, turn=turn)
        p.taken = True
        p.last[p.board.brihuega] = NAT
        u = put(p, "n-tor-iv", "18.03")
        puts(p, "16.04", "r-gar-xii", "r-dom-xii", "r-am-xii")
        assert (garrison(p, Plan(p, NAT, CAPTAIN), [u]) == {u}) == some
        assert at(p, "18.03") == p.board.brihuega
