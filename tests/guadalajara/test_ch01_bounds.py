"""[1.10c, 1.11, 1.12, 1.14, 1.16, 1.18, scs.loss] Bounds of losses, flamethrowers, armour alone and combat results."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_battle import Attack, column
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import BY_DEFENCE, Fates, Losses, Stranded, Surplus
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import COMBAT, DEAD, DG, DISABLED, MOVED, RELIEF, RESERVE, RETURNING
from tests.guadalajara.fight import declare, fight_of, settle
from tests.guadalajara.lay import (
    asked,
    at,
    dice,
    drill,
    empty,
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


# -- losses


@pytest.mark.rule("1.11c", "1.12c")
def test_engineers_take_losses_tanks_do_not_and_the_dead_take_no_second_one() -> None:
    for armour, tank, short in ((False, 2, 2), (True, 0, 0)):
        p = drill()
        hq, engineers, u = puts(p, A, "n-hq-fn", "n-gen-crs", "n-tk-3-crs")
        run(p, Losses(NAT, [hq, engineers, u], 5, BY_DEFENCE, COMBAT, "scs.cbt.8", armour=armour))
        assert step(p) == ""             # the headquarters first, then nobody but the engineers: nothing is asked
        assert (where(p, "n-hq-fn"), where(p, "n-gen-crs")) == (str(RETURNING), str(DEAD))
        assert (p.steps[hq], p.steps[engineers], p.steps[u], p.short) == (1, 0, tank, short)
        assert p.morale[2] == 1          # the headquarters, back among the arrivals, lost one step and not two


@pytest.mark.rule("1.11c", "scs.loss.2", "scs.loss.1")
def test_each_loss_refused_has_its_own_reason() -> None:
    p = drill()
    found = puts(p, A, "r-dmi-48", "r-ter-48", "r-gc", "r-tk-1-bt")
    puts(p, "31.06", "r-apo-71", "r-lr-50")
    run(p, Losses(REP, found, 2, BY_DEFENCE, COMBAT, "scs.cbt.8"))
    assert units(offered(p)) == ["r-dmi-48", "r-ter-48"]
    assert rules(p, "unit:r-gc") == ["scs.loss.1"]
    assert rules(p, "unit:r-tk-1-bt") == ["1.11c"]
    assert rules(p, "unit:r-apo-71") == ["scs.loss.2"]
    assert rules(p, "unit:r-dmi-48") == []
    play(p, "unit:r-dmi-48")
    assert units(offered(p)) == ["r-dmi-48", "r-gc", "r-ter-48"]
    assert rules(p, "unit:r-gc") == []
    assert rules(p, "unit:r-tk-1-bt") == ["1.11c"]


@pytest.mark.rule("1.4a")
def test_only_volunteers_beside_regulars_lose_first_and_only_the_first_step() -> None:
    p = drill()
    found = puts(p, A, "n-lit-1-1", "n-aqu-i", "n-leo-i")
    run(p, Losses(NAT, found, 2, BY_DEFENCE, COMBAT, "scs.cbt.8"))
    assert units(offered(p)) == ["n-aqu-i", "n-leo-i"]
    assert rules(p, "unit:n-lit-1-1") == ["1.4a"]
    play(p, "unit:n-aqu-i")
    assert units(offered(p)) == ["n-aqu-i", "n-leo-i", "n-lit-1-1"]


@pytest.mark.rule("1.14a.1", "1.14c", "1.14b")
@pytest.mark.parametrize(("name", "due"), [
    ("n-lit-1-1", 5), ("r-dmi-48", 5), ("r-con-1-70", 5), ("r-tha-xi", 4), ("r-cam-mcc", 4), ("n-6-vic-sot", 4),
    ("n-ardi-vi", 6)])
def test_the_army_a_battalion_belongs_to_decides_how_soon_it_is_back(name: str, due: int) -> None:
    p = drill()
    put(p, "n-hq-fn", "40.05")
    u = put(p, name, A, steps=1)
    p.lose_step(u, "scs.cbt.8", COMBAT)
    run(p, Fates())
    dice(p, 3)
    assert (where(p, name), p.due[u], p.steps[u]) == (str(RETURNING), due, 1)


@pytest.mark.rule("1.14a.3")
@pytest.mark.parametrize(("die", "home"), [(3, RETURNING), (4, DEAD)])
def test_a_return_in_the_last_turn_is_one_and_a_turn_later_is_none(die: int, home: int) -> None:
    p = drill(turn=8)                    # the last turn is 11
    u = put(p, "r-dmi-48", A, steps=1)
    p.lose_step(u, "scs.cbt.8", COMBAT)
    run(p, Fates())
    dice(p, die)
    assert where(p, "r-dmi-48") == str(home)


# -- too many, or alone


@pytest.mark.rule("1.11a.1", "scs.stack.2")
def test_armour_over_the_limit_is_disabled_and_others_lose_a_step() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-tk-1-bt", "r-tk-2-bt")
    run(p, Surplus(REP))
    assert units(offered(p)) == ["r-tk-1-bt", "r-tk-2-bt"]
    assert rules(p, "unit:r-dmi-48") == ["scs.stack.2"]
    play(p, "unit:r-tk-1-bt")
    assert (where(p, "r-tk-1-bt"), where(p, "r-tk-2-bt"), step(p)) == (str(DISABLED), A, "")
    q = drill()                          # seven steps: one too many
    puts(q, A, "r-dmi-48", "r-ter-48", "r-lr-50")
    put(q, "r-apo-71", A, steps=1)
    run(q, Surplus(REP))
    assert units(offered(q)) == ["r-apo-71", "r-dmi-48", "r-lr-50", "r-ter-48"]
    play(q, "unit:r-dmi-48")
    assert (q.steps[unit(q, "r-dmi-48")], where(q, "r-dmi-48"), step(q)) == (1, A, "")
    r = drill()                          # six steps and one tank are not too many
    puts(r, A, "r-dmi-48", "r-ter-48", "r-lr-50", "r-tk-1-bt")
    assert run(r, Surplus(REP)).choices() == {}


@pytest.mark.rule("1.11d.1")
def test_armour_that_flees_to_company_leaves_its_reserve_marker() -> None:
    p = drill()
    u = put(p, "r-tk-1-bt", A, state=RESERVE)
    put(p, "r-dmi-48", "33.07")
    put(p, "r-ter-48", "36.08")
    run(p, Stranded(REP))
    assert where(p, "r-tk-1-bt") == "33.07"
    assert not p.state[u] & RESERVE
    q = drill()                          # with company it stays, and in reserve
    v = put(q, "r-tk-1-bt", A, state=RESERVE)
    put(q, "r-dmi-48", A)
    run(q, Stranded(REP))
    assert (where(q, "r-tk-1-bt"), bool(q.state[v] & RESERVE)) == (A, True)


@pytest.mark.rule("1.11d.1")
def test_among_equally_near_friends_the_owner_chooses() -> None:
    p = drill()
    put(p, "r-tk-1-bt", A)
    put(p, "r-dmi-48", "30.07")
    put(p, "r-ter-48", "30.03")
    put(p, "r-lr-50", "30.08")
    run(p, Stranded(REP))
    assert (asked(p), offered(p)) == ([REP], ["hex:30.03", "hex:30.07"])
    assert rules(p, "hex:30.08") == ["1.11d.1"]
    assert rules(p, "hex:30.07") == []
    play(p, "hex:30.07")
    assert where(p, "r-tk-1-bt") == "30.07"


@pytest.mark.rule("1.11e.1", "1.11e.2", "1.11d.2", "1.12b")
@pytest.mark.parametrize(("name", "short", "friend", "want"), [
    ("r-tk-1-bt", True, True, str(DISABLED)), ("r-tk-1-bt", True, False, str(DEAD)),
    ("r-tk-1-bt", False, True, "30.08"), ("r-tk-1-bt", False, False, str(DISABLED)),
    ("n-gen-crs", True, True, "30.08"), ("n-gen-crs", False, False, str(DEAD))])
def test_what_becomes_of_a_unit_left_alone(name: str, short: bool, friend: bool, want: str) -> None:
    p = drill()
    side = p.board.side[put(p, name, A)]
    if friend:
        put(p, ("n-tor-iv", "r-dmi-48")[side == REP], "30.08")
    run(p, Stranded(side, short, at(p, A)))
    assert where(p, name) == want


@pytest.mark.rule("1.11e.1")
def test_only_armour_of_the_hex_whose_losses_are_unpaid_is_disabled() -> None:
    p = drill()
    put(p, "r-tk-1-bt", A)
    put(p, "r-dmi-48", "30.08")
    run(p, Stranded(REP, True, at(p, T)))
    assert where(p, "r-tk-1-bt") == "30.08"


# -- flamethrowers


@pytest.mark.rule("1.12d.2")
def test_one_flamethrower_unit_joins_an_attack_and_others_may_follow_it() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-gen-crs", "n-lf-crs")
    put(p, "r-dmi-48", T)
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-tor-iv")
    assert rules(p, "unit:n-gen-crs") == rules(p, "unit:n-lf-crs") == []
    play(p, "unit:n-gen-crs")
    assert rules(p, "unit:n-lf-crs") == ["1.12d.2"]
    assert rules(p, "unit:n-bis-iv") == []
    assert rules(p, "unit:n-gen-crs") == ["scs.cbt.3"]


@pytest.mark.rule("1.12d.2", "1.12f.1")
def test_of_two_flamethrower_units_in_an_overrun_one_is_used() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs", "n-lf-crs")
    put(p, "r-gua-1-49", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "with:n-gen-crs", "with:n-lf-crs", f"overrun:{T}")
    assert offered(p) == ["unit:n-gen-crs", "unit:n-lf-crs", "pass"]
    assert rules(p, "unit:n-tor-iv") == ["1.12f.1"]
    play(p, "unit:n-gen-crs")
    assert fight_of(p).idle == [unit(p, "n-lf-crs")]
    assert fight_of(p).drm == 3
    dice(p, 4, 3)
    settle(p, ("March", "ChooseUnit"))
    assert (p.steps[unit(p, "n-gen-crs")], p.steps[unit(p, "n-lf-crs")]) == (1, 2)


@pytest.mark.rule("1.12f.1")
def test_the_defender_uses_flamethrowers_that_he_has_there_and_no_others() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    puts(p, T, "n-tor-iv", "n-gen-crs")
    puts(p, "30.07", "n-bis-iv", "n-lf-crs")
    f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
    assert (step(p), offered(p)) == ("DefendWithFlame", ["unit:n-gen-crs", "pass"])
    assert rules(p, "unit:n-tor-iv") == rules(p, "unit:n-lf-crs") == ["1.12f.1"]
    assert rules(p, "unit:n-gen-crs") == rules(p, "pass") == []
    play(p, "unit:n-gen-crs")
    assert f.flame == unit(p, "n-gen-crs")


@pytest.mark.rule("1.12e.1", "1.12e.2")
def test_flamethrowers_that_died_in_the_combat_are_not_exhausted_too() -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49", "r-dmi-48")
    put(p, "n-gen-fn", T)
    u = put(p, "n-gen-crs", T, steps=1)
    declare(p, REP, T, "r-gua-1-49", "r-tri-49", "r-dmi-48")
    play(p, "unit:n-gen-crs")
    dice(p, 6, 6)
    settle(p)
    assert (where(p, "n-gen-crs"), p.steps[u]) == (str(DEAD), 0)


# -- the table


@pytest.mark.rule("1.18a")
def test_odds_of_1_to_2_roll_and_anything_worse_does_not() -> None:
    assert [column(r) for r in (-3, -2, -1, 0, 1)] == [-1, -1, 0, 1, 2]
    for there, column_name, dead in ((("r-dmi-48", "r-ter-48"), "1:2", False),
                                     (("r-dmi-48", "r-ter-48", "r-lr-50"), "A2r2", True)):
        p = drill()
        u = put(p, "n-tor-iv", A)        # 5 against 10, and against 15
        puts(p, T, *there)
        events = told(p)
        run(p, Combat(NAT))
        play(p, f"hex:{T}", "unit:n-tor-iv", "attack")
        if not dead:
            assert step(p) == "CombatDice"
            dice(p, 6, 6)
        found = [(e.facts["column"], e.facts["dice"]) for e in events if e.key == "combat-result"]
        assert found == [(column_name, "-" if dead else "6+6")]
        assert (where(p, "n-tor-iv") == str(DEAD), p.steps[u]) == ((True, 0) if dead else (False, 2))


@pytest.mark.rule("1.18a", "4.7a")
@pytest.mark.parametrize(("side", "names", "there", "roll", "choice", "want"), [
    (NAT, ("n-tor-iv", "n-bis-iv"), ("r-dmi-48",), (3, 3), "intensive", [1, 1, 1, 1]),
    (NAT, ("n-tor-iv", "n-bis-iv"), ("r-dmi-48",), (3, 3), "pass", [0, 0, 0, 0]),
    (NAT, ("n-tor-iv", "n-bis-iv"), ("r-dmi-48",), (3, 4), "intensive", [0, 0, 0, 1])])
def test_intensive_combat_changes_no_effect_and_nothing_else(side: int, names: tuple[str, ...], there: tuple[str, ...],
                                                             roll: tuple[int, int], choice: str, want: list[int]
                                                             ) -> None:
    p = drill(intensive_combat=True)
    puts(p, A, *names)
    puts(p, T, *there)
    f: Attack = declare(p, side, T, *names)
    play(p, choice)
    dice(p, *roll)
    assert f.result == want


# -- raids from the air


@pytest.mark.rule("1.16d.2", "2.7e.6")
@pytest.mark.parametrize("rout", [True, False])
def test_a_passenger_that_survives_stops_on_the_march_and_runs_on_in_a_rout(rout: bool) -> None:
    p = drill(interdicted_passenger="one_step")
    u = loaded(p, "n-tor-iv", "n-truck-ctv-1", A)
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid([u], at(p, A), True, False, rout))
    if not rout:
        play(p, "unit:n-tor-iv")
    dice(p, 6)
    assert (where(p, "n-tor-iv"), p.steps[u], p.aboard[u], where(p, "n-truck-ctv-1")) == (A, 1, -1, str(DEAD))
    assert bool(p.state[u] & MOVED) is not rout
    assert p.flipped == [0 if rout else 1]


# -- who may still move


@pytest.mark.rule("scs.mov.1")
@pytest.mark.parametrize(("state", "village", "moves"), [(RELIEF, "36.08", False), (RELIEF, "38.19", True),
                                                         (0, "38.19", True)])
def test_late_spaniards_stand_fast_in_the_italian_sector_only(state: int, village: str, moves: bool) -> None:
    p = empty(turn=10, late_spanish_south="static")
    put(p, "n-gal", village, state=state)
    put(p, "n-tor-iv", "60.10")
    run(p, Movement(NAT))
    assert ("unit:n-gal" in offered(p)) is moves
    assert rules(p, "unit:n-gal") == ([] if moves else ["R121"])
