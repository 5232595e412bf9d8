"""[9.6, 9.7] Losses and retreats: the state after each outcome, every refuge missing once, and the reasons given."""
from __future__ import annotations

import pytest

from frente.games.storm.rules.ch03_general import river_closed
from frente.games.storm.rules.ch09_losses import Losses, Retreat, refuges, suffer
from frente.games.storm.state.board import NAT, REP
from frente.games.storm.state.position import Storm
from tests.storm.lay import (
    area,
    args,
    empty,
    fill,
    keys,
    offered,
    own,
    play,
    put,
    run,
    spent,
    told,
    unit,
    where,
    why,
)

FRIENDS = ["B", "J", "L", "M"]           # Republican neighbours of C; D is Nationalist


def losing(points: int, fresh: list[str], spent_ones: list[str] | None = None, back: int = -1) -> Storm:
    """Republican units in C take losses; the first one named is the point unit."""
    p = empty()
    put(p, "C", *fresh)
    put(p, "C", *(spent_ones or []), spent=True)
    own(p, NAT, "B", "L", "M")                               # only J is open
    p.events = []
    return run(p, Losses(REP, [unit(p, n) for n in fresh + (spent_ones or [])], points, back))


def lay(p: Storm, point: str, *others: str) -> tuple[str, ...]:
    """A Spent point unit and Fresh others in C."""
    put(p, "C", point, spent=True)
    put(p, "C", *others)
    return point, *others


# -- losses


@pytest.mark.rule("9.6a", "9.6b", "9.6c", "9.6d", "9.6e")
def test_what_becomes_of_a_unit_for_each_price() -> None:
    for points, start, place, is_spent, rule in (
            (1, "fresh", "C", True, ""), (2, "fresh", "J", True, ""), (3, "fresh", "eliminated", False, "9.6e"),
            (1, "spent", "J", True, ""), (2, "spent", "eliminated", False, "9.6d")):
        p = losing(points, ["r-largo"] if start == "fresh" else [], ["r-largo"] if start == "spent" else [])
        assert (where(p, "r-largo"), spent(p, "r-largo")) == (place, [is_spent]), (points, start)
        assert p.choices() == {}
        found = [e for e in p.events or [] if e.key in ("turned-spent", "eliminated")]
        turned = start == "fresh" and points < 3
        assert [(e.key, e.rule) for e in found] == (
            [("turned-spent", "9.6a")] if turned else [("eliminated", rule)] if rule else [])


@pytest.mark.rule("9.6a", "9.6k")
def test_a_unit_that_is_spared_stays_as_it_is() -> None:
    p = losing(1, ["r-largo", "r-mena"])
    assert spent(p, "r-largo", "r-mena") == [True, False]
    assert where(p, "r-mena") == "C"


@pytest.mark.rule("9.6h", "9.6k", "9.6a")
def test_why_a_unit_does_not_absorb_that_1() -> None:
    p = losing(4, ["r-largo", "r-mena"], ["r-ferrov"])
    put(p, "C", "r-nelken")
    assert offered(p) == ["retreat:r-largo", "eliminate:r-largo"]        # if it is only turned, the others absorb two
    assert keys(p, "flip:r-largo") == [("9.6i", "must-absorb-most")]
    assert keys(p, "flip:r-nelken") == [("9.6h", "takes-no-losses")]
    assert keys(p, "flip:r-mena") == [("9.6k", "another-unit-first")]
    assert keys(p, "spare:r-largo") == [("9.6i", "must-absorb-most")]
    play(p, "retreat:r-largo")
    assert keys(p, "flip:r-largo") == [("9.6f", "loss-settled")]
    assert keys(p, "eliminate:r-mena") == [("9.6k", "more-than-point-unit")]
    assert keys(p, "retreat:r-ferrov") == [("9.6k", "another-unit-first")]
    play(p, "flip:r-mena")                                   # 2 + 1, and 1 is left for the Spent one
    assert spent(p, "r-mena") == [True]
    q = losing(3, ["r-largo"], ["r-ferrov"])
    play(q, "retreat:r-largo")
    assert where(q, "r-ferrov") == "J"
    r = losing(4, ["r-largo"], ["r-ferrov", "r-mena"])
    play(r, "retreat:r-largo")
    assert keys(r, "flip:r-ferrov") == [("9.6a", "already-spent")]


@pytest.mark.rule("9.6i", "9.6j", "9.6k")
def test_why_a_unit_does_not_absorb_that_2() -> None:
    p = losing(2, ["r-largo", "r-mena"])
    assert offered(p) == ["flip:r-largo", "retreat:r-largo"]
    assert keys(p, "eliminate:r-largo") == [("9.6j", "more-than-losses")]
    assert keys(p, "spare:r-largo") == [("9.6i", "must-absorb-most")]
    r = losing(4, ["r-largo", "r-mena", "r-nelken"])
    play(r, "eliminate:r-largo")
    assert offered(r) == ["spare:r-mena", "flip:r-mena"]
    assert keys(r, "retreat:r-mena") == [("9.6j", "more-than-losses")]
    s = losing(6, ["r-largo", "r-mena", "r-nelken"])
    play(s, "eliminate:r-largo")
    assert "eliminate:r-mena" in offered(s)                  # not bound by the point unit any more
    low = losing(5, ["r-largo", "r-mena"], ["r-ferrov"])
    play(low, "retreat:r-largo")
    assert offered(low) == ["flip:r-mena", "retreat:r-mena"]
    assert keys(low, "spare:r-mena") == [("9.6i", "must-absorb-most")]   # not more than the point unit, but too little
    tired = losing(4, [], ["r-ferrov"])
    assert where(tired, "r-ferrov") == "eliminated"
    freed = run(tired, Losses(REP, [unit(tired, n) for n in lay(tired, "r-octubre1", "r-mena", "r-nelken")], 4))
    assert offered(freed) == ["spare:r-mena", "flip:r-mena", "retreat:r-mena"]           # the Spent point unit is gone
    assert keys(freed, "eliminate:r-mena") == [("9.6j", "more-than-losses")]
    three = losing(3, ["r-largo", "r-mena", "r-nelken"])
    play(three, "retreat:r-largo")
    assert keys(three, "retreat:r-mena") == [("9.6j", "more-than-losses")]               # as much as the point unit
    t = losing(4, ["r-largo", "r-mena", "r-nelken"])
    play(t, "retreat:r-largo")
    assert "retreat:r-mena" in offered(t)                    # as much as the point unit, not more
    assert keys(t, "eliminate:r-mena") == [("9.6k", "more-than-point-unit")]


@pytest.mark.rule("9.6l", "9.6j", "9.6i")
def test_why_artillery_is_not_eliminated() -> None:
    p = losing(5, ["r-largo", "r-art-getafe"])
    assert where(p, "r-largo") == "eliminated"
    assert where(p, "r-art-getafe") == "J"                   # two points: turned and driven off
    q = losing(6, ["r-largo", "r-art-getafe", "r-mena"])
    play(q, "eliminate:r-largo")
    assert keys(q, "eliminate:r-art-getafe") == [("9.6l", "artillery-goes-last")]        # 3 + 3, nothing for r-mena
    r = losing(9, ["r-largo", "r-art-getafe", "r-mena"])
    assert [where(r, n) for n in ("r-largo", "r-art-getafe", "r-mena")] == ["eliminated"] * 3
    s = losing(5, ["r-art-getafe", "r-art-camp"])            # batteries alone do not protect each other
    assert (where(s, "r-art-getafe"), where(s, "r-art-camp")) == ("eliminated", "J")
    v = losing(4, ["r-largo", "r-art-getafe", "r-mena"])
    play(v, "eliminate:r-largo")
    assert keys(v, "retreat:r-art-getafe") == [("9.6j", "more-than-losses")]             # it would not be eliminated
    w = losing(6, ["r-largo", "r-mena", "r-art-getafe", "r-nelken"])
    play(w, "eliminate:r-largo", "spare:r-mena")
    assert keys(w, "eliminate:r-art-getafe") == [("9.6l", "artillery-goes-last")]        # r-mena has been spared
    t = losing(2, ["r-art-getafe", "r-art-camp"])
    assert keys(t, "eliminate:r-art-getafe") == [("9.6j", "more-than-losses")]
    u = losing(3, ["r-art-getafe", "r-art-camp"])
    play(u, "retreat:r-art-getafe")
    assert where(u, "r-art-camp") == "C"
    assert spent(u, "r-art-camp") == [True]


@pytest.mark.rule("9.6h", "9.6k")
def test_the_point_unit_comes_first_and_no_losses_open_nothing() -> None:
    p = empty()
    put(p, "C", "r-largo", "r-mena")
    units = [unit(p, "r-largo"), unit(p, "r-mena")]
    suffer(p, REP, units, units[1], 2)
    top = p.stack[-1]
    assert isinstance(top, Losses)
    assert (top.units, top.points) == ([units[1], units[0]], 2)
    for who, points in ((units, 0), ([], 2)):
        q = empty()
        suffer(q, REP, who, units[0], points)
        assert q.stack == []
    r = empty()
    suffer(r, REP, units, unit(r, "r-nelken"), 1)            # the point unit is gone: the others in their order
    top = r.stack[-1]
    assert isinstance(top, Losses)
    assert top.units == units


# -- retreat


@pytest.mark.rule("9.7a", "9.7b", "9.7c", "9.7d")
def test_the_best_class_of_refuge_and_all_of_its_areas() -> None:
    p = empty()
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == FRIENDS
    put(p, "B", "n-leg-1", "r-uribarri")                     # friendly, but contested
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["J", "L", "M"]
    own(p, NAT, "J", "L", "M")
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["B"]
    put(p, "D", "r-mena")                                    # enemy-controlled, with a friend in it
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["B"]
    own(p, NAT, "B")
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["B", "D"]
    q = empty()
    own(q, NAT, *FRIENDS)
    assert refuges(q, REP, area(q, "C"), -1) == []           # nobody of his own anywhere
    r = empty()
    own(r, NAT, "A", "B")
    assert [r.board.names[t] for t in refuges(r, NAT, area(r, "A"), -1)] == ["B", "4", "5"]          # own boxes too


@pytest.mark.rule("9.7f", "9.7g", "9.7a")
def test_a_full_area_is_no_refuge_and_the_next_class_opens() -> None:
    p = empty()
    own(p, NAT, "B", "L")
    fill(p, "J", REP, 10)
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["M"]
    fill(p, "M", REP, 9)
    assert [p.board.names[t] for t in refuges(p, REP, area(p, "C"), -1)] == ["M"]        # one place left
    fill(p, "M", REP, 1)
    assert refuges(p, REP, area(p, "C"), -1) == []
    put(p, "C", "r-ib11a")
    run(p, Retreat(REP, [unit(p, "r-ib11a")]))
    assert where(p, "r-ib11a") == "eliminated"


@pytest.mark.rule("9.7e", "9.7f")
def test_who_must_go_back_goes_there_or_nowhere() -> None:
    p = empty()
    d = area(p, "D")
    assert refuges(p, NAT, area(p, "C"), d) == [d]
    put(p, "D", "r-largo")
    assert refuges(p, NAT, area(p, "C"), d) == [d]           # contested is good enough
    own(p, REP, "D")
    assert refuges(p, NAT, area(p, "C"), d) == []            # lost, and no friend there
    put(p, "D", "n-leg-4")
    assert refuges(p, NAT, area(p, "C"), d) == [d]
    q = empty()
    fill(q, "D", NAT, 9)
    assert refuges(q, NAT, area(q, "C"), d) == [d]
    fill(q, "D", NAT, 1)
    assert refuges(q, NAT, area(q, "C"), d) == []


@pytest.mark.rule("12.1g", "9.7b")
def test_a_river_is_closed_to_nationalists_alone_and_only_until_it_is_opened() -> None:
    p = empty()
    ff, ll, dd = area(p, "FF"), area(p, "LL"), area(p, "DD")
    own(p, NAT, "LL", "DD")
    assert [river_closed(p, side, ff, t) for side in (NAT, REP) for t in (ll, dd)] == [True, False, False, False]
    assert refuges(p, NAT, ff, -1) == [dd]
    p.rivers_open = True
    assert not river_closed(p, NAT, ff, ll)
    assert refuges(p, NAT, ff, -1) == [dd, ll]
    q = empty()
    assert area(q, "LL") in refuges(q, REP, ff, -1)          # the Republican crosses as he likes


@pytest.mark.rule("9.7h", "9.7f", "9.7g")
def test_who_goes_first_is_asked_only_while_there_is_not_room_for_all() -> None:
    names = ["r-ib11a", "r-ib11b", "r-ib11c"]
    p = empty()
    own(p, NAT, "B", "L", "M")
    fill(p, "J", REP, 8)
    put(p, "C", *names)
    run(p, Retreat(REP, [unit(p, n) for n in names]))
    assert offered(p) == [f"unit:{n}" for n in names]        # two places for three
    assert keys(p, "unit:r-largo") == [("9.7a", "does-not-retreat")]
    assert keys(p, "area:J") == [("9.7h", "choose-who-retreats")]
    play(p, "unit:r-ib11c")
    assert where(p, "r-ib11c") == "J"
    assert offered(p) == ["unit:r-ib11a", "unit:r-ib11b"]
    play(p, "unit:r-ib11b")
    assert [where(p, n) for n in names] == ["eliminated", "J", "J"]
    q = empty()
    own(q, NAT, "B", "L", "M")
    fill(q, "J", REP, 7)
    put(q, "C", *names)
    run(q, Retreat(REP, [unit(q, n) for n in names]))
    assert [where(q, n) for n in names] == ["J", "J", "J"]   # three places: nobody is asked
    r = empty()
    own(r, NAT, "B", "L")
    fill(r, "J", REP, 9)
    fill(r, "M", REP, 9)
    put(r, "C", *names)
    run(r, Retreat(REP, [unit(r, n) for n in names]))
    play(r, "unit:r-ib11b")
    assert args(r, "area") == ["J", "M"]
    assert keys(r, "unit:r-ib11a") == [("9.7h", "choose-retreat-area")]
    assert [x.facts["unit"] for x in why(r, "area:B")] == ["r-ib11b"]    # the one whose way is chosen
    play(r, "area:M")
    assert [where(r, n) for n in names] == ["C", "M", "C"]
    assert args(r, "unit") == ["r-ib11a", "r-ib11c"]


@pytest.mark.rule("9.7a", "9.7c", "9.7d", "9.7e", "9.7f", "2i", "12.1g")
def test_why_a_unit_cannot_retreat_there() -> None:
    p = empty()
    put(p, "H", "n-leg-1", "r-largo")                        # next to A, I, R, S, U, box 1 and box 4
    own(p, NAT, "A", "I")
    put(p, "R", "n-leg-4", "r-mena")
    fill(p, "U", REP, 10)
    put(p, "I", "r-nelken")
    run(p, Retreat(REP, [unit(p, "r-largo")]))
    assert args(p, "area") == ["S", "1"]
    assert keys(p, "area:C") == [("9.7a", "retreat-one-area")]
    assert keys(p, "area:4") == [("2i", "enemy-box")]
    assert keys(p, "area:A") == [("9.7d", "no-shelter")]
    assert keys(p, "area:U") == [("9.7f", "no-room")]
    assert keys(p, "area:R") == [("9.7c", "better-shelter")]             # contested
    assert keys(p, "area:I") == [("9.7d", "better-shelter")]             # enemy-controlled, with a friend
    q = empty()
    put(q, "H", "n-leg-1", "r-largo")
    own(q, NAT, "A", "I")
    run(q, Retreat(NAT, [unit(q, "n-leg-1")]))
    assert args(q, "area") == ["A", "I", "4"]
    assert keys(q, "area:1") == [("2i", "enemy-box")]
    r = empty()
    put(r, "FF", "n-leg-1", "r-largo")
    own(r, NAT, "LL", "DD", "EE")
    run(r, Retreat(NAT, [unit(r, "n-leg-1")]))
    assert args(r, "area") == ["DD", "EE"]
    assert keys(r, "area:LL") == [("12.1g", "river-closed")]
    s = empty()
    put(s, "FF", "n-leg-1", "r-largo")
    own(s, NAT, "LL", "DD", "EE")
    s.rivers_open = True
    put(s, "LL", "r-mena")
    run(s, Retreat(NAT, [unit(s, "n-leg-1")]))
    assert keys(s, "area:LL") == [("9.7c", "better-shelter")]            # not the river
    rep = empty()
    put(rep, "FF", "n-leg-1", "r-largo")
    put(rep, "LL", "n-leg-4", "r-mena")
    run(rep, Retreat(REP, [unit(rep, "r-largo")]))
    assert keys(rep, "area:LL") == [("9.7c", "better-shelter")]          # closed to the Nationalist only


@pytest.mark.rule("9.7e", "9.7h")
def test_who_must_go_back_is_told_so() -> None:
    p = empty()
    own(p, NAT, "A")
    fill(p, "D", NAT, 9)
    put(p, "C", "n-leg-1", "n-leg-4", "r-largo")
    run(p, Retreat(NAT, [unit(p, "n-leg-1"), unit(p, "n-leg-4")], area(p, "D")))
    assert args(p, "unit") == ["n-leg-1", "n-leg-4"]         # one place for two
    assert keys(p, "area:B") == [("9.7e", "must-go-back")]
    assert keys(p, "area:D") == [("9.7h", "choose-who-retreats")]
    play(p, "unit:n-leg-4")
    assert (where(p, "n-leg-4"), where(p, "n-leg-1")) == ("D", "eliminated")
    q = empty()
    events = told(q)
    put(q, "C", "n-leg-1", "r-largo")
    run(q, Retreat(NAT, [unit(q, "n-leg-1")], area(q, "D")))
    assert [(e.key, e.rule) for e in events] == [("retreats", "9.7a")]
