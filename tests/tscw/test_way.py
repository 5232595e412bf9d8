"""[2.11, 11.2, 12, 13.6] What is said of a march that somebody asks about: kinds, costs, stops, zones, odds."""
from __future__ import annotations

import pytest

from frente.games.tscw.show.way import Marcher, walkers
from frente.games.tscw.state.position import FIT, FOUGHT, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    box,
    empty,
    fighting,
    flag,
    hexn,
    moving,
    own,
    own_all,
    play,
    put,
    unit,
)


def marchers(p: Tscw, name: str) -> list[Marcher]:
    return [w for w in walkers(p, p.board.side[unit(p, name)], unit(p, name)) if isinstance(w, Marcher)]


def firsts(p: Tscw, name: str) -> list[str]:
    return [w.first for w in marchers(p, name)]


@pytest.mark.rule("12.11a", "2.11")
def test_who_may_march_is_told_of_both_kinds_while_units_move() -> None:
    p = empty(turn=9)
    put(p, "2714", "r-div12")
    put(p, "2812", "r-div11", "r-smr")
    put(p, "2911", "n-div11")
    moving(p, REP)
    assert firsts(p, "r-div12") == ["unit:r-div12", "march:r-div12"]
    assert firsts(p, "r-div11") == ["unit:r-div11"], "next to an enemy"
    assert [w.now for w in marchers(p, "r-div12")] == [True, True]
    assert [w.points for w in marchers(p, "r-div12")] == [4, 8]
    fighting(p, REP)
    assert p.state[unit(p, "r-div12")] & FIT
    assert firsts(p, "r-div12") == ["unit:r-div12"], "nobody moves now"
    assert [w.now for w in marchers(p, "r-div12")] == [False]
    box(p, -2, "r-div12")
    assert marchers(p, "r-div12") == []


@pytest.mark.rule("12.11a", "12.2a", "2.11")
def test_of_a_unit_on_the_move_the_rest_of_its_move_is_told() -> None:
    p = empty(turn=9)
    put(p, "2714", "r-div12")
    put(p, "2615", "r-div13")
    moving(p, REP)
    play(p, "unit:r-div12", "hex:2715")
    assert [(w.first, w.now, w.points) for w in marchers(p, "r-div12")] == [("", True, 1)], "4 less 3"
    assert [(w.first, w.now) for w in marchers(p, "r-div13")] == [("unit:r-div13", False)], "not its turn"


@pytest.mark.rule("11.2", "11.5", "11.6")
def test_the_zone_in_which_it_would_stand_is_named() -> None:
    p = empty(turn=9)
    put(p, "2812", "r-div12")
    put(p, "2709", "r-mng")
    own(p, NAT, "2811", "2810", "2711", "2710", "2809")
    put(p, "2810", "n-gen244-1")
    moving(p, NAT)
    w = marchers(p, "n-gen244-1")[0]
    assert w.zone(hexn(p, "2811")) == "11.2", "next to a division"
    assert w.zone(hexn(p, "2710")) == "", "a column has no such zone"
    assert w.zone(hexn(p, "3010")) == ""


@pytest.mark.rule("13.6", "13.2", "13.12h")
def test_the_odds_of_every_attack_from_a_hex_by_all_who_could_take_part() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    middle = hexn(p, "2714")
    ring = list(p.board.nb[middle])
    names = [p.board.names[h] for h in ring]
    foes = ["r-bde2", "r-bde3", "r-bde4", "r-bde5", "r-bde6"]
    for name, foe in zip(names, foes):
        put(p, name, foe)
    put(p, names[5], "r-hq-cen")
    put(p, "3114", "n-div11")
    moving(p, NAT)
    odds = marchers(p, "n-div11")[0].odds(middle)
    assert sorted(odds) == sorted(names[:5]), "the first neighbour too, but no headquarters alone"
    assert (odds["2713"], odds["2614"]) == ("2:1", "1:1"), "5 against 2 and 5 against 3"
    assert p.hex[unit(p, "n-div11")] == hexn(p, "3114"), "nobody has moved"
    put(p, "2513", "n-div12")
    assert marchers(p, "n-div11")[0].odds(middle)["2614"] == "3:1", "with the other one that stands next to it"
    flag(p, FOUGHT, "n-div11")
    assert marchers(p, "n-div11")[0].odds(middle) == {}, "it has attacked already"


def told_of(w: Marcher, *names: str) -> tuple[int, list[tuple[str, str]]]:
    """How many steps of a way can be made, and what keeps it from the next."""
    steps, why = w.walk([w.p.board.index[n] for n in names])
    return steps, [(r.rule, r.key) for r in why]


@pytest.mark.rule("2.11", "11.2", "12.4", "12.26")
def test_how_far_a_way_leads_and_what_ends_it() -> None:
    p = empty(turn=9)
    own_all(p, REP)
    put(p, "2714", "r-div12")
    put(p, "2613", "n-div11")
    moving(p, REP)
    w = marchers(p, "r-div12")[0]
    assert w.points == 4
    costs = {p.board.names[x.space]: x.cost for x in w.around(w.at)}
    assert (costs["2614"], costs["2715"], costs["2713"]) == (1, 3, 2)
    assert told_of(w) == (0, [])
    assert told_of(w, "2614") == (1, [])
    assert told_of(w, "2614", "2514") == (1, [("11.2", "halted-by-zone")])
    assert told_of(w, "2713", "2613") == (1, [("12.4", "enemy-there")])
    assert told_of(w, "2715", "2716") == (2, []), "3 and 1 are all its points"
    assert told_of(w, "2715", "2815") == (1, [("2.11", "not-enough-mp")])


@pytest.mark.rule("12.7", "11.5")
def test_around_a_marcher_lies_every_neighbour_of_his_hex_with_its_price() -> None:
    p = empty(turn=9)
    put(p, "2714", "r-div12")
    moving(p, REP)
    [w, _] = marchers(p, "r-div12")
    assert {p.board.names[s.space]: s.cost for s in w.around(hexn(p, "2714"))} == {
        "2713": 2, "2614": 1, "2615": 1, "2715": 3, "2815": 4, "2814": 2}
