"""[4.1, 4.4, 5.2.3] A maneuver order on its way down, one condition missing at a time, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.heralds.rules.ch05_maneuver import (
    STACKS,
    addressees,
    bomb_refusal,
    issuer_for,
    issuers_for,
    pass_refusal,
    price,
    refused_before,
    two_neutral,
)
from frente.games.heralds.state.board import CND, PCE, load_board
from frente.games.heralds.state.frames import BY_MOUTH, ManeuverPhase, Order
from frente.games.heralds.state.frames_combat import Blast
from frente.games.heralds.state.position import ELIMINATED, FIRE, Heralds
from tests.heralds.lay import (
    args,
    dice,
    empty,
    flags,
    handle,
    hold,
    neutral,
    offered,
    ordered,
    play,
    put,
    question,
    reasons,
    resource,
    rules,
    run,
    space,
    top,
    unit,
    up,
    where,
    why,
)


def order(p: Heralds) -> Order:
    found = top(p, Order)
    assert isinstance(found, Order)
    return found


# -- from the token


@pytest.mark.rule("4.1.1f", "4.3a", "9.6b")
def test_the_token_may_order_the_blast_of_every_compound_in_reach_for_the_pce_alone() -> None:
    p = empty()
    put(p, "A", "subsuelo", "token-pce")
    run(p, Order(PCE))
    assert args(p, "blast") == ["A1", "A2", "B1", "B2", "B3", "B4", "B5", "J1", "J2"]
    assert rules(p, "blast:C1") == ["9.6b"]
    play(p, "blast:A1", "direct")
    assert top(p, Blast).space == space(p, "A1")
    assert not any(isinstance(f, Order) and f.at <= STACKS for f in p.stack)     # the order is over with it
    q = empty()
    put(q, "A", "subsuelo", "token-cnd", "token-pce")
    run(q, Order(CND))
    assert args(q, "blast") == []
    assert rules(q, "blast:A1") == ["9.6a"]
    q.blasted = 1
    run(q, Order(PCE))
    assert args(q, "blast") == []


@pytest.mark.rule("4.3.1a", "4.3a")
def test_an_order_whose_first_leg_fails_reaches_nobody() -> None:
    p = empty()
    put(p, "L", "token-cnd")
    put(p, "JACA", "hq-centro", "70bm-1")
    p.ap = [2, 0]
    run(p, ManeuverPhase(CND))
    play(p, "maneuver", "address:hq-centro", "give-up")
    assert (question(p), p.ap[CND]) == ("GiveManeuver", 1)
    play(p, "maneuver", "address:hq-centro", "call:tel-g1")
    assert question(p) == "Designate"
    assert (order(p).held, order(p).pending) == ([unit(p, "hq-centro")], -1)
    assert order(p).legs == [-1, unit(p, "hq-centro"), 1 + resource(p, "tel-g1")]
    q = empty()                          # a leader who is addressed himself acts at once
    put(q, "RES_8D", "token-pce", "ascanio", "18bm-1")
    run(q, Order(PCE))
    play(q, "address:ascanio", "direct")
    assert question(q) == "NextStack"
    assert (order(q).held, order(q).active, order(q).legs) == ([], [unit(q, "ascanio")], [-1, unit(q, "ascanio"), 0])
    r = empty()
    put(r, "RES_8D", "token-pce", "ascanio")
    run(r, ManeuverPhase(PCE))
    play(r, "maneuver", "give-up")
    assert question(r) == "GiveManeuver"


@pytest.mark.rule("4a", "4.1.1f", "4.4.1a", "4.1.1a")
def test_whom_the_token_cannot_address_and_why() -> None:
    p = empty()
    put(p, "B", "token-cnd", "hq-centro", "hq-65d", "gazzolo", "mera", "112bm-1", "otero", "pedrero", "decoy-cnd-1",
        "syn-cnt", "ascanio")
    run(p, Order(CND))
    assert sorted(args(p, "address")) == sorted([handle(p, x) for x in ("hq-centro", "pedrero", "decoy-cnd-1")])
    for name, rule, key in (("ascanio", "4a", "not-your-pawn"), ("hq-2a", "4a", "not-on-board"),
                            ("112bm-1", "4.1.1f", "not-addressed-by-token"),
                            ("syn-cnt", "4.1.1f", "not-addressed-by-token"),
                            ("hq-65d", "4.4.1a", "chain-of-command"), ("mera", "4.4.1a", "chain-of-command"),
                            ("gazzolo", "4.4.1a", "chain-of-command"), ("otero", "4.4.1a", "chain-of-command")):
        assert [(r.rule, r.key) for r in why(p, f"address:{name}")] == [(rule, key)], name
    p.spent[unit(p, "hq-centro")] = 7    # nothing left to pass on
    run(p, Order(CND))
    assert rules(p, "address:hq-centro") == ["4.1.1a"]
    p.spent[unit(p, "hq-centro")] = 6
    run(p, Order(CND))
    assert "address:hq-centro" in offered(p)
    for other in ("neutral", "dead"):    # without level 1 leaders and agents hear the token, headquarters do not
        q = empty()
        put(q, "B", "token-cnd", "hq-centro", "hq-65d", "mera", "otero")
        if other == "neutral":
            neutral(q, "B", "hq-centro")
        else:
            q.box(unit(q, "hq-centro"), ELIMINATED)
        run(q, Order(CND))
        assert sorted(args(q, "address")) == sorted([handle(q, "mera"), handle(q, "otero")])
        assert rules(q, "address:hq-65d") == ["R119"]
    r = empty()
    put(r, "B", "token-cnd", "mera")
    neutral(r, "RES_LEV", "hq-gerc")
    run(r, Order(CND))
    assert "address:mera" in offered(r)
    r.join(unit(r, "hq-gerc"), CND)      # the Army Group's command is level 1 too
    run(r, Order(CND))
    assert rules(r, "address:mera") == ["4.4.1a"]


# -- down the chain


@pytest.mark.rule("4.1.1b", "4.4.1b", "4.3.3e")
def test_nothing_is_paid_for_a_leg_that_failed_nor_by_the_token() -> None:
    p = empty()
    put(p, "L", "token-cnd", "pedrero")
    put(p, "B", "hq-centro", "otero")
    put(p, "JACA", "hq-iv")
    put(p, "E", "hq-65d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "courier:pedrero")
    dice(p, 6)
    play(p, "move:G", "move:B")
    assert unit(p, "pedrero") in order(p).couriers
    assert p.spent[unit(p, "hq-centro")] == 0
    play(p, "order:hq-iv", "give-up")
    assert (p.spent[unit(p, "hq-centro")], order(p).pending, order(p).issuer) == (0, -1, -1)
    assert order(p).held == [unit(p, "hq-centro")]
    play(p, "order:pedrero")             # the token sent him: no headquarters pays
    assert p.spent[unit(p, "hq-centro")] == 0
    assert order(p).active == [unit(p, "pedrero")]
    assert order(p).legs[-3:] == [-1, unit(p, "pedrero"), BY_MOUTH]
    assert rules(p, "order:pedrero") == ["4.1.2a"]       # not twice
    play(p, "order:hq-65d", "courier:otero")
    dice(p, 1)
    play(p, "move:C", "move:E")
    assert p.spent[unit(p, "hq-centro")] == 1
    play(p, "order:otero")               # Centro sent him, and it pays
    assert p.spent[unit(p, "hq-centro")] == 2
    assert len(args(p, "order")) == len(set(args(p, "order")))


@pytest.mark.rule("4.3.3e", "4.1.2a", "4.1.1a")
def test_a_courier_joins_once_while_he_lives_and_his_sender_can_pay() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-65d", "pedrero", "otero")
    f = Order(CND, [unit(p, "hq-centro"), unit(p, "hq-65d")])
    agent, centro, division = unit(p, "pedrero"), unit(p, "hq-centro"), unit(p, "hq-65d")
    assert issuer_for(p, f, agent) == -2                 # he has carried nothing
    f.couriers, f.issuers = [agent], [division]
    assert issuer_for(p, f, agent) == division
    p.spent[division] = 4                # the last of five points is enough
    assert issuer_for(p, f, agent) == division
    p.spent[division] = 5
    assert issuer_for(p, f, agent) == -2
    assert agent not in addressees(p, f)
    f.issuers = [-1]                     # the token needs no points
    assert issuer_for(p, f, agent) == -1
    assert agent in addressees(p, f)
    f.active = [agent]
    assert issuer_for(p, f, agent) == -2
    f.active = []
    p.box(agent, ELIMINATED)
    assert issuer_for(p, f, agent) == -2
    f.couriers, f.issuers = [unit(p, "otero"), unit(p, "otero")], [centro, centro]
    assert addressees(p, f).count(unit(p, "otero")) == 1


@pytest.mark.rule("5.2.3b", "4.1.2a", "4.1.1a", "4.4.1a", "4.1.1d")
def test_why_an_order_is_not_passed_to_a_pawn_of_the_cnd() -> None:
    p = empty()
    put(p, "B", "token-cnd", "hq-centro", "hq-65d", "hq-iv", "112bm-1", "112bm-2", "70bm-1", "gutierrez",
        "garijo", "18bm-1")
    neutral(p, "B", "bueno")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-65d", "order:112bm-1")
    for name, rule, key in (("112bm-1", "5.2.3b", "already-active"), ("hq-65d", "5.2.3b", "already-active"),
                            ("hq-centro", "4.1.1d", "no-orders-upwards"), ("70bm-1", "4.1.2a", "no-authority"),
                            ("18bm-1", "4.1.2a", "no-authority"), ("bueno", "4.1.2a", "not-your-pawn"),
                            ("hq-2a", "4a", "not-on-board"), ("112bm-3", "4a", "not-on-board"),
                            ("garijo", "9.8a", "sleeps"), ("token-cnd", "4.1.2a", "no-authority")):
        assert {(r.rule, r.key) for r in why(p, f"order:{name}")} == {(rule, key)}, name
    play(p, "order:hq-iv")
    assert rules(p, "order:70bm-1") == ["4.4.1a"]        # its colour, but the corps does not order brigades itself
    assert [r.key for r in why(p, "order:70bm-1")] == ["chain-of-command"]
    p.spent[unit(p, "hq-65d")] = 5
    q = p.clone()
    run(q, order(p).clone())
    assert rules(q, "order:112bm-2") == ["4.1.1a"]


@pytest.mark.rule("4.4.2b", "4.1.2a", "4.1.1d")
def test_why_an_order_is_not_passed_to_a_pawn_of_the_pce() -> None:
    p = empty()
    put(p, "RES_8D", "token-pce", "hq-8d", "hq-ii", "18bm-1", "42bm-1", "99bm-1", "40bm-1", "conesa")
    neutral(p, "RES_8D", "44bm-1")
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct")
    assert args(p, "order") == ["18bm-1"]
    for name, rule, key in (("42bm-1", "4.4.2b", "no-authority"), ("99bm-1", "4.4.2b", "no-authority"),
                            ("40bm-1", "4.1.2a", "no-authority"), ("44bm-1", "4.1.2a", "not-your-pawn"),
                            ("hq-ii", "4.1.1d", "no-orders-upwards"), ("hq-8d", "4.4.2b", "no-authority")):
        assert [(r.rule, r.key) for r in why(p, f"order:{name}")] == [(rule, key)], name
    neutral(p, "RES_8D", "hq-69d")       # a headquarters of the same level is not above it
    assert [(r.rule, r.key) for r in why(p, "order:hq-69d")] == [("4.1.2a", "no-authority")]


@pytest.mark.rule("4.1.2a", "4.4.1a")
def test_the_pce_passes_nothing_through_neutral_headquarters() -> None:
    p = empty()
    put(p, "RES_8D", "hq-ii", "token-pce")
    neutral(p, "RES_8D", "hq-8d")
    f = Order(PCE, [unit(p, "hq-ii")])
    assert pass_refusal(p, f, unit(p, "hq-ii"), unit(p, "hq-8d")) == ("4.1.2a", "not-your-pawn")
    q = empty()
    put(q, "B", "hq-centro")
    neutral(q, "B", "hq-iv", "mera", "hq-g")
    g = Order(CND, [unit(q, "hq-centro")])
    centro = unit(q, "hq-centro")
    assert pass_refusal(q, g, centro, unit(q, "hq-iv")) == ("", "")
    assert pass_refusal(q, g, centro, unit(q, "mera")) == ("4.1.2a", "not-your-pawn")    # a neutral leader is no link
    put(q, "B", "hq-g")
    assert pass_refusal(q, g, centro, unit(q, "hq-g")) == ("4.1.2a", "not-your-pawn")    # nor is the enemy's


@pytest.mark.rule("4.1.2a")
def test_a_handle_is_ordered_by_what_it_hides() -> None:
    b = load_board()
    p = empty()
    put(p, "B", "hq-centro", "token-cnd")
    for name in ("alvarez", "otero", "pedrero"):         # Alvarez is the first piece with a decoy side
        put(p, "B", name)
    assert b.piece[b.first] == "alvarez"
    one, other = unit(p, "alvarez"), unit(p, "sim-1")
    p.who[one], p.who[other] = p.who[other], p.who[one]
    p.put(unit(p, "alvarez"), space(p, "B"))
    f = Order(CND, [unit(p, "hq-centro")])
    assert sorted(addressees(p, f)) == sorted([unit(p, "alvarez"), unit(p, "otero")])
    assert unit(p, "alvarez") == other


@pytest.mark.rule("4.1.2a", "4.3.3e")
def test_headquarters_in_contact_come_first_then_the_lowest() -> None:
    p = empty()
    put(p, "B", "hq-ii", "hq-8d", "ascanio")
    put(p, "L", "hq-8d")
    corps, division, man = unit(p, "hq-ii"), unit(p, "hq-8d"), unit(p, "ascanio")
    f = Order(PCE, [corps, division])
    assert issuers_for(p, f, man) == [corps, division]   # the corps is with him
    put(p, "L", "ascanio", "hq-8d")
    assert issuers_for(p, f, man) == [division, corps]
    put(p, "CIUDAD_LINEAL", "ascanio")   # at the villa nobody is farther than the other
    assert issuers_for(p, f, man) == [division, corps]
    put(p, "CIUDAD_LINEAL", "hq-ii")
    assert issuers_for(p, f, man) == [division, corps]
    put(p, "CHAMARTIN", "ascanio", "hq-ii")
    assert issuers_for(p, f, man) == [corps, division]
    p.spent[corps] = 6
    assert issuers_for(p, f, man) == [division]          # who cannot pay is not asked


@pytest.mark.rule("4.1.2a", "5.2.3b")
def test_the_player_says_which_headquarters_passes_it_on_unless_that_would_tell() -> None:
    p = empty()
    put(p, "RES_8D", "hq-ii", "hq-8d", "token-pce", "ascanio", "pedro-fdez")
    run(p, Order(PCE))
    play(p, "address:hq-ii", "direct", "order:hq-8d", "order:ascanio")
    assert offered(p) == ["through:hq-8d", "through:hq-ii"]
    assert reasons(p, "through:hq-i") == [("4.1.2a", "cannot-pass-it-on")]
    play(p, "through:hq-ii", "order:pedro-fdez")         # never shown: nobody is asked
    assert flags(p, p.spent, "hq-ii", "hq-8d") == [2, 1]
    q = empty()
    put(q, "RES_8D", "hq-ii", "hq-8d", "token-pce")
    up(q, "RES_8D", "pedro-fdez")
    run(q, Order(PCE))
    play(q, "address:hq-ii", "direct", "order:hq-8d", "order:pedro-fdez")
    assert question(q) == "ChooseIssuer"
    r = empty()                          # who carried the order is paid for by who sent him
    put(r, "RES_8D", "hq-ii", "hq-8d")
    up(r, "RES_8D", "pedro-fdez")
    f = Order(PCE, [unit(r, "hq-ii"), unit(r, "hq-8d")], couriers=[unit(r, "pedro-fdez")], issuers=[unit(r, "hq-ii")])
    f.at = 2
    run(r, f)
    play(r, "order:pedro-fdez")
    assert question(r) == "Designate"
    assert sum(r.spent) == 1


@pytest.mark.rule("4.3.4g")
def test_refused_calls_are_remembered_by_who_called_whom_over_what() -> None:
    f = Order(CND, refused=[7, 20, 3, 8, 20, 4, 7, 21, 5, 7, 20, 6])
    assert refused_before(f, 7, 20) == [3, 6]
    assert refused_before(f, 8, 20) == [4]
    assert refused_before(f, 7, 21) == [5]
    assert refused_before(f, 8, 21) == []


@pytest.mark.rule("4.4.1c", "4.1.1b", "8j")
def test_two_neutral_levels_are_a_neutral_division_under_a_neutral_corps() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-65d", "112bm-1", "70bm-1", "art-iv")
    neutral(p, "B", "hq-iv", "hq-14d")
    corps, division = unit(p, "hq-iv"), unit(p, "hq-14d")
    assert two_neutral(p, division)
    assert not two_neutral(p, corps)
    assert not two_neutral(p, unit(p, "hq-65d"))         # no corps above it
    p.join(corps, CND)
    assert not two_neutral(p, division)
    neutral(p, "B", "hq-iv")
    p.join(division, CND)
    assert not two_neutral(p, division)
    neutral(p, "B", "hq-14d", "hq-65d")
    cheap = empty(double_neutral_cost="1")
    put(cheap, "B", "hq-centro", "70bm-1", "art-iv")
    neutral(cheap, "B", "hq-iv", "hq-14d", "hq-65d")
    centro, brigade, guns = unit(p, "hq-centro"), unit(p, "70bm-1"), unit(p, "art-iv")
    legs = ((centro, corps), (corps, division), (division, brigade), (corps, guns))
    assert [price(p, *x) for x in legs] == [1, 1, 1, 1]
    assert [price(cheap, *x) for x in legs] == [1, 0, 0, 1]
    assert price(cheap, unit(p, "hq-65d"), unit(p, "112bm-1")) == 1
    f = Order(CND, [centro, corps, division])
    f.at = 2
    run(p, f)
    play(p, "order:art-iv", "order:70bm-1")              # the corps' guns hang from one neutral level alone
    assert order(p).dual == [division]
    assert p.ip[PCE] == 1


# -- stack by stack


@pytest.mark.rule("6.1a", "5.2.3d", "9.4b", "8k")
def test_active_pawns_and_aircraft_act_until_the_player_has_done() -> None:
    p = empty()
    put(p, "E", "70bm-1")
    put(p, "D", "112bm-1")
    put(p, "A", "18bm-1")
    put(p, "RES_LEV", "hq-fare", "fare-air")
    ordered(p, CND, "70bm-1", "fare-air", "112bm-1")
    assert offered(p) == ["stack:70bm-1", "recon", "bomb:A", "stack:112bm-1", "done"]
    q = p.clone()
    play(p, "recon")
    assert p.ip[CND] == 1
    assert (where(p, "fare-air"), order(p).active) == ("next-turn", [unit(p, "70bm-1"), unit(p, "112bm-1")])
    assert offered(p) == ["stack:70bm-1", "stack:112bm-1", "done"]
    play(p, "done")
    assert p.choices() == {}             # the rest of the order is given up
    play(q, "bomb:A")
    assert (q.ip[CND], q.will[PCE], q.bombed) == (0, 3, 1)
    r = empty()
    put(r, "E", "70bm-1")
    put(r, "RES_LEV", "hq-fare", "fare-air")
    ordered(r, CND, "70bm-1", "fare-air")
    r.box(unit(r, "fare-air"), ELIMINATED)
    assert offered(run(r, order(r).clone())) == ["stack:70bm-1", "done"]


@pytest.mark.rule("4a", "6.1c")
def test_who_starts_a_stack_must_have_the_order_live_and_obey() -> None:
    p = empty()
    put(p, "E", "70bm-1", "70bm-2", "112bm-1", "112bm-2")
    ordered(p, CND, "70bm-1", "112bm-1", "112bm-2")
    assert [(r.rule, r.key) for r in why(p, "stack:70bm-2")] == [("6.1c", "not-active")]
    p.box(unit(p, "112bm-1"), ELIMINATED)
    neutral(p, "E", "112bm-2")
    run(p, order(p).clone())
    assert offered(p) == ["stack:70bm-1", "done"]
    assert rules(p, "stack:112bm-1") == rules(p, "stack:112bm-2") == ["4a"]
    ordered(p, CND, "112bm-1")
    assert p.choices() == {}             # nobody is left: nothing is asked


@pytest.mark.rule("9.4e", "4.5.4b")
def test_what_can_be_bombed() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    put(p, "D", "ascanio")
    put(p, "A1", "44bm-1")               # the first compound of all
    put(p, "C", "70bm-1")
    hold(p, PCE, "F1")
    hold(p, CND, "G1")

    def seen(place: str) -> tuple[str, str]:
        return bomb_refusal(p, space(p, place))

    assert seen("E") == seen("A1") == seen("F1") == ("", "")
    for place in ("D", "C", "A", "G1", "H1", "GUADALAJARA_EXCHANGE"):
        assert seen(place) == ("9.4e", "no-target-there")
    put(p, "GUADALAJARA", "18bm-2")      # the exchange of a square that is the PCE's
    assert seen("GUADALAJARA_EXCHANGE") == ("", "")
    p.state[space(p, "F1")] = FIRE
    assert seen("F1") == ("4.5.4b", "compound-destroyed")
