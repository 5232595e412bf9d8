"""The captain's operations from 1937 on: the front and its posts, the main effort, and a war between two captains."""
from __future__ import annotations

from random import Random

from frente.ai import opponent
from frente.games.tscw import GAME
from frente.games.tscw.captain.effort import efforts, intruders
from frente.games.tscw.captain.front import Flow, lacking, manned, posts_of, row_of
from frente.games.tscw.captain.line import Line, next_moves
from frente.games.tscw.captain.plan import Plan, leaves, score
from frente.games.tscw.captain.survey import WEIGHTS_FILE, Survey
from frente.games.tscw.state.position import Tscw
from frente.kit.weights import Weights
from frente.lab.sim import decide
from tests.tscw.lay import NAT, REP, empty, hexn, own, own_all, put, unit

W = Weights(WEIGHTS_FILE)


def two_zones(turn: int = 9) -> Tscw:
    """Nationalists north of row 28, Republicans south of it, a division on either side of the mountains."""
    p = empty(turn=turn)
    own_all(p, REP)
    own(p, NAT, *[p.board.names[h] for h in range(p.board.size) if p.board.row[h] >= 28])
    put(p, "2911", "n-div71")
    put(p, "2712", "r-div11")
    return p


def strong_enemy() -> Tscw:
    """The same, with more enemies than could be left standing behind a row."""
    p = two_zones()
    for name, units in (("2712", ("r-div15", "r-div35")), ("2710", ("r-div45", "r-div46")),
                        ("2715", ("r-div14", "r-div34", "r-div4")), ("2718", ("r-div43", "r-div47", "r-div6"))):
        put(p, name, *units)
    return p


# -- the front


def test_the_largest_flow_is_held_up_by_the_narrowest_place() -> None:
    net = Flow(4)
    net.arc(0, 1, 9)
    net.arc(1, 2, 2)
    net.arc(2, 3, 9)
    assert net.fill(0, 3) == [True, True, False, False]


def test_the_row_parts_the_enemy_from_every_place_that_is_held() -> None:
    p = strong_enemy()
    row = row_of(p, NAT, Survey(p, NAT, W).value)
    assert row
    queue = [hexn(p, name) for name in ("2712", "2710", "2715", "2718")]
    seen = set(queue)
    for a in queue:
        for n in p.board.nb[a]:
            if n not in seen and n not in row:
                seen.add(n)
                queue.append(n)
    assert not any(t in seen for t in p.board.prizes if p.board.row[t] >= 28)


def test_posts_cover_the_whole_row_with_fewer_units_than_it_has_hexes() -> None:
    p = strong_enemy()
    row = row_of(p, NAT, Survey(p, NAT, W).value)
    posts = posts_of(p, NAT, row)
    assert all(any(p.board.apart[h][t] <= 1 for t in posts) for h in row)
    assert len(posts) < len(row)


def test_a_place_in_reach_of_the_enemy_gets_a_unit_and_one_far_from_him_none() -> None:
    p = two_zones()
    put(p, "3702", "n-div83")
    s = Survey(p, NAT, W)
    found = manned(p, NAT, [], s, Line(p, NAT, s).alarm, W)
    assert found[unit(p, "n-div71")] == hexn(p, "2911")
    assert hexn(p, "3702") not in found.values()


def test_whoever_stands_in_a_place_holds_it_before_he_is_called_to_another() -> None:
    p = empty(turn=9)
    put(p, "2810", "n-ser")
    put(p, "2812", "r-div11", "r-div15")         # next to Segovia, which is empty, and two hexes from Ávila
    s = Survey(p, NAT, W)
    assert s.threat[hexn(p, "2911")] > s.threat[hexn(p, "2810")] > 0.0
    assert manned(p, NAT, [], s, Line(p, NAT, s).alarm, W)[unit(p, "n-ser")] == hexn(p, "2810")


def test_the_last_unit_in_a_prize_does_not_leave_it_for_its_post_before_it_is_relieved() -> None:
    p = two_zones()
    u = unit(p, "n-div71")
    prize, way = hexn(p, "2911"), hexn(p, "3110")
    plan = Plan(p, NAT, W)
    plan.posts[u] = hexn(p, "3408")
    assert score(p, plan, u, prize) > score(p, plan, u, way)
    put(p, "2911", "n-ser")
    assert score(p, plan, u, prize) < score(p, plan, u, way)


def test_new_units_are_wanted_where_a_post_cannot_be_held() -> None:
    p = two_zones()
    put(p, "2712", "r-div15", "r-div35", "r-div45", "r-div46")
    s = Survey(p, NAT, W)
    post = hexn(p, "2812")
    assert lacking(p, NAT, [post], {}, s, W) == [post]
    assert lacking(p, NAT, [post], {}, s, Weights(WEIGHTS_FILE, {"post.least": 999.0})) == []


def test_a_unit_that_is_about_to_be_withdrawn_holds_nothing_any_more() -> None:
    p = two_zones(turn=8)
    u = unit(p, "n-ser")
    p.turn = p.board.fate_turn[u] - 1
    assert leaves(p, u)
    p.turn -= 1
    assert not leaves(p, u)


def test_zones_stop_the_enemy_where_columns_do_not() -> None:
    p = two_zones()
    put(p, "2912", "n-div72")
    put(p, "2810", "n-div73")
    assert next_moves(p, REP)[hexn(p, "2713")]
    assert not next_moves(p, REP)[hexn(p, "3011")]
    q = two_zones()
    own(q, REP, "2911")
    q.box(unit(q, "n-div71"), -2)
    put(q, "2911", "n-ser")
    assert next_moves(q, REP)[hexn(q, "2812")]


# -- the main effort


def test_the_north_comes_first_and_catalonia_after_it() -> None:
    p = two_zones()
    own(p, REP, "3615", "3613", "3710", "3707")
    put(p, "3513", "n-div61", "n-div62")
    free = [unit(p, "n-div61"), unit(p, "n-div62")]
    first = efforts(p, NAT, free, W)[0]
    assert p.board.bilbao in first.places
    assert first.units
    own(p, NAT, "3615", "3613", "3710", "3707")
    assert p.board.bilbao not in efforts(p, NAT, free, W)[0].places


def test_an_enemy_stack_on_our_own_ground_is_met_by_the_units_next_to_it() -> None:
    p = two_zones()
    put(p, "3112", "r-div4")
    put(p, "3211", "n-div72")
    assert intruders(p, NAT) == [hexn(p, "3112")]
    assert efforts(p, NAT, [unit(p, "n-div72")], W)[0].places == [hexn(p, "3112")]


def test_a_unit_of_the_main_effort_goes_where_it_attacks_and_one_of_the_front_to_its_post() -> None:
    p = two_zones()
    own(p, REP, "3613", "3614", "3615", "3710", "3707")
    put(p, "3613", "r-b1")
    put(p, "3413", "n-div61", "n-div62", "n-div63")
    free = Plan(p, NAT, Weights(WEIGHTS_FILE, {"post.alarm": 9.0, "post.least": 999.0}))
    u = unit(p, "n-div61")
    assert p.board.bilbao in free.effort[u].places
    assert score(p, free, u, hexn(p, "3513")) > score(p, free, u, hexn(p, "3309"))
    plan = Plan(p, NAT, W)
    v = unit(p, "n-div71")
    assert v not in plan.effort
    post = plan.posts[v]
    assert post == hexn(p, "2911")
    assert score(p, plan, v, post) > score(p, plan, v, hexn(p, "3009"))


def test_the_republic_keeps_off_ground_that_was_never_its_own() -> None:
    p = two_zones()
    u = unit(p, "r-div11")
    there = hexn(p, "2911")
    p.box(unit(p, "n-div71"), -2)
    bold = Plan(p, REP, Weights(WEIGHTS_FILE, {"move.abroad": 0.0}))
    assert score(p, Plan(p, REP, W), u, there) < score(p, bold, u, there)


# -- a war


def test_two_captains_fight_the_war_into_its_second_year() -> None:
    p = GAME.start("campaign", GAME.settled({}))
    assert isinstance(p, Tscw)
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    dice = Random("7 3")
    minds = [Random("7 3 a"), Random("7 3 b")]
    battles = [0, 0]
    while p.choices() and p.turn < 9:
        step = type(p.step()).__name__
        side, act = decide(GAME, p, seats, dice, minds)
        if step == "ChooseTarget" and act.verb == "attack":
            battles[side] += 1
        p.apply(side, act)
    assert min(battles) > 5
    assert p.turn == 9 or GAME.outcome(p) is not None
    assert any(p.control[h] == NAT for h in p.board.towns if p.board.morale[h] < 0), "the Nationalist has taken places"
