"""[7.1] What an assault does: damage, withdrawal, collateral damage."""
from __future__ import annotations

import pytest

from frente.games.heralds.board import CND, NEUTRAL, PCE
from frente.games.heralds.ch07_ruin import collateral_parts
from frente.games.heralds.position import FIRE
from tests.heralds.battle import fight, in_e, skip
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    hold,
    moving,
    offered,
    play,
    put,
    question,
    resource,
    rules,
    side_of,
    space,
    unit,
    where,
)

# -- damage


@pytest.mark.rule("7.1.6a", "7.1.6b")
def test_a_damaged_unit_checks_its_morale_and_may_give_up() -> None:
    p = in_e(("18bm-1",), ("112bm-1", "112bm-2"))
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 1)
    play(p, "suffer:112bm-2")
    dice(p, 3)                           # 3 <= 3
    assert p.damaged[unit(p, "112bm-2")] == 1
    assert side_of(p, "112bm-2") == CND
    assert p.initiative_of(unit(p, "112bm-2")) == 1
    assert p.morale_of(unit(p, "112bm-2")) == 2
    dice(p, 4)                           # the lead: 4 > 3
    assert question(p) == "Defector"
    assert asked(p) == [CND]
    play(p, "to:D")
    assert (side_of(p, "112bm-1"), where(p, "112bm-1")) == (NEUTRAL, "D")
    assert p.damaged[unit(p, "112bm-1")] == 1


@pytest.mark.rule("7.1.6d")
def test_a_second_damage_eliminates_or_drives_out() -> None:
    for die, place in ((3, "eliminated"), (2, "D")):
        p = in_e(("18bm-1",), ("112bm-1",))
        p.damaged[unit(p, "112bm-1")] = 1
        play(p, "assault:E")
        fight(p)
        dice(p, 6, 2, die)               # reduced morale 2
        if question(p) == "Defector":
            play(p, "to:D")
        assert where(p, "112bm-1") == place


@pytest.mark.rule("7.1.6e", "8h")
def test_when_all_combat_units_are_lost_the_rest_goes_too() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "hq-65d", "art-centro-1", "gutierrez")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    assert where(p, "hq-65d") == where(p, "art-centro-1") == "eliminated"
    assert p.ip[PCE] == 1                # for the headquarters
    dice(p, 4)                           # Gutierrez, initiative 4, survives
    assert {"stay", "to:D", "to:C"} <= set(offered(p))
    q = p.clone()
    play(p, "to:D")
    assert where(p, "gutierrez") == "D"
    play(q, "stay")
    assert where(q, "gutierrez") == "E"


@pytest.mark.rule("7.1.6e")
def test_an_attacker_who_loses_all_combat_units_loses_what_supported_them_and_no_bystander() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "18bm-2", "hq-8d", "112bm-1", "112bm-2")
    for n in ("112bm-1", "112bm-2"):
        p.fixed[unit(p, n)] = 1
    moving(p, PCE, 5, "ascanio", "18bm-1", "art-8d")
    play(p, "assault:E")
    fight(p, "add")
    dice(p, 2, 6)                        # both hit
    dice(p, 6)                           # the 18BM gives up
    p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    dice(p, 1)                           # the defender stays
    assert where(p, "art-8d") == "eliminated"
    assert where(p, "18bm-2") == where(p, "hq-8d") == "E"
    dice(p, 1)                           # Ascanio survives
    assert question(p) == "CollapseMove"


@pytest.mark.rule("7.1.6e")
def test_a_survivor_may_be_intercepted_on_his_way() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "gutierrez")
    put(p, "C", "44bm-1", "70bm-1")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    dice(p, 1)
    play(p, "to:C")
    assert question(p) == "ChooseReaction"
    play(p, "intercept", "unit:44bm-1", "done")
    dice(p, 6, 6)                        # 6 + 2 - 2, and he does not live
    assert where(p, "gutierrez") == "eliminated"
    assert p.ip[PCE] == 1


@pytest.mark.rule("7.1.6f")
def test_hidden_pieces_are_shown_hidden_again_and_leave() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "token-cnd")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    assert question(p) == "CollapseMove"
    assert "stay" not in offered(p)      # the token must go
    play(p, "to:D")
    assert where(p, "token-cnd") == "D"
    assert p.hid[unit(p, "token-cnd")] == 1
    assert p.seen[unit(p, "token-cnd")] == 1


# -- withdrawal


@pytest.mark.rule("7.1.7b", "11.2c")
def test_only_combat_units_leaders_and_agents_withdraw() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "JACA", "70bm-1", "hq-centro", "mera")
    p.will[PCE] = 3
    put(p, "BARAJAS", "70bm-8")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:JACA")
    fight(p)
    dice(p, 6, 2, 1, 1)                  # hit, loyal, no fire
    play(p, "retire")
    assert where(p, "hq-centro") == "eliminated"
    assert p.will[PCE] == 4              # Centro is out of JACA
    assert p.fallen == 2
    # JACA has no way out but the square the assault came from
    assert where(p, "70bm-1") == "eliminated"
    assert question(p) == "FateDie"      # Mera counts as intercepted


@pytest.mark.rule("7.1.7c", "7.1.7e")
def test_withdrawal_into_a_compound_of_the_square_or_a_connected_square() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
    put(p, "C", "44bm-1")                # PCE controlled
    hold(p, PCE, "D2")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 1)
    play(p, "retire")
    assert set(args(p, "to")) == {"E1", "D", "F", "CANILLEJAS"}
    assert rules(p, "to:C") == ["7.1.7e"]
    assert rules(p, "to:G") == ["7.1.7c"]
    q = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
    hold(q, PCE, "E1")                   # enemy controlled: not into it, and not past it to D
    play(q, "assault:E")
    fight(q)
    dice(q, 6, 2, 1)
    play(q, "retire")
    assert rules(q, "to:E1") == ["7.1.7e"]
    assert rules(q, "to:D") == ["7.1.7e"]


@pytest.mark.rule("7.1.7d")
def test_out_of_a_compound_neither_into_another_nor_to_where_the_assault_came_from() -> None:
    p = empty()
    put(p, "G", "18bm-1", "18bm-2")
    put(p, "G2", "70bm-1")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:G2")
    fight(p)
    dice(p, 6, 2, 1, 1)
    play(p, "retire")
    assert offered(p) == ["to:H"]
    assert rules(p, "to:G4") == ["7.1.7d"]
    assert rules(p, "to:G") == ["7.1.7d"]


@pytest.mark.rule("7.1.7f", "7.1.7g", "8i")
def test_without_a_way_out_units_are_lost_or_with_the_option_surrender() -> None:
    for surrender in (False, True):
        p = empty(surrender=surrender)
        put(p, "CANILLEJAS", "18bm-1", "18bm-2")
        put(p, "JACA", "70bm-1")
        moving(p, PCE, 5, "18bm-1", "18bm-2")
        play(p, "assault:JACA")
        fight(p)
        dice(p, 6, 2, 1, 1)
        play(p, "retire")
        if surrender:
            assert where(p, "70bm-1") == "CANILLEJAS"
            assert p.captive[unit(p, "70bm-1")] == 1
            assert p.ip[PCE] == 1
        else:
            assert where(p, "70bm-1") == "eliminated"
            assert p.ip[PCE] == 0


# -- collateral damage


@pytest.mark.rule("7.1.8a")
def test_when_a_compound_burns() -> None:
    p = empty()
    e1, g3 = space(p, "E1"), space(p, "G3")
    assert collateral_parts(p, g3, False, False) == []           # a 6 is not more than 6
    assert sum(x[0] for x in collateral_parts(p, e1, True, True)) == 2
    assert sum(x[0] for x in collateral_parts(p, g3, True, False)) == 1
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1", "gutierrez")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    skip(p)
    play(p, "deduct")
    dice(p, 2, 2)
    assert question(p) == "CollateralDie"
    q = p.clone()
    dice(p, 5)                           # 5 + 2 - 1
    assert p.state[e1] == 0
    dice(q, 6)                           # 7
    assert q.state[e1] == FIRE
    assert q.res[resource(q, "ammo-e1")] == 2
    dice(q, 1)                           # the 70BM is damaged, loyal, and leaves
    dice(q, 1)                           # Gutierrez lives
    while question(q) == "WithdrawUnit":
        play(q, "to:D")
    assert where(q, "70bm-1") == where(q, "gutierrez") == "D"


@pytest.mark.rule("7.1.8b", "8e")
def test_leaders_in_a_burning_compound_check_as_if_intercepted() -> None:
    p = empty()
    put(p, "E", "18bm-1", "18bm-2")
    put(p, "E1", "70bm-1", "gutierrez")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:E1")
    skip(p)
    play(p, "add")
    dice(p, 2, 2, 6)
    dice(p, 1, 6)                        # the 70BM; Gutierrez does not survive
    assert where(p, "gutierrez") == "eliminated"
    assert p.ip[PCE] == 1
