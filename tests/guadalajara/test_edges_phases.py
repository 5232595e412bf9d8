"""[1.6, 1.14, 2.2, 2.7, 3.1, 3.5, 4.6, scn] Arrivals, supply, morale, set-up, victory: where one condition decides."""
from __future__ import annotations

from typing import Any

import pytest

from frente.games.guadalajara.rules.ch01_air import AirPhase, Interdict
from frente.games.guadalajara.rules.ch01_handling import leave_map
from frente.games.guadalajara.rules.ch01_losses import Fates
from frente.games.guadalajara.rules.ch01_move import move_of
from frente.games.guadalajara.rules.ch01_reserve import into_reserve
from frente.games.guadalajara.rules.ch01_supply import (
    Attrition,
    Supply,
    Survey,
    closed,
    direct,
    hq_range,
    path_from_hq,
    surrounded,
)
from frente.games.guadalajara.rules.ch02_morale import Morale, Rout, flight, full_move, perilous, run_price, runs
from frente.games.guadalajara.rules.ch03_arrivals import (
    Arrivals,
    Reinforcements,
    arriving,
    callable_group,
    divertible,
    enter,
    entries,
    entry_refusals,
    free,
    home_hexes,
    new_markers,
    off_map_handling,
    village_hexes,
    withdraw,
)
from frente.games.guadalajara.rules.sequence import Release
from frente.games.guadalajara.rules.setup import SetUp, deploy, others_fit, place_refusals, seat
from frente.games.guadalajara.rules.victory import holds, road_free, scenario3, scenario4, score, sudden_death
from frente.games.guadalajara.show.fog import covered, knows_able, laid_open, steps_secret
from frente.games.guadalajara.state.board import ITALIAN, MP, NAT, NEVER, REP
from frente.games.guadalajara.state.frames import PlayerTurn
from frente.games.guadalajara.state.position import (
    ATTACHED,
    AWAITED,
    DEAD,
    DG,
    EMERGENCY,
    FROM_EAST,
    MAJOR_NAT,
    MAJOR_REP,
    MINOR_NAT,
    MINOR_REP,
    OFF_MAP,
    PINNED,
    RELEASED,
    RELIEF,
    RESERVE,
    RETURNING,
    UNSUPPLIED,
    UNUSED,
    WITHDRAWN,
    opening,
)
from frente.kernel.flow import EVERYONE, Act
from tests.guadalajara.lay import (
    at,
    before,
    box,
    denied,
    dice,
    drill,
    empty,
    loaded,
    offered,
    options,
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

A, T = "30.05", "31.06"


# -- what is told to its owner only


@pytest.mark.rule("4.6c", "1.6d.2", "1.14a.1", "4.4a", "4.4b", "4.4c", "2.7c.1", "2.7f")
@pytest.mark.parametrize("secret", [True, False])
def test_secret_rolls_are_told_to_their_owner_and_others_to_everybody(secret: bool) -> None:
    p = drill(secret_rolls=secret, variable_reinforcements=True)
    events = told(p)
    u = put(p, "n-int-vi", A, state=UNSUPPLIED)
    run(p, Supply(NAT))
    dice(p, 6)
    box(p, "r-dmi-48", DEAD)
    box(p, "r-ter-48", DEAD)
    p.fallen = [unit(p, "r-dmi-48"), unit(p, "r-ter-48")]
    run(p, Fates())
    dice(p, 1, 2)
    box(p, "r-tha-xi", AWAITED, 3)
    run(p, before(Reinforcements([unit(p, "r-tha-xi")]), "ArrivalRoll"))
    dice(p, 3)
    p.morale[2] = 0
    p.panic[2] = 1
    run(p, Morale([2]))
    p.morale[2], p.routed[2] = p.board.panic_level, 1
    run(p, Morale([2]))
    mine = {e.key: e.only for e in events}
    owner = {"attrition": NAT, "gone-for-good": REP, "reconstituting": REP, "arrival-die": REP, "panic-over": NAT,
             "panics": NAT}
    assert {k: mine[k] for k in owner} == (owner if secret else dict.fromkeys(owner, EVERYONE))
    assert p.hex[u] < 0


@pytest.mark.rule("4.6b", "3.5b", "1.13a.3")
@pytest.mark.parametrize("secret", [True, False])
def test_what_happens_off_the_map_is_told_to_its_owner(secret: bool) -> None:
    p = drill(secret_off_map=secret, turn=6)
    events = told(p)
    into_reserve(p, box(p, "r-tha-xi", OFF_MAP, 6))
    into_reserve(p, put(p, "r-ea-xi", A))
    b = p.board
    u = box(p, "r-cdp-xi", AWAITED, 6)
    b.area[u], was = "A", b.area[u]
    run(p, Arrivals(REP, False, [u]))
    play(p, "divert")
    b.area[u] = was
    assert [e.only for e in events] == [REP if secret else EVERYONE, EVERYONE, REP if secret else EVERYONE]
    assert (p.due[u], p.delayed[u]) == (8, 1)


@pytest.mark.rule("4.6a", "1.10c.1")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_hidden_marker_is_told_to_its_owner(hidden: bool) -> None:
    p = drill(hidden_interdiction=hidden)
    p.air[REP] = 2
    events = told(p)
    assert Interdict().do(AirPhase(REP), p, REP, Act("interdict", at(p, A))) is False
    assert [e.only for e in events] == [REP if hidden else EVERYONE]
    assert (p.air[REP], p.markers, p.flipped, p.shown) == (1, [at(p, A)], [0], [0 if hidden else 1])


# -- supply


@pytest.mark.rule("scs.sup.1", "scs.zoc.3")
def test_what_closes_a_hex_to_a_trace() -> None:
    p = drill(rivers=[])
    put(p, "r-dmi-48", A)
    put(p, "n-tor-iv", T)
    shut = closed(p, NAT)
    assert shut[at(p, A)]
    assert not shut[at(p, T)]
    assert shut[at(p, "30.06")]
    assert not shut[at(p, "40.05")]
    q = empty(2)
    b = q.board
    out = next(h for h in range(b.size) if not b.play[h] and not b.corridor[h])
    assert closed(q, NAT)[out]
    assert closed(q, NAT, False)[out]
    for h in b.barred:
        assert closed(q, NAT)[h]
    if b.barred:
        h = next(h for h in b.barred if h not in b.outside)
        assert not closed(q, NAT, False)[h]


@pytest.mark.rule("1.6a.3", "1.6d.1", "scs.sup.2")
@pytest.mark.parametrize(("side", "name"), [(NAT, "n-ardi-vi"), (REP, "r-dmi-48")])
def test_the_first_counter_is_judged_too(side: int, name: str) -> None:
    p = drill()
    u = put(p, name, A)
    run(p, Supply(side))
    assert p.state[u] & UNSUPPLIED
    assert p.choices() == {}             # marked now; attrition comes the next time
    f = Supply(side)
    run(p, f)
    assert (step(p), f.due) == ("AttritionRoll", [at(p, A)])
    dice(p, 1)
    assert (p.steps[u], f.due, p.choices()) == (2, [], {})


@pytest.mark.rule("1.6d.2")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_attrition_by_the_die(die: int, lost: int) -> None:
    p = drill()
    b = p.board
    x = next(h for h in range(b.size) if b.play[h] and not direct(p, 0, h))
    u, v = puts(p, b.names[x], "r-tha-xi", "r-ea-xi")
    p.state[u] |= UNSUPPLIED
    p.state[v] |= UNSUPPLIED
    run(p, Supply(REP))
    assert not surrounded(p, x, 0, REP)
    dice(p, die)
    while p.choices():
        play(p, offered(p)[0])
    assert p.board.full[u] + p.board.full[v] - p.steps[u] - p.steps[v] == lost


@pytest.mark.rule("1.2b.1", "scn.1.sr", "scn.2.sr", "scn.4.nat.sr2")
@pytest.mark.parametrize(("scenario", "turn", "own"), [
    (1, 5, False), (1, 6, True), (2, 4, False), (3, 5, True), (4, 5, True)])
def test_the_machine_guns_of_the_littorio_count_elsewhere_at_first(scenario: int, turn: int, own: bool) -> None:
    p = empty(scenario, turn)
    u = p.board.mg_lit
    put(p, "n-mg-lit", A)
    assert p.subject(u) == (4 if own else 1)
    v = put(p, "n-lit-1-1", A)
    assert p.subject(v) == 4
    p.state[v] |= ATTACHED
    assert p.subject(v) == 1


@pytest.mark.rule("1.6b.1", "1.6b.2", "1.6b.6", "1.6b.3", "2.4b")
def test_a_battalion_is_supplied_by_the_headquarters_of_its_division() -> None:
    p = empty(1)
    b = p.board
    h = next(h for h in range(b.size) if b.near_line[h] and b.south[h] and direct(p, ITALIAN, h))
    put(p, "n-hq-fn", b.names[h])
    far = next(n for n in range(b.size) if 2 <= b.distance(h, n) <= 3 and not b.near_line[n] and b.south[n]
               and not b.off_road[n])
    u, v, w = puts(p, b.names[far], "n-int-vi", "n-lu-ix", "n-tor-iv")
    survey = Survey(p, NAT)
    assert survey.by_hq(u) == unit(p, "n-hq-fn")
    assert survey.by_hq(v) == -1
    assert survey.by_hq(w) == unit(p, "n-hq-fn")             # independent
    assert [survey.supplied(x) for x in (u, v, w)] == [True, False, True]
    assert hq_range(p, unit(p, "n-hq-fn")) == 7
    p.panic[2] = 1
    assert hq_range(p, unit(p, "n-hq-fn")) == 5
    assert Survey(p, REP).fields == {}


@pytest.mark.rule("1.14a.4", "1.14a.1")
def test_a_volunteer_comes_back_only_if_a_way_leads_from_its_headquarters() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    assert not path_from_hq(p, u, at(p, A))
    put(p, "n-hq-pn", "44.05")
    assert not path_from_hq(p, u, at(p, A))                  # of another division
    put(p, "n-hq-fn", "40.06")
    assert path_from_hq(p, u, at(p, A))
    for n in p.board.nb[at(p, "40.06")]:
        p.zone[REP][n] = 1
    assert not path_from_hq(p, u, at(p, A))
    i = put(p, "n-tor-iv", A)
    assert path_from_hq(p, i, at(p, A))  # independent: any of them will do


# -- arrivals


@pytest.mark.rule("3.1c")
def test_named_units_withdraw_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    p = drill(turn=4)
    b = p.board
    u, v, w = unit(p, "r-dmi-48"), unit(p, "r-ter-48"), unit(p, "r-gc")
    monkeypatch.setattr(b, "withdraws", [4 if x in (u, v) else 5 if x == w else 0 for x in range(b.units)])
    loaded(p, "r-dmi-48", "r-truck-rep-1", A)
    box(p, "r-ter-48", DEAD)
    put(p, "r-gc", A)
    withdraw(p)
    assert (p.hex[u], p.due[u], p.aboard[u]) == (WITHDRAWN, NEVER, -1)
    assert where(p, "r-truck-rep-1") == A
    assert (p.hex[v], p.hex[w]) == (DEAD, at(p, A))


@pytest.mark.rule("1.13.1")
def test_reserve_markers_of_the_turn_join_the_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    p = drill(turn=3)
    monkeypatch.setattr(p.board, "pool", [[0, 0, 0, 2] + [0] * 9, [0, 0, 0, 5] + [0] * 9])
    p.pool = [1, 1]
    new_markers(p)
    assert p.pool == [3, 6]


@pytest.mark.rule("3.1d.1", "3.1d.2", "1.13.1")
def test_units_that_a_scenario_does_not_use_never_come() -> None:
    p = opening(empty(2).board, options({}))
    b = p.board
    idle = [u for u in range(b.units) if not b.used[u]]
    assert {(p.hex[u], p.due[u]) for u in idle} == {(UNUSED, NEVER)}
    assert {p.hex[u] for u in range(b.units) if b.used[u]} <= {AWAITED, EMERGENCY}
    q = opening(empty(1).board, options({}))
    groups = [u for u in range(b.units) if q.board.group[u]]
    assert {q.hex[u] for u in groups} == {EMERGENCY}
    q.turn = 4
    assert [callable_group(q, g) for g in (5, 6)] == [False, False]
    q.turn = 5
    assert [callable_group(q, g) for g in (5, 6)] == [True, False]
    for u in groups:
        q.hex[u] = AWAITED
    assert not callable_group(q, 5)


@pytest.mark.rule("scs.reinf.1", "scs.reinf.3", "1.11b", "3.5a.2", "3.5c", "scn.1.rep.T5x.01")
def test_who_arrives_when(monkeypatch: pytest.MonkeyPatch) -> None:
    p = drill(turn=5)
    b = p.board
    hq, tank, foot = box(p, "n-hq-fn", RETURNING, 5), box(p, "n-tk-3-crs", RETURNING, 4), box(p, "n-tor-iv", AWAITED, 5)
    box(p, "n-bis-iv", AWAITED, 6)
    box(p, "n-int-vi", DEAD, 5)
    assert arriving(p, NAT, False) == [hq, foot, tank]
    assert arriving(p, NAT, True) == []
    late = box(p, "r-tha-xi", AWAITED, 5)
    monkeypatch.setattr(b, "in_exploitation", [u == late for u in range(b.units)])
    assert (arriving(p, REP, False), arriving(p, REP, True)) == ([], [late])
    p.delayed[late] = 1
    assert (arriving(p, REP, False), arriving(p, REP, True)) == ([late], [])
    p.delayed[late], p.due[late] = 0, 4
    assert (arriving(p, REP, False), arriving(p, REP, True)) == ([late], [])
    back = box(p, "r-ea-xi", OFF_MAP, 5)
    p.state[back] |= RESERVE
    assert arriving(p, REP, True) == [back]
    truck = box(p, "r-truck-rep-1", OFF_MAP, 5)
    assert truck in arriving(p, REP, False)
    p.aboard[back], p.cargo[truck] = truck, back
    assert truck not in arriving(p, REP, False)


@pytest.mark.rule("1.14d.2")
def test_a_headquarters_waits_for_its_own_division() -> None:
    p = drill()
    hq = box(p, "n-hq-fn", RETURNING, 2)
    box(p, "n-lu-ix", RETURNING, 2)
    put(p, "n-hq-pn", A)
    run(p, Arrivals(NAT, False, [hq, unit(p, "n-lu-ix")]))
    f = p.stack[-1]
    assert isinstance(f, Arrivals)
    assert f.left == [unit(p, "n-lu-ix")]                    # nobody of its own division comes: it waits for a turn
    q = drill()
    hq = box(q, "n-hq-fn", RETURNING, 2)
    box(q, "n-lu-ix", RETURNING, 2)
    box(q, "n-int-vi", RETURNING, 2)
    put(q, "n-hq-pn", A)
    run(q, Arrivals(NAT, False, [hq, unit(q, "n-lu-ix"), unit(q, "n-int-vi")]))
    g = q.stack[-1]
    assert isinstance(g, Arrivals)
    assert g.left == [unit(q, "n-lu-ix"), unit(q, "n-int-vi"), hq]


@pytest.mark.rule("scs.reinf.1")
def test_enemies_bar_an_entry_and_zones_do_not() -> None:
    p = drill()
    u = box(p, "r-dmi-48", AWAITED, 2)
    put(p, "n-tor-iv", A)
    assert not free(p, u, at(p, A))
    assert free(p, u, at(p, "30.06"))
    put(p, "r-gc", "30.06")
    assert free(p, u, at(p, "30.06"))
    q = empty(2)
    v = unit(q, "n-tor-iv")
    corridor = next(h for h in range(q.board.size) if q.board.corridor[h] and not q.board.play[h])
    outside = q.board.outside[0]
    assert free(q, v, corridor)
    assert not free(q, v, outside)


@pytest.mark.rule("scn.3.nat.arr", "scs.reinf.1", "2.2a")
def test_late_spaniards_come_to_villages_that_are_theirs() -> None:
    p = empty(3, 5)
    b = p.board
    u = box(p, "n-gal", AWAITED, 5)
    mine = [h for h in b.villages if p.last[h] == NAT]
    h = mine[0]
    assert village_hexes(p, u) == mine
    puts(p, b.names[h], "n-8-bai-sot", "n-6-vic-sot", "n-8-vic-sot")
    assert h in village_hexes(p, u)
    assert h not in entries(p, u)
    who: dict[str, int | str] = {"unit": "n-gal", "hex": b.names[h]}
    assert [(r.rule, r.key) for r in entry_refusals(p, u, h, who)] == [("1.1a", "stack-not-legal")]
    v = box(p, "n-tor-iv", AWAITED, 5)
    assert [(r.rule, r.key) for r in entry_refusals(p, v, h, who)] == [("2.2a", "not-its-entry")]
    p.last[h] = REP
    assert h not in village_hexes(p, u)
    p.last[h] = NAT
    put(p, "r-dmi-48", b.names[b.nb[mine[1]][0]])
    assert mine[1] not in village_hexes(p, u)                # beside an enemy


@pytest.mark.rule("2.2b", "2.2c", "2.2d", "3.1b", "1.14d.2")
def test_where_units_come_back() -> None:
    p = empty(1)
    b = p.board
    rep = unit(p, "r-dmi-48")
    torija, brihuega = b.town["torija"], b.brihuega
    p.last[torija] = p.last[brihuega] = REP
    assert home_hexes(p, rep)[:2] == [torija, brihuega]
    assert all(b.area_of[h] and b.column[h] < 13 for h in home_hexes(p, rep)[2:])
    p.last[torija] = NAT
    assert home_hexes(p, rep)[:1] == [brihuega]
    q = empty(3)
    q.last[q.board.brihuega] = REP
    assert q.board.brihuega not in home_hexes(q, rep)        # not played on
    esp = unit(p, "n-8-bai-sot")
    jadraque, cogolludo = b.town["jadraque"], b.town["cogolludo"]
    p.last[jadraque] = p.last[cogolludo] = NAT
    assert home_hexes(p, esp)[:2] == [jadraque, cogolludo]
    assert all(b.front[h] and b.east[h] and not b.south[h] for h in home_hexes(p, esp)[2:])
    p.last[jadraque] = REP
    assert jadraque not in home_hexes(p, esp)
    s = empty(2)
    s.last[jadraque] = NAT
    assert jadraque not in home_hexes(s, esp)
    for name, place in (("n-hq-dlv", "40.05"), ("n-hq-fn", "44.05")):
        put(p, name, place)
    u, i = unit(p, "n-int-vi"), unit(p, "n-tor-iv")
    around = sorted(h for h in (at(p, "44.05"), *b.nb[at(p, "44.05")]) if b.open[ITALIAN][h])
    assert home_hexes(p, u) == around
    assert {at(p, "40.05"), at(p, "44.05")} < set(home_hexes(p, i))          # independent: all of them, and the edge
    assert any(b.front[h] and b.east[h] for h in home_hexes(p, i))
    assert home_hexes(p, unit(p, "n-hq-fn")) == [at(p, "44.05")]
    put(p, "n-int-vi", "46.05", state=ATTACHED)
    assert home_hexes(p, unit(p, "n-hq-fn")) == [at(p, "44.05")]             # attached to another division
    p.box(unit(p, "n-hq-fn"), RETURNING)
    p.box(unit(p, "n-int-vi"), RETURNING)
    assert home_hexes(p, u) == sorted(h for h in range(b.size) if b.front[h] and b.east[h] and b.south[h]
                                      and b.open[ITALIAN][h])                # nobody is left: the edge


@pytest.mark.rule("3.5b")
@pytest.mark.parametrize(("name", "place", "due", "delayed", "area", "turn", "want"), [
    ("r-tha-xi", AWAITED, 5, 0, "A", 5, True), ("r-tha-xi", AWAITED, 4, 0, "A", 5, False),
    ("r-tha-xi", AWAITED, 5, 1, "A", 5, False), ("r-tha-xi", AWAITED, 5, 0, "any", 5, False),
    ("r-tha-xi", OFF_MAP, 5, 0, "A", 5, False), ("n-tor-iv", AWAITED, 5, 0, "A", 5, False),
    ("r-tha-xi", AWAITED, 9, 0, "A", 9, True), ("r-tha-xi", AWAITED, 10, 0, "A", 10, False)])
def test_who_may_be_diverted(monkeypatch: pytest.MonkeyPatch, name: str, place: int, due: int, delayed: int, area: str,
                             turn: int, want: bool) -> None:
    p = drill(turn=turn)
    u = box(p, name, place, due)
    p.delayed[u] = delayed
    monkeypatch.setattr(p.board, "area", [area] * p.board.units)
    assert divertible(Arrivals(p.board.side[u], False, [u]), p, u) is want


@pytest.mark.rule("3.5c", "1.16a.2")
def test_loading_off_the_map() -> None:
    p = drill(turn=6)
    u = box(p, "r-tha-xi", OFF_MAP, 6)
    assert off_map_handling(p, u) == []
    t = box(p, "r-truck-rep-1", OFF_MAP, 6)
    assert off_map_handling(p, u) == [Act("load", t)]
    assert off_map_handling(p, t) == []
    assert off_map_handling(p, box(p, "r-tk-1-bt", OFF_MAP, 6)) == []        # cannot be carried
    p.load(u, t)
    assert off_map_handling(p, u) == [Act("unload")]
    assert off_map_handling(p, box(p, "r-ea-xi", OFF_MAP, 6)) == []          # it is taken
    assert off_map_handling(p, put(p, "r-cdp-xi", A)) == []


@pytest.mark.rule("2.7b.2", "2.7b.3", "scn.4.nat.sr3", "3.5b", "scs.ovr.2", "scn.3.nat.arr", "4.3c", "1.8a.1")
def test_what_arriving_does() -> None:
    p = drill()
    u = box(p, "n-int-vi", RETURNING, 2)
    p.state[u] = FROM_EAST | DG | RESERVE
    p.morale[2], p.delayed[u] = 3, 1
    f = Arrivals(NAT, False, [])
    enter(f, p, u, at(p, A))
    assert (p.morale[2], p.state[u], p.delayed[u], p.began[u], f.gun) == (2, FROM_EAST, 0, at(p, A), -1)
    p.morale[2] = 0
    p.box(u, RETURNING)
    enter(f, p, u, at(p, A))
    assert p.morale[2] == 0
    p.morale[2] = 3
    for name, place in (("n-hq-fn", RETURNING), ("n-aud-vi", AWAITED), ("n-tor-iv", RETURNING)):
        enter(f, p, box(p, name, place), at(p, A))
    assert p.morale[2] == 3              # no loss had been counted for them
    g = Arrivals(REP, True, [])
    enter(g, p, box(p, "r-tha-xi", AWAITED), at(p, T))
    enter(g, p, box(p, "r-truck-rep-1", AWAITED), at(p, T))
    assert (p.state[unit(p, "r-tha-xi")], p.state[unit(p, "r-truck-rep-1")]) == (RELEASED, 0)
    enter(g, p, box(p, "r-art-7", AWAITED), at(p, T))
    assert g.gun == unit(p, "r-art-7")
    for line, south, want in (("strict", True, RELIEF), ("none", True, 0), ("strict", False, 0)):
        q = empty(1, 5, separation_line=line)
        b = q.board
        h = next(h for h in b.villages if b.south[h] == south)
        v = box(q, "n-gal", AWAITED, 5)
        enter(Arrivals(NAT, False, []), q, v, h)
        assert q.state[v] == want


# -- morale


@pytest.mark.rule("2.5b", "2.7e.5", "1.10c.2", "2.6a.3")
def test_a_rout_pays_for_traffic_of_its_own_side() -> None:
    p = drill([f"{A} {T}"])
    u = loaded(p, "n-int-vi", "n-truck-ctv-1", A)
    i = p.board.toward(at(p, A), at(p, T))
    plain = run_price(p, u, at(p, A), i)
    t = put(p, "n-truck-ctv-2", T)
    assert run_price(p, u, at(p, A), i) == plain + 2 * MP
    p.box(t, DEAD)
    p.wheels[REP][at(p, T)] = 1          # an enemy's truck is nobody's traffic
    assert run_price(p, u, at(p, A), i) == plain
    p.wheels[REP][at(p, T)] = 0
    p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
    assert run_price(p, u, at(p, A), i) == 2 * plain
    p.shown = [0]
    assert run_price(p, u, at(p, A), i) == plain
    put(p, "r-dmi-48", T)
    assert run_price(p, u, at(p, A), i) == 0


@pytest.mark.rule("2.7e.2", "scn.4.nat.sr1")
def test_who_runs_with_whom() -> None:
    p = drill(scenario=4, turn=10)
    u, v = puts(p, A, "n-int-vi", "n-aqu-i")
    assert [runs(p, u, d) for d in (1, 2, 3)] == [False, True, False]
    assert [runs(p, v, d) for d in (1, 2, 3)] == [True, False, False]
    p.state[u] |= ATTACHED
    assert [runs(p, u, d) for d in (1, 2, 3)] == [True, False, False]


@pytest.mark.rule("2.7e.2", "2.7e.3")
def test_a_routed_unit_runs_with_its_whole_allowance_and_no_farther_than_the_start_line() -> None:
    p = drill()
    b = p.board
    u = put(p, "n-int-vi", A, state=DG | UNSUPPLIED)
    assert full_move(p, u) == 6 * MP
    found = flight(p, u, False)
    assert all(b.rout[h] <= b.rout[at(p, A)] for h in found)
    assert max(spent for spent, _ in found.values()) <= 6 * MP
    line = next(h for h in range(b.size) if b.rout[h] == 0)
    p.put(u, line)
    assert flight(p, u, False) == {line: (0, -1)}
    loaded(p, "n-aud-vi", "n-truck-ctv-1", A)
    assert full_move(p, unit(p, "n-aud-vi")) == 12 * MP


@pytest.mark.rule("2.7e.6", "1.17d")
def test_what_is_perilous_on_the_way() -> None:
    p = drill()
    b = p.board
    foot, lorry = put(p, "n-int-vi", A), loaded(p, "n-aud-vi", "n-truck-ctv-1", A)
    p.markers, p.flipped, p.shown = [at(p, T)], [0], [1]
    assert [perilous(p, u, at(p, T)) for u in (foot, lorry)] == [False, True]
    assert not perilous(p, lorry, at(p, "30.06"))
    p.shown = [0]
    assert not perilous(p, lorry, at(p, T))
    beside = b.nb[b.pass_hex][0]
    assert not perilous(p, foot, beside)
    put(p, "r-dmi-48", b.names[b.pass_hex])
    assert perilous(p, foot, beside)
    assert not perilous(p, foot, at(p, T))


# -- release


@pytest.mark.rule("1.13d")
def test_only_hexes_with_reserves_are_released() -> None:
    p = drill()
    puts(p, A, "n-tor-iv", "n-bis-iv")
    put(p, "n-buf-iv", T)
    p.state[unit(p, "n-tor-iv")] |= RESERVE
    run(p, before(PlayerTurn(NAT), "Release"))
    assert offered(p) == [f"release:{A}", "pass"]
    assert rules(p, f"release:{T}") == ["1.13d"]
    assert denied(p) == []
    assert [r.rule for r in Release().why(PlayerTurn(NAT), p, NAT, Act("release", at(p, T)))] == ["1.13d"]
    play(p, f"release:{A}")
    assert [bool(p.state[unit(p, x)] & RELEASED) for x in ("n-tor-iv", "n-bis-iv")] == [True, False]


# -- set-up


@pytest.mark.rule("1.11a.1")
def test_armour_leaves_hexes_for_the_armour_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    p = drill()
    b = p.board
    x, y, z = (unit(p, f"r-tk-{n}-bt") for n in (1, 2, 3))
    puts(p, A, "r-dmi-48")
    puts(p, T, "r-ter-48")
    puts(p, "32.06", "r-pi-49")
    one, two, three = at(p, A), at(p, T), at(p, "32.06")
    choice = {x: [one, two], y: [one, two], z: [two, three]}
    monkeypatch.setattr(b, "choice", [choice.get(u, []) for u in range(b.units)])
    monkeypatch.setattr(b, "setup_order", [[], [x, y, z]])
    f = SetUp(REP)
    assert others_fit(f, p, x, one)      # y takes two, and z three
    monkeypatch.setattr(b, "choice", [{x: [one, two], y: [one, two], z: [two]}.get(u, []) for u in range(b.units)])
    assert not others_fit(f, p, x, one)  # y and z both want two
    assert [r.key for r in place_refusals(f, p, x, one)] == ["others-need-it"]
    taken: dict[int, int] = {}
    assert seat(f, p, y, taken, set())
    assert taken == {one: y}
    monkeypatch.setattr(b, "choice", [{x: [three], y: [one, two], z: [one]}.get(u, []) for u in range(b.units)])
    assert others_fit(f, p, x, three)    # y makes room for z


@pytest.mark.rule("scn.4.rep.sra", "scn.4.nat.sr2", "scn.4.nat.sr3", "scs.within")
def test_marks_of_scenario_4_at_the_start() -> None:
    p = drill(scenario=4, turn=9)
    f = SetUp(REP)
    b = p.board
    deploy(f, p, unit(p, "r-dmi-48"), b.pass_hex)
    deploy(f, p, unit(p, "r-ter-48"), at(p, A))
    assert [p.state[unit(p, x)] for x in ("r-dmi-48", "r-ter-48")] == [PINNED, 0]
    g = SetUp(NAT)
    deploy(g, p, unit(p, "n-int-vi"), at(p, "18.04"))
    deploy(g, p, unit(p, "n-inf-vii"), at(p, "20.05"))
    deploy(g, p, unit(p, "n-lu-ix"), at(p, "21.05"))
    assert [p.state[unit(p, x)] for x in ("n-int-vi", "n-inf-vii", "n-lu-ix")] == [ATTACHED, 0, FROM_EAST]
    q = drill(scenario=1)
    deploy(SetUp(NAT), q, unit(q, "n-int-vi"), at(q, "21.05"))
    assert q.state[unit(q, "n-int-vi")] == 0
    assert f.done == 2


@pytest.mark.rule("scs.within", "1.8a.1")
def test_a_unit_with_a_choice_of_hexes_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    for n, question in ((1, ""), (2, "Deploy")):
        p = drill()
        b = p.board
        u = unit(p, "r-dmi-48")
        monkeypatch.setattr(b, "choice", [[at(p, A), at(p, T)][:n] if x == u else [] for x in range(b.units)])
        monkeypatch.setattr(b, "setup_order", [[], [u]])
        run(p, SetUp(REP))
        assert step(p) == question
        assert (p.hex[u] == at(p, A)) is (n == 1)


@pytest.mark.rule("scn.4.nat.setup.01", "scn.4.rep.setup.11")
def test_the_front_line_of_scenario_4_is_republican() -> None:
    b = empty(4).board
    line = set(b.line4)
    assert not any(line & set(b.choice[u]) for u in b.setup_order[NAT])
    assert any(line & set(b.choice[u]) for u in b.setup_order[REP])


# -- victory


@pytest.mark.rule("scn.1.vp.5")
def test_sudden_death_ends_the_game_at_once() -> None:
    p = empty(1)
    p.exited = p.board.exits_needed - 1
    u = put(p, "n-tor-iv", "1.07")
    f = move_of(p, NAT, [u], False)
    p.stack = [f]
    sudden_death(p)
    assert p.stack == [f]                # eight are not enough
    leave_map(f, p, [u])
    assert (p.stack, p.level, p.ended, p.exited) == ([], MAJOR_NAT, "scn.1.vp.5", 9)


@pytest.mark.rule("scn.1.vp.5")
def test_the_main_road_is_free_of_republicans_and_their_zones() -> None:
    p = empty(1)
    b = p.board
    h = b.main_road[5]
    assert road_free(p)
    u = put(p, "r-dmi-48", b.names[h])
    assert not road_free(p)
    p.box(u, DEAD)
    n = next(x for x in b.nb[h] if x not in b.main_road)
    p.put(u, n)
    touched = [x for x in b.main_road if p.zone[REP][x]]
    assert touched
    assert not road_free(p)
    for x, name in zip(touched, ("n-tor-iv", "n-bis-iv", "n-buf-iv")):
        put(p, name, b.names[x])
    assert road_free(p)                  # friends negate the zones


@pytest.mark.rule("scn.3.vp.1", "scn.3.vp.2", "scn.3.vp.3", "scn.3.vp.4", "scn.3.vp.5")
def test_every_village_counts_in_the_north_the_first_one_too() -> None:
    p = empty(3)
    b = p.board
    big = {b.town["cogolludo"], b.town["jadraque"]}
    for h in b.villages:
        p.last[h] = NAT
    assert scenario3(p) == (MAJOR_NAT, "scn.3.vp.1")
    assert b.villages[0] in big          # the first one is Jadraque itself
    for h in b.villages:
        if h not in big and b.vp[h]:
            p.last[h] = REP
            assert (scenario3(p)[1] == "scn.3.vp.1") is (b.vp[h] <= 3), b.names[h]
            p.last[h] = NAT
    p.last[b.villages[0]] = REP
    assert scenario3(p) == (MINOR_REP, "scn.3.vp.4")
    for h in big:
        p.last[h] = REP
    assert scenario3(p) == (MAJOR_REP, "scn.3.vp.5")


@pytest.mark.rule("scn.4.vp.1", "scn.4.vp.2", "scn.4.vp.3", "scn.4.vp.4", "scn.4.vp.5")
def test_every_village_counts_in_the_counter_offensive_the_first_one_too() -> None:
    p = empty(4)
    b = p.board
    counted = [h for h in b.villages if b.vp[h]]
    for h in counted:
        p.last[h] = REP
    assert scenario4(p) == (MAJOR_REP, "scn.4.vp.5")
    for h in counted:
        if h == b.brihuega:
            continue
        p.last[h] = NAT
        assert (scenario4(p)[1] == "scn.4.vp.5") is (b.column[h] > 36), b.names[h]
        p.last[h] = REP
    p.last[b.brihuega] = NAT
    assert scenario4(p) == (MAJOR_NAT, "scn.4.vp.1")
    for h in counted:
        p.last[h] = NAT
    p.last[b.brihuega] = REP
    assert scenario4(p) == (MINOR_NAT, "scn.4.vp.2")
    east = next(h for h in counted if b.column[h] > 20)
    p.last[east] = REP
    assert scenario4(p)[1] == "scn.4.vp.3"


@pytest.mark.rule("scn.1.vp.1", "scn.1.vp.2", "scn.1.vp.4", "scs.ctrl.1")
def test_the_score_counts_every_village_groups_and_routs() -> None:
    p = empty(1)
    b = p.board
    for h in b.villages:
        p.last[h] = REP
    assert score(p) == 0
    for h in b.villages:
        p.last[h] = NAT
        assert score(p) == b.vp[h], b.names[h]               # estimate: the data say what each is worth
        p.last[h] = REP
    p.active[5] = 1
    assert score(p) == 1
    for d, want in ((1, -4), (2, -9), (3, -14)):
        p.routed[d] = 1
        assert score(p) == want
    q = empty(1, vp_needs_unit_present=True)
    h = b.villages[0]
    q.last[h] = NAT
    assert not holds(q, NAT, h)
    put(q, "n-tor-iv", b.names[h])
    assert holds(q, NAT, h)
    assert holds(q, REP, b.villages[1]) is (q.last[b.villages[1]] == REP)


# -- what is hidden


@pytest.mark.rule("scs.fog", "4.6c")
@pytest.mark.parametrize(("given", "viewer", "side", "want"), [
    ({}, REP, NAT, True), ({"hidden_stacks": True}, REP, NAT, False), ({"hidden_stacks": True}, NAT, REP, False),
    ({"hidden_stacks": True}, NAT, NAT, True), ({"secret_rolls": True}, REP, NAT, False),
    ({"secret_rolls": True}, NAT, REP, True), ({"secret_rolls": True}, None, REP, True),
    ({"secret_rolls": True}, None, NAT, False)])
def test_who_knows_who_could_attack(given: dict[str, Any], viewer: int | None, side: int, want: bool) -> None:
    p = drill(**given)
    assert knows_able(p, viewer, side) is want
    p.level = 1
    assert knows_able(p, viewer, side)


@pytest.mark.rule("scs.fog", "4.6c")
def test_what_lies_under_others_and_what_volunteers_have_lost() -> None:
    p = drill(hidden_stacks=True, secret_rolls=True)
    under = loaded(p, "n-int-vi", "n-truck-ctv-1", A)
    top, alone, one = put(p, "n-tor-iv", A), put(p, "n-aud-vi", T), put(p, "n-gen-fn", "32.06")
    truck, away = unit(p, "n-truck-ctv-1"), box(p, "n-lu-ix", DEAD)
    nobody: set[int] = set()
    assert [covered(p, REP, u, nobody) for u in (under, truck, top, alone, away)] == [True, True, False, False, False]
    assert not covered(p, NAT, under, nobody)
    assert covered(p, None, under, nobody)
    assert not covered(p, REP, under, {under})
    assert not covered(p, REP, put(p, "n-truck-ctv-2", A), nobody)           # empty trucks lie open
    assert [steps_secret(p, REP, u, nobody) for u in (alone, one, top, away)] == [True, False, False, False]
    assert not steps_secret(p, NAT, alone, nobody)
    assert steps_secret(p, None, alone, nobody)
    assert not steps_secret(p, REP, alone, {alone})
    assert laid_open(p) == set()
    p.level = 1
    assert not covered(p, REP, under, nobody)
    assert not steps_secret(p, REP, alone, nobody)
    q = drill()
    v = put(q, "n-aud-vi", A)
    put(q, "n-tor-iv", A)
    assert not covered(q, REP, v, nobody)
    assert not steps_secret(q, REP, v, nobody)


@pytest.mark.rule("2.7e.2", "2.7e.8")
def test_when_everybody_has_run_the_rout_is_over() -> None:
    p = drill()
    u = put(p, "n-int-vi", A)
    f = Rout(2, [u], [at(p, A)], [])
    run(p, f)
    assert offered(p) == ["unit:n-int-vi"]
    assert rules(p, "unit:n-aud-vi") == ["2.7e.2"]
    play(p, "unit:n-int-vi")
    while p.choices():
        play(p, offered(p)[0])
    assert p.state[u] & DG
    assert f.ran == [u]


@pytest.mark.rule("1.6c.1", "1.7a.1", "2.8b.1", "1.16a.3")
@pytest.mark.parametrize(("cumulative", "state", "turn", "name", "want"), [
    (True, 0, 2, "r-dmi-48", 1), (True, DG, 2, "r-dmi-48", 2), (True, DG | UNSUPPLIED, 2, "r-dmi-48", 4),
    (False, DG | UNSUPPLIED, 2, "r-dmi-48", 2), (True, DG | UNSUPPLIED, 1, "r-dmi-48", 8),
    (False, DG | UNSUPPLIED, 1, "r-dmi-48", 2), (False, 0, 1, "r-dmi-48", 2), (True, 0, 1, "n-tor-iv", 1),
    (False, DG, 1, "r-dmi-48", 2), (True, DG, 1, "r-dmi-48", 4)])
def test_how_often_an_allowance_is_halved(cumulative: bool, state: int, turn: int, name: str, want: int) -> None:
    p = drill(turn=turn, cumulative_halving=cumulative)
    u = put(p, name, A, state=state)
    assert p.allowance(u) == 6 * MP // want


@pytest.mark.rule("1.6d.2")
def test_an_attrition_that_takes_nothing_asks_for_nothing() -> None:
    for die, called in ((3, 0), (4, 2)):
        p = empty(1)
        b = p.board
        h = next(h for h in range(b.size) if b.play[h] and not b.off_road[h])
        put(p, "r-dmi-48", b.names[h], state=UNSUPPLIED)
        assert not surrounded(p, h, 0, REP)
        Attrition().auto(Supply(REP, [h], die), p)
        assert len(p.stack) == called


@pytest.mark.rule("1.11b", "1.12b")
def test_an_empty_hex_holds_nobody_who_is_alone() -> None:
    p = drill()
    assert not p.alone(at(p, A))
    put(p, "n-tk-3-crs", A)
    assert p.alone(at(p, A))
    put(p, "n-tor-iv", A)
    assert not p.alone(at(p, A))


@pytest.mark.rule("1.16a.1", "1.16a.5")
def test_whom_a_truck_carries() -> None:
    b = drill().board
    ctv, lit, rep = (b.uindex[x] for x in ("n-truck-ctv-1", "n-truck-lit-1", "r-truck-rep-1"))
    for name, want in (("n-tor-iv", (True, False, False)), ("n-lit-1-1", (True, True, False)),
                       ("n-8-bai-sot", (False, False, False)), ("r-dmi-48", (False, False, True)),
                       ("n-hq-fn", (False, False, False))):
        assert tuple(b.carries(t, b.uindex[name]) for t in (ctv, lit, rep)) == want, name
