"""[1.6, 1.10, 1.11g, 1.13b, 1.17b, 2.7e, 3.4a, 3.5b, 4.5] Where supply, aircraft, routs and arrivals end."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.rules.ch01_air import Raid
from frente.games.guadalajara.rules.ch01_barrage import Barrage, air_spotted, hill_spotter
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch01_supply import Supply, Survey
from frente.games.guadalajara.rules.ch02_morale import Morale, Rout, run_price
from frente.games.guadalajara.rules.ch03_arrivals import arrivals, entries
from frente.games.guadalajara.state.board import DLV, FN, NAT, REP
from frente.games.guadalajara.state.position import AWAITED, MOVED, RELIEF, RESERVE, UNSUPPLIED
from tests.guadalajara.fight import attack
from tests.guadalajara.lay import (
    at,
    box,
    dice,
    drill,
    empty,
    offered,
    play,
    put,
    puts,
    rules,
    run,
    step,
    told,
    unit,
    where,
)

A = "30.05"
T = "30.06"


def through(p) -> None:
    for _ in range(200):
        if not p.choices():
            return
        play(p, "die:1" if "die:1" in offered(p) else offered(p)[0])


@pytest.mark.rule("1.11g")
def test_a_tank_that_looked_on_retreats_with_the_attackers_of_its_stack() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-tk-3-crs")
    p.mark(unit(p, "n-tor-iv"), UNSUPPLIED)
    put(p, "n-bis-iv", "30.04")          # nearer friends, which would do for armour left alone
    put(p, "r-gc", T)
    attack(p, NAT, T, "n-tor-iv")        # 2.5 against 1: 3:1; the tank takes no part
    dice(p, 1, 1)                        # Ar1, and a hex more out of supply
    play(p, "hex:30.04", "hex:30.03")
    assert where(p, "n-tor-iv") == where(p, "n-tk-3-crs") == "30.03"


# -- supply


@pytest.mark.rule("2.6a.3", "1.6b.1")
def test_italians_are_in_supply_on_the_road_from_52_23_and_not_beside_it() -> None:
    p = drill(turn=3)                    # no road reaches a source, no headquarters is there
    assert p.board.corridor[at(p, "45.19")]
    survey = Survey(p, NAT)
    assert survey.supplied(put(p, "n-aqu-i", "45.19"))
    assert not survey.supplied(put(p, "n-leo-i", "45.14"))


@pytest.mark.rule("1.6b.2")
def test_near_the_start_line_italians_still_need_a_trace() -> None:
    p = drill()
    u = put(p, "n-int-vi", "46.10")
    assert p.board.near_line[at(p, "46.10")]
    assert not Survey(p, NAT).supplied(u)                    # no road anywhere
    q = empty()
    v = put(q, "n-int-vi", "52.15")
    assert Survey(q, NAT).supplied(v)


@pytest.mark.rule("1.6a.1", "2.4b")
def test_late_spaniards_in_the_italian_sector_are_supplied_from_italian_sources() -> None:
    p = empty(turn=10)
    u = put(p, "n-gal", "52.15", state=RELIEF)
    for h in p.board.sources[1]:
        assert not p.board.south[h]
        put(p, p.board.uid[next(x for x in p.board.fighters[REP] if p.hex[x] < 0 and p.board.infantry[x])],
            p.board.names[h])            # every Spanish source is lost
    assert Survey(p, NAT).supplied(u)
    p.state[u] &= ~RELIEF
    assert not Survey(p, NAT).supplied(u)


@pytest.mark.rule("1.6d.2")
def test_attrition_is_worse_only_where_every_way_is_barred() -> None:
    for ring, lost in (((), 0), (("r-dmi-48", "r-ter-48", "r-lr-50", "r-apo-71", "r-pi-49", "r-gua-1-49"), 1)):
        p = drill()
        put(p, "n-6-vic-sot", "20.25", state=UNSUPPLIED)     # too far from every road
        for h, name in zip(p.board.nb[at(p, "20.25")], ring, strict=bool(ring)):
            put(p, name, p.board.names[h])
        events = told(p)
        run(p, Supply(NAT))
        dice(p, 3)
        assert [e.facts["steps"] for e in events if e.key == "attrition"] == [lost]


# -- aircraft


@pytest.mark.rule("1.10c.3")
def test_tanks_and_foot_soldiers_are_not_attacked_by_interdiction() -> None:
    for names in (("n-tor-iv", "n-tk-3-crs"), ("n-tor-iv", "n-bis-iv")):
        p = drill()
        puts(p, A, *names)
        p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
        run(p, Movement(NAT))
        play(p, f"unit:{names[0]}", f"with:{names[1]}", f"hex:{T}")
        assert step(p) == "March"
    p = drill()
    put(p, "n-brs-crs", A)
    p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", f"hex:{T}")
    assert step(p) == "Strike"


@pytest.mark.rule("2.7e.6", "1.10c.3")
def test_a_halt_from_the_air_ends_a_march_and_not_a_rout() -> None:
    halt = drill().board.raid.index("stop")
    p = drill()
    u = put(p, "n-brs-crs", A)
    p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
    run(p, Movement(NAT))
    play(p, "unit:n-brs-crs", f"hex:{T}", "unit:n-brs-crs")
    dice(p, halt)
    assert p.state[u] & MOVED
    q = drill()
    v = put(q, "n-brs-crs", A)
    q.markers, q.flipped, q.shown = [at(q, A)], [0], [1]
    run(q, Raid([v], at(q, A), True, False, True))
    dice(q, halt)
    assert not q.state[v] & MOVED


@pytest.mark.rule("4.5")
def test_spaniards_do_not_spot_for_italian_aircraft() -> None:
    p = drill(italian_air=True, separation_line="none")
    put(p, "r-dmi-48", T)
    put(p, "n-6-vic-sot", A)
    assert not air_spotted(p, NAT, at(p, T))
    put(p, "n-tor-iv", "31.06")
    assert air_spotted(p, NAT, at(p, T))


@pytest.mark.rule("1.17b.1")
def test_the_hills_look_down_on_brihuega_and_the_hexes_round_it_only() -> None:
    p = empty()
    put(p, "r-dmi-48", "16.04")
    assert hill_spotter(p, at(p, "18.03"))
    assert hill_spotter(p, at(p, "17.04"))
    assert not hill_spotter(p, at(p, "14.04"))               # as near, on the other side
    assert not hill_spotter(p, at(p, "19.03"))               # of the valley, but three hexes away


@pytest.mark.rule("1.13b")
def test_guns_in_reserve_do_not_barrage() -> None:
    p = drill()
    puts(p, A, "r-dmi-48", "r-art-13")
    put(p, "n-tor-iv", T)
    p.state[unit(p, "r-art-13")] |= RESERVE
    run(p, Barrage(REP))
    assert step(p) == ""
    p.state[unit(p, "r-art-13")] &= ~RESERVE
    run(p, Barrage(REP))
    assert f"hex:{T}" in offered(p)


# -- routs


@pytest.mark.rule("2.7e.2", "2.5b", "1.10c.2")
def test_a_rout_pays_for_traffic_and_interdicted_roads() -> None:
    p = drill(["30.05 31.06"], ground={"31.06": "wooded-hills"})
    u = put(p, "n-hq-fn", A)
    i = p.board.toward(at(p, A), at(p, "31.06"))
    plain = run_price(p, u, at(p, A), i)
    put(p, "n-tor-iv", "31.06")
    assert run_price(p, u, at(p, A), i) == plain + 8
    p.markers, p.flipped, p.shown = [at(p, "31.06")], [1], [1]
    assert run_price(p, u, at(p, A), i) == 2 * plain + 8


@pytest.mark.rule("2.7e.3", "1.1a")
def test_runners_end_where_they_may_stack() -> None:
    p = drill()
    u = put(p, "n-int-vi", "30.05")
    ends = [h for h in p.board.within(at(p, "30.05"), 6) if p.board.rout[h] == p.board.rout[at(p, "30.05")] - 6]
    assert [p.board.names[h] for h in ends] == ["36.08"]
    puts(p, "36.08", "n-tor-iv", "n-bis-iv", "n-buf-iv")     # full
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert p.board.rout[at(p, "30.05")] == 17
    assert p.board.rout[p.hex[u]] == 12  # five hexes nearer, beside the full one
    assert p.steps[u] == 2


@pytest.mark.rule("1.17d")
def test_a_stack_pays_once_for_running_past_20_03() -> None:
    p = drill(scenario=4, turn=9)
    names = ("n-carr-i", "n-aqu-i")
    puts(p, "19.04", *names)
    put(p, "r-ort-65", "20.03")
    for name, h in (("r-sub-65", "19.05"), ("r-cor-65", "20.05"), ("r-g-s-65", "18.04"), ("r-goy-65", "19.03")):
        put(p, name, h)
    run(p, Rout(DLV, [unit(p, n) for n in names], [at(p, "19.04")] * 2, []))
    through(p)
    assert all(where(p, n) != "19.04" for n in names)
    assert sum(p.steps[unit(p, n)] for n in names) == 3


@pytest.mark.rule("1.11d.1", "2.7e.8")
def test_a_tank_whose_company_ran_away_finds_other_friends() -> None:
    p = drill()
    puts(p, "30.05", "n-int-vi", "n-tk-3-crs")
    put(p, "n-tor-iv", "28.05")
    p.morale[FN] = 11
    run(p, Morale())
    through(p)
    assert where(p, "n-tk-3-crs") == "28.05"


# -- arrivals


@pytest.mark.rule("3.4a.2")
def test_the_train_arrives_on_the_rails_of_its_entry_area() -> None:
    p = empty(turn=7)
    u = box(p, "r-train", AWAITED, 7)
    found = entries(p, u)
    assert found
    assert all(p.board.on_rail[h] for h in found)
    assert len(entries(p, box(p, "r-rrbn", AWAITED, 7))) > len(found)


@pytest.mark.rule("3.5b")
def test_only_reinforcements_due_at_one_area_are_diverted_and_they_are_due_this_turn() -> None:
    p = empty(turn=6)
    box(p, "r-mg-2", AWAITED, 6)         # any area: nothing to divert
    run(p, arrivals(p, REP))
    assert rules(p, "divert") == ["3.5b"]
    q = empty(turn=6)
    box(q, "r-edi-35", AWAITED, 5)       # held back from an earlier turn
    run(q, arrivals(q, REP))
    assert rules(q, "divert") == ["3.5b"]
    r = empty(turn=6)
    box(r, "r-edi-35", AWAITED, 6)
    run(r, arrivals(r, REP))
    assert "divert" in offered(r)
