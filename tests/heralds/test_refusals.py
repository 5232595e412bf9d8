"""Why not? Refusals that the chapters' own tests do not meet, each from the test that also decides what is offered."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_negotiation import change
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames import Francoist, Leg, Motors, NegotiationPhase, Order, Propaganda, Seats, Talk
from frente.games.heralds.state.frames_combat import Blast, Collapse
from frente.games.heralds.state.position import NEXT_TURN
from tests.heralds.lay import (
    asked,
    before,
    chart,
    dice,
    empty,
    handle,
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
    side_of,
    space,
    unit,
    up,
    where,
    why,
)


@pytest.mark.rule("9.8a", "7.1.7g", "9.4f")
def test_orders_do_not_reach_prisoners_sleepers_or_aircraft_that_have_flown() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-fare", "hq-65d", "112bm-1", "token-cnd")
    put(p, "B", "garijo")
    neutral(p, "RES_LEV", "hq-gerc")
    p.capture(unit(p, "112bm-1"), 1)
    p.join(unit(p, "fare-air"), CND)
    p.box(unit(p, "fare-air"), NEXT_TURN)
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-fare", "order:hq-65d")
    assert rules(p, "order:garijo") == ["9.8a"]
    assert rules(p, "order:112bm-1") == ["7.1.7g"]
    assert "order:fare-air" not in offered(p)
    run(p, Order(CND))
    assert rules(p, "address:garijo") == ["9.8a"]


@pytest.mark.rule("9.4b", "9.4c", "4a", "4.5.4b", "9.4e")
def test_aviation_without_an_order_neither_flies_nor_joins() -> None:
    p = empty()
    put(p, "RES_LEV", "fare-air")
    put(p, "E", "70bm-1", "70bm-2", "18bm-1")
    ordered(p, CND, "70bm-1", "70bm-2")
    assert rules(p, "recon") == ["9.4c"]
    assert rules(p, "bomb:E") == ["9.4c"]
    play(p, "stack:70bm-1")
    assert rules(p, "join:fare-air") == ["9.4c"]
    assert rules(p, "join:18bm-1") == ["4a"]
    p.state[space(p, "E1")] = 2
    ordered(p, CND, "fare-air")
    assert rules(p, "bomb:E1") == ["4.5.4b"]


@pytest.mark.rule("5.2.2a", "5.2.2j", "9.8a")
def test_envoys() -> None:
    p = empty()
    neutral(p, "RES_I", "barcelo")
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "RES_LEV", "garijo", "mera", "ascanio")
    run(p, Talk(CND, 4, unit(p, "barcelo")))
    assert rules(p, "envoy:ascanio") == ["5.2.2a"]
    assert rules(p, "envoy:garijo") == ["9.8a"]
    ip = p.ip[:]
    play(p, "give-up")
    assert p.choices() == {}
    assert p.ip == ip


@pytest.mark.rule("5.2.2k", "5.2.2l")
def test_helpers() -> None:
    p = empty()
    neutral(p, "EL_PARDO", "hq-8d")
    put(p, "EL_PARDO", "ascanio", "conesa")
    up(p, "A", "dieguez")
    p.initiative = PCE
    p.ip[PCE] = 1
    f = Talk(PCE, 1, unit(p, "hq-8d"), unit(p, "ascanio"))
    f.at = 2
    run(p, f)
    assert rules(p, "ip:2") == ["5.2.2k"]
    play(p, "ip:0")
    assert rules(p, "helper:dieguez") == ["5.2.2l"]      # not there
    assert rules(p, "helper:ascanio") == ["5.2.2l"]      # he leads the talks
    assert rules(p, "helper:hq-8d") == ["5.2.2l"]


@pytest.mark.rule("5.2.2c")
def test_summons_only_over_open_ways() -> None:
    p = empty()
    neutral(p, "VALLECAS", "gallego")
    put(p, "VALLECAS", "mera")
    for name in ("K2", "SAN_FERNANDO_BRIDGE", "BARAJAS_BRIDGE"):
        hold(p, PCE, name)
    f = Talk(CND, 4, unit(p, "gallego"), unit(p, "mera"))
    f.at = 4
    run(p, f)
    assert rules(p, "go:ARGANDA") == ["R54"]
    assert rules(p, "go:TORREJON") == ["R54"]
    assert "go:VICALVARO" in offered(p)
    play(p, "give-up")
    assert p.choices() == {}


@pytest.mark.rule("5.2.1d", "5.2.1e", "5.2.1f", "5.2.1h", "10.6a", "4.5.2f", "5.2.2f", "3.2a")
def test_propaganda_resources_and_points() -> None:
    p = chart()
    p.res[resource(p, "print-j1")] = 1
    p.ip[CND] = 1
    run(p, Propaganda(CND))
    assert rules(p, "use:print-j1") == ["5.2.1e"]
    assert rules(p, "use:print-d3") == ["4.5.2f"]
    play(p, "ip:1")
    assert p.ip[CND] == 0
    assert rules(p, "ip:1") == ["5.2.1f"]
    run(p, Motors(CND))
    assert rules(p, "motor:tel-g1") == ["10.6a"]
    p.res[resource(p, "motor-f1")] = p.res[resource(p, "motor-k2")] = 1
    run(p, Motors(CND))
    assert p.choices() == {}             # nothing to decide


@pytest.mark.rule("5.2.2e", "9.8a", "4a")
def test_the_army_group_and_goal_iii() -> None:
    p = empty(turn=3)
    put(p, "RES_LEV", "hq-gerc")
    p.fallen = 2
    run(p, NegotiationPhase(CND))
    assert [r.key for r in why(p, "gerc")] == ["gerc-settled"]
    assert rules(p, "shift:hq-gerc") == ["5.2.2e"]
    assert rules(p, "shift:ascanio") == ["4a"]
    run(p, NegotiationPhase(PCE))
    assert [r.key for r in why(p, "gerc")] == ["cnd-only"]


@pytest.mark.rule("9.8a", "4.3a", "4.3.1b", "5.2.2e", "9.7b", "9.7c")
def test_a_leg_that_is_given_up_ends_the_move_and_the_request() -> None:
    p = empty()
    up(p, "A", "dieguez")
    run(p, NegotiationPhase(PCE))
    play(p, "shift:dieguez", "give-up")
    assert where(p, "dieguez") == "A"
    assert question(p) == "GiveNegotiation"
    put(p, "A", "moll")
    run(p, Francoist(CND, 0))
    play(p, "envoy:moll", "give-up")
    assert p.closed == 1
    assert p.hid[unit(p, "moll")] == 1
    neutral(p, "RES_LEV", "hq-gerc")
    put(p, "RES_LEV", "garijo")
    run(p, Francoist(CND, 0))
    assert rules(p, "envoy:garijo") == ["9.8a"]
    run(p, NegotiationPhase(CND))
    assert rules(p, "shift:garijo") == ["9.8a"]


@pytest.mark.rule("9.5b")
def test_seats_that_have_made_their_choice() -> None:
    p = chart()
    p.join(unit(p, "syn-cnt"), CND)
    run(p, Seats(CND))
    assert [r.key for r in why(p, "seat:syn-cnt")] == ["seat-settled"]
    hold(p, PCE, "B4")
    q = chart()
    q.mark(space(q, "B4"), PCE)
    run(q, Seats(CND))
    assert rules(q, "seat:syn-cnt") == ["R27"]


@pytest.mark.rule("7.1.7g", "4.5.2f", "6.1d", "6.1e", "6.4e", "7b", "7.3a", "6.3a", "7.1a")
def test_stacks() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "44bm-2")
    put(p, "RES_8D", "18bm-1")
    p.capture(unit(p, "44bm-2"), 1)
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio")
    assert rules(p, "join:44bm-2") == ["7.1.7g"]
    assert rules(p, "motor:motor-f1") == ["4.5.2f"]
    play(p, "join:44bm-1")
    dice(p, 6)
    assert rules(p, "pick:18bm-1") == ["6.1e"]
    assert rules(p, "drop:18bm-1") == ["6.1d"]
    assert rules(p, "pick:44bm-2") == ["7.1.7g"]
    assert rules(p, "yield") == ["6.4e"]
    assert rules(p, "strike:44bm-1") == ["7b"]
    assert rules(p, "assault:A") == ["R76"]
    assert rules(p, "assault:A1") == ["R76"]
    assert rules(p, "fix:A") == ["R76"]
    assert rules(p, "parley:44bm-1") == ["7.3a"]
    now(p).credit = 0
    neutral(p, "EL_PARDO", "111bm-1")
    assert rules(p, "strike:111bm-1") == ["6.3a"]
    assert rules(p, "parley:111bm-1") == ["6.3a"]


@pytest.mark.rule("2.3.3b", "6.4a", "6.4b", "6.4d", "7.2d")
def test_reactions() -> None:
    p = empty()
    put(p, "G", "70bm-1", "70bm-2", "mera")
    put(p, "G2", "4asalto-1", "4asalto-2", "4asalto-3")
    put(p, "H", "112bm-1")
    put(p, "L", "18bm-1")
    p.fixed[unit(p, "70bm-2")] = 1
    p.ip[CND] = 1
    neutral(p, "G4", "subsuelo")
    moving(p, PCE, 1, "18bm-1")
    play(p, "move:G")
    assert rules(p, "shelter:G2") == ["2.3.3b"]          # full
    assert [r.key for r in why(p, "shelter:G4")] == ["compound-closed"]
    play(p, "intercept")
    assert rules(p, "unit:112bm-1") == ["6.4a"]
    assert rules(p, "unit:70bm-2") == ["7.2d"]
    assert rules(p, "unit:18bm-1") == ["6.4a"]
    assert rules(p, "done") == ["6.4a"]
    play(p, "unit:70bm-1", "done")
    assert rules(p, "ip:2") == ["6.4d"]


@pytest.mark.rule("6.4a", "6.4b", "6.3e")
def test_a_pawn_that_sneaks_past_can_only_be_intercepted() -> None:
    p = empty()
    put(p, "CHAMARTIN", "ascanio")
    put(p, "A1", "40bm-1")
    put(p, "A", "40bm-2")
    moving(p, PCE, 3, "ascanio")
    play(p, "move:A", "extra:0")
    assert rules(p, "sally:A1") == ["R71"]
    play(p, "intercept")                 # by those he passes, not by those in the square he goes to
    assert offered(p) == ["unit:40bm-1"]
    assert rules(p, "unit:40bm-2") == ["6.4a"]


@pytest.mark.rule("7.1.4h", "7.1.6e", "7.1.7c")
def test_advances_and_withdrawals() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "mera")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    dice(p, 6, 1)
    assert rules(p, "go:D") == ["7.1.4h"]
    assert rules(p, "go:E") == ["7.1.4h"]
    s = empty()                          # three are too many for the compound
    put(s, "E", "18bm-1", "18bm-2", "18bm-3")
    put(s, "E1", "mera")
    moving(s, PCE, 5, "18bm-1", "18bm-2", "18bm-3")
    play(s, "assault:E1")
    dice(s, 6, 1)
    assert "go:E1" not in offered(s)
    q = empty()
    put(q, "E", "gutierrez")
    run(q, Collapse(CND, space(q, "E"), [unit(q, "gutierrez")], -1, -1))
    dice(q, 1)
    assert rules(q, "to:E1") == ["7.1.6e"]
    assert rules(q, "to:G") == ["7.1.7c"]
    r = empty()
    put(r, "E", "token-cnd")
    run(r, Collapse(CND, space(r, "E"), [unit(r, "token-cnd")], -1, -1))
    assert rules(r, "stay") == ["R43"]


@pytest.mark.rule("7.1.6f", "11.3a")
def test_a_token_with_no_way_out_is_lost() -> None:
    p = empty(turn=5)
    put(p, "JACA", "token-cnd")
    put(p, "CANILLEJAS", "18bm-1", "18bm-2", "18bm-3")
    run(p, Collapse(CND, space(p, "JACA"), [unit(p, "token-cnd")], -1, space(p, "CANILLEJAS")))
    assert p.result == PCE


@pytest.mark.rule("7.1.6f", "7.1.6e")
def test_a_hidden_agent_in_a_lost_square_survives_and_hides_again() -> None:
    p = empty()
    put(p, "E", "otero", "decoy-cnd-1")
    run(p, Collapse(CND, space(p, "E"), [unit(p, "otero"), unit(p, "decoy-cnd-1")], -1, -1))
    dice(p, 3)
    play(p, "to:D")
    assert p.hid[unit(p, "otero")] == 1
    assert p.seen[unit(p, "otero")] == 1
    assert where(p, "decoy-cnd-1") == "eliminated"


@pytest.mark.rule("7.1.6a", "7.1.7c")
def test_where_a_unit_that_gives_up_may_go() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1")
    put(p, "C", "44bm-1")
    p.fixed[unit(p, "112bm-1")] = 1
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:E", "deduct")
    dice(p, 6, 2, 6)
    assert question(p) == "Defector"
    assert rules(p, "to:C") == ["R87"]                   # not to the enemy if there is another way
    assert rules(p, "to:G") == ["7.1.7c"]
    play(p, "to:D")
    assert side_of(p, "112bm-1") == NEUTRAL


@pytest.mark.rule("9.9.1a", "2.3.3b", "7.1.7c")
def test_withdrawals_respect_ortega_and_full_compounds() -> None:
    p = empty()
    neutral(p, "CARABANA", "ortega")
    put(p, "TORREJON", "5carab-1", "g-1", "g-2")
    put(p, "ALCALA", "g-3")
    p.fixed[unit(p, "5carab-1")] = 1
    moving(p, PCE, 5, "g-1", "g-2")
    play(p, "assault:TORREJON", "lead:g-1", "deduct")
    dice(p, 6, 2, 1)
    play(p, "retire")
    assert rules(p, "to:CARABANA") == ["9.9.1a"]
    q = empty()
    put(q, "E", "112bm-1", "18bm-1", "18bm-2")
    put(q, "E1", "70bm-1", "70bm-2", "70bm-3")
    q.fixed[unit(q, "112bm-1")] = 1
    moving(q, PCE, 5, "18bm-1", "18bm-2")
    play(q, "assault:E", "lead:18bm-1", "deduct")
    dice(q, 6, 2, 1)
    play(q, "retire")
    assert rules(q, "to:E1") == ["2.3.3b"]


@pytest.mark.rule("4.5.4b", "9.6b", "9.6d", "9.6a")
def test_the_blast() -> None:
    p = empty()
    put(p, "J", "subsuelo", "conesa")
    p.state[space(p, "G2")] = 2
    p.ip[PCE] = 1
    run(p, Order(PCE))
    assert rules(p, "blast:G2") == ["4.5.4b"]
    run(p, Blast(PCE, space(p, "G3")))
    assert offered(p) == ["pass"]
    assert rules(p, f"helper:{handle(p, 'conesa')}") == ["9.6b"]
    play(p, "pass")
    assert rules(p, "ip:2") == ["9.6d"]


@pytest.mark.rule("9.7a")
def test_spoilers() -> None:
    p = empty()
    put(p, "E", "18bm-1", "112bm-1", "moll", "pedrero")
    put(p, "D", "centano")
    moving(p, PCE, 9, "18bm-1")
    play(p, "assault:E")
    assert asked(p) == [CND]
    assert rules(p, "spoil:pedrero") == ["9.7a"]
    assert [r.key for r in why(p, "spoil:centano")] == ["not-there"]
    play(p, "spoil:moll")
    dice(p, 6)                           # he stays out
    assert [r.key for r in why(p, "spoil:moll")] == ["already-tried"]
    play(p, "pass")
    assert question(p) == "EngageDie"


@pytest.mark.rule("12.3a", "12.3b")
def test_refit() -> None:
    p = empty()
    put(p, "L", "hq-65d", "112bm-1")
    put(p, "RES_8D", "hq-8d", "18bm-1")
    p.damaged[unit(p, "18bm-1")] = 1
    p.initiative = CND
    run(p, before("RefitPhase"))
    assert rules(p, "relocate:hq-8d") == ["12.3a"]
    assert rules(p, "relocate:112bm-1") == ["12.3a"]
    assert rules(p, "repair:18bm-1") == ["12.3b"]
    assert rules(p, "repair:112bm-1") == ["12.3b"]


@pytest.mark.rule("9.4a", "2.3.3c", "4.5.3f")
def test_the_aviation_leaves_with_its_headquarters_and_opponents_part_in_a_compound() -> None:
    p = empty()
    put(p, "RES_LEV", "hq-fare", "fare-air")
    change(p, unit(p, "hq-fare"), NEUTRAL, PCE)
    assert side_of(p, "fare-air") == NEUTRAL
    put(p, "K2", "41bm-1")
    neutral(p, "K2", "arm-base")
    change(p, unit(p, "arm-base"), PCE, PCE)
    assert where(p, "arm-base") == "K"


@pytest.mark.rule("9.5d", "11.2d")
def test_an_assault_on_the_enemy_beside_a_neutral_syndicate_costs_will_too() -> None:
    p = empty()
    put(p, "B3", "hq-65d")
    neutral(p, "B3", "syn-soc")
    put(p, "B", "18bm-1")
    moving(p, PCE, 5, "18bm-1")
    play(p, "assault:B3")
    assert p.will[PCE] == 3
    assert where(p, "syn-soc") == "B3"


@pytest.mark.rule("4.3.2a")
def test_a_leg_between_pawns_in_contact_is_never_asked() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-65d", "token-cnd")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-65d")
    assert not any(isinstance(f, Leg) for f in p.stack)
