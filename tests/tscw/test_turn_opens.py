"""[5.2, 7.1, 7.4, 8.6, 13.12, 13.16, 14.3] What a new turn clears, completes and brings; chits kept and spent."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch07_chits import chit_refusal, hand, spend
from frente.games.tscw.rules.ch10_supply import network
from frente.games.tscw.rules.sequence import ChitPulls, OpenTurn, ResourcePoints, clear_table
from frente.games.tscw.show import ledger
from frente.games.tscw.state.board import NET_NAT, RP_NAT
from frente.games.tscw.state.frames import Turn
from frente.games.tscw.state.position import (
    ABORTED,
    DESTROYED,
    EVACUATED,
    GONE,
    HELD,
    IN_HAND,
    IN_POOL,
    INCOMPLETE,
    INTACT,
    LANDED,
    LATER,
    MOVED,
    NEW,
    ON_TABLE,
    OOS,
    SCOUTED,
    SPENT,
    TRAVELLED,
    Tscw,
)
from frente.kernel.flow import EVERYONE, Event
from tests.tscw.chits import air, chit, draw, state
from tests.tscw.lay import NAT, REP, empty, flag, hexn, hold, own, unit


def opened(p: Tscw) -> Tscw:
    OpenTurn().auto(Turn(), p)
    return p


@pytest.mark.rule("8.6b", "13.12f", "13.15a", "14.3", "14.5")
def test_everything_is_ready_again() -> None:
    p = empty(turn=8)
    names = ("r-div11", "n-hq-n", "r-air2", "g-lk1", "n-gis")
    for name in names:
        flag(p, MOVED | TRAVELLED | SPENT | LANDED | NEW | EVACUATED | HELD | SCOUTED | OOS, name)
    p.naval, p.rail, p.sea = [2, 2], [2, 2], [2, 2]
    p.recon = [[hexn(p, "2911"), 16]]
    opened(p)
    assert [p.state[unit(p, n)] for n in names] == [OOS] * 5, "supply is judged later"
    assert (p.naval, p.rail, p.sea) == ([0, 0], [0, 0], [0, 0])
    assert p.recon == []


@pytest.mark.rule("13.16", "13.17a")
def test_only_incomplete_lines_of_the_turn_are_completed() -> None:
    line = ("2419", "2518", "2517", "2516")
    p = empty(turn=15)
    opened(p)
    assert [p.fort[hexn(p, x)] for x in line] == [INTACT] * 4
    assert p.fort[hexn(p, "3221")] == INCOMPLETE, "of turn 17"
    for other in (ABORTED, DESTROYED):
        q = empty(turn=15)
        for x in line:
            q.fort[hexn(q, x)] = other
        opened(q)
        assert [q.fort[hexn(q, x)] for x in line] == [other] * 4
    early = opened(empty(turn=14))
    assert early.fort[hexn(early, "2419")] == INCOMPLETE


@pytest.mark.rule("7.1")
def test_chits_of_the_turn_and_of_earlier_ones_enter_their_pools() -> None:
    p = empty(turn=13)
    for name in ("anschluss", "negrin", "casado-coup"):
        p.chit[chit(p, name)] = LATER
    opened(p)
    assert (state(p, "anschluss"), state(p, "negrin"), state(p, "casado-coup")) == (IN_POOL, IN_POOL, LATER)


@pytest.mark.rule("7.5", "7.11a")
def test_the_czech_crisis_is_over_when_its_aircraft_are_back() -> None:
    for turn, lasts in ((14, 14), (16, 14), (17, 0)):
        p = empty(turn=turn)
        p.czech = 14
        p.chit[chit(p, "czech-crisis")] = ON_TABLE
        clear_table(p)
        assert (p.czech, state(p, "czech-crisis")) == (lasts, ON_TABLE if lasts else GONE)


@pytest.mark.rule("7.10a", "7.22b", "7.34c")
def test_lasting_chits_stay_on_the_table_as_long_as_they_last() -> None:
    for turn, last, there in ((6, 7, ON_TABLE), (7, 7, ON_TABLE), (8, 7, GONE)):
        p = empty(turn=turn)
        p.chit[chit(p, "madrid")] = ON_TABLE
        p.call_madrid = last
        opened(p)
        assert state(p, "madrid") == there
    for call, there in ((1, ON_TABLE), (0, GONE)):
        p = empty(turn=5)
        p.chit[chit(p, "on-to-alcazar")] = p.chit[chit(p, "foreign-volunteers")] = ON_TABLE
        p.call_alcazar = call
        opened(p)
        assert (state(p, "on-to-alcazar"), state(p, "foreign-volunteers")) == (there, ON_TABLE), "the second for good"


# -- means of the turn


@pytest.mark.rule("8.6b", "13.15a", "14.3", "14.5", "14.6")
def test_the_means_of_the_turn_are_told_with_what_is_left_of_them() -> None:
    def told(p: Tscw, viewer: int) -> list[tuple[str, str, str, list[str]]]:
        return [(r["key"], r["facts"]["side"], r["value"], r.get("units", [])) for r in ledger.means(p, viewer)]
    p = empty(turn=8)
    air(p, "r-air1", "r-air2", "r-air3")
    flag(p, SPENT, "r-air2")
    p.rail[REP] = 2
    p.sea[NAT] = 1
    rep = [("rail", "republican", "4/6", []), ("sea", "republican", "1/1", []),
           ("aircraft", "republican", "2/3", ["r-air1", "r-air3"])]
    nat: list[tuple[str, str, str, list[str]]] = [
        ("rail", "nationalist", "6/6", []), ("sea", "nationalist", "1/2", [])]
    assert told(p, REP) == [*rep, *nat], "no aircraft are told of a side that has none"
    assert told(p, NAT) == [*nat, *rep], "the viewer's own first"
    p.naval[NAT] = 1
    assert [(r["key"], r["state"]) for r in ledger.means(p, REP)][-1] == ("gunfire-used", "done")
    p.turn = 0
    assert ledger.means(p, REP) == [], "before the first turn"


# -- chits that are kept


@pytest.mark.rule("7.4b", "7.2b")
def test_a_kept_chit_is_told_to_its_owner_alone_and_one_drawn_by_the_opponent_is_lost() -> None:
    p = empty(turn=9)
    events: list[Event] = []
    p.events = events
    draw(p, "tactical-surprise", REP)
    c = chit(p, "tactical-surprise")
    assert (p.chit[c], p.pulled[c], hand(p, REP), hand(p, NAT)) == (IN_HAND, 9, [c], [])
    kept = [(e.rule, e.key, e.facts, e.only) for e in events if e.rule == "7.4b"]
    assert kept == [("7.4b", "chit-kept", {"side": "republican"}, EVERYONE),
                    ("7.4b", "you-keep", {"chit": "tactical-surprise"}, REP)]
    q = draw(empty(turn=9), "tactical-surprise", REP, by=NAT)
    assert (state(q, "tactical-surprise"), hand(q, REP)) == (GONE, [])
    late = draw(empty(turn=6), "desertion", NAT)
    assert state(late, "desertion") == GONE, "drawn too late to be kept"


@pytest.mark.rule("7.4b")
def test_a_spent_chit_leaves_the_game_and_everybody_is_told() -> None:
    p = empty(turn=9)
    hold(p, "tactical-surprise")
    c = chit(p, "tactical-surprise")
    events: list[Event] = []
    p.events = events
    before = p.barrier
    spend(p, REP, c)
    assert (p.chit[c], p.pulled[c], hand(p, REP)) == (GONE, 0, [])
    assert p.barrier > before, "what was hidden is shown, so nothing can be taken back"
    assert [(e.rule, e.key, e.facts) for e in events] == [
        ("7.4b", "chit-played", {"side": "republican", "chit": "tactical-surprise"})]
    refused = chit_refusal(p, "tactical-surprise")
    assert (refused.rule, refused.key, refused.facts) == ("7.4b", "chit-not-held", {"chit": "tactical-surprise"})


@pytest.mark.rule("3.4", "5.2.A1")
def test_no_points_are_received_on_turn_one_unless_all_phases_are_played() -> None:
    for turn, option, points in ((1, "chits-only", 0), (1, "full", 2), (2, "chits-only", 3)):
        p = empty(turn=turn, turn1_phases=option)
        p.next_nat = 2
        ResourcePoints().auto(Turn(), p)
        assert p.rp[RP_NAT] == points, (turn, option)


@pytest.mark.rule("3.4", "5.2.A2")
def test_the_reading_without_a_first_phase_leaves_later_turns_their_chits() -> None:
    for turn, option, asked in ((1, "none", 0), (1, "chits-only", 2), (1, "full", 2), (2, "none", 2)):
        p = empty(turn=turn, turn1_phases=option)
        p.stack = []
        ChitPulls().auto(Turn(), p)
        assert len(p.stack) == asked, (turn, option)


@pytest.mark.rule("13.16", "13.19")
def test_a_line_that_is_completed_stops_supply_at_once() -> None:
    p = empty(turn=15)
    own(p, NAT, "2518", "2618")
    assert network(p, NET_NAT).linked[hexn(p, "2518")]
    opened(p)
    assert p.fort[hexn(p, "2518")] == INTACT
    assert not network(p, NET_NAT).linked[hexn(p, "2518")]
