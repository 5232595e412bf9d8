"""[1.9, 1.11, 1.12, 1.14, 1.17, scs.cbt, scs.adv] Combat, one condition at a time: present and missing."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_losses import Fates
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import FN, NAT, REP
from frente.games.guadalajara.state.position import DEAD, DG, DISABLED, FOUGHT, RETURNING, Guadalajara
from tests.guadalajara.fight import attack, bombs, declare, settle
from tests.guadalajara.lay import (
    at,
    denied,
    dice,
    drill,
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


# -- armour


@pytest.mark.rule("1.11f.2", "1.12f.1")
@pytest.mark.parametrize(("used", "drm"), [(True, -2), (False, 0)])
def test_a_flamethrower_tank_in_defence_takes_2_off_only_if_it_is_used(used: bool, drm: int) -> None:
    p = drill()
    puts(p, A, "r-gua-1-49", "r-tri-49")
    puts(p, T, "n-tor-iv", "n-lf-crs")
    f = declare(p, REP, T, "r-gua-1-49", "r-tri-49")
    play(p, "unit:n-lf-crs" if used else "pass")
    assert (f.drm, f.tank) == (drm, -1)


@pytest.mark.rule("1.11f.2", "1.9b")
@pytest.mark.parametrize(("gun", "die", "steps", "place"), [
    ("r-art-7", 6, 1, str(DISABLED)), ("r-art-13", 6, 1, A), ("r-art-7", 3, 2, str(DISABLED)), ("r-art-13", 3, 2, A),
    ("r-art-13", 4, 2, str(DISABLED)), ("r-art-7", 5, 1, A)])
def test_an_anti_tank_gun_adds_1_to_the_roll_after_combat(gun: str, die: int, steps: int, place: str) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    puts(p, T, "r-dmi-48", gun)
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-tk-3-crs")
    dice(p, 2, 6 - 2 - f.drm)            # 6 at 2:1: no effect
    assert (f.result, step(p)) == ([0, 0, 0, 0], "TankRoll")
    dice(p, die)
    assert (p.steps[unit(p, "n-tk-3-crs")], where(p, "n-tk-3-crs")) == (steps, place)


def hopeless(p: Guadalajara, *names: str) -> None:
    """An attack at 1:3 or worse."""
    puts(p, T, "n-6-vic-sot", "n-8-vic-sot")
    declare(p, REP, T, *names)
    settle(p, ("TankRoll",))
    dice(p, 1)
    settle(p)


@pytest.mark.rule("1.11e.1", "1.11d.1")
@pytest.mark.parametrize(("company", "steps", "place"), [("r-gc", 1, str(DISABLED)), ("r-dmi-48", 2, "30.02")])
def test_losses_left_unpaid_disable_the_tank_of_the_attacker(company: str, steps: int, place: str) -> None:
    p = drill()
    put(p, company, A, steps=steps)      # A2r2: one step pays half of it, two pay all
    put(p, "r-tk-1-bt", A)
    put(p, "r-ter-48", "30.02")
    hopeless(p, company, "r-tk-1-bt")
    assert (where(p, company), where(p, "r-tk-1-bt")) == (str(DEAD), place)


@pytest.mark.rule("1.11f.2", "scs.stack.2", "1.11a.1")
def test_a_tank_that_found_no_room_in_retreat_is_disabled_and_does_not_roll() -> None:
    p = drill()
    puts(p, T, "r-dmi-48", "r-tk-1-bt")
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    for h, name in (("29.06", "n-ardi-vi"), ("31.06", "n-inv-vii"), ("29.07", "n-tem-viii"), ("31.07", "n-lup-v"),
                    ("30.08", "n-leo-i"), ("29.08", "n-ind-ii"), ("31.08", "n-temp-iii"), ("30.09", "n-mon-xi")):
        put(p, name, h, state=DG)        # nowhere to go but 30.07, where another tank stands
    puts(p, "30.07", "r-ter-48", "r-tk-2-bt")
    f = attack(p, NAT, T, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    dice(p, 5, 5)                        # 3:1, and 2 less for the tank
    assert f.result == [0, 0, 1, 1]
    settle(p, ("Eliminate",))
    assert units(offered(p)) == ["r-tk-1-bt", "r-tk-2-bt"]
    play(p, "unit:r-tk-1-bt")
    assert (where(p, "r-tk-1-bt"), step(p)) == (str(DISABLED), "Advance")


# -- flamethrowers


@pytest.mark.rule("1.12e.1", "1.12f.1")
@pytest.mark.parametrize(("used", "left"), [(True, 1), (False, 2)])
def test_engineers_that_lead_an_overrun_are_exhausted_if_they_are_used(used: bool, left: int) -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-gen-crs")
    put(p, "r-gc", T, state=DG)
    run(p, Movement(NAT))
    play(p, "unit:n-gen-crs", "with:n-tor-iv", f"overrun:{T}", "unit:n-gen-crs" if used else "pass")
    dice(p, 3, 3)
    settle(p, ("March",))
    assert p.steps[unit(p, "n-gen-crs")] == left


@pytest.mark.rule("1.12e.1", "1.12e.2")
def test_engineers_that_fell_in_the_combat_are_not_exhausted_once_more() -> None:
    p = drill()
    put(p, "n-tor-iv", A, steps=1)
    put(p, "n-gen-crs", A, steps=1)
    puts(p, T, "r-mpg-1-bis", "r-com-1-bis")
    events = told(p)
    run(p, Combat(NAT))
    play(p, f"hex:{T}", "unit:n-tor-iv", "unit:n-gen-crs", "attack")
    gone = [e.facts["unit"] for e in events if e.key == "destroyed"]
    assert gone == ["n-tor-iv", "n-gen-crs"]                 # A2r2 took both


# -- who takes part


@pytest.mark.rule("scs.cbt.3", "scs.cbt.2")
def test_attackers_have_fought_and_defenders_and_bystanders_have_not() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv", "n-buf-iv")
    put(p, "r-dmi-48", T)
    declare(p, NAT, T, "n-tor-iv", "n-bis-iv")
    fought = [x for x in ("n-tor-iv", "n-bis-iv", "n-buf-iv", "r-dmi-48") if p.state[unit(p, x)] & FOUGHT]
    assert fought == ["n-tor-iv", "n-bis-iv"]


@pytest.mark.rule("1.10.2a", "1.10b.1")
def test_a_bombardment_takes_any_number_of_the_points_there_are() -> None:
    p = drill()
    put(p, "n-tor-iv", T)
    p.air[REP] = 2
    from frente.games.guadalajara.rules.ch01_barrage import Barrage

    run(p, Barrage(REP))
    play(p, f"bomb:{T}")
    assert (offered(p), denied(p)) == (["points:1", "points:2"], [])
    assert (rules(p, "points:3"), rules(p, "points:0")) == (["1.10.2a"], ["1.10.2a"])
    q = drill()
    put(q, "n-tor-iv", T)
    q.air[REP] = 2
    bombs(q, REP, T, 2)
    assert q.air[REP] == 0


# -- the dead


@pytest.mark.rule("1.14a.1", "1.14a.2")
def test_every_battalion_that_fell_has_its_own_roll() -> None:
    p = drill(turn=3)
    for name in ("r-dmi-48", "r-ter-48"):
        p.lose_step(put(p, name, A, steps=1), "scs.cbt.8", 0)
    run(p, Fates())
    dice(p, 1)
    assert step(p) == "ReconstitutionRoll"
    dice(p, 3)
    assert (where(p, "r-dmi-48"), where(p, "r-ter-48"), p.due[unit(p, "r-ter-48")]) == (str(DEAD), str(RETURNING), 6)
    assert step(p) == ""


# -- where Brihuega has been taken


@pytest.mark.rule("1.17a.2")
@pytest.mark.parametrize(("name", "place", "taken"), [
    ("n-tor-iv", "18.03", True), ("r-dmi-48", "18.03", False), ("n-tor-iv", "18.04", False),
    ("n-6-vic-sot", "18.03", False)])
def test_italians_in_brihuega_open_the_way_west(name: str, place: str, taken: bool) -> None:
    p = drill()
    put(p, name, place)
    assert p.taken is taken


@pytest.mark.rule("scs.cbt.1", "2.7d.3")
def test_each_unit_beside_a_target_is_refused_by_its_own_rule() -> None:
    p = drill()
    puts(p, A, "n-ardi-vi", "n-hq-fn")
    put(p, "r-dmi-48", T)
    p.panic[FN] = 1
    run(p, Combat(NAT))
    assert step(p) == ""
    p.panic[FN] = 0
    run(p, Combat(NAT))
    play(p, f"hex:{T}")
    assert (units(offered(p)), rules(p, "unit:n-hq-fn")) == (["n-ardi-vi"], ["1.6b.3"])
    assert at(p, T) == p.hex[unit(p, "r-dmi-48")]
