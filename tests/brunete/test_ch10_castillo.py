"""[X13, X14] The worked combat of the rulebook: the Castillo vertex, on the map of the game, die by die."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch10_combat import Combat, column_name, known_shifts, total
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import FINAL, RECOVERABLE, Brunete
from frente.kernel.flow import CHANCE
from tests.brunete.fight import attack, column, over
from tests.brunete.lay import asked, empty, hexes, offered, play, put, rules, run, unit, units, where

CASTILLO = "2507"                                    # forest and vertex between Aulencia and Guadarrama
NORTH, WEST, SOUTH = "2506", "2408", "2508"          # dry; over the Aulencia by a path; over it without one
EAST = "2608"                                        # beyond the Guadarrama, reached by a path
VILLAFRANCA = "2607"


def castillo() -> Brunete:
    p = empty(turn=3)
    put(p, "r-xv-1", NORTH)                          # 15th Division, elite, 8
    put(p, "r-16-1", WEST)                           # 34th Division, 8
    put(p, "r-tk18-1", WEST)
    put(p, "r-3-1", SOUTH)                           # 34th Division, 8
    put(p, "n-gar-4", CASTILLO)                      # 0-2-0, as in the set-up
    put(p, "n-71-11-1", CASTILLO, steps=1)           # a reduced regular battalion, 2
    put(p, "n-13-7", "2809")                         # on the way to El Mosquito; its zone holds 2708
    p.avi[REP] = 1
    p.art[NAT] = 1
    p.cp = [2, 3]
    return run(p, Combat(REP))


def test_the_ground_is_that_of_the_example():
    b = castillo().board
    here = b.index[CASTILLO]
    assert (b.vertex[here], b.terrain[here]) == ("Castillo", "forest")
    sides = {b.names[n]: (b.water[here][i], bool(b.route[here][i])) for i, n in enumerate(b.nb[here])}
    assert sides[NORTH] == (0, False)
    assert sides[WEST] == (2, True)
    assert sides[SOUTH] == (1, False)
    assert sides[EAST] == (2, True)


def fought() -> Brunete:
    """The attack up to its result, in the steps of 10.2."""
    p = castillo()
    play(p, f"hex:{CASTILLO}", "unit:r-3-1", "unit:r-16-1", "unit:r-tk18-1", "unit:r-xv-1", "declare")
    play(p, "rep support:0a1v", "nat support:1a0v+cp")
    return play(p, "die:2", "die:6")


@pytest.mark.rule("10.1f", "10.2.1", "10.2.2", "10.2.3", "10.2.4", "10.2.5", "10.2.6", "10.2.7")
@pytest.mark.rule("10.3.2b", "10.3.2c", "10.3.2h", "10.3.3c", "10.3.3d", "10.3.4c")
def test_x13_the_odds_of_the_castillo_combat_step_by_step():
    p = castillo()
    play(p, f"hex:{CASTILLO}", "unit:r-3-1", "unit:r-16-1", "unit:r-tk18-1", "unit:r-xv-1", "declare")
    assert p.cp == [1, 3], "two divisions: one command point"
    f = attack(p)
    assert total(p, f) == 22, "8 + 7 + 7: two units attack across the Aulencia"
    assert column_name(f.base) == "5/1", "22 against 4"
    assert [(s.rule, s.columns) for s in known_shifts(p, f)] == [("10.3.4c", 1), ("10.3.2e", -1), ("10.3.2f", -1)]
    assert f.base + f.shifts == 5, "6/1 by the tank, 4/1 by the ground; three hexes do not envelop"
    assert asked(p) == [REP, NAT], "2 elite steps of 7 give no bonus: straight to the supports"
    play(p, "rep support:0a1v", "nat support:1a0v+cp")
    assert p.cp == [1, 2]
    assert asked(p) == [CHANCE], "the Republican aviation was committed without a point and rolls (R4)"
    play(p, "die:2")
    assert attack(p).effective == [0, 1]
    assert (p.avi_used[REP], p.art_used[NAT]) == (1, 1), "used, though it failed"
    assert column(p) == "3/1"


@pytest.mark.rule("10.1j", "10.1m", "10.1n", "10.3.6b", "10.4.1f", "10.4.1p")
def test_x13_the_result_1_1r_takes_a_step_and_both_defenders():
    p = fought()
    assert units(offered(p)) == ["r-16-1", "r-3-1", "r-xv-1"], "any full unit, not the tank; elite not obliged"
    assert rules(p, "unit:r-tk18-1") == ["10.1m"]
    play(p, "unit:r-16-1")                           # the one beside the tank
    assert (asked(p), units(offered(p))) == ([NAT], ["n-71-11-1", "n-gar-4"])
    play(p, "unit:n-gar-4")
    assert p.hex[unit(p, "n-gar-4")] == FINAL
    assert hexes(offered(p)) == ["2407", VILLAFRANCA, EAST], "each of them in a Republican zone"
    play(p, f"hex:{EAST}", "hex:2708")
    assert p.hex[unit(p, "n-71-11-1")] == RECOVERABLE, "regular and reduced: lost in the first zone"


@pytest.mark.rule("10.1j", "10.4.1p")
def test_x13_losing_the_battalion_first_costs_the_garrison_too():
    p = play(fought(), "unit:r-16-1", "unit:n-71-11-1")
    assert p.hex[unit(p, "n-71-11-1")] == RECOVERABLE
    assert p.hex[unit(p, "n-gar-4")] == FINAL, "it cannot retreat"
    assert asked(p) == [REP]


def advancing() -> Brunete:
    return play(fought(), "unit:r-16-1", "unit:n-gar-4", f"hex:{EAST}", "hex:2708")


@pytest.mark.rule("10.4.2a", "10.4.2d", "10.4.2e", "10.4.2f", "10.4.2g")
def test_x14_the_advance_after_the_castillo_combat():
    p = advancing()
    assert units(offered(p)) == ["r-16-1", "r-3-1", "r-tk18-1", "r-xv-1"]
    play(p, "unit:r-3-1")
    assert offered(p) == [f"hex:{CASTILLO}"], "the vacated hex first, over the Aulencia"
    play(p, f"hex:{CASTILLO}", f"hex:{EAST}")        # over the Guadarrama
    assert rules(p, "hex:2708") == ["10.4.2e"], "towards El Mosquito an enemy zone"
    play(p, "hex:2609")
    assert where(p, "r-3-1") == "2609"
    for name in ("r-16-1", "r-tk18-1"):              # the reduced infantry and the tank
        play(p, f"unit:{name}", f"hex:{CASTILLO}", f"hex:{EAST}")
        assert "hex:2708" not in offered(p)
        play(p, "stop")
        assert where(p, name) == EAST
    play(p, "unit:r-xv-1", f"hex:{CASTILLO}", f"hex:{NORTH}", f"hex:{VILLAFRANCA}")
    assert where(p, "r-xv-1") == VILLAFRANCA, "back through the hex it attacked from and on along the road"
    assert over(p)


@pytest.mark.rule("10.4.2f")
def test_x14_the_tank_crosses_only_where_a_road_or_path_does():
    p = play(advancing(), "unit:r-tk18-1", f"hex:{CASTILLO}")
    assert f"hex:{EAST}" in offered(p)
    assert rules(p, f"hex:{SOUTH}") == ["10.4.2f"]
    assert rules(p, "hex:2407") == ["10.4.2f"]
