"""[9, 10, 11, 12] What lies next to a hex: all six sides count, and what the ground was is not remembered."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch10_supply import fed, lifted_network, network, traces, without
from frente.games.tscw.state.board import NET_CENTRE
from frente.games.tscw.state.position import Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    before,
    empty,
    fighting,
    hexn,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    reasons,
    run,
    unit,
    where,
)

MIDDLE = "2714"
RING = ["2614", "2615", "2713", "2715", "2814", "2815"]


def counted(p: Tscw, row: bytearray) -> list[str]:
    return sorted(p.board.names[h] for h in range(p.board.size) if row[h])


@pytest.mark.rule("9.2a", "11.1a", "11.1b", "11.6", "12.11a")
def test_a_unit_is_next_to_all_six_hexes_round_it_and_its_zone_covers_them() -> None:
    p = empty(turn=9)
    put(p, MIDDLE, "r-div12")
    assert counted(p, p.near[REP]) == RING
    assert counted(p, p.full[REP]) == RING
    assert counted(p, p.weak[REP]) == []
    put(p, MIDDLE, "r-mng")
    assert [p.near[REP][hexn(p, n)] for n in RING] == [2] * 6
    assert counted(p, p.weak[REP]) == RING, "the zone of a column"
    assert p.halves[hexn(p, MIDDLE)] == 3, "a division and a half"
    put(p, "2110", "r-div12")
    assert counted(p, p.full[REP]) == sorted(p.board.names[h] for h in p.board.nb[hexn(p, "2110")])
    assert [p.near[REP][hexn(p, n)] for n in RING] == [1] * 6
    put(p, "2110", "r-mng")
    assert (counted(p, p.weak[REP]), p.halves[hexn(p, MIDDLE)]) == (counted(p, p.full[REP]), 0)


@pytest.mark.rule("10.4c", "10.4e", "10.5b")
def test_a_town_feeds_in_all_six_directions_three_hexes_far() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "3023")                                      # Barcelona, a source, and nothing else
    city = hexn(p, "3023")
    assert p.board.town[city]
    reach = network(p, NET_CENTRE).reach
    for h in p.board.nb[city]:
        assert reach[h], p.board.names[h]
    assert [h for h in range(p.board.size) if reach[h]] == [
        h for h in range(p.board.size) if p.board.apart[city][h] <= 3]


@pytest.mark.rule("10.4d", "13.19")
def test_ground_that_changes_without_a_unit_is_looked_at_again() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    put(p, MIDDLE, "r-div12")
    put(p, "2713", "n-div11")                                # a zone, so that it matters who stands in 2714
    u, h = unit(p, "r-div12"), hexn(p, MIDDLE)
    assert traces(p, u)
    assert fed(lifted_network(p, NET_CENTRE, (u,)), p.board.type[u], h)
    assert fed(without(p, NET_CENTRE, u), p.board.type[u], h)
    p.control = [NAT] * p.board.size
    p.stale_all()
    assert not traces(p, u)
    assert not fed(lifted_network(p, NET_CENTRE, (u,)), p.board.type[u], h)
    assert not fed(without(p, NET_CENTRE, u), p.board.type[u], h)


@pytest.mark.rule("10.2a", "10.6b")
def test_a_headquarters_takes_no_town_that_would_feed_it() -> None:
    for name, goes in (("r-hq-cen", False), ("r-div12", True)):
        p = empty(turn=9)
        own_all(p, NAT)
        own(p, REP, "3023", "3022", "3021", "2920")          # from Barcelona to a hex next to the town 2820
        put(p, "2920", name)
        moving(p, REP)
        play(p, f"unit:{name}", "hex:2820")
        assert traces(p, unit(p, name)) == goes
        assert ("stop" in offered(p)) == goes
        assert reasons(p, "stop") == ([] if goes else [("10.2a", "out-of-supply-there")])


@pytest.mark.rule("15.9")
def test_who_names_no_stack_on_the_border_feeds_none() -> None:
    p = empty(turn=15, pyrenees_supply=True)
    own_all(p, NAT)
    put(p, "3420", "r-div43")
    p.pyrenees = hexn(p, "3420") + 1
    run(p, before("NamePyreneesAgain"))
    play(p, "pass")
    assert p.pyrenees == 0
    assert where(p, "r-div43") == "deadpile"


@pytest.mark.rule("15.7.1a")
def test_a_column_that_was_not_rolled_for_and_one_that_refuses_are_told_apart() -> None:
    p = empty(turn=3, column_attack_rolls=True)
    put(p, "2812", "r-grm", "r-smr")
    put(p, "2711", "r-brc")
    put(p, "2911", "n-nvc")
    p.rolled[unit(p, "r-grm")] = 10
    p.rolled[unit(p, "r-smr")] = 1
    fighting(p, REP)
    play(p, "attack:2911")
    assert reasons(p, "unit:r-smr") == [("15.7.1a", "column-refuses")]
    assert reasons(p, "unit:r-brc") == [("15.7.1a", "column-not-rolled")]
    assert "unit:r-grm" in offered(p)


@pytest.mark.rule("15.7.2b", "7.33a")
def test_a_column_without_a_factor_does_not_keep_the_hostile_party_from_attacking() -> None:
    p = empty(turn=3, political_columns=True)
    own(p, NAT, "3117")
    put(p, "3117", "n-sp")
    put(p, "3118", "r-jub")                                  # Communist, no attack factor
    put(p, "3217", "r-drt")                                  # Anarchist
    fighting(p, REP)
    play(p, "attack:3117")
    assert reasons(p, "unit:r-jub") == [("15.7.2b", "parties-apart-attack")]
    assert "unit:r-drt" in offered(p)
