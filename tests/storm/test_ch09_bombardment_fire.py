"""[9.3, 9.5] Bombardment and defensive fire."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm.rules.ch09_bombardment import gun_targets
from frente.games.storm.rules.ch09_fire import strength
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.frames import Impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE
from tests.storm.chits import losses
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    hold,
    impulses,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    spent,
    told,
    unit,
    where,
)

GUNS = ["n-art-105a", "n-art-75a", "n-art-65"]


def shelling(batteries: int, place: str, target: str, *units: str, sp: int = 1, point: str = "") -> Storm:
    p = empty()
    own(p, NAT, place)
    put(p, place, *GUNS)
    put(p, target, *units)
    p.sp = [0, sp]
    impulses(p, NAT)
    choose(p, "bombard", place, GUNS[:batteries])
    if question(p) == "ChooseTarget":
        play(p, f"area:{target}")
    if question(p) == "NameTargetPoint":
        play(p, f"point:{point or units[0]}")
    return p


@pytest.mark.rule("9.3a")
def test_fresh_artillery_reaches_its_own_and_adjacent_areas_with_enemy_units() -> None:
    p = empty()
    put(p, "D", "n-art-105a", "r-mena")
    put(p, "C", "r-libertad")
    put(p, "M", "r-izqrep", "n-leg-4")                       # two areas away from the guns
    assert [p.board.names[t] for t in gun_targets(p, NAT, area(p, "D"))] == ["C", "D"]
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert rules(p, "area:M") == ["9.3a"]
    assert rules(p, "area:E") == ["9.3a"]                    # empty
    q = empty()
    put(q, "D", "n-leg-1", "r-mena")
    put(q, "D", "n-art-105a", spent=True)
    impulses(q, NAT)
    assert rules(q, "bombard:D") == ["9.3a"]                 # no Fresh battery


@pytest.mark.rule("9.3b", "9.3c")
def test_one_to_three_batteries_and_the_third_costs_a_point() -> None:
    p = empty()
    put(p, "D", *GUNS, "n-art-155a")
    put(p, "C", "r-libertad")
    p.sp = [0, 1]
    impulses(p, NAT)
    play(p, "bombard:D", *[f"unit:{g}" for g in GUNS])
    assert p.sp == [0, 0]
    assert question(p) == "BombardmentDice"                  # a fourth was never offered
    q = empty()
    put(q, "D", *GUNS)
    put(q, "C", "r-libertad")
    impulses(q, NAT)
    play(q, "bombard:D", f"unit:{GUNS[0]}", f"unit:{GUNS[1]}")
    assert q.sp == [0, 0]
    assert question(q) == "BombardmentDice"                  # without a point only two


@pytest.mark.rule("9.3d")
def test_the_bombarding_player_names_the_point_unit_only_in_a_contested_area() -> None:
    p = empty()
    put(p, "D", "n-art-105a")
    put(p, "C", "r-libertad", "r-art-getafe")
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert (question(p), asked(p)) == ("NameTargetPoint", [REP])
    assert args(p, "point") == ["r-libertad", "r-art-getafe"]                # free choice, artillery included
    q = empty()
    put(q, "D", "n-art-105a")
    put(q, "C", "r-libertad", "r-art-getafe", "n-leg-1")     # vector B5
    impulses(q, NAT)
    choose(q, "bombard", "D", ["n-art-105a"])
    assert asked(q) == [NAT]
    r = empty(bombard_point_any_unit=False)
    put(r, "D", "n-art-105a")
    put(r, "C", "r-libertad", "r-largo", "r-art-getafe")
    impulses(r, NAT)
    choose(r, "bombard", "D", ["n-art-105a"])
    assert rules(r, "point:r-art-getafe") == ["R63"]


@pytest.mark.rule("9.3e", "9.3g", "9.3h")
def test_dice_and_bonus_minus_the_defence_value_are_the_losses() -> None:
    for batteries, rolled, lost in ((1, (3, 4), 2), (2, (4, 5), 6)):         # vectors B1, B2: defence 5, terrain 1
        p = shelling(batteries, "D", "C", "r-largo", "r-mena", "r-izqrep")
        events = told(p)
        dice(p, *rolled)
        assert next(e for e in events if e.key == "bombardment-result").facts["losses"] == lost
        assert losses(p) == lost
    q = empty()
    own(q, NAT, "N")
    put(q, "N", "n-art-105a")
    put(q, "EE", "r-largo")
    q.board.terrain[area(q, "EE")] = 5                       # vector B4: 10 against 10
    try:
        impulses(q, NAT)
        choose(q, "bombard", "N", ["n-art-105a"])
        dice(q, 4, 5)
    finally:
        q.board.terrain[area(q, "EE")] = 4
    assert where(q, "r-largo") == "EE"
    assert spent(q, "r-largo", "n-art-105a") == [False, True]


@pytest.mark.rule("9.3f", "9.3g")
def test_the_own_area_is_bombarded_with_the_best_two_of_three_dice() -> None:
    p = empty()
    own(p, NAT, "EE")
    put(p, "EE", *GUNS, "r-bm1a")                            # vector B3: defence 6, terrain 4
    put(p, "EE", "r-acero")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "bombard", "EE", GUNS)
    play(p, "point:r-bm1a")
    dice(p, 2, 3)
    assert asked(p) == [CHANCE]                              # a third die
    dice(p, 6)
    assert losses(p) == 4
    q = shelling(1, "D", "C", "r-largo")
    dice(q, 6, 6)
    assert question(q) != "BombardmentDice"                  # two for an adjacent area


@pytest.mark.rule("9.3i")
def test_batteries_that_bombarded_are_spent_and_the_others_are_not() -> None:
    p = shelling(1, "D", "C", "r-largo")
    dice(p, 1, 1)
    assert spent(p, *GUNS) == [True, False, False]


# -- defensive fire


def crossing(units: list[str], guards: list[str], spent_guards: bool = False, kind: str = "move", chits: str = "",
             **options: Any) -> Storm:
    """Nationalists cross the Guadarrama from A to I."""
    p = empty(**options)
    own(p, NAT, "A")
    put(p, "A", *units)
    put(p, "I", *guards, spent=spent_guards)
    if chits:
        hold(p, *chits.split())
    impulses(p, NAT)
    choose(p, kind, "A", units)
    play(p, "area:I")
    return p


@pytest.mark.rule("9.5a")
def test_a_friend_already_there_or_an_own_area_spares_the_fire() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1")
    put(p, "I", "r-largo", "n-leg-4")                        # vector F4
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1"])
    play(p, "area:I")
    assert question(p) != "FireDice"
    q = empty()
    own(q, NAT, "A", "I")
    put(q, "A", "n-leg-1")
    put(q, "I", "r-largo", "n-leg-4")
    impulses(q, NAT)
    choose(q, "move", "A", ["n-leg-1"])
    play(q, "area:I")
    assert question(q) != "FireDice"
    assert question(crossing(["n-leg-1"], ["r-largo"])) == "FireDice"
    assert question(crossing(["n-leg-1"], ["r-largo"], True)) == "FireDice"              # vector F3
    assert question(crossing(["n-leg-1"], ["r-largo"], True, spent_units_fire=False)) != "FireDice"


@pytest.mark.rule("9.5b", "9.8")
def test_fire_strength_adds_factors_artillery_and_trios_of_fresh_units() -> None:
    p = empty()
    put(p, "I", "r-bm1a", "r-libertad", "r-art-getafe", "r-largo", "r-mena", "r-ferrov", "r-aguilas")
    im = Impulse(NAT)
    assert sum(x[0] for x in strength(p, im, area(p, "I"))) == 2 + 1 + 1 + 1             # vector F1
    q = empty()
    put(q, "I", "r-largo", "r-mena")
    assert sum(x[0] for x in strength(q, im, area(q, "I"))) == 0                         # vector F2
    put(q, "I", "r-bm1a", "r-art-getafe", spent=True)
    assert sum(x[0] for x in strength(q, im, area(q, "I"))) == 0                         # Spent units add nothing


@pytest.mark.rule("9.5c")
def test_fire_minus_the_defence_factor_without_terrain_is_lost_by_the_crossing_units() -> None:
    p = crossing(["n-leg-1", "n-leg-4"], ["r-bm1a", "r-libertad", "r-art-getafe", "r-largo", "r-mena", "r-ferrov",
                                          "r-aguilas"])
    play(p, "point:n-leg-1")
    dice(p, 3, 4)                                            # F1: 7 + 5 - 6 = 6
    assert where(p, "n-leg-1") == where(p, "n-leg-4") == "eliminated"
    q = crossing(["n-reg-te2"], ["r-largo", "r-mena"])
    dice(q, 2, 2)                                            # F2: 4 - 5
    assert spent(q, "n-reg-te2") == [True]                   # only by its move
    assert where(q, "n-reg-te2") == "I"


@pytest.mark.rule("9.5d")
def test_units_that_fired_stay_fresh() -> None:
    p = crossing(["n-leg-1"], ["r-bm1a"])
    dice(p, 6, 6)
    assert spent(p, "r-bm1a") == [False]


@pytest.mark.rule("9.5e", "9.7e")
def test_units_driven_back_by_fire_return_to_where_they_crossed() -> None:
    p = empty()
    own(p, NAT, "A", "J", "O")                               # other friendly neighbours of I
    put(p, "A", "n-leg-1")
    put(p, "I", "r-largo")
    impulses(p, NAT)
    choose(p, "move", "A", ["n-leg-1"])
    play(p, "area:I")
    dice(p, 4, 4)                                            # 8 - 6 = 2: turned and back
    assert where(p, "n-leg-1") == "A"
    assert spent(p, "n-leg-1") == [True]


@pytest.mark.rule("9.5f", "9.5g", "9.4", "9.4.3b")
def test_an_assault_whose_point_unit_is_hit_is_led_by_another_or_given_up() -> None:
    p = crossing(["n-leg-1", "n-leg-4", "n-leg-5"], ["r-largo"], kind="assault")
    dice(p, 3, 4)                                            # 7 - 6 = 1: the point unit is turned Spent
    assert question(p) == "AfterFire"
    assert args(p, "point") == ["n-leg-4", "n-leg-5"]
    assert rules(p, "point:n-leg-1") == ["9.5g"]
    play(p, "point:n-leg-4")
    assert now(p).units == [unit(p, "n-leg-4"), unit(p, "n-leg-5")]
    assert where(p, "n-leg-1") == "I"                        # there, but not in the fight
    q = crossing(["n-leg-1", "n-leg-4"], ["r-largo"], kind="assault")
    dice(q, 3, 4)
    play(q, "cancel")
    assert asked(q) == [REP]                                 # the impulse is over
    assert where(q, "n-leg-4") == "I"
    assert spent(q, "n-leg-4") == [True]
    r = crossing(["n-leg-1"], ["r-largo"], kind="assault")
    dice(r, 3, 4)
    assert asked(r) == [REP]                                 # nobody left to lead: cancelled by itself
    s = crossing(["n-leg-1", "n-leg-4"], ["r-largo"], kind="assault")
    dice(s, 1, 1)
    assert question(s) == "RollTests"                        # not hit: straight to C2


@pytest.mark.rule("9.5h")
def test_with_a_replaced_point_unit_the_two_lowest_of_three_dice_count() -> None:
    p = empty()
    own(p, NAT, "A")
    put(p, "A", "n-leg-1", "n-leg-4")
    put(p, "I", "r-acero")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "assault", "A", ["n-leg-1", "n-leg-4"], prepare=True)
    play(p, "area:I")
    dice(p, 3, 3)                                            # 6 + 1 - 6 = 1
    play(p, "point:n-leg-4", "done")
    events = told(p)
    dice(p, 6, 5, 2)                                         # vector F5: 2 and 5, although prepared
    result = next(e for e in events if e.key == "attack-result")
    assert result.facts["total"] == 7 + 2


@pytest.mark.rule("9.5i", "11.2c")
def test_in_bad_weather_an_assault_draws_fire_without_a_river() -> None:
    for bad, kind, fire in ((True, "assault", True), (False, "assault", False), (True, "move", False)):
        p = empty("campaign", 10)
        p.bad = bad
        put(p, "D", "n-leg-1")
        put(p, "C", "r-largo")
        impulses(p, NAT)
        choose(p, kind, "D", ["n-leg-1"])
        play(p, "area:C")
        assert (question(p) == "FireDice") == fire           # vector F6
    q = empty("campaign", 10)
    q.bad = True
    put(q, "D", "n-leg-1")
    put(q, "C", "r-largo", "n-leg-4")                        # the other conditions still hold
    impulses(q, NAT)
    choose(q, "assault", "D", ["n-leg-1"])
    play(q, "area:C")
    assert question(q) != "FireDice"


@pytest.mark.rule("9.5j", "9.4")
def test_a_plain_move_ends_where_everybody_was_turned() -> None:
    p = crossing(["n-leg-1"], ["r-largo"])
    dice(p, 3, 4)
    assert where(p, "n-leg-1") == "I"
    assert asked(p) == [REP]
    assert offered(p)[-1] == "pass"
