"""[7.22, 7.33, 13.4, 13.5] Attacks owed to an order: in any order, in several attacks, and while the order stands."""
from __future__ import annotations

import pytest

from frente.games.tscw.captain.battle import choose_target
from frente.games.tscw.captain.plan import Plan
from frente.games.tscw.captain.survey import WEIGHTS_FILE
from frente.games.tscw.rules.ch04_victory import enter
from frente.games.tscw.rules.ch07_duties import FRANCE, MADRID
from frente.games.tscw.rules.ch13_targets import must
from frente.games.tscw.state.position import Tscw
from frente.kit.weights import Weights
from tests.tscw.fight import shoot
from tests.tscw.lay import NAT, REP, args, empty, fighting, hexn, kill, offered, own, play, put, rules, unit


def drive(turn: int = 5) -> Tscw:
    """A named column before Madrid, another column far away, each next to an enemy."""
    p = empty(turn=turn)
    own(p, NAT, "2711")
    put(p, "2711", "n-cst")
    put(p, "2712", "r-per")
    put(p, "3117", "n-asn")
    put(p, "3118", "r-nvz")
    p.call_madrid = turn
    p.duty[unit(p, "n-cst")] = MADRID
    return p


def oviedo(*names: str, quota: int = 4) -> Tscw:
    """Units between Oviedo and Nationalists next to it; elsewhere a front of its own."""
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, quota, hexn(p, "3608")
    put(p, "3608", "n-ceb")
    own(p, NAT, "3708")
    put(p, "3708", "n-asn")
    put(p, "3609", *names)
    own(p, NAT, "3117")
    put(p, "3117", "n-cst")
    put(p, "3118", "r-drt")
    return p


@pytest.mark.rule("13.4", "7.22a")
def test_the_drive_on_madrid_leaves_the_order_of_attacks_free_but_not_the_end() -> None:
    p = fighting(drive(), NAT)
    assert set(offered(p)) == {"attack:2712", "attack:3118"}
    assert rules(p, "pass") == ["7.22a"]
    play(p, "attack:3118", "unit:n-asn", "go")
    shoot(p, 6)
    while "attack:2712" not in offered(p):
        play(p, offered(p)[-1])
    assert "pass" not in offered(p), "it is still owed"
    q = drive()
    q.duty[unit(q, "n-cst")] = 0
    assert "pass" in offered(fighting(q, NAT)), "nobody owes anything"


@pytest.mark.rule("13.4", "7.33a")
def test_the_offensive_leaves_the_order_of_attacks_free_but_not_the_end() -> None:
    p = fighting(oviedo("r-am1", "r-am2", "r-am3", "r-a1"), REP)
    assert args(p, "attack") == ["3117", "3608", "3708"]
    assert rules(p, "pass") == ["7.33a"]
    play(p, "attack:3117", "unit:r-drt", "go")
    assert p.quota == 4, "that was another attack"


@pytest.mark.rule("13.5", "7.33a")
def test_the_four_of_the_offensive_may_be_divided_among_several_attacks() -> None:
    p = fighting(oviedo("r-am1", "r-am2", "r-am3", "r-a1"), REP)
    play(p, "attack:3608", "unit:r-am1", "unit:r-am2")
    assert "go" in offered(p), "the others have 3708"
    play(p, "go")
    assert p.quota == 2
    shoot(p, 1)
    while "attack:3708" not in offered(p):
        play(p, offered(p)[-1])
    assert "pass" not in offered(p)
    play(p, "attack:3708", "unit:r-am3")
    assert rules(p, "go") == ["7.33a"], "the fourth has no other attack left"
    play(p, "unit:r-a1", "go")
    assert p.quota == 0


@pytest.mark.rule("13.5", "7.33a")
def test_who_is_left_out_of_an_attack_as_long_as_others_can_make_up_the_number() -> None:
    p = oviedo("r-am1", "r-am2", "r-am3")
    fighting(p, REP)
    play(p, "attack:3608", "unit:r-am1")
    assert "go" in offered(p), "there are only three, but the two others have 3708"
    q = oviedo("r-am1", "r-am3", quota=2)
    put(q, "3507", "r-am2")
    fighting(q, REP)
    play(q, "attack:3608", "unit:r-am1")
    assert "go" in offered(q), "r-am3 will be the second; r-am2, next to Oviedo alone, is not wanted"
    play(q, "unit:r-am3")
    assert "go" in offered(q)


@pytest.mark.rule("7.33a")
def test_those_who_cannot_attack_another_objective_must_join() -> None:
    p = oviedo("r-am1", "r-am2", "r-am3", "r-a1")
    own(p, REP, "3708")
    put(p, "3117", "n-asn")
    fighting(p, REP)
    play(p, "attack:3608", "unit:r-am1", "unit:r-am2", "unit:r-am3")
    assert rules(p, "go") == ["7.33a"], "there is no second objective"
    q = oviedo("r-am1", "r-am4", quota=2)
    fighting(q, REP)
    assert (q.attack(unit(q, "r-am1")), q.attack(unit(q, "r-am4"))) == (1, 0)
    play(q, "attack:3608", "unit:r-am1")
    assert rules(q, "go") == ["7.33a"], "a zero factor cannot attack 3708 by itself"


def between(*names: str, quota: int) -> Tscw:
    """Units next to Oviedo and to Nationalists that have nothing to do with it."""
    p = empty(turn=3)
    p.offensive, p.quota, p.target = 3, quota, hexn(p, "3608")
    put(p, "3608", "n-ceb")
    own(p, NAT, "3610")
    put(p, "3610", "n-asn")
    put(p, "3609", *names)
    return fighting(p, REP)


@pytest.mark.rule("7.33a")
def test_what_the_offensive_needs_does_not_attack_elsewhere() -> None:
    p = between("r-am1", "r-am2", "r-am3", quota=2)
    assert args(p, "attack") == ["3608", "3610"]
    play(p, "attack:3610", "unit:r-am1")
    assert rules(p, "unit:r-am2") == ["7.33a"], "two must be left for Oviedo"
    play(p, "go")
    q = between("r-am1", "r-am2", quota=2)
    assert offered(q) == ["attack:3608"]
    assert rules(q, "attack:3610") == ["7.33a"]
    r = between("r-am1", "r-am4", quota=1)
    assert offered(r) == ["attack:3608"], "a zero factor would be left with nobody to carry its attack"
    s = between("r-am1", "r-am2", "r-am4", quota=2)
    play(s, "attack:3610")
    assert set(offered(s)) == {"unit:r-am1", "unit:r-am2"}
    assert rules(s, "unit:r-am4") == ["7.33a"], "it cannot go first, for nobody could then carry the attack"


@pytest.mark.rule("7.33a")
def test_brigades_and_fulfilled_offensives_spare_their_units() -> None:
    p = between("r-am1", "r-am2", "r-gen124-1", quota=2)
    play(p, "attack:3610", "unit:r-gen124-1")
    assert rules(p, "unit:r-am1") == ["7.33a"]
    assert "go" in offered(p), "a brigade does not count for the offensive"
    q = between("r-am1", "r-am2", quota=0)
    play(q, "attack:3610", "unit:r-am1", "unit:r-am2", "go")


@pytest.mark.rule("7.22a", "7.22b")
def test_the_fall_of_madrid_ends_the_duty_of_those_named_for_it() -> None:
    p = drive(7)
    put(p, "2612", "r-mod")
    put(p, "2713", "n-tel")
    p.duty[unit(p, "n-tel")] = FRANCE
    kill(p, "r-per")
    assert "pass" not in offered(fighting(p, NAT))
    enter(p, unit(p, "n-tel"), hexn(p, "2712"))
    assert p.call_madrid == 0
    assert p.duty[unit(p, "n-tel")] == FRANCE, "other orders stand"
    assert "pass" in offered(fighting(p, NAT))
    play(p, "attack:2612", "unit:n-tel")
    assert "go" in offered(p), "n-cst need not come"


def test_the_computer_makes_the_attacks_it_owes_first() -> None:
    p = fighting(drive(), NAT)
    act = choose_target(p, NAT, p.choices()[NAT], Plan(p, NAT, Weights(WEIGHTS_FILE)))
    assert act is not None
    assert p.board.names[act.arg] == "2712"


@pytest.mark.rule("7.33a")
def test_nothing_is_owed_where_nobody_stands_before_the_goal() -> None:
    p = fighting(oviedo(), REP)
    assert args(p, "attack") == ["3117"]
    assert "pass" in offered(p), "the only enemy in reach is not what the offensive is for"
    assert must(p, REP, [hexn(p, "3117"), hexn(p, "3608")]) == [hexn(p, "3608")]
