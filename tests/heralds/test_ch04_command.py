"""[4.1, 4.2, 4.4] Headquarters, leaders and agents, command stacks, and the two command structures."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch05_maneuver import payer
from frente.games.heralds.rules.ch06_stacks import can_lead, chief, commands, fits
from frente.games.heralds.state.board import CND, HQ, NEUTRAL, PCE
from frente.games.heralds.state.frames import ManeuverPhase, Order, Stack
from tests.heralds.lay import (
    args,
    before,
    chart,
    dice,
    empty,
    neutral,
    now,
    offered,
    ordered,
    play,
    put,
    question,
    reasons,
    rules,
    run,
    top,
    unit,
    up,
    where,
)


@pytest.mark.rule("4a", "4.3a", "4.1.1f")
def test_own_pawns_act_only_through_orders_and_others_not_at_all() -> None:
    p = empty()
    put(p, "RES_8D", "18bm-1", "hq-8d", "token-pce")
    put(p, "A", "40bm-1", "hq-7d")
    run(p, ManeuverPhase(PCE))
    assert offered(p) == ["maneuver", "pass"]
    play(p, "maneuver")
    assert rules(p, "address:hq-7d") == ["4a"]
    assert rules(p, "address:18bm-1") == ["4.1.1f"]


@pytest.mark.rule("4.1a", "4.1.1e", "4.1.1f")
def test_the_token_orders_with_action_points_one_addressee_each() -> None:
    p = empty()
    put(p, "RES_8D", "hq-8d", "hq-i", "ascanio", "token-pce")
    p.ap[PCE] = 2
    p.ap[CND] = 0
    run(p, ManeuverPhase(PCE))
    for left in (1, 0):
        play(p, "maneuver")
        assert p.ap[PCE] == left
        play(p, "address:hq-8d", "direct")
        assert question(p) == "Designate"        # the token names nobody else
        assert "order:hq-i" not in offered(p)
        play(p, "done")
    assert p.choices() == {}


@pytest.mark.rule("4.1a")
def test_headquarters_are_the_pawns_with_a_star_and_the_tokens() -> None:
    p = empty()
    b = p.board
    assert len(b.hqs) == 22
    assert all(b.icon[h] == "star" and b.kind[h] == HQ for h in b.hqs)
    put(p, "G", "token-cnd")
    p.initiative = CND
    run(p, before("RefitPhase"))
    assert args(p, "relocate") == [b.uid[unit(p, "token-cnd")]]


@pytest.mark.rule("4.1.1c")
def test_three_levels_of_headquarters() -> None:
    b = empty().board
    level = {b.piece[h]: b.level[h] for h in b.hqs}
    assert {x for x in level if level[x] == 1} == {"hq-centro", "hq-gerc"}
    assert {x for x in level if level[x] == 2} == {"hq-fare", "hq-i", "hq-ii", "hq-iii", "hq-iv", "hq-xvii"}
    assert {x for x in level if level[x] == 3} == {
        "hq-2a", "hq-65d", "hq-g", "hq-66d", "hq-28d", "hq-69d", "hq-4d", "hq-7d", "hq-8d", "hq-13d", "hq-9d", "hq-12d",
        "hq-14d", "hq-73d"}


@pytest.mark.rule("4.1.3b")
def test_units_of_one_formation_may_be_on_both_sides_and_neutral() -> None:
    p = chart()
    sides = {p.side[u] for u in range(p.board.first) if p.board.formation[u] == 2 and p.at[u] >= 0}
    assert sides == {CND, PCE, NEUTRAL}


@pytest.mark.rule("4.2a", "4.2b", "4.4.1a")
def test_agents_belong_to_the_headquarters_of_their_stripe_and_are_never_neutral() -> None:
    p = empty()
    b = p.board
    put(p, "B", "hq-centro", "hq-2a", "token-cnd")
    up(p, "B", "alvarez", "pedrero")
    run(p, Order(CND))
    assert rules(p, "address:alvarez") == ["4.4.1a"]                     # his stripe is that of 2A
    assert f"address:{b.uid[unit(p, 'pedrero')]}" in offered(p)          # no stripe: the token's own man
    play(p, "address:hq-centro", "direct")
    assert "order:" + b.uid[unit(p, "pedrero")] not in offered(p)
    play(p, "order:hq-2a", "order:alvarez", "through:hq-2a")
    assert unit(p, "alvarez") in top(p, Order).active
    assert all(b.start_side[u] != NEUTRAL for u in range(b.first, b.units))
    assert any(b.start_side[u] == NEUTRAL for u in b.leaders)


# -- command stacks


@pytest.mark.rule("4.2.1a")
def test_parentheses_keep_an_agent_from_forming_a_command_stack() -> None:
    p = empty()
    up(p, "RES_8D", "dieguez", "pedro-fdez")
    put(p, "RES_8D", "18bm-1", "ascanio")
    assert can_lead(p, unit(p, "ascanio"))
    assert can_lead(p, unit(p, "pedro-fdez"))
    assert not can_lead(p, unit(p, "dieguez"))
    ordered(p, PCE, "dieguez")
    play(p, "stack:dieguez")
    assert rules(p, "join:18bm-1") == ["4.2.1a"]
    play(p, "done")
    dice(p, 3)
    assert rules(p, "pick:18bm-1") == ["4.2.1a"]


@pytest.mark.rule("4.2.1b", "4.2.1c")
def test_a_leader_commands_as_many_units_as_his_initiative() -> None:
    p = empty()
    put(p, "A", "zulueta", "40bm-1", "40bm-2", "40bm-3", "art-centro-1")
    ordered(p, CND, "zulueta")
    play(p, "stack:zulueta", "join:40bm-1", "join:40bm-2")
    assert "join:art-centro-1" in offered(p)
    play(p, "join:40bm-3")               # initiative 3
    assert question(p) == "CreditDie"
    lead = unit(p, "zulueta")
    assert not fits(p, now(p).units, lead, unit(p, "art-centro-1"))


@pytest.mark.rule("4.2.1c", "4.2.1d")
def test_formation_and_numeral_bind_combat_units_and_leave_support_units_free() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "18bm-1", "42bm-1", "99bm-1", "art-8d", "arm-base", "art-iii", "subsuelo")
    lead = unit(p, "ascanio")
    assert commands(p, lead, unit(p, "18bm-1"))
    assert not commands(p, lead, unit(p, "42bm-1"))      # another division
    assert not commands(p, lead, unit(p, "99bm-1"))      # another corps
    assert commands(p, lead, unit(p, "art-8d"))
    assert commands(p, lead, unit(p, "arm-base"))        # dark grey joins anybody
    assert not commands(p, lead, unit(p, "art-iii"))
    assert commands(p, lead, unit(p, "subsuelo"))
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio")
    assert rules(p, "join:42bm-1") == ["4.2.1c"]
    corps = unit(p, "bueno")
    put(p, "EL_PARDO", "bueno")
    assert commands(p, corps, unit(p, "42bm-1"))         # no numeral on his stripe
    assert commands(p, corps, unit(p, "art-8d"))
    train = unit(p, "ffcc")
    put(p, "EL_PARDO", "mera")
    assert commands(p, unit(p, "mera"), train)


@pytest.mark.rule("4.2.1d")
def test_lopez_valle_and_sanchez_command_only_their_own() -> None:
    p = empty()
    up(p, "J", "lopez-valle", "sanchez")
    put(p, "J", "subsuelo", "arm-reserva", "art-centro-1")
    assert commands(p, unit(p, "lopez-valle"), unit(p, "subsuelo"))
    assert not commands(p, unit(p, "lopez-valle"), unit(p, "arm-reserva"))
    assert commands(p, unit(p, "sanchez"), unit(p, "arm-reserva"))
    assert not commands(p, unit(p, "sanchez"), unit(p, "subsuelo"))


@pytest.mark.rule("4.2.1e")
def test_a_command_stack_costs_one_point_however_many_it_holds() -> None:
    p = empty()
    put(p, "EL_PARDO", "hq-8d", "ascanio", "44bm-1", "44bm-2", "44bm-3", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct", "order:ascanio", "done")
    play(p, "stack:ascanio", "join:44bm-1", "join:44bm-2", "join:44bm-3")
    assert p.spent[unit(p, "hq-8d")] == 1
    assert len(now(p).units) == 4


@pytest.mark.rule("4.2.1f", "6.1d")
def test_a_dropped_unit_does_nothing_more_and_the_leader_cannot_be_dropped() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "44bm-2")
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio", "join:44bm-1", "join:44bm-2")
    dice(p, 6)
    credit = now(p).credit
    assert rules(p, "drop:ascanio") == ["4.2.1f"]
    play(p, "move:RES_8D", "drop:44bm-1")
    assert now(p).credit == credit - 1   # dropping costs nothing
    assert rules(p, "pick:44bm-1") == ["R125"]
    play(p, "move:CHAMARTIN", "stop")
    assert where(p, "44bm-1") == "RES_8D"
    assert question(p) == ""             # nobody else is active


@pytest.mark.rule("4.2.1g")
def test_more_leaders_ride_along_and_the_highest_level_counts() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "bueno", "44bm-1")
    up(p, "EL_PARDO", "dieguez")
    ordered(p, PCE, "ascanio")
    play(p, "stack:ascanio", "join:bueno", "join:dieguez", "join:44bm-1")
    assert chief(p, now(p).units) == unit(p, "bueno")    # a corps leader before a divisional one
    dice(p, 3)
    assert now(p).credit == 3 + 2 + 0    # Bueno's 0, not Ascanio's +1


@pytest.mark.rule("4.2.1h")
def test_two_command_stacks_of_one_square_do_not_merge() -> None:
    p = empty()
    put(p, "EL_PARDO", "ascanio", "44bm-1", "44bm-2")
    up(p, "EL_PARDO", "pedro-fdez")
    ordered(p, PCE, "ascanio", "pedro-fdez")
    play(p, "stack:ascanio", "join:44bm-1", "done")
    dice(p, 1)
    play(p, "stop", "stack:pedro-fdez", "join:44bm-2", "done")
    assert [p.board.uid[u] for u in now(p).units if u < p.board.first] == ["44bm-2"]


# -- the CND's chain


@pytest.mark.rule("4.4a", "4.4.1a")
def test_the_cnd_goes_down_every_level() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-65d", "112bm-1", "hq-iv", "hq-14d", "70bm-1", "art-iv", "token-cnd", "art-centro-1",
        "ffcc")
    run(p, Order(CND))
    assert rules(p, "address:hq-65d") == ["4.4.1a"]
    play(p, "address:hq-centro", "direct")
    for name in ("112bm-1", "70bm-1", "art-iv"):
        assert "order:" + name not in offered(p)
    assert {"order:art-centro-1", "order:ffcc", "order:hq-65d", "order:hq-iv"} <= set(offered(p))
    assert rules(p, "order:hq-14d") == ["4.4.1a"]        # not past the corps
    play(p, "order:hq-iv")
    assert "order:art-iv" in offered(p)                  # corps support hangs from the corps
    assert "order:70bm-1" not in offered(p)
    play(p, "order:hq-14d", "order:70bm-1")
    assert p.spent[unit(p, "hq-centro")] == p.spent[unit(p, "hq-iv")] == p.spent[unit(p, "hq-14d")] == 1


@pytest.mark.rule("4.4.1a", "4.1.2a")
def test_a_headquarters_of_the_enemy_breaks_the_chain() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-ii", "hq-7d", "40bm-1", "token-cnd")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct")
    assert rules(p, "order:hq-ii") == ["4.1.2a"]
    assert "order:hq-7d" not in offered(p)


@pytest.mark.rule("4.4.1b", "8j")
def test_a_neutral_headquarters_passes_orders_at_its_parents_cost_and_the_pce_listens() -> None:
    p = empty()
    put(p, "B", "hq-centro", "hq-iv", "70bm-1", "70bm-2", "token-cnd")
    neutral(p, "B", "hq-14d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-iv", "order:hq-14d")
    assert p.ip[PCE] == 0
    play(p, "order:70bm-1", "order:70bm-2")
    assert p.spent[unit(p, "hq-centro")] == 1
    assert p.spent[unit(p, "hq-iv")] == 3                # one relay and two for the neutral division
    assert p.spent[unit(p, "hq-14d")] == 0
    assert p.ip[PCE] == 1                                # once an order


@pytest.mark.rule("4.4.1b")
def test_the_first_headquarters_of_a_chain_pays_even_if_it_has_become_neutral() -> None:
    p = empty()
    put(p, "B", "hq-iv")
    neutral(p, "B", "hq-centro", "hq-14d")
    centro, corps, division = (unit(p, name) for name in ("hq-centro", "hq-iv", "hq-14d"))
    assert payer(p, Order(CND, [centro]), centro) == centro
    assert payer(p, Order(CND, [centro, corps]), division) == corps


@pytest.mark.rule("4.4.1c", "4.1.1b")
def test_through_two_neutral_headquarters_only_one_pawn_is_reached() -> None:
    for cost, option in ((3, "3"), (1, "1")):
        p = empty(double_neutral_cost=option)
        put(p, "B", "hq-centro", "70bm-1", "70bm-2", "token-cnd")
        neutral(p, "B", "hq-iv", "hq-14d")
        run(p, Order(CND))
        play(p, "address:hq-centro", "direct", "order:hq-iv", "order:hq-14d", "order:70bm-1")
        assert p.spent[unit(p, "hq-centro")] == cost
        assert p.ip[PCE] == 1
        assert rules(p, "order:70bm-2") == ["4.4.1c"]


@pytest.mark.rule("4.4.1c", "8j")
def test_each_neutral_division_under_a_neutral_corps_passes_an_order_to_one_pawn() -> None:
    p = empty()
    put(p, "B", "hq-centro", "70bm-1", "70bm-2", "50bm-1", "50bm-2", "token-cnd")
    neutral(p, "B", "hq-iv", "hq-14d", "hq-12d")
    run(p, Order(CND))
    play(p, "address:hq-centro", "direct", "order:hq-iv", "order:hq-14d", "order:hq-12d", "order:70bm-1")
    assert rules(p, "order:70bm-2") == ["4.4.1c"]
    play(p, "order:50bm-1")              # the other pair of headquarters has its own
    assert rules(p, "order:50bm-2") == ["4.4.1c"]
    assert p.ip[PCE] == 1
    q = empty()                          # under an affiliated corps there is no such limit
    put(q, "B", "hq-centro", "hq-iv", "70bm-1", "70bm-2", "token-cnd")
    neutral(q, "B", "hq-14d")
    run(q, Order(CND))
    play(q, "address:hq-centro", "direct", "order:hq-iv", "order:hq-14d", "order:70bm-1", "order:70bm-2")
    assert rules(q, "order:70bm-2") == ["5.2.3b"]


@pytest.mark.rule("4.4.1a")
def test_without_a_level_1_headquarters_only_leaders_and_agents_are_reached() -> None:
    p = empty()
    put(p, "B", "hq-65d", "gutierrez", "112bm-1", "token-cnd")
    neutral(p, "B", "hq-centro")
    run(p, Order(CND))
    assert rules(p, "address:hq-65d") == ["R119"]
    assert "address:gutierrez" in offered(p)
    q = empty(cnd_chain_without_level1=True)
    put(q, "B", "hq-65d", "token-cnd")
    run(q, Order(CND))
    assert "address:hq-65d" in offered(q)


# -- the PCE's


@pytest.mark.rule("4.4.2a", "4.3.1a", "4.3.2a", "4.3.1b")
def test_the_pce_addresses_any_headquarters_leader_or_agent() -> None:
    p = empty()
    put(p, "RES_8D", "hq-ii", "hq-8d", "ascanio", "18bm-1", "conesa", "token-pce")
    run(p, Order(PCE))
    assert {"hq-ii", "hq-8d", "ascanio", p.board.uid[unit(p, "conesa")]} <= set(args(p, "address"))
    play(p, "address:ascanio", "direct")
    assert args(p, "stack") == ["ascanio"]


@pytest.mark.rule("4.4.2b")
def test_a_pce_headquarters_reissues_only_within_its_formation() -> None:
    p = empty()
    put(p, "RES_8D", "hq-ii", "hq-8d", "18bm-1", "42bm-1", "99bm-1", "barcelo", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-ii", "direct")
    assert {"hq-8d", "18bm-1", "42bm-1"} <= set(args(p, "order"))        # R35: the corps may order units itself
    assert rules(p, "order:99bm-1") == ["4.4.2b"]
    assert rules(p, "order:barcelo") == ["4.4.2b"]
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct")
    assert args(p, "order") == ["18bm-1"]
    assert rules(p, "order:42bm-1") == ["4.4.2b"]


@pytest.mark.rule("5.2.3a", "5.2.3b")
def test_every_pawn_is_designated_before_a_stack_moves() -> None:
    p = empty()
    put(p, "RES_8D", "hq-8d", "18bm-1", "44bm-1", "token-pce")
    run(p, Order(PCE))
    play(p, "address:hq-8d", "direct", "order:18bm-1", "order:44bm-1", "done")
    assert set(args(p, "stack")) == {"18bm-1", "44bm-1"}
    play(p, "stack:18bm-1")
    dice(p, 2)
    play(p, "stop")
    assert args(p, "order") == []
    assert args(p, "stack") == ["44bm-1"]
    assert not any(isinstance(f, Stack) for f in p.stack)


@pytest.mark.rule("4.3a", "4.3.1a")
def test_an_order_that_reaches_nobody_is_spent() -> None:
    q = chart()
    q.ap = [1, 0]
    run(q, ManeuverPhase(CND))
    play(q, "maneuver", "give-up")
    assert q.ap == [0, 0]
    assert q.choices() == {}


@pytest.mark.rule("4.2.1b", "4.2.1g")
def test_of_two_leaders_of_one_level_the_owner_uses_the_better_number() -> None:
    p = empty()
    put(p, "E", *[f"70bm-{n}" for n in range(1, 6)], "mera", "g-caro")
    up(p, "E", "verardini")
    men = [unit(p, f"70bm-{n}") for n in range(1, 5)]
    lead, other, last = unit(p, "verardini"), unit(p, "mera"), unit(p, "70bm-5")
    assert not fits(p, [lead, *men], lead, last)         # four
    assert fits(p, [lead, other, *men], lead, last)      # Mera, of the same level: five
    assert not fits(p, [lead, other, *men, last], lead, unit(p, "art-iv"))
    assert not fits(p, [unit(p, "g-caro"), lead, *men], unit(p, "g-caro"), last)         # the higher one's number, four


@pytest.mark.rule("4.2.1g")
def test_a_number_in_parentheses_leads_only_where_there_is_no_other() -> None:
    p = empty()
    up(p, "B", "garijo")                 # level 1, in parentheses
    put(p, "B", "gutierrez", "112bm-1")
    garijo, other = unit(p, "garijo"), unit(p, "gutierrez")
    assert chief(p, [garijo, other]) == other
    assert chief(p, [garijo]) == garijo
    neutral(p, "RES_LEV", "hq-gerc")
    ordered(p, CND, "gutierrez")
    play(p, "stack:gutierrez")
    assert rules(p, "join:garijo") == ["9.8a"]           # and he sleeps until the Army Group joins
    put(p, "RES_LEV", "hq-gerc")
    ordered(p, CND, "gutierrez")
    play(p, "stack:gutierrez", "join:garijo")
    assert garijo in now(p).units


@pytest.mark.rule("4.1.2a", "4.1.1b")
def test_its_player_says_which_headquarters_passes_an_order_on() -> None:
    p = empty()
    put(p, "CHAMARTIN", "hq-ii", "ascanio", "bueno")
    put(p, "EL_PARDO", "hq-8d", "44bm-1")
    f = Order(PCE)
    f.held = [unit(p, "hq-ii"), unit(p, "hq-8d")]
    f.at = 2
    run(p, f)
    q, r = p.clone(), p.clone()
    play(p, "order:ascanio")
    assert question(p) == "ChooseIssuer"
    assert offered(p) == ["through:hq-ii", "through:hq-8d"]      # in contact before the lowest
    assert reasons(p, "through:hq-centro") == [("4.1.2a", "cannot-pass-it-on")]
    assert GAME.card(p, PCE)["aim"] == ["ascanio"]
    notes = GAME.card(p, PCE)["choices"]
    assert [n["key"] for n in notes["through:hq-ii"]["notes"]] == ["note-cp", "note-contact"]
    play(p, "through:hq-ii")             # he stands beside it: no line to make
    assert question(p) == "Designate"
    assert (p.spent[unit(p, "hq-ii")], p.spent[unit(p, "hq-8d")]) == (1, 0)
    play(q, "order:ascanio", "through:hq-8d")
    assert question(q) == "Channel"
    play(r, "order:bueno")               # a corps leader does not obey a division: nothing to ask
    assert question(r) == "Designate"
    assert r.spent[unit(r, "hq-ii")] == 1


@pytest.mark.rule("4.1.2a")
def test_nobody_is_asked_about_a_piece_that_was_never_shown() -> None:
    for shown in (False, True):
        p = empty()
        put(p, "CHAMARTIN", "hq-ii")
        put(p, "EL_PARDO", "hq-8d")
        (up if shown else put)(p, "CHAMARTIN", "pedro-fdez")
        f = Order(PCE)
        f.held = [unit(p, "hq-ii"), unit(p, "hq-8d")]
        f.at = 2
        run(p, f)
        play(p, "order:pedro-fdez")      # a question would tell that both may order him
        assert question(p) == ("ChooseIssuer" if shown else "Designate")
        assert p.spent[unit(p, "hq-ii")] == (0 if shown else 1)  # the one in contact passes it on
