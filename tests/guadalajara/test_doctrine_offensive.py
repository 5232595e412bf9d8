"""How the captain leads an offensive: where he masses, what he passes by, whom he encloses, what he holds."""
from __future__ import annotations

import pytest

from frente.games.guadalajara.captain.move import claims, lane, muster, route, sweepers
from frente.games.guadalajara.captain.pack import enclosed, post_guards, supports
from frente.games.guadalajara.captain.plan import Plan, Way, refuge
from frente.games.guadalajara.captain.stance import CAPTAIN
from frente.games.guadalajara.captain.supply import headquarters
from frente.games.guadalajara.captain.survey import Reach, field
from frente.games.guadalajara.captain.trucks import saving
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.state.board import DLV, ITALIAN, MOTOR, MP, NAT, REP
from tests.guadalajara.lay import at, drill, empty, put, puts, run, unit


def test_the_way_to_an_enemy_in_a_village_counts_the_enemies_before_it_only() -> None:
    p = empty(scenario=2)
    p.taken = True
    goal = at(p, "8.10")
    free = field(p, NAT, goal, MOTOR, ITALIAN)[at(p, "24.12")]
    put(p, "r-pue-4-50", "8.10")
    there = field(p, NAT, goal, MOTOR, ITALIAN)[at(p, "24.12")]
    put(p, "r-ter-48", "15.11")
    assert there - free <= 4 * MP                    # his zone, not himself
    assert field(p, NAT, goal, MOTOR, ITALIAN)[at(p, "24.12")] > there
    assert field(p, NAT, goal, MOTOR, ITALIAN, swept=True)[at(p, "24.12")] == free


def test_a_spearhead_leaves_what_it_has_passed_to_those_behind_it() -> None:
    p = empty(scenario=2, turn=3)
    p.taken = True
    put(p, "r-dmi-48", "35.14")
    first, second = put(p, "n-tor-iv", "30.12"), put(p, "n-lu-ix", "41.14")
    plan = Plan(p, NAT, CAPTAIN)
    almadrones = plan.goals[plan.village(at(p, "35.14"))]
    assert plan.passed(p, first, almadrones)
    assert not plan.passed(p, second, almadrones)
    plan.assign(p, [first, second])
    assert plan.goals[plan.errand[first]].h != almadrones.h
    assert plan.goals[plan.errand[second]].h == almadrones.h
    p.turn = p.board.last_turn                       # on the last day there is nobody behind
    assert not Plan(p, NAT, CAPTAIN).passed(p, first, almadrones)


def test_who_comes_after_the_end_fills_nobodys_place() -> None:
    p = empty(scenario=2, turn=4)
    p.taken = True
    near, far = put(p, "n-tor-iv", "10.10"), put(p, "n-lu-ix", "62.16")
    plan = Plan(p, NAT, CAPTAIN)
    k = plan.village(at(p, "8.10"))
    assert plan.aid(p, near, k) > 5 * plan.aid(p, far, k) > 0


@pytest.mark.parametrize(("hex", "worth"), [("62.16", True), ("16.11", False)])
def test_a_ride_is_reckoned_in_whole_turns_where_the_goal_has_to_be_attacked(hex: str, worth: bool) -> None:
    p = empty(scenario=2)
    p.taken = True
    put(p, "r-pue-4-50", "8.10")
    u = put(p, "n-lu-ix", hex)
    plan = Plan(p, NAT, CAPTAIN)
    plan.errand[u] = plan.village(at(p, "8.10"))
    assert (saving(p, plan, u) > 0) is worth


def test_lorries_of_the_first_day_keep_to_the_road_that_will_be_swept() -> None:
    p = empty(scenario=2, turn=1)
    put(p, "r-gc", "34.07")
    plan = Plan(p, NAT, CAPTAIN)
    goal, here = p.board.brihuega, at(p, "36.08")
    assert plan.field(p, goal, MOTOR, ITALIAN)[here] == field(p, NAT, goal, MOTOR, ITALIAN, swept=True)[here]
    p.turn = 2
    later = Plan(p, NAT, CAPTAIN)
    assert later.field(p, goal, MOTOR, ITALIAN)[here] > plan.field(p, goal, MOTOR, ITALIAN)[here]


def test_an_attack_on_whoever_bars_the_way_is_no_detour() -> None:
    p = drill(scenario=2)
    u = put(p, "n-tor-iv", "33.05")
    put(p, "r-dmi-48", "30.05")
    plan = Plan(p, NAT, CAPTAIN)
    plan.errand[u] = min(range(plan.settled), key=lambda k: p.board.distance(plan.goals[k].h, p.hex[u]))
    way = Way(p, plan, u, Reach(p, u, 6 * MP, False, False))
    t = at(p, "30.05")
    a = max(p.board.nb[t], key=way.lost)
    assert way.lost(a) > 0
    assert 0 <= way.aside(a, t) == max(0.0, min(way.lost(a), way.lost(t)))


def test_an_enemy_is_enclosed_by_attackers_on_both_sides_and_not_on_one() -> None:
    p = drill()
    put(p, "r-dmi-48", "30.05")
    t = at(p, "30.05")
    ring = p.board.nb[t]
    beside = [n for n in ring if n in p.board.nb[ring[0]]]
    opposite = next(n for n in ring if n != ring[0] and not set(beside) & {n, *p.board.nb[n]})
    assert not enclosed(p, NAT, t, {ring[0]: 2})
    assert enclosed(p, NAT, t, {ring[0]: 2, opposite: 2})


def test_on_the_last_day_somebody_stays_in_a_village_that_counts() -> None:
    p = empty(scenario=4, turn=11)
    for h in p.board.villages:
        p.last[h] = REP
    u = put(p, "r-mal-72", "36.04")
    put(p, "n-tor-iv", "62.16")                      # nobody is near, and yet
    plan = Plan(p, REP, CAPTAIN)
    plan.assign(p, [u])
    assert plan.goals[plan.errand[u]].h == p.board.town["masegoso-de-tajuna"]
    assert plan.sentry(p, u)
    p.turn = 10
    early = Plan(p, REP, CAPTAIN)
    early.assign(p, [u])
    assert not early.sentry(p, u)


def test_one_stays_in_a_village_into_which_a_division_may_run() -> None:
    p = empty(scenario=4, turn=10)
    for h in p.board.villages:
        p.last[h] = REP
    strong, weak = put(p, "r-ort-65", "22.04"), put(p, "r-cav-xii", "22.04")
    put(p, "n-carr-i", "12.12")
    plan = Plan(p, REP, CAPTAIN)
    plan.assign(p, [strong, weak])
    assert [plan.sentry(p, u) for u in (strong, weak)] == [False, True]
    assert [plan.on_guard(p, u) for u in (strong, weak)] == [False, True]
    assert refuge(p, REP, at(p, "22.04"))
    assert not refuge(p, REP, at(p, "10.10"))        # they run to the Start Line, not from it
    p.routed[DLV] = 1                                # they have run already
    later = Plan(p, REP, CAPTAIN)
    later.assign(p, [strong, weak])
    assert not any(later.sentry(p, u) or later.on_guard(p, u) for u in (strong, weak))


def test_a_sentry_stays_whatever_he_fears() -> None:
    p = empty(scenario=4, turn=10)
    for h in p.board.villages:
        p.last[h] = REP
    u = put(p, "r-cav-xii", "22.04")
    puts(p, "20.05", "n-carr-i", "n-leo-i", "n-aqu-i")
    run(p, Movement(REP))
    plan = Plan(p, REP, CAPTAIN)
    plan.assign(p, [u])
    assert plan.sentry(p, u)
    assert route(p, plan, u, p.allowance(u), False, False) == []
    plan.seeds.clear()
    assert route(p, plan, u, p.allowance(u), False, False) != []


def test_nobody_leaves_a_village_that_decides_for_one_that_does_not() -> None:
    p = empty(scenario=4, turn=11)
    decides, little = p.board.town["masegoso-de-tajuna"], p.board.town["alaminos"]
    for h in p.board.villages:
        p.last[h] = NAT if h in (decides, little) else REP
    u = put(p, "r-ara-72", "36.05")
    put(p, "n-tor-iv", p.board.names[decides])
    run(p, Movement(REP))
    plan = Plan(p, REP, CAPTAIN)
    muster(p, REP, plan, [u], False)
    assert plan.errand[u] == plan.village(decides)
    assert not plan.takers
    plan.seeds.clear()                   # who is not needed there takes what he finds
    assert claims(p, plan, [u], False) == {u}


@pytest.mark.parametrize(("village", "free"), [("36.03", 0), ("22.04", 1)])
def test_on_the_last_day_a_lost_attack_cannot_cost_a_village_that_counts(village: str, free: int) -> None:
    p = empty(scenario=4, turn=11)
    for h in p.board.villages:
        p.last[h] = REP
    units = [put(p, "r-ort-65", village), put(p, "r-sub-65", village)]
    put(p, "n-tor-iv", p.board.names[p.board.nb[at(p, village)][0]])
    plan = Plan(p, REP, CAPTAIN)
    assert [plan.on_guard(p, u) for u in units].count(False) == free


def test_who_can_still_reach_a_village_in_time_attacks_nobody_who_makes_him_late() -> None:
    p = empty(scenario=4, turn=10)
    for h in p.board.villages:
        p.last[h] = NAT if h == p.board.town["masegoso-de-tajuna"] else REP
    units = [put(p, n, "40.02") for n in ("r-ara-72", "r-mal-72", "r-zar-72")]
    put(p, "n-arty-ctv-3", "40.03", face=1)
    run(p, Movement(REP))
    plan = Plan(p, REP, CAPTAIN)
    muster(p, REP, plan, units, False)
    assert {plan.goals[plan.errand[u]].h for u in units} == {p.board.town["masegoso-de-tajuna"]}
    assert not plan.prey
    p.turn = 9                                       # with a day in hand
    early = Plan(p, REP, CAPTAIN)
    muster(p, REP, early, units, False)
    assert set(early.prey.values()) == {at(p, "40.03")}


def test_guns_stay_with_a_battalion() -> None:
    p = drill(scenario=2)
    run(p, Movement(NAT))
    gun = put(p, "n-arty-ctv-1", "40.05", face=1)
    put(p, "n-tor-iv", "38.05")
    plan = Plan(p, NAT, CAPTAIN)
    plan.assign(p, [unit(p, "n-tor-iv")])
    way = route(p, plan, gun, p.allowance(gun), False, False)
    assert p.board.names[way[-1]] == "38.05"


def test_on_the_first_day_some_are_kept_to_sweep_the_road_to_brihuega() -> None:
    p = empty(scenario=2, turn=1)
    rider, near, far = put(p, "n-ardi-vi", "46.15"), put(p, "n-int-vi", "45.15"), put(p, "n-inf-vii", "52.15")
    put(p, "r-dmi-48", "35.14")
    plan = Plan(p, NAT, CAPTAIN)
    assert sweepers(p, plan, [rider, near, far]) == set()        # nobody races
    plan.riders = {rider}
    plan.lane = lane(p, plan)
    assert sweepers(p, plan, [rider, near, far]) == set()        # nobody bars the road
    put(p, "r-gc", "34.07")
    assert at(p, "34.07") in plan.lane                           # not the main road, which Almadrones bars
    assert sweepers(p, plan, [rider, near, far]) == {near, far}
    assert plan.goals[plan.errand[near]].h == p.board.brihuega
    p.turn = 2
    assert sweepers(p, plan, [rider, near, far]) == set()


@pytest.mark.parametrize(("hex", "comes"), [("17.12", True), ("62.16", False)])
def test_a_tank_that_can_come_goes_along_with_an_attack_that_it_improves(hex: str, comes: bool) -> None:
    p = empty(scenario=2, turn=3)
    p.taken = True
    for name in ("brihuega", "gajanejos", "almadrones", "torija"):
        p.last[p.board.town[name]] = NAT
    run(p, Movement(NAT))
    line = [put(p, "n-tor-iv", "9.10"), put(p, "n-bis-iv", "9.11"), put(p, "n-ardi-vi", hex)]
    tank = put(p, "n-tk-3-crs", hex)
    put(p, "r-ter-48", "8.10")
    plan = Plan(p, NAT, CAPTAIN)
    muster(p, NAT, plan, [*line, tank], False)
    assert plan.prey[line[0]] == at(p, "8.10")
    assert (tank in plan.prey) is comes
    if comes:
        for u in line:
            p.put(u, plan.posts[u])
        assert plan.posts[tank] in {plan.posts[u] for u in line}
        for post in sorted({plan.posts[u] for u in line}):       # it goes where it is wanted, not to any friends
            plan.posts[tank] = post
            assert route(p, plan, tank, p.allowance(tank), False, False)[-1] == post


def test_the_nearest_tank_holds_a_village_that_must_not_be_lost_and_does_not_attack() -> None:
    p = empty(scenario=2, turn=3)
    p.taken = True
    brihuega = p.board.brihuega
    put(p, "n-tor-iv", "18.03")
    p.last[brihuega] = NAT
    near, far = put(p, "n-tk-3-crs", "19.04"), put(p, "n-tk-4-crs", "24.06")
    put(p, "n-bis-iv", "19.04")
    put(p, "n-buf-iv", "24.06")
    plan = Plan(p, NAT, CAPTAIN)
    assert len(post_guards(p, plan, supports(p, plan, [near, far]))) == 2        # nobody comes for it
    for uid in ("r-cdp-xi", "r-tha-xi", "r-ea-xi"):
        put(p, uid, "16.01")
    plan = Plan(p, NAT, CAPTAIN)
    left = post_guards(p, plan, supports(p, plan, [near, far]))
    assert plan.posts == {near: brihuega}
    assert [s.u for s in left] == [far]
    put(p, "n-imp-viii", "21.12")        # two such villages: a tank for each, though one is nearer to both
    p.last[at(p, "21.12")] = NAT
    for uid in ("r-gar-xii", "r-dom-xii", "r-am-xii"):
        put(p, uid, "19.12")
    plan = Plan(p, NAT, CAPTAIN)
    assert post_guards(p, plan, supports(p, plan, [near, far])) == []
    assert set(plan.posts.values()) == {brihuega, at(p, "21.12")}


def test_a_headquarters_feeds_the_garrison_that_decides_the_scenario_before_more_who_attack() -> None:
    p = empty(scenario=2, turn=4)
    p.taken = True
    p.last[p.board.brihuega] = NAT
    hq = put(p, "n-hq-fn", "21.09")
    garrison = [put(p, uid, "18.03") for uid in ("n-aud-vi", "n-int-vi")]
    spearhead = [put(p, uid, hex) for uid, hex in (
        ("n-tor-iv", "4.08"), ("n-bis-iv", "4.08"), ("n-buf-iv", "4.08"), ("n-ardi-viii", "4.09"),
        ("n-imp-viii", "4.09"), ("n-tem-viii", "4.09"))]
    put(p, "r-ter-48", "3.08")
    put(p, "r-cdp-xi", "16.01")
    put(p, "r-tha-xi", "16.01")
    plan = Plan(p, NAT, CAPTAIN)
    plan.assign(p, garrison + spearhead)
    for u in spearhead:
        plan.prey[u] = at(p, "3.08")
    where = headquarters(p, plan, hq, Reach(p, hq, p.allowance(hq), False, False))
    assert p.board.distance(where, p.board.brihuega) <= p.board.hq_range[hq]
