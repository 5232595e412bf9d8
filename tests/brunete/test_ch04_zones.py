"""[4] Zones of control."""
from __future__ import annotations

import pytest

from frente.games.brunete.rules.ch03_supply import supply_lines
from frente.games.brunete.rules.ch09_movement import Move, Movement
from frente.games.brunete.rules.ch10_combat import Combat
from frente.games.brunete.state.board import NAT, REP
from frente.games.brunete.state.position import RETREATED, UNSUPPLIED, Brunete
from tests.brunete.fight import anyhow, fight
from tests.brunete.lay import along, asked, at, drill, hexes, offered, play, put, rules, run, unit

AROUND_2010 = ["1909", "1910", "2009", "2011", "2109", "2110"]


def threatened(p: Brunete, side: int) -> list[str]:
    """Hexes in the zones of a side."""
    return sorted(p.board.names[h] for h in range(p.board.size) if p.zone[side][h])


def ended(p: Brunete) -> bool:
    """The unit on the move has had to stop."""
    return not p.stack or not isinstance(p.stack[-1], Move)


@pytest.mark.rule("4.a")
def test_a_zone_is_the_six_hexes_around_a_unit_across_rivers_too() -> None:
    p = drill(rivers=["2010/2011", "2010/2110"], hills=["2009"])
    put(p, "n-13-1", "2010")
    assert threatened(p, NAT) == AROUND_2010
    assert threatened(p, REP) == []
    put(p, "r-16-1", "2012")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2011")                       # on the other bank
    assert ended(p)


@pytest.mark.rule("4.a")
def test_a_zone_ends_at_the_edge_of_the_map_and_follows_the_unit() -> None:
    """R23"""
    p = drill()
    u = put(p, "n-13-1", "2001")
    assert threatened(p, NAT) == ["1901", "2002", "2101"]
    p.put(u, at(p, "2010"))
    assert threatened(p, NAT) == AROUND_2010
    p.box(u, -2)
    assert threatened(p, NAT) == []                          # off the map it has none


@pytest.mark.rule("4.b")
@pytest.mark.parametrize("name", ["n-13-1", "n-cav-1", "n-gar-4", "n-tank-1", "n-71-150-1"])
def test_every_combat_unit_exerts_a_zone_unless_unsupplied_or_retreated(name: str) -> None:
    p = drill()
    u = put(p, name, "2010", steps=1)
    assert threatened(p, NAT) == AROUND_2010
    for state in (UNSUPPLIED, RETREATED, UNSUPPLIED | RETREATED):
        p.mark(u, state)
        assert threatened(p, NAT) == []
        p.unmark(u, state)
        assert threatened(p, NAT) == AROUND_2010
    p.mark(u, UNSUPPLIED | RETREATED)
    p.unmark(u, RETREATED)
    assert threatened(p, NAT) == []                          # still unsupplied


@pytest.mark.rule("4.b")
def test_a_retreated_unit_has_its_zone_back_when_the_enemy_combat_is_over() -> None:
    p = drill()
    put(p, "n-13-1", "2010", state=RETREATED)
    put(p, "n-11-2", "2014", steps=1)
    put(p, "r-16-1", "2015")
    run(p, Combat(REP))
    assert "2009" not in threatened(p, NAT)
    play(p, "pass")
    assert "2009" in threatened(p, NAT)


# -- movement


@pytest.mark.rule("4.1a")
def test_a_unit_that_enters_an_enemy_zone_ends_its_move_there() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    put(p, "r-16-1", "2007")
    put(p, "r-3-1", "2005")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2008")
    assert not ended(p)                                      # two hexes away: nothing
    play(p, "hex:2009")
    assert ended(p)
    assert units_moved(p) == ["r-16-1"]


def units_moved(p: Brunete) -> list[str]:
    return [p.board.uid[u] for u in range(p.board.units) if p.state[u] & 4]


@pytest.mark.rule("4.1a")
def test_why_a_halted_unit_goes_no_further_is_the_rule_of_zones() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    u = put(p, "r-16-1", "2009")
    run(p, Movement(REP), Move(REP, u, 0, 5, 0, True))       # as if it had just come in
    assert ended(p)
    p.stack.append(Move(REP, u, 0, 5, 0, True))
    p.stack[-1].at = 1
    assert [r.rule for r in p.step().why(p.stack[-1], p, REP, p.board.hex_acts[at(p, "2008")])] == ["4.1a"]


@pytest.mark.rule("4.1b")
def test_a_unit_goes_from_zone_to_zone_as_its_only_step() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    put(p, "n-13-2", "2110", state=UNSUPPLIED)
    put(p, "r-16-1", "2009")
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert "hex:2109" in offered(p)                          # the zone of the same enemy
    play(p, "hex:2109")
    assert ended(p)
    q = drill()
    put(q, "n-13-1", "2010")
    put(q, "n-11-2", "1808")
    put(q, "r-16-1", "1909")
    run(q, Movement(REP))
    play(q, "unit:r-16-1", "hex:1908")                       # the zone of another enemy
    assert ended(q)


@pytest.mark.rule("4.1b")
def test_the_step_from_zone_to_zone_must_be_paid_for_and_one_out_of_zones_may_go_on() -> None:
    """R22"""
    p = drill(hills=["2109"], rivers=["2009/2109"])
    put(p, "n-13-1", "2010")
    put(p, "r-16-1", "2009", steps=1, state=UNSUPPLIED)      # 3 points: just enough for hill and river
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert "hex:2109" in offered(p)
    p.interdiction = [[], [at(p, "2109")]]
    p.settle()
    assert rules(p, "hex:2109") == ["9.2"]                   # one more is too many: there is no free step
    r = drill()
    put(r, "n-13-1", "2010")
    put(r, "r-16-1", "2009")
    run(r, Movement(REP))
    play(r, "unit:r-16-1")
    assert along(r, ["2008", "2007", "2006", "2005", "2004", "2003", "2002", "2001"]) == 8


@pytest.mark.rule("4.1c")
def test_entering_and_leaving_a_zone_costs_nothing_extra() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    put(p, "r-16-1", "2009", steps=1)                        # 6 points
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert along(p, ["2008", "2007", "2006", "2005", "2004", "2003", "2002"]) == 6
    q = drill()
    put(q, "n-13-1", "2010")
    put(q, "r-16-1", "2003", steps=1)
    run(q, Movement(REP))
    play(q, "unit:r-16-1")
    assert along(q, ["2004", "2005", "2006", "2007", "2008", "2009"]) == 6       # the last point enters the zone


@pytest.mark.rule("4.1d")
def test_a_friendly_unit_or_zone_does_not_lift_an_enemy_zone_for_movement() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    put(p, "r-3-1", "2009")
    put(p, "r-16-1", "2007")
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2008", "hex:2009")
    assert ended(p)
    assert p.hex[unit(p, "r-16-1")] == at(p, "2009")


@pytest.mark.rule("4.1e")
def test_an_advance_does_not_stop_in_an_enemy_zone_as_a_move_does() -> None:
    p = drill()
    put(p, "n-gar-4", "2009")
    put(p, "n-gar-1", "2108")                                # its zone covers 2009
    put(p, "r-16-1", "2010")
    put(p, "r-16-2", "2010")
    fight(p, 6, "r-16-1", "r-16-2")                          # 16 to 2: the garrison is lost
    anyhow(p, "unit:r-16-1")
    play(p, "unit:r-16-1", "hex:2009")
    assert "1908" in hexes(offered(p))                       # on from the zone, which a move could not do
    assert "2008" not in hexes(offered(p))                   # but into no further zone
    q = drill()
    put(q, "n-gar-1", "2108")
    put(q, "r-16-1", "2010")
    run(q, Movement(REP))
    play(q, "unit:r-16-1", "hex:2009")
    assert ended(q)


@pytest.mark.rule("4.1e")
def test_a_retreat_goes_through_an_enemy_zone_where_a_move_would_stop() -> None:
    p = drill()
    loser = put(p, "n-13-2", "2009")                         # elite: the first hex in a zone is free
    for name, place in (("r-16-1", "2010"), ("r-16-2", "2010"), ("r-3-1", "1909"), ("r-3-2", "1909")):
        put(p, name, place)
    for name, place in (("r-tk5-1", "1907"), ("r-tk5-2", "2107"), ("r-tk5-3", "2110")):
        put(p, name, place)                                  # all ways out lie in Republican zones
    fight(p, 4, "r-16-1", "r-16-2", "r-3-1", "r-3-2")        # 32 to 8, 4/1: -/R
    assert asked(p) == [NAT]
    while p.hex[loser] == at(p, "2009"):
        word = next(w for w in offered(p) if w != "stubborn")
        play(p, word)
    assert p.hex[loser] >= 0
    assert p.zone[REP][p.hex[loser]]


# -- supply


@pytest.mark.rule("4.2a", "4.2b")
def test_a_zone_cuts_a_supply_line_and_a_friendly_unit_opens_it_again() -> None:
    p = drill(roads=["1401 1402 1403 1404 1405 1406"])
    put(p, "r-16-1", "1406")
    here = p.hex[unit(p, "r-16-1")]
    assert supply_lines(p, REP)[here] == 0
    put(p, "n-13-1", "1303")                                 # zone over 1403 and 1404
    assert supply_lines(p, REP)[here] < 0
    put(p, "r-3-1", "1403")
    put(p, "r-3-2", "1404")
    assert supply_lines(p, REP)[here] == 0
    put(p, "r-3-2", "1405")
    assert supply_lines(p, REP)[here] < 0                    # a unit beside the hex does not open it


@pytest.mark.rule("4.1a")
def test_a_unit_in_an_enemy_zone_at_the_start_may_leave_freely() -> None:
    p = drill()
    put(p, "n-13-1", "2010")
    put(p, "r-16-1", "2009")
    run(p, Movement(REP))
    play(p, "unit:r-16-1")
    assert hexes(offered(p)) == ["1908", "1909", "2008", "2108", "2109"]
    assert rules(p, "hex:2010") == ["R25"]                   # never into the enemy's hex
