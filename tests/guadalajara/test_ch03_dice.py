"""[4.4, 1.6d, 1.10c, 2.7e.6] Dice for arrivals, attrition and raids, condition by condition."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_supply import Supply
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements
from frente.games.guadalajara.state.board import REP
from frente.games.guadalajara.state.position import AWAITED, DEAD, MOVED, UNSUPPLIED
from tests.guadalajara.lay import (
    at,
    before,
    box,
    dice,
    drill,
    empty,
    loaded,
    offered,
    play,
    put,
    puts,
    run,
    step,
    unit,
    where,
)

A = "30.05"


# -- dice for arrivals (4.4)


@pytest.mark.rule("4.4a", "4.4b")
@pytest.mark.parametrize(("rolls", "trucks"), [
    ((3, 3), 2), ((6, 3), 2), ((1, 3), 2), ((3, 6), 1), ((3, 1), 3), ((1, 6), 1)])
def test_trucks_come_with_the_first_unit_of_their_own_list(rolls: tuple[int, int], trucks: int) -> None:
    p = empty(turn=1, variable_reinforcements=True)
    names = ("r-gua-2-49", "r-pdm-48", "r-tha-xi")           # Entry Area A; B, its first and another
    for name in (*names, "r-truck-rep-1", "r-truck-rep-2"):
        box(p, name, AWAITED, 2)
    later = box(p, "r-truck-rep-4", AWAITED, 3)
    put(p, "r-truck-rep-3", A)           # here already
    run(p, Reinforcements())
    dice(p, *rolls)
    dice(p, 6)                           # the last one has no trucks
    assert [p.due[unit(p, x)] for x in ("r-truck-rep-1", "r-truck-rep-2")] == [trucks, trucks]
    assert [p.due[unit(p, x)] for x in names] == [{1: 3, 6: 1}.get(n, 2) for n in (*rolls, 6)]
    assert (p.due[later], where(p, "r-truck-rep-3")) == (3, A)


# -- attrition


@pytest.mark.rule("1.6d.2", "1.6d.1")
@pytest.mark.parametrize(("die", "cut_off", "lost"), [(3, False, 0), (4, False, 1), (5, False, 1), (6, False, 2),
                                                      (3, True, 1), (5, True, 2), (6, True, 2), (2, True, 0)])
def test_attrition_takes_steps_of_units_out_of_supply(die: int, cut_off: bool, lost: int) -> None:
    p = drill()
    names = ("r-dmi-48", "r-ter-48")
    for name in names:
        put(p, name, A, state=UNSUPPLIED)
    fed = put(p, "r-lr-50", A)           # marked in this phase only
    if cut_off:
        around = ("n-tor-iv", "n-bis-iv", "n-buf-iv", "n-lup-v", "n-ardi-vi", "n-leo-i")
        for h, name in zip(p.board.nb[at(p, A)], around, strict=True):
            put(p, name, p.board.names[h])
    f = Supply(REP)
    run(p, before(f, "AttritionRoll"))
    assert step(p) == ""
    f = Supply(REP, [at(p, A)])
    run(p, before(f, "AttritionRoll"))
    dice(p, die)
    while step(p) == "TakeLoss":
        assert "unit:r-lr-50" not in offered(p)
        play(p, offered(p)[0])
    assert sum(2 - p.steps[unit(p, x)] for x in names) == lost
    assert p.steps[fed] == 2


# -- raids


@pytest.mark.rule("1.10c.3", "1.16d.2", "2.7e.6")
@pytest.mark.parametrize(("rout", "die", "state", "steps"), [
    (False, 4, 0, 2), (False, 5, MOVED, 2), (False, 6, 0, 1), (True, 4, 0, 2), (True, 5, 0, 2), (True, 6, 0, 1)])
def test_a_raid_on_motorcyclists(rout: bool, die: int, state: int, steps: int) -> None:
    p = drill()
    u = put(p, "n-brs-lit", A)
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid([u], at(p, A), True, False, rout))
    if not rout:
        play(p, "unit:n-brs-lit")
    dice(p, die)
    assert (p.state[u] & MOVED, p.steps[u], step(p)) == (state, steps, "")


@pytest.mark.rule("1.16d.2", "1.10c.3", "2.7e.6")
@pytest.mark.parametrize(("option", "rout", "place", "steps", "state"), [
    ("destroyed", False, str(DEAD), 0, 0), ("one_step", False, A, 1, MOVED), ("one_step", True, A, 1, 0)])
def test_a_passenger_shares_the_fate_of_its_truck(option: str, rout: bool, place: str, steps: int, state: int) -> None:
    p = drill(interdicted_passenger=option)
    u = loaded(p, "n-int-vi", "n-truck-ctv-1", A)
    p.markers, p.flipped, p.shown = [at(p, A)], [0], [1]
    run(p, Raid([u], at(p, A), True, False, rout))
    if not rout:
        play(p, "unit:n-int-vi")
    dice(p, 6)
    assert (where(p, "n-int-vi"), p.steps[u], p.state[u] & MOVED) == (place, steps, state)
    assert (where(p, "n-truck-ctv-1"), p.aboard[u]) == (str(DEAD), -1)
    assert sum(p.wheels[0]) == 0


@pytest.mark.rule("1.10c.4", "1.10c.3", "2.7e.6")
def test_every_marker_in_the_hex_attacks_once_and_in_a_rout_everybody_once() -> None:
    p = drill()
    found = puts(p, A, "n-brs-lit", "n-brs-crs")
    p.markers, p.flipped, p.shown = [at(p, A), at(p, A), at(p, "40.05")], [0, 0, 0], [1, 1, 1]
    run(p, Raid(found, at(p, A), True, False))
    play(p, "unit:n-brs-lit")
    dice(p, 1)
    assert (step(p), p.flipped) == ("Strike", [1, 0, 0])
    play(p, "unit:n-brs-lit")
    dice(p, 1)
    assert (step(p), p.flipped) == ("", [1, 1, 0])
    q = drill()
    found = puts(q, A, "n-brs-lit", "n-brs-crs", "n-tor-iv")
    q.markers, q.flipped, q.shown = [at(q, A)], [0], [1]
    run(q, Raid(found, at(q, A), True, False, True))
    assert step(q) == "RaidRoll"
    dice(q, 1, 1)
    assert (step(q), q.flipped) == ("", [0])
    run(q, Raid(found, at(q, "31.06"), True, False, True))
    assert step(q) == ""                 # no marker there
