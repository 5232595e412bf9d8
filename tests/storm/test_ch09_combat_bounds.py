"""[9.4, 9.5] Combat and defensive fire: every condition missing once, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch09_combat import (
    attack_value,
    counter_units,
    defence_points,
    defence_value,
    dice_needed,
    intensity,
    kept,
)
from frente.games.storm.rules.ch09_fire import cover, strength
from frente.games.storm.state.board import NAT, R3B, R3C, REP
from frente.games.storm.state.frames import ASSAULT, ATTACK, Impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, Event, Fact
from tests.storm.chits import attack, crossing, republican_attack
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    impulses,
    keys,
    now,
    offered,
    own,
    play,
    put,
    question,
    spent,
    told,
    unit,
    where,
)


def ids(p: Storm, *names: str) -> list[int]:
    return [unit(p, n) for n in names]


def parts(found: list[tuple[int, str, str]]) -> list[tuple[int, str]]:
    return [(value, rule) for value, rule, _ in found]


def fact(events: list[Event], key: str, name: str) -> Fact:
    return next(e.facts[name] for e in events if e.key == key)


# -- the reckoning


@pytest.mark.rule("9.4.1.C4a", "9.4.1.C4b", "9.4.1.C4c", "9.4.1.C4d", "9.4.1.C4e", "9.4.1.C4f", "15.R3b")
def test_the_intensity_is_made_of_the_parts_that_apply_and_no_others() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-argel", "r-acero")
    place = area(p, "FF")
    im = Impulse(NAT, ATTACK, place, ids(p, "n-leg-1"), area=place)
    assert parts(intensity(p, im)) == [(5, "9.4.1.C4a")]
    im.kind = ASSAULT
    assert parts(intensity(p, im)) == [(5, "9.4.1.C4a"), (1, "9.4.1.C4b")]
    im.kind = ATTACK
    im.counter = ids(p, "r-acero")
    assert parts(intensity(p, im)) == [(5, "9.4.1.C4a"), (1, "9.4.1.C4d")]
    im.effects = [R3B]
    assert parts(intensity(p, im)) == [(5, "9.4.1.C4a"), (1, "9.4.1.C4d"), (3, "15.R3b")]
    q = empty()
    put(q, "FF", "n-leg-1", "n-argel", "r-largo")
    for attackers, bonus in ((["n-leg-1"], True), (["n-argel"], False), (["n-argel", "n-leg-1"], False),
                             (["n-leg-1", "n-argel"], False)):
        found = parts(intensity(q, Impulse(NAT, ATTACK, place, ids(q, *attackers), area=place)))
        assert found == [(5, "9.4.1.C4a"), *([(-1, "9.4.1.C4e")] if bonus else [])]
    put(q, "FF", "r-mena", "r-nelken", spent=True)
    lone = Impulse(NAT, ATTACK, place, ids(q, "n-argel"), area=place)
    assert parts(intensity(q, lone)) == [(5, "9.4.1.C4a"), (1, "9.4.1.C4c")]
    put(q, "FF", "r-largo", spent=True)
    assert parts(intensity(q, lone)) == [(5, "9.4.1.C4a"), (1, "9.4.1.C4c"), (-1, "9.4.1.C4f")]


@pytest.mark.rule("9.4.1.C5", "9.4.1.C6c", "15.R3a", "15.R4a", "15.N4a")
def test_attack_and_defence_value_show_only_what_applies() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo")
    im = Impulse(NAT, ATTACK, area(p, "FF"), ids(p, "n-leg-1"), area=area(p, "FF"))
    assert parts(attack_value(p, im)) == [(2, "9.4.1.C5")]
    assert parts(defence_value(p, im, unit(p, "r-largo"))) == [(5, "9.4.1.C6c"), (4, "9.4.1.C6c")]


@pytest.mark.rule("9.4.2b", "9.5h")
def test_how_many_dice_are_rolled_and_which_count() -> None:
    for prepared, worst, rolled, total in ((False, False, [1, 4], 5), (True, False, [5, 1, 6], 11),
                                           (False, True, [5, 1, 6], 6), (True, True, [5, 1, 6], 6)):
        im = Impulse(NAT, ASSAULT, prepared=prepared, worst=worst)
        assert (dice_needed(im), kept(im, rolled)) == (len(rolled), total)


# -- C2, C3


@pytest.mark.rule("9.4.1.C2a", "9.4.1.C2b")
def test_the_combat_goes_on_as_long_as_one_defender_is_left() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-largo", "r-mena")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    dice(p, 6, 1)                                            # units are asked in order of number
    assert {where(p, "r-largo"), where(p, "r-mena")} == {"eliminated", "C"}
    assert question(p) == "AttackDice"
    q = empty()
    own(q, NAT, "C")
    put(q, "C", "r-acero", "n-leg-1")
    impulses(q, REP)
    choose(q, "attack", "C", ["r-acero"])
    assert question(q) == "CounterAttack"                    # no test when the Republican attacks


@pytest.mark.rule("9.4.1.C3", "9.8", "15.N3")
def test_counter_attackers_are_named_one_by_one_until_the_owner_is_content() -> None:
    p = attack(rep=("r-asalto", "r-acero", "r-largo", "r-art-getafe"))
    names = [p.board.uid[u] for u in counter_units(p, now(p))]
    assert set(names) == {"r-asalto", "r-acero", "r-art-getafe"}
    assert offered(p) == [*[f"unit:{n}" for n in names], "done"]
    play(p, f"unit:{names[0]}")
    assert offered(p) == [*[f"unit:{n}" for n in names[1:]], "done"]
    assert keys(p, f"unit:{names[0]}") == [("9.4.1.C3", "already-chosen")]
    play(p, "done")
    assert (now(p).counter, question(p)) == (ids(p, names[0]), "AttackDice")
    q = attack(rep=("r-largo", "r-mena"))
    assert question(q) == "DefencePoint"                     # nobody has a factor: nobody is asked
    r = attack(rep=("r-asalto", "r-acero"))
    play(r, "unit:r-asalto", "unit:r-acero")
    assert question(r) == "DefencePoint"                     # all are named: nothing is left to ask


@pytest.mark.rule("9.4.1.C3")
def test_why_a_unit_does_not_counter_attack() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero", "r-largo")
    put(p, "FF", "r-libertad", spent=True)
    put(p, "DD", "r-asalto")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    assert keys(p, "unit:r-asalto") == [("9.4.1.C3", "not-defending")]
    assert keys(p, "unit:r-libertad") == [("9.4.1.C3", "unit-spent")]
    assert keys(p, "unit:r-largo") == [("9.4.1.C3", "no-combat-factor")]
    assert keys(p, "unit:n-leg-1") == [("9.4.1.C3", "not-defending")]


# -- C6


@pytest.mark.rule("9.4.1.C6a", "9.4.1.C6b", "9.4.1.C6c")
def test_the_named_point_unit_defends_and_the_reasons_say_who_may_be_named() -> None:
    for name, defence in (("r-bm1a", 10), ("r-acero", 9)):
        p = attack(rep=("r-bm1a", "r-acero", "r-libertad", "r-largo"))
        play(p, "unit:r-bm1a", "unit:r-acero", "done")
        assert set(args(p, "point")) == {"r-bm1a", "r-acero"}
        assert keys(p, "point:r-libertad") == [("9.4.1.C6b", "point-must-counter")]
        assert keys(p, "point:n-leg-1") == [("9.4.1.C6a", "not-defending")]
        play(p, f"point:{name}")
        assert now(p).bpoint == unit(p, name)
        events = told(p)
        dice(p, 3, 3)
        assert fact(events, "attack-result", "defence") == defence
    q = attack(rep=("r-bm1a", "r-acero", "r-art-getafe"))
    play(q, "unit:r-bm1a", "unit:r-acero", "unit:r-art-getafe")
    assert keys(q, "point:r-art-getafe") == [("9.4.1.C6a", "better-point-class")]        # it does counter-attack
    r = attack(rep=("r-asalto", "r-acero", "r-largo"))
    play(r, "done")
    assert keys(r, "point:r-largo") == [("9.4.1.C6a", "better-point-class")]


@pytest.mark.rule("9.4.1.C6a")
def test_the_classes_of_point_units_in_their_order() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero", "r-largo", "r-art-getafe")
    put(p, "FF", "r-libertad", "r-mena", "r-art-camp", spent=True)
    im = Impulse(NAT, ATTACK, area(p, "FF"), ids(p, "n-leg-1"), area=area(p, "FF"))
    found = []
    while p.count(REP, area(p, "FF")):
        [first] = defence_points(p, im)
        found.append(p.board.uid[first])
        p.put(first, area(p, "AA"))
    assert found == ["r-acero", "r-largo", "r-libertad", "r-mena", "r-art-getafe", "r-art-camp"]


# -- C7 to C9


@pytest.mark.rule("9.4.1.C7b", "9.4.1.C7c", "9.4.1.C8")
def test_one_more_than_the_defence_value_and_one_less_than_the_intensity() -> None:
    for second, hits, own_loss in ((3, 0, 0), (4, 1, 0)):    # AV 4, DV 9, IL 5
        p = empty()
        put(p, "FF", "n-leg-1", "n-leg-4", "r-acero", "r-asalto")
        impulses(p, NAT)
        choose(p, "attack", "FF", ["n-leg-1", "n-leg-4"])
        play(p, "done", "point:r-acero")
        events = told(p)
        dice(p, 2, second)
        assert (fact(events, "attack-result", "losses"), fact(events, "attack-result", "own")) == (hits, own_loss)
        assert spent(p, "n-leg-1", "n-leg-4", "r-acero", "r-asalto") == [True, True, bool(hits), False]


@pytest.mark.rule("9.4.1.C8", "15.R4b")
def test_counter_attackers_are_spent_before_losses_unless_fortified() -> None:
    for fortified in (False, True):
        p = attack("R4")
        play(p, "pass", "unit:r-acero", "chit:R4b" if fortified else "pass")
        dice(p, 3, 3)
        assert spent(p, "r-acero", "r-largo") == [not fortified, False]


@pytest.mark.rule("9.4.1.C7a", "15.N10a", "15.N10b")
def test_dice_that_are_not_rolled_again_stand() -> None:
    p = attack("N10")
    play(p, "done")
    events = told(p)
    dice(p, 1, 1)
    play(p, "pass")
    assert fact(events, "attack-result", "total") == 2 + 2
    q = republican_attack("N10")
    play(q, "done")
    dice(q, 6, 6)
    play(q, "chit:N10b")
    assert (question(q), asked(q), now(q).dice) == ("AttackDice", [CHANCE], [])
    events = told(q)
    dice(q, 1, 1)
    assert fact(events, "attack-result", "total") == 2 + 1


@pytest.mark.rule("9.4.1.C9", "9.6h", "9.7e", "9.7b")
def test_after_a_standard_attack_the_attackers_retreat_as_they_like() -> None:
    p = empty()
    own(p, NAT, "EE", "GG")
    put(p, "FF", "n-leg-1", "n-leg-4", "r-bm1a", "r-acero")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "unit:r-bm1a", "unit:r-acero", "point:r-bm1a")
    dice(p, 4, 3)                                            # IL 8: one loss, on the attacker alone
    assert (question(p), args(p, "area")) == ("RetreatUnits", ["EE", "GG"])
    play(p, "area:GG")
    assert (where(p, "n-leg-1"), where(p, "n-leg-4")) == ("GG", "FF")


@pytest.mark.rule("12.1h", "9.4.1.C9")
def test_the_foothold_is_looked_at_between_the_losses_of_both() -> None:
    p = empty()
    put(p, "FF", "n-leg-1")
    put(p, "FF", "r-cnt-juv", spent=True)
    put(p, "FF", "r-cnt-ferrer", spent=True)
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    play(p, "point:r-cnt-juv")
    dice(p, 4, 3)                                            # 9 - 8 = 1 for B, IL 4: none for A
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[0])
    assert (p.count(NAT, area(p, "FF")), p.count(REP, area(p, "FF")), p.rivers_open) == (1, 1, True)


# -- defensive fire


@pytest.mark.rule("9.5b", "9.8", "15.R3c")
def test_the_strength_of_fire_shows_only_what_applies() -> None:
    p = empty()
    put(p, "I", "r-largo", "r-mena")
    im = Impulse(NAT)
    assert parts(strength(p, im, area(p, "I"))) == [(0, "9.5b")]
    put(p, "I", "r-ferrov")
    assert parts(strength(p, im, area(p, "I"))) == [(0, "9.5b"), (1, "9.5b")]
    im.effects = [R3C]
    assert parts(strength(p, im, area(p, "I"))) == [(0, "9.5b"), (1, "9.5b"), (3, "15.R3c")]


@pytest.mark.rule("9.5c", "15.N12")
def test_fire_is_two_dice_and_strength_against_the_bare_factor() -> None:
    for second, lost in ((3, 0), (4, 1)):                    # strength 1, defence 6
        p = crossing()
        events = told(p)
        dice(p, 2, second)
        assert fact(events, "fire-losses", "losses") == lost
        assert asked(p) == [REP]                             # two dice and no third
    q = crossing(units=("n-reg-te2",))
    events = told(q)
    dice(q, 1, 1)
    assert fact(events, "fire-losses", "losses") == 0        # never below nothing
    assert cover(q, Impulse(NAT), unit(q, "n-reg-te2")) == 5


@pytest.mark.rule("9.4", "9.5j")
def test_a_plain_move_into_the_enemy_leads_to_no_combat() -> None:
    p = crossing()
    dice(p, 1, 1)
    assert (question(p), asked(p), where(p, "n-leg-1")) == ("Declare", [REP], "I")
    assert spent(p, "n-leg-1", "r-acero", "r-largo") == [True, False, False]


@pytest.mark.rule("9.5c", "9.4.3b")
def test_the_dice_of_the_fire_are_not_those_of_the_assault() -> None:
    p = crossing(kind="assault", units=("n-leg-1", "n-leg-4"))
    dice(p, 1, 1)                                            # 2 + 1 - 6: nothing
    dice(p, 1)                                               # the line unit stands
    play(p, "done")
    events = told(p)
    dice(p, 3, 2)
    assert fact(events, "attack-result", "total") == 5 + 4


@pytest.mark.rule("9.2a", "9.4.3b")
def test_the_point_unit_of_an_assault_leads_the_crossing_too() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4", "n-reg-te2")
    put(p, "I", "r-largo")
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4", "n-reg-te2"], point="n-reg-te2")
    play(p, "area:I")
    assert question(p) == "FireDice"                         # it is known already
    dice(p, 3, 3)                                            # 6 - 5 = 1
    assert spent(p, "n-leg-1", "n-leg-4", "n-reg-te2") == [False, False, True]


@pytest.mark.rule("9.2a")
def test_a_crossing_stack_names_its_point_unit_and_a_lone_unit_needs_none() -> None:
    p = crossing(units=("n-leg-1", "n-leg-4"))
    assert (question(p), args(p, "point")) == ("NameCrossingPoint", ["n-leg-1", "n-leg-4"])
    assert keys(p, "point:n-leg-5") == [("9.2a", "not-crossing")]
    play(p, "point:n-leg-4")
    assert question(p) == "FireDice"
    dice(p, 3, 3)                                            # 6 + 1 - 6 = 1
    assert spent(p, "n-leg-4") == [True]
    assert where(p, "n-leg-4") == "I"
    q = crossing(units=("n-leg-1",))
    assert question(q) == "FireDice"
    assert now(q).point == unit(q, "n-leg-1")


@pytest.mark.rule("6f", "15.R3c", "15.N10c")
def test_by_the_strict_reading_combat_events_still_go_with_an_assault() -> None:
    p = crossing("R3", kind="assault", combat_events_on_plain_moves=False)
    assert (question(p), args(p, "chit")) == ("PlayEvents", ["R3c"])
    q = crossing("N10", kind="assault", combat_events_on_plain_moves=False)
    dice(q, 6, 6)
    assert (question(q), args(q, "chit")) == ("PlayEvents", ["N10c"])
    r = crossing("N10", "R3", combat_events_on_plain_moves=False)
    assert question(r) == "FireDice"


@pytest.mark.rule("15.N3", "9.5c")
def test_a_surprise_at_the_river_spares_the_fire_and_the_assault_goes_on() -> None:
    p = crossing("N3", kind="assault")
    play(p, "chit:N3")
    assert question(p) == "RollTests"
    dice(p, 1)
    assert question(p) == "AttackDice"                       # nor is there a counter-attack
    q = crossing("N3")
    play(q, "pass")
    assert question(q) == "FireDice"                         # not played: the fire comes


@pytest.mark.rule("15.N10c", "9.5c")
def test_fire_that_is_rolled_again_counts_only_the_new_dice() -> None:
    p = crossing("N10")
    dice(p, 6, 6)
    play(p, "chit:N10c")
    assert (question(p), now(p).dice) == ("FireDice", [])
    events = told(p)
    dice(p, 3, 3)
    assert fact(events, "fire-losses", "losses") == 1        # 6 + 1 - 6
