"""[3] Stacking, supply, morale level, morale test, control."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.storm.rules.ch03_general import in_supply, judge, judge_all, shift_morale, supplied
from frente.games.storm.rules.ch03_morale import (
    AIR,
    ATTACKED,
    STAMPEDE_LINE,
    STAMPEDE_SHOCK,
    begin_test,
    modifiers,
    who_tests,
)
from frente.games.storm.rules.ch07_reinforcements import Placing
from frente.games.storm.state.board import N8B, NAT, REP
from frente.games.storm.state.frames import Impulses
from tests.storm.lay import (
    area,
    args,
    asked,
    before,
    choose,
    dice,
    empty,
    fill,
    go,
    impulses,
    lose,
    now,
    offered,
    own,
    play,
    put,
    question,
    rules,
    run,
    spent,
    unit,
    where,
)

SHOCKS = ("n-leg-1", "n-leg-4", "n-leg-5")


# -- stacking


@pytest.mark.rule("3.2a")
def test_ten_units_of_a_side_are_the_most_in_an_area_and_the_enemy_does_not_count() -> None:
    p = empty()
    own(p, NAT, "C")
    fill(p, "C", NAT, 9)
    fill(p, "C", REP, 10)
    put(p, "D", "n-leg-1", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    assert "area:C" in offered(p)
    play(p, "area:C")
    q = empty()
    own(q, NAT, "C")
    fill(q, "C", NAT, 10)
    put(q, "D", "n-leg-1")
    impulses(q, NAT)
    choose(q, "move", "D", ["n-leg-1"])
    assert rules(q, "area:C") == ["3.2c"]


@pytest.mark.rule("3.2b")
def test_boxes_hold_any_number_of_units() -> None:
    p = empty()
    fill(p, "6", NAT, 15)
    put(p, "D", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1"])
    assert "area:6" in offered(p)


@pytest.mark.rule("3.2c")
def test_the_limit_holds_while_passing_through_retreating_and_arriving() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    fill(p, "C", NAT, 9)
    put(p, "D", "n-leg-1", "n-leg-4")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-leg-1", "n-leg-4"])
    assert rules(p, "area:C") == ["3.2c"]                    # vector M12: not even to pass through
    q = empty()
    fill(q, "AA", REP, 10)
    run(q, Placing(REP, [unit(q, "r-ortega")]))              # AA is full: the nearest areas instead
    assert "AA" not in args(q, "area")
    assert rules(q, "area:AA") == ["7b"]


@pytest.mark.rule("3.2d")
def test_too_many_units_are_eliminated_by_their_owner_down_to_ten() -> None:
    p = empty()
    fill(p, "C", REP, 12)
    run(p, before("Overstacking"))
    assert asked(p) == [REP]
    first = args(p, "eliminate")
    assert len(first) == 12
    play(p, f"eliminate:{first[3]}", f"eliminate:{first[5]}")
    assert question(p) != "Overstacking"
    assert p.count(REP, area(p, "C")) == 10
    assert where(p, first[3]) == "eliminated"


# -- supply


@pytest.mark.rule("3.3a")
def test_nationalist_supply_comes_from_boxes_4_5_and_6() -> None:
    p = empty()
    assert supplied(p, NAT)[area(p, "D")]                    # by box 6
    own(p, NAT, "A", "B", "M")
    lines = supplied(p, NAT)
    assert [lines[area(p, x)] for x in ("A", "B", "4", "5", "6", "1")] == [True, True, True, True, True, False]
    assert not lines[area(p, "M")]                           # no chain


@pytest.mark.rule("3.3b")
def test_republican_supply_comes_from_boxes_1_to_3_and_from_madrid_while_it_is_republican() -> None:
    p = empty()
    own(p, NAT, *[p.board.names[a] for a in range(38) if p.board.names[a] not in ("AA", "LL", "U")])
    lines = supplied(p, REP)
    assert lines[area(p, "AA")]
    assert lines[area(p, "LL")]
    assert lines[area(p, "U")]                               # box 1
    own(p, NAT, "AA")
    assert not supplied(p, REP)[area(p, "LL")]


@pytest.mark.rule("3.3c", "3.3f")
def test_supply_runs_over_areas_one_controls_whoever_stands_in_them() -> None:
    p = empty()
    own(p, NAT, "C", "M")
    put(p, "C", "r-libertad", "n-leg-1")                     # contested, Nationalist-controlled: carries his supply
    assert supplied(p, NAT)[area(p, "M")]
    assert not supplied(p, REP)[area(p, "C")]
    own(p, REP, "C")                                         # contested, Republican-controlled: it does not
    assert not supplied(p, NAT)[area(p, "M")]


@pytest.mark.rule("3.3d")
def test_a_unit_in_an_enemy_area_is_supplied_from_a_supplied_neighbour() -> None:
    p = empty()
    own(p, NAT, "C", "J", "O", "B")
    lines = supplied(p, NAT)
    assert in_supply(p, NAT, area(p, "EE"), lines)           # vector S1: O is Nationalist and connected
    own(p, REP, "B", "C")
    own(p, REP, "J")
    assert not in_supply(p, NAT, area(p, "EE"), supplied(p, NAT))        # vector S2
    assert in_supply(p, NAT, area(p, "4"), supplied(p, NAT))             # R98
    q = empty(supply_needs_own_area=True)
    own(q, NAT, "C", "J", "O", "B")
    assert not in_supply(q, NAT, area(q, "EE"), supplied(q, NAT))


@pytest.mark.rule("3.3e", "4.4e")
def test_units_in_supply_are_turned_fresh_at_the_end_of_the_turn_and_others_stay_spent() -> None:
    p = empty(turn=2)
    own(p, NAT, "C", "J", "B")
    put(p, "EE", "n-leg-4", "r-wadras", spent=True)          # no Nationalist neighbour
    put(p, "C", "n-leg-1", spent=True)
    put(p, "4", "n-leg-5", spent=True)
    run(p, before("Recovery"))
    assert spent(p, "n-leg-4", "n-leg-1", "n-leg-5", "r-wadras") == [True, False, False, False]
    assert p.factor(unit(p, "n-leg-4")) == 2                 # nothing else happens to it


# -- morale level


@pytest.mark.rule("3.4")
def test_morale_runs_from_crumbling_to_good_and_is_a_modifier() -> None:
    p = empty()
    assert p.board.morale_name == {2: "Crumbling", 1: "Bad", 0: "Fragile", -1: "Steady", -2: "Good"}   # vector X7
    assert p.morale == 2
    shift_morale(p, 1, "15.R5c")
    assert p.morale == 1                                     # a rise is a step towards the lower number


@pytest.mark.rule("3.4.1a", "3.4.1b", "3.5.2b", "3.5.2c", "4.4b")
def test_morale_drops_only_if_the_nationalist_took_more_areas_and_the_track_goes_back_to_zero() -> None:
    for nat, rep, level, after in ((3, 3, 0, -1), (0, 0, 0, -1), (1, 0, 0, 1), (1, 0, 2, 2), (0, 2, 0, -1)):
        p = empty()
        p.won = [rep, nat]
        p.morale = level
        run(p, before("MoralePhase"))
        assert p.morale == after                             # vectors S4, S5
        assert p.won == [0, 0]


@pytest.mark.rule("3.4.1c", "11.1g", "11.1h")
def test_the_defence_council_raises_morale_by_two_and_gives_two_support_points(
        monkeypatch: pytest.MonkeyPatch) -> None:
    for die, level, points, formed in ((6, 0, 2, True), (5, 2, 0, False)):   # vector D1
        p = empty(turn=3)
        monkeypatch.setattr(p.board, "income", [[0] * 16, [0] * 16])         # what the turn brings besides
        put(p, "D", "n-leg-1")
        run(p, before("DefenceCouncil"))
        dice(p, die)
        assert (p.morale, p.sp, p.council) == (level, [points, 0], formed)


@pytest.mark.rule("3.4.1d")
def test_clearing_an_urban_area_raises_morale_at_once_and_only_once() -> None:
    p = empty()
    put(p, "FF", "n-leg-1", "r-largo")
    p.put(unit(p, "n-leg-1"), area(p, "GG"))                 # vector S6: contested, Republican-controlled, now cleared
    judge(p, area(p, "FF"))
    assert p.morale == 1
    q = empty()
    own(q, NAT, "FF")
    put(q, "FF", "n-leg-1", "r-largo")
    lose(q, "n-leg-1")
    judge_all(q)
    assert q.control[area(q, "FF")] == REP                   # vector S7: both descriptions fit, one level
    assert q.morale == 1
    r = empty()
    put(r, "C", "n-leg-1", "r-largo")
    lose(r, "n-leg-1")
    judge_all(r)
    assert r.morale == 2                                     # not in a normal area


@pytest.mark.rule("3.4.1d")
def test_a_withdrawal_from_an_urban_area_counts_unless_the_option_says_otherwise() -> None:
    for option, level in ((True, 1), (False, 2)):
        p = empty(urban_bonus_on_withdrawal=option)
        own(p, NAT, "N")
        put(p, "EE", "n-leg-1", "r-wadras")
        impulses(p, NAT)
        choose(p, "move", "EE", ["n-leg-1"])
        go(p, "N")
        assert p.morale == level


@pytest.mark.rule("3.4.1e")
def test_morale_never_leaves_its_track() -> None:
    p = empty()
    shift_morale(p, -3, "3.4.1a")
    assert p.morale == 2
    shift_morale(p, 9, "3.4.1b")
    assert p.morale == -2


# -- morale test


def attacked(nat: int, rep: tuple[str, ...], place: str = "C", morale: int = 2, **options: Any):
    """A Nationalist attack in an area, up to the dice of C2."""
    p = empty(**options)
    p.morale = morale
    put(p, place, *SHOCKS[:nat])
    put(p, place, *rep)
    impulses(p, NAT)
    choose(p, "attack", place, [SHOCKS[0]])
    return p


@pytest.mark.rule("3.4.2a", "3.4.2b", "3.4.2f", "3.4.2g", "3.4.2h")
def test_each_unit_rolls_and_the_level_is_added_to_the_die() -> None:
    for die, place in ((2, "C"), (3, "away"), (4, "away"), (5, "eliminated")):       # vectors T1 to T4
        p = attacked(3, ("r-mena", "r-largo"))
        assert question(p) == "RollTests"
        dice(p, die, 1)
        if question(p) == "RetreatUnits":
            play(p, offered(p)[0])
        found = where(p, "r-mena")
        assert found == place or (place == "away" and found not in ("C", "eliminated"))
        assert spent(p, "r-mena") == [False]                # it keeps its state (R60)
        assert where(p, "r-largo") == "C"                     # rolled for itself
    q = attacked(3, ("r-mena", "r-largo"), morale=-2)
    dice(q, 6, 6)                                            # vector T6: nobody can fail
    assert where(q, "r-mena") == where(q, "r-largo") == "C"
    flips = attacked(3, ("r-mena", "r-largo"), morale_retreat_flips=True)
    dice(flips, 3, 1)
    play(flips, offered(flips)[0])
    assert spent(flips, "r-mena") == [True]


@pytest.mark.rule("3.4.2g")
def test_a_unit_that_must_retreat_from_a_test_and_cannot_is_eliminated() -> None:
    p = empty()
    own(p, NAT, "B", "J", "L", "M")
    put(p, "C", "n-leg-1", "r-largo")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    dice(p, 3)
    assert where(p, "r-largo") == "eliminated"


@pytest.mark.rule("3.4.2c", "3.4.2d", "3.4.2e", "11.1i")
def test_every_modifier_of_the_test() -> None:
    def total(p, place: str, cause: int) -> int:
        return sum(m[0] for m in modifiers(p, area(p, place), cause))

    p = empty()
    put(p, "C", "n-leg-1", "n-leg-4")
    put(p, "C", "r-largo", "r-mena", "r-ferrov")
    assert total(p, "C", ATTACKED) == 2 - 1                  # vector T5: outnumbered Nationalists
    put(p, "C", "n-leg-5")
    assert total(p, "C", ATTACKED) == 2                      # equal numbers
    put(p, "FF", "r-aguilas")
    assert total(p, "FF", AIR) == 2 + 1 - 1 - 1              # vector T8
    p.morale = 0
    p.council = True
    put(p, "FF", "r-leones")
    put(p, "FF", "n-leg-6")
    assert total(p, "FF", STAMPEDE_LINE) == -3               # vector T7
    assert total(p, "C", ATTACKED) == 0                      # neither urban nor the Council's -1 in a normal area


@pytest.mark.rule("3.4.2i")
def test_line_and_artillery_test_and_shock_does_not() -> None:
    p = empty()
    put(p, "C", "r-largo", "r-art-getafe", "r-acero")
    a = area(p, "C")
    assert who_tests(p, a, ATTACKED) == [unit(p, "r-largo"), unit(p, "r-art-getafe")]
    assert who_tests(p, a, AIR) == [unit(p, "r-largo"), unit(p, "r-art-getafe")]
    assert unit(p, "r-acero") in who_tests(p, a, STAMPEDE_SHOCK)
    q = empty(artillery_tests_morale=False)
    put(q, "C", "r-largo", "r-art-getafe", "r-acero")
    assert who_tests(q, a, ATTACKED) == who_tests(q, a, AIR) == [unit(q, "r-largo")]


@pytest.mark.rule("3.4.2i", "9.4.1.C2a", "15.N2b")
def test_by_the_letter_artillery_tests_when_attacked_and_not_after_an_air_attack() -> None:
    p = empty(artillery_tests_under_air=False)
    put(p, "C", "r-largo", "r-art-getafe", "r-acero")
    a = area(p, "C")
    assert who_tests(p, a, ATTACKED) == [unit(p, "r-largo"), unit(p, "r-art-getafe")]
    assert set(who_tests(p, a, STAMPEDE_SHOCK)) == {unit(p, "r-largo"), unit(p, "r-acero"), unit(p, "r-art-getafe")}
    assert who_tests(p, a, AIR) == [unit(p, "r-largo")]


@pytest.mark.rule("3.4.2j")
def test_nobody_ever_tests_in_madrid() -> None:
    p = empty()
    put(p, "AA", "r-largo")
    assert [who_tests(p, area(p, "AA"), c) for c in (ATTACKED, AIR, STAMPEDE_LINE, STAMPEDE_SHOCK)] == [[]] * 4  # T9
    put(p, "C", "r-mena")
    assert who_tests(p, area(p, "C"), AIR) == [unit(p, "r-mena")]


@pytest.mark.rule("3.4.2k")
def test_in_other_urban_areas_only_chits_cause_a_test() -> None:
    p = empty()
    put(p, "FF", "r-largo")
    a = area(p, "FF")
    assert who_tests(p, a, ATTACKED) == []
    assert who_tests(p, a, AIR) == who_tests(p, a, STAMPEDE_LINE) == [unit(p, "r-largo")]
    q = attacked(1, ("r-largo",), "FF")
    assert question(q) != "RollTests"


@pytest.mark.rule("3.4.2l")
def test_all_dice_are_rolled_first_then_everybody_goes_and_then_control_changes() -> None:
    p = attacked(2, ("r-largo", "r-mena"))
    dice(p, 5)
    assert where(p, "r-largo") == "C"                        # still there: the second die is to come
    assert p.control[area(p, "C")] == REP
    dice(p, 6)
    assert where(p, "r-largo") == where(p, "r-mena") == "eliminated"
    assert p.control[area(p, "C")] == NAT
    q = empty()                                              # modifiers stay as they were when the test began
    put(q, "C", "r-largo", "r-mena", "n-leg-1")
    q.stack = [Impulses(NAT)]
    begin_test(q, area(q, "C"), ATTACKED)
    q.settle()
    dice(q, 6, 3)
    assert where(q, "r-mena") == "eliminated"                # 6+2-1
    assert where(q, "r-largo") == "C"                         # 3+2-1, although they no longer outnumber


@pytest.mark.rule("15.N8b")
def test_a_shock_unit_that_a_stampede_makes_test_retreats_on_seven_and_eight() -> None:
    p = empty()
    put(p, "C", "n-leg-1", "r-acero")
    impulses(p, NAT)
    choose(p, "attack", "C", ["n-leg-1"])
    p.stack[-1].at = 1                                       # back before C2, with the chit in force
    now(p).effects.append(N8B)
    p.settle()
    dice(p, 6)                                               # vector T10: 8
    play(p, offered(p)[0])
    assert where(p, "r-acero") not in ("C", "eliminated")


# -- control


@pytest.mark.rule("3.5a")
def test_every_area_has_one_controller() -> None:
    p = empty()
    assert all(p.control[a] in (REP, NAT) for a in range(38))
    p.control[3] = -1
    from frente.games.storm import GAME

    assert any(x.startswith("3.5a") for x in GAME.broken_laws(p))


@pytest.mark.rule("3.5.1a")
def test_control_passes_at_once_when_only_the_enemy_is_there() -> None:
    p = empty()
    put(p, "D", "n-cav-calatrava", "n-leg-1")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava"])
    play(p, "area:C")
    assert p.control[area(p, "C")] == NAT                    # in the middle of the move
    assert "area:M" in offered(p)                            # so that C is friendly for the next step
    q = empty()
    put(q, "C", "r-libertad")
    put(q, "D", "n-leg-1")
    impulses(q, NAT)
    choose(q, "move", "D", ["n-leg-1"])
    go(q, "C")
    assert q.control[area(q, "C")] == REP                    # its owner still has a unit there


@pytest.mark.rule("3.5.1b", "4.4a")
def test_an_empty_area_without_supply_passes_to_the_enemy_and_counts() -> None:
    p = empty()
    own(p, NAT, "M", "N")
    put(p, "N", "n-leg-1")
    run(p, before("ControlPhase"))
    assert p.control[area(p, "M")] == REP                    # vector S3
    assert p.control[area(p, "N")] == NAT                    # a unit of its owner holds it
    assert p.control[area(p, "D")] == NAT                    # supplied
    q = empty()
    own(q, NAT, "M")
    q.won = [0, 1]
    q.morale = 0
    run(q, before("ControlPhase"))
    assert q.morale == -1                                    # 1 to 1 with the area lost in 4a


@pytest.mark.rule("3.4.1d", "3.5.1b")
def test_an_urban_area_regained_in_phase_4a_raises_morale_too() -> None:
    for place, level in (("KK", -2), ("W", -1)):
        p = empty()
        own(p, NAT, place)
        p.morale = 0
        run(p, before("ControlPhase"))
        assert p.control[area(p, place)] == REP
        assert p.morale == level                             # one level from 4b, and one more for the suburb


@pytest.mark.rule("3.5.1c")
def test_an_area_left_empty_stays_with_its_controller() -> None:
    p = empty()
    put(p, "D", "n-cav-calatrava")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava"])
    go(p, "C", "M")
    assert [p.control[area(p, x)] for x in ("D", "C", "M")] == [NAT, NAT, NAT]
    assert p.count(NAT, area(p, "C")) == 0


@pytest.mark.rule("3.5.2a")
def test_every_area_taken_counts_each_time() -> None:
    p = empty()
    put(p, "D", "n-cav-calatrava")
    impulses(p, NAT)
    choose(p, "move", "D", ["n-cav-calatrava"])
    go(p, "C", "M")
    assert p.won == [0, 2]                                   # vector M14
    put(p, "B", "r-uribarri")
    impulses(p, REP)
    choose(p, "move", "B", ["r-uribarri"])
    go(p, "C")
    assert p.won == [1, 2]
