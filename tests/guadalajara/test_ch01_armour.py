"""[1.9, 1.11, 1.12] Armour, anti-tank weapons and flamethrowers."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import drm, duel_drm
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import (
    DEAD,
    DG,
    DISABLED,
)
from tests.guadalajara.fight import attack, declare, settle
from tests.guadalajara.lay import (
    asked,
    dice,
    drill,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    unit,
    units,
    where,
)

A = "30.05"
T = "30.06"


# -- armour


@pytest.mark.rule("1.11f.2", "1.2c.2", "1.12a")
def test_armour_on_one_side_adds_its_drm_and_rolls_afterwards() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert (f.rung, f.drm) == (1, 2)
    dice(p, 3, 4)
    assert f.result == [0, 0, 1, 1]      # 7 reads 9
    while step(p) == "Fall":
        play(p, offered(p)[0])
    assert step(p) == "TankRoll"
    dice(p, 4)
    assert where(p, "n-tk-3-crs") == str(DISABLED)
    q = drill()                          # armour of the defender always counts
    put(q, "n-tor-iv", A)
    puts(q, T, "r-dmi-48", "r-tk-1-bt")
    g = attack(q, NAT, T, "n-tor-iv")
    assert g.drm == -2
    assert g.tank == unit(q, "r-tk-1-bt")


@pytest.mark.rule("1.9a", "1.9b", "1.9c")
def test_anti_tank_guns_take_1_off_the_dice_and_add_1_to_the_tank_roll_but_not_in_movement_mode() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-art-7")
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert (f.rung, f.drm, f.tank_drm) == (1, 1, 1)
    dice(p, 3, 4)
    assert f.result == [0, 0, 1, 0]      # 7 reads 8
    q = drill()
    puts(q, A, "n-tor-iv", "n-tk-3-crs")
    put(q, "r-dmi-48", T)
    put(q, "r-art-7", T, face=1)
    assert attack(q, NAT, T, "n-tor-iv", "n-tk-3-crs").drm == 2
    r = drill()                          # range 5 is no anti-tank gun; nor is there an effect without armour
    puts(r, A, "n-tor-iv", "n-tk-3-crs")
    puts(r, T, "r-dmi-48", "r-art-13")
    assert attack(r, NAT, T, "n-tor-iv", "n-tk-3-crs").drm == 2
    s = drill()
    put(s, "n-tor-iv", A)
    puts(s, T, "r-dmi-48", "r-art-7")
    assert attack(s, NAT, T, "n-tor-iv").drm == 0
    t = drill()                          # the Italian anti-tank company
    puts(t, A, "r-dmi-48", "r-tk-1-bt")
    puts(t, T, "n-tor-iv", "n-at-crs")
    assert attack(t, REP, T, "r-dmi-48", "r-tk-1-bt").drm == 2


@pytest.mark.rule("1.7a.2")
def test_disorder_brings_a_drm_one_nearer_to_zero() -> None:
    p = drill()
    u = put(p, "r-tk-1-bt", A)
    assert (drm(p, u, True), drm(p, u, False)) == (3, 2)
    p.mark(u, DG)
    assert (drm(p, u, True), drm(p, u, False)) == (2, 1)


@pytest.mark.rule("1.11a.2")
def test_one_armoured_unit_at_most_takes_part() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, "31.07", "n-bis-iv", "n-tk-4-crs")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-tor-iv", "unit:n-tk-3-crs", "unit:n-bis-iv")
    assert rules(p, "unit:n-tk-4-crs") == ["1.11a.2"]


@pytest.mark.rule("1.11f.1", "1.11h")
def test_tanks_of_both_sides_fight_apart_and_change_nothing_in_the_normal_combat() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-tk-3-crs")
    f = attack(p, REP, T, "r-gua-1-49", "r-tk-1-bt")
    assert step(p) == "Duel"
    assert (f.drm, duel_drm(f, p)) == (0, 2)
    dice(p, 4)                           # 6: the defender loses a step
    assert p.steps[unit(p, "n-tk-3-crs")] == 1
    dice(p, 3, 4)
    assert step(p) != "TankRoll"         # no roll after the combat
    q = drill(ground={T: "village"})     # cover helps the defender
    puts(q, A, "r-gua-1-49", "r-tk-1-bt")
    puts(q, T, "n-tor-iv", "n-tk-3-crs")
    g = attack(q, REP, T, "r-gua-1-49", "r-tk-1-bt")
    assert duel_drm(g, q) == 1
    dice(q, 1)                           # 2: the attacker is disabled
    assert where(q, "r-tk-1-bt") == str(DISABLED)


@pytest.mark.rule("1.11c")
def test_armour_takes_no_loss_of_the_combat_table() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    puts(p, T, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 6, 6)
    assert step(p) == "TakeLoss"
    assert rules(p, "unit:r-tk-1-bt") == ["1.11c"]
    assert units(offered(p)) == ["r-dmi-48", "r-ter-48"]


@pytest.mark.rule("1.11d.1")
def test_armour_whose_company_died_goes_to_the_nearest_friends_without_armour() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-gc", "r-tk-1-bt")
    put(p, "r-dmi-48", "30.09")
    puts(p, "31.08", "r-ter-48", "r-tk-2-bt")                # nearer, but with armour
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 6, 2)                        # 4:1 on 8-2 = 6: D1
    assert f.result == [0, 0, 1, 0]
    dice(p, 1)                           # tank roll
    settle(p)
    assert where(p, "r-tk-1-bt") == "30.09"


@pytest.mark.rule("1.11d.2")
def test_armour_without_a_way_out_is_disabled() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    puts(p, T, "r-gc", "r-tk-1-bt")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 6, 2, 1)
    settle(p)
    assert where(p, "r-tk-1-bt") == str(DISABLED)


@pytest.mark.rule("1.11e.1", "1.11e.2")
def test_armour_with_losses_unsatisfied_is_disabled_among_friends_and_destroyed_without() -> None:
    for friend, want in (("r-dmi-48", DISABLED), ("", DEAD)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
        puts(p, T, "r-gc", "r-tk-1-bt")
        if friend:
            put(p, friend, "30.09")
        f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
        dice(p, 6, 5)                    # 4:1 on 11-2 = 9: D2r2
        assert f.result[2] == 2
        dice(p, 1)
        settle(p)
        assert where(p, "r-tk-1-bt") == str(want)


@pytest.mark.rule("1.11g")
def test_armour_retreats_with_its_stack() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
    dice(p, 6, 5)                        # 2:1 on 11 - 2 = 9: D1r1
    while step(p) != "TankRoll":
        play(p, offered(p)[0])
    assert where(p, "r-tk-1-bt") == where(p, "r-dmi-48") != T


# -- flamethrowers


@pytest.mark.rule("1.12d.1", "1.12e.1", "1.12e.2", "1.12c")
def test_flamethrower_engineers_add_3_and_wear_out() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-gen-crs")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-gen-crs")
    assert f.drm == 3
    dice(p, 3, 1)
    assert p.steps[unit(p, "n-gen-crs")] == 1
    q = drill()
    puts(q, A, "n-tor-iv", "n-bis-iv")
    put(q, "n-gen-crs", A, steps=1)
    put(q, "r-dmi-48", T)
    attack(q, NAT, T, "n-tor-iv", "n-gen-crs")
    dice(q, 3, 1)
    assert where(q, "n-gen-crs") == str(DEAD)
    r = drill()                          # they may absorb losses
    puts(r, A, "r-gua-1-49", "r-tri-49")
    puts(r, T, "n-gen-fn", "n-gen-crs")
    run(r, Combat(REP))
    play(r, f"hex:{T}", "unit:r-gua-1-49", "unit:r-tri-49", "attack", "pass")
    dice(r, 6, 6)
    assert where(r, "n-gen-fn") == str(DEAD)                 # the strongest first, then the engineers take the rest
    assert r.steps[unit(r, "n-gen-crs")] < 2


@pytest.mark.rule("1.12f.1", "1.12f.3", "1.12e.1", "1.12e.2")
def test_the_defender_may_decline_flamethrowers_which_then_only_retreat_along() -> None:
    for choice, want, steps in (("unit:n-gen-crs", -3, 1), ("pass", 0, 2)):
        p = drill()
        puts(p, A, "r-gua-1-49", "r-tri-49")
        puts(p, T, "n-tor-iv", "n-gen-crs")
        f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
        assert asked(p) == [NAT]
        play(p, choice)
        assert f.drm == want
        dice(p, *((5, 5) if want else (4, 4)))
        settle(p, ("ChooseTarget", "Advance"))
        assert p.steps[unit(p, "n-gen-crs")] == steps
        if not want:
            assert where(p, "n-gen-crs") == where(p, "n-tor-iv") != T


@pytest.mark.rule("1.12f.1")
def test_flamethrowers_that_move_with_an_overrun_need_not_be_used() -> None:
    from frente.games.guadalajara.rules.ch01_move import Movement

    for choice, want, steps in (("unit:n-gen-crs", 3, 1), ("pass", 0, 2)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-gen-crs")
        put(p, "r-gua-1-49", T, state=DG)
        run(p, Movement(NAT))
        play(p, "unit:n-tor-iv", "with:n-gen-crs", f"overrun:{T}")
        assert (step(p), asked(p)) == ("OverrunWithFlame", [NAT])
        play(p, choice)
        assert next(f for f in p.stack if type(f).__name__ == "Attack").drm == want     # type: ignore[attr-defined]
        dice(p, 4, 3)
        settle(p, ("March", "ChooseUnit"))
        assert p.steps[unit(p, "n-gen-crs")] == steps


@pytest.mark.rule("1.12d.2")
def test_flamethrower_engineers_and_tanks_are_not_used_together() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs", "n-lf-crs")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-tor-iv", "unit:n-gen-crs")
    assert "1.12d.2" in rules(p, "unit:n-lf-crs")


@pytest.mark.rule("1.12e.3", "1.12f.2")
def test_a_flamethrower_tank_is_exhausted_instead_of_rolling_and_must_fight_enemy_armour() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-lf-crs")
    put(p, "r-dmi-48", T)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-lf-crs")
    assert f.drm == 3
    dice(p, 3, 1)
    settle(p)
    assert p.steps[unit(p, "n-lf-crs")] == 1                 # no tank roll was asked for
    q = drill()
    puts(q, A, "r-gua-1-49", "r-tk-1-bt")
    puts(q, T, "n-tor-iv", "n-lf-crs")
    g = declare(q, REP, T, "r-gua-1-49", "r-tk-1-bt")
    play(q, "pass")                      # undeclared: its DRM counts 0, results apply
    assert step(q) == "Duel"
    assert duel_drm(g, q) == 3
    dice(q, 3)                           # 6: a step
    assert q.steps[unit(q, "n-lf-crs")] == 1
    r = drill()
    puts(r, A, "r-gua-1-49", "r-tk-1-bt")
    puts(r, T, "n-tor-iv", "n-lf-crs")
    h = declare(r, REP, T, "r-gua-1-49", "r-tk-1-bt")
    play(r, "unit:n-lf-crs")
    assert duel_drm(h, r) == 1
    dice(r, 6)                           # 7: a step and disabled, but it used its flamethrowers
    assert where(r, "n-lf-crs") == T
