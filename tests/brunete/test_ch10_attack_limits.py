"""[10.1-10.3] Attacks: who may join and why not, the strength of tanks, what is committed and told."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch10_combat import SUPPORT_NAMES, Combat, strength, targets
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import FOUGHT, OFF_MAP, RETREATED, UNSUPPLIED, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import AROUND, TARGET, attack, column, declare, elsewhere, fight, over, quietly
from tests.brunete.lay import asked, at, box, drill, offered, play, put, reasons, run, told, unit, units

# -- targets


@pytest.mark.rule("10.1a", "10.1b")
def test_without_an_enemy_in_reach_nobody_is_asked_and_after_a_pass_the_step_is_over() -> None:
    p = drill()
    put(p, "r-101-1", "2010")
    put(p, "n-71-150-1", "2012")
    assert run(p, Combat(REP)).choices() == {}
    put(p, "n-13-7", "2011")
    run(p, Combat(REP))
    assert offered(p) == ["hex:2011", "pass"]
    play(p, "pass")
    assert p.choices() == {}


@pytest.mark.rule("10.1b", "10.1d")
@pytest.mark.parametrize("place", ["2009", "2011", "1910", "1909", "2110", "2109"])
def test_an_enemy_in_any_neighbouring_hex_may_be_attacked_by_the_first_counter_of_a_side(place: str) -> None:
    p = drill()
    put(p, "r-101-1", "2010")
    put(p, "n-71-150-1", place)
    assert targets(p, REP) == [at(p, place)]
    assert targets(p, NAT) == [at(p, "2010")]
    p.state[unit(p, "r-101-1")] |= FOUGHT
    assert targets(p, REP) == []


@pytest.mark.rule("10.1b")
def test_an_enemy_in_the_first_hex_of_the_map_may_be_attacked() -> None:
    p = drill()
    put(p, "n-150-1", "0601")
    put(p, "r-16-1", "0701")
    run(p, Combat(REP))
    assert offered(p) == ["hex:0601", "pass"]


@pytest.mark.rule("10.1b", "10.1d", "10.1p", "10.3.4a", "10.4.1n")
def test_a_hex_that_may_not_be_attacked_says_why() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2010")
    put(p, "n-13-7", "2009", state=RETREATED)
    put(p, "n-13-9", "2110")
    put(p, "n-13-1", "2310")
    put(p, "r-tk5-1", "2410")
    put(p, "n-13-2", "2610")
    put(p, "n-13-3", "2610")
    put(p, "r-cav5", "2710", state=UNSUPPLIED)               # 2 against 14
    run(p, Combat(REP))
    assert reasons(p, "hex:2009") == [("10.4.1n", "retreated-units-immune")]
    assert reasons(p, "hex:2010") == [("10.1b", "no-enemy-there")]
    assert reasons(p, "hex:2014") == [("10.1b", "no-enemy-there")]
    assert reasons(p, "hex:2310") == [("10.3.4a", "nobody-to-attack")]       # a tank alone
    assert reasons(p, "hex:2610") == [("10.1p", "below-one-to-two")]
    fight(p, 3, "r-16-1", target="2110")                     # 8/7: 1/1, die 3 1^/-
    put(p, "r-3-1", "2111")
    p.reask()
    assert reasons(p, "hex:2110") == [("10.1d", "already-attacked-hex")]
    q = drill()
    put(q, "n-gar-1", "2009")
    put(q, "r-16-1", "2010")
    put(q, "n-13-7", "2310")
    put(q, "r-3-1", "2311")
    run(q, Combat(NAT))
    assert reasons(q, "hex:2010") == [("10.1b", "nobody-to-attack")]         # a garrison never attacks


# -- attackers


@pytest.mark.rule("10.1b", "10.1d", "1.2.2k", "10.3.2c", "10.3.4a", "10.3.4b")
def test_a_unit_that_may_not_join_says_why() -> None:
    p = elsewhere(drill(rivers=["2109/2009"]))
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    put(p, "r-tk5-1", "2008")
    put(p, "r-tk5-2", "2108")
    put(p, "r-3-1", "2108")
    put(p, "r-tk5-3", "2109")
    put(p, "r-3-2", "2109")
    put(p, "r-68-1", "2010", state=FOUGHT)
    put(p, "r-68-2", "2013")
    box(p, "r-xv-1", OFF_MAP)
    run(p, Combat(REP))
    play(p, "hex:2009")
    assert units(offered(p)) == ["r-16-1", "r-3-1", "r-3-2"]
    assert reasons(p, "unit:r-tk5-1") == [("10.3.4a", "tank-needs-company")]
    assert reasons(p, "unit:r-tk5-3") == [("10.3.2c", "tank-needs-bridge")]
    assert reasons(p, "unit:r-68-1") == [("10.1d", "already-attacked")]
    assert reasons(p, "unit:r-68-2") == [("10.1b", "not-adjacent")]
    assert reasons(p, "unit:r-xv-1") == [("10.1b", "not-adjacent")]
    assert reasons(p, "unit:n-13-7") == [("10.1b", "not-your-unit"), ("10.1b", "not-adjacent")]
    play(p, "unit:r-16-1", "unit:r-tk5-1")
    assert reasons(p, "unit:r-16-1") == [("10.1b", "already-chosen")]
    play(p, "unit:r-3-1")
    assert reasons(p, "unit:r-tk5-2") == [("10.3.4b", "one-tank-an-attack")]


@pytest.mark.rule("10.1b")
def test_a_unit_beside_the_map_stands_next_to_no_hex_of_the_far_corner() -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "3416")
    put(p, "n-13-7", "3415")
    put(p, "n-13-9", "3315")
    box(p, "n-13-2", OFF_MAP)
    run(p, Combat(NAT))
    play(p, "hex:3416")
    assert reasons(p, "unit:n-13-2") == [("10.1b", "not-adjacent")]


@pytest.mark.rule("10.3.4e")
def test_a_panzer_keeps_away_from_a_t26_and_from_no_other_hex() -> None:
    p = drill(captured_t26=True)
    put(p, "r-16-1", TARGET)
    put(p, "n-13-7", "2008")
    put(p, "n-tank-1", "2008")
    put(p, "n-13-9", "2108")
    put(p, "n-t26", "2108")
    q = p.clone()
    put(p, "r-tk5-1", TARGET)
    run(p, Combat(NAT))
    play(p, "hex:2009", "unit:n-13-7", "unit:n-13-9")
    assert reasons(p, "unit:n-tank-1") == [("10.3.4e", "no-tank-against-t26")]
    assert "unit:n-t26" in offered(p)
    run(q, Combat(NAT))
    play(q, "hex:2009", "unit:n-13-7")
    assert "unit:n-tank-1" in offered(q)


@pytest.mark.rule("10.1p", "10.3.4a", "10.3.4b", "10.3.2c")
def test_one_tank_with_company_counts_towards_half_the_defence() -> None:
    p = drill()
    put(p, "r-16-1", TARGET)                                 # 8 and 4: the attack needs 6
    put(p, "r-16-2", TARGET, steps=1)
    put(p, "n-71-11-1", "2008", steps=1)                     # 2
    a, b = put(p, "n-tank-1", "2008"), put(p, "n-tank-2", "2108")            # 2 each, the second alone
    c = unit(p, "n-71-11-1")
    t = at(p, TARGET)
    assert strength(p, [], [c, a, b], t) == 4
    assert strength(p, [], [c, b], t) == 2                   # no company in its hex
    assert strength(p, [], [a, b], t) == 0                   # nor is a tank company for a tank
    put(p, "n-71-150-2", "2108", steps=1)
    d = unit(p, "n-71-150-2")
    assert strength(p, [], [c, d, a, b], t) == 6             # 2 + 2 and one tank of 2
    p.mark(a, UNSUPPLIED)
    assert strength(p, [], [c, d, a, b], t) == 6             # the better one
    assert strength(p, [c, a], [c, d, a, b], t) == 5         # unless the other was chosen
    assert strength(p, [a], [c, d, a, b], t) == 5            # before any battalion
    run(p, Combat(NAT))
    assert "hex:2009" in offered(p)
    q = drill(rivers=["2008/2009"])
    put(q, "r-101-1", TARGET)                                # 7: the attack needs 4
    put(q, "n-71-11-2", "2008", steps=1)                     # 3, 2 over the river; the tank has no bridge
    put(q, "n-tank-1", "2008")
    run(q, Combat(NAT))
    assert q.choices() == {}


@pytest.mark.rule("10.1f", "10.1p")
def test_without_a_point_only_one_division_counts_and_no_strength_is_nothing() -> None:
    p = drill()
    put(p, "r-16-1", TARGET)
    put(p, "r-16-2", TARGET)                                 # 16: the attack needs 8
    put(p, "n-13-7", "2008")                                 # 7
    put(p, "n-150-1", "2108")                                # 5
    p.cp = [3, 0]
    assert run(p, Combat(NAT)).choices() == {}
    p.cp = [3, 1]
    assert "hex:2009" in offered(run(p, Combat(NAT)))
    q = drill(rivers=["2008/2009"])
    put(q, "n-gar-4", TARGET, state=UNSUPPLIED)              # 1
    put(q, "r-cav5", "2008")
    u = unit(q, "r-cav5")
    kept = q.board.attack[u]
    try:
        q.board.attack[u] = [0, 1]                           # 1, and 0 over the river
        q.cp = [0, 0]
        assert run(q, Combat(REP)).choices() == {}
    finally:
        q.board.attack[u] = kept


@pytest.mark.rule("10.1g", "1.2.2d", "1.2.2e", "1.2.2f")
@pytest.mark.parametrize(("first", "second"), [("n-cav-1", "n-71-150-1"), ("n-71-150-1", "n-cav-1")])
def test_free_units_and_the_71st_go_together_in_either_order(first: str, second: str) -> None:
    p = drill()
    put(p, "r-32-1", TARGET)
    put(p, first, "2008")
    put(p, second, "2108")
    p.cp = [0, 0]
    run(p, Combat(NAT))
    play(p, "hex:2009", f"unit:{first}", f"unit:{second}", "declare")
    assert p.cp == [0, 0]


@pytest.mark.rule("1.2.2c", "10.1f", "10.1g")
def test_brigades_of_one_division_stay_together_whatever_the_option_on_independent_ones() -> None:
    """R54: the option makes a division of each brigade that has none, and of no other unit."""
    p = drill(independent_brigades="own_division")
    put(p, "n-13-7", TARGET)
    for name, place in (("r-16-1", "2008"), ("r-3-1", "2108"), ("r-cav5", "2109"), ("r-28-1", "2010")):
        put(p, name, place)
    put(p, "r-tk5-1", "2008")
    p.cp = [0, 0]
    run(p, Combat(REP))
    play(p, "hex:2009", "unit:r-16-1", "unit:r-3-1", "unit:r-cav5", "unit:r-tk5-1")
    assert reasons(p, "unit:r-28-1") == [("10.1f", "needs-cp-for-divisions")]
    play(p, "declare")
    assert p.cp == [0, 0]


@pytest.mark.rule("10.1c", "10.4.1k")
@pytest.mark.parametrize("order", [("n-13-7", "n-13-9"), ("n-13-9", "n-13-7")])
def test_all_fresh_units_of_a_hex_defend_and_the_retreated_stand_by_in_whatever_order_they_lie(
        order: tuple[str, str]) -> None:
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    for name in order:
        put(p, name, TARGET)
    declare(p, "r-16-1", "r-16-2")
    assert sorted(attack(p).defenders) == sorted(unit(p, name) for name in order)
    assert column(quietly(p)) == "1/1"                       # 16 against 14
    q = elsewhere(drill())
    put(q, "r-16-1", "2008")
    put(q, "r-16-2", "2008")
    put(q, order[0], TARGET)
    put(q, order[1], TARGET)
    q.mark(unit(q, "n-13-9"), RETREATED)
    declare(q, "r-16-1", "r-16-2")
    assert (attack(q).defenders, attack(q).bystanders) == ([unit(q, "n-13-7")], [unit(q, "n-13-9")])
    assert column(quietly(q)) == "2/1"                       # 16 against 7


@pytest.mark.rule("10.4.1j")
def test_the_first_counter_of_the_republic_has_its_zone_back_after_the_enemys_combat() -> None:
    p = elsewhere(drill())
    put(p, "r-101-1", "2010", state=RETREATED)
    put(p, "r-16-1", "2014")
    put(p, "n-13-7", "2015")
    run(p, Combat(NAT))
    assert p.zone[REP][at(p, "2009")] == 0
    play(p, "pass")
    assert p.zone[REP][at(p, "2009")] == 1
    assert p.state[unit(p, "r-101-1")] == 0


# -- odds


@pytest.mark.rule("10.3.5", "10.3.4c", "3.7")
@pytest.mark.parametrize(("hexes", "columns"), [(3, 0), (4, 1), (5, 2), (6, 3)])
def test_one_unit_in_each_of_so_many_hexes_envelops(hexes: int, columns: int) -> None:
    p = drill()
    put(p, "n-13-7", TARGET)
    names = ("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2")[:hexes]
    for name, place in zip(names, AROUND):
        put(p, name, place)
    declare(p, *names)
    assert (attack(p).hexes, attack(p).shifts) == (hexes, columns)


@pytest.mark.rule("10.3.1b", "10.3.1a")
@pytest.mark.parametrize(("answer", "said", "name"), [("elite", ["elite-bonus"], "1.5/1"), ("pass", [], "1/1")])
def test_the_elite_bonus_is_told_if_it_is_used(answer: str, said: list[str], name: str) -> None:
    p = drill()
    put(p, "r-xv-1", "2008")
    put(p, "n-13-7", TARGET)                                 # 8 against 7
    events = told(p)
    declare(p, "r-xv-1")
    play(p, answer)
    assert [e.key for e in events if e.key == "elite-bonus"] == said
    assert column(quietly(p)) == name


@pytest.mark.rule("10.1o", "10.2.3")
def test_the_bonus_moves_the_final_column_to_the_side_of_its_owner() -> None:
    p = drill()
    put(p, "r-16-1", "2008")
    put(p, "n-13-2", TARGET)                                 # 8 against 7, the defender elite
    declare(p, "r-16-1")
    play(p, "elite")
    assert column(quietly(p)) == "1/2"


@pytest.mark.rule("10.3.1d", "10.2.8")
@pytest.mark.parametrize("side", [REP, NAT])
def test_the_price_of_the_bonus_is_owed_by_the_side_that_used_it(side: int) -> None:
    p = drill()
    put(p, "r-xv-1", "2008" if side == REP else TARGET)
    put(p, "r-16-1", "2008" if side == REP else TARGET)
    put(p, "n-13-7", TARGET if side == REP else "2008")
    put(p, "n-13-9", TARGET if side == REP else "2008")
    attackers = ("r-xv-1", "r-16-1") if side == REP else ("n-13-7", "n-13-9")
    declare(p, *attackers, side=side)
    play(p, "elite")
    play(quietly(p), "die:4")                                # 16/14 and one right: 1.5/1, 1/1; 14/16, one left: 1/2
    assert p.steps[unit(p, "r-xv-1")] == (1 if side == REP else 2)
    assert p.steps[unit(p, "r-16-1")] == 2


# -- supports


def supports(art: tuple[int, int], avi: tuple[int, int], cp: tuple[int, int]) -> Brunete:
    p = drill()
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    p.art, p.avi, p.cp = list(art), list(avi), list(cp)
    return declare(p, "r-16-1")


@pytest.mark.rule("10.3.3f", "10.2.6")
def test_a_side_with_nothing_to_commit_is_not_asked_and_has_committed_nothing() -> None:
    p = supports((1, 0), (0, 0), (0, 0))
    assert asked(p) == [REP]
    play(p, "support:0a0v")
    assert [SUPPORT_NAMES[i] for i in attack(p).support] == ["0a0v", "0a0v"]
    q = supports((0, 1), (0, 0), (0, 0))
    assert asked(q) == [NAT]
    play(q, "support:1a0v")
    assert [SUPPORT_NAMES[i] for i in attack(q).support] == ["0a0v", "1a0v"]
    assert supports((0, 0), (0, 0), (0, 0)).choices().keys() == {CHANCE}


@pytest.mark.rule("10.3.3b", "10.3.3f", "10.3.3g")
def test_a_commitment_that_cannot_be_made_says_why() -> None:
    p = supports((3, 3), (1, 0), (0, 1))
    assert reasons(p, "rep support:3a1v") == [("10.3.3b", "too-many-supports")]
    assert reasons(p, "rep support:2a2v") == [("10.3.3b", "too-many-supports"), ("10.3.3g", "support-not-available")]
    assert reasons(p, "rep support:0a2v") == [("10.3.3g", "support-not-available")]
    assert reasons(p, "rep support:1a0v+cp") == [("R45", "no-cp")]
    assert reasons(p, "rep support:2a1v") == []
    assert reasons(p, "nat support:3a0v") == [("10.3.3b", "too-many-supports")]
    assert reasons(p, "nat support:0a1v") == [("10.3.3g", "support-not-available")]
    assert reasons(p, "nat support:2a0v+cp") == []
    q = supports((1, 0), (3, 0), (1, 0))
    assert reasons(q, "rep support:2a0v") == [("10.3.3g", "support-not-available")]
    assert "rep support:1a2v" not in offered(q)
    assert "support:1a2v+cp" in offered(q)


@pytest.mark.rule("10.1p", "10.1o")
@pytest.mark.parametrize(("option", "hill", "ends"), [
    ("attack_cancelled", True, True), ("attack_cancelled", False, False), ("clamp", True, False)])
def test_an_attack_is_cancelled_only_below_one_to_two_and_only_by_option(option: str, hill: bool, ends: bool) -> None:
    p = elsewhere(drill(hills=[TARGET] if hill else [], below_half_after_shifts=option))
    put(p, "n-13-7", TARGET)
    put(p, "n-gar-1", TARGET)                                # 11
    put(p, "r-16-1", "2008")                                 # 8: 1/2
    quietly(declare(p, "r-16-1"))
    assert over(p) == ends
