"""The captain's economy of force: enough and no more against a screen, no hopeless assault, brigades for bare posts,
and an advance that goes on to what lies behind."""
from __future__ import annotations

from random import Random

import pytest

from frente.ai import opponent
from frente.games.tscw import GAME
from frente.games.tscw.captain.battle import packed
from frente.games.tscw.captain.plan import Plan, score
from frente.games.tscw.captain.survey import WEIGHTS_FILE
from frente.games.tscw.rules.ch13_results import Advance
from frente.games.tscw.state.board import GENERIC
from frente.games.tscw.state.position import POOL, Tscw
from frente.kernel.views import SeatView
from frente.kit.weights import Weights
from tests.tscw.lay import (
    NAT,
    REP,
    administration,
    empty,
    fighting,
    hexn,
    own,
    own_all,
    put,
    question,
    run,
    unit,
    where,
)

W = Weights(WEIGHTS_FILE)


def answer(p: Tscw) -> str:
    side = min(p.choices())
    return GAME.words(p).word(opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(1)))


def two_zones(turn: int = 9) -> Tscw:
    """Nationalists north of row 28, Republicans south of it."""
    p = empty(turn=turn)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 28])
    return p


# -- attacks


def test_no_more_units_attack_a_screen_than_change_the_odds() -> None:
    p = two_zones()
    put(p, "2811", "r-alm")
    for place, names in (("2911", ("n-div11", "n-div12")), ("2912", ("n-div13", "n-div71")),
                         ("2810", ("n-div72", "n-div73"))):
        put(p, place, *names)
    fighting(p, NAT)
    value, pack = packed(p, NAT, hexn(p, "2811"), Plan(p, NAT, W))
    assert value > 0
    assert len(pack) == 2                # ten against one; six columns have eight to spare for others
    assert answer(p) == "attack:2811"


@pytest.mark.parametrize(("turn", "last"), [(4, 7), (6, 7), (5, 19)])
@pytest.mark.parametrize("attackers", [("n-cst", "n-rad", "n-nvc"), ("n-cst", "n-sdb", "n-brt")])
def test_madrid_is_not_attacked_by_half_of_those_who_hold_it(turn: int, last: int, attackers: tuple[str, ...]) -> None:
    p = empty(turn=turn, last=last)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 28])
    put(p, "2712", "r-div11", "r-div4")
    put(p, "2812", *attackers)
    fighting(p, NAT)
    assert packed(p, NAT, p.board.madrid, Plan(p, NAT, W))[0] < 0
    assert answer(p) == "pass"


def test_whoever_holds_a_post_does_not_watch_a_screen_that_it_can_sweep_away() -> None:
    p = two_zones()
    own(p, REP, "2910")
    put(p, "2911", "n-div11")
    put(p, "2910", "r-alm")
    assert unit(p, "n-div11") in Plan(p, NAT, W).posts
    fighting(p, NAT)
    assert answer(p) == "attack:2910"


# -- advances


@pytest.mark.parametrize(("start", "cleared", "place"), [("1808", "1707", "1607"), ("1806", "1705", "1605")])
def test_an_advance_goes_on_through_the_hex_that_was_cleared_to_an_empty_place_behind_it(
        start: str, cleared: str, place: str) -> None:
    p = two_zones()
    own(p, NAT, start)
    put(p, start, "n-div71")
    u = unit(p, "n-div71")
    plan = Plan(p, NAT, W)
    assert score(p, plan, u, hexn(p, cleared)) < score(p, plan, u, p.hex[u])       # the hex itself is worth nothing
    run(p, Advance(NAT, hexn(p, cleared), 2, [u], []))
    captain = opponent("captain", GAME)
    while p.choices() and question(p) in ("ChooseAdvance", "AdvanceOn"):
        p.apply(NAT, captain.choose(SeatView(GAME, p, NAT), Random(1)))
    assert where(p, "n-div71") == place


def test_an_advance_of_one_hex_ends_there_or_is_not_made() -> None:
    p = two_zones()
    own(p, NAT, "1808")
    put(p, "1808", "n-div71")
    run(p, Advance(NAT, hexn(p, "1707"), 1, [unit(p, "n-div71")], []))
    assert answer(p) == "done"


# -- breaking down


def before_madrid(*enemies: str) -> Tscw:
    """A division alone on the mountains, with brigades to be had."""
    p = two_zones()
    for u in p.board.ground[NAT]:
        if p.board.turn[u] == GENERIC:
            p.hex[u] = POOL
    put(p, "2911", "n-div11")
    for place, *names in [x.split() for x in enemies]:
        put(p, place, *names)
    return administration(p, NAT, "BreakDown")


def test_a_division_falls_apart_where_a_brigade_will_do_and_a_post_near_it_has_nobody() -> None:
    p = before_madrid("2712 r-div11", "2715 r-div14 r-div34", "2710 r-div45 r-div46")
    plan = Plan(p, NAT, W)
    bare = set(plan.lack)
    assert plan.posts == {unit(p, "n-div11"): hexn(p, "2911")}
    assert bare
    assert answer(p) == "break:n-div11"
    p.apply(NAT, GAME.words(p).act("break:n-div11"))
    after = Plan(p, NAT, W)
    assert len(set(after.posts.values())) == 2           # one stays, the other goes where nobody was
    assert set(after.posts.values()) - {hexn(p, "2911")} <= bare


def test_a_division_stays_whole_where_it_is_needed_whole_or_no_post_is_bare() -> None:
    pressed = before_madrid("2812 r-div11 r-div14 r-div34 r-div45 r-div46 r-div15", "2811 r-div35 r-div4 r-div12")
    assert Plan(pressed, NAT, W).lack
    quiet = before_madrid()
    for p in (pressed, quiet):
        assert answer(p) == "done"
