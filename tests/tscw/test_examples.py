"""Worked examples of the rulebook and vectors derived from its rules, where one situation exercises several rules."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_points import receive
from frente.games.tscw.rules.ch09_stacking import Overstack, excess, fits
from frente.games.tscw.rules.ch13_odds import (
    attack_parts,
    column,
    defence_parts,
    drm_parts,
    final_die,
    table_column,
    worth,
)
from frente.games.tscw.state.position import OOS, Tscw
from frente.kernel.flow import CHANCE
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    args,
    battle,
    before,
    dice,
    empty,
    fighting,
    flag,
    hold,
    moving,
    now,
    offered,
    own,
    own_all,
    play,
    put,
    question,
    rules,
    run,
    skip,
    unit,
    where,
)

BRIGADES = (*[f"r-gen234-{n}" for n in range(1, 4)], *[f"r-gen124-{n}" for n in range(1, 7)])
DIVISIONS = ("r-div11", "r-div35", "r-div43", "r-div60")


@pytest.mark.rule("13.27a", "13.27b", "13.27c", "13.27d", "13.9", "13.7")
def test_e20_thirty_six_factors_break_the_50th_division_at_the_ebro() -> None:
    p = empty(turn=15)
    own(p, NAT, "2919", "2918", "2819", "2818")
    put(p, "2919", "n-div50")
    put(p, "2920", *DIVISIONS, "r-hq-ebr")
    put(p, "3020", *BRIGADES)
    f = battle(p, REP, "2919", *BRIGADES, *DIVISIONS, "r-hq-ebr")
    assert (len(BRIGADES), len(DIVISIONS)) == (9, 4)
    assert p.steps[unit(p, "n-div50")] == 2
    assert worth(attack_parts(p, f)) == 36
    assert worth(defence_parts(p, f)) == 5
    assert p.board.columns[table_column(p, f)] == "7:1"
    assert p.board.crt[5][7] == (0, 4), "without the river"
    assert final_die(p, f, 5) == 4, "all cross the river"
    assert p.board.crt[4][7] == (0, 4)
    fighting(p, REP)
    play(p, "attack:2919", *[f"unit:{n}" for n in (*BRIGADES, *DIVISIONS, "r-hq-ebr")], "go")
    while CHANCE not in p.choices():
        play(p, "pass")
    dice(p, 5)
    assert where(p, "n-div50") == "deadpile"
    assert question(p) == "ChooseAdvance"
    assert now(p).hexes == 2
    assert set(args(p, "unit")) == {*BRIGADES, *DIVISIONS}, "all but the headquarters"
    assert "done" in offered(p), "nobody has to"
    play(p, "unit:r-div11")
    assert args(p, "hex") == ["2919"], "first the hex just attacked"
    play(p, "hex:2919")
    assert {"2918", "2819"} <= set(args(p, "hex"))
    play(p, "hex:2918")
    assert where(p, "r-div11") == "2918"
    assert args(p, "hex") == [], "two hexes in all"


@pytest.mark.rule("13.9", "13.11a")
def test_d2_cap_shift_and_cap_again() -> None:
    p = empty()
    name = p.board.columns
    assert name[column(p, 60, 4, 0)] == "7:1"
    assert name[column(p, 60, 4, -3)] == "4:1"
    assert name[column(p, 60, 4, -3 + 2)] == "6:1"


@pytest.mark.rule("13.14", "13.15a", "13.21a", "13.22", "13.23a", "13.26b")
def test_d3_die_limits() -> None:
    p = empty(turn=3)
    p.linked = 0
    own(p, NAT, "2713", "2813")
    put(p, "2712", "r-mod")
    put(p, "2713", "n-gec")
    f = battle(p, NAT, "2712", "n-gec")
    assert {x[1]: x[0] for x in drm_parts(p, f)} == {"13.26b": -1, "13.21a": -1}
    assert final_die(p, f, 1) == 0
    q = empty(turn=8)
    put(q, "2712", "r-mod")
    west, east = q.board.around(q.board.madrid)[4], q.board.around(q.board.madrid)[1]
    put(q, q.board.names[west], "n-asn", "n-cst", "n-tel")
    put(q, q.board.names[east], "n-sdb")
    g = battle(q, NAT, "2712", "n-asn", "n-cst", "n-tel", "n-sdb")
    assert worth(drm_parts(q, g)) == 2
    assert final_die(q, g, 6) == 6


@pytest.mark.rule("10.3b", "10.7", "13.7")
def test_d4_a_division_without_supply_in_a_town() -> None:
    p = empty(turn=9)
    own(p, NAT, "2713")
    put(p, "2713", "n-div11")
    put(p, "2712", "r-div11")
    flag(p, OOS, "n-div11")
    assert worth(defence_parts(p, battle(p, REP, "2713", "r-div11"))) == 8
    assert worth(attack_parts(p, battle(p, NAT, "2712", "n-div11"))) == 3


@pytest.mark.rule("7.40a", "13.10a", "13.10b", "13.10c", "13.27a")
def test_d16_town_defense_and_an_exact_elimination() -> None:
    p = empty(turn=3)
    own(p, NAT, "2508", "2507")
    put(p, "2509", "r-uri")
    put(p, "2508", "n-cst", "n-pls")
    hold(p, "town-defense")
    fighting(p, NAT)
    play(p, "attack:2509", "unit:n-cst", "unit:n-pls", "go")
    while question(p) != "DefenderChits":
        play(p, "pass")
    play(p, "chit:town-defense")
    while CHANCE not in p.choices():
        play(p, "pass")
    dice(p, 3)
    assert p.steps[unit(p, "n-cst")] == 1, "the additional step is the Colonial column's"
    play(p, "lose:n-pls")
    assert where(p, "r-uri") == "deadpile"
    assert (p.steps[unit(p, "n-cst")], where(p, "n-cst"), where(p, "n-pls")) == (1, "2508", "deadpile")
    assert question(p) != "ChooseAdvance", "no extra loss, no advance"


@pytest.mark.rule("6.4e", "6.4f")
def test_d7_nine_points_and_three_are_twelve_and_ten_are_kept() -> None:
    p = empty(turn=7)
    put(p, "2712", "r-div11", steps=1)
    p.rp = [9, 0, 0, 0]
    receive(p, 0, 3, "6.4e")
    assert p.rp[0] == 12, "above the cap until the phase ends"
    administration(p, REP, "SpendPoints")
    play(p, "replenish:r-div11")
    assert p.rp[0] == 11
    skip(p, "")
    assert p.rp[0] == 10


@pytest.mark.rule("9.2a", "9.2b")
def test_d12_four_divisions_and_four_brigades_are_six_and_a_column_more_is_too_much() -> None:
    p = empty(turn=11)
    h = p.board.madrid
    put(p, "2712", *DIVISIONS, "r-bde2", "r-bde3", "r-bde4", "r-bde5")
    assert p.halves[h] == 12, "twice six"
    assert excess(p, h) == []
    put(p, "2712", "r-hq-cen")
    assert p.halves[h] == 12, "a headquarters changes nothing"
    assert excess(p, h) == []
    assert not fits(p, unit(p, "r-hq-ext"), h), "a second one is too much"
    put(p, "2712", "r-mng")
    assert p.halves[h] == 13, "twice six and a half"
    assert len(excess(p, h)) == 9, "one of the nine goes, not the headquarters"
    run(p, Overstack(REP, [h]))
    play(p, "lose:r-mng")
    assert (where(p, "r-mng"), p.halves[h]) == ("deadpile", 12)
    assert not p.choices()


def cauldron(place: str) -> Tscw:
    """A Nationalist unit inside a Republican pocket that is itself cut off from every Republican source."""
    p = empty(turn=9)
    own_all(p, NAT)
    middle = p.board.index["2714"]
    own(p, REP, *[p.board.names[h] for h in range(p.board.size) if p.board.apart[h][middle] <= 5])
    put(p, place, "n-div11")
    put(p, "2814", "r-div12")
    return p


@pytest.mark.rule("10.3c", "10.7")
def test_d19_attrition_is_judged_together() -> None:
    p = cauldron("2714")
    run(p, before("Attrition"))
    assert where(p, "n-div11") == where(p, "r-div12") == "deadpile"
    q = cauldron("2713")
    run(q, before("Attrition"))
    assert where(q, "n-div11") == "2713", "a town protects"
    assert where(q, "r-div12") == "deadpile"


@pytest.mark.rule("11.5", "11.6")
def test_d22_column_zones_and_full_zones() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div12")
    put(p, "2709", "r-mng")
    own(p, NAT, "2811", "2810", "2711", "2710", "2809")
    put(p, "2811", "n-gen244-1")
    moving(p, NAT)
    play(p, "unit:n-gen244-1")
    assert "hex:2810" in offered(p), "only a column is next to it"
    assert "hex:2711" not in offered(p)
    assert rules(p, "hex:2711") == ["11.5"]
    play(p, "hex:2810")
    assert args(p, "hex"), "and it may go on"
    q = empty(turn=9)
    put(q, "2812", "r-div12")
    put(q, "2709", "r-mng")
    own(q, NAT, "2811", "2810", "2711", "2710", "2809")
    put(q, "2810", "n-gen244-1")
    moving(q, NAT)
    play(q, "unit:n-gen244-1", "hex:2811")
    assert offered(q) == ["stop"], "from a column zone into a full zone, where it stops"
    assert table_column(q, battle(q, NAT, "2812", "n-gen244-1")) == 0
