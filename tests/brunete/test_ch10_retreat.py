"""[10.4.1] Retreats after combat: stubborn defence, the way back, enemy zones, stacking."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.laws import stacks
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import RECOVERABLE, UNSUPPLIED
from tests.brunete.beaten import LETTERS, OUTER_RING, RING_IN_ZONE, alive, beaten
from tests.brunete.fight import TARGET, aftermath_of, elsewhere, over
from tests.brunete.lay import asked, at, drill, hexes, offered, own, play, put, rules, unit, units, where

# -- green and black


@pytest.mark.rule("10.4.1a")
def test_a_green_r_takes_the_defender_back_one_hex():
    p = beaten("n-13-7")
    assert (asked(p), hexes(offered(p))) == ([NAT], ["1909", "2010", "2109"])
    play(p, "hex:2010")
    assert where(p, "n-13-7") == "2010"
    assert asked(p) == [REP], "one hex, and the attacker may follow"


@pytest.mark.rule("10.4.1a", "10.4.1b")
@pytest.mark.parametrize("ground, may", [
    ({}, False), ({"hills": [TARGET]}, True), ({"forests": [TARGET]}, True), ({"vertices": [TARGET]}, True),
    ({"towns": [TARGET]}, True), ({"rivers": ["2008/2009"], "roads": ["2009 2010"]}, False),
    ({"hills": ["2008"]}, False),
])
def test_a_stubborn_defence_may_be_chosen_on_defensive_terrain_only(ground: dict[str, Any], may: bool):
    p = beaten("n-13-7", **ground)
    assert ("stubborn" in offered(p)) == may
    if may:
        assert (asked(p), offered(p)) == ([NAT], ["stubborn", "pass"])
        play(p, "pass")                              # voluntary
        assert hexes(offered(p)), "it goes back instead"


@pytest.mark.rule("10.4.1b")
@pytest.mark.parametrize("die", [5, 6])
def test_a_stubborn_defence_holds_on_5_and_6(die: int):
    p = beaten("n-13-7", towns=[TARGET])
    play(p, "stubborn", f"die:{die}")
    assert where(p, "n-13-7") == TARGET
    assert over(p), "nobody follows"


@pytest.mark.rule("10.4.1b")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_a_stubborn_defence_fails_on_1_to_4(die: int):
    p = beaten("n-13-7", towns=[TARGET])
    play(p, "stubborn", f"die:{die}")
    assert hexes(offered(p)) == ["1909", "2010", "2109"], "the retreat is carried out"
    play(p, "hex:2010")
    assert p.steps[unit(p, "n-13-7")] == 2, "at no cost but the ground"


@pytest.mark.rule("10.4.1c")
@pytest.mark.parametrize("die, left", [(5, (0, 1)), (6, (1, 1))])
def test_x15_on_a_5_each_regular_unit_loses_a_step_and_elite_ones_do_not(die: int, left: tuple[int, int]):
    p = beaten("n-13-7", "n-13-2", steps=1, towns=[TARGET])
    play(p, "stubborn", f"die:{die}")
    assert (alive(p, "n-13-7"), alive(p, "n-13-2")) == left
    assert where(p, "n-13-2") == TARGET
    assert over(p)


@pytest.mark.rule("10.4.1c")
def test_x15_two_regulars_both_pay_for_a_5():
    p = beaten("n-13-7", "n-13-9", towns=[TARGET])
    play(p, "stubborn", "die:5")
    assert (alive(p, "n-13-7"), alive(p, "n-13-9")) == (1, 1)


@pytest.mark.rule("10.4.1c")
def test_cavalry_tanks_and_garrisons_are_regular_and_bystanders_are_spared():
    p = beaten("n-cav-1", "n-tank-1", "n-gar-1", "n-13-2", bystanders=("n-13-7",), hills=[TARGET])
    play(p, "stubborn", "die:5")
    assert [alive(p, u) for u in ("n-cav-1", "n-tank-1", "n-gar-1", "n-13-2", "n-13-7")] == [0, 0, 0, 2, 2]
    assert where(p, "n-13-7") == TARGET


@pytest.mark.rule("10.4.1c", "10.4.2d")
def test_a_5_that_eliminates_everybody_empties_the_hex():
    p = beaten("n-13-7", steps=1, towns=[TARGET])
    play(p, "stubborn", "die:5")
    assert alive(p, "n-13-7") == 0
    play(p, "unit:r-16-1", "hex:2009", "hex:2010", "hex:2011")       # three hexes
    assert where(p, "r-16-1") == "2011"


@pytest.mark.rule("10.4.1d")
def test_a_black_r_takes_the_defender_back_two_hexes_without_a_stubborn_defence():
    p = beaten("n-13-7", retreat=2, hills=[TARGET], towns=[TARGET])
    assert "stubborn" not in offered(p)
    play(p, "hex:2010")
    assert hexes(offered(p)) == ["1910", "2011", "2110"], "not back towards the attacker, not beside 2009"
    assert rules(p, "hex:2109") == ["10.4.1h"], "only one hex away"
    play(p, "hex:2011")
    assert where(p, "n-13-7") == "2011"
    assert asked(p) == [REP]


# -- enemy zones


@pytest.mark.rule("10.4.1e")
def test_a_retreat_avoids_enemy_zones_while_there_is_another_way():
    p = beaten("n-13-7")
    for h in ("2108", "1908"):
        assert f"hex:{h}" not in offered(p)
        assert rules(p, f"hex:{h}") == ["10.4.1e"]
    q = beaten("n-13-7", retreat=2, foes=("2210",))  # its zone takes 2109, 2110 and 2209
    assert hexes(offered(q)) == ["1909", "2010"]
    play(q, "hex:2010")
    assert hexes(offered(q)) == ["1910", "2011"]
    assert rules(q, "hex:2110") == ["10.4.1e"]


@pytest.mark.rule("10.4.1e")
def test_zones_of_unsupplied_enemies_do_not_count():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008", state=UNSUPPLIED)
    put(p, "n-13-7", TARGET)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1)
    assert {"hex:2108", "hex:1908"} <= set(offered(p))


@pytest.mark.rule("10.4.1f")
@pytest.mark.parametrize("steps, left", [(2, 1), (1, 0)])
def test_a_regular_unit_loses_a_step_in_an_enemy_zone_and_a_reduced_one_is_eliminated(steps: int, left: int):
    p = beaten("n-13-7", foes=RING_IN_ZONE, steps=steps)
    play(p, "hex:2010")
    assert alive(p, "n-13-7") == left
    assert p.hex[unit(p, "n-13-7")] == (at(p, "2010") if left else RECOVERABLE)


@pytest.mark.rule("10.4.1f")
def test_a_friendly_unit_in_the_hex_negates_the_zone():
    p = beaten("n-13-7", foes=RING_IN_ZONE, friends={"n-13-9": "2010"}, steps=1)
    assert hexes(offered(p)) == ["2010"], "the only way without loss"
    play(p, "hex:2010")
    assert (alive(p, "n-13-7"), where(p, "n-13-7")) == (1, "2010")


@pytest.mark.rule("10.4.1f")
def test_a_regular_unit_pays_in_each_zone_it_passes():
    p = beaten("n-13-7", retreat=2, foes=RING_IN_ZONE + OUTER_RING)
    play(p, "hex:2010", "hex:2011")
    assert p.hex[unit(p, "n-13-7")] == RECOVERABLE, "two steps in two zones"


@pytest.mark.rule("10.4.1f")
def test_units_retreating_together_do_not_shield_one_another():
    p = beaten("n-13-7", "n-13-9", foes=RING_IN_ZONE)
    play(p, "unit:n-13-7", "hex:2010", "hex:2010")   # R66: the second is judged as before the first one left
    assert where(p, "n-13-9") == "2010"
    assert (alive(p, "n-13-7"), alive(p, "n-13-9")) == (1, 1)


@pytest.mark.rule("10.4.1g")
@pytest.mark.parametrize("steps", [1, 2])
def test_an_elite_unit_loses_nothing_in_its_first_enemy_zone(steps: int):
    p = beaten("n-13-2", foes=RING_IN_ZONE, steps=steps)
    play(p, "hex:2010")
    assert alive(p, "n-13-2") == steps


@pytest.mark.rule("10.4.1g")
@pytest.mark.parametrize("steps, left", [(2, 1), (1, 0)])
def test_an_elite_unit_loses_a_step_in_the_second_zone(steps: int, left: int):
    p = beaten("n-13-2", retreat=2, foes=RING_IN_ZONE + OUTER_RING, steps=steps)
    play(p, "hex:2010", "hex:2011")
    assert alive(p, "n-13-2") == left


@pytest.mark.rule("10.4.1g")
@pytest.mark.parametrize("option, left", [("first_zoc_hex", 1), ("first_retreat_hex", 0)])
def test_what_the_first_hex_of_an_elite_retreat_is_depends_on_the_option(option: str, left: int):
    # 2109 and the ring beyond lie in zones, 2010 and 1909 do not: the first zone is met in the second hex.
    p = beaten("n-13-2", retreat=2, foes=("2210", "1708", "2308", "1811", "2012"), steps=1, elite_free_hex=option)
    play(p, "hex:2010", "hex:2011")
    assert alive(p, "n-13-2") == left
    q = beaten("n-13-2", foes=RING_IN_ZONE, steps=1, elite_free_hex=option)
    play(q, "hex:2010")
    assert alive(q, "n-13-2") == 1, "a zone in the first hex is free in both readings"


# -- direction


@pytest.mark.rule("10.4.1h")
@pytest.mark.parametrize("option, ways", [
    ("nearer_to_any_source", ["1909", "2010"]), ("not_farther_from_nearest", ["1909", "2010", "2109"]),
])
def test_a_retreat_goes_towards_an_own_supply_source(option: str, ways: list[str]):
    p = beaten("n-13-7", sources=("1818",), retreat_direction=option)   # 10 hexes; 9 from 1909 and 2010, 10 from 2109
    assert hexes(offered(p)) == ways
    if "2109" not in ways:
        assert rules(p, "hex:2109") == ["10.4.1h"]


@pytest.mark.rule("10.4.1h")
@pytest.mark.parametrize("option, ways", [
    ("nearer_to_any_source", ["2108", "2109"]), ("not_farther_from_nearest", ["2109"]),
])
def test_towards_any_source_or_not_away_from_the_nearest_one(option: str, ways: list[str]):
    p = elsewhere(drill(retreat_direction=option))
    put(p, "r-16-1", "1909")                         # from the south-west: 2008, 2108 and 2109 are free of zones
    put(p, "n-13-7", TARGET)
    own(p, REP, *[h for h in LETTERS if h not in ("1818", "3403")])
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1)
    assert hexes(offered(p)) == ways


@pytest.mark.rule("10.4.1h")
@pytest.mark.parametrize("option", ["nearer_to_any_source", "not_farther_from_nearest"])
def test_without_a_source_any_direction_will_do(option: str):
    p = beaten("n-13-7", sources=(), retreat_direction=option)
    assert hexes(offered(p)) == ["1909", "2010", "2109"]


@pytest.mark.rule("10.4.1h")
def test_without_a_way_towards_a_source_any_direction_will_do():
    q = elsewhere(drill())
    put(q, "r-16-1", "2010")                         # between the unit and its only source in the south
    put(q, "n-13-7", TARGET)
    own(q, REP, *[h for h in LETTERS if h != "1818"])
    aftermath_of(q, ["r-16-1"], ["n-13-7"], retreat=1)
    assert hexes(offered(q)) == ["1908", "2008", "2108"], "avoiding zones comes before the direction"
    assert rules(q, "hex:1909") == ["10.4.1e"]


@pytest.mark.rule("10.4.1h")
def test_a_source_in_enemy_hands_does_not_draw_a_retreat():
    p = beaten("n-13-7", sources=("1818",), foes=("1818",))
    assert hexes(offered(p)) == ["1909", "2010", "2109"]


@pytest.mark.rule("10.4.1h")
def test_each_unit_of_a_stack_goes_its_own_way_in_the_order_of_its_owner():
    p = beaten("n-13-7", "n-13-9")
    assert units(offered(p)) == ["n-13-7", "n-13-9"]
    play(p, "unit:n-13-9", "hex:2109", "hex:1909")
    assert (where(p, "n-13-9"), where(p, "n-13-7")) == ("2109", "1909")


# -- stacking


FULL = {"n-11-2": "2109", "n-11-3": "2109", "n-150-1": "2010", "n-150-2": "2010", "n-150-3": "1909", "n-150-4": "1909"}


@pytest.mark.rule("10.4.1i")
def test_a_retreat_into_a_full_hex_goes_one_hex_further():
    p = beaten("n-13-7", friends=FULL)
    assert hexes(offered(p)) == ["1909", "2010", "2109"]
    play(p, "hex:2010")
    assert where(p, "n-13-7") == TARGET, "not there yet"
    assert hexes(offered(p)) == ["1910", "2011", "2110"]
    play(p, "hex:2011")
    assert where(p, "n-13-7") == "2011"
    assert not stacks(p)


@pytest.mark.rule("10.4.1i", "10.4.1e")
def test_what_keeps_a_hex_from_a_retreat_is_named_by_its_rule():
    friends = {"n-11-2": "2010", "n-11-3": "2010"}   # 2010 is full, and beyond it 1910, 2011 and 2110 are enemy
    p = beaten("n-13-7", friends=friends, foes=("1910", "2011", "2110"))
    assert "hex:2010" not in offered(p)
    assert rules(p, "hex:2010") == ["10.4.1i"]
    q = beaten("n-13-7", retreat=2, foes=("1811", "1708"))           # zones in 1809, 1810 and 1910
    assert "hex:2010" in offered(q)
    assert rules(q, "hex:1909") == ["10.4.1e"], "free itself, but every second hex beyond it lies in a zone"


@pytest.mark.rule("10.4.1i")
def test_a_hex_with_room_ends_the_retreat_and_the_owner_may_choose_it():
    p = beaten("n-13-7", friends={k: h for k, h in FULL.items() if k != "n-150-2"})
    play(p, "hex:2010")
    assert where(p, "n-13-7") == "2010", "one friend leaves room for one more"


@pytest.mark.rule("10.4.1i")
def test_units_that_went_first_count():
    p = beaten("n-13-7", "n-13-9", friends={k: h for k, h in FULL.items() if k != "n-150-2"})
    play(p, "unit:n-13-7", "hex:2010")
    play(p, "hex:2010")
    assert where(p, "n-13-9") == TARGET
    play(p, "hex:2011")
    assert where(p, "n-13-9") == "2011"
    assert not stacks(p)


@pytest.mark.rule("10.4.1i")
@pytest.mark.parametrize("room", [False, True])
def test_without_room_in_the_further_hex_either_the_unit_is_eliminated(room: bool):
    # 2001 on the northern edge, enemies in 1901 and 2101: the only way is 2002, and from there 1902, 2003 or 2102.
    p = elsewhere(drill())
    put(p, "r-16-1", "1901")
    put(p, "r-3-1", "2101")
    put(p, "n-13-7", "2001")
    friends = ["n-150-1", "n-150-2", "n-150-3", "n-150-4", "n-11-2", "n-11-3", "n-11-7", "n-11-8"]
    for i, h in enumerate(("2002", "1902", "2003", "2102")):
        for u in friends[2 * i:2 * i + 2]:
            if not (room and u == "n-11-2"):
                put(p, u, h)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1, target="2001")
    if room:
        play(p, "hex:2002", "hex:2003")
        assert where(p, "n-13-7") == "2003"
    else:
        assert p.hex[unit(p, "n-13-7")] == RECOVERABLE
    assert not stacks(p)


@pytest.mark.rule("10.4.1i")
def test_a_tank_and_infantry_have_room_of_their_own():
    p = beaten("n-13-7", "n-tank-1", friends={"n-tank-2": "2010", "n-150-1": "2010"})
    play(p, "unit:n-13-7", "hex:2010")
    assert where(p, "n-13-7") == "2010", "the tank there takes no infantry room"
    play(p, "hex:2010")
    assert where(p, "n-tank-1") == TARGET, "a second tank must go on"
    play(p, "hex:2011")
    assert where(p, "n-tank-1") == "2011"
