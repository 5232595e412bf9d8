"""[2.7, 1.17d, 4.8, scn.4.nat.sr1] Italian morale, panic and the mandatory retreat."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_losses import Fates
from frente.games.guadalajara.rules.ch02_morale import Morale, Rout, full_move
from frente.games.guadalajara.rules.victory import score
from frente.games.guadalajara.state.board import DLV, FN, NAT, PN, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import ATTACHED, DG, UNSUPPLIED
from tests.guadalajara.lay import (
    asked,
    at,
    before,
    dice,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    run,
    start,
    step,
    told,
    unit,
    where,
)


def through(p) -> None:
    """First choices until nobody is asked any more."""
    for _ in range(200):
        if not p.choices():
            return
        play(p, offered(p)[0])


@pytest.mark.rule("2.7.1", "2.7a", "scn.1.morale", "scn.2.morale")
def test_three_divisions_start_at_morale_0() -> None:
    for scenario in (1, 2):
        assert start(scenario).morale == [0] * 5


@pytest.mark.rule("scn.4.morale")
def test_in_scenario_4_they_start_at_6() -> None:
    assert start(4).morale == [0, 6, 6, 6, 0]


@pytest.mark.rule("2.7b.1")
def test_each_step_lost_by_a_volunteer_division_raises_its_level_and_no_other() -> None:
    p = drill()
    for name in ("n-aqu-i", "n-gen-dlv", "n-arty-i", "n-tor-iv", "n-lit-1-1"):
        p.lose_step(put(p, name, "30.05"), "scs.cbt.8")
    assert p.morale == [0, 3, 0, 0, 0]   # infantry, engineers and artillery; not the independents, not Littorio


@pytest.mark.rule("2.7b.2", "2.7b.3")
def test_a_returning_unit_lowers_the_level_a_headquarters_does_not() -> None:
    from frente.games.guadalajara.rules.ch03_arrivals import arrivals
    from frente.games.guadalajara.state.position import RETURNING

    p = drill(turn=3)
    p.morale[FN] = 9
    p.lose_step(put(p, "n-hq-fn", "45.05"), "scs.cbt.8")
    assert p.morale[FN] == 10
    put(p, "n-aud-vi", "45.05")
    p.turn = 4
    p.hex[unit(p, "n-int-vi")] = RETURNING
    p.due[unit(p, "n-int-vi")] = 4
    p.steps[unit(p, "n-int-vi")] = 1
    run(p, arrivals(p, NAT))
    play(p, "hex:45.05")                 # the headquarters, with a unit of its division
    assert (where(p, "n-hq-fn"), p.morale[FN]) == ("45.05", 10)
    play(p, "hex:45.05")
    assert (where(p, "n-int-vi"), p.morale[FN]) == ("45.05", 9)


@pytest.mark.rule("2.7c.1", "2.7d.1", "2.7d.2")
def test_level_10_is_no_panic_and_level_11_is_one_with_a_mandatory_retreat() -> None:
    p = drill()
    put(p, "n-aqu-i", "30.05")
    p.morale[DLV] = 10
    run(p, Morale())
    assert (p.panic[DLV], p.routed[DLV], where(p, "n-aqu-i")) == (0, 0, "30.05")
    p.morale[DLV] = 11
    run(p, Morale())
    assert (p.panic[DLV], p.routed[DLV]) == (1, 1)
    through(p)
    assert where(p, "n-aqu-i") != "30.05"


@pytest.mark.rule("2.7c.2", "2.7f")
def test_panic_ends_when_the_level_is_below_11_at_the_next_check() -> None:
    p = drill()
    p.morale[DLV], p.panic[DLV], p.routed[DLV] = 10, 1, 1
    run(p, Morale())
    assert p.panic[DLV] == 0
    p.morale[DLV] = 11
    run(p, Morale())
    assert p.panic[DLV] == 1             # it may panic again


@pytest.mark.rule("2.7e.1")
def test_a_division_makes_its_mandatory_retreat_once() -> None:
    p = drill()
    put(p, "n-aqu-i", "30.05")
    p.morale[DLV], p.routed[DLV] = 11, 1
    run(p, Morale())
    assert p.panic[DLV] == 1
    assert where(p, "n-aqu-i") == "30.05"
    assert score(p) == score(p)


@pytest.mark.rule("2.7g", "seq.5")
def test_panic_waits_for_the_italian_morale_phase_in_the_republican_turn() -> None:
    p = drill()
    p.morale[DLV] = 12
    assert p.panic[DLV] == 0
    run(p, before(PlayerTurn(NAT), "MoralePhase"))
    assert p.panic[DLV] == 0             # not in the Nationalist turn
    q = drill()
    q.morale[DLV] = 12
    run(q, before(PlayerTurn(REP), "MoralePhase"))
    assert q.panic[DLV] == 1


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_routed_units_run_their_whole_allowance_toward_the_start_line() -> None:
    p = drill()
    u = put(p, "n-int-vi", "30.05", state=DG | UNSUPPLIED)
    p.morale[FN] = 11
    assert full_move(p, u) == 48
    run(p, Morale())
    assert (asked(p), offered(p)) == ([NAT], ["unit:n-int-vi"])
    through(p)
    assert where(p, "n-int-vi") == "36.08"                   # six hexes nearer, not three


@pytest.mark.rule("2.7e.4")
def test_a_truck_at_hand_carries_a_unit_away_free_of_charge() -> None:
    p = drill(["30.05 31.06 32.06 33.07 34.07 35.08 36.08 37.09 38.09 39.10 40.10 41.11"])
    u = put(p, "n-int-vi", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert p.aboard[u] == unit(p, "n-truck-ctv-1")
    assert p.board.distance(p.hex[u], at(p, "30.05")) > 6


@pytest.mark.rule("2.7e.5")
def test_zones_neither_slow_nor_hurt_a_rout() -> None:
    p = drill()
    u = put(p, "n-int-vi", "30.05")
    for name, h in (("r-dmi-48", "30.06"), ("r-ter-48", "30.04"), ("r-lr-50", "33.08"), ("r-apo-71", "33.04")):
        put(p, name, h)                  # it starts in a zone and has another one, right across its way, to pass
    assert all(p.zone[REP][at(p, h)] for h in ("30.05", "31.05", "31.06"))
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert where(p, "n-int-vi") == "36.08"
    assert p.steps[u] == 2


@pytest.mark.rule("2.7e.6", "1.10c.4")
def test_motorised_runners_are_attacked_at_every_marker_without_using_it_up() -> None:
    line = "30.05 31.06 32.06 33.07 34.07 35.08 36.08 37.09 38.09 39.10 40.10 41.11 42.11 43.12"
    p = drill([line])
    put(p, "n-int-vi", "30.05")
    put(p, "n-truck-ctv-1", "30.05")
    put(p, "n-hq-fn", "30.05")
    marked = [at(p, x) for x in line.split()[1:]]
    p.markers, p.flipped, p.shown = marked, [0] * len(marked), [1] * len(marked)
    p.morale[FN] = 11
    events = told(p)
    run(p, Rout(FN, [unit(p, "n-int-vi")], [at(p, "30.05")], []))
    play(p, "unit:n-int-vi")
    while p.choices():
        play(p, "die:1" if "die:1" in offered(p) else offered(p)[0])
    raids = [e for e in events if e.key == "raid"]
    assert where(p, "n-int-vi") != "30.05"
    assert len(raids) == p.board.distance(at(p, "30.05"), p.hex[unit(p, "n-int-vi")]) > 1    # every hex is marked
    assert set(p.flipped) == {0}
    assert all(e.facts["unit"] == "n-int-vi" for e in raids)
    q = drill([line])                    # headquarters are never attacked (1.10c.6)
    put(q, "n-hq-fn", "30.05")
    q.markers, q.flipped, q.shown = marked, [0] * len(marked), [1] * len(marked)
    quiet = told(q)
    run(q, Rout(FN, [unit(q, "n-hq-fn")], [at(q, "30.05")], []))
    through(q)
    assert where(q, "n-hq-fn") != "30.05"
    assert not [e for e in quiet if e.key == "raid"]


@pytest.mark.rule("2.7e.7", "2.7e.3")
def test_a_unit_that_cannot_run_stays_and_loses_a_step() -> None:
    p = drill()
    u = put(p, "n-int-vi", "30.05")
    ring = ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-pi-49", "r-gua-1-49")
    for h, name in zip(p.board.nb[at(p, "30.05")], ring, strict=True):
        put(p, name, p.board.names[h])
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert (where(p, "n-int-vi"), p.steps[u]) == ("30.05", 1)
    q = drill()                          # east of the Start Line nobody runs or loses
    v = put(q, "n-int-vi", "55.14")
    q.morale[FN] = 11
    run(q, Morale())
    assert (where(q, "n-int-vi"), q.steps[v]) == ("55.14", 2)


@pytest.mark.rule("2.7e.7", "2.7e.3")
def test_a_unit_that_can_spend_all_its_points_on_the_way_to_one_of_the_nearest_ends_runs_there() -> None:
    p = drill(mains=["26.11 27.12 28.11 29.12 30.11 31.12 32.11"])       # a road to the foot of the wall
    b = p.board
    assert [b.rout[at(p, h)] for h in ("26.11", "32.11", "32.12", "32.13")] == [18, 12, 12, 12]
    wall = {n for h in b.within(at(p, "26.11"), 8) if b.rout[h] == 12 for n in b.nb[h] if b.rout[n] == 11}
    ring = ("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-pi-49", "r-gua-1-49")
    for h, name in zip(sorted(wall), ring, strict=True):
        put(p, name, b.names[h])
    u = put(p, "n-int-vi", "26.11")
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert b.rout[p.hex[u]] == 12
    assert where(p, "n-int-vi") != "32.11"                   # there it would have points left and no way on
    assert p.steps[u] == 2


@pytest.mark.rule("2.7e.2", "2.6a.3")
def test_units_on_the_road_from_52_23_stay_east_of_the_line_or_run_south_and_nobody_runs_onto_it() -> None:
    p = empty(turn=5)
    p.morale[DLV] = 11
    for name, h in (("n-hq-dlv", "52.23"), ("n-aqu-i", "40.17"), ("n-leo-i", "40.16")):
        put(p, name, h)
    assert [p.board.south[at(p, h)] for h in ("52.23", "40.17", "40.16")] == [False, False, True]
    run(p, Morale())
    through(p)
    assert where(p, "n-hq-dlv") == "52.23"
    assert p.morale[DLV] == 11           # nobody has lost a step
    for name in ("n-aqu-i", "n-leo-i"):
        u = unit(p, name)
        assert p.steps[u] == 2
        assert p.board.south[p.hex[u]]
        assert p.board.rout[p.hex[u]] < 4


@pytest.mark.rule("2.7e.8")
def test_the_whole_division_is_disorganised_after_the_rout() -> None:
    p = drill()
    u = put(p, "n-int-vi", "30.05")
    v = put(p, "n-aud-vi", "55.14")
    w = put(p, "n-aqu-i", "32.05")
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert p.state[u] & DG
    assert p.state[v] & DG
    assert not p.state[w] & DG


@pytest.mark.rule("2.7e.3")
def test_the_rout_leads_to_the_southern_stretch_of_the_start_line() -> None:
    p = empty()
    b = p.board
    ends = [h for h in range(b.size) if b.rout[h] == 0]
    assert all(b.south[h] and b.east[h] for h in ends)
    assert min(b.column[h] for h in ends) == 44
    assert b.rout[at(p, "18.03")] > 20


@pytest.mark.rule("1.17d")
def test_stacks_that_run_past_20_03_lose_a_step_to_the_enemy_there() -> None:
    def rout(enemy: bool) -> int:
        p = empty(scenario=4, turn=9)
        put(p, "n-carr-i", "19.04")
        if enemy:
            put(p, "r-ort-65", "20.03")
        p.morale[DLV] = 11
        run(p, Rout(DLV, [unit(p, "n-carr-i")], [at(p, "19.04")], []))
        through(p)
        return p.steps[unit(p, "n-carr-i")]

    assert rout(False) == 2
    p = drill(scenario=4, turn=9)        # no way round: the hexes beside are closed by enemies
    put(p, "n-carr-i", "19.04")
    put(p, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.05"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "19.03")):
        put(p, name, h)
    run(p, Rout(DLV, [unit(p, "n-carr-i")], [at(p, "19.04")], []))
    through(p)
    assert where(p, "n-carr-i") != "19.04"
    assert p.steps[unit(p, "n-carr-i")] == 1
    q = drill(scenario=4, turn=9)        # the same way, but nobody of the division is in or beside Brihuega
    put(q, "n-carr-i", "19.05")
    put(q, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.06"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "18.05")):
        put(q, name, h)
    events = told(q)
    run(q, Rout(DLV, [unit(q, "n-carr-i")], [at(q, "19.05")], []))
    through(q)
    assert [e.key for e in events if e.key in ("runs", "lost-step")] == ["runs"]
    assert q.steps[unit(q, "n-carr-i")] == 2


@pytest.mark.rule("scn.4.nat.sr1", "scn.4.nat.sr2")
def test_in_scenario_4_only_dio_lo_vuole_routs_and_takes_the_fiamme_nere_at_brihuega_along() -> None:
    p = drill(scenario=4, turn=9)
    u = put(p, "n-int-vi", "18.04", state=ATTACHED)
    v = put(p, "n-inv-vii", "33.08")
    p.morale[FN] = p.morale[PN] = 11
    run(p, Morale())
    assert (p.panic[FN], p.panic[PN], p.routed[FN], p.routed[PN]) == (1, 1, 0, 0)
    assert (where(p, "n-int-vi"), where(p, "n-inv-vii")) == ("18.04", "33.08")
    p.morale[DLV] = 11
    run(p, Morale())
    through(p)
    assert p.routed[DLV] == 1
    assert where(p, "n-int-vi") != "18.04"
    assert not p.state[u] & ATTACHED
    assert p.hex[v] == at(p, "33.08")


@pytest.mark.rule("4.8a", "scn.1.vp.4")
def test_simplified_panic_switches_morale_off() -> None:
    p = drill(simplified_panic=True)
    p.lose_step(put(p, "n-aqu-i", "30.05"), "scs.cbt.8")
    assert p.morale[DLV] == 0
    p.morale[DLV] = 12
    run(p, Morale())
    assert (p.panic[DLV], p.routed[DLV]) == (0, 0)
    p.routed[DLV] = 1
    with_rout = drill()
    with_rout.routed[DLV] = 1
    assert score(p) - score(with_rout) == 5


@pytest.mark.rule("2.7b.1", "2.7c.1", "1.14a.1")
def test_morale_of_the_dead_and_the_reborn_as_in_the_examples() -> None:
    p = drill(turn=3)
    p.morale[FN] = 9
    put(p, "n-hq-fn", "40.05")
    p.lose_step(put(p, "n-int-vi", "30.05", steps=1), "scs.cbt.8", 0)
    assert p.morale[FN] == 10
    p.lose_step(unit(p, "n-hq-fn"), "scs.cbt.8", 0)
    assert p.morale[FN] == 11
    run(p, Fates())
    assert step(p) == "ReconstitutionRoll"
    dice(p, 2)
    assert p.due[unit(p, "n-int-vi")] == 6
    puts(p, "31.05", "n-aud-vi")
    run(p, Morale())
    assert p.panic[FN] == 1
