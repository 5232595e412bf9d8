"""[7] Each event has its own condition and its own effect, and no other's."""
from __future__ import annotations

import pytest

from frente.games.tscw.rules.ch06_points import point_refusals, replenish_kind
from frente.games.tscw.rules.ch07_duties import FRANCE
from frente.games.tscw.rules.ch07_events import _applies, foreign_volunteers, late_internationals
from frente.games.tscw.rules.ch07_events import take_effect as happen
from frente.games.tscw.rules.ch10_supply import network
from frente.games.tscw.state.board import NET_NAT, RP_REP
from frente.games.tscw.state.frames import Administration
from frente.games.tscw.state.position import (
    GONE,
    ON_TABLE,
    REMOVED,
    Tscw,
)
from tests.tscw.chits import air, chit, state
from tests.tscw.lay import NAT, REP, box, called, empty, hexn, kill, own, own_all, put, unit

CONDITIONS = ("anschluss", "basque-surrender", "balearic-landings", "casado-coup", "santa-maria", "great-purchase",
              "gernika", "recognition", "madrid", "on-to-alcazar", "oviedo-offensive", "political-unrest",
              "victory-convoy")


def none() -> Tscw:
    """Turn 12: not one of the conditions holds."""
    p = empty(turn=12)
    own(p, REP, "3613", "3608")
    own(p, NAT, "1910", "3425", "3614", "2712", "2510")
    p.morale = 33
    return p


def applying(p: Tscw) -> list[str]:
    return [name for name in CONDITIONS if _applies(p, name)]


@pytest.mark.rule("7.5", "7.6a", "7.7a", "7.8a", "7.13", "7.15a", "7.16", "7.36", "7.20", "7.22a", "7.22b", "7.33b",
                  "7.34a", "7.35a", "7.35b", "7.41")
def test_every_event_waits_for_its_own_condition() -> None:
    assert applying(none()) == []
    assert _applies(none(), "negrin")
    p = none()
    air(p, "g-lk1")
    assert applying(p) == ["anschluss"]
    p.czech = 10
    assert applying(p) == [], "the crisis still lasts"
    p.czech = 9
    assert applying(p) == ["anschluss"]
    q = none()
    air(q, "i-al1")
    assert applying(q) == [], "no Legion Kondor"
    for side, place, name in ((NAT, "3613", "basque-surrender"), (REP, "1910", "santa-maria"),
                              (REP, "3425", "great-purchase"), (REP, "3614", "gernika")):
        p = none()
        own(p, side, place)
        assert applying(p) == [name]
    p = none()
    own(p, REP, "1910")
    p.cabeza = 1
    assert applying(p) == [], "taken once and lost"
    p = none()
    p.morale = 32
    assert applying(p) == ["casado-coup"]
    p = none()
    p.taken = 1
    assert applying(p) == ["recognition"]


@pytest.mark.rule("7.7a", "7.22a", "7.22b", "7.34a", "7.35a", "7.35b", "7.41")
def test_events_of_certain_turns() -> None:
    for turn, names in ((3, ["balearic-landings", "on-to-alcazar", "political-unrest", "victory-convoy"]),
                        (4, ["balearic-landings", "on-to-alcazar", "political-unrest"]),
                        (7, ["on-to-alcazar", "political-unrest"]), (11, ["on-to-alcazar", "political-unrest"]),
                        (2, ["balearic-landings", "political-unrest", "victory-convoy"]), (12, ["on-to-alcazar"])):
        p = none()
        p.turn = turn
        own(p, REP, "2510")
        assert applying(p) == names
        p.alcazar = 0
        assert applying(p) == [n for n in names if n != "on-to-alcazar"]
        p.alcazar = 1
        own(p, NAT, "2510")
        assert applying(p) == [n for n in names if n != "on-to-alcazar"]
    for turn, side, goes in ((6, REP, True), (7, REP, False), (6, NAT, False)):
        p = none()
        p.turn = turn
        own(p, side, "2712")
        assert _applies(p, "madrid") is goes


@pytest.mark.rule("7.33b", "7.33a")
def test_an_offensive_needs_a_nationalist_goal_and_a_republican_next_to_it() -> None:
    for holder, neighbour, goes in ((NAT, "r-a1", True), (REP, "r-a1", False), (NAT, "n-aln", False)):
        p = none()
        own(p, holder, "3608")
        put(p, p.board.names[p.board.nb[hexn(p, "3608")][0]], neighbour)
        assert _applies(p, "oviedo-offensive") is goes


# -- effects


def after(name: str, **numbers: int) -> Tscw:
    """A position in which the event has happened, whose conditions held."""
    p = empty(turn=numbers.get("turn", 8))
    p.rp = [numbers.get("rep", 2), 2, numbers.get("nat", 2), 2]
    p.purchase = numbers.get("purchase", 0)
    p.taken = 1
    p.chit[chit(p, name)] = GONE
    p.stack = []
    happen(p, chit(p, name))
    return p


@pytest.mark.rule("7.9", "7.13", "7.20", "7.29")
def test_events_that_move_morale_do_nothing_else() -> None:
    for name, morale in (("durruti-dies", 71), ("negrin", 73), ("santa-maria", 73), ("recognition", 70)):
        p = after(name)
        assert (p.morale, p.rp, p.stack, state(p, name)) == (morale, [2, 2, 2, 2], [], GONE)
        assert (p.next_nat, p.next_rep, p.next_purchase, p.submarines) == (0, 0, 0, 0)
        assert (p.czech, p.unrest, p.offensive) == (0, 0, 0)


@pytest.mark.rule("7.12", "7.15a", "7.19", "7.32", "7.37")
def test_events_that_give_and_take_points() -> None:
    assert after("franco-neutrality").rp == [2, 2, 1, 2]
    assert after("franco-neutrality", nat=0).rp == [2, 2, 0, 2], "never below none"
    for name, where, n in (("nationalist-rp", "next_nat", 1), ("republican-rp", "next_rep", 2),
                           ("great-purchase", "next_purchase", 3)):
        p = after(name)
        assert getattr(p, where) == n == p.next_nat + p.next_rep + p.next_purchase
        assert p.rp == [2, 2, 2, 2], "from the next turn"
    for rep, purchase, left in ((2, 3, (1, 3, 0)), (0, 3, (0, 2, 0)), (0, 0, (0, 0, 1))):
        p = after("submarines", rep=rep, purchase=purchase)
        assert (p.rp[0], p.purchase, p.submarines) == left


@pytest.mark.rule("7.16", "7.36", "7.5", "7.41", "7.18", "7.7a", "7.11a", "7.11b", "7.35b", "7.35c", "7.35d", "7.10a",
                  "7.10c", "7.6a", "7.6b")
def test_what_each_event_asks_for() -> None:
    def asks(name: str, turn: int = 8) -> list[tuple[str, int, int, int]]:
        p = empty(turn=turn)
        air(p, "g-lk1", "g-lk2", "r-air1")
        own(p, NAT, "3613")
        p.stack = []
        happen(p, chit(p, name))
        return [(type(f).__name__, getattr(f, "side", -1), getattr(f, "what", -1), getattr(f, "left", -1))
                for f in reversed(p.stack)]
    assert asks("gernika") == asks("german-ships") == [("Rolling", -1, -1, -1)]
    assert asks("anschluss") == [("Picking", NAT, 0, 1)]
    assert asks("victory-convoy", 3) == [("Picking", NAT, 8, 1)]
    assert asks("guerrilla") == [("Picking", NAT, 6, 2)]
    assert asks("balearic-landings", 3) == [("Picking", REP, 3, 3), ("Picking", REP, 4, 1)]
    assert asks("czech-crisis") == [("Picking", NAT, 1, 1), ("Picking", NAT, 2, 6)]
    assert asks("political-unrest") == [("Picking", REP, 7, 1)]
    assert asks("foreign-volunteers") == [("Picking", NAT, 5, 1)]
    assert asks("basque-surrender") == [("Picking", REP, 9, 0)], "no Basque unit has left a hex"
    assert asks("negrin") == asks("casado-coup") == []


@pytest.mark.rule("7.8b", "7.8c", "7.8d", "7.10a", "7.11a", "7.22b", "7.33a", "7.34a", "7.34c", "7.35a", "7.35b",
                  "7.35c")
def test_events_with_a_lasting_effect_note_it() -> None:
    p = after("czech-crisis", turn=14)
    assert (p.czech, state(p, "czech-crisis")) == (14, ON_TABLE)
    p = after("foreign-volunteers", turn=14)
    assert (p.volunteers, state(p, "foreign-volunteers")) == (14, ON_TABLE)
    p = after("madrid", turn=5)
    assert (p.call_madrid, p.call_alcazar, state(p, "madrid")) == (6, 0, ON_TABLE)
    p = after("on-to-alcazar", turn=5)
    assert (p.call_madrid, p.call_alcazar, state(p, "on-to-alcazar")) == (0, 1, ON_TABLE)
    p = after("political-unrest", turn=9)
    assert (p.unrest, p.hex[p.board.lenin], state(p, "political-unrest")) == (9, REMOVED, GONE)
    q = empty(turn=18)
    q.morale = 32
    put(q, "2712", "r-div11", "r-div12")
    happen(q, chit(q, "casado-coup"))
    assert (q.casado, q.fleet, q.infighting) == (18, 0, 0), "two units are too few for infighting"
    r = empty(turn=9)
    put(r, r.board.names[r.board.nb[hexn(r, "3608")][0]], "r-a1")
    happen(r, chit(r, "oviedo-offensive"))
    assert (r.offensive, r.target, r.quota) == (9, hexn(r, "3608"), 4)


@pytest.mark.rule("7.36", "7.16")
def test_gernika_counts_as_drawn_even_if_nothing_is_left_to_bomb() -> None:
    p = empty(turn=9)
    own(p, NAT, "3614")
    happen(p, chit(p, "gernika"))
    assert (p.gernika, p.stack) == (1, [])
    q = empty(turn=9)
    own(q, NAT, "1910")
    happen(q, chit(q, "santa-maria"))
    assert (q.gernika, q.morale) == (0, 72)


@pytest.mark.rule("7.10a", "6.6a", "10.6b", "7.11c")
def test_what_lies_in_a_box_stands_in_no_hex() -> None:
    p = empty(turn=14)
    own_all(p, REP)
    abroad = next(p.board.uid[u] for u in p.board.ground[REP] if p.board.international[u])
    box(p, REMOVED, abroad)
    foreign_volunteers(p)
    assert p.hex[unit(p, abroad)] == REMOVED
    p.volunteers = 13
    late_internationals(p)
    assert p.hex[unit(p, abroad)] == REMOVED
    kill(p, "r-div11")
    p.rp[RP_REP] = 3
    f = Administration(REP)
    assert replenish_kind(p, f, unit(p, "r-div11")) == -1, "one step, but in the deadpile"
    assert [(r.rule, r.key) for r in point_refusals(p, f, unit(p, "r-div11"), False)] == [("6.6a", "not-reduced")]
    q = empty(turn=14)
    own_all(q, NAT)
    assert not any(network(q, NET_NAT).staff), "no headquarters on the map"
    q.czech = 14
    kill(q, "i-lt")
    put(q, "3110", "i-xxiiim", "n-div11")
    called(q, NAT)
    assert [q.duty[unit(q, n)] for n in ("i-lt", "i-xxiiim", "n-div11")] == [0, FRANCE, 0]
