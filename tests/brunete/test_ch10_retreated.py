"""[10.4.1] Retreats: units that have retreated, units that cannot, map edges."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.brunete.rules.ch06_reinforcements import Reinforcements
from frente.games.brunete.rules.ch09_movement import Move, Movement
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import FINAL, OFF_MAP, RECOVERABLE, RETREATED, UNSUPPLIED, Brunete
from tests.brunete.beaten import FRESH, RING_IN_ZONE, alive, beaten
from tests.brunete.fight import TARGET, aftermath_of, anyhow, attack, declare, elsewhere, fight, over, quietly
from tests.brunete.lay import at, drill, hexes, offered, play, put, rules, run, told, unit, units, where

# -- retreated units


@pytest.mark.rule("10.4.1j")
def test_retreated_units_exert_no_zone_until_the_combat_step_is_over():
    p = beaten("n-13-7")
    play(p, "hex:2010", "pass")
    assert p.state[unit(p, "n-13-7")] & RETREATED
    assert not any(p.zone[NAT][h] for h in p.board.nb[at(p, "2010")])
    play(p, "pass")                                  # no more attacks
    assert not p.state[unit(p, "n-13-7")] & RETREATED
    assert all(p.zone[NAT][h] for h in p.board.nb[at(p, "2010")])


@pytest.mark.rule("10.4.1k")
def test_retreated_units_add_nothing_to_the_defence_and_take_no_losses():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "n-13-7", TARGET)
    put(p, "n-13-9", TARGET, state=RETREATED)
    declare(p, "r-16-1", "r-16-2")
    assert attack(p).defenders == [unit(p, "n-13-7")]
    assert attack(p).base == 3, "16 against 7, not 14"
    play(quietly(p), "die:3", "unit:r-16-1")         # 2/1 die 3: 1/1
    assert (alive(p, "n-13-7"), alive(p, "n-13-9")) == (1, 2)
    assert over(p)
    assert where(p, "n-13-9") == TARGET, "a result without R leaves them alone"


@pytest.mark.rule("10.4.1k")
def test_a_retreated_unit_is_refused_as_a_loss():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    for u, state in (("n-13-7", 0), ("n-150-1", 0)):
        put(p, u, TARGET, state=state)
    put(p, "n-tank-1", TARGET, state=RETREATED)
    aftermath_of(p, ["r-16-1"], ["n-13-7", "n-150-1"], losses=(0, 1), bystanders=("n-tank-1",))
    assert rules(p, "unit:n-tank-1") == ["10.4.1k"]


@pytest.mark.rule("10.4.1l")
def test_retreated_units_forced_back_again_lose_a_step_each():
    p = beaten("n-13-7", bystanders=("n-13-9",))
    assert alive(p, "n-13-9") == 1
    assert rules(p, "unit:n-13-9") == ["10.4.1h"], "the defender is on his way"
    play(p, "hex:1909", "hex:2010")
    assert (alive(p, "n-13-7"), alive(p, "n-13-9")) == (2, 1), "the fresh unit pays nothing"
    q = beaten("n-13-7", bystanders=("n-tank-1",))
    assert p.hex[unit(p, "n-13-9")] == at(p, "2010")
    assert q.hex[unit(q, "n-tank-1")] == FINAL, "a one-step unit is eliminated"


@pytest.mark.rule("10.4.1l")
def test_an_enemy_zone_costs_a_second_retreat_another_step():
    p = beaten("n-13-2", bystanders=("n-13-9",), foes=RING_IN_ZONE)
    play(p, "hex:1909", "hex:2010")
    assert alive(p, "n-13-9") == 0


@pytest.mark.rule("10.4.1l")
def test_a_stubborn_defence_that_holds_keeps_retreated_units_in_place_unharmed():
    p = beaten("n-13-7", bystanders=("n-13-9",), towns=[TARGET])
    play(p, "stubborn", "die:6")
    assert (alive(p, "n-13-9"), where(p, "n-13-9")) == (2, TARGET)


@pytest.mark.rule("10.4.1m")
@pytest.mark.parametrize("losses, retreat, lost", [((0, 2), 0, True), ((0, 1), 0, False), ((0, 2), 2, True)])
def test_retreated_units_share_the_fate_of_the_defenders_that_are_eliminated(
        losses: tuple[int, int], retreat: int, lost: bool):
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "n-13-7", TARGET)
    put(p, "n-13-9", TARGET, state=RETREATED)
    aftermath_of(p, ["r-16-1"], ["n-13-7"], losses=losses, retreat=retreat, bystanders=("n-13-9",))
    assert (p.hex[unit(p, "n-13-9")] == RECOVERABLE) == lost
    if lost:
        assert units(offered(p)) == ["r-16-1"], "the hex is empty and the attacker may enter"


@pytest.mark.rule("10.4.1m")
def test_a_garrison_that_cannot_leave_takes_them_with_it_but_not_when_others_leave():
    p = beaten("n-gar-1", bystanders=("n-13-9",))
    assert p.hex[unit(p, "n-13-9")] == RECOVERABLE
    q = beaten("n-gar-1", "n-13-7", bystanders=("n-13-9",))
    assert alive(q, "n-13-9") == 1, "a fresh unit leaves: they retreat with it"


@pytest.mark.rule("10.4.1m", "10.4.1o")
def test_a_fresh_unit_without_a_way_back_takes_them_with_it():
    rivers = ["2009/2010", "2009/1909", "2009/2109", "2009/1908", "2009/2108"]
    p = beaten("n-tank-1", bystanders=("n-13-9",), rivers=rivers)
    assert p.hex[unit(p, "n-tank-1")] == FINAL, "no road or path over the river"
    assert p.hex[unit(p, "n-13-9")] == RECOVERABLE, "infantry could wade, but those who bore the attack are lost (R70)"
    q = beaten("n-tank-1", bystanders=("n-13-9",), rivers=rivers, roads=["2009 2010"])
    play(q, "hex:2010")
    assert alive(q, "n-13-9") == 1


@pytest.mark.rule("10.4.1n")
def test_a_hex_with_retreated_units_only_cannot_be_attacked():
    p = beaten("n-13-7")
    put(p, "r-3-1", "2011", state=UNSUPPLIED)        # next to 2010, without a zone to keep the retreat away
    put(p, "n-13-9", "2012")
    play(p, "hex:2010", "pass")
    assert where(p, "n-13-7") == "2010"
    assert "hex:2012" in offered(p), "r-3-1 in 2011 may attack others"
    assert "hex:2010" not in offered(p)
    assert rules(p, "hex:2010") == ["10.4.1n"]


# -- no way back


@pytest.mark.rule("10.4.1o")
def test_a_unit_with_enemies_in_every_hex_around_is_eliminated():
    p = beaten("n-13-2", foes=("2108", "2109", "2010", "1909", "1908"))
    assert p.hex[unit(p, "n-13-2")] == RECOVERABLE
    p = beaten("n-13-2", foes=("2108", "2109", "1909", "1908"))
    assert offered(p) == ["hex:2010"], "one hex is enough"
    play(p, "hex:2010")
    assert where(p, "n-13-2") == "2010"


@pytest.mark.rule("10.4.1o")
def test_hexes_held_by_the_enemy_are_no_way():
    p = beaten("n-13-7", foes=("2109",))
    assert "hex:2109" not in offered(p)
    assert rules(p, "hex:2109") == ["10.4.1o"]


@pytest.mark.rule("10.4.1o")
def test_a_black_r_needs_a_way_of_two_hexes():
    # the way out is 2010, and 1910, 2011 and 2110 beyond it are held by the enemy
    p = beaten("n-13-2", retreat=2, foes=("2108", "2109", "1909", "1908", "1910", "2011", "2110"))
    assert p.hex[unit(p, "n-13-2")] == RECOVERABLE


@pytest.mark.rule("10.4.1o")
def test_a_tank_does_not_retreat_over_a_river_without_road_or_path():
    rivers = ["2009/2010", "2009/1909", "2009/2109"]
    p = beaten("n-tank-1", rivers=rivers, roads=["2009 2010"])
    assert hexes(offered(p)) == ["2010"]
    assert rules(p, "hex:1909") == ["tet.rivertank"]
    q = beaten("n-13-7", rivers=rivers, roads=["2009 2010"])
    assert hexes(offered(q)) == ["1909", "2010", "2109"], "infantry wades"


@pytest.mark.rule("10.4.1p")
def test_a_garrison_that_must_retreat_is_eliminated():
    p = beaten("n-gar-1", "n-13-7")
    assert p.hex[unit(p, "n-gar-1")] == FINAL
    assert hexes(offered(p)) == ["1909", "2010", "2109"], "the battalion goes back"
    q = beaten("n-gar-1", towns=[TARGET])
    play(q, "stubborn", "die:6")
    assert where(q, "n-gar-1") == TARGET, "a garrison that need not retreat stays"
    r = beaten("n-gar-1", towns=[TARGET])
    play(r, "stubborn", "die:1")
    assert r.hex[unit(r, "n-gar-1")] == FINAL


@pytest.mark.rule("10.4.1m", "10.4.1i")
def test_the_defenders_go_back_before_those_who_had_retreated_who_do_not_take_their_room():
    """R70"""
    p = elsewhere(drill())
    for u, h in zip(FRESH, ("2008", "2108", "2109", "1908", "1909"), strict=False):
        put(p, u, h)
    put(p, "n-13-7", TARGET)
    put(p, "n-13-9", TARGET, state=RETREATED)
    put(p, "n-150-1", "2010")                        # the only way back, with room for one; beyond it there is none
    for u, h in zip(("n-150-2", "n-150-3", "n-150-4", "n-150-5", "n-150-6", "n-11-4"),
                    ("2011", "2011", "2110", "2110", "1910", "1910"), strict=True):
        put(p, u, h)
    aftermath_of(p, [FRESH[0]], ["n-13-7"], retreat=1, bystanders=("n-13-9",))
    assert offered(p) == ["hex:2010"], "the defender, without a choice of order"
    play(p, "hex:2010")
    assert (where(p, "n-13-7"), p.hex[unit(p, "n-13-9")]) == ("2010", RECOVERABLE)
    q = beaten("n-13-7", "n-tank-1", bystanders=("n-13-9",))
    assert units(offered(q)) == ["n-13-7", "n-tank-1"]
    assert rules(q, "unit:n-13-9") == ["10.4.1m"]


# -- map edges


def at_the_edge(name: str, place: str, side: int, foes: dict[str, str], **options: Any) -> Brunete:
    """A unit beaten on an edge of the map; the first of *foes* attacked it."""
    p = elsewhere(drill(**options))
    put(p, name, place)
    for u, h in foes.items():
        put(p, u, h)
    return aftermath_of(p, [next(iter(foes))], [name], retreat=1, side=side, target=place)


NORTH = {"n-13-7": "2002"}                           # 2001 has three neighbours: 1901, 2002, 2101; both others in zone
NORTH_ALL = {"n-13-7": "2002", "n-13-9": "1901", "n-150-1": "2101"}


@pytest.mark.rule("10.4.1q")
def test_a_unit_forced_off_a_foreign_edge_is_eliminated():
    foes = {"r-16-1": "2002", "r-3-1": "1901", "r-3-2": "2101"}
    p = at_the_edge("n-13-2", "2001", REP, foes)     # the northern edge is Republican
    assert p.hex[unit(p, "n-13-2")] == RECOVERABLE
    q = at_the_edge("r-1-1", "0610", NAT, {"n-13-7": "0609", "n-13-9": "0709", "n-150-1": "0710", "n-150-2": "0611"})
    assert q.hex[unit(q, "r-1-1")] == RECOVERABLE, "and the other edges are Nationalist"


@pytest.mark.rule("10.4.1q")
def test_a_unit_with_enemies_round_it_on_its_own_edge_leaves_the_map_instead():
    p = at_the_edge("r-1-1", "2001", NAT, NORTH_ALL)
    assert offered(p) == ["exit"]
    play(p, "exit")
    assert p.hex[unit(p, "r-1-1")] == OFF_MAP
    foes = {"r-16-1": "0609", "r-3-1": "0709", "r-3-2": "0710", "r-68-1": "0611"}
    q = at_the_edge("n-13-7", "0610", REP, foes)     # west
    assert offered(q) == ["exit"]
    for place, around in (("3410", "3409 3310 3309 3411"), ("2018", "2017 2117 2118 1918 1917")):
        foes = dict(zip(FRESH, around.split()))
        assert offered(at_the_edge("n-13-7", place, REP, foes)) == ["exit"], "east and south"


@pytest.mark.rule("10.4.1q")
def test_a_foreign_edge_is_refused_by_its_rule():
    p = elsewhere(drill())
    put(p, "r-16-1", "2002")
    put(p, "n-13-7", "2001")
    aftermath_of(p, ["r-16-1"], ["n-13-7"], retreat=1, target="2001")
    assert hexes(offered(p)) == ["1901", "2101"], "both in a zone, and the edge is Republican"
    assert rules(p, "exit") == ["10.4.1q"]


@pytest.mark.rule("10.4.1q")
def test_the_edge_is_closed_while_a_way_on_the_map_is_free_of_enemy_zones():
    p = elsewhere(drill())
    put(p, "r-1-1", "2001")
    put(p, "n-13-7", "2101")                         # 2002 lies in its zone, 1901 does not
    aftermath_of(p, ["n-13-7"], ["r-1-1"], retreat=1, side=NAT, target="2001")
    assert offered(p) == ["hex:1901"]
    assert rules(p, "exit") == ["R69"]


@pytest.mark.rule("10.4.1q", "10.4.1r")
def test_a_unit_that_would_have_to_cross_a_zone_may_choose_its_own_edge():
    p = at_the_edge("r-16-1", "2001", NAT, NORTH)
    assert set(offered(p)) >= {"exit", "hex:1901"}
    q = p.clone()
    play(p, "exit")
    assert (p.hex[unit(p, "r-16-1")], p.steps[unit(p, "r-16-1")]) == (OFF_MAP, 2), "no step lost"
    play(q, "hex:1901")
    assert (where(q, "r-16-1"), q.steps[unit(q, "r-16-1")]) == ("1901", 1)


@pytest.mark.rule("10.4.1r", "10.4.2b")
def test_a_unit_that_left_the_map_has_retreated_and_is_followed_one_hex():
    """R69, R71"""
    p = at_the_edge("r-16-1", "2001", NAT, NORTH)
    play(p, "exit", "unit:n-13-7", "hex:2001")
    assert over(p), "and not three hexes, as if it had been lost"


@pytest.mark.rule("10.4.1r")
def test_hexes_on_the_way_to_the_edge_avoid_enemy_zones_too():
    """R69"""
    p = elsewhere(drill())
    put(p, "r-1-1", "2001")
    put(p, "n-13-7", "2002")                         # 1901 and 2101 lie in its zone
    aftermath_of(p, ["n-13-7"], ["r-1-1"], retreat=2, side=NAT, target="2001")
    assert offered(p) == ["hex:1901", "exit"], "towards A, or over the edge at once"
    play(p, "hex:1901")
    assert "exit" not in offered(p), "the edge was open without crossing a zone"


@pytest.mark.rule("10.4.1r")
def test_a_unit_beside_the_map_has_no_zone_is_supplied_and_comes_back_by_its_exit_hex():
    p = at_the_edge("r-16-1", "2001", NAT, NORTH_ALL)
    p.mark(unit(p, "r-16-1"), UNSUPPLIED)
    play(p, "exit")
    u = unit(p, "r-16-1")
    assert (p.hex[u], p.state[u], p.board.names[p.exit[u]]) == (OFF_MAP, 0, "2001")
    assert not p.zone[REP][at(p, "2001")]
    run(p, Reinforcements(REP))
    play(p, "unit:r-16-1")
    assert hexes(offered(p)) == ["2001"]
    assert rules(p, "hex:2201") == ["10.4.1r"]
    play(p, "hex:2001")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2001")
    assert where(p, "r-16-1") == "2001"
    assert not hexes(offered(p)), "2001 lies in an enemy zone: it stops there"
    assert p.exit[u] == -1


@pytest.mark.rule("10.4.1r")
@pytest.mark.parametrize("option, ways", [("exit_or_nearest", ["1901", "2101"]), ("any_of_own_edge", [])])
def test_with_the_exit_hex_taken_it_comes_back_by_the_nearest_free_one(option: str, ways: list[str]):
    p = at_the_edge("r-16-1", "2001", NAT, NORTH_ALL, reentry_hex=option)
    play(p, "exit")
    for name in ("n-13-9", "n-150-1"):
        p.box(unit(p, name), RECOVERABLE)
    put(p, "n-13-7", "2001")                         # the enemy has followed
    run(p, Reinforcements(REP))
    play(p, "unit:r-16-1")
    north = [f"{c:02d}01" for c in range(6, 35) if c != 20]
    assert hexes(offered(p)) == (ways or north)


@pytest.mark.rule("10.4.1r")
def test_half_the_points_off_the_road_and_all_of_them_by_a_lettered_hex():
    for place, points in (("2001", 4), ("1401", 8)):                   # 1401 is A
        p = drill()
        u = put(p, "r-16-1", place)
        p.box(u, OFF_MAP)
        p.exit[u] = at(p, place)
        run(p, Reinforcements(REP))
        play(p, "unit:r-16-1", f"hex:{place}")
        run(p, Movement(REP))
        play(p, "unit:r-16-1", f"hex:{place}")
        move = p.stack[-1]
        assert isinstance(move, Move)
        assert move.left == points - 1


@pytest.mark.rule("10.4.1r")
def test_coming_back_is_not_compulsory():
    p = at_the_edge("r-16-1", "2001", NAT, NORTH_ALL)
    play(p, "exit")
    run(p, Reinforcements(REP))
    play(p, "pass")
    run(p, Movement(REP))
    assert "unit:r-16-1" not in offered(p)
    assert p.hex[unit(p, "r-16-1")] == OFF_MAP


@pytest.mark.rule("10.4.1r")
def test_a_black_r_may_end_beyond_the_edge_after_one_hex():
    # 2002 beaten from 2003: every way of two hexes meets a zone, the edge behind 2001 is open.
    p = elsewhere(drill())
    put(p, "r-16-1", "2002")
    for u, h in (("n-13-7", "2003"), ("n-13-9", "1803"), ("n-150-1", "2203"), ("n-150-2", "1801"), ("n-150-3", "2201")):
        put(p, u, h)
    aftermath_of(p, ["n-13-7"], ["r-16-1"], retreat=2, side=NAT, target="2002")
    assert "hex:2001" in offered(p)
    play(p, "hex:2001")
    assert "exit" in offered(p)
    play(p, "exit")
    assert p.board.names[p.exit[unit(p, "r-16-1")]] == "2001"
    assert p.last[at(p, "2001")] == REP


@pytest.mark.rule("10.4.1i", "10.4.1r")
@pytest.mark.parametrize(("side", "friends", "ways"), [
    (NAT, ("r-3-1", "r-3-2"), ["hex:2001"]),         # full, and beyond it lies the own edge
    (NAT, ("r-3-1",), ["hex:2001"]),
    (REP, ("n-13-9", "n-13-11"), []),                # the northern edge is not Nationalist
])
def test_the_hex_further_for_want_of_room_may_lie_beyond_the_own_edge(
        side: int, friends: tuple[str, ...], ways: list[str]):
    """R69"""
    p = elsewhere(drill())
    name = "r-16-1" if side == NAT else "n-13-2"
    foes = ("n-13-7", "n-150-1", "n-150-2", "n-150-3", "n-150-4") if side == NAT else FRESH[:5]
    put(p, name, "2002")
    for u, h in zip(foes, ("2003", "1901", "1902", "2101", "2102"), strict=True):
        put(p, u, h)
    for u in friends:
        put(p, u, "2001")
    aftermath_of(p, [foes[0]], [name], retreat=1, side=side, target="2002")
    if not ways:
        assert p.hex[unit(p, name)] == RECOVERABLE
        return
    assert offered(p) == ways
    play(p, *ways)
    if len(friends) == 1:
        assert where(p, name) == "2001", "with room there the retreat is over"
        return
    assert offered(p) == ["exit"]
    play(p, "exit")
    assert (p.hex[unit(p, name)], p.steps[unit(p, name)]) == (OFF_MAP, 2)
    assert p.board.names[p.exit[unit(p, name)]] == "2001"


@pytest.mark.rule("10.4.1a", "10.4.1e", "10.4.1h", "10.4.1j")
def test_a_whole_combat_ends_in_a_retreat_that_is_told_to_both_sides():
    p = elsewhere(drill())
    put(p, "r-16-1", "2008")
    put(p, "r-16-2", "2008")
    put(p, "n-13-7", TARGET)
    events = told(p)
    fight(p, 6, "r-16-1", "r-16-2")                  # 2/1 die 6: -/R on open ground
    play(p, "hex:2010")
    assert [e.key for e in events if e.rule == "10.4.1h"] == ["retreated"]
    anyhow(p, "hex:0806")
    assert p.state[unit(p, "n-13-7")] & RETREATED
