"""[4.3] Lines of command: direct orders, couriers, telephone, disclosure; Villa Eloisa."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch04_lines import in_contact
from frente.games.heralds.rules.ch05_maneuver import addressees
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import MANEUVER, Leg, ManeuverPhase, Order, Propaganda, Stack
from frente.games.heralds.state.position import DESTROYED, Heralds
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    handle,
    hold,
    neutral,
    offered,
    play,
    put,
    question,
    resource,
    rules,
    run,
    space,
    told,
    top,
    unit,
    up,
    where,
)


def leg(p: Heralds, side: int, place: str, origin: str = "", name: str = "", hq: bool = False) -> Heralds:
    """One leg from the token, or from a headquarters' space, to a space or a pawn in it."""
    p.answer = 0
    return run(p, Leg(side, space(p, origin) if origin else -1, unit(p, name) if name else -1, space(p, place), 0, hq))


@pytest.mark.rule("4.3a", "4.3.1a", "5.2.1e")
def test_a_resource_or_pawn_is_used_only_over_a_line_from_the_token() -> None:
    p = empty()
    put(p, "A", "40bm-1")
    put(p, "L", "token-cnd")
    run(p, Propaganda(CND))
    play(p, "use:broadcast-a1")
    assert question(p) == "Channel"
    play(p, "give-up")
    assert p.res[resource(p, "broadcast-a1")] == 0
    play(p, "roll")
    assert top(p, Propaganda).types == 0
    q = empty()
    put(q, "B", "hq-centro", "token-cnd")
    put(q, "JACA", "hq-iv")
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct", "order:hq-iv", "give-up")
    assert unit(q, "hq-iv") not in top(q, Order).held
    assert q.spent[unit(q, "hq-centro")] == 0            # not reached, not paid


@pytest.mark.rule("4.3.1b")
def test_one_leg_uses_one_channel_and_is_then_made() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "G1", "70bm-1")
    leg(p, CND, "JACA")
    play(p, "call:tel-g1")
    assert p.answer == 1
    assert p.choices() == {}


@pytest.mark.rule("4.3.2a")
def test_direct_orders_reach_the_same_square_and_the_next_downtown_one() -> None:
    p = empty()
    put(p, "D", "112bm-1")
    d, e, b, c = (space(p, x) for x in ("D", "E", "B", "CANILLEJAS"))
    assert in_contact(p, CND, d, space(p, "D1"))
    assert in_contact(p, CND, d, e)
    assert not in_contact(p, PCE, d, e)                  # not PCE controlled
    assert not in_contact(p, CND, e, d)                  # E is not friendly
    assert not in_contact(p, CND, d, c)
    hold(p, PCE, "B5")
    assert not in_contact(p, CND, d, b)                  # the route is blocked
    put(p, "E", "70bm-1")
    assert not in_contact(p, CND, e, c)                  # Canillejas is not downtown
    leg(p, CND, "L")
    assert rules(p, "direct") == ["4.3.2a"]


@pytest.mark.rule("4.3b", "4.3.2b")
def test_a_direct_order_discloses_the_token_and_is_safe() -> None:
    p = empty()
    put(p, "D", "token-cnd", "112bm-1")
    put(p, "D", "18bm-1")
    leg(p, CND, "D1")
    barrier = p.barrier
    play(p, "direct")
    assert p.answer == 1
    assert p.hid[unit(p, "token-cnd")] == 0
    assert p.barrier > barrier
    assert p.choices() == {}             # nobody may react


# -- couriers


@pytest.mark.rule("4.3.3a", "4.3.1b")
def test_couriers_are_agents_and_decoys_in_the_issuers_square() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero", "decoy-cnd-1", "mera")
    put(p, "E", "sim-1")
    leg(p, CND, "F")
    assert set(args(p, "courier")) == {handle(p, "pedrero"), handle(p, "decoy-cnd-1")}
    assert rules(p, "courier:mera") == ["4.3.3a"]
    assert rules(p, "courier:sim-1") == ["4.3.3a"]
    assert rules(p, "courier:token-cnd") == ["4.3.3a"]
    play(p, "courier:pedrero")
    dice(p, 1)                           # 1 + 3 + 0
    play(p, "move:F")
    assert p.answer == 1
    assert where(p, "pedrero") == "F"


@pytest.mark.rule("4.3.3b")
def test_a_courier_may_be_intercepted_where_enemy_combat_units_are() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero")
    put(p, "E", "18bm-1")
    leg(p, CND, "CANILLEJAS")
    play(p, "courier:pedrero")
    dice(p, 6)
    play(p, "move:E", "extra:0")
    assert question(p) == "ChooseReaction"
    assert asked(p) == [PCE]
    q = p.clone()
    play(p, "intercept", "unit:18bm-1", "done")
    dice(p, 6, 6)                        # caught, and he does not survive
    assert where(p, "pedrero") == "eliminated"
    assert p.answer == 0
    play(q, "pass", "move:CANILLEJAS")
    assert q.answer == 1


@pytest.mark.rule("4.3.3c", "4.3.1b")
def test_a_hidden_courier_is_disclosed_and_a_decoy_is_removed_after_its_errand() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero", "decoy-cnd-1")
    leg(p, CND, "F")
    q = p.clone()
    play(p, "courier:pedrero")
    assert p.hid[unit(p, "pedrero")] == 0
    assert p.hid[unit(p, "token-cnd")] == 1              # the token stays hidden
    play(q, "courier:decoy-cnd-1")
    dice(q, 3)
    play(q, "move:F")
    assert q.answer == 1
    assert where(q, "decoy-cnd-1") == "eliminated"
    r = empty()                          # a disclosed agent needs a line himself: the token shows
    put(r, "D", "token-cnd")
    up(r, "D", "pedrero")
    leg(r, CND, "F")
    play(r, "courier:pedrero")
    assert r.hid[unit(r, "token-cnd")] == 0


@pytest.mark.rule("4.3.3d", "4.3.3e", "5.2.3b")
def test_couriers_cost_nothing_and_may_join_the_task_for_a_point() -> None:
    p = empty()
    put(p, "D", "hq-8d", "token-pce")
    up(p, "D", "dieguez")
    put(p, "CANILLEJAS", "ascanio", "18bm-1")
    p.ap[PCE] = 3
    run(p, ManeuverPhase(PCE))
    play(p, "maneuver", "address:hq-8d", "direct", "order:ascanio", "courier:dieguez")
    assert p.ap[PCE] == 2
    assert p.spent[unit(p, "hq-8d")] == 0
    dice(p, 1)
    play(p, "move:E", "move:CANILLEJAS")
    assert p.spent[unit(p, "hq-8d")] == 1                # for Ascanio
    play(p, "order:dieguez")
    assert p.spent[unit(p, "hq-8d")] == 2                # for the courier who joins
    assert unit(p, "dieguez") in top(p, Order).active


@pytest.mark.rule("4.3.3e")
def test_an_agent_who_ran_twice_is_offered_once() -> None:
    p = empty()
    put(p, "D", "hq-8d", "token-pce")
    up(p, "D", "dieguez")
    p.ap[PCE] = 3
    run(p, ManeuverPhase(PCE))
    play(p, "maneuver", "address:hq-8d", "direct")
    f = top(p, Order)
    f.couriers = [unit(p, "dieguez"), unit(p, "dieguez")]
    f.issuers = [unit(p, "hq-8d"), unit(p, "hq-8d")]
    assert addressees(p, f).count(unit(p, "dieguez")) == 1


@pytest.mark.rule("6.1b")
def test_an_agent_who_goes_along_with_a_stack_cannot_run_for_it() -> None:
    p = empty()
    put(p, "D", "token-cnd", "pedrero")
    leg(p, CND, "F")
    assert args(p, "courier") == [handle(p, "pedrero")]
    p.stack.insert(0, Stack(CND, [unit(p, "pedrero")], MANEUVER))
    p.reask()
    assert args(p, "courier") == []
    assert rules(p, "courier:pedrero") == ["6.1b"]


@pytest.mark.rule("9.8a", "4.3.3a")
def test_garijo_sleeps_until_the_army_group_joins() -> None:
    p = empty()
    put(p, "RES_LEV", "garijo", "token-cnd")
    neutral(p, "RES_LEV", "hq-gerc")
    leg(p, CND, "CARABANA")
    assert rules(p, "courier:garijo") == ["9.8a"]
    put(p, "RES_LEV", "hq-gerc")
    leg(p, CND, "CARABANA")
    assert handle(p, "garijo") in args(p, "courier")


# -- the telephone


@pytest.mark.rule("4.3.4a", "4.3.4b", "10.3a")
def test_the_main_exchange_joins_any_two_squares_while_it_stands() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    leg(p, CND, "EL_PARDO")
    assert args(p, "call") == ["tel-g1"]
    assert rules(p, "call:tel-guadalajara") == ["4.3.4c"]
    p.res[resource(p, "tel-g1")] = DESTROYED
    leg(p, CND, "EL_PARDO")
    assert rules(p, "call:tel-g1") == ["4.3.4a"]
    assert rules(p, "call:ammo-b1") == ["4.3.4a"]


@pytest.mark.rule("4.3.4b", "4.3.4c", "8c", "4.3.4a")
def test_guadalajara_and_the_iv_corps_reserves_have_their_own_exchange() -> None:
    p = empty()
    leg(p, CND, "RES_IV", "GUADALAJARA")
    assert "tel-guadalajara" in args(p, "call")
    assert rules(p, "call:tel-g1") == ["4.3.4b"]
    p.res[resource(p, "tel-g1")] = DESTROYED
    leg(p, CND, "RES_IV", "GUADALAJARA")
    assert "tel-guadalajara" in args(p, "call")
    q = empty()
    put(q, "L", "token-cnd")
    q.res[resource(q, "tel-guadalajara")] = DESTROYED
    leg(q, CND, "RES_IV")
    assert rules(q, "call:tel-g1") == ["4.3.4c"]
    put(q, "GUADALAJARA", "hq-iv")
    leg(q, CND, "GUADALAJARA", "", "hq-iv")
    assert rules(q, "call:tel-h3") == ["4.3.4c"]         # the SIM reaches any headquarters, but not those two
    assert args(q, "call") == ["wireless-h2"]
    r = empty()                          # a call from outside passes both, and either can be refused
    put(r, "L", "token-cnd")
    put(r, "GUADALAJARA", "g-1", "g-2")
    leg(r, CND, "RES_IV")
    play(r, "call:tel-g1")
    assert asked(r) == [PCE]
    s = r.clone()
    play(r, "refuse")
    assert asked(r) == [CND]
    assert rules(r, "call:tel-g1") == ["R41"]
    play(s, "allow")
    assert (s.answer, s.ip) == (1, [0, 1])
    put(s, "G1", "18bm-1")               # who holds both is asked twice, and learns once
    leg(s, CND, "RES_IV")
    play(s, "call:tel-g1", "allow", "allow")
    assert (s.answer, s.ip) == (1, [0, 2])


@pytest.mark.rule("4.3.4d")
def test_the_army_exchange_joins_headquarters_only() -> None:
    p = empty()
    put(p, "L", "token-cnd", "hq-65d")
    put(p, "RES_4D", "hq-4d")
    put(p, "GUADALAJARA", "hq-iv")
    leg(p, CND, "RES_4D", "L", "hq-4d", True)
    assert "tel-j1" in args(p, "call")
    leg(p, CND, "RES_4D", "", "hq-4d")                   # not for the token
    assert rules(p, "call:tel-j1") == ["4.3.4d"]
    leg(p, CND, "GUADALAJARA", "L", "hq-iv", True)
    assert rules(p, "call:tel-j1") == ["4.3.4d"]
    leg(p, CND, "JACA", "L", "", True)                   # JACA keeps its link without a headquarters
    assert "tel-j1" in args(p, "call")


@pytest.mark.rule("4.3.4e")
def test_the_sim_exchange_serves_the_cnd_alone() -> None:
    p = empty()
    put(p, "L", "token-cnd", "token-pce")
    put(p, "EL_PARDO", "hq-4d", "hq-8d")
    leg(p, CND, "EL_PARDO", "", "hq-4d")
    assert "tel-h3" in args(p, "call")
    for place in ("G2", "JACA"):
        leg(p, CND, place)
        assert "tel-h3" in args(p, "call")
    leg(p, CND, "A1")
    assert rules(p, "call:tel-h3") == ["4.3.4e"]
    leg(p, PCE, "EL_PARDO", "", "hq-8d")
    assert rules(p, "call:tel-h3") == ["4.3.4e"]


@pytest.mark.rule("4.3.4f", "4.3.4h", "8d", "4.3.4a")
def test_the_wireless_reaches_reserves_and_cannot_be_refused_only_overheard() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    leg(p, CND, "A1")
    assert rules(p, "call:wireless-h2") == ["4.3.4f"]
    leg(p, CND, "RES_I")
    play(p, "call:wireless-h2")
    assert (p.answer, p.ip) == (1, [0, 0])
    put(p, "H2", "18bm-1")
    leg(p, CND, "GUADALAJARA")
    play(p, "call:wireless-h2")
    assert p.choices() == {}
    assert p.answer == 1
    assert p.ip == [0, 1]


@pytest.mark.rule("4.3.4g", "8c", "4.3.1b")
def test_who_holds_the_exchange_refuses_or_allows_and_learns() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "G1", "18bm-1")
    leg(p, CND, "A1")
    play(p, "call:tel-g1")
    assert asked(p) == [PCE]
    assert offered(p) == ["allow", "refuse"]
    q = p.clone()
    play(p, "allow")
    assert (p.answer, p.ip[PCE]) == (1, 1)
    play(q, "refuse")
    assert q.ip[PCE] == 0
    assert rules(q, "call:tel-g1") == ["R41"]
    play(q, "give-up")
    assert q.answer == 0
    r = empty()                          # one's own exchange gives nobody anything
    put(r, "L", "token-cnd")
    put(r, "G1", "70bm-1")
    leg(r, CND, "A1")
    play(r, "call:tel-g1")
    assert (r.answer, r.ip) == (1, [0, 0])


@pytest.mark.rule("4.3b")
def test_telephoning_without_the_main_exchange_shows_the_token() -> None:
    for holder, hidden in (("70bm-1", 1), ("", 0)):
        p = empty()
        put(p, "L", "token-cnd")
        if holder:
            put(p, "G1", holder)
        heard = told(p)
        leg(p, CND, "A1")
        play(p, "call:tel-g1")
        assert p.hid[unit(p, "token-cnd")] == hidden
        assert ("disclosed" in [e.key for e in heard]) == (not hidden)


# -- Villa Eloisa


@pytest.mark.rule("9.10a", "4.3b")
def test_the_pce_in_ciudad_lineal_needs_no_line_while_the_villa_is_not_cnd() -> None:
    p = empty()
    put(p, "CIUDAD_LINEAL", "hq-ii")
    put(p, "EL_PARDO", "hq-8d")
    run(p, Order(PCE))
    play(p, "address:hq-ii")
    assert question(p) == "Designate"
    assert p.hid[unit(p, "token-pce")] == 1
    run(p, Order(PCE))
    play(p, "address:hq-8d")
    assert question(p) == "Channel"
    q = empty()
    put(q, "CIUDAD_LINEAL", "hq-ii")
    hold(q, CND, "VILLA_ELOISA")
    run(q, Order(PCE))
    play(q, "address:hq-ii")
    assert question(q) == "Channel"
    r = empty()                          # the CND has no such hub
    put(r, "CIUDAD_LINEAL", "hq-centro")
    run(r, Order(CND))
    play(r, "address:hq-centro")
    assert question(r) == "Channel"


@pytest.mark.rule("9.10b", "5.2.1e", "5.2.1h")
def test_lines_to_the_party_seat_may_end_at_the_villa() -> None:
    p = empty()
    put(p, "D3", "syn-pce")
    put(p, "CIUDAD_LINEAL", "token-pce")
    run(p, Propaganda(PCE))
    play(p, "task:syn-pce")
    assert "direct" in offered(p)
    play(p, "direct")
    assert p.spent[unit(p, "syn-pce")] == 1
    q = empty()
    put(q, "D3", "syn-pce")
    put(q, "CIUDAD_LINEAL", "token-pce")
    hold(q, CND, "VILLA_ELOISA")
    run(q, Propaganda(PCE))
    play(q, "task:syn-pce")
    assert rules(q, "direct") == ["4.3.2a"]


# -- secrets


@pytest.mark.rule("4.3b")
def test_the_other_side_sees_the_leg_but_not_where_it_starts() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "K", "decoy-cnd-1")
    put(p, "G1", "18bm-1")
    leg(p, CND, "A1")
    play(p, "call:tel-g1")
    facts = GAME.view(p, PCE).facts
    assert facts["leg-to"] == "A1"
    assert facts["exchange"] == "tel-g1"
    assert "leg-from" not in facts


@pytest.mark.rule("4.3.4g")
def test_a_call_that_was_refused_is_not_repeated_in_the_same_order() -> None:
    p = empty()
    put(p, "CHAMARTIN", "hq-8d")
    put(p, "EL_PARDO", "44bm-1", "44bm-2")
    put(p, "G1", "70bm-1")
    put(p, "E", "112bm-1")
    f = Order(PCE)
    f.held = [unit(p, "hq-8d")]
    f.at = 2
    run(p, f)
    play(p, "order:44bm-1", "call:tel-g1", "refuse", "give-up", "order:44bm-1")
    assert rules(p, "call:tel-g1") == ["R41"]
    assert offered(p) == ["give-up"]
    play(p, "give-up")
    assert {n["key"] for n in GAME.card(p, PCE)["choices"]["order:44bm-1"]["notes"]} == {"note-cp", "note-no-line"}
    play(p, "order:44bm-2")              # another pawn is another leg
    assert "call:tel-g1" in offered(p)
    play(p, "call:tel-g1", "allow")
    assert unit(p, "44bm-2") in top(p, Order).active
    q = empty()                          # and so is the same pawn in another order
    put(q, "CHAMARTIN", "hq-8d")
    put(q, "EL_PARDO", "44bm-1")
    put(q, "G1", "70bm-1")
    for _ in range(2):
        g = Order(PCE)
        g.held = [unit(q, "hq-8d")]
        g.at = 2
        run(q, g)
        play(q, "order:44bm-1", "call:tel-g1", "refuse")
