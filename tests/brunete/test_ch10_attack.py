"""[10.1, 10.3.4, 5.1e-f] Who may attack what, together with whom, and at what odds."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import FOUGHT, RETREATED, UNSUPPLIED, Brunete
from tests.brunete.fight import TARGET, anyhow, attack, column, declare, elsewhere, fight, over, quietly
from tests.brunete.lay import drill, hexes, offered, play, put, rules, run, unit, units


def lines(*defenders: str) -> Brunete:
    """Republican units of one division north of 2009, the named defenders in it."""
    p = drill()
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "r-3-1", "2108")
    for u in defenders or ("n-13-7",):
        put(p, u, TARGET)
    return p


# -- 10.1: one attack after another


@pytest.mark.rule("10.1a")
def test_attacks_are_voluntary_and_made_one_at_a_time_in_any_order():
    p = elsewhere(lines())
    run(p, Combat(REP))
    assert offered(p) == ["hex:0806", "hex:2009", "pass"]
    fight(p, 4, "r-16-1", "r-16-2")                  # 16/7 is 2/1, die 4: 1/1
    play(p, "unit:r-16-1")
    assert over(p)
    assert offered(p) == ["hex:0806", "pass"], "the next one is announced only now"
    play(p, "pass")
    assert p.choices() == {}, "nobody has to attack"


@pytest.mark.rule("10.1a")
def test_an_attack_once_announced_must_be_carried_out():
    p = lines()
    run(p, Combat(REP))
    play(p, "hex:2009")
    assert "pass" not in offered(p)
    play(p, "unit:r-16-1", "declare")
    assert offered(quietly(p)) == ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]


@pytest.mark.rule("10.1b")
def test_a_hex_is_attacked_by_any_units_next_to_it_that_the_attacker_picks():
    p = lines()
    put(p, "r-68-1", "2007")                         # two hexes away
    run(p, Combat(REP))
    play(p, "hex:2009")
    assert units(offered(p)) == ["r-16-1", "r-16-2", "r-3-1"]
    assert rules(p, "unit:r-68-1") == ["10.1b"]
    assert rules(p, "unit:n-13-7") == ["10.1b", "10.1b"], "nor the enemy's own unit"
    play(p, "unit:r-16-2", "unit:r-3-1")             # one of a stack and one from another hex
    assert rules(p, "unit:r-3-1") == ["10.1b"], "nobody is counted twice"
    play(p, "declare")
    assert attack(p).units == [unit(p, "r-16-2"), unit(p, "r-3-1")]


@pytest.mark.rule("10.1b")
def test_only_hexes_with_enemies_next_to_own_units_are_attacked():
    p = lines()
    put(p, "n-13-9", "2011")
    run(p, Combat(REP))
    assert hexes(offered(p)) == ["2009"]
    assert rules(p, "hex:2010") == ["10.1b"], "empty"
    assert rules(p, "hex:2008") == ["10.1b"], "own units"
    assert rules(p, "hex:2011") == ["10.1b"], "not adjacent"


@pytest.mark.rule("10.1c")
def test_every_unit_in_the_hex_defends():
    p = lines("n-13-7", "n-150-1", "n-tank-1", "n-gar-1")
    declare(p, "r-16-1", "r-16-2")
    f = attack(p)
    assert sorted(p.board.uid[u] for u in f.defenders) == ["n-13-7", "n-150-1", "n-gar-1", "n-tank-1"]
    assert column(quietly(p)) == "1/2", "16 against 7 + 7 + 2 + 4"


@pytest.mark.rule("10.1d")
def test_no_unit_attacks_twice_and_none_is_attacked_twice():
    p = elsewhere(lines())
    put(p, "n-13-9", "2109")                         # next to r-3-1
    fight(p, 1, "r-3-1")                             # 8/7 is 1/1, die 1: 2*/-
    assert over(p)
    assert rules(p, "hex:2109") == ["10.1b"], "r-3-1, the only unit next to it, has no steps left to attack with"
    assert rules(p, "hex:2009") == ["10.1d"], "r-16 is fresh, but 2009 has been attacked"


@pytest.mark.rule("10.1d")
def test_a_unit_that_has_attacked_is_left_out_of_every_later_attack_of_the_step():
    p = lines()
    put(p, "n-13-9", "2109")
    put(p, "r-68-1", "2209")                         # fresh, next to 2109
    fight(p, 5, "r-3-1")                             # 1/1: each loses a step
    assert over(p)
    play(p, "hex:2109")
    assert units(offered(p)) == ["r-68-1"]
    assert rules(p, "unit:r-3-1") == ["10.1d"]
    play(p, "unit:r-68-1", "declare")
    play(quietly(p), "die:5")
    assert p.choices() == {}, "nobody is left who may attack"
    run(p, Combat(NAT))
    assert "hex:2108" in offered(p), "the enemy's own step starts afresh"
    play(p, "pass")
    run(p, Combat(REP))
    assert "hex:2009" in offered(p), "and so does the next turn"
    play(p, "hex:2009")
    assert "unit:r-3-1" in offered(p), "for those who have attacked before too"


@pytest.mark.rule("10.1d")
def test_a_retreated_unit_joining_a_hex_that_was_attacked_does_not_open_it_again():
    p = elsewhere(lines())
    fight(p, 5, "r-16-1")                            # 8/7 is 1/1, die 5: 1/1
    put(p, "n-150-1", TARGET, state=RETREATED)
    p.reask()
    assert offered(p) == ["hex:0806", "pass"]
    assert rules(p, "hex:2009") == ["10.1d"]


@pytest.mark.rule("10.1b", "10.1d")
def test_units_of_one_hex_may_attack_different_hexes_in_separate_combats():
    p = lines()
    put(p, "n-13-9", "2109")
    put(p, "r-3-2", "2108")
    fight(p, 5, "r-3-1")                             # R55: r-3-1 attacks 2009
    assert over(p)
    declare(p, "r-3-2", target="2109")               # its stack mate 2109
    assert attack(p).units == [unit(p, "r-3-2")]


# -- divisions


@pytest.mark.rule("10.1f", "5.1e")
def test_one_command_point_lets_any_number_of_divisions_attack_together():
    p = lines()
    put(p, "r-101-1", "2108")                        # 46th
    put(p, "r-xv-3", "2109")                         # 15th
    p.cp[REP] = 1
    declare(p, "r-16-1", "r-101-1", "r-xv-3")
    assert p.cp == [0, 3]


@pytest.mark.rule("10.1f", "5.1e")
def test_units_of_one_division_attack_without_a_command_point():
    p = lines()
    declare(p, "r-16-1", "r-3-1")                    # two brigades of the 34th
    assert p.cp == [3, 3]


@pytest.mark.rule("10.1f", "5.1e")
def test_without_a_command_point_a_second_division_is_kept_out():
    p = lines()
    put(p, "r-101-1", "2109")
    p.cp[REP] = 0
    run(p, Combat(REP))
    play(p, "hex:2009")
    assert units(offered(p)) == ["r-101-1", "r-16-1", "r-16-2", "r-3-1"], "either division may begin"
    play(p, "unit:r-16-1")
    assert units(offered(p)) == ["r-16-2", "r-3-1"]
    assert rules(p, "unit:r-101-1") == ["10.1f"]


@pytest.mark.rule("5.1e")
def test_the_command_point_is_paid_for_every_joint_attack():
    p = elsewhere(lines())
    put(p, "r-101-1", "2108")
    put(p, "r-28-1", "0705")
    put(p, "r-xv-3", "0906")
    put(p, "r-100-1", "0705")
    fight(p, 3, "r-16-1", "r-101-1")                 # 16/7 is 2/1, die 3: 1/1
    play(p, "unit:r-16-1")
    assert over(p)
    assert p.cp[REP] == 2
    declare(p, "r-99-1", "r-xv-3", target="0806")
    assert p.cp[REP] == 1


@pytest.mark.rule("10.1g")
def test_tanks_cavalry_and_corps_units_join_any_attack_for_nothing():
    p = lines()
    put(p, "r-tk5-1", "2108")                        # V Corps tank with the 34th of the XVIII Corps
    put(p, "r-cav5", "2109")
    put(p, "r-28-1", "2109")                         # light-green brigade
    p.cp[REP] = 0
    declare(p, "r-3-1", "r-tk5-1", "r-cav5", "r-28-1")
    assert len(attack(p).units) == 4
    assert p.cp[REP] == 0


@pytest.mark.rule("10.1f", "10.1g")
def test_brigades_without_a_division_count_as_one_of_their_own_by_option():
    for option, free in (("corps_units", True), ("own_division", False)):
        p = drill(independent_brigades=option)
        p.cp[REP] = 0
        put(p, "n-13-7", TARGET)
        put(p, "r-28-1", "2008")
        put(p, "r-28-2", "2008")
        put(p, "r-105-1", "2108")
        put(p, "r-16-1", "2109")
        put(p, "r-cav5", "2109")
        run(p, Combat(REP))
        play(p, "hex:2009", "unit:r-28-1")
        assert ("unit:r-16-1" in offered(p)) == free
        assert ("unit:r-105-1" in offered(p)) == free
        assert rules(p, "unit:r-16-1") == ([] if free else ["10.1f"])
        assert "unit:r-28-2" in offered(p), "the same brigade"
        assert "unit:r-cav5" in offered(p), "cavalry is free in both readings"


@pytest.mark.rule("10.1f")
@pytest.mark.parametrize("first, second, free", [
    ("n-71-150-1", "n-150-1", True), ("n-71-11-1", "n-11-2", True), ("n-71-150-1", "n-11-2", False),
    ("n-71-11-1", "n-150-1", False), ("n-71-11-1", "n-71-150-1", True), ("n-150-1", "n-11-2", False),
    ("n-71-150-1", "n-cav-1", True), ("n-iv-navarre-2", "n-v-navarre-3", False), ("n-13-7", "n-guadarrama-2", False),
])
def test_the_71st_attacks_freely_with_the_division_of_its_stripe(first: str, second: str, free: bool):
    p = drill()
    p.cp[NAT] = 0
    put(p, "r-32-1", TARGET)
    put(p, first, "2010")
    put(p, second, "2010")
    run(p, Combat(NAT))
    play(p, "hex:2009", f"unit:{first}")
    assert (f"unit:{second}" in offered(p)) == free
    assert rules(p, f"unit:{second}") == ([] if free else ["10.1f"])


@pytest.mark.rule("5.1f")
def test_units_of_different_divisions_defend_together_without_a_command_point():
    p = lines("n-13-7", "n-150-1")
    p.cp[NAT] = 0
    declare(p, "r-16-1", "r-16-2")
    assert len(attack(p).defenders) == 2
    assert p.cp == [3, 0]
    assert column(quietly(p)) == "1/1", "16 against 7 + 7"


# -- die, factors, lowest odds


@pytest.mark.rule("10.1h")
@pytest.mark.parametrize("attackers, name, die, lost", [
    (1, "1/1", 2, (1, 0)), (1, "1/1", 5, (1, 1)), (2, "2/1", 2, (2, 1)), (2, "2/1", 5, (1, 0)),
])
def test_one_die_is_read_in_the_column_of_the_final_ratio(attackers: int, name: str, die: int, lost: tuple[int, int]):
    p = lines()
    quietly(declare(p, *["r-16-1", "r-16-2"][:attackers]))
    assert offered(p) == [f"die:{n}" for n in range(1, 7)]
    assert column(p) == name
    anyhow(play(p, f"die:{die}"))
    own = sum(p.steps[unit(p, u)] for u in ("r-16-1", "r-16-2"))
    assert (4 - own, 2 - p.steps[unit(p, "n-13-7")]) == lost


@pytest.mark.rule("10.1i", "10.3.4d")
def test_a_t26_attacks_with_its_shift_alone_and_defends_with_its_factor():
    p = lines()
    put(p, "r-tk5-1", "2008")
    declare(p, "r-16-1", "r-tk5-1")
    assert attack(p).base == 1, "8 against 7: the tank adds nothing to the ratio"
    assert column(quietly(p)) == "1.5/1", "but one column"
    q = drill()
    put(q, "r-32-1", TARGET)
    put(q, "r-tk5-1", TARGET)
    put(q, "n-13-2", "2010")
    declare(q, "n-13-2", side=NAT)
    assert column(quietly(q)) == "1/2", "8 against 7 + 2, and no column for a tank in defence"


@pytest.mark.rule("10.1i")
def test_a_garrison_defends_with_its_factor_and_never_attacks():
    p = lines("n-gar-1")
    declare(p, "r-16-1")
    assert column(quietly(p)) == "2/1", "8 against 4"
    q = drill()
    put(q, "n-gar-1", "2008")
    put(q, "n-13-7", "2008")
    put(q, "r-32-1", TARGET)
    run(q, Combat(NAT))
    play(q, "hex:2009")
    assert units(offered(q)) == ["n-13-7"]
    assert rules(q, "unit:n-gar-1") == ["1.2.2k"]


@pytest.mark.rule("10.1p")
@pytest.mark.parametrize("steps, legal", [(1, False), (2, True)])
def test_an_attack_below_one_to_two_may_not_be_launched(steps: int, legal: bool):
    p = drill()
    put(p, "r-108-1", "2008", steps=steps)           # 3 or 7
    put(p, "n-13-7", TARGET)                         # 7
    elsewhere(p)
    run(p, Combat(REP))
    assert ("hex:2009" in offered(p)) == legal
    assert rules(p, "hex:2009") == ([] if legal else ["10.1p"])


@pytest.mark.rule("10.1p")
def test_exactly_one_to_two_may_be_launched_and_counts_with_the_units_chosen():
    p = drill()
    put(p, "r-16-1", "2008", steps=1)                # 4
    put(p, "r-16-2", "2008", steps=1)
    put(p, "n-13-2", TARGET)                         # 8
    put(p, "n-13-4", TARGET)                         # 7
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-16-1")
    assert "declare" not in offered(p), "4 against 15"
    assert rules(p, "declare") == ["10.1p"]
    play(p, "unit:r-16-2", "declare")                # 8 against 15
    q = drill()
    put(q, "r-16-1", "2008", steps=1)
    put(q, "n-13-2", TARGET)
    declare(q, "r-16-1")
    assert attack(q).base == 0, "4 against 8 is 1/2"


@pytest.mark.rule("10.1p")
def test_an_attack_without_any_factor_is_not_launched():
    p = elsewhere(drill(rivers=["2008/2009"]))
    put(p, "n-71-150-1", "2008", steps=1, state=UNSUPPLIED)          # 2, halved to 1, less 1 over the river (R65)
    put(p, "r-tk5-1", TARGET, state=UNSUPPLIED)                      # 1
    run(p, Combat(NAT))
    assert "hex:2009" not in offered(p)
    assert rules(p, "hex:2009") == ["10.1p"]


@pytest.mark.rule("10.1d", "10.1p")
@pytest.mark.parametrize("fought, legal", [(True, False), (False, True)])
def test_units_that_have_attacked_lend_their_strength_to_no_other_attack(fought: bool, legal: bool):
    p = elsewhere(drill())
    put(p, "r-16-1", "2008", state=FOUGHT if fought else 0)
    put(p, "r-16-2", "2008", steps=1)                # 4 alone
    put(p, "n-13-2", TARGET)
    put(p, "n-13-4", TARGET)                         # 15
    run(p, Combat(REP))
    assert ("hex:2009" in offered(p)) == legal
    assert rules(p, "hex:2009") == ([] if legal else ["10.1p"])


@pytest.mark.rule("10.1p", "10.1f")
def test_units_that_could_not_reach_one_to_two_without_a_command_point_are_not_begun_with():
    p = drill()
    put(p, "r-16-1", "2008", steps=1)                # 4, 34th
    put(p, "r-101-1", "2108")                        # 8, 46th
    put(p, "n-13-2", TARGET)
    put(p, "n-13-4", TARGET)                         # 15
    p.cp[REP] = 0
    run(p, Combat(REP))
    play(p, "hex:2009")
    assert units(offered(p)) == ["r-101-1"]
    assert rules(p, "unit:r-16-1") == ["10.1p"]
    q = p.clone()
    put(q, "r-tk5-1", "2008")                        # a unit free to join both divisions does not bring them together
    q.reask()
    assert units(offered(q)) == ["r-101-1"]
    assert rules(q, "unit:r-16-1") == ["10.1p"]


@pytest.mark.rule("10.1p", "10.3.4b")
def test_a_weak_tank_that_would_leave_the_attack_below_one_to_two_is_not_offered():
    p = drill()
    put(p, "r-16-1", TARGET)                         # 8
    put(p, "r-16-2", TARGET, steps=1)                # 4: the attack needs 6
    put(p, "n-71-11-1", "2010", steps=1)            # 2
    put(p, "n-tank-1", "2010", state=UNSUPPLIED)     # 1
    put(p, "n-71-150-2", "2109", steps=1)            # 2
    put(p, "n-tank-2", "2109")                       # 2
    run(p, Combat(NAT))
    play(p, "hex:2009", "unit:n-71-11-1")
    assert "unit:n-tank-1" not in offered(p), "2 + 2 + 1 is not half of 12, and no second tank may join"
    assert rules(p, "unit:n-tank-1") == ["10.1p"]
    play(p, "unit:n-71-150-2", "unit:n-tank-2", "declare")


# -- 10.3.4: tanks


@pytest.mark.rule("10.3.4a")
def test_a_tank_attacks_only_with_infantry_or_cavalry_of_its_own_hex():
    for company in ("r-108-1", "r-cav5"):
        p = lines()
        put(p, "r-tk5-1", "2109")
        put(p, company, "2109")
        run(p, Combat(REP))
        play(p, "hex:2009", "unit:r-16-1")
        assert rules(p, "unit:r-tk5-1") == ["10.3.4a"], "infantry of another hex is no company"
        play(p, f"unit:{company}")
        assert "unit:r-tk5-1" in offered(p)


@pytest.mark.rule("10.3.4a")
def test_a_hex_that_only_a_tank_stands_next_to_cannot_be_attacked():
    p = elsewhere(drill())
    put(p, "r-tk5-1", "2008")
    put(p, "n-gar-4", TARGET)
    run(p, Combat(REP))
    assert rules(p, "hex:2009") == ["10.3.4a"]
    n = elsewhere(drill())
    put(n, "n-tank-1", "2008")                       # a tank with a combat factor of its own does not either
    put(n, "r-tk5-1", TARGET)
    run(n, Combat(NAT))
    assert "hex:2009" not in offered(n)


@pytest.mark.rule("10.3.4b")
def test_one_tank_at_most_takes_part():
    p = lines()
    put(p, "r-tk5-1", "2008")
    put(p, "r-tk18-1", "2108")
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-16-1", "unit:r-3-1")
    assert {"unit:r-tk5-1", "unit:r-tk18-1"} <= set(offered(p))
    play(p, "unit:r-tk5-1")
    assert "unit:r-tk18-1" not in offered(p)
    assert rules(p, "unit:r-tk18-1") == ["10.3.4b"]


@pytest.mark.rule("10.3.4c", "10.2.2")
def test_a_republican_tank_shifts_one_column_right_in_attack():
    plain, with_tank, unsupplied = lines(), lines(), lines()
    put(with_tank, "r-tk5-1", "2008")
    put(unsupplied, "r-tk5-1", "2008", state=UNSUPPLIED)
    assert column(quietly(declare(plain, "r-16-1"))) == "1/1"
    assert column(quietly(declare(with_tank, "r-16-1", "r-tk5-1"))) == "1.5/1"
    assert column(quietly(declare(unsupplied, "r-16-1", "r-tk5-1"))) == "1/1"


@pytest.mark.rule("10.3.4e")
def test_nationalist_tanks_add_their_factor_and_no_column():
    p = drill()
    put(p, "r-32-1", TARGET)                         # 7
    put(p, "n-71-11-1", "2010")                     # 5
    put(p, "n-tank-1", "2010")                       # 2
    assert column(quietly(declare(p, "n-71-11-1", "n-tank-1", side=NAT))) == "1/1", "7 against 7"
    q = drill()
    put(q, "r-32-1", TARGET)
    put(q, "n-71-11-1", "2010")
    put(q, "n-tank-1", "2010")
    assert column(quietly(declare(q, "n-71-11-1", side=NAT))) == "1/2", "5 against 7 without it"


@pytest.mark.rule("10.3.4e")
@pytest.mark.parametrize("state", [0, RETREATED])
def test_nationalist_tanks_keep_out_of_attacks_on_hexes_with_republican_tanks(state: int):
    p = drill(captured_t26=True)
    put(p, "r-32-1", TARGET)
    put(p, "r-tk5-1", TARGET, state=state)           # a T-26 that has only retreated there forbids it as well
    put(p, "n-13-7", "2010")
    put(p, "n-tank-1", "2010")
    put(p, "n-13-9", "2109")
    put(p, "n-t26", "2109")
    run(p, Combat(NAT))
    play(p, "hex:2009", "unit:n-13-7", "unit:n-13-9")
    assert "unit:n-tank-1" not in offered(p)
    assert rules(p, "unit:n-tank-1") == ["10.3.4e"]
    assert "unit:n-t26" in offered(p), "a captured T-26 follows the rules of Republican tanks (R57)"
    play(p, "unit:n-t26", "declare")
    assert attack(p).shifts == 1, "and gives their column"


@pytest.mark.rule("10.3.2c")
def test_a_tank_attacks_across_a_river_only_by_a_road_or_path():
    for roads, paths, may in ((), (), False), (("2008 2009",), (), True), ((), ("2008 2009",), True):
        p = drill(rivers=["2008/2009"], roads=roads, paths=paths)
        put(p, "n-13-7", TARGET)
        put(p, "r-16-1", "2008")
        put(p, "r-tk5-1", "2008")
        run(p, Combat(REP))
        play(p, "hex:2009", "unit:r-16-1")
        assert ("unit:r-tk5-1" in offered(p)) == may
        assert rules(p, "unit:r-tk5-1") == ([] if may else ["10.3.2c"])
