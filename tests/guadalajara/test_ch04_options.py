"""[4.2, 4.3, 4.6] Cavalry screens, the looser Separation Line, fog of war."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.guadalajara import GAME
from frente.games.guadalajara.rules.ch01_combat import Combat
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import DLV, NAT, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import DEAD, DG, OFF_MAP, RESERVE, RETURNING
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    box,
    drill,
    empty,
    hexes,
    left,
    offered,
    play,
    put,
    rules,
    run,
    step,
    told,
    unit,
    units,
    where,
)


@pytest.mark.rule("4.2a.1", "4.2a.2")
def test_cavalry_alone_slips_away_exactly_two_hexes_free_of_zones() -> None:
    p = drill(cavalry_screen=True)
    put(p, "n-tor-iv", "30.05")
    put(p, "r-cav-xii", "30.07")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:30.06")
    assert asked(p) == [REP]
    assert all(p.board.distance(at(p, "30.07"), at(p, h)) == 2 for h in hexes(offered(p)))
    assert not any(p.zone[NAT][at(p, h)] for h in hexes(offered(p)))
    assert rules(p, "hex:30.08") == ["4.2a.2"]
    play(p, "hex:30.09")
    assert where(p, "r-cav-xii") == "30.09"
    assert asked(p) == [NAT]
    q = drill(cavalry_screen=True)       # not before cavalry, not with others in the hex
    put(q, "n-cav-pdv-1", "30.25")
    put(q, "r-cav-xii", "30.27")
    run(q, Movement(NAT))
    play(q, "unit:n-cav-pdv-1", "hex:30.26")
    assert asked(q) == [NAT]
    r = drill(cavalry_screen=True)
    put(r, "n-tor-iv", "30.05")
    put(r, "r-cav-xii", "30.07")
    put(r, "r-dmi-48", "30.07")
    run(r, Movement(NAT))
    play(r, "unit:n-tor-iv", "hex:30.06")
    assert asked(r) == [NAT]
    s = drill()                          # an option
    put(s, "n-tor-iv", "30.05")
    put(s, "r-cav-xii", "30.07")
    run(s, Movement(NAT))
    play(s, "unit:n-tor-iv", "hex:30.06")
    assert asked(s) == [NAT]


@pytest.mark.rule("4.2b")
def test_the_zone_of_cavalry_that_has_gone_costs_1_unless_others_hold_it() -> None:
    p = drill(cavalry_screen=True)
    put(p, "n-tor-iv", "30.05")
    put(p, "r-cav-xii", "30.07")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:30.06", "hex:30.09", "hex:30.07")
    assert left(p) == [3]                # 6 - 1 - (1 + 1)
    q = drill(cavalry_screen=True)
    put(q, "n-tor-iv", "30.05")
    put(q, "r-cav-xii", "30.07")
    put(q, "r-dmi-48", "31.06")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "hex:30.06")
    play(q, "hex:30.09", "hex:29.06")
    assert left(q) == [0]                # 6 - (1 + 2) - (1 + 2): the battalion holds both hexes


@pytest.mark.rule("4.3a.1", "4.3a.2")
def test_after_turn_5_two_spaniards_a_turn_cross_while_few_republicans_are_north() -> None:
    p = drill(separation_line="loose", turn=6)
    for name, h in (("n-6-vic-sot", "24.14"), ("n-8-vic-sot", "26.13"), ("n-8-bai-sot", "28.13")):
        put(p, name, h)
    run(p, before(PlayerTurn(NAT), "PlaceTrucks"))
    assert p.loose
    play(p, "unit:n-6-vic-sot", "hex:24.13", "stop", "unit:n-8-vic-sot", "hex:26.12", "stop", "unit:n-8-bai-sot")
    assert rules(p, "hex:28.12") == ["4.3a.1"]
    s = drill(separation_line="loose", turn=6)               # nor do three of them as one stack
    for name in ("n-6-vic-sot", "n-8-vic-sot", "n-8-bai-sot"):
        put(s, name, "24.14")
    run(s, before(PlayerTurn(NAT), "PlaceTrucks"))
    play(s, "unit:n-6-vic-sot", "with:n-8-vic-sot")
    assert "hex:24.13" in offered(s)
    play(s, "with:n-8-bai-sot")
    assert rules(s, "hex:24.13") == ["4.3a.1"]
    q = drill(separation_line="loose", turn=5)
    put(q, "n-6-vic-sot", "24.14")
    run(q, before(PlayerTurn(NAT), "PlaceTrucks"))
    assert not q.loose
    r = drill(separation_line="loose", turn=7)               # enough Republicans north: it stops, who is south stays
    for name, h in (("r-tri-49", "10.30"), ("r-pi-49", "11.30"), ("r-gua-1-49", "12.30"), ("r-lr-50", "13.30")):
        put(r, name, h)
    put(r, "n-6-vic-sot", "24.14")
    put(r, "n-8-vic-sot", "26.10")
    run(r, before(PlayerTurn(NAT), "PlaceTrucks"))
    assert not r.loose
    play(r, "unit:n-6-vic-sot")
    assert rules(r, "hex:24.13") == ["2.6a.2"]
    play(r, "stop", "unit:n-8-vic-sot")
    assert "hex:26.09" in offered(r)


@pytest.mark.rule("4.3a.1")
def test_overruns_over_the_line_count_among_the_two() -> None:
    p = drill(separation_line="loose", turn=6)
    for name in ("n-6-vic-sot", "n-8-vic-sot", "n-8-bai-sot"):
        put(p, name, "24.14")
    put(p, "r-gc", "24.13", state=DG)
    run(p, before(PlayerTurn(NAT), "PlaceTrucks"))
    play(p, "unit:n-6-vic-sot", "with:n-8-vic-sot", "with:n-8-bai-sot")
    assert rules(p, "overrun:24.13") == ["4.3a.1"]
    q = drill(separation_line="loose", turn=6)
    for name, h in (("n-6-vic-sot", "24.14"), ("n-8-vic-sot", "24.14"), ("n-8-bai-sot", "26.13")):
        put(q, name, h)
    put(q, "r-gc", "24.13", state=DG)
    run(q, before(PlayerTurn(NAT), "PlaceTrucks"))
    play(q, "unit:n-6-vic-sot", "with:n-8-vic-sot", "overrun:24.13")
    while step(q) in ("CombatDice", "ReconstitutionRoll"):
        play(q, "die:6")
    play(q, "stop", "unit:n-8-bai-sot")
    assert where(q, "n-6-vic-sot") == "24.13"
    assert rules(q, "hex:26.12") == ["4.3a.1"]


@pytest.mark.rule("4.3c")
def test_without_the_line_italians_attack_the_road_from_52_23_too() -> None:
    for line, attacks in (("none", True), ("strict", False)):
        p = empty(separation_line=line)
        put(p, "r-dmi-48", "40.17")
        put(p, "n-tor-iv", "41.17")
        run(p, Combat(NAT))
        assert ("hex:40.17" in offered(p)) is attacks


@pytest.mark.rule("4.3b")
def test_even_so_spaniards_and_italians_do_not_cooperate() -> None:
    p = drill(separation_line="loose", turn=7)
    put(p, "n-6-vic-sot", "30.05")
    put(p, "n-tor-iv", "31.07")
    put(p, "r-dmi-48", "30.06")
    run(p, Combat(NAT))
    play(p, "hex:30.06", "unit:n-tor-iv")
    assert rules(p, "unit:n-6-vic-sot") == ["2.6b"]
    assert p.room([unit(p, "n-tor-iv")], at(p, "30.05")) == "2.6b"


def tracks(p, viewer) -> dict[str, int | None]:
    return {t["id"]: t["value"] for t in GAME.view(p, viewer).tracks if t["side"] in ("nationalist", "")}


def piece(p, viewer, name: str):
    return next(x for x in GAME.view(p, viewer).pieces if x["id"] == name)


@pytest.mark.rule("4.6a")
def test_hidden_markers_are_in_no_view_but_the_owners() -> None:
    p = drill(hidden_interdiction=True)
    put(p, "n-tor-iv", "40.05")
    p.markers, p.flipped, p.shown = [at(p, "30.05")], [0], [0]
    run(p, Movement(NAT))
    assert "30.05" not in GAME.view(p, NAT).spaces
    assert "30.05" not in GAME.view(p, None).spaces
    assert GAME.view(p, REP).spaces["30.05"] == ["interdiction"]
    assert tracks(p, NAT)["hidden-markers"] == 1
    seen = {GAME.determinize(p, NAT, Random(n)).markers[0] for n in range(20)}
    assert len(seen) > 5
    assert GAME.determinize(p, REP, Random(1)).markers == p.markers
    p.shown = [1]
    assert GAME.view(p, NAT).spaces["30.05"] == ["interdiction"]


@pytest.mark.rule("4.6b")
def test_what_waits_off_the_map_is_secret() -> None:
    p = drill(secret_off_map=True, turn=6)
    u = box(p, "r-tha-xi", OFF_MAP, 6)
    p.state[u] |= RESERVE
    put(p, "r-dmi-48", "30.05")
    put(p, "n-tor-iv", "40.05")
    run(p, Movement(REP))
    assert "reserve" in piece(p, REP, "r-tha-xi")["state"]
    assert "reserve" not in piece(p, NAT, "r-tha-xi")["state"]
    open_play = drill(turn=6)
    v = box(open_play, "r-tha-xi", OFF_MAP, 6)
    open_play.state[v] |= RESERVE
    assert "reserve" in piece(open_play, NAT, "r-tha-xi")["state"]
    events = told(p)
    p.state[u] &= ~RESERVE
    p.reask()
    play(p, "reserve:r-tha-xi")
    assert [e.only for e in events if e.key == "in-reserve-now"] == [REP]


@pytest.mark.rule("4.6c")
def test_morale_panic_and_returns_are_their_owners_secret() -> None:
    p = drill(secret_rolls=True)
    p.morale[DLV], p.panic[DLV], p.routed[DLV] = 7, 1, 1
    put(p, "n-aqu-i", "30.05")
    put(p, "r-dmi-48", "40.05")
    box(p, "n-tor-iv", RETURNING, 5)
    dead = box(p, "n-bis-iv", DEAD)
    p.steps[dead] = 0
    run(p, Movement(NAT))
    assert [tracks(p, viewer)["morale-dlv"] for viewer in (NAT, REP, None)] == [7, None, None]
    assert (tracks(p, NAT)["panic-dlv"], tracks(p, REP)["panic-dlv"]) == (1, None)
    assert piece(p, NAT, "n-tor-iv")["at"] == "returning"
    assert piece(p, REP, "n-tor-iv")["at"] == piece(p, REP, "n-bis-iv")["at"] == "lost"
    assert "panicked" not in piece(p, REP, "n-aqu-i")["state"]
    drawn = [GAME.determinize(p, REP, Random(n)) for n in range(30)]
    assert len({d.morale[DLV] for d in drawn}) > 5
    assert len({d.hex[unit(p, "n-tor-iv")] for d in drawn}) == 2
    assert all(GAME.view(d, REP) == GAME.view(p, REP) for d in drawn)
    q = drill()
    q.morale[DLV] = 7
    assert tracks(q, REP)["morale-dlv"] == 7


def test_nothing_is_hidden_without_the_options() -> None:
    p = drill()
    put(p, "n-aqu-i", "30.05", state=DG)
    run(p, Movement(NAT))
    assert GAME.view(p, REP).pieces == GAME.view(p, NAT).pieces
    assert units(offered(p)) == ["n-aqu-i"]
    assert step(p) == "ChooseUnit"


@pytest.mark.rule("4.2a.1")
def test_cavalry_slips_away_before_a_stack_that_comes_by_an_overrun_or_past_hidden_markers() -> None:
    p = drill(cavalry_screen=True)
    put(p, "n-tor-iv", "30.05")
    put(p, "r-gc", "30.06", state=DG)
    put(p, "r-cav-xii", "30.08")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "overrun:30.06")
    while step(p) in ("CombatDice", "ReconstitutionRoll"):
        play(p, "die:6")
    assert where(p, "n-tor-iv") == "30.06"
    assert step(p) == "March"            # two hexes away: nothing yet
    play(p, "hex:30.07")
    assert step(p) == "SlipAway"
    q = drill(cavalry_screen=True)
    put(q, "n-tor-iv", "30.05")
    put(q, "r-gc", "30.06", state=DG)
    put(q, "r-cav-xii", "30.07")
    run(q, Movement(NAT))
    play(q, "unit:n-tor-iv", "overrun:30.06")
    while step(q) in ("CombatDice", "ReconstitutionRoll"):
        play(q, "die:6")
    assert (step(q), asked(q)) == ("SlipAway", [REP])
    play(q, "hex:30.09", "hex:30.07")
    assert left(q) == [2]                # 6 - 2 - (1 + 1)
    r = drill(["30.05 30.06"], cavalry_screen=True, hidden_interdiction=True)
    put(r, "n-tor-iv", "30.05")
    put(r, "r-cav-xii", "30.07")
    r.markers, r.flipped, r.shown = [at(r, "30.06")], [0], [0]
    run(r, Movement(NAT))
    play(r, "unit:n-tor-iv", "hex:30.06", "reveal")
    assert step(r) == "SlipAway"
    play(r, "hex:30.09")
    assert left(r) == [5]                # the road twice its half point
    play(r, "hex:30.07")
    assert left(r) == [3]
