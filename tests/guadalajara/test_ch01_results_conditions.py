"""[1.8b.3, 1.9, 1.11, 1.12, 1.17, 2.6a, scs.adv.1, scs.cbt] Tank combat, strength, advance, condition by condition."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_battle import (
    Attack,
    anti_tank,
    armour_of,
    defence_total,
    duel_drm,
    overlooked,
    supports,
)
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_results import advance_refusals, hurt, wards
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DEAD, DG, DISABLED, FROM_EAST, UNSUPPLIED, Guadalajara
from frente.kit.scs.odds import POINT
from tests.guadalajara.fight import attack, declare, settle
from tests.guadalajara.lay import at, dice, drill, offered, play, put, puts, run, step, unit, where

A = "30.05"
T = "30.06"


# -- tank against tank


@pytest.mark.rule("1.11h", "1.11f.1")
@pytest.mark.parametrize(("ground", "die", "attacker", "defender"), [
    ("woods", 1, (1, str(DISABLED)), (2, T)), ("open", 1, (1, A), (2, T)), ("open", 2, (2, str(DISABLED)), (2, T)),
    ("open", 3, (2, A), (2, T)), ("open", 4, (2, A), (2, T)), ("open", 5, (2, A), (2, str(DISABLED))),
    ("open", 6, (2, A), (1, T)), ("woods", 6, (2, A), (2, str(DISABLED)))])
def test_an_italian_tank_attacks_a_russian_one(ground: str, die: int, attacker: tuple[int, str],
                                               defender: tuple[int, str]) -> None:
    p = drill(ground={T: ground})
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")         # 2 in attack ...
    puts(p, T, "r-dmi-48", "r-tk-1-bt")                      # ... and 2 in defence; cover takes one off
    attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    assert step(p) == "Duel"
    dice(p, die)
    found = [(p.steps[unit(p, x)], where(p, x)) for x in ("n-tk-3-crs", "r-tk-1-bt")]
    assert found == [attacker, defender]


@pytest.mark.rule("1.11h")
@pytest.mark.parametrize(("die", "steps", "place"), [
    (4, 1, T), (5, 1, str(DISABLED)), (3, 2, str(DISABLED)), (2, 2, T)])
def test_a_russian_tank_attacks_an_italian_one(die: int, steps: int, place: str) -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-ter-48", "r-tk-1-bt")          # 3 in attack against 1: two more
    puts(p, T, "n-tor-iv", "n-tk-3-crs")
    attack(p, REP, T, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    dice(p, die)
    assert (p.steps[unit(p, "n-tk-3-crs")], where(p, "n-tk-3-crs")) == (steps, place)


@pytest.mark.rule("1.11h", "1.11f.2")
def test_armour_that_loses_its_last_step_is_gone_and_not_disabled() -> None:
    for steps, disabled, want in ((1, True, str(DEAD)), (1, False, str(DEAD)), (0, True, str(DISABLED)), (0, False, A)):
        p = drill()
        u = put(p, "n-ac-ab-crs", A)
        hurt(p, u, steps, disabled, "1.11h")
        assert where(p, "n-ac-ab-crs") == want
    q = drill()
    v = put(q, "r-tk-1-bt", A)
    hurt(q, v, 1, True, "1.11h")
    assert (q.steps[v], where(q, "r-tk-1-bt")) == (1, str(DISABLED))


@pytest.mark.rule("1.11h", "1.12e.3", "1.12f.2")
@pytest.mark.parametrize(("used", "option", "drm", "steps"), [
    (True, "zero", 1, 1), (False, "zero", 3, 1), (False, "printed", 1, 2)])
def test_a_flamethrower_tank_in_tank_combat(used: bool, option: str, drm: int, steps: int) -> None:
    p = drill(undeclared_flame_drm=option)
    puts(p, A, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    puts(p, T, "n-tor-iv", "n-lf-crs")
    f = declare(p, REP, T, "r-dmi-48", "r-ter-48", "r-tk-1-bt")
    play(p, "unit:n-lf-crs" if used else "pass")
    assert duel_drm(f, p) == drm
    dice(p, 3)                           # 4 or 6
    dice(p, 1, 1)
    settle(p)
    assert p.steps[unit(p, "n-lf-crs")] == steps             # exhausted, or hit, or neither


@pytest.mark.rule("1.11h", "1.9b")
@pytest.mark.parametrize(("option", "gun", "drm"), [
    (True, "r-art-7", -1), (False, "r-art-7", 0), (True, "r-art-13", 0)])
def test_anti_tank_guns_count_in_tank_combat_by_option(option: bool, gun: str, drm: int) -> None:
    p = drill(at_in_tank_vs_tank=option)
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", "r-tk-1-bt", gun)
    f = attack(p, NAT, T, "n-tor-iv", "n-tk-3-crs")
    assert duel_drm(f, p) == drm


@pytest.mark.rule("1.9a", "1.9c")
@pytest.mark.parametrize(("name", "face", "want"), [
    ("r-art-7", 0, True), ("r-art-7", 1, False), ("r-art-13", 0, False), ("r-dmi-48", 0, False)])
def test_guns_of_range_3_stop_tanks_in_barrage_mode(name: str, face: int, want: bool) -> None:
    p = drill()
    u, v = put(p, "r-ter-48", T), put(p, name, T, face=face)
    assert anti_tank(Attack(NAT, at(p, T), defenders=[u, v]), p) is want


@pytest.mark.rule("1.11f.1", "1.11f.2")
def test_armour_off_the_map_does_not_fight() -> None:
    p = drill()
    u, v = put(p, "n-tor-iv", A), put(p, "n-tk-3-crs", A)
    assert armour_of(p, [u, v]) == v
    p.box(v, DISABLED)
    assert armour_of(p, [u, v]) == -1


# -- strengths


@pytest.mark.rule("1.8b.3")
@pytest.mark.parametrize(("states", "want"), [((0, 0), 1), ((DG, 0), 1), ((DG, UNSUPPLIED), 0.5), ((DG, DG), 0.5),
                                              ((UNSUPPLIED, UNSUPPLIED), 0.5)])
def test_guns_defend_together_with_one_point_or_half_of_it(states: tuple[int, int], want: float) -> None:
    p = drill()
    found = [put(p, x, T, state=s) for x, s in zip(("r-art-13", "r-art-14"), states, strict=True)]
    assert defence_total(p, found, at(p, T), NAT) == want * POINT
    u = put(p, "r-dmi-48", T)
    assert defence_total(p, [*found, u], at(p, T), NAT) == (5 + want) * POINT


@pytest.mark.rule("1.8b.3", "3.4a.7")
def test_the_train_defends_with_its_own_point() -> None:
    p = drill(rails=["30.25 30.26"])
    u, v = put(p, "r-train", "30.25"), put(p, "r-art-13", "30.25")
    assert defence_total(p, [u], at(p, "30.25"), NAT) == POINT
    assert defence_total(p, [u, v], at(p, "30.25"), NAT) == 2 * POINT


@pytest.mark.rule("1.17c")
@pytest.mark.parametrize(("target", "side", "hills", "want"), [
    ("18.03", REP, 4, True), ("18.03", REP, 3, False), ("18.03", NAT, 4, False), ("18.04", REP, 4, False),
    ("18.03", REP, 7, True)])
def test_when_brihuega_is_overlooked(target: str, side: int, hills: int, want: bool) -> None:
    p = drill()
    names = ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-pdm-48", "r-gua-2-49", "r-tri-49")
    around = ("16.03", "16.04", "17.05", "18.05", "19.05", "18.01", "19.02")
    for h, name in list(zip(around, names, strict=True))[:hills]:
        put(p, name, h)
    for h in ("18.01", "19.02"):
        if hills < 6:
            put(p, "n-tor-iv" if h == "18.01" else "n-bis-iv", h)        # held by the wrong side
    assert overlooked(p, side, at(p, target)) is want


@pytest.mark.rule("1.10a.1")
def test_italian_aircraft_support_only_south_of_the_line() -> None:
    p = drill()
    p.air = [2, 3]
    found = [supports(p, s, at(p, h)) for s in (NAT, REP) for h in (A, "30.30")]
    assert found == [2, 0, 3, 3]


# -- the advance


def won(p: Guadalajara, target: str, *names: str) -> Attack:
    """A combat that has emptied its hex."""
    found = [unit(p, x) for x in names]
    return Attack(p.board.side[found[0]], at(p, target), found, emptied=True, result=[0, 0, 1, 1])


@pytest.mark.rule("scs.adv.1", "1.17a.1", "2.6a.1", "2.6a.2", "scs.mov.1")
@pytest.mark.parametrize(("name", "start", "target", "state", "taken", "want"), [
    ("n-tor-iv", "16.09", "15.09", 0, False, ["1.17a.1"]), ("n-tor-iv", "16.09", "15.09", 0, True, []),
    ("n-tor-iv", "17.10", "16.09", 0, False, []), ("n-tor-iv", "20.09", "19.09", FROM_EAST, True, ["1.17a.1"]),
    ("n-tor-iv", "20.09", "19.09", 0, True, []), ("n-tor-iv", "21.09", "20.09", FROM_EAST, True, []),
    ("n-tor-iv", "14.12", "14.13", 0, True, ["R64"]), ("n-6-vic-sot", "18.14", "18.13", 0, True, ["R64"]),
    ("n-6-vic-sot", "18.12", "18.13", 0, True, []), ("n-6-vic-sot", "18.14", "18.15", 0, True, [])])
def test_nobody_advances_where_he_may_not_go(name: str, start: str, target: str, state: int, taken: bool,
                                             want: list[str]) -> None:
    p = drill()
    put(p, name, start, state=state)
    p.taken = taken
    found = advance_refusals(won(p, target, name), p, unit(p, name))
    assert [r.rule for r in found] == want


@pytest.mark.rule("scs.adv.1", "scs.mov.1")
def test_wheels_do_not_advance_over_ground_closed_to_them() -> None:
    for ground, want in (("wooded-hills", ["scs.mov.1"]), ("hills", [])):
        p = drill(ground={T: ground})
        put(p, "n-brs-crs", A)
        assert [r.rule for r in advance_refusals(won(p, T, "n-brs-crs"), p, unit(p, "n-brs-crs"))] == want


@pytest.mark.rule("scs.adv.1", "1.1a", "1.11b")
def test_room_for_the_advance_and_the_armour_that_comes_along() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    puts(p, T, "n-bis-iv", "n-buf-iv", "n-lup-v")            # advanced before
    assert wards(p, unit(p, "n-tor-iv")) == [unit(p, "n-tk-3-crs")]
    f = won(p, T, "n-tor-iv", "n-tk-3-crs", "n-bis-iv")
    assert [r.rule for r in advance_refusals(f, p, unit(p, "n-tor-iv"))] == ["1.1a"]
    assert [r.rule for r in advance_refusals(f, p, unit(p, "n-bis-iv"))] == ["scs.adv.1"]    # is there already
    p.box(unit(p, "n-lup-v"), DEAD)
    assert advance_refusals(f, p, unit(p, "n-tor-iv")) == []
    g = won(p, T, "n-tor-iv")            # the tank did not attack: it would stay behind alone
    assert [r.rule for r in advance_refusals(g, p, unit(p, "n-tor-iv"))] == ["1.11b"]
    put(p, "n-ardi-vi", A)
    assert (wards(p, unit(p, "n-tor-iv")), advance_refusals(g, p, unit(p, "n-tor-iv"))) == ([], [])


@pytest.mark.rule("scs.adv.1")
def test_nobody_advances_if_the_attackers_retreat_or_the_hex_is_held() -> None:
    for roll, asked in (((6, 6), True), ((3, 3), False), ((1, 1), False)):
        p = drill()
        puts(p, A, "n-tor-iv", "n-bis-iv")
        put(p, "r-dmi-48", T)
        attack(p, NAT, T, "n-tor-iv", "n-bis-iv")
        dice(p, *roll)
        settle(p, ("Advance", "ChooseTarget"))
        assert (step(p) == "Advance") is asked


@pytest.mark.rule("scs.cbt.1", "1.8b.1", "1.6b.3")
def test_a_hex_that_only_guns_and_headquarters_touch_is_no_target() -> None:
    p = drill()
    puts(p, A, "n-arty-iv", "n-hq-fn", "n-tk-3-crs")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    assert offered(p) == []
    put(p, "n-tor-iv", A)
    run(p, Combat(NAT))
    assert offered(p) == [f"hex:{T}", "pass"]
