"""[9, 10, 13.21, 15.9] Where supply ends: lines that are cut, sources that do not serve, gaps a move would leave."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.tscw.rules.ch09_stacking import fits
from frente.games.tscw.rules.ch10_supply import border_stack, judge, line_of_supply, pyrenean, supplied, traces
from frente.games.tscw.rules.ch12_movement import UNFED, Move, stop_reason
from frente.games.tscw.state.board import AIR, TRAIN
from frente.games.tscw.state.position import OOS, Tscw
from tests.tscw.lay import (
    NAT,
    REP,
    before,
    empty,
    hexn,
    moving,
    offered,
    own,
    own_all,
    play,
    put,
    rules,
    run,
    unit,
    where,
)

LINE = ("3023", "3122", "3121", "3120", "3119", "3118")


def line() -> Tscw:
    """A Republican corridor from Barcelona, all else Nationalist."""
    p = empty(turn=8)
    own_all(p, NAT)
    own(p, REP, *LINE)
    return p


@pytest.mark.rule("10.4d", "11.3")
def test_a_source_in_an_enemy_zone_serves_only_while_a_friend_stands_there() -> None:
    p = line()
    put(p, "3120", "r-div12")
    assert traces(p, unit(p, "r-div12"))
    put(p, "3122", "r-bde3")
    put(p, "3123", "n-div11")
    assert not traces(p, unit(p, "r-div12")), "Barcelona is empty and in an enemy zone"
    put(p, "3023", "r-bde2")
    assert traces(p, unit(p, "r-div12"))
    q = line()
    put(q, "3120", "r-div12")
    own(q, NAT, "3023")
    assert not traces(q, unit(q, "r-div12")), "a source lost serves nobody"


@pytest.mark.rule("10.4c", "11.6")
def test_the_short_part_of_a_line_does_not_cross_enemy_zones_either() -> None:
    p = empty(turn=3)
    own_all(p, NAT)
    own(p, REP, "2318")
    put(p, "2316", "r-mng")
    assert traces(p, unit(p, "r-mng"))
    put(p, "2417", "n-cst")
    put(p, "2217", "n-asn")
    assert p.top[hexn(p, "2317")] < 0
    assert not traces(p, unit(p, "r-mng")), "the hex between lies in the zones of two columns"
    put(p, "2317", "r-mod")
    assert traces(p, unit(p, "r-mng")), "a friend keeps it open"


@pytest.mark.rule("10.10a")
def test_northern_units_far_from_the_north_draw_on_the_centre() -> None:
    p = empty(turn=10)
    own(p, NAT, "3707", "3710", "3613")
    put(p, "3023", "r-a1", "r-basque-a")
    assert traces(p, unit(p, "r-a1"))
    assert traces(p, unit(p, "r-basque-a"))
    put(p, "3611", "r-a1")
    assert not traces(p, unit(p, "r-a1"))


@pytest.mark.rule("10.2a", "11.3", "12.2a")
def test_a_unit_may_not_leave_the_gap_through_which_it_is_fed() -> None:
    p = line()
    put(p, "3222", "n-div11")
    put(p, "3122", "r-bde2")
    put(p, "3121", "r-bde3")
    moving(p, REP)
    play(p, "unit:r-bde3", "hex:3120", "hex:3119")
    assert "stop" not in offered(p)
    assert rules(p, "stop") == ["10.2a"], "behind it the line is cut"
    q = line()
    put(q, "3222", "n-div11")
    put(q, "3122", "r-bde2")
    put(q, "3121", "r-bde3", "r-bde4")
    moving(q, REP)
    play(q, "unit:r-bde3", "hex:3120", "hex:3119", "stop")
    assert where(q, "r-bde3") == "3119", "another stays behind"


@pytest.mark.rule("10.2a", "10.6b", "12.2a")
def test_neither_may_a_nationalist_unit() -> None:
    for more, goes in (((), False), (("n-nav3",), True)):
        p = empty(turn=8)
        own_all(p, REP)
        own(p, NAT, "3311", "3310", "3309", "3308", "3307", "3306")
        put(p, "3210", "r-div11")
        put(p, "3310", "n-nav1")
        put(p, "3309", "n-nav2", *more)
        moving(p, NAT)
        play(p, "unit:n-nav2", "hex:3308")
        assert ("hex:3307" in offered(p)) == goes
        assert rules(p, "hex:3307") == ([] if goes else ["10.2a"]), "Burgos would feed it through the hex it has left"


@pytest.mark.rule("10.6b", "10.2a")
def test_a_headquarters_that_moves_away_feeds_nobody_where_it_was() -> None:
    def laid() -> Tscw:
        p = empty(turn=9)
        own_all(p, NAT)
        own(p, REP, "2318", "2317", "2316", "2315", "2314", "2313")
        put(p, "2315", "r-hq-cen", "r-bde2")
        return moving(p, REP)
    p = laid()
    play(p, "unit:r-bde2", "hex:2314", "stop")
    assert where(p, "r-bde2") == "2314", "next to the headquarters"
    q = laid()
    play(q, "unit:r-bde2", "join:r-hq-cen", "hex:2314")
    assert "stop" not in offered(q)
    assert rules(q, "stop") == ["10.2a"]


@pytest.mark.rule("10.6b", "10.2a")
def test_a_headquarters_feeds_nobody_from_the_northern_sources() -> None:
    for town, fed in (("3611", False), ("3510", True)):
        p = empty(turn=9)
        own_all(p, NAT)
        own(p, REP, "3710", "3611", "3511", "3411", town)
        put(p, "3411", "r-hq-cen", "r-a1")
        moving(p, REP)
        play(p, "unit:r-a1", "hex:3310")
        assert ("stop" in offered(p)) == fed, "four hexes from Santander, one from headquarters"
        assert rules(p, "stop") == ([] if fed else ["10.2a"])


def test_what_is_said_of_a_stop_is_what_a_fresh_look_finds() -> None:
    seen: set[bool] = set()
    for seed in range(8):
        rng = Random(seed)
        p = empty(turn=11)
        b = p.board
        p.control = [NAT if b.column[h] + rng.randint(-3, 3) < 12 else REP for h in range(b.size)]
        for h in b.prizes:
            p.control[h] = NAT           # no sudden death in between
        p.stale_all()
        for u in rng.sample(range(b.units), 150):
            h = rng.randrange(b.size)
            if b.type[u] not in (AIR, TRAIN) and p.control[h] == b.side[u] and fits(p, u, h):
                p.put(u, h)
        side = seed % 2
        moving(p, side)
        for _ in range(200):
            f = p.stack[-1]
            if isinstance(f, Move) and f.moved:
                q = p.clone()
                q.stale_all()
                here = p.hex[f.units[0]]
                fed = all(traces(q, u) or (p.state[u] & OOS and b.town[here]) for u in f.units)
                reason = stop_reason(p, f)
                assert reason not in (0, UNFED) or (reason == 0) == fed
                seen.add(fed)
            acts = p.choices()[side]
            p.apply(side, rng.choice([a for a in acts if a.verb != "pass"] or acts))
            if not p.stack:
                break
    assert seen == {True, False}


# -- 13.21


@pytest.mark.rule("13.21b")
def test_the_zones_are_linked_by_a_town_or_a_headquarters_in_the_north_and_by_nothing_else() -> None:
    def linked(*north: str, hq: str = "") -> int:
        p = empty(turn=3)
        p.linked = 0
        b = p.board
        own_all(p, REP)
        own(p, NAT, *[b.names[h] for h in range(b.size) if b.row[h] <= 24], *north)
        if hq:
            put(p, hq, "n-hq-n")
        judge(p, NAT)
        return p.linked
    b = empty().board
    bare = next(h for h in range(b.size) if b.row[h] == 25 and not b.town[h]
                and any(b.row[n] == 24 and b.town[n] for n in b.nb[h]))
    assert linked() == 0
    assert linked(b.names[bare]) == 0, "a hex without a town"
    assert linked(b.names[bare], hq=b.names[bare]) == 1, "a supplied headquarters"
    assert linked(hq=next(b.names[n] for n in b.nb[bare] if b.row[n] == 24)) == 0, "row 24 is not the north"
    assert linked(hq="3023") == 0, "an unsupplied one"
    assert linked("2509", "2508", "2510") == 1


# -- 15.9


@pytest.mark.rule("15.9")
def test_what_the_border_may_feed() -> None:
    def stack(place: str, *names: str) -> bool:
        p = empty(turn=15, pyrenees_supply=True)
        own(p, REP, place)
        put(p, place, *names)
        return border_stack(p, hexn(p, place))
    assert stack("3420", "r-div43")
    assert stack("3420", "r-bde2", "r-bde3", "r-bde4")
    assert not stack("3420", "r-bde2", "r-bde3", "r-bde4", "r-bde5"), "four brigades"
    assert not stack("3420", "r-div43", "r-bde2")
    assert not stack("3420", "r-drt"), "a column"
    assert not stack("3320", "r-div43"), "not on the border"
    assert not stack("3420", "n-div61")


@pytest.mark.rule("15.9")
def test_the_border_feeds_only_the_republican_named_and_only_with_the_rule() -> None:
    for option in (True, False):
        p = empty(turn=15, pyrenees_supply=option)
        own_all(p, NAT)
        put(p, "3420", "r-div43")
        p.pyrenees = hexn(p, "3420") + 1
        assert supplied(p, unit(p, "r-div43")) == option
    put(p, "3419", "r-div31")
    assert not pyrenean(p, unit(p, "r-div31"))
    q = empty(turn=15, pyrenees_supply=True)
    own_all(q, NAT)
    put(q, "3420", "r-div43")
    run(q, before("NamePyreneesAgain"))
    play(q, "pass")
    assert where(q, "r-div43") == "deadpile", "nobody was named"


# -- showing the line


@pytest.mark.rule("10.4a", "10.6b")
def test_the_line_shown_runs_over_the_headquarters_and_stays_on_legal_ground() -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "2318", "2317", "2316", "2315", "2314")
    put(p, "2315", "r-hq-cen")
    put(p, "2314", "r-div12")
    assert [p.board.names[h] for h in line_of_supply(p, unit(p, "r-div12"))] == [
        "2314", "2315", "2316", "2317", "2318"]
    q = line()
    put(q, "3118", "r-div12")
    way = [q.board.names[h] for h in line_of_supply(q, unit(q, "r-div12"))]
    assert way[0] == "3118"
    assert way[-1] == "3023"
    assert set(way) <= set(LINE), "over friendly ground"
    own(q, NAT, "3122")
    assert line_of_supply(q, unit(q, "r-div12")) == []
