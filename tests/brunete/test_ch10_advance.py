"""[10.4.2] Advance after combat."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.laws import stacks
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import Brunete
from tests.brunete.fight import TARGET, aftermath_of, elsewhere, fight, over
from tests.brunete.lay import asked, at, drill, hexes, offered, own, play, put, rules, unit, units, where

ATTACKERS = ["r-16-1", "r-16-2", "r-3-1"]            # two in 2008, one in 2108


def won(retreat: int, *foes: tuple[str, str], attackers: tuple[tuple[str, str], ...] = (), **ground: Any) -> Brunete:
    """2009 taken: its defender retreats south (1 green, 2 black) or, with 0, is lost; Nationalists stand in *foes*."""
    p = elsewhere(drill(**ground))
    names = list(ATTACKERS)
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "r-3-1", "2108")
    for u, h in attackers:
        put(p, u, h)
        names.append(u)
    put(p, "n-13-7", TARGET)
    for u, h in foes:
        put(p, u, h)
    aftermath_of(p, names, ["n-13-7"], retreat=retreat, losses=(0, 0) if retreat else (0, 2))
    if retreat:
        play(p, *(("hex:2010",) if retreat == 1 else ("hex:2010", "hex:2011")))
    return p


@pytest.mark.rule("10.4.2a")
def test_any_of_the_attackers_may_advance_or_stay():
    p = won(1)
    put(p, "r-68-1", "1908")                         # next to the hex, but it did not attack
    p.reask()
    assert (asked(p), units(offered(p))) == ([REP], sorted(ATTACKERS))
    assert rules(p, "unit:r-68-1") == ["10.4.2a"]
    q, r = p.clone(), p.clone()
    play(p, "pass")
    assert over(p)
    assert [where(p, u) for u in ATTACKERS] == ["2008", "2008", "2108"], "all stay"
    play(q, "unit:r-3-1", "hex:2009", "pass")
    assert [where(q, u) for u in ATTACKERS] == ["2008", "2008", "2009"]
    play(r, "unit:r-16-2", "hex:2009", "unit:r-16-1", "hex:2009")
    assert [where(r, u) for u in ATTACKERS] == ["2009", "2009", "2108"]
    assert not stacks(r)


@pytest.mark.rule("10.4.2a")
def test_nobody_advances_while_the_hex_is_held():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], losses=(1, 1))
    assert over(p), "a step lost, no retreat: the combat is over"


@pytest.mark.rule("10.4.2a")
def test_a_unit_advances_once_and_a_lost_one_not_at_all():
    p = won(2)
    play(p, "unit:r-16-1", "hex:2009", "stop")
    assert rules(p, "unit:r-16-1") == ["10.4.2a"]
    q = elsewhere(drill())
    put(q, "r-16-1", "2008", steps=1)
    put(q, "r-3-1", "2108")
    put(q, "n-13-7", TARGET, steps=1)
    aftermath_of(q, ["r-16-1", "r-3-1"], ["n-13-7"], losses=(0, 1))
    q.eliminate(unit(q, "r-16-1"))
    q.reask()
    assert units(offered(q)) == ["r-3-1"]
    assert rules(q, "unit:r-16-1") == ["10.4.2a"]


@pytest.mark.rule("10.4.2b")
def test_after_a_retreat_of_one_hex_the_advance_ends_in_the_hex_that_was_left():
    p = won(1)
    play(p, "unit:r-16-1")
    assert hexes(offered(p)) == ["2009"]
    play(p, "hex:2009")
    assert units(offered(p)) == ["r-16-2", "r-3-1"], "one hex: next unit"


@pytest.mark.rule("10.4.2b")
def test_the_vacated_hex_counts_as_free_of_enemy_zones():
    p = won(1, ("n-13-9", "1909"))                   # a fresh enemy next to 2009
    assert p.zone[NAT][at(p, TARGET)]
    play(p, "unit:r-16-1", "hex:2009")
    assert where(p, "r-16-1") == TARGET


@pytest.mark.rule("10.4.2c")
def test_after_a_retreat_of_two_hexes_the_advance_is_up_to_two():
    p = won(2)
    play(p, "unit:r-16-1", "hex:2009")
    assert "stop" in offered(p), "one hex is enough"
    assert hexes(offered(p)) == ["1908", "1909", "2008", "2010", "2108", "2109"], "any direction, back as well"
    play(p, "hex:2010")
    assert units(offered(p)) == ["r-16-2", "r-3-1"], "two hexes and no more"
    assert where(p, "r-16-1") == "2010"


@pytest.mark.rule("10.4.2d")
def test_when_all_defenders_are_lost_the_advance_is_up_to_three():
    p = won(0)
    play(p, "unit:r-16-1", "hex:2009", "hex:2010", "hex:2011")
    assert where(p, "r-16-1") == "2011"
    assert units(offered(p)) == ["r-16-2", "r-3-1"], "three hexes and no more"


@pytest.mark.rule("10.4.2d")
@pytest.mark.parametrize("how", ["losses", "zone", "garrison", "no way"])
def test_lost_in_combat_or_in_the_retreat_is_the_same(how: str):
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    name = "n-gar-1" if how == "garrison" else "n-13-7"
    put(p, name, TARGET, steps=1)
    if how == "zone":                                # all neighbours in a zone: the retreat kills it
        put(p, "r-3-1", "2210")
        put(p, "r-3-2", "1910")
    if how == "no way":
        for u, h in zip(("r-3-1", "r-3-2", "r-68-1", "r-68-2", "r-xv-1"), ("2108", "2109", "2010", "1909", "1908")):
            put(p, u, h)
    in_combat = how == "losses"
    aftermath_of(p, ["r-16-1"], [name], losses=(0, int(in_combat)), retreat=int(not in_combat))
    if how == "zone":
        play(p, "hex:2010")
    assert p.hex[unit(p, name)] < 0
    play(p, "unit:r-16-1", "hex:2009", "hex:2108", "hex:2208")
    assert where(p, "r-16-1") == "2208"


@pytest.mark.rule("10.4.2d")
def test_one_survivor_keeps_the_advance_at_the_length_of_the_retreat():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    put(p, "n-gar-1", TARGET)
    aftermath_of(p, ["r-16-1"], ["n-13-7", "n-gar-1"], retreat=1)
    play(p, "hex:2010", "unit:r-16-1", "hex:2009")
    assert over(p), "the garrison is lost, the battalion lives: one hex"


@pytest.mark.rule("10.4.2c", "10.4.2d")
def test_the_length_goes_by_the_result_and_not_by_the_hexes_walked():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    for u, h in (("n-150-1", "2010"), ("n-150-2", "2010"), ("n-150-3", "1909"), ("n-150-4", "1909"), ("n-11-2", "2109"),
                 ("n-11-3", "2109")):
        put(p, u, h)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1)
    play(p, "hex:2010", "hex:2011")                  # a green R, one hex further for want of room
    play(p, "unit:r-16-1", "hex:2009")
    assert over(p), "R71: one hex of advance"


@pytest.mark.rule("10.4.2e")
def test_after_the_vacated_hex_no_advance_enters_an_enemy_zone():
    p = won(2, ("n-13-9", "1810"))                   # its zone: 1809, 1810's ring with 1909 and 1910
    play(p, "unit:r-16-1", "hex:2009")
    assert "hex:1909" not in offered(p)
    assert rules(p, "hex:1909") == ["10.4.2e"]
    assert "hex:2010" in offered(p), "the unit that retreated to 2011 exerts no zone"
    assert rules(p, "hex:2011") == ["10.4.2a"], "not adjacent"


@pytest.mark.rule("10.4.2e")
def test_a_friendly_unit_already_in_the_hex_lets_the_advance_in():
    p = won(2, ("n-13-9", "1810"))
    put(p, "r-68-1", "1909")
    play(p, "unit:r-16-1", "hex:2009", "hex:1909")
    assert where(p, "r-16-1") == "1909"


@pytest.mark.rule("10.4.2e")
def test_the_hex_a_unit_came_from_is_closed_to_it_if_an_enemy_zone_reaches_it():
    p = won(2, ("n-13-9", "2209"))                   # its zone reaches 2108, where r-3-1 stands alone
    play(p, "unit:r-3-1", "hex:2009")
    assert rules(p, "hex:2108") == ["10.4.2e"], "nobody is there now"
    play(p, "stop")


@pytest.mark.rule("10.4.2e", "10.4.2g")
def test_a_unit_that_could_neither_stay_in_the_vacated_hex_nor_go_on_does_not_advance():
    p = won(2, ("n-13-9", "2209"), ("n-150-1", "1910"), ("n-150-2", "1907"))     # zones all round 2009
    play(p, "unit:r-16-1", "hex:2009", "stop", "unit:r-16-2", "hex:2009")
    assert hexes(offered(p)) == ["2108"], "a friend stands there"
    play(p, "stop")
    assert over(p), "2009 is full, and from there r-3-1 might not even return to 2108"
    assert where(p, "r-3-1") == "2108"
    assert not stacks(p)


@pytest.mark.rule("10.4.2f")
def test_advancing_tanks_cross_rivers_by_road_or_path_only():
    rivers = ["2009/2010", "2009/1909", "2009/2109"]
    p = won(2, attackers=(("r-tk18-1", "2008"), ("r-cav18", "1908")), rivers=rivers, roads=["2009 2010"])
    play(p, "unit:r-tk18-1", "hex:2009")
    assert set(hexes(offered(p))) & {"2010", "1909", "2109"} == {"2010"}
    assert rules(p, "hex:1909") == ["10.4.2f"]
    play(p, "stop", "unit:r-cav18", "hex:2009")
    assert {"2010", "1909", "2109"} <= set(hexes(offered(p))), "cavalry wades"
    q = won(1, attackers=(("r-tk18-1", "2008"),), rivers=["2008/2009"])
    assert rules(q, "unit:r-tk18-1") == ["10.4.2g"], "nor into the vacated hex"
    assert "unit:r-16-1" in offered(q)


@pytest.mark.rule("10.4.2f")
def test_no_movement_points_are_spent_in_an_advance():
    p = won(0, hills=["2009", "2010", "2011"], rivers=["2009/2010", "2010/2011"])
    p.interdiction[NAT] = [at(p, "2010")]
    play(p, "unit:r-16-1", "hex:2009", "hex:2010", "hex:2011")
    assert where(p, "r-16-1") == "2011", "three hills over two rivers under interdiction"


@pytest.mark.rule("10.4.2g")
def test_an_advance_begins_with_the_hex_the_defenders_left():
    p = won(0)
    play(p, "unit:r-3-1")
    assert offered(p) == ["hex:2009"]
    assert rules(p, "hex:2109") == ["10.4.2g"], "adjacent to it, but not the vacated hex"


@pytest.mark.rule("10.4.2g")
def test_stacking_holds_at_the_end_of_each_advance_but_not_on_the_way():
    p = won(2)
    play(p, "unit:r-16-1", "hex:2009", "stop", "unit:r-16-2", "hex:2009", "stop")
    play(p, "unit:r-3-1", "hex:2009")
    assert "stop" not in offered(p), "a third unit may not stay"
    play(p, "hex:2010")
    assert where(p, "r-3-1") == "2010"
    assert not stacks(p)
    q = won(1)
    play(q, "unit:r-16-1", "hex:2009", "unit:r-16-2", "hex:2009")
    assert over(q), "with one hex of advance it cannot even enter"
    assert where(q, "r-3-1") == "2108"


@pytest.mark.rule("10.4.2g")
@pytest.mark.parametrize("supply, may", [("at_check", True), ("continuous", False)])
def test_with_continuous_supply_a_full_hex_is_not_even_passed(supply: str, may: bool):
    # R19: zones might change under way and leave the unit where it may not stay.
    p = won(2, supply_effects=supply)
    play(p, "unit:r-16-1", "hex:2009", "stop", "unit:r-16-2", "hex:2009", "stop")
    assert ("unit:r-3-1" in offered(p)) == may


@pytest.mark.rule("10.4.2a", "10.4.2g")
def test_a_unit_that_advanced_may_not_attack_again_and_holds_the_ground():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "n-13-7", TARGET)
    put(p, "n-13-9", "1909")
    own(p, NAT, TARGET)
    fight(p, 6, "r-16-1", "r-16-2")                  # 2/1 die 6: -/R
    play(p, "hex:2010" if "hex:2010" in offered(p) else "hex:2109")
    play(p, "unit:r-16-1", "hex:2009", "pass")
    assert p.last[at(p, TARGET)] == REP
    assert rules(p, "hex:1909") == ["10.1b"], "next to 1909, but it has attacked"


@pytest.mark.rule("11.1b")
@pytest.mark.parametrize("option, turn, corps, reach", [
    (True, 2, "XVIII", 1), (True, 3, "XVIII", 3), (False, 2, "XVIII", 3), (True, 2, "V", 3),
])
def test_by_option_the_xviii_corps_follows_one_hex_at_most_on_turn_2(option: bool, turn: int, corps: str, reach: int):
    p = elsewhere(drill(turn=turn, slow_xviii_corps=option))
    name = "r-16-1" if corps == "XVIII" else "r-101-1"
    assert p.board.corps[put(p, name, "2008")] == corps
    put(p, "n-13-7", TARGET)
    aftermath_of(p, [name], ["n-13-7"], losses=(0, 2))
    play(p, f"unit:{name}", "hex:2009")
    gone = 1
    for h in ("2010", "2011"):
        if f"hex:{h}" in offered(p):
            play(p, f"hex:{h}")
            gone += 1
    assert gone == reach
    assert where(p, name) == ("2009", "2010", "2011")[reach - 1]
