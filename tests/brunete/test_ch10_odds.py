"""[10.2, 10.3.1-10.3.5, 10.1o] The odds of an attack: ratio, shifts, elite bonus, supports, the final column."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.ch10_combat import attack_factor, column_name, known_shifts
from frente.games.brunete.rules.ch10_combat import column as column_of
from frente.games.brunete.rules.ch10_combat import total as total_of
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import RETREATED, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import AROUND, TARGET, attack, column, declare, elsewhere, fight, over, quietly
from tests.brunete.lay import asked, drill, offered, play, put, rules, run, unit

DIE = ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]
EIGHTS = ("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2")    # regular, CF 8, one division


def assault(n: int, *defenders: str, **ground: Any) -> Brunete:
    """*n* attackers of CF 8, two a hex from the north on, declared against the named defenders."""
    p = drill(**ground)
    for u in defenders or ("n-13-7",):
        put(p, u, TARGET)
    for i in range(n):
        put(p, EIGHTS[i], AROUND[i // 2])
    return declare(p, *EIGHTS[:n])


def shift(p: Brunete) -> int:
    """Columns between the base ratio and what stands before supports and bonus."""
    return attack(p).shifts


# -- 10.2: the sequence


@pytest.mark.rule("10.2.1")
@pytest.mark.parametrize("total, defence, name", [
    (19, 5, "3/1"), (22, 4, "5/1"), (9, 6, "1.5/1"), (8, 6, "1/1"), (11, 6, "1.5/1"), (5, 6, "1/2"), (3, 6, "1/2"),
    (12, 6, "2/1"), (17, 6, "2/1"), (6, 6, "1/1"), (36, 6, "6/1"), (65, 7, "9/1"),
])
def test_x10_the_ratio_is_rounded_down_to_a_column(total: int, defence: int, name: str):
    assert column_name(column_of(total, defence)) == name


@pytest.mark.rule("10.2.1")
@pytest.mark.parametrize("attackers, defenders, name", [
    (1, ("n-13-7", "n-71-150-1"), "1/2"), (1, ("n-13-7",), "1/1"), (2, ("n-13-7", "n-gar-4"), "1.5/1"),
    (2, ("n-13-7",), "2/1"), (3, ("n-13-7",), "3/1"), (4, ("n-13-7",), "4/1"), (5, ("n-13-7",), "5/1"),
    (6, ("n-13-7",), "6/1"),
])
def test_all_attacking_factors_are_divided_by_all_defending_ones(attackers: int, defenders: tuple[str, ...], name: str):
    p = assault(attackers, *defenders)
    assert column_name(attack(p).base) == name
    assert column(quietly(p)) == name, "open ground, three hexes at most, no tank: no shift"


@pytest.mark.rule("10.2.3", "10.2.6", "10.2.7", "10.2.8")
def test_a_combat_asks_its_questions_in_the_order_of_the_book():
    p = drill(hills=[TARGET])
    put(p, "r-1-1", "2008")                          # elite
    put(p, "n-13-2", TARGET)                         # elite
    p.avi = [1, 1]
    declare(p, "r-1-1")
    assert (asked(p), offered(p)) == ([REP], ["elite", "pass"]), "step 3"
    play(p, "pass")
    assert (asked(p), offered(p)) == ([NAT], ["elite", "pass"])
    play(p, "elite")
    assert asked(p) == [REP, NAT], "step 6: both at once"
    play(p, "rep support:0a1v", "nat support:0a0v")
    assert (asked(p), attack(p).die) == ([CHANCE], 0)
    play(p, "die:3")                                 # coordination
    assert column(p) == "1/2", "8/8 is 1/1, hill and bonus two left, the support one right"
    assert offered(p) == DIE, "step 7"
    play(p, "die:5")                                 # 1/2 die 5: 2/1
    assert over(p), "step 8: both attacking steps and one of the defender's are gone"
    assert (p.steps[unit(p, "r-1-1")], p.steps[unit(p, "n-13-2")]) == (0, 1)


# -- 10.3.1: elite units


@pytest.mark.rule("10.3.1a", "10.2.3")
@pytest.mark.parametrize("elite, regular, others, may", [
    (2, 2, (), True),                                # 2 of 4 steps
    (1, 2, (), False),                               # 1 of 3
    (2, 1, (), True),                                # 2 of 3
    (2, 2, ("r-tk5-1",), False),                     # 2 of 5: the tank counts
    (2, 1, ("r-tk5-1",), True),                      # 2 of 4
    (2, 0, (), True),
])
def test_the_attacker_may_use_the_bonus_with_half_or_more_of_the_steps_in_elite_units(
        elite: int, regular: int, others: tuple[str, ...], may: bool):
    p = drill()
    put(p, "n-71-150-1", TARGET)
    names = ["r-10-1"]                               # 46th Division, elite
    put(p, "r-10-1", "2008", steps=elite)
    if regular:
        put(p, "r-101-1", "2008", steps=regular)     # 46th Division, regular
        names.append("r-101-1")
    for u in others:
        put(p, u, "2008")
        names.append(u)
    declare(p, *names)
    assert ("elite" in offered(p)) == may


@pytest.mark.rule("10.3.1a", "10.2.3")
@pytest.mark.parametrize("units, may", [
    ((("n-13-2", 2), ("n-13-7", 2)), True),
    ((("n-13-2", 1), ("n-13-7", 2)), False),
    ((("n-13-2", 2), ("n-13-7", 2), ("n-gar-1", 1)), False),         # 2 of 5: the garrison counts
    ((("n-13-2", 1), ("n-gar-1", 1)), True),
])
def test_the_defender_counts_all_his_units_too(units: tuple[tuple[str, int], ...], may: bool):
    p = drill()
    for u, steps in units:
        put(p, u, TARGET, steps=steps)
    for u, h in zip(EIGHTS, ("2008", "2008", "2108", "2108")):
        put(p, u, h)
    declare(p, *EIGHTS[:4])
    assert (asked(p) == [NAT] and "elite" in offered(p)) == may


@pytest.mark.rule("10.3.1a")
def test_units_that_had_retreated_into_the_hex_are_not_counted():
    p = drill()
    put(p, "n-13-2", TARGET, steps=1)                # elite, defends
    put(p, "n-13-7", TARGET, state=RETREATED)        # two regular steps that stand apart
    put(p, "r-16-1", "2008")
    declare(p, "r-16-1")
    assert "elite" in offered(p)


def elite_combat(rep: str, nat: str, **options: Any) -> Brunete:
    """Elite against elite, 8 to 8 with a regular beside each; the two answers to the bonus."""
    p = drill(**options)
    put(p, "r-10-1", "2008")
    put(p, "r-101-1", "2008")
    put(p, "n-13-2", TARGET)
    put(p, "n-13-7", TARGET)
    return play(declare(p, "r-10-1", "r-101-1"), rep, nat)


@pytest.mark.rule("10.3.1b", "10.3.1c")
@pytest.mark.parametrize("rep, nat, name", [
    ("pass", "pass", "1/1"), ("elite", "pass", "1.5/1"), ("pass", "elite", "1/2"), ("elite", "elite", "1/1"),
])
def test_the_bonus_is_voluntary_one_column_for_its_side_and_two_cancel(rep: str, nat: str, name: str):
    assert column(quietly(elite_combat(rep, nat))) == name


def first_losses(p: Brunete, side: int) -> list[str]:
    """Units of a side that may take its first loss."""
    while asked(p) != [side]:
        p.apply(asked(p)[0], p.choices()[asked(p)[0]][0])
    return sorted(w.removeprefix("unit:") for w in offered(p))


@pytest.mark.rule("10.3.1d", "10.1l")
def test_the_side_that_used_the_bonus_loses_an_elite_step_first():
    p = play(quietly(elite_combat("elite", "pass")), "die:4")        # 1.5/1 die 4: 1/1
    assert p.steps[unit(p, "r-10-1")] == 1, "no choice: the elite unit"
    assert first_losses(p, NAT) == ["n-13-2", "n-13-7"], "the other side is free"
    q = play(quietly(elite_combat("pass", "pass")), "die:5")         # 1/1 die 5: 1/1
    assert first_losses(q, REP) == ["r-10-1", "r-101-1"], "without the bonus the owner chooses"


@pytest.mark.rule("10.3.1c", "10.3.1d")
@pytest.mark.parametrize("counts", [False, True])
def test_a_cancelled_bonus_obliges_nobody_unless_the_option_says_so(counts: bool):
    p = quietly(elite_combat("elite", "elite", cancelled_bonus_counts_as_used=counts))
    assert column(p) == "1/1"
    play(p, "die:5")
    if counts:
        assert (p.steps[unit(p, "r-10-1")], p.steps[unit(p, "n-13-2")]) == (1, 1)
        assert over(p), "both losses fell on the elite without a question"
    else:
        assert first_losses(p, REP) == ["r-10-1", "r-101-1"]


# -- 10.3.2: terrain


GROUND: list[tuple[dict[str, list[str]], int, list[str]]] = [
    ({}, 0, []),
    ({"hills": [TARGET]}, -1, ["10.3.2d"]),
    ({"forests": [TARGET]}, -1, ["10.3.2e"]),
    ({"vertices": [TARGET]}, -1, ["10.3.2f"]),
    ({"towns": [TARGET]}, -1, ["10.3.2g"]),
    ({"vertices": [TARGET], "hills": [TARGET]}, -2, ["10.3.2d", "10.3.2f"]),
    ({"vertices": [TARGET], "forests": [TARGET]}, -2, ["10.3.2e", "10.3.2f"]),
    ({"towns": [TARGET], "vertices": [TARGET], "hills": [TARGET]}, -3, ["10.3.2d", "10.3.2f", "10.3.2g"]),
    ({"hills": ["2008"], "towns": ["2008"]}, 0, []),                   # ground of the attacker counts for nothing
    ({"rivers": ["2008/2009"]}, 0, []),
    ({"roads": ["2008 2009"], "paths": ["2108 2009"]}, 0, []),
]


@pytest.mark.rule("10.2.4", "10.3.2a", "10.3.2d", "10.3.2e", "10.3.2f", "10.3.2g", "10.3.2h")
@pytest.mark.parametrize("ground, columns, because", GROUND)
def test_x11_defensive_terrain_shifts_left_and_adds_up(
        ground: dict[str, list[str]], columns: int, because: list[str]):
    p = assault(6, **ground)                         # 48 against 7 is 6/1, or 46 with two units over the river
    assert column_name(attack(p).base) == "6/1"
    assert shift(p) == columns
    assert column(quietly(p)) == f"{6 + columns}/1"
    assert [s.rule for s in known_shifts(p, attack(p))] == because


@pytest.mark.rule("10.3.2b")
@pytest.mark.parametrize("ground, total", [
    ({}, 24), ({"rivers": ["2008/2009"]}, 22), ({"rivers": ["2108/2009"]}, 23),
    ({"rivers": ["2008/2009", "2108/2009"]}, 21), ({"rivers": ["2008/2009"], "roads": ["2008 2009"]}, 22),
    ({"rivers": ["2008/2108"]}, 24),
])
def test_each_infantry_unit_that_attacks_across_a_river_has_one_factor_less(ground: dict[str, list[str]], total: int):
    p = assault(3, **ground)                         # two units in 2008, one in 2108, 8 each
    assert total_of(p, attack(p)) == total


@pytest.mark.rule("10.3.2b")
def test_the_river_takes_one_factor_from_cavalry_and_none_from_tanks_and_stops_at_zero():
    p = drill(rivers=["2008/2009"], roads=["2008 2009"])
    t = p.board.index[TARGET]
    assert attack_factor(p, put(p, "r-cav5", "2008"), t) == 4
    assert attack_factor(p, put(p, "n-tank-1", "2008"), t) == 2, "R64"
    assert attack_factor(p, put(p, "n-71-150-1", "2008", steps=1, state=UNSUPPLIED), t) == 0, "R21: half of 2, less 1"
    assert attack_factor(p, put(p, "r-cav5", "2108"), t) == 5, "a dry side"


# -- 10.3.5: envelopment


@pytest.mark.rule("10.3.5", "10.2.5")
@pytest.mark.parametrize("hexes, columns", [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_x16_attacking_from_4_5_or_6_hexes_shifts_right(hexes: int, columns: int):
    p = drill()
    put(p, "n-13-2", TARGET)
    put(p, "n-13-3", TARGET)                         # 16
    for i in range(6):
        put(p, EIGHTS[i], AROUND[i], steps=1)        # 4 each; all six stand around
    put(p, "r-xv-3", AROUND[0])
    declare(p, *EIGHTS[:hexes], "r-xv-3")            # a second unit of the first hex adds no hex
    base = attack(p).base
    quietly(p)
    assert attack(p).column == base + columns
    assert shift(p) == columns


# -- 10.3.3: supports


def supported(rep: tuple[int, int], nat: tuple[int, int], cp: tuple[int, int] = (3, 3), n: int = 3) -> Brunete:
    """24 against 7 is 3/1; (artillery, aviation) of each side."""
    p = drill()
    put(p, "n-13-7", TARGET)
    for i in range(n):
        put(p, EIGHTS[i], AROUND[i // 2])
    p.art, p.avi = [rep[0], nat[0]], [rep[1], nat[1]]
    p.cp = list(cp)
    return declare(p, *EIGHTS[:n])


@pytest.mark.rule("10.3.3a")
@pytest.mark.parametrize("place, other", [("0602", "0601"), ("3417", "3418"), ("2009", "2008")])
def test_supports_reach_any_hex_of_the_map(place: str, other: str):
    p = drill()
    put(p, "n-13-7", place)
    put(p, "r-16-1", other)
    p.art, p.avi = [2, 2], [1, 0]
    declare(p, "r-16-1", target=place)
    assert "support:2a1v" in offered(p, REP)
    assert "support:2a0v" in offered(p, NAT)


@pytest.mark.rule("10.3.3b")
def test_at_most_three_markers_support_an_attack_and_two_a_defence():
    p = supported((3, 3), (3, 3))
    for side, most in ((REP, 3), (NAT, 2)):
        amounts = {int(w[8]) + int(w[10]) for w in offered(p, side)}
        assert amounts == set(range(most + 1))
    assert {"support:3a0v", "support:2a1v", "support:0a3v+cp"} <= set(offered(p, REP))
    assert rules(p, "rep support:3a1v") == ["10.3.3b"]
    assert rules(p, "nat support:2a1v") == ["10.3.3b"]
    assert rules(p, "nat support:1a1v") == []


@pytest.mark.rule("10.3.3b", "10.2.6")
@pytest.mark.parametrize("rep, nat, name", [
    ("1a0v+cp", "0a0v", "4/1"), ("0a1v+cp", "0a0v", "4/1"), ("2a1v+cp", "0a0v", "6/1"), ("0a0v", "1a0v+cp", "2/1"),
    ("0a0v", "1a1v+cp", "1.5/1"), ("2a1v+cp", "1a1v+cp", "4/1"), ("0a0v", "0a0v", "3/1"), ("0a0v+cp", "0a0v", "3/1"),
])
def test_each_effective_marker_shifts_one_column_for_its_side(rep: str, nat: str, name: str):
    p = supported((3, 3), (3, 3))
    play(p, f"rep support:{rep}", f"nat support:{nat}")
    assert column(p) == name


@pytest.mark.rule("10.3.3c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("side", [REP, NAT])
def test_without_a_command_point_a_marker_coordinates_on_3_to_6(die: int, side: int):
    p = supported((1, 1), (1, 1))
    mine, other = ("rep", "nat") if side == REP else ("nat", "rep")
    play(p, f"{mine} support:1a0v", f"{other} support:0a0v")
    assert (asked(p), attack(p).effective) == ([CHANCE], [0, 0])
    play(p, f"die:{die}")
    assert attack(p).effective[side] == (1 if die >= 3 else 0)
    worth = 0 if die < 3 else 1 if side == REP else -1
    assert column(p) == ("2/1", "3/1", "4/1")[1 + worth]


@pytest.mark.rule("10.3.3c", "10.3.3d", "10.3.3g", "5.1d", "10.2.6")
def test_x12_three_markers_without_and_two_with_a_command_point():
    p = supported((2, 1), (2, 0))
    play(p, "rep support:2a1v", "nat support:2a0v+cp")
    for die in (2, 1, 4):
        assert offered(p) == DIE
        play(p, f"die:{die}")
    assert attack(p).effective == [1, 2]
    assert column(p) == "2/1", "one left of 3/1"
    assert (p.art, p.avi) == ([0, 0], [0, 0])
    assert (p.art_used, p.avi_used) == ([2, 2], [1, 0]), "all three are used"
    assert p.cp == [3, 2]


@pytest.mark.rule("10.3.3d", "5.1d")
def test_one_command_point_coordinates_all_supports_of_a_side_in_one_combat():
    p = supported((2, 1), (0, 0), cp=(1, 0))
    play(p, "support:2a1v+cp")
    assert attack(p).effective == [3, 0]
    assert p.cp == [0, 0]
    assert attack(p).dice == [[], []], "no coordination dice"
    q = supported((2, 1), (0, 0), cp=(0, 0))
    assert not any("+cp" in w for w in offered(q))
    assert rules(q, "rep support:1a0v+cp") == ["R45"]


@pytest.mark.rule("5.1d")
def test_the_command_point_for_supports_is_paid_in_every_combat_and_besides_the_one_for_divisions():
    p = elsewhere(drill())
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    put(p, "r-101-1", "2008")                        # another division
    p.art[REP] = 2
    declare(p, "r-16-1", "r-101-1")
    assert p.cp[REP] == 2
    play(p, "rep support:1a0v+cp", "nat support:0a0v")
    assert p.cp[REP] == 1
    play(p, "die:3")                                 # 3/1 die 3: 1/1
    play(p, "unit:r-16-1")
    assert over(p)
    declare(p, "r-99-1", target="0806")
    play(p, "rep support:1a0v", "nat support:0a0v")
    assert asked(p) == [CHANCE], "the point of the first combat does not help the second"
    assert p.cp[REP] == 1


@pytest.mark.rule("5.1h", "10.3.3f")
def test_the_command_marker_is_committed_in_secret_and_spent_when_it_is_shown_even_as_a_bluff():
    p = supported((0, 0), (0, 0), cp=(2, 2))
    assert offered(p, REP) == ["support:0a0v", "support:0a0v+cp"]
    play(p, "rep support:0a0v+cp")
    assert p.cp == [2, 2], "nothing is paid before both are shown"
    play(p, "nat support:0a0v")
    assert p.cp == [1, 2]
    assert column(p) == "3/1"


@pytest.mark.rule("10.3.3f", "10.2.6")
def test_both_sides_commit_before_either_is_shown_and_nobody_changes_his_mind():
    p = supported((1, 1), (1, 1))
    assert asked(p) == [REP, NAT]
    seen = offered(p, NAT)
    barrier = p.barrier
    play(p, "rep support:1a1v")
    assert asked(p) == [NAT]
    assert offered(p, NAT) == seen, "what the attacker committed changes nothing for the defender"
    assert (p.art, p.avi, p.art_used) == ([1, 1], [1, 1], [0, 0])
    assert p.barrier == barrier
    play(p, "nat support:1a0v")
    assert p.barrier > barrier, "shown: nobody may take anything back"
    assert (p.art_used, p.avi_used) == ([1, 1], [1, 0])
    play(p, "die:1", "die:1", "die:6")               # two Republican dice, one Nationalist
    assert attack(p).effective == [0, 1], "no more than was shown takes part"


@pytest.mark.rule("10.3.3g")
def test_a_marker_that_failed_to_coordinate_is_used_all_the_same_until_reorganisation():
    p = elsewhere(drill(turn=9))
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.art[REP] = p.avi[REP] = 1
    p.cp = [0, 0]
    p.initiative, p.adjusted = NAT, True
    declare(p, "r-16-1")
    play(p, "support:1a1v", "die:1", "die:2", "die:2")               # 1/1 die 2: 1*/-
    assert over(p)
    assert (p.art[REP], p.art_used[REP], p.avi[REP], p.avi_used[REP]) == (0, 1, 0, 1)
    declare(p, "r-99-1", target="0806")
    assert asked(p) == [CHANCE], "nothing is left to commit"
    play(p, "die:2")
    frame = Turn()
    frame.at = [type(s).__name__ for s in frame.steps()].index("Reorganisation")
    run(p, frame)
    assert (p.art[REP], p.art_used[REP]) == (1, 0), "artillery is ready again"
    assert p.avi_used[REP] == 1, "aviation rolls first"


# -- 10.1o, R52, R53: beyond the table


def climb(n: int, defender: str, rep: str, nat: str, high: bool = False, **options: Any) -> Brunete:
    """*n* attackers of CF 8 against one defender, on a hill with vertex if *high*, with supports paid by CP."""
    ground: dict[str, Any] = {"hills": [TARGET], "vertices": [TARGET]} if high else {}
    p = drill(**ground, **options)
    put(p, defender, TARGET)
    for i in range(n):
        put(p, EIGHTS[i], AROUND[i // 2])
    p.art = [3, 2]
    declare(p, *EIGHTS[:n])
    while "pass" in offered(p):
        play(p, "pass")
    return play(p, f"rep support:{rep}", f"nat support:{nat}")


@pytest.mark.rule("10.1o")
@pytest.mark.parametrize("n, defender, rep, nat, name", [
    (5, "n-13-2", "2a0v+cp", "2a0v+cp", "5/1"),      # 5/1, two right to 7/1, two left: X9
    (5, "n-13-2", "3a0v+cp", "0a0v", "6/1"),         # 8/1 is read at 6/1
    (5, "n-13-2", "0a0v", "0a0v", "5/1"),
    (5, "n-gar-4", "0a0v", "2a0v+cp", "6/1"),        # 40/2 is 20/1, two left still beyond: R53
    (4, "n-gar-1", "0a0v", "2a0v+cp", "6/1"),        # 8/1 less two is exactly 6/1
    (3, "n-gar-1", "1a0v+cp", "2a0v+cp", "5/1"),     # 6/1, 7/1, 5/1
])
def test_x9_columns_go_on_beyond_6_to_1_while_shifts_are_added(n: int, defender: str, rep: str, nat: str, name: str):
    p = climb(n, defender, rep, nat)
    assert column(p) == name


@pytest.mark.rule("10.1p", "10.1o")
def test_x9_shifts_below_one_to_two_are_netted_first_and_then_held_at_the_first_column():
    p = drill(hills=[TARGET], vertices=[TARGET])
    put(p, "n-13-2", TARGET)
    put(p, "n-gar-1", TARGET)                        # 7 and 4
    put(p, "r-16-1", "2008")                         # 8: 1/2
    p.art = [3, 0]
    q = p.clone()
    play(declare(p, "r-16-1"), "pass", "nat support:0a0v", "rep support:3a0v+cp")
    assert column(p) == "1/1", "two left, three right"
    play(declare(q, "r-16-1"), "pass", "nat support:0a0v", "rep support:0a0v")
    assert column(q) == "1/2", "two left of 1/2 is still 1/2"


@pytest.mark.rule("10.1p")
def test_by_option_an_attack_shifted_below_one_to_two_is_cancelled_with_all_it_cost():
    p = drill(hills=[TARGET], below_half_after_shifts="attack_cancelled")
    elsewhere(p)
    put(p, "n-13-7", TARGET)
    put(p, "n-gar-1", TARGET)                        # 11
    put(p, "r-16-1", "2008")                         # 8: 1/2, hill one left
    put(p, "r-3-1", "2108")
    p.art = [1, 1]
    declare(p, "r-16-1")
    play(p, "rep support:1a0v", "nat support:0a0v+cp", "die:1")
    assert over(p), "no combat die"
    assert (p.art_used[REP], p.cp[NAT]) == (1, 2)
    assert [p.steps[unit(p, u)] for u in ("r-16-1", "n-13-7", "n-gar-1")] == [2, 2, 1]
    assert rules(p, "hex:2009") == ["10.1d"], "it counts as attacked"
    held = drill(hills=[TARGET], below_half_after_shifts="attack_cancelled")
    put(held, "n-13-7", TARGET)
    put(held, "r-16-1", "2008")                      # 8/7 is 1/1, one left is 1/2: not below
    declare(held, "r-16-1")
    assert column(quietly(held)) == "1/2"


# -- 5.2h: the reroll of a combat die


@pytest.mark.rule("5.2h")
@pytest.mark.parametrize("owner", [REP, NAT])
def test_either_side_may_have_the_combat_die_rerolled_once(owner: int):
    p = drill()
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.reroll[owner] = 1
    fight(p, 1, "r-16-1")                            # 1/1 die 1: 2*/-
    assert (asked(p), offered(p)) == ([owner], ["reroll", "pass"])
    play(p, "reroll", "die:6")                       # 1/1
    assert p.reroll == [0, 0]
    assert (p.steps[unit(p, "r-16-1")], p.steps[unit(p, "n-13-7")]) == (1, 1), "the new die stands"


@pytest.mark.rule("5.2h")
def test_a_side_may_keep_its_reroll_for_a_later_die_and_both_may_use_theirs_on_one():
    p = drill()
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.reroll = [1, 1]
    fight(p, 6, "r-16-1")
    assert asked(p) == [REP], "the initiative first"
    kept = p.clone()
    play(kept, "pass")
    assert asked(kept) == [NAT]
    play(kept, "reroll", "die:2", "rep pass")        # 1*/-, and he is content with that too
    assert kept.reroll == [1, 0]
    assert (kept.steps[unit(p, "r-16-1")], kept.steps[unit(p, "n-13-7")]) == (1, 2)
    play(p, "reroll", "die:1")
    assert asked(p) == [NAT]
    play(p, "reroll", "die:5")
    assert p.reroll == [0, 0]
    assert (p.steps[unit(p, "r-16-1")], p.steps[unit(p, "n-13-7")]) == (1, 1)


@pytest.mark.rule("5.2h")
def test_coordination_and_stubborn_defence_dice_are_not_rerolled():
    p = drill(towns=[TARGET])
    put(p, "n-13-7", TARGET)
    for i in range(5):
        put(p, EIGHTS[i], AROUND[i // 2])
    p.art[REP] = 1
    p.reroll = [1, 1]
    declare(p, *EIGHTS[:5])
    play(p, "rep support:1a0v", "nat support:0a0v", "die:1")
    assert offered(p) == DIE, "straight on to the combat die"
    play(p, "die:4")                                 # 40/7 is 5/1, the town 4/1, die 4: -/R
    play(p, "pass", "pass", "stubborn", "die:1")
    assert "reroll" not in offered(p)
    assert p.reroll == [1, 1]
