"""What the captain has behind the line and at its end: headquarters, emergency groups, and the way out by 1.07."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.guadalajara import GAME
from frente.games.guadalajara.captain.plan import Plan
from frente.games.guadalajara.captain.stance import CAPTAIN
from frente.games.guadalajara.captain.supply import headquarters
from frente.games.guadalajara.captain.survey import Reach
from frente.games.guadalajara.rules.ch01_move import Movement
from frente.games.guadalajara.rules.ch03_arrivals import Reinforcements
from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import EMERGENCY, MAJOR_NAT, Guadalajara
from frente.kernel.views import SeatView
from tests.guadalajara.lay import before, drill, empty, put, puts, run

BATTALIONS = (("2.07", "n-tor-iv", "n-bis-iv"), ("4.08", "n-buf-iv", "n-ardi-vi"), ("5.09", "n-int-vi", "n-aud-vi"),
              ("6.09", "n-ardi-viii", "n-imp-viii"), ("3.08", "n-tem-viii"))


def answer(p: Guadalajara) -> str:
    side = min(p.choices())
    return GAME.words(p).word(opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(1)))


@pytest.mark.parametrize("enemy", [True, False])
def test_a_headquarters_stands_alone_only_where_no_enemy_can_come(enemy: bool) -> None:
    p = drill(scenario=2)
    p.taken = True
    hq = put(p, "n-hq-fn", "34.09")
    line = [*puts(p, "26.05", "n-tor-iv"), *puts(p, "24.09", "n-bis-iv", "n-int-vi"), *puts(p, "26.13", "n-buf-iv"),
            *puts(p, "32.09", "n-aud-vi")]
    if enemy:
        put(p, "r-dmi-48", "29.10")
    plan = Plan(p, NAT, CAPTAIN)
    plan.assign(p, line)
    h = headquarters(p, plan, hq, Reach(p, hq, p.allowance(hq), False, False))
    assert (p.top[h] >= 0) == enemy
    assert enemy or not plan.threat[h]


def at_the_edge(*barring: str) -> Guadalajara:
    """Nine Italian battalions within a march of 1.07, all places in their hands, Republicans far away but for some."""
    p = empty(scenario=1, turn=8)
    p.taken = True
    p.last = bytearray([NAT]) * p.board.size
    for place, *names in BATTALIONS:
        puts(p, place, *names)
    put(p, "r-dmi-48", "8.28")
    for place in barring:
        put(p, "r-gar-xii", place)
    return p


def test_nine_italian_battalions_that_can_leave_by_the_road_to_madrid_do_and_win_at_once() -> None:
    p = run(at_the_edge(), Movement(NAT))
    captain = opponent("captain", GAME)
    while p.choices() and p.stack and isinstance(p.stack[0], Movement) and min(p.choices()) == NAT:
        p.apply(NAT, captain.choose(SeatView(GAME, p, NAT), Random(1)))
    assert p.exited == p.board.exits_needed
    assert p.level == MAJOR_NAT


def test_nobody_leaves_while_an_enemy_bars_the_road_or_one_battalion_is_too_few() -> None:
    for p in (at_the_edge("24.12"), at_the_edge()):
        if p.holder(p.board.index["24.12"]) != REP:
            p.box(p.board.uindex["n-tem-viii"], EMERGENCY)
        run(p, Movement(NAT))
        captain = opponent("captain", GAME)
        while p.choices() and min(p.choices()) == NAT:
            p.apply(NAT, captain.choose(SeatView(GAME, p, NAT), Random(1)))
        assert p.exited == 0


@pytest.mark.parametrize(("near", "said"), [(("5.09", "6.09"), "activate:5"), ((), "pass")])
def test_an_emergency_group_is_called_to_a_village_worth_more_than_its_point(near: tuple[str, ...], said: str) -> None:
    p = empty(scenario=1, turn=6)
    p.taken = True
    torija = p.board.town["torija"]
    p.last = bytearray([REP if h == torija else NAT for h in range(p.board.size)])
    put(p, "r-dmi-48", p.board.names[torija])
    for place, names in zip(near, (("n-tor-iv", "n-bis-iv", "n-buf-iv"), ("n-int-vi", "n-aud-vi")), strict=False):
        puts(p, place, *names)
    for u in p.board.of[REP]:
        if p.board.group[u]:
            p.hex[u] = EMERGENCY
    run(p, before(Reinforcements(), "Emergency"))
    assert answer(p) == said


def test_an_emergency_group_is_called_before_the_italians_reach_the_way_out() -> None:
    p = at_the_edge()
    for u in p.board.of[REP]:
        if p.board.group[u]:
            p.hex[u] = EMERGENCY
    run(p, before(Reinforcements(), "Emergency"))
    assert answer(p) == "activate:5"
