"""[9.4, 9.8] Combat and assault."""
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
    worth,
)
from frente.games.storm.rules.ch09_losses import Losses
from frente.games.storm.state.board import N4A, N12, NAT, R3A, R3B, R4A, REP
from frente.games.storm.state.frames import ASSAULT, ATTACK, Impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
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


def ids(p: Storm, *names: str) -> list[int]:
    return [unit(p, n) for n in names]


def fight(p: Storm, place: str, side: int, attackers: list[str], counter: list[str] = [], kind: int = ATTACK  # noqa: B006
          ) -> Impulse:
    """An impulse in the middle of its combat, for the reckoning alone."""
    return Impulse(side, kind, area(p, place), ids(p, *attackers), area=area(p, place), counter=ids(p, *counter))


@pytest.mark.rule("9.4")
def test_combat_is_an_attack_on_the_spot_or_an_assault_and_either_can_be_prepared() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "r-largo")
    put(p, "C", "r-mena")
    p.sp = [0, 1]
    impulses(p, NAT)
    for kind in ("attack", "assault"):
        q = p.clone()
        play(q, f"{kind}:D", "unit:n-leg-1")
        assert "prepare" in offered(q)


@pytest.mark.rule("9.4.1a")
def test_only_the_own_area_is_attacked_and_an_enemy_must_be_there() -> None:
    p = empty()
    put(p, "D", "n-leg-1")
    put(p, "C", "r-largo")
    impulses(p, NAT)
    assert rules(p, "attack:D") == ["9.4.1a"]
    assert rules(p, "attack:C") == ["9b"]


@pytest.mark.rule("9.4.1b")
def test_a_unit_without_a_combat_factor_does_not_attack() -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "C", "n-fal-toledo", "n-argel", "n-art-105a", "r-largo")
    impulses(p, NAT)
    play(p, "attack:C")
    assert args(p, "unit") == ["n-argel", "n-art-105a"]
    assert rules(p, "unit:n-fal-toledo") == ["9.4.1b"]


@pytest.mark.rule("9.4.1.C1")
def test_the_attackers_are_fresh_units_and_one_of_them_is_the_point_unit() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "r-largo")
    put(p, "C", "n-leg-5", spent=True)
    impulses(p, NAT)
    play(p, "attack:C")
    assert args(p, "unit") == ["n-leg-1", "n-leg-4"]
    play(p, "unit:n-leg-4", "unit:n-leg-1")
    assert args(p, "point") == ["n-leg-1", "n-leg-4"]
    assert rules(p, "point:n-leg-5") == ["9.4.1.C1"]
    play(p, "point:n-leg-4")
    assert now(p).point == unit(p, "n-leg-4")
    q = empty()
    put(q, "C", "n-leg-1", "r-largo")
    impulses(q, NAT)
    choose(q, "attack", "C", ["n-leg-1"])
    assert now(q).point == unit(q, "n-leg-1")                # alone, it leads itself


@pytest.mark.rule("9.4.1.C2a")
def test_republicans_test_when_attacked_in_a_normal_area_and_only_then() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-largo", "r-art-getafe", "r-acero")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    assert question(p) == "RollTests"
    assert p.stack[-1].units == ids(p, "r-largo", "r-art-getafe")            # type: ignore[attr-defined]
    q = empty()
    put(q, "FF", "n-leg-1", "r-largo")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1"])
    assert question(q) != "RollTests"                        # urban
    r = empty()
    own(r, NAT, "C")
    put(r, "C", "n-leg-1", "r-acero", "r-largo")
    impulses(r, REP)
    choose(r, "attack", "C", ["r-acero"])
    assert question(r) != "RollTests"                        # the Republican attacks


@pytest.mark.rule("9.4.1.C2b")
def test_when_everybody_runs_the_impulse_is_over_and_the_attackers_are_spent() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "r-largo", "r-mena")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    dice(p, 5, 6)                                            # vector C-5
    assert where(p, "r-largo") == where(p, "r-mena") == "eliminated"
    assert spent(p, "n-leg-1", "n-leg-4") == [True, False]
    assert p.control[area(p, "C")] == NAT
    assert asked(p) == [REP]


@pytest.mark.rule("9.4.1.C3")
def test_only_fresh_units_with_a_factor_counter_attack() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero", "r-largo", "r-art-getafe")
    put(p, "FF", "r-libertad", spent=True)
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    assert asked(p) == [REP]
    assert args(p, "unit") == ["r-acero", "r-art-getafe"]
    assert rules(p, "unit:r-largo") == ["9.4.1.C3"]
    assert rules(p, "unit:r-libertad") == ["9.4.1.C3"]
    play(p, "done")                                          # or not at all
    assert now(p).counter == []
    assert counter_units(p, now(p)) == ids(p, "r-acero", "r-art-getafe")


@pytest.mark.rule("9.4.1.C4a", "9.4.1.C4b")
def test_intensity_starts_at_five_and_an_assault_adds_one() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero")
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"]))) == 5        # vector X11
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"], kind=ASSAULT))) == 6


@pytest.mark.rule("9.4.1.C4c")
def test_an_outnumbered_attacker_adds_one_counting_everybody_there() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-acero", "r-largo")
    im = fight(p, "FF", NAT, ["n-leg-1"])
    assert worth(intensity(p, im)) == 6
    put(p, "FF", "n-leg-4", spent=True)                      # idle and Spent, and still counted
    assert worth(intensity(p, im)) == 5


@pytest.mark.rule("9.4.1.C4d")
def test_counter_attacking_factors_add_up() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4", "r-bm1a", "r-art-getafe")
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"], ["r-bm1a", "r-art-getafe"]))) == 5 + 3


@pytest.mark.rule("9.4.1.C4e")
def test_shock_against_none_takes_one_off_and_idle_line_units_do_not_matter() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-argel", "r-largo")
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"]))) == 4
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1", "n-argel"]))) == 5
    put(p, "FF", "r-acero", spent=True)                      # a shock unit of any state
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"]))) == 5


@pytest.mark.rule("9.4.1.C4f")
def test_a_wholly_spent_defence_takes_one_off() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4")
    put(p, "FF", "r-acero", "r-largo", spent=True)
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"]))) == 4        # vector C-4: no C4e
    put(p, "FF", "r-largo")
    assert worth(intensity(p, fight(p, "FF", NAT, ["n-leg-1"]))) == 5


@pytest.mark.rule("9.4.1.C5", "9.8")
def test_the_attack_value_is_the_sum_of_the_factors_and_artillery_counts_one() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-argel", "n-caz-serrallo", "n-art-105a", "r-largo")
    assert worth(attack_value(p, fight(p, "C", NAT, ["n-leg-1", "n-argel"]))) == 3
    im = fight(p, "C", NAT, ["n-argel", "n-caz-serrallo", "n-art-105a"])
    assert worth(attack_value(p, im)) == 3                   # vector C-8
    assert "il-shock" not in [x[2] for x in intensity(p, im)]


@pytest.mark.rule("9.8")
def test_fresh_artillery_attacks_and_is_spent_by_it_but_never_assaults() -> None:
    p = empty()
    put(p, "FF", "n-art-105a", "n-argel", "r-largo")
    put(p, "EE", "r-wadras")
    impulses(p, NAT)
    assert "assault:FF" not in offered(p)
    choose(p, "attack", "FF", ["n-art-105a"])
    dice(p, 3, 3)
    assert spent(p, "n-art-105a", "n-argel") == [True, False]


@pytest.mark.rule("9.4.1.C6a")
def test_the_defenders_point_unit_comes_from_the_first_class_there_is() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo", "r-art-getafe")
    put(p, "FF", "r-libertad", "r-mena", "r-art-camp", spent=True)
    im = fight(p, "FF", NAT, ["n-leg-1"])
    order = [["r-largo"], ["r-libertad"], ["r-mena"], ["r-art-getafe"], ["r-art-camp"]]      # vector C-7
    put(p, "FF", "r-acero")
    assert defence_points(p, im) == ids(p, "r-acero")
    p.put(unit(p, "r-acero"), area(p, "AA"))
    for names in order:
        assert defence_points(p, im) == ids(p, *names)
        p.put(unit(p, names[0]), area(p, "AA"))


@pytest.mark.rule("9.4.1.C6a")
def test_within_the_class_the_defender_chooses() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo", "r-mena")
    put(p, "FF", "r-libertad", spent=True)
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1"])
    assert asked(p) == [REP]
    assert set(args(p, "point")) == {"r-largo", "r-mena"}
    assert rules(p, "point:r-libertad") == ["9.4.1.C6a"]


@pytest.mark.rule("9.4.1.C6b")
def test_the_point_unit_of_a_counter_attack_takes_part_in_it() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo", "r-art-getafe")
    im = fight(p, "FF", NAT, ["n-leg-1"], ["r-art-getafe"])
    assert defence_points(p, im) == ids(p, "r-art-getafe")   # vector C-7: the artillery alone
    assert worth(intensity(p, im)) == 5 + 1 + 1 - 1
    q = empty()
    put(q, "FF", "n-leg-1", "r-acero", "r-libertad", "r-pasionaria")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1"])
    play(q, "unit:r-libertad", "unit:r-acero", "done")
    assert set(args(q, "point")) == {"r-acero", "r-libertad"}
    assert rules(q, "point:r-pasionaria") == ["9.4.1.C6b"]


@pytest.mark.rule("9.4.1.C6c")
def test_the_defence_value_is_factor_and_terrain() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo")
    put(p, "C", "n-leg-4", "r-bm1a")
    assert worth(defence_value(p, fight(p, "FF", NAT, ["n-leg-1"]), unit(p, "r-largo"))) == 5 + 4
    assert worth(defence_value(p, fight(p, "C", NAT, ["n-leg-4"]), unit(p, "r-bm1a"))) == 6 + 1


@pytest.mark.rule("9.4.1.C7a", "9.4.1.C7b", "9.4.1.C8", "9.4.1.C9")
def test_a_plain_attack() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "n-reg-te4", "r-largo", "r-mena")      # 2-6-3, 2-6-3, 1-5-3; 0-5-3 twice
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1", "n-leg-4", "n-reg-te4"])
    dice(p, 1, 1)                                            # C2: 3 each
    play(p, "point:r-largo")
    events = told(p)
    dice(p, 3, 4)                                            # vector C-1
    facts = next(e for e in events if e.key == "attack-result").facts
    assert (facts["total"], facts["defence"], facts["intensity"], facts["losses"], facts["own"]) == (12, 6, 4, 6, 0)
    assert where(p, "r-largo") == where(p, "r-mena") == "eliminated"
    assert spent(p, "n-leg-1", "n-leg-4", "n-reg-te4") == [True, True, True]
    assert p.control[area(p, "C")] == NAT


@pytest.mark.rule("9.4.1.C7b", "9.4.1.C7c", "9.4.1.C8", "9.4.1.C9b")
def test_a_failed_attack_with_a_counter_attack() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-reg-te4", "r-bm1a", "r-libertad", "r-largo")
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1", "n-reg-te4"])
    play(p, "unit:r-bm1a", "unit:r-libertad", "point:r-bm1a")
    events = told(p)
    dice(p, 2, 3)                                            # vector C-2: AV 3, DV 10, IL 9
    facts = next(e for e in events if e.key == "attack-result").facts
    assert (facts["total"], facts["defence"], facts["intensity"], facts["losses"], facts["own"]) == (8, 10, 9, 0, 4)
    assert spent(p, "r-bm1a", "r-libertad", "r-largo") == [True, True, False]
    assert where(p, "n-leg-1") == where(p, "n-reg-te4") == "eliminated"
    assert where(p, "r-largo") == "FF"                       # 8 is not above 10: the defender loses nothing
    assert p.morale == 1                                     # cleared at once (3.4.1d)


@pytest.mark.rule("9.4.1.C7b", "9.4.1.C7c")
def test_equal_values_cost_nobody_anything() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4", "r-bm1a")             # AV 4, DV 10, IL 5
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1", "n-leg-4"])
    play(p, "done")
    dice(p, 3, 3)                                            # vector C-3
    assert where(p, "r-bm1a") == "FF"
    assert spent(p, "r-bm1a", "n-leg-1", "n-leg-4") == [False, True, True]
    q = empty()
    own(q, NAT, "EE")
    put(q, "FF", "n-leg-1", "n-leg-4", "r-bm1a")
    impulses(q, NAT)
    choose(q, "attack", "FF", ["n-leg-1", "n-leg-4"])
    play(q, "done")
    dice(q, 2, 2)                                            # IL 5 against 4: one loss, the attack failed all the same
    assert (where(q, "n-leg-1"), where(q, "n-leg-4"), where(q, "r-bm1a")) == ("EE", "FF", "FF")


@pytest.mark.rule("9.4.1.C9", "9.4.1.C9b")
def test_the_defender_takes_his_losses_first_and_control_waits_for_both() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7")
    put(p, "FF", "r-acero", "r-asalto", spent=True)
    impulses(p, NAT)
    choose(p, "attack", "FF", ["n-leg-1", "n-leg-4", "n-leg-5", "n-leg-6", "n-leg-7"])
    play(p, "point:r-acero")
    dice(p, 1, 1)                                            # 12 - 9 = 3 for B, 4 - 2 = 2 for A
    frames = [f for f in p.stack if isinstance(f, Losses)]
    if frames and frames[-1].side == REP:
        assert p.control[area(p, "FF")] == REP
    while question(p) in ("TakeLosses", "RetreatUnits") and asked(p) == [REP]:
        play(p, offered(p)[0])
        assert p.control[area(p, "FF")] == REP or asked(p) != [REP]
    assert asked(p) == [NAT]                                 # then the attacker
    assert p.control[area(p, "FF")] == REP                   # although only Nationalists may be left
    while question(p) in ("TakeLosses", "RetreatUnits"):
        play(p, offered(p)[-1])
    assert p.control[area(p, "FF")] == (REP if p.count(REP, area(p, "FF")) else NAT)


@pytest.mark.rule("9.4.2a", "9.4.2b", "9.4.2c")
def test_a_prepared_attack_costs_a_point_at_once_and_keeps_the_best_two_of_three_dice() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4", "r-acero", "r-largo")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"], prepare=True)
    assert p.sp == [0, 0]                                    # before the test of C2
    dice(p, 1)
    play(p, "done")
    assert dice_needed(now(p)) == 3
    events = told(p)
    dice(p, 1, 4, 6)
    assert next(e for e in events if e.key == "attack-result").facts["total"] == 10 + 2
    q = empty()
    put(q, "C", "n-leg-1", "r-largo")
    q.sp = [0, 1]
    impulses(q, NAT)
    choose(q, "attack", "C", ["n-leg-1"], prepare=True)
    dice(q, 6)
    assert q.sp == [0, 0]                                    # the defence collapsed: nothing comes back
    r = empty()
    put(r, "C", "n-leg-1", "r-largo")
    impulses(r, NAT)
    play(r, "attack:C", "unit:n-leg-1")
    assert question(r) == "RollTests"                        # without a point it cannot be prepared
    assert dice_needed(now(r)) == 2


@pytest.mark.rule("9.4.2b")
def test_the_kept_dice_are_also_those_compared_with_the_intensity() -> None:
    im = Impulse(NAT, ATTACK, prepared=True)
    assert kept(im, [1, 4, 6]) == 10                         # vector C-6
    assert kept(Impulse(NAT, ATTACK), [1, 4]) == 5
    assert kept(Impulse(NAT, ASSAULT, worst=True), [6, 5, 2]) == 7


@pytest.mark.rule("9.4.3a")
def test_only_shock_units_with_a_factor_assault() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-argel", "n-art-105a")
    put(p, "C", "r-largo")
    impulses(p, NAT)
    play(p, "assault:D")
    assert args(p, "unit") == ["n-leg-1"]
    assert rules(p, "unit:n-argel") == ["9.4.3a"]
    assert rules(p, "unit:n-art-105a") == ["9.8"]


@pytest.mark.rule("9.4.3b")
def test_an_assault_moves_and_then_fights_from_c2_with_the_assaulting_units_alone() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4")
    put(p, "C", "n-leg-5", "r-largo")
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1", "n-leg-4"])
    assert rules(p, "area:E") == ["9.4.3b"]                  # nobody to fight there or beyond
    play(p, "area:C")
    assert question(p) == "RollTests"
    dice(p, 1)
    assert now(p).units == ids(p, "n-leg-1", "n-leg-4")
    assert asked(p) == [CHANCE]
    dice(p, 6, 6)
    assert spent(p, "n-leg-5", "n-leg-1") == [False, True]
    q = empty()
    own(q, NAT, "C")
    put(q, "D", "n-leg-1")
    put(q, "M", "r-izqrep")
    impulses(q, NAT)
    choose(q, "assault", "D", ["n-leg-1"])
    play(q, "area:C")                                        # several areas if the points allow
    assert rules(q, "stop") == ["9.4.3b"]
    play(q, "area:M")
    assert question(q) == "RollTests"


@pytest.mark.rule("9.4.3c")
def test_an_assault_across_a_river_draws_fire_unless_a_friend_is_there() -> None:
    for friend, fire in ((False, True), (True, False)):
        p = empty()
        own(p, NAT, "A")
        put(p, "A", "n-leg-1")
        put(p, "I", "r-largo")
        if friend:
            put(p, "I", "n-leg-4")
        impulses(p, NAT)
        choose(p, "assault", "A", ["n-leg-1"])
        play(p, "area:I")
        assert (question(p) == "FireDice") == fire


@pytest.mark.rule("9.4.3d")
def test_an_assault_can_be_prepared() -> None:
    p = empty()
    put(p, "D", "n-leg-1", "n-leg-4", "n-leg-5")
    put(p, "C", "n-leg-6", "r-acero")
    p.sp = [0, 1]
    impulses(p, NAT)
    choose(p, "assault", "D", ["n-leg-1", "n-leg-4", "n-leg-5"], prepare=True)       # vector C-6
    assert p.sp == [0, 0]
    play(p, "area:C", "done")
    assert worth(intensity(p, now(p))) == 6
    assert dice_needed(now(p)) == 3


# -- what chits change in the reckoning (vectors C-9, C-10)


@pytest.mark.rule("15.R3a", "15.R3b", "15.R4a", "15.N4a", "15.N12")
def test_the_reckoning_of_combat_events() -> None:
    p = empty()
    own(p, NAT, "C")
    put(p, "FF", "n-leg-1", "n-leg-4", "r-libertad", "r-largo")
    im = fight(p, "FF", NAT, ["n-leg-1"], ["r-libertad"])
    base = worth(intensity(p, im))
    im.effects = [R3B]
    assert worth(intensity(p, im)) == base + 3
    im.effects = []
    point = unit(p, "r-largo")
    assert worth(defence_value(p, im, point)) == 9
    im.effects = [R4A]
    assert worth(defence_value(p, im, point)) == 13
    im.effects = [N4A]
    assert worth(defence_value(p, im, point)) == 5
    im.effects = [N4A, R4A]
    assert worth(defence_value(p, im, point)) == 5           # nothing is left to double
    q = empty(fortification_doubles_full_dv=True)
    im.effects = [R4A]
    assert worth(defence_value(q, im, point)) == 18
    put(p, "C", "r-bm1a", "r-libertad", "n-leg-5")
    attack = fight(p, "C", REP, ["r-bm1a", "r-libertad"])
    assert worth(attack_value(p, attack)) == 3
    attack.effects = [R3A]
    assert worth(attack_value(p, attack)) == 6
    leg = unit(p, "n-leg-5")
    before = worth(defence_value(p, attack, leg))
    attack.effects = [N12]
    assert worth(defence_value(p, attack, leg)) == before + 3
