"""[9.3, 15.0c] Bombardment: what is in reach and what is not, who names the point unit, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch09_bombardment import chit_targets, gun_targets
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    asked,
    choose,
    dice,
    empty,
    hold,
    impulses,
    keys,
    offered,
    own,
    play,
    put,
    question,
    spent,
    told,
    where,
)


def names(p: Storm, areas: list[int]) -> list[str]:
    return [p.board.names[a] for a in areas]


@pytest.mark.rule("9.3a", "15.0c", "2j")
def test_the_first_and_the_last_neighbour_are_in_reach_and_boxes_are_not() -> None:
    p = empty()
    put(p, "D", "n-art-105a", "n-leg-1")
    put(p, "B", "r-uribarri")
    put(p, "L", "r-mena")
    assert names(p, gun_targets(p, NAT, area(p, "D"))) == ["B", "L"]
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert offered(p) == ["area:B", "area:L"]
    play(p, "area:L")
    assert question(p) == "BombardmentDice"
    dice(p, 6, 6)                                            # 12 + 1 - 5 - 1: both sides of it
    assert where(p, "r-mena") == "eliminated"
    assert where(p, "r-uribarri") == "B"
    q = empty()
    own(q, NAT, "U")
    put(q, "U", "n-art-105a")
    put(q, "1", "r-largo")
    put(q, "S", "r-mena")
    put(q, "T", "r-ferrov")
    assert names(q, gun_targets(q, NAT, area(q, "U"))) == ["S", "T"]     # box 1 lies next to it too
    impulses(q, NAT)
    choose(q, "bombard", "U", ["n-art-105a"])
    assert keys(q, "area:1") == [("15.0c", "no-bombardment-of-box")]
    assert keys(q, "area:R") == [("9.3a", "no-enemy-there")]
    put(q, "FF", "r-nelken")
    assert keys(q, "area:FF") == [("9.3a", "out-of-range")]


@pytest.mark.rule("9.3a", "2j")
def test_no_box_is_bombarded_from_unless_the_option_allows_it() -> None:
    for side, box, guns, target, enemy in ((REP, "1", "r-art-getafe", "U", "n-leg-1"),
                                           (NAT, "6", "n-art-105a", "E", "r-burillo")):
        for option in (False, True):
            p = empty(bombard_from_box=option)
            own(p, 1 - side, target)
            put(p, box, guns)
            put(p, target, enemy)
            assert names(p, gun_targets(p, side, area(p, box))) == ([target] if option else [])
            impulses(p, side)
            assert (f"bombard:{box}" in offered(p)) is option
            if not option:
                assert keys(p, f"bombard:{box}") == [("2j", "no-bombardment-from-box")]


@pytest.mark.rule("12.3l", "9.3a", "15.0c")
def test_the_pause_spares_republican_areas_from_nationalist_guns_alone() -> None:
    def position(side: int, control: int, pause: int = 7) -> Storm:
        p = empty("campaign", 7)
        p.pause_start = pause
        own(p, control, "C")
        put(p, "C", "n-art-105a", "r-art-getafe")
        return impulses(p, side)

    assert "bombard:C" in offered(position(NAT, NAT))
    assert "bombard:C" in offered(position(REP, REP))
    assert "bombard:C" in offered(position(REP, NAT))
    assert "bombard:C" in offered(position(NAT, REP, pause=0))
    assert keys(position(NAT, REP), "bombard:C") == [("12.3l", "pause-no-attack")]       # the first looked at


@pytest.mark.rule("15.R1", "15.R2", "15.N1", "15.N2a", "15.0c")
def test_what_a_bombardment_chit_reaches() -> None:
    p = empty()
    own(p, NAT, "A", "U", "E")
    put(p, "A", "n-leg-1")
    put(p, "U", "n-leg-4")
    put(p, "E", "n-leg-5")
    put(p, "1", "r-largo")                                   # next to U, but in a box
    put(p, "B", "r-mena")
    assert names(p, chit_targets(p, REP, 0)) == ["A"]
    assert names(p, chit_targets(p, REP, 1)) == ["A", "E", "U"]
    assert names(p, chit_targets(p, NAT, 14)) == ["B"]
    put(p, "E", "r-ferrov")
    assert names(p, chit_targets(p, REP, 0)) == ["A", "E"]   # an own unit in the area itself
    hold(p, "R1")
    impulses(p, REP)
    play(p, "chit:R1")
    assert offered(p) == ["area:A", "area:E"]
    assert keys(p, "area:U") == [("15.R1", "out-of-range")]
    assert keys(p, "area:C") == [("9.3a", "no-enemy-there")]
    play(p, "area:A")
    assert question(p) == "BombardmentDice"


@pytest.mark.rule("9.3f", "9.3b", "15.0a")
def test_three_dice_only_for_the_own_area_of_the_batteries() -> None:
    for target, count in (("D", 3), ("C", 2)):
        p = empty()
        put(p, "D", "n-art-105a")
        put(p, target, "r-largo")
        impulses(p, NAT)
        choose(p, "bombard", "D", ["n-art-105a"])
        dice(p, *[1] * count)
        assert question(p) == "Declare"
    q = empty()
    put(q, "D", "n-leg-1", "r-largo")
    hold(q, "N1")
    impulses(q, NAT)
    play(q, "chit:N1")
    dice(q, 1, 1)
    assert question(q) == "Declare"                          # a chit rolls two, also where own units are


@pytest.mark.rule("9.3d", "9.3e")
def test_a_lone_unit_is_the_point_unit_and_of_several_the_named_one_counts() -> None:
    p = empty()
    put(p, "D", "n-art-105a")
    put(p, "C", "r-cnt-juv")                                 # defence 4, terrain 1
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert question(p) == "BombardmentDice"
    events = told(p)
    dice(p, 3, 4)
    facts = next(e for e in events if e.key == "bombardment-result").facts
    assert (facts["total"], facts["defence"], facts["losses"]) == (8, 5, 3)
    assert where(p, "r-cnt-juv") == "eliminated"
    for name, defence in (("r-bm1a", 7), ("r-cnt-juv", 5)):
        q = empty()
        put(q, "D", "n-art-105a")
        put(q, "C", "r-bm1a", "r-cnt-juv")
        impulses(q, NAT)
        choose(q, "bombard", "D", ["n-art-105a"])
        assert keys(q, "point:r-largo") == [("9.3d", "not-a-target")]
        play(q, f"point:{name}")
        events = told(q)
        dice(q, 1, 1)
        assert next(e for e in events if e.key == "bombardment-result").facts["defence"] == defence


@pytest.mark.rule("9.3d")
def test_by_the_other_reading_artillery_is_the_point_unit_only_if_nothing_else_is_there() -> None:
    p = empty(bombard_point_any_unit=False)
    put(p, "D", "n-art-105a")
    put(p, "C", "r-art-getafe", "r-art-camp")
    impulses(p, NAT)
    choose(p, "bombard", "D", ["n-art-105a"])
    assert (asked(p), args(p, "point")) == ([REP], ["r-art-getafe", "r-art-camp"])
    q = empty(bombard_point_any_unit=False)
    put(q, "D", "n-art-105a")
    put(q, "C", "r-art-getafe", "r-largo", "r-mena")
    impulses(q, NAT)
    choose(q, "bombard", "D", ["n-art-105a"])
    assert set(args(q, "point")) == {"r-largo", "r-mena"}
    assert keys(q, "point:r-art-getafe") == [("R63", "artillery-not-point")]


@pytest.mark.rule("9.3i", "3.5.1a", "15.N2b")
def test_only_the_batteries_are_spent_and_only_nationalist_aircraft_cause_a_test() -> None:
    p = empty(turn=3)
    put(p, "C", "n-leg-1", "r-largo")
    hold(p, "N1")
    impulses(p, NAT)
    play(p, "chit:N1")
    dice(p, 1, 1)
    assert question(p) == "Declare"                          # reserve artillery: no test
    q = empty(turn=3)
    put(q, "D", "n-leg-1")
    put(q, "C", "r-largo", "r-acero")
    hold(q, "N2")
    impulses(q, NAT)
    play(q, "chit:N2", "point:r-acero")
    dice(q, 1, 1)
    assert question(q) == "RollTests"
    dice(q, 1)
    assert spent(q, "n-leg-1", "r-largo") == [False, False]
    r = empty(turn=3)
    put(r, "C", "n-leg-1", "r-cnt-juv")
    hold(r, "N2")
    impulses(r, NAT)
    play(r, "chit:N2")
    dice(r, 6, 6)
    assert (where(r, "r-cnt-juv"), r.control[area(r, "C")]) == ("eliminated", NAT)


@pytest.mark.rule("9.3h")
def test_a_bombardment_that_only_equals_the_defence_value_does_nothing() -> None:
    for second, lost in ((3, 0), (4, 1)):
        p = empty()
        put(p, "D", "n-art-105a")
        put(p, "C", "r-largo", "r-mena")                     # DV 6
        impulses(p, NAT)
        choose(p, "bombard", "D", ["n-art-105a"])
        play(p, "point:r-largo")
        events = told(p)
        dice(p, 2, second)
        assert next(e for e in events if e.key == "bombardment-result").facts["losses"] == lost
        assert spent(p, "r-largo", "r-mena") == [bool(lost), False]


@pytest.mark.rule("12.2k", "9.3b")
def test_a_bombardment_of_madrid_wakes_the_garrison_and_one_of_a_suburb_does_not() -> None:
    for place, freed in (("AA", 1), ("DD", 0)):
        p = empty("corunna", 10)
        own(p, NAT, "CC")
        put(p, "CC", "n-art-105a")
        put(p, place, "r-asalto")
        impulses(p, NAT)
        choose(p, "bombard", "CC", ["n-art-105a"])
        assert p.freed == freed
