"""[6, 14] Stacks on the move: credit, costs, routes, reactions."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch06_reaction import reaction_parts
from frente.games.heralds.rules.ch06_stacks import credit, credit_parts
from frente.games.heralds.rules.ch07_ruin import burn
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import Order, Reaction, Stack
from frente.games.heralds.state.position import FIRE, RUIN, Heralds
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    hold,
    moving,
    neutral,
    now,
    offered,
    ordered,
    play,
    put,
    question,
    resource,
    rules,
    run,
    space,
    top,
    unit,
    up,
    where,
)


def cost(p: Heralds, side: int, name: str, to: str, credit: int = 9) -> int:
    """What one step costs."""
    moving(p, side, credit, name)
    play(p, f"move:{to}")
    return credit - now(p).credit


# -- stacks


@pytest.mark.rule("5.2.3e")
def test_a_stack_moves_and_fights_in_any_order_while_its_credit_lasts() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    moving(p, PCE, 2, "18bm-1")
    play(p, "hold:E1", "move:D", "hold:D2")
    assert now(p).credit == 0
    play(p, "stop")
    assert p.choices() == {}


@pytest.mark.rule("6a")
def test_steps_follow_routes_or_enter_compounds_of_the_square() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    moving(p, PCE, 9, "18bm-1")
    assert set(args(p, "move")) == {"E1", "C", "D", "F", "CANILLEJAS"}
    assert rules(p, "move:G") == ["6.3c"]


@pytest.mark.rule("6b", "4.2.1c")
def test_headquarters_and_syndicates_do_not_maneuver() -> None:
    p = empty()
    put(p, "RES_8D", "hq-8d", "18bm-1", "ascanio", "token-pce")
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio")
    assert rules(p, "join:hq-8d") == ["6b"]
    assert "join:18bm-1" in offered(p)
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct")
    assert "order:hq-8d" not in offered(p)


@pytest.mark.rule("6.1a")
def test_a_stack_is_made_of_pawns_in_one_large_square() -> None:
    p = empty()
    put(p, "B", "gutierrez", "112bm-1")
    put(p, "B1", "112bm-2")
    put(p, "D", "112bm-3")
    ordered(p, CND, "gutierrez")
    play(p, "stack:gutierrez")
    assert set(args(p, "join")) == {"112bm-1", "112bm-2"}
    assert rules(p, "join:112bm-3") == ["6.1a"]
    play(p, "join:112bm-2")              # from a compound: they gather in the square
    assert where(p, "112bm-2") == "B"


@pytest.mark.rule("6.1b", "6.1c")
def test_without_a_leader_only_active_detachments_of_one_brigade_go_together() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1", "18bm-2", "18bm-3", "44bm-1")
    ordered(p, PCE, "18bm-1", "18bm-2", "44bm-1")
    play(p, "stack:18bm-1")
    assert args(p, "join") == ["18bm-2"]
    assert rules(p, "join:18bm-3") == ["6.1c"]           # not marked active
    assert rules(p, "join:44bm-1") == ["6.1b"]           # another brigade
    play(p, "join:18bm-2")
    assert [p.board.uid[u] for u in top(p, Order).active] == ["44bm-1"]          # the marker went under the stack
    q = empty()
    put(q, "RES_8D", "ascanio", "18bm-1")
    ordered(q, PCE, "ascanio")
    play(q, "stack:ascanio")
    assert args(q, "join") == ["18bm-1"]                 # under a leader no marker is needed


@pytest.mark.rule("6.1e")
def test_picking_up_costs_a_point_and_wants_a_fitting_pawn() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1")
    put(p, "RES_8D", "18bm-1", "18bm-2", "42bm-1")
    moving(p, PCE, 3, "ascanio", "44bm-1")
    play(p, "move:RES_8D", "pick:18bm-1")
    assert now(p).credit == 1
    assert rules(p, "pick:42bm-1") == ["6.1e"]
    play(p, "pick:18bm-2")
    assert now(p).credit == 0
    assert len(now(p).units) == 4
    q = empty()
    put(q, "RES_8D", "18bm-1", "18bm-2", "18bm-3")
    moving(q, PCE, 3, "18bm-1", reached=("18bm-2",))
    assert args(q, "pick") == ["18bm-2"]
    assert rules(q, "pick:18bm-3") == ["6.1c"]


# -- credit


def parts(p: Heralds, side: int, *names: str) -> dict[str, int]:
    units = [unit(p, n) for n in names]
    return {key: n for n, _, key in credit_parts(p, Stack(side, units, 0)) if n or key == "credit-fixed"}


@pytest.mark.rule("6.2a")
def test_what_makes_up_the_maneuver_credit() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "18bm-1", "18bm-2", "18bm-3", "art-8d", "art-iii")
    up(p, "EL_PARDO", "dieguez")
    assert parts(p, PCE, "ascanio", "44bm-1", "18bm-1") == {"credit-initiative": 2, "credit-leader": 1}
    assert parts(p, PCE, "ascanio") == {"credit-alone": 3, "credit-leader": 1}
    assert parts(p, PCE, "dieguez") == {"credit-alone": 3}
    assert parts(p, PCE, "18bm-1", "art-8d", "art-iii") == {"credit-initiative": 3, "credit-artillery": -2}
    assert parts(p, PCE, "44bm-1", "18bm-1", "18bm-2", "18bm-3") == {"credit-initiative": 2, "credit-crowd": -1}
    p.will[PCE] = 2
    assert parts(p, PCE, "18bm-1") == {"credit-initiative": 3, "credit-will": -1}
    p.fixed[unit(p, "18bm-1")] = 1
    assert "credit-fixed" in parts(p, PCE, "18bm-1")
    assert "credit-fixed" in parts(p, PCE, "18bm-1", "18bm-2")           # one is enough
    assert "credit-fixed" not in parts(p, PCE, "18bm-2", "18bm-3")
    q = empty(artillery_credit="once")
    put(q, "EL_PARDO", "18bm-1", "art-8d", "art-iii")
    assert parts(q, PCE, "18bm-1", "art-8d", "art-iii")["credit-artillery"] == -1


@pytest.mark.rule("6.2a")
def test_a_hidden_piece_moves_like_a_decoy() -> None:
    p = empty()
    put(p, "EL_PARDO", "pedro-fdez")
    assert parts(p, PCE, "pedro-fdez") == {"credit-alone": 3}
    up(p, "EL_PARDO", "pedro-fdez")
    assert parts(p, PCE, "pedro-fdez") == {"credit-alone": 3, "credit-leader": 1}


@pytest.mark.rule("6.2b", "10.6a")
def test_the_credit_ends_at_ten_and_a_motor_depot_doubles_it() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "18bm-1")
    units = [unit(p, n) for n in ("ascanio", "18bm-1")]
    f = Stack(PCE, units, 0)
    assert credit(p, f, 4) == 8
    f.motor = True
    assert credit(p, f, 4) == 16
    p.will[PCE] = 5
    assert credit(p, f, 6) == 20         # 11, limited to 10, doubled
    f.motor = False
    assert credit(p, f, 6) == 10
    put(p, "F1", "18bm-2")
    put(p, "F", "token-pce")
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio", "motor:motor-f1", "direct")
    assert p.res[resource(p, "motor-f1")] == 1
    play(p, "join:18bm-1")
    assert question(p) == "CreditDie"
    assert now(p).motor


# -- destinations and routes


@pytest.mark.rule("6.3b", "14.h")
def test_out_of_a_compound() -> None:
    p = empty()
    put(p, "G2", "70bm-1")
    moving(p, CND, 9, "70bm-1")
    assert set(args(p, "move")) == {"G", "G4", "H"}      # its square, the compound next to it, the other end
    put(p, "G4", "18bm-1")
    moving(p, CND, 9, "70bm-1")
    assert args(p, "move") == ["G"]      # the route to H is blocked
    assert rules(p, "move:L") == ["6.3b"]


@pytest.mark.rule("6.3c")
def test_out_of_a_large_square() -> None:
    p = empty()
    put(p, "H", "70bm-1")
    put(p, "H2", "18bm-1")
    moving(p, CND, 9, "70bm-1")
    assert set(args(p, "move")) == {"H1", "H3", "B", "G4", "G", "K"}     # not H2, and not D behind it
    assert rules(p, "move:H2") == ["14.k"]
    assert rules(p, "move:D") == ["6.3d"]


@pytest.mark.rule("6.3d", "14.k", "6.3c")
def test_what_blocks_a_route_and_what_does_not() -> None:
    p = empty()
    put(p, "CHAMARTIN", "18bm-1")
    moving(p, PCE, 9, "18bm-1")
    assert "move:A" in offered(p)
    put(p, "A1", "40bm-1")
    moving(p, PCE, 9, "18bm-1")
    assert rules(p, "move:A") == ["6.3d"]
    for state in (FIRE, RUIN):           # burning or ruined, but no bridge
        q = empty()
        put(q, "CHAMARTIN", "18bm-1")
        q.state[space(q, "A1")] = state
        moving(q, PCE, 9, "18bm-1")
        assert "move:A" in offered(q)
        assert rules(q, "move:A1") == ["14.k"]
    r = empty()
    put(r, "VALLECAS", "152bm-1")
    moving(r, CND, 9, "152bm-1")
    assert rules(r, "move:ARGANDA") == ["6.3d"]          # the Arganda bridge is closed
    assert rules(r, "move:ARGANDA_BRIDGE") == ["14.k"]
    r.closed = 0
    moving(r, CND, 9, "152bm-1")
    assert "move:ARGANDA" in offered(r)


@pytest.mark.rule("6.3e", "6.4a")
def test_leaders_alone_slip_past_enemy_compounds_but_not_broken_bridges() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio", "18bm-1")
    put(p, "A1", "40bm-1")
    moving(p, PCE, 9, "ascanio")
    play(p, "move:A", "extra:0")
    assert question(p) == "ChooseReaction"
    q, r = p.clone(), p.clone()
    play(p, "pass", "pass")              # past the compound, and into the square
    assert where(p, "ascanio") == "A"
    play(r, "intercept", "unit:40bm-1", "done")
    dice(r, 1)
    assert where(r, "ascanio") == "A"    # one attempt per move: none on entering
    play(q, "intercept", "unit:40bm-1", "done")
    dice(q, 6, 5)                        # caught in the compound, and he lives
    assert where(q, "ascanio") == "CHAMARTIN"
    assert not now(q).over
    r = empty()
    put(r, "BARAJAS", "mera")
    burn(r, space(r, "BARAJAS_BRIDGE"), -1)
    moving(r, CND, 9, "mera")
    assert rules(r, "move:PARACUELLOS") == ["6.3d"]


@pytest.mark.rule("6.3e", "6.4a", "6.4d", "4.5.2a")
def test_a_guard_without_combat_units_watches_with_initiative_zero() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio")
    hold(p, CND, "A1")
    moving(p, PCE, 9, "ascanio")
    play(p, "move:A", "intercept")
    assert question(p) == "ReactionDie"
    dice(p, 6)                           # 6 - 2
    assert where(p, "ascanio") == "A"


@pytest.mark.rule("6.3f")
def test_compounds_on_the_way_cost_nothing() -> None:
    p = empty()
    put(p, "G", "70bm-1")
    hold(p, CND, "G2", "G4")
    assert cost(p, CND, "70bm-1", "H") == 0


# -- reactions


@pytest.mark.rule("6.4a")
def test_who_may_react_and_when() -> None:
    p = empty()
    put(p, "E", "70bm-1", "gutierrez")
    put(p, "CANILLEJAS", "18bm-1", "ascanio")
    moving(p, PCE, 2, "18bm-1")
    play(p, "move:E")
    assert asked(p) == [CND]
    q = empty()                          # fixed units cannot
    put(q, "E", "70bm-1")
    q.fixed[unit(q, "70bm-1")] = 1
    put(q, "CANILLEJAS", "18bm-1")
    moving(q, PCE, 2, "18bm-1")
    play(q, "move:E")
    assert question(q) == "Acting"
    r = empty()                          # neutrals and leaders alone do not either
    neutral(r, "E", "70bm-1")
    put(r, "E", "gutierrez")
    put(r, "CANILLEJAS", "18bm-1")
    moving(r, PCE, 2, "18bm-1")
    play(r, "move:E")
    assert question(r) == "Acting"


@pytest.mark.rule("6.4b")
def test_the_three_kinds_of_reaction() -> None:
    p = empty()
    put(p, "G", "70bm-1")
    put(p, "G2", "4asalto-1")
    put(p, "L", "18bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "move:G", "extra:0")
    assert set(offered(p)) == {"intercept", "shelter:G1", "shelter:G2", "shelter:G3", "shelter:G4", "sally:G2", "pass"}
    assert rules(p, "shelter:H1") == ["6.4b"]
    assert rules(p, "sally:G3") == ["6.4a"]
    play(p, "shelter:G1", "unit:70bm-1", "done")
    dice(p, 6)
    assert where(p, "70bm-1") == "G1"
    assert where(p, "18bm-1") == "G"     # G1 is not on the way: the move goes on


@pytest.mark.rule("6.4c")
def test_one_attempt_by_one_valid_stack() -> None:
    p = empty()
    put(p, "E", "70bm-1", "70bm-2", "112bm-1", "gutierrez", "mera")
    put(p, "CANILLEJAS", "18bm-1")
    moving(p, PCE, 2, "18bm-1")
    play(p, "move:E", "intercept", "unit:70bm-1")
    assert rules(p, "unit:112bm-1") == ["6.4c"]          # another brigade
    assert rules(p, "unit:gutierrez") == ["6.4c"]        # he cannot command the 70BM
    assert {"unit:70bm-2", "unit:mera", "done"} <= set(offered(p))
    play(p, "done")
    dice(p, 1)                           # fails: no second attempt
    assert question(p) == "Acting"
    assert where(p, "18bm-1") == "E"
    q = empty()                          # a leader joins no more than he can command
    put(q, "E", *[f"112bm-{n}" for n in range(1, 6)], "gutierrez")
    put(q, "CANILLEJAS", "18bm-1")
    moving(q, PCE, 2, "18bm-1")
    play(q, "move:E", "intercept", *[f"unit:112bm-{n}" for n in range(1, 5)])
    assert "unit:gutierrez" in offered(q)                # four
    play(q, "unit:112bm-5")
    assert rules(q, "unit:gutierrez") == ["6.4c"]


def reckon(p: Heralds, mover: Stack, *names: str, **fields: object) -> dict[str, int]:
    f = Reaction(CND, space(p, "E"), space(p, "CANILLEJAS"), space(p, "E"))
    f.units = [unit(p, n) for n in names]
    for name, value in fields.items():
        setattr(f, name, value)
    p.stack = [mover, f]
    return {key.removeprefix("reaction-"): n for n, _, key in reaction_parts(p, f)}


@pytest.mark.rule("6.4d")
def test_what_makes_up_a_reaction() -> None:
    p = empty()
    put(p, "E", "112bm-1", "70bm-1", "mera")
    put(p, "CANILLEJAS", "18bm-1", "ascanio")
    mover = Stack(PCE, [unit(p, "18bm-1")], 0)
    assert reckon(p, mover, "112bm-1") == {"initiative": 2, "slower": -1, "own-square": 1}
    assert reckon(p, mover, "70bm-1", "mera", ip=2) == {"initiative": 3, "leader": 1, "ip": 2, "own-square": 1}
    assert reckon(p, Stack(PCE, [unit(p, "ascanio")], 0, extra=2), "70bm-1") == {
        "initiative": 3, "own-square": 1, "alone": -2, "extra": -2}
    p.will = [5, 4]
    assert reckon(p, mover, "70bm-1")["will"] == 1
    put(p, "E", "calvo")                 # nobody controls E now
    assert "own-square" not in reckon(p, mover, "70bm-1")


@pytest.mark.rule("6.4d")
def test_six_succeeds_and_points_of_intelligence_may_be_spent() -> None:
    p = empty()
    put(p, "E", "112bm-1")
    put(p, "CANILLEJAS", "44bm-1")
    p.ip[CND] = 2
    moving(p, PCE, 2, "44bm-1")
    play(p, "move:E", "intercept", "unit:112bm-1", "done")
    assert offered(p) == ["ip:0", "ip:1", "ip:2"]
    play(p, "ip:1")
    dice(p, 2)                           # 2 + 2 + 1 + 1
    assert p.ip[CND] == 1
    assert now(p).caught == 1


@pytest.mark.rule("6.4e")
def test_an_intercepted_stack_fights_parleys_or_is_fixed() -> None:
    p = empty()
    put(p, "E", "112bm-1")
    put(p, "CANILLEJAS", "44bm-1")
    moving(p, PCE, 4, "44bm-1")
    play(p, "move:E", "extra:0", "intercept", "unit:112bm-1", "done")
    dice(p, 6)
    assert offered(p) == ["assault:E", "yield"]
    assert rules(p, "move:D") == ["6.4e"]
    q = p.clone()
    play(p, "yield")
    assert p.fixed[unit(p, "44bm-1")] == p.fixed[unit(p, "112bm-1")] == 1
    assert p.choices() == {}
    play(q, "assault:E")
    assert question(q) != "EngageDie"    # there is contact already


@pytest.mark.rule("6.4f")
def test_a_reaction_into_a_compound_on_the_way_cancels_the_move_only() -> None:
    p = empty()
    put(p, "A", "40bm-1")
    put(p, "CHAMARTIN", "18bm-1")
    moving(p, PCE, 4, "18bm-1")
    play(p, "move:A", "extra:0", "shelter:A1", "unit:40bm-1", "done")
    dice(p, 6)
    assert where(p, "18bm-1") == "CHAMARTIN"
    assert now(p).credit == 2
    assert "assault:A1" in offered(p)


@pytest.mark.rule("6.4g")
def test_a_lone_leader_intercepted_moves_no_further_and_a_blocked_one_may_try_again() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    put(p, "CANILLEJAS", "ascanio")
    moving(p, PCE, 9, "ascanio")
    play(p, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    dice(p, 6, 5)
    assert where(p, "ascanio") == "E"
    assert p.choices() == {}
    assert p.ip[CND] == 0
    r = empty()                          # blocked, back, and caught where he came from: dead without a roll
    put(r, "CHAMARTIN", "ascanio", "70bm-1")
    put(r, "A", "40bm-1")
    moving(r, PCE, 9, "ascanio")
    play(r, "move:A", "extra:0", "shelter:A1", "unit:40bm-1", "done")
    dice(r, 6, 1)                        # the way is blocked, he survives that
    assert question(r) == "ChooseReaction"
    s = r.clone()
    play(s, "pass", "move:RES_8D")
    assert where(s, "ascanio") == "RES_8D"               # another way
    play(r, "intercept", "unit:70bm-1", "done")
    dice(r, 6)
    assert where(r, "ascanio") == "eliminated"
    assert r.ip[CND] == 1
    q = empty()                          # a decoy caught is removed, and nobody learns anything
    put(q, "E", "70bm-1")
    put(q, "CANILLEJAS", "decoy-pce-1")
    moving(q, PCE, 9, "decoy-pce-1")
    play(q, "move:E", "extra:0", "intercept", "unit:70bm-1", "done")
    dice(q, 6)
    assert where(q, "decoy-pce-1") == "eliminated"
    assert q.ip[CND] == 0


# -- the chart of costs


@pytest.mark.rule("14.a")
def test_from_the_fourth_easy_downtown_square_on_each_costs_one() -> None:
    p = empty()
    put(p, "A", "40bm-1")
    moving(p, CND, 9, "40bm-1")
    left = []
    for name in ("B", "C", "E", "F", "K"):
        play(p, f"move:{name}")
        left.append(now(p).credit)
    assert left == [9, 9, 9, 8, 7]
    q = empty()                          # R65: back where one started is free, a second visit is not
    put(q, "A", "40bm-1")
    moving(q, CND, 9, "40bm-1")
    left = []
    for name in ("B", "A", "B"):
        play(q, f"move:{name}")
        left.append(now(q).credit)
    assert left == [9, 9, 8]


@pytest.mark.rule("14.b")
def test_a_disputed_or_enemy_downtown_square_costs_one() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    hold(p, PCE, "E1")
    put(p, "E", "calvo")
    moving(p, CND, 9, "112bm-1")
    assert rules(p, "move:E") == ["6.3d"]                # E1 is astride
    q = empty()
    put(q, "C", "112bm-1")
    put(q, "E", "calvo")
    assert cost(q, CND, "112bm-1", "E") == 1             # PCE controlled by a leader
    r = empty()
    put(r, "C", "112bm-1")
    put(r, "E", "18bm-1", "70bm-1")
    assert cost(r, CND, "112bm-1", "E") == 1             # contested


@pytest.mark.rule("14.c", "14.i")
def test_compounds_downtown_are_free_and_a_second_visit_costs_one() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    moving(p, CND, 9, "112bm-1")
    left = []
    for name in ("D1", "D", "D1"):
        play(p, f"move:{name}")
        left.append(now(p).credit)
    assert left == [9, 9, 8]
    q = empty()
    put(q, "A", "40bm-1")
    assert cost(q, CND, "40bm-1", "B1") == 0             # not its own square's
    r = empty()
    put(r, "D1", "112bm-1")
    put(r, "D", "18bm-1")
    assert cost(r, CND, "112bm-1", "D") == 1             # into a contested square


@pytest.mark.rule("14.d", "14.e", "14.g")
def test_in_and_out_of_town_and_outside_cost_one_or_two() -> None:
    for a, b in (("A", "CHAMARTIN"), ("CHAMARTIN", "A"), ("CHAMARTIN", "RES_8D")):
        p = empty()
        put(p, a, "70bm-1")
        assert cost(p, CND, "70bm-1", b) == 1
        q = empty()
        put(q, a, "70bm-1")
        put(q, b, "18bm-1", "18bm-2", "111bm-1")
        moving(q, CND, 9, "70bm-1")
        play(q, f"move:{b}")
        assert now(q).credit == 7


@pytest.mark.rule("14.f", "14.j")
def test_compounds_outside_cost_one_or_two() -> None:
    p = empty()
    put(p, "CANILLEJAS", "70bm-1")
    assert cost(p, CND, "70bm-1", "JACA") == 1
    assert cost(p, CND, "70bm-1", "CANILLEJAS") == 1
    q = empty()
    put(q, "CHAMARTIN", "70bm-1")
    assert cost(q, CND, "70bm-1", "A1") == 2
    assert cost(q, CND, "70bm-1", "CHAMARTIN") == 1
    put(q, "CHAMARTIN", "18bm-1")
    put(q, "A1", "70bm-1")
    assert cost(q, CND, "70bm-1", "CHAMARTIN") == 2


@pytest.mark.rule("14.h")
def test_from_compound_to_compound_is_free() -> None:
    p = empty()
    put(p, "G2", "70bm-1")
    assert cost(p, CND, "70bm-1", "G4") == 0
    put(p, "B3", "70bm-2")
    assert cost(p, CND, "70bm-2", "G1") == 0             # another letter
