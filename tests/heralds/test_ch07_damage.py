"""[7.1] What an assault does: damage, withdrawal, collateral damage."""
from __future__ import annotations

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch07_ruin import burn, collateral_parts
from frente.games.heralds.rules.ch07_strength import took_part
from frente.games.heralds.state.board import CND, NEUTRAL, PCE
from frente.games.heralds.state.frames_combat import ASSAULT, Assault, Collapse
from frente.games.heralds.state.position import FIRE, RUIN, WHOLE
from tests.heralds.battle import fight, in_e, skip
from tests.heralds.lay import (
    args,
    asked,
    dice,
    empty,
    hold,
    moving,
    neutral,
    offered,
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


@pytest.mark.rule("7.1.6e")
def test_a_survivor_may_risk_a_square_in_enemy_hands_and_the_token_may_not() -> None:
    p = in_e(("18bm-1",), ("112bm-1",))
    put(p, "E", "gutierrez")
    put(p, "C", "44bm-1")                # PCE controlled
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 6)
    play(p, "to:D")
    dice(p, 1)
    play(p, "to:C", "pass")
    assert where(p, "gutierrez") == "C"
    q = in_e(("18bm-1",), ("112bm-1",))
    put(q, "E", "token-cnd")
    put(q, "C", "44bm-1")
    play(q, "assault:E")
    fight(q)
    dice(q, 6, 2, 6)
    play(q, "to:D")
    assert question(q) == "CollapseMove"
    assert rules(q, "to:C") == ["7.1.7e"]


@pytest.mark.rule("7.1.6e")
def test_leaders_of_a_lost_compound_may_stay_in_its_square_although_the_attacker_is_there() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "JACA", "70bm-1", "mera")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:JACA")
    fight(p)
    dice(p, 6, 2, 6, 1)                  # the 70BM gives up; nothing burns
    dice(p, 5)                           # Mera, initiative 5, lives, and one roll is enough
    assert offered(p) == ["stay"]        # the only way out is the attacker's square
    play(p, "stay")
    assert (where(p, "mera"), p.ip[PCE]) == ("CANILLEJAS", 0)
    assert args(p, "go") == ["JACA"]
    q = empty()                          # assaulted from the square next door: he stays in the compound's own
    put(q, "CHAMARTIN", "18bm-1", "18bm-2")
    put(q, "A1", "40bm-1", "zulueta")
    moving(q, PCE, 5, "18bm-1", "18bm-2")
    play(q, "assault:A1")
    fight(q)
    dice(q, 6, 2, 6)
    play(q, "to:A")
    dice(q, 1, 1)
    assert offered(q) == ["stay"]
    assert rules(q, "to:CHAMARTIN") == ["7.1.7d"]
    assert rules(q, "to:A") == ["R137"]
    play(q, "stay")
    assert where(q, "zulueta") == "A"


@pytest.mark.rule("7.1.6e")
def test_the_leader_of_beaten_attackers_stays_in_the_compound_they_came_from() -> None:
    p = empty()
    up(p, "A1", "pedro-fdez")
    put(p, "A1", "18bm-1")
    f = Collapse(PCE, space(p, "A1"), [unit(p, "pedro-fdez")], -1, -1)
    run(p, f)
    dice(p, 1)
    play(p, "stay")
    assert where(p, "pedro-fdez") == "A1"


@pytest.mark.rule("7.1.7e", "7.1.6a")
def test_a_defector_may_hide_in_an_open_compound_and_passes_none_of_the_enemys() -> None:
    p = in_e(("18bm-1",), ("112bm-1", "112bm-2"))
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 3, 6)                     # the lead gives up
    assert "to:E1" in offered(p)
    play(p, "to:E1")
    assert (side_of(p, "112bm-1"), where(p, "112bm-1")) == (NEUTRAL, "E1")
    for holder in (PCE, CND):            # a compound in anybody's hands is closed to it
        q = in_e(("18bm-1",), ("112bm-1", "112bm-2"))
        hold(q, holder, "E1")
        play(q, "assault:E")
        fight(q)
        dice(q, 6, 3, 6)
        assert rules(q, "to:E1") == ["7.1.7e"]
    for holder, refused in ((PCE, ["7.1.7e"]), (CND, [])):
        r = empty()
        put(r, "A", "18bm-1", "40bm-1", "40bm-2")
        r.fixed[unit(r, "40bm-1")] = r.fixed[unit(r, "40bm-2")] = 1
        hold(r, holder, "A1")            # astride the way to Chamartin
        moving(r, PCE, 5, "18bm-1")
        play(r, "assault:A")
        fight(r)
        dice(r, 6, 3, 6)
        assert question(r) == "Defector"
        assert rules(r, "to:CHAMARTIN") == refused


@pytest.mark.rule("7.1.7e", "7b")
def test_attacked_neutrals_withdraw_like_others_with_the_attacker_for_their_enemy() -> None:
    p = empty()
    neutral(p, "E", "44bm-1", "44bm-2")
    put(p, "E", "18bm-1", "18bm-2", "18bm-3")
    put(p, "D", "42bm-1")                # the attacker holds D
    put(p, "C", "112bm-1")
    moving(p, PCE, 5, "18bm-1", "18bm-2", "18bm-3")
    play(p, "strike:44bm-1")
    fight(p)
    dice(p, 6, 2, 1)
    play(p, "retire")
    assert question(p) == "WithdrawUnit"
    assert rules(p, "to:D") == ["7.1.7e"]
    assert {"to:C", "to:E1"} <= set(offered(p))
    play(p, "to:E1")
    assert where(p, "44bm-1") == "E1"


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
    for state in (FIRE, RUIN):           # destroyed: it blocks a withdrawal, though no other move
        r = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
        r.state[space(r, "E1")] = state
        play(r, "assault:E")
        fight(r)
        dice(r, 6, 2, 1)
        play(r, "retire")
        assert rules(r, "to:E1") == rules(r, "to:D") == ["7.1.7e"]
        assert "to:F" in offered(r)


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


@pytest.mark.rule("7.1.7f", "7.1.4h")
def test_a_leader_cut_off_who_survives_no_longer_holds_the_compound() -> None:
    p = empty()
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "JACA", "70bm-1", "mera")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:JACA")
    fight(p)
    dice(p, 6, 2, 1, 1)
    play(p, "retire")
    dice(p, 5)                           # Mera, initiative 5, lives
    assert where(p, "mera") == "CANILLEJAS"
    assert args(p, "go") == ["JACA"]
    q = empty()                          # and nobody stays in a burning one
    put(q, "CANILLEJAS", "18bm-1", "18bm-2", "art-8d", "ascanio")
    put(q, "JACA", "70bm-1", "mera")
    moving(q, PCE, 5, "ascanio", "18bm-1", "18bm-2", "art-8d")
    play(q, "assault:JACA")
    fight(q, "add")
    dice(q, 2, 2, 1, 6)                  # hit, loyal; 6 + 1 for the gun
    dice(q, 1, 1)                        # the 70BM is beaten a second time; Mera lives and is not tried again
    assert q.state[space(q, "JACA")] == FIRE
    assert where(q, "mera") == "CANILLEJAS"
    assert GAME.broken_laws(q) == []


@pytest.mark.rule("2.3.3c")
def test_hidden_pieces_step_out_of_a_compound_into_which_the_enemy_withdraws() -> None:
    p = in_e(("18bm-1", "18bm-2"), ("112bm-1",))
    put(p, "E1", "dieguez")
    play(p, "assault:E")
    fight(p)
    dice(p, 6, 2, 1)
    play(p, "retire", "to:E1")
    assert where(p, "112bm-1") == "E1"
    assert where(p, "dieguez") == "E"


@pytest.mark.rule("7b", "7.1.6a")
def test_where_a_beaten_neutral_goes_is_for_the_attackers_opponent_to_say() -> None:
    p = empty()
    neutral(p, "E", "44bm-1")
    put(p, "E", "18bm-1", "18bm-2", "18bm-3")
    moving(p, PCE, 5, "18bm-1", "18bm-2", "18bm-3")
    play(p, "strike:44bm-1")
    fight(p)
    dice(p, 6, 2, 6)
    assert question(p) == "Defector"
    assert asked(p) == [CND]


@pytest.mark.rule("7.1.7f", "7.1.7g", "8i", "2.3.3b")
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
            assert where(p, "70bm-1") == "JACA"          # prisoners stay where they are, and hold nothing
            assert p.captive[unit(p, "70bm-1")] == 1
            assert p.ip[PCE] == 1
            assert "go:JACA" in offered(p)
        else:
            assert where(p, "70bm-1") == "eliminated"
            assert p.ip[PCE] == 0


@pytest.mark.rule("8i", "4.5.4b")
def test_those_who_surrender_together_give_one_point_and_none_stays_in_the_fire() -> None:
    p = empty(surrender=True)
    put(p, "CANILLEJAS", "18bm-1", "18bm-2")
    put(p, "JACA", "70bm-1", "70bm-2")
    moving(p, PCE, 5, "18bm-1", "18bm-2")
    play(p, "assault:JACA")
    fight(p)
    dice(p, 6, 2, 1, 1)                  # hit, loyal, no fire
    play(p, "retire")
    assert [p.captive[unit(p, n)] for n in ("70bm-1", "70bm-2")] == [1, 1]
    assert p.ip[PCE] == 1
    q = empty(surrender=True)
    put(q, "JACA", "70bm-1")
    burn(q, space(q, "JACA"), space(q, "CANILLEJAS"))
    q.settle()
    dice(q, 1)                           # loyal, with no way out but the one the assault came by
    assert q.captive[unit(q, "70bm-1")] == 1
    assert where(q, "70bm-1") == "CANILLEJAS"
    assert GAME.broken_laws(q) == []


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


@pytest.mark.rule("7.1.8a")
def test_a_differential_that_lowers_the_attackers_roll_damps_no_fire() -> None:
    p = empty()
    put(p, "E", "44bm-1")
    put(p, "E1", "70bm-1", "mera")
    moving(p, PCE, 5, "44bm-1")
    play(p, "assault:E1", "leader:mera")
    assert asked(p) == [CND]             # 0 + 1 against 2 - 2
    play(p, "deduct")
    dice(p, 2, 2)
    dice(p, 5)                           # 5 + 2 for the depot
    assert p.state[space(p, "E1")] == FIRE


@pytest.mark.rule("7.1.8a", "7.1.5b")
def test_guns_without_ammunition_and_leaders_feed_no_fire() -> None:
    p = empty()
    put(p, "E", "ascanio", "18bm-1", "art-8d", "112bm-1")
    for n, place in enumerate(("C", "D", "F", "CANILLEJAS"), 2):         # no way past the enemy
        put(p, place, f"112bm-{n}")
    put(p, "CANILLEJAS", "70bm-1", "70bm-2")
    moving(p, PCE, 5, "ascanio", "18bm-1", "art-8d")
    f = Assault(PCE, space(p, "E1"), ASSAULT)
    p.stack.append(f)
    assert took_part(p, f)
    f.round = 1
    assert not took_part(p, f)
    q = empty()
    put(q, "E", "ascanio", "18bm-1")
    moving(q, PCE, 5, "ascanio", "18bm-1")
    g = Assault(PCE, space(q, "E1"), ASSAULT)
    q.stack.append(g)
    assert not took_part(q, g)
    r = empty()                          # the train fights with its guns on either side
    put(r, "K2", "ffcc")
    put(r, "K", "18bm-1")
    moving(r, PCE, 5, "18bm-1")
    h = Assault(PCE, space(r, "K2"), ASSAULT, defenders=[unit(r, "ffcc")])
    r.stack.append(h)
    assert took_part(r, h)


@pytest.mark.rule("7.1.8a")
def test_guns_count_for_the_fire_where_nobody_could_fight_back() -> None:
    p = empty()
    put(p, "B", "ascanio", "18bm-1", "art-8d")
    put(p, "B3", "hq-65d")
    moving(p, PCE, 5, "ascanio", "18bm-1", "art-8d")
    play(p, "assault:B3")
    q = p.clone()
    play(p, "support")
    assert question(p) == "CollateralDie"
    dice(p, 6)                           # 6 + 1
    assert p.state[space(p, "B3")] == FIRE
    play(q, "withhold")
    dice(q, 6)
    assert q.state[space(q, "B3")] == WHOLE


@pytest.mark.rule("7.1.8c", "7.1.4h")
def test_nobody_advances_over_a_bridge_that_burnt_in_the_fight() -> None:
    p = empty()
    put(p, "PARACUELLOS", "ascanio", "18bm-1", "18bm-2", "art-8d")
    put(p, "BARAJAS_BRIDGE", "70bm-1")
    moving(p, PCE, 5, "ascanio", "18bm-1", "18bm-2", "art-8d")
    play(p, "assault:BARAJAS_BRIDGE")
    fight(p, "add")
    dice(p, 5, 2, 1, 6)                  # hit, loyal; 6 + 1
    dice(p, 1)
    assert p.state[space(p, "BARAJAS_BRIDGE")] == RUIN
    while question(p) == "Defector":
        play(p, "to:BARAJAS")
    assert question(p) == "Acting"
    assert where(p, "18bm-1") == "PARACUELLOS"
    assert rules(p, "move:BARAJAS") == ["6.3d"]


@pytest.mark.rule("7.1.8b")
def test_walls_on_fire_give_no_courage_and_neutrals_leave_too() -> None:
    p = empty()
    put(p, "J1", "112bm-1")
    burn(p, space(p, "J1"), -1)
    p.settle()
    dice(p, 4)                           # 4 > 3: no bonus for defending a compound
    assert question(p) == "Defector"
    q = empty()
    neutral(q, "J1", "112bm-1", "hq-65d")
    burn(q, space(q, "J1"), -1)
    q.settle()
    dice(q, 1)
    assert (where(q, "112bm-1"), where(q, "hq-65d")) == ("J", "eliminated")
    assert q.damaged[unit(q, "112bm-1")] == 1
    assert q.ip == [0, 0]


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
