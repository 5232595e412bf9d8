"""[1.10a, 1.17c, 1.18, scs.cbt, scs.loss] Combat: odds, modifiers, results, losses."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import attack_of, attack_total, defence_total
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Surplus
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    DEAD,
    DG,
    PINNED,
    RESERVE,
    UNSUPPLIED,
)
from frente.kit.scs.odds import POINT, Result, parsed, rounded, rung, spelled
from tests.guadalajara.fight import attack, declare, reckoning, settle
from tests.guadalajara.lay import (
    asked,
    at,
    dice,
    drill,
    loaded,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"


# -- rounding and odds


@pytest.mark.rule("scs.round", "scs.cbt.5")
@pytest.mark.parametrize(("a", "d", "want"), [
    (24, 16, "2:1"), (23, 16, "1:1"), (16, 24, "1:2"), (16, 40, "1:3"), (70, 16, "4:1"), (72, 16, "5:1"),
    (14, 10, "1:1"), (15, 10, "2:1"), (10, 15, "1:2"), (10, 24, "1:2"), (10, 25, "1:3")])
def test_odds_are_rounded_to_the_nearest_ratio_half_up(a: int, d: int, want: str) -> None:
    assert spelled(rung(a * POINT, d * POINT)) == want


@pytest.mark.rule("scs.round", "scs.cbt.5")
def test_odds_may_be_rounded_for_the_defender_and_need_strengths() -> None:
    assert spelled(rung(29, 10, True)) == "2:1"
    assert spelled(rung(10, 11, True)) == "1:2"
    assert rung(0, 5) < -50
    assert rung(5, 0) > 50
    assert (rounded(36), rounded(35)) == (2, 1)


@pytest.mark.rule("scs.cbt.8")
def test_a_result_names_steps_and_hexes_for_either_side() -> None:
    assert parsed("A1r2") == Result(1, 2, 0, 0)
    assert parsed("Dr1") == Result(0, 0, 0, 1)
    assert parsed("A1r1D1r1") == Result(1, 1, 1, 1)
    assert parsed("NE") == Result(0, 0, 0, 0)
    with pytest.raises(ValueError, match="not a combat result"):
        parsed("X1")


@pytest.mark.rule("1.18a", "scs.cbt.5")
def test_odds_worse_than_1_to_2_are_an_automatic_a2r2_without_dice() -> None:
    p = drill()
    put(p, "n-gen-fn", A)                # 2 against 8
    put(p, "r-gua-1-49", T)
    events = told(p)
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-gen-fn", "attack")
    assert where(p, "n-gen-fn") == str(DEAD)
    assert [e.facts["result"] for e in events if e.key == "combat-result"] == ["A2r2"]
    assert not [e for e in events if e.key == "combat-result" and e.facts["dice"] != "-"]


@pytest.mark.rule("1.18b")
def test_odds_better_than_4_to_1_use_the_last_column() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    put(p, "r-gc", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    assert f.rung == 14
    assert reckoning(p, f)[0] == 4


@pytest.mark.rule("scs.cbt.5", "scs.cbt.8")
def test_a_plain_attack_as_in_the_examples() -> None:
    for roll, result in (((3, 4), [0, 0, 0, 1]), ((4, 5), [0, 0, 1, 1]), ((1, 2), [0, 1, 0, 0])):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv")
        put(p, "r-dmi-48", T)
        f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
        assert f.rung == 1
        dice(p, *roll)
        assert f.result == result


@pytest.mark.rule("scs.cbt.6")
def test_ground_multiplies_the_defence_and_rivers_divide_each_attack_across_them() -> None:
    p = drill(minors=["30.05/30.06"], ground={T: "village"})
    puts(p, A, "n-6-vic-sot", "n-8-vic-sot")
    put(p, "r-tri-49", T)
    assert attack_of(p, unit(p, "n-6-vic-sot"), at(p, T)) == 4 * POINT
    assert defence_total(p, p.stack_at(at(p, T)), at(p, T), NAT) == 14 * POINT
    assert spelled(rung(8 * POINT, 14 * POINT)) == "1:2"
    q = drill(rivers=["30.05/30.06"], ground={T: "minor-village"})
    u = put(q, "n-lit-1-1", A)
    put(q, "r-dmi-48", T)
    assert attack_of(q, u, at(q, T)) == 2 * POINT
    g = attack(q, NAT, T, "n-lit-1-1")
    assert g.rung == rung(2 * POINT, 5 * POINT) - 1          # a minor village is a column to the left


@pytest.mark.rule("scs.cbt.1")
def test_nobody_has_to_attack() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    assert offered(p) == [f"hex:{T}", "pass"]
    play(p, "pass")
    assert step(p) == ""


@pytest.mark.rule("scs.cbt.2")
def test_a_combat_is_against_one_hex_from_any_number_of_hexes_and_all_there_defend() -> None:
    p = drill()
    put(p, "n-tor-iv", A)
    put(p, "n-bis-iv", "31.07")
    puts(p, T, "r-dmi-48", "r-ter-48")
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    assert sorted(f.defenders) == sorted([unit(p, "r-dmi-48"), unit(p, "r-ter-48")])
    assert attack_total(f, p) == 10 * POINT


@pytest.mark.rule("scs.cbt.3", "scs.cbt.4")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_but_a_stack_may_split() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    put(p, "r-ter-48", "31.05")
    attack(p, NAT, T, "n-tor-iv")
    dice(p, 3, 4)                        # 1:1, no effect
    assert rules(p, f"hex:{T}") == ["scs.cbt.3"]
    play(p, "hex:31.05")
    assert units(offered(p)) == ["n-bis-iv"]
    assert rules(p, "unit:n-tor-iv") == ["scs.cbt.3"]


@pytest.mark.rule("scs.cbt.7")
def test_a_unit_without_attack_strength_joins_but_does_not_attack_alone() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-at-crs")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-at-crs") == ["scs.cbt.7"]
    play(p, "unit:n-tor-iv")
    assert "unit:n-at-crs" in offered(p)
    q = drill()
    put(q, "n-at-crs", A)
    put(q, "r-dmi-48", T)
    run(q, Combat(NAT))
    assert step(q) == ""


@pytest.mark.rule("scs.cbt.9")
def test_losses_come_before_retreats_attacker_first() -> None:
    p = drill(intensive_combat=True)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    events = told(p)
    declare(p, NAT, T, "n-tor-iv")
    play(p, "intensive")
    dice(p, 3, 4)                        # NE becomes A1r1D1r1
    settle(p)
    order = [(e.key, e.facts["unit"]) for e in events if e.key in ("lost-step", "retreats")]
    assert order == [("lost-step", "n-tor-iv"), ("lost-step", "r-dmi-48"), ("retreats", "r-dmi-48"),
                     ("retreats", "n-tor-iv")]


@pytest.mark.rule("4.7a", "4.7b")
def test_intensive_combat_changes_only_no_effect_and_is_an_option() -> None:
    p = drill(intensive_combat=True)
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "r-dmi-48", T)
    f = declare(p, NAT, T, "n-tor-iv", "n-bis-iv")
    play(p, "intensive")
    dice(p, 4, 4)                        # 2:1 on 8 is D1 and stays so
    assert f.result == [0, 0, 1, 0]
    q = drill()
    put(q, "n-tor-iv", A)
    put(q, "r-dmi-48", T)
    declare(q, NAT, T, "n-tor-iv")
    assert step(q) == "CombatDice"
    r = drill(intensive_combat=True)     # the tank combat itself is never intensive
    puts(r, A, "r-dmi-48", "r-tk-1-bt")
    puts(r, T, "n-tor-iv", "n-tk-3-crs")
    declare(r, REP, T, "r-dmi-48", "r-tk-1-bt")
    assert step(r) == "DeclareIntensive"
    play(r, "intensive")
    before = [r.steps[unit(r, "r-tk-1-bt")], r.steps[unit(r, "n-tk-3-crs")]]
    if step(r) == "Duel":
        dice(r, 1)                       # +3 -1: rolls 3, nothing happens to either
    assert [r.steps[unit(r, "r-tk-1-bt")], r.steps[unit(r, "n-tk-3-crs")]] == before


# -- halving


@pytest.mark.rule("1.6c.1", "1.7a.1")
def test_disorganised_and_unsupplied_units_fight_at_half_each() -> None:
    p = drill()
    u = put(p, "n-lit-1-1", A, state=DG | UNSUPPLIED)
    assert attack_of(p, u, at(p, T)) == POINT * 3 // 2
    assert defence_total(p, [u], at(p, A), REP) == POINT * 9 // 4
    p.unmark(u, DG)
    assert attack_of(p, u, at(p, T)) == 3 * POINT
    p.unmark(u, UNSUPPLIED)
    p.mark(u, DG)
    assert attack_of(p, u, at(p, T)) == 3 * POINT
    p.unmark(u, DG)
    assert attack_of(p, u, at(p, T)) == 6 * POINT


@pytest.mark.rule("1.8b.3")
def test_all_artillery_of_a_hex_together_defends_with_one_point() -> None:
    p = drill()
    guns = puts(p, T, "r-art-7", "r-art-13")
    foot = put(p, "r-dmi-48", T)
    assert defence_total(p, [*guns, foot], at(p, T), NAT) == 6 * POINT
    assert defence_total(p, guns, at(p, T), NAT) == POINT
    for u in guns:
        p.mark(u, DG)
    assert defence_total(p, guns, at(p, T), NAT) == POINT // 2


@pytest.mark.rule("3.4a.7")
def test_the_armoured_train_defends_with_1_and_takes_losses() -> None:
    p = drill(rails=[f"{A} {T}"])
    train = put(p, "r-train", T)
    gun = put(p, "r-art-7", T)
    assert defence_total(p, [train, gun], at(p, T), NAT) == 2 * POINT
    puts(p, A, "n-tor-iv", "n-bis-iv")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 4, 2)                        # 4:1 on 6: D1
    assert where(p, "r-train") == str(DEAD)


@pytest.mark.rule("1.8b.1")
def test_artillery_never_adds_to_an_attack() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-arty-ctv-2")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-arty-ctv-2") == ["1.8b.1"]
    assert "unit:n-tor-iv" in offered(p)


@pytest.mark.rule("1.13b")
def test_units_in_reserve_take_no_part() -> None:
    p = drill()
    put(p, "n-lit-1-1", A, state=RESERVE)
    put(p, "n-lit-2-1", A)
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-lit-1-1") == ["1.13b"]
    assert units(offered(p)) == ["n-lit-2-1"]


# -- Brihuega, panic, air


@pytest.mark.rule("1.17c")
def test_brihuega_overlooked_from_four_hills_loses_its_walls() -> None:
    hills = ("16.03", "16.04", "17.05", "18.05")
    for n, column, want in ((4, 2, 2), (3, 1, 0)):
        p = drill(ground={"18.03": "village"})
        for h, name in zip(hills[:n], ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71"), strict=False):
            put(p, name, h)
        put(p, "r-gar-xii", "18.04")
        put(p, "n-aqu-i", "18.03", steps=1)
        f = attack(p, REP, "18.03", "r-gar-xii")
        assert reckoning(p, f) == (column, want)
        assert f.drm == want


@pytest.mark.rule("2.7d.4", "2.7d.5")
def test_panicked_defenders_give_1_to_the_dice_and_run_a_hex_farther() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    put(p, "n-aqu-i", T)
    p.panic[1] = 1
    f = attack(p, REP, T, "r-gua-1-49", "r-tri-49")
    assert f.drm == 1
    dice(p, 3, 4)
    assert f.result == [0, 0, 0, 2]      # 1:1 on 8 is Dr1
    q = drill()
    puts(q, A, "r-gua-1-49", "r-tri-49")
    put(q, "n-aqu-i", T)
    g = attack(q, REP, T, "r-gua-1-49", "r-tri-49")
    assert g.drm == 0
    dice(q, 4, 4)
    assert g.result == [0, 0, 0, 1]


@pytest.mark.rule("2.7d.3")
def test_a_panicked_division_does_not_attack_but_its_guns_may_fire() -> None:
    p = drill()
    puts(p, A, "n-aqu-i", "n-tor-iv")
    put(p, "r-dmi-48", T)
    p.panic[1] = 1
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert rules(p, "unit:n-aqu-i") == ["2.7d.3"]
    assert units(offered(p)) == ["n-tor-iv"]
    from frente.games.guadalajara.rules.ch01_barrage import Barrage
    q = drill()
    puts(q, A, "n-aqu-i", "n-arty-i")
    put(q, "r-dmi-48", T)
    q.panic[1] = 1
    run(q, Barrage(NAT))
    assert f"hex:{T}" in offered(q)


@pytest.mark.rule("1.10a.1", "1.10a.2", "1.10.2a", "scs.cbt.5")
def test_air_points_shift_a_column_each_in_attack_and_defence_and_are_used_up() -> None:
    p = drill()
    put(p, "r-gua-1-49", A)
    put(p, "n-lit-1-1", T)               # 5 against 9: 1:2
    p.air[REP] = 2
    f = declare(p, REP, T, "r-gua-1-49")
    assert offered(p) == ["points:0", "points:1", "points:2"]
    play(p, "points:1")
    assert (f.rung, p.air[REP]) == (0, 1)
    q = drill()
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    q.air[REP] = 1
    g = declare(q, NAT, T, "n-tor-iv", "n-bis-iv")
    assert asked(q) == [REP]
    play(q, "points:1")
    assert g.rung == 0
    r = drill()                          # 1:3 is lifted to the 1:2 column
    put(r, "r-pi-49", A, steps=1)
    put(r, "n-tor-iv", T)
    r.air[REP] = 1
    h = declare(r, REP, T, "r-pi-49")
    play(r, "points:1")
    assert h.rung == rung(2, 8) + 1


@pytest.mark.rule("1.16d.1")
def test_loaded_defenders_are_thrown_off_and_disorganised_before_the_combat() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    u = loaded(p, "r-dmi-48", "r-truck-rep-1", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    assert p.aboard[u] == -1
    assert p.state[u] & DG
    assert f.rung == 3                   # 10 against 2.5


@pytest.mark.rule("1.16e.2")
def test_a_truck_is_lost_with_the_passenger_it_had_when_the_attack_came() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    loaded(p, "r-gc", "r-truck-rep-1", T)
    put(p, "r-truck-rep-2", T)           # this one stood empty beside it
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 4, 4)                        # 4:1 on 8: D1r2, and the detachment has one step
    settle(p)                            # nobody advances
    assert p.holder(at(p, T)) == -1
    assert (where(p, "r-truck-rep-1"), where(p, "r-truck-rep-2")) == (str(DEAD), T)
    q = drill()                          # the passenger gets away: its truck is only left behind
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "r-dmi-48", T)
    u = loaded(q, "r-gc", "r-truck-rep-1", T)
    attack(q, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(q, 5, 4)                        # 2:1 on 9: D1r1, first from the strongest
    settle(q)
    assert q.hex[u] not in (DEAD, at(q, T))
    assert where(q, "r-truck-rep-1") == T


@pytest.mark.rule("1.16e.3", "1.16e.4")
def test_trucks_take_no_combat_loss_and_do_not_retreat() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-dmi-48", "r-ter-48")
    put(p, "r-truck-rep-1", T)
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 6, 6)
    assert rules(p, "unit:r-truck-rep-1") == ["1.16e.3"]
    while step(p) in ("TakeLoss", "Fall"):
        play(p, offered(p)[0])
    assert step(p) == "Advance"
    assert where(p, "r-truck-rep-1") == T
    play(p, "unit:n-tor-iv")
    assert where(p, "r-truck-rep-1") == str(DEAD)


@pytest.mark.rule("scn.4.rep.sra")
def test_the_unit_in_20_03_neither_moves_nor_attacks_on_the_first_turn() -> None:
    from frente.games.guadalajara.rules.ch01_move import Movement

    p = drill(scenario=4, turn=9)
    put(p, "r-ort-65", "20.03", state=PINNED)
    put(p, "n-aqu-i", "20.04")
    put(p, "r-sub-65", "19.04")
    run(p, Combat(REP))
    play(p, "hex:20.04")
    assert rules(p, "unit:r-ort-65") == ["scn.4.rep.sra"]
    run(p, Movement(REP))
    assert rules(p, "unit:r-ort-65") == ["scn.4.rep.sra"]
    p.turn = 10
    run(p, Movement(REP))
    assert "unit:r-ort-65" in offered(p)


@pytest.mark.rule("4.1")
def test_communists_and_anarchists_neither_stack_nor_attack_together() -> None:
    p = drill(political_incompatibility=True)
    put(p, "r-cam-mcc", A)
    put(p, "r-con-1-70", "31.07")
    put(p, "n-aqu-i", T)
    run(p, Combat(REP))
    play(p, f"hex:{T}", "unit:r-cam-mcc")
    assert rules(p, "unit:r-con-1-70") == ["4.1"]
    assert p.room([unit(p, "r-con-1-70")], at(p, A)) == "4.1"
    q = drill()
    put(q, "r-cam-mcc", A)
    put(q, "r-con-1-70", "31.07")
    assert q.room([unit(q, "r-con-1-70")], at(q, A)) == ""
    r = drill(political_incompatibility=True)                # thrown together, with others on top of them
    puts(r, A, "r-con-1-70", "r-cam-mcc", "r-gc")
    assert r.room([unit(r, "r-con-1-70"), unit(r, "r-cam-mcc")], at(r, "31.06")) == "4.1"
    run(r, Surplus(REP))
    assert units(offered(r)) == ["r-cam-mcc", "r-con-1-70"]
    play(r, "unit:r-con-1-70", "unit:r-con-1-70")
    assert step(r) == ""
    s = drill()
    puts(s, A, "r-con-1-70", "r-cam-mcc", "r-gc")
    run(s, Surplus(REP))
    assert step(s) == ""
